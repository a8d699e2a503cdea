/* Exact signs of the derivatives of gaps at the start of a screw motion. With the angle x in degrees, the speed of a
 * vertex r is m + (pi x / 180) J (r - P). Coordinates are rational and pi is not: a derivative is zero only if all of
 * its coefficients are, and then the next one decides. The tangent of the motion at the vertex is along the edge then,
 * and the pivot is on the edge's normal through the vertex.
 *
 * pi is given to 212 bits; numbers that cancel farther count as zero. A wrong zero here only moves the decision to the
 * way, where a goes past what it overlaps by less than E. */
#include "turn.h"

static const double PI_PARTS[] = {0x1.4cf98e804177dp-163, -0x1.f1976b7ed8fbcp-109, 0x1.1a62633145c07p-53,
                                  0x1.921fb54442d18p+1};
#define MANY_PARTS 4
#define FEW_PARTS  2
/* The error of pi, relative: the next part is below half an ulp of the last one. */
#define MANY_ERROR 0x1p-213
#define FEW_ERROR  0x1p-105

static c2d_expansion pi_of(int parts)
{
    c2d_expansion pi = {.count = parts};
    for (int i = 0; i < parts; i++)
        pi.part[i] = PI_PARTS[MANY_PARTS - parts + i];
    return pi;
}

static c2d_expansion times(const c2d_expansion *e, double k)
{
    c2d_expansion f = c2d_exact((c2d_pair){k, 0});
    return c2d_exact_product(e, &f);
}

static double size_of(const c2d_expansion *e) { return e->count ? fabs(e->part[e->count - 1]) : 0; }

/* The sign of a + b pi, up to the error of pi. */
static int sign_with_pi(const c2d_expansion *a, const c2d_expansion *b)
{
    c2d_expansion pi = pi_of(MANY_PARTS), y = c2d_exact_product(b, &pi), sum = c2d_exact_sum(a, &y);
    return size_of(&sum) > MANY_ERROR * size_of(&y) ? c2d_exact_sign(&sum) : 0;
}

/* The sign of 180 a + pi x b, of two sums of two products each, about; 0 if rounding hides it. Lemma screw. */
static int filter(double a1, double a2, double x, double b1, double b2)
{
    double y = x * 3.141592653589793, sum = 180 * (a1 + a2) + y * (b1 + b2);
    double margin = C2D_FILTER_ORIENT * (180 * (fabs(a1) + fabs(a2)) + fabs(y) * (fabs(b1) + fabs(b2)));
    return (sum > margin) - (sum < -margin);
}

int c2d_screw_line_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec e = c2d_sub(q, p), m = query->motion, w = c2d_sub(r, query->pivot);
    int sign = filter(e.x * m.y, -(e.y * m.x), query->angle, e.x * w.x, e.y * w.y);
    if (sign)
        return sign;
    c2d_expansion cross = c2d_exact_cross(p, q, c2d_v(0, 0), m), dot = c2d_exact_dot(p, q, query->pivot, r);
    cross = times(&cross, 180);
    dot = times(&dot, query->angle);
    return sign_with_pi(&cross, &dot);
}

int c2d_screw_along_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec e = c2d_sub(q, p), m = query->motion, w = c2d_sub(r, query->pivot);
    int sign = filter(e.x * m.x, e.y * m.y, -query->angle, e.x * w.y, -(e.y * w.x));
    if (sign)
        return sign;
    c2d_expansion dot = c2d_exact_dot(p, q, c2d_v(0, 0), m), cross = c2d_exact_cross(p, q, query->pivot, r);
    dot = times(&dot, 180);
    cross = times(&cross, -query->angle);
    return sign_with_pi(&dot, &cross);
}

/* -theta^2 n . w + 2 theta n . Jm with n = -Je, divided by theta and its sense, times 180. */
int c2d_screw_line_bend_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_expansion dot = c2d_exact_dot(p, q, c2d_v(0, 0), query->motion);
    c2d_expansion cross = c2d_exact_cross(p, q, query->pivot, r);
    dot = times(&dot, -360 * query->sense);
    cross = times(&cross, fabs(query->angle));
    return sign_with_pi(&dot, &cross);
}

/* With w - p = w - P - (p - P), the derivatives of the half squared distance are 180 (p - w) . m + pi x (p - P) x (w -
 * P), negated in its second term, and 180^2 m . m - 360 pi x m x (p - P) + pi^2 x^2 (p - P) . (w - P). */
int c2d_screw_corner_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec w)
{
    c2d_vec m = query->motion, pivot = query->pivot, zero = {0, 0};
    c2d_vec d = c2d_sub(p, w), arm = c2d_sub(p, pivot);
    double x = query->angle;
    int sign = filter(d.x * m.x, d.y * m.y, -x, d.x * arm.y, -(d.y * arm.x));
    if (sign)
        return sign;
    c2d_expansion dot = c2d_exact_dot(w, p, zero, m), cross = c2d_exact_cross(w, p, pivot, p);
    dot = times(&dot, 180);
    cross = times(&cross, -x);
    sign = sign_with_pi(&dot, &cross);
    if (sign)
        return sign;
    c2d_expansion pi = pi_of(FEW_PARTS), angle = times(&pi, x), square = c2d_exact_product(&angle, &angle);
    c2d_expansion alpha = c2d_exact_dot(zero, m, zero, m), beta = c2d_exact_cross(zero, m, pivot, p);
    c2d_expansion gamma = c2d_exact_dot(pivot, p, pivot, w);
    alpha = times(&alpha, 180.0 * 180);
    beta = c2d_exact_product(&beta, &angle);
    beta = times(&beta, -360);
    gamma = c2d_exact_product(&gamma, &square);
    c2d_expansion sum = c2d_exact_sum(&alpha, &beta);
    sum = c2d_exact_sum(&sum, &gamma);
    return size_of(&sum) > 2 * FEW_ERROR * (size_of(&beta) + size_of(&gamma)) ? c2d_exact_sign(&sum) : 0;
}
