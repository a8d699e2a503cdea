/* A radix sort of pairs: into groups as they come, then each group by counting its first indices, then the few pairs
 * of each first index. */
#include "pair_list.h"

#include "members.h"
#include "../../batch/threads/threads.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

/* Groups of fewer rows than this have few pairs in a chunk; more groups than MAX_GROUPS miss the first cache when they
 * are filled. */
#define MIN_GROUP_BITS 11
#define MAX_GROUPS     1024
/* The memory for this many pairs of a row is requested at once. */
#define EXPECTED_PAIRS 2

static size_t size_of_pair(const pair_list *l) { return l->second_bits ? sizeof(uint32_t) : sizeof(c2d_index_pair); }

static int bits_of(size_t x)
{
    int bits = 0;
    while (x >> bits > 0)
        bits++;
    return bits;
}

bool pair_list_open(pair_list *l, size_t rows, size_t others)
{
    l->shift = MIN_GROUP_BITS;
    while (rows >> l->shift >= MAX_GROUPS)
        l->shift++;
    l->group_count = (uint32_t)(rows >> l->shift) + 1;
    int bits = bits_of(others | 1);
    l->second_bits = bits + l->shift <= 32 ? bits : 0;
    size_t expected = EXPECTED_PAIRS * rows * size_of_pair(l);
    size_t chunk_size = expected < C2D_LARGE_BLOCK ? C2D_SMALL_CHUNK : C2D_LARGE_CHUNK;
    /* Memory of the search lies above that of the list, so the result takes its place. */
    return c2d_buckets_open(&l->groups, l->group_count, chunk_size, expected) == C2D_OK &&
           c2d_buckets_reserve(&l->groups) == C2D_OK;
}

void pair_list_close(pair_list *l) { c2d_buckets_close(&l->groups); }

/* ---- the pairs of one row ---- */

/* Up to this number, insertion sort. */
#define INSERTION_LIMIT 24

static void sort_few(uint32_t *run, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t j = run[i];
        size_t k = i;
        for (; k > 0 && run[k - 1] > j; k--)
            run[k] = run[k - 1];
        run[k] = j;
    }
}

/* A radix sort by bytes that skips those that all have in common. */
static void sort_many(uint32_t *run, size_t count, uint32_t *spare)
{
    for (int shift = 0; shift < 32; shift += 8) {
        size_t end[256] = {0}, sum = 0;
        for (size_t k = 0; k < count; k++)
            end[run[k] >> shift & 255]++;
        if (end[run[0] >> shift & 255] == count)
            continue;
        for (int d = 0; d < 256; d++)
            end[d] = sum += end[d];
        for (size_t k = count; k-- > 0;)
            spare[--end[run[k] >> shift & 255]] = run[k];
        memcpy(run, spare, count * sizeof *run);
    }
}

static inline void put_in_order(uint32_t *a, uint32_t *b)
{
    uint32_t least = *a < *b ? *a : *b, most = *a < *b ? *b : *a;
    *a = least;
    *b = most;
}

static inline void sort_four(uint32_t *j)
{
    put_in_order(&j[0], &j[1]);
    put_in_order(&j[2], &j[3]);
    put_in_order(&j[0], &j[2]);
    put_in_order(&j[1], &j[3]);
    put_in_order(&j[1], &j[2]);
}

/* Batcher's network: two sorted halves are merged. */
static inline void sort_eight(uint32_t *j)
{
    sort_four(j);
    sort_four(j + 4);
    for (int k = 0; k < 4; k++)
        put_in_order(&j[k], &j[k + 4]);
    for (int k = 2; k < 4; k++)
        put_in_order(&j[k], &j[k + 2]);
    for (int k = 1; k < 6; k += 2)
        put_in_order(&j[k], &j[k + 1]);
}

/* Most rows have at most 4 pairs, nearly all at most 8. These are sorted and written without branches, all of 4 or 8
 * in any case. */
#define AT_ONCE 8

static inline void write_few(uint32_t row, const uint32_t *run, size_t count, size_t padded, npy_intp *out)
{
    uint32_t j[AT_ONCE];
    for (size_t k = 0; k < padded; k++)
        j[k] = k < count ? run[k] : UINT32_MAX;
    if (padded == 4)
        sort_four(j);
    else
        sort_eight(j);
    for (size_t k = 0; k < padded; k++) {
        out[2 * k] = (npy_intp)row;
        out[2 * k + 1] = (npy_intp)j[k];
    }
}

static void write_many(uint32_t row, uint32_t *run, size_t count, uint32_t *spare, npy_intp *out)
{
    if (count <= INSERTION_LIMIT)
        sort_few(run, count);
    else
        sort_many(run, count, spare);
    for (size_t k = 0; k < count; k++) {
        out[2 * k] = (npy_intp)row;
        out[2 * k + 1] = (npy_intp)run[k];
    }
}

/* ---- the pairs of eight rows ---- */

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2
#define AVX2         __attribute__((target("avx2")))
#define AVX2_INLINE  static inline __attribute__((always_inline, target("avx2")))
#define ROWS_AT_ONCE 8

