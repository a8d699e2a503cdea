/* The kernels of rays, that is of casts of points, at circles and at convex polygons without radii. Most rays of a game
 * miss, so the tests for a miss come first, and the branches of the first ones wait for no root, division or scale.
 * Uncertain rays go to the kernels of casts and to cast_exact.c. */
#include "../exact/rank_set.h"
#include "axis_stop.h"
#include "cast_kernels.h"
#include "ray_arc.h"

typedef c2d_lanes lanes;

/* ---- circles ---- */

/* A ray whose answer or point needs more than the kernel. */
static C2D_NOINLINE c2d_status cast_unsure_ray(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion,
                                               const c2d_shape *b, c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_status status = c2d_cast_discs(a, rect, motion, b, room, hits, out);
    if (!status && *hits)
        out->point = c2d_point_along(a->v.own[0], motion, out->t);
    return status;
}

/* The line passes the circle, certainly if by more than c2d_ray_meet_arc asks for. by: how much the square of the
 * distance is above that of the radius, times mm. Apart from the kernel, as c2d_cast_surely_misses. Lemma arc. */
static C2D_NOINLINE c2d_status pass_disc(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                         c2d_vec *room, bool *hits, c2d_hit *out, double by)
{
    lanes m = lanes_pair(motion.x, motion.y), p = lanes_load(a->v.own), q = lanes_load(b->v.own);
    double r = b->radius, mm = c2d_dot(motion, motion), scale = c2d_disc_scale(p, q, m, r);
    double wide = 4 * c2d_disc_margin(scale);
    if (!((by > wide * (r + wide) * mm) & c2d_cast_is_in_range(mm, scale)))
        return cast_unsure_ray(a, rect, motion, b, room, hits, out);
    *hits = false;
    return C2D_OK;
}

/* As c2d_cast_discs, of a point. The sweep is the segment to the rounded end, and bounds are rounded outward, so bounds
 * that are apart need no margin; c2d_check, which rounds tiny coordinates, is monotone, and bounds that touch miss too.
 * The point of the hit is the point moved, which is computed for misses too. */
c2d_status c2d_cast_ray_at_disc(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                c2d_vec *room, bool *hits, c2d_hit *out)
{
    lanes m = lanes_pair(motion.x, motion.y), p = lanes_load(a->v.own), end = lanes_add(p, m);
    lanes low = lanes_min(p, end), high = lanes_max(p, end), limit = lanes_splat(C2D_LIMIT);
    lanes apart = lanes_or(lanes_less(high, lanes_load(&b->min)), lanes_less(lanes_load(&b->max), low));
    lanes fits = lanes_at_most(lanes_max(lanes_abs(m), lanes_abs(end)), limit);
    int stays_apart = lanes_bits(apart) != 0, in_domain = lanes_bits(fits) == 3;
    if (stays_apart & in_domain) {
        *hits = false;
        return C2D_OK;
    }
    lanes q = lanes_load(b->v.own), v = lanes_sub(q, p), left = lanes_xor(lanes_swap(m), lanes_pair(0.0, -0.0));
    double r = b->radius, r2 = r * r, mm = lanes_sum(lanes_mul(m, m)), aside = lanes_sum(lanes_mul(left, v));
    if (aside * aside > r2 * mm)
        return pass_disc(a, rect, motion, b, room, hits, out, aside * aside - r2 * mm);
    double scale = c2d_disc_scale(p, q, m, r);
    int in_range = c2d_cast_is_in_range(mm, scale);
    c2d_ray_arc arc = c2d_ray_meet_arc(m, v, r, scale, c2d_disc_margin(scale));
    int is_round = c2d_is_round_at(p, m, arc.t), sure;
    *hits = arc.hits;
    out->t = arc.clear;
    lanes_store(&out->point, c2d_lanes_along(p, m, arc.clear, scale, &sure));
    lanes_store(&out->normal, lanes_add(arc.normal, lanes_splat(0)));
    out->depth = 0;
    int is_miss = !arc.hits, is_rough = !is_round, done = arc.sure & in_range & (is_miss | (sure & is_rough));
    return c2d_opaque(done) ? C2D_OK : cast_unsure_ray(a, rect, motion, b, room, hits, out);
}

/* ---- polygons ---- */

/* The signs of larger polygons' vertices do not fit in a word. */
#define MOST_VERTICES 64

/* Whether the ray certainly starts beyond the side from v to w, and moves away from it. Lemma supports. */
C2D_INLINE int is_beyond(lanes p, lanes m, lanes v, lanes w, double margin)
{
    lanes e = lanes_sub(w, v), outward = lanes_xor(lanes_swap(e), lanes_pair(0, -0.0));
    double height = lanes_sum(lanes_mul(outward, lanes_sub(p, v))), leaves = lanes_sum(lanes_mul(outward, m));
    double lift = margin * c2d_sqrt(lanes_sum(lanes_mul(e, e)));
    return (height > lift) & (height + leaves > lift);
}

/* The results are those of cast.c, to the bit. The line of the ray enters the polygon through the side that leads from
 * a vertex on its left to one on its right. There is one such side, as the vertices are strictly convex, and it is
 * certain if both of its vertices are farther from the line than the margin; as much again as a sixteenth covers the
 * roundings of the lengths in cast.c. The ray misses if it ends before that side, or starts beyond the side through
 * which its line leaves the polygon (cast_kernels.h). Lemmas lateral, supports, face and crossing_is_a_hit. */
