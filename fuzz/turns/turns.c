/* Turns judged by an oracle that shares nothing with csrc/core/turn: intervals of the angle in long doubles, and the
 * exact relation. Prints how many turns of each kind hit, and every wrong answer; exits 1 if there is one.
 *
 *   fuzz/turns/run.sh [turns] [seed]
 *
 * Oracle. An axis n that is fixed in b separates the shapes by the least of A cos x + B sin x over the vertices of a,
 * less the support of b; on an interval of x the least value is at an end, or where the derivative changes its sign.
 * The same holds for axes fixed in a. If a also moves, the least value is at an end, less a bound of the second
 * derivative. If an axis separates by more than -E over an interval, the interval is free; otherwise it is halved. An
 * interval in whose middle no axis separates is blocked there. Half of the turns of each kind move. */
#include "collide2d.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
typedef struct vec {
    real x, y;
} vec;

#define MOST 2048
#define PI   3.14159265358979323846264338327950288L

/* ---- random numbers ---- */

static uint64_t state;
static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1Dull;
}
static unsigned below(unsigned n) { return (unsigned)((random_bits() >> 32) * n >> 32); }
static double uniform(double lo, double hi) { return lo + (hi - lo) * ((double)(random_bits() >> 11) * 0x1p-53); }
static double log_uniform(double lo, double hi) { return exp(uniform(log(lo), log(hi))); }
static double lattice(int size) { return ((double)below(2 * (unsigned)size + 1) - size) / 4; }

/* ---- the case ---- */

typedef struct body {
    c2d_shape shape;
    bool has_rect;
    c2d_rect rect;
    c2d_vec storage[2 * MOST];
} body;

static body A, B;
static double angle;
static bool has_about;
static c2d_vec about, motion;
static bool moves;
static c2d_vec room[C2D_CAST_ROOM(MOST)];

/* ---- the oracle ---- */

static vec pa[MOST], qb[MOST]; /* relative to the pivot */
static int na, nb;
static real radius, sense, reach, error_bound, theta, speed; /* theta: the angle without its sign; both per t */
static vec step_of_b;                                        /* the motion */

static vec turn(vec p, real c, real s) { return (vec){c * p.x - sense * s * p.y, sense * s * p.x + c * p.y}; }

/* A place on the way. */
typedef struct place {
    real t, c, s;
} place;

static place place_at(real t) { return (place){t, cosl(t * theta), sinl(t * theta)}; }

/* n . v at a place, for a vertex of a and an axis fixed in b, or a vertex of b and an axis fixed in a. */
static real height_at(vec v, vec n, bool resting, place p)
{
    vec d = {p.t * step_of_b.x, p.t * step_of_b.y}, w = resting ? v : (vec){v.x - d.x, v.y - d.y};
    real way = resting ? sense : -sense;
    vec z = {p.c * w.x - way * p.s * w.y, way * p.s * w.x + p.c * w.y};
    z = resting ? (vec){z.x + d.x, z.y + d.y} : z;
    return n.x * z.x + n.y * z.y;
}

/* At most the least of n . v between two places, for vertices that turn and move. */
static real least_moving(const vec *v, int count, vec n, bool resting, place p, place q)
{
    real least = INFINITY, h = q.t - p.t, m = hypotl(step_of_b.x, step_of_b.y);
    for (int i = 0; i < count; i++) {
        real f = fminl(height_at(v[i], n, resting, p), height_at(v[i], n, resting, q)), r = hypotl(v[i].x, v[i].y);
        real bend = resting ? theta * theta * r : theta * theta * (r + q.t * m) + 2 * theta * m;
        least = fminl(least, f - bend * h * h / 8);
    }
    return least;
}

/* The least of n . v over an interval of angles, for the vertices v that turn by them. */
static real least_turning(const vec *v, int n, vec axis, real way, place p, place q)
{
    real least = INFINITY, c1 = p.c, s1 = p.s, c2 = q.c, s2 = q.s;
    for (int i = 0; i < n; i++) {
        real a = axis.x * v[i].x + axis.y * v[i].y, b = way * (axis.y * v[i].x - axis.x * v[i].y);
        real f1 = a * c1 + b * s1, f2 = a * c2 + b * s2, d1 = b * c1 - a * s1, d2 = b * c2 - a * s2;
        real f = f1 < f2 ? f1 : f2;
        if (d1 < 0 && d2 > 0)
            f = -sqrtl(a * a + b * b);
        least = f < least ? f : least;
    }
    return least;
}

static real least_along(const vec *v, int n, vec axis)
{
    real least = INFINITY;
    for (int i = 0; i < n; i++) {
        real f = axis.x * v[i].x + axis.y * v[i].y;
        least = f < least ? f : least;
    }
    return least;
}

static vec unit(vec v)
{
    real l = sqrtl(v.x * v.x + v.y * v.y);
    return (vec){v.x / l, v.y / l};
}

typedef struct interval {
    real lo, hi;
} interval;

/* The gap that an axis keeps over an interval. resting: fixed in b, in its frame; otherwise fixed in a, in a's frame
 * before the turn. */
static real kept(vec n, bool resting, place p, place q)
{
    vec m = {-n.x, -n.y};
    if (moves && resting)
        return least_moving(pa, na, n, true, p, q) + least_along(qb, nb, m) - radius;
    if (moves)
        return least_moving(qb, nb, m, false, p, q) + least_along(pa, na, n) - radius;
    if (resting)
        return least_turning(pa, na, n, sense, p, q) + least_along(qb, nb, m) - radius;
    return least_turning(qb, nb, m, -sense, p, q) + least_along(pa, na, n) - radius;
}

