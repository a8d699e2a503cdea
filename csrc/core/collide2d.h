/* collide2d: exact 2-D collision detection.
 *
 * A shape is the convex hull of its stored vertices (the core), grown by its radius. Vertices and radii are doubles and
 * they are the shape: relate, collides, overlaps and touches answer as exact real arithmetic on those doubles would,
 * always.
 *
 * Conventions. x to the right, y as you like. Angles are degrees, turning from +x toward +y. Units are the caller's.
 * A normal points out of the second shape, toward the first. Queries on valid shapes cannot fail, allocate or return
 * NaN. Only the functions that make a shape validate. Compile csrc/core/(star).c with -ffp-contract=off and without
 * -ffast-math.
 *
 * Contents: numbers and status / shapes / rectangles / transforms / hull / angles / relate / distance / contact. */
#ifndef COLLIDE2D_H
#define COLLIDE2D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- numbers and status ------------------------------------------------------------------------------------------ */

/* The domain: coordinates, sizes and radii have magnitude at most C2D_LIMIT. Magnitudes below 2^-148 (2.8e-45) are
 * rounded to a multiple of 2^-200, so that no product that a predicate forms is ever subnormal. -0 becomes +0. */
#define C2D_LIMIT 1e60

typedef enum c2d_status {
    C2D_OK = 0,
    C2D_NOT_FINITE,       /* NaN or an infinity */
    C2D_TOO_LARGE,        /* magnitude above C2D_LIMIT, given or derived */
    C2D_NEGATIVE,         /* a size, radius or factor below zero */
    C2D_NO_POINTS,        /* a polygon of no vertices */
    C2D_NOT_CONVEX,       /* a polygon with a reflex corner, or one that winds more than once */
    C2D_RADIUS_TOO_LARGE, /* a rounded rectangle whose radius is above half its smaller side */
    C2D_NO_MEMORY         /* a working buffer could not be had (hulls and polygons of many points only) */
} c2d_status;

typedef struct c2d_vec {
    double x, y;
} c2d_vec;

/* Validates and normalises one coordinate, offset or angle: finite, |x| <= C2D_LIMIT. *x is rewritten only if C2D_OK.
 */
c2d_status c2d_check(double *x);
/* The same for a size or radius, which must also be >= 0. */
c2d_status c2d_check_size(double *x);
/* A short English rule for a status, such as "must be finite". */
const char *c2d_rule(c2d_status status);

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* What the core is. A degenerate core has the lesser form: a rectangle of no width is a segment, of no size a point. */
typedef enum c2d_form {
    C2D_POINT = 0,   /* 1 vertex */
    C2D_SEGMENT = 1, /* 2 distinct vertices */
    C2D_BOX = 2,     /* 4 vertices, axis-aligned, positive width and height */
    C2D_CONVEX = 3   /* 3 or more vertices in strictly convex position */
} c2d_form;

#define C2D_INLINE_VERTICES 4

typedef struct c2d_shape {
    double radius;    /* >= 0 */
    uint32_t count;   /* of vertices, >= 1 */
    uint32_t form;    /* a c2d_form */
    c2d_vec min, max; /* bounds of the grown shape, rounded outward */
    /* The vertices: strictly convex, turning from +x toward +y (positive cross products), the lexicographically least
     * (x, then y) first. Up to four are held inline, so such a shape may be copied by assignment; more are the caller's
     * memory, which must outlive the shape. Read them with c2d_vertices. */
    union {
        c2d_vec own[C2D_INLINE_VERTICES];
        const c2d_vec *far;
    } v;
} c2d_shape;

static inline const c2d_vec *c2d_vertices(const c2d_shape *s)
{
    return s->count <= C2D_INLINE_VERTICES ? s->v.own : s->v.far;
}

/* Each makes a shape from raw numbers, which are checked and normalised as above; *out is written only if C2D_OK. */
c2d_status c2d_point(c2d_shape *out, c2d_vec p);
c2d_status c2d_circle(c2d_shape *out, c2d_vec center, double radius);
c2d_status c2d_segment(c2d_shape *out, c2d_vec a, c2d_vec b);
c2d_status c2d_capsule(c2d_shape *out, c2d_vec a, c2d_vec b, double radius);
/* Axis-aligned core between two corners, in any order. */
c2d_status c2d_box(c2d_shape *out, c2d_vec corner, c2d_vec opposite, double radius);

/* The hull of any points (at least one), grown. storage holds n vectors: it receives the vertices, and out refers to it
 * when more than four remain; points and storage may be the same array. Allocates working memory only for n > 64. */
c2d_status c2d_hull_shape(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage);
/* The same, but the points must already run round a convex polygon, either way; repeated and collinear points are
 * accepted and dropped, a reflex corner or a second winding is C2D_NOT_CONVEX. */
c2d_status c2d_polygon(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage);

/* Area of the grown shape, and the centre of its core (midpoint of a segment or box, centroid of a polygon); rounded.
 */
double c2d_area(const c2d_shape *s);
c2d_vec c2d_center(const c2d_shape *s);

/* ---- rectangles ---------------------------------------------------------------------------------------------------
 */

/* A rectangle as a user defines it, from which the vertices derive by one rounding each: see rect.c for the rules.
 * Moving or turning it changes these numbers, not the size, so it is never deformed. */
