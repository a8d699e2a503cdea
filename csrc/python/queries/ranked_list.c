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

static void ranked_list_free(ranked_list *a)
{
    PyMem_Free(a->filtered);
    PyMem_Free(a->list);
}

/* Sorts the results and references their items, before anything runs user code. */
static void sort_and_hold_items(ranked_list *a)
{
    if (a->count > 1)
        qsort(a->list, a->count, sizeof *a->list, by_rank);
    for (size_t i = 0; i < a->count; i++)
        a->list[i].item = Py_NewRef(entry_of(a->query->space, a->list[i].key)->item);
}

static void release_items(const ranked_list *a)
{
    for (size_t i = 0; i < a->count; i++)
        Py_DECREF(a->list[i].item);
}

/* ---- rounds with a filter ---- */

static int by_serial(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

bool was_filtered(const ranked_list *a, const entry *e)
{
    return bsearch(&e->serial, a->filtered, a->filtered_count, sizeof *a->filtered, by_serial);
}

/* Adds the entries of a sorted list to those that later rounds skip; false if there is no memory. */
static bool mark_filtered(ranked_list *a)
{
    while (a->filtered_capacity < a->filtered_count + a->count) {
        uint64_t *larger = grow_block(a->filtered, &a->filtered_capacity, 16, sizeof *larger);
        if (!larger)
            return false;
        a->filtered = larger;
    }
    for (size_t i = 0; i < a->count; i++)
        a->filtered[a->filtered_count++] = entry_of(a->query->space, a->list[i].key)->serial;
    qsort(a->filtered, a->filtered_count, sizeof *a->filtered, by_serial);
    return true;
}

/* One search: sorted results, with references to their items; false with an error set. */
static bool search_once(ranked_list *found, ranked_search *search)
{
    search(found);
    /* If the list is not full, no later round follows. */
    if (!found->failed && has_filter(found->query) && ranked_list_is_full(found))
        found->failed = !mark_filtered(found);
    if (found->failed)
        PyErr_NoMemory();
    else
        sort_and_hold_items(found);
    return !found->failed;
}

/* Moves the results of a round that pass the filter to all results, until these are full, and releases the others;
 * false with an error set. */
static bool filter_round(const ranked_list *round, ranked_list *all)
{
    const query *q = round->query;
    bool began = begin_filtering(q->space), good = began;
    for (size_t i = 0; i < round->count; i++) {
        int passes = good && !ranked_list_is_full(all) ? passes_filter(q, round->list[i].item) : 0;
        if (passes > 0 && all->count == all->capacity && !ranked_list_grow(all)) {
            PyErr_NoMemory();
            passes = -1;
        }
        if (passes > 0)
            all->list[all->count++] = round->list[i];
        else
            Py_DECREF(round->list[i].item);
        good = good && passes >= 0;
    }
    if (began)
        end_filtering(q->space);
    return good;
}

/* The results of the first round, which usually is the only one, if fewer are wanted. */
#define FIRST_ROUND 4

static bool search_in_rounds(ranked_list *all, ranked_search *search)
{
    ranked_list round = *all;
    round.most = all->most > FIRST_ROUND ? all->most : FIRST_ROUND;
    bool good = true, more = true;
    while (good && more) {
        round.count = 0;
        good = update_tree(all->query->space) && search_once(&round, search) && filter_round(&round, all);
        more = ranked_list_is_full(&round) && !ranked_list_is_full(all);
        round.most = round.most <= SIZE_MAX / 2 ? 2 * round.most : SIZE_MAX;
    }
    ranked_list_free(&round);
    return good;
}

bool search_ranked(ranked_list *found, ranked_search *search, size_t wanted)
{
    found->most = wanted;
    if (wanted == 0)
        return true;
    if (has_filter(found->query) ? search_in_rounds(found, search) : search_once(found, search))
        return true;
    if (has_filter(found->query))
        release_items(found);
    ranked_list_free(found);
    return false;
}

bool ranked_list_merge(ranked_list *a, ranked_list *more, bool good)
{
    while (a->capacity < a->count + more->count && good) {
        good = ranked_list_grow(a);
        if (!good)
            PyErr_NoMemory();
    }
    if (!good) {
        release_items(more);
        release_items(a);
        ranked_list_free(more);
        ranked_list_free(a);
        return false;
    }
    for (size_t i = 0; i < more->count; i++)
        a->list[a->count++] = more->list[i];
    ranked_list_free(more);
    if (a->count > 1)
        qsort(a->list, a->count, sizeof *a->list, by_rank);
    for (; a->count > a->most; a->count--)
        Py_DECREF(a->list[a->count - 1].item);
    return true;
}

/* ---- objects ---- */

PyObject *object_of_item(module_state *Py_UNUSED(state), const ranked_result *a) { return Py_NewRef(a->item); }

static PyObject *pair_with_item(const ranked_result *a, PyObject *result)
{
    PyObject *pair = result ? PyTuple_Pack(2, a->item, result) : NULL;
    Py_XDECREF(result);
    return pair;
}

PyObject *object_and_distance(module_state *Py_UNUSED(state), const ranked_result *a)
{
    return pair_with_item(a, PyFloat_FromDouble(a->rank));
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
    result_list_init(&made);
    for (size_t i = 0; i < a->count; i++)
        good = good && result_list_add_object(&made, present(state, &a->list[i]));
    release_items(a);
    ranked_list_free(a);
    return result_list_to_list(&made, good);
}

PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    PyObject *first = a->count > 0 ? present(state, &a->list[0]) : Py_NewRef(Py_None);
    release_items(a);
    ranked_list_free(a);
    return first;
}
