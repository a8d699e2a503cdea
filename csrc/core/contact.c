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

/* Two axis-aligned cores that face each other across an axis: the ends of the stretch that they share. */
static int aligned_manifold(const c2d_nearest *n, shape a, shape b, c2d_vec points[2])
{
    c2d_vec alo = a->v.own[0], ahi = a->form == C2D_BOX ? a->v.own[2] : alo;
    c2d_vec blo = b->v.own[0], bhi = b->form == C2D_BOX ? b->v.own[2] : blo;
    c2d_vec lo = c2d_v(c2d_max(alo.x, blo.x), c2d_max(alo.y, blo.y)),
            hi = c2d_v(c2d_min(ahi.x, bhi.x), c2d_min(ahi.y, bhi.y));
    c2d_vec surface_a = c2d_sub(n->on_a, c2d_mul(n->normal, a->radius)),
            surface_b = c2d_add(n->on_b, c2d_mul(n->normal, b->radius));
    c2d_vec mid = c2d_add(c2d_mul(surface_a, 0.5), c2d_mul(surface_b, 0.5));
    bool across_x = n->normal.x != 0;
    points[0] = across_x ? c2d_v(mid.x, lo.y) : c2d_v(lo.x, mid.y);
    points[1] = across_x ? c2d_v(mid.x, hi.y) : c2d_v(hi.x, mid.y);
    return c2d_same(points[0], points[1]) ? 1 : 2;
}

static bool is_aligned(shape s) { return s->form == C2D_POINT || s->form == C2D_BOX; }

bool c2d_collide(const c2d_shape *a, const c2d_shape *b, c2d_contact *out)
{
    if (c2d_relate(a, b) == C2D_APART)
        return false;
    c2d_nearest n = c2d_nearest_features(a, b);
    out->normal = c2d_v(n.normal.x + 0.0, n.normal.y + 0.0); /* -0 becomes +0 */
    out->depth = -n.separation + 0.0;
    bool facing = n.owner != C2D_NOBODY;
    out->count = facing && is_aligned(a) && is_aligned(b) ? aligned_manifold(&n, a, b, out->points)
                                                          : manifold(&n, a, b, out->points);
    return true;
}
