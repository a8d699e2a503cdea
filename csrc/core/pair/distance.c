/* Nearest features, separation, distance and closest points.
 *
 * Each feature has an interval that certainly contains its distance. Features whose interval starts below the least
 * upper end are evaluated accurately, and the least of their distances is the answer. */
#include "minkowski.h"

#include <assert.h>

typedef const c2d_shape *shape;

/* The normal if all directions are equally short: concentric circles and equal points. */
static const c2d_vec FALLBACK_NORMAL = {1, 0};

static c2d_vec direction(c2d_vec from, c2d_vec to) { return c2d_unit(c2d_sub(to, from)); }

/* ---- two points ---- */

static c2d_nearest points(shape a, shape b)
{
    c2d_vec p = a->v.own[0], q = b->v.own[0];
    bool same = c2d_same(p, q);
    c2d_nearest n = {.separation = c2d_length_gap(p, q, a->radius, b->radius),
                     .normal = same ? FALLBACK_NORMAL : direction(q, p),
                     .on_a = p,
                     .on_b = q,
                     .cores_apart = !same};
    return n;
}

/* ---- two axis-aligned cores ---- */

static c2d_nearest aligned(shape a, shape b)
{
    c2d_vec alo = a->v.own[0], ahi = a->form == C2D_BOX ? a->v.own[2] : alo;
    c2d_vec blo = b->v.own[0], bhi = b->form == C2D_BOX ? b->v.own[2] : blo;
    c2d_interval_gap x = c2d_gap_between(alo.x, ahi.x, blo.x, bhi.x, a, b);
    c2d_interval_gap y = c2d_gap_between(alo.y, ahi.y, blo.y, bhi.y, a, b);
    c2d_nearest n = {.cores_apart = x.gap.hi > 0 || y.gap.hi > 0};
    if (x.gap.hi > 0 && y.gap.hi > 0) {
        n.on_a = c2d_v(x.at_a, y.at_a);
        n.on_b = c2d_v(x.at_b, y.at_b);
        n.separation = c2d_length_gap(n.on_a, n.on_b, a->radius, b->radius);
        n.normal = direction(n.on_b, n.on_a);
        return n;
    }
    bool x_axis = c2d_is_wider(&x, &y);
    c2d_interval_gap g = x_axis ? x : y;
    n.separation = c2d_gap_less_radii(g.gap, a->radius, b->radius);
    n.normal = x_axis ? c2d_v(g.side, 0) : c2d_v(0, g.side);
    /* A coordinate on the other axis inside both cores: a's centre, clamped. */
    double mid = x_axis ? c2d_min(c2d_max(alo.y / 2 + ahi.y / 2, blo.y), bhi.y)
                        : c2d_min(c2d_max(alo.x / 2 + ahi.x / 2, blo.x), bhi.x);
    mid = x_axis ? c2d_min(c2d_max(mid, alo.y), ahi.y) : c2d_min(c2d_max(mid, alo.x), ahi.x);
    n.on_a = x_axis ? c2d_v(g.at_a, mid) : c2d_v(mid, g.at_a);
    n.on_b = x_axis ? c2d_v(g.at_b, mid) : c2d_v(mid, g.at_b);
    return n;
}

/* ---- candidates ---- */

/* An interval that contains a value. */
typedef struct interval {
    double least, most;
} interval;

/* An edge of the owner, given by its first vertex, and a vertex of the other shape. least: a lower bound of the
 * distance. */
typedef struct candidate {
    c2d_owner owner;
    uint32_t edge, vertex;
    double least;
} candidate;

/* A full list is evaluated and cleared. Evaluation skips candidates for which another one is certainly nearer. */
#define MAX_CANDIDATES 12

typedef struct candidates {
    shape a, b;
    /* Evaluates candidates and updates best; count may be 0. */
    void (*evaluate)(struct candidates *, const candidate *, int count);
    c2d_nearest best;
    double best_core;    /* the least distance, or depth, of the cores so far */
    double core_of_best; /* that of best, which may tie with the least */
    double best_along;   /* gap between the cores along best.normal, if it was computed */
    double limit;        /* least upper end of an interval so far */
    int count;
    candidate list[MAX_CANDIDATES];
} candidates;

static void evaluate_list(candidates *s)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->list[i].least <= s->limit)
            s->list[kept++] = s->list[i];
    s->evaluate(s, s->list, kept);
    s->count = 0;
}

