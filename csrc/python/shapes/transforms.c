/* Methods that make a new shape from another: move at rotate scale_by grow. The core changes points or the numbers of a
 * rectangle, and the constructors validate the result. */
#include "../base/arguments.h"
#include "../base/methods.h"

#include <string.h>

/* A copy of a shape's points in the user's order, to be changed. */
typedef struct workspace {
    c2d_vec own[C2D_INLINE_VERTICES];
    c2d_vec *points;
    size_t count;
} workspace;

static bool open_workspace(workspace *w, const shape_object *s)
{
    w->count = s->shape.count;
    w->points = w->count <= C2D_INLINE_VERTICES ? w->own : PyMem_New(c2d_vec, w->count);
    if (!w->points) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(w->points, c2d_vertices(&s->shape), w->count * sizeof *w->points);
    if (s->kind == KIND_SEGMENT || s->kind == KIND_CAPSULE) {
        w->count = 2;
        w->points[0] = end_a(s);
        w->points[1] = end_b(s);
    }
    return true;
}

static PyObject *close_workspace(workspace *w, PyTypeObject *type, shape_kind kind, double radius, const signature *s,
                                 const arguments *a)
{
    PyObject *result = shape_from_points(type, kind, w->points, w->count, radius, s, a);
    if (w->points != w->own)
        PyMem_Free(w->points);
    return result;
}

static bool read_call(PyObject *self, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      arguments *a)
{
    return parse(Py_TYPE(self), s, args, nargs, kwnames, a) && check_arguments(s, a);
}

static PyObject *remake_rect(PyObject *self, const c2d_rect *rect, const signature *s, const arguments *a)
{
    return rect_from_numbers(Py_TYPE(self), ((shape_object *)self)->kind, rect, s, a);
}

PyObject *moved_object(PyTypeObject *type, const shape_object *shape, c2d_vec d, const signature *s, const arguments *a)
{
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(shape);
        c2d_rect_move(&rect, d);
        return rect_from_numbers(type, shape->kind, &rect, s, a);
    }
    workspace w;
    if (!open_workspace(&w, shape))
        return NULL;
    c2d_move_points(w.points, w.count, d);
    return close_workspace(&w, type, shape->kind, shape->shape.radius, s, a);
}

const char move_doc[] = PyDoc_STR(
    "move($self, dx, dy=...)\n--\n\n"
    "The shape moved by (dx, dy): two numbers or one pair, in the caller's units.\n\n"
    "Returns a new shape of the same kind. Each coordinate is rounded once. A rectangle changes only its position, so\n"
    "it is never deformed. Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
    ">>> Circle(0, 0, 1).move(2, 3)\n"
    "Circle(2.0, 3.0, 1.0)\n"
    ">>> a, b = Circle(0, 0, 2), Circle(3, 0, 2)\n"
    ">>> a.move(a.contact(b).mtv).touches(b)\n"
    "True\n");

PyObject *shape_move(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"move", 2, 2, 2, {{"dx", PAIR}, {"dy", 0}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return moved_object(Py_TYPE(self), (shape_object *)self, (c2d_vec){a.number[0], a.number[1]}, &s, &a);
}

const char at_doc[] = PyDoc_STR(
    "at($self, x, y=...)\n--\n\n"
    "The shape with its centre at (x, y): two numbers or one pair.\n\n"
    "Returns a new shape of the same kind. The centre of a point, circle or rectangle is then (x, y) exactly. Other\n"
    "shapes, and rectangles with a pivot, are moved by the rounded difference. Raises TypeError for an argument of a\n"
    "wrong kind, ValueError for a number out of range.\n\n"
    ">>> Rect(0, 0, 4, 2).at(10, 10)\n"
    "Rect.centered(10.0, 10.0, 4.0, 2.0)\n");

PyObject *shape_at(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"at", 2, 2, 2, {{"x", PAIR}, {"y", 0}}};
    const shape_object *shape = (shape_object *)self;
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    c2d_vec to = {a.number[0], a.number[1]};
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(self);
        c2d_rect_at(&rect, to);
        return remake_rect(self, &rect, &s, &a);
    }
    if (shape->kind == KIND_POINT || shape->kind == KIND_CIRCLE)
        return shape_from_points(Py_TYPE(self), shape->kind, &to, 1, shape->shape.radius, &s, &a);
    c2d_vec from = c2d_center(&shape->shape);
    return moved_object(Py_TYPE(self), shape, (c2d_vec){to.x - from.x, to.y - from.y}, &s, &a);
}

const char rotate_doc[] = PyDoc_STR(
    "rotate($self, angle=None, about=None, *, radians=None)\n--\n\n"
    "The shape turned by an angle in degrees, or in radians, from +x toward +y.\n\n"
    "about is the point to turn about, a pair. Without it a rectangle turns about its pivot and any other shape about\n"
    "its centre. Returns a new shape of the same kind. Quarter turns are exact; other coordinates are rounded once.\n"
    "Raises TypeError unless exactly one of angle and radians is given, ValueError for a number out of range.\n\n"
    ">>> Segment(0, 0, 2, 0).rotate(90, about=(0, 0))\n"
    "Segment(0.0, 0.0, 0.0, 2.0)\n"
    ">>> Rect(0, 0, 4, 2).rotate(30)\n"
    "Rect(0.0, 0.0, 4.0, 2.0, 30.0)\n");

