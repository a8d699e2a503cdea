/* The exact relation of two shapes: one floating-point kernel for each pair of forms.
 *
 * A kernel computes all conditions and combines them without branches, which would mispredict half of the time. The
 * result is a certain overlap, a certain gap, or undecided. relate_exact.c decides the undecided pairs. */
#include "relate.h"

#include "../exact/lanes.h"
#include "lattice.h"

typedef const c2d_shape *shape;

/* Certain answers: at most one is 1. Both are 0 if the pair is undecided. */
typedef struct certainty {
    int overlap, apart;
} certainty;

static inline c2d_relation relation_of(bool overlap) { return (c2d_relation)(2 * overlap - 1); }

/* The relation of a value that certainly is not 0, by its sign bit: quicker than a comparison. */
static inline c2d_relation relation_of_nonzero(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (c2d_relation)(bits < 0 ? -1 : 1);
}

/* The relation of an exact value, positive where the shapes overlap. */
static inline c2d_relation relation_of_value(double x) { return (c2d_relation)((x > 0) - (x < 0)); }

static inline double radius_squared(shape a, shape b)
{
    double radius = a->radius + b->radius;
    return radius * radius;
}

/* R^2, and R^2 less and plus the filter's margin. Lemma radius_bounds. */
typedef struct radius_bounds {
    double r2, lower, upper;
} radius_bounds;

/* Lemma radius_bounds. */
static inline radius_bounds radius_bounds_of(shape a, shape b)
{
    double r2 = radius_squared(a, b);
    radius_bounds r = {r2, r2 * (1 - C2D_FILTER_LENGTH), r2 * (1 + C2D_FILTER_LENGTH)};
    return r;
}

static inline int bounds_apart(shape a, shape b)
{
    return (a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y);
}

/* The gap between the bounds, negative if they overlap. Its sign is exact. */
static inline double bounds_gap(shape a, shape b)
{
    double x = c2d_max(a->min.x - b->max.x, b->min.x - a->max.x), y = c2d_max(a->min.y - b->max.y, b->min.y - a->max.y);
    return c2d_max(x, y);
}

/* ---- points and boxes ---- */

/* On a lattice the gap between the squares is exact. */
static C2D_NOINLINE c2d_relation points_exactly(shape a, shape b, double r2, double gap)
{
    int radii = lanes_bits(c2d_lanes_on_lattice(lanes_pair(a->radius, b->radius))) == 3;
    if (radii & c2d_both_on_lattice(a->v.own[0], b->v.own[0]) & (r2 < C2D_LATTICE_AREA))
        return relation_of_value(gap);
    return (c2d_relation)c2d_length_exact(a->v.own[0], b->v.own[0], a->radius, b->radius);
}

/* Lemma length. */
static c2d_relation points(shape a, shape b)
{
    c2d_vec w = c2d_sub(a->v.own[0], b->v.own[0]);
    double r2 = radius_squared(a, b), gap = r2 - c2d_dot(w, w);
    if (fabs(gap) <= C2D_FILTER_LENGTH * r2)
        return points_exactly(a, b, r2, gap);
    return relation_of_nonzero(gap);
}

/* Two axis-aligned cores within the margin of R. gap: R^2 less the squared distance of the cores, which is exact on a
 * lattice. */
static C2D_NOINLINE c2d_relation boxes_exactly(const c2d_vec *alo, const c2d_vec *ahi, double ra, const c2d_vec *blo,
                                               const c2d_vec *bhi, double rb, double gap)
{
    int radii = lanes_bits(c2d_lanes_on_lattice(lanes_pair(ra, rb))) == 3, is_small = ra + rb < C2D_LATTICE_SIZE;
    if (radii & c2d_both_on_lattice(*alo, *ahi) & c2d_both_on_lattice(*blo, *bhi) & is_small)
        return relation_of_value(gap);
    int right = alo->x > bhi->x, left = blo->x > ahi->x, over = alo->y > bhi->y, under = blo->y > ahi->y;
    c2d_vec p = c2d_v(c2d_choose(right, alo->x, c2d_choose(left, ahi->x, 0)),
                      c2d_choose(over, alo->y, c2d_choose(under, ahi->y, 0)));
    c2d_vec q = c2d_v(c2d_choose(right, bhi->x, c2d_choose(left, blo->x, 0)),
                      c2d_choose(over, bhi->y, c2d_choose(under, blo->y, 0)));
    return (c2d_relation)c2d_length_exact(p, q, ra, rb);
}

/* Two axis-aligned cores; a point is a box of size 0. The distance of the cores is the length of the vector of the gaps
 * on x and y, where a negative gap counts as 0. Lemma length. */
