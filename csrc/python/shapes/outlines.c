/* Shapes and bodies for other libraries: outline, __geo_interface__ and to_shapely. The outline of a shape is made in
 * the core; that of a body, and all that has to do with GeoJSON, in Python: collide2d._unions and collide2d._geo. */
#include "../base/arguments.h"
#include "../base/methods.h"

/* The tolerance of a call, if it is not given a thousandth of the radius: 72 corners of a circle. */
#define DEFAULT_TOLERANCE 0.001

static bool read_tolerance(PyObject *self, const signature *s, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames, arguments *out)
{
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, out))
        return false;
    arguments checked = *out; /* a copy: a tolerance is no coordinate, and keeps the bits that checking would round */
    return check_arguments(s, &checked);
}

/* Calls a function of a module of the package with the object and its tolerance, None if it is not given. */
static PyObject *call_with_tolerance(const char *module, const char *function, PyObject *self, const arguments *a)
{
    PyObject *found = PyImport_ImportModule(module), *result = NULL;
    PyObject *tolerance = is_given(a, 0) ? PyFloat_FromDouble(a->number[0]) : Py_NewRef(Py_None);
    if (found && tolerance)
        result = PyObject_CallMethod(found, function, "(OO)", self, tolerance);
    Py_XDECREF(tolerance);
    Py_XDECREF(found);
    return result;
}

/* ---- outline ---- */

#define TOLERANCE_DOC                                                                                                  \
    "tolerance is a length, at least 1e-9 of the radius; without one it is a thousandth of the radius, which gives "   \
    "a\n"                                                                                                              \
    "circle 72 corners. Raises TypeError for an argument of a wrong kind, ValueError for a tolerance that is "         \
    "negative,\n"                                                                                                      \
    "not finite or finer than that.\n\n"

const char outline_doc[] = PyDoc_STR(
    "outline($self, /, tolerance=None)\n--\n\n"
    "The border as a polygon: a tuple of corners, in the order of vertices.\n\n"
    "A shape of radius 0 has exactly its vertices. Round parts become corners on the border, so the polygon is inside the\n"
    "shape, and no point of the border is farther from it than the tolerance, except for rounding: 8 ulps of the greatest\n"
    "coordinate. An arc of radius r is divided at 4 n directions of the full turn, with the least n for which\n"
    "r (pi / 4n)**2 / 2, at least the height of an arc over its chord, is at most the tolerance. Fewer than three corners\n"
    "are a segment or a point, as of a circle of radius 0.\n\n"
    TOLERANCE_DOC
    ">>> Rect(0, 0, 4, 2).outline()\n"
    "((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))\n"
    ">>> Circle(0, 0, 2).outline(tolerance=2)\n"
    "((-2.0, 0.0), (0.0, -2.0), (2.0, 0.0), (0.0, 2.0))\n"
    ">>> len(Capsule(0, 0, 4, 0, 1).outline(0.01))\n"
    "26\n");

PyObject *shape_outline(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"outline", 0, 1, 1, {{"tolerance", SIZE | OPTIONAL}}};
    const c2d_shape *shape = SHAPE(self);
    arguments a;
    if (!read_tolerance(self, &s, args, nargs, kwnames, &a))
        return NULL;
    double tolerance = is_given(&a, 0) ? a.number[0] : DEFAULT_TOLERANCE * shape->radius;
    if (c2d_outline_is_too_fine(shape, tolerance)) {
        PyObject *limit = PyFloat_FromDouble(C2D_FINEST_OUTLINE * shape->radius), *got = PyFloat_FromDouble(tolerance);
        if (limit && got)
            PyErr_Format(PyExc_ValueError, "outline: tolerance must be at least %R, 1e-9 of the radius, got %R", limit,
                         got);
        Py_XDECREF(limit);
        Py_XDECREF(got);
        return NULL;
    }
    size_t count = c2d_outline_room(shape, tolerance);
    c2d_vec own[SMALL_ROOM], *points = alloc_room(own, count);
    if (!points)
        return NULL;
    c2d_status status = c2d_outline_points(shape, tolerance, points, &count);
    PyObject *outline = status ? PyErr_NoMemory() : tuple_of_vectors(points, (Py_ssize_t)count);
    free_room(own, points);
    return outline;
}

const char body_outline_doc[] = PyDoc_STR(
    "outline($self, /, tolerance=None)\n--\n\n"
    "The border of the union of the pieces: a list of polygons, each a list of rings, each a tuple of corners.\n\n"
    "The first ring of a polygon is its outside, in the direction of vertices; the others are its holes, in the opposite\n"
    "one. Edges inside the union are left out, so flush pieces have one outline. Which edges cross, and where, is decided\n"
    "exactly; corners of pieces keep their bits, and points where edges cross are rounded once. Two polygons, or rings of\n"
    "one, have at most corners in common. Round pieces have the outline of Shape.outline, with the tolerance or a\n"
    "thousandth of their own radius. A piece without area that is not inside the others follows as a polygon of one ring\n"
    "of one or two points.\n\n"
    "Raises TypeError and ValueError as Shape.outline, and ValueError for an outline that leaves the domain of\n"
    "coordinates.\n\n"
    ">>> Body([Rect(0, 0, 2, 1), Rect(2, 0, 2, 1)]).outline()\n"
    "[[((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (0.0, 1.0))]]\n"
    ">>> frame = Body.from_outline([(0, 0), (9, 0), (9, 9), (0, 9)], holes=[[(3, 3), (6, 3), (6, 6)]])\n"
    ">>> frame.outline()\n"
    "[[((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), ((3.0, 3.0), (6.0, 6.0), (6.0, 3.0))]]\n");

PyObject *body_outline(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"outline", 0, 1, 1, {{"tolerance", SIZE | OPTIONAL}}};
    arguments a;
    if (!read_tolerance(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return call_with_tolerance("collide2d._unions", "body_outline", self, &a);
}

/* ---- GeoJSON ---- */

const char geo_interface_doc[] =
    PyDoc_STR(
    "The outline as a GeoJSON geometry, a dictionary, which shapely, GeoPandas and others read.\n\n"
    "A Point, LineString or Polygon; of a body also a MultiPolygon, MultiLineString, MultiPoint or GeometryCollection.\n"
    "Round parts are polygons, to a thousandth of their radius. collide2d.from_geo reads it.\n\n"
    ">>> Segment(0, 0, 4, 2).__geo_interface__\n"
    "{'type': 'LineString', 'coordinates': ((0.0, 0.0), (4.0, 2.0))}\n");

PyObject *get_geo_interface(PyObject *self, void *Py_UNUSED(closure))
{
    static const arguments none;
    return call_with_tolerance("collide2d._geo", "geometry_of", self, &none);
}

const char to_shapely_doc[] = PyDoc_STR(
    "to_shapely($self, /, tolerance=None)\n--\n\n"
    "The shape or body as a geometry of shapely: a Point, LineString or Polygon, of a body also a collection of these.\n\n"
    "Vertices keep their bits. Round parts are polygons, as outline(tolerance) makes them. Raises ImportError if shapely\n"
    "is not installed, TypeError and ValueError as outline.\n\n"
    ">>> Rect(0, 0, 4, 2).to_shapely().wkt\n"
    "'POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))'\n");

PyObject *shape_to_shapely(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"to_shapely", 0, 1, 1, {{"tolerance", SIZE | OPTIONAL}}};
    arguments a;
    if (!read_tolerance(self, &s, args, nargs, kwnames, &a))
        return NULL;
    return call_with_tolerance("collide2d._geo", "to_shapely", self, &a);
}
