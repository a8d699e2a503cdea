/* What a space knows about its past. The history is for snapshots: the last saved state, and the ids of the entries
 * that have changed since. The digest is kept in the same way: it is up to date except for a list of ids. Neither
 * exists before the first snapshot or the first digest, and noting a change allocates nothing. ../snapshots has the
 * functions.
 */
#ifndef C2D_HISTORY_H
#define C2D_HISTORY_H

#include "../base/binding.h"

typedef struct space_object space_object;
typedef struct entry entry;
typedef struct saved_node saved_node;

/* ---- a set of ids ---- */

/* Each id is in the list once. Both arrays have room for all ids of the space. */
typedef struct id_set {
    uint32_t *ids;
    bool *contains;
    uint32_t count;
} id_set;

static inline void id_set_add(id_set *set, uint32_t id)
{
    if (!set->contains[id])
        set->ids[set->count++] = id;
    set->contains[id] = true;
}
static inline void id_set_clear(id_set *set)
{
    while (set->count > 0)
        set->contains[set->ids[--set->count]] = false;
}
/* Makes room for ids below capacity; false if there is no memory, without an error set, and the set is the same. */
bool id_set_resize(id_set *set, uint32_t old_capacity, uint32_t capacity);
void id_set_free(id_set *set);

/* ---- history.c ---- */

typedef struct history {
    saved_node *base; /* the state that was saved or restored last, an owned reference */
    id_set changed;   /* since then */
    bool has_removed; /* items were removed since then that the base may still own */
} history;

/* Notes a change of the entry with this id. */
static inline void history_note(history *h, uint32_t id)
{
    if (h)
        id_set_add(&h->changed, id);
}
/* Notes the removal of an entry. The item may leave the base, so that only snapshots keep it alive. */
void history_note_removal(history *h, const entry *e);
bool history_resize(history *h, uint32_t old_capacity, uint32_t capacity);
/* Takes the history out of a space. It is freed later, because that may run user code. */
history *detach_history(space_object *space);
void free_history(history *h);

/* ---- digest.c ---- */

typedef struct digest_table digest_table;

/* The ids whose part of the digest is out of date. */
id_set *stale_ids(digest_table *digest);
/* Notes that an entry has another shape or other layers. */
static inline void digest_note_change(digest_table *digest, uint32_t id)
{
    if (digest)
        id_set_add(stale_ids(digest), id);
}
/* Notes a new entry. next is the entry after it in the order, NULL at the end. */
void digest_note_insertion(digest_table *digest, const entry *e, const entry *next);
void digest_note_removal(digest_table *digest, const entry *e);
bool digest_resize(digest_table *digest, uint32_t old_capacity, uint32_t capacity);
void free_digest(digest_table *digest);

#endif
