/* The search for the axis that separates the shapes for the longest part of a turn: among all edges, or, for shapes of
 * many vertices, among those near the closest points. Round shapes also have axes between their corners. */
#include "turn.h"

#include "../exact/step_counter.h"

/* ---- gaps ---- */

/* The least of n . v, and the vertex that has it. */
C2D_INLINE double least_along(const c2d_vec *v, uint32_t count, c2d_vec origin, c2d_vec n, uint32_t *index)
{
    double least = c2d_dot(c2d_sub(v[0], origin), n);
    *index = 0;
    for (uint32_t i = 1; i < count; i++) {
        double h = c2d_dot(c2d_sub(v[i], origin), n);
        *index = h < least ? i : *index;
        least = c2d_min(h, least);
    }
    return least;
}

/* The least of n . v. */
C2D_INLINE double least_of(const c2d_vec *v, uint32_t count, c2d_vec origin, c2d_vec n)
{
    double least = c2d_dot(c2d_sub(v[0], origin), n);
    for (uint32_t i = 1; i < count; i++)
        least = c2d_min(c2d_dot(c2d_sub(v[i], origin), n), least);
    return least;
}

/* Where the shapes support an axis. */
typedef struct supports {
    double a, b; /* least of a, greatest of b along n */
    uint32_t i, j;
} supports;

C2D_INLINE supports supports_along(const c2d_turn_query *query, c2d_vec n)
{
    supports s;
    s.a = least_along(query->turned, query->a->count, c2d_v(0, 0), n, &s.i);
    s.b = -least_along(c2d_vertices(query->b), query->b->count, query->pivot, c2d_neg(n), &s.j);
    return s;
}

C2D_INLINE c2d_turn_axis axis_of(const supports *s, c2d_vec n, bool turns)
{
    c2d_turn_axis axis = {n, turns, turns ? -s->a : s->b, s->a - s->b};
    return axis;
}

/* ---- the search ---- */

typedef struct search {
    const c2d_turn_query *query;
    double clearance, enough;
    const c2d_vec *previous;
    c2d_turn_step best;
} search;

/* Whether all directions between the previous axis and n separate the shapes nearly as well: they do if the angle is at
 * most 90 degrees, or if the direction between them does. */
static bool is_joined(const search *s, c2d_vec n)
{
    if (!s->previous || c2d_dot(n, *s->previous) >= -C2D_TURN_SQUARE)
        return true;
    c2d_vec middle = c2d_add(n, *s->previous);
    double length = c2d_norm(middle);
    if (!(length > C2D_TURN_SQUARE))
        return false;
    supports at = supports_along(s->query, c2d_mul(middle, 1 / length));
    return at.a - at.b >= s->clearance;
}

/* The gap of an axis when a has gone on by a part of a screw motion. */
static double gap_after(const c2d_turn_query *query, const c2d_turn_axis *axis, double by)
{
    c2d_vec rotation, offset = c2d_add(query->offset, c2d_mul(query->motion, by));
    c2d_sincos(by * fabs(query->angle), &rotation.y, &rotation.x);
    c2d_vec n = axis->turns ? c2d_rotated(axis->n, rotation, query->sense) : axis->n;
    c2d_vec n_before = c2d_rotated(n, c2d_v(rotation.x, -rotation.y), query->sense);
    double a = least_of(query->turned, query->a->count, query->offset, n_before) + c2d_dot(offset, n);
    return a + c2d_least_along(query->b, query->pivot, c2d_neg(n));
}

/* Opposed axes with hardly a gap are those of the two sides of what is thin beside the error. Either one may advance as
 * far, while a leaves to one side by less than the error. That side is the better one: no later axis opposes it, and a
 * that goes on leaving meets nothing there. Of a pure turn, the axis of that side advances farther. */
static bool is_better(const search *s, const c2d_turn_axis *axis, double key)
{
    const c2d_turn_query *query = s->query;
    const c2d_turn_axis *best = &s->best.axis;
    double by = c2d_min(key, s->best.advance.key);
    bool are_sides = query->moves && by > query->least &&
                     c2d_max(axis->gap, best->gap) < query->radius + query->error &&
                     c2d_dot(axis->n, best->n) < -C2D_TURN_SQUARE;
    if (are_sides && key < s->enough) {
        double gap = gap_after(query, axis, by), best_gap = gap_after(query, best, by);
        if (gap != best_gap)
            return gap > best_gap;
    }
    return key > s->best.advance.key;
}

static void try_axis(search *s, const c2d_turn_axis *axis)
{
    s->best.gap = c2d_max(s->best.gap, axis->gap);
    if (!(axis->gap >= s->clearance) || !is_joined(s, axis->n))
        return;
    c2d_turn_advance advance = {0, {1, 0}};
    if (s->query->moves)
        advance.key = c2d_screw_advance_along(s->query, axis, s->clearance, 1 - s->query->t);
    else
        advance = c2d_turn_advance_along(s->query, axis, s->clearance);
    if (is_better(s, axis, advance.key)) {
        s->best.advance = advance;
        s->best.axis = *axis;
    }
}