static int edge_count(int n) { return n == 1 ? 0 : n == 2 ? 4 : n; }
static vec edge_normal(const vec *v, int n, int i)
{
    vec e =
        n == 2 ? (vec){v[1].x - v[0].x, v[1].y - v[0].y} : (vec){v[(i + 1) % n].x - v[i].x, v[(i + 1) % n].y - v[i].y};
    vec out = n == 2 && i >= 2 ? e : (vec){e.y, -e.x};
    if (n == 2 && i % 2)
        out = (vec){-out.x, -out.y};
    return unit(out);
}

/* The largest gap that an axis keeps between two places; at a place, p == q, its exact signed gap (the depth of the
 * least axis). */
static real best_gap(place p1, place p2, place middle, real enough)
{
    real cm = middle.c, sm = middle.s;

    real best = -INFINITY;
    for (int i = 0; i < edge_count(nb) && best < enough; i++)
        best = fmaxl(best, kept(edge_normal(qb, nb, i), true, p1, p2));
    for (int i = 0; i < edge_count(na) && best < enough; i++) {
        vec n = edge_normal(pa, na, i);
        best = fmaxl(best, kept((vec){-n.x, -n.y}, false, p1, p2));
    }
    if (best >= enough)
        return best;
    /* between the closest vertices in the middle of the interval */
    real least = INFINITY;
    vec v = {1, 0};
    for (int i = 0; i < na; i++) {
        vec p = turn(pa[i], cm, sm);
        p = (vec){p.x + middle.t * step_of_b.x, p.y + middle.t * step_of_b.y};
        for (int j = 0; j < nb; j++) {
            vec w = {p.x - qb[j].x, p.y - qb[j].y};
            real d = w.x * w.x + w.y * w.y;
            if (d < least) {
                least = d;
                v = w;
            }
        }
    }
    if (least > 0) {
        vec n = unit(v);
        best = fmaxl(best, kept(n, true, p1, p2));
        best = fmaxl(best, kept(turn(n, cm, -sm), false, p1, p2));
    }
    return best;
}

static real gap_at(real t)
{
    place p = place_at(t);
    return best_gap(p, p, p, INFINITY);
}

static unsigned long long intervals;
static bool gave_up;

/* The first place, about, in the turn from lo to hi where the shapes overlap by more than E; -1 if there is none. */
static real first_overlap(real from, real to, real e)
{
    static interval stack[256];
    int count = 0, budget = 20000;
    gave_up = false;
    int pieces = (int)ceill((to - from) * theta / (PI / 3));
    if (pieces < 1)
        pieces = 1;
    for (int k = pieces - 1; k >= 0; k--)
        stack[count++] = (interval){from + (to - from) * k / pieces, from + (to - from) * (k + 1) / pieces};
    while (count > 0) {
        interval x = stack[--count];
        real m = (x.lo + x.hi) / 2;
        place middle = place_at(m);
        intervals++;
        if (best_gap(place_at(x.lo), place_at(x.hi), middle, -e) >= -e)
            continue;
        if (best_gap(middle, middle, middle, -e) < -e) {
            /* the first half may be blocked earlier, which does not matter: one place is enough */
            return m;
        }
        if (--budget == 0 || count > 250 || !(x.lo < m && m < x.hi)) {
            gave_up = true;
            return -1;
        }
        stack[count++] = (interval){m, x.hi};
        stack[count++] = (interval){x.lo, m};
    }
    return -1;
}

/* ---- thin shapes ---- */

/* Roots of A cos x + B sin x = h in (0, end), where the sign of the left side changes. */
static int crossings(real a, real b, real h, real end, real *x)
{
    real r = sqrtl(a * a + b * b);
    int count = 0;
    if (!(fabsl(h) < r))
        return 0;
    real d = atan2l(b, a), w = acosl(h / r);
    for (int k = -2; k <= 2; k++)
        for (int side = -1; side <= 1; side += 2) {
            real y = d + side * w + 2 * PI * k;
            if (y > 0 && y < end)
                x[count++] = y;
        }
    return count;
}

/* The first angle at which a vertex goes through the segment p q, more than e from its ends; INFINITY if none does. */
/* other: the other end of the vertex's segment, or v. */
static real first_crossing(vec v, vec other, vec p, vec q, real way, real end, real e)
{
    vec u = {q.x - p.x, q.y - p.y};
    real length = sqrtl(u.x * u.x + u.y * u.y), first = INFINITY, x[16];
    vec t = {u.x / length, u.y / length}, n = {t.y, -t.x};
    real a = n.x * v.x + n.y * v.y, b = way * (n.y * v.x - n.x * v.y), h = n.x * p.x + n.y * p.y;
    int count = crossings(a, b, h, end, x);
    real r2 = v.x * v.x + v.y * v.y;
    /* one that reaches less than e beyond the line only grazes it */
    if (sqrtl(r2) - fabsl(h) < e)
        return INFINITY;
    for (int i = 0; i < count; i++) {
        real c = cosl(x[i]), s = sinl(x[i]);
        vec z = {c * v.x - way * s * v.y, way * s * v.x + c * v.y};
        real along = (z.x - p.x) * t.x + (z.y - p.y) * t.y, beside = fminl(along, length - along);
        /* how far b would have to move to let it pass: across the way of the vertex, or across its segment */
        vec w = {-z.y, z.x}, o = {c * other.x - way * s * other.y - z.x, way * s * other.x + c * other.y - z.y};
        real slope = fabsl(w.x * n.x + w.y * n.y) / hypotl(w.x, w.y);
        if (o.x != 0 || o.y != 0)
            slope = fminl(slope, fabsl(o.x * n.x + o.y * n.y) / hypotl(o.x, o.y));
        real beyond = 0;
        for (int k = 0; k < 60; k++) {
            real y = fminl(end, x[i] + ldexpl(e / (8 * sqrtl(r2)), k));
            beyond = fmaxl(beyond, fabsl(a * cosl(y) + b * sinl(y) - h));
            if (y == end || beyond > 2 * e)
                break;
        }
        if (x[i] * sqrtl(r2) > e && beside * slope > e && beyond > e && x[i] < first)
            first = x[i];
    }
    return first;
}