static void add_candidate(candidates *s, c2d_owner owner, uint32_t edge, uint32_t vertex, interval d)
{
    if (d.least > s->limit)
        return;
    if (s->count == MAX_CANDIDATES)
        evaluate_list(s);
    candidate c = {owner, edge, vertex, d.least};
    s->list[s->count++] = c;
    s->limit = c2d_min(s->limit, d.most);
}

static shape owner_of(const candidates *s, c2d_owner owner) { return owner == C2D_OF_A ? s->a : s->b; }

static shape other_than(const candidates *s, c2d_owner owner) { return owner == C2D_OF_A ? s->b : s->a; }

/* ---- cores apart ---- */

/* Whether vertex i of s is nearer to r than its two edges are. -1: yes. 0: r is on the normal of an edge through the
 * vertex. 1: no, another point of an edge is nearer. */
static int end_sign(shape s, uint32_t i, c2d_vec r)
{
    if (s->count == 1)
        return -1;
    const c2d_vec *v = c2d_vertices(s);
    int ahead = c2d_dot_sign(v[i], v[c2d_next_vertex(i, s->count)], r),
        back = c2d_dot_sign(v[i], v[c2d_previous_vertex(i, s->count)], r);
    return ahead > back ? ahead : back;
}

/* A candidate's geometry: the vertex r and the edge p q, or the end of the edge if `corner`. */
typedef struct feature {
    c2d_owner owner;
    uint32_t edge;
    c2d_vec p, q, r, end;
    bool corner;
    int side;
} feature;

/* Writes the feature; false if another feature is exactly nearer. Of two corners each must be the nearest end for the
 * other. A vertex must be outside the edge of a polygon. If a vertex is on the normal through an end of the edge, no
 * other point of the vertex's own edges may be nearer to that end. */
static bool feature_of(const candidates *s, const candidate *c, feature *f)
{
    shape of = owner_of(s, c->owner), other = other_than(s, c->owner);
    uint32_t next = c2d_next_vertex(c->edge, of->count);
    c2d_vec p = c2d_vertices(of)[c->edge], q = c2d_vertices(of)[next], r = c2d_vertices(other)[c->vertex];
    int past = c2d_dot_sign(p, q, r), left = c2d_dot_sign(q, p, r);
    bool first = past <= 0;
    f->owner = c->owner;
    f->edge = c->edge;
    f->p = p;
    f->q = q;
    f->r = r;
    f->end = first ? p : q;
    f->corner = past < 0 || left < 0;
    if (f->corner)
        return end_sign(of, first ? c->edge : next, r) < 0 && end_sign(other, c->vertex, f->end) < 0;
    f->side = c2d_orient_sign(p, q, r);
    bool over_end = past == 0 || left == 0;
    return (of->count == 2 || f->side < 0) && (!over_end || end_sign(other, c->vertex, f->end) <= 0);
}

static double gap_of(const feature *f, double ra, double rb)
{
    return f->corner ? c2d_length_gap(f->r, f->end, ra, rb) : c2d_line_gap(f->r, f->p, f->q, ra, rb);
}

static c2d_vec normal_of(const feature *f)
{
    c2d_vec toward = f->corner ? direction(f->end, f->r) : c2d_mul(c2d_outward(f->p, f->q), -f->side);
    return f->owner == C2D_OF_B ? toward : c2d_neg(toward);
}

static void set_best(candidates *s, const feature *f, c2d_vec normal, double gap)
{
    c2d_nearest *best = &s->best;
    c2d_vec on_owner = f->corner ? f->end : c2d_foot(f->r, f->p, f->q);
    bool of_b = f->owner == C2D_OF_B;
    best->separation = gap;
    best->normal = normal;
    best->on_a = of_b ? f->r : on_owner;
    best->on_b = of_b ? on_owner : f->r;
    best->owner = f->corner ? C2D_OF_NEITHER : f->owner;
    best->edge = f->edge;
}

/* The gap between the cores along n: their distance if n is the true normal, less for any other n. */
static double gap_along(shape a, shape b, c2d_vec n)
{
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        least = c2d_min(least, c2d_dot(c2d_sub(av[i], av[0]), n));
    for (uint32_t j = 0; j < b->count; j++)
        most = c2d_max(most, c2d_dot(c2d_sub(bv[j], av[0]), n));
    return least - most;
}

