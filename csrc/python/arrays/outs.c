/* The outputs of verbs over arrays: the given ones, if they fit, and new ones. */
#include "calls.h"

#include <string.h>

/* The addresses that an array may use. */
typedef struct extent {
    const char *low, *high;
} extent;

static extent extent_of(PyArrayObject *array)
{
    extent e = {PyArray_BYTES(array), PyArray_BYTES(array) + PyArray_ITEMSIZE(array)};
    for (int k = 0; k < PyArray_NDIM(array); k++) {
        ptrdiff_t reach = (PyArray_DIM(array, k) - 1) * PyArray_STRIDE(array, k);
        if (PyArray_DIM(array, k) == 0)
            e.high = e.low;
        else if (reach < 0)
            e.low += reach;
        else
            e.high += reach;
    }
    return e;
}

static bool may_overlap(PyArrayObject *a, PyArrayObject *b)
{
    extent e = extent_of(a), f = extent_of(b);
    return e.low < f.high && f.low < e.high;
}

static ptrdiff_t magnitude(ptrdiff_t stride) { return stride < 0 ? -stride : stride; }

/* Whether two elements may share memory. Axes go from the least stride to the greatest: each must step over all that
 * comes before it. */
static bool may_overlap_itself(PyArrayObject *array)
{
    bool done[MAX_AXES + 2] = {false};
    ptrdiff_t extent = PyArray_ITEMSIZE(array);
    for (int left = PyArray_NDIM(array); left > 0; left--) {
        int least = -1;
        for (int k = 0; k < PyArray_NDIM(array); k++)
            if (!done[k] &&
                (least < 0 || magnitude(PyArray_STRIDE(array, k)) < magnitude(PyArray_STRIDE(array, least))))
                least = k;
        done[least] = true;
        ptrdiff_t count = PyArray_DIM(array, least), stride = magnitude(PyArray_STRIDE(array, least));
        if (count > 1 && stride < extent)
            return true;
        extent += count > 1 ? (count - 1) * stride : 0;
    }
    return false;
}

#define MAX_VECTOR_AXES 2

/* The sizes of an output, with all axes of length 2 that it may have. */
static void set_sizes(const job *j, ptrdiff_t sizes[MAX_AXES + MAX_VECTOR_AXES])
{
    memcpy(sizes, j->size, (size_t)j->axes * sizeof *sizes);
    for (int k = 0; k < MAX_VECTOR_AXES; k++)
        sizes[j->axes + k] = 2;
}

/* Whether output k can be written to an object; false with an error set. */
static bool check_out(const verb_spec *spec, const job *j, int k, PyObject *object)
{
    PyArrayObject *array = (PyArrayObject *)object;
    if (!PyArray_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: out must be an array, got %.100s", spec->name, Py_TYPE(object)->tp_name);
        return false;
    }
    PyArray_Descr *descr = PyArray_DescrFromType(spec->type[k]);
    bool right = PyArray_TYPE(array) == spec->type[k] && PyArray_ISNOTSWAPPED(array);
    if (!right)
        PyErr_Format(PyExc_TypeError, "%s: out must have the dtype %S, got %S", spec->name, descr,
                     PyArray_DESCR(array));
    Py_DECREF(descr);
    if (right && !PyArray_ISWRITEABLE(array))
        PyErr_Format(PyExc_ValueError, "%s: out must be writable, got an array that is read-only", spec->name);
    if (!right || PyErr_Occurred() || PyArray_FailUnlessWriteable(array, "out") < 0)
        return false;
    int axes = j->axes + spec->vector[k];
    bool fits = PyArray_NDIM(array) == axes;
    for (int i = 0; i < axes && fits; i++)
        fits = PyArray_DIM(array, i) == (i < j->axes ? j->size[i] : 2);
    if (fits)
        return true;
    ptrdiff_t sizes[MAX_AXES + MAX_VECTOR_AXES];
    set_sizes(j, sizes);
    PyObject *want = tuple_of_sizes(axes, sizes), *got = tuple_of_sizes(PyArray_NDIM(array), PyArray_DIMS(array));
    if (want && got)
        PyErr_Format(PyExc_ValueError, "%s: out must have the shape %R, got %R", spec->name, want, got);
    Py_XDECREF(want);
    Py_XDECREF(got);
    return false;
}

