/* The rows of one array among those of another: first_hits and nearest. The rows of the second are in an index. */
#include "numpy.h"
#include "../../batch/threads/threads.h"

#include "../space/period.h"

#include <math.h>
#include <stdlib.h>

bool read_axis(const char *verb, const char *name, PyObject *object, row_stream *out)
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

void refuse_array(const char *verb, const char *name, PyObject *object)
{
    if (check_rows(verb, name, (array_object *)object))
        PyErr_Format(PyExc_ValueError, "%s: %s was changed meanwhile", verb, name);
}

/* Sets the ValueError for the first row that does not fit the period, or a MemoryError; false if all rows fit. */
static bool refuse_far_row_of(const char *verb, const char *name, const row_stream *rows, c2d_vec period)
{
    vertex_room room = {0};
    bool fits = true;
    for (ptrdiff_t i = 0; i < rows->count && fits; i++) {
        row_shape made;
        char where[32];
        room_reset(&room);
        c2d_status status = make_row(&rows->format, rows->data + i * rows->stride, &room, &made);
        if (status == C2D_NO_MEMORY) {
            PyErr_NoMemory();
            fits = false;
        }
        if (status)
            continue;
        fits = c2d_fits_period(c2d_bounds_of(&made.shape), period);
        PyOS_snprintf(where, sizeof where, " at index %zd", i);
        if (!fits)
            refuse_far_box(verb, name, c2d_bounds_of(&made.shape), period, where);
    }
    room_free(&room);
    return !fits;
}

static void refuse_far_rows(const char *verb, const row_stream *a, const char *name_a, const row_stream *b,
                            const char *name_b, c2d_vec period)
{
    if (!refuse_far_row_of(verb, name_a, a, period) && !refuse_far_row_of(verb, name_b, b, period))
        PyErr_Format(PyExc_ValueError, "%s: %s or %s was changed meanwhile", verb, name_a, name_b);
}

/* ---- slices ---- */

/* A call for many rows is a sequence of slices without the GIL, and signals are handled between them. In a slice each
 * thread does this much work, some milliseconds: handing over the lock costs nothing beside it. Several threads do
 * more, as they are started for each slice. */
#define SLICE         ((size_t)1 << 16)
#define SLICE_OF_MANY ((size_t)1 << 18)

/* A thread takes this many rows at a time. */
#define ROWS_AT_ONCE 8

/* The least number of rows for each thread. */
#define LEAST_ROWS 512

/* An index of this many rows is larger than a fast cache, so rows are better visited in an order in which neighbours
 * come near each other. */
static const uint32_t large_index = 30000;

/* What a thread has for itself. */
typedef struct slice_worker {
    row_index index;  /* that of the call, with the work of this thread */
    vertex_room room; /* of the current row */
    c2d_rank *found;  /* the neighbours of nearest */
    size_t parts;     /* of the slice, up to its last one */
    job_fault fault;
    char apart[64]; /* from the counters of the next thread, which would share a cache line */
} slice_worker;

/* Answers one row. */
typedef job_fault answer_function(void *job, slice_worker *w, ptrdiff_t row);

/* The rows of a call: `count` of them, of which `next` have been visited, in this order. */
typedef struct slices {
    row_index index; /* of the other array */
    uint32_t *order; /* NULL: from the first to the last */
    ptrdiff_t next, count;
    int threads;
    slice_worker *workers;
    answer_function *answer;
    void *job;
} slices;

/* How many threads are worth it. With a period the searches share a table of the rows in the heap. */
static int threads_for_rows(ptrdiff_t count, int threads, c2d_vec period)
{
    ptrdiff_t most = count / LEAST_ROWS;
    return most < 2 || c2d_repeats(period) ? 1 : most < threads ? (int)most : threads;
}

/* The rows that are visited: those of `visited`. most: the neighbours that a thread needs room for; 0: none. The caller
 * frees the slices in every case. */
static job_fault begin_slices(slices *s, const row_stream *visited, const row_stream *others, c2d_vec period,
                              int threads, size_t most)
{
    s->next = 0;
    s->count = visited->count;
    s->threads = threads_for_rows(visited->count, threads, period);
    s->order = NULL;
    s->workers = calloc((size_t)s->threads, sizeof *s->workers);
    job_fault fault = row_index_init(&s->index, others, period);
    if (fault || !s->workers)
        return fault ? fault : FAULT_MEMORY;
    for (int k = 0; k < s->threads; k++) {
        s->workers[k].index = s->index;
        if (most > 0 && !(s->workers[k].found = malloc(most * sizeof(c2d_rank))))
            return FAULT_MEMORY;
    }
    if (s->index.count < large_index)
        return NO_FAULT;
    s->order = malloc(((size_t)visited->count + 1) * sizeof *s->order);
    return s->order && order_rows(visited, s->order) ? NO_FAULT : FAULT_MEMORY;
}

