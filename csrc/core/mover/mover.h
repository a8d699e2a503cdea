/* The state that the mover's files share. mover_state.c keeps it, mover.c runs the legs, depenetrate.c pushes the
 * mover out of what it overlaps at the start, mover_hits.c finds what a leg hits, mover_normals.c unites the normals of
 * the pieces, mover_stop.c chooses where a leg ends, and mover_deflect.c turns the motion at a surface. The mover is a
 * body: its pieces share one offset, and each question about a leg is asked of every piece. A single shape is a body of
 * one piece. */
#ifndef C2D_MOVER_H
#define C2D_MOVER_H

#include "../body/pieces.h"
#include "../exact/allocate.h"
#include "../motion/sweep.h"

#include <string.h>

/* A length below this, relative to the coordinates and the motion, is no progress. */
#define C2D_MOVER_PROGRESS (256 * C2D_U)

/* A deflected motion leaves its surface by this much, relative to the coordinates and the motion, so that rounding does
 * not press the mover into the surface. */
#define C2D_MOVER_NUDGE (16 * C2D_U)

/* A piece is deflected by at most this many surfaces at once, and the whole mover by at most so many. */
#define C2D_MOVER_TOUCHES_OF_PIECE 8
#define C2D_MOVER_MAX_TOUCHES      32

/* A piece of the mover. */
typedef struct c2d_mover_piece {
    const c2d_shape *start; /* as given, or as depenetrated */
    const c2d_rect *rect;   /* NULL: the shape is its vertices */
    size_t vertices;        /* index into the storage of a pose, for more than C2D_INLINE_VERTICES vertices */
    c2d_bounds reach;       /* a box around its sweep, set by c2d_mover_set_reach */
    bool overlaps;          /* it overlaps a blocking obstacle at the start */
    bool surrounded;        /* while it is pushed out of obstacles that only surround it together */
} c2d_mover_piece;

typedef struct c2d_posed_piece {
    c2d_shape shape;
    c2d_rect rect;
} c2d_posed_piece;

/* The pieces at an offset from the start of the legs. Each coordinate is the sum of the start's and the offset's,
 * rounded once, however many legs led to it. */
typedef struct c2d_mover_pose {
    c2d_vec offset;
    c2d_bounds bounds; /* of all pieces; only the current pose has it */
    c2d_posed_piece *pieces;
    c2d_vec *storage;
} c2d_mover_pose;

/* A surface that a piece of the mover is in contact with. */
typedef struct c2d_touch {
    c2d_obstacle obstacle;
    size_t piece;
    c2d_hit hit;
    bool is_twin;
    bool reported;
} c2d_touch;

/* A hit of a leg: the index of the obstacle among the nearby ones, and that of the piece of the mover. */
typedef struct c2d_encounter {
    size_t index, piece;
    c2d_hit hit;
    bool is_twin;  /* the normal is another one of an encounter before; see c2d_mover_find_twin */
    uint32_t item; /* of an obstacle that is passed through */
} c2d_encounter;

/* The coordinates of a motion that no surface has changed. */
typedef struct c2d_undeflected {
    bool x, y;
} c2d_undeflected;

/* The obstacles that do not block although their response says so. */
typedef enum c2d_ignored {
    C2D_IGNORED_NONE,
    C2D_IGNORED_OVERLAPS, /* what the current pose overlaps, while it is pushed out */
    C2D_IGNORED_LEAVING   /* what the current pose overlaps, if the motion leads no deeper into it */
} c2d_ignored;

/* The indices of the pieces or of the nearby obstacles that a question has found, in order. The next question of this
 * kind overwrites them. */
typedef struct c2d_near {
    size_t *list, count, capacity;
    c2d_tree tree;
    bool has_tree;
    unsigned long questions; /* that were asked without a tree */
} c2d_near;

/* Obstacles, sorted by address once all are added. */
typedef struct c2d_obstacle_set {
    const c2d_shape **list;
    size_t count, capacity;
} c2d_obstacle_set;

/* The shortest ways of the mover out of an obstacle at a pose: unit vectors, of equal length within rounding. */
#define C2D_MAX_WAYS_OUT 8

typedef struct c2d_ways_out {
    bool known;
    c2d_vec offset; /* of the pose */
    double length;
    int count; /* 0: it is not inside */
    c2d_vec list[C2D_MAX_WAYS_OUT];
} c2d_ways_out;

/* A part of a line that is inside something, or runs along it: on which side of the line that is. */
typedef enum c2d_side { C2D_INSIDE, C2D_ON_LEFT, C2D_ON_RIGHT, C2D_SIDE_COUNT } c2d_side;

typedef struct c2d_stretch {
    double from, to;
    c2d_side side;
} c2d_stretch;

