/* Rect and RoundRect: constructors by corner, centre, pivot and corners, pygame's names, and how the numbers that
 * define a rectangle are shown again by repr and pickle. How vertices follow from the numbers is the core's, in rect.c.
 */
#include "../convert.h"
#include "../docs.h"

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

/* The parameters that several constructors share, in groups. */
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
    "RoundRect.around",
    5,
    6,
    7,
    {{"cx", PAIR}, {"cy", 0}, {"inner_w", PAIR | SIZE}, {"inner_h", SIZE}, RADIUS, ANGLE, RADIANS}};
static const signature corners_signature = {
    "Rect.from_corners", 4, 4, 4, {{"x1", PAIR}, {"y1", 0}, {"x2", PAIR}, {"y2", 0}}};

/* A rectangle from a call: four numbers, then r if it is rounded, then the rest, wherever the signature has it. */
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

/* Two corners as a corner and a size. */
static c2d_rect by_corner_and_size(const c2d_rect *rect)
{
    c2d_rect sized = *rect;
    c2d_frame frame;
    c2d_rect_frame(rect, &frame);
    sized.anchor = C2D_BY_TOPLEFT;
    sized.size = frame.inner_size;
    return sized;
}

/* Given one of our own rectangles. */
static const rect_object *given_rect(PyObject *const *args, Py_ssize_t nargs)
{
    bool is = nargs > 0 && is_shape(args[0]) && is_rect_kind((shape_object *)args[0]);
    return is ? (rect_object *)args[0] : NULL;
}

PyObject *rect_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    const rect_object *given = given_rect(args, nargs);
    if (given && given->base.kind == KIND_RECT && nargs == 1 && !kwnames)
        return Py_NewRef(args[0]);
    return construct(type, KIND_RECT, C2D_BY_TOPLEFT, false, &rect_signature, args, nargs, kwnames);
}

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

CONSTRUCTOR(rect_centered, KIND_RECT, C2D_BY_CENTER, false, rect_centered_signature)
CONSTRUCTOR(rect_pivoted, KIND_RECT, C2D_BY_PIVOT, false, rect_pivoted_signature)
CONSTRUCTOR(rect_from_corners, KIND_RECT, C2D_BY_CORNERS, false, corners_signature)
CONSTRUCTOR(roundrect_centered, KIND_ROUNDRECT, C2D_BY_CENTER, false, roundrect_centered_signature)
CONSTRUCTOR(roundrect_pivoted, KIND_ROUNDRECT, C2D_BY_PIVOT, false, roundrect_pivoted_signature)
CONSTRUCTOR(roundrect_around, KIND_ROUNDRECT, C2D_BY_CENTER, true, around_signature)

/* ---- ==, repr and pickle ---- */

bool rects_agree(PyObject *a, PyObject *b)
{
    c2d_frame p, q;
    c2d_rect_frame(RECT(a), &p);
    c2d_rect_frame(RECT(b), &q);
    return same(p.min, q.min) && same(p.size, q.size) && same(p.pivot, q.pivot) && RECT(a)->angle == RECT(b)->angle;
}

bool is_grown(const c2d_rect *rect) { return rect->inner && rect->anchor != C2D_BY_CENTER; }

c2d_rect core_of(const c2d_rect *rect)
{
    c2d_rect core = *rect;
    core.inner = false;
    core.radius = 0;
    /* Grown first and turned afterwards: growing a turned rectangle would hold it by its centre. */
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
    bool sayable = sized.size.x <= C2D_LIMIT && sized.size.y <= C2D_LIMIT; /* corners may be 2e60 apart, a size not */
    return sayable && same(given.max, shown.max) ? sized : *rect;
}

