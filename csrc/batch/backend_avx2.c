/* The filter's backend for AVX2. */
#include "filter.h"

#ifdef HAS_AVX2
#include "lanes_avx2.h"

#include "kernels.h"

#include "columns.h"

const filter_backend filter_avx2 = FILTER_BACKEND("avx2");
#else
typedef int nothing_here; /* ISO C forbids an empty file */
#endif
