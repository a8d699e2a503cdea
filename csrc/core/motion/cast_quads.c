/* The kernel of casts of segments and quadrilaterals, with radii or without, if one of them is a quadrilateral. It has
 * the results of cast.c, to the bit, but does not walk along the front of the difference step by step, whose number no
 * processor can predict: of the two edges of each core that can face the motion, all turns and sides are computed, two
 * at once. Casts that are not certain here, and fronts with three edges of one core, go to c2d_cast_cores. */
#include "axis_stop.h"
#include "cast_kernels.h"
#include "ray_arc.h"

typedef c2d_lanes lanes;

C2D_INLINE double least_of(lanes v) { return c2d_min(lanes_x(v), lanes_y(v)); }
C2D_INLINE double most_of(lanes v) { return c2d_max(lanes_x(v), lanes_y(v)); }

/* ---- the edges that face the motion ---- */

/* For each set of facing edges, as bits: the first one | their number << 2 | for how many vertices << 4. The edges of a
 * segment are counted twice. 0: there is no such front, or it has three edges. */
#define CHAIN(first, count, n) ((first) | (count) << 2 | (n) << 4)
static const uint8_t chains[16] = {
    [1] = CHAIN(0, 1, 4), [2] = CHAIN(1, 1, 4), [4] = CHAIN(2, 1, 4),  [8] = CHAIN(3, 1, 4), [3] = CHAIN(0, 2, 4),
    [6] = CHAIN(1, 2, 4), [9] = CHAIN(3, 2, 4), [12] = CHAIN(2, 2, 4), [5] = CHAIN(0, 1, 2), [10] = CHAIN(1, 1, 2)};

/* A core, and how far its vertices are on the left of the line of the motion through the first vertex of a, times the
 * speed: motion x (vertex - that vertex). */
typedef struct core {
    const c2d_vec *v;
    uint32_t last;         /* n - 1: vertex k is v[k & last] */
    uint32_t start, count; /* of the edges that face the motion */
    int valid;
    lanes s01, s23;
} core;

typedef struct quad_cast {
    const c2d_shape *a, *b;
    lanes m, mx, my;
    double radius, scale, margin, error;
} quad_cast;

/* first: the distance of the first vertex. The edges of a, which is reversed, are reversed too. The falls of the edges,
 * motion x edge, have the signs of the walk in cast.c; the distances are sums of them, so their differences are within
 * 29 u of the scale times the speed. Lemma quad_sides. */
C2D_INLINE core core_of(const quad_cast *c, const c2d_shape *s, double first, bool of_a)
{
    core r = {.v = s->v.own, .last = s->count - 1};
    const lanes zero = lanes_splat(0);
    lanes v0 = lanes_load(r.v), v1 = lanes_load(r.v + (1 & r.last)), v2 = lanes_load(r.v + (2 & r.last)),
          v3 = lanes_load(r.v + (3 & r.last));
    lanes e0 = lanes_sub(v1, v0), e1 = lanes_sub(v2, v1), e2 = lanes_sub(v3, v2), e3 = lanes_sub(v0, v3);
    lanes f01 = lanes_sub(lanes_mul(c->mx, lanes_ys(e0, e1)), lanes_mul(c->my, lanes_xs(e0, e1)));
    lanes f23 = lanes_sub(lanes_mul(c->mx, lanes_ys(e2, e3)), lanes_mul(c->my, lanes_xs(e2, e3)));
    lanes faces01 = of_a ? lanes_less(zero, f01) : lanes_less(f01, zero);
    lanes faces23 = of_a ? lanes_less(zero, f23) : lanes_less(f23, zero);
    uint32_t code = chains[lanes_bits(faces01) | lanes_bits(faces23) << 2];
    /* (s0, s1) and (s2, s3) */
    lanes s0 = lanes_splat(first);
    r.s01 = lanes_add(s0, lanes_yx(zero, f01));
    r.s23 = lanes_yx(lanes_add(r.s01, f01), lanes_sub(s0, lanes_yx(f23, f23)));
    r.start = code & 3;
    r.count = code >> 2 & 3;
    r.valid = code >> 4 & s->count;
    return r;
}

/* The vertices of the facing edges and their distances; without a second edge, its vertex is repeated. */
typedef struct chain {
    lanes v[3];
    double s[3];
} chain;

C2D_INLINE chain chain_of(const core *c)
{
    c2d_vec s[2];
    lanes_store(&s[0], c->s01);
    lanes_store(&s[1], c->s23);
    const double *all = &s[0].x;
    uint32_t k0 = c->start, k1 = (c->start + 1) & c->last, k2 = (c->start + c->count) & c->last;
    chain r = {{lanes_load(c->v + k0), lanes_load(c->v + k1), lanes_load(c->v + k2)}, {all[k0], all[k1], all[k2]}};
    return r;
}

