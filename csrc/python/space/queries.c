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
