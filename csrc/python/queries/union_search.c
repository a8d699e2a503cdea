/* The items that block a ray, a point or a thin segment together, and those that it only touches. A search collects the
 * candidates that block only together with others; the core decides at the end. */
#include "queries.h"

#include <math.h>
#include <stdlib.h>

/* ---- collecting ---- */

/* A shape whose motion is 0, or is rounded away, is at rest. */
static union_kind kind_of(union_search *u)
{
    const c2d_shape *s = u->shape;
    c2d_shape end;
    if (c2d_thin_sweep_of(s, u->rect, u->motion, &u->sweep))
        return UNION_OF_SWEEP;
    bool at_rest = !c2d_moved(&end, s, u->rect, u->motion, NULL) && end.count == s->count &&
                   vec_equal(end.v.own[0], s->v.own[0]) && vec_equal(end.v.own[s->count - 1], s->v.own[s->count - 1]);
    return at_rest ? UNION_AT_REST : UNION_NONE;
}

static bool add_touched(union_search *u, const c2d_shape *member, uint64_t key)
{
    if (!c2d_touches(u->shape, member))
        return true;
    if (u->count == u->capacity) {
        size_t capacity = u->capacity;
        const c2d_shape **touched = grow_block((void *)u->touched, &capacity, 8, sizeof *touched);
        if (touched)
            u->touched = touched;
        uint64_t *keys = touched ? PyMem_Realloc(u->keys, capacity * sizeof *keys) : NULL;
        if (!keys)
            return false;
        u->keys = keys;
        u->capacity = capacity;
    }
    u->touched[u->count] = member;
    u->keys[u->count++] = key;
    return true;
}

bool union_search_add_graze(union_search *u, const c2d_shape *member, uint64_t key)
{
    return c2d_grazes_add(&u->grazes, &u->sweep, member, key) == C2D_OK &&
           (u->options.leaving || c2d_grazes_add_behind(&u->grazes, &u->sweep, member, key) == C2D_OK);
}

/* reach: the t of the hit or, if that is later, of what the member may block together with others. */
static bool add_touch(union_search *u, const c2d_shape *member, uint64_t key, const c2d_hit *hit, double reach)
{
    if (u->touch_count == u->touch_capacity) {
        touch *larger = grow_block(u->touches, &u->touch_capacity, 8, sizeof *larger);
        if (!larger)
            return false;
        u->touches = larger;
    }
    u->touches[u->touch_count++] = (touch){key, member, *hit, false};
    u->touch_limit = fmin(u->touch_limit, fmax(hit->t, reach));
    return true;
}

bool union_search_add(union_search *u, const c2d_shape *member, uint64_t key, const c2d_hit *touched)
{
    size_t before = u->grazes.count;
    bool good = true;
    if (u->kind == UNION_UNKNOWN)
        u->kind = kind_of(u);
    if (u->kind == UNION_OF_SWEEP)
        good = union_search_add_graze(u, member, key);
    else if (u->kind == UNION_AT_REST)
        good = add_touched(u, member, key);
    if (!good || !touched)
        return good;
    return add_touch(u, member, key, touched, u->grazes.count > before ? u->grazes.list[before].first : 0);
}

void union_search_free(union_search *u)
{
    if (u->kind == UNION_UNKNOWN)
        return;
    c2d_grazes_free(&u->grazes);
    PyMem_Free(u->touched);
    PyMem_Free(u->keys);
    PyMem_Free(u->touches);
    for (size_t i = 0; i < u->held_count; i++) {
        Py_DECREF(u->held[i].item);
        Py_DECREF(u->held[i].shape);
    }
    PyMem_Free(u->held);
}

bool union_search_blocks(const union_search *u, bool *blocked)
{
    *blocked = u->kind == UNION_OF_SWEEP && c2d_grazes_block(&u->grazes) < C2D_NEVER;
    return u->kind != UNION_AT_REST || c2d_union_surrounds(u->shape, u->touched, u->count, blocked) == C2D_OK;
}

/* ---- results ---- */

/* A candidate that blocks the shape: the piece, its item, and the shape of that item. */
typedef struct blocker {
    uint64_t key;
    uint32_t piece;
    const c2d_shape *member;
} blocker;

static int by_key_and_piece(const void *p, const void *q)
{
    const blocker *a = p, *b = q;
    int order = (a->key > b->key) - (a->key < b->key);
    return order ? order : (a->piece > b->piece) - (a->piece < b->piece);
}

/* The index of a piece in the shape of its item. */
static uint32_t piece_of_member(const PyObject *shape, const c2d_shape *member)
{
    if (!is_body((PyObject *)shape))
        return 0;
    const c2d_body *body = &((const body_object *)shape)->body;
    size_t i = 0;
    while (i < body->count && body->pieces[i] != member)
        i++;
    return (uint32_t)i;
}

