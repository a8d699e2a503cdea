/* Construction and validation of shapes. A shape that exists is in the domain, has no redundant vertices and has its
 * bounds. */
#include "shape.h"

#include "../exact/exact.h"

#include <string.h>

c2d_status c2d_check(double *x)
{
    double v = *x;
    if (!(fabs(v) <= C2D_LIMIT))
        return v - v != 0 ? C2D_NOT_FINITE : C2D_TOO_LARGE;
    if (fabs(v) < C2D_GRAIN)
        v = copysign((fabs(v) + C2D_GRAIN) - C2D_GRAIN, v);
    *x = v + 0.0; /* -0 becomes +0 */
    return C2D_OK;
}

c2d_status c2d_check_size(double *x)
{
    if (*x < 0 && *x - *x == 0)
        return C2D_NEGATIVE;
    return c2d_check(x);
}

const char *c2d_rule(c2d_status status)
{
    switch (status) {
    case C2D_OK: return "is valid";
    case C2D_NOT_FINITE: return "must be finite";
    case C2D_TOO_LARGE: return "must be between -1e60 and 1e60";
    case C2D_NEGATIVE: return "must be >= 0";
    case C2D_NO_POINTS: return "must have at least one point";
    case C2D_NOT_CONVEX: return "must run once round a convex polygon";
    case C2D_RADIUS_TOO_LARGE: return "must be at most half the smaller side";
    case C2D_NOT_POSITIVE: return "must be > 0";
    case C2D_ABOVE_ONE: return "must be at most 1";
    case C2D_NO_DIRECTION: return "must not be (0, 0)";
    case C2D_BOTH_INFINITE: return "must not both be infinite";
    case C2D_NO_MEMORY: return "needs more memory than there is";
    case C2D_VANISHES: return "must not vanish in rounding";
    case C2D_NOT_INSIDE: return "must be inside the polygon and outside of each other";
    case C2D_ABOVE_TURN: return "must be between -360 and 360 degrees";
    case C2D_NO_ITEM: return "must be the id of an item";
    case C2D_CROSSES: return "must outline a polygon that does not cross itself";
    }
    return "has an unknown status";
}

c2d_status c2d_check_vec(c2d_vec *v)
{
    c2d_status status = c2d_check(&v->x);
    return status ? status : c2d_check(&v->y);
}

/* ---- bounds ---- */

/* The largest double <= x - y. */
static double minus_down(double x, double y)
{
    c2d_pair d = c2d_two_diff(x, y);
    /* Steps down by one double on the bits: a branch would mispredict. If lo is not 0, hi is not 0. */
    int64_t bits;
    memcpy(&bits, &d.hi, sizeof bits);
    bits -= (d.lo < 0) * (bits < 0 ? -1 : 1);
    memcpy(&d.hi, &bits, sizeof bits);
    return d.hi;
}

/* The smallest double >= x + y. */
static double plus_up(double x, double y) { return -minus_down(-x, y); }

c2d_vec c2d_bounds_size(c2d_bounds b)
{
    return c2d_v(plus_up(b.max.x, -b.min.x) + 0.0, plus_up(b.max.y, -b.min.y) + 0.0);
}

void c2d_shape_finish(c2d_shape *out, const c2d_vec *vertices, size_t count, double radius)
{
    c2d_bounds core = c2d_vertex_bounds(vertices, count);
    c2d_vec lo = core.min, hi = core.max;
    out->radius = radius;
    out->count = (uint32_t)count;
    out->min = c2d_v(minus_down(lo.x, radius), minus_down(lo.y, radius));
    out->max = c2d_v(plus_up(hi.x, radius), plus_up(hi.y, radius));
    bool box = count == 4 && c2d_same(vertices[0], lo) && c2d_same(vertices[1], c2d_v(hi.x, lo.y)) &&
               c2d_same(vertices[2], hi) && c2d_same(vertices[3], c2d_v(lo.x, hi.y));
    out->form = count == 1 ? C2D_POINT : count == 2 ? C2D_SEGMENT : box ? C2D_BOX : C2D_CONVEX;
    /* Equal shapes have equal bytes, so unused vertices are zero. */
    memset(&out->v, 0, sizeof out->v);
    if (count <= C2D_INLINE_VERTICES)
        memcpy(out->v.own, vertices, count * sizeof *vertices);
    else
        out->v.many = vertices;
}

/* ---- constructors ---- */

c2d_status c2d_circle(c2d_shape *out, c2d_vec center, double radius)
{
    c2d_status status = c2d_check_vec(&center);
    if (!status)
        status = c2d_check_size(&radius);
    if (!status)
        c2d_shape_finish(out, &center, 1, radius);
    return status;
}

