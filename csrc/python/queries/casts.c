/* raycast, raycast_all, cast, cast_all: the items that are in the way of a ray or a shape. */
#include "queries.h"

#include "../../core/periodic/image_cast.h"

#include <math.h>

/* The limit of a search for the first hit: a later item cannot be it. */
static double limit_of(const ranked_list *found, double limit)
{
    double rank = ranked_list_is_full(found) ? found->list[0].rank : INFINITY;
    double blocked =
        found->together && found->most < SIZE_MAX ? c2d_union_search_limit(&found->together->core) : INFINITY;
    return fmin(limit, fmin(rank, blocked));
}

/* Visits the pieces that the selected piece may meet on its way, up to a limit. */
static void cast_among(ranked_list *found, double limit, const uint64_t *last, c2d_visit_within *visit)
{
    query *q = found->query;
    c2d_search_images_along(&q->space->tree, c2d_bounds_of(q->shape), found->box, found->way, limit, q->space->period,
                            &q->cell, last, visit, found);
}

static double visit_cast(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    const query *q = found->query;
    found_piece p = piece_found(q, number);
    ranked_result result;
    if (!ranked_list_wants(found, p.of.entry))
        return limit;
    c2d_relation swept;
    c2d_status status = c2d_image_cast(q->shape, q->rect, found->motion, p.of.shape, q->space->period, p.image,
                                       found->options, found->room, &swept, &result.hit);
    found->failed = status == C2D_NO_MEMORY;
    if (found->failed)
        return -1;
    if (found->together) {
        found->failed = !union_search_add(found->together, &p, swept, &result.hit);
        if (found->failed || swept != C2D_OVERLAPPING)
            return found->failed ? -1 : limit_of(found, limit);
    }
    if (swept == C2D_APART)
        return limit;
    set_result(&result, q, &p, result.hit.t);
    result.tie = -result.hit.depth; /* as for a cast of bodies, the deepest overlap at the start counts */
    if (!ranked_list_add(found, &result))
        return -1;
    note_last(found);
    return limit_of(found, limit);
}

static void search_piece(ranked_list *found)
{
    const query *q = found->query;
    union_search together;
    bool thin = c2d_is_thin(q->shape) && !has_filter(q);
    if (thin)
        union_search_init(&together, q, found->motion, found->options);
    found->together = thin ? &together : NULL;
    note_last(found);
    cast_among(found, limit_of(found, 1), &found->last, visit_cast);
    if (thin && !found->failed && found->last < UINT64_MAX && !c2d_repeats(q->space->period) &&
        c2d_union_search_is_cut(&together.core, found->list[0].key)) {
        c2d_union_search_restart(&together.core);
        cast_among(found, limit_of(found, 1), NULL, visit_cast);
    }
    if (thin && !found->failed)
        found->failed = !union_search_add_hits(&together, found);
    if (thin)
        union_search_free(&together);
    found->together = NULL;
}

/* Selects a piece and the box of its search. cast_query has checked that the motion is valid. */
static void select_cast(ranked_list *found, size_t piece)
{
    query *q = found->query;
    if (q->solid->count == 1)
        return;
    select_piece(q, piece);
    c2d_cast_bounds(q->shape, q->rect, found->motion, found->room, &found->box);
}

static void search_cast(ranked_list *found)
{
    for (size_t i = 0; i < found->query->solid->count && !found->failed; i++) {
        select_cast(found, i);
        search_piece(found);
    }
}

/* ---- items that block together, with a filter ---- */

static double visit_missed(void *context, uint32_t number, double limit)
{
    ranked_list *found = context;
    found_piece p = piece_found(found->query, number);
    if (query_matches(found->query, p.of.entry))
        found->failed = !union_search_add(found->together, &p, C2D_APART, NULL);
    return found->failed ? -1 : limit;
}

/* Collects the candidates up to a limit; with options.touching everything that is met up to there. Keeps what passes
 * the filter. False with an error set. */
static bool search_again(ranked_list *more, double limit)
{
    query *q = more->query;
    if (!update_tree(q->space))
        return false;
    note_bodies(q);
    cast_among(more, limit, NULL, more->options.touching ? visit_cast : visit_missed);
    if (more->failed) {
        more->count = 0; /* its items are not referenced */
        PyErr_NoMemory();
        return false;
    }
    ranked_list_hold(more);
    return union_search_filter(more->together, q) && ranked_list_filter(more);
}

/* Adds what blocks the shape together to the hits that have passed the filter, before the last of them if not all hits
 * are wanted. With options.touching, what is touched may block together with others: then the hits so far only say how
 * far to search again. False with an error set, and the list is freed. */
