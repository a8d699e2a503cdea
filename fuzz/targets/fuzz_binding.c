/* Property: whatever objects any constructor, method, attribute or verb of the Python binding is given, it returns a
 * result or raises TypeError or ValueError (or lets through what a hostile argument raised itself); it never crashes,
 * never raises SystemError, and every shape that comes out is in the domain, has a repr that evaluates back, survives
 * pickle, copy and to_dict/from_dict, gets answers without NaN, and moves by the laws: a cast hits exactly when the
 * sweep overlaps, where it stops nothing overlaps, nor do shapes that were separated. Bodies are valid, survive the
 * same round trips and answer lists as they answer verbs. A space, also one of bodies, stays consistent whatever its
 * items do when they are hashed, compared or collected, and whatever filters do.
 *
 * An input is a program: build objects (numbers, text, nested and self-containing lists, objects that raise or lie in
 * every protocol, dictionaries for from_dict), call with them, use the results as arguments again. The objects, the
 * laws and the programs of spaces are in hostile.py. Built two ways: as a libFuzzer target with the interpreter
 * embedded and the binding linked in; with FUZZ_BINDING_MODULE as an extension module whose replay(bytes) runs the same
 * program against the installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_BINDING_MODULE
#define EMBED_MODULE
#endif
#include "../decode.h"
#include "../embed.h"

#include <stdio.h>
#include <string.h>

static const char *const classes[] = {"Shape",   "Point",     "Circle",  "Segment",  "Capsule", "Rect",
                                      "Polygon", "RoundRect", "Contact", "Relation", "Hit"};
/* Called with a list of arguments; a dot is a class method. */
static const char *const callables[] = {"Point",
                                        "Circle",
                                        "Segment",
                                        "Capsule",
                                        "Rect",
                                        "RoundRect",
                                        "Polygon",
                                        "Polygon.hull",
                                        "Rect.centered",
                                        "Rect.from_corners",
                                        "Rect.pivoted",
                                        "RoundRect.centered",
                                        "RoundRect.around",
                                        "Contact",
                                        "Shape.from_dict",
                                        "Circle.from_dict",
                                        "Rect.from_dict",
                                        "RoundRect.from_dict",
                                        "Polygon.from_dict",
                                        "Segment.from_dict",
                                        "Capsule.from_dict",
                                        "Point.from_dict",
                                        "relate",
                                        "collides",
                                        "overlaps",
                                        "touches",
                                        "separation",
                                        "distance",
                                        "closest_points",
                                        "contact",
                                        "contains",
                                        "minkowski_difference",
                                        "Shape",
                                        "Relation",
                                        "Hit",
                                        "sweep",
                                        "cast",
                                        "raycast",
                                        "separate",
                                        "bounce",
                                        "slide",
                                        "merge_tiles",
                                        "merge_rects",
                                        "decompose",
                                        "collide_shape",
                                        "_collide_scaled",
                                        "_sprite_hits",
                                        "_group_hits",
                                        "_sprite_shape"};
enum {
    FIRST_VERB = 22,
    VERBS = 10,
    HIT = 34,
    SWEEP,
    CAST,
    RAYCAST,
    SEPARATE,
    BOUNCE,
    SLIDE,
    MERGE_TILES,
    MERGE_RECTS,
    DECOMPOSE,
    SPRITES
}; /* among them */
static const char *const helpers[] = {"pickled",          "rebuild",       "evaluated",     "subclass",
                                      "bare_new",         "matched",       "clearing",      "cycle",
                                      "dictionary_cycle", "copy.copy",     "copy.deepcopy", "same_result",
                                      "broken_law",       "space_program", "same_body",     "broken_body_law"};
/* Those of bodies; a dot is a class method. They have tables of their own, so that old inputs keep their meaning. */
static const char *const body_callables[] = {"Body", "Chain", "Body.from_outline", "Body.from_dict", "decompose"};
enum { BODY_CLASS, CHAIN, FROM_OUTLINE, BODY_FROM_DICT, DECOMPOSE_HOLES };
static const char *const body_members[] = {
    "pieces",        "names",          "__len__",  "__getitem__", "__iter__",  "__contains__", "__hash__",
    "__eq__",        "bounds",         "center",   "area",        "kind",      "collidelist",  "contact",
    "cast",          "move",           "at",       "rotate",      "scale_by",  "grow",         "sweep",
    "separate",      "contains",       "raycast",  "to_dict",     "from_dict", "from_outline", "__reduce__",
    "__reduce_ex__", "__sizeof__",     "__copy__", "__init__",    "__new__",   "_repr_svg_",   "collidelistall",
    "__deepcopy__",  "closest_points", "relate",   "__dict__",    "index",     "count",        "__reversed__"};
static const char *const body_keywords[] = {"shapes", "points", "holes",    "closed",  "radius", "data",
                                            "about",  "mass_a", "motion_b", "leaving", "pieces", "touching"};
