/* Shapes made by hand, for numbers that no random input is likely to meet. */
#include "../../csrc/core/broad/tree.h"
#include "../../csrc/core/periodic/image_cast.h"
#include "../../csrc/core/periodic/image_search.h"
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

static double add_near_item(void *context, uint32_t item, double limit)
{
    (void)context;
    add_word(item);
    return limit;
}

/* A box many periods away from another one, and farther from its images than the limit, by less than rounding may move
 * what is there. */
static void run_given_near(reader *in)
{
    const c2d_vec period = {INFINITY, 1 + read_byte(in) / 16.0};
    double y = -ldexp(period.y, 12 + read_byte(in) % 16), beyond = -y * ldexp(1, -50);
    const c2d_bounds box = {{0, y}, {0.25, y + 0.25}}, other = {{1 + beyond, 0}, {2, 0.25}};
    uint32_t leaf;
    c2d_cell cell;
    c2d_tree tree;

    c2d_tree_init(&tree);
    if (add_status_of(c2d_tree_insert(&tree, other, 0, &leaf)))
        c2d_search_images_near(&tree, box, 0.75, period, &cell, NULL, add_near_item, NULL);
    c2d_tree_free(&tree);
}

/* ---- cases without a choice ---- */

/* Two pairs of circles are equally near, and only the order of the bodies tells which is first. */
static void order_of_bodies(void)
{
    const c2d_vec centers[] = {{0, 0}, {10, 0}, {10, 5}, {0, 5}};
    c2d_shape s[4];
    const c2d_shape *pieces[4];
    c2d_vec p, q;

    for (unsigned i = 0; i < 4; i++) {
        CHECK(c2d_circle(&s[i], centers[i], 1) == C2D_OK, "a given circle");
        pieces[i] = &s[i];
    }
    c2d_body x = {.pieces = pieces, .count = 2}, y = {.pieces = pieces + 2, .count = 2};
    c2d_body_closest_points(&x, &y, &p, &q);
    add_vec(p);
    add_vec(q);
}

/* Two equal plus signs: two pairs of their arms are equally deep, and the first one counts. */
static void equal_bodies(void)
{
    c2d_shape s[2];
    const c2d_shape *pieces[] = {&s[0], &s[1]};
    c2d_piece_pair pair;
    c2d_contact contact;
    bool collides;

    CHECK(c2d_box(&s[0], c2d_v(-5, -.5), c2d_v(5, .5), 0) == C2D_OK, "a given box");
    CHECK(c2d_box(&s[1], c2d_v(-.5, -5), c2d_v(.5, 5), 0) == C2D_OK, "a given box");
    c2d_body plus = {.pieces = pieces, .count = 2}, same = plus;
    if (add_status_of(c2d_body_find_contact(&plus, &same, &collides, &contact, &pair))) {
        add_word(pair.a << 1 | pair.b);
        add_contact(&contact);
    }
}

/* The pivot of a piece is so far away that rounding moves the piece by 1 instead of 0.7. */
static void far_pivot(void)
{
    c2d_rect r = {.anchor = C2D_BY_PIVOT, .at = {0x1p52, 0}, .size = {1, 1}, .pivot = {0x1p52, 0}};
    c2d_shape s[2], p;
    const c2d_shape *pieces[] = {&s[0], &s[1]}, *point[] = {&p};
    const c2d_rect *rects[] = {&r, NULL};
    c2d_body body = {.pieces = pieces, .rects = rects, .count = 2}, target = {.pieces = point, .count = 1};
    c2d_cast_options options = {false, false};
    c2d_piece_pair pair;
    c2d_tree tree;
    c2d_hit hit;
    bool hits;

    CHECK(c2d_rect_shape(&s[0], &r) == C2D_OK, "a given rectangle");
    CHECK(c2d_box(&s[1], c2d_v(0, -1), c2d_v(1.5, 0), 0) == C2D_OK, "a given box");
    CHECK(c2d_point(&p, c2d_v(1.9, 0)) == C2D_OK, "a given point");
    if (!add_status_of(c2d_body_make_index(&body, &tree)))
        return;
    body.index = &tree;
    if (add_status_of(c2d_body_cast(&body, c2d_v(.7, 0), &target, options, room, &hits, &hit, &pair)) && hits)
        add_hit(&hit);
    c2d_tree_free(&tree);
}

