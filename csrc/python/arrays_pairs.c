/* All pairs of one array, or of two, that collide: the grid of the core finds whose bounds meet, the exact relation
 * decides, and what is found is sorted. Memory: the shapes, their bounds, and the pairs. */
#include "arrays_numpy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- who takes part ---- */

typedef struct disc {
    c2d_vec center;
    double radius;
} disc;

/* The shapes of both arrays, one after the other; of circles and points only what makes them. */
typedef struct members {
    uint32_t count, of_a; /* the first so many are of the first array */
    c2d_bounds *boxes;
    c2d_shape *shapes; /* or */
    disc *discs;
    uint32_t *index; /* in their array */
} members;

static void free_members(members *m)
{
    free(m->boxes);
    free(m->shapes);
    free(m->discs);
    free(m->index);
}

static bool all_discs(const array_object *a) { return a->kind <= ROW_CIRCLE; }

static void *allocate(size_t count, size_t size) { return malloc(count ? count * size : 1); }

static bool room_for_members(members *m, ptrdiff_t count, bool discs)
{
    size_t n = (size_t)count;
    m->boxes = allocate(n, sizeof *m->boxes);
    m->index = allocate(n, sizeof *m->index);
    if (discs)
        m->discs = allocate(n, sizeof *m->discs);
    else
        m->shapes = allocate(n, sizeof *m->shapes);
    return m->boxes && m->index && (m->discs || m->shapes);
}

/* Appends the valid rows; false at an invalid one that is not masked. */
static bool add_rows(members *m, const array_object *a)
{
    row_format format = format_of(a);
    ptrdiff_t count = PyArray_DIM(a->array, 0), stride = PyArray_STRIDE(a->array, 0);
    const char *row = PyArray_BYTES(a->array);
    for (ptrdiff_t i = 0; i < count; i++, row += stride) {
        row_shape made;
        if (make_row(&format, row, &made)) {
            if (!a->masked)
                return false;
            continue;
        }
        uint32_t at = m->count++;
        m->boxes[at] = c2d_bounds_of(&made.shape);
        m->index[at] = (uint32_t)i;
        if (m->discs)
            m->discs[at] = (disc){made.shape.v.own[0], made.shape.radius};
        else
            m->shapes[at] = made.shape;
    }
    return true;
}

/* ---- what is found ---- */

typedef struct pair {
    uint32_t i, j;
} pair;

typedef struct search {
    members members;
    bool two, touching, keep;
    uint32_t first, last; /* of the indices of a: others are left out */
    pair *pairs;
    size_t count, capacity;
    bool no_memory;
    volatile int64_t *found, *stop; /* for others to look at, to say; or NULL */
} search;

