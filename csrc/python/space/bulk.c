/* The methods that change many items of a space at once: add_all update_all remove_all. If one of the items is refused,
 * nothing changes.
 *
 * Items are looked up first, which runs user code, and changed at the end. If items were added to or removed from the
 * space meanwhile, all are looked up again. */
#include "space.h"

/* ---- arguments ---- */

PyObject *pairs_of_argument(const char *function, const char *rule, PyObject *object)
{
    PyObject *keys = PyDict_Check(object) ? NULL : PyObject_GetAttrString(object, "keys");
    bool is_mapping = PyDict_Check(object) || keys;
    Py_XDECREF(keys);
    if (!is_mapping) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return NULL;
        PyErr_Clear();
        return items_from(function, "items", rule, object);
    }
    PyObject *list = PyMapping_Items(object), *items = list ? PySequence_Tuple(list) : NULL;
    Py_XDECREF(list);
    return items;
}

#define ITEMS_RULE "a mapping from items to shapes or an iterable of items or pairs"

/* An element: a pair of an item and its shape, or an item that is a shape-like. New references; false with an error
 * set. */
static bool read_element(module_state *state, const char *function, Py_ssize_t i, PyObject *given, PyObject **item,
                         PyObject **shape)
{
    char name[ITEM_NAME] = ""; /* written only for a shape-like, because it takes time */
    bool is_pair = PyTuple_Check(given) || PyList_Check(given);
    PyObject *pair = is_pair ? PySequence_Tuple(given) : NULL;
    if (is_pair && !pair)
        return false;
    if (is_pair && PyTuple_GET_SIZE(pair) != 2) {
        PyErr_Format(PyExc_TypeError, "%s: items[%zd] must be an item or a pair of an item and a shape, got %zd values",
                     function, i, PyTuple_GET_SIZE(pair));
        Py_DECREF(pair);
        return false;
    }
    PyObject *given_shape = is_pair ? PyTuple_GET_ITEM(pair, 1) : given;
    *item = Py_NewRef(is_pair ? PyTuple_GET_ITEM(pair, 0) : given);
    if (!is_shape(given_shape))
        name_item(name, is_pair ? "shape of items[" : "items[", i, is_pair ? "]" : "] (as no shape is given)");
    *shape = shape_of_argument(state, function, name, given_shape);
    Py_XDECREF(pair);
    if (!*shape)
        Py_CLEAR(*item);
    return *shape;
}

/* ---- add_all ---- */

/* Adds the elements to a space that no other code can reach; false with an error set. */
static bool add_elements(module_state *state, space_object *space, PyObject *elements, layer_mask layer,
                         layer_mask mask)
{
    Py_ssize_t count = PyTuple_GET_SIZE(elements);
    bool good = count > INT32_MAX || reserve_ids(space, (uint32_t)count);
    for (Py_ssize_t i = 0; i < count && good; i++) {
        PyObject *item, *shape;
        good = read_element(state, "add_all", i, PyTuple_GET_ITEM(elements, i), &item, &shape);
        if (good) {
            good = add_entry(state, space, "add_all", item, shape, layer, mask);
            Py_DECREF(item);
        }
    }
    return good;
}

/* Whether the items of another space are not in this one at one moment, which lasts until user code runs; false with an
 * error set. */
static bool are_new(const space_object *space, const space_object *other)
{
    uint64_t version;
    do {
        version = space->version;
        for (uint32_t i = 0; i < other->order_length; i++) {
            const entry *e = other->order[i];
            entry *found = find_entry_by_hash(space, e->item, e->hash);
            if (found)
                PyErr_Format(PyExc_ValueError, "add_all: item must not be in the space already, got %R", e->item);
            Py_XDECREF(found);
            if (PyErr_Occurred())
                return false;
        }
    } while (space->version != version);
    return true;
}

const char space_add_all_doc[] = PyDoc_STR(
    "add_all($self, /, items, *, layer=1, mask=-1)\n--\n\n"
    "Adds many items, last in order and in their order, or none if one of them is refused.\n\n"
    "items is a mapping from items to shapes, or an iterable. A tuple or list of two in it is a pair of an item and its\n"
    "shape; any other element is an item with a .shape, or a shape-like. All are put in the same layers. Raises\n"
    "TypeError for an argument of a wrong kind, ValueError for an item that is already in the space or is given twice.\n\n"
    SLIDING_DOC
    ">>> space = Space()\n"
    ">>> space.add_all({\"player\": Circle(0, 0, 1), \"wall\": Rect(2, 0, 1, 1)})\n"
    ">>> space.add_all(((\"coin\", i), Circle(i, 5, 0.25)) for i in range(3))\n"
    ">>> list(space)\n"
    "['player', 'wall', ('coin', 0), ('coin', 1), ('coin', 2)]\n");

static PyObject *locked_space_add_all(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"add_all", 1, 1, 3, {{"items", OBJECT}, {"layer", OBJECT}, {"mask", OBJECT}}};
    arguments a;
    layer_mask layer = FIRST_LAYER, mask = ALL_LAYERS;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_layer_mask(&s, &a, 1, &layer) ||
        !read_layer_mask(&s, &a, 2, &mask))
        return NULL;
    PyObject *elements = pairs_of_argument("add_all", ITEMS_RULE, a.object[0]);
    PyObject *other = elements ? new_empty_space(Py_TYPE(self)) : NULL;
    if (other)
        SPACE(other)->period = SPACE(self)->period;
    bool good = other && add_elements(state_of(self), SPACE(other), elements, layer, mask) &&
                are_new(SPACE(self), SPACE(other)) && may_change(SPACE(self)) &&
                append_entries(SPACE(self), SPACE(other));
    Py_XDECREF(other);
    Py_XDECREF(elements);
    return good ? Py_NewRef(Py_None) : NULL;
}
DEFINE_LOCKED(space_add_all, locked_space_add_all)

