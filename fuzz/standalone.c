/* Runs a fuzz target without a fuzzing engine, with any C compiler.
 *
 *   target [--print] FILE_OR_DIRECTORY...    replays saved inputs; --print shows what each decodes to
 *   target --random COUNT [SEED]             feeds COUNT random inputs; a failing one is saved as failure.bin
 *   target --mutate COUNT SEED FILE_OR_DIRECTORY...    as random, but made of saved inputs: their parts, a little
 * changed
 *
 * A violated property prints itself and aborts. */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* without it stat fails on 32-bit systems if a file system has larger numbers */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef _WIN32
#include <dirent.h>
#include <sys/stat.h>
#endif

#define LARGEST 65536

static uint8_t input[LARGEST];
static size_t input_size;
static unsigned long inputs;
static const char *input_name;

/* The saved inputs, to be mutated. */
typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static bool keeps;
static saved *corpus;
static size_t corpus_count;

static void on_failure(void)
{
    FILE *file;

    if (input_name) {
        fprintf(stderr, "input: %s\n", input_name);
        return;
    }
    fprintf(stderr, "input: number %lu, saved as failure.bin\n", inputs);
    file = fopen("failure.bin", "wb");
    if (file) {
        fwrite(input, 1, input_size, file);
        fclose(file);
    }
}

static void *allocated(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

/* From the heap, at its exact size, so that sanitizers see a read beyond the end. */
static void run(void)
{
    uint8_t *exact = allocated(malloc(input_size ? input_size : 1));

    memcpy(exact, input, input_size);
    inputs++;
    LLVMFuzzerTestOneInput(exact, input_size);
    free(exact);
}

static void keep(void)
{
    saved s = {allocated(malloc(input_size + 1)), input_size};

    memcpy(s.bytes, input, input_size);
    corpus = allocated(realloc(corpus, (corpus_count + 1) * sizeof *corpus));
    corpus[corpus_count++] = s;
}

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (!file) {
        perror(path);
        return 1;
    }
    input_size = fread(input, 1, sizeof input, file);
    fclose(file);
    if (keeps) {
        keep();
        return 0;
    }
    input_name = path;
    if (target_verbose)
        fprintf(stderr, "# %s\n", path);
    run();
    return 0;
}

static int replay(const char *path)
{
#ifndef _WIN32
    struct stat status;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        struct dirent **entry;
        int n = scandir(path, &entry, NULL, alphasort), failed = 0;
        if (n < 0) {
            perror(path);
            return 1;
        }
        for (int i = 0; i < n; i++) {
            char name[4096];
            snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name);
            if (entry[i]->d_name[0] != '.')
                failed |= replay(name);
            free(entry[i]);
        }
        free(entry);
        return failed;
    }
#endif
    return replay_file(path);
}

/* splitmix64 */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void make_random(uint64_t *seed)
{
    input_size = 4 + next(seed) % 252;
    for (size_t k = 0; k < input_size; k += 8) {
        uint64_t bits = next(seed);
        for (size_t j = k; j < k + 8; j++)
            input[j] = (uint8_t)(bits >> 8 * (j - k));
    }
}

#define MOST_MUTATED 512

static void append(const saved *s, size_t from, size_t size)
{
    size = size < MOST_MUTATED - input_size ? size : MOST_MUTATED - input_size;
    memcpy(input + input_size, s->bytes + from, size);
    input_size += size;
}

/* A saved input, or the beginning of one and the end of another, with some bits and up to eight bytes in a row changed.
 * Such bytes are often all ones, all zeros or the sign's neighbours: those of extreme numbers and counts. */
static void mutate(uint64_t *seed)
{
    static const uint8_t extreme[] = {0x00, 0x7f, 0x80, 0xff};
    const saved *first = &corpus[next(seed) % corpus_count], *second = &corpus[next(seed) % corpus_count];

    input_size = 0;
    if (next(seed) % 2) {
        size_t from = next(seed) % (second->size + 1);
        append(first, 0, next(seed) % (first->size + 1));
        append(second, from, second->size - from);
    } else {
        append(first, 0, first->size);
    }
    for (uint64_t changes = next(seed) % 6; input_size > 0 && changes > 0; changes--) {
        uint64_t bits = next(seed);
        size_t at = next(seed) % input_size, end = at + 1 + (bits >> 8) % 8;
        switch (bits % 3) {
        case 0: input[at] ^= (uint8_t)(1 << (bits >> 16) % 8); break;
        case 1: input[at] = (uint8_t)(bits >> 16); break;
        default: memset(input + at, extreme[(bits >> 16) % 4], (end < input_size ? end : input_size) - at);
        }
    }
}

static void made_inputs(unsigned long count, uint64_t seed, void (*make)(uint64_t *seed))
{
    clock_t start = clock();
    double seconds;

    for (unsigned long i = 0; i < count; i++) {
        make(&seed);
        run();
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%lu inputs, %.0f a second", count, (double)count / (seconds > 0 ? seconds : 1));
    if (target_relations[0] + target_relations[1] + target_relations[2])
        printf("; apart %lu, touching %lu, overlapping %lu", target_relations[0], target_relations[1],
               target_relations[2]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int failed = 0, first = 1;

    target_failing = on_failure;
    if (argc > 2 && strcmp(argv[1], "--random") == 0) {
        made_inputs(strtoul(argv[2], NULL, 10), argc > 3 ? strtoull(argv[3], NULL, 10) : 1, make_random);
        return 0;
    }
    if (argc > 4 && strcmp(argv[1], "--mutate") == 0) {
        keeps = true;
        for (int i = 4; i < argc; i++)
            failed |= replay(argv[i]);
        if (!failed && corpus_count > 0)
            made_inputs(strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), mutate);
        return failed;
    }
    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        target_verbose = 1;
        first = 2;
    }
    if (first >= argc) {
        fprintf(stderr,
                "usage: %s [--print] FILE_OR_DIRECTORY... | --random COUNT [SEED] | --mutate COUNT SEED "
                "FILE_OR_DIRECTORY...\n",
                argv[0]);
        return 2;
    }
    for (int i = first; i < argc; i++)
        failed |= replay(argv[i]);
    if (!failed)
        printf("%s: %lu inputs replayed\n", argv[0], inputs);
    return failed;
}
