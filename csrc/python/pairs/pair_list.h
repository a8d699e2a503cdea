/* Pairs of indices, collected in any order and written in sorted order. */
#ifndef C2D_ARRAYS_PAIR_LIST_H
#define C2D_ARRAYS_PAIR_LIST_H

#include "../arrays/numpy.h"

#include "../../core/exact/buckets.h"

/* The pairs are collected in groups of consecutive first indices: sorting a group stays within the cache. */
typedef struct pair_list {
    c2d_buckets groups;
    uint32_t group_count;
    int shift; /* a group has 2^shift first indices */
} pair_list;

/* The first indices are less than rows. Must be closed, also after an error; a zeroed list may be closed, too. False
 * if there is no memory. */
bool pair_list_open(pair_list *l, size_t rows);
void pair_list_close(pair_list *l);

/* Adds a pair if `wanted`, without a branch. False if there is no memory. The caller counts. */
static inline bool pair_list_add(pair_list *l, c2d_index_pair pair, bool wanted)
{
    uint32_t group = pair.i >> l->shift;
    c2d_index_pair *at = c2d_buckets_add(&l->groups, group, wanted * sizeof pair);
    if (!at)
        return false;
    *at = pair;
    return true;
}

/* Writes the pairs of several lists in order, two numbers each, on up to `threads` threads. The lists were opened for
 * the same number of rows. False if there is no memory. */
bool pair_lists_write(const pair_list *lists, int count, int threads, npy_intp *out);

#endif
