/* Which rows a column crosses, for searches that meet each row once: they take rows out one by one. */
#ifndef C2D_CROSSINGS_H
#define C2D_CROSSINGS_H

#include "partition.h"
#include "../exact/ranks.h"

/* If few cross they are listed, column by column. Otherwise, as they may be as many as the square of the chords, rows
 * are in a segment tree over the places: each is in the nodes that make up its extent, so a place has the rows over it
 * in the nodes above it. */
typedef struct c2d_crossings {
    const c2d_chord *rows, *columns;
    uint32_t row_count, column_count, places;
    bool listed;
    uint8_t *taken;        /* by row */
    const uint32_t *level; /* by row, or NULL: see restore */
    size_t *start;         /* of each column's or node's slots, one more for the end */
    uint32_t *row;         /* by slot */
    size_t *cursor;        /* listed: by column, where its search is */
    size_t *row_start;     /* listed: of each row's slots, one more for the end */
    uint32_t *column;      /* listed: by such a slot */
    uint64_t *key;         /* in a tree: by slot, the level and line of the row, in order within a node */
    size_t *skip;          /* in a tree: by slot, the next one that may not be taken */
    c2d_radix_item *order, *spare;
} c2d_crossings;

/* Rows and columns as c2d_independent_chords has them; To be closed in any case. */
c2d_status c2d_crossings_open(c2d_crossings *x);
void c2d_crossings_close(c2d_crossings *x);

/* Makes all rows available again. If levels are given they must stay until the next restore, and only rows whose level
 * is not 0 are. */
void c2d_crossings_restore(c2d_crossings *x, const uint32_t *level);
/* Before a column is asked; again, only if rows have become available. */
static inline void c2d_crossings_enter(c2d_crossings *x, uint32_t column)
{
    if (x->listed)
        x->cursor[column] = x->start[column];
}
/* Takes out an available row that the column crosses, at that level if levels were given; C2D_NULL_INDEX: there is
 * none.
 */
uint32_t c2d_crossings_take(c2d_crossings *x, uint32_t column, uint32_t level);

#endif
