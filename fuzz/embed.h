/* The interpreter that a fuzz target embeds, or the extension module that it is if EMBED_MODULE is defined: what the
 * targets that run Python have in common. A target includes this file once, after Python.h. */
#ifndef FUZZ_EMBED_H
#define FUZZ_EMBED_H

#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void fatal(const char *what)
{
    PyErr_Print();
    CHECK(0, "%s", what);
    abort();
}

static inline PyObject *imported(const char *module, const char *name)
{
    PyObject *found = PyImport_ImportModule(module), *member = found ? PyObject_GetAttrString(found, name) : NULL;

    if (!member)
        fatal(module);
    Py_DECREF(found);
    return member;
}

/* Fails with the broken laws that a function of Python returned, or with its exception. */
static inline void check_law(PyObject *broken)
{
    if (!broken)
        fatal("an exception");
    CHECK(PyUnicode_GetLength(broken) == 0, "%s", PyUnicode_AsUTF8(broken));
    Py_DECREF(broken);
    CHECK(!PyErr_Occurred(), "an exception was left behind");
}

/* A target whose law is the function hold of a module in this folder: hold(bytes) returns the laws that were broken, or
 * "". */
#define EMBED_LAW(module)                                                                                              \
    static void run_once(const uint8_t *data, size_t size)                                                             \
    {                                                                                                                  \
        static PyObject *hold;                                                                                         \
                                                                                                                       \
        if (!hold)                                                                                                     \
            hold = imported(#module, "hold");                                                                          \
        check_law(PyObject_CallFunction(hold, "(y#)", (const char *)data, (Py_ssize_t)size));                          \
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
        static unsigned long runs;                                                                                     \
                                                                                                                       \
        if (runs++ == 0)                                                                                               \
            start();                                                                                                   \
        run_once(data, size);                                                                                          \
        if (runs % 4096 == 0)                                                                                          \
            PyGC_Collect();                                                                                            \
        return 0;                                                                                                      \
    }

PyMODINIT_FUNC PyInit__core(void);

/* An interpreter keeps its objects until the end of the process. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16"; }

/* The path of a folder beside this program, which has all that it needs where nothing is installed (fuzz/oss-fuzz), or
 * NULL if it does not exist. */
static inline const char *beside_program(const char *name)
{
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);

    while (length > 0 && path[length - 1] != '/')
        length--;
    snprintf(path + (length > 0 ? length : 0), 64, "%s", name);
    return length > 0 && access(path, R_OK) == 0 ? path : NULL;
}

static inline const char *folder(const char *variable, const char *beside, const char *built_in)
{
    const char *chosen = getenv(variable), *found = chosen ? NULL : beside_program(beside);
    return chosen ? chosen : found ? found : built_in;
}

/* Starts an interpreter without site, loads the extension, which is linked in, as a part of the package, and runs a
 * program, in which add(name) loads another one: `root` is the source tree, `numpy_root` the folder of NumPy or None.
 * The collections of inputs do not look through what is there then. Every block of an object comes from the C library,
 * for the address sanitizer, or from Python's allocator, where only answers are tested, which is faster. */
static inline void start_python(const char *program, const char *numpy_root, int allocator)
{
    static const char load[] = "import gc, sys, importlib.util, importlib.machinery as m\n"
                               "sys.path[:0] = [root, root + '/fuzz', root + '/tests/generators']\n"
                               "def add(name):\n"
                               "    spec = m.ModuleSpec(name, m.BuiltinImporter, origin='built-in')\n"
                               "    sys.modules[name] = module = importlib.util.module_from_spec(spec)\n"
                               "    spec.loader.exec_module(module)\n"
                               "    return module\n"
                               "add('collide2d._core')\n"
                               "exec(program)\n"
                               "gc.freeze()\n";
    PyPreConfig before;
    PyConfig config;
    PyStatus status;

    PyImport_AppendInittab("collide2d._core", PyInit__core);
    PyPreConfig_InitIsolatedConfig(&before);
    before.allocator = allocator;
    status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    config.write_bytecode = 0;
    config.use_hash_seed = 1; /* each run of an input is the same */
    config.hash_seed = 0;
    status = PyConfig_SetBytesString(&config, &config.program_name, "python3");
    const char *home = beside_program("python");
    if (!PyStatus_Exception(status) && home)
        status = PyConfig_SetBytesString(&config, &config.home, home);
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    PyConfig_Clear(&config);
    PyObject *scope =
        Py_BuildValue("{s:O,s:s,s:z,s:s}", "__builtins__", PyEval_GetBuiltins(), "root",
                      folder("COLLIDE2D_ROOT", "collide2d", FUZZ_ROOT), "numpy_root", numpy_root, "program", program);
    PyObject *done = scope ? PyRun_String(load, Py_file_input, scope, scope) : NULL;
    if (!done)
        fatal("loading the extensions"); /* prints the reason, and ends the process if there is no NumPy */
    Py_DECREF(done);
    Py_DECREF(scope);
}

#ifdef FUZZ_NUMPY
PyMODINIT_FUNC PyInit__arrays(void);

/* The same with NumPy and the extension that needs it. */
static inline void start_python_with_numpy(int allocator)
{
    static const char load[] = "sys.path.insert(0, numpy_root)\n"
                               "try:\n"
                               "    import numpy\n"
                               "except ImportError as error:\n"
                               "    sys.exit('this target needs a NumPy for Python %d.%d in NUMPY_ROOT=%s: %s'\n"
                               "             % (*sys.version_info[:2], numpy_root, error))\n"
                               "import collide2d\n"
                               "collide2d._arrays = add('collide2d._arrays')\n";

    PyImport_AppendInittab("collide2d._arrays", PyInit__arrays);
    char *numpy_root = strdup(folder("NUMPY_ROOT", "numpy", FUZZ_NUMPY));
    start_python(load, numpy_root, allocator);
    free(numpy_root);
}
#endif

#endif
#endif
