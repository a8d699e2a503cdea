/* A region bounded by horizontal and vertical lines, in ranks: what merge.c hands to partition.c, and that to chords.c.
 */
#ifndef C2D_PARTITION_H
#define C2D_PARTITION_H

#include "../../include/collide2d.h"

/* Which of the four quarters about a point are solid. "Above" is at the lesser y. */
enum { C2D_ABOVE_LEFT = 1, C2D_ABOVE_RIGHT = 2, C2D_BELOW_LEFT = 4, C2D_BELOW_RIGHT = 8, C2D_ALL_AROUND = 15 };

/* A corner of the region: one or three quarters are solid, or two that are opposite. */
typedef struct c2d_corner {
    uint32_t line, at; /* y and x */
    uint32_t solid;
} c2d_corner;

typedef struct c2d_corners {
    c2d_corner *list;
    size_t count, capacity;
} c2d_corners;

/* A box from rank to rank. */
typedef struct c2d_cell {
    uint32_t min_x, min_y, max_x, max_y;
} c2d_cell;

typedef struct c2d_cells {
    c2d_cell *list;
    size_t count, capacity;
} c2d_cells;

/* The least number of boxes that make up the region, none overlapping, by min_y, then min_x. The corners are all that
 * it has, in order of line, then at; their ranks are below lines and places, which are below 2^31. out->list is to be
 * freed in any case. */
c2d_status c2d_partition_region(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t places, c2d_cells *out);

/* A segment of a line from one concave corner to another, through the region. */
typedef struct c2d_chord {
    uint32_t line, from, to;
    uint32_t ends[2]; /* the corners, by their number */
} c2d_chord;

/* As many chords as possible no two of which meet: row_chosen and column_chosen, an entry for each. Rows are in order
 * of line and disjoint, and so are columns; ends are points like any other. Rows are preferred. places: the ranks of
 * the lines of columns are below that. */
c2d_status c2d_independent_chords(const c2d_chord *rows, uint32_t row_count, const c2d_chord *columns,
                                  uint32_t column_count, uint32_t places, uint8_t *row_chosen, uint8_t *column_chosen);

#endif
