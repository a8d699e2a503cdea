/* Times the core against bench/core/plain.c on 65,536 distinct pairs of every pair of kinds, and prints one line of
 * tab-separated values a measurement; bench/run.py builds and runs it and prints the tables. See timing.h for the
 * method. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "scenes.h"
#include "timing.h"

/* ---- contenders -------------------------------------------------------------------------------------------------- */

typedef double plain_gap(const c2d_shape *a, const c2d_shape *b);
typedef bool plain_contact(const c2d_shape *a, const c2d_shape *b, c2d_contact *out);

/* The pairs, and the kernel for the loops that call one directly. */
typedef struct contender {
    const pair *pairs;
    const c2d_vec *storage;
    plain_test *test;
    plain_gap *gap;
    plain_contact *contact;
} contender;

static void run_collides(const void *self, int first)
{
    const contender *c = self;
    int hits = 0;
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        hits += c2d_collides(&p->a, &p->b);
    sink = hits;
}

static void run_plain_table(const void *self, int first)
{
    const contender *c = self;
    int hits = 0;
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        hits += plain_collides(&p->a, &p->b);
    sink = hits;
}

static void run_plain_test(const void *self, int first)
{
    const contender *c = self;
    int hits = 0;
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        hits += c->test(&p->a, &p->b);
    sink = hits;
}

static void run_separation(const void *self, int first)
{
    const contender *c = self;
    double sum = 0.0;
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        sum += c2d_separation(&p->a, &p->b);
    sink = sum;
}

static void run_plain_gap(const void *self, int first)
{
    const contender *c = self;
    double sum = 0.0;
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        sum += c->gap(&p->a, &p->b);
    sink = sum;
}

/* The result is written whether it is read or not; reading the depth of hits only would add a jump to all contenders.
 */
static void run_contact(const void *self, int first)
{
    const contender *c = self;
    int hits = 0;
    c2d_contact contact = {.depth = 0.0};
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        hits += c2d_find_contact(&p->a, &p->b, &contact);
    sink = hits + contact.depth;
}

static void run_plain_contact(const void *self, int first)
{
    const contender *c = self;
    int hits = 0;
    c2d_contact contact = {.depth = 0.0};
    for (const pair *p = c->pairs + first, *end = p + BLOCK; p < end; p++)
        hits += c->contact(&p->a, &p->b, &contact);
    sink = hits + contact.depth;
}

static void warm(const void *self, int first)
{
    const contender *c = self;
    const pair *p = c->pairs + first;
    touch(p, BLOCK * sizeof *p);
    if (p->a.count > C2D_INLINE_VERTICES || p->b.count > C2D_INLINE_VERTICES)
        touch(c->storage + (size_t)first * 2 * FAR_VERTICES, BLOCK * 2 * FAR_VERTICES * sizeof *c->storage);
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
    make_pairs(pairs, storage, INPUTS, a, b, inputs, 1000u + (unsigned)(a * KINDS + b));
    int hits = 0, wrong = 0;
    for (int i = 0; i < INPUTS; i++) {
        bool hit = c2d_collides(&pairs[i].a, &pairs[i].b);
        hits += hit;
        wrong += hit != plain_collides(&pairs[i].a, &pairs[i].b);
    }
    double rate = (double)hits / INPUTS, wrong_rate = (double)wrong / INPUTS;

    int simple = simple_pair(a, b);
    const contender table = {pairs, storage, NULL, NULL, NULL},
                    direct = {pairs, storage, direct_test(a, b), NULL, NULL},
                    in_frame = {pairs, storage, frame_test(a, b), NULL, NULL},
                    of_simple = {pairs, storage, NULL, simple < 0 ? NULL : gaps[simple],
                                 simple < 0 ? NULL : contacts[simple]};
    timed contenders[MOST_CONTENDERS] = {{run_collides, warm, &table},
                                         {run_plain_table, warm, &table},
                                         {run_plain_test, warm, &direct},
                                         {run_separation, warm, &table},
                                         {run_contact, warm, &table}};
    int count = 5, frame = -1, gap = -1, contact = -1;
    if (in_frame.test) {
        frame = count;
        contenders[count++] = (timed){run_plain_test, warm, &in_frame};
    }
    if (simple >= 0) {
        gap = count;
        contenders[count++] = (timed){run_plain_gap, warm, &of_simple};
        contact = count;
        contenders[count++] = (timed){run_plain_contact, warm, &of_simple};
    }
    double ns[MOST_CONTENDERS];
    measure(contenders, count, repeats, ns);
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
    pair *pairs = malloc(sizeof *pairs * INPUTS);
    c2d_vec *storage = malloc(sizeof *storage * INPUTS * 2 * FAR_VERTICES);
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
