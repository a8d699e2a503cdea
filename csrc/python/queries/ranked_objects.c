/* The objects of results with a rank: an item, alone or with its distance, contact or hit. */
#include "queries.h"

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

PyObject *object_of_contact(module_state *state, const query *q, const ranked_result *a)
{
    PyObject *pieces;
    bool failed = has_pieces(q, a, &pieces) && !pieces;
    PyObject *contact = failed ? NULL : contact_of_pieces(state->contact_type, &a->contact, pieces);
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
