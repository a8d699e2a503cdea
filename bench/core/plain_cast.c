/* See plain_cast.h. */
#include "plain_cast.h"

#include <math.h>

static inline c2d_vec add(c2d_vec p, c2d_vec q) { return (c2d_vec){p.x + q.x, p.y + q.y}; }
static inline c2d_vec sub(c2d_vec p, c2d_vec q) { return (c2d_vec){p.x - q.x, p.y - q.y}; }
static inline c2d_vec mul(c2d_vec p, double k) { return (c2d_vec){p.x * k, p.y * k}; }
static inline double dot(c2d_vec p, c2d_vec q) { return p.x * q.x + p.y * q.y; }
static inline double cross(c2d_vec p, c2d_vec q) { return p.x * q.y - p.y * q.x; }
static inline double larger(double p, double q) { return p > q ? p : q; }
static inline double smaller(double p, double q) { return p < q ? p : q; }

/* ---- rays -------------------------------------------------------------------------------------------------------- */

/* All from p along m; point on the surface that is hit. */

static bool ray_circle(c2d_vec p, c2d_vec m, c2d_vec center, double r, c2d_hit *out)
{
    c2d_vec w = sub(p, center);
    double mm = dot(m, m), b = dot(w, m), c = dot(w, w) - r * r, disc = b * b - mm * c;
    if (disc < 0.0 || b >= 0.0)
        return false;
    double t = (-b - sqrt(disc)) / mm;
    if (!(t >= 0.0 && t <= 1.0))
        return false;
    out->t = t;
    out->point = add(p, mul(m, t));
    out->normal = mul(sub(out->point, center), 1.0 / r);
    return true;
}

/* When the ray enters and leaves the slabs of a box: Kay and Kajiya 1986. A ray along a side may have NaN from 0 * inf,
 * which loses the comparisons. */
typedef struct slabs {
    double x_in, y_in, out;
} slabs;

static inline slabs cross_slabs(c2d_vec p, c2d_vec m, c2d_vec low, c2d_vec high)
{
    double ix = 1.0 / m.x, iy = 1.0 / m.y;
    double x0 = (low.x - p.x) * ix, x1 = (high.x - p.x) * ix, y0 = (low.y - p.y) * iy, y1 = (high.y - p.y) * iy;
    return (slabs){smaller(x0, x1), smaller(y0, y1), smaller(larger(x0, x1), larger(y0, y1))};
}

static inline bool write_side(c2d_vec p, c2d_vec m, const slabs *s, double t, c2d_hit *out)
{
    out->t = t;
    out->point = add(p, mul(m, t));
    out->normal = s->x_in > s->y_in ? (c2d_vec){m.x > 0.0 ? -1.0 : 1.0, 0.0} : (c2d_vec){0.0, m.y > 0.0 ? -1.0 : 1.0};
    return true;
}

static bool ray_box(c2d_vec p, c2d_vec m, c2d_vec low, c2d_vec high, c2d_hit *out)
{
    slabs s = cross_slabs(p, m, low, high);
    double t = larger(s.x_in, s.y_in);
    return t <= s.out && t >= 0.0 && t <= 1.0 && write_side(p, m, &s, t, out);
}

/* The box grown by r on all sides, then the circle of the corner if it is entered, or started in, beside one. */
static bool ray_round_box(c2d_vec p, c2d_vec m, c2d_vec low, c2d_vec high, double r, c2d_hit *out)
{
    slabs s = cross_slabs(p, m, (c2d_vec){low.x - r, low.y - r}, (c2d_vec){high.x + r, high.y + r});
    double t = larger(larger(s.x_in, s.y_in), 0.0);
    if (!(t <= s.out && t <= 1.0))
        return false;
    c2d_vec at = add(p, mul(m, t)),
            corner = {smaller(larger(at.x, low.x), high.x), smaller(larger(at.y, low.y), high.y)};
    if (at.x != corner.x && at.y != corner.y)
        return ray_circle(p, m, corner, r, out);
    return write_side(p, m, &s, t, out);
}

