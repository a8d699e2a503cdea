/* ShapeArray: typed views of NumPy arrays, and what their attributes say of each row. */
#include "numpy.h"

#include <math.h>
#include <string.h>

static const char *const column_names[ROW_KINDS] = {"x y",
                                                    "x y r",
                                                    "ax ay bx by",
                                                    "ax ay bx by r",
                                                    "x y w h [angle]",
                                                    "x y w h r [angle]",
                                                    "start end radius",
                                                    "code n1 n2 n3 n4 n5 n6"};

/* ---- ShapeArray ---- */

row_kind kind_of_class(PyTypeObject *type)
{
    static const char *const names[ROW_KINDS] = {"point", "circle",    "segment", "capsule",
                                                 "rect",  "roundrect", "polygon", "mixed"};
    PyObject *kind = PyObject_GetAttrString((PyObject *)type, "kind");
    for (int i = 0; i < ROW_KINDS && kind; i++)
        if (PyUnicode_Check(kind) && PyUnicode_CompareWithASCIIString(kind, names[i]) == 0) {
            Py_DECREF(kind);
            return (row_kind)i;
        }
    if (kind || PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_Format(PyExc_TypeError,
                     "%s: make Points, Circles, Segments, Capsules, Rects, RoundRects, Polygons or Shapes",
                     short_name(type));
    Py_XDECREF(kind);
    return ROW_NONE;
}

PyObject *new_array(PyTypeObject *type, row_kind kind, row_anchor anchor, bool masked, PyArrayObject *given,
                    PyArrayObject *array)
{
    array_object *self = (array_object *)type->tp_alloc(type, 0);
    if (!self) {
        Py_DECREF(given);
        Py_DECREF(array);
        return NULL;
    }
    self->given = given;
    self->array = array;
    self->kind = (uint8_t)kind;
    self->anchor = (uint8_t)anchor;
    self->masked = masked;
    return (PyObject *)self;
}

bool check_columns(PyTypeObject *type, row_kind kind, row_anchor anchor, PyArrayObject *array)
{
    static const char *const others[ROW_ANCHORS][2] = {[ROW_BY_CENTER] = {"cx cy w h [angle]", "cx cy w h r [angle]"},
                                                       [ROW_BY_CORNERS] = {"x1 y1 x2 y2", "x1 y1 x2 y2 r"},
                                                       [ROW_AROUND] = {NULL, "cx cy inner_w inner_h r [angle]"},
                                                       [ROW_BY_CORE_TOPLEFT] = {NULL, "x y inner_w inner_h r [angle]"}};
    int axes = PyArray_NDIM(array), most = anchor == ROW_BY_CORNERS ? least_columns(kind) : most_columns(kind);
    ptrdiff_t columns = axes > 0 ? PyArray_DIM(array, axes - 1) : -1;
    if (columns >= least_columns(kind) && columns <= most && axes <= MAX_AXES)
        return true;
    char rule[100];
    PyOS_snprintf(rule, sizeof rule, "must have the columns %s on its last axis",
                  anchor == ROW_BY_TOPLEFT ? column_names[kind] : others[anchor][kind == ROW_ROUNDRECT]);
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

static const char *const anchor_names[ROW_ANCHORS] = {"topleft", "center", "corners", "around", "core"};

row_anchor read_anchor(PyTypeObject *type, row_kind kind, PyObject *object)
{
    static const char *const rules[] = {"\"topleft\", as only rectangles have others",
                                        "\"topleft\", \"center\" or \"corners\"",
                                        "\"topleft\", \"center\", \"corners\", \"around\" or \"core\""};
    for (int i = 0; i < ROW_ANCHORS && PyUnicode_Check(object); i++)
        if (PyUnicode_CompareWithASCIIString(object, anchor_names[i]) == 0 && has_anchor(kind, (row_anchor)i))
            return (row_anchor)i;
    PyErr_Format(PyExc_ValueError, "%s: anchor must be %s, got %R", short_name(type),
                 rules[kind == ROW_RECT        ? 1
                       : kind == ROW_ROUNDRECT ? 2
                                               : 0],
                 object);
    return ROW_ANCHORS;
}

/* Replaces a view by its array and keeps its anchor; false with an error set. */
static bool read_view(PyTypeObject *type, PyObject *anchor_object, row_anchor *anchor, PyObject **object)
{
    const array_object *view = (array_object *)*object;
    if (anchor_object && view->anchor != *anchor) {
        PyErr_Format(PyExc_ValueError, "%s: anchor must be that of the rows, '%s', got %R", short_name(type),
                     anchor_names[view->anchor], anchor_object);
        return false;
    }
    *anchor = (row_anchor)view->anchor;
    *object = (PyObject *)view->given;
    return true;
}

/* The vertices of polygons, of an array-like or of the rows of another view: sets both. False with an error set. */
static bool read_vertices(PyTypeObject *type, row_kind kind, const array_object *view, PyObject *object,
                          PyArrayObject **given, PyArrayObject **vertices)
{
    *given = *vertices = NULL;
    if ((kind != ROW_POLYGON && kind != ROW_MIXED) || (!object && (view || kind == ROW_MIXED))) {
        if (object)
            PyErr_Format(PyExc_TypeError, "%s: vertices are for polygons", short_name(type));
        if (view && view->vertices) {
            *given = (PyArrayObject *)Py_NewRef(view->given_vertices);
            *vertices = (PyArrayObject *)Py_NewRef(view->vertices);
        }
        return !object;
    }
    if (!object) {
        PyErr_Format(PyExc_TypeError, "%s: missing argument vertices", short_name(type));
        return false;
    }
    *given =
        is_in_memory(short_name(type), "vertices", object) ? numbers_from(short_name(type), "vertices", object) : NULL;
    *vertices = *given ? own_view(*given) : NULL;
    if (!*vertices)
        return false;
    if (PyArray_NDIM(*vertices) == 2 && PyArray_DIM(*vertices, 1) == 2)
        return true;
    char name[100];
    PyOS_snprintf(name, sizeof name, "%.60s: vertices", short_name(type));
    refuse_shape_of(name, "must be pairs, (n, 2)", *vertices);
    return false;
}

/* Sets the vertices of a new array, whose references it steals; self may be NULL. */
static PyObject *with_vertices(PyObject *self, PyArrayObject *given, PyArrayObject *vertices)
{
    array_object *a = (array_object *)self;
    if (a) {
        a->given_vertices = given;
        a->vertices = vertices;
        return self;
    }
    Py_XDECREF(given);
    Py_XDECREF(vertices);
    return NULL;
}

static PyObject *array_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"array", "anchor", "invalid", "vertices", NULL};
    PyObject *object, *anchored = NULL, *invalid = NULL, *points = NULL;
    row_kind kind = kind_of_class(type);
    if (kind == ROW_NONE ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "O|$OOO", names, &object, &anchored, &invalid, &points))
        return NULL;
    points = points == Py_None ? NULL : points;
    row_anchor anchor = anchored ? read_anchor(type, kind, anchored) : ROW_BY_TOPLEFT;
    int masked = anchor == ROW_ANCHORS ? -1 : read_invalid(type, invalid);
    if (masked < 0)
        return NULL;
    const array_object *view = NULL;
    if (PyType_IsSubtype(Py_TYPE(object), type) && ((array_object *)object)->kind == kind) {
        view = (array_object *)object;
        if (!read_view(type, anchored, &anchor, &object))
            return NULL;
    }
    PyArrayObject *given =
        is_in_memory(short_name(type), "array", object) ? numbers_from(short_name(type), "array", object) : NULL;
    PyArrayObject *array = given ? own_view(given) : NULL, *given_vertices = NULL, *vertices = NULL;
    bool good = array && check_columns(type, kind, anchor, array) &&
                read_vertices(type, kind, view, points, &given_vertices, &vertices);
    if (good && !masked) {
        row_format format = format_with_vertices(array, kind, anchor, vertices);
        good = check_array_of(short_name(type), "", array, &format);
    }
    if (good)
        return with_vertices(new_array(type, kind, anchor, masked, given, array), given_vertices, vertices);
    Py_XDECREF(given);
    Py_XDECREF(array);
    return with_vertices(NULL, given_vertices, vertices);
}

