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

int pieces_equal(PyObject *a, PyObject *b)
{
    if (!a || !b)
        return a == b;
    return PyObject_RichCompareBool(a, b, Py_EQ);
}

/* ---- images ---- */

const char image_doc[] = PyDoc_STR(
    "Which image of an item is met in a space with a period: (i, j), the item moved by (i * width, j * height).\n\n"
    "(0, 0) is the item where it is, as in any space without a period.\n\n"
    ">>> space = Space({'ball': Circle(1, 5, 1)}, period=(10, 10))\n"
    ">>> item, hit = space.raycast((5, 5), (20, 0))\n"
    ">>> hit.point, hit.image\n"
    "((10.0, 5.0), (1, 0))\n"
    ">>> space.contacts((20.5, 5))[0][1].image\n"
    "(2, 0)\n");

PyObject *tuple_of_image(result_image image) { return Py_BuildValue("(ii)", (int)image.x, (int)image.y); }

static bool read_shift(const char *type, PyObject *object, int32_t *out)
{
    int overflow = 0;
    long shift = PyLong_CheckExact(object) ? PyLong_AsLongAndOverflow(object, &overflow) : 0;
    if (!PyLong_CheckExact(object))
        PyErr_Format(PyExc_TypeError, "%s: image must be a tuple of two ints, got %.100s in it", type,
                     Py_TYPE(object)->tp_name);
    else if (overflow || shift < -INT32_MAX || shift > INT32_MAX)
        PyErr_Format(PyExc_ValueError, "%s: image must be within 2**31 - 1 periods, got %R", type, object);
    else
        *out = (int32_t)shift;
    return !PyErr_Occurred();
}

bool read_image(const char *type, PyObject *object, result_image *out)
{
    if (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2)
        return read_shift(type, PyTuple_GET_ITEM(object, 0), &out->x) &&
               read_shift(type, PyTuple_GET_ITEM(object, 1), &out->y);
    PyErr_Format(PyExc_TypeError, "%s: image must be a tuple of two ints, got %.100s", type, Py_TYPE(object)->tp_name);
    return false;
}

/* ---- protocols ---- */

static bool is_shifted(PyObject *image)
{
    return PyLong_AsLong(PyTuple_GET_ITEM(image, 0)) != 0 || PyLong_AsLong(PyTuple_GET_ITEM(image, 1)) != 0;
}

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
    PyObject *image = pieces ? PyObject_GetAttrString(self, "image") : NULL;
    bool shifted = image && is_shifted(image);
    good = image && (pieces == Py_None && !shifted ? true : result_list_add_object(&values, Py_NewRef(pieces)));
    good = good && (!shifted || result_list_add_object(&values, Py_NewRef(image)));
    Py_XDECREF(image);
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
