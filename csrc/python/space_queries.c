/* What one shape, or one item, asks of a space: query contacts nearest raycast raycast_all cast cast_all. The tree says
 * what may be near, the core decides, and answers are put in order: by time or distance, then of insertion. */
#include "space.h"

#include <math.h>
#include <stdlib.h>

/* ---- who asks ---- */

typedef struct asker {
    space_object *space;
    const shape_object *shape;
    operand operand;      /* what the shape was read from, */
    PyObject *held;       /* or the item's shape */
    PyObject *other_than; /* the item that asks, held while held is; NULL if none does */
    uint64_t layer, mask;
    bool is_item; /* those that do not look for its layer do not meet it */
} asker;

static void release_asker(asker *a)
{
    if (a->held)
        Py_DECREF(a->other_than);
    else
        release_operand(&a->operand);
    Py_XDECREF(a->held);
}

/* Whether the TypeError that is set comes from an object without a hash, which is then cleared. One that __eq__ raised
 * stays. */
static bool clear_unhashable(PyObject *object)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (PyObject_Hash(object) == -1 && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return true;
    }
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    return false;
}

/* 1 and *out written if it is an item, 0 if it is none, -1 with an error set. */
static int read_item(space_object *space, PyObject *object, asker *out)
{
    entry *e = find_entry(space, object);
    if (!e && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) || !clear_unhashable(object))
            return -1;
    }
    if (!e)
        return 0;
    out->held = Py_NewRef(e->shape);
    out->shape = (shape_object *)out->held;
    out->other_than = Py_NewRef(e->item);
    out->layer = e->layer.set;
    out->mask &= e->mask.set;
    out->is_item = true;
    Py_DECREF(e);
    return 1;
}

/* An item or a shape-like, or only that; false with an error set. The tree is up to date afterwards. */
static bool read_asker(PyObject *self, const char *function, PyObject *object, PyObject *mask, bool maybe_item,
                       asker *out)
{
    bits looked_for = ALL_LAYERS;
    if (mask && !bits_from(function, "mask", mask, &looked_for))
        return false;
    *out = (asker){.space = SPACE(self), .mask = looked_for.set};
    int found = maybe_item ? read_item(SPACE(self), object, out) : 0;
    if (found == 0) {
        found = read_operand(state_of(self), function, "shape", object, &out->operand) ? 1 : -1;
        if (found > 0) {
            out->shape = out->operand.shape;
            /* A sprite is not among the answers to itself. */
            out->other_than = out->operand.owner ? object : NULL;
        }
    }
    if (found > 0 && refresh(SPACE(self)))
        return true;
    if (found > 0)
        release_asker(out);
    return false;
}

static inline bool asks_for(const asker *a, const entry *e)
{
    return e->item != a->other_than && e->layer.set & a->mask && (!a->is_item || e->mask.set & a->layer);
}

static PyObject *given_or_null(const arguments *a, int i) { return is_given(a, i) ? a->object[i] : NULL; }

/* ---- query ---- */

typedef struct search {
    const asker *asker;
    c2d_relation least;
    findings found;
    bool failed;
} search;

static bool visit_query(void *context, uint32_t number)
{
    search *s = context;
    const entry *e = s->asker->space->numbered[number];
    if (!asks_for(s->asker, e) || c2d_relate(&s->asker->shape->shape, core_in(e)) < s->least)
        return true;
    s->failed = !add_finding(&s->found, key_of(e));
    return !s->failed;
}

static PyObject *locked_space_query(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"query", 1, 3, 3, {{"shape", OBJECT}, {"touching", OBJECT}, {"mask", OBJECT}}};
    arguments a;
    asker who;
    bool touching;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 1, &touching) ||
        !read_asker(self, "query", a.object[0], given_or_null(&a, 2), false, &who))
        return NULL;
    search looking = {.asker = &who, .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING};
    open_findings(&looking.found);
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&who.shape->shape), visit_query, &looking);
    PyObject *list = NULL;
    if (!looking.failed) {
        list = list_of_findings(SPACE(self), &looking.found);
    } else {
        close_findings(&looking.found);
        PyErr_NoMemory();
    }
    release_asker(&who);
    return list;
}
DEFINE_LOCKED(space_query)

/* ---- answers with a rank ---- */

typedef struct answer {
    double rank;    /* least first, */
    uint64_t key;   /* and then in order of insertion */
    PyObject *item; /* held, once all are found */
    union {
        c2d_contact contact;
        c2d_hit hit;
    };
} answer;

typedef struct answers {
    const asker *asker;
    answer *list;
    size_t count, capacity, most; /* no more than most are kept */
    c2d_vec motion;
    c2d_vec *room;
    double limit;
    bool failed;
} answers;

static int by_rank(const void *a, const void *b)
{
    const answer *p = a, *q = b;
    int order = (p->rank > q->rank) - (p->rank < q->rank);
    return order ? order : (p->key > q->key) - (p->key < q->key);
}

static bool grow_answers(answers *a)
{
    size_t capacity = a->capacity ? 2 * a->capacity : 8;
    answer *larger = PyMem_Realloc(a->list, capacity * sizeof *larger);
    a->failed = !larger;
    if (a->failed)
        return false;
    a->list = larger;
    a->capacity = capacity;
    return true;
}

