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
 * Contents: numbers and status / shapes / rectangles / transforms / hull / angles / relate / containment / distance /
 * contact / motion / response / index / mover / levels. */
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

/* Where a number says which one of many: none. */
#define C2D_NONE UINT32_MAX

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
    C2D_NO_MEMORY,        /* a working buffer could not be had (hulls and polygons of many points, indexes, levels) */
    C2D_VANISHES,         /* a tile so small beside where it lies that its sides are one number */
    C2D_CROSSES           /* a polygon that crosses itself */
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
        const c2d_vec *many;
    } v;
} c2d_shape;

static inline const c2d_vec *c2d_vertices(const c2d_shape *s)
{
    return s->count <= C2D_INLINE_VERTICES ? s->v.own : s->v.many;
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
/* Two opposite corners of the core, each coordinate as c2d_rect_shape derives it; false if the rectangle is turned. */
bool c2d_rect_corners(const c2d_rect *rect, c2d_vec *corner, c2d_vec *opposite);
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
/* pivot + p turned by the (cosine, sine) of an angle: each coordinate is the exact value of pivot + c*p - s*q, rounded
 * once. Coordinates are multiples of 2^-200, as all in the domain are. */
c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot);
/* The same of the corners of a box: lo, (hi.x, lo.y), hi, (lo.x, hi.y). */
void c2d_turn_box(c2d_vec lo, c2d_vec hi, double sine, double cosine, c2d_vec pivot, c2d_vec corners[4]);

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

/* ---- containment --------------------------------------------------------------------------------------------------
 */

/* Whether every point of b is a point of a (closed sets: sharing a border is allowed); exact. */
bool c2d_contains(const c2d_shape *a, const c2d_shape *b);

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
 * either is in contact with the edge that faces it. On a tie between an edge and a corner the edge's normal is taken.
 * Swapping a and b negates the normal, bit for bit, unless the shapes are identical.
 *
 * Where several ways out are equally short, one of the shapes comes first: by form (the order of c2d_form), then fewer
 * vertices, the larger radius, the lesser of the first vertices that differ. The normal of the first against the other
 * is (1, 0) if both cores are one point; that to the right of the first segment if a point and a segment, or segments,
 * are on one line; of a point or a box in a box along x rather than y, and positive; else that of the first edge, in
 * order of the vertices, of the first shape and then of the other, behind which it is least deep. Depths behind edges
 * of unequal lengths may tie in the reals and differ in their last bit, which then decides. */
bool c2d_collide(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

/* ---- motion --------------------------------------------------------------------------------------------------------
 */

/* The shape moved by d. rect: the numbers that it derives from, or NULL if it is its vertices. storage: room for
 * 2 s->count vectors, NULL if they are at most C2D_INLINE_VERTICES. */
c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage);

/* The hull of the vertices of a shape in two places, grown by its radius. storage: room for 2 (from->count + to->count)
 * vectors; the result refers to it if it has more than C2D_INLINE_VERTICES. */
c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage);

typedef struct c2d_hit {
    double t;       /* of the motion, 0 to 1: moved by t * motion, a is at b */
    c2d_vec point;  /* where they meet, on the border of b (rounded); the middle where they meet along a stretch */
    c2d_vec normal; /* unit within 4 ulp, out of b */
    double depth;   /* > 0 only if they overlapped at the start: t is 0, the normal and depth those of the contact */
} c2d_hit;

/* Moves a toward a + motion and finds where it first meets b. *hits: exactly whether the sweep of a overlaps b.
 * Grazing, moving along or away is no hit; moving into what is touched is one at t = 0. If a does not overlap b at the
 * start, neither does c2d_moved(a, t * motion), nor the sweep to there, exactly. t is the true one, or that for b grown
 * by at most 128 ulp of the sum of the greatest coordinates of a (or numbers of rect), b, twice the motion and
 * 2^-148, below which numbers are rounded to multiples of 2^-200; against a face across an axis, and where the stop is
 * a round number, it is the true one rounded. Mirror images, quarter turns and swapped axes have the same t, bit for
 * bit, if neither shape has more than 64 vertices; beyond that it may differ within the same bound. The normal is that
 * of the face that is hit; at a round corner the direction from its centre; where a sharp corner meets a sharp corner,
 * that of the face that is approached (the more directly of two, or else that across the x axis).
 *
 * rect: the numbers that a derives from, or NULL. room: C2D_CAST_ROOM(a->count) vectors of working memory, NULL if a
 * has at most C2D_INLINE_VERTICES. An error (*hits is false) only if the motion or a + motion leaves the domain.
 *
 * A ray against the Minkowski difference b - a, the edges of which are those of a and b (van den Bergen 2004), clipped
 * by its faces (Cyrus and Beck 1978). */
