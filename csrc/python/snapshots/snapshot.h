/* Snapshots: what saved_tree.c, history.c, snapshot.c and restore.c share. */
#ifndef C2D_SNAPSHOT_H
#define C2D_SNAPSHOT_H

#include "../space/space.h"

/* ---- saved_tree.c ---- */

/* A saved state is a tree from ids to items. States share all nodes that do not differ: a new state copies only the
 * nodes on the way to what has changed. The nodes are immutable once the state is made, and no user code runs in the
 * functions below. The garbage collector tracks every node, because only then does it count each reference from a
 * shared node once. */
#define SAVED_LEAF_BITS 4
#define SAVED_LEAF_SIZE (1u << SAVED_LEAF_BITS)

/* An entry at the time of the snapshot; item is NULL where the id was free. The references are owned. */
typedef struct saved_item {
    PyObject *item, *shape;
    Py_hash_t hash;
    uint64_t serial;
    layer_mask layer, mask;
} saved_item;

/* A borrowed pointer to what is saved for an id; NULL if it was free. The tree may be NULL: all ids are free. */
const saved_item *saved_tree_find(const saved_node *tree, uint32_t id);
/* The place for an id in a tree that is being made, whose nodes carry the given number. Nodes with another number are
 * copied first. NULL with an error set. */
saved_item *saved_tree_edit(PyTypeObject *type, saved_node **tree, uint32_t id, uint64_t number);
/* Empties the place for an id if no other tree shares it. True: *out has the references. */
bool saved_tree_take(saved_node *tree, uint32_t id, saved_item *out);
/* Calls visit with the first id of each leaf in which the trees may differ; stops and returns false if visit does. */
typedef bool saved_leaf_visitor(void *context, uint32_t first_id);
bool saved_tree_compare(const saved_node *a, const saved_node *b, saved_leaf_visitor *visit, void *context);

/* ---- objects ---- */

typedef struct snapshot_object {
    PyObject_HEAD
    PyObject *space; /* a weak reference; NULL once the collector has cleared the snapshot */
    saved_node *tree;
    uint32_t count, id_count;
} snapshot_object;

#define SNAPSHOT(object) ((snapshot_object *)(object))

/* The entry with an id that may be greater than all ids of the space; NULL if there is none. */
static inline entry *entry_of_id(const space_object *space, uint32_t id)
{
    return id < space->id_count ? space->by_id[id] : NULL;
}

static inline bool is_same_item(const entry *e, const saved_item *saved)
{
    return e && saved && e->serial == saved->serial;
}

/* ---- history.c ---- */

/* Makes the history of a space if it has none: everything has changed. False with an error set. */
bool begin_history(space_object *space);
/* Replaces the base by a state that is equal to that of the space. The caller releases the old base that is returned,
 * which may run user code. */
saved_node *set_base(space_object *space, saved_node *tree);
/* Releases removed items that only the base still owns, after a snapshot has gone. It runs user code. */
void release_removed(space_object *space);

/* ---- snapshot.c ---- */

/* The space of a snapshot, a new reference; NULL, without an error set, if it is gone. */
PyObject *space_of_snapshot(const snapshot_object *s);

#endif
