/* The verbs of response: separate, a function and a method, and bounce and slide, functions of velocities. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../bodies/bodies.h"

#include <math.h>
#include <string.h>

static double given_or(const arguments *a, int i, double otherwise)
{
    return is_given(a, i) ? a->number[i] : otherwise;
}

static PyObject *refuse_masses(const char *function)
{
    refuse_number(function, "mass_a and mass_b", C2D_BOTH_INFINITE, INFINITY);
    return NULL;
}

#define MASSES_DOC                                                                                                     \
    "Masses are > 0, in any unit. A body with an infinite mass stays where it is. At most one mass may be "            \
    "infinite.\n\n"

/* A tuple of two objects, whose references it steals; NULL if either is NULL. */
static PyObject *pair_of_objects(PyObject *first, PyObject *second)
{
    PyObject *pair = first && second ? PyTuple_New(2) : NULL;
    if (pair) {
        PyTuple_SET_ITEM(pair, 0, first);
        PyTuple_SET_ITEM(pair, 1, second);
        return pair;
    }
    Py_XDECREF(first);
    Py_XDECREF(second);
    return NULL;
}

/* ---- separate ---- */

/* The operand's shape moved by d; the object itself if d is zero. */
static PyObject *moved_operand(module_state *state, const operand *o, c2d_vec d, const signature *s, const arguments *a)
{
    if (vec_equal(d, (c2d_vec){0, 0}))
        return object_of_operand(state, o);
    c2d_check(&d.x); /* normalise d, as c2d_moved does */
    c2d_check(&d.y);
    return moved_object(type_of_operand(state, o), o->shape, d, s, a);
}

static PyObject *separate_operands(module_state *state, const operand both[2], double mass_a, double mass_b,
                                   double part, const signature *s, const arguments *arguments)
{
    const shape_object *a = both[0].shape, *b = both[1].shape;
    size_t larger = a->shape.count > b->shape.count ? a->shape.count : b->shape.count;
    c2d_vec own[SMALL_ROOM], *room = NULL;
    if (larger > C2D_INLINE_VERTICES) {
        room = alloc_room(own, C2D_CAST_ROOM((size_t)a->shape.count + b->shape.count));
        if (!room)
            return NULL;
    }
    c2d_vec move_a, move_b;
    c2d_status status =
        c2d_separate_more(&a->shape, rect_of(a), mass_a, &b->shape, rect_of(b), mass_b, part, room, &move_a, &move_b);
    if (room)
        free_room(own, room);
    if (status == C2D_BOTH_INFINITE)
        return refuse_masses("separate");
    if (status)
        return refuse_shapes(state, "separate", status, a, b);
    PyObject *first = moved_operand(state, &both[0], move_a, s, arguments);
    PyObject *second = first ? moved_operand(state, &both[1], move_b, s, arguments) : NULL;
    return pair_of_objects(first, second);
}

/* A call with arrays of shapes: the masses may be arrays, too. s: the signature, whose objects may be anything. */
static PyObject *separate_arrays(module_state *state, PyObject *first, const signature *s, PyObject *const *args,
                                 Py_ssize_t nargs, PyObject *kwnames)
{
    arguments a;
    PyObject *given[] = {first, Py_None, Py_None, Py_None, NULL}; /* both, the masses, threads */
    int next = first != NULL;
    if (!parse(state->shape_type, s, args, nargs, kwnames, &a))
        return NULL;
    for (int i = 0; i < s->count; i++)
        if (is_given(&a, i))
            given[next + i] = a.object[i];
    return call_array_verb(state, "separate", given, given[4] ? 5 : 4, NULL, NULL, 3);
}

