/* Pairs of boxes that meet, by a hierarchical grid (Ericson, "Real-Time Collision Detection", 2005, 7.2) filled by a
 * counting sort. The grid is fast where few boxes share a cell; all_pairs.c chooses another method where many do.
 *
 * Each box is in one cell, that of its least corner, on a level whose cells are larger than the box. Boxes that it
 * meets on its own level are in that cell or an adjacent one. Coarser levels are searched from the finer ones. */
#include "grid.h"

#include "bounds.h"
#include "../exact/allocate.h"
#include "../exact/step_counter.h"
#include "../exact/vec.h"

#include <assert.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

/* ---- quantized boxes ---- */

/* Coordinates as floats: q(x) = (x - origin) scale, clamped to MAX_QUANTIZED and rounded. Every step is monotone, so
 * q(x) < q(y) implies x < y, and x <= y implies q(x) <= q(y). Boxes whose floats overlap strictly therefore meet, and
 * boxes that meet have floats that meet. Where floats are equal, the doubles decide. */
typedef struct quantizer {
    c2d_vec origin;
    double scale;
} quantizer;

#define MAX_QUANTIZED 0x1p100

/* A quantized box. The maxima are negated: b meets a if each b.q <= the q of a's query_box. */
typedef struct entry {
    float q[4]; /* min x, min y, -max x, -max y */
    uint32_t item;
} entry;

typedef struct query_box {
    float q[4]; /* max x, max y, -min x, -min y */
} query_box;

static float quantize(double x, double origin, double scale)
{
    return (float)c2d_max(c2d_min((x - origin) * scale, MAX_QUANTIZED), -MAX_QUANTIZED);
}

static entry entry_of(const quantizer *f, const c2d_bounds *box, uint32_t item)
{
    entry e = {{quantize(box->min.x, f->origin.x, f->scale), quantize(box->min.y, f->origin.y, f->scale),
                -quantize(box->max.x, f->origin.x, f->scale), -quantize(box->max.y, f->origin.y, f->scale)},
               item};
    return e;
}

/* The least e with x < 2^e, x >= 0; a number below MIN_SIDE for tiny x. */
static int exponent_above(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52) - 1022;
}

/* The sides of cells are powers of two, 2^MIN_SIDE to 2^MAX_SIDE, in quantized units. */
#define MIN_SIDE (-100)
#define MAX_SIDE 102
#define SIDES    (MAX_SIDE - MIN_SIDE + 1)

/* Cells are numbered up to 2^CELL_BITS in both directions from the origin. */
#define CELL_BITS 29

/* The exponent of the smallest cell that is larger than the box, and whose number is within CELL_BITS. */
static int side_for(const entry *e)
{
    double width = -(double)e->q[2] - (double)e->q[0], height = -(double)e->q[3] - (double)e->q[1];
    double x = c2d_max(fabs((double)e->q[0]), fabs((double)e->q[2]));
    double y = c2d_max(fabs((double)e->q[1]), fabs((double)e->q[3]));
    int size = exponent_above(c2d_max(width, height)), numbered = exponent_above(c2d_max(x, y)) - CELL_BITS;
    int side = size > numbered ? size : numbered;
    return side < MIN_SIDE ? MIN_SIDE : side;
}

/* ---- levels ---- */

typedef struct level {
    double inverse;       /* 1 / side of a cell, a power of two */
    uint32_t buckets;     /* the index of the first bucket */
    uint32_t mask;        /* the number of buckets, a power of two, less 1 */
    uint32_t row, stripe; /* from the bucket of a cell to those of the next row, and the next stripe of columns */
    uint32_t count;       /* of boxes */
    bool crowded;
} level;

#define MAX_LEVELS  34
#define MAX_BUCKETS 0x80000000u
#define STRIPE_BITS 10

/* The number of the cell of a quantized coordinate q, |q / side| < 2^CELL_BITS. With the offset, the sum is between
 * 2^30 and 2^31, where doubles are the multiples of 2^-22: the rounding is monotone and equal in every cell. So
 * cell(q) is monotone, and cell(q + side) = cell(q) + 1.
 *
 * Two consequences. A box is in at most two columns, as its floats differ by less than a side. And if a and b meet,
 * with a.min <= b.min <= a.max, then cell(a.min) <= cell(b.min) <= cell(a.max) <= cell(a.min) + 1, however they were
 * rounded: they are in one column or in adjacent ones; likewise for rows. */
