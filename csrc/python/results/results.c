/* What Contact, Hit and every other structured result have in common. A result is an immutable value of numbers:
 * hashed, shown and pickled by the fields that its __match_args__ names, which are its constructor's arguments. */
#include "../convert.h"
#include "../docs.h"
#include "held.h"

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

/* The values of the fields, from which the constructor makes the result again. */
static PyObject *defining(PyObject *self)
{
    PyObject *names = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__match_args__");
    findings values;
    bool good = names != NULL;
    open_findings(&values);
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(names); i++)
        good = add_object(&values, PyObject_GetAttr(self, PyTuple_GET_ITEM(names, i)));
    Py_XDECREF(names);
    return tuple_of_objects(&values, good);
}

PyObject *result_repr(PyObject *self)
{
    PyObject *values = defining(self), *name = values ? PyType_GetName(Py_TYPE(self)) : NULL;
    PyObject *text = name ? PyUnicode_FromFormat("%U%R", name, values) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(name);
    return text;
}

Py_hash_t result_hash(PyObject *self)
{
    PyObject *values = defining(self);
    Py_hash_t hash = values ? PyObject_Hash(values) : -1;
    Py_XDECREF(values);
    return hash;
}

static PyObject *result_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *values = defining(self);
    return values ? Py_BuildValue("(ON)", Py_TYPE(self), values) : NULL;
}

PyMethodDef result_methods[] = {
    {"__reduce__", result_reduce, METH_NOARGS, reduce_doc},
    {"__copy__", shape_self, METH_NOARGS, copy_doc},
    {"__deepcopy__", shape_self, METH_O, deepcopy_doc},
    {0},
};
