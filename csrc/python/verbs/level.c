/* merge_tiles, merge_rects: reading grids and rectangles, and making lists of the core's results.
 * The core runs without the GIL. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"

#include <string.h>

/* As items_from, but text is refused. */
static PyObject *items_but_text(const char *function, const char *argument, const char *rule, PyObject *object)
{
    if (!is_text(object))
        return items_from(function, argument, rule, object);
    return PyErr_Format(PyExc_TypeError, "%s: %s must be %s, got %.100s", function, argument, rule,
                        Py_TYPE(object)->tp_name);
}

/* The boxes as a list of Rect, with the same corners to the bit. */
static PyObject *list_of_boxes(module_state *state, const char *function, const c2d_boxes *boxes)
{
    const signature s = {.name = function};
    static const arguments none;
    result_list rects;
    bool good = true;
    result_list_init(&rects);
    for (size_t i = 0; i < boxes->count && good; i++) {
        c2d_rect rect = {.anchor = C2D_BY_CORNERS, .at = boxes->list[i].min, .size = boxes->list[i].max};
        good = result_list_add_object(&rects, rect_from_numbers(state->types[KIND_RECT], KIND_RECT, &rect, &s, &none));
    }
    return result_list_to_list(&rects, good);
}

/* ---- merge_tiles ---- */

typedef struct grid {
    uint8_t *cells; /* row after row; 1: solid */
    Py_ssize_t width, height;
} grid;

/* Whether a cell is solid: 1, 0, or -1 with an error set. */
static int is_solid(PyObject *solid, PyObject *cell)
{
    if (solid == NULL || solid == (PyObject *)&PyBool_Type)
        return PyObject_IsTrue(cell);
    PyObject *answer = PyObject_CallOneArg(solid, cell);
    int result = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return result;
}

/* Allocates the cells; false with an error set. */
static bool set_width(grid *g, Py_ssize_t width)
{
    g->width = width;
    if (width > 0 && g->height > PY_SSIZE_T_MAX / width)
        PyErr_NoMemory();
    else if (!(g->cells = PyMem_Malloc((size_t)(width * g->height) + 1)))
        PyErr_NoMemory();
    return g->cells != NULL;
}

static bool read_row(grid *g, Py_ssize_t y, PyObject *object, PyObject *solid)
{
    char name[40];
    PyOS_snprintf(name, sizeof name, "grid[%zd]", y);
    PyObject *row = items_from("merge_tiles", name, "a sequence of cells", object);
    if (!row)
        return false;
    bool good = y > 0 || set_width(g, PyTuple_GET_SIZE(row));
    if (good && PyTuple_GET_SIZE(row) != g->width) {
        PyErr_Format(PyExc_ValueError, "merge_tiles: %s must be as long as grid[0], %zd cells, got %zd", name, g->width,
                     PyTuple_GET_SIZE(row));
        good = false;
    }
    for (Py_ssize_t x = 0; x < g->width && good; x++) {
        int answer = is_solid(solid, PyTuple_GET_ITEM(row, x));
        good = answer >= 0;
        g->cells[y * g->width + x] = answer > 0;
    }
    Py_DECREF(row);
    return good;
}

/* False with an error set. The caller frees the cells in either case. */
static bool read_grid(PyObject *object, PyObject *solid, grid *out)
{
    PyObject *rows = items_but_text("merge_tiles", "grid", "a sequence of rows", object);
    *out = (grid){NULL, 0, 0};
    if (!rows)
        return false;
    bool good = true;
    out->height = PyTuple_GET_SIZE(rows);
    for (Py_ssize_t y = 0; y < out->height && good; y++)
        good = read_row(out, y, PyTuple_GET_ITEM(rows, y), solid);
    Py_DECREF(rows);
    return good;
}

/* The tile size from a number or a pair, > 0; false with an error set. */
static bool read_tile_size(PyObject *object, c2d_vec *out)
{
    Py_ssize_t length = sequence_length(object);
    if (length == -2)
        return false;
    if (length >= 0 && !pair_from("merge_tiles", "tile_size", object, out))
        return false;
    if (length == -1) {
        if (!number_from("merge_tiles", "tile_size", object, &out->x))
            return false;
        out->y = out->x;
    }
    if (!check_vector("merge_tiles", "tile_size", out))
        return false;
    if (out->x > 0 && out->y > 0)
        return true;
    refuse_number("merge_tiles", "tile_size", C2D_NOT_POSITIVE, out->x > 0 ? out->y : out->x);
    return false;
}

