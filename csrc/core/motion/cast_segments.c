/* The kernels of casts of two segments, or of a segment and a point, with radii or without. They have the results of
 * cast.c, to the bit, and walk along the same front, whose edges are few: one of each segment. So all its edges and
 * corners are computed, two vectors at once, and the one that the ray crosses is selected without a branch. Casts that
 * are not certain here, and those along a segment, go to c2d_cast_cores. */
#include "axis_stop.h"
#include "cast_kernels.h"
#include "ray_arc.h"

typedef c2d_lanes lanes;

/* ---- two vectors at once ---- */

typedef struct two_vectors {
    lanes x, y;
} two_vectors;

C2D_INLINE two_vectors two_of(lanes p, lanes q)
{
    two_vectors v = {lanes_xs(p, q), lanes_ys(p, q)};
    return v;
}

C2D_INLINE two_vectors two_less(two_vectors v, lanes p)
{
    two_vectors w = {lanes_sub(v.x, lanes_splat_x(p)), lanes_sub(v.y, lanes_splat_y(p))};
    return w;
}

/* p x v and p . v, of each v. */
C2D_INLINE lanes two_crosses(lanes p, two_vectors v)
{
    return lanes_sub(lanes_mul(lanes_splat_x(p), v.y), lanes_mul(lanes_splat_y(p), v.x));
}
C2D_INLINE lanes two_dots(lanes p, two_vectors v)
{
    return lanes_add(lanes_mul(lanes_splat_x(p), v.x), lanes_mul(lanes_splat_y(p), v.y));
}

C2D_INLINE double least_of(lanes v) { return c2d_min(lanes_x(v), lanes_y(v)); }
C2D_INLINE double most_of(lanes v) { return c2d_max(lanes_x(v), lanes_y(v)); }
C2D_INLINE lanes negative(lanes v) { return lanes_xor(v, lanes_splat(-0.0)); }
C2D_INLINE int is_set(lanes mask) { return lanes_bits(mask) & 1; }
C2D_INLINE lanes complement(lanes mask) { return lanes_xor(mask, lanes_equal(lanes_splat(0), lanes_splat(0))); }
/* Of p and q the one that is not chosen. */
C2D_INLINE lanes other_of(lanes p, lanes q, lanes chosen) { return lanes_xor(lanes_xor(p, q), chosen); }

/* ---- the query ---- */

typedef struct segment_cast {
    const c2d_shape *a, *b;
    lanes m;
    two_vectors vertices_a, vertices_b;
    double radius, scale, margin;
    double error, error2; /* bounds for a certain side of the line, by lengths and by squares: see front_of_one */
} segment_cast;

/* Whether all of b, grown, is certainly behind the start of a. Lemma lateral. */
C2D_INLINE int is_behind(const segment_cast *c)
{
    lanes origin = lanes_load(&c->a->v.own[0]), back = negative(c->m);
    double a_low = least_of(two_dots(c->m, two_less(c->vertices_a, origin)));
    double reach = (c->radius + c->margin) * c2d_sqrt(lanes_sum(lanes_mul(c->m, c->m)));
    return a_low + least_of(two_dots(back, two_less(c->vertices_b, origin))) > reach;
}

/* ---- the front ---- */

/* Up to this scale no product of front_of_one overflows: they have six factors, and are at most 8 scale^6. Two that are
 * infinite, or one and a number next to the greatest one, would have a difference that is certain without reason.
 * Lemma range_cast. */
#define MOST_SCALE_OF_SIX 0x1p168

/* x |x|, which grows with x. */
C2D_INLINE lanes signed_square(lanes x) { return lanes_mul(x, lanes_abs(x)); }

/* The front of the difference leads from its leftmost corner, seen along the motion, over an edge, a corner and another
 * edge to its rightmost corner. A corner is b - a, and has an arc with the radius. */
typedef struct front {
    lanes a, a_next, b, b_next; /* the vertices of the leftmost corner, and the other ones */
    lanes of_b, second;         /* masks: the edge is that of b, and follows the other one */
    lanes edge, corner, next;   /* that edge, from corner to next */
    lanes arc_a, arc_b;         /* the vertices of the corner */
    double length, approach;    /* of the edge: motion x edge */
    int is_arc, sure_edge, sure_arc;
} front;

