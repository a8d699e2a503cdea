/* Error-free arithmetic, and the exact signs that decide every answer. Accurate values use pairs (about 106 bits).
 * Signs, and values that need more than a pair, use expansions (exact sums of doubles).
 *
 * Sources: Dekker 1971 (products), Knuth (sums), Shewchuk 1997, "Adaptive precision floating-point arithmetic"
 * (expansions). All functions assume the domain of collide2d.h, in which no product of four coordinates overflows or
 * is subnormal. */
#ifndef C2D_EXACT_H
#define C2D_EXACT_H

#include "vec.h"

#include <assert.h>

/* Half an ulp of 1: the relative error of one rounding. */
#define C2D_U 0x1p-53

/* Numbers of smaller magnitude are rounded to multiples of 2^-200, the spacing of doubles from 2^-148 to 2^-147. */
#define C2D_GRAIN 0x1p-148

/* ---- pairs: hi + lo with hi = fl(hi + lo) ---- */

typedef struct c2d_pair {
    double hi, lo;
} c2d_pair;

/* x + y exactly. Lemma two_sum_exact. */
static inline c2d_pair c2d_two_sum(double x, double y)
{
    double s = x + y;
    double y_part = s - x;
    double x_part = s - y_part;
    c2d_pair r = {s, (x - x_part) + (y - y_part)};
    return r;
}

/* x + y exactly, in three operations. Requires |x| >= |y| or x == 0. Lemma fast_two_sum_exact. */
static inline c2d_pair c2d_fast_two_sum(double x, double y)
{
    double s = x + y;
    c2d_pair r = {s, y - (s - x)};
    return r;
}

static inline c2d_pair c2d_two_diff(double x, double y) { return c2d_two_sum(x, -y); }

/* The upper and lower 26 bits of x. Lemma two_prod_exact. */
static inline c2d_pair c2d_split(double x)
{
    double t = 134217729.0 * x; /* 2^27 + 1 */
    double hi = t - (t - x);
    c2d_pair r = {hi, x - hi};
    return r;
}

/* x * y exactly. Lemma two_prod_exact. */
static inline c2d_pair c2d_two_prod(double x, double y)
{
    double p = x * y;
    c2d_pair a = c2d_split(x), b = c2d_split(y);
    c2d_pair r = {p, ((a.hi * b.hi - p) + a.hi * b.lo + a.lo * b.hi) + a.lo * b.lo};
    return r;
}

/* Pair arithmetic: relative errors below 2^-100 of the larger operand (sums) or of the result (the rest). Lemma
 * square_exact. */
static inline c2d_pair c2d_square(double x)
{
    double p = x * x;
    c2d_pair a = c2d_split(x);
    c2d_pair r = {p, ((a.hi * a.hi - p) + 2 * (a.hi * a.lo)) + a.lo * a.lo};
    return r;
}

/* Lemma pair_add. */
static inline c2d_pair c2d_pair_add(c2d_pair a, c2d_pair b)
{
    c2d_pair s = c2d_two_sum(a.hi, b.hi);
    c2d_pair t = c2d_two_sum(a.lo, b.lo);
    s = c2d_fast_two_sum(s.hi, s.lo + t.hi);
    return c2d_fast_two_sum(s.hi, s.lo + t.lo);
}

static inline c2d_pair c2d_pair_neg(c2d_pair a)
{
    c2d_pair r = {-a.hi, -a.lo};
    return r;
}

static inline c2d_pair c2d_pair_sub(c2d_pair a, c2d_pair b) { return c2d_pair_add(a, c2d_pair_neg(b)); }

