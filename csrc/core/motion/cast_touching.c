/* Casts of closed shapes: what a moving shape overlaps or only touches on its way. cast.c finds what it overlaps; this
 * file finds where it first touches what it does not overlap.
 *
 * A way that touches b, and does not overlap it, begins at b, ends at b, or passes b: then b is on one side of the
 * lateral line, along which the outermost vertex of a moves, at the distance R = ra + rb. The first vertex of b at that
 * distance is met when a has moved to the foot of the perpendicular from it. All decisions are exact, and all values
 * are computed alike for images of a cast. */
#include "cast.h"

#include <assert.h>

typedef const c2d_shape *shape;

/* ---- lateral lines ---- */

/* The vertex of a shape that is farthest to one side of the direction p -> q (1: left, -1: right), exactly. Of several,
 * the one farthest ahead (ahead 1) or back (-1). */
static c2d_vec outermost(shape s, c2d_vec p, c2d_vec q, int side, int ahead)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec best = v[0];
    for (uint32_t i = 1; i < s->count; i++) {
        int sign = c2d_parallel_filter(p, q, best, v[i]);
        sign = side * (sign ? sign : c2d_parallel_sign(p, q, best, v[i]));
        if (sign > 0 || (sign == 0 && ahead * c2d_along_sign(p, q, best, v[i]) > 0))
            best = v[i];
    }
    return best;
}

/* The line along which the outermost vertex of a moves on the side of b, and the outermost vertex of b toward it. */
typedef struct lateral_line {
    int side;     /* where b is: 1 on the left, -1 on the right */
    c2d_vec p, q; /* the vertex at the start, and moved */
    c2d_vec along;
    c2d_vec v;    /* of b: of several, the one that is met first */
    bool touches; /* v is at the distance R from the line, exactly, and beside it: rounded ways may touch b elsewhere */
} lateral_line;

/* The rounded way of a vertex of a. A rectangle that moves by its numbers has its vertex nearest to where the motion
 * leads; other shapes round each vertex, also one that is then between others, and no vertex of the moved shape. */
static c2d_vec rounded_way(c2d_vec p, shape moved, const c2d_rect *rect, c2d_vec motion)
{
    const c2d_vec *v = c2d_vertices(moved);
    c2d_vec end = c2d_normalised(c2d_add(p, motion)), best = rect ? v[0] : end;
    for (uint32_t i = 1; rect && i < moved->count; i++)
        best = c2d_magnitude(c2d_sub(v[i], end)) < c2d_magnitude(c2d_sub(best, end)) ? v[i] : best;
    return c2d_same(best, p) ? motion : c2d_sub(best, p);
}

static lateral_line lateral_line_of(const c2d_cast_query *query, shape moved, int side)
{
    shape a = query->ray.a, b = query->ray.b;
    c2d_vec motion = query->ray.motion;
    c2d_vec p = {0, 0}, q = motion;
    lateral_line line = {side, outermost(a, p, q, side, 1), outermost(moved, p, q, side, 1), motion, b->min, false};
    /* Rounding may turn the way of that vertex. Faces that touch the sweep are parallel to the rounded way. */
    if (!c2d_same(line.p, line.q)) {
        p = line.p;
        q = line.q;
        line.p = outermost(a, p, q, side, 1);
        line.q = outermost(moved, p, q, side, 1);
        line.along = rounded_way(line.p, moved, query->rect, motion);
    }
    /* They may be those of two vertices, in a direction of their own. */
    if (!c2d_same(line.p, line.q)) {
        p = line.p;
        q = line.q;
    }
    line.v = outermost(b, p, q, -side, -1);
    c2d_vec from = side > 0 ? line.p : line.q, to = side > 0 ? line.q : line.p;
    line.touches = !c2d_same(from, to) && c2d_inside_sign(line.v, from, to, a->radius, b->radius) == 0 &&
                   c2d_dot_sign(line.p, line.q, line.v) >= 0 && c2d_dot_sign(line.q, line.p, line.v) >= 0;
    return line;
}

/* The unit vector across the line, away from b. */
static c2d_vec away(const lateral_line *line)
{
    return c2d_unit(c2d_mul(c2d_v(line->along.y, -line->along.x), line->side));
}

/* ---- where a touches b ---- */

void c2d_put_on_border(shape b, c2d_hit *hit)
{
    double unit = 4 * C2D_U * c2d_scale_of_shape(b);
    for (int tries = 0; tries < 4; tries++) {
        c2d_shape point;
        c2d_contact c;
        c2d_vec at;
        if (c2d_point(&point, hit->point) || fabs(c2d_separation(&point, b)) <= unit)
            return;
        if (c2d_find_contact(&point, b, &c))
            hit->point = c2d_add(hit->point, c2d_mul(c.normal, c.depth));
        else
            c2d_closest_points(&point, b, &at, &hit->point);
    }
}

static bool is_clear_until(const c2d_cast_query *query, double t)
{
    const c2d_ray *ray = &query->ray;
    return c2d_cast_is_clear_until(ray->a, query->rect, ray->motion, ray->b, query->room, t);
}