typedef struct c2d_mover {
    const c2d_body *body;                /* as given */
    c2d_vec restart;                     /* the offset at which the legs start, seen from the body as given */
    c2d_mover_piece *pieces, only_piece; /* pieces may be &only_piece */
    size_t count;                        /* of pieces */
    bool has_thin;                       /* one of them is a point or a segment */
    c2d_mover_pose poses[3], *pose, *trial;
    c2d_posed_piece posed[3];   /* of a single piece */
    c2d_posed_piece *pose_room; /* of several */
    double scale;               /* bounds the pose's coordinates, its offset, pivots of rectangles, and C2D_GRAIN */
    c2d_vec *cast_room, *sweep_room;
    c2d_find_obstacles *find_obstacles;
    void *context;
    c2d_obstacles nearby;
    c2d_near near_pieces, near_obstacles;
    c2d_mover_result *result;
    c2d_ignored ignored;
    c2d_vec goal;           /* the offset at the end of an undeflected motion */
    c2d_vec wanted, motion; /* the rest of the motion before the touches deflect it, and after */
    c2d_undeflected wanted_undeflected, motion_undeflected;
    double time;
    int short_legs;       /* the last ones in a row; see mover.c */
    double search_length; /* of the first part of a motion along which obstacles are looked up */
    c2d_touch touches[C2D_MOVER_MAX_TOUCHES];
    int touch_count;
    c2d_encounter *met; /* at the stop of this leg */
    size_t met_count, met_capacity;
    c2d_grazes grazes;         /* of what has no interior */
    const c2d_shape **touched; /* room for all nearby obstacles or all pieces */
    size_t touched_capacity;
    c2d_obstacle_set surrounding; /* the obstacles that pieces surround at the start, */
    c2d_obstacle_set overlapped;  /* and those that the body overlaps there; of one piece, only if it is stuck */
    c2d_ways_out *ways_out;       /* of a stuck mover out of each of these; otherwise NULL */
    c2d_stretch *stretches;       /* of its pieces along one way */
    c2d_near way_pieces;          /* the pieces near such a way */
    bool out_of_memory;           /* while it looked for gaps or made a tree */
    uint32_t *passed;             /* items passed through, sorted by number */
    size_t passed_count, passed_capacity;
} c2d_mover;

static inline double c2d_length_of(c2d_vec v) { return sqrt(c2d_dot(v, v)); }

/* The outward unit normal of edge i. */
static inline c2d_vec c2d_edge_normal(const c2d_shape *s, uint32_t i)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec edge = c2d_sub(v[c2d_next_vertex(i, s->count)], v[i]);
    double length = c2d_length_of(edge);
    return c2d_v(edge.y / length, -edge.x / length);
}

static inline bool c2d_mover_blocks(const c2d_obstacle *o)
{
    return o->response == C2D_SLIDE || o->response == C2D_STOP || o->response == C2D_BOUNCE;
}

static inline c2d_vec c2d_mover_offset(const c2d_mover *m, c2d_vec d) { return c2d_add(m->pose->offset, d); }

/* The longer side of the bounds of the current pose. */
static inline double c2d_mover_extent(const c2d_mover *m)
{
    return c2d_magnitude(c2d_sub(m->pose->bounds.max, m->pose->bounds.min));
}

/* The rectangle of a piece at a pose, or NULL. */
static inline const c2d_rect *c2d_posed_rect(const c2d_mover *m, const c2d_mover_pose *pose, size_t piece)
{
    return m->pieces[piece].rect ? &pose->pieces[piece].rect : NULL;
}

/* The scale of the current pose and a motion. */
static inline double c2d_mover_scale(const c2d_mover *m, c2d_vec motion) { return m->scale + c2d_magnitude(motion); }

/* ---- mover_state.c ---- */

/* Places the pieces of a body at the start. c2d_mover_free_pieces frees their memory, in any case. */
c2d_status c2d_mover_place(c2d_mover *m, const c2d_body *body);
void c2d_mover_free_pieces(c2d_mover *m);
/* Makes the current pose the start of the legs. The given start, moved by the sum of the push and a leg, could be
 * rounded an ulp into the obstacle that the push has just left. */
void c2d_mover_restart(c2d_mover *m);
/* Sets the trial pose to that at an offset. An error if a piece leaves the domain. */
c2d_status c2d_mover_try(c2d_mover *m, c2d_vec offset);
/* The same for one piece. */
c2d_status c2d_mover_try_piece(c2d_mover *m, size_t piece, c2d_vec offset);
/* Makes the trial pose the current one. */
void c2d_mover_accept(c2d_mover *m);
/* Moves to an offset and records it as a stop. */
c2d_status c2d_mover_advance(c2d_mover *m, c2d_vec offset);
c2d_status c2d_mover_add_met(c2d_mover *m, const c2d_encounter *e);
c2d_status c2d_mover_report(c2d_mover *m, size_t piece, const c2d_obstacle *o, const c2d_hit *hit, double time);

