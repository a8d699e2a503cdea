/* Times the core against bench/plain.c on 65,536 distinct pairs of every pair of kinds, and prints one line of
 * tab-separated values a measurement; bench/run.py builds and runs it and prints the tables.
 *
 * Method: blocks of pairs that fit the second-level cache, brought there first; on each block every contender in turn;
 * the minimum over the repeats, block by block, so that a disturbance costs one block of one repeat. All 65,536 pairs
 * pass between two visits to a block, so no branch predictor can know them by heart. The loop and the call are in all
 * times. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"
#include "scenes.h"

enum { PAIRS = 65536, BLOCK = 1024, BLOCKS = PAIRS / BLOCK, MOST_REPEATS = 101 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Keeps results alive without a memory access in the loops. */
static volatile double sink;

/* ---- contenders -------------------------------------------------------------------------------------------------- */

typedef double plain_gap(const c2d_shape *a, const c2d_shape *b);
typedef bool plain_contact(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

/* One loop over a block; kernel is used only by the loops that call one directly. */
typedef struct contender {
    void (*loop)(const pair *pairs, int n, const struct contender *self);
    plain_test *test;
    plain_gap *gap;
    plain_contact *contact;
} contender;

static void loop_collides(const pair *pairs, int n, const contender *self)
{
    int hits = 0;
    (void)self;
    for (int i = 0; i < n; i++)
        hits += c2d_collides(&pairs[i].a, &pairs[i].b);
    sink = hits;
}

static void loop_plain_table(const pair *pairs, int n, const contender *self)
{
    int hits = 0;
    (void)self;
    for (int i = 0; i < n; i++)
        hits += plain_collides(&pairs[i].a, &pairs[i].b);
    sink = hits;
}

static void loop_plain_test(const pair *pairs, int n, const contender *self)
{
    int hits = 0;
    for (int i = 0; i < n; i++)
        hits += self->test(&pairs[i].a, &pairs[i].b);
    sink = hits;
}

static void loop_separation(const pair *pairs, int n, const contender *self)
{
    double sum = 0.0;
    (void)self;
    for (int i = 0; i < n; i++)
        sum += c2d_separation(&pairs[i].a, &pairs[i].b);
    sink = sum;
}

static void loop_plain_gap(const pair *pairs, int n, const contender *self)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += self->gap(&pairs[i].a, &pairs[i].b);
    sink = sum;
}

/* The result is written whether it is read or not; reading the depth of hits only would add a jump to all contenders.
 */
static void loop_contact(const pair *pairs, int n, const contender *self)
{
    int hits = 0;
    c2d_contact contact = {.depth = 0.0};
    (void)self;
    for (int i = 0; i < n; i++)
        hits += c2d_collide(&pairs[i].a, &pairs[i].b, &contact);
    sink = hits + contact.depth;
}

static void loop_plain_contact(const pair *pairs, int n, const contender *self)
{
    int hits = 0;
    c2d_contact contact = {.depth = 0.0};
    for (int i = 0; i < n; i++)
        hits += self->contact(&pairs[i].a, &pairs[i].b, &contact);
    sink = hits + contact.depth;
}

/* ---- which kernels stand beside which pair of kinds ----------------------------------------------------------------
 */

