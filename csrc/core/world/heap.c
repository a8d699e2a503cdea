/* Heaps of elements whose order depends on the world, and sorting by them (Williams, 1964). */
#include "world.h"

static char *element(const c2d_heap *heap, size_t i) { return (char *)heap->list + i * heap->size; }

static bool precedes(const c2d_heap *heap, size_t i, size_t k)
{
    return heap->precedes(heap->world, element(heap, i), element(heap, k));
}

static void exchange(const c2d_heap *heap, size_t i, size_t k)
{
    char kept[C2D_HEAP_ELEMENT];
    memcpy(kept, element(heap, i), heap->size);
    memcpy(element(heap, i), element(heap, k), heap->size);
    memcpy(element(heap, k), kept, heap->size);
}

void c2d_heap_raise(const c2d_heap *heap, size_t i)
{
    for (; i > 0 && precedes(heap, (i - 1) / 2, i); i = (i - 1) / 2)
        exchange(heap, i, (i - 1) / 2);
}

static void lower_element(const c2d_heap *heap, size_t count, size_t i)
{
    for (size_t k; (k = 2 * i + 1) < count; i = k) {
        k += k + 1 < count && precedes(heap, k, k + 1);
        if (!precedes(heap, i, k))
            return;
        exchange(heap, i, k);
    }
}

void c2d_heap_lower(const c2d_heap *heap, size_t count) { lower_element(heap, count, 0); }

void c2d_heap_sort(const c2d_heap *heap, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        lower_element(heap, count, i - 1);
    for (; count > 1; count--) {
        exchange(heap, 0, count - 1);
        lower_element(heap, count - 1, 0);
    }
}

static bool id_precedes(const c2d_world *world, const void *a, const void *b)
{
    return world->items[*(const uint32_t *)a].serial < world->items[*(const uint32_t *)b].serial;
}

void c2d_sort_ids(const c2d_world *world, uint32_t *ids, size_t count)
{
    c2d_heap heap = {ids, sizeof *ids, id_precedes, world};
    c2d_heap_sort(&heap, count);
}
