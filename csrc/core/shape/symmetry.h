/* The eight symmetries of the axes: reflections, quarter turns and swapped axes. They are exact. A cast that rounding
 * leaves undecided is solved in one canonical image, so all eight images give equal results. */
#ifndef C2D_SYMMETRY_H
#define C2D_SYMMETRY_H

#include "../exact/vec.h"

/* Multiplies x and y by a sign each, then swaps them if `swaps`. */
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

/* Whether an image has the opposite orientation. */
static inline bool c2d_symmetry_reflects(const c2d_symmetry *map)
{
    return map->swaps != (map->signs.x != map->signs.y);
}

/* The image of a shape. storage: room for its vertices; the image refers to it if it has more than
 * C2D_INLINE_VERTICES. */
void c2d_symmetry_shape(const c2d_symmetry *map, const c2d_shape *s, c2d_shape *image, c2d_vec *storage);

/* A total order of shapes by count and vertices: < 0, 0 or > 0 if a comes before, equals or comes after b. */
int c2d_shape_compare(const c2d_shape *a, const c2d_shape *b);

/* Finds the symmetry that maps the motion to 0 <= y <= x. If a second one does so too, returns true and the second in
 * *other. */
bool c2d_symmetry_normalize(c2d_vec motion, c2d_symmetry *map, c2d_symmetry *other);

#endif
