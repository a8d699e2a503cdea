/* The entries of a space: in the table, in order, in the tree. The tree is told of what has changed only when it
 * is to be asked, so that whatever moves many times between two questions is put into it once. */
#include "space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- entries ---- */

static void entry_dealloc(PyObject *self)
{
    entry *e = (entry *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject *item = e->item, *shape = e->shape;
    PyObject_Free(self);
    Py_DECREF(type);
    Py_DECREF(shape);
    Py_DECREF(item);
}

static PyType_Slot entry_slots[] = {{Py_tp_dealloc, entry_dealloc}, {0, NULL}};
PyType_Spec entry_spec = {"collide2d._core._Entry", sizeof(entry), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, entry_slots};

/* Takes over the shape. */
static entry *new_entry(PyTypeObject *type, PyObject *item, Py_hash_t hash, PyObject *shape, bits layer, bits mask)
{
    entry *e = PyObject_New(entry, type);
    if (!e) {
        Py_DECREF(shape);
        return NULL;
    }
    e->item = Py_NewRef(item);
    e->hash = hash;
    e->shape = shape;
    e->serial = e->slide = 0;
    e->seen = e->place = e->number = e->leaf = e->change = NOWHERE;
    e->layer = layer;
    e->mask = mask;
    return e;
}

bool may_change(const space_object *space)
{
    if (space->sliding)
        PyErr_SetString(PyExc_RuntimeError, "Space: must not be changed during slide");
    return !space->sliding;
}

/* ---- layers ---- */

bool bits_from(const char *function, const char *argument, PyObject *object, bits *out)
{
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: %s must be an int, got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
        return false;
    }
    PyObject *number = PyNumber_Index(object);
    if (!number)
        return false;
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    out->set = (uint64_t)value;
    out->negative = value < 0;
    bool good = overflow == 0;
    if (overflow > 0) {
        out->set = PyLong_AsUnsignedLongLong(number);
        out->negative = false;
        good = !PyErr_Occurred();
        PyErr_Clear();
    }
    if (!good)
        PyErr_Format(PyExc_ValueError, "%s: %s must be between -2**63 and 2**64 - 1, got %R", function, argument,
                     number);
    Py_DECREF(number);
    return good;
}

PyObject *int_of_bits(bits b)
{
    return b.negative ? PyLong_FromLongLong((long long)b.set) : PyLong_FromUnsignedLongLong(b.set);
}

static bool is_layered(const entry *e) { return e->layer.set != 1 || e->mask.set != UINT64_MAX; }

/* ---- order ---- */

void close_gaps(space_object *space)
{
    if (space->placed == space->count)
        return;
    uint32_t placed = 0;
    for (uint32_t i = 0; i < space->placed; i++) {
        entry *e = space->order[i];
        if (!e)
            continue;
        e->place = placed;
        space->order[placed++] = e;
        place_shape(space, e);
    }
    space->placed = placed;
}

static bool enlarge(void *array, size_t capacity, size_t size)
{
    void **place = array, *larger = PyMem_Realloc(*place, capacity * size);
    if (larger)
        *place = larger;
    return larger;
}

/* Room for so many; false with an error set, and nothing is changed. No code of the user's runs. */
static bool make_room(space_object *space, uint32_t capacity)
{
    entry **slots = PyMem_Calloc(2 * (size_t)capacity, sizeof *slots);
    if (!slots || !enlarge(&space->order, capacity, sizeof *space->order) ||
        !enlarge(&space->boxes, capacity, sizeof *space->boxes) ||
        !enlarge(&space->shapes, capacity, sizeof *space->shapes) ||
        !enlarge(&space->numbered, capacity, sizeof *space->numbered) ||
        !enlarge(&space->changed, capacity, sizeof *space->changed) ||
        !enlarge(&space->unused, capacity, sizeof *space->unused)) {
        PyMem_Free(slots);
        PyErr_NoMemory();
        return false;
    }
    PyMem_Free(space->slots);
    space->slots = slots;
    space->capacity = capacity;
    space->changes++; /* searches begin anew */
    for (uint32_t i = 0; i < space->placed; i++)
        if (space->order[i])
            put_into_slot(space, space->order[i]);
    return true;
}

/* Room for one more; false with an error set. */
static bool reserve(space_object *space)
{
    if (space->placed < space->capacity)
        return true;
    if (space->count < space->capacity - space->capacity / 4) {
        close_gaps(space);
        return true;
    }
    if (space->capacity < UINT32_C(1) << 30)
        return make_room(space, space->capacity ? 2 * space->capacity : 8);
    PyErr_NoMemory();
    return false;
}

/* Puts an entry everywhere; takes over the reference. */
static void link_entry(space_object *space, entry *e)
{
    put_into_slot(space, e);
    space->changes++;
    e->serial = ++space->added;
    e->place = space->placed++;
    space->order[e->place] = e;
    place_shape(space, e);
    e->number = space->unused_count ? space->unused[--space->unused_count] : space->numbers++;
    space->numbered[e->number] = e;
    e->change = space->changed_count;
    space->changed[space->changed_count++] = e;
    space->layered += is_layered(e);
    space->count++;
}

bool add_entry(module_state *state, space_object *space, const char *function, PyObject *item, PyObject *shape,
               bits layer, bits mask)
{
    Py_hash_t hash = PyObject_Hash(item);
    if (hash == -1) {
        Py_DECREF(shape);
        return false;
    }
    entry *e = new_entry(state->entry_type, item, hash, shape, layer, mask);
    if (!e)
        return false;
    entry *found = find_hashed(space, item, hash);
    if (!found && !PyErr_Occurred() && may_change(space) && reserve(space)) {
        link_entry(space, e);
        return true;
    }
    if (found)
        PyErr_Format(PyExc_ValueError, "%s: item must not be in the space already, got %R", function, item);
    Py_XDECREF(found);
    Py_DECREF(e);
    return false;
}

