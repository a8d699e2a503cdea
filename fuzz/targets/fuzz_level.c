/* Property: merged tiles and boxes cover exactly what they are merged from, once, with coordinates of the input, and no
 * way of cutting it has fewer; a polygon is refused exactly if it crosses itself, and its convex pieces cover exactly
 * what it encloses, once, with corners of its own, none inside an edge of a piece, in O(n log n) steps; so too for a
 * polygon with holes, which are refused exactly if they are not inside it and apart. Whatever is out of range is
 * refused. The sequences of a sweep keep their order, and their trees stay balanced. Lack of memory is a status, and
 * leaves nothing behind. */
#include "../decode.h"
#include "../integer.h"
#include "../oracle.h"
#include "../../csrc/core/exact/rank_set.h"
#include "../../csrc/core/level/avl_tree.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_rule(c2d_status status)
{
    CHECK(strcmp(c2d_rule(status), c2d_rule((c2d_status)99)) != 0, "no text for status %d", (int)status);
}

#define MOST_CELLS  5184 /* 72 by 72 */
#define MOST_BOXES  20
#define MOST_POINTS 16
#define MOST_HOLES  3

/* ---- the input, for printing ---- */

static const c2d_vec *polygon;
static const c2d_bounds *boxes;
static const uint8_t *cells;
static size_t polygon_count, box_count, cells_width, cells_height;

static void print_case(void)
{
    if (cells)
        for (size_t y = 0; y < cells_height; y++) {
            for (size_t x = 0; x < cells_width; x++)
                fputc(cells[y * cells_width + x] ? '#' : '.', stderr);
            fputc('\n', stderr);
        }
    if (boxes) {
        fprintf(stderr, "merge_rects([");
        for (size_t i = 0; i < box_count; i++)
            fprintf(stderr, "%sRect.from_corners(%.17g, %.17g, %.17g, %.17g)", i ? ", " : "", boxes[i].min.x,
                    boxes[i].min.y, boxes[i].max.x, boxes[i].max.y);
        fprintf(stderr, "])\n");
    }
    if (polygon) {
        fprintf(stderr, "decompose([");
        for (size_t i = 0; i < polygon_count; i++)
            fprintf(stderr, "%s(%.17g, %.17g)", i ? ", " : "", polygon[i].x, polygon[i].y);
        fprintf(stderr, "])\n");
    }
}

static bool same_bits(c2d_vec p, c2d_vec q) { return memcmp(&p, &q, sizeof p) == 0; }

/* ---- grids ---- */

/* The fewest boxes for up to 16 tiles of a grid that is 4 wide: every box at the first tile is tried. */
static unsigned fewest_of(unsigned tiles, unsigned enough)
{
    unsigned first = 0, best = enough;

    if (tiles == 0 || enough == 0)
        return 0;
    while (!(tiles >> first & 1))
        first++;
    for (unsigned width = 1; first % 4 + width <= 4; width++) {
        unsigned row = ((1u << width) - 1) << first, box = 0;
        for (unsigned k = 0; first + 4 * k < 16 && (tiles & row << 4 * k) == row << 4 * k; k++) {
            unsigned rest;
            box |= row << 4 * k;
            rest = 1 + fewest_of(tiles & ~box, best - 1);
            best = rest < best ? rest : best;
        }
    }
    return best;
}

/* The number of the line that has this coordinate, exactly. */
static size_t line_at(const double *lines, size_t count, double x)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(&lines[i], &x, sizeof x) == 0)
            return i;
    CHECK(false, "no line has the coordinate %.17g", x);
    return 0;
}

/* Whether boxes, in order, cover each tile once and nothing else. */
static void check_cover(const c2d_boxes *merged, const uint8_t *solid, const double *x, size_t width, const double *y,
                        size_t height)
{
    static uint8_t covered[MOST_CELLS];

    CHECK(width * height <= MOST_CELLS, "%zu by %zu", width, height);
    memset(covered, 0, sizeof covered);
    for (size_t i = 0; i < merged->count; i++) {
        c2d_bounds b = merged->list[i], a = merged->list[i ? i - 1 : 0];
        size_t left = line_at(x, width + 1, b.min.x), right = line_at(x, width + 1, b.max.x);
        size_t top = line_at(y, height + 1, b.min.y), bottom = line_at(y, height + 1, b.max.y);
        CHECK(left < right && top < bottom, "box %zu is empty", i);
        CHECK(i == 0 || a.min.y < b.min.y || (a.min.y == b.min.y && a.min.x < b.min.x), "box %zu is out of order", i);
        for (size_t row = top; row < bottom; row++)
            for (size_t column = left; column < right; column++)
                covered[row * width + column]++;
    }
    for (size_t k = 0; k < width * height; k++)
        CHECK(covered[k] == !!solid[k], "cell %zu is covered %u times", k, covered[k]);
}

static void check_fewest(const c2d_boxes *merged, const uint8_t *solid, size_t width, size_t height)
{
    unsigned tiles = 0;

    if (width > 4 || height > 4)
        return;
    for (size_t k = 0; k < width * height; k++)
        tiles |= solid[k] ? 1u << (k / width * 4 + k % width) : 0;
    CHECK(merged->count == fewest_of(tiles, 16), "%zu boxes, %u are enough", merged->count, fewest_of(tiles, 16));
}

