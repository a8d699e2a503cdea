/* The entries of a space: in the hash table, in the order of insertion, in the tree. The tree is updated only before a
 * query, so an item that moves many times between two queries is moved in the tree once. */
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

/* Steals the reference to the shape, even if it fails. */
static entry *new_entry(PyTypeObject *type, PyObject *item, Py_hash_t hash, PyObject *shape, layer_mask layer,
                        layer_mask mask)
{
    entry *e = PyObject_New(entry, type);
    if (!e) {
        Py_DECREF(shape);
        return NULL;
    }
    e->item = Py_NewRef(item);
    e->hash = hash;
    e->shape = shape;
    e->serial = e->last_slide = 0;
    e->candidate = e->order_index = e->id = e->leaf = e->dirty_index = C2D_NULL_INDEX;
    e->layer = layer;
    e->mask = mask;
    return e;
}

/* ---- layers ---- */

bool layer_mask_from(const char *function, const char *argument, PyObject *object, layer_mask *out)
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
    out->bits = (uint64_t)value;
    out->negative = value < 0;
    bool good = overflow == 0;
    if (overflow > 0) {
        out->bits = PyLong_AsUnsignedLongLong(number);
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

PyObject *int_of_layer_mask(layer_mask b)
{
    return b.negative ? PyLong_FromLongLong((long long)b.bits) : PyLong_FromUnsignedLongLong(b.bits);
}

static bool has_custom_layers(const entry *e) { return e->layer.bits != 1 || e->mask.bits != UINT64_MAX; }

/* ---- order ---- */

void compact_order(space_object *space)
{
    if (space->order_length == space->count)
        return;
    uint32_t order_length = 0;
    for (uint32_t i = 0; i < space->order_length; i++) {
        entry *e = space->order[i];
        if (!e)
            continue;
        e->order_index = order_length;
        space->order[order_length++] = e;
        store_shape(space, e);
    }
    space->order_length = order_length;
}

static bool resize_array(void *array, size_t capacity, size_t size)
{
    void **array_pointer = array, *larger = PyMem_Realloc(*array_pointer, capacity * size);
    if (larger)
        *array_pointer = larger;
    return larger;
}

/* Makes room for capacity entries; false with an error set, and the space has the same entries. No user code runs. */
static bool set_capacity(space_object *space, uint32_t capacity)
{
    entry **slots = PyMem_Calloc(2 * (size_t)capacity, sizeof *slots);
    if (!slots || !resize_array(&space->order, capacity, sizeof *space->order) ||
        !resize_array(&space->boxes, capacity, sizeof *space->boxes) ||
        !resize_array(&space->shapes, capacity, sizeof *space->shapes) ||
        !resize_array(&space->by_id, capacity, sizeof *space->by_id) ||
        !resize_array(&space->dirty, capacity, sizeof *space->dirty) ||
        !resize_array(&space->free_ids, capacity, sizeof *space->free_ids)) {
        PyMem_Free(slots);
        PyErr_NoMemory();
        return false;
    }
    PyMem_Free(space->slots);
    space->slots = slots;
    space->capacity = capacity;
    space->version++; /* searches start again */
    for (uint32_t i = 0; i < space->order_length; i++)
        if (space->order[i])
            table_insert(space, space->order[i]);
    return true;
}

/* Makes room for one more entry; false with an error set. */
static bool reserve_one(space_object *space)
{
    if (space->order_length < space->capacity)
        return true;
    if (space->count < space->capacity - space->capacity / 4) {
        compact_order(space);
        return true;
    }
    if (space->capacity < UINT32_C(1) << 30)
        return set_capacity(space, space->capacity ? 2 * space->capacity : 8);
    PyErr_NoMemory();
    return false;
}

/* Adds an entry to every array; steals the reference. */
static void link_entry(space_object *space, entry *e)
{
    table_insert(space, e);
    space->version++;
    e->serial = ++space->last_serial;
    e->order_index = space->order_length++;
    space->order[e->order_index] = e;
    store_shape(space, e);
    e->id = space->free_id_count ? space->free_ids[--space->free_id_count] : space->id_count++;
    space->by_id[e->id] = e;
    e->dirty_index = space->dirty_count;
    space->dirty[space->dirty_count++] = e;
    space->custom_layer_count += has_custom_layers(e);
    space->shape_item_count += is_shape(e->item);
    space->count++;
}

bool add_entry(module_state *state, space_object *space, const char *function, PyObject *item, PyObject *shape,
               layer_mask layer, layer_mask mask)
{
    Py_hash_t hash = PyObject_Hash(item);
    if (hash == -1) {
        Py_DECREF(shape);
        return false;
    }
    entry *e = new_entry(state->entry_type, item, hash, shape, layer, mask);
    if (!e)
        return false;
    entry *found = find_entry_by_hash(space, item, hash);
    if (!found && !PyErr_Occurred() && may_change(space) && reserve_one(space)) {
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
    if (other->count > 0 && !set_capacity(space, other->capacity))
        return false;
    for (uint32_t i = 0; i < other->order_length; i++) {
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

static void unmark_dirty(space_object *space, entry *e)
{
    if (e->dirty_index == C2D_NULL_INDEX)
        return;
    entry *last = space->dirty[--space->dirty_count];
    space->dirty[e->dirty_index] = last;
    last->dirty_index = e->dirty_index;
    e->dirty_index = C2D_NULL_INDEX;
}

void unlink_entry(space_object *space, entry *e)
{
    assert(e->order_index != C2D_NULL_INDEX);
    table_remove(space, e);
    space->version++;
    unmark_dirty(space, e);
    if (e->leaf != C2D_NULL_INDEX)
        c2d_tree_remove(&space->tree, e->leaf);
    space->by_id[e->id] = NULL;
    space->free_ids[space->free_id_count++] = e->id;
    space->order[e->order_index] = NULL;
    if (e->order_index == space->order_length - 1)
        space->order_length--;
    space->custom_layer_count -= has_custom_layers(e);
    space->shape_item_count -= is_shape(e->item);
    space->count--;
    e->order_index = e->leaf = C2D_NULL_INDEX;
    Py_DECREF(e);
}

void remove_all_entries(space_object *space)
{
    entry **order = space->order;
    uint32_t order_length = space->order_length;
    PyMem_Free(space->slots);
    PyMem_Free(space->boxes);
    PyMem_Free(space->shapes);
    PyMem_Free(space->by_id);
    PyMem_Free(space->dirty);
    PyMem_Free(space->free_ids);
    c2d_tree_free(&space->tree);
    space->slots = space->order = space->by_id = space->dirty = NULL;
    space->boxes = NULL;
    space->shapes = NULL;
    space->free_ids = NULL;
    space->capacity = space->order_length = space->count = space->id_count = space->free_id_count = 0;
    space->dirty_count = space->custom_layer_count = space->shape_item_count = 0;
    space->version++;
    for (uint32_t i = 0; i < order_length; i++)
        if (order[i])
            order[i]->order_index = order[i]->leaf = order[i]->dirty_index = C2D_NULL_INDEX;
    for (uint32_t i = 0; i < order_length; i++)
        Py_XDECREF(order[i]);
    PyMem_Free(order);
}

void swap_entries(space_object *a, space_object *b)
{
    space_object *both[2] = {a, b};
    space_object kept = *a;
    uint64_t serial = a->last_serial > b->last_serial ? a->last_serial : b->last_serial,
             version = a->version + b->version;
#define SWAP(field) (a->field = b->field, b->field = kept.field)
    SWAP(slots), SWAP(order), SWAP(boxes), SWAP(shapes), SWAP(by_id), SWAP(dirty);
    SWAP(free_ids), SWAP(capacity), SWAP(order_length), SWAP(count), SWAP(id_count), SWAP(free_id_count);
    SWAP(dirty_count), SWAP(custom_layer_count), SWAP(shape_item_count), SWAP(tree);
#undef SWAP
    for (int k = 0; k < 2; k++) {
        both[k]->version = version + 1;
        for (uint32_t i = 0; i < both[k]->order_length; i++)
            if (both[k]->order[i]) {
                both[k]->order[i]->serial = ++serial;
                both[k]->order[i]->last_slide = 0;
            }
    }
    a->last_serial = b->last_serial = serial;
}

/* ---- the tree ---- */

/* The largest |x| or |y| of the bounds. */
bool update_tree(space_object *space)
{
    if (space->dirty_count == 0)
        return true;
    uint32_t inserted = 0;
    while (space->dirty_count > 0) {
        entry *e = space->dirty[space->dirty_count - 1];
        c2d_bounds box = c2d_cast_target_bounds(shape_of_entry(e));
        if (e->leaf != C2D_NULL_INDEX) {
            c2d_tree_move(&space->tree, e->leaf, box);
        } else if (c2d_tree_insert(&space->tree, box, e->id, &e->leaf)) {
            e->leaf = C2D_NULL_INDEX;
            PyErr_NoMemory();
            return false;
        } else {
            inserted++;
        }
        space->dirty_count--;
        e->dirty_index = C2D_NULL_INDEX;
    }
    /* Moving a leaf costs less than a rebuild and keeps the tree as good. If there is no memory the tree is still
     * valid. */
    if (inserted > space->count / 2)
        (void)c2d_tree_rebuild(&space->tree);
    return true;
}

/* ---- snapshots and lists ---- */

item_snapshot *take_snapshot(const space_object *space, size_t *count)
{
    item_snapshot *snapshot = PyMem_New(item_snapshot, (size_t)space->count + 1);
    *count = 0;
    if (!snapshot)
        PyErr_NoMemory();
    for (uint32_t i = 0; i < space->order_length && snapshot; i++) {
        const entry *e = space->order[i];
        if (e)
            snapshot[(*count)++] = (item_snapshot){Py_NewRef(e->item), Py_NewRef(e->shape), e->layer, e->mask};
    }
    return snapshot;
}

void release_snapshot(item_snapshot *snapshot, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Py_DECREF(snapshot[i].item);
        Py_DECREF(snapshot[i].shape);
    }
    PyMem_Free(snapshot);
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
