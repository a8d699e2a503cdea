/* Bodies: the type Body, its transforms, and the answers of the verbs if a body takes part. */
#ifndef C2D_BODIES_H
#define C2D_BODIES_H

#include "../base/arguments.h"

/* ---- body.c, body_new.c ---- */

extern PyType_Spec body_spec;
PyObject *body_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
/* A body of a tuple of at least one shape, and a tuple of names or NULL. Steals both references; NULL with an error
 * set. If pieces is NULL, an error is set already. */
PyObject *body_from(module_state *state, PyObject *pieces, PyObject *names);
static inline Py_ssize_t piece_count(const body_object *self) { return PyTuple_GET_SIZE(self->pieces); }
static inline const shape_object *piece_of(const body_object *self, Py_ssize_t i)
{
    return (shape_object *)PyTuple_GET_ITEM(self->pieces, i);
}
/* A new body with the names of another, from a function that makes each piece; NULL with an error set. */
typedef PyObject *make_piece(module_state *state, const shape_object *piece, const void *context);
PyObject *body_of_each(const body_object *self, make_piece *make, const void *context);
/* The name of a piece, or None; borrowed. */
PyObject *name_of_piece(const body_object *self, size_t i);
/* The piece with a name, or a body of all pieces with it; NULL with an error set. */
PyObject *pieces_by_name(const body_object *self, PyObject *name);
/* The piece of a solid with an index, as results name it: its name or index; None for a single shape. A new reference.
 */
PyObject *piece_key(const operand *o, size_t index);
/* The rectangle with which the core moves a piece, in *out; NULL for other shapes. The corners of one that is not
 * rotated are moved one by one, unless it is the only piece: see body_transforms.c. */
const c2d_rect *moved_rect_of(const body_object *self, const shape_object *piece, c2d_rect *out);
/* Makes the index of a body that is compared with some pieces of another one, if that has become worth its time. */
void index_body(body_object *self, size_t tries);

/* ---- body_transforms.c ---- */

/* The body moved by d; on failure the error names the arguments. */
PyObject *moved_body(const body_object *self, c2d_vec d, const signature *signature, const arguments *arguments);
/* The body turned about a point, likewise. */
PyObject *turned_body(const body_object *self, double angle, c2d_vec about, const signature *signature,
                      const arguments *arguments);
/* The same of a shape or body. */
static inline PyObject *moved_shape_or_body(PyObject *solid, c2d_vec d, const signature *s, const arguments *a)
{
    return is_body(solid) ? moved_body((body_object *)solid, d, s, a)
                          : moved_object(Py_TYPE(solid), (shape_object *)solid, d, s, a);
}
/* The body scaled by k about its centre, likewise. */
PyObject *scaled_body(const body_object *self, double k, const signature *signature, const arguments *arguments);

/* ---- body_verbs.c ---- */

/* The answer of a verb of two solids, at least one of which is a body. */
typedef PyObject *body_answer(module_state *state, const operand both[2]);
body_answer body_relate, body_collides, body_overlaps, body_touches, body_contains, body_separation, body_distance,
    body_closest_points, body_contact, body_minkowski_difference, body_overlap_area, body_intersection;
PyObject *sweep_body(module_state *state, const char *name, const body_object *self, c2d_vec motion);
PyObject *cast_bodies(module_state *state, const char *verb, const char *mover, const operand both[2], c2d_vec motion,
                      c2d_cast_options options);
/* A turn by an angle, about a point or, if that is NULL, about the pivot or centre. NULL with a status or an error set.
 */
PyObject *turn_bodies(module_state *state, const operand both[2], double angle, const c2d_vec *about, c2d_vec motion,
                      c2d_status *status);
/* What rotate and then move make of a solid, about a point or, if that is NULL, about the pivot or centre; NULL with an
 * error set. */
PyObject *turned_solid(const operand *o, double angle, const c2d_vec *about, c2d_vec d);
/* Reduces t until the first solid, placed by rotate and move after the part t, does not overlap the other one: a hit is
 * that of a pair of pieces, and other pairs may overlap there by what is no hit. False with an error set. */
bool step_turn_back(const operand both[2], double angle, const c2d_vec *about, c2d_vec motion, double *t);
/* A cast of two solids of any kind that both move. */
PyObject *cast_two_movers(module_state *state, const char *verb, const operand both[2], const c2d_vec motions[2],
                          c2d_cast_options options);
PyObject *separate_bodies(module_state *state, const operand both[2], double mass_a, double mass_b, double part,
                          const signature *s, const arguments *arguments);

#endif
