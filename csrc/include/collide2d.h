/* collide2d: exact 2-D collision detection.
 *
 * A shape is the convex hull of its stored vertices (the core), grown by its radius. Vertices and radii are doubles,
 * and those doubles define the shape: relate, collides, overlaps and touches always give the answer of exact real
 * arithmetic.
 *
 * Conventions. x points right; y may point up or down. Angles are in degrees, from +x toward +y. Lengths are in the
 * caller's units. A normal points out of the second shape, toward the first. Queries on valid shapes cannot fail,
 * allocate or return NaN. Only functions that make a shape validate it. Compile
 * collide2d.c, or all C files of csrc/core, as C11 with -ffp-contract=off and without -ffast-math.
 *
 * Contents: numbers and status / shapes / rectangles / transforms / hull / outline / angles / relate / containment /
 * areas / distance / contact / motion / turning / unions / response / bounds / bodies / index / mover / worlds /
 * levels. */
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

/* An index that refers to nothing. */
#define C2D_NULL_INDEX UINT32_MAX

typedef enum c2d_status {
    C2D_OK = 0,
    C2D_NOT_FINITE,       /* NaN or an infinity */
    C2D_TOO_LARGE,        /* magnitude above C2D_LIMIT, given or derived */
    C2D_NEGATIVE,         /* a size, radius or factor below zero */
    C2D_NO_POINTS,        /* a polygon of no vertices */
    C2D_NOT_CONVEX,       /* a polygon with a reflex corner, or one that winds more than once */
    C2D_RADIUS_TOO_LARGE, /* a rounded rectangle whose radius is above half its smaller side */
    C2D_NOT_POSITIVE,     /* a mass that is zero */
    C2D_ABOVE_ONE,        /* a coefficient of restitution above 1 */
    C2D_NO_DIRECTION,     /* a normal (0, 0) */
    C2D_BOTH_INFINITE,    /* two masses, neither of which can be moved */
    C2D_NO_MEMORY,        /* out of working memory (hulls and polygons of many points, indexes, levels) */
    C2D_VANISHES,         /* a tile so small, relative to its position, that opposite sides round to one number */
    C2D_CROSSES,          /* a polygon that crosses itself */
    C2D_NOT_INSIDE,       /* a hole that is not inside its polygon, or that crosses another hole */
    C2D_ABOVE_TURN,       /* an angle of more than a full turn */
    C2D_NO_ITEM           /* an id that no item has */
} c2d_status;

typedef struct c2d_vec {
    double x, y;
} c2d_vec;

/* Validates and normalises a coordinate, offset or angle: finite, |x| <= C2D_LIMIT. Writes *x only if C2D_OK. */
c2d_status c2d_check(double *x);
/* Validates and normalises a size or radius: as c2d_check, and >= 0. */
c2d_status c2d_check_size(double *x);
/* A short English rule for a status, such as "must be finite". */
const char *c2d_rule(c2d_status status);

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* The form of the core. Degenerate cores have the simpler form: a rectangle of width 0 is a segment, one of size 0 a
 * point. */
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
        const c2d_vec *many;
    } v;
} c2d_shape;

static inline const c2d_vec *c2d_vertices(const c2d_shape *s)
{
    return s->count <= C2D_INLINE_VERTICES ? s->v.own : s->v.many;
}

/* Each makes a shape from raw numbers, which it checks and normalises as above. Writes *out only if C2D_OK. */
c2d_status c2d_point(c2d_shape *out, c2d_vec p);
c2d_status c2d_circle(c2d_shape *out, c2d_vec center, double radius);
c2d_status c2d_segment(c2d_shape *out, c2d_vec a, c2d_vec b);
c2d_status c2d_capsule(c2d_shape *out, c2d_vec a, c2d_vec b, double radius);
/* An axis-aligned core between two opposite corners, in any order. */
c2d_status c2d_box(c2d_shape *out, c2d_vec corner, c2d_vec opposite, double radius);

/* The hull of any points (at least one), grown. storage holds n vectors: it receives the vertices, and out refers to it
 * when more than four remain; points and storage may be the same array. Allocates working memory only for n > 64. */
c2d_status c2d_hull_shape(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage);
/* A convex polygon, grown. The points go around the polygon in either direction. Repeated and collinear points are
 * dropped; a reflex corner or a second winding is C2D_NOT_CONVEX. storage: as for c2d_hull_shape. */
c2d_status c2d_polygon(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage);
/* For points that c2d_polygon refuses with C2D_NOT_CONVEX: the index of a point where the outline turns inward; n if
 * there is none, because the outline goes round more than once or back. The points are valid. */
size_t c2d_concave_corner(const c2d_vec *points, size_t n);

/* A copy of s with vertices of its own, bit for bit, so that the shape can be kept. storage: room for c2d_copy_room(s)
 * vectors, to which the copy refers: all vertices if there are more than C2D_INLINE_VERTICES. Otherwise that is 0, and
 * storage may be NULL. out may be s, and storage may overlap its vertices. Cannot fail. O(n). */
void c2d_copy(c2d_shape *out, const c2d_shape *s, c2d_vec *storage);
static inline size_t c2d_copy_room(const c2d_shape *s) { return s->count <= C2D_INLINE_VERTICES ? 0 : s->count; }

/* Area of the grown shape, and length of its border: a segment of radius 0 counts twice, as the limit of thin boxes.
 * The relative errors are those of a sum of n positive terms. Centre of its core (midpoint of a segment or box,
 * centroid of a polygon), rounded. */
double c2d_area(const c2d_shape *s);
double c2d_perimeter(const c2d_shape *s);
c2d_vec c2d_center(const c2d_shape *s);

/* ---- rectangles -------------------------------------------------------------------------------------------------- */

/* A rectangle as a user defines it. The vertices derive from these numbers by operations with one rounding each (see
 * rect.c). Moves and rotations change the numbers but not the size, so the rectangle never deforms. */
typedef enum c2d_anchor {
    C2D_BY_TOPLEFT, /* at = top-left corner before turning about pivot (an offset from it; the centre if !has_pivot) */
    C2D_BY_CENTER,  /* at = the centre, about which it turns */
    C2D_BY_PIVOT,   /* at = where the pivot is; pivot = the pivot's offset from the top-left corner */
    C2D_BY_CORNERS  /* at = min corner, size = max corner, both exact; angle 0 */
} c2d_anchor;

typedef struct c2d_rect {
    uint8_t anchor;  /* a c2d_anchor */
    bool inner;      /* at and size describe the core (radius outside them); otherwise the outer rectangle */
    bool has_pivot;  /* C2D_BY_TOPLEFT only */
    bool by_corners; /* a piece of a body: see c2d_rect_move */
    c2d_vec at, size, pivot;
    double angle; /* degrees, as given */
    double radius;
} c2d_rect;

/* Checks and normalises the numbers in place, then derives the shape. C2D_RADIUS_TOO_LARGE where an outer rectangle's
 * radius is above half its smaller side. */
c2d_status c2d_rect_shape(c2d_shape *out, c2d_rect *rect);

/* The outer rectangle before rotation: corners, size, and the pivot as an offset from min (half the size if it has
 * none). inner_size: the size of the core. */
typedef struct c2d_frame {
    c2d_vec min, max, size, pivot, inner_size;
} c2d_frame;
void c2d_rect_frame(const c2d_rect *rect, c2d_frame *out);
/* Two opposite corners of the core, with the coordinates of c2d_rect_shape. False if the rectangle is rotated. */
bool c2d_rect_corners(const c2d_rect *rect, c2d_vec *corner, c2d_vec *opposite);
/* The centre of the rectangle in the world, after rotation. */
c2d_vec c2d_rect_center(const c2d_rect *rect);
/* The point about which it turns: its pivot, or else its centre. */
c2d_vec c2d_rect_turning_point(const c2d_rect *rect);

/* Each changes only the numbers; c2d_rect_shape checks them and derives the shape. Arguments are finite. */
/* by_corners: of a rectangle that is not rotated, each corner is moved and rounded, and it becomes C2D_BY_CORNERS.
 * Corners that the pieces of a body share then stay shared. Otherwise `at` is moved, and the size keeps its bits. */
void c2d_rect_move(c2d_rect *rect, c2d_vec d);
/* Moves the rectangle's centre to a point. */
void c2d_rect_at(c2d_rect *rect, c2d_vec center);
/* Rotates about a point or, if about is NULL, about the rectangle's pivot (its centre if it has none). */
void c2d_rect_rotate(c2d_rect *rect, double degrees, const c2d_vec *about);
/* Scales about the rectangle's centre by k >= 0. */
void c2d_rect_scale(c2d_rect *rect, double k);
/* Places the rectangle: its centre of rotation as c2d_place_points does, exactly at p->at if it is p->about. Its sizes,
 * its radius and its pivot are scaled, its angle is turned; each is rounded once. */
struct c2d_placement;
void c2d_rect_place(c2d_rect *rect, const struct c2d_placement *p);
/* Adds d to the radius; the core keeps its bits. */
void c2d_rect_grow(c2d_rect *rect, double d);

/* ---- transforms -------------------------------------------------------------------------------------------------- */

