/* query: the items that a shape or an item overlaps. */
#include "queries.h"

#include "../../core/periodic/body_image.h"

#include <stdlib.h>

/* ---- query ---- */

typedef struct overlap_query {
    query *query;
    c2d_relation least;
    result_list found;
    /* For each piece of the shape, or none if none is thin: the items that it only touches and that may surround it. */
    union_search *unions;
    union_search *together; /* of the selected piece, if it is thin; otherwise NULL */
    bool failed;
} overlap_query;

/* Raises the relation of the selected piece and the image of a piece of an item, which is *relation, to that of the
 * whole body that is looked for: a thin piece that touches its pieces may be surrounded by them. Only that piece is
 * asked about: the others of its item have their turn, and all of them each time would be quadratic. False if there is
 * no memory. */
static bool raise_relation(const query *q, const found_piece *p, c2d_relation *relation)
{
    if (*relation != C2D_TOUCHING || !q->operand.body || !c2d_is_thin(p->of.shape))
        return true;
    if (c2d_is_shifted(p->image)) {
        bool surrounds;
        c2d_cell back = c2d_cell_opposite(p->image);
        if (c2d_body_image_surrounds(q->solid, q->space->period, back, p->of.shape, &surrounds))
            return false;
        *relation = surrounds ? C2D_OVERLAPPING : C2D_TOUCHING;
        return true;
    }
    c2d_body piece = {&p->of.shape, NULL, 1, NULL};
    return c2d_body_relate(q->solid, &piece, relation) == C2D_OK;
}

static bool visit_overlap(void *context, uint32_t number)
{
    overlap_query *s = context;
    found_piece p = piece_found(s->query, number);
    if (!query_matches(s->query, p.of.entry))
        return true;
    c2d_relation relation = relation_to(s->query, &p), of_body = relation;
    s->failed = !raise_relation(s->query, &p, &of_body);
    if (!s->failed && of_body >= s->least)
        s->failed = !result_list_add_key(&s->found, sort_key_of(p.of.entry));
    /* What only this piece touches may surround it together with others, even if another piece overlaps it. */
    if (!s->failed && relation == C2D_TOUCHING && relation < s->least && s->together)
        s->failed = !union_search_add(s->together, &p, C2D_APART, NULL);
    return !s->failed;
}

/* Whether the shape contains an item, asked once, about its first piece. False as well if there is no memory. */
static bool contains_item(overlap_query *s, const found_piece *p)
{
    const query *q = s->query;
    const entry *e = p->of.entry;
    one_piece own;
    bool contains = false;
    if (p->of.piece > 0)
        return false;
    if (c2d_is_shifted(p->image))
        s->failed = c2d_body_image_contains(q->solid, body_of_entry(e, &own), q->space->period, p->image, &contains);
    else if (!q->operand.body && !e->has_body)
        return c2d_contains(q->shape, p->of.shape);
    else
        s->failed = c2d_body_contains(q->solid, body_of_entry(e, &own), &contains) != C2D_OK;
    return contains && !s->failed;
}

static bool visit_contained(void *context, uint32_t number)
{
    overlap_query *s = context;
    found_piece p = piece_found(s->query, number);
    if (query_matches(s->query, p.of.entry) && contains_item(s, &p))
        s->failed = !result_list_add_key(&s->found, sort_key_of(p.of.entry));
    return !s->failed;
}

/* Makes a search for each thin piece of the shape; false if there is no memory. */
static bool begin_unions(overlap_query *s, union_search *own)
{
    query *q = s->query;
    bool thin = false;
    for (size_t i = 0; i < q->solid->count && !thin; i++)
        thin = c2d_is_thin(q->solid->pieces[i]);
    if (!thin)
        return true;
    s->unions = q->solid->count == 1 ? own : PyMem_New(union_search, q->solid->count);
    for (size_t i = 0; i < q->solid->count && s->unions; i++) {
        select_piece(q, i);
        union_search_init(&s->unions[i], q, (c2d_vec){0, 0}, (c2d_cast_options){false, true});
    }
    return s->unions;
}

