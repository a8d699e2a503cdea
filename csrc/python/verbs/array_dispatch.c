/* Calls of verbs with arrays of shapes go to the extension that uses NumPy, which collide2d.arrays registers when it is
 * imported. Shape-likes are converted here, so both extensions accept the same arguments. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../bodies/bodies.h"

const char set_arrays_doc[] =
    PyDoc_STR(
    "_set_arrays($module, arrays, type, /)\n--\n\n"
    "Sets the module that answers calls with arrays of shapes, and the base type of arrays.");

PyObject *set_arrays(PyObject *module, PyObject *args)
{
    module_state *state = PyModule_GetState(module);
    PyObject *arrays, *type;
    if (!PyArg_ParseTuple(args, "O!O!:_set_arrays", &PyModule_Type, &arrays, &PyType_Type, &type))
        return NULL;
#if defined(Py_GIL_DISABLED) && defined(__GNUC__)
    /* What was registered before is never released: another thread may be reading it. */
    __atomic_store_n(&state->arrays, Py_NewRef(arrays), __ATOMIC_RELEASE);
    __atomic_store_n(&state->array_type, (PyTypeObject *)Py_NewRef(type), __ATOMIC_RELEASE);
#else
    Py_XSETREF(state->arrays, Py_NewRef(arrays));
    Py_XSETREF(state->array_type, (PyTypeObject *)Py_NewRef(type));
#endif
    Py_RETURN_NONE;
}

bool is_for_arrays(PyObject *keyword)
{
    return PyUnicode_CompareWithASCIIString(keyword, "out") == 0 ||
           PyUnicode_CompareWithASCIIString(keyword, "threads") == 0;
}

PyObject *refuse_for_arrays(const char *verb, PyObject *keyword, const char *what)
{
    return PyErr_Format(PyExc_TypeError, "%s: %U is for %s only", verb, keyword, what);
}

#define MAX_ARGUMENTS 8

/* As many rows as pay for the index of a body, see index_body. */
#define MANY_ROWS 1000

/* An argument as the other extension accepts it: a shape, a body or an array, a new reference; NULL with an error set.
 */
static PyObject *array_argument(module_state *state, const char *verb, const char *name, PyObject *object)
{
    if (is_shape(object) || is_shape_array(state, object))
        return Py_NewRef(object);
    operand o;
    if (!read_solid(state, verb, name, object, &o))
        return NULL;
    if (o.body)
        index_body((body_object *)o.body, MANY_ROWS);
    PyObject *shape = o.body ? Py_NewRef((PyObject *)o.body) : object_of_operand(state, &o);
    release_operand(&o);
    return shape;
}

PyObject *call_array_verb(module_state *state, const char *verb, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *const *values, PyObject *kwnames, unsigned shapes)
{
    PyObject *passed[MAX_ARGUMENTS + 1] = {NULL}, *result = NULL;
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (total > MAX_ARGUMENTS)
        return PyErr_Format(PyExc_TypeError, "%s: takes at most %d arguments, got %zd", verb, MAX_ARGUMENTS, total);
    PyObject *arrays = Py_NewRef(LOAD_SHARED(state->arrays)), *function = PyObject_GetAttrString(arrays, verb);
    bool good = function != NULL;
    for (Py_ssize_t i = 0; i < total && good; i++) {
        const char *name = i == 0 ? "a" : "b";
        PyObject *given = i < nargs ? args[i] : values[i - nargs];
        passed[i + 1] = i < nargs && shapes >> i & 1 ? array_argument(state, verb, name, given) : Py_NewRef(given);
        good = passed[i + 1] != NULL;
    }
    if (good)
        result = PyObject_Vectorcall(function, passed + 1, (size_t)nargs | PY_VECTORCALL_ARGUMENTS_OFFSET, kwnames);
    for (int i = 1; i <= MAX_ARGUMENTS; i++)
        Py_XDECREF(passed[i]);
    Py_XDECREF(function);
    Py_DECREF(arrays);
    return result;
}
