/* The exact relation, feature by feature: the fallback of the kernels of relate.c if rounding leaves a pair undecided.
 *
 * Filters decide most signs in a few operations; the other signs use exact arithmetic. Small cores compare all pairs of
 * vertices. Large cores walk around their Minkowski difference, in linear time. */
#include "minkowski.h"

typedef const c2d_shape *shape;

static c2d_relation relation_of_sign(int sign) { return (c2d_relation)sign; }

/* The side of b's core relative to a's edge i: 1 if some of it is inside, 0 if it touches the edge's line from outside,
 * -1 if all of it is strictly outside. */
static int inner_sign(shape a, uint32_t i, shape b)
{
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    c2d_vec p = av[i], q = av[c2d_next_vertex(i, a->count)];
    bool undecided = false;
    for (uint32_t j = 0; j < b->count; j++) {
        int sign = c2d_orient_filter(p, q, bv[j]);
        if (sign > 0)
            return 1;
        undecided |= sign == 0;
    }
    int best = -1;
    for (uint32_t j = 0; undecided && j < b->count && best < 1; j++)
        if (c2d_orient_filter(p, q, bv[j]) == 0) {
            int sign = c2d_orient_exact(p, q, bv[j]);
            best = sign > best ? sign : best;
        }
    return best;
}

static int least_inner_sign(shape a, shape b)
{
    int least = 1;
    for (uint32_t i = 0; a->count > 1 && i < a->count && least >= 0; i++) {
        int sign = inner_sign(a, i, b);
        least = sign < least ? sign : least;
    }
    return least;
}

/* The greatest exact sign of R - distance over b's vertices and a's edges. */
static int vertex_edge_sign(shape a, shape b, double ra, double rb)
{
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    uint32_t edges = a->count < 3 ? a->count - 1 : a->count;
    int best = -1;
    for (uint32_t i = 0; i < edges; i++)
        for (uint32_t j = 0; j < b->count && best < 1; j++) {
            int sign = c2d_segment_sign(bv[j], av[i], av[c2d_next_vertex(i, a->count)], ra, rb);
            best = sign > best ? sign : best;
        }
    return best;
}

bool c2d_cores_are_flat(shape a, shape b)
{
    if (a->count > 2 || b->count > 2)
        return false;
    if (a->count == 1 || b->count == 1)
        return true;
    return c2d_parallel_sign(a->v.own[0], a->v.own[1], b->v.own[0], b->v.own[1]) == 0;
}

/* The relation for radii 0. At most one core is a point. */
static c2d_relation relate_cores(shape a, shape b)
{
    if (c2d_cores_are_flat(a, b)) {
        int sign = vertex_edge_sign(a, b, 0, 0);
        return relation_of_sign(sign == 0 ? 0 : vertex_edge_sign(b, a, 0, 0));
    }
    int sign = least_inner_sign(a, b);
    if (sign >= 0) {
        int other = least_inner_sign(b, a);
        sign = other < sign ? other : sign;
    }
    return relation_of_sign(sign);
}

/* ---- many vertices ---- */

/* The cores meet if the origin is in their difference D: on the inner side of each edge of D, or on its line. If they
 * do not meet, the point of D nearest to the origin is on an edge with the origin strictly on its outer side. Proof for
 * a corner: the vector from the corner to the origin is a sum of the outer normals m and n of both edges, with
 * coefficients >= 0, and its product with m + n is positive. So the distances of the origin from these edges decide. An
 * edge of D is an edge of one core combined with a vertex of the other, or two such edges in line. The origin has the
 * distance and the side from it that the vertex has from the core's edge. */
static C2D_NOINLINE c2d_relation relate_walk(shape a, shape b)
{
    double ra = a->radius, rb = b->radius;
    int inner = 1, distance = -1;
    c2d_walk walk = c2d_walk_start(a, b);
    c2d_walk_edge edge;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        int count = c2d_walk_features(&walk, &edge, f), side = c2d_orient_sign(f[0].p, f[0].q, f[0].r);
        inner = side < inner ? side : inner;
        if (side < 0 && ra + rb == 0)
            return C2D_APART;
        for (int k = 0; k < count && side < 0; k++) {
            int sign = c2d_segment_sign(f[k].r, f[k].p, f[k].q, ra, rb);
            if (sign > 0)
                return C2D_OVERLAPPING;
            distance = sign > distance ? sign : distance;
        }
    }
    if (inner < 0)
        return relation_of_sign(distance);
    return ra + rb > 0 ? C2D_OVERLAPPING : relation_of_sign(inner);
}

