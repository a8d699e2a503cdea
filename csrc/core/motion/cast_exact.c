/* The answer to every cast: where ray.c is uncertain, the exact relation of the sweep decides. Slower than the kernels,
 * which send their uncertain casts to this file. */
#include "axis_stop.h"
#include "ray_arc.h"
#include "../shape/symmetry.h"

#include <assert.h>

typedef const c2d_shape *shape;

/* A cast and its canonical image under mirrors, quarter turns and a swap of the axes. Rounded decisions are made on the
 * canonical image, so that all images of a cast have equal answers. Exact decisions, and those that depend on the
 * numbers of a rectangle, are made on the cast as given. */
typedef struct canonical_cast {
    c2d_ray ray; /* of the canonical image */
    const c2d_cast_query *given;
    c2d_symmetry map; /* from the given cast to the image */
} canonical_cast;

/* As c2d_check, with a quick test for the numbers that it does not change. */
static inline c2d_status check(double *x)
{
    double size = fabs(*x);
    return size >= C2D_GRAIN && size <= C2D_LIMIT ? C2D_OK : c2d_check(x);
}

/* ---- the exact answers ---- */

static c2d_status move(const c2d_cast_query *query, c2d_vec d, c2d_shape *out)
{
    return c2d_moved(out, query->ray.a, query->rect, d, query->room);
}

c2d_status c2d_cast_sweep(const c2d_cast_query *query, c2d_vec d, c2d_vec *storage, c2d_shape *moved, c2d_shape *swept)
{
    shape a = query->ray.a;
    c2d_status status = move(query, d, moved);
    if (status)
        return status;
    if (a->form == C2D_POINT && moved->form == C2D_POINT)
        return c2d_capsule(swept, a->v.own[0], moved->v.own[0], a->radius);
    if (a->count > C2D_INLINE_VERTICES)
        storage = query->room + 2 * (size_t)a->count;
    return c2d_sweep(swept, a, moved, storage);
}

/* Whether the sweep by d overlaps b. */
static C2D_NOINLINE bool sweep_overlaps(const c2d_cast_query *query, c2d_vec d)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, swept;
    return c2d_cast_sweep(query, d, storage, &moved, &swept) || c2d_overlaps(&swept, query->ray.b);
}

bool c2d_cast_is_clear_until(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room, double t)
{
    c2d_cast_query query = c2d_cast_query_of(a, rect, motion, b, room);
    return !sweep_overlaps(&query, c2d_mul(motion, t));
}

static bool is_clear_until(const canonical_cast *canon, double t)
{
    return !sweep_overlaps(canon->given, c2d_mul(canon->given->ray.motion, t));
}

/* ---- the stop ---- */

/* Steps back from t until the sweep is clear, exactly. It is clear at t == 0. Lemma ray. */
static C2D_NOINLINE double step_back(const canonical_cast *canon, double t)
{
    double step = C2D_RAY_MARGIN * canon->ray.scale / c2d_ray_speed(&canon->ray);
    while (t > 0 && !is_clear_until(canon, t)) {
        t = c2d_max(t - step, 0);
        step *= 4;
    }
    return t;
}

/* As c2d_extreme, of a moved by d; start is that of a. False if the moved shape leaves the domain. */
static bool moved_extreme(const c2d_cast_query *query, c2d_vec d, bool x_axis, double side, double start, double *out)
{
    double step = x_axis ? d.x : d.y;
    if (!query->rect) {
        check(&step);
        *out = start + step;
        return check(out) == C2D_OK;
    }
    c2d_rect moved = *query->rect;
    check(&d.x);
    check(&d.y);
    c2d_rect_move(&moved, d);
    c2d_vec p, q;
    if (c2d_rect_corners(&moved, &p, &q)) {
        double low = x_axis ? p.x : p.y, high = x_axis ? q.x : q.y;
        *out = side > 0 ? c2d_max(low, high) : c2d_min(low, high);
        return check(out) == C2D_OK;
    }
    c2d_shape there;
    if (c2d_rect_shape(&there, &moved))
        return false;
    *out = c2d_extreme(&there, x_axis, side);
    return true;
}

/* How far a, moved by t * motion, is from the wall across an axis; < 0 if it is behind the wall. False if a leaves the
 * domain. */