static uint32_t cell(const level *l, float q) { return (uint32_t)(int32_t)((double)q * l->inverse + 0x1.8p30); }

/* Cells of one row and stripe have consecutive buckets. Several cells may share a bucket. */
static uint32_t bucket(const level *l, uint32_t x, uint32_t y)
{
    return (x + y * l->row + (x >> STRIPE_BITS) * l->stripe) & l->mask;
}

typedef struct c2d_grid {
    const c2d_pair_search *search;
    const c2d_bounds *boxes;
    uint32_t n;
    c2d_search_budget *budget;
    int searched; /* the current level */
    bool coarser; /* the pairs within the level are done, those with coarser levels follow */
    uint32_t at;  /* the first entry that is not done: 0 is the first of level 0 */
    quantizer quantizer;
    c2d_vec spread; /* of most boxes, quantized */
    uint8_t level_of[SIDES];
    uint32_t sides[SIDES]; /* the number of boxes by the side that they need */
    int levels;
    level level[MAX_LEVELS];
    uint32_t *start; /* by bucket: its first entry; each level has one more for the end of its last bucket */
    uint32_t starts;
    uint32_t *key; /* by box: its index in start; shares the memory of start */
    entry *entries;
} grid;

/* ---- choosing the scale and the levels ---- */

#define SAMPLE_SIZE 127

static void sort_doubles(double *x, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        double v = x[i];
        uint32_t j = i;
        for (; j > 0 && x[j - 1] > v; j--)
            x[j] = x[j - 1];
        x[j] = v;
    }
}

/* The spread of the middle seven eighths, extrapolated to all. */
static double spread_of(const double *sorted, uint32_t n)
{
    return (sorted[n - 1 - n / 16] - sorted[n / 16]) * (8.0 / 7);
}

/* Chooses from a sample an origin amid the boxes, and a scale in which the typical box is slightly smaller than 1. The
 * choice matters for speed only. */
static void choose_quantizer(grid *g)
{
    double x[SAMPLE_SIZE], y[SAMPLE_SIZE], size[SAMPLE_SIZE];
    uint32_t count = g->n < SAMPLE_SIZE ? g->n : SAMPLE_SIZE;
    for (uint32_t i = 0; i < count; i++) {
        const c2d_bounds *box = &g->boxes[(uint64_t)i * g->n / count];
        x[i] = box->min.x;
        y[i] = box->min.y;
        size[i] = c2d_max(box->max.x - box->min.x, box->max.y - box->min.y);
    }
    sort_doubles(x, count);
    sort_doubles(y, count);
    sort_doubles(size, count);
    c2d_vec spread = c2d_v(spread_of(x, count), spread_of(y, count));
    double typical = size[count / 2] > 0 ? size[count / 2] : c2d_max(spread.x, spread.y);
    g->quantizer.origin = c2d_v(x[count / 2], y[count / 2]);
    g->quantizer.scale = (1 - 0x1p-10) / c2d_max(typical, 0x1p-700);
    g->spread = c2d_mul(spread, g->quantizer.scale);
}

static void count_sides(grid *g)
{
    memset(g->sides, 0, sizeof g->sides);
    for (uint32_t i = 0; i < g->n; i++) {
        entry e = entry_of(&g->quantizer, &g->boxes[i], i);
        g->sides[side_for(&e) - MIN_SIDE]++;
    }
}

/* The smallest side for the finest level: half of the boxes fit. */
static int least_side(const grid *g)
{
    uint32_t fit = 0;
    int side = MIN_SIDE;
    for (;; side++) {
        fit += g->sides[side - MIN_SIDE];
        if (fit >= g->n - fit)
            return side;
    }
}

/* The side at which there are about as many cells as boxes, for evenly spread boxes. */
static int even_side(const grid *g)
{
    int side = exponent_above(c2d_max(g->spread.x, g->spread.y));
    double inverse = ldexp(1, -side);
    while (side > MIN_SIDE && (2 * g->spread.x * inverse + 1) * (2 * g->spread.y * inverse + 1) <= g->n) {
        inverse *= 2;
        side--;
    }
    return side < MAX_SIDE ? side : MAX_SIDE;
}

