/* The module for arrays of shapes: what the files of this folder share.
 *
 * module.c: the module / type.c: ShapeArray / changes.c: rows moved, turned and so on / polygons.c: new polygons /
 * pair_shapes.c: a new shape for each pair / vertex_parts.c: rows with vertices, on several threads / numbers.c: arrays
 * of numbers / calls.c, outs.c: the verbs, their arguments and outputs / responses.c: rows of velocities / arrow.c:
 * tables for other libraries / batches.c: first_hits and nearest / space_queries.c: queries of a Space for each row /
 * numpy_abi.h: NumPy's binary interface / ../pairs: all pairs that collide.
 * ../../batch computes the answers and knows no Python. */
#ifndef C2D_ARRAYS_NUMPY_H
#define C2D_ARRAYS_NUMPY_H

#include "../base/methods.h"

#include "../../batch/batch.h"
#include "numpy_abi.h"

/* The types of results with several arrays, in the order of the arguments of _set_results. */
typedef enum result_type {
    CONTACTS,
    HITS,
    CLOSEST_POINTS,
    CLIPS,
    RESULT_TYPES,
    PLAIN_TUPLE = RESULT_TYPES
} result_type;

typedef struct arrays_state {
    PyTypeObject *array_type;        /* ShapeArray */
    PyTypeObject *shape_type;        /* Shape, a type of collide2d._core */
    PyTypeObject *body_type;         /* Body, likewise, */
    PyTypeObject *space_type;        /* and Space */
    PyObject *results[RESULT_TYPES]; /* the constructors */
    const struct filter_backend *backend;
} arrays_state;

/* A typed view of an array whose last axis holds the numbers of a row. Immutable, except for the array's memory. */
typedef struct array_object {
    PyObject_HEAD
    PyArrayObject *given; /* what Python sees as .array, whose shape, strides and dtype anybody may set; */
    PyArrayObject *array; /* so this is a view of it that nobody else has */
    PyArrayObject *given_vertices, *vertices; /* of polygons, likewise: (n, 2); otherwise NULL */
    uint8_t kind;                             /* a row_kind */
    uint8_t anchor;                           /* a row_anchor */
    bool masked;
} array_object;

static inline bool is_array(const arrays_state *state, PyObject *object)
{
    return PyObject_TypeCheck(object, state->array_type);
}

static inline int axes_of(const array_object *a) { return PyArray_NDIM(a->array) - 1; }

/* ---- numbers.c ---- */

PyObject *tuple_of_sizes(int count, const ptrdiff_t *sizes);
/* " at index 3", or " at index (2, 3)", or empty without axes. */
PyObject *index_text(int axes, const ptrdiff_t *index);
/* Sets a ValueError about the shape of an array; NULL. */
void *refuse_shape_of(const char *name, const char *rule, PyArrayObject *array);
/* An array-like as float64, or float32 if it is that; no copy where none is needed. NULL with an error set. */
PyArrayObject *numbers_from(const char *name, const char *argument, PyObject *object);
/* A view of all of an array, with a shape and a dtype that nobody else can set. NULL with an error set. */
PyArrayObject *own_view(PyArrayObject *array);
/* False with an error set for an array of dask, which NumPy would compute and which may be larger than memory. */
bool is_in_memory(const char *name, const char *argument, PyObject *object);
/* Reads the number of threads that a call may use; None is 1. False with an error set. */
bool read_threads(const char *name, PyObject *object, int *out);
/* The name of a type without its module. */
const char *short_name(PyTypeObject *type);
row_format format_of_numbers(PyArrayObject *array, row_kind kind, row_anchor anchor);
/* vertices: of polygons, (n, 2); or NULL. */
row_format format_with_vertices(PyArrayObject *array, row_kind kind, row_anchor anchor, PyArrayObject *vertices);
/* Whether all rows are valid; false with an error set about the first invalid one. */
bool check_array_of(const char *name, const char *argument, PyArrayObject *array, const row_format *format);
/* As check_array_of, for rows that are not of polygons. */
bool check_numbers_of(const char *name, const char *argument, PyArrayObject *array, row_kind kind, row_anchor anchor);
row_format format_of(const array_object *a);
/* The number of shapes: the product of all axes but the last. */
ptrdiff_t count_of(const array_object *a);
/* Sets the ValueError about a row of these numbers, which have this status. */
void refuse_row(const char *name, const char *argument, const row_format *format, const double *numbers,
                c2d_status status, int axes, const ptrdiff_t *index);
/* As check_numbers_of, for an array of shapes. */
bool check_rows(const char *name, const char *argument, const array_object *a);

/* ---- type.c ---- */

extern PyType_Spec array_spec;
/* The kind that the attribute kind of a class names; ROW_NONE with an error set. */
row_kind kind_of_class(PyTypeObject *type);
/* ROW_ANCHORS with an error set. */
row_anchor read_anchor(PyTypeObject *type, row_kind kind, PyObject *object);
/* Whether the last axis holds a row; false with an error set. */
bool check_columns(PyTypeObject *type, row_kind kind, row_anchor anchor, PyArrayObject *array);
/* Steals the references to the array that was given and to its own view, even if it fails. */
PyObject *new_array(PyTypeObject *type, row_kind kind, row_anchor anchor, bool masked, PyArrayObject *given,
                    PyArrayObject *array);

