/* The kernels of casts whose cores are points and axis-aligned boxes. */
#ifndef C2D_CAST_ALIGNED_H
#define C2D_CAST_ALIGNED_H

#include "../../include/collide2d.h"

/* As c2d_cast: for two points, where rect is NULL; for two boxes, or a box and a point. */
c2d_status c2d_cast_discs(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);
c2d_status c2d_cast_ray_at_disc(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_vec *room, bool *hits,
                                c2d_hit *out);
c2d_status c2d_cast_boxes(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);

#endif
