/* All pairs of boxes that meet, or of the shapes in them. The grid searches as long as the number of its tests is in
 * proportion to the boxes and to the pairs that it finds. The remainder goes to a plane sweep, or to oriented_pairs.c
 * if many boxes meet whose shapes are apart. Tests are counted, not timed, so the choice depends on the input only. A
 * method that lacks memory ends the search: another one would finish it, but perhaps in quadratic time. */
#include "../exact/allocate.h"
#include "bounds.h"
#include "grid.h"
#include "plane_sweep.h"
#include "oriented_pairs.h"

/* At most this many boxes are tested each against each. */
#define TRY_ALL_LIMIT 32
/* The grid numbers twice as many buckets with 32 bits. */
#define MOST_BOXES 0x40000000u

/* The tests that the grid may make for each box and for each pair. The former take about as long as a sweep, so grid
 * and sweep together cost little more than twice the cheaper one. */
#ifdef C2D_TESTS_BY_BOX /* for tests that send few boxes each way */
extern unsigned long C2D_TESTS_BY_BOX;
#define TESTS_PER_BOX C2D_TESTS_BY_BOX
#else
#define TESTS_PER_BOX 1024
#endif
#define TESTS_PER_PAIR 16
/* With more pairs for each shape than this, oriented frames are worth a try. */
#define MAX_PAIRS_PER_SHAPE 64

/* ---- the remainder ---- */

/* Entries of the grid from the first on. Some of their pairs have been visited. */
typedef struct open_entries {
    const c2d_pair_search *search;
    const c2d_grid *grid;
    uint32_t first, n;
    bool ended;
} open_entries;

static uint32_t number_of(const c2d_pair_search *p, uint32_t box) { return p->number ? p->number[box] : box; }

/* Visits the pair if its boxes meet and the grid has not visited it. */
static bool visit_open(void *context, uint32_t i, uint32_t j)
{
    open_entries *r = context;
    const c2d_pair_search *p = r->search;
    uint32_t a = r->first + i, b = r->first + j;
    if (c2d_grid_has_visited(r->grid, a, b))
        return true;
    uint32_t box = c2d_grid_box(r->grid, a), other = c2d_grid_box(r->grid, b);
    if (!c2d_bounds_meet(p->boxes[box], p->boxes[other]))
        return true;
    uint32_t m = number_of(p, box), n = number_of(p, other);
    r->ended = !p->visit(p->context, m < n ? m : n, m < n ? n : m);
    return !r->ended;
}

/* C2D_OVER_BUDGET: there are more than most pairs, and nothing was visited. */
static c2d_search_status sweep_remainder(const c2d_ends *ends, const uint8_t *side, const c2d_wanted *wanted,
                                         open_entries *r, uint64_t most)
{
    c2d_plane_sweep s;
    c2d_search_status status = C2D_OUT_OF_MEMORY;
    if (c2d_plane_sweep_open(&s, ends, side, r->n) == C2D_OK) {
        uint64_t pairs = most < UINT64_MAX ? c2d_plane_sweep_count(&s, wanted) : 0;
        if (pairs <= most && c2d_plane_sweep_visit(&s, wanted, visit_open, r) == C2D_OK)
            status = C2D_DONE;
        else if (pairs > most && pairs < C2D_UNCOUNTED)
            status = C2D_OVER_BUDGET;
    }
    c2d_plane_sweep_close(&s);
    return status;
}

/* How the remainder is searched. */
typedef enum method { SWEEP, SWEEP_IF_FEW, ORIENTED } method;

