/* Pairs of boxes that meet, by a hierarchical grid (Ericson, "Real-Time Collision Detection", 2005, 7.2) filled by a
 * counting sort. It is fast where few boxes share a cell; all_pairs.c decides what happens where many do.
 *
 * Each box goes into one cell, that of its least corner, on a level whose cells are larger than the box. So a box that
 * it meets is in the same cell or one beside it; coarser levels are searched from the finer ones. */
#include "grid.h"

#include "../exact/allocate.h"
#include "../exact/step_counter.h"
#include "../exact/vec.h"

#include <assert.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

/* ---- the frame ---- */

/* Coordinates as floats: q(x) = (x - origin) scale, cut off at LARGEST and rounded. Every step is monotone, so
 * q(x) < q(y) implies x < y and x <= y implies q(x) <= q(y). Boxes whose floats overlap strictly therefore meet, and
 * boxes that meet have floats that meet; where floats are equal, the doubles decide. */
typedef struct frame {
    c2d_vec origin;
    double scale;
} frame;

#define LARGEST 0x1p100

/* A box in the frame. The maxima are negated: b meets a if every b.q <= the q of a's reach. */
typedef struct entry {
    float q[4]; /* min x, min y, -max x, -max y */
    uint32_t item;
} entry;

typedef struct reach {
    float q[4]; /* max x, max y, -min x, -min y */
} reach;

static float in_frame(double x, double origin, double scale)
{
    return (float)c2d_max(c2d_min((x - origin) * scale, LARGEST), -LARGEST);
}

static entry entry_of(const frame *f, const c2d_bounds *box, uint32_t item)
{
    entry e = {{in_frame(box->min.x, f->origin.x, f->scale), in_frame(box->min.y, f->origin.y, f->scale),
                -in_frame(box->max.x, f->origin.x, f->scale), -in_frame(box->max.y, f->origin.y, f->scale)},
               item};
    return e;
}

/* The least e with x < 2^e, x >= 0; any low number for what is below all cells. */
static int above(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52) - 1022;
}

/* The sides of cells are powers of two, 2^FINEST to 2^COARSEST, in the frame. */
#define FINEST   (-100)
#define COARSEST 102
#define SIDES    (COARSEST - FINEST + 1)

/* Cells are numbered from the origin, both ways up to this exponent. */
#define CELLS 29

/* The exponent of the least cell that is larger than the box and near enough to the origin to have a number. */
static int side_for(const entry *e)
{
    double width = -(double)e->q[2] - (double)e->q[0], height = -(double)e->q[3] - (double)e->q[1];
    double x = c2d_max(fabs((double)e->q[0]), fabs((double)e->q[2]));
    double y = c2d_max(fabs((double)e->q[1]), fabs((double)e->q[3]));
    int size = above(c2d_max(width, height)), far = above(c2d_max(x, y)) - CELLS;
    int side = size > far ? size : far;
    return side < FINEST ? FINEST : side;
}

/* ---- levels ---- */

typedef struct level {
    double inverse;       /* of the side of a cell: a power of two */
    uint32_t buckets;     /* the first of them */
    uint32_t mask;        /* their number, a power of two, less one */
    uint32_t row, stripe; /* bucket numbers from one row of cells, and one stripe of columns, to the next */
    uint32_t count;       /* of boxes */
    bool crowded;
} level;

#define LEVELS       34
#define MOST_BUCKETS 0x80000000u
#define STRIPE       10

/* The number of the cell of a coordinate q of the frame, |q / side| < 2^CELLS. With the offset, the sum lies between
 * 2^30 and 2^31, where doubles are the multiples of 2^-22: the rounding is monotone and the same in every cell. So
 * cell(q) is monotone, and cell(q + side) = cell(q) + 1.
 *
 * Two consequences. A box is in two columns at most, as its floats differ by less than a side. And if a and b meet,
 * with a.min <= b.min <= a.max, then cell(a.min) <= cell(b.min) <= cell(a.max) <= cell(a.min) + 1, whatever was
 * rounded: they are in the same column or in adjacent ones; likewise for rows. */
static uint32_t cell(const level *l, float q) { return (uint32_t)(int32_t)((double)q * l->inverse + 0x1.8p30); }

/* Cells of one row and stripe have consecutive buckets. Different cells may have the same one. */
static uint32_t bucket(const level *l, uint32_t x, uint32_t y)
{
    return (x + y * l->row + (x >> STRIPE) * l->stripe) & l->mask;
}

