/* turn_cast, turn_cast_all: the items that are in the way of a shape that turns. */
#include "queries.h"

typedef struct turn_cast_search {
    ranked_list *found;
    c2d_turn_parts parts;
} turn_cast_search;

/* A later item cannot be the first hit. */
static double limit_of(const ranked_list *found) { return ranked_list_is_full(found) ? found->list[0].rank : 1; }

/* Whether the list has the result of a piece: it was near in a part before. */
static bool is_listed(const ranked_list *found, const found_piece *p)
{
    uint64_t key = sort_key_of(p->of.entry);
    for (size_t i = 0; i < found->count; i++) {
        const ranked_result *r = &found->list[i];
        if (r->key == key && r->pieces[0] == found->query->piece && r->pieces[1] == p->of.piece)
            return true;
    }
    return false;
}

/* Tries the earliest candidate of the part; false if there is none, or without memory. A pair is tried over the whole
 * angle, so that its hit does not depend on the others. */
static bool turn_earliest(turn_cast_search *search)
{
    ranked_list *found = search->found;
    const query *q = found->query;
    uint32_t number;
    if (!c2d_turn_parts_take(&search->parts, limit_of(found), &number))
        return false;
    found_piece p = piece_found(q, number);
    ranked_result result;
    bool hits = false;
    if (limit_of(found) == 0 && !q->several && sort_key_of(p.of.entry) > found->list[0].key)
        return true; /* of what is hit at the start, the first in order counts */
    c2d_turn_cast(q->shape, q->rect, found->turn->angle, found->turn->about, found->turn->motion, p.of.shape, 1,
                  found->room, &hits, &result.hit);
    if (!hits)
        return true;
    set_result(&result, q, &p, result.hit.t);
    result.tie = -result.hit.depth; /* the deepest overlap at the start counts */
    return ranked_list_add(found, &result);
}

static bool visit_turn(void *context, uint32_t number)
{
    turn_cast_search *search = context;
    ranked_list *found = search->found;
    found_piece p = piece_found(found->query, number);
    bool first_part = search->parts.from == 0;
    if (!ranked_list_wants(found, p.of.entry) || (!first_part && is_listed(found, &p)))
        return true;
    if (c2d_turn_parts_add(&search->parts, limit_of(found), p.of.shape, number))
        turn_earliest(search);
    return !found->failed;
}

/* Searches for the hits of a piece. If all hits are wanted, the whole turn is one part. */
static void search_piece(ranked_list *found)
{
    const query *q = found->query;
    turn_cast_search search = {.found = found};
    c2d_bounds box;
    c2d_turn_parts_init(&search.parts, q->shape, q->rect, found->turn->angle, found->turn->about, found->turn->motion);
    if (found->most == SIZE_MAX)
        search.parts.step = 1;
    while (!found->failed && c2d_turn_parts_next(&search.parts, limit_of(found), &box)) {
        bool more = c2d_tree_query(&q->space->tree, box, visit_turn, &search);
        while (more)
            more = turn_earliest(&search);
    }
}

static void search_turn(ranked_list *found)
{
    for (size_t i = 0; i < found->query->solid->count && !found->failed; i++) {
        select_piece(found->query, i);
        search_piece(found);
    }
}

/* Steps hits of bodies back, as turn_cast of the pair does: user code may run. False with an error set, and the list is
 * freed. */
static bool step_back_hits(ranked_list *found)
{
    const query *q = found->query;
    bool good = true;
    for (size_t i = 0; i < found->count && good; i++) {
        ranked_result *r = &found->list[i];
        if (r->hit.depth != 0 || (!q->operand.body && !is_body(r->shape)))
            continue;
        operand both[2] = {q->operand, {.body = is_body(r->shape) ? (body_object *)r->shape : NULL}};
        both[1].shape = both[1].body ? NULL : (shape_object *)r->shape;
        good = step_turn_back(both, found->turn->angle, found->turn->about, found->turn->motion, &r->hit.t);
        r->rank = r->hit.t;
    }
    if (good)
        ranked_list_sort(found);
    else
        release_ranked(found);
    return good;
}

/* Checks the turn of every piece. */
static c2d_status check_turn(const ranked_list *found)
{
    query *q = found->query;
    c2d_bounds box;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < q->solid->count && !status; i++) {
        select_piece(q, i);
        status = c2d_turn_bounds(q->shape, q->rect, found->turn->angle, found->turn->about, found->turn->motion, &box);
    }
    return status;
}

static PyObject *turn_cast_query(PyObject *self, const char *verb, query *q, const turn_way *way, bool every)
{
    c2d_vec own[SMALL_ROOM];
    ranked_list found = {.query = q, .turn = way};
    found.room = alloc_room(own, C2D_CAST_ROOM(most_vertices(q->solid)));
    if (!found.room)
        return NULL;
    c2d_status status = check_turn(&found);
    PyObject *result = NULL;
    if (status)
        refuse_turn(verb, "shape", status, way->angle, way->motion);
    else if (search_ranked(&found, search_turn, every ? SIZE_MAX : 1) && step_back_hits(&found))
        result = (every ? list_of_ranked : first_of_ranked)(state_of(self), &found, object_of_hit);
    free_room(own, found.room);
    return result;
}

