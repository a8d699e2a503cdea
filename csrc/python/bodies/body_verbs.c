/* The answers of the verbs if at least one of the two solids is a body. A single shape takes part as a body of one
 * piece. */
#include "bodies.h"

typedef struct two_bodies {
    one_piece own[2];
    const c2d_body *a, *b;
} two_bodies;

static void open_bodies(two_bodies *two, const operand both[2])
{
    two->a = body_of_solid(&both[0], &two->own[0]);
    two->b = body_of_solid(&both[1], &two->own[1]);
}

static void index_operand(const operand *o, one_piece *own, const c2d_body *other)
{
    if (o->body) {
        index_body((body_object *)o->body, other->count);
        own->body.index = LOAD_SHARED(o->body->index);
    }
}

/* For answers about pairs of pieces: an index of the larger body is enough. */
static void open_indexed(two_bodies *two, const operand both[2])
{
    open_bodies(two, both);
    bool larger_a = two->a->count > two->b->count;
    index_operand(&both[1 - larger_a], &two->own[1 - larger_a], larger_a ? two->b : two->a);
}

static bool has_thin_piece(const c2d_body *body)
{
    for (size_t i = 0; i < body->count; i++)
        if (body->pieces[i]->radius == 0 && body->pieces[i]->count <= 2)
            return true;
    return false;
}

/* For casts of a, which search b, and a if it moves onto points or thin segments. */
static void open_for_cast(two_bodies *two, const operand both[2])
{
    open_bodies(two, both);
    index_operand(&both[1], &two->own[1], two->a);
    if (both[0].body && has_thin_piece(two->b))
        index_operand(&both[0], &two->own[0], two->b);
}

static PyObject *pieces_of(const operand both[2], c2d_piece_pair pair)
{
    PyObject *a = piece_key(&both[0], pair.a), *b = piece_key(&both[1], pair.b);
    PyObject *pieces = a && b ? PyTuple_Pack(2, a, b) : NULL;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return pieces;
}

static c2d_vec center_of_solid(const operand *o) { return o->body ? center_of_body(o->body) : center_of(o->shape); }

/* ---- relate ... contact ---- */

/* False with an error set. */
static bool relation_of(const operand both[2], c2d_relation *relation)
{
    two_bodies two;
    open_indexed(&two, both);
    if (!c2d_body_relate(two.a, two.b, relation))
        return true;
    PyErr_NoMemory();
    return false;
}

PyObject *body_relate(module_state *state, const operand both[2])
{
    c2d_relation relation;
    return relation_of(both, &relation) ? Py_NewRef(state->relations[relation + 1]) : NULL;
}

PyObject *body_collides(module_state *Py_UNUSED(state), const operand both[2])
{
    c2d_relation relation;
    return relation_of(both, &relation) ? PyBool_FromLong(relation >= C2D_TOUCHING) : NULL;
}

PyObject *body_overlaps(module_state *Py_UNUSED(state), const operand both[2])
{
    c2d_relation relation;
    return relation_of(both, &relation) ? PyBool_FromLong(relation == C2D_OVERLAPPING) : NULL;
}

PyObject *body_touches(module_state *Py_UNUSED(state), const operand both[2])
{
    c2d_relation relation;
    return relation_of(both, &relation) ? PyBool_FromLong(relation == C2D_TOUCHING) : NULL;
}

PyObject *body_contains(module_state *Py_UNUSED(state), const operand both[2])
{
    two_bodies two;
    bool contains;
    open_bodies(&two, both);
    index_operand(&both[0], &two.own[0], two.b); /* only the container is searched */
    if (c2d_body_contains(two.a, two.b, &contains))
        return PyErr_NoMemory();
    return PyBool_FromLong(contains);
}

PyObject *body_overlap_area(module_state *Py_UNUSED(state), const operand both[2])
{
    two_bodies two;
    double area;
    open_bodies(&two, both);
    index_operand(&both[0], &two.own[0], two.b); /* the core searches either of the two */
    index_operand(&both[1], &two.own[1], two.a);
    if (c2d_body_overlap_area(two.a, two.b, &area))
        return PyErr_NoMemory();
    return PyFloat_FromDouble(area);
}

PyObject *body_intersection(module_state *Py_UNUSED(state), const operand Py_UNUSED(both[2]))
{
    PyErr_SetString(PyExc_TypeError, "intersection: a and b must not be bodies; intersect their pieces");
    return NULL;
}

/* False with an error set. */
static bool separation_of(const operand both[2], double *separation)
{
    two_bodies two;
    open_indexed(&two, both);
    if (!c2d_body_separation(two.a, two.b, separation))
        return true;
    PyErr_NoMemory();
    return false;
}

