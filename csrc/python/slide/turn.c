/* Space.turn: turns an item up to what blocks it. As slide, it is one run of lookups, during which nothing changes in
 * the space, and the item gets its new shape at the end.
 *
 * The hit of each pair may be late by E of c2d_turn_cast, so at the first of several hits the item may overlap another
 * obstacle by some ulps. It then goes back until it overlaps none, exactly. */
#include "slide.h"

#include <math.h>
#include <stdlib.h>

static const c2d_vec NO_MOTION = {0, 0};

/* A hit with what sorts it. */
typedef struct turn_hit {
    c2d_mover_hit m;
    uint64_t serial; /* of the item */
    size_t other;    /* the index of the obstacle near the shape: its pieces are in order */
} turn_hit;

typedef struct turn_run {
    slide_run *slides; /* the lookups */
    double angle;
    const c2d_vec *about; /* as given, or NULL */
    PyObject *start;      /* the shape that turns, a borrowed reference */
    c2d_obstacles nearby;
    turn_hit *hits; /* in order of discovery, then those that are kept, by time */
    size_t count, capacity;
    double limit; /* the first t of what blocks so far, at most 1 */
    c2d_vec *room;
} turn_run;

static operand operand_of(PyObject *solid)
{
    operand o = {.body = is_body(solid) ? (body_object *)solid : NULL};
    o.shape = o.body ? NULL : (shape_object *)solid;
    return o;
}

/* What the pieces of a body turn about, which is not NULL. */
static const c2d_vec *pivot_of(const turn_run *run, c2d_vec *center)
{
    if (run->about || !is_body(run->start))
        return run->about;
    *center = center_of_body((body_object *)run->start);
    return center;
}

/* The obstacles near a box. Those with the response C2D_PASS are reported, but do not block. */
static c2d_status look_up(turn_run *run, c2d_bounds box)
{
    run->nearby.count = 0;
    return gather_obstacles(run->slides, box, &run->nearby);
}

/* ---- the first hits ---- */

static bool passes(const turn_hit *hit) { return hit->m.response == C2D_PASS; }

/* Adds the hit of an obstacle, which is one of those nearby. False if there is no memory. */
static bool add_hit(turn_run *run, const c2d_mover_hit *hit, size_t other)
{
    if (run->count == run->capacity) {
        turn_hit *larger = grow_block(run->hits, &run->capacity, 8, sizeof *larger);
        if (!larger)
            return false;
        run->hits = larger;
    }
    run->hits[run->count] = (turn_hit){*hit, run->slides->candidates[hit->item].entry->serial, other};
    run->count++;
    return true;
}

static int compare(double a, double b) { return (a > b) - (a < b); }

/* The hits of an item together, the one that is kept first: the deepest at the start, or else the first. */
static int by_item(const void *a, const void *b)
{
    const turn_hit *p = a, *q = b;
    int order = (p->serial > q->serial) - (p->serial < q->serial);
    if (!order)
        order = compare(q->m.hit.depth, p->m.hit.depth);
    if (!order)
        order = compare(p->m.hit.t, q->m.hit.t);
    if (!order)
        order = (p->m.piece > q->m.piece) - (p->m.piece < q->m.piece);
    return order ? order : (p->other > q->other) - (p->other < q->other);
}

/* Equally early ones in the order in which the items were added. */
static int by_time(const void *a, const void *b)
{
    const turn_hit *p = a, *q = b;
    int order = compare(p->m.hit.t, q->m.hit.t);
    return order ? order : (p->serial > q->serial) - (p->serial < q->serial);
}

/* Keeps one hit of each item: of what blocks those that are as early as the limit, of the rest those up to there. */
static void keep_first_hits(turn_run *run)
{
    size_t kept = 0;
    if (run->count > 1)
        qsort(run->hits, run->count, sizeof *run->hits, by_item);
    for (size_t i = 0; i < run->count; i++) {
        turn_hit h = run->hits[i];
        bool first = i == 0 || h.serial != run->hits[i - 1].serial;
        if (first && h.m.hit.t <= run->limit)
            run->hits[kept++] = h;
    }
    run->count = kept;
    if (kept > 1)
        qsort(run->hits, kept, sizeof *run->hits, by_time);
}

