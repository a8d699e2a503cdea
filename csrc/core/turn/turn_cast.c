/* The first place at which a turning shape, which may also move, meets another one.
 *
 * From a place at which an axis separates the shapes, a turns until it no longer does, and so on with the next axis, to
 * the end of the turn or to a place at which no axis separates them. Up to half of E may overlap along an axis, so a
 * goes past what it only grazes; roundings have the other half. Each axis makes an angle of at most 90 degrees with the
 * one before. Then all directions between them separate the shapes by nearly as much, and a does not get to the other
 * side of a thin b.
 *
 * The stop is where the last axis still had a gap of half of E; rounding then cannot move a into b. Exact relations
 * decide at the start and at the stop. */
#include "turn.h"

#define RADIANS_PER_DEGREE 0x1.1df46a2529d39p-6

void c2d_turn_to(c2d_turn_query *query, c2d_vec rotation)
{
    const c2d_vec *v = c2d_vertices(query->a);
    query->rotation = rotation;
    for (uint32_t i = 0; i < query->a->count; i++)
        query->turned[i] = c2d_rotated(c2d_sub(v[i], query->pivot), rotation, query->sense);
}

static c2d_vec inverse(c2d_vec rotation) { return c2d_v(rotation.x, -rotation.y); }

/* ---- the query ---- */

static double reach_of(const c2d_shape *s, c2d_vec pivot)
{
    const c2d_vec *v = c2d_vertices(s);
    double d2 = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec p = c2d_sub(v[i], pivot);
        d2 = c2d_max(d2, c2d_dot(p, p));
    }
    return c2d_sqrt(d2);
}

static c2d_status open_query(c2d_turn_query *query, const c2d_shape *a, const c2d_rect *rect, double angle,
                             const c2d_vec *about, c2d_vec motion, const c2d_shape *b, c2d_vec *room)
{
    query->a = a;
    query->b = b;
    query->rect = rect;
    query->about = about;
    query->pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : c2d_center(a);
    query->sense = angle < 0 ? -1 : 1;
    query->angle = angle;
    query->motion = motion;
    query->moves = motion.x != 0 || motion.y != 0;
    query->radius = a->radius + b->radius;
    double scale = c2d_turn_scale_of(a, rect) + c2d_scale_of_shape(b) + 2 * c2d_magnitude(query->pivot) + C2D_GRAIN;
    query->error = C2D_TURN_ERROR / 2 * (scale + 2 * c2d_magnitude(motion));
    double reach = reach_of(a, query->pivot);
    query->reach = reach * (1 + 8 * C2D_U);
    query->least = query->error / (4 * query->reach);
    if (query->moves) {
        query->theta = angle * RADIANS_PER_DEGREE;
        query->speed = fabs(query->theta) * query->reach + c2d_norm(motion);
        query->least = c2d_min(query->error / (4 * query->speed), C2D_SCREW_LEAST_MOST);
    }
    query->flat = query->radius == 0 && c2d_max(a->count, b->count) <= 2;
    bool large = a->count > C2D_INLINE_VERTICES;
    query->turned = large ? room + 4 * (size_t)a->count : query->own;
    query->room = room;
    return c2d_turn_is_inside(reach, a->radius, query->pivot, motion) ? C2D_OK : C2D_TOO_LARGE;
}

static void find_normals(c2d_turn_query *query)
{
    const c2d_shape *a = query->a, *b = query->b;
    for (uint32_t i = 0; a->count <= C2D_INLINE_VERTICES && i < c2d_turn_edge_count(a); i++)
        query->normals_a[i] = c2d_turn_edge_normal(c2d_vertices(a), a->count, i);
    for (uint32_t i = 0; b->count <= C2D_INLINE_VERTICES && i < c2d_turn_edge_count(b); i++)
        query->normals_b[i] = c2d_turn_edge_normal(c2d_vertices(b), b->count, i);
}

/* Whether b is certainly outside the circle on which a turns, or in the hole that a leaves around the pivot. */
static bool is_out_of_reach(const c2d_turn_query *query)
{
    const c2d_shape *a = query->a, *b = query->b;
    c2d_vec p = query->pivot;
    double x = c2d_max(c2d_max(b->min.x - p.x, p.x - b->max.x), 0);
    double y = c2d_max(c2d_max(b->min.y - p.y, p.y - b->max.y), 0);
    double reach = query->reach + a->radius + query->error;
    if (x * x + y * y > reach * reach * (1 + 8 * C2D_U))
        return true;
    x = c2d_max(c2d_max(a->min.x - p.x, p.x - a->max.x), 0);
    y = c2d_max(c2d_max(a->min.y - p.y, p.y - a->max.y), 0);
    double b_x = c2d_max(b->max.x - p.x, p.x - b->min.x), b_y = c2d_max(b->max.y - p.y, p.y - b->min.y);
    double hole = c2d_sqrt(x * x + y * y) - query->error;
    return hole > 0 && hole * hole > (b_x * b_x + b_y * b_y) * (1 + 8 * C2D_U);
}

