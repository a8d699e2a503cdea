/* The intersection of two sharp shapes, as a shape. Its vertices are those of the operands, unchanged, and crossings of
 * edges, each coordinate rounded once from its exact value. */
#include "common_vertices.h"

#include "../exact/allocate.h"

/* p.x + (q.x - p.x) s, or the same of y, where s = n / (n - m) and n and m are the distances of p and q from the line
 * that the edge p q crosses, times a common factor. Distances as pairs give s with a relative error that the terms of
 * the products bound; most results round alike for every number within that bound. */
typedef struct crossing {
    c2d_vec p, q, u, w; /* the edges p q and u w */
    c2d_pair along;     /* s */
    double error;       /* of s; from 1 on: unknown */
    c2d_expansion n, m; /* set by the first coordinate that needs them */
    bool is_exact;
} crossing;

static c2d_pair pair_distance(c2d_vec u, c2d_vec w, c2d_vec p, double *terms)
{
    c2d_pair s = c2d_pair_mul(c2d_two_diff(w.x, u.x), c2d_two_diff(p.y, u.y));
    c2d_pair t = c2d_pair_mul(c2d_two_diff(w.y, u.y), c2d_two_diff(p.x, u.x));
    *terms = fabs(s.hi) + fabs(t.hi);
    return c2d_pair_sub(s, t);
}

/* Lemma pair_sum. n and m have opposite signs, so if the sum of their errors is a part e of n - m, e < 1 / 4, then s
 * has an error below 4/3 e, even where rounding hides the signs. With a larger e, or no number for n - m = 0, the error
 * of a coordinate is at least q - p, and exact arithmetic finds it. */
static crossing crossing_of(c2d_vec p, c2d_vec q, c2d_vec u, c2d_vec w)
{
    double n_terms, m_terms;
    c2d_pair n = pair_distance(u, w, p, &n_terms), m = pair_distance(u, w, q, &m_terms), whole = c2d_pair_sub(n, m);
    double error = 4 * C2D_PAIR_ERROR * (n_terms + m_terms) / fabs(whole.hi) + C2D_PAIR_ERROR;
    return (crossing){.p = p, .q = q, .u = u, .w = w, .along = c2d_pair_divide(n, whole), .error = error};
}

/* The nearest double of (x (n - m) + (y - x) n) / (n - m); its error is at most 2^-48 ulp above half an ulp. */
static C2D_NOINLINE double coordinate_exact(crossing *c, double x, double y)
{
    if (!c->is_exact) {
        c->n = c2d_exact_cross(c->u, c->w, c->u, c->p);
        c->m = c2d_exact_cross(c->u, c->w, c->u, c->q);
        c2d_exact_negate(&c->m);
        c->is_exact = true;
    }
    c2d_expansion whole = c2d_exact_sum(&c->n, &c->m), start = c2d_exact((c2d_pair){x, 0});
    c2d_expansion way = c2d_exact(c2d_two_diff(y, x)), at = c2d_exact_product(&start, &whole);
    c2d_expansion moved = c2d_exact_product(&way, &c->n), numerator = c2d_exact_sum(&at, &moved);
    double divisor = c2d_exact_round(&whole), quotient = c2d_exact_round(&numerator) / divisor;
    c2d_expansion minus = c2d_exact((c2d_pair){-quotient, 0}), taken = c2d_exact_product(&minus, &whole);
    c2d_expansion rest = c2d_exact_sum(&numerator, &taken);
    return quotient + c2d_exact_round(&rest) / divisor;
}

/* Lemma crossing. */
static double coordinate(crossing *c, double x, double y)
{
    c2d_pair way = c2d_two_diff(y, x), at = c2d_pair_add((c2d_pair){x, 0}, c2d_pair_mul(way, c->along));
    double error = fabs(way.hi) * c->error + C2D_PAIR_ERROR * (fabs(x) + fabs(way.hi));
    return c2d_rounds_to_hi(at, error) ? at.hi : coordinate_exact(c, x, y);
}

static c2d_vec point_of(const c2d_common_vertex *common, const c2d_shape *a, const c2d_shape *b)
{
    const c2d_vec *v = c2d_vertices(a), *w = c2d_vertices(b);
    if (common->kind != C2D_CROSSING)
        return common->kind == C2D_VERTEX_OF_A ? v[common->i] : w[common->j];
    c2d_vec p = v[common->i], q = v[c2d_next_vertex(common->i, a->count)];
    crossing c = crossing_of(p, q, w[common->j], w[c2d_next_vertex(common->j, b->count)]);
    double x = coordinate(&c, p.x, q.x), y = coordinate(&c, p.y, q.y);
    return c2d_v(x, y);
}

#define SMALL 64

c2d_status c2d_intersection(c2d_shape *out, const c2d_shape *a, const c2d_shape *b, c2d_vec *storage, bool *collides)
{
    c2d_common_vertex small[SMALL];
    size_t most = c2d_common_most(a, b), count;
    c2d_common_vertex *common = most <= SMALL ? small : c2d_new_array(most, sizeof *common);
    if (!common)
        return C2D_NO_MEMORY;
    c2d_status status = c2d_find_common(a, b, common, &count);
    for (size_t k = 0; k < count && !status; k++)
        storage[k] = point_of(&common[k], a, b);
    *collides = !status && count > 0;
    if (*collides)
        status = c2d_hull_shape(out, storage, count, 0, storage);
    if (common != small)
        free(common);
    return status;
}