static bool rest_at(const c2d_cast_query *query, double t, bool x_axis, double side, double start, double wall,
                    double *rest)
{
    const c2d_ray *ray = &query->ray;
    double stop;
    bool valid = moved_extreme(query, c2d_mul(ray->motion, t), x_axis, -side, start, &stop);
    if (valid)
        *rest = c2d_sum4(side * stop, -side * wall, -ray->a->radius, -ray->b->radius);
    return valid;
}

/* A face across an axis, and the vertex of a that stops at it. */
typedef struct axis_wall {
    bool x_axis;
    double side, speed, wall, start;
} axis_wall;

static inline axis_wall axis_wall_of(shape a, c2d_vec motion, shape b, c2d_vec normal)
{
    bool x_axis = normal.x != 0;
    double side = copysign(1, x_axis ? normal.x : normal.y), speed = fabs(x_axis ? motion.x : motion.y);
    axis_wall w = {x_axis, side, speed, c2d_extreme(b, x_axis, side), c2d_extreme(a, x_axis, -side)};
    return w;
}

static inline double stop_at_wall(shape a, shape b, const axis_wall *w)
{
    return c2d_stop_at_wall(a->radius, b->radius, -w->side * w->start, -w->side * w->wall, w->speed);
}

/* Steps back until a is outside. False if rounding puts every moved shape that is tried inside b. */
static C2D_NOINLINE bool step_to_wall(const c2d_cast_query *query, const axis_wall *w, double *t, bool *first_try)
{
    const c2d_ray *ray = &query->ray;
    double rest, gap = c2d_sum4(w->side * w->start, -w->side * w->wall, -ray->a->radius, -ray->b->radius);
    *t = c2d_min(gap / w->speed, 1);
    for (int tries = 0; tries < 4 && *t >= 0; tries++) {
        if (!rest_at(query, *t, w->x_axis, w->side, w->start, w->wall, &rest))
            return false;
        if (rest >= 0) {
            *first_try = tries == 0;
            return true;
        }
        *t = c2d_min(*t + 2 * rest / w->speed, *t * (1 - 2 * C2D_U));
    }
    return false;
}

/* The stop at a face across an axis. The gap is a sum of four doubles, exact, so the stop is flush wherever coordinates
 * are round numbers. The stop of a rectangle is that of its vertices, unless its numbers round into b there. False if
 * a starts behind the face, or as step_to_wall. */
static bool axis_stop(const c2d_cast_query *query, c2d_vec normal, double *t, bool *first_try)
{
    const c2d_ray *ray = &query->ray;
    axis_wall w = axis_wall_of(ray->a, ray->motion, ray->b, normal);
    double rest, gap = c2d_sum4(w.side * w.start, -w.side * w.wall, -ray->a->radius, -ray->b->radius);
    if (!(w.speed > 0 && gap >= 0))
        return false;
    *first_try = true;
    *t = stop_at_wall(ray->a, ray->b, &w);
    if (*t >= 0 && (!query->rect || (rest_at(query, *t, w.x_axis, w.side, w.start, w.wall, &rest) && rest >= 0)))
        return true;
    return step_to_wall(query, &w, t, first_try);
}

double c2d_cast_axis_stop(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec normal)
{
    c2d_cast_query query = {.ray = {.a = a, .b = b, .motion = motion}, .rect = rect}; /* no scale is asked for */
    double t;
    bool first_try;
    if (rect)
        return axis_stop(&query, normal, &t, &first_try) ? t : -1;
    axis_wall w = axis_wall_of(a, motion, b, normal);
    t = stop_at_wall(a, b, &w);
    return t >= 0 || step_to_wall(&query, &w, &t, &first_try) ? t : -1;
}

/* Half the chord that the ray cuts from the circle round the corner v, times |motion|. */
static double half_chord(const c2d_ray *ray, c2d_vec v, double radius)
{
    double aside = c2d_cross(ray->motion, v);
    return sqrt(c2d_max(radius * radius * c2d_dot(ray->motion, ray->motion) - aside * aside, 0));
}

/* The vector from the corner to the point where the ray enters the circle, half the chord before the foot of the
 * perpendicular. If the circle is small and far away, the distance of the corner from the ray needs pairs; along the
 * ray the root in t is accurate enough. */
