/* Contact: normal, depth and one or two points.
 *
 * Where an edge gave the normal, the edge that faces it on the other shape is clipped to its length, and the ends that
 * are in contact are the points (Sutherland and Hodgman's clipping, as every rigid-body engine does it). */
#include "distance.h"

typedef const c2d_shape *shape;

/* A point of the facing edge in the frame of the reference edge: t along it from 0 to its length, h out from it. */
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

static uint32_t before(shape s, uint32_t i) { return i ? i - 1 : s->count - 1; }

/* The flatter of two edges from a point, the longer of equally flat ones; rises below slack are rounding. */
static local flatter(local at, local p, local q, double slack)
{
    double p_rise = p.h - at.h, q_rise = q.h - at.h, p_run = fabs(p.t - at.t), q_run = fabs(q.t - at.t);
    double p_slope = (p_rise > slack ? p_rise : 0) * q_run, q_slope = (q_rise > slack ? q_rise : 0) * p_run;
    bool first = p_slope == q_slope ? p_run >= q_run : p_slope < q_slope;
    return first ? p : q;
}

/* The ends of the edge of s that faces the reference edge: one at the vertex least far out, or, if that vertex is not
 * over the edge, the first on the way to it that reaches it. Twice the same end if none does. */
static void facing_edge(const reference *r, shape s, double slack, local end[2])
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t i = 0;
    local at = to_local(r, v[0]), low = at, high = at;
    for (uint32_t j = 1; j < s->count; j++) {
        local l = to_local(r, v[j]);
        low = l.t < low.t - slack || (l.t <= low.t + slack && l.h < low.h) ? l : low;
        high = l.t > high.t + slack || (l.t >= high.t - slack && l.h < high.h) ? l : high;
        if (l.h < at.h) {
            at = l;
            i = j;
        }
    }
    double first = -slack, last = r->length + slack;
    end[0] = at;
    if (at.t >= first && at.t <= last) {
        end[1] = flatter(at, to_local(r, v[before(s, i)]), to_local(r, v[c2d_next(s, i)]), slack);
    } else if (high.t < first || low.t > last) {
        end[0] = end[1] = high.t < first ? high : low;
    } else {
        /* Vertices turn from along to out or back; the side that faces the reference runs the other way. */
        bool from_low = at.t < first, forward = (c2d_cross(r->along, r->out) < 0) != from_low;
        while (from_low ? at.t < first : at.t > last) {
            i = forward ? c2d_next(s, i) : before(s, i);
            end[0] = at;
            at = to_local(r, v[i]);
        }
        end[1] = at;
    }
}

/* Moves the end p of the edge p q that lies outside 0 <= t <= length onto that limit, or, if q lies on the same side of
 * it, to whichever of the two is nearer. */
static local clipped(local p, local q, double length, double slack)
{
    double limit = p.t < 0 ? 0 : p.t > length ? length : p.t;
    bool crosses = p.t < 0 ? q.t > 0 : q.t < length;
    if (fabs(p.t - limit) <= slack) {
        local l = {limit, p.h};
        return l;
    }
    if (!crosses)
        return fabs(q.t - limit) < fabs(p.t - limit) ? q : p;
    local l = {limit, p.h + (q.h - p.h) * ((limit - p.t) / (q.t - p.t))};
    return l;
}

/* The manifold on the reference edge of s (grown by rs) against t: the ends of the facing edge that are in contact.
 * Returns the number of points; 0 only where all of it is beyond the radii, which is rounding's doing. */
static int clip(const reference *r, double rs, shape t, c2d_vec points[2])
{
    /* Heights are wrong by a few ulp of the lengths that enter them; ends that touch exactly must stay. */
    double radius = rs + t->radius, sizes = (t->max.x - t->min.x) + (t->max.y - t->min.y);
    double slack = C2D_FILTER_LENGTH * (r->length + radius + sizes);
    local end[2];
    facing_edge(r, t, slack, end);
    local kept[2] = {clipped(end[0], end[1], r->length, slack), clipped(end[1], end[0], r->length, slack)};
    int count = 0;
    for (int i = 0; i < 2; i++) {
        c2d_vec point = to_world(r, kept[i].t, (rs + kept[i].h - t->radius) / 2);
        bool again = count == 1 && c2d_same(point, points[0]);
        if (kept[i].h - radius <= slack && !again)
            points[count++] = point;
    }
    return count;
}

