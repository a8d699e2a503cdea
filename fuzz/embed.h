/* The interpreter that a fuzz target embeds, or the extension module that it is if EMBED_MODULE is defined: what the
 * targets that run Python have in common. A target includes this file once, after Python.h. */
#ifndef FUZZ_EMBED_H
#define FUZZ_EMBED_H

#include "target.h"

#include <stdlib.h>

static inline void fatal(const char *what)
{
    PyErr_Print();
    CHECK(0, "%s", what);
    abort();
}

#ifdef EMBED_MODULE

/* Defines the module: its function replay runs one input, and aborts if a property is violated. */
#define EMBED_REPLAY(name)                                                                                             \
    static PyObject *replay(PyObject *module, PyObject *data)                                                          \
    {                                                                                                                  \
        char *bytes;                                                                                                   \
        Py_ssize_t size;                                                                                               \
                                                                                                                       \
        (void)module;                                                                                                  \
        if (PyBytes_AsStringAndSize(data, &bytes, &size) < 0)                                                          \
            return NULL;                                                                                               \
        run_once((const uint8_t *)bytes, (size_t)size);                                                                \
        Py_RETURN_NONE;                                                                                                \
    }                                                                                                                  \
    static PyMethodDef methods[] = {{"replay", replay, METH_O, "Runs one input."}, {0}};                               \
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, #name, NULL, -1, methods, NULL, NULL, NULL, NULL};  \
    PyMODINIT_FUNC PyInit_##name(void) { return PyModule_Create(&definition); }

#else

#define EMBED_REPLAY(name)                                                                                             \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                                       \
    {                                                                                                                  \
        static bool started;                                                                                           \
                                                                                                                       \
        if (!started)                                                                                                  \
            start();                                                                                                   \
        started = true;                                                                                                \
        run_once(data, size);                                                                                          \
        return 0;                                                                                                      \
    }

/* An interpreter keeps its objects until the end of the process. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:allocator_may_return_null=1"; }

static inline const char *setting(const char *name, const char *built_in)
{
    const char *chosen = getenv(name);
    return chosen ? chosen : built_in;
}

/* Starts an interpreter without site, after PyImport_AppendInittab, and runs a program that finds the root of the
 * source tree in `root` and the directory of NumPy in `numpy_root`. */
static inline void start_python(const char *program, const char *numpy_root)
{
    PyPreConfig before;
    PyConfig config;
    PyStatus status;

    PyPreConfig_InitIsolatedConfig(&before);
    before.allocator = PYMEM_ALLOCATOR_MALLOC; /* every block on its own, for the address sanitizer */
    status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    config.write_bytecode = 0;
    status = PyConfig_SetBytesString(&config, &config.program_name, "python3");
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    PyConfig_Clear(&config);
    PyObject *scope = Py_BuildValue("{s:O,s:s,s:z}", "__builtins__", PyEval_GetBuiltins(), "root",
                                    setting("COLLIDE2D_ROOT", FUZZ_ROOT), "numpy_root", numpy_root);
    PyObject *done = scope ? PyRun_String(program, Py_file_input, scope, scope) : NULL;
    if (!done)
        fatal("loading the extensions"); /* prints the reason, and ends the process if there is no NumPy */
    Py_DECREF(done);
    Py_DECREF(scope);
}

#endif
#endif
