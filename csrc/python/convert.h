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
    OPTIONAL = 32  /* None means that it is not given */
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

typedef struct arguments {
    unsigned given;                /* bit i: parameter i */
    double number[MAX_PARAMETERS]; /* 0 where not given */
    c2d_vec vector;                /* of the one parameter that is a VECTOR */
    PyObject *object;              /* borrowed, of the one parameter that is an OBJECT */
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

/* ---- values ---- */

/* A finite or infinite double from any real number; false with an error set. */
bool number_from(const char *function, const char *argument, PyObject *object, double *out);
/* Two numbers from a sequence of two; false with an error set. */
bool pair_from(const char *function, const char *argument, PyObject *object, c2d_vec *out);
/* The items of an iterable, in a tuple that no user code can change; NULL with an error set. */
PyObject *items_from(const char *function, const char *argument, PyObject *object);
/* The length of a sequence that may hold numbers (text is none), -1 if it is no such sequence, -2 with an error set. */
Py_ssize_t sequence_length(PyObject *object);

/* ---- shape-likes ---- */

/* The shape an argument of a verb stands for: borrowed from *owner (a new reference), or written to *scratch.
 * NULL with an error set. */
const c2d_shape *shape_like(module_state *state, const char *function, const char *argument, PyObject *object,
                            c2d_shape *scratch, PyObject **owner);

#endif
