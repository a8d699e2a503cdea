/* The filter path in the lanes of AVX-512. */
#include "filter.h"

#ifdef HAS_AVX512
#include "lanes_avx512.h"

#include "kernels.h"

#include "columns.h"

const filter_path filter_avx512 = FILTER_PATH("avx512");
#else
typedef int nothing_here; /* a file of C has something */
#endif
