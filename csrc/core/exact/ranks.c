/* Sets of ranks, and a sort by bytes: see ranks.h. */
#include "ranks.h"

#include "allocate.h"

#include <string.h>

c2d_status c2d_ranks_open(c2d_ranks *set, uint32_t size)
{
    size_t total = 0;
    uint32_t count = size;
    set->levels = 0;
    do {
        count = count / 64 + 1;
        set->words[set->levels++] = count;
        total += count;
    } while (count > 1);
    uint64_t *words = c2d_new_array(total, sizeof *words);
    set->level[0] = words;
    if (!words)
        return C2D_NO_MEMORY;
    memset(words, 0, total * sizeof *words);
    for (int k = 1; k < set->levels; k++)
        set->level[k] = set->level[k - 1] + set->words[k - 1];
    return C2D_OK;
}

void c2d_ranks_close(c2d_ranks *set) { free(set->level[0]); }

void c2d_radix_sort(c2d_radix_item *list, size_t n, c2d_radix_item *spare)
{
    enum { BYTES = 8, VALUES = 256 };
    size_t count[BYTES][VALUES] = {{0}};
    for (size_t i = 0; i < n; i++)
        for (int b = 0; b < BYTES; b++)
            count[b][list[i].key >> 8 * b & 255]++;
    c2d_radix_item *from = list, *to = spare;
    for (int b = 0; b < BYTES; b++) {
        size_t start = 0;
        if (n == 0 || count[b][list[0].key >> 8 * b & 255] == n)
            continue; /* all the same */
        for (int v = 0; v < VALUES; v++) {
            size_t here = count[b][v];
            count[b][v] = start;
            start += here;
        }
        for (size_t i = 0; i < n; i++)
            to[count[b][from[i].key >> 8 * b & 255]++] = from[i];
        c2d_radix_item *other = from;
        from = to;
        to = other;
    }
    if (from != list)
        memcpy(list, from, n * sizeof *list);
}

uint64_t c2d_radix_key(double x)
{
    uint64_t bits, sign = (uint64_t)1 << 63;
    memcpy(&bits, &x, sizeof bits);
    return bits & sign ? ~bits : bits | sign;
}