/* Whether b is certainly outside the capsule in which a turns and moves. */
static bool is_beside(const c2d_turn_query *query)
{
    const c2d_shape *b = query->b;
    c2d_vec m = query->motion, p = query->pivot;
    double reach = query->reach + query->a->radius + query->error;
    double x = c2d_max(c2d_max(b->min.x - (p.x + c2d_max(m.x, 0)), p.x + c2d_min(m.x, 0) - b->max.x), 0);
    double y = c2d_max(c2d_max(b->min.y - (p.y + c2d_max(m.y, 0)), p.y + c2d_min(m.y, 0) - b->max.y), 0);
    if (x * x + y * y > reach * reach * (1 + 8 * C2D_U))
        return true;
    c2d_vec across = c2d_mul(c2d_v(-m.y, m.x), 1 / c2d_norm(m));
    double low = c2d_least_along(b, p, across), high = -c2d_least_along(b, p, c2d_neg(across));
    return c2d_max(low, -high) > reach + b->radius;
}

/* ---- the way ---- */

/* The last steps of the way: where each began, and its axis. */
#define STEPS_KEPT 8
typedef struct way {
    struct {
        c2d_vec rotation;
        double t; /* of a screw motion */
        c2d_turn_axis axis;
    } steps[STEPS_KEPT];
    uint32_t count; /* of all steps */
    c2d_vec n;      /* the last axis, at the end of its step */
    bool is_past;   /* the stop is past the end of the step from which n is taken instead */
} way;

typedef enum way_end { WAY_FREE, WAY_BLOCKED } way_end;

/* More steps than any turn has taken of a shape with few vertices; each vertex may add some. */
#define MAX_STEPS(query) (256 + 8 * ((query)->a->count + (query)->b->count))

/* Follows the turn to its end, or to where it is blocked; the query is turned to there. has_side: w->n is the side of a
 * thin b on which a starts. */
static way_end follow(c2d_turn_query *query, c2d_vec remaining, bool whole, double t_max, bool has_side, way *w)
{
    double clearance = query->radius - query->error;
    uint32_t most = MAX_STEPS(query);
    for (w->count = 0; w->count < most; w->count++) {
        double enough = query->moves ? t_max - query->t : whole ? C2D_TURN_WHOLE : c2d_turn_key(remaining);
        c2d_turn_step step = c2d_turn_find_axis(query, clearance, w->count > 0 || has_side ? &w->n : NULL, enough);
        if (step.advance.key >= enough)
            return WAY_FREE;
        if (!(step.advance.key > query->least))
            break;
        w->steps[w->count % STEPS_KEPT].rotation = query->rotation;
        w->steps[w->count % STEPS_KEPT].t = query->t;
        w->steps[w->count % STEPS_KEPT].axis = step.axis;
        c2d_vec n = step.axis.n, by = step.advance.rotation;
        if (query->moves) {
            c2d_vec before = query->rotation;
            c2d_screw_to(query, query->t + step.advance.key);
            w->n =
                step.axis.turns ? c2d_rotated(n, c2d_turn_compose(query->rotation, inverse(before)), query->sense) : n;
            continue;
        }
        w->n = step.axis.turns ? c2d_rotated(n, by, query->sense) : n;
        c2d_turn_to(query, c2d_turn_compose(query->rotation, by));
        remaining = c2d_turn_compose(remaining, inverse(by));
        if (c2d_turn_key(remaining) > enough) /* rounding takes a past the end */
            return WAY_FREE;
        whole = false;
    }
    return WAY_BLOCKED;
}

static void start(c2d_turn_query *query)
{
    query->t = 0;
    query->offset = c2d_v(0, 0);
    c2d_turn_to(query, c2d_v(1, 0));
}

/* ---- the stop ---- */

