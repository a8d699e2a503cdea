/* Rect and RoundRect: constructors from a corner, the centre, the pivot or two corners, attributes with pygame's names,
 * repr and pickle. The core computes the vertices from the numbers, in rect.c. */
#include "../base/arguments.h"
#include "../base/methods.h"

#include <math.h>

PyObject *rect_from_numbers(PyTypeObject *type, shape_kind kind, const c2d_rect *rect, const signature *signature,
                            const arguments *arguments)
{
    shape_object *self = new_shape(type, kind);
    if (!self)
        return NULL;
    *RECT(self) = *rect;
    c2d_status status = c2d_rect_shape(&self->shape, RECT(self));
    if (status == C2D_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return refuse(signature, arguments, status);
}

/* ---- constructors ---- */

#define SIZES_DOC "Sizes are >= 0. A rectangle without width or height is a segment or a point.\n\n"
#define ANGLE_DOC                                                                                                      \
    "angle is in degrees, from +x toward +y; radians= may replace it. Raises TypeError for an argument of a wrong\n"   \
    "kind, ValueError for a size that is negative or too large, NaN and infinity.\n\n"

/* Parameters that several constructors share. */
#define TOPLEFT                                                                                                        \
    {"x", PAIR | RECT_LIKE}, {"y", 0}, {"w", PAIR | SIZE}, { "h", SIZE }
#define AROUND                                                                                                         \
    {"cx", PAIR}, {"cy", 0}, {"w", PAIR | SIZE}, { "h", SIZE }
#define AT_PIVOT                                                                                                       \
    {"x", PAIR}, {"y", 0}, {"w", PAIR | SIZE}, { "h", SIZE }
#define RADIUS  {"r", SIZE}
#define ANGLE   {"angle", 0}
#define RADIANS {"radians", OPTIONAL}

static const signature rect_signature = {"Rect", 4, 5, 7, {TOPLEFT, ANGLE, {"pivot", VECTOR | OPTIONAL}, RADIANS}};
static const signature roundrect_signature = {
    "RoundRect", 5, 6, 8, {TOPLEFT, RADIUS, ANGLE, {"pivot", VECTOR | OPTIONAL}, RADIANS}};
static const signature rounded_signature = {"RoundRect", 2, 2, 2, {{"rectangle", OBJECT}, RADIUS}};
static const signature rect_centered_signature = {"Rect.centered", 4, 5, 6, {AROUND, ANGLE, RADIANS}};
static const signature roundrect_centered_signature = {"RoundRect.centered", 5, 6, 7, {AROUND, RADIUS, ANGLE, RADIANS}};
static const signature rect_pivoted_signature = {
    "Rect.pivoted", 5, 6, 7, {AT_PIVOT, {"offset", VECTOR}, ANGLE, RADIANS}};
static const signature roundrect_pivoted_signature = {
    "RoundRect.pivoted", 6, 7, 8, {AT_PIVOT, RADIUS, {"offset", VECTOR}, ANGLE, RADIANS}};
static const signature around_signature = {
    .name = "RoundRect.around",
    .required = 5,
    .positional = 6,
    .count = 7,
    .parameters = {{"cx", PAIR}, {"cy", 0}, {"inner_w", PAIR | SIZE}, {"inner_h", SIZE}, RADIUS, ANGLE, RADIANS}};
static const signature corners_signature = {
    "Rect.from_corners", 4, 4, 4, {{"x1", PAIR}, {"y1", 0}, {"x2", PAIR}, {"y2", 0}}};

/* A rectangle from a call. The parameters are four numbers, then r if it is rounded, then the rest: radians last, angle
 * the last by position. */
static PyObject *construct(PyObject *type, shape_kind kind, c2d_anchor anchor, bool inner, const signature *s,
                           PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    arguments a;
    if (plain_numbers(args, nargs, kwnames, s->required, a.number)) {
        a.given = (1u << s->required) - 1;
        for (int i = s->required; i < s->count; i++)
            a.number[i] = 0;
    } else if (!parse((PyTypeObject *)type, s, args, nargs, kwnames, &a)) {
        return NULL;
    }
    const double *n = a.number;
    c2d_rect rect = {.anchor = (uint8_t)anchor, .inner = inner, .at = {n[0], n[1]}, .size = {n[2], n[3]}};
    rect.radius = kind == KIND_ROUNDRECT ? n[4] : 0;
    for (int i = 4; i < s->count; i++)
        if (is_given(&a, i) && s->parameters[i].what & VECTOR) {
            rect.pivot = a.vector[i];
            rect.has_pivot = anchor == C2D_BY_TOPLEFT;
        }
    int radians = s->count - 1, angle = s->positional - 1;
    if (anchor != C2D_BY_CORNERS) {
        rect.angle = n[angle];
        if (is_given(&a, radians)) {
            if (is_given(&a, angle))
                return PyErr_Format(PyExc_TypeError, "%s: angle and radians must not both be given", s->name);
            if (!check_arguments(s, &a))
                return NULL;
            rect.angle = c2d_degrees(a.number[radians]);
        }
    }
    return rect_from_numbers((PyTypeObject *)type, kind, &rect, s, &a);
}

/* A rectangle given by two corners, as a corner and a size. */
static c2d_rect by_corner_and_size(const c2d_rect *rect)
{
    c2d_rect sized = *rect;
    c2d_frame frame;
    c2d_rect_frame(rect, &frame);
    sized.anchor = C2D_BY_TOPLEFT;
    sized.size = frame.inner_size;
    return sized;
}

/* The first argument, if it is one of our rectangles; otherwise NULL. */
static const rect_object *given_rect(PyObject *const *args, Py_ssize_t nargs)
{
    bool is = nargs > 0 && is_shape(args[0]) && is_rect_kind((shape_object *)args[0]);
    return is ? (rect_object *)args[0] : NULL;
}

static const char rect_type_doc[] = PyDoc_STR(
    "Rect(x, y=..., w=..., h=..., angle=0.0, *, pivot=None, radians=None)\n--\n\n"
    "A rectangle with its top-left corner at (x, y) and size (w, h), turned by an angle about its pivot.\n\n"
    "Also Rect((x, y), (w, h)), and Rect(r) of anything like a rectangle: a sequence of four numbers, or an object\n"
    "with x, y, w and h. pivot is a pair, an offset from the top-left corner; without it the rectangle turns about\n"
    "its centre. The attributes x y w h, and the sides and corners with pygame's names, describe the rectangle before\n"
    "it is turned; center, vertices and bounds describe the turned one.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> Rect(0, 0, 4, 2).vertices\n"
    "((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))\n"
    ">>> Rect(0, 0, 4, 2, 90, pivot=(0, 0)).vertices\n"
    "((-2.0, 0.0), (0.0, 0.0), (0.0, 4.0), (-2.0, 4.0))\n");

PyObject *rect_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    const rect_object *given = given_rect(args, nargs);
    if (given && given->base.kind == KIND_RECT && nargs == 1 && !kwnames)
        return Py_NewRef(args[0]);
    return construct(type, KIND_RECT, C2D_BY_TOPLEFT, false, &rect_signature, args, nargs, kwnames);
}

