/* Nearest features, separation, distance and closest points.
 *
 * Features are compared by intervals that surely hold their distance; every one whose interval reaches below the least
 * upper end is evaluated accurately, and the least of those is the answer. */
#include "minkowski.h"

typedef const c2d_shape *shape;

/* The normal where every direction is as good: concentric circles, equal points. */
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

/* The edge of a box that faces the side of an axis: y-, x+, y+, x- are edges 0 to 3. */
static uint32_t facing_edge(bool x_axis, double side) { return x_axis ? (side > 0 ? 1 : 3) : (side > 0 ? 2 : 0); }

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
    n.owner = b->form == C2D_BOX ? C2D_OF_B : C2D_OF_A;
    n.edge = facing_edge(x_axis, n.owner == C2D_OF_B ? g.side : -g.side);
    /* A height or abscissa common to both, clamped from a's middle. */
    double mid = x_axis ? c2d_min(c2d_max(alo.y / 2 + ahi.y / 2, blo.y), bhi.y)
                        : c2d_min(c2d_max(alo.x / 2 + ahi.x / 2, blo.x), bhi.x);
    mid = x_axis ? c2d_min(c2d_max(mid, alo.y), ahi.y) : c2d_min(c2d_max(mid, alo.x), ahi.x);
    n.on_a = x_axis ? c2d_v(g.at_a, mid) : c2d_v(mid, g.at_a);
    n.on_b = x_axis ? c2d_v(g.at_b, mid) : c2d_v(mid, g.at_b);
    return n;
}

/* ---- the search ---- */

/* An interval that holds the value. */
typedef struct interval {
    double least, most;
} interval;

/* An edge of the owner, by its first vertex, and a vertex of the other shape. */
typedef struct candidate {
    c2d_owner owner;
    uint32_t edge, vertex;
    double least;
} candidate;

/* Candidates are held until the list is full or all are met, and dropped as soon as another is certainly nearer. */
#define HELD 12

typedef struct search {
    shape a, b;
    void (*consider)(struct search *, const candidate *, int); /* the first so many held, all still possible */
    c2d_nearest best;
    double best_core;  /* the distance or depth of the cores for it */
    double best_along; /* and the gap between the cores along its normal, if that was needed */
    double limit;      /* the least upper end of an interval so far */
    int count;
    candidate held[HELD];
} search;

static void consider_held(search *s)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->held[i].least <= s->limit)
            s->held[kept++] = s->held[i];
    s->consider(s, s->held, kept);
    s->count = 0;
}

static void enter(search *s, c2d_owner owner, uint32_t edge, uint32_t vertex, interval d)
{
    if (d.least > s->limit)
        return;
    if (s->count == HELD)
        consider_held(s);
    candidate c = {owner, edge, vertex, d.least};
    s->held[s->count++] = c;
    s->limit = c2d_min(s->limit, d.most);
}

static shape owner_of(const search *s, c2d_owner owner) { return owner == C2D_OF_A ? s->a : s->b; }

static shape other_than(const search *s, c2d_owner owner) { return owner == C2D_OF_A ? s->b : s->a; }

/* ---- cores apart ---- */

/* Of s's vertex i and the two edges that meet there, is the vertex nearest to r? -1: yes; 0: r is on the normal of an
 * edge through the vertex; 1: no, a point further along an edge is. */
static int end_sign(shape s, uint32_t i, c2d_vec r)
{
    if (s->count == 1)
        return -1;
    const c2d_vec *v = c2d_vertices(s);
    int ahead = c2d_dot_sign(v[i], v[c2d_next(s, i)], r), back = c2d_dot_sign(v[i], v[i ? i - 1 : s->count - 1], r);
    return ahead > back ? ahead : back;
}

/* A candidate as a feature: the vertex r against the edge p q, or against its end if that is a corner. */
typedef struct feature {
    c2d_owner owner;
    uint32_t edge;
    c2d_vec p, q, r, end;
    bool corner;
    int side;
} feature;