/* Transform the points of any other shape in place, with one rounding per coordinate and operation. Make a new shape
 * from the results. */
void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d);
void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about);
void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about);

/* A placement mirrors a shape in the vertical line through `about`, scales it by scale >= 0 and turns it by an angle
 * about that point, and moves that point to `at`. */
typedef struct c2d_placement {
    c2d_vec at, about;
    double scale, degrees;
    bool flip_x;
} c2d_placement;

/* Each coordinate is at + k (c x - s y), rounded once, with the rounded sine and cosine, which are exact for quarter
 * turns. It differs from the real one by at most half an ulp plus 2^-53 k (|x| + |y|); x and y are relative to `about`.
 * The numbers are those that c2d_check accepts. */
void c2d_place_points(c2d_vec *points, size_t n, const c2d_placement *p);

/* ---- hull -------------------------------------------------------------------------------------------------------- */

/* Convex hull of n >= 1 checked points, exact: writes the strictly convex vertices in the order of c2d_shape to hull
 * (room for n; may be the same array as points) and their number to *count. Sorts in O(n log n). */
c2d_status c2d_hull(const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count);

/* ---- outline ----------------------------------------------------------------------------------------------------- */

/* The border of a shape as a polygon: of a shape of radius 0 its vertices, for any tolerance. Of another shape, the
 * corners are on the border, to within 4 ulp of the greatest coordinate of the grown shape. So, up to that, the polygon
 * is inside the shape and no point of the border is farther from it than the tolerance. The corners are in strictly
 * convex position, in the order of c2d_shape; if rounding leaves fewer than three, the polygon is a segment or a point.
 * An arc has about 360 degrees' share of 2.2 sqrt(radius / tolerance) corners. Mirror images, quarter turns, swapped
 * axes and scaling by powers of two give equal bits.
 *
 * The finest tolerance is C2D_FINEST_OUTLINE times the radius: some 70,000 corners. c2d_outline_room: how many vectors
 * points needs. C2D_NO_MEMORY: out of working memory. */
#define C2D_FINEST_OUTLINE 1e-9
bool c2d_outline_is_too_fine(const c2d_shape *s, double tolerance);
size_t c2d_outline_room(const c2d_shape *s, double tolerance);
c2d_status c2d_outline_points(const c2d_shape *s, double tolerance, c2d_vec *points, size_t *count);

/* ---- angles ------------------------------------------------------------------------------------------------------ */

/* Sine and cosine of an angle in degrees, |degrees| <= C2D_LIMIT. The argument is reduced exactly and the results are
 * rounded to nearest from about 100 bits (0.5 ulp). Multiples of 30 and 90 degrees are exact if the true value is a
 * double. Results are equal on every platform. */
void c2d_sincos(double degrees, double *sine, double *cosine);
/* Converts radians to degrees, rounded once. */
double c2d_degrees(double radians);
/* The angle of the direction v from +x toward +y, in degrees, 0 to 360; v is not (0, 0). Its relative error is at most
 * 2^-51. Results are equal on every platform. */
double c2d_angle_of(c2d_vec v);
/* pivot + p rotated by the angle with this sine and cosine. Each coordinate is rounded once from its exact value:
 * pivot.x + cosine p.x - sine p.y and pivot.y + sine p.x + cosine p.y. Coordinates of p and pivot are multiples of
 * 2^-200, as all in the domain are. */
c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot);
/* c2d_turn for the corners of a box: lo, (hi.x, lo.y), hi, (lo.x, hi.y). */
void c2d_turn_box(c2d_vec lo, c2d_vec hi, double sine, double cosine, c2d_vec pivot, c2d_vec corners[4]);

/* ---- relate ------------------------------------------------------------------------------------------------------ */

typedef enum c2d_relation {
    C2D_APART = -1,
    C2D_TOUCHING = 0, /* common points, but an arbitrarily small shift separates them */
    C2D_OVERLAPPING = 1
} c2d_relation;

/* The exact relation. c2d_collides: the distance of the cores is at most the sum of the radii, so touching counts.
 * c2d_overlaps: no arbitrarily small shift separates the shapes. */
c2d_relation c2d_relate(const c2d_shape *a, const c2d_shape *b);

static inline bool c2d_collides(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) >= C2D_TOUCHING; }
static inline bool c2d_overlaps(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) == C2D_OVERLAPPING; }
static inline bool c2d_touches(const c2d_shape *a, const c2d_shape *b) { return c2d_relate(a, b) == C2D_TOUCHING; }

/* The exact relation of a and an image of b: b shifted by exactly (i * period.x, j * period.y), without rounding. A
 * period is in the domain and at least C2D_LEAST_PERIOD, or anything if its i or j is 0. |i|, |j| <= 2^31 - 1. */
#define C2D_LEAST_PERIOD 1e-44
c2d_relation c2d_relate_image(const c2d_shape *a, const c2d_shape *b, c2d_vec period, int32_t i, int32_t j);

/* ---- containment ------------------------------------------------------------------------------------------------- */

/* Whether every point of b is a point of a, exactly. Shapes are closed, so b may touch the border of a from inside. */
bool c2d_contains(const c2d_shape *a, const c2d_shape *b);

/* ---- areas ------------------------------------------------------------------------------------------------------- */

/* The area of the intersection of two shapes, > 0 exactly if they overlap and both have an area, 0 otherwise. The error
 * is at most 2^-40 (9e-13) of the area of the smaller shape; if a shape is round, this holds while no coordinate
 * difference of the pair is above 2^50 times the thickness of the smaller shape. If one shape contains the other, it is
 * c2d_area of that; of two boxes, or of two discs, its relative error is below 2^-48. Symmetric in a and b, bit for
 * bit. C2D_NO_MEMORY: out of working memory, which only shapes of more than 8 vertices need.
 *
 * Method: two sharp shapes by the parts of each border that are in the other shape, or, where doubles do not suffice,
 * by the common vertices in an affine frame of the smaller one; round ones by the integral between their borders.
 * O((n + m) log(n + m)) where edges are no longer than the overlap. */
c2d_status c2d_overlap_area(const c2d_shape *a, const c2d_shape *b, double *area);

/* The intersection of two shapes of radius 0: a polygon, a segment, or a point. *collides: whether there is one,
 * exactly. Its vertices are vertices of a and b, unchanged, and the points at which edges cross, with each coordinate
 * rounded once from its exact value; then the hull of these. storage: room for 2 (a->count + b->count) vectors; the
 * result refers to it if it has more than C2D_INLINE_VERTICES. C2D_NO_MEMORY: out of working memory, which only shapes
 * of more than 16 vertices together need. */
c2d_status c2d_intersection(c2d_shape *out, const c2d_shape *a, const c2d_shape *b, c2d_vec *storage, bool *collides);

/* ---- distance ---------------------------------------------------------------------------------------------------- */

/* Signed gap: > 0 the distance, 0 touching, < 0 minus the penetration depth (the length of the shortest move that
 * separates the shapes). The sign is exact and the value is within 8 ulp. Symmetric in a and b, bit for bit. */
double c2d_separation(const c2d_shape *a, const c2d_shape *b);
/* max(separation, 0). */
double c2d_distance(const c2d_shape *a, const c2d_shape *b);
/* The nearest points on_a and on_b. If the shapes collide, both are one common point (up to rounding). */
void c2d_closest_points(const c2d_shape *a, const c2d_shape *b, c2d_vec *on_a, c2d_vec *on_b);

/* ---- contact ----------------------------------------------------------------------------------------------------- */

typedef struct c2d_contact {
    c2d_vec normal;    /* unit within 4 ulp, out of b toward a: moving a by normal * depth takes it out of b, up to
                          rounding; c2d_separate is exact */
    double depth;      /* == -separation, >= 0 */
    int count;         /* of points, 1 or 2 */
    c2d_vec points[2]; /* between the two surfaces, midway along the normal where each lies */
} c2d_contact;

/* Whether the shapes collide; writes *out if they do. Two points are the ends of the contact of an edge with the edge
 * that faces it. If an edge and a corner tie, the normal is that of the edge. Exchanging a and b negates the normal,
 * bit for bit, unless the shapes are identical.
 *
 * If several separations are equally short, the shapes are ordered: by form (the order of c2d_form), then fewer
 * vertices, then the larger radius, then the lesser of the first vertices that differ. With the first shape as a, the
 * normal is (1, 0) if both cores are one point; the normal to the right of the first segment if a point and a segment,
 * or two segments, are on one line; along x rather than y, and positive, for a point or box in a box. Otherwise it is
 * that of the first edge of least depth, in order of vertices, first the edges of a, then those of b. Depths of edges
 * of unequal lengths may tie in the reals but differ in the last bit, which then decides. */
bool c2d_find_contact(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

/* ---- motion ------------------------------------------------------------------------------------------------------ */

/* The shape moved by d. rect: the rectangle that s derives from, or NULL if it derives from its vertices. storage: room
 * for 2 s->count vectors, or NULL if s has at most C2D_INLINE_VERTICES. */
c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage);

/* The hull of the vertices of a shape at two positions, grown by its radius. storage: room for 2 (from->count +
 * to->count) vectors; the result refers to it if it has more than C2D_INLINE_VERTICES. */
c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage);

