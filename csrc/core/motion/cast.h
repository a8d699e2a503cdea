/* A cast as a ray, and the tests that the kernels share with cast_exact.c. */
#ifndef C2D_CAST_H
#define C2D_CAST_H

#include "../exact/lanes.h"
#include "ray.h"
#include "sweep.h"

/* The part of the margin that the roundings of c2d_cast_is_surely_clear may use. */
#define C2D_RAY_PROOF (32 * C2D_U)

typedef struct c2d_cast_query {
    c2d_ray ray;
    const c2d_rect *rect;
    c2d_vec *room;
} c2d_cast_query;

/* a moved by d, and its sweep to there, which are not set after an error. The sweep refers to storage, which has room
 * for 4 C2D_INLINE_VERTICES vectors; the vertices of large shapes are in the room of the query. */
c2d_status c2d_cast_sweep(const c2d_cast_query *query, c2d_vec d, c2d_vec *storage, c2d_shape *moved, c2d_shape *swept);

/* As c2d_cast, for every cast. */
c2d_status c2d_cast_exact(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out);
/* As c2d_cast_exact, of a motion that is long beside the shapes (c2d_is_far_motion). */
c2d_status c2d_cast_far(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                        bool *hits, c2d_hit *out);
/* Whether the sweep up to t does not overlap b, exactly. */
bool c2d_cast_is_clear_until(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                             c2d_vec *room, double t);
/* The t at which a stops at a face of b, or at b with a face of its own, across an axis. a starts before the face and
 * approaches it. -1 if rounding puts every moved shape that is tried inside b. */
double c2d_cast_axis_stop(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec normal);

/* Whether the kernels' error bounds hold: the motion is a number and its square does not underflow. Below C2D_GRAIN the
 * roundings of c2d_check are far less than the margin. Above an eighth of the limit the numbers of a moved rectangle,
 * which are less than five times the scale, may leave the domain. Lemma range_cast. */
C2D_INLINE int c2d_cast_is_in_range(double motion2, double scale)
{
    return (motion2 >= C2D_GRAIN * C2D_GRAIN) & (scale <= C2D_LIMIT / 8);
}

/* Whether a motion is so long beside the shapes that it alone would decide the error of t. scale: the sum of the sizes
 * of both shapes and twice that of the motion. */
C2D_INLINE int c2d_is_far_motion(double size_of_motion, double scale) { return scale < 2.0625 * size_of_motion; }

/* The scale of a cast without a rectangle; size: that of the motion. Lemma lateral. */
C2D_INLINE double c2d_cast_scale(const c2d_shape *a, const c2d_shape *b, double size)
{
    c2d_lanes of_a = lanes_max(lanes_abs(lanes_load(&a->min)), lanes_abs(lanes_load(&a->max)));
    c2d_lanes of_b = lanes_max(lanes_abs(lanes_load(&b->min)), lanes_abs(lanes_load(&b->max)));
    return lanes_sum(lanes_max(lanes_xs(of_a, of_b), lanes_ys(of_a, of_b))) + 2 * size + C2D_GRAIN;
}

/* Lemmas lateral, sides, supports, face and arc. */
C2D_INLINE c2d_cast_query c2d_cast_query_of(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion,
                                            const c2d_shape *b, c2d_vec *room)
{
    double scale_a = c2d_scale_of_shape(a);
    if (rect)
        scale_a = c2d_max(scale_a, c2d_scale_of_pivot(rect));
    double scale = scale_a + c2d_scale_of_shape(b) + 2 * c2d_magnitude(motion) + C2D_GRAIN;
    double margin = C2D_RAY_MARGIN * scale, radius = a->radius + b->radius;
    c2d_ray ray = {a, b, motion, radius, radius + margin, radius - margin, radius + 2 * margin, scale, false, false};
    c2d_cast_query query = {ray, rect, room};
    return query;
}

/* Lemmas clear and lateral. */
C2D_INLINE double c2d_least_along(const c2d_shape *s, c2d_vec origin, c2d_vec n)
{
    const c2d_vec *v = c2d_vertices(s);
    double least = c2d_dot(c2d_sub(v[0], origin), n);
    for (uint32_t i = 1; i < s->count; i++)
        least = c2d_min(least, c2d_dot(c2d_sub(v[i], origin), n));
    return least;
}

