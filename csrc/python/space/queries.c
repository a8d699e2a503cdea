/* Queries with one shape or item: query contacts nearest raycast raycast_all cast cast_all. The tree finds candidates,
 * the core decides, and the results are sorted by time or distance, then by the order of insertion. */
#include "space.h"

#include <math.h>
#include <stdlib.h>

/* ---- the shape or item of a query ---- */

typedef struct query {
    space_object *space;
    const shape_object *shape;
    operand operand;      /* owns the shape of a shape-like, */
    PyObject *item_shape; /* or an owned reference to the shape of an item */
    PyObject *excluded;   /* the item itself, which is no result, or NULL; an owned reference if item_shape is one */
    uint64_t layer, mask;
    bool is_item; /* the masks of the results must have a layer of the item */
} query;

static void release_query(query *q)
{
    if (q->item_shape)
        Py_DECREF(q->excluded);
    else
        release_operand(&q->operand);
    Py_XDECREF(q->item_shape);
}

/* Whether the TypeError that is set comes from an object without a hash; then clears it. An error of __eq__ stays. */
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

/* 1 and *out written if the object is an item of the space, 0 if it is not, -1 with an error set. */
static int read_item(space_object *space, PyObject *object, query *out)
{
    entry *e = find_entry(space, object);
    if (!e && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) || !clear_unhashable(object))
            return -1;
    }
    if (!e)
        return 0;
    out->item_shape = Py_NewRef(e->shape);
    out->shape = (shape_object *)out->item_shape;
    out->excluded = Py_NewRef(e->item);
    out->layer = e->layer.bits;
    out->mask &= e->mask.bits;
    out->is_item = true;
    Py_DECREF(e);
    return 1;
}

/* Reads a shape-like or, if maybe_item, an item; false with an error set. Brings the tree up to date. */
static bool read_query(PyObject *self, const char *function, PyObject *object, PyObject *mask, bool maybe_item,
                       query *out)
{
    layer_mask wanted = ALL_LAYERS;
    if (mask && !layer_mask_from(function, "mask", mask, &wanted))
        return false;
    *out = (query){.space = SPACE(self), .mask = wanted.bits};
    int found = maybe_item ? read_item(SPACE(self), object, out) : 0;
    if (found == 0) {
        found = read_operand(state_of(self), function, "shape", object, &out->operand) ? 1 : -1;
        if (found > 0) {
            out->shape = out->operand.shape;
            /* A sprite does not find itself. */
            out->excluded = out->operand.owner ? object : NULL;
        }
    }
    if (found > 0 && update_tree(SPACE(self)))
        return true;
    if (found > 0)
        release_query(out);
    return false;
}

static inline bool query_matches(const query *q, const entry *e)
{
    return e->item != q->excluded && e->layer.bits & q->mask && (!q->is_item || e->mask.bits & q->layer);
}

static PyObject *given_or_null(const arguments *a, int i) { return is_given(a, i) ? a->object[i] : NULL; }

/* ---- query ---- */

typedef struct overlap_query {
    const query *query;
    c2d_relation least;
    result_list found;
    bool failed;
} overlap_query;

static bool visit_overlap(void *context, uint32_t number)
{
    overlap_query *s = context;
    const entry *e = s->query->space->by_id[number];
    if (!query_matches(s->query, e) || c2d_relate(&s->query->shape->shape, shape_of_entry(e)) < s->least)
        return true;
    s->failed = !result_list_add_key(&s->found, sort_key_of(e));
    return !s->failed;
}

const char space_query_doc[] = PyDoc_STR(
    "query($self, /, shape, touching=False, mask=-1)\n--\n\n"
    "The items that overlap a shape, a list in order; if touching is true, also those that only touch it.\n\n"
    "shape is a shape-like. If it is an object with a .shape and is itself an item, it does not find itself. Only\n"
    "items with a layer in mask are found.\n\n"
    ERRORS_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(3, 0, 1)})\n"
    ">>> space.query(Circle(1, 0, 1))\n"
    "['a']\n"
    ">>> space.query(Circle(1, 0, 1), touching=True)\n"
    "['a', 'b']\n");

