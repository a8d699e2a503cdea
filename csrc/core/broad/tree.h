/* The nodes and leaves of the tree, and the bounds that keep it balanced. */
#ifndef C2D_TREE_H
#define C2D_TREE_H

#include "../../include/collide2d.h"

/* A node holds the boxes of its two children, so that one step of a search reads one node. A slot holds a child; the
 * slots of a node are numbered 2 node + side. The first node only holds the root, in slot 0. */
struct c2d_node {
    c2d_bounds box[2];
    uint32_t child[2]; /* a node, or C2D_TREE_LEAF | leaf */
    uint32_t slot;     /* that holds this node; of a free node, the next free node */
    uint8_t height[2]; /* of the children: 0 for a leaf */
    bool outsize;      /* side 1 is an outsize leaf, see C2D_TREE_MAX_OUTSIZE */
};

struct c2d_leaf {
    uint32_t slot; /* that holds this leaf; of a free leaf, the next free leaf */
    uint32_t item;
};

#define C2D_TREE_LEAF 0x80000000u

/* By slot, a lower bound of the orders of the leaves there, in the memory after the nodes: a node of 80 bytes is never
 * on three lines of the cache, and most searches read no order. */
static inline float *c2d_tree_least(const c2d_tree *tree) { return (float *)(tree->nodes + tree->capacity); }

/* An outsize leaf is about as large as all boxes together. Each of the first nodes from the root may hold one. Deep in
 * a balanced tree, an outsize leaf would make every box above it useless. */
#define C2D_TREE_MAX_OUTSIZE 16

/* Below the outsize leaves, siblings differ in height by at most this much (the trees HB[k] of Foster, 1973). A tree of
 * height h therefore has at least N(h) = N(h - 1) + N(h - 1 - C2D_TREE_IMBALANCE) leaves, N(0) = 1. N(100) is above
 * 2^31. A search, which leaves at most one slot open on each level, needs no larger stack. */
#define C2D_TREE_IMBALANCE  7
#define C2D_TREE_MAX_HEIGHT (100 + C2D_TREE_MAX_OUTSIZE)

/* c2d_tree_insert and c2d_tree_fill for items that have an order other than that of their numbers. orders: NULL for
 * that of the numbers. The tree rounds an order to a float: orders whose floats differ are in the order of these. */
c2d_status c2d_tree_insert_ordered(c2d_tree *tree, c2d_bounds box, uint32_t item, uint64_t order, uint32_t *leaf);
c2d_status c2d_tree_fill_ordered(c2d_tree *tree, const c2d_bounds *boxes, const uint64_t *orders, uint32_t count);

/* c2d_tree_cast and c2d_tree_nearest for the first items by time or distance, and then by order: when the limit is 0,
 * every box that is left is reached at 0, and only orders up to *last are visited. visit may lower *last; it is
 * UINT64_MAX as long as any item is wanted. */
void c2d_tree_cast_first(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, const uint64_t *last,
                         c2d_visit_within *visit, void *context);
void c2d_tree_nearest_first(const c2d_tree *tree, c2d_bounds box, double limit, const uint64_t *last,
                            c2d_visit_within *visit, void *context);

#endif
