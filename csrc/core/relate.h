/* What the files that decide share: relate.c (kernels) asks search.c, and features.c settles what is left. */
#ifndef C2D_RELATE_H
#define C2D_RELATE_H

#include "exact.h"

/* A floating-point search: true and an answer that is certain, or false. */
bool c2d_search(const c2d_shape *a, const c2d_shape *b, c2d_relation *answer);

/* The exact relation, feature by feature. */
c2d_relation c2d_relate_features(const c2d_shape *a, const c2d_shape *b);

/* Whether the cores' difference has no interior: both are points or parallel segments. */
bool c2d_cores_are_flat(const c2d_shape *a, const c2d_shape *b);

static inline uint32_t c2d_next(const c2d_shape *s, uint32_t i) { return i + 1 < s->count ? i + 1 : 0; }

#endif
