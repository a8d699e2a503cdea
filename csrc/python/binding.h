/* What the files of the binding share: the objects, the module state, and who defines what.
 *
 * The binding parses, asks the core, and builds the result; it decides nothing about geometry. Every object is
 * immutable and owns no other Python object, so there is nothing for the garbage collector and nothing to lock.
 *
 * module.c: the module and its types / convert.c: arguments / shapes.c, rects.c: the shapes / operations.c: move ...
 * grow / queries.c: the verbs / contact.c: their one structured result / dicts.c: dictionaries / docs.c: documentation.
 */
#ifndef C2D_BINDING_H
#define C2D_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../core/collide2d.h"

#if PY_VERSION_HEX < 0x030C0000
#include <structmember.h>
#define Py_T_DOUBLE T_DOUBLE
#define Py_READONLY READONLY
#endif

/* ---- objects ---- */

typedef enum shape_kind {
    KIND_POINT,
    KIND_CIRCLE,
    KIND_SEGMENT,
    KIND_CAPSULE,
    KIND_RECT,
    KIND_ROUNDRECT,
    KIND_POLYGON,
    KIND_COUNT
} shape_kind;

typedef struct shape_object {
    PyObject_HEAD
    uint8_t kind;    /* a shape_kind */
    bool reversed;   /* segments and capsules: the second vertex is a, the first is b */
    c2d_shape shape; /* more than four vertices are a block of PyMem memory of the object's own */
} shape_object;

/* Rect and RoundRect: the shape, and the numbers it derives from. */
typedef struct rect_object {
    shape_object base;
    c2d_rect rect;
} rect_object;

typedef struct contact_object {
    PyObject_HEAD
    c2d_contact contact;
} contact_object;

#define SHAPE(object) (&((shape_object *)(object))->shape)
#define RECT(object)  (&((rect_object *)(object))->rect)

/* Whether an object is one of our shapes. The types are final, so all of them, and nothing else, have this destructor:
 * one comparison, and the module's state is not needed. */
void shape_dealloc(PyObject *self);
static inline bool is_shape(PyObject *object) { return Py_TYPE(object)->tp_dealloc == shape_dealloc; }
static inline bool same(c2d_vec p, c2d_vec q) { return p.x == q.x && p.y == q.y; }
static inline bool is_rect_kind(const shape_object *s) { return s->kind == KIND_RECT || s->kind == KIND_ROUNDRECT; }

extern const char *const class_names[KIND_COUNT];
extern const char *const kind_names[KIND_COUNT];

/* As many as a constructor has positional parameters, and an end. */
#define MAX_MATCH_ARGS 7

/* ---- module state ---- */

typedef struct module_state {
    PyTypeObject *shape_type;
    PyTypeObject *types[KIND_COUNT];
    PyTypeObject *contact_type;
    PyObject *relations[3]; /* apart, touching, overlapping */
    /* Names that shape-likes are asked for. */
    PyObject *shape, *x, *y, *w, *h, *r, *ax, *ay, *bx, *by;
} module_state;

/* The state by way of any object of a type of ours. */
static inline module_state *state_of(PyObject *object) { return PyType_GetModuleState(Py_TYPE(object)); }

/* ---- shapes.c, rects.c, dicts.c ---- */

struct signature;
struct arguments;

/* A new object of a type; its shape is a valid one only once the caller has made it. */
shape_object *new_shape(PyTypeObject *type, shape_kind kind);
/* A shape from its points in the user's order, not a rectangle; on failure the error names the argument. */
PyObject *shape_from_points(PyTypeObject *type, shape_kind kind, const c2d_vec *points, size_t n, double radius,
                            const struct signature *signature, const struct arguments *arguments);
PyObject *rect_from_numbers(PyTypeObject *type, shape_kind kind, const c2d_rect *rect,
                            const struct signature *signature, const struct arguments *arguments);
