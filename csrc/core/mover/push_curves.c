/* The curves on which a piece is flush with an obstacle, as offsets from the start: a line for each edge of either
 * shape, and a circle for each pair of round corners. Where two of them meet, the mover is flush with two obstacles.
 * The tangents from (0, 0) to a region are the ways that graze its obstacle. */
#include "push.h"

/* Of a body of several pieces, each piece up to the fourth has as many curves as a shape. */
#define CURVES_OF_SHAPE 64
#define MAX_CURVES      (4 * CURVES_OF_SHAPE)
#define MAX_CORNERS     64

/* A line n . v = d, or a circle of radius d about n. */
typedef struct curve {
    bool is_line;
    c2d_vec n;
    double d;
} curve;

/* The curves of some obstacles, one obstacle after another. */
typedef struct curve_list {
    curve list[MAX_CURVES];
    int count, most;
    bool is_full;              /* a curve found no room */
    int first[MAX_CURVES + 1]; /* of each obstacle */
    int obstacle_count;
} curve_list;

/* A point at which two curves meet. */
typedef struct corner {
    const curve *a, *b;
    double side;
    double length;
} corner;

/* ---- curves ---- */

static void add_curve(curve_list *c, curve new_one)
{
    for (int i = c->first[c->obstacle_count]; i < c->count; i++)
        if (c->list[i].is_line == new_one.is_line && c->list[i].d == new_one.d && c2d_same(c->list[i].n, new_one.n))
            return;
    c->is_full = c->count == c->most;
    if (!c->is_full)
        c->list[c->count++] = new_one;
}

/* The distance of a line across an axis is rounded once. */
static void add_line(curve_list *c, const c2d_shape *s, const c2d_shape *o, c2d_vec n)
{
    curve line = {true, n, 0};
    if (n.x != 0 && n.y != 0)
        line.d = c2d_push_separating_distance(s, o, n);
    else if (n.x != 0)
        line.d = n.x * c2d_mover_flush(s, o, true, n.x);
    else
        line.d = n.y * c2d_mover_flush(s, o, false, n.y);
    add_curve(c, line);
}

/* Whether a circle is a round corner of its region: it reaches two of the region's lines, the last ones in the list.
 * The other circles are inside, or touch the border at a point of a line. */
static bool is_at_corner(const curve_list *c, int lines, c2d_vec center, double radius)
{
    int first = c->first[c->obstacle_count], reached = 0;
    for (int i = first; i < lines; i++) {
        double rounding = C2D_MOVER_PROGRESS * (fabs(c->list[i].d) + c2d_magnitude(center));
        reached += c2d_dot(c->list[i].n, center) + radius >= c->list[i].d - rounding;
    }
    return reached >= 2 || first == lines;
}

static void add_curves(curve_list *c, const c2d_shape *s, const c2d_shape *o)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o);
    double radius = s->radius + o->radius;
    c->first[c->obstacle_count] = c->count;
    for (uint32_t i = 0; i < c2d_push_edges(o); i++)
        add_line(c, s, o, c2d_edge_normal(o, i));
    for (uint32_t i = 0; i < c2d_push_edges(s); i++)
        add_line(c, s, o, c2d_neg(c2d_edge_normal(s, i)));
    int lines = c->count;
    for (uint32_t i = 0; i < s->count && i < C2D_PUSH_MAX_EDGES && radius > 0; i++)
        for (uint32_t k = 0; k < o->count && k < C2D_PUSH_MAX_EDGES; k++) {
            c2d_vec center = c2d_sub(w[k], v[i]);
            if (is_at_corner(c, lines, center, radius))
                add_curve(c, (curve){false, center, radius});
        }
    c->first[++c->obstacle_count] = c->count;
}

/* ---- corners ---- */

static double outside(double x) { return x > 0 ? sqrt(x) : -1; }

