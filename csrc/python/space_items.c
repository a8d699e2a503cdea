/* The entries of a space: looked up by item, in order, in the tree. The tree is told of what has changed only when it
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
static entry *new_entry(PyTypeObject *type, PyObject *item, PyObject *shape, bits layer, bits mask)
{
    entry *e = PyObject_New(entry, type);
    if (!e) {
        Py_DECREF(shape);
        return NULL;
    }
    e->item = Py_NewRef(item);
    e->shape = shape;
    e->serial = e->slide = 0;
    e->seen = e->place = e->number = e->leaf = e->change = NOWHERE;
    e->layer = layer;
    e->mask = mask;
    return e;
}

/* ---- looking up ---- */

bool may_change(const space_object *space)
{
    if (space->sliding)
        PyErr_SetString(PyExc_RuntimeError, "Space: must not be changed during slide");
    return !space->sliding;
}

void raise_no_item(const char *function, PyObject *item)
{
    PyErr_Format(PyExc_KeyError, "%s: item must be in the space, got %R", function, item);
}

entry *find_entry(const space_object *space, PyObject *item)
{
    return (entry *)PyDict_GetItemWithError(space->entries, item);
}

entry *need_entry(const space_object *space, const char *function, PyObject *item)
{
    entry *e = find_entry(space, item);
    if (!e && !PyErr_Occurred())
        raise_no_item(function, item);
    return e;
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

/* Room for one more; false with an error set. */
static bool reserve(space_object *space)
{
    if (space->placed < space->capacity)
        return true;
    if (space->count < space->capacity - space->capacity / 4) {
        close_gaps(space);
        return true;
    }
    uint32_t capacity = space->capacity ? 2 * space->capacity : 8;
    if (space->capacity < UINT32_C(1) << 30 && enlarge(&space->order, capacity, sizeof *space->order) &&
        enlarge(&space->boxes, capacity, sizeof *space->boxes) &&
        enlarge(&space->shapes, capacity, sizeof *space->shapes) &&
        enlarge(&space->numbered, capacity, sizeof *space->numbered) &&
        enlarge(&space->changed, capacity, sizeof *space->changed) &&
        enlarge(&space->unused, capacity, sizeof *space->unused)) {
        space->capacity = capacity;
        return true;
    }
    PyErr_NoMemory();
    return false;
}

/* Puts an entry that is in the dictionary everywhere else; takes over the reference. */
static void link_entry(space_object *space, entry *e)
{
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
    entry *e = new_entry(state->entry_type, item, shape, layer, mask);
    if (!e)
        return false;
    PyObject *found = PyDict_SetDefault(space->entries, item, (PyObject *)e);
    if (found == (PyObject *)e && reserve(space)) {
        link_entry(space, e);
        return true;
    }
    if (found == (PyObject *)e) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (PyDict_DelItem(space->entries, item) < 0)
            PyErr_Clear();
        PyErr_Restore(type, value, traceback);
    } else if (found) {
        PyErr_Format(PyExc_ValueError, "%s: item must not be in the space already, got %R", function, item);
    }
    Py_DECREF(e);
    return false;
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
    if (e->place == NOWHERE)
        return;
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
    PyMem_Free(space->boxes);
    PyMem_Free(space->shapes);
    PyMem_Free(space->numbered);
    PyMem_Free(space->changed);
    PyMem_Free(space->unused);
    c2d_tree_free(&space->tree);
    space->order = space->numbered = space->changed = NULL;
    space->boxes = NULL;
    space->shapes = NULL;
    space->unused = NULL;
    space->capacity = space->placed = space->count = space->numbers = space->unused_count = 0;
    space->changed_count = space->layered = 0;
    space->reach = 0;
    for (uint32_t i = 0; i < placed; i++)
        if (order[i])
            order[i]->place = order[i]->leaf = order[i]->change = NOWHERE;
    if (space->entries)
        PyDict_Clear(space->entries);
    for (uint32_t i = 0; i < placed; i++)
        Py_XDECREF(order[i]);
    PyMem_Free(order);
}

/* ---- the tree ---- */

static double farthest(const c2d_shape *s)
{
    return fmax(fmax(fabs(s->min.x), fabs(s->max.x)), fmax(fabs(s->min.y), fabs(s->max.y)));
}

bool refresh(space_object *space)
{
    if (space->changed_count == 0)
        return true;
    uint32_t inserted = 0;
    while (space->changed_count > 0) {
        entry *e = space->changed[space->changed_count - 1];
        c2d_bounds box = c2d_bounds_of(core_in(e));
        if (e->leaf != NOWHERE) {
            c2d_tree_move(&space->tree, e->leaf, box);
        } else if (c2d_tree_insert(&space->tree, box, e->number, &e->leaf)) {
            e->leaf = NOWHERE;
            PyErr_NoMemory();
            return false;
        } else {
            inserted++;
        }
        space->reach = fmax(space->reach, farthest(core_in(e)));
        space->changed_count--;
        e->change = NOWHERE;
    }
    /* Moving what is there costs less than that and leaves the tree as good. Without memory it is as good as it was. */
    if (inserted > space->count / 2)
        (void)c2d_tree_rebuild(&space->tree);
    return true;
}

/* ---- what is found ---- */

void close_findings(findings *f)
{
    if (f->list != f->own)
        PyMem_Free(f->list);
}

bool grow_findings(findings *f)
{
    size_t capacity = 2 * f->capacity;
    finding *larger = PyMem_Realloc(f->list == f->own ? NULL : f->list, capacity * sizeof *larger);
    if (!larger)
        return false;
    if (f->list == f->own)
        memcpy(larger, f->own, sizeof f->own);
    f->list = larger;
    f->capacity = capacity;
    return true;
}

static int by_key(const void *a, const void *b)
{
    uint64_t p = ((const finding *)a)->key, q = ((const finding *)b)->key;
    return (p > q) - (p < q);
}

void sort_findings(finding *list, size_t count)
{
    if (count > 24) {
        qsort(list, count, sizeof *list, by_key);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        finding one = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1].key > one.key; k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

PyObject *list_of_findings(const space_object *space, findings *f)
{
    sort_findings(f->list, f->count);
    for (size_t i = 0; i < f->count; i++)
        f->list[i].object = Py_NewRef(entry_of(space, f->list[i].key)->item);
    PyObject *list = PyList_New((Py_ssize_t)f->count);
    for (size_t i = 0; i < f->count; i++)
        if (list)
            PyList_SET_ITEM(list, (Py_ssize_t)i, f->list[i].object);
        else
            Py_DECREF(f->list[i].object);
    return list;
}
