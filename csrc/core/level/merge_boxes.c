/* Merges tiles and boxes: finds the corners of their union in ranks, lets partition.c cut the union into boxes, and
 * maps ranks back to coordinates. The coordinates of tiles are the only computed numbers, so neighbouring boxes share
 * the bits of their edges. */
#include "../exact/allocate.h"
#include "partition.h"
#include "../exact/radix_sort.h"
#include "../exact/rank_set.h"
#include "../exact/vec.h"

#include <assert.h>
#include <string.h>

void c2d_boxes_free(c2d_boxes *boxes)
{
    free(boxes->list);
    boxes->list = NULL;
    boxes->count = 0;
}

static c2d_status add_corner(c2d_corners *corners, uint32_t line, uint32_t at, unsigned solid)
{
    c2d_corner *list = c2d_list_reserve(corners->list, corners->count, &corners->capacity, sizeof *list);
    if (!list)
        return C2D_NO_MEMORY;
    corners->list = list;
    corners->list[corners->count++] = (c2d_corner){line, at, solid};
    return C2D_OK;
}

/* The boxes of a region. x and y: the coordinates by rank. */
static c2d_status boxes_of(const c2d_corners *corners, const double *x, uint32_t columns, const double *y,
                           uint32_t lines, c2d_boxes *out)
{
    c2d_rank_boxes cells;
    c2d_status status = c2d_partition_region(corners->list, corners->count, lines, columns, &cells);
    if (!status) {
        out->list = c2d_new_array(cells.count, sizeof *out->list);
        status = out->list ? C2D_OK : C2D_NO_MEMORY;
    }
    for (size_t i = 0; i < cells.count && !status; i++) {
        const c2d_rank_box *c = &cells.list[i];
        out->list[i] = (c2d_bounds){{x[c->min_x], y[c->min_y]}, {x[c->max_x], y[c->max_y]}};
        out->count++;
    }
    free(cells.list);
    return status;
}

/* ---- tiles ---- */

/* Ranks are below 2^31. */
#define MAX_LINES ((size_t)1 << 30)

/* origin + i * tile for i = 0 .. count. Each product and sum is rounded. */
static c2d_status tile_lines(double origin, double tile, size_t count, double *lines)
{
    c2d_status status = c2d_check(&tile);
    if (!status && !(tile > 0))
        return C2D_NOT_POSITIVE;
    for (size_t i = 0; i <= count && !status; i++) {
        lines[i] = origin + (double)i * tile;
        status = c2d_check(&lines[i]);
        if (!status && i > 0 && lines[i] <= lines[i - 1])
            status = C2D_VANISHES;
    }
    return status;
}

/* Adds the corners on the line between two rows of tiles. Either row may be NULL. */
static c2d_status tile_corners(const uint8_t *above, const uint8_t *below, size_t width, uint32_t line,
                               c2d_corners *corners)
{
    unsigned solid = 0;
    c2d_status status = C2D_OK;
    for (size_t x = 0; x <= width && !status; x++) {
        solid = (solid & (C2D_ABOVE_RIGHT | C2D_BELOW_RIGHT)) >> 1;
        solid |= above && x < width && above[x] ? C2D_ABOVE_RIGHT : 0;
        solid |= below && x < width && below[x] ? C2D_BELOW_RIGHT : 0;
        unsigned left = solid & (C2D_ABOVE_LEFT | C2D_BELOW_LEFT), upper = solid & (C2D_ABOVE_LEFT | C2D_ABOVE_RIGHT);
        /* No corner: the left quadrants are like the right ones, or the upper like the lower. */
        if (left != (solid & ~left) >> 1 && upper != (solid & ~upper) >> 2)
            status = add_corner(corners, line, (uint32_t)x, solid);
    }
    return status;
}

