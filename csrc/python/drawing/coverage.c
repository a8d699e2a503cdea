/* Exact areas by differences along each row (Raph Levien, font-rs, 2016). An edge adds, to each row that it crosses,
 * its height there, divided between two or more neighbouring pixels; the sum from the left is the covered share. So the
 * time grows with the outline, and the picture is read once. Arcs are replaced by chords. */
#include "coverage.h"

#include <math.h>
#include <string.h>

#define SAG        0.05 /* the greatest distance of a chord from its arc, in pixels */
#define TURN       6.283185307179586
#define MAX_CHORDS 10000

static inline double clamped(double x, double most) { return x < 0 ? 0 : x > most ? most : x; }
static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

/* ---- edges ---- */

/* Adds a part of an edge in a row, between a <= b in [0, width]: height is its height, positive if it goes down. */
static void add_in_row(float *row, double a, double b, double height)
{
    int first = (int)a, last = (int)b;
    if (first == last) {
        double right = (a + b) / 2 - first; /* the mean distance from the left side of the pixel */
        row[first] += (float)(height * (1 - right));
        row[first + 1] += (float)(height * right);
        return;
    }
    /* The height to the left of x grows linearly; sum is its integral over the pixels so far, less earlier ones. */
    double density = height / (b - a), covered = density * (first + 1 - a) * (first + 1 - a) / 2, before = covered;
    row[first] += (float)covered;
    for (int i = first + 1; i < last; i++, before = covered) {
        covered = density * (i + 0.5 - a);
        row[i] += (float)(covered - before);
    }
    covered = height - density * (b - last) * (b - last) / 2;
    row[last] += (float)(covered - before);
    row[last + 1] += (float)(height - covered);
}

/* As add_in_row, for any a and b: what is left of the picture covers its rows wholly, what is right of it nothing. */
static void add_clamped(const coverage *c, float *row, double a, double b, double height)
{
    double low = smaller(a, b), high = greater(a, b), width = c->width;
    if (low >= width) {
        return;
    } else if (high <= 0) {
        row[0] += (float)height;
    } else if (low < 0 || high > width) {
        double from = clamped(low, width), to = clamped(high, width), length = high - low;
        row[0] += (float)(height * ((from - low) / length) * (low < 0));
        if (to > from)
            add_in_row(row, from, to, height * ((to - from) / length));
    } else {
        add_in_row(row, low, high, height);
    }
}

static void add_edge(coverage *c, c2d_vec p, c2d_vec q, double sign)
{
    if (q.y < p.y) {
        c2d_vec swapped = p;
        p = q;
        q = swapped;
        sign = -sign;
    }
    double top = greater(p.y, 0), bottom = smaller(q.y, c->height);
    if (!(top < bottom) || !isfinite(q.y - p.y))
        return;
    double slope = (q.x - p.x) / (q.y - p.y), x = p.x + (top - p.y) * slope;
    if (!isfinite(slope))
        return; /* as good as level: it covers no height, and no column may come from infinity times 0 */
    float *row = c->steps + (size_t)top * ((size_t)c->width + 2);
    for (int y = (int)top; y < bottom; y++, row += c->width + 2) {
        double below = smaller(y + 1, bottom), next = below == q.y ? q.x : p.x + (below - p.y) * slope;
        add_clamped(c, row, x, next, sign * (below - top));
        x = next;
        top = below;
    }
}

/* ---- outlines ---- */

static inline c2d_vec plus(c2d_vec p, c2d_vec q) { return (c2d_vec){p.x + q.x, p.y + q.y}; }

/* The outward normal of the edge p q, of length r; (r, 0) if it has no length. */
static c2d_vec offset_of(c2d_vec p, c2d_vec q, double r)
{
    double x = q.x - p.x, y = q.y - p.y, length = sqrt(x * x + y * y);
    return length > 0 ? (c2d_vec){r * (y / length), -r * (x / length)} : (c2d_vec){r, 0};
}

/* The angle from one normal to the next, in [0, a full turn). Rounding may turn normals of neighbouring edges back. */
static double turn_between(c2d_vec from, c2d_vec to)
{
    double turn = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
    return turn >= 0 ? turn : turn > -1e-6 ? 0 : turn + TURN;
}

