/* Body: several shapes that are one solid. Its attributes, and the protocols of a value and of a sequence of pieces.
 * body_new.c makes bodies, body_transforms.c moves them, body_verbs.c answers the verbs. */
#include "bodies.h"
#include "../base/methods.h"
#include "../base/result_list.h"
#include "../shapes/bounds.h"

#define BODY(object) ((body_object *)(object))

/* ---- names and pieces ---- */

PyObject *piece_key(const operand *o, size_t index)
{
    if (!o->body)
        Py_RETURN_NONE;
    PyObject *name = name_of_piece(o->body, index);
    return name == Py_None ? PyLong_FromSize_t(index) : Py_NewRef(name);
}

static Py_ssize_t body_length(PyObject *self) { return piece_count(BODY(self)); }
static PyObject *body_iterate(PyObject *self) { return PyObject_GetIter(BODY(self)->pieces); }

static PyObject *body_item(PyObject *self, PyObject *key)
{
    if (PyUnicode_Check(key))
        return pieces_by_name(BODY(self), key);
    if (!PyIndex_Check(key))
        return PyErr_Format(PyExc_TypeError, "Body: a piece is an index or a name, got %.100s", Py_TYPE(key)->tp_name);
    Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError), count = body_length(self);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    i = i < 0 ? i + count : i;
    if (i < 0 || i >= count)
        return PyErr_Format(PyExc_IndexError, "Body: a piece has an index below %zd, got %R", count, key);
    return Py_NewRef((PyObject *)piece_of(BODY(self), i));
}

/* ---- attributes ---- */

c2d_vec center_of_body(const body_object *self)
{
    return piece_count(self) == 1 ? center_of(piece_of(self, 0)) : c2d_body_center(&self->body);
}

static PyObject *get_kind(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return PyUnicode_InternFromString("body");
}

static PyObject *get_pieces(PyObject *self, void *Py_UNUSED(closure)) { return Py_NewRef(BODY(self)->pieces); }

static PyObject *get_names(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *names = BODY(self)->names;
    return Py_NewRef(names ? names : Py_None);
}

static PyObject *get_bounds(PyObject *self, void *Py_UNUSED(closure))
{
    c2d_bounds box = c2d_body_bounds(&BODY(self)->body);
    return tuple_of_numbers((double[]){box.min.x, box.min.y, box.max.x, box.max.y}, 4);
}

static PyObject *get_center(PyObject *self, void *Py_UNUSED(closure))
{
    return tuple_of_vector(center_of_body(BODY(self)));
}

static PyObject *get_area(PyObject *self, void *Py_UNUSED(closure))
{
    double area;
    if (c2d_body_area(&BODY(self)->body, &area))
        return PyErr_NoMemory();
    return PyFloat_FromDouble(area);
}

/* clang-format off */
static PyGetSetDef body_attributes[] = {
    {"pieces", get_pieces, NULL,
     PyDoc_STR("The shapes, a tuple.\n\n"
               ">>> Body([Circle(0, 0, 1), Circle(3, 0, 2)]).pieces\n"
               "(Circle(0.0, 0.0, 1.0), Circle(3.0, 0.0, 2.0))\n"), NULL},
    {"names", get_names, NULL,
     PyDoc_STR("The names of the pieces, a tuple with None for a piece without one; None if no piece has a name.\n\n"
               ">>> Body({'left': Circle(0, 0, 1), 'right': Circle(3, 0, 2)}).names\n"
               "('left', 'right')\n"), NULL},
    {"kind", get_kind, NULL,
     PyDoc_STR("What it is: \"body\".\n\n"
               ">>> Body([Circle(0, 0, 1)]).kind\n"
               "'body'\n"), NULL},
    {"bounds", get_bounds, NULL,
     PyDoc_STR("(left, top, right, bottom): the least and greatest x and y of all pieces, rounded outward.\n\n"
               ">>> Body([Circle(0, 0, 1), Circle(3, 0, 2)]).bounds\n"
               "(-1.0, -2.0, 5.0, 2.0)\n"), NULL},
    {"center", get_center, NULL,
     PyDoc_STR("The mean of the pieces' centres, weighted by area, (x, y): at puts it somewhere, rotate and scale_by keep it.\n\n"
               "If no piece has an area, the weights are the lengths. A turn of the body does not move its centre, as it\n"
               "would move the centre of its bounds.\n\n"
               ">>> Body([Rect(0, 0, 6, 2), Rect(6, 0, 2, 2)]).center\n"
               "(4.0, 1.0)\n"), NULL},
    {"area", get_area, NULL,
     PyDoc_STR("The area of the union of the pieces: where pieces overlap it counts once.\n\n"
               "Its error is at most 2**-46 of the size (width + height) of the body times the\n"
               "sum of the sizes of its pieces.\n\n"
               ">>> Body([Rect(0, 0, 6, 2), Rect(4, 0, 4, 2)]).area\n"
               "16.0\n"), NULL},
    {"__geo_interface__", get_geo_interface, NULL, geo_interface_doc, NULL},
    BOUNDS_ATTRIBUTES("Body([Circle(5, 4, 2)])"),
    {0},
};
/* clang-format on */