/* Computed distances of the cores tie if they differ by at most this factor, which covers their rounding errors. */
#define TIE (1 + 16 * C2D_U)

/* With large radii, different distances may round to one gap. With cancellation, equal distances may give different
 * gaps. So the choice has three steps: the features whose core distances tie with the least, the least gap among them,
 * and the normal with the widest gap between the cores. On a tie an edge's normal comes before a corner's. */
static void evaluate_apart(candidates *s, const candidate *list, int count)
{
    feature features[MAX_CANDIDATES];
    double core[MAX_CANDIDATES], ra = s->a->radius, rb = s->b->radius;
    int valid = 0;
    for (int i = 0; i < count; i++)
        valid += feature_of(s, &list[i], &features[valid]);
    if (valid == 1 && s->best_core == INFINITY && s->count < MAX_CANDIDATES) {
        set_best(s, &features[0], normal_of(&features[0]), gap_of(&features[0], ra, rb));
        return;
    }
    for (int i = 0; i < valid; i++) {
        core[i] = gap_of(&features[i], 0, 0);
        s->best_core = c2d_min(s->best_core, core[i]);
    }
    /* Not from list to list: the best of many lists could tie with each next one, and not with the last. */
    if (s->best_core * TIE < s->core_of_best) {
        s->best.separation = INFINITY;
        s->best_along = -INFINITY;
    }
    for (int i = 0; i < valid; i++) {
        if (core[i] > s->best_core * TIE)
            continue;
        double gap = c2d_min(gap_of(&features[i], ra, rb), s->best.separation);
        s->best.separation = gap;
        c2d_vec normal = normal_of(&features[i]);
        double along = gap_along(s->a, s->b, normal);
        bool as_far = along * TIE >= s->best_along && !features[i].corner && s->best.owner == C2D_OF_NEITHER;
        if (along > s->best_along * TIE || as_far) {
            s->best_along = along;
            s->core_of_best = core[i];
            set_best(s, &features[i], normal, gap);
        }
    }
}

/* Adds candidates from the owner's edges and the other shape's vertices, by squared distance. It leaves out vertices
 * that are certainly inside an edge or certainly past its end, which is the start of the next edge. It adds pairs of
 * two vertices only if `corners`. Lemmas span, radius_bounds and line. */
static void scan_apart(candidates *s, c2d_owner owner, bool corners)
{
    shape of = owner_of(s, owner), other = other_than(s, owner);
    const c2d_vec *ov = c2d_vertices(of), *tv = c2d_vertices(other);
    bool polygon = of->count > 2;
    uint32_t edges = polygon ? of->count : of->count - 1; /* a segment has one edge, a point none */
    for (uint32_t i = 0; i < edges; i++) {
        c2d_vec p = ov[i], q = ov[c2d_next_vertex(i, of->count)], e = c2d_sub(q, p);
        double e2 = c2d_dot(e, e);
        for (uint32_t j = 0; j < other->count; j++) {
            c2d_vec w = c2d_sub(tv[j], p), v = c2d_sub(tv[j], q);
            double past = c2d_dot(w, e), left = c2d_cross(e, w);
            double margin = C2D_FILTER_ORIENT * ((fabs(e.x) + fabs(e.y)) * (fabs(w.x) + fabs(w.y)));
            double beyond = c2d_dot(v, e), end_margin = margin + C2D_FILTER_ORIENT * e2;
            interval d;
            if (past <= margin) {
                double w2 = c2d_dot(w, w);
                if (!corners && past < -margin)
                    continue;
                d = (interval){w2, w2};
            } else if (polygon && (left > margin || beyond > end_margin)) {
                continue;
            } else if (beyond >= 0) {
                double v2 = c2d_dot(v, v);
                if (!corners && beyond > end_margin)
                    continue;
                d = (interval){v2, v2};
            } else {
                double inner = c2d_max(fabs(left) - margin, 0), outer = fabs(left) + margin;
                d = (interval){inner * inner / e2, outer * outer / e2};
            }
            d.least *= 1 - C2D_FILTER_LENGTH;
            d.most *= 1 + C2D_FILTER_LENGTH;
            add_candidate(s, owner, i, j, d);
        }
    }
}

