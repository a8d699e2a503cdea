/* The results of the core's search for the items that block a ray, a point or a thin segment together. */
#include "queries.h"

void union_search_free(union_search *u)
{
    c2d_union_search_free(&u->core);
    for (size_t i = 0; i < u->held_count; i++) {
        Py_DECREF(u->held[i].item);
        Py_DECREF(u->held[i].shape);
    }
    PyMem_Free(u->held);
}

typedef struct hit_list {
    const union_search *search;
    ranked_list *found;
} hit_list;

static c2d_status add_result(void *context, const c2d_union_member *member, const c2d_hit *hit)
{
    const hit_list *list = context;
    const held_candidate *h = held_candidate_of(list->search, member->order);
    ranked_result result = {.rank = hit->t, .key = member->order, .pieces = {list->search->piece, member->item}};
    result.item = h ? Py_NewRef(h->item) : NULL;
    result.shape = h && is_body(h->shape) ? Py_NewRef(h->shape) : NULL;
    result.hit = *hit;
    return ranked_list_add(list->found, &result) ? C2D_OK : C2D_NO_MEMORY;
}

bool union_search_add_hits(union_search *u, ranked_list *found)
{
    hit_list list = {u, found};
    return c2d_union_search_report(&u->core, add_result, &list) == C2D_OK;
}
