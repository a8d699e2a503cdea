/* Space.slide: the core's mover among the items of a space, and what a filter says of each. Whatever the mover is told
 * of is held until it is done, and the item gets its new shape at the end: an exception leaves it where it was. */
#include "space.h"

#include <string.h>

/* ---- responses ---- */

static const char *const response_names[] = {
    [C2D_PASS] = "pass", [C2D_SLIDE] = "slide", [C2D_STOP] = "stop", [C2D_BOUNCE] = "bounce"};

/* False if it is the name of none. */
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

/* ---- what is near ---- */

/* Something that came near: its response is asked for once. */
typedef struct sighting {
    PyObject *item, *shape; /* held */
    c2d_response response;
} sighting;

typedef struct journey {
    space_object *space;
    const entry *mover;
    PyObject *filter;      /* NULL: all respond alike */
    c2d_response response; /* of the call */
    sighting *seen;
    uint32_t seen_count, seen_capacity;
    findings found;
    bool raised; /* an error is set */
} journey;

static bool visit_near(void *context, uint32_t number)
{
    journey *j = context;
    const entry *e = j->space->numbered[number];
    return e == j->mover || !meet(j->mover, e) || add_finding(&j->found, key_of(e));
}

static bool ask_filter(const journey *j, PyObject *other, c2d_response *out)
{
    PyObject *said = PyObject_CallFunctionObjArgs(j->filter, j->mover->item, other, NULL);
    bool good = said != NULL;
    if (said == Py_None)
        *out = C2D_IGNORE;
    else if (said == Py_True)
        *out = j->response;
    else if (said && !response_from(said, out))
        good = refuse_response("filter must return", ", True or None", said);
    Py_XDECREF(said);
    return good;
}

/* The number of what an entry was seen as; NOWHERE with an error set. */
static uint32_t see(journey *j, entry *e)
{
    if (e->slide == j->space->slides)
        return e->seen;
    if (j->seen_count == j->seen_capacity) {
        uint32_t capacity = j->seen_capacity ? 2 * j->seen_capacity : 16;
        sighting *larger = PyMem_Realloc(j->seen, capacity * sizeof *larger);
        if (!larger) {
            PyErr_NoMemory();
            return NOWHERE;
        }
        j->seen = larger;
        j->seen_capacity = capacity;
    }
    sighting one = {Py_NewRef(e->item), Py_NewRef(e->shape), j->response};
    uint32_t number = j->seen_count++;
    j->seen[number] = one;
    e->slide = j->space->slides;
    e->seen = number;
    if (!j->filter)
        return number;
    bool good = ask_filter(j, one.item, &one.response);
    j->seen[number].response = one.response;
    return good ? number : NOWHERE;
}

static c2d_status add_obstacle(journey *j, entry *e, c2d_obstacles *obstacles)
{
    uint32_t number = see(j, e);
    if (number == NOWHERE) {
        j->raised = true;
        return C2D_NO_MEMORY;
    }
    const sighting *s = &j->seen[number];
    c2d_obstacle obstacle = {SHAPE(s->shape), number, s->response};
    return s->response == C2D_IGNORE ? C2D_OK : c2d_obstacles_add(obstacles, &obstacle);
}

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *obstacles)
{
    journey *j = context;
    findings *f = &j->found;
    c2d_status status = C2D_OK;
    f->count = 0;
    if (!refresh(j->space)) {
        j->raised = true;
        return C2D_NO_MEMORY;
    }
    if (!c2d_tree_query(&j->space->tree, box, visit_near, j))
        return C2D_NO_MEMORY;
    sort_findings(f->list, f->count);
    /* A filter cannot change the space, but other threads may have begun to when it was locked for sliding. */
    for (size_t i = 0; i < f->count; i++)
        f->list[i].object = Py_NewRef(entry_of(j->space, f->list[i].key));
    for (size_t i = 0; i < f->count; i++) {
        entry *e = (entry *)f->list[i].object;
        if (!status)
            status = add_obstacle(j, e, obstacles);
        Py_DECREF(e);
    }
    return status;
}

/* ---- the result ---- */

/* How far it was pushed; and how far it came in all. */
static c2d_vec pushed_by(const c2d_mover_result *travel)
{
    return travel->pushes ? travel->stops[travel->pushes - 1] : (c2d_vec){0, 0};
}

static c2d_vec motion_of(const c2d_mover_result *travel)
{
    if (travel->stop_count == travel->pushes)
        return pushed_by(travel);
    c2d_vec pushed = pushed_by(travel), gone = travel->stops[travel->stop_count - 1];
    return (c2d_vec){pushed.x + gone.x, pushed.y + gone.y};
}

/* The shapes from the first to the last, each of them moved from the first, or from where that was pushed to. */
static PyObject *path_of(PyObject *shape, const c2d_mover_result *travel, const signature *s, const arguments *a)
{
    findings path;
    open_findings(&path);
    bool good = add_object(&path, Py_NewRef(shape));
    PyObject *from = shape;
    for (size_t i = 0; i < travel->stop_count && good; i++) {
        if (i == travel->pushes)
            from = path.list[i].object;
        c2d_vec stop = travel->stops[i];
        bool moved = stop.x != 0 || stop.y != 0;
        good =
            add_object(&path, moved ? moved_object(Py_TYPE(shape), (shape_object *)from, stop, s, a) : Py_NewRef(from));
    }
    return tuple_of_objects(&path, good);
}

