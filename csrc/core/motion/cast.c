/* Casting: whether a moving shape meets another one, exactly, and when, where and with which normal.
 *
 * The shape a, moved by s, overlaps b if s is inside the difference b - a, grown by R = ra + rb. A cast is therefore a
 * ray from the origin into that difference. In floating point the difference is grown by an additional margin, so that
 * a rounded stop is outside. The kernels of this file answer certain casts: a miss of a larger difference, or a hit of
 * a smaller one. All others go to cast_exact.c. */
#include "axis_stop.h"
#include "cast_kernels.h"
#include "ray_arc.h"

/* ---- answers ---- */

typedef enum outcome { UNSURE, MISS, HIT } outcome;

/* The sums turn -0 into +0. */
C2D_INLINE void write_hit(c2d_hit *out, double t, c2d_vec point, c2d_vec normal)
{
    out->t = t;
    out->point = point;
    out->normal = c2d_v(normal.x + 0.0, normal.y + 0.0);
    out->depth = 0;
}

/* The stop: t, at which a meets b without the margin, if one of two vertices of a has round coordinates there and the
 * sweep is clear, exactly; otherwise clear, up to which the sweep certainly is. */
C2D_INLINE double stop_at(const c2d_cast_query *query, uint32_t i, uint32_t i_next, double t, double clear)
{
    const c2d_ray *ray = &query->ray;
    if (!c2d_is_round(ray, i, t) && !c2d_is_round(ray, i_next, t))
        return clear;
    return c2d_cast_is_clear_until(ray->a, query->rect, ray->motion, ray->b, query->room, t) ? t : clear;
}

C2D_INLINE c2d_status conclude(const c2d_cast_query *query, outcome found, bool *hits, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    if (found == UNSURE)
        return c2d_cast_exact(ray->a, query->rect, ray->motion, ray->b, query->room, hits, out);
    *hits = found == HIT;
    return C2D_OK;
}

/* ---- cores at any angle ---- */

/* The part of the difference's front, the chain of edges that face the ray, that the ray crosses: the edge from the
 * corner b[j] - a[i], which is an edge of b, or of a reversed, or else the arc round that corner. */
typedef struct front_edge {
    uint32_t i, j, i_next, j_next;
    bool of_a, arc;
    bool sure; /* rounding allows no other edge; a mirror image, which walks from the other side, finds this one too */
    c2d_vec corner, next; /* the ends of the edge */
    c2d_vec edge;
    double length;
} front_edge;

C2D_INLINE uint32_t next_of(uint32_t i, uint32_t n) { return i + 1 < n ? i + 1 : 0; }
C2D_INLINE uint32_t previous_of(uint32_t i, uint32_t n) { return i ? i - 1 : n - 1; }

/* The vertex that is met first, of a core without an edge that faces the motion: a segment along it. */
static C2D_NOINLINE uint32_t foremost_of(c2d_vec m, const c2d_vec *v, uint32_t n, double sense)
{
    uint32_t i = 0;
    for (uint32_t k = 1; k < n; k++)
        i = sense * c2d_dot(m, c2d_sub(v[k], v[i])) < 0 ? k : i;
    return i;
}

/* The vertex at which the edges of a core that face the motion begin, near i, the leftmost vertex. If several vertices
 * are equally far to the left within rounding, the signs of the edges between them decide, as in the walk. sense: +1
 * for b, -1 for a, which is reversed. */
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
    return n > 1 && steps == 0 ? foremost_of(m, v, n, sense) : i;
}

/* Walks the front from its leftmost corner to the line of the motion. False if rounding hides the crossing. The
 * distance of a corner from that line is computed from the corner's own coordinates. Its error is less than 8 u of the
 * scale times the speed and does not grow with the number of edges. The error of a running sum of the edges' falls
 * would grow: it exceeds the margin from 177 edges on, if all of them are rounded in one direction. Lemma sides. */
C2D_INLINE bool find_front_edge(const c2d_ray *ray, const c2d_vec *a, const c2d_vec *b, double margin, front_edge *p)
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
        double start = s * length - lift, end = s_next * length - lift, error = margin * length;
        int ends = !((of_b ? fall_b : fall_a) < 0), before = start < 0;
        if (ends | before | (end <= 0)) {
            bool arc = ends | before;
            bool sure = arc ? sure_before & (ends | (start < -error)) : (start > error) & (end < -error);
            front_edge found = {i, j, i_next, j_next, !of_b, arc, sure, corner, next, e, length};
            *p = found;
            return true;
        }
        sure_before = end > error;
        s = s_next;
        corner = next;
        i = i_next;
        j = j_next;
    }
    return false;
}