static const char *const members[] = {"move",
                                      "at",
                                      "rotate",
                                      "scale_by",
                                      "grow",
                                      "relate",
                                      "collides",
                                      "overlaps",
                                      "touches",
                                      "separation",
                                      "distance",
                                      "closest_points",
                                      "contact",
                                      "contains",
                                      "minkowski_difference",
                                      "sweep",
                                      "cast",
                                      "raycast",
                                      "separate",
                                      "to_dict",
                                      "from_dict",
                                      "_repr_svg_",
                                      "__reduce__",
                                      "__copy__",
                                      "__deepcopy__",
                                      "__sizeof__",
                                      "__reduce_ex__",
                                      "__init__",
                                      "__setstate__",
                                      "__getstate__",
                                      "__dir__",
                                      "__format__",
                                      "kind",
                                      "center",
                                      "bounds",
                                      "radius",
                                      "vertices",
                                      "area",
                                      "x",
                                      "y",
                                      "w",
                                      "h",
                                      "r",
                                      "a",
                                      "b",
                                      "ax",
                                      "ay",
                                      "bx",
                                      "by",
                                      "length",
                                      "width",
                                      "height",
                                      "size",
                                      "left",
                                      "right",
                                      "top",
                                      "bottom",
                                      "topleft",
                                      "topright",
                                      "bottomleft",
                                      "bottomright",
                                      "midtop",
                                      "midbottom",
                                      "midleft",
                                      "midright",
                                      "centerx",
                                      "centery",
                                      "angle",
                                      "pivot",
                                      "inner_size",
                                      "points",
                                      "diameter",
                                      "circumference",
                                      "normal",
                                      "depth",
                                      "mtv",
                                      "t",
                                      "point",
                                      "__match_args__",
                                      "__dict__",
                                      "__class__",
                                      "__doc__",
                                      "__hash__",
                                      "__eq__",
                                      "__lt__",
                                      "__new__",
                                      "__subclasshook__",
                                      "nothing",
                                      "collidelist",
                                      "collidelistall",
                                      "collideobjects",
                                      "collideobjectsall",
                                      "collidedict",
                                      "collidedictall"};
static const char *const keywords[] = {
    "x",       "y",       "r",    "w",      "h",        "angle",  "pivot",  "radians",     "radius",   "points",
    "a",       "b",       "ax",   "ay",     "bx",       "by",     "about",  "dx",          "dy",       "k",
    "d",       "cx",      "cy",   "offset", "normal",   "depth",  "x1",     "y1",          "x2",       "y2",
    "inner_w", "inner_h", "kind", "core",   "nothing",  "mass_a", "mass_b", "restitution", "friction", "va",
    "vb",      "v",       "t",    "point",  "touching", "values", "key",    "shapes",      "objects"};
static const char *const kinds[] = {"point", "circle", "segment", "capsule", "rect", "roundrect", "polygon", "other"};
#define COUNT(table) (sizeof(table) / sizeof *(table))

static PyObject *names; /* the dictionary of hostile.py */
static PyObject *hostile, *hostile_error, *hostile_base, *shape_type, *contact_type, *hit_type, *same_again;
static PyObject *body_type, *body_callable[COUNT(body_callables)];
static PyObject *callable[COUNT(callables)], *helper[COUNT(helpers)], *class_object[COUNT(classes)];

/* ---- the objects of a run ---- */

#define POOL  12
#define DEPTH 3

static PyObject *pool[POOL]; /* results and arguments so far, to be used again */
static unsigned pool_count;
/* A sequence took part that loses its items or lies about its length: what Python itself says to that is let through.
 */
static bool has_fickle_sequence;
static PyObject *fickle_errors;

static void keep(PyObject *object)
{
    PyObject **slot = &pool[pool_count++ % POOL];
    PyObject *old = *slot;

    *slot = object;
    Py_XDECREF(old);
}

static PyObject *from_pool(unsigned i)
{
    unsigned filled = pool_count < POOL ? pool_count : POOL;
    PyObject *object = filled ? pool[i % filled] : Py_None;

    return Py_NewRef(object);
}

static PyObject *read_object(reader *in, int depth);

static PyObject *read_sequence(reader *in, int depth, size_t n, int as_tuple)
{
    PyObject *list = PyList_New(0), *tuple;

    for (size_t i = 0; i < n; i++) {
        PyObject *item = read_object(in, depth - 1);
        if (PyList_Append(list, item) < 0)
            fatal("append");
        Py_DECREF(item);
    }
    if (!as_tuple)
        return list;
    tuple = PyList_AsTuple(list);
    Py_DECREF(list);
    return tuple;
}

static PyObject *read_points_object(reader *in)
{
    c2d_vec points[FEW_POINTS];
    size_t n = read_points(in, points, FEW_POINTS);
    PyObject *list = PyList_New((Py_ssize_t)n);

    for (size_t i = 0; i < n; i++)
        PyList_SET_ITEM(list, (Py_ssize_t)i, Py_BuildValue("(dd)", points[i].x, points[i].y));
    return list;
}

