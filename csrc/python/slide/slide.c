/* Space.slide and Space.try_slide: run the core's mover among the items of a space. An item that slides gets its new
 * shape at the end, so an exception leaves it where it was. */
#include "slide.h"

#include <math.h>
#include <string.h>

/* ---- one run ---- */

/* The error for a status of the core, unless gather_obstacles has set one. */
static PyObject *refuse_slide(const slide_run *run, c2d_status status, const signature *s, const arguments *a)
{
    return run->raised ? NULL : refuse(s, a, status);
}

PyObject *run_mover(const module_state *state, slide_run *run, PyObject *shape, c2d_vec motion, const signature *s,
                    const arguments *a)
{
    c2d_mover_result result;
    memset(&result, 0, sizeof result);
    operand mover = {.body = is_body(shape) ? (body_object *)shape : NULL, .shape = (shape_object *)shape};
    one_piece own;
    c2d_status status =
        c2d_mover_run_body(body_of_solid(&mover, &own), motion, &run->options, gather_obstacles, run, &result);
    PyObject *move = status ? refuse_slide(run, status, s, a) : move_of_result(state, run, shape, &result, s, a);
    c2d_mover_result_free(&result);
    return move;
}

/* Turns the start, which is replaced, and keeps the Turn. False with an error set. */
static bool turn_first(const module_state *state, slide_run *run, double angle, PyObject **start, const signature *s,
                       const arguments *a)
{
    PyObject *last;
    run->turn = run_turn(state, run, *start, angle, NULL, &last, s, a);
    if (run->turn)
        Py_SETREF(*start, last);
    return run->turn;
}

/* The move of the shape; the item of `moved`, unless it is NULL, gets the last shape. turn: the angle, or NULL. */
static PyObject *slide(module_state *state, slide_run *run, PyObject *shape, entry *moved, const double *turn,
                       const signature *s, const arguments *a)
{
    enum { DX = 1, DY };
    space_object *space = run->space;
    PyObject *start = Py_NewRef(shape), *move = NULL;
    run->number = ++space->slide_count;
    run->among_others = space->sliding > 0;
    space->sliding++;
    if (!turn || turn_first(state, run, *turn, &start, s, a))
        move = run_mover(state, run, start, (c2d_vec){a->number[DX], a->number[DY]}, s, a);
    if (move && moved) {
        PyObject *end = PyObject_GetAttr(move, state->shape);
        if (end)
            set_entry_shape(space, moved, end);
        else
            Py_CLEAR(move);
    }
    space->sliding--;
    Py_CLEAR(run->turn);
    Py_DECREF(start);
    release_candidates(run);
    return move;
}

/* ---- arguments ---- */

bool read_max_push(const slide_run *run, PyObject *object, double *out)
{
    if (!number_from(run->function, "max_push", object, out))
        return false;
    if (!(*out >= 0))
        refuse_number(run->function, "max_push", isnan(*out) ? C2D_NOT_FINITE : C2D_NEGATIVE, *out);
    return *out >= 0;
}

/* Reads the angle of a turn; false with an error set. */
static bool read_turn(const slide_run *run, PyObject *object, double *out)
{
    if (!number_from(run->function, "turn", object, out))
        return false;
    c2d_status status = c2d_check(out);
    if (!status && fabs(*out) > 360)
        status = C2D_ABOVE_TURN;
    if (status)
        refuse_number(run->function, "turn", status, *out);
    return !status;
}

/* The options of slide and try_slide, of which response is parameter i and the others follow it. *turn: the angle, if
 * it is given. */