/* Whether an edge of the other core may be parallel to the front edge, and so part of one face with it. */
C2D_INLINE bool is_joint(const c2d_ray *ray, const c2d_vec *a, const c2d_vec *b, const front_edge *p)
{
    const c2d_vec *v = p->of_a ? b : a;
    uint32_t n = p->of_a ? ray->b->count : ray->a->count, i = p->of_a ? p->j : p->i;
    if (n == 1)
        return false;
    c2d_vec zero = {0, 0};
    return !c2d_parallel_filter(zero, p->edge, v[previous_of(i, n)], v[i]) ||
           !c2d_parallel_filter(zero, p->edge, v[i], v[next_of(i, n)]);
}

/* Whether all of b, grown, is certainly behind the start of a. Lemma lateral. */
C2D_INLINE bool is_behind(const c2d_ray *ray, double reach)
{
    c2d_vec origin = c2d_vertices(ray->a)[0], m = ray->motion;
    return c2d_least_along(ray->a, origin, m) + c2d_least_along(ray->b, origin, c2d_neg(m)) > reach;
}

/* Writes the hit of an arc, which must hit. */
C2D_INLINE void write_corner(const c2d_cast_query *query, const c2d_ray_arc *arc, uint32_t i, c2d_vec corner_of_b,
                             c2d_hit *out)
{
    c2d_vec normal = c2d_v(lanes_x(arc->normal), lanes_y(arc->normal));
    c2d_vec point = c2d_add(corner_of_b, c2d_mul(normal, query->ray.b->radius));
    write_hit(out, stop_at(query, i, i, arc->t, arc->clear), point, normal);
}

/* Lemma arc. */
C2D_INLINE outcome meet_corner(const c2d_cast_query *query, const c2d_vec *a, const c2d_vec *b, const front_edge *p,
                               double reach, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    c2d_vec v = c2d_sub(b[p->j], a[p->i]);
    if (!(ray->radius > 0))
        return UNSURE;
    c2d_ray_arc arc = c2d_ray_meet_arc(lanes_pair(ray->motion.x, ray->motion.y), lanes_pair(v.x, v.y), ray->radius,
                                       ray->scale, C2D_RAY_MARGIN * ray->scale);
    if (!arc.sure)
        return UNSURE;
    if (!arc.hits)
        return is_behind(ray, reach) || c2d_cast_is_surely_clear(ray, c2d_ray_unit(c2d_sub(ray->motion, v)), 1)
                   ? MISS
                   : UNSURE;
    c2d_vec n = c2d_v(lanes_x(arc.normal), lanes_y(arc.normal));
    if (!p->sure || !c2d_cast_are_foremost(ray->a, a[p->i], ray->b, b[p->j], n, 1, ray->scale))
        return UNSURE;
    write_corner(query, &arc, p->i, b[p->j], out);
    return HIT;
}

