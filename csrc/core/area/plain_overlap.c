/* The area of the intersection of two sharp polygons in plain doubles, where their error bound is small enough.
 *
 * The border of the intersection consists of the parts of a's edges that are in b and the parts of b's edges that are
 * in a, so half the sum of the cross products of their ends is the area (Green's theorem): no order of the parts, and
 * no hull, is needed. An edge p q has the part from max s to min s, s = h / (h - k), over the lines of the other
 * polygon that it passes inward and outward; h and k are the heights of p and q over a line, times a common factor.
 *
 * The error. A height is off by at most 4.01 C2D_U of its terms, so s is off by error / |h - k|, and an end of the part
 * by as much of the edge. With o, a vertex of a, as the origin, the part from s to t contributes (t - s) c, c = (p - o)
 * x (q - p); so each misplaced end costs its error times |c|. Edges of both polygons on one line would count twice or
 * not at all: there |h - k| is within its error and the bound is infinite. The bound is that of the computed parts,
 * which is right even if signs of heights are wrong, since the true part then has an end where the error is counted. */
#include "overlap.h"

#include "../exact/exact.h"
#include "../shape/shape.h"

/* The error may be this part of the smaller area: half of what c2d_overlap_area promises. */
#define ENOUGH 0x1p-41

typedef struct lines {
    uint32_t count;
    c2d_vec start[C2D_PLAIN_OVERLAP_MOST], way[C2D_PLAIN_OVERLAP_MOST];
    double error; /* of a height over one of them */
} lines;

/* Extents of both polygons together bound the offset of any vertex from any other. */
static void lines_of(lines *l, const c2d_shape *s, c2d_vec extents)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec size = c2d_sub(s->max, s->min);
    l->count = s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        l->start[i] = v[i];
        l->way[i] = c2d_sub(v[c2d_next_vertex(i, s->count)], v[i]);
    }
    l->error = 4.01 * C2D_U * (size.x * extents.y + size.y * extents.x) * (1 + 8 * C2D_U);
}

static void heights_over(const lines *l, c2d_vec p, double *heights)
{
    for (uint32_t j = 0; j < l->count; j++)
        heights[j] = c2d_cross(l->way[j], c2d_sub(p, l->start[j]));
}

typedef struct area_sum {
    c2d_vec origin;
    double twice, error;
} area_sum;

/* Adds the part of an edge of `own` that is inside all lines of `other`. h, k: the heights of its ends over them. */
static void add_part(area_sum *sum, const lines *own, uint32_t i, const lines *other, const double *h, const double *k)
{
    double from = 0, to = 1, least_slope = INFINITY;
    for (uint32_t j = 0; j < other->count; j++) {
        double low = c2d_min(h[j], k[j]), high = c2d_max(h[j], k[j]);
        if (low > other->error)
            continue;
        if (high < -other->error)
            return;
        double slope = high - low, s = h[j] / (h[j] - k[j]); /* not finite if the slope is 0; nor is the error then */
        least_slope = c2d_min(least_slope, slope);
        if (h[j] < 0)
            from = c2d_max(from, s);
        if (k[j] < 0)
            to = c2d_min(to, s);
    }
    double c = c2d_cross(c2d_sub(own->start[i], sum->origin), own->way[i]), part = c2d_max(to - from, 0);
    sum->twice += part * c;
    double error = 2 * other->error / least_slope + 4 * C2D_U; /* of an end, 1 or more if h - k is within its error */
    sum->error += fabs(c) * (2 * error + 40 * C2D_U) + part * own->error;
}

static void add_parts(area_sum *sum, const lines *own, const lines *other)
{
    double heights[3][C2D_PLAIN_OVERLAP_MOST], *first = heights[0], *h = first, *k;
    heights_over(other, own->start[0], first);
    for (uint32_t i = 0; i < own->count; i++, h = k) {
        uint32_t next = c2d_next_vertex(i, own->count);
        k = next ? heights[1 + i % 2] : first;
        if (next)
            heights_over(other, own->start[next], k);
        add_part(sum, own, i, other, h, k);
    }
}

bool c2d_plain_overlap(const c2d_shape *smaller, const c2d_shape *other, double least, double *area)
{
    if (smaller->count > C2D_PLAIN_OVERLAP_MOST || other->count > C2D_PLAIN_OVERLAP_MOST)
        return false;
    c2d_vec extents = c2d_v(c2d_max(smaller->max.x, other->max.x) - c2d_min(smaller->min.x, other->min.x),
                            c2d_max(smaller->max.y, other->max.y) - c2d_min(smaller->min.y, other->min.y));
    lines a, b;
    lines_of(&a, smaller, extents);
    lines_of(&b, other, extents);
    area_sum sum = {.origin = a.start[0]};
    add_parts(&sum, &a, &b);
    add_parts(&sum, &b, &a);
    *area = c2d_max(sum.twice, 0) / 2;
    return sum.error / 2 <= ENOUGH * least;
}
