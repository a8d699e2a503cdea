/* The boxes of what turning shapes cover in parts of a turn: the ends of the arcs of their vertices, and their extremes
 * along the axes; if a shape moves as well, the sweep of that box. */
#include "turn.h"

/* An angle from 0 to 360, as a number from 0 to 4 that grows with it. c, s: the cosine and sine, times anything. */
static double pseudo_angle(double c, double s)
{
    double p = c / (fabs(c) + fabs(s));
    return s >= 0 ? 1 - p : 3 + p;
}

static void include(c2d_bounds *box, c2d_vec p)
{
    box->min = c2d_v(c2d_min(box->min.x, p.x), c2d_min(box->min.y, p.y));
    box->max = c2d_v(c2d_max(box->max.x, p.x), c2d_max(box->max.y, p.y));
}

/* The box of the part of the turn from * angle to to * angle, swept along that part of the motion. */
static c2d_status bounds_of_part(const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about,
                                 c2d_vec motion, double from, double to, c2d_bounds *box)
{
    static const c2d_vec axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    c2d_vec pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : c2d_center(s), start, part;
    c2d_status status = c2d_check(&angle);
    if (!status)
        status = fabs(angle) > 360 ? C2D_ABOVE_TURN : about ? c2d_check_vec(&pivot) : C2D_OK;
    if (!status)
        status = c2d_check_vec(&motion);
    if (status)
        return status;
    const c2d_vec *v = c2d_vertices(s);
    double sense = angle < 0 ? -1 : 1, reach = 0, span = fabs(angle) * (to - from);
    c2d_sincos(fabs(angle) * from, &start.y, &start.x);
    c2d_sincos(span, &part.y, &part.x);
    double last = span >= 360 ? 4 : pseudo_angle(part.x, part.y) + 16 * C2D_U;
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec arm = c2d_sub(v[i], pivot), r = c2d_rotated(arm, start, sense), p = c2d_add(pivot, r);
        double length = c2d_norm(r);
        reach = c2d_max(reach, c2d_norm(arm)); /* not rounded: no part is larger than the whole */
        if (i == 0)
            *box = (c2d_bounds){p, p};
        include(box, p);
        include(box, c2d_add(pivot, c2d_rotated(r, part, sense)));
        for (int k = 0; k < 4 && length > 0; k++)
            if (pseudo_angle(c2d_dot(r, axes[k]), sense * c2d_cross(r, axes[k])) <= last)
                include(box, c2d_add(pivot, c2d_mul(axes[k], length)));
    }
    double scale = c2d_turn_scale_of(s, rect) + 2 * (c2d_magnitude(pivot) + c2d_magnitude(motion));
    double slack = (s->radius + 4 * C2D_TURN_ERROR * (scale + C2D_GRAIN)) * (1 + 4 * C2D_U);
    c2d_vec d = c2d_mul(motion, from), e = c2d_mul(motion, to);
    box->min = c2d_v(box->min.x + c2d_min(d.x, e.x) - slack, box->min.y + c2d_min(d.y, e.y) - slack);
    box->max = c2d_v(box->max.x + c2d_max(d.x, e.x) + slack, box->max.y + c2d_max(d.y, e.y) + slack);
    return c2d_turn_is_inside(reach, s->radius, pivot, motion) ? C2D_OK : C2D_TOO_LARGE;
}

c2d_status c2d_turn_bounds(const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion,
                           c2d_bounds *box)
{
    return bounds_of_part(s, rect, angle, about, motion, 0, 1, box);
}

/* ---- parts ---- */

/* Degrees. A box that covers more of an arc is mostly empty. */
#define FIRST_PART 4.0
#define MOST_PART  45.0
#define LEAST_STEP 0x1p-10 /* of the angle */
/* How many times its size a shape moves in a part, at most; and the least such part of a motion. */
#define MOST_SIZES        4.0
#define LEAST_MOTION_STEP 0x1p-5

static double longest_step(double angle, c2d_vec motion, double size)
{
    double turn = angle == 0 ? 1 : c2d_max(MOST_PART / fabs(angle), LEAST_STEP), way = c2d_norm(motion);
    return way > 0 ? c2d_min(turn, c2d_max(MOST_SIZES * size / way, LEAST_MOTION_STEP)) : turn;
}

c2d_status c2d_turn_parts_init(c2d_turn_parts *parts, const c2d_shape *a, const c2d_rect *rect, double angle,
                               const c2d_vec *about, c2d_vec motion)
{
    c2d_bounds whole;
    c2d_vec pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : c2d_center(a);
    c2d_turn_parts made = {.a = a, .rect = rect, .angle = angle, .about = about, .motion = motion};
    c2d_status status = c2d_turn_bounds(a, rect, angle, about, motion, &whole);
    *parts = made;
    if (status)
        return status;
    double d2 = 0, size = c2d_magnitude(c2d_sub(a->max, a->min));
    for (uint32_t i = 0; i < a->count; i++) {
        c2d_vec p = c2d_sub(c2d_vertices(a)[i], pivot);
        d2 = c2d_max(d2, c2d_dot(p, p));
    }
    c2d_vec beside = c2d_v(c2d_max(c2d_max(a->min.x - pivot.x, pivot.x - a->max.x), 0),
                           c2d_max(c2d_max(a->min.y - pivot.y, pivot.y - a->max.y), 0));
    parts->pivot = pivot;
    parts->hole = c2d_norm(beside);
    parts->reach = c2d_sqrt(d2) * (1 + 8 * C2D_U);
    parts->scale = c2d_turn_scale_of(a, rect) + 2 * (c2d_magnitude(pivot) + c2d_magnitude(motion)) + C2D_GRAIN;
    parts->longest = longest_step(angle, motion, size);
    /* What is far from the point that it turns about goes far in a small angle. */
    double part = size < parts->reach ? size / parts->reach : 1;
    parts->step = angle == 0 ? 1 : c2d_max(FIRST_PART / fabs(angle) * part, LEAST_STEP);
    parts->step = c2d_min(parts->step, parts->longest);
    return C2D_OK;
}

bool c2d_turn_parts_next(c2d_turn_parts *parts, double limit, c2d_bounds *box)
{
    bool began = parts->to > 0;
    if (began && !(parts->to < c2d_min(limit, 1)))
        return false;
    parts->from = parts->to;
    parts->to = c2d_min(parts->from + parts->step, 1);
    parts->step = c2d_min(2 * parts->step, parts->longest);
    c2d_status status =
        bounds_of_part(parts->a, parts->rect, parts->angle, parts->about, parts->motion, parts->from, parts->to, box);
    assert(status == C2D_OK); /* as for the whole turn */
    (void)status;
    c2d_turn_parts_place(parts);
    parts->count = 0;
    return true;
}
