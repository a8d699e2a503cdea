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

/* The greatest sign of R - distance over b's vertices and a's edges. Evaluates undecided signs only if `exact`. */
static int vertex_edge_sign(shape a, shape b, double ra, double rb, bool exact, bool *undecided)
{
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    uint32_t edges = a->count < 3 ? a->count - 1 : a->count;
    int best = -1;
    for (uint32_t i = 0; i < edges; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            c2d_vec p = av[i], q = av[c2d_next_vertex(i, a->count)];
            int sign = c2d_segment_filter(bv[j], p, q, ra + rb);
            if (sign == 0) {
                *undecided = true;
                sign = exact ? c2d_segment_exact(bv[j], p, q, ra, rb) : -1;
            }
            if (sign > 0)
                return 1;
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
        bool undecided = false;
        int sign = vertex_edge_sign(a, b, 0, 0, true, &undecided);
        return relation_of_sign(sign == 0 ? 0 : vertex_edge_sign(b, a, 0, 0, true, &undecided));
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

c2d_relation c2d_relate_features(shape a, shape b)
{
    if (c2d_exceeds(a, b, C2D_RELATE_ALL_PAIRS_LIMIT))
        return relate_walk(a, b);
    double ra = a->radius, rb = b->radius;
    if (ra + rb == 0)
        return relate_cores(a, b);
    bool undecided = false;
    if (vertex_edge_sign(a, b, ra, rb, false, &undecided) > 0 || vertex_edge_sign(b, a, ra, rb, false, &undecided) > 0)
        return C2D_OVERLAPPING;
    if (relate_cores(a, b) != C2D_APART)
        return C2D_OVERLAPPING;
    if (!undecided)
        return C2D_APART;
    int sign = vertex_edge_sign(a, b, ra, rb, true, &undecided);
    int other = sign > 0 ? sign : vertex_edge_sign(b, a, ra, rb, true, &undecided);
    return relation_of_sign(other > sign ? other : sign);
}
