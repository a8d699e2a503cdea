/* The verbs of fuzz/bits, by the hashes of their results, and by the memory that they leave.
 *
 *   judge ... VERB                 the inputs of bits.c
 *   judge ... chosen:VERB          those of chosen.c
 *   judge ... memory:VERB          those of memory.c: allocations fail
 *   judge ... VERB FIRST COUNT     others
 *
 * Ends with the line that bits.c prints, if these are the inputs of one. */
#include "../memory/memory.h"
#include "judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const verb *judged;
static const unsigned *chosen_numbers; /* or NULL */
static uint64_t first;
static const char *name; /* of a line of bits/expected.txt, or NULL */
static bool lets_fail, is_in_bits;
static tally total; /* of the inputs before */
static place_list places_before;
static memory_run last_memory;
static unsigned long calls;

static const verb *find_in(const verb *table, const char *wanted)
{
    while (table->name && strcmp(table->name, wanted) != 0)
        table++;
    return table->name ? table : NULL;
}

size_t judge_open(int argc, char **argv)
{
    const chosen *c = argc == 1 ? find_chosen(argv[0]) : NULL;
    const char *wanted = c ? c->verb : argv[0];
    size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : INPUTS;

    lets_fail = strncmp(wanted, "memory:", 7) == 0;
    if (lets_fail)
        wanted += 7;
    judged = lets_fail ? find_in(more_verbs, wanted) : NULL;
    is_in_bits = !judged;
    if (is_in_bits)
        judged = find_verb(wanted);
    first = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
    name = argc > 2 || lets_fail ? NULL : argv[0];
    if (c) {
        chosen_numbers = c->inputs;
        for (count = 0; c->inputs[count]; count++)
            ;
    }
    return count;
}

static uint64_t number_of(size_t input) { return chosen_numbers ? chosen_numbers[input] : first + input; }

/* Each place fails once, in the first input that reaches it. So a run with a mutant begins with the places that had
 * failed before this input. */
static uint64_t run_memory(size_t input, bool is_first)
{
    memory_run r;

    *places_seen() = places_before;
    r = let_fail(judged, (unsigned)input, 1);
    if (is_first) {
        places_before = *places_seen();
        last_memory = r;
    }
    return r.hash + r.failures;
}

uint64_t judge_run(size_t input, bool is_first)
{
    tally after;

    if (lets_fail)
        return run_memory(input, is_first);
    count_blocks();
    after = run_input(judged, 0, number_of(input), total);
    if (blocks != 0)
        judge_leak();
    if (is_first) {
        total = after;
        calls += target_calls_done;
    }
    return after.hash;
}

/* An input of bits on which nothing fails would only give its results again. */
bool judge_tries(void) { return !(lets_fail && is_in_bits) || last_memory.failures > 0; }

const char *judge_name(size_t input)
{
    static char text[64];

    snprintf(text, sizeof text, "%s %" PRIu64, judged->name, number_of(input));
    return text;
}

void judge_close(void)
{
    if (name)
        printf("%s %" PRIu64 " %016" PRIx64 " %lu\n", name, total.results, total.hash, calls);
}

bool judge_counts_work(void) { return name != NULL; }
