/* A searched sequence, as a treap with links from neighbour to neighbour: see sequence.h. */
#include "sequence.h"

#define NOBODY C2D_NONE

/* A hash of the number: a priority that nobody's input is ordered by, and the same every time. */
static uint32_t priority(uint32_t member)
{
    uint32_t h = member * 0x9e3779b1u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    return h ^ h >> 13;
}

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

/* A member changes places with its parent. */
static void rise(c2d_sequence *s, uint32_t member)
{
    uint32_t parent = s->places[member].parent;
    int side = side_of(s, member);
    uint32_t inner = s->places[member].child[1 - side];
    replace(s, parent, member);
    s->places[member].child[1 - side] = parent;
    s->places[parent].parent = member;
    s->places[parent].child[side] = inner;
    if (inner != NOBODY)
        s->places[inner].parent = parent;
}

uint32_t c2d_sequence_find(const c2d_sequence *s, c2d_reaches *question, const void *context, uint32_t *before)
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
    c2d_place *p = &s->places[member];
    *p = (c2d_place){NOBODY, {NOBODY, NOBODY}, {before, after}};
    if (before != NOBODY)
        s->places[before].next[1] = member;
    if (after != NOBODY)
        s->places[after].next[0] = member;
    /* Of two neighbours one is below the other, so one of them has room on that side. */
    if (before != NOBODY && s->places[before].child[1] == NOBODY) {
        p->parent = before;
        s->places[before].child[1] = member;
    } else if (after != NOBODY) {
        p->parent = after;
        s->places[after].child[0] = member;
    } else {
        s->root = member;
    }
    while (p->parent != NOBODY && priority(p->parent) < priority(member))
        rise(s, member);
}

void c2d_sequence_remove(c2d_sequence *s, uint32_t member)
{
    c2d_place *p = &s->places[member];
    while (p->child[0] != NOBODY && p->child[1] != NOBODY)
        rise(s, p->child[priority(p->child[1]) > priority(p->child[0])]);
    replace(s, member, p->child[p->child[0] == NOBODY]);
    if (p->next[0] != NOBODY)
        s->places[p->next[0]].next[1] = p->next[1];
    if (p->next[1] != NOBODY)
        s->places[p->next[1]].next[0] = p->next[0];
}