/* As to_dict gives, or nearly. */
static PyObject *read_dictionary(reader *in, int depth)
{
    static const char *const plausible[][7] = {{"x", "y"},
                                               {"x", "y", "r"},
                                               {"ax", "ay", "bx", "by"},
                                               {"ax", "ay", "bx", "by", "r"},
                                               {"x", "y", "w", "h", "angle"},
                                               {"cx", "cy", "w", "h", "r"},
                                               {"points", "radius"},
                                               {"core", "r"}};
    unsigned tag = read_byte(in), kind = tag % COUNT(kinds);
    PyObject *dictionary = PyDict_New(), *name = PyUnicode_FromString(kinds[kind]);

    if (!(tag & 64))
        PyDict_SetItemString(dictionary, "kind", name);
    Py_DECREF(name);
    for (size_t i = 0; i < 7 && plausible[kind][i]; i++) {
        PyObject *value = strcmp(plausible[kind][i], "points") == 0 ? read_points_object(in)
                          : strcmp(plausible[kind][i], "core") == 0 && depth > 0
                              ? read_dictionary(in, depth - 1)
                              : PyFloat_FromDouble(read_coordinate(in));
        PyDict_SetItemString(dictionary, plausible[kind][i], value);
        Py_DECREF(value);
    }
    for (unsigned extra = tag >> 7; extra > 0; extra--) {
        const char *key = keywords[read_byte(in) % COUNT(keywords)];
        PyObject *value = read_object(in, depth - 1);
        PyDict_SetItemString(dictionary, key, value);
        Py_DECREF(value);
    }
    return dictionary;
}

static PyObject *read_object(reader *in, int depth)
{
    unsigned tag = read_byte(in), high = tag >> 4;

    if (depth < 0)
        return PyFloat_FromDouble(1);
    switch (tag & 15) {
    case 0:
    case 1:
    case 2: return PyFloat_FromDouble(read_coordinate(in));
    case 3: return PyFloat_FromDouble(read_number(in));
    case 4: return PyLong_FromLong((long)high - 4);
    case 5:
    case 6: return from_pool(high);
    case 7: return Py_BuildValue(high & 1 ? "(dd)" : "[dd]", read_coordinate(in), read_coordinate(in));
    case 8: return read_sequence(in, depth, high % 6, (int)(high & 8));
    case 9: return read_points_object(in);
    case 10: {
        has_fickle_sequence = true;
        unsigned which = read_byte(in) | high << 8;
        return Py_NewRef(PyList_GET_ITEM(hostile, (Py_ssize_t)(which % (size_t)PyList_GET_SIZE(hostile))));
    }
    case 11: return read_dictionary(in, depth);
    case 12: { /* a list that contains itself, or something that empties it */
        PyObject *items = read_sequence(in, depth, high % 5, 0), *result;
        has_fickle_sequence = true;
        result = high & 8 ? PyObject_CallFunction(helper[7], "(O)", items)
                          : PyObject_CallFunction(helper[6], "(Oi)", items, (int)high);
        Py_DECREF(items);
        if (!result)
            fatal("making a list");
        return result;
    }
    case 13: { /* duck types: a sprite, a rectangle, a circle, a line; from 12 on, sprites with a rect */
        static const char *const fields[][5] = {
            {"shape"}, {"x", "y", "w", "h"}, {"x", "y", "r"}, {"ax", "ay", "bx", "by"}, {"shape", "rect"}, {"rect"}};
        size_t form = high < 12 ? high % 4 : 4 + high % 2;
        PyObject *dictionary = PyDict_New(), *type = PyDict_GetItemString(names, "types"), *space, *result;
        for (size_t i = 0; i < 5 && fields[form][i]; i++) {
            PyObject *value = read_object(in, depth - 1);
            PyDict_SetItemString(dictionary, fields[form][i], value);
            Py_DECREF(value);
        }
        space = PyObject_GetAttrString(type, "SimpleNamespace");
        result = PyObject_VectorcallDict(space, NULL, 0, dictionary);
        Py_DECREF(space);
        Py_DECREF(dictionary);
        if (!result)
            fatal("making a namespace");
        return result;
    }
    case 14:
        return high & 1 ? PyUnicode_FromString(keywords[read_byte(in) % COUNT(keywords)])
                        : Py_NewRef(class_object[high / 2 % COUNT(classes)]);
    default: return Py_NewRef(Py_None);
    }
}

/* ---- judging ---- */

static void no_nan(PyObject *result, int depth)
{
    if (PyFloat_CheckExact(result)) {
        double x = PyFloat_AS_DOUBLE(result);
        CHECK(x == x, "a result is NaN");
    } else if (PyTuple_CheckExact(result) && depth > 0) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(result); i++)
            no_nan(PyTuple_GET_ITEM(result, i), depth - 1);
    }
}

static PyObject *attribute(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);

    if (!value)
        fatal(name);
    return value;
}

static int is_shape(PyObject *object)
{
    int shape = PyObject_TypeCheck(object, (PyTypeObject *)shape_type);

    return shape;
}

static int is_body(PyObject *object) { return Py_IS_TYPE(object, (PyTypeObject *)body_type); }

/* A shape or a body. */
static int is_solid(PyObject *object) { return is_shape(object) || is_body(object); }

static int is_result(PyObject *object)
{
    return Py_IS_TYPE(object, (PyTypeObject *)contact_type) || Py_IS_TYPE(object, (PyTypeObject *)hit_type);
}

static void in_domain(PyObject *number)
{
    double x = PyFloat_AsDouble(number);

    CHECK(x <= C2D_LIMIT && x >= -C2D_LIMIT, "a shape holds %g", x);
}

