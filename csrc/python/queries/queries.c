/* query and contacts: the items that a shape or an item overlaps. */
#include "queries.h"

/* ---- query ---- */

typedef struct overlap_query {
    const query *query;
    c2d_relation least;
    result_list found;
    union_search *together; /* items that a thin shape only touches, and that may surround it; NULL: other shapes */
    bool failed;
} overlap_query;

static bool visit_overlap(void *context, uint32_t number)
{
    overlap_query *s = context;
    const entry *e = s->query->space->by_id[number];
    if (!query_matches(s->query, e))
        return true;
    c2d_relation relation = c2d_relate(&s->query->shape->shape, shape_of_entry(e));
    if (relation >= s->least)
        s->failed = !result_list_add_key(&s->found, sort_key_of(e));
    else if (relation == C2D_TOUCHING && s->together)
        s->failed = !union_search_add(s->together, shape_of_entry(e), sort_key_of(e));
    return !s->failed;
}

static bool visit_contained(void *context, uint32_t number)
{
    overlap_query *s = context;
    const entry *e = s->query->space->by_id[number];
    if (!query_matches(s->query, e) || !c2d_contains(&s->query->shape->shape, shape_of_entry(e)))
        return true;
    s->failed = !result_list_add_key(&s->found, sort_key_of(e));
    return !s->failed;
}

/* Adds the items that surround the shape together, which the filter has yet to decide on; false if there is no memory.
 */
static bool add_surrounding(overlap_query *s, bool *surrounded)
{
    const union_search *u = s->together;
    *surrounded = false;
    if (u && !union_search_blocks(u, surrounded))
        return false;
    bool good = true;
    for (size_t i = 0; *surrounded && i < u->count && good; i++)
        good = result_list_add_key(&s->found, u->keys[i]);
    return good;
}

/* Releases the items that do not pass, and removes their keys, if these are given; false with an error set. */
static bool filter_items(const query *q, result_list *items, uint64_t *keys)
{
    size_t count = items->count;
    bool began = begin_filtering(q->space), good = began;
    items->count = 0;
    for (size_t i = 0; i < count; i++) {
        PyObject *item = items->list[i].object;
        int passes = good ? passes_filter(q, item) : 0;
        if (passes > 0) {
            if (keys)
                keys[items->count] = keys[i];
            items->list[items->count++].object = item;
        } else {
            Py_DECREF(item);
        }
        good = good && passes >= 0;
    }
    if (began)
        end_filtering(q->space);
    return good;
}

/* Filters the items. Those that surrounded the shape together stay only if those of them that pass still do. False with
 * an error set. */
static bool filter_surrounding(overlap_query *s, uint64_t *keys)
{
    result_list *items = &s->found;
    bool surrounded;
    if (!filter_items(s->query, items, keys))
        return false;
    if (!union_search_keep(s->together, keys, items->count) || !union_search_blocks(s->together, &surrounded)) {
        PyErr_NoMemory();
        return false;
    }
    size_t count = surrounded ? 0 : items->count;
    items->count -= count;
    for (size_t i = 0; i < count; i++) {
        PyObject *item = items->list[i].object;
        if (union_search_has(s->together, keys[i]))
            Py_DECREF(item);
        else
            items->list[items->count++].object = item;
    }
    return true;
}

/* The list of what a search has found; NULL with an error set. */
static PyObject *list_of_overlaps(overlap_query *s)
{
    space_object *space = s->query->space;
    bool surrounded, good = add_surrounding(s, &surrounded);
    bool has_keys = good && surrounded && has_filter(s->query);
    uint64_t *keys = has_keys ? PyMem_New(uint64_t, s->found.count) : NULL;
    if (!good || (has_keys && (!keys || !union_search_hold(s->together, space)))) {
        PyMem_Free(keys);
        result_list_free(&s->found);
        return PyErr_NoMemory();
    }
    if (keys) {
        sort_by_key(s->found.list, s->found.count);
        for (size_t i = 0; i < s->found.count; i++)
            keys[i] = s->found.list[i].key;
    }
    hold_items(space, &s->found);
    if (keys)
        good = filter_surrounding(s, keys);
    else if (has_filter(s->query))
        good = filter_items(s->query, &s->found, NULL);
    PyMem_Free(keys);
    return result_list_to_list(&s->found, good);
}

