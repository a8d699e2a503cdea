/* The module collide2d._arrays: typed views of NumPy arrays, and the verbs over them. Arguments are checked and outputs
 * made here; then arrays_loops.c answers without the global lock. */
#define C2D_IMPORTS_NUMPY
#include "arrays_numpy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static const char *const column_names[ROW_KINDS] = {"x y",           "x y r",           "ax ay bx by",
                                                    "ax ay bx by r", "x y w h [angle]", "x y w h r [angle]"};

static const char *const letters[ROW_KINDS][MAX_COLUMNS] = {
    {"x", "y"},
    {"x", "y", "r"},
    {"ax", "ay", "bx", "by"},
    {"ax", "ay", "bx", "by", "r"},
    {"x", "y", "w", "h", "angle"},
    {"x", "y", "w", "h", "r", "angle"},
};

static PyObject *tuple_of_sizes(int count, const ptrdiff_t *sizes)
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

/* 3, or (2, 3), or nothing of an array of one shape. */
static PyObject *index_text(int axes, const ptrdiff_t *index)
{
    if (axes == 0)
        return PyUnicode_FromString("");
    PyObject *where = axes == 1 ? PyLong_FromSsize_t(index[0]) : tuple_of_sizes(axes, index);
    PyObject *text = where ? PyUnicode_FromFormat(" at index %R", where) : NULL;
    Py_XDECREF(where);
    return text;
}

static void *refuse_shape_of(const char *name, const char *rule, PyArrayObject *array)
{
    PyObject *shape = tuple_of_sizes(PyArray_NDIM(array), PyArray_DIMS(array));
    if (shape)
        PyErr_Format(PyExc_ValueError, "%s %s, got shape %R", name, rule, shape);
    Py_XDECREF(shape);
    return NULL;
}

/* ---- arrays of numbers ---- */

static const char *short_name(PyTypeObject *type)
{
    const char *dot = strrchr(type->tp_name, '.');
    return dot ? dot + 1 : type->tp_name;
}

/* An array-like as float64, or float32 if it is that; no copy where none is needed. NULL with an error set. */
static PyArrayObject *numbers_from(PyObject *object)
{
    bool is_single = PyArray_Check(object) && PyArray_TYPE((PyArrayObject *)object) == NPY_FLOAT32;
    int flags = NPY_ARRAY_NOTSWAPPED | NPY_ARRAY_ALIGNED | NPY_ARRAY_ENSUREARRAY;
    return (PyArrayObject *)PyArray_FROM_OTF(object, is_single ? NPY_FLOAT32 : NPY_FLOAT64, flags);
}

/* An array of dask may be larger than memory, and NumPy would compute it unasked: refused, with an error set. */
static bool is_in_memory(const char *name, const char *argument, PyObject *object)
{
    if (PyArray_Check(object) || PyList_Check(object) || PyTuple_Check(object) ||
        !PyObject_HasAttrString((PyObject *)Py_TYPE(object), "__dask_graph__"))
        return true;
    PyErr_Format(PyExc_TypeError, "%s: %s must be in memory, got a dask %s: see collide2d.dask", name, argument,
                 short_name(Py_TYPE(object)));
    return false;
}

static row_format format_of_numbers(PyArrayObject *array, row_kind kind)
{
    int last = PyArray_NDIM(array) - 1;
    row_format format = {kind, (int)PyArray_DIM(array, last), PyArray_TYPE(array) == NPY_FLOAT32,
                         PyArray_STRIDE(array, last)};
    return format;
}

row_format format_of(const array_object *a) { return format_of_numbers(a->array, (row_kind)a->kind); }

static int axes_of(const array_object *a) { return PyArray_NDIM(a->array) - 1; }

ptrdiff_t count_of(const array_object *a) { return PyArray_MultiplyList(PyArray_DIMS(a->array), axes_of(a)); }

/* Raises for the first invalid row; whether there is none. */
static bool check_numbers_of(const char *name, const char *argument, PyArrayObject *array, row_kind kind)
{
    row_format format = format_of_numbers(array, kind);
    ptrdiff_t index[MAX_AXES];
    double numbers[MAX_COLUMNS];
    c2d_status status;
    int axes = PyArray_NDIM(array) - 1;
    bool found;
    Py_BEGIN_ALLOW_THREADS;
    found = find_invalid(&format, PyArray_BYTES(array), axes, PyArray_DIMS(array), PyArray_STRIDES(array), index,
                         &status, numbers);
    Py_END_ALLOW_THREADS;
    if (!found)
        return true;
    int column = column_at_fault(kind, format.columns, numbers, status);
    PyObject *where = index_text(axes, index), *got = NULL;
    if (column >= 0)
        got = PyFloat_FromDouble(numbers[column]);
    else
        got = tuple_of_numbers(numbers, format.columns);
    const char *dot = *argument ? "." : "", *what = column >= 0 ? letters[kind][column] : "every coordinate and size";
    if (column < 0 && *argument)
        dot = ": ";
    if (where && got)
        PyErr_Format(PyExc_ValueError, "%s: %s%s%s %s, got %R%U", name, argument, dot, what, c2d_rule(status), got,
                     where);
    Py_XDECREF(where);
    Py_XDECREF(got);
    return false;
}

