/* The verbs of motion: sweep cast raycast clip, as functions and as methods. Calls with shapes and plain pairs of
 * numbers take a short path that allocates only the result. Shape-likes and arrays take a longer one. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../bodies/bodies.h"

/* what: the count positional arguments in words. */
static bool check_count(const char *verb, const char *what, Py_ssize_t nargs, Py_ssize_t count)
{
    if (nargs != count)
        PyErr_Format(PyExc_TypeError, "%s: takes %zd positional arguments, %s, got %zd", verb, count, what, nargs);
    return nargs == count;
}

PyObject *refuse_motion(const char *verb, const char *mover, c2d_status status, c2d_vec motion)
{
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    if (!check_vector(verb, "motion", &motion))
        return NULL;
    PyObject *got = tuple_of_vector(motion);
    if (got)
        PyErr_Format(PyExc_ValueError, "%s: %s + motion %s, got %R", verb, mover, c2d_rule(status), got);
    Py_XDECREF(got);
    return NULL;
}

PyObject *refuse_motions(const char *verb, c2d_status status, const c2d_vec motions[2])
{
    c2d_vec motion = motions[0], motion_b = motions[1];
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    if (!check_vector(verb, "motion", &motion) || !check_vector(verb, "motion_b", &motion_b))
        return NULL;
    PyObject *first = tuple_of_vector(motion), *second = tuple_of_vector(motion_b);
    if (first && second)
        PyErr_Format(PyExc_ValueError,
                     "%s: both after their motions, and the difference of the motions, %s, got %R, %R", verb,
                     c2d_rule(status), first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return NULL;
}

/* ---- sweep ---- */

DOCS(function_sweep_doc, "sweep($module, a, motion, /, *, threads=1)",
     method_sweep_doc, "sweep($self, motion, /)",
     "The region that a moving shape covers: the hull of its vertices before and after the motion, with its radius.\n\n"
     "The shape may be anything that the other verbs take; motion is a pair of numbers, in the caller's units. Returns\n"
     "a shape of the simplest kind: a point sweeps a Segment, a circle a Capsule, a rectangle a Polygon, or a Rect if\n"
     "it is axis-aligned and moves along one of its sides. A motion of (0, 0) sweeps the shape itself. Raises\n"
     "TypeError for an argument of a wrong kind, ValueError for a number that is out of range before or after the\n"
     "motion. Arrays of shapes are swept element by element, on up to `threads` threads: see collide2d.arrays.\n\n"
     ">>> sweep(Circle(0, 0, 1), (4, 0))\n"
     "Capsule(0.0, 0.0, 4.0, 0.0, 1.0)\n"
     ">>> Rect(0, 0, 1, 1).sweep((3, 0))\n"
     "Rect(0.0, 0.0, 4.0, 1.0)\n");

PyObject *swept_object(module_state *state, const char *name, const shape_object *s, const c2d_rect *rect,
                       c2d_vec motion)
{
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(s->shape.count));
    if (!room)
        return NULL;
    c2d_shape moved, swept;
    c2d_vec *rest = room + 2 * (size_t)s->shape.count;
    c2d_status status = c2d_moved(&moved, &s->shape, rect, motion, room);
    if (!status)
        status = c2d_sweep(&swept, &s->shape, &moved, rest);
    PyObject *result = status ? refuse_motion("sweep", name, status, motion) : simplest_object(state, &swept);
    free_room(own, room);
    return result;
}

PyObject *method_sweep(PyObject *self, PyObject *argument)
{
    c2d_vec motion;
    if (!pair_from("sweep", "motion", argument, &motion))
        return NULL;
    return swept_object(state_of(self), "self", (shape_object *)self, rect_of((shape_object *)self), motion);
}

PyObject *function_sweep(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (!check_count("sweep", "a shape and a motion", nargs, 2))
        return NULL;
    module_state *state = PyModule_GetState(module);
    c2d_vec motion;
    operand a;
    PyObject *keyword = kwnames && PyTuple_GET_SIZE(kwnames) > 0 ? PyTuple_GET_ITEM(kwnames, 0) : NULL;
    if (keyword && (PyUnicode_CompareWithASCIIString(keyword, "threads") != 0 || PyTuple_GET_SIZE(kwnames) > 1))
        return PyErr_Format(PyExc_TypeError, "sweep: unexpected keyword argument '%U'", keyword);
    if (is_shape_array(state, args[0]))
        return call_array_verb(state, "sweep", args, keyword ? 3 : 2, NULL, NULL, 1);
    if (keyword)
        return refuse_for_arrays("sweep", keyword, "arrays of shapes");
    if (!pair_from("sweep", "motion", args[1], &motion) || !read_solid(state, "sweep", "a", args[0], &a))
        return NULL;
    PyObject *result =
        a.body ? sweep_body(state, "a", a.body, motion) : swept_object(state, "a", a.shape, rect_of(a.shape), motion);
    release_operand(&a);
    return result;
}