typedef struct c2d_hit {
    double t;       /* of the motion, 0 to 1: moved by t * motion, a is at b */
    c2d_vec point;  /* where they meet, within 4 ulp of the greatest coordinates from the border of b; the middle where
                       they meet along a stretch. If they overlapped at the start, that of the contact, midway between
                       the surfaces. For a ray, a point that moves: where the point is at t, with each coordinate
                       rounded once */
    c2d_vec normal; /* unit within 4 ulp, out of b */
    double depth;   /* > 0 only if they overlapped at the start: t is 0, the normal and depth those of the contact */
} c2d_hit;

/* Moves a toward a + motion and finds the first position at which it meets b. *hits: whether the sweep of a overlaps b,
 * exactly. Grazing b, sliding along it or leaving it is not a hit. Moving into a shape that a touches is a hit at t =
 * 0.
 *
 * If a does not overlap b at the start, then exactly: c2d_moved(a, t * motion) does not overlap b, and the sweep to it
 * does not. t is the true time of impact, or that of b grown by at most 128 ulp of the sum of the greatest coordinates
 * of a (or the pivot of rect), b, twice the motion and 2^-148, below which numbers are rounded to multiples of 2^-200.
 * Of a long motion only a part counts, less than 2^17 times the sum of the others, so a ray may be as long as the
 * domain (unless the part of a coordinate would be less than 2^-148). For a face across an axis, t
 * is the true one, rounded, or less by as much as keeps the rounded stop out of b: by at most a few ulps of the
 * coordinates. If another stop is a round number, t is the true one, rounded. Reflections, quarter turns and swapped
 * axes give equal bits of t if neither shape has more than 64 vertices; otherwise t may differ within that bound.
 *
 * The normal is that of the face that a hits. At a round corner it is the direction from the corner's centre. If a
 * sharp corner hits a sharp corner, it is that of the face that a approaches (the more directly of two; on a tie, the
 * face across the x axis).
 *
 * rect: the rectangle that a derives from, or NULL. room: C2D_CAST_ROOM(a->count) vectors of working memory, NULL if a
 * has at most C2D_INLINE_VERTICES. An error (*hits is false) only if the motion or a + motion leaves the domain.
 *
 * Method: a ray against the Minkowski difference b - a, whose edges are those of a and b (van den Bergen 2004), clipped
 * by its faces (Cyrus and Beck 1978). */
#define C2D_CAST_ROOM(count) (6 * (size_t)(count))
c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                    bool *hits, c2d_hit *out);

/* c2d_cast that also meets what a only touches on its way: what it grazes, slides along, leaves, or reaches at t = 1.
 * *swept: the relation of the sweep of a to b, exactly. C2D_OVERLAPPING: *out is the hit of c2d_cast. C2D_TOUCHING:
 * *out is where a first touches b, with depth 0. C2D_APART: *out is not set.
 *
 * If a only touches b: t is 0 if a touches b at the start. It is 1 if a reaches b at the end, and would go on into b.
 * Otherwise a passes b, and t is the first time at which they touch, less at most what keeps c2d_moved(a, t * motion)
 * and the sweep to it out of b, exactly: usually 0 and nearly always below 16 ulp of the scale of c2d_cast along the
 * motion. Images have equal bits of t, as for c2d_cast, at any number of vertices.
 *
 * The normal does not oppose the motion, unless a reaches b at t = 1: then it is that of c2d_cast of a longer motion.
 * If a touches b at the start, the normal is that of the contact of the sweep with b. If a passes b, the normal is
 * across the motion: that of the face that a slides along, or the direction from the corner's centre. If a meets the
 * end of a segment or point on its own line, the normal is opposite to the motion. */
c2d_status c2d_cast_touching(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b,
                             c2d_vec *room, c2d_relation *swept, c2d_hit *out);

/* Whether a cast only leaves what a collides with at the start: a overlaps b and motion . hit->normal >= 0, exactly, so
 * that the penetration depth does not grow on the way, or a touches b and does not move into it. Callers that ignore
 * such hits let out what rounding left inside. swept, hit: of c2d_cast_touching; c2d_cast hits where swept is
 * C2D_OVERLAPPING. */
bool c2d_leaves(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_relation swept, const c2d_hit *hit);

/* What a cast meets: with touching, also what is only touched, as c2d_cast_touching; without leaving, nothing that
 * c2d_leaves says is left. {false, true} is c2d_cast. */
typedef struct c2d_cast_options {
    bool touching, leaving;
} c2d_cast_options;
c2d_status c2d_cast_with(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                         c2d_cast_options options, bool *hits, c2d_hit *out);

/* The part of the segment from p to q that is in the closed shape, as parameters from p (0) to q (1). False, and
 * nothing written, exactly if they do not collide. Otherwise 0 <= *t_in <= *t_out <= 1, both within 2^-48 of the true
 * ones; *t_in is 0 exactly if p is in the shape, and *t_out is 1 if q is. They are equal if the segment and the shape
 * have one common point, and 0 if p == q. Images have equal bits. p and q are points that c2d_check accepts.
 *
 * Method: quotients of exact products, each rounded once, of the edges (Cyrus and Beck 1978) and corner circles. */
bool c2d_clip(const c2d_shape *s, c2d_vec p, c2d_vec q, double *t_in, double *t_out);

/* All positions of a's centre at which a collides with b: the hull of b's vertices less a's, plus the centre of a (one
 * rounding per coordinate), grown by the sum of the radii (rounded). storage: room for a->count + b->count vectors; the
 * result refers to it if it has more than C2D_INLINE_VERTICES. */
c2d_status c2d_minkowski_difference(c2d_shape *out, const c2d_shape *a, c2d_vec center_of_a, const c2d_shape *b,
                                    c2d_vec *storage);

/* ---- turning ----------------------------------------------------------------------------------------------------- */

/* The shape turned by an angle in degrees, placed as c2d_rotate_points or c2d_rect_rotate places it, and then moved by
 * d as c2d_moved moves it. about: the point to turn about; NULL: the pivot of rect, or the centre of s. rect: the
 * rectangle that s derives from, or NULL. storage: room for 2 s->count vectors, or NULL if s has at most
 * C2D_INLINE_VERTICES. A turn by 0 is s itself, moved. */
c2d_status c2d_turned(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, double degrees, const c2d_vec *about,
                      c2d_vec d, c2d_vec *storage);

/* Turns a by an angle in degrees, |angle| <= 360, and finds the first place at which it meets b. While it turns, a
 * moves by the motion: at t (0 to 1) it is turned by t * angle about a point that has moved by t * motion, a screw
 * motion. The search ends at t_max (0 to 1), so a search among several shapes may stop at the first hit so far.
 *
 * Let E be C2D_TURN_ERROR of the scale: the sum of the greatest coordinates of a (and the pivot of rect) and b, twice
 * those of the point turned about and of the motion, and 2^-148, below which numbers are rounded to multiples of
 * 2^-200. "Overlaps by more than E" means that no direction separates the shapes when b is moved away by E. With the
 * true places of the stored vertices of a at t:
 * 1. If a overlaps b by more than E at some t <= t_max, there is a hit. Points and segments count too: a does not
 *    pass through b.
 * 2. At a hit, c2d_turned(a, t * angle, t * motion) does not overlap b, exactly, and no earlier place of a overlaps b
 * by more than E, unless a overlaps b at the start: then t is 0, and the normal and depth are those of the contact.
 * 3. At a hit, a comes within 2 E of b, or overlaps it. t is early by at most the part of the turn in which a goes 4 E
 *    deeper into b, plus what keeps the rounded stop outside.
 * 4. If a touches b at the start, exact signs decide: going into b is a hit at t = 0. Turning away from it or rolling
 *    along it, as a disc about its own centre, is no hit. If the first derivative of a gap is zero, the second decides.
 *    With a motion, pi has 212 bits in the first and 106 bits in the second: what cancels farther counts as zero.
 * 5. A turn by 0 with a motion is c2d_cast. Bodies of pieces without interior are blocked between pieces only there.
 * The normal of a hit at t > 0 is that of the face that a hits, or the direction from the centre of a round corner.
 *
 * rect, about: as for c2d_turned. room: C2D_CAST_ROOM(a->count) vectors, NULL if a has at most C2D_INLINE_VERTICES.
 * C2D_ABOVE_TURN for too large an angle. C2D_TOO_LARGE if the circle on which a turns may leave the domain on its way.
 *
 * Method: bilateral advancement (Mirtich 1996; Zhang et al. 2006) along axes that are fixed in a or in b. Such an axis
 * separates the shapes up to a root of A cos x + B sin x = h, in closed form. With a motion, it separates them at least
 * up to the root of a cubic below the gap, its Taylor polynomial of degree 2 and a bound of the third derivative. */
#define C2D_TURN_ERROR 0x1p-47
c2d_status c2d_turn_cast(const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion,
                         const c2d_shape *b, double t_max, c2d_vec *room, bool *hits, c2d_hit *out);

/* ---- unions ------------------------------------------------------------------------------------------------------ */