/* ---- mover_near.c ---- */

/* Makes room for all indices, and begins with new nearby obstacles. */
c2d_status c2d_mover_reserve_near(c2d_mover *m);
void c2d_mover_free_near(c2d_near *n);
/* The number of the pieces whose bounds at a pose, the current or the whole trial pose, meet a box: the indices in
 * m->near_pieces. */
size_t c2d_mover_pieces_near(c2d_mover *m, const c2d_mover_pose *pose, c2d_bounds box);
/* Those of the current pose: the indices in m->way_pieces, for which c2d_mover_prepare_leaving makes room. */
size_t c2d_mover_pieces_on_way(c2d_mover *m, c2d_bounds box);
/* Those of the current pose that a box may hit before the time `limit` while it moves along d. */
size_t c2d_mover_pieces_along(c2d_mover *m, c2d_bounds box, c2d_vec d, double limit);
/* Likewise the nearby obstacles: the indices in m->near_obstacles. */
size_t c2d_mover_obstacles_near(c2d_mover *m, c2d_bounds box);
size_t c2d_mover_obstacles_along(c2d_mover *m, c2d_bounds box, c2d_vec d, double limit);

/* ---- mover_hits.c ---- */

/* A box around the sweep of a box along d. */
c2d_bounds c2d_mover_reach(const c2d_mover *m, c2d_bounds box, c2d_vec d);
/* Looks up every obstacle that a piece may hit along d from the current pose. */
c2d_status c2d_mover_look_up(c2d_mover *m, c2d_vec d);
/* Whether a piece hits an obstacle along d from the current pose. */
bool c2d_mover_cast(c2d_mover *m, size_t piece, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit);
/* Prepares c2d_mover_hits for a motion. */
void c2d_mover_set_reach(c2d_mover *m, c2d_vec d);
/* Whether the piece of an encounter hits its obstacle along d. Sets the hit. */
bool c2d_mover_hits(c2d_mover *m, c2d_vec d, c2d_encounter *e);
/* The first hit with what blocks the motion d; the index is the number of nearby obstacles if nothing does. */
void c2d_mover_first_hit(c2d_mover *m, c2d_vec d, c2d_encounter *first);
/* As c2d_mover_first_hit, with a lookup. */
c2d_status c2d_mover_find_first(c2d_mover *m, c2d_encounter *first);
/* Whether no sweep of a piece to an offset overlaps a nearby obstacle that is not ignored, exactly; otherwise *blocker
 * is the first hit. True for an offset out of the domain, which c2d_mover_advance refuses. */
bool c2d_mover_is_clear_to(c2d_mover *m, c2d_vec offset, c2d_encounter *blocker);
/* The direction in which the sweep to the trial pose leaves a blocker the shortest way. The normal of the hit may be
 * that of a face that the sweep passes. */
c2d_vec c2d_mover_way_out(const c2d_mover *m, const c2d_encounter *blocker);
/* How deep the sweep to the trial pose is inside a blocker. */
double c2d_mover_sweep_depth(const c2d_mover *m, const c2d_encounter *blocker);
/* Reports each obstacle with C2D_PASS that a leg meets, once, in order of time. The leg takes the part t of the
 * motion. */
c2d_status c2d_mover_report_passed(c2d_mover *m, c2d_vec leg, double t);

/* ---- mover_union.c ---- */

/* Makes room for the grazes of all nearby obstacles or all pieces, so that the functions below cannot fail. */
c2d_status c2d_mover_reserve_grazes(c2d_mover *m);
/* Several shapes may block together what has no interior: obstacles a piece of the mover, or pieces an obstacle, which
 * moves toward them if the mover is at rest. The number of such questions: one for each piece and, if there are
 * several, one for each nearby obstacle. */
size_t c2d_mover_unions(const c2d_mover *m);
/* The number of hits of such a question, in order of time, for the motion d and for the way to the trial pose. The next
 * question overwrites them. */
size_t c2d_mover_hits_together(c2d_mover *m, size_t which, c2d_vec d);
size_t c2d_mover_hits_together_to_trial(c2d_mover *m, size_t which);
/* The number of hits of the obstacles that are passed through, and that would block a thin piece together on the way d:
 * the first ones of m->grazes, with the index of the obstacle as key. */
