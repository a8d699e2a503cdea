/* The type Space: construction, copying, pickling and repr. */
#include "../base/methods.h"
#include "space.h"

#include <stddef.h>

/* ---- making ---- */

/* The collector is to be told of it once it has all its items: until then nobody else, not even by way of
 * gc.get_objects, comes upon it, and it needs no lock. */
PyObject *new_empty_space(PyTypeObject *type)
{
    space_object *self = (space_object *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    PyObject_GC_UnTrack(self);
    c2d_tree_init(&self->tree);
    self->period = NO_PERIOD;
    self->free_part = C2D_NULL_INDEX;
    return (PyObject *)self;
}

/* Adds an item from the tuple (item, shape) or, if count is 4, (item, shape, layer, mask); false with an error set. */
static bool add_item_tuple(module_state *state, PyObject *self, Py_ssize_t i, PyObject *given, Py_ssize_t count)
{
    bool is_solid = is_shape(given) || PyObject_TypeCheck(given, state->body_type);
    PyObject *fields = PyUnicode_Check(given) || is_solid || !is_iterable(given) ? NULL : PySequence_Tuple(given);
    layer_mask layer = FIRST_LAYER, mask = ALL_LAYERS;
    bool good = false;
    if (!fields) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "Space: items[%zd] must be a pair of an item and a shape, got %.100s%s", i,
                         Py_TYPE(given)->tp_name, is_solid ? "; Space(enumerate(shapes)) makes the indices items" : "");
        return false;
    }
    if (PyTuple_GET_SIZE(fields) != count) {
        PyErr_Format(PyExc_TypeError, "Space: items[%zd] must be a pair of an item and a shape, got %zd values", i,
                     PyTuple_GET_SIZE(fields));
    } else {
        PyObject *item = PyTuple_GET_ITEM(fields, 0);
        PyObject *shape = read_shape(state, "Space", item, PyTuple_GET_ITEM(fields, 1));
        if (shape && count == 4 &&
            !(layer_mask_from("Space", "layer", PyTuple_GET_ITEM(fields, 2), &layer) &&
              layer_mask_from("Space", "mask", PyTuple_GET_ITEM(fields, 3), &mask)))
            Py_CLEAR(shape);
        good = shape && add_entry(state, SPACE(self), "Space", item, shape, layer, mask);
    }
    Py_DECREF(fields);
    return good;
}

static bool add_item_tuples(module_state *state, PyObject *self, PyObject *items, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); i++)
        if (!add_item_tuple(state, self, i, PyTuple_GET_ITEM(items, i), count))
            return false;
    return true;
}

PyObject *space_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    static const signature s = {"Space", 0, 2, 2, {{"items", OBJECT}, {"period", OBJECT}}};
    arguments a;
    c2d_vec period = NO_PERIOD;
    if (!parse((PyTypeObject *)type, &s, args, PyVectorcall_NARGS(nargsf), kwnames, &a) ||
        (is_given(&a, 1) && !read_period("Space", a.object[1], &period)))
        return NULL;
    PyObject *items =
        is_given(&a, 0) ? pairs_of_argument("Space", "a mapping or an iterable of pairs", a.object[0]) : PyTuple_New(0);
    PyObject *self = items ? new_empty_space((PyTypeObject *)type) : NULL;
    if (self)
        SPACE(self)->period = period;
    if (self && !add_item_tuples(state_of(self), self, items, 2))
        Py_CLEAR(self);
    Py_XDECREF(items);
    if (self)
        PyObject_GC_Track(self);
    return self;
}

/* ---- collecting garbage ---- */

/* The garbage collector does not track entries, so the space visits their items. No function of gc, such as
 * gc.get_referents, can therefore return an entry. */
static int space_traverse(PyObject *self, visitproc visit, void *arg)
{
    space_object *space = SPACE(self);
    Py_VISIT(Py_TYPE(self));
    for (uint32_t i = 0; i < space->order_length; i++)
        if (space->order[i])
            Py_VISIT(space->order[i]->item);
    if (space->history)
        Py_VISIT(space->history->base);
    return 0;
}

static int space_clear(PyObject *self)
{
    remove_all_entries(SPACE(self));
    return 0;
}

static void space_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, space_dealloc) /* a space may be an item of a space */
        if (SPACE(self)->weak_references) PyObject_ClearWeakRefs(self);
    remove_all_entries(SPACE(self));
    PyMem_Free(SPACE(self)->filtering);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