static bool add_filtered_union(ranked_list *found, union_search *together)
{
    ranked_list more = *found;
    double limit = ranked_list_is_full(found) ? found->list[found->count - 1].rank : 1;
    more.list = NULL;
    more.count = more.capacity = 0;
    more.filtered = NULL;
    more.filtered_count = more.filtered_capacity = 0;
    more.places = (result_places){NULL, 0, 0};
    more.most = SIZE_MAX;
    more.together = together;
    bool good = search_again(&more, limit);
    if (good && !union_search_add_hits(together, &more)) {
        PyErr_NoMemory();
        good = false;
    }
    if (good && found->options.touching)
        ranked_list_remove_piece(found, together->piece);
    return ranked_list_merge(found, &more, good);
}

/* add_filtered_union for each piece. */
static bool add_filtered_unions(ranked_list *found)
{
    bool good = true;
    for (size_t i = 0; i < found->query->solid->count && good; i++) {
        union_search together;
        select_cast(found, i);
        if (!c2d_is_thin(found->query->shape))
            continue;
        union_search_init(&together, found->query, found->motion, found->options);
        good = add_filtered_union(found, &together);
        union_search_free(&together);
    }
    return good;
}

/* The hits before add_filtered_unions. */
static bool search_first(ranked_list *found, size_t wanted)
{
    const query *q = found->query;
    bool searched_again = found->options.touching && has_filter(q) && q->solid->count == 1 && c2d_is_thin(q->shape);
    found->most = wanted;
    return (searched_again && wanted == SIZE_MAX) || search_ranked(found, search_cast, wanted);
}

/* Checks the motion of every piece, and sets the box of the last one, and the way of the boxes: a tree needs a motion
 * without tiny numbers, whose inverses overflow. The casts get the motion as it is given. */
static c2d_status check_motion(ranked_list *found)
{
    query *q = found->query;
    found->way = found->motion;
    c2d_status status = c2d_check(&found->way.x);
    status = status ? status : c2d_check(&found->way.y);
    for (size_t i = 0; i < q->solid->count && !status; i++) {
        select_piece(q, i);
        status = c2d_cast_bounds(q->shape, q->rect, found->motion, found->room, &found->box);
    }
    return status;
}

c2d_status find_row_hits(ranked_list *found, bool every)
{
    found->count = 0;
    found->most = every ? SIZE_MAX : 1;
    c2d_status status = check_motion(found);
    if (!status)
        search_cast(found);
    ranked_list_finish(found);
    return status;
}

PyObject *cast_query(PyObject *self, const char *verb, const char *mover, query *q, c2d_vec motion,
                     c2d_cast_options options, bool every)
{
    c2d_vec own[SMALL_ROOM];
    ranked_list found = {.query = q, .motion = motion, .options = options};
    found.room = alloc_room(own, C2D_CAST_ROOM(most_vertices(q->solid)));
    if (!found.room)
        return NULL;
    q->remembers = has_filter(q) && (q->several || options.touching || c2d_is_thin(q->shape));
    c2d_status status = check_motion(&found);
    PyObject *result = NULL;
    if (status)
        refuse_motion(verb, mover, status, motion);
    else if (!way_fits_period(verb, motion, q->space->period))
        result = NULL;
    else if (search_first(&found, every ? SIZE_MAX : 1) && (!has_filter(q) || add_filtered_unions(&found)))
        result = (every ? list_of_ranked : first_of_ranked)(state_of(self), &found, object_of_hit);
    if (q->remembers)
        forget_decisions(q);
    free_room(own, found.room);
    return result;
}

#define CAST_OPTIONS                                                                                                   \
    {"touching", OBJECT}, { "leaving", OBJECT }

/* Reads CAST_OPTIONS, the first of which is the given parameter; false with an error set. */
static bool read_cast_options(const arguments *a, int option, c2d_cast_options *out)
{
    if (!truth_of(a, option, &out->touching) || !truth_of(a, option + 1, &out->leaving))
        return false;
    out->leaving = out->leaving || !is_given(a, option + 1);
    return true;
}

static PyObject *cast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      bool every)
{
    enum { WHO, MOTION, TOUCHING, LEAVING, OPTIONS };
    const signature s = {
        verb, 2, 2, OPTIONS + QUERY_OPTION_COUNT, {{"shape", OBJECT}, {"motion", VECTOR}, CAST_OPTIONS, QUERY_OPTIONS}};
    arguments a;
    query q;
    c2d_cast_options options;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_cast_options(&a, TOUCHING, &options) ||
        !read_query(self, &s, &a, OPTIONS, &q))
        return NULL;
    PyObject *result = cast_query(self, verb, "shape", &q, a.vector[MOTION], options, every);
    release_query(&q);
    return result;
}

