/* See scenes.h. Sizes and positions are those of a screen: shapes 20 to 100 units across in a world of 1024. */
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"

const char *const kind_names[KINDS] = {"point",     "circle", "segment",      "capsule", "rect",
                                       "roundrect", "turned", "round turned", "octagon", "round octagon"};
const char *const regime_names[REGIMES] = {"random", "half-touching"};

/* Coordinates of exact touches are multiples of this, so that all sums and differences of them are exact. */
static const double LATTICE = 1.0 / 64.0;
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

static double snap(double x, bool exact) { return exact ? LATTICE * round(x / LATTICE) : x; }

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

static void random_pair(random_state *random, pair *out, c2d_vec *storage, kind a, kind b, double spread)
{
    outline oa = random_outline(random, a, false), ob = random_outline(random, b, false);
    c2d_vec at = random_place(random, 0.0, 1024.0, false), d = random_place(random, -spread, spread, false);
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
            random_pair(&random, &p, storage, a, b, spread);
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
        unsigned choice = inputs == HALF_TOUCHING ? (unsigned)(next_bits(&random) >> 62) : 2;
        if (choice == 0)
            touching_pair(&random, &pairs[i], own, a, b);
        else if (choice == 1)
            grazing_pair(&random, &pairs[i], own, a, b);
        else
            random_pair(&random, &pairs[i], own, a, b, spread);
    }
}
