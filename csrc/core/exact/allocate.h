/* Where the core's working memory comes from: C2D_REALLOC, which a test may define as a function that fails on demand,
 * and free. */
#ifndef C2D_ALLOCATE_H
#define C2D_ALLOCATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef C2D_REALLOC
void *C2D_REALLOC(void *memory, size_t size);
#else
#define C2D_REALLOC realloc
#endif

/* A new array, not filled; NULL for lack of memory, never because nothing is asked for. */
static inline void *c2d_new_array(size_t count, size_t size)
{
    return count < PTRDIFF_MAX / size ? C2D_REALLOC(NULL, (count + 1) * size) : NULL;
}

/* The list with room for one more, grown by doubling; NULL leaves it as it was. */
static inline void *c2d_list_reserve(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    size_t room = *capacity ? 2 * *capacity : 16;
    void *grown = room < PTRDIFF_MAX / size ? C2D_REALLOC(list, room * size) : NULL;
    if (grown)
        *capacity = room;
    return grown;
}

#endif
