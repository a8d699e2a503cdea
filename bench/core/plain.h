/* The peers of core.c: what a good engineer writes in plain doubles when exactness is not asked for. They read
 * the same c2d_shape, answer the same question (touching counts) and are wrong only where rounding makes them so.
 *
 * plain_collides dispatches through a table as c2d_relate does; the kernels behind it can be called directly too. */
#ifndef PLAIN_H
#define PLAIN_H

#include "../../csrc/include/collide2d.h"

typedef bool plain_test(const c2d_shape *a, const c2d_shape *b);

/* Any two shapes. */
bool plain_collides(const c2d_shape *a, const c2d_shape *b);

/* One pair of forms each; "round" ones take any radii, the others ignore them. The operands are in the order of the
 * name. */
plain_test plain_point_point;
plain_test plain_point_segment;
plain_test plain_point_box;
plain_test plain_point_convex, plain_round_point_convex;
plain_test plain_segment_segment, plain_round_segment_segment;
plain_test plain_segment_box, plain_round_segment_box;
plain_test plain_segment_convex, plain_round_segment_convex;
plain_test plain_box_box, plain_round_box_box;
plain_test plain_box_convex, plain_round_box_convex;
plain_test plain_convex_convex, plain_round_convex_convex;

/* The other way for turned rectangles: un-rotate into the frame of a. Only right if every convex operand is a
 * rectangle, which a general vertex list does not promise, so these are for comparison and not in the table. */
plain_test plain_frame_point_turned;
plain_test plain_frame_box_turned;
plain_test plain_frame_turned_turned;

/* The signed gap, and the contact of the simple pairs, as c2d_separation and c2d_find_contact define them. */
double plain_separation_point_point(const c2d_shape *a, const c2d_shape *b);
double plain_separation_point_segment(const c2d_shape *a, const c2d_shape *b);
double plain_separation_point_box(const c2d_shape *a, const c2d_shape *b);
double plain_separation_box_box(const c2d_shape *a, const c2d_shape *b);
bool plain_contact_point_point(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);
bool plain_contact_point_segment(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);
bool plain_contact_point_box(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);
bool plain_contact_box_box(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

#endif