/* Lemmas supports, face and crossing_is_a_hit. */
C2D_INLINE outcome meet_face(const c2d_cast_query *query, const c2d_vec *a, const c2d_vec *b, const front_edge *p,
                             double reach, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    c2d_vec m = ray->motion, e = p->edge, outward = c2d_v(e.y, -e.x), corner = p->corner;
    double length = p->length, approach = c2d_cross(m, e);
    /* The ends of the edge have one offset within rounding; a mirror image swaps them. */
    double offset = c2d_max(c2d_dot(outward, corner), c2d_dot(outward, p->next));
    double above = offset + ray->grown * length;
    if (above >= 0) /* the face is behind the origin */
        return is_behind(ray, reach) ? MISS : UNSURE;
    c2d_vec normal = c2d_v(outward.x / length, outward.y / length);
    bool foremost = c2d_cast_are_foremost(ray->a, a[p->i], ray->b, b[p->j], outward, length, ray->scale);
    if (above < approach)
        return foremost ? MISS : UNSURE;
    double inverse = 1 / approach, clear = c2d_min(above * inverse, 1), sure = offset + ray->sure * length;
    if (!p->sure | (sure < approach) | !foremost || is_joint(ray, a, b, p))
        return UNSURE;
    if (ray->sure > 0) {
        double ee = length * length, ahead = c2d_dot(m, e), past = c2d_dot(corner, e);
        double first = clear * ahead - past, last = sure * inverse * ahead - past;
        if (!(c2d_min(first, last) >= 0 && c2d_max(first, last) <= ee))
            return UNSURE;
    }
    double t;
    if (c2d_is_on_axis(normal)) {
        t = c2d_cast_axis_stop(ray->a, query->rect, m, ray->b, normal);
        if (t < 0)
            return UNSURE;
        t = c2d_max(t, clear);
    } else {
        t = stop_at(query, p->i, p->i_next, (offset + ray->radius * length) / approach, clear);
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

/* Lemma lateral. */
C2D_INLINE outcome meet_cores(const c2d_cast_query *query, c2d_hit *out)
{
    const c2d_ray *ray = &query->ray;
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    c2d_vec m = ray->motion, origin = a[0];
    front_edge p = {.i = 0, .j = 0};
    if (c2d_ray_falls_short(ray))
        return MISS;
    double speed2 = c2d_dot(m, m);
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
    double gap = c2d_max(a_least - b_most, b_least - a_most);
    if (c2d_opaque((gap > 0) & (gap * gap > ray->grown * ray->grown * speed2)))
        return MISS;
    double speed = c2d_sqrt(speed2), reach = ray->grown * speed, margin = (ray->grown - ray->radius) * speed;
    if (!find_front_edge(ray, a, b, margin, &p))
        return UNSURE;
    if (p.arc)
        return meet_corner(query, a, b, &p, reach, out);
    return meet_face(query, a, b, &p, reach, out);
}

/* ---- misses ---- */

/* Lemmas falls_short and lateral. */
bool c2d_cast_surely_misses(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, double gap, double aside2)
{
    double size = c2d_magnitude(motion), scale = c2d_cast_scale(a, b, size), margin = C2D_RAY_MARGIN * scale;
    double speed2 = c2d_dot(motion, motion), grown = a->radius + b->radius + margin;
    int misses = (gap > margin) | (aside2 > grown * grown * speed2);
    return misses & c2d_cast_is_in_range(speed2, scale) & !c2d_is_far_motion(size, scale);
}

/* ---- cast ---- */

C2D_NOINLINE c2d_status c2d_cast_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                       c2d_vec *room, bool *hits, c2d_hit *out)
{
    c2d_cast_query query = c2d_cast_query_of(a, rect, motion, b, room);
    if (c2d_is_far_motion(c2d_magnitude(motion), query.ray.scale))
        return c2d_cast_far(a, rect, motion, b, room, hits, out);
    return conclude(&query,
                    c2d_cast_is_in_range(c2d_dot(motion, motion), query.ray.scale) ? meet_cores(&query, out) : UNSURE,
                    hits, out);
}

C2D_INLINE c2d_status cast_forms(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                 c2d_vec *room, bool *hits, c2d_hit *out)
{
    uint32_t forms = a->form | b->form; /* odd: one of the cores is not aligned */
    if (forms == C2D_BOX)
        return c2d_cast_boxes(a, rect, motion, b, room, hits, out);
    if (!rect && forms > C2D_SEGMENT && (a->count == 2 || a->count == 4) && (b->count == 2 || b->count == 4))
        return c2d_cast_quads(a, rect, motion, b, room, hits, out);
    if (rect || forms > C2D_SEGMENT)
        return c2d_cast_cores(a, rect, motion, b, room, hits, out);
    return (forms == C2D_SEGMENT ? c2d_cast_segments : c2d_cast_discs)(a, rect, motion, b, room, hits, out);
}

/* The point of a ray's hit is the point moved, rounded once. */
static c2d_status put_point(const c2d_shape *a, c2d_vec motion, c2d_status status, const bool *hits, c2d_hit *out)
{
    if (!status && *hits) {
        int sure;
        double size = c2d_max(c2d_magnitude(a->v.own[0]), c2d_magnitude(motion));
        c2d_lanes point = c2d_lanes_along(lanes_load(a->v.own), lanes_pair(motion.x, motion.y), out->t, size, &sure);
        lanes_store(&out->point, point);
        if (!sure)
            out->point = c2d_point_along(a->v.own[0], motion, out->t);
    }
    return status;
}

c2d_status c2d_cast_ray_at_cores(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                 c2d_vec *room, bool *hits, c2d_hit *out)
{
    return put_point(a, motion, c2d_cast_cores(a, rect, motion, b, room, hits, out), hits, out);
}

/* A ray at a form without a kernel of its own, or one whose point has a rectangle. */
static C2D_NOINLINE c2d_status cast_other_ray(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion,
                                              const c2d_shape *b, c2d_vec *room, bool *hits, c2d_hit *out)
{
    return put_point(a, motion, cast_forms(a, rect, motion, b, room, hits, out), hits, out);
}

C2D_INLINE c2d_status cast_ray(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                               c2d_vec *room, bool *hits, c2d_hit *out)
{
    if (b->form == C2D_POINT && !rect)
        return c2d_cast_ray_at_disc(a, rect, motion, b, room, hits, out);
    if (b->form == C2D_CONVEX && b->radius == 0 && !rect)
        return c2d_cast_ray_at_polygon(a, rect, motion, b, room, hits, out);
    return cast_other_ray(a, rect, motion, b, room, hits, out);
}

const c2d_rect *c2d_reduced_rect(const c2d_shape *a, const c2d_rect *rect)
{
    c2d_vec zero = {0, 0};
    if (!rect || a->form != C2D_POINT || !c2d_same(a->v.own[0], rect->at))
        return rect;
    bool pivots = rect->anchor == C2D_BY_PIVOT || (rect->anchor == C2D_BY_TOPLEFT && rect->has_pivot);
    bool has_size = !c2d_same(rect->size, rect->anchor == C2D_BY_CORNERS ? rect->at : zero);
    return has_size || (pivots && !c2d_same(rect->pivot, zero)) ? rect : NULL;
}

/* Apart, so that the calls of c2d_cast are jumps. */
static C2D_NOINLINE c2d_status cast_rect(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                                         c2d_vec *room, bool *hits, c2d_hit *out)
{
    rect = c2d_reduced_rect(a, rect);
    return c2d_is_ray(a) ? cast_ray(a, rect, motion, b, room, hits, out)
                         : cast_forms(a, rect, motion, b, room, hits, out);
}

c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                    bool *hits, c2d_hit *out)
{
    if (rect)
        return cast_rect(a, rect, motion, b, room, hits, out);
    return c2d_is_ray(a) ? cast_ray(a, NULL, motion, b, room, hits, out)
                         : cast_forms(a, NULL, motion, b, room, hits, out);
}

