/* Shape, and the kinds that are a list of points and a radius: Point Circle Segment Capsule Polygon. Also what all
 * kinds share: attributes, ==, hash, repr, pickle. rects.c has what only rectangles have. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"
#include "bounds.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *const class_names[KIND_COUNT] = {"Point", "Circle", "Segment", "Capsule", "Rect", "RoundRect", "Polygon"};
const char *const kind_names[KIND_COUNT] = {"point", "circle", "segment", "capsule", "rect", "roundrect", "polygon"};

/* ---- objects ---- */

shape_object *new_shape(PyTypeObject *type, shape_kind kind)
{
    shape_object *self = PyObject_New(shape_object, type);
    if (self) {
        self->kind = (uint8_t)kind;
        self->reversed = false;
        self->shape.count = 1; /* until the shape is made it owns no block of vertices */
    }
    return self;
}

void shape_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (SHAPE(self)->count > C2D_INLINE_VERTICES)
        PyMem_Free((void *)SHAPE(self)->v.many);
    PyObject_Free(self);
    Py_DECREF(type);
}

PyObject *new_by_vectorcall(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return PyVectorcall_Call((PyObject *)type, args, kwargs);
}

c2d_status make_circle(shape_object *self, shape_kind kind, c2d_vec center, double radius)
{
    self->kind = (uint8_t)kind;
    self->reversed = false;
    return kind == KIND_POINT ? c2d_point(&self->shape, center) : c2d_circle(&self->shape, center, radius);
}

c2d_status make_between(shape_object *self, shape_kind kind, c2d_vec a, c2d_vec b, double radius)
{
    self->kind = (uint8_t)kind;
    c2d_status status = c2d_capsule(&self->shape, a, b, radius);
    if (status)
        return status;
    c2d_check(&a.x);
    c2d_check(&a.y);
    self->reversed = self->shape.count == 2 && !vec_equal(a, self->shape.v.own[0]);
    return C2D_OK;
}

typedef c2d_status polygon_maker(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage);

/* Takes ownership of points, a block of PyMem memory. */
static c2d_status make_polygon(shape_object *self, c2d_vec *points, size_t n, double radius, polygon_maker *maker)
{
    c2d_shape shape;
    c2d_status status = maker(&shape, points, n, radius, points);
    if (status == C2D_OK && shape.count > C2D_INLINE_VERTICES) {
        c2d_vec *fitting = PyMem_Realloc(points, shape.count * sizeof *points);
        shape.v.many = fitting ? fitting : points;
    } else {
        PyMem_Free(points);
    }
    if (status == C2D_OK)
        self->shape = shape;
    return status;
}