/* Lemma pair_mul. */
static inline c2d_pair c2d_pair_mul(c2d_pair a, c2d_pair b)
{
    c2d_pair p = c2d_two_prod(a.hi, b.hi);
    return c2d_fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* Sign of x - y. */
static inline int c2d_compare_pairs(c2d_pair x, c2d_pair y)
{
    int upper = (x.hi > y.hi) - (x.hi < y.hi), lower = (x.lo > y.lo) - (x.lo < y.lo);
    return upper ? upper : lower;
}

/* y is not 0. Lemma pair_divide. */
static inline c2d_pair c2d_pair_divide(c2d_pair x, c2d_pair y)
{
    double quotient = x.hi / y.hi;
    c2d_pair q = {quotient, 0}, rest = c2d_pair_sub(x, c2d_pair_mul(y, q));
    return c2d_fast_two_sum(quotient, rest.hi / y.hi);
}

/* 0 for x < 0. */
static inline c2d_pair c2d_pair_sqrt(c2d_pair x)
{
    c2d_pair root = {x.hi > 0 ? c2d_sqrt(x.hi) : 0, 0};
    if (root.hi == 0)
        return root;
    c2d_pair rest = c2d_pair_sub(x, c2d_square(root.hi));
    return c2d_fast_two_sum(root.hi, rest.hi / (2 * root.hi));
}

/* ---- expansions ---- */

/* Products of degree four over the domain span 2^-800 to 2^812. Compressed components are at least 53 binades apart, so
 * an expansion stores at most 32 (the tests have produced at most 11). */
#define C2D_PARTS 36

/* The exact sum of its parts, which are nonzero, nonadjacent and increase in magnitude. No parts: zero. */
typedef struct c2d_expansion {
    int count;
    double part[C2D_PARTS];
} c2d_expansion;

c2d_expansion c2d_exact(c2d_pair x);
c2d_expansion c2d_exact_sum(const c2d_expansion *e, const c2d_expansion *f);
c2d_expansion c2d_exact_product(const c2d_expansion *e, const c2d_expansion *f);
void c2d_exact_negate(c2d_expansion *e);
/* The value rounded to nearest, ties to even. */
double c2d_exact_round(const c2d_expansion *e);
/* (q - p) x (s - r) and (q - p) . (s - r) */
c2d_expansion c2d_exact_cross(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s);
c2d_expansion c2d_exact_dot(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s);

static inline int c2d_exact_sign(const c2d_expansion *e)
{
    return e->count == 0 ? 0 : e->part[e->count - 1] > 0 ? 1 : -1;
}

/* The error of the sum of three rounding errors, relative to their magnitudes: two roundings, and one of each end. */
#define C2D_SUM4_ERROR (4 * C2D_U)

/* x0 + x1 + x2 + x3, rounded once. The errors of the partial sums nearly always are 0 or too small to change the
 * result. Lemma sum4. */
double c2d_sum4_exact(c2d_pair a, c2d_pair b);
static inline double c2d_sum4(double x0, double x1, double x2, double x3)
{
    c2d_pair a = c2d_two_sum(x0, x1), b = c2d_two_sum(x2, x3), sum = c2d_two_sum(a.hi, b.hi);
    double lo = sum.lo + (a.lo + b.lo), error = C2D_SUM4_ERROR * (fabs(sum.lo) + fabs(a.lo) + fabs(b.lo));
    return sum.hi + (lo - error) == sum.hi + (lo + error) ? sum.hi + lo : c2d_sum4_exact(a, b);
}

/* ---- filter margins ---- */

/* A margin times the magnitude of a value's terms bounds the value's rounding error; a larger value has a certain sign.
 * The fuzzers override the margins to show that smaller ones fail. Each use names its lemma, which proofs/README.md
 * states and Gappa proves. Bounds, in units of C2D_U:
 * orient, dot: two differences (1 each), product (1), sum (1): 4.01 of the sum of magnitudes; the margin is 16.
 * length: d2 has 4, R squared has 3: 8 of the larger; the margin is 64.
 * cross-length compares (c -+ E)^2 with R^2 e^2: 13; the margin is 64.
 * direction: projections of a whole shape, see gjk.c. */
#ifndef C2D_FILTER_ORIENT
#define C2D_FILTER_ORIENT (16 * C2D_U)
#endif
#ifndef C2D_FILTER_LENGTH
#define C2D_FILTER_LENGTH (64 * C2D_U)
#endif
#ifndef C2D_FILTER_DIRECTION
#define C2D_FILTER_DIRECTION (32 * C2D_U)
#endif

/* ---- exact signs; a filter returns 0 if undecided ---- */

/* Sign of e x w, e = q - p, w = r - p: positive where r is to the left of p -> q (x right, y up). */
int c2d_orient_exact(c2d_vec p, c2d_vec q, c2d_vec r);
/* e x w rounded to nearest. Exchanging p and q only changes its sign. */
double c2d_orient_round(c2d_vec p, c2d_vec q, c2d_vec r);
/* Sign of (q - p) . (s - r). */
int c2d_along_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s);
/* Sign of (q - p) . (r - p). */
static inline int c2d_dot_sign(c2d_vec p, c2d_vec q, c2d_vec r) { return c2d_along_sign(p, q, p, r); }
/* Sign of (q - p) x (s - r): zero where the segments are parallel. */
int c2d_parallel_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s);
/* Sign of R^2 - |p - q|^2, R = ra + rb. */
int c2d_length_exact(c2d_vec p, c2d_vec q, double ra, double rb);
/* Sign of d - R, where d is the signed distance of r to the left of the line p -> q and R = ra + rb >= 0. */
int c2d_inside_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb);
/* Sign of R - d, where d is the distance of r from the segment p q and R = ra + rb. */
int c2d_segment_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb);