/* What is near is left to the core. */
static Py_NO_INLINE bool near_discs_meet(const disc *a, const disc *b, bool touching)
{
    c2d_shape s, t;
    c2d_circle(&s, a->center, a->radius);
    c2d_circle(&t, b->center, b->radius);
    return c2d_relate(&s, &t) >= (touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

/* As the core decides about points, at the same margin; whether they meet is never a jump. */
static inline bool discs_meet(const disc *a, const disc *b, bool touching)
{
    double x = a->center.x - b->center.x, y = a->center.y - b->center.y, radius = a->radius + b->radius;
    double r2 = radius * radius, gap = r2 - (x * x + y * y);
    return fabs(gap) > 0x1p-47 * r2 ? gap > 0 : near_discs_meet(a, b, touching);
}

static inline bool meet(const search *s, uint32_t i, uint32_t j)
{
    const members *m = &s->members;
    if (m->discs)
        return discs_meet(&m->discs[i], &m->discs[j], s->touching);
    return c2d_relate(&m->shapes[i], &m->shapes[j]) >= (s->touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

static Py_NO_INLINE bool grow(search *s)
{
    size_t capacity = s->capacity ? s->capacity * 2 : 1024;
    pair *pairs = capacity <= SIZE_MAX / sizeof *pairs ? realloc(s->pairs, capacity * sizeof *pairs) : NULL;
    s->no_memory = !pairs;
    if (!pairs)
        return false;
    s->pairs = pairs;
    s->capacity = capacity;
    return true;
}

/* How often others are told. */
#define NEWS 0xffff

static Py_NO_INLINE bool tell(const search *s)
{
    *s->found = (int64_t)s->count;
    return !*s->stop;
}

/* A pair is written in any case, and kept if it meets: no jump depends on what nobody can predict. */
static bool visit(void *context, uint32_t i, uint32_t j)
{
    search *s = context;
    if (s->two && (i < s->members.of_a) == (j < s->members.of_a))
        return true;
    uint32_t index = s->members.index[i];
    if (index < s->first || index >= s->last)
        return true;
    if (s->keep) {
        if (s->count == s->capacity && !grow(s))
            return false;
        s->pairs[s->count] = (pair){index, s->members.index[j]};
    }
    s->count += meet(s, i, j);
    return !s->found || (s->count & NEWS) != 0 || tell(s);
}

/* ---- sorting ---- */

static int compare_indices(const void *p, const void *q)
{
    npy_intp a = ((const npy_intp *)p)[1], b = ((const npy_intp *)q)[1];
    return (a > b) - (a < b);
}

/* So few are sorted by insertion. */
#define FEW 24

static void sort_run(npy_intp *run, size_t count)
{
    if (count > FEW) {
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

/* By the first index by counting, then each run by the second. */
static bool write_sorted(const search *s, size_t rows, npy_intp *out)
{
    size_t *end = calloc(rows + 1, sizeof *end);
    if (!end)
        return false;
    for (size_t k = 0; k < s->count; k++)
        end[s->pairs[k].i + 1]++;
    for (size_t i = 1; i <= rows; i++)
        end[i] += end[i - 1];
    for (size_t k = 0; k < s->count; k++) {
        size_t at = end[s->pairs[k].i]++;
        out[2 * at] = (npy_intp)s->pairs[k].i;
        out[2 * at + 1] = (npy_intp)s->pairs[k].j;
    }
    for (size_t i = 0, from = 0; i < rows; from = end[i], i++)
        sort_run(out + 2 * from, end[i] - from);
    free(end);
    return true;
}

/* ---- the call ---- */

static bool check_axis(const char *name, const array_object *a)
{
    if (PyArray_NDIM(a->array) == 2 && PyArray_DIM(a->array, 0) < INT32_MAX)
        return true;
    PyErr_Format(PyExc_ValueError, "pairs: %s must have one axis of at most 2147483646 shapes, got %d axes", name,
                 PyArray_NDIM(a->array) - 1);
    return false;
}

static bool read_tally(PyObject *object, search *s)
{
    PyArrayObject *tally = (PyArrayObject *)object;
    if (object == Py_None)
        return true;
    if (!PyArray_Check(object) || PyArray_TYPE(tally) != NPY_INT64 || PyArray_SIZE(tally) != 2 ||
        !PyArray_ISCARRAY(tally)) {
        PyErr_SetString(PyExc_TypeError, "_pairs: tally must be an int64 array of 2");
        return false;
    }
    s->found = (int64_t *)PyArray_DATA(tally);
    s->stop = s->found + 1;
    return true;
}

PyObject *arrays_pairs(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    PyObject *object_a, *object_b, *tally, *result = NULL;
    int touching, keep;
    Py_ssize_t first, last;
    if (!PyArg_ParseTuple(args, "O!OppnnO:_pairs", state->array_type, &object_a, &object_b, &touching, &keep, &first,
                          &last, &tally))
        return NULL;
    search s;
    memset(&s, 0, sizeof s);
    s.two = object_b != Py_None;
    s.touching = touching;
    s.keep = keep;
    if (s.two && !is_array(state, object_b))
        return PyErr_Format(PyExc_TypeError, "pairs: b must be an array of shapes, got %.100s",
                            Py_TYPE(object_b)->tp_name);
    const array_object *a = (array_object *)object_a, *b = (array_object *)object_b;
    if (!check_axis("a", a) || (s.two && !check_axis("b", b)) || !read_tally(tally, &s))
        return NULL;
    ptrdiff_t rows = PyArray_DIM(a->array, 0), more = s.two ? PyArray_DIM(b->array, 0) : 0;
    if (rows + more >= INT32_MAX)
        return PyErr_Format(PyExc_ValueError, "pairs: a and b must have at most %d shapes, got %zd", INT32_MAX - 1,
                            rows + more);
    s.first = (uint32_t)(first > 0 ? first : 0);
    s.last = (uint32_t)(last < rows ? (last > 0 ? last : 0) : rows);
    bool good_a = true, good_b = true, memory;
    PyArrayObject *out = NULL;
    c2d_status status = C2D_OK;
    Py_BEGIN_ALLOW_THREADS;
    memory = room_for_members(&s.members, rows + more, all_discs(a) && (!s.two || all_discs(b)));
    if (memory) {
        good_a = add_rows(&s.members, a);
        s.members.of_a = s.members.count;
        good_b = !good_a || !s.two || add_rows(&s.members, b);
        if (good_a && good_b)
            status = c2d_all_pairs(s.members.boxes, s.members.count, visit, &s);
    }
    free_members(&s.members);
    Py_END_ALLOW_THREADS;
    if (!memory || status || s.no_memory) {
        PyErr_NoMemory();
    } else if (!good_a || !good_b) {
        if (check_rows("pairs", good_a ? "b" : "a", good_a ? b : a))
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
