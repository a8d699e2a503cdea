/* The convex hull of any points, exact: Andrew's monotone chain (1979) with exact turns. */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

/* Up to here the points are sorted in place on the stack; beyond, working memory is allocated. */
#define SMALL 64

static int by_x_then_y(const void *left, const void *right)
{
    const c2d_vec *p = left, *q = right;
    return c2d_less(*q, *p) - c2d_less(*p, *q);
}

static void sort(c2d_vec *points, size_t n)
{
    if (n > SMALL) {
        qsort(points, n, sizeof *points, by_x_then_y);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        c2d_vec p = points[i];
        size_t j = i;
        for (; j > 0 && c2d_less(p, points[j - 1]); j--)
            points[j] = points[j - 1];
        points[j] = p;
    }
}

/* Drops the chain's last vertices, as long as more than keep stand, that do not turn left toward p. */
static size_t drop_right_turns(const c2d_vec *chain, size_t count, size_t keep, c2d_vec p)
{
    while (count > keep && c2d_orient_sign(chain[count - 2], chain[count - 1], p) <= 0)
        count--;
    return count;
}

static size_t monotone_chain(const c2d_vec *sorted, size_t n, c2d_vec *hull)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count = drop_right_turns(hull, count, 1, sorted[i]);
        hull[count++] = sorted[i];
    }
    size_t lower = count;
    for (size_t i = n - 1; i-- > 1;) {
        count = drop_right_turns(hull, count, lower, sorted[i]);
        if (c2d_orient_sign(hull[lower - 1], sorted[0], sorted[i]) < 0)
            hull[count++] = sorted[i];
    }
    return drop_right_turns(hull, count, lower, sorted[0]);
}

c2d_status c2d_hull(const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count)
{
    c2d_vec stack[SMALL];
    c2d_vec *sorted = n <= SMALL ? stack : malloc(n * sizeof *sorted);
    if (!sorted)
        return C2D_NO_MEMORY;
    memcpy(sorted, points, n * sizeof *sorted);
    sort(sorted, n);
    size_t distinct = 1;
    for (size_t i = 1; i < n; i++)
        if (!c2d_same(sorted[i], sorted[distinct - 1]))
            sorted[distinct++] = sorted[i];
    if (distinct == 1) {
        hull[0] = sorted[0];
        *count = 1;
    } else {
        *count = monotone_chain(sorted, distinct, hull);
    }
    if (sorted != stack)
        free(sorted);
    return C2D_OK;
}