bool check_rows(const char *name, const char *argument, const array_object *a)
{
    return check_numbers_of(name, argument, a->array, (row_kind)a->kind);
}

PyObject *tuple_of_numbers(const double *numbers, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count && tuple; i++) {
        PyObject *number = PyFloat_FromDouble(numbers[i]);
        if (number)
            PyTuple_SET_ITEM(tuple, i, number);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* ---- ShapeArray ---- */

/* The kind of a class, by its attribute; ROW_NONE with an error set. */
static row_kind kind_of_class(PyTypeObject *type)
{
    static const char *const names[ROW_KINDS] = {"point", "circle", "segment", "capsule", "rect", "roundrect"};
    PyObject *kind = PyObject_GetAttrString((PyObject *)type, "kind");
    for (int i = 0; i < ROW_KINDS && kind; i++)
        if (PyUnicode_Check(kind) && PyUnicode_CompareWithASCIIString(kind, names[i]) == 0) {
            Py_DECREF(kind);
            return (row_kind)i;
        }
    if (kind || PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_Format(PyExc_TypeError, "%s: make Points, Circles, Segments, Capsules, Rects or RoundRects",
                     short_name(type));
    Py_XDECREF(kind);
    return ROW_NONE;
}

/* Takes over the array. */
static PyObject *new_array(PyTypeObject *type, row_kind kind, bool masked, PyArrayObject *array)
{
    array_object *self = (array_object *)type->tp_alloc(type, 0);
    if (!self) {
        Py_DECREF(array);
        return NULL;
    }
    self->array = array;
    self->kind = (uint8_t)kind;
    self->masked = masked;
    return (PyObject *)self;
}

/* Whether the last axis holds a row. */
static bool check_columns(PyTypeObject *type, row_kind kind, PyArrayObject *array)
{
    int axes = PyArray_NDIM(array);
    ptrdiff_t columns = axes > 0 ? PyArray_DIM(array, axes - 1) : -1;
    if (columns >= least_columns(kind) && columns <= most_columns(kind) && axes <= MAX_AXES)
        return true;
    char rule[100];
    PyOS_snprintf(rule, sizeof rule, "must have the columns %s on its last axis", column_names[kind]);
    char name[100];
    PyOS_snprintf(name, sizeof name, "%.60s: array", short_name(type));
    refuse_shape_of(name, rule, array);
    return false;
}

/* "raise" or "nan": 0 or 1, -1 with an error set. */
static int read_invalid(PyTypeObject *type, PyObject *object)
{
    if (!object)
        return 0;
    if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "raise") == 0)
        return 0;
    if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "nan") == 0)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s: invalid must be \"raise\" or \"nan\", got %R", short_name(type), object);
    return -1;
}

static PyObject *array_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"array", "invalid", NULL};
    PyObject *object, *invalid = NULL;
    row_kind kind = kind_of_class(type);
    if (kind == ROW_NONE || !PyArg_ParseTupleAndKeywords(args, kwargs, "O|$O", names, &object, &invalid))
        return NULL;
    int masked = read_invalid(type, invalid);
    if (masked < 0)
        return NULL;
    if (PyType_IsSubtype(Py_TYPE(object), type) && ((array_object *)object)->kind == kind)
        object = (PyObject *)((array_object *)object)->array;
    PyArrayObject *array = is_in_memory(short_name(type), "array", object) ? numbers_from(object) : NULL;
    if (!array)
        return NULL;
    if (!check_columns(type, kind, array) || (!masked && !check_numbers_of(short_name(type), "", array, kind))) {
        Py_DECREF(array);
        return NULL;
    }
    return new_array(type, kind, masked, array);
}

static void array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((array_object *)self)->array);
    type->tp_free(self);
    Py_DECREF(type);
}

/* A view of the same kind on another array of rows that need no check: parts of this one. */
static PyObject *array_like(PyObject *self, PyObject *object)
{
    const array_object *a = (array_object *)self;
    PyArrayObject *array = numbers_from(object);
    if (!array)
        return NULL;
    if (!check_columns(Py_TYPE(self), (row_kind)a->kind, array)) {
        Py_DECREF(array);
        return NULL;
    }
    return new_array(Py_TYPE(self), (row_kind)a->kind, a->masked, array);
}

static PyObject *get_array(PyObject *self, void *Py_UNUSED(closure))
{
    return Py_NewRef(((array_object *)self)->array);
}

static PyObject *get_invalid(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_InternFromString(((array_object *)self)->masked ? "nan" : "raise");
}

static PyObject *get_shape(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    return tuple_of_sizes(axes_of(a), PyArray_DIMS(a->array));
}

/* ---- vertices and bounds ---- */

/* How many vertices a shape of a kind has, if it is not degenerate. */
static int vertices_of(row_kind kind) { return kind <= ROW_CIRCLE ? 1 : kind <= ROW_CAPSULE ? 2 : 4; }