static const char roundrect_type_doc[] = PyDoc_STR(
    "RoundRect(x, y=..., w=..., h=..., r=..., angle=0.0, *, pivot=None, radians=None)\n--\n\n"
    "A rectangle of outer size (w, h) whose corners are rounded by r, as pygame.draw.rect(border_radius=r) draws it.\n\n"
    "r is at least 0 and at most half the smaller side. With r = 0 it gives the answers of a Rect, with w = h = 2r\n"
    "those of a Circle. Also RoundRect((x, y), (w, h), r), and RoundRect(rect, r) of anything like a rectangle. The\n"
    "other arguments and attributes are those of Rect.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> RoundRect(0, 0, 6, 4, 1).vertices\n"
    "((1.0, 1.0), (5.0, 1.0), (5.0, 3.0), (1.0, 3.0))\n"
    ">>> RoundRect(0, 0, 4, 2, 3)\n"
    "Traceback (most recent call last):\n"
    "ValueError: RoundRect: r must be at most half the smaller side, got 3.0\n");

PyObject *roundrect_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    const rect_object *given = given_rect(args, nargs);
    if (!given)
        return construct(type, KIND_ROUNDRECT, C2D_BY_TOPLEFT, false, &roundrect_signature, args, nargs, kwnames);
    if (given->base.kind == KIND_ROUNDRECT && nargs == 1 && !kwnames)
        return Py_NewRef(args[0]);
    arguments a;
    if (!parse((PyTypeObject *)type, &rounded_signature, args, nargs, kwnames, &a))
        return NULL;
    if (given->base.kind == KIND_ROUNDRECT)
        return PyErr_Format(PyExc_TypeError, "RoundRect: the rectangle must not be rounded already, got %R", args[0]);
    c2d_rect rect = given->rect;
    if (rect.anchor == C2D_BY_CORNERS)
        rect = by_corner_and_size(&rect);
    rect.radius = a.number[1];
    return rect_from_numbers((PyTypeObject *)type, KIND_ROUNDRECT, &rect, &rounded_signature, &a);
}