static PyObject *raycast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                         bool every)
{
    enum { ORIGIN, MOTION, TOUCHING, LEAVING, OPTIONS };
    const signature s = {verb,
                         2,
                         2,
                         OPTIONS + QUERY_OPTION_COUNT,
                         {{"origin", OBJECT}, {"motion", VECTOR}, CAST_OPTIONS, QUERY_OPTIONS}};
    arguments a;
    query q;
    c2d_cast_options options;
    shape_object made;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_cast_options(&a, TOUCHING, &options) ||
        !read_query_options(self, &s, &a, OPTIONS, &q))
        return NULL;
    q.operand.shape = read_origin(verb, a.object[ORIGIN], &made);
    q.operand.body = NULL;
    if (!q.operand.shape || !solid_fits(&q, verb, "origin") || !update_tree(SPACE(self)))
        return NULL;
    set_solid(&q);
    note_bodies(&q);
    return cast_query(self, verb, "origin", &q, a.vector[MOTION], options, every);
}

/* cast: the function above that implements the method. numbers: the arguments that may be arrays of pairs. */
#define DEFINE_CAST(name, locked_name, verb, cast, every, numbers)                                                     \
    static PyObject *locked_name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)           \
    {                                                                                                                  \
        return cast(self, verb, args, nargs, kwnames, every);                                                          \
    }                                                                                                                  \
    DEFINE_QUERY(name, locked_name, verb, numbers)

#define CAST_DOC                                                                                                       \
    "t is the fraction of the motion up to the hit. Items that are hit at the same time are in order. Grazing, and\n"  \
    "moving along or away from an item that is touched, is no hit; an item that is overlapped at the start is a hit\n" \
    "at t = 0. Items are one solid: a ray, a point or a thin segment does not pass between two items that leave no\n"  \
    "gap, such as flush tiles, and hits both. A ray, or a thin segment that moves along itself, hits all that query\n" \
    "finds where it starts, at t = 0.\n\n"                                                                             \
    "With touching=True, items that are only grazed, slid along, left, or reached at t = 1 are hit as well, where "    \
    "they\n"                                                                                                           \
    "are first touched. With leaving=False, what the mover collides with at the start is hit only if the motion "      \
    "goes\n"                                                                                                           \
    "deeper; one that starts between several items leaves them by the shorter way.\n\n"

const char space_cast_doc[] =
    PyDoc_STR(
    "cast($self, /, shape, motion, *, touching=False, leaving=True, mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "What an item or a shape would hit first if it were moved by motion, a pair of numbers: (item, Hit), or None.\n\n"
    ITEM_OR_SHAPE_DOC CAST_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4)})\n"
    ">>> space.cast(\"player\", (8, 0))\n"
    "('wall', Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0))\n"
    ">>> print(space.cast(\"player\", (0, 8)))\n"
    "None\n"
    ">>> space.cast(Circle(0, -3, 1), (8, 0), touching=True)\n"
    "('wall', Hit(0.625, (5.0, -2.0), (0.0, -1.0), 0.0))\n");
DEFINE_CAST(space_cast, locked_space_cast, "cast", cast, false, 2)

const char space_cast_all_doc[] = PyDoc_STR(
    "cast_all($self, /, shape, motion, *, touching=False, leaving=True, mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "Everything that an item or a shape would hit if it were moved through all items: a list of (item, Hit), sorted\n"
    "by time.\n\n"
    ITEM_OR_SHAPE_DOC CAST_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4), \"coin\": Circle(3, 0, 0.5)})\n"
    ">>> [(item, hit.t) for item, hit in space.cast_all(\"player\", (8, 0))]\n"
    "[('coin', 0.1875), ('wall', 0.5)]\n");
DEFINE_CAST(space_cast_all, locked_space_cast_all, "cast_all", cast, true, 2)

const char space_raycast_doc[] = PyDoc_STR(
    "raycast($self, /, origin, motion, *, touching=False, leaving=True, mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "What a ray hits first: (item, Hit), or None.\n\n"
    "origin is a pair of numbers or a Point, motion a pair: the ray goes from origin to origin + motion. Only items\n"
    "with a layer in mask are hit.\n\n"
    CAST_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> space.raycast((0, 0), (10, 0))\n"
    "('b', Hit(0.2, (2.0, 0.0), (-1.0, 0.0), 0.0))\n");
DEFINE_CAST(space_raycast, locked_space_raycast, "raycast", raycast, false, 3)

const char space_raycast_all_doc[] = PyDoc_STR(
    "raycast_all($self, /, origin, motion, *, touching=False, leaving=True, mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "Everything that a ray hits: a list of (item, Hit), sorted by time.\n\n"
    "origin is a pair of numbers or a Point, motion a pair: the ray goes from origin to origin + motion. Only items\n"
    "with a layer in mask are hit.\n\n"
    CAST_DOC FILTER_DOC ROWS_DOC ERRORS_DOC
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> [item for item, hit in space.raycast_all((0, 0), (10, 0))]\n"
    "['b', 'a']\n"
    ">>> [item for item, hit in space.raycast_all((0, -1), (10, 0), touching=True)]\n"
    "['b', 'a']\n");
DEFINE_CAST(space_raycast_all, locked_space_raycast_all, "raycast_all", raycast, true, 3)