AVX2_INLINE void transpose(__m256i v[8])
{
    __m256i t[8], u[8];
    for (int k = 0; k < 8; k += 2) {
        t[k] = _mm256_unpacklo_epi32(v[k], v[k + 1]);
        t[k + 1] = _mm256_unpackhi_epi32(v[k], v[k + 1]);
    }
    for (int k = 0; k < 8; k += 4)
        for (int i = 0; i < 2; i++) {
            u[k + 2 * i] = _mm256_unpacklo_epi64(t[k + i], t[k + i + 2]);
            u[k + 2 * i + 1] = _mm256_unpackhi_epi64(t[k + i], t[k + i + 2]);
        }
    for (int k = 0; k < 4; k++) {
        v[k] = _mm256_permute2x128_si256(u[k], u[k + 4], 0x20);
        v[k + 4] = _mm256_permute2x128_si256(u[k], u[k + 4], 0x31);
    }
}

AVX2_INLINE void put_lanes_in_order(__m256i *a, __m256i *b)
{
    __m256i least = _mm256_min_epu32(*a, *b);
    *b = _mm256_max_epu32(*a, *b);
    *a = least;
}

/* As sort_eight. */
AVX2_INLINE void sort_lanes(__m256i v[8])
{
    for (int k = 0; k < 8; k += 4) {
        put_lanes_in_order(&v[k], &v[k + 1]);
        put_lanes_in_order(&v[k + 2], &v[k + 3]);
        put_lanes_in_order(&v[k], &v[k + 2]);
        put_lanes_in_order(&v[k + 1], &v[k + 3]);
        put_lanes_in_order(&v[k + 1], &v[k + 2]);
    }
    for (int k = 0; k < 4; k++)
        put_lanes_in_order(&v[k], &v[k + 4]);
    for (int k = 2; k < 4; k++)
        put_lanes_in_order(&v[k], &v[k + 2]);
    for (int k = 1; k < 6; k += 2)
        put_lanes_in_order(&v[k], &v[k + 1]);
}

/* Writes the first eight pairs of each of eight rows, all of them in any case: those that a row does not have are
 * overwritten by the next rows. end: by row; first: the begin of the first row. */
static AVX2 void write_eight_rows(uint32_t row, const uint32_t *second, const size_t *end, size_t first, npy_intp *out)
{
    const __m256i place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i v[8];
    for (size_t k = 0, from = first; k < 8; from = end[k++]) {
        __m256i count = _mm256_set1_epi32(end[k] - from < AT_ONCE ? (int)(end[k] - from) : AT_ONCE);
        __m256i beyond = _mm256_andnot_si256(_mm256_cmpgt_epi32(count, place), _mm256_set1_epi32(-1));
        v[k] = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(const void *)(second + from)), beyond);
    }
    transpose(v);
    sort_lanes(v);
    transpose(v);
    for (size_t k = 0, from = first; k < 8; from = end[k++]) {
        __m256i *to = (__m256i *)(void *)(out + 2 * from), number = _mm256_set1_epi64x((int64_t)row + (int64_t)k);
        for (int i = 0; i < 4; i++) { /* two pairs of four halves: row, 0, second, 0 */
            __m256i two = _mm256_permutevar8x32_epi32(v[k], _mm256_setr_epi32(0, 0, 2 * i, 0, 0, 0, 2 * i + 1, 0));
            _mm256_storeu_si256(to + i, _mm256_blend_epi32(number, two, 0x44));
        }
    }
}
#endif

/* ---- groups ---- */

/* Room for sorting a group. */
typedef struct workspace {
    size_t *end;      /* by row of the group */
    uint32_t *second; /* the second indices, by row */
    uint32_t *spare;
} workspace;

/* How the pairs of a list are read. */
typedef struct pair_format {
    bool packs;
    int second_bits;
    uint32_t first_mask, second_mask;
    size_t size;
} pair_format;

static inline pair_format format_of_list(const pair_list *l, bool packs)
{
    return (pair_format){packs, l->second_bits, (1u << l->shift) - 1, (uint32_t)(((uint64_t)1 << l->second_bits) - 1),
                         packs ? sizeof(uint32_t) : sizeof(c2d_index_pair)};
}

/* A pair of a list: its first index within the group, and its second index. */
static inline c2d_index_pair pair_at(const char *at, pair_format f)
{
    if (f.packs) {
        uint32_t packed = *(const uint32_t *)(const void *)at;
        return (c2d_index_pair){packed >> f.second_bits, packed & f.second_mask};
    }
    c2d_index_pair pair = *(const c2d_index_pair *)(const void *)at;
    return (c2d_index_pair){pair.i & f.first_mask, pair.j};
}

/* The lists whose pairs are written. */
typedef struct list_writer {
    const pair_list *lists;
    int count;
    npy_intp *out;
    size_t *first; /* by group: the number of pairs before it; and of all pairs */
    workspace *workspaces;
    bool has_avx2; /* the processor */
} list_writer;

/* The pairs of a group, list by list and chunk by chunk. */
typedef struct group_chunks {
    const list_writer *writer;
    uint32_t group;
    int list; /* the next one */
    c2d_chunk chunk;
} group_chunks;

