/* The filter path of every machine: a double at a time. */
#include "lanes_plain.h"

#include "kernels.h"

#include "columns.h"

const filter_path filter_plain = FILTER_PATH("portable");
