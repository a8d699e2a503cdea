/* Translation, rotation and scaling of points, with one rounding per coordinate and operation, and placements, with one
 * rounding per coordinate. Constructors make new shapes from the results and so repair what rounding does to
 * convexity. */
#include "../exact/exact.h"
#include "../exact/vec.h"

void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(points[i], d);
}

void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about)
{
    double s, c;
    c2d_sincos(degrees, &s, &c);
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_turn(c2d_sub(points[i], about), s, c, about);
}

void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(about, c2d_mul(c2d_sub(points[i], about), k));
}

/* ---- placements ---- */

/* A placement as the linear part of an affine map: k times the cosine and the sine, each exact as a pair. */
typedef struct linear {
    c2d_pair kc, ks;
} linear;

static linear linear_of(const c2d_placement *p)
{
    double s, c;
    c2d_sincos(p->degrees, &s, &c);
    linear m = {c2d_two_prod(p->scale, c), c2d_two_prod(p->scale, s)};
    return m;
}

/* at + a x + b y, rounded once. All parts are multiples of 2^-660 below 2^402, so no product is inexact and 32 parts
 * hold the sum. A product of pairs has an error below 2^-100 of itself, and the sums of low parts have less. */
static double affine(double at, c2d_pair a, c2d_pair x, c2d_pair b, c2d_pair y)
{
    c2d_pair u = c2d_pair_mul(a, x), v = c2d_pair_mul(b, y), s = c2d_two_sum(u.hi, v.hi), t = c2d_two_sum(s.hi, at);
    double lo = t.lo + (s.lo + (u.lo + v.lo)), error = 0x1p-96 * (fabs(u.hi) + fabs(v.hi) + fabs(at));
    if (t.hi + (lo - error) == t.hi + (lo + error))
        return t.hi + lo + 0.0;
    c2d_expansion ea = c2d_exact(a), ex = c2d_exact(x), eb = c2d_exact(b), ey = c2d_exact(y);
    c2d_expansion sum = c2d_exact((c2d_pair){at, 0}), product = c2d_exact_product(&ea, &ex);
    sum = c2d_exact_sum(&sum, &product);
    product = c2d_exact_product(&eb, &ey);
    sum = c2d_exact_sum(&sum, &product);
    return c2d_exact_round(&sum) + 0.0;
}

/* The image of a point, from its exact coordinates relative to p->about. */
static c2d_vec image(const c2d_placement *p, const linear *m, c2d_pair x, c2d_pair y)
{
    if (p->flip_x)
        x = c2d_pair_neg(x);
    return c2d_v(affine(p->at.x, m->kc, x, c2d_pair_neg(m->ks), y), affine(p->at.y, m->ks, x, m->kc, y));
}

static c2d_vec image_of_point(const c2d_placement *p, const linear *m, c2d_vec v)
{
    return image(p, m, c2d_two_diff(v.x, p->about.x), c2d_two_diff(v.y, p->about.y));
}

void c2d_place_points(c2d_vec *points, size_t n, const c2d_placement *p)
{
    linear m = linear_of(p);
    for (size_t i = 0; i < n; i++)
        points[i] = image_of_point(p, &m, points[i]);
}
