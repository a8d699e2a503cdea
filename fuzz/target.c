/* Failing and printing for the fuzz targets: see target.h. */
#include "target.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int target_verbose;
void (*target_failing)(void);
void (*target_context)(void);
unsigned long target_relations[3];

_Thread_local int target_allocations_left = -1;
_Thread_local unsigned long target_allocations;
bool (*target_refuses)(const void *memory, const void *caller);

_Thread_local unsigned long target_steps_done;
unsigned long target_tests_by_box = 256;

static const c2d_shape *subjects[2];

#if defined(__GNUC__) && !defined(_WIN32)
/* Freed memory is kept for a while, to find late uses of it: for some inputs, but not for hundreds, for whose new pages
 * the kernel would need more time than the target. The targets that embed Python have their own options. */
__attribute__((weak)) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "quarantine_size_mb=8"; }

const char *__msan_default_options(void);
const char *__msan_default_options(void) { return "allocator_may_return_null=1"; }
#endif

void *target_realloc(void *memory, size_t size)
{
    target_allocations++;
    if (size > SIZE_MAX / 4) /* no system grants it, and sanitizers would report it */
        return NULL;
    if (target_allocations_left >= 0 && target_allocations_left-- == 0)
        return NULL;
#if defined(__GNUC__)
    if (target_refuses && target_refuses(memory, __builtin_return_address(0)))
        return NULL;
#endif
    return realloc(memory, size);
}

void target_steps(unsigned long count) { target_steps_done += count; }

unsigned long target_calls_done;

/* Compilers call these at both ends of each function that they compile with -finstrument-functions. */
void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)function, (void)caller;
    target_calls_done++;
}

void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }

void target_subjects(const c2d_shape *a, const c2d_shape *b)
{
    subjects[0] = a;
    subjects[1] = b;
    if (target_verbose) {
        if (a)
            print_shape("a", a);
        if (b)
            print_shape("b", b);
        if (target_context)
            target_context();
    }
}

void print_shape(const char *name, const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);

    fprintf(stderr, "%s = Polygon([", name);
    for (uint32_t i = 0; i < s->count; i++)
        fprintf(stderr, "%s(%.17g, %.17g)", i ? ", " : "", v[i].x, v[i].y);
    fprintf(stderr, "], radius=%.17g)  # form %u\n", s->radius, (unsigned)s->form);
}

void print_rect(const char *name, const c2d_rect *rect)
{
    static const char *const anchor[] = {"TOPLEFT", "CENTER", "PIVOT", "CORNERS"};

    fprintf(stderr,
            "%s: C2D_BY_%s%s%s at (%.17g, %.17g) size (%.17g, %.17g) pivot (%.17g, %.17g) angle %.17g radius %.17g\n",
            name, anchor[rect->anchor & 3], rect->inner ? " inner" : "", rect->has_pivot ? " has_pivot" : "",
            rect->at.x, rect->at.y, rect->size.x, rect->size.y, rect->pivot.x, rect->pivot.y, rect->angle,
            rect->radius);
}

void target_fail(const char *file, int line, const char *rule, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "\n%s:%d: property violated: %s\n    ", file, line, rule);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    if (subjects[0])
        print_shape("a", subjects[0]);
    if (subjects[1])
        print_shape("b", subjects[1]);
    if (target_context)
        target_context();
    if (target_failing)
        target_failing();
    abort();
}
