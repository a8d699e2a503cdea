/* The lower and upper border of a shape, the values, integrals and crossings of their curves. Every function is
 * accurate in this sense: its result is exact for curves that are moved by a few ulps of the greatest coordinate.
 */
#include "border.h"

#include "../exact/exact.h"

#include <assert.h>

/* ---- outlines ---- */

static c2d_vec vertex(const c2d_shape *s, uint32_t k) { return c2d_vertices(s)[k]; }

/* The leftmost (way -1) or rightmost (1) vertex of a core; of two the lower (side -1) or the upper one (1). */
static uint32_t end_of_core(const c2d_shape *s, double way, double side)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < s->count; k++) {
        c2d_vec d = c2d_sub(vertex(s, k), vertex(s, best));
        if (way * d.x > 0 || (d.x == 0 && side * d.y > 0))
            best = k;
    }
    return best;
}

/* The row of curves while it is made. Each curve begins where the one before it ends, so rounding leaves no gap. */
typedef struct row {
    c2d_curve *curves;
    size_t count;
    double x, last; /* the end so far, and of the whole row */
} row;

static void add_curve(row *r, c2d_curve curve, double end)
{
    curve.start = r->x;
    curve.end = c2d_min(c2d_max(end, r->x), r->last);
    r->x = curve.end;
    if (curve.start < curve.end)
        r->curves[r->count++] = curve;
}

/* The x of an end, p or q, of the edge p q after it is moved out by the radius. It is rounded once: a steep edge of a
 * large shape may be far narrower than the ulps of its coordinates. */
static double end_of_edge(c2d_vec end, c2d_vec p, c2d_vec q, double radius, double side, c2d_vec origin)
{
    c2d_pair ex = c2d_two_diff(q.x, p.x), ey = c2d_two_diff(q.y, p.y), r = {-side * radius, 0};
    c2d_pair length = c2d_pair_sqrt(c2d_pair_add(c2d_pair_mul(ex, ex), c2d_pair_mul(ey, ey)));
    c2d_pair offset = c2d_pair_divide(c2d_pair_mul(r, ey), length);
    return c2d_pair_add(c2d_two_diff(end.x, origin.x), offset).hi;
}

/* Writes the curves of one side and returns their number: of each vertex the arc, then the edge to the next vertex. */
static size_t curves_of(const c2d_shape *s, c2d_vec origin, bool precise, double side, c2d_curve *room)
{
    uint32_t k = end_of_core(s, -1, side), end = end_of_core(s, 1, side), step = side < 0 ? 1 : s->count - 1;
    double r = s->radius;
    row out = {room, 0, vertex(s, k).x - origin.x - r, vertex(s, end).x - origin.x + r};
    if (precise) {
        out.x = c2d_sum4(vertex(s, k).x, -origin.x, -r, 0);
        out.last = c2d_sum4(vertex(s, end).x, -origin.x, r, 0);
    }
    for (;;) {
        c2d_vec v = c2d_sub(vertex(s, k), origin);
        c2d_curve arc = {.at = v, .radius = r, .side = side, .from = k, .to = k};
        if (k == end) {
            if (r > 0)
                add_curve(&out, arc, out.last);
            return out.count;
        }
        uint32_t next = (k + step) % s->count;
        c2d_vec p = vertex(s, k), q = vertex(s, next), e = c2d_sub(q, p), offset = {0, 0};
        if (r > 0) {
            offset = c2d_mul(c2d_v(-e.y, e.x), side * r / c2d_norm(e));
            add_curve(&out, arc, precise ? end_of_edge(p, p, q, r, side, origin) : v.x + offset.x);
        }
        c2d_vec from = c2d_add(v, offset), to = c2d_add(c2d_sub(q, origin), offset);
        c2d_curve edge = {.at = from, .way = c2d_sub(to, from), .side = side, .from = k, .to = next};
        add_curve(&out, edge, precise && r > 0 ? end_of_edge(q, p, q, r, side, origin) : to.x);
        k = next;
    }
}

void c2d_outline_of(const c2d_shape *s, c2d_vec origin, bool precise, c2d_curve *room, c2d_outline *out)
{
    c2d_vec low = vertex(s, 0), high = low;
    double left = low.x, right = low.x;
    for (uint32_t k = 1; k < s->count; k++) {
        c2d_vec v = vertex(s, k);
        low = v.y < low.y ? v : low;
        high = v.y > high.y ? v : high;
        left = c2d_min(left, v.x);
        right = c2d_max(right, v.x);
    }
    out->min = c2d_v(left - origin.x - s->radius, low.y - origin.y - s->radius);
    out->max = c2d_v(right - origin.x + s->radius, high.y - origin.y + s->radius);
    out->x_of_min = low.x - origin.x;
    out->x_of_max = high.x - origin.x;
    out->lower = room;
    out->lower_count = curves_of(s, origin, precise, -1, room);
    out->upper = room + out->lower_count;
    out->upper_count = curves_of(s, origin, precise, 1, room + out->lower_count);
    assert((out->lower_count == 0) == (out->upper_count == 0)); /* both rows have the same ends */
}

