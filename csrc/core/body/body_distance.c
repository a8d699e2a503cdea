/* Separation, closest points and contact of two bodies: those of the nearest pair of pieces or, if the bodies collide,
 * of the deepest pair. Equal separations are decided by the indices of the pieces, in such a way that exchanging the
 * bodies chooses the same pair. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../exact/vec.h"

/* ---- an order of bodies ---- */

static int compare_numbers(double x, double y) { return (x > y) - (x < y); }

static int compare_shapes(const c2d_shape *a, const c2d_shape *b)
{
    if (a->form != b->form)
        return a->form < b->form ? -1 : 1;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    const c2d_vec *p = c2d_vertices(a), *q = c2d_vertices(b);
    int order = compare_numbers(a->radius, b->radius);
    for (uint32_t i = 0; i < a->count && !order; i++) {
        order = compare_numbers(p[i].x, q[i].x);
        order = order ? order : compare_numbers(p[i].y, q[i].y);
    }
    return order;
}

/* -1 or 1 for different bodies, negated if they are exchanged; 0 for equal ones. */
static int compare_bodies(const c2d_body *a, const c2d_body *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    int order = 0;
    for (size_t i = 0; i < a->count && !order; i++)
        order = compare_shapes(a->pieces[i], b->pieces[i]);
    return order;
}

/* ---- the nearest pair ---- */

/* A lower bound of the separation of two shapes from their bounds; 0 if the bounds meet. The difference is rounded, so
 * the bound may be too large by a relative 2^-52. */
static double bounds_gap(c2d_bounds a, c2d_bounds b)
{
    double x = c2d_max(a.min.x - b.max.x, b.min.x - a.max.x), y = c2d_max(a.min.y - b.max.y, b.min.y - a.max.y);
    return c2d_max(c2d_max(x, y), 0);
}

/* Whether bounds show that a pair is farther apart than one whose separation is known. A separation has an error of at
 * most 8 ulp, so the margin of 2^-40 never skips a pair with a smaller computed value. */
static bool is_farther(double gap, double separation) { return gap > 0 && gap * (1 - 0x1p-40) > separation; }

bool c2d_pair_precedes(const c2d_body *a, const c2d_body *b, c2d_piece_pair pair, c2d_piece_pair least)
{
    if (pair.a + pair.b != least.a + least.b)
        return pair.a + pair.b < least.a + least.b;
    return compare_bodies(a, b) <= 0 ? pair.a < least.a : pair.b < least.b;
}

double c2d_body_nearest_pair(const c2d_body *a, const c2d_body *b, c2d_piece_pair *pair)
{
    c2d_bounds box = c2d_body_bounds(b);
    double least = INFINITY;
    *pair = (c2d_piece_pair){0, 0};
    for (size_t i = 0; i < a->count; i++) {
        c2d_bounds own = c2d_bounds_of(a->pieces[i]);
        if (is_farther(bounds_gap(own, box), least))
            continue;
        for (size_t j = 0; j < b->count; j++) {
            c2d_piece_pair at = {i, j};
            if (is_farther(bounds_gap(own, c2d_bounds_of(b->pieces[j])), least))
                continue;
            double separation = c2d_separation(a->pieces[i], b->pieces[j]);
            if (separation > least || (separation == least && !c2d_pair_precedes(a, b, at, *pair)))
                continue;
            least = separation;
            *pair = at;
        }
    }
    return least;
}

/* ---- answers ---- */

c2d_status c2d_body_separation(const c2d_body *a, const c2d_body *b, double *separation)
{
    c2d_piece_pair pair;
    c2d_surrounded thin;
    *separation = c2d_body_nearest_pair(a, b, &pair);
    if (*separation != 0)
        return C2D_OK;
    c2d_status status = c2d_body_find_surrounded(a, b, &thin);
    *separation = 0.0 - thin.depth; /* no -0 */
    return status;
}

void c2d_body_closest_points(const c2d_body *a, const c2d_body *b, c2d_vec *on_a, c2d_vec *on_b)
{
    c2d_piece_pair pair;
    c2d_body_nearest_pair(a, b, &pair);
    c2d_closest_points(a->pieces[pair.a], b->pieces[pair.b], on_a, on_b);
}

c2d_status c2d_body_find_contact(const c2d_body *a, const c2d_body *b, bool *collides, c2d_contact *out,
                                 c2d_piece_pair *pair)
{
    c2d_surrounded thin = {0};
    double separation = c2d_body_nearest_pair(a, b, pair);
    *collides = separation <= 0;
    c2d_status status = separation == 0 ? c2d_body_find_surrounded(a, b, &thin) : C2D_OK;
    if (status || !*collides)
        return status;
    if (thin.depth > 0)
        *pair = thin.pair;
    c2d_find_contact(a->pieces[pair->a], b->pieces[pair->b], out);
    if (thin.depth > 0) {
        out->normal = thin.normal;
        out->depth = thin.depth;
    }
    return C2D_OK;
}
