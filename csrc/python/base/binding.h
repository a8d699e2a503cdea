/* What the files of the binding share: the objects, the module state, and the functions that make objects.
 *
 * The binding parses arguments, calls the core and builds the result. It decides nothing about geometry. The objects
 * declared in this header are immutable and own no other Python object, so the garbage collector does not track them
 * and they need no lock. Space, Watch and Move differ: see space/space.h.
 *
 * module.c: the module and its types / methods.h: every function and method / arguments.c: arguments /
 * shape_likes.c: shape-likes / pygame_rects.c: where pygame's rectangles keep their numbers
 * shapes/: shapes.c, rects.c: the types of shapes / transforms.c: move ... grow / dicts.c: to_dict, from_dict /
 * outlines.c: outline, __geo_interface__, to_shapely
 * bodies/: body.c: the type of bodies / body_makers.c: from_outline, Chain / body_transforms.c: move ... grow /
 * body_verbs.c: the answers of verbs
 * verbs/: queries.c: relate ... minkowski_difference / motion.c: sweep, cast, raycast, clip / response.c: separate,
 * bounce, slide / lists.c: collidelist ... collidedictall / sprites.c: pygame's sprites and groups / level.c:
 * merge_tiles, merge_rects / outlines.c: decompose / array_dispatch.c: calls with arrays of shapes
 * drawing/: drawing.c, coverage.c: smooth pictures of shapes / results/: contact.c,
 * hit.c, move.c: Contact, Hit, Move / results.c: what they share / result_list.c: growing lists space/: see
 * space/space.h / snapshots/: see snapshots/snapshot.h arrays/: the other extension, for arrays of shapes: see
 * arrays/numpy.h
 */
#ifndef C2D_BINDING_H
#define C2D_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../../include/collide2d.h"

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

/* Without the global lock one thread may register the extension, or set the index of a body, while others read them. */
#if defined(Py_GIL_DISABLED) && defined(__GNUC__)
#define LOAD_SHARED(pointer)         __atomic_load_n(&(pointer), __ATOMIC_ACQUIRE)
#define STORE_SHARED(pointer, value) __atomic_store_n(&(pointer), (value), __ATOMIC_RELEASE)
#else
#define LOAD_SHARED(pointer)         (pointer)
#define STORE_SHARED(pointer, value) ((pointer) = (value))
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
    bool reversed;   /* segments and capsules: the second vertex is the end a, the first is the end b */
    c2d_shape shape; /* more than four vertices: a block of PyMem memory that the object owns */
} shape_object;

/* Rect and RoundRect: the shape, and the rectangle that it is computed from. */
typedef struct rect_object {
    shape_object base;
    c2d_rect rect;
} rect_object;

/* Several shapes that are one solid. It owns tuples of shapes and of text, so it cannot be part of a cycle. */
typedef struct body_object {
    PyObject_HEAD
    PyObject *pieces; /* a tuple of shapes */
    PyObject *names;  /* a tuple of a name or None for each piece, or NULL */
    c2d_body body;    /* refers to the pieces and to moved_rects; both lists are blocks of PyMem memory. No index */
    c2d_rect *moved_rects; /* those of the pieces that are rectangles, in a block of PyMem memory */
    c2d_tree tree;         /* of the pieces, once queries have tried many of them, see index_body */
    const c2d_tree *index; /* NULL or the tree. Read it with LOAD_SHARED: another thread may be setting it */
    size_t tried;
} body_object;

/* Of a piece. */
static inline uint32_t most_vertices(const c2d_body *body)
{
    uint32_t most = 0;
    for (size_t i = 0; i < body->count; i++)
        most = body->pieces[i]->count > most ? body->pieces[i]->count : most;
    return most;
}

/* By how many periods an item is shifted along each axis to the image that is met, in a space with a period. */
typedef struct result_image {
    int32_t x, y;
} result_image;

/* pieces: NULL, or a pair that says which pieces of bodies meet: each a name, an index, or None for a single shape. */
typedef struct contact_object {
    PyObject_HEAD
    c2d_contact contact;
    PyObject *pieces;
    result_image image;
} contact_object;

typedef struct hit_object {
    PyObject_HEAD
    c2d_hit hit;
    PyObject *pieces;
    result_image image;
} hit_object;

#define SHAPE(object) (&((shape_object *)(object))->shape)
#define RECT(object)  (&((rect_object *)(object))->rect)

/* Whether an object is one of our shapes. The types of shapes are final, and only they have this destructor. One
 * comparison is enough, and the module state is not needed. */
