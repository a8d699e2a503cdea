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

bool union_search_hold(union_search *u, const space_object *space)
{
    size_t count = u->core.count;
    u->held = PyMem_New(held_candidate, count + 1);
    for (size_t i = 0; i < count && u->held; i++) {
        uint64_t key = u->core.members[i].order;
        const entry *e = entry_of(space, key);
        u->held[u->held_count++] = (held_candidate){key, Py_NewRef(e->item), Py_NewRef(e->shape)};
    }
    if (u->held_count > 1)
        qsort(u->held, u->held_count, sizeof *u->held, by_key);
    if (u->held)
        remove_equal_held(u);
    return u->held;
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

/* Whether a candidate is hit even on its own. */
static bool has_met(const union_search *u)
{
    for (size_t i = 0; i < u->core.count; i++)
        if (u->core.members[i].is_met)
            return true;
    return false;
}

bool union_search_filter(union_search *u, query *q)
{
    bool blocked, good = union_search_blocks(u, &blocked), matters = blocked || has_met(u);
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
