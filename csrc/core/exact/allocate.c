/* Memory of many pages. */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise */
#endif

#include "allocate.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#define PAGE_SIZE 0x1000

void *c2d_new_large(size_t size)
{
    void *memory = C2D_REALLOC(NULL, size ? size : 1);
#ifdef MADV_HUGEPAGE
    if (memory && size >= C2D_LARGE_BLOCK) {
        uintptr_t first = ((uintptr_t)memory + PAGE_SIZE - 1) & ~(uintptr_t)(PAGE_SIZE - 1);
        madvise((void *)first, size - (first - (uintptr_t)memory), MADV_HUGEPAGE); /* it is only advice */
    }
#endif
    return memory;
}