/* Several shapes as one solid: S overlaps their union if no arbitrarily small shift of S separates it from all of them.
 * A shape or sweep with an interior overlaps the union exactly if it overlaps a member. A shape or sweep without
 * interior, a point or a segment, may also be blocked by several members that it only touches: a ray down the seam of
 * two flush tiles, through the joint of a polyline, or between two circles that touch.
 *
 * Theorem. A segment S is a sweep from its start on. If no member overlaps it, the union does exactly if a point
 * between the ends of S touches a member on the left of S, and one touches a member on the right: a shift to either
 * side then meets a member, and S slides along both. A member in line with S, a point or a segment, is on neither side.
 * The way is blocked from the later of the two first such points on; a way that ends there is free. */

/* A sweep without interior: the hull of the shape at the start and at the rounded end of its motion is the segment from
 * `from` to `to`. lead is the end of the shape that goes ahead, at the start; a point has lead == from. */
typedef struct c2d_thin_sweep {
    c2d_vec from, to, lead, motion;
    double advance2; /* the square of |to - lead|, rounded */
} c2d_thin_sweep;

/* True and *out if the sweep of a along the motion is a segment, which is longer than a: for a point, or a segment that
 * moves along itself, of radius 0. rect: the rectangle that a derives from, or NULL. */
bool c2d_thin_sweep_of(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_thin_sweep *out);
/* The same for the sweep between two positions of a shape, `motion` apart up to rounding. */
bool c2d_thin_sweep_between(const c2d_shape *start, const c2d_shape *end, c2d_vec motion, c2d_thin_sweep *out);

/* A member that a point between the ends of a thin sweep touches, on one side. */
typedef struct c2d_graze {
    const c2d_shape *member;
    uint64_t key;       /* the caller's: grazes at the same t are in the order of their keys */
    int side;           /* 1: toward positive cross products with the motion, -1: the other side */
    uint32_t vertex;    /* of the member's core, next to where the sweep first touches it */
    double first, last; /* t of the stretch along which the lead touches it, rounded; first >= 0. last < 0: only what is
                           behind the lead at the start touches it */
    c2d_hit hit;        /* set by c2d_union_hits */
} c2d_graze;

/* Whether the sweep touches the member as described, exactly. Then writes *out except key and hit. A member that the
 * sweep overlaps is not grazed. */
bool c2d_find_graze(const c2d_thin_sweep *sweep, const c2d_shape *member, c2d_graze *out);

/* Later than every t. */
#define C2D_NEVER 2.0

/* A list of grazes; free it with c2d_grazes_free. */
typedef struct c2d_grazes {
    c2d_graze *list;
    size_t count, capacity;
    double first[2]; /* the least first of the left and of the right side; C2D_NEVER: none */
} c2d_grazes;

static inline void c2d_grazes_init(c2d_grazes *grazes)
{
    c2d_grazes empty = {NULL, 0, 0, {C2D_NEVER, C2D_NEVER}};
    *grazes = empty;
}
void c2d_grazes_free(c2d_grazes *grazes);
/* Adds the graze of a member, if the sweep grazes it. C2D_NO_MEMORY leaves the list as it was. */
c2d_status c2d_grazes_add(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key);
/* The t from which the grazes block the sweep together; C2D_NEVER if they do not. Members first met later than that do
 * not change it. */
static inline double c2d_grazes_block(const c2d_grazes *grazes)
{
    return grazes->first[0] > grazes->first[1] ? grazes->first[0] : grazes->first[1];
}

/* Adds a member that touches the shape at the start of the sweep, on one side of its line, but not the way ahead. Its
 * `first` is C2D_NEVER: it blocks nothing, and only matters to c2d_grazes_leave. C2D_NO_MEMORY leaves the list as it
 * was. */
c2d_status c2d_grazes_add_behind(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member,
                                 uint64_t key);
/* Removes what the sweep of a leaves, as c2d_leaves does for a pair. If the members on both sides surround a at the
 * start, it starts inside their union. It leaves it if the way ahead, out of one side of what it touches at the start,
 * is not longer than the way back, by distances that are each rounded once. Then all members that it touches at the
 * start are removed. A sweep that starts at the mouth of a seam and goes in leaves nothing. C2D_NO_MEMORY: nothing was
 * removed. */
c2d_status c2d_grazes_leave(c2d_grazes *grazes, const c2d_shape *a, const c2d_thin_sweep *sweep);

/* The hits of a union: reorders the grazes so that those that block the sweep together come first, sorted by t and key,
 * and returns their number, 0 if the way is free. The first hit is where the way is blocked, at c2d_grazes_block. It is
 * reported by each graze whose stretch contains that t; if one side has none, by those of that side whose stretch ends
 * last before. Members grazed farther along have hits of their own.
 *
 * t: within 4 ulp of the true one, or as much less as it takes for a, moved by t * motion, to overlap none of the
 * members, exactly. Where a t close by allows it, the sweep to the stop overlaps neither a member nor their union. The
 * normal is that of the face, beginning there, that the sweep approaches the most directly (on a tie, of the least
 * key); against the motion if it approaches none, as between two circles. O(n log n). */
size_t c2d_union_hits(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *sweep, c2d_grazes *grazes);

/* The number of gaps that the members which touch s, a point or segment of radius 0, leave around it: ranges of
 * directions in which a small shift meets none of them. 0: the union surrounds s, so every small enough shift meets a
 * member. 2 or more: s is at a pinch, such as the corner of two diagonal tiles or the touching point of two circles.
 * Only members that touch s count: one that is apart from s does not matter, and one that overlaps s decides on its
 * own. 1 gap, and not surrounded, for any other s. O(n log n).
 *
 * Method: the shifts after which s still meets a member form its tangent cone, bounded by directions of edges, or
 * perpendicular to a radius. A round border is open, as a shift along it leaves the arc. The cones are sorted by angle
 * with exact signs, and one turn shows whether they cover all directions. */
c2d_status c2d_union_gaps(const c2d_shape *s, const c2d_shape *const *members, size_t n, size_t *gaps);
c2d_status c2d_union_surrounds(const c2d_shape *s, const c2d_shape *const *members, size_t n, bool *surrounds);

/* ---- response ---------------------------------------------------------------------------------------------------- */

/* The moves of a and b (for c2d_moved) that end their overlap, exactly, with a gap of at most a few ulps of their
 * largest coordinate. The moves are along the contact's normal, in proportion to 1 / mass, and (0, 0) if the shapes do
 * not overlap. Masses are > 0; a shape with infinite mass does not move. room: C2D_CAST_ROOM(a->count + b->count)
 * vectors, NULL if neither has more than C2D_INLINE_VERTICES. */
c2d_status c2d_separate(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b,
                        const c2d_rect *rect_b, double mass_b, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b);

/* c2d_separate with a larger gap: the penetration depth once more, but at most `part` (0 to 1) of the size of the
 * smaller shape, where size is the longer side of its bounds. Crowds separated pair by pair then come to rest. */
c2d_status c2d_separate_more(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b,
                             const c2d_rect *rect_b, double mass_b, double part, c2d_vec *room, c2d_vec *move_a,
                             c2d_vec *move_b);

typedef struct c2d_collision {
    c2d_vec normal;        /* out of b, toward a; any length but 0 */
    double restitution;    /* 0 (they stay together) to 1 (nothing is lost) */
    double mass_a, mass_b; /* > 0; an infinite one is not slowed down; not both are */
    double friction;       /* >= 0: Coulomb's coefficient */
} c2d_collision;

/* Checks and normalises the numbers in place. */
c2d_status c2d_check_mass(double *mass);
c2d_status c2d_check_collision(c2d_collision *collision);

/* The velocities after a normal impulse (Newton's law of restitution) and a tangential one (Coulomb's law of friction).
 * Nothing changes if the bodies already move apart. Momentum is conserved up to rounding. The kinetic energy never
 * grows, exactly (in the frame of a body with infinite mass, if one has it). */
void c2d_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *collision);

/* v without its component against the normal (any length except 0): result . normal >= 0, exactly. Returns v if v .
 * normal is not negative. */
c2d_vec c2d_slide(c2d_vec v, c2d_vec normal);

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

typedef struct c2d_bounds {
    c2d_vec min, max;
} c2d_bounds;

static inline c2d_bounds c2d_bounds_of(const c2d_shape *s)
{
    c2d_bounds box = {s->min, s->max};
    return box;
}
/* Width and height, rounded up: min + size is not less than max. */
c2d_vec c2d_bounds_size(c2d_bounds b);

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

/* Several shapes that are one solid: the union of its pieces. A body only refers to them. */
typedef struct c2d_body {
    const c2d_shape *const *pieces;
    const c2d_rect *const *rects; /* for each piece, the rectangle that it derives from, or NULL; NULL: for none */
    size_t count;                 /* at least 1 */
    const struct c2d_tree *index; /* of c2d_body_make_index, or NULL: each query tries all pieces */
} c2d_body;

/* A piece of each of two bodies, by their indices. */
typedef struct c2d_piece_pair {
    size_t a, b;
} c2d_piece_pair;

/* A tree of the pieces, which are its items, for the index of the body and of no other. With indices the queries about
 * two bodies take O((n + m) log(n + m) + pairs of pieces that are near) instead of O(n m); the answers have the same
 * bits. The caller frees the tree; C2D_NO_MEMORY leaves nothing to free. */