c2d_status c2d_check_disc(c2d_disc *disc)
{
    c2d_status status = c2d_check_vec(&disc->center);
    return status ? status : c2d_check_size(&disc->radius);
}

c2d_status c2d_point(c2d_shape *out, c2d_vec p)
{
    c2d_status status = c2d_check_vec(&p);
    if (!status) {
        c2d_shape point = {0, 1, C2D_POINT, p, p, {{p}}};
        *out = point;
    }
    return status;
}

static c2d_status check_ends(c2d_vec *a, c2d_vec *b, double *radius)
{
    c2d_status status = c2d_check_vec(a);
    if (!status)
        status = c2d_check_vec(b);
    return status ? status : c2d_check_size(radius);
}

c2d_status c2d_capsule(c2d_shape *out, c2d_vec a, c2d_vec b, double radius)
{
    c2d_status status = check_ends(&a, &b, &radius);
    if (!status)
        c2d_shape_finish(out, c2d_less(b, a) ? (c2d_vec[]){b, a} : (c2d_vec[]){a, b}, c2d_same(a, b) ? 1 : 2, radius);
    return status;
}

c2d_status c2d_segment(c2d_shape *out, c2d_vec a, c2d_vec b) { return c2d_capsule(out, a, b, 0); }

c2d_status c2d_box(c2d_shape *out, c2d_vec corner, c2d_vec opposite, double radius)
{
    c2d_status status = check_ends(&corner, &opposite, &radius);
    if (status)
        return status;
    c2d_vec lo = c2d_v(c2d_min(corner.x, opposite.x), c2d_min(corner.y, opposite.y));
    c2d_vec hi = c2d_v(c2d_max(corner.x, opposite.x), c2d_max(corner.y, opposite.y));
    if (lo.x < hi.x && lo.y < hi.y)
        c2d_shape_finish(out, (c2d_vec[]){lo, c2d_v(hi.x, lo.y), hi, c2d_v(lo.x, hi.y)}, 4, radius);
    else
        c2d_shape_finish(out, (c2d_vec[]){lo, hi}, c2d_same(lo, hi) ? 1 : 2, radius);
    return C2D_OK;
}

static c2d_status check_points(const c2d_vec *points, size_t n, double *radius, c2d_vec *storage)
{
    c2d_status status = n == 0 ? C2D_NO_POINTS : n > UINT32_MAX ? C2D_NO_MEMORY : c2d_check_size(radius);
    for (size_t i = 0; i < n && !status; i++) {
        storage[i] = points[i];
        status = c2d_check_vec(&storage[i]);
    }
    return status;
}

static c2d_status hull_of_storage(c2d_shape *out, size_t n, double radius, c2d_vec *storage)
{
    size_t count;
    c2d_status status = c2d_hull(storage, n, storage, &count);
    if (!status)
        c2d_shape_finish(out, storage, count, radius);
    return status;
}

c2d_status c2d_hull_shape(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage)
{
    c2d_status status = check_points(points, n, &radius, storage);
    return status ? status : hull_of_storage(out, n, radius, storage);
}

/* Drops points that equal their predecessor around the cycle. Keeps at least one. */
static size_t drop_repeats(c2d_vec *cycle, size_t n)
{
    size_t count = 1;
    for (size_t i = 1; i < n; i++)
        if (!c2d_same(cycle[i], cycle[count - 1]))
            cycle[count++] = cycle[i];
    while (count > 1 && c2d_same(cycle[count - 1], cycle[0]))
        count--;
    return count;
}

/* Whether a cycle without repeats runs once around a convex polygon: all turns have one direction, and the edges change
 * between rightward and leftward exactly twice. Then no edge reverses the previous one: such an edge would be one of
 * the two changes, and all edges would lead to one side of its line. A cycle on one line also passes. *way: the
 * direction in which it turns at every point, 1 toward +y; 0 if it goes straight on at some. */
static bool is_convex_cycle(const c2d_vec *cycle, size_t n, int *way)
{
    size_t left = 0, right = 0, changes = 0;
    for (size_t i = 0; i < n; i++) {
        size_t next = i + 1 < n ? i + 1 : 0, last = next + 1 < n ? next + 1 : 0;
        c2d_vec p = cycle[i], q = cycle[next], r = cycle[last];
        int turn = c2d_orient_sign(p, q, r);
        bool forward = c2d_less(p, q), onward = c2d_less(q, r);
        left += turn > 0;
        right += turn < 0;
        changes += forward != onward;
    }
    *way = left == n ? 1 : right == n ? -1 : 0;
    if (left == 0 && right == 0)
        return true;
    return (left == 0 || right == 0) && changes == 2;
}