/* ---- changes.c ---- */

/* _change(how, rows, type, anchor, columns, given, names, argument[, about[, threads]]): new rows of a type, see
 * collide2d/arrays.py. */
PyObject *arrays_change(PyObject *module, PyObject *args);

/* ---- calls.c ---- */

/* Each takes shapes and arrays of shapes by position, and out and threads. */
keyword_function arrays_relate, arrays_collides, arrays_overlaps, arrays_touches, arrays_equals, arrays_separation,
    arrays_contains, arrays_overlap_area, arrays_distance, arrays_contact, arrays_cast, arrays_raycast, arrays_clip,
    arrays_closest_points;
/* separate(a, b, mass_a, mass_b, threads), sweep(a, motion, threads), intersection(a, b) and
 * minkowski_difference(a, b) */
positional_function arrays_separate, arrays_sweep, arrays_intersection, arrays_minkowski_difference;
/* _separate(a, b, masses, threads): the moves of both, two arrays. masses: pairs, checked. */
PyObject *arrays_moves_apart(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
/* turn_cast(a, angle, b, about, motion, out, threads) */
PyObject *arrays_turn_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs);

/* ---- responses.c ---- */

/* _respond(bounces, arrays, threads): bounce, or slide, of the arguments into the results, all float64 and broadcast.
 * False if a number is not valid; then some results are written. */
PyObject *arrays_respond(PyObject *module, PyObject *args);

/* ---- polygons.c ---- */

/* _make_polygons(how, rows, argument, about, threads): polygons that are changed, or with "sweep" the regions that rows
 * of any kind cover: their rows and vertices, or the index of a refused row and the reason. One axis; the arguments are
 * (n, 1) or (n, 2). */
PyObject *arrays_make_polygons(PyObject *module, PyObject *args);

/* ---- pair_shapes.c ---- */

/* _pair_shapes(verb, a, b, flat_a, flat_b, count, threads): the intersection or minkowski_difference of each pair, as
 * mixed rows and the vertices of their polygons; or the index of a pair that is refused, the reason, and None or what
 * was given. flat_a and flat_b: a and b, each broadcast to count rows of one axis, or a single shape. */
PyObject *arrays_pair_shapes(PyObject *module, PyObject *args);

/* ---- arrow.c ---- */

/* _arrow(rows, columns): the capsules of a table, a schema and an array. Each column is a tuple: its name, a contiguous
 * array of float64, None, and None or which rows are valid; or, for lists of pairs and for strings, its offsets (int64)
 * instead of the array, and all the pairs or all the bytes instead of None. */
PyObject *arrays_arrow(PyObject *module, PyObject *args);

/* ---- ../pairs ---- */

/* _pairs(a, b, touching, keep, first, last, tally[, period[, threads]]): the index pairs whose index in a is in [first,
 * last), as a sorted array (m, 2), or only their number if keep is false. tally: None, or an int64, and another for
 * each thread. The search stops when the first is not 0; the current numbers of pairs are written to the others.
 * period: (w, h), inf along an axis on which nothing repeats. */
PyObject *arrays_pairs(PyObject *module, PyObject *args);

/* ---- batches.c ---- */

/* The rows of an array of shapes with one axis; false with an error set. */
bool read_axis(const char *verb, const char *name, PyObject *array, row_stream *out);
/* Sets the error about the first invalid row of an array. */
void refuse_array(const char *verb, const char *name, PyObject *array);
/* _first_hits(movers, motions, obstacles, touching, leaving): index, t, point, normal and depth. motions: (n, 2), for n
 * movers or for one. */
PyObject *arrays_first_hits(PyObject *module, PyObject *args);
/* _nearest(a, b, k, max_distance): index and distance, (n, k). k is at least 0. */
PyObject *arrays_nearest(PyObject *module, PyObject *args);

/* ---- space_queries.c ---- */

/* Rows that find different numbers of items: offsets, and what all rows find, one after the other: the place of each
 * item in list(space), the item, and columns of numbers. exclude and filter: or None.
 * _space_query(space, shapes, touching, contained, mask, exclude, filter): no numbers
 * _space_contacts(space, shapes, mask, exclude, filter): normal, depth */
PyObject *arrays_space_query(PyObject *module, PyObject *args);
PyObject *arrays_space_contacts(PyObject *module, PyObject *args);
/* _space_nearest(space, shapes, k, max_distance, mask, exclude, filter): place, item and distance, each (n, k), with
 * -1, None and nan where there is none. k is at least 0. */
PyObject *arrays_space_nearest(PyObject *module, PyObject *args);
/* _space_cast(verb, argument, space, mover, motions, touching, leaving, every, mask, exclude, filter): place, item, t,
 * point, normal, depth; if every is true after offsets, otherwise with -1, None and nan. mover: an array of shapes, or
 * one item or shape. argument: the name of the mover in errors. */
PyObject *arrays_space_cast(PyObject *module, PyObject *args);

#endif