/* False where another feature is nearer, though perhaps by less than rounding shows: two corners must be each the
 * other's nearest end, a vertex must be outside the edge of a polygon, and one on the normal through an end of the edge
 * must see no point of its own edges nearer to that end. */
static bool feature_of(const search *s, const candidate *c, feature *f)
{
    shape of = owner_of(s, c->owner), other = other_than(s, c->owner);
    uint32_t next = c2d_next(of, c->edge);
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
    return (of->count == 2 || f->side < 0) && !(over_end && end_sign(other, c->vertex, f->end) > 0);
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

static void take(search *s, const feature *f, c2d_vec normal, double gap)
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

/* The gap between the cores as seen along n: their distance for the true normal, less for every other. */
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

/* How far computed distances of the cores may be off, and with a margin, as a factor. */
#define TIE (1 + 16 * C2D_U)

/* Beside large radii different distances make the same gap, beside a gap that cancels the same distance makes different
 * ones: so first the features whose cores are as near as rounding can tell; the least gap among them; and the normal
 * along which the cores are farthest apart, on a tie an edge's before a corner's. */
static void consider_apart(search *s, const candidate *held, int count)
{
    feature features[HELD];
    double core[HELD], ra = s->a->radius, rb = s->b->radius;
    int met = 0;
    for (int i = 0; i < count; i++)
        met += feature_of(s, &held[i], &features[met]);
    if (met == 1 && s->best_core == INFINITY && s->count < HELD) {
        take(s, &features[0], normal_of(&features[0]), gap_of(&features[0], ra, rb));
        return;
    }
    double before = s->best_core;
    for (int i = 0; i < met; i++) {
        core[i] = gap_of(&features[i], 0, 0);
        s->best_core = c2d_min(s->best_core, core[i]);
    }
    if (s->best_core * TIE < before) {
        s->best.separation = INFINITY;
        s->best_along = -INFINITY;
    }
    for (int i = 0; i < met; i++) {
        if (core[i] > s->best_core * TIE)
            continue;
        double gap = c2d_min(gap_of(&features[i], ra, rb), s->best.separation);
        s->best.separation = gap;
        c2d_vec normal = normal_of(&features[i]);
        double along = gap_along(s->a, s->b, normal);
        bool as_far = along * TIE >= s->best_along && !features[i].corner && s->best.owner == C2D_OF_NEITHER;
        if (along > s->best_along * TIE || as_far) {
            s->best_along = along;
            take(s, &features[i], normal, gap);
        }
    }
}

/* Enters what may be nearest of the owner's edges and the other's vertices, by squared distance. Left out are pairs
 * with a vertex certainly inside an edge, or certainly past its end, which is the next edge's start; and, unless
 * corners, pairs of ends. */
static void scan_apart(search *s, c2d_owner owner, bool corners)
{
    shape of = owner_of(s, owner), other = other_than(s, owner);
    const c2d_vec *ov = c2d_vertices(of), *tv = c2d_vertices(other);
    bool polygon = of->count > 2;
    uint32_t edges = polygon ? of->count : of->count - 1; /* a segment has one edge, a point none */
    for (uint32_t i = 0; i < edges; i++) {
        c2d_vec p = ov[i], q = ov[c2d_next(of, i)], e = c2d_sub(q, p);
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
            enter(s, owner, i, j, d);
        }
    }
}

/* Enters a corner of the difference, as the start of an edge of a, which is not a point. */
static void enter_corner(search *s, uint32_t i, uint32_t j)
{
    interval unknown = {-INFINITY, INFINITY};
    enter(s, C2D_OF_A, i, j, unknown);
}