/* Turns a piece against an obstacle. */
static c2d_status turn_to(turn_run *run, size_t piece, const c2d_turn_parts *parts, size_t other)
{
    const c2d_obstacle *o = &run->nearby.list[other];
    bool hits;
    c2d_mover_hit hit = {.item = o->item, .response = o->response, .shape = o->shape, .piece = piece};
    c2d_turn_cast(parts->a, parts->rect, parts->angle, parts->about, NO_MOTION, o->shape, 1, run->room, &hits,
                  &hit.hit);
    if (!hits || hit.hit.t > run->limit)
        return C2D_OK;
    if (o->response != C2D_PASS)
        run->limit = hit.hit.t;
    return add_hit(run, &hit, other) ? C2D_OK : C2D_NO_MEMORY;
}

/* Turns a piece against what is near in a part of the turn, the earliest first. */
static c2d_status turn_part(turn_run *run, size_t piece, c2d_turn_parts *parts)
{
    c2d_status status = C2D_OK;
    uint32_t number, count = (uint32_t)run->nearby.count;
    for (uint32_t i = 0; i < count && !status; i++)
        if (c2d_turn_parts_add(parts, run->limit, run->nearby.list[i].shape, i) &&
            c2d_turn_parts_take(parts, run->limit, &number))
            status = turn_to(run, piece, parts, number);
    while (!status && c2d_turn_parts_take(parts, run->limit, &number))
        status = turn_to(run, piece, parts, number);
    return status;
}

static c2d_status turn_piece(turn_run *run, const c2d_body *body, size_t piece, const c2d_vec *about)
{
    c2d_turn_parts parts;
    c2d_bounds box;
    const c2d_rect *rect = body->rects ? body->rects[piece] : NULL;
    c2d_status status = c2d_turn_parts_init(&parts, body->pieces[piece], rect, run->angle, about, NO_MOTION);
    while (!status && c2d_turn_parts_next(&parts, run->limit, &box)) {
        run->slides->part = &parts;
        run->slides->limit = run->limit;
        status = look_up(run, box);
        run->slides->part = NULL;
        if (!status)
            status = turn_part(run, piece, &parts);
    }
    return status;
}

/* Finds the first hits of the start, and keeps those that are equally early, and what it passes up to there. */
static c2d_status find_hits(turn_run *run)
{
    one_piece own;
    operand mover = operand_of(run->start);
    const c2d_body *body = body_of_solid(&mover, &own);
    c2d_vec center;
    const c2d_vec *about = pivot_of(run, &center);
    c2d_status status = C2D_OK;
    run->limit = 1;
    run->count = 0;
    for (size_t i = 0; i < body->count && !status; i++)
        status = turn_piece(run, body, i, about);
    keep_first_hits(run);
    return status;
}

/* ---- the stop ---- */

static bool is_blocked(const turn_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (!passes(&run->hits[i]))
            return true;
    return false;
}

/* Whether a shape overlaps nothing that blocks, alone or together. */
static c2d_status is_clear(turn_run *run, PyObject *solid, bool *clear)
{
    one_piece own;
    operand o = operand_of(solid);
    const c2d_body *body = body_of_solid(&o, &own);
    c2d_status status = look_up(run, c2d_body_bounds(body));
    *clear = true;
    if (status || run->nearby.count == 0)
        return status;
    const c2d_shape **shapes = PyMem_New(const c2d_shape *, run->nearby.count);
    if (!shapes)
        return C2D_NO_MEMORY;
    c2d_body all = {shapes, NULL, 0, NULL};
    for (size_t i = 0; i < run->nearby.count; i++)
        if (run->nearby.list[i].response != C2D_PASS)
            shapes[all.count++] = run->nearby.list[i].shape;
    c2d_relation relation = C2D_APART;
    if (all.count > 0)
        status = c2d_body_relate(body, &all, &relation);
    *clear = relation != C2D_OVERLAPPING;
    PyMem_Free(shapes);
    return status;
}

