/* Finds the pieces of a body that are near a box. The index of a body is a tree of the boxes of its pieces; without one
 * all pieces are tried. Both ways find the same pieces, in different orders. */
#include "pieces.h"

#include "../broad/tree.h"
#include "../exact/vec.h"

#include <assert.h>

#define STACK (C2D_TREE_MAX_HEIGHT + 2)

c2d_status c2d_body_make_index(const c2d_body *body, c2d_tree *tree)
{
    c2d_status status = body->count < C2D_TREE_LEAF ? C2D_OK : C2D_NO_MEMORY;
    c2d_tree_init(tree);
    for (size_t i = 0; i < body->count && !status; i++) {
        uint32_t leaf;
        status = c2d_tree_insert(tree, c2d_cast_target_bounds(body->pieces[i]), (uint32_t)i, &leaf);
    }
    if (status)
        c2d_tree_free(tree);
    return status;
}

bool c2d_visit_pieces(const c2d_body *body, c2d_bounds box, c2d_visit *visit, void *context)
{
    if (body->index)
        return c2d_tree_query(body->index, box, visit, context);
    for (size_t i = 0; i < body->count; i++)
        if (c2d_bounds_meet(c2d_bounds_of(body->pieces[i]), box) && !visit(context, (uint32_t)i))
            return false;
    return true;
}

void c2d_visit_pieces_along(const c2d_body *body, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                            void *context)
{
    if (body->index)
        c2d_tree_cast(body->index, box, motion, limit, visit, context);
    for (size_t i = 0; i < body->count && !body->index && limit >= 0; i++)
        limit = visit(context, (uint32_t)i, limit);
}

/* ---- nearest pieces ---- */

/* Where the boxes overlap, a move along an axis takes one out of the other, so no depth is greater than the lesser
 * overlap. The result has few roundings, a separation has an error of at most 8 ulp, and the margin of 2^-40 is larger.
 */
double c2d_least_separation(c2d_bounds a, c2d_bounds b)
{
    double x = c2d_max(a.min.x - b.max.x, b.min.x - a.max.x), y = c2d_max(a.min.y - b.max.y, b.min.y - a.max.y);
    double gap = c2d_max(x, y), nearer = c2d_min(x, y);
    if (nearer > 0)
        gap = c2d_sqrt(x * x + y * y);
    return gap - fabs(gap) * 0x1p-40;
}

typedef struct open_slot {
    uint32_t child;
    double at;
} open_slot;

/* Depth first, the child with the lesser bound before the other one. */
static void search_index(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context)
{
    open_slot todo[STACK] = {{tree->nodes[0].child[0], c2d_least_separation(tree->nodes[0].box[0], box)}};
    int open = tree->count > 0;
    while (open > 0) {
        open_slot next = todo[--open];
        if (next.at > limit)
            continue;
        if (next.child & C2D_TREE_LEAF) {
            limit = visit(context, tree->leaves[next.child & ~C2D_TREE_LEAF].item, limit);
            continue;
        }
        const struct c2d_node *node = &tree->nodes[next.child];
        open_slot sides[2] = {{node->child[0], c2d_least_separation(node->box[0], box)},
                              {node->child[1], c2d_least_separation(node->box[1], box)}};
        int sooner = sides[1].at < sides[0].at;
        assert(open + 2 <= STACK);
        todo[open++] = sides[1 - sooner];
        todo[open++] = sides[sooner];
    }
}

void c2d_visit_pieces_by_depth(const c2d_body *body, c2d_bounds box, double limit, c2d_visit_within *visit,
                               void *context)
{
    if (body->index)
        search_index(body->index, box, limit, visit, context);
    for (size_t i = 0; i < body->count && !body->index; i++)
        if (c2d_least_separation(c2d_bounds_of(body->pieces[i]), box) <= limit)
            limit = visit(context, (uint32_t)i, limit);
}

size_t c2d_nearest_bounds(const c2d_body *body, c2d_bounds box)
{
    size_t nearest = 0;
    double least = INFINITY;
    for (size_t i = 0; i < body->count; i++) {
        double at = c2d_least_separation(c2d_bounds_of(body->pieces[i]), box);
        nearest = at < least ? i : nearest;
        least = c2d_min(at, least);
    }
    return nearest;
}