/* A new array of the leading shape and two more axes, or one of width if height is 0. */
static PyArrayObject *new_numbers(const array_object *a, int height, int width)
{
    ptrdiff_t sizes[MAX_AXES + 2];
    int axes = axes_of(a);
    memcpy(sizes, PyArray_DIMS(a->array), (size_t)axes * sizeof *sizes);
    if (height)
        sizes[axes++] = height;
    sizes[axes++] = width;
    return (PyArrayObject *)PyArray_SimpleNew(axes, sizes, NPY_FLOAT64);
}

/* Writes what a row yields, for every row in C order; false with an error set. */
typedef void write_row(const row_shape *made, int count, double *out);

static bool fill_from_rows(const array_object *a, write_row *write, int count, int numbers, double *out)
{
    PyArrayIterObject *rows = NULL;
    int last = axes_of(a);
    if (count_of(a) == 0)
        return true;
    rows = (PyArrayIterObject *)PyArray_IterAllButAxis((PyObject *)a->array, &last);
    if (!rows)
        return false;
    row_format format = format_of(a);
    bool good = true;
    Py_BEGIN_ALLOW_THREADS;
    for (; PyArray_ITER_NOTDONE(rows) && good; out += numbers) {
        row_shape made;
        made.good = make_row(&format, PyArray_ITER_DATA(rows), &made) == C2D_OK;
        good = made.good || a->masked;
        write(&made, count, out);
        PyArray_ITER_NEXT(rows);
    }
    Py_END_ALLOW_THREADS;
    Py_DECREF(rows);
    if (!good && check_rows(short_name(Py_TYPE((PyObject *)a)), "", a))
        PyErr_SetString(PyExc_ValueError, "the array was changed meanwhile");
    return good;
}

static void write_vertices(const row_shape *made, int count, double *out)
{
    const c2d_vec *v = made->good ? c2d_vertices(&made->shape) : NULL;
    for (int i = 0; i < count; i++) {
        uint32_t k = !v ? 0 : (uint32_t)i < made->shape.count ? (uint32_t)i : made->shape.count - 1;
        out[2 * i] = v ? v[k].x : NAN;
        out[2 * i + 1] = v ? v[k].y : NAN;
    }
}

static void write_bounds(const row_shape *made, int Py_UNUSED(count), double *out)
{
    const c2d_shape *s = &made->shape;
    out[0] = made->good ? s->min.x : NAN;
    out[1] = made->good ? s->min.y : NAN;
    out[2] = made->good ? s->max.x : NAN;
    out[3] = made->good ? s->max.y : NAN;
}

static PyObject *get_vertices(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    int count = vertices_of((row_kind)a->kind);
    PyArrayObject *out = new_numbers(a, count, 2);
    if (out && !fill_from_rows(a, write_vertices, count, 2 * count, PyArray_DATA(out)))
        Py_CLEAR(out);
    return (PyObject *)out;
}

static PyObject *get_bounds(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    PyArrayObject *out = new_numbers(a, 0, 4);
    if (out && !fill_from_rows(a, write_bounds, 0, 4, PyArray_DATA(out)))
        Py_CLEAR(out);
    return (PyObject *)out;
}

/* Whether each row is valid: an array of bool. */
static PyObject *get_valid(PyObject *self, void *Py_UNUSED(closure))
{
    array_object *a = (array_object *)self;
    PyArrayObject *out = (PyArrayObject *)PyArray_SimpleNew(axes_of(a), PyArray_DIMS(a->array), NPY_BOOL);
    int last = axes_of(a);
    if (!out || count_of(a) == 0)
        return (PyObject *)out;
    PyArrayIterObject *rows = (PyArrayIterObject *)PyArray_IterAllButAxis((PyObject *)a->array, &last);
    if (!rows) {
        Py_DECREF(out);
        return NULL;
    }
    row_format format = format_of(a);
    npy_bool *valid = PyArray_DATA(out);
    Py_BEGIN_ALLOW_THREADS;
    while (PyArray_ITER_NOTDONE(rows)) {
        row_shape made;
        *valid++ = make_row(&format, PyArray_ITER_DATA(rows), &made) == C2D_OK;
        PyArray_ITER_NEXT(rows);
    }
    Py_END_ALLOW_THREADS;
    Py_DECREF(rows);
    return PyArray_Return(out);
}

/* ---- turning ---- */

/* Turns a row in place; about: where, or NULL for its own centre. */
static bool turn_row(row_kind kind, int columns, double *n, double degrees, const c2d_vec *about)
{
    row_shape made;
    if (shape_of_row(kind, columns, n, &made))
        return false;
    if (made.has_rect) {
        c2d_rect turned = made.rect;
        c2d_rect_rotate(&turned, degrees, about);
        if (about) {
            n[0] = turned.at.x - turned.size.x / 2;
            n[1] = turned.at.y - turned.size.y / 2;
        }
        n[columns - 1] = turned.angle;
        return true;
    }
    int count = kind <= ROW_CIRCLE ? 1 : 2;
    c2d_vec points[2] = {{n[0], n[1]}, {0, 0}};
    if (count == 2)
        points[1] = (c2d_vec){n[2], n[3]};
    for (int i = 0; i < count; i++) {
        c2d_check(&points[i].x);
        c2d_check(&points[i].y);
    }
    c2d_rotate_points(points, (size_t)count, degrees, about ? *about : c2d_center(&made.shape));
    for (int i = 0; i < count; i++) {
        n[2 * i] = points[i].x;
        n[2 * i + 1] = points[i].y;
    }
    return true;
}

