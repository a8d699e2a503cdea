/* Space: what its files share.
 *
 * A space is a hash table of entries, one per item, and two things derived from them: their order, and a tree, which is
 * brought up to date only when it is asked. All of it is read and written under the lock, a critical section of the
 * space object, and nothing but the methods of the space can reach it.
 *
 * User code (hash, ==, __del__, filters) runs in three places: where an item is looked up, where an object is made that
 * the garbage collector tracks, and where a reference to an item is released. Other threads may run there as well,
 * because these places suspend the lock. Four rules follow:
 * 1. No pointer into the arrays of a space is kept across such a place.
 * 2. Code that uses an entry holds a reference to it.
 * 3. References to everything that an answer contains are taken before the answer is made.
 * 4. A method that changes a space first makes every object that it needs, then asks may_change, and then makes the
 *    change in one go, which runs no user code and cannot fail.
 *
 * hash_table.c: the entry of an item / entries.c: entries, the tree / layers.c: layer, mask, set_layer, set_mask /
 * order.c: their order / space.c: the type Space / iterator.c: iter(space) / changes.c: add, update, move, remove,
 * clear / period.c: the period / parts.c: the pieces of bodies in the tree / bulk.c: add_all, update_all, remove_all /
 * pairs.c: pairs / watch.c: Watch / move.c: Move. The queries with one shape or item are in ../queries, slide and
 * try_slide in ../slide, snapshots and digests in
 * ../snapshots; history.h says what changes note for them.
 */
#ifndef C2D_SPACE_H
#define C2D_SPACE_H

#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"
#include "history.h"
#include "period.h"

/* ---- objects ---- */

/* A set of layers, one bit each. layer() and mask() return it with the sign that it was given with. */
typedef struct layer_mask {
    uint64_t bits;
    bool negative;
} layer_mask;

/* An item in a space, or one that was removed. Python code never sees an entry, so the space itself visits the items
 * for the garbage collector. The item, the hash and the serial of an entry never change. The shape and the layers are
 * read and written only under the lock of the space; set_entry_shape and set_entry_layers change them. */
struct entry {
    PyObject_HEAD
    PyObject *item;
    PyObject *shape;
    Py_hash_t hash;       /* of the item */
    uint64_t serial;      /* greater than the serials of all items that were added earlier */
    uint64_t last_slide;  /* the last slide that had this entry as a candidate, */
    uint32_t candidate;   /* and its index there */
    uint32_t ranked;      /* its place in the list of a query, if it is there */
    uint32_t order_index; /* in the order of insertion; C2D_NULL_INDEX: removed */
    uint32_t id;          /* identifies the entry in the tree */
    uint32_t leaf;        /* its leaf of the tree, or its first part; C2D_NULL_INDEX: not in the tree yet */
    uint32_t dirty_index; /* in the list of dirty entries; C2D_NULL_INDEX: the tree has its bounds */
    bool has_body;        /* whether the shape is a body, */
    bool has_parts;       /* and whether the tree has it as one */
    layer_mask layer, mask;
};

/* A piece of a body in the tree. The parts of an item are linked in the order of the pieces. */
typedef struct part {
    entry *entry; /* a borrowed reference */
    uint32_t piece, leaf, next;
} part;