/* Grids of single bits, of blocks, and of pillars, where very many cuts cross. */
static void read_cells(reader *in, uint8_t *solid, size_t *width, size_t *height)
{
    unsigned tag = read_byte(in), bits = 0;

    *width = tag & 1 ? 1 + read_byte(in) % 4 : 1 + read_byte(in) % 12;
    *height = tag & 1 ? 1 + read_byte(in) % 4 : 1 + read_byte(in) % 12;
    if (tag % 16 == 14) {
        unsigned pillars = 33 + tag / 16 % 2;
        *width = *height = 2 * pillars + 3;
    }
    for (size_t y = 0; y < *height; y++)
        for (size_t x = 0; x < *width; x++) {
            bool inner_x = x > 0 && x + 1 < *width, inner_y = y > 0 && y + 1 < *height;
            bits = bits > 1 ? bits >> 1 : read_byte(in) | 256;
            solid[y * *width + x] =
                tag % 16 != 14 ? bits & 1 : (inner_x && inner_y) || (inner_x && x % 2 == 0) || (inner_y && y % 2 == 0);
        }
}

static double line_of(double origin, size_t i, double tile)
{
    double x = origin + (double)i * tile;

    return c2d_check(&x) == C2D_OK ? x : NAN;
}

/* The lines of the grid; a line that is NaN is out of the domain. */
static c2d_status expected_lines(double origin, double tile, size_t count, double *lines)
{
    c2d_status status = c2d_check(&tile);

    if (status || !(tile > 0))
        return status ? status : C2D_NOT_POSITIVE;
    for (size_t i = 0; i <= count; i++) {
        double x = origin + (double)i * tile;
        status = c2d_check(&x);
        if (status)
            return status;
        lines[i] = line_of(origin, i, tile);
        if (i > 0 && !(lines[i - 1] < lines[i]))
            return C2D_VANISHES;
    }
    return C2D_OK;
}

/* Repeats the call and fails one allocation after the other. */
static void check_memory_of_tiles(unsigned seed, const uint8_t *solid, size_t width, size_t height, c2d_vec origin,
                                  c2d_vec tile, unsigned long used)
{
    c2d_boxes out;
    c2d_status status;

    target_allocations_left = (int)(seed % used);
    status = c2d_merge_tiles(solid, width, height, origin, tile, &out);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    CHECK(out.list == NULL && out.count == 0, "something is left");
    target_allocations_left = -1;
}

static void try_tiles(reader *in)
{
    static uint8_t solid[MOST_CELLS];
    double x[80], y[80];
    size_t width, height;
    unsigned seed = read_byte(in);
    c2d_vec origin = {seed & 1 ? read_number(in) : 0, seed & 1 ? read_number(in) : 0};
    c2d_vec tile = {seed & 2 ? read_number(in) : 16, seed & 2 ? read_number(in) : 16};
    c2d_status expected, status;
    c2d_boxes out, again;
    unsigned long before;

    read_cells(in, solid, &width, &height);
    cells = solid;
    cells_width = width;
    cells_height = height;
    if (target_verbose)
        print_case();
    expected = expected_lines(origin.x, tile.x, width, x);
    expected = expected ? expected : expected_lines(origin.y, tile.y, height, y);
    before = target_allocations;
    status = c2d_merge_tiles(solid, width, height, origin, tile, &out);
    CHECK(status == expected, "status %d, expected %d: origin (%g, %g), tile (%g, %g)", (int)status, (int)expected,
          origin.x, origin.y, tile.x, tile.y);
    check_rule(status);
    CHECK(status == C2D_OK || (out.list == NULL && out.count == 0), "something is left");
    if (status)
        return;
    check_cover(&out, solid, x, width, y, height);
    check_fewest(&out, solid, width, height);
    check_memory_of_tiles(seed * 5 + read_byte(in), solid, width, height, origin, tile, target_allocations - before);

    /* merging the boxes again gives the same boxes, bit for bit */
    status = c2d_merge_boxes(out.list, out.count, &again);
    CHECK(status == C2D_OK && again.count == out.count &&
              memcmp(again.list, out.list, out.count * sizeof *out.list) == 0,
          "%zu boxes, merged again %zu", out.count, again.count);
    c2d_boxes_free(&again);
    c2d_boxes_free(&out);
}

/* ---- boxes ---- */

