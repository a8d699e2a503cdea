/* All pairs of discs (circles, and points of radius 0) that meet: a grid with cells as large as the largest disc,
 * searched strip by strip. Single-precision distances decide most pairs, the floating-point filter of c2d_relate most
 * others, and c2d_relate itself the rest.
 *
 * Discs of very different sizes, or crowded ones, are left to c2d_pair_search_run, whose grid has cells of many
 * sizes. */
#include "disc_search.h"
#include "grid.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../exact/rank_set.h"
#include "../exact/step_counter.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

/* Up to this many discs are searched by their bounds. */
#define TRY_ALL_LIMIT 8

/* ---- deciding ---- */

/* The search of a part of the strips: pairs to be reported, and doubtful pairs to be decided by the discs. */
typedef struct part_search {
    const c2d_disc *discs;
    const c2d_disc_cells *cells;
    uint32_t first, last; /* strips */
    uint32_t split;
    bool within, touching;
    c2d_visit_pairs *visit;
    void *context;
    float margin;
    bool ended;     /* by a visit */
    uint64_t found; /* and visited */
    uint32_t count, doubtful_count;
    c2d_index_pair pairs[1024], doubtful[1024];
} part_search;

/* After make_room, there is room for this many more pairs. */
#define RESERVE (C2D_DISC_PADDING + 4)
#define MOST    (1024 - RESERVE)

static bool flush(part_search *s)
{
    s->ended = s->count > 0 && !s->visit(s->context, s->pairs, s->count);
    s->found += s->count;
    s->count = 0;
    return !s->ended;
}

static bool relate_exactly(const c2d_disc *a, const c2d_disc *b, bool touching)
{
    c2d_shape s, t;
    bool valid = c2d_circle(&s, a->center, a->radius) == C2D_OK && c2d_circle(&t, b->center, b->radius) == C2D_OK;
    return valid && c2d_relate(&s, &t) >= (touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

/* The margin is that of c2d_relate. False if another thread has made a disc invalid. */
static bool discs_meet(const c2d_disc *a, const c2d_disc *b, bool touching)
{
    c2d_vec d = c2d_sub(a->center, b->center);
    double radius = a->radius + b->radius, r2 = radius * radius, gap = r2 - c2d_dot(d, d);
    return fabs(gap) > C2D_FILTER_LENGTH * r2 ? gap > 0 : relate_exactly(a, b, touching);
}

static inline c2d_index_pair in_order(uint32_t i, uint32_t j)
{
    c2d_index_pair pair = {i < j ? i : j, i < j ? j : i};
    return pair;
}

/* Decides the doubtful pairs and appends those that meet. */
static bool decide_doubtful(part_search *s)
{
    for (uint32_t k = 0; k < s->doubtful_count; k++) {
        if (s->count == sizeof s->pairs / sizeof *s->pairs && !flush(s))
            return false;
        s->pairs[s->count] = s->doubtful[k];
        s->count += discs_meet(&s->discs[s->doubtful[k].i], &s->discs[s->doubtful[k].j], s->touching);
    }
    s->doubtful_count = 0;
    return true;
}

static inline bool make_room(part_search *s)
{
    return (s->doubtful_count <= MOST || decide_doubtful(s)) && (s->count <= MOST || flush(s));
}

/* The difference of two gaps, one of true numbers and the other of rounded ones, for discs in the same cell or in
 * adjacent ones. Let C be the units of a cell, at most 2^21. Coordinates differ by at most 2 C; their differences are
 * exact floats, within 4 of the true ones: their squares are within 16 C + 16. The sum of the radii is less than C and
 * within 1: its square is within 2 C + 1. The roundings of the squares, the sum and the difference are less than
 * 20 C^2 2^-24, less than 3 C. Together less than 64 C. */
static float margin_of(const c2d_disc_cells *g) { return (float)(64.0 * (double)(1u << g->cell_bits)); }

/* ---- four at a time ---- */

/* Discs from the index first on. */
typedef struct four_tests {
    unsigned meet, maybe; /* bit k: disc first + k; those that meet may meet */
} four_tests;

#if defined(__SSE2__) || defined(_M_X64)
static inline four_tests test_four(const part_search *s, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b,
                                   uint32_t first)
{
    __m128i dx = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(b->x + first)), _mm_set1_epi32((int)a->x[k]));
    __m128i dy = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(b->y + first)), _mm_set1_epi32((int)a->y[k]));
    __m128 x = _mm_cvtepi32_ps(dx), y = _mm_cvtepi32_ps(dy);
    __m128 radius = _mm_add_ps(_mm_loadu_ps(b->radius + first), _mm_set1_ps(a->radius[k]));
    __m128 gap = _mm_sub_ps(_mm_mul_ps(radius, radius), _mm_add_ps(_mm_mul_ps(x, x), _mm_mul_ps(y, y)));
    __m128 margin = _mm_set1_ps(s->margin);
    unsigned meet = (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(gap, margin));
    unsigned maybe = (unsigned)_mm_movemask_ps(_mm_cmpge_ps(gap, _mm_sub_ps(_mm_setzero_ps(), margin)));
    return (four_tests){meet, maybe};
}
#else
static inline four_tests test_four(const part_search *s, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b,
                                   uint32_t first)
{
    four_tests t = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        float x = (float)(int32_t)(b->x[first + i] - a->x[k]), y = (float)(int32_t)(b->y[first + i] - a->y[k]);
        float radius = b->radius[first + i] + a->radius[k], gap = radius * radius - (x * x + y * y);
        t.meet |= (unsigned)(gap > s->margin) << i;
        t.maybe |= (unsigned)(gap >= -s->margin) << i;
    }
    return t;
}
#endif

