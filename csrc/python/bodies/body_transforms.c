/* Methods that make a new body from another: move at rotate scale_by grow.
 *
 * Pieces that share corners must share them afterwards, so that no gap opens between them. Equal numbers give equal
 * results, and the vertices of each shape are transformed one by one: corners with the same bits keep the same bits.
 * Rectangles are the exception: they are transformed by their position and size, and x + w of one, which is the x of
 * another, may then be rounded differently. A rectangle that stays parallel to the axes is therefore transformed
 * corner by corner, unless it is the only piece. It keeps its numbers if they give these corners, as they do for
 * coordinates that need no rounding, and is described by two corners if not. A rotated rectangle keeps its size and
 * angle and so never deforms; its corners are rounded from them. */
#include "bodies.h"
#include "../base/methods.h"

/* The transform of a point. */
typedef struct transform {
    enum { MOVE, TURN, SCALE, PLACE } what;
    c2d_vec by;          /* MOVE */
    double amount;       /* TURN: degrees; SCALE: a factor */
    c2d_vec about;       /* TURN and SCALE */
    c2d_placement place; /* PLACE */
    bool alone;          /* the body has one piece */
    const signature *s;
    const arguments *a;
} transform;

static c2d_vec transformed(const transform *t, c2d_vec p)
{
    if (t->what == MOVE)
        c2d_move_points(&p, 1, t->by);
    else if (t->what == TURN)
        c2d_rotate_points(&p, 1, t->amount, t->about);
    else if (t->what == SCALE)
        c2d_scale_points(&p, 1, t->amount, t->about);
    else
        c2d_place_points(&p, 1, &t->place);
    return p;
}

/* The numbers of a transformed rectangle. */
static c2d_rect transformed_numbers(const transform *t, const c2d_rect *given)
{
    c2d_rect rect = *given;
    if (t->what == MOVE) {
        c2d_rect_move(&rect, t->by);
    } else if (t->what == TURN) {
        c2d_rect_rotate(&rect, t->amount, &t->about);
    } else if (t->what == PLACE) {
        c2d_rect_place(&rect, &t->place);
    } else {
        c2d_vec center = transformed(t, c2d_rect_center(&rect));
        c2d_rect_scale(&rect, t->amount);
        c2d_rect_at(&rect, center);
    }
    return rect;
}

/* Whether a transform keeps rectangles parallel to the axes. A quarter turn does: sine and cosine are then exact. */
static bool keeps_axes(const transform *t)
{
    double sine, cosine;
    if (t->what != TURN && t->what != PLACE)
        return true;
    c2d_sincos(t->what == TURN ? t->amount : t->place.degrees, &sine, &cosine);
    return sine == 0 || cosine == 0;
}

static bool same_core(const c2d_shape *a, const c2d_shape *b)
{
    bool same = a->count == b->count && a->count <= C2D_INLINE_VERTICES;
    for (uint32_t i = 0; i < a->count && same; i++)
        same = vec_equal(a->v.own[i], b->v.own[i]);
    return same;
}

static PyObject *transform_rect(const transform *t, const shape_object *piece)
{
    const c2d_rect *given = rect_of(piece);
    c2d_rect numbers = transformed_numbers(t, given), corners = {.anchor = C2D_BY_CORNERS, .radius = numbers.radius};
    c2d_vec corner, opposite;
    if (!t->alone && c2d_rect_corners(given, &corner, &opposite) && keeps_axes(t)) {
        c2d_shape by_numbers, by_corners;
        c2d_rect checked = numbers;
        corners.inner = numbers.radius > 0;
        corners.at = transformed(t, corner);
        corners.size = transformed(t, opposite);
        if (c2d_rect_shape(&by_corners, &corners) == C2D_OK &&
            (c2d_rect_shape(&by_numbers, &checked) != C2D_OK || !same_core(&by_numbers, &by_corners)))
            numbers = corners;
    }
    return rect_from_numbers(Py_TYPE((PyObject *)piece), piece->kind, &numbers, t->s, t->a);
}