/* Whether a at t does not overlap b, and is on the side n of a thin b. */
static bool is_clear(const c2d_turn_query *query, double t, c2d_vec n)
{
    c2d_shape turned;
    c2d_vec d = c2d_mul(query->motion, t);
    if (c2d_turned(&turned, query->a, query->rect, t * query->angle, query->about, d, query->room) ||
        c2d_overlaps(&turned, query->b))
        return false;
    if (!query->flat)
        return true;
    c2d_vec m = c2d_neg(n);
    return c2d_least_along(query->b, query->pivot, n) + c2d_least_along(&turned, query->pivot, m) < -4 * query->error;
}

/* The vertices of a core that support n, within the roundings of a stop: those that are first and last along the axis,
 * and how many there are. */
typedef struct stretch {
    double first, last;
    uint32_t i, j, count;
} stretch;

static stretch stretch_along(const c2d_vec *v, uint32_t count, c2d_vec origin, c2d_vec n, double near)
{
    double most = c2d_dot(c2d_sub(v[0], origin), n);
    for (uint32_t i = 1; i < count; i++)
        most = c2d_max(most, c2d_dot(c2d_sub(v[i], origin), n));
    stretch s = {INFINITY, -INFINITY, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        c2d_vec p = c2d_sub(v[i], origin);
        double along = c2d_cross(n, p);
        if (c2d_dot(p, n) < most - near)
            continue;
        s.count++;
        s.i = along < s.first ? i : s.i;
        s.j = along > s.last ? i : s.j;
        s.first = c2d_min(s.first, along);
        s.last = c2d_max(s.last, along);
    }
    return s;
}

/* The point of b where the shapes support the normal: the middle of the stretch that they have in common. */
static c2d_vec point_along(const c2d_turn_query *query, c2d_vec n)
{
    const c2d_vec *b = c2d_vertices(query->b);
    double near = 4 * query->error;
    stretch of_b = stretch_along(b, query->b->count, query->pivot, n, near);
    c2d_vec out = c2d_mul(n, query->b->radius), p = b[of_b.i];
    if (of_b.count > 1 && of_b.last > of_b.first) {
        stretch of_a = stretch_along(query->turned, query->a->count, c2d_v(0, 0), c2d_neg(n), near);
        double middle = (c2d_max(-of_a.last, of_b.first) + c2d_min(-of_a.first, of_b.last)) / 2;
        double part = c2d_min(c2d_max((middle - of_b.first) / (of_b.last - of_b.first), 0), 1);
        p = c2d_add(p, c2d_mul(c2d_sub(b[of_b.j], p), part));
    }
    c2d_hit hit = {0, c2d_add(p, out), n, 0};
    if (of_b.count > 2) /* more than an edge */
        c2d_put_on_border(query->b, &hit);
    return hit.point;
}

/* The direction between the corners that meet, where no edge does: n, if the gap along n is less than that of the
 * corners that support it. */
static c2d_vec corner_normal(const c2d_turn_query *query, c2d_vec n)
{
    const c2d_vec *b = c2d_vertices(query->b);
    uint32_t i = 0, j = 0;
    for (uint32_t k = 1; k < query->a->count; k++)
        i = c2d_dot(c2d_sub(query->turned[k], query->turned[i]), n) < 0 ? k : i;
    for (uint32_t k = 1; k < query->b->count; k++)
        j = c2d_dot(c2d_sub(b[k], b[j]), n) > 0 ? k : j;
    c2d_vec v = c2d_sub(query->turned[i], c2d_sub(b[j], query->pivot));
    double length = c2d_norm(v);
    bool is_corner = length > 0 && length <= query->radius + 4 * query->error;
    return is_corner ? c2d_mul(v, 1 / length) : n;
}

/* As retreat, of a screw motion. */
static bool retreat_screw(c2d_turn_query *query, way *w, uint32_t step)
{
    c2d_turn_axis axis = w->steps[step % STEPS_KEPT].axis;
    double clearance = query->radius + query->error, blocked = query->t;
    if (axis.gap < clearance)
        return false;
    c2d_screw_to(query, w->steps[step % STEPS_KEPT].t);
    c2d_screw_follow_axis(query, &axis, clearance, blocked);
    w->n = axis.n;
    return true;
}

/* Turns the query to the last place where the axis of a step of the way has a good gap. */
static bool retreat(c2d_turn_query *query, way *w, uint32_t step)
{
    c2d_vec by, blocked = query->rotation;
    c2d_turn_axis axis = w->steps[step % STEPS_KEPT].axis;
    if (query->moves)
        return retreat_screw(query, w, step);
    c2d_turn_to(query, w->steps[step % STEPS_KEPT].rotation);
    if (!c2d_turn_retreat_along(query, &axis, query->radius + query->error, &by)) {
        c2d_turn_to(query, blocked);
        return false;
    }
    w->n = axis.turns ? c2d_rotated(axis.n, by, query->sense) : axis.n;
    c2d_turn_to(query, c2d_turn_compose(query->rotation, by));
    return true;
}

