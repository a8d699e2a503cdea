/* All pairs of one or two arrays that collide. The core's grid finds pairs whose bounds meet, the exact relation
 * decides, and the pairs are sorted. Several threads search parts of the core's strips of circles, or else strips of
 * the plane. Memory: the shapes, their bounds, and the pairs; for strips of the plane, the bounds twice. */
#include "pair_list.h"
#include "periodic.h"
#include "strips.h"

#include "../../batch/threads/threads.h"
#include "../../core/broad/disc_search.h"

#include <string.h>

/* ---- the search ---- */

typedef struct pair_search {
    members members;
    bool two_arrays, touching, keep;
    bool first_rows_only; /* one array, and only the pairs of its first rows */
    uint32_t first, last; /* pairs whose index in a is in [first, last) are wanted */
    bool every_row;       /* all are */
    int threads;
    struct pair_finder *finders; /* of each thread */
    pair_list *lists;            /* of each thread, if the pairs are to be kept */
    strips strips;
    c2d_disc_search disc_search;       /* of circles, on several threads */
    uint32_t disc_parts;               /* of the search */
    volatile int64_t *stop, *progress; /* the tally, which other threads read and write; or NULL */
} pair_search;

/* What a thread has found. */
typedef struct pair_finder {
    const pair_search *search;
    const strip *strip; /* that it searches; NULL: all members */
    pair_list *list;
    size_t count;
    size_t found; /* collisions of the current search, for its budget */
    c2d_status status;
    bool no_memory;
    volatile int64_t *progress;
    char apart[64]; /* from the counters of the next thread, which would share a cache line */
} pair_finder;

static bool report_progress(const pair_finder *f)
{
    if (!f->progress)
        return true;
    *f->progress = (int64_t)f->count;
    return !*f->search->stop;
}

/* Counts a pair, and keeps it on request. False if there is no memory. */
static inline bool add(pair_finder *f, c2d_index_pair pair, bool wanted)
{
    f->count += wanted;
    f->no_memory = f->search->keep && !pair_list_add(f->list, pair, wanted);
    return !f->no_memory;
}

/* The tally is updated whenever the number of pairs is a multiple of REPORT_MASK + 1. */
#define REPORT_MASK 0xffff

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_finder *f = context;
    const pair_search *s = f->search;
    const members *m = &s->members;
    if (f->strip) {
        if (!strip_has(f->strip, i, j))
            return true;
        i = member_in_strip(f->strip, i);
        j = member_in_strip(f->strip, j);
    }
    uint32_t p = m->index[i], q = m->index[j];
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    bool collides = c2d_relate(&m->shapes[i], &m->shapes[j]) >= (s->touching ? C2D_TOUCHING : C2D_OVERLAPPING);
    f->found += collides;
    return add(f, pair, collides) && ((f->count & REPORT_MASK) != 0 || report_progress(f));
}

static uint32_t index_of(const pair_search *s, uint32_t member)
{
    const members *m = &s->members;
    return m->index ? m->index[member] : member - (s->two_arrays && member >= m->of_a ? m->of_a : 0);
}

/* A pair that collides through an image. */
static bool visit_image_pair(void *context, uint32_t i, uint32_t j)
{
    pair_finder *f = context;
    const pair_search *s = f->search;
    uint32_t p = index_of(s, i), q = index_of(s, j);
    c2d_index_pair pair = {s->two_arrays || p < q ? p : q, s->two_arrays || p < q ? q : p};
    if (pair.i < s->first || pair.i >= s->last)
        return true;
    return add(f, pair, true) && ((f->count & REPORT_MASK) != 0 || report_progress(f));
}

/* The first indices are all wanted, and the list's groups are filled by a short loop. */
static inline bool add_all_as(pair_finder *f, const c2d_index_pair *pairs, size_t count, uint32_t offset, bool packs)
{
    pair_list *l = f->list;
    for (size_t k = 0; k < count; k++)
        if (!pair_list_add_as(l, (c2d_index_pair){pairs[k].i, pairs[k].j - offset}, true, packs)) {
            f->no_memory = true;
            return false;
        }
    f->count += count;
    return true;
}

