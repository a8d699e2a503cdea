/* The gaps between several members that a point or segment touches: the directions that their tangent cones leave. */
#include "../exact/allocate.h"
#include "sweep.h"

#include "../pair/relate.h"

#include <stdlib.h>
#include <string.h>

/* ---- directions ---- */

/* The direction q - p, turned by a quarter, from +x toward +y, for perpendiculars. */
typedef struct direction {
    c2d_vec p, q;
    bool quarter;
} direction;

static direction between(c2d_vec p, c2d_vec q)
{
    direction d = {p, q, false};
    return d;
}

static direction opposite(direction d)
{
    direction o = {d.q, d.p, d.quarter};
    return o;
}

/* The direction a quarter turn after q - p, from +x toward +y. */
static direction quarter_after(c2d_vec p, c2d_vec q)
{
    direction d = {p, q, true};
    return d;
}

/* Sign of d x e. With a turned by a quarter, a x b is -(a . b); with b turned, it is a . b. */
static int cross_sign(direction d, direction e)
{
    if (d.quarter == e.quarter)
        return c2d_parallel_sign(d.p, d.q, e.p, e.q);
    int dot = c2d_along_sign(d.p, d.q, e.p, e.q);
    return d.quarter ? -dot : dot;
}

/* Sign of d . e. */
static int dot_sign(direction d, direction e)
{
    if (d.quarter == e.quarter)
        return c2d_along_sign(d.p, d.q, e.p, e.q);
    int cross = c2d_parallel_sign(d.p, d.q, e.p, e.q);
    return d.quarter ? cross : -cross;
}

static bool is_same(direction d, direction e) { return cross_sign(d, e) == 0 && dot_sign(d, e) > 0; }

static int compare(double x, double y) { return (x > y) - (x < y); }

/* 0 for angles from 0 to below 180 degrees, 1 for the others. */
static int half_of(direction d)
{
    int x = compare(d.q.x, d.p.x), y = compare(d.q.y, d.p.y);
    int u = d.quarter ? -y : x, v = d.quarter ? x : y;
    return v < 0 || (v == 0 && u < 0);
}

/* By angle, from +x toward +y. */
static int compare_directions(direction d, direction e)
{
    int half = half_of(d) - half_of(e);
    return half ? half : -cross_sign(d, e);
}

/* ---- cones ---- */

/* The directions from `begin` to `end`, from +x toward +y, at most half a turn. A border that is not closed is that of
 * an arc: a shift along it leaves the member. */
typedef struct cone {
    direction begin, end;
    bool begin_closed, end_closed;
} cone;

typedef enum cone_kind { NO_CONE, RAY, LINE, CONE } cone_kind; /* RAY and LINE: along `begin`, without interior */

/* The cone at a touched vertex of a sharp core. */
static cone_kind sharp_corner(const c2d_vec *v, uint32_t n, uint32_t i, cone *out)
{
    uint32_t next = c2d_next_vertex(i, n), previous = c2d_previous_vertex(i, n);
    cone c = {between(v[i], v[next]), between(v[i], v[previous]), true, true};
    *out = c;
    return n == 1 ? NO_CONE : n == 2 ? RAY : CONE;
}

/* The cone on the edge from p to q, with the core on its left. */
static cone half_turn(c2d_vec p, c2d_vec q)
{
    direction d = between(p, q);
    cone c = {d, opposite(d), true, true};
    return c;
}

/* The cone of a sharp core at a point of it. */
static cone_kind sharp_cone(c2d_vec at, const c2d_shape *s, cone *out)
{
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; i < s->count; i++) {
        if (c2d_same(v[i], at))
            return sharp_corner(v, s->count, i, out);
        uint32_t next = c2d_next_vertex(i, s->count);
        bool is_between = s->count > 1 && c2d_dot_sign(v[i], v[next], at) > 0 && c2d_dot_sign(v[next], v[i], at) > 0;
        if (is_between && c2d_orient_sign(v[i], v[next], at) == 0) {
            *out = half_turn(v[i], v[next]);
            return s->count == 2 ? LINE : CONE;
        }
    }
    return NO_CONE;
}

/* The cone of a grown core at a point of its border: half a turn. Beside an edge both borders are closed; round a
 * corner only one along an adjacent edge is. */
static cone_kind round_cone(c2d_vec at, const c2d_shape *s, cone *out)
{
    const c2d_vec *v = c2d_vertices(s);
    uint32_t n = s->count;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t next = c2d_next_vertex(i, n);
        bool is_beside = n > 1 && c2d_dot_sign(v[i], v[next], at) > 0 && c2d_dot_sign(v[next], v[i], at) > 0;
        if (is_beside && c2d_orient_sign(v[i], v[next], at) <= 0 &&
            c2d_inside_sign(at, v[next], v[i], s->radius, 0) == 0) {
            *out = half_turn(v[i], v[next]);
            return CONE;
        }
        if (c2d_length_exact(at, v[i], s->radius, 0) != 0)
            continue;
        direction outward = between(v[i], at), ahead = quarter_after(v[i], at);
        cone c = {ahead, opposite(ahead), false, false};
        uint32_t previous = c2d_previous_vertex(i, n);
        c.begin_closed = n > 1 && dot_sign(outward, between(v[i], v[next])) == 0;
        c.end_closed = n > 1 && dot_sign(outward, between(v[i], v[previous])) == 0;
        if (n == 2) /* both edges are the segment, which runs one way */
            c.begin_closed = c.end_closed = false;
        if (n == 2 && dot_sign(outward, between(v[i], v[next])) == 0)
            *(is_same(ahead, between(v[i], v[next])) ? &c.begin_closed : &c.end_closed) = true;
        *out = c;
        return CONE;
    }
    return NO_CONE;
}