c2d_status c2d_cast_ray_at_polygon(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                   c2d_vec *room, bool *hits, c2d_hit *out)
{
    uint32_t n = b->count;
    const c2d_vec *vertices = c2d_vertices(b);
    lanes m = lanes_pair(motion.x, motion.y), p = lanes_load(a->v.own), zero = lanes_splat(0);
    double size = c2d_magnitude(motion);
    double scale = c2d_magnitude(a->v.own[0]) + c2d_scale_of_shape(b) + 2 * size + C2D_GRAIN;
    double margin = C2D_RAY_MARGIN * scale, reach = 1.0625 * margin * c2d_norm1(motion);
    lanes mx = lanes_splat_x(m), my = lanes_splat_y(m), px = lanes_splat_x(p), py = lanes_splat_y(p);
    lanes least = lanes_splat(INFINITY), most = lanes_splat(-INFINITY);
    uint64_t left = 0; /* the vertices on the left of the line */
    if (n > MOST_VERTICES)
        return c2d_cast_ray_at_cores(a, rect, motion, b, room, hits, out);
    for (uint32_t k = 0; k < n; k += 2) {
        lanes v = lanes_load(vertices + k), w = lanes_load(vertices + (k + 1 < n ? k + 1 : k));
        lanes x = lanes_sub(lanes_xs(v, w), px), y = lanes_sub(lanes_ys(v, w), py);
        lanes s = lanes_sub(lanes_mul(mx, y), lanes_mul(my, x));
        least = lanes_min(least, s);
        most = lanes_max(most, s);
        left |= (uint64_t)lanes_bits(lanes_less(zero, s)) << k;
    }
    double lowest = c2d_min(lanes_x(least), lanes_y(least)), highest = c2d_max(lanes_x(most), lanes_y(most));
    int in_range = c2d_cast_is_in_range(lanes_sum(lanes_mul(m, m)), scale) & !c2d_is_far_motion(size, scale);
    if (c2d_opaque((c2d_max(lowest, -highest) > reach) & in_range)) {
        *hits = false;
        return C2D_OK;
    }
    uint64_t all = ~(uint64_t)0 >> (64 - n);
    left &= all; /* without the copy of the last vertex of an odd number */
    uint64_t next = (left >> 1 | left << (n - 1)) & all, enter = left & ~next, leave = next & ~left;
    if (!c2d_opaque((enter != 0) & in_range))
        return c2d_cast_ray_at_cores(a, rect, motion, b, room, hits, out);
    uint32_t i = (uint32_t)c2d_lowest_bit(enter), j = i + 1 < n ? i + 1 : 0;
    lanes v = lanes_load(vertices + i), w = lanes_load(vertices + j), e = lanes_sub(w, v);
    lanes outward = lanes_xor(lanes_swap(e), lanes_pair(0, -0.0)), v_p = lanes_sub(v, p), w_p = lanes_sub(w, p);
    lanes x = lanes_xs(v_p, w_p), y = lanes_ys(v_p, w_p);
    lanes s = lanes_sub(lanes_mul(mx, y), lanes_mul(my, x));
    lanes offsets = lanes_add(lanes_mul(lanes_splat_x(outward), x), lanes_mul(lanes_splat_y(outward), y));
    double offset = c2d_max(lanes_x(offsets), lanes_y(offsets)), approach = lanes_sum(lanes_mul(m, outward));
    double length = c2d_sqrt(lanes_sum(lanes_mul(e, e))), lift = margin * length, above = offset + lift;
    if ((above >= 0) | (above < approach)) {
        uint32_t from = (uint32_t)c2d_lowest_bit(leave), to = from + 1 < n ? from + 1 : 0;
        int is_short = (above < 0) & (above < approach);
        if (!(is_short | is_beyond(p, m, lanes_load(vertices + from), lanes_load(vertices + to), margin)))
            return c2d_cast_ray_at_cores(a, rect, motion, b, room, hits, out);
        *hits = false;
        return C2D_OK;
    }
    lanes quotients = lanes_div(lanes_pair(1, offset), lanes_splat(approach)),
          normal = lanes_div(outward, lanes_splat(length));
    double clear = c2d_min(above * lanes_x(quotients), 1), t = lanes_y(quotients);
    int sure, is_round = c2d_is_round_at(p, m, t) & (t > 0) & (t <= 1),
              is_on_axis = lanes_bits(lanes_equal(normal, zero));
    *hits = true;
    out->t = clear;
    lanes_store(&out->point, c2d_lanes_along(p, m, clear, scale, &sure));
    lanes_store(&out->normal, lanes_add(normal, zero));
    out->depth = 0;
    int enters = lanes_x(s) > reach, crosses = lanes_y(s) < -reach, arrives = offset - lift >= approach;
    if (!c2d_opaque(enters & crosses & arrives & sure & !(is_round | is_on_axis)))
        return c2d_cast_ray_at_cores(a, rect, motion, b, room, hits, out);
    return C2D_OK;
}