/* ---- the front ---- */

typedef struct front {
    lanes a, a_next, b, b_next; /* the corner, and the other ends of the edges from it */
    int of_a, of_b, sure;       /* neither: the ray meets the arc */
} front;

/* By the turn from an edge of b to one of a follows which is first along the front, and so between which vertices of
 * the other core an edge lies. The ray has passed an edge if both its ends, moved outward by the radius, are on the
 * left of the line; it crosses an edge if one end is. As the front falls from left to right, the numbers of passed
 * edges are the vertices of the corner that the ray crosses, or from which the crossed edge leads.
 *
 * A side is certain beyond 1.5 margins. The distances here, differences of two, err by less than 29 u of the scale
 * times the speed, those in cast.c by less than 8 u, and the margin is 64 u: so a side that is certain here is so there
 * too. Turns matter only beside the crossed edge, where an edge of the other core that is nearly parallel forms one
 * face with it. An edge that does not face the motion cannot be nearly parallel to one that is certain to be crossed:
 * that one falls by more than 128 u of the scale times the speed. Lemmas orient and sides. */
C2D_INLINE front front_of(const quad_cast *c, const core *ca, const core *cb)
{
    const lanes zero = lanes_splat(0), filter = lanes_splat(C2D_FILTER_ORIENT);
    lanes mx = c->mx, my = c->my;
    chain a = chain_of(ca), b = chain_of(cb);
    lanes eb1 = lanes_sub(b.v[1], b.v[0]), eb2 = lanes_sub(b.v[2], b.v[1]);
    lanes ea1 = lanes_sub(a.v[0], a.v[1]), ea2 = lanes_sub(a.v[1], a.v[2]);
    lanes bx = lanes_xs(eb1, eb2), by = lanes_ys(eb1, eb2), ax = lanes_xs(ea1, ea2), ay = lanes_ys(ea1, ea2);
    lanes l1 = lanes_mul(bx, lanes_splat_x(ay)), r1 = lanes_mul(by, lanes_splat_x(ax));
    lanes l2 = lanes_mul(bx, lanes_splat_y(ay)), r2 = lanes_mul(by, lanes_splat_y(ax));
    lanes t1 = lanes_sub(l1, r1), t2 = lanes_sub(l2, r2);
    lanes sure1 = lanes_less(lanes_mul(filter, lanes_add(lanes_abs(l1), lanes_abs(r1))), lanes_abs(t1));
    lanes sure2 = lanes_less(lanes_mul(filter, lanes_add(lanes_abs(l2), lanes_abs(r2))), lanes_abs(t2));
    lanes p = lanes_at_most(t1, zero);
    p = lanes_or(p, lanes_splat_x(p)); /* the first edge of a is before the first one of b, and before the second one */
    lanes q = lanes_and(p, lanes_at_most(t2, zero));
    q = lanes_or(q, lanes_splat_x(q)); /* the second edge of a is before them */
    lanes s_a = lanes_select(q, lanes_splat(a.s[2]), lanes_select(p, lanes_splat(a.s[1]), lanes_splat(a.s[0])));
    lanes s_b = lanes_select(lanes_ys(p, q), lanes_select(lanes_xs(p, q), lanes_splat(b.s[0]), lanes_splat(b.s[1])),
                             lanes_splat(b.s[2]));
    lanes length_b = lanes_sqrt(lanes_add(lanes_mul(bx, bx), lanes_mul(by, by)));
    lanes length_a = lanes_sqrt(lanes_add(lanes_mul(ax, ax), lanes_mul(ay, ay)));
    lanes radius = lanes_splat(c->radius), error = lanes_splat(c->error);
    lanes lift_b = lanes_mul(radius, lanes_add(lanes_mul(mx, bx), lanes_mul(my, by)));
    lanes lift_a = lanes_mul(radius, lanes_add(lanes_mul(mx, ax), lanes_mul(my, ay)));
    lanes start_b = lanes_sub(lanes_mul(lanes_sub(lanes_pair(b.s[0], b.s[1]), s_a), length_b), lift_b);
    lanes end_b = lanes_sub(lanes_mul(lanes_sub(lanes_pair(b.s[1], b.s[2]), s_a), length_b), lift_b);
    lanes start_a = lanes_sub(lanes_mul(lanes_sub(s_b, lanes_pair(a.s[0], a.s[1])), length_a), lift_a);
    lanes end_a = lanes_sub(lanes_mul(lanes_sub(s_b, lanes_pair(a.s[1], a.s[2])), length_a), lift_a);
    lanes unsure_b = lanes_less(lanes_min(lanes_abs(start_b), lanes_abs(end_b)), lanes_mul(error, length_b));
    lanes unsure_a = lanes_less(lanes_min(lanes_abs(start_a), lanes_abs(end_a)), lanes_mul(error, length_a));
    int past_b = lanes_bits(lanes_less(zero, end_b)), past_a = lanes_bits(lanes_less(zero, end_a));
    int on_b = lanes_bits(lanes_less(zero, start_b)) & ~past_b, on_a = lanes_bits(lanes_less(zero, start_a)) & ~past_a;
    uint32_t i = (uint32_t)(past_a - (past_a >> 1)), j = (uint32_t)(past_b - (past_b >> 1));
    front f = {.of_a = on_a, .of_b = on_b};
    /* The edges of the other core must not be parallel. */
    int unsure_turns = ~(lanes_bits(sure1) | lanes_bits(sure2) << 2);
    int rows = (1 << cb->count) - 1, present = rows | (rows << 2 & -(int)(ca->count > 1));
    int asked = (on_b | on_b << 2) | ((on_a & 1) * 3 | (on_a & 2) * 6);
    f.sure = !lanes_bits(lanes_or(unsure_a, unsure_b)) & !(unsure_turns & present & asked);
    uint32_t ia = ca->start + i, jb = cb->start + j;
    f.a = lanes_load(ca->v + (ia & ca->last));
    f.a_next = lanes_load(ca->v + ((ia + 1) & ca->last));
    f.b = lanes_load(cb->v + (jb & cb->last));
    f.b_next = lanes_load(cb->v + ((jb + 1) & cb->last));
    return f;
}

