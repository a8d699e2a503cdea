/* The border of a shape as arcs and edges: their points, integrals and intersections. Values are rounded and decide
 * nothing but areas. A core of two vertices has two edges, one in each direction. */
#include "border.h"

#include "../exact/vec.h"

#define PI 3.14159265358979323846

static c2d_vec vertex(const c2d_shape *s, uint32_t k) { return c2d_vertices(s)[k % s->count]; }

/* The unit vector out of the core across the edge from vertex k. */
static c2d_vec edge_normal(const c2d_shape *s, uint32_t k)
{
    c2d_vec e = c2d_sub(vertex(s, k + 1), vertex(s, k));
    return c2d_mul(c2d_v(e.y, -e.x), 1 / c2d_norm(e));
}

static double angle_of(c2d_vec v) { return atan2(v.y, v.x); }

bool c2d_border_edge(const c2d_shape *s, uint32_t k, c2d_border_part *out)
{
    if (s->count == 1)
        return false;
    *out = (c2d_border_part){.round = false, .normal = edge_normal(s, k), .start = 0, .end = 1};
    c2d_vec offset = c2d_mul(out->normal, s->radius);
    out->from = c2d_add(vertex(s, k), offset);
    out->to = c2d_add(vertex(s, k + 1), offset);
    return true;
}

bool c2d_border_arc(const c2d_shape *s, uint32_t k, c2d_border_part *out)
{
    if (s->radius == 0)
        return false;
    *out = (c2d_border_part){.round = true, .center = vertex(s, k), .radius = s->radius, .start = -PI, .end = PI};
    if (s->count > 1) {
        out->start = angle_of(edge_normal(s, k + s->count - 1));
        out->end = angle_of(edge_normal(s, k));
        if (out->end < out->start)
            out->end += 2 * PI;
    }
    return true;
}

c2d_vec c2d_border_point(const c2d_border_part *part, double parameter, c2d_vec *normal)
{
    if (!part->round) {
        *normal = part->normal;
        return c2d_add(part->from, c2d_mul(c2d_sub(part->to, part->from), parameter));
    }
    *normal = c2d_v(cos(parameter), sin(parameter));
    return c2d_add(part->center, c2d_mul(*normal, part->radius));
}

double c2d_border_integral(const c2d_border_part *part, double from, double to, c2d_vec origin)
{
    c2d_vec unused;
    if (!part->round) {
        c2d_vec p = c2d_sub(c2d_border_point(part, from, &unused), origin);
        return c2d_cross(p, c2d_sub(c2d_border_point(part, to, &unused), c2d_border_point(part, from, &unused))) / 2;
    }
    c2d_vec c = c2d_sub(part->center, origin);
    double r = part->radius, across = c.x * (sin(to) - sin(from)) - c.y * (cos(to) - cos(from));
    return (r * r * (to - from) + r * across) / 2;
}

/* ---- intersections ---- */

/* Adds a parameter that is within the part; angles are tried with every turn. */
static size_t add_cut(const c2d_border_part *part, double parameter, double *cuts)
{
    if (part->round && parameter < part->start)
        parameter += 2 * PI;
    if (!(part->start < parameter && parameter < part->end))
        return 0;
    *cuts = parameter;
    return 1;
}

/* The parameters at which the line through p along e meets a circle: 0 or 2. */
static int line_and_circle(c2d_vec p, c2d_vec e, c2d_vec center, double radius, double t[2])
{
    c2d_vec w = c2d_sub(center, p);
    double e2 = c2d_dot(e, e), middle = c2d_dot(w, e) / e2;
    c2d_vec off = c2d_sub(w, c2d_mul(e, middle));
    double rest = radius * radius - c2d_dot(off, off);
    if (!(rest >= 0))
        return 0;
    double half = sqrt(rest / e2);
    t[0] = middle - half;
    t[1] = middle + half;
    return 2;
}

