/* All pairs of one or two arrays that collide. The core's grid finds pairs whose bounds meet, the exact relation
 * decides, and the pairs are sorted. Memory: the shapes, their bounds, and the pairs. */
#include "pair_list.h"
#include "periodic.h"

#include <string.h>

/* ---- the search ---- */

typedef struct pair_search {
    members members;
    bool two_arrays, touching, keep;
    bool first_rows_only; /* one array, and only the pairs of its first rows */
    uint32_t first, last; /* pairs whose index in a is in [first, last) are wanted */
    bool every_row;       /* all are */
    pair_list list;       /* if they are to be kept */
    size_t count;
    bool no_memory;
    volatile int64_t *progress, *stop; /* the tally, which other threads read and write; or NULL */
} pair_search;

static bool report_progress(const pair_search *s)
{
    if (!s->progress)
        return true;
    *s->progress = (int64_t)s->count;
    return !*s->stop;
}

/* Counts a pair, and keeps it on request. False if there is no memory. */
static inline bool add(pair_search *s, c2d_index_pair pair, bool wanted)
{
    s->count += wanted;
    s->no_memory = s->keep && !pair_list_add(&s->list, pair, wanted);
    return !s->no_memory;
}

/* The tally is updated whenever the number of pairs is a multiple of REPORT_MASK + 1. */
#define REPORT_MASK 0xffff

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *s = context;
    const members *m = &s->members;
    uint32_t p = m->index[i], q = m->index[j];
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    bool good =
        add(s, pair, c2d_relate(&m->shapes[i], &m->shapes[j]) >= (s->touching ? C2D_TOUCHING : C2D_OVERLAPPING));
    return good && ((s->count & REPORT_MASK) != 0 || report_progress(s));
}

static uint32_t index_of(const pair_search *s, uint32_t member)
{
    const members *m = &s->members;
    return m->index ? m->index[member] : member - (s->two_arrays && member >= m->of_a ? m->of_a : 0);
}

/* A pair that collides through an image. */
static bool visit_image_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *s = context;
    uint32_t p = index_of(s, i), q = index_of(s, j);
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    return add(s, pair, true) && ((s->count & REPORT_MASK) != 0 || report_progress(s));
}

/* The first indices are all wanted, and the list's groups are filled by a short loop. */
static bool add_all(pair_search *s, const c2d_index_pair *pairs, size_t count, uint32_t offset)
{
    pair_list *l = &s->list;
    for (size_t k = 0; k < count; k++)
        if (!pair_list_add(l, (c2d_index_pair){pairs[k].i, pairs[k].j - offset}, true)) {
            s->no_memory = true;
            return false;
        }
    s->count += count;
    return true;
}

static bool visit_disc_pairs(void *context, const c2d_index_pair *pairs, size_t count)
{
    pair_search *s = context;
    const uint32_t *index = s->members.index;
    uint32_t offset = s->two_arrays ? s->members.of_a : 0;
    if (!index && s->every_row && s->keep)
        return add_all(s, pairs, count, offset) && report_progress(s);
    for (size_t k = 0; k < count; k++) {
        c2d_index_pair pair = {pairs[k].i, pairs[k].j - offset};
        if (index)
            pair = (c2d_index_pair){index[pairs[k].i], index[pairs[k].j]};
        if (!add(s, pair, s->every_row || (pair.i >= s->first && pair.i < s->last)))
            return false;
    }
    return report_progress(s);
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
    s.every_row = s.first == 0 && s.last == (uint32_t)rows;
    s.no_memory = s.keep && !pair_list_open(&s.list, (size_t)rows);
    if (fault == MEMBERS_OK && !s.no_memory)
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
            memory = pair_list_write(&s.list, s.count, data);
            Py_END_ALLOW_THREADS;
            if (!memory) {
                Py_CLEAR(out);
                PyErr_NoMemory();
            }
        }
        result = (PyObject *)out;
    }
    pair_list_close(&s.list);
    return result;
}
