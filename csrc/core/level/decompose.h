/* Triangles in the making: what polygon_sweep.c tells triangulate.c, and what merge_triangles.c makes pieces of. */
#ifndef C2D_DECOMPOSE_H
#define C2D_DECOMPOSE_H

#include "../../include/collide2d.h"

/* A side of one triangle, or of two: of those on its two sides. */
typedef struct c2d_side {
    uint32_t half[2]; /* or C2D_NULL_INDEX */
} c2d_side;

/* A triangle's side as seen from it: from a point on, with the triangle to the left. Those of triangle t are 3t .. 3t +
 * 2, in turning order. */
typedef struct c2d_half {
    uint32_t from, side;
} c2d_half;

/* A vertex on the border between what is cut into triangles already and what is not. */
typedef struct c2d_node {
    uint32_t point, below, above; /* neighbours; C2D_NULL_INDEX: none */
    uint32_t side;                /* to the one above */
} c2d_node;

/* A part of the inside that the sweep line crosses, between two edges: its border, which no triangle fits into. */
typedef struct c2d_front {
    uint32_t bottom, top, rightmost; /* nodes */
} c2d_front;

typedef struct c2d_triangles {
    const c2d_vec *points; /* distinct, in order of x, then y */
    c2d_half *halves;
    c2d_side *sides;
    c2d_node *nodes;
    size_t half_count, half_capacity, side_count, side_capacity, node_count, node_capacity;
    bool failed; /* for lack of memory: what follows has no effect */
} c2d_triangles;

/* A new side, of no triangle so far; 0 after a failure. */
uint32_t c2d_triangles_add_side(c2d_triangles *t);
/* The front of a part that begins at a point. */
c2d_front c2d_front_begin(c2d_triangles *t, uint32_t point);
/* The upper edge of a part ends at a point, its lower edge does, or both, which ends the part. */
void c2d_front_end_upper(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t edge);
void c2d_front_end_lower(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t edge);
void c2d_front_end(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t lower, uint32_t upper);
/* Edges begin at a point within a part: the front of what is below them and, returned, of what is above. */
c2d_front c2d_front_split(c2d_triangles *t, c2d_front *front, uint32_t point);
/* Two parts, whose upper and lower edge have ended at a point, go on as one. */
c2d_front c2d_front_merge(c2d_triangles *t, c2d_front lower, c2d_front upper);

/* Cuts what a polygon encloses into triangles. number[i] is that of the polygon's point i among t->points, of which
 * there are count. C2D_CROSSES: two edges that show it are in crossing. */
c2d_status c2d_triangulate(c2d_triangles *t, uint32_t count, const uint32_t *number, uint32_t n, size_t crossing[2]);

/* Joins triangles to convex pieces as long as there are two side by side that may be. */
c2d_status c2d_merge_triangles(const c2d_triangles *t, c2d_pieces *out);

#endif