static c2d_bounds read_box(reader *in, const c2d_bounds *earlier, size_t count)
{
    unsigned tag = read_byte(in);
    c2d_bounds near = count ? earlier[tag / 16 % count] : (c2d_bounds){{0, 0}, {1, 1}};
    c2d_vec size = {near.max.x - near.min.x, near.max.y - near.min.y};

    switch (tag % 16) {
    case 0: return (c2d_bounds){near.max, read_point(in)};
    case 1: return (c2d_bounds){{near.max.x, near.min.y}, {near.max.x + size.x, near.max.y}};
    case 2: return (c2d_bounds){{near.min.x, near.max.y}, {near.max.x, near.max.y + size.y}};
    case 3: return (c2d_bounds){{near.min.x + size.x / 4, near.min.y - size.y}, {near.min.x + size.x / 2, near.max.y}};
    case 4: return (c2d_bounds){{ulps_off(near.max.x, 1), near.min.y}, {near.max.x + size.x, near.max.y}};
    case 5: return (c2d_bounds){{ulps_off(near.max.x, -1), near.min.y}, {near.max.x + size.x, near.max.y}};
    case 6: return near;
    default: return (c2d_bounds){read_point(in), read_point(in)};
    }
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static size_t sort_distinct(double *numbers, size_t n)
{
    size_t count = 0;

    qsort(numbers, n, sizeof *numbers, by_number);
    for (size_t i = 0; i < n; i++)
        if (count == 0 || numbers[i] != numbers[count - 1])
            numbers[count++] = numbers[i];
    return count;
}

static void try_boxes(reader *in)
{
    static uint8_t solid[MOST_CELLS];
    c2d_bounds given[MOST_BOXES];
    double x[2 * MOST_BOXES], y[2 * MOST_BOXES];
    size_t n = read_byte(in) % (MOST_BOXES + 1), lines = 0, columns, rows;
    unsigned seed = read_byte(in);
    c2d_status expected = C2D_OK, status;
    c2d_boxes out, tiles;
    unsigned long before;

    for (size_t i = 0; i < n; i++)
        given[i] = read_box(in, given, i);
    boxes = given;
    box_count = n;
    if (target_verbose)
        print_case();
    before = target_allocations;
    status = c2d_merge_boxes(given, n, &out);
    before = target_allocations - before;
    for (size_t i = 0; i < n; i++) {
        double *numbers[4] = {&given[i].min.x, &given[i].min.y, &given[i].max.x, &given[i].max.y};
        for (int k = 0; k < 4 && !expected; k++)
            expected = c2d_check(numbers[k]);
    }
    CHECK(status == expected, "status %d, expected %d", (int)status, (int)expected);
    CHECK(status == C2D_OK || (out.list == NULL && out.count == 0), "something is left");
    if (status)
        return;

    /* the same on a grid of all their lines */
    for (size_t i = 0; i < n; i++) {
        c2d_bounds b = given[i];
        given[i] = (c2d_bounds){{fmin(b.min.x, b.max.x), fmin(b.min.y, b.max.y)},
                                {fmax(b.min.x, b.max.x), fmax(b.min.y, b.max.y)}};
        if (given[i].min.x == given[i].max.x || given[i].min.y == given[i].max.y)
            continue;
        x[lines] = given[i].min.x;
        y[lines++] = given[i].min.y;
        x[lines] = given[i].max.x;
        y[lines++] = given[i].max.y;
    }
    columns = sort_distinct(x, lines);
    rows = sort_distinct(y, lines);
    columns -= columns > 0;
    rows -= rows > 0;
    memset(solid, 0, sizeof solid);
    for (size_t k = 0; k < columns * rows; k++)
        for (size_t i = 0; i < n; i++)
            solid[k] |= given[i].min.x <= x[k % columns] && x[k % columns] < given[i].max.x &&
                        given[i].min.y <= y[k / columns] && y[k / columns] < given[i].max.y;
    check_cover(&out, solid, x, columns, y, rows);
    check_fewest(&out, solid, columns, rows);
    status = c2d_merge_tiles(solid, columns, rows, (c2d_vec){0, 0}, (c2d_vec){1, 1}, &tiles);
    CHECK(status == C2D_OK && tiles.count == out.count, "%zu boxes, of tiles %zu", out.count, tiles.count);
    for (size_t i = 0; i < out.count; i++)
        CHECK(x[(size_t)tiles.list[i].min.x] == out.list[i].min.x &&
                  y[(size_t)tiles.list[i].max.y] == out.list[i].max.y,
              "box %zu of tiles is another", i);
    c2d_boxes_free(&tiles);
    c2d_boxes_free(&out);

    target_allocations_left = (int)(seed % before);
    status = c2d_merge_boxes(given, n, &out);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % before), before, (int)status);
    CHECK(out.list == NULL && out.count == 0, "something is left");
    target_allocations_left = -1;
}

/* ---- polygons: the oracle ---- */

/* Coordinates as multiples of a power of two, and along a vertical line heights as fractions. */
typedef struct height {
    integer above, below; /* below > 0 */
    int winding, cover;   /* how both change at the edge, upward */
} height;

static void load(integer *out, double x, int unit) { integer_set_double(out, x, unit); }

/* The sign of (q - p) x (r - p). */
static int turn(c2d_vec p, c2d_vec q, c2d_vec r, int unit)
{
    integer a[4], n[6], s, t;
    const double c[6] = {p.x, p.y, q.x, q.y, r.x, r.y};

    for (int i = 0; i < 6; i++)
        load(&n[i], c[i], unit);
    integer_sub(&a[0], &n[2], &n[0]);
    integer_sub(&a[1], &n[3], &n[1]);
    integer_sub(&a[2], &n[4], &n[0]);
    integer_sub(&a[3], &n[5], &n[1]);
    integer_mul(&s, &a[0], &a[3]);
    integer_mul(&t, &a[1], &a[2]);
    return integer_compare(&s, &t);
}

static bool cross(c2d_vec a, c2d_vec b, c2d_vec c, c2d_vec d, int unit)
{
    return turn(a, b, c, unit) * turn(a, b, d, unit) < 0 && turn(c, d, a, unit) * turn(c, d, b, unit) < 0;
}

/* Where the edge p q is in the middle between two vertical lines: with dx = 2 (q.x - p.x) > 0, (p.y dx + (left + right
 * - 2 p.x) (q.y - p.y)) / dx. */
static void set_height(height *h, c2d_vec p, c2d_vec q, double left, double right, int unit)
{
    integer px, py, qx, qy, a, b, x;

    load(&px, p.x, unit);
    load(&py, p.y, unit);
    load(&qx, q.x, unit);
    load(&qy, q.y, unit);
    load(&a, left, unit);
    load(&b, right, unit);
    integer_add(&x, &a, &b);
    integer_sub(&x, &x, &px);
    integer_sub(&x, &x, &px);
    integer_sub(&h->below, &qx, &px);
    integer_shift(&h->below, &h->below, 1);
    integer_sub(&a, &qy, &py);
    integer_mul(&a, &a, &x);
    integer_mul(&b, &py, &h->below);
    integer_add(&h->above, &a, &b);
}