/* Where a vertex that turns and moves goes through the segment p q, as first_crossing. resting: the segment is of b. */
#define THIN_PLACES 512
static real first_moving_crossing(vec v, vec other, vec p, vec q, bool resting, real end, real e)
{
    vec u = {q.x - p.x, q.y - p.y};
    real length = sqrtl(u.x * u.x + u.y * u.y), first = INFINITY, h, before, at;
    vec t = {u.x / length, u.y / length}, n = {t.y, -t.x};
    h = n.x * p.x + n.y * p.y;
    real from = 0; /* the last place that is beside the line by more than 2 e, and how far */
    before = height_at(v, n, resting, place_at(0)) - h;
    for (int k = 1; k <= THIN_PLACES; k++) {
        real hi = end * k / THIN_PLACES, lo = from;
        at = height_at(v, n, resting, place_at(hi)) - h;
        if (fabsl(at) <= 2 * e)
            continue;
        bool passes = (before < 0) != (at < 0) && fabsl(before) > 2 * e;
        real side = before;
        before = at;
        from = hi;
        if (!passes)
            continue;
        for (int bits = 0; bits < 80; bits++) {
            real middle = (lo + hi) / 2;
            bool same = (height_at(v, n, resting, place_at(middle)) - h < 0) == (side < 0);
            *(same ? &lo : &hi) = middle;
        }
        place z = place_at(lo), z2 = place_at(fminl(end, lo + 1e-9L));
        real along = height_at(v, t, resting, z) - (t.x * p.x + t.y * p.y), beside = fminl(along, length - along);
        vec w = {height_at(v, t, resting, z2) - height_at(v, t, resting, z),
                 height_at(v, n, resting, z2) - height_at(v, n, resting, z)};
        vec o = {height_at(other, t, resting, z) - height_at(v, t, resting, z),
                 height_at(other, n, resting, z) - height_at(v, n, resting, z)};
        real slope = fabsl(w.y) / hypotl(w.x, w.y), beyond = 0;
        if (o.x != 0 || o.y != 0)
            slope = fminl(slope, fabsl(o.y) / hypotl(o.x, o.y));
        for (int bits = 0; bits < 60 && beyond <= 2 * e; bits++) {
            real f = height_at(v, n, resting, place_at(fminl(end, lo + ldexpl(e / (8 * speed), bits)))) - h;
            beyond = fmaxl(beyond, side < 0 ? f : -f);
        }
        if (lo * speed > e && beside * slope > e && beyond > 2 * e && lo < first)
            first = lo;
    }
    return first;
}

static real first_thin_moving(real end, real e)
{
    real first = INFINITY;
    if (nb == 2)
        for (int i = 0; i < na; i++)
            first = fminl(first, first_moving_crossing(pa[i], pa[na - 1 - i], qb[0], qb[1], true, end, e));
    if (na == 2)
        for (int j = 0; j < nb; j++)
            first = fminl(first, first_moving_crossing(qb[j], qb[nb - 1 - j], pa[0], pa[1], false, end, e));
    return first;
}

static real first_thin(real end, real e)
{
    real first = INFINITY;
    if (nb == 2)
        for (int i = 0; i < na; i++)
            first = fminl(first, first_crossing(pa[i], pa[na - 1 - i], qb[0], qb[1], sense, end, e));
    if (na == 2)
        for (int j = 0; j < nb; j++)
            first = fminl(first, first_crossing(qb[j], qb[nb - 1 - j], pa[0], pa[1], -sense, end, e));
    return first;
}

static bool is_thin(void) { return na <= 2 && nb <= 2 && radius == 0; }

/* ---- generation ---- */

static c2d_vec at_polar(c2d_vec o, double r, double degrees)
{
    real x = (real)degrees * PI / 180;
    return (c2d_vec){(double)((real)o.x + r * cosl(x)), (double)((real)o.y + r * sinl(x))};
}

static bool ok(c2d_status s) { return s == C2D_OK; }

static void choose_motion(double size)
{
    if (moves)
        motion = at_polar((c2d_vec){0, 0}, size * (below(3) ? uniform(0, 3) : log_uniform(1e-9, 1e4)), uniform(0, 360));
}

/* A point of the way of the pivot. */
static c2d_vec on_motion(c2d_vec p)
{
    double t = moves ? uniform(0, 1) : 0;
    return (c2d_vec){p.x + t * motion.x, p.y + t * motion.y};
}

static bool make_rect(body *s, c2d_vec center, double w, double h, double r, double degrees)
{
    c2d_rect rect = {
        .anchor = C2D_BY_CENTER, .at = center, .size = {w, h}, .angle = degrees, .radius = r, .inner = true};
    s->rect = rect;
    s->has_rect = true;
    return ok(c2d_rect_shape(&s->shape, &s->rect));
}

