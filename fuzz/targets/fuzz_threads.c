/* Property: threads that ask one space, one list and one array of shapes at the same time, while another thread changes
 * them, get the answers of a single thread: each question has the answer from before or after some change, never from
 * the middle of one, and never an older one than the question before. Where a verb over rows lets other threads run,
 * this holds for each row.
 *
 * The questions, the changes and the law are in threads_law.py. Built two ways, as fuzz_arrays.c: with the interpreter
 * embedded and both extensions linked in; with FUZZ_THREADS_MODULE as an extension module whose replay(bytes) asks the
 * installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_THREADS_MODULE
#define EMBED_MODULE
#endif
#include "../embed.h"

EMBED_LAW(threads_law)

#ifndef FUZZ_THREADS_MODULE

static void start(void) { start_python_with_numpy(PYMEM_ALLOCATOR_MALLOC); }

#endif

EMBED_REPLAY(fuzz_threads)
