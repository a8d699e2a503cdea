/* Casts that are in doubt: what ray.c cannot tell, the sweep itself settles, exactly. Slower than cast.c, and complete:
 * it answers every cast. */
#include "ray_arc.h"
#include "../shape/symmetry.h"

typedef const c2d_shape *shape;

/* Where rounding has a say in what is hit, it is asked of the one image that all images of the cast have in common, so
 * that they all have the same answer. What is exact, and what depends on the numbers of a rectangle, is asked of the
 * cast as it was given. */
typedef struct job {
    c2d_ray ray;                 /* of the image */
    const c2d_cast_query *given; /* the cast as it was given */
    c2d_symmetry map;            /* from there to the image */
} job;

/* As c2d_check, which changes hardly any number. */
static inline c2d_status check(double *x)
{
    double size = fabs(*x);
    return size >= C2D_GRAIN && size <= C2D_LIMIT ? C2D_OK : c2d_check(x);
}

/* ---- the exact answers ---- */

/* The shape in other places, in the memory of the caller if it is large. */
typedef struct places {
    c2d_vec moved[2 * C2D_INLINE_VERTICES], swept[4 * C2D_INLINE_VERTICES];
} places;

static c2d_status move(const c2d_cast_query *j, c2d_vec d, places *p, c2d_shape *out)
{
    bool small = j->ray.a->count <= C2D_INLINE_VERTICES;
    return c2d_moved(out, j->ray.a, j->rect, d, small ? p->moved : j->room);
}

/* Whether the sweep by d overlaps b. */
static C2D_NOINLINE bool sweep_overlaps(const c2d_cast_query *j, c2d_vec d)
{
    places p;
    c2d_shape moved, swept;
    shape a = j->ray.a;
    if (move(j, d, &p, &moved))
        return true;
    if (a->form == C2D_POINT && moved.form == C2D_POINT)
        c2d_capsule(&swept, a->v.own[0], moved.v.own[0], a->radius);
    else
        c2d_sweep(&swept, a, &moved, a->count <= C2D_INLINE_VERTICES ? p.swept : j->room + 2 * (size_t)a->count);
    return c2d_overlaps(&swept, j->ray.b);
}

bool c2d_cast_is_clear_until(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec *room, double t)
{
    c2d_cast_query j = c2d_cast_query_of(a, rect, motion, b, room);
    return !sweep_overlaps(&j, c2d_mul(motion, t));
}

static bool is_clear_until(const job *j, double t)
{
    return !sweep_overlaps(j->given, c2d_mul(j->given->ray.motion, t));
}

/* ---- the stop ---- */

/* Steps back until the exact answer is that the way is clear, as it is for t == 0. */
static C2D_NOINLINE double step_back(const job *j, double t)
{
    double step = C2D_RAY_MARGIN * j->ray.scale / c2d_ray_speed(&j->ray);
    while (t > 0 && !is_clear_until(j, t)) {
        t = c2d_max(t - step, 0);
        step *= 4;
    }
    return t;
}

static double extreme(shape s, bool x_axis, double side)
{
    const c2d_vec *v = c2d_vertices(s);
    if (s->form == C2D_BOX) {
        c2d_vec corner = v[side > 0 ? 2 : 0];
        return x_axis ? corner.x : corner.y;
    }
    double most = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        most = c2d_max(most, side * (x_axis ? v[i].x : v[i].y));
    return side * most;
}

/* The same of a moved by d, from start, where it is now; false if it cannot be moved. */
static bool moved_extreme(const c2d_cast_query *j, c2d_vec d, bool x_axis, double side, double start, double *out)
{
    double step = x_axis ? d.x : d.y;
    if (!j->rect) {
        check(&step);
        *out = start + step;
        return check(out) == C2D_OK;
    }
    c2d_rect moved = *j->rect;
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
    *out = extreme(&there, x_axis, side);
    return true;
}