static bool make_polygon(body *s, c2d_vec center, double r, unsigned n, double radius_)
{
    static c2d_vec p[MOST];
    double turn_ = uniform(0, 360), squash = below(3) ? 1 : log_uniform(1e-6, 1);
    for (unsigned i = 0; i < n; i++) {
        p[i] = at_polar((c2d_vec){0, 0}, r, turn_ + 360.0 * (i + (below(2) ? 0 : uniform(0, 0.5))) / n);
        p[i] = (c2d_vec){center.x + p[i].x, center.y + p[i].y * squash};
    }
    s->has_rect = false;
    return ok(c2d_hull_shape(&s->shape, p, n, radius_, s->storage));
}

/* Any shape of about a size, around a place. */
static bool make_any(body *s, c2d_vec at, double size)
{
    double r = below(2) ? 0 : size * log_uniform(1e-3, 1), degrees = uniform(-180, 180);
    s->has_rect = false;
    switch (below(8)) {
    case 0: return ok(c2d_circle(&s->shape, at, below(4) ? size * uniform(0.1, 1) : 0));
    case 1: return ok(c2d_capsule(&s->shape, at, at_polar(at, size, degrees), r));
    case 2: return ok(c2d_box(&s->shape, at, (c2d_vec){at.x + size, at.y + size * uniform(0.01, 1)}, r));
    case 3: return make_rect(s, at, size, size * log_uniform(1e-8, 1), r, degrees);
    case 4: return make_polygon(s, at, size, 3 + below(6), r);
    case 5: return make_rect(s, at, size, size * uniform(0.1, 1), 0, degrees);
    case 6:
        return ok(
            c2d_capsule(&s->shape, at, at_polar(at, size * log_uniform(1, 1e3), degrees), below(2) ? 0 : r / 100));
    default:
        return below(40) ? make_polygon(s, at, size, 3 + below(20), r)
                         : make_polygon(s, at, size, 20 + (below(50) ? below(150) : below(1800)), r);
    }
}

static double read_angle(void)
{
    double sign = below(2) ? 1 : -1;
    switch (below(8)) {
    case 0: return sign * log_uniform(1e-300, 360);
    case 1: return sign * log_uniform(1e-12, 360);
    case 2: return sign * 90 * (1 + below(4));
    case 3: return sign * 360;
    default: return sign * uniform(0, 360);
    }
}

static const char *const NAMES[] = {"anywhere", "arms",    "grazes",  "on the way",    "touching", "slots",
                                    "round",    "far off", "extreme", "many vertices", "wheels"};
enum { ANYWHERE, ARMS, GRAZES, ON_THE_WAY, TOUCHING, SLOTS, ROUND, FAR_OFF, EXTREME, MANY, WHEELS, KINDS };

static c2d_vec pivot_of(void) { return has_about ? about : A.has_rect ? A.rect.at : c2d_center(&A.shape); }

static void choose_pivot(double size)
{
    has_about = true;
    c2d_vec c = c2d_center(&A.shape);
    switch (below(6)) {
    case 0: has_about = false; break;
    case 1: about = c2d_vertices(&A.shape)[below(A.shape.count)]; break;
    case 2: about = at_polar(c, size * log_uniform(1, 1e6), uniform(0, 360)); break;
    case 3: about = c; break;
    default: about = at_polar(c, size * uniform(0, 3), uniform(0, 360)); break;
    }
}

/* b where some vertex of a comes by, off by some ulps. */
static bool make_obstacle(int kind, double size)
{
    c2d_vec p = pivot_of(), v = c2d_vertices(&A.shape)[below(A.shape.count)];
    real dx = (real)v.x - p.x, dy = (real)v.y - p.y, rho = hypotl(dx, dy);
    double t = uniform(0, 1), direction = (double)(atan2l(dy, dx) * 180 / PI) + t * angle;
    if (moves) { /* seen from the point that is across the way of the vertex, as far */
        c2d_vec z = at_polar((c2d_vec){p.x + t * motion.x, p.y + t * motion.y}, (double)rho, direction);
        real x = direction * PI / 180, w = angle * PI / 180 * rho;
        real vx = motion.x - w * sinl(x), vy = motion.y + w * cosl(x);
        direction = (double)(atan2l(-vx, vy) * 180 / PI) + (below(2) ? 180 : 0);
        p = at_polar(z, (double)rho, direction + 180);
    }
    double ulp = 0x1p-52 * fmax(fabs(p.x) + fabs(p.y), (double)rho), off = ((int)below(17) - 8) * ulp;
    double rb = below(2) ? 0 : size * log_uniform(1e-3, 1), r = A.shape.radius + rb;
    B.has_rect = false;
    if (kind == GRAZES) { /* the side of b, or a corner, at the reach of v */
        double side = below(3) ? 1 : -1;
        c2d_vec foot = at_polar(p, (double)(rho + side * (real)r) + off, direction);
        c2d_vec end1 = at_polar(foot, size * uniform(0, 2), direction + 90),
                end2 = at_polar(foot, size * uniform(0, 2), direction - 90);
        if (below(3) == 0)
            return ok(c2d_circle(&B.shape, foot, rb));
        if (below(2))
            return ok(c2d_capsule(&B.shape, end1, end2, rb));
        c2d_vec deep = at_polar(foot, size, side > 0 ? direction : direction + 180), points[3] = {end1, end2, deep};
        return ok(c2d_hull_shape(&B.shape, points, 3, rb, B.storage));
    }
    c2d_vec foot = at_polar(p, (double)rho + off, direction);
    double slope = uniform(0, 360);
    c2d_vec end = at_polar(foot, size * log_uniform(1e-3, 10), slope),
            back = at_polar(foot, size * uniform(0, 2), slope + 180);
    switch (below(4)) {
    case 0: return ok(c2d_circle(&B.shape, foot, rb));
    case 1: return ok(c2d_capsule(&B.shape, foot, end, rb));
    case 2: return ok(c2d_capsule(&B.shape, back, end, rb));
    default: {
        c2d_vec points[3] = {back, end, at_polar(foot, size, slope + uniform(20, 160))};
        return ok(c2d_hull_shape(&B.shape, points, 3, rb, B.storage));
    }
    }
}

