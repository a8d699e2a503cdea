/* The entries of a space: in the hash table, by id, in the tree; order.c has their order. The tree is updated only
 * before a query, so an item that moves many times between two queries is moved in the tree once. */
#include "space.h"

#include "../../core/broad/tree.h"

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

entry *new_entry(PyTypeObject *type, PyObject *item, Py_hash_t hash, PyObject *shape, layer_mask layer, layer_mask mask)
{
    entry *e = PyObject_New(entry, type);
    if (!e) {
        Py_DECREF(shape);
        return NULL;
    }
    e->item = Py_NewRef(item);
    e->hash = hash;
    e->shape = shape;
    e->has_body = is_body(shape);
    e->serial = e->last_slide = 0;
    e->candidate = e->ranked = e->order_index = e->id = e->leaf = e->dirty_index = C2D_NULL_INDEX;
    e->has_parts = false;
    e->layer = layer;
    e->mask = mask;
    return e;
}

/* ---- layers ---- */

static bool has_custom_layers(const entry *e) { return e->layer.bits != 1 || e->mask.bits != UINT64_MAX; }

void set_entry_layers(space_object *space, entry *e, layer_mask layer, layer_mask mask)
{
    space->custom_layer_count -= has_custom_layers(e);
    e->layer = layer;
    e->mask = mask;
    space->custom_layer_count += has_custom_layers(e);
    history_note(space->history, e->id);
    digest_note_change(space->digest, e->id);
}