/* Writes the pairs of an item with those of `width` others whose bits are set. The first pairs are written in any case,
 * and counted if they exist: a loop over the bits alone would often mispredict its end. */
#define PAIRS_AT_ONCE 3

static inline void add_pairs(part_search *s, uint32_t item, const uint32_t *others, unsigned bits, int width)
{
    unsigned any = 1u << (width - 1);
    c2d_index_pair *out = s->pairs + s->count;
    for (int k = 0; k < PAIRS_AT_ONCE; k++) {
        *out = in_order(item, others[c2d_lowest_bit(bits | any)]);
        out += bits != 0;
        bits &= bits - 1;
    }
    for (; bits; bits &= bits - 1)
        *out++ = in_order(item, others[c2d_lowest_bit(bits)]);
    s->count = (uint32_t)(out - s->pairs);
}

static inline void add_doubtful(part_search *s, uint32_t item, const uint32_t *others, unsigned bits)
{
    for (; bits; bits &= bits - 1)
        s->doubtful[s->doubtful_count++] = in_order(item, others[c2d_lowest_bit(bits)]);
}

/* ---- searching ---- */

/* Tests disc k of a against a range of b of any length. */
static bool search_long(part_search *s, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b, uint32_t first,
                        uint32_t last)
{
    for (; first < last; first += C2D_DISC_PADDING) {
        uint32_t count = last - first < C2D_DISC_PADDING ? last - first : C2D_DISC_PADDING;
        four_tests all = {0, 0};
        for (uint32_t i = 0; i < count; i += 4) {
            four_tests t = test_four(s, a, k, b, first + i);
            all.meet |= t.meet << i;
            all.maybe |= t.maybe << i;
        }
        unsigned within = (2u << (count - 1)) - 1;
        if (!make_room(s))
            return false;
        add_pairs(s, a->item[k], b->item + first, all.meet & within, C2D_DISC_PADDING);
        add_doubtful(s, a->item[k], b->item + first, (all.meet ^ all.maybe) & within);
    }
    return true;
}

/* The strip of a layer that is being searched, and the one after it. */
typedef struct strip_pair {
    const c2d_disc_layer *layer;
    c2d_disc_strip at, next;
} strip_pair;

/* Which discs of its own cell a disc is tested against. */
typedef enum own_cell { LATER_ONES, ALL, NONE } own_cell;

/* Tests each disc of a strip against those of a layer in its own cell, the next cell of the row, and three cells of the
 * next row. Most discs have at most four and eight of these. */
static inline bool search_strip(part_search *s, const c2d_disc_cells *g, const strip_pair *a, const strip_pair *b,
                                own_cell own)
{
    uint32_t rows = 1u << g->strip_bits, columns = g->columns;
    int cell_bits = g->cell_bits;
    for (uint32_t row = 0; row < rows; row++) {
        const uint32_t *start = b->at.start + (size_t)row * columns;
        const uint32_t *below = row + 1 < rows ? start + columns : b->next.start;
        const c2d_disc_strip *strip = &b->at, *other = row + 1 < rows ? &b->at : &b->next;
        uint32_t from = a->at.start[(size_t)row * columns], to = a->at.start[(size_t)(row + 1) * columns];
        for (uint32_t k = from; k < to; k++) {
            uint32_t column = a->at.x[k] >> cell_bits;
            uint32_t first = own == LATER_ONES ? k + 1 : start[column + (own == NONE)], last = start[column + 2];
            uint32_t begin = below[column - 1], end = below[column + 2];
            if (last - first > 4 || end - begin > 8) {
                if (!search_long(s, &a->at, k, strip, first, last) || !search_long(s, &a->at, k, other, begin, end))
                    return false;
                continue;
            }
            four_tests t = test_four(s, &a->at, k, strip, first), u = test_four(s, &a->at, k, other, begin),
                       v = test_four(s, &a->at, k, other, begin + 4);
            unsigned within = ((1u << (last - first)) - 1) | ((1u << (end - begin)) - 1) << 4;
            uint32_t items[12];
            memcpy(items, strip->item + first, 4 * sizeof *items);
            memcpy(items + 4, other->item + begin, 8 * sizeof *items);
            if (!make_room(s))
                return false;
            unsigned meet = (t.meet | u.meet << 4 | v.meet << 8) & within;
            unsigned maybe = (t.maybe | u.maybe << 4 | v.maybe << 8) & within;
            add_pairs(s, a->at.item[k], items, meet, 12);
            add_doubtful(s, a->at.item[k], items, meet ^ maybe);
        }
    }
    return true;
}