/* Exact touches on a lattice. */
static bool make_touching(void)
{
    if (moves) {
        motion = below(4) ? (c2d_vec){lattice(8), lattice(8)} : (c2d_vec){lattice(1) * 8, lattice(1) * 8};
        if (below(2))
            *(below(2) ? &motion.x : &motion.y) = 0;
        angle = below(4) ? uniform(-360, 360) : (double)(1 + below(360)) * (below(2) ? 1 : -1);
        moves = motion.x != 0 || motion.y != 0;
    }
    static const double TRIPLE[][3] = {{3, 4, 5},  {4, 3, 5}, {5, 12, 13}, {8, 15, 17},
                                       {-3, 4, 5}, {0, 1, 1}, {1, 0, 1}};
    const double *t = TRIPLE[below(7)];
    c2d_vec c = {lattice(8), lattice(8)}, d;
    double k = (1 + below(4)) / 4.0;
    A.has_rect = B.has_rect = false;
    has_about = true;
    about = below(4) ? (c2d_vec){lattice(12), lattice(12)} : c;
    switch (below(7)) {
    case 0: /* two boxes */
        d = (c2d_vec){c.x + 0.25 + below(8) / 4.0, c.y + 0.25 + below(8) / 4.0};
        if (!ok(c2d_box(&A.shape, c, d, 0)))
            return false;
        c = (c2d_vec){below(2) ? d.x : lattice(8), d.y};
        return ok(c2d_box(&B.shape, c,
                          (c2d_vec){c.x + (below(2) ? 1 : -1) * (1 + below(8)) / 4.0, c.y + (1 + below(8)) / 4.0}, 0));
    case 1: /* two discs along a triple */
        d = (c2d_vec){c.x + k * t[0], c.y + k * t[1]};
        if (below(2))
            about = (c2d_vec){c.x + k * t[0] * lattice(8), c.y + k * t[1] * lattice(8)};
        k *= t[2] / 4 * (1 + below(3));
        return ok(c2d_circle(&A.shape, c, k)) && ok(c2d_circle(&B.shape, d, hypot(d.x - c.x, d.y - c.y) - k));
    case 2: /* two capsules, the ends along a triple */
        d = (c2d_vec){c.x + k * t[0], c.y + k * t[1]};
        return ok(c2d_capsule(&A.shape, c, (c2d_vec){c.x + lattice(8), c.y + lattice(8)}, k * t[2] / 2)) &&
               ok(c2d_capsule(&B.shape, d, (c2d_vec){d.x + lattice(8), d.y + lattice(8)}, k * t[2] / 2));
    case 3: { /* a triangle with a corner on an edge */
        c2d_vec e = {lattice(8), lattice(8)}, f = {lattice(8), lattice(8)}, at = {c.x + e.x, c.y + e.y};
        c2d_vec p[3] = {c, {c.x + 2 * e.x, c.y + 2 * e.y}, {c.x - f.x, c.y - f.y}};
        c2d_vec q[3] = {at, {at.x + f.x, at.y + f.y}, {at.x + lattice(8), at.y + lattice(8)}};
        return ok(c2d_hull_shape(&A.shape, p, 3, 0, A.storage)) && ok(c2d_hull_shape(&B.shape, q, 3, 0, B.storage));
    }
    case 4: { /* segments that share a point, and more */
        c2d_vec e = {lattice(8), lattice(8)}, f = below(2) ? e : (c2d_vec){lattice(8), lattice(8)};
        return ok(c2d_segment(&A.shape, c, (c2d_vec){c.x + e.x, c.y + e.y})) &&
               ok(c2d_segment(&B.shape, (c2d_vec){c.x + (below(2) ? e.x : 0), c.y + (below(2) ? e.y : 0)},
                              (c2d_vec){c.x + f.x, c.y + f.y}));
    }
    case 5: /* a disc on a wall, and a wall on a disc */
        d = (c2d_vec){c.x - k, c.y + k};
        return below(2)
                   ? ok(c2d_circle(&A.shape, c, k)) && ok(c2d_box(&B.shape, d, (c2d_vec){d.x + lattice(8), d.y + 1}, 0))
                   : ok(c2d_circle(&B.shape, c, k)) &&
                         ok(c2d_box(&A.shape, d, (c2d_vec){d.x + lattice(8), d.y + 1}, 0));
    default: /* a capsule along a wall */
        return ok(c2d_capsule(&A.shape, c, (c2d_vec){c.x + lattice(8), c.y}, k)) &&
               ok(c2d_box(&B.shape, (c2d_vec){lattice(12), c.y + k}, (c2d_vec){lattice(12), c.y + k + 1},
                          below(2) ? 0 : 0.25));
    }
}

