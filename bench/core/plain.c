/* Plain double-precision kernels: see plain.h. Each is the fastest of the variants that were tried under gcc 12 and
 * clang 19; what is not obvious about the choice is said beside it. */
#include "plain.h"

#include <math.h>

static inline c2d_vec sub(c2d_vec p, c2d_vec q) { return (c2d_vec){p.x - q.x, p.y - q.y}; }
static inline double dot(c2d_vec p, c2d_vec q) { return p.x * q.x + p.y * q.y; }
static inline double cross(c2d_vec p, c2d_vec q) { return p.x * q.y - p.y * q.x; }
static inline double larger(double p, double q) { return p > q ? p : q; }
static inline double smaller(double p, double q) { return p < q ? p : q; }
/* Without the jumps of &&, which the predictor loses half of the time. */
static inline bool all(int p, int q, int r, int s) { return p & q & r & s; }

/* The core of a box: its least and its greatest corner. */
static inline c2d_vec low(const c2d_shape *box) { return box->v.own[0]; }
static inline c2d_vec high(const c2d_shape *box) { return box->v.own[2]; }

static inline bool bounds_meet(const c2d_shape *a, const c2d_shape *b)
{
    return all(a->min.x <= b->max.x, b->min.x <= a->max.x, a->min.y <= b->max.y, b->min.y <= a->max.y);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* Regions as a union of conditions that are all computed: clamping instead costs gcc 12 a jump for every clamp, and a
 * wrong guess costs more than all of this arithmetic. */

/* p within r of the segment a b: of an end, or of the line between the ends. */
static inline bool near_segment(c2d_vec p, c2d_vec a, c2d_vec b, double r2)
{
    c2d_vec e = sub(b, a), w = sub(p, a), v = sub(p, b);
    double c = cross(e, w);
    int end = dot(w, w) <= r2, other_end = dot(v, v) <= r2;
    int between = dot(w, e) >= 0.0, before = dot(v, e) <= 0.0, line = c * c <= r2 * dot(e, e);
    return end | other_end | (between & before & line);
}

/* dx, dy: how far the point is beyond the core box on each axis, negative inside. */
static inline bool near_box(double dx, double dy, double r)
{
    int x = dx <= r, y = dy <= r, inside_x = dx <= 0.0, inside_y = dy <= 0.0, corner = dx * dx + dy * dy <= r * r;
    return (x & y & (inside_x | inside_y)) | corner;
}

static inline bool near_box_of(c2d_vec p, const c2d_shape *box, double r)
{
    c2d_vec l = low(box), h = high(box);
    return near_box(fabs(2.0 * p.x - l.x - h.x) - (h.x - l.x), fabs(2.0 * p.y - l.y - h.y) - (h.y - l.y), 2.0 * r);
}

bool plain_point_point(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec d = sub(b->v.own[0], a->v.own[0]);
    double r = a->radius + b->radius;
    return dot(d, d) <= r * r;
}

bool plain_point_segment(const c2d_shape *a, const c2d_shape *b)
{
    double r = a->radius + b->radius;
    return near_segment(a->v.own[0], b->v.own[0], b->v.own[1], r * r);
}

bool plain_point_box(const c2d_shape *a, const c2d_shape *b)
{
    return near_box_of(a->v.own[0], b, a->radius + b->radius);
}

static inline bool point_in(c2d_vec p, const c2d_vec *v, uint32_t n)
{
    int outside = 0;
    for (uint32_t i = 0, j = n - 1; i < n; j = i++)
        outside |= cross(sub(v[i], v[j]), sub(p, v[j])) < 0.0;
    return !outside;
}

bool plain_point_convex(const c2d_shape *a, const c2d_shape *b)
{
    return b->count == 4 ? point_in(a->v.own[0], b->v.own, 4) : point_in(a->v.own[0], c2d_vertices(b), b->count);
}

/* Inside, or near an edge. */
static inline bool point_near(c2d_vec p, const c2d_vec *v, uint32_t n, double r2)
{
    int outside = 0, near = 0;
    c2d_vec v_j = sub(p, v[n - 1]);
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = sub(v[i], v[j]), w = sub(p, v[i]);
        double c = cross(e, v_j);
        int after = dot(v_j, e) >= 0.0, before = dot(w, e) <= 0.0, line = c * c <= r2 * dot(e, e),
            end = dot(w, w) <= r2;
        outside |= c < 0.0;
        near |= end | (after & before & line);
        v_j = w;
    }
    return near | !outside;
}