typedef struct c2d_grid {
    const c2d_pair_search *problem;
    const c2d_bounds *boxes;
    uint32_t n;
    c2d_search_budget *budget;
    int searched; /* the level that it is at */
    bool coarser; /* its own level is done, those above it are searched */
    uint32_t at;  /* the entry from which on that is left to do */
    frame frame;
    c2d_vec spread; /* of most boxes, in the frame */
    uint8_t level_of[SIDES];
    uint32_t sides[SIDES]; /* how many boxes need which */
    int levels;
    level level[LEVELS];
    uint32_t *start; /* of each bucket: the first entry; those of a level have one more, where the last one ends */
    uint32_t starts;
    uint32_t *key; /* of each box: where in start; shares its memory with start */
    entry *entries;
} grid;

/* ---- choosing the frame and the levels ---- */

#define SAMPLE 127

static void sort(double *x, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        double v = x[i];
        uint32_t j = i;
        for (; j > 0 && x[j - 1] > v; j--)
            x[j] = x[j - 1];
        x[j] = v;
    }
}

/* Of the middle seven eighths, as much as all would have. */
static double spread_of(const double *sorted, uint32_t n)
{
    return (sorted[n - 1 - n / 16] - sorted[n / 16]) * (8.0 / 7);
}

/* From a sample: the origin amid the boxes, and a scale in which the typical box is a little smaller than 1. It only
 * matters for speed. */
static void choose_frame(grid *g)
{
    double x[SAMPLE], y[SAMPLE], size[SAMPLE];
    uint32_t count = g->n < SAMPLE ? g->n : SAMPLE;
    for (uint32_t i = 0; i < count; i++) {
        const c2d_bounds *box = &g->boxes[(uint64_t)i * g->n / count];
        x[i] = box->min.x;
        y[i] = box->min.y;
        size[i] = c2d_max(box->max.x - box->min.x, box->max.y - box->min.y);
    }
    sort(x, count);
    sort(y, count);
    sort(size, count);
    c2d_vec spread = c2d_v(spread_of(x, count), spread_of(y, count));
    double typical = size[count / 2] > 0 ? size[count / 2] : c2d_max(spread.x, spread.y);
    g->frame.origin = c2d_v(x[count / 2], y[count / 2]);
    g->frame.scale = (1 - 0x1p-10) / c2d_max(typical, 0x1p-700);
    g->spread = c2d_mul(spread, g->frame.scale);
}

static void count_sides(grid *g)
{
    memset(g->sides, 0, sizeof g->sides);
    for (uint32_t i = 0; i < g->n; i++) {
        entry e = entry_of(&g->frame, &g->boxes[i], i);
        g->sides[side_for(&e) - FINEST]++;
    }
}

/* The least side of cells for the finest level: half of the boxes fit. */
static int least_side(const grid *g)
{
    uint32_t fit = 0;
    int side = FINEST;
    for (;; side++) {
        fit += g->sides[side - FINEST];
        if (fit >= g->n - fit)
            return side;
    }
}

/* The side at which there are about as many cells as boxes, if these are spread evenly. */
static int even_side(const grid *g)
{
    int side = above(c2d_max(g->spread.x, g->spread.y));
    double inverse = ldexp(1, -side);
    while (side > FINEST && (2 * g->spread.x * inverse + 1) * (2 * g->spread.y * inverse + 1) <= g->n) {
        inverse *= 2;
        side--;
    }
    return side < COARSEST ? side : COARSEST;
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
    /* Row after row where that fills the buckets about evenly. Otherwise rows and stripes are strewn, by two odd
     * numbers. */
    double width = g->spread.x * l->inverse * 1.0625 + 3, height = g->spread.y * l->inverse + 3;
    bool dense = width * height <= 2.0 * buckets;
    l->row = dense ? (uint32_t)width : 0x9e3779b1u;
    l->stripe = dense ? 0 : 0x85ebca6bu;
}

/* From the finest: each takes at least half of the boxes that are larger, and those up to twice as large. So there are
 * 31 levels at most, and one more. */
static void choose_levels(grid *g, int finest)
{
    uint32_t rest = g->n;
    int side = finest, from = FINEST;
    g->levels = 0;
    g->starts = 0;
    while (rest > 0) {
        uint32_t count = 0;
        for (int e = from; e <= side; e++) {
            count += g->sides[e - FINEST];
            g->level_of[e - FINEST] = (uint8_t)g->levels;
        }
        assert(g->levels < LEVELS);
        add_level(g, side, count);
        rest -= count;
        from = side + 1;
        for (uint32_t fit = 0; rest > 0 && fit < rest - fit;)
            fit += g->sides[++side - FINEST];
        side += side < COARSEST;
    }
}