/* Enters an edge of the difference, with both ends where it is an edge of each core. */
static void enter_edge(search *s, const c2d_walk_edge *e)
{
    interval unknown = {-INFINITY, INFINITY};
    if (e->owner != C2D_OF_B)
        enter(s, C2D_OF_A, e->i, e->j, unknown);
    if (e->owner == C2D_OF_NEITHER)
        enter(s, C2D_OF_A, e->i, e->j_end, unknown);
    if (e->owner != C2D_OF_A)
        enter(s, C2D_OF_B, e->j, e->i, unknown);
    if (e->owner == C2D_OF_NEITHER)
        enter(s, C2D_OF_B, e->j, e->i_end, unknown);
}

/* Enters the one feature of the difference D that is nearest to the origin, which is outside, exactly. An edge is if it
 * has the origin strictly outside and over it, ends included: its foot is then the nearest point of the half plane that
 * holds D. A corner is if the origin is strictly before the edge that starts there and strictly beyond the one that
 * ends there. The nearest point is unique, hence the feature, too. */
static C2D_NOINLINE void walk_apart(search *s)
{
    c2d_walk walk = c2d_walk_start(s->a, s->b);
    c2d_walk_edge edge;
    uint32_t i = walk.i, j = walk.j;
    bool is_beyond_last = false, is_before_first = false, first = true;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        const c2d_walk_feature *last = &f[c2d_walk_features(&walk, &edge, f) - 1];
        bool is_before = c2d_dot_sign(f[0].p, f[0].q, f[0].r) < 0,
             is_beyond = c2d_dot_sign(last->q, last->p, last->r) < 0;
        if (!is_before && !is_beyond && c2d_orient_sign(f[0].p, f[0].q, f[0].r) < 0) {
            enter_edge(s, &edge);
            return;
        }
        if (is_before && is_beyond_last) {
            enter_corner(s, edge.i, edge.j);
            return;
        }
        is_before_first |= first && is_before;
        is_beyond_last = is_beyond;
        first = false;
    }
    assert(is_before_first && is_beyond_last);
    enter_corner(s, i, j);
}

static c2d_nearest cores_apart(shape a, shape b)
{
    search s = {
        .a = a, .b = b, .consider = consider_apart, .limit = INFINITY, .best_core = INFINITY, .best_along = -INFINITY};
    s.best = (c2d_nearest){.separation = INFINITY, .cores_apart = true};
    if (c2d_exceeds(a, b, C2D_DISTANCE_ALL_PAIRS_LIMIT)) {
        walk_apart(&s);
    } else {
        scan_apart(&s, C2D_OF_A, true);
        scan_apart(&s, C2D_OF_B, a->count == 1);
    }
    consider_held(&s);
    return s.best;
}

/* ---- cores that meet ---- */

/* A vertex of s on the segment core of t, or the other way round: cores that meet and are flat have one. */
static bool vertex_on_segment(shape s, shape t, c2d_vec *common)
{
    const c2d_vec *sv = c2d_vertices(s), *tv = c2d_vertices(t);
    for (uint32_t i = 0; t->count == 2 && i < s->count; i++)
        if (c2d_segment_sign(sv[i], tv[0], tv[1], 0, 0) == 0) {
            *common = sv[i];
            return true;
        }
    return false;
}

/* Points on or along one segment: any way across it is the shortest. */
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

/* The cross product of an edge with one vertex, and how wrong it may be. */
static interval cross_interval(c2d_vec p, c2d_vec e, c2d_vec r)
{
    c2d_vec w = c2d_sub(r, p);
    double s = e.x * w.y, t = e.y * w.x, margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
    interval cross = {s - t - margin, s - t + margin};
    return cross;
}

/* How deep b's core is behind the edge p q: the greatest cross product over its length. */
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
    double inverse = 1 / sqrt(c2d_dot(e, e));
    interval depth = {most.least * inverse * (1 - C2D_FILTER_LENGTH), most.most * inverse * (1 + C2D_FILTER_LENGTH)};
    return depth;
}

/* The depth of b behind p q, accurate, and the vertex that is deepest. */
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

