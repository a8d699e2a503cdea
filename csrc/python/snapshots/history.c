/* The history of a space: the last saved state and what has changed since then. */
#include "snapshot.h"

#include <string.h>

/* ---- sets of ids ---- */

bool id_set_resize(id_set *set, uint32_t old_capacity, uint32_t capacity)
{
    uint32_t *ids = PyMem_Realloc(set->ids, capacity * sizeof *ids);
    if (ids)
        set->ids = ids;
    bool *contains = ids ? PyMem_Realloc(set->contains, capacity * sizeof *contains) : NULL;
    if (!contains)
        return false;
    set->contains = contains;
    memset(contains + old_capacity, 0, (capacity - old_capacity) * sizeof *contains);
    return true;
}

void id_set_free(id_set *set)
{
    PyMem_Free(set->ids);
    PyMem_Free(set->contains);
}

/* ---- the history ---- */

bool history_resize(history *h, uint32_t old_capacity, uint32_t capacity)
{
    return !h || id_set_resize(&h->changed, old_capacity, capacity);
}

history *detach_history(space_object *space)
{
    history *h = space->history;
    space->history = NULL;
    return h;
}

void free_history(history *h)
{
    if (!h)
        return;
    saved_node *base = h->base;
    id_set_free(&h->changed);
    PyMem_Free(h);
    Py_XDECREF(base);
}

bool begin_history(space_object *space)
{
    if (space->history)
        return true;
    history *h = PyMem_Calloc(1, sizeof *h);
    if (!h || !id_set_resize(&h->changed, 0, space->capacity ? space->capacity : 1)) {
        if (h)
            id_set_free(&h->changed);
        PyMem_Free(h);
        PyErr_NoMemory();
        return false;
    }
    for (uint32_t id = 0; id < space->id_count; id++)
        id_set_add(&h->changed, id);
    space->history = h;
    return true;
}

saved_node *set_base(space_object *space, saved_node *tree)
{
    history *h = space->history;
    saved_node *old = h->base;
    h->base = (saved_node *)Py_XNewRef(tree);
    h->has_removed = false;
    id_set_clear(&h->changed);
    return old;
}

void history_note_removal(history *h, const entry *e)
{
    saved_item saved;
    if (!h)
        return;
    id_set_add(&h->changed, e->id);
    if (is_same_item(e, saved_tree_find(h->base, e->id)) && saved_tree_take(h->base, e->id, &saved)) {
        Py_DECREF(saved.shape);
        Py_DECREF(saved.item); /* not the last reference, because e has one */
    } else {
        h->has_removed = true;
    }
}

/* Everything is read again in each round. */
void release_removed(space_object *space)
{
    for (uint32_t i = 0; space->history && space->history->has_removed && i < space->history->changed.count; i++) {
        saved_node *base = space->history->base;
        uint32_t id = space->history->changed.ids[i];
        const saved_item *saved = saved_tree_find(base, id);
        saved_item taken;
        if (saved && !is_same_item(entry_of_id(space, id), saved) && saved_tree_take(base, id, &taken)) {
            Py_DECREF(taken.shape);
            Py_DECREF(taken.item);
        }
    }
}
