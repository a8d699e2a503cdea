/* Arguments: numbers, pairs, whole parameter lists and shape-likes. Every error names the argument, the rule and the
 * value. */
#ifndef C2D_ARGUMENTS_H
#define C2D_ARGUMENTS_H

#include "binding.h"

/* ---- parameter lists ---- */

enum {
    SIZE = 1,      /* a number >= 0 */
    PAIR = 2,      /* this number and the next may be given as one pair */
    RECT_LIKE = 4, /* this number and the next three may be given as one rectangle; only the first parameter */
    VECTOR = 8,    /* a pair, never two numbers */
    OBJECT = 16,   /* anything: the caller checks it */
    OPTIONAL = 32, /* None means: not given */
    MASS = 64,     /* a number > 0, which may be infinite */
    UNNAMED = 128  /* by position only */
};

#define MAX_PARAMETERS 9

typedef struct parameter {
    const char *name;
    unsigned what;
} parameter;

typedef struct signature {
    const char *name; /* errors begin with it */
    int required;     /* how many parameters must be given: the first ones */
    int positional;   /* how many may be given by position: the first ones */
    int count;
    parameter parameters[MAX_PARAMETERS];
} signature;

/* One of each per parameter. A number that is not given is 0; a vector or an object (borrowed) that is not given is not
 * set. */
typedef struct arguments {
    unsigned given; /* bit i: parameter i */
    double number[MAX_PARAMETERS];
    c2d_vec vector[MAX_PARAMETERS];
    PyObject *object[MAX_PARAMETERS];
} arguments;

static inline bool is_given(const arguments *a, int i) { return a->given >> i & 1; }

/* Reads a float or an int, as nearly every number is. */
static inline bool plain_number(PyObject *object, double *out)
{
    if (PyFloat_CheckExact(object)) {
        *out = PyFloat_AS_DOUBLE(object);
        return true;
    }
    if (PyLong_CheckExact(object)) {
        *out = PyLong_AsDouble(object);
        if (*out == -1.0 && PyErr_Occurred()) {
            PyErr_Clear(); /* too large: parse explains it */
            return false;
        }
        return true;
    }
    return false;
}

/* Reads the common call, plain numbers by position; false, without an error set, for any other, which parse reads. */
static inline bool plain_numbers(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, Py_ssize_t count,
                                 double *out)
{
    if (kwnames || nargs != count)
        return false;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!plain_number(args[i], &out[i]))
            return false;
    return true;
}

/* Reads the arguments of a call; false with an error set. type: any of our types. Numbers are not checked, because the
 * functions that make shapes do that. */
bool parse(PyTypeObject *type, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
           arguments *out);
/* Checks and normalises the numbers, for calls that make no shape of them; false with an error set. */
bool check_arguments(const signature *s, arguments *a);
/* Sets the error for a shape that could not be made from these arguments; NULL. */
PyObject *refuse(const signature *s, const arguments *a, c2d_status status);
/* Sets the ValueError "name: argument rule, got value". */
void refuse_number(const char *function, const char *argument, c2d_status status, double value);

/* As refuse, for a verb that makes new shapes from two valid ones. */
PyObject *refuse_shapes(module_state *state, const char *function, c2d_status status, const shape_object *a,
                        const shape_object *b);

/* *out: whether an argument is given and true. False with an error set. */
static inline bool truth_of(const arguments *a, int i, bool *out)
{
    int truth = is_given(a, i) ? PyObject_IsTrue(a->object[i]) : 0;
    *out = truth > 0;
    return truth >= 0;
}

/* ---- working memory ---- */

/* The working memory for shapes of up to sixteen vertices fits on the stack. */
#define SMALL_ROOM C2D_CAST_ROOM(16)

/* Working memory for count vectors: own, an array of SMALL_ROOM, or a new block; NULL with an error set. */
static inline c2d_vec *alloc_room(c2d_vec *own, size_t count)
{
    c2d_vec *room = count <= SMALL_ROOM ? own : PyMem_New(c2d_vec, count);
    if (!room)
        PyErr_NoMemory();
    return room;
}

static inline void free_room(const c2d_vec *own, c2d_vec *room)
{
    if (room != own)
        PyMem_Free(room);
}

/* ---- values ---- */

/* A finite or infinite double from any real number; false with an error set. */
bool number_from(const char *function, const char *argument, PyObject *object, double *out);
bool is_number(PyObject *object);
/* Whether the object is a plain tuple or list of two, which cannot have attributes. */
static inline bool is_plain_pair(PyObject *object)
{
    return (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2) ||
           (PyList_CheckExact(object) && PyList_GET_SIZE(object) == 2);
}
/* What errors say an argument must be. */
#define PAIR_RULE "a pair of numbers"
#define SHAPE_RULE                                                                                                     \
    "a shape, an object with a shape, a rect or a __geo_interface__, a pygame rectangle, circle or line, "             \
    "or " PAIR_RULE
/* Two numbers from a sequence of two; false with an error set. shape: whether a shape would do as well. */
bool pair_or(const char *function, const char *argument, bool shape, PyObject *object, c2d_vec *out);
bool pair_from(const char *function, const char *argument, PyObject *object, c2d_vec *out);
/* Whether an object is a tuple or list of two sequences of two: ((x, y), (w, h)). It is no array, which may hold two
 * points. */
bool is_pair_of_pairs(PyObject *object);
/* Four numbers from a sequence of four, or from a pair of pairs; false with an error set, which uses the names. */
bool four_numbers(const char *function, const char *const names[4], PyObject *object, double out[4]);
/* Checks and normalises two numbers; false with an error set. */
bool check_vector(const char *function, const char *argument, c2d_vec *v);
/* A new reference to the first item of a list or tuple; NULL without an error if it has none, as another thread may
 * empty the list. */