static int compare_heights(const height *a, const height *b)
{
    integer s, t;

    integer_mul(&s, &a->above, &b->below);
    integer_mul(&t, &b->above, &a->below);
    return integer_compare(&s, &t);
}

#define MOST_HEIGHTS 320

/* Adds the crossings of a cycle with the line, to the winding number or to the number of covering pieces. */
static size_t add_heights(height *heights, size_t count, const c2d_vec *cycle, size_t n, double left, double right,
                          bool covers, int unit)
{
    for (size_t i = 0; i < n; i++) {
        c2d_vec p = cycle[i], q = cycle[i + 1 < n ? i + 1 : 0];
        int way = p.x < q.x ? 1 : -1;
        height h = {.winding = covers ? 0 : way, .cover = covers ? way : 0};
        size_t at = count;
        if (way < 0) {
            c2d_vec other = p;
            p = q;
            q = other;
        }
        if (!(p.x <= left && right <= q.x && p.x < q.x))
            continue;
        CHECK(count < MOST_HEIGHTS, "too many edges");
        set_height(&h, p, q, left, right, unit);
        for (; at > 0 && compare_heights(&h, &heights[at - 1]) < 0; at--)
            heights[at] = heights[at - 1];
        heights[at] = h;
        count++;
    }
    return count;
}

/* Between each two neighbouring x of corners: whether the winding number of all outlines together is 0 or always the
 * same (inside, if that is not 0), and if pieces are given, that they cover what is enclosed, once. */
static bool check_outlines(const c2d_vec *p, const size_t *ends, size_t outlines, int inside, const c2d_pieces *pieces,
                           int unit)
{
    static height heights[MOST_HEIGHTS];
    double x[(1 + MOST_HOLES) * MOST_POINTS];
    size_t lines, n = ends[outlines - 1];

    for (size_t i = 0; i < n; i++)
        x[i] = p[i].x;
    lines = sort_distinct(x, n);
    for (size_t k = 0; k + 1 < lines; k++) {
        size_t count = 0;
        int winding = 0, cover = 0;
        for (size_t i = 0, first = 0; i < outlines; first = ends[i++])
            count = add_heights(heights, count, p + first, ends[i] - first, x[k], x[k + 1], false, unit);
        for (size_t i = 0; pieces && i < pieces->count; i++)
            count = add_heights(heights, count, pieces->vertices + pieces->first[i],
                                pieces->first[i + 1] - pieces->first[i], x[k], x[k + 1], true, unit);
        for (size_t i = 0; i < count; i++) {
            winding += heights[i].winding;
            cover += heights[i].cover;
            if (i + 1 < count && compare_heights(&heights[i], &heights[i + 1]) == 0)
                continue;
            if (winding != 0 && inside == 0)
                inside = winding;
            if (winding != 0 && (winding != inside || abs(winding) > 1))
                return false;
            CHECK(!pieces || cover == abs(winding), "%d pieces where the winding number is %d", cover, winding);
        }
    }
    return true;
}

static bool check_lines(const c2d_vec *p, size_t n, const c2d_pieces *pieces, int unit)
{
    return check_outlines(p, &n, 1, 0, pieces, unit);
}

static void add_area(integer *sum, const c2d_vec *cycle, size_t n, int unit)
{
    for (size_t i = 0; i < n; i++) {
        c2d_vec p = cycle[i], q = cycle[i + 1 < n ? i + 1 : 0];
        integer px, py, qx, qy, s, t;
        load(&px, p.x, unit);
        load(&py, p.y, unit);
        load(&qx, q.x, unit);
        load(&qy, q.y, unit);
        integer_mul(&s, &px, &qy);
        integer_mul(&t, &py, &qx);
        integer_sub(&s, &s, &t);
        integer_add(sum, sum, &s);
    }
}

static int unit_of(const c2d_vec *p, size_t n)
{
    int unit = 0;

    for (size_t i = 0; i < n; i++) {
        int x = double_lowest_bit(p[i].x, unit), y = double_lowest_bit(p[i].y, unit);
        unit = x < unit ? x : unit;
        unit = y < unit ? y : unit;
    }
    return unit;
}

/* ---- polygons ---- */

static double distance(c2d_vec p, c2d_vec q) { return hypot(p.x - q.x, p.y - q.y); }

/* Shortens a closed path until no two edges cross, or almost none. */
static void uncross(c2d_vec *p, size_t n)
{
    for (int round = 0, better = 1; better && round < 40; round++) {
        better = 0;
        for (size_t i = 0; i + 2 < n; i++)
            for (size_t j = i + 2; j < n - (i == 0); j++) {
                c2d_vec a = p[i], b = p[i + 1], c = p[j], d = p[(j + 1) % n];
                if (!(distance(a, c) + distance(b, d) < 0.999999 * (distance(a, b) + distance(c, d))))
                    continue;
                for (size_t low = i + 1, high = j; low < high; low++, high--) {
                    c2d_vec other = p[low];
                    p[low] = p[high];
                    p[high] = other;
                }
                better = 1;
            }
    }
}

