/* Sorts discs into cells in two passes: into strips of rows, then each strip into cells. Counting and moving across the
 * whole memory would miss the cache for each disc. An entry has half the size of a disc with its index, as the search
 * only needs the distances of neighbours to about 16 bits; it decides the others from the discs. */
#include "disc_strips.h"

#include "../exact/allocate.h"
#include "../exact/lanes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Discs are requested this far ahead when they are first read, as the processor stops at the end of each page. */
#define BYTES_AHEAD 2048

/* ---- extents ---- */

c2d_disc_extent c2d_disc_extent_of(const c2d_disc *discs, size_t n)
{
    c2d_lanes low = lanes_load(&discs[0].center), high = low, radius = lanes_splat(discs[0].radius);
    for (size_t i = 0; i < n; i += 2) {
        const c2d_disc *d = &discs[i], *e = i + 1 < n ? d + 1 : d;
        c2d_lanes p = lanes_load(&d->center), q = lanes_load(&e->center);
        low = lanes_min(low, lanes_min(p, q));
        high = lanes_max(high, lanes_max(p, q));
        radius = lanes_max(radius, lanes_pair(d->radius, e->radius));
    }
    c2d_disc_extent e = {.radius = c2d_max(lanes_x(radius), lanes_y(radius))};
    lanes_store(&e.low, low);
    lanes_store(&e.high, high);
    return e;
}

c2d_disc_extent c2d_disc_extent_join(c2d_disc_extent e, c2d_disc_extent f)
{
    return (c2d_disc_extent){{c2d_min(e.low.x, f.low.x), c2d_min(e.low.y, f.low.y)},
                             {c2d_max(e.high.x, f.high.x), c2d_max(e.high.y, f.high.y)},
                             c2d_max(e.radius, f.radius)};
}

/* Numbers of this magnitude are in the domain, and so is 0. */
#define PLAIN_LEAST 0x1p-139
#define PLAIN_MOST  0x1p190

/* All bits of a lane that is not plain: also those of NaN. */
C2D_INLINE c2d_lanes not_plain(c2d_lanes v)
{
    c2d_lanes size = lanes_abs(v), small = lanes_less(size, lanes_splat(PLAIN_LEAST));
    c2d_lanes good = lanes_select(small, lanes_equal(v, lanes_splat(0)), lanes_less(size, lanes_splat(PLAIN_MOST)));
    return lanes_xor(good, lanes_equal(lanes_splat(0), lanes_splat(0)));
}

bool c2d_discs_are_plain(const c2d_disc *discs, size_t n)
{
    c2d_lanes bad = lanes_splat(0);
    for (size_t i = 0; i < n; i += 2) {
        const c2d_disc *d = &discs[i], *e = i + 1 < n ? d + 1 : d;
        c2d_lanes radii = lanes_pair(d->radius, e->radius);
        c2d_prefetch((const char *)d + BYTES_AHEAD);
        bad = lanes_or(bad, lanes_or(not_plain(lanes_load(&d->center)), not_plain(lanes_load(&e->center))));
        bad = lanes_or(bad, lanes_or(not_plain(radii), lanes_less(radii, lanes_splat(0))));
    }
    return lanes_bits(bad) == 0;
}

/* ---- cells ---- */

/* The units of a cell and their bounds: a disc's x is less than 2^32, its y less than 2^52, so that either is computed
 * with an error of less than a unit, and truncated by less than another. The side exceeds the largest sum of radii by a
 * factor of 1 + 2^-12, at least 16 units: discs that meet have coordinates that differ by less than a cell. */
#define MIN_CELL_BITS 16
#define MAX_CELL_BITS 21
#define SIDE_EXCESS   (1 + 0x1p-12)
/* A strip of this many discs fits into the first cache; more strips than this many miss it when they are filled. */
#ifdef C2D_TESTS_BY_BOX /* for tests that fill many strips with few discs */
extern unsigned long C2D_TESTS_BY_BOX;
#define DISCS_PER_STRIP (4 * (uint32_t)C2D_TESTS_BY_BOX + 1)
#else
#define DISCS_PER_STRIP 1024
#endif
#define MAX_STRIPS 1024
/* A section of fewer discs for each strip than this part of DISCS_PER_STRIP would leave its chunks almost empty. */
#define LEAST_SECTION (1.0 / 16)

static int bits_of(uint32_t x)
{
    int bits = 0;
    while ((uint64_t)x >> bits > 0)
        bits++;
    return bits;
}