/* Lemma orient. */
static inline int c2d_parallel_filter(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_vec e = c2d_sub(q, p), f = c2d_sub(s, r);
    double left = e.x * f.y, right = e.y * f.x, margin = C2D_FILTER_ORIENT * (fabs(left) + fabs(right));
    double cross = left - right;
    return (cross > margin) - (cross < -margin);
}

/* Lemma orient. */
static inline int c2d_orient_filter(c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p);
    double s = e.x * w.y, t = e.y * w.x;
    double margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
    double c = s - t;
    return (c > margin) - (c < -margin);
}

static inline int c2d_orient_sign(c2d_vec p, c2d_vec q, c2d_vec r)
{
    int sign = c2d_orient_filter(p, q, r);
    return sign ? sign : c2d_orient_exact(p, q, r);
}

/* Sign of r2 - d2: r2 is the computed square of the radius sum, d2 a computed squared length. Lemma length. */
static inline int c2d_length_filter(double d2, double r2)
{
    double gap = r2 - d2, margin = C2D_FILTER_LENGTH * r2;
    return (gap > margin) - (gap < -margin);
}

/* Rounding may choose the wrong branch if r is near the normal through p or q. Its distances from the end and from the
 * line then agree far within the margin. Lemmas line, length and branch. */
static inline int c2d_segment_filter(c2d_vec r, c2d_vec p, c2d_vec q, double radius)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p), v = c2d_sub(r, q);
    double r2 = radius * radius;
    if (c2d_dot(w, e) <= 0)
        return c2d_length_filter(c2d_dot(w, w), r2);
    if (c2d_dot(v, e) >= 0)
        return c2d_length_filter(c2d_dot(v, v), r2);
    double s = e.x * w.y, t = e.y * w.x;
    double margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
    double c = fabs(s - t), r2e2 = r2 * c2d_dot(e, e);
    double inner = c2d_max(c - margin, 0), outer = c + margin;
    int outside = inner * inner > r2e2 * (1 + C2D_FILTER_LENGTH);
    int inside = outer * outer < r2e2 * (1 - C2D_FILTER_LENGTH);
    return inside - outside;
}

static inline int c2d_segment_sign(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    int sign = c2d_segment_filter(r, p, q, ra + rb);
    return sign ? sign : c2d_segment_exact(r, p, q, ra, rb);
}

/* Lemma line. */
static inline int c2d_inside_sign(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p);
    double s = e.x * w.y, t = e.y * w.x, radius = ra + rb;
    double margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t)), c = s - t, r2e2 = radius * radius * c2d_dot(e, e);
    double inner = c2d_max(c - margin, 0), outer = c2d_max(c + margin, 0);
    if (inner * inner > r2e2 * (1 + C2D_FILTER_LENGTH))
        return 1;
    if (outer * outer < r2e2 * (1 - C2D_FILTER_LENGTH))
        return -1;
    return c2d_inside_exact(r, p, q, ra, rb);
}

