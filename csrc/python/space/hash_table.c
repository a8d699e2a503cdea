/* The entry of an item: a hash table with linear probing, at most half full. Only the space can change its table. The
 * comparison of items is user code, which may change the space; the search starts again if it adds or removes items. */
#include "space.h"

/* Knuth's multiplicative hashing. Only the uppermost bits of the product depend on all bits of the hash, so these are
 * the slot: the product as a fraction of 2^64, times the number of slots. */
static uint32_t home_slot(const space_object *space, Py_hash_t hash)
{
    uint64_t fraction = (uint64_t)hash * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    return (uint32_t)(fraction * (2 * (uint64_t)space->capacity) >> 32);
}

static uint32_t next_slot(const space_object *space, uint32_t slot) { return (slot + 1) & (2 * space->capacity - 1); }

void table_insert(space_object *space, entry *e)
{
    uint32_t slot = home_slot(space, e->hash);
    while (space->slots[slot])
        slot = next_slot(space, slot);
    space->slots[slot] = e;
}

/* Entries after the hole move up into it, unless they would come before their home slot (Knuth, volume 3, algorithm 6.4
 * R). */
void table_remove(space_object *space, const entry *e)
{
    uint32_t mask = 2 * space->capacity - 1, hole = home_slot(space, e->hash);
    while (space->slots[hole] != e)
        hole = next_slot(space, hole);
    for (uint32_t slot = next_slot(space, hole); space->slots[slot]; slot = next_slot(space, slot)) {
        uint32_t home = home_slot(space, space->slots[slot]->hash);
        if (((slot - home) & mask) < ((slot - hole) & mask))
            continue;
        space->slots[hole] = space->slots[slot];
        hole = slot;
    }
    space->slots[hole] = NULL;
}

/* Whether the item of an entry is equal to the item: 1, 0, or -1 with an error set. It runs user code, which may remove
 * and free the entry. */
static int is_entry_of(const entry *e, PyObject *item)
{
    PyObject *own = Py_NewRef(e->item);
    int equal = PyObject_RichCompareBool(own, item, Py_EQ);
    Py_DECREF(own);
    return equal;
}

/* One search: 1 and a new reference in *out, 0 if there is no such entry, -1 with an error set, 2 if items were added
 * or removed meanwhile. */
static int probe(const space_object *space, PyObject *item, Py_hash_t hash, entry **out)
{
    uint64_t version = space->version;
    for (uint32_t slot = home_slot(space, hash); space->slots[slot]; slot = next_slot(space, slot)) {
        entry *e = space->slots[slot];
        if (e->hash != hash)
            continue;
        int equal = e->item == item ? 1 : is_entry_of(e, item);
        if (equal < 0)
            return -1;
        if (space->version != version)
            return 2;
        if (equal) {
            *out = (entry *)Py_NewRef(e);
            return 1;
        }
    }
    return 0;
}

entry *find_entry_by_hash(const space_object *space, PyObject *item, Py_hash_t hash)
{
    entry *found = NULL;
    int result = 2;
    while (result == 2)
        result = space->slots ? probe(space, item, hash, &found) : 0;
    return found;
}

entry *find_entry(const space_object *space, PyObject *item)
{
    Py_hash_t hash = PyObject_Hash(item);
    return hash == -1 ? NULL : find_entry_by_hash(space, item, hash);
}

entry *require_entry(const space_object *space, const char *function, PyObject *item)
{
    entry *e = find_entry(space, item);
    if (!e && !PyErr_Occurred())
        PyErr_Format(PyExc_KeyError, "%s: item must be in the space, got %R", function, item);
    return e;
}
