/* The items that block a point or a thin segment together, and those that it only touches: a search collects the
 * members that do not stop the shape on their own, and at the end the core's rule for unions decides about them. */
#ifndef C2D_UNION_SEARCH_H
#define C2D_UNION_SEARCH_H

#include "../periodic/periods.h"
#include "../shape/shape.h"

#include <math.h>

/* What may block the sweep of the shape together. It is found with the first member, so that a search that meets none
 * pays nothing. */
typedef enum c2d_union_kind {
    C2D_UNION_UNKNOWN,
    C2D_UNION_NONE,     /* nothing: the sweep has an interior */
    C2D_UNION_AT_START, /* what surrounds the shape at the start: the sweep leads along no line, as at rest */
    C2D_UNION_OF_SWEEP  /* that, and what is on both sides of the way */
} c2d_union_kind;

typedef struct c2d_union_member {
    const c2d_shape *shape;
    uint64_t order; /* of several that are hit at once, the least comes first, */
    uint32_t item;  /* and of those with the same order, the least of these, */
    c2d_cell image; /* and of the images of one item, the least; {0, 0}, unless the caller sets it */
    bool is_around; /* the shape touches it at the start */
    bool is_hit;    /* the caller has a hit of it: it is only a member because it is around the shape */
    bool is_met;    /* it is a hit even where it is only touched, and `hit` is set, */
    bool is_part;   /* unless the hit of what blocks the way together counts instead */
    c2d_hit hit;
} c2d_union_member;

typedef struct c2d_union_search {
    const c2d_shape *shape;
    const c2d_rect *rect;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_union_kind kind;
    c2d_thin_sweep sweep; /* C2D_UNION_OF_SWEEP */
    c2d_grazes grazes;    /* their keys are indices of members */
    c2d_union_member *members;
    size_t count, capacity;
    double ahead[2];    /* the least `first` above 0 of the grazes of each side; C2D_NEVER: none */
    double touch_limit; /* the t of the first hit of a member that is_met; C2D_NEVER: none */
} c2d_union_search;

/* A motion of (0, 0) asks what surrounds the shape where it is. */
void c2d_union_search_init(c2d_union_search *u, const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion,
                           c2d_cast_options options);
void c2d_union_search_free(c2d_union_search *u);

/* Whether a member may matter: what is hit on its way does only if the shape touches it at the start. */
static inline bool c2d_union_search_wants(c2d_relation swept, const c2d_hit *hit)
{
    return swept != C2D_OVERLAPPING || (hit->t == 0 && hit->depth == 0);
}

/* Adds a member if it matters. swept: C2D_OVERLAPPING if the shape hits it on its way, and the caller reports that hit;
 * C2D_TOUCHING if it is a hit where it is only touched; otherwise C2D_APART, also if nobody has cast the shape onto it.
 * hit: of the first two. C2D_NO_MEMORY: the search must not be used any more. */
c2d_status c2d_union_search_add(c2d_union_search *u, const c2d_shape *member, uint64_t order, uint32_t item,
                                c2d_relation swept, const c2d_hit *hit);

/* The first hit is not later than this t, so later members do not matter. Without options.leaving the shape may leave
 * what it touches at the start: then only what begins ahead of it is sure to count. */
static inline double c2d_union_search_limit(const c2d_union_search *u)
{
    double blocked = u->options.leaving ? c2d_grazes_block(&u->grazes) : fmax(u->ahead[0], u->ahead[1]);
    return fmin(blocked, u->touch_limit);
}

/* Whether a search of the first items has left out members that matter. Those after `last`, the order of a hit at 0,
 * only matter with earlier ones. last: UINT64_MAX if there is no such hit. */
static inline bool c2d_union_search_is_cut(const c2d_union_search *u, uint64_t last)
{
    for (size_t i = 0; i < u->count && last < UINT64_MAX; i++)
        if (u->members[i].order <= last && !u->members[i].is_hit)
            return true;
    return false;
}
/* Removes all members. */
void c2d_union_search_restart(c2d_union_search *u);

/* Keeps the members whose order is in a sorted list. C2D_NO_MEMORY: as for c2d_union_search_add. */
c2d_status c2d_union_search_keep(c2d_union_search *u, const uint64_t *orders, size_t count);

/* Whether the members block the shape together. */
c2d_status c2d_union_search_blocks(const c2d_union_search *u, bool *blocked);

/* Reports the hits of the members that block the shape together, on its way or by surrounding it at the start, and then
 * of those that it only touches. */
typedef c2d_status c2d_report_member(void *context, const c2d_union_member *member, const c2d_hit *hit);
c2d_status c2d_union_search_report(c2d_union_search *u, c2d_report_member *report, void *context);

#endif