static c2d_vec from_corner(const c2d_ray *ray, const c2d_ray_entry *e, double t, double half)
{
    c2d_vec m = ray->motion;
    if (ray->grown >= 0x1p-8 * ray->scale)
        return c2d_sub(c2d_mul(m, t), e->v);
    c2d_vec p = c2d_vertices(ray->b)[e->j], q = c2d_vertices(ray->a)[e->i];
    c2d_pair mx = {m.x, 0}, my = {m.y, 0};
    c2d_pair x = c2d_pair_mul(my, c2d_two_diff(p.x, q.x)), y = c2d_pair_mul(mx, c2d_two_diff(p.y, q.y));
    double scale = 1 / c2d_ray_speed(ray), left = c2d_pair_sub(y, x).hi * scale, back = half * scale;
    c2d_vec ahead = c2d_mul(m, scale);
    if (left == 0 && back == 0) /* through the centre of a circle so small that rounding hides the chord */
        return c2d_neg(ahead);
    return c2d_v(ahead.y * left - ahead.x * back, -ahead.x * left - ahead.y * back);
}

/* The latest t up to which the sweep is surely clear. */
static double clear_t(const canonical_cast *canon, c2d_ray_entry *e)
{
    const c2d_ray *ray = &canon->ray;
    if (!(e->t > 0))
        return 0;
    if (e->corner && ray->radius > 0) {
        if (c2d_cast_is_surely_clear(ray, c2d_ray_unit(from_corner(ray, e, e->t, e->half)), e->t))
            return e->t;
        c2d_ray_meet_front(ray, e);
    }
    bool front = e->corner && e->front_t >= e->line_t;
    c2d_vec across =
        front ? c2d_mul(ray->motion, -1 / c2d_ray_speed(ray)) : c2d_ray_unit(c2d_ray_face_of(ray, &e->face).out);
    if (!(e->t > 0))
        return 0;
    return c2d_cast_is_surely_clear(ray, across, e->t) ? e->t : step_back(canon, e->t);
}

/* The stop: t, at which the ray enters the difference without the margin, if one of two vertices of a has round
 * coordinates there and the sweep is clear, exactly; otherwise clear_t. */
static double stop_at(const canonical_cast *canon, c2d_ray_entry *e, uint32_t i, uint32_t i_end, double t)
{
    bool is_round = c2d_is_round(&canon->ray, i, t) || c2d_is_round(&canon->ray, i_end, t);
    if (is_round && is_clear_until(canon, t))
        return t;
    return clear_t(canon, e);
}

/* Whether a, moved by t * motion, is farther from b than rounding explains. Lemma ray. */
static C2D_NOINLINE bool is_apart_at(const canonical_cast *canon, double t)
{
    const c2d_ray *ray = &canon->given->ray;
    c2d_shape moved;
    return !move(canon->given, c2d_mul(ray->motion, t), &moved) &&
           c2d_separation(&moved, ray->b) > 2 * C2D_RAY_MARGIN * ray->scale;
}

/* The stop at a face across an axis, or clear_t if that is farther because rounding shortened the former. False for
 * other normals, and if a is past b there: along a face it goes far while it comes nearer by a rounding. */
static bool stop_at_axis(const canonical_cast *canon, c2d_ray_entry *e, c2d_vec normal, double *t)
{
    bool first_try;
    double stop;
    if (!c2d_is_on_axis(normal) || !axis_stop(canon->given, c2d_symmetry_undo(&canon->map, normal), &stop, &first_try))
        return false;
    if (!e->hit && is_apart_at(canon, stop))
        return false;
    *t = stop;
    if (!first_try)
        *t = c2d_max(*t, clear_t(canon, e));
    return true;
}

/* ---- which face is hit ---- */

typedef struct fraction {
    c2d_expansion above, below;
} fraction;

/* e x v */
static c2d_expansion exact_cross(const c2d_expansion *ex, const c2d_expansion *ey, const c2d_expansion *vx,
                                 const c2d_expansion *vy)
{
    c2d_expansion left = c2d_exact_product(ex, vy), right = c2d_exact_product(ey, vx);
    c2d_exact_negate(&right);
    return c2d_exact_sum(&left, &right);
}

/* Sign of f - g, of fractions whose lower parts are positive. */
static int compare(const fraction *f, const fraction *g)
{
    c2d_expansion left = c2d_exact_product(&f->above, &g->below), right = c2d_exact_product(&g->above, &f->below);
    c2d_exact_negate(&right);
    c2d_expansion difference = c2d_exact_sum(&left, &right);
    return c2d_exact_sign(&difference);
}

