/* A stable radix sort of items by a 64-bit key. */
#ifndef C2D_RADIX_SORT_H
#define C2D_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

typedef struct c2d_radix_item {
    uint64_t key;
    uint32_t value;
} c2d_radix_item;

/* Sorts the list by key in O(n), one byte at a time. Equal keys keep their order. spare: room for n items. */
void c2d_radix_sort(c2d_radix_item *list, size_t n, c2d_radix_item *spare);
/* A key that orders doubles by value. x is neither NaN nor -0. */
uint64_t c2d_radix_key(double x);

#endif
