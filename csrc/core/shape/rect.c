/* Rectangles: the vertices that derive from a rectangle's numbers, and the new numbers after a move, rotation, scaling
 * or growth. Each arithmetic step is one IEEE operation with one rounding, so tiles that share a number share an
 * edge exactly. Converting every anchor to one form would add roundings, so each anchor keeps its own formula. */
#include "shape.h"

/* The centre of rotation in the world, and two opposite corners of the core relative to it before rotation. */
typedef struct placement {
    c2d_vec about, lo, hi;
} placement;

static c2d_vec core_size(const c2d_rect *rect)
{
    if (rect->anchor == C2D_BY_CORNERS)
        return c2d_sub(rect->size, rect->at);
    return rect->inner ? rect->size : c2d_sub(rect->size, c2d_v(2 * rect->radius, 2 * rect->radius));
}

/* Offset from the corner that `at` and `pivot` refer to, to the corner of the core. */
static c2d_vec inset(const c2d_rect *rect)
{
    double r = rect->inner ? 0 : rect->radius;
    return c2d_v(r, r);
}

static bool turns_about_pivot(const c2d_rect *rect)
{
    return rect->anchor == C2D_BY_PIVOT || (rect->anchor == C2D_BY_TOPLEFT && rect->has_pivot);
}

static bool is_rotated(const c2d_rect *rect)
{
    return rect->angle != 0 && (fabs(rect->angle) < 360 || fmod(rect->angle, 360) != 0);
}

c2d_vec c2d_rect_turning_point(const c2d_rect *rect)
{
    switch (rect->anchor) {
    case C2D_BY_TOPLEFT: return c2d_add(rect->at, rect->has_pivot ? rect->pivot : c2d_mul(rect->size, 0.5));
    case C2D_BY_CORNERS: return c2d_add(c2d_mul(rect->at, 0.5), c2d_mul(rect->size, 0.5));
    default: return rect->at;
    }
}

/* The anchor is not C2D_BY_CORNERS. */
static placement placement_of(const c2d_rect *rect)
{
    c2d_vec size = core_size(rect);
    placement p = {c2d_rect_turning_point(rect), c2d_mul(size, -0.5), c2d_mul(size, 0.5)};
    if (turns_about_pivot(rect)) {
        p.lo = c2d_sub(inset(rect), rect->pivot);
        p.hi = c2d_add(p.lo, size);
    }
    return p;
}

/* Changes the anchor from C2D_BY_CORNERS to C2D_BY_CENTER; the size stays. */
static void center_corners(c2d_rect *rect)
{
    c2d_vec center = c2d_rect_turning_point(rect);
    rect->size = core_size(rect);
    rect->at = center;
    rect->anchor = C2D_BY_CENTER;
    rect->inner = rect->inner || rect->radius > 0;
}

static void sort_pair(double *low, double *high)
{
    double a = *low, b = *high;
    *low = c2d_min(a, b);
    *high = c2d_max(a, b);
}

static c2d_status check_numbers(c2d_rect *rect)
{
    bool corners = rect->anchor == C2D_BY_CORNERS;
    double *numbers[] = {&rect->at.x, &rect->at.y, &rect->angle, &rect->pivot.x, &rect->pivot.y};
    double *sizes[] = {&rect->size.x, &rect->size.y, &rect->radius};
    size_t used = turns_about_pivot(rect) ? 5 : 3;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < used && !status; i++)
        status = c2d_check(numbers[i]);
    for (size_t i = 0; i < 3 && !status; i++)
        status = corners && i < 2 ? c2d_check(sizes[i]) : c2d_check_size(sizes[i]);
    if (!status && !corners && !rect->inner) {
        double least = c2d_min(rect->size.x, rect->size.y);
        status = 2 * rect->radius > least ? C2D_RADIUS_TOO_LARGE : C2D_OK;
    }
    return status;
}

bool c2d_rect_corners(const c2d_rect *rect, c2d_vec *corner, c2d_vec *opposite)
{
    if (is_rotated(rect))
        return false;
    if (rect->anchor == C2D_BY_CORNERS) {
        *corner = rect->at;
        *opposite = rect->size;
    } else if (rect->anchor == C2D_BY_TOPLEFT) {
        *corner = c2d_add(rect->at, inset(rect));
        *opposite = c2d_add(*corner, core_size(rect));
    } else {
        placement p = placement_of(rect);
        *corner = c2d_add(p.about, p.lo);
        *opposite = c2d_add(p.about, p.hi);
    }
    return true;
}