static PyArrayObject *new_out(const verb_spec *spec, const job *j, int k)
{
    ptrdiff_t sizes[MAX_AXES + MAX_VECTOR_AXES];
    set_sizes(j, sizes);
    return (PyArrayObject *)PyArray_SimpleNew(j->axes + spec->vector[k], sizes, spec->type[k]);
}

/* The array that is given for output k, borrowed, or NULL. */
static PyObject *given_out(const verb_spec *spec, PyObject *out, int k)
{
    return !out || out == Py_None ? NULL : spec->outs == 1 ? out : PyTuple_GET_ITEM(out, k);
}

bool make_outs(const verb_spec *spec, job *j, PyObject *out, const array_operand *const *operands, int count,
               PyArrayObject **result, PyArrayObject **work)
{
    if (out && out != Py_None && spec->outs > 1 && !(PyTuple_Check(out) && PyTuple_GET_SIZE(out) == spec->outs)) {
        PyErr_Format(PyExc_TypeError, "%s: out must be a tuple of %d arrays, got %.100s", spec->name, spec->outs,
                     Py_TYPE(out)->tp_name);
        return false;
    }
    for (int k = 0; k < spec->outs; k++) {
        PyObject *given = given_out(spec, out, k);
        if (given && !check_out(spec, j, k, given))
            return false;
        result[k] = given ? (PyArrayObject *)Py_NewRef(given) : new_out(spec, j, k);
        if (!result[k])
            return false;
        bool unsafe = given && may_overlap_itself(result[k]); /* threads would write one element */
        for (int i = 0; i < count && given && !unsafe; i++)
            unsafe = operands[i]->array && may_overlap(result[k], operands[i]->array);
        work[k] = unsafe ? new_out(spec, j, k) : (PyArrayObject *)Py_NewRef(result[k]);
        if (!work[k])
            return false;
        set_stream(j, &j->streams[FIRST_OUT + k], work[k], j->axes);
        int vector = spec->vector[k];
        j->component[k] = vector ? PyArray_STRIDE(work[k], j->axes + vector - 1) : 0;
        j->vector[k] = vector > 1 ? PyArray_STRIDE(work[k], j->axes) : 0;
    }
    j->outs = spec->outs;
    return true;
}

PyObject *wrap_outs(const arrays_state *state, const verb_spec *spec, PyArrayObject **result, bool given)
{
    if (spec->outs == 1)
        return given ? Py_NewRef(result[0]) : PyArray_Return((PyArrayObject *)Py_NewRef(result[0]));
    PyObject *fields[MAX_OUTS] = {NULL};
    bool good = true;
    for (int k = 0; k < spec->outs && good; k++) {
        fields[k] = given ? Py_NewRef(result[k]) : PyArray_Return((PyArrayObject *)Py_NewRef(result[k]));
        good = fields[k] != NULL;
    }
    bool plain = spec->result == PLAIN_TUPLE;
    PyObject *maker = plain ? NULL : Py_XNewRef(state->results[spec->result]);
    PyObject *wrapped = good && plain ? PyTuple_Pack(spec->outs, fields[0], fields[1]) : NULL;
    if (good && !plain && !maker)
        PyErr_SetString(PyExc_ImportError, "import collide2d.arrays first");
    else if (good && !plain)
        wrapped = PyObject_Vectorcall(maker, fields, (size_t)spec->outs, NULL);
    for (int k = 0; k < spec->outs; k++)
        Py_XDECREF(fields[k]);
    Py_XDECREF(maker);
    return wrapped;
}
