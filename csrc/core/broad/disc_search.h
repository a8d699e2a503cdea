/* The steps of c2d_disc_pairs, for callers that have threads: sections of the discs are sorted, then parts of the
 * strips are searched. Sections may be sorted at once, and so may parts be searched. */
#ifndef C2D_DISC_SEARCH_H
#define C2D_DISC_SEARCH_H

#include "disc_rows.h"

typedef struct c2d_disc_search {
    const c2d_disc *discs;
    uint32_t n, split;
    bool within, touching;
    c2d_disc_row_search *search_row; /* the fastest one, unless a test sets another one */
    c2d_disc_cells cells;            /* without strips, if the discs are few or have one center */
    uint32_t sections;               /* to be sorted; 0 without strips */
    uint32_t layer_count;            /* 2 if the discs are split */
    c2d_disc_layer layers[2];
} c2d_disc_search;

/* Chooses the cells, for discs and options as in c2d_disc_pairs, and at most `sections` sections. extent: that of the
 * discs, or NULL. Must be closed, also after C2D_NO_MEMORY. */
c2d_status c2d_disc_search_open(c2d_disc_search *s, const c2d_disc *discs, size_t n, const c2d_disc_extent *extent,
                                size_t split, bool within, bool touching, uint32_t sections);
void c2d_disc_search_close(c2d_disc_search *s);

/* Sorts one of the s->sections sections. */
c2d_status c2d_disc_search_sort(c2d_disc_search *s, uint32_t section);

/* The number of discs in the largest strip, which is searched as a whole; all discs without strips. The sections are
 * sorted. */
uint32_t c2d_disc_search_largest(const c2d_disc_search *s);

/* Visits the pairs of one of `parts` parts, which have about as many discs each. Each pair is of one part, whatever
 * their number. The sections are sorted. C2D_NO_MEMORY: some were not visited. */
c2d_status c2d_disc_search_part(const c2d_disc_search *s, uint32_t part, uint32_t parts, c2d_visit_pairs *visit,
                                void *context);

/* All steps in one thread: c2d_disc_pairs of discs whose extent is known, or NULL. */
c2d_status c2d_disc_search_all(const c2d_disc *discs, size_t n, const c2d_disc_extent *extent, size_t split,
                               bool within, bool touching, c2d_visit_pairs *visit, void *context);

#endif
