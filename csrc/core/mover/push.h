/* The search for a push-out: what depenetrate.c, which chooses the pushes, shares with push.c, which tries one, and
 * with push_curves.c, which finds where pushes may end. A push is one straight motion from the start. The positions at
 * which a piece of it overlaps an obstacle are a convex region of offsets, and the regions of all overlaps at the
 * start contain (0, 0). So along each direction there is one offset at which it has left them all. */
#ifndef C2D_PUSH_H
#define C2D_PUSH_H

#include "mover.h"

#define C2D_PUSH_NEIGHBOURS     9 /* of a corner, with itself */
#define C2D_PUSH_MAX_DIRECTIONS 96
#define C2D_PUSH_MAX_BLOCKERS   16

/* Edges of shapes with more edges give no directions. */
#define C2D_PUSH_MAX_EDGES 8

/* An obstacle that a piece of the mover overlaps at the start. */
typedef struct c2d_overlap {
    c2d_obstacle obstacle;
    size_t piece;
    c2d_vec point;
    c2d_vec normal; /* the shortest way out of it, from the obstacle to the mover */
    double depth;   /* 0 if one only surrounds the other together with others */
    size_t order;
} c2d_overlap;

/* An obstacle that the sweep of a piece overlaps. */
typedef struct c2d_push_blocker {
    c2d_obstacle obstacle;
    size_t piece;
    double length; /* of the shortest push that it has refused */
} c2d_push_blocker;

typedef struct c2d_push_search {
    c2d_overlap *overlaps; /* the deepest first */
    size_t count, capacity;
    double scale;    /* bounds the coordinates of the mover and of the overlaps */
    size_t witness;  /* the overlap that refuted the last push, */
    size_t refuting; /* and the one that refuted the last corner */
    c2d_overlap
        entered; /* at the end of the last push a piece was inside what only other pieces overlap at the start */
    bool enters;
    c2d_vec tried[C2D_PUSH_MAX_DIRECTIONS];
    int tried_count;
    int tries_left;         /* of ends and tangents */
    c2d_encounter refusing; /* what the sweep of the last push overlaps first, */
    bool has_refusing;      /* if it overlaps anything */
    double max_push;        /* no push is longer, */
    double best_length;     /* and only a shorter one is better than the best one; INFINITY: none is known */
    double least_exit;      /* the shortest push that leaves all overlaps, blocked or not */
    c2d_vec best_push;
    c2d_push_blocker blockers[C2D_PUSH_MAX_BLOCKERS]; /* what the sweeps of refused pushes overlap first */
    int blocker_count;
} c2d_push_search;

typedef enum c2d_push_outcome {
    C2D_PUSH_OUT,     /* it is the best push now */
    C2D_PUSH_INSIDE,  /* at its end the mover still overlaps what it overlaps at the start */
    C2D_PUSH_BLOCKED, /* its sweep overlaps something else that blocks */
    C2D_PUSH_TOO_LONG /* or it leaves the domain */
} c2d_push_outcome;

/* Whether a push of this length may be better than the best one. */
static inline bool c2d_push_is_short(const c2d_push_search *s, double length)
{
    return length < s->best_length && length <= s->max_push;
}

static inline uint32_t c2d_push_edges(const c2d_shape *s)
{
    return s->count > 1 && s->count <= C2D_PUSH_MAX_EDGES ? s->count : 0;
}

/* ---- push.c ---- */

/* The distance along the unit vector u after which a line across u separates a shape from another one; negative if one
 * does already. */
double c2d_push_separating_distance(const c2d_shape *s, const c2d_shape *o, c2d_vec u);
/* Tries the push to an offset. */
c2d_status c2d_push_try_end(c2d_mover *m, c2d_push_search *s, c2d_vec push, c2d_push_outcome *outcome);
/* Whether a piece is inside its overlap of the start a little beyond an offset, or leaves the domain there. */
bool c2d_push_is_inside_at(c2d_mover *m, c2d_push_search *s, c2d_vec v);
/* Whether only rounding made the sweep of the last push overlap what refused it. */
bool c2d_push_is_refused_by_rounding(const c2d_mover *m, const c2d_push_search *s, c2d_push_outcome outcome);
/* Tries the push to a corner on a grid of doubles that the coordinates of all vertices are on, then to its eight
 * neighbours, the shortest first. */
c2d_status c2d_push_try_neighbours(c2d_mover *m, c2d_push_search *s, c2d_vec corner, c2d_push_outcome *outcome);
/* Tries the push along u that leaves everything that the mover overlaps at the start. */
c2d_status c2d_push_try_along(c2d_mover *m, c2d_push_search *s, c2d_vec u, c2d_push_outcome *outcome);

/* ---- push_curves.c ---- */

/* Tries the pushes to positions at which the mover is flush with two obstacles that it overlaps at the start. */
c2d_status c2d_push_try_corners(c2d_mover *m, c2d_push_search *s);
/* Tries the pushes that a blocker leaves room for: to positions at which its piece is flush with it, and a piece with
 * an obstacle that it overlaps at the start, and along both of its tangents. */
c2d_status c2d_push_try_beside(c2d_mover *m, c2d_push_search *s, const c2d_push_blocker *blocker);

#endif
