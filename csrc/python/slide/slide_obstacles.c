/* Which items a slide meets: those near its way that its layers allow, with the response of the filter. Every obstacle
 * is referenced until the mover is done. */
#include "slide.h"

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
    const entry *e = run->space->by_id[number];
    return !query_matches(run->query, e) || !bounds_meet(run->box, c2d_bounds_of(shape_of_entry(e))) ||
           result_list_add_key(&run->found, sort_key_of(e));
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
 * run. If a filter or another thread has begun another one since this run began, the entry may remember that. */
static uint32_t known_candidate(const slide_run *run, const entry *e)
{
    if (e->last_slide == run->number)
        return e->candidate;
    for (size_t i = 0; i < run->candidate_count && run->space->slide_count != run->number; i++)
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
    if (!run->filter)
        return index;
    bool good = ask_filter(run, e->item, &added.response);
    run->candidates[index].response = added.response;
    return good ? index : C2D_NULL_INDEX;
}

static c2d_status add_obstacle(slide_run *run, entry *e, c2d_obstacles *obstacles)
{
    uint32_t index = candidate_of(run, e);
    if (index == C2D_NULL_INDEX) {
        run->raised = true;
        return C2D_NO_MEMORY;
    }
    const candidate *s = &run->candidates[index];
    c2d_obstacle obstacle = {SHAPE(s->shape), index, s->response};
    return s->response == C2D_IGNORE ? C2D_OK : c2d_obstacles_add(obstacles, &obstacle);
}

c2d_status gather_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles)
{
    slide_run *run = context;
    result_list *f = &run->found;
    c2d_status status = C2D_OK;
    f->count = 0;
    run->box = box;
    if (!update_tree(run->space)) {
        run->raised = true;
        return C2D_NO_MEMORY;
    }
    if (!c2d_tree_query(&run->space->tree, box, visit_candidate, run))
        return C2D_NO_MEMORY;
    sort_by_key(f->list, f->count);
    /* The filter cannot change the space, but another thread may complete a change that it began before the slide. So
     * all entries are referenced before the filter is called. */
    for (size_t i = 0; i < f->count; i++)
        f->list[i].object = Py_NewRef(entry_of(run->space, f->list[i].key));
    for (size_t i = 0; i < f->count; i++) {
        entry *e = (entry *)f->list[i].object;
        if (!status)
            status = add_obstacle(run, e, obstacles);
        Py_DECREF(e);
    }
    return status;
}

void release_candidates(slide_run *run)
{
    result_list_free(&run->found);
    for (size_t i = 0; i < run->candidate_count; i++) {
        Py_DECREF(run->candidates[i].shape);
        Py_DECREF(run->candidates[i].entry);
    }
    PyMem_Free(run->candidates);
}