PyObject *body_method_sweep(PyObject *self, PyObject *argument)
{
    c2d_vec motion;
    if (!pair_from("sweep", "motion", argument, &motion))
        return NULL;
    return sweep_body(state_of(self), "self", (body_object *)self, motion);
}

/* ---- casts ---- */

/* The names that errors give the verb, the moving shape and the shape that is hit. */
typedef struct roles {
    const char *verb, *mover, *target;
} roles;

static const c2d_cast_options no_options = {false, true};

/* The keyword arguments of a cast of single shapes; false with an error set. motion_b: NULL if the verb has none. */
static bool read_options(const char *verb, PyObject *const *values, PyObject *kwnames, c2d_cast_options *out,
                         c2d_vec *motion_b)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames); i++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, i);
        if (motion_b && PyUnicode_CompareWithASCIIString(name, "motion_b") == 0) {
            if (!pair_from(verb, "motion_b", values[i], motion_b))
                return false;
            continue;
        }
        int truth = PyObject_IsTrue(values[i]);
        if (truth < 0)
            return false;
        if (PyUnicode_CompareWithASCIIString(name, "touching") == 0) {
            out->touching = truth;
        } else if (PyUnicode_CompareWithASCIIString(name, "leaving") == 0) {
            out->leaving = truth;
        } else {
            if (is_for_arrays(name))
                refuse_for_arrays(verb, name, "arrays of shapes");
            else
                PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", verb, name);
            return false;
        }
    }
    return true;
}

static PyObject *answer(module_state *state, const roles *r, c2d_status status, c2d_vec motion, bool hits,
                        const c2d_hit *hit)
{
    if (status)
        return refuse_motion(r->verb, r->mover, status, motion);
    if (!hits)
        Py_RETURN_NONE;
    return hit_from(state->hit_type, hit);
}

/* A cast that needs working memory or has options. Out of line, so that other casts need no large stack frame. */
static Py_NO_INLINE PyObject *cast_with(module_state *state, const roles *r, const c2d_cast_options *options,
                                        const shape_object *a, c2d_vec motion, const c2d_shape *b)
{
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(a->shape.count));
    if (!room)
        return NULL;
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast_with(&a->shape, rect_of(a), motion, b, room, *options, &hits, &hit);
    free_room(own, room);
    return answer(state, r, status, motion, hits, &hit);
}

/* options: NULL for none. */
static PyObject *cast_shape(module_state *state, const roles *r, const c2d_cast_options *options, const shape_object *a,
                            c2d_vec motion, const c2d_shape *b)
{
    if (options || a->shape.count > C2D_INLINE_VERTICES)
        return cast_with(state, r, options ? options : &no_options, a, motion, b);
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast(&a->shape, rect_of(a), motion, b, NULL, &hits, &hit);
    return answer(state, r, status, motion, hits, &hit);
}

/* ---- cast ---- */

