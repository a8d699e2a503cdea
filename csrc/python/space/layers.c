/* Sets of layers from arguments, and as ints. */
#include "space.h"

bool layer_mask_from(const char *function, const char *argument, PyObject *object, layer_mask *out)
{
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: %s must be an int, got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
        return false;
    }
    PyObject *number = PyNumber_Index(object);
    if (!number)
        return false;
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    out->bits = (uint64_t)value;
    out->negative = value < 0;
    bool good = overflow == 0;
    if (overflow > 0) {
        out->bits = PyLong_AsUnsignedLongLong(number);
        out->negative = false;
        good = !PyErr_Occurred();
        PyErr_Clear();
    }
    if (!good)
        PyErr_Format(PyExc_ValueError, "%s: %s must be between -2**63 and 2**64 - 1, got %R", function, argument,
                     number);
    Py_DECREF(number);
    return good;
}

PyObject *int_of_layer_mask(layer_mask b)
{
    return b.negative ? PyLong_FromLongLong((long long)b.bits) : PyLong_FromUnsignedLongLong(b.bits);
}
