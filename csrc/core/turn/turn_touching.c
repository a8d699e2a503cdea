/* Turns that start where a only touches b: whether they lead into b, by exact signs of the first derivative of the gap
 * of two features and, where it is zero, of the second.
 *
 * For a vertex v of one shape and an edge of the other with outward normal n, the gap is n . v(x) - h. The vertex turns
 * about the pivot P, relative to the edge, so it is A cos x + B sin x - h with A = n . (v - P). Where B = 0, the gap is
 * A (cos x - 1): it stays open if A <= 0. For two round corners v and w, the squared distance has the derivative
 * 2 (v - P) x (P - w), and where that is zero, it shrinks only if the pivot is between them. The derivatives of a screw
 * motion are in screw_signs.c. */
#include "turn.h"

/* A vertex r of one shape near the edge p q of the other. */
typedef struct feature {
    const c2d_turn_query *query;
    bool of_a; /* the edge */
    c2d_vec p, q, r, pivot;
    double ra, rb;
    double sense; /* of the motion of r relative to the edge */
} feature;

/* The sign of the derivative of the gap between r and the line p q, whose core is on the left. */
static int line_rate(const feature *f)
{
    if (f->query->moves) {
        int sign = c2d_screw_line_sign(f->query, f->p, f->q, f->r);
        return f->of_a ? sign : -sign;
    }
    int sign = c2d_along_sign(f->p, f->q, f->pivot, f->r);
    return f->sense > 0 ? -sign : sign;
}

/* The sign of n . (r - P), where n is the outward normal of the edge. */
static int line_height(const feature *f) { return -c2d_parallel_sign(f->p, f->q, f->pivot, f->r); }

static bool enters_line(const feature *f)
{
    int rate = line_rate(f);
    if (rate == 0 && f->query->moves && f->of_a)
        return c2d_screw_line_bend_sign(f->query, f->p, f->q, f->r) < 0;
    return rate < 0 || (rate == 0 && line_height(f) > 0);
}

/* The sign of the derivative along the edge. */
static int line_along(const feature *f)
{
    if (f->query->moves) {
        int sign = c2d_screw_along_sign(f->query, f->p, f->q, f->r);
        return f->of_a ? -sign : sign;
    }
    return f->sense > 0 ? line_height(f) : -line_height(f);
}

/* Whether r comes closer to the corner w. */
static bool enters_corner(const feature *f, c2d_vec w)
{
    if (f->query->moves)
        return c2d_screw_corner_sign(f->query, f->of_a ? w : f->r, f->of_a ? f->r : w) < 0;
    int cross = c2d_orient_sign(f->pivot, f->r, w), rate = f->sense > 0 ? -cross : cross;
    return rate < 0 || (rate == 0 && c2d_dot_sign(f->pivot, f->r, w) < 0);
}

/* r is at the radius from the edge, exactly. */
static bool enters_edge(const feature *f)
{
    int after = c2d_dot_sign(f->p, f->q, f->r), before = c2d_dot_sign(f->q, f->p, f->r);
    if (after < 0)
        return enters_corner(f, f->p);
    if (before < 0)
        return enters_corner(f, f->q);
    if (c2d_orient_sign(f->p, f->q, f->r) > 0)
        return false; /* the other side of a segment, which has an edge of its own */
    int rate = line_rate(f);
    if (rate != 0 || (after > 0 && before > 0))
        return enters_line(f);
    /* r moves along the edge, from beside one of its ends. */
    int along = line_along(f);
    bool inward = after == 0 ? along > 0 : along < 0;
    if (along == 0)
        return false;
    return inward ? enters_line(f) : enters_corner(f, after == 0 ? f->p : f->q);
}

static feature feature_of(const c2d_turn_query *query, const c2d_walk_feature *w)
{
    double sense = w->owner == C2D_OF_B ? query->sense : -query->sense;
    feature f = {query, w->owner != C2D_OF_B, w->p, w->q, w->r, query->pivot, query->a->radius, query->b->radius,
                 sense};
    return f;
}

/* The vertex of a feature and its neighbours: those of an edge that is parallel to the feature's. */
typedef struct near_vertices {
    c2d_vec v[3];
} near_vertices;

static near_vertices near_vertices_of(const c2d_turn_query *query, const c2d_walk_feature *w)
{
    const c2d_shape *s = w->owner == C2D_OF_B ? query->a : query->b;
    const c2d_vec *v = c2d_vertices(s);
    near_vertices near = {{w->r, v[c2d_next_vertex(w->vertex, s->count)], v[c2d_previous_vertex(w->vertex, s->count)]}};
    return near;
}

/* R == 0. Whether the line through an edge touches the other shape, and separates the shapes when the turn begins. */
static bool stays_separating(const c2d_turn_query *query, const c2d_walk_feature *w)
{
    feature f = feature_of(query, w);
    if (c2d_orient_sign(f.p, f.q, f.r) != 0)
        return false;
    near_vertices near = near_vertices_of(query, w);
    for (int k = 0; k < 3; k++) {
        f.r = near.v[k];
        if (c2d_orient_sign(f.p, f.q, f.r) == 0 && enters_line(&f))
            return false;
    }
    return true;
}

/* R > 0. Whether the turn brings the feature closer than R. */
static bool round_enters(const c2d_turn_query *query, const c2d_walk_feature *w)
{
    feature f = feature_of(query, w);
    near_vertices near = near_vertices_of(query, w);
    for (int k = 0; k < 3; k++) {
        f.r = near.v[k];
        if (c2d_segment_sign(f.r, f.p, f.q, f.ra, f.rb) == 0 && enters_edge(&f))
            return true;
    }
    return false;
}

static bool points_enter(const c2d_turn_query *query)
{
    c2d_vec w = query->b->v.own[0];
    feature f = {query,       false, w, w, query->a->v.own[0], query->pivot, query->a->radius, query->b->radius,
                 query->sense};
    return query->radius > 0 && enters_corner(&f, w);
}

bool c2d_turn_enters(const c2d_turn_query *query)
{
    if (query->a->count == 1 && query->b->count == 1)
        return points_enter(query);
    c2d_walk walk = c2d_walk_start(query->a, query->b);
    c2d_walk_edge edge;
    c2d_walk_feature features[2];
    bool is_round = query->radius > 0;
    while (c2d_walk_next(&walk, &edge)) {
        int count = c2d_walk_features(&walk, &edge, features);
        for (int k = 0; k < count; k++) {
            if (is_round && round_enters(query, &features[k]))
                return true;
            if (!is_round && stays_separating(query, &features[k]))
                return false;
        }
    }
    return !is_round;
}
