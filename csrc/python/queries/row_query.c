/* Queries with arrays of shapes: what is the same for all rows. The items are numbered by their places in list(space),
 * and the space stands still meanwhile, also while a signal handler runs. */
#include "queries.h"

/* Holds the entries that exclude and filter are to decide on: those that match otherwise. False with an error set. */
static bool hold_matching(row_query *r)
{
    const space_object *space = r->query.space;
    r->asked = PyMem_New(entry *, (size_t)space->count + 1);
    if (!r->asked) {
        PyErr_NoMemory();
        return false;
    }
    for (uint32_t i = 0; i < space->order_length; i++)
        if (space->order[i] && query_matches(&r->query, space->order[i]))
            r->asked[r->asked_count++] = (entry *)Py_NewRef((PyObject *)space->order[i]);
    return true;
}

/* Asks exclude and filter about each entry that is held. passes: one answer for each. False with an error set. */
static bool ask_filter(row_query *r, bool *passes)
{
    bool began = begin_filtering(r->query.space), good = began;
    for (size_t i = 0; i < r->asked_count && good; i++) {
        int answer = passes_filter(&r->query, r->asked[i]->item);
        passes[i] = answer > 0;
        good = answer >= 0;
    }
    if (began)
        end_filtering(r->query.space);
    return good;
}

/* Asks exclude and filter, and notes what passes. What other threads have added meanwhile is not found; what they have
 * removed is not in the tree. False with an error set. */
static bool decide_all(row_query *r)
{
    query *q = &r->query;
    bool *passes = NULL, good = hold_matching(r);
    if (good && !(passes = PyMem_New(bool, r->asked_count + 1))) {
        PyErr_NoMemory();
        good = false;
    }
    good = good && ask_filter(r, passes);
    if (good && !(r->passing = PyMem_Calloc((size_t)q->space->id_count + 1, sizeof *r->passing))) {
        PyErr_NoMemory();
        good = false;
    }
    for (size_t i = 0; i < r->asked_count && good; i++)
        if (r->asked[i]->order_index != C2D_NULL_INDEX)
            r->passing[r->asked[i]->id] = passes[i];
    PyMem_Free(passes);
    q->exclude = q->filter = NULL;
    q->passing = r->passing;
    return good;
}

/* Numbers the items without the gaps in their order; false with an error set. */
static bool number_items(row_query *r)
{
    const space_object *space = r->query.space;
    if (space->order_length == space->count)
        return true;
    r->positions = PyMem_New(uint32_t, space->order_length);
    if (!r->positions) {
        PyErr_NoMemory();
        return false;
    }
    for (uint32_t i = 0, position = 0; i < space->order_length; i++) {
        r->positions[i] = position;
        position += space->order[i] != NULL;
    }
    return true;
}

static void release_row_query(row_query *r)
{
    PyMem_Free(r->passing);
    PyMem_Free(r->positions);
    for (size_t i = 0; i < r->asked_count; i++)
        Py_DECREF((PyObject *)r->asked[i]);
    PyMem_Free(r->asked);
    if (r->has_solid)
        release_query(&r->query);
}

bool begin_row_query(PyObject *space, const char *verb, PyObject *mask, PyObject *exclude, PyObject *filter,
                     PyObject *solid, row_query *out)
{
    *out = (row_query){.query.operand = {NULL}};
    query *q = &out->query;
    if (!read_query_choice(space, verb, mask, exclude, filter, q))
        return false;
    if (solid && !read_query_solid(space, verb, solid, q))
        return false;
    out->has_solid = solid;
    /* User code runs in decide_all, and in nothing that follows. */
    if ((has_filter(q) && !decide_all(out)) || !update_tree(SPACE(space)) || !number_items(out)) {
        release_row_query(out);
        return false;
    }
    note_bodies(q);
    q->space->row_queries++;
    return true;
}

void end_row_query(row_query *r)
{
    r->query.space->row_queries--;
    release_row_query(r);
}

void select_row(row_query *r, const c2d_shape *shape, const c2d_rect *rect)
{
    query *q = &r->query;
    q->own.shape = shape;
    q->own.rect = rect;
    q->own.body = (c2d_body){&q->own.shape, &q->own.rect, 1, NULL};
    q->solid = &q->own.body;
    select_piece(q, 0);
}

/* ---- dispatch ---- */

/* Whether an object is an array of numbers with several axes, as NumPy has them: 1, 0, or -1 with an error set. */
static int has_several_axes(PyObject *object)
{
    if (PyTuple_CheckExact(object) || PyList_CheckExact(object) || is_shape(object))
        return 0;
    PyObject *name = PyUnicode_InternFromString("ndim"), *axes = NULL;
    int found = !name ? -1 : class_lacks(object, name) ? 0 : attribute(object, name, &axes);
    if (found > 0)
        found = PyLong_Check(axes) && PyLong_AsLong(axes) > 1;
    if (PyErr_Occurred())
        found = -1;
    Py_XDECREF(name);
    Py_XDECREF(axes);
    return found;
}

/* Whether an object is a list or tuple of lists or tuples, which NumPy makes an array of. */
static bool is_nested_list(PyObject *object)
{
    if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object))
        return false;
    PyObject *first = first_item(object);
    bool nested = first && (PyList_Check(first) || PyTuple_Check(first));
    Py_XDECREF(first);
    return nested;
}

/* 1, 0, or -1 with an error set. numbers: whether the argument may be an array of numbers. */
static int is_rows(const module_state *state, PyObject *object, bool numbers)
{
    return is_shape_array(state, object) ? 1 : numbers ? has_several_axes(object) : 0;
}

static int refuse_nested_list(const char *verb, const char *argument, PyObject *object)
{
    PyErr_Format(PyExc_TypeError,
                 "%s: %s must be " PAIR_RULE " or an array of pairs, got a %s of pairs: write "
                 "numpy.array(pairs)",
                 verb, argument, Py_TYPE(object)->tp_name);
    return -1;
}

int has_rows(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
             unsigned numbers)
{
    static const char *const names[2] = {"origin", "motion"};
    const module_state *state = state_of(self);
    PyObject *nested[2] = {NULL, NULL}; /* borrowed */
    int found = 0;
    for (Py_ssize_t i = 0; i < nargs && i < 2 && !found; i++) {
        bool of_numbers = numbers >> i & 1;
        found = is_rows(state, args[i], of_numbers);
        nested[i] = of_numbers && is_nested_list(args[i]) ? args[i] : NULL;
    }
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames) && !found; i++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, i), *object = args[nargs + i];
        int k = 0;
        while (k < 2 && (!(numbers >> k & 1) || PyUnicode_CompareWithASCIIString(name, names[k]) != 0))
            k++;
        found = is_rows(state, object, k < 2);
        if (k < 2 && is_nested_list(object))
            nested[k] = object;
    }
    for (int k = 0; k < 2 && !found; k++)
        if (nested[k])
            found = refuse_nested_list(verb, names[k], nested[k]);
    return found;
}