/* ---- copying, pickling, showing ---- */

static PyObject *pickled_item(const held_item *h)
{
    return Py_BuildValue("(OONN)", h->item, h->shape, int_of_layer_mask(h->layer), int_of_layer_mask(h->mask));
}

static PyObject *space_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *items = list_items(self, pickled_item);
    if (!items || !c2d_repeats(SPACE(self)->period))
        return items ? Py_BuildValue("(O()N)", Py_TYPE(self), items) : NULL;
    return Py_BuildValue("(O(()N)N)", Py_TYPE(self), object_of_period(SPACE(self)->period), items);
}

static const char space_setstate_doc[] = PyDoc_STR(
    "__setstate__($self, state, /)\n--\n\n"
    "The items of a pickle.");

static PyObject *space_setstate(PyObject *self, PyObject *given)
{
    PyObject *items = PyList_Check(given) ? PyList_AsTuple(given) : NULL;
    if (!items)
        return PyErr_Occurred()
                   ? NULL
                   : PyErr_Format(PyExc_TypeError, "Space: state must be a list, got %.100s", Py_TYPE(given)->tp_name);
    /* The items are added to a new space, which no other code can reach, and then swapped into this one at once. */
    PyObject *other = new_empty_space(Py_TYPE(self));
    if (other)
        SPACE(other)->period = SPACE(self)->period;
    bool good = other && add_item_tuples(state_of(self), other, items, 4);
    Py_DECREF(items);
    if (good) {
        Py_BEGIN_CRITICAL_SECTION2(self, other);
        good = may_change(SPACE(self));
        if (good)
            swap_entries(SPACE(self), SPACE(other)), mark_all_removed(SPACE(other));
        Py_END_CRITICAL_SECTION2();
    }
    Py_XDECREF(other);
    return good ? Py_NewRef(Py_None) : NULL;
}

static const char space_copy_doc[] =
    PyDoc_STR(
    "copy($self, /)\n--\n\n"
    "Another space with the same period, items, shapes, layers and masks.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1)})\n"
    ">>> copy = space.copy()\n"
    ">>> copy.remove(\"a\")\n"
    ">>> len(space), len(copy)\n"
    "(1, 0)\n");

static const char space_copy_protocol_doc[] = PyDoc_STR(
    "__copy__($self, /)\n--\n\n"
    "Another space with the same items.");

static PyObject *space_copy(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *copy = new_empty_space(Py_TYPE(self));
    bool good = copy != NULL;
    if (copy) {
        SPACE(copy)->period = SPACE(self)->period;
        Py_BEGIN_CRITICAL_SECTION2(self, copy);
        good = copy_entries(state_of(self), SPACE(copy), SPACE(self));
        Py_END_CRITICAL_SECTION2();
    }
    if (good)
        PyObject_GC_Track(copy);
    else
        Py_CLEAR(copy);
    return copy;
}

static PyObject *space_repr(PyObject *self)
{
    Py_ssize_t count = space_length(self);
    const char *ending = count == 1 ? "" : "s";
    if (!c2d_repeats(SPACE(self)->period))
        return PyUnicode_FromFormat("<Space of %zd item%s>", count, ending);
    PyObject *period = object_of_period(SPACE(self)->period), *text = NULL;
    if (period)
        text = PyUnicode_FromFormat("<Space of %zd item%s, period %R>", count, ending, period);
    Py_XDECREF(period);
    return text;
}

enum { MOST_ARGUMENTS = 12 }; /* of a method that is implemented in Python, self included */

PyObject *call_python(const char *module_name, const char *name, PyObject *self, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *module = PyImport_ImportModule(module_name);
    PyObject *function = module ? PyObject_GetAttrString(module, name) : NULL;
    PyObject *all_args[MOST_ARGUMENTS] = {self}, *result = NULL;
    Py_ssize_t given = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (function && given < MOST_ARGUMENTS) {
        for (Py_ssize_t i = 0; i < given; i++)
            all_args[i + 1] = args[i];
        result = PyObject_Vectorcall(function, all_args, (size_t)nargs + 1, kwnames);
    } else if (function) {
        PyErr_Format(PyExc_TypeError, "%s: too many arguments, got %zd", name, given);
    }
    Py_XDECREF(module);
    Py_XDECREF(function);
    return result;
}

