/* The filter path in the lanes of NEON. */
#include "arrays_filter.h"

#ifdef HAS_NEON
#include "arrays_lanes_neon.h"

#include "arrays_kernels.h"

#include "arrays_forms.h"

const filter_path filter_neon = FILTER_PATH("neon");
#else
typedef int nothing_here; /* a file of C has something */
#endif