void shape_dealloc(PyObject *self);
static inline bool is_shape(PyObject *object) { return Py_TYPE(object)->tp_dealloc == shape_dealloc; }
/* Likewise for bodies. */
void body_dealloc(PyObject *self);
static inline bool is_body(PyObject *object) { return Py_TYPE(object)->tp_dealloc == body_dealloc; }
static inline bool vec_equal(c2d_vec p, c2d_vec q) { return p.x == q.x && p.y == q.y; }
static inline bool is_rect_kind(const shape_object *s) { return s->kind == KIND_RECT || s->kind == KIND_ROUNDRECT; }
/* The rectangle that the core moves instead of the vertices; NULL for other shapes. */
static inline const c2d_rect *rect_of(const shape_object *s) { return is_rect_kind(s) ? RECT(s) : NULL; }

extern const char *const class_names[KIND_COUNT];
extern const char *const kind_names[KIND_COUNT];

/* The most positional parameters of any constructor, and one more for the end. */
#define MAX_MATCH_ARGS 7

/* ---- module state ---- */

/* Where a type of pygame's rectangles keeps its numbers: base/pygame_rects.h. */
typedef struct rect_layout {
    PyTypeObject *type; /* static, so it is not owned */
    Py_ssize_t offset;  /* of four numbers; 0: not known */
    bool floats;        /* of 32 bits; otherwise ints of 32 bits */
} rect_layout;

enum { RECT_LAYOUTS = 2 };

typedef struct module_state {
    PyTypeObject *shape_type;
    PyTypeObject *types[KIND_COUNT];
    PyTypeObject *body_type;
    PyTypeObject *contact_type, *hit_type, *entry_type, *space_type, *iterator_type, *watch_type, *move_type;
    PyTypeObject *snapshot_type, *saved_node_type;
    PyObject *relations[3]; /* apart, touching, overlapping */
    /* The extension for arrays and its base type, NULL until collide2d.arrays is imported. A thread that still reads
     * NULL cannot have an array to pass. */
    PyObject *arrays;
    PyTypeObject *array_type;
    /* Names of attributes that shape-likes and mappings have. */
    PyObject *shape, *rect, *items, *x, *y, *w, *h, *r, *ax, *ay, *bx, *by, *geo_interface;
    rect_layout rect_layouts[RECT_LAYOUTS]; /* of Rect and FRect, unused ones at the end */
} module_state;

/* The state, from any object whose type is ours. */
static inline module_state *state_of(PyObject *object) { return PyType_GetModuleState(Py_TYPE(object)); }

/* ---- shapes/: shapes.c, rects.c ---- */

struct signature;
struct arguments;

/* A new object of a type. The caller must make its shape. */
shape_object *new_shape(PyTypeObject *type, shape_kind kind);
/* Make the shape in place and set the kind. */
c2d_status make_circle(shape_object *self, shape_kind kind, c2d_vec center, double radius);
c2d_status make_between(shape_object *self, shape_kind kind, c2d_vec a, c2d_vec b, double radius);
/* A copy of the given shape as a new object. The given one need not be a Python object. */
PyObject *object_of(module_state *state, const shape_object *given);
/* A shape that the core made, as a new object of the simplest kind; more than four vertices are copied. */
PyObject *simplest_object(module_state *state, const c2d_shape *shape);
/* A shape other than a rectangle from its points in the user's order; NULL with an error that names the argument. */
PyObject *shape_from_points(PyTypeObject *type, shape_kind kind, const c2d_vec *points, size_t n, double radius,
                            const struct signature *signature, const struct arguments *arguments);
PyObject *rect_from_numbers(PyTypeObject *type, shape_kind kind, const c2d_rect *rect,
                            const struct signature *signature, const struct arguments *arguments);
/* Whether no constructor makes the rectangle, so that it is shown as its core, grown; and that core. */
bool is_grown(const c2d_rect *rect);
c2d_rect core_of(const c2d_rect *rect);
/* The same rectangle by the top-left corner and the size of the outer one, which are rounded. */
c2d_rect rect_by_topleft(const c2d_rect *rect);
/* The rectangle in the form that repr and to_dict show: corners become a corner and a size if no bit is lost. */
c2d_rect plain_form(const c2d_rect *rect);
PyObject *rect_repr(PyObject *self);
PyObject *rect_reduce(PyObject *self);
bool rects_agree(PyObject *a, PyObject *b);
/* In the header because both extensions use it. */
static inline PyObject *tuple_of_numbers(const double *numbers, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count && tuple; i++) {
        PyObject *number = PyFloat_FromDouble(numbers[i]);
        if (number)
            PyTuple_SET_ITEM(tuple, i, number);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}