/* Points in any order, without crossings, around a centre, a lattice walk, or two cycles joined by an edge. */
static size_t read_polygon(reader *in, c2d_vec *p)
{
    unsigned tag = read_byte(in);
    size_t n = read_points(in, p, MOST_POINTS - 4), count;

    if (tag % 8 < 4)
        for (size_t i = 0; i < n; i++) {
            unsigned byte = read_byte(in);
            p[i] = (c2d_vec){byte % 16 % (tag % 4 + 3), byte / 16 % (tag % 4 + 3)};
        }
    if (tag % 8 > 1)
        uncross(p, n);
    if (tag & 32)
        for (size_t i = 0; i < n; i++) {
            double angle = (i + 0.5) * 6.28 / n, r = 1 + read_byte(in) % 8;
            p[i] = (c2d_vec){r * cos(angle), r * sin(angle)};
        }
    count = n;
    if (tag & 64 && n > 2) { /* out and back again, from any corner */
        size_t at = read_byte(in) % n, steps = 1 + read_byte(in) % 2;
        c2d_vec spike[2] = {read_point(in), tag & 128 ? p[(at + 2) % n] : read_point(in)};
        memmove(p + at + 2 * steps, p + at, (n - at) * sizeof *p);
        p[at] = p[at + 2 * steps];
        for (size_t i = 0; i < steps; i++)
            p[at + 1 + i] = p[at + 2 * steps - 1 - i] = spike[i];
        count = n + 2 * steps;
    }
    return count;
}

static bool is_before(c2d_vec p, c2d_vec q) { return p.x < q.x || (p.x == q.x && p.y < q.y); }

/* Whether p is strictly between a and b on their line. Doubles only rule out what is far from the line: they round each
 * difference and product once. */
static bool is_inside_edge(c2d_vec p, c2d_vec a, c2d_vec b, int unit)
{
    c2d_vec triangle[3] = {a, b, p};
    double left = (b.x - a.x) * (p.y - a.y), right = (b.y - a.y) * (p.x - a.x);
    integer area;

    if (is_before(a, b) ? !is_before(a, p) || !is_before(p, b) : !is_before(b, p) || !is_before(p, a))
        return false;
    if (fabs(left - right) > 1e-9 * (fabs(left) + fabs(right)))
        return false;
    integer_set(&area, 0);
    add_area(&area, triangle, 3, unit);
    return area.sign == 0;
}

/* No corner of a piece is inside an edge of a piece: a motion that rounds would open a gap between them. */
static void check_corners(const c2d_pieces *pieces, int unit)
{
    const c2d_vec *v = pieces->vertices;
    for (size_t i = 0; i < pieces->count; i++)
        for (size_t k = pieces->first[i]; k < pieces->first[i + 1]; k++) {
            size_t next = k + 1 < pieces->first[i + 1] ? k + 1 : pieces->first[i];
            for (size_t j = 0; j < pieces->first[pieces->count]; j++)
                CHECK(!is_inside_edge(v[j], v[k], v[next], unit), "the corner (%.17g, %.17g) is inside an edge of %zu",
                      v[j].x, v[j].y, i);
        }
}

static void check_pieces(const c2d_vec *p, size_t n, const c2d_pieces *pieces, int unit)
{
    integer given, sum;

    integer_set(&given, 0);
    integer_set(&sum, 0);
    add_area(&given, p, n, unit);
    given.sign = given.sign < 0 ? 1 : given.sign;
    CHECK(pieces->first[0] == 0, "the first piece starts at %zu", pieces->first[0]);
    for (size_t i = 0; i < pieces->count; i++) {
        const c2d_vec *v = pieces->vertices + pieces->first[i];
        size_t count = pieces->first[i + 1] - pieces->first[i];
        const char *error = count < 3 ? "too few corners" : oracle_hull_error(&v->x, count, &v->x, count);
        c2d_vec storage[2 * MOST_POINTS];
        c2d_shape shape;
        CHECK(error == NULL, "piece %zu: %s", i, error);
        CHECK(c2d_polygon(&shape, v, count, 0, storage) == C2D_OK && shape.count == count, "piece %zu is no polygon",
              i);
        for (size_t k = 0; k < count; k++) {
            size_t own = 0;
            while (own < n && !same_bits(p[own], v[k]))
                own++;
            CHECK(own < n, "piece %zu has the corner (%.17g, %.17g)", i, v[k].x, v[k].y);
        }
        add_area(&sum, v, count, unit);
    }
    CHECK(integer_compare(&given, &sum) == 0, "the areas differ");
    check_lines(p, n, pieces, unit);
    check_corners(pieces, unit);
}

static void check_memory_of_polygon(unsigned seed, const c2d_vec *p, size_t n, unsigned long used)
{
    c2d_pieces out;
    c2d_status status;

    target_allocations_left = (int)(seed % used);
    status = c2d_decompose(p, n, &out);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    CHECK(out.vertices == NULL && out.first == NULL && out.count == 0, "something is left");
    target_allocations_left = -1;
}

