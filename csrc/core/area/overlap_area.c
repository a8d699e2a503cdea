/* The area of the intersection of two shapes: exact predicates decide whether there is one and whether it is one of the
 * shapes, boxes and discs have formulas, and sharp_overlap.c and round_overlap.c measure the rest. */
#include "border.h"
#include "overlap.h"

#include "../exact/exact.h"
#include "../shape/symmetry.h"

static bool is_sharp_box(const c2d_shape *s) { return s->form == C2D_BOX && s->radius == 0; }

/* The bounds of a sharp box are the box itself. Both differences are rounded once. */
static double box_overlap(const c2d_shape *a, const c2d_shape *b)
{
    double width = c2d_min(a->max.x, b->max.x) - c2d_max(a->min.x, b->min.x);
    double height = c2d_min(a->max.y, b->max.y) - c2d_max(a->min.y, b->min.y);
    return c2d_max(width, 0) * c2d_max(height, 0);
}

/* The area between an arc of a circle of radius r and its chord, by the square of the sine of a quarter of its angle 2
 * a: r^2 (a - sin a cos a). With s = sin(a / 2) and c = cos(a / 2) it is r^2 (2 F(a / 2) + 4 s^3 c), F =
 * c2d_unit_segment, a sum of positive terms. Near a whole circle both terms change with sqrt(1 - sine2), their sum
 * hardly: there it is the circle less the other segment. */
static double segment_area(double r, double sine2)
{
    bool is_minor = sine2 <= 0.5;
    double square = is_minor ? sine2 : c2d_max(1 - sine2, 0), s = sqrt(square), c = sqrt(1 - square);
    double area = 2 * c2d_unit_segment(s) + 4 * s * s * s * c;
    return r * r * (is_minor ? area : C2D_PI - area);
}

/* Two circles of radius r >= s, whose centres have the distance d, r - s < d < r + s. The common chord cuts segments
 * off both; their heights are (s - (d - r)) (s + (d - r)) / 2d and (r - (d - s)) (r + (d - s)) / 2d. All factors are
 * positive. Those that may cancel, r + s - d and d - (r - s), are rounded from exact values, so the relative error is
 * that of a few roundings, even of the narrowest lens. */
static double lens_area(const c2d_shape *small, const c2d_shape *large)
{
    c2d_vec p = small->v.own[0], q = large->v.own[0];
    double s = small->radius, r = large->radius, d = c2d_length(p, q);
    double depth = -c2d_length_gap(p, q, r, s), beyond = c2d_length_gap(p, q, r, -s);
    double of_large = c2d_max(depth, 0) * c2d_max(beyond, 0) / (2 * d);
    double of_small = c2d_max(depth, 0) * (d + (r - s)) / (2 * d);
    return segment_area(r, of_large / (2 * r)) + segment_area(s, of_small / (2 * s));
}

/* The relation of two shapes that both have an area does not depend on their order, and neither does the one that is
 * measured in its own frame: the one of the lesser area, then the first in the order of shapes, then the lesser radius.
 */
static bool is_smaller(const c2d_shape *a, double area, const c2d_shape *b, double area_of_b)
{
    if (area != area_of_b)
        return area < area_of_b;
    int order = c2d_shape_compare(a, b);
    return order ? order < 0 : a->radius <= b->radius;
}

c2d_status c2d_overlap_area(const c2d_shape *a, const c2d_shape *b, double *area)
{
    *area = 0;
    if (is_sharp_box(a) && is_sharp_box(b)) {
        *area = c2d_min(box_overlap(a, b), c2d_min(c2d_area(a), c2d_area(b)));
        return C2D_OK;
    }
    if ((a->count < 3 && a->radius == 0) || (b->count < 3 && b->radius == 0) || !c2d_overlaps(a, b))
        return C2D_OK;
    double area_of_a = c2d_area(a), area_of_b = c2d_area(b);
    bool in_order = is_smaller(a, area_of_a, b, area_of_b);
    const c2d_shape *smaller = in_order ? a : b, *other = in_order ? b : a;
    double least = in_order ? area_of_a : area_of_b;
    c2d_status status = C2D_OK;
    if (c2d_contains(other, smaller) || c2d_contains(smaller, other))
        *area = least;
    else if (a->count == 1 && b->count == 1)
        *area = a->radius < b->radius ? lens_area(a, b) : lens_area(b, a);
    else if (a->radius > 0 || b->radius > 0)
        status = c2d_round_overlap(smaller, other, area);
    else if (!c2d_plain_overlap(smaller, other, least, area))
        status = c2d_sharp_overlap(smaller, other, area);
    /* An overlap smaller than the error bound is still positive. */
    *area = c2d_min(c2d_max(*area, least * (C2D_U * C2D_U)), least);
    return status;
}
