/* Chunks are cut from slabs. The first one should suffice; the sizes of further ones double. */
#include "buckets.h"

#include <string.h>

#define MIN_SLAB 0x4000
#define MAX_SLAB 0x8000000

typedef struct slab {
    struct slab *before;
} slab;

c2d_status c2d_buckets_open(c2d_buckets *b, uint32_t count, size_t chunk_size, size_t expected)
{
    memset(b, 0, sizeof *b);
    b->chunk_size = chunk_size;
    b->next_slab = expected + expected / 64 + (size_t)count * b->chunk_size + MIN_SLAB;
    b->cursor = c2d_new_array(count, sizeof *b->cursor);
    b->chunks = c2d_new_array(count, sizeof *b->chunks);
    if (!b->cursor || !b->chunks)
        return C2D_NO_MEMORY;
    memset(b->chunks, 0, count * sizeof *b->chunks);
    memset(b->cursor, 0, count * sizeof *b->cursor);
    return C2D_OK;
}

void c2d_buckets_close(c2d_buckets *b)
{
    for (slab *s = b->slabs, *before; s; s = before) {
        before = s->before;
        free(s);
    }
    free(b->cursor);
    free(b->chunks);
}

static bool add_slab(c2d_buckets *b)
{
    size_t size = b->next_slab < MAX_SLAB ? b->next_slab : MAX_SLAB;
    slab *s = c2d_new_large(size);
    if (!s)
        return false;
    s->before = b->slabs;
    b->slabs = s;
    b->next_slab = 2 * size;
    b->slab_end = (char *)s + size;
    b->slab = (char *)(((uintptr_t)s + sizeof *s + b->chunk_size - 1) & ~(uintptr_t)(b->chunk_size - 1));
    return true;
}

c2d_status c2d_buckets_reserve(c2d_buckets *b) { return add_slab(b) ? C2D_OK : C2D_NO_MEMORY; }

char *c2d_buckets_grow(c2d_buckets *b, uint32_t bucket)
{
    if ((size_t)(b->slab_end - b->slab) < b->chunk_size && !add_slab(b))
        return NULL;
    char *chunk = b->slab, *full = b->cursor[bucket] ? b->cursor[bucket] - b->chunk_size : NULL;
    memcpy(chunk, &full, sizeof full);
    b->slab += b->chunk_size;
    b->chunks[bucket]++;
    return chunk + C2D_CHUNK_HEADER;
}

c2d_chunk c2d_buckets_last(const c2d_buckets *b, uint32_t bucket)
{
    const char *end = b->cursor[bucket];
    c2d_chunk chunk = {NULL, NULL, b->chunk_size};
    if (end) {
        chunk.begin = end - 1 - ((uintptr_t)(end - 1) & (b->chunk_size - 1)) + C2D_CHUNK_HEADER;
        chunk.end = end;
    }
    return chunk;
}

c2d_chunk c2d_buckets_before(c2d_chunk chunk)
{
    char *full;
    memcpy(&full, chunk.begin - C2D_CHUNK_HEADER, sizeof full);
    chunk.begin = full ? full + C2D_CHUNK_HEADER : NULL;
    chunk.end = full ? full + chunk.size : NULL;
    return chunk;
}

size_t c2d_buckets_size(const c2d_buckets *b, uint32_t bucket)
{
    c2d_chunk last = c2d_buckets_last(b, bucket);
    if (!last.begin)
        return 0;
    return (size_t)(b->chunks[bucket] - 1) * (b->chunk_size - C2D_CHUNK_HEADER) + (size_t)(last.end - last.begin);
}