/* s_a and s_b: motion x vertex, less that of the first vertex of a; least at the leftmost vertex of -a and greatest at
 * that of b. The falls of both edges, motion x edge, must be negative. Lemmas orient and sides. */
C2D_INLINE front front_of(const segment_cast *c, lanes s_a, lanes s_b, bool sharp)
{
    const lanes zero = lanes_splat(0);
    lanes m = c->m, a0 = lanes_load(&c->a->v.own[0]), a1 = lanes_load(&c->a->v.own[1]),
          b0 = lanes_load(&c->b->v.own[0]), b1 = lanes_load(&c->b->v.own[1]);
    front f;
    lanes take_a1 = lanes_less(lanes_splat_y(s_a), zero), take_b1 = lanes_less(lanes_splat_x(s_b), lanes_splat_y(s_b));
    f.a = lanes_select(take_a1, a1, a0);
    f.a_next = other_of(a0, a1, f.a);
    f.b = lanes_select(take_b1, b1, b0);
    f.b_next = other_of(b0, b1, f.b);
    lanes ea = lanes_sub(f.a, f.a_next), eb = lanes_sub(f.b_next, f.b);
    two_vectors edges = two_of(ea, eb);
    lanes falls = two_crosses(m, edges);
    lanes lengths = lanes_sqrt(lanes_add(lanes_mul(edges.x, edges.x), lanes_mul(edges.y, edges.y)));
    lanes lifts = sharp ? zero : lanes_mul(lanes_splat(c->radius), two_dots(m, edges));
    lanes first = lanes_sub(f.b, f.a), last = lanes_sub(f.b_next, f.a_next), after_a = lanes_sub(f.b, f.a_next),
          after_b = lanes_sub(f.b_next, f.a);
    lanes turns = lanes_mul(eb, lanes_swap(ea));
    double turn = lanes_x(turns) - lanes_y(turns);
    lanes b_first = lanes_less(zero, lanes_splat(turn)), middle = lanes_select(b_first, after_b, after_a);
    lanes s_ends = two_crosses(m, two_of(first, last)), s_middles = two_crosses(m, two_of(after_a, after_b));
    lanes s_middle = lanes_select(b_first, lanes_splat_y(s_middles), lanes_splat_x(s_middles));
    /* By the order of the edges: x is the first one. */
    lanes in_order_lengths = lanes_select(b_first, lanes_swap(lengths), lengths),
          in_order_lifts = sharp ? zero : lanes_select(b_first, lanes_swap(lifts), lifts);
    lanes starts = lanes_sub(lanes_mul(lanes_xs(s_ends, s_middle), in_order_lengths), in_order_lifts);
    lanes ends = lanes_sub(lanes_mul(lanes_xs(s_middle, lanes_splat_y(s_ends)), in_order_lengths), in_order_lifts);
    lanes errors = lanes_mul(lanes_splat(c->error), in_order_lengths);
    int surely_after = lanes_bits(lanes_less(errors, starts)),
        surely_ended = lanes_bits(lanes_less(ends, negative(errors)));
    lanes before = lanes_less(starts, zero), leaves = lanes_or(before, lanes_at_most(ends, zero));
    int is_first = lanes_bits(before) & 1, is_second = ~lanes_bits(leaves) & 1;
    f.second = complement(lanes_splat_x(leaves));
    f.of_b = lanes_xor(b_first, f.second);
    f.edge = lanes_select(f.of_b, eb, ea);
    f.corner = lanes_select(f.second, middle, first);
    f.next = lanes_select(f.second, last, middle);
    f.length = lanes_x(lanes_select(f.of_b, lanes_splat_y(lengths), lengths));
    f.approach = lanes_x(lanes_select(f.of_b, lanes_splat_y(falls), falls));
    int is_joint = !(fabs(turn) > C2D_FILTER_ORIENT * lanes_sum(lanes_abs(turns)));
    f.sure_edge = (surely_after & surely_ended) >> is_second & ~is_first & ~is_joint & 1;
    if (sharp)
        return f;
    int surely_before = lanes_bits(lanes_less(starts, negative(errors))),
        surely_beyond = lanes_bits(lanes_less(errors, ends));
    int is_middle = is_second & lanes_bits(before) >> 1, is_last = is_second & ~(lanes_bits(leaves) >> 1);
    f.is_arc = is_first | is_middle | is_last;
    f.sure_arc =
        (is_first & surely_before) | (is_middle & surely_beyond & surely_before >> 1) | (is_last & surely_beyond >> 1);
    lanes past_first = complement(lanes_splat_x(before)), at_last = complement(lanes_splat_y(leaves));
    f.arc_b = lanes_select(lanes_and(past_first, lanes_or(at_last, b_first)), f.b_next, f.b);
    f.arc_a = lanes_select(lanes_and(past_first, lanes_or(at_last, complement(b_first))), f.a_next, f.a);
    return f;
}