/* The list is a heap, the last in order at its top, so that it can give way to a better one. */
static void sift_up(answer *heap, size_t i)
{
    for (; i > 0 && by_rank(&heap[i], &heap[(i - 1) / 2]) > 0; i = (i - 1) / 2) {
        answer a = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = a;
    }
}

static void sift_down(answer *heap, size_t count)
{
    for (size_t i = 0, k; (k = 2 * i + 1) < count; i = k) {
        k += k + 1 < count && by_rank(&heap[k + 1], &heap[k]) > 0;
        if (by_rank(&heap[i], &heap[k]) >= 0)
            return;
        answer a = heap[i];
        heap[i] = heap[k];
        heap[k] = a;
    }
}

/* Whether as many as are wanted are there: what ranks after all of them is of no interest. */
static inline bool is_full(const answers *a) { return a->count == a->most; }

/* False if there is no memory. */
static bool keep(answers *a, const answer *one)
{
    if (is_full(a)) {
        if (by_rank(one, &a->list[0]) < 0) {
            a->list[0] = *one;
            sift_down(a->list, a->count);
        }
        return true;
    }
    if (a->count == a->capacity && !grow_answers(a))
        return false;
    a->list[a->count++] = *one;
    if (a->most < SIZE_MAX)
        sift_up(a->list, a->count - 1);
    return true;
}

static void hold_answers(answers *a)
{
    if (a->count > 1)
        qsort(a->list, a->count, sizeof *a->list, by_rank);
    for (size_t i = 0; i < a->count; i++)
        a->list[i].item = Py_NewRef(entry_of(a->asker->space, a->list[i].key)->item);
}

typedef PyObject *presentation(module_state *state, const answer *a);

static PyObject *present_item(module_state *Py_UNUSED(state), const answer *a) { return Py_NewRef(a->item); }

static PyObject *pair_with(const answer *a, PyObject *result)
{
    PyObject *pair = result ? PyTuple_Pack(2, a->item, result) : NULL;
    Py_XDECREF(result);
    return pair;
}

static PyObject *present_contact(module_state *state, const answer *a)
{
    return pair_with(a, contact_from(state->contact_type, &a->contact));
}

static PyObject *present_hit(module_state *state, const answer *a)
{
    return pair_with(a, hit_from(state->hit_type, &a->hit));
}

static PyObject *list_of_answers(module_state *state, answers *a, presentation *present)
{
    findings made;
    bool good = true;
    hold_answers(a);
    open_findings(&made);
    for (size_t i = 0; i < a->count; i++) {
        good = good && add_object(&made, present(state, &a->list[i]));
        Py_DECREF(a->list[i].item);
    }
    return list_of_objects(&made, good);
}

static PyObject *first_of_answers(module_state *state, answers *a, presentation *present)
{
    if (a->count == 0)
        Py_RETURN_NONE;
    hold_answers(a);
    PyObject *first = present(state, &a->list[0]);
    for (size_t i = 0; i < a->count; i++)
        Py_DECREF(a->list[i].item);
    return first;
}

static void close_answers(answers *a) { PyMem_Free(a->list); }

/* ---- contacts ---- */

static bool visit_contacts(void *context, uint32_t number)
{
    answers *found = context;
    const entry *e = found->asker->space->numbered[number];
    answer one = {.rank = 0, .key = key_of(e)};
    return !asks_for(found->asker, e) || !c2d_collide(&found->asker->shape->shape, core_in(e), &one.contact) ||
           keep(found, &one);
}

static PyObject *locked_space_contacts(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"contacts", 1, 2, 2, {{"shape", OBJECT}, {"mask", OBJECT}}};
    arguments a;
    asker who;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        !read_asker(self, "contacts", a.object[0], given_or_null(&a, 1), true, &who))
        return NULL;
    answers found = {.asker = &who, .most = SIZE_MAX};
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&who.shape->shape), visit_contacts, &found);
    PyObject *list = found.failed ? PyErr_NoMemory() : list_of_answers(state_of(self), &found, present_contact);
    close_answers(&found);
    release_asker(&who);
    return list;
}
DEFINE_LOCKED(space_contacts)

/* ---- nearest ---- */

/* What is as far as the last one that is kept may come before it. Boxes are no farther than the shapes in them, and a
 * distance is within 8 ulp of the true one. */
static double beyond(double distance) { return distance * (1 + 0x1p-48); }

static double visit_nearest(void *context, uint32_t number, double limit)
{
    answers *found = context;
    const entry *e = found->asker->space->numbered[number];
    if (!asks_for(found->asker, e))
        return limit;
    answer one = {.rank = c2d_distance(&found->asker->shape->shape, core_in(e)), .key = key_of(e)};
    if (one.rank > found->limit)
        return limit;
    if (!keep(found, &one))
        return -1;
    return is_full(found) ? fmin(limit, beyond(found->list[0].rank)) : limit;
}

