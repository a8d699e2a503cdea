/* The first place at which a turning shape meets another one.
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

void c2d_turn_to(c2d_turn_query *query, c2d_vec rotation)
{
    const c2d_vec *v = c2d_vertices(query->a);
    query->rotation = rotation;
    for (uint32_t i = 0; i < query->a->count; i++)
        query->turned[i] = c2d_rotated(c2d_sub(v[i], query->pivot), rotation, query->sense);
}

/* Rotation by x, then by y; normalised, so that it stays on the unit circle. */
static c2d_vec compose(c2d_vec x, c2d_vec y)
{
    c2d_vec z = c2d_v(x.x * y.x - x.y * y.y, x.y * y.x + x.x * y.y);
    return c2d_mul(z, 1 / c2d_norm(z));
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
                             const c2d_vec *about, const c2d_shape *b, c2d_vec *room)
{
    query->a = a;
    query->b = b;
    query->rect = rect;
    query->about = about;
    query->pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : c2d_center(a);
    query->sense = angle < 0 ? -1 : 1;
    query->radius = a->radius + b->radius;
    double scale_a = c2d_scale_of_shape(a), from_pivot = c2d_magnitude(query->pivot);
    if (rect)
        scale_a = c2d_max(scale_a, c2d_scale_of_pivot(rect));
    query->error = C2D_TURN_ERROR / 2 * (scale_a + c2d_scale_of_shape(b) + 2 * from_pivot + C2D_GRAIN);
    double reach = reach_of(a, query->pivot);
    query->reach = reach * (1 + 8 * C2D_U);
    query->least = query->error / (4 * query->reach);
    query->flat = query->radius == 0 && c2d_max(a->count, b->count) <= 2;
    bool large = a->count > C2D_INLINE_VERTICES;
    query->turned = large ? room + 4 * (size_t)a->count : query->own;
    query->room = room;
    return c2d_turn_is_inside(reach, a->radius, query->pivot) ? C2D_OK : C2D_TOO_LARGE;
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

/* ---- the way ---- */

/* The last steps of the way: where each began, and its axis. */
#define STEPS_KEPT 8
typedef struct way {
    struct {
        c2d_vec rotation;
        c2d_turn_axis axis;
    } steps[STEPS_KEPT];
    uint32_t count; /* of all steps */
    c2d_vec n;      /* the last axis, at the end of its step */
} way;

typedef enum way_end { WAY_FREE, WAY_BLOCKED } way_end;

/* More steps than any turn has taken of a shape with few vertices; each vertex may add some. */
#define MAX_STEPS(query) (256 + 8 * ((query)->a->count + (query)->b->count))

/* Follows the turn to its end, or to where it is blocked; the query is turned to there. has_side: w->n is the side of a
 * thin b on which a starts. */
static way_end follow(c2d_turn_query *query, c2d_vec remaining, bool whole, bool has_side, way *w)
{
    double clearance = query->radius - query->error;
    uint32_t most = MAX_STEPS(query);
    for (w->count = 0; w->count < most; w->count++) {
        double enough = whole ? C2D_TURN_WHOLE : c2d_turn_key(remaining);
        c2d_turn_step step = c2d_turn_find_axis(query, clearance, w->count > 0 || has_side ? &w->n : NULL, enough);
        if (step.advance.key >= enough)
            return WAY_FREE;
        if (!(step.advance.key > query->least))
            break;
        w->steps[w->count % STEPS_KEPT].rotation = query->rotation;
        w->steps[w->count % STEPS_KEPT].axis = step.axis;
        c2d_vec n = step.axis.n, by = step.advance.rotation;
        w->n = step.axis.turns ? c2d_rotated(n, by, query->sense) : n;
        c2d_turn_to(query, compose(query->rotation, by));
        remaining = compose(remaining, inverse(by));
        whole = false;
    }
    return WAY_BLOCKED;
}

/* ---- the stop ---- */

/* Whether a, turned by an angle, does not overlap b, and is on the side n of a thin b. */
static bool is_clear(const c2d_turn_query *query, double degrees, c2d_vec n)
{
    c2d_shape turned;
    if (c2d_turned(&turned, query->a, query->rect, degrees, query->about, query->room) ||
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
    return length > 0 && length <= query->radius + 4 * query->error ? c2d_mul(v, 1 / length) : n;
}

/* Turns the query to the last place where the axis of a step of the way has a good gap. */
static bool retreat(c2d_turn_query *query, way *w, uint32_t step)
{
    c2d_vec by, blocked = query->rotation;
    c2d_turn_axis axis = w->steps[step % STEPS_KEPT].axis;
    c2d_turn_to(query, w->steps[step % STEPS_KEPT].rotation);
    if (!c2d_turn_retreat_along(query, &axis, query->radius + query->error, &by)) {
        c2d_turn_to(query, blocked);
        return false;
    }
    w->n = axis.turns ? c2d_rotated(axis.n, by, query->sense) : axis.n;
    c2d_turn_to(query, compose(query->rotation, by));
    return true;
}

static double t_of(const c2d_turn_query *query, double angle) { return c2d_angle_of(query->rotation) / fabs(angle); }

/* The last t, about, before the block at which rounding does not move a into b. Turns the query to about there. */
static double find_stop(c2d_turn_query *query, way *w, double angle, double t_max)
{
    uint32_t kept = w->count < STEPS_KEPT ? w->count : STEPS_KEPT, k = 0;
    double t = c2d_min(t_of(query, angle), t_max), least = 0;
    while (k < kept && !retreat(query, w, w->count - 1 - k))
        k++;
    if (k < kept)
        least = c2d_min(t_of(query, angle), t_max);
    if (k == 0)
        t = least;
    double back = query->error / query->reach * (180 / 3.14) / fabs(angle);
    while (t > 0 && !is_clear(query, t * angle, w->n)) {
        t = t > least ? c2d_max(t - back, least) : c2d_max(t - back, 0);
        back *= 2;
    }
    return t;
}

static void write_hit(c2d_turn_query *query, way *w, double angle, double t_max, c2d_hit *out)
{
    double t = w->count > 0 ? find_stop(query, w, angle, t_max) : 0;
    c2d_vec n = w->n;
    if (t == 0)
        c2d_turn_to(query, c2d_v(1, 0));
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
    if (relation == C2D_APART || (relation == C2D_TOUCHING && !(moves && c2d_turn_enters(query))))
        return false;
    c2d_find_contact(query->a, query->b, &contact);
    c2d_hit hit = {0, c2d_mean_point(&contact), contact.normal, contact.depth};
    *out = hit;
    return true;
}

c2d_status c2d_turn_cast(const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about,
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
        status = open_query(&query, a, rect, angle, about, b, room);
    if (status || is_out_of_reach(&query))
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
    c2d_turn_to(&query, c2d_v(1, 0));
    find_normals(&query);
    bool has_side = query.flat && relation == C2D_APART;
    if (has_side)
        w.n = c2d_nearest_features(a, b).normal;
    if (follow(&query, remaining, end >= 360, has_side, &w) == WAY_BLOCKED) {
        write_hit(&query, &w, angle, t_max, out);
        *hits = true;
    }
    return C2D_OK;
}