/* ---- the boxes with which an index finds the candidates of a cast ---- */

/* Bounds how far before its bounds a shape may be hit, relative to the scale: c2d_cast stops short by up to 128 ulp,
 * which are 256 C2D_U. Both shapes contribute to the scale, so each box grows in proportion to its own coordinates, and
 * a shape far away does not slow down the casts among the others. Twice the 256 C2D_U also covers the roundings
 * below, which are below 4 C2D_U. */
#define EARLY (512 * C2D_U)

double c2d_cast_slack(double scale) { return EARLY * scale; }

c2d_bounds c2d_cast_target_bounds(const c2d_shape *s)
{
    double slack = c2d_cast_slack(c2d_scale_of_shape(s));
    c2d_bounds box = {c2d_v(s->min.x - slack, s->min.y - slack), c2d_v(s->max.x + slack, s->max.y + slack)};
    return box;
}

c2d_status c2d_cast_bounds(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out)
{
    c2d_shape end;
    c2d_status status = c2d_moved(&end, a, rect, motion, room);
    if (status)
        return status;
    double scale = c2d_max(c2d_scale_of_shape(a), c2d_scale_of_shape(&end));
    if (rect)
        scale = c2d_max(scale, c2d_scale_of_pivot(rect));
    double slack = EARLY * (scale + 2 * c2d_magnitude(motion) + C2D_GRAIN);
    /* The box of the moving shape is the union of its bounds at the start and at the rounded end, whose hull decides
     * the cast. The end is moved back by the motion. The union of both boxes, swept along the motion, covers the hull.
     */
    c2d_vec low = c2d_sub(end.min, motion), high = c2d_sub(end.max, motion);
    out->min = c2d_v(c2d_min(a->min.x, low.x) - slack, c2d_min(a->min.y, low.y) - slack);
    out->max = c2d_v(c2d_max(a->max.x, high.x) + slack, c2d_max(a->max.y, high.y) + slack);
    return C2D_OK;
}
