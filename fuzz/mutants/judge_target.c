/* A fuzz target, by its checks.
 *
 *   judge ... FOLDER...    the files in it */
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 65536

/* ---- the blocks that are held: the linker's --wrap sends all calls here ---- */

static long blocks;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size)
{
    void *memory = __real_malloc(size);

    blocks += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = __real_calloc(count, size);

    blocks += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *memory, size_t size)
{
    void *moved = __real_realloc(memory, size);

    blocks += !memory && moved;
    return moved;
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

/* ---- inputs ---- */

typedef struct saved {
    char *name;
    uint8_t *bytes;
    size_t size;
} saved;

static saved *inputs;
static size_t count;

static void *allocated(void *memory)
{
    CHECK(memory, "no memory");
    return memory;
}

static void read_file(const char *folder, const char *name)
{
    static uint8_t bytes[LARGEST];
    char path[4096];
    saved s;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    CHECK(file, "%s", path);
    s.size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    s.name = allocated(strdup(name));
    s.bytes = memcpy(allocated(malloc(s.size + 1)), bytes, s.size);
    inputs = allocated(realloc(inputs, (count + 1) * sizeof *inputs));
    inputs[count++] = s;
}

size_t judge_open(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        struct dirent **entry;
        int n = scandir(argv[i], &entry, NULL, alphasort);
        CHECK(n >= 0, "%s", argv[i]);
        for (int k = 0; k < n; k++) {
            if (entry[k]->d_name[0] != '.')
                read_file(argv[i], entry[k]->d_name);
            free(entry[k]);
        }
        free(entry);
    }
    return count;
}

/* From the heap, at its exact size, so that sanitizers see a read beyond the end. */
uint64_t judge_run(size_t input, bool is_first)
{
    const saved *s = &inputs[input];
    long held = blocks;
    uint8_t *exact = allocated(malloc(s->size ? s->size : 1));

    (void)is_first;
    memcpy(exact, s->bytes, s->size);
    LLVMFuzzerTestOneInput(exact, s->size);
    free(exact);
    if (blocks != held)
        judge_leak();
    return 0;
}

bool judge_tries(void) { return true; }

const char *judge_name(size_t input) { return inputs[input].name; }

void judge_close(void) {}

bool judge_counts_work(void) { return false; }
