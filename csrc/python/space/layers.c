/* Sets of layers: from arguments, as ints, and the methods layer mask set_layer set_mask. */
#include "space.h"

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

bool read_layer_mask(const signature *s, const arguments *a, int i, layer_mask *out)
{
    return !is_given(a, i) || layer_mask_from(s->name, s->parameters[i].name, a->object[i], out);
}

/* ---- layer, mask ---- */

static PyObject *layers_of_item(PyObject *self, const char *function, PyObject *item, bool is_mask)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(self);
    entry *e = require_entry(SPACE(self), function, item);
    result = e ? int_of_layer_mask(is_mask ? e->mask : e->layer) : NULL;
    Py_XDECREF(e);
    Py_END_CRITICAL_SECTION();
    return result;
}

const char space_layer_doc[] = PyDoc_STR(
    "layer($self, item, /)\n--\n\n"
    "The layers of an item, one bit each, as they were given.\n\n"
    UNKNOWN_ITEM_DOC
    ">>> Space({\"a\": Circle(0, 0, 1)}).layer(\"a\")\n"
    "1\n");

PyObject *space_layer(PyObject *self, PyObject *item) { return layers_of_item(self, "layer", item, false); }

const char space_mask_doc[] =
    PyDoc_STR(
    "mask($self, item, /)\n--\n\n"
    "The layers that an item collides with, one bit each, as they were given.\n\n"
    UNKNOWN_ITEM_DOC
    ">>> Space({\"a\": Circle(0, 0, 1)}).mask(\"a\")\n"
    "-1\n");

PyObject *space_mask(PyObject *self, PyObject *item) { return layers_of_item(self, "mask", item, true); }

/* ---- set_layer, set_mask ---- */

static PyObject *set_layers(PyObject *self, const signature *s, PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames, bool is_mask)
{
    arguments a;
    layer_mask given;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !read_layer_mask(s, &a, 1, &given))
        return NULL;
    entry *e = require_entry(SPACE(self), s->name, a.object[0]);
    bool good = e && may_change(SPACE(self));
    if (good)
        set_entry_layers(SPACE(self), e, is_mask ? e->layer : given, is_mask ? given : e->mask);
    Py_XDECREF(e);
    return good ? Py_NewRef(Py_None) : NULL;
}

const char space_set_layer_doc[] = PyDoc_STR(
    "set_layer($self, /, item, layer)\n--\n\n"
    "Puts an item in other layers, one bit each; its place in the order stays.\n\n"
    UNKNOWN_ITEM_DOC ERRORS_DOC SLIDING_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(0, 0, 4, 4)})\n"
    ">>> space.set_layer(\"wall\", 0)\n"
    ">>> space.contacts(\"player\")\n"
    "[]\n");

static PyObject *locked_space_set_layer(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"set_layer", 2, 2, 2, {{"item", OBJECT}, {"layer", OBJECT}}};
    return set_layers(self, &s, args, nargs, kwnames, false);
}
DEFINE_LOCKED(space_set_layer, locked_space_set_layer)

const char space_set_mask_doc[] = PyDoc_STR(
    "set_mask($self, /, item, mask)\n--\n\n"
    "Chooses the layers that an item collides with, one bit each; its place in the order stays.\n\n"
    UNKNOWN_ITEM_DOC ERRORS_DOC SLIDING_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(0, 0, 4, 4)})\n"
    ">>> space.set_mask(\"player\", 2)\n"
    ">>> space.contacts(\"player\")\n"
    "[]\n");

static PyObject *locked_space_set_mask(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"set_mask", 2, 2, 2, {{"item", OBJECT}, {"mask", OBJECT}}};
    return set_layers(self, &s, args, nargs, kwnames, true);
}
DEFINE_LOCKED(space_set_mask, locked_space_set_mask)
