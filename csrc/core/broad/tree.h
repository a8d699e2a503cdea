/* How the tree is laid out. */
#ifndef C2D_TREE_H
#define C2D_TREE_H

#include "../../include/collide2d.h"

/* A node holds the boxes of its two children, so that one step of a search reads one node. Places are numbered 2 node +
 * side. The first node only serves to hold the root, at place 0. */
struct c2d_node {
    c2d_bounds box[2];
    uint32_t child[2]; /* a node, or C2D_TREE_LEAF | leaf */
    uint32_t place;    /* where it hangs; the next one, if it is free */
    uint8_t height[2]; /* of the children: 0 for a leaf */
    bool outsize;      /* side 1 is an outsize leaf, see below */
};

struct c2d_leaf {
    uint32_t place; /* the next one, if it is free */
    uint32_t item;
};

#define C2D_TREE_LEAF 0x80000000u

/* Leaves about as large as all boxes together hang above the others, one by one: the first nodes from the root may have
 * an outsize leaf each. In a balanced tree they would lie deep, and make every box above them useless. */
#define C2D_TREE_MAX_OUTSIZE 16

/* Below those, siblings differ in height by at most this much (the trees HB[k] of Foster, 1973). So a tree of height h
 * has at least N(h) = N(h - 1) + N(h - 1 - C2D_TREE_IMBALANCE) leaves, N(0) = 1, which is above 2^31 for h = 100: a
 * search, which leaves at most one place open on each level, needs no larger stack. */
#define C2D_TREE_IMBALANCE  7
#define C2D_TREE_MAX_HEIGHT (100 + C2D_TREE_MAX_OUTSIZE)

#endif