static PyObject *separate(module_state *state, const char *const names[2], PyObject *const objects[2],
                          const signature *s, int masses, arguments *a)
{
    operand both[2];
    if (!check_arguments(s, a) || !read_solids(state, "separate", names, objects, both))
        return NULL;
    double part = masses + 2 < s->count ? given_or(a, masses + 2, 0) : 0;
    double mass_a = given_or(a, masses, 1), mass_b = given_or(a, masses + 1, 1);
    bool bodies = both[0].body || both[1].body;
    PyObject *result = bodies ? separate_bodies(state, both, mass_a, mass_b, part, s, a)
                              : separate_operands(state, both, mass_a, mass_b, part, s, a);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

DOCS(function_separate_doc, "separate($module, a, b, /, mass_a=1.0, mass_b=1.0, *, threads=1)",
     method_separate_doc, "separate($self, other, /, mass_a=1.0, mass_b=1.0)",
     "Two overlapping shapes pushed apart along the contact's normal, each by its share of the depth.\n\n"
     "The two may be anything that the other verbs take; mass_a is the mass of the first, mass_b of the second. The\n"
     "lighter shape moves farther, in proportion to 1 / mass.\n\n"
     MASSES_DOC
     "Returns both shapes, each of its kind: they do not overlap, exactly, and are at most a few ulps apart. Shapes\n"
     "that do not overlap are returned unchanged. Arrays of shapes are separated pair by pair, and masses may be arrays,\n"
     "too: see collide2d.arrays. Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
     ">>> separate(Circle(0, 0, 2), Circle(3, 0, 2))\n"
     "(Circle(-0.5, 0.0, 2.0), Circle(3.5, 0.0, 2.0))\n"
     ">>> Rect(0, 0, 2, 2).separate(Rect(1, -4, 9, 9), mass_b=float(\"inf\"))\n"
     "(Rect(-1.0, 0.0, 2.0, 2.0), Rect(1.0, -4.0, 9.0, 9.0))\n");

PyObject *method_separate(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"separate", 1, 3, 3, {{"other", OBJECT | UNNAMED}, {"mass_a", MASS}, {"mass_b", MASS}}};
    static const signature of_arrays = {
        "separate", 1, 3, 3, {{"other", OBJECT | UNNAMED}, {"mass_a", OBJECT}, {"mass_b", OBJECT}}};
    arguments a;
    if (nargs > 0 && is_shape_array(state_of(self), args[0]))
        return separate_arrays(state_of(self), self, &of_arrays, args, nargs, kwnames);
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    return separate(state_of(self), (const char *[]){"self", "other"}, (PyObject *[]){self, a.object[0]}, &s, 1, &a);
}

PyObject *function_separate(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "separate", 2, 4, 4, {{"a", OBJECT | UNNAMED}, {"b", OBJECT | UNNAMED}, {"mass_a", MASS}, {"mass_b", MASS}}};
    static const signature of_arrays = {"separate",
                                        2,
                                        4,
                                        5,
                                        {{"a", OBJECT | UNNAMED},
                                         {"b", OBJECT | UNNAMED},
                                         {"mass_a", OBJECT},
                                         {"mass_b", OBJECT},
                                         {"threads", OBJECT}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (nargs > 1 && (is_shape_array(state, args[0]) || is_shape_array(state, args[1])))
        return separate_arrays(state, NULL, &of_arrays, args, nargs, kwnames);
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    return separate(state, (const char *[]){"a", "b"}, a.object, &s, 2, &a);
}

const char separate_more_doc[] = PyDoc_STR(
    "_separate_more($module, a, b, mass_a, mass_b, part, /)\n--\n\n"
    "As separate, but with an additional gap: the depth, but at most the given part of the smaller shape's size.");

PyObject *separate_more(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {.name = "_separate_more",
                                .required = 5,
                                .positional = 5,
                                .count = 5,
                                .parameters = {{"a", OBJECT | UNNAMED},
                                               {"b", OBJECT | UNNAMED},
                                               {"mass_a", MASS | UNNAMED},
                                               {"mass_b", MASS | UNNAMED},
                                               {"part", SIZE | UNNAMED}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    return separate(state, (const char *[]){"a", "b"}, a.object, &s, 2, &a);
}

/* ---- bounce, slide ---- */

/* Reads the common call, the required pairs by position as tuples of numbers; false, without an error set, for any
 * other, which parse reads. */
static bool read_plain_pairs(const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                             arguments *a)
{
    if (kwnames || nargs != s->required)
        return false;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        c2d_vec *v = &a->vector[i];
        if (!PyTuple_CheckExact(args[i]) || PyTuple_GET_SIZE(args[i]) != 2 ||
            !plain_number(PyTuple_GET_ITEM(args[i], 0), &v->x) || !plain_number(PyTuple_GET_ITEM(args[i], 1), &v->y))
            return false;
    }
    a->given = (1u << nargs) - 1;
    return true;
}

/* Whether an argument is an array of more axes than a vector or a number has; -1 with a MemoryError. */
static int has_axes(PyObject *object, int axes)
{
    if (PyTuple_CheckExact(object) || PyList_CheckExact(object) || PyFloat_CheckExact(object) ||
        PyLong_CheckExact(object))
        return 0;
    PyObject *count = PyObject_GetAttrString(object, "ndim");
    if (!count && lacks_memory())
        return -1;
    long given = count && PyLong_Check(count) ? PyLong_AsLong(count) : 0;
    Py_XDECREF(count);
    PyErr_Clear();
    return given > axes;
}

/* Whether a call has arrays of vectors or numbers, which collide2d.arrays answers; -1 with a MemoryError. */
static int has_arrays(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const char *const numbers[] = {"restitution", "mass_a", "mass_b", "friction"};
    enum { VECTORS = 3 };
    int found = 0;
    for (Py_ssize_t i = 0; i < nargs && !found; i++)
        found = has_axes(args[i], i < VECTORS);
    for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames) && !found; k++) {
        bool vector = true;
        if (is_for_arrays(PyTuple_GET_ITEM(kwnames, k)))
            continue;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            vector &= PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, k), numbers[i]) != 0;
        found = has_axes(args[nargs + k], vector);
    }
    return found;
}

