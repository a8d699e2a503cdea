/* The period of a space: its argument and attribute, the shapes that fit it, and the methods that have no meaning with
 * one. */
#include "space.h"

/* ---- argument and attribute ---- */

#define MOST_PERIOD 1e60

/* An int beyond all doubles is infinite. False with an error set. */
static bool read_huge(PyObject *object, double *out)
{
    if (!PyIndex_Check(object))
        return false; /* of its own __float__ */
    PyErr_Clear();
    PyObject *number = PyNumber_Index(object), *zero = number ? PyLong_FromLong(0) : NULL;
    int negative = zero ? PyObject_RichCompareBool(number, zero, Py_LT) : -1;
    *out = negative ? -INFINITY : INFINITY;
    Py_XDECREF(number);
    Py_XDECREF(zero);
    return negative >= 0;
}

/* 1 and *out written, 0 if it is no number and not None, -1 with an error set. */
static int read_length(PyObject *object, double *out)
{
    *out = INFINITY;
    if (object == Py_None)
        return 1;
    *out = PyFloat_AsDouble(object);
    if (*out != -1.0 || !PyErr_Occurred())
        return 1;
    if (PyErr_ExceptionMatches(PyExc_OverflowError))
        return read_huge(object, out) ? 1 : -1;
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return -1;
    PyErr_Clear();
    return 0;
}

static bool check_length(const char *function, const char *name, PyObject *object, double length)
{
    if (length == INFINITY || (C2D_LEAST_PERIOD <= length && length <= MOST_PERIOD))
        return true;
    PyErr_Format(PyExc_ValueError, "%s: the %s of period must be from 1e-44 to 1e60, or None or inf, got %R", function,
                 name, object);
    return false;
}

static PyObject *refuse_period(const char *function, PyObject *object)
{
    return PyErr_Format(PyExc_TypeError, "%s: period must be a pair of numbers or None, (width, height), got %R",
                        function, object);
}

bool read_period(const char *function, PyObject *object, c2d_vec *out)
{
    *out = NO_PERIOD;
    if (object == Py_None)
        return true;
    bool has_order = is_iterable(object) && !is_text(object) && !PyAnySet_Check(object) && !PyDict_Check(object);
    PyObject *pair = has_order ? PySequence_Tuple(object) : NULL;
    if (!pair) {
        if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))
            refuse_period(function, object);
        return false;
    }
    double length[2];
    const char *const names[2] = {"width", "height"};
    int good = PyTuple_GET_SIZE(pair) == 2;
    for (int k = 0; k < 2 && good > 0; k++)
        good = read_length(PyTuple_GET_ITEM(pair, k), &length[k]);
    if (good == 0)
        refuse_period(function, object);
    for (int k = 0; k < 2 && good > 0; k++)
        good = check_length(function, names[k], PyTuple_GET_ITEM(pair, k), length[k]);
    Py_DECREF(pair);
    if (good > 0)
        *out = (c2d_vec){length[0], length[1]};
    return good > 0;
}

static PyObject *object_of_length(double length)
{
    return length < INFINITY ? PyFloat_FromDouble(length) : Py_NewRef(Py_None);
}

PyObject *object_of_period(c2d_vec period)
{
    if (!c2d_repeats(period))
        Py_RETURN_NONE;
    return Py_BuildValue("(NN)", object_of_length(period.x), object_of_length(period.y));
}

PyObject *space_period(PyObject *self, void *Py_UNUSED(closure)) { return object_of_period(SPACE(self)->period); }

bool has_no_period(const space_object *space, const char *verb, const char *advice)
{
    if (!c2d_repeats(space->period))
        return true;
    PyErr_Format(PyExc_ValueError, "%s: the space must have no period: %s", verb, advice);
    return false;
}

/* ---- what fits ---- */

void refuse_far_box(const char *function, const char *argument, c2d_bounds box, c2d_vec period, const char *where)
{
    bool along_x = !(c2d_spans_few(box.min.x, box.max.x, period.x) && c2d_is_within(box.min.x, box.max.x, period.x));
    double lo = along_x ? box.min.x : box.min.y, hi = along_x ? box.max.x : box.max.y;
    double length = along_x ? period.x : period.y;
    const char *rule = c2d_spans_few(lo, hi, length) ? "be within 2**29 periods of 0" : "span at most 16 periods";
    PyObject *first = PyFloat_FromDouble(lo), *last = PyFloat_FromDouble(hi), *period_of = PyFloat_FromDouble(length);
    if (first && last && period_of)
        PyErr_Format(PyExc_ValueError, "%s: %s must %s along %s, got bounds from %R to %R with period %R%s", function,
                     argument, rule, along_x ? "x" : "y", first, last, period_of, where);
    Py_XDECREF(first);
    Py_XDECREF(last);
    Py_XDECREF(period_of);
}

bool box_fits_period(const char *function, const char *argument, c2d_bounds box, c2d_vec period)
{
    bool fits = c2d_fits_period(box, period);
    if (!fits)
        refuse_far_box(function, argument, box, period, "");
    return fits;
}

void refuse_long_way(const char *function, const char *argument, c2d_vec way, c2d_vec period, const char *where)
{
    bool along_x = fabs(way.x) > C2D_LONGEST_WAY * period.x;
    PyObject *length = PyFloat_FromDouble(along_x ? way.x : way.y);
    PyObject *period_of = PyFloat_FromDouble(along_x ? period.x : period.y);
    if (length && period_of)
        PyErr_Format(PyExc_ValueError, "%s: %s must span at most %d periods along %s, got %R with period %R%s",
                     function, argument, C2D_LONGEST_WAY, along_x ? "x" : "y", length, period_of, where);
    Py_XDECREF(length);
    Py_XDECREF(period_of);
}

bool way_fits_period(const char *function, c2d_vec way, c2d_vec period)
{
    bool fits = !c2d_repeats(period) || c2d_way_fits(way, period);
    if (!fits)
        refuse_long_way(function, "motion", way, period, "");
    return fits;
}

bool fits_period(const char *function, const char *argument, PyObject *shape, c2d_vec period)
{
    if (!c2d_repeats(period))
        return true;
    c2d_bounds box = is_body(shape) ? c2d_body_bounds(&((body_object *)shape)->body) : c2d_bounds_of(SHAPE(shape));
    return box_fits_period(function, argument, box, period);
}