static void free_slices(slices *s)
{
    for (int k = 0; s->workers && k < s->threads; k++) {
        room_free(&s->workers[k].room);
        free(s->workers[k].found);
    }
    free(s->workers);
    row_index_free(&s->index);
    free(s->order);
}

static bool run_slice_part(void *context, int worker, size_t part)
{
    slices *s = context;
    slice_worker *w = &s->workers[worker];
    ptrdiff_t first = s->next + (ptrdiff_t)part * ROWS_AT_ONCE, left = s->count - first;
    for (ptrdiff_t i = first, end = first + (left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE); i < end; i++) {
        w->fault = s->answer(s->job, w, s->order ? (ptrdiff_t)s->order[i] : i);
        if (w->fault)
            return false;
    }
    w->parts = part + 1;
    return w->index.work < (s->threads > 1 ? SLICE_OF_MANY : SLICE);
}

/* Runs without the GIL. */
static job_fault run_slice(slices *s)
{
    job_fault fault = NO_FAULT;
    size_t done = 0;
    for (int k = 0; k < s->threads; k++)
        s->workers[k].index.work = s->workers[k].parts = 0;
    run_parts(s->threads, (size_t)(s->count - s->next + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE, run_slice_part, s);
    for (int k = 0; k < s->threads; k++) {
        const slice_worker *w = &s->workers[k];
        fault = w->fault && fault != FAULT_MEMORY ? w->fault : fault;
        done = w->parts > done ? w->parts : done;
    }
    s->next = (ptrdiff_t)done * ROWS_AT_ONCE < s->count - s->next ? s->next + (ptrdiff_t)done * ROWS_AT_ONCE : s->count;
    return fault;
}

/* Whether a slice follows; false with an error set if a signal ends the call. */
static bool begin_slice(const slices *s) { return s->next < s->count && (s->next == 0 || PyErr_CheckSignals() == 0); }

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

/* motions: as many as there are results. A single mover goes along all of them. */
typedef struct hits_job {
    row_stream movers, motions, obstacles;
    c2d_cast_options options;
    c2d_vec period;
    ptrdiff_t *rows;
    double *fields[FIELDS];
} hits_job;

static job_fault answer_mover(void *job, slice_worker *w, ptrdiff_t i)
{
    const hits_job *j = job;
    static const c2d_hit none = {NAN, {NAN, NAN}, {NAN, NAN}, NAN};
    const char *row = j->movers.data + (j->movers.count == 1 ? 0 : i) * j->movers.stride;
    double motion[MAX_COLUMNS];
    row_shape mover;
    c2d_hit hit;
    job_fault fault;
    j->rows[i] = -1;
    read_row(&j->motions.format, j->motions.data + i * j->motions.stride, motion);
    room_reset(&w->room);
    c2d_status status = make_row(&j->movers.format, row, &w->room, &mover);
    bool moves = !status && mover.shape.count > C2D_INLINE_VERTICES; /* a polygon, which needs room to move */
    c2d_vec *room = moves ? room_take(&w->room, C2D_CAST_ROOM((size_t)mover.shape.count)) : NULL;
    if (status == C2D_NO_MEMORY || (moves && !room))
        return FAULT_MEMORY;
    if (status)
        fault = j->movers.masked ? NO_FAULT : FAULT_ROW_A;
    else
        fault = first_hit(&w->index, &mover, (c2d_vec){motion[0], motion[1]}, j->options, room, &j->rows[i], &hit);
    bool is_wrong_motion = fault == FAULT_MOTION || fault == FAULT_MOVED;
    if (is_wrong_motion && (j->movers.masked || j->obstacles.masked))
        fault = NO_FAULT;
    write_first(j->fields, i, j->rows[i] < 0 ? &none : &hit);
    return fault;
}

/* The first fault in the order of the rows, and its row. */
static job_fault first_fault(hits_job *j, ptrdiff_t *at)
{
    slice_worker alone = {.index.period = j->period}; /* without obstacles */
    c2d_tree_init(&alone.index.tree);
    for (*at = 0; *at < j->motions.count && !(alone.fault = answer_mover(j, &alone, *at));)
        ++*at;
    room_free(&alone.room);
    return alone.fault;
}

static void refuse_long_motion(const hits_job *j, ptrdiff_t at)
{
    char where[32];
    double motion[MAX_COLUMNS];
    read_row(&j->motions.format, j->motions.data + at * j->motions.stride, motion);
    PyOS_snprintf(where, sizeof where, " at index %zd", at);
    refuse_long_way("first_hits", "motions", (c2d_vec){motion[0], motion[1]}, j->period, where);
}

/* False with an error set. */
static bool run_first_hits(hits_job *j, int threads, PyObject *movers, PyObject *motions, PyObject *obstacles)
{
    static const char verb[] = "first_hits";
    ptrdiff_t at = 0;
    job_fault fault;
    bool one_mover = j->movers.count == 1;
    slices s = {.answer = answer_mover, .job = j};
    Py_BEGIN_ALLOW_THREADS;
    fault = begin_slices(&s, one_mover ? &j->motions : &j->movers, &j->obstacles, j->period, threads, 0);
    Py_END_ALLOW_THREADS;
    while (!fault && begin_slice(&s)) {
        Py_BEGIN_ALLOW_THREADS;
        fault = run_slice(&s);
        if (fault && fault != FAULT_MEMORY)
            fault = first_fault(j, &at);
        Py_END_ALLOW_THREADS;
    }
    free_slices(&s);
    if (fault == FAULT_MEMORY)
        PyErr_NoMemory();
    else if (fault == FAULT_FAR)
        refuse_far_rows(verb, &j->movers, "movers", &j->obstacles, "obstacles", j->period);
    else if (fault == FAULT_LONG)
        refuse_long_motion(j, at);
    else if (fault == FAULT_ROW_A)
        refuse_array(verb, "movers", movers);
    else if (fault == FAULT_ROW_B)
        refuse_array(verb, "obstacles", obstacles);
    else if (fault == FAULT_MOVED)
        PyErr_Format(PyExc_ValueError, "%s: movers + motions %s, which it is not at index %zd", verb,
                     c2d_rule(C2D_TOO_LARGE), at);
    else if (fault && check_numbers_of(verb, "motions", (PyArrayObject *)motions, ROW_POINT, ROW_BY_TOPLEFT))
        PyErr_Format(PyExc_ValueError, "%s: motions was changed meanwhile", verb);
    return !PyErr_Occurred();
}

PyObject *arrays_first_hits(PyObject *module, PyObject *args)
{
    static const char verb[] = "first_hits";
    const arrays_state *state = PyModule_GetState(module);
    PyObject *a, *m, *b, *count, *result = NULL;
    int touching, leaving, threads;
    c2d_vec period;
    if (!PyArg_ParseTuple(args, "O!OO!pp(dd)O:_first_hits", state->array_type, &a, &m, state->array_type, &b, &touching,
                          &leaving, &period.x, &period.y, &count) ||
        !read_threads(verb, count, &threads))
        return NULL;
    PyArrayObject *motions = (PyArrayObject *)m, *out[1 + FIELDS] = {NULL};
    hits_job j = {.options = {touching, leaving}, .period = period};
    if (!read_axis(verb, "movers", a, &j.movers) || !read_axis(verb, "obstacles", b, &j.obstacles))
        return NULL;
    if (!PyArray_Check(m) || PyArray_TYPE(motions) != NPY_FLOAT64 || PyArray_NDIM(motions) != 2 ||
        PyArray_DIM(motions, 1) != 2 || PyArray_DIM(motions, 0) >= INT32_MAX ||
        (j.movers.count != 1 && j.movers.count != PyArray_DIM(motions, 0))) {
        PyErr_SetString(PyExc_TypeError, "_first_hits: motions must be a float64 array (n, 2)");
        return NULL;
    }
    j.motions = (row_stream){format_of_numbers(motions, ROW_POINT, ROW_BY_TOPLEFT), PyArray_BYTES(motions),
                             PyArray_STRIDE(motions, 0), PyArray_DIM(motions, 0), false};
    for (int k = 0; k <= FIELDS; k++) {
        npy_intp size[2] = {j.motions.count, 2};
        bool vector = k == 1 + POINT || k == 1 + NORMAL;
        out[k] = (PyArrayObject *)PyArray_SimpleNew(1 + vector, size, k ? NPY_FLOAT64 : NPY_INTP);
        if (!out[k])
            goto done;
        if (k > 0)
            j.fields[k - 1] = PyArray_DATA(out[k]);
    }
    j.rows = PyArray_DATA(out[0]);
    if (run_first_hits(&j, threads, a, m, b))
        result = PyTuple_Pack(1 + FIELDS, out[0], out[1], out[2], out[3], out[4]);
done:
    for (int k = 0; k <= FIELDS; k++)
        Py_XDECREF(out[k]);
    return result;
}

/* ---- nearest ---- */

typedef struct nearest_job {
    row_stream a, b;
    Py_ssize_t own; /* the row of b that is the first of a, if a is a part of b whose rows skip themselves; or -1 */
    size_t k, most; /* most: neighbours that there can be */
    double farthest;
    c2d_vec period;
    ptrdiff_t *rows;
    double *distances;
} nearest_job;

/* The row of b that row i of a is, and does not find. */
static uint32_t own_row(const nearest_job *j, ptrdiff_t i)
{
    return j->own >= 0 && j->own < j->b.count - i ? (uint32_t)(j->own + i) : C2D_NULL_INDEX;
}

static job_fault answer_row(void *job, slice_worker *w, ptrdiff_t i)
{
    const nearest_job *j = job;
    row_shape made;
    size_t at = (size_t)i * j->k, count = 0;
    room_reset(&w->room);
    c2d_status status = make_row(&j->a.format, j->a.data + i * j->a.stride, &w->room, &made);
    if (status == C2D_NO_MEMORY)
        return FAULT_MEMORY;
    job_fault fault = NO_FAULT;
    if (!status)
        fault = nearest_rows(&w->index, &made.shape, own_row(j, i), j->most, j->farthest, w->found, &count);
    if (fault)
        return fault;
    for (size_t c = 0; c < j->k; c++, at++) {
        j->rows[at] = c < count ? (ptrdiff_t)w->found[c].key : -1;
        j->distances[at] = c < count ? w->found[c].value : NAN;
    }
    return !status || j->a.masked ? NO_FAULT : FAULT_ROW_A;
}

/* False with an error set. */
static bool run_nearest(nearest_job *j, int threads, PyObject *a, PyObject *b)
{
    job_fault fault;
    slices s = {.answer = answer_row, .job = j};
    const char *name_b = j->own >= 0 ? "a" : "b";
    j->most = j->k < (size_t)j->b.count ? j->k : (size_t)j->b.count;
    Py_BEGIN_ALLOW_THREADS;
    fault = begin_slices(&s, &j->a, &j->b, j->period, threads, j->most);
    Py_END_ALLOW_THREADS;
    while (!fault && begin_slice(&s)) {
        Py_BEGIN_ALLOW_THREADS;
        fault = run_slice(&s);
        Py_END_ALLOW_THREADS;
    }
    free_slices(&s);
    if (fault == FAULT_MEMORY)
        PyErr_NoMemory();
    else if (fault == FAULT_FAR)
        refuse_far_rows("nearest", &j->a, "a", &j->b, name_b, j->period);
    else if (fault)
        refuse_array("nearest", fault == FAULT_ROW_A ? "a" : name_b, fault == FAULT_ROW_A ? a : b);
    return !PyErr_Occurred();
}

PyObject *arrays_nearest(PyObject *module, PyObject *args)
{
    static const char verb[] = "nearest";
    const arrays_state *state = PyModule_GetState(module);
    PyObject *a, *b, *count, *result = NULL;
    Py_ssize_t k;
    int threads;
    nearest_job j = {.k = 0};
    if (!PyArg_ParseTuple(args, "O!O!nd(dd)On:_nearest", state->array_type, &a, state->array_type, &b, &k, &j.farthest,
                          &j.period.x, &j.period.y, &count, &j.own) ||
        !read_threads(verb, count, &threads))
        return NULL;
    if (!read_axis(verb, "a", a, &j.a) || !read_axis(verb, "b", b, &j.b))
        return NULL;
    npy_intp size[2] = {j.a.count, k};
    PyArrayObject *rows = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_INTP);
    PyArrayObject *distances = rows ? (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64) : NULL;
    if (distances) {
        j.k = (size_t)k;
        j.rows = PyArray_DATA(rows);
        j.distances = PyArray_DATA(distances);
        if (run_nearest(&j, threads, a, b))
            result = PyTuple_Pack(2, rows, distances);
    }
    Py_XDECREF(rows);
    Py_XDECREF(distances);
    return result;
}
