/* The filter path in the lanes of AVX-512. */
#include "arrays_filter.h"

#ifdef HAS_AVX512
#include "arrays_lanes_avx512.h"

#include "arrays_kernels.h"

#include "arrays_forms.h"

const filter_path filter_avx512 = FILTER_PATH("avx512");
#else
typedef int nothing_here; /* a file of C has something */
#endif
