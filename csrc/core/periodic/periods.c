/* Cells and shifted boxes in a world that repeats. */
#include "periods.h"

#include "../exact/exact.h"
#include "../exact/vec.h"
#include "../broad/tree.h"

bool c2d_fits_period(c2d_bounds box, c2d_vec period)
{
    return c2d_spans_few(box.min.x, box.max.x, period.x) && c2d_is_within(box.min.x, box.max.x, period.x) &&
           c2d_spans_few(box.min.y, box.max.y, period.y) && c2d_is_within(box.min.y, box.max.y, period.y);
}

static int32_t cell_along(double least, double period)
{
    return period < INFINITY ? (int32_t)floor(least / period) : 0;
}

c2d_cell c2d_cell_of(c2d_vec least, c2d_vec period)
{
    c2d_cell cell = {cell_along(least.x, period.x), cell_along(least.y, period.y)};
    return cell;
}

/* The shift is rounded, and so is the sum: each by less than C2D_U times its terms. */
static void shift_along(double *lo, double *hi, double period, int32_t count)
{
    if (count == 0)
        return;
    double shift = count * period, error = 4 * C2D_U * (fabs(*lo) + fabs(*hi) + fabs(shift));
    *lo += shift - error;
    *hi += shift + error;
}

c2d_bounds c2d_shift_box(c2d_bounds box, c2d_vec period, int32_t i, int32_t j)
{
    shift_along(&box.min.x, &box.max.x, period.x, i);
    shift_along(&box.min.y, &box.max.y, period.y, j);
    return box;
}

bool c2d_way_fits(c2d_vec way, c2d_vec period)
{
    return !(fabs(way.x) > C2D_LONGEST_WAY * period.x || fabs(way.y) > C2D_LONGEST_WAY * period.y);
}

/* ---- which images ---- */

c2d_bounds c2d_tree_bounds(const c2d_tree *tree) { return tree->nodes[0].box[0]; }

/* lo <= n periods <= hi, up to this part of a period, which is more than rounding: these are no more than some dozen
 * periods. */
#define SLACK 0x1p-20

static int32_t first_from(double lo, double period)
{
    return period < INFINITY ? (int32_t)ceil(lo / period - SLACK) : 0;
}
static int32_t last_to(double hi, double period) { return period < INFINITY ? (int32_t)floor(hi / period + SLACK) : 0; }

c2d_cell_range c2d_cells_near(c2d_bounds box, c2d_bounds all, c2d_vec period, c2d_vec reach)
{
    c2d_cell_range range = {
        {first_from(box.min.x - all.max.x - reach.x, period.x), first_from(box.min.y - all.max.y - reach.y, period.y)},
        {last_to(box.max.x - all.min.x + reach.x, period.x), last_to(box.max.y - all.min.y + reach.y, period.y)}};
    return range;
}

/* ---- along a way ---- */

/* One axis of a way: of the box and of all boxes. */
typedef struct axis_way {
    double lo, hi, all_lo, all_hi, way, period;
} axis_way;

/* Times, and the shifts in them: `count` from `first` on, in the direction of the way. */
typedef struct shifts {
    int32_t first, count, step;
} shifts;

/* The shifts with which the boxes meet while t goes from `from` to `to`. */
static shifts shifts_between(const axis_way *a, double from, double to)
{
    double near = a->way * from, far = a->way * to;
    double lo = a->lo + c2d_min(near, far) - a->all_hi, hi = a->hi + c2d_max(near, far) - a->all_lo;
    int32_t first = first_from(lo, a->period), last = last_to(hi, a->period),
            count = last < first ? 0 : last - first + 1;
    shifts found = {a->way < 0 ? last : first, count, a->way < 0 ? -1 : 1};
    return found;
}

/* When the boxes begin and cease to meet with a shift. The slack is more than the rounding of a way that fits. */
static void times_of(const axis_way *a, int32_t shift, double *enter, double *leave)
{
    double by = shift == 0 ? 0 : shift * a->period, slack = shift == 0 && a->period == INFINITY ? 0 : SLACK * a->period;
    double lo = a->all_lo + by - a->hi - slack, hi = a->all_hi + by - a->lo + slack;
    *enter = 0;
    *leave = 1;
    if (a->way == 0 || a->period == INFINITY)
        return;
    *enter = c2d_max(0, a->way > 0 ? lo / a->way : hi / a->way);
    *leave = c2d_min(1, a->way > 0 ? hi / a->way : lo / a->way);
}

void c2d_cells_along(c2d_bounds box, c2d_vec way, c2d_bounds all, c2d_vec period, double limit, c2d_visit_cell *visit,
                     void *context)
{
    axis_way x = {box.min.x, box.max.x, all.min.x, all.max.x, way.x, period.x};
    axis_way y = {box.min.y, box.max.y, all.min.y, all.max.y, way.y, period.y};
    shifts columns = shifts_between(&x, 0, 1);
    for (int32_t i = 0; i < columns.count; i++) {
        c2d_cell shift = {columns.first + i * columns.step, 0};
        double enter, leave, sooner, later;
        times_of(&x, shift.x, &enter, &leave);
        if (enter > limit)
            return;
        shifts rows = shifts_between(&y, enter, c2d_max(enter, leave));
        for (int32_t j = 0; j < rows.count; j++) {
            shift.y = rows.first + j * rows.step;
            times_of(&y, shift.y, &sooner, &later);
            if (sooner > limit)
                break;
            limit = visit(context, shift, limit);
            if (!(limit >= 0))
                return;
        }
    }
}