static inline c2d_relation boxes_between(const c2d_vec *alo, const c2d_vec *ahi, double ra, const c2d_vec *blo,
                                         const c2d_vec *bhi, double rb)
{
    double gx = c2d_max(alo->x - bhi->x, blo->x - ahi->x), gy = c2d_max(alo->y - bhi->y, blo->y - ahi->y);
    double radius = ra + rb;
    if (radius == 0) {
        double gap = c2d_max(gx, gy); /* differences of doubles have the right sign */
        return relation_of_value(-gap);
    }
    double wx = c2d_max(gx, 0), wy = c2d_max(gy, 0), r2 = radius * radius, gap = r2 - (wx * wx + wy * wy);
    if (fabs(gap) > C2D_FILTER_LENGTH * r2)
        return relation_of_nonzero(gap);
    return boxes_exactly(alo, ahi, ra, blo, bhi, rb, gap);
}

static c2d_relation point_box(shape a, shape b)
{
    return boxes_between(&a->v.own[0], &a->v.own[0], a->radius, &b->v.own[0], &b->v.own[2], b->radius);
}

static c2d_relation boxes(shape a, shape b)
{
    return boxes_between(&a->v.own[0], &a->v.own[2], a->radius, &b->v.own[0], &b->v.own[2], b->radius);
}

/* ---- a point and edges ---- */

/* Error bounds for a cross product of two differences of vertices of the pair, and for the difference of its square and
 * R^2 |e|^2. Both shapes are inside a box of size x by y, with R <= x and R <= y. The terms of the cross product are at
 * most x y each (error 8.1 C2D_U x y in all), the error of its square is at most 33 C2D_U (x y)^2, and that of R^2
 * |e|^2 at most 16 C2D_U (x y)^2. */
typedef struct margins {
    double cross, square;
} margins;

/* Lemmas box_cross and box_square. */
static inline margins margins_of(shape a, shape b)
{
    double x = c2d_max(a->max.x, b->max.x) - c2d_min(a->min.x, b->min.x);
    double y = c2d_max(a->max.y, b->max.y) - c2d_min(a->min.y, b->min.y);
    double area = x * y;
    margins m = {4 * C2D_FILTER_ORIENT * area, 2 * C2D_FILTER_LENGTH * (area * area)};
    return m;
}

/* A point against an edge. cross is positive inside. line is negative if the point is between the normals through the
 * ends and within R of the line; only its sign matters. Rounding may put a point near the normal through an end on the
 * wrong side. Its distances from the end and from the line then agree far within the margins. Lemma branch. */
typedef struct edge_test {
    double cross, line;
} edge_test;

/* e: the edge; w and v: the point relative to its first and second end. */
static inline edge_test test_edge(c2d_vec e, c2d_vec w, c2d_vec v, double r2)
{
    double cross = c2d_cross(e, w), beyond = c2d_dot(w, e) * c2d_dot(v, e);
    edge_test x = {cross, c2d_max(cross * cross - r2 * c2d_dot(e, e), beyond)};
    return x;
}

/* Squared distance of a point from the edge e, with w the point relative to the first end and along = w . e / e . e.
 * Its error is at most 10 C2D_U of its sum with e . e. Lemma edge_distance. */
static inline double edge_distance2(c2d_vec w, c2d_vec e, double along)
{
    double t = c2d_min(c2d_max(along, 0), 1);
    c2d_vec d = c2d_sub(w, c2d_mul(e, t));
    return c2d_dot(d, d);
}

static C2D_NOINLINE c2d_relation point_segment_exactly(shape a, shape b, double sum)
{
    c2d_vec r = a->v.own[0], p = b->v.own[0], q = b->v.own[1];
    c2d_lanes radii = c2d_lanes_on_lattice(lanes_pair(a->radius, b->radius)), vertex = lanes_load(a->v.own);
    c2d_lanes ends =
        lanes_and(c2d_lanes_on_lattice(lanes_load(b->v.own)), c2d_lanes_on_lattice(lanes_load(b->v.own + 1)));
    c2d_lanes all = lanes_and(lanes_and(radii, c2d_lanes_on_lattice(vertex)), ends);
    if ((lanes_bits(all) == 3) & (sum < C2D_LATTICE_AREA))
        return (c2d_relation)c2d_segment_on_lattice(r, p, q, a->radius + b->radius);
    return (c2d_relation)c2d_segment_exact(r, p, q, a->radius, b->radius);
}

/* Lemma point_segment. */
static c2d_relation point_segment(shape a, shape b)
{
    c2d_vec r = a->v.own[0], p = b->v.own[0], q = b->v.own[1], e = c2d_sub(q, p), w = c2d_sub(r, p);
    double ee = c2d_dot(e, e), r2 = radius_squared(a, b), gap = r2 - edge_distance2(w, e, c2d_dot(w, e) / ee);
    if (fabs(gap) <= C2D_FILTER_LENGTH * (r2 + ee))
        return point_segment_exactly(a, b, r2 + ee);
    return relation_of_nonzero(gap);
}