static PyObject *locked_space_query(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"query", 1, 3, 3, {{"shape", OBJECT}, {"touching", OBJECT}, {"mask", OBJECT}}};
    arguments a;
    query q;
    bool touching;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 1, &touching) ||
        !read_query(self, "query", a.object[0], given_or_null(&a, 2), false, &q))
        return NULL;
    overlap_query overlapping = {.query = &q, .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING};
    result_list_init(&overlapping.found);
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), visit_overlap, &overlapping);
    PyObject *list = NULL;
    if (!overlapping.failed) {
        list = list_of_items(SPACE(self), &overlapping.found);
    } else {
        result_list_free(&overlapping.found);
        PyErr_NoMemory();
    }
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_query, locked_space_query)

/* ---- results with a rank ---- */

typedef struct ranked_result {
    double rank;    /* least first, */
    uint64_t key;   /* and then in order of insertion */
    PyObject *item; /* an owned reference, once all results are found */
    union {
        c2d_contact contact;
        c2d_hit hit;
    };
} ranked_result;

typedef struct ranked_list {
    const query *query;
    ranked_result *list;
    size_t count, capacity, most; /* most: how many are kept at most */
    c2d_vec motion;
    c2d_vec *room;
    double limit;
    bool failed;
} ranked_list;

static int by_rank(const void *a, const void *b)
{
    const ranked_result *p = a, *q = b;
    int order = (p->rank > q->rank) - (p->rank < q->rank);
    return order ? order : (p->key > q->key) - (p->key < q->key);
}

static bool ranked_list_grow(ranked_list *a)
{
    ranked_result *larger = grow_block(a->list, &a->capacity, 8, sizeof *larger);
    a->failed = !larger;
    if (larger)
        a->list = larger;
    return larger;
}

/* The list is a heap with the last result in order at its top, where a better one replaces it. */
static void sift_up(ranked_result *heap, size_t i)
{
    for (; i > 0 && by_rank(&heap[i], &heap[(i - 1) / 2]) > 0; i = (i - 1) / 2) {
        ranked_result a = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = a;
    }
}

static void sift_down(ranked_result *heap, size_t count)
{
    for (size_t i = 0, k; (k = 2 * i + 1) < count; i = k) {
        k += k + 1 < count && by_rank(&heap[k + 1], &heap[k]) > 0;
        if (by_rank(&heap[i], &heap[k]) >= 0)
            return;
        ranked_result a = heap[i];
        heap[i] = heap[k];
        heap[k] = a;
    }
}

/* Whether the list has as many results as are wanted. Then a result that ranks after all of them can be skipped. */
static inline bool ranked_list_is_full(const ranked_list *a) { return a->count == a->most; }

/* False if there is no memory. */
static bool ranked_list_add(ranked_list *a, const ranked_result *result)
{
    if (ranked_list_is_full(a)) {
        if (by_rank(result, &a->list[0]) < 0) {
            a->list[0] = *result;
            sift_down(a->list, a->count);
        }
        return true;
    }
    if (a->count == a->capacity && !ranked_list_grow(a))
        return false;
    a->list[a->count++] = *result;
    if (a->most < SIZE_MAX)
        sift_up(a->list, a->count - 1);
    return true;
}

/* Sorts the results and references their items, before anything is made that may run user code. */
static void sort_and_hold_items(ranked_list *a)
{
    if (a->count > 1)
        qsort(a->list, a->count, sizeof *a->list, by_rank);
    for (size_t i = 0; i < a->count; i++)
        a->list[i].item = Py_NewRef(entry_of(a->query->space, a->list[i].key)->item);
}

typedef PyObject *make_object(module_state *state, const ranked_result *a);

static PyObject *object_of_item(module_state *Py_UNUSED(state), const ranked_result *a) { return Py_NewRef(a->item); }