/* Cyrus and Beck. */
static bool ray_convex(c2d_vec p, c2d_vec m, const c2d_vec *v, uint32_t n, c2d_hit *out)
{
    double t = 0.0, t_out = 1.0;
    int face = -1;
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = sub(v[i], v[j]);
        double distance = cross(e, sub(p, v[j])), approach = cross(e, m); /* both > 0 inward */
        if (approach == 0.0) {
            if (distance < 0.0)
                return false;
        } else if (approach > 0.0) {
            if (-distance > t * approach) {
                t = -distance / approach;
                face = (int)j;
            }
        } else if (-distance > t_out * approach) {
            t_out = -distance / approach;
        }
        if (t > t_out)
            return false;
    }
    if (face < 0)
        return false;
    c2d_vec e = sub(v[(uint32_t)face + 1 == n ? 0 : face + 1], v[face]);
    double length = sqrt(dot(e, e));
    out->t = t;
    out->point = add(p, mul(m, t));
    out->normal = (c2d_vec){e.y / length, -e.x / length};
    return true;
}

/* The side that faces p, then the circle of the end beyond which that is met. */
static bool ray_capsule(c2d_vec p, c2d_vec m, c2d_vec a, c2d_vec b, double r, c2d_hit *out)
{
    c2d_vec e = sub(b, a), w = sub(p, a);
    double ee = dot(e, e), length = sqrt(ee);
    c2d_vec n = {-e.y / length, e.x / length};
    double height = dot(w, n), climb = dot(m, n);
    if (height < 0.0) {
        n = mul(n, -1.0);
        height = -height;
        climb = -climb;
    }
    double along = dot(w, e);
    if (height > r) {
        if (climb >= 0.0)
            return false;
        double t = (r - height) / climb;
        if (t > 1.0)
            return false;
        along += t * dot(m, e);
        if (along >= 0.0 && along <= ee) {
            out->t = t;
            out->point = add(p, mul(m, t));
            out->normal = n;
            return true;
        }
    }
    return ray_circle(p, m, along < 0.5 * ee ? a : b, r, out);
}

static bool ray_segment(c2d_vec p, c2d_vec m, c2d_vec a, c2d_vec b, c2d_hit *out)
{
    c2d_vec e = sub(b, a), w = sub(a, p);
    double d = cross(m, e), t = cross(w, e) / d, s = cross(w, m) / d;
    if (!(t >= 0.0 && t <= 1.0 && s >= 0.0 && s <= 1.0))
        return false;
    double length = d < 0.0 ? sqrt(dot(e, e)) : -sqrt(dot(e, e));
    out->t = t;
    out->point = add(p, mul(m, t));
    out->normal = (c2d_vec){-e.y / length, e.x / length};
    return true;
}

/* ---- closed forms of casts: a ray against the difference -----------------------------------------------------------
 */

/* From the point on the grown surface to that on b. */
static inline bool on_surface_of_b(const c2d_shape *a, c2d_hit *out)
{
    out->point = sub(out->point, mul(out->normal, a->radius));
    return true;
}

bool plain_cast_circle_circle(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    return ray_circle(a->v.own[0], m, b->v.own[0], a->radius + b->radius, out) && on_surface_of_b(a, out);
}

bool plain_cast_circle_capsule(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    double r = a->radius + b->radius;
    if (r == 0.0)
        return ray_segment(a->v.own[0], m, b->v.own[0], b->v.own[1], out);
    return ray_capsule(a->v.own[0], m, b->v.own[0], b->v.own[1], r, out) && on_surface_of_b(a, out);
}

bool plain_cast_circle_box(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    double r = a->radius + b->radius;
    c2d_vec low = b->v.own[0], high = b->v.own[2];
    return r == 0.0 ? ray_box(a->v.own[0], m, low, high, out)
                    : ray_round_box(a->v.own[0], m, low, high, r, out) && on_surface_of_b(a, out);
}