bool plain_round_point_convex(const c2d_shape *a, const c2d_shape *b)
{
    double r = a->radius + b->radius;
    return b->count == 4 ? point_near(a->v.own[0], b->v.own, 4, r * r)
                         : point_near(a->v.own[0], c2d_vertices(b), b->count, r * r);
}

/* ---- segments ---------------------------------------------------------------------------------------------------- */

/* Each straddles the line of the other; parallel ones are left to the bounds. */
bool plain_segment_segment(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec p = a->v.own[0], q = b->v.own[0];
    c2d_vec d = sub(a->v.own[1], p), e = sub(b->v.own[1], q);
    double a0 = cross(e, sub(p, q)), a1 = cross(e, sub(a->v.own[1], q));
    double b0 = cross(d, sub(q, p)), b1 = cross(d, sub(b->v.own[1], p));
    return all(bounds_meet(a, b), a0 * a1 <= 0.0, b0 * b1 <= 0.0, 1);
}

/* An end of one near the other, or they cross. */
static inline bool segments_near(c2d_vec p, c2d_vec p_end, c2d_vec q, c2d_vec q_end, double r2)
{
    c2d_vec d = sub(p_end, p), e = sub(q_end, q);
    double a0 = cross(e, sub(p, q)), a1 = cross(e, sub(p_end, q)), b0 = cross(d, sub(q, p)),
           b1 = cross(d, sub(q_end, p));
    int crossing = all(a0 * a1 <= 0.0, b0 * b1 <= 0.0, a0 != a1, 1);
    return crossing | near_segment(p, q, q_end, r2) | near_segment(p_end, q, q_end, r2) |
           near_segment(q, p, p_end, r2) | near_segment(q_end, p, p_end, r2);
}

bool plain_round_segment_segment(const c2d_shape *a, const c2d_shape *b)
{
    double r = a->radius + b->radius;
    return segments_near(a->v.own[0], a->v.own[1], b->v.own[0], b->v.own[1], r * r);
}

/* Separating axes on centres and half extents, twice as large: x, y, the segment's normal. Ericson, Real-Time Collision
 * Detection, 5.3.3. */
static inline bool segment_meets_box(const c2d_shape *segment, const c2d_shape *box)
{
    c2d_vec p = segment->v.own[0], q = segment->v.own[1];
    c2d_vec size = sub(high(box), low(box)), d = sub(q, p);
    c2d_vec m = {p.x + q.x - low(box).x - high(box).x, p.y + q.y - low(box).y - high(box).y};
    double dx = fabs(d.x), dy = fabs(d.y);
    return all(fabs(m.x) <= size.x + dx, fabs(m.y) <= size.y + dy, fabs(cross(d, m)) <= size.x * dy + size.y * dx, 1);
}

bool plain_segment_box(const c2d_shape *a, const c2d_shape *b) { return segment_meets_box(a, b); }

/* Apart, the closest features are an end and the box, or the segment and the corner that its normal meets first. */
bool plain_round_segment_box(const c2d_shape *a, const c2d_shape *b)
{
    double r = a->radius + b->radius;
    c2d_vec p = a->v.own[0], q = a->v.own[1], d = sub(q, p), l = low(b), h = high(b);
    c2d_vec m = {l.x + h.x - p.x - q.x, l.y + h.y - p.y - q.y};
    double side = cross(d, m); /* > 0: the box is on the side of (-d.y, d.x) */
    int right = (side > 0.0) == (d.y > 0.0), bottom = (side > 0.0) != (d.x > 0.0);
    c2d_vec corner = {b->v.own[right].x, b->v.own[2 * bottom].y};
    int near_p = near_box_of(p, b, r), near_q = near_box_of(q, b, r), near_corner = near_segment(corner, p, q, r * r);
    return near_p | near_q | near_corner | segment_meets_box(a, b);
}

