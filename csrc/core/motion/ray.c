/* Where a ray enters the grown difference: closed forms for a disc, a box and a segment, and a walk round the faces for
 * all other shapes. */
#include "ray.h"

/* ---- faces ---- */

static c2d_vec edge_vector(const c2d_vec *a, const c2d_vec *b, const c2d_walk_edge *e)
{
    return e->owner == C2D_OF_A ? c2d_sub(a[e->i], a[e->i_end]) : c2d_sub(b[e->j_end], b[e->j]);
}

/* Lemma supports. */
c2d_ray_face c2d_ray_face_of(const c2d_ray *ray, const c2d_walk_edge *edge)
{
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    c2d_vec along = edge_vector(a, b, edge);
    c2d_ray_face f = {.edge = *edge, .out = c2d_v(along.y, -along.x), .length = sqrt(c2d_dot(along, along))};
    f.p = c2d_sub(b[edge->j], a[edge->i]);
    f.q = c2d_sub(b[edge->j_end], a[edge->i_end]);
    f.approach = c2d_dot(f.out, ray->motion);
    /* The offsets of the ends differ by rounding. A mirror image swaps the ends and keeps the greater offset. */
    f.offset = c2d_max(c2d_dot(f.out, f.p), c2d_dot(f.out, f.q));
    return f;
}

bool c2d_ray_is_over_face(const c2d_ray *ray, const c2d_ray_face *f, double t)
{
    c2d_vec at = c2d_mul(ray->motion, t), along = c2d_v(-f->out.y, f->out.x);
    return c2d_dot(along, c2d_sub(at, f->p)) >= 0 && c2d_dot(along, c2d_sub(at, f->q)) <= 0;
}

int c2d_ray_compare_approach(const c2d_ray_face *f, const c2d_ray_face *g)
{
    double f_approach = f->approach * g->length, g_approach = g->approach * f->length;
    return (f_approach < g_approach) - (f_approach > g_approach);
}

bool c2d_ray_prefers(const c2d_ray *ray, const c2d_ray_face *f, const c2d_ray_face *g)
{
    double f_x = fabs(ray->swapped ? f->out.y : f->out.x) * g->length;
    double g_x = fabs(ray->swapped ? g->out.y : g->out.x) * f->length;
    return f_x == g_x ? (c2d_cross(ray->motion, f->out) > 0) != ray->mirrored : f_x > g_x;
}

/* ---- corners ---- */

/* The ray against the circle round the corner v. A miss is sure if it is by one more margin, as rounding may also
 * decide which corner is met. Without branches, which would be mispredicted. Lemma arc. */
static inline void meet_corner(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_vec m = ray->motion, v = e->v, end = c2d_sub(m, v);
    double mm = c2d_dot(m, m), ahead = c2d_dot(v, m), aside = c2d_cross(m, v), aside2 = aside * aside;
    double rest = ray->grown * ray->grown * mm - aside2, sure2 = ray->sure * ray->sure;
    e->corner = true;
    e->half = sqrt(c2d_max(rest, 0));
    e->t = (ahead - e->half) / mm;
    e->miss = (ray->wide * ray->wide * mm < aside2) | (e->t > 1);
    int reaches = (ahead >= 0) & (ahead <= mm);
    e->hit = (ray->sure > 0) & (sure2 * mm > aside2) & (reaches | (c2d_dot(end, end) < sure2));
}

/* The corner that the motion meets first: the one farthest back. */
static void find_foremost(const c2d_ray *ray, c2d_ray_entry *e)
{
    const c2d_vec *a = c2d_vertices(ray->a), *b = c2d_vertices(ray->b);
    e->i = e->j = 0;
    for (uint32_t i = 1; i < ray->a->count; i++)
        if (c2d_dot(c2d_sub(a[i], a[e->i]), ray->motion) > 0)
            e->i = i;
    for (uint32_t j = 1; j < ray->b->count; j++)
        if (c2d_dot(c2d_sub(b[j], b[e->j]), ray->motion) < 0)
            e->j = j;
    e->v = c2d_sub(b[e->j], a[e->i]);
}

void c2d_ray_meet_front(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_ray_entry front;
    find_foremost(ray, &front);
    double speed = c2d_ray_speed(ray);
    e->front_t = (c2d_dot(front.v, ray->motion) / speed - ray->grown) / speed;
    e->t = c2d_max(e->line_t, e->front_t);
}

