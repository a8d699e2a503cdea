/* The verbs of two shapes, each as a function of two shape-likes and as a method of a shape: relate collides overlaps
 * touches contains overlap_area intersection separation distance closest_points contact minkowski_difference. For each
 * verb an answer function makes a Python object of the core's result. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../bodies/bodies.h"

/* ---- calls ---- */

typedef PyObject *answer(module_state *state, const shape_object *a, const shape_object *b);

/* A call with a shape-like, a body or an array. Out of line, so that a call with two shapes needs no stack frame. */
static Py_NO_INLINE PyObject *call_verb(PyObject *source, const char *verb, PyObject *a, const char *a_name,
                                        PyObject *b, const char *b_name, answer *answer, body_answer *body_answer)
{
    module_state *state = PyModule_Check(source) ? PyModule_GetState(source) : state_of(source);
    if (is_shape_array(state, a) || is_shape_array(state, b))
        return call_array_verb(state, verb, (PyObject *[]){a, b}, 2, NULL, NULL, 3);
    operand both[2];
    if (!read_solids(state, verb, (const char *[]){a_name, b_name}, (PyObject *[]){a, b}, both))
        return NULL;
    bool bodies = both[0].body || both[1].body;
    PyObject *result = bodies ? body_answer(state, both) : answer(state, both[0].shape, both[1].shape);
    release_operand(&both[0]);
    release_operand(&both[1]);
    return result;
}

/* The place of a keyword, or of the first that is_for_arrays does not know if it is NULL; -1 if there is none. */
static Py_ssize_t find_keyword(PyObject *kwnames, const char *keyword)
{
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(kwnames); k++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, k);
        if (keyword ? PyUnicode_CompareWithASCIIString(name, keyword) == 0 : !is_for_arrays(name))
            return k;
    }
    return -1;
}

/* A call that does not have exactly two arguments, both by position: an array with out or threads, or an error. */
static Py_NO_INLINE PyObject *refuse_or_dispatch(PyObject *module, const char *verb, PyObject *const *args,
                                                 Py_ssize_t nargs, PyObject *kwnames, bool has_out)
{
    module_state *state = PyModule_GetState(module);
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "%s: takes 2 shapes, got %zd", verb, nargs);
    bool of_arrays = is_shape_array(state, args[0]) || is_shape_array(state, args[1]);
    if (of_arrays && has_out)
        return call_array_verb(state, verb, args, nargs, args + nargs, kwnames, 3);
    Py_ssize_t unexpected = find_keyword(kwnames, NULL);
    if (unexpected >= 0)
        return PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", verb,
                            PyTuple_GET_ITEM(kwnames, unexpected));
    if (!has_out && find_keyword(kwnames, "out") >= 0)
        return PyErr_Format(PyExc_TypeError, "%s: takes no out, as its results are shapes", verb);
    if (of_arrays) /* with threads, whose value follows the shapes */
        return call_array_verb(state, verb, args, nargs + 1, NULL, NULL, 3);
    return refuse_for_arrays(verb, PyTuple_GET_ITEM(kwnames, 0), "arrays of shapes");
}

/* A verb: its method of shapes, its method of bodies, and its function. Two shapes are answered directly, anything else
 * by call_verb. get_state is state_of for a verb that needs the module state, NO_STATE for any other, which saves the
 * look-up. has_out: with arrays it takes out; all take threads then. */