/* The error for a tile size and an origin that are valid, but not with a grid of this size. */
static void refuse_tiles(c2d_status status, const grid *g, c2d_vec tile, c2d_vec origin)
{
    PyObject *size = tuple_of_vector(tile), *from = tuple_of_vector(origin);
    if (status == C2D_NO_MEMORY)
        PyErr_NoMemory();
    else if (size && from)
        PyErr_Format(PyExc_ValueError,
                     "merge_tiles: the coordinates of tiles %s, got tile_size=%R, origin=%R and %zd x %zd cells",
                     c2d_rule(status), size, from, g->width, g->height);
    Py_XDECREF(size);
    Py_XDECREF(from);
}

const char function_merge_tiles_doc[] = PyDoc_STR(
    "merge_tiles($module, /, grid, tile_size, solid=..., origin=(0.0, 0.0))\n--\n\n"
    "The fewest boxes that cover exactly the solid tiles of a grid, none overlapping.\n\n"
    "grid is a sequence of rows, from top to bottom, of cells, from left to right: lists, strings, an array. All rows\n"
    "have the same length. tile_size is a number, or (width, height), > 0. solid is a function that is true for a\n"
    "cell with a tile; without it, bool. origin is the top-left corner of the first cell. Returns a list of Rect,\n"
    "sorted from top to bottom, then from left to right; without tiles it is empty. No other way to cut the tiles\n"
    "into rectangles has fewer; if several have as few, cuts along rows are preferred.\n\n"
    "Tile (column, row) begins at origin + (column, row) * tile_size, computed as Python does, and ends where the\n"
    "next one begins. Neighbouring boxes therefore share their edges exactly, and a shape that slides along them does\n"
    "not snag on a seam. Raises TypeError for an argument of a wrong kind, ValueError for rows of different lengths,\n"
    "a number out of range, or tiles so small, compared with their coordinates, that rounding makes them empty.\n\n"
    ">>> level = [\"#....#\",\n"
    "...          \"######\",\n"
    "...          \"######\"]\n"
    ">>> merge_tiles(level, 16, solid=\"#\".__eq__)\n"
    "[Rect(0.0, 0.0, 16.0, 16.0), Rect(80.0, 0.0, 16.0, 16.0), Rect(0.0, 16.0, 96.0, 32.0)]\n"
    ">>> merge_tiles([[0, 7], [3, 7]], (16, 8), origin=(100, 0))\n"
    "[Rect(116.0, 0.0, 16.0, 8.0), Rect(100.0, 8.0, 32.0, 8.0)]\n");

PyObject *function_merge_tiles(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { GRID, TILE_SIZE, SOLID, ORIGIN };
    static const signature s = {
        "merge_tiles", 2, 4, 4, {{"grid", OBJECT}, {"tile_size", OBJECT}, {"solid", OBJECT}, {"origin", VECTOR}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    grid g;
    c2d_vec tile, origin = {0, 0};
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a))
        return NULL;
    PyObject *solid = is_given(&a, SOLID) ? a.object[SOLID] : NULL;
    if (solid && !PyCallable_Check(solid))
        return PyErr_Format(PyExc_TypeError, "merge_tiles: solid must be a function of a cell, got %.100s",
                            Py_TYPE(solid)->tp_name);
    if (is_given(&a, ORIGIN))
        origin = a.vector[ORIGIN];
    if (!read_tile_size(a.object[TILE_SIZE], &tile))
        return NULL;
    c2d_boxes boxes = {NULL, 0};
    PyObject *list = NULL;
    if (read_grid(a.object[GRID], solid, &g)) {
        c2d_status status;
        Py_BEGIN_ALLOW_THREADS status =
            c2d_merge_tiles(g.cells, (size_t)g.width, (size_t)g.height, origin, tile, &boxes);
        Py_END_ALLOW_THREADS if (status == C2D_OK) list = list_of_boxes(state, s.name, &boxes);
        else refuse_tiles(status, &g, tile, origin);
    }
    PyMem_Free(g.cells);
    c2d_boxes_free(&boxes);
    return list;
}