#define C2D_CAST_ROOM(count) (6 * (size_t)(count))
c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room,
                    bool *hits, c2d_hit *out);

/* All places of a's centre at which it collides with b: the hull of b's vertices less a's, plus the centre of a (one
 * rounding a coordinate), grown by the sum of the radii (rounded). storage: room for a->count + b->count vectors; the
 * result refers to it if it has more than C2D_INLINE_VERTICES. */
c2d_status c2d_minkowski_difference(c2d_shape *out, const c2d_shape *a, c2d_vec center_of_a, const c2d_shape *b,
                                    c2d_vec *storage);

/* ---- response ------------------------------------------------------------------------------------------------------
 */

/* How far to move a and b (by c2d_moved) so that they do not overlap, exactly, and are at most a few ulps of their
 * largest coordinate apart: along the contact's normal, shared in proportion to 1 / mass. Both are (0, 0) if they do
 * not overlap. Masses are > 0; what has an infinite one is not moved. room: C2D_CAST_ROOM(a->count + b->count) vectors,
 * NULL if neither has more than C2D_INLINE_VERTICES. */
c2d_status c2d_separate(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b,
                        const c2d_rect *rect_b, double mass_b, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b);

/* The same, farther: by as much again as they are deep, but by no more than that part (0 to 1) of the smaller of them,
 * the longer side of its bounds. So a crowd comes to rest that is pushed apart pair by pair. */
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

/* The velocities after an impulse along the normal (Newton's law of restitution) and one across it (Coulomb's). Nothing
 * changes if they are parting already. Momentum is conserved within rounding; the kinetic energy never grows, exactly
 * (with an infinite mass: as seen from it). */
void c2d_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *collision);

/* v without the part that goes in against the normal (any length but 0): v . normal of the result is never negative,
 * exactly; v itself if it is not. */
c2d_vec c2d_slide(c2d_vec v, c2d_vec normal);

/* ---- index --------------------------------------------------------------------------------------------------------
 */

typedef struct c2d_bounds {
    c2d_vec min, max;
} c2d_bounds;

static inline c2d_bounds c2d_bounds_of(const c2d_shape *s)
{
    c2d_bounds box = {s->min, s->max};
    return box;
}

/* A dynamic tree of boxes, each with the number of an item. The boxes of shapes are rounded outward, so that what it
 * leaves out surely does not collide; closed boxes that touch count as meeting. Only these functions look inside. */
typedef struct c2d_tree {
    struct c2d_node *nodes;
    struct c2d_leaf *leaves;
    uint32_t capacity, count, free_node, free_leaf;
} c2d_tree;

void c2d_tree_init(c2d_tree *tree);
void c2d_tree_free(c2d_tree *tree);
/* C2D_NO_MEMORY leaves the tree as it was. *leaf names the entry until it is removed. */
c2d_status c2d_tree_insert(c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf);
void c2d_tree_remove(c2d_tree *tree, uint32_t leaf);
void c2d_tree_move(c2d_tree *tree, uint32_t leaf, c2d_bounds box);
/* Makes the tree anew, from the top, in O(n log n): better than many moves. Leaves keep their names. */
c2d_status c2d_tree_rebuild(c2d_tree *tree);

/* Called for each item; false ends the query. The tree must not be changed meanwhile. */
typedef bool c2d_visit(void *context, uint32_t item);
/* The items whose boxes meet the box; false if visit ended it. */
bool c2d_tree_query(const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context);
/* Called with the limit so far; returns the new one, at most as large; a negative one ends the search. */
typedef double c2d_visit_within(void *context, uint32_t item, double limit);
/* The items whose boxes the box meets on its way along t * motion, 0 <= t <= limit, roughly nearest first; none that is
 * met before or at the limit is left out. The motion is in the domain. */