/* The pairs of one layer. */
static bool search_within(part_search *s, const c2d_disc_cells *g, const strip_pair *a)
{
    return search_strip(s, g, a, a, LATER_ONES);
}

/* The pairs of a disc of each layer. Discs of the same layer are not compared, however crowded they are. */
static bool search_across(part_search *s, const c2d_disc_cells *g, const strip_pair *a, const strip_pair *b)
{
    return search_strip(s, g, a, b, ALL) && search_strip(s, g, b, a, NONE);
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
    return c2d_disc_strip_of(s->cells, &s->discs[item]) >= s->last;
}

static bool visit_boxes(void *context, uint32_t i, uint32_t j)
{
    part_search *s = context;
    if (!make_room(s))
        return false;
    if (s->last < s->cells->strips && is_beyond(s, i) && is_beyond(s, j))
        return true;
    s->pairs[s->count] = in_order(i, j);
    s->count += discs_meet(&s->discs[i], &s->discs[j], s->touching);
    return true;
}

/* Searches the bounds of the items, by default of all discs. C2D_OUT_OF_MEMORY: nothing was visited. */
static c2d_search_status search_boxes(part_search *s, const uint32_t *items, uint32_t count)
{
    c2d_bounds *boxes = c2d_new_array(count, sizeof *boxes);
    if (!boxes)
        return C2D_OUT_OF_MEMORY;
    for (uint32_t k = 0; k < count; k++) {
        const c2d_disc *disc = &s->discs[items ? items[k] : k];
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

/* Searches the discs of the part from a strip on by their bounds. C2D_OUT_OF_MEMORY: nothing was visited. */
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

static void search_strips(part_search *s, const c2d_disc_search *all, strip_pair *a, strip_pair *b)
{
    const c2d_disc_cells *g = s->cells;
    uint64_t tests = 0, allowed = (uint64_t)TESTS_PER_DISC * count_discs(all, s->first, s->last);
    bool limited = true, go_on = true;
    c2d_disc_strip_sort(&a->next, g, a->layer, s->first);
    if (s->split > 0)
        c2d_disc_strip_sort(&b->next, g, b->layer, s->first);
    for (uint32_t strip = s->first; strip < s->last && go_on; strip++) {
        advance(a, g, strip);
        if (s->split > 0)
            advance(b, g, strip);
        tests += tests_of(s, g, a, b);
        if (limited && tests > allowed + TESTS_PER_PAIR * s->found) {
            if (search_remainder(s, all, strip) != C2D_OUT_OF_MEMORY)
                return;
            limited = false; /* slow is better than incomplete */
        }
        if (s->split == 0 || s->within)
            go_on = search_within(s, g, a);
        if (s->split > 0)
            go_on = go_on && search_across(s, g, a, b);
    }
}

static c2d_status search_cells(part_search *s, const c2d_disc_search *all)
{
    strip_pair layers[2];
    c2d_status status = C2D_OK;
    memset(layers, 0, sizeof layers);
    s->margin = margin_of(s->cells);
    for (uint32_t k = 0; k < all->layer_count && !status; k++)
        status = open_strips(&layers[k], s, &all->layers[k]);
    if (!status)
        search_strips(s, all, &layers[0], &layers[1]);
    close_strips(&layers[0]);
    close_strips(&layers[1]);
    return status;
}

/* ---- the call ---- */

c2d_status c2d_disc_search_open(c2d_disc_search *s, const c2d_disc *discs, size_t n, size_t split, bool within,
                                bool touching, uint32_t sections)
{
    memset(s, 0, sizeof *s);
    if (n >= C2D_MAX_DISCS)
        return C2D_NO_MEMORY;
    s->discs = discs;
    s->n = (uint32_t)n;
    s->split = (uint32_t)split;
    s->within = within;
    s->touching = touching;
    if (n <= TRY_ALL_LIMIT || !c2d_disc_cells_choose(&s->cells, discs, s->n)) {
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
    p.discs = s->discs;
    p.cells = &s->cells;
    p.split = s->split;
    p.within = s->within;
    p.touching = s->touching;
    p.visit = visit;
    p.context = context;
    p.found = p.count = p.doubtful_count = 0;
    p.ended = false;
    choose_part(&p, s, part, parts);
    if (p.first < p.last)
        status = search_cells(&p, s);
    else if (part == 0 && s->cells.strips == 0 && search_boxes(&p, NULL, s->n) == C2D_OUT_OF_MEMORY)
        status = C2D_NO_MEMORY;
    if (!status && !p.ended && decide_doubtful(&p))
        flush(&p);
    return status;
}

c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, bool within, bool touching,
                          c2d_visit_pairs *visit, void *context)
{
    c2d_disc_search s;
    c2d_status status = c2d_disc_search_open(&s, discs, n, split, within, touching, 1);
    if (s.sections > 0)
        status = status ? status : c2d_disc_search_sort(&s, 0);
    status = status ? status : c2d_disc_search_part(&s, 0, 1, visit, context);
    c2d_disc_search_close(&s);
    return status;
}
