/* contacts: the items that a shape or an item collides with, and where. */
#include "queries.h"

/* False if there is no memory. */
static bool find_contact(const query *q, const found_piece *p, bool *collides, c2d_contact *out)
{
    c2d_image_pair pair;
    if (!c2d_is_shifted(p->image)) {
        *collides = c2d_find_contact(q->shape, p->of.shape, out);
        return true;
    }
    c2d_relation relation = relation_to(q, p);
    *collides = relation >= C2D_TOUCHING;
    if (!*collides)
        return true;
    if (c2d_image_pair_init(&pair, q->shape, p->of.shape, q->space->period, p->image, relation))
        return false;
    c2d_image_contact(&pair, out);
    c2d_image_pair_free(&pair);
    return true;
}

static bool visit_contacts(void *context, uint32_t number)
{
    ranked_list *found = context;
    const query *q = found->query;
    found_piece p = piece_found(q, number);
    ranked_result result;
    bool collides;
    if (!ranked_list_wants(found, p.of.entry))
        return true;
    if (!find_contact(q, &p, &collides, &result.contact)) {
        found->failed = true;
        return false;
    }
    if (!collides)
        return true;
    set_result(&result, q, &p, 0);
    if (q->several) /* as for a contact of bodies, the deepest pair counts */
        result.tie = c2d_is_shifted(p.image) ? -result.contact.depth : c2d_separation(q->shape, p.of.shape);
    return ranked_list_add(found, &result);
}

static void search_contacts(ranked_list *found)
{
    query *q = found->query;
    for (size_t i = 0; i < q->solid->count && !found->failed; i++) {
        select_piece(q, i);
        query_candidates(q, c2d_bounds_of(q->shape), visit_contacts, found);
    }
}

void find_row_contacts(ranked_list *found)
{
    found->count = 0;
    found->most = SIZE_MAX;
    search_contacts(found);
    ranked_list_finish(found);
}

const char space_contacts_doc[] = PyDoc_STR(
    "contacts($self, /, shape, *, mask=-1, exclude=None, filter=None)\n--\n\n"
    "The items that an item or a shape collides with, touching included, and their contacts: a list of (item,\n"
    "Contact) in order.\n\n"
    "Each normal points out of the item that is found.\n\n"
    ITEM_OR_SHAPE_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
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
DEFINE_QUERY(space_contacts, locked_space_contacts, "contacts", 0)
