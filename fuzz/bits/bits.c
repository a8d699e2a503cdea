/* Prints a line for each verb of collide2d.h: its name, the number of results, and the hash of all their bits; also the
 * number of calls of the core's functions, where it was compiled to count them (see work.txt).
 *
 *   bits [SEED]                    every verb on all inputs; without SEED those of expected.txt
 *   bits SEED VERB                 the hash after each input of a verb: the first line that differs is the input
 *   bits SEED VERB INPUT           each result of that input
 *   bits SEED chosen:VERB          the line of its chosen inputs
 *
 * Inputs are random bytes for the decoder of the fuzz targets, so they depend on nothing but the seed. */
#include "bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_SIZE 1024

c2d_vec room[ROOM];

static tally now;
static bool shows_results;

/* ---- the hash ---- */

/* The finalizer of SplitMix64 (Steele, Lea, Flood, 2014). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void add_word(uint64_t word)
{
    now.hash = mix(now.hash + 0x9e3779b97f4a7c15u + mix(word));
    now.results++;
    if (shows_results)
        printf("%016" PRIx64 "\n", word);
}

void add_number(double x)
{
    uint64_t bits;

    CHECK(!isnan(x), "a result is NaN");
    memcpy(&bits, &x, sizeof bits);
    add_word(bits);
}

void add_vec(c2d_vec v)
{
    add_number(v.x);
    add_number(v.y);
}

void add_vecs(const c2d_vec *v, size_t n)
{
    add_word(n);
    for (size_t i = 0; i < n; i++)
        add_vec(v[i]);
}

void add_bounds(c2d_bounds b)
{
    add_vec(b.min);
    add_vec(b.max);
}

void add_shape(const c2d_shape *s)
{
    add_number(s->radius);
    add_word(s->form);
    add_bounds(c2d_bounds_of(s));
    add_vecs(c2d_vertices(s), s->count);
    for (size_t i = s->count; i < C2D_INLINE_VERTICES; i++)
        CHECK(c2d_same(s->v.own[i], c2d_v(0, 0)), "vertex %zu, which is not used, is not 0", i);
}

void add_contact(const c2d_contact *c)
{
    add_vec(c->normal);
    add_number(c->depth);
    add_vecs(c->points, (size_t)c->count);
}

void add_hit(const c2d_hit *hit)
{
    add_number(hit->t);
    add_vec(hit->point);
    add_vec(hit->normal);
    add_number(hit->depth);
}

bool add_index_pair(void *context, uint32_t i, uint32_t j)
{
    (void)context;
    add_word((uint64_t)i << 32 | j);
    return true;
}

bool add_index_pairs(void *context, const c2d_index_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_index_pair(context, pairs[i].i, pairs[i].j);
    return true;
}

const c2d_shape *shape_at(const void *list, uint32_t i) { return (const c2d_shape *)list + i; }

bool add_status(c2d_status status)
{
    add_word(status);
    return status == C2D_OK;
}

/* ---- calls ---- */

c2d_status last_status;
bool is_calling;
unsigned long calls_without_memory;

static tally before;

void begin_call(void)
{
    before = now;
    is_calling = true;
}

bool end_call(c2d_status status)
{
    is_calling = false;
    last_status = status;
    if (status != C2D_NO_MEMORY)
        return false;
    now = before;
    calls_without_memory++;
    return true;
}

/* ---- inputs ---- */

double read_mass(reader *in)
{
    unsigned tag = read_byte(in);
    double mass = read_size(in);

    return tag % 8 == 0 ? INFINITY : tag % 4 == 0 || mass == 0 ? 1 : mass;
}

c2d_cast_options read_options(reader *in)
{
    unsigned tag = read_byte(in);
    c2d_cast_options options = {tag & 1, tag & 2};

    return options;
}

unsigned random_step(uint64_t *state, unsigned range)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % range;
}

/* The seed of a verb's inputs depends on its name, so another verb in the table changes none but its own line. */
static uint64_t seed_of(const verb *v, uint64_t seed)
{
    for (const char *c = v->name; *c; c++)
        seed = mix(seed + (unsigned char)*c);
    return seed;
}