/* The least cross product of a polygon's edges with a point, positive inside. */
static inline double least_cross(c2d_vec p, const c2d_vec *v, uint32_t n)
{
    double least = INFINITY;
    for (uint32_t i = 0, j = n - 1; i < n; j = i++)
        least = c2d_min(least, c2d_cross(c2d_sub(v[i], v[j]), c2d_sub(p, v[j])));
    return least;
}

/* The cross products of two edges with a point, which is in both lanes of x and y. from and to: the ends of the edges.
 */
static inline c2d_lanes two_crosses(c2d_lanes x, c2d_lanes y, const c2d_lanes from[2], const c2d_lanes to[2])
{
    c2d_lanes from_x = lanes_xs(from[0], from[1]), from_y = lanes_ys(from[0], from[1]);
    c2d_lanes edge_x = lanes_sub(lanes_xs(to[0], to[1]), from_x), edge_y = lanes_sub(lanes_ys(to[0], to[1]), from_y);
    return lanes_sub(lanes_mul(edge_x, lanes_sub(y, from_y)), lanes_mul(edge_y, lanes_sub(x, from_x)));
}

/* least_cross for four vertices. */
static inline double least_cross_4(c2d_vec p, const c2d_vec *v)
{
    c2d_lanes x = lanes_splat(p.x), y = lanes_splat(p.y);
    c2d_lanes at[5] = {lanes_load(v), lanes_load(v + 1), lanes_load(v + 2), lanes_load(v + 3), lanes_load(v)};
    c2d_lanes least = lanes_min(two_crosses(x, y, at, at + 1), two_crosses(x, y, at + 2, at + 3));
    return c2d_min(lanes_x(least), lanes_y(least));
}

/* A point against all edges: the least values of edge_test, and the least squared distance from a vertex. */
typedef struct edges_test {
    double cross, line, ww;
} edges_test;

static inline edges_test test_edges(c2d_vec p, const c2d_vec *v, uint32_t n, double r2)
{
    edges_test least = {INFINITY, INFINITY, INFINITY};
    c2d_vec w = c2d_sub(p, v[n - 1]);
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec next = c2d_sub(p, v[i]);
        edge_test x = test_edge(c2d_sub(v[i], v[j]), w, next, r2);
        least.cross = c2d_min(x.cross, least.cross);
        least.line = c2d_min(x.line, least.line);
        least.ww = c2d_min(c2d_dot(w, w), least.ww);
        w = next;
    }
    return least;
}

/* 1: inside all edges, or within R of a vertex or an edge. -1: outside an edge and beyond R of all. 0: undecided.
 * Lemmas box_cross, box_square and radius_bounds. */
static inline int polygon_sign(edges_test x, margins m, radius_bounds r)
{
    int inside = x.cross > m.cross, line_in = x.line < -m.square, vertex_in = x.ww < r.lower;
    int outside = x.cross < -m.cross;
    int line_out = x.line > m.square, vertex_out = x.ww > r.upper;
    return (inside | vertex_in | line_in) - (outside & vertex_out & line_out);
}

/* Whether a pair of shapes whose bounds meet is small and on the lattice. */
static inline bool is_on_lattice(shape a, shape b)
{
    double x = (a->max.x - a->min.x) + (b->max.x - b->min.x), y = (a->max.y - a->min.y) + (b->max.y - b->min.y);
    int radii = lanes_bits(c2d_lanes_on_lattice(lanes_pair(a->radius, b->radius))) == 3;
    return radii && c2d_max(x, y) < C2D_LATTICE_SIZE && c2d_vertices_on_lattice(c2d_vertices(a), a->count) &&
           c2d_vertices_on_lattice(c2d_vertices(b), b->count);
}

/* inner: the least cross product of an edge with the point. */
static C2D_NOINLINE c2d_relation sharp_point_polygon_exactly(shape a, shape b, double inner)
{
    if (bounds_apart(a, b))
        return C2D_APART;
    return is_on_lattice(a, b) ? relation_of_value(inner) : c2d_relate_features(a, b);
}

/* On a lattice: inside or on all edges, or else within R of one of them. False elsewhere. */
static C2D_NOINLINE bool round_point_polygon_on_lattice(shape a, shape b, c2d_relation *answer)
{
    if (bounds_apart(a, b) || !is_on_lattice(a, b))
        return false;
    c2d_vec p = a->v.own[0];
    const c2d_vec *v = c2d_vertices(b);
    int best = least_cross(p, v, b->count) >= 0 ? 1 : -1;
    for (uint32_t i = 0, j = b->count - 1; i < b->count && best < 1; j = i++) {
        int sign = c2d_segment_on_lattice(p, v[j], v[i], a->radius + b->radius);
        best = sign > best ? sign : best;
    }
    *answer = (c2d_relation)best;
    return true;
}

