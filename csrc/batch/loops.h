/* What the files that walk over elements share: planes, blocks, and the answer for an element. */
#ifndef C2D_ARRAYS_LOOPS_H
#define C2D_ARRAYS_LOOPS_H

#include "filter.h"

/* The two innermost axes, a plane, are walked in blocks; a job of fewer axes has planes of length 1. */
typedef struct plane {
    ptrdiff_t rows, columns;
    ptrdiff_t down[STREAMS], across[STREAMS];
    char *data[STREAMS];
} plane;

/* Where the elements of a block are. */
typedef struct block {
    int count;
    char *data[STREAMS];
    const ptrdiff_t *step;
} block;

static inline char *place(const block *b, int stream, int i) { return b->data[stream] + i * b->step[stream]; }

static inline void block_at(const plane *p, ptrdiff_t row, ptrdiff_t column, int count, block *out)
{
    out->count = count;
    out->step = p->across;
    for (int s = 0; s < STREAMS; s++)
        out->data[s] = p->data[s] + row * p->down[s] + column * p->across[s];
}

/* What a relation, known as 1, 0 or -1, is for the verb. */
static inline int8_t answer_of(array_verb verb, int relation)
{
    switch (verb) {
    case DO_COLLIDES: return relation >= 0;
    case DO_OVERLAPS: return relation > 0;
    case DO_TOUCHES: return relation == 0;
    default: return (int8_t)relation;
    }
}

/* Writes the contact of element i, or that there is none; s may be NULL for that. */
void put_contact(const job *j, const block *at, int i, const row_shape *s, const row_shape *t);

/* ---- arrays_blocks.c ---- */

/* One operand of a filtered plane. */
typedef struct filtered {
    const job_operand *operand;
    filter_form form;
    int in;
    bool fixed;    /* its rows are those of every row of the plane */
    bool by_rows;  /* the kernel reads them where they are */
    bool ordinary; /* the columns are in the domain */
    block_columns columns;
} filtered;

typedef struct filtered_plane {
    filter_kernel *kernel;
    answer_table table;
    filtered a, b; /* b may be the job's first operand */
} filtered_plane;

/* Whether planes like this one can be filtered. */
bool set_filtered_plane(const job *j, const plane *p, filtered_plane *out);
job_fault run_filtered_plane(job *j, const plane *p, filtered_plane *f);

#endif
