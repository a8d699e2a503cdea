/* AVL trees whose members also link to their neighbours in the sequence. */
#include "avl_tree.h"

static int height(const c2d_avl_tree *s, uint32_t member)
{
    return member == C2D_NULL_INDEX ? 0 : s->nodes[member].height;
}

static int side_of(const c2d_avl_tree *s, uint32_t member)
{
    return s->nodes[s->nodes[member].parent].child[1] == member;
}

/* Puts a member, or C2D_NULL_INDEX, in the place of another below its parent. */
static void replace(c2d_avl_tree *s, uint32_t old, uint32_t member)
{
    uint32_t parent = s->nodes[old].parent;
    if (parent == C2D_NULL_INDEX)
        s->root = member;
    else
        s->nodes[parent].child[side_of(s, old)] = member;
    if (member != C2D_NULL_INDEX)
        s->nodes[member].parent = parent;
}

static void set_child(c2d_avl_tree *s, uint32_t parent, int side, uint32_t member)
{
    s->nodes[parent].child[side] = member;
    if (member != C2D_NULL_INDEX)
        s->nodes[member].parent = parent;
}

static void update_height(c2d_avl_tree *s, uint32_t member)
{
    int left = height(s, s->nodes[member].child[0]), right = height(s, s->nodes[member].child[1]);
    s->nodes[member].height = (uint8_t)(1 + (left > right ? left : right));
}

/* Rotates a member above its parent. */
static void rotate_up(c2d_avl_tree *s, uint32_t member)
{
    uint32_t parent = s->nodes[member].parent;
    int side = side_of(s, member);
    uint32_t inner = s->nodes[member].child[1 - side];
    replace(s, parent, member);
    set_child(s, parent, side, inner);
    set_child(s, member, 1 - side, parent);
    update_height(s, parent);
    update_height(s, member);
}

/* Restores the balance from a member up to the root. The children of each may differ in height by at most two. */
static void balance(c2d_avl_tree *s, uint32_t member)
{
    while (member != C2D_NULL_INDEX) {
        const uint32_t *child = s->nodes[member].child;
        int difference = height(s, child[1]) - height(s, child[0]);
        if (difference < -1 || difference > 1) {
            int side = difference > 0;
            uint32_t higher = child[side], inner = s->nodes[higher].child[1 - side];
            if (height(s, inner) > height(s, s->nodes[higher].child[side]))
                rotate_up(s, inner);
            rotate_up(s, s->nodes[member].child[side]);
        } else {
            update_height(s, member);
        }
        member = s->nodes[member].parent;
    }
}

uint32_t c2d_avl_find(const c2d_avl_tree *s, c2d_avl_predicate *predicate, const void *context, uint32_t *before)
{
    uint32_t at = s->root, found = C2D_NULL_INDEX;
    *before = C2D_NULL_INDEX;
    while (at != C2D_NULL_INDEX) {
        bool is_after = predicate(context, at);
        if (is_after)
            found = at;
        else
            *before = at;
        at = s->nodes[at].child[!is_after];
    }
    return found;
}

void c2d_avl_insert(c2d_avl_tree *s, uint32_t member, uint32_t before, uint32_t after)
{
    s->nodes[member] = (c2d_avl_node){C2D_NULL_INDEX, {C2D_NULL_INDEX, C2D_NULL_INDEX}, {before, after}, 1};
    if (before != C2D_NULL_INDEX)
        s->nodes[before].next[1] = member;
    if (after != C2D_NULL_INDEX)
        s->nodes[after].next[0] = member;
    /* One of two neighbours is a descendant of the other, so one of them has no child on the inner side. */
    if (before != C2D_NULL_INDEX && s->nodes[before].child[1] == C2D_NULL_INDEX)
        set_child(s, before, 1, member);
    else if (after != C2D_NULL_INDEX)
        set_child(s, after, 0, member);
    else
        s->root = member;
    balance(s, s->nodes[member].parent);
}

void c2d_avl_remove(c2d_avl_tree *s, uint32_t member)
{
    const c2d_avl_node *p = &s->nodes[member];
    uint32_t changed = p->parent;
    if (p->child[0] == C2D_NULL_INDEX || p->child[1] == C2D_NULL_INDEX) {
        replace(s, member, p->child[p->child[0] == C2D_NULL_INDEX]);
    } else {
        /* The successor has no left child. It replaces the member. */
        uint32_t successor = p->next[1];
        changed = s->nodes[successor].parent == member ? successor : s->nodes[successor].parent;
        replace(s, successor, s->nodes[successor].child[1]);
        replace(s, member, successor);
        set_child(s, successor, 0, p->child[0]);
        set_child(s, successor, 1, p->child[1]);
        s->nodes[successor].height = p->height;
    }
    balance(s, changed);
    if (p->next[0] != C2D_NULL_INDEX)
        s->nodes[p->next[0]].next[1] = p->next[1];
    if (p->next[1] != C2D_NULL_INDEX)
        s->nodes[p->next[1]].next[0] = p->next[0];
}
