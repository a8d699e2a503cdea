/* A searched sequence, as a height-balanced tree with links from neighbour to neighbour: see sequence.h. */
#include "sequence.h"

#define NOBODY C2D_NULL_INDEX

static int height(const c2d_sequence *s, uint32_t member) { return member == NOBODY ? 0 : s->places[member].height; }

static int side_of(const c2d_sequence *s, uint32_t member)
{
    return s->places[s->places[member].parent].child[1] == member;
}

/* Puts a member, or nobody, where another hangs. */
static void replace(c2d_sequence *s, uint32_t old, uint32_t member)
{
    uint32_t parent = s->places[old].parent;
    if (parent == NOBODY)
        s->root = member;
    else
        s->places[parent].child[side_of(s, old)] = member;
    if (member != NOBODY)
        s->places[member].parent = parent;
}

static void hang(c2d_sequence *s, uint32_t parent, int side, uint32_t member)
{
    s->places[parent].child[side] = member;
    if (member != NOBODY)
        s->places[member].parent = parent;
}

static void measure(c2d_sequence *s, uint32_t member)
{
    int left = height(s, s->places[member].child[0]), right = height(s, s->places[member].child[1]);
    s->places[member].height = (uint8_t)(1 + (left > right ? left : right));
}

/* A member changes places with its parent. */
static void rise(c2d_sequence *s, uint32_t member)
{
    uint32_t parent = s->places[member].parent;
    int side = side_of(s, member);
    uint32_t inner = s->places[member].child[1 - side];
    replace(s, parent, member);
    hang(s, parent, side, inner);
    hang(s, member, 1 - side, parent);
    measure(s, parent);
    measure(s, member);
}

/* Balances the members from one up to the root, whose heights may differ by two below each. */
static void balance(c2d_sequence *s, uint32_t member)
{
    while (member != NOBODY) {
        const uint32_t *child = s->places[member].child;
        int tilt = height(s, child[1]) - height(s, child[0]);
        if (tilt < -1 || tilt > 1) {
            int side = tilt > 0;
            uint32_t higher = child[side], inner = s->places[higher].child[1 - side];
            if (height(s, inner) > height(s, s->places[higher].child[side]))
                rise(s, inner);
            rise(s, s->places[member].child[side]);
        } else {
            measure(s, member);
        }
        member = s->places[member].parent;
    }
}

uint32_t c2d_sequence_find(const c2d_sequence *s, c2d_sequence_question *question, const void *context,
                           uint32_t *before)
{
    uint32_t at = s->root, found = NOBODY;
    *before = NOBODY;
    while (at != NOBODY) {
        bool reached = question(context, at);
        if (reached)
            found = at;
        else
            *before = at;
        at = s->places[at].child[!reached];
    }
    return found;
}

void c2d_sequence_insert(c2d_sequence *s, uint32_t member, uint32_t before, uint32_t after)
{
    s->places[member] = (c2d_sequence_node){NOBODY, {NOBODY, NOBODY}, {before, after}, 1};
    if (before != NOBODY)
        s->places[before].next[1] = member;
    if (after != NOBODY)
        s->places[after].next[0] = member;
    /* Of two neighbours one is below the other, so one of them has room on that side. */
    if (before != NOBODY && s->places[before].child[1] == NOBODY)
        hang(s, before, 1, member);
    else if (after != NOBODY)
        hang(s, after, 0, member);
    else
        s->root = member;
    balance(s, s->places[member].parent);
}

void c2d_sequence_remove(c2d_sequence *s, uint32_t member)
{
    const c2d_sequence_node *p = &s->places[member];
    uint32_t changed = p->parent;
    if (p->child[0] == NOBODY || p->child[1] == NOBODY) {
        replace(s, member, p->child[p->child[0] == NOBODY]);
    } else {
        /* The one after it has nothing before it on its own side, and takes its place. */
        uint32_t heir = p->next[1];
        changed = s->places[heir].parent == member ? heir : s->places[heir].parent;
        replace(s, heir, s->places[heir].child[1]);
        replace(s, member, heir);
        hang(s, heir, 0, p->child[0]);
        hang(s, heir, 1, p->child[1]);
        s->places[heir].height = p->height;
    }
    balance(s, changed);
    if (p->next[0] != NOBODY)
        s->places[p->next[0]].next[1] = p->next[1];
    if (p->next[1] != NOBODY)
        s->places[p->next[1]].next[0] = p->next[0];
}