bool plain_cast_point_convex(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    return b->count == 4 ? ray_convex(a->v.own[0], m, b->v.own, 4, out)
                         : ray_convex(a->v.own[0], m, c2d_vertices(b), b->count, out);
}

/* The centre of a against b grown by half of a. The point that is wanted is the middle of the stretch in contact. */
bool plain_cast_box_box(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    c2d_vec half = mul(sub(a->v.own[2], a->v.own[0]), 0.5), center = add(a->v.own[0], half);
    c2d_vec low = b->v.own[0], high = b->v.own[2];
    double r = a->radius + b->radius;
    c2d_vec grown_low = sub(low, half), grown_high = add(high, half);
    if (!(r == 0.0 ? ray_box(center, m, grown_low, grown_high, out)
                   : ray_round_box(center, m, grown_low, grown_high, r, out)))
        return false;
    c2d_vec at = add(center, mul(m, out->t));
    double x0 = larger(low.x, at.x - half.x), x1 = smaller(high.x, at.x + half.x);
    double y0 = larger(low.y, at.y - half.y), y1 = smaller(high.y, at.y + half.y);
    c2d_vec core = {out->normal.x == 0.0  ? 0.5 * (x0 + x1)
                    : out->normal.x > 0.0 ? high.x
                                          : low.x,
                    out->normal.y == 0.0  ? 0.5 * (y0 + y1)
                    : out->normal.y > 0.0 ? high.y
                                          : low.y};
    out->point = add(core, mul(out->normal, b->radius));
    return true;
}

/* Each end as a ray against the other segment. */
bool plain_cast_segment_segment(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    const c2d_vec *p = a->v.own, *q = b->v.own;
    c2d_hit hit;
    bool found = false;
    double t = 2.0;
    for (int i = 0; i < 2; i++) {
        if (ray_segment(p[i], m, q[0], q[1], &hit) && hit.t < t) {
            t = hit.t;
            *out = hit;
            found = true;
        }
        if (ray_segment(q[i], mul(m, -1.0), p[0], p[1], &hit) && hit.t < t) {
            t = hit.t;
            out->t = t;
            out->normal = mul(hit.normal, -1.0);
            out->point = q[i];
            found = true;
        }
    }
    return found;
}

/* ---- conservative advancement --------------------------------------------------------------------------------------
 */

enum { MOST_STEPS = 20 };
static const double SLOP = 0.005; /* b2_linearSlop */

/* A vertex of the difference b - a, from which it comes, and its weight in the nearest point. */
typedef struct corner {
    c2d_vec w;
    uint32_t i, j;
    double weight;
} corner;

typedef struct simplex {
    corner v[3];
    int count;
} simplex;