/* The t at which the ray crosses the line of a face: -offset / -approach, exact. */
static fraction exact_crossing(const c2d_ray *ray, const c2d_walk *w, const c2d_walk_edge *edge)
{
    bool of_a = edge->owner == C2D_OF_A;
    c2d_vec p = of_a ? w->a[edge->i_end] : w->b[edge->j], q = of_a ? w->a[edge->i] : w->b[edge->j_end];
    c2d_vec from = w->a[edge->i], to = w->b[edge->j];
    c2d_expansion ex = c2d_exact(c2d_two_diff(q.x, p.x)), ey = c2d_exact(c2d_two_diff(q.y, p.y));
    c2d_expansion vx = c2d_exact(c2d_two_diff(to.x, from.x)), vy = c2d_exact(c2d_two_diff(to.y, from.y));
    c2d_expansion mx = c2d_exact((c2d_pair){ray->motion.x, 0}), my = c2d_exact((c2d_pair){ray->motion.y, 0});
    /* out is (e.y, -e.x) */
    fraction f = {exact_cross(&ex, &ey, &vx, &vy), exact_cross(&ex, &ey, &mx, &my)};
    return f;
}

/* The distance of the ray at t from the line of a face, and beyond its ends. */
static double height(const c2d_ray *ray, const c2d_ray_face *f, double t)
{
    return c2d_dot(f->out, c2d_sub(c2d_mul(ray->motion, t), f->p)) / f->length;
}

static double overshoot(const c2d_ray *ray, const c2d_ray_face *f, double t)
{
    c2d_vec at = c2d_mul(ray->motion, t), along = c2d_v(-f->out.y, f->out.x);
    return c2d_max(c2d_dot(along, c2d_sub(f->p, at)), c2d_dot(along, c2d_sub(at, f->q))) / f->length;
}

/* How well a face matches a stop. */
typedef struct face_match {
    int rank; /* 2: the stop is at the face and the ray approaches it; 1: within rounding; 0: neither */
    double off;
    fraction crossing;
} face_match;

/* > 0 if the first match is better, 0 if both are equal. */
static int compare_matches(const face_match *c, const c2d_ray_face *f, const face_match *best,
                           const c2d_ray_face *best_face)
{
    if (c->rank != best->rank)
        return c->rank - best->rank;
    int later = c->rank == 2 ? compare(&c->crossing, &best->crossing) : (best->off > c->off) - (best->off < c->off);
    return later ? later : c2d_ray_compare_approach(f, best_face);
}

/* Finds the face that is hit if rounding hides whether there is one, or which one of two faces nearly in line: among
 * the approached faces at the stop, the face whose line the ray crosses last, exactly. Lemma ray. */
static C2D_NOINLINE void find_sharp_face(const c2d_ray *ray, c2d_ray_entry *e, double t)
{
    c2d_walk w = c2d_walk_start(ray->a, ray->b);
    c2d_walk_edge edge;
    face_match best = {.rank = -1};
    c2d_ray_face best_face = {.length = 0};
    double slack = 2 * C2D_RAY_MARGIN * ray->scale;
    while (c2d_walk_next(&w, &edge)) {
        c2d_ray_face f = c2d_ray_face_of(ray, &edge);
        if (f.approach > c2d_approach_error(f.out, ray->motion) +
                             8 * C2D_U * ray->scale * f.length) /* for the rounding of the moved vertices */
            continue;
        face_match c = {.off = c2d_max(fabs(height(ray, &f, t)), overshoot(ray, &f, t)),
                        .crossing = exact_crossing(ray, &w, &edge)};
        if (c.off <= slack)
            c.rank = c2d_exact_sign(&c.crossing.below) > 0 ? 2 : 1;
        int order = compare_matches(&c, &f, &best, &best_face);
        if (order > 0) {
            best = c;
            best_face = f;
            e->sharp = edge;
            e->has_sharp = true;
            e->has_rival = false;
        } else if (order == 0) {
            e->rival = edge;
            e->has_rival = true;
        }
    }
}

/* ---- hits ---- */

/* The middle of the overlap of two intervals: first to last, in either order, and 0 to length. */
static double shared_middle(double first, double last, double length)
{
    double low = c2d_max(c2d_min(first, last), 0), high = c2d_min(c2d_max(first, last), length);
    return c2d_min(c2d_max((low + high) / 2, 0), length);
}