/* C2D_OVER_BUDGET: nothing was visited, as there are too many pairs, or oriented frames do not help. */
static c2d_search_status search_remainder(const c2d_pair_search *p, const c2d_grid *g, method by)
{
    open_entries r = {p, g, c2d_grid_first_open(g), 0, false};
    r.n = p->n - r.first;
    c2d_ends *ends = c2d_new_array(r.n, sizeof *ends);
    uint8_t *side = c2d_new_array(r.n, sizeof *side);
    const c2d_shape **shapes = c2d_new_array(r.n, sizeof *shapes);
    c2d_search_status status = C2D_OUT_OF_MEMORY;
    if (ends && side && shapes) {
        for (uint32_t i = 0; i < r.n; i++) {
            uint32_t box = c2d_grid_box(g, r.first + i), number = number_of(p, box);
            c2d_bounds b = p->boxes[box];
            ends[i] = (c2d_ends){{b.min.x, b.min.y}, {b.max.x, b.max.y}};
            side[i] = number >= p->set->split && p->set->split > 0;
            shapes[i] = by == ORIENTED ? p->set->shape(p->set->shapes, number) : NULL;
        }
        c2d_wanted wanted = {{{p->set->split == 0 || p->set->within, true}, {true, false}}};
        if (by == ORIENTED)
            status = c2d_oriented_pairs(shapes, ends, side, r.n, &wanted, visit_open, &r);
        else
            status = sweep_remainder(ends, side, &wanted, &r,
                                     by == SWEEP ? UINT64_MAX : (uint64_t)MAX_PAIRS_PER_SHAPE * r.n);
    }
    free(ends);
    free(side);
    free(shapes);
    return r.ended ? C2D_ENDED : status;
}

/* ---- the choice ---- */

/* Searches the grid within the budget. If too few of the pairs were hits, oriented frames may have fewer pairs;
 * otherwise the grid continues. */
static c2d_search_status search_by_budget(const c2d_pair_search *p, c2d_grid *g)
{
    const c2d_shape_set *set = p->set;
    c2d_search_budget budget = {0, 0, (uint64_t)TESTS_PER_BOX * p->n, TESTS_PER_PAIR, set->shape ? set->found : NULL};
    c2d_search_status status = c2d_grid_search(g, &budget);
    if (status == C2D_OVER_BUDGET && set->shape) {
        budget.found = NULL;
        if (c2d_grid_is_over_budget(g))
            status = search_remainder(p, g, SWEEP_IF_FEW);
        if (status == C2D_OVER_BUDGET)
            status = search_remainder(p, g, ORIENTED);
        if (status == C2D_OVER_BUDGET)
            status = c2d_grid_search(g, &budget);
    }
    if (status == C2D_OVER_BUDGET)
        status = search_remainder(p, g, SWEEP);
    return status;
}

static c2d_search_status try_all(const c2d_pair_search *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t j = i + 1; j < p->n; j++) {
            uint32_t a = number_of(p, i), b = number_of(p, j), least = a < b ? a : b, other = a < b ? b : a;
            if (c2d_bounds_meet(p->boxes[i], p->boxes[j]) && c2d_is_wanted(p->set, least, other) &&
                !p->visit(p->context, least, other))
                return C2D_ENDED;
        }
    return C2D_DONE;
}

c2d_search_status c2d_pair_search_run(const c2d_pair_search *p)
{
    if (p->n <= TRY_ALL_LIMIT)
        return try_all(p);
    c2d_grid *g = c2d_grid_open(p);
    c2d_search_status status = g ? search_by_budget(p, g) : C2D_OUT_OF_MEMORY;
    c2d_grid_close(g);
    return status;
}

c2d_status c2d_shape_pairs(const c2d_shape_set *set, c2d_visit_pair *visit, void *context)
{
    if (set->count >= MOST_BOXES)
        return C2D_NO_MEMORY;
    c2d_pair_search all = {set, set->boxes, NULL, (uint32_t)set->count, visit, context, 0};
    return c2d_pair_search_run(&all) == C2D_OUT_OF_MEMORY ? C2D_NO_MEMORY : C2D_OK;
}

c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context)
{
    c2d_shape_set set = {.boxes = boxes, .count = n};
    return c2d_shape_pairs(&set, visit, context);
}
