/* The objects of results with a rank: an item, alone or with its distance, contact or hit. */
#include "queries.h"

#include "../../core/periodic/body_image.h"

PyObject *object_of_item(module_state *Py_UNUSED(state), const query *Py_UNUSED(q), const ranked_result *a)
{
    return Py_NewRef(a->item);
}

static PyObject *pair_with_item(const ranked_result *a, PyObject *result)
{
    PyObject *pair = result ? PyTuple_Pack(2, a->item, result) : NULL;
    Py_XDECREF(result);
    return pair;
}

PyObject *object_and_distance(module_state *Py_UNUSED(state), const query *Py_UNUSED(q), const ranked_result *a)
{
    return pair_with_item(a, PyFloat_FromDouble(a->rank));
}

/* Whether a result has pieces, and then *out; it is NULL with an error set. */
static bool has_pieces(const query *q, const ranked_result *a, PyObject **out)
{
    *out = NULL;
    operand item = {.body = a->shape && is_body(a->shape) ? (body_object *)a->shape : NULL};
    if (!q->operand.body && !item.body)
        return false;
    PyObject *first = piece_key(&q->operand, a->pieces[0]), *second = piece_key(&item, a->pieces[1]);
    *out = first && second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return true;
}

/* Two bodies have rules of their own for which of several pairs of pieces that are equally deep counts. */
static c2d_status set_contact_with_body(const query *q, const c2d_body *body, ranked_result *a)
{
    bool collides;
    c2d_piece_pair pair;
    c2d_status status = c2d_body_find_contact(q->solid, body, &collides, &a->contact, &pair);
    if (!status) {
        a->pieces[0] = (uint32_t)pair.a;
        a->pieces[1] = (uint32_t)pair.b;
    }
    return status;
}

/* Likewise with an image. If that is rounded, the contact of its pieces stays. */
static c2d_status set_contact_with_image(const query *q, const c2d_body *body, ranked_result *a)
{
    c2d_body_image copy;
    c2d_status status = c2d_body_image_init(&copy, body, q->space->period, a->image);
    if (!status && copy.exact)
        status = set_contact_with_body(q, &copy.body, a);
    c2d_body_image_free(&copy);
    return status;
}

/* False with an error set. */
static bool set_contact_of_bodies(const query *q, ranked_result *a)
{
    const c2d_body *body = &((body_object *)a->shape)->body;
    if ((c2d_is_shifted(a->image) ? set_contact_with_image : set_contact_with_body)(q, body, a)) {
        PyErr_NoMemory();
        return false;
    }
    return true;
}

PyObject *object_of_contact(module_state *state, const query *q, const ranked_result *a)
{
    PyObject *pieces;
    ranked_result result = *a;
    if (q->operand.body && a->shape && !set_contact_of_bodies(q, &result))
        return NULL;
    bool failed = has_pieces(q, &result, &pieces) && !pieces;
    PyObject *contact = failed ? NULL : contact_of_pieces(state->contact_type, &result.contact, pieces);
    if (contact)
        ((contact_object *)contact)->image = (result_image){a->image.x, a->image.y};
    return contact ? pair_with_item(a, contact) : NULL;
}

PyObject *object_of_hit(module_state *state, const query *q, const ranked_result *a)
{
    PyObject *pieces;
    bool failed = has_pieces(q, a, &pieces) && !pieces;
    PyObject *hit = failed ? NULL : hit_of_pieces(state->hit_type, &a->hit, pieces);
    if (hit)
        ((hit_object *)hit)->image = (result_image){a->image.x, a->image.y};
    return hit ? pair_with_item(a, hit) : NULL;
}

PyObject *list_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    result_list made;
    bool good = true;
    result_list_init(&made);
    for (size_t i = 0; i < a->count; i++)
        good = good && result_list_add_object(&made, present(state, a->query, &a->list[i]));
    release_ranked(a);
    return result_list_to_list(&made, good);
}

PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present)
{
    PyObject *first = a->count > 0 ? present(state, a->query, &a->list[0]) : Py_NewRef(Py_None);
    release_ranked(a);
    return first;
}
