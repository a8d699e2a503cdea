/* Which items a slide meets: those near its way that its layers allow, with the response of the filter. Every obstacle
 * is referenced until the mover is done. */
#include "slide.h"

#include <stdlib.h>
#include <string.h>

/* ---- responses ---- */

static const char *const response_names[] = {
    [C2D_PASS] = "pass", [C2D_SLIDE] = "slide", [C2D_STOP] = "stop", [C2D_BOUNCE] = "bounce"};

bool response_from(PyObject *object, c2d_response *out)
{
    for (int i = 0; i < C2D_IGNORE && PyUnicode_Check(object); i++)
        if (PyUnicode_CompareWithASCIIString(object, response_names[i]) == 0) {
            *out = (c2d_response)i;
            return true;
        }
    return false;
}

bool refuse_response(const slide_run *run, const char *what, const char *or_else, PyObject *object)
{
    if (PyUnicode_Check(object))
        PyErr_Format(PyExc_ValueError, "%s: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %R", run->function, what,
                     or_else, object);
    else if (PyBool_Check(object))
        PyErr_Format(PyExc_TypeError, "%s: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %R", run->function, what,
                     or_else, object);
    else
        PyErr_Format(PyExc_TypeError, "%s: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %.100s", run->function, what,
                     or_else, Py_TYPE(object)->tp_name);
    return false;
}

/* ---- candidates ---- */

/* Closed boxes: touching counts. */
static bool bounds_meet(c2d_bounds a, c2d_bounds b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/* The boxes in the tree are larger than the bounds; the mover wants only shapes whose bounds meet the box. */
static bool visit_candidate(void *context, uint32_t number)
{
    slide_run *run = context;
    solid_piece p = piece_of_leaf(run->space, number);
    if (!query_matches(run->query, p.entry) || !bounds_meet(run->box, c2d_bounds_of(p.shape)))
        return true;
    if (run->part && c2d_turn_parts_earliest(run->part, p.shape) > run->limit)
        return true;
    if (run->found_count == run->found_capacity) {
        near_piece *larger = grow_block(run->found, &run->found_capacity, 16, sizeof *larger);
        if (!larger)
            return false;
        run->found = larger;
    }
    run->found[run->found_count++] = (near_piece){sort_key_of(p.entry), p.entry, NULL, p.piece};
    return true;
}

static int by_key_and_piece(const void *a, const void *b)
{
    const near_piece *p = a, *q = b;
    int order = (p->key > q->key) - (p->key < q->key);
    return order ? order : (p->piece > q->piece) - (p->piece < q->piece);
}

static bool ask_filter(const slide_run *run, PyObject *other, c2d_response *out)
{
    PyObject *reply = PyObject_CallFunctionObjArgs(run->filter, run->subject, other, NULL);
    bool good = reply != NULL;
    if (reply == Py_None)
        *out = C2D_IGNORE;
    else if (reply == Py_True)
        *out = run->response;
    else if (reply && !response_from(reply, out))
        good = refuse_response(run, "filter must return", ", True or None", reply);
    Py_XDECREF(reply);
    return good;
}

/* The index of an entry among the candidates of this run; C2D_NULL_INDEX if it is none. Each entry remembers its last
 * run. If a filter or another thread has begun another one since this run began, or before and not ended it, the entry
 * may remember that. */
static uint32_t known_candidate(const slide_run *run, const entry *e)
{
    if (e->last_slide == run->number)
        return e->candidate;
    bool may_forget = run->among_others || run->space->slide_count != run->number;
    for (size_t i = 0; i < run->candidate_count && may_forget; i++)
        if (run->candidates[i].entry == e)
            return (uint32_t)i;
    return C2D_NULL_INDEX;
}

/* The index of an entry among the candidates; a new one is added first. C2D_NULL_INDEX with an error set. */
static uint32_t candidate_of(slide_run *run, entry *e)
{
    uint32_t known = known_candidate(run, e);
    if (known != C2D_NULL_INDEX)
        return known;
    if (run->candidate_count == run->candidate_capacity) {
        candidate *larger = grow_block(run->candidates, &run->candidate_capacity, 16, sizeof *larger);
        if (!larger) {
            PyErr_NoMemory();
            return C2D_NULL_INDEX;
        }
        run->candidates = larger;
    }
    candidate added = {(entry *)Py_NewRef((PyObject *)e), Py_NewRef(e->shape), run->response};
    uint32_t index = (uint32_t)run->candidate_count++;
    run->candidates[index] = added;
    e->last_slide = run->number;
    e->candidate = index;
    if (run->asks_query && has_filter(run->query)) {
        int passes = passes_filter(run->query, e->item);
        run->candidates[index].response = passes ? run->response : C2D_IGNORE;
        return passes >= 0 ? index : C2D_NULL_INDEX;
    }
    if (!run->filter)
        return index;
    bool good = ask_filter(run, e->item, &added.response);
    run->candidates[index].response = added.response;
    return good ? index : C2D_NULL_INDEX;
}

/* The shape of a piece of a candidate; NULL if the candidate came with another shape, which has no such piece. */
static const c2d_shape *shape_of_piece(PyObject *shape, uint32_t piece)
{
    if (!is_body(shape))
        return piece == 0 ? SHAPE(shape) : NULL;
    const c2d_body *body = &((body_object *)shape)->body;
    return piece < body->count ? body->pieces[piece] : NULL;
}

static c2d_status add_piece(const slide_run *run, uint32_t index, uint32_t piece, c2d_obstacles *obstacles)
{
    const candidate *s = &run->candidates[index];
    c2d_obstacle obstacle = {shape_of_piece(s->shape, piece), index, s->response};
    return obstacle.shape && s->response != C2D_IGNORE ? c2d_obstacles_add(obstacles, &obstacle) : C2D_OK;
}

/* Adds a piece as an obstacle. Another thread may have given its item another shape since the item became a candidate;
 * the slide is about the first one, all of whose pieces are added in place of this one. */
static c2d_status add_obstacle(slide_run *run, const near_piece *found, bool first, c2d_obstacles *obstacles)
{
    uint32_t index = candidate_of(run, found->entry);
    if (index == C2D_NULL_INDEX) {
        run->raised = true;
        return C2D_NO_MEMORY;
    }
    PyObject *shape = run->candidates[index].shape;
    if (shape == found->shape)
        return add_piece(run, index, found->piece, obstacles);
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; first && shape_of_piece(shape, i) && !status; i++)
        status = add_piece(run, index, i, obstacles);
    return status;
}

