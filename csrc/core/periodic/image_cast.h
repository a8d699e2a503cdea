/* Casts onto images in a world that repeats. */
#ifndef C2D_IMAGE_CAST_H
#define C2D_IMAGE_CAST_H

#include "image.h"

/* A cast of a onto the image of b. *swept is C2D_OVERLAPPING if a hits it on its way; C2D_TOUCHING if a only touches
 * it, and that is a hit with options.touching; otherwise C2D_APART, and *out is not set. The hit is at the place of a.
 * It is that of c2d_cast, or c2d_cast_touching, onto a copy whose coordinates are rounded once. But whether a overlaps
 * the image at the start is decided without rounding. So is whether a hits it at all, if a is a thin shape that
 * c2d_move_thin can move. room: as for c2d_cast. An error of c2d_cast, or C2D_NO_MEMORY. */
c2d_status c2d_image_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec period,
                          c2d_cell image, c2d_cast_options options, c2d_vec *room, c2d_relation *swept, c2d_hit *out);
/* The image of a point or segment of radius 0 that moves. False, and *out is not set, if its start, its end or its way
 * from one to the other is rounded. */
bool c2d_move_thin(const c2d_shape *thin, const c2d_rect *rect, c2d_vec motion, c2d_vec period, c2d_cell image,
                   c2d_shape *out);

#endif