static Py_NO_INLINE PyObject *cast_operands(module_state *state, const roles *r, const c2d_cast_options *options,
                                            PyObject *a, const c2d_vec motions[2], PyObject *b)
{
    c2d_vec motion = motions[0];
    operand both[2];
    if (!read_solids(state, r->verb, (const char *[]){r->mover, r->target}, (PyObject *[]){a, b}, both))
        return NULL;
    PyObject *result;
    if (!vec_equal(motions[1], (c2d_vec){0, 0}))
        result = cast_two_movers(state, r->verb, both, motions, options ? *options : no_options);
    else if (both[0].body || both[1].body)
        result = cast_bodies(state, r->verb, r->mover, both, motion, options ? *options : no_options);
    else
        result = cast_shape(state, r, options, both[0].shape, motion, &both[1].shape->shape);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

/* Any call of cast. values: those of the keyword arguments. */
static Py_NO_INLINE PyObject *cast_call(module_state *state, const roles *r, PyObject *a, PyObject *motion, PyObject *b,
                                        PyObject *const *values, PyObject *kwnames)
{
    if (is_shape_array(state, a) || is_shape_array(state, b))
        return call_array_verb(state, "cast", (PyObject *[]){a, motion, b}, 3, values, kwnames, 5);
    c2d_cast_options options = no_options;
    c2d_vec motions[2] = {{0, 0}, {0, 0}};
    if ((kwnames && !read_options("cast", values, kwnames, &options, &motions[1])) ||
        !pair_from("cast", "motion", motion, &motions[0]))
        return NULL;
    return cast_operands(state, r, kwnames ? &options : NULL, a, motions, b);
}

/* A cast of two shapes, without options. */
static inline PyObject *cast(module_state *state, const roles *r, PyObject *a, PyObject *motion, PyObject *b)
{
    c2d_vec by;
    if (!pair_from("cast", "motion", motion, &by))
        return NULL;
    return cast_shape(state, r, NULL, (shape_object *)a, by, SHAPE(b));
}

#define OPTIONS_DOC                                                                                                    \
    "With touching=True there is a hit exactly when the two collide on the way: also for what is only grazed, slid\n"  \
    "along, left, or reached at t = 1. Where that changes nothing, the hit is the same, bit for bit. Elsewhere t is\n" \
    "the first time at which they touch, and the normal opposes the motion only if t is 1, or if points or segments\n" \
    "on the line of the motion meet head-on.\n\n"                                                                      \
    "With leaving=False, what the mover collides with at the start is hit only if the motion goes deeper, against\n"   \
    "the normal of the contact. So a shape that rounding left inside another can move out of it.\n\n"

DOCS(function_cast_doc, "cast($module, a, motion, b, /, *, motion_b=(0, 0), touching=False, leaving=True, out=None, threads=1)",
     method_cast_doc, "cast($self, motion, other, /, *, motion_b=(0, 0), touching=False, leaving=True)",
     "Moves a shape until it hits another: a Hit, or None if the way is free.\n\n"
     "The two may be anything that the other verbs take, and the first is moved; motion is a pair of numbers, in the\n"
     "caller's units. There is a hit exactly when the sweep of the first shape overlaps the second: grazing it, or\n"
     "moving along it or away from it, is no hit, and moving into a shape that is touched at the start is a hit at t =\n"
     "0. If the shapes do not overlap at the start, the first shape moved by t * motion, and its sweep up to there, do\n"
     "not overlap the second either, exactly. If they do overlap, t is 0, and normal and depth are those of the\n"
     "contact. Raises TypeError for an argument of a wrong kind, ValueError for a number that is out of range before\n"
     "or after the motion.\n\n"
     "With motion_b the other shape moves too, at the same time, and t is a part of both motions. It is the cast along\n"
     "motion - motion_b, rounded, toward the other shape at its start, with the point where the other shape is at t. If\n"
     "the shapes do not overlap at the start, then the first moved by t * motion and the other moved by t * motion_b do\n"
     "not overlap, exactly. motion_b is not for arrays.\n\n"
     OPTIONS_DOC
     ARRAYS_DOC
     ">>> cast(Circle(0, 0, 1), (8, 0), Rect(5, -2, 1, 4))\n"
     "Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0)\n"
     ">>> print(Rect(0, 0, 1, 1).cast((5, 0), Rect(3, 1, 1, 1)))\n"
     "None\n"
     ">>> Rect(0, 0, 1, 1).cast((5, 0), Rect(3, 1, 1, 1), touching=True)\n"
     "Hit(0.4, (3.0, 1.0), (0.0, -1.0), 0.0)\n"
     ">>> print(Circle(0, 0, 2).cast((-5, 0), Rect(1, -2, 4, 4), leaving=False))\n"
     "None\n"
     ">>> cast(Circle(0, 0, 1), (8, 0), Circle(10, 0, 1), motion_b=(-8, 0))\n"
     "Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0)\n");

PyObject *method_cast(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"cast", "self", "other"};
    if (!check_count("cast", "a motion and a shape", nargs, 2))
        return NULL;
    module_state *state = state_of(self);
    if (kwnames || !is_shape(args[1]))
        return cast_call(state, &r, self, args[0], args[1], args + nargs, kwnames);
    return cast(state, &r, self, args[0], args[1]);
}

PyObject *body_method_cast(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"cast", "self", "other"};
    if (!check_count("cast", "a motion and a shape", nargs, 2))
        return NULL;
    return cast_call(state_of(self), &r, self, args[0], args[1], args + nargs, kwnames);
}

PyObject *function_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"cast", "a", "b"};
    if (!check_count("cast", "a shape, a motion and a shape", nargs, 3))
        return NULL;
    module_state *state = PyModule_GetState(module);
    if (kwnames || !is_shape(args[0]) || !is_shape(args[2]))
        return cast_call(state, &r, args[0], args[1], args[2], args + nargs, kwnames);
    return cast(state, &r, args[0], args[1], args[2]);
}