static void array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((array_object *)self)->given);
    Py_XDECREF(((array_object *)self)->array);
    Py_XDECREF(((array_object *)self)->given_vertices);
    Py_XDECREF(((array_object *)self)->vertices);
    type->tp_free(self);
    Py_DECREF(type);
}

/* A view of the same kind of another array, whose rows are not checked because they come from this one. */
static PyObject *array_like(PyObject *self, PyObject *object)
{
    const array_object *a = (array_object *)self;
    PyArrayObject *given = numbers_from(short_name(Py_TYPE(self)), "array", object),
                  *array = given ? own_view(given) : NULL;
    if (!array || !check_columns(Py_TYPE(self), (row_kind)a->kind, (row_anchor)a->anchor, array)) {
        Py_XDECREF(given);
        Py_XDECREF(array);
        return NULL;
    }
    PyObject *like = new_array(Py_TYPE(self), (row_kind)a->kind, (row_anchor)a->anchor, a->masked, given, array);
    return with_vertices(like, (PyArrayObject *)Py_XNewRef(a->given_vertices),
                         (PyArrayObject *)Py_XNewRef(a->vertices));
}

static PyObject *get_array(PyObject *self, void *Py_UNUSED(closure))
{
    return Py_NewRef(((array_object *)self)->given);
}