/* Adds a corner of the difference, as the start of an edge of a. a is not a point. */
static void add_corner(candidates *s, uint32_t i, uint32_t j)
{
    interval unknown = {-INFINITY, INFINITY};
    add_candidate(s, C2D_OF_A, i, j, unknown);
}

/* Adds an edge of the difference. If it is an edge of both cores, adds each with both vertices of the other core. */
static void add_edge(candidates *s, const c2d_walk_edge *e)
{
    interval unknown = {-INFINITY, INFINITY};
    if (e->owner != C2D_OF_B)
        add_candidate(s, C2D_OF_A, e->i, e->j, unknown);
    if (e->owner == C2D_OF_NEITHER)
        add_candidate(s, C2D_OF_A, e->i, e->j_end, unknown);
    if (e->owner != C2D_OF_A)
        add_candidate(s, C2D_OF_B, e->j, e->i, unknown);
    if (e->owner == C2D_OF_NEITHER)
        add_candidate(s, C2D_OF_B, e->j, e->i_end, unknown);
}

/* Adds the feature of the difference D that is exactly nearest to the origin, which is outside D. An edge is nearest if
 * the origin is strictly outside it and its projection is on the edge, ends included: the projection is then the
 * nearest point of the half plane that contains D. A corner is nearest if the origin is strictly before the edge that
 * starts there and strictly beyond the edge that ends there. The nearest point is unique, so the feature is. */
static C2D_NOINLINE void walk_apart(candidates *s)
{
    c2d_walk walk = c2d_walk_start(s->a, s->b);
    c2d_walk_edge edge;
    uint32_t i = walk.i, j = walk.j;
    bool is_beyond_last = false;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        const c2d_walk_feature *last = &f[c2d_walk_features(&walk, &edge, f) - 1];
        bool is_before = c2d_dot_sign(f[0].p, f[0].q, f[0].r) < 0;
        bool is_beyond = c2d_dot_sign(last->q, last->p, last->r) < 0;
        if (!is_before && !is_beyond && c2d_orient_sign(f[0].p, f[0].q, f[0].r) < 0) {
            add_edge(s, &edge);
            return;
        }
        if (is_before && is_beyond_last) {
            add_corner(s, edge.i, edge.j);
            return;
        }
        is_beyond_last = is_beyond;
    }
    assert(is_beyond_last); /* of the corners, only the first has not been compared with both of its edges */
    add_corner(s, i, j);
}

static c2d_nearest cores_apart(shape a, shape b)
{
    candidates s = {.a = a,
                    .b = b,
                    .evaluate = evaluate_apart,
                    .limit = INFINITY,
                    .best_core = INFINITY,
                    .core_of_best = INFINITY,
                    .best_along = -INFINITY};
    s.best = (c2d_nearest){.separation = INFINITY, .cores_apart = true};
    if (c2d_exceeds(a, b, C2D_DISTANCE_ALL_PAIRS_LIMIT)) {
        walk_apart(&s);
    } else {
        scan_apart(&s, C2D_OF_A, true);
        scan_apart(&s, C2D_OF_B, a->count == 1);
    }
    evaluate_list(&s);
    return s.best;
}

/* ---- cores that meet ---- */

/* Finds a vertex of s on the segment core of t. Flat cores that meet have one, of s on t or of t on s. */
static bool vertex_on_segment(shape s, shape t, c2d_vec *common)
{
    const c2d_vec *sv = c2d_vertices(s), *tv = c2d_vertices(t);
    assert(t->count == 2);
    for (uint32_t i = 0; i < s->count; i++)
        if (c2d_segment_sign(sv[i], tv[0], tv[1], 0, 0) == 0) {
            *common = sv[i];
            return true;
        }
    return false;
}

/* Flat cores that meet, on the line of one segment. Both normals of the segment are equally short. */
static c2d_nearest cores_flat(shape a, shape b)
{
    bool of_a = a->count == 2;
    const c2d_vec *edge = c2d_vertices(of_a ? a : b);
    c2d_nearest n = {.separation = -(a->radius + b->radius) + 0.0,
                     .normal = c2d_outward(edge[0], edge[1]),
                     .owner = of_a ? C2D_OF_A : C2D_OF_B};
    if (!vertex_on_segment(a, b, &n.on_a))
        vertex_on_segment(b, a, &n.on_a);
    n.on_b = n.on_a;
    return n;
}

