/* Bodies in memory: their blocks, their index, and how they are made of shapes, bodies and names. */
#include "bodies.h"
#include "../base/methods.h"
#include "../base/result_list.h"

#define BODY(object) ((body_object *)(object))

void body_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    body_object *body = BODY(self);
    Py_XDECREF(body->pieces);
    Py_XDECREF(body->names);
    PyMem_Free((void *)body->body.pieces);
    PyMem_Free((void *)body->body.rects);
    PyMem_Free(body->moved_rects);
    c2d_tree_free(&body->tree);
    PyObject_Free(self);
    Py_DECREF(type);
}

const c2d_rect *moved_rect_of(const body_object *self, const shape_object *piece, c2d_rect *out)
{
    if (!is_rect_kind(piece))
        return NULL;
    *out = *RECT(piece);
    out->by_corners = piece_count(self) > 1;
    return out;
}

static Py_ssize_t count_rects(PyObject *pieces)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pieces); i++)
        count += is_rect_kind((shape_object *)PyTuple_GET_ITEM(pieces, i));
    return count;
}

/* A body with an index that many pieces have been searched for. A smaller one is searched in the time of a look-up. */
#define INDEXED_PIECES 16
/* The index takes about the time in which this many pieces of another body are compared with all pieces of this one. */
#define TRIES 32

void index_body(body_object *self, size_t tries)
{
    if (self->body.count < INDEXED_PIECES)
        return;
    Py_BEGIN_CRITICAL_SECTION(self);
    if (!self->index && (self->tried += tries) >= TRIES) {
        self->tried = 0;
        if (!c2d_body_make_index(&self->body, &self->tree)) /* otherwise memory is short, and queries try all pieces */
            STORE_SHARED(self->index, &self->tree);
    }
    Py_END_CRITICAL_SECTION();
}

PyObject *body_from(module_state *state, PyObject *pieces, PyObject *names)
{
    body_object *self = pieces ? PyObject_New(body_object, state->body_type) : NULL;
    if (!self) {
        Py_XDECREF(pieces);
        Py_XDECREF(names);
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(pieces);
    const c2d_shape **shapes = PyMem_New(const c2d_shape *, count);
    const c2d_rect **rects = PyMem_New(const c2d_rect *, count);
    self->pieces = pieces;
    self->names = names;
    self->body = (c2d_body){shapes, rects, (size_t)count, NULL};
    self->tried = 0;
    c2d_tree_init(&self->tree);
    self->index = NULL;
    self->moved_rects = PyMem_New(c2d_rect, count_rects(pieces));
    if (!shapes || !rects || !self->moved_rects) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    c2d_rect *next = self->moved_rects;
    for (Py_ssize_t i = 0; i < count; i++) {
        const shape_object *piece = piece_of(self, i);
        shapes[i] = &piece->shape;
        rects[i] = moved_rect_of(self, piece, next);
        next += rects[i] != NULL;
    }
    return (PyObject *)self;
}

PyObject *body_of_each(const body_object *self, make_piece *make, const void *context)
{
    module_state *state = state_of((PyObject *)self);
    result_list made;
    bool good = true;
    result_list_init(&made);
    for (Py_ssize_t i = 0; i < piece_count(self) && good; i++)
        good = result_list_add_object(&made, make(state, piece_of(self, i), context));
    return body_from(state, result_list_to_tuple(&made, good), Py_XNewRef(self->names));
}

/* ---- construction ---- */

/* The pieces and the names of a body to be: owned references, a piece and its name or None at the same index. */
typedef struct builder {
    module_state *state;
    result_list pieces, names;
    bool named;
} builder;

static bool add_piece(builder *b, PyObject *piece, PyObject *name)
{
    b->named = b->named || name != Py_None;
    return result_list_add_object(&b->names, Py_NewRef(name)) && result_list_add_object(&b->pieces, piece);
}

/* Adds a shape, or the pieces of a body; name: NULL, or the name of all of them. False with an error set. */
static bool add_solid(builder *b, const char *argument, PyObject *object, PyObject *name)
{
    operand o;
    if (!read_solid(b->state, "Body", argument, object, &o))
        return false;
    bool good = true;
    const body_object *body = o.body;
    for (Py_ssize_t i = 0; body && i < piece_count(body) && good; i++) {
        PyObject *own = body->names ? PyTuple_GET_ITEM(body->names, i) : Py_None;
        good = add_piece(b, Py_NewRef(PyTuple_GET_ITEM(body->pieces, i)), name ? name : own);
    }
    if (!body)
        good = add_piece(b, object_of_operand(b->state, &o), name ? name : Py_None);
    release_operand(&o);
    return good;
}

static bool refuse_name(const char *argument, PyObject *name)
{
    PyErr_Format(PyExc_TypeError, "Body: %s must be a str, got %.100s%s", argument, Py_TYPE(name)->tp_name,
                 name == Py_None ? ": give an unnamed piece as the shape alone, in a list" : "");
    return false;
}

/* A piece with its name; false with an error set. */
static bool add_named(builder *b, PyObject *name, PyObject *object)
{
    if (!PyUnicode_Check(name))
        return refuse_name("each name in shapes", name);
    PyObject *text = PyUnicode_FromObject(name); /* plain text, also of a subclass */
    PyObject *argument = text ? PyUnicode_FromFormat("shapes[%R]", text) : NULL;
    const char *utf8 = argument ? PyUnicode_AsUTF8(argument) : NULL;
    bool good = utf8 && add_solid(b, utf8, object, text);
    Py_XDECREF(argument);
    Py_XDECREF(text);
    return good;
}

/* A pair of a name and a shape. A pair of anything else and a shape is one with a wrong name, and no point. */
static bool is_named_pair(PyObject *item)
{
    if (!PyTuple_CheckExact(item) || PyTuple_GET_SIZE(item) != 2)
        return false;
    PyObject *name = PyTuple_GET_ITEM(item, 0), *shape = PyTuple_GET_ITEM(item, 1);
    return PyUnicode_Check(name) || (!is_shape(name) && !is_body(name) && (is_shape(shape) || is_body(shape)));
}

static bool add_item(builder *b, Py_ssize_t index, PyObject *item)
{
    char name[ITEM_NAME];
    if (is_named_pair(item)) {
        name_item(name, "the name shapes[", index, "][0]");
        return PyUnicode_Check(PyTuple_GET_ITEM(item, 0))
                   ? add_named(b, PyTuple_GET_ITEM(item, 0), PyTuple_GET_ITEM(item, 1))
                   : refuse_name(name, PyTuple_GET_ITEM(item, 0));
    }
    name_item(name, "shapes[", index, "]");
    return add_solid(b, name, item, NULL);
}

/* Whether an object has keys, as dict() asks; -1 with an error set. */
static int is_mapping(PyObject *object)
{
    if (PyDict_Check(object) || PyList_CheckExact(object) || PyTuple_CheckExact(object))
        return PyDict_Check(object);
    PyObject *keys = PyObject_GetAttrString(object, "keys");
    if (!keys && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    PyErr_Clear();
    Py_XDECREF(keys);
    return keys != NULL;
}

/* The pairs of a mapping, or the items of an iterable, as a tuple; NULL with an error set. */
static PyObject *items_of(PyObject *shapes, bool mapping)
{
    if (!mapping)
        return items_from("Body", "shapes", "an iterable or a mapping of shapes", shapes);
    PyObject *pairs = PyDict_Check(shapes) ? PyDict_Items(shapes) : PyMapping_Items(shapes);
    PyObject *items = pairs ? PyList_AsTuple(pairs) : NULL;
    Py_XDECREF(pairs);
    return items;
}

/* A mapping that is no dict may give anything as its items. */
static bool add_mapped(builder *b, PyObject *item)
{
    if (PyTuple_CheckExact(item) && PyTuple_GET_SIZE(item) == 2)
        return add_named(b, PyTuple_GET_ITEM(item, 0), PyTuple_GET_ITEM(item, 1));
    PyErr_Format(PyExc_TypeError, "Body: the items of a mapping must be pairs of a name and a shape, got %.100s",
                 Py_TYPE(item)->tp_name);
    return false;
}

static bool add_all(builder *b, PyObject *shapes)
{
    if (is_body(shapes))
        return add_solid(b, "shapes", shapes, NULL);
    if (is_text(shapes)) {
        PyErr_Format(PyExc_TypeError, "Body: shapes must be an iterable or a mapping of shapes, got %.100s",
                     Py_TYPE(shapes)->tp_name);
        return false;
    }
    int mapping = is_mapping(shapes);
    PyObject *items = mapping < 0 ? NULL : items_of(shapes, mapping);
    if (!items)
        return false;
    bool good = true;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items) && good; i++) {
        PyObject *item = PyTuple_GET_ITEM(items, i);
        good = mapping ? add_mapped(b, item) : add_item(b, i, item);
    }
    Py_DECREF(items);
    return good;
}

