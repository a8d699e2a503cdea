/* Verbs for fuzz/memory beside those of fuzz/bits. */
#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

#include "../bits/bits.h"

extern const verb more_verbs[];

#endif