static bool add_all(pair_finder *f, const c2d_index_pair *pairs, size_t count, uint32_t offset)
{
    return f->list->second_bits ? add_all_as(f, pairs, count, offset, true)
                                : add_all_as(f, pairs, count, offset, false);
}

static bool visit_disc_pairs(void *context, const c2d_index_pair *pairs, size_t count)
{
    pair_finder *f = context;
    const pair_search *s = f->search;
    const uint32_t *index = s->members.index;
    uint32_t offset = s->two_arrays ? s->members.of_a : 0;
    if (s->every_row && !s->keep) {
        f->count += count;
        return report_progress(f);
    }
    if (!index && s->every_row)
        return add_all(f, pairs, count, offset) && report_progress(f);
    for (size_t k = 0; k < count; k++) {
        c2d_index_pair pair = {pairs[k].i, pairs[k].j - offset};
        if (index)
            pair = (c2d_index_pair){index[pairs[k].i], index[pairs[k].j]};
        if (!add(f, pair, s->every_row || (pair.i >= s->first && pair.i < s->last)))
            return false;
    }
    return report_progress(f);
}

/* The pairs are renamed first and added then: each loop is short, and the misses of the cache overlap. */
static bool visit_disc_pairs_in_strip(void *context, const c2d_index_pair *pairs, size_t count)
{
    enum { AT_ONCE = 256 };
    pair_finder *f = context;
    const pair_search *s = f->search;
    const strip *in = f->strip;
    while (count > 0) {
        c2d_index_pair own[AT_ONCE];
        size_t some = count < AT_ONCE ? count : AT_ONCE, found = 0;
        for (size_t k = 0; k < some; k++) {
            uint32_t i = pairs[k].i, j = pairs[k].j;
            own[found] = (c2d_index_pair){index_of(s, member_in_strip(in, i)), index_of(s, member_in_strip(in, j))};
            found += strip_has(in, i, j) & (s->every_row | ((own[found].i >= s->first) & (own[found].i < s->last)));
        }
        if (s->keep && !add_all(f, own, found, 0))
            return false;
        f->count += s->keep ? 0 : found;
        pairs += some;
        count -= some;
    }
    return report_progress(f);
}

/* ---- all members, or those of strips ---- */

static const c2d_shape *shape_of(const void *shapes, uint32_t i) { return (const c2d_shape *)shapes + i; }

/* Whether no pair can be wanted. */
static bool has_one_side(const pair_search *s, uint32_t of_a, uint32_t count)
{
    return (s->two_arrays || s->first_rows_only) && (of_a == 0 || (s->two_arrays && of_a == count));
}

static c2d_status find_all(pair_finder *f)
{
    const pair_search *s = f->search;
    const members *m = &s->members;
    bool split = s->two_arrays || s->first_rows_only;
    if (has_one_side(s, m->of_a, m->count))
        return C2D_OK;
    if (!m->discs) {
        c2d_shape_set set = {m->boxes,  m->count, split ? m->of_a : 0, s->first_rows_only, shape_of,
                             m->shapes, &f->found};
        return c2d_shape_pairs(&set, visit_pair, f);
    }
    return c2d_disc_search_all(m->discs, m->count, m->has_extent ? &m->extent : NULL, split ? m->of_a : 0,
                               s->first_rows_only, s->touching, visit_disc_pairs, f);
}

static c2d_status find_in_strip(pair_finder *f, const strip *in)
{
    const pair_search *s = f->search;
    bool split = s->two_arrays || s->first_rows_only;
    if (has_one_side(s, in->of_a, in->count))
        return C2D_OK;
    f->strip = in;
    f->found = 0;
    if (in->discs)
        return c2d_disc_pairs(in->discs, in->count, split ? in->of_a : 0, s->first_rows_only, s->touching,
                              visit_disc_pairs_in_strip, f);
    c2d_shape_set set = {in->boxes, in->count, split ? in->of_a : 0, s->first_rows_only, shape_in_strip, in, &f->found};
    return c2d_shape_pairs(&set, visit_pair, f);
}

static bool go_on(const pair_finder *f)
{
    return !f->status && !f->no_memory && !(f->search->stop && *f->search->stop);
}