static void reverse(c2d_vec *points, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        c2d_vec p = points[i];
        points[i] = points[n - 1 - i];
        points[n - 1 - i] = p;
    }
}

/* Puts a convex cycle that turns at every point into the order of c2d_shape, as c2d_hull would: all of its points are
 * vertices, so there is nothing to sort. */
static void start_at_least(c2d_vec *cycle, size_t n, int way)
{
    if (way < 0)
        reverse(cycle, n);
    size_t least = 0;
    for (size_t i = 1; i < n; i++)
        least = c2d_less(cycle[i], cycle[least]) ? i : least;
    if (least == 0)
        return;
    reverse(cycle, least);
    reverse(cycle + least, n - least);
    reverse(cycle, n);
}

/* The next point around that differs from point i, going by step; i if all are equal. */
static size_t distinct_from(const c2d_vec *points, size_t n, size_t i, size_t step)
{
    size_t k = (i + step) % n;
    while (k != i && c2d_same(points[k], points[i]))
        k = (k + step) % n;
    return k;
}

size_t c2d_concave_corner(const c2d_vec *points, size_t n)
{
    size_t least = 0;
    for (size_t i = 1; i < n; i++)
        least = c2d_less(points[i], points[least]) ? i : least;
    int way = 0; /* the direction in which the outline turns at its least point, where no outline is concave */
    for (size_t k = 0; k < n; k++) {
        size_t i = (least + k) % n;
        bool repeats = k > 0 && c2d_same(points[i], points[(i + n - 1) % n]);
        int turn = repeats ? 0
                           : c2d_orient_sign(points[distinct_from(points, n, i, n - 1)], points[i],
                                             points[distinct_from(points, n, i, 1)]);
        if (way != 0 && turn == -way)
            return i;
        way = way ? way : turn;
    }
    return n;
}

c2d_status c2d_polygon(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage)
{
    c2d_status status = check_points(points, n, &radius, storage);
    if (status)
        return status;
    size_t count = drop_repeats(storage, n);
    int way;
    if (!is_convex_cycle(storage, count, &way))
        return C2D_NOT_CONVEX;
    if (way == 0)
        return hull_of_storage(out, count, radius, storage);
    start_at_least(storage, count, way);
    c2d_shape_finish(out, storage, count, radius);
    return C2D_OK;
}

/* ---- copies ---- */

void c2d_copy(c2d_shape *out, const c2d_shape *s, c2d_vec *storage)
{
    if (c2d_copy_room(s))
        memmove(storage, s->v.many, s->count * sizeof *storage);
    *out = *s;
    if (c2d_copy_room(s))
        out->v.many = storage;
}

/* ---- measures ---- */

static double perimeter_of_core(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += c2d_length(v[i], v[c2d_next_vertex(i, s->count)]);
    return sum;
}

double c2d_area(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    double twice = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t next = c2d_next_vertex(i, s->count);
        if (i > 0 && next > 0) /* rounded from exact values, so thin polygons lose no digits */
            twice += c2d_orient_round(v[0], v[i], v[next]);
    }
    double area = c2d_max(twice, 0) / 2;
    return s->radius > 0 ? area + perimeter_of_core(s) * s->radius + C2D_PI * s->radius * s->radius : area;
}

double c2d_perimeter(const c2d_shape *s) { return perimeter_of_core(s) + 2 * C2D_PI * s->radius; }

c2d_vec c2d_center(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    if (s->form == C2D_POINT)
        return v[0];
    if (s->form != C2D_CONVEX) {
        c2d_vec opposite = v[s->form == C2D_BOX ? 2 : 1];
        return c2d_v(v[0].x / 2 + opposite.x / 2, v[0].y / 2 + opposite.y / 2);
    }
    /* The mean of the triangles' centroids, weighted by area, relative to the first vertex. A polygon with a computed
     * area of 0 uses the centre of its bounds. */
    double twice = 0;
    c2d_vec moment = {0, 0};
    for (uint32_t i = 1; i + 1 < s->count; i++) {
        c2d_vec p = c2d_sub(v[i], v[0]), q = c2d_sub(v[i + 1], v[0]);
        double weight = c2d_max(c2d_cross(p, q), 0);
        twice += weight;
        moment = c2d_add(moment, c2d_mul(c2d_add(p, q), weight));
    }
    if (twice > 0)
        return c2d_add(v[0], c2d_v(moment.x / twice / 3, moment.y / twice / 3));
    return c2d_v(s->min.x / 2 + s->max.x / 2, s->min.y / 2 + s->max.y / 2);
}
