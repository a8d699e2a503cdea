/* The tree, and all pairs of many shapes. The order of the visits counts: the header does not promise it, but programs
 * that depend on it get the same on every platform. */
#include "bits.h"

#include <math.h>

#define MOST_LEAVES 64
#define MOST_CROWD  150

/* ---- the tree ---- */

static c2d_tree tree;
static frame f;
static uint32_t leaves[MOST_LEAVES];

static c2d_bounds read_cell(reader *in)
{
    c2d_vec p = read_place(in, &f), q = read_byte(in) % 8 == 0 ? read_point(in) : read_place(in, &f);
    c2d_bounds box = {{p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y}, {p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y}};

    return box;
}

/* Inserts, moves and removes boxes; free the tree. */
static void read_tree(reader *in)
{
    f = read_frame(in);
    c2d_tree_init(&tree);
    for (unsigned i = 0; i < MOST_LEAVES; i++) {
        unsigned tag = read_byte(in), k = i ? read_byte(in) % i : 0;
        leaves[i] = C2D_NULL_INDEX;
        if (tag % 4 == 0 && leaves[k] != C2D_NULL_INDEX) {
            c2d_tree_remove(&tree, leaves[k]);
            leaves[k] = C2D_NULL_INDEX;
        } else if (tag % 4 == 1 && leaves[k] != C2D_NULL_INDEX) {
            c2d_tree_move(&tree, leaves[k], read_cell(in));
        } else {
            c2d_bounds box = read_cell(in);
            if (add_status_of(c2d_tree_insert(&tree, box, i, &leaves[i])))
                add_word(leaves[i]);
        }
        if (tag == 255)
            add_status_of(c2d_tree_rebuild(&tree));
    }
}

static bool add_item(void *context, uint32_t item)
{
    unsigned *left = context;

    add_word(item);
    return --*left > 0;
}

static double add_item_within(void *context, uint32_t item, double limit)
{
    (void)context;
    add_word(item);
    return item % 4 == 0 ? limit * 0.75 : limit;
}

static void run_tree_fill(reader *in)
{
    static c2d_bounds boxes[MOST_LEAVES];
    unsigned count = read_byte(in) % (MOST_LEAVES + 1), left = MOST_LEAVES + 1;

    f = read_frame(in);
    for (unsigned i = 0; i < count; i++)
        boxes[i] = read_cell(in);
    c2d_tree_init(&tree);
    if (add_status_of(c2d_tree_fill(&tree, boxes, count)))
        add_word(c2d_tree_query(&tree, read_cell(in), add_item, &left));
    c2d_tree_nearest(&tree, read_cell(in), INFINITY, add_item_within, NULL);
    c2d_tree_free(&tree);
}

static void run_tree_query(reader *in)
{
    unsigned left;

    read_tree(in);
    for (unsigned i = 0; i < 8; i++) {
        left = 1 + read_byte(in) % 64;
        add_word(c2d_tree_query(&tree, read_cell(in), add_item, &left));
    }
    c2d_tree_free(&tree);
}

static void run_tree_cast(reader *in)
{
    c2d_vec p, q, motion;

    read_tree(in);
    for (unsigned i = 0; i < 8; i++) {
        c2d_bounds box = read_cell(in);
        p = read_place(in, &f);
        q = read_place(in, &f);
        motion.x = q.x - p.x;
        motion.y = q.y - p.y;
        if (c2d_check(&motion.x) == C2D_OK && c2d_check(&motion.y) == C2D_OK)
            c2d_tree_cast(&tree, box, motion, 1, add_item_within, NULL);
    }
    c2d_tree_free(&tree);
}

static void run_tree_nearest(reader *in)
{
    read_tree(in);
    for (unsigned i = 0; i < 8; i++) {
        c2d_bounds box = read_cell(in);
        c2d_tree_nearest(&tree, box, read_byte(in) % 4 == 0 ? INFINITY : 4 * f.unit, add_item_within, NULL);
    }
    c2d_tree_free(&tree);
}

static void run_cast_bounds(reader *in)
{
    static solid a, b;
    c2d_bounds box;
    c2d_vec motion, size;

    read_journey(in, &a, &b, &motion);
    add_bounds(c2d_cast_target_bounds(&b.shape));
    if (add_status_of(c2d_cast_bounds(&a.shape, solid_rect(&a), motion, room, &box)))
        add_bounds(box);
    size = c2d_bounds_size(c2d_bounds_of(&a.shape));
    add_vec(size);
}

