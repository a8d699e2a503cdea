/* The ways to the area of the intersection of two shapes, one file each. They need two shapes that overlap, have an
 * area, and do not contain each other; smaller is the one of the lesser area. */
#ifndef C2D_OVERLAP_H
#define C2D_OVERLAP_H

#include "../../include/collide2d.h"

/* Of two polygons of radius 0 with at most so many vertices each, in plain doubles. least: the smaller area. False if
 * the error bound is above 2^-41 of it: then the area is not set to anything useful. */
#define C2D_PLAIN_OVERLAP_MOST 16
bool c2d_plain_overlap(const c2d_shape *smaller, const c2d_shape *other, double least, double *area);
/* Of two polygons of radius 0. C2D_NO_MEMORY: out of working memory, which only many vertices need. */
c2d_status c2d_sharp_overlap(const c2d_shape *smaller, const c2d_shape *other, double *area);
/* Of any two shapes; at least one is round. */
c2d_status c2d_round_overlap(const c2d_shape *smaller, const c2d_shape *other, double *area);

#endif
