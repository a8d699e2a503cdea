/* Expansions, exact signs, and values accurate to a few ulp despite cancellation. */
#include "exact.h"

/* ---- expansions ---- */

/* Room for the result of an operation before it is compressed. */
#define RAW_PARTS (2 * C2D_PARTS)

/* Shewchuk's COMPRESS: turns m nonoverlapping increasing parts into nonadjacent nonzero parts. Lemma expansions. */
static c2d_expansion compress(const double *raw, int m)
{
    c2d_expansion h;
    h.count = 0;
    if (m == 0)
        return h;
    double kept[RAW_PARTS];
    int bottom = m;
    double q = raw[m - 1];
    for (int i = m - 2; i >= 0; i--) {
        c2d_pair s = c2d_fast_two_sum(q, raw[i]);
        if (s.lo != 0) {
            kept[--bottom] = s.hi;
            q = s.lo;
        } else {
            q = s.hi;
        }
    }
    kept[--bottom] = q;
    q = kept[bottom];
    for (int i = bottom + 1; i < m; i++) {
        c2d_pair s = c2d_fast_two_sum(kept[i], q);
        if (s.lo != 0) {
            assert(h.count < C2D_PARTS - 1);
            h.part[h.count++] = s.lo;
        }
        q = s.hi;
    }
    if (q != 0)
        h.part[h.count++] = q;
    return h;
}

c2d_expansion c2d_exact(c2d_pair x)
{
    c2d_expansion e;
    e.count = 0;
    if (x.lo != 0)
        e.part[e.count++] = x.lo;
    if (x.hi != 0)
        e.part[e.count++] = x.hi;
    return e;
}

/* Shewchuk's FAST-EXPANSION-SUM: merges by magnitude and carries upward. It requires strongly nonoverlapping operands;
 * nonadjacent operands are. Lemma expansions. */
c2d_expansion c2d_exact_sum(const c2d_expansion *e, const c2d_expansion *f)
{
    if (e->count == 0)
        return *f;
    if (f->count == 0)
        return *e;
    double raw[RAW_PARTS];
    int i = 0, j = 0, m = 0, total = e->count + f->count;
    double q = 0;
    for (int k = 0; k < total; k++) {
        bool from_e = j == f->count || (i < e->count && fabs(e->part[i]) < fabs(f->part[j]));
        double next = from_e ? e->part[i++] : f->part[j++];
        c2d_pair s = c2d_two_sum(q, next);
        if (s.lo != 0)
            raw[m++] = s.lo;
        q = s.hi;
    }
    if (q != 0)
        raw[m++] = q;
    return compress(raw, m);
}

/* Shewchuk's SCALE-EXPANSION. Lemma expansions. */
static c2d_expansion scale(const c2d_expansion *e, double k)
{
    double raw[RAW_PARTS];
    int m = 0;
    double q = 0;
    for (int i = 0; i < e->count; i++) {
        c2d_pair p = c2d_two_prod(e->part[i], k);
        c2d_pair low = c2d_two_sum(q, p.lo);
        c2d_pair high = c2d_fast_two_sum(p.hi, low.hi);
        if (low.lo != 0)
            raw[m++] = low.lo;
        if (high.lo != 0)
            raw[m++] = high.lo;
        q = high.hi;
    }
    if (q != 0)
        raw[m++] = q;
    return compress(raw, m);
}

c2d_expansion c2d_exact_product(const c2d_expansion *e, const c2d_expansion *f)
{
    c2d_expansion h;
    h.count = 0;
    for (int i = 0; i < f->count; i++) {
        c2d_expansion row = scale(e, f->part[i]);
        h = c2d_exact_sum(&h, &row);
    }
    return h;
}

void c2d_exact_negate(c2d_expansion *e)
{
    for (int i = 0; i < e->count; i++)
        e->part[i] = -e->part[i];
}

static c2d_expansion exact_difference(const c2d_expansion *e, c2d_expansion f)
{
    c2d_exact_negate(&f);
    return c2d_exact_sum(e, &f);
}

double c2d_exact_round(const c2d_expansion *e)
{
    int n = e->count;
    if (n == 0)
        return 0;
    double hi = e->part[n - 1];
    if (n < 3)
        return hi; /* hi = fl(hi + lo) */
    /* hi is the rounded sum of the two largest parts. If they tie, the third part breaks the tie. */
    double lo = e->part[n - 2], rest = e->part[n - 3];
    if ((lo > 0) == (rest > 0)) {
        double twice = 2 * lo, up = hi + twice;
        if (up - hi == twice)
            hi = up;
    }
    return hi;
}

