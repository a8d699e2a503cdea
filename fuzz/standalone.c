/* Runs a fuzz target without a fuzzing engine, with any C compiler.
 *
 *   target [--print] FILE_OR_DIRECTORY...    replays saved inputs; --print shows what each decodes to
 *   target --random COUNT [SEED]             feeds COUNT random inputs; a failing one is saved as failure.bin
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

/* From the heap, at its exact size, so that sanitizers see a read beyond the end. */
static void run(void)
{
    uint8_t *exact = malloc(input_size ? input_size : 1);

    if (!exact)
        abort();
    memcpy(exact, input, input_size);
    inputs++;
    LLVMFuzzerTestOneInput(exact, input_size);
    free(exact);
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

static void random_inputs(unsigned long count, uint64_t seed)
{
    clock_t start = clock();
    double seconds;

    for (unsigned long i = 0; i < count; i++) {
        input_size = 4 + next(&seed) % 252;
        for (size_t k = 0; k < input_size; k += 8) {
            uint64_t bits = next(&seed);
            for (size_t j = k; j < k + 8; j++)
                input[j] = (uint8_t)(bits >> 8 * (j - k));
        }
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
        random_inputs(strtoul(argv[2], NULL, 10), argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        target_verbose = 1;
        first = 2;
    }
    if (first >= argc) {
        fprintf(stderr, "usage: %s [--print] FILE_OR_DIRECTORY... | --random COUNT [SEED]\n", argv[0]);
        return 2;
    }
    for (int i = first; i < argc; i++)
        failed |= replay(argv[i]);
    if (!failed)
        printf("%s: %lu inputs replayed\n", argv[0], inputs);
    return failed;
}