/* ---- merge_rects ---- */

/* The corners of an axis-aligned Rect; a Rect without area, turned or not, becomes a point. False with an error set. */
static bool box_from(module_state *state, Py_ssize_t i, PyObject *object, c2d_bounds *out)
{
    char name[40];
    operand o;
    PyOS_snprintf(name, sizeof name, "rects[%zd]", i);
    if (!read_operand(state, "merge_rects", name, object, &o))
        return false;
    const c2d_shape *s = &o.shape->shape;
    bool good = o.shape->kind == KIND_RECT && s->form != C2D_CONVEX;
    if (good) {
        const c2d_vec *v = s->v.own;
        bool solid = s->form == C2D_BOX;
        *out = (c2d_bounds){v[0], solid ? v[2] : v[0]};
    } else if (o.shape->kind == KIND_RECT) {
        PyObject *got = object_of_operand(state, &o);
        if (got)
            PyErr_Format(PyExc_ValueError, "merge_rects: %s must be axis-aligned, got %R", name, got);
        Py_XDECREF(got);
    } else {
        PyErr_Format(PyExc_TypeError, "merge_rects: %s must be a rectangle, got a %s", name,
                     class_names[o.shape->kind]);
    }
    release_operand(&o);
    return good;
}

static PyObject *merged(module_state *state, const char *function, const c2d_bounds *rects, size_t n)
{
    c2d_boxes boxes;
    c2d_status status;
    Py_BEGIN_ALLOW_THREADS status = c2d_merge_boxes(rects, n, &boxes);
    Py_END_ALLOW_THREADS PyObject *list = status ? PyErr_NoMemory() : list_of_boxes(state, function, &boxes);
    c2d_boxes_free(&boxes);
    return list;
}

const char function_merge_rects_doc[] = PyDoc_STR(
    "merge_rects($module, /, rects)\n--\n\n"
    "The fewest boxes that cover exactly the union of rectangles, none overlapping.\n\n"
    "rects is an iterable of axis-aligned rectangles: Rect, pygame's rectangles, objects whose .shape is a Rect. They\n"
    "may overlap, touch, and be equal; those without area add nothing. Returns a list of Rect, sorted by top, then\n"
    "left, whose edges are at coordinates of the input, to the bit. No other way to cut the union into rectangles has\n"
    "fewer; if several have as few, cuts from left to right are preferred. Strips that cross like a grid need many\n"
    "boxes: n and n of them about n * n. Raises TypeError for anything that is not a rectangle (four numbers are\n"
    "ambiguous), ValueError for a rectangle that is turned or has a number out of range.\n\n"
    ">>> merge_rects([Rect(0, 0, 10, 10), Rect(10, 0, 10, 10), Rect(5, 2, 10, 8)])\n"
    "[Rect(0.0, 0.0, 20.0, 10.0)]\n"
    ">>> merge_rects([Rect(0, 4, 12, 4), Rect(4, 0, 4, 12), Rect(0, 0, 0, 9)])\n"
    "[Rect(4.0, 0.0, 4.0, 4.0), Rect(0.0, 4.0, 12.0, 4.0), Rect(4.0, 8.0, 4.0, 4.0)]\n");

PyObject *function_merge_rects(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"merge_rects", 1, 1, 1, {{"rects", OBJECT}}};
    module_state *state = PyModule_GetState(module);
    arguments a;
    if (!parse(state->shape_type, &s, args, nargs, kwnames, &a))
        return NULL;
    PyObject *items = items_but_text(s.name, "rects", "an iterable of rectangles", a.object[0]), *list = NULL;
    if (!items)
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(items);
    c2d_bounds *rects = PyMem_New(c2d_bounds, n + 1);
    bool good = rects != NULL;
    if (!good)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n && good; i++)
        good = box_from(state, i, PyTuple_GET_ITEM(items, i), &rects[i]);
    Py_DECREF(items);
    if (good)
        list = merged(state, s.name, rects, (size_t)n);
    PyMem_Free(rects);
    return list;
}