/* The cross product of an edge and a vertex, with its error bounds. Lemma orient. */
static interval cross_interval(c2d_vec p, c2d_vec e, c2d_vec r)
{
    c2d_vec w = c2d_sub(r, p);
    double s = e.x * w.y, t = e.y * w.x, margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
    interval cross = {s - t - margin, s - t + margin};
    return cross;
}

/* Depth of b's core behind the edge p q: the greatest cross product over the edge's length. Lemma depth. */
static interval depth_behind(c2d_vec p, c2d_vec q, shape b)
{
    const c2d_vec *bv = c2d_vertices(b);
    c2d_vec e = c2d_sub(q, p);
    interval most = {-INFINITY, -INFINITY};
    for (uint32_t j = 0; j < b->count; j++) {
        interval cross = cross_interval(p, e, bv[j]);
        most.least = c2d_max(most.least, cross.least);
        most.most = c2d_max(most.most, cross.most);
    }
    double inverse = 1 / c2d_norm(e);
    interval depth = {most.least * inverse * (1 - C2D_FILTER_LENGTH), most.most * inverse * (1 + C2D_FILTER_LENGTH)};
    return depth;
}

/* The accurate depth of b's core behind p q, and the deepest vertex. Lemma separation. */
static double deepest(c2d_vec p, c2d_vec q, shape b, c2d_vec *vertex)
{
    const c2d_vec *bv = c2d_vertices(b);
    c2d_vec e = c2d_sub(q, p);
    double least = -INFINITY, most = -INFINITY;
    for (uint32_t j = 0; j < b->count; j++)
        least = c2d_max(least, cross_interval(p, e, bv[j]).least);
    for (uint32_t j = 0; j < b->count; j++) {
        double c = cross_interval(p, e, bv[j]).most < least ? -INFINITY : c2d_orient_round(p, q, bv[j]);
        if (c > most) {
            most = c;
            *vertex = bv[j];
        }
    }
    return most / c2d_length(p, q);
}

/* The edge with the least depth. The radii add equally to every depth. */
static void evaluate_overlapping(candidates *s, const candidate *list, int count)
{
    for (int i = 0; i < count; i++) {
        const candidate *c = &list[i];
        shape of = owner_of(s, c->owner);
        c2d_vec p = c2d_vertices(of)[c->edge], q = c2d_vertices(of)[c2d_next_vertex(c->edge, of->count)], vertex = p;
        double depth = deepest(p, q, other_than(s, c->owner), &vertex);
        if (depth >= s->best_core)
            continue;
        c2d_vec out = c2d_outward(p, q), foot = c2d_foot(vertex, p, q);
        bool of_b = c->owner == C2D_OF_B;
        s->best_core = depth;
        s->best.separation = -(depth + (s->a->radius + s->b->radius)) + 0.0;
        s->best.normal = of_b ? out : c2d_neg(out);
        s->best.on_a = of_b ? vertex : foot;
        s->best.on_b = of_b ? foot : vertex;
        s->best.owner = c->owner;
        s->best.edge = c->edge;
    }
}

/* Adds the edge of least depth; of several, the one that the scan would add first. The walk gives the deepest vertex
 * behind each edge. Rounding to nearest is monotone and keeps the order of cross products, so the depths equal those of
 * `deepest`. Lemma depth. */
static C2D_NOINLINE void walk_overlapping(candidates *s)
{
    c2d_walk walk = c2d_walk_start(s->a, s->b);
    c2d_walk_edge edge;
    candidate best = {.owner = C2D_OF_NEITHER};
    double least = INFINITY;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        for (int k = c2d_walk_features(&walk, &edge, f); k-- > 0;) {
            c2d_vec e = c2d_sub(f[k].q, f[k].p);
            double lower = c2d_max(cross_interval(f[k].p, e, f[k].r).least, 0);
            if (lower * lower * (1 - C2D_FILTER_LENGTH) > least * least * c2d_dot(e, e))
                continue;
            double depth = c2d_orient_round(f[k].p, f[k].q, f[k].r) / c2d_length(f[k].p, f[k].q);
            bool is_earlier = f[k].owner == best.owner ? f[k].edge < best.edge : f[k].owner < best.owner;
            if (depth < least || (depth == least && is_earlier)) {
                least = depth;
                best.owner = f[k].owner;
                best.edge = f[k].edge;
            }
        }
    }
    interval unknown = {-INFINITY, INFINITY};
    add_candidate(s, best.owner, best.edge, 0, unknown);
}

