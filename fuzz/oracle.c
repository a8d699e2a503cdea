/* The correct answers, computed with big integers: see oracle.h. */
#include "oracle.h"

#include "integer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct point {
    integer x, y;
} point;

static void subtract(point *out, const point *a, const point *b)
{
    integer_sub(&out->x, &a->x, &b->x);
    integer_sub(&out->y, &a->y, &b->y);
}

static void dot(integer *out, const point *a, const point *b)
{
    integer y;

    integer_mul(out, &a->x, &b->x);
    integer_mul(&y, &a->y, &b->y);
    integer_add(out, out, &y);
}

static void cross(integer *out, const point *a, const point *b)
{
    integer y;

    integer_mul(out, &a->x, &b->y);
    integer_mul(&y, &a->y, &b->x);
    integer_sub(out, out, &y);
}

static int cross_sign(const point *a, const point *b)
{
    integer c;

    cross(&c, a, b);
    return c.sign;
}

static int dot_sign(const point *a, const point *b)
{
    integer d;

    dot(&d, a, b);
    return d.sign;
}

/* The unit 2^e of which all the numbers are multiples: small integers for small problems. */
static int unit(const double *numbers, size_t n, int e)
{
    for (size_t i = 0; i < n; i++) {
        int own = double_lowest_bit(numbers[i], e);
        e = own < e ? own : e;
    }
    return e;
}

static void load(point *out, const double *numbers, size_t n, int e)
{
    if (n > ORACLE_VERTICES) {
        fprintf(stderr, "oracle: %zu vertices are too many\n", n);
        abort();
    }
    for (size_t i = 0; i < n; i++) {
        integer_set_double(&out[i].x, numbers[2 * i], e);
        integer_set_double(&out[i].y, numbers[2 * i + 1], e);
    }
}

/* ---- polygons ---- */

/* The vertices of a shape, as they were given and as integers. */
typedef struct core {
    const double *at; /* NULL if they are no doubles */
    const point *v;
    size_t count;
} core;

/* With many vertices, those that cannot decide are skipped in doubles, with a margin of thousands of rounding errors.
 */
#define MARGIN 1e-12

static double cross_estimate(const core *a, size_t i, const core *b, size_t j, double *error)
{
    const double *p = &a->at[2 * i], *q = &a->at[2 * ((i + 1) % a->count)], *r = &b->at[2 * j];
    double s = (q[0] - p[0]) * (r[1] - p[1]), t = (q[1] - p[1]) * (r[0] - p[0]);

    *error = MARGIN * (fabs(s) + fabs(t));
    return s - t;
}

/* The distance of vertex i of a from the edge of b that starts at vertex j. */
static double distance_estimate(const core *a, size_t i, const core *b, size_t j, double *error)
{
    const double *r = &a->at[2 * i], *p = &b->at[2 * j], *q = &b->at[2 * ((j + 1) % b->count)];
    double wx = r[0] - p[0], wy = r[1] - p[1], ex = q[0] - p[0], ey = q[1] - p[1];
    double along = wx * ex + wy * ey, length2 = ex * ex + ey * ey, t = along <= 0 ? 0 : along >= length2 ? 1 : -1;
    double dx = wx - t * ex, dy = wy - t * ey;

    *error = MARGIN * (fabs(wx) + fabs(wy) + fabs(ex) + fabs(ey));
    return t < 0 ? fabs(ex * wy - ey * wx) / sqrt(length2) : sqrt(dx * dx + dy * dy);
}

/* ---- relation ---- */

/* The directions covered by non-negative combinations of vectors added one by one. */
typedef struct cone {
    enum { NONE, RAY_OR_WEDGE, LINE, HALF_PLANE, PLANE } span;
    point from, to; /* its sides, turning positively; a half plane lies on the positive side of from */
} cone;