/* Where an edge meets another edge. */
static size_t cut_edge_by_edge(const c2d_border_part *part, const c2d_border_part *other, double *cuts)
{
    c2d_vec e = c2d_sub(part->to, part->from), f = c2d_sub(other->to, other->from);
    c2d_vec w = c2d_sub(other->from, part->from);
    double cross = c2d_cross(e, f), e2 = c2d_dot(e, e);
    if (fabs(cross) > 0x1p-40 * c2d_norm(e) * c2d_norm(f))
        return add_cut(part, c2d_cross(w, f) / cross, cuts);
    /* Nearly parallel: the ends of the other edge are where it begins or ends to cover this one. */
    size_t count = add_cut(part, c2d_dot(w, e) / e2, cuts);
    return count + add_cut(part, c2d_dot(c2d_add(w, f), e) / e2, cuts + count);
}

static size_t cut_edge_by_arc(const c2d_border_part *part, const c2d_border_part *other, double *cuts)
{
    double t[2];
    size_t count = 0;
    int found = line_and_circle(part->from, c2d_sub(part->to, part->from), other->center, other->radius, t);
    for (int i = 0; i < found; i++)
        count += add_cut(part, t[i], cuts + count);
    return count;
}

static size_t cut_arc_by_edge(const c2d_border_part *part, const c2d_border_part *other, double *cuts)
{
    double t[2];
    size_t count = 0;
    c2d_vec e = c2d_sub(other->to, other->from);
    int found = line_and_circle(other->from, e, part->center, part->radius, t);
    for (int i = 0; i < found; i++)
        count += add_cut(part, angle_of(c2d_sub(c2d_add(other->from, c2d_mul(e, t[i])), part->center)), cuts + count);
    return count;
}

static size_t cut_arc_by_arc(const c2d_border_part *part, const c2d_border_part *other, double *cuts)
{
    c2d_vec w = c2d_sub(other->center, part->center);
    double d2 = c2d_dot(w, w), r = part->radius, s = other->radius;
    if (d2 == 0) { /* one centre: the ends of the other arc are where it begins or ends to cover this one */
        size_t count = add_cut(part, other->start > PI ? other->start - 2 * PI : other->start, cuts);
        return count + add_cut(part, other->end > PI ? other->end - 2 * PI : other->end, cuts + count);
    }
    double along = (d2 + (r - s) * (r + s)) / (2 * d2), rest = r * r / d2 - along * along;
    if (!(rest >= 0))
        return 0;
    c2d_vec middle = c2d_mul(w, along), side = c2d_mul(c2d_v(-w.y, w.x), sqrt(rest));
    size_t count = add_cut(part, angle_of(c2d_add(middle, side)), cuts);
    return count + add_cut(part, angle_of(c2d_sub(middle, side)), cuts + count);
}

size_t c2d_border_cuts(const c2d_border_part *part, const c2d_shape *s, double *cuts)
{
    size_t count = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        c2d_border_part other;
        if (c2d_border_edge(s, k, &other))
            count += (part->round ? cut_arc_by_edge : cut_edge_by_edge)(part, &other, cuts + count);
        if (c2d_border_arc(s, k, &other))
            count += (part->round ? cut_arc_by_arc : cut_edge_by_arc)(part, &other, cuts + count);
    }
    return count;
}

/* ---- distance ---- */

double c2d_border_gap(const c2d_shape *s, c2d_vec p, c2d_vec *normal)
{
    double nearest = INFINITY, deepest = -INFINITY;
    c2d_vec inner_normal = {1, 0};
    *normal = c2d_v(1, 0);
    for (uint32_t k = 0; k < s->count; k++) {
        c2d_vec v = vertex(s, k), e = c2d_sub(vertex(s, k + 1), v), w = c2d_sub(p, v);
        double t = s->count > 1 ? c2d_dot(w, e) / c2d_dot(e, e) : 0;
        c2d_vec off = c2d_sub(w, c2d_mul(e, c2d_min(c2d_max(t, 0), 1)));
        double distance = c2d_norm(off);
        if (s->count > 1) {
            c2d_vec n = edge_normal(s, k);
            double height = c2d_dot(w, n);
            inner_normal = height > deepest ? n : inner_normal;
            deepest = c2d_max(deepest, height);
        } else {
            deepest = INFINITY;
        }
        if (distance < nearest) {
            nearest = distance;
            *normal = distance > 0 ? c2d_mul(off, 1 / distance) : inner_normal;
        }
    }
    if (s->count > 2 && deepest <= 0) { /* in the core: the depth is that of the nearest edge */
        *normal = inner_normal;
        return deepest - s->radius;
    }
    return nearest - s->radius;
}
