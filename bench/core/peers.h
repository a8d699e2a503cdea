/* Other engines that answer the same questions: Chipmunk (chipmunk.c) and Box2D (box2d.cpp), each built only if its
 * headers are found (-DWITH_CHIPMUNK, -DWITH_BOX2D). They are inexact; Box2D computes in floats. */
#ifndef PEERS_H
#define PEERS_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer {
    /* Whether the engine has shapes like these. */
    bool (*can)(kind a, kind b);
    /* Its own copy of the inputs; NULL without memory. drop frees it. */
    void *(*make)(const pair *pairs, const c2d_vec *motions, int n);
    void (*drop)(void *self);
    void (*run)(const void *self, int first);
    void (*warm)(const void *self, int first);
    /* Its answer to one input. */
    bool (*ask)(const void *self, int index, double *t);
} peer;

extern const peer chipmunk_ray; /* cpShapeSegmentQuery */
extern const peer box2d_ray;    /* b2Shape::RayCast */
extern const peer box2d_cast;   /* b2ShapeCast */
extern const peer box2d_turn;   /* b2TimeOfImpact; the motions are points to turn about, by turn_angle degrees */

#ifdef __cplusplus
}
#endif
#endif
