/* Expansions, exact signs, and values accurate to a few ulp despite cancellation. */
#include "exact.h"

/* ---- expansions ---- */

/* Room for the result of an operation before it is compressed. */
#define RAW_PARTS (2 * C2D_PARTS)

/* Shewchuk's COMPRESS: turns m nonoverlapping increasing parts into nonadjacent nonzero parts. */
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
 * nonadjacent operands are. */
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

/* Shewchuk's SCALE-EXPANSION. */
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

double c2d_sum4_exact(c2d_pair a, c2d_pair b)
{
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

int c2d_orient_exact(c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_expansion c = c2d_exact_cross(p, q, p, r);
    return c2d_exact_sign(&c);
}

/* A pair and a bound of its error. */
typedef struct bounded_pair {
    c2d_pair value;
    double error;
} bounded_pair;

/* (q - p) x (u - r): the rounded products plus the errors of products, differences and sum. Products of two errors are
 * left out. */
static inline bounded_pair pair_cross(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec u)
{
    c2d_pair ex = c2d_two_diff(q.x, p.x), ey = c2d_two_diff(q.y, p.y);
    c2d_pair wx = c2d_two_diff(u.x, r.x), wy = c2d_two_diff(u.y, r.y);
    c2d_pair s = c2d_two_prod(ex.hi, wy.hi), t = c2d_two_prod(ey.hi, wx.hi), upper = c2d_two_diff(s.hi, t.hi);
    double lost = (ex.hi * wy.lo + ex.lo * wy.hi) - (ey.hi * wx.lo + ey.lo * wx.hi);
    bounded_pair c = {c2d_fast_two_sum(upper.hi, upper.lo + ((s.lo - t.lo) + lost)),
                      C2D_PAIR_ERROR * (fabs(s.hi) + fabs(t.hi))};
    return c;
}

static bool same_pair(c2d_pair x, c2d_pair y) { return x.hi == y.hi && x.lo == y.lo; }

/* Equal edges and edges on a lattice need no expansions: the product of two exact differences is a pair, and two pairs
 * compare by hi, then by lo. */
int c2d_parallel_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    int sign = c2d_parallel_filter(p, q, r, s);
    if (sign)
        return sign;
    bounded_pair close = pair_cross(p, q, r, s);
    if (fabs(close.value.hi) > close.error)
        return close.value.hi > 0 ? 1 : -1;
    c2d_pair ex = c2d_two_diff(q.x, p.x), ey = c2d_two_diff(q.y, p.y);
    c2d_pair fx = c2d_two_diff(s.x, r.x), fy = c2d_two_diff(s.y, r.y);
    if (same_pair(ex, fx) && same_pair(ey, fy))
        return 0;
    if (ex.lo == 0 && ey.lo == 0 && fx.lo == 0 && fy.lo == 0) {
        c2d_pair left = c2d_two_prod(ex.hi, fy.hi), right = c2d_two_prod(ey.hi, fx.hi);
        int upper = (left.hi > right.hi) - (left.hi < right.hi), lower = (left.lo > right.lo) - (left.lo < right.lo);
        return upper ? upper : lower;
    }
    c2d_expansion c = c2d_exact_cross(p, q, r, s);
    return c2d_exact_sign(&c);
}

int c2d_along_sign(c2d_vec p, c2d_vec q, c2d_vec r, c2d_vec s)
{
    c2d_vec e = c2d_sub(q, p), f = c2d_sub(s, r);
    double left = e.x * f.x, right = e.y * f.y;
    double margin = C2D_FILTER_ORIENT * (fabs(left) + fabs(right)), dot = left + right;
    if (fabs(dot) > margin)
        return dot > 0 ? 1 : -1;
    return c2d_parallel_sign(p, q, c2d_v(-r.y, r.x), c2d_v(-s.y, s.x)); /* a quarter turn: e . f = e x f' */
}

/* Pairs decide nearly all. A touch on a lattice needs no expansions: the squares are doubles, and two of them have an
 * exact sum. */