/* ---- convex polygons --------------------------------------------------------------------------------------------- */

/* Does some edge of p have all of q strictly on its outer side? The inner loop has a constant count for boxes and
 * rectangles, so that it unrolls. */
static inline bool edge_separates(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m)
{
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = sub(p[i], p[j]);
        double most = cross(e, sub(q[0], p[j]));
        for (uint32_t k = 1; k < m; k++)
            most = larger(most, cross(e, sub(q[k], p[j])));
        if (most < 0.0)
            return true;
    }
    return false;
}

static inline bool vertices_meet(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m)
{
    return !edge_separates(p, n, q, m) && !edge_separates(q, m, p, n);
}

static bool convex_meet(const c2d_shape *a, const c2d_shape *b)
{
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    if (a->count == 4 && b->count == 4)
        return vertices_meet(p, 4, q, 4);
    if (a->count == 2 && b->count == 4)
        return vertices_meet(p, 2, q, 4);
    return vertices_meet(p, a->count, q, b->count);
}

bool plain_segment_convex(const c2d_shape *a, const c2d_shape *b) { return bounds_meet(a, b) && convex_meet(a, b); }
bool plain_box_convex(const c2d_shape *a, const c2d_shape *b) { return bounds_meet(a, b) && convex_meet(a, b); }
bool plain_convex_convex(const c2d_shape *a, const c2d_shape *b) { return bounds_meet(a, b) && convex_meet(a, b); }

/* The edge that separates most so far, and the vertex of the other polygon nearest to its line. */
typedef struct best_edge {
    double d2;
    const c2d_vec *edges, *others;
    uint32_t n, m, from, to, vertex;
} best_edge;

/* Updates best with the edges of p; false if one of them is farther than r from all of q. */
static inline bool edges_within(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, double r2, best_edge *best)
{
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = sub(p[i], p[j]);
        double most = cross(e, sub(q[0], p[j]));
        for (uint32_t k = 1; k < m; k++)
            most = larger(most, cross(e, sub(q[k], p[j])));
        if (most < 0.0) {
            double d2 = most * most / dot(e, e);
            if (d2 > r2)
                return false;
            if (d2 > best->d2)
                *best = (best_edge){d2, p, q, n, m, j, i, 0};
        }
    }
    return true;
}

/* Separation is quasi-concave in the direction, so apart, the edge that separates most is one of the closest features
 * or next to them: the distance is that of this edge to the edge facing it. */
static inline bool vertices_within(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, double r2)
{
    best_edge best = {.d2 = 0.0};
    if (!edges_within(p, n, q, m, r2, &best) || !edges_within(q, m, p, n, r2, &best))
        return false;
    if (best.d2 == 0.0)
        return true;
    c2d_vec from = best.edges[best.from], e = sub(best.edges[best.to], from);
    double most = cross(e, sub(best.others[0], from));
    for (uint32_t k = 1; k < best.m; k++) {
        double c = cross(e, sub(best.others[k], from));
        if (c > most) {
            most = c;
            best.vertex = k;
        }
    }
    c2d_vec at = best.others[best.vertex];
    c2d_vec next = best.others[best.vertex + 1 == best.m ? 0 : best.vertex + 1];
    c2d_vec last = best.others[best.vertex == 0 ? best.m - 1 : best.vertex - 1];
    c2d_vec facing = cross(e, sub(next, at)) > cross(e, sub(last, at)) ? next : last;
    return segments_near(from, best.edges[best.to], at, facing, r2);
}

static bool round_convex_meet(const c2d_shape *a, const c2d_shape *b)
{
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    double r = a->radius + b->radius;
    if (!bounds_meet(a, b))
        return false;
    if (a->count == 4 && b->count == 4)
        return vertices_within(p, 4, q, 4, r * r);
    if (a->count == 2 && b->count == 4)
        return vertices_within(p, 2, q, 4, r * r);
    return vertices_within(p, a->count, q, b->count, r * r);
}

