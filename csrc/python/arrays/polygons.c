/* New polygons from rows: polygons that are moved, turned, scaled or grown, and the regions that moving rows of any
 * kind cover. As for single shapes the core changes the vertices, and the result is their hull. collide2d/arrays
 * broadcasts the arguments and names the row at fault. */
#include "vertex_parts.h"

#include <math.h>
#include <string.h>

typedef enum polygon_change { MOVE, AT, ROTATE, ROTATE_RADIANS, SCALE_BY, GROW, SWEEP, CORE, CHANGES } polygon_change;

static const char *const change_names[CHANGES] = {"move",     "at",   "rotate", "radians",
                                                  "scale_by", "grow", "sweep",  "core"};

typedef struct polygon_job {
    polygon_change how;
    row_format from;
    const char *rows;
    ptrdiff_t stride;
    bool masked;
    const double *argument; /* one number for each row, or two */
    const c2d_vec *about;   /* NULL: about the centre */
    double *out;            /* start, end, radius */
    vertex_parts parts;
} polygon_job;

/* The region that a row covers. The storages are in the room, too. */
static c2d_status sweep_row(vertex_room *in, const row_shape *from, c2d_vec motion, c2d_shape *out)
{
    c2d_shape moved;
    c2d_vec *room = room_take(in, C2D_CAST_ROOM(from->shape.count));
    if (!room)
        return C2D_NO_MEMORY;
    c2d_status status = c2d_moved(&moved, &from->shape, from->has_rect ? &from->rect : NULL, motion, room);
    return status ? status : c2d_sweep(out, &from->shape, &moved, room + 2 * (size_t)from->shape.count);
}

static c2d_status change_polygon(const polygon_job *j, vertex_room *in, const c2d_shape *from, double x[2],
                                 const c2d_vec *about, c2d_shape *out)
{
    size_t count = from->count;
    c2d_vec *points = room_take(in, count), center = about ? *about : c2d_center(from), v = {x[0], x[1]};
    double radius = from->radius;
    if (!points)
        return C2D_NO_MEMORY;
    memcpy(points, c2d_vertices(from), count * sizeof *points);
    switch (j->how) {
    case MOVE: c2d_move_points(points, count, v); break;
    case AT: c2d_move_points(points, count, (c2d_vec){v.x - center.x, v.y - center.y}); break;
    case SCALE_BY:
        c2d_scale_points(points, count, x[0], center);
        radius = x[0] * radius;
        break;
    case GROW: radius = radius + x[0]; break;
    default: c2d_rotate_points(points, count, x[0], center); break;
    }
    return c2d_hull_shape(out, points, count, radius, points);
}

/* Makes result i; the status if there is none. */
static c2d_status change_row(const polygon_job *j, vertex_room *in, ptrdiff_t i, c2d_shape *out)
{
    row_shape from;
    int numbers = j->how <= AT || j->how == SWEEP ? 2 : 1;
    double x[2] = {0, 0};
    memcpy(x, j->argument + numbers * i, (size_t)numbers * sizeof *x);
    c2d_status status = make_row(&j->from, j->rows + i * j->stride, in, &from);
    if (j->how == ROTATE_RADIANS)
        x[0] = c2d_degrees(x[0]);
    for (int k = 0; k < numbers && !status; k++)
        status = c2d_check(&x[k]);
    if (status)
        return status;
    if (j->how == CORE) {
        *out = from.shape;
        return C2D_OK;
    }
    if (j->how == SWEEP)
        return sweep_row(in, &from, (c2d_vec){x[0], x[1]}, out);
    c2d_vec about = j->about ? j->about[i] : (c2d_vec){0, 0};
    (void)c2d_check(&about.x); /* they are in the domain, and may be tiny */
    (void)c2d_check(&about.y);
    return change_polygon(j, in, &from.shape, x, j->about ? &about : NULL, out);
}

