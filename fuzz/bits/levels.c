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

const verb level_verbs[] = {{"merge_tiles", run_merge_tiles},
                            {"merge_boxes", run_merge_boxes},
                            {"decompose", run_decompose},
                            {"decompose_outlines", run_decompose_outlines},
                            {NULL, NULL}};
