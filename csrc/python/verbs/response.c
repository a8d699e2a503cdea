/* The verbs of response: separate, a function and a method; bounce and slide, functions of velocities. */
#include "../convert.h"

#include <math.h>

static double given_or(const arguments *a, int i, double otherwise)
{
    return is_given(a, i) ? a->number[i] : otherwise;
}

static PyObject *refuse_masses(const char *function)
{
    refuse_number(function, "mass_a and mass_b", C2D_BOTH_INFINITE, INFINITY);
    return NULL;
}

/* ---- separate ---- */

/* The operand's shape moved; the very object if there is no need. */
static PyObject *moved_operand(module_state *state, const operand *o, c2d_vec d, const signature *s, const arguments *a)
{
    if (same(d, (c2d_vec){0, 0}))
        return object_of_operand(state, o);
    c2d_check(&d.x); /* normalises, as c2d_moved does */
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
        room = open_room(own, C2D_CAST_ROOM((size_t)a->shape.count + b->shape.count));
        if (!room)
            return NULL;
    }
    c2d_vec move_a, move_b;
    c2d_status status = c2d_separate_more(&a->shape, numbers_of(a), mass_a, &b->shape, numbers_of(b), mass_b, part,
                                          room, &move_a, &move_b);
    if (room)
        close_room(own, room);
    if (status == C2D_BOTH_INFINITE)
        return refuse_masses("separate");
    if (status)
        return refuse_shapes(state, "separate", status, a, b);
    PyObject *first = moved_operand(state, &both[0], move_a, s, arguments);
    PyObject *second = first ? moved_operand(state, &both[1], move_b, s, arguments) : NULL;
    PyObject *result = second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return result;
}

static PyObject *separate(module_state *state, const char *const names[2], PyObject *const objects[2],
                          const signature *s, int masses, arguments *a)
{
    operand both[2];
    if (!check_arguments(s, a) || !read_operands(state, "separate", names, objects, both))
        return NULL;
    double part = masses + 2 < s->count ? given_or(a, masses + 2, 0) : 0;
    PyObject *result = separate_operands(state, both, given_or(a, masses, 1), given_or(a, masses + 1, 1), part, s, a);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

PyObject *method_separate(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"separate", 1, 3, 3, {{"other", OBJECT | UNNAMED}, {"mass_a", MASS}, {"mass_b", MASS}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    return separate(state_of(self), (const char *[]){"self", "other"}, (PyObject *[]){self, a.object[0]}, &s, 1, &a);
}

PyObject *function_separate(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "separate", 2, 4, 4, {{"a", OBJECT | UNNAMED}, {"b", OBJECT | UNNAMED}, {"mass_a", MASS}, {"mass_b", MASS}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    return separate(state, (const char *[]){"a", "b"}, a.object, &s, 2, &a);
}

PyObject *separate_more(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"_separate_more",
                                5,
                                5,
                                5,
                                {{"a", OBJECT | UNNAMED},
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

/* Each number is good by itself; what follows from them is not. */
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

PyObject *function_bounce(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { VA, VB, NORMAL, RESTITUTION, MASS_A, MASS_B, FRICTION };
    static const signature s = {"bounce",
                                3,
                                7,
                                7,
                                {{"va", VECTOR},
                                 {"vb", VECTOR},
                                 {"normal", VECTOR},
                                 {"restitution", SIZE},
                                 {"mass_a", MASS},
                                 {"mass_b", MASS},
                                 {"friction", SIZE}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    c2d_vec normal = a.vector[NORMAL];
    if (!check_arguments(&s, &a))
        return NULL;
    c2d_collision collision = {a.vector[NORMAL], given_or(&a, RESTITUTION, 1), given_or(&a, MASS_A, 1),
                               given_or(&a, MASS_B, 1), given_or(&a, FRICTION, 0)};
    c2d_status status = c2d_check_collision(&collision);
    if (status)
        return refuse_collision("bounce", &collision, normal, status);
    c2d_vec velocities[2] = {a.vector[VA], a.vector[VB]};
    c2d_bounce(&velocities[0], &velocities[1], &collision);
    return tuple_of_vectors(velocities, 2);
}

PyObject *function_slide(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { V, NORMAL };
    static const signature s = {"slide", 2, 2, 2, {{"v", VECTOR}, {"normal", VECTOR}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    c2d_vec normal = a.vector[NORMAL];
    if (!check_arguments(&s, &a))
        return NULL;
    c2d_collision collision = {.normal = a.vector[NORMAL], .mass_a = 1, .mass_b = 1};
    c2d_status status = c2d_check_collision(&collision);
    if (status)
        return refuse_collision("slide", &collision, normal, status);
    return tuple_of_vector(c2d_slide(a.vector[V], collision.normal));
}
