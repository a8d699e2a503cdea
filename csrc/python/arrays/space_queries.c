/* Queries of a Space for each row of an array: overlaps, contacts, the nearest items, and what rays and shapes hit. The
 * searches are those of the single calls, one after the other, under the lock of the space. */
#include "numpy.h"

#include "../queries/queries.h"

#include <math.h>

/* ---- results ---- */

#define MOST_COLUMNS 4

/* The results of all rows, one after the other: the place of an item, the item, and columns of numbers or vectors. */
typedef struct answers {
    size_t count, capacity;
    npy_intp *rows;
    PyObject **items; /* owned references */
    int columns;
    int width[MOST_COLUMNS]; /* 2 of vectors */
    double *numbers[MOST_COLUMNS];
} answers;

static bool enlarge(void *block, size_t capacity, size_t size)
{
    void **list = block;
    void *larger = capacity <= PTRDIFF_MAX / size ? PyMem_Realloc(*list, capacity * size) : NULL;
    if (larger)
        *list = larger;
    return larger;
}

/* Makes room for this many results in all; false if there is no memory. */
static bool reserve_answers(answers *a, size_t capacity)
{
    bool good = enlarge(&a->rows, capacity, sizeof *a->rows) && enlarge(&a->items, capacity, sizeof *a->items);
    for (int k = 0; k < a->columns && good; k++)
        good = enlarge(&a->numbers[k], capacity, (size_t)a->width[k] * sizeof(double));
    a->capacity = good ? capacity : a->capacity;
    return good;
}

/* numbers: of all columns. False if there is no memory. */
static bool add_answer(answers *a, npy_intp row, PyObject *item, const double *numbers)
{
    if (a->count == a->capacity && !reserve_answers(a, a->capacity ? 2 * a->capacity : 64))
        return false;
    a->rows[a->count] = row;
    a->items[a->count] = Py_NewRef(item);
    for (int k = 0; k < a->columns; numbers += a->width[k++])
        memcpy(a->numbers[k] + a->count * (size_t)a->width[k], numbers, (size_t)a->width[k] * sizeof *numbers);
    a->count++;
    return true;
}

/* Adds the result of a row that has none. */
static bool add_nothing(answers *a)
{
    static const double nothing[] = {NAN, NAN, NAN, NAN, NAN, NAN};
    return add_answer(a, -1, Py_None, nothing);
}

static void free_answers(answers *a)
{
    for (size_t i = 0; i < a->count; i++)
        Py_DECREF(a->items[i]);
    PyMem_Free(a->rows);
    PyMem_Free(a->items);
    for (int k = 0; k < a->columns; k++)
        PyMem_Free(a->numbers[k]);
}

static PyObject *array_of(int axes, const npy_intp *sizes, int type, const void *data, size_t bytes)
{
    PyArrayObject *array = (PyArrayObject *)PyArray_SimpleNew(axes, sizes, type);
    if (array && bytes > 0)
        memcpy(PyArray_DATA(array), data, bytes);
    return (PyObject *)array;
}

/* The results as a tuple of arrays, after the given one, a borrowed reference or NULL; NULL with an error set. across:
 * the number of results of each row, as a second axis, or -1. */
static PyObject *tuple_of_answers(answers *a, PyObject *offsets, npy_intp rows, npy_intp across)
{
    npy_intp sizes[3] = {across < 0 ? (npy_intp)a->count : rows, across < 0 ? 2 : across, 2};
    int axes = across < 0 ? 1 : 2, first = offsets != NULL, count = first + 2 + a->columns;
    PyObject *out[1 + 2 + MOST_COLUMNS] = {Py_XNewRef(offsets)}, *result = NULL;
    out[first] = array_of(axes, sizes, NPY_INTP, a->rows, a->count * sizeof *a->rows);
    bool good = out[first] != NULL;
    for (int k = 0; k < a->columns && good; k++) {
        size_t bytes = a->count * (size_t)a->width[k] * sizeof(double);
        out[first + 2 + k] = array_of(axes + a->width[k] - 1, sizes, NPY_FLOAT64, a->numbers[k], bytes);
        good = out[first + 2 + k] != NULL;
    }
    if (good && (out[first + 1] = array_of(axes, sizes, NPY_OBJECT, a->items, a->count * sizeof *a->items))) {
        a->count = 0; /* the references have moved */
        result = PyTuple_New(count);
    }
    for (int i = 0; i < count; i++)
        if (result)
            PyTuple_SET_ITEM(result, i, out[i]);
        else
            Py_XDECREF(out[i]);
    return result;
}