/* The numbers of a rectangle, and how they hold it. */
PyObject *rect_numbers(PyObject *Py_UNUSED(module), PyObject *object)
{
    static const char *const anchors[] = {"topleft", "center", "pivot", "corners"};
    if (!is_shape(object) || !is_rect_kind((shape_object *)object))
        return PyErr_Format(PyExc_TypeError, "_rect_numbers: takes a rectangle, got %.100s", Py_TYPE(object)->tp_name);
    const c2d_rect *r = RECT(object);
    const char *anchor = r->anchor == C2D_BY_TOPLEFT && r->has_pivot ? "pivot"
                         : is_grown(r)                               ? "grown"
                         : r->anchor == C2D_BY_CENTER && r->inner    ? "around"
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

/* "Class.constructor(numbers[, keyword(x, y)][, angle])"; the keyword's pair may be NULL. */
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

static PyObject *text_of(const c2d_rect *given, bool rounded);

/* "core.grow(r)", and ".rotate(angle)" if it was turned after that. */
static PyObject *grown_text(const c2d_rect *rect)
{
    c2d_rect core = core_of(rect);
    PyObject *text = text_of(&core, false), *radius = PyFloat_FromDouble(rect->radius);
    PyUnicode_AppendAndDel(&text, radius ? PyUnicode_FromFormat(".grow(%R)", radius) : NULL);
    Py_XDECREF(radius);
    if (rect->angle != core.angle) {
        PyObject *angle = PyFloat_FromDouble(rect->angle);
        PyUnicode_AppendAndDel(&text, angle ? PyUnicode_FromFormat(".rotate(%R)", angle) : NULL);
        Py_XDECREF(angle);
    }
    return text;
}

static PyObject *text_of(const c2d_rect *given, bool rounded)
{
    if (is_grown(given))
        return grown_text(given);
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

PyObject *rect_repr(PyObject *self) { return text_of(RECT(self), ((shape_object *)self)->kind == KIND_ROUNDRECT); }

/* A plain rectangle pickles as its constructor's arguments, any other as the fields of its c2d_rect. */
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

/* Half of a size past a corner, for the middles of the sides. */
static double middle(double low, double size) { return low + size / 2; }

#define FRAME_NUMBER(name, expression)                                                                                 \
    static PyObject *get_##name(PyObject *self, void *Py_UNUSED(closure))                                              \
    {                                                                                                                  \
        c2d_frame f;                                                                                                   \
        c2d_rect_frame(RECT(self), &f);                                                                                \
        return PyFloat_FromDouble(expression);                                                                         \
    }
#define FRAME_PAIR(name, first, second)                                                                                \
    static PyObject *get_##name(PyObject *self, void *Py_UNUSED(closure))                                              \
    {                                                                                                                  \
        c2d_frame f;                                                                                                   \
        c2d_rect_frame(RECT(self), &f);                                                                                \
        return tuple_of_numbers((double[]){first, second}, 2);                                                         \
    }
#define RECT_NUMBER(name, expression)                                                                                  \
    static PyObject *get_##name(PyObject *self, void *Py_UNUSED(closure)) { return PyFloat_FromDouble(expression); }

FRAME_NUMBER(x, f.min.x)
FRAME_NUMBER(y, f.min.y)
FRAME_NUMBER(w, f.size.x)
FRAME_NUMBER(h, f.size.y)
FRAME_NUMBER(right, f.max.x)
FRAME_NUMBER(bottom, f.max.y)
FRAME_PAIR(size, f.size.x, f.size.y)
FRAME_PAIR(topleft, f.min.x, f.min.y)
FRAME_PAIR(midtop, middle(f.min.x, f.size.x), f.min.y)
FRAME_PAIR(topright, f.max.x, f.min.y)
FRAME_PAIR(midleft, f.min.x, middle(f.min.y, f.size.y))
FRAME_PAIR(midright, f.max.x, middle(f.min.y, f.size.y))
FRAME_PAIR(bottomleft, f.min.x, f.max.y)
FRAME_PAIR(midbottom, middle(f.min.x, f.size.x), f.max.y)
FRAME_PAIR(bottomright, f.max.x, f.max.y)
FRAME_PAIR(pivot, f.pivot.x, f.pivot.y)
RECT_NUMBER(centerx, c2d_rect_center(RECT(self)).x)
RECT_NUMBER(centery, c2d_rect_center(RECT(self)).y)
RECT_NUMBER(angle, RECT(self)->angle)
RECT_NUMBER(r, RECT(self)->radius)
FRAME_PAIR(inner_size, f.inner_size.x, f.inner_size.y)

/* clang-format off */
#define SHOW_AS(name, getter, text, example) \
    {#name, get_##getter, NULL, PyDoc_STR(text "\n\n>>> Rect(1, 2, 4, 6)." #name "\n" example "\n"), NULL}
#define SHOW(name, text, example) SHOW_AS(name, name, text, example)

#define RECT_ATTRIBUTES                                                                                       \
    SHOW(x, "The left side of the outer rectangle before it is turned.", "1.0"),                              \
    SHOW(y, "The top side of the outer rectangle before it is turned.", "2.0"),                               \
    SHOW(w, "The outer width.", "4.0"),                                                                       \
    SHOW(h, "The outer height.", "6.0"),                                                                      \
    SHOW_AS(width, w, "The outer width.", "4.0"),                                                             \
    SHOW_AS(height, h, "The outer height.", "6.0"),                                                           \
    SHOW(size, "The outer size, (w, h).", "(4.0, 6.0)"),                                                      \
    SHOW_AS(left, x, "The left side before it is turned.", "1.0"),                                            \
    SHOW_AS(top, y, "The top side before it is turned.", "2.0"),                                              \
    SHOW(right, "The right side before it is turned, x + w rounded once.", "5.0"),                            \
    SHOW(bottom, "The bottom side before it is turned, y + h rounded once.", "8.0"),                          \
    SHOW(topleft, "The corner (left, top) before it is turned.", "(1.0, 2.0)"),                               \
    SHOW(midtop, "The middle of the top side before it is turned.", "(3.0, 2.0)"),                            \
    SHOW(topright, "The corner (right, top) before it is turned.", "(5.0, 2.0)"),                             \
    SHOW(midleft, "The middle of the left side before it is turned.", "(1.0, 5.0)"),                          \
    SHOW(midright, "The middle of the right side before it is turned.", "(5.0, 5.0)"),                        \
    SHOW(bottomleft, "The corner (left, bottom) before it is turned.", "(1.0, 8.0)"),                         \
    SHOW(midbottom, "The middle of the bottom side before it is turned.", "(3.0, 8.0)"),                      \
    SHOW(bottomright, "The corner (right, bottom) before it is turned.", "(5.0, 8.0)"),                       \
    SHOW(centerx, "The x coordinate of the centre, as it is turned.", "3.0"),                                 \
    SHOW(centery, "The y coordinate of the centre, as it is turned.", "5.0"),                                 \
    SHOW(angle, "The angle in degrees, from +x toward +y.", "0.0"),                                           \
    SHOW(pivot, "The point it turns about, as an offset from the top-left corner; the middle if none was given.", \
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

DEFINE_TYPE(rect, "Rect", rect_methods, rect_object)
DEFINE_TYPE(roundrect, "RoundRect", roundrect_methods, rect_object)
