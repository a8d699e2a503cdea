/* What Contact and Hit share. A result is an immutable value of numbers. Its hash, repr and pickle are those of the
 * fields that __match_args__ names, which are also the arguments of its constructor. If bodies took part, the pieces
 * follow. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"

/* ---- construction ---- */

static bool is_finite(double x) { return x - x == 0; }

bool check_number_of_result(const char *type, const char *field, double number, bool may_be_negative)
{
    if (is_finite(number) && (may_be_negative || number >= 0))
        return true;
    refuse_number(type, field, is_finite(number) ? C2D_NEGATIVE : C2D_NOT_FINITE, number);
    return false;
}

bool check_pair_of_result(const char *type, const char *field, c2d_vec pair)
{
    return check_number_of_result(type, field, pair.x, true) && check_number_of_result(type, field, pair.y, true);
}

/* ---- pieces ---- */

const char pieces_doc[] = PyDoc_STR(
    "Which pieces of bodies meet: (piece of the first, piece of the second), or None if both are single shapes.\n\n"
    "A piece is its name or, if it has none, its index; that of a single shape is None.\n\n"
    ">>> hero = Body({'head': Circle(0, 0, 4), 'torso': Rect(-3, 4, 6, 8)})\n"
    ">>> hero.contact(Circle(5, 9, 3)).pieces, raycast((0, -9), (0, 9), hero).pieces\n"
    "(('torso', None), (None, 'head'))\n"
    ">>> print(Circle(0, 0, 4).contact(Circle(5, 9, 9)).pieces)\n"
    "None\n");

static bool is_piece(PyObject *object)
{
    return object == Py_None || PyUnicode_CheckExact(object) || PyLong_CheckExact(object);
}

bool read_pieces(const char *type, PyObject *object, PyObject **out)
{
    *out = NULL;
    if (object == Py_None)
        return true;
    if (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2 && is_piece(PyTuple_GET_ITEM(object, 0)) &&
        is_piece(PyTuple_GET_ITEM(object, 1))) {
        *out = Py_NewRef(object);
        return true;
    }
    PyErr_Format(PyExc_TypeError,
                 "%s: pieces must be None or a tuple of two, each a name, an index or None, got %.100s", type,
                 Py_TYPE(object)->tp_name);
    return false;
}

bool pieces_equal(PyObject *a, PyObject *b)
{
    if (!a || !b)
        return a == b;
    return PyObject_RichCompareBool(a, b, Py_EQ) > 0; /* plain text and integers: the comparison cannot fail */
}

/* ---- protocols ---- */

/* The values of the fields, from which the constructor makes an equal result. */
static PyObject *constructor_arguments(PyObject *self)
{
    PyObject *names = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__match_args__");
    result_list values;
    bool good = names != NULL;
    result_list_init(&values);
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(names); i++)
        good = result_list_add_object(&values, PyObject_GetAttr(self, PyTuple_GET_ITEM(names, i)));
    Py_XDECREF(names);
    PyObject *pieces = good ? PyObject_GetAttrString(self, "pieces") : NULL;
    if (pieces && pieces != Py_None)
        good = result_list_add_object(&values, Py_NewRef(pieces));
    else
        good = pieces != NULL;
    Py_XDECREF(pieces);
    return result_list_to_tuple(&values, good);
}

PyObject *result_repr(PyObject *self)
{
    PyObject *values = constructor_arguments(self), *name = values ? PyType_GetName(Py_TYPE(self)) : NULL;
    PyObject *text = name ? PyUnicode_FromFormat("%U%R", name, values) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(name);
    return text;
}

Py_hash_t result_hash(PyObject *self)
{
    PyObject *values = constructor_arguments(self);
    Py_hash_t hash = values ? PyObject_Hash(values) : -1;
    Py_XDECREF(values);
    return hash;
}

static PyObject *result_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *values = constructor_arguments(self);
    return values ? Py_BuildValue("(ON)", Py_TYPE(self), values) : NULL;
}

PyMethodDef result_methods[] = {
    {"__reduce__", result_reduce, METH_NOARGS, reduce_doc},
    {"_repr_svg_", shape_svg, METH_NOARGS, svg_doc},
    {"__copy__", shape_self, METH_NOARGS, copy_doc},
    {"__deepcopy__", shape_self, METH_O, deepcopy_doc},
    {0},
};