static int manifold(const c2d_nearest *n, shape a, shape b, c2d_vec points[2])
{
    shape s = n->owner == C2D_OF_A ? a : b, t = n->owner == C2D_OF_A ? b : a;
    if (n->owner != C2D_NOBODY && t->count > 1) {
        const c2d_vec *v = c2d_vertices(s);
        c2d_vec p = v[n->edge], q = v[c2d_next(s, n->edge)];
        reference r = {
            .origin = p, .out = n->owner == C2D_OF_A ? c2d_neg(n->normal) : n->normal, .length = c2d_length(p, q)};
        r.along = c2d_v((q.x - p.x) / r.length, (q.y - p.y) / r.length);
        int count = clip(&r, s->radius, t, points);
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

/* Midway between two surfaces, on a coordinate: at_a less n ra, and at_b plus n rb. */
static inline double midway(double at_a, double at_b, double n, double ra, double rb)
{
    return (at_a - n * ra) / 2 + (at_b + n * rb) / 2;
}

/* Two grown points, perhaps farther apart than the filter can tell; the same for (b, a), with the normal negated. */
static inline bool corners(c2d_vec p, c2d_vec q, shape a, shape b, c2d_contact *out)
{
    double gap = c2d_length_gap(p, q, a->radius, b->radius);
    if (gap > 0)
        return false;
    c2d_vec w = c2d_sub(p, q);
    double d = sqrt(c2d_dot(w, w));
    c2d_vec n = d > 0 ? c2d_v(w.x / d + 0.0, w.y / d + 0.0) : c2d_v(a->radius >= b->radius ? 1 : -1, 0);
    out->normal = n;
    out->depth = -gap + 0.0;
    out->count = 1;
    out->points[0] = c2d_v(midway(p.x, q.x, n.x, a->radius, b->radius), midway(p.y, q.y, n.y, a->radius, b->radius));
    return true;
}

static C2D_NOINLINE bool general(shape a, shape b, c2d_contact *out)
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

static bool points(shape a, shape b, c2d_contact *out)
{
    c2d_vec w = c2d_sub(a->v.own[0], b->v.own[0]);
    double radius = a->radius + b->radius;
    if (c2d_dot(w, w) > radius * radius * (1 + C2D_FILTER_LENGTH))
        return false;
    return corners(a->v.own[0], b->v.own[0], a, b, out);
}

/* Which way a leaves b: across the wider gap, or the x side of two equal ones. */
typedef struct way {
    bool across_x;
    double side;
} way;

static C2D_NOINLINE way tied_way(c2d_vec alo, c2d_vec ahi, c2d_vec blo, c2d_vec bhi, shape a, shape b)
{
    c2d_interval_gap x = c2d_gap_between(alo.x, ahi.x, blo.x, bhi.x, a, b);
    c2d_interval_gap y = c2d_gap_between(alo.y, ahi.y, blo.y, bhi.y, a, b);
    bool across_x = c2d_is_wider(&x, &y);
    way w = {across_x, across_x ? x.side : y.side};
    return w;
}

/* Two axis-aligned cores, lo to hi; a point is a box of no size. */
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
        return corners(p, q, a, b, out);
    }
    way w = {gx > gy, 0};
    double aside = c2d_choose(w.across_x, off.x, off.y);
    w.side = c2d_choose(aside > 0, 1, -1);
    if ((aside == 0) | (gx == gy))
        w = tied_way(alo, ahi, blo, bhi, a, b);
    double a_lo = c2d_choose(w.across_x, alo.x, alo.y), a_hi = c2d_choose(w.across_x, ahi.x, ahi.y);
    double b_lo = c2d_choose(w.across_x, blo.x, blo.y), b_hi = c2d_choose(w.across_x, bhi.x, bhi.y);
    double at_a = c2d_choose(w.side > 0, a_lo, a_hi), at_b = c2d_choose(w.side > 0, b_hi, b_lo);
    double gap = c2d_gap_less_radii(c2d_two_diff(w.side * at_a, w.side * at_b), ra, rb);
    if (gap > 0)
        return false;
    double at = midway(at_a, at_b, w.side, ra, rb);
    c2d_vec lo = c2d_v(c2d_max(alo.x, blo.x), c2d_max(alo.y, blo.y));
    c2d_vec hi = c2d_v(c2d_min(ahi.x, bhi.x), c2d_min(ahi.y, bhi.y));
    out->normal = c2d_v(c2d_choose(w.across_x, w.side, 0), c2d_choose(w.across_x, 0, w.side));
    out->depth = -gap + 0.0;
    out->points[0] = c2d_v(c2d_choose(w.across_x, at, lo.x), c2d_choose(w.across_x, lo.y, at));
    out->points[1] = c2d_v(c2d_choose(w.across_x, at, hi.x), c2d_choose(w.across_x, hi.y, at));
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

/* Beyond an end of the segment, or beside it; a point on the segment is left to the general way. */
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
        return corners(r, c2d_v(c2d_choose(before, p.x, q.x), c2d_choose(before, p.y, q.y)), a, b, out);
    int side = c2d_orient_sign(p, q, r);
    if (side == 0)
        return general(a, b, out);
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

/* Rows and columns by form. */
static bool (*const KERNEL[4][4])(shape, shape, c2d_contact *) = {
    {points, point_segment, point_box, general},
    {segment_point, general, general, general},
    {box_point, general, boxes, general},
    {general, general, general, general},
};

bool c2d_collide(shape a, shape b, c2d_contact *out) { return KERNEL[a->form][b->form](a, b, out); }
