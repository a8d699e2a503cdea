/* Space.slide: runs the core's mover among the items of a space and calls the filter. Every obstacle is referenced
 * until the mover is done. The item gets its new shape at the end, so an exception leaves it where it was. */
#include "space.h"

#include <string.h>

/* ---- responses ---- */

static const char *const response_names[] = {
    [C2D_PASS] = "pass", [C2D_SLIDE] = "slide", [C2D_STOP] = "stop", [C2D_BOUNCE] = "bounce"};

/* False, without an error set, if the object is not the name of a response. */
static bool response_from(PyObject *object, c2d_response *out)
{
    for (int i = 0; i < C2D_IGNORE && PyUnicode_Check(object); i++)
        if (PyUnicode_CompareWithASCIIString(object, response_names[i]) == 0) {
            *out = (c2d_response)i;
            return true;
        }
    return false;
}

static bool refuse_response(const char *what, const char *or_else, PyObject *object)
{
    if (PyUnicode_Check(object))
        PyErr_Format(PyExc_ValueError, "slide: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %R", what, or_else,
                     object);
    else if (PyBool_Check(object))
        PyErr_Format(PyExc_TypeError, "slide: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %R", what, or_else, object);
    else
        PyErr_Format(PyExc_TypeError, "slide: %s 'slide', 'stop', 'bounce' or 'pass'%s, got %.100s", what, or_else,
                     Py_TYPE(object)->tp_name);
    return false;
}

/* ---- candidates ---- */

/* An item that came near the mover, with the shape that it had then. The filter is called once for each. */
typedef struct candidate {
    PyObject *item, *shape; /* owned references */
    c2d_response response;
} candidate;

/* One call of slide. */
typedef struct slide_run {
    space_object *space;
    const entry *mover;
    PyObject *filter;      /* NULL: response applies to all */
    c2d_response response; /* of the call */
    candidate *candidates; /* c2d_obstacle.item and c2d_mover_hit.item are indices of this list */
    size_t candidate_count, candidate_capacity;
    result_list found; /* the result of the last tree query, */
    c2d_bounds box;    /* which was about this box */
    bool raised;       /* an error is set */
} slide_run;

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
    return e == run->mover || !layers_match(run->mover, e) ||
           !bounds_meet(run->box, c2d_bounds_of(shape_of_entry(e))) || result_list_add_key(&run->found, sort_key_of(e));
}

static bool ask_filter(const slide_run *run, PyObject *other, c2d_response *out)
{
    PyObject *reply = PyObject_CallFunctionObjArgs(run->filter, run->mover->item, other, NULL);
    bool good = reply != NULL;
    if (reply == Py_None)
        *out = C2D_IGNORE;
    else if (reply == Py_True)
        *out = run->response;
    else if (reply && !response_from(reply, out))
        good = refuse_response("filter must return", ", True or None", reply);
    Py_XDECREF(reply);
    return good;
}

/* The index of an entry among the candidates; a new one is added first. C2D_NULL_INDEX with an error set. */
static uint32_t candidate_of(slide_run *run, entry *e)
{
    if (e->last_slide == run->space->slide_count)
        return e->candidate;
    if (run->candidate_count == run->candidate_capacity) {
        candidate *larger = grow_block(run->candidates, &run->candidate_capacity, 16, sizeof *larger);
        if (!larger) {
            PyErr_NoMemory();
            return C2D_NULL_INDEX;
        }
        run->candidates = larger;
    }
    candidate added = {Py_NewRef(e->item), Py_NewRef(e->shape), run->response};
    uint32_t index = (uint32_t)run->candidate_count++;
    run->candidates[index] = added;
    e->last_slide = run->space->slide_count;
    e->candidate = index;
    if (!run->filter)
        return index;
    bool good = ask_filter(run, added.item, &added.response);
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

static c2d_status gather_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles)
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

/* ---- the result ---- */

/* How far the item was pushed out at the start. */
static c2d_vec pushed_by(const c2d_mover_result *result)
{
    return result->pushes ? result->stops[result->pushes - 1] : (c2d_vec){0, 0};
}