/* One input of four takes the paths for many boxes also if it has few. */
tally run_input(const verb *v, uint64_t seed, uint64_t number, tally from)
{
    static uint8_t bytes[INPUT_SIZE];
    reader in;

    now = from;
    seed = seed_of(v, seed) + mix(number);
    for (size_t i = 0; i < INPUT_SIZE; i += 8) {
        uint64_t word = mix(seed += 0x9e3779b97f4a7c15u);
        for (size_t k = 0; k < 8; k++)
            bytes[i + k] = (uint8_t)(word >> 8 * k);
    }
    in = reader_open(bytes, INPUT_SIZE);
    in.most = DRAFT_POINTS;
    target_tests_by_box = number % 4 ? 256 : number / 4 % 8;
    v->run(&in);
    return now;
}

/* ---- the table ---- */

const verb *const tables[TABLES] = {shape_verbs, rect_verbs,  pair_verbs,  motion_verbs,      union_verbs,
                                    body_verbs,  index_verbs, crowd_verbs, seam_verbs,        mover_verbs,
                                    item_verbs,  level_verbs, given_verbs, given_motion_verbs};

uint64_t hash_of(const verb *v, uint64_t seed, uint64_t input)
{
    tally t = run_input(v, seed, input, (tally){0, 0});

    return mix(t.hash + t.results);
}

const verb *find_verb(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const verb *v = tables[t]; v->name; v++)
            if (strcmp(v->name, name) == 0)
                return v;
    fprintf(stderr, "no verb is called %s\n", name);
    exit(2);
}

const chosen *find_chosen(const char *name)
{
    const chosen *c = chosen_inputs;

    if (strncmp(name, "chosen:", 7) != 0)
        return NULL;
    while (c->verb && strcmp(c->verb, name + 7) != 0)
        c++;
    return c->verb ? c : NULL;
}

#ifndef BITS_WITHOUT_MAIN

/* A failure later on leaves the lines before it. */
static void print_tally(const char *name, tally t)
{
    printf("%s %" PRIu64 " %016" PRIx64, name, t.results, t.hash);
    if (target_calls_done)
        printf(" %lu", target_calls_done);
    printf("\n");
    fflush(stdout);
}

static void run_verb(const verb *v, uint64_t seed, bool shows_inputs)
{
    tally t = {0, 0};
    char label[32];

    target_calls_done = 0;
    for (unsigned i = 0; i < INPUTS; i++) {
        t = run_input(v, seed, i, t);
        snprintf(label, sizeof label, "input %u", i);
        if (shows_inputs)
            print_tally(label, t);
    }
    print_tally(v->name, t);
}

/* ---- chosen inputs ---- */

/* They have lines of their own, so that one more changes no line but that of its verb. */
static void run_chosen(const chosen *c, uint64_t seed)
{
    tally t = {0, 0};
    char label[64];

    target_calls_done = 0;
    for (const unsigned *input = c->inputs; *input; input++)
        t = run_input(find_verb(c->verb), seed, *input, t);
    snprintf(label, sizeof label, "chosen:%s", c->verb);
    print_tally(label, t);
}

int main(int argc, char **argv)
{
    const chosen *inputs = argc == 3 ? find_chosen(argv[2]) : NULL;
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;

    if (inputs) {
        run_chosen(inputs, seed);
    } else if (argc > 3) {
        const verb *v = find_verb(argv[2]);
        shows_results = true;
        run_input(v, seed, strtoull(argv[3], NULL, 10), (tally){0, 0});
    } else if (argc > 2) {
        run_verb(find_verb(argv[2]), seed, true);
    } else {
        for (size_t t = 0; t < TABLES; t++)
            for (const verb *v = tables[t]; v->name; v++)
                run_verb(v, seed, false);
        for (const chosen *c = chosen_inputs; c->verb; c++)
            run_chosen(c, seed);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}

#endif
