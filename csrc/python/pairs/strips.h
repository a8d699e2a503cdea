/* Strips of the plane, each of which one thread searches for pairs. A member is in every strip that its bounds meet. A
 * pair belongs to one strip only, the one that has the greater of the two least coordinates: this number lies within
 * the bounds of both if these meet. */
#ifndef C2D_ARRAYS_STRIPS_H
#define C2D_ARRAYS_STRIPS_H

#include "members.h"

#define MAX_STRIPS 64

/* The members in a strip, in the order of all. */
typedef struct strip {
    int axis;        /* across the strips: 0 for x, 1 for y */
    double from, to; /* the first strip begins at -inf, and the last one ends at inf */
    uint32_t count, of_a;
    const uint32_t *member; /* the number of each among all; and IN_SEVERAL if it is in other strips, too */
    const c2d_shape *shapes;
    const c2d_bounds *boxes; /* of the shapes, */
    const c2d_disc *discs;   /* or only discs */
} strip;

typedef struct strips {
    int count;
    strip strip[MAX_STRIPS];
    uint32_t *member; /* of all strips */
    c2d_bounds *boxes;
    c2d_disc *discs;
} strips;

/* Divides the members evenly into at most `most` strips, on up to `threads` threads. If too many members would lie in
 * more than one, there is a single strip, which is empty. False if there is no memory. Must be freed in every case. */
bool divide_members(strips *s, const members *m, int most, int threads);
void free_strips(strips *s);

/* The least coordinate along an axis. Rounding is monotone, so the extents of discs that meet have a common point. */
static inline double low_of_disc(const c2d_disc *d, int axis) { return (axis ? d->center.y : d->center.x) - d->radius; }
static inline double low_of_box(const c2d_bounds *b, int axis) { return axis ? b->min.y : b->min.x; }

#define IN_SEVERAL 0x80000000u

static inline uint32_t member_in_strip(const strip *s, uint32_t i) { return s->member[i] & ~IN_SEVERAL; }

/* Whether a pair belongs to this strip, if the bounds of both meet. */
static inline bool strip_has(const strip *s, uint32_t i, uint32_t j)
{
    if ((s->member[i] & s->member[j] & IN_SEVERAL) == 0)
        return true; /* one of the two has all of its pairs here */
    double a = s->discs ? low_of_disc(&s->discs[i], s->axis) : low_of_box(&s->boxes[i], s->axis);
    double b = s->discs ? low_of_disc(&s->discs[j], s->axis) : low_of_box(&s->boxes[j], s->axis);
    double low = a < b ? b : a;
    return (low >= s->from) & (low < s->to);
}

/* The shape of a member by its number in the strip, for c2d_shape_set. */
const c2d_shape *shape_in_strip(const void *s, uint32_t i);

#endif