static void enter_corner(const c2d_ray *ray, c2d_ray_entry *e)
{
    e->corner = true;
    if (ray->radius > 0)
        meet_corner(ray, e);
    else
        c2d_ray_meet_front(ray, e);
}

static void enter_foremost(const c2d_ray *ray, c2d_ray_entry *e)
{
    find_foremost(ray, e);
    enter_corner(ray, e);
}

/* ---- two points ---- */

static void enter_disc(const c2d_ray *ray, c2d_ray_entry *e)
{
    e->i = e->j = 0;
    e->v = c2d_sub(ray->b->v.own[0], ray->a->v.own[0]);
    meet_corner(ray, e);
    /* If the circle is behind, the ray can hit nothing else. */
    e->miss |= c2d_dot(e->v, ray->motion) + e->half < 0;
    /* Only a rectangle whose size is rounded away at the start, but perhaps not at the end, comes this way. */
    if (ray->radius == 0)
        c2d_ray_meet_front(ray, e);
}

/* ---- two axis-aligned cores ---- */

/* They have so few vertices that their cast is a canonical image: 0 <= motion.y <= motion.x, and motion.x is not 0. */

/* The difference on one axis. */
typedef struct slab {
    double near_side, far_side, speed;
    double in, out; /* when the ray enters and leaves the grown slab */
} slab;

static inline slab slab_of(double lo, double hi, double motion, double grown)
{
    slab s = {lo, hi, motion, -INFINITY, INFINITY};
    double in = s.near_side - grown, out = s.far_side + grown;
    if (s.speed > 0) {
        s.in = in / s.speed;
        s.out = out / s.speed;
    } else if (in > 0 || out < 0) {
        s.in = INFINITY;
    }
    return s;
}

/* When the motion surely is inside the slab: in and out of a slab that is grown by less. */
static inline slab surely(const slab *s, double sure)
{
    slab t = *s;
    double in = s->near_side - sure, out = s->far_side + sure;
    if (s->speed > 0) {
        t.in = in / s->speed;
        t.out = out / s->speed;
    } else if (in >= 0 || out <= 0) {
        t.in = INFINITY;
    }
    return t;
}

static inline uint32_t box_vertex(bool right, bool upper) { return upper ? (right ? 2 : 3) : (right ? 1 : 0); }

/* The face across an axis through which the ray enters, as an edge of both boxes. */
static inline c2d_walk_edge box_edge(const c2d_ray *ray, bool x_axis)
{
    uint32_t of_b = x_axis ? 3 : 0, of_a = (of_b + 2) & 3;
    bool a_box = ray->a->form == C2D_BOX, b_box = ray->b->form == C2D_BOX;
    c2d_walk_edge e = {a_box ? of_a : 0, b_box ? of_b : 0, a_box ? (of_a + 1) & 3 : 0, b_box ? (of_b + 1) & 3 : 0,
                       a_box && b_box ? C2D_OF_NEITHER
                       : a_box        ? C2D_OF_A
                                      : C2D_OF_B};
    return e;
}

