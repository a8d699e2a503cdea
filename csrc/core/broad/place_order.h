/* An order of places in which neighbours come near each other. */
#ifndef C2D_PLACE_ORDER_H
#define C2D_PLACE_ORDER_H

#include "../../include/collide2d.h"

/* The place of one of many things; it may be NaN. */
typedef c2d_vec c2d_place_of(const void *context, uint32_t i);
/* Writes all numbers below n. False if there is no memory. */
bool c2d_place_order(c2d_place_of *place, const void *context, uint32_t n, uint32_t *order);

#endif
