/* The rows that a column crosses, for searches that visit each row once and remove it. */
#ifndef C2D_CHORD_CROSSINGS_H
#define C2D_CHORD_CROSSINGS_H

#include "partition.h"
#include "../exact/radix_sort.h"
#include "../exact/rank_set.h"

/* A small number of crossings is listed by column. The number may be quadratic in the chords, so otherwise a segment
 * tree over the positions stores each row in the nodes that make up its extent. The rows across a position are in its
 * leaf and the ancestors of that leaf. */
typedef struct c2d_crossings {
    const c2d_chord *rows, *columns;
    uint32_t row_count, column_count, positions;
    bool listed;
    uint8_t *taken;        /* by row: 1 if it is not available */
    const uint32_t *level; /* by row, or NULL: see c2d_crossings_restore */
    size_t *start;         /* first slot of each column or node, and the end */
    uint32_t *row;         /* by slot */
    size_t *cursor;        /* listed: by column, the slot of its search */
    size_t *row_start;     /* listed: first slot of each row, and the end */
    uint32_t *column;      /* listed: by slot of a row */
    uint64_t *key;         /* tree: by slot, the level and line of the row; ascending within a node */
    size_t *skip;          /* tree: by slot, a link toward the next available slot */
    c2d_radix_item *order, *spare;
} c2d_crossings;

/* Requires rows, columns, their counts and positions, as for c2d_independent_chords. Must be closed, also after an
 * error. */
c2d_status c2d_crossings_open(c2d_crossings *x);
void c2d_crossings_close(c2d_crossings *x);

/* Makes all rows available again; with levels, only the rows whose level is not 0. The levels must stay valid until the
 * next restore. */
void c2d_crossings_restore(c2d_crossings *x, const uint32_t *level);
/* Restarts the search of a column. Call it before the first c2d_crossings_take of a column, and after a restore. */
static inline void c2d_crossings_rewind(c2d_crossings *x, uint32_t column)
{
    if (x->listed)
        x->cursor[column] = x->start[column];
}
/* Removes and returns an available row that the column crosses, or C2D_NULL_INDEX. Levels: only a row of that level. */
uint32_t c2d_crossings_take(c2d_crossings *x, uint32_t column, uint32_t level);

#endif
