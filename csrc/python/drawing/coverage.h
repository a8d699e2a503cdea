/* The coverage of pixels by the inside of outlines: which share of each pixel they cover. Coordinates are pixels from
 * the top left corner of the picture; outlines may extend beyond it. For pictures only: nothing here is exact. */
#ifndef C2D_COVERAGE_H
#define C2D_COVERAGE_H

#include "../../include/collide2d.h"

typedef struct coverage {
    int width, height;
    /* Rows of width + 2 numbers, all 0 at first: the share that a pixel has more than its left neighbour. */
    float *steps;
} coverage;

/* Adds the inside of the hull of the core, grown by r >= 0; negative if sign is -1. */
void c2d_cover_grown(coverage *c, const c2d_vec *core, size_t count, double r, int sign);
/* Adds the points of a polygon that are deeper than d >= 0. room: for 2 (count + 4) vectors. */
void c2d_cover_inset(coverage *c, const c2d_vec *core, size_t count, double d, int sign, c2d_vec *room);
/* Writes 4 bytes a pixel: of each pixel the color, but for its last byte, which is multiplied by the share. */
void c2d_cover_pixels(const coverage *c, const uint8_t color[4], uint8_t *out);

#endif
