/* The methods that change one item of a space, and clear: add update move remove. */
#include "../bodies/bodies.h"
#include "space.h"

/* ---- arguments ---- */

PyObject *shape_of_argument(module_state *state, const char *function, const char *argument, PyObject *object)
{
    if (is_shape(object))
        return Py_NewRef(object);
    operand o;
    if (!read_solid(state, function, argument, object, &o))
        return NULL;
    PyObject *shape = object_of_operand(state, &o);
    release_operand(&o);
    return shape;
}

PyObject *read_shape(module_state *state, const char *function, PyObject *item, PyObject *shape)
{
    return shape ? shape_of_argument(state, function, "shape", shape)
                 : shape_of_argument(state, function, "item (as no shape is given)", item);
}

/* ---- add, update, move, remove ---- */

const char space_add_doc[] = PyDoc_STR(
    "add($self, /, item, shape=None, layer=1, mask=-1)\n--\n\n"
    "Adds an item with its shape, last in order.\n\n"
    "item is any hashable object. shape may be omitted if the item has a .shape or is a shape-like itself. layer is\n"
    "the set of layers of the item, one bit each; mask is the set of layers that it collides with. Both have 64 bits,\n"
    "and -1 is all of them. An item in layer 0 collides with nothing. Raises TypeError for an argument of a wrong\n"
    "kind, ValueError for an item that is already in the space and for a number out of range.\n\n"
    SLIDING_DOC
    ">>> space = Space()\n"
    ">>> space.add(\"player\", Circle(0, 0, 1))\n"
    ">>> space.add(\"ghost\", Circle(1, 0, 1), layer=2, mask=2)\n"
    ">>> space.pairs()\n"
    "[]\n"
    ">>> space.add(\"player\", Circle(0, 0, 1))\n"
    "Traceback (most recent call last):\n"
    "ValueError: add: item must not be in the space already, got 'player'\n");

static PyObject *locked_space_add(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, GIVEN_SHAPE, LAYER, MASK };
    static const signature s = {
        "add", 1, 4, 4, {{"item", OBJECT}, {"shape", OBJECT | OPTIONAL}, {"layer", OBJECT}, {"mask", OBJECT}}};
    module_state *state = state_of(self);
    arguments a;
    layer_mask layer = FIRST_LAYER, mask = ALL_LAYERS;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_layer_mask(&s, &a, LAYER, &layer) ||
        !read_layer_mask(&s, &a, MASK, &mask))
        return NULL;
    PyObject *item = a.object[ITEM];
    PyObject *shape = read_shape(state, "add", item, is_given(&a, GIVEN_SHAPE) ? a.object[GIVEN_SHAPE] : NULL);
    if (!shape)
        return NULL;
    if (!may_change(SPACE(self))) {
        Py_DECREF(shape);
        return NULL;
    }
    if (!add_entry(state, SPACE(self), "add", item, shape, layer, mask))
        return NULL;
    Py_RETURN_NONE;
}
DEFINE_LOCKED(space_add, locked_space_add)

/* Steals the references to the shape and to the entry, which may be NULL with an error set. */
static PyObject *update_entry_shape(space_object *space, entry *e, PyObject *shape)
{
    bool good = e && fits_period("update", "shape", shape, space->period) && may_change(space);
    if (good)
        set_entry_shape(space, e, shape);
    else
        Py_DECREF(shape);
    Py_XDECREF(e);
    return good ? Py_NewRef(Py_None) : NULL;
}

static PyObject *update(PyObject *self, PyObject *item, PyObject *given)
{
    PyObject *shape = read_shape(state_of(self), "update", item, given);
    return shape ? update_entry_shape(SPACE(self), require_entry(SPACE(self), "update", item), shape) : NULL;
}

static Py_NO_INLINE PyObject *update_any(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"update", 1, 2, 2, {{"item", OBJECT}, {"shape", OBJECT | OPTIONAL}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    return update(self, a.object[0], is_given(&a, 1) ? a.object[1] : NULL);
}

const char space_update_doc[] =
    PyDoc_STR(
    "update($self, /, item, shape=None)\n--\n\n"
    "Gives an item another shape, at any position.\n\n"
    "shape may be omitted if the item has a .shape or is a shape-like itself.\n\n"
    UNKNOWN_ITEM_DOC SLIDING_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.update(\"player\", Circle(5, 0, 1))\n"
    ">>> space[\"player\"]\n"
    "Circle(5.0, 0.0, 1.0)\n");

static PyObject *locked_space_update(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs != 2 || kwnames || !is_shape(args[1]))
        return update_any(self, args, nargs, kwnames);
    entry *e = require_entry(SPACE(self), "update", args[0]);
    return e ? update_entry_shape(SPACE(self), e, Py_NewRef(args[1])) : NULL;
}
DEFINE_LOCKED(space_update, locked_space_update)

/* ---- move ---- */

/* The items that a swept shape, or the swept pieces of a body, overlap. */
typedef struct swept_query {
    const space_object *space;
    const entry *mover;
    c2d_shape swept;
    c2d_cell cell;
    result_list found;
    bool failed;
} swept_query;

static bool visit_swept(void *context, uint32_t number)
{
    swept_query *r = context;
    solid_piece p = piece_of_leaf(r->space, number);
    c2d_cell image = c2d_image_in_cell(r->cell, p.shape, r->space->period);
    if (p.entry == r->mover || !layers_match(r->mover, p.entry) ||
        c2d_relate_image(&r->swept, p.shape, r->space->period, image.x, image.y) != C2D_OVERLAPPING)
        return true;
    r->failed = !result_list_add_key(&r->found, sort_key_of(p.entry));
    return !r->failed;
}

/* Adds the items that one piece overlaps on its way; false, with an error set unless there is no memory. */
static bool find_swept_by(swept_query *r, const c2d_shape *from, const c2d_shape *to)
{
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, 2 * ((size_t)from->count + to->count));
    if (!room)
        return false;
    r->failed = c2d_sweep(&r->swept, from, to, room) != C2D_OK;
    if (!r->failed)
        r->failed = !box_fits_period("move", "the way of item", c2d_bounds_of(&r->swept), r->space->period);
    if (!r->failed)
        c2d_query_images(&r->space->tree, c2d_bounds_of(&r->swept), r->space->period, &r->cell, visit_swept, r);
    free_room(own, room);
    return !r->failed;
}