static double t_of(const c2d_turn_query *query)
{
    return query->moves ? query->t : c2d_angle_of(query->rotation) / fabs(query->angle);
}

/* The last t, about, before the block at which rounding does not move a into b. Turns the query to about there. */
static double find_stop(c2d_turn_query *query, way *w, double t_max)
{
    uint32_t kept = w->count < STEPS_KEPT ? w->count : STEPS_KEPT, k = 0;
    double t = c2d_min(t_of(query), t_max), least = 0;
    while (k < kept && !retreat(query, w, w->count - 1 - k))
        k++;
    if (k < kept)
        least = c2d_min(t_of(query), t_max);
    if (k == 0)
        t = least;
    double back =
        query->moves ? query->error / query->speed : query->error / query->reach * (180 / 3.14) / fabs(query->angle);
    double by = back;
    while (t > 0 && !is_clear(query, t, w->n)) {
        double floor = t > least ? least : 0;
        t = c2d_max(t - by, floor);
        by = t == least && floor == least ? back : 2 * by; /* a second search begins there */
    }
    w->is_past = k > 0 && t > least;
    return t;
}

/* Whether the stretches that support the axis are farther apart along each other than rounding takes them: then the
 * shapes may be far apart although the gap along the axis is small. */
static bool is_aside(const c2d_turn_query *query, c2d_vec n)
{
    double near = 4 * query->error;
    stretch of_b = stretch_along(c2d_vertices(query->b), query->b->count, query->pivot, n, near);
    stretch of_a = stretch_along(query->turned, query->a->count, c2d_v(0, 0), c2d_neg(n), near);
    return c2d_max(-of_a.last, of_b.first) - c2d_min(-of_a.first, of_b.last) > near;
}

static void turn_to_t(c2d_turn_query *query, double t)
{
    c2d_vec rotation;
    c2d_sincos(t * fabs(query->angle), &rotation.y, &rotation.x);
    if (query->moves)
        c2d_screw_to(query, t);
    else
        c2d_turn_to(query, rotation);
}

/* The gap that a stop keeps, at least; is_clear wants more of a thin b. */
static double gap_of_stop(const c2d_turn_query *query) { return (query->flat ? 5 : 1) * query->error; }

/* The t up to which the axis n, fixed in b or turning with a, keeps the gap of a stop, at most end. *n_there: what it
 * is there. */
static double follow_from(c2d_turn_query *query, double t, double end, c2d_vec n, bool turns, c2d_vec *n_there)
{
    double a = INFINITY, b = -c2d_least_along(query->b, query->pivot, c2d_neg(n)), by;
    for (uint32_t i = 0; i < query->a->count; i++)
        a = c2d_min(a, c2d_dot(query->turned[i], n));
    c2d_turn_axis axis = {n, turns, turns ? -a : b, a - b};
    double clearance = query->radius + gap_of_stop(query);
    assert(axis.gap > clearance); /* they are farther apart */
    if (query->moves) {
        by = c2d_screw_advance_along(query, &axis, clearance, end - t);
    } else {
        c2d_turn_advance advance = c2d_turn_advance_along(query, &axis, clearance);
        by = advance.key < C2D_TURN_WHOLE ? c2d_angle_of(advance.rotation) / fabs(query->angle) : end - t;
    }
    c2d_vec rotation;
    c2d_sincos(by * fabs(query->angle), &rotation.y, &rotation.x);
    *n_there = turns ? c2d_rotated(n, rotation, query->sense) : n;
    return c2d_min(t + by, end);
}

#define MAX_NEAR_STEPS 16

/* The last axis may have a small gap long before the shapes are near each other: a needle meets a point that comes
 * along its line. Goes on from the stop at t along the axes between the closest points, until they are near. */