/* False at the end. */
static bool next_chunk(group_chunks *g)
{
    if (g->chunk.begin)
        g->chunk = c2d_buckets_before(g->chunk);
    while (!g->chunk.begin && g->list < g->writer->count)
        g->chunk = c2d_buckets_last(&g->writer->lists[g->list++].groups, g->group);
    return g->chunk.begin != NULL;
}

/* Sorts the second indices of a group's pairs by their first indices. */
static inline void sort_group(const list_writer *l, const workspace *w, uint32_t group, bool packs)
{
    const pair_format format = format_of_list(l->lists, packs);
    uint32_t width = format.first_mask + 1, *second = w->second;
    size_t *end = w->end, sum = 0;
    memset(end, 0, width * sizeof *end);
    for (group_chunks g = {.writer = l, .group = group}; next_chunk(&g);)
        for (const char *p = g.chunk.begin; p < g.chunk.end; p += format.size)
            end[pair_at(p, format).i]++;
    for (uint32_t i = 0; i < width; i++) {
        size_t count = end[i];
        end[i] = sum;
        sum += count;
    }
    for (group_chunks g = {.writer = l, .group = group}; next_chunk(&g);)
        for (const char *p = g.chunk.begin; p < g.chunk.end; p += format.size) {
            c2d_index_pair pair = pair_at(p, format);
            second[end[pair.i]++] = pair.j;
        }
}

/* Writes a group's pairs, and nothing beyond them: another thread may be writing there. */
static bool write_group(void *context, int worker, size_t group)
{
    const list_writer *l = context;
    const workspace *w = &l->workspaces[worker];
    int shift = l->lists->shift;
    uint32_t from = (uint32_t)group << shift, width = 1u << shift;
    const size_t *end = w->end;
    size_t room = l->first[group + 1] - l->first[group];
    npy_intp *out = l->out + 2 * l->first[group];
    if (l->lists->second_bits)
        sort_group(l, w, (uint32_t)group, true);
    else
        sort_group(l, w, (uint32_t)group, false);
    for (size_t i = 0, first = 0; i < width;) {
#ifdef HAS_AVX2
        /* The eight rows write at most so many pairs beyond their own. */
        if (l->has_avx2 && i + ROWS_AT_ONCE <= width && end[i + ROWS_AT_ONCE - 1] + AT_ONCE <= room) {
            write_eight_rows(from + (uint32_t)i, w->second, end + i, first, out);
            for (size_t k = i; k < i + ROWS_AT_ONCE; first = end[k++])
                if (end[k] - first > AT_ONCE)
                    write_many(from + (uint32_t)k, w->second + first, end[k] - first, w->spare, out + 2 * first);
            i += ROWS_AT_ONCE;
            continue;
        }
#endif
        uint32_t *run = w->second + first, row = from + (uint32_t)i;
        size_t count = end[i] - first;
        if (count > AT_ONCE || room - first < AT_ONCE)
            write_many(row, run, count, w->spare, out + 2 * first);
        else if (count <= AT_ONCE / 2)
            write_few(row, run, count, AT_ONCE / 2, out + 2 * first);
        else
            write_few(row, run, count, AT_ONCE, out + 2 * first);
        first = end[i++];
    }
    return true;
}

/* Sets the number of pairs before each group; returns the most pairs of a group. */
static size_t count_groups(list_writer *l)
{
    size_t most = 0;
    l->first[0] = 0;
    for (uint32_t g = 0; g < l->lists->group_count; g++) {
        size_t size = 0;
        for (int k = 0; k < l->count; k++)
            size += c2d_buckets_size(&l->lists[k].groups, g) / size_of_pair(l->lists);
        l->first[g + 1] = l->first[g] + size;
        most = size > most ? size : most;
    }
    return most;
}

static bool open_workspace(workspace *w, int shift, size_t most)
{
    w->end = allocate((size_t)1 << shift, sizeof *w->end);
    w->second = calloc(most + AT_ONCE, sizeof *w->second);
    w->spare = allocate(most, sizeof *w->spare);
    return w->end && w->second && w->spare;
}

bool pair_lists_write(const pair_list *lists, int count, int threads, npy_intp *out)
{
    list_writer l = {lists, count, out, allocate((size_t)lists->group_count + 1, sizeof *l.first),
                     calloc((size_t)threads, sizeof *l.workspaces)};
    bool good = l.first && l.workspaces;
#ifdef HAS_AVX2
    __builtin_cpu_init();
    l.has_avx2 = __builtin_cpu_supports("avx2");
#endif
    size_t most = good ? count_groups(&l) : 0;
    for (int k = 0; good && k < threads; k++)
        good = open_workspace(&l.workspaces[k], lists->shift, most);
    if (good)
        run_parts(threads, lists->group_count, write_group, &l);
    for (int k = 0; l.workspaces && k < threads; k++) {
        free(l.workspaces[k].end);
        free(l.workspaces[k].second);
        free(l.workspaces[k].spare);
    }
    free(l.first);
    free(l.workspaces);
    return good;
}
