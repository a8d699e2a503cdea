/* Move: the result of Space.slide. Unlike the other results it refers to objects, such as the items that were hit, so
 * the garbage collector tracks it. */
#include "../base/methods.h"
#include "space.h"

#include <stddef.h>

struct move_object {
    PyObject_HEAD
    PyObject *fields[MOVE_FIELDS];
};

#define FIELDS(object) (((move_object *)(object))->fields)

PyObject *move_from(PyTypeObject *type, PyObject *fields[MOVE_FIELDS])
{
    bool good = true;
    for (int i = 0; i < MOVE_FIELDS; i++)
        good &= fields[i] != NULL;
    PyObject *self = good ? type->tp_alloc(type, 0) : NULL;
    for (int i = 0; i < MOVE_FIELDS; i++)
        if (self)
            FIELDS(self)[i] = fields[i];
        else
            Py_XDECREF(fields[i]);
    return self;
}

/* ---- construction ---- */

static const signature move_signature = {.name = "Move",
                                         .required = 5,
                                         .positional = 9,
                                         .count = 9,
                                         .parameters = {{"shape", OBJECT},
                                                        {"motion", VECTOR},
                                                        {"remaining", VECTOR},
                                                        {"hits", OBJECT},
                                                        {"path", OBJECT},
                                                        {"legs", OBJECT},
                                                        {"pushed", VECTOR},
                                                        {"stuck", OBJECT},
                                                        {"turn", OBJECT}}};

static bool is_shape_or_body(PyObject *object) { return is_shape(object) || is_body(object); }

static bool refuse_part(const char *field, Py_ssize_t i, const char *rule, PyObject *object)
{
    PyErr_Format(PyExc_TypeError, "Move: %s[%zd] must be %s, got %.100s", field, i, rule, Py_TYPE(object)->tp_name);
    return false;
}

static bool is_hit(const module_state *state, PyObject *pair)
{
    return PyTuple_CheckExact(pair) && PyTuple_GET_SIZE(pair) == 2 &&
           Py_TYPE(PyTuple_GET_ITEM(pair, 1)) == state->hit_type;
}

static PyObject *hits_from(const module_state *state, PyObject *object)
{
    PyObject *hits = items_from("Move", "hits", "an iterable of pairs", object);
    for (Py_ssize_t i = 0; hits && i < PyTuple_GET_SIZE(hits); i++)
        if (!is_hit(state, PyTuple_GET_ITEM(hits, i))) {
            refuse_part("hits", i, "a tuple of an item and a Hit", PyTuple_GET_ITEM(hits, i));
            Py_CLEAR(hits);
        }
    return hits;
}

static PyObject *path_from(PyObject *object)
{
    PyObject *path = items_from("Move", "path", "an iterable of shapes", object);
    for (Py_ssize_t i = 0; path && i < PyTuple_GET_SIZE(path); i++)
        if (!is_shape_or_body(PyTuple_GET_ITEM(path, i))) {
            refuse_part("path", i, "a shape", PyTuple_GET_ITEM(path, i));
            Py_CLEAR(path);
        }
    return path;
}

static PyObject *legs_from(PyObject *object)
{
    PyObject *given = object ? items_from("Move", "legs", "an iterable of pairs", object) : PyTuple_New(0);
    result_list legs;
    bool good = given != NULL;
    result_list_init(&legs);
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(given); i++) {
        c2d_vec leg;
        good = pair_from("Move", "legs", PyTuple_GET_ITEM(given, i), &leg) &&
               check_pair_of_result("Move", "legs", leg) && result_list_add_object(&legs, tuple_of_vector(leg));
    }
    Py_XDECREF(given);
    return result_list_to_tuple(&legs, good);
}

/* The Turn before a slide, or None. */
static PyObject *turn_from(PyObject *object)
{
    if (object == Py_None)
        return Py_NewRef(object);
    PyObject *type = turn_type();
    bool good = type && (PyObject *)Py_TYPE(object) == type;
    if (type && !good)
        PyErr_Format(PyExc_TypeError, "Move: turn must be a Turn or None, got %.100s", Py_TYPE(object)->tp_name);
    Py_XDECREF(type);
    return good ? Py_NewRef(object) : NULL;
}