static PyObject *get_invalid(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_InternFromString(((array_object *)self)->masked ? "nan" : "raise");
}

static PyObject *get_anchor(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_InternFromString(anchor_names[((array_object *)self)->anchor]);
}

static PyObject *get_shape(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    return tuple_of_sizes(axes_of(a), PyArray_DIMS(a->array));
}

/* ---- numbers of the shapes ---- */

/* The number of vertices of a shape that is not degenerate. */
static int vertices_of(row_kind kind) { return kind <= ROW_CIRCLE ? 1 : kind <= ROW_CAPSULE ? 2 : 4; }

/* A new array with the axes of a and then height and width, without those that are 0. */
static PyArrayObject *new_numbers(const array_object *a, int height, int width)
{
    ptrdiff_t sizes[MAX_AXES + 2];
    int axes = axes_of(a);
    memcpy(sizes, PyArray_DIMS(a->array), (size_t)axes * sizeof *sizes);
    if (height)
        sizes[axes++] = height;
    if (width)
        sizes[axes++] = width;
    return (PyArrayObject *)PyArray_SimpleNew(axes, sizes, NPY_FLOAT64);
}

/* Writes what is asked about one shape. */
typedef void write_row(const row_shape *made, int count, void *out);

/* Makes what is written of: a shape, or of a rectangle its numbers alone. */
typedef c2d_status make_of_row(const row_format *format, const char *row, vertex_room *room, row_shape *out);

/* Of rectangles only the numbers, without the sines of the angle; other kinds as make_row. */
static c2d_status make_numbers(const row_format *format, const char *row, vertex_room *room, row_shape *out)
{
    double read[MAX_COLUMNS], *numbers = read;
    row_format own;
    read_row(format, row, read);
    if (format->kind == ROW_MIXED && format_of_code(format, read[0], &own)) {
        format = &own;
        numbers++;
    }
    if (format->kind != ROW_RECT && format->kind != ROW_ROUNDRECT)
        return shape_of_row(format, numbers, room, out);
    c2d_status status = check_row(format, numbers);
    for (int i = 0; i < format->columns && !status; i++)
        c2d_check(&numbers[i]);
    out->rect = rect_of_row(format, numbers);
    out->has_rect = true;
    return status;
}

/* Writes for every row in C order, step bytes each. The status of the first invalid row; without memory it ends there.
 */