/* ---- the rows ---- */

typedef struct space_call {
    const char *verb, *argument;       /* the names of the method and of its first argument */
    PyObject *mask, *exclude, *filter; /* NULL: not given */
    PyObject *solid;                   /* one item or shape for all rows, or NULL: */
    PyObject *array;                   /* an array of shapes, */
    row_stream shapes;                 /* its rows, */
    row_shape shape;                   /* and the current one, */
    vertex_room room;                  /* whose vertices are here */
    PyObject *motion_array;            /* of casts */
    row_stream motions;
    ptrdiff_t count;
    row_query rows;
    ranked_list found;
    bool touching, contained, every;
    size_t k;
    answers answers;
    job_fault fault;
    ptrdiff_t at; /* the row at fault */
} space_call;

/* Adds the results of a row; false with c->fault set. */
typedef bool answer_row(space_call *c, ptrdiff_t i);

static bool is_full(space_call *c, bool good)
{
    if (!good)
        c->fault = FAULT_MEMORY;
    return good;
}

/* Makes the current shape and looks for it; false if it is invalid, or with c->fault set. */
static bool read_shape_of_row(space_call *c, ptrdiff_t i)
{
    if (c->solid)
        return true;
    room_reset(&c->room);
    c2d_status status = make_row(&c->shapes.format, c->shapes.data + i * c->shapes.stride, &c->room, &c->shape);
    bool moves = !status && c->shape.shape.count > C2D_INLINE_VERTICES; /* a polygon, which needs room to move */
    if (moves)
        c->found.room = room_take(&c->room, C2D_CAST_ROOM((size_t)c->shape.shape.count));
    if (status == C2D_NO_MEMORY || (moves && !c->found.room))
        c->fault = FAULT_MEMORY;
    if (!status && !c->fault && !c2d_fits_period(c2d_bounds_of(&c->shape.shape), c->rows.query.space->period))
        c->fault = FAULT_FAR;
    if (status || c->fault)
        return false;
    select_row(&c->rows, &c->shape.shape, c->shape.has_rect ? &c->shape.rect : NULL);
    return true;
}

static bool answer_overlaps(space_call *c, ptrdiff_t Py_UNUSED(i))
{
    result_list found;
    result_list_init(&found);
    bool good = find_row_overlaps(&c->rows.query, c->touching, c->contained, &found);
    for (size_t k = 0; k < found.count && good; k++) {
        uint64_t key = found.list[k].key;
        good = add_answer(&c->answers, (npy_intp)position_of(&c->rows, key), item_of_key(&c->rows, key), NULL);
    }
    result_list_free(&found);
    return is_full(c, good);
}

static bool add_ranked(space_call *c, const ranked_result *r, const double *numbers)
{
    return add_answer(&c->answers, (npy_intp)position_of(&c->rows, r->key), item_of_key(&c->rows, r->key), numbers);
}

static bool answer_contacts(space_call *c, ptrdiff_t Py_UNUSED(i))
{
    find_row_contacts(&c->found);
    bool good = !c->found.failed;
    for (size_t k = 0; k < c->found.count && good; k++) {
        const c2d_contact *contact = &c->found.list[k].contact;
        double numbers[] = {contact->normal.x, contact->normal.y, contact->depth};
        good = add_ranked(c, &c->found.list[k], numbers);
    }
    return is_full(c, good);
}

static bool answer_nearest(space_call *c, ptrdiff_t Py_UNUSED(i))
{
    find_row_nearest(&c->found, c->k);
    bool good = !c->found.failed;
    for (size_t k = 0; k < c->found.count && good; k++)
        good = add_ranked(c, &c->found.list[k], &c->found.list[k].rank);
    return is_full(c, good);
}