PyObject *tuple_of_vectors(const c2d_vec *vectors, Py_ssize_t count);
static inline PyObject *tuple_of_vector(c2d_vec v) { return tuple_of_numbers((double[]){v.x, v.y}, 2); }
/* Any iterable of pairs as a new block of PyMem memory; NULL with an error set. */
c2d_vec *points_from(const char *function, const char *argument, PyObject *object, size_t *count);
c2d_vec center_of(const shape_object *s);
c2d_vec center_of_body(const body_object *self); /* bodies/body.c */
/* The ends of a segment or capsule, in the user's order. */
c2d_vec end_a(const shape_object *s);
c2d_vec end_b(const shape_object *s);

extern PyType_Spec shape_spec, point_spec, circle_spec, segment_spec, capsule_spec, rect_spec, roundrect_spec,
    polygon_spec;
PyObject *point_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *circle_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *segment_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *capsule_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *rect_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *roundrect_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *polygon_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
/* tp_new of every type: calls the type's vectorcall, so that each constructor has one parser. */
PyObject *new_by_vectorcall(PyTypeObject *type, PyObject *args, PyObject *kwargs);

/* ---- shapes/transforms.c ---- */

/* The shape moved by d as an object of its type; on failure the error names the arguments. */
PyObject *moved_object(PyTypeObject *type, const shape_object *shape, c2d_vec d, const struct signature *signature,
                       const struct arguments *arguments);
/* The shape turned about a point; about NULL: about its own pivot or centre. Likewise. */
PyObject *turned_object(PyTypeObject *type, const shape_object *shape, double degrees, const c2d_vec *about,
                        const struct signature *signature, const struct arguments *arguments);
/* The shape scaled by k about its centre, likewise. */
PyObject *scaled_object(PyTypeObject *type, const shape_object *shape, double k, const struct signature *signature,
                        const struct arguments *arguments);
/* A shape other than a rectangle scaled by k about a point, likewise. */
PyObject *scaled_about(PyTypeObject *type, const shape_object *shape, double k, c2d_vec about,
                       const struct signature *signature, const struct arguments *arguments);
/* Reads the arguments of rotate: the angle in degrees and, if one is given, the point to turn about. False with an
 * error set. */
bool read_rotation(PyTypeObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                   struct arguments *arguments, double *angle, const c2d_vec **about);
extern const struct signature rotate_signature;
/* The shape placed, likewise. */
PyObject *placed_object(PyTypeObject *type, const shape_object *shape, const c2d_placement *p,
                        const struct signature *signature, const struct arguments *arguments);
/* Reads the arguments of placed. center: what `about` is if it is not given. False with an error set. */
bool read_placement(PyTypeObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, c2d_vec center,
                    struct arguments *arguments, c2d_placement *out);
extern const struct signature placed_signature;

/* ---- verbs/array_dispatch.c: arrays of shapes, which another extension implements ---- */

static inline bool is_shape_array(const module_state *state, PyObject *object)
{
    PyTypeObject *type = LOAD_SHARED(state->array_type);
    return type && PyObject_TypeCheck(object, type);
}

/* Calls the verb of that extension with the arguments of a call of our function. values: of the keyword arguments. Bit
 * i of shapes says that argument i is an array or a shape-like; a shape-like is converted to a shape first. */
PyObject *call_array_verb(module_state *state, const char *verb, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *const *values, PyObject *kwnames, unsigned shapes);

/* Whether a keyword argument is one of calls with arrays only: out or threads. */
bool is_for_arrays(PyObject *keyword);
/* Sets the TypeError for such an argument of a call without arrays: NULL. what: "arrays" or "arrays of shapes". */
PyObject *refuse_for_arrays(const char *verb, PyObject *keyword, const char *what);

/* ---- verbs/outlines.c ---- */

/* The pieces of decompose as a list of Polygon; NULL with an error set. holes: NULL for none. empty: whether the list
 * may be empty. */
PyObject *polygons_of_outline(module_state *state, const char *function, PyObject *points, PyObject *holes, bool empty);

/* ---- verbs/motion.c ---- */

