/* Sweeping and casting: whether a moving shape meets another, exactly, and when, where and with which normal.
 *
 * Moving a by s overlaps b where s is inside the difference b - a, grown by R = ra + rb: a cast is a ray from the
 * origin into it. In floating point it is grown by a margin more, so that whatever rounding does stays outside. The
 * kernels here answer where all is clear: a miss of what is grown by more, or a hit of what is grown by less. They
 * leave everything else to settle.c. */
#include "scalar.h"

#include "settle.h"

#include <string.h>

/* ---- sweep ---- */

c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage)
{
    size_t n = (size_t)from->count + to->count;
    c2d_vec *hull = storage, *points = storage + n;
    memcpy(points, c2d_vertices(from), from->count * sizeof *points);
    memcpy(points + from->count, c2d_vertices(to), to->count * sizeof *points);
    c2d_finish(out, hull, c2d_hull_into(hull, points, n), from->radius);
    return C2D_OK;
}

/* ---- answers ---- */

typedef enum verdict { DOUBT, MISS, HIT } verdict;

/* -0 becomes +0. */
C2D_INLINE void write_hit(c2d_hit *out, double t, c2d_vec point, c2d_vec normal)
{
    out->t = t;
    out->point = point;
    out->normal = c2d_v(normal.x + 0.0, normal.y + 0.0);
    out->depth = 0;
}

/* Up to t, when what is not grown is met, if a is at a round number there and the way is clear, exactly; else up to
 * where it surely is. */
C2D_INLINE double stop_at(const c2d_job *j, uint32_t i, double t, double clear)
{
    const c2d_ray *ray = &j->ray;
    if (!c2d_is_round(ray, i, t))
        return clear;
    return c2d_clear_until(ray->a, j->rect, ray->motion, ray->b, j->room, t) ? t : clear;
}

C2D_INLINE double axis_stop(const c2d_job *j, c2d_vec normal)
{
    const c2d_ray *ray = &j->ray;
    return c2d_axis_stop(ray->a, j->rect, ray->motion, ray->b, normal);
}

C2D_INLINE c2d_status conclude(const c2d_job *j, verdict found, bool *hits, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    if (found == DOUBT)
        return c2d_settle(ray->a, j->rect, ray->motion, ray->b, j->room, hits, out);
    *hits = found == HIT;
    return C2D_OK;
}

/* Whether the kernels may be asked: a motion that is a number, and not so small that its products vanish. Below
 * C2D_GRAIN the roundings of c2d_check are far less than the margin. */
C2D_INLINE bool is_fit(const c2d_ray *ray)
{
    return c2d_dot(ray->motion, ray->motion) >= C2D_GRAIN * C2D_GRAIN && ray->scale <= C2D_LIMIT / 2;
}

/* ---- the circle round a corner ---- */

typedef struct arc {
    double t, clear; /* when the circle of radius R is met; when that which is grown is, at the latest */
    c2d_vec normal;
} arc;

/* Below it, times the scale, the direction from a corner needs more than doubles. */
#define SMALL_RADIUS 0x1p-16

/* n of nearly unit length, nearer: what it lacks is added, not multiplied, so that a coordinate of 1 becomes that. */
C2D_INLINE c2d_vec polish(c2d_vec n)
{
    double lack = (1 - c2d_dot(n, n)) / 2;
    return c2d_v(n.x + n.x * lack, n.y + n.y * lack);
}

/* Whether the motion certainly misses it: by the margin once more, as which corner it is is rounded too. Told without a
 * jump on the way, and before the root: no predictor knows. */
C2D_INLINE int misses_arc(const c2d_ray *ray, c2d_vec v)
{
    c2d_vec m = ray->motion, end = c2d_sub(m, v);
    double mm = c2d_dot(m, m), ahead = c2d_dot(v, m), aside = c2d_cross(m, v), wide2 = ray->wide * ray->wide;
    int beside = wide2 * mm < aside * aside;
    int behind = (ahead < 0) & (c2d_dot(v, v) > wide2), beyond = (ahead > mm) & (c2d_dot(end, end) > wide2);
    return beside | behind | beyond;
}

