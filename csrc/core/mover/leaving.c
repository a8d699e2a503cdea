/* Whether a stuck mover only leaves what it overlaps. Of a single shape the normal of the contact decides. A body
 * leaves an obstacle as one solid, so that cuts between its pieces decide nothing: by the shortest of the ways that
 * take all pieces out of it. A way leads along the normal of a contact, across an edge of either shape, or out of a
 * round corner. A concave body may have pieces that such a way does not lead past the obstacle. Each of these leaves
 * alone. */
#include "push.h"

#include "../pair/minkowski.h"

#include <stdlib.h>

/* More directions are left out. */
#define MAX_DIRECTIONS 96

/* A unit vector has this error, so a motion against it by less may lead along the surface. */
#define UNIT_ERROR (8 * C2D_U)

/* Bounds the rounding of a way out. */
static double rounding_of(const c2d_mover *m, const c2d_shape *o)
{
    return C2D_MOVER_PROGRESS * (m->scale + c2d_scale_of_shape(o));
}

/* ---- one piece along one direction ---- */

static const c2d_stretch NO_STRETCH = {INFINITY, -INFINITY, C2D_INSIDE};

static bool is_empty(c2d_stretch s) { return !(s.from < s.to); }

/* Adds the part of the line s * u that is in the circle round a corner of the difference. */
static void add_corner(c2d_stretch *all, c2d_vec u, c2d_vec corner, double radius)
{
    double aside = c2d_cross(u, corner), along = c2d_dot(u, corner), half2 = radius * radius - aside * aside;
    if (half2 <= 0)
        return;
    all->from = c2d_min(all->from, along - sqrt(half2));
    all->to = c2d_max(all->to, along + sqrt(half2));
}

/* Adds the point at which the line crosses the side p q of the difference, moved outward by the radius. */
static void add_side(c2d_stretch *all, c2d_vec u, c2d_vec p, c2d_vec q, double radius)
{
    c2d_vec e = c2d_sub(q, p);
    double length = c2d_length_of(e);
    c2d_vec along = c2d_mul(e, 1 / length), n = c2d_v(along.y, -along.x);
    double toward = c2d_dot(n, u), s = (c2d_dot(n, p) + radius) / toward;
    double at = c2d_dot(along, c2d_sub(c2d_mul(u, s), p));
    if (fabs(toward) <= UNIT_ERROR || at < 0 || at > length)
        return;
    *(toward < 0 ? &all->from : &all->to) = toward < 0 ? c2d_min(all->from, s) : c2d_max(all->to, s);
}

/* Clips a line by the side p q of a sharp difference, which it may run along. */
static void clip_by_side(c2d_stretch *all, c2d_vec u, c2d_vec p, c2d_vec q, double rounding)
{
    c2d_vec e = c2d_sub(q, p);
    double length = c2d_length_of(e);
    c2d_vec n = c2d_v(e.y / length, -e.x / length);
    double toward = c2d_dot(n, u), height = c2d_max(c2d_dot(n, p), c2d_dot(n, q));
    if (fabs(toward) <= UNIT_ERROR && fabs(height) <= rounding && all->side == C2D_INSIDE)
        all->side = c2d_cross(u, n) < 0 ? C2D_ON_LEFT : C2D_ON_RIGHT;
    else if (fabs(toward) <= UNIT_ERROR)
        *all = height <= rounding ? NO_STRETCH : *all;
    else if (toward > 0)
        all->to = c2d_min(all->to, height / toward);
    else
        all->from = c2d_max(all->from, height / toward);
}

/* Whether the boxes of two shapes meet on no part of a way along u. */
static bool are_beside(const c2d_shape *s, const c2d_shape *o, c2d_vec u, double rounding)
{
    c2d_vec size = c2d_v((s->max.x - s->min.x) + (o->max.x - o->min.x), (s->max.y - s->min.y) + (o->max.y - o->min.y));
    double aside = fabs(c2d_cross(u, c2d_sub(c2d_middle(o), c2d_middle(s))));
    return aside > (size.x * fabs(u.y) + size.y * fabs(u.x)) / 2 + rounding;
}

/* Whether an obstacle without interior has no width across u either. It may be in a seam of pieces that move along u.
 */
static bool has_no_width(const c2d_shape *o, c2d_vec u, double rounding)
{
    const c2d_vec *v = c2d_vertices(o);
    return c2d_is_thin(o) && fabs(c2d_cross(u, c2d_sub(v[o->count - 1], v[0]))) <= rounding;
}

/* The part of the way along the unit vector u on which a shape overlaps an obstacle: the part of the line through the
 * origin that is inside the Minkowski difference; or, of an obstacle without width, that is in the closed difference.
 */
