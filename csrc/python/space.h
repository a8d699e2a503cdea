/* Space: what its files share.
 *
 * A space is a dictionary of entries, one an item, and what is derived of them: their order, and a tree that is brought
 * up to date only when it is asked. Code of the user's (hash, ==, __del__, filters) runs where an item is looked up,
 * where an object is made (which may collect garbage) and where a reference to an item is given up: no pointer into
 * the arrays here is kept across such a place, and what an answer is made of is held before the answer is made.
 *
 * space_items.c: entries, their order, the tree / space.c: the type / space_changes.c: add, update, move, remove /
 * space_queries.c, space_pairs.c: questions /
 * watch.c: pairs that begin and end / space_slide.c: the mover / move.c: its result.
 */
#ifndef C2D_SPACE_H
#define C2D_SPACE_H

#include "convert.h"

/* ---- objects ---- */

#define NOWHERE C2D_NONE

/* A set of layers, and whether it was given as a negative number. */
typedef struct bits {
    uint64_t set;
    bool negative;
} bits;

/* An item in a space, or one that was. No object for Python: nothing hands it out, so the space itself visits what it
 * holds when garbage is collected. */
typedef struct entry {
    PyObject_HEAD
    PyObject *item;
    PyObject *shape;
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
    PyObject *entries;        /* a dictionary: item to entry */
    entry **order;            /* as they were added, with gaps where some were removed: own references */
    c2d_bounds *boxes;        /* of their shapes, in the same order, */
    const c2d_shape **shapes; /* and these themselves, which the entries hold */
    entry **numbered;         /* by number */
    entry **changed;          /* those that the tree has to be told of */
    uint32_t *unused;         /* numbers */
    uint32_t capacity;        /* of each of these arrays */
    uint32_t placed, count, numbers, unused_count, changed_count;
    uint32_t layered; /* so many have another layer than 1, or another mask than all */
    uint64_t added, slides;
    double reach; /* at least as great as every coordinate in the tree */
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

/* ---- space_items.c ---- */

/* Unless a slide is going on: false with an error set. */
bool may_change(const space_object *space);
/* The entry of an item, borrowed; NULL, with an error set or without. */
entry *find_entry(const space_object *space, PyObject *item);
/* The same, where there must be one. */
entry *need_entry(const space_object *space, const char *function, PyObject *item);
/* False with an error set. The shape is a new reference, which is taken over even so. */
bool add_entry(module_state *state, space_object *space, const char *function, PyObject *item, PyObject *shape,
               bits layer, bits mask);
/* Takes an entry out of everything but the dictionary, which it has left; gives up the reference of the order. */
void unlink_entry(space_object *space, entry *e);
void forget_all(space_object *space);
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
void raise_no_item(const char *function, PyObject *item);

#define FIRST_LAYER ((bits){1, false})
#define ALL_LAYERS  ((bits){UINT64_MAX, true})
/* A set of layers from a whole number; false with an error set. */
bool bits_from(const char *function, const char *argument, PyObject *object, bits *out);
PyObject *int_of_bits(bits b);

/* ---- what is found ---- */

/* Keys of entries, and then the objects that they stand for. */
typedef union finding {
    uint64_t key;
    PyObject *object;
} finding;

typedef struct findings {
    finding *list;
    size_t count, capacity;
    finding own[32];
} findings;

static inline void open_findings(findings *f)
{
    f->list = f->own;
    f->count = 0;
    f->capacity = sizeof f->own / sizeof *f->own;
}
void close_findings(findings *f);
bool grow_findings(findings *f);
static inline bool add_finding(findings *f, uint64_t key)
{
    if (f->count == f->capacity && !grow_findings(f))
        return false;
    f->list[f->count++].key = key;
    return true;
}
void sort_findings(finding *list, size_t count);
/* The items of entries in the order of the space as a list. */
PyObject *list_of_findings(const space_object *space, findings *f);

/* ---- space_changes.c ---- */

/* The shape of an item as a new reference; without one, the item is a shape-like itself. NULL with an error set. */
PyObject *read_shape(module_state *state, const char *function, PyObject *item, PyObject *shape);
PyObject *space_clear_items(PyObject *self, PyObject *unused);

/* ---- space_pairs.c ---- */

/* Pairs of entries that meet, in order: by place, the lesser one in the upper half. False with an error set. */
bool find_pairs(space_object *space, bool touching, findings *out);
/* Sorts findings the upper halves of which are less than n; false if there is no memory, and nothing is changed. */
bool sort_pairs(findings *found, size_t n);

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

extern PyType_Spec entry_spec, space_spec, watch_spec, move_spec;
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