PyObject *body_separation(module_state *Py_UNUSED(state), const operand both[2])
{
    double separation;
    return separation_of(both, &separation) ? PyFloat_FromDouble(separation) : NULL;
}

PyObject *body_distance(module_state *Py_UNUSED(state), const operand both[2])
{
    double separation;
    return separation_of(both, &separation) ? PyFloat_FromDouble(separation > 0 ? separation : 0) : NULL;
}

PyObject *body_closest_points(module_state *Py_UNUSED(state), const operand both[2])
{
    two_bodies two;
    c2d_vec on[2];
    open_indexed(&two, both);
    c2d_body_closest_points(two.a, two.b, &on[0], &on[1]);
    return tuple_of_vectors(on, 2);
}

PyObject *body_contact(module_state *state, const operand both[2])
{
    two_bodies two;
    c2d_contact contact;
    c2d_piece_pair pair;
    bool collides;
    open_indexed(&two, both);
    if (c2d_body_find_contact(two.a, two.b, &collides, &contact, &pair))
        return PyErr_NoMemory();
    if (!collides)
        Py_RETURN_NONE;
    PyObject *pieces = pieces_of(both, pair);
    return pieces ? contact_of_pieces(state->contact_type, &contact, pieces) : NULL;
}

/* ---- minkowski_difference ---- */

static PyObject *refuse_piece(const char *verb, c2d_status status)
{
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    return PyErr_Format(PyExc_ValueError, "%s: every coordinate and size %s", verb, c2d_rule(status));
}

static PyObject *difference_of_pieces(module_state *state, const c2d_shape *a, c2d_vec center, const c2d_shape *b)
{
    c2d_vec own[SMALL_ROOM], *storage = alloc_room(own, (size_t)a->count + b->count);
    if (!storage)
        return NULL;
    c2d_shape difference;
    c2d_status status = c2d_minkowski_difference(&difference, a, center, b, storage);
    PyObject *result = status ? refuse_piece("minkowski_difference", status) : simplest_object(state, &difference);
    free_room(own, storage);
    return result;
}

/* The differences of every piece of a and every piece of b, in this order. */
PyObject *body_minkowski_difference(module_state *state, const operand both[2])
{
    two_bodies two;
    open_bodies(&two, both);
    c2d_vec center = center_of_solid(&both[0]);
    size_t count = two.a->count * two.b->count;
    if (count / two.a->count != two.b->count || count > PY_SSIZE_T_MAX)
        return PyErr_NoMemory();
    PyObject *pieces = PyTuple_New((Py_ssize_t)count);
    for (size_t n = 0; n < count && pieces; n++) {
        size_t i = n / two.b->count, j = n % two.b->count;
        PyObject *piece = difference_of_pieces(state, two.a->pieces[i], center, two.b->pieces[j]);
        if (piece)
            PyTuple_SET_ITEM(pieces, (Py_ssize_t)n, piece);
        else
            Py_CLEAR(pieces);
    }
    return body_from(state, pieces, NULL);
}

/* ---- motion ---- */

typedef struct sweep_call {
    const char *name;
    const body_object *body;
    c2d_vec motion;
} sweep_call;

static PyObject *sweep_piece(module_state *state, const shape_object *piece, const void *context)
{
    const sweep_call *call = context;
    c2d_rect rect;
    return swept_object(state, call->name, piece, moved_rect_of(call->body, piece, &rect), call->motion);
}

PyObject *sweep_body(module_state *Py_UNUSED(state), const char *name, const body_object *self, c2d_vec motion)
{
    sweep_call call = {name, self, motion};
    return body_of_each(self, sweep_piece, &call);
}

PyObject *cast_bodies(module_state *state, const char *verb, const char *mover, const operand both[2], c2d_vec motion,
                      c2d_cast_options options)
{
    two_bodies two;
    bool hits;
    c2d_hit hit;
    c2d_piece_pair pair;
    open_for_cast(&two, both);
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(most_vertices(two.a)));
    if (!room)
        return NULL;
    c2d_status status = c2d_body_cast(two.a, motion, two.b, options, room, &hits, &hit, &pair);
    free_room(own, room);
    if (status)
        return refuse_motion(verb, mover, status, motion);
    if (!hits)
        Py_RETURN_NONE;
    PyObject *pieces = pieces_of(both, pair);
    return pieces ? hit_of_pieces(state->hit_type, &hit, pieces) : NULL;
}

/* ---- turns ---- */

