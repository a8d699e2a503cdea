/* All pairs of discs (circles, and points of radius 0) that meet: a grid with cells as large as the largest disc,
 * searched strip by strip, of which disc_rows.c searches the rows.
 *
 * Discs of very different sizes, or crowded ones, are left to c2d_pair_search_run, whose grid has cells of many
 * sizes. */
#include "disc_search.h"
#include "grid.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"

#include <string.h>

/* Up to this many discs are searched by their bounds. */
#define TRY_ALL_LIMIT 8

/* ---- searching ---- */

/* The search of a part of the strips. */
typedef struct part_search {
    const c2d_disc_cells *cells;
    uint32_t first, last; /* strips */
    uint32_t split;
    bool within;
    c2d_disc_row_search *search_row;
    c2d_disc_hits hits;
} part_search;

/* The strip of a layer that is being searched, and the one after it. */
typedef struct strip_pair {
    const c2d_disc_layer *layer;
    c2d_disc_strip at, next;
} strip_pair;

/* Tests each disc of a strip against those of a layer in its own cell, the next cell of the row, and three cells of the
 * next row. */
static bool search_strip(part_search *s, const strip_pair *a, const strip_pair *b, c2d_own_cell own)
{
    const c2d_disc_cells *g = s->cells;
    uint32_t rows = 1u << g->strip_bits, columns = g->columns;
    bool go_on = true;
    for (uint32_t row = 0; row < rows && go_on; row++) {
        const uint32_t *of = a->at.start + (size_t)row * columns, *start = b->at.start + (size_t)row * columns;
        bool is_last = row + 1 == rows;
        c2d_disc_row r = {&a->at,
                          of[0],
                          of[columns],
                          &b->at,
                          is_last ? &b->next : &b->at,
                          start,
                          is_last ? b->next.start : start + columns,
                          g->cell_bits,
                          own};
        go_on = s->search_row(&s->hits, &r);
    }
    return go_on;
}

/* The pairs of one layer. */
static bool search_within(part_search *s, const strip_pair *a) { return search_strip(s, a, a, C2D_LATER_DISCS); }

/* The pairs of a disc of each layer. Discs of the same layer are not compared, however crowded they are. */
static bool search_across(part_search *s, const strip_pair *a, const strip_pair *b)
{
    return search_strip(s, a, b, C2D_ALL_DISCS) && search_strip(s, b, a, C2D_NO_DISCS);
}

/* ---- crowds ---- */

/* The grid is given up where it makes more tests than this many for each disc, and for each pair found. A test is
 * counted for each pair of a cell; its neighbours have about four times as many. */
#define TESTS_PER_DISC 24
#define TESTS_PER_PAIR 4

/* The number of tests across, except those of a cell with itself twice. */
static uint64_t tests_across(const c2d_disc_cells *g, const strip_pair *a, const strip_pair *b)
{
    size_t rows = (size_t)1 << g->strip_bits, columns = g->columns;
    uint64_t sum = 0;
    for (size_t row = 0; row < rows; row++) {
        const uint32_t *of = a->at.start + row * columns, *own = b->at.start + row * columns;
        const uint32_t *below = row + 1 < rows ? own + columns : b->next.start;
        for (size_t c = 1; c + 1 < columns; c++)
            sum += (uint64_t)(of[c + 1] - of[c]) * (own[c + 2] - own[c] + below[c + 2] - below[c - 1]);
    }
    return sum;
}

static uint64_t tests_of(const part_search *s, const c2d_disc_cells *g, const strip_pair *a, const strip_pair *b)
{
    uint64_t tests = s->split == 0 || s->within ? a->at.squares : 0;
    if (s->split > 0)
        tests += (tests_across(g, a, b) + tests_across(g, b, a)) / 4;
    return tests;
}

/* Whether a disc is in the strip after the part, which is searched only for pairs with discs of the part. */
static bool is_beyond(const part_search *s, uint32_t item)
{
    return c2d_disc_strip_of(s->cells, &s->hits.discs[item]) >= s->last;
}

static bool visit_boxes(void *context, uint32_t i, uint32_t j)
{
    part_search *s = context;
    bool is_of_next_part = s->last < s->cells->strips && is_beyond(s, i) && is_beyond(s, j);
    return is_of_next_part || c2d_disc_hits_try(&s->hits, i, j);
}