c2d_status c2d_body_make_index(const c2d_body *body, struct c2d_tree *tree);
c2d_bounds c2d_body_bounds(const c2d_body *body);
/* The mean of the centres of the pieces, weighted by area; by length if no piece has an area; otherwise equally. A
 * rotation or move of the body rotates or moves it, up to rounding. */
c2d_vec c2d_body_center(const c2d_body *body);

/* The area of the union of the pieces: an area where pieces overlap counts once. Its error is at most 2^-46 of the size
 * (width + height) of the body times the sum of the sizes of its pieces; body_area.c derives this bound. About
 * O(n log n) where few pieces overlap each other. C2D_NO_MEMORY: out of working memory. */
c2d_status c2d_body_area(const c2d_body *body, double *area);

/* The exact relation: the greatest of any two pieces, or C2D_OVERLAPPING if a piece without interior, a point or a
 * segment of radius 0, of either body only touches pieces of the other one and is surrounded by them
 * (c2d_union_surrounds), such as a point on the seam of two flush tiles. C2D_NO_MEMORY: out of working memory, which is
 * needed only if more than 8 pieces touch such a piece. */
c2d_status c2d_body_relate(const c2d_body *a, const c2d_body *b, c2d_relation *relation);

/* The area of the intersection of two bodies; an area where pieces overlap counts once. > 0 exactly if a piece of one
 * overlaps a piece of the other and both have an area. If no two pieces of one body overlap, as in a body from an
 * outline, it is the sum over pairs of pieces, each with the error of c2d_overlap_area. Otherwise it is the area of
 * both less that of their union, of the pieces that take part: its error is at most 2^-44 of the size of these (width +
 * height) times the sum of their sizes. Symmetric in a and b, bit for bit. C2D_NO_MEMORY: out of working memory. */
c2d_status c2d_body_overlap_area(const c2d_body *a, const c2d_body *b, double *area);

/* The least separation of any two pieces: the distance of the bodies, or minus the depth of the deepest pair, within 8
 * ulp. The sign is that of the relation.
 *
 * If the bodies overlap only because pieces of one surround a piece without interior of the other, no pair has a depth.
 * Then the depth is the least distance found that takes this piece out of all the pieces that it touches, moved along
 * or across a normal of its contacts with the first 8 of them. It is positive, at least 2^-200, and no less than the
 * shortest such distance in any direction. Of several such pieces the deepest one counts. C2D_NO_MEMORY: out of working
 * memory. */
c2d_status c2d_body_separation(const c2d_body *a, const c2d_body *b, double *separation);
/* As c2d_closest_points, of the pair of least separation. */
void c2d_body_closest_points(const c2d_body *a, const c2d_body *b, c2d_vec *on_a, c2d_vec *on_b);
/* The contact of the pair of least separation, and that pair. Of several such pairs it is the one with the least sum of
 * indices; exchanging the bodies gives the same pair, unless the bodies are equal. depth == -separation. For a piece
 * that is only surrounded, the pair is that of the piece and the one that it leaves last; the points are those of that
 * pair, the normal is the direction of the move. *collides: whether there is a contact. C2D_NO_MEMORY: out of working
 * memory. */
c2d_status c2d_body_find_contact(const c2d_body *a, const c2d_body *b, bool *collides, c2d_contact *out,
                                 c2d_piece_pair *pair);

/* Whether the union of a contains every piece of b, exactly if the pieces are sharp. A round piece of a counts only if
 * it contains a piece of b alone, and a round piece of b that is in no single piece counts with its bounds, so the
 * answer is never true wrongly. C2D_NO_MEMORY: out of working memory. */
c2d_status c2d_body_contains(const c2d_body *a, const c2d_body *b, bool *contains);

/* As c2d_cast_with, of the pair of pieces that meets first, and that pair. If pieces overlap at the
 * start, it is the deepest pair. Of equal hits, it is the pair with the lesser index of a, then of b.
 *
 * Bodies have no inner seams. If the sweep of a piece of a has no interior, pieces of b may block it together: t, the
 * point and the normal are those of c2d_union_hits, and the pair has the first piece of b that takes part. If a piece
 * of b has no interior, the sweeps of several pieces of a may surround it. It is hit if it would be when it moved
 * against a at rest: t is that of c2d_union_hits for the reversed motion, or less by as much as keeps the sweeps of a
 * clear of it, and the normal is opposite. If only rounding hides the pieces from the reversed motion, the sweeps
 * decide, and t is found by bisection. So, exactly: if there is a hit, the sweeps of the pieces of a, as a body,
 * overlap b (c2d_body_relate). If there is none, no sweep of a piece overlaps a piece of b, and no sweep without
 * interior is surrounded before its end. A start at which pieces only surround a piece is a hit at t = 0 with depth 0.
 *
 * Without leaving, such a start is no hit if motion . normal >= 0 for the contact of the surrounded piece; pieces that
 * it touches at the start then block nothing together. C2D_NO_MEMORY: out of working memory.
 *
 * room: C2D_CAST_ROOM(count) vectors for the greatest count of vertices of a piece of a,
 * NULL if that is at most C2D_INLINE_VERTICES. */
c2d_status c2d_body_cast(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room,
                         bool *hits, c2d_hit *out, c2d_piece_pair *pair);

/* The first hit of a body that turns about a point, and may also move: of any of its pieces with any piece of b, as
 * c2d_turn_cast, with that pair. A turn by 0 with a motion is c2d_body_cast. Where several are first, the deepest one
 * at the start, then the one of the least indices. room: C2D_CAST_ROOM vectors for the greatest count of vertices of a
 * piece of a, NULL if that is at most C2D_INLINE_VERTICES. */
c2d_status c2d_body_turn_cast(const c2d_body *a, double angle, c2d_vec about, c2d_vec motion, const c2d_body *b,
                              c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair);

/* Casts of two that move at the same time, by motion and motion_b: the hit is that of a moving by r = motion -
 * motion_b, rounded once per coordinate, toward b at its start, with the point moved by t * motion_b. hit->t is a part
 * of both motions. If they do not overlap at the start, then exactly: c2d_moved(a, t * motion) and c2d_moved(b, t *
 * motion_b) do not overlap. For that, t is reduced where both round toward each other: by at most a few ulps of the
 * greatest numbers of both, along r. With motion_b (0, 0) the hit is that of c2d_cast_with, bit for bit.
 *
 * room: C2D_CAST_ROOM(count) vectors for the greatest count of vertices of a and of b, NULL if that is at most
 * C2D_INLINE_VERTICES. An error (*hits is false) only if a motion, r, a + motion, b + motion_b or a + r leaves the
 * domain. */
c2d_status c2d_cast_both(const c2d_shape *a, const c2d_rect *rect_a, c2d_vec motion, const c2d_shape *b,
                         const c2d_rect *rect_b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, bool *hits,
                         c2d_hit *out);
/* Likewise for bodies, as c2d_body_cast: all pieces are clear of each other at t. */
c2d_status c2d_body_cast_both(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_vec motion_b,
                              c2d_cast_options options, c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair);

/* The moves of a and b that end their overlap, exactly; (0, 0) if they do not overlap. If each body has one piece, they
 * are those of c2d_separate. Otherwise pairs of pieces are separated one after the other, and if that does not end, the
 * bodies move along one direction until their projections no longer overlap. Moved means that c2d_moved moves each
 * piece with its rectangle. C2D_NO_MEMORY: out of working memory. */
c2d_status c2d_body_separate(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, c2d_vec *move_a,
                             c2d_vec *move_b);
/* c2d_body_separate with a larger gap, as c2d_separate_more: a moves relative to b by as much again, but at most by
 * `part` of the size of the smaller body. Bodies that would overlap there get the moves of c2d_body_separate. */
c2d_status c2d_body_separate_more(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, double part,
                                  c2d_vec *move_a, c2d_vec *move_b);

/* ---- index ------------------------------------------------------------------------------------------------------- */

/* A dynamic tree of boxes, each with the index of an item. Bounds of shapes are rounded outward, so an item that a
 * query leaves out certainly does not collide. Boxes are closed: boxes that touch meet. The fields are private. */
typedef struct c2d_tree {
    struct c2d_node *nodes;
    struct c2d_leaf *leaves;
    uint32_t capacity, count, free_node, free_leaf;
} c2d_tree;

void c2d_tree_init(c2d_tree *tree);
void c2d_tree_free(c2d_tree *tree);
/* C2D_NO_MEMORY leaves the tree unchanged. *leaf identifies the entry until its removal. */
c2d_status c2d_tree_insert(c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf);
void c2d_tree_remove(c2d_tree *tree, uint32_t leaf);
void c2d_tree_move(c2d_tree *tree, uint32_t leaf, c2d_bounds box);
/* Rebuilds the tree from the top in O(n log n), faster than many moves. Leaf indices stay valid. */
c2d_status c2d_tree_rebuild(c2d_tree *tree);
/* Fills an empty tree in O(n log n), much faster than insertions: the leaf and the item of box i are i. C2D_NO_MEMORY
 * leaves the tree empty. */
c2d_status c2d_tree_fill(c2d_tree *tree, const c2d_bounds *boxes, uint32_t count);

