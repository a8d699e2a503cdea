/* All pairs of discs (circles, and points of radius 0) that meet: a grid with cells as large as the largest disc,
 * filled by a counting sort. The floating-point filter of c2d_relate decides most pairs, c2d_relate itself the others.
 *
 * Discs of very different sizes, or crowded ones, go to c2d_shape_pairs, whose grid has cells of many sizes. */
#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Up to this many discs go to c2d_shape_pairs. */
#define TRY_ALL_LIMIT 8

/* ---- the grid ---- */

/* A disc, sorted by cells. */
typedef struct entry {
    c2d_vec center;
    double radius;
    uint32_t item, cell;
} entry;

/* Cells are numbered row by row, with a border of one cell, so that each disc has eight neighbours. The cell of a
 * coordinate x is floor(fl(fl(x - low) * inverse)). Numbers of cells are less than 2^31, so their rounding is less
 * than 2^-19; the side is larger than the largest sum of radii by a factor of 1 + 2^-16. Discs that meet are therefore
 * in one column or in adjacent ones; likewise for rows. */
typedef struct grid {
    const c2d_disc *discs;
    uint32_t n, split;
    bool within, touching;
    c2d_vec low;
    double inverse;         /* 1 / side of a cell */
    uint32_t columns, rows; /* with the border */
    uint32_t *start;        /* by cell: its first entry */
    entry *entries;
} grid;

/* The side's excess. */
#define SIDE_EXCESS (1 + 0x1p-16)
/* There are at most 7 n + 9 cells. */
#define MAX_DISCS (0x80000000u / 8)

static uint32_t cell(const grid *g, c2d_vec p)
{
    uint32_t x = (uint32_t)((p.x - g->low.x) * g->inverse), y = (uint32_t)((p.y - g->low.y) * g->inverse);
    return (y + 1) * g->columns + x + 1;
}

static uint32_t cells(const grid *g) { return g->columns * g->rows; }

/* False if all discs have one centre. */
static bool choose_cells(grid *g)
{
    c2d_vec low = g->discs[0].center, high = low;
    double radius = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        low = c2d_v(c2d_min(low.x, g->discs[i].center.x), c2d_min(low.y, g->discs[i].center.y));
        high = c2d_v(c2d_max(high.x, g->discs[i].center.x), c2d_max(high.y, g->discs[i].center.y));
        radius = c2d_max(radius, g->discs[i].radius);
    }
    double width = high.x - low.x, height = high.y - low.y, n = g->n;
    /* For s >= sqrt(w h / n), w / n and h / n, (w / s + 3) (h / s + 3) <= 7 n + 9. */
    double side = c2d_max(c2d_max(width, height) / n, sqrt(width / n * height));
    side = c2d_max(side, 2 * radius * SIDE_EXCESS);
    g->low = low;
    g->inverse = 1 / side;
    if (!(side > 0) || !(g->inverse < INFINITY))
        return false;
    g->columns = (uint32_t)(width * g->inverse) + 3;
    g->rows = (uint32_t)(height * g->inverse) + 3;
    return true;
}

/* ---- filling ---- */

/* At most this many discs are sorted in one pass. More discs are first sorted into groups of cells: counting and
 * moving across the whole memory would miss the cache for each disc. */
#define ONE_PASS_LIMIT 0x8000u
#define GROUPS         1024u

static entry entry_of(const grid *g, uint32_t i)
{
    entry e = {g->discs[i].center, g->discs[i].radius, i, cell(g, g->discs[i].center)};
    return e;
}

/* Turns counts into ends. Filling from the last disc to the first turns the ends into starts. */
static void sum_counts(uint32_t *start, uint32_t count, uint32_t end)
{
    for (uint32_t c = 0; c < count; c++)
        start[c] = end += start[c];
}

static void fill_in_one_pass(grid *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        g->start[cell(g, g->discs[i].center)]++;
    sum_counts(g->start, cells(g) + 1, 0);
    for (uint32_t i = g->n; i-- > 0;) {
        entry e = entry_of(g, i);
        g->entries[--g->start[e.cell]] = e;
    }
}

