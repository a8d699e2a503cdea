/* The strips in which threads search for pairs. Their edges are quantiles of a sample, so each has about as many
 * members as any other. The members are copied into the strips in two passes over parts of them, as by a counting sort.
 */
#include "strips.h"

#include "../../batch/threads/threads.h"
#include "../../core/exact/allocate.h"

#include <math.h>
#include <string.h>

/* ---- edges ---- */

/* Strip k is from edge[k] up to edge[k + 1]. */
typedef struct strip_edges {
    int axis, count;
    double edge[MAX_STRIPS + 1];
} strip_edges;

typedef struct extent {
    double low, high;
} extent;

static inline extent extent_of_disc(c2d_disc d, int axis)
{
    return (extent){low_of_disc(&d, axis), (axis ? d.center.y : d.center.x) + d.radius};
}

static inline extent extent_of_box(const c2d_bounds *b, int axis)
{
    return (extent){low_of_box(b, axis), axis ? b->max.y : b->max.x};
}

static extent extent_of(const members *m, uint32_t i, int axis)
{
    return m->discs ? extent_of_disc(m->discs[i], axis) : extent_of_box(&m->boxes[i], axis);
}

#define SAMPLE_SIZE 2048

static uint32_t sample_member(const members *m, uint32_t k) { return (uint32_t)((uint64_t)k * m->count / SAMPLE_SIZE); }

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts a sample of the least coordinates along an axis; returns the spread of the middle seven eighths. */
static double sort_sample(const members *m, int axis, double sample[SAMPLE_SIZE])
{
    for (uint32_t k = 0; k < SAMPLE_SIZE; k++)
        sample[k] = extent_of(m, sample_member(m, k), axis).low;
    qsort(sample, SAMPLE_SIZE, sizeof *sample, compare_numbers);
    return sample[SAMPLE_SIZE - 1 - SAMPLE_SIZE / 16] - sample[SAMPLE_SIZE / 16];
}

/* The strips of an extent: the first one, and how many. None for one that is not a number: another thread may have
 * changed a disc. */
static inline int strips_of(const strip_edges *e, extent of, int *first)
{
    int begin = 0, end = of.high >= of.low;
    for (int k = 1; k < e->count; k++) {
        begin += of.low >= e->edge[k];
        end += of.high >= e->edge[k];
    }
    *first = begin;
    return end - begin;
}

/* More than this many strips for each member, and the threads would do the same work several times. */
#define MOST_STRIPS_EACH 1.5

/* Whether members are in few strips, by the sample. */
static bool divides_well(const strip_edges *e, const members *m)
{
    int sum = 0, first;
    for (uint32_t k = 0; k < SAMPLE_SIZE; k++)
        sum += strips_of(e, extent_of(m, sample_member(m, k), e->axis), &first);
    return sum <= MOST_STRIPS_EACH * SAMPLE_SIZE;
}

static void choose_edges(strip_edges *e, const members *m, int most)
{
    double along_x[SAMPLE_SIZE], along_y[SAMPLE_SIZE];
    e->axis = sort_sample(m, 0, along_x) < sort_sample(m, 1, along_y);
    e->count = most < MAX_STRIPS ? most : MAX_STRIPS;
    for (int k = 1; k < e->count; k++)
        e->edge[k] = (e->axis ? along_y : along_x)[k * SAMPLE_SIZE / e->count];
    e->edge[0] = -INFINITY;
    e->edge[e->count] = INFINITY;
}

/* ---- members ---- */

#define MEMBERS_AT_ONCE 4096

/* A part of the members: how many are in each strip, and of these from the first of_a members; then the place of the
 * first one in the memory of all strips. */
typedef struct strip_part {
    uint32_t count[MAX_STRIPS], of_a[MAX_STRIPS];
    size_t place[MAX_STRIPS];
} strip_part;

typedef struct division {
    const members *members;
    strip_edges edges;
    strip_part *parts;
    strips *strips;
} division;

static uint32_t end_of_part(const members *m, size_t part)
{
    return m->count - (uint32_t)part * MEMBERS_AT_ONCE < MEMBERS_AT_ONCE ? m->count
                                                                         : (uint32_t)(part + 1) * MEMBERS_AT_ONCE;
}

