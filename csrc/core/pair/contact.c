/* Contact: normal, depth and one or two points.
 *
 * A kernel for each pair of forms writes the contact directly. Undecided pairs fall back to the nearest features, which
 * give an equal contact. If the normal is that of an edge, the facing edge of the other shape is clipped to the edge's
 * length (Sutherland and Hodgman), and the clipped ends in contact are the points. */
#include "distance.h"

typedef const c2d_shape *shape;

/* A point in the frame of the reference edge: t along the edge and h outward from it. A point is above the
 * edge if 0 <= t <= length. */
typedef struct local {
    double t, h;
} local;

typedef struct reference {
    c2d_vec origin, along, out; /* along and out are unit vectors */
    double length;
} reference;

static local to_local(const reference *r, c2d_vec p)
{
    c2d_vec w = c2d_sub(p, r->origin);
    local l = {c2d_dot(w, r->along), c2d_dot(w, r->out)};
    return l;
}

static c2d_vec to_world(const reference *r, double t, double h)
{
    return c2d_add(r->origin, c2d_add(c2d_mul(r->along, t), c2d_mul(r->out, h)));
}

/* The far end of the flatter of two edges from a point; the longer of two equally flat edges. Rises below slack are
 * rounding errors. */
static inline local flatter(local at, local p, local q, double slack)
{
    double p_rise = p.h - at.h, q_rise = q.h - at.h, p_run = fabs(p.t - at.t), q_run = fabs(q.t - at.t);
    double p_slope = c2d_choose(p_rise > slack, p_rise, 0) * q_run;
    double q_slope = c2d_choose(q_rise > slack, q_rise, 0) * p_run;
    bool first = (p_slope < q_slope) | ((p_slope == q_slope) & (p_run >= q_run));
    local l = {c2d_choose(first, p.t, q.t), c2d_choose(first, p.h, q.h)};
    return l;
}

/* The index of the vertex of s with the least h; the first of several. */
static uint32_t deepest_vertex(const reference *r, shape s)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t i = 0;
    double least = to_local(r, v[0]).h;
    for (uint32_t j = 1; j < s->count; j++) {
        double h = to_local(r, v[j]).h;
        i = h < least ? j : i;
        least = c2d_min(h, least);
    }
    return i;
}

/* The ends of the facing edge of s if the deepest vertex i is not above the reference edge: the first edge from i
 * toward the reference edge that reaches above it. If no edge does, both ends are the nearest vertex. */
static C2D_NOINLINE void facing_edge_aside(const reference *r, shape s, uint32_t i, double slack, local end[2])
{
    const c2d_vec *v = c2d_vertices(s);
    double least = INFINITY, most = -INFINITY;
    for (uint32_t j = 0; j < s->count; j++) {
        double t = to_local(r, v[j]).t;
        least = c2d_min(least, t);
        most = c2d_max(most, t);
    }
    /* The ends of s along the edge, each the nearest of those within slack. Slack is counted from the end itself: from
     * one vertex to the next, many short edges would lead away from it. */
    local at = to_local(r, v[i]), low = {least, INFINITY}, high = {most, INFINITY};
    for (uint32_t j = 0; j < s->count; j++) {
        local l = to_local(r, v[j]);
        bool is_low = l.t <= least + slack && l.h < low.h, is_high = l.t >= most - slack && l.h < high.h;
        low = is_low ? l : low;
        high = is_high ? l : high;
    }
    double first = -slack, last = r->length + slack;
    if (high.t < first || low.t > last) {
        end[0] = end[1] = high.t < first ? high : low;
        return;
    }
    /* Vertices turn from along to out, or the reverse. The side of s that faces r has the opposite order. */
    bool from_low = at.t < first, forward = (c2d_cross(r->along, r->out) < 0) != from_low;
    end[0] = at;
    while (from_low ? at.t < first : at.t > last) {
        i = forward ? c2d_next_vertex(i, s->count) : c2d_previous_vertex(i, s->count);
        end[0] = at;
        at = to_local(r, v[i]);
    }
    end[1] = at;
}

