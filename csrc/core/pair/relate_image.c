/* The exact relation of a shape and an image of another: the other shape shifted by whole periods, without rounding.
 *
 * If all vertices of either shape can be shifted without rounding, the kernels of relate.c decide. Otherwise a walk
 * around the Minkowski difference decides as in relate_exact.c, where each difference of a vertex of b and one of a
 * has the shift as a third term. A filter decides most signs, and expansions the rest. */
#include "minkowski.h"
#include "relate.h"

typedef const c2d_shape *shape;

/* The shift of b: whole periods, exact as pairs. */
typedef struct shift {
    c2d_pair x, y;
} shift;

static c2d_pair periods(int32_t count, double period)
{
    c2d_pair none = {0, 0};
    return count ? c2d_two_prod(count, period) : none;
}

/* The error of d + s, relative to |d| + |s|; d: a rounded difference, s: the upper part of a shift. Two roundings, and
 * the lower part of s. */
#define SHIFT_ERROR (8 * C2D_U)

/* ---- bounds ---- */

/* Whether d + s > 0 for certain. Lemma shift. */
static inline bool is_certainly_positive(double d, double s) { return d + s > SHIFT_ERROR * (fabs(d) + fabs(s)); }

static bool bounds_apart(shape a, shape b, const shift *s)
{
    double x = s->x.hi, y = s->y.hi;
    return is_certainly_positive(a->min.x - b->max.x, -x) || is_certainly_positive(b->min.x - a->max.x, x) ||
           is_certainly_positive(a->min.y - b->max.y, -y) || is_certainly_positive(b->min.y - a->max.y, y);
}

/* ---- shifts without rounding ---- */

/* The vertices of s, shifted by sign (1 or -1) times the shift, if none of them is rounded. */
static bool shift_exactly(shape s, const shift *by, double sign, c2d_shape *out)
{
    c2d_vec v[C2D_INLINE_VERTICES];
    if (s->count > C2D_INLINE_VERTICES || by->x.lo != 0 || by->y.lo != 0)
        return false;
    for (uint32_t k = 0; k < s->count; k++) {
        c2d_pair x = c2d_two_sum(s->v.own[k].x, sign * by->x.hi), y = c2d_two_sum(s->v.own[k].y, sign * by->y.hi);
        if (x.lo != 0 || y.lo != 0)
            return false;
        v[k] = c2d_v(x.hi, y.hi);
    }
    c2d_shape_finish(out, v, s->count, s->radius);
    return true;
}

/* ---- signs ---- */

/* An edge e of one core, and the vertex r of the other relative to the edge's first end: w = r - p + shift, rounded and
 * exactly. error: a bound of the error of the position of w relative to the edge. */
typedef struct edge_view {
    c2d_vec e, w;
    double error;
    c2d_vec p, q, r;
    shift s; /* of r relative to p and q */
} edge_view;

/* Lemma shift. */
static edge_view view_of(c2d_vec p, c2d_vec q, c2d_vec r, c2d_owner owner, const shift *s)
{
    edge_view v = {.e = c2d_sub(q, p), .p = p, .q = q, .r = r, .s = *s};
    if (owner == C2D_OF_B) { /* the edge is shifted: r moves the other way relative to it */
        v.s.x = c2d_pair_neg(s->x);
        v.s.y = c2d_pair_neg(s->y);
    }
    c2d_vec d = c2d_sub(r, p), by = c2d_v(v.s.x.hi, v.s.y.hi);
    v.w = c2d_add(d, by);
    v.error = SHIFT_ERROR * (c2d_norm1(d) + c2d_norm1(by) + c2d_norm1(v.e));
    return v;
}

static c2d_expansion exact_edge(double p, double q) { return c2d_exact(c2d_two_diff(q, p)); }

static c2d_expansion exact_offset(double p, double r, c2d_pair by)
{
    c2d_expansion d = c2d_exact(c2d_two_diff(r, p)), s = c2d_exact(by);
    return c2d_exact_sum(&d, &s);
}

typedef struct exact_vec {
    c2d_expansion x, y;
} exact_vec;

static exact_vec exact_w(const edge_view *v, c2d_vec end)
{
    exact_vec w = {exact_offset(end.x, v->r.x, v->s.x), exact_offset(end.y, v->r.y, v->s.y)};
    return w;
}

static c2d_expansion exact_dot(const exact_vec *u, const exact_vec *w)
{
    c2d_expansion x = c2d_exact_product(&u->x, &w->x), y = c2d_exact_product(&u->y, &w->y);
    return c2d_exact_sum(&x, &y);
}

static c2d_expansion exact_cross(const exact_vec *u, const exact_vec *w)
{
    c2d_expansion x = c2d_exact_product(&u->x, &w->y), y = c2d_exact_product(&u->y, &w->x);
    c2d_exact_negate(&y);
    return c2d_exact_sum(&x, &y);
}

/* The sign of r2 - d2. */
static int compare_exactly(const c2d_expansion *r2, c2d_expansion d2)
{
    c2d_exact_negate(&d2);
    c2d_expansion gap = c2d_exact_sum(r2, &d2);
    return c2d_exact_sign(&gap);
}

