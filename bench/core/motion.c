/* Times rays, shape casts, turns, containment, sweeps and responses on 65,536 distinct inputs each, against
 * plain_cast.c and, where they were found, Chipmunk and Box2D; prints one line of tab-separated values a measurement.
 * bench/run.py builds and runs it and prints the tables. See timing.h for the method. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"
#include "plain.h"
#include "plain_cast.h"
#include "timing.h"

/* What one measurement is over. Kernels that are not asked are NULL. */
typedef struct inputs {
    pair *pairs;
    c2d_vec *motions, *storage; /* of the vertices: 2 * FAR_VERTICES an input */
    c2d_vec *velocities;        /* 2 an input */
    c2d_collision *collisions;
    plain_cast *plain;
} inputs;

/* ---- contenders -------------------------------------------------------------------------------------------------- */

static void warm_pairs(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    touch(p, BLOCK * sizeof *p);
    touch(in->motions + first, BLOCK * sizeof *in->motions);
    if (p->a.count > C2D_INLINE_VERTICES || p->b.count > C2D_INLINE_VERTICES)
        touch(in->storage + (size_t)first * 2 * FAR_VERTICES, BLOCK * 2 * FAR_VERTICES * sizeof *in->storage);
}

static void run_cast(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_vec room[C2D_CAST_ROOM(FAR_VERTICES)];
    c2d_hit hit = {.t = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++) {
        bool is_hit;
        c2d_cast(&p[i].a, NULL, in->motions[first + i], &p[i].b, room, &is_hit, &hit);
        hits += is_hit;
    }
    sink = hits + hit.t;
}