static c2d_status write_rows(const array_object *a, make_of_row *make, write_row *write, int count, ptrdiff_t step,
                             char *out)
{
    const ptrdiff_t *size = PyArray_DIMS(a->array), *stride = PyArray_STRIDES(a->array);
    const char *row = PyArray_BYTES(a->array);
    row_format format = format_of(a);
    ptrdiff_t index[MAX_AXES] = {0};
    c2d_status first = C2D_OK;
    vertex_room room = {NULL, NULL};
    for (ptrdiff_t left = count_of(a); left > 0; left--, out += step) {
        row_shape made;
        room_reset(&room);
        c2d_status status = make(&format, row, &room, &made);
        if (status == C2D_NO_MEMORY) {
            first = status;
            break;
        }
        made.good = status == C2D_OK;
        if (!first)
            first = status;
        write(&made, count, out);
        for (int k = axes_of(a) - 1; k >= 0; k--) {
            row += stride[k];
            if (++index[k] < size[k])
                break;
            row -= stride[k] * size[k];
            index[k] = 0;
        }
    }
    room_free(&room);
    return first;
}

/* Writes numbers for every row in C order; false with an error set. */
static bool fill_from_rows(const array_object *a, make_of_row *make, write_row *write, int count, int numbers,
                           double *out)
{
    c2d_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = write_rows(a, make, write, count, numbers * (ptrdiff_t)sizeof *out, (char *)out);
    Py_END_ALLOW_THREADS;
    if (status == C2D_NO_MEMORY)
        PyErr_NoMemory();
    else if (!status || a->masked)
        return true;
    else if (check_rows(short_name(Py_TYPE((PyObject *)a)), "", a))
        PyErr_SetString(PyExc_ValueError, "the array was changed meanwhile");
    return false;
}

static void write_vertices(const row_shape *made, int count, void *at)
{
    double *out = at;
    const c2d_vec *v = made->good ? c2d_vertices(&made->shape) : NULL;
    for (int i = 0; i < count; i++) {
        uint32_t k = !v ? 0 : (uint32_t)i < made->shape.count ? (uint32_t)i : made->shape.count - 1;
        out[2 * i] = v ? v[k].x : NAN;
        out[2 * i + 1] = v ? v[k].y : NAN;
    }
}

static void write_bounds(const row_shape *made, int Py_UNUSED(count), void *at)
{
    double *out = at;
    const c2d_shape *s = &made->shape;
    out[0] = made->good ? s->min.x : NAN;
    out[1] = made->good ? s->min.y : NAN;
    out[2] = made->good ? s->max.x : NAN;
    out[3] = made->good ? s->max.y : NAN;
}

static void write_center(const row_shape *made, int Py_UNUSED(count), void *at)
{
    c2d_vec center = {NAN, NAN};
    if (made->good)
        center = made->has_rect ? c2d_rect_center(&made->rect) : c2d_center(&made->shape);
    memcpy(at, &center, sizeof center);
}

static void write_area(const row_shape *made, int Py_UNUSED(count), void *at)
{
    *(double *)at = made->good ? c2d_area(&made->shape) : NAN;
}

static void write_perimeter(const row_shape *made, int Py_UNUSED(count), void *at)
{
    *(double *)at = made->good ? c2d_perimeter(&made->shape) : NAN;
}

/* What is asked about every row, `width` numbers each; or one number, without an axis of its own, if width is 0. */
static PyObject *numbers_of_rows(PyObject *self, make_of_row *make, write_row *write, int width)
{
    const array_object *a = (array_object *)self;
    PyArrayObject *out = new_numbers(a, 0, width);
    if (out && !fill_from_rows(a, make, write, 0, width ? width : 1, PyArray_DATA(out)))
        Py_CLEAR(out);
    return out ? PyArray_Return(out) : NULL;
}

static PyObject *get_vertices(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    int count = vertices_of((row_kind)a->kind);
    PyArrayObject *out = new_numbers(a, count, 2);
    if (out && !fill_from_rows(a, make_row, write_vertices, count, 2 * count, PyArray_DATA(out)))
        Py_CLEAR(out);
    return (PyObject *)out;
}

