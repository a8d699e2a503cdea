/* nearest: the items at the least distance. */
#include "queries.h"

#include <math.h>

/* The limit for the distance of bounds. An item at the same distance as the last one in the list may rank before it.
 * The bounds are no farther than the shape, and a computed distance is within 8 ulp of the true one. */
static double upper_bound(double distance) { return distance * (1 + 0x1p-48); }

static double visit_nearest(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    const entry *e = found->query->space->by_id[number];
    if (!query_matches(found->query, e))
        return limit;
    ranked_result result = {.rank = c2d_distance(&found->query->shape->shape, shape_of_entry(e)),
                            .key = sort_key_of(e)};
    if (result.rank > found->limit)
        return limit;
    if (!ranked_list_add(found, &result))
        return -1;
    return ranked_list_is_full(found) ? fmin(limit, upper_bound(found->list[0].rank)) : limit;
}

static bool read_count(PyObject *object, size_t *out)
{
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "nearest: k must be an int, got %.100s", Py_TYPE(object)->tp_name);
        return false;
    }
    Py_ssize_t count = PyNumber_AsSsize_t(object, NULL); /* clipped, because no list is longer */
    if (count == -1 && PyErr_Occurred())
        return false;
    if (count < 0) {
        PyErr_Format(PyExc_ValueError, "nearest: k must be >= 0, got %R", object);
        return false;
    }
    *out = (size_t)count;
    return true;
}

const char space_nearest_doc[] = PyDoc_STR(
    "nearest($self, /, shape, k=1, max_distance=1e999, mask=-1)\n--\n\n"
    "The k items that are nearest to an item or a shape, at most max_distance away: a list, the nearest first.\n\n"
    "Items at the same distance are in order; the distance of every item that collides is 0.\n\n"
    ITEM_OR_SHAPE_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(9, 0, 1), \"c\": Circle(4, 0, 1)})\n"
    ">>> space.nearest((0, 5))\n"
    "['a']\n"
    ">>> space.nearest(\"a\", k=5)\n"
    "['c', 'b']\n");

static PyObject *locked_space_nearest(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, K, FARTHEST, LOOKED_FOR };
    static const signature s = {
        "nearest", 1, 4, 4, {{"shape", OBJECT}, {"k", OBJECT}, {"max_distance", SIZE}, {"mask", OBJECT}}};
    arguments a;
    query q;
    ranked_list found = {.most = 1, .limit = INFINITY};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    if (is_given(&a, FARTHEST))
        found.limit = a.number[FARTHEST];
    if (!(found.limit >= 0)) {
        refuse_number("nearest", "max_distance", C2D_NEGATIVE, found.limit);
        return NULL;
    }
    if ((is_given(&a, K) && !read_count(a.object[K], &found.most)) ||
        !read_query(self, "nearest", a.object[WHO], given_or_null(&a, LOOKED_FOR), true, &q))
        return NULL;
    found.query = &q;
    if (found.most > 0)
        c2d_tree_nearest(&SPACE(self)->tree, c2d_bounds_of(&q.shape->shape), upper_bound(found.limit), visit_nearest,
                         &found);
    PyObject *list = found.failed ? PyErr_NoMemory() : list_of_ranked(state_of(self), &found, object_of_item);
    ranked_list_free(&found);
    release_query(&q);
    return list;
}
DEFINE_LOCKED(space_nearest, locked_space_nearest)
