/* The part of a segment that is inside a closed shape.
 *
 * Exact predicates decide whether the segment meets the shape, whether its ends are inside, and whether it meets the
 * shape in one point or along a side. The parameters are quotients of exact numbers that were each rounded once, so no
 * direction of the segment makes them inaccurate, and images have equal bits.
 *
 * A sharp shape is clipped by its edges (Cyrus and Beck 1978). The border of a round one is that of the circles round
 * its vertices and of the rectangles on its edges; the segment enters the shape where it first enters one of them. */
#include "../exact/exact.h"
#include "../shape/shape.h"

typedef const c2d_shape *shape;

/* ---- exact numbers, rounded once ---- */

static c2d_expansion exact_difference(double x, double y) { return c2d_exact(c2d_two_diff(x, y)); }

static c2d_expansion exact_dot(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_expansion ex = exact_difference(q.x, p.x), fx = exact_difference(s.x, r.x), x = c2d_exact_product(&ex, &fx);
    c2d_expansion ey = exact_difference(q.y, p.y), fy = exact_difference(s.y, r.y), y = c2d_exact_product(&ey, &fy);
    return c2d_exact_sum(&x, &y);
}

/* A dot product as a pair, and the sum of the magnitudes of its terms. */
static c2d_pair pair_dot(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s, double *terms)
{
    c2d_pair x = c2d_pair_mul(c2d_two_diff(q.x, p.x), c2d_two_diff(s.x, r.x));
    c2d_pair y = c2d_pair_mul(c2d_two_diff(q.y, p.y), c2d_two_diff(s.y, r.y));
    *terms = fabs(x.hi) + fabs(y.hi);
    return c2d_pair_add(x, y);
}

/* (q - p) . (s - r), rounded to nearest. Lemma pair_sum. */
static double dot_round(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    double terms;
    c2d_pair dot = pair_dot(p, q, r, s, &terms);
    if (c2d_rounds_to_hi(dot, C2D_PAIR_ERROR * terms))
        return dot.hi;
    c2d_expansion exact = exact_dot(p, q, r, s);
    return c2d_exact_round(&exact);
}

/* (q - p) x (s - r) is the dot product with this image of r and s. */
static c2d_vec right_of(c2d_vec v) { return c2d_v(v.y, -v.x); }

static double cross_round(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    return dot_round(p, q, right_of(r), right_of(s));
}

/* R^2 |q - p|^2 - ((q - p) x (r - p))^2, rounded to nearest: > 0 where r is nearer to the line than R. Lemma chord. */
static double chord_round(c2d_vec p, c2d_vec q, c2d_vec r, double radius)
{
    double length_terms, terms;
    c2d_pair square = c2d_square(radius), length2 = pair_dot(p, q, p, q, &length_terms);
    c2d_pair cross = pair_dot(p, q, right_of(p), right_of(r), &terms), inside = c2d_pair_mul(square, length2);
    c2d_pair chord = c2d_pair_sub(inside, c2d_pair_mul(cross, cross));
    if (c2d_rounds_to_hi(chord, 4 * C2D_PAIR_ERROR * (inside.hi + terms * terms)))
        return chord.hi;
    c2d_expansion r2 = c2d_exact(square), e2 = exact_dot(p, q, p, q), c = exact_dot(p, q, right_of(p), right_of(r));
    c2d_expansion left = c2d_exact_product(&r2, &e2), right = c2d_exact_product(&c, &c);
    c2d_exact_negate(&right);
    c2d_expansion sum = c2d_exact_sum(&left, &right);
    return c2d_exact_round(&sum);
}

/* |v - p|^2 - R^2, rounded to nearest. Lemma pair_sum. */
static double gap_round(c2d_vec p, c2d_vec v, double radius)
{
    double terms;
    c2d_pair square = c2d_square(radius), gap = c2d_pair_sub(pair_dot(p, v, p, v, &terms), square);
    if (c2d_rounds_to_hi(gap, C2D_PAIR_ERROR * (terms + square.hi)))
        return gap.hi;
    return c2d_length_gap_exact(p, v, radius, 0, 1);
}

/* ---- entries of the segment p q, which begins outside the shape ---- */

/* No entry. */
#define NEVER 2.0

/* Into the convex hull of two vertices or more, from u to v along each edge: through the line that is crossed last. */
static double enter_core(shape s, c2d_vec p, c2d_vec q)
{
    const c2d_vec *v = c2d_vertices(s);
    double t = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec u = v[i], w = v[i + 1 < s->count ? i + 1 : 0];
        if (c2d_orient_filter(u, w, p) > 0)
            continue;
        double outside = -c2d_orient_round(u, w, p);
        if (outside > 0)
            t = c2d_max(t, outside / (outside + c2d_orient_round(u, w, q)));
    }
    return t;
}

/* Into the circle round v: the lesser root of t^2 d.d - 2 t d.w + w.w - R^2, w = v - p, d = q - p. Its terms have equal
 * signs in this form: relative errors in units of C2D_U are 1 of both products, 1.5 of the root, 4.5 of t. */
