/* The filter path of every machine: a double at a time. */
#include "arrays_lanes_plain.h"

#include "arrays_kernels.h"

#include "arrays_forms.h"

const filter_path filter_plain = FILTER_PATH("portable");