/* Near 0 the upper parts cancel, and the sum of the lower parts usually is one double: then the last sum is the only
 * one that rounds. */
double c2d_sum4_exact(c2d_pair a, c2d_pair b)
{
    c2d_pair upper = c2d_two_sum(a.hi, b.hi), lower = c2d_two_sum(a.lo, b.lo), middle = c2d_two_sum(upper.lo, lower.hi);
    if ((lower.lo == 0) & (middle.lo == 0))
        return upper.hi + middle.hi;
    c2d_expansion e = c2d_exact(a), f = c2d_exact(b), sum = c2d_exact_sum(&e, &f);
    return c2d_exact_round(&sum);
}

/* ---- exact signs ---- */

/* (p - q)(r - s) */
static c2d_expansion difference_product(double p, double q, double r, double s)
{
    c2d_expansion a = c2d_exact(c2d_two_diff(p, q)), b = c2d_exact(c2d_two_diff(r, s));
    return c2d_exact_product(&a, &b);
}

c2d_expansion c2d_exact_cross(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_expansion a = difference_product(q.x, p.x, s.y, r.y), b = difference_product(q.y, p.y, s.x, r.x);
    return exact_difference(&a, b);
}

c2d_expansion c2d_exact_dot(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_expansion a = difference_product(q.x, p.x, s.x, r.x), b = difference_product(q.y, p.y, s.y, r.y);
    return c2d_exact_sum(&a, &b);
}

static c2d_expansion exact_square_of_sum(double ra, double rb)
{
    c2d_expansion r = c2d_exact(c2d_two_sum(ra, rb));
    return c2d_exact_product(&r, &r);
}

/* |p - q|^2 - R^2 */
static c2d_expansion exact_length_gap(c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_expansion d2 = c2d_exact_dot(p, q, p, q);
    return exact_difference(&d2, exact_square_of_sum(ra, rb));
}

/* (e x w)^2 - R^2 e^2 */
static c2d_expansion exact_line_gap(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_expansion c = c2d_exact_cross(p, q, p, r), e2 = c2d_exact_dot(p, q, p, q), r2 = exact_square_of_sum(ra, rb);
    c2d_expansion c2 = c2d_exact_product(&c, &c);
    return exact_difference(&c2, c2d_exact_product(&r2, &e2));
}

static c2d_pair pair_square(c2d_pair x) { return c2d_pair_mul(x, x); }

/* A pair and a bound of its error. */
typedef struct bounded_pair {
    c2d_pair value;
    double error;
} bounded_pair;

/* The vector q - p: the rounded coordinates and what they lost. */
typedef struct exact_vec {
    c2d_vec hi, lo;
} exact_vec;

static inline exact_vec exact_sub(c2d_vec q, c2d_vec p)
{
    c2d_pair x = c2d_two_diff(q.x, p.x), y = c2d_two_diff(q.y, p.y);
    exact_vec v = {c2d_v(x.hi, y.hi), c2d_v(x.lo, y.lo)};
    return v;
}

static inline int is_zero(c2d_vec v) { return (v.x == 0) & (v.y == 0); }

static inline int is_round(exact_vec v)
{
    return c2d_are_round((c2d_pair){v.hi.x, v.lo.x}, (c2d_pair){v.hi.y, v.lo.y});
}

/* e x f: the rounded products plus the errors of products, differences and sum. Products of two errors are left out.
 * Lemma pair_cross. */
static inline bounded_pair pair_cross(exact_vec e, exact_vec f)
{
    c2d_pair s = c2d_two_prod(e.hi.x, f.hi.y), t = c2d_two_prod(e.hi.y, f.hi.x), upper = c2d_two_diff(s.hi, t.hi);
    double lost = (e.hi.x * f.lo.y + e.lo.x * f.hi.y) - (e.hi.y * f.lo.x + e.lo.y * f.hi.x);
    bounded_pair c = {c2d_fast_two_sum(upper.hi, upper.lo + ((s.lo - t.lo) + lost)),
                      C2D_PAIR_ERROR * (fabs(s.hi) + fabs(t.hi))};
    return c;
}

/* Sign of (q - p) x (s - r), for an undecided filter. Edges on a lattice and equal edges need no expansions: the
 * product of two differences that lost nothing is a pair, and two pairs compare by hi, then by lo. */