static void add_level(grid *g, int side, uint32_t count)
{
    level *l = &g->level[g->levels++];
    uint32_t buckets = 64;
    while (buckets < count)
        buckets *= 2;
    l->inverse = ldexp(1, -side);
    l->count = count;
    l->buckets = g->starts;
    l->mask = buckets - 1;
    g->starts += buckets + 1;
    /* Rows are consecutive where that fills the buckets evenly. Otherwise two odd numbers scatter rows and stripes. */
    double width = g->spread.x * l->inverse * 1.0625 + 3, height = g->spread.y * l->inverse + 3;
    bool dense = width * height <= 2.0 * buckets;
    l->row = dense ? (uint32_t)width : 0x9e3779b1u;
    l->stripe = dense ? 0 : 0x85ebca6bu;
}

/* Chooses the levels from the finest one on. Each takes at least half of the larger boxes, and those up to twice as
 * large. This makes at most 31 levels, plus one. */
static void choose_levels(grid *g, int finest)
{
    uint32_t rest = g->n;
    int side = finest, from = MIN_SIDE;
    g->levels = 0;
    g->starts = 0;
    while (rest > 0) {
        uint32_t count = 0;
        for (int e = from; e <= side; e++) {
            count += g->sides[e - MIN_SIDE];
            g->level_of[e - MIN_SIDE] = (uint8_t)g->levels;
        }
        assert(g->levels < MAX_LEVELS);
        add_level(g, side, count);
        rest -= count;
        from = side + 1;
        for (uint32_t fit = 0; rest > 0 && fit < rest - fit;)
            fit += g->sides[++side - MIN_SIDE];
        side += side < MAX_SIDE;
    }
}

/* ---- filling ---- */

static void count_buckets(grid *g)
{
    memset(g->start, 0, g->starts * sizeof *g->start);
    for (uint32_t i = 0; i < g->n; i++) {
        entry e = entry_of(&g->quantizer, &g->boxes[i], i);
        const level *l = &g->level[g->level_of[side_for(&e) - MIN_SIDE]];
        g->key[i] = l->buckets + bucket(l, cell(l, e.q[0]), cell(l, e.q[1]));
        g->start[g->key[i]]++;
    }
}

/* A level is crowded if each of its boxes is tested against more than this many others in the mean. */
#define MAX_MEAN_TESTS 8

static bool crowded(const grid *g, const level *l)
{
    uint64_t sum = 0;
    for (uint32_t b = 0; b <= l->mask; b++)
        sum += (uint64_t)g->start[l->buckets + b] * g->start[l->buckets + b];
    return sum / MAX_MEAN_TESTS > l->count;
}

static void fill(grid *g)
{
    uint32_t end = 0;
    for (uint32_t b = 0; b < g->starts; b++)
        g->start[b] = end += g->start[b];
    for (uint32_t i = g->n; i-- > 0;)
        g->entries[--g->start[g->key[i]]] = entry_of(&g->quantizer, &g->boxes[i], i);
}

/* Fills cells whose size assumes an even spread, or smaller cells if those are crowded. */
static c2d_status fill_grid(grid *g)
{
    choose_quantizer(g);
    count_sides(g);
    int least = least_side(g), side = even_side(g), step = 2;
    side = side > least ? side : least;
    /* start needs fewer than 2 (count - 1) + 65 elements a level. */
    size_t places = (size_t)2 * g->n + (size_t)MAX_LEVELS * 65 + g->n;
    if (places <= SIZE_MAX / sizeof *g->start) {
        g->start = C2D_REALLOC(NULL, places * sizeof *g->start);
        g->entries = C2D_REALLOC(NULL, g->n * sizeof *g->entries);
    }
    if (!g->start || !g->entries)
        return C2D_NO_MEMORY;
    g->key = g->start + (places - g->n);
    for (;;) {
        choose_levels(g, side);
        count_buckets(g);
        if (side == least || !crowded(g, &g->level[0]))
            break;
        side = side - step > least ? side - step : least;
        step *= 2;
    }
    for (int k = 0; k < g->levels; k++)
        g->level[k].crowded = crowded(g, &g->level[k]);
    fill(g);
    return C2D_OK;
}

/* ---- searching ---- */

/* The cells of a query. Other cells may share their buckets. */
typedef struct window {
    const level *level;
    uint32_t x, width, y, height; /* the least column and row, and how many follow */
} window;

static bool in_window(const window *w, const entry *e)
{
    return cell(w->level, e->q[0]) - w->x <= w->width && cell(w->level, e->q[1]) - w->y <= w->height;
}