static PyObject *pair_with_item(const ranked_result *a, PyObject *result)
{
    PyObject *pair = result ? PyTuple_Pack(2, a->item, result) : NULL;
    Py_XDECREF(result);
    return pair;
}

static PyObject *object_of_contact(module_state *state, const ranked_result *a)
{
    return pair_with_item(a, contact_from(state->contact_type, &a->contact));
}

static PyObject *object_of_hit(module_state *state, const ranked_result *a)
{
    return pair_with_item(a, hit_from(state->hit_type, &a->hit));
}

static PyObject *list_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    result_list made;
    bool good = true;
    sort_and_hold_items(a);
    result_list_init(&made);
    for (size_t i = 0; i < a->count; i++) {
        good = good && result_list_add_object(&made, present(state, &a->list[i]));
        Py_DECREF(a->list[i].item);
    }
    return result_list_to_list(&made, good);
}

static PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    if (a->count == 0)
        Py_RETURN_NONE;
    sort_and_hold_items(a);
    PyObject *first = present(state, &a->list[0]);
    for (size_t i = 0; i < a->count; i++)
        Py_DECREF(a->list[i].item);
    return first;
}

static void ranked_list_free(ranked_list *a) { PyMem_Free(a->list); }

/* ---- contacts ---- */

static bool visit_contacts(void *context, uint32_t number)
{
    ranked_list *found = context;
    const entry *e = found->query->space->by_id[number];
    ranked_result result = {.rank = 0, .key = sort_key_of(e)};
    return !query_matches(found->query, e) ||
           !c2d_find_contact(&found->query->shape->shape, shape_of_entry(e), &result.contact) ||
           ranked_list_add(found, &result);
}

const char space_contacts_doc[] = PyDoc_STR(
    "contacts($self, /, shape, mask=-1)\n--\n\n"
    "The items that an item or a shape collides with, touching included, and their contacts: a list of (item,\n"
    "Contact) in order.\n\n"
    "Each normal points out of the item that is found.\n\n"
    ITEM_OR_SHAPE_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(0.5, -2, 4, 4)})\n"
    ">>> space.contacts(\"player\")\n"
    "[('wall', Contact((-1.0, 0.0), 0.5, ((0.75, 0.0),)))]\n");

static PyObject *locked_space_contacts(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"contacts", 1, 2, 2, {{"shape", OBJECT}, {"mask", OBJECT}}};
    arguments a;
    query q;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        !read_query(self, "contacts", a.object[0], given_or_null(&a, 1), true, &q))
        return NULL;
    ranked_list found = {.query = &q, .most = SIZE_MAX};
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), visit_contacts, &found);
    PyObject *list = found.failed ? PyErr_NoMemory() : list_of_ranked(state_of(self), &found, object_of_contact);
    ranked_list_free(&found);
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_contacts, locked_space_contacts)

/* ---- nearest ---- */

/* The limit for the distance of bounds. An item at the same distance as the last one in the list may rank before it.
 * The bounds are no farther than the shape, and a computed distance is within 8 ulp of the true one. */
static double upper_bound(double distance) { return distance * (1 + 0x1p-48); }

static double visit_nearest(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    const entry *e = found->query->space->by_id[number];
    if (!query_matches(found->query, e))
        return limit;
    ranked_result result = {.rank = c2d_distance(&found->query->shape->shape, shape_of_entry(e)),
                            .key = sort_key_of(e)};
    if (result.rank > found->limit)
        return limit;
    if (!ranked_list_add(found, &result))
        return -1;
    return ranked_list_is_full(found) ? fmin(limit, upper_bound(found->list[0].rank)) : limit;
}

static bool read_count(PyObject *object, size_t *out)
{
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "nearest: k must be an int, got %.100s", Py_TYPE(object)->tp_name);
        return false;
    }
    Py_ssize_t count = PyNumber_AsSsize_t(object, NULL); /* clipped, because no list is longer */
    if (count == -1 && PyErr_Occurred())
        return false;
    if (count < 0) {
        PyErr_Format(PyExc_ValueError, "nearest: k must be >= 0, got %R", object);
        return false;
    }
    *out = (size_t)count;
    return true;
}