bool plain_round_segment_convex(const c2d_shape *a, const c2d_shape *b) { return round_convex_meet(a, b); }
bool plain_round_box_convex(const c2d_shape *a, const c2d_shape *b) { return round_convex_meet(a, b); }
bool plain_round_convex_convex(const c2d_shape *a, const c2d_shape *b) { return round_convex_meet(a, b); }

/* ---- boxes ------------------------------------------------------------------------------------------------------- */

bool plain_box_box(const c2d_shape *a, const c2d_shape *b)
{
    return all(low(a).x <= high(b).x, low(b).x <= high(a).x, low(a).y <= high(b).y, low(b).y <= high(a).y);
}

bool plain_round_box_box(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec size = {high(a).x - low(a).x + high(b).x - low(b).x, high(a).y - low(a).y + high(b).y - low(b).y};
    c2d_vec d = {low(a).x + high(a).x - low(b).x - high(b).x, low(a).y + high(a).y - low(b).y - high(b).y};
    return near_box(fabs(d.x) - size.x, fabs(d.y) - size.y, 2.0 * (a->radius + b->radius));
}

/* ---- the frame of a turned rectangle ----------------------------------------------------------------------------- */

/* A rectangle as its doubled centre and its two sides. */
typedef struct frame {
    c2d_vec center2, u, w;
} frame;

static inline frame frame_of(const c2d_shape *s)
{
    const c2d_vec *v = s->v.own;
    return (frame){{v[0].x + v[2].x, v[0].y + v[2].y}, sub(v[1], v[0]), sub(v[3], v[0])};
}

bool plain_frame_point_turned(const c2d_shape *a, const c2d_shape *b)
{
    frame f = frame_of(b);
    c2d_vec p = a->v.own[0], d = {2.0 * p.x - f.center2.x, 2.0 * p.y - f.center2.y};
    double r = a->radius + b->radius, uu = dot(f.u, f.u), ww = dot(f.w, f.w);
    double du = larger(fabs(dot(d, f.u)) - uu, 0.0), dw = larger(fabs(dot(d, f.w)) - ww, 0.0);
    return du * du * ww + dw * dw * uu <= 4.0 * r * r * uu * ww;
}

static inline bool frames_meet(frame a, frame b)
{
    c2d_vec d = sub(b.center2, a.center2);
    double uu = fabs(dot(a.u, b.u)), uw = fabs(dot(a.u, b.w)), wu = fabs(dot(a.w, b.u)), ww = fabs(dot(a.w, b.w));
    return all(fabs(dot(d, a.u)) <= dot(a.u, a.u) + uu + uw, fabs(dot(d, a.w)) <= dot(a.w, a.w) + wu + ww,
               fabs(dot(d, b.u)) <= dot(b.u, b.u) + uu + wu, fabs(dot(d, b.w)) <= dot(b.w, b.w) + uw + ww);
}

bool plain_frame_box_turned(const c2d_shape *a, const c2d_shape *b)
{
    frame f = frame_of(b);
    c2d_vec size = sub(high(a), low(a)), d = {f.center2.x - low(a).x - high(a).x, f.center2.y - low(a).y - high(a).y};
    return all(fabs(d.x) <= size.x + fabs(f.u.x) + fabs(f.w.x), fabs(d.y) <= size.y + fabs(f.u.y) + fabs(f.w.y),
               fabs(dot(d, f.u)) <= dot(f.u, f.u) + size.x * fabs(f.u.x) + size.y * fabs(f.u.y),
               fabs(dot(d, f.w)) <= dot(f.w, f.w) + size.x * fabs(f.w.x) + size.y * fabs(f.w.y));
}

bool plain_frame_turned_turned(const c2d_shape *a, const c2d_shape *b) { return frames_meet(frame_of(a), frame_of(b)); }