static bool line_meets_circle(c2d_vec n, double d, c2d_vec center, double radius, double side, c2d_vec *out)
{
    double across = d - c2d_dot(n, center), half = outside(radius * radius - across * across);
    c2d_vec along = c2d_v(-n.y, n.x);
    *out = c2d_add(c2d_add(center, c2d_mul(n, across)), c2d_mul(along, side * half));
    return half >= 0;
}

static bool is_across_axis(const curve *c) { return c->is_line && (c->n.x == 0 || c->n.y == 0); }

/* Where two curves meet, those that are exact taken outward by `exact`, the others by `rounded`; side: 1 or -1, which
 * of the two points of a circle. */
static bool meet(const curve *a, const curve *b, double side, double exact, double rounded, c2d_vec *v)
{
    double da = a->d + (is_across_axis(a) ? exact : rounded), db = b->d + (is_across_axis(b) ? exact : rounded);
    if (a->is_line && b->is_line) {
        double det = c2d_cross(a->n, b->n);
        *v = c2d_mul(c2d_v(da * b->n.y - db * a->n.y, db * a->n.x - da * b->n.x), 1 / det);
        if (is_across_axis(a))
            *(a->n.x != 0 ? &v->x : &v->y) = a->n.x != 0 ? a->n.x * da : a->n.y * da;
        if (is_across_axis(b))
            *(b->n.x != 0 ? &v->x : &v->y) = b->n.x != 0 ? b->n.x * db : b->n.y * db;
        return side > 0 && fabs(det) > 1e-12;
    }
    if (a->is_line)
        return line_meets_circle(a->n, da, b->n, db, side, v);
    if (b->is_line)
        return line_meets_circle(b->n, db, a->n, da, side, v);
    /* Two circles meet on a line across the one between their centres. */
    c2d_vec between = c2d_sub(b->n, a->n);
    double length = c2d_length_of(between), along = (length * length + da * da - db * db) / (2 * length);
    c2d_vec n = c2d_mul(between, 1 / length);
    return length > 0 && line_meets_circle(n, c2d_dot(n, a->n) + along, a->n, da, side, v);
}

/* Whether an offset is inside the region of an obstacle, by more than rounding. Between round corners the answer may be
 * false for an offset inside. */
static bool is_in_region(const curve_list *c, int obstacle, c2d_vec v, double rounding)
{
    bool is_behind_lines = true, is_sharp = true;
    for (int i = c->first[obstacle]; i < c->first[obstacle + 1]; i++) {
        const curve *a = &c->list[i];
        if (!a->is_line && c2d_length_of(c2d_sub(v, a->n)) < a->d - rounding)
            return true;
        is_sharp &= a->is_line;
        is_behind_lines &= !a->is_line || c2d_dot(a->n, v) < a->d - rounding;
    }
    return is_sharp && is_behind_lines && c->first[obstacle] < c->first[obstacle + 1];
}

/* Inserts a corner into the list of the shortest ones, unless it repeats one. */
static void add_corner(corner *list, int *count, corner new_one)
{
    int i = *count;
    for (int k = 0; k < *count; k++) {
        c2d_vec v, w;
        if (fabs(list[k].length - new_one.length) <= 1e-12 * new_one.length &&
            meet(list[k].a, list[k].b, list[k].side, 0, 0, &v) && meet(new_one.a, new_one.b, new_one.side, 0, 0, &w) &&
            c2d_magnitude(c2d_sub(v, w)) <= 1e-12 * new_one.length)
            return;
    }
    for (; i > 0 && list[i - 1].length > new_one.length; i--)
        if (i < MAX_CORNERS)
            list[i] = list[i - 1];
    if (i == MAX_CORNERS)
        return;
    list[i] = new_one;
    *count += *count < MAX_CORNERS;
}

/* The obstacle of curve i. */
static int owner_of(const curve_list *c, int i)
{
    int owner = 0;
    while (c->first[owner + 1] <= i)
        owner++;
    return owner;
}

static bool may_end_at(c2d_mover *m, c2d_push_search *s, const curve_list *c, c2d_vec v, double rounding)
{
    if (!c2d_push_is_short(s, c2d_length_of(v)))
        return false;
    for (int o = 0; o < c->obstacle_count; o++)
        if (is_in_region(c, o, v, rounding))
            return false;
    return !c2d_push_is_inside_at(m, s, v);
}

