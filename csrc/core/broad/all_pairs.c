/* All pairs of boxes, or of the shapes in them: by the grid, as long as what it tries is in proportion to the boxes and
 * to the pairs that it finds. What is left where it is not goes to a sweep, or to oriented_pairs.c where boxes meet in
 * numbers though the shapes in them are apart. What was tried is counted, so the choice depends on nothing but the
 * input. */
#include "../exact/allocate.h"
#include "grid.h"
#include "plane_sweep.h"
#include "oriented_pairs.h"

#include <string.h>

/* Up to here all pairs are tried. */
#define FEW 32
/* The grid numbers twice as many buckets by 32 bits. */
#define MOST_BOXES 0x40000000u

/* The grid may try so many for each box, and so many for each pair. The first take about as long as a sweep does; so
 * together they never cost much more than twice what the better one does. */
#ifdef C2D_TESTS_BY_BOX /* so that a test sees few boxes go each way */
extern unsigned long C2D_TESTS_BY_BOX;
#define TESTS_BY_BOX C2D_TESTS_BY_BOX
#else
#define TESTS_BY_BOX 1024
#endif
#define TESTS_BY_PAIR 16
/* So many pairs for each shape are worth turning frames to be rid of. */
#define MANY 64

static bool boxes_meet(const c2d_bounds *a, const c2d_bounds *b)
{
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

/* ---- what is left ---- */

/* Entries of the grid from the first on, some pairs of which have been visited. */
typedef struct rest {
    const c2d_pair_search *problem;
    const c2d_grid *grid;
    uint32_t first, n;
    bool ended;
} rest;

static uint32_t number_of(const c2d_pair_search *p, uint32_t box) { return p->number ? p->number[box] : box; }

/* The grid has not visited the pair if it meets. */
static bool visit_left(void *context, uint32_t i, uint32_t j)
{
    rest *r = context;
    const c2d_pair_search *p = r->problem;
    uint32_t a = r->first + i, b = r->first + j;
    if (c2d_grid_has_visited(r->grid, a, b))
        return true;
    uint32_t box = c2d_grid_box(r->grid, a), other = c2d_grid_box(r->grid, b);
    if (!boxes_meet(&p->boxes[box], &p->boxes[other]))
        return true;
    uint32_t m = number_of(p, box), n = number_of(p, other);
    r->ended = !p->visit(p->context, m < n ? m : n, m < n ? n : m);
    return !r->ended;
}

/* By a sweep; LACKING: there is no memory, SPENT: it would visit too many. */
static c2d_search_status sweep_rest(const c2d_ends *ends, const uint8_t *side, const c2d_wanted *wanted, rest *r,
                                    uint64_t most)
{
    c2d_plane_sweep s;
    c2d_search_status progress = C2D_OUT_OF_MEMORY;
    if (c2d_plane_sweep_open(&s, ends, side, r->n) == C2D_OK) {
        if (most < UINT64_MAX && c2d_plane_sweep_count(&s, wanted) > most)
            progress = C2D_OVER_BUDGET;
        else if (c2d_plane_sweep_visit(&s, wanted, visit_left, r) == C2D_OK)
            progress = C2D_DONE;
    }
    c2d_plane_sweep_close(&s);
    return progress;
}

/* What a search may end with. */
typedef enum ending { SWEPT, SWEPT_IF_FEW, TURNED } ending;

/* LACKING: there is no memory, SPENT: there would be many pairs, or turned nothing is gained. */
static c2d_search_status finish(const c2d_pair_search *p, const c2d_grid *g, ending how)
{
    rest r = {p, g, c2d_grid_first_left(g), 0, false};
    r.n = p->n - r.first;
    c2d_ends *ends = c2d_new_array(r.n, sizeof *ends);
    uint8_t *side = c2d_new_array(r.n, sizeof *side);
    const c2d_shape **shapes = c2d_new_array(r.n, sizeof *shapes);
    c2d_search_status progress = C2D_OUT_OF_MEMORY;
    if (ends && side && shapes) {
        for (uint32_t i = 0; i < r.n; i++) {
            uint32_t box = c2d_grid_box(g, r.first + i), number = number_of(p, box);
            c2d_bounds b = p->boxes[box];
            ends[i] = (c2d_ends){{b.min.x, b.min.y}, {b.max.x, b.max.y}};
            side[i] = number >= p->crowd->split && p->crowd->split > 0;
            shapes[i] = how == TURNED ? p->crowd->shape(p->crowd->shapes, number) : NULL;
        }
        c2d_wanted wanted = {{{p->crowd->split == 0 || p->crowd->within, true}, {true, false}}};
        if (how == TURNED)
            progress = c2d_oriented_pairs(shapes, ends, side, r.n, &wanted, visit_left, &r);
        else
            progress = sweep_rest(ends, side, &wanted, &r, how == SWEPT ? UINT64_MAX : (uint64_t)MANY * r.n);
    }
    free(ends);
    free(side);
    free(shapes);
    return r.ended ? C2D_ENDED : progress;
}

/* ---- the choice ---- */

/* Spent on pairs that were not worth it, it may be that another frame has fewer; else the grid may go on. */
static c2d_search_status search_within(const c2d_pair_search *p, c2d_grid *g)
{
    const c2d_shape_set *crowd = p->crowd;
    c2d_search_budget budget = {0, 0, (uint64_t)TESTS_BY_BOX * p->n, TESTS_BY_PAIR, crowd->shape ? crowd->found : NULL};
    c2d_search_status progress = c2d_grid_search(g, &budget);
    if (progress == C2D_OVER_BUDGET && crowd->shape) {
        budget.found = NULL;
        if (c2d_grid_is_spent(g))
            progress = finish(p, g, SWEPT_IF_FEW);
        if (progress == C2D_OVER_BUDGET)
            progress = finish(p, g, TURNED);
        if (progress == C2D_OVER_BUDGET)
            progress = c2d_grid_search(g, &budget);
    }
    if (progress == C2D_OVER_BUDGET)
        progress = finish(p, g, SWEPT);
    if (progress == C2D_OUT_OF_MEMORY) { /* slow is better than not at all */
        budget.allowed = UINT64_MAX;
        budget.by_pair = 0;
        progress = c2d_grid_search(g, &budget);
    }
    return progress;
}

static c2d_search_status try_all(const c2d_pair_search *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t j = i + 1; j < p->n; j++) {
            uint32_t a = number_of(p, i), b = number_of(p, j), least = a < b ? a : b, other = a < b ? b : a;
            if (boxes_meet(&p->boxes[i], &p->boxes[j]) && c2d_is_wanted(p->crowd, least, other) &&
                !p->visit(p->context, least, other))
                return C2D_ENDED;
        }
    return C2D_DONE;
}

c2d_search_status c2d_pair_search_run(const c2d_pair_search *p)
{
    if (p->n <= FEW)
        return try_all(p);
    c2d_grid *g = c2d_grid_open(p);
    c2d_search_status progress = g ? search_within(p, g) : C2D_OUT_OF_MEMORY;
    c2d_grid_close(g);
    return progress;
}

c2d_status c2d_shape_pairs(const c2d_shape_set *crowd, c2d_visit_pair *visit, void *context)
{
    if (crowd->count >= MOST_BOXES)
        return C2D_NO_MEMORY;
    c2d_pair_search all = {crowd, crowd->boxes, NULL, (uint32_t)crowd->count, visit, context, 0};
    return c2d_pair_search_run(&all) == C2D_OUT_OF_MEMORY ? C2D_NO_MEMORY : C2D_OK;
}

c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context)
{
    c2d_shape_set crowd = {.boxes = boxes, .count = n};
    return c2d_shape_pairs(&crowd, visit, context);
}
