/* All pairs of one or two arrays that collide. The core's grid finds pairs whose bounds meet, the exact relation
 * decides, and the pairs are sorted. Memory: the shapes, their bounds, and the pairs. */
#include "periodic.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the search ---- */

typedef struct pair_search {
    members members;
    bool two_arrays, touching, keep;
    bool first_rows_only; /* one array, and only the pairs of its first rows */
    bool every_row;       /* every pair is wanted, and every index is that of its row */
    uint32_t first, last; /* pairs whose index in a is in [first, last) are wanted */
    c2d_index_pair *pairs;
    size_t count, capacity;
    bool no_memory;
    volatile int64_t *progress, *stop; /* the tally, which other threads read and write; or NULL */
} pair_search;

/* Makes room for more pairs; false if there is no memory. */
static bool reserve(pair_search *s, size_t more)
{
    if (s->capacity - s->count >= more)
        return true;
    size_t capacity = s->capacity ? s->capacity * 2 : 4096;
    assert(capacity - s->count >= more);
    c2d_index_pair *pairs = capacity <= SIZE_MAX / sizeof *pairs ? realloc(s->pairs, capacity * sizeof *pairs) : NULL;
    s->no_memory = !pairs;
    if (!pairs)
        return false;
    s->pairs = pairs;
    s->capacity = capacity;
    return true;
}

static uint32_t index_of(const pair_search *s, uint32_t member)
{
    return s->members.index ? s->members.index[member] : member;
}

static bool report_progress(const pair_search *s)
{
    if (!s->progress)
        return true;
    *s->progress = (int64_t)s->count;
    return !*s->stop;
}

/* The tally is updated whenever the number of pairs is a multiple of REPORT_MASK + 1. */
#define REPORT_MASK 0xffff

/* A pair is written in any case and counted if it collides. This avoids a branch that cannot be predicted. */
static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *s = context;
    const members *m = &s->members;
    uint32_t p = m->index[i], q = m->index[j];
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    if (s->keep) {
        if (!reserve(s, 1))
            return false;
        s->pairs[s->count] = pair;
    }
    s->count += c2d_relate(&m->shapes[i], &m->shapes[j]) >= (s->touching ? C2D_TOUCHING : C2D_OVERLAPPING);
    return (s->count & REPORT_MASK) != 0 || report_progress(s);
}

/* A pair that collides through an image. */
static bool visit_image_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *s = context;
    uint32_t p = index_of(s, i), q = index_of(s, j);
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    if (s->keep) {
        if (!reserve(s, 1))
            return false;
        s->pairs[s->count] = pair;
    }
    s->count++;
    return (s->count & REPORT_MASK) != 0 || report_progress(s);
}

static bool visit_disc_pairs(void *context, const c2d_index_pair *pairs, size_t count)
{
    pair_search *s = context;
    if (s->keep && !reserve(s, count))
        return false;
    if (s->keep && s->every_row) {
        memcpy(s->pairs + s->count, pairs, count * sizeof *pairs);
        s->count += count;
        return report_progress(s);
    }
    for (size_t k = 0; k < count; k++) {
        uint32_t index = index_of(s, pairs[k].i);
        if (s->keep)
            s->pairs[s->count] = (c2d_index_pair){index, index_of(s, pairs[k].j)};
        s->count += index >= s->first && index < s->last;
    }
    return report_progress(s);
}

/* ---- sorting ---- */

static int compare_indices(const void *p, const void *q)
{
    npy_intp a = ((const npy_intp *)p)[1], b = ((const npy_intp *)q)[1];
    return (a > b) - (a < b);
}

/* Up to this number, insertion sort. */
#define INSERTION_LIMIT 24

static void sort_run(npy_intp *run, size_t count)
{
    if (count > INSERTION_LIMIT) {
        qsort(run, count, 2 * sizeof *run, compare_indices);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        npy_intp j = run[2 * i + 1];
        size_t k = i;
        for (; k > 0 && run[2 * k - 1] > j; k--)
            run[2 * k + 1] = run[2 * k - 1];
        run[2 * k + 1] = j;
    }
}

/* Up to DIRECT_LIMIT first indices are counted at once. More of them are first split into GROUPS groups of consecutive
 * indices, because counters all over the memory would miss the cache. */
