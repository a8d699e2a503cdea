/* The border of a shape as graphs over x: its lower and its upper border, each a row of curves from left to right.
 * Values are rounded: they are used for areas, and for no decision. */
#ifndef C2D_BORDER_H
#define C2D_BORDER_H

#include "../../include/collide2d.h"

/* A line or a part of a half circle, with one y for each x from start to end. */
typedef struct c2d_curve {
    double start, end;
    c2d_vec at;        /* a point of the line, or the centre of the circle */
    c2d_vec way;       /* of a line, to the right */
    double radius;     /* of the circle; 0: a line */
    double side;       /* -1: the lower half of the circle, 1: the upper one */
    uint32_t from, to; /* the vertices of the core that it is about: of an edge two, of an arc the same one twice */
} c2d_curve;

double c2d_curve_y(const c2d_curve *f, double x);
/* The integral of y from start to end, both in the range of the curve. */
double c2d_curve_integral(const c2d_curve *f, double start, double end);
/* Writes up to two x, the only ones at which f - g may change its sign: where the whole lines or circles cross, or
 * where they are closest if they do not cross. Returns their number. The values depend on f and g alone. */
int c2d_curve_crossings(const c2d_curve *f, const c2d_curve *g, double x[2]);

/* The area between an arc of a unit circle and its chord, by the sine of half its angle, which is at most a right one:
 * 0 <= s <= 1. The relative error is below 2^-49. */
double c2d_unit_segment(double s);

/* The lower and the upper border of a shape, with coordinates relative to an origin. */
typedef struct c2d_outline {
    c2d_vec min, max;
    double x_of_min, x_of_max; /* where the lower border is lowest, and the upper one highest */
    const c2d_curve *lower, *upper;
    size_t lower_count, upper_count; /* 0: narrower than the rounding of x */
} c2d_outline;

/* Room for the curves of one outline, for each vertex of the shape. */
#define C2D_OUTLINE_CURVES 4

/* The outline of a shape that has an area. precise: each start and end of a curve is rounded once, however far it is
 * from the origin in comparison with the result. */
void c2d_outline_of(const c2d_shape *s, c2d_vec origin, bool precise, c2d_curve *room, c2d_outline *out);
/* The curve at an x in the range of the outline. */
const c2d_curve *c2d_outline_curve(const c2d_curve *curves, size_t count, double x);

#endif
