/* A turn of a shape a about a point, against a shape b at rest. All vectors of this room are relative to that point.
 * An axis is a unit vector n out of b. It is fixed in b, or it turns with a. */
#ifndef C2D_TURN_H
#define C2D_TURN_H

#include "../motion/cast.h"
#include "../pair/minkowski.h"

/* Up to this number of pairs of vertices all edges are tried as axes. */
#define C2D_TURN_ALL_PAIRS_LIMIT 64

typedef struct c2d_turn_query {
    const c2d_shape *a, *b;
    const c2d_rect *rect;
    const c2d_vec *about; /* as given */
    c2d_vec pivot;
    double sense;     /* 1 from +x toward +y, or -1 */
    double radius;    /* of both shapes */
    double error;     /* half of E: bounds the roundings of an axis, and those of a stop */
    double reach;     /* of the vertices of a from the pivot, at most */
    double least;     /* the key of a turn too small to matter */
    bool flat;        /* the cores may pass through each other without overlapping at any time */
    c2d_vec *turned;  /* the vertices of a at the rotation */
    c2d_vec rotation; /* cosine and sine, without the sense */
    c2d_vec *room;
    c2d_vec own[C2D_INLINE_VERTICES];
    c2d_vec normals_a[C2D_INLINE_VERTICES],
        normals_b[C2D_INLINE_VERTICES]; /* of the edges of cores that are this small */
} c2d_turn_query;

/* v turned by an angle with this cosine and sine. */
static inline c2d_vec c2d_rotated(c2d_vec v, c2d_vec rotation, double sense)
{
    double c = rotation.x, s = sense * rotation.y;
    return c2d_v(c * v.x - s * v.y, s * v.x + c * v.y);
}

/* A segment has four edges: two across it, for its sides, and two along it, for its ends. A point has none. */
static inline uint32_t c2d_turn_edge_count(const c2d_shape *s) { return s->count > 2 ? s->count : 4 * (s->count - 1); }

/* The outward unit normal of the edge after vertex i. */
static inline c2d_vec c2d_turn_edge_normal(const c2d_vec *v, uint32_t count, uint32_t i)
{
    c2d_vec e = count == 2 ? c2d_sub(v[1], v[0]) : c2d_sub(v[c2d_next_vertex(i, count)], v[i]);
    c2d_vec out = i < 2 || count > 2 ? c2d_v(e.y, -e.x) : e;
    return c2d_mul(out, (count == 2 && i % 2 ? -1 : 1) / c2d_sqrt(c2d_dot(e, e)));
}

/* Whether the circle on which a shape turns is in the domain, up to rounding. reach: of its core from the pivot. */
static inline bool c2d_turn_is_inside(double reach, double radius, c2d_vec pivot)
{
    return reach + radius + c2d_magnitude(pivot) <= C2D_LIMIT * (1 + 16 * C2D_U);
}

/* Sets the rotation, and turns the vertices of a. */
void c2d_turn_to(c2d_turn_query *query, c2d_vec rotation);

/* ---- axes ---- */

typedef struct c2d_turn_axis {
    c2d_vec n;      /* unit, out of b */
    bool turns;     /* with a; otherwise it is fixed in b */
    double support; /* of the shape in which it is fixed, along n for b, along -n for a */
    double gap;     /* between the cores; negative where they overlap along n */
} c2d_turn_axis;

/* How far a may turn from where it is: not as far as any angle with a lesser key, at most to cosine and sine. */
typedef struct c2d_turn_advance {
    double key; /* grows with the angle, from 0 to 4 for a full turn */
    c2d_vec rotation;
} c2d_turn_advance;

/* Axes that are fixed to each other at a right angle have a product below it. */
#define C2D_TURN_SQUARE 0x1p-20

#define C2D_TURN_WHOLE 5.0 /* the key of an advance without end */

/* The key of an angle, 0 <= angle < 360. */
double c2d_turn_key(c2d_vec rotation);
/* How far a may turn until the gap of the axis is less than the clearance. */
c2d_turn_advance c2d_turn_advance_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance);

/* The last place, before the gap of the axis falls, at which it is the clearance; it may be less at the start. False if
 * there is none, or another vertex is closer. */
bool c2d_turn_retreat_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance,
                            c2d_vec *rotation);

/* The best axis of those that separate the shapes by at least the clearance. */
typedef struct c2d_turn_step {
    c2d_turn_axis axis;
    c2d_turn_advance advance; /* key < 0: no axis does */
    double gap;               /* the largest one of all axes */
} c2d_turn_step;

/* previous: the axis up to now, which the next axis must not oppose; NULL at the start. enough: the key at which the
 * search may end. */
c2d_turn_step c2d_turn_find_axis(const c2d_turn_query *query, double clearance, const c2d_vec *previous, double enough);

/* ---- touching ---- */

/* Whether the turn leads into b, which a touches, exactly. */
bool c2d_turn_enters(const c2d_turn_query *query);

#endif
