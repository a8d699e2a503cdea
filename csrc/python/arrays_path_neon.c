/* The filter path in the lanes of NEON. */
#define LANES_NEON
#include "arrays_filter.h"

#ifdef HAS_NEON
#include "arrays_kernels.h"

const filter_path filter_neon = FILTER_PATH("neon");
#else
typedef int not_empty;
#endif
