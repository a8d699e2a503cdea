/* The verbs of motion: sweep cast raycast, as functions and as methods. Two shapes and plain pairs of numbers are
 * answered at once, and nothing but the result is allocated; shape-likes go the longer way. */
#include "../convert.h"

/* The core checks the motion; what it says of it is put into words here. */
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

static PyObject *sweep(module_state *state, const char *name, const shape_object *s, c2d_vec motion)
{
    c2d_vec own[SMALL_ROOM], *room = open_room(own, C2D_CAST_ROOM(s->shape.count));
    if (!room)
        return NULL;
    c2d_shape moved, swept;
    c2d_vec *rest = room + 2 * (size_t)s->shape.count;
    c2d_status status = c2d_moved(&moved, &s->shape, numbers_of(s), motion, room);
    if (!status)
        status = c2d_sweep(&swept, &s->shape, &moved, rest);
    PyObject *result = status ? refuse_motion("sweep", name, status, motion) : simplest_object(state, &swept);
    close_room(own, room);
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

/* What moves and what is hit, and what errors call them. */
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

/* With working memory: out of line, so that small shapes have no stack to make. */
static Py_NO_INLINE PyObject *cast_large(module_state *state, const roles *r, const shape_object *a, c2d_vec motion,
                                         const c2d_shape *b)
{
    c2d_vec own[SMALL_ROOM], *room = open_room(own, C2D_CAST_ROOM(a->shape.count));
    if (!room)
        return NULL;
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast(&a->shape, numbers_of(a), motion, b, room, &hits, &hit);
    close_room(own, room);
    return answer(state, r, status, motion, hits, &hit);
}

static PyObject *cast_shape(module_state *state, const roles *r, const shape_object *a, c2d_vec motion,
                            const c2d_shape *b)
{
    if (a->shape.count > C2D_INLINE_VERTICES)
        return cast_large(state, r, a, motion, b);
    bool hits;
    c2d_hit hit;
    c2d_status status = c2d_cast(&a->shape, numbers_of(a), motion, b, NULL, &hits, &hit);
    return answer(state, r, status, motion, hits, &hit);
}

/* Arrays of shapes are for the other extension; given by keyword is only their out. NULL with an error set; otherwise
 * *handled says whether that was one. */
static PyObject *try_arrays(module_state *state, const char *verb, const char *what, PyObject *const *args,
                            Py_ssize_t nargs, PyObject *kwnames, unsigned shapes, bool *handled)
{
    Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    *handled = true;
    if (nargs != 3)
        return PyErr_Format(PyExc_TypeError, "%s: takes %s, got %zd", verb, what, nargs);
    if (is_shape_array(state, args[0]) || is_shape_array(state, args[2]))
        return ask_arrays(state, verb, args, nargs, kwnames, shapes);
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

PyObject *method_cast(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    static const roles r = {"cast", "self", "other"};
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "cast: takes a motion and a shape, got %zd", nargs);
    module_state *state = state_of(self);
    if (is_shape_array(state, args[1]))
        return ask_arrays(state, "cast", (PyObject *[]){self, args[0], args[1]}, 3, NULL, 5);
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

PyObject *method_raycast(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    static const roles r = {"raycast", "origin", "self"};
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "raycast: takes an origin and a motion, got %zd", nargs);
    module_state *state = state_of(self);
    if (is_shape_array(state, args[0]))
        return ask_arrays(state, "raycast", (PyObject *[]){args[0], args[1], self}, 3, NULL, 4);
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
        return ask_arrays(state, "raycast", args, nargs, NULL, 4);
    }
    return raycast(state, &r, args[0], args[1], args[2]);
}
