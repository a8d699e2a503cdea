/* The order of a space: entries by rising serial, with gaps where some were removed; and lists of items in order. */
#include "space.h"

void compact_order(space_object *space)
{
    if (space->order_length == space->count)
        return;
    uint32_t order_length = 0;
    for (uint32_t i = 0; i < space->order_length; i++) {
        entry *e = space->order[i];
        if (!e)
            continue;
        place_entry(space, e, order_length++);
    }
    space->order_length = order_length;
    space->order_start = 0;
}

/* So many gaps are always allowed. */
#define FEW_GAPS 16

void trim_order(space_object *space)
{
    while (space->order_length > 0 && !space->order[space->order_length - 1])
        space->order_length--;
    while (space->order_start < space->order_length && !space->order[space->order_start])
        space->order_start++;
    if (space->order_start > space->order_length)
        space->order_start = space->order_length;
    if (space->order_length - space->count > space->count + FEW_GAPS)
        compact_order(space);
}

/* How much longer the order must become so that the merge finds a free place for each entry. */
static uint32_t extra_length(const space_object *space, entry *const *entries, uint32_t count)
{
    int64_t missing = 0, most = 0; /* entries without a gap so far, from the end on */
    for (uint32_t i = space->order_length, k = count; k > 0;) {
        const entry *last = i > 0 ? space->order[i - 1] : NULL;
        if (last && last->serial > entries[k - 1]->serial) {
            i--;
        } else if (i > 0 && !last) {
            i--;
            missing--;
        } else {
            k--;
            missing++;
        }
        most = missing > most ? missing : most;
    }
    return (uint32_t)most;
}

/* A place such that all entries before it are earlier than a serial, and all others later. */
static uint32_t place_of_serial(const space_object *space, uint64_t serial)
{
    uint32_t low = space->order_start, high = space->order_length;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, i = middle;
        while (i < high && !space->order[i])
            i++;
        if (i == high || space->order[i]->serial > serial)
            high = middle;
        else
            low = i + 1;
    }
    return low;
}

/* Puts an entry into the gap where it belongs; false if there is none. */
static bool fill_gap(space_object *space, entry *e)
{
    uint32_t place = place_of_serial(space, e->serial), after;
    place -= place > 0 && (place == space->order_length || space->order[place]) && !space->order[place - 1];
    if (place == space->order_length || space->order[place])
        return false;
    for (after = place; after < space->order_length && !space->order[after];)
        after++;
    place_entry(space, e, place);
    digest_note_insertion(space->digest, e, after < space->order_length ? space->order[after] : NULL);
    return true;
}

/* Up to this many entries are put into gaps one by one, which takes less time than to go through the whole order. */
#define FEW_ENTRIES 8

void merge_into_order(space_object *space, entry *const *entries, uint32_t count)
{
    for (; 0 < count && count <= FEW_ENTRIES && fill_gap(space, entries[count - 1]); count--)
        continue;
    if (count == 0)
        return;
    uint32_t i = space->order_length, k = count;
    const entry *next = NULL;
    if (i + extra_length(space, entries, count) > space->capacity) {
        compact_order(space);
        i = space->order_length;
    }
    uint32_t place = space->order_length += extra_length(space, entries, count);
    while (k > 0) {
        entry *last = i > 0 ? space->order[i - 1] : NULL;
        if (i > 0 && !last) {
            i--;
        } else if (last && last->serial > entries[k - 1]->serial) {
            next = last;
            if (--i != --place)
                place_entry(space, last, place);
        } else {
            place_entry(space, entries[--k], --place);
            digest_note_insertion(space->digest, entries[k], next);
            next = entries[k];
        }
    }
    while (place > i)
        space->order[--place] = NULL;
}

/* ---- lists ---- */

held_item *hold_all_items(const space_object *space, size_t *count)
{
    held_item *held = PyMem_New(held_item, (size_t)space->count + 1);
    *count = 0;
    if (!held)
        PyErr_NoMemory();
    for (uint32_t i = 0; i < space->order_length && held; i++) {
        const entry *e = space->order[i];
        if (e)
            held[(*count)++] = (held_item){Py_NewRef(e->item), Py_NewRef(e->shape), e->layer, e->mask};
    }
    return held;
}

void release_held_items(held_item *held, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Py_DECREF(held[i].item);
        Py_DECREF(held[i].shape);
    }
    PyMem_Free(held);
}

void sort_unique_keys(result_list *f)
{
    size_t count = 0;
    sort_by_key(f->list, f->count);
    for (size_t i = 0; i < f->count; i++)
        if (i == 0 || f->list[i].key != f->list[i - 1].key)
            f->list[count++].key = f->list[i].key;
    f->count = count;
}

void hold_items(const space_object *space, result_list *f)
{
    sort_by_key(f->list, f->count);
    for (size_t i = 0; i < f->count; i++)
        f->list[i].object = Py_NewRef(entry_of(space, f->list[i].key)->item);
}

PyObject *list_of_items(const space_object *space, result_list *f)
{
    hold_items(space, f);
    return result_list_to_list(f, true);
}