typedef enum c2d_anchor {
    C2D_BY_TOPLEFT, /* at = top-left corner before turning about pivot (an offset from it; the centre if !has_pivot) */
    C2D_BY_CENTER,  /* at = the centre, about which it turns */
    C2D_BY_PIVOT,   /* at = where the pivot is; pivot = the pivot's offset from the top-left corner */
    C2D_BY_CORNERS  /* at = min corner, size = max corner, both exact; angle 0 */
} c2d_anchor;

typedef struct c2d_rect {
    uint8_t anchor; /* a c2d_anchor */
    bool inner;     /* at and size describe the core (radius outside them); otherwise the outer rectangle */
    bool has_pivot; /* C2D_BY_TOPLEFT only */
    c2d_vec at, size, pivot;
    double angle; /* degrees, as given */
    double radius;
} c2d_rect;

/* Checks and normalises the numbers in place, then derives the shape. C2D_RADIUS_TOO_LARGE where an outer rectangle's
 * radius is above half its smaller side. */
c2d_status c2d_rect_shape(c2d_shape *out, c2d_rect *rect);

/* The outer rectangle before it is turned: corners, size, and the pivot as an offset from min (half the size if none);
 * and the size of the core. */
typedef struct c2d_frame {
    c2d_vec min, max, size, pivot, inner_size;
} c2d_frame;
void c2d_rect_frame(const c2d_rect *rect, c2d_frame *out);
/* The centre of the rectangle as it lies in the world. */
c2d_vec c2d_rect_center(const c2d_rect *rect);

/* Each changes the numbers only; c2d_rect_shape checks them and derives the shape. Arguments are finite. */
void c2d_rect_move(c2d_rect *rect, c2d_vec d);
void c2d_rect_at(c2d_rect *rect, c2d_vec center);
/* Turns about the rectangle's own pivot (its centre if it has none), or about a point if that is not NULL. */
void c2d_rect_rotate(c2d_rect *rect, double degrees, const c2d_vec *about);
/* About its centre, by k >= 0. */
void c2d_rect_scale(c2d_rect *rect, double k);
/* Adds d to the radius; the core keeps its bits. */
void c2d_rect_grow(c2d_rect *rect, double d);

/* ---- transforms ----------------------------------------------------------------------------------------------------
 */

/* The points of any other shape, in place, one rounding a coordinate and operation; make the shape anew from them. */
void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d);
void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about);
void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about);

/* ---- hull ---------------------------------------------------------------------------------------------------------
 */

/* Convex hull of n >= 1 checked points, exact: writes the strictly convex vertices in the order of c2d_shape to hull
 * (room for n; may be the same array as points) and their number to *count. Sorts in O(n log n). */
c2d_status c2d_hull(const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count);

/* ---- angles -------------------------------------------------------------------------------------------------------
 */

/* Sine and cosine of an angle in degrees, |degrees| <= C2D_LIMIT: the argument reduced exactly, the results rounded to
 * nearest from about 100 bits (0.5 ulp), multiples of 30 and 90 degrees exact where the true value is; the same on
 * every platform. */
void c2d_sincos(double degrees, double *sine, double *cosine);
/* Radians in degrees, rounded once. */
double c2d_degrees(double radians);
/* pivot + p turned by (cosine, sine): each coordinate is the exact value of pivot + c*p - s*q, rounded once. */
c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot);

/* ---- relate -------------------------------------------------------------------------------------------------------
 */

typedef enum c2d_relation {
    C2D_APART = -1,
    C2D_TOUCHING = 0, /* common points, but an arbitrarily small shift separates them */
    C2D_OVERLAPPING = 1
} c2d_relation;

/* The exact three-way answer. collides: the cores' distance is at most the radius sum (touching counts). overlaps: no
 * arbitrarily small shift separates them. */
c2d_relation c2d_relate(const c2d_shape *a, const c2d_shape *b);

static inline bool c2d_collides(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) >= C2D_TOUCHING; }
static inline bool c2d_overlaps(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) == C2D_OVERLAPPING; }
static inline bool c2d_touches(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) == C2D_TOUCHING; }

/* ---- distance -----------------------------------------------------------------------------------------------------
 */

/* Signed gap: > 0 the distance, == 0 touching, < 0 minus the depth (the shortest way out); its sign is exact, its value
 * within 8 ulp of the true one, relative. Symmetric in a and b, bit for bit. */
double c2d_separation(const c2d_shape *a, const c2d_shape *b);
/* max(separation, 0). */
double c2d_distance(const c2d_shape *a, const c2d_shape *b);
/* The nearest points on_a and on_b. If the shapes collide, both are one and the same common point (up to rounding). */
void c2d_closest_points(const c2d_shape *a, const c2d_shape *b, c2d_vec *on_a, c2d_vec *on_b);

/* ---- contact ------------------------------------------------------------------------------------------------------
 */

typedef struct c2d_contact {
    c2d_vec normal;    /* unit within 4 ulp, out of b toward a: moving a by normal * depth takes it out of b */
    double depth;      /* == -separation, >= 0 */
    int count;         /* of points, 1 or 2 */
    c2d_vec points[2]; /* between the two surfaces, midway along the normal where each lies */
} c2d_contact;

/* Whether the shapes collide; if so *out is written. Two points are the ends of the stretch along which an edge of
 * either is in contact with the edge that faces it. On a tie between an edge and a corner the edge's normal is taken;
 * circles that are concentric have the normal (1, 0), that of the smaller against the larger (-1, 0). Swapping a and b
 * negates the normal, bit for bit, unless the shapes are identical. */
bool c2d_collide(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

#ifdef __cplusplus
}
#endif
#endif