static bool answer_hits(space_call *c, ptrdiff_t i)
{
    double motion[MAX_COLUMNS];
    read_row(&c->motions.format, c->motions.data + i * c->motions.stride, motion);
    c->found.motion = (c2d_vec){motion[0], motion[1]};
    if (!c2d_way_fits(c->found.motion, c->rows.query.space->period)) {
        c2d_status status = c2d_check(&motion[0]);
        c->fault = status || c2d_check(&motion[1]) ? FAULT_MOTION : FAULT_LONG;
        return false;
    }
    if (find_row_hits(&c->found, c->every)) {
        c->fault = c->shapes.masked ? NO_FAULT : FAULT_MOTION;
        return c->shapes.masked;
    }
    bool good = !c->found.failed;
    for (size_t k = 0; k < c->found.count && good; k++) {
        const c2d_hit *hit = &c->found.list[k].hit;
        double numbers[] = {hit->t, hit->point.x, hit->point.y, hit->normal.x, hit->normal.y, hit->depth};
        good = add_ranked(c, &c->found.list[k], numbers);
    }
    return is_full(c, good);
}

/* The rows between two looks for signals. */
#define ROWS_PER_LOOK 64

/* Adds the results of all rows. offsets: the number of results before each row and behind the last one; or NULL, and
 * each row gets `across` results. False with c->fault or an error set. */
static bool run_rows(space_call *c, answer_row *answer, npy_intp *offsets, size_t across)
{
    for (ptrdiff_t i = 0; i < c->count; i++) {
        size_t wanted = (size_t)(i + 1) * across;
        c->at = i;
        if (i % ROWS_PER_LOOK == ROWS_PER_LOOK - 1 && PyErr_CheckSignals())
            return false;
        bool valid = read_shape_of_row(c, c->shapes.count == 1 ? 0 : i);
        if (!valid && !c->fault && !c->shapes.masked)
            c->fault = FAULT_ROW_A;
        if (c->fault)
            return false;
        if (valid && !answer(c, i))
            return false;
        while (!offsets && c->answers.count < wanted)
            if (!is_full(c, add_nothing(&c->answers)))
                return false;
        if (offsets)
            offsets[i + 1] = (npy_intp)c->answers.count;
    }
    return true;
}

static void refuse_fault(const space_call *c)
{
    if (c->fault == FAULT_MEMORY) {
        PyErr_NoMemory();
    } else if (c->fault == FAULT_FAR || c->fault == FAULT_LONG) {
        char where[32];
        c2d_vec period = c->rows.query.space->period;
        PyOS_snprintf(where, sizeof where, " at index %zd", c->at);
        if (c->fault == FAULT_FAR)
            refuse_far_box(c->verb, c->argument, c2d_bounds_of(&c->shape.shape), period, where);
        else
            refuse_long_way(c->verb, "motion", c->found.motion, period, where);
    } else if (c->fault == FAULT_ROW_A) {
        refuse_array(c->verb, c->argument, c->array);
    } else if (c->fault &&
               check_numbers_of(c->verb, "motion", (PyArrayObject *)c->motion_array, ROW_POINT, ROW_BY_TOPLEFT)) {
        PyErr_Format(PyExc_ValueError, "%s: %s + motion %s, which it is not at index %zd", c->verb, c->argument,
                     c2d_rule(C2D_TOO_LARGE), c->at);
    }
}

/* Under the lock of the space. False with an error set. */
static bool run_locked(space_call *c, PyObject *space, answer_row *answer, npy_intp *offsets, size_t across)
{
    c2d_vec own[SMALL_ROOM];
    if (!begin_row_query(space, c->verb, c->mask, c->exclude, c->filter, c->solid, &c->rows))
        return false;
    c->found.query = &c->rows.query;
    c2d_vec *room = alloc_room(own, C2D_CAST_ROOM(c->solid ? most_vertices(c->rows.query.solid) : 0));
    c->found.room = room;
    bool good = room && run_rows(c, answer, offsets, across);
    if (room)
        free_room(own, room);
    room_free(&c->room);
    ranked_list_free(&c->found);
    end_row_query(&c->rows);
    return good;
}

/* The tuple of arrays that answers a call; NULL with an error set. across: as in run_rows; CSR: offsets come first. */
#define CSR ((size_t)-1)
static PyObject *answer_call(space_call *c, PyObject *space, answer_row *answer, size_t across)
{
    npy_intp size = c->count + 1;
    bool good, csr = across == CSR;
    PyObject *offsets = csr ? PyArray_SimpleNew(1, &size, NPY_INTP) : NULL, *result = NULL;
    npy_intp *ends = offsets ? PyArray_DATA((PyArrayObject *)offsets) : NULL;
    if (csr && !offsets)
        return NULL;
    if (ends)
        ends[0] = 0;
    Py_BEGIN_CRITICAL_SECTION(space);
    good = run_locked(c, space, answer, ends, csr ? 0 : across);
    Py_END_CRITICAL_SECTION();
    if (good)
        result = tuple_of_answers(&c->answers, offsets, c->count, answer == answer_nearest ? (npy_intp)across : -1);
    else if (!PyErr_Occurred())
        refuse_fault(c);
    free_answers(&c->answers);
    Py_XDECREF(offsets);
    return result;
}