static uint32_t support(const c2d_vec *v, uint32_t n, c2d_vec d)
{
    uint32_t best = 0;
    double most = dot(v[0], d);
    for (uint32_t i = 1; i < n; i++) {
        double along = dot(v[i], d);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

static void keep(simplex *s, int i, int j)
{
    corner p = s->v[i], q = s->v[j];
    s->v[0] = p;
    s->v[1] = q;
    s->count = 2;
}

static void keep_one(simplex *s, int i)
{
    s->v[0] = s->v[i];
    s->v[0].weight = 1.0;
    s->count = 1;
}

/* To the vertex or edge nearest to the origin. */
static void solve_edge(simplex *s)
{
    c2d_vec e = sub(s->v[1].w, s->v[0].w);
    double to_1 = -dot(s->v[0].w, e), to_0 = dot(s->v[1].w, e);
    if (to_1 <= 0.0) {
        keep_one(s, 0);
    } else if (to_0 <= 0.0) {
        keep_one(s, 1);
    } else {
        double inverse = 1.0 / (to_0 + to_1);
        s->v[0].weight = to_0 * inverse;
        s->v[1].weight = to_1 * inverse;
    }
}

/* Ericson, Real-Time Collision Detection, 9.5: vertex regions, edge regions, inside. */
static void solve_triangle(simplex *s)
{
    c2d_vec w0 = s->v[0].w, w1 = s->v[1].w, w2 = s->v[2].w;
    c2d_vec e01 = sub(w1, w0), e02 = sub(w2, w0), e12 = sub(w2, w1);
    double d01_1 = -dot(w0, e01), d01_0 = dot(w1, e01);
    double d02_1 = -dot(w0, e02), d02_0 = dot(w2, e02);
    double d12_1 = -dot(w1, e12), d12_0 = dot(w2, e12);
    double area = cross(e01, e02);
    double u = area * cross(w1, w2), v = area * cross(w2, w0), w = area * cross(w0, w1);
    if (d01_1 <= 0.0 && d02_1 <= 0.0) {
        keep_one(s, 0);
    } else if (d01_0 > 0.0 && d01_1 > 0.0 && w <= 0.0) {
        keep(s, 0, 1);
        s->v[0].weight = d01_0 / (d01_0 + d01_1);
        s->v[1].weight = d01_1 / (d01_0 + d01_1);
    } else if (d02_0 > 0.0 && d02_1 > 0.0 && v <= 0.0) {
        keep(s, 0, 2);
        s->v[0].weight = d02_0 / (d02_0 + d02_1);
        s->v[1].weight = d02_1 / (d02_0 + d02_1);
    } else if (d01_0 <= 0.0 && d12_1 <= 0.0) {
        keep_one(s, 1);
    } else if (d02_0 <= 0.0 && d12_0 <= 0.0) {
        keep_one(s, 2);
    } else if (d12_0 > 0.0 && d12_1 > 0.0 && u <= 0.0) {
        keep(s, 1, 2);
        s->v[0].weight = d12_0 / (d12_0 + d12_1);
        s->v[1].weight = d12_1 / (d12_0 + d12_1);
    }
}

static c2d_vec nearest(const simplex *s)
{
    c2d_vec p = mul(s->v[0].w, s->v[0].weight);
    return s->count == 1 ? p : add(p, mul(s->v[1].w, s->v[1].weight));
}

/* Across the edge, toward the origin: the nearest point itself loses its direction when it is close. */
static c2d_vec toward_origin(const simplex *s)
{
    if (s->count == 1)
        return mul(s->v[0].w, -1.0);
    c2d_vec e = sub(s->v[1].w, s->v[0].w);
    return cross(e, mul(s->v[0].w, -1.0)) > 0.0 ? (c2d_vec){-e.y, e.x} : (c2d_vec){e.y, -e.x};
}

static corner corner_at(const c2d_vec *a, const c2d_vec *b, c2d_vec shift, uint32_t i, uint32_t j)
{
    return (corner){sub(sub(b[j], a[i]), shift), i, j, 1.0};
}

/* Distance of the cores, a shifted; s is where to start and is left at the nearest features. */
static double distance(const c2d_shape *a, c2d_vec shift, const c2d_shape *b, simplex *s)
{
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    for (int k = 0; k < s->count; k++)
        s->v[k] = corner_at(p, q, shift, s->v[k].i, s->v[k].j);
    for (int step = 0; step < MOST_STEPS; step++) {
        corner old[3] = {s->v[0], s->v[1], s->v[2]};
        int old_count = s->count;
        if (s->count == 2)
            solve_edge(s);
        else if (s->count == 3)
            solve_triangle(s);
        if (s->count == 3)
            return 0.0;
        c2d_vec d = toward_origin(s);
        if (dot(d, d) == 0.0)
            return 0.0;
        uint32_t i = support(p, a->count, mul(d, -1.0)), j = support(q, b->count, d);
        bool known = false;
        for (int k = 0; k < old_count; k++)
            known |= old[k].i == i && old[k].j == j;
        if (known)
            break;
        s->v[s->count++] = corner_at(p, q, shift, i, j);
    }
    c2d_vec v = nearest(s);
    return sqrt(dot(v, v));
}

bool plain_cast_advance(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    double r = a->radius + b->radius, target = larger(SLOP, r - SLOP), tolerance = 0.25 * SLOP, t = 0.0;
    simplex s = {.count = 1};
    for (int step = 0; step < MOST_STEPS; step++) {
        double d = distance(a, mul(m, t), b, &s);
        if (d == 0.0)
            return false;
        c2d_vec n = toward_origin(&s);
        n = mul(n, 1.0 / sqrt(dot(n, n)));
        if (d < target + tolerance) {
            const c2d_vec *q = c2d_vertices(b);
            c2d_vec on_b = mul(q[s.v[0].j], s.v[0].weight);
            if (s.count == 2)
                on_b = add(on_b, mul(q[s.v[1].j], s.v[1].weight));
            out->t = t;
            out->normal = n;
            out->point = add(on_b, mul(n, b->radius));
            return true;
        }
        double speed = dot(m, n);
        if (speed >= 0.0)
            return false;
        t += (target - d) / speed;
        if (t >= 1.0)
            return false;
    }
    return false;
}

bool plain_turn_advance(const c2d_shape *a, double angle, c2d_vec pivot, const c2d_shape *b, c2d_hit *out)
{
    enum { MOST_TURNS = 100 };
    double target = larger(SLOP, a->radius + b->radius - SLOP), tolerance = 0.25 * SLOP, t = 0.0, reach2 = 0.0;
    double radians = angle * (3.141592653589793 / 180.0);
    c2d_shape turned = *a;
    simplex s = {.count = 1};
    for (uint32_t i = 0; i < a->count; i++)
        reach2 = larger(reach2, dot(sub(a->v.own[i], pivot), sub(a->v.own[i], pivot)));
    double speed = fabs(radians) * sqrt(reach2);
    for (int step = 0; step < MOST_TURNS; step++) {
        double c = cos(t * radians), sine = sin(t * radians);
        for (uint32_t i = 0; i < a->count; i++) {
            c2d_vec p = sub(a->v.own[i], pivot);
            turned.v.own[i] = add(pivot, (c2d_vec){c * p.x - sine * p.y, sine * p.x + c * p.y});
        }
        double d = distance(&turned, (c2d_vec){0.0, 0.0}, b, &s);
        if (d < target + tolerance) {
            c2d_vec n = toward_origin(&s);
            out->t = t;
            out->normal = mul(n, 1.0 / sqrt(dot(n, n)));
            return true;
        }
        t += (d - target) / speed;
        if (t >= 1.0)
            return false;
    }
    return false;
}

/* ---- clipping against the difference -------------------------------------------------------------------------------
 */

/* The edges of b - a in order of direction, merged from those of b and, turned round, those of a. */
bool plain_cast_difference(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    uint32_t n = a->count, k = b->count, i = 0, j = 0;
    for (uint32_t h = 1; h < n; h++) /* b is listed from its leftmost vertex, -a from the rightmost of a */
        if (p[h].x > p[i].x || (p[h].x == p[i].x && p[h].y > p[i].y))
            i = h;
    double t = 0.0, t_out = 1.0;
    c2d_vec face = {0.0, 0.0};
    bool found = false;
    for (uint32_t a_left = n, b_left = k; a_left + b_left > 0;) {
        uint32_t i_next = i + 1 == n ? 0 : i + 1, j_next = j + 1 == k ? 0 : j + 1;
        c2d_vec ea = sub(p[i], p[i_next]), eb = sub(q[j_next], q[j]);
        c2d_vec v = sub(q[j], p[i]);
        bool of_b = a_left == 0 || (b_left > 0 && cross(eb, ea) >= 0.0);
        c2d_vec e = of_b ? eb : ea;
        double gap = cross(e, v), approach = cross(e, m); /* gap > 0: the origin is outside */
        if (approach > 0.0) {
            if (gap > t * approach) {
                t = gap / approach;
                face = e;
                found = true;
            }
        } else if (approach < 0.0) {
            t_out = smaller(t_out, gap / approach);
        } else if (gap > 0.0) {
            return false;
        }
        if (t > t_out)
            return false;
        if (of_b) {
            j = j_next;
            b_left--;
        } else {
            i = i_next;
            a_left--;
        }
    }
    if (!found)
        return false;
    double length = sqrt(dot(face, face));
    out->t = t;
    out->normal = (c2d_vec){face.y / length, -face.x / length};
    out->point = q[support(q, k, out->normal)];
    return true;
}

/* ---- dispatch ------------------------------------------------------------------------------------------------------
 */

bool plain_cast_any(const c2d_shape *a, c2d_vec m, const c2d_shape *b, c2d_hit *out)
{
    static plain_cast *const table[4][4] = {
        {plain_cast_circle_circle, plain_cast_circle_capsule, plain_cast_circle_box, plain_cast_point_convex},
        {plain_cast_advance, plain_cast_segment_segment, plain_cast_advance, plain_cast_advance},
        {plain_cast_advance, plain_cast_advance, plain_cast_box_box, plain_cast_advance},
        {plain_cast_advance, plain_cast_advance, plain_cast_advance, plain_cast_advance},
    };
    bool sharp_only =
        (a->form == C2D_SEGMENT && b->form == C2D_SEGMENT) || (a->form == C2D_POINT && b->form == C2D_CONVEX);
    bool is_round = a->radius + b->radius > 0.0;
    return sharp_only && is_round ? plain_cast_advance(a, m, b, out) : table[a->form][b->form](a, m, b, out);
}

/* ---- containment and response --------------------------------------------------------------------------------------
 */

/* Is p within r of the core of a, or, for r < 0, so far behind all edges? */
static bool holds(const c2d_shape *a, c2d_vec p, double r)
{
    const c2d_vec *v = c2d_vertices(a);
    uint32_t n = a->count;
    if (n == 1)
        return r >= 0.0 && dot(sub(p, v[0]), sub(p, v[0])) <= r * r;
    int outside = n < 3, near = 0;
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = sub(v[i], v[j]), w = sub(p, v[j]);
        double ee = dot(e, e), height = cross(e, w);
        outside |= height < 0.0 || (r < 0.0 && height * height < r * r * ee);
        if (r > 0.0) {
            double t = smaller(larger(dot(w, e) / ee, 0.0), 1.0);
            c2d_vec gap = sub(w, mul(e, t));
            near |= dot(gap, gap) <= r * r;
        }
    }
    return near | !outside;
}

bool plain_contains(const c2d_shape *a, const c2d_shape *b)
{
    const c2d_vec *v = c2d_vertices(b);
    for (uint32_t i = 0; i < b->count; i++)
        if (!holds(a, v[i], a->radius - b->radius))
            return false;
    return true;
}

void plain_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *c)
{
    double length = sqrt(dot(c->normal, c->normal));
    c2d_vec n = mul(c->normal, 1.0 / length), along = {-n.y, n.x}, v = sub(*va, *vb);
    double approach = dot(v, n);
    if (approach >= 0.0)
        return;
    double inverse_a = 1.0 / c->mass_a, inverse_b = 1.0 / c->mass_b, effective = 1.0 / (inverse_a + inverse_b);
    double push = -(1.0 + c->restitution) * approach * effective;
    double rub = smaller(larger(-dot(v, along) * effective, -c->friction * push), c->friction * push);
    c2d_vec impulse = add(mul(n, push), mul(along, rub));
    *va = add(*va, mul(impulse, inverse_a));
    *vb = sub(*vb, mul(impulse, inverse_b));
}

c2d_vec plain_slide(c2d_vec v, c2d_vec normal)
{
    double inward = smaller(dot(v, normal), 0.0) / dot(normal, normal);
    return sub(v, mul(normal, inward));
}
