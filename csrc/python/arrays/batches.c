/* The rows of one array among those of another: first_hits and nearest. The rows of the second are in an index. */
#include "numpy.h"

#include <math.h>

static bool read_axis(const char *verb, const char *name, PyObject *object, row_stream *out)
{
    const array_object *a = (array_object *)object;
    if (PyArray_NDIM(a->array) != 2) {
        PyErr_Format(PyExc_ValueError, "%s: %s must have one axis, got %d axes", verb, name,
                     PyArray_NDIM(a->array) - 1);
        return false;
    }
    out->format = format_of(a);
    out->data = PyArray_BYTES(a->array);
    out->count = PyArray_DIM(a->array, 0);
    out->stride = PyArray_STRIDE(a->array, 0);
    out->masked = a->masked;
    if (out->count < INT32_MAX)
        return true;
    PyErr_Format(PyExc_ValueError, "%s: %s must have at most 2147483646 shapes, got %zd", verb, name, out->count);
    return false;
}

static void refuse_array(const char *verb, const char *name, PyObject *object)
{
    if (check_rows(verb, name, (array_object *)object))
        PyErr_Format(PyExc_ValueError, "%s: %s was changed meanwhile", verb, name);
}

/* ---- first_hits ---- */

enum { TIME, POINT, NORMAL, DEPTH, FIELDS };

static void write_first(double *const *fields, ptrdiff_t i, const c2d_hit *hit)
{
    fields[TIME][i] = hit->t;
    fields[POINT][2 * i] = hit->point.x;
    fields[POINT][2 * i + 1] = hit->point.y;
    fields[NORMAL][2 * i] = hit->normal.x;
    fields[NORMAL][2 * i + 1] = hit->normal.y;
    fields[DEPTH][i] = hit->depth;
}

/* motions: as many as there are results. A single mover goes along all of them. *at: the motion at fault. */
static job_fault run_first_hits(const row_stream *movers, const row_stream *motions, const row_stream *obstacles,
                                c2d_cast_options options, ptrdiff_t *rows, double *const *fields, ptrdiff_t *at)
{
    row_index index;
    vertex_room room = {NULL, NULL};
    job_fault fault = row_index_init(&index, obstacles);
    for (ptrdiff_t i = 0; i < motions->count && !fault; i++) {
        static const c2d_hit none = {NAN, {NAN, NAN}, {NAN, NAN}, NAN};
        double motion[MAX_COLUMNS];
        row_shape mover;
        c2d_hit hit;
        rows[i] = -1;
        *at = i;
        read_row(&motions->format, motions->data + i * motions->stride, motion);
        room_reset(&room);
        const char *row = movers->data + (movers->count == 1 ? 0 : i) * movers->stride;
        c2d_status status = make_row(&movers->format, row, &room, &mover);
        bool moves = !status && mover.shape.count > C2D_INLINE_VERTICES; /* a polygon, which needs room to move */
        c2d_vec *work = moves ? room_take(&room, C2D_CAST_ROOM(mover.shape.count)) : NULL;
        if (status == C2D_NO_MEMORY || (moves && !work))
            fault = FAULT_MEMORY;
        else if (status)
            fault = movers->masked ? NO_FAULT : FAULT_ROW_A;
        else
            fault = first_hit(&index, &mover, (c2d_vec){motion[0], motion[1]}, options, work, &rows[i], &hit);
        if (fault != FAULT_ROW_A && fault != FAULT_MEMORY && (movers->masked || obstacles->masked))
            fault = NO_FAULT;
        write_first(fields, i, rows[i] < 0 ? &none : &hit);
    }
    room_free(&room);
    row_index_free(&index);
    return fault;
}