/* ---- the functions ---- */

static PyObject *given(PyObject *object) { return object == Py_None ? NULL : object; }

PyObject *arrays_space_query(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    space_call c = {.verb = "query", .argument = "shape"};
    PyObject *space, *exclude, *filter;
    int touching, contained;
    if (!PyArg_ParseTuple(args, "O!O!ppOOO:_space_query", state->space_type, &space, state->array_type, &c.array,
                          &touching, &contained, &c.mask, &exclude, &filter) ||
        !read_axis(c.verb, c.argument, c.array, &c.shapes))
        return NULL;
    c.exclude = given(exclude);
    c.filter = given(filter);
    c.touching = touching;
    c.contained = contained;
    c.count = c.shapes.count;
    return answer_call(&c, space, answer_overlaps, CSR);
}

PyObject *arrays_space_contacts(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    space_call c = {.verb = "contacts", .argument = "shape", .answers = {.columns = 2, .width = {2, 1}}};
    PyObject *space, *exclude, *filter;
    if (!PyArg_ParseTuple(args, "O!O!OOO:_space_contacts", state->space_type, &space, state->array_type, &c.array,
                          &c.mask, &exclude, &filter) ||
        !read_axis(c.verb, c.argument, c.array, &c.shapes))
        return NULL;
    c.exclude = given(exclude);
    c.filter = given(filter);
    c.count = c.shapes.count;
    return answer_call(&c, space, answer_contacts, CSR);
}

PyObject *arrays_space_nearest(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    space_call c = {.verb = "nearest", .argument = "shape", .answers = {.columns = 1, .width = {1}}};
    PyObject *space, *exclude, *filter;
    Py_ssize_t k;
    if (!PyArg_ParseTuple(args, "O!O!ndOOO:_space_nearest", state->space_type, &space, state->array_type, &c.array, &k,
                          &c.found.limit, &c.mask, &exclude, &filter) ||
        !read_axis(c.verb, c.argument, c.array, &c.shapes))
        return NULL;
    c.exclude = given(exclude);
    c.filter = given(filter);
    c.count = c.shapes.count;
    c.k = (size_t)k;
    if (c.count > 0 && k > PY_SSIZE_T_MAX / c.count)
        return PyErr_NoMemory();
    return answer_call(&c, space, answer_nearest, c.k);
}

PyObject *arrays_space_cast(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    space_call c = {.answers = {.columns = 4, .width = {1, 2, 2, 1}}};
    PyObject *space, *mover, *exclude, *filter;
    int touching, leaving, every;
    if (!PyArg_ParseTuple(args, "ssO!OOpppOOO:_space_cast", &c.verb, &c.argument, state->space_type, &space, &mover,
                          &c.motion_array, &touching, &leaving, &every, &c.mask, &exclude, &filter))
        return NULL;
    if (!is_array(state, mover))
        c.solid = mover;
    else if (!read_axis(c.verb, c.argument, c.array = mover, &c.shapes))
        return NULL;
    PyArrayObject *motions = (PyArrayObject *)c.motion_array;
    if (!PyArray_Check(c.motion_array) || PyArray_TYPE(motions) != NPY_FLOAT64 || PyArray_NDIM(motions) != 2 ||
        PyArray_DIM(motions, 1) != 2 || (c.array && c.shapes.count != 1 && c.shapes.count != PyArray_DIM(motions, 0)))
        return PyErr_Format(PyExc_TypeError, "_space_cast: motions must be a float64 array (n, 2)");
    c.motions = (row_stream){format_of_numbers(motions, ROW_POINT, ROW_BY_TOPLEFT), PyArray_BYTES(motions),
                             PyArray_STRIDE(motions, 0), PyArray_DIM(motions, 0), false};
    c.exclude = given(exclude);
    c.filter = given(filter);
    c.found.options = (c2d_cast_options){touching, leaving};
    c.every = every;
    c.count = c.motions.count;
    return answer_call(&c, space, answer_hits, every ? CSR : 1);
}