struct space_object {
    PyObject_HEAD
    PyObject *weak_references;
    c2d_vec period;           /* of the world, which never changes while others can reach the space */
    entry **slots;            /* the hash table: borrowed references, NULL where a slot is empty */
    entry **order;            /* in the order of insertion: owned references, NULL where one was removed */
    c2d_bounds *boxes;        /* the bounds of their shapes, in the order of insertion, */
    const c2d_shape **shapes; /* and the shapes themselves, which the entries own; not set for bodies */
    entry **by_id;            /* borrowed references, NULL where an id is free */
    entry **dirty;            /* those whose bounds the tree does not have yet */
    uint32_t *free_ids;
    uint32_t capacity;     /* of each of these arrays; the hash table has twice as many slots */
    uint32_t order_length; /* items and gaps */
    uint32_t order_start;  /* no place before it has an item */
    uint32_t count;        /* items */
    uint32_t id_count, free_id_count, dirty_count;
    uint32_t custom_layer_count; /* entries with a layer other than 1, or a mask other than all */
    uint32_t shape_item_count;   /* entries whose item is itself a shape or a body */
    uint32_t body_count;         /* entries whose shape is a body */
    part *parts;                 /* of all bodies in the tree, and free ones */
    uint32_t part_count, part_capacity, free_part_count;
    uint32_t free_part; /* the first free part, linked to the next; C2D_NULL_INDEX: none */
    uint64_t last_serial, slide_count;
    uint64_t version; /* rises whenever an item is added or removed */
    c2d_tree tree;
    history *history;         /* NULL before the first snapshot */
    digest_table *digest;     /* NULL before the first digest */
    uint64_t state_count;     /* saved states */
    uint32_t sliding;         /* slides that are going on: no change is allowed */
    uint32_t row_queries;     /* queries with arrays that are going on: no change is allowed */
    unsigned long *filtering; /* the threads that run the filter of a query, once for each: they may change nothing */
    size_t filtering_count, filtering_capacity;
};

typedef struct watch_object watch_object;
typedef struct move_object move_object;

#define SPACE(object) ((space_object *)(object))

/* Keys sort by order of insertion; entry_of finds the entry again. */
static inline uint64_t sort_key_of(const entry *e) { return (uint64_t)e->order_index << 32 | e->id; }
static inline entry *entry_of(const space_object *space, uint64_t key) { return space->by_id[(uint32_t)key]; }

/* The tree has a leaf for every piece. The number of a leaf is the id of a single shape, or this bit and the index of a
 * part. */
#define PART_BIT (UINT32_C(1) << 31)

/* What a leaf of the tree stands for. */
typedef struct solid_piece {
    entry *entry;
    const c2d_shape *shape;
    uint32_t piece; /* its index in a body, 0 of a single shape */
} solid_piece;

static inline solid_piece piece_of_leaf(const space_object *space, uint32_t number)
{
    if (!(number & PART_BIT)) {
        entry *e = space->by_id[number];
        return (solid_piece){e, SHAPE(e->shape), 0};
    }
    const part *p = &space->parts[number & ~PART_BIT];
    return (solid_piece){p->entry, ((body_object *)p->entry->shape)->body.pieces[p->piece], p->piece};
}
/* The shape of an entry as a body, which is not to be moved. A single shape becomes a body of one piece in own. */
static inline const c2d_body *body_of_entry(const entry *e, one_piece *own)
{
    if (e->has_body)
        return &((body_object *)e->shape)->body;
    own->shape = SHAPE(e->shape);
    own->rect = NULL;
    own->body = (c2d_body){&own->shape, NULL, 1, NULL};
    return &own->body;
}
/* Whether two items collide at all: the mask of each has a layer of the other. */
static inline bool layers_match(const entry *a, const entry *b)
{
    return a->mask.bits & b->layer.bits && b->mask.bits & a->layer.bits;
}

/* ---- hash_table.c ---- */

/* The entry of an item, a new reference; NULL if there is none, with or without an error set. The entry is in the space
 * when this returns: no user code runs between the last look at the table and the return. */
entry *find_entry(const space_object *space, PyObject *item);
/* As find_entry, with the hash of the item given. */
entry *find_entry_by_hash(const space_object *space, PyObject *item, Py_hash_t hash);
/* As find_entry, but an item that is not in the space is a KeyError. */
entry *require_entry(const space_object *space, const char *function, PyObject *item);
void table_insert(space_object *space, entry *e);
void table_remove(space_object *space, const entry *e);

/* ---- order.c ---- */

