/* The items that block a ray, a point or a thin segment together. A search collects the candidates that do so only
 * together with others; the core decides at the end. exclude and filter are asked about them before that. */
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

bool union_search_add(union_search *u, const c2d_shape *member, uint64_t key)
{
    if (u->kind == UNION_UNKNOWN)
        u->kind = kind_of(u);
    if (u->kind == UNION_NONE)
        return true;
    return u->kind == UNION_OF_SWEEP ? c2d_grazes_add(&u->grazes, &u->sweep, member, key) == C2D_OK
                                     : add_touched(u, member, key);
}

void union_search_free(union_search *u)
{
    if (u->kind == UNION_UNKNOWN)
        return;
    c2d_grazes_free(&u->grazes);
    PyMem_Free(u->touched);
    PyMem_Free(u->keys);
    for (size_t i = 0; i < u->held_count; i++) {
        Py_DECREF(u->held[i].item);
        Py_DECREF(u->held[i].shape);
    }
    PyMem_Free(u->held);
}

/* ---- exclude and filter ---- */

static int by_key(const void *p, const void *q)
{
    uint64_t a = ((const held_candidate *)p)->key, b = ((const held_candidate *)q)->key;
    return (a > b) - (a < b);
}

static const held_candidate *held_of(const union_search *u, uint64_t key)
{
    held_candidate wanted = {.key = key};
    return u->held_count ? bsearch(&wanted, u->held, u->held_count, sizeof *u->held, by_key) : NULL;
}

/* Keeps one of the held candidates with the same key: they are the same item. */
static void remove_equal_held(union_search *u)
{
    size_t count = 0;
    for (size_t i = 0; i < u->held_count; i++)
        if (i > 0 && u->held[i].key == u->held[count - 1].key) {
            Py_DECREF(u->held[i].item); /* not the last references */
            Py_DECREF(u->held[i].shape);
        } else {
            u->held[count++] = u->held[i];
        }
    u->held_count = count;
}

bool union_search_hold(union_search *u, const space_object *space)
{
    bool sweeps = u->kind == UNION_OF_SWEEP;
    size_t count = sweeps ? u->grazes.count : u->count;
    u->held = PyMem_New(held_candidate, count + 1);
    for (size_t i = 0; i < count && u->held; i++) {
        uint64_t key = sweeps ? u->grazes.list[i].key : u->keys[i];
        const entry *e = entry_of(space, key);
        u->held[u->held_count++] = (held_candidate){key, Py_NewRef(e->item), Py_NewRef(e->shape)};
    }
    if (u->held_count > 1)
        qsort(u->held, u->held_count, sizeof *u->held, by_key);
    if (u->held)
        remove_equal_held(u);
    return u->held;
}

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/* The references stay until union_search_free, as releasing them may run user code. */
bool union_search_keep(union_search *u, const uint64_t *passed, size_t count)
{
    c2d_grazes grazes = u->grazes;
    size_t kept = 0;
    bool good = true;
    c2d_grazes_init(&u->grazes);
    for (size_t i = 0; i < grazes.count && good; i++) {
        uint64_t key = grazes.list[i].key;
        if (bsearch(&key, passed, count, sizeof *passed, compare_keys))
            good = c2d_grazes_add(&u->grazes, &u->sweep, grazes.list[i].member, key) == C2D_OK;
    }
    c2d_grazes_free(&grazes);
    for (size_t i = 0; i < u->count; i++)
        if (bsearch(&u->keys[i], passed, count, sizeof *passed, compare_keys)) {
            u->touched[kept] = u->touched[i];
            u->keys[kept++] = u->keys[i];
        }
    u->count = kept;
    return good;
}

bool union_search_blocks(const union_search *u, bool *blocked)
{
    *blocked = u->kind == UNION_OF_SWEEP && c2d_grazes_block(&u->grazes) < C2D_NEVER;
    return u->kind != UNION_AT_REST || c2d_union_surrounds(u->shape, u->touched, u->count, blocked) == C2D_OK;
}

/* The sorted keys of the held items that pass, in a block of PyMem memory; NULL with an error set. */
static uint64_t *ask_filter(const union_search *u, query *q, size_t *count)
{
    uint64_t *passed = PyMem_New(uint64_t, u->held_count + 1);
    *count = 0;
    if (!passed) {
        PyErr_NoMemory();
        return NULL;
    }
    bool began = begin_filtering(q->space);
    int passes = began ? 1 : -1;
    for (size_t i = 0; i < u->held_count && passes >= 0; i++) {
        passes = passes_filter_once(q, u->held[i].item);
        if (passes > 0)
            passed[(*count)++] = u->held[i].key;
    }
    if (began)
        end_filtering(q->space);
    if (passes < 0) {
        PyMem_Free(passed);
        return NULL;
    }
    return passed;
}

bool union_search_filter(union_search *u, query *q)
{
    bool blocked;
    if (!union_search_blocks(u, &blocked) || (blocked && !union_search_hold(u, q->space))) {
        PyErr_NoMemory();
        return false;
    }
    if (!blocked)
        return true;
    size_t count;
    uint64_t *passed = ask_filter(u, q, &count);
    if (!passed)
        return false;
    bool good = union_search_keep(u, passed, count);
    PyMem_Free(passed);
    if (!good)
        PyErr_NoMemory();
    return good;
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
    const held_candidate *h = held_of(u, b->key);
    ranked_result result = {.rank = hit->t, .key = b->key, .pieces = {u->piece, b->piece}};
    result.item = h ? Py_NewRef(h->item) : NULL;
    result.shape = h && is_body(h->shape) ? Py_NewRef(h->shape) : NULL;
    result.hit = *hit;
    return ranked_list_add(found, &result);
}

static blocker blocker_of(const union_search *u, const space_object *space, uint64_t key, const c2d_shape *member)
{
    const held_candidate *h = held_of(u, key);
    return (blocker){key, piece_of_member(h ? h->shape : entry_of(space, key)->shape, member), member};
}

/* Numbers the grazes in the order of their items and pieces, which decides on ties. False if there is no memory. */
static bool number_grazes(union_search *u, const blocker *blockers, size_t count)
{
    c2d_grazes numbered;
    bool good = true;
    c2d_grazes_init(&numbered);
    for (size_t i = 0; i < count && good; i++)
        good = c2d_grazes_add(&numbered, &u->sweep, blockers[i].member, i) == C2D_OK;
    c2d_grazes_free(&u->grazes);
    u->grazes = numbered;
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
    size_t hits = good ? c2d_union_hits(u->shape, u->rect, &u->sweep, &u->grazes) : 0;
    for (size_t i = 0; i < hits && good; i++)
        good = add_result(u, found, &u->grazes.list[i].hit, &blockers[u->grazes.list[i].key]);
    PyMem_Free(blockers);
    return good;
}

bool union_search_add_hits(union_search *u, ranked_list *found)
{
    bool blocked;
    if (!union_search_blocks(u, &blocked))
        return false;
    if (!blocked)
        return true;
    if (u->kind == UNION_OF_SWEEP)
        return add_sweep_hits(u, found);
    for (size_t i = 0; i < u->count; i++) {
        c2d_contact c;
        c2d_find_contact(u->shape, u->touched[i], &c);
        c2d_hit hit = {0, c.points[0], c.normal, 0};
        blocker b = blocker_of(u, found->query->space, u->keys[i], u->touched[i]);
        if (!add_result(u, found, &hit, &b))
            return false;
    }
    return true;
}