static int cross_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    exact_vec e = exact_sub(q, p), f = exact_sub(s, r);
    if (is_round(e) & is_round(f)) {
        double left = e.hi.x * f.hi.y, right = e.hi.y * f.hi.x;
        return (left > right) - (left < right);
    }
    if (is_zero(e.lo) & is_zero(f.lo))
        return c2d_compare_pairs(c2d_two_prod(e.hi.x, f.hi.y), c2d_two_prod(e.hi.y, f.hi.x));
    bounded_pair close = pair_cross(e, f);
    if (fabs(close.value.hi) > close.error)
        return close.value.hi > 0 ? 1 : -1;
    if (c2d_same(e.hi, f.hi) && c2d_same(e.lo, f.lo))
        return 0;
    c2d_expansion c = c2d_exact_cross(p, q, r, s);
    return c2d_exact_sign(&c);
}

int c2d_orient_exact(c2d_vec p, c2d_vec q, c2d_vec r) { return cross_sign(p, q, p, r); }

int c2d_parallel_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    int sign = c2d_parallel_filter(p, q, r, s);
    return sign ? sign : cross_sign(p, q, r, s);
}

/* Lemma orient. */
int c2d_along_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_vec e = c2d_sub(q, p), f = c2d_sub(s, r);
    double left = e.x * f.x, right = e.y * f.y;
    double margin = C2D_FILTER_ORIENT * (fabs(left) + fabs(right)), dot = left + right;
    if (fabs(dot) > margin)
        return dot > 0 ? 1 : -1;
    return c2d_parallel_sign(p, q, c2d_v(-r.y, r.x), c2d_v(-s.y, s.x)); /* a quarter turn: e . f = e x f' */
}

/* On a lattice, squares are exact, and so is the sum of two as a pair. Pairs decide nearly all other signs. */
int c2d_length_exact(c2d_vec p, c2d_vec q, double ra, double rb)
{
    exact_vec d = exact_sub(p, q);
    c2d_pair r = c2d_two_sum(ra, rb);
    exact_vec radius = {c2d_v(r.hi, 0), c2d_v(r.lo, 0)};
    if (is_round(d) & is_round(radius)) {
        c2d_pair r2 = {r.hi * r.hi, 0};
        return c2d_compare_pairs(r2, c2d_two_sum(d.hi.x * d.hi.x, d.hi.y * d.hi.y));
    }
    if ((d.hi.x == 0) | (d.hi.y == 0)) { /* along an axis: the pairs themselves compare */
        c2d_pair x = {d.hi.x + d.hi.y, d.lo.x + d.lo.y};
        return c2d_compare_pairs(r, x.hi < 0 ? c2d_pair_neg(x) : x);
    }
    c2d_square_gap close = c2d_square_gap_of(p, q, ra, rb);
    if (fabs(close.value.hi) > close.error)
        return close.value.hi < 0 ? 1 : -1;
    c2d_expansion gap = exact_length_gap(p, q, ra, rb);
    return -c2d_exact_sign(&gap);
}

C2D_INLINE c2d_pair pair_length2(exact_vec e)
{
    c2d_pair x = {e.hi.x, e.lo.x}, y = {e.hi.y, e.lo.y};
    return c2d_pair_add(pair_square(x), pair_square(y));
}

/* c^2 - R^2 e2. An error x of c changes c^2 by at most (2 |c| + x) x. Lemma line_gap. */
static inline bounded_pair pair_line_gap(bounded_pair c, c2d_pair radius, c2d_pair e2)
{
    c2d_pair c2 = pair_square(c.value), r2e2 = c2d_pair_mul(pair_square(radius), e2);
    bounded_pair gap = {c2d_pair_sub(c2, r2e2),
                        C2D_PAIR_ERROR * (c2.hi + r2e2.hi) + 2 * (2 * fabs(c.value.hi) + c.error) * c.error};
    return gap;
}

/* c^2 and R^2 e^2 exactly: on a lattice all products of degree two are exact. False if their sums are no doubles. */
static inline bool lattice_squares(exact_vec e, exact_vec w, c2d_pair radius, c2d_pair *c2, c2d_pair *r2e2)
{
    exact_vec across = {c2d_v(radius.hi, 0), c2d_v(radius.lo, 0)};
    if (!(is_round(e) & is_round(w) & is_round(across)))
        return false;
    c2d_pair c = c2d_two_diff(e.hi.x * w.hi.y, e.hi.y * w.hi.x);
    c2d_pair ee = c2d_two_sum(e.hi.x * e.hi.x, e.hi.y * e.hi.y);
    *c2 = c2d_square(c.hi);
    *r2e2 = c2d_two_prod(radius.hi * radius.hi, ee.hi);
    return (c.lo == 0) & (ee.lo == 0);
}

/* c^2 - R^2 e^2 near 0, where the differences lost nothing: of c^2 and R^2 e^2, each a rounded product and a pair of
 * what it lost, the products cancel exactly (Sterbenz 1974). What they lost is 2^-50 of them, and its error is 2^-97 of
 * that; the parts that are left out are below 2^-153 of the products. False elsewhere. Lemma close_line_gap. */