/* Whether no vertex of a is before p, and none of b beyond q, along n, by more than rounding. n need not be a unit
 * vector: its length is given. Sides that are along the motion but for a rounding hide at which of their ends the front
 * of a core is: the corner that the signs of their turns lead to may be far behind. The sums err by 11.4 u of the
 * scale: four roundings of vectors of up to 2.83 times the shape's coordinates. So a vertex may be beyond by 19.4 u,
 * which the margin covers. Lemmas supports and arc. */
C2D_INLINE bool c2d_cast_are_foremost(const c2d_shape *a, c2d_vec p, const c2d_shape *b, c2d_vec q, c2d_vec n,
                                      double length, double scale)
{
    return c2d_least_along(a, p, n) + c2d_least_along(b, q, c2d_neg(n)) >= -8 * C2D_U * scale * length;
}

/* Whether the line across the unit vector n surely separates b from the sweep of a up to t, however it is rounded.
 * Lemma clear. */
C2D_INLINE bool c2d_cast_is_surely_clear(const c2d_ray *ray, c2d_vec n, double t)
{
    c2d_vec origin = c2d_middle(ray->b);
    double a_low = c2d_least_along(ray->a, origin, n) + c2d_min(t * c2d_dot(ray->motion, n), 0);
    double b_high = -c2d_least_along(ray->b, origin, c2d_neg(n));
    return a_low - b_high > ray->radius + C2D_RAY_PROOF * ray->scale;
}

/* How far the bounds of b and of the sweep are apart, on one of the axes; <= 0 if they meet. */
C2D_INLINE double c2d_gap_of_bounds(const c2d_shape *a, c2d_lanes motion, const c2d_shape *b)
{
    c2d_lanes zero = lanes_splat(0);
    c2d_lanes low = lanes_add(lanes_load(&a->min), lanes_min(motion, zero));
    c2d_lanes high = lanes_add(lanes_load(&a->max), lanes_max(motion, zero));
    c2d_lanes gap = lanes_max(lanes_sub(low, lanes_load(&b->max)), lanes_sub(lanes_load(&b->min), high));
    return c2d_max(lanes_x(gap), lanes_y(gap));
}

/* Whether the bounds certainly stay apart. Lemma falls_short. */
static inline bool c2d_ray_falls_short(const c2d_ray *ray)
{
    c2d_lanes motion = lanes_pair(ray->motion.x, ray->motion.y);
    return c2d_gap_of_bounds(ray->a, motion, ray->b) > C2D_RAY_MARGIN * ray->scale;
}

/* Whether the coordinates of the vertex i of a at t have few bits, like numbers that people write. */
C2D_INLINE bool c2d_is_round(const c2d_ray *ray, uint32_t i, double t)
{
    c2d_vec p = c2d_add(c2d_vertices(ray->a)[i], c2d_mul(ray->motion, t));
    int x = c2d_split(p.x).lo == 0, y = c2d_split(p.y).lo == 0, after = t > 0, before = t <= 1;
    return (x & y & after & before) != 0;
}

/* The point on the edge from p to q at the distance after from p, and before from q. It is measured from the nearer
 * end, so that a mirror image, which swaps the ends, has the mirrored point. along: the edge's unit vector. */
C2D_INLINE c2d_vec c2d_point_between(c2d_vec p, c2d_vec q, c2d_vec along, double after, double before)
{
    if (after == before)
        return c2d_v((p.x + q.x) / 2, (p.y + q.y) / 2);
    if (after < before)
        return c2d_add(p, c2d_mul(along, c2d_max(after, 0)));
    return c2d_sub(q, c2d_mul(along, c2d_max(before, 0)));
}

/* Whether a cast is a ray: that of a point. The point of its hit is the point moved by t * motion. */
static inline bool c2d_is_ray(const c2d_shape *a) { return (a->form == C2D_POINT) & (a->radius == 0); }

/* rect, or NULL if a is a point that moves as its vertex does. Then a cast has the bits of that of the point or circle.
 * NULL stays NULL. */
const c2d_rect *c2d_reduced_rect(const c2d_shape *a, const c2d_rect *rect);

/* Moves the point of a hit onto the border of b if rounding put it elsewhere. It does where one shape is small beside
 * the margin: then the corner that a hits may not be the one that the grown b has there. */
void c2d_put_on_border(const c2d_shape *b, c2d_hit *hit);

/* The middle of the points of a contact. */
c2d_vec c2d_mean_point(const c2d_contact *contact);

static inline bool c2d_is_on_axis(c2d_vec n) { return (n.x == 0) | (n.y == 0); }

/* How far before its bounds a shape of this scale may be hit. */
double c2d_cast_slack(double scale);

#endif