static bool count_part(void *context, int Py_UNUSED(worker), size_t part)
{
    const division *d = context;
    const members *m = d->members;
    strip_part *p = &d->parts[part];
    memset(p, 0, sizeof *p);
    for (uint32_t i = (uint32_t)part * MEMBERS_AT_ONCE, end = end_of_part(m, part); i < end; i++) {
        int first, count = strips_of(&d->edges, extent_of(m, i, d->edges.axis), &first);
        for (int k = first; k < first + count; k++) {
            p->count[k]++;
            p->of_a[k] += i < m->of_a;
        }
    }
    return true;
}

/* Copies no more members than were counted. Where there are fewer, because another thread has changed discs, the last
 * copies are of the first member. */
static bool copy_part(void *context, int Py_UNUSED(worker), size_t part)
{
    const division *d = context;
    const members *m = d->members;
    const strip_part *p = &d->parts[part];
    strips *s = d->strips;
    uint32_t copied[MAX_STRIPS] = {0};
    for (uint32_t i = (uint32_t)part * MEMBERS_AT_ONCE, end = end_of_part(m, part); i < end; i++) {
        c2d_disc disc = m->discs ? m->discs[i] : (c2d_disc){{0, 0}, 0};
        extent of = m->discs ? extent_of_disc(disc, d->edges.axis) : extent_of_box(&m->boxes[i], d->edges.axis);
        int first, count = strips_of(&d->edges, of, &first);
        for (int k = first; k < first + count; k++) {
            size_t at = p->place[k] + copied[k];
            if (copied[k] == p->count[k])
                continue;
            copied[k]++;
            s->member[at] = count > 1 ? i | IN_SEVERAL : i;
            if (m->discs)
                s->discs[at] = disc;
            else
                s->boxes[at] = m->boxes[i];
        }
    }
    for (int k = 0; k < d->edges.count; k++)
        for (size_t at = p->place[k] + copied[k]; at < p->place[k] + p->count[k]; at++) {
            s->member[at] = 0;
            s->discs[at] = (c2d_disc){{0, 0}, 0};
        }
    return true;
}

/* Sets the places of all parts, strip by strip; returns the number of members of all strips. */
static size_t place_parts(const division *d, size_t parts)
{
    size_t total = 0;
    for (int k = 0; k < d->edges.count; k++) {
        strip *s = &d->strips->strip[k];
        *s = (strip){.axis = d->edges.axis, .from = d->edges.edge[k], .to = d->edges.edge[k + 1]};
        s->shapes = d->members->shapes;
        for (size_t part = 0; part < parts; part++) {
            strip_part *p = &d->parts[part];
            p->place[k] = total;
            total += p->count[k];
            s->count += p->count[k];
            s->of_a += p->of_a[k];
        }
    }
    return total;
}

/* Takes memory for the members of all strips; false if there is none. */
static bool make_room(strips *s, size_t total, bool discs)
{
    size_t at = 0;
    s->member = c2d_new_large((total + 1) * sizeof *s->member);
    if (discs)
        s->discs = c2d_new_large((total + 1) * sizeof *s->discs);
    else
        s->boxes = c2d_new_large((total + 1) * sizeof *s->boxes);
    if (!s->member || !(s->discs || s->boxes))
        return false;
    for (int k = 0; k < s->count; at += s->strip[k++].count) {
        s->strip[k].member = s->member + at;
        s->strip[k].discs = discs ? s->discs + at : NULL;
        s->strip[k].boxes = discs ? NULL : s->boxes + at;
    }
    return true;
}

bool divide_members(strips *s, const members *m, int most, int threads)
{
    size_t parts = ((size_t)m->count + MEMBERS_AT_ONCE - 1) / MEMBERS_AT_ONCE;
    division d = {.members = m, .strips = s};
    s->count = 1;
    s->member = NULL;
    s->boxes = NULL;
    s->discs = NULL;
    if (most < 2 || m->count == 0)
        return true;
    choose_edges(&d.edges, m, most);
    if (!divides_well(&d.edges, m))
        return true;
    s->count = d.edges.count;
    d.parts = allocate(parts, sizeof *d.parts);
    bool good = d.parts && run_parts(threads, parts, count_part, &d) && make_room(s, place_parts(&d, parts), m->discs);
    if (good)
        run_parts(threads, parts, copy_part, &d);
    free(d.parts);
    return good;
}

void free_strips(strips *s)
{
    free(s->member);
    free(s->boxes);
    free(s->discs);
}

const c2d_shape *shape_in_strip(const void *s, uint32_t i)
{
    const strip *in = s;
    return in->shapes + member_in_strip(in, i);
}
