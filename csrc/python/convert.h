/* Arguments: numbers, pairs, whole parameter lists and shape-likes, with errors that name argument, rule and value. */
#ifndef C2D_CONVERT_H
#define C2D_CONVERT_H

#include "binding.h"

/* ---- parameter lists ---- */

enum {
    SIZE = 1,      /* a number >= 0 */
    PAIR = 2,      /* this number and the next may be given as one pair */
    RECT_LIKE = 4, /* this number and the next three may be given as one rectangle; the first parameter only */
    VECTOR = 8,    /* a pair, never two numbers */
    OBJECT = 16,   /* anything: the caller looks at it */
    OPTIONAL = 32, /* None means that it is not given */
    MASS = 64,     /* a number > 0, which may be infinite */
    UNNAMED = 128  /* only by position */
};

#define MAX_PARAMETERS 8

typedef struct parameter {
    const char *name;
    unsigned what;
} parameter;

typedef struct signature {
    const char *name; /* as errors begin */
    int required;     /* the first so many must be given */
    int positional;   /* the first so many may be given by position */
    int count;
    parameter parameters[MAX_PARAMETERS];
} signature;

/* By parameter: numbers are 0 where not given, vectors and objects (borrowed) are set only where given. */
typedef struct arguments {
    unsigned given; /* bit i: parameter i */
    double number[MAX_PARAMETERS];
    c2d_vec vector[MAX_PARAMETERS];
    PyObject *object[MAX_PARAMETERS];
} arguments;

static inline bool is_given(const arguments *a, int i) { return a->given >> i & 1; }

/* Reads the two types that nearly every number has. */
static inline bool plain_number(PyObject *object, double *out)
{
    if (PyFloat_CheckExact(object)) {
        *out = PyFloat_AS_DOUBLE(object);
        return true;
    }
    if (PyLong_CheckExact(object)) {
        *out = PyLong_AsDouble(object);
        if (*out == -1.0 && PyErr_Occurred()) {
            PyErr_Clear(); /* too large: the long way explains it */
            return false;
        }
        return true;
    }
    return false;
}

/* The common call: only plain numbers, by position. Anything else is for parse. */
static inline bool plain_numbers(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, Py_ssize_t count,
                                 double *out)
{
    if (kwnames || nargs != count)
        return false;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!plain_number(args[i], &out[i]))
            return false;
    return true;
}

/* Reads a call's arguments, for a type of ours; false with an error set. Numbers are not checked: makers do that. */
bool parse(PyTypeObject *type, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
           arguments *out);
/* Checks and normalises the numbers themselves, for operations that have no maker to do it. */
bool check_arguments(const signature *s, arguments *a);
/* Sets the error for a status that making a shape from these arguments had; NULL. */
PyObject *refuse(const signature *s, const arguments *a, c2d_status status);
/* Sets the ValueError "name: argument rule, got value". */
void refuse_number(const char *function, const char *argument, c2d_status status, double value);

/* The same for a verb that makes new shapes of two that are good by themselves. */
PyObject *refuse_shapes(module_state *state, const char *function, c2d_status status, const shape_object *a,
                        const shape_object *b);

/* Whether an argument is true; no, if it is not given. False with an error set. */
static inline bool truth_of(const arguments *a, int i, bool *out)
{
    int truth = is_given(a, i) ? PyObject_IsTrue(a->object[i]) : 0;
    *out = truth > 0;
    return truth >= 0;
}

/* ---- working memory ---- */

/* What shapes of up to sixteen vertices need is on the stack. */
#define SMALL_ROOM C2D_CAST_ROOM(16)

/* Room for so many vectors: own, which holds SMALL_ROOM, or a new block; NULL with an error set. */
static inline c2d_vec *open_room(c2d_vec *own, size_t count)
{
    c2d_vec *room = count <= SMALL_ROOM ? own : PyMem_New(c2d_vec, count);
    if (!room)
        PyErr_NoMemory();
    return room;
}

static inline void close_room(const c2d_vec *own, c2d_vec *room)
{
    if (room != own)
        PyMem_Free(room);
}

/* ---- values ---- */

/* A finite or infinite double from any real number; false with an error set. */
bool number_from(const char *function, const char *argument, PyObject *object, double *out);
/* Two numbers from a sequence of two; false with an error set. */
bool pair_from(const char *function, const char *argument, PyObject *object, c2d_vec *out);
/* Checks and normalises two numbers; false with an error set. */
bool check_vector(const char *function, const char *argument, c2d_vec *v);
/* The items of an iterable, in a tuple that no user code can change; NULL with an error set. */
PyObject *items_from(const char *function, const char *argument, PyObject *object);
/* The length of a sequence that may hold numbers (text is none), -1 if it is no such sequence, -2 with an error set. */
Py_ssize_t sequence_length(PyObject *object);

/* ---- shape-likes ---- */

/* What errors call an item of many, such as shapes[3]: made for each that is read, and so not by snprintf. */
#define ITEM_NAME 64
void name_item(char name[ITEM_NAME], const char *before, Py_ssize_t index, const char *after);

/* A Point, but for the head of an object, of a pair of numbers; false with an error set. */
bool point_from(const char *function, const char *argument, PyObject *object, shape_object *made);

/* The shape that an argument stands for. One that only looks like a shape is written to made, which is all but an
 * object: it has no head, so it must not be handed to Python. */
typedef struct operand {
    const shape_object *shape;
    PyObject *owner; /* keeps the shape alive: a new reference, or NULL */
    rect_object made;
} operand;

/* An attribute: 1 and a new reference, 0 if there is none, -1 with an error set; *out is NULL then. */
int attribute(PyObject *object, PyObject *name, PyObject **out);
/* The two steps of read_operand for what is no shape itself. First, a shape that is an attribute of the object: 1, 0 if
 * it has none, -1 with an error set. */
int read_held(PyObject *object, PyObject *name, operand *out);
/* Then what the object looks like: false with an error set. */
bool read_by_form(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
/* False with an error set. The argument itself must stay alive as long as the operand. */
bool read_operand(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
static inline void release_operand(operand *o) { Py_XDECREF(o->owner); }
/* Two of them, both to be released, or false with an error set and none. */
bool read_operands(module_state *state, const char *function, const char *const names[2], PyObject *const objects[2],
                   operand out[2]);
static inline bool is_made(const operand *o) { return o->shape == &o->made.base; }
static inline PyTypeObject *type_of_operand(const module_state *state, const operand *o)
{
    return is_made(o) ? state->types[o->shape->kind] : Py_TYPE((PyObject *)o->shape);
}
/* The operand as an object: its own, or a new one. */
PyObject *object_of_operand(module_state *state, const operand *o);

#endif