/* Adds what a shape overlaps at the end of a turn without a hit: it is in the way, by less than E. */
static c2d_status add_blockers(turn_run *run, PyObject *solid)
{
    one_piece own;
    operand o = operand_of(solid);
    const c2d_body *body = body_of_solid(&o, &own);
    for (size_t i = 0; i < run->nearby.count; i++)
        for (size_t k = 0; k < body->count; k++) {
            const c2d_obstacle *near = &run->nearby.list[i];
            c2d_contact contact;
            if (near->response == C2D_PASS || !c2d_find_contact(body->pieces[k], near->shape, &contact))
                continue;
            c2d_vec p = contact.points[0], q = contact.points[contact.count - 1];
            c2d_mover_hit hit = {
                near->item, near->response, {1, {(p.x + q.x) / 2, (p.y + q.y) / 2}, contact.normal, 0}, near->shape, k};
            if (!add_hit(run, &hit, i))
                return C2D_NO_MEMORY;
        }
    keep_first_hits(run);
    return C2D_OK;
}

/* The start turned by t * angle; *t is reduced until it is clear. NULL with a status, or an error set. */
static PyObject *find_stop(turn_run *run, double *t, c2d_status *status)
{
    operand mover = operand_of(run->start);
    double most = *t, step = 0x1p-50;
    while (*t > 0 && run->angle != 0) {
        bool clear;
        PyObject *there = turned_solid(&mover, *t * run->angle, run->about, NO_MOTION);
        if (!there)
            return NULL;
        *status = is_clear(run, there, &clear);
        if (!*status && clear)
            return there;
        if (!*status && !is_blocked(run))
            *status = add_blockers(run, there);
        Py_DECREF(there);
        if (*status)
            return NULL;
        *t = most > step ? most - step : 0;
        step *= 2;
    }
    return Py_NewRef(run->start);
}

/* ---- the result ---- */

/* The hits as pairs, after those of a push; NULL with an error set. t: that of the stop. */
static PyObject *hits_of_turn(const module_state *state, turn_run *run, double t, PyObject *of_push)
{
    result_list hits;
    bool good = true;
    result_list_init(&hits);
    for (Py_ssize_t i = 0; of_push && i < PyTuple_GET_SIZE(of_push) && good; i++)
        good = result_list_add_object(&hits, Py_NewRef(PyTuple_GET_ITEM(of_push, i)));
    for (size_t i = 0; i < run->count && good; i++) {
        c2d_mover_hit *m = &run->hits[i].m;
        const candidate *c = &run->slides->candidates[m->item];
        if (!passes(&run->hits[i]))
            m->hit.t = t;
        else if (m->hit.t > t)
            continue;
        PyObject *hit = hit_of_solids(state, run->start, c->shape, m);
        good = hit && result_list_add_object(&hits, PyTuple_Pack(2, c->entry->item, hit));
        Py_XDECREF(hit);
    }
    return result_list_to_tuple(&hits, good);
}

/* The end of a turn, and what Move and Turn have in common. */
typedef struct turn_end {
    double t;
    PyObject *move; /* of the push at the start, or NULL */
    bool stuck;
} turn_end;

/* A Turn; NULL with an error set. */
static PyObject *turn_result(const module_state *state, turn_run *run, PyObject *type, PyObject *shape, turn_end end)
{
    double angle = end.t < 1 ? end.t * run->angle : run->angle;
    PyObject *of_push = NULL, *pushed = NULL, *hits = NULL, *turn = NULL;
    if (end.move) {
        of_push = PyObject_GetAttrString(end.move, "hits");
        pushed = PyObject_GetAttrString(end.move, "pushed");
    }
    /* Both say what holds a stuck item. */
    if (!PyErr_Occurred())
        hits = hits_of_turn(state, run, end.t, end.stuck && is_blocked(run) ? NULL : of_push);
    if (hits && pushed)
        turn = PyObject_CallFunction(type, "OddOOO", shape, angle, run->angle - angle, hits, pushed,
                                     end.stuck ? Py_True : Py_False);
    else if (hits)
        turn = PyObject_CallFunction(type, "OddO", shape, angle, run->angle - angle, hits);
    Py_XDECREF(of_push);
    Py_XDECREF(pushed);
    Py_XDECREF(hits);
    return turn;
}

/* ---- one run ---- */

static PyObject *refuse_run(const turn_run *run, c2d_status status, const signature *s)
{
    const char *what = s->parameters[0].name;
    return run->slides->raised || !status ? NULL : refuse_turn(s->name, what, status, run->angle, NO_MOTION);
}

