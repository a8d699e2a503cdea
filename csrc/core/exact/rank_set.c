/* Memory of rank sets. */
#include "rank_set.h"

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
