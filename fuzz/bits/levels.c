/* Tiles, boxes and polygons that are merged or cut into convex pieces. */
#include "bits.h"

#define MOST_TILES  72
#define MOST_BOXES  24
#define MOST_POINTS 24

static void add_boxes(c2d_status status, c2d_boxes *merged)
{
    add_status(status);
    add_word(merged->count);
    for (size_t i = 0; i < merged->count; i++)
        add_bounds(merged->list[i]);
    c2d_boxes_free(merged);
}

/* A block with teeth on all sides: every cut from a tooth to the opposite one crosses all of the other direction. */
static bool has_teeth(size_t x, size_t y, size_t width, size_t height)
{
    bool inner_x = x > 0 && x + 1 < width, inner_y = y > 0 && y + 1 < height;

    return (inner_x && inner_y) || (inner_x && x % 2 == 0) || (inner_y && y % 2 == 0);
}

static void run_merge_tiles(reader *in)
{
    static uint8_t solid[MOST_TILES * MOST_TILES];
    unsigned teeth = read_byte(in);
    size_t width = 1 + read_byte(in) % 16, height = 1 + read_byte(in) % 16;
    frame f = read_frame(in);
    c2d_vec tile = {f.unit, read_byte(in) % 4 ? f.unit : read_size(in)};
    unsigned density = read_byte(in);
    c2d_boxes merged;

    if (teeth < 8)
        width = height = MOST_TILES - teeth;
    for (size_t i = 0; i < width * height; i++)
        solid[i] = teeth < 8 ? has_teeth(i % width, i / width, width, height) : read_byte(in) <= density;
    add_boxes(TRY(c2d_merge_tiles(solid, width, height, f.origin, tile, &merged)), &merged);
}

static void run_merge_boxes(reader *in)
{
    c2d_bounds boxes[MOST_BOXES];
    size_t n = 1 + read_byte(in) % MOST_BOXES;
    frame f = read_frame(in);
    c2d_boxes merged;

    for (size_t i = 0; i < n; i++) {
        boxes[i].min = read_place(in, &f);
        boxes[i].max = read_byte(in) % 16 == 0 ? read_point(in) : read_place(in, &f);
    }
    add_boxes(TRY(c2d_merge_boxes(boxes, n, &merged)), &merged);
}

static void add_pieces(c2d_status status, c2d_pieces *pieces)
{
    add_status(status);
    if (status == C2D_CROSSES || status == C2D_NOT_INSIDE) {
        add_word(pieces->crossing[0]);
        add_word(pieces->crossing[1]);
    }
    add_word(pieces->count);
    for (size_t i = 0; i < pieces->count; i++)
        add_vecs(pieces->vertices + pieces->first[i], pieces->first[i + 1] - pieces->first[i]);
    c2d_pieces_free(pieces);
}

/* A star around a point. Its corners are whole multiples of these directions away from the point. */
static size_t read_star(reader *in, const frame *f, c2d_vec center, double scale, c2d_vec *points)
{
    static const int direction[16][2] = {{2, 0},  {2, 1},   {2, 2},   {1, 2},   {0, 2},  {-1, 2}, {-2, 2}, {-2, 1},
                                         {-2, 0}, {-2, -1}, {-2, -2}, {-1, -2}, {0, -2}, {1, -2}, {2, -2}, {2, -1}};

    for (size_t i = 0; i < 16; i++) {
        double k = (1 + read_byte(in) % 8) * scale * f->unit;
        points[i].x = center.x + direction[i][0] * k;
        points[i].y = center.y + direction[i][1] * k;
    }
    return 16;
}

static void run_decompose(reader *in)
{
    c2d_vec points[MOST_POINTS];
    unsigned tag = read_byte(in);
    frame f = read_frame(in);
    size_t n = tag & 1 ? read_star(in, &f, f.origin, 1, points) : read_points(in, points, tag & 2 ? 5 : MOST_POINTS);
    c2d_pieces pieces;
    c2d_status status = TRY(c2d_decompose(points, n, &pieces));

    add_pieces(status, &pieces);
}

static void run_decompose_outlines(reader *in)
{
    c2d_vec points[16 * 4];
    size_t ends[4], outlines = 1 + read_byte(in) % 4, n = 0;
    frame f = read_frame(in);
    c2d_pieces pieces;
    c2d_status status;

    for (size_t k = 0; k < outlines; k++) {
        n += read_star(in, &f, k ? read_place(in, &f) : f.origin, k ? 0.0625 : 8, points + n);
        ends[k] = n;
    }
    status = TRY(c2d_decompose_outlines(points, ends, outlines, &pieces));
    add_pieces(status, &pieces);
}

/* ---- more at once ---- */

/* Outlines of a small lattice, where points coincide, edges overlap and cross at points: refused in most inputs. The
 * first one is a block around the others in half of the inputs. */