static plain_test *direct_test(kind a, kind b)
{
    static plain_test *const table[KINDS][KINDS] = {
        [POINT] = {[POINT] = plain_point_point,
                   [CIRCLE] = plain_point_point,
                   [SEGMENT] = plain_point_segment,
                   [CAPSULE] = plain_point_segment,
                   [RECT] = plain_point_box,
                   [ROUNDRECT] = plain_point_box,
                   [TURNED] = plain_point_convex,
                   [ROUND_TURNED] = plain_round_point_convex,
                   [OCTAGON] = plain_point_convex,
                   [ROUND_OCTAGON] = plain_round_point_convex},
        [CIRCLE] = {[CIRCLE] = plain_point_point,
                    [SEGMENT] = plain_point_segment,
                    [CAPSULE] = plain_point_segment,
                    [RECT] = plain_point_box,
                    [ROUNDRECT] = plain_point_box,
                    [TURNED] = plain_round_point_convex,
                    [ROUND_TURNED] = plain_round_point_convex,
                    [OCTAGON] = plain_round_point_convex,
                    [ROUND_OCTAGON] = plain_round_point_convex},
        [SEGMENT] = {[SEGMENT] = plain_segment_segment,
                     [CAPSULE] = plain_round_segment_segment,
                     [RECT] = plain_segment_box,
                     [ROUNDRECT] = plain_round_segment_box,
                     [TURNED] = plain_segment_convex,
                     [ROUND_TURNED] = plain_round_segment_convex,
                     [OCTAGON] = plain_segment_convex,
                     [ROUND_OCTAGON] = plain_round_segment_convex},
        [CAPSULE] = {[CAPSULE] = plain_round_segment_segment,
                     [RECT] = plain_round_segment_box,
                     [ROUNDRECT] = plain_round_segment_box,
                     [TURNED] = plain_round_segment_convex,
                     [ROUND_TURNED] = plain_round_segment_convex,
                     [OCTAGON] = plain_round_segment_convex,
                     [ROUND_OCTAGON] = plain_round_segment_convex},
        [RECT] = {[RECT] = plain_box_box,
                  [ROUNDRECT] = plain_round_box_box,
                  [TURNED] = plain_box_convex,
                  [ROUND_TURNED] = plain_round_box_convex,
                  [OCTAGON] = plain_box_convex,
                  [ROUND_OCTAGON] = plain_round_box_convex},
        [ROUNDRECT] = {[ROUNDRECT] = plain_round_box_box,
                       [TURNED] = plain_round_box_convex,
                       [ROUND_TURNED] = plain_round_box_convex,
                       [OCTAGON] = plain_round_box_convex,
                       [ROUND_OCTAGON] = plain_round_box_convex},
        [TURNED] = {[TURNED] = plain_convex_convex,
                    [ROUND_TURNED] = plain_round_convex_convex,
                    [OCTAGON] = plain_convex_convex,
                    [ROUND_OCTAGON] = plain_round_convex_convex},
        [ROUND_TURNED] = {[ROUND_TURNED] = plain_round_convex_convex,
                          [OCTAGON] = plain_round_convex_convex,
                          [ROUND_OCTAGON] = plain_round_convex_convex},
        [OCTAGON] = {[OCTAGON] = plain_convex_convex, [ROUND_OCTAGON] = plain_round_convex_convex},
        [ROUND_OCTAGON] = {[ROUND_OCTAGON] = plain_round_convex_convex},
    };
    return table[a][b];
}

static plain_test *frame_test(kind a, kind b)
{
    if ((a == POINT || a == CIRCLE) && (b == TURNED || b == ROUND_TURNED))
        return plain_frame_point_turned;
    if (a == RECT && b == TURNED)
        return plain_frame_box_turned;
    return a == TURNED && b == TURNED ? plain_frame_turned_turned : NULL;
}

/* Row of the simple pairs that have a plain separation and contact; -1 for the others. */
static int simple_pair(kind a, kind b)
{
    bool dot_a = a == POINT || a == CIRCLE, box_a = a == RECT || a == ROUNDRECT;
    if (dot_a && (b == POINT || b == CIRCLE))
        return 0;
    if (dot_a && (b == SEGMENT || b == CAPSULE))
        return 1;
    if (b == RECT || b == ROUNDRECT)
        return dot_a ? 2 : box_a ? 3 : -1;
    return -1;
}

static plain_gap *const gaps[4] = {plain_separation_point_point, plain_separation_point_segment,
                                   plain_separation_point_box, plain_separation_box_box};
static plain_contact *const contacts[4] = {plain_contact_point_point, plain_contact_point_segment,
                                           plain_contact_point_box, plain_contact_box_box};

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static void warm(const pair *pairs, const c2d_vec *storage)
{
    double sum = 0.0;
    for (int i = 0; i < BLOCK; i++)
        sum += pairs[i].a.radius + pairs[i].b.radius + pairs[i].a.v.own[3].y + pairs[i].b.v.own[3].y;
    if (pairs[0].a.count > C2D_INLINE_VERTICES || pairs[0].b.count > C2D_INLINE_VERTICES)
        for (int i = 0; i < BLOCK * 2 * FAR_VERTICES; i += 2)
            sum += storage[i].x;
    sink = sum;
}

/* Nanoseconds a pair of each contender, into ns[0..count). */
static void measure(const contender *contenders, int count, const pair *pairs, const c2d_vec *storage, int repeats,
                    double *ns)
{
    double best[8][BLOCKS];
    for (int c = 0; c < count; c++)
        for (int block = 0; block < BLOCKS; block++)
            best[c][block] = 1e18;
    for (int repeat = 0; repeat < repeats; repeat++)
        for (int block = 0; block < BLOCKS; block++) {
            const pair *first = pairs + block * BLOCK;
            warm(first, storage + (size_t)block * BLOCK * 2 * FAR_VERTICES);
            for (int turn = 0; turn < count; turn++) {
                int c = (turn + repeat) % count;
                double start = now();
                contenders[c].loop(first, BLOCK, &contenders[c]);
                double time = now() - start;
                if (time < best[c][block])
                    best[c][block] = time;
            }
        }
    for (int c = 0; c < count; c++) {
        ns[c] = 0.0;
        for (int block = 0; block < BLOCKS; block++)
            ns[c] += best[c][block] / PAIRS;
    }
}