const char space_query_doc[] = PyDoc_STR(
    "query($self, /, shape, *, touching=False, contained=False, mask=-1, exclude=None, filter=None)\n--\n\n"
    "The items that an item or a shape overlaps, a list in order.\n\n"
    "If touching is true, items that it only touches are found as well. If contained is true, only items that lie\n"
    "entirely within the shape are found, borders included, whatever touching is. A point or a thin segment also finds\n"
    "the items that surround it together, for example on the seam of two tiles.\n\n"
    ITEM_OR_SHAPE_DOC FILTER_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(3, 0, 1), \"c\": Circle(2, 0, 3)})\n"
    ">>> space.query(Circle(1, 0, 1))\n"
    "['a', 'c']\n"
    ">>> space.query(Circle(1, 0, 1), touching=True)\n"
    "['a', 'b', 'c']\n"
    ">>> space.query(\"c\", contained=True)\n"
    "['a', 'b']\n"
    ">>> space.query(Circle(1, 0, 1), touching=True, exclude={\"a\"}, filter=lambda item: item < \"c\")\n"
    "['b']\n");

static PyObject *locked_space_query(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, TOUCHING, CONTAINED, OPTIONS };
    static const signature s = {"query",
                                1,
                                1,
                                OPTIONS + QUERY_OPTION_COUNT,
                                {{"shape", OBJECT}, {"touching", OBJECT}, {"contained", OBJECT}, QUERY_OPTIONS}};
    arguments a;
    query q;
    bool touching, contained;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, TOUCHING, &touching) ||
        !truth_of(&a, CONTAINED, &contained) || !read_query(self, &s, &a, OPTIONS, &q))
        return NULL;
    overlap_query overlapping = {.query = &q, .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING};
    union_search together;
    result_list_init(&overlapping.found);
    if (is_thin(q.shape) && !contained) {
        union_search_init(&together, q.shape, (c2d_vec){0, 0});
        overlapping.together = &together;
    }
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), contained ? visit_contained : visit_overlap,
                   &overlapping);
    PyObject *list;
    if (overlapping.failed) {
        result_list_free(&overlapping.found);
        list = PyErr_NoMemory();
    } else {
        list = list_of_overlaps(&overlapping);
    }
    if (overlapping.together)
        union_search_free(&together);
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_query, locked_space_query)

/* ---- contacts ---- */

static bool visit_contacts(void *context, uint32_t number)
{
    ranked_list *found = context;
    const entry *e = found->query->space->by_id[number];
    ranked_result result = {.rank = 0, .key = sort_key_of(e)};
    return !ranked_list_wants(found, e) ||
           !c2d_find_contact(&found->query->shape->shape, shape_of_entry(e), &result.contact) ||
           ranked_list_add(found, &result);
}

static void search_contacts(ranked_list *found)
{
    const query *q = found->query;
    c2d_tree_query(&q->space->tree, c2d_bounds_of(&q->shape->shape), visit_contacts, found);
}

const char space_contacts_doc[] = PyDoc_STR(
    "contacts($self, /, shape, *, mask=-1, exclude=None, filter=None)\n--\n\n"
    "The items that an item or a shape collides with, touching included, and their contacts: a list of (item,\n"
    "Contact) in order.\n\n"
    "Each normal points out of the item that is found.\n\n"
    ITEM_OR_SHAPE_DOC FILTER_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(0.5, -2, 4, 4)})\n"
    ">>> space.contacts(\"player\")\n"
    "[('wall', Contact((-1.0, 0.0), 0.5, ((0.75, 0.0),)))]\n");

static PyObject *locked_space_contacts(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"contacts", 1, 1, 1 + QUERY_OPTION_COUNT, {{"shape", OBJECT}, QUERY_OPTIONS}};
    arguments a;
    query q;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_query(self, &s, &a, 1, &q))
        return NULL;
    ranked_list found = {.query = &q};
    PyObject *list = search_ranked(&found, search_contacts, SIZE_MAX)
                         ? list_of_ranked(state_of(self), &found, object_of_contact)
                         : NULL;
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_contacts, locked_space_contacts)