static c2d_relation point_polygon(shape a, shape b)
{
    c2d_vec p = a->v.own[0];
    const c2d_vec *v = c2d_vertices(b);
    margins m = margins_of(a, b);
    if (a->radius + b->radius == 0) {
        double inner = b->count == 4 ? least_cross_4(p, v) : least_cross(p, v, b->count);
        return fabs(inner) > m.cross ? relation_of(inner > 0) : sharp_point_polygon_exactly(a, b, inner);
    }
    radius_bounds r = radius_bounds_of(a, b);
    int sign = polygon_sign(test_edges(p, v, b->count, r.r2), m, r);
    return sign ? (c2d_relation)sign : c2d_relate_features(a, b);
}

/* A point against four vertices, treated as a rectangle with sides u and w, for a positive radius sum: the distances
 * beyond its sides. Their error is skew, the deviation from a parallelogram, plus the span times shear, the deviation
 * from a right angle. Lemma point_rectangle. */
static c2d_relation point_rectangle(shape a, shape b)
{
    c2d_vec p = a->v.own[0];
    const c2d_vec *v = b->v.own;
    c2d_vec u = c2d_sub(v[1], v[0]), w = c2d_sub(v[3], v[0]), d = c2d_add(c2d_sub(p, v[0]), c2d_sub(p, v[2]));
    c2d_vec skew = c2d_sub(c2d_sub(v[2], v[1]), w);
    double uu = c2d_dot(u, u), ww = c2d_dot(w, w), area = c2d_cross(u, w), r2 = radius_squared(a, b);
    double x = c2d_max(fabs(c2d_cross(w, d)) - area, 0), y = c2d_max(fabs(c2d_cross(u, d)) - area, 0);
    double gap = 4 * r2 - (x * x / ww + y * y / uu); /* of doubled lengths */
    double span = fabs(u.x) + fabs(u.y) + fabs(w.x) + fabs(w.y) + fabs(d.x) + fabs(d.y);
    double shear = fabs(c2d_dot(u, w)) / c2d_min(uu, ww);
    double error = fabs(skew.x) + fabs(skew.y) + (shear + C2D_FILTER_LENGTH) * span;
    if (fabs(gap) > C2D_FILTER_LENGTH * r2 + 8 * error * span)
        return relation_of(gap > 0);
    c2d_relation answer;
    return round_point_polygon_on_lattice(a, b, &answer) ? answer : point_polygon(a, b);
}

static c2d_relation point_convex(shape a, shape b)
{
    return b->count == 4 && a->radius + b->radius > 0 ? point_rectangle(a, b) : point_polygon(a, b);
}

/* ---- segments ---- */

/* The least of |c0| and |c1| if both ends of a segment are on one side of a line, negative if they straddle it. c0 and
 * c1 are the cross products of its ends. */
static inline double one_sided(double c0, double c1) { return c2d_max(c2d_min(c0, c1), -c2d_max(c0, c1)); }

/* Overlapping: two ends within R, an end within R of the other segment, or a crossing. Apart: none of these. Lemmas
 * box_cross, box_square and radius_bounds. */
static c2d_relation round_segments(shape a, shape b)
{
    c2d_vec p = a->v.own[0], p2 = a->v.own[1], q = b->v.own[0], q2 = b->v.own[1];
    c2d_vec d = c2d_sub(p2, p), e = c2d_sub(q2, q), pq = c2d_sub(p, q), p2q = c2d_sub(p2, q), pq2 = c2d_sub(p, q2);
    margins m = margins_of(a, b);
    radius_bounds r = radius_bounds_of(a, b);
    c2d_vec p2q2 = c2d_sub(p2, q2);
    double from_p = c2d_min(c2d_dot(pq, pq), c2d_dot(pq2, pq2));
    double from_p2 = c2d_min(c2d_dot(p2q, p2q), c2d_dot(p2q2, p2q2));
    double nearest = c2d_min(from_p, from_p2);
    edge_test x0 = test_edge(e, pq, pq2, r.r2), x1 = test_edge(e, p2q, p2q2, r.r2);
    edge_test y0 = test_edge(d, pq, p2q, r.r2), y1 = test_edge(d, pq2, p2q2, r.r2);
    double aside = c2d_max(one_sided(x0.cross, x1.cross), one_sided(y0.cross, y1.cross));
    double line = c2d_min(c2d_min(x0.line, x1.line), c2d_min(y0.line, y1.line));
    int ends_in = nearest < r.lower, crossing = aside < -m.cross, line_in = line < -m.square;
    int ends_out = nearest > r.upper;
    int not_crossing = aside > m.cross, line_out = line > m.square;
    int sign = (ends_in | crossing | line_in) - (ends_out & not_crossing & line_out);
    return sign ? (c2d_relation)sign : c2d_relate_features(a, b);
}

