/* NumPy's C interface, and what the files that know Python share. One file defines C2D_IMPORTS_NUMPY. */
#ifndef C2D_ARRAYS_NUMPY_H
#define C2D_ARRAYS_NUMPY_H

#include "binding.h"

#include "arrays.h"

#define NPY_NO_DEPRECATED_API  NPY_1_23_API_VERSION
#define NPY_TARGET_VERSION     NPY_1_23_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL c2d_numpy
#ifndef C2D_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

typedef struct arrays_state {
    PyTypeObject *array_type;  /* ShapeArray */
    PyTypeObject *shape_type;  /* Shape, of the other extension */
    PyObject *contacts, *hits; /* what makes the results of several arrays */
} arrays_state;

/* A typed view: the last axis of the array holds the numbers of a row. Immutable; the array's memory is not. */
typedef struct array_object {
    PyObject_HEAD
    PyArrayObject *given; /* what Python sees as .array, whose shape, strides and dtype anybody may set; */
    PyArrayObject *array; /* so this is a view of it that nobody else has */
    uint8_t kind;         /* a row_kind */
    uint8_t anchor;       /* a row_anchor */
    bool masked;
} array_object;

static inline bool is_array(const arrays_state *state, PyObject *object)
{
    return PyObject_TypeCheck(object, state->array_type);
}

static inline int axes_of(const array_object *a) { return PyArray_NDIM(a->array) - 1; }

/* ---- arrays_numbers.c ---- */

PyObject *tuple_of_sizes(int count, const ptrdiff_t *sizes);
/* " at index 3", or " at index (2, 3)", or nothing of an array of one shape. */
PyObject *index_text(int axes, const ptrdiff_t *index);
/* Raises the ValueError; NULL. */
void *refuse_shape_of(const char *name, const char *rule, PyArrayObject *array);
/* An array-like as float64, or float32 if it is that; no copy where none is needed. NULL with an error set. */
PyArrayObject *numbers_from(PyObject *object);
/* A view of all of an array, with a shape and a dtype that nobody else can set. NULL with an error set. */
PyArrayObject *own_view(PyArrayObject *array);
/* An array of dask may be larger than memory, and NumPy would compute it unasked: refused, with an error set. */
bool is_in_memory(const char *name, const char *argument, PyObject *object);
/* Without its module. */
const char *short_name(PyTypeObject *type);
row_format format_of_numbers(PyArrayObject *array, row_kind kind, row_anchor anchor);
/* Raises for the first invalid row; whether there is none. */
bool check_numbers_of(const char *name, const char *argument, PyArrayObject *array, row_kind kind, row_anchor anchor);
row_format format_of(const array_object *a);
/* How many shapes: the product of all axes but the last. */
ptrdiff_t count_of(const array_object *a);
/* Raises the ValueError for the first invalid row, if there is one: whether there is none. */
bool check_rows(const char *name, const char *argument, const array_object *a);

/* ---- arrays_type.c ---- */

extern PyType_Spec array_spec;
/* _turn(rows, degrees, about): turns rows in place. */
PyObject *arrays_turn(PyObject *module, PyObject *args);

/* ---- arrays_calls.c ---- */

/* Each takes shapes and arrays of shapes by position, and out. */
PyObject *arrays_relate(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_collides(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_overlaps(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_touches(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_equals(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_separation(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_distance(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_contact(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *arrays_raycast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* ---- arrays_pairs.c ---- */

/* _pairs(a, b, touching, keep, first, last, tally): the index pairs, sorted, (m, 2), or only how many; those whose
 * index in a is from first to last, exclusive. tally: None, or two int64: how many so far is written to the first, and
 * the search ends when the second is not 0. */
PyObject *arrays_pairs(PyObject *module, PyObject *args);

#endif