static c2d_expansion exact_radius_squared(shape a, shape b)
{
    c2d_expansion r = c2d_exact(c2d_two_sum(a->radius, b->radius));
    return c2d_exact_product(&r, &r);
}

/* The side of the edge's line that r is on: 1 on the left, where its core is. An error of w changes the cross product
 * by at most that times |e|; the other errors are those of c2d_orient_filter. Lemma orient. */
static int side_of(const edge_view *v)
{
    double s = v->e.x * v->w.y, t = v->e.y * v->w.x, c = s - t;
    if (fabs(c) > C2D_FILTER_ORIENT * (fabs(s) + fabs(t)) + v->error * c2d_norm1(v->e))
        return c > 0 ? 1 : -1;
    exact_vec e = {exact_edge(v->p.x, v->q.x), exact_edge(v->p.y, v->q.y)}, w = exact_w(v, v->p);
    c2d_expansion cross = exact_cross(&e, &w);
    return c2d_exact_sign(&cross);
}

static C2D_NOINLINE int distance_sign_exactly(const edge_view *v, shape a, shape b)
{
    exact_vec e = {exact_edge(v->p.x, v->q.x), exact_edge(v->p.y, v->q.y)}, w = exact_w(v, v->p), u = exact_w(v, v->q);
    c2d_expansion r2 = exact_radius_squared(a, b), before = exact_dot(&e, &w), after = exact_dot(&e, &u);
    if (c2d_exact_sign(&before) <= 0)
        return compare_exactly(&r2, exact_dot(&w, &w));
    if (c2d_exact_sign(&after) >= 0)
        return compare_exactly(&r2, exact_dot(&u, &u));
    c2d_expansion cross = exact_cross(&e, &w), ee = exact_dot(&e, &e), r2e2 = c2d_exact_product(&r2, &ee);
    return compare_exactly(&r2e2, c2d_exact_product(&cross, &cross));
}

/* The sign of R - distance of r from the edge. A distance changes by no more than the point moves. */
static int distance_sign(const edge_view *v, shape a, shape b)
{
    double radius = a->radius + b->radius;
    c2d_vec origin = {0, 0};
    if (c2d_segment_filter(v->w, origin, v->e, radius + v->error) < 0)
        return -1;
    if (radius > v->error && c2d_segment_filter(v->w, origin, v->e, radius - v->error) > 0)
        return 1;
    return distance_sign_exactly(v, a, b);
}

/* ---- cores ---- */

static c2d_relation relate_discs(shape a, shape b, const shift *s)
{
    edge_view v = view_of(c2d_vertices(a)[0], c2d_vertices(a)[0], c2d_vertices(b)[0], C2D_OF_A, s);
    double radius = a->radius + b->radius, d2 = c2d_dot(v.w, v.w), outer = radius + v.error, inner = radius - v.error;
    if (c2d_length_filter(d2, outer * outer) < 0)
        return C2D_APART;
    if (inner > 0 && c2d_length_filter(d2, inner * inner) > 0)
        return C2D_OVERLAPPING;
    exact_vec w = exact_w(&v, v.p);
    c2d_expansion r2 = exact_radius_squared(a, b);
    return (c2d_relation)compare_exactly(&r2, exact_dot(&w, &w));
}

/* relate_walk of relate_exact.c, which has the proof. If the difference is a segment, it has no inner side, and the
 * distance from its edges is that from the cores. */
static c2d_relation relate_walk(shape a, shape b, const shift *s)
{
    bool flat = c2d_cores_are_flat(a, b), sharp = a->radius + b->radius == 0;
    int inner = 1, distance = -1;
    c2d_walk walk = c2d_walk_start(a, b);
    c2d_walk_edge edge;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        int count = c2d_walk_features(&walk, &edge, f), side = -1;
        for (int k = 0; k < count; k++) {
            edge_view v = view_of(f[k].p, f[k].q, f[k].r, f[k].owner, s);
            if (k == 0 && !flat) {
                side = side_of(&v);
                inner = side < inner ? side : inner;
                if (side < 0 && sharp)
                    return C2D_APART;
            }
            if (side >= 0)
                break;
            int sign = distance_sign(&v, a, b);
            if (sign > 0)
                return C2D_OVERLAPPING;
            distance = sign > distance ? sign : distance;
        }
    }
    if (flat || inner < 0)
        return (c2d_relation)distance;
    return sharp ? (c2d_relation)inner : C2D_OVERLAPPING;
}

c2d_relation c2d_relate_image(const c2d_shape *a, const c2d_shape *b, c2d_vec period, int32_t i, int32_t j)
{
    shift s = {periods(i, period.x), periods(j, period.y)};
    if (i == 0 && j == 0)
        return c2d_relate(a, b);
    if (bounds_apart(a, b, &s))
        return C2D_APART;
    c2d_shape moved;
    if (shift_exactly(b, &s, 1, &moved))
        return c2d_relate(a, &moved);
    if (shift_exactly(a, &s, -1, &moved))
        return c2d_relate(&moved, b);
    return a->count == 1 && b->count == 1 ? relate_discs(a, b, &s) : relate_walk(a, b, &s);
}