static void end_unions(overlap_query *s, const union_search *own)
{
    for (size_t i = 0; i < s->query->solid->count && s->unions; i++)
        union_search_free(&s->unions[i]);
    if (s->unions != own)
        PyMem_Free(s->unions);
}

static void find_overlaps(overlap_query *s)
{
    query *q = s->query;
    for (size_t i = 0; i < q->solid->count && !s->failed; i++) {
        select_piece(q, i);
        s->together = s->unions && c2d_is_thin(q->shape) ? &s->unions[i] : NULL;
        query_candidates(q, c2d_bounds_of(q->shape), visit_overlap, s);
    }
}

/* Finds the items that the shape overlaps, or with touching meets, or contains; then end_unions. */
static void search_overlaps(overlap_query *s, bool contained, union_search *own)
{
    if (contained)
        query_candidates(s->query, c2d_body_bounds(s->query->solid), visit_contained, s);
    else if (begin_unions(s, own))
        find_overlaps(s);
    else
        s->failed = true;
}

/* Adds the items that surround a piece together, which the filter has yet to decide on, and forgets the others; false
 * if there is no memory. */
static bool add_surrounding(overlap_query *s, bool *surrounded)
{
    bool good = true;
    *surrounded = false;
    for (size_t k = 0; s->unions && k < s->query->solid->count && good; k++) {
        union_search *u = &s->unions[k];
        bool blocked;
        good = union_search_blocks(u, &blocked);
        u->core.count = good && blocked ? u->core.count : 0;
        *surrounded = *surrounded || u->core.count > 0;
        for (size_t i = 0; i < u->core.count && good; i++)
            good = result_list_add_key(&s->found, u->core.members[i].order);
    }
    return good;
}

/* ---- the filter ---- */

/* Releases the items that do not pass, and removes their keys, if these are given; false with an error set. */
static bool filter_items(query *q, result_list *items, uint64_t *keys)
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

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/* A sorted list of the keys of a result list and of all candidates that surround a piece; NULL if there is no memory.
 */
static uint64_t *all_keys(const overlap_query *s, const uint64_t *found, size_t found_count, size_t *count)
{
    size_t room = found_count;
    for (size_t k = 0; k < s->query->solid->count; k++)
        room += s->unions[k].core.count;
    uint64_t *keys = PyMem_New(uint64_t, room + 1);
    *count = 0;
    for (size_t i = 0; i < found_count && keys; i++)
        keys[(*count)++] = found[i];
    for (size_t k = 0; k < s->query->solid->count && keys; k++)
        for (size_t i = 0; i < s->unions[k].core.count; i++)
            keys[(*count)++] = s->unions[k].core.members[i].order;
    if (keys)
        qsort(keys, *count, sizeof *keys, compare_keys);
    return keys;
}

/* Keeps the items with these sorted keys, and releases the others. */
static void keep_items(result_list *items, const uint64_t *own_keys, const uint64_t *keys, size_t key_count)
{
    size_t count = items->count;
    items->count = 0;
    for (size_t i = 0; i < count; i++) {
        PyObject *item = items->list[i].object;
        if (bsearch(&own_keys[i], keys, key_count, sizeof *keys, compare_keys))
            items->list[items->count++].object = item;
        else
            Py_DECREF(item);
    }
}

/* Filters the items, which have the given keys. Those that surround a piece together stay only if those of them that
 * pass still do, or if they are among those that are found without others. False with an error set. */
static bool filter_surrounding(overlap_query *s, uint64_t *keys, const uint64_t *alone, size_t alone_count)
{
    bool good = filter_items(s->query, &s->found, keys), surrounded;
    if (!good)
        return false;
    for (size_t k = 0; k < s->query->solid->count && good; k++) {
        union_search *u = &s->unions[k];
        good =
            u->core.count == 0 || (union_search_keep(u, keys, s->found.count) && union_search_blocks(u, &surrounded));
        if (good && u->core.count > 0 && !surrounded)
            u->core.count = 0;
    }
    size_t stay_count;
    uint64_t *stay = good ? all_keys(s, alone, alone_count, &stay_count) : NULL;
    if (!stay) {
        PyErr_NoMemory();
        return false;
    }
    keep_items(&s->found, keys, stay, stay_count);
    PyMem_Free(stay);
    return true;
}

