/* Working memory of the core. A test may define C2D_REALLOC as a function that fails on demand. */
#ifndef C2D_ALLOCATE_H
#define C2D_ALLOCATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef C2D_REALLOC
void *C2D_REALLOC(void *memory, size_t size);
#else
#define C2D_REALLOC realloc
#endif

/* A new array with undefined values, or NULL if memory is short. A count of 0 is valid. */
static inline void *c2d_new_array(size_t count, size_t size)
{
    return count < PTRDIFF_MAX / size ? C2D_REALLOC(NULL, (count + 1) * size) : NULL;
}

/* Memory of many pages. The system is asked for large pages, which take a tenth of the time to map and spare the
 * translation cache. NULL if memory is short. */
void *c2d_new_large(size_t size);
#define C2D_LARGE_BLOCK 0x400000 /* smaller blocks would not contain a large page */

/* Requests memory that is read or written soon. Any address will do. */
static inline void c2d_prefetch(const void *memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#else
    (void)memory;
#endif
}

/* Returns the list with room for one more item; a full list doubles its capacity. NULL if memory is short: the old list
 * is still valid. */
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

/* Appends an item and returns the list, which may have moved. NULL leaves the list as it was. */
static inline void *c2d_list_append(void *list, size_t *count, size_t *capacity, const void *item, size_t size)
{
    char *larger = c2d_list_reserve(list, *count, capacity, size);
    if (larger)
        memcpy(larger + size * (*count)++, item, size);
    return larger;
}

#endif