/* Two circles move nearly alike and so far that their stop is stepped back twice. */
static void two_steps_back(void)
{
    const double radius = 0x1.625efd73607cep+3;
    const c2d_vec motion = {0x1.0077daa9b3ae1p+40, 0x1.0057e03d61f45p+40},
                  of_other = {0x1.0077daa9acd81p+40, 0x1.0057e03d5b1e5p+40};
    c2d_cast_options options = {false, false};
    c2d_shape a, b;
    c2d_hit hit;
    bool hits;

    CHECK(c2d_circle(&a, c2d_v(-0x1.da1887a5f573ap-2, 0x1.668e5772cdb6p-4), radius) == C2D_OK, "a given circle");
    CHECK(c2d_circle(&b, c2d_v(0x1.607651f1014b1p+4, 0x1.694542670bee9p+4), radius) == C2D_OK, "a given circle");
    if (add_status_of(c2d_cast_both(&a, NULL, motion, &b, NULL, of_other, options, room, &hits, &hit)) && hits)
        add_hit(&hit);
}

static bool add_found_item(void *context, uint32_t item)
{
    (void)context;
    add_word(item);
    return true;
}

/* One box far from 64 others: a split of the index must not leave it alone. */
static void lonely_leaf(void)
{
    c2d_bounds boxes[65];
    c2d_tree tree;

    for (unsigned i = 0; i < 65; i++) {
        double x = i < 64 ? (double)i : -1000;
        boxes[i] = (c2d_bounds){{x, 0}, {x + 1, 1}};
    }
    c2d_tree_init(&tree);
    if (add_status_of(c2d_tree_fill(&tree, boxes, 65)))
        c2d_tree_query(&tree, (c2d_bounds){{-2000, -10}, {2000, 10}}, add_found_item, NULL);
    c2d_tree_free(&tree);
}

#define LINES 192
#define BARS  4096 /* the most shapes */

/* The pairs of shapes. by_box: how many tests the search by boxes may make before it looks for another way. */
static void add_pairs_of(const c2d_shape *s, uint32_t count, unsigned long by_box)
{
    static c2d_bounds boxes[BARS];
    unsigned long usual = target_tests_by_box;

    for (uint32_t i = 0; i < count; i++)
        boxes[i] = c2d_bounds_of(&s[i]);
    c2d_shape_set set = {.boxes = boxes, .count = count, .shape = shape_at, .shapes = s};
    target_tests_by_box = by_box;
    add_status_of(c2d_shape_pairs(&set, add_index_pair, NULL));
    target_tests_by_box = usual;
}

/* Long lines with slopes on both sides of 1. */
static void diagonal_lines(void)
{
    static c2d_shape s[LINES];

    for (int i = 0; i < LINES; i++) {
        double slope = 1 + (i - LINES / 2) / 512.0, y = (i - LINES / 2) * 0.5;
        CHECK(c2d_segment(&s[i], c2d_v(-50, y - 50 * slope), c2d_v(50, y + 50 * slope)) == C2D_OK, "a given segment");
    }
    add_pairs_of(s, LINES, 0);
}

/* Bars of the height of a cell: few pairs of a test, but too many for a sweep that would replace the grid. */
static void narrow_bars(void)
{
    static c2d_shape s[BARS];

    for (int i = 0; i < BARS; i++) {
        CHECK(c2d_box(&s[i], c2d_v(i, 0), c2d_v(i + 70.5, 4000), 0) == C2D_OK, "a given box");
    }
    add_pairs_of(s, BARS, 0);
}

#define COLUMN 90000

/* So many discs above each other that a cell has no bits for more rows. */
static void column_of_discs(void)
{
    static c2d_disc discs[COLUMN];
    unsigned long by_box = target_tests_by_box;

    for (int i = 0; i < COLUMN; i++)
        discs[i] = (c2d_disc){.center = {i % 3 * 0.25, i}, .radius = i % 5 ? 0.6 : 0.25};
    target_tests_by_box = 1 << 20;
    add_status_of(c2d_disc_pairs(discs, COLUMN, 0, false, true, add_index_pairs, NULL));
    target_tests_by_box = by_box;
}

/* An outline that touches itself at a corner, with a straight one beside it. */
static void touched_straight_corner(void)
{
    static const c2d_vec outline[] = {{-10, 5}, {0, 0},  {1, 5},  {8, 4},   {4, 0},
                                      {0, 0},   {-1, 0}, {3, -3}, {20, -3}, {20, 20}};
    c2d_pieces pieces = {0};

    if (add_status_of(c2d_decompose(outline, 10, &pieces)))
        add_word(pieces.count);
    c2d_pieces_free(&pieces);
}

