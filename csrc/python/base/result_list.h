/* The growing list of the binding, and the lists and tuples of Python that are made from it.
 *
 * Making an object that takes part in garbage collection may run user code: up to Python 3.11 a collection may begin
 * there, and finalizers run with it. An answer is therefore made in three steps:
 * 1. The keys of the results are collected. This runs no user code.
 * 2. Each key is replaced by a reference to its object.
 * 3. The container is made last, when everything that goes into it exists. Nobody ever sees a half-filled container,
 *    not even by way of gc.get_objects. */
#ifndef C2D_RESULT_LIST_H
#define C2D_RESULT_LIST_H

#include "binding.h"

/* A larger block of PyMem memory with the contents of the given one, which may be NULL, and its new capacity: first
 * least elements of size bytes, later twice the old capacity. NULL if there is no memory or the size overflows; the
 * block is unchanged then. No user code runs. */
void *grow_block(void *block, size_t *capacity, size_t least, size_t size);

/* First a key, later an owned reference to the object that the key stands for. */
typedef union list_element {
    uint64_t key;
    PyObject *object;
} list_element;

typedef struct result_list {
    list_element *list; /* own, or a block of PyMem memory */
    size_t count, capacity;
    list_element own[32];
} result_list;

static inline void result_list_init(result_list *results)
{
    results->list = results->own;
    results->count = 0;
    results->capacity = sizeof results->own / sizeof *results->own;
}
/* Frees the memory, but does not release the references. */
void result_list_free(result_list *results);
bool result_list_grow(result_list *results);
/* Makes room for one more element; false if there is no memory, without an error set. */
static inline bool result_list_reserve(result_list *results)
{
    return results->count < results->capacity || result_list_grow(results);
}
/* False if there is no memory, without an error set. */
static inline bool result_list_add_key(result_list *results, uint64_t key)
{
    if (!result_list_reserve(results))
        return false;
    results->list[results->count++].key = key;
    return true;
}
/* Appends an object and steals the reference; false with an error set if the object is NULL or there is no memory. */
bool result_list_add_object(result_list *results, PyObject *object);

void sort_by_key(list_element *list, size_t count);
/* Sorts by key. The upper half of each key must be less than n. False if there is no memory, without an error set; the
 * list is unchanged then. */
bool result_list_sort_pairs(result_list *results, size_t n);

/* A list or tuple of all objects. The references move into it, and the result list is freed. If good is false, or there
 * is no memory, the references are released and the answer is NULL with an error set. */
PyObject *result_list_to_list(result_list *results, bool good);
PyObject *result_list_to_tuple(result_list *results, bool good);

#endif
