/* Space.restore: finds the ids whose entries differ, makes the entries that are missing, then makes the change. Two
 * states differ only in the leaves that they do not share. */
#include "snapshot.h"

#include <stdlib.h>

/* One restore: the ids whose entries differ, and everything that the change needs. */
typedef struct restoration {
    space_object *space;
    const saved_node *tree;
    uint32_t *ids;
    size_t id_count, id_capacity;
    entry **added; /* new entries for items that are not in the space, by serial */
    uint32_t added_count;
    entry **removed; /* entries that were in the space, to be released at the end */
    uint32_t removed_count;
} restoration;

static bool is_unchanged(const entry *e, const saved_item *saved)
{
    if (!e || !saved)
        return !e && !saved;
    return e->serial == saved->serial && e->shape == saved->shape && e->layer.bits == saved->layer.bits &&
           e->layer.negative == saved->layer.negative && e->mask.bits == saved->mask.bits &&
           e->mask.negative == saved->mask.negative;
}

static bool add_difference(restoration *r, uint32_t id)
{
    const entry *e = entry_of_id(r->space, id);
    const saved_item *saved = saved_tree_find(r->tree, id);
    if (is_unchanged(e, saved))
        return true;
    if (r->id_count == r->id_capacity) {
        uint32_t *larger = grow_block(r->ids, &r->id_capacity, 64, sizeof *larger);
        if (!larger)
            return false;
        r->ids = larger;
    }
    r->ids[r->id_count++] = id;
    r->added_count += saved && !is_same_item(e, saved);
    r->removed_count += e && !is_same_item(e, saved);
    return true;
}

/* The changed ids are compared on their own. */
static bool add_leaf_differences(void *context, uint32_t first_id)
{
    restoration *r = context;
    const bool *changed = r->space->history->changed.contains;
    for (uint32_t id = first_id; id < first_id + SAVED_LEAF_SIZE; id++)
        if ((id >= r->space->id_count || !changed[id]) && !add_difference(r, id))
            return false;
    return true;
}

static bool find_differences(restoration *r)
{
    const id_set *changed = &r->space->history->changed;
    bool good = saved_tree_compare(r->space->history->base, r->tree, add_leaf_differences, r);
    for (uint32_t i = 0; i < changed->count && good; i++)
        good = add_difference(r, changed->ids[i]);
    return good;
}

static int compare_serials(const void *a, const void *b)
{
    uint64_t p = (*(entry *const *)a)->serial, q = (*(entry *const *)b)->serial;
    return (p > q) - (p < q);
}

/* Makes the entries that are not in the space; false if there is no memory. */
static bool make_entries(restoration *r, PyTypeObject *entry_type)
{
    uint32_t count = r->added_count;
    r->added_count = 0;
    r->added = PyMem_New(entry *, (size_t)count + 1);
    r->removed = PyMem_New(entry *, (size_t)r->removed_count + 1);
    r->removed_count = 0;
    if (!r->added || !r->removed)
        return false;
    for (size_t i = 0; i < r->id_count; i++) {
        const saved_item *saved = saved_tree_find(r->tree, r->ids[i]);
        if (!saved || is_same_item(entry_of_id(r->space, r->ids[i]), saved))
            continue;
        entry *e = new_entry(entry_type, saved->item, saved->hash, Py_NewRef(saved->shape), saved->layer, saved->mask);
        if (!e)
            return false;
        e->serial = saved->serial;
        e->id = r->ids[i];
        r->added[r->added_count++] = e;
    }
    qsort(r->added, r->added_count, sizeof *r->added, compare_serials);
    return true;
}

/* Makes the change. No user code runs, and it cannot fail. */
static void apply_differences(restoration *r)
{
    for (size_t i = 0; i < r->id_count; i++) {
        const saved_item *saved = saved_tree_find(r->tree, r->ids[i]);
        entry *e = entry_of_id(r->space, r->ids[i]);
        if (is_same_item(e, saved)) {
            if (e->shape != saved->shape)
                set_entry_shape(r->space, e, Py_NewRef(saved->shape));
            set_entry_layers(r->space, e, saved->layer, saved->mask);
        } else if (e) {
            r->removed[r->removed_count++] = (entry *)Py_NewRef(e);
            unlink_entry(r->space, e);
        }
    }
    if (r->added_count > 0)
        relink_entries(r->space, r->added, r->added_count);
    r->added_count = 0; /* the space owns them now */
}

static void release_restoration(restoration *r)
{
    for (uint32_t i = 0; i < r->added_count; i++)
        Py_DECREF(r->added[i]);
    for (uint32_t i = 0; i < r->removed_count; i++)
        Py_DECREF(r->removed[i]);
    PyMem_Free(r->added);
    PyMem_Free(r->removed);
    PyMem_Free(r->ids);
}

const char space_restore_doc[] = PyDoc_STR(
    "restore($self, snapshot, /)\n--\n\n"
    "Returns to the state of a snapshot of this space: the same items, order, shapes, layers and masks.\n\n"
    "Only what differs is changed. An item that was in the space all the time is the same item to a Watch, which\n"
    "reports only pairs that began or ended by the change; an item that was removed and comes back by restore is the\n"
    "same item as well. Raises TypeError for what is no Snapshot, ValueError for a snapshot of another space, a copy\n"
    "included.\n\n"
    SLIDING_DOC
    ">>> space = Space({\"pawn\": Rect(0, 0, 1, 1), \"rook\": Rect(5, 0, 1, 1)})\n"
    ">>> before = space.snapshot()\n"
    ">>> space.remove(\"pawn\")\n"
    ">>> space.move(\"rook\", -5, 0)\n"
    "[]\n"
    ">>> space.restore(before)\n"
    ">>> space.items()\n"
    "[('pawn', Rect(0.0, 0.0, 1.0, 1.0)), ('rook', Rect(5.0, 0.0, 1.0, 1.0))]\n");

static bool locked_restore(module_state *state, space_object *space, const snapshot_object *s)
{
    restoration r = {.space = space, .tree = s->tree};
    saved_node *old = NULL;
    bool good = may_change(space) && begin_history(space);
    if (good) {
        good = find_differences(&r) && make_entries(&r, state->entry_type) && reserve_ids(space, s->id_count);
        if (!good)
            PyErr_NoMemory();
    }
    if (good) {
        apply_differences(&r);
        old = set_base(space, s->tree);
    }
    release_restoration(&r); /* may run user code */
    Py_XDECREF(old);
    return good;
}

PyObject *space_restore(PyObject *self, PyObject *snapshot)
{
    module_state *state = state_of(self);
    if (Py_TYPE(snapshot) != state->snapshot_type)
        return PyErr_Format(PyExc_TypeError, "restore: snapshot must be a Snapshot, got %.100s",
                            Py_TYPE(snapshot)->tp_name);
    PyObject *space = space_of_snapshot(SNAPSHOT(snapshot));
    bool good = space == self;
    Py_XDECREF(space);
    if (!good)
        return PyErr_Format(PyExc_ValueError, "restore: snapshot must be of this space, got one of another");
    Py_BEGIN_CRITICAL_SECTION(self);
    good = locked_restore(state, SPACE(self), SNAPSHOT(snapshot));
    Py_END_CRITICAL_SECTION();
    return good ? Py_NewRef(Py_None) : NULL;
}