/* Sorts by groups of consecutive cells, then each group by cells. */
static c2d_status fill_by_groups(grid *g)
{
    uint32_t last[GROUPS + 1] = {0}, most = 0, wide = 0;
    while (cells(g) >> wide >= GROUPS)
        wide++;
    for (uint32_t i = 0; i < g->n; i++)
        last[cell(g, g->discs[i].center) >> wide]++;
    for (uint32_t k = 0; k < GROUPS; k++)
        most = last[k] > most ? last[k] : most;
    entry *moved = C2D_REALLOC(NULL, most * sizeof *moved);
    if (!moved)
        return C2D_NO_MEMORY;
    sum_counts(last, GROUPS + 1, 0);
    for (uint32_t i = g->n; i-- > 0;) {
        entry e = entry_of(g, i);
        g->entries[--last[e.cell >> wide]] = e;
    }
    for (uint32_t k = 0; k < GROUPS; k++) {
        uint32_t first = last[k], count = last[k + 1] - first, from = k << wide;
        uint32_t width = from < cells(g) ? cells(g) - from : 0;
        width = width < 1u << wide ? width : 1u << wide;
        memcpy(moved, g->entries + first, count * sizeof *moved);
        for (uint32_t i = 0; i < count; i++)
            g->start[moved[i].cell]++;
        sum_counts(g->start + from, width, first);
        for (uint32_t i = count; i-- > 0;)
            g->entries[--g->start[moved[i].cell]] = moved[i];
    }
    g->start[cells(g)] = g->n;
    free(moved);
    return C2D_OK;
}

static c2d_status fill(grid *g)
{
    g->start = C2D_REALLOC(NULL, ((size_t)cells(g) + 1) * sizeof *g->start);
    g->entries = C2D_REALLOC(NULL, g->n * sizeof *g->entries);
    if (!g->start || !g->entries)
        return C2D_NO_MEMORY;
    memset(g->start, 0, ((size_t)cells(g) + 1) * sizeof *g->start);
    if (g->n > ONE_PASS_LIMIT)
        return fill_by_groups(g);
    fill_in_one_pass(g);
    return C2D_OK;
}

/* A grid is crowded if each disc is tested against more than this many others in the mean. */
#define MAX_MEAN_TESTS 24

static bool crowded(const grid *g)
{
    uint64_t sum = 0;
    for (uint32_t c = 0; c < cells(g); c++) {
        uint64_t count = g->start[c + 1] - g->start[c];
        sum += count * count;
    }
    return sum / MAX_MEAN_TESTS > g->n;
}

/* ---- deciding ---- */

/* Pairs to be reported, and doubtful pairs to be decided exactly. */
typedef struct pair_batch {
    c2d_visit_pairs *visit;
    void *context;
    uint32_t count, doubtful_count;
    bool ended; /* by a visit */
    c2d_index_pair pairs[1024], doubtful[1024];
} pair_batch;

/* After make_room, a batch has room for this many more pairs. */
#define RESERVE 64

static bool flush(pair_batch *b)
{
    b->ended = b->count > 0 && !b->visit(b->context, b->pairs, b->count);
    b->count = 0;
    return !b->ended;
}

