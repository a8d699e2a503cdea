/* What a call of a verb over arrays is: its arguments and its outputs. */
#ifndef C2D_ARRAYS_CALLS_H
#define C2D_ARRAYS_CALLS_H

#include "numpy.h"

/* What a verb gives: the types of its outputs, and which of them are vectors. */
typedef struct verb_spec {
    const char *name;
    array_verb verb;
    int outs;
    int type[MAX_OUTS];
    bool vector[MAX_OUTS];
} verb_spec;

/* An argument: a view, or a single shape. */
typedef struct operand_of_job {
    const char *name;
    PyArrayObject *array; /* a new reference, or NULL */
    int axes;
    row_kind kind;
    row_anchor anchor;
    bool masked;
    row_shape single;
} array_operand;

/* ---- calls.c ---- */

void set_stream(const job *j, stream *s, PyArrayObject *array, int axes);

/* ---- outs.c ---- */

/* result: what is handed back; work: what is written, another one where the memory of an input is overwritten. */
bool make_outs(const verb_spec *spec, job *j, PyObject *out, const array_operand *const *operands, int count,
               PyArrayObject **result, PyArrayObject **work);
/* What the call returns: an array or scalar, or several as the type of Python makes them. */
PyObject *wrap_outs(const arrays_state *state, const verb_spec *spec, PyArrayObject **result, bool given);

#endif
