/* The area of the union of the pieces. A piece in another one adds nothing, and a piece that overlaps no other one adds
 * its area. The rest falls into groups of pieces that overlap one after the other; union_cells.c measures each, with
 * coordinates relative to the group, so pieces elsewhere cost no digits.
 *
 * The error: coordinates, values and crossings of borders are off by a few ulps of the size D of the group, and so is
 * the border of the union. Its length is at most that of the borders of the pieces, each at most twice the sum of the
 * width and the height of the piece. In a column of the union, rounding can confuse at most three orders of curves for
 * each piece, of curves that are as close. The error is at most 2^-46 D times the sum of the widths and heights. */
#include "union_area.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

typedef struct overlap_groups {
    const c2d_body *body;
    uint32_t *group; /* by piece: a piece of its group with a smaller index, or itself */
    bool *skipped;   /* by piece: whether it adds nothing */
} overlap_groups;

static uint32_t group_of(overlap_groups *g, uint32_t i)
{
    while (g->group[i] != i)
        i = g->group[i] = g->group[g->group[i]];
    return i;
}

static bool skip_contained(void *context, uint32_t i, uint32_t j)
{
    overlap_groups *g = context;
    const c2d_shape *const *pieces = g->body->pieces;
    if (g->skipped[i] || g->skipped[j])
        return true;
    if (c2d_contains(pieces[i], pieces[j]))
        g->skipped[j] = true;
    else if (c2d_contains(pieces[j], pieces[i]))
        g->skipped[i] = true;
    return true;
}

static bool join_overlapping(void *context, uint32_t i, uint32_t j)
{
    overlap_groups *g = context;
    if (g->skipped[i] || g->skipped[j])
        return true;
    uint32_t a = group_of(g, i), b = group_of(g, j);
    if (a != b && c2d_overlaps(g->body->pieces[i], g->body->pieces[j]))
        g->group[a > b ? a : b] = a < b ? a : b;
    return true;
}

static c2d_status find_groups(overlap_groups *g, c2d_bounds *boxes)
{
    size_t count = g->body->count;
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = c2d_bounds_of(g->body->pieces[i]);
        g->group[i] = i;
        g->skipped[i] = !(c2d_area(g->body->pieces[i]) > 0);
    }
    c2d_status status = c2d_all_pairs(boxes, count, skip_contained, g);
    return status ? status : c2d_all_pairs(boxes, count, join_overlapping, g);
}

/* ---- one group ---- */

static c2d_bounds bounds_of_group(const c2d_body *body, const uint32_t *pieces, size_t count)
{
    c2d_bounds box = c2d_bounds_of(body->pieces[pieces[0]]);
    for (size_t k = 1; k < count; k++) {
        const c2d_shape *s = body->pieces[pieces[k]];
        box.min = c2d_v(c2d_min(box.min.x, s->min.x), c2d_min(box.min.y, s->min.y));
        box.max = c2d_v(c2d_max(box.max.x, s->max.x), c2d_max(box.max.y, s->max.y));
    }
    return box;
}

/* curves and outlines: room for those of the group. */
static c2d_status add_group(const c2d_body *body, const uint32_t *pieces, size_t count, c2d_curve *curves,
                            c2d_outline *outlines, c2d_area_sum *sum)
{
    c2d_bounds box = bounds_of_group(body, pieces, count);
    c2d_vec origin = c2d_mul(c2d_add(box.min, box.max), 0.5);
    box.min = box.max = c2d_v(0, 0);
    size_t made = 0;
    for (size_t k = 0; k < count; k++) {
        c2d_outline *o = &outlines[made];
        c2d_outline_of(body->pieces[pieces[k]], origin, false, curves, o);
        if (o->lower_count == 0) /* and no upper curves */
            continue;
        made++;
        curves += o->lower_count + o->upper_count;
        box.min = c2d_v(c2d_min(box.min.x, o->min.x), c2d_min(box.min.y, o->min.y));
        box.max = c2d_v(c2d_max(box.max.x, o->max.x), c2d_max(box.max.y, o->max.y));
    }
    return c2d_add_union_area(outlines, made, box, sum);
}

/* ---- all groups ---- */

/* Writes the pieces that add something, group by group, and returns their number. starts: room for one number more than
 * pieces. Groups are in order of their first piece, so a counting sort suffices. */
static size_t order_by_group(overlap_groups *g, uint32_t *starts, uint32_t *order)
{
    uint32_t count = (uint32_t)g->body->count, total = 0;
    for (uint32_t i = 0; i <= count; i++)
        starts[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        g->group[i] = group_of(g, i);
        starts[g->group[i]] += !g->skipped[i];
    }
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t members = starts[i];
        starts[i] = total;
        total += members;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!g->skipped[i])
            order[starts[g->group[i]]++] = i;
    return total;
}

static c2d_status add_groups(overlap_groups *g, const uint32_t *order, size_t count, c2d_area_sum *sum)
{
    const c2d_body *body = g->body;
    size_t vertices = 0;
    for (size_t i = 0; i < count; i++)
        vertices += body->pieces[order[i]]->count;
    c2d_curve *curves = c2d_new_array(C2D_OUTLINE_CURVES * vertices, sizeof *curves);
    c2d_outline *outlines = c2d_new_array(count, sizeof *outlines);
    c2d_status status = curves && outlines ? C2D_OK : C2D_NO_MEMORY;
    for (size_t first = 0, end; first < count && !status; first = end) {
        for (end = first + 1; end < count && g->group[order[end]] == g->group[order[first]];)
            end++;
        if (end - first == 1)
            c2d_area_add(sum, c2d_area(body->pieces[order[first]]));
        else
            status = add_group(body, order + first, end - first, curves, outlines, sum);
    }
    free(curves);
    free(outlines);
    return status;
}

c2d_status c2d_body_area(const c2d_body *body, double *area)
{
    size_t n = body->count;
    *area = c2d_area(body->pieces[0]);
    if (n == 1)
        return C2D_OK;
    overlap_groups g = {.body = body, .group = c2d_new_array(n, sizeof *g.group)};
    g.skipped = c2d_new_array(n, sizeof *g.skipped);
    c2d_bounds *boxes = c2d_new_array(n, sizeof *boxes);
    uint32_t *starts = c2d_new_array(n + 1, sizeof *starts), *order = c2d_new_array(n, sizeof *order);
    c2d_area_sum sum = {0, 0};
    c2d_status status = g.group && g.skipped && boxes && starts && order ? C2D_OK : C2D_NO_MEMORY;
    if (!status)
        status = find_groups(&g, boxes);
    if (!status)
        status = add_groups(&g, order, order_by_group(&g, starts, order), &sum);
    *area = c2d_max(sum.sum + sum.rest, 0);
    free(g.group);
    free(g.skipped);
    free(boxes);
    free(starts);
    free(order);
    return status;
}