static void cone_add(cone *k, const point *d)
{
    int from, to;

    if ((d->x.sign == 0 && d->y.sign == 0) || k->span == PLANE)
        return;
    if (k->span == NONE) {
        k->span = RAY_OR_WEDGE;
        k->from = k->to = *d;
        return;
    }
    from = cross_sign(&k->from, d);
    if (k->span == LINE) {
        if (from < 0) { /* reverse the line, so that d is on its positive side */
            k->from.x.sign = -k->from.x.sign;
            k->from.y.sign = -k->from.y.sign;
        }
        if (from != 0)
            k->span = HALF_PLANE;
        return;
    }
    if (k->span == HALF_PLANE) {
        if (from < 0)
            k->span = PLANE;
        return;
    }
    to = cross_sign(&k->to, d);
    if (from == 0 && to == 0) { /* on the line of a ray (a wedge has two directions): along it or against it */
        if (dot_sign(&k->from, d) < 0)
            k->span = LINE;
        return;
    }
    if (from >= 0 && to <= 0) /* inside the wedge or on its sides */
        return;
    if (from > 0) { /* beyond to, less than half a turn from from */
        k->to = *d;
    } else if (to < 0) { /* before from, less than half a turn to to */
        k->from = *d;
    } else if (from == 0) { /* opposite from */
        k->span = HALF_PLANE;
    } else if (to == 0) { /* opposite to: everything positive of d */
        k->from = *d;
        k->span = HALF_PLANE;
    } else { /* opposite to the wedge */
        k->span = PLANE;
    }
}

/* Up to this number, all pairs are tested. */
#define FEW_PAIRS 1024

/* Adds the difference that is farthest to the right of d (side 1) or to the left (-1), if it is strictly so. */
static int cone_widen(cone *k, const point *d, int side, const core *a, const core *b)
{
    integer c, most, least;
    point farthest;
    size_t first = 0, second = 0;

    for (size_t i = 0; i < a->count; i++) {
        cross(&c, d, &a->v[i]);
        c.sign *= side;
        if (i == 0 || integer_compare(&c, &least) < 0) {
            integer_copy(&least, &c);
            first = i;
        }
    }
    for (size_t j = 0; j < b->count; j++) {
        cross(&c, d, &b->v[j]);
        c.sign *= side;
        if (j == 0 || integer_compare(&c, &most) > 0) {
            integer_copy(&most, &c);
            second = j;
        }
    }
    subtract(&farthest, &a->v[first], &b->v[second]);
    if (integer_compare(&least, &most) >= 0)
        return 0;
    cone_add(k, &farthest);
    return 1;
}

/* Differences of many vertices, of which those that are farthest to either side of the cone widen it, until none does.
 * The vertices are not on one line. */
static void cone_add_many(cone *k, const core *a, const core *b)
{
    point d, from, to;
    int wider = 1;

    for (size_t i = 0; i < 2; i++) {
        subtract(&d, &a->v[i * (a->count / 2)], &b->v[0]);
        cone_add(k, &d);
    }
    while (wider && k->span != PLANE && k->span != NONE) {
        from = k->from;
        to = k->to;
        wider = cone_widen(k, &from, 1, a, b);
        if (k->span == RAY_OR_WEDGE)
            wider |= cone_widen(k, &to, -1, a, b);
        else if (k->span == LINE)
            wider |= cone_widen(k, &from, -1, a, b);
    }
}

/* -1 the hulls are disjoint, 0 they meet but the origin is not interior to their difference, 1 it is. */
static int relate_cores(const core *a, const core *b)
{
    int meet = 0, many = a->count * b->count > FEW_PAIRS && a->count > 2 && b->count > 2;
    cone k;
    point d;

    k.span = NONE;
    if (many)
        cone_add_many(&k, a, b);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count && k.span != PLANE; j++) {
            if (integer_compare(&a->v[i].x, &b->v[j].x) == 0 && integer_compare(&a->v[i].y, &b->v[j].y) == 0)
                meet = 1;
            if (many)
                continue;
            subtract(&d, &a->v[i], &b->v[j]);
            cone_add(&k, &d);
        }
    if (k.span == PLANE)
        return 1;
    return meet || k.span == LINE || k.span == HALF_PLANE ? 0 : -1;
}

/* The square of the distance of p from the segment from s to t, as a fraction. */
static void distance2(integer *above, integer *below, const point *p, const point *s, const point *t)
{
    point w, v, e;

    subtract(&w, p, s);
    subtract(&e, t, s);
    integer_set(below, 1);
    if (dot_sign(&w, &e) <= 0) {
        dot(above, &w, &w);
        return;
    }
    subtract(&v, p, t);
    if (dot_sign(&v, &e) >= 0) {
        dot(above, &v, &v);
        return;
    }
    cross(above, &e, &w);
    integer_mul(above, above, above);
    dot(below, &e, &e);
}

