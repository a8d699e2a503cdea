/* Where the core's working memory comes from: C2D_REALLOC, which a test may define as a function that fails on demand,
 * and free. */
#ifndef C2D_ALLOCATE_H
#define C2D_ALLOCATE_H

#include <stddef.h>
#include <stdlib.h>

#ifdef C2D_REALLOC
void *C2D_REALLOC(void *memory, size_t size);
#else
#define C2D_REALLOC realloc
#endif

#endif
