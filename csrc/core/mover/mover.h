/* The state that the mover's files share. mover_state.c keeps it, mover.c runs the legs, depenetrate.c pushes the
 * shape out of what it overlaps at the start, mover_hits.c finds what a leg hits, mover_stop.c chooses where a leg
 * ends, and mover_deflect.c turns the motion at a surface. */
#ifndef C2D_MOVER_H
#define C2D_MOVER_H

#include "../motion/sweep.h"
#include "../exact/allocate.h"

#include <string.h>

/* A length below this, relative to the coordinates and the motion, is no progress. */
#define C2D_MOVER_PROGRESS (256 * C2D_U)

/* A deflected motion leaves its surface by this much, relative to the coordinates and the motion, so that rounding does
 * not press the mover into the surface. */
#define C2D_MOVER_NUDGE (16 * C2D_U)

/* The mover is deflected by at most this many surfaces at once. */
#define C2D_MOVER_MAX_TOUCHES 8

/* The shape at an offset from the start of the legs. Each coordinate is the sum of the start's and the offset's,
 * rounded once, however many legs led to it. */
typedef struct c2d_pose {
    c2d_vec offset;
    c2d_shape shape;
    c2d_rect rect;
    c2d_vec *storage; /* for more than C2D_INLINE_VERTICES vertices */
} c2d_pose;

/* A surface that the mover is in contact with. */
typedef struct c2d_touch {
    c2d_obstacle obstacle;
    c2d_hit hit;
    bool reported;
} c2d_touch;