static PyObject *turn(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    PyObject *rows, *degrees, *about;
    if (!PyArg_ParseTuple(args, "O!O!O:_turn", state->array_type, &rows, &PyArray_Type, &degrees, &about))
        return NULL;
    const array_object *a = (array_object *)rows;
    PyArrayObject *angles = (PyArrayObject *)degrees, *points = about == Py_None ? NULL : (PyArrayObject *)about;
    ptrdiff_t count = count_of(a);
    bool plain = PyArray_IS_C_CONTIGUOUS(a->array) && PyArray_TYPE(a->array) == NPY_FLOAT64 &&
                 PyArray_ISWRITEABLE(a->array) && PyArray_IS_C_CONTIGUOUS(angles) &&
                 PyArray_TYPE(angles) == NPY_FLOAT64 && PyArray_SIZE(angles) == count &&
                 (!points || (PyArray_Check(about) && PyArray_IS_C_CONTIGUOUS(points) &&
                              PyArray_TYPE(points) == NPY_FLOAT64 && PyArray_SIZE(points) == 2 * count));
    if (!plain) {
        PyErr_SetString(PyExc_ValueError, "_turn: the arrays must be contiguous, float64 and of one shape");
        return NULL;
    }
    row_format format = format_of(a);
    double *row = PyArray_DATA(a->array);
    const double *angle = PyArray_DATA(angles);
    const c2d_vec *point = points ? PyArray_DATA(points) : NULL;
    for (ptrdiff_t i = 0; i < count; i++)
        turn_row(format.kind, format.columns, row + i * format.columns, angle[i], point ? &point[i] : NULL);
    Py_RETURN_NONE;
}

/* ---- calls ---- */

/* What a verb gives: the types of its outputs, and which of them are vectors. */
typedef struct verb_spec {
    const char *name;
    array_verb verb;
    int outs;
    int type[MAX_OUTS];
    bool vector[MAX_OUTS];
} verb_spec;

/* An argument: a view, or a single shape. */
typedef struct operand_of_job {
    const char *name;
    PyArrayObject *array; /* a new reference, or NULL */
    int axes;
    row_kind kind;
    bool masked;
    row_shape single;
} array_operand;

static void release_array_operand(array_operand *o) { Py_XDECREF(o->array); }

static void hold_single(const shape_object *s, array_operand *out)
{
    out->kind = s->kind < KIND_POLYGON ? (row_kind)s->kind : ROW_NONE;
    out->single.shape = s->shape;
    out->single.good = true;
    out->single.has_rect = is_rect_kind(s);
    if (out->single.has_rect)
        out->single.rect = *RECT(s);
}

static bool read_array_operand(const arrays_state *state, const char *verb, const char *name, PyObject *object,
                               array_operand *out)
{
    out->name = name;
    out->array = NULL;
    out->axes = 0;
    out->masked = false;
    if (is_array(state, object)) {
        const array_object *a = (array_object *)object;
        out->array = (PyArrayObject *)Py_NewRef(a->array);
        out->axes = axes_of(a);
        out->kind = (row_kind)a->kind;
        out->masked = a->masked;
        return true;
    }
    if (PyObject_TypeCheck(object, state->shape_type)) {
        hold_single((shape_object *)object, out);
        return true;
    }
    PyErr_Format(PyExc_TypeError, "%s: %s must be a shape or an array of shapes, got %.100s", verb, name,
                 Py_TYPE(object)->tp_name);
    return false;
}

/* An array-like of pairs, as rows of points. */
static bool read_pairs(const char *verb, const char *name, PyObject *object, array_operand *out)
{
    out->name = name;
    out->kind = ROW_POINT;
    out->masked = false;
    out->array = is_in_memory(verb, name, object) ? numbers_from(object) : NULL;
    if (!out->array)
        return false;
    out->axes = PyArray_NDIM(out->array) - 1;
    if (out->axes >= 0 && PyArray_DIM(out->array, out->axes) == 2 && out->axes < MAX_AXES)
        return true;
    char text[60];
    PyOS_snprintf(text, sizeof text, "%s: %s", verb, name);
    refuse_shape_of(text, "must be a pair of numbers or an array of pairs, (..., 2)", out->array);
    Py_CLEAR(out->array);
    return false;
}

