/* Trees, pairs and places of hundreds of items, where the choices of the searches show in the order of the visits:
 * which sibling a leaf gets, how a rebuild splits, on which level of a grid a box is. indexes.c has few items, of more
 * kinds. */
#include "bits.h"
#include "../../csrc/core/broad/place_order.h"
#include "../../csrc/core/broad/tree.h"

#include <math.h>

#define MOST_ITEMS 900

static c2d_bounds boxes[MOST_ITEMS];
static c2d_shape shapes[MOST_ITEMS];
static c2d_disc discs[MOST_ITEMS];
static frame f;

/* ---- items ---- */

/* How the items of an input are spread, from a few of its bytes. */
typedef struct spread {
    uint64_t state;
    unsigned kind, range, sizes, tall, clusters;
} spread;

/* Few items in most inputs, as many take time. */
static size_t read_count(reader *in)
{
    unsigned tag = read_byte(in);
    size_t byte = read_byte(in);

    return 9 + (tag % 8 ? byte / 4 : byte * byte * byte / 18750);
}

static spread read_spread(reader *in)
{
    spread s = {0};

    s.kind = read_byte(in);
    s.range = 8u << read_byte(in) % 8;
    s.sizes = read_byte(in) % 12;
    s.tall = read_byte(in) % 8;
    s.clusters = 1 + read_byte(in) % 5;
    for (unsigned i = 0; i < 4; i++)
        s.state = s.state << 8 | read_byte(in);
    f = read_frame(in);
    return s;
}

/* A size of at most 2^sizes quarters of a unit, mostly a small one; now and then as large as all. */
static double next_size(spread *s)
{
    unsigned bits = s->sizes ? random_step(&s->state, s->sizes) : 0;

    if (s->kind & 1 && random_step(&s->state, 64) == 0)
        return s->range * f.unit / 4;
    return (random_step(&s->state, 1u << bits) + (s->kind >> 1 & 1)) * f.unit / 4;
}

/* Anywhere, or in clusters on a diagonal, on a lattice or between its points. */
static c2d_vec next_place(spread *s)
{
    double x = random_step(&s->state, s->range), y = random_step(&s->state, s->range);

    if (s->kind & 4) {
        double far = 16.0 * s->range * random_step(&s->state, s->clusters);
        x += far;
        y -= far;
    }
    if (s->kind & 8) {
        x += random_step(&s->state, 1000) / 1024.0;
        y += random_step(&s->state, 1000) / 1024.0;
    }
    return (c2d_vec){f.origin.x + x * f.unit / 4, f.origin.y + y * f.unit / 4 / (1u << s->tall)};
}

static c2d_bounds next_box(spread *s)
{
    c2d_vec low = next_place(s);
    double width = next_size(s), height = s->kind & 16 ? width : next_size(s);

    if (s->kind & 32)
        height *= 1u << s->tall;
    return (c2d_bounds){low, {low.x + width, low.y + height}};
}

/* ---- the tree ---- */

static c2d_tree tree;

static bool add_item(void *context, uint32_t item)
{
    (void)context;
    add_word(item);
    return true;
}

static double add_nearer(void *context, uint32_t item, double limit)
{
    (void)context;
    add_word(item);
    return limit * 0.9375;
}

/* All items in the order of the tree, and what some searches visit. */
static void add_tree(spread *s)
{
    uint64_t last = random_step(&s->state, 256);
    c2d_bounds all = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};

    add_word(c2d_tree_query(&tree, all, add_item, NULL));
    for (unsigned i = 0; i < 4; i++) {
        c2d_bounds box = next_box(s);
        c2d_vec to = next_place(s), motion = {to.x - box.min.x, i == 3 ? 0 : to.y - box.min.y};
        add_word(c2d_tree_query(&tree, box, add_item, NULL));
        c2d_tree_nearest(&tree, box, s->range * f.unit, add_nearer, NULL);
        c2d_tree_nearest_first(&tree, box, 0, &last, add_nearer, NULL);
        c2d_tree_cast(&tree, box, motion, 1, add_nearer, NULL);
        c2d_tree_cast_first(&tree, box, motion, 0, &last, add_nearer, NULL);
    }
}