PyObject *arrays_first_hits(PyObject *module, PyObject *args)
{
    static const char verb[] = "first_hits";
    const arrays_state *state = PyModule_GetState(module);
    PyObject *a, *m, *b, *result = NULL;
    int touching, leaving;
    if (!PyArg_ParseTuple(args, "O!OO!pp:_first_hits", state->array_type, &a, &m, state->array_type, &b, &touching,
                          &leaving))
        return NULL;
    PyArrayObject *motions = (PyArrayObject *)m, *out[1 + FIELDS] = {NULL};
    row_stream movers, obstacles;
    if (!read_axis(verb, "movers", a, &movers) || !read_axis(verb, "obstacles", b, &obstacles))
        return NULL;
    if (!PyArray_Check(m) || PyArray_TYPE(motions) != NPY_FLOAT64 || PyArray_NDIM(motions) != 2 ||
        PyArray_DIM(motions, 1) != 2 || (movers.count != 1 && movers.count != PyArray_DIM(motions, 0))) {
        PyErr_SetString(PyExc_TypeError, "_first_hits: motions must be a float64 array (n, 2)");
        return NULL;
    }
    row_stream ways = {format_of_numbers(motions, ROW_POINT, ROW_BY_TOPLEFT), PyArray_BYTES(motions),
                       PyArray_STRIDE(motions, 0), PyArray_DIM(motions, 0), false};
    c2d_cast_options options = {touching, leaving};
    double *fields[FIELDS];
    for (int k = 0; k <= FIELDS; k++) {
        npy_intp size[2] = {ways.count, 2};
        bool vector = k == 1 + POINT || k == 1 + NORMAL;
        out[k] = (PyArrayObject *)PyArray_SimpleNew(1 + vector, size, k ? NPY_FLOAT64 : NPY_INTP);
        if (!out[k])
            goto done;
        if (k > 0)
            fields[k - 1] = PyArray_DATA(out[k]);
    }
    ptrdiff_t *rows = PyArray_DATA(out[0]), at = 0;
    job_fault fault;
    Py_BEGIN_ALLOW_THREADS;
    fault = run_first_hits(&movers, &ways, &obstacles, options, rows, fields, &at);
    Py_END_ALLOW_THREADS;
    if (fault == FAULT_MEMORY)
        PyErr_NoMemory();
    else if (fault == FAULT_ROW_A)
        refuse_array(verb, "movers", a);
    else if (fault == FAULT_ROW_B)
        refuse_array(verb, "obstacles", b);
    else if (fault == FAULT_MOVED)
        PyErr_Format(PyExc_ValueError, "%s: movers + motions %s, which it is not at index %zd", verb,
                     c2d_rule(C2D_TOO_LARGE), at);
    else if (fault && check_numbers_of(verb, "motions", motions, ROW_POINT, ROW_BY_TOPLEFT))
        PyErr_Format(PyExc_ValueError, "%s: motions was changed meanwhile", verb);
    else if (!fault)
        result = PyTuple_Pack(1 + FIELDS, out[0], out[1], out[2], out[3], out[4]);
done:
    for (int k = 0; k <= FIELDS; k++)
        Py_XDECREF(out[k]);
    return result;
}

/* ---- nearest ---- */

static job_fault run_nearest(const row_stream *a, const row_stream *b, size_t k, double farthest, ptrdiff_t *rows,
                             double *distances)
{
    row_index index;
    vertex_room room = {NULL, NULL};
    job_fault fault = row_index_init(&index, b);
    for (ptrdiff_t i = 0; i < a->count && !fault; i++, rows += k, distances += k) {
        row_shape made;
        size_t count = 0;
        room_reset(&room);
        c2d_status status = make_row(&a->format, a->data + i * a->stride, &room, &made);
        if (status)
            fault = status == C2D_NO_MEMORY ? FAULT_MEMORY : a->masked ? NO_FAULT : FAULT_ROW_A;
        else if (k > 0)
            count = nearest_rows(&index, &made.shape, k, farthest, rows, distances);
        for (; count < k; count++) {
            rows[count] = -1;
            distances[count] = NAN;
        }
    }
    room_free(&room);
    row_index_free(&index);
    return fault;
}

PyObject *arrays_nearest(PyObject *module, PyObject *args)
{
    static const char verb[] = "nearest";
    const arrays_state *state = PyModule_GetState(module);
    PyObject *a, *b, *result = NULL;
    Py_ssize_t k;
    double farthest;
    if (!PyArg_ParseTuple(args, "O!O!nd:_nearest", state->array_type, &a, state->array_type, &b, &k, &farthest))
        return NULL;
    row_stream from, among;
    if (!read_axis(verb, "a", a, &from) || !read_axis(verb, "b", b, &among))
        return NULL;
    npy_intp size[2] = {from.count, k};
    PyArrayObject *rows = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_INTP);
    PyArrayObject *distances = rows ? (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64) : NULL;
    if (distances) {
        ptrdiff_t *row = PyArray_DATA(rows);
        double *distance = PyArray_DATA(distances);
        job_fault fault;
        Py_BEGIN_ALLOW_THREADS;
        fault = run_nearest(&from, &among, (size_t)k, farthest, row, distance);
        Py_END_ALLOW_THREADS;
        if (fault == FAULT_MEMORY)
            PyErr_NoMemory();
        else if (fault)
            refuse_array(verb, fault == FAULT_ROW_A ? "a" : "b", fault == FAULT_ROW_A ? a : b);
        else
            result = PyTuple_Pack(2, rows, distances);
    }
    Py_XDECREF(rows);
    Py_XDECREF(distances);
    return result;
}
