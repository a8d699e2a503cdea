/* Arrays of numbers as rows: conversion of array-likes, and the errors of invalid ones. */
#include "numpy.h"
#include "../../batch/threads/threads.h"

/* ---- text ---- */

static const char *const column_letters[ROW_KINDS][MAX_COLUMNS] = {
    {"x", "y"},
    {"x", "y", "r"},
    {"ax", "ay", "bx", "by"},
    {"ax", "ay", "bx", "by", "r"},
    {"x", "y", "w", "h", "angle"},
    {"x", "y", "w", "h", "r", "angle"},
    {"start", "end", "radius"},
    {"kind"},
};

/* The name of a column. Those of the first four columns of a rectangle depend on its anchor. */
static const char *letter_of(const row_format *format, int column)
{
    static const char *const first[ROW_ANCHORS][4] = {{"x", "y", "w", "h"},
                                                      {"cx", "cy", "w", "h"},
                                                      {"x1", "y1", "x2", "y2"},
                                                      {"cx", "cy", "inner_w", "inner_h"},
                                                      {"x", "y", "inner_w", "inner_h"}};
    bool rectangle = format->kind == ROW_RECT || format->kind == ROW_ROUNDRECT;
    return rectangle && column < 4 ? first[format->anchor][column] : column_letters[format->kind][column];
}

PyObject *tuple_of_sizes(int count, const ptrdiff_t *sizes)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; i < count && tuple; i++) {
        PyObject *size = PyLong_FromSsize_t(sizes[i]);
        if (size)
            PyTuple_SET_ITEM(tuple, i, size);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *index_text(int axes, const ptrdiff_t *index)
{
    if (axes == 0)
        return PyUnicode_FromString("");
    PyObject *where = axes == 1 ? PyLong_FromSsize_t(index[0]) : tuple_of_sizes(axes, index);
    PyObject *text = where ? PyUnicode_FromFormat(" at index %R", where) : NULL;
    Py_XDECREF(where);
    return text;
}

void *refuse_shape_of(const char *name, const char *rule, PyArrayObject *array)
{
    PyObject *shape = tuple_of_sizes(PyArray_NDIM(array), PyArray_DIMS(array));
    if (shape)
        PyErr_Format(PyExc_ValueError, "%s %s, got shape %R", name, rule, shape);
    Py_XDECREF(shape);
    return NULL;
}

/* ---- arrays of numbers ---- */

const char *short_name(PyTypeObject *type)
{
    const char *dot = strrchr(type->tp_name, '.');
    return dot ? dot + 1 : type->tp_name;
}

bool is_in_memory(const char *name, const char *argument, PyObject *object)
{
    if (PyArray_Check(object) || PyList_Check(object) || PyTuple_Check(object) ||
        !PyObject_HasAttrString((PyObject *)Py_TYPE(object), "__dask_graph__"))
        return true;
    PyErr_Format(PyExc_TypeError, "%s: %s must be in memory, got a dask %s: see collide2d.dask", name, argument,
                 short_name(Py_TYPE(object)));
    return false;
}

bool read_threads(const char *name, PyObject *object, int *out)
{
    *out = 1;
    if (!object)
        return true;
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: threads must be an int, got %.100s", name, short_name(Py_TYPE(object)));
        return false;
    }
    Py_ssize_t count = PyNumber_AsSsize_t(object, NULL); /* a larger number becomes the largest one */
    if (count == -1 && PyErr_Occurred())
        return false;
    *out = count < MAX_THREADS ? (int)count : MAX_THREADS;
    if (count >= 1)
        return true;
    PyErr_Format(PyExc_ValueError, "%s: threads must be >= 1, got %R", name, object);
    return false;
}

/* Names the argument in NumPy's error, which says what is wrong with a list, but little about a dtype. */
static void name_numbers(const char *name, const char *argument, PyObject *object)
{
    static const char rule[] = "must be an array of numbers";
    PyObject *error = PyErr_ExceptionMatches(PyExc_TypeError)    ? PyExc_TypeError
                      : PyErr_ExceptionMatches(PyExc_ValueError) ? PyExc_ValueError
                                                                 : NULL;
    if (!error)
        return;
    if (PyArray_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: %s %s, got one of %S", name, argument, rule,
                     PyArray_DESCR((PyArrayObject *)object));
        return;
    }
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_Format(error, "%s: %s %s, got %.100s: %S", name, argument, rule, short_name(Py_TYPE(object)),
                 value ? value : type);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

PyArrayObject *numbers_from(const char *name, const char *argument, PyObject *object)
{
    bool is_single = PyArray_Check(object) && PyArray_TYPE((PyArrayObject *)object) == NPY_FLOAT32;
    int flags = NPY_ARRAY_NOTSWAPPED | NPY_ARRAY_ALIGNED | NPY_ARRAY_ENSUREARRAY;
    PyArray_Descr *type = PyArray_DescrFromType(is_single ? NPY_FLOAT32 : NPY_FLOAT64);
    PyObject *array = PyArray_FromAny(object, type, 0, 0, flags, NULL); /* steals type */
    if (!array)
        name_numbers(name, argument, object);
    return (PyArrayObject *)array;
}

PyArrayObject *own_view(PyArrayObject *array) { return (PyArrayObject *)PyArray_View(array, NULL, &PyArray_Type); }