const char space_nearest_doc[] = PyDoc_STR(
    "nearest($self, /, shape, k=1, max_distance=1e999, mask=-1)\n--\n\n"
    "The k items that are nearest to an item or a shape, at most max_distance away: a list, the nearest first.\n\n"
    "Items at the same distance are in order; the distance of every item that collides is 0.\n\n"
    ITEM_OR_SHAPE_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(9, 0, 1), \"c\": Circle(4, 0, 1)})\n"
    ">>> space.nearest((0, 5))\n"
    "['a']\n"
    ">>> space.nearest(\"a\", k=5)\n"
    "['c', 'b']\n");

static PyObject *locked_space_nearest(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, K, FARTHEST, LOOKED_FOR };
    static const signature s = {
        "nearest", 1, 4, 4, {{"shape", OBJECT}, {"k", OBJECT}, {"max_distance", SIZE}, {"mask", OBJECT}}};
    arguments a;
    query q;
    ranked_list found = {.most = 1, .limit = INFINITY};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    if (is_given(&a, FARTHEST))
        found.limit = a.number[FARTHEST];
    if (!(found.limit >= 0)) {
        refuse_number("nearest", "max_distance", C2D_NEGATIVE, found.limit);
        return NULL;
    }
    if ((is_given(&a, K) && !read_count(a.object[K], &found.most)) ||
        !read_query(self, "nearest", a.object[WHO], given_or_null(&a, LOOKED_FOR), true, &q))
        return NULL;
    found.query = &q;
    if (found.most > 0)
        c2d_tree_nearest(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), upper_bound(found.limit), visit_nearest,
                         &found);
    PyObject *list = found.failed ? PyErr_NoMemory() : list_of_ranked(state_of(self), &found, object_of_item);
    ranked_list_free(&found);
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_nearest, locked_space_nearest)

/* ---- casts ---- */

static double visit_cast(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    const query *q = found->query;
    const entry *e = q->space->by_id[number];
    bool hits;
    ranked_result result = {.key = sort_key_of(e)};
    if (!query_matches(q, e))
        return limit;
    c2d_status status = c2d_cast(&q->shape->shape, rect_of(q->shape), found->motion, shape_of_entry(e), found->room,
                                 &hits, &result.hit);
    if (status || !hits)
        return limit;
    result.rank = result.hit.t;
    if (!ranked_list_add(found, &result))
        return -1;
    return ranked_list_is_full(found) ? fmin(limit, found->list[0].rank) : limit;
}

static PyObject *cast_query(PyObject *self, const char *verb, const char *mover, const query *q, c2d_vec motion,
                            bool every)
{
    c2d_vec own[SMALL_ROOM];
    const c2d_shape *shape = &q->shape->shape;
    ranked_list found = {.query = q, .most = every ? SIZE_MAX : 1, .motion = motion};
    found.room = alloc_room(own, C2D_CAST_ROOM(shape->count));
    if (!found.room)
        return NULL;
    c2d_bounds box;
    c2d_status status = c2d_cast_bounds(shape, rect_of(q->shape), motion, found.room, &box);
    if (status) {
        free_room(own, found.room);
        return refuse_motion(verb, mover, status, motion);
    }
    c2d_tree_cast(&SPACE(self)->tree, box, motion, 1, visit_cast, &found);
    PyObject *result = found.failed ? PyErr_NoMemory()
                       : every      ? list_of_ranked(state_of(self), &found, object_of_hit)
                                    : first_of_ranked(state_of(self), &found, object_of_hit);
    ranked_list_free(&found);
    free_room(own, found.room);
    return result;
}

static PyObject *cast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      bool every)
{
    const signature s = {verb, 2, 3, 3, {{"shape", OBJECT}, {"motion", VECTOR}, {"mask", OBJECT}}};
    arguments a;
    query q;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        !read_query(self, verb, a.object[0], given_or_null(&a, 2), true, &q))
        return NULL;
    PyObject *result = cast_query(self, verb, "shape", &q, a.vector[1], every);
    release_query(&q);
    return result;
}