PyObject *shape_from_points(PyTypeObject *type, shape_kind kind, const c2d_vec *points, size_t n, double radius,
                            const signature *signature, const arguments *arguments)
{
    shape_object *self = new_shape(type, kind);
    if (!self)
        return NULL;
    c2d_status status;
    if (kind == KIND_POINT || kind == KIND_CIRCLE) {
        status = make_circle(self, kind, points[0], radius);
    } else if (kind == KIND_SEGMENT || kind == KIND_CAPSULE) {
        status = make_between(self, kind, points[0], points[1], radius);
    } else {
        c2d_vec *block = PyMem_Malloc(n * sizeof *block);
        if (block)
            memcpy(block, points, n * sizeof *block);
        status = block ? make_polygon(self, block, n, radius, c2d_hull_shape) : C2D_NO_MEMORY;
    }
    if (status == C2D_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return refuse(signature, arguments, status);
}

PyObject *object_of(module_state *state, const shape_object *given)
{
    uint32_t count = given->shape.count;
    shape_object *self = new_shape(state->types[given->kind], given->kind);
    if (!self)
        return NULL;
    self->reversed = given->reversed;
    self->shape = given->shape;
    if (is_rect_kind(given))
        *RECT(self) = *RECT(given);
    if (count > C2D_INLINE_VERTICES) {
        c2d_vec *block = PyMem_New(c2d_vec, count);
        self->shape.v.many = block;
        if (!block) {
            Py_DECREF(self);
            return PyErr_NoMemory();
        }
        memcpy(block, given->shape.v.many, count * sizeof *block);
    }
    return (PyObject *)self;
}

PyObject *simplest_object(module_state *state, const c2d_shape *shape)
{
    static const shape_kind kinds[][2] = {
        [C2D_POINT] = {KIND_POINT, KIND_CIRCLE},
        [C2D_SEGMENT] = {KIND_SEGMENT, KIND_CAPSULE},
        [C2D_BOX] = {KIND_RECT, KIND_ROUNDRECT},
        [C2D_CONVEX] = {KIND_POLYGON, KIND_POLYGON},
    };
    rect_object made = {.base = {.kind = (uint8_t)kinds[shape->form][shape->radius > 0], .shape = *shape}};
    if (shape->form == C2D_BOX)
        made.rect = (c2d_rect){.anchor = C2D_BY_CORNERS,
                               .inner = shape->radius > 0,
                               .at = shape->v.own[0],
                               .size = shape->v.own[2],
                               .radius = shape->radius};
    return object_of(state, &made.base);
}

c2d_vec end_a(const shape_object *s) { return s->shape.v.own[s->reversed ? 1 : 0]; }
c2d_vec end_b(const shape_object *s) { return s->shape.v.own[s->reversed || s->shape.count == 1 ? 0 : 1]; }

/* ---- tuples ---- */

PyObject *tuple_of_vectors(const c2d_vec *vectors, Py_ssize_t count)
{
    result_list pairs;
    bool good = true;
    result_list_init(&pairs);
    for (Py_ssize_t i = 0; i < count && good; i++)
        good = result_list_add_object(&pairs, tuple_of_vector(vectors[i]));
    return result_list_to_tuple(&pairs, good);
}

static PyObject *tuple_of_vertices(const c2d_shape *s) { return tuple_of_vectors(c2d_vertices(s), s->count); }

/* The arguments from which the constructor makes an equal shape; not for rectangles. */
static PyObject *constructor_arguments(const shape_object *self)
{
    const c2d_shape *s = &self->shape;
    c2d_vec a = end_a(self), b = end_b(self);
    switch (self->kind) {
    case KIND_POINT: return tuple_of_numbers((double[]){a.x, a.y}, 2);
    case KIND_CIRCLE: return tuple_of_numbers((double[]){a.x, a.y, s->radius}, 3);
    case KIND_SEGMENT: return tuple_of_numbers((double[]){a.x, a.y, b.x, b.y}, 4);
    case KIND_CAPSULE: return tuple_of_numbers((double[]){a.x, a.y, b.x, b.y, s->radius}, 5);
    default: return Py_BuildValue("(Nd)", tuple_of_vertices(s), s->radius);
    }
}

/* ---- constructors ---- */

#define ERRORS_DOC                                                                                                     \
    "Raises TypeError for an argument of a wrong kind, ValueError for a number that is NaN, infinite, beyond 1e60 "    \
    "or,\n"                                                                                                            \
    "if it is a size, negative.\n\n"

static const signature point_signature = {"Point", 2, 2, 2, {{"x", PAIR}, {"y", 0}}};
static const signature circle_signature = {"Circle", 3, 3, 3, {{"x", PAIR}, {"y", 0}, {"r", SIZE}}};
static const signature segment_signature = {"Segment", 4, 4, 4, {{"ax", PAIR}, {"ay", 0}, {"bx", PAIR}, {"by", 0}}};
static const signature capsule_signature = {
    "Capsule", 5, 5, 5, {{"ax", PAIR}, {"ay", 0}, {"bx", PAIR}, {"by", 0}, {"r", SIZE}}};
static const signature polygon_signature = {"Polygon", 1, 2, 2, {{"points", OBJECT}, {"radius", SIZE}}};
static const signature hull_signature = {"Polygon.hull", 1, 2, 2, {{"points", OBJECT}, {"radius", SIZE}}};

static inline PyObject *construct(PyObject *type, shape_kind kind, const signature *s, int radius,
                                  PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    arguments a;
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    if (plain_numbers(args, nargs, kwnames, s->count, a.number))
        a.given = (1u << s->count) - 1;
    else if (!parse((PyTypeObject *)type, s, args, nargs, kwnames, &a))
        return NULL;
    const double *n = a.number;
    c2d_vec points[2] = {{n[0], n[1]}, {0, 0}};
    if (s->count >= 4)
        points[1] = (c2d_vec){n[2], n[3]};
    return shape_from_points((PyTypeObject *)type, kind, points, 2, radius < 0 ? 0 : n[radius], s, &a);
}

static const char point_type_doc[] = PyDoc_STR(
    "Point(x, y=...)\n--\n\n"
    "A point, from two numbers or one pair.\n\n"
    ERRORS_DOC
    ">>> Point(1, 2)\n"
    "Point(1.0, 2.0)\n"
    ">>> Point((1, 2)).grow(3)\n"
    "Circle(1.0, 2.0, 3.0)\n");

PyObject *point_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return construct(type, KIND_POINT, &point_signature, -1, args, nargsf, kwnames);
}