#define CONSTRUCTOR(name, kind, anchor, inner, signature)                                                              \
    static PyObject *name(PyObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)                  \
    {                                                                                                                  \
        return construct(type, kind, anchor, inner, &signature, args, nargs, kwnames);                                 \
    }

static const char rect_centered_doc[] =
    PyDoc_STR(
    "centered($type, cx, cy, w=..., h=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rectangle of size (w, h) around its centre (cx, cy), turned about it; also centered((cx, cy), (w, h)).\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> Rect.centered(1, 1, 2, 2) == Rect(0, 0, 2, 2)\n"
    "True\n");
CONSTRUCTOR(rect_centered, KIND_RECT, C2D_BY_CENTER, false, rect_centered_signature)
static const char rect_pivoted_doc[] = PyDoc_STR(
    "pivoted($type, x, y, w, h=..., offset=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rectangle of size (w, h) whose pivot is at (x, y); offset, a pair, is the pivot relative to the top-left\n"
    "corner.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> Rect.pivoted(0, 0, 4, 2, (4, 2)).vertices\n"
    "((-4.0, -2.0), (0.0, -2.0), (0.0, 0.0), (-4.0, 0.0))\n");
CONSTRUCTOR(rect_pivoted, KIND_RECT, C2D_BY_PIVOT, false, rect_pivoted_signature)
static const char rect_from_corners_doc[] = PyDoc_STR(
    "from_corners($type, x1, y1, x2=..., y2=...)\n--\n\n"
    "The axis-aligned rectangle between two opposite corners, in any order; each may be one pair.\n\n"
    "The corners are kept exactly, so rectangles that share a corner's numbers share the edge. Equal corners make a\n"
    "point. Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
    ">>> Rect.from_corners(3, 0, 1, 4)\n"
    "Rect(1.0, 0.0, 2.0, 4.0)\n");
CONSTRUCTOR(rect_from_corners, KIND_RECT, C2D_BY_CORNERS, false, corners_signature)
static const char roundrect_centered_doc[] = PyDoc_STR(
    "centered($type, cx, cy, w, h=..., r=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle of outer size (w, h) around its centre (cx, cy), turned about it.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> RoundRect.centered(0, 0, 6, 4, 1).inner_size\n"
    "(4.0, 2.0)\n");
CONSTRUCTOR(roundrect_centered, KIND_ROUNDRECT, C2D_BY_CENTER, false, roundrect_centered_signature)
static const char roundrect_pivoted_doc[] = PyDoc_STR(
    "pivoted($type, x, y, w, h, r=..., offset=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle of outer size (w, h) whose pivot is at (x, y); offset, a pair, is the pivot relative to the\n"
    "top-left corner of the outer rectangle.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> RoundRect.pivoted(0, 0, 4, 2, 1, (4, 1)).vertices\n"
    "((-3.0, 0.0), (-1.0, 0.0))\n");
CONSTRUCTOR(roundrect_pivoted, KIND_ROUNDRECT, C2D_BY_PIVOT, false, roundrect_pivoted_signature)
static const char roundrect_around_doc[] =
    PyDoc_STR(
    "around($type, cx, cy, inner_w, inner_h=..., r=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle from its centre, the size of its core, and the radius by which the core is grown.\n\n"
    SIZES_DOC ANGLE_DOC
    ">>> RoundRect.around(1, 1, 0, 0, 5).vertices\n"
    "((1.0, 1.0),)\n"
    ">>> RoundRect.around(0, 0, 4, 2, 1).size\n"
    "(6.0, 4.0)\n");
