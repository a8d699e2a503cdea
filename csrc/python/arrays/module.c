/* The module collide2d._arrays: its type, its functions, and the choice of the filter's backend. It is in the shared
 * library of collide2d._core, so that the core is compiled and loaded once; collide2d/_arrays.py loads it. */
#include "numpy.h"
#include "../../batch/filter.h"

#include <stdlib.h>
#include <string.h>

static PyObject *set_results(PyObject *module, PyObject *args)
{
    arrays_state *state = PyModule_GetState(module);
    PyObject *given[RESULT_TYPES];
    if (!PyArg_ParseTuple(args, "OOOO:_set_results", &given[CONTACTS], &given[HITS], &given[CLOSEST_POINTS],
                          &given[CLIPS]))
        return NULL;
    for (int k = 0; k < RESULT_TYPES; k++)
        Py_XSETREF(state->results[k], Py_NewRef(given[k]));
    Py_RETURN_NONE;
}

/* clang-format off */
#define VERB(name, function, signature) \
    {name, KEYWORDS(function), PyDoc_STR(name signature "\n--\n\nThe verb over arrays.")}

static PyMethodDef module_functions[] = {
    VERB("relate", arrays_relate, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("collides", arrays_collides, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("overlaps", arrays_overlaps, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("touches", arrays_touches, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("equals", arrays_equals, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("separation", arrays_separation, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("distance", arrays_distance, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("contains", arrays_contains, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("overlap_area", arrays_overlap_area, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("clip", arrays_clip, "($module, shape, segment, /, *, out=None, threads=1)"),
    VERB("closest_points", arrays_closest_points, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("contact", arrays_contact, "($module, a, b, /, *, out=None, threads=1)"),
    VERB("cast", arrays_cast, "($module, a, motion, b, /, *, touching=False, leaving=True, out=None, threads=1)"),
    VERB("raycast", arrays_raycast, "($module, origin, motion, b, /, *, touching=False, leaving=True, out=None, threads=1)"),
    {"turn_cast", POSITIONAL(arrays_turn_cast),
     PyDoc_STR("turn_cast($module, a, angle, b, about, motion, out, threads=1, /)\n--\n\nThe verb over arrays.")},
    {"separate", POSITIONAL(arrays_separate),
     PyDoc_STR("separate($module, a, b, mass_a, mass_b, threads=1, /)\n--\n\nThe verb over arrays.")},
    {"sweep", POSITIONAL(arrays_sweep), PyDoc_STR("sweep($module, a, motion, threads=1, /)\n--\n\nThe verb over arrays.")},
    {"intersection", POSITIONAL(arrays_intersection),
     PyDoc_STR("intersection($module, a, b, threads=1, /)\n--\n\nThe verb over arrays.")},
    {"minkowski_difference", POSITIONAL(arrays_minkowski_difference),
     PyDoc_STR("minkowski_difference($module, a, b, threads=1, /)\n--\n\nThe verb over arrays.")},
    {"_pair_shapes", arrays_pair_shapes, METH_VARARGS,
     PyDoc_STR("_pair_shapes($module, verb, a, b, flat_a, flat_b, count, threads, /)\n--\n\nThe shapes of pairs, as mixed rows.")},
    {"_separate", POSITIONAL(arrays_moves_apart),
     PyDoc_STR("_separate($module, a, b, masses, threads, /)\n--\n\nThe moves that separate the pairs.")},
    {"_make_polygons", arrays_make_polygons, METH_VARARGS,
     PyDoc_STR("_make_polygons($module, how, rows, argument, about, threads, /)\n--\n\nThe rows and vertices of new polygons.")},
    {"_arrow", arrays_arrow, METH_VARARGS,
     PyDoc_STR("_arrow($module, rows, columns, /)\n--\n\nA table in capsules: its schema and its array.")},
    {"_respond", arrays_respond, METH_VARARGS,
     PyDoc_STR("_respond($module, bounces, arrays, threads, /)\n--\n\nbounce or slide; False if a number is not valid.")},
    {"_pairs", arrays_pairs, METH_VARARGS,
     PyDoc_STR("_pairs($module, a, b, touching, keep, first, last, tally, period=..., threads=1, /)\n--\n\nIndex pairs, sorted.")},
    {"_first_hits", arrays_first_hits, METH_VARARGS,
     PyDoc_STR("_first_hits($module, movers, motions, obstacles, touching, leaving, period, threads, /)\n--\n\nThe first hit of each row.")},
    {"_nearest", arrays_nearest, METH_VARARGS,
     PyDoc_STR("_nearest($module, a, b, k, max_distance, period, threads, own, /)\n--\n\nThe nearest rows of each row.")},
    {"_space_query", arrays_space_query, METH_VARARGS,
     PyDoc_STR("_space_query($module, space, shapes, touching, contained, mask, exclude, filter, /)\n--\n\n"
               "The items that each row overlaps.")},
    {"_space_contacts", arrays_space_contacts, METH_VARARGS,
     PyDoc_STR("_space_contacts($module, space, shapes, mask, exclude, filter, /)\n--\n\n"
               "The contacts of each row.")},
    {"_space_nearest", arrays_space_nearest, METH_VARARGS,
     PyDoc_STR("_space_nearest($module, space, shapes, k, max_distance, mask, exclude, filter, /)\n--\n\n"
               "The nearest items of each row.")},
    {"_space_cast", arrays_space_cast, METH_VARARGS,
     PyDoc_STR("_space_cast($module, verb, argument, space, mover, motions, touching, leaving, every, mask, exclude, "
               "filter, /)\n--\n\nWhat each row hits.")},
    {"_change", arrays_change, METH_VARARGS,
     PyDoc_STR("_change($module, how, rows, type, anchor, columns, given, names, argument, about=None, threads=1, /)\n--\n\n"
               "New rows from old ones.")},
    {"_set_results", set_results, METH_VARARGS,
     PyDoc_STR("_set_results($module, contacts, hits, closest_points, clips, /)\n--\n\nSets the types of results.")},
    {0},
};
/* clang-format on */

/* Chooses the fastest backend, or the one that the environment names. All have equal answers. */
static int choose_backend(PyObject *module)
{
    const char *name = getenv("COLLIDE2D_SIMD");
    arrays_state *state = PyModule_GetState(module);
    const filter_backend *backends[MAX_BACKENDS];
    int count = filter_backends(backends), chosen = 0;
    while (name && *name && chosen < count && strcmp(backends[chosen]->name, name) != 0)
        chosen++;
    if (chosen == count) {
        PyErr_Format(PyExc_ImportError,
                     "COLLIDE2D_SIMD must be a path that this machine has, such as \"portable\", got \"%s\"", name);
        return -1;
    }
    state->backend = backends[chosen];
    PyObject *names = PyTuple_New(count);
    for (int i = 0; i < count && names; i++) {
        PyObject *each = PyUnicode_FromString(backends[i]->name);
        if (each)
            PyTuple_SET_ITEM(names, i, each);
        else
            Py_CLEAR(names);
    }
    bool good = names && PyModule_AddObjectRef(module, "simd_paths", names) == 0;
    Py_XDECREF(names);
    if (!good)
        return -1;
    return PyModule_AddStringConstant(module, "simd", state->backend->name);
}

void **numpy_table;

/* Finds NumPy's table of functions; -1 with an ImportError if it is not that of NumPy 1.23 to 2. */
static int import_numpy(void)
{
    PyObject *numpy = PyImport_ImportModule("numpy._core._multiarray_umath");
    if (!numpy && PyErr_ExceptionMatches(PyExc_ModuleNotFoundError)) {
        PyErr_Clear();
        numpy = PyImport_ImportModule("numpy.core._multiarray_umath"); /* its name in NumPy 1 */
    }
    PyObject *capsule = numpy ? PyObject_GetAttrString(numpy, "_ARRAY_API") : NULL;
    void **table = capsule ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    Py_XDECREF(capsule);
    Py_XDECREF(numpy);
    if (!table) /* arrays of an earlier module still need theirs */
        return -1;
    numpy_table = table;
    unsigned interface = PyArray_GetNDArrayCVersion(), features = PyArray_GetNDArrayCFeatureVersion();
    if ((interface == 0x01000009 || interface == 0x02000000) && features >= 0x10)
        return 0;
    PyErr_Format(PyExc_ImportError, "arrays of shapes need NumPy 1.23 to 2, got the binary interface %x.%x", interface,
                 features);
    return -1;
}

static int module_exec(PyObject *module)
{
    arrays_state *state = PyModule_GetState(module);
    if (import_numpy() < 0 || choose_backend(module) < 0)
        return -1;
    PyObject *core = PyImport_ImportModule("collide2d._core");
    state->shape_type = core ? (PyTypeObject *)PyObject_GetAttrString(core, "Shape") : NULL;
    state->body_type = state->shape_type ? (PyTypeObject *)PyObject_GetAttrString(core, "Body") : NULL;
    state->space_type = state->body_type ? (PyTypeObject *)PyObject_GetAttrString(core, "Space") : NULL;
    Py_XDECREF(core);
    if (state->space_type)
        state->array_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &array_spec, NULL);
    return state->array_type ? PyModule_AddType(module, state->array_type) : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    arrays_state *state = PyModule_GetState(module);
    Py_VISIT(state->array_type);
    Py_VISIT(state->shape_type);
    Py_VISIT(state->body_type);
    Py_VISIT(state->space_type);
    for (int k = 0; k < RESULT_TYPES; k++)
        Py_VISIT(state->results[k]);
    return 0;
}

static int module_clear(PyObject *module)
{
    arrays_state *state = PyModule_GetState(module);
    Py_CLEAR(state->array_type);
    Py_CLEAR(state->shape_type);
    Py_CLEAR(state->body_type);
    Py_CLEAR(state->space_type);
    for (int k = 0; k < RESULT_TYPES; k++)
        Py_CLEAR(state->results[k]);
    return 0;
}

static void module_free(void *module) { module_clear(module); }

/* NumPy supports only one interpreter. */
static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "collide2d._arrays",
    .m_doc = PyDoc_STR("Arrays of shapes: import collide2d instead."), .m_size = sizeof(arrays_state),
                       .m_methods = module_functions, .m_slots = module_slots, .m_traverse = module_traverse,
                       .m_clear = module_clear, .m_free = module_free,
};

PyMODINIT_FUNC PyInit__arrays(void) { return PyModuleDef_Init(&module_definition); }