/* A coordinate that c2d_check does not change. */
static inline int is_plain(double x)
{
    double size = fabs(x);
    int fits = (size >= C2D_GRAIN) & (size <= C2D_LIMIT);
    return fits | (x == 0);
}

/* The stop of a shape that is its vertices: from the front of a to the wall of b, as seen along the motion.
 * The place of the stop is wall - R, k + low, exact unless that takes three doubles; the stop is as good as there, so
 * that the difference to k is exact. -1 if one step back does not do. */
static inline double stop_at_wall(double ra, double rb, double front, double wall, double speed)
{
    c2d_pair r = c2d_two_sum(ra, rb), k = c2d_two_diff(wall, r.hi);
    c2d_pair low = c2d_two_diff(k.lo, r.lo), gap = c2d_two_diff(k.hi, front);
    double way = gap.hi + (gap.lo + low.hi), t = c2d_min(way / speed, 1);
    double rest = (k.hi - (front + speed * t)) + low.hi;
    t += c2d_min(2 * rest * (1 / speed), 0);
    double move = speed * t, stop = front + move;
    c2d_pair d = c2d_two_diff(k.hi, stop);
    int exact = (low.lo == 0) & (d.lo == 0), outside = (way >= 0) & (t >= 0) & (d.hi >= -low.hi);
    return exact & outside & is_plain(move) & is_plain(stop) ? t : -1;
}

/* For a face across an axis the gap is a sum of four doubles, exact: the stop is in touch wherever numbers are round.
 * False if rounding keeps the moved shape from being outside. */
static bool axis_stop(const c2d_cast_query *j, c2d_vec normal, double *t, bool *first_try)
{
    const c2d_ray *ray = &j->ray;
    bool x_axis = normal.x != 0;
    double side = copysign(1, x_axis ? normal.x : normal.y), speed = fabs(x_axis ? ray->motion.x : ray->motion.y);
    double wall = extreme(ray->b, x_axis, side), start = extreme(ray->a, x_axis, -side);
    double gap = c2d_sum4(side * start, -side * wall, -ray->a->radius, -ray->b->radius);
    if (!(speed > 0 && gap >= 0))
        return false;
    *first_try = true;
    *t = j->rect ? -1 : stop_at_wall(ray->a->radius, ray->b->radius, -side * start, -side * wall, speed);
    if (*t >= 0)
        return true;
    *t = c2d_min(gap / speed, 1);
    for (int tries = 0; tries < 4 && *t >= 0; tries++) {
        double stop;
        if (!moved_extreme(j, c2d_mul(ray->motion, *t), x_axis, -side, start, &stop))
            return false;
        double rest = c2d_sum4(side * stop, -side * wall, -ray->a->radius, -ray->b->radius);
        if (rest >= 0) {
            *first_try = tries == 0;
            return true;
        }
        *t = c2d_min(*t + 2 * rest / speed, *t * (1 - 2 * C2D_U));
    }
    return false;
}

double c2d_cast_axis_stop(shape a, const c2d_rect *rect, c2d_vec motion, shape b, c2d_vec normal)
{
    c2d_cast_query j = c2d_cast_query_of(a, rect, motion, b, NULL);
    double t;
    bool first_try;
    return axis_stop(&j, normal, &t, &first_try) ? t : -1;
}

/* From a corner to where the ray enters the circle of a radius round it: half the chord there, times |motion|. */
static double half_chord(const c2d_ray *ray, c2d_vec v, double radius)
{
    double aside = c2d_cross(ray->motion, v);
    return sqrt(c2d_max(radius * radius * c2d_dot(ray->motion, ray->motion) - aside * aside, 0));
}

/* The direction of that. Where the corner is far away and the circle small, how far aside of the corner the ray passes
 * needs pairs; along the ray the same root as in t is right. */
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
    return c2d_v(ahead.y * left - ahead.x * back, -ahead.x * left - ahead.y * back);
}