static bool meet_exactly(const c2d_disc *a, const c2d_disc *b, bool touching)
{
    c2d_shape s, t;
    c2d_circle(&s, a->center, a->radius);
    c2d_circle(&t, b->center, b->radius);
    return c2d_relate(&s, &t) >= (touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

static c2d_index_pair in_order(uint32_t i, uint32_t j)
{
    c2d_index_pair pair = {i < j ? i : j, i < j ? j : i};
    return pair;
}

/* Decides the doubtful pairs exactly and appends those that meet. */
static bool decide_doubtful(const grid *g, pair_batch *b)
{
    for (uint32_t k = 0; k < b->doubtful_count; k++) {
        if (b->count == sizeof b->pairs / sizeof *b->pairs && !flush(b))
            return false;
        b->pairs[b->count] = b->doubtful[k];
        b->count += meet_exactly(&g->discs[b->doubtful[k].i], &g->discs[b->doubtful[k].j], g->touching);
    }
    b->doubtful_count = 0;
    return true;
}

/* A pair is always written, and counted only if it meets: the test has no unpredictable branch. The margin is that of
 * c2d_relate. */
static inline void test_pair(const grid *g, const entry *a, const entry *e, pair_batch *b, bool two)
{
    c2d_vec d = c2d_sub(a->center, e->center);
    double radius = a->radius + e->radius, r2 = radius * radius, gap = r2 - c2d_dot(d, d);
    bool counts = !two || (a->item < g->split) != (e->item < g->split) || (g->within && a->item < g->split);
    b->pairs[b->count] = in_order(a->item, e->item);
    b->count += (gap > 0) & counts;
    if (fabs(gap) <= C2D_FILTER_LENGTH * r2 && counts) {
        b->count -= gap > 0;
        b->doubtful[b->doubtful_count++] = in_order(a->item, e->item);
    }
}

static inline bool make_room(const grid *g, pair_batch *b)
{
    const uint32_t most = sizeof b->pairs / sizeof *b->pairs - RESERVE;
    return (b->doubtful_count <= most || decide_doubtful(g, b)) && (b->count <= most || flush(b));
}

/* Tests a against a range of any length. */
static bool search_long(const grid *g, const entry *a, uint32_t first, uint32_t last, pair_batch *b)
{
    while (first < last) {
        uint32_t end = last - first < RESERVE ? last : first + RESERVE;
        if (!make_room(g, b))
            return false;
        for (; first < end; first++)
            test_pair(g, a, &g->entries[first], b, g->split > 0);
    }
    return true;
}

/* Tests each disc against those after it in its own cell, the next cell of the row, and three cells of the next row. */
static inline bool search(const grid *g, pair_batch *b, bool two)
{
    for (uint32_t k = 0; k < g->n; k++) {
        const entry *a = &g->entries[k];
        const uint32_t *own = g->start + a->cell, *next = own + g->columns;
        uint32_t end = own[2], first = next[-1], last = next[2];
        if (end - k + (last - first) > RESERVE) {
            if (!search_long(g, a, k + 1, end, b) || !search_long(g, a, first, last, b))
                return false;
            continue;
        }
        if (!make_room(g, b))
            return false;
        for (uint32_t i = k + 1; i < end; i++)
            test_pair(g, a, &g->entries[i], b, two);
        for (uint32_t i = first; i < last; i++)
            test_pair(g, a, &g->entries[i], b, two);
    }
    return true;
}

static void search_cells(const grid *g, pair_batch *b)
{
    bool go_on = g->split ? search(g, b, true) : search(g, b, false);
    if (go_on && decide_doubtful(g, b))
        flush(b);
}

/* ---- by boxes ---- */

typedef struct by_boxes {
    const grid *grid;
    pair_batch *batch;
} by_boxes;

static bool visit_boxes(void *context, uint32_t i, uint32_t j)
{
    const by_boxes *by = context;
    const grid *g = by->grid;
    entry a = {g->discs[i].center, g->discs[i].radius, i, 0}, e = {g->discs[j].center, g->discs[j].radius, j, 0};
    pair_batch *b = by->batch;
    if (!make_room(g, b))
        return false;
    test_pair(g, &a, &e, b, g->split > 0);
    return true;
}

/* Searches the bounds that c2d_circle makes. */
static c2d_status search_boxes(const grid *g, pair_batch *b)
{
    c2d_bounds *boxes = C2D_REALLOC(NULL, (g->n ? g->n : 1) * sizeof *boxes);
    if (!boxes)
        return C2D_NO_MEMORY;
    for (uint32_t i = 0; i < g->n; i++) {
        c2d_shape disc;
        c2d_circle(&disc, g->discs[i].center, g->discs[i].radius);
        boxes[i] = c2d_bounds_of(&disc);
    }
    by_boxes by = {g, b};
    c2d_shape_set set = {.boxes = boxes, .count = g->n, .split = g->split, .within = g->within};
    c2d_status status = c2d_shape_pairs(&set, visit_boxes, &by);
    free(boxes);
    if (status == C2D_OK && !b->ended && decide_doubtful(g, b))
        flush(b);
    return status;
}

/* ---- the call ---- */

c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, bool within, bool touching,
                          c2d_visit_pairs *visit, void *context)
{
    if (n >= MAX_DISCS)
        return C2D_NO_MEMORY;
    grid g;
    memset(&g, 0, sizeof g);
    g.discs = discs;
    g.n = (uint32_t)n;
    g.split = (uint32_t)split;
    g.within = within;
    g.touching = touching;
    pair_batch b;
    b.visit = visit;
    b.context = context;
    b.count = b.doubtful_count = 0;
    b.ended = false;
    c2d_status status = C2D_OK;
    if (n <= TRY_ALL_LIMIT || !choose_cells(&g)) {
        status = search_boxes(&g, &b);
    } else {
        status = fill(&g);
        bool is_crowded = status == C2D_OK && crowded(&g);
        if (status == C2D_OK && !is_crowded)
            search_cells(&g, &b);
        free(g.start);
        free(g.entries);
        if (is_crowded)
            status = search_boxes(&g, &b);
    }
    return status;
}