/* The front of the difference of a point and a segment has one edge. s: s_a or s_b of the segment.
 *
 * With x for motion x corner and y for R motion . edge / length, the ray passes the edge on the left of a corner's end
 * if x > y. Squares with their signs are compared instead, x |x| and y |y| times the square of the length, so that the
 * choice does not wait for a root. A side is certain if |x - y| is above 1.5 margins times the speed, as in front_of.
 * As |x| and |y| are at most 1.42 scale times the speed, x |x| and y |y| then differ by less than 2.83 scale times the
 * speed times |x - y|; error2 has 8 instead of the 4.3 that follow, for the roundings of both products, which are less
 * than 40 u. Lemma sides. */
C2D_INLINE front front_of_one(const segment_cast *c, lanes s, bool of_b)
{
    const lanes zero = lanes_splat(0);
    const c2d_shape *a = c->a, *b = c->b;
    lanes a0 = lanes_load(&a->v.own[0]), b0 = lanes_load(&b->v.own[0]), v0 = of_b ? b0 : a0,
          v1 = lanes_load(of_b ? &b->v.own[1] : &a->v.own[1]);
    front f;
    lanes take_second =
        of_b ? lanes_less(lanes_splat_x(s), lanes_splat_y(s)) : lanes_less(lanes_splat_y(s), lanes_splat_x(s));
    lanes v = lanes_select(take_second, v1, v0), w = other_of(v0, v1, v);
    f.a = of_b ? a0 : v;
    f.a_next = of_b ? a0 : w;
    f.b = of_b ? v : b0;
    f.b_next = of_b ? w : b0;
    f.of_b = of_b ? complement(zero) : zero;
    f.second = zero;
    f.edge = of_b ? lanes_sub(w, v) : lanes_sub(v, w);
    f.corner = lanes_sub(f.b, f.a);
    f.next = lanes_sub(f.b_next, f.a_next);
    lanes crosses = two_crosses(c->m, two_of(f.corner, f.next)), fall = two_crosses(c->m, two_of(f.edge, zero));
    f.approach = lanes_x(fall);
    double square = lanes_sum(lanes_mul(f.edge, f.edge)), ahead = lanes_sum(lanes_mul(c->m, f.edge));
    double lift = c->radius * c->radius * (ahead * fabs(ahead)), error = c->error2 * square;
    f.length = c2d_sqrt(square);
    lanes sides = signed_square(crosses);
    double start = lanes_x(sides) * square - lift, end = lanes_y(sides) * square - lift;
    int is_first = start < 0, is_last = !is_first & (end > 0);
    f.is_arc = is_first | is_last;
    f.sure_edge = (start > error) & (end < -error) & (f.approach < 0);
    f.sure_arc = (is_first & (start < -error)) | (is_last & (end > error));
    lanes at_last = lanes_less(zero, lanes_splat(is_last));
    f.arc_a = of_b ? a0 : lanes_select(at_last, w, v);
    f.arc_b = of_b ? lanes_select(at_last, w, v) : b0;
    return f;
}

/* ---- answers ---- */

typedef enum outcome { UNSURE, MISS, HIT } outcome;

/* The first test is whether the ray ends before the arc: it is as random as the positions, and needs no root. Lemma
 * arc. */
