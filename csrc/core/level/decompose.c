/* Decomposition of a polygon with holes into convex pieces. This file checks and sorts the points, and directs the
 * holes. polygon_sweep.c finds the inside, triangle_fronts.c cuts it into triangles during the sweep, and
 * merge_triangles.c joins them. */
#include "triangles.h"

#include "../exact/allocate.h"
#include "../exact/radix_sort.h"
#include "../shape/shape.h"

/* Every list has at most eight items per edge, with 32-bit indices. */
#define MAX_POINTS ((size_t)1 << 28)

/* Writes the distinct points in order of x, then y, and the index of each of the polygon's points among them. */
static c2d_status sort_points(const c2d_vec *points, uint32_t n, c2d_vec *distinct, uint32_t *number, uint32_t *count)
{
    c2d_radix_item *order = c2d_new_array(n, sizeof *order), *spare = c2d_new_array(n, sizeof *spare);
    c2d_status status = order && spare ? C2D_OK : C2D_NO_MEMORY;
    *count = 0;
    if (!status) {
        for (uint32_t i = 0; i < n; i++)
            order[i] = (c2d_radix_item){c2d_radix_key(points[i].y), i};
        c2d_radix_sort(order, n, spare);
        for (uint32_t i = 0; i < n; i++)
            order[i].key = c2d_radix_key(points[order[i].value].x);
        c2d_radix_sort(order, n, spare);
        for (uint32_t i = 0; i < n; i++) {
            c2d_vec p = points[order[i].value];
            if (*count == 0 || !c2d_same(p, distinct[*count - 1]))
                distinct[(*count)++] = p;
            number[order[i].value] = *count - 1;
        }
    }
    free(order);
    free(spare);
    return status;
}

static void free_triangles(c2d_triangles *t)
{
    free(t->halves);
    free(t->sides);
    free(t->nodes);
}

static c2d_status decompose_checked(const c2d_vec *points, const c2d_outlines *outlines, c2d_vec *distinct,
                                    uint32_t *number, c2d_pieces *out)
{
    c2d_triangles t = {.points = distinct};
    uint32_t count = 0;
    int inside;
    c2d_status status = sort_points(points, (uint32_t)outlines->ends[outlines->count - 1], distinct, number, &count);
    if (!status)
        status = c2d_triangulate(&t, count, outlines, out->crossing, &inside);
    if (!status)
        status = c2d_merge_triangles(&t, count, out);
    free_triangles(&t);
    return status;
}

/* ---- holes ---- */

/* The direction of one outline, which must not cross itself: 1 or -1, 0 if it has no area. */
static c2d_status find_direction(const c2d_vec *points, size_t first, size_t end, c2d_vec *distinct, uint32_t *number,
                                 size_t crossing[2], int *direction)
{
    static const int as_given[] = {1};
    size_t ends[] = {end - first};
    c2d_outlines one = {.number = number, .ends = ends, .directions = as_given, .count = 1};
    c2d_triangles t = {.points = distinct};
    uint32_t count = 0;
    c2d_status status = sort_points(points + first, (uint32_t)(end - first), distinct, number, &count);
    if (!status)
        status = c2d_triangulate(&t, count, &one, crossing, direction);
    crossing[0] += first;
    crossing[1] += first;
    free_triangles(&t);
    return status;
}

/* Directs the holes against the outer outline, so that every edge has the inside on one side. Each outline alone must
 * not cross itself. */
static c2d_status direct_holes(const c2d_vec *points, c2d_outlines *outlines, int *directions, c2d_vec *distinct,
                               uint32_t *number, size_t crossing[2])
{
    int outer = 0;
    c2d_status status = C2D_OK;
    for (size_t k = 0; k < outlines->count && !status; k++) {
        int own = 0;
        size_t first = k > 0 ? outlines->ends[k - 1] : 0;
        status = find_direction(points, first, outlines->ends[k], distinct, number, crossing, &own);
        if (k == 0)
            outer = own ? own : 1;
        directions[k] = k > 0 && own == outer ? -1 : 1;
    }
    outlines->inside = outer;
    return status;
}

void c2d_pieces_free(c2d_pieces *pieces)
{
    free(pieces->vertices);
    free(pieces->first);
    pieces->vertices = NULL;
    pieces->first = NULL;
    pieces->count = 0;
}

static bool has_empty_outline(const size_t *ends, size_t outlines)
{
    for (size_t k = 0; k < outlines; k++)
        if (ends[k] == (k > 0 ? ends[k - 1] : 0))
            return true;
    return false;
}

c2d_status c2d_decompose_outlines(const c2d_vec *points, const size_t *ends, size_t outlines, c2d_pieces *out)
{
    *out = (c2d_pieces){NULL, NULL, 0, {0, 0}};
    if (outlines == 0 || has_empty_outline(ends, outlines))
        return C2D_NO_POINTS;
    size_t n = ends[outlines - 1];
    if (n > MAX_POINTS)
        return C2D_NO_MEMORY;
    c2d_vec *checked = c2d_new_array(n, sizeof *checked), *distinct = c2d_new_array(n, sizeof *distinct);
    uint32_t *number = c2d_new_array(n, sizeof *number);
    int *directions = c2d_new_array(outlines, sizeof *directions);
    c2d_outlines all = {number, ends, directions, outlines, 0};
    c2d_status status = checked && distinct && number && directions ? C2D_OK : C2D_NO_MEMORY;
    for (size_t i = 0; i < n && !status; i++) {
        checked[i] = points[i];
        status = c2d_check_vec(&checked[i]);
    }
    if (!status)
        directions[0] = 1;
    if (!status && outlines > 1)
        status = direct_holes(checked, &all, directions, distinct, number, out->crossing);
    if (!status) {
        status = decompose_checked(checked, &all, distinct, number, out);
        if (status == C2D_CROSSES && outlines > 1)
            status = C2D_NOT_INSIDE;
    }
    free(checked);
    free(distinct);
    free(number);
    free(directions);
    if (status)
        c2d_pieces_free(out);
    return status;
}

c2d_status c2d_decompose(const c2d_vec *points, size_t n, c2d_pieces *out)
{
    return c2d_decompose_outlines(points, &n, 1, out);
}