/* ---- all pairs ---- */

static c2d_bounds boxes[MOST_CROWD];
static c2d_shape shapes[MOST_CROWD];
static c2d_disc discs[MOST_CROWD];

/* Circles, boxes and slanted capsules, or long ones side by side: crowded or sparse, of one size or many. */
static size_t read_crowd(reader *in)
{
    size_t wanted = 2 + read_byte(in) * (size_t)(MOST_CROWD - 2) / 255, n = 0;
    unsigned kind = read_byte(in), lean = 1 + kind / 64, range = 8 + 4 * read_byte(in), sizes = 1 + read_byte(in) % 32;
    uint64_t state = read_byte(in);

    f = read_frame(in);
    for (size_t i = 0; i < wanted; i++) {
        c2d_vec p, q;
        double r = (1 + random_step(&state, sizes)) * f.unit / 4;
        unsigned what = kind % 4 < 3 ? kind % 4 : random_step(&state, 3);
        c2d_status status;
        p.x = f.origin.x + random_step(&state, range) * f.unit / 4;
        p.y = f.origin.y + random_step(&state, range) * f.unit / 4;
        if (kind & 8)
            r = 32 * f.unit;
        q.x = p.x + r;
        q.y = p.y + (kind & 12 ? r * lean : r * random_step(&state, 8));
        status = what == 0   ? c2d_circle(&shapes[n], p, r)
                 : what == 1 ? c2d_box(&shapes[n], p, q, 0)
                             : c2d_capsule(&shapes[n], p, q, kind & 8 ? f.unit / 64 : r / 8);
        discs[n].center = p;
        discs[n].radius = r;
        if (status != C2D_OK || c2d_check_disc(&discs[n]) != C2D_OK)
            continue;
        boxes[n] = c2d_bounds_of(&shapes[n]);
        n++;
    }
    return n;
}

static void run_all_pairs(reader *in)
{
    size_t n = read_crowd(in);

    add_status_of(c2d_all_pairs(boxes, n, add_index_pair, NULL));
}

static void run_shape_pairs(reader *in)
{
    size_t n = read_crowd(in), split = read_byte(in) & 1 ? n / 2 : 0;
    c2d_shape_set set = {boxes, n, split, read_byte(in) & 1, shape_at, shapes, NULL};

    add_status_of(c2d_shape_pairs(&set, add_index_pair, NULL));
}

static void run_disc_pairs(reader *in)
{
    size_t n = read_crowd(in);
    unsigned tag = read_byte(in);

    for (size_t i = 0; i < n; i++) {
        add_vec(discs[i].center);
        add_number(discs[i].radius);
    }
    add_status_of(c2d_disc_pairs(discs, n, tag & 1 ? n / 2 : 0, tag & 2, tag & 4, add_index_pairs, NULL));
}

void copy_shape(const void *list, uint32_t i, c2d_shape *out) { *out = ((const c2d_shape *)list)[i]; }

static void run_image_pairs(reader *in)
{
    size_t n = read_crowd(in);
    unsigned tag = read_byte(in), wide = 1 + read_byte(in);
    c2d_vec period = {f.unit * wide, tag & 8 ? INFINITY : f.unit * 16};
    c2d_image_set set = {n, tag & 1 ? n / 2 : 0, tag & 2, copy_shape, shapes, period};
    uint32_t fault = 0;

    if (period.x >= C2D_LEAST_PERIOD)
        add_status_of(c2d_image_pairs(&set, tag & 4, add_index_pair, NULL, &fault));
    add_word(fault);
}

const verb index_verbs[] = {{"tree_query", run_tree_query},     {"tree_cast", run_tree_cast},
                            {"tree_nearest", run_tree_nearest}, {"cast_bounds", run_cast_bounds},
                            {"all_pairs", run_all_pairs},       {"shape_pairs", run_shape_pairs},
                            {"disc_pairs", run_disc_pairs},     {"image_pairs", run_image_pairs},
                            {"tree_fill", run_tree_fill},       {NULL, NULL}};
