/* The filter's backend for AVX-512. */
#include "filter.h"

#ifdef HAS_AVX512
#include "lanes_avx512.h"

#include "kernels.h"

#include "columns.h"

const filter_backend filter_avx512 = FILTER_BACKEND("avx512");
#else
typedef int nothing_here; /* ISO C forbids an empty file */
#endif