/* The common shape of the arguments; false with an error set. */
static bool broadcast(const char *verb, const array_operand *const *operands, int count, job *j)
{
    j->axes = 0;
    for (int i = 0; i < count; i++)
        j->axes = operands[i]->axes > j->axes ? operands[i]->axes : j->axes;
    for (int k = 0; k < j->axes; k++)
        j->size[k] = 1;
    for (int i = 0; i < count; i++) {
        const array_operand *o = operands[i];
        for (int k = 0; k < o->axes; k++) {
            ptrdiff_t size = PyArray_DIM(o->array, k), *common = &j->size[j->axes - o->axes + k];
            if (*common == 1)
                *common = size;
            if (size != 1 && size != *common) {
                PyObject *shapes[2] = {NULL, NULL};
                for (int s = 0; s < 2; s++) {
                    const array_operand *of = s == 1 ? o : operands[0];
                    shapes[s] = tuple_of_sizes(of->axes, of->array ? PyArray_DIMS(of->array) : NULL);
                }
                if (shapes[0] && shapes[1] && count == 2)
                    PyErr_Format(PyExc_ValueError, "%s: the shapes of %s and %s must broadcast, got %R and %R", verb,
                                 operands[0]->name, o->name, shapes[0], shapes[1]);
                else if (shapes[1])
                    PyErr_Format(PyExc_ValueError, "%s: the shape of %s must broadcast with the others, got %R", verb,
                                 o->name, shapes[1]);
                Py_XDECREF(shapes[0]);
                Py_XDECREF(shapes[1]);
                return false;
            }
        }
    }
    return true;
}

static void set_stream(const job *j, stream *s, PyArrayObject *array, int axes)
{
    s->data = PyArray_BYTES(array);
    int skipped = j->axes - axes;
    for (int k = 0; k < axes; k++)
        s->stride[skipped + k] = PyArray_DIM(array, k) == 1 ? 0 : PyArray_STRIDE(array, k);
}

static void set_operand(job *j, int in, const array_operand *o)
{
    j->operand[in].masked = o->masked;
    j->masked |= o->masked;
    if (!o->array) {
        j->operand[in].single = &o->single;
        j->operand[in].format.kind = o->kind;
        return;
    }
    j->operand[in].format = format_of_numbers(o->array, o->kind);
    set_stream(j, &j->streams[in], o->array, o->axes);
}

/* ---- outputs ---- */

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

/* Whether an array can take output k as it is. */
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
    if (!right || PyArray_FailUnlessWriteable(array, "out") < 0)
        return false;
    int axes = j->axes + spec->vector[k];
    bool fits = PyArray_NDIM(array) == axes && (!spec->vector[k] || PyArray_DIM(array, axes - 1) == 2);
    for (int i = 0; i < j->axes && fits; i++)
        fits = PyArray_DIM(array, i) == j->size[i];
    if (fits)
        return true;
    ptrdiff_t sizes[MAX_AXES + 1];
    memcpy(sizes, j->size, (size_t)j->axes * sizeof *sizes);
    sizes[j->axes] = 2;
    PyObject *want = tuple_of_sizes(axes, sizes), *got = tuple_of_sizes(PyArray_NDIM(array), PyArray_DIMS(array));
    if (want && got)
        PyErr_Format(PyExc_ValueError, "%s: out must have the shape %R, got %R", spec->name, want, got);
    Py_XDECREF(want);
    Py_XDECREF(got);
    return false;
}

static PyArrayObject *new_out(const verb_spec *spec, const job *j, int k)
{
    ptrdiff_t sizes[MAX_AXES + 1];
    memcpy(sizes, j->size, (size_t)j->axes * sizeof *sizes);
    sizes[j->axes] = 2;
    return (PyArrayObject *)PyArray_SimpleNew(j->axes + spec->vector[k], sizes, spec->type[k]);
}

/* What is given as output k, borrowed, or NULL. */
static PyObject *given_out(const verb_spec *spec, PyObject *out, int k)
{
    return !out || out == Py_None ? NULL : spec->outs == 1 ? out : PyTuple_GET_ITEM(out, k);
}

/* result: what is handed back; work: what is written, another one where the memory of an input is overwritten. */
static bool make_outs(const verb_spec *spec, job *j, PyObject *out, const array_operand *const *operands, int count,
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
        bool unsafe = false;
        for (int i = 0; i < count && given && !unsafe; i++)
            unsafe = operands[i]->array && may_overlap(result[k], operands[i]->array);
        work[k] = unsafe ? new_out(spec, j, k) : (PyArrayObject *)Py_NewRef(result[k]);
        if (!work[k])
            return false;
        set_stream(j, &j->streams[FIRST_OUT + k], work[k], j->axes);
        j->component[k] = spec->vector[k] ? PyArray_STRIDE(work[k], j->axes) : 0;
    }
    j->outs = spec->outs;
    return true;
}

static PyObject *wrap_outs(const arrays_state *state, const verb_spec *spec, PyArrayObject **result, bool given)
{
    if (spec->outs == 1)
        return given ? Py_NewRef(result[0]) : PyArray_Return((PyArrayObject *)Py_NewRef(result[0]));
    PyObject *fields[MAX_OUTS] = {NULL};
    bool good = true;
    for (int k = 0; k < spec->outs && good; k++) {
        fields[k] = given ? Py_NewRef(result[k]) : PyArray_Return((PyArrayObject *)Py_NewRef(result[k]));
        good = fields[k] != NULL;
    }
    PyObject *maker = spec->verb == DO_CONTACT ? state->contacts : state->hits;
    PyObject *wrapped = NULL;
    if (good && !maker)
        PyErr_SetString(PyExc_ImportError, "import collide2d.arrays first");
    else if (good)
        wrapped = PyObject_Vectorcall(maker, fields, (size_t)spec->outs, NULL);
    for (int k = 0; k < spec->outs; k++)
        Py_XDECREF(fields[k]);
    return wrapped;
}