static bool read_count(PyObject *object, size_t *out)
{
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "nearest: k must be an int, got %.100s", Py_TYPE(object)->tp_name);
        return false;
    }
    Py_ssize_t count = PyNumber_AsSsize_t(object, NULL); /* clipped: no list is longer */
    if (count == -1 && PyErr_Occurred())
        return false;
    if (count < 0) {
        PyErr_Format(PyExc_ValueError, "nearest: k must be >= 0, got %R", object);
        return false;
    }
    *out = (size_t)count;
    return true;
}

static PyObject *locked_space_nearest(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, K, FARTHEST, LOOKED_FOR };
    static const signature s = {
        "nearest", 1, 4, 4, {{"shape", OBJECT}, {"k", OBJECT}, {"max_distance", SIZE}, {"mask", OBJECT}}};
    arguments a;
    asker who;
    answers found = {.most = 1, .limit = INFINITY};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    if (is_given(&a, FARTHEST))
        found.limit = a.number[FARTHEST];
    if (!(found.limit >= 0)) {
        refuse_number("nearest", "max_distance", C2D_NEGATIVE, found.limit);
        return NULL;
    }
    if ((is_given(&a, K) && !read_count(a.object[K], &found.most)) ||
        !read_asker(self, "nearest", a.object[WHO], given_or_null(&a, LOOKED_FOR), true, &who))
        return NULL;
    found.asker = &who;
    if (found.most > 0)
        c2d_tree_nearest(&SPACE(self)->tree, c2d_bounds_of(&who.shape->shape), beyond(found.limit), visit_nearest,
                         &found);
    PyObject *list = found.failed ? PyErr_NoMemory() : list_of_answers(state_of(self), &found, present_item);
    close_answers(&found);
    release_asker(&who);
    return list;
}
DEFINE_LOCKED(space_nearest)

/* ---- casts ---- */

static double visit_cast(void *context, uint32_t number, double limit)
{
    answers *found = context;
    const asker *who = found->asker;
    const entry *e = who->space->numbered[number];
    bool hits;
    answer one = {.key = key_of(e)};
    if (!asks_for(who, e))
        return limit;
    c2d_status status =
        c2d_cast(&who->shape->shape, numbers_of(who->shape), found->motion, core_in(e), found->room, &hits, &one.hit);
    if (status || !hits)
        return limit;
    one.rank = one.hit.t;
    if (!keep(found, &one))
        return -1;
    return is_full(found) ? fmin(limit, found->list[0].rank) : limit;
}

static PyObject *cast_asker(PyObject *self, const char *verb, const char *mover, const asker *who, c2d_vec motion,
                            bool every)
{
    c2d_vec own[SMALL_ROOM];
    const c2d_shape *shape = &who->shape->shape;
    answers found = {.asker = who, .most = every ? SIZE_MAX : 1, .motion = motion};
    found.room = open_room(own, C2D_CAST_ROOM(shape->count));
    if (!found.room)
        return NULL;
    c2d_bounds box;
    c2d_status status = c2d_cast_bounds(shape, numbers_of(who->shape), motion, found.room, &box);
    if (status) {
        close_room(own, found.room);
        return refuse_motion(verb, mover, status, motion);
    }
    c2d_tree_cast(&SPACE(self)->tree, box, motion, 1, visit_cast, &found);
    PyObject *result = found.failed ? PyErr_NoMemory()
                       : every      ? list_of_answers(state_of(self), &found, present_hit)
                                    : first_of_answers(state_of(self), &found, present_hit);
    close_answers(&found);
    close_room(own, found.room);
    return result;
}

static PyObject *cast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      bool every)
{
    const signature s = {verb, 2, 3, 3, {{"shape", OBJECT}, {"motion", VECTOR}, {"mask", OBJECT}}};
    arguments a;
    asker who;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        !read_asker(self, verb, a.object[0], given_or_null(&a, 2), true, &who))
        return NULL;
    PyObject *result = cast_asker(self, verb, "shape", &who, a.vector[1], every);
    release_asker(&who);
    return result;
}

static PyObject *raycast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                         bool every)
{
    const signature s = {verb, 2, 3, 3, {{"origin", OBJECT}, {"motion", VECTOR}, {"mask", OBJECT}}};
    arguments a;
    bits looked_for = ALL_LAYERS;
    shape_object made;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        (is_given(&a, 2) && !bits_from(verb, "mask", a.object[2], &looked_for)))
        return NULL;
    const shape_object *origin = read_origin(verb, a.object[0], &made);
    if (!origin || !refresh(SPACE(self)))
        return NULL;
    asker who = {.space = SPACE(self), .shape = origin, .mask = looked_for.set};
    return cast_asker(self, verb, "origin", &who, a.vector[1], every);
}

#define DEFINE_CAST(name, every, way)                                                                                  \
    static PyObject *locked_space_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)   \
    {                                                                                                                  \
        return way(self, #name, args, nargs, kwnames, every);                                                          \
    }                                                                                                                  \
    DEFINE_LOCKED(space_##name)

DEFINE_CAST(cast, false, cast)
DEFINE_CAST(cast_all, true, cast)
DEFINE_CAST(raycast, false, raycast)
DEFINE_CAST(raycast_all, true, raycast)