/* The largest sign of R - distance over the vertices of a and all segments between cyclic neighbours of b. */
static int reach(const core *a, const core *b, const integer *r2, double radius)
{
    integer above, below;
    double error;
    int best = -1;

    for (size_t i = 0; i < a->count && best < 1; i++)
        for (size_t j = 0; j < b->count && best < 1; j++) {
            int sign;
            if (a->at && b->at && distance_estimate(a, i, b, j, &error) > radius + MARGIN * radius + error)
                continue;
            distance2(&above, &below, &a->v[i], &b->v[j], &b->v[(j + 1) % b->count]);
            integer_mul(&below, &below, r2);
            sign = integer_compare(&below, &above);
            best = sign > best ? sign : best;
        }
    return best;
}

static int problem_unit(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                        double b_radius)
{
    int e = unit(a, 2 * a_count, 0);

    e = unit(b, 2 * b_count, e);
    e = unit(&a_radius, 1, e);
    return unit(&b_radius, 1, e);
}

/* The vertices are loaded; the radii are in the unit 2^e. */
static int relate_loaded(const core *first, double a_radius, const core *second, double b_radius, int e)
{
    integer r, r2;
    int cores, ab, ba;
    double radius = a_radius + b_radius;

    integer_set_double(&r, a_radius, e);
    integer_set_double(&r2, b_radius, e);
    integer_add(&r, &r, &r2);
    integer_mul(&r2, &r, &r);

    cores = relate_cores(first, second);
    if (r.sign == 0 || cores == 1)
        return cores;
    if (cores == 0)
        return 1;
    ab = reach(first, second, &r2, radius);
    ba = ab == 1 ? 1 : reach(second, first, &r2, radius);
    return ab > ba ? ab : ba;
}

int oracle_relate(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count, double b_radius)
{
    static point p[ORACLE_VERTICES], q[ORACLE_VERTICES];
    core first = {a, p, a_count}, second = {b, q, b_count};
    int e = problem_unit(a, a_count, a_radius, b, b_count, b_radius);

    load(p, a, a_count, e);
    load(q, b, b_count, e);
    return relate_loaded(&first, a_radius, &second, b_radius, e);
}

int oracle_relate_image(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                        double b_radius, const double *period, int i, int j)
{
    static point p[ORACLE_VERTICES], q[ORACLE_VERTICES];
    core first = {NULL, p, a_count}, second = {NULL, q, b_count};
    int e = unit(period, 2, problem_unit(a, a_count, a_radius, b, b_count, b_radius));
    point shift;
    integer count;

    load(p, a, a_count, e);
    load(q, b, b_count, e);
    load(&shift, period, 1, e);
    integer_set(&count, i);
    integer_mul(&shift.x, &shift.x, &count);
    integer_set(&count, j);
    integer_mul(&shift.y, &shift.y, &count);
    for (size_t k = 0; k < b_count; k++) {
        integer_add(&q[k].x, &q[k].x, &shift.x);
        integer_add(&q[k].y, &q[k].y, &shift.y);
    }
    return relate_loaded(&first, a_radius, &second, b_radius, e);
}

/* ---- reals ---- */

/* (high + low) * 2^exponent, 0.5 <= |high| < 1 and |low| <= 2^-53 |high|, or all 0: about 105 bits, of any magnitude,
 * and the same on every machine, which long double is not. Operations are within 2^-96, relative: sums to the larger
 * term. */
typedef struct real {
    double high, low;
    int exponent;
} real;

/* The sum of two, of which the first is the larger, times 2^exponent. */
static real real_of_sum(double x, double y, int exponent)
{
    double sum = x + y, rest = y - (sum - x);
    int shift;
    real r = {frexp(sum, &shift), 0, 0};

    if (r.high != 0) {
        r.low = ldexp(rest, -shift);
        r.exponent = exponent + shift;
    }
    return r;
}

static real real_of_integer(const integer *a, int exponent)
{
    double low, high;
    int own;

    high = integer_to_pair(a, &low, &own);
    return high != 0 ? real_of_sum(high, low, own + exponent) : real_of_sum(low, 0, own + exponent);
}

static real real_of_double(double x) { return real_of_sum(x, 0, 0); }

static double real_to_double(real a) { return ldexp(a.high + a.low, a.exponent); }

static real real_negative(real a)
{
    real r = {-a.high, -a.low, a.exponent};
    return r;
}