/* Lemma slabs. */
static void enter_box(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_shape const *a = ray->a, *b = ray->b;
    c2d_vec m = ray->motion, alo = a->v.own[0], ahi = a->form == C2D_BOX ? a->v.own[2] : alo;
    c2d_vec blo = b->v.own[0], bhi = b->form == C2D_BOX ? b->v.own[2] : blo;
    c2d_vec lo = c2d_sub(blo, ahi), hi = c2d_sub(bhi, alo);
    slab x = slab_of(lo.x, hi.x, m.x, ray->grown), y = slab_of(lo.y, hi.y, m.y, ray->grown);
    double in = c2d_max(x.in, y.in), out = c2d_min(x.out, y.out);
    e->miss = c2d_max(in, 0) > c2d_min(out, 1);
    if (e->miss)
        return;
    bool x_axis = x.in > y.in;
    e->has_face = true;
    e->face = box_edge(ray, x_axis);
    e->t = e->line_t = in;
    double across = in * (x_axis ? m.y : m.x), low = x_axis ? lo.y : lo.x, high = x_axis ? hi.y : hi.x;
    bool over = (across >= low) & (across <= high);
    e->normal = x_axis ? c2d_v(-1, 0) : c2d_v(0, -1);
    if (ray->sure > 0 && over) {
        const slab *s = x_axis ? &x : &y;
        double t = (s->near_side - ray->sure) / s->speed, at = t * (x_axis ? m.y : m.x);
        e->hit = (t >= 0) & (t <= 1) & (at >= low) & (at <= high);
    } else if (!(ray->sure > 0)) {
        slab sure_x = surely(&x, ray->sure), sure_y = surely(&y, ray->sure);
        e->hit = c2d_max(c2d_max(sure_x.in, sure_y.in), 0) < c2d_min(c2d_min(sure_x.out, sure_y.out), 1);
    }
    if (ray->radius == 0) {
        double sharp_x = x.near_side / x.speed;
        double sharp_y = y.speed > 0 ? y.near_side / y.speed : -INFINITY;
        bool sharp = sharp_x >= sharp_y;
        e->has_sharp = true;
        e->has_rival = sharp_x == sharp_y && x.speed == y.speed;
        e->sharp = box_edge(ray, sharp);
        e->rival = box_edge(ray, !sharp);
        e->sharp_t = sharp ? sharp_x : sharp_y;
        double at = e->sharp_t * (sharp ? m.y : m.x);
        e->over = sharp ? (at >= lo.y) & (at <= hi.y) : (at >= lo.x) & (at <= hi.x);
        e->normal = sharp ? c2d_v(-1, 0) : c2d_v(0, -1);
    }
    if (!over) {
        bool right = !x_axis && across > high, upper = x_axis && across > high;
        e->j = b->form == C2D_BOX ? box_vertex(right, upper) : 0;
        e->i = a->form == C2D_BOX ? box_vertex(!right, !upper) : 0;
        e->v = c2d_v(right ? hi.x : lo.x, upper ? hi.y : lo.y);
        enter_corner(ray, e);
    }
}

/* ---- a point and a segment ---- */

/* Lemmas supports and face. */
static void enter_segment(const c2d_ray *ray, c2d_ray_entry *e)
{
    bool of_b = ray->b->form == C2D_SEGMENT;
    c2d_walk_edge forth = {0, 0, of_b ? 0 : 1, of_b ? 1 : 0, of_b ? C2D_OF_B : C2D_OF_A};
    c2d_ray_face f = c2d_ray_face_of(ray, &forth);
    double thick = ray->grown * f.length, error = c2d_approach_error(f.out, ray->motion);
    if (fabs(f.approach) <= error) {
        e->miss = fabs(f.offset) > thick;
        if (!e->miss)
            enter_foremost(ray, e);
        return;
    }
    e->face = forth;
    if (f.approach > 0) {
        c2d_walk_edge back = {forth.i_end, forth.j_end, 0, 0, forth.owner};
        e->face = back;
        f = c2d_ray_face_of(ray, &back);
    }
    e->normal = c2d_v(f.out.x / f.length, f.out.y / f.length);
    double toward = -f.approach, behind = -f.offset; /* < 0: past the line at the start */
    e->t = e->line_t = (behind - thick) / toward;
    e->miss = e->t > 1 || behind + thick < 0;
    if (e->miss)
        return;
    e->has_face = true;
    c2d_vec along = c2d_v(-f.out.y, f.out.x), at = c2d_mul(ray->motion, e->t);
    double past = c2d_dot(along, c2d_sub(at, f.p)), left = c2d_dot(along, c2d_sub(f.q, at));
    if (ray->sure > 0) {
        double t = (behind - ray->sure * f.length) / toward;
        e->hit = t >= 0 && t <= 1 && c2d_ray_is_over_face(ray, &f, t);
    } else if (ray->radius == 0) {
        /* A sure hit crosses the line by more than the margin, and between the ends by more than the slip: the margin
         * moves the crossing by that much along the edge if the lines cross at a small angle. */
        double margin = ray->grown * f.length, t = behind / toward,
               slip = margin * c2d_ray_speed(ray) * f.length / toward;
        c2d_vec crossing = c2d_mul(ray->motion, t);
        double after = c2d_dot(along, c2d_sub(crossing, f.p)), before = c2d_dot(along, c2d_sub(f.q, crossing));
        e->hit = behind > margin && toward - behind > margin && c2d_min(after, before) > 2 * slip;
        e->over = c2d_min(after, before) >= 0;
        e->has_sharp = true;
        e->sharp = e->face;
        e->sharp_t = t;
    }
    if (past < 0 || left < 0) {
        e->i = past < 0 ? e->face.i : e->face.i_end;
        e->j = past < 0 ? e->face.j : e->face.j_end;
        e->v = past < 0 ? f.p : f.q;
        enter_corner(ray, e);
    }
}

