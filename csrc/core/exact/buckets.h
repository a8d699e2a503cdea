/* Lists of small elements that grow at the same time, such as the parts of a radix sort whose sizes are not known. */
#ifndef C2D_BUCKETS_H
#define C2D_BUCKETS_H

#include "../../include/collide2d.h"

#include "allocate.h"

/* A bucket is a chain of chunks, of which the last one is being filled. Chunks start at multiples of their size, so a
 * cursor at such a multiple is at the end of a full chunk, or NULL. */
#define C2D_CHUNK_HEADER 16
#define C2D_CACHE_LINE   64

typedef struct c2d_buckets {
    size_t chunk_size;     /* a power of 2 */
    char **cursor;         /* by bucket: the place of the next element */
    uint32_t *chunks;      /* by bucket: their number */
    char *slab, *slab_end; /* the free part of the last slab */
    void *slabs;           /* all slabs, as a list */
    size_t next_slab;      /* the size of the next one */
} c2d_buckets;

/* Chunks of few elements waste little where buckets are small, longer ones are read faster from memory. */
#define C2D_SMALL_CHUNK 2048
#define C2D_LARGE_CHUNK 4096

/* expected: the size of all elements, an estimate. Must be closed, also after C2D_NO_MEMORY. */
c2d_status c2d_buckets_open(c2d_buckets *b, uint32_t count, size_t chunk_size, size_t expected);
/* Takes the memory for the expected elements now, not with the first element. */
c2d_status c2d_buckets_reserve(c2d_buckets *b);
void c2d_buckets_close(c2d_buckets *b);

/* The start of a new chunk's elements; NULL if memory is short. */
char *c2d_buckets_grow(c2d_buckets *b, uint32_t bucket);

/* The place of a new element, 4, 8 or 16 bytes in size, the same for all elements; size 0: the next one has the same
 * place. NULL if memory is short. */
static inline void *c2d_buckets_add(c2d_buckets *b, uint32_t bucket, size_t size)
{
    char *at = b->cursor[bucket];
    if (((uintptr_t)at & (b->chunk_size - 1)) == 0 && !(at = c2d_buckets_grow(b, bucket)))
        return NULL;
    b->cursor[bucket] = at + size;
    c2d_prefetch(at + C2D_CACHE_LINE); /* with many buckets, the lines after the cursors are not in the first cache */
    return at;
}

/* Consecutive elements, from begin up to end. */
typedef struct c2d_chunk {
    const char *begin, *end;
    size_t size; /* of a full one, with its header */
} c2d_chunk;

/* The last chunk of a bucket; begin is NULL if there is none. */
c2d_chunk c2d_buckets_last(const c2d_buckets *b, uint32_t bucket);
/* The chunk before another one. */
c2d_chunk c2d_buckets_before(c2d_chunk chunk);

/* The size of a bucket's elements. */
size_t c2d_buckets_size(const c2d_buckets *b, uint32_t bucket);

#endif