#if defined(__SSE2__) || defined(_M_X64)
static bool meets(const query_box *a, const entry *b)
{
    return _mm_movemask_ps(_mm_cmple_ps(_mm_loadu_ps(b->q), _mm_loadu_ps(a->q))) == 15;
}
#else
static bool meets(const query_box *a, const entry *b)
{
    return (b->q[0] <= a->q[0]) & (b->q[1] <= a->q[1]) & (b->q[2] <= a->q[2]) & (b->q[3] <= a->q[3]);
}
#endif

static bool surely_meets(const query_box *a, const entry *b)
{
    return (b->q[0] < a->q[0]) & (b->q[1] < a->q[1]) & (b->q[2] < a->q[2]) & (b->q[3] < a->q[3]);
}

static bool report(const grid *g, uint32_t i, uint32_t j)
{
    const c2d_pair_search *p = g->search;
    uint32_t a = p->number ? p->number[i] : i, b = p->number ? p->number[j] : j;
    uint32_t least = a < b ? a : b, other = a < b ? b : a;
    if (!c2d_is_wanted(p->set, least, other))
        return true;
    g->budget->pairs++;
    return p->visit(p->context, least, other);
}

static void count_tests(const grid *g, uint32_t count)
{
    C2D_STEPS(count);
    g->budget->tests += count;
}

/* A side of the split: pairs within it are not wanted. Boxes of one side may crowd, so such pairs are left out before
 * they are reported. */
static inline bool is_latter(const grid *g, uint32_t item)
{
    const c2d_pair_search *p = g->search;
    return (p->number ? p->number[item] : item) >= p->set->split;
}

static inline bool is_on_other_side(const grid *g, bool latter, uint32_t item)
{
    bool other = is_latter(g, item);
    return (latter != other) | (g->search->set->within & !latter);
}

/* Reports the entries from first to last that meet an item; false if the visit ends it. The test has no branch that a
 * hit would mispredict. */
static bool scan(const grid *g, const query_box *a, uint32_t item, uint32_t first, uint32_t last, const window *w)
{
    enum { BLOCK = 64 };
    uint32_t hits[BLOCK];
    bool split = g->search->set->split > 0, latter = is_latter(g, item);
    count_tests(g, last - first);
    while (first < last) {
        uint32_t count = 0, end = last - first < BLOCK ? last : first + BLOCK;
        for (; first < end; first++) {
            hits[count] = first;
            count +=
                (int)meets(a, &g->entries[first]) & (!split || is_on_other_side(g, latter, g->entries[first].item));
        }
        for (uint32_t h = 0; h < count; h++) {
            const entry *b = &g->entries[hits[h]];
            if (w && !in_window(w, b))
                continue;
            if (!surely_meets(a, b) && !c2d_bounds_meet(g->boxes[item], g->boxes[b->item]))
                continue;
            if (!report(g, item, b->item))
                return false;
        }
    }
    return true;
}

/* Scans the cells x to x + width of a row. */
static bool scan_row(const grid *g, const query_box *a, uint32_t item, const level *l, uint32_t x, uint32_t width,
                     uint32_t y)
{
    const uint32_t *start = g->start + l->buckets;
    uint32_t b = bucket(l, x, y);
    window w = {l, x, width, y, 0};
    if (bucket(l, x + width, y) == b + width)
        return scan(g, a, item, start[b], start[b + width + 1], &w);
    w.width = 0;
    for (; w.x <= x + width; w.x++) {
        b = bucket(l, w.x, y);
        if (!scan(g, a, item, start[b], start[b + 1], &w))
            return false;
    }
    return true;
}

/* A pair whose floats meet: b comes after a in its row, or is in the next row. Pairs are checked exactly in batches,
 * as a branch for each box would be mispredicted. */
typedef struct candidate {
    uint32_t a, b; /* entries; NEXT_ROW | a */
} candidate;

#define NEXT_ROW   0x80000000u
#define BATCH_SIZE 512
#define SCAN_SIZE  64

typedef struct pair_batch {
    uint32_t count;
    candidate list[BATCH_SIZE];
} pair_batch;

static query_box query_box_of(const entry *e)
{
    query_box r = {{-e->q[2], -e->q[3], -e->q[0], -e->q[1]}};
    return r;
}