static const char circle_type_doc[] =
    PyDoc_STR(
    "Circle(x, y=..., r=...)\n--\n\n"
    "A disc around (x, y) with radius r >= 0; the centre may be one pair. With r = 0 it gives the answers of a point.\n\n"
    ERRORS_DOC
    ">>> Circle(1, 2, 3)\n"
    "Circle(1.0, 2.0, 3.0)\n"
    ">>> Circle((1, 2), r=3) == Circle(1, 2, 3)\n"
    "True\n"
    ">>> Circle(0, 0, -1)\n"
    "Traceback (most recent call last):\n"
    "ValueError: Circle: r must be >= 0, got -1.0\n");

PyObject *circle_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return construct(type, KIND_CIRCLE, &circle_signature, 2, args, nargsf, kwnames);
}

static const char segment_type_doc[] = PyDoc_STR(
    "Segment(ax, ay, bx=..., by=...)\n--\n\n"
    "The straight line from (ax, ay) to (bx, by), ends included; each end may be one pair. Equal ends make a point.\n\n"
    "Segments with the same ends are equal, whichever end is a.\n\n"
    ERRORS_DOC
    ">>> Segment((0, 0), (4, 2))\n"
    "Segment(0.0, 0.0, 4.0, 2.0)\n");

PyObject *segment_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return construct(type, KIND_SEGMENT, &segment_signature, -1, args, nargsf, kwnames);
}

static const char capsule_type_doc[] =
    PyDoc_STR(
    "Capsule(ax, ay, bx=..., by=..., r=...)\n--\n\n"
    "The segment from (ax, ay) to (bx, by), grown by r >= 0; each end may be one pair. Equal ends make a disc.\n\n"
    ERRORS_DOC
    ">>> Capsule((0, 0), (4, 2), 1)\n"
    "Capsule(0.0, 0.0, 4.0, 2.0, 1.0)\n");

PyObject *capsule_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return construct(type, KIND_CAPSULE, &capsule_signature, 4, args, nargsf, kwnames);
}

c2d_vec *points_from(const char *function, const char *argument, PyObject *object, size_t *count)
{
    PyObject *items = items_from(function, argument, "an iterable of pairs", object);
    if (!items)
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(items);
    c2d_vec *points = n <= UINT32_MAX ? PyMem_New(c2d_vec, n ? n : 1) : NULL;
    if (!points)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n && points; i++) {
        char name[ITEM_NAME];
        PyOS_snprintf(name, sizeof name, "%s[%zd]", argument, i);
        bool good = pair_from(function, name, PyTuple_GET_ITEM(items, i), &points[i]);
        c2d_vec checked = points[i]; /* a copy, because checking normalises it */
        if (!good || !check_vector(function, name, &checked)) {
            PyMem_Free(points);
            points = NULL;
        }
    }
    Py_DECREF(items);
    *count = (size_t)n;
    return points;
}

/* The error for points that are not convex. They are read again, as the core has sorted them; an iterator has none
 * left. */
static PyObject *refuse_concave(const signature *s, PyObject *object, size_t n)
{
    size_t count = 0;
    c2d_vec *points = PySequence_Check(object) ? points_from(s->name, "points", object, &count) : NULL;
    if (lacks_memory())
        return NULL;
    PyErr_Clear();
    size_t corner = points && count == n ? c2d_concave_corner(points, n) : n;
    PyObject *at = corner < n ? tuple_of_vector(points[corner]) : PyUnicode_FromString("");
    PyMem_Free(points);
    if (at && corner < n)
        PyErr_Format(PyExc_ValueError,
                     "%s: points %s, got %zu points that turn inward at points[%zu], %R: decompose(points) and "
                     "Body.from_outline(points) make convex pieces",
                     s->name, c2d_rule(C2D_NOT_CONVEX), n, corner, at);
    else if (at)
        PyErr_Format(PyExc_ValueError, "%s: points %s, got %zu points", s->name, c2d_rule(C2D_NOT_CONVEX), n);
    Py_XDECREF(at);
    return NULL;
}