/* ---- dispatch ---------------------------------------------------------------------------------------------------- */

/* A radius costs the kernels of boxes and polygons more than the test for it. */
#define EITHER(name)                                                                                                   \
    static bool either_##name(const c2d_shape *a, const c2d_shape *b)                                                  \
    {                                                                                                                  \
        return a->radius + b->radius > 0.0 ? plain_round_##name(a, b) : plain_##name(a, b);                            \
    }
#define SWAPPED(name, kernel)                                                                                          \
    static bool name(const c2d_shape *a, const c2d_shape *b) { return kernel(b, a); }

EITHER(point_convex)
EITHER(segment_segment)
EITHER(segment_box)
EITHER(segment_convex)
EITHER(box_box)
EITHER(box_convex)
EITHER(convex_convex)
SWAPPED(segment_point, plain_point_segment)
SWAPPED(box_point, plain_point_box)
SWAPPED(box_segment, either_segment_box)
SWAPPED(convex_point, either_point_convex)
SWAPPED(convex_segment, either_segment_convex)
SWAPPED(convex_box, either_box_convex)

bool plain_collides(const c2d_shape *a, const c2d_shape *b)
{
    static plain_test *const table[4][4] = {
        {plain_point_point, plain_point_segment, plain_point_box, either_point_convex},
        {segment_point, either_segment_segment, either_segment_box, either_segment_convex},
        {box_point, box_segment, either_box_box, either_box_convex},
        {convex_point, convex_segment, convex_box, either_convex_convex},
    };
    return table[a->form][b->form](a, b);
}

/* ---- separation and contact of the simple pairs --------------------------------------------------------------------
 */

double plain_separation_point_point(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec d = sub(a->v.own[0], b->v.own[0]);
    return sqrt(dot(d, d)) - (a->radius + b->radius);
}

double plain_separation_point_segment(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec p = b->v.own[0], e = sub(b->v.own[1], p), w = sub(a->v.own[0], p);
    double t = smaller(larger(dot(w, e) / dot(e, e), 0.0), 1.0);
    c2d_vec gap = {w.x - t * e.x, w.y - t * e.y};
    return sqrt(dot(gap, gap)) - (a->radius + b->radius);
}

double plain_separation_point_box(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec p = a->v.own[0];
    double x = larger(low(b).x - p.x, p.x - high(b).x), y = larger(low(b).y - p.y, p.y - high(b).y);
    double inside = smaller(larger(x, y), 0.0);
    x = larger(x, 0.0);
    y = larger(y, 0.0);
    return sqrt(x * x + y * y) + inside - (a->radius + b->radius);
}

double plain_separation_box_box(const c2d_shape *a, const c2d_shape *b)
{
    double x = larger(low(b).x - high(a).x, low(a).x - high(b).x);
    double y = larger(low(b).y - high(a).y, low(a).y - high(b).y);
    double inside = smaller(larger(x, y), 0.0);
    x = larger(x, 0.0);
    y = larger(y, 0.0);
    return sqrt(x * x + y * y) + inside - (a->radius + b->radius);
}

/* Writes the contact of a point at p, radius ra, whose nearest point of the other core is q at distance d > 0 along n.
 */
static inline bool write_contact(c2d_contact *out, c2d_vec q, c2d_vec n, double d, double ra, double rb)
{
    double mid = 0.5 * (rb + d - ra);
    out->normal = n;
    out->depth = ra + rb - d;
    out->count = 1;
    out->points[0] = (c2d_vec){q.x + n.x * mid, q.y + n.y * mid};
    return true;
}

bool plain_contact_point_point(const c2d_shape *a, const c2d_shape *b, c2d_contact *out)
{
    c2d_vec q = b->v.own[0], w = sub(a->v.own[0], q);
    double r = a->radius + b->radius, d2 = dot(w, w);
    if (d2 > r * r)
        return false;
    double d = sqrt(d2);
    c2d_vec n = d > 0.0 ? (c2d_vec){w.x / d, w.y / d} : (c2d_vec){1.0, 0.0};
    return write_contact(out, q, n, d, a->radius, b->radius);
}

