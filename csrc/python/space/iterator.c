/* iter(space): the items in order. Like the iterator of a dictionary, it raises RuntimeError once items were added or
 * removed. */
#include "space.h"

typedef struct iterator_object {
    PyObject_HEAD
    PyObject *space;
    uint64_t version;    /* of the space when the iteration began */
    uint32_t next_index; /* in the order; C2D_NULL_INDEX: at the end */
    uint32_t given;      /* how many items were returned: next_index once the order is compacted */
} iterator_object;

#define ITERATOR(object) ((iterator_object *)(object))

PyObject *space_iter(PyObject *self)
{
    PyTypeObject *type = state_of(self)->iterator_type;
    iterator_object *iterator = (iterator_object *)type->tp_alloc(type, 0);
    if (!iterator)
        return NULL;
    iterator->space = Py_NewRef(self);
    Py_BEGIN_CRITICAL_SECTION(self);
    iterator->version = SPACE(self)->version;
    Py_END_CRITICAL_SECTION();
    return (PyObject *)iterator;
}

/* A new reference; NULL at the end, or with an error set. */
static PyObject *next_item(iterator_object *i, const space_object *space)
{
    if (i->next_index == C2D_NULL_INDEX) /* the end was reached before */
        return NULL;
    if (i->version != space->version) {
        PyErr_SetString(PyExc_RuntimeError, "Space: items came or went during iteration");
        return NULL;
    }
    if (i->given == space->count) {
        i->next_index = C2D_NULL_INDEX;
        return NULL;
    }
    if (space->order_length == space->count)
        i->next_index = i->given;
    if (i->next_index < space->order_start)
        i->next_index = space->order_start;
    while (!space->order[i->next_index])
        i->next_index++;
    i->given++;
    return Py_NewRef(space->order[i->next_index++]->item);
}

static PyObject *iterator_next(PyObject *self)
{
    PyObject *space = ITERATOR(self)->space, *item;
    Py_BEGIN_CRITICAL_SECTION(space);
    item = next_item(ITERATOR(self), SPACE(space));
    Py_END_CRITICAL_SECTION();
    return item;
}

static PyObject *iterator_length_hint(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const iterator_object *i = ITERATOR(self);
    Py_ssize_t left;
    Py_BEGIN_CRITICAL_SECTION(i->space);
    left = i->version == SPACE(i->space)->version ? (Py_ssize_t)(SPACE(i->space)->count - i->given) : 0;
    Py_END_CRITICAL_SECTION();
    return PyLong_FromSsize_t(left);
}

/* There is no tp_clear: the iterator refers only to the space, whose tp_clear breaks every cycle. */
static int iterator_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(ITERATOR(self)->space);
    return 0;
}

static void iterator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(ITERATOR(self)->space);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_length_hint, METH_NOARGS, PyDoc_STR("How many items are left.")}, {0},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_dealloc, iterator_dealloc}, {Py_tp_traverse, iterator_traverse}, {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, iterator_next},   {Py_tp_methods, iterator_methods},   {0, NULL},
};
PyType_Spec iterator_spec = {"collide2d._core._SpaceIterator", sizeof(iterator_object), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                             iterator_slots};
