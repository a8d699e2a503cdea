/* The best of many by rank: a heap with the last in order at its top, where a better one replaces it. An element is any
 * struct that begins with a c2d_rank. */
#ifndef C2D_RANKED_HEAP_H
#define C2D_RANKED_HEAP_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The least value first, and of equal ones the least key. */
typedef struct c2d_rank {
    double value;
    uint64_t key;
} c2d_rank;

/* Elements are not larger than this. */
#define C2D_RANKED_MOST 256

static inline int c2d_compare_ranks(const void *a, const void *b)
{
    const c2d_rank *p = a, *q = b;
    int order = (p->value > q->value) - (p->value < q->value);
    return order ? order : (p->key > q->key) - (p->key < q->key);
}

/* Whether an element of the heap comes before another one. */
static inline bool c2d_ranks_before(const char *a, const char *b) { return c2d_compare_ranks(a, b) < 0; }

/* Places an element into a heap whose place i is free, moving those above it down. */
static inline void c2d_ranked_sift_up(void *heap, size_t size, size_t i, const void *element)
{
    char *list = heap;
    for (size_t above; i > 0 && c2d_ranks_before(list + (above = (i - 1) / 2) * size, element); i = above)
        memcpy(list + i * size, list + above * size, size);
    memcpy(list + i * size, element, size);
}

/* Places an element into a heap of `count` elements whose place i is free, moving those below it up. */
static inline void c2d_ranked_sift_down(void *heap, size_t size, size_t count, size_t i, const void *element)
{
    char *list = heap;
    for (size_t k; (k = 2 * i + 1) < count; i = k) {
        k += k + 1 < count && c2d_ranks_before(list + k * size, list + (k + 1) * size);
        if (!c2d_ranks_before(element, list + k * size))
            break;
        memcpy(list + i * size, list + k * size, size);
    }
    memcpy(list + i * size, element, size);
}

/* Adds an element to a heap of `count` elements that keeps the best `most`, and returns how many it has then. There is
 * room for one more, unless it has the most. */
static inline size_t c2d_ranked_add(void *heap, size_t size, size_t count, size_t most, const void *element)
{
    if (count < most)
        c2d_ranked_sift_up(heap, size, count++, element);
    else if (count > 0 && c2d_ranks_before(element, heap))
        c2d_ranked_sift_down(heap, size, count, 0, element);
    return count;
}

/* Sorts the elements of a heap, which is none afterwards. */
static inline void c2d_ranked_sort(void *heap, size_t size, size_t count)
{
    char *list = heap, last[C2D_RANKED_MOST];
    assert(size <= sizeof last);
    while (count-- > 1) {
        memcpy(last, list + count * size, size);
        memcpy(list + count * size, list, size);
        c2d_ranked_sift_down(list, size, count, 0, last);
    }
}

#endif
