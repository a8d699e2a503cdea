/* Sweeping and casting: whether a moving shape meets another, exactly, and when, where and with which normal.
 *
 * Moving a by s overlaps b where s is inside the difference b - a, grown by R = ra + rb: a cast is a ray from the
 * origin into it. In floating point it is grown by a margin more, so that whatever rounding does stays outside. The
 * kernels here answer where all is clear: a miss of what is grown by more, or a hit of what is grown by less. They
 * leave everything else to cast_exact.c. */
#include "../exact/no_vectorizer.h"

#include "cast_aligned.h"
#include "ray_arc.h"

#include <string.h>

/* ---- sweep ---- */

c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage)
{
    size_t n = (size_t)from->count + to->count;
    c2d_vec *hull = storage, *points = storage + n;
    memcpy(points, c2d_vertices(from), from->count * sizeof *points);
    memcpy(points + from->count, c2d_vertices(to), to->count * sizeof *points);
    c2d_shape_finish(out, hull, c2d_hull_into(hull, points, n), from->radius);
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

/* Up to t, when what is not grown is met, if one of two vertices of a is at a round number there and the way is clear,
 * exactly; else up to where it surely is. */
C2D_INLINE double stop_at(const c2d_cast_query *j, uint32_t i, uint32_t i_next, double t, double clear)
{
    const c2d_ray *ray = &j->ray;
    if (!c2d_is_round(ray, i, t) && !c2d_is_round(ray, i_next, t))
        return clear;
    return c2d_cast_is_clear_until(ray->a, j->rect, ray->motion, ray->b, j->room, t) ? t : clear;
}

C2D_INLINE c2d_status conclude(const c2d_cast_query *j, verdict found, bool *hits, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    if (found == DOUBT)
        return c2d_cast_exact(ray->a, j->rect, ray->motion, ray->b, j->room, hits, out);
    *hits = found == HIT;
    return C2D_OK;
}

/* Whether the kernels may be asked: a motion that is a number, and not so small that its products vanish. Below
 * C2D_GRAIN the roundings of c2d_check are far less than the margin. */
C2D_INLINE bool is_fit(const c2d_ray *ray)
{
    return c2d_dot(ray->motion, ray->motion) >= C2D_GRAIN * C2D_GRAIN && ray->scale <= C2D_LIMIT / 2;
}

/* ---- everything else ---- */

/* Where the ray meets the front of the difference, the chain of edges that face it: over the edge from the corner
 * b[j] - a[i], which is an edge of b, or of a reversed, or in the arc round that corner. */
typedef struct place {
    uint32_t i, j, i_next, j_next;
    bool of_a, arc;
    bool sure; /* rounding hides no other place: a mirror image, whose walk comes from the other side, finds this one */
    c2d_vec corner, next; /* the ends of the edge */
    c2d_vec edge;
    double length;
} place;

C2D_INLINE uint32_t next_of(uint32_t i, uint32_t n) { return i + 1 < n ? i + 1 : 0; }
C2D_INLINE uint32_t previous_of(uint32_t i, uint32_t n) { return i ? i - 1 : n - 1; }

/* The vertex at which the edges of a core that face the motion begin, near i, the one most to the left. Of vertices
 * that are as far to the left but for rounding the signs of the edges between them decide, as they do in the walk. A
 * core has its own sense: +1 for b, -1 for a, which is reversed. */
C2D_INLINE uint32_t first_facing(c2d_vec m, const c2d_vec *v, uint32_t n, uint32_t i, double sense)
{
    uint32_t steps = n > 1 ? n : 0;
    while (steps > 0 && sense * c2d_cross(m, c2d_sub(v[i], v[previous_of(i, n)])) < 0) {
        i = previous_of(i, n);
        steps--;
    }
    while (steps > 0 && !(sense * c2d_cross(m, c2d_sub(v[next_of(i, n)], v[i])) < 0)) {
        i = next_of(i, n);
        steps--;
    }
    return i;
}

/* Along the chain from the corner that is most to the left, down to the line of the motion. False if rounding hides
 * where that is. How far a corner is to the left is computed from its own coordinates, so its error, less than 8 u of
 * the scale times the speed, does not grow with the number of edges. A running sum of the edges' falls would: from
 * 177 edges on, all of which are rounded the same way, it exceeds the margin. */
C2D_INLINE bool find_place(const c2d_ray *ray, const c2d_vec *a, const c2d_vec *b, double margin, place *p)
{
    c2d_vec m = ray->motion;
    uint32_t n = ray->a->count, k = ray->b->count;
    uint32_t i = first_facing(m, a, n, p->i, -1), j = first_facing(m, b, k, p->j, 1);
    c2d_vec corner = c2d_sub(b[j], a[i]);
    double s = c2d_cross(m, corner);
    bool sure_before = true;
    for (uint64_t steps = (uint64_t)n + k; steps > 0; steps--) {
        uint32_t i_next = next_of(i, n), j_next = next_of(j, k);
        c2d_vec ea = c2d_sub(a[i], a[i_next]), eb = c2d_sub(b[j_next], b[j]);
        double fall_a = c2d_cross(m, ea), fall_b = c2d_cross(m, eb), turn = c2d_cross(eb, ea);
        bool of_b = (fall_b < 0) & ((fall_a >= 0) | (turn > 0));
        i_next = of_b ? i : i_next;
        j_next = of_b ? j_next : j;
        c2d_vec e = of_b ? eb : ea, next = c2d_sub(b[j_next], a[i_next]);
        double length = c2d_sqrt(c2d_dot(e, e)), lift = ray->radius * c2d_dot(m, e), s_next = c2d_cross(m, next);
        double start = s * length - lift, end = s_next * length - lift, blur = margin * length;
        int ends = !((of_b ? fall_b : fall_a) < 0), before = start < 0;
        if (ends | before | (end <= 0)) {
            bool arc = ends | before;
            bool sure = arc ? sure_before & (ends | (start < -blur)) : (start > blur) & (end < -blur);
            place found = {i, j, i_next, j_next, !of_b, arc, sure, corner, next, e, length};
            *p = found;
            return true;
        }
        sure_before = end > blur;
        s = s_next;
        corner = next;
        i = i_next;
        j = j_next;
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

/* Of no meaning unless it hits. */
C2D_INLINE void write_corner(const c2d_cast_query *j, const c2d_ray_arc *arc, uint32_t i, c2d_vec corner_of_b,
                             c2d_hit *out)
{
    c2d_vec normal = c2d_v(c2d_x(arc->normal), c2d_y(arc->normal));
    c2d_vec point = c2d_add(corner_of_b, c2d_mul(normal, j->ray.b->radius));
    write_hit(out, stop_at(j, i, i, arc->t, arc->clear), point, normal);
}

C2D_INLINE verdict meet_corner(const c2d_cast_query *j, const c2d_vec *a, const c2d_vec *b, const place *p,
                               double reach, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec v = c2d_sub(b[p->j], a[p->i]);
    if (!(ray->radius > 0))
        return DOUBT;
    c2d_ray_arc arc = c2d_ray_meet_arc(c2d_two(ray->motion.x, ray->motion.y), c2d_two(v.x, v.y), ray->radius,
                                       ray->scale, C2D_RAY_MARGIN * ray->scale);
    if (!arc.sure)
        return DOUBT;
    if (!arc.hits)
        return is_behind(ray, reach) || c2d_cast_is_surely_clear(ray, c2d_ray_unit(c2d_sub(ray->motion, v)), 1) ? MISS
                                                                                                                : DOUBT;
    if (!p->sure || !c2d_cast_is_surely_clear(ray, c2d_v(c2d_x(arc.normal), c2d_y(arc.normal)), arc.clear))
        return DOUBT;
    write_corner(j, &arc, p->i, b[p->j], out);
    return HIT;
}

C2D_INLINE verdict meet_face(const c2d_cast_query *j, const c2d_vec *a, const c2d_vec *b, const place *p, double reach,
                             c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    c2d_vec m = ray->motion, e = p->edge, outward = c2d_v(e.y, -e.x), corner = p->corner;
    double length = p->length, approach = c2d_cross(m, e);
    /* The ends of the edge have the same offset but for rounding; a mirror image swaps them. */
    double offset = c2d_max(c2d_dot(outward, corner), c2d_dot(outward, p->next));
    double above = offset + ray->grown * length;
    if (above >= 0) /* the face is behind */
        return is_behind(ray, reach) ? MISS : DOUBT;
    c2d_vec normal = c2d_v(outward.x / length, outward.y / length);
    if (above < approach)
        return c2d_cast_is_surely_clear(ray, normal, 1) ? MISS : DOUBT;
    double inverse = 1 / approach, clear = c2d_min(above * inverse, 1), sure = offset + ray->sure * length;
    if (!p->sure | (sure < approach) || is_joint(ray, a, b, p) || !c2d_cast_is_surely_clear(ray, normal, clear))
        return DOUBT;
    if (ray->sure > 0) {
        double ee = length * length, ahead = c2d_dot(m, e), past = c2d_dot(corner, e);
        double first = clear * ahead - past, last = sure * inverse * ahead - past;
        if (!(c2d_min(first, last) >= 0 && c2d_max(first, last) <= ee))
            return DOUBT;
    }
    double t;
    if (c2d_is_on_axis(normal)) {
        t = c2d_cast_axis_stop(ray->a, j->rect, m, ray->b, normal);
        if (t < 0)
            return DOUBT;
        t = c2d_max(t, clear);
    } else {
        t = stop_at(j, p->i, p->i_next, (offset + ray->radius * length) / approach, clear);
    }
    c2d_vec point = b[p->j];
    if (!p->of_a) {
        c2d_vec along = c2d_v(-normal.y, normal.x), at = c2d_mul(m, t);
        double after = c2d_dot(c2d_sub(at, corner), along), before = c2d_dot(c2d_sub(p->next, at), along);
        point = c2d_point_between(point, b[p->j_next], along, after, before);
    }
    write_hit(out, t, c2d_add(point, c2d_mul(normal, ray->b->radius)), normal);
    return HIT;
}

C2D_INLINE verdict meet_cores(const c2d_cast_query *j, c2d_hit *out)
{
    const c2d_ray *ray = &j->ray;
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    c2d_vec m = ray->motion, origin = a[0];
    place p = {.i = 0, .j = 0};
    double speed = c2d_sqrt(c2d_dot(m, m)), reach = ray->grown * speed, margin = (ray->grown - ray->radius) * speed;
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
    if ((uint64_t)ray->a->count * ray->b->count > 4 && c2d_ray_falls_short(ray))
        return MISS;
    if (!find_place(ray, a, b, margin, &p))
        return DOUBT;
    if (p.arc)
        return meet_corner(j, a, b, &p, reach, out);
    return meet_face(j, a, b, &p, reach, out);
}

/* ---- cast ---- */

static C2D_NOINLINE c2d_status cast_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                          c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_cast_query j = c2d_cast_query_of(a, rect, motion, b, room);
    return conclude(&j, is_fit(&j.ray) ? meet_cores(&j, out) : DOUBT, hits, out);
}

c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                    bool *hits, c2d_hit *out)
{
    uint32_t forms = a->form | b->form; /* odd: not both are aligned */
    if (forms & 1)
        return cast_cores(a, rect, motion, b, room, hits, out);
    if (forms)
        return c2d_cast_boxes(a, rect, motion, b, room, hits, out);
    if (rect)
        return c2d_cast_exact(a, rect, motion, b, room, hits, out);
    return c2d_cast_discs(a, rect, motion, b, room, hits, out);
}
