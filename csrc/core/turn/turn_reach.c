/* Which shapes a part of a turn may meet. A search among many shapes asks about each shape that its box meets, so what
 * is certainly too far is rejected in plain arithmetic: no rounding is as large as the slack. */
#include "turn.h"

#include "../pair/relate.h"

/* Up to a 64th more, since the stop of a needle among far coordinates may be early by more than 2 E. */
#define RADIANS_PER_DEGREE (3.19 / 180)

static bool moves(const c2d_turn_parts *parts) { return parts->motion.x != 0 || parts->motion.y != 0; }

/* ---- the places of a part ---- */

static bool place_at(const c2d_turn_parts *parts, double t, struct c2d_turn_place *place)
{
    c2d_shape *s = &place->shape;
    c2d_status status =
        c2d_turned(s, parts->a, parts->rect, t * parts->angle, parts->about, c2d_mul(parts->motion, t), NULL);
    for (uint32_t i = 0; !status && s->count > 1 && i < s->count; i++)
        place->normals[i] = c2d_turn_edge_normal(s->v.own, s->count, i);
    return !status;
}

void c2d_turn_parts_place(c2d_turn_parts *parts)
{
    if (parts->from > 0 && parts->has_places)
        parts->places[0] = parts->places[1];
    else
        parts->has_places = parts->a->count <= C2D_INLINE_VERTICES && place_at(parts, parts->from, &parts->places[0]);
    parts->has_places = parts->has_places && place_at(parts, parts->to, &parts->places[1]);
}

/* ---- distances ---- */

/* The distance between boxes from low to high, signed if they overlap. */
static double gap_between_boxes(c2d_vec low, c2d_vec high, const c2d_shape *b)
{
    double x = c2d_max(b->min.x - high.x, low.x - b->max.x), y = c2d_max(b->min.y - high.y, low.y - b->max.y);
    return x > 0 && y > 0 ? c2d_sqrt(x * x + y * y) : c2d_max(x, y);
}

/* No more than the distance of b from a place, apart from rounding: that between the boxes, or along the normal of an
 * edge of the place. */
static double gap_at_least(const struct c2d_turn_place *place, const c2d_shape *b)
{
    const c2d_shape *a = &place->shape;
    double gap = gap_between_boxes(a->min, a->max, b), radius = a->radius + b->radius;
    for (uint32_t i = 0; i < a->count && a->count > 1 && b->count <= C2D_INLINE_VERTICES; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < b->count; k++)
            least = c2d_min(least, c2d_dot(c2d_sub(b->v.own[k], a->v.own[i]), place->normals[i]));
        gap = c2d_max(gap, least - radius);
    }
    return gap;
}

/* The distance of the pivot from the farthest corner of the bounds of b. */
static double farthest(c2d_vec pivot, const c2d_shape *b)
{
    return c2d_norm(
        c2d_v(c2d_max(b->max.x - pivot.x, pivot.x - b->min.x), c2d_max(b->max.y - pivot.y, pivot.y - b->min.y)));
}

/* No point of the core goes farther than along its arc and the motion. At a hit a is within 2 E of b, so the point that
 * meets b is no farther from the pivot than b, its own radius and 2 E. It goes the way from the beginning of the part
 * to the hit, and the rest of the way to the end. */
double c2d_turn_parts_earliest(const c2d_turn_parts *parts, const c2d_shape *b)
{
    double slack = 64 * C2D_TURN_ERROR * (parts->scale + c2d_scale_of_shape(b)), reach = parts->reach;
    if (!moves(parts)) {
        double most = farthest(parts->pivot, b);
        if (gap_between_boxes(parts->pivot, parts->pivot, b) > reach + parts->a->radius + slack ||
            most < parts->hole - slack)
            return INFINITY;
        reach = c2d_min(reach, most + parts->a->radius + slack);
    }
    if (!parts->has_places)
        return parts->from;
    double speed = reach * fabs(parts->angle) * RADIANS_PER_DEGREE + 1.015 * c2d_norm(parts->motion);
    double way = speed * (parts->to - parts->from) + slack, gap = gap_at_least(&parts->places[0], b);
    if (gap > way || gap + gap_at_least(&parts->places[1], b) > way)
        return INFINITY;
    gap = c2d_max(gap, c2d_separation(&parts->places[0].shape, b)) - slack;
    if (gap > speed * (parts->to - parts->from))
        return INFINITY;
    return gap > 0 ? parts->from + gap / speed : parts->from;
}

/* ---- the candidates of a part ---- */

bool c2d_turn_parts_add(c2d_turn_parts *parts, double limit, const c2d_shape *b, uint32_t number)
{
    double t = c2d_turn_parts_earliest(parts, b);
    assert(parts->count < C2D_TURN_CANDIDATES);
    if (t <= limit) {
        parts->candidates[parts->count].t = t;
        parts->candidates[parts->count++].number = number;
    }
    return parts->count == C2D_TURN_CANDIDATES;
}

bool c2d_turn_parts_take(c2d_turn_parts *parts, double limit, uint32_t *number)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < parts->count; i++)
        first = parts->candidates[i].t < parts->candidates[first].t ? i : first;
    if (parts->count == 0 || parts->candidates[first].t > limit) {
        parts->count = 0;
        return false;
    }
    *number = parts->candidates[first].number;
    parts->candidates[first] = parts->candidates[--parts->count];
    return true;
}