c2d_status c2d_merge_tiles(const uint8_t *solid, size_t width, size_t height, c2d_vec origin, c2d_vec tile,
                           c2d_boxes *out)
{
    c2d_corners corners = {NULL, 0, 0};
    *out = (c2d_boxes){NULL, 0};
    if (width >= MAX_LINES || height >= MAX_LINES)
        return C2D_NO_MEMORY;
    double *x = c2d_new_array(width + 1, sizeof *x), *y = c2d_new_array(height + 1, sizeof *y);
    c2d_status status = x && y ? C2D_OK : C2D_NO_MEMORY;
    if (!status)
        status = tile_lines(origin.x, tile.x, width, x);
    if (!status)
        status = tile_lines(origin.y, tile.y, height, y);
    for (size_t line = 0; line <= height && width > 0 && !status; line++) {
        const uint8_t *above = line > 0 ? solid + (line - 1) * width : NULL;
        const uint8_t *below = line < height ? solid + line * width : NULL;
        status = tile_corners(above, below, width, (uint32_t)line, &corners);
    }
    if (!status)
        status = boxes_of(&corners, x, (uint32_t)width + 1, y, (uint32_t)height + 1, out);
    free(corners.list);
    free(x);
    free(y);
    return status;
}

/* ---- boxes: coverage of the sweep line ---- */

/* The columns between coordinates that boxes cover, as a segment tree (Bentley 1977) with the root at node 1. */
enum { UNCOVERED, PARTLY_COVERED, COVERED };

typedef struct cover {
    uint32_t columns;
    uint32_t *count;        /* by node: boxes that cover the node but not its parent */
    uint8_t *state;         /* by node: its coverage by those boxes and by its descendants */
    c2d_radix_item *change; /* changes of coverage: key line and column, value 1 or -1 */
    size_t changes, capacity;
    uint32_t line;
    uint32_t end; /* of the last reported stretch, which may still grow; 0: none */
} cover;

/* A node of the tree and its columns. */
typedef struct span {
    size_t node;
    uint32_t from, to;
} span;

static void update_state(cover *c, span s)
{
    const uint8_t *child = &c->state[2 * s.node];
    if (c->count[s.node] > 0)
        c->state[s.node] = COVERED;
    else if (s.to - s.from == 1)
        c->state[s.node] = UNCOVERED;
    else
        c->state[s.node] = child[0] == child[1] ? child[0] : PARTLY_COVERED;
}

static c2d_status add_change(cover *c, uint32_t column, uint32_t sign)
{
    c2d_radix_item *list = c2d_list_reserve(c->change, c->changes, &c->capacity, sizeof *list);
    if (!list)
        return C2D_NO_MEMORY;
    c->change = list;
    c->change[c->changes++] = (c2d_radix_item){(uint64_t)c->line << 32 | column, sign};
    return C2D_OK;
}

/* Records that columns from .. to become covered (sign 1) or uncovered (-1). Stretches arrive from left to right, so an
 * adjacent one moves the end of the previous stretch. */
static c2d_status report(cover *c, uint32_t from, uint32_t to, uint32_t sign)
{
    c2d_status status = C2D_OK;
    if (c->end == from && from > 0) {
        c->changes--;
    } else {
        status = add_change(c, from, sign);
    }
    c->end = to;
    return status ? status : add_change(c, to, 0 - sign);
}

/* Reports the uncovered columns of from .. to below a node whose ancestors no box covers. The recursion is at most 32
 * levels deep. */
static c2d_status report_uncovered(cover *c, span s, uint32_t from, uint32_t to, uint32_t sign)
{
    if (c->state[s.node] == COVERED || from >= s.to || to <= s.from)
        return C2D_OK;
    if (c->state[s.node] == UNCOVERED)
        return report(c, s.from > from ? s.from : from, s.to < to ? s.to : to, sign);
    uint32_t middle = s.from + (s.to - s.from) / 2;
    c2d_status status = report_uncovered(c, (span){2 * s.node, s.from, middle}, from, to, sign);
    return status ? status : report_uncovered(c, (span){2 * s.node + 1, middle, s.to}, from, to, sign);
}

