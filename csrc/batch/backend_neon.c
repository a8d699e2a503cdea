/* The filter path in the lanes of NEON. */
#include "filter.h"

#ifdef HAS_NEON
#include "lanes_neon.h"

#include "kernels.h"

#include "columns.h"

const filter_path filter_neon = FILTER_PATH("neon");
#else
typedef int nothing_here; /* a file of C has something */
#endif