/* A call with arrays: a function of collide2d.arrays with the same arguments. */
static PyObject *call_arrays(const char *name, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    char hidden[16];
    PyOS_snprintf(hidden, sizeof hidden, "_%s", name);
    PyObject *arrays = PyImport_ImportModule("collide2d.arrays");
    PyObject *function = arrays ? PyObject_GetAttrString(arrays, hidden) : NULL;
    PyObject *result = function ? PyObject_Vectorcall(function, args, (size_t)nargs, kwnames) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(arrays);
    return result;
}

/* Reads the arguments of a call; false with *result, which is NULL with an error set or that of arrays. *normal:
 * parameter i as given, for errors: a->vector[i] is normalised. */
static bool read_velocities(PyObject *module, const signature *s, PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames, arguments *a, int i, c2d_vec *normal, PyObject **result)
{
    *result = NULL;
    if (!read_plain_pairs(s, args, nargs, kwnames, a)) {
        module_state *state = PyModule_GetState(module);
        int has = has_arrays(args, nargs, kwnames);
        if (has) {
            *result = has > 0 ? call_arrays(s->name, args, nargs, kwnames) : NULL;
            return false;
        }
        for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); k++)
            if (is_for_arrays(PyTuple_GET_ITEM(kwnames, k)) && args[nargs + k] != Py_None) {
                refuse_for_arrays(s->name, PyTuple_GET_ITEM(kwnames, k), "arrays");
                return false;
            }
        if (!parse(state->shape_type, s, args, nargs, kwnames, a))
            return false;
    }
    *normal = a->vector[i];
    return check_arguments(s, a);
}

/* A pair of floats: the argument i itself if it is just that. */
static PyObject *velocity_object(c2d_vec v, PyObject *const *args, Py_ssize_t nargs, int i)
{
    PyObject *given = i < nargs ? args[i] : NULL;
    if (given && PyTuple_CheckExact(given) && PyTuple_GET_SIZE(given) == 2) {
        PyObject *x = PyTuple_GET_ITEM(given, 0), *y = PyTuple_GET_ITEM(given, 1);
        if (PyFloat_CheckExact(x) && PyFloat_CheckExact(y)) {
            c2d_vec before = {PyFloat_AS_DOUBLE(x), PyFloat_AS_DOUBLE(y)};
            if (memcmp(&before, &v, sizeof v) == 0) /* -0 is not 0 */
                return Py_NewRef(given);
        }
    }
    return tuple_of_vector(v);
}

/* The error for numbers that are valid one by one but not together. */
static PyObject *refuse_collision(const char *function, const c2d_collision *c, c2d_vec normal, c2d_status status)
{
    if (status == C2D_BOTH_INFINITE)
        return refuse_masses(function);
    if (status == C2D_NO_DIRECTION) {
        PyObject *got = tuple_of_vector(normal);
        if (got)
            PyErr_Format(PyExc_ValueError, "%s: normal %s, got %R", function, c2d_rule(status), got);
        Py_XDECREF(got);
        return NULL;
    }
    refuse_number(function, "restitution", status, c->restitution);
    return NULL;
}