void c2d_tree_cast(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                   void *context);
/* Two boxes by which a tree finds what c2d_cast may hit. The first is that of a shape in the tree, a little larger than
 * its bounds; the second is what c2d_tree_cast is asked with for the casts of a along the motion: on its way it meets
 * the first box of everything that is hit, no later than at the t of the hit. rect: the numbers that a derives from, or
 * NULL. room: 2 a->count vectors, NULL if a has at most C2D_INLINE_VERTICES. An error only if the motion or a + motion
 * leaves the domain. */
c2d_bounds c2d_cast_target_bounds(const c2d_shape *s);
c2d_status c2d_cast_bounds(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out);
/* The items whose boxes are within the distance limit of the box, roughly nearest first. */
void c2d_tree_nearest(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context);

/* All pairs i < j of boxes that meet, each once, in no order; false from visit ends it. O(n log n + pairs), however the
 * boxes lie; where few share a place about O(n), by a grid of cells as large as the boxes, coarser ones for larger
 * boxes. Takes about 32 bytes a box, and 200 where they crowd; for lack of memory nothing is visited. */
typedef bool c2d_visit_pair(void *context, uint32_t i, uint32_t j);
c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context);

/* Shapes, by the boxes around them. */
typedef struct c2d_crowd {
    const c2d_bounds *boxes;
    size_t count;
    /* With a split other than 0, of the pairs i < j only those with i < split <= j are wanted, and if within also those
     * with j < split. */
    size_t split;
    bool within;
    /* The shapes, or NULL if nothing is known but their boxes. */
    const c2d_shape *(*shape)(const void *shapes, uint32_t i);
    const void *shapes;
    /* Kept by visit: how many pairs so far were worth visiting, by which the search sees whether boxes tell enough
     * about the shapes. NULL: all are. */
    const size_t *found;
} c2d_crowd;

/* The wanted pairs i < j that may collide, each once, in no order: those whose boxes meet, but where many do without
 * need, as those of long shapes side by side at an angle, perhaps not all; those that collide are always among them.
 * Otherwise as c2d_all_pairs. */
c2d_status c2d_crowd_pairs(const c2d_crowd *crowd, c2d_visit_pair *visit, void *context);

/* A circle, or a point, of which the radius is 0. */
typedef struct c2d_disc {
    c2d_vec center;
    double radius;
} c2d_disc;

/* Checks and normalises the numbers in place, as c2d_circle does. */
c2d_status c2d_check_disc(c2d_disc *disc);

typedef struct c2d_index_pair {
    uint32_t i, j;
} c2d_index_pair;

/* All pairs i < j of discs that overlap (touching: that collide), each once, in no order, many at a time; false from
 * visit ends it. split and within: as for a crowd. Takes as long as c2d_all_pairs and about 36 bytes a disc, more where
 * they crowd; for lack of memory nothing is visited. */
typedef bool c2d_visit_pairs(void *context, const c2d_index_pair *pairs, size_t count);
c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, bool within, bool touching,
                          c2d_visit_pairs *visit, void *context);

/* ---- mover --------------------------------------------------------------------------------------------------------
 */

/* What a mover does at what it meets. */
typedef enum c2d_response {
    C2D_PASS,   /* reports it and goes on through it */
    C2D_SLIDE,  /* goes on along it */
    C2D_STOP,   /* stays there */
    C2D_BOUNCE, /* goes on as a mirror reflects */
    C2D_IGNORE  /* does not meet it at all */
} c2d_response;

typedef struct c2d_obstacle {
    const c2d_shape *shape;
    uint32_t item;
    c2d_response response;
} c2d_obstacle;

/* What is near: appends every obstacle whose bounds meet the box, each once, in the order in which ties are to be
 * reported. The shapes must stay until the travel is over. */
typedef struct c2d_obstacles {
    c2d_obstacle *list;
    size_t count, capacity;
} c2d_obstacles;
c2d_status c2d_obstacles_add(c2d_obstacles *obstacles, const c2d_obstacle *obstacle);
typedef c2d_status c2d_gather(void *context, c2d_bounds box, c2d_obstacles *obstacles);

