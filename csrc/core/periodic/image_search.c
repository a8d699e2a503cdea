/* Searches of a tree among images: one search for each shift by whole periods with which the box may come to the tree.
 */
#include "image_search.h"

#include "../exact/vec.h"
#include "../broad/tree.h"
#include "../motion/cast.h"

c2d_bounds c2d_home_box(const c2d_shape *s, c2d_vec period)
{
    if (!c2d_repeats(period))
        return c2d_cast_target_bounds(s);
    c2d_cell cell = c2d_cell_of(s->min, period);
    return c2d_shift_box(c2d_bounds_of(s), period, -cell.x, -cell.y);
}

c2d_cell c2d_image_in_cell(c2d_cell cell, const c2d_shape *s, c2d_vec period)
{
    c2d_cell own = {0, 0};
    if (c2d_repeats(period))
        own = c2d_cell_of(s->min, period);
    own.x = cell.x - own.x;
    own.y = cell.y - own.y;
    return own;
}

/* A search about the images that are shifted by some periods against those in the cell of the box. */
typedef struct image_search {
    const c2d_tree *tree;
    c2d_bounds box; /* in the first cell */
    c2d_vec period, way;
    c2d_cell home, *cell;
    c2d_visit_within *visit;
    void *context;
    double limit, slack; /* of the nearest */
} image_search;

static image_search search_from(const c2d_tree *tree, c2d_bounds box, c2d_vec period, c2d_cell *cell)
{
    image_search s = {.tree = tree, .period = period, .home = c2d_cell_of(box.min, period), .cell = cell};
    s.box = c2d_shift_box(box, period, -s.home.x, -s.home.y);
    return s;
}

/* Goes to a shift: the box for the tree. */
static c2d_bounds box_with(const image_search *s, c2d_cell shift)
{
    s->cell->x = s->home.x + shift.x;
    s->cell->y = s->home.y + shift.y;
    return c2d_shift_box(s->box, s->period, -shift.x, -shift.y);
}

/* True, and *cell is that of no shift, if there is no period or nothing to find. */
static bool is_plain(const c2d_tree *tree, c2d_vec period, c2d_cell *cell)
{
    cell->x = cell->y = 0;
    return !c2d_repeats(period) || tree->count == 0;
}

bool c2d_query_images(const c2d_tree *tree, c2d_bounds box, c2d_vec period, c2d_cell *cell, c2d_visit *visit,
                      void *context)
{
    if (is_plain(tree, period, cell))
        return c2d_tree_query(tree, box, visit, context);
    image_search s = search_from(tree, box, period, cell);
    c2d_cell_range near = c2d_cells_near(s.box, c2d_tree_bounds(tree), period, c2d_v(0, 0));
    for (int32_t i = near.first.x; i <= near.last.x; i++)
        for (int32_t j = near.first.y; j <= near.last.y; j++) {
            c2d_cell shift = {i, j};
            if (!c2d_tree_query(tree, box_with(&s, shift), visit, context))
                return false;
        }
    return true;
}

/* ---- the nearest ---- */

/* How far rounding moves what is near a box: the coordinates of images, and the box in its cell. */
static double slack_of(c2d_bounds box, c2d_vec period)
{
    double slack = 0, periods = 4 * C2D_MOST_PERIODS;
    if (period.x < INFINITY)
        slack += fabs(box.min.x) + fabs(box.max.x) + periods * period.x;
    if (period.y < INFINITY)
        slack += fabs(box.min.y) + fabs(box.max.y) + periods * period.y;
    return 0x1p-49 * slack;
}

static double visit_near(void *context, uint32_t item, double limit)
{
    image_search *s = context;
    s->limit = s->visit(s->context, item, c2d_min(s->limit, limit));
    return s->limit < 0 ? -1 : s->limit + s->slack;
}