#define DIRECT_LIMIT 0x4000
#define GROUPS       1024

/* Sorts pairs by the first index, by counting, and each run by the second. The first indices are from, ..., from +
 * width - 1; end: room for width + 1 counts. */
static void sort_range(const c2d_index_pair *pairs, size_t count, uint32_t from, size_t width, size_t *end,
                       npy_intp *out)
{
    memset(end, 0, (width + 1) * sizeof *end);
    for (size_t k = 0; k < count; k++)
        end[pairs[k].i - from + 1]++;
    for (size_t i = 1; i <= width; i++)
        end[i] += end[i - 1];
    for (size_t k = 0; k < count; k++) {
        size_t at = end[pairs[k].i - from]++;
        out[2 * at] = (npy_intp)pairs[k].i;
        out[2 * at + 1] = (npy_intp)pairs[k].j;
    }
    for (size_t i = 0, first = 0; i < width; first = end[i], i++)
        sort_run(out + 2 * first, end[i] - first);
}

/* The grouped pairs are stored at the end of out, which is its second half or, where npy_intp has 32 bits, all of it.
 * Sorting a group never overwrites a later one, because that starts at or behind the end of its output. */
static bool sort_in_groups(const pair_search *s, int shift, size_t *end, npy_intp *out)
{
    _Static_assert(2 * sizeof *out >= sizeof(c2d_index_pair), "out holds the pairs");
    size_t last[GROUPS + 1] = {0}, most = 0, width = (size_t)1 << shift;
    c2d_index_pair *grouped = (c2d_index_pair *)(out + 2 * s->count) - s->count;
    for (size_t k = 0; k < s->count; k++)
        last[s->pairs[k].i >> shift]++;
    for (size_t g = 0, sum = 0; g <= GROUPS; g++) {
        most = last[g] > most ? last[g] : most;
        last[g] = sum += last[g];
    }
    c2d_index_pair *group = allocate(most, sizeof *group);
    if (!group)
        return false;
    for (size_t k = s->count; k-- > 0;)
        grouped[--last[s->pairs[k].i >> shift]] = s->pairs[k];
    for (size_t g = 0; g < GROUPS; g++) {
        size_t count = last[g + 1] - last[g];
        memcpy(group, grouped + last[g], count * sizeof *group);
        sort_range(group, count, (uint32_t)(g << shift), width, end, out + 2 * last[g]);
    }
    free(group);
    return true;
}

static bool write_sorted(const pair_search *s, size_t rows, npy_intp *out)
{
    int shift = 0;
    while (rows >> shift >= GROUPS)
        shift++;
    bool direct = rows <= DIRECT_LIMIT;
    size_t *end = allocate((direct ? rows : (size_t)1 << shift) + 1, sizeof *end);
    bool good = end && (direct || sort_in_groups(s, shift, end, out));
    if (good && direct)
        sort_range(s->pairs, s->count, 0, rows, end, out);
    free(end);
    return good;
}

/* ---- the call ---- */

static const c2d_shape *shape_of(const void *shapes, uint32_t i) { return (const c2d_shape *)shapes + i; }

static c2d_status find(pair_search *s)
{
    const members *m = &s->members;
    bool split = s->two_arrays || s->first_rows_only;
    if (split && (m->of_a == 0 || (s->two_arrays && m->of_a == m->count)))
        return C2D_OK;
    if (!m->discs) {
        c2d_shape_set set = {m->boxes,  m->count, split ? m->of_a : 0, s->first_rows_only, shape_of,
                             m->shapes, &s->count};
        return c2d_shape_pairs(&set, visit_pair, s);
    }
    return c2d_disc_pairs(m->discs, m->count, split ? m->of_a : 0, s->first_rows_only, s->touching, visit_disc_pairs,
                          s);
}

static bool check_axis(const char *name, const array_object *a)
{
    if (PyArray_NDIM(a->array) == 2 && PyArray_DIM(a->array, 0) < INT32_MAX)
        return true;
    if (PyArray_NDIM(a->array) == 2)
        PyErr_Format(PyExc_ValueError, "pairs: %s must have at most 2147483646 shapes, got %zd", name,
                     (Py_ssize_t)PyArray_DIM(a->array, 0));
    else
        PyErr_Format(PyExc_ValueError, "pairs: %s must have one axis, got %d axes", name, PyArray_NDIM(a->array) - 1);
    return false;
}