static int real_sign(real a) { return (a.high > 0) - (a.high < 0); }

static real real_add(real a, real b)
{
    double high, low, part;

    if (b.high == 0)
        return a;
    if (a.high == 0 || b.exponent > a.exponent)
        return real_add(b, a);
    if (a.exponent - b.exponent > 300)
        return a;
    b.high = ldexp(b.high, b.exponent - a.exponent);
    b.low = ldexp(b.low, b.exponent - a.exponent);
    high = a.high + b.high;
    part = high - a.high;
    low = (a.high - (high - part)) + (b.high - part);
    /* If the highest parts cancel, the rest is summed again. */
    part = a.low + b.low;
    if (fabs(part) > fabs(high))
        return real_of_sum(part, high + low, a.exponent);
    return real_of_sum(high, low + part, a.exponent);
}

/* x y exactly, as its rounded value and *rest (Dekker 1971). */
static double product(double x, double y, double *rest)
{
    double p = x * y, s = 134217729.0 * x, t = 134217729.0 * y, x_high = s - (s - x), y_high = t - (t - y);
    double x_low = x - x_high, y_low = y - y_high;

    *rest = ((x_high * y_high - p) + x_high * y_low + x_low * y_high) + x_low * y_low;
    return p;
}

static real real_multiply(real a, real b)
{
    double rest, p = product(a.high, b.high, &rest);
    return real_of_sum(p, rest + (a.high * b.low + a.low * b.high), a.exponent + b.exponent);
}

/* The quotient of the rounded values, corrected by the quotient of the remainder. */
static real real_divide(real a, real b)
{
    real first = real_of_sum(a.high / b.high, 0, a.exponent - b.exponent);
    real rest = real_add(a, real_negative(real_multiply(first, b)));
    return real_add(first, real_of_sum(rest.high / b.high, 0, rest.exponent - b.exponent));
}

/* One Newton step from the root of the rounded value. */
static real real_root(real a)
{
    int odd = a.exponent & 1;
    real first = real_of_sum(sqrt(odd ? 2 * a.high : a.high), 0, (a.exponent - odd) / 2), rest;

    if (a.high == 0)
        return a;
    rest = real_divide(real_add(a, real_negative(real_multiply(first, first))), first);
    rest.exponent--;
    return real_add(first, rest);
}

static int real_less(real a, real b) { return real_sign(real_add(a, real_negative(b))) < 0; }

/* ---- separation ---- */

/* No distance of a vertex from an edge is less than this. */
static double least_distance(const core *a, const core *b)
{
    double least = INFINITY, error, d;

    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            d = distance_estimate(a, i, b, j, &error) + error;
            least = d < least ? d : least;
        }
    return least;
}

/* The least of distance(vertex of a, edge of b) - R and *best, if there is one, every difference taken before anything
 * is rounded; distances greater than most are left out. */
static void gap(const core *a, const core *b, const integer *r, int e, double most, real *best, int *found)
{
    real radius = real_of_integer(r, e), d, value, sum;
    integer above, below, r2, scaled;
    double error;

    integer_mul(&r2, r, r);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            if (distance_estimate(a, i, b, j, &error) - error > most)
                continue;
            distance2(&above, &below, &a->v[i], &b->v[j], &b->v[(j + 1) % b->count]);
            integer_mul(&scaled, &below, &r2);
            d = real_root(real_divide(real_of_integer(&above, 2 * e), real_of_integer(&below, 0)));
            integer_sub(&above, &above, &scaled);
            sum = real_add(d, radius);
            value = real_divide(real_of_integer(&above, 2 * e), real_of_integer(&below, 0));
            if (real_sign(sum) != 0)
                value = real_divide(value, sum);
            if (!*found || real_less(value, *best))
                *best = value;
            *found = 1;
        }
}

/* The least over a's edges of how far b reaches in, to be compared with best (negative: none yet). Both sides of a
 * segment. */
