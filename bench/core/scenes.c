/* See scenes.h. Sizes and positions are those of a screen: shapes 20 to 100 units across in a world of 1024. */
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "plain_cast.h"

const char *const kind_names[KINDS] = {"point",     "circle", "segment",      "capsule", "rect",
                                       "roundrect", "turned", "round turned", "octagon", "round octagon"};
const char *const regime_names[REGIMES] = {"random", "half-touching", "lattice"};
const char *const aim_names[AIMS] = {"aimed", "wild"};

/* Coordinates of exact touches are multiples of this, so that all sums and differences of them are exact. */
static const double LATTICE_STEP = 1.0 / 64.0;
static const double HIT_RATE = 0.4;

/* ---- random numbers: splitmix64 ---------------------------------------------------------------------------------- */

typedef struct random_state {
    uint64_t state;
} random_state;

static uint64_t next_bits(random_state *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double between(random_state *random, double low, double high)
{
    return low + (high - low) * (double)(next_bits(random) >> 11) * 0x1p-53;
}

/* ---- one shape --------------------------------------------------------------------------------------------------- */

/* A shape before it is placed: vertices about the origin. */
typedef struct outline {
    c2d_vec p[FAR_VERTICES];
    size_t n;
    double radius;
} outline;

static double snap(double x, bool exact) { return exact ? LATTICE_STEP * round(x / LATTICE_STEP) : x; }

static outline random_outline(random_state *random, kind k, bool exact)
{
    bool round_one = k == CIRCLE || k == CAPSULE || k == ROUNDRECT || k == ROUND_TURNED || k == ROUND_OCTAGON;
    outline o = {.n = 1, .radius = round_one ? snap(between(random, 8.0, k == CIRCLE ? 48.0 : 16.0), exact) : 0.0};
    double w = between(random, 10.0, 40.0), h = between(random, 10.0, 40.0),
           turn = between(random, 0.0, 6.283185307179586);
    if (k == SEGMENT || k == CAPSULE) {
        o.n = 2;
        o.p[0] = (c2d_vec){-w * cos(turn), -w * sin(turn)};
        o.p[1] = (c2d_vec){w * cos(turn), w * sin(turn)};
    } else if (k == RECT || k == ROUNDRECT || k == TURNED || k == ROUND_TURNED) {
        bool turned = k == TURNED || k == ROUND_TURNED;
        double c = turned ? cos(turn) : 1.0, s = turned ? sin(turn) : 0.0;
        o.n = 4;
        for (int i = 0; i < 4; i++) {
            double x = i == 0 || i == 3 ? -w : w, y = i < 2 ? -h : h;
            o.p[i] = (c2d_vec){c * x - s * y, s * x + c * y};
        }
    } else if (k == OCTAGON || k == ROUND_OCTAGON) {
        o.n = 8;
        for (int i = 0; i < 8; i++) {
            double angle = turn + 0.785398163397448 * (i + between(random, -0.3, 0.3));
            o.p[i] = (c2d_vec){w * cos(angle), w * sin(angle)};
        }
    }
    for (size_t i = 0; i < o.n; i++)
        o.p[i] = (c2d_vec){snap(o.p[i].x, exact), snap(o.p[i].y, exact)};
    return o;
}

static void place(c2d_shape *out, const outline *o, c2d_vec at, c2d_vec *storage)
{
    c2d_vec points[FAR_VERTICES];
    for (size_t i = 0; i < o->n; i++)
        points[i] = (c2d_vec){o->p[i].x + at.x, o->p[i].y + at.y};
    if (c2d_hull_shape(out, points, o->n, o->radius, storage) != C2D_OK)
        abort(); /* every number above is in the domain */
}

/* ---- one pair ---------------------------------------------------------------------------------------------------- */

static c2d_vec random_place(random_state *random, double low, double high, bool exact)
{
    double x = between(random, low, high), y = between(random, low, high);
    return (c2d_vec){snap(x, exact), snap(y, exact)};
}

static void random_pair(random_state *random, pair *out, c2d_vec *storage, kind a, kind b, double spread, bool exact)
{
    outline oa = random_outline(random, a, exact), ob = random_outline(random, b, exact);
    c2d_vec at = random_place(random, 0.0, 1024.0, exact), d = random_place(random, -spread, spread, exact);
    place(&out->a, &oa, at, storage);
    place(&out->b, &ob, (c2d_vec){at.x + d.x, at.y + d.y}, storage + FAR_VERTICES);
}

/* The vertex farthest toward +x, or, of two, either. */
static c2d_vec rightmost(random_state *random, const outline *o, double sign)
{
    c2d_vec best = o->p[0];
    for (size_t i = 1; i < o->n; i++) {
        double gain = sign * (o->p[i].x - best.x);
        if (gain > 0.0 || (gain == 0.0 && next_bits(random) % 2 == 0))
            best = o->p[i];
    }
    return best;
}

static void quarter_turns(outline *o, unsigned turns)
{
    for (unsigned t = 0; t < turns % 4; t++)
        for (size_t i = 0; i < o->n; i++)
            o->p[i] = (c2d_vec){-o->p[i].y, o->p[i].x};
}

/* A vertex of each, level with one another and exactly the radius sum apart, on either side of a line that separates.
 */
static void touching_pair(random_state *random, pair *out, c2d_vec *storage, kind a, kind b)
{
    outline oa = random_outline(random, a, true), ob = random_outline(random, b, true);
    c2d_vec pa = rightmost(random, &oa, 1.0), pb = rightmost(random, &ob, -1.0);
    c2d_vec d = {pa.x + oa.radius + ob.radius - pb.x, pa.y - pb.y};
    for (size_t i = 0; i < ob.n; i++)
        ob.p[i] = (c2d_vec){ob.p[i].x + d.x, ob.p[i].y + d.y};
    unsigned turns = (unsigned)(next_bits(random) >> 60);
    quarter_turns(&oa, turns);
    quarter_turns(&ob, turns);
    c2d_vec at = random_place(random, 0.0, 1024.0, true);
    place(&out->a, &oa, at, storage);
    place(&out->b, &ob, at, storage + FAR_VERTICES);
}

/* b is moved out of a until adjacent doubles are a hit and a miss of plain_collides; one of the two is taken. */
static void grazing_pair(random_state *random, pair *out, c2d_vec *storage, kind a, kind b)
{
    outline oa = random_outline(random, a, false), ob = random_outline(random, b, false);
    c2d_vec at = random_place(random, 512.0, 1024.0, false);
    double turn = between(random, 0.0, 6.283185307179586);
    double hit = 0.0, miss = 256.0;
    place(&out->a, &oa, at, storage);
    for (int i = 0; i < 56; i++) {
        double t = 0.5 * (hit + miss);
        place(&out->b, &ob, (c2d_vec){at.x + t * cos(turn), at.y + t * sin(turn)}, storage + FAR_VERTICES);
        if (plain_collides(&out->a, &out->b))
            hit = t;
        else
            miss = t;
    }
    double t = next_bits(random) % 2 == 0 ? hit : miss;
    place(&out->b, &ob, (c2d_vec){at.x + t * cos(turn), at.y + t * sin(turn)}, storage + FAR_VERTICES);
}

/* The spread of positions at which HIT_RATE of the pairs collide. */
static double find_spread(kind a, kind b)
{
    double low = 1.0, high = 256.0;
    for (int step = 0; step < 12; step++) {
        double spread = 0.5 * (low + high);
        random_state random = {.state = 42};
        int hits = 0;
        for (int i = 0; i < 1000; i++) {
            pair p;
            c2d_vec storage[2 * FAR_VERTICES];
            random_pair(&random, &p, storage, a, b, spread, false);
            hits += plain_collides(&p.a, &p.b);
        }
        if (hits > 1000 * HIT_RATE)
            low = spread;
        else
            high = spread;
    }
    return high;
}

void make_pairs(pair *pairs, c2d_vec *storage, int n, kind a, kind b, regime inputs, uint64_t seed)
{
    random_state random = {.state = seed};
    double spread = find_spread(a, b);
    for (int i = 0; i < n; i++) {
        c2d_vec *own = storage + 2 * FAR_VERTICES * i;
        unsigned choice = inputs == RANDOM ? 3 : (unsigned)(next_bits(&random) >> 62);
        if (choice == 0 || (choice == 1 && inputs == LATTICE))
            touching_pair(&random, &pairs[i], own, a, b);
        else if (choice == 1)
            grazing_pair(&random, &pairs[i], own, a, b);
        else
            random_pair(&random, &pairs[i], own, a, b, spread, inputs == LATTICE);
    }
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

static bool bounds_meet_on_the_way(const pair *p, c2d_vec m)
{
    const c2d_shape *a = &p->a, *b = &p->b;
    return a->min.x + fmin(m.x, 0.0) <= b->max.x && a->max.x + fmax(m.x, 0.0) >= b->min.x &&
           a->min.y + fmin(m.y, 0.0) <= b->max.y && a->max.y + fmax(m.y, 0.0) >= b->min.y;
}

/* AIMED: past b at most aside of its middle, stopping short of it or well beyond.
 * WILD: both within aside, in any direction. */
static void random_motion(random_state *random, pair *out, c2d_vec *motion, c2d_vec *storage, kind a, kind b,
                          aim inputs, double aside)
{
    do {
        outline oa = random_outline(random, a, false), ob = random_outline(random, b, false);
        c2d_vec at = random_place(random, 0.0, 1024.0, false);
        double turn = between(random, 0.0, 6.283185307179586), c = cos(turn), s = sin(turn), along, across;
        if (inputs == AIMED) {
            along = between(random, 40.0, 300.0);
            across = between(random, -aside, aside);
            *motion = (c2d_vec){along * between(random, 0.7, 2.0), 0.0};
        } else {
            along = between(random, -aside, aside);
            across = between(random, -aside, aside);
            *motion = (c2d_vec){between(random, 20.0, 300.0), 0.0};
        }
        c2d_vec to = {at.x + c * along - s * across, at.y + s * along + c * across};
        *motion = (c2d_vec){c * motion->x, s * motion->x};
        place(&out->a, &oa, at, storage);
        place(&out->b, &ob, to, storage + FAR_VERTICES);
    } while (plain_collides(&out->a, &out->b) || (inputs == AIMED && !bounds_meet_on_the_way(out, *motion)));
}

/* How far aside motions must go for their share of hits. */
static double find_aside(kind a, kind b, aim inputs)
{
    double low = 1.0, high = 2048.0, rate = inputs == AIMED ? 0.5 : 0.1;
    for (int step = 0; step < 14; step++) {
        double aside = 0.5 * (low + high);
        random_state random = {.state = 42};
        int hits = 0;
        for (int i = 0; i < 1000; i++) {
            pair p;
            c2d_vec motion, storage[2 * FAR_VERTICES];
            c2d_hit hit;
            random_motion(&random, &p, &motion, storage, a, b, inputs, aside);
            hits += plain_cast_any(&p.a, motion, &p.b, &hit);
        }
        if (hits > 1000 * rate)
            low = aside;
        else
            high = aside;
    }
    return high;
}

void make_motions(pair *pairs, c2d_vec *motions, c2d_vec *storage, int n, kind a, kind b, aim inputs, uint64_t seed)
{
    random_state random = {.state = seed};
    double aside = find_aside(a, b, inputs);
    for (int i = 0; i < n; i++)
        random_motion(&random, &pairs[i], &motions[i], storage + 2 * FAR_VERTICES * i, a, b, inputs, aside);
}

void make_overlapping(pair *pairs, c2d_vec *storage, int n, kind a, kind b, uint64_t seed)
{
    random_state random = {.state = seed};
    double spread = find_spread(a, b);
    for (int i = 0; i < n; i++)
        do
            random_pair(&random, &pairs[i], storage + 2 * FAR_VERTICES * i, a, b, spread, false);
        while (!c2d_overlaps(&pairs[i].a, &pairs[i].b));
}

void make_nested(pair *pairs, c2d_vec *storage, int n, kind a, kind b, uint64_t seed)
{
    random_state random = {.state = seed};
    for (int i = 0; i < n; i++) {
        c2d_vec *own = storage + 2 * FAR_VERTICES * i;
        bool inside = next_bits(&random) % 2 == 0;
        do {
            outline oa = random_outline(&random, a, false), ob = random_outline(&random, b, false);
            ob.radius /= 3.0;
            for (size_t k = 0; k < ob.n; k++)
                ob.p[k] = (c2d_vec){ob.p[k].x / 3.0, ob.p[k].y / 3.0};
            c2d_vec at = random_place(&random, 0.0, 1024.0, false), d = random_place(&random, -32.0, 32.0, false);
            place(&pairs[i].a, &oa, at, own);
            place(&pairs[i].b, &ob, (c2d_vec){at.x + d.x, at.y + d.y}, own + FAR_VERTICES);
        } while (plain_contains(&pairs[i].a, &pairs[i].b) != inside);
    }
}

void make_pivots(const pair *pairs, c2d_vec *pivots, int n)
{
    for (int i = 0; i < n; i++) {
        c2d_vec a = c2d_center(&pairs[i].a), b = c2d_center(&pairs[i].b), d = {b.x - a.x, b.y - a.y};
        double far = (turn_angle(i) < 0 ? -1 : 1) * (0.4 + 0.001 * (i % 1000));
        pivots[i] = (c2d_vec){a.x - far * d.y, a.y + far * d.x};
    }
}
