/* Shapes made by hand, for numbers that no random input is likely to meet. */
#include "bits.h"

#include <math.h>

/* Sums that lose exactly 1 when they are rounded, where this decides the result: other numbers hardly ever do. */
static void run_lost_ones(reader *in)
{
    static const double factors[2][2] = {{3, 3002399751580331}, {5, 3602879701896397}}; /* of 2^53 + 1 and 2^54 + 1 */
    const double *f = factors[read_byte(in) % 2];
    unsigned n = read_byte(in);
    double k = n & 1 ? 0x1p27 + 1 : 1, large = ldexp(1, 50 + (int)(n / 2 % 16)), small = ldexp(1, 30 + (int)(n % 12));
    double even = 0x1p53 + 2 * (double)(n * 0x9e3779b97f4a7c15u >> 12);
    c2d_vec corners[3] = {{0, 0}, {k * large, -f[0]}, {f[1], n & 1 ? k : 0x1p47}}, storage[3];
    c2d_shape a, b;
    const struct {
        double radius;
        c2d_vec center; /* of the other circle */
        double other_radius;
    } circles[] = {{small, {small, 1}, 0},
                   {large, {large + n / 32 * 4, 8}, 1},
                   {1, {94906266 + 2 * n, 1.4142135623730951}, 0},
                   {even + 2, {even, 2 * floor(sqrt(even + 1)) + 1}, 0}};

    if (add_status(c2d_polygon(&a, corners, 3, 0, storage)))
        add_number(c2d_area(&a));
    for (unsigned i = 0; i < sizeof circles / sizeof *circles; i++)
        if (add_status(c2d_circle(&a, c2d_v(0, 0), circles[i].radius)) &&
            add_status(c2d_circle(&b, circles[i].center, circles[i].other_radius)))
            add_number(c2d_separation(&a, &b));
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

const verb given_verbs[] = {{"lost_ones", run_lost_ones},
                            {"given_contains", run_given_contains},
                            {"given_images", run_given_images},
                            {NULL, NULL}};