static PyObject *construct_polygon(PyObject *type, const signature *s, polygon_maker *maker, PyObject *const *args,
                                   Py_ssize_t nargs, PyObject *kwnames)
{
    arguments a;
    size_t n;
    if (!parse((PyTypeObject *)type, s, args, nargs, kwnames, &a))
        return NULL;
    c2d_vec *points = points_from(s->name, "points", a.object[0], &n);
    if (!points)
        return NULL;
    shape_object *self = new_shape((PyTypeObject *)type, KIND_POLYGON);
    if (!self) {
        PyMem_Free(points);
        return NULL;
    }
    c2d_status status = make_polygon(self, points, n, a.number[1], maker);
    if (status == C2D_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    if (status == C2D_NOT_CONVEX)
        return refuse_concave(s, a.object[0], n);
    if (status == C2D_NO_POINTS)
        return PyErr_Format(PyExc_ValueError, "%s: points %s, got %zu points", s->name, c2d_rule(status), n);
    return refuse(s, &a, status);
}

static const char polygon_type_doc[] = PyDoc_STR(
    "Polygon(points, radius=0.0)\n--\n\n"
    "A convex polygon of any number of points, grown by a radius >= 0.\n\n"
    "points is an iterable of pairs that go around once, in either direction. Repeated and collinear points are\n"
    "dropped. One point makes a disc, two make a capsule. Raises ValueError for no points and for a polygon that is\n"
    "not convex: see Polygon.hull.\n\n"
    ERRORS_DOC
    ">>> Polygon([(0, 0), (0, 3), (4, 0), (2, 0)])\n"
    "Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)])\n"
    ">>> Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])\n"
    "Traceback (most recent call last):\n"
    "ValueError: Polygon: points must run once round a convex polygon, got 4 points that turn inward at points[2], "
    "(1.0, 1.0): decompose(points) and Body.from_outline(points) make convex pieces\n");

PyObject *polygon_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return construct_polygon(type, &polygon_signature, c2d_polygon, args, PyVectorcall_NARGS(nargsf), kwnames);
}

static const char hull_doc[] =
    PyDoc_STR(
    "hull($type, points, radius=0.0)\n--\n\n"
    "The convex hull of any points, an iterable of pairs in any order, grown by a radius >= 0.\n\n"
    ERRORS_DOC
    ">>> Polygon.hull([(0, 0), (4, 0), (1, 1), (0, 4)])\n"
    "Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)])\n");

static PyObject *polygon_hull(PyObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return construct_polygon(type, &hull_signature, c2d_hull_shape, args, nargs, kwnames);
}

/* ---- protocols ---- */

const char copy_doc[] = PyDoc_STR(
    "__copy__($self, /)\n--\n\n"
    "The object itself, because it is immutable.");

const char deepcopy_doc[] = PyDoc_STR(
    "__deepcopy__($self, memo, /)\n--\n\n"
    "The object itself, because it is immutable.");

PyObject *shape_self(PyObject *self, PyObject *Py_UNUSED(unused)) { return Py_NewRef(self); }

const char reduce_doc[] = PyDoc_STR(
    "__reduce__($self, /)\n--\n\n"
    "The constructor and the arguments from which pickle makes an equal object.");

PyObject *shape_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    if (is_rect_kind((shape_object *)self))
        return rect_reduce(self);
    PyObject *args = constructor_arguments((shape_object *)self);
    return args ? Py_BuildValue("(ON)", Py_TYPE(self), args) : NULL;
}

const char svg_doc[] = PyDoc_STR(
    "_repr_svg_($self, /)\n--\n\n"
    "A small SVG picture, which notebooks show.\n\n"
    ">>> Circle(0, 0, 1)._repr_svg_()[:4]\n"
    "'<svg'\n");

PyObject *shape_svg(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *drawing = PyImport_ImportModule("collide2d.drawing.notebook");
    PyObject *picture = drawing ? PyObject_CallMethod(drawing, "notebook", "(O)", self) : NULL;
    Py_XDECREF(drawing);
    return picture;
}

