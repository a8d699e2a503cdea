/* The verbs of two shapes, each as a function of two shape-likes and as a method of a shape: relate collides overlaps
 * touches contains separation distance closest_points contact minkowski_difference. One answer per verb turns what the
 * core says into an object. */
#include "../convert.h"

/* ---- answers ---- */

static inline PyObject *answer_relate(module_state *state, const shape_object *a, const shape_object *b)
{
    return Py_NewRef(state->relations[c2d_relate(&a->shape, &b->shape) + 1]);
}

/* Without a branch: whether shapes collide is what a branch predictor cannot know. */
static inline PyObject *boolean(bool yes)
{
    uintptr_t no_answer = (uintptr_t)Py_False, difference = no_answer ^ (uintptr_t)Py_True;
    return Py_NewRef((PyObject *)(no_answer ^ (difference & -(uintptr_t)yes)));
}

static inline PyObject *answer_collides(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_collides(&a->shape, &b->shape));
}

static inline PyObject *answer_overlaps(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_overlaps(&a->shape, &b->shape));
}

static inline PyObject *answer_touches(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_touches(&a->shape, &b->shape));
}

static inline PyObject *answer_contains(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_contains(&a->shape, &b->shape));
}

static inline PyObject *answer_separation(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return PyFloat_FromDouble(c2d_separation(&a->shape, &b->shape));
}

static inline PyObject *answer_distance(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return PyFloat_FromDouble(c2d_distance(&a->shape, &b->shape));
}

static inline PyObject *answer_closest_points(module_state *Py_UNUSED(state), const shape_object *a,
                                              const shape_object *b)
{
    c2d_vec on[2];
    c2d_closest_points(&a->shape, &b->shape, &on[0], &on[1]);
    return tuple_of_vectors(on, 2);
}

static inline PyObject *answer_contact(module_state *state, const shape_object *a, const shape_object *b)
{
    c2d_contact contact;
    if (!c2d_find_contact(&a->shape, &b->shape, &contact))
        Py_RETURN_NONE;
    return contact_from(state->contact_type, &contact);
}

static PyObject *answer_minkowski_difference(module_state *state, const shape_object *a, const shape_object *b)
{
    c2d_vec own[SMALL_ROOM];
    size_t count = (size_t)a->shape.count + b->shape.count;
    c2d_vec *storage = open_room(own, count);
    if (!storage)
        return NULL;
    c2d_shape difference;
    c2d_status status = c2d_minkowski_difference(&difference, &a->shape, center_of(a), &b->shape, storage);
    PyObject *result =
        status ? refuse_shapes(state, "minkowski_difference", status, a, b) : simplest_object(state, &difference);
    close_room(own, storage);
    return result;
}

/* ---- asking ---- */

typedef PyObject *answer(module_state *state, const shape_object *a, const shape_object *b);

/* The verbs that arrays have. */
#define ARRAYS_FOR_relate               true
#define ARRAYS_FOR_collides             true
#define ARRAYS_FOR_overlaps             true
#define ARRAYS_FOR_touches              true
#define ARRAYS_FOR_separation           true
#define ARRAYS_FOR_distance             true
#define ARRAYS_FOR_contact              true
#define ARRAYS_FOR_contains             false
#define ARRAYS_FOR_closest_points       false
#define ARRAYS_FOR_minkowski_difference false

/* Out of line, so that the way of two shapes has nothing to save and no stack to make. */
static Py_NO_INLINE PyObject *ask(PyObject *source, const char *verb, PyObject *a, const char *a_name, PyObject *b,
                                  const char *b_name, answer *answer, bool has_arrays)
{
    module_state *state = PyModule_Check(source) ? PyModule_GetState(source) : state_of(source);
    if (has_arrays && (is_shape_array(state, a) || is_shape_array(state, b)))
        return ask_arrays(state, verb, (PyObject *[]){a, b}, 2, NULL, 3);
    operand both[2];
    if (!read_operands(state, verb, (const char *[]){a_name, b_name}, (PyObject *[]){a, b}, both))
        return NULL;
    PyObject *result = answer(state, both[0].shape, both[1].shape);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

/* A call that is not of two arguments by position. */
static Py_NO_INLINE PyObject *ask_otherwise(PyObject *module, const char *verb, PyObject *const *args, Py_ssize_t nargs,
                                            PyObject *kwnames, bool has_arrays)
{
    module_state *state = PyModule_GetState(module);
    for (Py_ssize_t i = 0; i < nargs && has_arrays && nargs == 2; i++)
        if (is_shape_array(state, args[i]))
            return ask_arrays(state, verb, args, nargs, kwnames, 3);
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "%s: takes 2 shapes, got %zd", verb, nargs);
    PyObject *name = PyTuple_GET_ITEM(kwnames, 0);
    if (has_arrays && PyUnicode_CompareWithASCIIString(name, "out") == 0)
        return PyErr_Format(PyExc_TypeError, "%s: out is for arrays of shapes only", verb);
    return PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", verb, name);
}

/* Two shapes are asked about at once, without looking at anything else; shape-likes go the longer way. The state is
 * looked up only where the answer needs it: the compiler sees that booleans and floats do not. */
#define DEFINE_VERB(verb)                                                                                              \
    PyObject *method_##verb(PyObject *self, PyObject *other)                                                           \
    {                                                                                                                  \
        if (is_shape(other))                                                                                           \
            return answer_##verb(STATE_FOR_##verb(self), (shape_object *)self, (shape_object *)other);                 \
        return ask(self, #verb, self, "self", other, "other", answer_##verb, ARRAYS_FOR_##verb);                       \
    }                                                                                                                  \
    PyObject *function_##verb(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)            \
    {                                                                                                                  \
        if (nargs != 2 || (kwnames && PyTuple_GET_SIZE(kwnames) > 0))                                                  \
            return ask_otherwise(module, #verb, args, nargs, kwnames, ARRAYS_FOR_##verb);                              \
        if (is_shape(args[0]) && is_shape(args[1]))                                                                    \
            return answer_##verb(STATE_FOR_##verb(args[0]), (shape_object *)args[0], (shape_object *)args[1]);         \
        return ask(module, #verb, args[0], "a", args[1], "b", answer_##verb, ARRAYS_FOR_##verb);                       \
    }

#define STATE_FOR_relate               state_of
#define STATE_FOR_contact              state_of
#define STATE_FOR_minkowski_difference state_of
#define NO_STATE(object)               NULL
#define STATE_FOR_contains             NO_STATE
#define STATE_FOR_collides             NO_STATE
#define STATE_FOR_overlaps             NO_STATE
#define STATE_FOR_touches              NO_STATE
#define STATE_FOR_separation           NO_STATE
#define STATE_FOR_distance             NO_STATE
#define STATE_FOR_closest_points       NO_STATE

VERBS(DEFINE_VERB)
