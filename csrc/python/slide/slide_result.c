/* The Move of a slide, from the result of the core's mover. */
#include "slide.h"

/* How far the item was pushed out at the start. */
static c2d_vec pushed_by(const c2d_mover_result *result)
{
    return result->pushes ? result->stops[result->pushes - 1] : (c2d_vec){0, 0};
}

/* The shapes from the first to the last. Each is the first one moved or, after a push, the pushed one moved. */
static PyObject *path_of(PyObject *shape, const c2d_mover_result *result, const signature *s, const arguments *a)
{
    result_list path;
    result_list_init(&path);
    bool good = result_list_add_object(&path, Py_NewRef(shape));
    PyObject *from = shape;
    for (size_t i = 0; i < result->stop_count && good; i++) {
        if (i == result->pushes)
            from = path.list[i].object;
        c2d_vec stop = result->stops[i];
        bool at_start = stop.x == 0 && stop.y == 0;
        good = result_list_add_object(&path, at_start ? Py_NewRef(from) : moved_shape_or_body(from, stop, s, a));
    }
    return result_list_to_tuple(&path, good);
}

static PyObject *legs_of(const c2d_mover_result *result)
{
    result_list legs;
    bool good = true;
    result_list_init(&legs);
    for (size_t i = 0; i < result->stop_count && good; i++) {
        c2d_vec to = result->stops[i], from = i && i != result->pushes ? result->stops[i - 1] : (c2d_vec){0, 0};
        good = result_list_add_object(&legs, tuple_of_vector((c2d_vec){to.x - from.x, to.y - from.y}));
    }
    return result_list_to_tuple(&legs, good);
}

/* The name of the piece that was met; None for a single shape. */
static PyObject *key_of_met(PyObject *shape, const c2d_shape *met)
{
    if (!is_body(shape))
        return Py_NewRef(Py_None);
    operand other = {.body = (body_object *)shape};
    size_t i = 0;
    while (other.body->body.pieces[i] != met)
        i++;
    return piece_key(&other, i);
}

PyObject *hit_of_solids(const module_state *state, PyObject *mover, PyObject *shape, const c2d_mover_hit *m)
{
    if (!is_body(mover) && !is_body(shape))
        return hit_from(state->hit_type, &m->hit);
    operand own = {.body = is_body(mover) ? (body_object *)mover : NULL};
    PyObject *piece = piece_key(&own, m->piece), *met = key_of_met(shape, m->shape);
    PyObject *pieces = piece && met ? PyTuple_Pack(2, piece, met) : NULL;
    Py_XDECREF(piece);
    Py_XDECREF(met);
    return pieces ? hit_of_pieces(state->hit_type, &m->hit, pieces) : NULL;
}

static PyObject *hits_of(const module_state *state, const slide_run *run, PyObject *mover,
                         const c2d_mover_result *result)
{
    result_list hits;
    bool good = true;
    result_list_init(&hits);
    for (size_t i = 0; i < result->meeting_count && good; i++) {
        const c2d_mover_hit *m = &result->meetings[i];
        PyObject *hit = hit_of_solids(state, mover, run->candidates[m->item].shape, m);
        good = hit && result_list_add_object(&hits, PyTuple_Pack(2, run->candidates[m->item].entry->item, hit));
        Py_XDECREF(hit);
    }
    return result_list_to_tuple(&hits, good);
}

PyObject *move_of_result(const module_state *state, const slide_run *run, PyObject *shape,
                         const c2d_mover_result *result, const signature *s, const arguments *a)
{
    PyObject *path = path_of(shape, result, s, a);
    PyObject *fields[MOVE_FIELDS] = {
        [MOVE_SHAPE] = path ? Py_NewRef(PyTuple_GET_ITEM(path, (Py_ssize_t)result->stop_count)) : NULL,
        [MOVE_MOTION] = tuple_of_vector(c2d_mover_motion(result)),
        [MOVE_REMAINING] = tuple_of_vector(result->remaining),
        [MOVE_HITS] = hits_of(state, run, shape, result),
        [MOVE_PATH] = path,
        [MOVE_LEGS] = legs_of(result),
        [MOVE_PUSHED] = tuple_of_vector(pushed_by(result)),
        [MOVE_STUCK] = PyBool_FromLong(result->stuck),
        [MOVE_TURN] = Py_NewRef(run->turn ? run->turn : Py_None),
    };
    return move_from(state->move_type, fields);
}
