/* The verbs of motion: sweep cast raycast, as functions and as methods. Calls with shapes and plain pairs of numbers
 * take a short path that allocates only the result. Shape-likes and arrays take a longer one. */
#include "../base/arguments.h"
#include "../base/methods.h"

PyObject *refuse_motion(const char *verb, const char *mover, c2d_status status, c2d_vec motion)
{
    if (!check_vector(verb, "motion", &motion))
        return NULL;
    PyObject *got = tuple_of_vector(motion);
    if (got)
        PyErr_Format(PyExc_ValueError, "%s: %s + motion %s, got %R", verb, mover, c2d_rule(status), got);
    Py_XDECREF(got);
    return NULL;
}

/* ---- sweep ---- */

DOCS(function_sweep_doc, "sweep($module, a, motion, /)",
     method_sweep_doc, "sweep($self, motion, /)",
     "The region that a moving shape covers: the hull of its vertices before and after the motion, with its radius.\n\n"
     "The shape may be anything that the other verbs take; motion is a pair of numbers, in the caller's units. Returns\n"
     "a shape of the simplest kind: a point sweeps a Segment, a circle a Capsule, a rectangle a Polygon, or a Rect if\n"
     "it is axis-aligned and moves along one of its sides. A motion of (0, 0) sweeps the shape itself. Raises\n"
     "TypeError for an argument of a wrong kind, ValueError for a number that is out of range before or after the\n"
     "motion.\n\n"
     ">>> sweep(Circle(0, 0, 1), (4, 0))\n"
     "Capsule(0.0, 0.0, 4.0, 0.0, 1.0)\n"
     ">>> Rect(0, 0, 1, 1).sweep((3, 0))\n"
     "Rect(0.0, 0.0, 4.0, 1.0)\n");

static PyObject *sweep(module_state *state, const char *name, const shape_object *s, c2d_vec motion)
{
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(s->shape.count));
    if (!room)
        return NULL;
    c2d_shape moved, swept;
    c2d_vec *rest = room + 2 * (size_t)s->shape.count;
    c2d_status status = c2d_moved(&moved, &s->shape, rect_of(s), motion, room);
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
    return sweep(state_of(self), "self", (shape_object *)self, motion);
}

PyObject *function_sweep(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "sweep: takes a shape and a motion, got %zd", nargs);
    module_state *state = PyModule_GetState(module);
    c2d_vec motion;
    operand a;
    if (!pair_from("sweep", "motion", args[1], &motion) || !read_operand(state, "sweep", "a", args[0], &a))
        return NULL;
    PyObject *result = sweep(state, "a", a.shape, motion);
    release_operand(&a);
    return result;
}

/* ---- casts ---- */

/* The names that errors give the verb, the moving shape and the shape that is hit. */
typedef struct roles {
    const char *verb, *mover, *target;
} roles;

static PyObject *answer(module_state *state, const roles *r, c2d_status status, c2d_vec motion, bool hits,
                        const c2d_hit *hit)
{
    if (status)
        return refuse_motion(r->verb, r->mover, status, motion);
    if (!hits)
        Py_RETURN_NONE;
    return hit_from(state->hit_type, hit);
}

/* A cast that needs working memory. Out of line, so that casts of small shapes need no large stack frame. */
static Py_NO_INLINE PyObject *cast_large(module_state *state, const roles *r, const shape_object *a, c2d_vec motion,
                                         const c2d_shape *b)
{
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(a->shape.count));
    if (!room)
        return NULL;
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast(&a->shape, rect_of(a), motion, b, room, &hits, &hit);
    free_room(own, room);
    return answer(state, r, status, motion, hits, &hit);
}

static PyObject *cast_shape(module_state *state, const roles *r, const shape_object *a, c2d_vec motion,
                            const c2d_shape *b)
{
    if (a->shape.count > C2D_INLINE_VERTICES)
        return cast_large(state, r, a, motion, b);
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast(&a->shape, rect_of(a), motion, b, NULL, &hits, &hit);
    return answer(state, r, status, motion, hits, &hit);
}

/* A call with arrays goes to the other extension; the keyword out is only for arrays. *handled: whether the result, or
 * NULL with an error set, is the answer. If not, the call is one of single shapes. */
static PyObject *try_arrays(module_state *state, const char *verb, const char *what, PyObject *const *args,
                            Py_ssize_t nargs, PyObject *kwnames, unsigned shapes, bool *handled)
{
    Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    *handled = true;
    if (nargs != 3)
        return PyErr_Format(PyExc_TypeError, "%s: takes %s, got %zd", verb, what, nargs);
    if (is_shape_array(state, args[0]) || is_shape_array(state, args[2]))
        return call_array_verb(state, verb, args, nargs, kwnames, shapes);
    *handled = keywords > 0;
    if (keywords == 0)
        return NULL;
    PyObject *name = PyTuple_GET_ITEM(kwnames, 0);
    if (PyUnicode_CompareWithASCIIString(name, "out") == 0)
        return PyErr_Format(PyExc_TypeError, "%s: out is for arrays of shapes only", verb);
    return PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", verb, name);
}

/* ---- cast ---- */