/* A box that turns in a slot that fits: walls at the reach of its corners. */
static bool make_slot(void)
{
    static const double TRIPLE[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {1, 0, 1}};
    const double *t = TRIPLE[below(5)];
    double k = ldexp(1, (int)below(8) - 4), r = below(2) ? 0 : k / 4,
           off = below(2) ? 0 : ((int)below(9) - 4) * k * 0x1p-52;
    c2d_vec c = {lattice(40), lattice(40)};
    if (moves) /* along the walls, mostly */
        motion = below(2) ? (c2d_vec){0, uniform(-3, 3) * k} : (c2d_vec){uniform(-3, 3) * k, below(4) ? 0 : off};
    moves = motion.x != 0 || motion.y != 0;
    B.has_rect = false;
    has_about = below(2);
    about = c;
    bool made = below(2) && t[1] > 0
                    ? make_rect(&A, c, 2 * k * t[0], 2 * k * t[1], r, uniform(-180, 180))
                    : make_rect(&A, c, 2 * k * t[2], 2 * k * log_uniform(1e-9, 0.1), r, 90.0 * below(4));
    double wall = k * t[2] + r + off, x = c.x + wall, y = c.y + uniform(-2, 2) * k;
    if (!made)
        return false;
    switch (below(4)) {
    case 0: return ok(c2d_box(&B.shape, (c2d_vec){x, y}, (c2d_vec){x + k, y + k * uniform(-9, 9)}, 0));
    case 1:
        return ok(c2d_segment(&B.shape, (c2d_vec){x, c.y - k * uniform(0, 9)}, (c2d_vec){x, c.y + k * uniform(0, 9)}));
    case 2: return ok(c2d_circle(&B.shape, (c2d_vec){c.x, c.y - wall - k}, k));
    default:
        return ok(c2d_box(&B.shape, (c2d_vec){c.x - 20 * k, c.y + wall}, (c2d_vec){c.x + 20 * k, c.y + wall + k}, 0));
    }
}

static bool make_round(double size)
{
    c2d_vec c = {uniform(-1, 1) * size, uniform(-1, 1) * size};
    double ra = size * log_uniform(1e-4, 1), rb = size * log_uniform(1e-4, 1);
    double off = ((int)below(9) - 4) * size * 0x1p-51;
    A.has_rect = B.has_rect = false;
    has_about = true;
    about = at_polar(c, below(4) ? size * uniform(0, 3) : 0, uniform(0, 360));
    real rho = hypotl((real)c.x - about.x, (real)c.y - about.y);
    double d = below(3) ? size * uniform(0, 4) : (double)(rho + (below(2) ? 1 : -1) * ((real)ra + rb)) + off;
    c2d_vec w = at_polar(about, d, uniform(0, 360)), u = at_polar(w, size * uniform(0, 2), uniform(0, 360));
    bool a_is_disc = below(2), b_is_disc = below(2);
    choose_motion(size);
    w = on_motion(w);
    c2d_vec other = at_polar(c, size * uniform(0, 1), uniform(0, 360));
    return (a_is_disc ? ok(c2d_circle(&A.shape, c, ra)) : ok(c2d_capsule(&A.shape, c, other, ra))) &&
           (b_is_disc ? ok(c2d_circle(&B.shape, w, rb)) : ok(c2d_capsule(&B.shape, w, u, rb)));
}

/* A wheel on a floor: the way of each corner has a cusp at the floor, or goes a little below it, or above. */
static bool make_wheel(void)
{
    double r = ldexp(1 + below(8), (int)below(6) - 3), skew = below(2) ? 0 : ((int)below(9) - 4) * r * 0x1p-52;
    c2d_vec c = {lattice(40), lattice(40)};
    real turn_ = angle * PI / 180 * (below(2) ? 1 : uniform(0.99, 1.01));
    moves = true;
    motion = (c2d_vec){(double)(-turn_ * r), below(4) ? 0 : skew};
    has_about = true;
    about = c;
    bool made;
    if (below(4) == 0) {
        A.has_rect = false;
        made = ok(c2d_circle(&A.shape, c, r));
    } else if (below(2)) {
        made = make_polygon(&A, c, r, 3 + below(30), 0);
    } else {
        A.has_rect = false;
        made = ok(c2d_capsule(&A.shape, c, at_polar(c, r, uniform(0, 360)), 0));
    }
    double y = c.y + r + skew, x = c.x + uniform(0, 1) * motion.x, w = uniform(0, 2) * r;
    B.has_rect = false;
    switch (below(4)) {
    case 0: return made && ok(c2d_segment(&B.shape, (c2d_vec){x - w, y}, (c2d_vec){x + w, y}));
    case 1: return made && ok(c2d_capsule(&B.shape, (c2d_vec){x - w, y + r}, (c2d_vec){x + w, y + r}, r));
    case 2: return made && ok(c2d_circle(&B.shape, (c2d_vec){x, y + w}, w));
    default: return made && ok(c2d_box(&B.shape, (c2d_vec){x - w, y}, (c2d_vec){x + w, y + r}, 0));
    }
}