static bool read_tally(PyObject *object, pair_search *s)
{
    PyArrayObject *tally = (PyArrayObject *)object;
    if (object == Py_None)
        return true;
    if (!PyArray_Check(object) || PyArray_TYPE(tally) != NPY_INT64 || PyArray_SIZE(tally) != 2 ||
        !PyArray_ISCARRAY(tally)) {
        PyErr_SetString(PyExc_TypeError, "_pairs: tally must be an int64 array of 2");
        return false;
    }
    s->progress = (int64_t *)PyArray_DATA(tally);
    s->stop = s->progress + 1;
    return true;
}

PyObject *arrays_pairs(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    PyObject *object_a, *object_b, *tally, *result = NULL;
    int touching, keep;
    Py_ssize_t first, last;
    c2d_vec period = {INFINITY, INFINITY};
    if (!PyArg_ParseTuple(args, "O!OppnnO|(dd):_pairs", state->array_type, &object_a, &object_b, &touching, &keep,
                          &first, &last, &tally, &period.x, &period.y))
        return NULL;
    pair_search s;
    memset(&s, 0, sizeof s);
    s.two_arrays = object_b != Py_None;
    s.touching = touching;
    s.keep = keep;
    if (s.two_arrays && !is_array(state, object_b))
        return PyErr_Format(PyExc_TypeError, "pairs: b must be an array of shapes, got %.100s",
                            Py_TYPE(object_b)->tp_name);
    const array_object *a = (array_object *)object_a, *b = (array_object *)object_b;
    if (!check_axis("a", a) || (s.two_arrays && !check_axis("b", b)) || !read_tally(tally, &s))
        return NULL;
    ptrdiff_t rows = PyArray_DIM(a->array, 0), more = s.two_arrays ? PyArray_DIM(b->array, 0) : 0;
    if (rows + more >= INT32_MAX)
        return PyErr_Format(PyExc_ValueError, "pairs: a and b must have at most %d shapes, got %zd", INT32_MAX - 1,
                            rows + more);
    s.first = (uint32_t)(first > 0 ? first : 0);
    s.last = (uint32_t)(last < rows ? (last > 0 ? last : 0) : rows);
    s.first_rows_only = !s.two_arrays && s.first == 0 && s.last < (uint32_t)rows;
    PyArrayObject *out = NULL;
    c2d_status status = C2D_OK;
    members_fault fault;
    far_row far;
    bool memory;
    Py_BEGIN_ALLOW_THREADS;
    fault = gather_members(&s.members, a, s.two_arrays ? b : NULL, s.first_rows_only ? s.last : UINT32_MAX);
    s.every_row = !s.members.index && s.first == 0 && s.last == (uint32_t)rows;
    if (fault == MEMBERS_OK)
        status = find(&s);
    if (fault == MEMBERS_OK && !status && !s.no_memory)
        status = image_pairs(&s.members, s.two_arrays || s.first_rows_only, s.first_rows_only, period, s.touching,
                             visit_image_pair, &s, &far);
    free_members(&s.members);
    Py_END_ALLOW_THREADS;
    if (status == C2D_TOO_LARGE) {
        refuse_far_row(&far, s.two_arrays, period);
    } else if (fault == MEMBERS_NO_MEMORY || status || s.no_memory) {
        PyErr_NoMemory();
    } else if (fault) {
        if (check_rows("pairs", fault == INVALID_ROW_B ? "b" : "a", fault == INVALID_ROW_B ? b : a))
            PyErr_SetString(PyExc_ValueError, "pairs: the array was changed meanwhile");
    } else if (!s.keep) {
        result = PyLong_FromSize_t(s.count);
    } else {
        out = (PyArrayObject *)PyArray_SimpleNew(2, ((npy_intp[]){(npy_intp)s.count, 2}), NPY_INTP);
        if (out) {
            npy_intp *data = PyArray_DATA(out);
            Py_BEGIN_ALLOW_THREADS;
            memory = write_sorted(&s, (size_t)rows, data);
            Py_END_ALLOW_THREADS;
            if (!memory) {
                Py_CLEAR(out);
                PyErr_NoMemory();
            }
        }
        result = (PyObject *)out;
    }
    free(s.pairs);
    return result;
}