static void try_direction(search *s, c2d_vec n, bool resting, bool turning)
{
    supports at = supports_along(s->query, n);
    c2d_turn_axis rests = axis_of(&at, n, false), turns = axis_of(&at, n, true);
    if (resting)
        try_axis(s, &rests);
    if (turning)
        try_axis(s, &turns);
}

/* The axis of an edge is supported by its ends. */
C2D_INLINE void try_edge_of_b(search *s, uint32_t i)
{
    const c2d_turn_query *query = s->query;
    const c2d_vec *b = c2d_vertices(query->b);
    uint32_t count = query->b->count;
    c2d_vec n = count <= C2D_INLINE_VERTICES ? query->normals_b[i] : c2d_turn_edge_normal(b, count, i);
    c2d_vec p = c2d_sub(b[i % count], query->pivot), q = c2d_sub(b[c2d_next_vertex(i % count, count)], query->pivot);
    double support = c2d_max(c2d_dot(n, p), c2d_dot(n, q));
    c2d_turn_axis axis = {n, false, support, 0};
    axis.gap = least_of(query->turned, query->a->count, c2d_v(0, 0), n) - support;
    try_axis(s, &axis);
}

C2D_INLINE void try_edge_of_a(search *s, uint32_t i)
{
    const c2d_turn_query *query = s->query;
    uint32_t count = query->a->count;
    c2d_vec n =
        count <= C2D_INLINE_VERTICES ? query->normals_a[i] : c2d_turn_edge_normal(c2d_vertices(query->a), count, i);
    n = c2d_rotated(n, query->rotation, query->sense);
    c2d_vec p = query->turned[i % count], q = query->turned[c2d_next_vertex(i % count, count)];
    double support = c2d_max(c2d_dot(n, p), c2d_dot(n, q));
    c2d_turn_axis axis = {c2d_neg(n), true, support, 0};
    axis.gap = least_of(c2d_vertices(query->b), query->b->count, query->pivot, n) - support;
    try_axis(s, &axis);
}

static void try_edges(search *s)
{
    uint32_t of_b = c2d_turn_edge_count(s->query->b), of_a = c2d_turn_edge_count(s->query->a);
    for (uint32_t i = 0; i < of_b && s->best.advance.key < s->enough; i++)
        try_edge_of_b(s, i);
    for (uint32_t i = 0; i < of_a && s->best.advance.key < s->enough; i++)
        try_edge_of_a(s, i);
}

/* ---- corners ---- */

/* The direction from the corner q of b to the corner p of a where they meet, with p turned by some angle. The angle x
 * between p and q then has sin^2(x / 2) = ((R + d) (R - d)) / (4 |p| |q|), d = |p| - |q|: no terms cancel that are not
 * differences of coordinates. If they never meet, x is 0, where they are closest. rotation: of the turn up to there. */
static c2d_vec meeting_direction(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec *rotation)
{
    double r = c2d_norm(p), d = c2d_norm(q), radius = query->radius;
    double k = c2d_min(c2d_max((radius + (r - d)) * (radius - (r - d)) / (4 * r * d), 0), 1);
    /* Before they meet, p is behind q. */
    c2d_vec between = c2d_v(1 - 2 * k, -2 * c2d_sqrt(k * (1 - k)));
    c2d_vec met = c2d_mul(c2d_rotated(q, between, query->sense), r / d), v = c2d_sub(met, q);
    *rotation = c2d_mul(c2d_v(c2d_dot(p, met), query->sense * c2d_cross(p, met)), 1 / (r * r));
    return v;
}

/* The axis along v. */
static void try_along(search *s, c2d_vec v, bool resting, bool turning)
{
    double length = c2d_norm(v);
    if (length > 0)
        try_direction(s, c2d_mul(v, 1 / length), resting, turning);
}

/* Axes between a vertex of a and one of b: where they meet, and where they are. */
static void try_corners(search *s, uint32_t i, uint32_t j)
{
    const c2d_turn_query *query = s->query;
    c2d_vec p = query->turned[i], q = c2d_sub(c2d_vertices(query->b)[j], query->pivot), rotation;
    if (query->moves || (c2d_dot(p, p) > 0 && c2d_dot(q, q) > 0)) {
        c2d_vec v = query->moves ? c2d_screw_meeting_direction(query, p, q, &rotation)
                                 : meeting_direction(query, p, q, &rotation);
        try_along(s, v, true, false);
        try_along(s, c2d_rotated(v, c2d_v(rotation.x, -rotation.y), query->sense), false, true);
    }
    try_along(s, c2d_sub(p, q), true, true);
}

static void try_closest_corners(search *s)
{
    const c2d_turn_query *query = s->query;
    const c2d_vec *b = c2d_vertices(query->b);
    double least = INFINITY;
    uint32_t i = 0, j = 0;
    for (uint32_t k = 0; k < query->b->count; k++) {
        c2d_vec q = c2d_sub(b[k], query->pivot);
        for (uint32_t l = 0; l < query->a->count; l++) {
            c2d_vec v = c2d_sub(query->turned[l], q);
            double d2 = c2d_dot(v, v);
            i = d2 < least ? l : i;
            j = d2 < least ? k : j;
            least = c2d_min(d2, least);
        }
    }
    try_corners(s, i, j);
}