static Py_NO_INLINE PyObject *cast_operands(module_state *state, const roles *r, PyObject *a, c2d_vec motion,
                                            PyObject *b)
{
    operand both[2];
    if (!read_operands(state, r->verb, (const char *[]){r->mover, r->target}, (PyObject *[]){a, b}, both))
        return NULL;
    PyObject *result = cast_shape(state, r, both[0].shape, motion, &both[1].shape->shape);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

static inline PyObject *cast(module_state *state, const roles *r, PyObject *a, PyObject *motion_object, PyObject *b)
{
    c2d_vec motion;
    if (!pair_from(r->verb, "motion", motion_object, &motion))
        return NULL;
    if (is_shape(a) && is_shape(b))
        return cast_shape(state, r, (shape_object *)a, motion, SHAPE(b));
    return cast_operands(state, r, a, motion, b);
}

DOCS(function_cast_doc, "cast($module, a, motion, b, /, *, out=None)",
     method_cast_doc, "cast($self, motion, other, /)",
     "Moves a shape until it hits another: a Hit, or None if the way is free.\n\n"
     "The two may be anything that the other verbs take, and the first is moved; motion is a pair of numbers, in the\n"
     "caller's units. There is a hit exactly when the sweep of the first shape overlaps the second: grazing it, or\n"
     "moving along it or away from it, is no hit, and moving into a shape that is touched at the start is a hit at t =\n"
     "0. If the shapes do not overlap at the start, the first shape moved by t * motion, and its sweep up to there, do\n"
     "not overlap the second either, exactly. If they do overlap, t is 0, and normal and depth are those of the\n"
     "contact. Raises TypeError for an argument of a wrong kind, ValueError for a number that is out of range before\n"
     "or after the motion.\n\n"
     ARRAYS_DOC
     ">>> cast(Circle(0, 0, 1), (8, 0), Rect(5, -2, 1, 4))\n"
     "Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0)\n"
     ">>> print(Rect(0, 0, 1, 1).cast((5, 0), Rect(3, 1, 1, 1)))\n"
     "None\n");

PyObject *method_cast(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    static const roles r = {"cast", "self", "other"};
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "cast: takes a motion and a shape, got %zd", nargs);
    module_state *state = state_of(self);
    if (is_shape_array(state, args[1]))
        return call_array_verb(state, "cast", (PyObject *[]){self, args[0], args[1]}, 3, NULL, 5);
    return cast(state, &r, self, args[0], args[1]);
}

PyObject *function_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"cast", "a", "b"};
    module_state *state = PyModule_GetState(module);
    if (nargs != 3 || kwnames || !is_shape(args[0]) || !is_shape(args[2])) {
        bool handled;
        PyObject *result =
            try_arrays(state, "cast", "a shape, a motion and a shape", args, nargs, kwnames, 5, &handled);
        if (handled)
            return result;
    }
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

static inline PyObject *raycast(module_state *state, const roles *r, PyObject *origin, PyObject *motion_object,
                                PyObject *target)
{
    shape_object made;
    c2d_vec motion;
    const shape_object *from = read_origin("raycast", origin, &made);
    if (!from || !pair_from("raycast", "motion", motion_object, &motion))
        return NULL;
    if (is_shape(target))
        return cast_shape(state, r, from, motion, SHAPE(target));
    operand b;
    if (!read_operand(state, "raycast", r->target, target, &b))
        return NULL;
    PyObject *result = cast_shape(state, r, from, motion, &b.shape->shape);
    release_operand(&b);
    return result;
}

DOCS(function_raycast_doc, "raycast($module, origin, motion, b, /, *, out=None)",
     method_raycast_doc, "raycast($self, origin, motion, /)",
     "Where a ray first meets a shape: a Hit, or None if it misses.\n\n"
     "origin is a pair of numbers or a Point, motion a pair of numbers: the ray goes from origin to origin + motion.\n"
     "It is the cast of a point: a ray along a border is no hit, a ray from a border inward is a hit at t = 0. Raises\n"
     "TypeError for an argument of a wrong kind, ValueError for a number that is out of range before or after the\n"
     "motion.\n\n"
     ARRAYS_DOC
     ">>> raycast((0, 0), (8, 0), Rect(4, -1, 2, 2))\n"
     "Hit(0.5, (4.0, 0.0), (-1.0, 0.0), 0.0)\n"
     ">>> print(Rect(0, 0, 4, 2).raycast((-1, 2), (9, 0)))\n"
     "None\n");

PyObject *method_raycast(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    static const roles r = {"raycast", "origin", "self"};
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "raycast: takes an origin and a motion, got %zd", nargs);
    module_state *state = state_of(self);
    if (is_shape_array(state, args[0]))
        return call_array_verb(state, "raycast", (PyObject *[]){args[0], args[1], self}, 3, NULL, 4);
    return raycast(state, &r, args[0], args[1], self);
}

PyObject *function_raycast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const roles r = {"raycast", "origin", "b"};
    module_state *state = PyModule_GetState(module);
    if (nargs != 3 || kwnames || !is_shape(args[2])) {
        bool handled;
        PyObject *result =
            try_arrays(state, "raycast", "an origin, a motion and a shape", args, nargs, kwnames, 4, &handled);
        if (handled)
            return result;
    } else if (is_shape_array(state, args[0])) {
        return call_array_verb(state, "raycast", args, nargs, NULL, 4);
    }
    return raycast(state, &r, args[0], args[1], args[2]);
}