bool plain_contact_point_segment(const c2d_shape *a, const c2d_shape *b, c2d_contact *out)
{
    c2d_vec p = b->v.own[0], e = sub(b->v.own[1], p), w = sub(a->v.own[0], p);
    double ee = dot(e, e), t = smaller(larger(dot(w, e) / ee, 0.0), 1.0);
    c2d_vec q = {p.x + t * e.x, p.y + t * e.y}, gap = sub(a->v.own[0], q);
    double r = a->radius + b->radius, d2 = dot(gap, gap);
    if (d2 > r * r)
        return false;
    double d = sqrt(d2), length = sqrt(ee);
    c2d_vec n = d > 0.0 ? (c2d_vec){gap.x / d, gap.y / d} : (c2d_vec){-e.y / length, e.x / length};
    return write_contact(out, q, n, d, a->radius, b->radius);
}

bool plain_contact_point_box(const c2d_shape *a, const c2d_shape *b, c2d_contact *out)
{
    c2d_vec p = a->v.own[0];
    c2d_vec q = {smaller(larger(p.x, low(b).x), high(b).x), smaller(larger(p.y, low(b).y), high(b).y)};
    c2d_vec gap = sub(p, q);
    double r = a->radius + b->radius, d2 = dot(gap, gap);
    if (d2 > r * r)
        return false;
    if (d2 > 0.0) {
        double d = sqrt(d2);
        return write_contact(out, q, (c2d_vec){gap.x / d, gap.y / d}, d, a->radius, b->radius);
    }
    double left = p.x - low(b).x, right = high(b).x - p.x, top = p.y - low(b).y, bottom = high(b).y - p.y;
    double x = smaller(left, right), y = smaller(top, bottom);
    c2d_vec n = x <= y ? (c2d_vec){left < right ? -1.0 : 1.0, 0.0} : (c2d_vec){0.0, top < bottom ? -1.0 : 1.0};
    double d = smaller(x, y);
    return write_contact(out, (c2d_vec){p.x + n.x * d, p.y + n.y * d}, n, -d, a->radius, b->radius);
}

bool plain_contact_box_box(const c2d_shape *a, const c2d_shape *b, c2d_contact *out)
{
    double left = low(a).x - high(b).x, right = low(b).x - high(a).x;
    double top = low(a).y - high(b).y, bottom = low(b).y - high(a).y;
    double x = larger(left, right), y = larger(top, bottom), r = a->radius + b->radius;
    if ((x > r) | (y > r))
        return false;
    double sx = left > right ? 1.0 : -1.0, sy = top > bottom ? 1.0 : -1.0;
    if ((x > 0.0) & (y > 0.0)) {
        double d2 = x * x + y * y;
        if (d2 > r * r)
            return false;
        double d = sqrt(d2);
        c2d_vec corner = {sx > 0.0 ? high(b).x : low(b).x, sy > 0.0 ? high(b).y : low(b).y};
        return write_contact(out, corner, (c2d_vec){sx * x / d, sy * y / d}, d, a->radius, b->radius);
    }
    double x0 = larger(low(a).x, low(b).x), x1 = smaller(high(a).x, high(b).x);
    double y0 = larger(low(a).y, low(b).y), y1 = smaller(high(a).y, high(b).y);
    bool across = x >= y;
    out->normal = across ? (c2d_vec){sx, 0.0} : (c2d_vec){0.0, sy};
    out->depth = r - (across ? x : y);
    out->count = 2;
    double shift = 0.5 * (b->radius - a->radius + (across ? x : y));
    double face_x = (sx > 0.0 ? high(b).x : low(b).x) + sx * shift;
    double face_y = (sy > 0.0 ? high(b).y : low(b).y) + sy * shift;
    out->points[0] = across ? (c2d_vec){face_x, y0} : (c2d_vec){x0, face_y};
    out->points[1] = across ? (c2d_vec){face_x, y1} : (c2d_vec){x1, face_y};
    return true;
}