static bool find_part(void *context, int worker, size_t part)
{
    const pair_search *s = context;
    pair_finder *f = &s->finders[worker];
    f->status = find_in_strip(f, &s->strips.strip[part]);
    f->strip = NULL;
    return go_on(f);
}

/* More strips than threads: one that takes longer than the others does not keep all waiting. */
#define STRIPS_PER_THREAD 2
/* The least number of shapes and of discs for each thread. */
#define LEAST_SHAPES 16384
#define LEAST_DISCS  32768

static c2d_status find_in_strips(pair_search *s)
{
    int most = s->threads > 1 ? s->threads * STRIPS_PER_THREAD : 1;
    bool divided = divide_members(&s->strips, &s->members, most, s->threads);
    c2d_status status = divided ? C2D_OK : C2D_NO_MEMORY;
    if (divided && s->strips.count == 1)
        status = find_all(&s->finders[0]);
    else if (divided)
        run_parts(s->threads, (size_t)s->strips.count, find_part, s);
    free_strips(&s->strips);
    return status;
}

/* ---- discs ---- */

static bool sort_discs_part(void *context, int worker, size_t part)
{
    pair_search *s = context;
    s->finders[worker].status = c2d_disc_search_sort(&s->disc_search, (uint32_t)part);
    return !s->finders[worker].status;
}

static bool find_discs_part(void *context, int worker, size_t part)
{
    const pair_search *s = context;
    pair_finder *f = &s->finders[worker];
    f->status = c2d_disc_search_part(&s->disc_search, (uint32_t)part, s->disc_parts, visit_disc_pairs, f);
    return go_on(f);
}

/* The core sorts discs into strips of its own, of which each thread searches some. A part is searched together with the
 * strip after it, so more parts take longer. */
#define DISC_PARTS_PER_THREAD 4
/* As long as half of a thread's share of the discs, or longer, a strip would keep the other threads waiting. */
static bool is_too_large(const pair_search *s, uint32_t strip)
{
    return strip > s->members.count / (2 * (uint32_t)s->threads);
}

/* *divided: the discs are in many strips. Otherwise nothing is found. */
static c2d_status find_discs(pair_search *s, bool *divided)
{
    const members *m = &s->members;
    bool split = s->two_arrays || s->first_rows_only;
    c2d_disc_search *d = &s->disc_search;
    c2d_status status =
        c2d_disc_search_open(d, m->discs, m->count, m->has_extent ? &m->extent : NULL, split ? m->of_a : 0,
                             s->first_rows_only, s->touching, (uint32_t)s->threads);
    *divided = !status && d->cells.strips > 2 * (uint32_t)s->threads &&
               run_parts(s->threads, d->sections, sort_discs_part, s) && !is_too_large(s, c2d_disc_search_largest(d));
    if (*divided) {
        s->disc_parts = (uint32_t)s->threads * DISC_PARTS_PER_THREAD;
        run_parts(s->threads, s->disc_parts, find_discs_part, s);
    }
    c2d_disc_search_close(d);
    return status;
}

static c2d_status find(pair_search *s)
{
    const members *m = &s->members;
    bool divided = false;
    c2d_status status = C2D_OK;
    if (s->threads > 1 && m->discs && !has_one_side(s, m->of_a, m->count))
        status = find_discs(s, &divided);
    for (int k = 0; k < s->threads; k++)
        status = status ? status : s->finders[k].status;
    if (!status && !divided)
        status = find_in_strips(s);
    for (int k = 0; k < s->threads; k++)
        status = status ? status : s->finders[k].status;
    return status;
}

/* False if there is no memory. */
static bool open_finders(pair_search *s, size_t rows, size_t others)
{
    s->finders = calloc((size_t)s->threads, sizeof *s->finders);
    s->lists = calloc((size_t)s->threads, sizeof *s->lists);
    bool good = s->finders && s->lists;
    for (int k = 0; k < s->threads && good; k++) {
        s->finders[k].search = s;
        s->finders[k].list = &s->lists[k];
        s->finders[k].progress = s->progress ? s->progress + k : NULL;
        good = !s->keep || pair_list_open(&s->lists[k], rows, others);
    }
    return good;
}