static void try_polygon(reader *in)
{
    c2d_vec p[MOST_POINTS + 4], back[MOST_POINTS + 4];
    unsigned seed = read_byte(in);
    size_t n = read_polygon(in, p);
    bool crossing = false;
    unsigned long before = target_allocations;
    c2d_pieces out, again;
    c2d_status status, expected = C2D_OK;
    int unit;

    polygon = p;
    polygon_count = n;
    if (target_verbose)
        print_case();
    if (seed % 64 == 63) {
        p[seed / 64 % n].x = read_number(in);
        n = seed % 128 == 127 ? 0 : n;
    }
    status = c2d_decompose(p, n, &out);
    before = target_allocations - before;
    for (size_t i = 0; i < n && !expected; i++) {
        expected = c2d_check(&p[i].x);
        expected = expected ? expected : c2d_check(&p[i].y);
    }
    expected = n == 0 ? C2D_NO_POINTS : expected;
    check_rule(status);
    CHECK(status == C2D_OK || (out.vertices == NULL && out.first == NULL && out.count == 0), "something is left");
    if (expected) {
        CHECK(status == expected, "status %d, expected %d", (int)status, (int)expected);
        return;
    }
    unit = unit_of(p, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            crossing = crossing || cross(p[i], p[(i + 1) % n], p[j], p[(j + 1) % n], unit);
    expected = crossing || !check_lines(p, n, NULL, unit) ? C2D_CROSSES : C2D_OK;
    CHECK(status == expected, "status %d, expected %d", (int)status, (int)expected);
    if (status == C2D_CROSSES) {
        size_t e = out.crossing[0], f = out.crossing[1];
        CHECK(e < f && f < n, "edges %zu and %zu", e, f);
        CHECK(cross(p[e], p[(e + 1) % n], p[f], p[(f + 1) % n], unit) == crossing, "edges %zu and %zu", e, f);
        return;
    }
    check_pieces(p, n, &out, unit);
    check_memory_of_polygon(seed * 3 + read_byte(in), p, n, before);

    /* the opposite orientation gives the same */
    for (size_t i = 0; i < n; i++)
        back[i] = p[n - 1 - i];
    status = c2d_decompose(back, n, &again);
    CHECK(status == C2D_OK && again.count == out.count &&
              memcmp(again.vertices, out.vertices, out.first[out.count] * sizeof *out.vertices) == 0,
          "%zu pieces, the other way round %zu", out.count, again.count);
    c2d_pieces_free(&again);
    c2d_pieces_free(&out);
}

/* ---- polygons with holes ---- */

static bool crosses(const c2d_vec *p, const size_t *ends, size_t outlines, int unit)
{
    for (size_t k = 0, first = 0; k < outlines; first = ends[k++])
        for (size_t i = first; i < ends[k]; i++)
            for (size_t j = 0; j < i; j++) {
                size_t m = 0;
                while (ends[m] <= j)
                    m++;
                if (cross(p[i], p[i + 1 < ends[k] ? i + 1 : first], p[j],
                          p[j + 1 < ends[m] ? j + 1
                            : m > 0         ? ends[m - 1]
                                            : 0],
                          unit))
                    return true;
            }
    return false;
}

static int direction_of(const c2d_vec *p, size_t n, int unit)
{
    integer area;

    integer_set(&area, 0);
    add_area(&area, p, n, unit);
    return area.sign;
}

static void reverse(c2d_vec *p, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        c2d_vec other = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = other;
    }
}

/* A polygon or a large box, and small polygons near the lattice. Returns the number of points. */
static size_t read_outlines(reader *in, c2d_vec *p, size_t *ends, size_t outlines)
{
    static const c2d_vec box[4] = {{-1, -1}, {9, -1}, {9, 9}, {-1, 9}};
    size_t n = 4;

    if (read_byte(in) & 1)
        n = read_polygon(in, p);
    else
        memcpy(p, box, sizeof box);
    ends[0] = n;
    for (size_t k = 1; k < outlines; k++) {
        unsigned where = read_byte(in);
        size_t count = read_polygon(in, p + n);
        double scale = where & 64 ? 0.5 : 1;
        for (size_t i = n; i < n + count; i++)
            p[i] = (c2d_vec){p[i].x * scale + where % 8, p[i].y * scale + where / 8 % 8};
        n += count;
        ends[k] = n;
    }
    return n;
}

/* The status by the definition, of outlines whose numbers are in the domain. Directs the holes against the outline. */
static c2d_status judge_outlines(c2d_vec *p, const size_t *ends, size_t outlines, int unit)
{
    int outer = 0;

    for (size_t k = 0, first = 0; k < outlines; first = ends[k++]) {
        size_t n = ends[k] - first;
        int direction = direction_of(p + first, n, unit);
        if (crosses(p + first, &n, 1, unit) || !check_lines(p + first, n, NULL, unit))
            return C2D_CROSSES;
        if (k == 0)
            outer = direction ? direction : 1;
        else if (direction == outer)
            reverse(p + first, n);
    }
    if (crosses(p, ends, outlines, unit))
        return C2D_NOT_INSIDE;
    return check_outlines(p, ends, outlines, outer, NULL, unit) ? C2D_OK : C2D_NOT_INSIDE;
}

static void try_outlines(reader *in)
{
    static c2d_vec p[(1 + MOST_HOLES) * (MOST_POINTS + 4)];
    size_t ends[1 + MOST_HOLES], outlines = 2 + read_byte(in) % MOST_HOLES, n;
    unsigned seed = read_byte(in);
    unsigned long used;
    c2d_pieces out, again;
    c2d_status status, expected = C2D_OK;
    int unit;

    n = read_outlines(in, p, ends, outlines);
    polygon = p;
    polygon_count = n;
    if (target_verbose)
        print_case();
    used = target_allocations;
    status = c2d_decompose_outlines(p, ends, outlines, &out);
    used = target_allocations - used;
    check_rule(status);
    CHECK(status == C2D_OK || (out.vertices == NULL && out.first == NULL && out.count == 0), "something is left");
    for (size_t i = 0; i < n && !expected; i++) {
        expected = c2d_check(&p[i].x);
        expected = expected ? expected : c2d_check(&p[i].y);
    }
    unit = unit_of(p, n);
    expected = expected ? expected : judge_outlines(p, ends, outlines, unit);
    CHECK(status == expected, "status %d, expected %d", (int)status, (int)expected);
    if (status)
        return;
    check_outlines(p, ends, outlines, 0, &out, unit);
    check_corners(&out, unit);

    target_allocations_left = (int)(seed % used);
    status = c2d_decompose_outlines(p, ends, outlines, &again);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    CHECK(again.vertices == NULL && again.first == NULL && again.count == 0, "something is left");
    target_allocations_left = -1;
    c2d_pieces_free(&out);
}