const char function_bounce_doc[] = PyDoc_STR(
    "bounce($module, /, va, vb, normal, restitution=1.0, mass_a=1.0, mass_b=1.0, friction=0.0, *, out=None, threads=1)\n--\n\n"
    "The velocities of two bodies after they collide.\n\n"
    "va and vb are the velocities, pairs in any unit. normal is the direction out of the second body toward the\n"
    "first, a pair of any length but 0. restitution is from 0 (the bodies stay together) to 1 (no energy is lost),\n"
    "friction >= 0 is Coulomb's coefficient.\n\n"
    MASSES_DOC
    "Returns two pairs of floats, which are va and vb themselves if the bodies are already moving apart. Momentum is\n"
    "conserved within rounding, and the kinetic energy never grows, exactly. Arrays of pairs and numbers are answered\n"
    "element by element: out takes the results, and threads is how many threads may share them, see collide2d.arrays.\n"
    "Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
    ">>> bounce((3, 1), (0, 0), (-1, 0))\n"
    "((0.0, 1.0), (3.0, 0.0))\n"
    ">>> bounce((3, 1), (0, 0), (-1, 0), restitution=0.5, mass_b=float(\"inf\"))\n"
    "((-1.5, 1.0), (0.0, 0.0))\n");

PyObject *function_bounce(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { VA, VB, NORMAL, RESTITUTION, MASS_A, MASS_B, FRICTION };
    static const signature s = {.name = "bounce",
                                .required = 3,
                                .positional = 7,
                                .count = 7,
                                .parameters = {{"va", VECTOR},
                                               {"vb", VECTOR},
                                               {"normal", VECTOR},
                                               {"restitution", SIZE},
                                               {"mass_a", MASS},
                                               {"mass_b", MASS},
                                               {"friction", SIZE}}};
    arguments a;
    c2d_vec normal;
    PyObject *result;
    if (!read_velocities(module, &s, args, nargs, kwnames, &a, NORMAL, &normal, &result))
        return result;
    c2d_collision collision = {a.vector[NORMAL], given_or(&a, RESTITUTION, 1), given_or(&a, MASS_A, 1),
                               given_or(&a, MASS_B, 1), given_or(&a, FRICTION, 0)};
    c2d_status status = c2d_check_collision(&collision);
    if (status)
        return refuse_collision("bounce", &collision, normal, status);
    c2d_vec velocities[2] = {a.vector[VA], a.vector[VB]};
    c2d_bounce(&velocities[0], &velocities[1], &collision);
    PyObject *first = velocity_object(velocities[0], args, nargs, VA);
    PyObject *second = first ? velocity_object(velocities[1], args, nargs, VB) : NULL;
    return pair_of_objects(first, second);
}

const char function_slide_doc[] = PyDoc_STR(
    "slide($module, /, v, normal, *, out=None, threads=1)\n--\n\n"
    "A velocity without its component into a surface.\n\n"
    "v is a pair in any unit, normal a pair of any length but 0 that points out of the surface. Returns a pair of\n"
    "floats whose dot product with the normal is never negative, exactly. If that of v is not negative, v is returned\n"
    "unchanged. Arrays of pairs are answered element by element: out takes the result, and threads is how many threads\n"
    "may share it, see collide2d.arrays. Raises TypeError for an argument of a wrong kind, ValueError for a number out of\n"
    "range.\n\n"
    ">>> slide((3, 2), (0, -1))\n"
    "(3.0, 0.0)\n"
    ">>> slide((3, -2), (0, -1))\n"
    "(3.0, -2.0)\n");

PyObject *function_slide(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { V, NORMAL };
    static const signature s = {"slide", 2, 2, 2, {{"v", VECTOR}, {"normal", VECTOR}}};
    arguments a;
    c2d_vec normal;
    PyObject *result;
    if (!read_velocities(module, &s, args, nargs, kwnames, &a, NORMAL, &normal, &result))
        return result;
    c2d_collision collision = {.normal = a.vector[NORMAL], .mass_a = 1, .mass_b = 1};
    c2d_status status = c2d_check_collision(&collision);
    if (status)
        return refuse_collision("slide", &collision, normal, status);
    return velocity_object(c2d_slide(a.vector[V], collision.normal), args, nargs, V);
}