static bool close_line_gap(const exact_vec *e, const exact_vec *w, c2d_pair r, bounded_pair *gap)
{
    c2d_pair s = c2d_two_prod(e->hi.x, w->hi.y), t = c2d_two_prod(e->hi.y, w->hi.x);
    c2d_pair c = c2d_two_diff(s.hi, t.hi), low = c2d_two_diff(s.lo, t.lo), c_rest = c2d_two_sum(c.lo, low.hi);
    c2d_pair xx = c2d_square(e->hi.x), yy = c2d_square(e->hi.y), ee = c2d_two_sum(xx.hi, yy.hi);
    c2d_pair ee_low = c2d_two_sum(xx.lo, yy.lo), ee_rest = c2d_two_sum(ee.lo, ee_low.hi);
    c2d_pair rr = c2d_square(r.hi), rr_low = c2d_two_prod(2 * r.hi, r.lo), rr_rest = c2d_two_sum(rr.lo, rr_low.hi);
    c_rest.lo += low.lo;
    ee_rest.lo += ee_low.lo;
    rr_rest.lo += rr_low.lo + r.lo * r.lo;
    c2d_pair cc = c2d_square(c.hi), product = c2d_two_prod(rr.hi, ee.hi), upper = c2d_two_diff(cc.hi, product.hi);
    if (!(is_zero(e->lo) & is_zero(w->lo) & (upper.lo == 0)))
        return false;
    c2d_pair x = c2d_two_prod(2 * c.hi, c_rest.hi), y = c2d_two_prod(rr.hi, ee_rest.hi),
             z = c2d_two_prod(ee.hi, rr_rest.hi);
    x.lo += 2 * c.hi * c_rest.lo;
    y.lo += rr.hi * ee_rest.lo;
    z.lo += ee.hi * rr_rest.lo;
    double squares = c_rest.hi * c_rest.hi - rr_rest.hi * ee_rest.hi;
    c2d_pair lost = c2d_pair_add(c2d_pair_sub(x, c2d_pair_add(y, z)), c2d_two_diff(cc.lo, product.lo));
    lost = c2d_two_sum(lost.hi, lost.lo + squares);
    double terms = fabs(upper.hi) + fabs(x.hi) + fabs(y.hi) + fabs(z.hi) + fabs(cc.lo) + fabs(product.lo);
    double size = fabs(s.hi) + fabs(t.hi);
    gap->value = c2d_pair_add(upper, lost);
    gap->error = C2D_PAIR_ERROR * terms + 0x1p-150 * (size * size + product.hi);
    return true;
}

/* Sign of (e x w)^2 - R^2 e^2 */
static int line_sign(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    exact_vec e = exact_sub(q, p), w = exact_sub(r, p);
    c2d_pair radius = c2d_two_sum(ra, rb), c2, r2e2;
    if (lattice_squares(e, w, radius, &c2, &r2e2))
        return c2d_compare_pairs(c2, r2e2);
    bounded_pair gap = pair_line_gap(pair_cross(e, w), radius, pair_length2(e));
    if (fabs(gap.value.hi) > gap.error || (close_line_gap(&e, &w, radius, &gap) && fabs(gap.value.hi) > gap.error))
        return gap.value.hi > 0 ? 1 : -1;
    c2d_expansion exact = exact_line_gap(r, p, q, ra, rb);
    return c2d_exact_sign(&exact);
}

int c2d_inside_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    int side = c2d_orient_sign(p, q, r);
    bool flat = ra + rb == 0;
    if (flat || side <= 0)
        return flat ? side : -1;
    return line_sign(r, p, q, ra, rb);
}

int c2d_segment_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    if (c2d_dot_sign(p, q, r) <= 0)
        return c2d_length_exact(r, p, ra, rb);
    if (c2d_dot_sign(q, p, r) <= 0)
        return c2d_length_exact(r, q, ra, rb);
    return ra + rb == 0 ? -(c2d_orient_sign(p, q, r) != 0) : -line_sign(r, p, q, ra, rb);
}

/* ---- accurate values ---- */

/* e x w rounded, for vectors q - p and r - p, if a pair is not accurate enough. If nothing was lost, it is the sum of
 * two products. */
static double round_cross(const exact_vec *e, const exact_vec *w, c2d_vec p, c2d_vec q, c2d_vec r)
{
    if (is_zero(e->lo) & is_zero(w->lo)) {
        c2d_pair s = c2d_two_prod(e->hi.x, w->hi.y), t = c2d_two_prod(e->hi.y, w->hi.x);
        return c2d_sum4(s.hi, -t.hi, s.lo, -t.lo);
    }
    c2d_expansion exact = c2d_exact_cross(p, q, p, r);
    return c2d_exact_round(&exact);
}