/* ---- long polygons ---- */

#define MOST_LONG 1000

/* Points on few lines, in any order, so that most edges overlap others: a zigzag, spikes from one point, or several
 * lines. */
static size_t read_long(reader *in, c2d_vec *p)
{
    unsigned tag = read_byte(in), mix = read_byte(in), lines = 1 + read_byte(in) % 4;
    size_t n = 3 + 4 * (size_t)read_byte(in) % (MOST_LONG - 3);
    double dx = read_byte(in) % 5, dy = read_byte(in) % 5;

    for (size_t i = 0; i < n; i++) {
        unsigned line = (unsigned)(i * lines / n);
        double t = (double)i;
        mix = mix * 1103515245u + 12345u;
        switch (tag % 4) {
        case 0: t = i % 2 ? (double)i : (double)(n + i); break;
        case 1: t = i % 2 ? (double)i : 0; break;
        case 2: t = mix >> 16 & 1023; break;
        default: t = mix >> 16 & 15; break;
        }
        p[i] = (c2d_vec){t * dx, t * dy};
        if (tag & 4) /* a fan of lines, or parallel lines */
            p[i] = (c2d_vec){t * (dx + line), t * (dy + 1)};
        else
            p[i].y += line;
    }
    if (tag & 8)
        p[n - 1] = (c2d_vec){-1, 5000};
    if (tag & 16) { /* a saw with its tips in any order */
        for (size_t i = 0; i < n; i++) {
            mix = mix * 1103515245u + 12345u;
            p[i] = (c2d_vec){i % 2 ? mix >> 16 & 1023 : 1024, (double)i};
        }
        p[n - 1].x = 1025;
    }
    return n;
}

/* The most steps for n points: of each two searches of a tree that is at most 1.45 log2 n high, what it is on and what
 * is about it; a sort of the edges that begin; triangles, of which there are at most two for an edge, and as many tries
 * that fail as edges that end; for two edges to be named six looks at all. */
static unsigned long most_steps(size_t n)
{
    unsigned long bits = 1;

    while (n >> bits)
        bits++;
    return n * (4 * bits + 24);
}

static void try_long(reader *in)
{
    static c2d_vec p[MOST_LONG];
    size_t n = read_long(in, p);
    c2d_pieces out;
    c2d_status status;
    integer given, sum;

    polygon = p;
    polygon_count = n;
    if (target_verbose)
        print_case();
    target_steps_done = 0;
    status = c2d_decompose(p, n, &out);
    CHECK(target_steps_done <= most_steps(n), "%lu steps for %zu points, %lu are enough", target_steps_done, n,
          most_steps(n));
    CHECK(status == C2D_OK || status == C2D_CROSSES, "%s", c2d_rule(status));
    if (status == C2D_CROSSES) {
        CHECK(out.crossing[0] < out.crossing[1] && out.crossing[1] < n, "edges %zu and %zu", out.crossing[0],
              out.crossing[1]);
        return;
    }
    integer_set(&given, 0);
    integer_set(&sum, 0);
    add_area(&given, p, n, 0);
    given.sign = given.sign < 0 ? 1 : given.sign;
    for (size_t i = 0; i < out.count; i++) {
        const c2d_vec *v = out.vertices + out.first[i];
        size_t count = out.first[i + 1] - out.first[i];
        CHECK(count >= 3 && oracle_hull_error(&v->x, count, &v->x, count) == NULL, "piece %zu", i);
        add_area(&sum, v, count, 0);
    }
    CHECK(integer_compare(&given, &sum) == 0, "the areas differ");
    c2d_pieces_free(&out);
}

/* An empty grid has no boxes, and a grid larger than memory is refused. */
static void try_nothing(void)
{
    c2d_boxes out;
    c2d_pieces pieces;
    c2d_status status = c2d_merge_tiles(NULL, 0, 0, (c2d_vec){0, 0}, (c2d_vec){1, 1}, &out);

    CHECK(status == C2D_OK && out.count == 0, "status %d, %zu boxes", (int)status, out.count);
    c2d_boxes_free(&out);
    status = c2d_merge_tiles(NULL, 0, 9, (c2d_vec){0, 0}, (c2d_vec){1, 1}, &out);
    CHECK(status == C2D_OK && out.count == 0, "status %d, %zu boxes", (int)status, out.count);
    c2d_boxes_free(&out);
    status = c2d_merge_boxes(NULL, 0, &out);
    CHECK(status == C2D_OK && out.count == 0, "status %d, %zu boxes", (int)status, out.count);
    c2d_boxes_free(&out);
    status = c2d_merge_tiles(NULL, (size_t)1 << 31, 1, (c2d_vec){0, 0}, (c2d_vec){1, 1}, &out);
    CHECK(status == C2D_NO_MEMORY, "room for 2^31 tiles in a row: %d", (int)status);
    status = c2d_merge_tiles(NULL, 1, (size_t)1 << 31, (c2d_vec){0, 0}, (c2d_vec){1, 1}, &out);
    CHECK(status == C2D_NO_MEMORY, "room for 2^31 tiles in a column: %d", (int)status);
    status = c2d_merge_boxes(NULL, (size_t)1 << 31, &out);
    CHECK(status == C2D_NO_MEMORY, "room for 2^31 boxes: %d", (int)status);
    status = c2d_decompose_outlines(NULL, NULL, 0, &pieces);
    CHECK(status == C2D_NO_POINTS, "a polygon without outlines: %d", (int)status);
    status = c2d_decompose(NULL, (size_t)1 << 31, &pieces);
    CHECK(status == C2D_NO_MEMORY, "room for 2^31 points: %d", (int)status);
}