static bool read_options(const arguments *a, int i, slide_run *run, double *turn)
{
    int filter = i + 1, max_push = i + 2, angle = i + 3;
    run->response = C2D_SLIDE;
    run->options.max_push = C2D_DEFAULT_MAX_PUSH;
    if (is_given(a, i) && !response_from(a->object[i], &run->response))
        return refuse_response(run, "response must be", "", a->object[i]);
    if (is_given(a, filter)) {
        run->filter = a->object[filter];
        if (!PyCallable_Check(run->filter)) {
            PyErr_Format(PyExc_TypeError, "%s: filter must be callable or None, got %.100s", run->function,
                         Py_TYPE(run->filter)->tp_name);
            return false;
        }
    }
    return (!is_given(a, max_push) || read_max_push(run, a->object[max_push], &run->options.max_push)) &&
           (!is_given(a, angle) || read_turn(run, a->object[angle], turn));
}

/* ---- slide ---- */

#define OPTIONS_DOC                                                                                                    \
    "response says what happens at a hit: \"slide\" continues along the surface, \"stop\" stays there, \"bounce\" "    \
    "is\n"                                                                                                             \
    "reflected, \"pass\" goes through and reports the hit: with \"pass\" for all, those of Space.cast_all. "           \
    "filter(item, other) is\n"                                                                                         \
    "called once for each other item that comes near. It returns one of these, True for the response of the call, or " \
    "None\n"                                                                                                           \
    "to ignore the other item. A filter may query the space, but a change raises RuntimeError.\n\n"                    \
    "max_push is how far the item may be pushed out of what it overlaps at the start, a length >= 0. None stands "     \
    "for\n"                                                                                                            \
    "its size, the longer side of its bounds, or for the shortest way out of what it overlaps, if that is longer.\n\n" \
    "turn is an angle in degrees, from -360 to 360, by which the item first turns about its pivot or centre, as in "   \
    "Space.turn,\n"                                                                                                    \
    "up to what blocks it. It moves from there, and the turn of the Move says how far it turned.\n\n"

const char space_slide_doc[] = PyDoc_STR(
    "slide($self, /, item, dx, dy=..., *, response='slide', filter=None,\n"
    "      max_push=None, turn=None)\n--\n\n"
    "Moves an item by (dx, dy) until something blocks it, responds to what it hits, and returns a Move.\n\n"
    "(dx, dy) may be one pair. An item that overlaps nothing that blocks it does not overlap such an item afterwards\n"
    "either, nor anywhere on the way, exactly: it does not tunnel, and it does not snag on the seam between two\n"
    "tiles. A free way is followed to its end, to the bit, and whatever stops the item is among the hits.\n\n"
    "An item that overlaps something at the start is first pushed out of it, by the shortest push that is found and\n"
    "passes through nothing else. Without one it is stuck and stays, unless its motion leads out of all that it\n"
    "overlaps. A point on the seam of two tiles overlaps both together. A thin segment that fits exactly between two\n"
    "walls is free to move along them, as a box in a slot is, although query says that they surround it.\n\n"
    OPTIONS_DOC
    "If the filter raises an exception, the item does not move. Raises KeyError if the item is not in the space.\n\n"
    "A Body moves as a whole, and all of this holds for each of its pieces: the first piece that meets something stops\n"
    "them all. The pieces of a hit are that of the mover and that of the other item.\n\n"
    ERRORS_DOC
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18), \"coin\": Circle(2, 0, 0.5)})\n"
    ">>> move = space.slide(\"ball\", 6, 2, filter=lambda item, other: \"pass\" if other == \"coin\" else \"slide\")\n"
    ">>> move.shape, [other for other, hit in move.hits]\n"
    "(Circle(3.0, 2.0, 1.0), ['coin', 'wall'])\n"
    ">>> space.slide(\"ball\", (5, 0), response=\"bounce\").shape\n"
    "Circle(-2.0, 2.0, 1.0)\n"
    ">>> space.add(\"hammer\", Body({\"head\": Rect(-9, 0, 2, 4), \"handle\": Rect(-9, 4, 1, 5)}))\n"
    ">>> move = space.slide(\"hammer\", 9, 0)\n"
    ">>> move.motion, [(other, hit.pieces) for other, hit in move.hits]\n"
    "((4.0, 0.0), [('ball', ('head', None))])\n");

