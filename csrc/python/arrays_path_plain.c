/* The filter path of every machine: a double at a time. */
#include "arrays_kernels.h"

const filter_path filter_plain = FILTER_PATH("portable");
