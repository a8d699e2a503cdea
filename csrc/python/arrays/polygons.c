/* New polygons from rows: polygons that are moved, turned, scaled or grown, and the regions that moving rows of any
 * kind cover. As for single shapes the core changes the vertices, and the result is their hull. collide2d/arrays
 * broadcasts the arguments and names the row at fault. */
#include "numpy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum polygon_change { MOVE, AT, ROTATE, ROTATE_RADIANS, SCALE_BY, GROW, SWEEP, CHANGES } polygon_change;

static const char *const change_names[CHANGES] = {"move", "at", "rotate", "radians", "scale_by", "grow", "sweep"};

/* The vertices of all results so far. */
typedef struct vertex_list {
    c2d_vec *vertices;
    size_t count, capacity;
} vertex_list;

typedef struct polygon_job {
    polygon_change how;
    row_format from;
    const char *rows;
    ptrdiff_t count, stride;
    bool masked;
    const double *argument; /* one number for each row, or two */
    const c2d_vec *about;   /* NULL: about the centre */
    double *out;            /* start, end, radius */
    vertex_list list;
    vertex_room room;
} polygon_job;

static bool append_vertices(vertex_list *list, const c2d_shape *s)
{
    if (list->capacity - list->count < s->count) {
        size_t capacity =
            2 * list->capacity > list->count + s->count ? 2 * list->capacity : list->count + s->count + 256;
        c2d_vec *vertices = realloc(list->vertices, capacity * sizeof *vertices);
        if (!vertices)
            return false;
        list->vertices = vertices;
        list->capacity = capacity;
    }
    memcpy(list->vertices + list->count, c2d_vertices(s), s->count * sizeof *list->vertices);
    list->count += s->count;
    return true;
}

/* The region that a row covers. The storages are in the room, too. */
static c2d_status sweep_row(polygon_job *j, const row_shape *from, c2d_vec motion, c2d_shape *out)
{
    c2d_shape moved;
    c2d_vec *room = room_take(&j->room, C2D_CAST_ROOM(from->shape.count));
    if (!room)
        return C2D_NO_MEMORY;
    c2d_status status = c2d_moved(&moved, &from->shape, from->has_rect ? &from->rect : NULL, motion, room);
    return status ? status : c2d_sweep(out, &from->shape, &moved, room + 2 * (size_t)from->shape.count);
}

static c2d_status change_polygon(polygon_job *j, const c2d_shape *from, double x[2], const c2d_vec *about,
                                 c2d_shape *out)
{
    size_t count = from->count;
    c2d_vec *points = room_take(&j->room, count), center = about ? *about : c2d_center(from), v = {x[0], x[1]};
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
static c2d_status change_row(polygon_job *j, ptrdiff_t i, c2d_shape *out)
{
    row_shape from;
    int numbers = j->how <= AT || j->how == SWEEP ? 2 : 1;
    double x[2] = {0, 0};
    memcpy(x, j->argument + numbers * i, (size_t)numbers * sizeof *x);
    c2d_status status = make_row(&j->from, j->rows + i * j->stride, &j->room, &from);
    if (j->how == ROTATE_RADIANS)
        x[0] = c2d_degrees(x[0]);
    for (int k = 0; k < numbers && !status; k++)
        status = c2d_check(&x[k]);
    if (status)
        return status;
    if (j->how == SWEEP)
        return sweep_row(j, &from, (c2d_vec){x[0], x[1]}, out);
    c2d_vec about = j->about ? j->about[i] : (c2d_vec){0, 0};
    (void)c2d_check(&about.x); /* they are in the domain, and may be tiny */
    (void)c2d_check(&about.y);
    return change_polygon(j, &from.shape, x, j->about ? &about : NULL, out);
}

/* Makes all results; the status of the first that is refused, and *at its row. A refused row of a masked array has no
 * points. Runs without the GIL. */
static c2d_status change_rows(polygon_job *j, ptrdiff_t *at)
{
    for (ptrdiff_t i = 0; i < j->count; i++) {
        c2d_shape made = {0};
        room_reset(&j->room);
        c2d_status status = change_row(j, i, &made);
        double start = (double)j->list.count;
        if (!status && !append_vertices(&j->list, &made))
            status = C2D_NO_MEMORY;
        if (status && (!j->masked || status == C2D_NO_MEMORY)) {
            *at = i;
            return status;
        }
        j->out[3 * i] = start;
        j->out[3 * i + 1] = (double)j->list.count;
        j->out[3 * i + 2] = status ? NAN : made.radius;
    }
    return C2D_OK;
}

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
    npy_intp size[2] = {(npy_intp)j->list.count, 2};
    PyArrayObject *vertices = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64);
    if (!vertices)
        return NULL;
    if (j->list.count > 0)
        memcpy(PyArray_DATA(vertices), j->list.vertices, j->list.count * sizeof *j->list.vertices);
    PyObject *pair = PyTuple_Pack(2, rows, vertices);
    Py_DECREF(vertices);
    return pair;
}

PyObject *arrays_make_polygons(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    const char *name;
    PyObject *given, *argument, *about;
    if (!PyArg_ParseTuple(args, "sO!OO:_make_polygons", &name, state->array_type, &given, &argument, &about))
        return NULL;
    const array_object *a = (array_object *)given;
    polygon_job j = {.how = MOVE};
    while (j.how < CHANGES && strcmp(change_names[j.how], name) != 0)
        j.how++;
    int numbers = j.how <= AT || j.how == SWEEP ? 2 : 1;
    bool good = j.how < CHANGES && PyArray_NDIM(a->array) == 2 && (a->kind == ROW_POLYGON || j.how == SWEEP);
    j.count = good ? PyArray_DIM(a->array, 0) : 0;
    if (!good || !is_argument(argument, j.count, numbers) || (about != Py_None && !is_argument(about, j.count, 2))) {
        PyErr_SetString(PyExc_ValueError, "_make_polygons: the arguments must be float64, one for each row");
        return NULL;
    }
    npy_intp size[2] = {j.count, 3};
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
    status = change_rows(&j, &at);
    Py_END_ALLOW_THREADS;
    PyObject *result = results_of(&j, rows, status, at);
    Py_DECREF(rows);
    room_free(&j.room);
    free(j.list.vertices);
    return result;
}
