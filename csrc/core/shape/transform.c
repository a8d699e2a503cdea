/* Translation, rotation and scaling of points, with one rounding per coordinate and operation. Constructors make new
 * shapes from the results and so repair what rounding does to convexity. */
#include "../exact/vec.h"

void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(points[i], d);
}

void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about)
{
    double s, c;
    c2d_sincos(degrees, &s, &c);
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_turn(c2d_sub(points[i], about), s, c, about);
}

void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(about, c2d_mul(c2d_sub(points[i], about), k));
}
