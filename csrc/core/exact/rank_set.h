/* A set of ranks (indices into a sorted order) that finds the next and the previous member of any rank. */
#ifndef C2D_RANK_SET_H
#define C2D_RANK_SET_H

#include "../../include/collide2d.h"

/* Level 0 has one bit for each rank. Each further level has one bit for each word below it that is not 0, up to a level
 * of one word. Every operation takes one step per level: a van Emde Boas tree with 64 branches. */
#define C2D_RANK_LEVELS 6

typedef struct c2d_ranks {
    uint64_t *level[C2D_RANK_LEVELS];
    uint32_t words[C2D_RANK_LEVELS];
    int levels;
} c2d_ranks;

/* Makes an empty set for ranks below size. Must be closed, also after C2D_NO_MEMORY. */
c2d_status c2d_ranks_open(c2d_ranks *set, uint32_t size);
void c2d_ranks_close(c2d_ranks *set);

static inline int c2d_lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    for (int half = 32; half > 0; half /= 2)
        if ((word & (((uint64_t)1 << half) - 1)) == 0) {
            word >>= half;
            bit += half;
        }
    return bit;
#endif
}

static inline int c2d_highest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(word);
#else
    int bit = 0;
    for (int half = 32; half > 0; half /= 2)
        if (word >> half) {
            word >>= half;
            bit += half;
        }
    return bit;
#endif
}

static inline bool c2d_ranks_has(const c2d_ranks *set, uint32_t rank)
{
    return set->level[0][rank / 64] >> rank % 64 & 1;
}

/* Adds a rank that is not a member and removes one that is. */
static inline void c2d_ranks_toggle(c2d_ranks *set, uint32_t rank)
{
    for (int k = 0; k < set->levels; k++) {
        uint64_t *word = &set->level[k][rank / 64], before = *word;
        *word ^= (uint64_t)1 << rank % 64;
        if (before != 0 && *word != 0)
            return;
        rank /= 64;
    }
}

/* The least member >= rank, or C2D_NULL_INDEX. */
static inline uint32_t c2d_ranks_next(const c2d_ranks *set, uint32_t rank)
{
    for (int k = 0; k < set->levels && rank / 64 < set->words[k]; k++) {
        uint64_t rest = set->level[k][rank / 64] >> rank % 64;
        if (rest) {
            rank += (uint32_t)c2d_lowest_bit(rest);
            while (k-- > 0)
                rank = 64 * rank + (uint32_t)c2d_lowest_bit(set->level[k][rank]);
            return rank;
        }
        rank = rank / 64 + 1;
    }
    return C2D_NULL_INDEX;
}

/* The greatest member <= rank, or C2D_NULL_INDEX. */
static inline uint32_t c2d_ranks_previous(const c2d_ranks *set, uint32_t rank)
{
    for (int k = 0; k < set->levels; k++) {
        uint64_t rest = set->level[k][rank / 64] << (63 - rank % 64);
        if (rest) {
            rank -= 63 - (uint32_t)c2d_highest_bit(rest);
            while (k-- > 0)
                rank = 64 * rank + (uint32_t)c2d_highest_bit(set->level[k][rank]);
            return rank;
        }
        if (rank < 64)
            return C2D_NULL_INDEX;
        rank = rank / 64 - 1;
    }
    return C2D_NULL_INDEX;
}

#endif
