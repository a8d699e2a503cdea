/* The filter's backend for all machines: one double at a time. */
#include "lanes_plain.h"

#include "kernels.h"

#include "columns.h"

const filter_backend filter_plain = FILTER_BACKEND("portable");