static const char space_separate_all_doc[] = PyDoc_STR(
    "separate_all($self, /, iterations=10, movable=None, gap=0.0)\n--\n\n"
    "Pushes items apart until none overlap, or are closer than gap, for at most the given number of iterations.\n\n"
    "Nothing is pushed through an item that is not movable. Returns the remaining pairs of which at least one is movable.\n"
    "collide2d.separate_all describes the arguments.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(1, 0, 1)})\n"
    ">>> space.separate_all()\n"
    "[]\n"
    ">>> space[\"a\"], space[\"b\"]\n"
    "(Circle(-0.5, 0.0, 1.0), Circle(1.5, 0.0, 1.0))\n");

static PyObject *space_separate_all(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (!has_no_period(SPACE(self), "separate_all", "separate the pairs of pairs() one by one"))
        return NULL;
    return call_python("collide2d.space", "separate_all", self, args, nargs, kwnames);
}

static const char space_carry_doc[] = PyDoc_STR(
    "carry($self, /, platform, dx, dy, *, angle=0.0, movable=None, filter=None, up=(0.0, -1.0), max_slope=46.0, "
    "max_push=None)\n--\n\n"
    "Moves a platform by (dx, dy) together with what stands on it, and pushes what is in its way.\n\n"
    "Returns a Carried. collide2d.carry describes the arguments.\n\n"
    ">>> space = Space({\"lift\": Rect(0, 50, 40, 10), \"hero\": Rect(5, 30, 10, 20)})\n"
    ">>> space.carry(\"lift\", 10, -20).riders, space[\"hero\"]\n"
    "(('hero',), Rect(15.0, 10.0, 10.0, 20.0))\n");
static PyObject *space_carry(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (!has_no_period(SPACE(self), "carry", "use cast and move"))
        return NULL;
    return call_python("collide2d._platforms", "carry", self, args, nargs, kwnames);
}

/* ---- the type ---- */

const char class_getitem_doc[] = PyDoc_STR(
    "__class_getitem__($type, item, /)\n--\n\n"
    "The type with the type of its items, for annotations.");
static const char space_type_doc[] = PyDoc_STR(
    "Space(items=(), period=None)\n--\n\n"
    "A collection of items with shapes that answers what overlaps, what is near, what is in the way, and moves items\n"
    "without letting them end up inside a wall.\n\n"
    "items is a mapping from items to shapes, or an iterable of such pairs. Items are any hashable objects. A shape\n"
    "may be given as a shape, a Body, an object with a .shape, a pygame rectangle, circle or line, or a pair of numbers as a\n"
    "point. Answers are lists of items in the order in which they were added. Two items collide only if the mask of\n"
    "each has a layer of the other; by default every item collides with every other. A space is a collection of its\n"
    "items: len, in, iteration, and space[item] for the shape. It keeps the shape that was given last: when the shape\n"
    "of a sprite changes, call update. A space can be pickled and copied, and used from several threads.\n\n"
    "In a world that repeats, period is (width, height), with None for an axis on which nothing repeats. Each item\n"
    "stands for all its images, shifted by exactly (i * width, j * height), and an answer has an item once if any image\n"
    "is found: by the nearest, the deepest or the first that is hit, which image of a Hit or Contact names. An item and\n"
    "its own images do not meet. query and pairs are exact, as nothing is rounded; other answers are those of shapes\n"
    "with coordinates that are rounded once, if they need it. Coordinates stay as they are given, anywhere within 2**29\n"
    "periods of 0. A shape may span 16 periods, a motion 4096. With a period, slide, try_slide, turn, turn_cast,\n"
    "turn_cast_all, carry and separate_all raise ValueError.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(4, -2, 1, 4)})\n"
    ">>> space.query(Circle(4, 0, 1))\n"
    "['wall']\n"
    ">>> space.slide(\"player\", 9, 1).shape\n"
    "Circle(3.0, 1.0, 1.0)\n"
    ">>> space[\"player\"]\n"
    "Circle(3.0, 1.0, 1.0)\n"
    ">>> Space({\"a\": Circle(1, 5, 1), \"b\": Circle(9.5, 5, 1)}, period=(10, 10)).pairs()\n"
    "[('a', 'b')]\n");