row_format format_of_numbers(PyArrayObject *array, row_kind kind, row_anchor anchor)
{
    int last = PyArray_NDIM(array) - 1;
    row_format format = {
        kind,   (int)PyArray_DIM(array, last), PyArray_TYPE(array) == NPY_FLOAT32, PyArray_STRIDE(array, last),
        anchor, {NULL, 0, 0, 0, false}};
    return format;
}

row_format format_with_vertices(PyArrayObject *array, row_kind kind, row_anchor anchor, PyArrayObject *vertices)
{
    row_format format = format_of_numbers(array, kind, anchor);
    if (vertices) {
        row_vertices table = {PyArray_BYTES(vertices), PyArray_DIM(vertices, 0), PyArray_STRIDE(vertices, 0),
                              PyArray_STRIDE(vertices, 1), PyArray_TYPE(vertices) == NPY_FLOAT32};
        format.vertices = table;
    }
    return format;
}

row_format format_of(const array_object *a)
{
    return format_with_vertices(a->array, (row_kind)a->kind, (row_anchor)a->anchor, a->vertices);
}

ptrdiff_t count_of(const array_object *a) { return PyArray_MultiplyList(PyArray_DIMS(a->array), axes_of(a)); }

/* Sets the ValueError about a polygon: its offsets or its points. */
static void refuse_polygon(const char *name, const char *argument, const row_format *format, const double *numbers,
                           c2d_status status, PyObject *where)
{
    const char *colon = *argument ? ": " : "";
    if (status == ROW_OUT_OF_TABLE) {
        PyObject *got = tuple_of_numbers(numbers, 2);
        if (got)
            PyErr_Format(
                PyExc_ValueError,
                "%s: %s%sstart and end must be whole numbers, in order, from 0 to the number of vertices, %zd, "
                "got %R%U",
                name, argument, colon, format->vertices.count, got, where);
        Py_XDECREF(got);
    } else {
        const char *what = status == C2D_NO_POINTS ? "the polygon must have points, which it has not"
                           : status == C2D_NOT_CONVEX
                               ? "the points must run once round a convex polygon, which they do not"
                               : NULL;
        if (what)
            PyErr_Format(PyExc_ValueError, "%s: %s%s%s%U", name, argument, colon, what, where);
        else
            PyErr_Format(PyExc_ValueError, "%s: %s%severy coordinate %s, which it is not%U", name, argument, colon,
                         c2d_rule(status), where);
    }
}

/* Sets the ValueError about a mixed row whose code names no kind. */
static void refuse_code(const char *name, const char *argument, double code, PyObject *where)
{
    PyObject *got = PyFloat_FromDouble(code);
    if (got && where)
        PyErr_Format(PyExc_ValueError,
                     "%s: %s%skind must be 0 to 6, or that of an anchor, 14, 24, 15, 25, 35 or 45, got %R%U", name,
                     argument, *argument ? "." : "", got, where);
    Py_XDECREF(got);
}

void refuse_row(const char *name, const char *argument, const row_format *format, const double *numbers,
                c2d_status status, int axes, const ptrdiff_t *index)
{
    PyObject *where = index_text(axes, index), *got = NULL;
    row_format own;
    const double code = numbers[0];
    format = format_of_numbers_in(format, &numbers, &own);
    if (!format) {
        refuse_code(name, argument, code, where);
        Py_XDECREF(where);
        return;
    }
    int column = column_at_fault(format, numbers, status);
    if (status == C2D_NO_MEMORY || (format->kind == ROW_POLYGON && column < 0 && where)) {
        if (status == C2D_NO_MEMORY)
            PyErr_NoMemory();
        else
            refuse_polygon(name, argument, format, numbers, status, where);
        Py_XDECREF(where);
        return;
    }
    if (column >= 0)
        got = PyFloat_FromDouble(numbers[column]);
    else
        got = tuple_of_numbers(numbers, format->columns);
    const char *dot = *argument ? "." : "",
               *what = column >= 0 ? letter_of(format, column) : "every coordinate and size";
    if (column < 0 && *argument)
        dot = ": ";
    if (where && got)
        PyErr_Format(PyExc_ValueError, "%s: %s%s%s %s, got %R%U", name, argument, dot, what, c2d_rule(status), got,
                     where);
    Py_XDECREF(where);
    Py_XDECREF(got);
}

bool check_array_of(const char *name, const char *argument, PyArrayObject *array, const row_format *format)
{
    ptrdiff_t index[MAX_AXES];
    double numbers[MAX_COLUMNS];
    c2d_status status;
    int axes = PyArray_NDIM(array) - 1;
    bool found;
    Py_BEGIN_ALLOW_THREADS;
    found = find_invalid(format, PyArray_BYTES(array), axes, PyArray_DIMS(array), PyArray_STRIDES(array), index,
                         &status, numbers);
    Py_END_ALLOW_THREADS;
    if (!found)
        return true;
    refuse_row(name, argument, format, numbers, status, axes, index);
    return false;
}

bool check_numbers_of(const char *name, const char *argument, PyArrayObject *array, row_kind kind, row_anchor anchor)
{
    row_format format = format_of_numbers(array, kind, anchor);
    return check_array_of(name, argument, array, &format);
}

bool check_rows(const char *name, const char *argument, const array_object *a)
{
    row_format format = format_of(a);
    return check_array_of(name, argument, a->array, &format);
}
