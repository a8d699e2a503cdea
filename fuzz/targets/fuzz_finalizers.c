/* Property: whatever the arguments and items of a call do in the midst of it, the space stays consistent, and the call
 * raises only what they raised or an error that says what they did. They change the space, remove what is being
 * visited, drop the last reference to it and raise, from __float__, __index__, __len__, __getitem__, __hash__, __eq__,
 * __del__, weak references, computed attributes, iterables, filters and keys.
 *
 * The programs and the law are in finalizers_law.py. Built two ways, as fuzz_binding.c: with the interpreter embedded
 * and the binding linked in; with FUZZ_FINALIZERS_MODULE as an extension module whose replay(bytes) asks the installed
 * package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_FINALIZERS_MODULE
#define EMBED_MODULE
#endif
#include "../embed.h"

EMBED_LAW(finalizers_law)

#ifndef FUZZ_FINALIZERS_MODULE

static void start(void) { start_python("", NULL, PYMEM_ALLOCATOR_MALLOC); }

#endif

EMBED_REPLAY(fuzz_finalizers)