static PyObject *legs_of(const c2d_mover_result *travel)
{
    findings legs;
    bool good = true;
    open_findings(&legs);
    for (size_t i = 0; i < travel->stop_count && good; i++) {
        c2d_vec to = travel->stops[i], from = i && i != travel->pushes ? travel->stops[i - 1] : (c2d_vec){0, 0};
        good = add_object(&legs, tuple_of_vector((c2d_vec){to.x - from.x, to.y - from.y}));
    }
    return tuple_of_objects(&legs, good);
}

static PyObject *hits_of(const module_state *state, const journey *j, const c2d_mover_result *travel)
{
    findings hits;
    bool good = true;
    open_findings(&hits);
    for (size_t i = 0; i < travel->meeting_count && good; i++) {
        const c2d_mover_hit *m = &travel->meetings[i];
        PyObject *hit = hit_from(state->hit_type, &m->hit);
        good = hit && add_object(&hits, PyTuple_Pack(2, j->seen[m->item].item, hit));
        Py_XDECREF(hit);
    }
    return tuple_of_objects(&hits, good);
}

static PyObject *move_of(const module_state *state, const journey *j, PyObject *shape, const c2d_mover_result *travel,
                         const signature *s, const arguments *a)
{
    PyObject *path = path_of(shape, travel, s, a);
    PyObject *fields[MOVE_FIELDS] = {
        [MOVE_SHAPE] = path ? Py_NewRef(PyTuple_GET_ITEM(path, (Py_ssize_t)travel->stop_count)) : NULL,
        [MOVE_MOTION] = tuple_of_vector(motion_of(travel)),
        [MOVE_REMAINING] = tuple_of_vector(travel->remaining),
        [MOVE_HITS] = hits_of(state, j, travel),
        [MOVE_PATH] = path,
        [MOVE_LEGS] = legs_of(travel),
        [MOVE_PUSHED] = tuple_of_vector(pushed_by(travel)),
        [MOVE_STUCK] = PyBool_FromLong(travel->stuck),
    };
    return move_from(state->move_type, fields);
}

/* ---- slide ---- */

/* An error that gather set goes before what the core says of it. */
static PyObject *refuse_travel(const journey *j, c2d_status status, const signature *s, const arguments *a)
{
    return j->raised ? NULL : refuse(s, a, status);
}

static PyObject *travel_along(const module_state *state, journey *j, PyObject *shape, c2d_vec motion,
                              const signature *s, const arguments *a)
{
    c2d_mover_result travel;
    memset(&travel, 0, sizeof travel);
    c2d_status status = c2d_mover_run(SHAPE(shape), numbers_of((shape_object *)shape), motion, gather, j, &travel);
    PyObject *move = status ? refuse_travel(j, status, s, a) : move_of(state, j, shape, &travel, s, a);
    c2d_mover_result_free(&travel);
    return move;
}

static PyObject *slide(module_state *state, space_object *space, entry *mover, journey *j, c2d_vec motion,
                       const signature *s, const arguments *a)
{
    PyObject *shape = Py_NewRef(mover->shape);
    j->space = space;
    j->mover = mover;
    open_findings(&j->found);
    space->slides++;
    space->sliding = true;
    PyObject *move = travel_along(state, j, shape, motion, s, a);
    if (move) {
        PyObject *end = PyObject_GetAttr(move, state->shape);
        if (end)
            set_shape(space, mover, end);
        else
            Py_CLEAR(move);
    }
    space->sliding = false;
    close_findings(&j->found);
    for (uint32_t i = 0; i < j->seen_count; i++) {
        Py_DECREF(j->seen[i].shape);
        Py_DECREF(j->seen[i].item);
    }
    PyMem_Free(j->seen);
    Py_DECREF(shape);
    return move;
}

static PyObject *locked_space_slide(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, DX, DY, RESPONSE, FILTER };
    static const signature s = {
        "slide",
        3,
        5,
        5,
        {{"item", OBJECT}, {"dx", PAIR}, {"dy", 0}, {"response", OBJECT}, {"filter", OBJECT | OPTIONAL}}};
    arguments a;
    journey j = {.response = C2D_SLIDE};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a))
        return NULL;
    if (is_given(&a, RESPONSE) && !response_from(a.object[RESPONSE], &j.response)) {
        refuse_response("response must be", "", a.object[RESPONSE]);
        return NULL;
    }
    if (is_given(&a, FILTER)) {
        j.filter = a.object[FILTER];
        if (!PyCallable_Check(j.filter))
            return PyErr_Format(PyExc_TypeError, "slide: filter must be callable or None, got %.100s",
                                Py_TYPE(j.filter)->tp_name);
    }
    entry *mover = need_entry(SPACE(self), "slide", a.object[ITEM]);
    PyObject *move = NULL;
    if (mover && may_change(SPACE(self)))
        move = slide(state_of(self), SPACE(self), mover, &j, (c2d_vec){a.number[DX], a.number[DY]}, &s, &a);
    Py_XDECREF(mover);
    return move;
}
DEFINE_LOCKED(space_slide)
