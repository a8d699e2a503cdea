/* The kernels of casts of segments, with radii or without. */
#ifndef C2D_CAST_SEGMENTS_H
#define C2D_CAST_SEGMENTS_H

#include "cast.h"

/* As c2d_cast: for segments, or a segment and a point, if a is no rectangle. */
c2d_status c2d_cast_segments(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                             c2d_vec *room, bool *hits, c2d_hit *out);
/* As c2d_cast, for cores at any angle. */
c2d_status c2d_cast_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);

#endif
