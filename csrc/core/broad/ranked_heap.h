/* The best of many by rank. An element is any struct that begins with a c2d_rank. */
#ifndef C2D_RANKED_HEAP_H
#define C2D_RANKED_HEAP_H

#include "../exact/heap.h"

#include <stdint.h>

/* The least value first, and of equal ones the least key. */
typedef struct c2d_rank {
    double value;
    uint64_t key;
} c2d_rank;

static inline int c2d_compare_ranks(const void *a, const void *b)
{
    const c2d_rank *p = a, *q = b;
    int order = (p->value > q->value) - (p->value < q->value);
    return order ? order : (p->key > q->key) - (p->key < q->key);
}

static inline bool c2d_ranks_before(const void *context, const void *a, const void *b)
{
    (void)context;
    return c2d_compare_ranks(a, b) < 0;
}

/* As c2d_heap_add and c2d_heap_sort, in the order of the ranks. */
static inline size_t c2d_ranked_add(void *list, size_t size, size_t count, size_t most, const void *element)
{
    c2d_heap heap = {list, size, c2d_ranks_before, NULL, NULL};
    return c2d_heap_add(&heap, count, most, element);
}
static inline void c2d_ranked_sort(void *list, size_t size, size_t count)
{
    c2d_heap heap = {list, size, c2d_ranks_before, NULL, NULL};
    c2d_heap_sort(&heap, count);
}

#endif
