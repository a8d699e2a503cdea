/* The verb turn_cast, as a function and as a method. Calls with arrays of shapes go to the extension for arrays. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../bodies/bodies.h"

PyObject *refuse_turn(const char *verb, const char *mover, c2d_status status, double angle, c2d_vec motion)
{
    bool moves = motion.x != 0 || motion.y != 0;
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    if (status == C2D_ABOVE_TURN)
        refuse_number(verb, "angle", status, angle);
    else
        PyErr_Format(PyExc_ValueError, "%s: every coordinate of %s, as it turns%s, %s", verb, mover,
                     moves ? " and moves" : "", c2d_rule(status));
    return NULL;
}

/* about: NULL for the pivot or centre of a. */
static PyObject *turn_shape(module_state *state, const char *mover, const shape_object *a, double angle,
                            const c2d_vec *about, c2d_vec motion, const c2d_shape *b)
{
    bool hits;
    c2d_hit hit;
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(a->shape.count));
    if (!room)
        return NULL;
    c2d_status status = c2d_turn_cast(&a->shape, rect_of(a), angle, about, motion, b, 1, room, &hits, &hit);
    free_room(own, room);
    if (status)
        return refuse_turn("turn_cast", mover, status, angle, motion);
    if (!hits)
        Py_RETURN_NONE;
    return hit_from(state->hit_type, &hit);
}

static PyObject *turn_cast(module_state *state, const char *const names[2], PyObject *const solids[2],
                           const signature *s, arguments *a, int first)
{
    enum { ANGLE, B, ABOUT, MOTION };
    operand both[2];
    if (!check_arguments(s, a) || !read_solids(state, "turn_cast", names, solids, both))
        return NULL;
    double angle = a->number[first + ANGLE];
    const c2d_vec *about = is_given(a, first + ABOUT) ? &a->vector[first + ABOUT] : NULL;
    c2d_vec motion = is_given(a, first + MOTION) ? a->vector[first + MOTION] : (c2d_vec){0, 0};
    PyObject *result;
    if (both[0].body || both[1].body) {
        c2d_status status;
        result = turn_bodies(state, both, angle, about, motion, &status);
        if (status)
            refuse_turn("turn_cast", names[0], status, angle, motion);
    } else {
        result = turn_shape(state, names[0], both[0].shape, angle, about, motion, &both[1].shape->shape);
    }
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

/* ---- arrays ---- */

static bool has_array(const module_state *state, PyObject *const *args, Py_ssize_t count)
{
    if (!LOAD_SHARED(state->array_type))
        return false;
    bool found = false;
    for (Py_ssize_t i = 0; i < count && !found; i++)
        found = is_shape_array(state, args[i]);
    return found;
}

/* A call with arrays of shapes: angles, points and motions may be arrays, too. names: of all arguments but `first`, the
 * shape of a method or NULL. */
static PyObject *turn_arrays(module_state *state, const char *const *names, PyObject *first, PyObject *const *args,
                             Py_ssize_t nargs, PyObject *kwnames)
{
    enum { REQUIRED = 3, KEYWORDS = 4, THREADS = 6, COUNT = 7 };
    PyObject *given[COUNT] = {first};
    Py_ssize_t next = first != NULL, keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    if (nargs > KEYWORDS - next)
        return PyErr_Format(PyExc_TypeError, "turn_cast: too many positional arguments, got %zd", nargs);
    for (Py_ssize_t i = 0; i < nargs; i++)
        given[next + i] = args[i];
    for (Py_ssize_t k = 0; k < keywords; k++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, k);
        int i = (int)next;
        while (i < COUNT && PyUnicode_CompareWithASCIIString(name, names[i]) != 0)
            i++;
        if (i == COUNT)
            return PyErr_Format(PyExc_TypeError, "turn_cast: unexpected keyword argument '%U'", name);
        if (given[i])
            return PyErr_Format(PyExc_TypeError, "turn_cast: %s is given twice", names[i]);
        given[i] = args[nargs + k];
    }
    for (int i = 0; i < REQUIRED; i++)
        if (!given[i])
            return PyErr_Format(PyExc_TypeError, "turn_cast: missing argument %s", names[i]);
    for (int i = REQUIRED; i < THREADS; i++)
        given[i] = given[i] ? given[i] : Py_None;
    return call_array_verb(state, "turn_cast", given, given[THREADS] ? COUNT : THREADS, NULL, NULL, 5);
}