/* ---- many vertices ---- */

#define MAX_GJK_STEPS 24

static c2d_vec nearest_to_origin(c2d_vec p, c2d_vec q)
{
    c2d_vec e = c2d_sub(q, p);
    double along = -c2d_dot(p, e), e2 = c2d_dot(e, e);
    if (along <= 0) /* also if p == q */
        return p;
    return along >= e2 ? q : c2d_add(p, c2d_mul(e, along / e2));
}

/* The vector from b to a between their nearest points, about: the iteration of gjk.c, from a first direction on. */
static c2d_vec find_nearest(const c2d_turn_query *query, c2d_vec direction)
{
    c2d_vec found = direction, simplex[2] = {{0, 0}, {0, 0}};
    double previous = INFINITY;
    const c2d_vec *b = c2d_vertices(query->b);
    for (int step = 0; step < MAX_GJK_STEPS; step++) {
        supports at = supports_along(query, found);
        c2d_vec w = c2d_sub(query->turned[at.i], c2d_sub(b[at.j], query->pivot)), v = w;
        C2D_STEPS(query->a->count + query->b->count);
        if (step > 0) {
            c2d_vec first = nearest_to_origin(w, simplex[0]), second = nearest_to_origin(w, simplex[1]);
            bool use_second = c2d_dot(second, second) < c2d_dot(first, first);
            v = use_second ? second : first;
            simplex[0] = use_second ? simplex[1] : simplex[0];
            simplex[1] = w;
        } else {
            simplex[0] = simplex[1] = w;
        }
        double v2 = c2d_dot(v, v);
        if (!(v2 < previous))
            break;
        previous = v2;
        found = v;
    }
    return found;
}

/* The edges beside the vertices at which the shapes support n, and n itself. */
static void try_around(search *s, c2d_vec n)
{
    const c2d_turn_query *query = s->query;
    supports at = supports_along(query, n);
    if (query->b->count == 2)
        for (uint32_t k = 0; k < 4; k++)
            try_edge_of_b(s, k);
    if (query->a->count == 2)
        for (uint32_t k = 0; k < 4; k++)
            try_edge_of_a(s, k);
    if (query->b->count > 2) {
        uint32_t before = c2d_previous_vertex(at.j, query->b->count);
        try_edge_of_b(s, at.j);
        try_edge_of_b(s, before);
        try_edge_of_b(s, c2d_next_vertex(at.j, query->b->count));
        try_edge_of_b(s, c2d_previous_vertex(before, query->b->count));
    }
    if (query->a->count > 2) {
        uint32_t before = c2d_previous_vertex(at.i, query->a->count);
        try_edge_of_a(s, at.i);
        try_edge_of_a(s, before);
        try_edge_of_a(s, c2d_next_vertex(at.i, query->a->count));
        try_edge_of_a(s, c2d_previous_vertex(before, query->a->count));
    }
    try_corners(s, at.i, at.j);
    try_direction(s, n, true, true);
}

/* The iteration may end far from the closest points of needles. Then the exact ones are found, of the rounded place. */
static void try_nearest(search *s)
{
    const c2d_turn_query *query = s->query;
    double t = query->moves ? query->t : c2d_angle_of(query->rotation) / fabs(query->angle);
    c2d_shape place;
    if (!c2d_turned(&place, query->a, query->rect, t * query->angle, query->about, c2d_mul(query->motion, t),
                    query->room) &&
        c2d_separation(&place, query->b) > 4 * query->error)
        try_around(s, c2d_nearest_features(&place, query->b).normal);
}

static void try_near(search *s)
{
    const c2d_turn_query *query = s->query;
    const c2d_vec *known = s->previous ? s->previous : query->touching ? &query->touching_normal : NULL;
    c2d_vec origin = known ? *known : c2d_sub(query->turned[0], c2d_sub(c2d_middle(query->b), query->pivot));
    c2d_vec near = find_nearest(query, origin);
    double length = c2d_norm(near);
    if (length > 4 * query->error)
        try_around(s, c2d_mul(near, 1 / length));
    if (known && (!(s->best.advance.key > query->least) || length <= 4 * query->error))
        try_around(s, *known);
    if (!(s->best.advance.key > query->least))
        try_nearest(s);
}

c2d_turn_step c2d_turn_find_axis(const c2d_turn_query *query, double clearance, const c2d_vec *previous, double enough)
{
    search s = {query, clearance, enough, previous, {.advance = {-1, {1, 0}}, .gap = -INFINITY}};
    if (c2d_turn_has_many_pairs(query)) {
        try_near(&s);
        return s.best;
    }
    C2D_STEPS(query->a->count + query->b->count);
    try_edges(&s);
    if (!(s.best.advance.key > query->least)) /* round corners, and those of needles, whose edges hardly separate */
        try_closest_corners(&s);
    return s.best;
}