/* |t m - v| = R, in coordinates along and aside of the motion:
 * t = (v . m - h) / m . m, h^2 = R^2 m . m - (m x v)^2; normal = -(h m + (m x v) m') / (m . m R), m' = (-m.y, m.x).
 * The circle of radius G > R is met earlier by at most (G^2 - R^2) / 2 h, and not by much less if one of radius R less
 * the margin is met.
 * What rounding does to the place at t is less than 15 u of the scale, wherever the circle is met. */
C2D_INLINE verdict meet_arc(const c2d_ray *ray, c2d_vec v, arc *out)
{
    c2d_vec m = ray->motion, end = c2d_sub(m, v);
    double mm = c2d_dot(m, m), ahead = c2d_dot(v, m), aside = c2d_cross(m, v), aside2 = aside * aside;
    double vv = c2d_dot(v, v), ee = c2d_dot(end, end);
    if (misses_arc(ray, v))
        return MISS;
    double grown2 = ray->grown * ray->grown, sure2 = ray->sure * ray->sure;
    int reaches = ((ahead >= 0) & (ahead <= mm)) | (ee < sure2), outside = (ahead > 0) & (vv > grown2);
    if (!((sure2 * mm > aside2) & reaches & outside & (ray->radius > SMALL_RADIUS * ray->scale)))
        return DOUBT;
    double r2 = ray->radius * ray->radius, half = c2d_sqrt(r2 * mm - aside2),
           inverse = 1 / (2 * half * mm * ray->radius);
    double early = (grown2 - r2) * mm * ray->radius * inverse, scale = 2 * half * inverse;
    out->t = (ahead - half) / mm;
    out->clear = c2d_max(c2d_min(out->t - early, 1), 0);
    out->normal = polish(c2d_v((aside * m.y - half * m.x) * scale, (-aside * m.x - half * m.y) * scale));
    return HIT;
}

C2D_INLINE void write_corner(const c2d_job *j, const arc *arc, uint32_t i, c2d_vec corner_of_b, c2d_hit *out)
{
    c2d_vec point = c2d_add(corner_of_b, c2d_mul(arc->normal, j->ray.b->radius));
    write_hit(out, stop_at(j, i, arc->t, arc->clear), point, arc->normal);
}

/* ---- two points ---- */

/* Sums are a scale as good as the greatest coordinates, quicker, and at most twice as large. */
C2D_INLINE c2d_ray disc_ray(const c2d_shape *a, c2d_vec motion, const c2d_shape *b)
{
    c2d_vec p = a->v.own[0], q = b->v.own[0];
    double radius = a->radius + b->radius, way = fabs(motion.x) + fabs(motion.y);
    double places = (fabs(p.x) + fabs(p.y)) + (fabs(q.x) + fabs(q.y)),
           scale = places + ((radius + C2D_GRAIN) + 2 * way);
    double margin = C2D_RAY_MARGIN / 2 * scale;
    c2d_ray ray = {a, b, motion, radius, radius + margin, radius - margin, radius + 2 * margin, scale};
    return ray;
}

C2D_INLINE verdict meet_disc(const c2d_job *j, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec p = ray->b->v.own[0];
    arc arc;
    verdict found = meet_arc(ray, c2d_sub(p, ray->a->v.own[0]), &arc);
    if (found == HIT)
        write_corner(j, &arc, 0, p, out);
    return found;
}

/* ---- two axis-aligned cores ---- */

/* One axis: the low and the high end of either core and of their difference, and when the motion is between its ends,
 * grown. What is chosen is chosen by an index: no predictor knows which. */
typedef struct lane {
    double a[2], b[2], end[2];
    double motion, inverse, in, leave;
} lane;