/* Whether a rectangle has no constructor of its own and is shown as its core, grown; and that core. */
bool is_grown(const c2d_rect *rect);
c2d_rect core_of(const c2d_rect *rect);
/* As it is best shown: two corners as a corner and a size, if that says the same. */
c2d_rect plain_form(const c2d_rect *rect);
PyObject *rect_repr(PyObject *self);
PyObject *rect_reduce(PyObject *self);
PyObject *restore_rect(PyObject *module, PyObject *args);
bool rects_agree(PyObject *a, PyObject *b);
PyObject *tuple_of_numbers(const double *numbers, Py_ssize_t count);
PyObject *tuple_of_vectors(const c2d_vec *vectors, Py_ssize_t count);
static inline PyObject *tuple_of_vector(c2d_vec v) { return tuple_of_numbers((double[]){v.x, v.y}, 2); }
/* The ends of a segment or capsule as the user gave them. */
c2d_vec end_a(const shape_object *s);
c2d_vec end_b(const shape_object *s);

PyObject *shape_to_dict(PyObject *self, PyObject *unused);
PyObject *shape_from_dict(PyObject *type, PyObject *data);

extern PyType_Spec shape_spec, point_spec, circle_spec, segment_spec, capsule_spec, rect_spec, roundrect_spec,
    polygon_spec;
PyObject *point_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *circle_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *segment_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *capsule_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *rect_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *roundrect_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *polygon_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
/* tp_new of every type here: hands over to the type's vectorcall, so that there is one parser. */
PyObject *new_by_vectorcall(PyTypeObject *type, PyObject *args, PyObject *kwargs);

/* ---- queries.c ---- */

#define VERBS(X) X(relate) X(collides) X(overlaps) X(touches) X(separation) X(distance) X(closest_points) X(contact)

#define DECLARE_VERB(verb)                                                                                             \
    PyObject *method_##verb(PyObject *self, PyObject *other);                                                          \
    PyObject *function_##verb(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
VERBS(DECLARE_VERB)

/* ---- operations.c: the methods that every shape has ---- */

typedef PyObject *fastcall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
fastcall shape_move, shape_at, shape_rotate, shape_scale_by, shape_grow;
PyObject *shape_self(PyObject *self, PyObject *unused);
PyObject *shape_reduce(PyObject *self, PyObject *unused);
PyObject *shape_svg(PyObject *self, PyObject *unused);
PyObject *shape_sizeof(PyObject *self, PyObject *unused);

/* clang-format off */
#define METHOD_OF_VERB(verb) {#verb, method_##verb, METH_O, method_##verb##_doc},
#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS

/* In the table of every type: the interpreter's fast calls need the method to be the type's own, not inherited. */
#define SHAPE_METHODS                                             \
    VERBS(METHOD_OF_VERB)                                         \
    {"move", KEYWORDS(shape_move), move_doc},                     \
    {"at", KEYWORDS(shape_at), at_doc},                           \
    {"rotate", KEYWORDS(shape_rotate), rotate_doc},               \
    {"scale_by", KEYWORDS(shape_scale_by), scale_by_doc},         \
    {"grow", KEYWORDS(shape_grow), grow_doc}
/* clang-format on */

/* ---- types ---- */

/* From name_type_doc and name_attributes; what all shapes share is inherited from Shape. */
#define DEFINE_TYPE(name, title, methods, size)                                                                        \
    static PyType_Slot name##_slots[] = {                                                                              \
        {Py_tp_doc, (void *)name##_type_doc}, {Py_tp_new, new_by_vectorcall},                                          \
        {Py_tp_dealloc, shape_dealloc},       {Py_tp_methods, methods},                                                \
        {Py_tp_getset, name##_attributes},    {0, NULL},                                                               \
    };                                                                                                                 \
    PyType_Spec name##_spec = {"collide2d." title, sizeof(size), 0, Py_TPFLAGS_DEFAULT, name##_slots};

/* ---- contact.c ---- */

extern PyType_Spec contact_spec;
PyObject *contact_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *contact_from(PyTypeObject *type, const c2d_contact *contact);

#endif
