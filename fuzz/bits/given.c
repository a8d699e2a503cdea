/* Pairs made by hand, for numbers that no random input is likely to meet: above all the lower part of a pair of doubles
 * that is exactly 1, where a constant 0 might as well be a 1. */
#include "bits.h"

#include <math.h>

typedef struct given {
    size_t count;
    c2d_vec points[4];
    double radius;
} given;

static const given pairs[][2] = {
    /* d^2 = 94906268^2 + 2, whose upper parts lose 1. */
    {{1, {{0, 0}}, 1}, {1, {{94906268, 0x1.6a09e667f3bcdp+0}}, 0}},
    /* The square of a radius sum that loses 1, beside a gap of 7. */
    {{1, {{0, 0}}, 0x1p54}, {1, {{0x1p54 + 8, 8}}, 1}},
    /* d^2 = 2^80 + 1: the distance is 2^-41, and 0 without the 1. */
    {{1, {{0, 0}}, 0x1p40}, {1, {{0x1p40, 1}}, 0}},
    /* Twice the area is a tie but for a lost 1. */
    {{3, {{0, 0}, {0x1p53 * ((1 << 27) + 1), -3}, {3002399751580331, (1 << 27) + 1}}, 0},
     {3, {{0, 0}, {0x1p60, -5}, {3602879701896397, 0x1p47}}, 0}},
};

static c2d_shape shape_of(const given *g)
{
    c2d_vec storage[4];
    c2d_shape s;

    CHECK(c2d_hull_shape(&s, g->points, g->count, g->radius, storage) == C2D_OK, "a given shape");
    return s;
}

static void run_given_pair(reader *in)
{
    const given *g = pairs[read_byte(in) % (sizeof pairs / sizeof *pairs)];
    c2d_shape a = shape_of(&g[0]), b = shape_of(&g[1]);

    add_word((uint64_t)(c2d_relate(&a, &b) - C2D_APART));
    add_word((uint64_t)c2d_contains(&a, &b) << 1 | c2d_contains(&b, &a));
    add_number(c2d_separation(&a, &b));
    add_number(c2d_area(&a));
    add_number(c2d_area(&b));
}

#define ARC 24

/* Polygons so large that c2d_contains walks around both. Three vertices of b in a row are nearest to the same corner of
 * a, the first one, at its radius; the last of them may be an ulp farther out, or nearer. */
static void run_given_contains(reader *in)
{
    c2d_vec p[ARC + 2] = {{0, 0}, {78, 13}}, q[ARC + 5] = {{-65, 0}, {0, 0}, {0, 39}, {-39, 52}, {-60, 25}};
    c2d_vec hulls[2][ARC + 5];
    c2d_shape a, b;

    for (int k = 0; k < ARC; k++) {
        p[k + 2] = c2d_v(91 + k * (26 - k), -13 + k);
        q[k + 5] = c2d_v(k, k * k / 50.0);
    }
    q[4].x = ulps_off(q[4].x, (int)(read_byte(in) % 3) - 1);
    CHECK(c2d_hull_shape(&a, p, ARC + 2, 65, hulls[0]) == C2D_OK, "a given polygon");
    CHECK(c2d_hull_shape(&b, q, ARC + 5, 0, hulls[1]) == C2D_OK, "a given polygon");
    add_word(c2d_contains(&a, &b));
}

/* A box so far away that rounding takes its least side for a whole number of periods, of which it is d short. Shifted
 * to the first period, it begins at -d, and another box ends d / 2 before the period: they overlap by d / 2. */
static void run_given_images(reader *in)
{
    double w = 0.1 * (1 + read_byte(in) % 8), count = (double)(1 << (16 + read_byte(in) % 8)) + 1;
    c2d_vec period = {w, INFINITY};
    double from = count * w, d = fma(count, w, -from);
    c2d_shape shapes[3];
    uint32_t fault;

    if (d < 0) {
        from = ulps_off(from, -1);
        d = fma(count, w, -from);
    }
    add_word(from / w == count);
    CHECK(c2d_box(&shapes[0], c2d_v(w / 2, 0), c2d_v(w - d / 2, 1), 0) == C2D_OK, "a given box");
    CHECK(c2d_box(&shapes[1], c2d_v(from, 0), c2d_v(from + w / 4, 1), 0) == C2D_OK, "a given box");
    CHECK(c2d_point(&shapes[2], c2d_v(0, 5)) == C2D_OK, "a given point"); /* the origin */
    c2d_image_set set = {3, 0, false, copy_shape, shapes, period};
    add_status_of(c2d_image_pairs(&set, true, add_index_pair, NULL, &fault));
}

const verb given_verbs[] = {{"given_pair", run_given_pair},
                            {"given_contains", run_given_contains},
                            {"given_images", run_given_images},
                            {NULL, NULL}};