/* Margin of a cross product, for sharp cores (R = 0) whose bounds meet: twice the filter's margin times the area of the
 * box around both cores. x and y are the sums of their sizes. Lemmas box_cross and segment_box. */
static inline double sharp_margin(double x, double y) { return 4 * C2D_FILTER_ORIENT * (x * y); }

/* Segments whose bounds meet are apart if both ends of one are strictly on one side of the other, and cross if the ends
 * of each are strictly on both sides. */
static C2D_NOINLINE c2d_relation sharp_segments_exactly(shape a, shape b)
{
    if (bounds_apart(a, b))
        return C2D_APART;
    if (!is_on_lattice(a, b))
        return c2d_relate_features(a, b);
    c2d_vec p = a->v.own[0], q = b->v.own[0], d = c2d_sub(a->v.own[1], p), e = c2d_sub(b->v.own[1], q);
    double of_a = c2d_cross(e, c2d_sub(p, q)) * c2d_cross(e, c2d_sub(a->v.own[1], q));
    double of_b = c2d_cross(d, c2d_sub(q, p)) * c2d_cross(d, c2d_sub(b->v.own[1], p));
    return relation_of_value(-c2d_max(of_a, of_b));
}

/* Decided if no end is within the margin of the other segment's line. Lemma box_cross. */
static C2D_NOINLINE c2d_relation sharp_segments(shape a, shape b)
{
    c2d_vec p = a->v.own[0], q = b->v.own[0], d = c2d_sub(a->v.own[1], p), e = c2d_sub(b->v.own[1], q);
    c2d_vec pq = c2d_sub(q, p), p_end_q = c2d_sub(q, a->v.own[1]), p_q_end = c2d_sub(b->v.own[1], p);
    double a0 = c2d_cross(e, pq), a1 = c2d_cross(e, p_end_q), b0 = c2d_cross(d, pq), b1 = c2d_cross(d, p_q_end);
    double least = c2d_min(c2d_min(fabs(a0), fabs(a1)), c2d_min(fabs(b0), fabs(b1)));
    double apart = c2d_max(c2d_max(a0 * a1, b0 * b1), bounds_gap(a, b));
    if (least > sharp_margin(d.x + e.x, fabs(d.y) + fabs(e.y))) /* d.x, e.x >= 0 */
        return relation_of(apart < 0);
    return sharp_segments_exactly(a, b);
}

static c2d_relation segments(shape a, shape b)
{
    return a->radius + b->radius == 0 ? sharp_segments(a, b) : round_segments(a, b);
}

/* Four times the squared distance of a point from a box. x + |x| is exactly 2 max(x, 0). */
static inline double box_distance2(c2d_vec p, c2d_vec lo, c2d_vec hi)
{
    double x = c2d_max(lo.x - p.x, p.x - hi.x), y = c2d_max(lo.y - p.y, p.y - hi.y);
    x += fabs(x);
    y += fabs(y);
    return x * x + y * y;
}

/* As round_segment_box; on a lattice all of its values are exact, but for the distance from the corner. cores_gap:
 * not positive if the cores meet. ends: R^2 less the least squared distance of an end, times four. */
static C2D_NOINLINE c2d_relation round_segment_box_exactly(shape a, shape b, c2d_vec corner, double cores_gap,
                                                           double ends)
{
    if (bounds_apart(a, b))
        return C2D_APART;
    if (!is_on_lattice(a, b))
        return c2d_relate_features(a, b);
    if (cores_gap <= 0)
        return C2D_OVERLAPPING;
    int of_corner = c2d_segment_on_lattice(corner, a->v.own[0], a->v.own[1], a->radius + b->radius);
    int of_ends = (ends > 0) - (ends < 0);
    return (c2d_relation)(of_corner > of_ends ? of_corner : of_ends);
}

/* Separating axes: x, y (exact comparisons) and the segment's normal. The nearest features of separated cores are an
 * end and the box or, if the segment's normal separates them, the segment and the corner nearest to its line. The
 * choice of that corner must be certain. Lemmas box_cross, box_square and radius_bounds. */
