/* A region with horizontal and vertical borders, in ranks of coordinates. merge_boxes.c makes the region, partition.c
 * cuts it into boxes, and chords.c chooses the cuts. */
#ifndef C2D_PARTITION_H
#define C2D_PARTITION_H

#include "../../include/collide2d.h"

/* Flags of the solid quadrants around a point. "Above" is at the lesser y. */
enum { C2D_ABOVE_LEFT = 1, C2D_ABOVE_RIGHT = 2, C2D_BELOW_LEFT = 4, C2D_BELOW_RIGHT = 8, C2D_ALL_AROUND = 15 };

/* A corner of the region: one, three, or two opposite quadrants are solid. */
typedef struct c2d_corner {
    uint32_t line, at; /* ranks of y and x */
    uint32_t solid;
} c2d_corner;

typedef struct c2d_corners {
    c2d_corner *list;
    size_t count, capacity;
} c2d_corners;

/* A box, in ranks. */
typedef struct c2d_rank_box {
    uint32_t min_x, min_y, max_x, max_y;
} c2d_rank_box;

typedef struct c2d_rank_boxes {
    c2d_rank_box *list;
    size_t count, capacity;
} c2d_rank_boxes;

/* Cuts the region into the least number of boxes, in order of min_y, then min_x. The boxes do not overlap. corners: all
 * corners of the region, in order of line, then at, with line < lines and at < positions; both counts are below 2^31.
 * The caller frees out->list, also after an error. */
c2d_status c2d_partition_region(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t positions,
                                c2d_rank_boxes *out);

/* A cut: a segment of a line through the region, from one concave corner to another. */
typedef struct c2d_chord {
    uint32_t line, from, to;
    uint32_t ends[2]; /* indices of the corners */
} c2d_chord;

/* Chooses the largest possible set of chords that do not meet, ends included, and prefers rows. row_chosen and
 * column_chosen receive 1 or 0 for each chord. Rows are in order of line and disjoint; columns too. The lines of
 * columns are below positions. */
c2d_status c2d_independent_chords(const c2d_chord *rows, uint32_t row_count, const c2d_chord *columns,
                                  uint32_t column_count, uint32_t positions, uint8_t *row_chosen,
                                  uint8_t *column_chosen);

#endif
