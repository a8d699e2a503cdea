/* The outline of a shape: a polygon whose corners are on the border.
 *
 * The corners are the ends of the edges, moved out by the radius, and the farthest points of the shape in 4 n
 * directions that divide the full turn evenly. So an arc has a corner at least every 90 / n degrees, and its chords are
 * at most r (1 - cos (45 / n degrees)) away from it. The hull of the corners is free of what rounding does to them. */
#include "shape.h"

#include "../exact/exact.h"

#include <math.h>

/* The directions of a quarter turn. With x = pi / (4 n), half the angle of a chord, 1 - cos x <= x^2 / 2, which is at
 * most tolerance / r if n >= pi / 4 sqrt(r / (2 tolerance)). */
static uint32_t directions_of_quarter(double radius, double tolerance)
{
    const double quarter_pi = 0.785398163397448310;
    return (uint32_t)floor(quarter_pi * sqrt(radius / (2 * tolerance))) + 1;
}

bool c2d_outline_is_too_fine(const c2d_shape *s, double tolerance)
{
    return s->radius > 0 && !(tolerance >= C2D_FINEST_OUTLINE * s->radius);
}

size_t c2d_outline_room(const c2d_shape *s, double tolerance)
{
    if (s->radius == 0)
        return s->count;
    return 2 * (size_t)s->count + 4 * (size_t)directions_of_quarter(s->radius, tolerance);
}

/* Direction k of n in a quarter turn. Mirror images have equal bits, because the second half mirrors the first. */
static c2d_vec direction_in_quarter(uint32_t k, uint32_t n)
{
    double sine, cosine;
    bool mirrored = k > n / 2;
    c2d_sincos(90.0 * (mirrored ? n - k : k) / n, &sine, &cosine);
    return mirrored ? c2d_v(sine, cosine) : c2d_v(cosine, sine);
}

static c2d_vec quarter_turned(c2d_vec v, int quarters)
{
    for (; quarters > 0; quarters--)
        v = c2d_v(-v.y, v.x);
    return v;
}

/* The vertex farthest in a direction, or one as far but for rounding, from the farthest one in the direction before. */
static uint32_t farthest(const c2d_shape *s, c2d_vec direction, uint32_t from)
{
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t steps = s->count; steps > 0; steps--) {
        uint32_t next = c2d_next_vertex(from, s->count);
        if (!(c2d_dot(direction, c2d_sub(v[next], v[from])) > 0))
            break;
        from = next;
    }
    return from;
}

/* Whether a direction is exactly the normal of an edge at its farthest vertex. Then the ends of the edge, which are
 * corners already, are the farthest points, and neither is preferred: mirror images have equal bits. */
static bool is_normal_of_edge(const c2d_shape *s, c2d_vec direction, uint32_t vertex)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec before = v[c2d_previous_vertex(vertex, s->count)], after = v[c2d_next_vertex(vertex, s->count)];
    return s->count > 1 &&
           (c2d_dot(direction, c2d_sub(before, v[vertex])) == 0 || c2d_dot(direction, c2d_sub(after, v[vertex])) == 0);
}

/* A point of the border, normalised, so that orientations of such points are exact. It may be outside the domain, by
 * the radius: then it is too large to need that. */
static c2d_vec border_point(c2d_vec vertex, c2d_vec normal, double radius)
{
    c2d_vec p = c2d_add(vertex, c2d_mul(normal, radius));
    c2d_check(&p.x);
    c2d_check(&p.y);
    return p;
}

static size_t ends_of_edges(const c2d_shape *s, c2d_vec *points)
{
    const c2d_vec *v = c2d_vertices(s);
    size_t n = 0;
    for (uint32_t i = 0; i < s->count && s->count > 1; i++) {
        c2d_vec p = v[i], q = v[c2d_next_vertex(i, s->count)], e = c2d_sub(q, p);
        double length = c2d_norm(e);
        c2d_vec normal = c2d_v(e.y / length, -e.x / length);
        points[n++] = border_point(p, normal, s->radius);
        points[n++] = border_point(q, normal, s->radius);
    }
    return n;
}

static size_t farthest_points(const c2d_shape *s, uint32_t directions, c2d_vec *points)
{
    size_t n = 0;
    uint32_t vertex = 0;
    for (uint32_t i = 1; i < s->count; i++)
        if (c2d_vertices(s)[i].x > c2d_vertices(s)[vertex].x)
            vertex = i;
    for (int quarter = 0; quarter < 4; quarter++)
        for (uint32_t k = 0; k < directions; k++) {
            c2d_vec direction = quarter_turned(direction_in_quarter(k, directions), quarter);
            vertex = farthest(s, direction, vertex);
            if (!is_normal_of_edge(s, direction, vertex))
                points[n++] = border_point(c2d_vertices(s)[vertex], direction, s->radius);
        }
    return n;
}

c2d_status c2d_outline_points(const c2d_shape *s, double tolerance, c2d_vec *points, size_t *count)
{
    if (s->radius == 0) {
        for (uint32_t i = 0; i < s->count; i++)
            points[i] = c2d_vertices(s)[i];
        *count = s->count;
        return C2D_OK;
    }
    size_t n = ends_of_edges(s, points);
    n += farthest_points(s, directions_of_quarter(s->radius, tolerance), points + n);
    return c2d_hull(points, n, points, count);
}