CONSTRUCTOR(roundrect_around, KIND_ROUNDRECT, C2D_BY_CENTER, true, around_signature)

/* ---- ==, repr and pickle ---- */

bool rects_agree(PyObject *a, PyObject *b)
{
    c2d_frame p, q;
    c2d_rect_frame(RECT(a), &p);
    c2d_rect_frame(RECT(b), &q);
    return vec_equal(p.min, q.min) && vec_equal(p.size, q.size) && vec_equal(p.pivot, q.pivot) &&
           RECT(a)->angle == RECT(b)->angle;
}

bool is_grown(const c2d_rect *rect) { return rect->inner && rect->anchor != C2D_BY_CENTER; }

c2d_rect core_of(const c2d_rect *rect)
{
    c2d_rect core = *rect;
    core.inner = false;
    core.radius = 0;
    /* The core is grown before it is turned: growing a turned rectangle would anchor it at its centre. */
    if (core.anchor == C2D_BY_TOPLEFT && !core.has_pivot)
        core.angle = 0;
    return core;
}

c2d_rect plain_form(const c2d_rect *rect)
{
    if (rect->anchor != C2D_BY_CORNERS)
        return *rect;
    c2d_rect sized = by_corner_and_size(rect);
    c2d_frame given, shown;
    c2d_rect_frame(rect, &given);
    c2d_rect_frame(&sized, &shown);
    bool is_valid =
        sized.size.x <= C2D_LIMIT && sized.size.y <= C2D_LIMIT; /* corners may be 2e60 apart, but no size may be */
    return is_valid && vec_equal(given.max, shown.max) ? sized : *rect;
}

const char rect_numbers_doc[] = PyDoc_STR(
    "_rect_numbers($module, rect, /)\n--\n\n"
    "The constructor that a rectangle is made with, its position, its size (or second corner), radius, angle and core\n"
    "size.");

PyObject *rect_numbers(PyObject *Py_UNUSED(module), PyObject *object)
{
    static const char *const anchors[] = {"topleft", "center", "pivot", "corners"};
    static const char *const of_core[] = {"core", "around", "pivot", "corners"};
    if (!is_shape(object) || !is_rect_kind((shape_object *)object))
        return PyErr_Format(PyExc_TypeError, "_rect_numbers: takes a rectangle, got %.100s", Py_TYPE(object)->tp_name);
    const c2d_rect *r = RECT(object);
    const char *anchor = r->anchor == C2D_BY_TOPLEFT && r->has_pivot ? "pivot"
                         : r->inner                                  ? of_core[r->anchor]
                                                                     : anchors[r->anchor];
    c2d_frame frame;
    c2d_rect_frame(r, &frame);
    return Py_BuildValue("s(dddd)dd(dd)", anchor, r->at.x, r->at.y, r->size.x, r->size.y, r->radius, r->angle,
                         frame.inner_size.x, frame.inner_size.y);
}

/* Numbers as a call shows them: "0.0, 0.0, 4.0". */
static PyObject *numbers_text(const double *numbers, int count)
{
    PyObject *tuple = tuple_of_numbers(numbers, count), *text = tuple ? PyObject_Repr(tuple) : NULL;
    PyObject *inside = text ? PyUnicode_Substring(text, 1, PyUnicode_GET_LENGTH(text) - 1) : NULL;
    Py_XDECREF(tuple);
    Py_XDECREF(text);
    return inside;
}

/* "Class.constructor(numbers[, keyword(x, y)][, angle])"; vector, the keyword's pair, may be NULL. */
static PyObject *call_text(const char *constructor, const double *numbers, int count, const char *keyword,
                           const c2d_vec *vector, double angle)
{
    PyObject *text = PyUnicode_FromString(constructor);
    PyUnicode_AppendAndDel(&text, PyUnicode_FromString("("));
    PyUnicode_AppendAndDel(&text, numbers_text(numbers, count));
    if (vector) {
        PyObject *pair = tuple_of_vector(*vector);
        PyUnicode_AppendAndDel(&text, pair ? PyUnicode_FromFormat(", %s%R", keyword, pair) : NULL);
        Py_XDECREF(pair);
    }
    if (angle != 0) {
        PyObject *number = PyFloat_FromDouble(angle);
        PyUnicode_AppendAndDel(&text, number ? PyUnicode_FromFormat(", %R", number) : NULL);
        Py_XDECREF(number);
    }
    PyUnicode_AppendAndDel(&text, PyUnicode_FromString(")"));
    return text;
}