static void close_finders(pair_search *s)
{
    for (int k = 0; s->lists && k < s->threads; k++)
        pair_list_close(&s->lists[k]);
    free(s->lists);
    free(s->finders);
}

/* The number of pairs. *no_memory: a thread lacked memory. */
static size_t count_found(const pair_search *s, bool *no_memory)
{
    size_t count = 0;
    for (int k = 0; k < s->threads; k++) {
        count += s->finders[k].count;
        *no_memory |= s->finders[k].no_memory;
    }
    return count;
}

/* ---- the call ---- */

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
    if (!PyArray_Check(object) || PyArray_TYPE(tally) != NPY_INT64 || PyArray_SIZE(tally) <= s->threads ||
        !PyArray_ISCARRAY(tally)) {
        PyErr_SetString(PyExc_TypeError, "_pairs: tally must be an int64 array of 1, and 1 for each thread");
        return false;
    }
    s->stop = (int64_t *)PyArray_DATA(tally);
    s->progress = s->stop + 1;
    return true;
}

/* How many threads are worth it. */
static int threads_for_members(ptrdiff_t count, bool discs, int threads)
{
    ptrdiff_t most = count / (discs ? LEAST_DISCS : LEAST_SHAPES);
    return most < 2 ? 1 : most < threads ? (int)most : threads;
}

PyObject *arrays_pairs(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    PyObject *object_a, *object_b, *tally, *threads = NULL, *result = NULL;
    int touching, keep;
    Py_ssize_t first, last;
    c2d_vec period = {INFINITY, INFINITY};
    pair_search s;
    memset(&s, 0, sizeof s);
    if (!PyArg_ParseTuple(args, "O!OppnnO|(dd)O:_pairs", state->array_type, &object_a, &object_b, &touching, &keep,
                          &first, &last, &tally, &period.x, &period.y, &threads) ||
        !read_threads("pairs", threads, &s.threads))
        return NULL;
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
    s.threads = threads_for_members(rows + more, all_discs(a) && (!s.two_arrays || all_discs(b)), s.threads);
    PyArrayObject *out = NULL;
    c2d_status status = C2D_OK;
    members_fault fault;
    far_row far;
    size_t count = 0;
    bool no_memory;
    Py_BEGIN_ALLOW_THREADS;
    fault = gather_members(&s.members, a, s.two_arrays ? b : NULL, s.first_rows_only ? s.last : UINT32_MAX, s.threads);
    s.every_row = s.first == 0 && s.last == (uint32_t)rows;
    no_memory = !open_finders(&s, (size_t)rows, (size_t)(s.two_arrays ? more : rows));
    if (fault == MEMBERS_OK && !no_memory) {
        status = find(&s);
        count = count_found(&s, &no_memory);
    }
    if (fault == MEMBERS_OK && !status && !no_memory) {
        status = image_pairs(&s.members, s.two_arrays || s.first_rows_only, s.first_rows_only, period, s.touching,
                             visit_image_pair, &s.finders[0], &far);
        count = count_found(&s, &no_memory);
    }
    free_members(&s.members);
    Py_END_ALLOW_THREADS;
    if (status == C2D_TOO_LARGE) {
        refuse_far_row(&far, s.two_arrays, period);
    } else if (fault == MEMBERS_NO_MEMORY || status || no_memory) {
        PyErr_NoMemory();
    } else if (fault) {
        if (check_rows("pairs", fault == INVALID_ROW_B ? "b" : "a", fault == INVALID_ROW_B ? b : a))
            PyErr_SetString(PyExc_ValueError, "pairs: the array was changed meanwhile");
    } else if (!s.keep) {
        result = PyLong_FromSize_t(count);
    } else {
        out = (PyArrayObject *)PyArray_SimpleNew(2, ((npy_intp[]){(npy_intp)count, 2}), NPY_INTP);
        if (out) {
            npy_intp *data = PyArray_DATA(out);
            Py_BEGIN_ALLOW_THREADS;
            no_memory = !pair_lists_write(s.lists, s.threads, s.threads, data);
            Py_END_ALLOW_THREADS;
            if (no_memory) {
                Py_CLEAR(out);
                PyErr_NoMemory();
            }
        }
        result = (PyObject *)out;
    }
    close_finders(&s);
    return result;
}
