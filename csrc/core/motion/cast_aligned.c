/* Casts of two points or axis-aligned boxes, grown: both coordinates at once, and hardly a jump that no predictor
 * knows. What is in doubt is left to cast_exact.c. */
#include "../exact/no_vectorizer.h"

#include "cast_aligned.h"
#include "ray_arc.h"

typedef c2d_lanes lanes;

/* Where the stop is a round number and the way there is clear, exactly, it is that. Arguments as c2d_cast's, so that
 * there is nothing to move on the way to it. */
static C2D_NOINLINE c2d_status stop_round(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                          c2d_vec *room, bool *hits, c2d_hit *out, double t)
{
    if (*hits && c2d_cast_is_clear_until(a, rect, motion, b, room, t))
        out->t = t;
    return C2D_OK;
}

/* Whether the kernels may be asked: a motion that is a number, and not so small that its products vanish. Below
 * C2D_GRAIN the roundings of c2d_check are far less than the margin. */
C2D_INLINE int is_fit(lanes m, double scale)
{
    return (c2d_total(c2d_times(m, m)) >= C2D_GRAIN * C2D_GRAIN) & (scale <= C2D_LIMIT / 2);
}

C2D_INLINE lanes twice(lanes p) { return c2d_plus(p, p); }

/* ---- two points ---- */

/* Sums are a scale as good as the greatest coordinates, quicker, and at most twice as large. */
c2d_status c2d_cast_discs(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out)
{
    lanes m = c2d_two(motion.x, motion.y), p = c2d_load(a->v.own), q = c2d_load(b->v.own);
    double r = a->radius + b->radius;
    lanes sizes = c2d_plus(c2d_plus(c2d_size(p), c2d_size(q)), twice(c2d_size(m)));
    double scale = c2d_total(sizes) + (r + C2D_GRAIN);
    c2d_ray_arc arc = c2d_ray_meet_arc(m, c2d_minus(q, p), r, scale, C2D_RAY_MARGIN / 2 * scale);
    int is_round = c2d_are_round(c2d_plus(p, c2d_times(m, c2d_both(arc.t))));
    *hits = arc.hits;
    out->t = arc.clear;
    c2d_store(&out->point, c2d_plus(q, c2d_times(arc.normal, c2d_both(b->radius))));
    c2d_store(&out->normal, c2d_plus(arc.normal, c2d_both(0)));
    out->depth = 0;
    if (!c2d_whole(arc.sure & is_fit(m, scale)))
        return c2d_cast_exact(a, rect, motion, b, room, hits, out);
    return c2d_whole(arc.hits & is_round) ? stop_round(a, rect, motion, b, room, hits, out, arc.t) : C2D_OK;
}

/* ---- two axis-aligned cores ---- */

/* A coordinate that c2d_check does not change. */
C2D_INLINE lanes is_plain(lanes x)
{
    lanes size = c2d_size(x);
    lanes fits = c2d_and(c2d_at_most(c2d_both(C2D_GRAIN), size), c2d_at_most(size, c2d_both(C2D_LIMIT)));
    return c2d_or(fits, c2d_equal(x, c2d_both(0)));
}

typedef struct two_lanes {
    lanes hi, lo;
} two_lanes;

C2D_INLINE two_lanes two_diff(lanes x, lanes y)
{
    lanes s = c2d_minus(x, y), y_part = c2d_minus(s, x), x_part = c2d_minus(s, y_part);
    two_lanes r = {s, c2d_minus(c2d_minus(x, x_part), c2d_plus(y, y_part))};
    return r;
}

/* As c2d_cast_axis_stop, of a shape that is its vertices, on both axes: from the front of a to the wall of b, as seen
 * along the motion. The place of the stop is wall - R, k + low, exact unless that takes three doubles; the stop is as
 * good as there, so that the difference to k is exact. Should one step back not do, c2d_cast_axis_stop takes more. */
