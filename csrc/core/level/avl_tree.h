/* A sequence of numbered members as an AVL tree, for example the edges that a sweep line crosses, from bottom to top. A
 * monotone predicate finds a position: it is false for the members before the position and true from there on. */
#ifndef C2D_AVL_TREE_H
#define C2D_AVL_TREE_H

#include "../../include/collide2d.h"

/* Adelson-Velsky and Landis 1962: siblings differ in height by at most one, so every operation takes O(log n) in the
 * worst case. Randomized trees have inputs that degrade them to a list. */
typedef struct c2d_avl_node {
    uint32_t parent, child[2]; /* C2D_NULL_INDEX: none */
    uint32_t next[2];          /* the members before and after it */
    uint8_t height;
} c2d_avl_node;

typedef struct c2d_avl_tree {
    c2d_avl_node *nodes; /* by member; trees with different members may share the array */
    uint32_t root;
} c2d_avl_tree;

/* Whether the position is at the member or before it. */
typedef bool c2d_avl_predicate(const void *context, uint32_t member);

/* Returns the first member for which the predicate is true, or C2D_NULL_INDEX. *before: the member before that
 * position, or C2D_NULL_INDEX. */
uint32_t c2d_avl_find(const c2d_avl_tree *s, c2d_avl_predicate *predicate, const void *context, uint32_t *before);
/* Inserts a member between two neighbours; either may be C2D_NULL_INDEX. */
void c2d_avl_insert(c2d_avl_tree *s, uint32_t member, uint32_t before, uint32_t after);
void c2d_avl_remove(c2d_avl_tree *s, uint32_t member);

static inline uint32_t c2d_avl_after(const c2d_avl_tree *s, uint32_t member) { return s->nodes[member].next[1]; }

#endif