/* The corners of the curves of c with those of d, or of c with each other, each of two obstacles. */
static void find_corners(c2d_mover *m, c2d_push_search *s, const curve_list *c, const curve_list *d, double rounding,
                         corner *list, int *count)
{
    for (int i = 0; i < c->count; i++)
        for (int k = c == d ? c->first[owner_of(c, i) + 1] : 0; k < d->count; k++)
            for (double side = 1; side >= -1; side -= 2) {
                c2d_vec v;
                if (meet(&c->list[i], &d->list[k], side, 0, 0, &v) && may_end_at(m, s, c, v, rounding))
                    add_corner(list, count, (corner){&c->list[i], &d->list[k], side, c2d_length_of(v)});
            }
}

/* Tries the corners of two lists of curves, the shortest first. Where rounding leaves the end inside an obstacle, or
 * the sweep in a blocker, both curves are taken outward by a few roundings. Where that does not help, and rounding
 * alone refuses the corner, its neighbours are tried. */
static c2d_status try_corners_of(c2d_mover *m, c2d_push_search *s, const curve_list *c, const curve_list *d)
{
    corner list[MAX_CORNERS];
    int count = 0;
    c2d_status status = C2D_OK;
    find_corners(m, s, c, d, C2D_MOVER_PROGRESS * s->scale, list, &count);
    for (int i = 0; i < count && s->tries_left > 0 && !status; i++) {
        static const double exact[] = {0, 0, 64 * C2D_U}, rounded[] = {0, 4 * C2D_U, 64 * C2D_U};
        double size = s->scale + list[i].length;
        c2d_push_outcome outcome = C2D_PUSH_INSIDE;
        bool by_rounding = false;
        c2d_vec v;
        for (int k = 0; k < 3 && !status && (outcome == C2D_PUSH_INSIDE || outcome == C2D_PUSH_BLOCKED); k++) {
            s->tries_left--;
            if (meet(list[i].a, list[i].b, list[i].side, exact[k] * size, rounded[k] * size, &v))
                status = c2d_push_try_end(m, s, v, &outcome);
            by_rounding |= outcome == C2D_PUSH_INSIDE || c2d_push_is_refused_by_rounding(m, s, outcome);
        }
        if (!status && by_rounding && outcome != C2D_PUSH_OUT && meet(list[i].a, list[i].b, list[i].side, 0, 0, &v)) {
            s->tries_left -= C2D_PUSH_NEIGHBOURS;
            status = c2d_push_try_neighbours(m, s, v, &outcome);
        }
    }
    return status;
}

static void init_curves(const c2d_mover *m, curve_list *c)
{
    c->count = c->obstacle_count = 0;
    c->is_full = false;
    c->most = CURVES_OF_SHAPE * (int)(m->count < 4 ? m->count : 4);
}

static bool has_room(const curve_list *c) { return !c->is_full && c->obstacle_count < c->most; }

/* Whether an overlap is the first one of its obstacle. */
static bool is_first_of_obstacle(const c2d_push_search *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (s->overlaps[k].obstacle.shape == s->overlaps[i].obstacle.shape)
            return false;
    return true;
}

/* The curves of an obstacle and the pieces that do not overlap it at the start, as they may while the body leaves it.
 */
static void add_other_pieces(const c2d_mover *m, curve_list *c, const c2d_shape *o)
{
    for (size_t k = 0; k < m->count && has_room(c); k++)
        if (!c2d_overlaps(&m->pose->pieces[k].shape, o))
            add_curves(c, m->pieces[k].start, o);
}

