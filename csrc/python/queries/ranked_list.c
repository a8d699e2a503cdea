/* Results with a rank, a time or a distance: a heap of the best, and the filter. */
#include "queries.h"

#include <stdlib.h>

static bool ranked_list_grow(ranked_list *a)
{
    ranked_result *larger = grow_block(a->list, &a->capacity, 8, sizeof *larger);
    a->failed = !larger;
    if (larger)
        a->list = larger;
    return larger;
}

/* The order of the results of one item. */
static int by_piece(const ranked_result *p, const ranked_result *q)
{
    int order = (p->rank > q->rank) - (p->rank < q->rank);
    order = order ? order : (p->tie > q->tie) - (p->tie < q->tie);
    order = order ? order : (p->image.x > q->image.x) - (p->image.x < q->image.x);
    order = order ? order : (p->image.y > q->image.y) - (p->image.y < q->image.y);
    order = order ? order : (p->pieces[0] > q->pieces[0]) - (p->pieces[0] < q->pieces[0]);
    return order ? order : (p->pieces[1] > q->pieces[1]) - (p->pieces[1] < q->pieces[1]);
}

/* Up to this many results are searched without a table. */
#define FEW_RESULTS 8

static void note_place(void *context, const void *element, size_t place)
{
    ranked_list *a = context;
    const ranked_result *result = element;
    result_places_set(&a->places, result->key, place);
}

/* The place of the result of the same item, or NO_PLACE. */
static size_t place_of_item(const ranked_list *a, uint64_t key)
{
    if (a->most > FEW_RESULTS)
        return result_places_find(&a->places, key);
    for (size_t i = 0; i < a->count; i++)
        if (a->list[i].key == key)
            return i;
    return NO_PLACE;
}

/* Adds a result to a heap that keeps the best one of each item. False if there is no memory. */
static bool add_best_of_item(ranked_list *a, const ranked_result *result)
{
    bool has_places = a->most > FEW_RESULTS;
    if (has_places && a->count == 0)
        result_places_clear(&a->places);
    if (has_places && !result_places_reserve(&a->places)) {
        a->failed = true;
        return false;
    }
    c2d_heap heap = {a->list, sizeof *result, c2d_ranks_before, a, has_places ? note_place : NULL};
    size_t place = place_of_item(a, result->key);
    bool is_better = place != NO_PLACE && by_piece(result, &a->list[place]) < 0;
    if (is_better)
        c2d_heap_lower(&heap, a->count, place, result);
    if (place != NO_PLACE)
        return true;
    if (has_places && ranked_list_is_full(a) && c2d_compare_ranks(result, a->list) < 0)
        result_places_remove(&a->places, a->list[0].key);
    a->count = c2d_heap_add(&heap, a->count, a->most, result);
    return true;
}

/* Adds a result where all results are wanted, or replaces that of the same item, whose entry knows where it is. Not
 * after user code, where the entries are not to be asked: remove_equal_keys does the rest. */
static void append_best(ranked_list *a, const ranked_result *result)
{
    bool noted = a->query->several && !result->item;
    entry *e = noted ? entry_of(a->query->space, result->key) : NULL;
    size_t i = noted && e->ranked < a->count && a->list[e->ranked].key == result->key ? e->ranked : a->count;
    if (i < a->count && by_piece(result, &a->list[i]) >= 0)
        return;
    a->count += i == a->count;
    a->list[i] = *result;
    if (noted)
        e->ranked = (uint32_t)i;
}

bool ranked_list_add(ranked_list *a, const ranked_result *result)
{
    if (a->count == a->capacity && a->count < a->most && !ranked_list_grow(a))
        return false;
    if (a->most == SIZE_MAX)
        append_best(a, result);
    else if (a->query->several)
        return add_best_of_item(a, result);
    else
        a->count = c2d_ranked_add(a->list, sizeof *result, a->count, a->most, result);
    return true;
}

void ranked_list_free(ranked_list *a)
{
    result_places_free(&a->places);
    PyMem_Free(a->filtered);
    PyMem_Free(a->list);
}

static int by_key_and_piece(const void *a, const void *b)
{
    const ranked_result *p = a, *q = b;
    return p->key != q->key ? (p->key > q->key) - (p->key < q->key) : by_piece(p, q);
}

