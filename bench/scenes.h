/* Pairs of shapes to measure on: every pair of kinds, at random or half of them touching. Deterministic. */
#ifndef SCENES_H
#define SCENES_H

#include "../csrc/core/collide2d.h"

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
    REGIMES
} regime;

extern const char *const regime_names[REGIMES];

enum { FAR_VERTICES = 8 };

typedef struct pair {
    c2d_shape a, b;
} pair;

/* Fills pairs[0..n) and the vertex storage that they refer to (2 * FAR_VERTICES vectors a pair). */
void make_pairs(pair *pairs, c2d_vec *storage, int n, kind a, kind b, regime inputs, uint64_t seed);

#endif