static PyObject *turn_cast(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                           bool every)
{
    enum { WHO, ANGLE, ABOUT, MOTION, OPTIONS };
    const signature s = {
        verb,
        2,
        3,
        OPTIONS + QUERY_OPTION_COUNT,
        {{"shape", OBJECT}, {"angle", 0}, {"about", OPTIONAL | VECTOR}, {"motion", OPTIONAL | VECTOR}, QUERY_OPTIONS},
    };
    arguments a;
    query q;
    if (!has_no_period(SPACE(self), verb, "use query and shape.rotate") ||
        !parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a) ||
        !read_query(self, &s, &a, OPTIONS, &q))
        return NULL;
    c2d_vec center = q.operand.body ? center_of_body(q.operand.body) : (c2d_vec){0, 0};
    c2d_vec motion = is_given(&a, MOTION) ? a.vector[MOTION] : (c2d_vec){0, 0};
    turn_way way = {a.number[ANGLE], is_given(&a, ABOUT) ? &a.vector[ABOUT] : q.operand.body ? &center : NULL, motion};
    bool only_moves = way.angle == 0 && (motion.x != 0 || motion.y != 0);
    PyObject *result = only_moves
                           ? cast_query(self, verb, "shape", &q, motion, (c2d_cast_options){.leaving = true}, every)
                           : turn_cast_query(self, verb, &q, &way, every);
    release_query(&q);
    return result;
}

/* turn_cast: the function above that implements the method. */
#define DEFINE_TURN_CAST(name, locked_name, verb, every)                                                               \
    static PyObject *locked_name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)           \
    {                                                                                                                  \
        return turn_cast(self, verb, args, nargs, kwnames, every);                                                     \
    }                                                                                                                  \
    DEFINE_LOCKED(name, locked_name)

/* clang-format off */
#define TURN_DOC                                                                                                       \
    "angle is in degrees, from -360 to 360, positive from +x toward +y; about is the point to turn about, a pair, by\n" \
    "default the pivot or else the centre. motion is a pair of numbers, in the caller's units: the shape and the point\n" \
    "about move by it while the shape turns, both evenly. t is the part of the angle and of the motion up to the hit.\n" \
    "Each hit is that of turn_cast with the item alone: nothing is passed through, grazing and turning away from an\n" \
    "item that is touched are no hits, and an item that is overlapped at the start is hit at t = 0. With an angle of 0\n" \
    "and a motion the hits are those of cast.\n\n"
/* clang-format on */

const char space_turn_cast_doc[] = PyDoc_STR(
    "turn_cast($self, /, shape, angle, about=None, *, motion=(0, 0), mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "What an item or a shape would hit first if it were turned by angle: (item, Hit), or None.\n\n"
    ITEM_OR_SHAPE_DOC TURN_DOC FILTER_DOC ERRORS_DOC
    ">>> space = Space({\"door\": Rect(0, 0, 40, 4), \"box\": Rect(20, 30, 10, 10), \"cat\": Circle(5, 30, 3)})\n"
    ">>> item, hit = space.turn_cast(\"door\", 90, about=(2, 2))\n"
    ">>> item, round(hit.t * 90)\n"
    "('box', 44)\n"
    ">>> print(space.turn_cast(\"door\", 90, about=(2, 2), exclude={\"box\", \"cat\"}))\n"
    "None\n"
    ">>> item, hit = space.turn_cast(\"door\", 90, about=(2, 2), motion=(-6, 12))\n"
    ">>> item, round(hit.t, 3)\n"
    "('box', 0.387)\n");
DEFINE_TURN_CAST(space_turn_cast, locked_space_turn_cast, "turn_cast", false)

const char space_turn_cast_all_doc[] = PyDoc_STR(
    "turn_cast_all($self, /, shape, angle, about=None, *, motion=(0, 0), mask=-1, exclude=None,\n"
    "filter=None)\n--\n\n"
    "Everything that an item or a shape would hit if it were turned through all items: a list of (item, Hit), sorted\n"
    "by time.\n\n"
    ITEM_OR_SHAPE_DOC TURN_DOC FILTER_DOC ERRORS_DOC
    ">>> space = Space({\"door\": Rect(0, 0, 40, 4), \"box\": Rect(20, 30, 10, 10), \"cat\": Circle(5, 30, 3)})\n"
    ">>> [(item, round(hit.t * 90)) for item, hit in space.turn_cast_all(\"door\", 90, about=(2, 2))]\n"
    "[('box', 44), ('cat', 74)]\n");
DEFINE_TURN_CAST(space_turn_cast_all, locked_space_turn_cast_all, "turn_cast_all", true)