/* The latest t, at most the given one, up to which the sweep is clear of b, exactly: rounding may put the moved shape
 * into b. The first steps are as small as a rounding of the coordinates, which is more than an ulp of t. Where a slides
 * along b, they become far longer than needed, so the end is found by halving the last one. */
static double clear_until(const c2d_cast_query *query, double t)
{
    double least = 2 * C2D_U * query->ray.scale / c2d_ray_speed(&query->ray), step = least, blocked = t;
    while (t > 0 && !is_clear_until(query, t)) {
        blocked = t;
        t = c2d_max(t - step, 0);
        step *= 2;
    }
    while (blocked - t > least) {
        double middle = t + (blocked - t) / 2;
        if (is_clear_until(query, middle))
            t = middle;
        else
            blocked = middle;
    }
    return t;
}

/* a touches b at the start. The normal separates the whole sweep from b, so the motion does not go against it. */
static void touch_at_start(const c2d_cast_query *query, shape swept, c2d_hit *out)
{
    c2d_contact contact, way;
    bool touches = c2d_find_contact(query->ray.a, query->ray.b, &contact);
    bool sweep_touches = c2d_find_contact(swept, query->ray.b, &way);
    assert(touches && sweep_touches);
    (void)touches, (void)sweep_touches;
    c2d_hit hit = {0, c2d_mean_point(&contact), way.normal, 0};
    *out = hit;
}

/* Puts the point of a hit where b is nearest to a at the stop. */
static void put_nearest_point(const c2d_cast_query *query, c2d_hit *hit)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, way;
    c2d_vec on_a;
    if (!c2d_cast_sweep(query, c2d_mul(query->ray.motion, hit->t), storage, &moved, &way))
        c2d_closest_points(&moved, query->ray.b, &on_a, &hit->point);
}

/* When the vertex of a lateral line is beside b. The motion itself may be turned from the line by a rounding, which
 * counts where b is large beside the way. */
static double time_beside(const lateral_line *line)
{
    c2d_vec along = line->along;
    return c2d_min(c2d_max(c2d_dot(c2d_sub(line->v, line->p), along) / c2d_dot(along, along), 0), 1);
}

/* a passes b on the sides of the lines that touch it. Segments on one line are on both sides, and a touches the end of
 * b from ahead. */
static void touch_aside(const c2d_cast_query *query, const lateral_line *left, const lateral_line *right, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    double t_left = left->touches ? time_beside(left) : INFINITY;
    double t_right = right->touches ? time_beside(right) : INFINITY;
    const lateral_line *line = t_left <= t_right ? left : right;
    bool is_ahead = left->touches && right->touches;
    c2d_vec normal = is_ahead ? c2d_unit(c2d_neg(line->along)) : away(line);
    double t = c2d_min(t_left, t_right);
    out->t = clear_until(query, t);
    out->normal = c2d_v(normal.x + 0.0, normal.y + 0.0); /* no -0 */
    out->point = c2d_add(line->v, c2d_mul(out->normal, ray->b->radius));
    out->depth = 0;
    if (out->t < t) /* it may be beside another part of b */
        put_nearest_point(query, out);
}

/* Whether the line across n separates sharp shapes at the end, within rounding. Lemma ray. */
static bool separates_at_end(const c2d_ray *ray, c2d_vec n)
{
    c2d_vec origin = c2d_middle(ray->b);
    double a_low = c2d_least_along(ray->a, origin, n) + c2d_dot(ray->motion, n);
    return a_low + c2d_least_along(ray->b, origin, c2d_neg(n)) >= -C2D_RAY_MARGIN * ray->scale;
}

/* Whether a, which reaches b at the end, would go on into b. across: the normal of the contact of the sweep. Only the
 * border of sharp shapes has corners, where several normals are right: there the normal is that of the face that a
 * longer cast meets, which images have alike, unless rounding stops that at a corner which a slides past before. Lemma
 * ray. */
static bool goes_on(const c2d_cast_query *query, c2d_vec across, c2d_vec *normal)
{
    const c2d_ray *ray = &query->ray;
    bool hits = true;
    if (ray->radius == 0) {
        c2d_hit longer;
        c2d_cast(ray->a, query->rect, c2d_mul(ray->motion, 2), ray->b, query->room, &hits, &longer);
        assert(!hits || longer.depth == 0); /* it starts here, too */
        hits = hits && separates_at_end(ray, longer.normal);
        if (hits)
            *normal = across = longer.normal;
    }
    return hits && c2d_dot(across, ray->motion) < -C2D_RAY_MARGIN * ray->scale;
}

/* Of the sweep to t, and a there. */
static C2D_NOINLINE c2d_relation relation_until(const c2d_cast_query *query, double t, c2d_shape *moved)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape swept;
    c2d_status status = c2d_cast_sweep(query, c2d_mul(query->ray.motion, t), storage, moved, &swept);
    return status ? C2D_OVERLAPPING : c2d_relate(&swept, query->ray.b);
}

