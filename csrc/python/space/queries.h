/* Queries with one shape or item: what their files share. The tree finds candidates, the core decides, and the results
 * are sorted by time or distance, then by the order of insertion.
 *
 * query_arguments.c: the shape or item, the mask / ranked_list.c: results with a rank / queries.c: query, contacts /
 * nearest.c: nearest / casts.c: raycast, raycast_all, cast, cast_all. */
#ifndef C2D_QUERIES_H
#define C2D_QUERIES_H

#include "space.h"

/* ---- query_arguments.c ---- */

typedef struct query {
    space_object *space;
    const shape_object *shape;
    operand operand;      /* owns the shape of a shape-like, */
    PyObject *item_shape; /* or an owned reference to the shape of an item */
    PyObject *excluded;   /* the item itself, which is no result, or NULL; an owned reference if item_shape is one */
    uint64_t layer, mask;
    bool is_item; /* the masks of the results must have a layer of the item */
} query;

/* Reads a shape-like or, if maybe_item, an item; false with an error set. Brings the tree up to date. */
bool read_query(PyObject *self, const char *function, PyObject *object, PyObject *mask, bool maybe_item, query *out);
void release_query(query *q);

static inline bool query_matches(const query *q, const entry *e)
{
    return e->item != q->excluded && e->layer.bits & q->mask && (!q->is_item || e->mask.bits & q->layer);
}

static inline PyObject *given_or_null(const arguments *a, int i) { return is_given(a, i) ? a->object[i] : NULL; }

/* ---- ranked_list.c ---- */

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

/* Whether the list has as many results as are wanted. Then a result that ranks after all of them can be skipped. */
static inline bool ranked_list_is_full(const ranked_list *a) { return a->count == a->most; }

/* False if there is no memory. */
bool ranked_list_add(ranked_list *a, const ranked_result *result);
void ranked_list_free(ranked_list *a);

/* The object of a result in the answer, a new reference; NULL with an error set. */
typedef PyObject *make_object(module_state *state, const ranked_result *a);
make_object object_of_item, object_of_contact, object_of_hit;

/* All results, sorted, as a list; the first one or None. NULL with an error set. */
PyObject *list_of_ranked(module_state *state, ranked_list *a, make_object *present);
PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present);

#endif