static void scan_overlapping(candidates *s, c2d_owner owner)
{
    shape of = owner_of(s, owner);
    const c2d_vec *v = c2d_vertices(of);
    for (uint32_t i = 0; of->count > 1 && i < of->count; i++)
        add_candidate(s, owner, i, 0, depth_behind(v[i], v[c2d_next_vertex(i, of->count)], other_than(s, owner)));
}

static c2d_nearest cores_overlapping(shape a, shape b)
{
    candidates s = {.a = a, .b = b, .evaluate = evaluate_overlapping, .limit = INFINITY, .best_core = INFINITY};
    if (c2d_exceeds(a, b, C2D_DISTANCE_ALL_PAIRS_LIMIT)) {
        walk_overlapping(&s);
    } else {
        scan_overlapping(&s, C2D_OF_A);
        scan_overlapping(&s, C2D_OF_B);
    }
    evaluate_list(&s);
    return s.best;
}

static c2d_nearest point_segment(shape a, shape b)
{
    c2d_vec r = a->v.own[0], p = b->v.own[0], q = b->v.own[1];
    bool before = c2d_dot_sign(p, q, r) < 0, after = !before && c2d_dot_sign(q, p, r) < 0;
    c2d_nearest n = {.on_a = r, .cores_apart = true};
    if (before || after) {
        n.on_b = before ? p : q;
        n.separation = c2d_length_gap(r, n.on_b, a->radius, b->radius);
        n.normal = direction(n.on_b, r);
        return n;
    }
    int side = c2d_orient_sign(p, q, r);
    if (side == 0)
        return cores_flat(a, b);
    n.separation = c2d_line_gap(r, p, q, a->radius, b->radius);
    n.normal = c2d_mul(c2d_outward(p, q), -side);
    n.on_b = c2d_foot(r, p, q);
    n.owner = C2D_OF_B;
    return n;
}

/* The shape with radius 0. */
static c2d_shape core_of(shape s)
{
    c2d_bounds bounds = c2d_vertex_bounds(c2d_vertices(s), s->count);
    c2d_shape core = *s;
    core.radius = 0;
    core.min = bounds.min;
    core.max = bounds.max;
    return core;
}

static c2d_relation relate_cores(shape a, shape b)
{
    if (a->radius + b->radius == 0)
        return c2d_relate(a, b);
    c2d_shape core_a = core_of(a), core_b = core_of(b);
    return c2d_relate(&core_a, &core_b);
}

static c2d_nearest nearest_of_cores(shape a, shape b)
{
    if (relate_cores(a, b) == C2D_APART)
        return cores_apart(a, b);
    return c2d_cores_are_flat(a, b) ? cores_flat(a, b) : cores_overlapping(a, b);
}

/* ---- order and dispatch ---- */

bool c2d_comes_first(shape a, shape b)
{
    if (a->form != b->form)
        return a->form < b->form;
    if (a->count != b->count)
        return a->count < b->count;
    if (a->radius != b->radius)
        return a->radius > b->radius;
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    for (uint32_t i = 0; i < a->count; i++)
        if (!c2d_same(av[i], bv[i]))
            return c2d_less(av[i], bv[i]);
    return true;
}

static c2d_nearest swapped(c2d_nearest n)
{
    c2d_nearest s = n;
    s.normal = c2d_neg(n.normal);
    s.on_a = n.on_b;
    s.on_b = n.on_a;
    s.owner = n.owner == C2D_OF_A ? C2D_OF_B : n.owner == C2D_OF_B ? C2D_OF_A : C2D_OF_NEITHER;
    return s;
}

static c2d_nearest in_order_features(shape a, shape b)
{
    if (a->form == C2D_POINT && b->form == C2D_POINT)
        return points(a, b);
    if (a->form == C2D_POINT && b->form == C2D_SEGMENT)
        return point_segment(a, b);
    bool both_aligned = (a->form == C2D_POINT || a->form == C2D_BOX) && b->form == C2D_BOX;
    return both_aligned ? aligned(a, b) : nearest_of_cores(a, b);
}

c2d_nearest c2d_nearest_features(const c2d_shape *a, const c2d_shape *b)
{
    return c2d_comes_first(a, b) ? in_order_features(a, b) : swapped(in_order_features(b, a));
}