static PyObject *repr_of(const c2d_rect *given, bool rounded);

/* "core.grow(r)", then ".rotate(angle)" if the rectangle was turned after it was grown. */
static PyObject *repr_of_grown(const c2d_rect *rect)
{
    c2d_rect core = core_of(rect);
    PyObject *text = repr_of(&core, false), *radius = PyFloat_FromDouble(rect->radius);
    PyUnicode_AppendAndDel(&text, radius ? PyUnicode_FromFormat(".grow(%R)", radius) : NULL);
    Py_XDECREF(radius);
    if (rect->angle != core.angle) {
        PyObject *angle = PyFloat_FromDouble(rect->angle);
        PyUnicode_AppendAndDel(&text, angle ? PyUnicode_FromFormat(".rotate(%R)", angle) : NULL);
        Py_XDECREF(angle);
    }
    return text;
}

static PyObject *repr_of(const c2d_rect *given, bool rounded)
{
    if (is_grown(given))
        return repr_of_grown(given);
    c2d_rect rect = plain_form(given);
    double n[6] = {rect.at.x, rect.at.y, rect.size.x, rect.size.y, rect.radius, rect.angle};
    int count = rounded ? 5 : 4;
    switch (rect.anchor) {
    case C2D_BY_TOPLEFT:
        if (!rect.has_pivot)
            return call_text(rounded ? "RoundRect" : "Rect", n, count, NULL, NULL, rect.angle);
        n[count] = rect.angle;
        return call_text(rounded ? "RoundRect" : "Rect", n, count + (rect.angle != 0), "pivot=", &rect.pivot, 0);
    case C2D_BY_CENTER:
        return call_text(rect.inner ? "RoundRect.around"
                         : rounded  ? "RoundRect.centered"
                                    : "Rect.centered",
                         n, count, NULL, NULL, rect.angle);
    case C2D_BY_PIVOT:
        return call_text(rounded ? "RoundRect.pivoted" : "Rect.pivoted", n, count, "", &rect.pivot, rect.angle);
    default: return call_text("Rect.from_corners", n, 4, NULL, NULL, 0);
    }
}

PyObject *rect_repr(PyObject *self) { return repr_of(RECT(self), ((shape_object *)self)->kind == KIND_ROUNDRECT); }

/* A plain rectangle is pickled as the arguments of its constructor, any other as the fields of its c2d_rect. */
PyObject *rect_reduce(PyObject *self)
{
    const c2d_rect *r = RECT(self);
    bool rounded = ((shape_object *)self)->kind == KIND_ROUNDRECT;
    if (r->anchor == C2D_BY_TOPLEFT && !r->has_pivot && !r->inner) {
        double n[6] = {r->at.x, r->at.y, r->size.x, r->size.y, rounded ? r->radius : r->angle, r->angle};
        return Py_BuildValue("(ON)", Py_TYPE(self), tuple_of_numbers(n, 4 + rounded + (r->angle != 0)));
    }
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    PyObject *restore = module ? PyObject_GetAttrString(module, "_restore_rect") : NULL;
    if (!restore)
        return NULL;
    return Py_BuildValue("N(iiiidddddddd)", restore, rounded, r->anchor, r->inner, r->has_pivot, r->at.x, r->at.y,
                         r->size.x, r->size.y, r->pivot.x, r->pivot.y, r->angle, r->radius);
}

const char restore_rect_doc[] = PyDoc_STR(
    "_restore_rect($module, /, *fields)\n--\n\n"
    "The rectangle of a pickle.");