static void choose_strips(c2d_disc_cells *g, uint32_t n)
{
    uint32_t strips = n / DISCS_PER_STRIP + 1;
    strips = strips < MAX_STRIPS ? strips : MAX_STRIPS;
    g->strip_bits = 0;
    while (g->rows >> g->strip_bits >= strips && g->strip_bits < 32 - MIN_CELL_BITS)
        g->strip_bits++;
    g->strips = (g->rows >> g->strip_bits) + 1;
    g->cell_bits = MAX_CELL_BITS;
    while (g->cell_bits + bits_of(g->columns) > 32 || g->cell_bits + g->strip_bits > 32)
        g->cell_bits--;
    assert(g->cell_bits >= MIN_CELL_BITS);
}

bool c2d_disc_cells_choose(c2d_disc_cells *g, const c2d_disc_extent *e, uint32_t n)
{
    c2d_vec low = e->low, high = e->high;
    double radius = e->radius;
    g->swapped = high.x - low.x > high.y - low.y;
    g->low = low;
    double width = c2d_min(high.x - low.x, high.y - low.y), height = c2d_max(high.x - low.x, high.y - low.y);
    /* For s >= sqrt(w h / n) and h / n, (w / s + 3) (h / s + 3) <= 7 n + 9. */
    double side = c2d_max(height / n, sqrt(width / n * height));
    side = c2d_max(side, 2 * radius * SIDE_EXCESS);
    double inverse = 1 / side, across = width * inverse, along = height * inverse;
    /* If all discs are one point, these are NaN. They also fail if another thread changes the discs meanwhile. */
    if (!(across <= along) || !(along <= 2.0 * n))
        return false;
    g->columns = (uint32_t)across + 3;
    g->rows = (uint32_t)along + 1;
    choose_strips(g, n);
    g->scale = ldexp(inverse, g->cell_bits);
    return true;
}

/* ---- strips ---- */

uint32_t c2d_disc_cells_sections(const c2d_disc_cells *g, uint32_t n, uint32_t most)
{
    double sections = n / (LEAST_SECTION * DISCS_PER_STRIP * g->strips);
    return sections >= most ? most : sections > 1 ? (uint32_t)sections : 1;
}

/* What it takes to convert discs to entries. */
typedef struct converter {
    c2d_disc_cells cells;
    c2d_lanes low, scale, most; /* the most units, without the border */
} converter;

static converter converter_of(const c2d_disc_cells *g)
{
    double unit = (double)(1u << g->cell_bits);
    return (converter){*g, lanes_load(&g->low), lanes_splat(g->scale),
                       lanes_pair((g->columns - 2) * unit - 1, g->rows * unit - 1)};
}

/* Sets the fields of an entry; returns its strip. Other threads may change the disc, even to NaN: each number is read
 * once, and the minimum of NaN and another number is the latter. */
static inline uint32_t convert(const converter *c, const volatile c2d_disc *disc, c2d_disc_entry *e)
{
    const c2d_disc_cells *g = &c->cells;
    c2d_lanes at = lanes_mul(lanes_sub(lanes_pair(disc->center.x, disc->center.y), c->low), c->scale);
    at = lanes_max(lanes_min(g->swapped ? lanes_swap(at) : at, c->most), lanes_splat(0));
    int64_t y = (int64_t)lanes_y(at);
    e->x = (uint32_t)(int64_t)lanes_x(at) + (1u << g->cell_bits);
    e->y = (uint32_t)y;
    e->radius = (float)(disc->radius * g->scale);
    return (uint32_t)(y >> (g->cell_bits + g->strip_bits));
}

c2d_status c2d_disc_layer_open(c2d_disc_layer *l, uint32_t sections)
{
    l->sections = sections;
    l->strips = c2d_new_array(sections, sizeof *l->strips);
    if (!l->strips)
        return C2D_NO_MEMORY;
    memset(l->strips, 0, sections * sizeof *l->strips);
    return C2D_OK;
}

void c2d_disc_layer_close(c2d_disc_layer *l)
{
    for (uint32_t k = 0; l->strips && k < l->sections; k++)
        c2d_buckets_close(&l->strips[k]);
    free(l->strips);
}

