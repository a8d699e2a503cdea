/* Property: in any level with slopes, steps, planks, lifts and presses, a walker overlaps nothing that blocks it after
 * a walk and is still in the room; a floor that is reported is there, and standing still moves nothing; walks along
 * ground never lose it; in any number of steps a second, a walk ends at the same place; a press crushes exactly if it
 * leaves no room; and the same level walked again, also from a snapshot, gives the same walks.
 *
 * The levels and the laws are in tests/generators/walks.py, and walker_law.py makes an input into choices. Built two
 * ways, as fuzz_binding.c: with the interpreter embedded and the binding linked in; with FUZZ_WALKER_MODULE as an
 * extension module whose replay(bytes) asks the installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_WALKER_MODULE
#define EMBED_MODULE
#endif
#include "../embed.h"

EMBED_LAW(walker_law)

#ifndef FUZZ_WALKER_MODULE

static void start(void) { start_python("", NULL, PYMEM_ALLOCATOR_PYMALLOC); }

#endif

EMBED_REPLAY(fuzz_walker)
