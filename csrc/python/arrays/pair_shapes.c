/* intersection and minkowski_difference of rows: a shape for each pair, of the simplest kind, as mixed rows. The core
 * answers as for single shapes. collide2d/arrays broadcasts the rows and names the pair at fault. */
#include "vertex_parts.h"

#include <math.h>
#include <string.h>

/* One side: rows of one axis, or a single shape. */
typedef struct pair_side {
    row_stream rows;
    row_shape single;
    bool is_single;
} pair_side;

typedef enum pair_fault {
    PAIR_OK,
    PAIR_ROW_A,
    PAIR_ROW_B,
    PAIR_IS_ROUND,
    PAIR_TOO_LARGE,
    PAIR_NO_MEMORY = C2D_NO_MEMORY
} pair_fault;

typedef struct pair_job {
    bool intersects; /* otherwise the Minkowski difference */
    pair_side side[2];
    double *out; /* rows of MAX_COLUMNS numbers */
    vertex_parts parts;
} pair_job;

/* What is wrong with a pair. */
typedef struct pair_refusal {
    double radii[2];
    c2d_status status;
} pair_refusal;

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
static c2d_status shape_of_pair(const pair_job *j, vertex_room *room, const row_shape *a, const row_shape *b,
                                c2d_shape *out, bool *some)
{
    size_t count = (size_t)a->shape.count + b->shape.count;
    c2d_vec *storage = room_take(room, 2 * count);
    *some = true;
    if (!storage)
        return C2D_NO_MEMORY;
    if (j->intersects)
        return c2d_intersection(out, &a->shape, &b->shape, storage, some);
    c2d_vec center = a->has_rect ? c2d_rect_center(&a->rect) : c2d_center(&a->shape);
    return c2d_minkowski_difference(out, &a->shape, center, &b->shape, storage);
}

/* Makes the shape of a side; NULL if its row is masked and invalid. */
static const row_shape *shape_of_side(const pair_job *j, vertex_room *room, int k, ptrdiff_t i, row_shape *made,
                                      pair_fault *fault)
{
    const pair_side *side = &j->side[k];
    if (side->is_single)
        return &side->single;
    c2d_status status = make_row(&side->rows.format, side->rows.data + i * side->rows.stride, room, made);
    if (status && (status == C2D_NO_MEMORY || !side->rows.masked))
        *fault = status == C2D_NO_MEMORY ? PAIR_NO_MEMORY : k == 0 ? PAIR_ROW_A : PAIR_ROW_B;
    return status ? NULL : made;
}

static pair_fault answer_pair(const pair_job *j, vertex_room *room, vertex_list *list, ptrdiff_t i, pair_refusal *why)
{
    row_shape made[2];
    pair_fault fault = PAIR_OK;
    double *row = j->out + i * MAX_COLUMNS;
    for (int k = 0; k < MAX_COLUMNS; k++)
        row[k] = NAN;
    const row_shape *a = shape_of_side(j, room, 0, i, &made[0], &fault);
    const row_shape *b = fault ? NULL : shape_of_side(j, room, 1, i, &made[1], &fault);
    if (!a || !b)
        return fault;
    *why = (pair_refusal){{a->shape.radius, b->shape.radius}, C2D_OK};
    if (j->intersects && (why->radii[0] > 0 || why->radii[1] > 0))
        return PAIR_IS_ROUND;
    c2d_shape common;
    bool some;
    why->status = shape_of_pair(j, room, a, b, &common, &some);
    if (why->status == C2D_NO_MEMORY)
        return PAIR_NO_MEMORY;
    if (why->status)
        return j->side[0].rows.masked || j->side[1].rows.masked ? PAIR_OK : PAIR_TOO_LARGE;
    if (!some)
        return PAIR_OK;
    memset(row, 0, MAX_COLUMNS * sizeof *row);
    return write_simplest(&common, list, row) ? PAIR_OK : PAIR_NO_MEMORY;
}

static int make_pair(const void *context, vertex_room *room, vertex_list *list, ptrdiff_t i)
{
    pair_refusal ignored;
    return (int)answer_pair(context, room, list, i, &ignored);
}

static double *ends_of_pair(const void *context, ptrdiff_t i)
{
    double *row = ((const pair_job *)context)->out + i * MAX_COLUMNS;
    return row[0] == code_of_row(ROW_POLYGON, ROW_BY_TOPLEFT) ? row + 1 : NULL;
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
    if (!is_array(state, object) || !read_axis(verb, name, object, &out->rows) || out->rows.count != j->parts.count) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "%s: %s must be a shape, or an array of %zd", verb, name, j->parts.count);
        return false;
    }
    return true;
}

/* (index, reason) of the pair at fault; or NULL with an error set. a and b: as they were given. */
static PyObject *refuse_pair(const pair_job *j, const char *verb, pair_fault fault, ptrdiff_t at, PyObject *a,
                             PyObject *b)
{
    pair_refusal why = {{0, 0}, C2D_OK};
    vertex_room room = {0};
    vertex_list nothing = {0}; /* a refused pair has no vertices */
    if ((fault == PAIR_IS_ROUND || fault == PAIR_TOO_LARGE) &&
        answer_pair(j, &room, &nothing, at, &why) == PAIR_NO_MEMORY)
        fault = PAIR_NO_MEMORY;
    room_free(&room);
    switch (fault) {
    case PAIR_ROW_A: refuse_array(verb, "a", a); return NULL;
    case PAIR_ROW_B: refuse_array(verb, "b", b); return NULL;
    case PAIR_IS_ROUND:
        return Py_BuildValue("ns(dd)", at, "both shapes must have radius 0", why.radii[0], why.radii[1]);
    case PAIR_TOO_LARGE: return Py_BuildValue("nsO", at, c2d_rule(why.status), Py_None);
    default: return PyErr_NoMemory();
    }
}

PyObject *arrays_pair_shapes(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    const char *verb;
    PyObject *given[2], *flat[2], *threads;
    pair_job j = {.intersects = false};
    if (!PyArg_ParseTuple(args, "sOOOOnO:_pair_shapes", &verb, &given[0], &given[1], &flat[0], &flat[1], &j.parts.count,
                          &threads) ||
        !read_threads(verb, threads, &j.parts.threads) || !read_side(state, verb, "a", flat[0], &j, &j.side[0]) ||
        !read_side(state, verb, "b", flat[1], &j, &j.side[1]))
        return NULL;
    npy_intp size[2] = {j.parts.count, MAX_COLUMNS};
    PyArrayObject *rows = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64);
    if (!rows)
        return NULL;
    j.intersects = strcmp(verb, "intersection") == 0;
    j.out = PyArray_DATA(rows);
    pair_fault fault;
    ptrdiff_t at = 0;
    Py_BEGIN_ALLOW_THREADS;
    fault = (pair_fault)vertex_parts_run(&j.parts, make_pair, &j, &at);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL;
    if (fault) {
        result = refuse_pair(&j, verb, fault, at, given[0], given[1]);
    } else {
        PyArrayObject *vertices = vertex_parts_join(&j.parts, ends_of_pair, &j);
        result = vertices ? PyTuple_Pack(2, rows, vertices) : NULL;
        Py_XDECREF(vertices);
    }
    Py_DECREF(rows);
    vertex_parts_free(&j.parts);
    return result;
}