static const char sizeof_doc[] = PyDoc_STR(
    "__sizeof__($self, /)\n--\n\n"
    "The size of the object in memory, in bytes.");

PyObject *shape_sizeof(PyObject *self, PyObject *Py_UNUSED(unused))
{
    size_t own = (size_t)Py_TYPE(self)->tp_basicsize, count = SHAPE(self)->count;
    return PyLong_FromSize_t(own + (count > C2D_INLINE_VERTICES ? count * sizeof(c2d_vec) : 0));
}

static PyObject *shape_repr(PyObject *self)
{
    const shape_object *s = (shape_object *)self;
    if (is_rect_kind(s))
        return rect_repr(self);
    if (s->kind != KIND_POLYGON) {
        PyObject *args = constructor_arguments(s);
        PyObject *text = args ? PyUnicode_FromFormat("%s%R", class_names[s->kind], args) : NULL;
        Py_XDECREF(args);
        return text;
    }
    PyObject *vertices = tuple_of_vertices(&s->shape), *text = NULL;
    PyObject *points = vertices ? PySequence_List(vertices) : NULL, *radius = PyFloat_FromDouble(s->shape.radius);
    if (points && radius)
        text = s->shape.radius > 0 ? PyUnicode_FromFormat("Polygon(%R, %R)", points, radius)
                                   : PyUnicode_FromFormat("Polygon(%R)", points);
    Py_XDECREF(vertices);
    Py_XDECREF(points);
    Py_XDECREF(radius);
    return text;
}

