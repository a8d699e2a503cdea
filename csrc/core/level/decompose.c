/* Decomposition of a polygon into convex pieces. This file checks and sorts the points. polygon_sweep.c finds the
 * inside, triangle_fronts.c cuts it into triangles during the sweep, and merge_triangles.c joins them. */
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

static c2d_status decompose_checked(const c2d_vec *points, uint32_t n, c2d_vec *distinct, uint32_t *number,
                                    c2d_pieces *out)
{
    c2d_triangles t = {.points = distinct};
    uint32_t count = 0;
    c2d_status status = sort_points(points, n, distinct, number, &count);
    if (!status)
        status = c2d_triangulate(&t, count, number, n, out->crossing);
    if (!status)
        status = c2d_merge_triangles(&t, out);
    free(t.halves);
    free(t.sides);
    free(t.nodes);
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

c2d_status c2d_decompose(const c2d_vec *points, size_t n, c2d_pieces *out)
{
    *out = (c2d_pieces){NULL, NULL, 0, {0, 0}};
    if (n == 0)
        return C2D_NO_POINTS;
    if (n > MAX_POINTS)
        return C2D_NO_MEMORY;
    c2d_vec *checked = c2d_new_array(n, sizeof *checked), *distinct = c2d_new_array(n, sizeof *distinct);
    uint32_t *number = c2d_new_array(n, sizeof *number);
    c2d_status status = checked && distinct && number ? C2D_OK : C2D_NO_MEMORY;
    for (size_t i = 0; i < n && !status; i++) {
        checked[i] = points[i];
        status = c2d_check_vec(&checked[i]);
    }
    if (!status)
        status = decompose_checked(checked, (uint32_t)n, distinct, number, out);
    free(checked);
    free(distinct);
    free(number);
    if (status)
        c2d_pieces_free(out);
    return status;
}