typedef struct c2d_meeting {
    uint32_t item;
    c2d_response response;
    c2d_hit hit; /* t: of the whole travel, 0 to 1; depth > 0 for what was overlapped at the start */
} c2d_meeting;

typedef struct c2d_travel {
    c2d_vec *stops; /* where it stopped: the start moved by each, or, after the pushes, the place to which it was
                       pushed; no sweep from one to the next overlaps what blocks */
    size_t stop_count;
    c2d_meeting *meetings; /* in order of time */
    size_t meeting_count;
    size_t pushes;     /* so many of the stops, the first ones, only took it out of what it overlapped */
    bool stuck;        /* it overlaps something at the start, and there is no way out: it has not moved */
    c2d_vec remaining; /* of the motion, deflected as it was */
    size_t stop_capacity, meeting_capacity;
} c2d_travel;

/* Moves a shape (rect: the numbers that it derives from, or NULL) through what gather finds. If it overlaps nothing
 * that blocks at the start, it does not at the end, nor does the sweep of any leg, exactly. If it does at the start, it
 * is first pushed out the shortest way. A way that is free is gone to its end: the last stop is the motion, and so is a
 * coordinate of it that only faces across the other axis deflected, to the bit. A travel that ends with some of its
 * motion remaining has met something. An error of gather, lack of memory or leaving the domain ends it with that
 * status; out is valid up to there, and to be freed in any case. */
c2d_status c2d_travel_along(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, c2d_gather *gather,
                            void *context, c2d_travel *out);
void c2d_travel_free(c2d_travel *travel);

/* ---- levels -------------------------------------------------------------------------------------------------------
 */

/* What out has is to be freed with c2d_boxes_free; after an error it is empty. */
typedef struct c2d_boxes {
    c2d_bounds *list;
    size_t count;
} c2d_boxes;
void c2d_boxes_free(c2d_boxes *boxes);

/* The least number of boxes whose union is exactly that of the solid tiles, none overlapping, in order of their least
 * y, then x. solid: height rows of width bytes, not 0 where there is a tile. Tile (x, y) reaches from origin + (x, y) *
 * tile to origin + (x + 1, y + 1) * tile, each product and sum rounded: boxes side by side share their edges to the
 * bit. C2D_VANISHES where such coordinates coincide. O(width height) but for the chords between corners, see chords.c.
 */
c2d_status c2d_merge_tiles(const uint8_t *solid, size_t width, size_t height, c2d_vec origin, c2d_vec tile,
                           c2d_boxes *out);
/* The same for the union of any boxes (opposite corners, in any order); those without area add nothing. Coordinates are
 * those of the input. O(n log n + k log k) but for the chords, with k corners of the union. */
c2d_status c2d_merge_boxes(const c2d_bounds *boxes, size_t n, c2d_boxes *out);

/* Convex pieces: piece i has the vertices from first[i] on, up to first[i + 1], in the order of a c2d_shape's. To be
 * freed with c2d_pieces_free; after an error it is empty. */
typedef struct c2d_pieces {
    c2d_vec *vertices;
    size_t *first; /* count + 1 of them */
    size_t count;
    size_t crossing[2]; /* after C2D_CROSSES: the edges, each by the number of the point where it starts */
} c2d_pieces;
void c2d_pieces_free(c2d_pieces *pieces);

/* Convex pieces whose union is exactly what a polygon encloses, none overlapping, with vertices of the polygon only, at
 * most four times as many as needed. The points run round it either way; repeated and collinear points are accepted.
 * The polygon may touch itself, at corners and along edges, if no two edges cross and nothing is enclosed twice or the
 * other way round; else C2D_CROSSES. What has no area, such as a spike, adds nothing. O(n log n).
 *
 * A sweep that triangulates (Hertel and Mehlhorn 1983), and then joins triangles as long as they stay convex. */
c2d_status c2d_decompose(const c2d_vec *points, size_t n, c2d_pieces *out);

#ifdef __cplusplus
}
#endif
#endif