/* The motion from the first shape to the last, the push included. */
static c2d_vec motion_of(const c2d_mover_result *result)
{
    if (result->stop_count == result->pushes)
        return pushed_by(result);
    c2d_vec pushed = pushed_by(result), gone = result->stops[result->stop_count - 1];
    return (c2d_vec){pushed.x + gone.x, pushed.y + gone.y};
}

/* The shapes from the first to the last. Each is the first one moved or, after a push, the pushed one moved. */
static PyObject *path_of(PyObject *shape, const c2d_mover_result *result, const signature *s, const arguments *a)
{
    result_list path;
    result_list_init(&path);
    bool good = result_list_add_object(&path, Py_NewRef(shape));
    PyObject *from = shape;
    for (size_t i = 0; i < result->stop_count && good; i++) {
        if (i == result->pushes)
            from = path.list[i].object;
        c2d_vec stop = result->stops[i];
        bool at_start = stop.x == 0 && stop.y == 0;
        good = result_list_add_object(&path, at_start ? Py_NewRef(from)
                                                      : moved_object(Py_TYPE(shape), (shape_object *)from, stop, s, a));
    }
    return result_list_to_tuple(&path, good);
}

static PyObject *legs_of(const c2d_mover_result *result)
{
    result_list legs;
    bool good = true;
    result_list_init(&legs);
    for (size_t i = 0; i < result->stop_count && good; i++) {
        c2d_vec to = result->stops[i], from = i && i != result->pushes ? result->stops[i - 1] : (c2d_vec){0, 0};
        good = result_list_add_object(&legs, tuple_of_vector((c2d_vec){to.x - from.x, to.y - from.y}));
    }
    return result_list_to_tuple(&legs, good);
}

static PyObject *hits_of(const module_state *state, const slide_run *run, const c2d_mover_result *result)
{
    result_list hits;
    bool good = true;
    result_list_init(&hits);
    for (size_t i = 0; i < result->meeting_count && good; i++) {
        const c2d_mover_hit *m = &result->meetings[i];
        PyObject *hit = hit_from(state->hit_type, &m->hit);
        good = hit && result_list_add_object(&hits, PyTuple_Pack(2, run->candidates[m->item].item, hit));
        Py_XDECREF(hit);
    }
    return result_list_to_tuple(&hits, good);
}

static PyObject *move_of(const module_state *state, const slide_run *run, PyObject *shape,
                         const c2d_mover_result *result, const signature *s, const arguments *a)
{
    PyObject *path = path_of(shape, result, s, a);
    PyObject *fields[MOVE_FIELDS] = {
        [MOVE_SHAPE] = path ? Py_NewRef(PyTuple_GET_ITEM(path, (Py_ssize_t)result->stop_count)) : NULL,
        [MOVE_MOTION] = tuple_of_vector(motion_of(result)),
        [MOVE_REMAINING] = tuple_of_vector(result->remaining),
        [MOVE_HITS] = hits_of(state, run, result),
        [MOVE_PATH] = path,
        [MOVE_LEGS] = legs_of(result),
        [MOVE_PUSHED] = tuple_of_vector(pushed_by(result)),
        [MOVE_STUCK] = PyBool_FromLong(result->stuck),
    };
    return move_from(state->move_type, fields);
}

/* ---- slide ---- */

/* The error for a status of the core, unless gather_obstacles has set one. */
static PyObject *refuse_slide(const slide_run *run, c2d_status status, const signature *s, const arguments *a)
{
    return run->raised ? NULL : refuse(s, a, status);
}

static PyObject *run_mover(const module_state *state, slide_run *run, PyObject *shape, c2d_vec motion,
                           const signature *s, const arguments *a)
{
    c2d_mover_result result;
    memset(&result, 0, sizeof result);
    c2d_status status =
        c2d_mover_run(SHAPE(shape), rect_of((shape_object *)shape), motion, gather_obstacles, run, &result);
    PyObject *move = status ? refuse_slide(run, status, s, a) : move_of(state, run, shape, &result, s, a);
    c2d_mover_result_free(&result);
    return move;
}