static bool report_batch(const grid *g, const level *l, pair_batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        candidate f = batch->list[i];
        uint32_t next = f.a >= NEXT_ROW;
        const entry *a = &g->entries[f.a & ~NEXT_ROW], *b = &g->entries[f.b];
        query_box r = query_box_of(a);
        if (cell(l, b->q[1]) != cell(l, a->q[1]) + next || cell(l, b->q[0]) - cell(l, a->q[0]) + next > 1 + next)
            continue;
        if (!surely_meets(&r, b) && !c2d_bounds_meet(g->boxes[a->item], g->boxes[b->item]))
            continue;
        if (!report(g, a->item, b->item))
            return false;
    }
    batch->count = 0;
    return true;
}

static bool scan_into(const grid *g, const level *l, const query_box *r, uint32_t a, uint32_t first, uint32_t last,
                      pair_batch *batch)
{
    bool split = g->search->set->split > 0, latter = is_latter(g, g->entries[a & ~NEXT_ROW].item);
    count_tests(g, last - first);
    while (first < last) {
        uint32_t end = last - first < SCAN_SIZE ? last : first + SCAN_SIZE;
        if (batch->count > BATCH_SIZE - SCAN_SIZE && !report_batch(g, l, batch))
            return false;
        for (; first < end; first++) {
            batch->list[batch->count].a = a;
            batch->list[batch->count].b = first;
            batch->count +=
                (int)meets(r, &g->entries[first]) & (!split || is_on_other_side(g, latter, g->entries[first].item));
        }
    }
    return true;
}

/* Searches a box's own level: the boxes after it in its cell, the next cell of the row, and three cells of the next
 * row. */
static bool search_own_level(const grid *g, const query_box *a, uint32_t at, const level *l, pair_batch *batch)
{
    const entry *e = &g->entries[at];
    const uint32_t *start = g->start + l->buckets;
    uint32_t x = cell(l, e->q[0]), y = cell(l, e->q[1]), b = bucket(l, x, y), c = bucket(l, x - 1, y + 1);
    if (bucket(l, x + 1, y) == b + 1 && bucket(l, x + 1, y + 1) == c + 2)
        return scan_into(g, l, a, at, at + 1, start[b + 2], batch) &&
               scan_into(g, l, a, at | NEXT_ROW, start[c], start[c + 3], batch);
    window own = {l, x, 0, y, 0};
    return scan(g, a, e->item, at + 1, start[b + 1], &own) && scan_row(g, a, e->item, l, x + 1, 0, y) &&
           scan_row(g, a, e->item, l, x - 1, 2, y + 1);
}

/* A level of at most this many boxes is scanned as a whole. */
#define SMALL_LEVEL 8

/* Searches a coarser level: all cells whose boxes may reach into the box. */
static bool search_coarser_level(const grid *g, const query_box *a, uint32_t at, const level *l)
{
    const entry *e = &g->entries[at];
    if (l->count <= SMALL_LEVEL)
        return scan(g, a, e->item, g->start[l->buckets], g->start[l->buckets + l->mask + 1], NULL);
    uint32_t x = cell(l, e->q[0]), y = cell(l, e->q[1]), last_x = cell(l, a->q[0]), last_y = cell(l, a->q[1]);
    for (uint32_t row = y - 1; row <= last_y; row++)
        if (!scan_row(g, a, e->item, l, x - 1, last_x - x + 1, row))
            return false;
    return true;
}

bool c2d_grid_is_over_budget(const c2d_grid *g)
{
    const c2d_search_budget *b = g->budget;
    uint64_t visits = b->found ? b->per_pair * b->pairs : 0, worth = b->found ? 2 * (uint64_t)*b->found : b->pairs;
    return b->tests + visits > b->allowed + b->per_pair * worth;
}

static uint32_t first_of(const grid *g, int k) { return g->start[g->level[k].buckets]; }
static uint32_t end_of(const grid *g, int k) { return g->start[g->level[k].buckets + g->level[k].mask + 1]; }

/* Searches from the entry g->at on, until the budget is used up. */
static bool search_own(grid *g)
{
    pair_batch batch;
    batch.count = 0;
    const level *l = &g->level[g->searched];
    for (uint32_t last = end_of(g, g->searched); g->at < last && !c2d_grid_is_over_budget(g); g->at++) {
        query_box a = query_box_of(&g->entries[g->at]);
        if (!search_own_level(g, &a, g->at, l, &batch))
            return false;
    }
    return report_batch(g, l, &batch);
}

