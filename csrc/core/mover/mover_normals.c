/* The normals of a body's hits. A piece that meets an obstacle vertex to vertex has a range of normals, and that of an
 * edge inside the body may be among them. Such a hit gets a normal that the body has there: one that separates the
 * other pieces at this point from the obstacle, too. */
#include "mover.h"

/* Of more pieces with a common point, the first ones count. */
#define MAX_PIECES_AT_POINT 32

/* A point at which pieces meet an obstacle. The pieces are at the current pose, and the obstacle has moved to them. */
typedef struct meeting {
    const c2d_shape *obstacle;
    c2d_vec back;                                 /* the way of the obstacle */
    c2d_vec motion;                               /* of the pieces */
    c2d_vec at;                                   /* the vertex of the piece that was hit */
    double aside;                                 /* how far the vertex of the obstacle is beside its way */
    double rounding;                              /* a distance that counts as none */
    const c2d_vec *except;                        /* a normal that is not considered, or NULL */
    const c2d_shape *pieces[MAX_PIECES_AT_POINT]; /* first the one that was hit */
    int count;
} meeting;

/* A normal, the number of pieces that it separates from the obstacle, and the speed of the motion along it. */
typedef struct candidate {
    c2d_vec normal;
    int separated;
    double speed;
} candidate;

/* ---- the point ---- */

void c2d_mover_find_support(const c2d_shape *s, c2d_vec n, double rounding, c2d_vec ends[2])
{
    const c2d_vec *v = c2d_vertices(s), along = c2d_v(-n.y, n.x);
    double most = 0;
    for (uint32_t i = 1; i < s->count; i++)
        most = c2d_max(most, c2d_dot(c2d_sub(v[i], v[0]), n));
    int found = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (c2d_dot(c2d_sub(v[i], v[0]), n) < most - rounding)
            continue;
        if (found == 0 || c2d_dot(c2d_sub(v[i], ends[0]), along) < 0)
            ends[0] = v[i];
        if (found == 0 || c2d_dot(c2d_sub(v[i], ends[1]), along) > 0)
            ends[1] = v[i];
        found++;
    }
}

/* Whether a piece and the obstacle meet in one point only, a vertex of both. */
static bool find_vertex(meeting *w, const c2d_shape *piece, c2d_vec n)
{
    c2d_vec own[2], other[2];
    c2d_mover_find_support(piece, c2d_neg(n), w->rounding, own);
    c2d_mover_find_support(w->obstacle, n, w->rounding, other);
    /* The normals are opposite, so the ends that may meet have the same index. */
    for (int i = 0; i < 2; i++) {
        w->at = own[i];
        c2d_vec gap = c2d_sub(c2d_add(other[i], w->back), own[i]);
        w->aside = fabs(c2d_cross(gap, w->motion)) / c2d_length_of(w->motion);
        if (c2d_magnitude(gap) <= w->rounding)
            return true;
    }
    return false;
}

static void find_pieces(const c2d_mover *m, size_t piece, meeting *w)
{
    c2d_shape point;
    c2d_bounds box = c2d_grown_bounds((c2d_bounds){w->at, w->at}, w->rounding);
    w->pieces[0] = &m->pose->pieces[piece].shape;
    w->count = 1;
    (void)c2d_point(&point, w->at); /* a vertex is in the domain */
    for (size_t k = 0; k < m->count && w->count < MAX_PIECES_AT_POINT; k++) {
        const c2d_shape *s = &m->pose->pieces[k].shape;
        if (k != piece && c2d_bounds_meet(box, c2d_bounds_of(s)) && c2d_separation(&point, s) <= w->rounding)
            w->pieces[w->count++] = s;
    }
}

/* ---- the normal ---- */

/* Whether no part of a shape is beyond the line across n through a point. */
static bool is_behind(const meeting *w, const c2d_shape *s, c2d_vec at, c2d_vec n)
{
    const c2d_vec *v = c2d_vertices(s);
    double most = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        most = c2d_max(most, c2d_dot(c2d_sub(v[i], at), n));
    return most + s->radius <= w->rounding;
}

/* Speeds that differ by less are equal. */
static double tie_of_speeds(c2d_vec motion) { return 1e-12 * c2d_length_of(motion); }

static int count_separated(const meeting *w, c2d_vec n)
{
    int separated = 0;
    for (int i = 0; i < w->count; i++)
        separated += is_behind(w, w->pieces[i], w->at, c2d_neg(n));
    return separated;
}

/* Takes a normal if it separates more pieces than the best one, or as many and is approached more directly, or, on
 * a tie, is nearer to the x axis, as a cast does. It must separate the piece that was hit. */