const c2d_curve *c2d_outline_curve(const c2d_curve *curves, size_t count, double x)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (curves[middle].end < x)
            low = middle + 1;
        else
            high = middle;
    }
    return curves + low;
}

/* ---- values ---- */

/* The height of a half circle of radius r at a distance from its centre. */
static double height(double r, double distance) { return sqrt(c2d_max((r - distance) * (r + distance), 0)); }

double c2d_curve_y(const c2d_curve *f, double x)
{
    if (f->radius > 0)
        return f->at.y + f->side * height(f->radius, fabs(x - f->at.x));
    return f->at.y + f->way.y * ((x - f->at.x) / f->way.x);
}

/* F = a - sin a cos a with a = asin s, at most a right angle. Halving the angle gives F(a) = 2 F(a / 2) + s^3 / (1 +
 * cos a). A sum of positive terms loses no digits. After four halvings s^2 < 0.01, and 7 terms of the series 2 (s^3 / 3
 * + s^5 / 10 + 3 s^7 / 56 + ...) give all digits of F. */
double c2d_unit_segment(double s)
{
    double sum = 0, scale = 1;
    for (int i = 0; i < 4; i++) {
        double c = sqrt((1 - s) * (1 + s));
        sum += scale * (s * s * s / (1 + c));
        s = s / sqrt(2 * (1 + c));
        scale *= 2;
    }
    static const double series[7] = {1. / 3, 1. / 10, 3. / 56, 5. / 144, 35. / 1408, 63. / 3328, 231. / 15360};
    double tail = 0;
    for (int i = 6; i >= 0; i--)
        tail = tail * (s * s) + series[i];
    return sum + scale * (2 * s * s * s * tail);
}

/* The integral of an arc that does not pass the x of its centre, and so is at most a quarter of the circle. */
static double arc_integral(const c2d_curve *f, double start, double end)
{
    double r = f->radius, from = height(r, fabs(start - f->at.x)), to = height(r, fabs(end - f->at.x));
    double width = end - start, chord = c2d_norm(c2d_v(width, to - from));
    double above = width * ((from + to) / 2) + r * r * c2d_unit_segment(c2d_min(chord / (2 * r), 0.75));
    return f->at.y * width + f->side * above;
}

double c2d_curve_integral(const c2d_curve *f, double start, double end)
{
    if (f->radius == 0)
        return (end - start) * (c2d_curve_y(f, start) / 2 + c2d_curve_y(f, end) / 2);
    if (!(start < f->at.x && f->at.x < end))
        return arc_integral(f, start, end);
    return arc_integral(f, start, f->at.x) + arc_integral(f, f->at.x, end);
}

/* ---- crossings ---- */

static int cross_lines(const c2d_curve *f, const c2d_curve *g, double x[2])
{
    double cross = c2d_cross(f->way, g->way);
    if (cross == 0)
        return 0;
    x[0] = f->at.x + f->way.x * (c2d_cross(c2d_sub(g->at, f->at), g->way) / cross);
    return 1;
}

static int cross_line_and_circle(const c2d_curve *line, const c2d_curve *circle, double x[2])
{
    c2d_vec e = line->way, w = c2d_sub(circle->at, line->at);
    double length = c2d_norm(e), r = circle->radius, off = fabs(c2d_cross(w, e) / length);
    double middle = line->at.x + e.x * (c2d_dot(w, e) / (length * length));
    double half = e.x / length * height(r, off);
    x[0] = middle - half;
    x[1] = middle + half;
    return half > 0 ? 2 : 1;
}

/* w is the vector from one centre to the other, of length d; the chord that the circles share crosses it at right
 * angles. The products below are twice and 4 times the area of the triangle with the sides r, s and d. */
static int cross_circles(const c2d_curve *f, const c2d_curve *g, double x[2])
{
    c2d_vec w = c2d_sub(g->at, f->at);
    double d = c2d_norm(w), r = f->radius, s = g->radius;
    if (d == 0)
        return 0;
    double along = (d + (r - s) / d * (r + s)) / 2, product = (r + s - d) * (d - (r - s)) * (d + (r - s)) * (r + s + d);
    if (!(product > 0)) {
        x[0] = f->at.x + (along < 0 ? -r : r) * (w.x / d);
        return 1;
    }
    double middle = f->at.x + along * (w.x / d), side = sqrt(product) / (2 * d) * (w.y / d);
    x[0] = middle - side;
    x[1] = middle + side;
    return 2;
}

int c2d_curve_crossings(const c2d_curve *f, const c2d_curve *g, double x[2])
{
    if (f->radius > 0)
        return g->radius > 0 ? cross_circles(f, g, x) : cross_line_and_circle(g, f, x);
    return g->radius > 0 ? cross_line_and_circle(f, g, x) : cross_lines(f, g, x);
}
