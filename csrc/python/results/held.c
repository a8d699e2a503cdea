/* Lists of what is found: growing, sorting, and making them lists and tuples of Python. */
#include "held.h"

#include <stdlib.h>
#include <string.h>

/* ---- growing ---- */

void close_findings(findings *f)
{
    if (f->list != f->own)
        PyMem_Free(f->list);
}

bool grow_findings(findings *f)
{
    size_t capacity = 2 * f->capacity;
    finding *larger = PyMem_Realloc(f->list == f->own ? NULL : f->list, capacity * sizeof *larger);
    if (!larger)
        return false;
    if (f->list == f->own)
        memcpy(larger, f->own, sizeof f->own);
    f->list = larger;
    f->capacity = capacity;
    return true;
}

/* ---- sorting ---- */

static int by_key(const void *a, const void *b)
{
    uint64_t p = ((const finding *)a)->key, q = ((const finding *)b)->key;
    return (p > q) - (p < q);
}

void sort_findings(finding *list, size_t count)
{
    if (count > 24) {
        qsort(list, count, sizeof *list, by_key);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        finding one = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1].key > one.key; k--)
            list[k] = list[k - 1];
        list[k] = one;
    }
}

/* Counting sort by the first of a pair, then each such row by itself: in general a row is short. */
bool sort_pairs(findings *found, size_t n)
{
    finding *sorted = PyMem_New(finding, found->count + 1);
    size_t *starts = PyMem_Calloc(n + 1, sizeof *starts), sum = 0;
    bool good = sorted && starts;
    for (size_t k = 0; good && k < found->count; k++)
        starts[found->list[k].key >> 32]++;
    for (size_t i = 0; good && i < n; i++) {
        size_t count = starts[i];
        starts[i] = sum;
        sum += count;
    }
    for (size_t k = 0; good && k < found->count; k++)
        sorted[starts[found->list[k].key >> 32]++] = found->list[k];
    for (size_t i = 0, start = 0; good && i < n; start = starts[i++])
        sort_findings(sorted + start, starts[i] - start);
    PyMem_Free(starts);
    if (good) {
        close_findings(found);
        found->list = sorted;
        found->capacity = found->count + 1;
    } else {
        PyMem_Free(sorted);
    }
    return good;
}

/* ---- containers ---- */

bool add_object(findings *f, PyObject *object)
{
    if (!object)
        return false;
    if (f->count == f->capacity && !grow_findings(f)) {
        PyErr_NoMemory();
        Py_DECREF(object);
        return false;
    }
    f->list[f->count++].object = object;
    return true;
}

/* Gives up all references unless they went into the container. */
static PyObject *finish(findings *f, PyObject *container)
{
    for (size_t i = 0; i < f->count && !container; i++)
        Py_DECREF(f->list[i].object);
    close_findings(f);
    return container;
}

PyObject *list_of_objects(findings *f, bool good)
{
    PyObject *list = good ? PyList_New((Py_ssize_t)f->count) : NULL;
    for (size_t i = 0; i < f->count && list; i++)
        PyList_SET_ITEM(list, (Py_ssize_t)i, f->list[i].object);
    return finish(f, list);
}

PyObject *tuple_of_objects(findings *f, bool good)
{
    PyObject *tuple = good ? PyTuple_New((Py_ssize_t)f->count) : NULL;
    for (size_t i = 0; i < f->count && tuple; i++)
        PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, f->list[i].object);
    return finish(f, tuple);
}
