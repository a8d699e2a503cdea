/* Lets the allocations of every verb of fuzz/bits fail, one after another. allocations.py builds and runs it:
 *
 *   memory INPUTS FAILURES    the first inputs of each verb. Each place that allocates fails FAILURES times in each
 * verb and in either way, and as often where it allocates for the last time of several in an input; 0: always
 *
 * The ways: only one allocation fails, or it and all that follow. Then, for each call of the core:
 * - it says C2D_NO_MEMORY, or its results have the same bits as with memory;
 * - after one failure the same call succeeds, and it and all calls after it give the same bits: the failed call has
 * changed nothing that can be seen;
 * - no block is left, and the work is at most that of two successful calls: nothing is done more slowly instead.
 *
 * Prints a line for each verb and for each place: its distance from target_realloc, how often it failed, how often the
 * call did without, and how often it allocated outside calls. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ALLOCATIONS 100000

static place_list seen;

static unsigned place_of(const void *caller)
{
    unsigned i = 0;

    while (i < seen.count && seen.place[i].caller != caller)
        i++;
    if (i == seen.count) {
        CHECK(i < MOST_PLACES, "too many places");
        seen.place[seen.count++].caller = caller;
    }
    return i;
}

/* ---- allocations of a run ---- */

enum { ONE, ALL_FROM };

static unsigned at[MOST_ALLOCATIONS]; /* by allocation: its place */
static unsigned count;
static long fails_at; /* the allocation that fails; -1: none */
static int way;
static bool has_failed;
long blocks;

static bool refuse(const void *memory, const void *caller)
{
    unsigned where = place_of(caller), which = count;

    if (!is_calling) {
        seen.place[where].outside++;
    } else {
        CHECK(count < MOST_ALLOCATIONS, "too many allocations");
        at[count++] = where;
        if (fails_at >= 0 && (way == ONE ? which == (unsigned long)fails_at : which >= (unsigned long)fails_at)) {
            seen.place[where].failed += which == (unsigned long)fails_at;
            has_failed = true;
            return true;
        }
    }
    blocks += memory == NULL;
    return false;
}

/* The linker's --wrap=free sends all calls here. */
void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

void count_blocks(void)
{
    target_refuses = refuse;
    fails_at = -1;
    count = 0;
    has_failed = false;
}

/* ---- verbs ---- */

static const verb *running;
static unsigned input_number;

static void print_context(void)
{
    fprintf(stderr, "verb %s, input %u: allocation %ld of %u fails%s\n", running->name, input_number, fails_at, count,
            way == ONE ? "" : ", and all that follow");
}

static uint64_t run(long which, int how)
{
    uint64_t hash;

    count_blocks();
    fails_at = which;
    way = how;
    calls_without_memory = 0;
    target_steps_done = 0;
    hash = hash_of(running, 0, input_number);
    CHECK(blocks == 0, "%ld blocks are left", blocks);
    return hash;
}

memory_run let_fail(const verb *v, unsigned input, unsigned most)
{
    static unsigned order[MOST_ALLOCATIONS], first[MOST_PLACES], last[MOST_PLACES];
    uint64_t hash, again;
    unsigned long steps, failures = 0;
    unsigned n;

    target_context = print_context;
    running = v;
    input_number = input;
    hash = run(-1, ONE);
    steps = target_steps_done;
    n = count;
    memcpy(order, at, n * sizeof *order);
    for (unsigned k = 0; k < n; k++)
        last[order[k]] = k;
    for (unsigned k = n; k-- > 0;)
        first[order[k]] = k;
    for (int how = 0; how < WAYS; how++)
        for (unsigned k = 0; k < n; k++) {
            place *p = &seen.place[order[k]];
            if (most == 0 || p->failures[how] < most)
                p->failures[how]++;
            else if (k == last[order[k]] && k > first[order[k]] && p->late_failures[how] < most)
                p->late_failures[how]++;
            else
                continue;
            failures++;
            again = run(k, how);
            CHECK(has_failed, "it is not reached again");
            CHECK(again == hash || (how == ALL_FROM && calls_without_memory > 0), "other results");
            CHECK(target_steps_done <= 2 * steps, "%lu steps, with memory %lu", target_steps_done, steps);
            p->done_without += calls_without_memory == 0;
        }
    CHECK(failures == 0 || run(-1, ONE) == hash, "other results afterwards");
    return (memory_run){hash, n, failures};
}

place_list *places_seen(void) { return &seen; }

#ifndef MEMORY_WITHOUT_MAIN

static void run_verb(const verb *v, unsigned inputs, unsigned most)
{
    unsigned long allocations = 0, failures = 0;

    for (unsigned i = 0; i < seen.count; i++)
        for (int how = 0; how < WAYS; how++)
            seen.place[i].failures[how] = seen.place[i].late_failures[how] = 0;
    for (unsigned input = 0; input < inputs; input++) {
        memory_run r = let_fail(v, input, most);
        allocations += r.allocations;
        failures += r.failures;
    }
    printf("verb %s %lu %lu\n", v->name, allocations, failures);
}

int main(int argc, char **argv)
{
    unsigned inputs = argc > 1 ? (unsigned)atoi(argv[1]) : 100, most = argc > 2 ? (unsigned)atoi(argv[2]) : 1;

    for (size_t t = 0; t <= TABLES; t++)
        for (const verb *v = t < TABLES ? tables[t] : more_verbs; v->name; v++)
            run_verb(v, inputs, most);
    for (unsigned i = 0; i < seen.count; i++)
        printf("place %td %lu %lu %lu\n", (const char *)seen.place[i].caller - (const char *)(uintptr_t)target_realloc,
               seen.place[i].failed, seen.place[i].done_without, seen.place[i].outside);
    return fflush(stdout) == 0 ? 0 : 1;
}

#endif
