/* The index: the tree and the grid of csrc/core, on boxes of which each meets about one other, spread evenly or in
 * clusters, equal, or of sides from a half to ten times as large.
 *
 *   cc -std=c11 -O2 -ffp-contract=off -DC2D_REALLOC=counted_realloc -Icsrc/include bench/core/index.c \
 *      csrc/core/broad/{tree,all_pairs,grid,plane_sweep,oriented_pairs}.c csrc/core/exact/{rank_set,radix_sort}.c \
 *      -o index -lm
 *   ./index [LARGEST_COUNT [REPEATS]]
 *
 * Prints nanoseconds an object, the least of the repeats; how many items a search finds on average; working memory in
 * bytes an object; and, up to 10,000 objects, the time divided by that of trying all boxes. */
#define _POSIX_C_SOURCE 200809L

#include "../../csrc/include/collide2d.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *counted_realloc(void *memory, size_t size);

static size_t requested;

void *counted_realloc(void *memory, size_t size)
{
    requested += size;
    return realloc(memory, size);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* splitmix64, as a number from 0 to 1 */
static double chance(void)
{
    static uint64_t state = 1;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

enum scene { UNIFORM, MIXED, CLUSTERED, GIANT, SCENES };
static const char *const scene_name[SCENES] = {"uniform", "mixed sizes", "clustered", "one giant"};

static void place(enum scene scene, c2d_bounds *box, uint32_t n)
{
    double side = 2 * sqrt(n), cluster = 0;
    c2d_vec at = {0, 0};
    for (uint32_t i = 0; i < n; i++) {
        double size = scene == MIXED ? 0.5 * pow(20, chance()) : 1;
        if (scene == MIXED)
            side = 2 * sqrt(n) * 3.9; /* the root mean square of the sides */
        if (scene == CLUSTERED && i % 1000 == 0) {
            at.x = chance() * 1000 * side;
            at.y = chance() * 1000 * side;
            cluster = 2 * sqrt(1000);
        }
        double extent = scene == CLUSTERED ? cluster : side;
        box[i].min.x = at.x + chance() * extent;
        box[i].min.y = at.y + chance() * extent;
        box[i].max.x = box[i].min.x + size;
        box[i].max.y = box[i].min.y + size;
    }
    if (scene == GIANT) {
        box[n / 2].min.x = box[n / 2].min.y = -1;
        box[n / 2].max.x = box[n / 2].max.y = side + 2;
    }
}

/* ---- what is measured ---- */

typedef struct task {
    c2d_bounds *box, *home;
    uint32_t n, *leaf;
    c2d_tree tree;
    c2d_bounds probe;
    uint64_t found;
    double least;
} task;

static bool count_visit(void *context, uint32_t item)
{
    task *t = context;
    (void)item;
    t->found++;
    return true;
}

static bool count_pair(void *context, uint32_t i, uint32_t j)
{
    task *t = context;
    (void)i;
    (void)j;
    t->found++;
    return true;
}

static double count_on_way(void *context, uint32_t item, double limit)
{
    task *t = context;
    (void)item;
    t->found++;
    return limit;
}

static double keep_nearest(void *context, uint32_t item, double limit)
{
    task *t = context;
    const c2d_bounds *a = &t->probe, *b = &t->box[item];
    double x = fmax(0, fmax(b->min.x - a->max.x, a->min.x - b->max.x));
    double y = fmax(0, fmax(b->min.y - a->max.y, a->min.y - b->max.y)), d = sqrt(x * x + y * y);
    t->found++;
    return d < limit ? d : limit;
}

static void check(c2d_status status)
{
    if (status != C2D_OK) {
        fprintf(stderr, "%s\n", "no memory");
        exit(1);
    }
}

static void insert_all(task *t)
{
    c2d_tree_free(&t->tree);
    for (uint32_t i = 0; i < t->n; i++)
        check(c2d_tree_insert(&t->tree, t->box[i], i, &t->leaf[i]));
}

static void remove_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        c2d_tree_remove(&t->tree, t->leaf[i]);
}

static void rebuild(task *t) { check(c2d_tree_rebuild(&t->tree)); }

static c2d_bounds moved(c2d_bounds box, double x, double y)
{
    box.min.x += x;
    box.max.x += x;
    box.min.y += y;
    box.max.y += y;
    return box;
}

/* A tenth of a box's side, to and fro about where it was. */
static void move_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        t->box[i] = moved(t->home[i], chance() * 0.2, chance() * 0.2);
        c2d_tree_move(&t->tree, t->leaf[i], t->box[i]);
    }
}