static c2d_stretch overlap_along(const c2d_shape *s, const c2d_shape *o, c2d_vec u, double rounding)
{
    double radius = s->radius + o->radius;
    c2d_stretch all = radius > 0 ? NO_STRETCH : (c2d_stretch){-INFINITY, INFINITY, C2D_INSIDE};
    c2d_walk w = c2d_walk_start(s, o);
    c2d_walk_edge edge;
    if (are_beside(s, o, u, rounding) || s->count + o->count + radius == 2)
        return NO_STRETCH;
    if (radius > 0)
        add_corner(&all, u, c2d_walk_vertex(&w, w.i, w.j), radius);
    while (c2d_walk_next(&w, &edge)) {
        c2d_vec p = c2d_walk_vertex(&w, edge.i, edge.j), q = c2d_walk_vertex(&w, edge.i_end, edge.j_end);
        if (radius > 0) {
            add_corner(&all, u, q, radius);
            add_side(&all, u, p, q, radius);
        } else {
            clip_by_side(&all, u, p, q, rounding);
        }
    }
    bool counts = (all.side == C2D_INSIDE || has_no_width(o, u, rounding)) && all.to - all.from > rounding;
    return counts ? all : NO_STRETCH;
}

/* ---- the body along one direction ---- */

static int compare_stretches(const void *a, const void *b)
{
    double x = ((const c2d_stretch *)a)->from, y = ((const c2d_stretch *)b)->from;
    return (x > y) - (x < y);
}

/* How far the body moves along u until no piece overlaps the obstacle, and none on the left and on the right of it
 * enclose it: a piece may enter it while another one is inside. Any number above `limit` if it is more than that. */
static double way_within(c2d_mover *m, const c2d_shape *o, c2d_vec u, double rounding, double limit)
{
    double ends[C2D_SIDE_COUNT] = {0, 0, 0};
    size_t later = 0; /* pieces that enter farther on */
    size_t count = c2d_mover_pieces_on_way(m, c2d_mover_reach(m, c2d_bounds_of(o), c2d_mul(u, -limit - 2 * rounding)));
    for (size_t j = 0; j < count; j++) {
        c2d_stretch s = overlap_along(&m->pose->pieces[m->way_pieces.list[j]].shape, o, u, rounding);
        if (s.from <= rounding)
            ends[s.side] = c2d_max(ends[s.side], s.to);
        else if (!is_empty(s))
            m->stretches[later++] = s;
    }
    if (later > 1)
        qsort(m->stretches, later, sizeof *m->stretches, compare_stretches);
    for (size_t i = 0, known;;) {
        double way = c2d_max(ends[C2D_INSIDE], c2d_min(ends[C2D_ON_LEFT], ends[C2D_ON_RIGHT]));
        for (known = i; i < later && m->stretches[i].from <= way + rounding; i++)
            ends[m->stretches[i].side] = c2d_max(ends[m->stretches[i].side], m->stretches[i].to);
        if (i == known)
            return way;
    }
}

/* ---- directions ---- */

typedef struct direction_list {
    c2d_vec list[MAX_DIRECTIONS];
    int count;
} direction_list;

static void add_direction(direction_list *d, c2d_vec u)
{
    for (int i = 0; i < d->count; i++)
        if (c2d_magnitude(c2d_sub(u, d->list[i])) < 1e-9)
            return;
    if (d->count < MAX_DIRECTIONS)
        d->list[d->count++] = u;
}

/* The normal of an overlap or a touch of the obstacle. */
static bool add_contact(direction_list *d, const c2d_shape *s, const c2d_shape *o)
{
    c2d_contact c;
    if (!c2d_find_contact(s, o, &c))
        return false;
    add_direction(d, c.normal);
    return c.depth > 0;
}

static void add_edges(direction_list *d, const c2d_shape *s, double side)
{
    for (uint32_t i = 0; i < c2d_push_edges(s); i++)
        add_direction(d, c2d_mul(c2d_edge_normal(s, i), side));
}

/* Out of a concentric disc all ways are equally short. One of these leads along any motion. */
static void add_axes(direction_list *d)
{
    add_direction(d, c2d_v(1, 0));
    add_direction(d, c2d_v(-1, 0));
    add_direction(d, c2d_v(0, 1));
    add_direction(d, c2d_v(0, -1));
}

/* The directions out of the round corners that the piece is inside of. */
static void add_round_corners(direction_list *d, const c2d_shape *s, const c2d_shape *o)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o);
    double radius = s->radius + o->radius;
    for (uint32_t i = 0; i < s->count && i < C2D_PUSH_MAX_EDGES && radius > 0; i++)
        for (uint32_t k = 0; k < o->count && k < C2D_PUSH_MAX_EDGES; k++) {
            c2d_vec out = c2d_sub(v[i], w[k]);
            double length = c2d_length_of(out);
            if (length > 0 && length < radius)
                add_direction(d, c2d_mul(out, 1 / length));
            else if (length == 0)
                add_axes(d);
        }
}

/* The directions out of the obstacle and along its contacts. True if a piece overlaps it. */
static bool find_directions(c2d_mover *m, const c2d_shape *o, direction_list *d)
{
    bool overlaps = false;
    d->count = 0;
    size_t count = c2d_mover_pieces_on_way(m, c2d_bounds_of(o));
    for (size_t j = 0; j < count; j++)
        overlaps |= add_contact(d, &m->pose->pieces[m->way_pieces.list[j]].shape, o);
    add_edges(d, o, 1);
    return overlaps;
}