static c2d_relation round_segment_box(shape a, shape b)
{
    c2d_vec p = a->v.own[0], q = a->v.own[1], lo = b->v.own[0], hi = b->v.own[2];
    c2d_vec d = c2d_sub(q, p), to_lo = c2d_sub(lo, p), to_hi = c2d_sub(hi, p);
    double x = c2d_max(-to_hi.x, lo.x - q.x); /* p.x <= q.x */
    double y = c2d_max(c2d_min(-to_hi.y, q.y - hi.y), c2d_min(to_lo.y, lo.y - q.y)), gap = c2d_max(x, y);
    /* The least and the greatest cross product of d with a corner. */
    double t0 = d.y * to_lo.x, t1 = d.y * to_hi.x;
    double least = d.x * to_lo.y - c2d_max(t0, t1), most = d.x * to_hi.y - c2d_min(t0, t1);
    double aside = c2d_max(least, -most);
    margins m = margins_of(a, b);
    radius_bounds r = radius_bounds_of(a, b);
    int up = d.y > 0, other = least + most < 0;
    c2d_vec corner = b->v.own[up + 2 * other];
    double line = test_edge(d, c2d_sub(corner, p), c2d_sub(corner, q), r.r2).line;
    double ends = c2d_min(box_distance2(p, lo, hi), box_distance2(q, lo, hi));
    /* meet < 0: the cores certainly meet. apart > 0: the segment's normal certainly separates them, or it
     * certainly does not and x or y does. */
    double meet = c2d_max(gap, aside + m.cross), apart = c2d_max(aside - m.cross, c2d_min(-m.cross - aside, gap));
    int ends_in = ends < 4 * r.lower, line_in = line < -m.square, meet_in = meet < 0;
    int ends_out = ends > 4 * r.upper, line_out = line > m.square, apart_out = apart > 0;
    int sign = (ends_in | line_in | meet_in) - (ends_out & line_out & apart_out);
    return sign ? (c2d_relation)sign : round_segment_box_exactly(a, b, corner, c2d_max(gap, aside), 4 * r.r2 - ends);
}

static C2D_NOINLINE c2d_relation sharp_segment_box_exactly(shape a, shape b, double apart)
{
    return is_on_lattice(a, b) ? relation_of_value(-apart) : c2d_relate_features(a, b);
}

/* The bounds decide the axes x and y exactly. Lemma segment_box. */
static C2D_NOINLINE c2d_relation sharp_segment_box(shape a, shape b)
{
    c2d_vec p = a->v.own[0], q = a->v.own[1], lo = b->v.own[0], hi = b->v.own[2];
    c2d_vec d = c2d_sub(q, p), size = c2d_sub(hi, lo), m = c2d_add(c2d_sub(lo, p), c2d_sub(hi, q));
    double dy = fabs(d.y), beyond = fabs(c2d_cross(d, m)) - (size.x * dy + size.y * d.x); /* d.x >= 0 */
    double gap = bounds_gap(a, b), apart = c2d_max(gap, beyond);
    if ((fabs(beyond) > sharp_margin(size.x + d.x, size.y + dy)) & (gap != 0))
        return relation_of(apart < 0);
    return gap > 0 ? C2D_APART : sharp_segment_box_exactly(a, b, apart);
}

static c2d_relation segment_box(shape a, shape b)
{
    return a->radius + b->radius == 0 ? sharp_segment_box(a, b) : round_segment_box(a, b);
}

/* ---- parallelograms ---- */

/* The axis along the normal of the side e. gap: twice the gap between the cores, times |e|; its error is at most |e|
 * slack. Lemmas parallelogram and line. */
static inline certainty test_axis(c2d_vec e, c2d_vec d, double reach, double slack, double r2)
{
    double gap = fabs(c2d_cross(e, d)) - reach, margin = c2d_norm1(e) * slack, lower = gap - margin;
    certainty v = {gap < -margin, lower > 0};
    if (r2 > 0)
        v.apart &= lower * lower > 4 * r2 * c2d_dot(e, e) * (1 + C2D_FILTER_LENGTH);
    return v;
}

/* Separating axes. The cores certainly overlap if the exact parallelograms overlap by more than the slack along the
 * normals of all sides: the origin is then inside the Minkowski difference by more than the error of its vertices.
 * Lemma parallelogram. */
static inline certainty parallelograms(shape a, shape b, double r2)
{
    bool thin = a->form == C2D_SEGMENT;
    c2d_sides f = c2d_sides_of(a, thin), g = c2d_sides_of(b, false);
    c2d_vec d = c2d_add(c2d_sub(b->v.own[0], a->v.own[0]), c2d_sub(b->v.own[2], a->v.own[thin ? 1 : 2]));
    double slack = C2D_FILTER_LENGTH * c2d_span_of(a, b) + f.skew + g.skew;
    double uu = fabs(c2d_cross(f.u, g.u)), uw = fabs(c2d_cross(f.u, g.w));
    double wu = fabs(c2d_cross(f.w, g.u)), ww = fabs(c2d_cross(f.w, g.w));
    double area_a = thin ? 0 : fabs(c2d_cross(f.u, f.w)), area_b = fabs(c2d_cross(g.u, g.w));
    certainty x = test_axis(f.u, d, area_a + uu + uw, slack, r2);
    certainty y = test_axis(g.u, d, area_b + uu + wu, slack, r2), z = test_axis(g.w, d, area_b + uw + ww, slack, r2);
    certainty v = {x.overlap & y.overlap & z.overlap, x.apart | y.apart | z.apart};
    if (!thin) {
        certainty last = test_axis(f.w, d, area_a + wu + ww, slack, r2);
        v.overlap &= last.overlap;
        v.apart |= last.apart;
    }
    return v;
}