static bool make_case(int kind)
{
    double size = 1;
    c2d_vec at = {0, 0};
    angle = read_angle();
    moves = below(2);
    motion = at;
    switch (kind) {
    case TOUCHING: return make_touching();
    case SLOTS: return make_slot();
    case ROUND: return make_round(log_uniform(0.1, 10));
    case WHEELS: return make_wheel();
    case EXTREME: size = ldexp(uniform(1, 2), (int)below(300) - 150); break;
    case FAR_OFF:
        at = (c2d_vec){uniform(-1, 1) * log_uniform(1e2, 1e12), uniform(-1, 1) * log_uniform(1e2, 1e12)};
        break;
    default: break;
    }
    bool made;
    if (kind == ARMS) {
        double length = log_uniform(1, 1e5);
        made = below(2)
                   ? make_rect(&A, at_polar(at, length / 2, 0), length, log_uniform(1e-12, 1), 0, uniform(-180, 180))
                   : ok(c2d_capsule(&A.shape, at, at_polar(at, length, uniform(0, 360)), below(2) ? 0 : 1e-3));
        A.has_rect = A.has_rect && A.shape.count > 2;
        if (made && A.shape.count <= 2)
            A.has_rect = false;
        has_about = true;
        about = below(2) ? at : c2d_vertices(&A.shape)[0];
        size = length * uniform(0, 1.2);
        choose_motion(length);
        c2d_vec there = at_polar(on_motion(about), size, uniform(0, 360));
        if (!below(3))
            return made && make_obstacle(below(2) ? GRAZES : ON_THE_WAY, uniform(0.1, 2));
        return made && make_any(&B, there, log_uniform(1e-3, 10));
    }
    if (kind == MANY) {
        unsigned n = 20 + (below(200) ? below(60) : below(1900)), m = 3 + (below(200) ? below(60) : below(1900));
        made = make_polygon(&A, at, 1, n, below(2) ? 0 : uniform(0, 0.3));
        choose_pivot(1);
        choose_motion(1);
        c2d_vec p = on_motion(pivot_of()), there = at_polar(p, uniform(0, 4), uniform(0, 360));
        return made && make_polygon(&B, there, uniform(0.1, 2), m, 0);
    }
    made = make_any(&A, at, size);
    if (!made)
        return false;
    choose_pivot(size);
    choose_motion(size);
    if (kind == GRAZES || kind == ON_THE_WAY || below(3) == 0)
        return make_obstacle(kind == GRAZES ? GRAZES : ON_THE_WAY, size);
    c2d_vec p = pivot_of(), c = c2d_center(&A.shape);
    double d = hypot(c.x - p.x, c.y - p.y) + size * uniform(-1.5, 1.5);
    double direction = atan2(c.y - p.y, c.x - p.x) * 57.29577951308232 + uniform(0, 1.2) * angle;
    return make_any(&B, at_polar(on_motion(p), d, direction), size * log_uniform(1e-2, 3));
}

/* ---- judging ---- */

static unsigned long counts[KINDS][11];
enum { HITS, MISSES, TOUCHED, AT_ONCE, OVERLAPPED, GAVE_UP, LOST, THIN, SLOW, MOVED, COLUMNS };
static unsigned long wrong, most_shown = 12;
static real worst_gap, worst_pass;

static void print_shape(const char *name, const body *s)
{
    printf("  %s = Polygon.hull([", name);
    for (uint32_t i = 0; i < s->shape.count && i < 12; i++)
        printf("(%.17g, %.17g), ", c2d_vertices(&s->shape)[i].x, c2d_vertices(&s->shape)[i].y);
    printf("], %.17g) %u vertices", s->shape.radius, s->shape.count);
    if (s->has_rect)
        printf(" rect centered (%.17g, %.17g), (%.17g, %.17g) angle %.17g", s->rect.at.x, s->rect.at.y, s->rect.size.x,
               s->rect.size.y, s->rect.angle);
    printf("\n");
}

static void fail(unsigned long number, int kind, const char *what, bool hits, const c2d_hit *hit, real x)
{
    if (wrong++ >= most_shown)
        return;
    printf("WRONG %lu (%s): %s: %s t %.17g, at %.17Lg\n  angle %.17g about %s (%.17g, %.17g) motion (%.17g, %.17g)\n",
           number, NAMES[kind], what, hits ? "hit" : "miss", hits ? hit->t : 0, x, angle, has_about ? "" : "own",
           pivot_of().x, pivot_of().y, motion.x, motion.y);
    print_shape("a", &A);
    print_shape("b", &B);
}

static double greatest(c2d_vec p, c2d_vec q) { return fmax(fmax(fabs(p.x), fabs(p.y)), fmax(fabs(q.x), fabs(q.y))); }

static void load_oracle(void)
{
    c2d_vec p = pivot_of();
    na = (int)A.shape.count;
    nb = (int)B.shape.count;
    reach = 0;
    for (int i = 0; i < na; i++) {
        pa[i] = (vec){(real)c2d_vertices(&A.shape)[i].x - p.x, (real)c2d_vertices(&A.shape)[i].y - p.y};
        reach = fmaxl(reach, hypotl(pa[i].x, pa[i].y));
    }
    for (int j = 0; j < nb; j++)
        qb[j] = (vec){(real)c2d_vertices(&B.shape)[j].x - p.x, (real)c2d_vertices(&B.shape)[j].y - p.y};
    radius = (real)A.shape.radius + B.shape.radius;
    sense = angle < 0 ? -1 : 1;
    theta = fabsl((real)angle) * PI / 180;
    step_of_b = (vec){motion.x, motion.y};
    speed = theta * reach + hypotl(motion.x, motion.y);
    error_bound = (real)C2D_TURN_ERROR * (greatest(A.shape.min, A.shape.max) + greatest(B.shape.min, B.shape.max) +
                                          2 * greatest(p, p) + 2 * greatest(motion, motion) + 0x1p-148);
}

/* Whether a leaves b by no more than E before it overlaps b, looking from x on: beside coordinates of 1e9 a corner may
 * turn away at first, and into the other by its second derivative while it is still within rounding. */
static bool stays_near(real x)
{
    for (; x < 1; x *= 1.5L) {
        real gap = gap_at(x);
        if (gap > error_bound || gap < 0)
            return gap < 0;
    }
    return false;
}