/* ---- raycast ---- */

const shape_object *read_origin(const char *verb, PyObject *object, shape_object *made)
{
    if (!is_shape(object))
        return point_from(verb, "origin", object, made) ? made : NULL;
    if (((shape_object *)object)->kind == KIND_POINT)
        return (shape_object *)object;
    PyErr_Format(PyExc_TypeError, "%s: origin must be a pair of numbers or a Point, got %.100s", verb,
                 Py_TYPE(object)->tp_name);
    return NULL;
}

static inline PyObject *raycast(module_state *state, const roles *r, const c2d_cast_options *options, PyObject *origin,
                                PyObject *motion_object, PyObject *target)
{
    shape_object made;
    c2d_vec motion;
    const shape_object *from = read_origin("raycast", origin, &made);
    if (!from || !pair_from("raycast", "motion", motion_object, &motion))
        return NULL;
    if (is_shape(target))
        return cast_shape(state, r, options, from, motion, SHAPE(target));
    operand both[2] = {{.shape = from}};
    if (!read_solid(state, "raycast", r->target, target, &both[1]))
        return NULL;
    PyObject *result = both[1].body
                           ? cast_bodies(state, r->verb, r->mover, both, motion, options ? *options : no_options)
                           : cast_shape(state, r, options, from, motion, &both[1].shape->shape);
    release_operand(&both[1]);
    return result;
}

/* Any call of raycast. values: those of the keyword arguments. */
static Py_NO_INLINE PyObject *raycast_call(module_state *state, const roles *r, PyObject *origin, PyObject *motion,
                                           PyObject *target, PyObject *const *values, PyObject *kwnames)
{
    if (is_shape_array(state, origin) || is_shape_array(state, target))
        return call_array_verb(state, "raycast", (PyObject *[]){origin, motion, target}, 3, values, kwnames, 4);
    c2d_cast_options options = no_options;
    if (kwnames && !read_options("raycast", values, kwnames, &options, NULL))
        return NULL;
    return raycast(state, r, kwnames ? &options : NULL, origin, motion, target);
}

DOCS(function_raycast_doc, "raycast($module, origin, motion, b, /, *, touching=False, leaving=True, out=None, threads=1)",
     method_raycast_doc, "raycast($self, origin, motion, /, *, touching=False, leaving=True)",
     "Where a ray first meets a shape: a Hit, or None if it misses.\n\n"
     "origin is a pair of numbers or a Point, motion a pair of numbers: the ray goes from origin to origin + motion.\n"
     "It is the cast of a point: a ray along a border is no hit, a ray from a border inward is a hit at t = 0. Raises\n"
     "TypeError for an argument of a wrong kind, ValueError for a number that is out of range before or after the\n"
     "motion.\n\n"
     OPTIONS_DOC
     ARRAYS_DOC
     ">>> raycast((0, 0), (8, 0), Rect(4, -1, 2, 2))\n"
     "Hit(0.5, (4.0, 0.0), (-1.0, 0.0), 0.0)\n"
     ">>> print(Rect(0, 0, 4, 2).raycast((-1, 2), (8, 0)))\n"
     "None\n"
     ">>> Rect(0, 0, 4, 2).raycast((-1, 2), (8, 0), touching=True)\n"
     "Hit(0.125, (0.0, 2.0), (0.0, 1.0), 0.0)\n");

PyObject *method_raycast(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"raycast", "origin", "self"};
    if (!check_count("raycast", "an origin and a motion", nargs, 2))
        return NULL;
    module_state *state = state_of(self);
    if (kwnames || is_shape_array(state, args[0]))
        return raycast_call(state, &r, args[0], args[1], self, args + nargs, kwnames);
    return raycast(state, &r, NULL, args[0], args[1], self);
}

PyObject *function_raycast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"raycast", "origin", "b"};
    if (!check_count("raycast", "an origin, a motion and a shape", nargs, 3))
        return NULL;
    module_state *state = PyModule_GetState(module);
    if (kwnames || !is_shape(args[2]) || is_shape_array(state, args[0]))
        return raycast_call(state, &r, args[0], args[1], args[2], args + nargs, kwnames);
    return raycast(state, &r, NULL, args[0], args[1], args[2]);
}

/* ---- clip ---- */