/* The middle of the segment that a, moved, shares with the edge of b, on the border of b. */
static c2d_vec point_on_face(const c2d_ray *ray, const c2d_walk_edge *edge, c2d_vec normal, double t)
{
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    c2d_vec p = b[edge->j], raised = c2d_mul(normal, ray->b->radius);
    if (edge->owner == C2D_OF_A)
        return c2d_add(p, raised);
    c2d_vec q = b[edge->j_end], along = c2d_v(-normal.y, normal.x), moved = c2d_mul(ray->motion, t);
    c2d_vec first = a[edge->i], last = a[edge->i_end];
    double length = c2d_dot(c2d_sub(q, p), along);
    double after = shared_middle(c2d_dot(c2d_add(c2d_sub(first, p), moved), along),
                                 c2d_dot(c2d_add(c2d_sub(last, p), moved), along), length);
    double before = shared_middle(c2d_dot(c2d_sub(c2d_sub(q, first), moved), along),
                                  c2d_dot(c2d_sub(c2d_sub(q, last), moved), along), length);
    return c2d_add(c2d_point_between(p, q, along, after, before), raised);
}

c2d_vec c2d_mean_point(const c2d_contact *contact)
{
    const c2d_vec *p = contact->points;
    return contact->count == 1 ? p[0] : c2d_v(p[0].x / 2 + p[1].x / 2, p[0].y / 2 + p[1].y / 2);
}

/* A hit at the start: the contact, or, if rounding keeps the shapes apart, the contact with a slightly larger b. Lemma
 * ray. */
static C2D_NOINLINE void start_hit(const c2d_ray *ray, c2d_hit *hit)
{
    c2d_contact contact;
    if (!c2d_find_contact(ray->a, ray->b, &contact)) {
        double margin = 2 * C2D_RAY_MARGIN * ray->scale;
        c2d_shape larger = *ray->b;
        larger.radius += margin;
        larger.min = c2d_sub(larger.min, c2d_v(2 * margin, 2 * margin));
        larger.max = c2d_add(larger.max, c2d_v(2 * margin, 2 * margin));
        c2d_find_contact(ray->a, &larger, &contact);
        contact.depth = 0;
    }
    c2d_hit h = {0, c2d_mean_point(&contact), contact.normal, contact.depth};
    c2d_shape middle;
    c2d_vec at;
    if (h.depth == 0 && !c2d_point(&middle, h.point))
        c2d_closest_points(&middle, ray->b, &at, &h.point);
    *hit = h;
}

/* If two faces are hit at once, at their common corner and equally directly, c2d_ray_prefers chooses the reported one,
 * so that rounding does not. Lemma ray. */
static void report_rival(const c2d_ray *ray, c2d_ray_entry *e, c2d_hit *hit)
{
    if (!e->has_sharp || !e->has_rival)
        return;
    c2d_ray_face f = c2d_ray_face_of(ray, &e->sharp), rival = c2d_ray_face_of(ray, &e->rival);
    if (overshoot(ray, &rival, hit->t) <= 2 * C2D_RAY_MARGIN * ray->scale && c2d_ray_prefers(ray, &rival, &f)) {
        hit->normal = c2d_ray_unit(rival.out);
        e->sharp = e->rival;
    }
}

/* A hit without radii: the normal is that of a face, at a corner too. */
static void sharp_hit(const canonical_cast *canon, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &canon->ray;
    bool sure = e->hit && e->over;
    hit->depth = 0;
    hit->normal = e->normal;
    if (!sure) {
        hit->t = clear_t(canon, e);
        find_sharp_face(ray, e, hit->t);
        hit->normal = e->has_sharp ? c2d_ray_unit(c2d_ray_face_of(ray, &e->sharp).out)
                                   : c2d_mul(ray->motion, -1 / c2d_ray_speed(ray));
    }
    double t;
    if (stop_at_axis(canon, e, hit->normal, &t))
        hit->t = t;
    else if (sure)
        hit->t = stop_at(canon, e, e->sharp.i, e->sharp.i_end, e->sharp_t);
    report_rival(ray, e, hit);
    hit->point = e->has_sharp ? point_on_face(ray, &e->sharp, hit->normal, hit->t) : c2d_vertices(ray->b)[0];
}

