/* Pairs of shapes to measure on: every pair of kinds, at random or half of them touching; and one moving toward
 * another. Deterministic. */
#ifndef SCENES_H
#define SCENES_H

#include "../../csrc/include/collide2d.h"

typedef enum kind {
    POINT,
    CIRCLE,
    SEGMENT,
    CAPSULE,
    RECT,
    ROUNDRECT,
    TURNED,
    ROUND_TURNED,
    OCTAGON,
    ROUND_OCTAGON,
    KINDS
} kind;

extern const char *const kind_names[KINDS];

typedef enum regime {
    RANDOM,        /* positions spread so that about 40 % collide (points against thin shapes: none) */
    HALF_TOUCHING, /* a quarter touch exactly, a quarter are within a rounding or two of it, the rest as RANDOM */
    LATTICE,       /* half touch exactly, the rest as RANDOM; all coordinates are multiples of 1/64 */
    REGIMES
} regime;

extern const char *const regime_names[REGIMES];

enum { FAR_VERTICES = 8 };

typedef struct pair {
    c2d_shape a, b;
} pair;

/* Fills pairs[0..n) and the vertex storage that they refer to (2 * FAR_VERTICES vectors a pair). */
void make_pairs(pair *pairs, c2d_vec *storage, int n, kind a, kind b, regime inputs, uint64_t seed);

typedef enum aim {
    AIMED, /* toward the other: the bounds meet on the way, half are hits */
    WILD,  /* anywhere near the other: one in ten is a hit */
    AIMS
} aim;

extern const char *const aim_names[AIMS];

/* The same of pairs that do not collide, with motions for a. */
void make_motions(pair *pairs, c2d_vec *motions, c2d_vec *storage, int n, kind a, kind b, aim inputs, uint64_t seed);

/* Points about which turns by turn_angle lead the shapes a of such pairs toward the shapes b. */
enum { MOST_TURN = 100 };
static inline double turn_angle(int i) { return (i % 2 ? 1 : -1) * (20.0 + i % (MOST_TURN - 20)); }
void make_pivots(const pair *pairs, c2d_vec *pivots, int n);

/* The same of pairs that overlap. */
void make_overlapping(pair *pairs, c2d_vec *storage, int n, kind a, kind b, uint64_t seed);
/* The same of shapes b a third of the size of a, half of them contained in a. */
void make_nested(pair *pairs, c2d_vec *storage, int n, kind a, kind b, uint64_t seed);

#endif