static PyObject *transform_piece(module_state *Py_UNUSED(state), const shape_object *piece, const void *context)
{
    const transform *t = context;
    PyTypeObject *type = Py_TYPE((PyObject *)piece);
    if (is_rect_kind(piece))
        return transform_rect(t, piece);
    if (t->what == MOVE)
        return moved_object(type, piece, t->by, t->s, t->a);
    if (t->what == TURN)
        return turned_object(type, piece, t->amount, &t->about, t->s, t->a);
    if (t->what == PLACE)
        return placed_object(type, piece, &t->place, t->s, t->a);
    return scaled_about(type, piece, t->amount, t->about, t->s, t->a);
}

PyObject *moved_body(const body_object *self, c2d_vec d, const signature *s, const arguments *a)
{
    transform t = {.what = MOVE, .alone = piece_count(self) == 1, .by = d, .s = s, .a = a};
    return body_of_each(self, transform_piece, &t);
}

PyObject *turned_body(const body_object *self, double angle, c2d_vec about, const signature *s, const arguments *a)
{
    transform t = {.what = TURN, .alone = piece_count(self) == 1, .amount = angle, .about = about, .s = s, .a = a};
    return body_of_each(self, transform_piece, &t);
}

PyObject *scaled_body(const body_object *self, double k, const signature *s, const arguments *a)
{
    transform t = {
        .what = SCALE, .alone = piece_count(self) == 1, .amount = k, .about = center_of_body(self), .s = s, .a = a};
    return body_of_each(self, transform_piece, &t);
}

/* ---- methods ---- */

static bool read_call(PyObject *self, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      arguments *a)
{
    return parse(Py_TYPE(self), s, args, nargs, kwnames, a) && check_arguments(s, a);
}

const char body_move_doc[] =
    PyDoc_STR(
    "move($self, dx, dy=...)\n--\n\n"
    "The body moved by (dx, dy): two numbers or one pair, in the caller's units.\n\n"
    "Returns a new body with the same names. Each coordinate is rounded once, and corners that pieces share stay shared.\n"
    "Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
    ">>> Body({'head': Circle(0, 0, 4), 'torso': Rect(-3, 4, 6, 8)}).move(10, 0)\n"
    "Body({'head': Circle(10.0, 0.0, 4.0), 'torso': Rect(7.0, 4.0, 6.0, 8.0)})\n");

