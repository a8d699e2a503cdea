/* contacts: the items that a shape or an item collides with, and where. */
#include "queries.h"

#include "../../core/body/pieces.h"
#include "../../core/periodic/body_image.h"

#include <stdlib.h>

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

/* A pair of pieces that collide, and whether one of them is thin and the other solid may surround it: then they only
 * touch. */
typedef struct piece_contact {
    ranked_result result;
    bool may_be_surrounded;
} piece_contact;

typedef struct contact_search {
    ranked_list *found;
    piece_contact *images; /* of bodies: the deepest pair of pieces for each item and image, and others */
    size_t count, capacity, limit;
} contact_search;

static int by_image(const ranked_result *p, const ranked_result *q)
{
    int order = (p->key > q->key) - (p->key < q->key);
    order = order ? order : (p->image.x > q->image.x) - (p->image.x < q->image.x);
    return order ? order : (p->image.y > q->image.y) - (p->image.y < q->image.y);
}

static size_t sum_of_pieces(const ranked_result *p) { return (size_t)p->pieces[0] + p->pieces[1]; }

/* As for a contact of bodies, the deepest pair counts, and then that with the least sum of indices. */
static int by_depth(const piece_contact *p, const piece_contact *q)
{
    int order = (p->result.tie > q->result.tie) - (p->result.tie < q->result.tie);
    order = order ? order : (int)q->may_be_surrounded - (int)p->may_be_surrounded;
    size_t a = sum_of_pieces(&p->result), b = sum_of_pieces(&q->result);
    return order ? order : (a > b) - (a < b);
}

static int by_image_and_depth(const void *a, const void *b)
{
    const piece_contact *p = a, *q = b;
    int order = by_image(&p->result, &q->result);
    order = order ? order : by_depth(p, q);
    return order ? order : (p->result.pieces[0] > q->result.pieces[0]) - (p->result.pieces[0] < q->result.pieces[0]);
}

static c2d_piece_pair pair_of(const piece_contact *p)
{
    return (c2d_piece_pair){p->result.pieces[0], p->result.pieces[1]};
}

/* Keeps the deepest pair of pieces for each item and image. */
static void keep_deepest(contact_search *s)
{
    const query *q = s->found->query;
    size_t count = 0;
    one_piece own;
    c2d_two_bodies two = {.a = q->solid};
    if (s->count > 1)
        qsort(s->images, s->count, sizeof *s->images, by_image_and_depth);
    for (size_t i = 0; i < s->count; i++) {
        const piece_contact *p = &s->images[i];
        if (count == 0 || by_image(&p->result, &s->images[count - 1].result) != 0) {
            two.b = body_of_entry(entry_of(q->space, p->result.key), &own);
            two.is_ordered = false;
            s->images[count++] = *p;
        } else if (by_depth(p, &s->images[count - 1]) == 0 &&
                   c2d_pair_precedes(&two, pair_of(p), pair_of(&s->images[count - 1]))) {
            s->images[count - 1] = *p;
        }
    }
    s->count = count;
}

/* Two bodies of many pieces may have many pairs, so the list is tidied each time that it has doubled. */
static bool add_pair_of_pieces(contact_search *s, const piece_contact *pair)
{
    if (s->count >= s->limit) {
        keep_deepest(s);
        s->limit = s->count < 32 ? 64 : 2 * s->count;
    }
    if (s->count == s->capacity) {
        piece_contact *larger = grow_block(s->images, &s->capacity, 8, sizeof *larger);
        if (!larger)
            return false;
        s->images = larger;
    }
    s->images[s->count++] = *pair;
    return true;
}

static bool visit_contacts(void *context, uint32_t number)
{
    contact_search *s = context;
    ranked_list *found = s->found;
    const query *q = found->query;
    found_piece p = piece_found(q, number);
    piece_contact pair = {.may_be_surrounded = false};
    ranked_result *result = &pair.result;
    bool collides;
    if (!ranked_list_wants(found, p.of.entry))
        return true;
    if (!find_contact(q, &p, &collides, &result->contact)) {
        found->failed = true;
        return false;
    }
    if (!collides)
        return true;
    set_result(result, q, &p, 0);
    if (q->several)
        result->tie = c2d_is_shifted(p.image) ? -result->contact.depth : c2d_separation(q->shape, p.of.shape);
    if (!q->operand.body && !p.of.entry->has_body)
        return ranked_list_add(found, result);
    pair.may_be_surrounded = result->tie == 0 && (c2d_is_thin(q->shape) || c2d_is_thin(p.of.shape));
    found->failed = !add_pair_of_pieces(s, &pair);
    return !found->failed;
}

/* ---- bodies ---- */

/* Replaces the contact of a pair of pieces by that of two solids. */
static c2d_status set_contact(const c2d_body *a, const c2d_body *b, ranked_result *result)
{
    bool collides;
    c2d_contact contact;
    c2d_piece_pair pair;
    c2d_status status = c2d_body_find_contact(a, b, &collides, &contact, &pair);
    if (status || !collides) /* they do, as some of their pieces do */
        return status;
    result->contact = contact;
    result->pieces[0] = (uint32_t)pair.a;
    result->pieces[1] = (uint32_t)pair.b;
    return C2D_OK;
}

/* With an image of b, or else with a moved back; if both are rounded, the contact of the pieces stays. */
static c2d_status set_contact_with_image(const c2d_body *a, const c2d_body *b, c2d_vec period, ranked_result *result)
{
    c2d_body_image moved = {.count = 0}, back = {.count = 0};
    c2d_status status = c2d_body_image_init(&moved, b, period, result->image);
    if (!status && !moved.exact)
        status = c2d_body_image_init(&back, a, period, c2d_cell_opposite(result->image));
    if (!status && moved.exact) {
        status = set_contact(a, &moved.body, result);
    } else if (!status && back.exact) {
        status = set_contact(&back.body, b, result);
        for (int i = 0; i < result->contact.count && !status; i++)
            result->contact.points[i] = c2d_image_of_point(result->contact.points[i], period, result->image);
    }
    c2d_body_image_free(&back);
    c2d_body_image_free(&moved);
    return status;
}

/* The contact with an image of an item where a body takes part. That of the deepest pair of pieces is that of the
 * solids, unless these only touch and may surround a piece. All pairs of pieces are asked about only then, because that
 * takes time for the pieces that are far away, too. False if there is no memory. */
static bool add_contact_with_body(ranked_list *found, piece_contact *pair)
{
    const query *q = found->query;
    ranked_result *result = &pair->result;
    one_piece own;
    const c2d_body *body = body_of_entry(entry_of(q->space, result->key), &own);
    c2d_status status = C2D_OK;
    if (c2d_is_shifted(result->image))
        status = set_contact_with_image(q->solid, body, q->space->period, result);
    else if (pair->may_be_surrounded)
        status = set_contact(q->solid, body, result);
    result->tie = -result->contact.depth;
    return status == C2D_OK && ranked_list_add(found, result);
}

static void search_contacts(ranked_list *found)
{
    query *q = found->query;
    contact_search s = {.found = found};
    for (size_t i = 0; i < q->solid->count && !found->failed; i++) {
        select_piece(q, i);
        query_candidates(q, c2d_bounds_of(q->shape), visit_contacts, &s);
    }
    keep_deepest(&s);
    for (size_t i = 0; i < s.count && !found->failed; i++)
        found->failed = !add_contact_with_body(found, &s.images[i]);
    PyMem_Free(s.images);
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