/* A set of ranks knows its members and, of any place, the next and the previous: those of a list of booleans. The
 * polygons of this target have too few corners for more than one level. */
static void try_ranks(reader *in)
{
    enum { MOST = 5000 };
    static bool has[MOST];
    c2d_ranks set;

    memset(has, 0, sizeof has);
    CHECK(c2d_ranks_open(&set, MOST) == C2D_OK, "no room for %d ranks", (int)MOST);
    while (read_left(in) > 1) {
        uint32_t high = read_byte(in), rank = (256 * high + read_byte(in)) % MOST, next = rank, previous = rank;
        c2d_ranks_toggle(&set, rank);
        has[rank] = !has[rank];
        CHECK(c2d_ranks_has(&set, rank) == has[rank], "rank %u", rank);
        while (next < MOST && !has[next])
            next++;
        while (previous != C2D_NULL_INDEX && !has[previous])
            previous--; /* before 0 comes C2D_NULL_INDEX */
        next = next < MOST ? next : C2D_NULL_INDEX;
        CHECK(c2d_ranks_next(&set, rank) == next, "after %u: not %u", rank, c2d_ranks_next(&set, rank));
        CHECK(c2d_ranks_previous(&set, rank) == previous, "before %u: not %u", rank, c2d_ranks_previous(&set, rank));
    }
    c2d_ranks_close(&set);
}

/* ---- sequences ---- */

#define MEMBERS 256

/* Whether a member is at a place of the sequence, or after it. */
static bool is_at_or_after(const void *context, uint32_t member)
{
    const unsigned *place = context; /* of each member; the last is the one that is asked for */

    return place[member] >= place[MEMBERS];
}

/* The height of a subtree, which is balanced, and whose links go both ways. */
static int check_subtree(const c2d_avl_tree *s, uint32_t member, uint32_t parent)
{
    const c2d_avl_node *node = &s->nodes[member];
    int left, right;

    if (member == C2D_NULL_INDEX)
        return 0;
    CHECK(node->parent == parent, "member %u is below %u, not %u", member, node->parent, parent);
    left = check_subtree(s, node->child[0], member);
    right = check_subtree(s, node->child[1], member);
    CHECK(abs(left - right) <= 1, "member %u is above heights %d and %d", member, left, right);
    CHECK(node->height == 1 + (left > right ? left : right), "height %d above %d and %d", node->height, left, right);
    return node->height;
}

/* A tree finds each place of the sequence that its members were inserted in, and stays balanced. */
static void try_sequence(reader *in)
{
    static c2d_avl_node nodes[MEMBERS];
    c2d_avl_tree s = {nodes, C2D_NULL_INDEX};
    uint32_t list[MEMBERS], used = 0;
    unsigned place[MEMBERS + 1], count = 0;

    while (read_left(in) > 0 && used < MEMBERS) {
        unsigned tag = read_byte(in), at = count ? read_byte(in) % (count + 1) : 0;
        if (tag % 4 == 0 && at < count) {
            c2d_avl_remove(&s, list[at]);
            memmove(list + at, list + at + 1, (--count - at) * sizeof *list);
        } else {
            at = tag % 4 == 1 ? count : tag % 4 == 2 ? 0 : at;
            c2d_avl_insert(&s, used, at > 0 ? list[at - 1] : C2D_NULL_INDEX, at < count ? list[at] : C2D_NULL_INDEX);
            memmove(list + at + 1, list + at, (count++ - at) * sizeof *list);
            list[at] = used++;
        }
        check_subtree(&s, s.root, C2D_NULL_INDEX);
        for (unsigned i = 0; i < count; i++)
            place[list[i]] = i;
        for (unsigned i = 0; i <= count; i++) {
            uint32_t before, member = i < count ? list[i] : C2D_NULL_INDEX;
            place[MEMBERS] = i;
            CHECK(c2d_avl_find(&s, is_at_or_after, place, &before) == member, "place %u of %u", i, count);
            CHECK(before == (i > 0 ? list[i - 1] : C2D_NULL_INDEX), "before place %u of %u: %u", i, count, before);
            if (i > 0)
                CHECK(c2d_avl_after(&s, before) == member, "after place %u of %u", i - 1, count);
            if (i < count)
                CHECK(nodes[member].next[0] == before, "the link before place %u of %u", i, count);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned tag;

    polygon = NULL;
    boxes = NULL;
    cells = NULL;
    target_context = print_case;
    target_subjects(NULL, NULL);
    tag = read_byte(&in);
    switch (tag < 232 ? tag % 4 : tag < 240 ? 5 : 4) {
    case 0: try_tiles(&in); break;
    case 1: try_boxes(&in); break;
    case 4: try_long(&in); break;
    case 5: try_outlines(&in); break;
    default: try_polygon(&in); break;
    }
    if (size == 1)
        try_nothing();
    in = reader_open(data, size);
    if (size % 16 == 5)
        try_ranks(&in);
    else if (size % 16 == 6)
        try_sequence(&in);
    target_context = NULL;
    return 0;
}
