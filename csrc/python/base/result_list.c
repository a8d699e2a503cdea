/* The result list: growing, sorting, and conversion to lists and tuples of Python. */
#include "result_list.h"

#include <stdlib.h>
#include <string.h>

/* ---- growing ---- */

void *grow_block(void *block, size_t *capacity, size_t least, size_t size)
{
    size_t larger = *capacity ? 2 * *capacity : least;
    void *grown = *capacity <= SIZE_MAX / 2 && larger <= SIZE_MAX / size ? PyMem_Realloc(block, larger * size) : NULL;
    if (grown)
        *capacity = larger;
    return grown;
}

void result_list_free(result_list *results)
{
    if (results->list != results->own)
        PyMem_Free(results->list);
}

bool result_list_grow(result_list *results)
{
    bool first = results->list == results->own;
    list_element *larger =
        grow_block(first ? NULL : results->list, &results->capacity, 2 * results->capacity, sizeof *larger);
    if (!larger)
        return false;
    if (first)
        memcpy(larger, results->own, sizeof results->own);
    results->list = larger;
    return true;
}

/* ---- sorting ---- */

static int by_key(const void *a, const void *b)
{
    uint64_t p = ((const list_element *)a)->key, q = ((const list_element *)b)->key;
    return (p > q) - (p < q);
}

void sort_by_key(list_element *list, size_t count)
{
    if (count > 24) {
        qsort(list, count, sizeof *list, by_key);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        list_element one = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1].key > one.key; k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

/* Counting sort by the upper half of the keys, then each run of equal upper halves by itself: most runs are short. */
bool result_list_sort_pairs(result_list *results, size_t n)
{
    list_element *sorted = PyMem_New(list_element, results->count + 1);
    size_t *starts = PyMem_Calloc(n + 1, sizeof *starts), sum = 0;
    bool good = sorted && starts;
    for (size_t k = 0; good && k < results->count; k++)
        starts[results->list[k].key >> 32]++;
    for (size_t i = 0; good && i < n; i++) {
        size_t count = starts[i];
        starts[i] = sum;
        sum += count;
    }
    for (size_t k = 0; good && k < results->count; k++)
        sorted[starts[results->list[k].key >> 32]++] = results->list[k];
    for (size_t i = 0, start = 0; good && i < n; start = starts[i++])
        sort_by_key(sorted + start, starts[i] - start);
    PyMem_Free(starts);
    if (good) {
        result_list_free(results);
        results->list = sorted;
        results->capacity = results->count + 1;
    } else {
        PyMem_Free(sorted);
    }
    return good;
}

/* ---- containers ---- */

bool result_list_add_object(result_list *results, PyObject *object)
{
    if (!object)
        return false;
    if (!result_list_reserve(results)) {
        PyErr_NoMemory();
        Py_DECREF(object);
        return false;
    }
    results->list[results->count++].object = object;
    return true;
}

/* Frees the result list. Without a container the references are released. */
static PyObject *finish(result_list *results, PyObject *container)
{
    for (size_t i = 0; i < results->count && !container; i++)
        Py_DECREF(results->list[i].object);
    result_list_free(results);
    return container;
}

PyObject *result_list_to_list(result_list *results, bool good)
{
    PyObject *list = good ? PyList_New((Py_ssize_t)results->count) : NULL;
    for (size_t i = 0; i < results->count && list; i++)
        PyList_SET_ITEM(list, (Py_ssize_t)i, results->list[i].object);
    return finish(results, list);
}

PyObject *result_list_to_tuple(result_list *results, bool good)
{
    PyObject *tuple = good ? PyTuple_New((Py_ssize_t)results->count) : NULL;
    for (size_t i = 0; i < results->count && tuple; i++)
        PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, results->list[i].object);
    return finish(results, tuple);
}