/* Called for each item; false ends the query. It must not change the tree. */
typedef bool c2d_visit(void *context, uint32_t item);
/* Visits the items whose boxes meet the box. Returns false if visit ended the query. */
bool c2d_tree_query(const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context);
/* Called with the current limit; returns the new limit, at most as large. A negative limit ends the query. */
typedef double c2d_visit_within(void *context, uint32_t item, double limit);
/* Visits the items whose boxes the box meets while it moves along t * motion, 0 <= t <= limit, roughly nearest first.
 * It visits every item that the box meets at or before the limit. The motion is in the domain. */
void c2d_tree_cast(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                   void *context);
/* The two boxes with which a tree finds the candidates of c2d_cast. c2d_cast_target_bounds is the box of a shape in the
 * tree, a little larger than its bounds. c2d_cast_bounds is the box for c2d_tree_cast of a along the motion: it meets
 * the target box of every shape that a hits, no later than at the t of the hit. rect: the rectangle that a derives
 * from, or NULL. room: 2 a->count vectors, NULL if a has at most C2D_INLINE_VERTICES. An error only if the motion or a
 * + motion leaves the domain. */
c2d_bounds c2d_cast_target_bounds(const c2d_shape *s);
c2d_status c2d_cast_bounds(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out);
/* A box of all that s covers as it turns and moves, and of the rounded places on the way. It meets
 * c2d_cast_target_bounds of every shape that c2d_turn_cast hits. Errors as those of c2d_turn_cast. */
c2d_status c2d_turn_bounds(const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion,
                           c2d_bounds *box);

/* A turn as parts, one after the other, each with the box of what the shape covers in it. A search among many shapes
 * that goes from part to part may end at the first one with a hit, so a long arm tries few of the shapes that it would
 * meet in the whole turn. The first parts are short. */
#define C2D_TURN_CANDIDATES 32
typedef struct c2d_turn_parts {
    const c2d_shape *a;
    const c2d_rect *rect;
    double angle;
    const c2d_vec *about;
    c2d_vec motion;
    double from, to;      /* the current part of the angle; both 0 before the first */
    double step, longest; /* the length of the next part, and of any */
    double reach, scale;  /* of the vertices from the point turned about; of the coordinates */
    c2d_vec pivot;
    double hole; /* no point of the shape is closer to the pivot; 0 if its bounds contain it */
    struct c2d_turn_place {
        c2d_shape shape;
        c2d_vec normals[C2D_INLINE_VERTICES]; /* of its edges, unit, outward */
    } places[2]; /* where the part begins and ends, for a shape of up to C2D_INLINE_VERTICES */
    bool has_places;
    struct {
        double t;
        uint32_t number;
    } candidates[C2D_TURN_CANDIDATES]; /* in the current part */
    uint32_t count;
} c2d_turn_parts;

/* The arguments are those of c2d_turn_cast, to which the parts refer. Errors as those of c2d_turn_bounds. */
c2d_status c2d_turn_parts_init(c2d_turn_parts *parts, const c2d_shape *a, const c2d_rect *rect, double angle,
                               const c2d_vec *about, c2d_vec motion);
/* Goes to the next part; false if the last one ended at the limit or later. *box meets c2d_cast_target_bounds of every
 * shape whose hit has its t in the part. */
bool c2d_turn_parts_next(c2d_turn_parts *parts, double limit, c2d_bounds *box);
/* A lower bound of the t of the hit of b, if b is hit in the part; INFINITY if it is not: b is outside the ring in
 * which the shape turns, or too far from its places where the part begins and ends. Cheap beside c2d_turn_cast. */
double c2d_turn_parts_earliest(const c2d_turn_parts *parts, const c2d_shape *b);
/* The candidates of a part, earliest first, so that few of them need a c2d_turn_cast. Add all shapes that the box
 * meets. True if there is no room for another one: then take one first. limit: the t of the first hit so far, or 1. */
bool c2d_turn_parts_add(c2d_turn_parts *parts, double limit, const c2d_shape *b, uint32_t number);
/* The number of the earliest candidate, which is removed. False if none has a hit in the part up to the limit. */
bool c2d_turn_parts_take(c2d_turn_parts *parts, double limit, uint32_t *number);

/* Visits the items whose boxes are within the distance limit of the box, roughly nearest first. */
void c2d_tree_nearest(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context);

/* Visits all pairs i < j of boxes that meet, each once, in no particular order; false from visit ends it. O(n log n +
 * pairs) in the worst case, about O(n) if few boxes overlap: a grid with cells of the size of the boxes, and coarser
 * grids for larger boxes. Uses about 32 bytes per box, 200 where they crowd. C2D_NO_MEMORY: some pairs may
 * not have been visited. */
typedef bool c2d_visit_pair(void *context, uint32_t i, uint32_t j);
c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context);

/* Shapes and their bounds. */
typedef struct c2d_shape_set {
    const c2d_bounds *boxes;
    size_t count;
    /* split 0: all pairs i < j are wanted. Otherwise those with i < split <= j, and if within also those with
     * j < split. */
    size_t split;
    bool within;
    /* Returns shape i of shapes. NULL: only the boxes are known. */
    const c2d_shape *(*shape)(const void *shapes, uint32_t i);
    const void *shapes;
    /* Updated by visit: the number of visited pairs that collide. It shows how well the boxes approximate the shapes.
     * NULL: all visited pairs count. */
    const size_t *found;
} c2d_shape_set;

/* Visits the wanted pairs i < j that may collide, each once, in no particular order. It visits every pair that
 * collides, and other pairs whose boxes meet. It may skip many of the latter, for example of long parallel shapes at an
 * angle. Otherwise as c2d_all_pairs. */
c2d_status c2d_shape_pairs(const c2d_shape_set *crowd, c2d_visit_pair *visit, void *context);

/* Shapes of a world that repeats. */
typedef struct c2d_image_set {
    size_t count;
    size_t split; /* split and within: as in c2d_shape_set */
    bool within;
    /* Writes shape i of shapes. Every call for an i gives the same shape. */
    void (*shape)(const void *shapes, uint32_t i, c2d_shape *out);
    const void *shapes;
    c2d_vec period; /* as for c2d_relate_image; INFINITY along an axis on which nothing repeats */
} c2d_image_set;

/* A shape may span this many periods along an axis, and be this many from 0. */
#define C2D_MOST_PERIODS    16
#define C2D_FARTHEST_PERIOD 0x20000000

/* Visits the wanted pairs i < j that collide (if touching; otherwise that overlap) through an image other than where
 * they are, and that do not where they are: each once, in no particular order. A shape and its own images are no pair.
 * Exact, as c2d_relate_image. The time is that of c2d_shape_pairs for the shapes near the border of a period, or for
 * all of them if they are not within one period; a shape that is as long as the period along both axes is tried with
 * each other one. C2D_TOO_LARGE: shape *fault spans too many periods, or is too far away; no pair was visited.
 * C2D_NO_MEMORY: some pairs may not have been visited. */
c2d_status c2d_image_pairs(const c2d_image_set *set, bool touching, c2d_visit_pair *visit, void *context,
                           uint32_t *fault);

/* A circle, or a point (radius 0). */
typedef struct c2d_disc {
    c2d_vec center;
    double radius;
} c2d_disc;

/* Checks and normalises the numbers in place, as c2d_circle does. */
c2d_status c2d_check_disc(c2d_disc *disc);

typedef struct c2d_index_pair {
    uint32_t i, j;
} c2d_index_pair;

/* Visits all pairs i < j of discs that overlap (if touching: that collide), each once, in no particular order, in
 * batches; false from visit ends it. split and within: as in c2d_shape_set. O(n log n + pairs), about O(n) if few discs
 * crowd; discs on the same side of the split may crowd. Takes about 20 bytes per disc, more where they crowd. If
 * another thread changes the discs meanwhile, the pairs are arbitrary pairs i < j. C2D_NO_MEMORY: some
 * pairs may not have been visited. */
typedef bool c2d_visit_pairs(void *context, const c2d_index_pair *pairs, size_t count);
c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, bool within, bool touching,
                          c2d_visit_pairs *visit, void *context);

/* ---- mover ------------------------------------------------------------------------------------------------------- */

/* The response of a mover to an obstacle. */
typedef enum c2d_response {
    C2D_PASS,   /* reports the hit and continues through the obstacle */
    C2D_SLIDE,  /* continues along the surface */
    C2D_STOP,   /* stops at the surface */
    C2D_BOUNCE, /* continues with the reflected motion */
    C2D_IGNORE  /* ignores the obstacle */
} c2d_response;

typedef struct c2d_obstacle {
    const c2d_shape *shape;
    uint32_t item; /* the pieces of a body are obstacles with the same item */
    c2d_response response;
} c2d_obstacle;

/* c2d_find_obstacles appends every obstacle whose bounds meet the box, each once. Hits at equal times are reported in
 * this order. The shapes must stay valid, each at its address, until the move ends. */
typedef struct c2d_obstacles {
    c2d_obstacle *list;
    size_t count, capacity;
} c2d_obstacles;
c2d_status c2d_obstacles_add(c2d_obstacles *obstacles, const c2d_obstacle *obstacle);
typedef c2d_status c2d_find_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles);