/* ---- polygons ---- */

/* The least value of an edge of p: its greatest cross product with the vertices of q, negative if all of q is on the
 * outer side. Not the least one if it is below -margin. */
static inline double least_inside(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, double margin)
{
    double least = INFINITY;
    for (uint32_t i = 0, j = n - 1; i < n && least >= -margin; j = i++) {
        c2d_vec e = c2d_sub(p[i], p[j]);
        double most = c2d_cross(e, c2d_sub(q[0], p[j]));
        for (uint32_t k = 1; k < m; k++)
            most = c2d_max(most, c2d_cross(e, c2d_sub(q[k], p[j])));
        least = c2d_min(least, most);
    }
    return least;
}

/* Does an edge of p have all of q on its outer side? overlap: certainly none does. apart: one certainly does. Lemma
 * span. */
static inline certainty no_edge_separates(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, double margin)
{
    double least = least_inside(p, n, q, m, margin);
    certainty v = {least > margin, least < -margin};
    return v;
}

/* The edge with the largest separation so far: its square d2, the edge's core v and the other core. */
typedef struct best_edge {
    double d2;
    const c2d_vec *v, *other;
    uint32_t n, m, from, to;
} best_edge;

/* The greatest cross product of the edge e, which starts at p, with another core's vertices. */
static inline double max_cross(c2d_vec e, c2d_vec p, const c2d_vec *q, uint32_t m)
{
    double most = c2d_cross(e, c2d_sub(q[0], p));
    for (uint32_t k = 1; k < m; k++)
        most = c2d_max(c2d_cross(e, c2d_sub(q[k], p)), most);
    return most;
}

/* With radii: -1 if all of q is certainly beyond R outside an edge of p, 1 if certainly no edge of p separates. Lemmas
 * box_cross and line. */
static inline int round_edges_sign(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, double margin,
                                   double upper, best_edge *best)
{
    double least = INFINITY;
    for (uint32_t i = 0, j = n - 1; i < n; j = i++) {
        c2d_vec e = c2d_sub(p[i], p[j]);
        double most = max_cross(e, p[j], q, m);
        least = c2d_min(most, least);
        if (most < 0) {
            double ee = c2d_dot(e, e), outside = c2d_max(-most - margin, 0);
            if (outside * outside > upper * ee)
                return -1;
            double d2 = most * most / ee;
            if (d2 > best->d2) {
                best_edge b = {d2, p, q, n, m, j, i};
                *best = b;
            }
        }
    }
    return least > margin;
}

/* Whether n . e is certainly negative: along n, the end of e is behind its start. Lemma orient. */
static inline int is_certainly_behind(c2d_vec n, c2d_vec e)
{
    double s = n.x * e.x, t = n.y * e.y;
    return s + t < -C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
}

/* The separation of disjoint cores is quasi-concave in the direction. So the edge with the largest separation is a
 * closest feature or adjacent to one, and it faces the other core's vertex with the least projection on its normal, or
 * the better edge at that vertex. Both answers are verified. Overlapping: a vertex is certainly within R of an edge.
 * Apart: two vertices are farther than R apart, and along the line between them each core is certainly behind its
 * vertex. Lemmas box_square and radius_bounds. */
static inline int facing_sign(const best_edge *best, double margin, radius_bounds r)
{
    const c2d_vec *q = best->other;
    uint32_t m = best->m, k = 0;
    c2d_vec p = best->v[best->from], p2 = best->v[best->to], e = c2d_sub(p2, p);
    double most = c2d_cross(e, c2d_sub(q[0], p));
    for (uint32_t i = 1; i < m; i++) {
        double c = c2d_cross(e, c2d_sub(q[i], p));
        k = c > most ? i : k;
        most = c2d_max(c, most);
    }
    uint32_t after = c2d_next_vertex(k, m), before = c2d_previous_vertex(k, m);
    c2d_vec at = q[k];
    c2d_vec facing = c2d_cross(e, c2d_sub(q[after], at)) > c2d_cross(e, c2d_sub(q[before], at)) ? q[after] : q[before];
    c2d_vec w = c2d_sub(at, p), v = c2d_sub(at, p2), d = c2d_sub(facing, at), w2 = c2d_sub(facing, p),
            v2 = c2d_sub(facing, p2);
    double ww = c2d_dot(w, w), vv = c2d_dot(v, v), ww2 = c2d_dot(w2, w2), vv2 = c2d_dot(v2, v2);
    double nearest = c2d_min(c2d_min(ww, vv), c2d_min(ww2, vv2));
    double line_at = c2d_min(test_edge(e, w, v, r.r2).line, test_edge(d, w, w2, r.r2).line);
    double line_facing = c2d_min(test_edge(e, w2, v2, r.r2).line, test_edge(d, v, v2, r.r2).line);
    if (c2d_min(line_at, line_facing) < -margin)
        return 1;
    if (nearest < r.lower)
        return 1;
    uint32_t end = vv < ww ? best->to : best->from;
    c2d_vec n = vv < ww ? v : w, own = best->v[end];
    if (!(c2d_dot(n, n) > r.upper))
        return 0;
    c2d_vec own_next = best->v[c2d_next_vertex(end, best->n)], own_last = best->v[c2d_previous_vertex(end, best->n)];
    int own_behind = is_certainly_behind(n, c2d_sub(own_next, own)) & is_certainly_behind(n, c2d_sub(own_last, own));
    c2d_vec back = c2d_neg(n);
    int other_behind =
        is_certainly_behind(back, c2d_sub(q[after], at)) & is_certainly_behind(back, c2d_sub(q[before], at));
    return -(own_behind & other_behind);
}