PyObject *body_move(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"move", 2, 2, 2, {{"dx", PAIR}, {"dy", 0}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return moved_body((body_object *)self, (c2d_vec){a.number[0], a.number[1]}, &s, &a);
}

const char body_at_doc[] = PyDoc_STR(
    "at($self, x, y=...)\n--\n\n"
    "The body with its centre at (x, y): two numbers or one pair.\n\n"
    "Returns a new body, moved by the rounded difference. Raises TypeError for an argument of a wrong kind, ValueError\n"
    "for a number out of range.\n\n"
    ">>> Body([Rect(0, 0, 6, 2), Rect(6, 0, 2, 2)]).at(0, 0)\n"
    "Body([Rect(-4.0, -1.0, 6.0, 2.0), Rect(2.0, -1.0, 2.0, 2.0)])\n");

PyObject *body_at(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"at", 2, 2, 2, {{"x", PAIR}, {"y", 0}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    c2d_vec from = center_of_body((body_object *)self);
    return moved_body((body_object *)self, (c2d_vec){a.number[0] - from.x, a.number[1] - from.y}, &s, &a);
}

const char body_rotate_doc[] = PyDoc_STR(
    "rotate($self, angle=None, about=None, *, radians=None)\n--\n\n"
    "The body turned by an angle in degrees, or in radians, from +x toward +y.\n\n"
    "about is the point to turn about, a pair; without it the body turns about its centre. Returns a new body with the\n"
    "same names. Quarter turns are exact; other coordinates are rounded once. Corners that polygons, segments and\n"
    "capsules share stay shared; rectangles keep their sizes instead. Raises TypeError unless exactly one of angle and\n"
    "radians is given, ValueError for a number out of range.\n\n"
    ">>> Body([Segment(0, 0, 2, 0), Circle(2, 0, 1)]).rotate(90, about=(0, 0))\n"
    "Body([Segment(0.0, 0.0, 0.0, 2.0), Circle(0.0, 2.0, 1.0)])\n");

PyObject *body_rotate(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    arguments a;
    double angle;
    const c2d_vec *about;
    if (!read_rotation(Py_TYPE(self), args, nargs, kwnames, &a, &angle, &about))
        return NULL;
    body_object *body = (body_object *)self;
    return turned_body(body, angle, about ? *about : center_of_body(body), &rotate_signature, &a);
}

const char body_scale_by_doc[] = PyDoc_STR(
    "scale_by($self, k)\n--\n\n"
    "The body k >= 0 times as large, about its centre.\n\n"
    "Returns a new body with the same names; radii are scaled too. Raises TypeError for an argument of a wrong kind,\n"
    "ValueError for a negative k and for a result out of range.\n\n"
    ">>> Body([Circle(0, 0, 2), Circle(4, 0, 2)]).scale_by(2)\n"
    "Body([Circle(-2.0, 0.0, 4.0), Circle(6.0, 0.0, 4.0)])\n");

PyObject *body_scale_by(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"scale_by", 1, 1, 1, {{"k", SIZE}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return scaled_body((body_object *)self, a.number[0], &s, &a);
}

const char body_placed_doc[] = PyDoc_STR(
    "placed($self, pos, angle=0.0, scale=1.0, flip_x=False, about=None, *, radians=None)\n--\n\n"
    "The body mirrored, scaled, turned about one of its points, and moved so that this point is at pos.\n\n"
    "The arguments are those of Shape.placed. Returns a new body with the same names. Each coordinate is rounded once,\n"
    "and corners that polygons, segments and capsules share stay shared; so do those of rectangles that are upright\n"
    "before and after. Raises TypeError for an argument of a wrong kind, ValueError for a negative scale and for a\n"
    "result out of range.\n\n"
    ">>> hero = Body({'head': Circle(0, -6, 4), 'torso': Rect(-3, -2, 6, 8)})\n"
    ">>> hero.placed((100, 50), scale=2, about=(0, 0))\n"
    "Body({'head': Circle(100.0, 38.0, 8.0), 'torso': Rect.centered(100.0, 54.0, 12.0, 16.0)})\n");

PyObject *body_placed(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    body_object *body = (body_object *)self;
    arguments a;
    transform t = {.what = PLACE, .alone = piece_count(body) == 1, .s = &placed_signature, .a = &a};
    if (!read_placement(Py_TYPE(self), args, nargs, kwnames, center_of_body(body), &a, &t.place))
        return NULL;
    return body_of_each(body, transform_piece, &t);
}

const char body_grow_doc[] = PyDoc_STR(
    "grow($self, d)\n--\n\n"
    "The body with d added to the radius of each piece; the cores keep every bit.\n\n"
    "Returns a new body with the same names. A negative d shrinks every piece, so pieces that only touch come apart.\n"
    "Raises TypeError for an argument of a wrong kind, ValueError if a radius would be negative or out of range.\n\n"
    ">>> Body([Point(0, 0), Segment(0, 0, 4, 0)]).grow(1)\n"
    "Body([Circle(0.0, 0.0, 1.0), Capsule(0.0, 0.0, 4.0, 0.0, 1.0)])\n");

static PyObject *grow_piece(module_state *Py_UNUSED(state), const shape_object *piece, const void *context)
{
    return shape_grow((PyObject *)piece, (PyObject *const *)&context, 1, NULL);
}

PyObject *body_grow(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"grow", 1, 1, 1, {{"d", 0}}};
    arguments a;
    if (!read_call(self, &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *d = PyFloat_FromDouble(a.number[0]), *grown = NULL;
    if (d)
        grown = body_of_each((body_object *)self, grow_piece, d);
    Py_XDECREF(d);
    return grown;
}
