/* Verbs for fuzz/memory beside those of fuzz/bits, and what fuzz/mutants uses of it. */
#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

#include "../bits/bits.h"

extern const verb more_verbs[];

#define MOST_PLACES 1024
#define WAYS        2 /* only one allocation fails, or it and all that follow */

/* The place of a call of target_realloc, and what has happened there. */
typedef struct place {
    const void *caller;
    unsigned long failed, done_without, outside;
    unsigned failures[WAYS];      /* in the running verb */
    unsigned late_failures[WAYS]; /* likewise: of the last of several calls in an input */
} place;

typedef struct place_list {
    place place[MOST_PLACES];
    unsigned count;
} place_list;

/* The places that were seen so far. Inputs depend on those before them only by this list. */
place_list *places_seen(void);

typedef struct memory_run {
    uint64_t hash; /* with memory */
    unsigned long allocations, failures;
} memory_run;

/* Runs a verb on an input, and then again with allocations that fail. Each place that allocates fails `most` times in
 * each way, and `most` times at its last call in an input; 0: always. Checks what memory.c says. */
memory_run let_fail(const verb *v, unsigned input, unsigned most);

/* Those that the core and the verbs hold, from a call of count_blocks on, after which no allocation fails. */
extern long blocks;
void count_blocks(void);

#endif