C2D_INLINE lanes stop_at_wall(double ra, double rb, lanes front, lanes wall, lanes speed, lanes inverse, lanes *good)
{
    lanes zero = c2d_both(0);
    c2d_pair r = c2d_two_sum(ra, rb);
    two_lanes k = two_diff(wall, c2d_both(r.hi)), low = two_diff(k.lo, c2d_both(r.lo)), gap = two_diff(k.hi, front);
    lanes way = c2d_plus(gap.hi, c2d_plus(gap.lo, low.hi)), t = c2d_least(c2d_over(way, speed), c2d_both(1));
    lanes rest = c2d_plus(c2d_minus(k.hi, c2d_plus(front, c2d_times(speed, t))), low.hi);
    t = c2d_plus(t, c2d_least(c2d_times(twice(rest), inverse), zero));
    lanes move = c2d_times(speed, t), stop = c2d_plus(front, move);
    two_lanes d = two_diff(k.hi, stop);
    lanes exact = c2d_and(c2d_equal(low.lo, zero), c2d_equal(d.lo, zero));
    lanes ahead = c2d_and(c2d_at_most(zero, way), c2d_at_most(zero, t));
    lanes outside = c2d_at_most(zero, c2d_plus(d.hi, low.hi));
    *good = c2d_and(c2d_and(c2d_and(exact, ahead), outside), c2d_and(is_plain(move), is_plain(stop)));
    return t;
}

/* The same without radii. */
C2D_INLINE lanes stop_at_sharp_wall(lanes gap, lanes front, lanes wall, lanes speed, lanes inverse, lanes *good)
{
    lanes zero = c2d_both(0), t = c2d_least(c2d_over(gap, speed), c2d_both(1));
    lanes rest = c2d_minus(wall, c2d_plus(front, c2d_times(speed, t)));
    t = c2d_plus(t, c2d_least(c2d_times(twice(rest), inverse), zero));
    lanes move = c2d_times(speed, t), stop = c2d_plus(front, move);
    lanes outside = c2d_and(c2d_at_most(zero, t), c2d_at_most(stop, wall));
    *good = c2d_and(outside, c2d_and(is_plain(move), is_plain(stop)));
    return t;
}

C2D_INLINE const c2d_vec *far_corner(const c2d_shape *s) { return s->v.own + (s->form & C2D_BOX); }

/* Onto the side that out tells of, with a stop that takes longer. */
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

/* Kay and Kajiya's slabs (1986): the side is that across the axis whose slab is entered last; beyond its ends, a round
 * corner. Everything is seen along the motion, and worked out for both axes: that is less than to choose the numbers of
 * one first. A miss goes no further, and side and corner go apart: to work out both costs more than the wrong guesses.
 * A motion along an axis divides by 0: the infinities that result are right, and a NaN, where it starts on the border
 * of what is grown, fails the comparisons that make a hit or a miss. */
