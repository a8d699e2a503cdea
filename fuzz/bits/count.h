/* Included first in each file of the core that is compiled with -finstrument-functions, so that every compiler counts
 * the same calls: clang would also count the intrinsics of the processor, which are functions in its headers. */
#if defined(__clang__) && defined(__x86_64__)
#pragma clang attribute push(__attribute__((no_instrument_function)), apply_to = function)
#include <immintrin.h>
#pragma clang attribute pop
#endif
