/* Pairs of indices, collected in any order and written in sorted order. */
#ifndef C2D_ARRAYS_PAIR_LIST_H
#define C2D_ARRAYS_PAIR_LIST_H

#include "../arrays/numpy.h"

#include "../../core/exact/buckets.h"

/* The pairs are collected in groups of consecutive first indices: sorting a group stays within the cache. A pair takes
 * 32 bits, if its place in the group and its second index fit into them, or else 64. */
typedef struct pair_list {
    c2d_buckets groups;
    uint32_t group_count;
    int shift;       /* a group has 2^shift first indices */
    int second_bits; /* of a packed pair; 0: pairs are not packed */
} pair_list;

/* The first indices are less than rows, the second ones less than others. Must be closed, also after an error; a zeroed
 * list may be closed, too. False if there is no memory. */
bool pair_list_open(pair_list *l, size_t rows, size_t others);
void pair_list_close(pair_list *l);

/* Adds a pair if `wanted`, without a branch, to a list that packs its pairs or not. False if there is no memory. The
 * caller counts. */
static inline bool pair_list_add_as(pair_list *l, c2d_index_pair pair, bool wanted, bool packs)
{
    uint32_t group = pair.i >> l->shift, within = pair.i & ((1u << l->shift) - 1);
    size_t size = packs ? sizeof(uint32_t) : sizeof pair;
    void *at = c2d_buckets_add(&l->groups, group, wanted * size);
    if (!at)
        return false;
    if (packs)
        *(uint32_t *)at = within << l->second_bits | pair.j;
    else
        *(c2d_index_pair *)at = pair;
    return true;
}

static inline bool pair_list_add(pair_list *l, c2d_index_pair pair, bool wanted)
{
    return l->second_bits ? pair_list_add_as(l, pair, wanted, true) : pair_list_add_as(l, pair, wanted, false);
}

/* Writes the pairs of several lists in order, two numbers each, on up to `threads` threads. The lists were opened for
 * the same number of rows. False if there is no memory. */
bool pair_lists_write(const pair_list *lists, int count, int threads, npy_intp *out);

#endif