/* Clips the end p of the edge p q to 0 <= t <= length. If q is beyond the same limit, returns the end nearer to the
 * limit. */
static local clipped(local p, local q, double length, double slack)
{
    double limit = p.t < 0 ? 0 : p.t > length ? length : p.t;
    bool crosses = p.t < 0 ? q.t > 0 : q.t < length;
    if (!crosses && fabs(p.t - limit) > slack && fabs(q.t - limit) < fabs(p.t - limit))
        p = q;
    if (fabs(p.t - limit) <= slack) {
        local l = {limit, p.h};
        return l;
    }
    if (!crosses)
        return p;
    local l = {limit, p.h + (q.h - p.h) * ((limit - p.t) / (q.t - p.t))};
    return l;
}

/* Writes those of two points of the facing edge that are in contact and returns their number. 0 only if rounding puts
 * both beyond the radii. */
static inline int in_contact(const reference *r, double rs, double rt, local p, local q, double slack,
                             c2d_vec points[2])
{
    c2d_vec first = to_world(r, p.t, (rs + p.h - rt) / 2), second = to_world(r, q.t, (rs + q.h - rt) / 2);
    bool has_first = p.h - (rs + rt) <= slack, has_second = q.h - (rs + rt) <= slack;
    points[0] = has_first ? first : second;
    points[1] = second;
    return has_first + (has_second & !(has_first & c2d_same(first, second)));
}

/* clip for a deepest vertex i that is not above the reference edge. */
static C2D_NOINLINE int clip_aside(const reference *r, double rs, shape t, uint32_t i, double slack, c2d_vec points[2])
{
    local end[2];
    facing_edge_aside(r, t, i, slack, end);
    local p = clipped(end[0], end[1], r->length, slack), q = clipped(end[1], end[0], r->length, slack);
    return in_contact(r, rs, t->radius, p, q, slack, points);
}

/* The manifold of the reference edge of s (radius rs) and t with the deepest vertex i: the ends in contact of the
 * facing edge. That is the flatter edge at vertex i if the vertex is above the reference edge. Returns the number of
 * points, which may be 0. Lemma manifold. */
static inline int clip(const reference *r, double rs, shape t, uint32_t i, c2d_vec points[2])
{
    /* Heights have errors of a few ulp of the lengths in them. Ends that touch exactly must count as contact. */
    double sizes = (t->max.x - t->min.x) + (t->max.y - t->min.y);
    double slack = C2D_FILTER_LENGTH * (r->length + (rs + t->radius) + sizes);
    const c2d_vec *v = c2d_vertices(t);
    local at = to_local(r, v[i]);
    if (!((at.t >= -slack) & (at.t <= r->length + slack)))
        return clip_aside(r, rs, t, i, slack, points);
    local end = t->count == 2 ? to_local(r, v[1 - i])
                              : flatter(at, to_local(r, v[c2d_previous_vertex(i, t->count)]),
                                        to_local(r, v[c2d_next_vertex(i, t->count)]), slack);
    double along = c2d_min(c2d_max(end.t, 0), r->length), radius = rs + t->radius;
    at.t = c2d_min(c2d_max(at.t, 0), r->length);
    points[0] = to_world(r, at.t, (rs + at.h - t->radius) / 2);
    /* Clips the edge at the limit. An edge that leads away from the reference edge clips to its first end. */
    if (fabs(end.t - along) > slack)
        end.h = at.h + (end.h - at.h) * ((along - at.t) / (end.t - at.t));
    if (!(end.h - radius <= slack))
        return 1;
    points[1] = to_world(r, along, (rs + end.h - t->radius) / 2);
    return 2 - c2d_same(points[0], points[1]);
}