static void run_plain(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_hit hit = {.t = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += plain_cast_any(&p[i].a, in->motions[first + i], &p[i].b, &hit);
    sink = hits + hit.t;
}

static void run_direct(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_hit hit = {.t = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += in->plain(&p[i].a, in->motions[first + i], &p[i].b, &hit);
    sink = hits + hit.t;
}

static void run_turn(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_hit hit = {.t = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++) {
        bool is_hit;
        c2d_turn_cast(&p[i].a, NULL, turn_angle(first + i), &in->motions[first + i], (c2d_vec){0, 0}, &p[i].b, 1, NULL,
                      &is_hit, &hit);
        hits += is_hit;
    }
    sink = hits + hit.t;
}

static void run_plain_turn(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_hit hit = {.t = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += plain_turn_advance(&p[i].a, turn_angle(first + i), in->motions[first + i], &p[i].b, &hit);
    sink = hits + hit.t;
}

static void run_contains(const void *self, int first)
{
    const pair *p = ((const inputs *)self)->pairs + first;
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += c2d_contains(&p[i].a, &p[i].b);
    sink = hits;
}

static void run_plain_contains(const void *self, int first)
{
    const pair *p = ((const inputs *)self)->pairs + first;
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += plain_contains(&p[i].a, &p[i].b);
    sink = hits;
}

static void run_sweep(const void *self, int first)
{
    const inputs *in = self;
    const pair *p = in->pairs + first;
    c2d_vec moving[2 * FAR_VERTICES], storage[4 * FAR_VERTICES];
    c2d_shape moved, swept;
    double sum = 0.0;
    for (int i = 0; i < BLOCK; i++) {
        c2d_moved(&moved, &p[i].a, NULL, in->motions[first + i], moving);
        c2d_sweep(&swept, &p[i].a, &moved, storage);
        sum += swept.max.x;
    }
    sink = sum;
}

static void run_contact(const void *self, int first)
{
    const pair *p = ((const inputs *)self)->pairs + first;
    c2d_contact contact = {.depth = 0.0};
    int hits = 0;
    for (int i = 0; i < BLOCK; i++)
        hits += c2d_find_contact(&p[i].a, &p[i].b, &contact);
    sink = hits + contact.depth;
}

static void run_separate(const void *self, int first)
{
    const pair *p = ((const inputs *)self)->pairs + first;
    c2d_vec room[C2D_CAST_ROOM(2 * FAR_VERTICES)], move_a, move_b;
    double sum = 0.0;
    for (int i = 0; i < BLOCK; i++) {
        c2d_separate(&p[i].a, NULL, 1.0, &p[i].b, NULL, 2.0, room, &move_a, &move_b);
        sum += move_a.x + move_b.x;
    }
    sink = sum;
}

static void warm_collisions(const void *self, int first)
{
    const inputs *in = self;
    touch(in->velocities + 2 * first, 2 * BLOCK * sizeof *in->velocities);
    touch(in->collisions + first, BLOCK * sizeof *in->collisions);
}

static void run_bounce(const void *self, int first)
{
    const inputs *in = self;
    double sum = 0.0;
    for (int i = first; i < first + BLOCK; i++) {
        c2d_vec va = in->velocities[2 * i], vb = in->velocities[2 * i + 1];
        c2d_bounce(&va, &vb, &in->collisions[i]);
        sum += va.x + vb.y;
    }
    sink = sum;
}

static void run_plain_bounce(const void *self, int first)
{
    const inputs *in = self;
    double sum = 0.0;
    for (int i = first; i < first + BLOCK; i++) {
        c2d_vec va = in->velocities[2 * i], vb = in->velocities[2 * i + 1];
        plain_bounce(&va, &vb, &in->collisions[i]);
        sum += va.x + vb.y;
    }
    sink = sum;
}

static void run_slide(const void *self, int first)
{
    const inputs *in = self;
    double sum = 0.0;
    for (int i = first; i < first + BLOCK; i++)
        sum += c2d_slide(in->velocities[2 * i], in->collisions[i].normal).x;
    sink = sum;
}

static void run_plain_slide(const void *self, int first)
{
    const inputs *in = self;
    double sum = 0.0;
    for (int i = first; i < first + BLOCK; i++)
        sum += plain_slide(in->velocities[2 * i], in->collisions[i].normal).x;
    sink = sum;
}

/* ---- agreement --------------------------------------------------------------------------------------------------- */

/* What an approximate cast is held to: how far from the surface it stops, how nearly it grazes where it errs. */
static const double NEAR = 0.05;

typedef struct agreement {
    int hits, differ, off; /* ours; a hit of one of both; not even near */
} agreement;

static bool our_cast(const inputs *in, int i, c2d_hit *hit)
{
    c2d_vec room[C2D_CAST_ROOM(FAR_VERTICES)];
    bool hits;
    c2d_cast(&in->pairs[i].a, NULL, in->motions[i], &in->pairs[i].b, room, &hits, hit);
    return hits;
}

static bool is_grazing(const inputs *in, int i)
{
    c2d_vec moving[2 * FAR_VERTICES], storage[4 * FAR_VERTICES];
    c2d_shape moved, swept;
    c2d_moved(&moved, &in->pairs[i].a, NULL, in->motions[i], moving);
    c2d_sweep(&swept, &in->pairs[i].a, &moved, storage);
    return fabs(c2d_separation(&swept, &in->pairs[i].b)) <= NEAR;
}

static void compare(agreement *a, const inputs *in, int i, bool theirs, double t)
{
    c2d_hit hit;
    c2d_vec m = in->motions[i];
    bool ours = our_cast(in, i, &hit);
    a->hits += ours;
    a->differ += ours != theirs;
    if (ours != theirs)
        a->off += !is_grazing(in, i);
    else if (ours)
        a->off += !(fabs((t - hit.t) * (hit.normal.x * m.x + hit.normal.y * m.y)) <= NEAR);
}

static agreement agree_plain(const inputs *in, plain_cast *plain)
{
    agreement a = {0, 0, 0};
    for (int i = 0; i < INPUTS; i++) {
        c2d_hit hit = {.t = 0.0};
        bool hits = plain(&in->pairs[i].a, in->motions[i], &in->pairs[i].b, &hit);
        compare(&a, in, i, hits, hit.t);
    }
    return a;
}

static agreement agree_peer(const inputs *in, const peer *p, const void *scene)
{
    agreement a = {0, 0, 0};
    for (int i = 0; i < INPUTS; i++) {
        double t = 0.0;
        bool hits = p->ask(scene, i, &t);
        compare(&a, in, i, hits, t);
    }
    return a;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void print_row(const char *verb, const char *a, const char *b, const char *regime, double hits, const char *peer,
                      double ours, double theirs, double differ, double off)
{
    printf("%s\t%s\t%s\t%s\t%.4f\t%s\t%.3f\t%.3f\t%.6f\t%.6f\n", verb, a, b, regime, hits, peer, ours, theirs, differ,
           off);
    fflush(stdout);
}

static void print_agreement(kind a, kind b, aim regime, const char *peer, double ours, double theirs, agreement g)
{
    print_row(a == POINT ? "ray" : "cast", kind_names[a], kind_names[b], aim_names[regime], (double)g.hits / INPUTS,
              peer, ours, theirs, (double)g.differ / INPUTS, (double)g.off / INPUTS);
}

enum { PEERS = 4 };

static const struct {
    const char *name;
    const peer *peer;
} peers[PEERS] = {
#ifdef WITH_CHIPMUNK
    {"Chipmunk", &chipmunk_ray},
#endif
#ifdef WITH_BOX2D
    {"Box2D", &box2d_ray},
    {"Box2D", &box2d_cast},
#endif
    {NULL, NULL},
};

/* Whether plain_cast_any has no closed form for it. */
static bool is_advanced(const pair *p)
{
    c2d_shape a = p->a, b = p->b;
    bool is_round = a.radius + b.radius > 0.0;
    if (a.form == C2D_POINT)
        return b.form == C2D_CONVEX && is_round;
    return a.form != b.form || a.form == C2D_CONVEX || (a.form == C2D_SEGMENT && is_round);
}

static void bench_cast(inputs *in, kind a, kind b, aim regime, int repeats)
{
    make_motions(in->pairs, in->motions, in->storage, INPUTS, a, b, regime, 3000u + (unsigned)(a * KINDS + b));
    timed contenders[MOST_CONTENDERS] = {{run_cast, warm_pairs, in}, {run_plain, warm_pairs, in}};
    int count = 2, clipping = -1, of_peer[PEERS];
    bool polygons = a != POINT && in->pairs[0].a.count > 1 && in->pairs[0].a.radius + in->pairs[0].b.radius == 0.0;
    if (polygons) {
        in->plain = plain_cast_difference;
        clipping = count;
        contenders[count++] = (timed){run_direct, warm_pairs, in};
    }
    void *scenes[PEERS] = {NULL};
    for (int i = 0; i < PEERS; i++) {
        of_peer[i] = -1;
        if (!peers[i].peer || !peers[i].peer->can(a, b))
            continue;
        scenes[i] = peers[i].peer->make(in->pairs, in->motions, INPUTS);
        if (!scenes[i])
            continue;
        of_peer[i] = count;
        contenders[count++] = (timed){peers[i].peer->run, peers[i].peer->warm, scenes[i]};
    }
    double ns[MOST_CONTENDERS];
    measure(contenders, count, repeats, ns);
    print_agreement(a, b, regime, is_advanced(&in->pairs[0]) ? "plain advance" : "plain", ns[0], ns[1],
                    agree_plain(in, plain_cast_any));
    if (polygons)
        print_agreement(a, b, regime, "plain difference", ns[0], ns[clipping], agree_plain(in, plain_cast_difference));
    for (int i = 0; i < PEERS; i++)
        if (scenes[i]) {
            print_agreement(a, b, regime, peers[i].name, ns[0], ns[of_peer[i]],
                            agree_peer(in, peers[i].peer, scenes[i]));
            peers[i].peer->drop(scenes[i]);
        }
}

/* ---- turns ---- */

static bool our_turn(const inputs *in, int i, c2d_hit *hit)
{
    bool hits;
    c2d_turn_cast(&in->pairs[i].a, NULL, turn_angle(i), &in->motions[i], (c2d_vec){0, 0}, &in->pairs[i].b, 1, NULL,
                  &hits, hit);
    return hits;
}

/* Replaces the inputs that do not hit, or those that do, by copies of others, two apart: of an angle of the same sign.
 */
static void keep_turns(inputs *in, bool hits)
{
    int from = 0;
    for (int i = 0; i < INPUTS; i++) {
        c2d_hit hit;
        for (int tries = 0; our_turn(in, i, &hit) != hits && tries < 64; tries++) {
            from = (from + 160) % INPUTS; /* the angles repeat after 80 */
            in->pairs[i] = in->pairs[(i + from) % INPUTS];
            in->motions[i] = in->motions[(i + from) % INPUTS];
        }
    }
}

static void bench_turn(inputs *in, kind a, kind b, const char *regime, int repeats)
{
    make_motions(in->pairs, in->motions, in->storage, INPUTS, a, b, AIMED, 3000u + (unsigned)(a * KINDS + b));
    make_pivots(in->pairs, in->motions, INPUTS);
    if (strcmp(regime, "aimed") != 0)
        keep_turns(in, strcmp(regime, "hits") == 0);
    timed contenders[] = {{run_turn, warm_pairs, in}, {run_plain_turn, warm_pairs, in}, {0}};
    int count = 2, hits = 0, plain_differs = 0, differs = 0;
#ifdef WITH_BOX2D
    void *scene = box2d_turn.make(in->pairs, in->motions, INPUTS);
    contenders[count++] = (timed){box2d_turn.run, box2d_turn.warm, scene};
#endif
    double ns[3];
    measure(contenders, count, repeats, ns);
    for (int i = 0; i < INPUTS; i++) {
        c2d_hit hit;
        bool ours = our_turn(in, i, &hit);
        hits += ours;
        plain_differs +=
            ours != plain_turn_advance(&in->pairs[i].a, turn_angle(i), in->motions[i], &in->pairs[i].b, &hit);
#ifdef WITH_BOX2D
        double t;
        differs += ours != box2d_turn.ask(scene, i, &t);
#endif
    }
    const char *names[] = {kind_names[a], kind_names[b]};
    double part = (double)hits / INPUTS;
    print_row("turn", names[0], names[1], regime, part, "plain advance", ns[0], ns[1], (double)plain_differs / INPUTS,
              -1);
#ifdef WITH_BOX2D
    print_row("turn", names[0], names[1], regime, part, "Box2D", ns[0], ns[2], (double)differs / INPUTS, -1);
    box2d_turn.drop(scene);
#endif
}

static void bench_contains(inputs *in, kind a, kind b, int repeats)
{
    make_nested(in->pairs, in->storage, INPUTS, a, b, 5000u + (unsigned)(a * KINDS + b));
    int hits = 0, wrong = 0;
    for (int i = 0; i < INPUTS; i++) {
        bool hit = c2d_contains(&in->pairs[i].a, &in->pairs[i].b);
        hits += hit;
        wrong += hit != plain_contains(&in->pairs[i].a, &in->pairs[i].b);
    }
    double ns[2];
    measure((timed[]){{run_contains, warm_pairs, in}, {run_plain_contains, warm_pairs, in}}, 2, repeats, ns);
    print_row("contains", kind_names[a], kind_names[b], "nested", (double)hits / INPUTS, "plain", ns[0], ns[1],
              (double)wrong / INPUTS, -1.0);
}

static void bench_sweep(inputs *in, kind a, int repeats)
{
    make_motions(in->pairs, in->motions, in->storage, INPUTS, a, CIRCLE, AIMED, 6000u + (unsigned)a);
    double ns[1];
    measure((timed[]){{run_sweep, warm_pairs, in}}, 1, repeats, ns);
    print_row("sweep", kind_names[a], "", "random", -1.0, "", ns[0], -1.0, -1.0, -1.0);
}

static void bench_separate(inputs *in, kind a, kind b, int repeats)
{
    make_overlapping(in->pairs, in->storage, INPUTS, a, b, 7000u + (unsigned)(a * KINDS + b));
    double ns[2];
    measure((timed[]){{run_separate, warm_pairs, in}, {run_contact, warm_pairs, in}}, 2, repeats, ns);
    print_row("separate", kind_names[a], kind_names[b], "overlapping", 1.0, "our contact", ns[0], ns[1], -1.0, -1.0);
}

static double uniform(double low, double high) { return low + (high - low) * (double)rand() / RAND_MAX; }

static void make_collisions(inputs *in)
{
    srand(1);
    for (int i = 0; i < INPUTS; i++) {
        double turn = uniform(0.0, 6.283185307179586);
        in->velocities[2 * i] = (c2d_vec){uniform(-300.0, 300.0), uniform(-300.0, 300.0)};
        in->velocities[2 * i + 1] = (c2d_vec){uniform(-300.0, 300.0), uniform(-300.0, 300.0)};
        in->collisions[i] = (c2d_collision){
            {cos(turn), sin(turn)}, uniform(0.0, 1.0), uniform(1.0, 9.0), uniform(1.0, 9.0), uniform(0.0, 0.5)};
    }
}

static bool is_changed(c2d_vec before, c2d_vec after) { return before.x != after.x || before.y != after.y; }

static void bench_bounce(inputs *in, int repeats)
{
    make_collisions(in);
    int bounced = 0;
    for (int i = 0; i < INPUTS; i++) {
        c2d_vec va = in->velocities[2 * i], vb = in->velocities[2 * i + 1];
        c2d_bounce(&va, &vb, &in->collisions[i]);
        bounced += is_changed(in->velocities[2 * i], va);
    }
    double ns[2];
    measure((timed[]){{run_bounce, warm_collisions, in}, {run_plain_bounce, warm_collisions, in}}, 2, repeats, ns);
    print_row("bounce", "", "", "random", (double)bounced / INPUTS, "plain", ns[0], ns[1], -1.0, -1.0);
}

static void bench_slide(inputs *in, int repeats)
{
    make_collisions(in);
    int slid = 0;
    for (int i = 0; i < INPUTS; i++) {
        c2d_vec v = in->velocities[2 * i];
        slid += is_changed(v, c2d_slide(v, in->collisions[i].normal));
    }
    double ns[2];
    measure((timed[]){{run_slide, warm_collisions, in}, {run_plain_slide, warm_collisions, in}}, 2, repeats, ns);
    print_row("slide", "", "", "random", (double)slid / INPUTS, "plain", ns[0], ns[1], -1.0, -1.0);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static void bench_all(inputs *in, int repeats, const char *verb)
{
    static const kind targets[] = {CIRCLE, SEGMENT, CAPSULE, RECT, ROUNDRECT, TURNED, OCTAGON};
    static const kind casts[][2] = {
        {CIRCLE, CIRCLE},   {CIRCLE, CAPSULE}, {CIRCLE, RECT},     {RECT, RECT},     {ROUNDRECT, ROUNDRECT},
        {SEGMENT, SEGMENT}, {CAPSULE, RECT},   {CAPSULE, CAPSULE}, {TURNED, TURNED}, {ROUND_TURNED, ROUND_TURNED},
        {OCTAGON, OCTAGON}};
    bool every = !verb;
    for (int regime = 0; regime < AIMS; regime++) {
        for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
            if (every || strcmp(verb, "ray") == 0)
                bench_cast(in, POINT, targets[i], (aim)regime, repeats);
        for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
            if (every || strcmp(verb, "cast") == 0)
                bench_cast(in, casts[i][0], casts[i][1], (aim)regime, repeats);
    }
    static const kind turns[][2] = {{TURNED, TURNED},  {RECT, RECT},     {CAPSULE, CAPSULE},
                                    {CAPSULE, TURNED}, {CIRCLE, TURNED}, {ROUND_TURNED, ROUND_TURNED}};
    static const char *const outcomes[] = {"aimed", "hits", "misses"};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        for (int k = 0; k < 3; k++)
            if (every || strcmp(verb, "turn") == 0)
                bench_turn(in, turns[i][0], turns[i][1], outcomes[k], repeats);
    if (every || strcmp(verb, "contains") == 0) {
        bench_contains(in, CIRCLE, CIRCLE, repeats);
        bench_contains(in, RECT, RECT, repeats);
        bench_contains(in, CAPSULE, CIRCLE, repeats);
        bench_contains(in, OCTAGON, TURNED, repeats);
    }
    if (every || strcmp(verb, "sweep") == 0) {
        bench_sweep(in, CIRCLE, repeats);
        bench_sweep(in, RECT, repeats);
        bench_sweep(in, TURNED, repeats);
        bench_sweep(in, OCTAGON, repeats);
    }
    if (every || strcmp(verb, "separate") == 0) {
        bench_separate(in, CIRCLE, CIRCLE, repeats);
        bench_separate(in, RECT, RECT, repeats);
        bench_separate(in, CIRCLE, RECT, repeats);
        bench_separate(in, TURNED, TURNED, repeats);
    }
    if (every || strcmp(verb, "bounce") == 0)
        bench_bounce(in, repeats);
    if (every || strcmp(verb, "slide") == 0)
        bench_slide(in, repeats);
}

/* motion REPEATS [VERB] */
int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 9;
    if (repeats < 1 || repeats > MOST_REPEATS) {
        fprintf(stderr,
                "usage: motion REPEATS [ray|cast|turn|contains|sweep|separate|bounce|slide]; 1 <= REPEATS <= %d\n",
                MOST_REPEATS);
        return 2;
    }
    inputs in = {.pairs = calloc(INPUTS, sizeof(pair)),
                 .motions = calloc(INPUTS, sizeof(c2d_vec)),
                 .storage = calloc((size_t)INPUTS * 2 * FAR_VERTICES, sizeof(c2d_vec)),
                 .velocities = calloc(2 * INPUTS, sizeof(c2d_vec)),
                 .collisions = calloc(INPUTS, sizeof(c2d_collision))};
    bool have = in.pairs && in.motions && in.storage && in.velocities && in.collisions;
    if (have)
        bench_all(&in, repeats, argc > 2 ? argv[2] : NULL);
    else
        fprintf(stderr, "motion: no memory\n");
    free(in.pairs);
    free(in.motions);
    free(in.storage);
    free(in.velocities);
    free(in.collisions);
    return have ? 0 : 1;
}
