/* The results of the core's search for the items that block a ray, a point or a thin segment together. */
#include "queries.h"

struct image_node {
    struct image_node *next;
    c2d_image_copy copy;
};

static void free_node(struct image_node *node)
{
    c2d_image_copy_free(&node->copy);
    PyMem_Free(node);
}

void union_search_free(union_search *u)
{
    c2d_union_search_free(&u->core);
    for (struct image_node *node = u->images, *next; node; node = next) {
        next = node->next;
        free_node(node);
    }
    for (size_t i = 0; i < u->held_count; i++) {
        Py_DECREF(u->held[i].item);
        Py_DECREF(u->held[i].shape);
    }
    PyMem_Free(u->held);
}

static struct image_node *new_node(const found_piece *p, c2d_vec period)
{
    struct image_node *node = PyMem_New(struct image_node, 1);
    if (node && c2d_image_copy_init(&node->copy, p->of.shape, period, p->image)) {
        PyMem_Free(node);
        return NULL;
    }
    return node;
}

bool union_search_add(union_search *u, const found_piece *p, c2d_vec period, const c2d_hit *touched)
{
    struct image_node *node = NULL;
    size_t count = u->core.count;
    if (c2d_is_shifted(p->image) && !(node = new_node(p, period)))
        return false;
    const c2d_shape *shape = node ? &node->copy.shape : p->of.shape;
    bool good = c2d_union_search_add(&u->core, shape, sort_key_of(p->of.entry), p->of.piece, touched) == C2D_OK;
    if (u->core.count > count)
        u->core.members[count].image = p->image;
    if (node) { /* the search may refer to it even if it is no member */
        node->next = u->images;
        u->images = node;
    }
    return good;
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
    result.image = member->image;
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