/* The manifold of the edge p q of s, with normal out, and t. */
static int edge_points(c2d_vec p, c2d_vec q, c2d_vec out, double rs, shape t, c2d_vec points[2])
{
    reference r = {.origin = p, .out = out, .length = c2d_length(p, q)};
    r.along = c2d_v((q.x - p.x) / r.length, (q.y - p.y) / r.length);
    return clip(&r, rs, t, deepest_vertex(&r, t), points);
}

static int manifold(const c2d_nearest *n, shape a, shape b, c2d_vec points[2])
{
    bool of_a = n->owner == C2D_OF_A;
    shape s = of_a ? a : b, t = of_a ? b : a;
    if (n->owner != C2D_OF_NEITHER && t->count > 1) {
        const c2d_vec *v = c2d_vertices(s);
        int count = edge_points(v[n->edge], v[c2d_next_vertex(n->edge, s->count)],
                                of_a ? c2d_neg(n->normal) : n->normal, s->radius, t, points);
        if (count)
            return count;
        if (!n->cores_apart) {
            points[0] = c2d_common_point(a, b);
            return 1;
        }
    }
    c2d_vec surface_a = c2d_sub(n->on_a, c2d_mul(n->normal, a->radius));
    c2d_vec surface_b = c2d_add(n->on_b, c2d_mul(n->normal, b->radius));
    points[0] = c2d_add(c2d_mul(surface_a, 0.5), c2d_mul(surface_b, 0.5));
    return 1;
}

/* The mean, in one coordinate, of the surface points at_a - n ra and at_b + n rb. */
static inline double midway(double at_a, double at_b, double n, double ra, double rb)
{
    return (at_a - n * ra) / 2 + (at_b + n * rb) / 2;
}

/* The contact of two grown points; false if they are apart. Exchanging a and b negates the normal. */
static inline bool point_contact(c2d_vec p, c2d_vec q, shape a, shape b, c2d_contact *out)
{
    double gap = c2d_length_gap(p, q, a->radius, b->radius);
    if (gap > 0)
        return false;
    c2d_vec w = c2d_sub(p, q);
    double d = c2d_norm(w);
    c2d_vec n = d > 0 ? c2d_v(w.x / d + 0.0, w.y / d + 0.0) : c2d_v(a->radius >= b->radius ? 1 : -1, 0);
    out->normal = n;
    out->depth = -gap + 0.0;
    out->count = 1;
    out->points[0] = c2d_v(midway(p.x, q.x, n.x, a->radius, b->radius), midway(p.y, q.y, n.y, a->radius, b->radius));
    return true;
}

static C2D_NOINLINE bool feature_contact(shape a, shape b, c2d_contact *out)
{
    if (c2d_relate(a, b) == C2D_APART)
        return false;
    c2d_nearest n = c2d_nearest_features(a, b);
    out->normal = c2d_v(n.normal.x + 0.0, n.normal.y + 0.0); /* -0 becomes +0 */
    out->depth = -n.separation + 0.0;
    out->count = manifold(&n, a, b, out->points);
    return true;
}

/* ---- kernels ---- */

/* Lemma radius_bounds. */
static bool points(shape a, shape b, c2d_contact *out)
{
    c2d_vec w = c2d_sub(a->v.own[0], b->v.own[0]);
    double radius = a->radius + b->radius;
    if (c2d_dot(w, w) > radius * radius * (1 + C2D_FILTER_LENGTH))
        return false;
    return point_contact(a->v.own[0], b->v.own[0], a, b, out);
}

/* The contact normal of two axis-aligned cores: along the axis with the wider gap, x on a tie. side: 1 or -1. */
typedef struct axis_normal {
    bool on_x;
    double side;
} axis_normal;

static C2D_NOINLINE axis_normal tied_normal(c2d_vec alo, c2d_vec ahi, c2d_vec blo, c2d_vec bhi, shape a, shape b)
{
    c2d_interval_gap x = c2d_gap_between(alo.x, ahi.x, blo.x, bhi.x, a, b);
    c2d_interval_gap y = c2d_gap_between(alo.y, ahi.y, blo.y, bhi.y, a, b);
    bool on_x = c2d_is_wider(&x, &y);
    axis_normal n = {on_x, on_x ? x.side : y.side};
    return n;
}