#define DEFINE_VERB(name, get_state, has_out)                                                                          \
    PyObject *method_##name(PyObject *self, PyObject *other)                                                           \
    {                                                                                                                  \
        if (is_shape(other))                                                                                           \
            return answer_##name(get_state(self), (shape_object *)self, (shape_object *)other);                        \
        return call_verb(self, #name, self, "self", other, "other", answer_##name, body_##name);                       \
    }                                                                                                                  \
    PyObject *body_method_##name(PyObject *self, PyObject *other)                                                      \
    {                                                                                                                  \
        return call_verb(self, #name, self, "self", other, "other", answer_##name, body_##name);                       \
    }                                                                                                                  \
    PyObject *function_##name(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)            \
    {                                                                                                                  \
        if (nargs != 2 || (kwnames && PyTuple_GET_SIZE(kwnames) > 0))                                                  \
            return refuse_or_dispatch(module, #name, args, nargs, kwnames, has_out);                                   \
        if (is_shape(args[0]) && is_shape(args[1]))                                                                    \
            return answer_##name(get_state(args[0]), (shape_object *)args[0], (shape_object *)args[1]);                \
        return call_verb(module, #name, args[0], "a", args[1], "b", answer_##name, body_##name);                       \
    }

#define NO_STATE(object) NULL

/* Without a branch, because a branch predictor cannot predict whether shapes collide. */
static inline PyObject *boolean(bool yes)
{
    uintptr_t no_answer = (uintptr_t)Py_False, difference = no_answer ^ (uintptr_t)Py_True;
    return Py_NewRef((PyObject *)(no_answer ^ (difference & -(uintptr_t)yes)));
}

#define TWO_SHAPES_DOC                                                                                                 \
    "Each of the two may be a shape, an object with a .shape, a pygame rectangle, circle or line, or a pair of "       \
    "numbers\n"                                                                                                        \
    "as a point. Raises TypeError for anything else, ValueError for a number out of range.\n\n"

/* ---- verbs ---- */

static inline PyObject *answer_relate(module_state *state, const shape_object *a, const shape_object *b)
{
    return Py_NewRef(state->relations[c2d_relate(&a->shape, &b->shape) + 1]);
}

DOCS(function_relate_doc, "relate($module, a, b, /, *, out=None, threads=1)",
     method_relate_doc, "relate($self, other, /)",
     "The relation of two shapes, exactly: APART, TOUCHING or OVERLAPPING.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a Relation. Segments and points have no interior of their own, but a segment that crosses another\n"
     "segment or enters a shape overlaps it: no small shift separates them. Equal points touch, and so do segments\n"
     "that share only an end.\n\n"
     ">>> relate(Circle(0, 0, 1), Circle(2, 0, 1))\n"
     "<Relation.TOUCHING: 0>\n"
     ">>> Segment(0, 0, 2, 2).relate(Segment(0, 2, 2, 0))\n"
     "<Relation.OVERLAPPING: 1>\n");
DEFINE_VERB(relate, state_of, true)

static inline PyObject *answer_collides(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_collides(&a->shape, &b->shape));
}

DOCS(function_collides_doc, "collides($module, a, b, /, *, out=None, threads=1)",
     method_collides_doc, "collides($self, other, /)",
     "Whether two shapes have a common point, exactly; touching counts.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a bool. Equal points collide.\n\n"
     ">>> collides(Circle(0, 0, 1), Circle(2, 0, 1))\n"
     "True\n"
     ">>> Rect(0, 0, 4, 2).collides((4.5, 1))\n"
     "False\n");
DEFINE_VERB(collides, NO_STATE, true)

static inline PyObject *answer_overlaps(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_overlaps(&a->shape, &b->shape));
}

DOCS(function_overlaps_doc, "overlaps($module, a, b, /, *, out=None, threads=1)",
     method_overlaps_doc, "overlaps($self, other, /)",
     "Whether two shapes have common interior, exactly; touching does not count.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a bool: False if an arbitrarily small shift separates them. Two points never overlap. A point strictly\n"
     "inside a shape overlaps it, and segments that cross overlap.\n\n"
     ">>> overlaps(Rect(0, 0, 1, 1), Rect(1, 0, 1, 1))\n"
     "False\n"
     ">>> Rect(0, 0, 4, 2).overlaps((2, 1))\n"
     "True\n");
DEFINE_VERB(overlaps, NO_STATE, true)

static inline PyObject *answer_touches(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_touches(&a->shape, &b->shape));
}

DOCS(function_touches_doc, "touches($module, a, b, /, *, out=None, threads=1)",
     method_touches_doc, "touches($self, other, /)",
     "Whether two shapes collide but do not overlap, exactly.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a bool. Equal points touch.\n\n"
     ">>> touches(Rect(0, 0, 1, 1), Rect(1, 0, 1, 1))\n"
     "True\n"
     ">>> Rect(0, 0, 4, 2).touches((2, 1))\n"
     "False\n");
DEFINE_VERB(touches, NO_STATE, true)

static inline PyObject *answer_contains(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return boolean(c2d_contains(&a->shape, &b->shape));
}

DOCS(function_contains_doc, "contains($module, a, b, /, *, out=None, threads=1)",
     method_contains_doc, "contains($self, other, /)",
     "Whether every point of the second shape is in the first, exactly; the borders may touch.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a bool. Every shape contains itself. A body contains what its pieces cover together, exactly if they are\n"
     "sharp. A piece with a radius counts only for what it contains alone, and a round shape across several pieces counts\n"
     "with its bounds, so the answer is never True wrongly.\n\n"
     ">>> contains(Rect(0, 0, 4, 4), Circle(1, 1, 1))\n"
     "True\n"
     ">>> Circle(0, 0, 1).contains((1, 1))\n"
     "False\n");
DEFINE_VERB(contains, NO_STATE, true)

static PyObject *answer_overlap_area(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    double area;
    if (c2d_overlap_area(&a->shape, &b->shape, &area))
        return PyErr_NoMemory();
    return PyFloat_FromDouble(area);
}

DOCS(function_overlap_area_doc, "overlap_area($module, a, b, /, *, out=None, threads=1)",
     method_overlap_area_doc, "overlap_area($self, other, /)",
     "The area that two shapes have in common.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a float in the caller's units, squared: 0 exactly if the shapes do not overlap or one of them has no area.\n"
     "Its error is at most 1e-12 of the area of the smaller shape, also of needles and of shapes far from the origin; a\n"
     "thin shape with a radius needs all coordinates within 2**50 times its thickness. Bodies overlap as unions: the\n"
     "bound holds for each pair of pieces, or, if pieces of one body overlap each other, it is 2**-44 of the size of the\n"
     "bodies (width + height) times the sum of the sizes of their pieces. overlap_area(b, a) has the bits of\n"
     "overlap_area(a, b).\n\n"
     ">>> overlap_area(Rect(0, 0, 4, 4), Rect(3, 2, 4, 4))\n"
     "2.0\n"
     ">>> round(Circle(0, 0, 1).overlap_area(Circle(1, 0, 1)), 12)\n"
     "1.228369698609\n");
DEFINE_VERB(overlap_area, NO_STATE, true)

static PyObject *answer_intersection(module_state *state, const shape_object *a, const shape_object *b)
{
    if (a->shape.radius > 0 || b->shape.radius > 0) { /* the shapes need not be Python objects */
        PyObject *radii = Py_BuildValue("(dd)", a->shape.radius, b->shape.radius);
        if (radii)
            PyErr_Format(PyExc_ValueError, "intersection: both shapes must have radius 0, got the radii %R", radii);
        Py_XDECREF(radii);
        return NULL;
    }
    c2d_vec own[SMALL_ROOM];
    c2d_vec *storage = alloc_room(own, 2 * ((size_t)a->shape.count + b->shape.count));
    if (!storage)
        return NULL;
    c2d_shape common;
    bool collides;
    c2d_status status = c2d_intersection(&common, &a->shape, &b->shape, storage, &collides);
    PyObject *result = status ? PyErr_NoMemory() : collides ? simplest_object(state, &common) : Py_NewRef(Py_None);
    free_room(own, storage);
    return result;
}

DOCS(function_intersection_doc, "intersection($module, a, b, /, *, threads=1)",
     method_intersection_doc, "intersection($self, other, /)",
     "What two shapes without a radius have in common, as a shape; None if they are apart.\n\n"
     TWO_SHAPES_DOC
     "Of arrays, which broadcast, it returns collide2d.Shapes, whose rows are masked where two have nothing in common;\n"
     "up to `threads` threads share the rows: see collide2d.arrays.\n\n"
     "Returns a Polygon (a Rect if it is axis-aligned), a Segment or a Point, such as the one at which two segments\n"
     "cross. Whether there is a result is exact. Its vertices are vertices of the two shapes, unchanged, and crossings\n"
     "of their edges, with each coordinate rounded once from its exact value; the result is the hull of these. Raises\n"
     "ValueError if a shape has a radius, and TypeError for a body, whose intersection may have several parts.\n\n"
     ">>> intersection(Segment(0, 0, 4, 2), Segment(0, 2, 4, 0))\n"
     "Point(2.0, 1.0)\n"
     ">>> Rect(0, 0, 4, 4).intersection(Polygon([(2, 2), (8, 2), (2, 8)]))\n"
     "Rect(2.0, 2.0, 2.0, 2.0)\n"
     ">>> print(intersection(Point(0, 0), Rect(1, 1, 2, 2)))\n"
     "None\n");
DEFINE_VERB(intersection, state_of, false)

static inline PyObject *answer_separation(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return PyFloat_FromDouble(c2d_separation(&a->shape, &b->shape));
}

DOCS(function_separation_doc, "separation($module, a, b, /, *, out=None, threads=1)",
     method_separation_doc, "separation($self, other, /)",
     "The signed gap: the distance if apart, 0 if touching, minus the penetration depth if overlapping.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a float in the caller's units, within 8 ulp of the true value. Its sign is exact. The depth is the\n"
     "length of the shortest translation that separates the shapes. Equal points: 0.\n\n"
     ">>> separation(Circle(0, 0, 1), Circle(5, 0, 1))\n"
     "3.0\n"
     ">>> Rect(0, 0, 4, 4).separation(Rect(1, 3, 4, 4))\n"
     "-1.0\n");
DEFINE_VERB(separation, NO_STATE, true)

static inline PyObject *answer_distance(module_state *Py_UNUSED(state), const shape_object *a, const shape_object *b)
{
    return PyFloat_FromDouble(c2d_distance(&a->shape, &b->shape));
}

DOCS(function_distance_doc, "distance($module, a, b, /, *, out=None, threads=1)",
     method_distance_doc, "distance($self, other, /)",
     "The gap between two shapes, 0 if they collide.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns a float in the caller's units, within 8 ulp of the true value. It is 0 exactly if they collide.\n\n"
     ">>> distance(Circle(0, 0, 1), Circle(5, 0, 1))\n"
     "3.0\n"
     ">>> Point(0, 0).distance((3, 4))\n"
     "5.0\n");
DEFINE_VERB(distance, NO_STATE, true)

static inline PyObject *answer_closest_points(module_state *Py_UNUSED(state), const shape_object *a,
                                              const shape_object *b)
{
    c2d_vec on[2];
    c2d_closest_points(&a->shape, &b->shape, &on[0], &on[1]);
    return tuple_of_vectors(on, 2);
}

DOCS(function_closest_points_doc, "closest_points($module, a, b, /, *, out=None, threads=1)",
     method_closest_points_doc, "closest_points($self, other, /)",
     "The closest points of two shapes, one on each.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "Returns two pairs of floats, the first on the first shape. If the shapes collide, both pairs are the same point,\n"
     "which is common to both shapes up to rounding.\n\n"
     ">>> closest_points(Circle(0, 0, 1), Point(3, 0))\n"
     "((1.0, 0.0), (3.0, 0.0))\n"
     ">>> Rect(0, 0, 1, 1).closest_points((3, 1))\n"
     "((1.0, 1.0), (3.0, 1.0))\n");
DEFINE_VERB(closest_points, NO_STATE, true)

static inline PyObject *answer_contact(module_state *state, const shape_object *a, const shape_object *b)
{
    c2d_contact contact;
    if (!c2d_find_contact(&a->shape, &b->shape, &contact))
        Py_RETURN_NONE;
    return contact_from(state->contact_type, &contact);
}

DOCS(function_contact_doc, "contact($module, a, b, /, *, out=None, threads=1)",
     method_contact_doc, "contact($self, other, /)",
     "The contact of two colliding shapes: a Contact with normal, depth and one or two points; None if they are apart.\n\n"
     TWO_SHAPES_DOC ARRAYS_DOC
     "The normal points out of the second shape, toward the first: moving the first shape by contact.mtv separates\n"
     "them up to rounding; separate does it exactly. The depth is 0 exactly if they touch. contact(b, a) has the\n"
     "negated normal of contact(a, b), unless the shapes are the same set. Equal points and concentric circles\n"
     "separate along x, the larger one to the right.\n\n"
     ">>> contact(Circle(0, 0, 1), Rect(0.5, -2, 4, 4))\n"
     "Contact((-1.0, 0.0), 0.5, ((0.75, 0.0),))\n"
     ">>> print(Point(0, 0).contact((1, 0)))\n"
     "None\n");
DEFINE_VERB(contact, state_of, true)

static PyObject *answer_minkowski_difference(module_state *state, const shape_object *a, const shape_object *b)
{
    c2d_vec own[SMALL_ROOM];
    size_t count = (size_t)a->shape.count + b->shape.count;
    c2d_vec *storage = alloc_room(own, count);
    if (!storage)
        return NULL;
    c2d_shape difference;
    c2d_status status = c2d_minkowski_difference(&difference, &a->shape, center_of(a), &b->shape, storage);
    PyObject *result =
        status ? refuse_shapes(state, "minkowski_difference", status, a, b) : simplest_object(state, &difference);
    free_room(own, storage);
    return result;
}

DOCS(function_minkowski_difference_doc, "minkowski_difference($module, a, b, /, *, threads=1)",
     method_minkowski_difference_doc, "minkowski_difference($self, other, /)",
     "The positions of the first shape's centre at which it collides with the second: its configuration space\n"
     "obstacle.\n\n"
     TWO_SHAPES_DOC
     "Of arrays it returns collide2d.Shapes, one for each pair of elements; up to `threads` threads share them.\n\n"
     "Returns a shape of the simplest kind: a Point or Circle, a Segment or Capsule, a Rect or RoundRect if its core\n"
     "is axis-aligned, otherwise a Polygon. Each coordinate is rounded once, and so is the sum of the radii. Raises\n"
     "ValueError also if the result would be out of range.\n\n"
     ">>> minkowski_difference(Rect(0, 0, 2, 2), Rect(4, 0, 2, 6))\n"
     "Rect(3.0, -1.0, 4.0, 8.0)\n"
     ">>> Circle(0, 0, 1).minkowski_difference(Circle(5, 0, 2))\n"
     "Circle(5.0, 0.0, 3.0)\n");
DEFINE_VERB(minkowski_difference, state_of, false)