c2d_status c2d_disc_layer_sort(c2d_disc_layer *l, uint32_t section, const c2d_disc_cells *g, const c2d_disc *discs,
                               uint32_t first, uint32_t n)
{
    const converter c = converter_of(g);
    c2d_buckets strips;
    c2d_status status = c2d_buckets_open(&strips, g->strips, C2D_LARGE_CHUNK, n * sizeof(c2d_disc_entry));
    for (uint32_t i = first; i < first + n && !status; i++) {
        c2d_disc_entry e;
        uint32_t strip = convert(&c, &discs[i], &e);
        c2d_prefetch((const char *)&discs[i] + BYTES_AHEAD);
        e.item = i;
        c2d_disc_entry *at = c2d_buckets_add(&strips, strip, sizeof *at);
        if (at)
            *at = e;
        else
            status = C2D_NO_MEMORY;
    }
    l->strips[section] = strips; /* other threads read its neighbours in memory, so it is written once */
    return status;
}

uint32_t c2d_disc_layer_count(const c2d_disc_layer *l, uint32_t strip)
{
    size_t size = 0;
    for (uint32_t k = 0; k < l->sections; k++)
        size += c2d_buckets_size(&l->strips[k], strip);
    return (uint32_t)(size / sizeof(c2d_disc_entry));
}

uint32_t c2d_disc_strip_of(const c2d_disc_cells *g, const c2d_disc *disc)
{
    const converter c = converter_of(g);
    c2d_disc_entry e;
    return convert(&c, disc, &e);
}

bool c2d_disc_chunks_next(c2d_disc_chunks *c)
{
    if (c->chunk.begin)
        c->chunk = c2d_buckets_before(c->chunk);
    while (!c->chunk.begin && c->section < c->layer->sections)
        c->chunk = c2d_buckets_last(&c->layer->strips[c->section++], c->strip);
    return c->chunk.begin != NULL;
}

/* ---- one strip ---- */

static size_t cells_of_strip(const c2d_disc_cells *g) { return (size_t)g->columns << g->strip_bits; }

c2d_status c2d_disc_strip_open(c2d_disc_strip *t, const c2d_disc_cells *g, uint32_t discs)
{
    memset(t, 0, sizeof *t);
    size_t room = (size_t)discs + C2D_DISC_PADDING;
    t->start = c2d_new_array(cells_of_strip(g) + 1, sizeof *t->start);
    t->x = c2d_new_array(4 * room, sizeof *t->x);
    if (!t->start || !t->x)
        return C2D_NO_MEMORY;
    memset(t->x, 0, 4 * room * sizeof *t->x);
    t->y = t->x + room;
    t->item = t->y + room;
    t->radius = (float *)(t->item + room);
    return C2D_OK;
}

void c2d_disc_strip_close(c2d_disc_strip *t)
{
    free(t->start);
    free(t->x);
}

static inline uint32_t cell_of(const c2d_disc_entry *e, int cell_bits, uint32_t row_mask, uint32_t columns)
{
    return (e->y >> cell_bits & row_mask) * columns + (e->x >> cell_bits);
}

void c2d_disc_strip_sort(c2d_disc_strip *t, const c2d_disc_cells *g, const c2d_disc_layer *l, uint32_t strip)
{
    size_t cells = cells_of_strip(g);
    uint32_t row_mask = (1u << g->strip_bits) - 1, end = 0, columns = g->columns, *start = t->start;
    uint32_t *to_x = t->x, *to_y = t->y, *to_item = t->item;
    float *to_radius = t->radius;
    int cell_bits = g->cell_bits;
    uint64_t squares = 0;
    c2d_disc_chunks all = {.layer = l, .strip = strip, .section = strip < g->strips ? 0 : l->sections}, some = all;
    memset(start, 0, (cells + 1) * sizeof *start);
    while (c2d_disc_chunks_next(&some))
        for (const c2d_disc_entry *e = c2d_disc_entry_at(some.chunk.begin); e < c2d_disc_entry_at(some.chunk.end); e++)
            start[cell_of(e, cell_bits, row_mask, columns)]++;
    for (size_t c = 0; c < cells; c++) {
        squares += (uint64_t)start[c] * start[c];
        start[c] = end += start[c];
    }
    start[cells] = end;
    t->n = end;
    t->squares = squares;
    while (c2d_disc_chunks_next(&all))
        for (const c2d_disc_entry *e = c2d_disc_entry_at(all.chunk.begin); e < c2d_disc_entry_at(all.chunk.end); e++) {
            uint32_t at = --start[cell_of(e, cell_bits, row_mask, columns)];
            to_x[at] = e->x;
            to_y[at] = e->y;
            to_radius[at] = e->radius;
            to_item[at] = e->item;
        }
}