/* Without the rest of the features; the order of the shapes does not change the bits. */
static double separation_of_aligned(shape a, shape b)
{
    c2d_vec alo = a->v.own[0], ahi = a->form == C2D_BOX ? a->v.own[2] : alo;
    c2d_vec blo = b->v.own[0], bhi = b->form == C2D_BOX ? b->v.own[2] : blo;
    c2d_interval_gap x = c2d_gap_between(alo.x, ahi.x, blo.x, bhi.x, a, b);
    c2d_interval_gap y = c2d_gap_between(alo.y, ahi.y, blo.y, bhi.y, a, b);
    if (x.gap.hi > 0 && y.gap.hi > 0)
        return c2d_length_gap(c2d_v(x.at_a, y.at_a), c2d_v(x.at_b, y.at_b), a->radius, b->radius);
    return c2d_gap_less_radii(c2d_is_wider(&x, &y) ? x.gap : y.gap, a->radius, b->radius);
}

static double separation_of_point_segment(shape a, shape b)
{
    c2d_vec r = a->v.own[0], p = b->v.own[0], q = b->v.own[1];
    bool before = c2d_dot_sign(p, q, r) < 0;
    if (before || c2d_dot_sign(q, p, r) < 0)
        return c2d_length_gap(r, before ? p : q, a->radius, b->radius);
    return c2d_line_gap(r, p, q, a->radius, b->radius) + 0.0;
}

double c2d_separation(const c2d_shape *a, const c2d_shape *b)
{
    if ((a->form == C2D_POINT) & (b->form == C2D_POINT))
        return c2d_length_gap(a->v.own[0], b->v.own[0], a->radius, b->radius);
    if ((a->form == C2D_POINT) & (b->form == C2D_SEGMENT))
        return separation_of_point_segment(a, b);
    if ((a->form == C2D_SEGMENT) & (b->form == C2D_POINT))
        return separation_of_point_segment(b, a);
    if (!((a->form | b->form) & 1))
        return separation_of_aligned(a, b);
    return c2d_nearest_features(a, b).separation;
}

double c2d_distance(const c2d_shape *a, const c2d_shape *b) { return c2d_max(c2d_separation(a, b), 0); }

/* ---- closest points ---- */

/* The position of a point in the lexicographic order of a polygon's vertices. Vertices rise from the first to the
 * greatest (the lower chain) and then fall (the upper chain). lower and upper are the vertices that start the edges of
 * the two chains at the point. */
typedef struct chains {
    uint32_t greatest, lower, upper;
} chains;

static chains chains_of(shape s)
{
    const c2d_vec *v = c2d_vertices(s);
    chains at = {0, 0, 0};
    while (at.greatest + 1 < s->count && c2d_less(v[at.greatest], v[at.greatest + 1]))
        at.greatest++;
    at.upper = at.greatest;
    return at;
}

/* Whether a polygon contains p: p is above the edge of the lower chain and below the edge of the upper chain whose ends
 * enclose it in lexicographic order. This is the order of x after an infinitesimal shear, which keeps all signs and
 * makes no edge vertical. The chains keep their position between calls, so points in order take linear time. */
static bool polygon_contains(shape s, chains *at, c2d_vec p)
{
    const c2d_vec *v = c2d_vertices(s);
    if (c2d_less(p, v[0]) || c2d_less(v[at->greatest], p))
        return false;
    while (c2d_less(p, v[at->lower]))
        at->lower--;
    while (at->lower + 1 < at->greatest && !c2d_less(p, v[at->lower + 1]))
        at->lower++;
    if (c2d_orient_sign(v[at->lower], v[at->lower + 1], p) < 0)
        return false;
    while (c2d_less(v[at->upper], p))
        at->upper--;
    while (at->upper + 1 < s->count && !c2d_less(v[at->upper + 1], p))
        at->upper++;
    return c2d_orient_sign(v[at->upper], v[c2d_next_vertex(at->upper, s->count)], p) >= 0;
}

/* Finds the first vertex of s in the core of t. */
static bool common_vertex(shape s, shape t, c2d_vec *common)
{
    const c2d_vec *v = c2d_vertices(s), *u = c2d_vertices(t);
    chains at = chains_of(t);
    for (uint32_t i = 0; i < s->count; i++) {
        bool inside = t->count == 1   ? c2d_same(u[0], v[i])
                      : t->count == 2 ? c2d_segment_sign(v[i], u[0], u[1], 0, 0) == 0
                                      : polygon_contains(t, &at, v[i]);
        if (inside) {
            *common = v[i];
            return true;
        }
    }
    return false;
}

