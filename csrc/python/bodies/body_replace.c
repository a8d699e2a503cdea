/* replace, which copy.replace of Python 3.13 calls too: a body with some of its pieces, by name, replaced. */
#include "../base/methods.h"
#include "bodies.h"

const char body_replace_doc[] = PyDoc_STR(
    "replace($self, /, **pieces)\n--\n\n"
    "The body with some of its pieces, by name, replaced by other shapes.\n\n"
    "Each piece may be anything that the verbs take, but not a body. Order and names stay. copy.replace of Python 3.13\n"
    "calls this method. Raises TypeError for a name that no piece or several pieces have, and for a value that is not\n"
    "a shape.\n\n"
    ">>> Body({'head': Circle(0, 0, 4), 'torso': Rect(-3, 4, 6, 8)}).replace(head=Circle(0, 0, 5))\n"
    "Body({'head': Circle(0.0, 0.0, 5.0), 'torso': Rect(-3.0, 4.0, 6.0, 8.0)})\n");

/* The index of the piece with a name; -1 with an error set. */
static Py_ssize_t index_of_name(const body_object *self, PyObject *name)
{
    Py_ssize_t found = -1, count = 0;
    for (Py_ssize_t i = 0; i < piece_count(self); i++) {
        PyObject *own = name_of_piece(self, (size_t)i);
        if (own != Py_None && PyUnicode_Compare(own, name) == 0) {
            found = i;
            count++;
        }
    }
    if (count != 1)
        PyErr_Format(PyExc_TypeError, "replace: one piece must have the name '%U', got %zd that have it", name, count);
    return count == 1 ? found : -1;
}

/* Replaces one item of a new tuple; false with an error set. */
static bool replace_piece(const body_object *self, PyObject *pieces, PyObject *name, PyObject *value)
{
    module_state *state = state_of((PyObject *)self);
    Py_ssize_t i = index_of_name(self, name);
    const char *argument = i < 0 ? NULL : PyUnicode_AsUTF8(name);
    operand o;
    if (!argument || !read_operand(state, "replace", argument, value, &o))
        return false;
    PyObject *shape = object_of_operand(state, &o), *old = PyTuple_GET_ITEM(pieces, i);
    release_operand(&o);
    if (!shape)
        return false;
    PyTuple_SET_ITEM(pieces, i, shape);
    Py_DECREF(old);
    return true;
}

PyObject *body_replace(PyObject *object, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const body_object *self = (body_object *)object;
    Py_ssize_t changes = kwnames ? PyTuple_GET_SIZE(kwnames) : 0, count = piece_count(self);
    if (nargs > 0)
        return PyErr_Format(PyExc_TypeError, "replace: pieces must be given by name, got %zd positional arguments",
                            nargs);
    if (changes == 0)
        return Py_NewRef(object);
    PyObject *pieces = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count && pieces; i++)
        PyTuple_SET_ITEM(pieces, i, Py_NewRef((PyObject *)piece_of(self, i)));
    for (Py_ssize_t k = 0; k < changes && pieces; k++)
        if (!replace_piece(self, pieces, PyTuple_GET_ITEM(kwnames, k), args[k]))
            Py_CLEAR(pieces);
    return pieces ? body_from(state_of(object), pieces, Py_XNewRef(self->names)) : NULL;
}
