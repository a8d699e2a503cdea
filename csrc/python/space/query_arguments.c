/* The shape or item of a query, and which items it may find: the mask, and the item itself, which it does not find. */
#include "queries.h"

void release_query(query *q)
{
    if (q->item_shape)
        Py_DECREF(q->excluded);
    else
        release_operand(&q->operand);
    Py_XDECREF(q->item_shape);
}

/* Whether the TypeError that is set comes from an object without a hash; then clears it. An error of __eq__ stays. */
static bool clear_unhashable(PyObject *object)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (PyObject_Hash(object) == -1 && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return true;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return false;
}

/* 1 and *out written if the object is an item of the space, 0 if it is not, -1 with an error set. */
static int read_item(space_object *space, PyObject *object, query *out)
{
    entry *e = find_entry(space, object);
    if (!e && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) || !clear_unhashable(object))
            return -1;
    }
    if (!e)
        return 0;
    out->item_shape = Py_NewRef(e->shape);
    out->shape = (shape_object *)out->item_shape;
    out->excluded = Py_NewRef(e->item);
    out->layer = e->layer.bits;
    out->mask &= e->mask.bits;
    out->is_item = true;
    Py_DECREF(e);
    return 1;
}

bool read_query(PyObject *self, const char *function, PyObject *object, PyObject *mask, bool maybe_item, query *out)
{
    layer_mask wanted = ALL_LAYERS;
    if (mask && !layer_mask_from(function, "mask", mask, &wanted))
        return false;
    *out = (query){.space = SPACE(self), .mask = wanted.bits};
    int found = maybe_item ? read_item(SPACE(self), object, out) : 0;
    if (found == 0) {
        found = read_operand(state_of(self), function, "shape", object, &out->operand) ? 1 : -1;
        if (found > 0) {
            out->shape = out->operand.shape;
            /* A sprite does not find itself. */
            out->excluded = out->operand.owner ? object : NULL;
        }
    }
    if (found > 0 && update_tree(SPACE(self)))
        return true;
    if (found > 0)
        release_query(out);
    return false;
}