static real overlap(const core *a, const core *b, int e, real best)
{
    for (size_t i = 0; i < a->count && a->count > 1; i++) {
        point edge, w;
        integer c, most, length2;
        real value;
        double error, surely = -INFINITY;
        int found = 0;
        for (size_t j = 0; j < b->count; j++) {
            double estimate = cross_estimate(a, i, b, j, &error) - error;
            surely = estimate > surely ? estimate : surely;
        }
        subtract(&edge, &a->v[(i + 1) % a->count], &a->v[i]);
        for (size_t j = 0; j < b->count; j++) {
            if (cross_estimate(a, i, b, j, &error) + error < surely)
                continue;
            subtract(&w, &b->v[j], &a->v[i]);
            cross(&c, &edge, &w);
            if (!found || integer_compare(&c, &most) > 0)
                integer_copy(&most, &c);
            found = 1;
        }
        dot(&length2, &edge, &edge);
        value = real_divide(real_of_integer(&most, 2 * e), real_root(real_of_integer(&length2, 2 * e)));
        if (real_sign(best) < 0 || real_less(value, best))
            best = value;
    }
    return best;
}

static real separation(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                       double b_radius)
{
    static point p[ORACLE_VERTICES], q[ORACLE_VERTICES];
    core first = {a, p, a_count}, second = {b, q, b_count};
    integer r, rb;
    real best = real_of_double(-1);
    double most, other;
    int e = problem_unit(a, a_count, a_radius, b, b_count, b_radius), found = 0;

    load(p, a, a_count, e);
    load(q, b, b_count, e);
    integer_set_double(&r, a_radius, e);
    integer_set_double(&rb, b_radius, e);
    integer_add(&r, &r, &rb);
    if (relate_cores(&first, &second) >= 0) {
        best = overlap(&second, &first, e, overlap(&first, &second, e, best));
        return real_negative(real_add(real_sign(best) < 0 ? real_of_double(0) : best, real_of_integer(&r, e)));
    }
    most = least_distance(&first, &second);
    other = least_distance(&second, &first);
    most = other < most ? other : most;
    gap(&first, &second, &r, e, most, &best, &found);
    gap(&second, &first, &r, e, most, &best, &found);
    return best;
}

double oracle_separation(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                         double b_radius)
{
    return real_to_double(separation(a, a_count, a_radius, b, b_count, b_radius));
}

double oracle_separation_error(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                               double b_radius, double found)
{
    real exact = separation(a, a_count, a_radius, b, b_count, b_radius);
    real error = real_add(real_of_double(found), real_negative(exact));

    if (real_sign(exact) == 0)
        return found == 0 ? 0 : HUGE_VAL;
    return fabs(real_to_double(real_divide(error, exact))) * 0x1p52;
}

/* ---- containment ---- */

/* Whether vertex j of b is a point of a's hull. */
static int hull_has(const core *a, const core *b, size_t j)
{
    point e, w;
    double error;

    for (size_t i = 0; i < a->count && a->count > 2; i++) {
        if (cross_estimate(a, i, b, j, &error) > error)
            continue;
        subtract(&e, &a->v[(i + 1) % a->count], &a->v[i]);
        subtract(&w, &b->v[j], &a->v[i]);
        if (cross_sign(&e, &w) < 0)
            return 0;
    }
    return a->count > 2;
}

/* Whether the disc about vertex j of b of radius r lies on the inner side of every edge of a. */
static int hull_has_disc(const core *a, const core *b, size_t j, const integer *r, double radius)
{
    point e, w;
    integer inside, needed;

    for (size_t i = 0; i < a->count; i++) {
        const double *s = &a->at[2 * i], *t = &a->at[2 * ((i + 1) % a->count)];
        double error, estimate = cross_estimate(a, i, b, j, &error);
        if (estimate - error > (1 + MARGIN) * radius * (fabs(t[0] - s[0]) + fabs(t[1] - s[1])))
            continue;
        subtract(&e, &a->v[(i + 1) % a->count], &a->v[i]);
        subtract(&w, &b->v[j], &a->v[i]);
        cross(&inside, &e, &w);
        if (inside.sign < 0)
            return 0;
        integer_mul(&inside, &inside, &inside);
        dot(&needed, &e, &e);
        integer_mul(&needed, &needed, r);
        integer_mul(&needed, &needed, r);
        if (integer_compare(&inside, &needed) < 0)
            return 0;
    }
    return a->count > 2;
}

/* The same disc may be taken off both sides of an inclusion of convex sets: of the two radii only the difference
 * counts. A grown hull is convex, so it holds b's discs if it holds each about a vertex. */