PyObject *restore_rect(PyObject *module, PyObject *args)
{
    static const signature s = {.name = "_restore_rect"};
    static const arguments none;
    int rounded, anchor, inner, has_pivot;
    c2d_rect r = {0};
    if (!PyArg_ParseTuple(args, "pippdddddddd:_restore_rect", &rounded, &anchor, &inner, &has_pivot, &r.at.x, &r.at.y,
                          &r.size.x, &r.size.y, &r.pivot.x, &r.pivot.y, &r.angle, &r.radius))
        return NULL;
    bool corners = anchor == C2D_BY_CORNERS;
    bool good = anchor >= C2D_BY_TOPLEFT && anchor <= C2D_BY_CORNERS && (!has_pivot || anchor == C2D_BY_TOPLEFT) &&
                (rounded || (!inner && r.radius == 0)) && (!corners || (r.angle == 0 && inner == rounded));
    if (!good)
        return PyErr_Format(PyExc_ValueError, "_restore_rect: the fields must be those of a rectangle, got %R", args);
    module_state *state = PyModule_GetState(module);
    shape_kind kind = rounded ? KIND_ROUNDRECT : KIND_RECT;
    r.anchor = (uint8_t)anchor;
    r.inner = inner;
    r.has_pivot = has_pivot;
    return rect_from_numbers(state->types[kind], kind, &r, &s, &none);
}

/* ---- attributes ---- */

/* The middle of a side. */
static double middle(double low, double size) { return low + size / 2; }

#define FRAME_NUMBER(getter, expression)                                                                               \
    static PyObject *getter(PyObject *self, void *Py_UNUSED(closure))                                                  \
    {                                                                                                                  \
        c2d_frame f;                                                                                                   \
        c2d_rect_frame(RECT(self), &f);                                                                                \
        return PyFloat_FromDouble(expression);                                                                         \
    }
#define FRAME_PAIR(getter, first, second)                                                                              \
    static PyObject *getter(PyObject *self, void *Py_UNUSED(closure))                                                  \
    {                                                                                                                  \
        c2d_frame f;                                                                                                   \
        c2d_rect_frame(RECT(self), &f);                                                                                \
        return tuple_of_numbers((double[]){first, second}, 2);                                                         \
    }
#define RECT_NUMBER(getter, expression)                                                                                \
    static PyObject *getter(PyObject *self, void *Py_UNUSED(closure)) { return PyFloat_FromDouble(expression); }

FRAME_NUMBER(get_x, f.min.x)
FRAME_NUMBER(get_y, f.min.y)
FRAME_NUMBER(get_w, f.size.x)
FRAME_NUMBER(get_h, f.size.y)
FRAME_NUMBER(get_right, f.max.x)
FRAME_NUMBER(get_bottom, f.max.y)
FRAME_PAIR(get_size, f.size.x, f.size.y)
FRAME_PAIR(get_topleft, f.min.x, f.min.y)
FRAME_PAIR(get_midtop, middle(f.min.x, f.size.x), f.min.y)
FRAME_PAIR(get_topright, f.max.x, f.min.y)
FRAME_PAIR(get_midleft, f.min.x, middle(f.min.y, f.size.y))
FRAME_PAIR(get_midright, f.max.x, middle(f.min.y, f.size.y))
FRAME_PAIR(get_bottomleft, f.min.x, f.max.y)
FRAME_PAIR(get_midbottom, middle(f.min.x, f.size.x), f.max.y)
FRAME_PAIR(get_bottomright, f.max.x, f.max.y)
FRAME_PAIR(get_pivot, f.pivot.x, f.pivot.y)
RECT_NUMBER(get_centerx, c2d_rect_center(RECT(self)).x)
RECT_NUMBER(get_centery, c2d_rect_center(RECT(self)).y)
RECT_NUMBER(get_angle, RECT(self)->angle)
RECT_NUMBER(get_r, RECT(self)->radius)
FRAME_PAIR(get_inner_size, f.inner_size.x, f.inner_size.y)

/* clang-format off */
#define GETTER(name, getter, text, example) \
    {name, getter, NULL, PyDoc_STR(text "\n\n>>> Rect(1, 2, 4, 6)." name "\n" example "\n"), NULL}