/* Two axis-aligned cores, lo to hi; a point is a box of size 0. Lemma radius_bounds. */
static inline bool aligned(c2d_vec alo, c2d_vec ahi, c2d_vec blo, c2d_vec bhi, shape a, shape b, c2d_contact *out)
{
    double ra = a->radius, rb = b->radius, radius = ra + rb;
    c2d_vec above = c2d_sub(alo, bhi), below = c2d_sub(blo, ahi), off = c2d_sub(above, below);
    double gx = c2d_max(above.x, below.x), gy = c2d_max(above.y, below.y), wx = c2d_max(gx, 0), wy = c2d_max(gy, 0);
    if (wx * wx + wy * wy > radius * radius * (1 + C2D_FILTER_LENGTH))
        return false;
    if (gx > 0 && gy > 0) {
        bool right = off.x > 0, over = off.y > 0;
        c2d_vec p = c2d_v(c2d_choose(right, alo.x, ahi.x), c2d_choose(over, alo.y, ahi.y));
        c2d_vec q = c2d_v(c2d_choose(right, bhi.x, blo.x), c2d_choose(over, bhi.y, blo.y));
        return point_contact(p, q, a, b, out);
    }
    axis_normal n = {gx > gy, 0};
    double aside = c2d_choose(n.on_x, off.x, off.y);
    n.side = c2d_choose(aside > 0, 1, -1);
    if ((aside == 0) | (gx == gy))
        n = tied_normal(alo, ahi, blo, bhi, a, b);
    double a_lo = c2d_choose(n.on_x, alo.x, alo.y), a_hi = c2d_choose(n.on_x, ahi.x, ahi.y);
    double b_lo = c2d_choose(n.on_x, blo.x, blo.y), b_hi = c2d_choose(n.on_x, bhi.x, bhi.y);
    double at_a = c2d_choose(n.side > 0, a_lo, a_hi), at_b = c2d_choose(n.side > 0, b_hi, b_lo);
    double gap = c2d_gap_less_radii(c2d_two_diff(n.side * at_a, n.side * at_b), ra, rb);
    if (gap > 0)
        return false;
    double at = midway(at_a, at_b, n.side, ra, rb);
    c2d_vec lo = c2d_v(c2d_max(alo.x, blo.x), c2d_max(alo.y, blo.y));
    c2d_vec hi = c2d_v(c2d_min(ahi.x, bhi.x), c2d_min(ahi.y, bhi.y));
    out->normal = c2d_v(c2d_choose(n.on_x, n.side, 0), c2d_choose(n.on_x, 0, n.side));
    out->depth = -gap + 0.0;
    out->points[0] = c2d_v(c2d_choose(n.on_x, at, lo.x), c2d_choose(n.on_x, lo.y, at));
    out->points[1] = c2d_v(c2d_choose(n.on_x, at, hi.x), c2d_choose(n.on_x, hi.y, at));
    out->count = 2 - c2d_same(out->points[0], out->points[1]);
    return true;
}

static bool point_box(shape a, shape b, c2d_contact *out)
{
    return aligned(a->v.own[0], a->v.own[0], b->v.own[0], b->v.own[2], a, b, out);
}

static bool boxes(shape a, shape b, c2d_contact *out)
{
    return aligned(a->v.own[0], a->v.own[2], b->v.own[0], b->v.own[2], a, b, out);
}

/* The point is beyond an end of the segment or beside it. A point on the segment uses the nearest features. Lemma
 * point_segment. */