/* ---- protocols ---- */

/* What the constructor makes an equal body of: a list of the pieces, or a dictionary if each has a name of its own. */
static PyObject *constructor_argument(const body_object *self)
{
    Py_ssize_t count = piece_count(self);
    PyObject *dict = PyDict_New(), *list = PyList_New(0);
    bool good = dict && list;
    for (Py_ssize_t i = 0; i < count && good; i++) {
        PyObject *piece = PyTuple_GET_ITEM(self->pieces, i), *name = name_of_piece(self, (size_t)i);
        PyObject *item = name == Py_None ? Py_NewRef(piece) : PyTuple_Pack(2, name, piece);
        good = item && PyList_Append(list, item) == 0 && (name == Py_None || PyDict_SetItem(dict, name, piece) == 0);
        Py_XDECREF(item);
    }
    bool unique = good && PyDict_GET_SIZE(dict) == count;
    PyObject *result = good ? Py_NewRef(unique ? dict : list) : NULL;
    Py_XDECREF(dict);
    Py_XDECREF(list);
    return result;
}

static PyObject *body_repr(PyObject *self)
{
    PyObject *argument = constructor_argument(BODY(self));
    PyObject *text = argument ? PyUnicode_FromFormat("Body(%R)", argument) : NULL;
    Py_XDECREF(argument);
    return text;
}

static PyObject *body_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *argument = constructor_argument(BODY(self));
    return argument ? Py_BuildValue("(O(N))", Py_TYPE(self), argument) : NULL;
}

