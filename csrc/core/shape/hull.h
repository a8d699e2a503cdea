/* What the files that make shapes out of other shapes share: hulls in the caller's memory. */
#ifndef C2D_HULL_H
#define C2D_HULL_H

#include "../../include/collide2d.h"

/* The hull of n >= 1 checked points, as c2d_hull, into another array of room n. Sorts the points in place, allocates
 * nothing. */
size_t c2d_hull_into(c2d_vec *hull, c2d_vec *points, size_t n);

/* Fills in what follows from the vertices of a core, which must be those of a shape: count, form and bounds. The shape
 * refers to the vertices if they are more than C2D_INLINE_VERTICES. */
void c2d_shape_finish(c2d_shape *out, const c2d_vec *vertices, size_t count, double radius);

#endif
