/* decompose: reading an outline and its holes, and making polygons of the core's pieces. Body.from_outline uses it too.
 * The core runs without the GIL. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"

#include <string.h>

/* Outlines one after the other: the polygon, then its holes. */
typedef struct outline_list {
    c2d_vec *points; /* blocks of PyMem memory */
    size_t *ends;
    size_t count;
} outline_list;

#define OUTLINE_NAME 40

/* The name of an outline in errors. */
static void name_outline(char name[OUTLINE_NAME], size_t index)
{
    if (index == 0)
        PyOS_snprintf(name, OUTLINE_NAME, "points");
    else
        PyOS_snprintf(name, OUTLINE_NAME, "holes[%zu]", index - 1);
}

static size_t start_of(const outline_list *list, size_t index) { return index > 0 ? list->ends[index - 1] : 0; }

/* Appends the points of an outline; false with an error set. */
static bool add_outline(outline_list *list, const char *function, PyObject *object)
{
    char name[OUTLINE_NAME];
    size_t n, start = start_of(list, list->count);
    name_outline(name, list->count);
    c2d_vec *points = points_from(function, name, object, &n);
    c2d_vec *all = points && n < PY_SSIZE_T_MAX / sizeof *all - start
                       ? PyMem_Realloc(list->points, (start + n + 1) * sizeof *all)
                       : NULL;
    if (points && !all)
        PyErr_NoMemory();
    if (all) {
        list->points = all;
        memcpy(all + start, points, n * sizeof *all);
        list->ends[list->count++] = start + n;
    }
    PyMem_Free(points);
    return all;
}

/* Whether holes was given as the points of one outline, [(x, y), ...]. */
static bool is_one_outline(PyObject *holes)
{
    double x;
    if (!(PyList_CheckExact(holes) || PyTuple_CheckExact(holes)) || PySequence_Fast_GET_SIZE(holes) == 0)
        return false;
    PyObject *point = PySequence_Fast_GET_ITEM(holes, 0);
    return (PyTuple_CheckExact(point) || PyList_CheckExact(point)) && PySequence_Fast_GET_SIZE(point) == 2 &&
           plain_number(PySequence_Fast_GET_ITEM(point, 0), &x);
}

/* False with an error set. The caller frees the lists in either case. holes: NULL for none. */
static bool read_outlines(const char *function, PyObject *points, PyObject *holes, outline_list *out)
{
    *out = (outline_list){NULL, NULL, 0};
    if (holes && is_one_outline(holes)) {
        PyErr_Format(PyExc_TypeError,
                     "%s: holes must be an iterable of outlines, got a single outline: write [outline]", function);
        return false;
    }
    PyObject *items = holes ? items_from(function, "holes", "an iterable of outlines", holes) : PyTuple_New(0);
    if (!items)
        return false;
    out->ends = PyMem_New(size_t, PyTuple_GET_SIZE(items) + 1);
    bool good = out->ends != NULL;
    if (!good)
        PyErr_NoMemory();
    good = good && add_outline(out, function, points);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items) && good; i++)
        good = add_outline(out, function, PyTuple_GET_ITEM(items, i));
    Py_DECREF(items);
    return good;
}

static void free_outlines(outline_list *list)
{
    PyMem_Free(list->points);
    PyMem_Free(list->ends);
}

/* ---- errors ---- */

static size_t outline_of(const outline_list *list, size_t point)
{
    size_t k = 0;
    while (point >= list->ends[k])
        k++;
    return k;
}

/* An edge as "edge 0 from (0.0, 0.0) to (4.0, 4.0)", or as "edge 0 of holes[2] from ...". */
static PyObject *edge_text(const outline_list *list, size_t point, bool with_outline)
{
    size_t k = outline_of(list, point), first = start_of(list, k);
    char name[OUTLINE_NAME];
    name_outline(name, k);
    const c2d_vec *p = list->points;
    PyObject *from = tuple_of_vector(p[point]);
    PyObject *to = tuple_of_vector(p[point + 1 < list->ends[k] ? point + 1 : first]), *text = NULL;
    if (from && to)
        text = !with_outline ? PyUnicode_FromFormat("edge %zu from %R to %R", point - first, from, to)
                             : PyUnicode_FromFormat("edge %zu of %s from %R to %R", point - first, name, from, to);
    Py_XDECREF(from);
    Py_XDECREF(to);
    return text;
}

static void refuse_empty_outline(const char *function, const outline_list *list)
{
    char name[OUTLINE_NAME];
    size_t k = 0;
    while (list->ends[k] > start_of(list, k))
        k++;
    name_outline(name, k);
    PyErr_Format(PyExc_ValueError, "%s: %s %s, got 0 points", function, name, c2d_rule(C2D_NO_POINTS));
}