/* Keeps the best result of each item, if more results than items may be in the list. */
static void remove_equal_keys(ranked_list *a)
{
    if (!a->query->several || a->most < SIZE_MAX || a->count < 2)
        return;
    size_t count = 1;
    qsort(a->list, a->count, sizeof *a->list, by_key_and_piece);
    for (size_t i = 1; i < a->count; i++)
        if (a->list[i].key != a->list[count - 1].key)
            a->list[count++] = a->list[i];
    a->count = count;
}

void ranked_list_sort(ranked_list *a)
{
    if (a->count > 1)
        qsort(a->list, a->count, sizeof *a->list, c2d_compare_ranks);
}

void ranked_list_finish(ranked_list *a)
{
    remove_equal_keys(a);
    ranked_list_sort(a);
}

void ranked_list_hold(ranked_list *a)
{
    ranked_list_finish(a);
    for (size_t i = 0; i < a->count; i++) {
        const entry *e = entry_of(a->query->space, a->list[i].key);
        a->list[i].item = Py_NewRef(e->item);
        a->list[i].shape = e->has_body || a->turn ? Py_NewRef(e->shape) : NULL;
    }
}

static void release_result(const ranked_result *a)
{
    Py_DECREF(a->item);
    Py_XDECREF(a->shape);
}

static void release_items(const ranked_list *a)
{
    for (size_t i = 0; i < a->count; i++)
        release_result(&a->list[i]);
}

void release_ranked(ranked_list *a)
{
    release_items(a);
    ranked_list_free(a);
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
    note_bodies(found->query);
    search(found);
    /* If the list is not full, no later round follows. */
    if (!found->failed && has_filter(found->query) && ranked_list_is_full(found))
        found->failed = !mark_filtered(found);
    if (found->failed)
        PyErr_NoMemory();
    else
        ranked_list_hold(found);
    return !found->failed;
}

/* Moves the results of a round that pass the filter to all results, until these are full, and releases the others;
 * false with an error set. */
static bool filter_round(const ranked_list *round, ranked_list *all)
{
    query *q = round->query;
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
            release_result(&round->list[i]);
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

bool ranked_list_filter(ranked_list *a)
{
    size_t kept = 0;
    bool began = begin_filtering(a->query->space), good = began;
    for (size_t i = 0; i < a->count; i++) {
        int passes = good ? passes_filter_once(a->query, a->list[i].item) : 0;
        good = good && passes >= 0;
        if (passes > 0)
            a->list[kept++] = a->list[i];
        else
            release_result(&a->list[i]);
    }
    if (began)
        end_filtering(a->query->space);
    a->count = kept;
    return good;
}

void ranked_list_remove_piece(ranked_list *a, uint32_t piece)
{
    size_t kept = 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->list[i].pieces[0] == piece)
            release_result(&a->list[i]);
        else
            a->list[kept++] = a->list[i];
    a->count = kept;
}

static int by_item_and_piece(const void *a, const void *b)
{
    const ranked_result *p = a, *q = b;
    uintptr_t i = (uintptr_t)p->item, k = (uintptr_t)q->item;
    return i != k ? (i > k) - (i < k) : by_piece(p, q);
}

/* Keeps the best result of each item. User code has run since the keys were made, so the items are compared. */
static void remove_equal_items(ranked_list *a)
{
    size_t count = 1;
    if (!a->query->several || a->count < 2)
        return;
    qsort(a->list, a->count, sizeof *a->list, by_item_and_piece);
    for (size_t i = 1; i < a->count; i++)
        if (a->list[i].item == a->list[count - 1].item)
            release_result(&a->list[i]); /* not the last references */
        else
            a->list[count++] = a->list[i];
    a->count = count;
}

bool ranked_list_merge(ranked_list *a, ranked_list *more, bool good)
{
    while (a->capacity < a->count + more->count && good) {
        good = ranked_list_grow(a);
        if (!good)
            PyErr_NoMemory();
    }
    if (!good) {
        release_ranked(more);
        release_ranked(a);
        return false;
    }
    for (size_t i = 0; i < more->count; i++)
        a->list[a->count++] = more->list[i];
    ranked_list_free(more);
    remove_equal_items(a);
    ranked_list_sort(a);
    for (; a->count > a->most; a->count--)
        release_result(&a->list[a->count - 1]);
    return true;
}