int oracle_contains(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count, double b_radius)
{
    static point p[ORACLE_VERTICES], q[ORACLE_VERTICES];
    core first = {a, p, a_count}, second = {b, q, b_count};
    integer r, r2;
    double radius = fabs(a_radius - b_radius);
    int e = problem_unit(a, a_count, a_radius, b, b_count, b_radius);

    load(p, a, a_count, e);
    load(q, b, b_count, e);
    integer_set_double(&r, a_radius, e);
    integer_set_double(&r2, b_radius, e);
    integer_sub(&r, &r, &r2);
    integer_mul(&r2, &r, &r);
    for (size_t j = 0; j < b_count; j++) {
        core vertex = {&b[2 * j], &q[j], 1};
        if (r.sign >= 0 ? !hull_has(&first, &second, j) && reach(&vertex, &first, &r2, radius) < 0
                        : !hull_has_disc(&first, &second, j, &r, radius))
            return 0;
    }
    return 1;
}

/* ---- hulls ---- */

static int same(const point *a, const point *b)
{
    return integer_compare(&a->x, &b->x) == 0 && integer_compare(&a->y, &b->y) == 0;
}

static int lexicographic(const point *a, const point *b)
{
    int x = integer_compare(&a->x, &b->x);

    return x != 0 ? x : integer_compare(&a->y, &b->y);
}

static int turn_sign(const point *a, const point *b, const point *c)
{
    point ab, bc;

    subtract(&ab, b, a);
    subtract(&bc, c, b);
    return cross_sign(&ab, &bc);
}

/* Whether p is on the segment from a to b, given that it is on its line. */
static int between(const point *p, const point *a, const point *b)
{
    point ap, bp;

    subtract(&ap, p, a);
    subtract(&bp, p, b);
    return dot_sign(&ap, &bp) <= 0;
}

const char *oracle_hull_error(const double *points, size_t n, const double *hull, size_t count)
{
    static point p[ORACLE_VERTICES], h[ORACLE_VERTICES];
    int e = unit(hull, 2 * count, unit(points, 2 * n, 0));

    if (count < 1 || count > n)
        return "number of vertices";
    load(p, points, n, e);
    load(h, hull, count, e);
    for (size_t i = 0; i < count; i++) {
        int found = 0;
        for (size_t j = 0; j < n && !found; j++)
            found = same(&h[i], &p[j]);
        if (!found)
            return "a vertex that was not given";
        if (i > 0 && lexicographic(&h[0], &h[i]) >= 0)
            return "does not start at the least vertex";
        if (count > 2 && turn_sign(&h[i], &h[(i + 1) % count], &h[(i + 2) % count]) <= 0)
            return "a turn that is not positive";
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < count; i++) {
            const point *a = &h[i], *b = &h[(i + 1) % count];
            if (count == 1 ? !same(&p[j], a) : turn_sign(a, b, &p[j]) < 0)
                return "a point outside";
            if (count == 2 && (turn_sign(a, b, &p[j]) != 0 || !between(&p[j], a, b)))
                return "a point outside the segment";
        }
    return NULL;
}

/* A closed walk whose turns all have one sign and which changes its lexicographic direction twice goes round once, so
 * it bounds a convex set; a walk without turns is flat, and passes however it goes to and fro. */
int oracle_is_convex_cycle(const double *points, size_t n)
{
    static point p[ORACLE_VERTICES];
    size_t count = 0;
    int left = 0, right = 0, changes = 0;

    load(p, points, n, unit(points, 2 * n, 0));
    for (size_t i = 0; i < n; i++)
        if (count == 0 || !same(&p[count - 1], &p[i]))
            p[count++] = p[i];
    while (count > 1 && same(&p[count - 1], &p[0]))
        count--;
    for (size_t i = 0; i < count && count > 1; i++) {
        const point *a = &p[i], *b = &p[(i + 1) % count], *c = &p[(i + 2) % count];
        int turn = turn_sign(a, b, c);
        left |= turn > 0;
        right |= turn < 0;
        changes += lexicographic(a, b) != lexicographic(b, c);
    }
    return left + right == 0 || (left + right == 1 && changes == 2);
}

int oracle_sum_sign(double x, double y, double z)
{
    integer sum, term;
    int e = unit(&z, 1, unit(&y, 1, unit(&x, 1, 0)));

    integer_set_double(&sum, x, e);
    integer_set_double(&term, y, e);
    integer_add(&sum, &sum, &term);
    integer_set_double(&term, z, e);
    return integer_compare(&sum, &term);
}