/* Whether the rotated corners are strictly convex despite rounding. Each corner has an error below 2^-50 of the numbers
 * it derives from, and the sides are longer than 2^-40 of them. */
static bool is_certainly_convex(const placement *p)
{
    c2d_vec size = c2d_sub(p->hi, p->lo);
    double scale = fabs(p->about.x) + fabs(p->about.y) + fabs(p->lo.x) + fabs(p->lo.y) + fabs(p->hi.x) + fabs(p->hi.y);
    return c2d_min(size.x, size.y) > 0x1p-40 * scale && scale > 0x1p-100;
}

/* A strictly convex quadrilateral whose vertices start at the least corner. Checks the corners. */
static c2d_status quadrilateral(c2d_shape *out, c2d_vec corners[4], double radius)
{
    int least = 0;
    for (int i = 0; i < 4; i++) {
        c2d_status status = c2d_check_vec(&corners[i]);
        if (status)
            return status;
        least = c2d_less(corners[i], corners[least]) ? i : least;
    }
    c2d_vec cycle[4];
    for (int i = 0; i < 4; i++)
        cycle[i] = corners[(least + i) % 4];
    c2d_shape_finish(out, cycle, 4, radius);
    return C2D_OK;
}

c2d_status c2d_rect_shape(c2d_shape *out, c2d_rect *rect)
{
    c2d_status status = check_numbers(rect);
    if (status)
        return status;
    if (rect->anchor == C2D_BY_CORNERS) {
        sort_pair(&rect->at.x, &rect->size.x);
        sort_pair(&rect->at.y, &rect->size.y);
    }
    c2d_vec corner, opposite;
    if (c2d_rect_corners(rect, &corner, &opposite))
        return c2d_box(out, corner, opposite, rect->radius);
    placement p = placement_of(rect);
    double s, c;
    c2d_sincos(rect->angle, &s, &c);
    c2d_vec corners[4];
    c2d_turn_box(p.lo, p.hi, s, c, p.about, corners);
    return is_certainly_convex(&p) ? quadrilateral(out, corners, rect->radius)
                                   : c2d_hull_shape(out, corners, 4, rect->radius, corners);
}

/* ---- derived numbers ---- */

c2d_vec c2d_rect_center(const c2d_rect *rect)
{
    if (!turns_about_pivot(rect))
        return c2d_rect_turning_point(rect);
    bool rotated = is_rotated(rect);
    if (!rotated && rect->anchor == C2D_BY_TOPLEFT)
        return c2d_add(rect->at, c2d_mul(rect->size, 0.5));
    placement p = placement_of(rect);
    c2d_vec middle = c2d_add(c2d_mul(p.lo, 0.5), c2d_mul(p.hi, 0.5));
    if (!rotated)
        return c2d_add(p.about, middle);
    double s, c;
    c2d_sincos(rect->angle, &s, &c);
    return c2d_turn(middle, s, c, p.about);
}

void c2d_rect_frame(const c2d_rect *rect, c2d_frame *out)
{
    c2d_vec r = c2d_v(rect->radius, rect->radius);
    out->inner_size = core_size(rect);
    if (rect->anchor == C2D_BY_CORNERS) {
        out->min = c2d_sub(rect->at, r);
        out->max = c2d_add(rect->size, r);
        out->size = c2d_add(out->inner_size, c2d_mul(r, 2));
        out->pivot = c2d_mul(out->size, 0.5);
        return;
    }
    bool pivoted = turns_about_pivot(rect);
    c2d_vec border = rect->inner ? r : c2d_v(0, 0);
    out->size = c2d_add(rect->size, c2d_mul(border, 2));
    out->pivot = pivoted ? c2d_add(rect->pivot, border) : c2d_mul(out->size, 0.5);
    out->min = rect->anchor == C2D_BY_TOPLEFT ? c2d_sub(rect->at, border) : c2d_sub(rect->at, out->pivot);
    out->max = c2d_add(out->min, out->size);
}

/* ---- operations on the numbers ---- */

void c2d_rect_move(c2d_rect *rect, c2d_vec d)
{
    if (d.x == 0 && d.y == 0)
        return; /* two corners keep their bits */
    c2d_vec corner, opposite;
    if (rect->by_corners && c2d_rect_corners(rect, &corner, &opposite)) {
        rect->inner = rect->inner || rect->radius > 0;
        rect->anchor = C2D_BY_CORNERS;
        rect->at = c2d_add(corner, d);
        rect->size = c2d_add(opposite, d);
        return;
    }
    if (rect->anchor == C2D_BY_CORNERS) {
        rect->size = core_size(rect);
        rect->anchor = C2D_BY_TOPLEFT;
        rect->has_pivot = false;
        rect->inner = rect->inner || rect->radius > 0;
    }
    rect->at = c2d_add(rect->at, d);
}

