/* Where the results of a list are, by key: a hash table with open addressing, without gaps (Knuth, 1973, 6.4 R). */
#include "queries.h"

struct result_place {
    uint64_t key;
    size_t place; /* NO_PLACE: the slot is free */
};

#define LEAST_SLOTS 64

static size_t home_of(const result_places *p, uint64_t key)
{
    uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed ^ mixed >> 32) & (p->size - 1);
}

/* The slot of a key, or the free one that it gets. */
static size_t slot_of(const result_places *p, uint64_t key)
{
    size_t slot = home_of(p, key);
    while (p->slots[slot].place != NO_PLACE && p->slots[slot].key != key)
        slot = (slot + 1) & (p->size - 1);
    return slot;
}

void result_places_clear(result_places *p)
{
    p->count = 0;
    for (size_t i = 0; i < p->size; i++)
        p->slots[i].place = NO_PLACE;
}

void result_places_free(result_places *p) { PyMem_Free(p->slots); }

bool result_places_reserve(result_places *p)
{
    if (p->count < p->size / 2)
        return true;
    result_places old = *p;
    p->size = old.size ? 2 * old.size : LEAST_SLOTS;
    p->slots = PyMem_New(result_place, p->size);
    if (!p->slots) {
        *p = old;
        return false;
    }
    result_places_clear(p);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].place != NO_PLACE)
            result_places_set(p, old.slots[i].key, old.slots[i].place);
    result_places_free(&old);
    return true;
}

size_t result_places_find(const result_places *p, uint64_t key)
{
    return p->size ? p->slots[slot_of(p, key)].place : NO_PLACE;
}

void result_places_set(result_places *p, uint64_t key, size_t place)
{
    result_place *slot = &p->slots[slot_of(p, key)];
    p->count += slot->place == NO_PLACE;
    *slot = (result_place){key, place};
}

void result_places_remove(result_places *p, uint64_t key)
{
    size_t mask = p->size - 1, hole = slot_of(p, key);
    p->count--;
    for (size_t i = (hole + 1) & mask; p->slots[i].place != NO_PLACE; i = (i + 1) & mask) {
        /* An entry may move to the hole unless its home is after that. */
        if (((i - home_of(p, p->slots[i].key)) & mask) < ((i - hole) & mask))
            continue;
        p->slots[hole] = p->slots[i];
        hole = i;
    }
    p->slots[hole].place = NO_PLACE;
}