/* The start only touches: a hit at once, if and only if the shapes overlap a little later. Lattices are coarse. */
static void judge_touching(unsigned long number, int kind, bool hits, const c2d_hit *hit)
{
    real x = moves ? 1e-4L / speed : 1e-5L / theta, gap;
    counts[kind][TOUCHED]++;
    counts[kind][AT_ONCE] += hits && hit->t == 0;
    if (kind != TOUCHING || x > 1)
        return;
    if (is_thin()) {
        bool soon = na == 2 && nb == 2 && gap_at(x) < -1e-14L;
        if (soon != (hits && hit->t == 0))
            fail(number, kind, soon ? "turns into what it touches" : "does not turn into what it touches", hits, hit,
                 x);
        return;
    }
    gap = INFINITY; /* a shape that barely turns into another soon leaves it */
    for (int k = 0; k < 4; k++, x /= 4)
        gap = fminl(gap, gap_at(x));
    bool soon = gap < -1e-15L, at_once = hits && hit->t == 0;
    if (soon != at_once && !(at_once && stays_near(x)))
        fail(number, kind, gap < 0 ? "turns into what it touches" : "does not turn into what it touches", hits, hit,
             gap);
}

static void judge(unsigned long number, int kind)
{
    c2d_hit hit = {0};
    bool hits = false;
    c2d_status status = c2d_turn_cast(&A.shape, A.has_rect ? &A.rect : NULL, angle, has_about ? &about : NULL, motion,
                                      &B.shape, 1, room, &hits, &hit);
    if (status) {
        fail(number, kind, "status", false, &hit, 0);
        return;
    }
    load_oracle();
    real e = error_bound;
    c2d_relation start = c2d_relate(&A.shape, &B.shape);
    counts[kind][hits ? HITS : MISSES]++;
    counts[kind][MOVED] += moves;
    if (hits && !(hit.t >= 0 && hit.t <= 1 && fabs(hypot(hit.normal.x, hit.normal.y) - 1) < 1e-14))
        fail(number, kind, "t or normal", hits, &hit, 0);
    if (start == C2D_OVERLAPPING) {
        counts[kind][OVERLAPPED]++;
        if (!hits || hit.t != 0 || !(hit.depth > 0))
            fail(number, kind, "overlaps at the start", hits, &hit, 0);
        return;
    }
    if (hits && hit.depth != 0)
        fail(number, kind, "depth", hits, &hit, 0);
    if (start == C2D_TOUCHING)
        judge_touching(number, kind, hits, &hit);
    real stop = hits ? hit.t : 1;
    if (hits) {
        static c2d_vec storage[4 * MOST];
        c2d_vec d = {hit.t * motion.x, hit.t * motion.y};
        c2d_shape turned;
        if (c2d_turned(&turned, &A.shape, A.has_rect ? &A.rect : NULL, hit.t * angle, has_about ? &about : NULL, d,
                       storage) ||
            c2d_overlaps(&turned, &B.shape))
            fail(number, kind, "overlaps at the stop", hits, &hit, stop);
        real gap = gap_at(stop);
        if (is_thin() && na + nb > 2) {
        } else if (!(start == C2D_TOUCHING && hit.t == 0)) {
            worst_gap = fmaxl(worst_gap, gap / e);
            bool soon = gap <= 2 * e;
            /* at a thin corner, the axis that ends there has the small gap */
            real x1 = e / speed;
            for (real x = x1; x < 8 * sqrtl(x1) && !soon; x *= 1.25L)
                soon = gap_at(stop + x) < e / 4;
            if (!soon) /* the contact is near the pivot, and slow */
                counts[kind][SLOW]++;
            for (real x = x1; stop + x < 1 && !soon; x *= 1.05L)
                soon = gap_at(stop + x) < e / 4;
            if (!soon)
                fail(number, kind, "stops early", hits, &hit, gap / e);
        }
    }
    if (is_thin()) {
        counts[kind][THIN]++;
        real x = moves ? first_thin_moving(stop, e) : first_thin(stop * theta, e) / theta;
        if (x < stop)
            fail(number, kind, "passed through a thin shape", hits, &hit, x);
        return;
    }
    if (stop > 0) {
        real x = first_overlap(0, stop, e);
        if (gave_up)
            counts[kind][GAVE_UP]++;
        if (x >= 0) {
            worst_pass = fmaxl(worst_pass, -gap_at(x) / e);
            fail(number, kind, "passed through", hits, &hit, x);
        }
    }
}

int main(int argc, char **argv)
{
    unsigned long turns = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000,
                  seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    if (getenv("SHOWN"))
        most_shown = strtoul(getenv("SHOWN"), NULL, 10);
    unsigned long only = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    for (unsigned long i = only ? only : 0; i < (only ? only + 1 : turns); i++) {
        int kind = (int)(i % KINDS);
        state = (seed << 32 ^ i) * 0x9E3779B97F4A7C15ull + 88172645463325252ull;
        random_bits();
        random_bits();
        A.has_rect = B.has_rect = false;
        if (!make_case(kind)) {
            counts[kind][LOST]++;
            continue;
        }
        judge(i, kind);
    }
    printf("%-14s%10s%10s%10s%10s%10s%10s%10s%10s%10s%10s\n", "kind", "hits", "misses", "touched", "at once",
           "overlapped", "gave up", "not made", "thin", "slow", "moved");
    for (int k = 0; k < KINDS; k++) {
        printf("%-14s", NAMES[k]);
        for (int c = 0; c < COLUMNS; c++)
            printf("%10lu", counts[k][c]);
        printf("\n");
    }
    printf("greatest gap at a stop %.3Lg E, %llu intervals, seed %lu, wrong %lu\n", worst_gap, intervals, seed, wrong);
    return wrong ? 1 : 0;
}
