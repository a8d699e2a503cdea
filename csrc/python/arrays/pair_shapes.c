/* intersection and minkowski_difference of rows: a shape for each pair, of the simplest kind, as mixed rows. The core
 * answers as for single shapes. collide2d/arrays broadcasts the rows and names the pair at fault. */
#include "numpy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One side: rows of one axis, or a single shape. */
typedef struct pair_side {
    row_stream rows;
    row_shape single;
    bool is_single;
} pair_side;

typedef enum pair_fault { PAIR_OK, PAIR_NO_MEMORY, PAIR_ROW_A, PAIR_ROW_B, PAIR_IS_ROUND, PAIR_TOO_LARGE } pair_fault;

typedef struct pair_job {
    bool intersects; /* otherwise the Minkowski difference */
    pair_side side[2];
    ptrdiff_t count;
    double *out; /* rows of MAX_COLUMNS numbers */
    vertex_list list;
    vertex_room room;
    double radii[2]; /* of the pair at fault */
    c2d_status status;
} pair_job;

/* ---- one pair ---- */

/* Writes the row of a shape of the simplest kind: see simplest_object. False if there is no memory. */
static bool write_simplest(const c2d_shape *s, vertex_list *list, double *row)
{
    static const row_kind kinds[][2] = {
        [C2D_POINT] = {ROW_POINT, ROW_CIRCLE},
        [C2D_SEGMENT] = {ROW_SEGMENT, ROW_CAPSULE},
        [C2D_BOX] = {ROW_RECT, ROW_ROUNDRECT},
        [C2D_CONVEX] = {ROW_POLYGON, ROW_POLYGON},
    };
    row_kind kind = kinds[s->form][s->radius > 0];
    const c2d_vec *v = c2d_vertices(s);
    int ends = s->form == C2D_POINT ? 1 : 2;
    *row++ = code_of_row(kind, s->form == C2D_BOX ? ROW_BY_CORNERS : ROW_BY_TOPLEFT);
    if (kind == ROW_POLYGON) {
        row[0] = (double)list->count;
        row[1] = (double)(list->count + s->count);
        row[2] = s->radius;
        return append_vertices(list, s);
    }
    for (int i = 0; i < ends; i++, row += 2)
        memcpy(row, &v[s->form == C2D_BOX ? 2 * i : i], sizeof *v);
    *row = s->radius;
    return true;
}

/* The shape of a pair. *some: whether there is one. */
static c2d_status shape_of_pair(pair_job *j, const row_shape *a, const row_shape *b, c2d_shape *out, bool *some)
{
    size_t count = (size_t)a->shape.count + b->shape.count;
    c2d_vec *storage = room_take(&j->room, 2 * count);
    *some = true;
    if (!storage)
        return C2D_NO_MEMORY;
    if (j->intersects)
        return c2d_intersection(out, &a->shape, &b->shape, storage, some);
    c2d_vec center = a->has_rect ? c2d_rect_center(&a->rect) : c2d_center(&a->shape);
    return c2d_minkowski_difference(out, &a->shape, center, &b->shape, storage);
}

/* Makes the shape of a side; NULL if its row is masked and invalid. */
static const row_shape *shape_of_side(pair_job *j, int k, ptrdiff_t i, row_shape *made, pair_fault *fault)
{
    const pair_side *side = &j->side[k];
    if (side->is_single)
        return &side->single;
    c2d_status status = make_row(&side->rows.format, side->rows.data + i * side->rows.stride, &j->room, made);
    if (status && (status == C2D_NO_MEMORY || !side->rows.masked))
        *fault = status == C2D_NO_MEMORY ? PAIR_NO_MEMORY : k == 0 ? PAIR_ROW_A : PAIR_ROW_B;
    return status ? NULL : made;
}