/* Removes the gaps from the order. */
void compact_order(space_object *space);
/* Forgets gaps after a removal, so that they never outnumber the items by more than a few. */
void trim_order(space_object *space);
/* Merges entries, sorted by serial, into the order by their serials. There must be room for all entries. */
void merge_into_order(space_object *space, entry *const *entries, uint32_t count);
/* Copies the shape of an entry, unless it is a body, to the arrays of shapes and bounds. */
static inline void store_shape(space_object *space, const entry *e)
{
    if (e->has_body)
        return;
    space->shapes[e->order_index] = SHAPE(e->shape);
    space->boxes[e->order_index] = c2d_bounds_of(SHAPE(e->shape));
}
/* Puts an entry at a place in the order. */
static inline void place_entry(space_object *space, entry *e, uint32_t order_index)
{
    e->order_index = order_index;
    space->order[order_index] = e;
    if (order_index < space->order_start)
        space->order_start = order_index;
    store_shape(space, e);
}

/* An item at one moment: owned references, because the entry may get another shape. */
typedef struct held_item {
    PyObject *item, *shape;
    layer_mask layer, mask;
} held_item;

/* All items in order, as a block of PyMem memory; NULL with an error set. Call it under the lock. */
held_item *hold_all_items(const space_object *space, size_t *count);
void release_held_items(held_item *held, size_t count);

/* Sorts the keys of a result list, and keeps one of equal ones. */
void sort_unique_keys(result_list *results);
/* Replaces different keys by references to their items, in the order of insertion. */
void hold_items(const space_object *space, result_list *results);
/* A list of the items with these keys, in the order of insertion; frees the result list. NULL with an error set. */
PyObject *list_of_items(const space_object *space, result_list *results);

/* ---- period.c ---- */

PyObject *space_period(PyObject *self, void *closure);
/* False with an error set, which ends with the advice. */
bool has_no_period(const space_object *space, const char *verb, const char *advice);

/* ---- parts.c ---- */

/* Gives the tree the bounds of each piece of an entry whose shape is a body, and counts the new leaves; false with an
 * error set. */
bool index_parts(space_object *space, entry *e, uint32_t *inserted);
/* Notes that an entry, which is perhaps in the space no more, has a body in place of a shape, or the other way. */
void switch_body(space_object *space, entry *e);
/* Removes an entry, if the tree has it, from the tree. */
void remove_from_tree(space_object *space, entry *e);

/* ---- entries.c ---- */

/* An entry that is not in a space; NULL with an error set. Steals the reference to the shape, even then. */
entry *new_entry(PyTypeObject *type, PyObject *item, Py_hash_t hash, PyObject *shape, layer_mask layer,
                 layer_mask mask);
/* False with an error set. Steals the reference to the shape, even then. */
bool add_entry(module_state *state, space_object *space, const char *function, PyObject *item, PyObject *shape,
               layer_mask layer, layer_mask mask);
/* Moves the entries of other to the end of the order. The space must not have their items. False with an error set, and
 * nothing has changed. No user code runs. */
bool append_entries(space_object *space, space_object *other);
/* Adds the items of other, in order, to an empty space; false with an error set. */
bool copy_entries(module_state *state, space_object *space, const space_object *other);
/* Removes an entry from every array and releases the reference of the order, which must not be the last one. */
void unlink_entry(space_object *space, entry *e);
/* Makes room for ids below count; false with an error set. */
bool reserve_ids(space_object *space, uint32_t count);
/* Adds entries that have their serials and ids, sorted by serial, at their places in the order. Steals the references.
 * There must be room. */
