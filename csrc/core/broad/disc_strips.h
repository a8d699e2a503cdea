/* Discs in a grid of square cells that are larger than each disc, sorted strip by strip. A strip is a few rows of
 * cells, which fit into the cache. */
#ifndef C2D_DISC_STRIPS_H
#define C2D_DISC_STRIPS_H

#include "../exact/buckets.h"

/* The bounding box of centers, and the largest radius. */
typedef struct c2d_disc_extent {
    c2d_vec low, high;
    double radius;
} c2d_disc_extent;

/* n > 0 */
c2d_disc_extent c2d_disc_extent_of(const c2d_disc *discs, size_t n);
/* That of both. */
c2d_disc_extent c2d_disc_extent_join(c2d_disc_extent e, c2d_disc_extent f);

/* Whether c2d_check_disc surely accepts all discs and changes none. It may refuse one that is very small or large. */
bool c2d_discs_are_plain(const c2d_disc *discs, size_t n);

/* The cells. Coordinates are integers: 2^cell_bits units make a cell, and the border of one cell on all sides leaves no
 * cell of a disc without eight neighbours. If the discs spread more widely along x, the axes are swapped, so that there
 * are at most 2^16 columns, and x in units is less than 2^32. y is known modulo 2^32. */
typedef struct c2d_disc_cells {
    c2d_vec low;
    double scale; /* units / length */
    bool swapped;
    int cell_bits, strip_bits; /* 2^strip_bits rows make a strip */
    uint32_t columns, rows, strips;
} c2d_disc_cells;

/* A disc in units. If two discs meet, their x and y differ by less than a cell. */
typedef struct c2d_disc_entry {
    uint32_t x, y; /* less than 2 units below the true coordinates */
    float radius;  /* within 2^-24 of itself */
    uint32_t item;
} c2d_disc_entry;

/* There are at most 7 n + 9 cells. */
#define C2D_MAX_DISCS (0x80000000u / 8)

/* Chooses cells for n discs of that extent, n > 0. False if all are one point. */
bool c2d_disc_cells_choose(c2d_disc_cells *g, const c2d_disc_extent *e, uint32_t n);

/* How many sections n discs should be sorted in, at most `most`. */
uint32_t c2d_disc_cells_sections(const c2d_disc_cells *g, uint32_t n, uint32_t most);

/* Discs sorted by strips. Sections of them are sorted by themselves, each into buckets of its own. */
typedef struct c2d_disc_layer {
    uint32_t sections;
    c2d_buckets *strips; /* of entries, by section */
} c2d_disc_layer;

/* Opens a layer whose sections are empty. Must be closed, also after an error; a zeroed layer may be closed, too. */
c2d_status c2d_disc_layer_open(c2d_disc_layer *l, uint32_t sections);
void c2d_disc_layer_close(c2d_disc_layer *l);
/* Sorts discs [first, first + n) into a section. */
c2d_status c2d_disc_layer_sort(c2d_disc_layer *l, uint32_t section, const c2d_disc_cells *g, const c2d_disc *discs,
                               uint32_t first, uint32_t n);

/* The number of discs in a strip. */
uint32_t c2d_disc_layer_count(const c2d_disc_layer *l, uint32_t strip);
/* The strip of a disc. */
uint32_t c2d_disc_strip_of(const c2d_disc_cells *g, const c2d_disc *disc);

/* The entries of a strip, section by section and chunk by chunk. */
typedef struct c2d_disc_chunks {
    const c2d_disc_layer *layer;
    uint32_t strip, section; /* the next section */
    c2d_chunk chunk;
} c2d_disc_chunks;

/* Goes to the next chunk; false at the end. */
bool c2d_disc_chunks_next(c2d_disc_chunks *c);

static inline const c2d_disc_entry *c2d_disc_entry_at(const char *at) { return (const void *)at; }

/* A strip sorted by cells; the fields of its entries are in arrays of their own, which may be read up to
 * C2D_DISC_PADDING elements beyond the end. */
typedef struct c2d_disc_strip {
    uint32_t n;
    uint32_t *start; /* by cell: its first entry; cells are numbered row by row */
    uint32_t *x, *y, *item;
    float *radius;
    uint64_t squares; /* the sum of the squares of the numbers of discs in the cells */
} c2d_disc_strip;

#define C2D_DISC_PADDING 32

/* Opens a strip with room for that many discs. Must be closed, also after an error. */
c2d_status c2d_disc_strip_open(c2d_disc_strip *t, const c2d_disc_cells *g, uint32_t discs);
void c2d_disc_strip_close(c2d_disc_strip *t);
/* Sorts a strip of the layer; the one after the last strip is empty. */
void c2d_disc_strip_sort(c2d_disc_strip *t, const c2d_disc_cells *g, const c2d_disc_layer *l, uint32_t strip);

#endif