int c2d_length_exact(c2d_vec p, c2d_vec q, double ra, double rb)
{
    c2d_pair dx = c2d_two_diff(p.x, q.x), dy = c2d_two_diff(p.y, q.y), r = c2d_two_sum(ra, rb);
    c2d_pair x2 = c2d_pair_mul(dx, dx), y2 = c2d_pair_mul(dy, dy), r2 = c2d_pair_mul(r, r);
    c2d_pair close = c2d_pair_sub(r2, c2d_pair_add(x2, y2));
    if (fabs(close.hi) > C2D_PAIR_ERROR * (x2.hi + y2.hi + r2.hi))
        return close.hi > 0 ? 1 : -1;
    if (dx.lo == 0 && dy.lo == 0 && r.lo == 0 && x2.lo == 0 && y2.lo == 0 && r2.lo == 0) {
        c2d_pair d2 = c2d_two_sum(x2.hi, y2.hi);
        int upper = (r2.hi > d2.hi) - (r2.hi < d2.hi);
        return upper ? upper : (d2.lo < 0) - (d2.lo > 0);
    }
    c2d_expansion gap = exact_length_gap(p, q, ra, rb);
    return -c2d_exact_sign(&gap);
}

int c2d_inside_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    int side = c2d_orient_sign(p, q, r);
    bool flat = c2d_exact(c2d_two_sum(ra, rb)).count == 0;
    if (flat || side <= 0)
        return flat ? side : -1;
    c2d_expansion gap = exact_line_gap(r, p, q, ra, rb);
    return c2d_exact_sign(&gap);
}

int c2d_segment_exact(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    if (c2d_dot_sign(p, q, r) <= 0)
        return c2d_length_exact(r, p, ra, rb);
    if (c2d_dot_sign(q, p, r) <= 0)
        return c2d_length_exact(r, q, ra, rb);
    c2d_expansion gap = exact_line_gap(r, p, q, ra, rb);
    return -c2d_exact_sign(&gap);
}

/* ---- accurate values ---- */

static c2d_pair pair_square(c2d_pair x) { return c2d_pair_mul(x, x); }

static c2d_pair pair_length2(c2d_vec p, c2d_vec q)
{
    return c2d_pair_add(pair_square(c2d_two_diff(q.x, p.x)), pair_square(c2d_two_diff(q.y, p.y)));
}

double c2d_orient_round(c2d_vec p, c2d_vec q, c2d_vec r)
{
    bounded_pair c = pair_cross(p, q, p, r);
    if (c2d_rounds_to_hi(c.value, c.error))
        return c.value.hi;
    c2d_expansion exact = c2d_exact_cross(p, q, p, r);
    return c2d_exact_round(&exact);
}

C2D_NOINLINE double c2d_length_gap_exact(c2d_vec p, c2d_vec q, double ra, double rb, double sum)
{
    c2d_expansion gap = exact_length_gap(p, q, ra, rb);
    return c2d_exact_round(&gap) / sum;
}

/* Relative errors in units of C2D_U: c 1, |e| 1.5, h = c / |e| 3.5, R 1. If h is outside (R/2, 3R), the plain
 * difference has at most 7. Inside, (c^2 - R^2 e^2) / (|e| c + R e^2): numerator 1, denominator 5, division 1. */
double c2d_line_gap(c2d_vec r, c2d_vec p, c2d_vec q, double ra, double rb)
{
    bounded_pair c = pair_cross(p, q, p, r);
    if (!c2d_rounds_to_hi(c.value, c.error)) {
        c2d_expansion exact = c2d_exact_cross(p, q, p, r);
        c.value.hi = c2d_exact_round(&exact);
        c.value.lo = 0;
        c.error = C2D_U * fabs(c.value.hi);
    }
    c2d_pair e2 = pair_length2(p, q);
    double length = sqrt(e2.hi), radius = ra + rb, across = fabs(c.value.hi), h = across / length;
    if (h >= 3 * radius || h <= radius / 2)
        return h - radius;
    c2d_pair c2 = pair_square(c.value), r2e2 = c2d_pair_mul(pair_square(c2d_two_sum(ra, rb)), e2);
    c2d_pair gap = c2d_pair_sub(c2, r2e2);
    if (!c2d_rounds_to_hi(gap, C2D_PAIR_ERROR * (c2.hi + r2e2.hi) + 4 * across * c.error)) {
        c2d_expansion exact = exact_line_gap(r, p, q, ra, rb);
        gap.hi = c2d_exact_round(&exact);
    }
    return gap.hi / (length * across + radius * e2.hi);
}
