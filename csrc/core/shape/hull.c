/* The convex hull of any points: Andrew's monotone chain (1979) with exact orientation. */
#include "shape.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <string.h>

/* Up to SMALL points use the stack and insertion sort. More points use heap sort, which sorts in place. */
#define SMALL 64

/* Restores the heap order of n points below points[i]. */
static void sift_down(c2d_vec *points, size_t i, size_t n)
{
    c2d_vec p = points[i];
    for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
        child += child + 1 < n && c2d_less(points[child], points[child + 1]);
        if (!c2d_less(p, points[child]))
            break;
        points[i] = points[child];
        i = child;
    }
    points[i] = p;
}

static void heap_sort(c2d_vec *points, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift_down(points, i, n);
    for (size_t last = n - 1; last > 0; last--) {
        c2d_vec greatest = points[0];
        points[0] = points[last];
        points[last] = greatest;
        sift_down(points, 0, last);
    }
}

static void sort(c2d_vec *points, size_t n)
{
    if (n > SMALL) {
        heap_sort(points, n);
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

/* Drops the chain's last vertices while the turn toward p is not a left turn. Keeps at least `keep` vertices. */
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

size_t c2d_hull_into(c2d_vec *hull, c2d_vec *points, size_t n)
{
    sort(points, n);
    size_t distinct = 1;
    for (size_t i = 1; i < n; i++)
        if (!c2d_same(points[i], points[distinct - 1]))
            points[distinct++] = points[i];
    hull[0] = points[0];
    return distinct == 1 ? 1 : monotone_chain(points, distinct, hull);
}

c2d_status c2d_hull(const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count)
{
    c2d_vec stack[SMALL];
    c2d_vec *sorted = n <= SMALL ? stack : c2d_new_array(n, sizeof *sorted);
    if (!sorted)
        return C2D_NO_MEMORY;
    memcpy(sorted, points, n * sizeof *sorted);
    *count = c2d_hull_into(hull, sorted, n);
    if (sorted != stack)
        free(sorted);
    return C2D_OK;
}
