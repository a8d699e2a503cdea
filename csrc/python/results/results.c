/* What Contact and Hit share. A result is an immutable value of numbers. Its hash, repr and pickle are those of the
 * fields that __match_args__ names, which are also the arguments of its constructor. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"

void result_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* ---- construction ---- */

static bool is_finite(double x) { return x - x == 0; }

bool check_number_of_result(const char *type, const char *field, double number, bool may_be_negative)
{
    if (is_finite(number) && (may_be_negative || number >= 0))
        return true;
    refuse_number(type, field, is_finite(number) ? C2D_NEGATIVE : C2D_NOT_FINITE, number);
    return false;
}

bool check_pair_of_result(const char *type, const char *field, c2d_vec pair)
{
    return check_number_of_result(type, field, pair.x, true) && check_number_of_result(type, field, pair.y, true);
}

/* ---- protocols ---- */

/* The values of the fields, from which the constructor makes an equal result. */
static PyObject *constructor_arguments(PyObject *self)
{
    PyObject *names = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__match_args__");
    result_list values;
    bool good = names != NULL;
    result_list_init(&values);
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(names); i++)
        good = result_list_add_object(&values, PyObject_GetAttr(self, PyTuple_GET_ITEM(names, i)));
    Py_XDECREF(names);
    return result_list_to_tuple(&values, good);
}

PyObject *result_repr(PyObject *self)
{
    PyObject *values = constructor_arguments(self), *name = values ? PyType_GetName(Py_TYPE(self)) : NULL;
    PyObject *text = name ? PyUnicode_FromFormat("%U%R", name, values) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(name);
    return text;
}

Py_hash_t result_hash(PyObject *self)
{
    PyObject *values = constructor_arguments(self);
    Py_hash_t hash = values ? PyObject_Hash(values) : -1;
    Py_XDECREF(values);
    return hash;
}

static PyObject *result_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *values = constructor_arguments(self);
    return values ? Py_BuildValue("(ON)", Py_TYPE(self), values) : NULL;
}

PyMethodDef result_methods[] = {
    {"__reduce__", result_reduce, METH_NOARGS, reduce_doc},
    {"__copy__", shape_self, METH_NOARGS, copy_doc},
    {"__deepcopy__", shape_self, METH_O, deepcopy_doc},
    {0},
};
