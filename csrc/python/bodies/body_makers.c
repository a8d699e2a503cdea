/* Bodies from points: Body.from_outline of an outline with holes, and Chain of the corners of a line. */
#include "bodies.h"
#include "../base/methods.h"
#include "../base/result_list.h"

#include <string.h>

const char from_outline_doc[] = PyDoc_STR(
    "from_outline($type, points, holes=())\n--\n\n"
    "The area that a polygon encloses, less its holes, as a body: a level, an island, a letter.\n\n"
    "points is an iterable of pairs of numbers, the corners in order, in either direction; holes is an iterable of such\n"
    "outlines inside it. The pieces are those of decompose: convex polygons that do not overlap and whose corners are\n"
    "given points, none inside an edge of another piece. So no gap opens between them when the body is moved.\n\n"
    "Raises TypeError and ValueError as decompose does, and ValueError for an outline that encloses no area.\n\n"
    ">>> cave = Body.from_outline([(0, 0), (90, 0), (90, 60), (0, 60)], holes=[[(20, 20), (70, 20), (50, 40)]])\n"
    ">>> cave.area, cave.overlaps((50, 30)), cave.overlaps((80, 50))\n"
    "(4900.0, False, True)\n");

PyObject *body_from_outline(PyObject *type, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"Body.from_outline", 1, 2, 2, {{"points", OBJECT}, {"holes", OBJECT}}};
    module_state *state = PyType_GetModuleState((PyTypeObject *)type);
    arguments a;
    if (!parse((PyTypeObject *)type, &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *list = polygons_of_outline(state, s.name, a.object[0], is_given(&a, 1) ? a.object[1] : NULL, false);
    PyObject *pieces = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return body_from(state, pieces, NULL);
}

/* Drops points that equal the one before, and at the end of a closed line the one that equals the first. Returns how
 * many are left, at least one. */
static size_t drop_repeated(c2d_vec *points, size_t n, bool closed)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        c2d_check(&points[i].x); /* normalise: the points are valid */
        c2d_check(&points[i].y);
        if (count == 0 || !vec_equal(points[count - 1], points[i]))
            points[count++] = points[i];
    }
    while (closed && count > 1 && vec_equal(points[count - 1], points[0]))
        count--;
    return count;
}

/* The pieces between neighbours: segments, or capsules; of a single point a point, or a circle. */
static PyObject *links(module_state *state, const c2d_vec *points, size_t count, bool closed, double radius,
                       const signature *s, const arguments *a)
{
    shape_kind kind = count == 1 ? (radius > 0 ? KIND_CIRCLE : KIND_POINT) : radius > 0 ? KIND_CAPSULE : KIND_SEGMENT;
    size_t last = count == 1 || (closed && count > 2) ? count : count - 1;
    result_list made;
    bool good = true;
    result_list_init(&made);
    for (size_t i = 0; i < last && good; i++) {
        c2d_vec ends[2] = {points[i], points[i + 1 < count ? i + 1 : 0]};
        good = result_list_add_object(&made, shape_from_points(state->types[kind], kind, ends, 2, radius, s, a));
    }
    return result_list_to_tuple(&made, good);
}

const char chain_doc[] = PyDoc_STR(
    "Chain($module, /, points, closed=False, radius=0.0)\n--\n\n"
    "A line through points as a body: a coast, a fence or a rope that has no inside.\n\n"
    "points is an iterable of pairs of numbers; closed=True also joins the last one with the first. Returns a Body with\n"
    "a Segment between each point and the next or, with a radius > 0, a Capsule. Points that equal the one before are\n"
    "dropped; a single point gives a Point or a Circle. Raises TypeError for an argument of a wrong kind, ValueError for\n"
    "no points, a negative radius or a number out of range.\n\n"
    ">>> Chain([(0, 0), (4, 0), (4, 3)])\n"
    "Body([Segment(0.0, 0.0, 4.0, 0.0), Segment(4.0, 0.0, 4.0, 3.0)])\n"
    ">>> len(Chain([(0, 0), (4, 0), (4, 3)], closed=True, radius=0.5))\n"
    "3\n");

PyObject *function_chain(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"Chain", 1, 3, 3, {{"points", OBJECT}, {"closed", OBJECT}, {"radius", SIZE}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    bool closed;
    size_t n;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a) ||
        !truth_of(&a, 1, &closed))
        return NULL;
    c2d_vec *points = points_from(s.name, "points", a.object[0], &n);
    if (!points)
        return NULL;
    PyObject *body = NULL;
    if (n == 0) {
        PyErr_Format(PyExc_ValueError, "Chain: points %s, got 0 points", c2d_rule(C2D_NO_POINTS));
    } else {
        size_t count = drop_repeated(points, n, closed);
        body = body_from(state, links(state, points, count, closed, a.number[2], &s, &a), NULL);
    }
    PyMem_Free(points);
    return body;
}
