/* query and contacts: the items that a shape or an item overlaps. */
#include "queries.h"

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

static bool visit_contained(void *context, uint32_t number)
{
    overlap_query *s = context;
    const entry *e = s->query->space->by_id[number];
    if (!query_matches(s->query, e) || !c2d_contains(&s->query->shape->shape, shape_of_entry(e)))
        return true;
    s->failed = !result_list_add_key(&s->found, sort_key_of(e));
    return !s->failed;
}

/* Releases the items that do not pass; false with an error set. */
static bool filter_items(const query *q, result_list *items)
{
    size_t count = items->count;
    bool began = begin_filtering(q->space), good = began;
    items->count = 0;
    for (size_t i = 0; i < count; i++) {
        PyObject *item = items->list[i].object;
        int passes = good ? passes_filter(q, item) : 0;
        if (passes > 0)
            items->list[items->count++].object = item;
        else
            Py_DECREF(item);
        good = good && passes >= 0;
    }
    if (began)
        end_filtering(q->space);
    return good;
}

const char space_query_doc[] = PyDoc_STR(
    "query($self, /, shape, *, touching=False, contained=False, mask=-1, exclude=None, filter=None)\n--\n\n"
    "The items that an item or a shape overlaps, a list in order.\n\n"
    "If touching is true, items that it only touches are found as well. If contained is true, only items that lie\n"
    "entirely within the shape are found, borders included, whatever touching is.\n\n"
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
    result_list_init(&overlapping.found);
    c2d_tree_query(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), contained ? visit_contained : visit_overlap,
                   &overlapping);
    PyObject *list = NULL;
    if (overlapping.failed) {
        result_list_free(&overlapping.found);
        PyErr_NoMemory();
    } else {
        hold_items(SPACE(self), &overlapping.found);
        bool good = !has_filter(&q) || filter_items(&q, &overlapping.found);
        list = result_list_to_list(&overlapping.found, good);
    }
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