static PyObject *finish_body(builder *b, bool good)
{
    if (good && b->pieces.count == 0) {
        PyErr_SetString(PyExc_ValueError, "Body: shapes must have at least one shape, got none");
        good = false;
    }
    bool named = b->named;
    PyObject *names = result_list_to_tuple(&b->names, good);
    PyObject *pieces = result_list_to_tuple(&b->pieces, good && names);
    if (!named)
        Py_CLEAR(names);
    return body_from(b->state, pieces, names);
}

PyObject *body_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    static const signature s = {"Body", 1, 1, 1, {{"shapes", OBJECT}}};
    arguments a;
    if (PyVectorcall_NARGS(nargsf) > 1)
        return PyErr_Format(PyExc_TypeError, "Body: takes one iterable of shapes, got %zd positional arguments",
                            PyVectorcall_NARGS(nargsf));
    if (!parse((PyTypeObject *)type, &s, args, PyVectorcall_NARGS(nargsf), kwnames, &a))
        return NULL;
    builder b = {.state = PyType_GetModuleState((PyTypeObject *)type)};
    result_list_init(&b.pieces);
    result_list_init(&b.names);
    return finish_body(&b, add_all(&b, a.object[0]));
}

PyObject *name_of_piece(const body_object *self, size_t i)
{
    return self->names ? PyTuple_GET_ITEM(self->names, (Py_ssize_t)i) : Py_None;
}

/* The one piece with a name, or a body of all such pieces. */
PyObject *pieces_by_name(const body_object *self, PyObject *name)
{
    builder b = {.state = state_of((PyObject *)self)};
    result_list_init(&b.pieces);
    result_list_init(&b.names);
    bool good = true;
    for (Py_ssize_t i = 0; i < piece_count(self) && good; i++) {
        PyObject *own = name_of_piece(self, (size_t)i);
        if (own != Py_None && PyUnicode_Compare(own, name) == 0)
            good = add_piece(&b, Py_NewRef(PyTuple_GET_ITEM(self->pieces, i)), own);
    }
    if (good && b.pieces.count == 0) {
        PyErr_SetObject(PyExc_KeyError, name);
        good = false;
    }
    PyObject *body = finish_body(&b, good);
    if (!body || piece_count(BODY(body)) > 1)
        return body;
    PyObject *piece = Py_NewRef((PyObject *)piece_of(BODY(body), 0));
    Py_DECREF(body);
    return piece;
}