/* ---- accurate values ---- */

/* (|p - q|^2 - R^2) / sum with an exact numerator, rounded: for c2d_length_gap if a pair is not accurate enough. */
double c2d_length_gap_exact(c2d_vec p, c2d_vec q, double ra, double rb, double sum);
/* Whether every number within error of x rounds to x.hi. Such a value does not depend on the order of a feature's
 * points, so mirror images give equal bits. Lemma rounds. */
static inline bool c2d_rounds_to_hi(c2d_pair x, double error) { return x.hi + (x.lo - error) == x.hi + (x.lo + error); }

/* Error bound of a pair computation of a few steps, relative to the magnitude of its terms. Each step adds at most
 * 2^-102. */
#define C2D_PAIR_ERROR 0x1p-97

/* |p - q|^2 - R^2 as a pair, and its error. The pair is the sum of the rounded squares, their errors and the errors of
 * the differences. */
typedef struct c2d_square_gap {
    c2d_pair value;
    double error;
} c2d_square_gap;

/* Lemma square_gap. */
static inline c2d_square_gap c2d_square_gap_of(c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_pair x = c2d_two_diff(p.x, q.x), y = c2d_two_diff(p.y, q.y), r = c2d_two_sum(ra, rb);
    c2d_pair xx = c2d_square(x.hi), yy = c2d_square(y.hi), rr = c2d_square(r.hi);
    c2d_pair squares = c2d_two_sum(xx.hi, yy.hi), upper = c2d_two_diff(squares.hi, rr.hi);
    double lost = 2 * ((x.hi * x.lo + y.hi * y.lo) - r.hi * r.lo);
    double lower = ((squares.lo + upper.lo) + ((xx.lo + yy.lo) - rr.lo)) + lost;
    c2d_square_gap gap = {c2d_fast_two_sum(upper.hi, lower), C2D_PAIR_ERROR * (squares.hi + rr.hi)};
    return gap;
}

/* Whether x and y are exact and fit in 26 bits, as do the differences of coordinates on a lattice. Their product has at
 * most 52 bits, so it is exact. */
static inline int c2d_are_round(c2d_pair x, c2d_pair y)
{
    uint64_t bits_x, bits_y;
    memcpy(&bits_x, &x.hi, sizeof bits_x);
    memcpy(&bits_y, &y.hi, sizeof bits_y);
    return (x.lo == 0) & (y.lo == 0) & ((bits_x | bits_y) << 37 == 0);
}

/* |p - q| - (ra + rb), with the exact sign and within 8 ulp. Exchanging coordinates, signs or operands keeps its bits.
 *
 * (d^2 - R^2) / (d + R), relative errors in units of C2D_U: numerator 1, d 3, d + R 4, division 1. On a lattice, d^2
 * and R^2 are exact. Lemma separation. */
static inline double c2d_length_gap(c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_pair x = c2d_two_diff(p.x, q.x), y = c2d_two_diff(p.y, q.y), r = c2d_two_sum(ra, rb);
    c2d_pair d2 = c2d_two_sum(x.hi * x.hi, y.hi * y.hi);
    double sum = c2d_sqrt(d2.hi) + r.hi;
    if (sum == 0)
        return 0;
    if (c2d_are_round(x, y) & c2d_are_round(r, r) & (d2.lo == 0))
        return (d2.hi - r.hi * r.hi) / sum;
    c2d_square_gap gap = c2d_square_gap_of(p, q, ra, rb);
    if (!c2d_rounds_to_hi(gap.value, gap.error))
        return c2d_length_gap_exact(p, q, ra, rb, sum);
    return gap.value.hi / sum;
}
/* The distance of r from the line p q, less ra + rb. Sign, error and symmetry are those of c2d_length_gap. Lemma
 * separation. */
double c2d_line_gap(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb);
/* |q - p| within 3 C2D_U. Lemma norm. */
static inline double c2d_length(c2d_vec p, c2d_vec q) { return c2d_norm(c2d_sub(q, p)); }

#endif