/* Whether the start overlaps what blocks, alone or together, after find_hits. */
static c2d_status starts_inside(turn_run *run, bool *inside)
{
    bool clear = true;
    *inside = false;
    for (size_t i = 0; i < run->count && !*inside; i++)
        *inside = !passes(&run->hits[i]) && run->hits[i].m.hit.depth > 0;
    c2d_status status = *inside ? C2D_OK : is_clear(run, run->start, &clear);
    *inside = *inside || (!status && !clear);
    return status;
}

/* Pushes the start out of what it overlaps, and finds the first hits from there. A new reference to the start of the
 * turn; NULL with a status, or an error set. */
static PyObject *leave_start(const module_state *state, turn_run *run, turn_end *end, c2d_status *status,
                             const signature *s, const arguments *a)
{
    end->move = run_mover(state, run->slides, run->start, (c2d_vec){0, 0}, s, a);
    PyObject *stuck = end->move ? PyObject_GetAttrString(end->move, "stuck") : NULL;
    PyObject *shape = stuck ? PyObject_GetAttr(end->move, state->shape) : NULL;
    end->stuck = shape && (stuck == Py_True || shape == run->start);
    Py_XDECREF(stuck);
    if (!shape || end->stuck)
        return shape;
    run->start = shape;
    *status = find_hits(run);
    if (*status)
        Py_CLEAR(shape);
    return shape;
}

/* The Turn, and in *last the last shape, a new reference; NULL with an error set. */
static PyObject *turn_start(const module_state *state, turn_run *run, PyObject *type, PyObject **last,
                            const signature *s, const arguments *a)
{
    turn_end end = {0, NULL, false};
    bool inside = false;
    PyObject *turn = NULL, *start = NULL;
    c2d_status status = find_hits(run);
    if (!status)
        status = starts_inside(run, &inside);
    if (!status)
        start = inside ? leave_start(state, run, &end, &status, s, a) : Py_NewRef(run->start);
    end.t = end.stuck ? 0 : run->limit;
    *last = start ? find_stop(run, &end.t, &status) : NULL;
    if (*last)
        turn = turn_result(state, run, type, *last, end);
    else
        refuse_run(run, status, s);
    Py_XDECREF(start);
    Py_XDECREF(end.move);
    return turn;
}

PyObject *turn_type(void)
{
    PyObject *module = PyImport_ImportModule("collide2d._turning");
    PyObject *type = module ? PyObject_GetAttrString(module, "Turn") : NULL;
    Py_XDECREF(module);
    return type;
}

PyObject *run_turn(const module_state *state, slide_run *slides, PyObject *start, double angle, const c2d_vec *about,
                   PyObject **last, const signature *s, const arguments *a)
{
    c2d_vec own[SMALL_ROOM];
    one_piece piece;
    operand mover = operand_of(start);
    turn_run run = {.slides = slides, .angle = angle, .about = about, .start = start};
    PyObject *type = turn_type(), *turn = NULL;
    *last = NULL;
    run.room = type ? alloc_room(own, C2D_CAST_ROOM(most_vertices(body_of_solid(&mover, &piece)))) : NULL;
    if (run.room) {
        turn = turn_start(state, &run, type, last, s, a);
        free_room(own, run.room);
    }
    if (!turn)
        Py_CLEAR(*last);
    free(run.nearby.list);
    PyMem_Free(run.hits);
    Py_XDECREF(type);
    return turn;
}

/* The Turn of an item; it gets the last shape. */
static PyObject *turn_item(const module_state *state, slide_run *run, entry *moved, const c2d_vec *about,
                           const signature *s, const arguments *a)
{
    enum { ANGLE = 1 };
    space_object *space = run->space;
    PyObject *start = Py_NewRef(moved->shape), *last;
    run->number = ++space->slide_count;
    run->among_others = space->sliding > 0;
    space->sliding++;
    PyObject *turn = run_turn(state, run, start, a->number[ANGLE], about, &last, s, a);
    if (turn)
        set_entry_shape(space, moved, last);
    space->sliding--;
    release_candidates(run);
    Py_DECREF(start);
    return turn;
}

/* ---- turn ---- */