c2d_status c2d_cast_boxes(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out)
{
    lanes zero = c2d_both(0), one = c2d_both(1), m = c2d_plus(c2d_two(motion.x, motion.y), zero); /* no -0 */
    lanes p = c2d_load(a->v.own), q = c2d_load(far_corner(a)), r = c2d_load(b->v.own), s = c2d_load(far_corner(b));
    lanes size_a = c2d_most(c2d_size(c2d_load(&a->min)), c2d_size(c2d_load(&a->max)));
    lanes size_b = c2d_most(c2d_size(c2d_load(&b->min)), c2d_size(c2d_load(&b->max)));
    double scale = c2d_total(c2d_plus(c2d_plus(size_a, size_b), twice(c2d_size(m)))) + C2D_GRAIN;
    if (rect)
        scale += c2d_max(c2d_scale_of_numbers(rect) - c2d_total(size_a), 0);
    double radius = a->radius + b->radius, margin = C2D_RAY_MARGIN * scale, sure = radius - margin;
    lanes grown = c2d_both(radius + margin), slack = c2d_both(c2d_max(-sure, 0));

    lanes speed = c2d_size(m), inverse = c2d_over(one, speed), sign = c2d_and(m, c2d_both(-0.0));
    lanes back = c2d_is_less(m, zero), low = c2d_minus(r, q), high = c2d_minus(s, p);
    lanes front = c2d_flip(c2d_pick(back, p, q), sign), wall = c2d_flip(c2d_pick(back, s, r), sign);
    lanes near_end = c2d_minus(wall, front), far_end = c2d_flip(c2d_pick(back, low, high), sign);
    lanes in = c2d_times(c2d_minus(near_end, grown), inverse), leave = c2d_times(c2d_plus(far_end, grown), inverse);
    double enters = c2d_max(c2d_x(in), c2d_y(in)), leaves = c2d_min(c2d_x(leave), c2d_y(leave));
    int missed = c2d_max(enters, 0) > c2d_min(leaves, 1), outside = enters > 0;
    if (missed & is_fit(m, scale)) {
        *hits = false;
        return C2D_OK;
    }
    lanes later = c2d_is_less(c2d_swap(in), in), x_axis = c2d_xs(later, later);

    lanes other = c2d_swap(m), first = c2d_swap(low), last = c2d_swap(high);
    lanes sure_t = c2d_times(c2d_minus(near_end, c2d_both(sure)), inverse);
    lanes at = c2d_times(in, other), sure_at = c2d_times(sure_t, other);
    lanes over = c2d_and(c2d_at_most(c2d_plus(first, slack), c2d_least(at, sure_at)),
                         c2d_at_most(c2d_most(at, sure_at), c2d_minus(last, slack)));
    int axis = c2d_bits(x_axis) & 1 ? 1 : 2, over_axis = c2d_bits(over) & axis;
    out->depth = 0;
    if (over_axis) {
        if (!(c2d_bits(c2d_at_most(sure_t, one)) & axis) || !(outside & is_fit(m, scale)))
            return c2d_cast_exact(a, rect, motion, b, room, hits, out);
        lanes good, t;
        if (radius > 0)
            t = stop_at_wall(a->radius, b->radius, front, wall, speed, inverse, &good);
        else
            t = stop_at_sharp_wall(near_end, front, wall, speed, inverse, &good);
        good = c2d_and(good, c2d_is_less(zero, c2d_both(!rect)));
        t = c2d_most(t, c2d_least(in, one));
        lanes step = c2d_times(t, other), from = c2d_swap(r), to = c2d_swap(s);
        lanes shared =
            c2d_plus(c2d_most(c2d_plus(c2d_swap(p), step), from), c2d_least(c2d_plus(c2d_swap(q), step), to));
        lanes middle = c2d_least(c2d_most(c2d_times(shared, c2d_both(0.5)), from), to);
        lanes facing = c2d_flip(c2d_both(-1), sign);
        lanes side = c2d_plus(c2d_flip(wall, sign), c2d_times(facing, c2d_both(b->radius)));
        lanes point = c2d_pick(x_axis, c2d_xs(side, middle), c2d_ys(middle, side));
        lanes normal = c2d_pick(x_axis, c2d_xs(facing, zero), c2d_ys(zero, facing));
        lanes stop = c2d_pick(good, t, c2d_least(in, one));
        stop = c2d_pick(x_axis, stop, c2d_swap(stop));
        *hits = true;
        out->t = c2d_x(stop);
        c2d_store(&out->point, point);
        c2d_store(&out->normal, c2d_plus(normal, zero));
        return c2d_bits(good) & axis ? C2D_OK : stop_at_side(a, rect, motion, b, room, hits, out);
    }
    lanes past = c2d_is_less(last, at), short_of = c2d_is_less(at, first);
    int beyond = (c2d_bits(c2d_or(past, short_of)) & axis) != 0;
    lanes which = c2d_pick(x_axis, c2d_xs(back, past), c2d_ys(past, back));
    lanes of_a = c2d_pick(which, p, q), of_b = c2d_pick(which, s, r), v = c2d_pick(which, high, low);
    c2d_ray_arc arc = c2d_ray_meet_arc(m, v, radius, scale, margin);
    *hits = arc.hits;
    out->t = arc.clear;
    c2d_store(&out->point, c2d_plus(of_b, c2d_times(arc.normal, c2d_both(b->radius))));
    c2d_store(&out->normal, c2d_plus(arc.normal, zero));
    int is_round = c2d_are_round(c2d_plus(of_a, c2d_times(m, c2d_both(arc.t))));
    if (!c2d_whole(outside & beyond & arc.sure & (sure > 0) & is_fit(m, scale)))
        return c2d_cast_exact(a, rect, motion, b, room, hits, out);
    return c2d_whole(arc.hits & is_round) ? stop_round(a, rect, motion, b, room, hits, out, arc.t) : C2D_OK;
}