static void run_decompose_lattice(reader *in)
{
    c2d_vec points[12 * 3];
    unsigned tag = read_byte(in);
    size_t ends[3], outlines = 1 + tag / 4 % 3, n = 0;
    frame f = read_frame(in);
    c2d_pieces pieces;

    for (size_t k = 0; k < outlines; k++) {
        unsigned count = 3 + read_byte(in) % 9;
        for (unsigned i = 0; i < count; i++) {
            unsigned at = read_byte(in), x = at % 5, y = at / 5 % 5;
            if (tag & 1 && k == 0) {
                count = 4;
                x = i == 1 || i == 2 ? 4 : 0;
                y = i / 2 * 4;
            }
            points[n++] = (c2d_vec){f.origin.x + x * f.unit, f.origin.y + y * f.unit};
        }
        ends[k] = n;
    }
    add_pieces(TRY(c2d_decompose_outlines(points, ends, outlines, &pieces)), &pieces);
}

#define MOST_TEETH 300

/* A comb or a saw of many teeth, whose gaps have random depths: x goes forward along one side and back along the other
 * one. The corners of both sides are the members of a sweep at once if the axes are exchanged. */
static void run_decompose_comb(reader *in)
{
    c2d_vec points[2 * MOST_TEETH];
    unsigned tag = read_byte(in), n = 3 + read_byte(in) * read_byte(in) / 220, step;
    uint64_t state = read_byte(in);
    frame f = read_frame(in);
    c2d_pieces pieces;

    for (unsigned i = 0; i < 2 * n; i++) {
        bool back = i >= n;
        double x = back ? 2 * n - 1 - i : i, y = random_step(&state, tag & 2 ? 4 : 1000);
        step = tag & 4 ? i % 2 * 1000 : 0;
        y = (y + step) * (back ? 1 : -1) + (back ? 1 : 0);
        points[i] = tag & 1 ? (c2d_vec){f.origin.x + y * f.unit / 16, f.origin.y + x * f.unit}
                            : (c2d_vec){f.origin.x + x * f.unit, f.origin.y + y * f.unit / 16};
    }
    add_pieces(TRY(c2d_decompose(points, 2 * n, &pieces)), &pieces);
}

/* Boxes of a lattice, so many that they make holes and islands, or the bars of a grille. */
static void run_merge_crowd(reader *in)
{
    enum { MOST = 160 };
    c2d_bounds boxes[MOST];
    unsigned n = 1 + read_byte(in) * read_byte(in) / 410, kind = read_byte(in), range = 4 + read_byte(in) % 60;
    uint64_t state = read_byte(in);
    frame f = read_frame(in);
    c2d_boxes merged;

    for (unsigned i = 0; i < n; i++) {
        unsigned x = random_step(&state, range), y = random_step(&state, range), width = 1, height = 1;
        if (kind % 4 == 1) {
            width += random_step(&state, 8);
            height += random_step(&state, 8);
        } else if (kind % 4 == 2) {
            *(i % 2 ? &width : &height) = 1 + random_step(&state, range);
        }
        boxes[i].min = (c2d_vec){f.origin.x + x * f.unit, f.origin.y + y * f.unit};
        boxes[i].max = (c2d_vec){f.origin.x + (x + width) * f.unit, f.origin.y + (y + height) * f.unit};
    }
    add_boxes(TRY(c2d_merge_boxes(boxes, n, &merged)), &merged);
}

/* A diamond of tiles, some of them missing. From each step of its sides a cut leads to the opposite one, and the middle
 * ones cross most of the others: in a large diamond so many that they are not listed. */
static void run_merge_diamond(reader *in)
{
    enum { MOST = 200 };
    static uint8_t solid[MOST * MOST];
    unsigned tag = read_byte(in), holes = read_byte(in);
    size_t size = tag % 16 ? 3 + tag / 8 : 120 + tag / 16 * 5, flat = 1 + read_byte(in) % 3;
    uint64_t state = read_byte(in);
    c2d_boxes merged;

    for (size_t i = 0; i < size * size; i++) {
        size_t x = i % size, y = i / size;
        size_t side = x < size - 1 - x ? x : size - 1 - x, end = y < size - 1 - y ? y : size - 1 - y;
        solid[i] = side + flat * end >= size / 2 && random_step(&state, 16 * size) >= holes % 8;
    }
    add_boxes(TRY(c2d_merge_tiles(solid, size, size, c2d_v(0, 0), c2d_v(1, 1), &merged)), &merged);
}

const verb level_verbs[] = {{"merge_tiles", run_merge_tiles},
                            {"merge_boxes", run_merge_boxes},
                            {"decompose", run_decompose},
                            {"decompose_outlines", run_decompose_outlines},
                            {"decompose_lattice", run_decompose_lattice},
                            {"decompose_comb", run_decompose_comb},
                            {"merge_crowd", run_merge_crowd},
                            {"merge_diamond", run_merge_diamond},
                            {NULL, NULL}};