void relink_entries(space_object *space, entry *const *entries, uint32_t count);
/* Marks the entries of a space that is about to be emptied as removed, for calls that hold them. */
void mark_all_removed(space_object *space);
/* Empties the space, then releases the references to the items, which may run user code. */
void remove_all_entries(space_object *space);
/* Swaps the items of two spaces. They get new serials, so every Watch sees them as new items. */
void swap_entries(space_object *a, space_object *b);
/* Steals the reference to the shape. No user code runs. */
static inline void set_entry_shape(space_object *space, entry *e, PyObject *shape)
{
    PyObject *old = e->shape;
    e->shape = shape;
    if (is_body(shape) != e->has_body)
        switch_body(space, e);
    if (e->order_index != C2D_NULL_INDEX) {
        store_shape(space, e);
        history_note(space->history, e->id);
        digest_note_change(space->digest, e->id);
        if (e->dirty_index == C2D_NULL_INDEX) {
            e->dirty_index = space->dirty_count;
            space->dirty[space->dirty_count++] = e;
        }
    }
    Py_DECREF(old);
}
/* Changes the layers of an entry in the space. */
void set_entry_layers(space_object *space, entry *e, layer_mask layer, layer_mask mask);
/* Brings the tree up to date; false with an error set. */
bool update_tree(space_object *space);

/* ---- layers.c ---- */

#define FIRST_LAYER ((layer_mask){1, false})
#define ALL_LAYERS  ((layer_mask){UINT64_MAX, true})
/* A set of layers from an int between -2**63 and 2**64 - 1; false with an error set. */
bool layer_mask_from(const char *function, const char *argument, PyObject *object, layer_mask *out);
/* As layer_mask_from, of a parameter that may be given. */
bool read_layer_mask(const signature *s, const arguments *a, int i, layer_mask *out);
PyObject *int_of_layer_mask(layer_mask b);

/* ---- space.c ---- */

/* A space without items, which the garbage collector does not track yet, so that no other code reaches it. */
PyObject *new_empty_space(PyTypeObject *type);

/* ---- collection.c ---- */

typedef PyObject *describe_item(const held_item *h);
/* A list of what a function makes of each item, in order. */
PyObject *list_items(PyObject *self, describe_item *describe);
Py_ssize_t space_length(PyObject *self);
int space_contains(PyObject *self, PyObject *item);
PyObject *space_subscript(PyObject *self, PyObject *item);
PyObject *space_bounds(PyObject *self, void *closure);
PyObject *space_items(PyObject *self, PyObject *unused);
keyword_function space_get;
extern const char space_get_doc[], space_items_doc[];

/* ---- bulk.c ---- */

/* The pairs of a mapping, or the elements of another iterable, as a tuple; NULL with an error set. */
PyObject *pairs_of_argument(const char *function, const char *rule, PyObject *object);

/* ---- changes.c ---- */

/* The shape or body of a shape-like, a new reference; NULL with an error set. */
PyObject *shape_of_argument(module_state *state, const char *function, const char *argument, PyObject *object);
/* The given shape or, if it is NULL, the item as a shape-like: a new reference; NULL with an error set. */
PyObject *read_shape(module_state *state, const char *function, PyObject *item, PyObject *shape);

/* ---- ../queries/filters.c ---- */

/* False with an error set while a slide is going on, or the current thread runs the filter of a query. */
bool may_change(const space_object *space);

/* ---- pairs.c ---- */

/* Pairs of entries that match and overlap (or touch), sorted: the smaller order index in the upper half of a key, the
 * larger in the lower half. False with an error set. */
bool find_pairs(space_object *space, bool touching, result_list *out);

/* ---- methods of Space, with their documentation ---- */

/* changes.c */
keyword_function space_add, space_update, space_move, space_remove;
extern const char space_add_doc[], space_update_doc[], space_move_doc[], space_remove_doc[], space_clear_doc[];
PyObject *space_clear_items(PyObject *self, PyObject *unused);

/* layers.c */
PyObject *space_layer(PyObject *self, PyObject *item);
PyObject *space_mask(PyObject *self, PyObject *item);
keyword_function space_set_layer, space_set_mask;
extern const char space_layer_doc[], space_mask_doc[], space_set_layer_doc[], space_set_mask_doc[];

