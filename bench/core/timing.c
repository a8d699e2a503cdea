/* See timing.h. */
#define _POSIX_C_SOURCE 200809L

#include "timing.h"

#include <time.h>

enum { CACHE_LINE = 64 };

volatile double sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void touch(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    unsigned sum = 0;
    for (size_t i = 0; i < size; i += CACHE_LINE)
        sum += bytes[i];
    sink = sum;
}

void measure(const timed *contenders, int count, int repeats, double *ns)
{
    double best[MOST_CONTENDERS][BLOCKS];
    for (int c = 0; c < count; c++)
        for (int block = 0; block < BLOCKS; block++)
            best[c][block] = 1e18;
    for (int repeat = 0; repeat < repeats; repeat++)
        for (int block = 0; block < BLOCKS; block++)
            for (int turn = 0; turn < count; turn++) {
                int c = (turn + repeat) % count;
                contenders[c].warm(contenders[c].self, block * BLOCK);
                double start = now();
                contenders[c].run(contenders[c].self, block * BLOCK);
                double time = now() - start;
                if (time < best[c][block])
                    best[c][block] = time;
            }
    for (int c = 0; c < count; c++) {
        ns[c] = 0.0;
        for (int block = 0; block < BLOCKS; block++)
            ns[c] += best[c][block] / INPUTS;
    }
}