/* The kernels' hit of a corner, if it is certain. A mirror image of the cast may be answered by a kernel, or by this
 * file, and both must agree. Lemma arc. */
static bool arc_hit(const canonical_cast *canon, const c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &canon->ray;
    c2d_vec m = ray->motion;
    if (c2d_dot(m, m) < C2D_GRAIN * C2D_GRAIN)
        return false;
    c2d_ray_arc arc = c2d_ray_meet_arc(lanes_pair(m.x, m.y), lanes_pair(e->v.x, e->v.y), ray->radius, ray->scale,
                                       C2D_RAY_MARGIN * ray->scale);
    c2d_vec normal = c2d_v(lanes_x(arc.normal), lanes_y(arc.normal));
    if (!(arc.sure & arc.hits) || !c2d_cast_is_surely_clear(ray, normal, arc.clear))
        return false;
    bool is_round = c2d_is_round(ray, e->i, arc.t) && is_clear_until(canon, arc.t);
    hit->t = is_round ? arc.t : arc.clear;
    hit->normal = normal;
    return true;
}

/* A hit of a corner: on its circle without the margin, unless the ray only grazes that. */
static void corner_hit(const canonical_cast *canon, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &canon->ray;
    if (arc_hit(canon, e, hit)) {
        hit->point = c2d_add(c2d_vertices(ray->b)[e->j], c2d_mul(hit->normal, ray->b->radius));
        return;
    }
    double half = half_chord(ray, e->v, ray->radius);
    double t = (c2d_dot(e->v, ray->motion) - half) / c2d_dot(ray->motion, ray->motion);
    hit->normal = c2d_ray_unit(from_corner(ray, e, t, half));
    hit->t = stop_at(canon, e, e->i, e->i, t);
    hit->point = c2d_add(c2d_vertices(ray->b)[e->j], c2d_mul(hit->normal, ray->b->radius));
}

static void face_hit(const canonical_cast *canon, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &canon->ray;
    hit->normal = e->normal;
    if (!stop_at_axis(canon, e, hit->normal, &hit->t)) {
        c2d_ray_face f = c2d_ray_face_of(ray, &e->face);
        hit->t = stop_at(canon, e, e->face.i, e->face.i_end, (f.offset + ray->radius * f.length) / f.approach);
    }
    hit->point = point_on_face(ray, &e->face, hit->normal, hit->t);
}

static void round_hit(const canonical_cast *canon, c2d_ray_entry *e, c2d_hit *hit)
{
    hit->depth = 0;
    if (!(e->t > 0)) {
        start_hit(&canon->ray, hit);
        double t;
        if (stop_at_axis(canon, e, hit->normal, &t))
            hit->t = t;
    } else if (e->corner) {
        corner_hit(canon, e, hit);
    } else {
        face_hit(canon, e, hit);
    }
}

/* ---- the canonical image ---- */

/* Larger shapes are cast as given, as they would need memory for an image. The t of their images may differ by
 * rounding. */
#define MOST_VERTICES 64

typedef struct image {
    c2d_shape a, b;
    c2d_vec storage_a[MOST_VERTICES], storage_b[MOST_VERTICES];
} image;

static void make_image(const c2d_cast_query *given, const c2d_symmetry *map, image *out)
{
    c2d_symmetry_shape(map, given->ray.a, &out->a, out->storage_a);
    c2d_symmetry_shape(map, given->ray.b, &out->b, out->storage_b);
}

/* A motion along an axis, or along a diagonal, has two canonical images. The one with the lesser shapes is taken. */
static canonical_cast image_of(const c2d_cast_query *given, image images[2])
{
    canonical_cast canon = {given->ray, given, {{1, 1}, false}};
    if (given->ray.a->count > MOST_VERTICES || given->ray.b->count > MOST_VERTICES)
        return canon;
    c2d_symmetry other;
    image *best = images;
    bool two = c2d_symmetry_normalize(given->ray.motion, &canon.map, &other);
    make_image(given, &canon.map, best);
    if (two) {
        make_image(given, &other, images + 1);
        int order = c2d_shape_compare(&images[1].a, &best->a);
        order = order ? order : c2d_shape_compare(&images[1].b, &best->b);
        if (order < 0) {
            best = images + 1;
            canon.map = other;
        }
    }
    canon.ray.a = &best->a;
    canon.ray.b = &best->b;
    canon.ray.motion = c2d_symmetry_apply(&canon.map, given->ray.motion);
    canon.ray.swapped = canon.map.swaps;
    canon.ray.mirrored = c2d_symmetry_reflects(&canon.map);
    return canon;
}