/* ---- all other shapes ---- */

/* Cyrus and Beck's clipping against the lines of the faces, moved outward by the grown radius. A sure hit is clipped by
 * the lines moved outward by less than the radius, or inward. */
typedef struct clip {
    double in, out, sure_in, sure_out, sharp_in;
    bool outside, unsure; /* for a face parallel to the ray: surely outside; not surely inside */
} clip;

/* Clips the ray by a face. If rounding hides whether the motion approaches the face, the margin covers the approach,
 * and the face counts as parallel. Lemma supports. */
static inline void meet_face(const c2d_ray *ray, const c2d_walk *w, const c2d_walk_edge *edge, clip *c,
                             c2d_ray_entry *e)
{
    c2d_vec along = edge_vector(w->a, w->b, edge), out = c2d_v(along.y, -along.x);
    double length = sqrt(c2d_dot(along, along)), approach = c2d_dot(out, ray->motion);
    double offset = c2d_max(c2d_dot(out, c2d_walk_vertex(w, edge->i, edge->j)),
                            c2d_dot(out, c2d_walk_vertex(w, edge->i_end, edge->j_end)));
    double grown = offset + ray->grown * length, sure = offset + ray->sure * length;
    if (fabs(approach) <= c2d_approach_error(out, ray->motion)) {
        c->outside |= grown < 0;
        c->unsure |= !(sure > 0);
        return;
    }
    double inverse = 1 / approach, t = grown * inverse, sure_t = sure * inverse;
    if (approach > 0) {
        c->out = c2d_min(c->out, t);
        c->sure_out = c2d_min(c->sure_out, sure_t);
        return;
    }
    c->sure_in = c2d_max(c->sure_in, sure_t);
    if (t > c->in) {
        c->in = t;
        e->face = *edge;
        e->has_face = true;
    }
    if (ray->radius > 0)
        return;
    double sharp = offset / approach;
    int order = (sharp > c->sharp_in) - (sharp < c->sharp_in);
    if (order == 0) {
        c2d_ray_face f = c2d_ray_face_of(ray, edge), g = c2d_ray_face_of(ray, &e->sharp);
        order = c2d_ray_compare_approach(&f, &g);
        if (order == 0) {
            e->rival = *edge;
            e->has_rival = true;
        }
    }
    if (order > 0) {
        e->sharp_t = c->sharp_in = sharp;
        e->sharp = *edge;
        e->has_sharp = true;
        e->has_rival = false;
    }
}

/* Finds the entry of a ray that is beyond the ends of the face whose line it crosses last: another face that is nearly
 * in line with that face, or else the nearest corner. */
static void find_corner(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_walk w = c2d_walk_start(ray->a, ray->b);
    c2d_walk_edge edge;
    /* Much farther away, rounding makes all corners equally near. */
    c2d_vec at = c2d_mul(ray->motion, c2d_max(e->t, -4 * ray->scale / c2d_ray_speed(ray)));
    c2d_vec nearest = {INFINITY, INFINITY};
    double in = -INFINITY;
    while (c2d_walk_next(&w, &edge)) {
        c2d_ray_face f = c2d_ray_face_of(ray, &edge);
        double t = f.approach < 0 ? (f.offset + ray->grown * f.length) / f.approach : -INFINITY;
        if (t > in && c2d_ray_is_over_face(ray, &f, t)) {
            in = t;
            e->face = edge;
        }
        /* Two corners of a small shape may be equally far from a great circle, but for a rounding of their distances:
         * the difference of the squares is computed from their own. */
        c2d_vec gap = c2d_sub(f.p, at);
        if (nearest.x == INFINITY || c2d_dot(c2d_sub(f.p, e->v), c2d_add(gap, nearest)) < 0) {
            nearest = gap;
            e->i = edge.i;
            e->j = edge.j;
            e->v = f.p;
        }
    }
    e->corner = in == -INFINITY;
    if (!e->corner)
        e->t = e->line_t = in;
}