C2D_INLINE void set_lane(lane *l, double a_low, double a_high, double b_low, double b_high, double motion, double grown)
{
    double low = b_low - a_high, high = b_high - a_low, inverse = 1 / motion;
    double first = (low - grown) * inverse, last = (high + grown) * inverse;
    l->a[0] = a_low;
    l->a[1] = a_high;
    l->b[0] = b_low;
    l->b[1] = b_high;
    l->end[0] = low;
    l->end[1] = high;
    l->motion = motion;
    l->inverse = inverse;
    l->in = c2d_min(first, last);
    l->leave = c2d_max(first, last);
}

C2D_INLINE c2d_vec far_corner(const c2d_shape *s) { return s->v.own[s->form == C2D_BOX ? 2 : 0]; }

C2D_INLINE uint32_t box_vertex(const c2d_shape *s, bool right, bool upper)
{
    uint32_t i = 2 * upper + (right ^ upper);
    return s->form == C2D_BOX ? i : 0;
}

/* A coordinate that c2d_check does not change. */
C2D_INLINE int is_plain(double x)
{
    double size = fabs(x);
    int fits = (size >= C2D_GRAIN) & (size <= C2D_LIMIT);
    return fits | (x == 0);
}

/* As c2d_axis_stop, of a shape that is its vertices: from the front of a to the wall of b, as seen along the motion.
 * The place of the stop is wall - R, k + low, exact unless that takes three doubles; the stop is as good as there, so
 * that the difference to k is exact. Should one step back not do, c2d_axis_stop takes more. */
C2D_INLINE double stop_at_wall(double ra, double rb, double front, double wall, double speed, double inverse)
{
    c2d_pair r = c2d_two_sum(ra, rb), k = c2d_two_diff(wall, r.hi);
    c2d_pair low = c2d_two_diff(k.lo, r.lo), gap = c2d_two_diff(k.hi, front);
    double way = gap.hi + (gap.lo + low.hi), t = c2d_min(way / speed, 1);
    double rest = (k.hi - (front + speed * t)) + low.hi;
    t += c2d_min(2 * rest * inverse, 0);
    double move = speed * t, stop = front + move;
    c2d_pair d = c2d_two_diff(k.hi, stop);
    int exact = (low.lo == 0) & (d.lo == 0), outside = (way >= 0) & (t >= 0) & (d.hi >= -low.hi);
    return exact & outside & is_plain(move) & is_plain(stop) ? t : -1;
}

/* Onto the side that faces the motion. */
C2D_INLINE verdict meet_side(const c2d_job *j, const lane *across, const lane *along, bool x_axis, double ahead,
                             double clear, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    bool forward = across->motion > 0;
    double front = across->a[forward] * ahead, wall = across->b[!forward], t = -1, normal[2], point[2];
    normal[!x_axis] = -ahead;
    normal[x_axis] = 0;
    c2d_vec n = c2d_v(normal[0], normal[1]);
    if (!j->rect)
        t = stop_at_wall(ray->a->radius, ray->b->radius, front, wall * ahead, fabs(across->motion),
                         fabs(across->inverse));
    if (t < 0)
        t = axis_stop(j, n);
    if (t < 0)
        return DOUBT;
    t = c2d_max(t, c2d_min(clear, 1));
    double move = t * along->motion;
    double low = c2d_max(along->a[0] + move, along->b[0]), high = c2d_min(along->a[1] + move, along->b[1]);
    point[!x_axis] = wall - ahead * ray->b->radius;
    point[x_axis] = c2d_min(c2d_max((low + high) / 2, along->b[0]), along->b[1]); /* of the stretch that they share */
    write_hit(out, t, c2d_v(point[0], point[1]), n);
    return HIT;
}

/* Kay and Kajiya's slabs (1986): the side is that across the axis whose slab is entered last; beyond its ends, a round
 * corner. A motion along an axis divides by 0: the infinities that result are right, and a NaN, where it starts on the
 * border of what is grown, fails the comparisons that make a hit or a miss. */