/* A refused row of a masked array has no points. */
static int make_polygon(const void *context, vertex_room *room, vertex_list *list, ptrdiff_t i)
{
    const polygon_job *j = context;
    c2d_shape made = {0};
    c2d_status status = change_row(j, room, i, &made);
    double start = (double)list->count;
    if (!status && !append_vertices(list, &made))
        status = C2D_NO_MEMORY;
    if (status && (!j->masked || status == C2D_NO_MEMORY))
        return (int)status;
    j->out[3 * i] = start;
    j->out[3 * i + 1] = (double)list->count;
    j->out[3 * i + 2] = status ? NAN : made.radius;
    return C2D_OK;
}

static double *ends_of_polygon(const void *context, ptrdiff_t i) { return ((const polygon_job *)context)->out + 3 * i; }

static bool is_argument(PyObject *object, ptrdiff_t rows, int numbers)
{
    const PyArrayObject *array = (PyArrayObject *)object;
    return PyArray_Check(object) && PyArray_IS_C_CONTIGUOUS(array) && PyArray_ISNOTSWAPPED(array) &&
           PyArray_TYPE(array) == NPY_FLOAT64 && PyArray_NDIM(array) == 2 && PyArray_DIM(array, 0) == rows &&
           PyArray_DIM(array, 1) == numbers;
}

/* The rows and the vertices; or the index of the row that is refused, and the reason. */
static PyObject *results_of(const polygon_job *j, PyArrayObject *rows, c2d_status status, ptrdiff_t at)
{
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    if (status)
        return Py_BuildValue("ns", at, status == ROW_OUT_OF_TABLE ? "is out of the table" : c2d_rule(status));
    PyArrayObject *vertices = vertex_parts_join(&j->parts, ends_of_polygon, j);
    if (!vertices)
        return NULL;
    PyObject *pair = PyTuple_Pack(2, rows, vertices);
    Py_DECREF(vertices);
    return pair;
}

PyObject *arrays_make_polygons(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    const char *name;
    PyObject *given, *argument, *about, *threads;
    polygon_job j = {.how = MOVE};
    if (!PyArg_ParseTuple(args, "sO!OOO:_make_polygons", &name, state->array_type, &given, &argument, &about,
                          &threads) ||
        !read_threads(strcmp(name, "radians") ? name : "rotate", threads, &j.parts.threads))
        return NULL;
    const array_object *a = (array_object *)given;
    while (j.how < CHANGES && strcmp(change_names[j.how], name) != 0)
        j.how++;
    int numbers = j.how <= AT || j.how == SWEEP ? 2 : 1;
    bool good = j.how < CHANGES && PyArray_NDIM(a->array) == 2 && (a->kind == ROW_POLYGON || j.how >= SWEEP);
    j.parts.count = good ? PyArray_DIM(a->array, 0) : 0;
    if (!good || !is_argument(argument, j.parts.count, numbers) ||
        (about != Py_None && !is_argument(about, j.parts.count, 2))) {
        PyErr_SetString(PyExc_ValueError, "_make_polygons: the arguments must be float64, one for each row");
        return NULL;
    }
    npy_intp size[2] = {j.parts.count, 3};
    PyArrayObject *rows = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64);
    if (!rows)
        return NULL;
    j.from = format_of(a);
    j.rows = PyArray_BYTES(a->array);
    j.stride = PyArray_STRIDE(a->array, 0);
    j.masked = a->masked;
    j.argument = PyArray_DATA((PyArrayObject *)argument);
    j.about = about == Py_None ? NULL : PyArray_DATA((PyArrayObject *)about);
    j.out = PyArray_DATA(rows);
    c2d_status status;
    ptrdiff_t at = 0;
    Py_BEGIN_ALLOW_THREADS;
    status = (c2d_status)vertex_parts_run(&j.parts, make_polygon, &j, &at);
    Py_END_ALLOW_THREADS;
    PyObject *result = results_of(&j, rows, status, at);
    Py_DECREF(rows);
    vertex_parts_free(&j.parts);
    return result;
}
