/* All pairs of a space that meet, in order. The grid finds the candidates among all bounds at once, without the tree.
 */
#include "space.h"

typedef struct pairing {
    const space_object *space; /* without gaps */
    c2d_relation least;
    bool layered;
    findings *found;
    bool failed;
} pairing;

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pairing *p = context;
    if (p->layered && !meet(p->space->order[i], p->space->order[j]))
        return true;
    if (c2d_relate(p->space->shapes[i], p->space->shapes[j]) < p->least)
        return true;
    p->failed = !add_finding(p->found, (uint64_t)i << 32 | j);
    return !p->failed;
}

static const c2d_shape *shape_of(const void *shapes, uint32_t i) { return ((const c2d_shape *const *)shapes)[i]; }

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

bool find_pairs(space_object *space, bool touching, findings *found)
{
    close_gaps(space);
    open_findings(found);
    pairing p = {.space = space,
                 .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                 .layered = space->layered > 0,
                 .found = found};
    c2d_crowd crowd = {.boxes = space->boxes,
                       .count = space->count,
                       .shape = shape_of,
                       .shapes = space->shapes,
                       .found = &found->count};
    bool good = c2d_crowd_pairs(&crowd, visit_pair, &p) == C2D_OK && !p.failed && sort_pairs(found, space->count);
    if (!good) {
        close_findings(found);
        PyErr_NoMemory();
    }
    return good;
}

static PyObject *list_of_pairs(const space_object *space, const findings *found)
{
    size_t count = found->count;
    PyObject **items = PyMem_New(PyObject *, 2 * count + 1);
    if (!items)
        return PyErr_NoMemory();
    for (size_t k = 0; k < count; k++) {
        items[2 * k] = Py_NewRef(space->order[found->list[k].key >> 32]->item);
        items[2 * k + 1] = Py_NewRef(space->order[(uint32_t)found->list[k].key]->item);
    }
    /* To look for garbage among new tuples over and over is in vain. */
    int collecting = PyGC_Disable();
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t k = 0; k < count; k++) {
        PyObject *pair = list ? PyTuple_New(2) : NULL;
        if (pair) {
            PyTuple_SET_ITEM(pair, 0, items[2 * k]);
            PyTuple_SET_ITEM(pair, 1, items[2 * k + 1]);
            PyList_SET_ITEM(list, (Py_ssize_t)k, pair);
        } else {
            Py_CLEAR(list);
            Py_DECREF(items[2 * k]);
            Py_DECREF(items[2 * k + 1]);
        }
    }
    if (collecting)
        PyGC_Enable();
    PyMem_Free(items);
    return list;
}

static PyObject *locked_space_pairs(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"pairs", 0, 1, 1, {{"touching", OBJECT}}};
    arguments a;
    bool touching;
    findings found;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 0, &touching) ||
        !find_pairs(SPACE(self), touching, &found))
        return NULL;
    PyObject *list = list_of_pairs(SPACE(self), &found);
    close_findings(&found);
    return list;
}
DEFINE_LOCKED(space_pairs)
