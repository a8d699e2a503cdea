/* What the files that loop over elements share: planes, blocks, and the answer of an element. */
#ifndef C2D_BATCH_LOOPS_H
#define C2D_BATCH_LOOPS_H

#include "filter.h"

#include <string.h>

/* A plane is the two innermost axes, walked in blocks. Jobs of fewer axes have planes of length 1. */
typedef struct plane {
    ptrdiff_t rows, columns;
    ptrdiff_t down[STREAMS], across[STREAMS];
    char *data[STREAMS];
} plane;

/* The addresses of a block's elements. */
typedef struct block {
    int count;
    char *data[STREAMS];
    const ptrdiff_t *step;
    const uint16_t *place; /* of each element; NULL: one after the other */
} block;

static inline char *element_at(const block *b, int stream, int i)
{
    return b->data[stream] + (b->place ? b->place[i] : i) * b->step[stream];
}

static inline void block_at(const plane *p, ptrdiff_t row, ptrdiff_t column, int count, block *out)
{
    out->count = count;
    out->step = p->across;
    out->place = NULL;
    for (int s = 0; s < STREAMS; s++)
        out->data[s] = p->data[s] + row * p->down[s] + column * p->across[s];
}

/* The answer of a verb for a relation: 1, 0 or -1. */
static inline int8_t answer_of(array_verb verb, int relation)
{
    switch (verb) {
    case DO_COLLIDES: return relation >= 0;
    case DO_OVERLAPS: return relation > 0;
    case DO_TOUCHES: return relation == 0;
    default: return (int8_t)relation;
    }
}

static inline void write_number(char *at, double value) { memcpy(at, &value, sizeof value); }

static inline void write_vector(char *at, ptrdiff_t component, c2d_vec v)
{
    write_number(at, v.x);
    write_number(at + component, v.y);
}

/* Writes element i of outputs that are vectors, from the first output on. */
static inline void write_two_vectors(const job *j, const block *at, int i, const c2d_vec v[2])
{
    for (int k = 0; k < 2; k++)
        write_vector(element_at(at, FIRST_OUT + k, i), j->component[k], v[k]);
}

/* Shapes of this many rows of both operands fit the first-level cache. */
#define SHAPES_AT_ONCE 64

/* The shapes of a block. */
typedef struct made_rows {
    row_shape own[SHAPES_AT_ONCE];
    const row_shape *first; /* NULL: the operand is a body */
    int step;               /* 0: one shape for all elements */
    vertex_room room;
} made_rows;

/* Drops axes of length 1 and joins axes that every stream walks as one, so that the inner loops are long. */
void simplify_axes(job *j);

/* Rows of mixed kinds are answered in the order of the kinds of both operands, this many at once: processors predict
 * what comes, and the answers take up to half the time. */
#define ORDERED 2048

static inline bool has_mixed_rows(const job *j)
{
    return j->operand[0].format.kind == ROW_MIXED || j->operand[1].format.kind == ROW_MIXED;
}

/* Sorts the places of elements by the kinds of both operands, those of equal kinds by their place. */
void order_by_kinds(const job *j, const block *at, uint16_t *place, int count);

/* Finds and writes the contact of element i. */
void contact_of_rows(const job *j, const block *at, int i, const row_shape *s, const row_shape *t);
/* Write the contact or hit of element i; NULL: there is none. */
void write_contact(const job *j, const block *at, int i, const c2d_contact *contact);
void write_hit(const job *j, const block *at, int i, const c2d_hit *hit);
/* The masses of both operands in element i: x and y. */
c2d_vec masses_at(const job *j, const block *at, int i);
/* Why the moves of an element end the job; NO_FAULT if they do not. */
job_fault fault_of_moves(job *j, const block *at, int i, c2d_status status);
/* Room for what moves shapes of that many vertices, or the job's single shape or body, as the core asks for it: NULL if
 * it needs none. False: no memory. */
bool room_of_job(job *j, size_t vertices, c2d_vec **room);
/* How a shape goes: by a motion, and by an angle in degrees about a point (DO_TURN). */
typedef struct path {
    c2d_vec motion, about;
    double angle;
    bool has_about; /* otherwise about its pivot or centre */
} path;

/* The path of element i. */
path path_at(const job *j, const block *at, int i);
/* Why the path of an element ends the job; NO_FAULT if it does not. */
job_fault fault_of_path(job *j, const block *at, int i, const path *way, c2d_status status);

/* ---- solids.c ---- */

/* The answers of a block of which an operand is a body. */
job_fault answer_solids(job *j, const made_rows *a, const made_rows *b, const block *at);

/* ---- blocks.c ---- */

/* One operand of a filtered plane. */
typedef struct filter_operand {
    const job_operand *operand;
    core_kind core;
    int in;
    bool fixed;    /* all rows of the plane have these elements */
    bool by_rows;  /* the kernel reads rows, not columns */
    bool ordinary; /* the columns are in the domain */
    block_columns columns;
} filter_operand;

typedef struct filtered_plane {
    filter_kernel *kernel;
    answer_table table;
    filter_operand a, b; /* b may be the job's first operand */
    vertex_room room;    /* of polygons among mixed rows */
} filtered_plane;

/* Prepares the filter for planes of this shape; false if it has no kernel for them. */
bool set_filtered_plane(const job *j, const plane *p, filtered_plane *out);
job_fault run_filtered_plane(job *j, const plane *p, filtered_plane *f);

#endif