static pair_fault answer_pair(pair_job *j, ptrdiff_t i)
{
    row_shape made[2];
    pair_fault fault = PAIR_OK;
    double *row = j->out + i * MAX_COLUMNS;
    for (int k = 0; k < MAX_COLUMNS; k++)
        row[k] = NAN;
    room_reset(&j->room);
    const row_shape *a = shape_of_side(j, 0, i, &made[0], &fault);
    const row_shape *b = fault ? NULL : shape_of_side(j, 1, i, &made[1], &fault);
    if (!a || !b)
        return fault;
    j->radii[0] = a->shape.radius;
    j->radii[1] = b->shape.radius;
    if (j->intersects && (j->radii[0] > 0 || j->radii[1] > 0))
        return PAIR_IS_ROUND;
    c2d_shape common;
    bool some;
    j->status = shape_of_pair(j, a, b, &common, &some);
    if (j->status == C2D_NO_MEMORY)
        return PAIR_NO_MEMORY;
    if (j->status)
        return j->side[0].rows.masked || j->side[1].rows.masked ? PAIR_OK : PAIR_TOO_LARGE;
    if (!some)
        return PAIR_OK;
    memset(row, 0, MAX_COLUMNS * sizeof *row);
    return write_simplest(&common, &j->list, row) ? PAIR_OK : PAIR_NO_MEMORY;
}

/* ---- calls ---- */

/* A single shape, or an array of one axis with so many rows; false with an error set. */
static bool read_side(const arrays_state *state, const char *verb, const char *name, PyObject *object, pair_job *j,
                      pair_side *out)
{
    out->is_single = PyObject_TypeCheck(object, state->shape_type);
    if (out->is_single) {
        const shape_object *s = (const shape_object *)object;
        out->single = (row_shape){.shape = s->shape, .kind = s->kind, .good = true, .has_rect = is_rect_kind(s)};
        if (out->single.has_rect)
            out->single.rect = *RECT(s);
        return true;
    }
    if (!is_array(state, object) || !read_axis(verb, name, object, &out->rows) || out->rows.count != j->count) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "%s: %s must be a shape, or an array of %zd", verb, name, j->count);
        return false;
    }
    return true;
}

/* (index, reason) of the pair at fault; or NULL with an error set. a and b: as they were given. */
static PyObject *refuse_pair(const pair_job *j, const char *verb, pair_fault fault, ptrdiff_t at, PyObject *a,
                             PyObject *b)
{
    switch (fault) {
    case PAIR_ROW_A: refuse_array(verb, "a", a); return NULL;
    case PAIR_ROW_B: refuse_array(verb, "b", b); return NULL;
    case PAIR_IS_ROUND: return Py_BuildValue("ns(dd)", at, "both shapes must have radius 0", j->radii[0], j->radii[1]);
    case PAIR_TOO_LARGE: return Py_BuildValue("nsO", at, c2d_rule(j->status), Py_None);
    default: return PyErr_NoMemory();
    }
}

PyObject *arrays_pair_shapes(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    const char *verb;
    PyObject *given[2], *flat[2];
    pair_job j = {.count = 0};
    if (!PyArg_ParseTuple(args, "sOOOOn:_pair_shapes", &verb, &given[0], &given[1], &flat[0], &flat[1], &j.count) ||
        !read_side(state, verb, "a", flat[0], &j, &j.side[0]) || !read_side(state, verb, "b", flat[1], &j, &j.side[1]))
        return NULL;
    npy_intp size[2] = {j.count, MAX_COLUMNS};
    PyArrayObject *rows = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64);
    if (!rows)
        return NULL;
    j.intersects = strcmp(verb, "intersection") == 0;
    j.out = PyArray_DATA(rows);
    pair_fault fault = PAIR_OK;
    ptrdiff_t i = 0;
    Py_BEGIN_ALLOW_THREADS;
    while (i < j.count && !(fault = answer_pair(&j, i)))
        i++;
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL;
    if (fault) {
        result = refuse_pair(&j, verb, fault, i, given[0], given[1]);
    } else {
        PyArrayObject *vertices = array_of_vertices(&j.list);
        result = vertices ? PyTuple_Pack(2, rows, vertices) : NULL;
        Py_XDECREF(vertices);
    }
    Py_DECREF(rows);
    room_free(&j.room);
    free(j.list.vertices);
    return result;
}