const signature rotate_signature = {
    "rotate", 0, 2, 3, {{"angle", OPTIONAL}, {"about", OPTIONAL | VECTOR}, {"radians", OPTIONAL}}};

bool read_rotation(PyTypeObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, arguments *a,
                   double *angle, const c2d_vec **about)
{
    enum { ANGLE, ABOUT, RADIANS };
    const signature *s = &rotate_signature;
    if (!parse(type, s, args, nargs, kwnames, a) || !check_arguments(s, a))
        return false;
    if (is_given(a, ANGLE) == is_given(a, RADIANS)) {
        PyErr_Format(PyExc_TypeError, "rotate: exactly one of angle and radians must be given, got %s",
                     is_given(a, ANGLE) ? "both" : "neither");
        return false;
    }
    *angle = is_given(a, RADIANS) ? c2d_degrees(a->number[RADIANS]) : a->number[ANGLE];
    *about = is_given(a, ABOUT) ? &a->vector[ABOUT] : NULL;
    c2d_status status = c2d_check(angle);
    if (status)
        refuse(s, a, status);
    return status == C2D_OK;
}

PyObject *turned_object(PyTypeObject *type, const shape_object *shape, double angle, const c2d_vec *about,
                        const signature *s, const arguments *a)
{
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(shape);
        c2d_rect_rotate(&rect, angle, about);
        return rect_from_numbers(type, shape->kind, &rect, s, a);
    }
    workspace w;
    if (!open_workspace(&w, shape))
        return NULL;
    c2d_rotate_points(w.points, w.count, angle, about ? *about : c2d_center(&shape->shape));
    return close_workspace(&w, type, shape->kind, shape->shape.radius, s, a);
}

PyObject *shape_rotate(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    arguments a;
    double angle;
    const c2d_vec *about;
    if (!read_rotation(Py_TYPE(self), args, nargs, kwnames, &a, &angle, &about))
        return NULL;
    return turned_object(Py_TYPE(self), (shape_object *)self, angle, about, &rotate_signature, &a);
}

PyObject *scaled_about(PyTypeObject *type, const shape_object *shape, double k, c2d_vec about, const signature *s,
                       const arguments *a)
{
    workspace w;
    if (!open_workspace(&w, shape))
        return NULL;
    c2d_scale_points(w.points, w.count, k, about);
    return close_workspace(&w, type, shape->kind, k * shape->shape.radius, s, a);
}

PyObject *scaled_object(PyTypeObject *type, const shape_object *shape, double k, const signature *s, const arguments *a)
{
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(shape);
        c2d_rect_scale(&rect, k);
        return rect_from_numbers(type, shape->kind, &rect, s, a);
    }
    return scaled_about(type, shape, k, c2d_center(&shape->shape), s, a);
}

const char scale_by_doc[] = PyDoc_STR(
    "scale_by($self, k)\n--\n\n"
    "The shape k >= 0 times as large, about its centre.\n\n"
    "Returns a new shape of the same kind; the radius is scaled too. With k = 0 only the centre is left. Raises\n"
    "TypeError for an argument of a wrong kind, ValueError for a negative k and for a result out of range.\n\n"
    ">>> Circle(1, 1, 2).scale_by(3)\n"
    "Circle(1.0, 1.0, 6.0)\n");

PyObject *shape_scale_by(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"scale_by", 1, 1, 1, {{"k", SIZE}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return scaled_object(Py_TYPE(self), (shape_object *)self, a.number[0], &s, &a);
}

const char grow_doc[] = PyDoc_STR(
    "grow($self, d)\n--\n\n"
    "The shape with d added to its radius; its core keeps every bit.\n\n"
    "Returns a new shape: a Point becomes a Circle, a Segment a Capsule, a Rect a RoundRect, and the others keep\n"
    "their kind. A negative d shrinks the shape. Raises TypeError for an argument of a wrong kind, ValueError if the\n"
    "radius would be negative or out of range.\n\n"
    ">>> Segment(0, 0, 4, 0).grow(0.5)\n"
    "Capsule(0.0, 0.0, 4.0, 0.0, 0.5)\n"
    ">>> Circle(0, 0, 3).grow(-1)\n"
    "Circle(0.0, 0.0, 2.0)\n");

PyObject *shape_grow(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"grow", 1, 1, 1, {{"d", 0}}};
    static const shape_kind grown[KIND_COUNT] = {KIND_CIRCLE,    KIND_CIRCLE,    KIND_CAPSULE, KIND_CAPSULE,
                                                 KIND_ROUNDRECT, KIND_ROUNDRECT, KIND_POLYGON};
    const shape_object *shape = (shape_object *)self;
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    double d = a.number[0], radius = shape->shape.radius + d;
    if (radius < 0) {
        refuse_number("grow", "radius + d", C2D_NEGATIVE, radius);
        return NULL;
    }
    shape_kind kind = grown[shape->kind];
    PyTypeObject *type = state_of(self)->types[kind];
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(self);
        c2d_rect_grow(&rect, d);
        return rect_from_numbers(type, kind, &rect, &s, &a);
    }
    bool has_ends = kind == KIND_CAPSULE;
    c2d_vec ends[2] = {end_a(shape), end_b(shape)};
    return shape_from_points(type, kind, has_ends ? ends : c2d_vertices(&shape->shape),
                             has_ends ? 2 : shape->shape.count, radius, &s, &a);
}

