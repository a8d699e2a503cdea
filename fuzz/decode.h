/* The one decoder: bytes to numbers, shapes, pairs of shapes and motions.
 *
 * It never rejects an input, never casts memory and reads zeros when the bytes run dry. A tag byte before each number
 * chooses a lattice value, a special one, full random bits, or an earlier number again, a few ulps off, scaled or
 * summed: collisions live where numbers are related. A relation tag before each pair *builds* what chance never gives:
 * exact touches of every sort, the same a few ulps off, nested, shared and mirrored shapes, at any scale. A few bytes
 * make a polygon of hundreds of vertices, in a target that asks for them. */
#ifndef FUZZ_DECODE_H
#define FUZZ_DECODE_H

#include "collide2d.h"

#include <stddef.h>
#include <stdint.h>

#define READER_SEEN 16

typedef struct reader {
    const uint8_t *at, *end;
    double seen[READER_SEEN]; /* the last numbers read, for reuse */
    unsigned seen_count;
    unsigned most; /* vertices of a shape: FEW_POINTS, unless the target sets up to DRAFT_POINTS */
} reader;

reader reader_open(const uint8_t *data, size_t size);
size_t read_left(const reader *in);
unsigned read_byte(reader *in);
/* Any double at all, NaN included. */
double read_number(reader *in);
/* A number in the domain (not normalised), and one that is not negative. */
double read_coordinate(reader *in);
double read_size(reader *in);
c2d_vec read_point(reader *in);
/* x moved by a number of ulps. */
double ulps_off(double x, int ulps);

/* Points in the domain by one of several patterns (lattice, line, circle, cluster, anything): returns 1 to limit of
 * them. */
size_t read_points(reader *in, c2d_vec *points, size_t limit);

/* A shape before construction: the arguments of its constructor. */
#define FEW_POINTS   16
#define DRAFT_POINTS 320

typedef struct draft {
    enum { DRAFT_POINT, DRAFT_SEGMENT, DRAFT_BOX, DRAFT_HULL } kind;
    unsigned count; /* number of points: 1, 2, 2 (opposite corners), 1 to DRAFT_POINTS */
    c2d_vec p[DRAFT_POINTS];
    double radius;
} draft;

/* A shape with the memory for its vertices, and the numbers that it derives from if it is a rectangle that has them. */
typedef struct solid {
    c2d_shape shape;
    c2d_vec storage[2 * DRAFT_POINTS]; /* as much as moving the shape needs */
    bool has_rect;
    c2d_rect rect;
} solid;

/* The rect argument of the core's functions: NULL if the shape is its vertices. */
static inline const c2d_rect *solid_rect(const solid *s) { return s->has_rect ? &s->rect : NULL; }

void read_draft(reader *in, draft *d);
/* Makes the shape. Every draft is valid, so a constructor that refuses it fails a CHECK. */
void draft_make(const draft *d, solid *out);
/* Two shapes in some relation. */
void read_pair(reader *in, solid *a, solid *b);

/* A rectangle by its numbers, of any anchor; they may be any doubles at all. */
c2d_rect read_rect(reader *in);
/* Two shapes in some relation, either of which may derive from a rectangle's numbers. */
void read_bodies(reader *in, solid *a, solid *b);
/* Where a goes: to a corner or a side of b, along a side, until the bounds meet, past a corner at exactly the radius
 * sum (which may change a radius), a few ulps, huge, or not at all. The motion is in the domain and normalised. */
c2d_vec read_motion(reader *in, solid *a, solid *b);
/* Two shapes of read_bodies and such a motion. */
void read_journey(reader *in, solid *a, solid *b, c2d_vec *motion);

#endif