/* clang-format off */
static PyMethodDef space_methods[] = {
    {"add", KEYWORDS(space_add), space_add_doc},
    {"update", KEYWORDS(space_update), space_update_doc},
    {"add_all", KEYWORDS(space_add_all), space_add_all_doc},
    {"update_all", KEYWORDS(space_update_all), space_update_all_doc},
    {"remove_all", KEYWORDS(space_remove_all), space_remove_all_doc},
    {"set_layer", KEYWORDS(space_set_layer), space_set_layer_doc},
    {"set_mask", KEYWORDS(space_set_mask), space_set_mask_doc},
    {"move", KEYWORDS(space_move), space_move_doc},
    {"remove", KEYWORDS(space_remove), space_remove_doc},
    {"query", KEYWORDS(space_query), space_query_doc},
    {"pairs", KEYWORDS(space_pairs), space_pairs_doc},
    {"contacts", KEYWORDS(space_contacts), space_contacts_doc},
    {"nearest", KEYWORDS(space_nearest), space_nearest_doc},
    {"raycast", KEYWORDS(space_raycast), space_raycast_doc},
    {"raycast_all", KEYWORDS(space_raycast_all), space_raycast_all_doc},
    {"cast", KEYWORDS(space_cast), space_cast_doc},
    {"cast_all", KEYWORDS(space_cast_all), space_cast_all_doc},
    {"turn_cast", KEYWORDS(space_turn_cast), space_turn_cast_doc},
    {"turn_cast_all", KEYWORDS(space_turn_cast_all), space_turn_cast_all_doc},
    {"slide", KEYWORDS(space_slide), space_slide_doc},
    {"try_slide", KEYWORDS(space_try_slide), space_try_slide_doc},
    {"turn", KEYWORDS(space_turn), space_turn_doc},
    {"watch", KEYWORDS(space_watch), space_watch_doc},
    {"carry", KEYWORDS(space_carry), space_carry_doc},
    {"separate_all", KEYWORDS(space_separate_all), space_separate_all_doc},
    {"clear", space_clear_items, METH_NOARGS, space_clear_doc},
    {"items", space_items, METH_NOARGS, space_items_doc},
    {"get", KEYWORDS(space_get), space_get_doc},
    {"layer", space_layer, METH_O, space_layer_doc},
    {"mask", space_mask, METH_O, space_mask_doc},
    {"snapshot", space_snapshot, METH_NOARGS, space_snapshot_doc},
    {"restore", space_restore, METH_O, space_restore_doc},
    {"digest", space_digest, METH_NOARGS, space_digest_doc},
    {"copy", space_copy, METH_NOARGS, space_copy_doc},
    {"__copy__", space_copy, METH_NOARGS, space_copy_protocol_doc},
    {"__reduce__", space_reduce, METH_NOARGS, reduce_doc},
    {"__setstate__", space_setstate, METH_O, space_setstate_doc},
    {"_repr_svg_", shape_svg, METH_NOARGS, svg_doc},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, class_getitem_doc},
    {0},
};

static PyGetSetDef space_attributes[] = {
    {"bounds", space_bounds, NULL,
     PyDoc_STR("(left, top, right, bottom) of all shapes, the least and greatest x and y, rounded outward; None if empty.\n\n"
               ">>> Space({\"a\": Circle(0, 0, 1), \"b\": Point(5, 2)}).bounds\n"
               "(-1.0, -1.0, 5.0, 2.0)\n"), NULL},
    {"period", space_period, NULL,
     PyDoc_STR("(width, height) of a world that repeats, with None for an axis on which nothing repeats; None if nothing does.\n\n"
               ">>> Space(period=(10, None)).period\n"
               "(10.0, None)\n"), NULL},
    {0},
};

static PyMemberDef space_members[] = {
    {"__weaklistoffset__", Py_T_PYSSIZET, offsetof(space_object, weak_references), Py_READONLY, NULL},
    {0},
};

/* clang-format on */

static PyType_Slot space_slots[] = {
    {Py_tp_doc, (void *)space_type_doc},
    {Py_tp_new, new_by_vectorcall},
    {Py_tp_dealloc, space_dealloc},
    {Py_tp_traverse, space_traverse},
    {Py_tp_clear, space_clear},
    {Py_tp_repr, space_repr},
    {Py_tp_iter, space_iter},
    {Py_tp_methods, space_methods},
    {Py_tp_getset, space_attributes},
    {Py_tp_members, space_members},
    {Py_mp_length, space_length},
    {Py_mp_subscript, space_subscript},
    {Py_sq_contains, space_contains},
    {0, NULL},
};
PyType_Spec space_spec = {"collide2d.Space", sizeof(space_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                          space_slots};
