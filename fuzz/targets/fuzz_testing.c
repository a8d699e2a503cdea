/* Property: any bytes as a file of truths are truths that come back from their text as they are, and are compared with
 * the answers of the package, or a ValueError that names the file; and an exam of a function with any answers and any
 * arguments is a consistent report, or a TypeError or ValueError that names the argument.
 *
 * testing_law.py makes an input into a file or an exam. Built two ways, as fuzz_binding.c: with the interpreter
 * embedded and the binding linked in; with FUZZ_TESTING_MODULE as an extension module whose replay(bytes) asks the
 * installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_TESTING_MODULE
#define EMBED_MODULE
#endif
#include "../embed.h"

EMBED_LAW(testing_law)

#ifndef FUZZ_TESTING_MODULE

static void start(void) { start_python("", NULL, PYMEM_ALLOCATOR_PYMALLOC); }

#endif

EMBED_REPLAY(fuzz_testing)