/* ---- changes of items that are in the space ---- */

/* Items, their entries, and the shapes that they are to get: owned references, or NULL. */
typedef struct bulk_change {
    PyObject *item, *shape;
    entry *entry;
} bulk_change;

static bulk_change *new_changes(Py_ssize_t count)
{
    bulk_change *changes = PyMem_Calloc((size_t)count + 1, sizeof *changes);
    if (!changes)
        PyErr_NoMemory();
    return changes;
}

static void release_entries(bulk_change *changes, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++)
        Py_CLEAR(changes[i].entry);
}

static void free_changes(bulk_change *changes, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count && changes; i++) {
        Py_XDECREF(changes[i].entry);
        Py_XDECREF(changes[i].item);
        Py_XDECREF(changes[i].shape);
    }
    PyMem_Free(changes);
}

/* Looks up all items. They are in the space at one moment, which lasts until user code runs; false with an error set.
 */
static bool find_entries(const space_object *space, const char *function, bulk_change *changes, Py_ssize_t count)
{
    uint64_t version;
    do {
        release_entries(changes, count);
        version = space->version;
        for (Py_ssize_t i = 0; i < count; i++) {
            changes[i].entry = require_entry(space, function, changes[i].item);
            if (!changes[i].entry)
                return false;
        }
    } while (space->version != version);
    return true;
}

const char space_update_all_doc[] = PyDoc_STR(
    "update_all($self, /, items)\n--\n\n"
    "Gives many items other shapes, or none if one of them is refused.\n\n"
    "items is a mapping from items to shapes, or an iterable. A tuple or list of two in it is a pair of an item and its\n"
    "shape; any other element is an item with a .shape, such as a sprite, or a shape-like.\n\n"
    UNKNOWN_ITEM_DOC ERRORS_DOC SLIDING_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(5, 0, 1)})\n"
    ">>> space.update_all({\"a\": Circle(1, 0, 1), \"b\": Circle(2, 0, 1)})\n"
    ">>> space.update_all((item, shape.move(0, 3)) for item, shape in space.items())\n"
    ">>> space.items()\n"
    "[('a', Circle(1.0, 3.0, 1.0)), ('b', Circle(2.0, 3.0, 1.0))]\n");

static PyObject *locked_space_update_all(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"update_all", 1, 1, 1, {{"items", OBJECT}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *elements = pairs_of_argument("update_all", ITEMS_RULE, a.object[0]);
    if (!elements)
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(elements);
    bulk_change *changes = new_changes(count);
    bool good = changes;
    for (Py_ssize_t i = 0; i < count && good; i++)
        good = read_element(state_of(self), "update_all", i, PyTuple_GET_ITEM(elements, i), &changes[i].item,
                            &changes[i].shape) &&
               fits_period("update_all", "shape", changes[i].shape, SPACE(self)->period);
    good = good && find_entries(SPACE(self), "update_all", changes, count) && may_change(SPACE(self));
    for (Py_ssize_t i = 0; i < count && good; i++) {
        set_entry_shape(SPACE(self), changes[i].entry, changes[i].shape);
        changes[i].shape = NULL;
    }
    free_changes(changes, count);
    Py_DECREF(elements);
    return good ? Py_NewRef(Py_None) : NULL;
}
DEFINE_LOCKED(space_update_all, locked_space_update_all)

const char space_remove_all_doc[] =
    PyDoc_STR(
    "remove_all($self, /, items)\n--\n\n"
    "Removes many items, or none if one of them is not in the space.\n\n"
    "items is any iterable; an item that is given twice is removed once. clear removes everything.\n\n"
    UNKNOWN_ITEM_DOC SLIDING_DOC
    ">>> space = Space({i: Circle(i, 0, 1) for i in range(5)})\n"
    ">>> space.remove_all([3, 1, 3])\n"
    ">>> list(space)\n"
    "[0, 2, 4]\n");

static PyObject *locked_space_remove_all(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"remove_all", 1, 1, 1, {{"items", OBJECT}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *items = items_from("remove_all", "items", "an iterable of items", a.object[0]);
    if (!items)
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(items);
    bulk_change *changes = new_changes(count);
    for (Py_ssize_t i = 0; i < count && changes; i++)
        changes[i].item = Py_NewRef(PyTuple_GET_ITEM(items, i));
    bool good = changes && find_entries(SPACE(self), "remove_all", changes, count) && may_change(SPACE(self));
    for (Py_ssize_t i = 0; i < count && good; i++)
        if (changes[i].entry->order_index != C2D_NULL_INDEX)
            unlink_entry(SPACE(self), changes[i].entry);
    free_changes(changes, count);
    Py_DECREF(items);
    return good ? Py_NewRef(Py_None) : NULL;
}
DEFINE_LOCKED(space_remove_all, locked_space_remove_all)