/* ---- positive radii ---- */

/* An edge of a core, given by its first vertex, and a vertex of the other core. */
typedef struct feature {
    shape of, other;
    uint32_t edge, vertex;
} feature;

/* The first features whose signs the filter leaves undecided. */
#define MAX_FEATURES 4
typedef struct features {
    uint32_t count; /* of all; the list has the first of them */
    feature list[MAX_FEATURES];
} features;

/* Whether a vertex of `other` is certainly within R of an edge of `of`. Adds the undecided features. */
static bool any_certainly_within(shape of, shape other, double radius, features *undecided)
{
    const c2d_vec *v = c2d_vertices(of), *u = c2d_vertices(other);
    uint32_t edges = of->count < 3 ? of->count - 1 : of->count;
    for (uint32_t i = 0; i < edges; i++)
        for (uint32_t j = 0; j < other->count; j++) {
            int sign = c2d_segment_filter(u[j], v[i], v[c2d_next_vertex(i, of->count)], radius);
            if (sign > 0)
                return true;
            if (sign == 0) {
                feature f = {of, other, i, j};
                if (undecided->count < MAX_FEATURES)
                    undecided->list[undecided->count] = f;
                undecided->count++;
            }
        }
    return false;
}

/* Whether the sign of (q - p) . (v - v[i]) is at least 0 for both neighbours v of the vertex i. */
static bool is_foremost(shape s, uint32_t i, c2d_vec p, c2d_vec q)
{
    const c2d_vec *v = c2d_vertices(s);
    return s->count == 1 || (c2d_along_sign(p, q, v[i], v[c2d_next_vertex(i, s->count)]) >= 0 &&
                             c2d_along_sign(p, q, v[i], v[c2d_previous_vertex(i, s->count)]) >= 0);
}

/* Writes the relation if the feature is exactly the nearest one of two cores that are apart. Consider the nearest
 * points of the feature and the two lines through them, across the way between them. If no neighbour of the feature's
 * vertices is between the lines, then, by convexity, no point of a core is, and the distance of the cores is that of
 * the lines. */
static bool relate_nearest(const feature *f, double ra, double rb, c2d_relation *answer)
{
    const c2d_vec *v = c2d_vertices(f->of), *u = c2d_vertices(f->other);
    uint32_t next = c2d_next_vertex(f->edge, f->of->count), j = f->vertex;
    c2d_vec p = v[f->edge], q = v[next], r = u[j];
    bool before = c2d_dot_sign(p, q, r) <= 0;
    if (before || c2d_dot_sign(q, p, r) <= 0) {
        uint32_t i = before ? f->edge : next;
        *answer = relation_of_sign(c2d_length_exact(r, v[i], ra, rb));
        return is_foremost(f->other, j, v[i], r) && is_foremost(f->of, i, r, v[i]);
    }
    int side = c2d_orient_sign(p, q, r);
    if (side == 0 || (side > 0 && f->of->count > 2))
        return false;
    if (f->other->count > 1 && (c2d_parallel_sign(p, q, r, u[c2d_next_vertex(j, f->other->count)]) * side < 0 ||
                                c2d_parallel_sign(p, q, r, u[c2d_previous_vertex(j, f->other->count)]) * side < 0))
        return false;
    *answer = relation_of_sign(c2d_segment_exact(r, p, q, ra, rb));
    return true;
}

c2d_relation c2d_relate_features(shape a, shape b)
{
    if (c2d_exceeds(a, b, C2D_RELATE_ALL_PAIRS_LIMIT))
        return relate_walk(a, b);
    double ra = a->radius, rb = b->radius;
    if (ra + rb == 0)
        return relate_cores(a, b);
    features undecided = {.count = 0};
    if (any_certainly_within(a, b, ra + rb, &undecided) || any_certainly_within(b, a, ra + rb, &undecided))
        return C2D_OVERLAPPING;
    c2d_relation answer;
    for (uint32_t k = 0; k < undecided.count && k < MAX_FEATURES; k++)
        if (relate_nearest(&undecided.list[k], ra, rb, &answer))
            return answer;
    if (relate_cores(a, b) != C2D_APART)
        return C2D_OVERLAPPING;
    if (undecided.count == 0)
        return C2D_APART;
    int sign = vertex_edge_sign(a, b, ra, rb), other = sign > 0 ? sign : vertex_edge_sign(b, a, ra, rb);
    return relation_of_sign(other > sign ? other : sign);
}
