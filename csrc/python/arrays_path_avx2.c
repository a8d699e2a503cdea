/* The filter path in the lanes of AVX2. */
#define LANES_AVX2
#include "arrays_filter.h"

#ifdef HAS_AVX2
#include "arrays_kernels.h"

const filter_path filter_avx2 = FILTER_PATH("avx2");
#else
typedef int not_empty;
#endif