bool copy_entries(module_state *state, space_object *space, const space_object *other)
{
    if (other->count > 0 && !make_room(space, other->capacity))
        return false;
    for (uint32_t i = 0; i < other->placed; i++) {
        const entry *from = other->order[i];
        entry *e =
            from ? new_entry(state->entry_type, from->item, from->hash, Py_NewRef(from->shape), from->layer, from->mask)
                 : NULL;
        if (from && !e)
            return false;
        if (e)
            link_entry(space, e);
    }
    return true;
}

static void drop_change(space_object *space, entry *e)
{
    if (e->change == NOWHERE)
        return;
    entry *last = space->changed[--space->changed_count];
    space->changed[e->change] = last;
    last->change = e->change;
    e->change = NOWHERE;
}

void unlink_entry(space_object *space, entry *e)
{
    assert(e->place != NOWHERE);
    take_out_of_slot(space, e);
    space->changes++;
    drop_change(space, e);
    if (e->leaf != NOWHERE)
        c2d_tree_remove(&space->tree, e->leaf);
    space->numbered[e->number] = NULL;
    space->unused[space->unused_count++] = e->number;
    space->order[e->place] = NULL;
    if (e->place == space->placed - 1)
        space->placed--;
    space->layered -= is_layered(e);
    space->count--;
    e->place = e->leaf = NOWHERE;
    Py_DECREF(e);
}

void forget_all(space_object *space)
{
    entry **order = space->order;
    uint32_t placed = space->placed;
    PyMem_Free(space->slots);
    PyMem_Free(space->boxes);
    PyMem_Free(space->shapes);
    PyMem_Free(space->numbered);
    PyMem_Free(space->changed);
    PyMem_Free(space->unused);
    c2d_tree_free(&space->tree);
    space->slots = space->order = space->numbered = space->changed = NULL;
    space->boxes = NULL;
    space->shapes = NULL;
    space->unused = NULL;
    space->capacity = space->placed = space->count = space->numbers = space->unused_count = 0;
    space->changed_count = space->layered = 0;
    space->changes++;
    for (uint32_t i = 0; i < placed; i++)
        if (order[i])
            order[i]->place = order[i]->leaf = order[i]->change = NOWHERE;
    for (uint32_t i = 0; i < placed; i++)
        Py_XDECREF(order[i]);
    PyMem_Free(order);
}

void exchange_entries(space_object *a, space_object *b)
{
    space_object *both[2] = {a, b};
    space_object kept = *a;
    uint64_t serial = a->added > b->added ? a->added : b->added, changes = a->changes + b->changes;
#define EXCHANGE(field) (a->field = b->field, b->field = kept.field)
    EXCHANGE(slots), EXCHANGE(order), EXCHANGE(boxes), EXCHANGE(shapes), EXCHANGE(numbered), EXCHANGE(changed);
    EXCHANGE(unused), EXCHANGE(capacity), EXCHANGE(placed), EXCHANGE(count), EXCHANGE(numbers), EXCHANGE(unused_count);
    EXCHANGE(changed_count), EXCHANGE(layered), EXCHANGE(tree);
#undef EXCHANGE
    for (int k = 0; k < 2; k++) {
        both[k]->changes = changes + 1;
        for (uint32_t i = 0; i < both[k]->placed; i++)
            if (both[k]->order[i]) {
                both[k]->order[i]->serial = ++serial;
                both[k]->order[i]->slide = 0;
            }
    }
    a->added = b->added = serial;
}

/* ---- the tree ---- */

bool refresh(space_object *space)
{
    if (space->changed_count == 0)
        return true;
    uint32_t inserted = 0;
    while (space->changed_count > 0) {
        entry *e = space->changed[space->changed_count - 1];
        c2d_bounds box = c2d_cast_target_bounds(core_in(e));
        if (e->leaf != NOWHERE) {
            c2d_tree_move(&space->tree, e->leaf, box);
        } else if (c2d_tree_insert(&space->tree, box, e->number, &e->leaf)) {
            e->leaf = NOWHERE;
            PyErr_NoMemory();
            return false;
        } else {
            inserted++;
        }
        space->changed_count--;
        e->change = NOWHERE;
    }
    /* Moving what is there costs less than that and leaves the tree as good. Without memory it is as good as it was. */
    if (inserted > space->count / 2)
        (void)c2d_tree_rebuild(&space->tree);
    return true;
}

/* ---- what is found ---- */

holding *take_snapshot(const space_object *space, size_t *count)
{
    holding *snapshot = PyMem_New(holding, (size_t)space->count + 1);
    *count = 0;
    if (!snapshot)
        PyErr_NoMemory();
    for (uint32_t i = 0; i < space->placed && snapshot; i++) {
        const entry *e = space->order[i];
        if (e)
            snapshot[(*count)++] = (holding){Py_NewRef(e->item), Py_NewRef(e->shape), e->layer, e->mask};
    }
    return snapshot;
}

void release_snapshot(holding *snapshot, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Py_DECREF(snapshot[i].item);
        Py_DECREF(snapshot[i].shape);
    }
    PyMem_Free(snapshot);
}

PyObject *list_of_findings(const space_object *space, findings *f)
{
    sort_findings(f->list, f->count);
    for (size_t i = 0; i < f->count; i++)
        f->list[i].object = Py_NewRef(entry_of(space, f->list[i].key)->item);
    return list_of_objects(f, true);
}
