/* The peers of motion.c: rays, shape casts and responses in plain doubles, as one writes them when exactness is
 * not asked for. The same questions and the same answer; they never start overlapped. */
#ifndef PLAIN_CAST_H
#define PLAIN_CAST_H

#include "../../csrc/include/collide2d.h"

/* Moves a by motion: whether it meets b, and if so when, where and with which normal. depth is left alone. */
typedef bool plain_cast(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_hit *out);

/* Any two shapes, by the kernel for their forms. */
plain_cast plain_cast_any;

/* Closed forms, a being a point or circle, or a box. */
plain_cast plain_cast_circle_circle, plain_cast_circle_capsule, plain_cast_circle_box, plain_cast_point_convex;
plain_cast plain_cast_box_box;
plain_cast plain_cast_segment_segment;

/* Conservative advancement with the distance of Gilbert, Johnson and Keerthi, its simplex kept from step to step: the
 * algorithm, tolerances and limits of b2ShapeCast in Box2D 3.1. */
plain_cast plain_cast_advance;

/* Conservative advancement of a turn by an angle in degrees about a pivot: the same distance and tolerances, and steps
 * by the distance over the speed of the farthest vertex. a has at most C2D_INLINE_VERTICES. */
bool plain_turn_advance(const c2d_shape *a, double angle, c2d_vec pivot, const c2d_shape *b, c2d_hit *out);

/* Clipping against the edges of the difference of two polygons without radii: our own method less the proofs. */
plain_cast plain_cast_difference;

bool plain_contains(const c2d_shape *a, const c2d_shape *b);
void plain_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *collision);
c2d_vec plain_slide(c2d_vec v, c2d_vec normal);

#endif
