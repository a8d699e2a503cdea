/* Space.slide, Space.try_slide and Space.turn: what their files share.
 *
 * slide.c: slide and try_slide / turn.c: turn / slide_obstacles.c: which items the mover meets, and the filter /
 * slide_result.c: the Move.
 */
#ifndef C2D_SLIDE_H
#define C2D_SLIDE_H

#include "../queries/queries.h"

/* An item that came near the mover, with the shape that it had then. The filter is called once for each. */
typedef struct candidate {
    entry *entry; /* owned references */
    PyObject *shape;
    c2d_response response;
} candidate;

/* A piece of an item, found by a lookup: its own reference to the entry and the shape, once the lookup is done. */
typedef struct near_piece {
    uint64_t key;
    entry *entry;
    PyObject *shape;
    uint32_t piece;
} near_piece;

/* One call of slide or try_slide. */
typedef struct slide_run {
    const char *function; /* the name of the method */
    space_object *space;
    query *query;          /* the mover, and what it meets */
    bool asks_query;       /* the exclude and filter of the query say what blocks */
    PyObject *subject;     /* the first argument of the filter */
    PyObject *filter;      /* NULL: response applies to all */
    c2d_response response; /* of the call */
    c2d_mover_options options;
    PyObject *turn;        /* the Turn before the slide, or NULL: a borrowed reference */
    uint64_t number;       /* of this run in the space */
    bool among_others;     /* other slides were going on when it began: they may take what its entries remember */
    candidate *candidates; /* c2d_obstacle.item and c2d_mover_hit.item are indices of this list */
    size_t candidate_count, candidate_capacity;
    near_piece *found; /* the result of the last tree query, */
    size_t found_count, found_capacity;
    c2d_bounds box;             /* which was about this box, */
    const c2d_turn_parts *part; /* and what may be hit in this part of a turn, unless it is NULL, */
    double limit;               /* up to this t */
    bool raised;                /* an error is set */
} slide_run;

/* slide_obstacles.c */

/* False, without an error set, if the object is not the name of a response. */
bool response_from(PyObject *object, c2d_response *out);
/* Sets the error for what is not a response; false. */
bool refuse_response(const slide_run *run, const char *what, const char *or_else, PyObject *object);
/* A c2d_find_obstacles for a slide_run. */
c2d_status gather_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles);
void release_candidates(slide_run *run);

/* slide.c */

/* A Move, of a shape that moves; NULL with an error set. It changes nothing in the space. */
PyObject *run_mover(const module_state *state, slide_run *run, PyObject *shape, c2d_vec motion, const signature *s,
                    const arguments *a);
/* Reads max_push; false with an error set. */
bool read_max_push(const slide_run *run, PyObject *object, double *out);

/* turn.c */

/* The Turn of a shape, and in *last the last shape, a new reference; NULL with an error set. It changes nothing in the
 * space. start: a reference of the caller's. */
PyObject *run_turn(const module_state *state, slide_run *run, PyObject *start, double angle, const c2d_vec *about,
                   PyObject **last, const signature *s, const arguments *a);

/* slide_result.c */

/* A hit, with the pieces of bodies that met; NULL with an error set. */
PyObject *hit_of_solids(const module_state *state, PyObject *mover, PyObject *shape, const c2d_mover_hit *m);

/* A Move; NULL with an error set. shape: that of the mover at the start. */
PyObject *move_of_result(const module_state *state, const slide_run *run, PyObject *shape,
                         const c2d_mover_result *result, const signature *s, const arguments *a);

#endif