C2D_INLINE verdict meet_boxes(const c2d_job *j, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec m = ray->motion, p = ray->a->v.own[0], q = far_corner(ray->a), r = ray->b->v.own[0], s = far_corner(ray->b);
    lane lanes[2], *x = lanes + 1, *y = lanes;
    set_lane(x, p.x, q.x, r.x, s.x, m.x, ray->grown);
    set_lane(y, p.y, q.y, r.y, s.y, m.y, ray->grown);
    double enters = c2d_max(x->in, y->in);
    if (c2d_max(enters, 0) > c2d_min(c2d_min(x->leave, y->leave), 1))
        return MISS;
    if (!(enters > 0))
        return DOUBT;

    bool x_axis = x->in > y->in;
    const lane *across = lanes + x_axis, *along = lanes + !x_axis;
    double ahead = copysign(1, across->motion), slack = c2d_max(-ray->sure, 0);
    double near = across->end[ahead < 0] * ahead; /* the place of the side, along the motion */
    double at = enters * along->motion, sure_t = (near - ray->sure) * fabs(across->inverse);
    double sure_at = sure_t * along->motion, least = c2d_min(at, sure_at), most = c2d_max(at, sure_at);
    if ((least >= along->end[0] + slack) & (most <= along->end[1] - slack))
        return sure_t <= 1 ? meet_side(j, across, along, x_axis, ahead, enters, out) : DOUBT;
    bool far_end = at > along->end[1], far_side = across->motion < 0;
    if (!(ray->sure > 0) || !(far_end | (at < along->end[0])))
        return DOUBT;
    bool right = x_axis ? far_side : far_end, upper = x_axis ? far_end : far_side;
    arc arc;
    verdict found = meet_arc(ray, c2d_v(x->end[right], y->end[upper]), &arc);
    if (found == HIT)
        write_corner(j, &arc, box_vertex(ray->a, !right, !upper), ray->b->v.own[box_vertex(ray->b, right, upper)], out);
    return found;
}

/* ---- everything else ---- */

/* Where the ray meets the front of the difference, the chain of edges that face it: over the edge from b[j] - a[i]
 * that is one of b, or of a reversed, or in the arc round b[j] - a[i]. */
typedef struct place {
    uint32_t i, j;
    bool of_a, arc;
    c2d_vec edge;
    double length;
    double start, fall; /* aside of the motion, times its length: of b[j] - a[i]; along the edge, < 0 */
} place;

C2D_INLINE uint32_t next_of(uint32_t i, uint32_t n) { return i + 1 < n ? i + 1 : 0; }
C2D_INLINE uint32_t previous_of(uint32_t i, uint32_t n) { return i ? i - 1 : n - 1; }

/* Along the chain from the corner that is most to the left, down to the line of the motion. False if rounding hides
 * where that is. */
C2D_INLINE bool find_place(const c2d_ray *ray, const c2d_vec *a, const c2d_vec *b, double left, place *p)
{
    c2d_vec m = ray->motion;
    uint32_t i = p->i, j = p->j, n = ray->a->count, k = ray->b->count;
    double s = left;
    for (uint32_t steps = n + k; steps > 0; steps--) {
        uint32_t i_next = next_of(i, n), j_next = next_of(j, k);
        c2d_vec ea = c2d_sub(a[i], a[i_next]), eb = c2d_sub(b[j_next], b[j]);
        double fall_a = c2d_cross(m, ea), fall_b = c2d_cross(m, eb), turn = c2d_cross(eb, ea);
        bool of_b = (fall_b < 0) & ((fall_a >= 0) | (turn > 0));
        const c2d_vec *from = of_b ? b + j : a + i_next, *to = of_b ? b + j_next : a + i;
        c2d_vec e = c2d_sub(*to, *from);
        double fall = of_b ? fall_b : fall_a, length = c2d_sqrt(c2d_dot(e, e)), lift = ray->radius * c2d_dot(m, e);
        int ends = !(fall < 0), before = s * length < lift;
        if (ends | before | ((s + fall) * length <= lift)) {
            p->arc = ends | before;
            p->i = i;
            p->j = j;
            p->of_a = !of_b;
            p->edge = e;
            p->length = length;
            p->start = s;
            p->fall = fall;
            return true;
        }
        s += fall;
        j = of_b ? j_next : j;
        i = of_b ? i : i_next;
    }
    return false;
}

