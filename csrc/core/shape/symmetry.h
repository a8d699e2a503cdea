/* The eight symmetries of the axes, exact: mirror images, quarter turns and swapped axes. Casts that are in doubt are
 * settled in the one image of themselves that all their images have in common, so every image has the same answer. */
#ifndef C2D_SYMMETRY_H
#define C2D_SYMMETRY_H

#include "../exact/vec.h"

/* First x and y are multiplied by a sign each, then they are swapped, or not. */
typedef struct c2d_symmetry {
    c2d_vec signs;
    bool swaps;
} c2d_symmetry;

static inline c2d_vec c2d_symmetry_apply(const c2d_symmetry *map, c2d_vec v)
{
    double x = v.x * map->signs.x + 0.0, y = v.y * map->signs.y + 0.0; /* -0 becomes +0 */
    return map->swaps ? c2d_v(y, x) : c2d_v(x, y);
}

static inline c2d_vec c2d_symmetry_undo(const c2d_symmetry *map, c2d_vec v)
{
    c2d_vec w = map->swaps ? c2d_v(v.y, v.x) : v;
    return c2d_v(w.x * map->signs.x + 0.0, w.y * map->signs.y + 0.0);
}

/* Whether an image turns the other way. */
static inline bool c2d_symmetry_reflects(const c2d_symmetry *map)
{
    return map->swaps != (map->signs.x != map->signs.y);
}

/* The image of a shape. storage: room for its vertices; the image refers to it if it has more than
 * C2D_INLINE_VERTICES. */
void c2d_symmetry_shape(const c2d_symmetry *map, const c2d_shape *s, c2d_shape *image, c2d_vec *storage);

/* < 0, 0 or > 0 as a comes before b, is the same, or comes after it, in an order of all shapes. */
int c2d_shape_compare(const c2d_shape *a, const c2d_shape *b);

/* The symmetry whose image of the motion has 0 <= y <= x. If there are two, *other is the second and true is
 * returned. */
bool c2d_symmetry_normalize(c2d_vec motion, c2d_symmetry *map, c2d_symmetry *other);

#endif
