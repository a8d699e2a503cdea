/* What changes a space: add update move remove clear. */
#include "space.h"

/* ---- arguments ---- */

PyObject *read_shape(module_state *state, const char *function, PyObject *item, PyObject *shape)
{
    if (shape && is_shape(shape))
        return Py_NewRef(shape);
    operand o;
    bool good = shape ? read_operand(state, function, "shape", shape, &o)
                      : read_operand(state, function, "item (as no shape is given)", item, &o);
    if (!good)
        return NULL;
    PyObject *object = object_of_operand(state, &o);
    release_operand(&o);
    return object;
}

static bool read_bits(const signature *s, const arguments *a, int i, bits *out)
{
    return !is_given(a, i) || bits_from(s->name, s->parameters[i].name, a->object[i], out);
}

/* ---- add, update, move, remove ---- */

static PyObject *locked_space_add(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    enum { ITEM, GIVEN_SHAPE, LAYER, MASK };
    static const signature s = {
        "add", 1, 4, 4, {{"item", OBJECT}, {"shape", OBJECT | OPTIONAL}, {"layer", OBJECT}, {"mask", OBJECT}}};
    module_state *state = state_of(self);
    arguments a;
    bits layer = FIRST_LAYER, mask = ALL_LAYERS;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !read_bits(&s, &a, LAYER, &layer) ||
        !read_bits(&s, &a, MASK, &mask))
        return NULL;
    PyObject *item = a.object[ITEM];
    PyObject *shape = read_shape(state, "add", item, is_given(&a, GIVEN_SHAPE) ? a.object[GIVEN_SHAPE] : NULL);
    if (!shape)
        return NULL;
    if (!may_change(SPACE(self))) {
        Py_DECREF(shape);
        return NULL;
    }
    if (!add_entry(state, SPACE(self), "add", item, shape, layer, mask))
        return NULL;
    Py_RETURN_NONE;
}
DEFINE_LOCKED(space_add)

/* Takes over the shape, and the entry, which may be NULL with an error set. */
static PyObject *set_held(space_object *space, entry *e, PyObject *shape)
{
    bool good = e && may_change(space);
    if (good)
        set_shape(space, e, shape);
    else
        Py_DECREF(shape);
    Py_XDECREF(e);
    return good ? Py_NewRef(Py_None) : NULL;
}

static PyObject *update(PyObject *self, PyObject *item, PyObject *given)
{
    PyObject *shape = read_shape(state_of(self), "update", item, given);
    return shape ? set_held(SPACE(self), need_entry(SPACE(self), "update", item), shape) : NULL;
}

static Py_NO_INLINE PyObject *update_any(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"update", 1, 2, 2, {{"item", OBJECT}, {"shape", OBJECT | OPTIONAL}}};
    arguments a;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    return update(self, a.object[0], is_given(&a, 1) ? a.object[1] : NULL);
}

static PyObject *locked_space_update(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs != 2 || kwnames || !is_shape(args[1]))
        return update_any(self, args, nargs, kwnames);
    entry *e = need_entry(SPACE(self), "update", args[0]);
    return e ? set_held(SPACE(self), e, Py_NewRef(args[1])) : NULL;
}
DEFINE_LOCKED(space_update)

/* ---- move ---- */

typedef struct run_over {
    const space_object *space;
    const entry *mover;
    c2d_shape swept;
    findings found;
    bool failed;
} run_over;

static bool visit_run_over(void *context, uint32_t number)
{
    run_over *r = context;
    const entry *e = r->space->numbered[number];
    if (e == r->mover || !meet(r->mover, e) || !c2d_overlaps(&r->swept, core_in(e)))
        return true;
    r->failed = !add_finding(&r->found, key_of(e));
    return !r->failed;
}

/* Who is overlapped on the way of an entry from its shape to another. */
static PyObject *find_run_over(space_object *space, const entry *e, const c2d_shape *from, const c2d_shape *to)
{
    c2d_vec own[SMALL_ROOM], *room = open_room(own, 2 * ((size_t)from->count + to->count));
    if (!room)
        return NULL;
    run_over r = {.space = space, .mover = e};
    open_findings(&r.found);
    r.failed = !refresh(space) || c2d_sweep(&r.swept, from, to, room) != C2D_OK;
    if (!r.failed)
        c2d_tree_query(&space->tree, c2d_bounds_of(&r.swept), visit_run_over, &r);
    close_room(own, room);
    if (!r.failed)
        return list_of_findings(space, &r.found);
    close_findings(&r.found);
    return PyErr_NoMemory();
}

static const signature move_signature = {"move", 3, 3, 3, {{"item", OBJECT}, {"dx", PAIR}, {"dy", 0}}};

/* Moves an entry once the answer is there: who gets none finds it where it was. *again: what ran while the answer was
 * made has moved it as well, and so it is not moved yet. */
static PyObject *move_entry(space_object *space, entry *e, const arguments *a, bool *again)
{
    PyObject *from = Py_NewRef(e->shape);
    PyObject *to =
        moved_object(Py_TYPE(from), (shape_object *)from, (c2d_vec){a->number[1], a->number[2]}, &move_signature, a);
    PyObject *list = to ? find_run_over(space, e, SHAPE(from), SHAPE(to)) : NULL;
    *again = list && e->shape != from;
    if (list && !*again && may_change(space))
        set_shape(space, e, Py_NewRef(to));
    else
        Py_CLEAR(list);
    Py_XDECREF(to);
    Py_DECREF(from);
    return list;
}

static PyObject *locked_space_move(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const signature *s = &move_signature;
    arguments a;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !check_arguments(s, &a))
        return NULL;
    space_object *space = SPACE(self);
    entry *e = need_entry(space, "move", a.object[0]);
    PyObject *list = NULL;
    bool again = e && may_change(space);
    while (again)
        list = move_entry(space, e, &a, &again);
    Py_XDECREF(e);
    return list;
}
DEFINE_LOCKED(space_move)

static PyObject *locked_space_remove(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"remove", 1, 1, 1, {{"item", OBJECT}}};
    arguments a;
    space_object *space = SPACE(self);
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a))
        return NULL;
    entry *e = need_entry(space, "remove", a.object[0]);
    bool good = e && may_change(space);
    if (good)
        unlink_entry(space, e);
    Py_XDECREF(e); /* of the item, perhaps the last reference */
    return good ? Py_NewRef(Py_None) : NULL;
}
DEFINE_LOCKED(space_remove)

PyObject *space_clear_items(PyObject *self, PyObject *Py_UNUSED(unused))
{
    bool good;
    Py_BEGIN_CRITICAL_SECTION(self);
    good = may_change(SPACE(self));
    if (good)
        forget_all(SPACE(self));
    Py_END_CRITICAL_SECTION();
    if (!good)
        return NULL;
    Py_RETURN_NONE;
}
