/* Separation, closest points and contact of two bodies: those of the nearest pair of pieces or, if the bodies collide,
 * of the deepest pair. Ties are broken by the indices of the pieces, so that exchanging the bodies chooses the
 * same pair. */
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

bool c2d_pair_precedes(c2d_two_bodies *two, c2d_piece_pair pair, c2d_piece_pair least)
{
    if (pair.a + pair.b != least.a + least.b)
        return pair.a + pair.b < least.a + least.b;
    if (!two->is_ordered)
        two->order = compare_bodies(two->a, two->b);
    two->is_ordered = true;
    return two->order <= 0 ? pair.a < least.a : pair.b < least.b;
}

/* ---- the nearest pair ---- */

typedef struct nearest {
    c2d_two_bodies two;
    bool searches_first;
    size_t other; /* the piece of the body that is not searched */
    double least; /* separation so far */
    c2d_piece_pair pair;
} nearest;

static double try_pair(void *context, uint32_t item, double limit)
{
    nearest *n = context;
    c2d_piece_pair at = n->searches_first ? (c2d_piece_pair){item, n->other} : (c2d_piece_pair){n->other, item};
    double separation = c2d_separation(n->two.a->pieces[at.a], n->two.b->pieces[at.b]);
    if (separation > limit || (separation == limit && !c2d_pair_precedes(&n->two, at, n->pair)))
        return limit;
    n->pair = at;
    return n->least = separation;
}

/* The least separation of a piece of a and a piece of b, and that pair. */
double c2d_body_nearest_pair(const c2d_body *a, const c2d_body *b, c2d_piece_pair *pair)
{
    nearest n = {.two = {.a = a, .b = b}, .searches_first = c2d_searches_first(a, b), .least = INFINITY};
    const c2d_body *searched = n.searches_first ? a : b, *other = n.searches_first ? b : a;
    size_t first = c2d_nearest_bounds(other, c2d_body_bounds(searched));
    for (size_t k = 0; k < other->count; k++) {
        n.other = c2d_piece_after(first, k);
        c2d_visit_pieces_by_depth(searched, c2d_bounds_of(other->pieces[n.other]), n.least, try_pair, &n);
    }
    *pair = n.pair;
    return n.least;
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