/* ---- placed ---- */

const signature placed_signature = {"placed",
                                    1,
                                    5,
                                    6,
                                    {{"pos", VECTOR},
                                     {"angle", 0},
                                     {"scale", SIZE},
                                     {"flip_x", OBJECT},
                                     {"about", OPTIONAL | VECTOR},
                                     {"radians", OPTIONAL}}};

bool read_placement(PyTypeObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, c2d_vec center,
                    arguments *a, c2d_placement *out)
{
    enum { POS, ANGLE, SCALE, FLIP_X, ABOUT, RADIANS };
    const signature *s = &placed_signature;
    *out = (c2d_placement){.about = center, .scale = 1};
    if (!parse(type, s, args, nargs, kwnames, a) || !check_arguments(s, a) || !truth_of(a, FLIP_X, &out->flip_x))
        return false;
    if (is_given(a, ANGLE) && is_given(a, RADIANS)) {
        PyErr_SetString(PyExc_TypeError, "placed: angle and radians must not both be given");
        return false;
    }
    out->at = a->vector[POS];
    if (is_given(a, ABOUT))
        out->about = a->vector[ABOUT];
    if (is_given(a, SCALE))
        out->scale = a->number[SCALE];
    out->degrees = is_given(a, RADIANS) ? c2d_degrees(a->number[RADIANS]) : a->number[ANGLE];
    c2d_status status = c2d_check(&out->degrees);
    if (status)
        refuse(s, a, status);
    return status == C2D_OK;
}

PyObject *placed_object(PyTypeObject *type, const shape_object *shape, const c2d_placement *p, const signature *s,
                        const arguments *a)
{
    if (is_rect_kind(shape)) {
        c2d_rect rect = *RECT(shape);
        c2d_rect_place(&rect, p);
        return rect_from_numbers(type, shape->kind, &rect, s, a);
    }
    workspace w;
    if (!open_workspace(&w, shape))
        return NULL;
    c2d_place_points(w.points, w.count, p);
    return close_workspace(&w, type, shape->kind, p->scale * shape->shape.radius, s, a);
}

const char placed_doc[] = PyDoc_STR(
    "placed($self, pos, angle=0.0, scale=1.0, flip_x=False, about=None, *, radians=None)\n--\n\n"
    "The shape mirrored, scaled, turned about one of its points, and moved so that this point is at pos.\n\n"
    "The point is about, a pair, and the centre if it is not given. The order is that of pygame.transform: flip_x\n"
    "mirrors left and right, scale is a factor >= 0, angle is in degrees from +x toward +y. Make a shape once, and place\n"
    "it in each frame: errors do not add up.\n\n"
    "Each coordinate is rounded once. It is the real result to half an ulp for quarter turns; for other angles the\n"
    "rounded sine and cosine add at most 2**-53 of scale times the distance |x| + |y| from about. Of a rectangle this\n"
    "holds for its centre or pivot; its sizes and angle are rounded once too, and its corners derive from them. Raises\n"
    "TypeError for an argument of a wrong kind, ValueError for a negative scale and for a result out of range.\n\n"
    ">>> arrow = Polygon([(0, 0), (4, 2), (0, 4)])\n"
    ">>> arrow.placed((100, 50), about=(0, 2))\n"
    "Polygon([(100.0, 48.0), (104.0, 50.0), (100.0, 52.0)])\n"
    ">>> arrow.placed((100, 50), 90, scale=2, about=(0, 2))\n"
    "Polygon([(96.0, 50.0), (104.0, 50.0), (100.0, 58.0)])\n"
    ">>> arrow.placed((100, 50), flip_x=True, about=(0, 2))\n"
    "Polygon([(96.0, 50.0), (100.0, 48.0), (100.0, 52.0)])\n"
    ">>> Rect(0, 0, 4, 2).placed((9, 9), 30)\n"
    "Rect.centered(9.0, 9.0, 4.0, 2.0, 30.0)\n");

PyObject *shape_placed(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const shape_object *shape = (shape_object *)self;
    arguments a;
    c2d_placement p;
    if (!read_placement(Py_TYPE(self), args, nargs, kwnames, center_of(shape), &a, &p))
        return NULL;
    return placed_object(Py_TYPE(self), shape, &p, &placed_signature, &a);
}