size_t c2d_mover_passes_together(c2d_mover *m, size_t piece, c2d_vec d);
/* Hit i of question `which` about the motion d. */
c2d_encounter c2d_mover_hit_together(const c2d_mover *m, size_t which, c2d_vec d, size_t i);
/* Whether what blocks surrounds a thin piece, though it may overlap none of it. */
bool c2d_mover_is_in_seam(c2d_mover *m, const c2d_mover_pose *pose, size_t piece);
/* The same for a piece that is a point. A segment that starts between two walls that it fits exactly counts as free,
 * like a box in a slot. */
bool c2d_mover_is_surrounded(c2d_mover *m, const c2d_mover_pose *pose, size_t piece);
/* Whether pieces surround a nearby obstacle without interior that blocks, though none may overlap it. */
bool c2d_mover_surrounds(c2d_mover *m, const c2d_mover_pose *pose, size_t index);
/* Whether pieces of the trial pose surround an obstacle that the current pose does not: rounding has put it on a cut of
 * the body. *e: the first one, met at the end of the leg. */
bool c2d_mover_encloses_anew(c2d_mover *m, c2d_encounter *e);
/* Whether an obstacle without interior is nearby that pieces may block together. */
bool c2d_mover_may_enclose(const c2d_mover *m);
c2d_status c2d_obstacle_set_add(c2d_obstacle_set *set, const c2d_shape *o);
void c2d_obstacle_set_sort(c2d_obstacle_set *set);
/* The index of an obstacle of a sorted set, or SIZE_MAX. */
size_t c2d_obstacle_set_index(const c2d_obstacle_set *set, const c2d_shape *o);
static inline bool c2d_obstacle_set_has(const c2d_obstacle_set *set, const c2d_shape *o)
{
    return c2d_obstacle_set_index(set, o) != SIZE_MAX;
}
/* Whether the trial pose of a thin piece is at a pinch: what it touches anew divides the ways from there. A stop there
 * could lead to the other side. */
bool c2d_mover_is_pinched(c2d_mover *m);

/* ---- leaving.c ---- */

/* Makes room for the ways out of what a stuck body overlaps. */
c2d_status c2d_mover_prepare_leaving(c2d_mover *m);
/* Whether an obstacle does not block a piece of the stuck mover along d from the current pose, because the body, or a
 * single shape, leads no deeper into it. inside: the piece overlaps the obstacle, or is surrounded by it and others,
 * with that normal. A normal that blocks becomes that of the body's way out. */
bool c2d_mover_leaves(c2d_mover *m, size_t piece, c2d_vec d, const c2d_shape *o, bool inside, c2d_vec *normal);

/* ---- mover_normals.c ---- */

/* The ends of the part of a shape that is farthest along n, ordered along n turned by 90 degrees. */
void c2d_mover_find_support(const c2d_shape *s, c2d_vec n, double rounding, c2d_vec ends[2]);
/* Gives a hit of a body along d from the current pose a normal of the body's border, if the piece has an edge inside
 * the body there. */
void c2d_mover_unite_normal(const c2d_mover *m, c2d_vec d, c2d_encounter *e);
/* Whether two vertices meet that have another normal there, which the motion approaches as directly as that of the hit.
 * The twin is the hit with that normal. */
bool c2d_mover_find_twin(const c2d_mover *m, c2d_vec d, const c2d_encounter *e, c2d_encounter *twin);

/* ---- mover_stop.c ---- */

/* The coordinate of the offset at which a piece is flush with the face of an obstacle across an axis, on its greater
 * (side 1) or lesser (-1) side, rounded once. */
double c2d_mover_flush(const c2d_shape *start, const c2d_shape *o, bool x_axis, double side);
/* The offset after the part t of the motion. An undeflected motion ends at the goal, to the bit. */
c2d_vec c2d_mover_offset_at(const c2d_mover *m, double t);
/* The offset of a stop after at most *t of the motion, to which the sweep is clear. *blocker: the first obstacle hit,
 * or the one that made the leg shorter. */
c2d_vec c2d_mover_stop_before(c2d_mover *m, double *t, c2d_encounter *blocker);

/* ---- mover_deflect.c ---- */

/* Responds to the obstacles met at a stop: deflects the motion and reports the touches that did it. stood: no part
 * of the motion was possible. stayed: neither the pose nor the motion has changed. *done: the motion is over. */
c2d_status c2d_mover_respond(c2d_mover *m, bool stood, bool stayed, bool *done);

/* ---- depenetrate.c ---- */

/* Pushes the mover out of the obstacles that it overlaps, the shortest way that is found and no farther than max_push
 * (see c2d_mover_options). Without a way out the mover stays and the result is stuck; if the motion leads no deeper
 * into any of them, the legs may run nevertheless, and m->ignored says so. */
c2d_status c2d_mover_depenetrate(c2d_mover *m, double max_push);

#endif