static double enter_circle(c2d_vec v, double radius, c2d_vec p, c2d_vec q)
{
    double approach = dot_round(p, q, p, v);
    if (!(approach > 0))
        return NEVER;
    double chord = chord_round(p, q, v, radius);
    return chord < 0 ? NEVER : gap_round(p, v, radius) / (approach + c2d_sqrt(chord));
}

/* Whether the segment is surely between the perpendiculars at the ends of the edge u w when it is at t. If it nearly is
 * at an end, it enters the circle there, or else crosses the edge, after at most as much as it was off. */
static bool is_over_edge(c2d_vec u, c2d_vec w, c2d_vec p, c2d_vec q, double t)
{
    double along = dot_round(u, w, p, q), after_u = dot_round(u, w, u, p), before_w = dot_round(w, u, w, p);
    if (along == 0)
        return after_u >= 0 && before_w >= 0;
    double first = (along > 0 ? -after_u : -before_w) / fabs(along);
    double last = (along > 0 ? before_w : after_u) / fabs(along);
    return first <= t * (1 - 16 * C2D_U) && t <= last * (1 - 16 * C2D_U);
}

/* Into the rectangle on the outer side of the edge u w, through its outer side: (h - R |e|) / (h - k), where h and k
 * are the distances of p and q from the edge, times |e|. Relative errors in units of C2D_U: the exact numerator of the
 * difference 1, h + R |e| 3.5, the quotients 2, h - k 1. */
static double enter_side(c2d_vec u, c2d_vec w, double radius, c2d_vec p, c2d_vec q)
{
    if (c2d_inside_sign(p, w, u, radius, 0) <= 0)
        return NEVER;
    double approach = cross_round(u, w, p, q);
    if (!(approach > 0))
        return NEVER;
    double height = -c2d_orient_round(u, w, p), grown = radius * c2d_sqrt(dot_round(u, w, u, w));
    double t = -chord_round(u, w, p, radius) / (height + grown) / approach;
    return t <= 1 && is_over_edge(u, w, p, q, t) ? t : NEVER;
}

/* Across the edge u w of the core itself. */
static double cross_edge(c2d_vec u, c2d_vec w, c2d_vec p, c2d_vec q)
{
    double before = -c2d_orient_round(u, w, p), after = c2d_orient_round(u, w, q);
    if (!(before > 0) || after < 0 || c2d_orient_sign(p, q, u) * c2d_orient_sign(p, q, w) > 0)
        return NEVER;
    return before / (before + after);
}

/* The least t at which the segment is in the shape, if it begins outside and meets the shape. */
static double enter(shape s, c2d_vec p, c2d_vec q)
{
    const c2d_vec *v = c2d_vertices(s);
    double t = 1;
    if (s->radius == 0 && s->count > 1)
        return c2d_min(enter_core(s, p, q), 1);
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec u = v[i], w = v[i + 1 < s->count ? i + 1 : 0];
        t = c2d_min(t, enter_circle(u, s->radius, p, q));
        if (s->count > 1) {
            t = c2d_min(t, enter_side(u, w, s->radius, p, q));
            t = c2d_min(t, cross_edge(u, w, p, q));
        }
    }
    return t;
}

/* ---- segments that touch ---- */

/* The stretch along which a touching segment is on a side of the shape; false if it is on none. */
static bool find_stretch(shape s, c2d_vec p, c2d_vec q, double *t_in, double *t_out)
{
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; s->count > 1 && i < s->count; i++) {
        c2d_vec u = v[i], w = v[i + 1 < s->count ? i + 1 : 0];
        if (c2d_parallel_filter(u, w, p, q) || c2d_parallel_sign(u, w, p, q) ||
            c2d_inside_sign(p, w, u, s->radius, 0) != 0)
            continue;
        double length2 = dot_round(p, q, p, q);
        double at_u = dot_round(p, q, p, u) / length2, at_w = dot_round(p, q, p, w) / length2;
        *t_in = c2d_max(c2d_min(at_u, at_w), 0) + 0.0;
        *t_out = c2d_min(c2d_max(at_u, at_w), 1) + 0.0;
        return true;
    }
    return false;
}

/* ---- clip ---- */

bool c2d_clip(shape s, c2d_vec p, c2d_vec q, double *t_in, double *t_out)
{
    c2d_shape segment, first, last;
    c2d_segment(&segment, p, q);
    c2d_point(&first, p);
    c2d_point(&last, q);
    c2d_relation relation = c2d_relate(&segment, s);
    if (relation == C2D_APART)
        return false;
    *t_in = *t_out = 0;
    if (c2d_same(p, q) || (relation == C2D_TOUCHING && find_stretch(s, p, q, t_in, t_out)))
        return true;
    bool starts_inside = c2d_collides(&first, s), ends_inside = c2d_collides(&last, s);
    bool in_one_point = relation == C2D_TOUCHING || (s->radius == 0 && s->count <= 2);
    if (!starts_inside)
        *t_in = in_one_point && ends_inside ? 1 : enter(s, p, q);
    *t_out = in_one_point ? *t_in : ends_inside ? 1 : c2d_max(*t_in, 1 - enter(s, q, p));
    return true;
}
