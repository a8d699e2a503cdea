/* Results with a rank, a time or a distance: a heap of the best, and the objects that are made of them. */
#include "queries.h"

#include <stdlib.h>

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

bool ranked_list_add(ranked_list *a, const ranked_result *result)
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

PyObject *object_of_item(module_state *Py_UNUSED(state), const ranked_result *a) { return Py_NewRef(a->item); }

static PyObject *pair_with_item(const ranked_result *a, PyObject *result)
{
    PyObject *pair = result ? PyTuple_Pack(2, a->item, result) : NULL;
    Py_XDECREF(result);
    return pair;
}

PyObject *object_of_contact(module_state *state, const ranked_result *a)
{
    return pair_with_item(a, contact_from(state->contact_type, &a->contact));
}

PyObject *object_of_hit(module_state *state, const ranked_result *a)
{
    return pair_with_item(a, hit_from(state->hit_type, &a->hit));
}

PyObject *list_of_ranked(module_state *state, ranked_list *a, make_object *present)
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

PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    if (a->count == 0)
        Py_RETURN_NONE;
    sort_and_hold_items(a);
    PyObject *first = present(state, &a->list[0]);
    for (size_t i = 0; i < a->count; i++)
        Py_DECREF(a->list[i].item);
    return first;
}

void ranked_list_free(ranked_list *a) { PyMem_Free(a->list); }