static PyObject *raycast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                         bool every)
{
    const signature s = {verb, 2, 3, 3, {{"origin", OBJECT}, {"motion", VECTOR}, {"mask", OBJECT}}};
    arguments a;
    layer_mask wanted = ALL_LAYERS;
    shape_object made;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) ||
        (is_given(&a, 2) && !layer_mask_from(verb, "mask", a.object[2], &wanted)))
        return NULL;
    const shape_object *origin = read_origin(verb, a.object[0], &made);
    if (!origin || !update_tree(SPACE(self)))
        return NULL;
    query q = {.space = SPACE(self), .shape = origin, .mask = wanted.bits};
    return cast_query(self, verb, "origin", &q, a.vector[1], every);
}

/* cast: the function above that implements the method. */
#define DEFINE_CAST(name, locked_name, verb, cast, every)                                                              \
    static PyObject *locked_name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)           \
    {                                                                                                                  \
        return cast(self, verb, args, nargs, kwnames, every);                                                          \
    }                                                                                                                  \
    DEFINE_LOCKED(name, locked_name)

#define CAST_DOC                                                                                                       \
    "t is the fraction of the motion up to the hit. Items that are hit at the same time are in order. Grazing, and\n"  \
    "moving along or away from an item that is touched, is no hit; an item that is overlapped at the start is a hit\n" \
    "at t = 0.\n\n"

const char space_cast_doc[] =
    PyDoc_STR(
    "cast($self, /, shape, motion, mask=-1)\n--\n\n"
    "What an item or a shape would hit first if it were moved by motion, a pair of numbers: (item, Hit), or None.\n\n"
    ITEM_OR_SHAPE_DOC CAST_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4)})\n"
    ">>> space.cast(\"player\", (8, 0))\n"
    "('wall', Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0))\n"
    ">>> print(space.cast(\"player\", (0, 8)))\n"
    "None\n");
DEFINE_CAST(space_cast, locked_space_cast, "cast", cast, false)

const char space_cast_all_doc[] = PyDoc_STR(
    "cast_all($self, /, shape, motion, mask=-1)\n--\n\n"
    "Everything that an item or a shape would hit if it were moved through all items: a list of (item, Hit), sorted\n"
    "by time.\n\n"
    ITEM_OR_SHAPE_DOC CAST_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4), \"coin\": Circle(3, 0, 0.5)})\n"
    ">>> [(item, hit.t) for item, hit in space.cast_all(\"player\", (8, 0))]\n"
    "[('coin', 0.1875), ('wall', 0.5)]\n");
DEFINE_CAST(space_cast_all, locked_space_cast_all, "cast_all", cast, true)

const char space_raycast_doc[] = PyDoc_STR(
    "raycast($self, /, origin, motion, mask=-1)\n--\n\n"
    "What a ray hits first: (item, Hit), or None.\n\n"
    "origin is a pair of numbers or a Point, motion a pair: the ray goes from origin to origin + motion. Only items\n"
    "with a layer in mask are hit.\n\n"
    CAST_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> space.raycast((0, 0), (10, 0))\n"
    "('b', Hit(0.2, (2.0, 0.0), (-1.0, 0.0), 0.0))\n");
DEFINE_CAST(space_raycast, locked_space_raycast, "raycast", raycast, false)

const char space_raycast_all_doc[] = PyDoc_STR(
    "raycast_all($self, /, origin, motion, mask=-1)\n--\n\n"
    "Everything that a ray hits: a list of (item, Hit), sorted by time.\n\n"
    "origin is a pair of numbers or a Point, motion a pair: the ray goes from origin to origin + motion. Only items\n"
    "with a layer in mask are hit.\n\n"
    CAST_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> [item for item, hit in space.raycast_all((0, 0), (10, 0))]\n"
    "['b', 'a']\n");
DEFINE_CAST(space_raycast_all, locked_space_raycast_all, "raycast_all", raycast, true)
