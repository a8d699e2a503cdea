/* The pairs of discs in neighbouring cells, row by row. Single-precision distances decide most pairs, the
 * floating-point filter of c2d_relate most others, and c2d_relate itself the rest. */
#ifndef C2D_DISC_ROWS_H
#define C2D_DISC_ROWS_H

#include "disc_strips.h"

#define C2D_DISC_PAIRS_AT_ONCE 1024

/* Pairs that have not been visited yet, and doubtful ones, which the discs decide. */
typedef struct c2d_disc_hits {
    const c2d_disc *discs;
    bool touching;
    c2d_visit_pairs *visit;
    void *context;
    float margin;   /* of the distances in single precision */
    bool ended;     /* by a visit */
    uint64_t found; /* and visited */
    uint32_t count, doubtful_count;
    c2d_index_pair pairs[C2D_DISC_PAIRS_AT_ONCE], doubtful[C2D_DISC_PAIRS_AT_ONCE];
} c2d_disc_hits;

/* Sets what follows from the cells and empties the lists. The first four fields are the caller's. */
void c2d_disc_hits_open(c2d_disc_hits *h, const c2d_disc_cells *g);
/* Adds the pair, if its discs meet; makes room first. False if a visit ends the search. */
bool c2d_disc_hits_try(c2d_disc_hits *h, uint32_t i, uint32_t j);
/* Visits all pairs that are left. */
void c2d_disc_hits_visit_rest(c2d_disc_hits *h);

/* Which discs of its own cell a disc is tested against. */
typedef enum c2d_own_cell { C2D_LATER_DISCS, C2D_ALL_DISCS, C2D_NO_DISCS } c2d_own_cell;

/* Discs of a row, and others in the same row and in the next one. */
typedef struct c2d_disc_row {
    const c2d_disc_strip *strip;
    uint32_t from, to; /* discs of the strip */
    const c2d_disc_strip *own, *next;
    const uint32_t *start, *below; /* by column: the first disc of its cell in own, and in next */
    int cell_bits;
    c2d_own_cell own_cell;
} c2d_disc_row;

/* Tests each disc against those of its own cell, of the next cell in the row, and of three cells in the next row. False
 * if a visit ends the search. All versions visit the same pairs in the same order. */
typedef bool c2d_disc_row_search(c2d_disc_hits *h, const c2d_disc_row *r);

c2d_disc_row_search c2d_disc_row_search_portable;
/* The fastest one of this machine. */
c2d_disc_row_search *c2d_disc_row_search_fastest(void);

#endif