/* A hit of a leg: the index of the obstacle among the nearby ones. */
typedef struct c2d_encounter {
    size_t index;
    c2d_hit hit;
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

typedef struct c2d_mover {
    const c2d_shape *start; /* as given, or as depenetrated */
    const c2d_rect *rect;   /* NULL: the shape is its vertices */
    c2d_pose poses[3], *pose, *trial;
    c2d_vec *cast_room, *sweep_room;
    c2d_find_obstacles *find_obstacles;
    void *context;
    c2d_obstacles nearby;
    c2d_mover_result *result;
    c2d_ignored ignored;
    bool surrounded;        /* while a thin mover is pushed out of obstacles that only surround it together */
    c2d_vec goal;           /* the offset at the end of an undeflected motion */
    c2d_vec wanted, motion; /* the rest of the motion before the touches deflect it, and after */
    c2d_undeflected wanted_undeflected, motion_undeflected;
    double time;
    double search_length; /* of the first part of a motion along which obstacles are looked up */
    c2d_touch touches[C2D_MOVER_MAX_TOUCHES];
    int touch_count;
    c2d_encounter *met; /* at the stop of this leg */
    size_t met_count, met_capacity;
    c2d_grazes grazes;         /* of a mover without interior */
    const c2d_shape **touched; /* room for all nearby obstacles */
    size_t touched_capacity;
    bool out_of_memory; /* while it looked for gaps */
    uint32_t *passed;   /* items passed through, sorted by number */
    size_t passed_count, passed_capacity;
} c2d_mover;

/* Appends an item and returns the list, which may have moved. NULL leaves the list as it was. */
static inline void *c2d_list_append(void *list, size_t *count, size_t *capacity, const void *item, size_t size)
{
    char *larger = c2d_list_reserve(list, *count, capacity, size);
    if (larger)
        memcpy(larger + size * (*count)++, item, size);
    return larger;
}

static inline double c2d_length_of(c2d_vec v) { return sqrt(c2d_dot(v, v)); }

static inline bool c2d_mover_blocks(const c2d_obstacle *o)
{
    return o->response == C2D_SLIDE || o->response == C2D_STOP || o->response == C2D_BOUNCE;
}

/* Whether several obstacles may block the mover together. */
static inline bool c2d_mover_is_thin(const c2d_mover *m) { return m->start->radius == 0 && m->start->count <= 2; }

static inline c2d_vec c2d_mover_offset(const c2d_mover *m, c2d_vec d) { return c2d_add(m->pose->offset, d); }

/* ---- mover_state.c ---- */

/* Sets the trial pose to that at an offset. An error if the shape leaves the domain. */
c2d_status c2d_mover_try(c2d_mover *m, c2d_vec offset);
/* Makes the trial pose the current one. */
void c2d_mover_accept(c2d_mover *m);
/* Moves to an offset and records it as a stop. */
c2d_status c2d_mover_advance(c2d_mover *m, c2d_vec offset);
c2d_status c2d_mover_add_met(c2d_mover *m, const c2d_encounter *e);
c2d_status c2d_mover_report(c2d_mover *m, const c2d_obstacle *o, const c2d_hit *hit, double time);
/* Bounds the coordinates of s in one of the poses, the offset, and the numbers of a rectangle. */
double c2d_mover_scale_of(const c2d_mover *m, const c2d_shape *s);
/* The scale of the current pose and a motion. */
double c2d_mover_scale(const c2d_mover *m, c2d_vec motion);

/* ---- mover_hits.c ---- */

/* Looks up every obstacle that s may hit along d. */
c2d_status c2d_mover_look_up(c2d_mover *m, const c2d_shape *s, c2d_vec d);
/* Whether the shape hits an obstacle along d from the current pose. */
bool c2d_mover_cast(const c2d_mover *m, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit);
/* The nearby obstacle that blocks the motion d first; the number of nearby obstacles if none does. */
size_t c2d_mover_first_hit(c2d_mover *m, c2d_vec d, c2d_hit *first);
/* As c2d_mover_first_hit, with a lookup. */
c2d_status c2d_mover_find_first(c2d_mover *m, c2d_encounter *first);
/* Whether the sweep to an offset overlaps no nearby obstacle that is not ignored, exactly; otherwise *blocker is the
 * first one. True for an offset out of the domain, which c2d_mover_advance refuses. */
bool c2d_mover_is_clear_to(c2d_mover *m, c2d_vec offset, c2d_encounter *blocker);
/* Reports each obstacle with C2D_PASS that a leg meets, once, in order of time. The leg takes the part t of the
 * motion. */
c2d_status c2d_mover_report_passed(c2d_mover *m, c2d_vec leg, double t);

/* ---- mover_union.c ---- */

/* Makes room for the grazes of all nearby obstacles, so that the functions below cannot fail. */
c2d_status c2d_mover_reserve_grazes(c2d_mover *m);
/* The hits of obstacles that block the motion d together, and the sweep to the trial pose: the first ones of m->grazes,
 * in order, with the index of the obstacle as key. Returns their number. */
size_t c2d_mover_hits_together(c2d_mover *m, c2d_vec d);
size_t c2d_mover_hits_together_to_trial(c2d_mover *m);
/* Whether what blocks surrounds a mover that is a point, though it may overlap none of it. A segment that fits exactly
 * between two walls counts as free, like a box in a slot. */
bool c2d_mover_is_surrounded(c2d_mover *m, const c2d_pose *pose);
/* Whether the trial pose of a thin mover is at a pinch: what it touches anew divides the ways from there. A stop there
 * could lead to the other side. */
bool c2d_mover_is_pinched(c2d_mover *m);

/* ---- mover_stop.c ---- */

/* The coordinate of the offset at which a shape is flush with the face of an obstacle across an axis, on its greater
 * (side 1) or lesser (-1) side, rounded once. */
double c2d_mover_flush(const c2d_shape *start, const c2d_shape *o, bool x_axis, double side);
/* The offset after the part t of the motion. An undeflected motion ends at the goal, to the bit. */
c2d_vec c2d_mover_offset_at(const c2d_mover *m, double t);
/* The offset of a stop after at most *t of the motion, to which the sweep is clear. *blocker: the first obstacle hit,
 * or the one that made the leg shorter. */
c2d_vec c2d_mover_stop_before(c2d_mover *m, double *t, c2d_encounter *blocker);

/* ---- mover_deflect.c ---- */

/* Responds to the obstacles met at a stop: deflects the motion and reports the touches that did it. stood: the leg had
 * no length. *done: the motion is over. */
c2d_status c2d_mover_respond(c2d_mover *m, bool stood, bool *done);

/* ---- depenetrate.c ---- */

/* Pushes the shape out of the obstacles that it overlaps, the shortest way that is found and no farther than max_push
 * (see c2d_mover_options). Without a way out the shape stays and the result is stuck; if the motion leads no deeper
 * into any of them, the legs may run nevertheless, and m->ignored says so. */
c2d_status c2d_mover_depenetrate(c2d_mover *m, double max_push);

#endif
