/* The area of the union of the pieces. Pieces that do not overlap just add up. Otherwise the area is the integral of
 * (x dy - y dx) / 2 along the border of the union (Green's theorem): along those parts of the pieces' borders that no
 * other piece covers. border.c splits a border where it may enter or leave another piece; the middle of each part then
 * stands for the whole part.
 *
 * Rounding cannot tell two borders apart that are closer than the tolerance. Where they run in one direction, only the
 * border of the first piece counts. Where they run in opposite directions, both count and cancel. Either way the error
 * is at most the tolerance times their length. The two sides of a piece that is thinner than the tolerance would be
 * taken for one border, so such a piece is left out. */
#include "border.h"
#include "pieces.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

/* The tolerance, relative to the greatest coordinate: border points have errors of some 2^-50. */
#define TOLERANCE 0x1p-42

typedef struct union_border {
    const c2d_body *body;
    c2d_vec origin; /* integrals are relative to it, which loses fewer digits far from (0, 0) */
    double tolerance;
    double *cuts; /* room for the parameters at which one arc or edge is split */
} union_border;

/* Whether a piece is wider than the tolerance in every direction: its area is at most its width times the diagonal of
 * its bounds. */
static bool is_wide(const union_border *u, const c2d_shape *s)
{
    return c2d_area(s) > 4 * u->tolerance * (s->max.x - s->min.x + s->max.y - s->min.y);
}

/* Whether another piece is wide and close enough to cover something of piece i. */
static bool may_cover(const union_border *u, size_t other, size_t i)
{
    const c2d_shape *s = u->body->pieces[other];
    return other != i && is_wide(u, s) && c2d_bounds_meet(c2d_bounds_of(s), c2d_bounds_of(u->body->pieces[i]));
}

/* Whether another piece covers a border point of piece i with an outer normal. */
static bool is_covered(const union_border *u, size_t i, c2d_vec p, c2d_vec normal)
{
    for (size_t other = 0; other < u->body->count; other++) {
        if (!may_cover(u, other, i))
            continue;
        c2d_vec other_normal;
        double gap = c2d_border_gap(u->body->pieces[other], p, &other_normal);
        bool common = fabs(gap) <= u->tolerance && c2d_dot(normal, other_normal) > 0;
        if (common ? other < i : gap < -u->tolerance)
            return true;
    }
    return false;
}

static void sort_numbers(double *numbers, size_t count)
{
    for (size_t gap = count / 2; gap > 0; gap /= 2) /* Shell's method */
        for (size_t i = gap; i < count; i++)
            for (size_t k = i; k >= gap && numbers[k] < numbers[k - gap]; k -= gap) {
                double swap = numbers[k];
                numbers[k] = numbers[k - gap];
                numbers[k - gap] = swap;
            }
}

/* The integral along the parts of an arc or edge that no other piece covers. */
static double uncovered_part(const union_border *u, size_t i, const c2d_border_part *part)
{
    size_t count = 0;
    u->cuts[count++] = part->start;
    u->cuts[count++] = part->end;
    for (size_t other = 0; other < u->body->count; other++)
        if (may_cover(u, other, i))
            count += c2d_border_cuts(part, u->body->pieces[other], u->cuts + count);
    sort_numbers(u->cuts, count);
    double sum = 0;
    for (size_t k = 0; k + 1 < count; k++) {
        double from = u->cuts[k], to = u->cuts[k + 1];
        c2d_vec normal, middle = c2d_border_point(part, from / 2 + to / 2, &normal);
        if (from < to && !is_covered(u, i, middle, normal))
            sum += c2d_border_integral(part, from, to, u->origin);
    }
    return sum;
}

static double uncovered_border(const union_border *u, size_t i)
{
    const c2d_shape *s = u->body->pieces[i];
    double sum = 0;
    for (uint32_t k = 0; k < s->count && is_wide(u, s); k++) {
        c2d_border_part part;
        if (c2d_border_edge(s, k, &part))
            sum += uncovered_part(u, i, &part);
        if (c2d_border_arc(s, k, &part))
            sum += uncovered_part(u, i, &part);
    }
    return sum;
}

static bool has_overlaps(const c2d_body *body)
{
    for (size_t i = 0; i < body->count; i++)
        for (size_t j = 0; j < i; j++)
            if (c2d_overlaps(body->pieces[i], body->pieces[j]))
                return true;
    return false;
}

c2d_status c2d_body_area(const c2d_body *body, double *area)
{
    *area = 0;
    if (!has_overlaps(body)) {
        for (size_t i = 0; i < body->count; i++)
            *area += c2d_area(body->pieces[i]);
        return C2D_OK;
    }
    size_t features = 0;
    for (size_t i = 0; i < body->count; i++)
        features += body->pieces[i]->count;
    c2d_bounds box = c2d_body_bounds(body);
    union_border u = {.body = body, .origin = c2d_mul(c2d_add(box.min, box.max), 0.5)};
    double x = c2d_max(fabs(box.min.x), fabs(box.max.x)), y = c2d_max(fabs(box.min.y), fabs(box.max.y));
    u.tolerance = TOLERANCE * c2d_max(x, y);
    u.cuts = c2d_new_array(C2D_BORDER_CUTS * features + 2, sizeof *u.cuts);
    for (size_t i = 0; i < body->count && u.cuts; i++)
        *area += uncovered_border(&u, i);
    free(u.cuts);
    return u.cuts ? C2D_OK : C2D_NO_MEMORY;
}