/* Holds the items that surround a piece and their shapes, while user code runs; false if there is no memory. */
static bool hold_surrounding(overlap_query *s)
{
    bool good = true;
    for (size_t k = 0; k < s->query->solid->count && good; k++)
        good = s->unions[k].core.count == 0 || union_search_hold(&s->unions[k], s->query->space);
    return good;
}

/* The keys of a result list, as a block of PyMem memory; NULL if there is no memory. */
static uint64_t *keys_of(const result_list *found)
{
    uint64_t *keys = PyMem_New(uint64_t, found->count + 1);
    for (size_t i = 0; i < found->count && keys; i++)
        keys[i] = found->list[i].key;
    return keys;
}

/* The list of what a search has found if items surround a piece together; NULL with an error set. */
static PyObject *list_of_surrounding(overlap_query *s, const uint64_t *alone, size_t alone_count)
{
    uint64_t *keys = NULL;
    bool filters = has_filter(s->query), good = true;
    sort_unique_keys(&s->found);
    if (filters)
        good = (keys = keys_of(&s->found)) && hold_surrounding(s);
    if (!good) {
        PyMem_Free(keys);
        result_list_free(&s->found);
        return PyErr_NoMemory();
    }
    hold_items(s->query->space, &s->found);
    if (filters)
        good = filter_surrounding(s, keys, alone, alone_count);
    PyMem_Free(keys);
    return result_list_to_list(&s->found, good);
}

/* The list of what a search has found; NULL with an error set. */
static PyObject *list_of_overlaps(overlap_query *s)
{
    bool surrounded = false, good = !s->failed;
    size_t alone_count = s->found.count;
    uint64_t *alone = good && s->unions && has_filter(s->query) ? keys_of(&s->found) : NULL;
    good = good && (alone || !s->unions || !has_filter(s->query)) && add_surrounding(s, &surrounded);
    PyObject *list = NULL;
    if (!good) {
        result_list_free(&s->found);
        PyErr_NoMemory();
    } else if (surrounded) {
        list = list_of_surrounding(s, alone, alone_count);
    } else {
        if (s->query->several)
            sort_unique_keys(&s->found);
        hold_items(s->query->space, &s->found);
        good = !has_filter(s->query) || filter_items(s->query, &s->found, NULL);
        list = result_list_to_list(&s->found, good);
    }
    PyMem_Free(alone);
    return list;
}

bool find_row_overlaps(query *q, bool touching, bool contained, result_list *found)
{
    overlap_query overlapping = {.query = q, .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING};
    union_search own;
    bool surrounded;
    result_list_init(&overlapping.found);
    search_overlaps(&overlapping, contained, &own);
    bool good = !overlapping.failed && add_surrounding(&overlapping, &surrounded);
    if (good)
        sort_unique_keys(&overlapping.found);
    for (size_t i = 0; i < overlapping.found.count && good; i++)
        good = result_list_add_key(found, overlapping.found.list[i].key);
    result_list_free(&overlapping.found);
    end_unions(&overlapping, &own);
    return good;
}

const char space_query_doc[] = PyDoc_STR(
    "query($self, /, shape, *, touching=False, contained=False, mask=-1, exclude=None, filter=None)\n--\n\n"
    "The items that an item or a shape overlaps, a list in order.\n\n"
    "If touching is true, items that it only touches are found as well. If contained is true, only items that lie\n"
    "entirely within the shape are found, borders included, whatever touching is. A point or a thin segment also finds\n"
    "the items that surround it together: two tiles beside a seam, or two walls between which a segment fits exactly.\n\n"
    ITEM_OR_SHAPE_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
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
    union_search own;
    result_list_init(&overlapping.found);
    search_overlaps(&overlapping, contained, &own);
    PyObject *list = list_of_overlaps(&overlapping);
    end_unions(&overlapping, &own);
    release_query(&q);
    return list;
}
DEFINE_QUERY(space_query, locked_space_query, "query", 0)