/* Whether an edge of the other core is, or may be, parallel to that of the place, and so part of the same face. */
C2D_INLINE bool is_joint(const c2d_ray *ray, const c2d_vec *a, const c2d_vec *b, const place *p)
{
    const c2d_vec *v = p->of_a ? b : a;
    uint32_t n = p->of_a ? ray->b->count : ray->a->count, i = p->of_a ? p->j : p->i;
    if (n == 1)
        return false;
    c2d_vec zero = {0, 0};
    return !c2d_parallel_filter(zero, p->edge, v[previous_of(i, n)], v[i]) ||
           !c2d_parallel_filter(zero, p->edge, v[i], v[next_of(i, n)]);
}

/* Whether all of b, grown, is certainly behind where a starts. */
C2D_INLINE bool is_behind(const c2d_ray *ray, double reach)
{
    c2d_vec origin = c2d_vertices(ray->a)[0], m = ray->motion;
    return c2d_least_along(ray->a, origin, m) + c2d_least_along(ray->b, origin, c2d_neg(m)) > reach;
}

C2D_INLINE verdict meet_corner(const c2d_job *j, const c2d_vec *a, const c2d_vec *b, const place *p, double reach,
                               c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec v = c2d_sub(b[p->j], a[p->i]);
    arc arc;
    verdict found = ray->radius > 0 ? meet_arc(ray, v, &arc) : DOUBT;
    if (found == HIT) {
        if (!c2d_surely_clear(ray, arc.normal, arc.clear))
            return DOUBT;
        write_corner(j, &arc, p->i, b[p->j], out);
    } else if (found == MISS) {
        return is_behind(ray, reach) || c2d_surely_clear(ray, c2d_ray_unit(c2d_sub(ray->motion, v)), 1) ? MISS : DOUBT;
    }
    return found;
}

/* How far a core reaches in one of the two directions of an axis. */
C2D_INLINE double reach_of(const c2d_shape *s, bool x_axis, double ahead)
{
    const c2d_vec *v = c2d_vertices(s);
    double most = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        most = c2d_max(most, (x_axis ? v[i].x : v[i].y) * ahead);
    return most;
}

static C2D_NOINLINE double stop_at_face(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                        c2d_vec normal)
{
    bool x_axis = normal.x != 0;
    double ahead = -(normal.x + normal.y), speed = fabs(x_axis ? motion.x : motion.y), t = -1;
    if (!rect)
        t = stop_at_wall(a->radius, b->radius, reach_of(a, x_axis, ahead), -reach_of(b, x_axis, -ahead), speed,
                         1 / speed);
    return t < 0 ? c2d_axis_stop(a, rect, motion, b, normal) : t;
}

