/* The filter path in the lanes of AVX2. */
#include "arrays_filter.h"

#ifdef HAS_AVX2
#include "arrays_lanes_avx2.h"

#include "arrays_kernels.h"

#include "arrays_forms.h"

const filter_path filter_avx2 = FILTER_PATH("avx2");
#else
typedef int nothing_here; /* a file of C has something */
#endif
