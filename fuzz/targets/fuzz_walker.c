/* Property: in any level with slopes, steps, planks, lifts and presses, a walker overlaps nothing that blocks it after
 * a walk and is still in the room; a floor that is reported is there, and standing still moves nothing; walks along
 * ground never lose it; in any number of steps a second, a walk ends at the same place; a press crushes exactly if it
 * leaves no room; and the same level walked again, also from a snapshot, gives the same walks.
 *
 * The levels and the laws are in tests/support/walks.py, and walker_law.py makes an input into choices. Built two ways,
 * as fuzz_binding.c: with the interpreter embedded and the binding linked in; with FUZZ_WALKER_MODULE as an extension
 * module whose replay(bytes) asks the installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_WALKER_MODULE
#define EMBED_MODULE
#endif
#include "../embed.h"

#include <stdio.h>

static PyObject *hold; /* walker_law.hold */

static void find_law(void)
{
    PyObject *law = PyImport_ImportModule("walker_law");

    hold = law ? PyObject_GetAttrString(law, "hold") : NULL;
    if (!hold)
        fatal("importing fuzz/walker_law.py");
    Py_DECREF(law);
}

static void run_once(const uint8_t *data, size_t size)
{
    static unsigned long runs;

    if (!hold)
        find_law();
    PyObject *broken = PyObject_CallFunction(hold, "(y#)", (const char *)data, (Py_ssize_t)size);
    if (!broken)
        fatal("an exception");
    CHECK(PyUnicode_GetLength(broken) == 0, "%s", PyUnicode_AsUTF8(broken));
    Py_DECREF(broken);
    if (++runs % 4096 == 0)
        PyGC_Collect();
}

#ifndef FUZZ_WALKER_MODULE

PyMODINIT_FUNC PyInit__core(void);

/* The extension is linked in: it is put where the package will look for it. */
static void start(void)
{
    static const char load[] = "import sys, importlib.util, importlib.machinery as m\n"
                               "sys.path[:0] = [root, root + '/fuzz', root + '/tests/support']\n"
                               "spec = m.ModuleSpec('collide2d._core', m.BuiltinImporter, origin='built-in')\n"
                               "core = importlib.util.module_from_spec(spec)\n"
                               "sys.modules['collide2d._core'] = core\n"
                               "spec.loader.exec_module(core)\n";

    PyImport_AppendInittab("collide2d._core", PyInit__core);
    start_python(load, NULL);
    find_law();
}

#endif

EMBED_REPLAY(fuzz_walker)
