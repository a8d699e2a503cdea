/* All pairs of a space that collide, in order. A grid over all bounds finds the candidates, without the tree. */
#include "space.h"

typedef struct pair_search {
    const space_object *space; /* without gaps */
    c2d_relation least;
    bool filter_layers;
    result_list *found;
    bool failed;
} pair_search;

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *p = context;
    if (p->filter_layers && !layers_match(p->space->order[i], p->space->order[j]))
        return true;
    if (c2d_relate(p->space->shapes[i], p->space->shapes[j]) < p->least)
        return true;
    p->failed = !result_list_add_key(p->found, (uint64_t)i << 32 | j);
    return !p->failed;
}

static const c2d_shape *shape_of(const void *shapes, uint32_t i) { return ((const c2d_shape *const *)shapes)[i]; }

bool find_pairs(space_object *space, bool touching, result_list *found)
{
    compact_order(space);
    result_list_init(found);
    pair_search p = {.space = space,
                     .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                     .filter_layers = space->custom_layer_count > 0,
                     .found = found};
    c2d_shape_set set = {.boxes = space->boxes,
                         .count = space->count,
                         .shape = shape_of,
                         .shapes = space->shapes,
                         .found = &found->count};
    bool good =
        c2d_shape_pairs(&set, visit_pair, &p) == C2D_OK && !p.failed && result_list_sort_pairs(found, space->count);
    if (!good) {
        result_list_free(found);
        PyErr_NoMemory();
    }
    return good;
}

/* A tuple of two objects; steals the references, even if it fails. NULL with an error set. The garbage collector does
 * not track the tuple yet: otherwise each collection while the pairs are made would visit all of them. */
static PyObject *untracked_pair(PyObject *first, PyObject *second)
{
    PyObject *pair = PyTuple_New(2);
    if (!pair) {
        Py_DECREF(first);
        Py_DECREF(second);
        return NULL;
    }
    PyObject_GC_UnTrack(pair);
    PyTuple_SET_ITEM(pair, 0, first);
    PyTuple_SET_ITEM(pair, 1, second);
    return pair;
}

/* Replaces items 2k and 2k + 1 by a pair at index k; false with an error set, and all references are released. */
static bool pair_items(PyObject **items, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        PyObject *pair = untracked_pair(items[2 * k], items[2 * k + 1]);
        if (!pair) {
            for (size_t i = 2 * k + 2; i < 2 * count; i++)
                Py_DECREF(items[i]);
            for (size_t i = 0; i < k; i++)
                Py_DECREF(items[i]);
            return false;
        }
        items[k] = pair;
    }
    return true;
}

/* Tracks the pairs and makes a list of them; steals the references, even if it fails. */
static PyObject *list_of_untracked(PyObject *const *pairs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        PyObject_GC_Track(pairs[k]);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t k = 0; k < count; k++) {
        if (list)
            PyList_SET_ITEM(list, (Py_ssize_t)k, pairs[k]);
        else
            Py_DECREF(pairs[k]);
    }
    return list;
}

static PyObject *list_of_pairs(const space_object *space, const result_list *found)
{
    size_t count = found->count;
    PyObject **items = PyMem_New(PyObject *, 2 * count + 1);
    if (!items)
        return PyErr_NoMemory();
    for (size_t k = 0; k < count; k++) {
        items[2 * k] = Py_NewRef(space->order[found->list[k].key >> 32]->item);
        items[2 * k + 1] = Py_NewRef(space->order[(uint32_t)found->list[k].key]->item);
    }
    PyObject *list = pair_items(items, count) ? list_of_untracked(items, count) : NULL;
    PyMem_Free(items);
    return list;
}

const char space_pairs_doc[] = PyDoc_STR(
    "pairs($self, /, touching=False)\n--\n\n"
    "All pairs of items that overlap, or touch if touching is true, and whose masks match: a list of tuples.\n\n"
    "Each tuple, and the list, is in the order of insertion.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(1, 0, 1), \"c\": Circle(3, 0, 1)})\n"
    ">>> space.pairs()\n"
    "[('a', 'b')]\n"
    ">>> space.pairs(touching=True)\n"
    "[('a', 'b'), ('b', 'c')]\n");

static PyObject *locked_space_pairs(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"pairs", 0, 1, 1, {{"touching", OBJECT}}};
    arguments a;
    bool touching;
    result_list found;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 0, &touching) ||
        !find_pairs(SPACE(self), touching, &found))
        return NULL;
    PyObject *list = list_of_pairs(SPACE(self), &found);
    result_list_free(&found);
    return list;
}
DEFINE_LOCKED(space_pairs, locked_space_pairs)