double oracle_sum(double x, double y, double z)
{
    integer sum, term;
    int e = unit(&z, 1, unit(&y, 1, unit(&x, 1, 0)));

    integer_set_double(&sum, x, e);
    integer_set_double(&term, y, e);
    integer_add(&sum, &sum, &term);
    integer_set_double(&term, z, e);
    integer_add(&sum, &sum, &term);
    return integer_to_double(&sum, e);
}

/* ---- velocities ---- */

int oracle_dot_sign(const double *u, const double *v, const double *n)
{
    point p, q;
    int e = unit(v, 2, unit(u, 2, 0));

    load(&p, u, 1, e);
    load(&q, v, 1, e);
    subtract(&p, &p, &q);
    load(&q, n, 1, unit(n, 2, 0));
    return dot_sign(&p, &q);
}

/* *sum += mass (|v1|^2 - |v0|^2) */
static void add_energy(integer *sum, double mass, int mass_unit, const double *v0, const double *v1, int e)
{
    integer m, v, w;

    for (int i = 0; i < 4; i++) {
        integer_set_double(&m, i < 2 ? mass : -mass, mass_unit);
        integer_set_double(&v, i < 2 ? v1[i] : v0[i - 2], e);
        integer_mul(&w, &v, &v);
        integer_mul(&w, &w, &m);
        integer_add(sum, sum, &w);
    }
}

int oracle_energy_growth(double mass_a, const double *a0, const double *a1, double mass_b, const double *b0,
                         const double *b1)
{
    integer sum;
    int e = unit(b1, 2, unit(b0, 2, unit(a1, 2, unit(a0, 2, 0)))), mass_unit = unit(&mass_b, 1, unit(&mass_a, 1, 0));

    integer_set(&sum, 0);
    add_energy(&sum, mass_a, mass_unit, a0, a1, e);
    add_energy(&sum, mass_b, mass_unit, b0, b1, e);
    return sum.sign;
}

int oracle_distance_growth(const double *v0, const double *v1, const double *w)
{
    point p, q, r;
    integer before, after;
    int e = unit(w, 2, unit(v1, 2, unit(v0, 2, 0)));

    load(&p, v0, 1, e);
    load(&q, v1, 1, e);
    load(&r, w, 1, e);
    subtract(&p, &p, &r);
    subtract(&q, &q, &r);
    dot(&before, &p, &p);
    dot(&after, &q, &q);
    return integer_compare(&after, &before);
}

/* ---- angles ---- */

/* Enough for 2^-200 degrees: the sine has 170 significant bits there. */
#define PLACES 384

/* pi and 180/pi times 2^384 */
static const integer PI = {1,
                           13,
                           {0x34e90c6c, 0xbe5466cf, 0x38d01377, 0x452821e6, 0xec4e6c89, 0x082efa98, 0x299f31d0,
                            0xa4093822, 0x03707344, 0x13198a2e, 0x85a308d3, 0x243f6a88, 0x00000003}};
static const integer DEGREES = {1,
                                13,
                                {0x73ad5e31, 0x35ba7e47, 0x4f5c22c2, 0x62cec07b, 0x4e03645a, 0x689d0a6c, 0x2fc0b733,
                                 0x20a897df, 0x3495f5cd, 0xa5d4dfd0, 0x83ef70c2, 0x4bb834c7, 0x00000039}};

/* x - x^3/3! + ... (first = 1, term x) or 1 - x^2/2! + ... (first = 0, term 1), in PLACES binary places. */
static double series(const integer *x, uint32_t first)
{
    integer square, sum, term;

    integer_mul(&square, x, x);
    integer_shift(&square, &square, -PLACES);
    if (first == 1) {
        integer_copy(&term, x);
    } else {
        integer_set(&term, 1);
        integer_shift(&term, &term, PLACES);
    }
    integer_set(&sum, 0);
    for (uint32_t k = first; term.sign != 0; k += 2) {
        integer_add(&sum, &sum, &term);
        integer_mul(&term, &term, &square);
        integer_shift(&term, &term, -PLACES);
        integer_divide(&term, &term, (k + 1) * (k + 2));
        term.sign = -term.sign;
    }
    return integer_to_double(&sum, -PLACES);
}

/* Smaller angles need more places: the sine is the angle minus a 2^-400th of it. */
static double sine_of_little(double degrees)
{
    integer x;
    int e = double_lowest_bit(degrees, 0);

    integer_set_double(&x, degrees, e);
    integer_mul(&x, &x, &PI);
    integer_shift(&x, &x, PLACES);
    integer_divide(&x, &x, 180);
    return integer_to_double(&x, e - 2 * PLACES);
}