static inline int round_sign(const c2d_vec *p, uint32_t n, const c2d_vec *q, uint32_t m, margins margin,
                             radius_bounds r)
{
    best_edge best = {0, p, q, n, m, 0, 0};
    int sign = round_edges_sign(p, n, q, m, margin.cross, r.upper, &best);
    if (sign < 0)
        return sign;
    int other = round_edges_sign(q, m, p, n, margin.cross, r.upper, &best);
    if (other < 0 || (sign & other))
        return other;
    return best.d2 > 0 ? facing_sign(&best, margin.square, r) : 0;
}

/* The last steps for an undecided pair. Sharp cores with few vertices do not need GJK: they are compared edge by edge,
 * first in floating point, which on a lattice is exact. Lemma span. */
static C2D_NOINLINE c2d_relation convex_exactly(shape a, shape b)
{
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    uint32_t n = a->count, m = b->count;
    if (a->radius + b->radius == 0 && (uint64_t)n * m <= C2D_RELATE_ALL_PAIRS_LIMIT) {
        double least = c2d_min(least_inside(q, m, p, n, INFINITY), least_inside(p, n, q, m, INFINITY));
        double span = c2d_span_of(a, b), margin = C2D_FILTER_ORIENT * (span * span);
        if (fabs(least) > margin)
            return relation_of(least > 0);
        return is_on_lattice(a, b) ? relation_of_value(least) : c2d_relate_features(a, b);
    }
    c2d_relation answer;
    return c2d_gjk(a, b, &answer) ? answer : c2d_relate_features(a, b);
}

/* Lemma span. */
static c2d_relation convex(shape a, shape b)
{
    if (bounds_apart(a, b))
        return C2D_APART;
    double r2 = radius_squared(a, b);
    certainty v = {0, 0};
    if ((a->form == C2D_SEGMENT || a->count == 4) && b->count == 4) {
        v = parallelograms(a, b, r2);
    } else if (r2 == 0 && (uint64_t)a->count * b->count <= C2D_RELATE_ALL_PAIRS_LIMIT) {
        const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
        double span = c2d_span_of(a, b), margin = C2D_FILTER_ORIENT * (span * span);
        v = no_edge_separates(q, b->count, p, a->count, margin);
        if (!v.apart) {
            certainty other = no_edge_separates(p, a->count, q, b->count, margin);
            v.overlap &= other.overlap;
            v.apart = other.apart;
        }
    }
    if (v.overlap | v.apart)
        return (c2d_relation)(v.overlap - v.apart);
    if (r2 > 0 && a->form == C2D_SEGMENT && b->count > 4) {
        int sign = round_sign(c2d_vertices(a), 2, c2d_vertices(b), b->count, margins_of(a, b), radius_bounds_of(a, b));
        if (sign)
            return (c2d_relation)sign;
    }
    return convex_exactly(a, b);
}

/* ---- dispatch ---- */

#define SWAPPED(name, kernel)                                                                                          \
    static c2d_relation name(shape a, shape b) { return kernel(b, a); }
SWAPPED(segment_point, point_segment)
SWAPPED(box_point, point_box)
SWAPPED(box_segment, segment_box)
SWAPPED(convex_point, point_convex)
SWAPPED(convex_segment, convex)
SWAPPED(convex_box, convex)

/* Rows and columns by form. */
static c2d_relation (*const KERNEL[4][4])(shape, shape) = {
    {points, point_segment, point_box, point_convex},
    {segment_point, segments, segment_box, convex},
    {box_point, box_segment, boxes, convex},
    {convex_point, convex_segment, convex_box, convex},
};

c2d_relation c2d_relate(const c2d_shape *a, const c2d_shape *b) { return KERNEL[a->form][b->form](a, b); }
