/* The area of a union of outlines. union_cells.c divides the plane into cells with few outlines each; union_slabs.c
 * measures a cell. */
#ifndef C2D_UNION_AREA_H
#define C2D_UNION_AREA_H

#include "border.h"

/* A compensated sum, which keeps the rounding errors of its additions. */
typedef struct c2d_area_sum {
    double sum, rest;
} c2d_area_sum;

void c2d_area_add(c2d_area_sum *sum, double area);

/* The outlines that reach into a cell; the cell is within the bounds of all outlines. */
typedef struct c2d_area_cell {
    const c2d_outline *outlines;
    const uint32_t *members;
    size_t count;
    c2d_bounds box;
} c2d_area_cell;

/* The part of a column that an outline covers, from a lower to an upper curve. */
typedef struct c2d_column_span {
    double low, high; /* in the middle of the column */
    const c2d_curve *lower, *upper;
} c2d_column_span;

/* A growing list of numbers. */
typedef struct c2d_number_list {
    double *numbers;
    size_t count, capacity;
} c2d_number_list;

/* Working memory for cells. */
typedef struct c2d_slab_room {
    c2d_column_span *spans; /* for each outline */
    c2d_number_list cuts, pending;
} c2d_slab_room;

/* Adds the area of the union inside the cell. */
c2d_status c2d_add_cell_area(const c2d_area_cell *cell, c2d_slab_room *room, c2d_area_sum *sum);
/* Adds the area of the union of outlines with these bounds. */
c2d_status c2d_add_union_area(const c2d_outline *outlines, size_t count, c2d_bounds box, c2d_area_sum *sum);

#endif
