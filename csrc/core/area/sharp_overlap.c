/* The area of the intersection of two sharp polygons.
 *
 * Coordinates are those of an affine frame: a triangle of vertices of the smaller shape is (0, 0), (1, 0), (0, 1). All
 * orientations are rounded from exact values, so coordinates in the frame have small relative errors however thin the
 * smaller shape is, and however large and far the other one. The intersection is in the smaller shape, where
 * coordinates are at most 2. A vertex there is a vertex of the smaller shape, a vertex of the other one, or a point
 * that divides an edge of the smaller shape in the ratio of two distances of opposite signs; each is off by at most
 * 2^-47 in the frame. An area is continuous: points that are off by d change it by at most d times the perimeter of
 * the hull, below 12 in the frame, in which the smaller shape has at least 1/2. So the error is below 2^-42 of the
 * smaller area. */
#include "overlap.h"

#include "../exact/allocate.h"
#include "common_vertices.h"

#define SMALL 64

/* The orientation of r with a small relative error: what the plain products leave, or the rounded exact value. */
static double orient(c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p);
    double s = e.x * w.y, t = e.y * w.x, c = s - t;
    return fabs(c) > 0.25 * (fabs(s) + fabs(t)) ? c : c2d_orient_round(p, q, r); /* 16.04 C2D_U */
}

typedef struct frame {
    c2d_vec o, p, q; /* at (0, 0), (1, 0) and (0, 1) */
    double twice;    /* twice the area of the triangle, which is the unit of the frame */
} frame;

static frame frame_of(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    frame f = {v[0], v[1], v[2], 0};
    uint32_t farthest = 1;
    double most = 0;
    for (uint32_t i = 1; i < s->count; i++) {
        c2d_vec d = c2d_sub(v[i], v[0]);
        double length2 = c2d_dot(d, d);
        farthest = length2 > most ? i : farthest;
        most = c2d_max(most, length2);
    }
    f.p = v[farthest];
    for (uint32_t i = 1; i < s->count; i++) {
        double twice = i == farthest ? 0 : orient(f.o, f.p, v[i]);
        if (fabs(twice) > fabs(f.twice)) {
            f.twice = twice;
            f.q = v[i];
        }
    }
    return f;
}

static c2d_vec to_frame(const frame *f, c2d_vec r)
{
    double x = c2d_same(r, f->o) ? 0 : orient(f->o, f->q, r), y = c2d_same(r, f->o) ? 0 : orient(f->o, f->p, r);
    return c2d_v(-x / f->twice, y / f->twice);
}

/* The point of the edge v[i] of a where the edge w[j] of b crosses it. */
static c2d_vec crossing_in_frame(const frame *f, const c2d_shape *a, uint32_t i, const c2d_shape *b, uint32_t j)
{
    const c2d_vec *v = c2d_vertices(a), *w = c2d_vertices(b);
    c2d_vec p = v[i], q = v[c2d_next_vertex(i, a->count)], u = w[j], t = w[c2d_next_vertex(j, b->count)];
    double n = fabs(orient(u, t, p)), m = fabs(orient(u, t, q)), s = n / (n + m);
    c2d_vec from = to_frame(f, p), to = to_frame(f, q);
    return c2d_v(from.x * (1 - s) + to.x * s, from.y * (1 - s) + to.y * s);
}

static double area_of(const frame *f, c2d_vec *points, size_t count, c2d_vec *hull)
{
    size_t n = c2d_hull_into(hull, points, count);
    double twice = 0;
    for (size_t i = 1; i + 1 < n; i++)
        twice += c2d_cross(c2d_sub(hull[i], hull[0]), c2d_sub(hull[i + 1], hull[0]));
    return c2d_max(twice, 0) * fabs(f->twice) / 2;
}

c2d_status c2d_sharp_overlap(const c2d_shape *smaller, const c2d_shape *other, double *area)
{
    c2d_common_vertex few[SMALL], *common = few;
    c2d_vec few_points[2 * SMALL], *points = few_points;
    size_t most = c2d_common_most(smaller, other), count = 0;
    if (most > SMALL) {
        common = c2d_new_array(most, sizeof *common);
        points = c2d_new_array(2 * most, sizeof *points);
    }
    c2d_status status = common && points ? c2d_find_common(smaller, other, common, &count) : C2D_NO_MEMORY;
    if (!status) {
        frame f = frame_of(smaller);
        const c2d_vec *v = c2d_vertices(smaller), *w = c2d_vertices(other);
        for (size_t k = 0; k < count; k++) {
            c2d_common_vertex c = common[k];
            points[k] = c.kind == C2D_CROSSING      ? crossing_in_frame(&f, smaller, c.i, other, c.j)
                        : c.kind == C2D_VERTEX_OF_A ? to_frame(&f, v[c.i])
                                                    : to_frame(&f, w[c.j]);
        }
        *area = area_of(&f, points, count, points + most);
    }
    if (most > SMALL) {
        free(common);
        free(points);
    }
    return status;
}