/* Anchors the rectangle by its centre of rotation and moves that to `at`. */
static void anchor_by_turning_point(c2d_rect *rect, c2d_vec at)
{
    if (rect->anchor == C2D_BY_CORNERS)
        center_corners(rect);
    rect->anchor = turns_about_pivot(rect) ? C2D_BY_PIVOT : C2D_BY_CENTER;
    rect->has_pivot = false;
    rect->at = at;
}

void c2d_rect_at(c2d_rect *rect, c2d_vec center)
{
    if (turns_about_pivot(rect))
        c2d_rect_move(rect, c2d_sub(center, c2d_rect_center(rect)));
    else
        anchor_by_turning_point(rect, center);
}

/* Full turns are taken off before the sum, exactly, so that it does not round away the other angle. */
static double sum_of_angles(double x, double y) { return fmod(fmod(x, 360) + fmod(y, 360), 360); }

void c2d_rect_rotate(c2d_rect *rect, double degrees, const c2d_vec *about)
{
    c2d_vec at = c2d_rect_turning_point(rect);
    if (about) {
        c2d_rotate_points(&at, 1, degrees, *about);
        anchor_by_turning_point(rect, at);
    } else if (rect->anchor == C2D_BY_CORNERS) {
        center_corners(rect);
    }
    rect->angle = sum_of_angles(rect->angle, degrees);
}

void c2d_rect_scale(c2d_rect *rect, double k)
{
    c2d_vec at = c2d_rect_turning_point(rect);
    c2d_scale_points(&at, 1, k, c2d_rect_center(rect));
    anchor_by_turning_point(rect, at);
    rect->size = c2d_mul(rect->size, k);
    rect->pivot = c2d_mul(rect->pivot, k);
    rect->radius = rect->radius * k;
}

/* The mirrored and scaled pivot, k (size - pivot) or k pivot. */
static c2d_vec placed_pivot(const c2d_rect *rect, const c2d_placement *p)
{
    c2d_placement scaled = {.scale = p->scale, .about = {rect->size.x, 0}, .flip_x = true};
    c2d_vec pivot = c2d_mul(rect->pivot, p->scale);
    if (p->flip_x) {
        c2d_vec mirrored = rect->pivot;
        c2d_place_points(&mirrored, 1, &scaled);
        pivot.x = mirrored.x;
    }
    return pivot;
}

void c2d_rect_place(c2d_rect *rect, const c2d_placement *p)
{
    c2d_vec at = c2d_rect_turning_point(rect);
    bool upright = !is_rotated(rect) && p->degrees == 0;
    if (c2d_same(at, p->about)) {
        at = p->at;
    } else if (rect->anchor == C2D_BY_CORNERS && upright) {
        c2d_place_points(&rect->at, 1, p);
        c2d_place_points(&rect->size, 1, p);
        rect->inner = rect->inner || rect->radius > 0;
        rect->radius = rect->radius * p->scale;
        return;
    } else {
        c2d_place_points(&at, 1, p);
    }
    bool pivoted = turns_about_pivot(rect);
    c2d_vec pivot = pivoted ? placed_pivot(rect, p) : c2d_v(0, 0);
    anchor_by_turning_point(rect, at);
    rect->size = c2d_mul(rect->size, p->scale);
    rect->pivot = pivot;
    rect->radius = rect->radius * p->scale;
    rect->angle = sum_of_angles(p->flip_x ? -rect->angle : rect->angle, p->degrees);
}

void c2d_rect_grow(c2d_rect *rect, double d)
{
    if (!rect->inner && rect->anchor != C2D_BY_CORNERS) {
        c2d_vec size = core_size(rect), border = inset(rect);
        /* The corner of a rotated core is not a sum of two numbers, so the anchor becomes the centre of rotation. */
        if (rect->anchor == C2D_BY_TOPLEFT && is_rotated(rect) && (!rect->has_pivot || rect->radius > 0))
            anchor_by_turning_point(rect, c2d_rect_turning_point(rect));
        if (rect->anchor == C2D_BY_TOPLEFT)
            rect->at = c2d_add(rect->at, border);
        if (turns_about_pivot(rect))
            rect->pivot = c2d_sub(rect->pivot, border);
        rect->size = size;
    }
    rect->inner = true;
    rect->radius = rect->radius + d;
}