C2D_INLINE verdict meet_face(const c2d_job *j, const c2d_vec *a, const c2d_vec *b, const place *p, double reach,
                             double margin, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec m = ray->motion, e = p->edge, outward = c2d_v(e.y, -e.x), corner = c2d_sub(b[p->j], a[p->i]);
    double length = p->length, approach = p->fall, offset = c2d_dot(outward, corner);
    double above = offset + ray->grown * length;
    if (above >= 0) /* the face is behind */
        return is_behind(ray, reach) ? MISS : DOUBT;
    c2d_vec normal = c2d_v(outward.x / length, outward.y / length);
    if (above < approach)
        return c2d_surely_clear(ray, normal, 1) ? MISS : DOUBT;
    double inverse = 1 / approach, clear = c2d_min(above * inverse, 1), sure = offset + ray->sure * length;
    int hits;
    if (ray->sure > 0) {
        double ee = length * length, ahead = c2d_dot(m, e), past = c2d_dot(corner, e);
        double first = clear * ahead - past, last = sure * inverse * ahead - past;
        hits = c2d_min(first, last) >= 0 && c2d_max(first, last) <= ee;
    } else {
        hits = (p->start > margin) & (p->start + p->fall < -margin);
    }
    if (!hits | (sure < approach) || is_joint(ray, a, b, p) || !c2d_surely_clear(ray, normal, clear))
        return DOUBT;
    double t;
    if (c2d_is_on_axis(normal)) {
        t = stop_at_face(ray->a, j->rect, m, ray->b, normal);
        if (t < 0)
            return DOUBT;
        t = c2d_max(t, clear);
    } else {
        t = stop_at(j, p->i, (offset + ray->radius * length) / approach, clear);
    }
    c2d_vec point = b[p->j];
    if (!p->of_a) {
        c2d_vec along = c2d_v(-normal.y, normal.x);
        double at = c2d_dot(c2d_sub(c2d_mul(m, t), corner), along);
        point = c2d_add(point, c2d_mul(along, c2d_min(c2d_max(at, 0), length)));
    }
    write_hit(out, t, c2d_add(point, c2d_mul(normal, ray->b->radius)), normal);
    return HIT;
}

C2D_INLINE verdict meet_cores(const c2d_job *j, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    c2d_vec m = ray->motion, origin = a[0];
    place p = {.i = 0, .j = 0};
    double speed = c2d_sqrt(c2d_dot(m, m)), reach = ray->grown * speed;
    double a_least = 0, a_most = 0, b_most = c2d_cross(m, c2d_sub(b[0], origin)), b_least = b_most;
    for (uint32_t i = 1; i < ray->a->count; i++) {
        double s = c2d_cross(m, c2d_sub(a[i], origin));
        p.i = s < a_least ? i : p.i;
        a_least = c2d_min(a_least, s);
        a_most = c2d_max(a_most, s);
    }
    for (uint32_t i = 1; i < ray->b->count; i++) {
        double s = c2d_cross(m, c2d_sub(b[i], origin));
        p.j = s > b_most ? i : p.j;
        b_least = c2d_min(b_least, s);
        b_most = c2d_max(b_most, s);
    }
    if ((b_most - a_least < -reach) | (b_least - a_most > reach))
        return MISS;
    if (ray->a->count * ray->b->count > 4 && c2d_stays_short(ray))
        return MISS;
    if (!find_place(ray, a, b, b_most - a_least, &p))
        return DOUBT;
    if (p.arc)
        return meet_corner(j, a, b, &p, reach, out);
    return meet_face(j, a, b, &p, reach, (ray->grown - ray->radius) * speed, out);
}

/* ---- cast ---- */

static C2D_NOINLINE c2d_status cast_boxes(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                          c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_job j = c2d_job_of(a, rect, motion, b, room);
    return conclude(&j, is_fit(&j.ray) ? meet_boxes(&j, out) : DOUBT, hits, out);
}

static C2D_NOINLINE c2d_status cast_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                          c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_job j = c2d_job_of(a, rect, motion, b, room);
    return conclude(&j, is_fit(&j.ray) ? meet_cores(&j, out) : DOUBT, hits, out);
}

C2D_INLINE bool is_aligned(const c2d_shape *s) { return (s->form == C2D_POINT) | (s->form == C2D_BOX); }

c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                    bool *hits, c2d_hit *out)
{
    if (a->form + b->form != C2D_POINT + C2D_POINT) {
        if (is_aligned(a) && is_aligned(b))
            return cast_boxes(a, rect, motion, b, room, hits, out);
        return cast_cores(a, rect, motion, b, room, hits, out);
    }
    c2d_job j = {disc_ray(a, motion, b), rect, room};
    return conclude(&j, !rect && is_fit(&j.ray) ? meet_disc(&j, out) : DOUBT, hits, out);
}