/* ---- arrays ---- */

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
        !resize_array(&space->free_ids, capacity, sizeof *space->free_ids) ||
        !history_resize(space->history, space->capacity, capacity) ||
        !digest_resize(space->digest, space->capacity, capacity)) {
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

/* Makes room for more entries; false with an error set. No user code runs. */
static bool reserve_entries(space_object *space, uint32_t more)
{
    const uint32_t most = UINT32_C(1) << 30;
    uint32_t capacity = space->capacity;
    if (more <= capacity - space->order_length)
        return true;
    if (more <= most && space->count + more <= capacity - capacity / 4) {
        compact_order(space);
        return true;
    }
    while (capacity < most && (capacity < 8 || capacity - space->order_length < more))
        capacity = capacity < 8 ? 8 : 2 * capacity;
    if (more <= capacity - space->order_length)
        return set_capacity(space, capacity);
    PyErr_NoMemory();
    return false;
}

/* Adds an entry with a serial, an id and a place in the order to everything else. */
static void register_entry(space_object *space, entry *e)
{
    table_insert(space, e);
    space->version++;
    space->by_id[e->id] = e;
    e->dirty_index = space->dirty_count;
    space->dirty[space->dirty_count++] = e;
    space->custom_layer_count += has_custom_layers(e);
    space->shape_item_count += is_shape(e->item) || is_body(e->item);
    space->body_count += e->has_body;
    space->count++;
    history_note(space->history, e->id);
}

/* Adds a new entry to every array; steals the reference. */
static void link_entry(space_object *space, entry *e)
{
    e->serial = ++space->last_serial;
    e->id = space->free_id_count ? space->free_ids[--space->free_id_count] : space->id_count++;
    place_entry(space, e, space->order_length++);
    register_entry(space, e);
    digest_note_insertion(space->digest, e, NULL);
}

bool reserve_ids(space_object *space, uint32_t count)
{
    uint32_t capacity = space->capacity ? space->capacity : 8;
    while (capacity < count)
        capacity *= 2;
    return capacity == space->capacity || count == 0 || set_capacity(space, capacity);
}

/* Takes the ids that entries have from the free ones. The last ones, which were freed by the same restore, are tried
 * first. */
static void take_ids(space_object *space, uint32_t count)
{
    uint32_t first = space->free_id_count, taken = 0, free_count;
    while (taken < count && first > 0)
        taken += space->by_id[space->free_ids[--first]] != NULL;
    free_count = first;
    for (uint32_t k = first; k < space->free_id_count; k++)
        if (!space->by_id[space->free_ids[k]])
            space->free_ids[free_count++] = space->free_ids[k];
    space->free_id_count = free_count;
}

void relink_entries(space_object *space, entry *const *entries, uint32_t count)
{
    merge_into_order(space, entries, count);
    for (uint32_t k = 0; k < count; k++)
        while (space->id_count <= entries[k]->id) {
            space->by_id[space->id_count] = NULL;
            space->free_ids[space->free_id_count++] = space->id_count++;
        }
    for (uint32_t k = 0; k < count; k++)
        register_entry(space, entries[k]);
    take_ids(space, count);
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
    if (!fits_period(function, "shape", e->shape, space->period)) {
        Py_DECREF(e);
        return false;
    }
    entry *found = find_entry_by_hash(space, item, hash);
    if (!found && !PyErr_Occurred() && may_change(space) && reserve_entries(space, 1)) {
        link_entry(space, e);
        return true;
    }
    if (found)
        PyErr_Format(PyExc_ValueError, "%s: item must not be in the space already, got %R", function, item);
    Py_XDECREF(found);
    Py_DECREF(e);
    return false;
}

bool append_entries(space_object *space, space_object *other)
{
    compact_order(other);
    if (!reserve_entries(space, other->count))
        return false;
    for (uint32_t i = 0; i < other->order_length; i++) {
        other->order[i]->dirty_index = C2D_NULL_INDEX;
        link_entry(space, other->order[i]);
    }
    other->order_length = other->order_start = 0; /* the references have moved */
    return true;
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
    history_note_removal(space->history, e);
    digest_note_removal(space->digest, e);
    remove_from_tree(space, e);
    space->by_id[e->id] = NULL;
    space->free_ids[space->free_id_count++] = e->id;
    space->order[e->order_index] = NULL;
    space->custom_layer_count -= has_custom_layers(e);
    space->shape_item_count -= is_shape(e->item) || is_body(e->item);
    space->body_count -= e->has_body;
    space->count--;
    e->order_index = e->leaf = C2D_NULL_INDEX;
    trim_order(space);
    Py_DECREF(e);
}

void mark_all_removed(space_object *space)
{
    for (uint32_t i = 0; i < space->order_length; i++) {
        entry *e = space->order[i];
        if (e) {
            e->order_index = e->leaf = e->dirty_index = C2D_NULL_INDEX;
            e->has_parts = false;
        }
    }
}

void remove_all_entries(space_object *space)
{
    entry **order = space->order;
    uint32_t order_length = space->order_length;
    history *past = detach_history(space);
    free_digest(space->digest);
    space->digest = NULL;
    mark_all_removed(space);
    PyMem_Free(space->slots);
    PyMem_Free(space->boxes);
    PyMem_Free(space->shapes);
    PyMem_Free(space->by_id);
    PyMem_Free(space->dirty);
    PyMem_Free(space->free_ids);
    PyMem_Free(space->parts);
    c2d_tree_free(&space->tree);
    space->slots = space->order = space->by_id = space->dirty = NULL;
    space->boxes = NULL;
    space->shapes = NULL;
    space->free_ids = NULL;
    space->parts = NULL;
    space->capacity = space->order_length = space->order_start = space->count = space->id_count = 0;
    space->free_id_count = 0;
    space->dirty_count = space->custom_layer_count = space->shape_item_count = 0;
    space->body_count = space->part_count = space->part_capacity = space->free_part_count = 0;
    space->version++;
    for (uint32_t i = 0; i < order_length; i++)
        Py_XDECREF(order[i]);
    PyMem_Free(order);
    free_history(past);
}

void swap_entries(space_object *a, space_object *b)
{
    space_object *both[2] = {a, b};
    space_object kept = *a;
    uint64_t serial = a->last_serial > b->last_serial ? a->last_serial : b->last_serial,
             version = a->version + b->version;
#define SWAP(field) (a->field = b->field, b->field = kept.field)
    SWAP(slots), SWAP(order), SWAP(boxes), SWAP(shapes), SWAP(by_id), SWAP(dirty);
    SWAP(free_ids), SWAP(capacity), SWAP(order_length), SWAP(order_start), SWAP(count), SWAP(id_count),
        SWAP(free_id_count);
    SWAP(dirty_count), SWAP(custom_layer_count), SWAP(shape_item_count), SWAP(tree);
    SWAP(history), SWAP(digest);
    SWAP(body_count), SWAP(parts), SWAP(part_count), SWAP(part_capacity), SWAP(free_part_count), SWAP(free_part);
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
    a->state_count = b->state_count = a->state_count + b->state_count;
}

/* ---- the tree ---- */

/* Gives the tree the bounds of an entry with a single shape; false with an error set. */
static bool index_shape(space_object *space, entry *e, uint32_t *inserted)
{
    c2d_bounds box = c2d_home_box(SHAPE(e->shape), space->period);
    if (e->has_parts)
        remove_from_tree(space, e);
    if (e->leaf != C2D_NULL_INDEX) {
        c2d_tree_move(&space->tree, e->leaf, box);
        return true;
    }
    if (c2d_tree_insert_ordered(&space->tree, box, e->id, e->serial, &e->leaf)) {
        e->leaf = C2D_NULL_INDEX;
        PyErr_NoMemory();
        return false;
    }
    ++*inserted;
    return true;
}

bool update_tree(space_object *space)
{
    if (space->dirty_count == 0)
        return true;
    uint32_t inserted = 0;
    while (space->dirty_count > 0) {
        entry *e = space->dirty[space->dirty_count - 1];
        if (!(e->has_body ? index_parts : index_shape)(space, e, &inserted))
            return false;
        space->dirty_count--;
        e->dirty_index = C2D_NULL_INDEX;
    }
    /* Moving a leaf costs less than a rebuild and keeps the tree as good. If there is no memory the tree is still
     * valid. */
    if (inserted > (space->count + space->part_count - space->free_part_count) / 2)
        (void)c2d_tree_rebuild(&space->tree);
    return true;
}
