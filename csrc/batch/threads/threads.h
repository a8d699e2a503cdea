/* The parts of one call on several threads. The threads are started for the call and have ended when it returns: no
 * thread of ours outlives a call, so a fork, the end of an interpreter, or calls of many threads at once need no care.
 * To start and join one takes some 20 microseconds. */
#ifndef C2D_BATCH_THREADS_H
#define C2D_BATCH_THREADS_H

#include <stdbool.h>
#include <stddef.h>

/* The most threads of one call, its own included. */
#define MAX_THREADS 256

/* Does one part. No two threads have a worker's number at once: it is less than the number of threads, and that of the
 * caller is 0. False: no further parts are begun. */
typedef bool part_function(void *context, int worker, size_t part);

/* Does all parts, on up to `threads` threads; each takes the next part when it has done one. Where no thread can be
 * started, the caller does all of them, in their order. False if a part was false; those begun before it are done. */
bool run_parts(int threads, size_t parts, part_function *run, void *context);

#endif