/* The error of two edges that cross, or of a hole that is outside: then both edges are of that hole. */
static void refuse_edges(const char *function, c2d_status status, const outline_list *list, const size_t crossing[2])
{
    size_t k = outline_of(list, crossing[0]);
    bool outside = status == C2D_NOT_INSIDE && k == outline_of(list, crossing[1]);
    PyObject *first = edge_text(list, crossing[0], !outside && list->count > 1);
    PyObject *second = edge_text(list, crossing[1], !outside && list->count > 1);
    char name[OUTLINE_NAME];
    name_outline(name, k);
    const char *rule = c2d_rule(status);
    if (first && second && outside)
        PyErr_Format(PyExc_ValueError, "%s: holes %s, got %s, which is outside at its %U", function, rule, name, first);
    else if (first && second)
        PyErr_Format(PyExc_ValueError, "%s: %s %s, got %U and %U", function, status == C2D_NOT_INSIDE ? "holes" : name,
                     rule, first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
}

static void refuse_outlines(const char *function, c2d_status status, const outline_list *list, const c2d_pieces *pieces)
{
    if (status == C2D_NO_MEMORY)
        PyErr_NoMemory();
    else if (status == C2D_NO_POINTS)
        refuse_empty_outline(function, list);
    else
        refuse_edges(function, status, list, pieces->crossing);
}

/* ---- decompose ---- */

static PyObject *list_of_pieces(module_state *state, const char *function, const c2d_pieces *pieces)
{
    const signature s = {.name = function};
    static const arguments none;
    result_list polygons;
    bool good = true;
    result_list_init(&polygons);
    for (size_t i = 0; i < pieces->count && good; i++) {
        size_t first = pieces->first[i], count = pieces->first[i + 1] - first;
        good = result_list_add_object(&polygons, shape_from_points(state->types[KIND_POLYGON], KIND_POLYGON,
                                                                   pieces->vertices + first, count, 0, &s, &none));
    }
    return result_list_to_list(&polygons, good);
}

static void refuse_no_area(const char *function, const outline_list *list)
{
    if (list->count == 1)
        PyErr_Format(PyExc_ValueError, "%s: points must enclose an area, got %zu that enclose none", function,
                     list->ends[0]);
    else
        PyErr_Format(PyExc_ValueError,
                     "%s: points must enclose an area outside of holes, got %zu points and %zu of holes", function,
                     list->ends[0], list->ends[list->count - 1] - list->ends[0]);
}

PyObject *polygons_of_outline(module_state *state, const char *function, PyObject *points, PyObject *holes, bool empty)
{
    outline_list outlines;
    PyObject *list = NULL;
    if (read_outlines(function, points, holes, &outlines)) {
        c2d_pieces pieces;
        c2d_status status;
        Py_BEGIN_ALLOW_THREADS status = c2d_decompose_outlines(outlines.points, outlines.ends, outlines.count, &pieces);
        Py_END_ALLOW_THREADS if (status == C2D_OK) list = list_of_pieces(state, function, &pieces);
        else refuse_outlines(function, status, &outlines, &pieces);
        if (list && !empty && PyList_GET_SIZE(list) == 0) {
            Py_CLEAR(list);
            refuse_no_area(function, &outlines);
        }
        c2d_pieces_free(&pieces);
    }
    free_outlines(&outlines);
    return list;
}

const char function_decompose_doc[] = PyDoc_STR(
    "decompose($module, /, points, holes=())\n--\n\n"
    "Convex polygons that exactly cover the area enclosed by a polygon, less its holes, none overlapping.\n\n"
    "points is an iterable of pairs of numbers, the corners in order, in either direction. Repeated and collinear\n"
    "corners are accepted. holes is an iterable of such outlines inside the polygon; they may touch it and each other,\n"
    "at corners and along edges. Returns a list of Polygon whose corners are given points. No corner of one is inside an\n"
    "edge of another, so all stay flush when they are moved. Without holes and without corners that touch straight sides\n"
    "the list is at most four times as long as necessary. An outline may touch itself, at corners and along edges. Parts without area, such\n"
    "as a spike, add nothing, and a polygon without area gives the empty list.\n\n"
    "Raises TypeError for points that are not pairs of numbers, ValueError for an outline of no points, a number out of\n"
    "range, an outline that crosses itself (two edges cross, or an area is enclosed twice or by a part with the\n"
    "opposite orientation), or a hole that is not inside or crosses another. The message names two edges, or one\n"
    "edge of a hole that is outside, each by the index of the point where it starts, and by its ends.\n\n"
    ">>> decompose([(0, 0), (4, 0), (4, 4), (2, 4), (2, 1), (0, 1)])\n"
    "[Polygon([(0.0, 0.0), (4.0, 0.0), (2.0, 1.0), (0.0, 1.0)]), Polygon([(2.0, 1.0), (4.0, 0.0), (4.0, 4.0), (2.0,"
    " 4.0)])]\n"
    ">>> sum(piece.area for piece in decompose([(0, 0), (9, 0), (9, 9), (0, 9)], holes=[[(2, 2), (4, 2), (3, 4)]]))\n"
    "79.0\n"
    ">>> decompose([(0, 0), (4, 4), (4, 0), (0, 4)])\n"
    "Traceback (most recent call last):\n"
    "ValueError: decompose: points must outline a polygon that does not cross itself, got edge 0 from (0.0, "
    "0.0) to (4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)\n");

PyObject *function_decompose(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"decompose", 1, 2, 2, {{"points", OBJECT}, {"holes", OBJECT}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    return polygons_of_outline(state, s.name, a.object[0], is_given(&a, 1) ? a.object[1] : NULL, true);
}