/* One of the boxes begins at the side of a cell of the union. */
static void covered_cell(void)
{
    static const c2d_bounds b[] = {{{0.8, 0.8}, {2.0, 1.2}}, {{0.1, 0.4}, {1.1, 1.2}}, {{0.8, 0.3}, {1.9, 1.6}},
                                   {{0.5, 0.7}, {1.6, 1.6}}, {{0.3, 0.5}, {1.2, 1.6}}, {{0.2, 0.2}, {1.5, 1.5}},
                                   {{0.8, 0.4}, {1.4, 1.8}}};
    c2d_shape s[7];
    const c2d_shape *pieces[7];
    double area;

    for (unsigned i = 0; i < 7; i++) {
        CHECK(c2d_box(&s[i], b[i].min, b[i].max, 0) == C2D_OK, "a given box");
        pieces[i] = &s[i];
    }
    c2d_body body = {.pieces = pieces, .count = 7};
    if (add_status_of(c2d_body_area(&body, &area)))
        add_number(area);
}

/* Another sum that loses exactly 1, in a part that lost_ones does not reach. */
static void lower_lost_one(void)
{
    c2d_shape a, b;

    CHECK(c2d_circle(&a, c2d_v(0, 0), 18014398375264258) == C2D_OK, "a given circle");
    CHECK(c2d_point(&b, c2d_v(18014398375264256, 268435455)) == C2D_OK, "a given point");
    add_number(c2d_separation(&a, &b));
}

#define MANY 2400

/* So many boxes of one size that a level of the grid has 4096 buckets. */
static void many_boxes(void)
{
    static c2d_shape s[MANY];

    for (int i = 0; i < MANY; i++) {
        c2d_vec at = {i % 48, i / 48 * 1.25};
        CHECK(c2d_box(&s[i], at, c2d_v(at.x + 1, at.y + 1), 0) == C2D_OK, "a given box");
    }
    add_pairs_of(s, MANY, target_tests_by_box);
}

/* Long and thin polygons of five corners, side by side, some of them across the end of a period. */
static void diagonal_images(void)
{
    static c2d_shape s[LINES];
    static c2d_vec storage[LINES][5];
    const c2d_image_set set = {LINES, 0, false, copy_shape, s, {110, INFINITY}};
    unsigned long by_box = target_tests_by_box;
    uint32_t fault;

    for (int i = 0; i < LINES; i++) {
        double x = i % 32, y = i * 0.5;
        c2d_vec corners[5] = {
            {x, y}, {x + 100, y + 100}, {x + 99.9, y + 100.1}, {x + 50, y + 50.2}, {x + 0.1, y + 0.2}};
        CHECK(c2d_hull_shape(&s[i], corners, 5, 0, storage[i]) == C2D_OK, "a given polygon");
    }
    target_tests_by_box = 0;
    add_status_of(c2d_image_pairs(&set, true, add_index_pair, NULL, &fault));
    target_tests_by_box = by_box;
}

/* A corner touches the slope of an image exactly, and is inside its copy, as rounding moves both ends of the slope by 1
 * to the left. */
static void touch_of_image(void)
{
    const double w = 0x1p54;
    const c2d_vec corners[] = {{w + 4, 3}, {w - 4, 3}, {w, 8}}, of_image[] = {{1, 0}, {9, 0}, {5, 4}};
    const c2d_cast_options options = {.leaving = true, .touching = true};
    c2d_vec storage[2][3];
    c2d_shape s, t;
    c2d_relation swept;
    c2d_hit hit;

    CHECK(c2d_hull_shape(&s, corners, 3, 0, storage[0]) == C2D_OK, "a given triangle");
    CHECK(c2d_hull_shape(&t, of_image, 3, 0, storage[1]) == C2D_OK, "a given triangle");
    if (!add_status_of(c2d_image_cast(&s, NULL, c2d_v(-8, 8), &t, c2d_v(w, INFINITY), (c2d_cell){1, 0}, options, room,
                                      &swept, &hit)))
        return;
    add_word((uint64_t)(swept - C2D_APART));
    if (swept != C2D_APART)
        add_hit(&hit);
}

static void grids(void)
{
    many_boxes();
    narrow_bars();
}

static void run_given_case(reader *in)
{
    static void (*const cases[])(void) = {order_of_bodies, equal_bodies,   far_pivot,       two_steps_back,
                                          lonely_leaf,     diagonal_lines, column_of_discs, touched_straight_corner,
                                          covered_cell,    lower_lost_one, grids,           diagonal_images,
                                          touch_of_image};
    size_t which = read_byte(in); /* seldom: one is slow */

    if (which < sizeof cases / sizeof *cases)
        cases[which]();
}

const verb given_verbs[] = {{"lost_ones", run_lost_ones},       {"given_contains", run_given_contains},
                            {"given_images", run_given_images}, {"given_near", run_given_near},
                            {"given_case", run_given_case},     {NULL, NULL}};