/* The directions out of the pieces that a way of this length may lead past the obstacle. */
static void find_directions_of_pieces(c2d_mover *m, const c2d_shape *o, double length, direction_list *d)
{
    size_t count = c2d_mover_pieces_on_way(m, c2d_grown_bounds(c2d_bounds_of(o), length));
    for (size_t j = 0; j < count && d->count < MAX_DIRECTIONS; j++) {
        const c2d_shape *piece = &m->pose->pieces[m->way_pieces.list[j]].shape;
        add_edges(d, piece, -1);
        add_round_corners(d, piece, o);
    }
}

/* ---- the shortest ways out ---- */

/* Measures the ways from the index `first` on, up to a limit. */
static void measure_ways(c2d_mover *m, const c2d_shape *o, const direction_list *d, int first, double limit,
                         double *ways, double *shortest)
{
    for (int i = first; i < d->count; i++) {
        ways[i] = way_within(m, o, d->list[i], rounding_of(m, o), limit);
        if (ways[i] <= limit)
            *shortest = c2d_min(*shortest, ways[i]);
    }
}

static void find_ways_out(c2d_mover *m, const c2d_shape *o, c2d_ways_out *out)
{
    direction_list d;
    double ways[MAX_DIRECTIONS], rounding = rounding_of(m, o);
    bool overlaps = find_directions(m, o, &d);
    *out = (c2d_ways_out){.known = true, .offset = m->pose->offset, .length = INFINITY};
    /* A long way past many pieces is measured only as far as the shortest one. */
    double limit = c2d_max(rounding, c2d_max(o->max.x - o->min.x, o->max.y - o->min.y)) / 2;
    do {
        limit *= 2;
        measure_ways(m, o, &d, 0, limit + rounding, ways, &out->length);
    } while (out->length > limit && d.count > 0);
    int own = d.count;
    find_directions_of_pieces(m, o, out->length + 2 * rounding, &d);
    measure_ways(m, o, &d, own, out->length + rounding, ways, &out->length);
    bool is_inside = overlaps || out->length > rounding; /* or pieces surround a thin obstacle */
    for (int i = 0; i < d.count && is_inside && out->count < C2D_MAX_WAYS_OUT; i++)
        if (ways[i] <= out->length + rounding)
            out->list[out->count++] = d.list[i];
}

/* The shortest ways of the mover out of an obstacle; NULL if it is not inside. */
static const c2d_ways_out *ways_out_of(c2d_mover *m, const c2d_shape *o)
{
    size_t i = m->ways_out ? c2d_obstacle_set_index(&m->overlapped, o) : SIZE_MAX;
    if (i == SIZE_MAX)
        return NULL;
    c2d_ways_out *out = &m->ways_out[i];
    if (!out->known || !c2d_same(out->offset, m->pose->offset))
        find_ways_out(m, o, out);
    return out->count > 0 ? out : NULL;
}

/* Whether the end of a way out has the whole piece on the far side of a line across it. */
static bool takes_out(const c2d_mover *m, size_t piece, const c2d_shape *o, const c2d_ways_out *out, c2d_vec u)
{
    double distance = c2d_push_separating_distance(&m->pose->pieces[piece].shape, o, u);
    return distance <= out->length + 2 * rounding_of(m, o);
}

c2d_status c2d_mover_prepare_leaving(c2d_mover *m)
{
    if (m->overlapped.count == 0)
        return C2D_OK;
    m->ways_out = c2d_new_array(m->overlapped.count, sizeof *m->ways_out);
    m->stretches = c2d_new_array(m->count, sizeof *m->stretches);
    m->way_pieces.list = c2d_new_array(m->count, sizeof *m->way_pieces.list);
    if (!m->ways_out || !m->stretches || !m->way_pieces.list)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < m->overlapped.count; i++)
        m->ways_out[i].known = false;
    return C2D_OK;
}

bool c2d_mover_leaves(c2d_mover *m, size_t piece, c2d_vec d, const c2d_shape *o, bool inside, c2d_vec *normal)
{
    bool is_single = m->count == 1;
    if (is_single && (!inside || c2d_dot(d, *normal) >= 0))
        return inside;
    const c2d_ways_out *out = ways_out_of(m, o);
    double fastest = -INFINITY;
    c2d_vec best = *normal;
    for (int i = 0; out && i < out->count; i++) {
        double speed = c2d_dot(d, out->list[i]);
        if (speed > fastest && takes_out(m, piece, o, out, out->list[i])) {
            fastest = speed;
            best = out->list[i];
        }
    }
    if (fastest == -INFINITY)
        return inside && c2d_dot(d, *normal) >= 0;
    *normal = inside ? best : *normal;
    return fastest >= -UNIT_ERROR * c2d_length_of(d);
}