/* Sets the error for a motion that the core refused, or for the shape moved by it; NULL. */
PyObject *refuse_motion(const char *verb, const char *mover, c2d_status status, c2d_vec motion);
/* Likewise for a turn by an angle (verbs/turn.c). */
PyObject *refuse_turn(const char *verb, const char *mover, c2d_status status, double angle, c2d_vec motion);
/* Likewise for a cast of two movers. */
PyObject *refuse_motions(const char *verb, c2d_status status, const c2d_vec motions[2]);
/* The sweep of a shape as a new object; name: what errors call the shape. */
PyObject *swept_object(module_state *state, const char *name, const shape_object *s, const c2d_rect *rect,
                       c2d_vec motion);
/* A Point as it is, or one made in place of a pair of numbers; NULL with an error set. */
const shape_object *read_origin(const char *verb, PyObject *object, shape_object *made);

/* ---- types ---- */

/* The spec of a type of shapes. Shape has what all of them share, and they inherit it. */
#define DEFINE_TYPE(spec, slots, title, type_doc, methods, attributes, size)                                           \
    static PyType_Slot slots[] = {                                                                                     \
        {Py_tp_doc, (void *)type_doc}, {Py_tp_new, new_by_vectorcall}, {Py_tp_dealloc, shape_dealloc},                 \
        {Py_tp_methods, methods},      {Py_tp_getset, attributes},     {0, NULL},                                      \
    };                                                                                                                 \
    PyType_Spec spec = {"collide2d." title, sizeof(size), 0, Py_TPFLAGS_DEFAULT, slots};

/* ---- results/: results.c, contact.c, hit.c ---- */

/* Checks that a field is finite, and not negative unless it may be; false with an error set. */
bool check_number_of_result(const char *type, const char *field, double number, bool may_be_negative);
bool check_pair_of_result(const char *type, const char *field, c2d_vec pair);
/* What all results share. A result is the value of the fields that __match_args__ names, and of its pieces. */
PyObject *result_repr(PyObject *self);
Py_hash_t result_hash(PyObject *self);
extern PyMethodDef result_methods[];

/* The spec of a type of results, from name_type_doc, name_attributes, name_members, and name_equal, which compares two
 * objects of the type. */
#define DEFINE_RESULT(name, title)                                                                                     \
    static PyObject *name##_compare(PyObject *self, PyObject *other, int op)                                           \
    {                                                                                                                  \
        if (Py_TYPE(self) != Py_TYPE(other) || (op != Py_EQ && op != Py_NE))                                           \
            Py_RETURN_NOTIMPLEMENTED;                                                                                  \
        const name##_object *a = (name##_object *)self, *b = (name##_object *)other;                                   \
        int pieces = pieces_equal(a->pieces, b->pieces);                                                               \
        if (pieces < 0)                                                                                                \
            return NULL;                                                                                               \
        bool equal = pieces && a->image.x == b->image.x && a->image.y == b->image.y;                                   \
        return PyBool_FromLong((equal && name##_equal(self, other)) == (op == Py_EQ));                                 \
    }                                                                                                                  \
    static void name##_dealloc(PyObject *self)                                                                         \
    {                                                                                                                  \
        PyTypeObject *type = Py_TYPE(self);                                                                            \
        Py_XDECREF(((name##_object *)self)->pieces);                                                                   \
        PyObject_Free(self);                                                                                           \
        Py_DECREF(type);                                                                                               \
    }                                                                                                                  \
    static PyType_Slot name##_slots[] = {                                                                              \
        {Py_tp_doc, (void *)name##_type_doc},                                                                          \
        {Py_tp_new, new_by_vectorcall},                                                                                \
        {Py_tp_dealloc, name##_dealloc},                                                                               \
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
/* Steals the reference to pieces, which may be NULL. */
PyObject *contact_of_pieces(PyTypeObject *type, const c2d_contact *contact, PyObject *pieces);
static inline PyObject *contact_from(PyTypeObject *type, const c2d_contact *contact)
{
    return contact_of_pieces(type, contact, NULL);
}
PyObject *hit_new(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames);
PyObject *hit_of_pieces(PyTypeObject *type, const c2d_hit *hit, PyObject *pieces);
static inline PyObject *hit_from(PyTypeObject *type, const c2d_hit *hit) { return hit_of_pieces(type, hit, NULL); }
/* The pieces of a result from the argument of its constructor: a pair, or None. 1 with a new reference or NULL in *out,
 * 0 with an error set. */
bool read_pieces(const char *type, PyObject *object, PyObject **out);
/* 1, 0, or -1 with an error set. */
int pieces_equal(PyObject *a, PyObject *b);
/* The image of a result from the argument of its constructor; false with an error set. */
bool read_image(const char *type, PyObject *object, result_image *out);
PyObject *tuple_of_image(result_image image);
extern const char image_doc[];
extern const char pieces_doc[];

#endif