/* ---- running ---- */

/* The index of the element that leaves the domain, where the output tells it. */
static PyObject *index_of_fault(const job *j, PyArrayObject *out)
{
    ptrdiff_t index[MAX_AXES], at = j->fault_at - PyArray_BYTES(out);
    int axes = PyArray_NDIM(out);
    if (!PyArray_IS_C_CONTIGUOUS(out))
        return PyUnicode_FromString("");
    for (int k = axes - 1; k >= 0; at /= PyArray_DIM(out, k), k--)
        index[k] = at % PyArray_DIM(out, k);
    return index_text(axes, index);
}

static void say_fault(const verb_spec *spec, job_fault fault, const job *j, const array_operand *const *operands,
                      PyArrayObject *out)
{
    const array_operand *at = operands[fault == FAULT_ROW_A ? 0 : fault == FAULT_ROW_B ? 1 : 2];
    if (fault == FAULT_MOVED) {
        PyObject *where = index_of_fault(j, out);
        if (where)
            PyErr_Format(PyExc_ValueError, "%s: %s + motion %s, which it is not%U", spec->name, operands[0]->name,
                         c2d_rule(C2D_TOO_LARGE), where);
        Py_XDECREF(where);
        return;
    }
    if (check_numbers_of(spec->name, at->name, at->array, at->kind))
        PyErr_Format(PyExc_ValueError, "%s: %s was changed meanwhile", spec->name, at->name);
}

/* So few elements are not worth letting others run. */
#define FEW 256

/* operands: a, b and, of a cast, the motion. */
static PyObject *run(const arrays_state *state, const verb_spec *spec, const array_operand *const *operands, int count,
                     PyObject *out)
{
    PyArrayObject *result[MAX_OUTS] = {NULL}, *work[MAX_OUTS] = {NULL};
    PyObject *wrapped = NULL;
    job j;
    memset(&j, 0, sizeof j);
    static char nowhere; /* streams that are not used have an address too, to which zeros are added */
    for (int s = 0; s < STREAMS; s++)
        j.streams[s].data = &nowhere;
    j.verb = spec->verb;
    if (!broadcast(spec->name, operands, count, &j))
        return NULL;
    set_operand(&j, 0, operands[0]);
    set_operand(&j, 1, operands[1]);
    if (count > 2) {
        j.motion = format_of_numbers(operands[2]->array, ROW_POINT);
        set_stream(&j, &j.streams[IN_MOTION], operands[2]->array, operands[2]->axes);
        const row_shape *mover = j.operand[0].single;
        if (mover && mover->shape.count > C2D_INLINE_VERTICES) {
            j.room = PyMem_New(c2d_vec, C2D_CAST_ROOM(mover->shape.count));
            if (!j.room)
                return PyErr_NoMemory();
        }
    }
    if (!make_outs(spec, &j, out, operands, count, result, work))
        goto done;
    job_fault fault;
    if (PyArray_MultiplyList(j.size, j.axes) > FEW) {
        Py_BEGIN_ALLOW_THREADS;
        fault = run_job(&j);
        Py_END_ALLOW_THREADS;
    } else {
        fault = run_job(&j);
    }
    if (fault) {
        say_fault(spec, fault, &j, operands, work[0]);
        goto done;
    }
    for (int k = 0; k < spec->outs; k++)
        if (work[k] != result[k] && PyArray_CopyInto(result[k], work[k]) < 0)
            goto done;
    wrapped = wrap_outs(state, spec, result, out && out != Py_None);
done:
    for (int k = 0; k < MAX_OUTS; k++) {
        Py_XDECREF(result[k]);
        Py_XDECREF(work[k]);
    }
    PyMem_Free(j.room);
    return wrapped;
}

/* The arguments by position and the keyword out, which may also be the last position; false with an error set. */
static bool read_call(const char *verb, int count, const char *what, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames, PyObject **out)
{
    Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    *out = NULL;
    for (Py_ssize_t k = 0; k < keywords; k++) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, k), "out") != 0) {
            PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", verb, PyTuple_GET_ITEM(kwnames, k));
            return false;
        }
        *out = args[nargs + k];
    }
    if (nargs == count)
        return true;
    PyErr_Format(PyExc_TypeError, "%s: takes %s, got %zd", verb, what, nargs);
    return false;
}

static PyObject *ask_pair(PyObject *module, const verb_spec *spec, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    const arrays_state *state = PyModule_GetState(module);
    array_operand a, b;
    PyObject *out, *result = NULL;
    if (!read_call(spec->name, 2, "2 shapes or arrays of shapes", args, nargs, kwnames, &out) ||
        !read_array_operand(state, spec->name, "a", args[0], &a))
        return NULL;
    if (read_array_operand(state, spec->name, "b", args[1], &b)) {
        result = run(state, spec, (const array_operand *[]){&a, &b}, 2, out);
        release_array_operand(&b);
    }
    release_array_operand(&a);
    return result;
}

