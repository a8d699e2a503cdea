/* Calls of verbs with arrays of shapes are handed on to the extension that knows NumPy, which collide2d.arrays names
 * when it is imported. What only looks like a shape is made one here, so that both extensions take the same. */
#include "../convert.h"

PyObject *set_arrays(PyObject *module, PyObject *args)
{
    module_state *state = PyModule_GetState(module);
    PyObject *arrays, *type;
    if (!PyArg_ParseTuple(args, "O!O!:_set_arrays", &PyModule_Type, &arrays, &PyType_Type, &type))
        return NULL;
    Py_XSETREF(state->arrays, Py_NewRef(arrays));
    Py_XSETREF(state->array_type, (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
}

#define MOST_ARGUMENTS 4

/* The argument as the other extension takes it: a new reference. */
static PyObject *hand_on(module_state *state, const char *verb, const char *name, PyObject *object)
{
    if (is_shape(object) || is_shape_array(state, object))
        return Py_NewRef(object);
    operand o;
    if (!read_operand(state, verb, name, object, &o))
        return NULL;
    PyObject *shape = object_of_operand(state, &o);
    release_operand(&o);
    return shape;
}

PyObject *ask_arrays(module_state *state, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                     unsigned shapes)
{
    PyObject *handed[MOST_ARGUMENTS + 1] = {NULL}, *result = NULL;
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (total > MOST_ARGUMENTS)
        return PyErr_Format(PyExc_TypeError, "%s: takes at most %d arguments, got %zd", verb, MOST_ARGUMENTS, total);
    PyObject *arrays = Py_NewRef(state->arrays), *function = PyObject_GetAttrString(arrays, verb);
    bool good = function != NULL;
    for (Py_ssize_t i = 0; i < total && good; i++) {
        const char *name = i == 0 ? "a" : "b";
        handed[i + 1] = i < nargs && shapes >> i & 1 ? hand_on(state, verb, name, args[i]) : Py_NewRef(args[i]);
        good = handed[i + 1] != NULL;
    }
    if (good)
        result = PyObject_Vectorcall(function, handed + 1, (size_t)nargs | PY_VECTORCALL_ARGUMENTS_OFFSET, kwnames);
    for (int i = 1; i <= MOST_ARGUMENTS; i++)
        Py_XDECREF(handed[i]);
    Py_XDECREF(function);
    Py_DECREF(arrays);
    return result;
}
