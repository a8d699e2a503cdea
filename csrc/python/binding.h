/* What the files of the binding share: the objects, the module state, and who defines what.
 *
 * The binding parses, asks the core, and builds the result; it decides nothing about geometry. Every object of this
 * header is immutable and owns no other Python object, so there is nothing for the garbage collector and nothing to
 * lock; Space and what belongs to it are another matter, see space.h.
 *
 * module.c: the module and its types / convert.c: arguments / shapes.c, rects.c: the shapes / operations.c: move ...
 * grow / queries.c: the verbs of two shapes / lists.c: of one and many / sprites.c: of sprites and groups / forward.c:
 * arrays of shapes / motion.c: sweep, cast, raycast / response.c: separate, bounce, slide / level.c: merge_tiles,
 * merge_rects, decompose / results.c, contact.c, hit.c: structured results / held.c: lists and tuples / dicts.c:
 * dictionaries / docs.c: documentation.
 */
#ifndef C2D_BINDING_H
#define C2D_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../include/collide2d.h"

#if PY_VERSION_HEX < 0x030C0000
#include <structmember.h>
#define Py_T_DOUBLE    T_DOUBLE
#define Py_T_BOOL      T_BOOL
#define Py_T_OBJECT_EX T_OBJECT_EX
#define Py_T_PYSSIZET  T_PYSSIZET
#define Py_READONLY    READONLY
#endif

#if PY_VERSION_HEX < 0x030D0000
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION()         }
#define Py_BEGIN_CRITICAL_SECTION2(a, b)  {
#define Py_END_CRITICAL_SECTION2()        }
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

typedef struct hit_object {
    PyObject_HEAD
    c2d_hit hit;
} hit_object;

#define SHAPE(object) (&((shape_object *)(object))->shape)
#define RECT(object)  (&((rect_object *)(object))->rect)

/* Whether an object is one of our shapes. The types are final, so all of them, and nothing else, have this destructor:
 * one comparison, and the module's state is not needed. */
void shape_dealloc(PyObject *self);
static inline bool is_shape(PyObject *object) { return Py_TYPE(object)->tp_dealloc == shape_dealloc; }
static inline bool same(c2d_vec p, c2d_vec q) { return p.x == q.x && p.y == q.y; }
static inline bool is_rect_kind(const shape_object *s) { return s->kind == KIND_RECT || s->kind == KIND_ROUNDRECT; }
/* The numbers that the core has to move instead of the vertices, if there are any. */
static inline const c2d_rect *numbers_of(const shape_object *s) { return is_rect_kind(s) ? RECT(s) : NULL; }

extern const char *const class_names[KIND_COUNT];
extern const char *const kind_names[KIND_COUNT];

/* As many as a constructor has positional parameters, and an end. */
#define MAX_MATCH_ARGS 7

/* ---- module state ---- */

typedef struct module_state {
    PyTypeObject *shape_type;
    PyTypeObject *types[KIND_COUNT];
    PyTypeObject *contact_type, *hit_type, *entry_type, *space_type, *iterator_type, *watch_type, *move_type;
    PyObject *relations[3]; /* apart, touching, overlapping */
    /* The extension for arrays and its type of arrays, once they are imported: before, there are no such arrays, and a
     * thread that does not see them yet has none to ask about. */
    PyObject *arrays;
    PyTypeObject *array_type;
    /* Names that shape-likes and mappings are asked for. */
    PyObject *shape, *rect, *items, *x, *y, *w, *h, *r, *ax, *ay, *bx, *by;
} module_state;

/* The state by way of any object of a type of ours. */
static inline module_state *state_of(PyObject *object) { return PyType_GetModuleState(Py_TYPE(object)); }

/* ---- shapes.c, rects.c, dicts.c ---- */

struct signature;
struct arguments;

/* A new object of a type; its shape is a valid one only once the caller has made it. */
shape_object *new_shape(PyTypeObject *type, shape_kind kind);
/* Make the shape in place, and with it the kind. */
c2d_status make_circle(shape_object *self, shape_kind kind, c2d_vec center, double radius);
c2d_status make_between(shape_object *self, shape_kind kind, c2d_vec a, c2d_vec b, double radius);
/* A new object like the given one, which need not have a head. */
PyObject *object_of(module_state *state, const shape_object *given);
/* A new object of the simplest kind that is a shape of the core's making; more than four vertices are copied. */
PyObject *simplest_object(module_state *state, const c2d_shape *shape);
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
/* Any iterable of pairs as a new block of PyMem memory; NULL with an error set. */
c2d_vec *points_from(const char *function, PyObject *object, size_t *count);
c2d_vec center_of(const shape_object *s);
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

/* clang-format off */
#define VERBS(X)                                           \
    X(relate) X(collides) X(overlaps) X(touches)           \
    X(contains) X(separation) X(distance)                  \
    X(closest_points) X(contact) X(minkowski_difference)
/* clang-format on */

#define DECLARE_VERB(verb)                                                                                             \
    PyObject *method_##verb(PyObject *self, PyObject *other);                                                          \
    PyObject *function_##verb(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
VERBS(DECLARE_VERB)

/* ---- arrays of shapes, which another extension has ---- */

PyObject *set_arrays(PyObject *module, PyObject *args);
static inline bool is_shape_array(const module_state *state, PyObject *object)
{
    return state->array_type && PyObject_TypeCheck(object, state->array_type);
}
/* Asks the verb of that extension, given what a call of the function was given, shape-likes among it: bit i of shapes
 * says that argument i is one. */
