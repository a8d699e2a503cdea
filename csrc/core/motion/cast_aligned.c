/* Casts of points and axis-aligned boxes with radii: both coordinates at once, and few branches that a processor cannot
 * predict. Uncertain casts go to cast_exact.c. */
#include "axis_stop.h"
#include "cast_kernels.h"
#include "ray_arc.h"

#include <assert.h>

typedef c2d_lanes lanes;

/* Stops at t, where the coordinates are round numbers, if the sweep to there is clear, exactly. The arguments are in
 * the order of c2d_cast, so that the call moves no registers. */
static C2D_NOINLINE c2d_status stop_round(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                          c2d_vec *room, bool *hits, c2d_hit *out, double t)
{
    assert(*hits);
    (void)hits;
    if (c2d_cast_is_clear_until(a, rect, motion, b, room, t))
        out->t = t;
    return C2D_OK;
}

/* ---- two points ---- */

/* A far motion makes a circle small beside the scale, and therefore unsure. */
static C2D_NOINLINE c2d_status cast_unsure_disc(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion,
                                                const c2d_shape *b, c2d_vec *room, bool *hits, c2d_hit *out,
                                                double scale)
{
    bool is_far = c2d_is_far_motion(c2d_norm1(motion), scale);
    return (is_far ? c2d_cast_far : c2d_cast_exact)(a, rect, motion, b, room, hits, out);
}

c2d_status c2d_cast_discs(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out)
{
    lanes m = lanes_pair(motion.x, motion.y), p = lanes_load(a->v.own), q = lanes_load(b->v.own);
    double radius = a->radius + b->radius, scale = c2d_disc_scale(p, q, m, radius);
    c2d_ray_arc arc = c2d_ray_meet_arc(m, lanes_sub(q, p), radius, scale, c2d_disc_margin(scale));
    int is_round = c2d_is_round_at(p, m, arc.t);
    *hits = arc.hits;
    out->t = arc.clear;
    lanes_store(&out->point, lanes_add(q, lanes_mul(arc.normal, lanes_splat(b->radius))));
    lanes_store(&out->normal, lanes_add(arc.normal, lanes_splat(0)));
    out->depth = 0;
    if (!c2d_opaque(arc.sure & c2d_cast_is_in_range(lanes_sum(lanes_mul(m, m)), scale)))
        return cast_unsure_disc(a, rect, motion, b, room, hits, out, scale);
    return c2d_opaque(arc.hits & is_round) ? stop_round(a, rect, motion, b, room, hits, out, arc.t) : C2D_OK;
}

/* ---- two axis-aligned cores ---- */

C2D_INLINE const c2d_vec *far_corner(const c2d_shape *s) { return s->v.own + (s->form & C2D_BOX); }

/* Stops at the side with the normal out->normal by c2d_cast_axis_stop, which takes longer. */
static C2D_NOINLINE c2d_status stop_at_side(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion,
                                            const c2d_shape *b, c2d_vec *room, bool *hits, c2d_hit *out)
{
    double t = c2d_cast_axis_stop(a, rect, motion, b, out->normal);
    if (t < 0)
        return c2d_cast_exact(a, rect, motion, b, room, hits, out);
    t = c2d_max(t, out->t);
    c2d_vec p = a->v.own[0], q = *far_corner(a), r = b->v.own[0], s = *far_corner(b);
    bool x_axis = out->normal.x != 0;
    double move = t * (x_axis ? motion.y : motion.x), b_low = x_axis ? r.y : r.x, b_high = x_axis ? s.y : s.x;
    double low = c2d_max((x_axis ? p.y : p.x) + move, b_low), high = c2d_min((x_axis ? q.y : q.x) + move, b_high);
    double middle = c2d_min(c2d_max((low + high) / 2, b_low), b_high);
    out->t = t;
    *(x_axis ? &out->point.y : &out->point.x) = middle;
    return C2D_OK;
}

/* Kay and Kajiya's slabs (1986): the ray hits the side across the axis whose slab it enters last, or, beyond the ends
 * of that side, a round corner. All quantities are seen along the motion and computed for both axes, which costs less
 * than a selection of one axis at the start. Misses, sides and corners are separate branches: computing all of them
 * costs more than the mispredictions. A motion along an axis divides by 0: the resulting infinities are correct, and
 * the NaN of a start on the border of the grown box fails the comparisons for a hit and for a miss. Lemmas slabs
 * and arc. */