/* Whatever way a shape came about, it must be valid. */
static void check_shape(PyObject *shape)
{
    PyObject *vertices = attribute(shape, "vertices"), *radius = attribute(shape, "radius"),
             *bounds = attribute(shape, "bounds");

    in_domain(radius);
    CHECK(PyFloat_AsDouble(radius) >= 0, "a shape has radius %g", PyFloat_AsDouble(radius));
    CHECK(PyTuple_CheckExact(vertices) && PyTuple_GET_SIZE(vertices) > 0, "vertices");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(vertices); i++) {
        in_domain(PyTuple_GET_ITEM(PyTuple_GET_ITEM(vertices, i), 0));
        in_domain(PyTuple_GET_ITEM(PyTuple_GET_ITEM(vertices, i), 1));
    }
    no_nan(bounds, 1);
    Py_DECREF(vertices);
    Py_DECREF(radius);
    Py_DECREF(bounds);
}

/* A body has at least one valid piece, and a name or None for each if it has names. */
static void check_body(PyObject *body)
{
    PyObject *pieces = attribute(body, "pieces"), *named = attribute(body, "names"),
             *bounds = attribute(body, "bounds");

    CHECK(PyTuple_CheckExact(pieces) && PyTuple_GET_SIZE(pieces) > 0, "pieces");
    CHECK(PyTuple_GET_SIZE(pieces) == PyObject_Size(body), "the length of a body");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pieces); i++) {
        CHECK(is_shape(PyTuple_GET_ITEM(pieces, i)), "a piece is a shape");
        check_shape(PyTuple_GET_ITEM(pieces, i));
    }
    CHECK(named == Py_None || (PyTuple_CheckExact(named) && PyTuple_GET_SIZE(named) == PyTuple_GET_SIZE(pieces)),
          "names");
    for (Py_ssize_t i = 0; named != Py_None && i < PyTuple_GET_SIZE(named); i++)
        CHECK(PyTuple_GET_ITEM(named, i) == Py_None || PyUnicode_CheckExact(PyTuple_GET_ITEM(named, i)), "a name");
    no_nan(bounds, 1);
    Py_DECREF(pieces);
    Py_DECREF(named);
    Py_DECREF(bounds);
}

/* A Contact or a Hit: its numbers, by the fields of both. */
static void check_result(PyObject *result)
{
    static const char *const fields[][4] = {{"normal", "depth", "points"}, {"t", "point", "normal", "depth"}};
    int is_hit = Py_IS_TYPE(result, (PyTypeObject *)hit_type);

    for (size_t i = 0; i < 4 && fields[is_hit][i]; i++) {
        PyObject *value = attribute(result, fields[is_hit][i]);
        no_nan(value, 2);
        if (PyFloat_CheckExact(value))
            CHECK(PyFloat_AS_DOUBLE(value) >= 0, "%s is negative", fields[is_hit][i]);
        if (is_hit && i == 0)
            CHECK(PyFloat_AsDouble(value) <= 1, "t is above 1");
        Py_DECREF(value);
    }
}

