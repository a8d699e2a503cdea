/* Space: what its files share.
 *
 * A space is a hash table of entries, one an item, and what is derived of them: their order, and a tree that is brought
 * up to date only when it is asked. It is read and written with the lock held, a critical section of the space, and
 * nothing but its methods can reach what it is made of.
 *
 * Code of the user's (hash, ==, __del__, filters) runs where an item is looked up, where an object is made that the
 * collector knows, and where a reference to an item is given up; other threads run there too, for they suspend the
 * lock. So no pointer into the arrays is kept across such a place, an entry is held while it is used, and what an
 * answer is made of is held before the answer is made. What changes a space first makes all that it needs, then asks
 * may_change, and then changes it in one go that runs no such code and cannot fail.
 *
 * space_table.c: which entry an item has / space_items.c: entries, their order, the tree / space.c: the type /
 * space_iterator.c: iter(space) / space_changes.c: add, update, move, remove / space_queries.c, space_pairs.c:
 * questions / watch.c: pairs that begin and end / space_slide.c: the mover / move.c: its result.
 */
#ifndef C2D_SPACE_H
#define C2D_SPACE_H

#include "convert.h"
#include "held.h"

/* ---- objects ---- */

#define NOWHERE C2D_NONE

/* A set of layers, and whether it was given as a negative number. */
typedef struct bits {
    uint64_t set;
    bool negative;
} bits;

/* An item in a space, or one that was. No object for Python: nothing hands it out, so the space itself visits what it
 * holds when garbage is collected. All but the shape and what derives from it stays as it was made. */
typedef struct entry {
    PyObject_HEAD
    PyObject *item;
    PyObject *shape; /* read and written with the lock of the space only */
    Py_hash_t hash;  /* of the item */
    uint64_t serial; /* of the space: greater than those of all that were added before */
    uint64_t slide;  /* the last slide that came near, */
    uint32_t seen;   /* and what number it has there */
    uint32_t place;  /* in the order of insertion; NOWHERE: removed */
    uint32_t number; /* what the tree calls it */
    uint32_t leaf;   /* what it calls the tree's part; NOWHERE: not in the tree yet */
    uint32_t change; /* where it is among those that the tree has to be told of; NOWHERE: it is not */
    bits layer, mask;
} entry;

typedef struct space_object {
    PyObject_HEAD
    PyObject *weak_references;
    entry **slots;            /* the hash table: borrowed from the order, NULL where there is none */
    entry **order;            /* as they were added, with gaps where some were removed: own references */
    c2d_bounds *boxes;        /* of their shapes, in the same order, */
    const c2d_shape **shapes; /* and these themselves, which the entries hold */
    entry **numbered;         /* by number */
    entry **changed;          /* those that the tree has to be told of */
    uint32_t *unused;         /* numbers */
    uint32_t capacity;        /* of each of these arrays; the table has twice as many slots */
    uint32_t placed, count, numbers, unused_count, changed_count;
    uint32_t layered; /* so many have another layer than 1, or another mask than all */
    uint64_t added, slides;
    uint64_t changes; /* of which items there are */
    c2d_tree tree;
    bool sliding;
} space_object;

typedef struct watch_object watch_object;
typedef struct move_object move_object;

#define SPACE(object) ((space_object *)(object))

static inline uint64_t key_of(const entry *e) { return (uint64_t)e->place << 32 | e->number; }
static inline entry *entry_of(const space_object *space, uint64_t key) { return space->numbered[(uint32_t)key]; }
static inline const shape_object *shape_in(const entry *e) { return (shape_object *)e->shape; }
static inline const c2d_shape *core_in(const entry *e) { return SHAPE(e->shape); }
static inline bool meet(const entry *a, const entry *b)
{
    return a->mask.set & b->layer.set && b->mask.set & a->layer.set;
}

/* ---- space_table.c ---- */

/* The entry of an item, a new reference, which is in the space when this returns; NULL, with an error set or without.
 * Between the last look at the table and the return no code of the user's runs. */
entry *find_entry(const space_object *space, PyObject *item);
/* The same, where the hash is known. */
entry *find_hashed(const space_object *space, PyObject *item, Py_hash_t hash);
/* The same, where there must be one. */
entry *need_entry(const space_object *space, const char *function, PyObject *item);
void put_into_slot(space_object *space, entry *e);
void take_out_of_slot(space_object *space, const entry *e);

