/* A turn of a shape a about a point, against a shape b at rest. All vectors of this room are relative to that point,
 * where it is at the start. If a also moves, the point moves with it: a screw motion (screw.c). An axis is a unit
 * vector n out of b. It is fixed in b, or it turns with a. */
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
    c2d_vec *turned;  /* the vertices of a at the rotation, and moved */
    c2d_vec rotation; /* cosine and sine, without the sense */
    double angle;     /* as given */
    c2d_vec motion;   /* as given; a turns only if it is (0, 0) */
    bool moves;
    bool touching; /* at the start; then its normal is set, if the shapes have many vertices */
    c2d_vec touching_normal;
    double t;       /* of a screw motion; no step depends on where the search ends */
    c2d_vec offset; /* t * motion */
    double theta;   /* the angle in radians */
    double speed;   /* of the vertices of a per unit of t, at most */
    c2d_vec *room;
    c2d_vec own[C2D_INLINE_VERTICES];
    c2d_vec normals_a[C2D_INLINE_VERTICES],
        normals_b[C2D_INLINE_VERTICES]; /* of the edges of cores that are this small */
} c2d_turn_query;

static inline bool c2d_turn_has_many_pairs(const c2d_turn_query *query)
{
    return (uint64_t)query->a->count * query->b->count > C2D_TURN_ALL_PAIRS_LIMIT;
}

/* v turned by an angle with this cosine and sine. */
static inline c2d_vec c2d_rotated(c2d_vec v, c2d_vec rotation, double sense)
{
    double c = rotation.x, s = sense * rotation.y;
    return c2d_v(c * v.x - s * v.y, s * v.x + c * v.y);
}

/* Rotation by x, then by y; normalised, so that it stays on the unit circle. */
static inline c2d_vec c2d_turn_compose(c2d_vec x, c2d_vec y)
{
    c2d_vec z = c2d_v(x.x * y.x - x.y * y.y, x.y * y.x + x.x * y.y);
    return c2d_mul(z, 1 / c2d_norm(z));
}

/* A segment has four edges: two across it, for its sides, and two along it, for its ends. A point has none. */
static inline uint32_t c2d_turn_edge_count(const c2d_shape *s) { return s->count > 2 ? s->count : 4 * (s->count - 1); }

/* The outward unit normal of the edge after vertex i. */
static inline c2d_vec c2d_turn_edge_normal(const c2d_vec *v, uint32_t count, uint32_t i)
{
    c2d_vec e = count == 2 ? c2d_sub(v[1], v[0]) : c2d_sub(v[c2d_next_vertex(i, count)], v[i]);
    bool is_side = i < 2 || count > 2;
    c2d_vec out = is_side ? c2d_v(e.y, -e.x) : e;
    return c2d_mul(out, (count == 2 && i % 2 ? -1 : 1) / c2d_sqrt(c2d_dot(e, e)));
}

/* Of a shape and of the pivot of the rectangle that it derives from: what the error of a turn is counted from. */
static inline double c2d_turn_scale_of(const c2d_shape *s, const c2d_rect *rect)
{
    double scale = c2d_scale_of_shape(s);
    return rect ? c2d_max(scale, c2d_scale_of_pivot(rect)) : scale;
}

/* Whether the circle on which a shape turns is in the domain wherever it moves, up to rounding. reach: of its core from
 * the pivot. */
static inline bool c2d_turn_is_inside(double reach, double radius, c2d_vec pivot, c2d_vec motion)
{
    return reach + radius + c2d_magnitude(pivot) + c2d_magnitude(motion) <= C2D_LIMIT * (1 + 16 * C2D_U);
}

/* Sets the places of a part, when its ends are known. */
void c2d_turn_parts_place(c2d_turn_parts *parts);

/* Sets the rotation, and turns the vertices of a. */
void c2d_turn_to(c2d_turn_query *query, c2d_vec rotation);
/* Sets t and what follows from it, of a screw motion. */
void c2d_screw_to(c2d_turn_query *query, double t);

/* ---- axes ---- */

typedef struct c2d_turn_axis {
    c2d_vec n;      /* unit, out of b */
    bool turns;     /* with a; otherwise it is fixed in b */
    double support; /* of the shape in which it is fixed, along n for b, along -n for a */
    double gap;     /* between the cores; negative where they overlap along n */
} c2d_turn_axis;

/* How far a may turn from where it is: not as far as any angle with a lesser key, at most to cosine and sine. */
typedef struct c2d_turn_advance {
    double key; /* grows with the angle, from 0 to 4 for a full turn; of a screw motion, a difference of t */
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

/* ---- screw motions ---- */

/* An advance above it always matters, also if the shapes are small beside the error. An advance may be limited by the
 * angle, to a quarter of a full turn or less. */
#define C2D_SCREW_LEAST_MOST 0x1p-6

/* A difference of t within which the axis keeps the clearance, at most the limit; it has the clearance now. Close to
 * the greatest one if that is small: then its error grows with the third power. */
double c2d_screw_advance_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance, double limit);

/* Follows the axis from where a is until it no longer has the clearance, but not past t. The axis is that of there. */
void c2d_screw_follow_axis(c2d_turn_query *query, c2d_turn_axis *axis, double clearance, double t);

/* About the direction from the corner q of b to the corner p of a where they come to the distance of the radius, or
 * are closest. p, q: where they are. rotation: of the turn up to there. */
c2d_vec c2d_screw_meeting_direction(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec *rotation);

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

/* Signs of derivatives at the start of a screw motion with the angle x in degrees, exact with pi to 212 bits. e = q -
 * p, m is the motion, P the pivot. They are 0 if and only if all terms are, up to that.
 * line: 180 e x m + pi x e . (r - P). Its sign is opposite to that of the rate at which r leaves the line p q.
 * along: 180 e . m - pi x e x (r - P), the rate along the line. */
int c2d_screw_line_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r);
int c2d_screw_along_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r);
/* The second derivative of the gap between the edge p q of a and r, where the first is zero. */
int c2d_screw_line_bend_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec r);
/* Of the first derivative of the distance between the corner p of a and w of b that is not zero, up to the second; pi
 * to 106 bits in the second. */
int c2d_screw_corner_sign(const c2d_turn_query *query, c2d_vec p, c2d_vec w);

#endif