C2D_INLINE outcome meet_arc(const segment_cast *c, const front *f, c2d_hit *out)
{
    lanes v = lanes_sub(f->arc_b, f->arc_a), rest = lanes_sub(c->m, v);
    double square = lanes_sum(lanes_mul(rest, rest)), wide = c->radius + 4 * c->margin;
    if ((lanes_sum(lanes_mul(v, c->m)) >= lanes_sum(lanes_mul(c->m, c->m))) & (square >= c->radius * c->radius))
        return (square > wide * wide) & f->sure_arc ? MISS : UNSURE;
    c2d_ray_arc arc = c2d_ray_meet_arc(c->m, v, c->radius, c->scale, c->margin);
    if (!c2d_opaque(arc.sure & arc.hits & f->sure_arc))
        return arc.sure & !arc.hits && is_behind(c) ? MISS : UNSURE;
    double t = c2d_stop_at(c->a, c->m, c->b, c2d_is_round_at(f->arc_a, c->m, arc.t), arc.t, arc.clear);
    c2d_write_hit(c->b, t, f->arc_b, arc.normal, out);
    return HIT;
}

/* The point on the edge of b that is at the stop: as c2d_point_between. */
C2D_INLINE lanes point_between(const front *f, lanes normal, lanes at)
{
    lanes along = lanes_xor(lanes_swap(normal), lanes_pair(-0.0, 0));
    lanes distances = two_dots(along, two_of(lanes_sub(at, f->corner), lanes_sub(f->next, at)));
    lanes is_near = lanes_less(lanes_splat_x(distances), lanes_splat_y(distances));
    lanes step = lanes_mul(along, lanes_splat(c2d_max(least_of(distances), 0)));
    if (c2d_opaque(lanes_x(distances) == lanes_y(distances)))
        return lanes_mul(lanes_add(f->b, f->b_next), lanes_splat(0.5));
    return lanes_select(is_near, lanes_add(f->b, step), lanes_sub(f->b_next, step));
}

/* Lemmas supports, face and crossing_is_a_hit. */
C2D_INLINE outcome meet_edge(const segment_cast *c, const front *f, bool sharp, c2d_hit *out)
{
    /* Across the edge, outward. */
    lanes m = c->m, outward = lanes_xor(lanes_swap(f->edge), lanes_pair(0, -0.0));
    double offset = most_of(two_dots(outward, two_of(f->corner, f->next))), length = f->length, approach = f->approach;
    double sure_radius = c->radius - c->margin;
    double above = offset + (c->radius + c->margin) * length, sure = offset + sure_radius * length;
    double inverse = 1 / approach, clear = c2d_min(above * inverse, 1);
    lanes normal = lanes_div(outward, lanes_splat(length));
    if (!c2d_opaque((above < 0) & (above >= approach)))
        return (above < 0 || is_behind(c)) ? MISS : UNSURE;
    if (!c2d_opaque(f->sure_edge & (sure >= approach)))
        return UNSURE;
    double t = (offset + (sharp ? 0 : c->radius * length)) / approach;
    /* The vertices of a that are on the edge. */
    int is_of_b = is_set(f->of_b), is_second = is_set(f->second);
    int uses_a = (is_of_b & is_second) ^ 1, uses_next = (is_of_b ^ 1) | is_second;
    int is_round = (c2d_is_round_at(f->a, m, t) & uses_a) | (c2d_is_round_at(f->a_next, m, t) & uses_next);
    if (c2d_opaque(lanes_bits(lanes_equal(normal, lanes_splat(0))))) {
        c2d_vec motion = c2d_v(lanes_x(m), lanes_y(m)), across = c2d_v(lanes_x(normal), lanes_y(normal));
        t = c2d_cast_axis_stop(c->a, NULL, motion, c->b, across);
        if (t < 0)
            return UNSURE;
        t = c2d_max(t, clear);
    } else {
        t = c2d_stop_at(c->a, m, c->b, is_round, t, clear);
    }
    lanes vertex = lanes_select(f->second, f->b_next, f->b);
    lanes between = point_between(f, normal, lanes_mul(m, lanes_splat(t)));
    c2d_write_hit(c->b, t, lanes_select(f->of_b, between, vertex), normal, out);
    return HIT;
}

/* The cores of a and b; only two segments may be without radii. */
typedef enum cores { SHARP, CAPSULES, DISC_AT_SEGMENT, SEGMENT_AT_DISC } cores;