static bool add_result(const union_search *u, ranked_list *found, const c2d_hit *hit, const blocker *b)
{
    const held_candidate *h = held_candidate_of(u, b->key);
    ranked_result result = {.rank = hit->t, .key = b->key, .pieces = {u->piece, b->piece}};
    result.item = h ? Py_NewRef(h->item) : NULL;
    result.shape = h && is_body(h->shape) ? Py_NewRef(h->shape) : NULL;
    result.hit = *hit;
    return ranked_list_add(found, &result);
}

static blocker blocker_of(const union_search *u, const space_object *space, uint64_t key, const c2d_shape *member)
{
    const held_candidate *h = held_candidate_of(u, key);
    return (blocker){key, piece_of_member(h ? h->shape : entry_of(space, key)->shape, member), member};
}

static int by_key_and_member(const void *p, const void *q)
{
    const touch *a = p, *b = q;
    uintptr_t i = (uintptr_t)a->member, k = (uintptr_t)b->member;
    int order = (a->key > b->key) - (a->key < b->key);
    return order ? order : (i > k) - (i < k);
}

/* The touch of a candidate that blocks the shape, or NULL. */
static touch *touch_of(const union_search *u, const blocker *b)
{
    touch wanted = {.key = b->key, .member = b->member};
    return u->touch_count ? bsearch(&wanted, u->touches, u->touch_count, sizeof wanted, by_key_and_member) : NULL;
}

static bool add_touch_results(const union_search *u, ranked_list *found)
{
    bool good = true;
    for (size_t i = 0; i < u->touch_count && good; i++) {
        const touch *t = &u->touches[i];
        blocker b = blocker_of(u, found->query->space, t->key, t->member);
        good = t->is_blocked || add_result(u, found, &t->hit, &b);
    }
    return good;
}

/* Numbers the grazes in the order of their items and pieces, which decides on ties. False if there is no memory. */
static bool number_grazes(union_search *u, const blocker *blockers, size_t count)
{
    bool good = true;
    c2d_grazes_free(&u->grazes);
    for (size_t i = 0; i < count && good; i++)
        good = union_search_add_graze(u, blockers[i].member, i);
    return good;
}

static bool add_sweep_hits(union_search *u, ranked_list *found)
{
    size_t count = u->grazes.count;
    blocker *blockers = PyMem_New(blocker, count + 1);
    if (!blockers)
        return false;
    for (size_t i = 0; i < count; i++)
        blockers[i] = blocker_of(u, found->query->space, u->grazes.list[i].key, u->grazes.list[i].member);
    qsort(blockers, count, sizeof *blockers, by_key_and_piece);
    bool good = number_grazes(u, blockers, count);
    if (good && !u->options.leaving)
        good = c2d_grazes_leave(&u->grazes, u->shape, &u->sweep) == C2D_OK;
    size_t hits = good ? c2d_union_hits(u->shape, u->rect, &u->sweep, &u->grazes) : 0;
    double blocked = c2d_grazes_block(&u->grazes);
    for (size_t i = 0; i < hits && good; i++) {
        const c2d_graze *g = &u->grazes.list[i];
        touch *t = touch_of(u, &blockers[g->key]);
        if (t && g->first < blocked) /* it is touched before the way is blocked */
            continue;
        if (t)
            t->is_blocked = true;
        good = add_result(u, found, &g->hit, &blockers[g->key]);
    }
    PyMem_Free(blockers);
    return good;
}

/* The shape is surrounded, and hits what it touches. */
static bool add_hits_at_rest(const union_search *u, ranked_list *found)
{
    bool good = true;
    for (size_t i = 0; i < u->count && good; i++) {
        c2d_relation swept = C2D_TOUCHING;
        c2d_hit hit;
        good = c2d_cast_touching(u->shape, u->rect, u->motion, u->touched[i], NULL, &swept, &hit) == C2D_OK;
        blocker b = blocker_of(u, found->query->space, u->keys[i], u->touched[i]);
        good = good && add_result(u, found, &hit, &b);
    }
    return good;
}

bool union_search_add_hits(union_search *u, ranked_list *found)
{
    bool blocked;
    /* At rest, a shape leaves what it collides with, and with options.touching it hits it anyway. */
    bool is_met = u->kind != UNION_AT_REST || (u->options.leaving && !u->options.touching);
    if (u->touch_count > 1)
        qsort(u->touches, u->touch_count, sizeof *u->touches, by_key_and_member);
    if (!union_search_blocks(u, &blocked))
        return false;
    bool good = true;
    if (blocked && is_met)
        good = u->kind == UNION_OF_SWEEP ? add_sweep_hits(u, found) : add_hits_at_rest(u, found);
    return good && add_touch_results(u, found);
}