/* ---- space_items.c ---- */

/* Unless a slide is going on: false with an error set. */
bool may_change(const space_object *space);
/* False with an error set. The shape is a new reference, which is taken over even so. */
bool add_entry(module_state *state, space_object *space, const char *function, PyObject *item, PyObject *shape,
               bits layer, bits mask);
/* Adds what other has, in order, to a space without items; false with an error set. */
bool copy_entries(module_state *state, space_object *space, const space_object *other);
/* Takes an entry out of everything; gives up the reference of the order, not the last one. */
void unlink_entry(space_object *space, entry *e);
/* Nothing is in the space any more; the references to the items are given up at the end. */
void forget_all(space_object *space);
/* Gives each other what they hold; all is as new to the watches of both. */
void exchange_entries(space_object *a, space_object *b);
void close_gaps(space_object *space);
/* Notes an entry's shape in the order. */
static inline void place_shape(space_object *space, const entry *e)
{
    space->shapes[e->place] = core_in(e);
    space->boxes[e->place] = c2d_bounds_of(core_in(e));
}
/* Takes over the reference to the shape. No code of the user's runs. */
static inline void set_shape(space_object *space, entry *e, PyObject *shape)
{
    PyObject *old = e->shape;
    e->shape = shape;
    if (e->place != NOWHERE) {
        place_shape(space, e);
        if (e->change == NOWHERE) {
            e->change = space->changed_count;
            space->changed[space->changed_count++] = e;
        }
    }
    Py_DECREF(old);
}
/* Brings the tree up to date; false with an error set. */
bool refresh(space_object *space);

/* What is known of an item, held: entries themselves may get another shape. */
typedef struct holding {
    PyObject *item, *shape;
    bits layer, mask;
} holding;

/* All items in order, as a block of PyMem memory, with the lock held; NULL with an error set. */
holding *take_snapshot(const space_object *space, size_t *count);
void release_snapshot(holding *snapshot, size_t count);

#define FIRST_LAYER ((bits){1, false})
#define ALL_LAYERS  ((bits){UINT64_MAX, true})
/* A set of layers from a whole number; false with an error set. */
bool bits_from(const char *function, const char *argument, PyObject *object, bits *out);
PyObject *int_of_bits(bits b);

/* ---- what is found ---- */

/* The items of entries in the order of the space as a list. */
PyObject *list_of_findings(const space_object *space, findings *f);

/* ---- space_changes.c ---- */

/* The shape of an item as a new reference; without one, the item is a shape-like itself. NULL with an error set. */
PyObject *read_shape(module_state *state, const char *function, PyObject *item, PyObject *shape);
PyObject *space_clear_items(PyObject *self, PyObject *unused);

/* ---- space_pairs.c ---- */

/* Pairs of entries that meet, in order: by place, the lesser one in the upper half. False with an error set. */
bool find_pairs(space_object *space, bool touching, findings *out);

/* ---- methods ---- */

/* clang-format off */
#define SPACE_METHODS(X)                                              \
    X(add) X(update) X(move) X(remove)                                \
    X(query) X(pairs) X(contacts) X(nearest)                          \
    X(raycast) X(raycast_all) X(cast) X(cast_all) X(slide) X(watch)
/* clang-format on */

#define DECLARE_SPACE_METHOD(name) fastcall space_##name;
SPACE_METHODS(DECLARE_SPACE_METHOD)

/* name, from locked_name: one thread at a time. */
#define DEFINE_LOCKED(name)                                                                                            \
    PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)                         \
    {                                                                                                                  \
        PyObject *result;                                                                                              \
        Py_BEGIN_CRITICAL_SECTION(self);                                                                               \
        result = locked_##name(self, args, nargs, kwnames);                                                            \
        Py_END_CRITICAL_SECTION();                                                                                     \
        return result;                                                                                                 \
    }

/* ---- watch.c, move.c ---- */

extern PyType_Spec entry_spec, space_spec, iterator_spec, watch_spec, move_spec;
PyObject *space_iter(PyObject *self);
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
    MOVE_FIELDS
} move_field;

/* Takes over the fields, even if it fails, which it does if one of them is NULL. */
PyObject *move_from(PyTypeObject *type, PyObject *fields[MOVE_FIELDS]);

#endif