static PyObject *shape_compare(PyObject *self, PyObject *other, int op)
{
    if (Py_TYPE(self) != Py_TYPE(other) || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const c2d_shape *a = SHAPE(self), *b = SHAPE(other);
    bool equal = a->count == b->count && a->radius == b->radius;
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    for (uint32_t i = 0; equal && i < a->count; i++)
        equal = vec_equal(p[i], q[i]);
    if (equal && is_rect_kind((shape_object *)self))
        equal = rects_agree(self, other);
    return PyBool_FromLong(equal == (op == Py_EQ));
}

/* The hash of the kind, the vertices and the radius. Stored zeros are positive, so equal numbers have equal bits. */
static Py_hash_t shape_hash(PyObject *self)
{
    const c2d_shape *s = SHAPE(self);
    const c2d_vec *v = c2d_vertices(s);
    uint64_t hash = ((shape_object *)self)->kind + 1, bits;
    for (uint32_t i = 0; i <= 2 * s->count; i++) {
        double number = i == 2 * s->count ? s->radius : i % 2 ? v[i / 2].y : v[i / 2].x;
        memcpy(&bits, &number, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    Py_hash_t result = (Py_hash_t)hash;
    return result == -1 ? -2 : result;
}

/* ---- attributes ---- */

/* A getter. The expression may use object and its shape s. */
#define ATTRIBUTE(getter, expression)                                                                                  \
    static PyObject *getter(PyObject *self, void *Py_UNUSED(closure))                                                  \
    {                                                                                                                  \
        const shape_object *object = (shape_object *)self;                                                             \
        const c2d_shape *s = &object->shape;                                                                           \
        (void)s;                                                                                                       \
        return expression;                                                                                             \
    }

#define PI 3.14159265358979323846

static double length(const shape_object *s)
{
    c2d_vec a = end_a(s), b = end_b(s);
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

c2d_vec center_of(const shape_object *s) { return is_rect_kind(s) ? c2d_rect_center(RECT(s)) : c2d_center(&s->shape); }

ATTRIBUTE(get_kind, PyUnicode_InternFromString(kind_names[object->kind]))
ATTRIBUTE(get_center, tuple_of_vector(center_of(object)))
ATTRIBUTE(get_bounds, tuple_of_numbers((double[]){s->min.x, s->min.y, s->max.x, s->max.y}, 4))
ATTRIBUTE(get_radius, PyFloat_FromDouble(s->radius))
ATTRIBUTE(get_vertices, tuple_of_vertices(s))
ATTRIBUTE(get_area, PyFloat_FromDouble(c2d_area(s)))
ATTRIBUTE(get_perimeter, PyFloat_FromDouble(c2d_perimeter(s)))
ATTRIBUTE(get_x, PyFloat_FromDouble(s->v.own[0].x))
ATTRIBUTE(get_y, PyFloat_FromDouble(s->v.own[0].y))
ATTRIBUTE(get_diameter, PyFloat_FromDouble(2 * s->radius))
ATTRIBUTE(get_circumference, PyFloat_FromDouble(2 * PI * s->radius))
ATTRIBUTE(get_ax, PyFloat_FromDouble(end_a(object).x))
ATTRIBUTE(get_ay, PyFloat_FromDouble(end_a(object).y))
ATTRIBUTE(get_bx, PyFloat_FromDouble(end_b(object).x))
ATTRIBUTE(get_by, PyFloat_FromDouble(end_b(object).y))
ATTRIBUTE(get_a, tuple_of_vector(end_a(object)))
ATTRIBUTE(get_b, tuple_of_vector(end_b(object)))
ATTRIBUTE(get_length, PyFloat_FromDouble(length(object)))

/* clang-format off */
#define GETTER(name, getter, text, example) {name, getter, NULL, PyDoc_STR(text "\n\n>>> " example "\n"), NULL}

static PyGetSetDef shape_attributes[] = {
    GETTER("kind", get_kind, "What the shape is: \"point\", \"circle\", \"segment\", \"capsule\", \"rect\", \"roundrect\" or \"polygon\".",
         "Circle(0, 0, 1).kind\n'circle'"),
    GETTER("center", get_center, "The centre of the core, (x, y): the middle of a segment or rectangle, the centroid of a polygon.",
         "Segment(0, 0, 4, 2).center\n(2.0, 1.0)"),
    GETTER("bounds", get_bounds, "(left, top, right, bottom): the least and greatest x and y, rounded outward.",
         "Circle(1, 1, 2).bounds\n(-1.0, -1.0, 3.0, 3.0)"),
    GETTER("radius", get_radius, "The radius by which the hull of the vertices is grown; 0 for shapes with sharp corners.",
         "Capsule(0, 0, 4, 0, 2).radius\n2.0"),
    GETTER("vertices", get_vertices,
         "The corners of the core, in the direction from +x to +y, the one with the least x, then y first; a degenerate core has fewer.",
         "Rect(0, 0, 4, 2).vertices\n((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))"),
    GETTER("area", get_area, "The area of the grown shape, rounded; 0 for points and segments.", "Rect(0, 0, 4, 2).area\n8.0"),
    GETTER("perimeter", get_perimeter,
         "The length of the border of the grown shape, rounded; for a segment twice its length, as of a thin rectangle.",
         "Rect(0, 0, 4, 2).perimeter\n12.0"),
    {"__geo_interface__", get_geo_interface, NULL, geo_interface_doc, NULL},
    BOUNDS_ATTRIBUTES("Circle(5, 4, 2)"),
    {0},
};

static PyGetSetDef point_attributes[] = {
    GETTER("x", get_x, "The x coordinate.", "Point(1, 2).x\n1.0"),
    GETTER("y", get_y, "The y coordinate.", "Point(1, 2).y\n2.0"),
    {0},
};

static PyGetSetDef circle_attributes[] = {
    GETTER("x", get_x, "The x coordinate of the centre.", "Circle(1, 2, 3).x\n1.0"),
    GETTER("y", get_y, "The y coordinate of the centre.", "Circle(1, 2, 3).y\n2.0"),
    {"r", get_radius, NULL, PyDoc_STR("The radius.\n\n>>> Circle(1, 2, 3).r\n3.0\n"), NULL},
    GETTER("diameter", get_diameter, "Twice the radius.", "Circle(1, 2, 3).diameter\n6.0"),
    GETTER("circumference", get_circumference, "The length of the boundary, rounded.", "Circle(1, 2, 0.5).circumference\n3.141592653589793"),
    {0},
};

#define ENDS(class)                                                                    \
    GETTER("ax", get_ax, "The x coordinate of the end a.", class ".ax\n1.0"),                      \
    GETTER("ay", get_ay, "The y coordinate of the end a.", class ".ay\n2.0"),                      \
    GETTER("bx", get_bx, "The x coordinate of the end b.", class ".bx\n4.0"),                      \
    GETTER("by", get_by, "The y coordinate of the end b.", class ".by\n6.0"),                      \
    GETTER("a", get_a, "The end a, (x, y), as it was given.", class ".a\n(1.0, 2.0)"),            \
    GETTER("b", get_b, "The end b, (x, y), as it was given.", class ".b\n(4.0, 6.0)"),            \
    GETTER("length", get_length, "The distance from a to b, rounded; 0 if they are equal.", class ".length\n5.0")

static PyGetSetDef segment_attributes[] = {
    ENDS("Segment(1, 2, 4, 6)"),
    {0},
};

static PyGetSetDef capsule_attributes[] = {
    ENDS("Capsule(1, 2, 4, 6, 3)"),
    {"r", get_radius, NULL, PyDoc_STR("The radius.\n\n>>> Capsule(1, 2, 4, 6, 3).r\n3.0\n"), NULL},
    {0},
};

static PyGetSetDef polygon_attributes[] = {
    {"points", get_vertices, NULL,
     PyDoc_STR("The same as vertices.\n\n>>> Polygon([(0, 2), (0, 0), (3, 0)]).points\n"
               "((0.0, 0.0), (3.0, 0.0), (0.0, 2.0))\n"), NULL},
    {0},
};
/* clang-format on */

/* ---- types ---- */

/* clang-format off */
#define PROTOCOL_METHODS                                                        \
    {"_repr_svg_", shape_svg, METH_NOARGS, svg_doc},                            \
    {"outline", KEYWORDS(shape_outline), outline_doc},                          \
    {"to_shapely", KEYWORDS(shape_to_shapely), to_shapely_doc},                 \
    {"to_dict", shape_to_dict, METH_NOARGS, to_dict_doc},                       \
    {"from_dict", shape_from_dict, METH_O | METH_CLASS, from_dict_doc},         \
    {"__reduce__", shape_reduce, METH_NOARGS, reduce_doc},                      \
    {"__copy__", shape_self, METH_NOARGS, copy_doc},                            \
    {"__deepcopy__", shape_self, METH_O, deepcopy_doc},                         \
    {"__sizeof__", shape_sizeof, METH_NOARGS, sizeof_doc}

static PyMethodDef shape_methods[] = {SHAPE_METHODS, PROTOCOL_METHODS, {0}};
static PyMethodDef point_methods[] = {SHAPE_METHODS, {0}};
static PyMethodDef polygon_methods[] = {
    SHAPE_METHODS,
    {"hull", (PyCFunction)(void (*)(void))polygon_hull, METH_FASTCALL | METH_KEYWORDS | METH_CLASS, hull_doc},
    {0},
};

/* clang-format on */

static const char shape_type_doc[] = PyDoc_STR(
    "The base of all shapes: the convex hull of some vertices, grown by a radius.\n\n"
    "Shapes are immutable values: hashable, comparable, picklable, usable in match and safe to share between threads.\n"
    "Two shapes are equal if they have the same kind and the same numbers. Shape itself cannot be instantiated, and\n"
    "no shape can be subclassed.\n\n"
    ">>> isinstance(Circle(0, 0, 1), Shape)\n"
    "True\n");
static PyType_Slot shape_slots[] = {
    {Py_tp_doc, (void *)shape_type_doc},
    {Py_tp_dealloc, shape_dealloc},
    {Py_tp_repr, shape_repr},
    {Py_tp_hash, shape_hash},
    {Py_tp_richcompare, shape_compare},
    {Py_tp_methods, shape_methods},
    {Py_tp_getset, shape_attributes},
    {0, NULL},
};

PyType_Spec shape_spec = {"collide2d.Shape", sizeof(shape_object), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, shape_slots};

DEFINE_TYPE(point_spec, point_slots, "Point", point_type_doc, point_methods, point_attributes, shape_object)
DEFINE_TYPE(circle_spec, circle_slots, "Circle", circle_type_doc, point_methods, circle_attributes, shape_object)
DEFINE_TYPE(segment_spec, segment_slots, "Segment", segment_type_doc, point_methods, segment_attributes, shape_object)
DEFINE_TYPE(capsule_spec, capsule_slots, "Capsule", capsule_type_doc, point_methods, capsule_attributes, shape_object)
DEFINE_TYPE(polygon_spec, polygon_slots, "Polygon", polygon_type_doc, polygon_methods, polygon_attributes, shape_object)