/* kind, kind, inputs, verb, hit rate, share of plain answers that are wrong, ns: ours, plain by table, plain directly,
 * plain in the frame; -1 where there is none. */
static void print_row(kind a, kind b, regime inputs, const char *verb, double hits, double wrong, const double ns[4])
{
    printf("%s\t%s\t%s\t%s\t%.4f\t%.6f\t%.3f\t%.3f\t%.3f\t%.3f\n", kind_names[a], kind_names[b], regime_names[inputs],
           verb, hits, wrong, ns[0], ns[1], ns[2], ns[3]);
    fflush(stdout);
}

static void bench_pair(pair *pairs, c2d_vec *storage, kind a, kind b, regime inputs, int repeats)
{
    make_pairs(pairs, storage, PAIRS, a, b, inputs, 1000u + (unsigned)(a * KINDS + b));
    int hits = 0, wrong = 0;
    for (int i = 0; i < PAIRS; i++) {
        bool hit = c2d_collides(&pairs[i].a, &pairs[i].b);
        hits += hit;
        wrong += hit != plain_collides(&pairs[i].a, &pairs[i].b);
    }
    double rate = (double)hits / PAIRS, wrong_rate = (double)wrong / PAIRS;

    contender contenders[8] = {{loop_collides, NULL, NULL, NULL},
                               {loop_plain_table, NULL, NULL, NULL},
                               {loop_plain_test, direct_test(a, b), NULL, NULL},
                               {loop_separation, NULL, NULL, NULL},
                               {loop_contact, NULL, NULL, NULL}};
    int count = 5, frame = -1, simple = simple_pair(a, b), gap = -1, contact = -1;
    if (frame_test(a, b)) {
        frame = count;
        contenders[count++] = (contender){loop_plain_test, frame_test(a, b), NULL, NULL};
    }
    if (simple >= 0) {
        gap = count;
        contenders[count++] = (contender){loop_plain_gap, NULL, gaps[simple], NULL};
        contact = count;
        contenders[count++] = (contender){loop_plain_contact, NULL, NULL, contacts[simple]};
    }
    double ns[8];
    measure(contenders, count, pairs, storage, repeats, ns);
    print_row(a, b, inputs, "collides", rate, wrong_rate,
              (double[]){ns[0], ns[1], ns[2], frame < 0 ? -1.0 : ns[frame]});
    print_row(a, b, inputs, "separation", rate, -1.0, (double[]){ns[3], -1.0, gap < 0 ? -1.0 : ns[gap], -1.0});
    print_row(a, b, inputs, "contact", rate, -1.0, (double[]){ns[4], -1.0, contact < 0 ? -1.0 : ns[contact], -1.0});
}

/* core REPEATS [KIND [KIND]]: only pairs with these kinds. */
int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 15;
    if (repeats < 1 || repeats > MOST_REPEATS) {
        fprintf(stderr, "usage: core REPEATS [KIND [KIND]]; 1 <= REPEATS <= %d\n", MOST_REPEATS);
        return 2;
    }
    pair *pairs = malloc(sizeof *pairs * PAIRS);
    c2d_vec *storage = malloc(sizeof *storage * PAIRS * 2 * FAR_VERTICES);
    if (!pairs || !storage) {
        fprintf(stderr, "core: no memory\n");
        return 1;
    }
    for (int a = 0; a < KINDS; a++)
        for (int b = a; b < KINDS; b++) {
            const char *first = argc > 2 ? argv[2] : NULL, *second = argc > 3 ? argv[3] : NULL;
            bool a_first = !first || strcmp(first, kind_names[a]) == 0,
                 b_first = !first || strcmp(first, kind_names[b]) == 0;
            bool a_second = !second || strcmp(second, kind_names[a]) == 0;
            bool b_second = !second || strcmp(second, kind_names[b]) == 0;
            if (!((a_first && b_second) || (b_first && a_second)))
                continue;
            for (int r = 0; r < REGIMES; r++)
                bench_pair(pairs, storage, (kind)a, (kind)b, (regime)r, repeats);
        }
    free(pairs);
    free(storage);
    return 0;
}
