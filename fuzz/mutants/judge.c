/* Tries mutants of the core in one process: each input is run without a mutant, to learn which mutants would compute
 * something else there, and then once with each of them that lives.
 *
 *   judge MUTANTS MOST_CALLS ARGUMENTS...
 *
 * MUTANTS is a file with a byte for each mutant, which all judges that run share: see the flags. A mutant is killed by
 * other results, a failed check, a crash, several times the usual time, or memory that it leaves; then a line is
 * printed: its number, "result" or "leak", and the name of the input. One that calls more functions of the core than
 * MORE_WORK allows, and changes no result of any input, gets a flag.
 * MOST_CALLS, if it is not 0: no more inputs are tried with a mutant after so many calls.
 *
 * Everything that is tried with an input runs in children of a process that has run only the inputs before it: memory
 * that the input itself has filled would hide a value that a mutant does not write. So a mutant has a child of its own
 * for the first ALONE inputs of each program; later it shares one with others. One that is noticed there is run again
 * in a new child, as its first, because another one may have spoilt the memory before; and the next ones begin with a
 * new child. */
#define _GNU_SOURCE
#include "judge.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define IS_ALIVE    1 /* to be tried, and not killed by any judge yet */
#define IS_REACHED  2 /* an input of any judge has reached it, */
#define HAS_DIFFERS 4 /* and its value differed there */
#define HAS_MORE    8 /* it did more work for the same results */

#define MORE_WORK   0.001 /* of the calls without a mutant: bits/run.sh --work refuses the same */
#define SLOW        5     /* times the usual time, */
#define LEAST_LIMIT 0.2   /* but at least so many seconds of the processor */
#define MOST_BYTES  ((rlim_t)1 << 33)

#define ALONE       2
#define GARBAGE     0xa5 /* what memory holds that nothing has written */
#define STACK       (1 << 17)
#define LEFT_MEMORY 3 /* the status of a child that did */

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED __has_feature(address_sanitizer)
#else
#define IS_SANITIZED 0
#endif

extern int c2d_mutant;
extern unsigned char c2d_reached[];
extern const unsigned c2d_mutants;

/* What a child tells while it runs. */
typedef struct shared {
    uint64_t hash; /* without a mutant, */
    unsigned long plain_calls;
    double seconds; /* of the processor */
    bool tries;
    size_t at; /* the mutant that runs, among those of the input */
    unsigned long calls[];
} shared;

static unsigned char *flags;
static shared *told;
static unsigned char *reached; /* by the input */
static unsigned *list;         /* the mutants of the input: first those that run alone */
static size_t listed;
static unsigned char *tries;        /* by mutant, up to ALONE */
static unsigned long *calls, *more; /* by mutant: without and with it, of the inputs that were tried */
static unsigned long all_calls, most_calls;

static void *mapped(size_t size, int file)
{
    int how = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, how, file, 0);

    CHECK(memory != MAP_FAILED, "mmap of %zu bytes", size);
    return memory;
}

static void *zeros(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    CHECK(memory, "no memory");
    return memory;
}

static void set_flags(unsigned mutant, unsigned char more_flags)
{
    if ((__atomic_load_n(&flags[mutant], __ATOMIC_RELAXED) & more_flags) != more_flags)
        __atomic_fetch_or(&flags[mutant], more_flags, __ATOMIC_RELAXED);
}

static bool is_alive(unsigned mutant) { return __atomic_load_n(&flags[mutant], __ATOMIC_RELAXED) & IS_ALIVE; }

static void kill_it(unsigned mutant, int status, const char *input)
{
    unsigned char was = __atomic_fetch_and(&flags[mutant], (unsigned char)~IS_ALIVE, __ATOMIC_RELAXED);
    bool leaks = WIFEXITED(status) && WEXITSTATUS(status) == LEFT_MEMORY;

    if (was & IS_ALIVE)
        printf("%u %s %s\n", mutant, leaks ? "leak" : "result", input);
}

void judge_leak(void)
{
    CHECK(c2d_mutant >= 0, "memory is left without a mutant");
    _exit(LEFT_MEMORY);
}

static double processor_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A child: runs the input without a mutant. */
static void learn(size_t input)
{
    double start = processor_seconds();

    memset(c2d_reached, 0, c2d_mutants);
    target_calls_done = 0;
    told->hash = judge_run(input, true);
    told->plain_calls = target_calls_done;
    told->seconds = processor_seconds() - start;
    told->tries = judge_tries();
    memcpy(reached, c2d_reached, c2d_mutants);
    _exit(0);
}