/* Whether a is still before b at t. The sweep to a later t may be apart from b again, by rounding, where a has passed
 * it. Lemma ray: the points that are nearest are rounded, so beside b they do not tell. */
static bool is_before(const c2d_cast_query *query, double t)
{
    const c2d_ray *ray = &query->ray;
    c2d_shape moved;
    c2d_vec on_a, on_b;
    if (relation_until(query, t, &moved) != C2D_APART)
        return false;
    double margin = C2D_RAY_MARGIN * ray->scale;
    if (c2d_separation(&moved, ray->b) <= margin)
        return true;
    c2d_closest_points(&moved, ray->b, &on_a, &on_b);
    return c2d_dot(c2d_sub(on_b, on_a), ray->motion) >= -margin * c2d_ray_speed(ray);
}

/* Where each vertex of a is rounded on its own, the sweep may touch b in any other way. Finds the t from which on it
 * does, by bisection. */
static void touch_rounded(const c2d_cast_query *query, c2d_vec normal, c2d_hit *out)
{
    double apart = 0, t = 1, middle = 0.5;
    c2d_shape moved;
    while (apart < middle && middle < t) {
        if (is_before(query, middle))
            apart = middle;
        else
            t = middle;
        middle = apart + (t - apart) / 2;
    }
    t = relation_until(query, t, &moved) == C2D_OVERLAPPING ? apart : t;
    *out = (c2d_hit){t, {0, 0}, normal, 0};
    put_nearest_point(query, out);
}

/* The sweep of a touches b. Lemma ray. */
static void touch(const c2d_cast_query *query, shape moved, shape swept, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    if (c2d_collides(ray->a, ray->b)) {
        touch_at_start(query, swept, out);
        return;
    }
    lateral_line left = lateral_line_of(query, moved, 1);
    lateral_line right = lateral_line_of(query, moved, -1);
    /* Other shapes than segments touch both lines only where rounding has moved vertices onto one line. */
    bool are_thin = ray->a->count <= 2 && ray->b->count <= 2;
    if (are_thin ? left.touches || right.touches : left.touches != right.touches) {
        touch_aside(query, &left, &right, out);
        return;
    }
    c2d_contact end, way;
    c2d_shape nearly;
    bool reaches = c2d_find_contact(moved, ray->b, &end);
    double margin = C2D_RAY_MARGIN * ray->scale, nearly_one = 1 - margin / c2d_ray_speed(ray);
    c2d_find_contact(swept, ray->b, &way);
    /* From here on, moved and swept are not valid: the room is used again. */
    c2d_vec normal = end.normal;
    if (reaches && (goes_on(query, way.normal, &normal) || nearly_one <= 0 ||
                    relation_until(query, nearly_one, &nearly) == C2D_APART))
        *out = (c2d_hit){1, c2d_mean_point(&end), normal, 0};
    else
        touch_rounded(query, way.normal, out);
}

/* ---- cast ---- */

c2d_status c2d_cast_touching(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room, c2d_relation *swept,
                             c2d_hit *out)
{
    bool hits;
    rect = c2d_reduced_rect(a, rect);
    c2d_status status = c2d_cast(a, rect, motion, b, room, &hits, out);
    *swept = hits ? C2D_OVERLAPPING : C2D_APART;
    if (status || hits)
        return status;
    motion = c2d_normalised(motion);
    c2d_cast_query query = c2d_cast_query_of(a, rect, motion, b, room);
    if (c2d_ray_falls_short(&query.ray))
        return C2D_OK;
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, way;
    bool stays = c2d_same(motion, c2d_v(0, 0));
    status = stays ? C2D_OK : c2d_cast_sweep(&query, motion, storage, &moved, &way);
    if (status)
        return status;
    *swept = c2d_relate(stays ? a : &way, b);
    if (*swept != C2D_TOUCHING)
        return C2D_OK;
    if (stays)
        touch_at_start(&query, a, out);
    else
        touch(&query, &moved, &way, out);
    if (c2d_is_ray(a))
        out->point = c2d_point_along(a->v.own[0], motion, out->t);
    else
        c2d_put_on_border(b, out);
    return C2D_OK;
}

bool c2d_leaves(shape a, c2d_vec motion, shape b, c2d_relation swept, const c2d_hit *hit)
{
    c2d_vec zero = {0, 0};
    if (hit->depth > 0)
        return c2d_along_sign(zero, c2d_normalised(motion), zero, hit->normal) >= 0;
    return swept == C2D_TOUCHING && hit->t == 0 && c2d_collides(a, b);
}

c2d_status c2d_cast_with(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room,
                         c2d_cast_options options, bool *hits, c2d_hit *out)
{
    c2d_relation swept = C2D_OVERLAPPING;
    c2d_status status;
    if (options.touching) {
        status = c2d_cast_touching(a, rect, motion, b, room, &swept, out);
        *hits = swept >= C2D_TOUCHING;
    } else {
        status = c2d_cast(a, rect, motion, b, room, hits, out);
    }
    if (*hits && !options.leaving)
        *hits = !c2d_leaves(a, motion, b, swept, out);
    return status;
}
