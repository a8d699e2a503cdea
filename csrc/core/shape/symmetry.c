/* Images of shapes under the eight symmetries of the axes, and an order of shapes. */
#include "symmetry.h"

#include "shape.h"

void c2d_symmetry_shape(const c2d_symmetry *map, const c2d_shape *s, c2d_shape *image, c2d_vec *storage)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t n = s->count, least = 0;
    for (uint32_t i = 1; i < n; i++)
        if (c2d_less(c2d_symmetry_apply(map, v[i]), c2d_symmetry_apply(map, v[least])))
            least = i;
    uint32_t step = c2d_symmetry_reflects(map) ? n - 1 : 1;
    for (uint32_t k = 0, i = least; k < n; k++, i = (uint32_t)(((uint64_t)i + step) % n))
        storage[k] = c2d_symmetry_apply(map, v[i]);
    c2d_shape_finish(image, storage, n, s->radius);
}

static int compare(double x, double y) { return (x > y) - (x < y); }

int c2d_shape_compare(const c2d_shape *a, const c2d_shape *b)
{
    const c2d_vec *v = c2d_vertices(a), *w = c2d_vertices(b);
    int order = (a->count > b->count) - (a->count < b->count);
    for (uint32_t i = 0; order == 0 && i < a->count; i++) {
        order = compare(v[i].x, w[i].x);
        order = order ? order : compare(v[i].y, w[i].y);
    }
    return order;
}

bool c2d_symmetry_normalize(c2d_vec motion, c2d_symmetry *map, c2d_symmetry *other)
{
    double x = fabs(motion.x), y = fabs(motion.y);
    c2d_symmetry first = {c2d_v(motion.x < 0 ? -1 : 1, motion.y < 0 ? -1 : 1), x < y};
    c2d_symmetry second = first;
    if (x == y)
        second.swaps = true;
    else if (motion.x == 0)
        second.signs.x = -1;
    else
        second.signs.y = -1;
    *map = first;
    *other = second;
    return x == y || x == 0 || y == 0;
}