/* Clears the error that a call ended with, if it is one that is allowed. */
static void check_error(const char *what, int attribute_too)
{
    PyObject *type, *value, *trace;

    PyErr_Fetch(&type, &value, &trace);
    CHECK(type != NULL, "%s failed without an exception", what);
    if (!(PyErr_GivenExceptionMatches(type, PyExc_TypeError) || PyErr_GivenExceptionMatches(type, PyExc_ValueError) ||
          PyErr_GivenExceptionMatches(type, hostile_error) || PyErr_GivenExceptionMatches(type, hostile_base) ||
          (has_fickle_sequence && PyErr_GivenExceptionMatches(type, fickle_errors)) ||
          (attribute_too && PyErr_GivenExceptionMatches(type, PyExc_AttributeError)))) {
        PyErr_Restore(type, value, trace);
        fatal(what);
    }
    if (target_verbose) {
        PyErr_NormalizeException(&type, &value, &trace);
        fprintf(stderr, "  -> ");
        PyObject_Print(value ? value : type, stderr, 0);
        PyErr_Clear();
        fprintf(stderr, "\n");
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
}

typedef enum judging {
    PLAIN = 0,
    ATTRIBUTE = 1, /* an AttributeError is fine */
    FOREIGN = 2    /* asked of an object that is not ours: it may answer what it likes */
} judging;

/* Takes the result of a call into the pool, or its error away. */
static void judge(const char *what, PyObject *result, judging how)
{
    if (!result) {
        check_error(what, how & ATTRIBUTE);
        return;
    }
    CHECK(!PyErr_Occurred(), "%s returned with an exception set", what);
    if (target_verbose) {
        fprintf(stderr, "  = ");
        if (PyObject_Print(result, stderr, 0) < 0)
            PyErr_Clear();
        fprintf(stderr, "\n");
    }
    if (!(how & FOREIGN))
        no_nan(result, 3);
    if (is_shape(result))
        check_shape(result);
    if (is_body(result))
        check_body(result);
    if (is_result(result))
        check_result(result);
    for (Py_ssize_t i = 0; PyList_CheckExact(result) && !(how & FOREIGN) && i < PyList_GET_SIZE(result); i++)
        if (is_shape(PyList_GET_ITEM(result, i)))
            check_shape(PyList_GET_ITEM(result, i));
    keep(result);
}

static PyObject *shown(const char *what, PyObject *args, PyObject *kwargs)
{
    if (target_verbose) {
        fprintf(stderr, "%s ", what);
        if (PyObject_Print(args, stderr, 0) < 0)
            PyErr_Clear();
        if (kwargs && PyObject_Print(kwargs, stderr, 0) < 0)
            PyErr_Clear();
        fprintf(stderr, "\n");
    }
    return args;
}

/* ---- the program ---- */

static PyObject *read_keywords(reader *in)
{
    unsigned tag = read_byte(in);
    PyObject *kwargs;

    if (tag < 192)
        return NULL;
    kwargs = PyDict_New();
    for (unsigned n = tag % 3; n > 0; n--) {
        PyObject *value;
        const char *name = keywords[read_byte(in) % COUNT(keywords)];
        value = read_object(in, 1);
        PyDict_SetItemString(kwargs, name, value);
        Py_DECREF(value);
    }
    return kwargs;
}

static void call(reader *in, const char *what, PyObject *function, judging how)
{
    unsigned count = read_byte(in);
    PyObject *args = read_sequence(in, DEPTH, count % 16 < 12 ? count % 8 : count % 3, 1), *kwargs = read_keywords(in);

    shown(what, args, kwargs);
    judge(what, PyObject_Call(function, args, kwargs), how);
    Py_DECREF(args);
    Py_XDECREF(kwargs);
}

/* Some of what was made before. */
static PyObject *read_pool_list(reader *in)
{
    unsigned count = read_byte(in) % 5;
    PyObject *list = PyList_New(count);

    for (unsigned i = 0; i < count; i++)
        PyList_SET_ITEM(list, i, from_pool(read_byte(in)));
    return list;
}

/* Rows of cells, mostly of one length. */
static PyObject *read_grid(reader *in)
{
    unsigned tag = read_byte(in), width = tag % 8, height = tag / 8 % 8;
    PyObject *list = PyList_New(height);

    for (unsigned y = 0; y < height; y++) {
        unsigned bits = read_byte(in), length = bits == 255 ? width + 1 : width;
        PyObject *row = PyList_New(length);
        for (unsigned x = 0; x < length; x++)
            PyList_SET_ITEM(row, x, PyLong_FromLong(bits >> x & 1));
        PyList_SET_ITEM(list, y, row);
    }
    return list;
}

/* Arguments of the right number and kind, mostly, so that shapes exist to go on with. */
static void construct(reader *in)
{
    static const struct {
        unsigned which;
        const char *arguments; /* x coordinate, s size, p points, v pair, k something made before, l a list of such, g
                                  a grid, o anything */
    } recipe[] = {{0, "xx"},
                  {1, "xxs"},
                  {2, "xxxx"},
                  {3, "xxxxs"},
                  {4, "xxss"},
                  {4, "xxssx"},
                  {5, "xxsss"},
                  {5, "xxsssx"},
                  {6, "p"},
                  {7, "p"},
                  {7, "ps"},
                  {8, "xxss"},
                  {8, "xxssx"},
                  {9, "xxxx"},
                  {10, "xxssvx"},
                  {11, "xxsss"},
                  {12, "xxsss"},
                  {12, "xxsssx"},
                  {0, "v"},
                  {1, "vs"},
                  {2, "vv"},
                  {3, "vvs"},
                  {4, "vv"},
                  {1, "oos"},
                  {4, "oooo"},
                  {7, "o"},
                  {13, "vsp"},
                  {14, "o"},
                  {HIT, "svvs"},
                  {SWEEP, "kv"},
                  {CAST, "kvk"},
                  {CAST, "kvk"},
                  {RAYCAST, "vvk"},
                  {SEPARATE, "kk"},
                  {SEPARATE, "kkss"},
                  {BOUNCE, "vvv"},
                  {BOUNCE, "vvvssss"},
                  {SLIDE, "vv"},
                  {MERGE_TILES, "gs"},
                  {MERGE_RECTS, "l"},
                  {DECOMPOSE, "p"}};
    unsigned tag = read_byte(in);
    const char *kinds_of = recipe[tag % COUNT(recipe)].arguments, *what = callables[recipe[tag % COUNT(recipe)].which];
    PyObject *args = PyTuple_New((Py_ssize_t)strlen(kinds_of)), *kwargs = read_keywords(in);

    for (Py_ssize_t i = 0; kinds_of[i]; i++) {
        PyObject *value = kinds_of[i] == 'x'   ? PyFloat_FromDouble(read_coordinate(in))
                          : kinds_of[i] == 's' ? PyFloat_FromDouble(read_size(in))
                          : kinds_of[i] == 'p' ? read_points_object(in)
                          : kinds_of[i] == 'k' ? from_pool(read_byte(in))
                          : kinds_of[i] == 'l' ? read_pool_list(in)
                          : kinds_of[i] == 'g' ? read_grid(in)
                          : kinds_of[i] == 'v' ? Py_BuildValue("(dd)", read_coordinate(in), read_coordinate(in))
                                               : read_object(in, DEPTH);
        PyTuple_SET_ITEM(args, i, value);
    }
    shown(what, args, kwargs);
    judge(what, PyObject_Call(callable[recipe[tag % COUNT(recipe)].which], args, kwargs), PLAIN);
    Py_DECREF(args);
    Py_XDECREF(kwargs);
}

static void check_round_trips(PyObject *value, unsigned protocol)
{
    PyObject *failed = PyObject_CallFunction(is_body(value)    ? helper[14]
                                             : is_shape(value) ? same_again
                                                               : helper[11],
                                             "(OI)", value, protocol % 6);

    if (!failed)
        fatal("round trip");
    if (PyUnicode_GetLength(failed) != 0) {
        PyObject_Print(value, stderr, 0);
        CHECK(0, "%s does not give an equal object", PyUnicode_AsUTF8(failed));
    }
    Py_DECREF(failed);
}

static void check_laws(reader *in, PyObject *a, PyObject *b)
{
    double x = read_coordinate(in), y = read_coordinate(in), mass = read_byte(in) % 3 ? 1 : Py_HUGE_VAL;
    PyObject *args = Py_BuildValue("(O(dd)Od)", a, x, y, b, mass), *broken;

    shown("laws", args, NULL);
    broken = PyObject_CallObject(helper[is_body(a) || is_body(b) ? 15 : 12], args);
    if (!broken)
        fatal("laws");
    if (PyUnicode_GetLength(broken) != 0) {
        PyObject_Print(args, stderr, 0);
        CHECK(0, "%s", PyUnicode_AsUTF8(broken));
    }
    Py_DECREF(broken);
    Py_DECREF(args);
}

static void use(reader *in)
{
    unsigned tag = read_byte(in), which = read_byte(in);
    PyObject *object = from_pool(which), *other, *member;
    judging how = is_solid(object) ? PLAIN : FOREIGN;
    const char *name;

    switch (tag % 12) {
    case 0:
    case 1:
    case 2: /* a method, or whatever the attribute is */
        name = members[read_byte(in) % COUNT(members)];
        member = PyObject_GetAttrString(object, name);
        if (!member || !PyCallable_Check(member) || PyType_Check(member)) {
            if (target_verbose)
                fprintf(stderr, ".%s\n", name);
            judge(name, member, how | ATTRIBUTE);
        } else {
            call(in, name, member, how);
            Py_DECREF(member);
        }
        break;
    case 3: /* a verb, or the laws, with two of the pool */
        other = from_pool(which >> 4);
        if (tag / 12 >= VERBS) {
            if (is_solid(object) && is_solid(other))
                check_laws(in, object, other);
            Py_DECREF(other);
            break;
        }
        member = callable[FIRST_VERB + tag / 12];
        name = callables[FIRST_VERB + tag / 12];
        if (target_verbose)
            fprintf(stderr, "%s\n", name);
        judge(name, PyObject_CallFunctionObjArgs(member, object, other, NULL), PLAIN);
        Py_DECREF(other);
        break;
    case 4:
        if (is_solid(object) || is_result(object))
            check_round_trips(object, which >> 4);
        break;
    case 5: /* compared in all six ways */
        other = read_object(in, DEPTH);
        /* A foreign operand may answer in our place; two of them, such as lists that hold themselves, prove nothing. */
        if (is_solid(object) || is_solid(other))
            judge("comparison", PyObject_RichCompare(object, other, (int)(tag / 12 % 6)),
                  is_solid(object) && is_solid(other) ? PLAIN : FOREIGN);
        Py_DECREF(other);
        break;
    case 6: /* set and deleted: nothing may change */
        other = read_object(in, 1);
        name = members[read_byte(in) % COUNT(members)];
        if (is_solid(object)) {
            if (PyObject_SetAttrString(object, name, tag & 128 ? other : NULL) == 0)
                CHECK(0, "%s can be set", name);
            check_error(name, 1);
        }
        Py_DECREF(other);
        break;
    case 7: /* __reduce_ex__ with an argument replaced */
        if (is_solid(object)) {
            other = read_object(in, DEPTH);
            if (target_verbose)
                fprintf(stderr, "rebuild\n");
            judge("rebuild", PyObject_CallFunction(helper[1], "(OIOI)", object, which % 6, other, tag), PLAIN);
            Py_DECREF(other);
        }
        break;
    case 8: /* T.__new__(U), object.__new__(T), subclasses */
        other =
            which & 128 ? Py_NewRef((PyObject *)&PyBaseObject_Type) : Py_NewRef(class_object[which % COUNT(classes)]);
        member = class_object[tag / 12 % COUNT(classes)];
        if (which & 64)
            judge("subclass", PyObject_CallFunctionObjArgs(helper[3], member, NULL), FOREIGN);
        else
            judge("__new__", PyObject_CallFunctionObjArgs(helper[4], member, other, NULL), FOREIGN);
        Py_DECREF(other);
        break;
    case 9: {
        Py_hash_t hash = PyObject_Hash(object);
        if (hash == -1 && PyErr_Occurred())
            check_error("hash", 0);
        judge("repr", PyObject_Repr(object), how);
        break;
    }
    case 10: judge("matched", PyObject_CallFunctionObjArgs(helper[5], object, NULL), how); break;
    default: judge("copy", PyObject_CallFunctionObjArgs(helper[9 + tag / 12 % 2], object, NULL), how); break;
    }
    Py_DECREF(object);
}

/* ---- bodies ---- */

static PyObject *read_outlines(reader *in)
{
    unsigned count = read_byte(in) % 4;
    PyObject *list = PyList_New(count);

    for (unsigned i = 0; i < count; i++)
        PyList_SET_ITEM(list, i, read_points_object(in));
    return list;
}

/* A dictionary of names, some of which are no text or do not say what they are, and of what was made before. */
static PyObject *read_names(reader *in)
{
    static const char *const plain[] = {"", "a", "b", "head", "a'\"\\", "\xc3\xa9"};
    unsigned count = read_byte(in) % 6;
    PyObject *dictionary = PyDict_New();

    for (unsigned i = 0; i < count; i++) {
        unsigned which = read_byte(in);
        PyObject *value = from_pool(which >> 4), *name;
        name = which % 8 < COUNT(plain) ? PyUnicode_FromString(plain[which % 8]) : read_object(in, 1);
        if (PyDict_SetItem(dictionary, name, value) < 0)
            PyErr_Clear(); /* not hashable, or it raises */
        Py_DECREF(name);
        Py_DECREF(value);
    }
    return dictionary;
}

/* A dictionary for from_dict, mostly in one of its three forms. */
static PyObject *read_body_dictionary(reader *in)
{
    static const char *const forms[] = {"pieces", "outline", "chain"};
    unsigned tag = read_byte(in), form = tag % 3;
    PyObject *dictionary = PyDict_New(), *value;

    value = form == 0 ? PyList_New(tag / 4 % 4) : read_points_object(in);
    for (Py_ssize_t i = 0; form == 0 && i < PyList_GET_SIZE(value); i++) {
        PyObject *piece = read_dictionary(in, 1), *name = tag & 64 ? read_object(in, 1) : NULL;
        if (name)
            PyDict_SetItemString(piece, "name", name);
        Py_XDECREF(name);
        PyList_SET_ITEM(value, i, piece);
    }
    PyDict_SetItemString(dictionary, forms[form], value);
    Py_DECREF(value);
    if (tag & 128) {
        value = form == 1 ? read_outlines(in) : read_object(in, 1);
        PyDict_SetItemString(dictionary, form == 1 ? "holes" : body_keywords[tag % 8], value);
        Py_DECREF(value);
    }
    return dictionary;
}

static void construct_body(reader *in)
{
    static const struct {
        unsigned which;
        const char *arguments; /* l a list of what was made before, n a dictionary of names, k something made before,
                                  p points, h holes, s size, d a dictionary for from_dict, o anything */
    } recipe[] = {{BODY_CLASS, "l"},    {BODY_CLASS, "l"},    {BODY_CLASS, "n"},       {BODY_CLASS, "k"},
                  {BODY_CLASS, "o"},    {CHAIN, "p"},         {CHAIN, "pos"},          {FROM_OUTLINE, "p"},
                  {FROM_OUTLINE, "ph"}, {FROM_OUTLINE, "po"}, {DECOMPOSE_HOLES, "ph"}, {DECOMPOSE_HOLES, "po"},
                  {BODY_FROM_DICT, "d"}};
    unsigned tag = read_byte(in) % COUNT(recipe);
    const char *kinds_of = recipe[tag].arguments, *what = body_callables[recipe[tag].which];
    PyObject *args = PyTuple_New((Py_ssize_t)strlen(kinds_of));

    for (Py_ssize_t i = 0; kinds_of[i]; i++) {
        PyObject *value = kinds_of[i] == 'l'   ? read_pool_list(in)
                          : kinds_of[i] == 'n' ? read_names(in)
                          : kinds_of[i] == 'k' ? from_pool(read_byte(in))
                          : kinds_of[i] == 'p' ? read_points_object(in)
                          : kinds_of[i] == 'h' ? read_outlines(in)
                          : kinds_of[i] == 's' ? PyFloat_FromDouble(read_size(in))
                          : kinds_of[i] == 'd' ? read_body_dictionary(in)
                                               : read_object(in, DEPTH);
        PyTuple_SET_ITEM(args, i, value);
    }
    shown(what, args, NULL);
    judge(what, PyObject_Call(body_callable[recipe[tag].which], args, NULL), PLAIN);
    Py_DECREF(args);
}

static PyObject *read_body_keywords(reader *in)
{
    unsigned tag = read_byte(in);
    PyObject *kwargs, *value;

    if (tag < 192)
        return NULL;
    kwargs = PyDict_New();
    value = read_object(in, 2);
    PyDict_SetItemString(kwargs, body_keywords[tag % COUNT(body_keywords)], value);
    Py_DECREF(value);
    return kwargs;
}

/* A member of a body, or of whatever else: an index or a name that is not there is an error of its own kind. */
static void use_body_member(reader *in, PyObject *body)
{
    const char *name = body_members[read_byte(in) % COUNT(body_members)];
    bool looks_up = strcmp(name, "__getitem__") == 0;
    PyObject *member = PyObject_GetAttrString(body, name), *args, *kwargs, *result;

    if (!member || !PyCallable_Check(member) || !is_body(body)) {
        judge(name, member, FOREIGN | ATTRIBUTE);
        return;
    }
    args = read_sequence(in, DEPTH, read_byte(in) % 4, 1);
    kwargs = read_body_keywords(in);
    shown(name, args, kwargs);
    result = PyObject_Call(member, args, kwargs);
    if (!result && looks_up && PyErr_ExceptionMatches(PyExc_LookupError))
        PyErr_Clear();
    else
        judge(name, result, PLAIN);
    Py_XDECREF(kwargs);
    Py_DECREF(args);
    Py_DECREF(member);
}

/* Makes another solid from one, with any arguments. */
static void use_copy(reader *in, PyObject *object)
{
    static const char *const copies[] = {"placed", "replace", "__replace__"};
    static const char *const changes[] = {"pos", "angle", "scale",  "flip_x", "about",
                                          "x",   "r",     "points", "a",      "radians"};
    unsigned tag = read_byte(in), count = read_byte(in) % 4;
    const char *name = copies[tag % 3];
    PyObject *member, *args, *kwargs, *value;

    if (!is_solid(object))
        return;
    member = PyObject_GetAttrString(object, name);
    args = read_sequence(in, DEPTH, tag % 3 ? tag >> 7 : tag / 3 % 6, 1);
    kwargs = PyDict_New();
    for (unsigned i = 0; i < count; i++) {
        value = read_object(in, 2);
        PyDict_SetItemString(kwargs, changes[read_byte(in) % COUNT(changes)], value);
        Py_DECREF(value);
    }
    shown(name, args, kwargs);
    judge(name, PyObject_Call(member, args, kwargs), PLAIN);
    Py_DECREF(kwargs);
    Py_DECREF(args);
    Py_DECREF(member);
}

static void use_bodies(reader *in)
{
    unsigned tag = read_byte(in);
    PyObject *object;

    switch (tag % 4) {
    case 0:
    case 1: construct_body(in); break;
    case 2:
        if (tag >= 192) {
            object = from_pool(tag / 4);
            use_copy(in, object);
            Py_DECREF(object);
            break;
        }
        call(in, body_callables[tag / 4 % COUNT(body_callables)], body_callable[tag / 4 % COUNT(body_callables)],
             PLAIN);
        break;
    default:
        object = from_pool(tag / 4);
        use_body_member(in, object);
        Py_DECREF(object);
    }
}

/* What is left of the input is a program of a space. */
static void use_space(reader *in)
{
    uint8_t program[256];
    Py_ssize_t count = 0;
    PyObject *wrong;

    while (read_left(in) > 0 && count < (Py_ssize_t)sizeof program)
        program[count++] = (uint8_t)read_byte(in);
    wrong = PyObject_CallFunction(helper[13], "(y#)", (const char *)program, count);
    if (!wrong)
        fatal("a space");
    CHECK(PyUnicode_GetLength(wrong) == 0, "%s", PyUnicode_AsUTF8(wrong));
    Py_DECREF(wrong);
}

static void run(reader *in)
{
    for (int steps = 0; steps < 16 && read_left(in) > 0; steps++) {
        unsigned tag = read_byte(in);
        if (tag < 96) {
            construct(in);
        } else if (tag < 144) {
            call(in, callables[tag % COUNT(callables)], callable[tag % COUNT(callables)], PLAIN);
        } else if (tag < 152) {
            keep(read_object(in, DEPTH));
        } else if (tag < 160) {
            use_bodies(in);
        } else if (tag < 250) {
            use(in);
        } else {
            use_space(in);
        }
        CHECK(!PyErr_Occurred(), "an exception was left behind");
    }
}

/* ---- the interpreter ---- */

static PyObject *lookup(const char *dotted)
{
    const char *dot = strchr(dotted, '.');
    char head[64];
    PyObject *object, *member;

    snprintf(head, sizeof head, "%.*s", dot ? (int)(dot - dotted) : (int)strlen(dotted), dotted);
    object = PyDict_GetItemString(names, head);
    if (!object) {
        PyErr_SetString(PyExc_NameError, dotted);
        fatal(dotted);
    }
    member = dot ? PyObject_GetAttrString(object, dot + 1) : Py_NewRef(object);
    if (!member)
        fatal(dotted);
    return member;
}

static void prepare(void)
{
    PyObject *module = PyImport_ImportModule("hostile");

    if (!module)
        fatal("importing fuzz/hostile.py");
    names = PyModule_GetDict(module); /* sys.modules keeps it */
    Py_DECREF(module);
    hostile = lookup("hostile");
    fickle_errors = Py_BuildValue("(OOO)", PyExc_IndexError, PyExc_OverflowError, PyExc_MemoryError);
    hostile_error = lookup("HostileError");
    hostile_base = lookup("HostileBase");
    shape_type = lookup("Shape");
    contact_type = lookup("Contact");
    hit_type = lookup("Hit");
    body_type = lookup("Body");
    same_again = lookup("same_again");
    for (size_t i = 0; i < COUNT(callables); i++)
        callable[i] = lookup(callables[i]);
    for (size_t i = 0; i < COUNT(body_callables); i++)
        body_callable[i] = lookup(body_callables[i]);
    CHECK(strcmp(callables[FIRST_VERB], "relate") == 0 && strcmp(callables[HIT], "Hit") == 0 &&
              strcmp(callables[DECOMPOSE], "decompose") == 0 && strcmp(callables[SPRITES], "collide_shape") == 0,
          "the places of the callables");
    for (size_t i = 0; i < COUNT(helpers); i++)
        helper[i] = lookup(helpers[i]);
    for (size_t i = 0; i < COUNT(classes); i++)
        class_object[i] = lookup(classes[i]);
}

static void run_once(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);

    if (!names)
        prepare();
    pool_count = 0;
    has_fickle_sequence = false;
    run(&in);
    for (size_t i = 0; i < POOL; i++)
        Py_CLEAR(pool[i]);
    CHECK(!PyErr_Occurred(), "an exception was left behind");
}

#ifndef FUZZ_BINDING_MODULE

static void start(void) { start_python("import hostile\n", NULL, PYMEM_ALLOCATOR_MALLOC); }

#endif

EMBED_REPLAY(fuzz_binding)