/* The curves of the deepest overlaps. A region of which only a part fits into the list is left out. */
static void find_curves(const c2d_mover *m, const c2d_push_search *s, curve_list *c)
{
    init_curves(m, c);
    size_t most = (size_t)c->most;
    for (size_t i = 0; i < s->count && i < most && has_room(c); i++)
        add_curves(c, m->pieces[s->overlaps[i].piece].start, s->overlaps[i].obstacle.shape);
    for (size_t i = 0; i < s->count && i < most && m->count > 1 && has_room(c); i++)
        if (s->overlaps[i].depth > 0 && is_first_of_obstacle(s, i))
            add_other_pieces(m, c, s->overlaps[i].obstacle.shape);
    if (c->is_full && c->obstacle_count > 1)
        c->count = c->first[--c->obstacle_count];
}

c2d_status c2d_push_try_corners(c2d_mover *m, c2d_push_search *s)
{
    curve_list c;
    find_curves(m, s, &c);
    return try_corners_of(m, s, &c, &c);
}

/* ---- tangents ---- */

/* The unit vector along the tangent from (0, 0) to a circle, on its left (side 1) or right (-1). Inside the circle, the
 * one across the direction to its centre. */
static c2d_vec tangent_to(c2d_vec center, double radius, double side)
{
    double d2 = c2d_dot(center, center), along = outside(d2 - radius * radius);
    c2d_vec across = c2d_mul(c2d_v(-center.y, center.x), side), t = across;
    if (along > 0)
        t = c2d_add(c2d_mul(center, along), c2d_mul(across, radius));
    double length = c2d_length_of(t);
    return length > 0 ? c2d_mul(t, 1 / length) : c2d_v(0, 0);
}

/* The tangent to the region of an obstacle that does not contain (0, 0): the outermost of the tangents to the circles
 * about its corners, seen from the middle of them. */
static c2d_vec outermost_tangent(const c2d_shape *s, const c2d_shape *o, double side)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o);
    c2d_vec middle = {0, 0};
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < o->count; k++)
            middle = c2d_add(middle, c2d_sub(w[k], v[i]));
    c2d_vec best = middle;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < o->count; k++) {
            c2d_vec t = tangent_to(c2d_sub(w[k], v[i]), s->radius + o->radius, side);
            if (side * c2d_cross(middle, t) >= 0 && side * c2d_cross(best, t) > 0)
                best = t;
        }
    double length = c2d_length_of(best);
    return length > 0 ? c2d_mul(best, 1 / length) : best;
}

/* Tries the way along a tangent; where rounding makes it graze the blocker, one that is turned away by a few
 * roundings. */
static c2d_status try_tangent(c2d_mover *m, c2d_push_search *s, const c2d_push_blocker *b, double side)
{
    static const double roundings[] = {0, 8 * C2D_U, 256 * C2D_U};
    const c2d_shape *start = m->pieces[b->piece].start, *blocker = b->obstacle.shape;
    c2d_vec u = outermost_tangent(start, blocker, side), across = c2d_mul(c2d_v(-u.y, u.x), side);
    double size = c2d_mover_extent(m);
    double scale = s->scale + c2d_scale_of_shape(blocker), part = scale / c2d_max(size, C2D_U * scale);
    c2d_push_outcome outcome = C2D_PUSH_BLOCKED;
    c2d_status status = C2D_OK;
    for (int i = 0; i < 3 && !status && outcome == C2D_PUSH_BLOCKED && !c2d_same(u, c2d_v(0, 0)); i++) {
        s->tries_left--;
        c2d_vec d = c2d_add(u, c2d_mul(across, roundings[i] * part));
        status = c2d_push_try_along(m, s, c2d_mul(d, 1 / c2d_length_of(d)), &outcome);
    }
    return status;
}

c2d_status c2d_push_try_beside(c2d_mover *m, c2d_push_search *s, const c2d_push_blocker *blocker)
{
    curve_list c, d;
    c2d_status status = try_tangent(m, s, blocker, 1);
    if (!status)
        status = try_tangent(m, s, blocker, -1);
    find_curves(m, s, &c);
    init_curves(m, &d);
    add_curves(&d, m->pieces[blocker->piece].start, blocker->obstacle.shape);
    return status ? status : try_corners_of(m, s, &c, &d);
}