static bool point_segment(shape a, shape b, c2d_contact *out)
{
    double ra = a->radius, rb = b->radius, radius = ra + rb, r2 = radius * radius;
    c2d_vec r = a->v.own[0], p = b->v.own[0], q = b->v.own[1], e = c2d_sub(q, p), w = c2d_sub(r, p);
    double ee = c2d_dot(e, e), along = c2d_dot(w, e) / ee;
    c2d_vec foot = c2d_add(p, c2d_mul(e, along)), d = c2d_sub(w, c2d_mul(e, c2d_min(c2d_max(along, 0), 1)));
    if (c2d_dot(d, d) - r2 > C2D_FILTER_LENGTH * (r2 + ee))
        return false;
    bool before = c2d_dot_sign(p, q, r) < 0, after = c2d_dot_sign(q, p, r) < 0;
    if (before | after)
        return point_contact(r, c2d_v(c2d_choose(before, p.x, q.x), c2d_choose(before, p.y, q.y)), a, b, out);
    int side = c2d_orient_sign(p, q, r);
    if (side == 0)
        return feature_contact(a, b, out);
    double gap = c2d_line_gap(r, p, q, ra, rb);
    if (gap > 0)
        return false;
    c2d_vec n = c2d_mul(c2d_unit(c2d_v(q.y - p.y, p.x - q.x)), -side);
    out->normal = c2d_v(n.x + 0.0, n.y + 0.0);
    out->depth = -gap + 0.0;
    out->count = 1;
    out->points[0] = c2d_v(midway(r.x, foot.x, n.x, ra, rb), midway(r.y, foot.y, n.y, ra, rb));
    return true;
}

/* ---- parallelograms ---- */

/* A separating axis, along the normal of the side e. overlap: twice the depth of the cores along it, times |e|. offset:
 * twice the offset of b's centre along it, times |e|. */
typedef struct axis {
    c2d_vec e;
    double overlap, offset;
} axis;

C2D_INLINE axis axis_of(c2d_vec e, c2d_vec d, double reach)
{
    double offset = c2d_cross(e, d);
    axis x = {e, reach - fabs(offset), offset};
    return x;
}

/* x > 0 with the index i < 4 in its last two bits, whose loss does not matter. The minimum of several such numbers then
 * also gives its index, without a branch. */
static inline double with_index(double x, int i)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits & ~(uint64_t)3) | (uint64_t)i;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int index_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits & 3);
}

/* Two cores, each a segment (one side) or a parallelogram (two sides) up to rounding. The kernel writes the contact if
 * three facts are certain: the cores overlap, the edge of least depth, and the vertex deepest behind it. Otherwise the
 * nearest features decide. Lemma parallelogram. */