static PyObject *ask_cast(PyObject *module, const verb_spec *spec, const char *const names[2], PyObject *a_object,
                          PyObject *motion, PyObject *b_object, PyObject *out)
{
    const arrays_state *state = PyModule_GetState(module);
    array_operand a = {0}, b = {0}, m = {0};
    PyObject *result = NULL;
    bool is_shaped = is_array(state, a_object) || PyObject_TypeCheck(a_object, state->shape_type);
    bool rays = strcmp(spec->name, "raycast") == 0;
    bool good = rays && !is_shaped ? read_pairs(spec->name, names[0], a_object, &a)
                                   : read_array_operand(state, spec->name, names[0], a_object, &a);
    if (good && rays && a.kind != ROW_POINT) {
        PyErr_Format(PyExc_TypeError, "raycast: %s must be points or pairs of numbers, got %.100s", names[0],
                     Py_TYPE(a_object)->tp_name);
        good = false;
    }
    if (good && read_pairs(spec->name, "motion", motion, &m) &&
        read_array_operand(state, spec->name, names[1], b_object, &b))
        result = run(state, spec, (const array_operand *[]){&a, &b, &m}, 3, out);
    release_array_operand(&a);
    release_array_operand(&b);
    release_array_operand(&m);
    return result;
}

#define DEFINE_PAIR_VERB(verb, what, type)                                                                             \
    static PyObject *arrays_##verb(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)       \
    {                                                                                                                  \
        static const verb_spec spec = {#verb, what, 1, {type}, {false}};                                               \
        return ask_pair(module, &spec, args, nargs, kwnames);                                                          \
    }

DEFINE_PAIR_VERB(relate, DO_RELATE, NPY_INT8)
DEFINE_PAIR_VERB(collides, DO_COLLIDES, NPY_BOOL)
DEFINE_PAIR_VERB(overlaps, DO_OVERLAPS, NPY_BOOL)
DEFINE_PAIR_VERB(touches, DO_TOUCHES, NPY_BOOL)
DEFINE_PAIR_VERB(separation, DO_SEPARATION, NPY_FLOAT64)
DEFINE_PAIR_VERB(distance, DO_DISTANCE, NPY_FLOAT64)

static PyObject *arrays_equals(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"==", DO_EQUALS, 1, {NPY_BOOL}, {false}};
    return ask_pair(module, &spec, args, nargs, kwnames);
}

static PyObject *arrays_contact(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {
        "contact", DO_CONTACT, 3, {NPY_BOOL, NPY_FLOAT64, NPY_FLOAT64}, {false, true, false}};
    return ask_pair(module, &spec, args, nargs, kwnames);
}

#define HIT_TYPES                                                                                                      \
    {NPY_BOOL, NPY_FLOAT64, NPY_FLOAT64, NPY_FLOAT64, NPY_FLOAT64}, { false, false, true, true, false }

static PyObject *arrays_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"cast", DO_CAST, 5, HIT_TYPES};
    PyObject *out;
    if (!read_call("cast", 3, "a shape, a motion and a shape", args, nargs, kwnames, &out))
        return NULL;
    return ask_cast(module, &spec, (const char *[]){"a", "b"}, args[0], args[1], args[2], out);
}

static PyObject *arrays_raycast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"raycast", DO_CAST, 5, HIT_TYPES};
    PyObject *out;
    if (!read_call("raycast", 3, "an origin, a motion and a shape", args, nargs, kwnames, &out))
        return NULL;
    return ask_cast(module, &spec, (const char *[]){"origin", "b"}, args[0], args[1], args[2], out);
}

/* ---- the module ---- */

static PyObject *set_results(PyObject *module, PyObject *args)
{
    arrays_state *state = PyModule_GetState(module);
    PyObject *contacts, *hits;
    if (!PyArg_ParseTuple(args, "OO:_set_results", &contacts, &hits))
        return NULL;
    Py_XSETREF(state->contacts, Py_NewRef(contacts));
    Py_XSETREF(state->hits, Py_NewRef(hits));
    Py_RETURN_NONE;
}

/* clang-format off */
static PyMethodDef array_methods[] = {
    {"_like", array_like, METH_O, PyDoc_STR("_like($self, array, /)\n--\n\nRows of the same kind.")},
    {0},
};