static PyObject *slide(module_state *state, space_object *space, entry *mover, slide_run *run, c2d_vec motion,
                       const signature *s, const arguments *a)
{
    PyObject *shape = Py_NewRef(mover->shape);
    run->space = space;
    run->mover = mover;
    result_list_init(&run->found);
    space->slide_count++;
    space->sliding = true;
    PyObject *move = run_mover(state, run, shape, motion, s, a);
    if (move) {
        PyObject *end = PyObject_GetAttr(move, state->shape);
        if (end)
            set_entry_shape(space, mover, end);
        else
            Py_CLEAR(move);
    }
    space->sliding = false;
    result_list_free(&run->found);
    for (size_t i = 0; i < run->candidate_count; i++) {
        Py_DECREF(run->candidates[i].shape);
        Py_DECREF(run->candidates[i].item);
    }
    PyMem_Free(run->candidates);
    Py_DECREF(shape);
    return move;
}

const char space_slide_doc[] = PyDoc_STR(
    "slide($self, /, item, dx, dy=..., response='slide', filter=None)\n--\n\n"
    "Moves an item by (dx, dy) until something blocks it, responds to what it hits, and returns a Move.\n\n"
    "(dx, dy) may be one pair. An item that overlaps nothing that blocks it does not overlap such an item afterwards\n"
    "either, nor anywhere on the way, exactly: it does not tunnel, and it does not snag on the seam between two\n"
    "tiles. An item that overlaps something at the start is first pushed out, the shortest way that is found. A free\n"
    "way is followed to its end, to the bit, and whatever stops the item is among the hits.\n\n"
    "response says what happens at a hit: \"slide\" continues along the surface, \"stop\" stays there, \"bounce\" is\n"
    "reflected, \"pass\" goes through and reports the hit. filter(item, other) is called once for each other item that\n"
    "comes near. It returns one of these, True for the response of the call, or None to ignore the other item. It may\n"
    "query the space, but a change raises RuntimeError. If it raises an exception, the item does not move.\n\n"
    UNKNOWN_ITEM_DOC ERRORS_DOC
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18), \"coin\": Circle(2, 0, 0.5)})\n"
    ">>> move = space.slide(\"ball\", 6, 2, filter=lambda item, other: \"pass\" if other == \"coin\" else \"slide\")\n"
    ">>> move.shape, [other for other, hit in move.hits]\n"
    "(Circle(3.0, 2.0, 1.0), ['coin', 'wall'])\n"
    ">>> space.slide(\"ball\", (5, 0), response=\"bounce\").shape\n"
    "Circle(-2.0, 2.0, 1.0)\n");

static PyObject *locked_space_slide(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, DX, DY, RESPONSE, FILTER };
    static const signature s = {
        .name = "slide",
        .required = 3,
        .positional = 5,
        .count = 5,
        .parameters = {{"item", OBJECT}, {"dx", PAIR}, {"dy", 0}, {"response", OBJECT}, {"filter", OBJECT | OPTIONAL}}};
    arguments a;
    slide_run run = {.response = C2D_SLIDE};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a))
        return NULL;
    if (is_given(&a, RESPONSE) && !response_from(a.object[RESPONSE], &run.response)) {
        refuse_response("response must be", "", a.object[RESPONSE]);
        return NULL;
    }
    if (is_given(&a, FILTER)) {
        run.filter = a.object[FILTER];
        if (!PyCallable_Check(run.filter))
            return PyErr_Format(PyExc_TypeError, "slide: filter must be callable or None, got %.100s",
                                Py_TYPE(run.filter)->tp_name);
    }
    entry *mover = require_entry(SPACE(self), "slide", a.object[ITEM]);
    PyObject *move = NULL;
    if (mover && may_change(SPACE(self)))
        move = slide(state_of(self), SPACE(self), mover, &run, (c2d_vec){a.number[DX], a.number[DY]}, &s, &a);
    Py_XDECREF(mover);
    return move;
}
DEFINE_LOCKED(space_slide, locked_space_slide)