/* Lists the mutants that are to be tried. */
static void choose_mutants(void)
{
    listed = 0;
    for (int is_known = 0; is_known < 2 && told->tries; is_known++)
        for (unsigned k = 0; k < c2d_mutants; k++) {
            if (!reached[k] || (tries[k] == ALONE) != is_known)
                continue;
            set_flags(k, (unsigned char)(reached[k] * IS_REACHED));
            if (reached[k] >= 2 && is_alive(k) && (most_calls == 0 || calls[k] < most_calls)) {
                list[listed++] = k;
                calls[k] += told->plain_calls;
            }
        }
}

static void limit_seconds(double limit)
{
    struct itimerval timer = {{0, 0}, {(time_t)limit, (suseconds_t)(1e6 * (limit - (double)(time_t)limit))}};

    setitimer(ITIMER_PROF, &timer, NULL);
}

static __attribute__((noinline)) void fill_stack(void)
{
    volatile unsigned char room[STACK];

    for (size_t i = 0; i < STACK; i++)
        room[i] = GARBAGE;
}

/* A child: runs some mutants, until one is noticed. */
static void run_mutants(size_t input, const unsigned *mutants, size_t count)
{
    struct rlimit none = {0, 0}, bytes = {MOST_BYTES, MOST_BYTES};

    setrlimit(RLIMIT_CORE, &none);
    if (!IS_SANITIZED) /* the sanitizer reserves terabytes */
        setrlimit(RLIMIT_AS, &bytes);
    for (size_t i = 0; i < count; i++) {
        told->at = i;
        told->calls[i] = target_calls_done = 0;
        if (!is_alive(mutants[i])) /* killed by another judge */
            continue;
        c2d_mutant = (int)mutants[i];
        fill_stack();
        limit_seconds(SLOW * told->seconds + LEAST_LIMIT);
        if (judge_run(input, false) != told->hash)
            _exit(1);
        told->calls[i] = target_calls_done;
    }
    _exit(0);
}

/* The status of a child that tries mutants, or learns if there are none. */
static int child_with(size_t input, const unsigned *mutants, size_t count)
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    told->at = 0;
    child = fork();
    CHECK(child >= 0, "fork");
    if (child == 0 && count == 0)
        learn(input);
    if (child == 0)
        run_mutants(input, mutants, count);
    CHECK(waitpid(child, &status, 0) == child, "waitpid");
    return status;
}

static void try_mutants(size_t input)
{
    for (size_t from = 0; from < listed;) {
        bool is_alone = tries[list[from]] < ALONE;
        size_t count = is_alone ? 1 : listed - from;
        int status = child_with(input, list + from, count);
        size_t tried = status == 0 ? count : told->at;
        tries[list[from]] = (unsigned char)(tries[list[from]] + is_alone);
        for (size_t i = 0; i < tried; i++)
            more[list[from + i]] += told->calls[i];
        from += tried;
        if (status != 0 && tried == 0)
            kill_it(list[from++], status, judge_name(input));
    }
}

int main(int argc, char **argv)
{
    struct stat size;
    int file, null = open("/dev/null", O_WRONLY), errors = dup(2);

    mallopt(M_PERTURB, GARBAGE);
    CHECK(argc > 3, "judge MUTANTS MOST_CALLS ARGUMENTS...");
    file = open(argv[1], O_RDWR);
    CHECK(file >= 0 && fstat(file, &size) == 0 && size.st_size == (off_t)c2d_mutants, "%s", argv[1]);
    flags = mapped(c2d_mutants, file);
    told = mapped(sizeof *told + c2d_mutants * sizeof *told->calls, -1);
    reached = mapped(c2d_mutants, -1);
    tries = zeros(c2d_mutants, sizeof *tries);
    list = zeros(c2d_mutants, sizeof *list);
    calls = zeros(c2d_mutants, sizeof *calls);
    more = zeros(c2d_mutants, sizeof *more);
    most_calls = strtoul(argv[2], NULL, 10);
    size_t inputs = judge_open(argc - 3, argv + 3);
    for (size_t input = 0; input < inputs; input++) {
        CHECK(child_with(input, NULL, 0) == 0, "%s fails without a mutant", judge_name(input));
        choose_mutants();
        dup2(null, 2); /* what a mutant does wrong is of no interest */
        try_mutants(input);
        dup2(errors, 2);
        target_calls_done = 0;
        CHECK(judge_run(input, true) == told->hash, "%s gives something else when it runs again", judge_name(input));
        all_calls += told->plain_calls;
    }
    for (unsigned k = 0; k < c2d_mutants && judge_counts_work(); k++)
        if (is_alive(k) && (most_calls == 0 || calls[k] < most_calls) &&
            (double)more[k] - (double)calls[k] > MORE_WORK * (double)all_calls)
            set_flags(k, HAS_MORE);
    judge_close();
    return fflush(stdout) == 0 ? 0 : 1;
}