static const char move_type_doc[] = PyDoc_STR(
    "Move(shape, motion, remaining, hits, path, legs=(), pushed=(0.0, 0.0), stuck=False,\n     turn=None)\n--\n\n"
    "How an item moved: Space.slide and Space.try_slide return it.\n\n"
    "shape is the item's last shape. motion, remaining and pushed are pairs of floats. hits are pairs of an item and\n"
    "a Hit. path is the sequence of shapes from the first to the last, legs the motions between them. No sweep from\n"
    "one shape of the path to the next overlaps anything that blocks the item, except what it overlapped at the start,\n"
    "while it is pushed out or leaves. turn is what went before, a Turn or None. Immutable, picklable, usable in match, hashable if the items are. Raises TypeError\n"
    "for an argument of a wrong kind, ValueError for a number that is not finite.\n\n"
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18)})\n"
    ">>> move = space.slide(\"ball\", 6, 2)\n"
    ">>> move.shape, move.motion\n"
    "(Circle(3.0, 2.0, 1.0), (3.0, 2.0))\n");

PyObject *move_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    module_state *state = PyType_GetModuleState((PyTypeObject *)type);
    arguments a;
    if (!parse((PyTypeObject *)type, &move_signature, args, PyVectorcall_NARGS(nargsf), kwnames, &a))
        return NULL;
    PyObject *shape = a.object[MOVE_SHAPE];
    if (!is_shape_or_body(shape))
        return PyErr_Format(PyExc_TypeError, "Move: shape must be a shape, got %.100s", Py_TYPE(shape)->tp_name);
    c2d_vec pushed = is_given(&a, MOVE_PUSHED) ? a.vector[MOVE_PUSHED] : (c2d_vec){0, 0};
    bool stuck;
    if (!check_pair_of_result("Move", "motion", a.vector[MOVE_MOTION]) ||
        !check_pair_of_result("Move", "remaining", a.vector[MOVE_REMAINING]) ||
        !check_pair_of_result("Move", "pushed", pushed) || !truth_of(&a, MOVE_STUCK, &stuck))
        return NULL;
    PyObject *fields[MOVE_FIELDS] = {[MOVE_HITS] = hits_from(state, a.object[MOVE_HITS])};
    if (fields[MOVE_HITS])
        fields[MOVE_PATH] = path_from(a.object[MOVE_PATH]);
    if (fields[MOVE_PATH])
        fields[MOVE_LEGS] = legs_from(is_given(&a, MOVE_LEGS) ? a.object[MOVE_LEGS] : NULL);
    if (fields[MOVE_LEGS]) {
        fields[MOVE_SHAPE] = Py_NewRef(shape);
        fields[MOVE_MOTION] = tuple_of_vector(a.vector[MOVE_MOTION]);
        fields[MOVE_REMAINING] = tuple_of_vector(a.vector[MOVE_REMAINING]);
        fields[MOVE_PUSHED] = tuple_of_vector(pushed);
        fields[MOVE_STUCK] = PyBool_FromLong(stuck);
    }
    if (fields[MOVE_MOTION] && fields[MOVE_REMAINING] && fields[MOVE_PUSHED])
        fields[MOVE_TURN] = turn_from(is_given(&a, MOVE_TURN) ? a.object[MOVE_TURN] : Py_None);
    return move_from((PyTypeObject *)type, fields);
}

/* ---- protocols ---- */

static int move_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (int i = 0; i < MOVE_FIELDS; i++)
        Py_VISIT(FIELDS(self)[i]);
    return 0;
}

/* There is no tp_clear: a move refers only to objects that existed before it, so every cycle also contains an object
 * that can be cleared, an item. */
static void move_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, move_dealloc) for (int i = 0; i < MOVE_FIELDS; i++) Py_XDECREF(FIELDS(self)[i]);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

/* All fields, from which the constructor makes an equal move. */
static PyObject *fields_of(PyObject *self)
{
    PyObject *tuple = PyTuple_New(MOVE_FIELDS);
    for (int i = 0; i < MOVE_FIELDS && tuple; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(FIELDS(self)[i]));
    return tuple;
}

static PyObject *move_repr(PyObject *self)
{
    PyObject *fields = fields_of(self), *text = NULL;
    if (fields && FIELDS(self)[MOVE_TURN] == Py_None)
        Py_SETREF(fields, PyTuple_GetSlice(fields, 0, MOVE_TURN));
    int in_progress = fields ? Py_ReprEnter(self) : -1; /* an item may refer to the move */
    if (in_progress == 0) {
        text = PyUnicode_FromFormat("Move%R", fields);
        Py_ReprLeave(self);
    } else if (in_progress > 0) {
        text = PyUnicode_FromString("Move(...)");
    }
    Py_XDECREF(fields);
    return text;
}