static PyObject *get_bounds(PyObject *self, void *Py_UNUSED(closure))
{
    return numbers_of_rows(self, make_row, write_bounds, 4);
}

static PyObject *get_center(PyObject *self, void *Py_UNUSED(closure))
{
    return numbers_of_rows(self, make_numbers, write_center, 2);
}

static PyObject *get_area(PyObject *self, void *Py_UNUSED(closure))
{
    return numbers_of_rows(self, make_row, write_area, 0);
}

static PyObject *get_perimeter(PyObject *self, void *Py_UNUSED(closure))
{
    return numbers_of_rows(self, make_row, write_perimeter, 0);
}

static void write_valid(const row_shape *made, int Py_UNUSED(count), void *out) { *(npy_bool *)out = made->good; }

/* Whether each row is valid: an array of bool. */
static PyObject *get_valid(PyObject *self, void *Py_UNUSED(closure))
{
    const array_object *a = (array_object *)self;
    PyArrayObject *out = (PyArrayObject *)PyArray_SimpleNew(axes_of(a), PyArray_DIMS(a->array), NPY_BOOL);
    if (!out)
        return NULL;
    c2d_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = write_rows(a, make_numbers, write_valid, 0, sizeof(npy_bool), PyArray_DATA(out));
    Py_END_ALLOW_THREADS;
    if (status == C2D_NO_MEMORY) {
        Py_DECREF(out);
        return PyErr_NoMemory();
    }
    return PyArray_Return(out);
}

static PyObject *get_table(PyObject *self, void *Py_UNUSED(closure))
{
    PyArrayObject *table = ((array_object *)self)->given_vertices;
    return table ? Py_NewRef(table) : Py_NewRef(Py_None);
}

/* ---- the type ---- */

/* clang-format off */
static PyMethodDef array_methods[] = {
    {"_like", array_like, METH_O, PyDoc_STR("_like($self, array, /)\n--\n\nRows of the same kind.")},
    {0},
};

static PyGetSetDef array_attributes[] = {
    {"array", get_array, NULL,
     PyDoc_STR("The numbers, (..., columns): the array that was given where no copy was needed.\n\n"
               ">>> Circles([[0, 0, 1]]).array.shape\n(1, 3)\n"), NULL},
    {"_table", get_table, NULL, PyDoc_STR("The vertices to which rows of polygons refer; None for other rows."), NULL},
    {"anchor", get_anchor, NULL,
     PyDoc_STR("What the rows of rectangles hold: \"topleft\", \"center\", \"corners\", \"around\" or \"core\".\n\n"
               ">>> Rects([[5, 5, 4, 2]], anchor=\"center\").anchor\n'center'\n"), NULL},
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
    {"center", get_center, NULL,
     PyDoc_STR("The centres of the cores, float64 (..., 2), as `center` of each shape has them.\n\n"
               ">>> Segments([[0, 0, 4, 2], [1, 1, 1, 1]]).center.tolist()\n[[2.0, 1.0], [1.0, 1.0]]\n"), NULL},
    {"area", get_area, NULL,
     PyDoc_STR("The areas of the grown shapes, float64, as `area` of each shape has it; nan for an invalid row.\n\n"
               ">>> Rects([[0, 0, 4, 2], [1, 1, 3, 3]]).area\narray([8., 9.])\n"), NULL},
    {"perimeter", get_perimeter, NULL,
     PyDoc_STR("The lengths of the borders, float64, as `perimeter` of each shape has it.\n\n"
               ">>> Segments([[0, 0, 3, 4]]).perimeter\narray([10.])\n"), NULL},
    {0},
};
/* clang-format on */

static PyType_Slot array_slots[] = {
    {Py_tp_doc, (void *)PyDoc_STR("The base of arrays of shapes: a typed view of an array of numbers.")},
     {Py_tp_new, array_new}, {Py_tp_dealloc, array_dealloc}, {Py_tp_methods, array_methods},
     {Py_tp_getset, array_attributes}, {0, NULL},
};

PyType_Spec array_spec = {"collide2d._arrays.ShapeArray", sizeof(array_object), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, array_slots};