/* Inserts most items one by one, moves and removes some, rebuilds, or fills the tree with all at once. */
static void run_tree_crowd(reader *in)
{
    static uint32_t leaves[MOST_ITEMS];
    uint32_t n = (uint32_t)read_count(in) / 2;
    unsigned tag = read_byte(in);
    spread s = read_spread(in);

    c2d_tree_init(&tree);
    for (uint32_t i = 0; i < n; i++)
        boxes[i] = next_box(&s);
    if (tag & 1) {
        add_status_of(c2d_tree_fill(&tree, boxes, n));
    } else {
        for (uint32_t i = 0; i < n; i++)
            if (!add_status_of(c2d_tree_insert_ordered(&tree, boxes[i], i, (uint64_t)i * 7 % n, &leaves[i])))
                n = i; /* those before it */
        for (uint32_t i = 0; i < n; i++) {
            unsigned what = random_step(&s.state, 8);
            double step = (random_step(&s.state, 3) - 1.0) * f.unit / 4;
            c2d_bounds near = {{boxes[i].min.x + step, boxes[i].min.y}, {boxes[i].max.x + step, boxes[i].max.y}};
            if (what < 2)
                c2d_tree_remove(&tree, leaves[i]);
            else if (what < 5)
                c2d_tree_move(&tree, leaves[i], what == 2 ? next_box(&s) : near);
        }
    }
    add_tree(&s);
    if (tag & 2) {
        add_status_of(c2d_tree_rebuild(&tree));
        add_tree(&s);
    }
    c2d_tree_free(&tree);
}

/* ---- pairs ---- */

static void run_pairs_crowd(reader *in)
{
    size_t n = read_count(in);
    spread s = read_spread(in);

    for (size_t i = 0; i < n; i++)
        boxes[i] = next_box(&s);
    add_status_of(c2d_all_pairs(boxes, n, add_index_pair, NULL));
}

/* Boxes, segments and capsules, some with a direction in common. */
static void run_shapes_crowd(reader *in)
{
    size_t wanted = read_count(in), n = 0;
    unsigned tag = read_byte(in), mixed = read_byte(in);
    spread s = read_spread(in);

    for (size_t i = 0; i < wanted; i++) {
        c2d_bounds box = next_box(&s);
        unsigned what = mixed & 1 ? random_step(&s.state, 4) : mixed >> 1 & 3;
        c2d_vec left = {box.min.x, what & 1 ? box.max.y : box.min.y}, right = {box.max.x, box.min.y};
        c2d_status status = what == 0   ? c2d_box(&shapes[n], box.min, box.max, 0)
                            : what == 3 ? c2d_capsule(&shapes[n], left, right, f.unit / 64)
                                        : c2d_segment(&shapes[n], left, what & 1 ? right : box.max);
        boxes[n] = c2d_bounds_of(&shapes[n]);
        n += status == C2D_OK;
    }
    size_t split = tag & 4 ? 1 : n / 3;
    c2d_shape_set set = {boxes, n, tag & 1 ? split : 0, tag >> 1 & 1, shape_at, shapes, NULL};
    add_status_of(c2d_shape_pairs(&set, add_index_pair, NULL));
}

static void run_discs_crowd(reader *in)
{
    size_t wanted = read_count(in), n = 0;
    unsigned tag = read_byte(in);
    spread s = read_spread(in);

    for (size_t i = 0; i < wanted; i++) {
        discs[n].center = next_place(&s);
        discs[n].radius = next_size(&s);
        n += c2d_check_disc(&discs[n]) == C2D_OK;
    }
    size_t split = tag & 8 ? n / 3 : 1;
    add_status_of(c2d_disc_pairs(discs, n, tag & 1 ? split : 0, tag & 2, tag & 4, add_index_pairs, NULL));
}

/* ---- places ---- */

#define MOST_PLACES 4096

static c2d_vec place_at(const void *list, uint32_t i) { return ((const c2d_vec *)list)[i]; }

/* Few places keep their order. */
static void run_place_order(reader *in)
{
    static uint32_t order[MOST_PLACES];
    static c2d_vec places[MOST_PLACES];
    uint32_t n = read_byte(in) % 8 ? (uint32_t)read_count(in) : 2040 + 8 * read_byte(in);
    spread s = read_spread(in);

    for (uint32_t i = 0; i < n; i++)
        places[i] = random_step(&s.state, 256) ? next_place(&s) : c2d_v(NAN, i % 2 ? INFINITY : -INFINITY);
    add_word(TRY(c2d_place_order(place_at, places, n, order) ? C2D_OK : C2D_NO_MEMORY) == C2D_OK);
    for (uint32_t i = 0; i < n; i++)
        add_word(order[i]);
}

const verb crowd_verbs[] = {{"tree_crowd", run_tree_crowd},     {"pairs_crowd", run_pairs_crowd},
                            {"shapes_crowd", run_shapes_crowd}, {"discs_crowd", run_discs_crowd},
                            {"place_order", run_place_order},   {NULL, NULL}};
