/* A radix sort of pairs: into groups as they come, then each group by counting its first indices, then the few pairs
 * of each first index. */
#include "pair_list.h"

#include "members.h"
#include "../../batch/threads/threads.h"

#include <string.h>

/* Groups of fewer rows than this have few pairs in a chunk; more groups than MAX_GROUPS miss the first cache when they
 * are filled. */
#define MIN_GROUP_BITS 11
#define MAX_GROUPS     1024
/* The memory for this many pairs of a row is requested at once. */
#define EXPECTED_PAIRS 2

bool pair_list_open(pair_list *l, size_t rows)
{
    l->shift = MIN_GROUP_BITS;
    while (rows >> l->shift >= MAX_GROUPS)
        l->shift++;
    l->group_count = (uint32_t)(rows >> l->shift) + 1;
    return c2d_buckets_open(&l->groups, l->group_count, EXPECTED_PAIRS * rows * sizeof(c2d_index_pair)) == C2D_OK;
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

/* ---- groups ---- */

/* Room for sorting a group. */
typedef struct workspace {
    size_t *end;      /* by row of the group */
    uint32_t *second; /* the second indices, by row */
    uint32_t *spare;
} workspace;

static const c2d_index_pair *pairs_from(const char *at) { return (const c2d_index_pair *)(const void *)at; }

/* The lists whose pairs are written. */
typedef struct list_writer {
    const pair_list *lists;
    int count;
    npy_intp *out;
    size_t *first; /* by group: the number of pairs before it; and of all pairs */
    workspace *workspaces;
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

/* Writes a group's pairs, and nothing beyond them: another thread may be writing there. */
static bool write_group(void *context, int worker, size_t group)
{
    const list_writer *l = context;
    const workspace *w = &l->workspaces[worker];
    int shift = l->lists->shift;
    uint32_t from = (uint32_t)group << shift, width = 1u << shift;
    size_t *end = w->end, sum = 0, room = l->first[group + 1] - l->first[group];
    npy_intp *out = l->out + 2 * l->first[group];
    memset(end, 0, width * sizeof *end);
    for (group_chunks g = {.writer = l, .group = (uint32_t)group}; next_chunk(&g);)
        for (const c2d_index_pair *p = pairs_from(g.chunk.begin); p < pairs_from(g.chunk.end); p++)
            end[p->i - from]++;
    for (uint32_t i = 0; i < width; i++) {
        size_t count = end[i];
        end[i] = sum;
        sum += count;
    }
    for (group_chunks g = {.writer = l, .group = (uint32_t)group}; next_chunk(&g);)
        for (const c2d_index_pair *p = pairs_from(g.chunk.begin); p < pairs_from(g.chunk.end); p++)
            w->second[end[p->i - from]++] = p->j;
    for (size_t i = 0, first = 0; i < width; first = end[i], i++) {
        uint32_t *run = w->second + first, row = from + (uint32_t)i;
        size_t count = end[i] - first;
        if (count <= AT_ONCE && room - first >= AT_ONCE) {
            if (count <= AT_ONCE / 2)
                write_few(row, run, count, AT_ONCE / 2, out + 2 * first);
            else
                write_few(row, run, count, AT_ONCE, out + 2 * first);
            continue;
        }
        if (count <= INSERTION_LIMIT)
            sort_few(run, count);
        else
            sort_many(run, count, w->spare);
        for (size_t k = 0; k < count; k++) {
            out[2 * (first + k)] = (npy_intp)row;
            out[2 * (first + k) + 1] = (npy_intp)run[k];
        }
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
            size += c2d_buckets_size(&l->lists[k].groups, g) / sizeof(c2d_index_pair);
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
