/* A space as a collection: its length, items and bounds. */
#include "space.h"

#include <math.h>

Py_ssize_t space_length(PyObject *self)
{
    Py_ssize_t count;
    Py_BEGIN_CRITICAL_SECTION(self);
    count = (Py_ssize_t)SPACE(self)->count;
    Py_END_CRITICAL_SECTION();
    return count;
}

int space_contains(PyObject *self, PyObject *item)
{
    entry *e;
    Py_BEGIN_CRITICAL_SECTION(self);
    e = find_entry(SPACE(self), item);
    Py_END_CRITICAL_SECTION();
    bool found = e;
    Py_XDECREF(e);
    return found ? 1 : PyErr_Occurred() ? -1 : 0;
}

PyObject *space_subscript(PyObject *self, PyObject *item)
{
    PyObject *shape;
    Py_BEGIN_CRITICAL_SECTION(self);
    entry *e = require_entry(SPACE(self), "Space", item);
    shape = e ? Py_NewRef(e->shape) : NULL;
    Py_XDECREF(e);
    Py_END_CRITICAL_SECTION();
    return shape;
}

const char space_get_doc[] = PyDoc_STR(
    "get($self, /, item, default=None)\n--\n\n"
    "The shape of an item, or default if the item is not in the space.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1)})\n"
    ">>> space.get(\"a\")\n"
    "Circle(0.0, 0.0, 1.0)\n"
    ">>> print(space.get(\"b\"))\n"
    "None\n");

PyObject *space_get(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"get", 1, 2, 2, {{"item", OBJECT}, {"default", OBJECT}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *shape = NULL;
    Py_BEGIN_CRITICAL_SECTION(self);
    entry *e = find_entry(SPACE(self), a.object[0]);
    if (e)
        shape = Py_NewRef(e->shape);
    Py_XDECREF(e);
    Py_END_CRITICAL_SECTION();
    return shape || PyErr_Occurred() ? shape : Py_NewRef(is_given(&a, 1) ? a.object[1] : Py_None);
}

static PyObject *item_and_shape(const held_item *h) { return PyTuple_Pack(2, h->item, h->shape); }

PyObject *list_items(PyObject *self, describe_item *describe)
{
    held_item *held;
    size_t count;
    result_list made;
    Py_BEGIN_CRITICAL_SECTION(self);
    held = hold_all_items(SPACE(self), &count);
    Py_END_CRITICAL_SECTION();
    bool good = held != NULL;
    result_list_init(&made);
    for (size_t i = 0; i < count && good; i++)
        good = result_list_add_object(&made, describe(&held[i]));
    release_held_items(held, count);
    return result_list_to_list(&made, good);
}

const char space_items_doc[] =
    PyDoc_STR(
    "items($self, /)\n--\n\n"
    "All items with their shapes: a list of tuples, in the order in which they were added.\n\n"
    ">>> Space({\"a\": Circle(0, 0, 1)}).items()\n"
    "[('a', Circle(0.0, 0.0, 1.0))]\n");

PyObject *space_items(PyObject *self, PyObject *Py_UNUSED(unused)) { return list_items(self, item_and_shape); }

PyObject *space_bounds(PyObject *self, void *Py_UNUSED(closure))
{
    double least_x = INFINITY, least_y = INFINITY, most_x = -INFINITY, most_y = -INFINITY;
    Py_BEGIN_CRITICAL_SECTION(self);
    const space_object *space = SPACE(self);
    for (uint32_t i = 0; i < space->order_length; i++) {
        if (!space->order[i])
            continue;
        one_piece own;
        c2d_bounds box = c2d_body_bounds(body_of_entry(space->order[i], &own));
        least_x = fmin(least_x, box.min.x);
        least_y = fmin(least_y, box.min.y);
        most_x = fmax(most_x, box.max.x);
        most_y = fmax(most_y, box.max.y);
    }
    Py_END_CRITICAL_SECTION();
    if (least_x > most_x)
        Py_RETURN_NONE;
    return tuple_of_numbers((double[]){least_x, least_y, most_x, most_y}, 4);
}
