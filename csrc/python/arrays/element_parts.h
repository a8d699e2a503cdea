/* Elements of an array in C order, in parts that threads take. */
#ifndef C2D_ARRAYS_ELEMENT_PARTS_H
#define C2D_ARRAYS_ELEMENT_PARTS_H

#include "numpy.h"

#include "../../batch/threads/threads.h"

#define ELEMENTS_PER_PART 2048

/* The least number of elements for each thread: some 300 microseconds of work. */
#define LEAST_ELEMENTS 8192

static inline int threads_for_elements(ptrdiff_t count, int threads)
{
    ptrdiff_t most = count / LEAST_ELEMENTS;
    return most < 2 ? 1 : most < threads ? (int)most : threads;
}

static inline size_t count_parts(ptrdiff_t count)
{
    return (size_t)(count / ELEMENTS_PER_PART + (count % ELEMENTS_PER_PART > 0));
}

static inline ptrdiff_t first_of_part(size_t part) { return (ptrdiff_t)part * ELEMENTS_PER_PART; }

static inline ptrdiff_t end_of_part(size_t part, ptrdiff_t count)
{
    return count - first_of_part(part) < ELEMENTS_PER_PART ? count : first_of_part(part + 1);
}

/* The index of an element by its number in C order. No size is 0, or the number is. */
static inline void index_of_element(int axes, const ptrdiff_t *size, ptrdiff_t number, ptrdiff_t *index)
{
    for (int a = axes - 1; a >= 0; a--) {
        index[a] = size[a] > 0 ? number % size[a] : 0;
        number /= size[a] > 0 ? size[a] : 1;
    }
}

#endif