static PyObject *body_compare(PyObject *self, PyObject *other, int op)
{
    if (Py_TYPE(self) != Py_TYPE(other) || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const body_object *a = BODY(self), *b = BODY(other);
    int equal = PyObject_RichCompareBool(a->pieces, b->pieces, Py_EQ);
    if (equal > 0 && a->names != b->names)
        equal = a->names && b->names ? PyObject_RichCompareBool(a->names, b->names, Py_EQ) : 0;
    return equal < 0 ? NULL : PyBool_FromLong(equal == (op == Py_EQ));
}

static Py_hash_t body_hash(PyObject *self)
{
    Py_hash_t pieces = PyObject_Hash(BODY(self)->pieces);
    Py_hash_t names = BODY(self)->names ? PyObject_Hash(BODY(self)->names) : 0;
    if (pieces == -1 || names == -1)
        return -1;
    Py_hash_t hash = (Py_hash_t)((Py_uhash_t)pieces * 3 + (Py_uhash_t)names);
    return hash == -1 ? -2 : hash;
}

static PyObject *body_sizeof(PyObject *self, PyObject *Py_UNUSED(unused))
{
    size_t count = (size_t)body_length(self);
    return PyLong_FromSize_t((size_t)Py_TYPE(self)->tp_basicsize + 2 * count * sizeof(void *));
}

static const char sizeof_doc[] = PyDoc_STR(
    "__sizeof__($self, /)\n--\n\n"
    "The size of the object in memory without its pieces, in bytes.");

static const char class_dict_doc[] =
    PyDoc_STR(
    "to_dict($self, /)\n--\n\n"
    "The pieces and names as a dictionary that json can write; from_dict makes an equal body from it.\n\n"
    ">>> Body({'head': Circle(1, 2, 3)}).to_dict()\n"
    "{'kind': 'body', 'pieces': [{'kind': 'circle', 'x': 1.0, 'y': 2.0, 'r': 3.0, 'name': 'head'}]}\n");

/* The dictionary of one piece, with its name; NULL with an error set. */
static PyObject *piece_dict(const body_object *self, Py_ssize_t i)
{
    PyObject *name = name_of_piece(self, (size_t)i), *dict = shape_to_dict((PyObject *)piece_of(self, i), NULL);
    if (dict && name != Py_None && PyDict_SetItemString(dict, "name", name) < 0)
        Py_CLEAR(dict);
    return dict;
}

static PyObject *body_to_dict(PyObject *self, PyObject *Py_UNUSED(unused))
{
    result_list dicts;
    bool good = true;
    result_list_init(&dicts);
    for (Py_ssize_t i = 0; i < body_length(self) && good; i++)
        good = result_list_add_object(&dicts, piece_dict(BODY(self), i));
    PyObject *pieces = result_list_to_list(&dicts, good);
    return pieces ? Py_BuildValue("{s:s,s:N}", "kind", "body", "pieces", pieces) : NULL;
}

static const char from_dict_text[] =
    PyDoc_STR(
    "from_dict($type, data, /)\n--\n\n"
    "The body that a dictionary from to_dict, a scene or a program describes.\n\n"
    "Its keys are pieces, as to_dict writes them; or outline and optional holes, the arguments of from_outline; or chain\n"
    "and optional closed and radius, those of Chain.\n\n"
    "Raises TypeError if data is not a dictionary or holds a value of a wrong kind, ValueError for a missing or unknown\n"
    "key and for a number out of range.\n\n"
    ">>> Body.from_dict({'kind': 'body', 'pieces': [{'kind': 'circle', 'x': 0, 'y': 0, 'r': 1}]})\n"
    "Body([Circle(0.0, 0.0, 1.0)])\n"
    ">>> len(Body.from_dict({'kind': 'body', 'outline': [[0, 0], [4, 0], [4, 4], [2, 1]]}))\n"
    "2\n");

static PyObject *body_from_dict(PyObject *type, PyObject *data)
{
    PyObject *dicts = PyImport_ImportModule("collide2d._dicts");
    PyObject *body = dicts ? PyObject_CallMethod(dicts, "body_from_dict", "OO", type, data) : NULL;
    Py_XDECREF(dicts);
    return body;
}

/* clang-format off */
static PyMethodDef body_methods[] = {
    BODY_METHODS,
    {"move", KEYWORDS(body_move), body_move_doc},
    {"at", KEYWORDS(body_at), body_at_doc},
    {"rotate", KEYWORDS(body_rotate), body_rotate_doc},
    {"scale_by", KEYWORDS(body_scale_by), body_scale_by_doc},
    {"grow", KEYWORDS(body_grow), body_grow_doc},
    {"placed", KEYWORDS(body_placed), body_placed_doc},
    {"replace", KEYWORDS(body_replace), body_replace_doc},
    {"__replace__", KEYWORDS(body_replace), body_replace_doc},
    {"_repr_svg_", shape_svg, METH_NOARGS, svg_doc},
    {"from_outline", (PyCFunction)(void (*)(void))body_from_outline, METH_FASTCALL | METH_KEYWORDS | METH_CLASS,
     from_outline_doc},
    {"outline", KEYWORDS(body_outline), body_outline_doc},
    {"to_shapely", KEYWORDS(shape_to_shapely), to_shapely_doc},
    {"to_dict", body_to_dict, METH_NOARGS, class_dict_doc},
    {"from_dict", body_from_dict, METH_O | METH_CLASS, from_dict_text},
    {"__reduce__", body_reduce, METH_NOARGS, reduce_doc},
    {"__copy__", shape_self, METH_NOARGS, copy_doc},
    {"__deepcopy__", shape_self, METH_O, deepcopy_doc},
    {"__sizeof__", body_sizeof, METH_NOARGS, sizeof_doc},
    {0},
};
/* clang-format on */

static const char body_type_doc[] = PyDoc_STR(
    "Body(shapes)\n--\n\n"
    "Several shapes that are one solid, such as a hero of a head and a torso, or a concave level.\n\n"
    "shapes is an iterable of shapes, or a mapping from names to shapes: contacts and hits then say which piece they\n"
    "meet. A pair (name, shape) among the shapes is a named piece. Each shape may be anything that the verbs take; the\n"
    "pieces of a body are added one by one, and several pieces may have one name. A body is an argument of every verb.\n"
    "len counts its pieces, iteration gives them, and an index or a name in brackets gives one; a name of several\n"
    "pieces gives a body. Immutable, hashable, picklable, usable in match. Two bodies are equal if they have equal\n"
    "pieces and names in the same order.\n\n"
    "Raises TypeError for an argument of a wrong kind, ValueError for no shapes or a number out of range.\n\n"
    ">>> hero = Body({'head': Circle(0, 0, 4), 'torso': Rect(-3, 4, 6, 8)})\n"
    ">>> hero.overlaps(Circle(5, 9, 3)), hero.contact(Circle(5, 9, 3)).pieces\n"
    "(True, ('torso', None))\n"
    ">>> hero['head'], len(hero)\n"
    "(Circle(0.0, 0.0, 4.0), 2)\n"
    ">>> Body([Rect(0, 0, 4, 1), Rect(0, 1, 1, 3)]).bounds\n"
    "(0.0, 0.0, 4.0, 4.0)\n"
    ">>> Body([])\n"
    "Traceback (most recent call last):\n"
    "ValueError: Body: shapes must have at least one shape, got none\n");

static PyType_Slot body_slots[] = {
    {Py_tp_doc, (void *)body_type_doc},
    {Py_tp_new, new_by_vectorcall},
    {Py_tp_dealloc, body_dealloc},
    {Py_tp_repr, body_repr},
    {Py_tp_hash, body_hash},
    {Py_tp_richcompare, body_compare},
    {Py_tp_iter, body_iterate},
    {Py_mp_length, body_length},
    {Py_mp_subscript, body_item},
    {Py_tp_methods, body_methods},
    {Py_tp_getset, body_attributes},
    {0, NULL},
};

PyType_Spec body_spec = {"collide2d.Body", sizeof(body_object), 0, Py_TPFLAGS_DEFAULT, body_slots};