static double come_near(c2d_turn_query *query, way *w, double t, double end)
{
    for (int k = 0; k < MAX_NEAR_STEPS; k++) {
        c2d_shape turned;
        turn_to_t(query, t);
        if (c2d_turned(&turned, query->a, query->rect, t * query->angle, query->about, c2d_mul(query->motion, t),
                       query->room) ||
            c2d_separation(&turned, query->b) <= gap_of_stop(query) + 3 * query->error)
            break;
        c2d_vec n = c2d_nearest_features(&turned, query->b).normal, n_resting = n, n_turning = n;
        double resting = follow_from(query, t, end, n, false, &n_resting);
        double turning = follow_from(query, t, end, n, true, &n_turning), next = c2d_max(resting, turning);
        if (!(next > t) || !(next < end) || !is_clear(query, next, n))
            break;
        w->n = resting >= turning ? n_resting : n_turning;
        t = next;
    }
    turn_to_t(query, t);
    return t;
}

/* Of the cores, where the query is turned to. */
static double gap_along(const c2d_turn_query *query, c2d_vec n)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < query->a->count; i++)
        least = c2d_min(least, c2d_dot(query->turned[i], n));
    return least + c2d_least_along(query->b, query->pivot, c2d_neg(n));
}

static void write_hit(c2d_turn_query *query, way *w, double t_max, c2d_hit *out)
{
    c2d_vec last = w->n;
    w->is_past = false;
    double end = c2d_min(t_of(query), t_max), t = w->count > 0 ? find_stop(query, w, t_max) : 0;
    if (w->count > 0 && (t < t_of(query) || is_aside(query, w->n)))
        t = come_near(query, w, t, end);
    c2d_vec n = w->n;
    if (w->is_past) { /* then n may have lost its gap */
        turn_to_t(query, t);
        n = gap_along(query, last) > gap_along(query, n) ? last : n;
    }
    if (t == 0)
        start(query);
    if (query->radius > 0)
        n = corner_normal(query, n);
    c2d_hit hit = {t, point_along(query, n), c2d_v(n.x + 0.0, n.y + 0.0), 0};
    *out = hit;
}

/* ---- turn_cast ---- */

/* A hit at the start; false if the shapes are apart, or if a only touches b and does not turn into it. */
static bool hits_at_start(const c2d_turn_query *query, c2d_relation relation, bool moves, c2d_hit *out)
{
    c2d_contact contact;
    if (relation == C2D_APART || (relation == C2D_TOUCHING && (!moves || !c2d_turn_enters(query))))
        return false;
    c2d_find_contact(query->a, query->b, &contact);
    c2d_hit hit = {0, c2d_mean_point(&contact), contact.normal, contact.depth};
    *out = hit;
    return true;
}

/* A turn by no angle is a cast. */
static c2d_status cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, double t_max,
                       c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_status status = c2d_cast(a, rect, motion, b, room, hits, out);
    *hits = *hits && out->t <= t_max;
    return status;
}

c2d_status c2d_turn_cast(const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion,
                         const c2d_shape *b, double t_max, c2d_vec *room, bool *hits, c2d_hit *out)
{
    *hits = false;
    c2d_turn_query query;
    c2d_vec pivot;
    c2d_status status = c2d_check(&angle);
    if (!status && fabs(angle) > 360)
        status = C2D_ABOVE_TURN;
    if (!status && about) {
        pivot = *about;
        about = &pivot;
        status = c2d_check_vec(&pivot);
    }
    if (!status)
        status = c2d_check_vec(&motion);
    if (!status && angle == 0 && (motion.x != 0 || motion.y != 0))
        return cast(a, rect, motion, b, t_max, room, hits, out);
    if (!status)
        status = open_query(&query, a, rect, angle, about, motion, b, room);
    if (status || (query.moves ? is_beside(&query) : is_out_of_reach(&query)))
        return status;
    double end = fabs(angle) * t_max;
    c2d_relation relation = c2d_relate(a, b);
    *hits = hits_at_start(&query, relation, end > 0, out);
    bool never = a->count == 1 && b->count == 1 && query.radius == 0;
    if (*hits || !(end > 0) || never)
        return C2D_OK;
    c2d_vec remaining;
    c2d_sincos(end, &remaining.y, &remaining.x);
    way w = {.n = {1, 0}};
    start(&query);
    find_normals(&query);
    bool has_side = query.flat && relation == C2D_APART;
    if (has_side)
        w.n = c2d_nearest_features(a, b).normal;
    query.touching = relation == C2D_TOUCHING && c2d_turn_has_many_pairs(&query);
    if (query.touching) {
        c2d_contact contact;
        c2d_find_contact(a, b, &contact);
        query.touching_normal = contact.normal;
    }
    if (follow(&query, remaining, end >= 360, t_max, has_side, &w) == WAY_BLOCKED) {
        write_hit(&query, &w, t_max, out);
        *hits = true;
    }
    return C2D_OK;
}