static void add_cover(cover *c, span s, uint32_t from, uint32_t to, uint32_t sign)
{
    if (from >= s.to || to <= s.from)
        return;
    if (from <= s.from && s.to <= to) {
        c->count[s.node] += sign;
    } else {
        uint32_t middle = s.from + (s.to - s.from) / 2;
        add_cover(c, (span){2 * s.node, s.from, middle}, from, to, sign);
        add_cover(c, (span){2 * s.node + 1, middle, s.to}, from, to, sign);
    }
    update_state(c, s);
}

/* A box begins (sign 1) or ends (-1) at the sweep line. */
static c2d_status change_cover(cover *c, uint32_t from, uint32_t to, uint32_t sign)
{
    span all = {1, 0, c->columns};
    c2d_status status = C2D_OK;
    c->end = 0;
    if (sign == 1)
        status = report_uncovered(c, all, from, to, sign);
    add_cover(c, all, from, to, sign);
    return sign == 1 ? status : report_uncovered(c, all, from, to, sign);
}

/* ---- boxes: corners ---- */

typedef struct axis {
    double *value; /* by rank */
    uint32_t count;
    c2d_radix_item *ends; /* of all boxes, sorted; value: 2 box, plus 1 for its greater end */
    uint32_t *rank;       /* by 2 box, plus 1 for its greater end */
} axis;

static c2d_status rank_ends(axis *a, const c2d_bounds *boxes, uint32_t n, bool y)
{
    size_t ends = 2 * (size_t)n;
    c2d_radix_item *spare = c2d_new_array(ends, sizeof *spare);
    a->ends = c2d_new_array(ends, sizeof *a->ends);
    a->value = c2d_new_array(ends, sizeof *a->value);
    a->rank = c2d_new_array(ends, sizeof *a->rank);
    c2d_status status = spare && a->ends && a->value && a->rank ? C2D_OK : C2D_NO_MEMORY;
    for (uint32_t i = 0; i < ends && !status; i++) {
        c2d_vec corner = i % 2 ? boxes[i / 2].max : boxes[i / 2].min;
        a->ends[i] = (c2d_radix_item){c2d_radix_key(y ? corner.y : corner.x), i};
    }
    if (!status)
        c2d_radix_sort(a->ends, ends, spare);
    for (uint32_t i = 0; i < ends && !status; i++) {
        uint32_t end = a->ends[i].value;
        c2d_vec corner = end % 2 ? boxes[end / 2].max : boxes[end / 2].min;
        if (i == 0 || a->ends[i].key != a->ends[i - 1].key)
            a->value[a->count++] = y ? corner.y : corner.x;
        a->rank[end] = a->count - 1;
    }
    free(spare);
    return status;
}

static void free_axis(axis *a)
{
    free(a->value);
    free(a->ends);
    free(a->rank);
}

/* Finds all changes of coverage, line by line. On each line boxes begin before others end, so adjacent boxes cause no
 * change between them. */
static c2d_status sweep_lines(cover *c, const axis *x, const axis *y, uint32_t n)
{
    c2d_status status = C2D_OK;
    for (size_t first = 0, end; first < 2 * (size_t)n && !status; first = end) {
        for (end = first + 1; end < 2 * (size_t)n && y->ends[end].key == y->ends[first].key;)
            end++;
        c->line = y->rank[y->ends[first].value];
        for (uint32_t pass = 0; pass < 2; pass++)
            for (size_t i = first; i < end && !status; i++) {
                uint32_t side = y->ends[i].value, box = side / 2;
                if (side % 2 == pass)
                    status = change_cover(c, x->rank[2 * box], x->rank[2 * box + 1], pass ? 0 - (uint32_t)1 : 1);
            }
    }
    return status;
}

/* Converts changes, in order of line and column, to corners. The coverage above the line on both sides of a change
 * follows from the change, or else from a wall across the line. */