/* ---- cast ---- */

/* Whether the bounds are apart, or touch, on an axis along which a does not come nearer, so that the cast misses.
 * Rounded moving is monotone, except for a rectangle between two corners: it becomes one with a corner and a size. */
static inline bool stays_away(const c2d_cast_query *query)
{
    shape a = query->ray.a, b = query->ray.b;
    c2d_vec m = query->ray.motion;
    if (query->rect && query->rect->anchor == C2D_BY_CORNERS)
        return false;
    int right = (m.x >= 0) & (a->min.x >= b->max.x), left = (m.x <= 0) & (a->max.x <= b->min.x);
    int above = (m.y >= 0) & (a->min.y >= b->max.y), below = (m.y <= 0) & (a->max.y <= b->min.y);
    return (right | left | above | below) != 0;
}

static bool cast(const c2d_cast_query *given, c2d_hit *out)
{
    const c2d_ray *ray = &given->ray;
    if (c2d_same(ray->motion, c2d_v(0, 0))) {
        bool overlapping = c2d_overlaps(ray->a, ray->b);
        if (overlapping)
            start_hit(ray, out);
        return overlapping;
    }
    /* A rectangle whose size is rounded away at the start may have one at the end. */
    bool points = ray->a->form == C2D_POINT && ray->b->form == C2D_POINT && !given->rect;
    if (points && ray->radius == 0)
        return false;
    if ((ray->a->count > 2 || ray->b->count > 2) && c2d_ray_falls_short(ray))
        return false;
    image images[2];
    canonical_cast canon = image_of(given, images);
    c2d_ray_entry e;
    c2d_ray_enter(&canon.ray, &e);
    if (e.miss)
        return false;
    if (!(e.t > 0) && c2d_overlaps(ray->a, ray->b)) {
        start_hit(ray, out);
        return true;
    }
    if (!e.hit && (stays_away(given) || !sweep_overlaps(given, ray->motion)))
        return false;
    if (ray->radius == 0)
        sharp_hit(&canon, &e, out);
    else
        round_hit(&canon, &e, out);
    if (out->depth == 0)
        c2d_put_on_border(canon.ray.b, out);
    out->normal = c2d_symmetry_undo(&canon.map, out->normal);
    out->point = c2d_symmetry_undo(&canon.map, out->point);
    return true;
}

c2d_status c2d_cast_exact(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room, bool *hits,
                          c2d_hit *out)
{
    *hits = false;
    c2d_status status = check(&motion.x);
    if (!status)
        status = check(&motion.y);
    if (status)
        return status;
    c2d_cast_query query = c2d_cast_query_of(a, rect, motion, b, room);
    if (query.ray.scale > C2D_LIMIT / 8) {
        c2d_shape moved;
        status = move(&query, motion, &moved);
        if (status)
            return status;
    }
    *hits = cast(&query, out);
    return C2D_OK;
}

/* A part of the motion hits at the same place, with an error that does not grow with the motion. The part is a power of
 * two of it, so t * motion has the same bits. The whole motion decides whether a hits. */
c2d_status c2d_cast_far(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_status status = c2d_cast_exact(a, rect, motion, b, room, hits, out);
    if (status || !*hits || out->depth > 0)
        return status;
    double size = c2d_scale_of_shape(a) + c2d_scale_of_shape(b) + C2D_GRAIN;
    if (rect)
        size += c2d_scale_of_pivot(rect);
    motion = c2d_normalised(motion);
    int exponent;
    frexp(c2d_magnitude(motion) / (8 * size), &exponent);
    double part = ldexp(1, -exponent);
    c2d_vec start = c2d_normalised(c2d_mul(motion, part));
    if (exponent <= 0 || !c2d_same(c2d_mul(start, 1 / part), motion))
        return C2D_OK;
    c2d_hit near_hit;
    bool again = false;
    status = c2d_cast_exact(a, rect, start, b, room, &again, &near_hit);
    if (again) {
        assert(near_hit.depth == 0); /* the start is the same */
        *out = near_hit;
        out->t = near_hit.t * part;
    }
    return status;
}