/* Lemmas lateral, sides, supports, face and arc. */
C2D_INLINE outcome meet(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, cores of, c2d_hit *out)
{
    bool sharp = of == SHARP, disc_a = of == DISC_AT_SEGMENT, disc_b = of == SEGMENT_AT_DISC;
    segment_cast c = {.a = a, .b = b, .m = lanes_pair(motion.x, motion.y)};
    double gap = c2d_gap_of_bounds(a, c.m, b);
    if (gap > 0)
        return c2d_cast_surely_misses(a, motion, b, gap, 0) ? MISS : UNSURE;
    c.radius = sharp ? 0 : a->radius + b->radius;
    lanes a0 = lanes_load(&a->v.own[0]), a1 = disc_a ? a0 : lanes_load(&a->v.own[1]), b0 = lanes_load(&b->v.own[0]),
          b1 = disc_b ? b0 : lanes_load(&b->v.own[1]);
    c.vertices_a = two_of(a0, a1);
    c.vertices_b = two_of(b0, b1);
    lanes s_a = two_crosses(c.m, two_less(c.vertices_a, a0)), s_b = two_crosses(c.m, two_less(c.vertices_b, a0));
    double right = least_of(s_a) - most_of(s_b), left = least_of(s_b) - most_of(s_a),
           speed2 = lanes_sum(lanes_mul(c.m, c.m));
    double aside = c2d_max(right, left), aside2 = aside * fabs(aside);
    if (aside2 > c.radius * c.radius * speed2)
        return c2d_cast_surely_misses(a, motion, b, 0, aside2) ? MISS : UNSURE;
    double size = c2d_magnitude(motion), most = c2d_norm1(motion);
    c.scale = c2d_cast_scale(a, b, size);
    c.margin = C2D_RAY_MARGIN * c.scale;
    c.error = 1.5 * c.margin * most;
    c.error2 = 8 * c.margin * most * (c.scale * most);
    int in_range = c2d_cast_is_in_range(speed2, c.scale) & !c2d_is_far_motion(size, c.scale);
    /* The order of the rounded distances may not be that of the vertices. */
    double a_rise = lanes_y(s_a), b_rise = lanes_y(s_b) - lanes_x(s_b);
    double b_fall = (disc_a | disc_b) ? b_rise : lanes_x(two_crosses(c.m, two_of(lanes_sub(b1, b0), lanes_splat(0))));
    int a_falls = disc_a | (a_rise != 0), b_falls = disc_b | (b_rise * b_fall > 0);
    int fits = !(disc_a | disc_b) | (c.scale <= MOST_SCALE_OF_SIX);
    if (!c2d_opaque(a_falls & b_falls & in_range & fits))
        return UNSURE;
    front f = disc_a   ? front_of_one(&c, s_b, true)
              : disc_b ? front_of_one(&c, s_a, false)
                       : front_of(&c, s_a, s_b, sharp);
    return !sharp && c2d_opaque(f.is_arc) ? meet_arc(&c, &f, out) : meet_edge(&c, &f, sharp, out);
}

#define KERNEL(name, of)                                                                                               \
    static C2D_NOINLINE c2d_status name(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,  \
                                        c2d_vec *room, bool *hits, c2d_hit *out)                                       \
    {                                                                                                                  \
        outcome found = meet(a, motion, b, of, out);                                                                   \
        *hits = found == HIT;                                                                                          \
        return found == UNSURE ? c2d_cast_cores(a, rect, motion, b, room, hits, out) : C2D_OK;                         \
    }

KERNEL(cast_sharp, SHARP)
KERNEL(cast_capsules, CAPSULES)
KERNEL(cast_disc, DISC_AT_SEGMENT)
KERNEL(cast_at_disc, SEGMENT_AT_DISC)

c2d_status c2d_cast_segments(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                             c2d_vec *room, bool *hits, c2d_hit *out)
{
    if (a->form == C2D_POINT)
        return cast_disc(a, rect, motion, b, room, hits, out);
    if (b->form == C2D_POINT)
        return cast_at_disc(a, rect, motion, b, room, hits, out);
    if (a->radius + b->radius > 0)
        return cast_capsules(a, rect, motion, b, room, hits, out);
    return cast_sharp(a, rect, motion, b, room, hits, out);
}