/* The vertex of s farthest to the right of the line p q. It ends the last edge that precedes the direction p q in the
 * order of edges. */
static uint32_t rightmost(shape s, c2d_vec p, c2d_vec q)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c2d_first_edge(v[middle], v[c2d_next_vertex(middle, s->count)], p, q) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count ? low : 0;
}

/* The last vertex of s strictly on one side of the line p q (side 1: right), between `from` on that side and `to`, the
 * vertex farthest on the other side. Distances from the line are monotone between them. */
static uint32_t last_beside(shape s, uint32_t from, uint32_t to, c2d_vec p, c2d_vec q, int side)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t n = s->count, low = 0, high = to > from ? to - from : n - (from - to);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2, at = middle < n - from ? from + middle : middle - (n - from);
        if (c2d_orient_sign(p, q, v[at]) * side < 0)
            low = middle;
        else
            high = middle;
    }
    return low < n - from ? from + low : low - (n - from);
}

/* Finds the point where p q crosses the edge of s that starts at vertex j. False if they do not cross between their
 * ends. */
static bool crossing(c2d_vec p, c2d_vec q, shape s, uint32_t j, c2d_vec *common)
{
    c2d_vec r = c2d_vertices(s)[j], t = c2d_vertices(s)[c2d_next_vertex(j, s->count)];
    bool crosses = c2d_orient_sign(p, q, r) * c2d_orient_sign(p, q, t) < 0 &&
                   c2d_orient_sign(r, t, p) * c2d_orient_sign(r, t, q) < 0;
    if (!crosses)
        return false;
    double before = fabs(c2d_orient_round(r, t, p)), after = fabs(c2d_orient_round(r, t, q));
    *common = c2d_add(p, c2d_mul(c2d_sub(q, p), before / (before + after)));
    return true;
}

/* The line p q crosses two edges of s between their ends, or none. Finds where the segment p q crosses the first of
 * them. */
static bool first_crossing(c2d_vec p, c2d_vec q, shape s, c2d_vec *common)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t right = rightmost(s, p, q), left = rightmost(s, q, p);
    if (c2d_orient_sign(p, q, v[right]) >= 0 || c2d_orient_sign(p, q, v[left]) <= 0)
        return false;
    uint32_t j = last_beside(s, right, left, p, q, 1), k = last_beside(s, left, right, p, q, -1);
    return crossing(p, q, s, j < k ? j : k, common); /* its ends are not in s, so it crosses both edges or none */
}

/* A common point of cores that meet: a vertex of one in the other, or a crossing of two edges. */
static c2d_vec common_point(shape a, shape b)
{
    c2d_vec common = {0, 0};
    if (common_vertex(a, b, &common) || common_vertex(b, a, &common))
        return common;
    const c2d_vec *v = c2d_vertices(a);
    for (uint32_t i = 0; i < a->count; i++)
        if (first_crossing(v[i], v[c2d_next_vertex(i, a->count)], b, &common))
            break;
    return common;
}

c2d_vec c2d_common_point(const c2d_shape *a, const c2d_shape *b)
{
    return c2d_comes_first(a, b) ? common_point(a, b) : common_point(b, a);
}

void c2d_closest_points(const c2d_shape *a, const c2d_shape *b, c2d_vec *on_a, c2d_vec *on_b)
{
    if (!c2d_comes_first(a, b)) {
        c2d_closest_points(b, a, on_b, on_a);
        return;
    }
    c2d_nearest n = in_order_features(a, b);
    if (n.separation > 0) {
        *on_a = c2d_sub(n.on_a, c2d_mul(n.normal, a->radius));
        *on_b = c2d_add(n.on_b, c2d_mul(n.normal, b->radius));
        return;
    }
    /* The distance of the cores is at most R. The point that divides it in the ratio of the radii is in both shapes. */
    double radius = a->radius + b->radius;
    if (!n.cores_apart)
        *on_a = common_point(a, b);
    else
        *on_a = c2d_add(n.on_a, c2d_mul(c2d_sub(n.on_b, n.on_a), a->radius / radius));
    *on_b = *on_a;
}