/* Half a side, further and further: a crowd that mixes. */
static void wander_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        t->box[i] = moved(t->box[i], chance() - 0.5, chance() - 0.5);
        c2d_tree_move(&t->tree, t->leaf[i], t->box[i]);
    }
}

static void query_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        c2d_tree_query(&t->tree, t->box[i], count_visit, t);
}

/* Rays forty units long. */
static void cast_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        double angle = i;
        c2d_vec motion = {40 * cos(angle), 40 * sin(angle)};
        c2d_bounds ray = {t->box[i].min, t->box[i].min};
        c2d_tree_cast(&t->tree, ray, motion, 1, count_on_way, t);
    }
}

/* From a point a little off, the nearest. */
static void nearest_all(task *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        t->probe.min.x = t->probe.max.x = t->box[i].min.x + 2.5;
        t->probe.min.y = t->probe.max.y = t->box[i].min.y - 1.5;
        c2d_tree_nearest(&t->tree, t->probe, INFINITY, keep_nearest, t);
    }
}

static void pairs(task *t) { check(c2d_all_pairs(t->box, t->n, count_pair, t)); }

static void all_pairs_by_brute_force(task *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        c2d_bounds a = t->box[i];
        for (uint32_t j = i + 1; j < t->n; j++) {
            const c2d_bounds *b = &t->box[j];
            t->found += (a.min.x <= b->max.x) & (b->min.x <= a.max.x) & (a.min.y <= b->max.y) & (b->min.y <= a.max.y);
        }
    }
}

static double best(task *t, void run(task *t), int repeats)
{
    double least = INFINITY;
    for (int i = 0; i < repeats; i++) {
        t->found = 0;
        double start = now();
        run(t);
        least = fmin(least, now() - start);
    }
    return least / t->n;
}

static void measure(enum scene scene, uint32_t n, int repeats)
{
    task t = {0};
    t.n = n;
    t.box = malloc(n * sizeof *t.box);
    t.home = malloc(n * sizeof *t.home);
    t.leaf = malloc(n * sizeof *t.leaf);
    if (!t.box || !t.home || !t.leaf)
        check(C2D_NO_MEMORY);
    place(scene, t.box, n);
    memcpy(t.home, t.box, n * sizeof *t.box);
    c2d_tree_init(&t.tree);

    double brute = n <= 10000 ? best(&t, all_pairs_by_brute_force, 3) : 0;
    uint64_t meeting = t.found;
    requested = 0;
    double grid = best(&t, pairs, repeats);
    size_t grid_bytes = requested / (unsigned)repeats;
    if (brute > 0 && meeting != t.found)
        fprintf(stderr, "wrong: %llu pairs, not %llu\n", (unsigned long long)t.found, (unsigned long long)meeting);
    printf("%-11s %8u  pairs %6.1f (%.2f)", scene_name[scene], n, grid, (double)t.found / n);
    printf("  insert %5.0f", best(&t, insert_all, repeats));
    size_t tree_bytes = (size_t)t.tree.capacity * (80 + 8);
    double grown = best(&t, query_all, repeats);
    printf("  rebuild %5.0f", best(&t, rebuild, repeats));
    double rebuilt = best(&t, query_all, repeats);
    printf("  query %5.0f, grown %5.0f (%.2f)", rebuilt, grown, (double)t.found / n);
    printf("  ray %5.0f", best(&t, cast_all, repeats));
    printf(" (%.2f)", (double)t.found / n);
    printf("  nearest %5.0f", best(&t, nearest_all, repeats));
    printf(" (%.2f)", (double)t.found / n);
    printf("  move %5.0f", best(&t, move_all, repeats));
    printf("  wander %5.0f", best(&t, wander_all, 20));
    printf("  query %5.0f", best(&t, query_all, repeats));
    rebuild(&t);
    printf(", rebuilt %5.0f", best(&t, query_all, repeats));
    printf("  remove %5.0f", best(&t, remove_all, 1));
    printf("  bytes: tree %.0f grid %.0f", (double)tree_bytes / n, (double)grid_bytes / n);
    if (brute > 0)
        printf("  pairs / brute force %.3f, query / brute force %.3f", grid / brute, rebuilt / (2 * brute));
    printf("\n");
    fflush(stdout);
    c2d_tree_free(&t.tree);
    free(t.box);
    free(t.home);
    free(t.leaf);
}

int main(int argc, char **argv)
{
    unsigned long largest = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    int repeats = argc > 2 ? atoi(argv[2]) : 5;
    for (int scene = 0; scene < SCENES; scene++)
        for (uint32_t n = 1000; n <= largest; n *= 10)
            measure((enum scene)scene, n, repeats);
    return 0;
}