double c2d_orient_round(c2d_vec p, c2d_vec q, c2d_vec r)
{
    exact_vec e = exact_sub(q, p), w = exact_sub(r, p);
    bounded_pair c = pair_cross(e, w);
    return c2d_rounds_to_hi(c.value, c.error) ? c.value.hi : round_cross(&e, &w, p, q, r);
}

/* |p - q|^2 - R^2 near 0: the rounded squares cancel exactly (Sterbenz 1974), so that a pair may hold all that they
 * lost. It is 2^-53 of them, and has an error of 2^-97 of that. If the differences lost nothing, only four numbers are
 * left, which are rounded once; so are exact touches. Lemma close_square_gap. */
C2D_NOINLINE double c2d_length_gap_exact(c2d_vec p, c2d_vec q, double ra, double rb, double sum)
{
    exact_vec d = exact_sub(p, q);
    c2d_pair r = c2d_two_sum(ra, rb);
    c2d_pair xx = c2d_square(d.hi.x), yy = c2d_square(d.hi.y), rr = c2d_square(r.hi);
    c2d_pair squares = c2d_two_sum(xx.hi, yy.hi), upper = c2d_two_diff(squares.hi, rr.hi),
             lower = c2d_two_sum(xx.lo, yy.lo);
    if (is_zero(d.lo) & (r.lo == 0) & (upper.lo == 0) & (lower.lo == 0))
        return c2d_sum4(upper.hi, squares.lo, lower.hi, -rr.lo) / sum;
    c2d_pair x = c2d_two_prod(2 * d.hi.x, d.lo.x), y = c2d_two_prod(2 * d.hi.y, d.lo.y),
             s = c2d_two_prod(2 * r.hi, r.lo);
    c2d_pair lost =
        c2d_pair_add(c2d_pair_sub(c2d_pair_add(x, y), s), c2d_pair_add(lower, c2d_two_diff(squares.lo, rr.lo)));
    lost = c2d_two_sum(lost.hi, lost.lo + (d.lo.x * d.lo.x + d.lo.y * d.lo.y - r.lo * r.lo));
    c2d_pair close = c2d_pair_add(upper, lost);
    double terms = fabs(upper.hi) + fabs(x.hi) + fabs(y.hi) + fabs(s.hi) + fabs(xx.lo) + fabs(yy.lo) + fabs(rr.lo);
    if (c2d_rounds_to_hi(close, C2D_PAIR_ERROR * (terms + fabs(squares.lo))))
        return close.hi / sum;
    c2d_expansion gap = exact_length_gap(p, q, ra, rb);
    return c2d_exact_round(&gap) / sum;
}

/* Relative errors in units of C2D_U: c 1, |e| 1.5, h = c / |e| 3.5, R 1. If h is outside (R/2, 3R), the plain
 * difference has at most 7. Inside, (c^2 - R^2 e^2) / (|e| c + R e^2): numerator 1, denominator 5, division 1. Lemma
 * separation. */
double c2d_line_gap(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    exact_vec e = exact_sub(q, p), w = exact_sub(r, p);
    bounded_pair c = pair_cross(e, w);
    double rounded = c2d_rounds_to_hi(c.value, c.error) ? c.value.hi : round_cross(&e, &w, p, q, r);
    c2d_pair e2 = pair_length2(e);
    double length = c2d_sqrt(e2.hi), radius = ra + rb, across = fabs(rounded), h = across / length;
    if (h >= 3 * radius || h <= radius / 2)
        return h - radius;
    c2d_pair exact_radius = c2d_two_sum(ra, rb), c2, r2e2;
    bounded_pair gap = pair_line_gap(c, exact_radius, e2);
    if (c2d_rounds_to_hi(gap.value, gap.error))
        return gap.value.hi / (length * across + radius * e2.hi);
    double numerator;
    if (close_line_gap(&e, &w, exact_radius, &gap) && c2d_rounds_to_hi(gap.value, gap.error)) {
        numerator = gap.value.hi;
    } else if (lattice_squares(e, w, exact_radius, &c2, &r2e2)) {
        numerator = c2d_sum4(c2.hi, -r2e2.hi, c2.lo, -r2e2.lo);
    } else {
        c2d_expansion exact = exact_line_gap(r, p, q, ra, rb);
        numerator = c2d_exact_round(&exact);
    }
    return numerator / (length * across + radius * e2.hi);
}
