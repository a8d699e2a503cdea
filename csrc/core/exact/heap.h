/* Heaps (Williams, 1964): the first of many in some order, and sorting without a worst case. The functions are inline,
 * so that the order is, too. */
#ifndef C2D_HEAP_H
#define C2D_HEAP_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether a comes before b. */
typedef bool c2d_precedes(const void *context, const void *a, const void *b);
/* Called with each element that gets a place. */
typedef void c2d_placed(void *context, const void *element, size_t place);

/* A list whose first element is the last in order. */
typedef struct c2d_heap {
    void *list;
    size_t size; /* of an element, at most C2D_HEAP_ELEMENT */
    c2d_precedes *precedes;
    void *context;
    c2d_placed *placed; /* NULL: nobody asks */
} c2d_heap;

#define C2D_HEAP_ELEMENT 256

static inline char *c2d_heap_at(const c2d_heap *heap, size_t i) { return (char *)heap->list + i * heap->size; }

static inline void c2d_heap_put(const c2d_heap *heap, size_t i, const void *element)
{
    memcpy(c2d_heap_at(heap, i), element, heap->size);
    if (heap->placed)
        heap->placed(heap->context, element, i);
}

/* Places an element, which is not in the list, into a heap whose place i is free, moving those above it down. */
static inline void c2d_heap_raise(const c2d_heap *heap, size_t i, const void *element)
{
    for (size_t above; i > 0 && heap->precedes(heap->context, c2d_heap_at(heap, above = (i - 1) / 2), element);
         i = above)
        c2d_heap_put(heap, i, c2d_heap_at(heap, above));
    c2d_heap_put(heap, i, element);
}

/* Places an element, which is not in the list, into a heap of `count` elements whose place i is free, moving those
 * below it up. */
static inline void c2d_heap_lower(const c2d_heap *heap, size_t count, size_t i, const void *element)
{
    for (size_t k; (k = 2 * i + 1) < count; i = k) {
        k += k + 1 < count && heap->precedes(heap->context, c2d_heap_at(heap, k), c2d_heap_at(heap, k + 1));
        if (!heap->precedes(heap->context, element, c2d_heap_at(heap, k)))
            break;
        c2d_heap_put(heap, i, c2d_heap_at(heap, k));
    }
    c2d_heap_put(heap, i, element);
}

/* Adds an element to a heap of `count` elements that keeps the first `most` in order, and returns how many it has then.
 * There is room for one more, unless it has the most. */
static inline size_t c2d_heap_add(const c2d_heap *heap, size_t count, size_t most, const void *element)
{
    if (count < most)
        c2d_heap_raise(heap, count++, element);
    else if (count > 0 && heap->precedes(heap->context, element, heap->list))
        c2d_heap_lower(heap, count, 0, element);
    return count;
}

/* Sorts the elements of a heap, which is none afterwards. */
static inline void c2d_heap_sort(const c2d_heap *heap, size_t count)
{
    char last[C2D_HEAP_ELEMENT];
    assert(heap->size <= sizeof last);
    while (count-- > 1) {
        memcpy(last, c2d_heap_at(heap, count), heap->size);
        c2d_heap_put(heap, count, heap->list);
        c2d_heap_lower(heap, count, 0, last);
    }
}

/* Sorts a list in any order. */
static inline void c2d_heap_sort_list(const c2d_heap *heap, size_t count)
{
    char element[C2D_HEAP_ELEMENT];
    assert(heap->size <= sizeof element);
    for (size_t i = count / 2; i > 0; i--) {
        memcpy(element, c2d_heap_at(heap, i - 1), heap->size);
        c2d_heap_lower(heap, count, i - 1, element);
    }
    c2d_heap_sort(heap, count);
}

#endif