static void search_near_with(image_search *s, c2d_cell shift)
{
    if (s->limit >= 0)
        c2d_tree_nearest(s->tree, box_with(s, shift), s->limit + s->slack, visit_near, s);
}

/* The nearest image of an item is at most half a period away along each axis: otherwise the next one is nearer. */
void c2d_search_images_near(const c2d_tree *tree, c2d_bounds box, double limit, c2d_vec period, c2d_cell *cell,
                            const uint64_t *last, c2d_visit_within *visit, void *context)
{
    if (is_plain(tree, period, cell)) {
        c2d_tree_nearest_first(tree, box, limit, last, visit, context);
        return;
    }
    image_search s = search_from(tree, box, period, cell);
    s.visit = visit;
    s.context = context;
    s.limit = limit;
    s.slack = slack_of(box, period);
    c2d_vec reach = c2d_v(c2d_min(limit + s.slack, period.x / 2), c2d_min(limit + s.slack, period.y / 2));
    c2d_cell_range near = c2d_cells_near(s.box, c2d_tree_bounds(tree), period, reach);
    c2d_cell here = {0, 0}; /* mostly the nearest */
    search_near_with(&s, here);
    for (int32_t i = near.first.x; i <= near.last.x; i++)
        for (int32_t j = near.first.y; j <= near.last.y; j++) {
            c2d_cell shift = {i, j};
            if (c2d_is_shifted(shift))
                search_near_with(&s, shift);
        }
}

/* ---- along a way ---- */

static double visit_along(void *context, uint32_t item, double limit)
{
    image_search *s = context;
    s->limit = s->visit(s->context, item, limit);
    return s->limit;
}

static double search_along_with(void *context, c2d_cell shift, double limit)
{
    image_search *s = context;
    s->limit = limit;
    c2d_tree_cast(s->tree, box_with(s, shift), s->way, limit, visit_along, s);
    return s->limit;
}

/* The greatest coordinate of the box on its way, and of images beside it, along one axis. */
static double reach_along(double lo, double hi, double way, double all_lo, double all_hi, double period)
{
    double here = c2d_max(fabs(lo), fabs(hi)) + fabs(way);
    return here + (period < INFINITY ? 2 * C2D_MOST_PERIODS * period : c2d_max(fabs(all_lo), fabs(all_hi)));
}

/* The box, grown by how much earlier than their bounds the images may be hit, but by no more than a period: where
 * rounding moves a hit by more than that, its time means nothing. */
static c2d_bounds grown_box(c2d_bounds bounds, c2d_bounds box, c2d_vec way, c2d_bounds all, c2d_vec period)
{
    double x = reach_along(bounds.min.x, bounds.max.x, way.x, all.min.x, all.max.x, period.x);
    double y = reach_along(bounds.min.y, bounds.max.y, way.y, all.min.y, all.max.y, period.y);
    double slack = c2d_cast_slack(c2d_max(x, y));
    box.min =
        c2d_v(c2d_max(box.min.x - slack, bounds.min.x - period.x), c2d_max(box.min.y - slack, bounds.min.y - period.y));
    box.max =
        c2d_v(c2d_min(box.max.x + slack, bounds.max.x + period.x), c2d_min(box.max.y + slack, bounds.max.y + period.y));
    return box;
}

void c2d_search_images_along(const c2d_tree *tree, c2d_bounds bounds, c2d_bounds box, c2d_vec way, double limit,
                             c2d_vec period, c2d_cell *cell, const uint64_t *last, c2d_visit_within *visit,
                             void *context)
{
    if (is_plain(tree, period, cell)) {
        c2d_tree_cast_first(tree, box, way, limit, last, visit, context);
        return;
    }
    image_search s = search_from(tree, grown_box(bounds, box, way, c2d_tree_bounds(tree), period), period, cell);
    s.way = way;
    s.visit = visit;
    s.context = context;
    c2d_cells_along(s.box, way, c2d_tree_bounds(tree), period, limit, search_along_with, &s);
}