static c2d_status corners_of_changes(const c2d_radix_item *change, size_t n, uint32_t columns, c2d_corners *corners)
{
    c2d_ranks walls;
    c2d_status status = c2d_ranks_open(&walls, columns);
    for (size_t i = 0; i < n && !status;) {
        uint32_t line = (uint32_t)(change[i].key >> 32);
        size_t first_corner = corners->count;
        for (int left = 0, right; i < n && change[i].key >> 32 == line && !status; left = right) {
            uint32_t at = (uint32_t)change[i].key;
            uint64_t key = change[i].key;
            for (right = left; i < n && change[i].key == key; i++)
                right += (int32_t)change[i].value;
            if (left == right)
                continue;
            bool wall = c2d_ranks_has(&walls, at);
            bool above_right = right ? right < 0 : (left < 0) != wall, above_left = above_right != wall;
            bool below_left = left ? left > 0 : above_left, below_right = right ? right > 0 : above_right;
            status = add_corner(corners, line, at,
                                (above_left ? C2D_ABOVE_LEFT : 0) | (above_right ? C2D_ABOVE_RIGHT : 0) |
                                    (below_left ? C2D_BELOW_LEFT : 0) | (below_right ? C2D_BELOW_RIGHT : 0));
        }
        for (size_t k = first_corner; k < corners->count; k++) {
            unsigned solid = corners->list[k].solid;
            bool above = !(solid & C2D_ABOVE_LEFT) != !(solid & C2D_ABOVE_RIGHT);
            bool below = !(solid & C2D_BELOW_LEFT) != !(solid & C2D_BELOW_RIGHT);
            if (above != below)
                c2d_ranks_toggle(&walls, corners->list[k].at);
        }
    }
    c2d_ranks_close(&walls);
    return status;
}

static c2d_status corners_of_boxes(const axis *x, const axis *y, uint32_t n, c2d_corners *corners)
{
    cover c = {.columns = x->count - 1};
    size_t nodes = 4 * (size_t)c.columns;
    c.count = c2d_new_array(nodes, sizeof *c.count);
    c.state = c2d_new_array(nodes, sizeof *c.state);
    c2d_status status = c.count && c.state ? C2D_OK : C2D_NO_MEMORY;
    if (!status) {
        memset(c.count, 0, nodes * sizeof *c.count);
        memset(c.state, UNCOVERED, nodes);
        status = sweep_lines(&c, x, y, n);
    }
    c2d_radix_item *spare = status ? NULL : c2d_new_array(c.changes, sizeof *spare);
    if (!status && !spare)
        status = C2D_NO_MEMORY;
    if (!status) {
        c2d_radix_sort(c.change, c.changes, spare);
        status = corners_of_changes(c.change, c.changes, x->count, corners);
    }
    free(spare);
    free(c.count);
    free(c.state);
    free(c.change);
    return status;
}

/* Writes the checked boxes that have an area, and their number. */
static c2d_status keep_solid(const c2d_bounds *boxes, size_t n, c2d_bounds *out, uint32_t *count)
{
    c2d_status status = C2D_OK;
    *count = 0;
    for (size_t i = 0; i < n && !status; i++) {
        c2d_shape shape;
        status = c2d_box(&shape, boxes[i].min, boxes[i].max, 0);
        if (!status && shape.form == C2D_BOX)
            out[(*count)++] = c2d_bounds_of(&shape);
    }
    return status;
}

c2d_status c2d_merge_boxes(const c2d_bounds *boxes, size_t n, c2d_boxes *out)
{
    axis x = {0}, y = {0};
    c2d_corners corners = {NULL, 0, 0};
    uint32_t count;
    *out = (c2d_boxes){NULL, 0};
    c2d_bounds *solid = n < MAX_LINES / 2 ? c2d_new_array(n, sizeof *solid) : NULL;
    c2d_status status = solid ? keep_solid(boxes, n, solid, &count) : C2D_NO_MEMORY;
    if (!status)
        status = rank_ends(&x, solid, count, false);
    if (!status)
        status = rank_ends(&y, solid, count, true);
    if (!status && count > 0)
        status = corners_of_boxes(&x, &y, count, &corners);
    if (!status)
        status = boxes_of(&corners, x.value, x.count, y.value, y.count, out);
    free(solid);
    free(corners.list);
    free_axis(&x);
    free_axis(&y);
    return status;
}