PyObject *turned_solid(const operand *o, double angle, const c2d_vec *about, c2d_vec d)
{
    static const arguments none = {0};
    PyObject *turned =
        o->body ? turned_body(o->body, angle, about ? *about : center_of_body(o->body), &rotate_signature, &none)
                : turned_object(Py_TYPE((PyObject *)o->shape), o->shape, angle, about, &rotate_signature, &none);
    if (!turned || (d.x == 0 && d.y == 0))
        return turned;
    PyObject *moved = PyObject_CallMethod(turned, "move", "dd", d.x, d.y);
    Py_DECREF(turned);
    return moved;
}

bool step_turn_back(const operand both[2], double angle, const c2d_vec *about, c2d_vec motion, double *t)
{
    double most = *t, step = 0x1p-50;
    bool clear = false;
    for (; *t > 0 && !clear; step *= 2) {
        operand turned[2] = {both[0], both[1]};
        PyObject *there = turned_solid(&both[0], *t * angle, about, (c2d_vec){*t * motion.x, *t * motion.y});
        c2d_relation relation;
        if (!there)
            return false;
        turned[0].body = both[0].body ? (body_object *)there : NULL;
        turned[0].shape = both[0].body ? NULL : (shape_object *)there;
        bool known = relation_of(turned, &relation);
        Py_DECREF(there);
        if (!known)
            return false;
        clear = relation != C2D_OVERLAPPING;
        if (!clear)
            *t = most > step ? most - step : 0;
    }
    return true;
}

PyObject *turn_bodies(module_state *state, const operand both[2], double angle, const c2d_vec *about, c2d_vec motion,
                      c2d_status *status)
{
    two_bodies two;
    bool hits;
    c2d_hit hit;
    c2d_piece_pair pair;
    const c2d_rect *rect = both[0].body ? NULL : rect_of(both[0].shape);
    c2d_vec pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : center_of_solid(&both[0]);
    open_for_cast(&two, both);
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(most_vertices(two.a)));
    *status = C2D_OK;
    if (!room)
        return NULL;
    *status = c2d_body_turn_cast(two.a, angle, pivot, motion, two.b, room, &hits, &hit, &pair);
    free_room(own, room);
    bool turns = angle != 0; /* otherwise the hit is that of a cast */
    if (*status || (turns && hits && hit.depth == 0 && !step_turn_back(both, angle, about, motion, &hit.t)))
        return NULL;
    if (!hits)
        Py_RETURN_NONE;
    PyObject *pieces = pieces_of(both, pair);
    return pieces ? hit_of_pieces(state->hit_type, &hit, pieces) : NULL;
}

PyObject *cast_two_movers(module_state *state, const char *verb, const operand both[2], const c2d_vec motions[2],
                          c2d_cast_options options)
{
    two_bodies two;
    bool hits;
    c2d_hit hit;
    c2d_piece_pair pair;
    open_for_cast(&two, both);
    size_t most = most_vertices(two.a), most_b = most_vertices(two.b);
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, C2D_CAST_ROOM(most > most_b ? most : most_b));
    if (!room)
        return NULL;
    c2d_status status = c2d_body_cast_both(two.a, motions[0], two.b, motions[1], options, room, &hits, &hit, &pair);
    free_room(own, room);
    if (status)
        return refuse_motions(verb, status, motions);
    if (!hits)
        Py_RETURN_NONE;
    if (!both[0].body && !both[1].body)
        return hit_from(state->hit_type, &hit);
    PyObject *pieces = pieces_of(both, pair);
    return pieces ? hit_of_pieces(state->hit_type, &hit, pieces) : NULL;
}

/* ---- separate ---- */

/* A solid moved by d; the object itself if d is zero. */
static PyObject *moved_solid(module_state *state, const operand *o, c2d_vec d, const signature *s, const arguments *a)
{
    if (vec_equal(d, (c2d_vec){0, 0}))
        return object_of_operand(state, o);
    c2d_check(&d.x); /* normalise d, as c2d_moved does */
    c2d_check(&d.y);
    return o->body ? moved_body(o->body, d, s, a) : moved_object(type_of_operand(state, o), o->shape, d, s, a);
}

PyObject *separate_bodies(module_state *state, const operand both[2], double mass_a, double mass_b, double part,
                          const signature *s, const arguments *arguments)
{
    two_bodies two;
    c2d_vec move_a, move_b;
    open_indexed(&two, both);
    c2d_status status = c2d_body_separate_more(two.a, mass_a, two.b, mass_b, part, &move_a, &move_b);
    if (status == C2D_BOTH_INFINITE) {
        refuse_number("separate", "mass_a and mass_b", status, mass_a);
        return NULL;
    }
    if (status)
        return refuse_piece("separate", status);
    PyObject *first = moved_solid(state, &both[0], move_a, s, arguments);
    PyObject *second = first ? moved_solid(state, &both[1], move_b, s, arguments) : NULL;
    PyObject *result = second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return result;
}