#define C2D_DEFAULT_MAX_PUSH (-1.0)
typedef struct c2d_mover_options {
    /* No push out of an overlap at the start is longer: a length >= 0, INFINITY, or C2D_DEFAULT_MAX_PUSH, which is the
     * longer side of the shape's bounds, or the length of the shortest push that would leave all overlaps if nothing
     * else blocked it, whichever is longer. */
    double max_push;
} c2d_mover_options;

typedef struct c2d_mover_hit {
    uint32_t item;
    c2d_response response;
    c2d_hit hit; /* t: fraction of the whole move, 0 to 1; depth > 0 for an overlap at the start, where t = 0 */
    const c2d_shape *shape; /* of the obstacle that was met, as it was given */
    size_t piece;           /* of the mover; 0 for a shape */
} c2d_mover_hit;

typedef struct c2d_mover_result {
    c2d_vec *stops; /* offsets at which it stopped, from the start or, after a push, from the pushed position; no sweep
                       of a piece from one to the next overlaps an obstacle that blocks and that the piece did not
                       overlap at the start */
    size_t stop_count;
    c2d_mover_hit *meetings; /* in order of time */
    size_t meeting_count;
    size_t pushes;     /* 1 if the first stop is a push out of an overlap at the start, otherwise 0 */
    bool stuck;        /* it overlaps something at the end: it did at the start, and there was no way out */
    c2d_vec remaining; /* the remaining motion, after all deflections */
    size_t stop_capacity, meeting_capacity;
} c2d_mover_result;

/* Moves a shape among the obstacles that `gather` finds. rect: the rectangle that the shape derives from, or NULL.
 * options: NULL for the defaults.
 *
 * If the shape overlaps no blocking obstacle at the start, then exactly: it overlaps none at the end, and no sweep
 * between two stops does. A free path is followed to its end: the last stop equals the motion. A coordinate that was
 * deflected only by faces across the other axis equals the motion's, to the bit. If motion remains, the shape has met
 * an obstacle. An error of gather, lack of memory or leaving the domain ends the move with that status. *out is valid
 * up to that point; free it in any case.
 *
 * A shape that overlaps blocking obstacles at the start is first pushed out of all of them, by one straight motion. Its
 * sweep overlaps, exactly, nothing that blocks and that the start does not overlap. Of the following pushes the
 * shortest one is taken that passes through nothing and is no longer than max_push; if several are equally short, the
 * first one:
 * 1. Along a direction, up to where the shape has left everything that it overlaps at the start. The directions are the
 *    contact normals of the deepest overlaps (the 64 deepest), the axes, and for each overlap, the deepest first, its
 *    contact normal, the normals of the edges of both shapes (of shapes with at most 8 edges), and the lines between
 *    round corners that overlap. At most 96 directions.
 * 2. To the positions flush with two of those obstacles.
 * 3. For each obstacle that refused a push (the first 16): along both tangents on which the shape grazes it, and to the
 *    positions flush with it and with an overlap.
 * 2 and 3 use at most 64 curves (edges and round corners, of the deepest overlaps first), the 64 shortest positions of
 * each list, and 64 + 8192 / overlaps tries. Within these numbers, a push is found wherever a straight push of any
 * direction exists, unless only a gap of the width of some roundings is left: where no push along the contact normals
 * and axes is free, the free directions end at a position flush with two obstacles or at a tangent.
 * A push ends flush. A coordinate that faces across an axis decide is rounded once. Where only rounding refuses an end,
 * those beside it are tried. No thin piece ends in a seam between obstacles unless it starts in one.
 *
 * Without such a push the shape is stuck and does not move, with one exception: if the motion leads no deeper into
 * anything that it overlaps, the shape follows it, and what it still overlaps at a stop blocks only motions that lead
 * deeper. A motion leads no deeper into an obstacle if motion . n >= 0 for the normal n of their contact, or for the
 * direction n of another way out that is equally short within rounding. */
c2d_status c2d_mover_run(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, const c2d_mover_options *options,
                         c2d_find_obstacles *gather, void *context, c2d_mover_result *out);
/* Moves a body: all pieces by the same offsets, and all of the above holds for each of them. The first hit of any piece
 * ends a leg, and hits name the piece. Where a piece meets an obstacle vertex to vertex, the normal separates the most
 * pieces at that point from the obstacle, so edges between the pieces deflect nothing; of several such normals it is
 * the one that is approached the most directly. Of several pieces that touch one item with the same normal, one is
 * reported, and of those that overlap an obstacle at the start, the deepest. What one of the pieces overlaps at the
 * start does not block a push of the body, and after the push none overlaps it; curves of 2 and 3 are at most 64 for
 * each piece, and 256 in all. A stuck body leaves an obstacle as one solid, n being the direction of the shortest way
 * that takes all its pieces out of it: of the directions across edges, out of round corners and along contact normals
 * of pieces within that distance, at most 96. Then the obstacle does not block the pieces that such a way takes beyond
 * a line across n, whether they overlap it or not. Other pieces, which only a concave body has, are asked one by one:
 * such a piece leaves by the normal of its own contact, and is blocked if it does not overlap the obstacle yet. The
 * body's bounds give the default of max_push. Points and segments among the pieces are blocked at seams, each on its
 * own; and a point or a segment among the obstacles is blocked at the seams of the pieces. A body of one piece moves as
 * the shape, bit for bit.
 *
 * With p pieces and q nearby obstacles a leg or a push that is tried takes O((p + q) log(p + q)), and constant time for
 * each piece and obstacle whose bounds meet on the way. The mover allocates memory for the poses of more than one
 * piece, and for trees where there are many of both. */
c2d_status c2d_mover_run_body(const c2d_body *body, c2d_vec motion, const c2d_mover_options *options,
                              c2d_find_obstacles *gather, void *context, c2d_mover_result *out);
void c2d_mover_result_free(c2d_mover_result *travel);

/* The whole motion of a result: its push and its last stop, (0, 0) without either. */
c2d_vec c2d_mover_motion(const c2d_mover_result *result);
/* The shape at the end: s moved by the push and then by the last stop, as c2d_moved moves it. rect: the rectangle that
 * s derives from, which is moved too, or NULL. storage: room for 2 s->count vectors, or NULL if s has at most
 * C2D_INLINE_VERTICES. */
c2d_status c2d_mover_end(c2d_shape *out, const c2d_shape *s, c2d_rect *rect, const c2d_mover_result *result,
                         c2d_vec *storage);

/* ---- worlds ------------------------------------------------------------------------------------------------------ */

/* Many shapes with ids, and all that a game asks about them: collide2d.Space of Python, in C, for single shapes. All
 * answers are those of the core's functions about two shapes, asked about each item in turn, and of the union of the
 * items (see unions); they have the bits of those of a Space with the same items. Results are in the order in which the
 * items were added.
 *
 * Questions do not change the world, so several threads may ask at once. Changes invalidate pointers into the world.
 * The fields are private. */
typedef struct c2d_world {
    struct c2d_item *items; /* by id */
    uint32_t capacity, used, count;
    uint32_t first, last, free_item;
    uint64_t last_serial;
    c2d_tree tree;
} c2d_world;

void c2d_world_init(c2d_world *world);
void c2d_world_free(c2d_world *world);

/* Each function that gets an id returns C2D_NO_ITEM if no item has it. An error, lack of memory included, leaves the
 * world unchanged. */

/* Adds a copy of a shape, with its vertices. rect: the rectangle that it derives from, or NULL: moves keep its size.
 * *id identifies the item until it is removed; later items may get it again. Ids are less than the greatest number of
 * items that there were at once, so they can be indices of an array of the caller's. The item is in layer 1 and
 * collides with all layers. Allocates. */
c2d_status c2d_world_add(c2d_world *world, const c2d_shape *shape, const c2d_rect *rect, uint32_t *id);
/* Gives an item another shape; its place in the order stays. Allocates only for more vertices than the item ever had,
 * if these are more than C2D_INLINE_VERTICES. */
c2d_status c2d_world_update(c2d_world *world, uint32_t id, const c2d_shape *shape, const c2d_rect *rect);
/* Moves an item by d, through anything; c2d_world_slide stops at what blocks. */
c2d_status c2d_world_move(c2d_world *world, uint32_t id, c2d_vec d);
c2d_status c2d_world_remove(c2d_world *world, uint32_t id);

/* Puts an item in layers, one bit each, and chooses the layers that it collides with. Two items collide if the mask of
 * each has a layer of the other. */
#define C2D_ALL_LAYERS UINT64_MAX
c2d_status c2d_world_set_layers(c2d_world *world, uint32_t id, uint64_t layer, uint64_t mask);

/* The shape of an item, and the rectangle that it derives from. NULL if there is none. */
const c2d_shape *c2d_world_shape(const c2d_world *world, uint32_t id);
const c2d_rect *c2d_world_rect(const c2d_world *world, uint32_t id);
/* The first item in order, and the one after an item; C2D_NULL_INDEX after the last one, and if no item has the id. */
uint32_t c2d_world_first(const c2d_world *world);
uint32_t c2d_world_next(const c2d_world *world, uint32_t id);