/* A ray that misses the circle round a corner misses the difference, if it is that corner that it comes to. Rounding
 * may choose another one: of several that are near each other and far away, or where two faces are nearly in line with
 * the ray. Then it passes within two margins of the right one, or of one behind, and the miss is not sure: the foremost
 * of these takes the corner's place. */
static void doubt_miss(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_walk w = c2d_walk_start(ray->a, ray->b);
    c2d_walk_edge edge;
    double speed2 = c2d_dot(ray->motion, ray->motion), speed = c2d_sqrt(speed2), foremost = INFINITY;
    while (c2d_walk_next(&w, &edge)) {
        c2d_vec v = c2d_walk_vertex(&w, edge.i, edge.j);
        double aside = c2d_cross(ray->motion, v), ahead = c2d_dot(ray->motion, v);
        if (aside * aside > ray->wide * ray->wide * speed2 || !(ahead < foremost))
            continue;
        foremost = ahead;
        e->i = edge.i;
        e->j = edge.j;
        e->v = v;
    }
    if (foremost < INFINITY) {
        meet_corner(ray, e);
        e->miss = foremost > speed2 + ray->wide * speed; /* beyond the end */
    }
}

/* After it crosses the line of its last face, the ray is inside the difference, or beyond an end of the face. In the
 * latter case it meets the circle round that corner or nothing: it can leave the region between the lines and the
 * normals of the two faces at the corner only through the circle or through the other line, and then never returns.
 * Lemmas supports and face. */
static void enter_faces(const c2d_ray *ray, c2d_ray_entry *e)
{
    c2d_walk w = c2d_walk_start(ray->a, ray->b);
    c2d_walk_edge edge;
    clip c = {-INFINITY, INFINITY, -INFINITY, INFINITY, -INFINITY, false, false};
    while (c2d_walk_next(&w, &edge))
        meet_face(ray, &w, &edge, &c, e);
    e->miss = c.outside || c2d_max(c.in, 0) > c2d_min(c.out, 1);
    if (e->miss)
        return;
    e->t = e->line_t = c.in;
    if (!(ray->sure > 0))
        e->hit = !c.unsure && c2d_max(c.sure_in, 0) < c2d_min(c.sure_out, 1);
    if (!e->has_face) {
        enter_foremost(ray, e);
        return;
    }
    c2d_ray_face f = c2d_ray_face_of(ray, &e->face);
    if (!c2d_ray_is_over_face(ray, &f, e->t)) {
        find_corner(ray, e);
        f = c2d_ray_face_of(ray, &e->face);
    }
    if (e->has_sharp) {
        c2d_ray_face sharp = c2d_ray_face_of(ray, &e->sharp);
        e->over = c2d_ray_is_over_face(ray, &sharp, e->sharp_t);
        e->normal = c2d_ray_unit(sharp.out);
    } else {
        e->normal = c2d_ray_unit(f.out);
    }
    if (e->corner) {
        enter_corner(ray, e);
        if (e->miss)
            doubt_miss(ray, e);
    } else if (ray->sure > 0) {
        double t = (f.offset + ray->sure * f.length) / f.approach;
        e->hit = t >= 0 && t <= 1 && c2d_ray_is_over_face(ray, &f, t);
    }
}

static bool is_aligned(const c2d_shape *s) { return s->form == C2D_POINT || s->form == C2D_BOX; }

void c2d_ray_enter(const c2d_ray *ray, c2d_ray_entry *e)
{
    uint32_t a = ray->a->form, b = ray->b->form;
    e->miss = e->hit = e->corner = e->has_face = e->has_sharp = e->has_rival = e->over = false;
    e->t = e->line_t = -INFINITY;
    if (a + b == C2D_POINT + C2D_POINT)
        enter_disc(ray, e);
    else if (a + b == C2D_POINT + C2D_SEGMENT)
        enter_segment(ray, e);
    else if (is_aligned(ray->a) && is_aligned(ray->b))
        enter_box(ray, e);
    else
        enter_faces(ray, e);
}