#define RECT_ATTRIBUTES                                                                                       \
    GETTER("x", get_x, "The left side of the outer rectangle before it is turned.", "1.0"),                              \
    GETTER("y", get_y, "The top side of the outer rectangle before it is turned.", "2.0"),                               \
    GETTER("w", get_w, "The outer width.", "4.0"),                                                                       \
    GETTER("h", get_h, "The outer height.", "6.0"),                                                                      \
    GETTER("width", get_w, "The outer width.", "4.0"),                                                             \
    GETTER("height", get_h, "The outer height.", "6.0"),                                                           \
    GETTER("size", get_size, "The outer size, (w, h).", "(4.0, 6.0)"),                                                      \
    GETTER("left", get_x, "The left side before it is turned.", "1.0"),                                            \
    GETTER("top", get_y, "The top side before it is turned.", "2.0"),                                              \
    GETTER("right", get_right, "The right side before it is turned, x + w rounded once.\n\n" \
        "Of a rectangle made by its centre it may be an ulp off bounds[2], which is rounded once from the exact side.", "5.0"),                            \
    GETTER("bottom", get_bottom, "The bottom side before it is turned, y + h rounded once.\n\n" \
        "Of a rectangle made by its centre it may be an ulp off bounds[3], which is rounded once from the exact side.", "8.0"),                          \
    GETTER("topleft", get_topleft, "The corner (left, top) before it is turned.", "(1.0, 2.0)"),                               \
    GETTER("midtop", get_midtop, "The middle of the top side before it is turned.", "(3.0, 2.0)"),                            \
    GETTER("topright", get_topright, "The corner (right, top) before it is turned.", "(5.0, 2.0)"),                             \
    GETTER("midleft", get_midleft, "The middle of the left side before it is turned.", "(1.0, 5.0)"),                          \
    GETTER("midright", get_midright, "The middle of the right side before it is turned.", "(5.0, 5.0)"),                        \
    GETTER("bottomleft", get_bottomleft, "The corner (left, bottom) before it is turned.", "(1.0, 8.0)"),                         \
    GETTER("midbottom", get_midbottom, "The middle of the bottom side before it is turned.", "(3.0, 8.0)"),                      \
    GETTER("bottomright", get_bottomright, "The corner (right, bottom) before it is turned.", "(5.0, 8.0)"),                       \
    GETTER("centerx", get_centerx, "The x coordinate of the centre of the turned rectangle.", "3.0"),                                 \
    GETTER("centery", get_centery, "The y coordinate of the centre of the turned rectangle.", "5.0"),                                 \
    GETTER("angle", get_angle, "The angle in degrees, from +x toward +y.", "0.0"),                                           \
    GETTER("pivot", get_pivot, "The point about which it turns, as an offset from the top-left corner; the middle if none was given.", \
         "(2.0, 3.0)")

static PyGetSetDef rect_attributes[] = {RECT_ATTRIBUTES, {0}};
static PyGetSetDef roundrect_attributes[] = {
    RECT_ATTRIBUTES,
    {"r", get_r, NULL, PyDoc_STR("The radius of the corners.\n\n>>> RoundRect(1, 2, 4, 6, 1).r\n1.0\n"), NULL},
    {"inner_size", get_inner_size, NULL,
     PyDoc_STR("The size of the core, (w, h) without the radius.\n\n>>> RoundRect(1, 2, 4, 6, 1).inner_size\n(2.0, 4.0)\n"),
     NULL},
    {0},
};
/* clang-format on */

/* ---- types ---- */

#define CLASS_KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS | METH_CLASS

/* clang-format off */
static PyMethodDef rect_methods[] = {
    SHAPE_METHODS,
    {"centered", CLASS_KEYWORDS(rect_centered), rect_centered_doc},
    {"pivoted", CLASS_KEYWORDS(rect_pivoted), rect_pivoted_doc},
    {"from_corners", CLASS_KEYWORDS(rect_from_corners), rect_from_corners_doc},
    {0},
};

static PyMethodDef roundrect_methods[] = {
    SHAPE_METHODS,
    {"centered", CLASS_KEYWORDS(roundrect_centered), roundrect_centered_doc},
    {"pivoted", CLASS_KEYWORDS(roundrect_pivoted), roundrect_pivoted_doc},
    {"around", CLASS_KEYWORDS(roundrect_around), roundrect_around_doc},
    {0},
};

/* clang-format on */

DEFINE_TYPE(rect_spec, rect_slots, "Rect", rect_type_doc, rect_methods, rect_attributes, rect_object)
DEFINE_TYPE(roundrect_spec, roundrect_slots, "RoundRect", roundrect_type_doc, roundrect_methods, roundrect_attributes,
            rect_object)