/* bulk.c */
keyword_function space_add_all, space_update_all, space_remove_all;
extern const char space_add_all_doc[], space_update_all_doc[], space_remove_all_doc[];

/* ../queries */
keyword_function space_query, space_contacts, space_nearest, space_cast, space_cast_all, space_raycast,
    space_raycast_all, space_turn_cast, space_turn_cast_all;
extern const char space_query_doc[], space_contacts_doc[], space_nearest_doc[], space_cast_doc[], space_cast_all_doc[],
    space_raycast_doc[], space_raycast_all_doc[], space_turn_cast_doc[], space_turn_cast_all_doc[];

/* snapshot.c, restore.c, digest.c */
extern const char space_snapshot_doc[], space_restore_doc[], space_digest_doc[];
PyObject *space_snapshot(PyObject *self, PyObject *unused);
PyObject *space_restore(PyObject *self, PyObject *snapshot);
PyObject *space_digest(PyObject *self, PyObject *unused);

/* pairs.c, watch.c, ../slide */
keyword_function space_pairs, space_slide, space_try_slide, space_turn, space_watch;
extern const char space_pairs_doc[], space_slide_doc[], space_try_slide_doc[], space_turn_doc[], space_watch_doc[];

/* Phrases of the documentation. */
#define ITEM_OR_SHAPE_DOC                                                                                              \
    "shape is an item or a shape-like. An item does not find itself, and finds only items that it collides with: "     \
    "the\n"                                                                                                            \
    "mask of each must have a layer of the other. A shape-like finds the items that have a layer in mask.\n\n"
#define ROWS_DOC                                                                                                       \
    "With an array, one call answers every row, by Items, ItemContacts, NearestItems, ItemHits or AllHits of\n"        \
    "collide2d.arrays.\n\n"
#define UNKNOWN_ITEM_DOC "Raises KeyError if the item is not in the space.\n\n"
#define ERRORS_DOC       "Raises TypeError for an argument of a wrong kind, ValueError for a number out of range.\n\n"
#define SLIDING_DOC      "Raises RuntimeError in a filter, and while a slide is going on in the space.\n\n"
#define FILTER_DOC                                                                                                     \
    "Items in the container exclude are not found, nor are items for which filter(item) is false. filter is called\n"  \
    "at most once for an item. A filter may query the space, but a change raises RuntimeError.\n\n"

/* name: calls locked_name under the lock of the space. */
#define DEFINE_LOCKED(name, locked_name)                                                                               \
    PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)                         \
    {                                                                                                                  \
        PyObject *result;                                                                                              \
        Py_BEGIN_CRITICAL_SECTION(self);                                                                               \
        result = locked_name(self, args, nargs, kwnames);                                                              \
        Py_END_CRITICAL_SECTION();                                                                                     \
        return result;                                                                                                 \
    }

/* ---- the types: space.c, iterator.c, watch.c, move.c, snapshot.c ---- */

extern PyType_Spec entry_spec, space_spec, iterator_spec, watch_spec, move_spec, snapshot_spec, saved_node_spec;
PyObject *space_iter(PyObject *self);
/* Calls a function of a module of the package, which implements a method in Python. */
PyObject *call_python(const char *module_name, const char *name, PyObject *self, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames);
PyObject *space_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *watch_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *watch_of(module_state *state, PyObject *space, bool touching);
PyObject *move_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);

typedef enum move_field {
    MOVE_SHAPE,
    MOVE_MOTION,
    MOVE_REMAINING,
    MOVE_HITS,
    MOVE_PATH,
    MOVE_LEGS,
    MOVE_PUSHED,
    MOVE_STUCK,
    MOVE_TURN,
    MOVE_FIELDS
} move_field;

/* Steals the references to the fields, even if it fails. It fails if one of them is NULL. */
PyObject *move_from(PyTypeObject *type, PyObject *fields[MOVE_FIELDS]);
/* collide2d.Turn, a new reference; NULL with an error set. */
PyObject *turn_type(void);

#endif