/* Searches the bounds of the items, by default of all discs. */
static c2d_search_status search_boxes(part_search *s, const uint32_t *items, uint32_t count)
{
    c2d_bounds *boxes = c2d_new_array(count, sizeof *boxes);
    if (!boxes)
        return C2D_OUT_OF_MEMORY;
    for (uint32_t k = 0; k < count; k++) {
        const c2d_disc *disc = &s->hits.discs[items ? items[k] : k];
        c2d_shape circle;
        if (c2d_circle(&circle, disc->center, disc->radius) != C2D_OK)
            c2d_point(&circle, c2d_v(0, 0)); /* another thread has changed the disc */
        boxes[k] = c2d_bounds_of(&circle);
    }
    c2d_shape_set set = {.boxes = boxes, .count = count, .split = s->split, .within = s->within};
    c2d_pair_search search = {&set, boxes, items, count, visit_boxes, s, 0};
    c2d_search_status status = c2d_pair_search_run(&search);
    free(boxes);
    return status;
}

/* The number of discs in strips of both layers. */
static uint32_t count_discs(const c2d_disc_search *all, uint32_t first, uint32_t last)
{
    uint32_t count = 0;
    for (uint32_t strip = first; strip < last; strip++)
        for (uint32_t k = 0; k < all->layer_count; k++)
            count += c2d_disc_layer_count(&all->layers[k], strip);
    return count;
}

/* Searches the discs of the part from a strip on by their bounds. */
static c2d_search_status search_remainder(part_search *s, const c2d_disc_search *all, uint32_t strip)
{
    uint32_t end = s->last < all->cells.strips ? s->last + 1 : s->last, count = 0;
    uint32_t *items = c2d_new_array(count_discs(all, strip, end), sizeof *items);
    if (!items)
        return C2D_OUT_OF_MEMORY;
    for (uint32_t k = 0; k < all->layer_count; k++)
        for (uint32_t i = strip; i < end; i++)
            for (c2d_disc_chunks c = {.layer = &all->layers[k], .strip = i}; c2d_disc_chunks_next(&c);)
                for (const c2d_disc_entry *e = c2d_disc_entry_at(c.chunk.begin); e < c2d_disc_entry_at(c.chunk.end);
                     e++)
                    items[count++] = e->item;
    c2d_search_status status = search_boxes(s, items, count);
    free(items);
    return status;
}

/* ---- a part of the strips ---- */

static c2d_status open_strips(strip_pair *a, const part_search *s, const c2d_disc_layer *layer)
{
    uint32_t largest = 0;
    for (uint32_t strip = s->first; strip < s->cells->strips && strip <= s->last; strip++) {
        uint32_t count = c2d_disc_layer_count(layer, strip);
        largest = count > largest ? count : largest;
    }
    a->layer = layer;
    c2d_status status = c2d_disc_strip_open(&a->at, s->cells, largest);
    return status ? status : c2d_disc_strip_open(&a->next, s->cells, largest);
}

static void close_strips(strip_pair *a)
{
    c2d_disc_strip_close(&a->at);
    c2d_disc_strip_close(&a->next);
}

static void advance(strip_pair *a, const c2d_disc_cells *g, uint32_t strip)
{
    c2d_disc_strip searched = a->at;
    a->at = a->next;
    a->next = searched;
    c2d_disc_strip_sort(&a->next, g, a->layer, strip + 1);
}

static c2d_status search_strips(part_search *s, const c2d_disc_search *all, strip_pair *a, strip_pair *b)
{
    const c2d_disc_cells *g = s->cells;
    uint64_t tests = 0, allowed = (uint64_t)TESTS_PER_DISC * count_discs(all, s->first, s->last);
    bool go_on = true;
    c2d_disc_strip_sort(&a->next, g, a->layer, s->first);
    if (s->split > 0)
        c2d_disc_strip_sort(&b->next, g, b->layer, s->first);
    for (uint32_t strip = s->first; strip < s->last && go_on; strip++) {
        advance(a, g, strip);
        if (s->split > 0)
            advance(b, g, strip);
        tests += tests_of(s, g, a, b);
        if (tests > allowed + TESTS_PER_PAIR * s->hits.found)
            return search_remainder(s, all, strip) == C2D_OUT_OF_MEMORY ? C2D_NO_MEMORY : C2D_OK;
        if (s->split == 0 || s->within)
            go_on = search_within(s, a);
        if (s->split > 0)
            go_on = go_on && search_across(s, a, b);
    }
    return C2D_OK;
}

static c2d_status search_cells(part_search *s, const c2d_disc_search *all)
{
    strip_pair layers[2];
    c2d_status status = C2D_OK;
    memset(layers, 0, sizeof layers);
    for (uint32_t k = 0; k < all->layer_count && !status; k++)
        status = open_strips(&layers[k], s, &all->layers[k]);
    if (!status)
        status = search_strips(s, all, &layers[0], &layers[1]);
    close_strips(&layers[0]);
    close_strips(&layers[1]);
    return status;
}

/* ---- the call ---- */