static PyObject *locked_space_slide(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, DX, DY, RESPONSE, TURN = RESPONSE + 3 };
    static const signature s = {.name = "slide",
                                .required = 3,
                                .positional = 3,
                                .count = 7,
                                .parameters = {{"item", OBJECT},
                                               {"dx", PAIR},
                                               {"dy", 0},
                                               {"response", OBJECT},
                                               {"filter", OBJECT | OPTIONAL},
                                               {"max_push", OBJECT | OPTIONAL},
                                               {"turn", OBJECT | OPTIONAL}}};
    arguments a;
    double turn;
    slide_run run = {.function = s.name, .space = SPACE(self)};
    if (!has_no_period(SPACE(self), s.name, "use cast and move") ||
        !parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a) ||
        !read_options(&a, RESPONSE, &run, &turn))
        return NULL;
    entry *mover = require_entry(SPACE(self), s.name, a.object[ITEM]);
    PyObject *move = NULL;
    if (mover && may_change(SPACE(self))) {
        PyObject *shape = Py_NewRef(mover->shape);
        query q = {
            .space = SPACE(self), .self_item = mover->item, .layer = mover->layer.bits, .mask = mover->mask.bits};
        run.query = &q;
        run.subject = mover->item;
        move = slide(state_of(self), &run, shape, mover, is_given(&a, TURN) ? &turn : NULL, &s, &a);
        Py_DECREF(shape);
    }
    Py_XDECREF(mover);
    return move;
}
DEFINE_LOCKED(space_slide, locked_space_slide)

/* ---- try_slide ---- */

const char space_try_slide_doc[] = PyDoc_STR(
    "try_slide($self, /, shape, dx, dy=..., *, response='slide', filter=None,\n"
    "          max_push=None, turn=None, mask=-1)\n--\n\n"
    "The Move that slide would return, of an item or of any shape: it changes nothing.\n\n"
    "(dx, dy) may be one pair. The first argument of the filter is the item or shape-like that is given. A filter of\n"
    "slide may try other slides.\n\n"
    OPTIONS_DOC ITEM_OR_SHAPE_DOC ERRORS_DOC
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18)})\n"
    ">>> space.try_slide(\"ball\", 6, 2).shape, space[\"ball\"]\n"
    "(Circle(3.0, 2.0, 1.0), Circle(0.0, 0.0, 1.0))\n"
    ">>> space.try_slide(Rect(0, 5, 2, 2), (9, -9)).motion\n"
    "(2.0, -9.0)\n");

static PyObject *locked_space_try_slide(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { WHO, DX, DY, RESPONSE, FILTER, MAX_PUSH, TURN, LOOKED_FOR };
    static const signature s = {.name = "try_slide",
                                .required = 3,
                                .positional = 3,
                                .count = 8,
                                .parameters = {{"shape", OBJECT},
                                               {"dx", PAIR},
                                               {"dy", 0},
                                               {"response", OBJECT},
                                               {"filter", OBJECT | OPTIONAL},
                                               {"max_push", OBJECT | OPTIONAL},
                                               {"turn", OBJECT | OPTIONAL},
                                               {"mask", OBJECT}}};
    arguments a;
    query q;
    double turn;
    slide_run run = {.function = s.name, .space = SPACE(self), .query = &q};
    if (!has_no_period(SPACE(self), s.name, "use cast and move") ||
        !parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !check_arguments(&s, &a) ||
        !read_options(&a, RESPONSE, &run, &turn) || !read_query(self, &s, &a, LOOKED_FOR, &q))
        return NULL;
    PyObject *shape = q.self_item ? Py_NewRef(q.item_shape) : object_of_operand(state_of(self), &q.operand);
    run.subject = q.self_item ? q.self_item : a.object[WHO];
    const double *angle = is_given(&a, TURN) ? &turn : NULL;
    PyObject *move = shape ? slide(state_of(self), &run, shape, NULL, angle, &s, &a) : NULL;
    Py_XDECREF(shape);
    release_query(&q);
    return move;
}
DEFINE_LOCKED(space_try_slide, locked_space_try_slide)
