/* exclude and filter, asked about the candidates of a union search. */
#include "queries.h"

#include <stdlib.h>

static int by_key(const void *p, const void *q)
{
    uint64_t a = ((const held_candidate *)p)->key, b = ((const held_candidate *)q)->key;
    return (a > b) - (a < b);
}

const held_candidate *held_candidate_of(const union_search *u, uint64_t key)
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

static uint64_t key_of_candidate(const union_search *u, size_t i)
{
    if (i < u->touch_count)
        return u->touches[i].key;
    i -= u->touch_count;
    return u->kind == UNION_OF_SWEEP ? u->grazes.list[i].key : u->keys[i];
}

bool union_search_hold(union_search *u, const space_object *space)
{
    size_t count = u->touch_count + (u->kind == UNION_OF_SWEEP ? u->grazes.count : u->count);
    u->held = PyMem_New(held_candidate, count + 1);
    for (size_t i = 0; i < count && u->held; i++) {
        uint64_t key = key_of_candidate(u, i);
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

static void keep_touches(union_search *u, const uint64_t *passed, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < u->touch_count; i++)
        if (bsearch(&u->touches[i].key, passed, count, sizeof *passed, compare_keys))
            u->touches[kept++] = u->touches[i];
    u->touch_count = kept;
}

/* The references stay until union_search_free, as releasing them may run user code. */
bool union_search_keep(union_search *u, const uint64_t *passed, size_t count)
{
    c2d_grazes grazes = u->grazes;
    size_t kept = 0;
    bool good = true;
    keep_touches(u, passed, count);
    c2d_grazes_init(&u->grazes);
    for (size_t i = 0; i < grazes.count && good; i++) {
        uint64_t key = grazes.list[i].key;
        if (bsearch(&key, passed, count, sizeof *passed, compare_keys))
            good = union_search_add_graze(u, grazes.list[i].member, key);
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
    bool blocked, good = union_search_blocks(u, &blocked), matters = blocked || u->touch_count > 0;
    if (!good || (matters && !union_search_hold(u, q->space))) {
        PyErr_NoMemory();
        return false;
    }
    if (!matters)
        return true;
    size_t count;
    uint64_t *passed = ask_filter(u, q, &count);
    if (!passed)
        return false;
    good = union_search_keep(u, passed, count);
    PyMem_Free(passed);
    if (!good)
        PyErr_NoMemory();
    return good;
}