static Py_hash_t move_hash(PyObject *self)
{
    if (Py_EnterRecursiveCall(" while hashing a Move")) /* an item may be one, and so on */
        return -1;
    PyObject *fields = fields_of(self);
    Py_hash_t hash = fields ? PyObject_Hash(fields) : -1;
    Py_XDECREF(fields);
    Py_LeaveRecursiveCall();
    return hash;
}

static PyObject *move_compare(PyObject *self, PyObject *other, int op)
{
    if (Py_TYPE(self) != Py_TYPE(other) || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *a = fields_of(self), *b = a ? fields_of(other) : NULL;
    PyObject *result = b ? PyObject_RichCompare(a, b, op) : NULL;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

static PyObject *move_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *fields = fields_of(self);
    return fields ? Py_BuildValue("(ON)", Py_TYPE(self), fields) : NULL;
}

/* clang-format off */
static PyMethodDef move_methods[] = {
    {"__reduce__", move_reduce, METH_NOARGS, reduce_doc},
    {"_repr_svg_", shape_svg, METH_NOARGS, svg_doc},
    {"__copy__", shape_self, METH_NOARGS, copy_doc},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, class_getitem_doc},
    {0},
};

#define FIELD(name, which, text, example)                                                                         \
    {#name, Py_T_OBJECT_EX, offsetof(move_object, fields[which]), Py_READONLY,                                    \
     PyDoc_STR(text "\n\n"                                                                                        \
               ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18)})\n"                   \
               ">>> move = space.slide(\"ball\", 6, 2)\n"                                                         \
               ">>> " example "\n")}

static PyMemberDef move_members[] = {
    FIELD(shape, MOVE_SHAPE, "The item's shape where it ended.", "move.shape\nCircle(3.0, 2.0, 1.0)"),
    FIELD(motion, MOVE_MOTION, "The whole motion, (dx, dy): shape is the first one moved by it, to the bit, unless it was pushed.", "move.motion\n(3.0, 2.0)"),
    FIELD(remaining, MOVE_REMAINING,
          "The rest of the motion, as deflected; (0, 0) if nothing stopped it, otherwise a hit says what did.", "move.remaining\n(0.0, 0.0)"),
    FIELD(hits, MOVE_HITS, "What it hit, sorted by time: pairs of an item and a Hit, whose t is a fraction of the whole motion.",
          "[(item, hit.normal) for item, hit in move.hits]\n[('wall', (-1.0, 0.0))]"),
    FIELD(path, MOVE_PATH, "The item's shapes from the first to the last: each is the first one moved, or pushed out and then moved.",
          "[shape.center for shape in move.path]\n[(0.0, 0.0), (3.0, 1.0), (3.0, 2.0)]"),
    FIELD(legs, MOVE_LEGS, "The straight parts of the way, pairs of floats: differences of the offsets at which they begin and end.", "move.legs\n((3.0, 1.0), (0.0, 1.0))"),
    FIELD(pushed, MOVE_PUSHED, "How far it was pushed out of what it overlapped at the start, (dx, dy).",
          "move.pushed\n(0.0, 0.0)"),
    FIELD(stuck, MOVE_STUCK, "Whether it ends inside something that it overlapped at the start: there was no way out.",
          "move.stuck\nFalse"),
    FIELD(turn, MOVE_TURN, "The Turn before it, if the slide was asked for one; the path begins where that ended. Otherwise None.",
          "space.slide(\"ball\", 0, 1, turn=45).turn.angle\n45.0"),
    {0},
};

/* clang-format on */

static PyType_Slot move_slots[] = {
    {Py_tp_doc, (void *)move_type_doc},
    {Py_tp_new, new_by_vectorcall},
    {Py_tp_dealloc, move_dealloc},
    {Py_tp_traverse, move_traverse},
    {Py_tp_repr, move_repr},
    {Py_tp_hash, move_hash},
    {Py_tp_richcompare, move_compare},
    {Py_tp_methods, move_methods},
    {Py_tp_members, move_members},
    {0, NULL},
};
PyType_Spec move_spec = {"collide2d.Move", sizeof(move_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, move_slots};