/* The items that the sweep of an entry from one shape or body to another overlaps, as a list; NULL with an error set.
 */
static PyObject *find_swept(space_object *space, const entry *e, const c2d_body *from, const c2d_body *to)
{
    swept_query r = {.space = space, .mover = e};
    result_list_init(&r.found);
    bool good = update_tree(space);
    for (size_t i = 0; i < from->count && good; i++)
        good = find_swept_by(&r, from->pieces[i], to->pieces[i]);
    if (good) {
        if (from->count > 1 || space->body_count > 0 || c2d_repeats(space->period))
            sort_unique_keys(&r.found);
        return list_of_items(space, &r.found);
    }
    result_list_free(&r.found);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static const signature move_signature = {"move", 3, 3, 3, {{"item", OBJECT}, {"dx", PAIR}, {"dy", 0}}};

/* Moves an entry after the list is made, so that on an error it has not moved. *again: other code moved the entry while
 * the list was made, so this call has not moved it yet. */
static PyObject *move_entry(space_object *space, entry *e, const arguments *a, bool *again)
{
    PyObject *from = Py_NewRef(e->shape), *list = NULL;
    c2d_vec d = {a->number[1], a->number[2]};
    PyObject *to = moved_shape_or_body(from, d, &move_signature, a);
    if (to && !fits_period("move", "item", to, space->period))
        Py_CLEAR(to);
    if (to && is_body(from)) {
        list = find_swept(space, e, &((body_object *)from)->body, &((body_object *)to)->body);
    } else if (to) {
        const c2d_shape *before = SHAPE(from), *after = SHAPE(to);
        list = find_swept(space, e, &(c2d_body){&before, NULL, 1}, &(c2d_body){&after, NULL, 1});
    }
    *again = list && e->shape != from;
    if (list && !*again && may_change(space))
        set_entry_shape(space, e, Py_NewRef(to));
    else
        Py_CLEAR(list);
    Py_XDECREF(to);
    Py_DECREF(from);
    return list;
}

const char space_move_doc[] = PyDoc_STR(
    "move($self, /, item, dx, dy=...)\n--\n\n"
    "Moves an item by (dx, dy) through everything, and returns the items that it ran into: a list in order.\n\n"
    "These are the items that it overlaps at the end or overlapped on the way. (dx, dy) may be one pair. Raises\n"
    "ValueError for a number that is out of range before or after the motion.\n\n"
    UNKNOWN_ITEM_DOC SLIDING_DOC
    ">>> space = Space({\"lift\": Rect(0, 10, 8, 1), \"player\": Circle(4, 4, 1)})\n"
    ">>> space.move(\"lift\", 0, -2)\n"
    "[]\n"
    ">>> space.move(\"lift\", 0, -20)\n"
    "['player']\n");

static PyObject *locked_space_move(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const signature *s = &move_signature;
    arguments a;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !check_arguments(s, &a))
        return NULL;
    space_object *space = SPACE(self);
    entry *e = require_entry(space, "move", a.object[0]);
    PyObject *list = NULL;
    bool again = e && may_change(space);
    while (again)
        list = move_entry(space, e, &a, &again);
    Py_XDECREF(e);
    return list;
}
DEFINE_LOCKED(space_move, locked_space_move)

const char space_remove_doc[] =
    PyDoc_STR(
    "remove($self, /, item)\n--\n\n"
    "Removes an item.\n\n"
    UNKNOWN_ITEM_DOC SLIDING_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.remove(\"player\")\n"
    ">>> len(space)\n"
    "0\n"
    ">>> space.remove(\"player\")\n"
    "Traceback (most recent call last):\n"
    "KeyError: \"remove: item must be in the space, got 'player'\"\n");

static PyObject *locked_space_remove(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"remove", 1, 1, 1, {{"item", OBJECT}}};
    arguments a;
    space_object *space = SPACE(self);
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    entry *e = require_entry(space, "remove", a.object[0]);
    bool good = e && may_change(space);
    if (good)
        unlink_entry(space, e);
    Py_XDECREF(e); /* perhaps the last reference to the item */
    return good ? Py_NewRef(Py_None) : NULL;
}
DEFINE_LOCKED(space_remove, locked_space_remove)

const char space_clear_doc[] =
    PyDoc_STR(
    "clear($self, /)\n--\n\n"
    "Removes all items.\n\n"
    SLIDING_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.clear()\n"
    ">>> len(space)\n"
    "0\n");

PyObject *space_clear_items(PyObject *self, PyObject *Py_UNUSED(unused))
{
    bool good;
    Py_BEGIN_CRITICAL_SECTION(self);
    good = may_change(SPACE(self));
    if (good)
        remove_all_entries(SPACE(self));
    Py_END_CRITICAL_SECTION();
    if (!good)
        return NULL;
    Py_RETURN_NONE;
}