static PyGetSetDef array_attributes[] = {
    {"array", get_array, NULL,
     PyDoc_STR("The numbers, (..., columns): the array that was given where no copy was needed.\n\n"
               ">>> Circles([[0, 0, 1]]).array.shape\n(1, 3)\n"), NULL},
    {"shape", get_shape, NULL,
     PyDoc_STR("The lengths of the axes, less the last one of the array.\n\n"
               ">>> Circles([[0, 0, 1], [3, 0, 1]]).shape\n(2,)\n"), NULL},
    {"invalid", get_invalid, NULL,
     PyDoc_STR("What an invalid row does: \"raise\" or \"nan\".\n\n>>> Points([[0, 0]]).invalid\n'raise'\n"), NULL},
    {"valid", get_valid, NULL,
     PyDoc_STR("Which rows are shapes, a bool array.\n\n"
               ">>> Circles([[0, 0, 1], [0, 0, -1]], invalid=\"nan\").valid\narray([ True, False])\n"), NULL},
    {"vertices", get_vertices, NULL,
     PyDoc_STR("The corners of the cores, float64 (..., n, 2) with n = 1, 2 or 4, as `vertices` of each shape has them.\n\n"
               "A degenerate core repeats its last corner; an invalid row has nan.\n\n"
               ">>> Rects([[0, 0, 4, 2]]).vertices.tolist()\n"
               "[[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]]\n"), NULL},
    {"bounds", get_bounds, NULL,
     PyDoc_STR("Left, top, right and bottom, float64 (..., 4), rounded outward as `bounds` of each shape is.\n\n"
               ">>> Circles([[1, 1, 2]]).bounds.tolist()\n[[-1.0, -1.0, 3.0, 3.0]]\n"), NULL},
    {0},
};

static PyType_Slot array_slots[] = {
    {Py_tp_doc, (void *)PyDoc_STR("The base of arrays of shapes: a typed view of an array of numbers.")},
    {Py_tp_new, array_new},
    {Py_tp_dealloc, array_dealloc},
    {Py_tp_methods, array_methods},
    {Py_tp_getset, array_attributes},
    {0, NULL},
};

static PyType_Spec array_spec = {"collide2d._arrays.ShapeArray", sizeof(array_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, array_slots};

#define VERB(name, signature) \
    {#name, KEYWORDS(arrays_##name), PyDoc_STR(#name signature "\n--\n\nThe verb over arrays.")}

static PyMethodDef module_functions[] = {
    VERB(relate, "($module, a, b, /, *, out=None)"),
    VERB(collides, "($module, a, b, /, *, out=None)"),
    VERB(overlaps, "($module, a, b, /, *, out=None)"),
    VERB(touches, "($module, a, b, /, *, out=None)"),
    VERB(equals, "($module, a, b, /, *, out=None)"),
    VERB(separation, "($module, a, b, /, *, out=None)"),
    VERB(distance, "($module, a, b, /, *, out=None)"),
    VERB(contact, "($module, a, b, /, *, out=None)"),
    VERB(cast, "($module, a, motion, b, /, *, out=None)"),
    VERB(raycast, "($module, origin, motion, b, /, *, out=None)"),
    {"_pairs", arrays_pairs, METH_VARARGS,
     PyDoc_STR("_pairs($module, a, b, touching, keep, first, last, tally, /)\n--\n\nIndex pairs, sorted.")},
    {"_turn", turn, METH_VARARGS,
     PyDoc_STR("_turn($module, rows, degrees, about, /)\n--\n\nTurns rows in place.")},
    {"_set_results", set_results, METH_VARARGS,
     PyDoc_STR("_set_results($module, contacts, hits, /)\n--\n\nWhat makes results of several arrays.")},
    {0},
};
/* clang-format on */

/* The environment may ask for another path than the best one: all give the same answers. */
static int choose_filter(PyObject *module)
{
    const char *name = getenv("COLLIDE2D_SIMD");
    const filter_path *const *paths = filter_paths();
    while (name && *name && *paths && strcmp((*paths)->name, name) != 0)
        paths++;
    if (!*paths) {
        PyErr_Format(PyExc_ImportError,
                     "COLLIDE2D_SIMD must be a path that this machine has, such as \"portable\", got \"%s\"", name);
        return -1;
    }
    filter_in_use = *paths;
    return PyModule_AddStringConstant(module, "simd", filter_in_use->name);
}

static int module_exec(PyObject *module)
{
    arrays_state *state = PyModule_GetState(module);
    if (PyArray_ImportNumPyAPI() < 0 || choose_filter(module) < 0)
        return -1;
    PyObject *core = PyImport_ImportModule("collide2d._core");
    state->shape_type = core ? (PyTypeObject *)PyObject_GetAttrString(core, "Shape") : NULL;
    Py_XDECREF(core);
    state->array_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &array_spec, NULL);
    if (!state->shape_type || !state->array_type)
        return -1;
    return PyModule_AddType(module, state->array_type);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    arrays_state *state = PyModule_GetState(module);
    Py_VISIT(state->array_type);
    Py_VISIT(state->shape_type);
    Py_VISIT(state->contacts);
    Py_VISIT(state->hits);
    return 0;
}

static int module_clear(PyObject *module)
{
    arrays_state *state = PyModule_GetState(module);
    Py_CLEAR(state->array_type);
    Py_CLEAR(state->shape_type);
    Py_CLEAR(state->contacts);
    Py_CLEAR(state->hits);
    return 0;
}

static void module_free(void *module) { module_clear(module); }

/* NumPy itself has one interpreter and one state. */
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
    .m_doc = PyDoc_STR("Arrays of shapes: import collide2d instead."),
    .m_size = sizeof(arrays_state),
    .m_methods = module_functions,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__arrays(void) { return PyModuleDef_Init(&module_definition); }
