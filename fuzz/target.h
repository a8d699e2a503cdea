/* Shared by all fuzz targets: the entry point's declaration, CHECK, and printing the decoded input. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "collide2d.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Set by standalone --print: targets print the decoded input. */
extern int target_verbose;
/* Called before a failed CHECK aborts; standalone saves the input. */
extern void (*target_failing)(void);

/* How many pairs were apart, touching, overlapping: standalone --random reports it. */
extern unsigned long target_relations[3];

/* This many of the core's allocations in this thread succeed before one fails, once; none fails if negative. Only if
 * the core was compiled with -DC2D_REALLOC=target_realloc: then target_allocations counts them. */
extern _Thread_local int target_allocations_left;
extern _Thread_local unsigned long target_allocations;
void *target_realloc(void *memory, size_t size);
/* Whether an allocation is refused, or NULL. memory: that of target_realloc. caller: the place of its call. */
extern bool (*target_refuses)(const void *memory, const void *caller);

/* How much the core has done in this thread since the target set it to 0, where it was compiled with
 * -DC2D_STEPS=target_steps: by which a target holds it to a bound. */
extern _Thread_local unsigned long target_steps_done;
void target_steps(unsigned long count);

/* How many functions of the core were called, where it was compiled with -finstrument-functions: see bits/work.txt. */
extern unsigned long target_calls_done;

/* How much the grid may try for each box before something else finishes, where the core was compiled with
 * -DC2D_TESTS_BY_BOX=target_tests_by_box. */
extern unsigned long target_tests_by_box;

/* Prints the target's other decoded values, or NULL; called with the printing of the subjects. */
extern void (*target_context)(void);

/* The shapes of a failure, or NULL; printed as Python expressions when a CHECK fails. */
void target_subjects(const c2d_shape *a, const c2d_shape *b);

#if defined(__GNUC__)
__attribute__((noreturn, format(printf, 4, 5)))
#endif
void target_fail(const char *file, int line, const char *rule, const char *format, ...);

/* A property. The text after the condition is a printf format for the actual result. */
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            target_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);                                                  \
    } while (0)

void print_shape(const char *name, const c2d_shape *s);
void print_rect(const char *name, const c2d_rect *rect);

#endif