/* The latest moment up to which the way is surely clear. */
static double clear_t(const job *j, c2d_ray_entry *e)
{
    const c2d_ray *ray = &j->ray;
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
    return c2d_cast_is_surely_clear(ray, across, e->t) ? e->t : step_back(j, e->t);
}

/* Up to t, when the difference that is not grown is entered, if that is a round number and the way is clear, exactly;
 * else as far as it surely is. */
static double stop_at(const job *j, c2d_ray_entry *e, uint32_t i, uint32_t i_end, double t)
{
    bool is_round = c2d_is_round(&j->ray, i, t) || c2d_is_round(&j->ray, i_end, t);
    if (is_round && is_clear_until(j, t))
        return t;
    return clear_t(j, e);
}

/* The stop at a face across an axis; where rounding takes much of that back, the other may be farther. False for other
 * normals. */
static bool stop_at_axis(const job *j, c2d_ray_entry *e, c2d_vec normal, double *t)
{
    bool first_try;
    if (!c2d_is_on_axis(normal) || !axis_stop(j->given, c2d_symmetry_undo(&j->map, normal), t, &first_try))
        return false;
    if (!first_try)
        *t = c2d_max(*t, clear_t(j, e));
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

/* When the line of a face is crossed: -offset / -approach, exact. */
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

/* How far outside of a face the motion is at t, and how far beyond its ends. */
static double height(const c2d_ray *ray, const c2d_ray_face *f, double t)
{
    return c2d_dot(f->out, c2d_sub(c2d_mul(ray->motion, t), f->p)) / f->length;
}

static double overshoot(const c2d_ray *ray, const c2d_ray_face *f, double t)
{
    c2d_vec at = c2d_mul(ray->motion, t), along = c2d_v(-f->out.y, f->out.x);
    return c2d_max(c2d_dot(along, c2d_sub(f->p, at)), c2d_dot(along, c2d_sub(at, f->q))) / f->length;
}

/* How well a face explains a hit. */
typedef struct claim {
    int rank; /* 2: the stop is at the face, and it is approached; 1: as far as rounding shows; 0: neither */
    double off;
    fraction crossing;
} claim;

/* > 0 if the first claim is better, 0 if it is as good. */
static int compare_claims(const claim *c, const c2d_ray_face *f, const claim *best, const c2d_ray_face *best_face)
{
    if (c->rank != best->rank)
        return c->rank - best->rank;
    int later = c->rank == 2 ? compare(&c->crossing, &best->crossing) : (best->off > c->off) - (best->off < c->off);
    return later ? later : c2d_ray_compare_approach(f, best_face);
}

/* Which face is hit where rounding hides whether one is, or which of two that are nearly in line: of those that the
 * stop is at, and which are approached, the one whose line is crossed last, exactly. */
static C2D_NOINLINE void find_sharp_face(const c2d_ray *ray, c2d_ray_entry *e, double t)
{
    c2d_walk w = c2d_walk_start(ray->a, ray->b);
    c2d_walk_edge edge;
    claim best = {.rank = -1};
    c2d_ray_face best_face = {.length = 0};
    double slack = 2 * C2D_RAY_MARGIN * ray->scale;
    while (c2d_walk_next(&w, &edge)) {
        c2d_ray_face f = c2d_ray_face_of(ray, &edge);
        if (f.approach > c2d_approach_error(f.out, ray->motion) +
                             8 * C2D_U * ray->scale * f.length) /* the vertices move by an ulp more */
            continue;
        claim c = {.off = c2d_max(fabs(height(ray, &f, t)), overshoot(ray, &f, t)),
                   .crossing = exact_crossing(ray, &w, &edge)};
        if (c.off <= slack)
            c.rank = c2d_exact_sign(&c.crossing.below) > 0 ? 2 : 1;
        int order = compare_claims(&c, &f, &best, &best_face);
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

/* ---- what is told of a hit ---- */

/* The middle of what two stretches of a line share: from first to last, in either order, and from 0 to length. */
static double shared_middle(double first, double last, double length)
{
    double low = c2d_max(c2d_min(first, last), 0), high = c2d_min(c2d_max(first, last), length);
    return c2d_min(c2d_max((low + high) / 2, 0), length);
}

/* The middle of the stretch along which a, moved, meets the edge of b, on its border. */
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

static c2d_vec mean_point(const c2d_contact *contact)
{
    const c2d_vec *p = contact->points;
    return contact->count == 1 ? p[0] : c2d_v(p[0].x / 2 + p[1].x / 2, p[0].y / 2 + p[1].y / 2);
}

/* At the start: the contact, if they collide; or what it would be if b were a little larger. */
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
    c2d_hit h = {0, mean_point(&contact), contact.normal, contact.depth};
    *hit = h;
}

/* Where two faces are hit at once, at their common corner, and as directly, it is not rounding that tells which one is
 * reported. */
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

/* Sharp against sharp: a face is hit, also at a corner. */
static void sharp_hit(const job *j, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &j->ray;
    bool sure = e->hit && e->over;
    hit->depth = 0;
    hit->normal = e->normal;
    if (!sure) {
        hit->t = clear_t(j, e);
        find_sharp_face(ray, e, hit->t);
        hit->normal = e->has_sharp ? c2d_ray_unit(c2d_ray_face_of(ray, &e->sharp).out)
                                   : c2d_mul(ray->motion, -1 / c2d_ray_speed(ray));
    }
    double t;
    if (stop_at_axis(j, e, hit->normal, &t))
        hit->t = t;
    else if (sure)
        hit->t = stop_at(j, e, e->sharp.i, e->sharp.i_end, e->sharp_t);
    report_rival(ray, e, hit);
    hit->point = e->has_sharp ? point_on_face(ray, &e->sharp, hit->normal, hit->t) : c2d_vertices(ray->b)[0];
}

/* What the kernels say of a corner, if they are certain: a mirror image may come to the other of the two, and has the
 * same answer. */
static bool arc_hit(const job *j, const c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec m = ray->motion;
    if (c2d_dot(m, m) < C2D_GRAIN * C2D_GRAIN)
        return false;
    c2d_ray_arc arc = c2d_ray_meet_arc(c2d_two(m.x, m.y), c2d_two(e->v.x, e->v.y), ray->radius, ray->scale,
                                       C2D_RAY_MARGIN * ray->scale);
    c2d_vec normal = c2d_v(c2d_x(arc.normal), c2d_y(arc.normal));
    if (!(arc.sure & arc.hits) || !c2d_cast_is_surely_clear(ray, normal, arc.clear))
        return false;
    bool is_round = c2d_is_round(ray, e->i, arc.t) && is_clear_until(j, arc.t);
    hit->t = is_round ? arc.t : arc.clear;
    hit->normal = normal;
    return true;
}

/* At a corner the circle that is not grown, but for grazing it, says where. */
static void corner_hit(const job *j, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &j->ray;
    if (arc_hit(j, e, hit)) {
        hit->point = c2d_add(c2d_vertices(ray->b)[e->j], c2d_mul(hit->normal, ray->b->radius));
        return;
    }
    double half = half_chord(ray, e->v, ray->radius);
    double t = (c2d_dot(e->v, ray->motion) - half) / c2d_dot(ray->motion, ray->motion);
    hit->normal = c2d_ray_unit(from_corner(ray, e, t, half));
    hit->t = stop_at(j, e, e->i, e->i, t);
    hit->point = c2d_add(c2d_vertices(ray->b)[e->j], c2d_mul(hit->normal, ray->b->radius));
}

static void face_hit(const job *j, c2d_ray_entry *e, c2d_hit *hit)
{
    const c2d_ray *ray = &j->ray;
    hit->normal = e->normal;
    if (!stop_at_axis(j, e, hit->normal, &hit->t)) {
        c2d_ray_face f = c2d_ray_face_of(ray, &e->face);
        hit->t = stop_at(j, e, e->face.i, e->face.i_end, (f.offset + ray->radius * f.length) / f.approach);
    }
    hit->point = point_on_face(ray, &e->face, hit->normal, hit->t);
}

static void round_hit(const job *j, c2d_ray_entry *e, c2d_hit *hit)
{
    hit->depth = 0;
    if (!(e->t > 0)) {
        start_hit(&j->ray, hit);
        double t;
        if (stop_at_axis(j, e, hit->normal, &t))
            hit->t = t;
    } else if (e->corner) {
        corner_hit(j, e, hit);
    } else {
        face_hit(j, e, hit);
    }
}

/* ---- the image ---- */

/* A larger shape is settled as it was given: there is no memory for an image of it. Its images may have another t then,
 * as far as rounding goes. */
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

/* A motion along an axis, or just between two, has two upright images: that with the lesser shapes is taken. */
static job image_of(const c2d_cast_query *given, image images[2])
{
    job j = {given->ray, given, {{1, 1}, false}};
    if (given->ray.a->count > MOST_VERTICES || given->ray.b->count > MOST_VERTICES)
        return j;
    c2d_symmetry other;
    image *best = images;
    bool two = c2d_symmetry_normalize(given->ray.motion, &j.map, &other);
    make_image(given, &j.map, best);
    if (two) {
        make_image(given, &other, images + 1);
        int order = c2d_shape_compare(&images[1].a, &best->a);
        order = order ? order : c2d_shape_compare(&images[1].b, &best->b);
        if (order < 0) {
            best = images + 1;
            j.map = other;
        }
    }
    j.ray.a = &best->a;
    j.ray.b = &best->b;
    j.ray.motion = c2d_symmetry_apply(&j.map, given->ray.motion);
    j.ray.swapped = j.map.swaps;
    j.ray.mirrored = c2d_symmetry_reflects(&j.map);
    return j;
}

/* ---- cast ---- */

/* Apart on an axis along which a does not come nearer: certainly no hit, also where they touch. Moving is monotone,
 * except that a rectangle between two corners becomes one of a corner and a size. */
static inline bool stays_away(const c2d_cast_query *j)
{
    shape a = j->ray.a, b = j->ray.b;
    c2d_vec m = j->ray.motion;
    if (j->rect && j->rect->anchor == C2D_BY_CORNERS)
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
    /* A rectangle whose size is rounded away where it is may have one again where it goes. */
    bool points = ray->a->form == C2D_POINT && ray->b->form == C2D_POINT && !given->rect;
    if (points && ray->radius == 0)
        return false;
    if ((ray->a->count > 2 || ray->b->count > 2) && c2d_ray_falls_short(ray))
        return false;
    image images[2];
    job j = image_of(given, images);
    c2d_ray_entry e;
    c2d_ray_enter(&j.ray, &e);
    if (e.miss)
        return false;
    if (!(e.t > 0) && c2d_overlaps(ray->a, ray->b)) {
        start_hit(ray, out);
        return true;
    }
    if (!e.hit && (stays_away(given) || !sweep_overlaps(given, ray->motion)))
        return false;
    if (ray->radius == 0)
        sharp_hit(&j, &e, out);
    else
        round_hit(&j, &e, out);
    out->normal = c2d_symmetry_undo(&j.map, out->normal);
    out->point = c2d_symmetry_undo(&j.map, out->point);
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
    c2d_cast_query j = c2d_cast_query_of(a, rect, motion, b, room);
    if (j.ray.scale > C2D_LIMIT / 2) {
        places p;
        c2d_shape moved;
        status = move(&j, motion, &p, &moved);
        if (status)
            return status;
    }
    *hits = cast(&j, out);
    return C2D_OK;
}