C2D_INLINE bool parallelograms(shape a, int a_sides, shape b, int b_sides, c2d_contact *out)
{
    c2d_sides f = c2d_sides_of(a, a_sides == 1), g = c2d_sides_of(b, b_sides == 1);
    const c2d_vec *av = a->v.own, *bv = b->v.own;
    c2d_vec d = c2d_add(c2d_sub(bv[0], av[0]), c2d_sub(bv[b_sides], av[a_sides]));
    double slack = C2D_FILTER_LENGTH * c2d_span_of(a, b) + f.skew + g.skew;
    double uu = fabs(c2d_cross(f.u, g.u)), uw = fabs(c2d_cross(f.u, g.w));
    double wu = fabs(c2d_cross(f.w, g.u)), ww = fabs(c2d_cross(f.w, g.w));
    double area_a = fabs(c2d_cross(f.u, f.w)), area_b = fabs(c2d_cross(g.u, g.w));
    axis axes[4] = {axis_of(f.u, d, area_a + uu + uw)};
    if (a_sides == 2)
        axes[1] = axis_of(f.w, d, area_a + wu + ww);
    axes[a_sides] = axis_of(g.u, d, area_b + uu + wu);
    if (b_sides == 2)
        axes[a_sides + 1] = axis_of(g.w, d, area_b + uw + ww);

    int in = 1, apart = 0;
    double least = INFINITY, next = INFINITY;
    for (int i = 0; i < a_sides + b_sides; i++) {
        double margin = c2d_norm1(axes[i].e) * slack, overlap = axes[i].overlap;
        double square = with_index(overlap * overlap / c2d_dot(axes[i].e, axes[i].e), i);
        in &= overlap > margin;
        apart |= overlap < -margin;
        next = c2d_min(next, c2d_max(square, least));
        least = c2d_min(square, least);
    }
    if (apart & (a->radius + b->radius == 0))
        return false;

    int best = index_of(least);
    bool of_a = best < a_sides;
    shape s = of_a ? a : b, t = of_a ? b : a;
    c2d_sides h = of_a ? g : f;
    int s_sides = of_a ? a_sides : b_sides, t_sides = of_a ? b_sides : a_sides;
    c2d_vec e = axes[best].e;
    double offset = axes[best].offset, cu = c2d_cross(e, h.u), cw = c2d_cross(e, h.w), margin = c2d_norm1(e) * slack;
    double clear = sqrt(least) + 4 * slack; /* each root has an error below 1.5 slack */
    int certain = (clear * clear < next) & (fabs(offset) > 2 * margin) & (fabs(cu) > margin);
    certain &= (t_sides == 1) | (fabs(cw) > margin);
    if (!(in & certain))
        return feature_contact(a, b, out);

    bool own = of_a ? offset < 0 : offset > 0; /* the edge is the side e itself, not the opposite side */
    uint32_t first = (uint32_t)(of_a ? best : best - a_sides), edge = own ? first : first + (uint32_t)s_sides;
    bool up = (cu > 0) == own, over = (cw > 0) == own;
    uint32_t deepest = t_sides == 1 ? up : up ? 1 + over : 3 * over;
    c2d_vec p = s->v.own[edge], q = s->v.own[c2d_next_vertex(edge, s->count)];
    reference r = {.origin = p, .length = c2d_length(p, q)};
    r.along = c2d_v((q.x - p.x) / r.length, (q.y - p.y) / r.length);
    r.out = c2d_v(r.along.y, -r.along.x);
    double depth = c2d_orient_round(p, q, t->v.own[deepest]) / r.length, sign = of_a ? -1 : 1;
    out->normal = c2d_v(sign * r.out.x + 0.0, sign * r.out.y + 0.0);
    out->depth = depth + (a->radius + b->radius);
    out->count = clip(&r, s->radius, t, deepest, out->points);
    if (out->count == 0)
        return feature_contact(a, b, out); /* no point in contact */
    return true;
}

static bool segments(shape a, shape b, c2d_contact *out) { return parallelograms(a, 1, b, 1, out); }

static bool segment_box(shape a, shape b, c2d_contact *out) { return parallelograms(a, 1, b, 2, out); }

static bool segment_convex(shape a, shape b, c2d_contact *out)
{
    return b->count == 4 ? parallelograms(a, 1, b, 2, out) : feature_contact(a, b, out);
}

static bool convex(shape a, shape b, c2d_contact *out)
{
    return a->count == 4 && b->count == 4 ? parallelograms(a, 2, b, 2, out) : feature_contact(a, b, out);
}

/* ---- dispatch ---- */

#define SWAPPED(name, kernel)                                                                                          \
    static bool name(shape a, shape b, c2d_contact *out)                                                               \
    {                                                                                                                  \
        bool hit = kernel(b, a, out);                                                                                  \
        if (hit)                                                                                                       \
            out->normal = c2d_v(0 - out->normal.x, 0 - out->normal.y);                                                 \
        return hit;                                                                                                    \
    }
SWAPPED(segment_point, point_segment)
SWAPPED(box_point, point_box)
SWAPPED(box_segment, segment_box)
SWAPPED(convex_segment, segment_convex)

/* Rows and columns by form. */
static bool (*const KERNEL[4][4])(shape, shape, c2d_contact *) = {
    {points, point_segment, point_box, feature_contact},
    {segment_point, segments, segment_box, segment_convex},
    {box_point, box_segment, boxes, convex},
    {feature_contact, convex_segment, convex, convex},
};

bool c2d_find_contact(shape a, shape b, c2d_contact *out) { return KERNEL[a->form][b->form](a, b, out); }