static inline PyObject *first_item(PyObject *object)
{
    if (PySequence_Fast_GET_SIZE(object) == 0)
        return NULL;
#if PY_VERSION_HEX >= 0x030D0000
    if (PyList_Check(object)) {
        PyObject *first = PyList_GetItemRef(object, 0);
        if (!first)
            PyErr_Clear();
        return first;
    }
#endif
    return Py_NewRef(PySequence_Fast_GET_ITEM(object, 0));
}

/* Whether a MemoryError is set. */
static inline bool lacks_memory(void) { return PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_MemoryError); }

static inline bool is_iterable(PyObject *object) { return Py_TYPE(object)->tp_iter || PySequence_Check(object); }
/* Whether an object is text or bytes, whose items are no numbers or rows. */
static inline bool is_text(PyObject *object)
{
    return PyUnicode_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object);
}
/* The items of an iterable as a tuple, which user code cannot change; NULL with an error set. rule: what errors say it
 * must be. */
PyObject *items_from(const char *function, const char *argument, const char *rule, PyObject *object);
/* The length of a sequence that may hold numbers; -1 for any other object, such as text, -2 with an error set. */
Py_ssize_t sequence_length(PyObject *object);

/* ---- attributes ---- */

/* An attribute: 1 and a new reference in *out; 0 if there is none, -1 with an error set, and *out is NULL. */
int attribute(PyObject *object, PyObject *name, PyObject **out);
/* Whether the class of an object surely has no such attribute: no property that fails is taken for a missing attribute.
 * False may mean that a metaclass has a say. Python has no public function for it that makes no exception. */
static inline bool class_lacks(PyObject *object, PyObject *name)
{
    PyTypeObject *type = Py_TYPE(object);
    return Py_IS_TYPE(type, &PyType_Type) && !_PyType_Lookup(type, name);
}
/* Attributes as numbers: 1 and out written, 0 if any of them is missing, -1 with an error set. */
int number_attributes(const char *function, const char *argument, PyObject *object, PyObject *const *names, int count,
                      double *out);
/* The same of x, y, w and h. */
int xywh_attributes(module_state *state, const char *function, const char *argument, PyObject *object, double *out);

/* ---- shape-likes: shape_likes.c ---- */

/* The name of one item of many in errors, such as shapes[3]. It is written for each item, so snprintf is too slow. */
#define ITEM_NAME 64
void name_item(char name[ITEM_NAME], const char *before, Py_ssize_t index, const char *after);

/* A point from a pair of numbers, made in a shape_object without an object head; false with an error set. */
bool point_from(const char *function, const char *argument, PyObject *object, shape_object *made);

/* The shape of an argument. A shape-like is converted to the shape in made, which has no object head and must not be
 * passed to Python. */
typedef struct operand {
    const shape_object *shape;
    PyObject *owner;         /* a new reference that keeps the shape alive, or NULL */
    const body_object *body; /* set by read_solid: a body in place of the shape, or NULL */
    rect_object made;
} operand;

/* The first step of read_solid for an object that is neither a shape nor a body: one in its attribute. 1, 0 if it has
 * none, -1 with an error set. */
int read_shape_attribute(PyObject *object, PyObject *name, operand *out);
/* One of pygame's own rectangles; false, without an error set, for any other object and for numbers that make no
 * rectangle: the general way reads or refuses them. */
bool read_pygame_rect(module_state *state, PyObject *object, operand *out);
/* The second step: a pair of numbers, a pair of pairs, an object with the attributes of a pygame shape, with a rect or
 * with a geometry, which may be a body; false with an error set. */
bool read_duck_typed(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
/* The rectangle of a rect-like: one of our shapes, four numbers, a pair of pairs, or what read_duck_typed takes but for
 * objects with a rect; false with an error set. */
bool read_rect_like(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
/* Whether an object is a list or tuple that begins with a shape: easily taken for one shape. */
bool is_several_shapes(PyObject *object);
/* The end of the error for an object in place of a shape: what to write; or "". */
const char *advice_for(PyObject *object);
/* The shape of a shape or shape-like; false with an error set. The object must stay alive as long as the operand. */
bool read_operand(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
static inline void release_operand(operand *o) { Py_XDECREF(o->owner); }
/* As read_operand, but the object may also be or have a body. */
bool read_solid(module_state *state, const char *function, const char *argument, PyObject *object, operand *out);
/* Two solids, which the caller must release; false with an error set, and there is none to release. */
bool read_solids(module_state *state, const char *function, const char *const names[2], PyObject *const objects[2],
                 operand out[2]);
static inline bool is_made(const operand *o) { return o->shape == &o->made.base; }
static inline PyTypeObject *type_of_operand(const module_state *state, const operand *o)
{
    return is_made(o) ? state->types[o->shape->kind] : Py_TYPE((PyObject *)o->shape);
}
/* The operand as an object: the one that was given, or a new one. */
PyObject *object_of_operand(module_state *state, const operand *o);

/* A solid in the form of a body. */
typedef struct one_piece {
    const c2d_shape *shape;
    const c2d_rect *rect;
    c2d_body body;
} one_piece;

/* The body of a solid, in own: a body with the index that it has by now, or a body of one piece. */
static inline const c2d_body *body_of_solid(const operand *o, one_piece *own)
{
    if (o->body) {
        own->body = o->body->body;
        own->body.index = LOAD_SHARED(o->body->index);
        return &own->body;
    }
    own->shape = &o->shape->shape;
    own->rect = rect_of(o->shape);
    own->body = (c2d_body){&own->shape, &own->rect, 1, NULL};
    return &own->body;
}

#endif