/* The edge behind which the cores are least deep; the radii add to every depth alike. */
static void consider_overlapping(search *s, const candidate *held, int count)
{
    for (int i = 0; i < count; i++) {
        const candidate *c = &held[i];
        shape of = owner_of(s, c->owner);
        c2d_vec p = c2d_vertices(of)[c->edge], q = c2d_vertices(of)[c2d_next(of, c->edge)], vertex = p;
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

/* Enters the edge of least depth, of several the one that the scan would come to first. The walk knows the vertex that
 * is deepest behind each edge, and rounding to nearest keeps the order of cross products: the depths are those that
 * `deepest` finds. */
static C2D_NOINLINE void walk_overlapping(search *s)
{
    c2d_walk walk = c2d_walk_start(s->a, s->b);
    c2d_walk_edge edge;
    candidate best = {.owner = C2D_OF_NEITHER};
    double least = INFINITY;
    while (c2d_walk_next(&walk, &edge)) {
        c2d_walk_feature f[2];
        for (int k = c2d_walk_features(&walk, &edge, f); k-- > 0;) {
            c2d_vec e = c2d_sub(f[k].q, f[k].p);
            double surely = c2d_max(cross_interval(f[k].p, e, f[k].r).least, 0);
            if (surely * surely * (1 - C2D_FILTER_LENGTH) > least * least * c2d_dot(e, e))
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
    enter(s, best.owner, best.edge, 0, unknown);
}

static void scan_overlapping(search *s, c2d_owner owner)
{
    shape of = owner_of(s, owner);
    const c2d_vec *v = c2d_vertices(of);
    for (uint32_t i = 0; of->count > 1 && i < of->count; i++)
        enter(s, owner, i, 0, depth_behind(v[i], v[c2d_next(of, i)], other_than(s, owner)));
}

static c2d_nearest cores_overlapping(shape a, shape b)
{
    search s = {.a = a, .b = b, .consider = consider_overlapping, .limit = INFINITY, .best_core = INFINITY};
    if (c2d_exceeds(a, b, C2D_DISTANCE_ALL_PAIRS_LIMIT)) {
        walk_overlapping(&s);
    } else {
        scan_overlapping(&s, C2D_OF_A);
        scan_overlapping(&s, C2D_OF_B);
    }
    consider_held(&s);
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

/* The shape without its radius: the same vertices, the bounds of the core. */
static c2d_shape core_of(shape s)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_shape core = *s;
    core.radius = 0;
    core.min = core.max = v[0];
    for (uint32_t i = 1; i < s->count; i++) {
        core.min = c2d_v(c2d_min(core.min.x, v[i].x), c2d_min(core.min.y, v[i].y));
        core.max = c2d_v(c2d_max(core.max.x, v[i].x), c2d_max(core.max.y, v[i].y));
    }
    return core;
}

static c2d_relation relate_cores(shape a, shape b)
{
    if (a->radius + b->radius == 0)
        return c2d_relate(a, b);
    c2d_shape core_a = core_of(a), core_b = core_of(b);
    return c2d_relate(&core_a, &core_b);
}

static c2d_nearest general(shape a, shape b)
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
    bool aligned_a = a->form == C2D_POINT || a->form == C2D_BOX;
    return aligned_a && b->form == C2D_BOX ? aligned(a, b) : general(a, b);
}

c2d_nearest c2d_nearest_features(const c2d_shape *a, const c2d_shape *b)
{
    return c2d_comes_first(a, b) ? in_order_features(a, b) : swapped(in_order_features(b, a));
}

double c2d_separation(const c2d_shape *a, const c2d_shape *b) { return c2d_nearest_features(a, b).separation; }

double c2d_distance(const c2d_shape *a, const c2d_shape *b) { return c2d_max(c2d_separation(a, b), 0); }

/* ---- closest points ---- */

/* Where a point is in the lexicographic order of a polygon's vertices, which rise from the first to the greatest and
 * fall from there: on the lower chain between vertex lower and the next, on the upper one between vertex upper and the
 * next. */
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

/* Whether a polygon holds p: it is above the edge of the lower chain and below that of the upper one between whose ends
 * it is in lexicographic order. That is the order of abscissas after a shear by less than any number, which leaves
 * signs as they are and no edge upright. The search goes on from the point before: points that are themselves in order
 * take linear time together. */
static bool polygon_holds(shape s, chains *at, c2d_vec p)
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
    return c2d_orient_sign(v[at->upper], v[c2d_next(s, at->upper)], p) >= 0;
}

/* A vertex of s in the core of t, the first of them. */
static bool common_vertex(shape s, shape t, c2d_vec *common)
{
    const c2d_vec *v = c2d_vertices(s), *u = c2d_vertices(t);
    chains at = chains_of(t);
    for (uint32_t i = 0; i < s->count; i++) {
        bool held = t->count == 1   ? c2d_same(u[0], v[i])
                    : t->count == 2 ? c2d_segment_sign(v[i], u[0], u[1], 0, 0) == 0
                                    : polygon_holds(t, &at, v[i]);
        if (held) {
            *common = v[i];
            return true;
        }
    }
    return false;
}

/* The vertex of s farthest to the right of the line p q: it ends the edges that come before the direction p q in the
 * order round s. */
static uint32_t rightmost(shape s, c2d_vec p, c2d_vec q)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c2d_first_edge(v[middle], v[c2d_next(s, middle)], p, q) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count ? low : 0;
}

/* The last vertex of s strictly on one side of the line p q (1: right), going on from one that is to the one that is
 * farthest on the other side: on that way distances change steadily. */
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

/* Where p q crosses the edge of s that starts at vertex j, both between their ends; false if it does not. */
static bool crossing(c2d_vec p, c2d_vec q, shape s, uint32_t j, c2d_vec *common)
{
    c2d_vec r = c2d_vertices(s)[j], t = c2d_vertices(s)[c2d_next(s, j)];
    bool crosses = c2d_orient_sign(p, q, r) * c2d_orient_sign(p, q, t) < 0 &&
                   c2d_orient_sign(r, t, p) * c2d_orient_sign(r, t, q) < 0;
    if (!crosses)
        return false;
    double before = fabs(c2d_orient_round(r, t, p)), after = fabs(c2d_orient_round(r, t, q));
    *common = c2d_add(p, c2d_mul(c2d_sub(q, p), before / (before + after)));
    return true;
}

/* The line p q crosses two edges of s, or none, between their ends: the first of them that p q crosses itself. */
static bool first_crossing(c2d_vec p, c2d_vec q, shape s, c2d_vec *common)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t right = rightmost(s, p, q), left = rightmost(s, q, p);
    if (c2d_orient_sign(p, q, v[right]) >= 0 || c2d_orient_sign(p, q, v[left]) <= 0)
        return false;
    uint32_t j = last_beside(s, right, left, p, q, 1), k = last_beside(s, left, right, p, q, -1);
    return crossing(p, q, s, j < k ? j : k, common) || crossing(p, q, s, j < k ? k : j, common);
}

/* A point of both cores, which meet: a vertex of one in the other, or else where two edges cross. */
static c2d_vec common_point(shape a, shape b)
{
    c2d_vec common = {0, 0};
    if (common_vertex(a, b, &common) || common_vertex(b, a, &common))
        return common;
    const c2d_vec *v = c2d_vertices(a);
    for (uint32_t i = 0; i < a->count; i++)
        if (first_crossing(v[i], v[c2d_next(a, i)], b, &common))
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
    /* The cores' distance is at most R: the point that divides it as the radii do is in both shapes. */
    double radius = a->radius + b->radius;
    if (!n.cores_apart)
        *on_a = common_point(a, b);
    else
        *on_a = c2d_add(n.on_a, c2d_mul(c2d_sub(n.on_b, n.on_a), a->radius / radius));
    *on_b = *on_a;
}