/* ---- answers ---- */

typedef enum outcome { UNSURE, MISS, HIT } outcome;

/* Whether the corner is that of the cores along n. */
C2D_INLINE bool is_foremost(const quad_cast *c, const front *f, lanes n, double length)
{
    c2d_vec p = c2d_v(lanes_x(f->a), lanes_y(f->a)), q = c2d_v(lanes_x(f->b), lanes_y(f->b));
    return c2d_cast_are_foremost(c->a, p, c->b, q, c2d_v(lanes_x(n), lanes_y(n)), length, c->scale);
}

/* The first test is whether the ray ends before the arc: it is as random as the positions, and needs no root. Lemma
 * arc. */
C2D_INLINE outcome meet_arc(const quad_cast *c, const front *f, c2d_hit *out)
{
    lanes v = lanes_sub(f->b, f->a), rest = lanes_sub(c->m, v);
    double square = lanes_sum(lanes_mul(rest, rest)), wide = c->radius + 4 * c->margin;
    if ((lanes_sum(lanes_mul(v, c->m)) >= lanes_sum(lanes_mul(c->m, c->m))) & (square >= c->radius * c->radius))
        return (square > wide * wide) & f->sure && is_foremost(c, f, rest, c2d_sqrt(square)) ? MISS : UNSURE;
    c2d_ray_arc arc = c2d_ray_meet_arc(c->m, v, c->radius, c->scale, c->margin);
    if (!c2d_opaque(arc.sure & arc.hits & f->sure) || !is_foremost(c, f, arc.normal, 1))
        return UNSURE;
    double t = c2d_stop_at(c->a, c->m, c->b, c2d_is_round_at(f->a, c->m, arc.t), arc.t, arc.clear);
    c2d_write_hit(c->b, t, f->b, arc.normal, out);
    return HIT;
}