/* The ends of an argument that is a segment, in the user's order; false with an error set. */
static bool read_segment(module_state *state, PyObject *object, c2d_vec *p, c2d_vec *q)
{
    operand segment;
    if (!is_shape(object) && (PyTuple_Check(object) || PyList_Check(object))) {
        PyErr_Format(PyExc_TypeError,
                     "clip: segment must be a Segment or a pygame line, got %.100s: write Segment(a, b)",
                     Py_TYPE(object)->tp_name);
        return false;
    }
    if (!read_operand(state, "clip", "segment", object, &segment))
        return false;
    bool good = segment.shape->kind == KIND_SEGMENT;
    if (good) {
        *p = end_a(segment.shape);
        *q = end_b(segment.shape);
    } else {
        PyErr_Format(PyExc_TypeError, "clip: segment must be a Segment or a pygame line, got %.100s",
                     Py_TYPE(object)->tp_name);
    }
    release_operand(&segment);
    return good;
}

static PyObject *clip(module_state *state, const c2d_shape *shape, PyObject *segment)
{
    c2d_vec p, q;
    double t_in, t_out;
    if (!read_segment(state, segment, &p, &q))
        return NULL;
    if (!c2d_clip(shape, p, q, &t_in, &t_out))
        Py_RETURN_NONE;
    return tuple_of_numbers((double[]){t_in, t_out}, 2);
}

DOCS(function_clip_doc, "clip($module, shape, segment, /, *, out=None, threads=1)",
     method_clip_doc, "clip($self, segment, /)",
     "The part of a segment that is inside a shape, as a pair (t_in, t_out); None if they do not collide.\n\n"
     "shape is a shape or a shape-like, but not a body, of which several parts of the segment may be inside; segment is\n"
     "a Segment or a pygame line. t is 0 at the segment's first end (ax, ay) and 1 at its second end (bx, by). The\n"
     "border is part of the shape. Whether there is a part is exact; t_in is 0 exactly if the first end is inside, and\n"
     "t_out is 1 if the second is. Elsewhere both are within 2**-48 of the true values. They are equal if the two have\n"
     "one common point, and both are 0 for a segment of length 0. Raises TypeError for an argument of a wrong kind,\n"
     "ValueError for a number that is out of range.\n\n"
     ARRAYS_DOC
     ">>> clip(Circle(5, 0, 2), Segment(0, 0, 10, 0))\n"
     "(0.3, 0.7)\n"
     ">>> Rect(0, 0, 4, 4).clip(Segment(2, 2, 2, 10))\n"
     "(0.0, 0.25)\n"
     ">>> print(Rect(0, 0, 4, 4).clip(Segment(5, 0, 5, 8)))\n"
     "None\n");

/* A call with arrays of shapes or segments. Lines of pygame are read as segments. */
static PyObject *clip_arrays(module_state *state, PyObject *shape, PyObject *segment, PyObject *const *values,
                             PyObject *kwnames)
{
    PyObject *line = NULL, *result = NULL;
    if (!is_shape_array(state, segment)) {
        c2d_vec ends[2];
        if (!read_segment(state, segment, &ends[0], &ends[1]))
            return NULL;
        if (!is_shape(segment)) {
            operand o;
            if (!read_operand(state, "clip", "segment", segment, &o))
                return NULL;
            line = object_of_operand(state, &o);
            release_operand(&o);
            if (!line)
                return NULL;
        }
    }
    result = call_array_verb(state, "clip", (PyObject *[]){shape, line ? line : segment}, 2, values, kwnames, 1);
    Py_XDECREF(line);
    return result;
}

PyObject *method_clip(PyObject *self, PyObject *segment)
{
    if (is_shape_array(state_of(self), segment))
        return clip_arrays(state_of(self), self, segment, NULL, NULL);
    return clip(state_of(self), SHAPE(self), segment);
}

PyObject *function_clip(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (!check_count("clip", "a shape and a segment", nargs, 2))
        return NULL;
    module_state *state = PyModule_GetState(module);
    operand shape;
    if (is_shape_array(state, args[0]) || is_shape_array(state, args[1]))
        return clip_arrays(state, args[0], args[1], args + nargs, kwnames);
    if (kwnames && PyTuple_GET_SIZE(kwnames) > 0) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, 0);
        return is_for_arrays(name) ? refuse_for_arrays("clip", name, "arrays of shapes")
                                   : PyErr_Format(PyExc_TypeError, "clip: unexpected keyword argument '%U'", name);
    }
    if (!read_solid(state, "clip", "shape", args[0], &shape))
        return NULL;
    PyObject *result = NULL;
    if (shape.body)
        PyErr_SetString(PyExc_TypeError, "clip: shape must not be a body; clip each of its pieces");
    else
        result = clip(state, &shape.shape->shape, args[1]);
    release_operand(&shape);
    return result;
}