PyObject *ask_arrays(module_state *state, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                     unsigned shapes);

/* ---- motion.c, response.c ---- */

typedef PyObject *plain_fastcall(PyObject *self, PyObject *const *args, Py_ssize_t nargs);
typedef PyObject *fastcall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *method_sweep(PyObject *self, PyObject *motion);
plain_fastcall function_sweep, method_cast, method_raycast;
fastcall function_cast, function_raycast, function_separate, method_separate, separate_more, function_bounce,
    function_slide;
/* Sets the error for a motion, or where it leads, that the core refused; NULL. */
PyObject *refuse_motion(const char *verb, const char *mover, c2d_status status, c2d_vec motion);
/* A Point, or one made of a pair of numbers; NULL with an error set. */
const shape_object *read_origin(const char *verb, PyObject *object, shape_object *made);

/* ---- lists.c, sprites.c ---- */

fastcall shape_collidelist, shape_collidelistall, shape_collideobjects, shape_collideobjectsall, shape_collidedict,
    shape_collidedictall;
plain_fastcall collide_shape, collide_scaled, sprite_hits, group_hits;
PyObject *sprite_shape(PyObject *module, PyObject *sprite);
PyObject *rect_numbers(PyObject *module, PyObject *rect);

/* ---- level.c ---- */

fastcall function_merge_tiles, function_merge_rects, function_decompose;

/* ---- operations.c: the methods that every shape has ---- */

fastcall shape_move, shape_at, shape_rotate, shape_scale_by, shape_grow;
/* The shape moved by d as an object of its type; on failure the error names the arguments. */
PyObject *moved_object(PyTypeObject *type, const shape_object *shape, c2d_vec d, const struct signature *signature,
                       const struct arguments *arguments);
/* The same for the shape scaled about its centre. */
PyObject *scaled_object(PyTypeObject *type, const shape_object *shape, double k, const struct signature *signature,
                        const struct arguments *arguments);
PyObject *shape_self(PyObject *self, PyObject *unused);
PyObject *shape_reduce(PyObject *self, PyObject *unused);
PyObject *shape_svg(PyObject *self, PyObject *unused);
PyObject *shape_sizeof(PyObject *self, PyObject *unused);

/* clang-format off */
#define METHOD_OF_VERB(verb) {#verb, method_##verb, METH_O, method_##verb##_doc},
#define FASTCALL(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL
#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS

#define LIST_METHOD(name) {#name, KEYWORDS(shape_##name), name##_doc}

/* In the table of every type: the interpreter's fast calls need the method to be the type's own, not inherited. */
#define SHAPE_METHODS                                             \
    VERBS(METHOD_OF_VERB)                                         \
    {"sweep", method_sweep, METH_O, method_sweep_doc},            \
    {"cast", FASTCALL(method_cast), method_cast_doc},             \
    {"raycast", FASTCALL(method_raycast), method_raycast_doc},    \
    {"separate", KEYWORDS(method_separate), method_separate_doc}, \
    LIST_METHOD(collidelist), LIST_METHOD(collidelistall),        \
    LIST_METHOD(collideobjects), LIST_METHOD(collideobjectsall),  \
    LIST_METHOD(collidedict), LIST_METHOD(collidedictall),        \
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

/* ---- results.c, contact.c, hit.c ---- */

/* What a result is made of must be finite, and not negative where it says so: false with an error set. */
bool check_number_of_result(const char *type, const char *field, double number, bool may_be_negative);
bool check_pair_of_result(const char *type, const char *field, c2d_vec pair);
/* What all results have in common: they are values by the fields that __match_args__ names. */
void result_dealloc(PyObject *self);
PyObject *result_repr(PyObject *self);
Py_hash_t result_hash(PyObject *self);
extern PyMethodDef result_methods[];

/* From name_type_doc, name_attributes, name_members, and name_equal, which is asked about two of the type. */
#define DEFINE_RESULT(name, title)                                                                                     \
    static PyObject *name##_compare(PyObject *self, PyObject *other, int op)                                           \
    {                                                                                                                  \
        if (Py_TYPE(self) != Py_TYPE(other) || (op != Py_EQ && op != Py_NE))                                           \
            Py_RETURN_NOTIMPLEMENTED;                                                                                  \
        return PyBool_FromLong(name##_equal(self, other) == (op == Py_EQ));                                            \
    }                                                                                                                  \
    static PyType_Slot name##_slots[] = {                                                                              \
        {Py_tp_doc, (void *)name##_type_doc},                                                                          \
        {Py_tp_new, new_by_vectorcall},                                                                                \
        {Py_tp_dealloc, result_dealloc},                                                                               \
        {Py_tp_repr, result_repr},                                                                                     \
        {Py_tp_hash, result_hash},                                                                                     \
        {Py_tp_richcompare, name##_compare},                                                                           \
        {Py_tp_methods, result_methods},                                                                               \
        {Py_tp_getset, name##_attributes},                                                                             \
        {Py_tp_members, name##_members},                                                                               \
        {0, NULL},                                                                                                     \
    };                                                                                                                 \
    PyType_Spec name##_spec = {"collide2d." title, sizeof(name##_object), 0, Py_TPFLAGS_DEFAULT, name##_slots};

extern PyType_Spec contact_spec, hit_spec;
PyObject *contact_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *contact_from(PyTypeObject *type, const c2d_contact *contact);
PyObject *hit_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *hit_from(PyTypeObject *type, const c2d_hit *hit);

#endif
