/* How the C benchmarks measure: blocks of inputs that fit the second-level cache, brought there first; on each block
 * every contender in turn; the minimum over the repeats, block by block, so that a disturbance costs one block of one
 * repeat. All inputs pass between two visits to a block, so no branch predictor can know them by heart. The loop and
 * the call are in all times. */
#ifndef TIMING_H
#define TIMING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { INPUTS = 65536, BLOCK = 1024, BLOCKS = INPUTS / BLOCK, MOST_CONTENDERS = 8, MOST_REPEATS = 101 };

/* Keeps results alive without a memory access in the loops. */
extern volatile double sink;

typedef struct timed {
    /* Over the inputs [first, first + BLOCK). */
    void (*run)(const void *self, int first);
    /* Reads their memory. */
    void (*warm)(const void *self, int first);
    const void *self;
} timed;

/* Nanoseconds an input of each contender, into ns[0..count). */
void measure(const timed *contenders, int count, int repeats, double *ns);

/* Reads every cache line of some memory. */
void touch(const void *memory, size_t size);

#ifdef __cplusplus
}
#endif
#endif