/* Whether a question is about an item. The same item must get the same answer until the question is answered. The world
 * must not be changed. */
typedef bool c2d_item_filter(void *context, uint32_t item);

/* What is looked for: an item, which does not find itself and finds only those that it collides with, or a shape. Make
 * it with c2d_query_of_item or c2d_query_of_shape, then set what differs. */
typedef struct c2d_query {
    uint32_t item;          /* C2D_NULL_INDEX: the shape */
    const c2d_shape *shape; /* and the rectangle that it derives from, or NULL */
    const c2d_rect *rect;
    uint64_t mask;           /* only items with a layer in the mask are found */
    bool touching;           /* c2d_world_query, casts: items that are only touched are found as well */
    bool contained;          /* c2d_world_query: only items that the shape contains are found, touching or not */
    bool leaving;            /* casts: what is only left is found, as in c2d_cast_options */
    c2d_item_filter *filter; /* NULL: all items */
    void *context;           /* of the filter */
} c2d_query;

static inline c2d_query c2d_query_of_item(uint32_t item)
{
    c2d_query query = {item, NULL, NULL, C2D_ALL_LAYERS, false, false, true, NULL, NULL};
    return query;
}
static inline c2d_query c2d_query_of_shape(const c2d_shape *shape, const c2d_rect *rect)
{
    c2d_query query = {C2D_NULL_INDEX, shape, rect, C2D_ALL_LAYERS, false, false, true, NULL, NULL};
    return query;
}

/* Lists of results. They begin with all zeros, each question replaces the content, and they keep their memory, so that
 * a list that is used again seldom allocates. They are empty after an error. */
typedef struct c2d_items {
    uint32_t *list;
    size_t count, capacity;
} c2d_items;
typedef struct c2d_item_pairs {
    c2d_index_pair *list;
    size_t count, capacity;
} c2d_item_pairs;
typedef struct c2d_item_distance {
    uint32_t item;
    double distance;
} c2d_item_distance;
typedef struct c2d_item_distances {
    c2d_item_distance *list;
    size_t count, capacity;
} c2d_item_distances;
typedef struct c2d_item_hit {
    uint32_t item;
    c2d_hit hit;
} c2d_item_hit;
typedef struct c2d_item_hits {
    c2d_item_hit *list;
    size_t count, capacity;
} c2d_item_hits;
void c2d_items_free(c2d_items *items);
void c2d_item_pairs_free(c2d_item_pairs *pairs);
void c2d_item_distances_free(c2d_item_distances *distances);
void c2d_item_hits_free(c2d_item_hits *hits);

/* The items that are overlapped, touched as well, or contained. A point or a segment of radius 0 also finds the items
 * that surround it together (c2d_union_surrounds). O(log n + items near it). */
c2d_status c2d_world_query(const c2d_world *world, const c2d_query *query, c2d_items *out);

/* The first item that is hit on the way, and its hit; item is C2D_NULL_INDEX if there is none. Of items hit at the same
 * t it is the first one in order. Items are one solid: a point or a thin segment is stopped between two that leave no
 * gap, and c2d_union_hits says how. If a point, or a segment that moves along itself, starts surrounded by items
 * (c2d_union_surrounds), it hits each that it touches at 0, unless it leaves them (c2d_grazes_leave): by these hits, or
 * else by those of c2d_cast_touching. So it hits all that c2d_world_query finds there. Otherwise the hit is that of
 * c2d_cast_with. Errors of the motion as those of c2d_cast. Allocates for a shape of more than C2D_INLINE_VERTICES, and
 * for what a thin shape touches. */
c2d_status c2d_world_cast(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hit *out);
/* All items that are hit if it moves through everything, sorted by t. */
c2d_status c2d_world_cast_all(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hits *out);
/* The same for a ray, a point that moves from origin. options: NULL for the defaults. With an item the ray is that
 * item's: it does not hit the item, and hits only those that the item collides with. The shape does not matter. */
c2d_status c2d_world_raycast(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options,
                             c2d_item_hit *out);
c2d_status c2d_world_raycast_all(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options,
                                 c2d_item_hits *out);

/* The most items that are nearest, at most max_distance away (>= 0, INFINITY too), the nearest first, with their
 * c2d_distance: 0 if they collide. */
c2d_status c2d_world_nearest(const c2d_world *world, const c2d_query *query, size_t most, double max_distance,
                             c2d_item_distances *out);

/* All pairs of items that collide by their layers and overlap, or touch as well, each in order, and sorted. Takes the
 * time of c2d_shape_pairs. */
c2d_status c2d_world_pairs(const c2d_world *world, bool touching, c2d_item_pairs *out);

/* The response of the mover to an item; rules as for c2d_item_filter. */
typedef c2d_response c2d_choose_response(void *context, uint32_t item);
typedef struct c2d_slide_options {
    c2d_response response;
    double max_push;             /* as in c2d_mover_options */
    c2d_choose_response *choose; /* instead of response, unless it is NULL */
    void *context;               /* of choose */
} c2d_slide_options;

static inline c2d_slide_options c2d_slide_defaults(void)
{
    c2d_slide_options options = {C2D_SLIDE, C2D_DEFAULT_MAX_PUSH, NULL, NULL};
    return options;
}

/* Moves an item until something blocks it, and responds to what it hits: c2d_mover_run among the items that it collides
 * with, with all that it promises. options: NULL for the defaults. The item is then at c2d_mover_end; it is where it
 * was after an error. The items of *out are ids. *out is as c2d_mover_run leaves it; free it in any case. Allocates. */
c2d_status c2d_world_slide(c2d_world *world, uint32_t id, c2d_vec motion, const c2d_slide_options *options,
                           c2d_mover_result *out);
/* The result that c2d_world_slide would have for an item or a shape. It changes nothing. The mask and the filter of the
 * query say what blocks. */
c2d_status c2d_world_try_slide(const c2d_world *world, const c2d_query *query, c2d_vec motion,
                               const c2d_slide_options *options, c2d_mover_result *out);

/* ---- levels ------------------------------------------------------------------------------------------------------ */

/* A list of boxes; free it with c2d_boxes_free. It is empty after an error. */
typedef struct c2d_boxes {
    c2d_bounds *list;
    size_t count;
} c2d_boxes;
void c2d_boxes_free(c2d_boxes *boxes);

/* The least number of boxes whose union is exactly that of the solid tiles. The boxes do not overlap and are in order
 * of their least y, then x. solid: height rows of width bytes, nonzero for a tile. Tile (x, y) extends from origin +
 * (x, y) * tile to origin + (x + 1, y + 1) * tile, with each product and sum rounded, so adjacent boxes share the bits
 * of their edges. C2D_VANISHES if two such coordinates coincide. O(width height) plus the time for chords, see
 * chords.c. */
c2d_status c2d_merge_tiles(const uint8_t *solid, size_t width, size_t height, c2d_vec origin, c2d_vec tile,
                           c2d_boxes *out);
/* The least number of boxes for the union of any boxes, given by opposite corners in any order. Boxes without area add
 * nothing. All coordinates are those of the input. O(n log n + k log k) plus the time for chords, with k corners of the
 * union. */
c2d_status c2d_merge_boxes(const c2d_bounds *boxes, size_t n, c2d_boxes *out);

/* Convex pieces. Piece i has the vertices first[i] to first[i + 1] - 1, in the order of c2d_shape. Free it with
 * c2d_pieces_free. It is empty after an error. */
typedef struct c2d_pieces {
    c2d_vec *vertices;
    size_t *first; /* count + 1 of them */
    size_t count;
    size_t crossing[2]; /* after C2D_CROSSES, C2D_NOT_INSIDE: two edges, each by the index of its first point */
} c2d_pieces;
void c2d_pieces_free(c2d_pieces *pieces);

/* Convex pieces whose union is exactly the inside of a polygon. The pieces do not overlap, use only vertices of the
 * polygon, and no vertex of a piece is inside an edge of another: the pieces stay flush when a motion rounds their
 * vertices. They are at most four times the least possible number, plus one for each vertex that touches the polygon
 * from outside where it is straight. The points go around the polygon in either direction;
 * repeated and collinear points are accepted. The polygon may touch itself at corners and along edges, but no two edges
 * may cross and no area may be enclosed twice or in the opposite orientation: otherwise C2D_CROSSES. Parts without
 * area, such as spikes, add nothing. O(n log n).
 *
 * Method: a sweep triangulates (Hertel and Mehlhorn 1983), then triangles are joined while the pieces stay convex. */
c2d_status c2d_decompose(const c2d_vec *points, size_t n, c2d_pieces *out);

/* As c2d_decompose, of a polygon without the areas of holes. All points are in one list: outline k has those from
 * ends[k - 1] (or 0) to ends[k] - 1, the first outline is the polygon, and the others are holes, each in either
 * direction. Each outline is as c2d_decompose accepts it: otherwise C2D_CROSSES. The holes are inside the polygon and
 * outside of each other; they may touch it and each other at corners and along edges: otherwise C2D_NOT_INSIDE. */
c2d_status c2d_decompose_outlines(const c2d_vec *points, const size_t *ends, size_t outlines, c2d_pieces *out);

#ifdef __cplusplus
}
#endif
#endif
