/* The area of a union of outlines: divides their bounds into cells until each has few outlines, is covered by one of
 * them, or cannot be divided with profit. */
#include "union_area.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

/* A cell with few outlines is measured. */
#define FEW 6
/* Outlines that cross in one point or along one line stay together in every division. So this is the limit of divisions
 * that leave the two halves with more work (their counts, squared) than the whole. Each at most doubles the work. */
#define FUTILE 6

typedef struct cell {
    c2d_bounds box;
    size_t count;
    int futile; /* divisions that did not reduce the work */
} cell;

/* The cells that remain, the next one last. Their members are at the end of one list, in the same order. */
typedef struct division {
    const c2d_outline *outlines;
    cell *cells;
    size_t cell_count, cell_capacity;
    uint32_t *members;
    size_t member_count, member_capacity;
} division;

static double lower_y(const c2d_outline *o, double x)
{
    return c2d_curve_y(c2d_outline_curve(o->lower, o->lower_count, x), x);
}

static double upper_y(const c2d_outline *o, double x)
{
    return c2d_curve_y(c2d_outline_curve(o->upper, o->upper_count, x), x);
}

/* An outline is convex: over an interval its lower border is lowest at its overall minimum or, if that is outside, at
 * the nearer end of the interval. */
static bool reaches(const c2d_outline *o, c2d_bounds box)
{
    double left = c2d_max(o->min.x, box.min.x), right = c2d_min(o->max.x, box.max.x);
    if (!(left < right) || o->min.y >= box.max.y || o->max.y <= box.min.y)
        return false;
    double x_of_min = c2d_min(c2d_max(o->x_of_min, left), right);
    double x_of_max = c2d_min(c2d_max(o->x_of_max, left), right);
    return lower_y(o, x_of_min) < box.max.y && upper_y(o, x_of_max) > box.min.y;
}

static bool covers(const c2d_outline *o, c2d_bounds box)
{
    return o->min.x <= box.min.x && o->max.x >= box.max.x && o->min.y <= box.min.y && o->max.y >= box.max.y &&
           lower_y(o, box.min.x) <= box.min.y && lower_y(o, box.max.x) <= box.min.y &&
           upper_y(o, box.min.x) >= box.max.y && upper_y(o, box.max.x) >= box.max.y;
}

static bool is_covered(const division *d, const uint32_t *members, const cell *c)
{
    for (size_t k = 0; k < c->count; k++)
        if (covers(&d->outlines[members[k]], c->box))
            return true;
    return false;
}

/* Appends a cell and the members that reach into it. first: an index, as the list of members may be reallocated. */
static bool add_cell(division *d, size_t first, size_t count, c2d_bounds box, int futile)
{
    cell *cells = c2d_list_reserve(d->cells, d->cell_count, &d->cell_capacity, sizeof *cells);
    if (!cells)
        return false;
    d->cells = cells;
    cell added = {box, 0, futile};
    for (size_t k = first; k < first + count; k++) {
        uint32_t *members = c2d_list_reserve(d->members, d->member_count, &d->member_capacity, sizeof *members);
        if (!members)
            return false;
        d->members = members;
        if (!reaches(&d->outlines[members[k]], box))
            continue;
        members[d->member_count++] = members[k];
        added.count++;
    }
    d->cells[d->cell_count++] = added;
    return true;
}

/* The part of a cell within the bounds of its members. */
static c2d_bounds tight_box(const division *d, size_t first, const cell *c)
{
    c2d_vec min = c->box.max, max = c->box.min;
    for (size_t k = 0; k < c->count; k++) {
        const c2d_outline *o = &d->outlines[d->members[first + k]];
        min = c2d_v(c2d_min(min.x, o->min.x), c2d_min(min.y, o->min.y));
        max = c2d_v(c2d_max(max.x, o->max.x), c2d_max(max.y, o->max.y));
    }
    c2d_bounds box = {c2d_v(c2d_max(min.x, c->box.min.x), c2d_max(min.y, c->box.min.y)),
                      c2d_v(c2d_min(max.x, c->box.max.x), c2d_min(max.y, c->box.max.y))};
    return box;
}

static double squared(size_t n) { return (double)n * (double)n; }

/* Divides a cell whose members are at the end of the list. Its halves replace it. */
static bool divide(division *d, cell c)
{
    size_t first = d->member_count - c.count, before = d->cell_count;
    c2d_bounds low = c.box, high = c.box;
    if (c.box.max.x - c.box.min.x > c.box.max.y - c.box.min.y)
        low.max.x = high.min.x = c.box.min.x / 2 + c.box.max.x / 2;
    else
        low.max.y = high.min.y = c.box.min.y / 2 + c.box.max.y / 2;
    if (!add_cell(d, first, c.count, low, c.futile) || !add_cell(d, first, c.count, high, c.futile))
        return false;
    cell *halves = d->cells + before;
    if (squared(halves[0].count) + squared(halves[1].count) > squared(c.count)) {
        halves[0].futile++;
        halves[1].futile++;
    }
    d->member_count -= c.count;
    for (size_t k = first; k < d->member_count; k++)
        d->members[k] = d->members[k + c.count];
    return true;
}

/* Takes the last cell: measures it, or replaces it by its halves. */
static c2d_status do_cell(division *d, c2d_slab_room *room, c2d_area_sum *sum)
{
    cell c = d->cells[--d->cell_count];
    size_t first = d->member_count - c.count;
    const uint32_t *members = d->members + first;
    c.box = tight_box(d, first, &c);
    c2d_vec size = c2d_sub(c.box.max, c.box.min);
    if (is_covered(d, members, &c)) {
        c2d_area_add(sum, size.x * size.y);
    } else if (c.count > FEW && c.futile < FUTILE) {
        return divide(d, c) ? C2D_OK : C2D_NO_MEMORY;
    } else if (size.x > 0) {
        c2d_area_cell measured = {d->outlines, members, c.count, c.box};
        if (c2d_add_cell_area(&measured, room, sum))
            return C2D_NO_MEMORY;
    }
    d->member_count = first;
    return C2D_OK;
}

c2d_status c2d_add_union_area(const c2d_outline *outlines, size_t count, c2d_bounds box, c2d_area_sum *sum)
{
    division d = {.outlines = outlines};
    c2d_slab_room room = {.spans = c2d_new_array(count, sizeof *room.spans)};
    d.members = c2d_new_array(count, sizeof *d.members);
    d.member_capacity = d.member_count = count;
    d.cells = c2d_new_array(1, sizeof *d.cells);
    d.cell_capacity = d.cell_count = 1;
    c2d_status status = room.spans && d.members && d.cells ? C2D_OK : C2D_NO_MEMORY;
    if (!status) {
        d.cells[0] = (cell){box, count, 0};
        for (uint32_t k = 0; k < count; k++)
            d.members[k] = k;
    }
    while (!status && d.cell_count > 0)
        status = do_cell(&d, &room, sum);
    free(d.cells);
    free(d.members);
    free(room.spans);
    free(room.cuts.numbers);
    free(room.pending.numbers);
    return status;
}
