/* Triangles of a polygon. polygon_sweep.c finds the inside, triangle_fronts.c cuts it into triangles, and
 * merge_triangles.c joins them into convex pieces. */
#ifndef C2D_TRIANGLES_H
#define C2D_TRIANGLES_H

#include "../../include/collide2d.h"

/* A side of one triangle, or shared by two. */
typedef struct c2d_triangle_side {
    uint32_t half[2]; /* C2D_NULL_INDEX: no triangle */
} c2d_triangle_side;

/* A half-edge: a side that starts at a point, with its triangle to the left. Triangle t has the halves 3t to 3t + 2, in
 * counterclockwise order. */
typedef struct c2d_half {
    uint32_t from, side;
} c2d_half;

/* A vertex of a front. */
typedef struct c2d_front_node {
    uint32_t point, below, above; /* neighbours, or C2D_NULL_INDEX */
    uint32_t side;                /* from this node to the one above */
} c2d_front_node;

/* A part of the inside that the sweep line crosses, between two edges. The front is its border with the finished
 * triangles. It is reflex everywhere, so no more triangles fit. */
typedef struct c2d_front {
    uint32_t bottom, top, rightmost; /* nodes */
} c2d_front;

typedef struct c2d_triangles {
    const c2d_vec *points; /* distinct, in order of x, then y */
    c2d_half *halves;
    c2d_triangle_side *sides;
    c2d_front_node *nodes;
    size_t half_count, half_capacity, side_count, side_capacity, node_count, node_capacity;
    bool failed; /* memory was short; further operations have no effect */
} c2d_triangles;

/* A new side without triangles. Returns 0 after a failure. */
uint32_t c2d_triangles_add_side(c2d_triangles *t);
/* The front of a new part that begins at a point. */
c2d_front c2d_front_begin(c2d_triangles *t, uint32_t point);
typedef enum c2d_front_side { C2D_FRONT_LOWER, C2D_FRONT_UPPER } c2d_front_side;
/* The lower or upper edge of a part ends at a point. */
void c2d_front_end_edge(c2d_triangles *t, c2d_front *front, c2d_front_side end, uint32_t point, uint32_t edge);
/* Both edges of a part end at a point, and the part ends. */
void c2d_front_end(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t lower, uint32_t upper);
/* Edges begin at a point inside a part. *front becomes the front below them; returns the front above them. */
c2d_front c2d_front_split(c2d_triangles *t, c2d_front *front, uint32_t point);
/* Merges two parts after the upper edge of one and the lower edge of the other ended at a point. */
c2d_front c2d_front_merge(c2d_triangles *t, c2d_front lower, c2d_front upper);

/* Closed outlines. number[i] is the index of point i in the points of the triangles. */
typedef struct c2d_outlines {
    const uint32_t *number;
    const size_t *ends;    /* outline k has the points from ends[k - 1] (or 0) to ends[k] - 1 */
    const int *directions; /* 1: an outline runs as its points do, -1: the other way */
    size_t count;
    int inside; /* the direction of edges whose upper side is inside: 1 or -1; 0: not known, that of the first edge */
} c2d_outlines;

/* Cuts the inside of outlines into triangles; t->points has count points. After C2D_CROSSES, `crossing` has two edges
 * that show why, each by the index of its first point. *inside: the direction of edges whose upper side is inside; 0 if
 * there is no area. */
c2d_status c2d_triangulate(c2d_triangles *t, uint32_t count, const c2d_outlines *outlines, size_t crossing[2],
                           int *inside);

/* Joins neighbouring triangles into convex pieces until no two pieces can be joined. No corner of a piece is inside an
 * edge of another. t->points has `points` points. */
c2d_status c2d_merge_triangles(const c2d_triangles *t, size_t points, c2d_pieces *out);

#endif
