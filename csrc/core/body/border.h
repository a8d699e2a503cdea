/* The border of a shape as arcs and edges, up to rounding: for areas, not for decisions. */
#ifndef C2D_BORDER_H
#define C2D_BORDER_H

#include "../../include/collide2d.h"

/* A part of a border in its direction, from +x toward +y. An edge has the parameters 0 to 1, an arc angles in radians.
 * The outer normal of an edge is constant. */
typedef struct c2d_border_part {
    bool round;
    c2d_vec from, to;  /* an edge */
    c2d_vec normal;    /* of an edge, of unit length */
    c2d_vec center;    /* of an arc */
    double radius;     /* of an arc */
    double start, end; /* parameters */
} c2d_border_part;

/* The edge from vertex k of the core to the next, moved outward by the radius; the arc around vertex k. False if there
 * is none. */
bool c2d_border_edge(const c2d_shape *s, uint32_t k, c2d_border_part *out);
bool c2d_border_arc(const c2d_shape *s, uint32_t k, c2d_border_part *out);

c2d_vec c2d_border_point(const c2d_border_part *part, double parameter, c2d_vec *normal);
/* The integral of (x dy - y dx) / 2 between two parameters, with coordinates relative to the origin. */
double c2d_border_integral(const c2d_border_part *part, double from, double to, c2d_vec origin);

/* At most this many cuts for each vertex of a shape: two by its edge, two by its arc. */
#define C2D_BORDER_CUTS 4
/* Writes the parameters at which a part may cross the border of a shape, and returns their number. */
size_t c2d_border_cuts(const c2d_border_part *part, const c2d_shape *s, double *cuts);

/* The distance of a point from a shape, negative inside, and the outer normal at the nearest border point. */
double c2d_border_gap(const c2d_shape *s, c2d_vec p, c2d_vec *normal);

#endif
