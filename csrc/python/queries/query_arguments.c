/* The shape or item of a query, and the options that all queries have. */
#include "queries.h"

void release_query(query *q)
{
    if (q->self_item) {
        Py_DECREF(q->item_shape);
        Py_DECREF(q->self_item);
    } else {
        release_operand(&q->operand);
    }
}

/* Whether the TypeError that is set comes from an object without a hash; then clears it. An error of __eq__ stays, but
 * for a lack of memory to find out. */
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
    if (lacks_memory()) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return false;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return false;
}

/* 1 and *out written if the object is an item of the space, 0 if it is not, -1 with an error set. */
static int read_item(space_object *space, PyObject *object, query *out)
{
    if (space->shape_item_count == 0 && (is_shape(object) || is_body(object))) /* the common case, without hashing it */
        return 0;
    entry *e = find_entry(space, object);
    if (!e && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) || !clear_unhashable(object))
            return -1;
    }
    if (!e)
        return 0;
    out->item_shape = Py_NewRef(e->shape);
    out->operand.shape = is_body(e->shape) ? NULL : (shape_object *)e->shape;
    out->operand.body = is_body(e->shape) ? (body_object *)e->shape : NULL;
    out->self_item = Py_NewRef(e->item);
    out->layer = e->layer.bits;
    out->mask &= e->mask.bits;
    Py_DECREF(e);
    return 1;
}

/* Whether an object is a container. The elements of text are not items. */
static bool is_container(PyObject *object)
{
    const PySequenceMethods *methods = Py_TYPE(object)->tp_as_sequence;
    return methods && methods->sq_contains && !is_text(object);
}

void set_solid(query *q)
{
    q->solid = body_of_solid(&q->operand, &q->own);
    select_piece(q, 0);
}

bool read_query_choice(PyObject *self, const char *verb, PyObject *mask, PyObject *exclude, PyObject *filter,
                       query *out)
{
    layer_mask wanted = ALL_LAYERS;
    if (mask && !layer_mask_from(verb, "mask", mask, &wanted))
        return false;
    out->space = SPACE(self);
    out->cell = (c2d_cell){0, 0};
    out->mask = wanted.bits;
    out->item_shape = out->self_item = NULL;
    out->passing = NULL;
    out->remembers = false;
    out->decided = NULL;
    out->decided_count = out->decided_capacity = 0;
    out->exclude = exclude;
    out->filter = filter;
    if (exclude && !is_container(exclude)) {
        PyErr_Format(PyExc_TypeError, "%s: exclude must be a container of items, got %.100s", verb,
                     Py_TYPE(exclude)->tp_name);
        return false;
    }
    if (filter && !PyCallable_Check(filter)) {
        PyErr_Format(PyExc_TypeError, "%s: filter must be callable or None, got %.100s", verb,
                     Py_TYPE(filter)->tp_name);
        return false;
    }
    return true;
}

bool read_query_options(PyObject *self, const signature *s, const arguments *a, int option, query *out)
{
    PyObject *given[QUERY_OPTION_COUNT];
    for (int i = 0; i < QUERY_OPTION_COUNT; i++)
        given[i] = is_given(a, option + i) ? a->object[option + i] : NULL;
    return read_query_choice(self, s->name, given[0], given[1], given[2], out);
}

/* Whether an object can only have been meant as an item: text, an int, None, or a tuple that has a text or None in it.
 */
static bool is_no_shape(PyObject *object)
{
    bool named = is_text(object) || object == Py_None;
    for (Py_ssize_t i = 0; PyTuple_Check(object) && i < PyTuple_GET_SIZE(object) && !named; i++)
        named = is_text(PyTuple_GET_ITEM(object, i)) || PyTuple_GET_ITEM(object, i) == Py_None;
    return named || PyLong_Check(object);
}

bool solid_fits(const query *q, const char *verb, const char *argument)
{
    if (!c2d_repeats(q->space->period) || q->self_item)
        return true;
    c2d_bounds box =
        q->operand.body ? c2d_body_bounds(&q->operand.body->body) : c2d_bounds_of(&q->operand.shape->shape);
    return box_fits_period(verb, argument, box, q->space->period);
}

bool read_query_solid(PyObject *self, const char *verb, PyObject *object, query *out)
{
    int found = read_item(SPACE(self), object, out);
    if (found == 0 && is_no_shape(object)) {
        PyErr_Format(PyExc_TypeError, "%s: shape must be an item of the space or a shape, got %R, which is neither",
                     verb, object);
        return false;
    }
    if (found == 0)
        found = read_solid(state_of(self), verb, "shape", object, &out->operand) ? 1 : -1;
    if (found > 0 && solid_fits(out, verb, "shape") && update_tree(SPACE(self))) {
        set_solid(out);
        note_bodies(out);
        return true;
    }
    if (found > 0)
        release_query(out);
    return false;
}

bool read_query(PyObject *self, const signature *s, const arguments *a, int option, query *out)
{
    return read_query_options(self, s, a, option, out) && read_query_solid(self, s->name, a->object[0], out);
}