void oracle_sincos(double degrees, double *sine, double *cosine)
{
    integer rest, turn, part, x;
    double s, c, swap;
    int e = double_lowest_bit(degrees, 0), quarters = 0, negative, flipped;

    if (degrees > -0x1p-200 && degrees < 0x1p-200) {
        *sine = sine_of_little(degrees);
        *cosine = 1;
        return;
    }
    e = e < 0 ? e : 0;
    integer_set_double(&rest, degrees, e);
    negative = rest.sign < 0;
    rest.sign = rest.sign != 0;

    integer_set(&turn, 360);
    integer_shift(&turn, &turn, -e);
    for (int k = integer_bits(&rest) - integer_bits(&turn); k >= 0; k--) {
        integer_shift(&part, &turn, k);
        if (integer_compare(&rest, &part) >= 0)
            integer_sub(&rest, &rest, &part);
    }
    integer_set(&part, 90);
    integer_shift(&part, &part, -e);
    while (integer_compare(&rest, &part) >= 0) {
        integer_sub(&rest, &rest, &part);
        quarters++;
    }
    integer_add(&x, &rest, &rest);
    flipped = integer_compare(&x, &part) > 0;
    if (flipped) /* beyond 45 degrees: sine and cosine of the complement */
        integer_sub(&rest, &part, &rest);

    integer_mul(&x, &rest, &PI);
    integer_shift(&x, &x, e);
    integer_divide(&x, &x, 180);
    s = series(&x, 1);
    c = series(&x, 0);
    if (flipped) {
        swap = s;
        s = c;
        c = swap;
    }
    for (; quarters > 0; quarters--) {
        swap = s;
        s = c;
        c = -swap;
    }
    *sine = negative ? -s : s;
    *cosine = c;
}

double oracle_degrees(double radians)
{
    integer x;
    int e = double_lowest_bit(radians, 0);

    integer_set_double(&x, radians, e);
    integer_mul(&x, &x, &DEGREES);
    return integer_to_double(&x, e - PLACES);
}

/* *sum (in units of 2^*e) += x * y * z */
static void add_triple(integer *sum, int *e, double x, double y, double z)
{
    integer left, right;
    int own_left = double_lowest_bit(x, 0), own_right = double_lowest_bit(y, 0), own_third = double_lowest_bit(z, 0);
    int own = own_left + own_right + own_third;

    integer_set_double(&left, x, own_left);
    integer_set_double(&right, y, own_right);
    integer_mul(&left, &left, &right);
    integer_set_double(&right, z, own_third);
    integer_mul(&left, &left, &right);
    if (own < *e) {
        integer_shift(sum, sum, *e - own);
        *e = own;
    }
    integer_shift(&left, &left, own - *e);
    integer_add(sum, sum, &left);
}

static void add_product(integer *sum, int *e, double x, double y) { add_triple(sum, e, x, y, 1); }

void oracle_turn(const double *p, double sine, double cosine, const double *pivot, double *out)
{
    integer sum;
    int e;

    for (int axis = 0; axis < 2; axis++) {
        e = 0;
        integer_set(&sum, 0);
        add_product(&sum, &e, pivot[axis], 1);
        add_product(&sum, &e, cosine, p[axis]);
        add_product(&sum, &e, axis == 0 ? -sine : sine, p[1 - axis]);
        out[axis] = integer_to_double(&sum, e);
    }
}

void oracle_place(const double *p, const double *about, const double *at, double scale_x, double scale_y, double sine,
                  double cosine, double *out)
{
    integer sum;
    int e;

    for (int axis = 0; axis < 2; axis++) {
        double by_x = axis == 0 ? cosine : sine, by_y = axis == 0 ? -sine : cosine;
        e = 0;
        integer_set(&sum, 0);
        add_product(&sum, &e, at[axis], 1);
        add_triple(&sum, &e, scale_x, by_x, p[0]);
        add_triple(&sum, &e, scale_x, -by_x, about[0]);
        add_triple(&sum, &e, scale_y, by_y, p[1]);
        add_triple(&sum, &e, scale_y, -by_y, about[1]);
        out[axis] = integer_to_double(&sum, e);
    }
}
