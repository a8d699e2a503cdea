/* The filter path in the lanes of AVX2. */
#include "filter.h"

#ifdef HAS_AVX2
#include "lanes_avx2.h"

#include "kernels.h"

#include "columns.h"

const filter_path filter_avx2 = FILTER_PATH("avx2");
#else
typedef int nothing_here; /* a file of C has something */
#endif