static cone_kind cone_at(c2d_vec at, const c2d_shape *s, cone *out)
{
    return s->radius > 0 ? round_cone(at, s, out) : sharp_cone(at, s, out);
}

/* Extends a cone by a direction that lies in its border or outside; the result is the convex hull of both. */
static cone_kind extend(cone_kind kind, direction g, cone *c)
{
    if (kind == RAY || kind == LINE) {
        int side = cross_sign(c->begin, g);
        direction ray = c->begin, other = kind == LINE ? opposite(ray) : g;
        cone right = {other, ray, true, true}, left = {ray, other, true, true};
        *c = side > 0 ? left : right;
        return side ? CONE : NO_CONE;
    }
    int after_begin = cross_sign(c->begin, g), before_end = cross_sign(g, c->end);
    if (is_same(c->begin, g)) {
        c->begin_closed = true;
    } else if (is_same(c->end, g)) {
        c->end_closed = true;
    } else if (after_begin > 0 && before_end > 0) {
        return kind; /* inside */
    } else if (after_begin < 0) {
        c->begin = g;
        c->begin_closed = true;
    } else {
        c->end = g;
        c->end_closed = true;
    }
    return kind;
}

/* The cone of the shifts after which a segment that is grazed, or touched at an end, still meets the member. */
static cone_kind cone_of_segment(const c2d_shape *s, const c2d_shape *member, cone *out)
{
    c2d_vec p = s->v.own[0], q = s->v.own[1];
    c2d_thin_sweep sweep = {p, q, p, c2d_sub(q, p), 1}; /* no t is asked for */
    c2d_graze graze;
    direction d = between(p, q);
    if (c2d_find_graze(&sweep, member, &graze)) {
        cone left = {d, opposite(d), true, true}, right = {opposite(d), d, true, true};
        *out = graze.side > 0 ? left : right;
        return CONE;
    }
    cone_kind kind = cone_at(p, member, out);
    if (kind != NO_CONE)
        return extend(kind, opposite(d), out);
    kind = cone_at(q, member, out);
    return kind != NO_CONE ? extend(kind, d, out) : NO_CONE;
}

/* ---- covering ---- */

/* By their beginnings; closed ones first. */
static int by_begin(const void *p, const void *q)
{
    const cone *a = p, *b = q;
    int order = compare_directions(a->begin, b->begin);
    return order ? order : (int)b->begin_closed - (int)a->begin_closed;
}

/* A direction, and the number of whole turns before it. */
typedef struct angle {
    direction direction;
    int turns;
} angle;

static int compare_angles(angle a, angle b)
{
    return a.turns != b.turns ? a.turns - b.turns : compare_directions(a.direction, b.direction);
}

/* The number of gaps between sorted cones. Of two turns the second one counts, so that a cone over the first direction
 * counts for both. Where an open border meets another border, a cusp remains. */
static size_t count_gaps(const cone *cones, size_t n)
{
    angle to = {cones[0].begin, 0};
    bool to_closed = false;
    size_t gaps = 0;
    for (size_t k = 0; k < 2 * n; k++) {
        const cone *c = &cones[k % n];
        angle begin = {c->begin, k >= n}, end = {c->end, begin.turns};
        end.turns += compare_directions(c->end, c->begin) < 0;
        int gap = k == 0 ? 1 : compare_angles(begin, to);
        if (gap > 0 || (gap == 0 && (!to_closed || !c->begin_closed))) {
            gaps += k >= n;
            to = end;
            to_closed = c->end_closed;
        } else {
            int farther = compare_angles(end, to);
            to_closed = farther > 0 ? c->end_closed : to_closed || (farther == 0 && c->end_closed);
            to = farther > 0 ? end : to;
        }
    }
    return gaps;
}

/* Appends the cone of a member; a line is two rays. */
static size_t add_cone(const c2d_shape *s, const c2d_shape *member, cone *cones, size_t count)
{
    cone *c = &cones[count];
    cone_kind kind = s->count == 1 ? cone_at(s->v.own[0], member, c) : cone_of_segment(s, member, c);
    if (kind == RAY || kind == LINE)
        c->end = c->begin;
    if (kind == LINE) {
        cones[count + 1] = *c;
        cones[count + 1].begin = cones[count + 1].end = opposite(c->begin);
    }
    return count + (kind != NO_CONE) + (kind == LINE);
}

c2d_status c2d_union_gaps(const c2d_shape *s, const c2d_shape *const *members, size_t n, size_t *gaps)
{
    *gaps = 1;
    if (s->radius > 0 || s->count > 2)
        return C2D_OK;
    cone own[16], *cones = own;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!c2d_touches(s, members[i]))
            continue;
        if (count + 2 > sizeof own / sizeof *own && cones == own) {
            cones = c2d_new_array(2 * n, sizeof *cones);
            if (!cones)
                return C2D_NO_MEMORY;
            memcpy(cones, own, sizeof own);
        }
        count = add_cone(s, members[i], cones, count);
    }
    if (count > 1)
        qsort(cones, count, sizeof *cones, by_begin);
    if (count > 0)
        *gaps = count_gaps(cones, count);
    if (cones != own)
        free(cones);
    return C2D_OK;
}

c2d_status c2d_union_surrounds(const c2d_shape *s, const c2d_shape *const *members, size_t n, bool *surrounds)
{
    size_t gaps;
    c2d_status status = c2d_union_gaps(s, members, n, &gaps);
    *surrounds = !status && gaps == 0;
    return status;
}