/* ---- filling ---- */

static void count_buckets(grid *g)
{
    memset(g->start, 0, g->starts * sizeof *g->start);
    for (uint32_t i = 0; i < g->n; i++) {
        entry e = entry_of(&g->frame, &g->boxes[i], i);
        const level *l = &g->level[g->level_of[side_for(&e) - FINEST]];
        g->key[i] = l->buckets + bucket(l, cell(l, e.q[0]), cell(l, e.q[1]));
        g->start[g->key[i]]++;
    }
}

/* Many boxes share a bucket: so many are to be tried for each, in the mean. */
#define CROWD 8

static bool crowded(const grid *g, const level *l)
{
    uint64_t sum = 0;
    for (uint32_t b = 0; b <= l->mask; b++)
        sum += (uint64_t)g->start[l->buckets + b] * g->start[l->buckets + b];
    return sum / CROWD > l->count;
}

static void fill(grid *g)
{
    uint32_t end = 0;
    for (uint32_t b = 0; b < g->starts; b++)
        g->start[b] = end += g->start[b];
    for (uint32_t i = g->n; i-- > 0;)
        g->entries[--g->start[g->key[i]]] = entry_of(&g->frame, &g->boxes[i], i);
}

/* Cells as large as an even spread allows; smaller ones where the boxes turn out to crowd. */
static c2d_status fill_grid(grid *g)
{
    choose_frame(g);
    count_sides(g);
    int least = least_side(g), side = even_side(g), step = 2;
    side = side > least ? side : least;
    /* start needs fewer than 2 (count - 1) + 65 places a level. */
    size_t places = (size_t)2 * g->n + (size_t)LEVELS * 65 + g->n;
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

/* The cells in which a search is interested: others have the same buckets. */
typedef struct window {
    const level *level;
    uint32_t x, width, y, height; /* the least, and how many more */
} window;

static bool in_window(const window *w, const entry *e)
{
    return cell(w->level, e->q[0]) - w->x <= w->width && cell(w->level, e->q[1]) - w->y <= w->height;
}

#if defined(__SSE2__) || defined(_M_X64)
static bool meets(const reach *a, const entry *b)
{
    return _mm_movemask_ps(_mm_cmple_ps(_mm_loadu_ps(b->q), _mm_loadu_ps(a->q))) == 15;
}
#else
static bool meets(const reach *a, const entry *b)
{
    return (b->q[0] <= a->q[0]) & (b->q[1] <= a->q[1]) & (b->q[2] <= a->q[2]) & (b->q[3] <= a->q[3]);
}
#endif

static bool surely_meets(const reach *a, const entry *b)
{
    return (b->q[0] < a->q[0]) & (b->q[1] < a->q[1]) & (b->q[2] < a->q[2]) & (b->q[3] < a->q[3]);
}

static bool boxes_meet(const c2d_bounds *a, const c2d_bounds *b)
{
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

static bool report(const grid *g, uint32_t i, uint32_t j)
{
    const c2d_pair_search *p = g->problem;
    uint32_t a = p->number ? p->number[i] : i, b = p->number ? p->number[j] : j;
    uint32_t least = a < b ? a : b, other = a < b ? b : a;
    if (!c2d_is_wanted(p->crowd, least, other))
        return true;
    g->budget->pairs++;
    return p->visit(p->context, least, other);
}

static void count_tests(const grid *g, uint32_t count)
{
    C2D_STEPS(count);
    g->budget->tests += count;
}

/* Reports which of the entries from first to last meet an item; false if the visit ends it. The test has no jump that a
 * hit would mispredict. */
static bool scan(const grid *g, const reach *a, uint32_t item, uint32_t first, uint32_t last, const window *w)
{
    enum { BLOCK = 64 };
    uint32_t hits[BLOCK];
    count_tests(g, last - first);
    while (first < last) {
        uint32_t count = 0, end = last - first < BLOCK ? last : first + BLOCK;
        for (; first < end; first++) {
            hits[count] = first;
            count += meets(a, &g->entries[first]);
        }
        for (uint32_t h = 0; h < count; h++) {
            const entry *b = &g->entries[hits[h]];
            if (w && !in_window(w, b))
                continue;
            if (!surely_meets(a, b) && !boxes_meet(&g->boxes[item], &g->boxes[b->item]))
                continue;
            if (!report(g, item, b->item))
                return false;
        }
    }
    return true;
}

/* The cells x to x + width of a row. */
static bool scan_row(const grid *g, const reach *a, uint32_t item, const level *l, uint32_t x, uint32_t width,
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

/* Found by floats on one level, to be settled: b behind a in its row, or in the next one. Many at a time, as a jump for
 * each box would be mispredicted. */
typedef struct found {
    uint32_t a, b; /* entries; NEXT_ROW | a */
} found;

#define NEXT_ROW 0x80000000u
#define BATCH    512
#define PIECE    64

typedef struct batch {
    uint32_t count;
    found found[BATCH];
} batch;

static reach reach_of(const entry *e)
{
    reach r = {{-e->q[2], -e->q[3], -e->q[0], -e->q[1]}};
    return r;
}

static bool settle(const grid *g, const level *l, batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        found f = batch->found[i];
        uint32_t next = f.a >= NEXT_ROW;
        const entry *a = &g->entries[f.a & ~NEXT_ROW], *b = &g->entries[f.b];
        reach r = reach_of(a);
        if (cell(l, b->q[1]) != cell(l, a->q[1]) + next || cell(l, b->q[0]) - cell(l, a->q[0]) + next > 1 + next)
            continue;
        if (!surely_meets(&r, b) && !boxes_meet(&g->boxes[a->item], &g->boxes[b->item]))
            continue;
        if (!report(g, a->item, b->item))
            return false;
    }
    batch->count = 0;
    return true;
}

static bool collect(const grid *g, const level *l, const reach *r, uint32_t a, uint32_t first, uint32_t last,
                    batch *batch)
{
    count_tests(g, last - first);
    while (first < last) {
        uint32_t end = last - first < PIECE ? last : first + PIECE;
        if (batch->count > BATCH - PIECE && !settle(g, l, batch))
            return false;
        for (; first < end; first++) {
            batch->found[batch->count].a = a;
            batch->found[batch->count].b = first;
            batch->count += meets(r, &g->entries[first]);
        }
    }
    return true;
}

/* On its own level a box looks at those behind it in its own cell, the next cell of the row, and the next row. */
static bool search_own_level(const grid *g, const reach *a, uint32_t at, const level *l, batch *batch)
{
    const entry *e = &g->entries[at];
    const uint32_t *start = g->start + l->buckets;
    uint32_t x = cell(l, e->q[0]), y = cell(l, e->q[1]), b = bucket(l, x, y), c = bucket(l, x - 1, y + 1);
    if (bucket(l, x + 1, y) == b + 1 && bucket(l, x + 1, y + 1) == c + 2)
        return collect(g, l, a, at, at + 1, start[b + 2], batch) &&
               collect(g, l, a, at | NEXT_ROW, start[c], start[c + 3], batch);
    window own = {l, x, 0, y, 0};
    return scan(g, a, e->item, at + 1, start[b + 1], &own) && scan_row(g, a, e->item, l, x + 1, 0, y) &&
           scan_row(g, a, e->item, l, x - 1, 2, y + 1);
}

/* So few are not worth looking for. */
#define HANDFUL 8

/* On a coarser level it looks at all cells where one may lie that reaches into its own. */
static bool search_coarser_level(const grid *g, const reach *a, uint32_t at, const level *l)
{
    const entry *e = &g->entries[at];
    if (l->count <= HANDFUL)
        return scan(g, a, e->item, g->start[l->buckets], g->start[l->buckets + l->mask + 1], NULL);
    uint32_t x = cell(l, e->q[0]), y = cell(l, e->q[1]), last_x = cell(l, a->q[0]), last_y = cell(l, a->q[1]);
    for (uint32_t row = y - 1; row <= last_y; row++)
        if (!scan_row(g, a, e->item, l, x - 1, last_x - x + 1, row))
            return false;
    return true;
}

bool c2d_grid_is_spent(const c2d_grid *g)
{
    const c2d_search_budget *b = g->budget;
    uint64_t visits = b->found ? b->by_pair * b->pairs : 0, worth = b->found ? 2 * (uint64_t)*b->found : b->pairs;
    return b->tests + visits > b->allowed + b->by_pair * worth;
}

static uint32_t first_of(const grid *g, int k) { return g->start[g->level[k].buckets]; }
static uint32_t end_of(const grid *g, int k) { return g->start[g->level[k].buckets + g->level[k].mask + 1]; }

/* From the entry g->at on, as far as the budget lasts. */
static bool search_own(grid *g)
{
    batch batch;
    batch.count = 0;
    const level *l = &g->level[g->searched];
    for (uint32_t last = end_of(g, g->searched); g->at < last && !c2d_grid_is_spent(g); g->at++) {
        reach a = reach_of(&g->entries[g->at]);
        if (!search_own_level(g, &a, g->at, l, &batch))
            return false;
    }
    return settle(g, l, &batch);
}

static bool search_coarser(grid *g)
{
    for (uint32_t last = end_of(g, g->searched); g->at < last && !c2d_grid_is_spent(g); g->at++) {
        reach a = reach_of(&g->entries[g->at]);
        for (int m = g->searched + 1; m < g->levels; m++)
            if (!search_coarser_level(g, &a, g->at, &g->level[m]))
                return false;
    }
    return true;
}

/* A level that is crowded, as the frame is too coarse for what lies far from its origin, is a problem of its own,
 * unless it is most of this one. */
#define DEEPEST 6

static bool is_own_problem(const grid *g, const level *l)
{
    return l->crowded && g->problem->depth < DEEPEST && l->count <= g->n - g->n / 4;
}

/* C2D_OUT_OF_MEMORY: there is no memory for it, and nothing was visited. */
static c2d_search_status search_apart(const grid *g, const level *l)
{
    const c2d_pair_search *p = g->problem;
    const entry *entries = g->entries + g->start[l->buckets];
    c2d_search_status progress = C2D_OUT_OF_MEMORY;
    c2d_bounds *boxes = c2d_new_array(l->count, sizeof *boxes);
    uint32_t *number = c2d_new_array(l->count, sizeof *number);
    if (boxes && number) {
        for (uint32_t i = 0; i < l->count; i++) {
            boxes[i] = g->boxes[entries[i].item];
            number[i] = p->number ? p->number[entries[i].item] : entries[i].item;
        }
        c2d_pair_search apart = {p->crowd, boxes, number, l->count, p->visit, p->context, p->depth + 1};
        progress = c2d_pair_search_run(&apart);
    }
    free(boxes);
    free(number);
    return progress;
}

/* The next step: a level by itself, or from it the coarser ones. */
static bool search_step(grid *g)
{
    const level *l = &g->level[g->searched];
    if (g->coarser)
        return search_coarser(g);
    if (g->at == first_of(g, g->searched) && is_own_problem(g, l)) {
        c2d_search_status progress = search_apart(g, l);
        g->at = progress == C2D_DONE ? end_of(g, g->searched) : g->at;
        if (progress == C2D_ENDED)
            return false;
    }
    return search_own(g);
}

/* ---- the grid as others see it ---- */

c2d_search_status c2d_grid_search(c2d_grid *g, c2d_search_budget *budget)
{
    g->budget = budget;
    while (g->searched < g->levels) {
        if (!search_step(g))
            return C2D_ENDED;
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
    assert(p->n < MOST_BUCKETS / 2);
    grid *g = c2d_new_array(1, sizeof *g);
    if (!g)
        return NULL;
    memset(g, 0, sizeof *g);
    g->problem = p;
    g->boxes = p->boxes;
    g->n = p->n;
    if (fill_grid(g) != C2D_OK) {
        c2d_grid_close(g);
        return NULL;
    }
    g->at = first_of(g, 0);
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

uint32_t c2d_grid_first_left(const c2d_grid *g) { return first_of(g, g->searched); }
uint32_t c2d_grid_box(const c2d_grid *g, uint32_t entry) { return g->entries[entry].item; }

/* Whether on its own level the first entry is the one that finds the second: it is behind it in its cell, in the next
 * cell of the row, or in the next row. */
static bool finds(const grid *g, const level *l, uint32_t a, uint32_t b)
{
    const entry *e = &g->entries[a], *f = &g->entries[b];
    uint32_t right = cell(l, f->q[0]) - cell(l, e->q[0]), down = cell(l, f->q[1]) - cell(l, e->q[1]);
    return down == 0 ? right == 1 || (right == 0 && a < b) : down == 1;
}

bool c2d_grid_has_visited(const c2d_grid *g, uint32_t a, uint32_t b)
{
    uint32_t end = end_of(g, g->searched), first = a < b ? a : b, second = a < b ? b : a;
    if (first >= end)
        return false;
    if (second >= end)
        return g->coarser && first < g->at;
    return g->coarser || (finds(g, &g->level[g->searched], a, b) ? a : b) < g->at;
}
