/* The kernels of casts, by the forms of the cores. cast.c chooses among them. */
#ifndef C2D_CAST_KERNELS_H
#define C2D_CAST_KERNELS_H

#include "cast.h"

/* As c2d_cast: for two points, where rect is NULL; for two boxes, or a box and a point. */
c2d_status c2d_cast_discs(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);
c2d_status c2d_cast_boxes(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);
/* For segments, or a segment and a point, if a is no rectangle. */
c2d_status c2d_cast_segments(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                             c2d_vec *room, bool *hits, c2d_hit *out);
/* For cores of two or four vertices, at any angle; rect is NULL. */
c2d_status c2d_cast_quads(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);
/* For all cores. */
c2d_status c2d_cast_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);

/* For a point; rect is NULL: at a circle; at a convex polygon without a radius; at any core. The arguments are in
 * the order of c2d_cast, so that a call moves no registers. */
c2d_status c2d_cast_ray_at_disc(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                c2d_vec *room, bool *hits, c2d_hit *out);
c2d_status c2d_cast_ray_at_polygon(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                   c2d_vec *room, bool *hits, c2d_hit *out);
c2d_status c2d_cast_ray_at_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                 c2d_vec *room, bool *hits, c2d_hit *out);

/* ---- what the kernels share ---- */

/* Why a certain hit needs no separate proof that the sweep is clear up to its stop. The difference is convex, so a ray
 * that enters it through a face or an arc was outside before. A face or an arc is certain if the line of the motion
 * crosses it farther from its ends than the margin; then the difference that is grown by the margin is entered through
 * the same one, and `clear` is not after that. Rounding moves the point at `clear` by less than 22 u of the scale at an
 * arc (ray_arc.h). At a face it is less than 17 u: 6 of the offset, whose products have |corner| <= 1.42 scale and 4
 * roundings, 7 of the radius times the length, and 4 of their sum, the quotient and t times the approach, which are
 * large where the offset and the radius are small. The rest of the margin, 43 u, is more than the 9 u in each
 * coordinate by which the vertices of a are rounded (c2d_scale_of_pivot). For the same reason a ray misses that ends
 * before the grown line of a face, and one that moves away beyond it. Lemmas arc and supports. */

/* Whether a certainly misses b: the bounds of b and of the sweep are apart by `gap`, or b is beside the line of the
 * motion, whose distance from the difference, times the speed, has the square aside2. Both must exceed the margin. It
 * is apart from the kernels because their branches to it are as random as the positions of the shapes: so they need not
 * wait for the scale. */
bool c2d_cast_surely_misses(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, double gap, double aside2);

/* As c2d_is_round, of the vertex p of a; the caller compares t. */
C2D_INLINE int c2d_is_round_at(c2d_lanes p, c2d_lanes motion, double t)
{
    return lanes_are_round(lanes_add(p, lanes_mul(motion, lanes_splat(t))));
}

/* The stop of a certain hit: t, at which a meets b without the margin, 0 < t <= 1, if the coordinates are round there
 * and the sweep is clear, exactly; otherwise clear, up to which the sweep certainly is. */
C2D_INLINE double c2d_stop_at(const c2d_shape *a, c2d_lanes motion, const c2d_shape *b, int is_round, double t,
                              double clear)
{
    if (!c2d_opaque(is_round))
        return clear;
    return c2d_cast_is_clear_until(a, NULL, c2d_v(lanes_x(motion), lanes_y(motion)), b, NULL, t) ? t : clear;
}

/* point: on the core of b. The sum turns -0 into +0. */
C2D_INLINE void c2d_write_hit(const c2d_shape *b, double t, c2d_lanes point, c2d_lanes normal, c2d_hit *out)
{
    out->t = t;
    lanes_store(&out->point, lanes_add(point, lanes_mul(normal, lanes_splat(b->radius))));
    lanes_store(&out->normal, lanes_add(normal, lanes_splat(0)));
    out->depth = 0;
}

#endif