c2d_status c2d_cast_boxes(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out)
{
    lanes zero = lanes_splat(0), one = lanes_splat(1), m = lanes_add(lanes_pair(motion.x, motion.y), zero); /* no -0 */
    lanes p = lanes_load(a->v.own), q = lanes_load(far_corner(a)), r = lanes_load(b->v.own),
          s = lanes_load(far_corner(b));
    lanes size_a = lanes_max(lanes_abs(lanes_load(&a->min)), lanes_abs(lanes_load(&a->max)));
    lanes size_b = lanes_max(lanes_abs(lanes_load(&b->min)), lanes_abs(lanes_load(&b->max)));
    double scale = lanes_sum(lanes_add(lanes_add(size_a, size_b), c2d_lanes_double(lanes_abs(m)))) + C2D_GRAIN;
    if (rect)
        scale += c2d_max(c2d_scale_of_pivot(rect) - lanes_sum(size_a), 0);
    double radius = a->radius + b->radius, margin = C2D_RAY_MARGIN * scale, sure = radius - margin;
    lanes grown = lanes_splat(radius + margin), slack = lanes_splat(c2d_max(-sure, 0));

    lanes speed = lanes_abs(m), inverse = lanes_div(one, speed), sign = lanes_and(m, lanes_splat(-0.0));
    lanes back = lanes_less(m, zero), low = lanes_sub(r, q), high = lanes_sub(s, p);
    lanes front = lanes_xor(lanes_select(back, p, q), sign), wall = lanes_xor(lanes_select(back, s, r), sign);
    lanes near_end = lanes_sub(wall, front), far_end = lanes_xor(lanes_select(back, low, high), sign);
    lanes in = lanes_mul(lanes_sub(near_end, grown), inverse), leave = lanes_mul(lanes_add(far_end, grown), inverse);
    double enters = c2d_max(lanes_x(in), lanes_y(in)), leaves = c2d_min(lanes_x(leave), lanes_y(leave));
    int missed = c2d_max(enters, 0) > c2d_min(leaves, 1), outside = enters > 0;
    if (missed & c2d_cast_is_in_range(lanes_sum(lanes_mul(m, m)), scale)) {
        *hits = false;
        return C2D_OK;
    }
    if (c2d_is_far_motion(lanes_sum(speed), scale))
        return c2d_cast_far(a, rect, motion, b, room, hits, out);
    lanes later = lanes_less(lanes_swap(in), in), x_axis = lanes_xs(later, later);

    lanes other = lanes_swap(m), first = lanes_swap(low), last = lanes_swap(high);
    lanes sure_t = lanes_mul(lanes_sub(near_end, lanes_splat(sure)), inverse);
    lanes at = lanes_mul(in, other), sure_at = lanes_mul(sure_t, other);
    lanes over = lanes_and(lanes_at_most(lanes_add(first, slack), lanes_min(at, sure_at)),
                           lanes_at_most(lanes_max(at, sure_at), lanes_sub(last, slack)));
    int axis = lanes_bits(x_axis) & 1 ? 1 : 2, over_axis = lanes_bits(over) & axis;
    out->depth = 0;
    if (over_axis) {
        if (!(lanes_bits(lanes_at_most(sure_t, one)) & axis) ||
            !(outside & c2d_cast_is_in_range(lanes_sum(lanes_mul(m, m)), scale)))
            return c2d_cast_exact(a, rect, motion, b, room, hits, out);
        lanes good, t;
        if (radius > 0)
            t = c2d_lanes_stop_at_wall(a->radius, b->radius, front, wall, speed, inverse, &good);
        else
            t = c2d_lanes_stop_at_sharp_wall(near_end, front, wall, speed, inverse, &good);
        good = lanes_and(good, lanes_less(zero, lanes_splat(!rect)));
        t = lanes_max(t, lanes_min(in, one));
        lanes step = lanes_mul(t, other), from = lanes_swap(r), to = lanes_swap(s);
        lanes shared =
            lanes_add(lanes_max(lanes_add(lanes_swap(p), step), from), lanes_min(lanes_add(lanes_swap(q), step), to));
        lanes middle = lanes_min(lanes_max(lanes_mul(shared, lanes_splat(0.5)), from), to);
        lanes facing = lanes_xor(lanes_splat(-1), sign);
        lanes side = lanes_add(lanes_xor(wall, sign), lanes_mul(facing, lanes_splat(b->radius)));
        lanes point = lanes_select(x_axis, lanes_xs(side, middle), lanes_ys(middle, side));
        lanes normal = lanes_select(x_axis, lanes_xs(facing, zero), lanes_ys(zero, facing));
        lanes stop = lanes_select(good, t, lanes_min(in, one));
        stop = lanes_select(x_axis, stop, lanes_swap(stop));
        *hits = true;
        out->t = lanes_x(stop);
        lanes_store(&out->point, point);
        lanes_store(&out->normal, lanes_add(normal, zero));
        return lanes_bits(good) & axis ? C2D_OK : stop_at_side(a, rect, motion, b, room, hits, out);
    }
    lanes past = lanes_less(last, at), short_of = lanes_less(at, first);
    int beyond = (lanes_bits(lanes_or(past, short_of)) & axis) != 0;
    lanes which = lanes_select(x_axis, lanes_xs(back, past), lanes_ys(past, back));
    lanes of_a = lanes_select(which, p, q), of_b = lanes_select(which, s, r), v = lanes_select(which, high, low);
    c2d_ray_arc arc = c2d_ray_meet_arc(m, v, radius, scale, margin);
    *hits = arc.hits;
    out->t = arc.clear;
    lanes_store(&out->point, lanes_add(of_b, lanes_mul(arc.normal, lanes_splat(b->radius))));
    lanes_store(&out->normal, lanes_add(arc.normal, zero));
    int is_round = lanes_are_round(lanes_add(of_a, lanes_mul(m, lanes_splat(arc.t))));
    if (!c2d_opaque(outside & beyond & arc.sure & (sure > 0) & c2d_cast_is_in_range(lanes_sum(lanes_mul(m, m)), scale)))
        return c2d_cast_exact(a, rect, motion, b, room, hits, out);
    return c2d_opaque(arc.hits & is_round) ? stop_round(a, rect, motion, b, room, hits, out, arc.t) : C2D_OK;
}