DOCS(function_turn_cast_doc, "turn_cast($module, a, angle, b, about=None, *, motion=(0, 0), out=None, threads=1)",
     method_turn_cast_doc, "turn_cast($self, angle, other, about=None, *, motion=(0, 0))",
     "Turns a shape until it hits another: a Hit, or None if the way is free.\n\n"
     "The two may be anything that the other verbs take, and the first is turned. angle is in degrees, from -360 to\n"
     "360, positive from +x toward +y; about is the point to turn about, a pair of numbers, by default the pivot or\n"
     "else the centre of the first shape. motion is a pair of numbers, in the caller's units: the first shape and the\n"
     "point about move by it while the shape turns, both evenly, as a wheel does. t is the part of the angle and of the\n"
     "motion. With an angle of 0 the hit is that of cast.\n\n"
     "Nothing is passed through: if the first shape would overlap the second on the way by more than E, there is a\n"
     "hit, where E is 2**-47 of the sum of the greatest coordinates of both and twice those of about and motion. At the\n"
     "stop, a.rotate(t * angle, about).move(t * dx, t * dy), or a itself if t is 0, does not overlap the second shape,\n"
     "exactly. Grazing is no hit. If the shapes touch at the start, going into the second is a hit at t = 0; going away\n"
     "from it or rolling along it is none. If they overlap at the start, t is 0, and normal and depth are those of the\n"
     "contact.\n\n"
     "With arrays of shapes angle, about and motion may be arrays, too: they broadcast, and the answer is Hits. Raises\n"
     "TypeError for an argument of a wrong kind, ValueError for a greater angle and for a number that is out of range.\n\n"
     ">>> turn_cast(Segment(0, 0, 4, 0), 90, Rect(1, 2, 6, 2), about=(0, 0)).t < 1\n"
     "True\n"
     ">>> print(Rect(0, 0, 2, 2).turn_cast(360, (2.5, 1)))\n"
     "None\n"
     ">>> Rect(0, 0, 2, 2).turn_cast(45, Rect(2, 0, 2, 2))\n"
     "Hit(0.0, (2.0, 1.0), (-1.0, 0.0), 0.0)\n"
     ">>> sword = Segment(0, 0, 0, -3)  # it is swung while its owner runs\n"
     ">>> round(sword.turn_cast(90, Circle(6, -2, 1), about=(0, 0), motion=(4, 0)).t, 3)\n"
     "0.637\n");

PyObject *function_turn_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "turn_cast",
        3,
        4,
        5,
        {{"a", OBJECT}, {"angle", 0}, {"b", OBJECT}, {"about", OPTIONAL | VECTOR}, {"motion", OPTIONAL | VECTOR}}};
    static const char *const names[] = {"a", "angle", "b", "about", "motion", "out", "threads"};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (has_array(state, args, nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0)))
        return turn_arrays(state, names, NULL, args, nargs, kwnames);
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    return turn_cast(state, (const char *[]){"a", "b"}, (PyObject *[]){a.object[0], a.object[2]}, &s, &a, 1);
}

PyObject *method_turn_cast(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "turn_cast",
        2,
        3,
        4,
        {{"angle", 0}, {"other", OBJECT}, {"about", OPTIONAL | VECTOR}, {"motion", OPTIONAL | VECTOR}}};
    static const char *const names[] = {"self", "angle", "other", "about", "motion", "out", "threads"};
    arguments a;
    if (has_array(state_of(self), args, nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0)))
        return turn_arrays(state_of(self), names, self, args, nargs, kwnames);
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    return turn_cast(state_of(self), (const char *[]){"self", "other"}, (PyObject *[]){self, a.object[1]}, &s, &a, 0);
}