/* Adds the arc around v from v + from to v + to. */
static void add_arc(coverage *c, c2d_vec v, c2d_vec from, c2d_vec to, double turn, double r, double sign)
{
    double widest = 2 * acos(greater(1 - SAG / r, 0)), wanted = ceil(turn / widest);
    int chords = wanted < MAX_CHORDS ? (int)wanted : MAX_CHORDS;
    double s = chords > 0 ? sin(turn / chords) : 0, k = chords > 0 ? cos(turn / chords) : 1;
    c2d_vec p = plus(v, from);
    for (int i = 1; i < chords; i++) {
        from = (c2d_vec){k * from.x - s * from.y, s * from.x + k * from.y};
        c2d_vec q = plus(v, from);
        add_edge(c, p, q, sign);
        p = q;
    }
    add_edge(c, p, plus(v, to), sign);
}

static void add_polygon(coverage *c, const c2d_vec *points, size_t count, double sign)
{
    for (size_t i = 0; i < count; i++)
        add_edge(c, points[i], points[i + 1 < count ? i + 1 : 0], sign);
}

void c2d_cover_grown(coverage *c, const c2d_vec *core, size_t count, double r, int sign)
{
    if (r <= 0) {
        add_polygon(c, core, count, sign);
        return;
    }
    c2d_vec before = offset_of(core[count - 1], core[0], r);
    for (size_t i = 0; i < count; i++) {
        c2d_vec p = core[i], q = core[i + 1 < count ? i + 1 : 0], after = offset_of(p, q, r);
        double turn = count == 1 ? TURN : turn_between(before, after);
        add_arc(c, p, before, after, turn, r, sign);
        add_edge(c, plus(p, after), plus(q, after), sign);
        before = after;
    }
}

/* The part of a convex polygon where n . p <= limit; returns the number of its vertices, at most `most`. */
static size_t clip_to_side(const c2d_vec *points, size_t count, c2d_vec n, double limit, c2d_vec *out, size_t most)
{
    size_t kept = 0;
    c2d_vec p = count ? points[count - 1] : (c2d_vec){0, 0};
    double before = n.x * p.x + n.y * p.y - limit;
    for (size_t i = 0; i < count; i++) {
        c2d_vec q = points[i];
        double here = n.x * q.x + n.y * q.y - limit;
        if ((before > 0) != (here > 0) && kept < most) {
            double t = before / (before - here);
            out[kept++] = (c2d_vec){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
        if (here <= 0 && kept < most)
            out[kept++] = q;
        p = q;
        before = here;
    }
    return kept;
}

void c2d_cover_inset(coverage *c, const c2d_vec *core, size_t count, double d, int sign, c2d_vec *room)
{
    c2d_vec *from = room, *to = room + count + 4;
    /* What is outside the picture is clipped first, so that few vertices are left for the other clips. */
    const c2d_vec sides[4] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const double limits[4] = {0, 0, c->width, c->height};
    const c2d_vec *points = core;
    size_t left = count;
    for (size_t i = 0; i < 4 + count; i++) {
        c2d_vec n, *out = points == to ? from : to;
        double limit;
        if (i < 4) {
            n = sides[i];
            limit = limits[i];
        } else {
            c2d_vec p = core[i - 4];
            n = offset_of(p, core[i - 3 < count ? i - 3 : 0], 1);
            limit = n.x * p.x + n.y * p.y - d;
        }
        left = clip_to_side(points, left, n, limit, out, count + 4);
        points = out;
    }
    add_polygon(c, points, left, sign);
}

/* ---- pixels ---- */

void c2d_cover_pixels(const coverage *c, const uint8_t color[4], uint8_t *out)
{
    const float *step = c->steps;
    uint8_t pixel[4] = {color[0], color[1], color[2], 0};
    for (int y = 0; y < c->height; y++, step += 2) {
        const float *end = step + c->width;
        float share = 0;
        pixel[3] = 0;
        while (step < end) {
            if (*step != 0) {
                share += *step;
                float level = fabsf(share) < 1 ? fabsf(share) : 1;
                pixel[3] = (uint8_t)(level * (float)color[3] + 0.5f);
            }
            do { /* most pixels are equal to their left neighbours */
                memcpy(out, pixel, 4);
                out += 4;
                step++;
            } while (step < end && *step == 0);
        }
    }
}