static void consider(const meeting *w, c2d_vec n, candidate *best)
{
    candidate c = {n, 0, c2d_dot(w->motion, n)};
    bool is_excepted = w->except && c2d_dot(n, *w->except) > 1 - 1e-12;
    if (is_excepted || !(c.speed < 0) || !is_behind(w, w->obstacle, c2d_sub(w->at, w->back), n) ||
        !is_behind(w, w->pieces[0], w->at, c2d_neg(n)))
        return;
    c.separated = count_separated(w, n);
    double faster = best->speed - c.speed, tie = tie_of_speeds(w->motion);
    bool is_more_direct = faster > tie || (faster >= -tie && fabs(n.x) > fabs(best->normal.x));
    if (c.separated > best->separated || (c.separated == best->separated && is_more_direct))
        *best = c;
}

/* Considers the normals of the edges of a sharp shape at the point; side: 1 out of the shape, -1 into it. */
static void consider_edges(const meeting *w, const c2d_shape *s, c2d_vec at, double side, candidate *best)
{
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; i < s->count && s->count > 1 && s->radius == 0; i++) {
        c2d_vec n = c2d_edge_normal(s, i), along = c2d_v(-n.y, n.x);
        double after = c2d_dot(c2d_sub(at, v[i]), along);
        double before = c2d_dot(c2d_sub(v[c2d_next_vertex(i, s->count)], at), along);
        bool is_at_edge = fabs(c2d_dot(c2d_sub(at, v[i]), n)) <= w->rounding;
        if (is_at_edge && after >= -w->rounding && before >= -w->rounding)
            consider(w, c2d_v(side * n.x + 0.0, side * n.y + 0.0), best); /* without -0 */
    }
}

/* Considers the normals of all edges at the point. */
static void consider_all(const meeting *w, candidate *best)
{
    consider_edges(w, w->obstacle, c2d_sub(w->at, w->back), 1, best);
    for (int i = 0; i < w->count; i++)
        consider_edges(w, w->pieces[i], w->at, -1, best);
}

/* Whether a hit is one of two sharp shapes that meet in a vertex of both. Sets the meeting. */
static bool find_meeting(const c2d_mover *m, c2d_vec d, const c2d_encounter *e, meeting *w)
{
    const c2d_shape *o = m->nearby.list[e->index].shape, *s = &m->pose->pieces[e->piece].shape;
    *w = (meeting){.obstacle = o, .back = c2d_mul(d, -e->hit.t), .motion = d};
    w->rounding = C2D_MOVER_PROGRESS * (c2d_mover_scale(m, d) + c2d_scale_of_shape(o));
    if (s->radius > 0 || o->radius > 0 || !find_vertex(w, s, e->hit.normal))
        return false;
    find_pieces(m, e->piece, w);
    return true;
}

void c2d_mover_unite_normal(const c2d_mover *m, c2d_vec d, c2d_encounter *e)
{
    meeting w;
    if (m->count == 1 || e->hit.depth > 0 || e->index == m->nearby.count || !find_meeting(m, d, e, &w) || w.count == 1)
        return;
    candidate best = {e->hit.normal, count_separated(&w, e->hit.normal), c2d_dot(d, e->hit.normal)};
    /* Beside the vertex, rounding has decided which edges meet first, alike for the body and the piece. */
    if (best.separated == w.count && w.aside > w.rounding / 32)
        return;
    consider_all(&w, &best);
    e->hit.normal = best.normal;
}

bool c2d_mover_find_twin(const c2d_mover *m, c2d_vec d, const c2d_encounter *e, c2d_encounter *twin)
{
    meeting w;
    double speed = c2d_dot(d, e->hit.normal), tie = tie_of_speeds(d);
    bool are_boxes =
        m->pieces[e->piece].start->form == C2D_BOX && m->nearby.list[e->index].shape->form == C2D_BOX && m->count == 1;
    bool is_diagonal = fabs(fabs(d.x) - fabs(d.y)) <= tie; /* only then two axes are approached equally */
    if (e->hit.depth > 0 || (are_boxes && !is_diagonal) || !find_meeting(m, d, e, &w))
        return false;
    candidate best = {e->hit.normal, count_separated(&w, e->hit.normal), speed + 2 * tie};
    w.except = &e->hit.normal;
    consider_all(&w, &best);
    *twin = *e;
    twin->hit.normal = best.normal;
    twin->is_twin = true;
    return !c2d_same(best.normal, e->hit.normal) && fabs(best.speed - speed) <= tie;
}
