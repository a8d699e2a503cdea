/* The area of a union inside one cell: the integral over x of the length of the union of the spans that the outlines
 * cover there. The cell is cut into vertical slabs until in each of them the order of the curves that decide this
 * length does not change; then the length is a sum of upper curves minus lower curves, whose integrals are known.
 *
 * Every column adds the length of a union, whatever the order of cuts is, so a cut that rounding misplaces costs only
 * the small distance of the two curves that cross there. */
#include "union_area.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

void c2d_area_add(c2d_area_sum *sum, double area)
{
    double total = sum->sum + area, of_area = total - sum->sum; /* Knuth's two-sum */
    sum->rest += (sum->sum - (total - of_area)) + (area - of_area);
    sum->sum = total;
}

static bool append(c2d_number_list *list, double number)
{
    double *grown = c2d_list_reserve(list->numbers, list->count, &list->capacity, sizeof *grown);
    if (!grown)
        return false;
    list->numbers = grown;
    list->numbers[list->count++] = number;
    return true;
}

/* ---- columns ---- */

/* A column between two values of x, in which each outline has one lower and one upper curve. */
typedef struct column {
    double start, end, middle;
    double left, right; /* the x nearest to the middle at which two curves change their order: start and end if none */
} column;

/* Cuts the column where the order of two curves may change. */
static void keep_order(column *c, const c2d_curve *f, const c2d_curve *g)
{
    double x[2];
    if (f == g)
        return;
    for (int i = c2d_curve_crossings(f, g, x); i-- > 0;) {
        if (!(c->start < x[i] && x[i] < c->end))
            continue;
        if (x[i] <= c->middle)
            c->left = c2d_max(c->left, x[i]);
        if (x[i] >= c->middle)
            c->right = c2d_min(c->right, x[i]);
    }
}

/* The part of an outline in the column of a cell; false if there is none. floor and ceiling bound the cell. */
static bool span_of(const c2d_outline *o, column *c, const c2d_curve *floor, const c2d_curve *ceiling,
                    c2d_column_span *out)
{
    double bottom = floor->at.y, top = ceiling->at.y;
    if (o->min.x >= c->end || o->max.x <= c->start)
        return false;
    const c2d_curve *lower = c2d_outline_curve(o->lower, o->lower_count, c->middle);
    const c2d_curve *upper = c2d_outline_curve(o->upper, o->upper_count, c->middle);
    double low = c2d_curve_y(lower, c->middle), high = c2d_curve_y(upper, c->middle);
    if (o->min.y < bottom) {
        keep_order(c, lower, floor);
        keep_order(c, upper, floor);
    }
    if (o->max.y > top) {
        keep_order(c, lower, ceiling);
        keep_order(c, upper, ceiling);
    }
    if (high <= bottom || low >= top)
        return false;
    out->low = c2d_max(low, bottom);
    out->high = c2d_min(high, top);
    out->lower = low < bottom ? floor : lower;
    out->upper = high > top ? ceiling : upper;
    return true;
}

static void sort_spans(c2d_column_span *spans, size_t count)
{
    for (size_t gap = count / 2; gap > 0; gap /= 2) /* Shell's method */
        for (size_t i = gap; i < count; i++) {
            c2d_column_span span = spans[i];
            size_t k = i;
            for (; k >= gap && spans[k - gap].low > span.low; k -= gap)
                spans[k] = spans[k - gap];
            spans[k] = span;
        }
}

/* Joins sorted spans that meet, in place, and returns their number. Cuts the column where they would join otherwise. */
static size_t join_spans(column *c, c2d_column_span *spans, size_t count)
{
    size_t last = 0;
    for (size_t k = 1; k < count; k++) {
        c2d_column_span *joined = &spans[last], next = spans[k];
        keep_order(c, next.lower, joined->upper);
        if (next.low > joined->high) {
            spans[++last] = next;
            continue;
        }
        keep_order(c, next.lower, joined->lower);
        keep_order(c, next.upper, joined->upper);
        if (next.high > joined->high) {
            joined->high = next.high;
            joined->upper = next.upper;
        }
    }
    return last + 1;
}