c2d_status c2d_disc_search_open(c2d_disc_search *s, const c2d_disc *discs, size_t n, const c2d_disc_extent *extent,
                                size_t split, bool within, bool touching, uint32_t sections)
{
    memset(s, 0, sizeof *s);
    if (n >= C2D_MAX_DISCS)
        return C2D_NO_MEMORY;
    s->discs = discs;
    s->n = (uint32_t)n;
    s->split = (uint32_t)split;
    s->within = within;
    s->touching = touching;
    s->search_row = c2d_disc_row_search_fastest();
    if (n <= TRY_ALL_LIMIT)
        return C2D_OK;
    c2d_disc_extent of = extent ? *extent : c2d_disc_extent_of(discs, n);
    if (!c2d_disc_cells_choose(&s->cells, &of, s->n)) {
        s->cells.strips = 0;
        return C2D_OK;
    }
    s->sections = c2d_disc_cells_sections(&s->cells, s->n, sections);
    s->layer_count = 1 + (split > 0);
    c2d_status status = C2D_OK;
    for (uint32_t k = 0; k < s->layer_count && !status; k++)
        status = c2d_disc_layer_open(&s->layers[k], s->sections);
    return status;
}

void c2d_disc_search_close(c2d_disc_search *s)
{
    c2d_disc_layer_close(&s->layers[0]);
    c2d_disc_layer_close(&s->layers[1]);
}

/* The first of the items of a section. */
static uint32_t section_start(const c2d_disc_search *s, uint32_t section, uint32_t items)
{
    return (uint32_t)((uint64_t)items * section / s->sections);
}

c2d_status c2d_disc_search_sort(c2d_disc_search *s, uint32_t section)
{
    c2d_status status = C2D_OK;
    for (uint32_t k = 0; k < s->layer_count && !status; k++) {
        uint32_t from = k == 0 ? 0 : s->split, items = (s->layer_count == 2 && k == 0 ? s->split : s->n) - from;
        uint32_t first = section_start(s, section, items), end = section_start(s, section + 1, items);
        status = c2d_disc_layer_sort(&s->layers[k], section, &s->cells, s->discs, from + first, end - first);
    }
    return status;
}

uint32_t c2d_disc_search_largest(const c2d_disc_search *s)
{
    uint32_t largest = s->cells.strips > 0 ? 0 : s->n;
    for (uint32_t strip = 0; strip < s->cells.strips; strip++) {
        uint32_t count = count_discs(s, strip, strip + 1);
        largest = count > largest ? count : largest;
    }
    return largest;
}

/* Sets the strips of a part: strips that begin before its share of the discs belong to earlier parts. */
static void choose_part(part_search *p, const c2d_disc_search *s, uint32_t part, uint32_t parts)
{
    uint64_t from = (uint64_t)s->n * part / parts, to = (uint64_t)s->n * (part + 1) / parts, before = 0;
    p->first = p->last = 0;
    for (uint32_t strip = 0; strip < s->cells.strips; strip++) {
        p->first += before < from;
        p->last += before < to;
        before += count_discs(s, strip, strip + 1);
    }
    if (part + 1 == parts)
        p->last = s->cells.strips; /* also those without discs */
}

c2d_status c2d_disc_search_part(const c2d_disc_search *s, uint32_t part, uint32_t parts, c2d_visit_pairs *visit,
                                void *context)
{
    part_search p;
    c2d_status status = C2D_OK;
    p.cells = &s->cells;
    p.split = s->split;
    p.within = s->within;
    p.search_row = s->search_row;
    p.hits.discs = s->discs;
    p.hits.touching = s->touching;
    p.hits.visit = visit;
    p.hits.context = context;
    c2d_disc_hits_open(&p.hits, &s->cells);
    choose_part(&p, s, part, parts);
    if (p.first < p.last)
        status = search_cells(&p, s);
    else if (part == 0 && s->cells.strips == 0 && search_boxes(&p, NULL, s->n) == C2D_OUT_OF_MEMORY)
        status = C2D_NO_MEMORY;
    if (!status)
        c2d_disc_hits_visit_rest(&p.hits);
    return status;
}

c2d_status c2d_disc_search_all(const c2d_disc *discs, size_t n, const c2d_disc_extent *extent, size_t split,
                               bool within, bool touching, c2d_visit_pairs *visit, void *context)
{
    c2d_disc_search s;
    c2d_status status = c2d_disc_search_open(&s, discs, n, extent, split, within, touching, 1);
    if (s.sections > 0)
        status = status ? status : c2d_disc_search_sort(&s, 0);
    status = status ? status : c2d_disc_search_part(&s, 0, 1, visit, context);
    c2d_disc_search_close(&s);
    return status;
}

c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, bool within, bool touching,
                          c2d_visit_pairs *visit, void *context)
{
    return c2d_disc_search_all(discs, n, NULL, split, within, touching, visit, context);
}
