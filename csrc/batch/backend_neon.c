/* The filter's backend for NEON. */
#include "filter.h"

#ifdef HAS_NEON
#include "lanes_neon.h"

#include "kernels.h"

#include "columns.h"

const filter_backend filter_neon = FILTER_BACKEND("neon");
#else
typedef int nothing_here; /* ISO C forbids an empty file */
#endif
