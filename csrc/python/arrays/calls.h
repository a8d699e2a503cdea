/* A call of a verb over arrays: its arguments and its outputs. */
#ifndef C2D_ARRAYS_CALLS_H
#define C2D_ARRAYS_CALLS_H

#include "numpy.h"

/* A verb: the types of its outputs, and their axes of length 2: 1 for vectors, 2 for pairs of vectors. */
typedef struct verb_spec {
    const char *name;
    array_verb verb;
    int outs;
    int type[MAX_OUTS];
    int vector[MAX_OUTS];
    result_type result; /* of several outputs */
} verb_spec;

/* An argument: an array of shapes, a single shape, or a body. */
typedef struct operand_of_job {
    const char *name;
    PyArrayObject *array;    /* a new reference, or NULL */
    PyArrayObject *vertices; /* of polygons, likewise */
    int axes;
    row_kind kind;
    row_anchor anchor;
    bool masked;
    row_shape single;
    c2d_vec ends[2]; /* of a single segment, in the user's order */
    bool is_body;
    c2d_body body;
} array_operand;

/* ---- calls.c ---- */

void set_stream(const job *j, stream *s, PyArrayObject *array, int axes);

/* ---- outs.c ---- */

/* result: the arrays that are returned; work: the arrays that are written, which differ where result overlaps the
 * memory of an input or its own. False with an error set. */
bool make_outs(const verb_spec *spec, job *j, PyObject *out, const array_operand *const *operands, int count,
               PyArrayObject **result, PyArrayObject **work);
/* What the call returns: an array or scalar, or several in a Contacts or Hits; NULL with an error set. */
PyObject *wrap_outs(const arrays_state *state, const verb_spec *spec, PyArrayObject **result, bool given);

#endif
