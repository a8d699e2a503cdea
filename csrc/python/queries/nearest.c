/* nearest: the items at the least distance. */
#include "queries.h"

#include <math.h>

/* The limit for the distance of bounds. An item at the same distance as the last one in the list may rank before it.
 * The bounds are no farther than the shape, and a computed distance is within 8 ulp of the true one. */
static double upper_bound(double distance) { return distance * (1 + 0x1p-48); }

static double visit_nearest(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    const query *q = found->query;
    found_piece p = piece_found(q, number);
    ranked_result result;
    double distance;
    if (!ranked_list_wants(found, p.of.entry))
        return limit;
    found->failed = c2d_distance_to_image(q->shape, p.of.shape, q->space->period, p.image, &distance) != C2D_OK;
    if (found->failed)
        return -1;
    if (distance > found->limit)
        return limit;
    set_result(&result, q, &p, distance);
    if (!ranked_list_add(found, &result))
        return -1;
    note_last(found);
    return ranked_list_is_full(found) ? fmin(limit, upper_bound(found->list[0].rank)) : limit;
}

static void search_nearest(ranked_list *found)
{
    query *q = found->query;
    for (size_t i = 0; i < q->solid->count && !found->failed; i++) {
        double limit = ranked_list_is_full(found) ? fmin(found->limit, found->list[0].rank) : found->limit;
        select_piece(q, i);
        note_last(found);
        c2d_search_images_near(&q->space->tree, c2d_bounds_of(q->shape), upper_bound(limit), q->space->period, &q->cell,
                               &found->last, visit_nearest, found);
    }
}

void find_row_nearest(ranked_list *found, size_t count)
{
    found->count = 0;
    found->most = count;
    if (count > 0)
        search_nearest(found);
    ranked_list_finish(found);
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
    "nearest($self, /, shape, k=1, *, max_distance=1e999, mask=-1, exclude=None, filter=None, distances=False)\n--\n\n"
    "The k items that are nearest to an item or a shape, at most max_distance away: a list, the nearest first.\n\n"
    "If distances is true, it is a list of (item, distance). Items at the same distance are in order; the distance of\n"
    "every item that collides is 0. The filter is called in the order of distance until k items have passed.\n\n"
    ITEM_OR_SHAPE_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(9, 0, 1), \"c\": Circle(4, 0, 1)})\n"
    ">>> space.nearest((0, 5))\n"
    "['a']\n"
    ">>> space.nearest(\"a\", k=5, distances=True)\n"
    "[('c', 2.0), ('b', 7.0)]\n"
    ">>> space.nearest((0, 5), exclude={\"a\"})\n"
    "['c']\n");

static PyObject *locked_space_nearest(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, K, FARTHEST, DISTANCES, OPTIONS };
    static const signature s = {
        "nearest",
        1,
        2,
        OPTIONS + QUERY_OPTION_COUNT,
        {{"shape", OBJECT}, {"k", OBJECT}, {"max_distance", SIZE}, {"distances", OBJECT}, QUERY_OPTIONS}};
    arguments a;
    query q;
    size_t count = 1;
    bool distances;
    ranked_list found = {.query = &q, .limit = INFINITY};
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, DISTANCES, &distances))
        return NULL;
    if (is_given(&a, FARTHEST))
        found.limit = a.number[FARTHEST];
    if (!(found.limit >= 0)) {
        refuse_number("nearest", "max_distance", C2D_NEGATIVE, found.limit);
        return NULL;
    }
    if ((is_given(&a, K) && !read_count(a.object[K], &count)) || !read_query(self, &s, &a, OPTIONS, &q))
        return NULL;
    PyObject *list = search_ranked(&found, search_nearest, count)
                         ? list_of_ranked(state_of(self), &found, distances ? object_and_distance : object_of_item)
                         : NULL;
    release_query(&q);
    return list;
}
DEFINE_QUERY(space_nearest, locked_space_nearest, "nearest", 0)