/* Adds the area of the column, or finds where to cut it. */
static void measure_column(const c2d_area_cell *cell, column *c, c2d_column_span *spans, c2d_area_sum *sum)
{
    c2d_curve floor = {.at = {0, cell->box.min.y}, .way = {1, 0}},
              ceiling = {.at = {0, cell->box.max.y}, .way = {1, 0}};
    size_t count = 0;
    for (size_t k = 0; k < cell->count; k++)
        count += span_of(&cell->outlines[cell->members[k]], c, &floor, &ceiling, &spans[count]);
    if (count == 0)
        return;
    sort_spans(spans, count);
    count = join_spans(c, spans, count);
    if (c->left > c->start || c->right < c->end)
        return;
    for (size_t k = 0; k < count; k++)
        c2d_area_add(sum, c2d_curve_integral(spans[k].upper, c->start, c->end) -
                              c2d_curve_integral(spans[k].lower, c->start, c->end));
}

/* ---- cells ---- */

/* Adds the starts of the curves inside the cell. */
static bool add_starts(c2d_number_list *cuts, const c2d_curve *curves, size_t count, double from, double to)
{
    const c2d_curve *end = curves + count;
    for (const c2d_curve *f = c2d_outline_curve(curves, count, from); f < end && f->start < to; f++)
        if (f->start > from && !append(cuts, f->start))
            return false;
    return end[-1].end <= from || end[-1].end >= to || append(cuts, end[-1].end);
}

static bool find_cuts(const c2d_area_cell *cell, c2d_number_list *cuts)
{
    double from = cell->box.min.x, to = cell->box.max.x;
    cuts->count = 0;
    if (!append(cuts, from) || !append(cuts, to))
        return false;
    for (size_t k = 0; k < cell->count; k++) {
        const c2d_outline *o = &cell->outlines[cell->members[k]];
        if (!add_starts(cuts, o->lower, o->lower_count, from, to) ||
            !add_starts(cuts, o->upper, o->upper_count, from, to))
            return false;
    }
    double *x = cuts->numbers;
    for (size_t gap = cuts->count / 2; gap > 0; gap /= 2) /* Shell's method */
        for (size_t i = gap; i < cuts->count; i++)
            for (size_t k = i; k >= gap && x[k] < x[k - gap]; k -= gap) {
                double swap = x[k];
                x[k] = x[k - gap];
                x[k - gap] = swap;
            }
    return true;
}

/* Adds the area of a slab. Each step measures a column or cuts it. Two curves are cut at the same x in every column,
 * and a column that begins or ends at this x is not cut there again: so the steps end. */
static c2d_status add_slab(const c2d_area_cell *cell, double start, double end, c2d_slab_room *room, c2d_area_sum *sum)
{
    c2d_number_list *ends = &room->pending; /* columns to the right, the next one last */
    ends->count = 0;
    if (!append(ends, end))
        return C2D_NO_MEMORY;
    while (ends->count > 0) {
        end = ends->numbers[ends->count - 1];
        column c = {start, end, start / 2 + end / 2, start, end};
        measure_column(cell, &c, room->spans, sum);
        if (c.right < end && !append(ends, c.right))
            return C2D_NO_MEMORY;
        if (c.left > start && c.left < c.right && !append(ends, c.left))
            return C2D_NO_MEMORY;
        if (c.left == start && c.right == end) {
            start = end;
            ends->count--;
        }
    }
    return C2D_OK;
}

c2d_status c2d_add_cell_area(const c2d_area_cell *cell, c2d_slab_room *room, c2d_area_sum *sum)
{
    if (!find_cuts(cell, &room->cuts))
        return C2D_NO_MEMORY;
    for (size_t k = 0; k + 1 < room->cuts.count; k++) {
        double start = room->cuts.numbers[k], end = room->cuts.numbers[k + 1];
        if (start < end && add_slab(cell, start, end, room, sum))
            return C2D_NO_MEMORY;
    }
    return C2D_OK;
}