c2d_status gather_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles)
{
    slide_run *run = context;
    c2d_status status = C2D_OK;
    run->found_count = 0;
    run->box = box;
    if (!update_tree(run->space)) {
        run->raised = true;
        return C2D_NO_MEMORY;
    }
    if (!c2d_tree_query(&run->space->tree, box, visit_candidate, run))
        return C2D_NO_MEMORY;
    if (run->found_count > 1)
        qsort(run->found, run->found_count, sizeof *run->found, by_key_and_piece);
    /* The filter cannot change the space, but another thread may complete a change that it began before the slide. So
     * all entries and their shapes are referenced before the filter is called. */
    for (size_t i = 0; i < run->found_count; i++) {
        Py_INCREF((PyObject *)run->found[i].entry);
        run->found[i].shape = Py_NewRef(run->found[i].entry->shape);
    }
    for (size_t i = 0; i < run->found_count; i++) {
        bool first = i == 0 || run->found[i].key != run->found[i - 1].key;
        if (!status)
            status = add_obstacle(run, &run->found[i], first, obstacles);
    }
    for (size_t i = 0; i < run->found_count; i++) {
        Py_DECREF(run->found[i].shape);
        Py_DECREF(run->found[i].entry);
    }
    return status;
}

void release_candidates(slide_run *run)
{
    PyMem_Free(run->found);
    for (size_t i = 0; i < run->candidate_count; i++) {
        Py_DECREF(run->candidates[i].shape);
        Py_DECREF(run->candidates[i].entry);
    }
    PyMem_Free(run->candidates);
}