/* Lemmas supports, face and crossing_is_a_hit. */
C2D_INLINE outcome meet_edge(const quad_cast *c, const front *f, c2d_hit *out)
{
    lanes m = c->m, of_b = lanes_mask(f->of_b != 0);
    lanes edge = lanes_select(of_b, lanes_sub(f->b_next, f->b), lanes_sub(f->a, f->a_next));
    lanes corner = lanes_sub(f->b, f->a);
    lanes next = lanes_sub(lanes_select(of_b, f->b_next, f->b), lanes_select(of_b, f->a, f->a_next));
    lanes outward = lanes_xor(lanes_swap(edge), lanes_pair(0, -0.0));
    lanes x = lanes_xs(corner, next), y = lanes_ys(corner, next);
    lanes offsets = lanes_add(lanes_mul(lanes_splat_x(outward), x), lanes_mul(lanes_splat_y(outward), y));
    double length = c2d_sqrt(lanes_sum(lanes_mul(edge, edge))), approach = lanes_sum(lanes_mul(m, outward));
    double offset = most_of(offsets), sure_radius = c->radius - c->margin;
    double above = offset + (c->radius + c->margin) * length, sure = offset + sure_radius * length;
    lanes quotients = lanes_div(lanes_pair(1, offset + c->radius * length), lanes_splat(approach));
    double inverse = lanes_x(quotients), t = lanes_y(quotients), clear = c2d_min(above * inverse, 1);
    lanes normal = lanes_div(outward, lanes_splat(length));
    if (!is_foremost(c, f, outward, length))
        return UNSURE;
    if (!c2d_opaque((above < 0) & (above >= approach)))
        return (above < 0) & f->sure ? MISS : UNSURE;
    if (!c2d_opaque((sure >= approach) & f->sure))
        return UNSURE;
    int is_round = c2d_is_round_at(f->a, m, t) | (c2d_is_round_at(f->a_next, m, t) & (f->of_a != 0));
    double flush = -1; /* without a stop that is flush, the general one is taken, as cast_exact.c does */
    if (lanes_bits(lanes_equal(outward, lanes_splat(0)))) {
        c2d_vec motion = c2d_v(lanes_x(m), lanes_y(m)), across = c2d_v(lanes_x(normal), lanes_y(normal));
        flush = c2d_cast_axis_stop(c->a, NULL, motion, c->b, across);
    }
    t = flush >= 0 ? c2d_max(flush, clear) : c2d_stop_at(c->a, m, c->b, is_round, t, clear);
    /* As c2d_point_between. */
    lanes along = lanes_xor(lanes_swap(normal), lanes_pair(-0.0, 0)), at = lanes_mul(m, lanes_splat(t));
    double after = lanes_sum(lanes_mul(lanes_sub(at, corner), along));
    double before = lanes_sum(lanes_mul(lanes_sub(next, at), along));
    lanes step = lanes_mul(along, lanes_splat(c2d_max(c2d_min(after, before), 0)));
    lanes is_near = lanes_less(lanes_splat(after), lanes_splat(before));
    lanes point = lanes_select(is_near, lanes_add(f->b, step), lanes_sub(f->b_next, step));
    if (c2d_opaque(after == before))
        point = lanes_mul(lanes_add(f->b, f->b_next), lanes_splat(0.5));
    c2d_write_hit(c->b, t, lanes_select(of_b, point, f->b), normal, out);
    return HIT;
}

/* Lemmas lateral, sides, supports, face and arc. */
C2D_INLINE outcome meet(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_hit *out)
{
    quad_cast c = {.a = a, .b = b, .m = lanes_pair(motion.x, motion.y), .radius = a->radius + b->radius};
    double gap = c2d_gap_of_bounds(a, c.m, b);
    if (gap > 0)
        return c2d_cast_surely_misses(a, motion, b, gap, 0) ? MISS : UNSURE;
    c.mx = lanes_splat_x(c.m);
    c.my = lanes_splat_y(c.m);
    lanes first = lanes_sub(lanes_load(b->v.own), lanes_load(a->v.own));
    core ca = core_of(&c, a, 0, true);
    core cb = core_of(&c, b, motion.x * lanes_y(first) - motion.y * lanes_x(first), false);
    double right = least_of(lanes_min(ca.s01, ca.s23)) - most_of(lanes_max(cb.s01, cb.s23));
    double left = least_of(lanes_min(cb.s01, cb.s23)) - most_of(lanes_max(ca.s01, ca.s23));
    double speed2 = lanes_sum(lanes_mul(c.m, c.m)), aside = c2d_max(right, left), aside2 = aside * fabs(aside);
    if (aside2 > c.radius * c.radius * speed2)
        return c2d_cast_surely_misses(a, motion, b, 0, aside2) ? MISS : UNSURE;
    double size = c2d_magnitude(motion);
    c.scale = c2d_cast_scale(a, b, size);
    c.margin = C2D_RAY_MARGIN * c.scale;
    c.error = 1.5 * c.margin * c2d_norm1(motion);
    int in_range = c2d_cast_is_in_range(speed2, c.scale) & !c2d_is_far_motion(size, c.scale);
    if (!c2d_opaque((ca.valid != 0) & (cb.valid != 0) & in_range))
        return UNSURE;
    front f = front_of(&c, &ca, &cb);
    return c2d_opaque(f.of_a | f.of_b) ? meet_edge(&c, &f, out) : meet_arc(&c, &f, out);
}

c2d_status c2d_cast_quads(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                          bool *hits, c2d_hit *out)
{
    outcome found = meet(a, motion, b, out);
    *hits = found == HIT;
    return found == UNSURE ? c2d_cast_cores(a, rect, motion, b, room, hits, out) : C2D_OK;
}