static bool search_coarser(grid *g)
{
    for (uint32_t last = end_of(g, g->searched); g->at < last && !c2d_grid_is_over_budget(g); g->at++) {
        query_box a = query_box_of(&g->entries[g->at]);
        for (int m = g->searched + 1; m < g->levels; m++)
            if (!search_coarser_level(g, &a, g->at, &g->level[m]))
                return false;
    }
    return true;
}

/* A crowded level gets a grid of its own, unless it holds most of the boxes: the scale of this grid is too coarse for
 * boxes far from its origin. */
#define MAX_DEPTH 6

static bool needs_own_grid(const grid *g, const level *l)
{
    return l->crowded && g->search->depth < MAX_DEPTH && l->count <= g->n - g->n / 4;
}

static c2d_search_status search_apart(const grid *g, const level *l)
{
    const c2d_pair_search *p = g->search;
    const entry *entries = g->entries + g->start[l->buckets];
    c2d_search_status progress = C2D_OUT_OF_MEMORY;
    c2d_bounds *boxes = c2d_new_array(l->count, sizeof *boxes);
    uint32_t *number = c2d_new_array(l->count, sizeof *number);
    if (boxes && number) {
        for (uint32_t i = 0; i < l->count; i++) {
            boxes[i] = g->boxes[entries[i].item];
            number[i] = p->number ? p->number[entries[i].item] : entries[i].item;
        }
        c2d_pair_search apart = {p->set, boxes, number, l->count, p->visit, p->context, p->depth + 1};
        progress = c2d_pair_search_run(&apart);
    }
    free(boxes);
    free(number);
    return progress;
}

/* Runs the next step: a level by itself, or the coarser levels from it. */
static c2d_search_status search_step(grid *g)
{
    const level *l = &g->level[g->searched];
    if (g->coarser)
        return search_coarser(g) ? C2D_DONE : C2D_ENDED;
    if (g->at == first_of(g, g->searched) && needs_own_grid(g, l)) {
        g->at = end_of(g, g->searched);
        return search_apart(g, l);
    }
    return search_own(g) ? C2D_DONE : C2D_ENDED;
}

/* ---- the interface ---- */

c2d_search_status c2d_grid_search(c2d_grid *g, c2d_search_budget *budget)
{
    g->budget = budget;
    while (g->searched < g->levels) {
        c2d_search_status status = search_step(g);
        if (status != C2D_DONE)
            return status;
        if (g->at < end_of(g, g->searched))
            return C2D_OVER_BUDGET;
        g->searched += g->coarser;
        g->coarser = !g->coarser;
        if (g->searched < g->levels)
            g->at = first_of(g, g->searched);
    }
    return C2D_DONE;
}

c2d_grid *c2d_grid_open(const c2d_pair_search *p)
{
    assert(p->n < MAX_BUCKETS / 2);
    grid *g = c2d_new_array(1, sizeof *g);
    if (!g)
        return NULL;
    memset(g, 0, sizeof *g);
    g->search = p;
    g->boxes = p->boxes;
    g->n = p->n;
    if (fill_grid(g) != C2D_OK) {
        c2d_grid_close(g);
        return NULL;
    }
    return g;
}

void c2d_grid_close(c2d_grid *g)
{
    if (g) {
        free(g->start);
        free(g->entries);
    }
    free(g);
}

uint32_t c2d_grid_first_open(const c2d_grid *g) { return first_of(g, g->searched); }
uint32_t c2d_grid_box(const c2d_grid *g, uint32_t entry) { return g->entries[entry].item; }

/* Whether the first entry finds the second one, which comes later, when it searches their level: the second is in its
 * cell, or in the next cell of the row, or in the next row. */
static bool finds(const grid *g, const level *l, uint32_t a, uint32_t b)
{
    const entry *e = &g->entries[a], *f = &g->entries[b];
    uint32_t right = cell(l, f->q[0]) - cell(l, e->q[0]), down = cell(l, f->q[1]) - cell(l, e->q[1]);
    return down == 0 ? right <= 1 : down == 1;
}

bool c2d_grid_has_visited(const c2d_grid *g, uint32_t a, uint32_t b)
{
    assert(a < b);
    uint32_t end = end_of(g, g->searched);
    if (a >= end)
        return false;
    if (b >= end)
        return g->coarser && a < g->at;
    return g->coarser || (finds(g, &g->level[g->searched], a, b) ? a : b) < g->at;
}