/* clang-format off */
const char space_turn_doc[] = PyDoc_STR(
    "turn($self, /, item, angle, about=None, *, push=False, movable=None, mask=-1, exclude=None, filter=None,\n"
    "     max_push=None)\n--\n\n"
    "Turns an item by angle, in degrees, until something blocks it, and returns a Turn.\n\n"
    "angle is from -360 to 360, positive from +x toward +y; about is the point to turn about, a pair, by default the\n"
    "pivot or else the centre. What blocks the item is what turn_cast finds, and the hits say what stopped it. Nothing is\n"
    "passed through. An item that overlaps nothing that blocks it overlaps nothing of that afterwards either, exactly:\n"
    "where rounding would put it inside something, it stops some ulps before. Without a hit it has turned all the way.\n\n"
    "An item that overlaps something at the start is first pushed out of it, as in slide, at most by max_push, and then\n"
    "turns. Without a way out it is stuck and stays.\n\n"
    "With push=True it pushes what is in its way ahead of it, with what is in the way of that in turn, as a door or a\n"
    "flipper does: along the normal of the hit, by slide, so that these items pass through nothing either. It stops at\n"
    "what is stuck and at what cannot be pushed: movable is a container of the items that can, or a predicate; None means\n"
    "all. What it overlaps at the start is pushed out of it. The Turn names the items that it carried along. Their way\n"
    "is made of steps of 0.25 to 3 degrees.\n\n"
    "Items in the container exclude do not block, nor do items for which filter(item) is false, and items without a\n"
    "layer in mask. If the filter raises an exception, the item does not turn.\n\n"
    UNKNOWN_ITEM_DOC SLIDING_DOC
    ">>> space = Space({\"door\": Rect(0, 0, 40, 4), \"box\": Rect(20, 30, 10, 10)})\n"
    ">>> turn = space.turn(\"door\", 90, about=(2, 2))\n"
    ">>> round(turn.angle), [item for item, hit in turn.hits]\n"
    "(44, ['box'])\n"
    ">>> space[\"door\"] == turn.shape, space[\"door\"].overlaps(space[\"box\"])\n"
    "(True, False)\n"
    ">>> space.turn(\"door\", 46, (2, 2), push=True).carried, space[\"box\"].overlaps(space[\"door\"])\n"
    "(('box',), False)\n"
    ">>> space.turn(\"door\", -90, about=(2, 2)).remaining\n"
    "0.0\n");
/* clang-format on */

static PyObject *locked_space_turn(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, ANGLE, ABOUT, OPTIONS, MAX_PUSH = OPTIONS + QUERY_OPTION_COUNT };
    static const signature s = {
        "turn",
        2,
        3,
        MAX_PUSH + 1,
        {{"item", OBJECT}, {"angle", 0}, {"about", OPTIONAL | VECTOR}, QUERY_OPTIONS, {"max_push", OBJECT | OPTIONAL}}};
    arguments a;
    query q = {.space = SPACE(self)};
    slide_run run = {.function = s.name, .space = SPACE(self), .query = &q, .asks_query = true};
    run.response = C2D_SLIDE;
    run.options.max_push = C2D_DEFAULT_MAX_PUSH;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a) ||
        !read_query_options(self, &s, &a, OPTIONS, &q) ||
        (is_given(&a, MAX_PUSH) && !read_max_push(&run, a.object[MAX_PUSH], &run.options.max_push)))
        return NULL;
    PyObject *turn = NULL;
    entry *mover = require_entry(SPACE(self), s.name, a.object[ITEM]);
    if (mover && may_change(SPACE(self))) {
        q.self_item = mover->item;
        q.layer = mover->layer.bits;
        q.mask &= mover->mask.bits;
        run.subject = mover->item;
        turn = turn_item(state_of(self), &run, mover, is_given(&a, ABOUT) ? &a.vector[ABOUT] : NULL, &s, &a);
    }
    Py_XDECREF(mover);
    return turn;
}
static DEFINE_LOCKED(turn_alone, locked_space_turn)

    /* With push or movable it is several turns and slides: collide2d/_pushing.py. */
    PyObject *space_turn(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    bool pushes = false;
    if (!has_no_period(SPACE(self), "turn", "use query, update and shape.rotate"))
        return NULL;
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames) && !pushes; i++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, i);
        pushes = PyUnicode_CompareWithASCIIString(name, "push") == 0 ||
                 PyUnicode_CompareWithASCIIString(name, "movable") == 0;
    }
    return pushes ? call_python("collide2d._pushing", "turn", self, args, nargs, kwnames)
                  : turn_alone(self, args, nargs, kwnames);
}
