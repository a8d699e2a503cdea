/* The type Snapshot, and Space.snapshot, which costs as much as has changed since the last saved state. */
#include "../base/methods.h"
#include "snapshot.h"

#include <string.h>

/* ---- the type Snapshot ---- */

PyObject *space_of_snapshot(const snapshot_object *s)
{
    PyObject *space = NULL;
    if (!s->space)
        return NULL;
#if PY_VERSION_HEX >= 0x030D0000
    (void)PyWeakref_GetRef(s->space, &space);
#else
    space = PyWeakref_GetObject(s->space);
    space = space == Py_None ? NULL : Py_XNewRef(space);
#endif
    return space;
}

static int snapshot_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(SNAPSHOT(self)->space);
    Py_VISIT(SNAPSHOT(self)->tree);
    return 0;
}

static int snapshot_clear(PyObject *self)
{
    Py_CLEAR(SNAPSHOT(self)->space);
    Py_CLEAR(SNAPSHOT(self)->tree);
    return 0;
}

static void snapshot_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, snapshot_dealloc) /* a snapshot may be an item of a space */
        PyObject *space = space_of_snapshot(SNAPSHOT(self));
    snapshot_clear(self);
    if (space) {
        Py_BEGIN_CRITICAL_SECTION(space);
        release_removed(SPACE(space));
        Py_END_CRITICAL_SECTION();
        Py_DECREF(space);
    }
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static Py_ssize_t snapshot_length(PyObject *self) { return (Py_ssize_t)SNAPSHOT(self)->count; }

static PyObject *snapshot_repr(PyObject *self)
{
    uint32_t count = SNAPSHOT(self)->count;
    return PyUnicode_FromFormat("<Snapshot of %u item%s>", count, count == 1 ? "" : "s");
}

static const char snapshot_type_doc[] = PyDoc_STR(
    "The state of a space at one moment: its items, their order, shapes, layers and masks. Space.snapshot makes it.\n\n"
    "A snapshot never changes. len is the number of items. Snapshots share what they have in common, so each takes\n"
    "memory only for what changed since the one before. It keeps its items alive, but not the space, and cannot be\n"
    "pickled: pickle the space instead.\n\n"
    ">>> Space({\"player\": Circle(0, 0, 1)}).snapshot()\n"
    "<Snapshot of 1 item>\n");

static PyMethodDef snapshot_methods[] = {
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, class_getitem_doc},
    {0},
};

static PyType_Slot snapshot_slots[] = {
    {Py_tp_doc, (void *)snapshot_type_doc},
    {Py_tp_dealloc, snapshot_dealloc},
    {Py_tp_traverse, snapshot_traverse},
    {Py_tp_clear, snapshot_clear},
    {Py_tp_repr, snapshot_repr},
    {Py_tp_methods, snapshot_methods},
    {Py_sq_length, snapshot_length},
    {0, NULL},
};
PyType_Spec snapshot_spec = {"collide2d.Snapshot", sizeof(snapshot_object), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                             snapshot_slots};

/* ---- snapshot ---- */

static void save_entry(const entry *e, saved_item *out)
{
    saved_item old = *out;
    if (e)
        *out = (saved_item){Py_NewRef(e->item), Py_NewRef(e->shape), e->hash, e->serial, e->layer, e->mask};
    else
        memset(out, 0, sizeof *out);
    Py_XDECREF(old.shape); /* the base owns them too */
    Py_XDECREF(old.item);
}

/* Writes what has changed to the tree; false with an error set. */
static bool save_changes(PyTypeObject *node_type, space_object *space, saved_node **tree)
{
    const id_set *changed = &space->history->changed;
    uint64_t number = ++space->state_count;
    for (uint32_t i = 0; i < changed->count; i++) {
        uint32_t id = changed->ids[i];
        const entry *e = space->by_id[id];
        if (!e && !saved_tree_find(*tree, id))
            continue;
        saved_item *place = saved_tree_edit(node_type, tree, id, number);
        if (!place)
            return false;
        save_entry(e, place);
    }
    return true;
}

/* The state of the space as a tree, which may be NULL; false with an error set. Up to Python 3.11 a collection, and
 * with it user code, could run while the nodes are made. */
static bool save_state(PyTypeObject *node_type, space_object *space, saved_node **tree)
{
    *tree = (saved_node *)Py_XNewRef(space->history->base);
#if PY_VERSION_HEX < 0x030C0000
    int enabled = PyGC_Disable();
#endif
    bool good = save_changes(node_type, space, tree);
#if PY_VERSION_HEX < 0x030C0000
    if (enabled)
        PyGC_Enable();
#endif
    if (!good)
        Py_CLEAR(*tree);
    return good;
}

const char space_snapshot_doc[] = PyDoc_STR(
    "snapshot($self, /)\n--\n\n"
    "The current state as a Snapshot, to which restore returns: for undo, rollback and searching ahead.\n\n"
    "The state is the items, their order, shapes, layers and masks. Any number of snapshots may exist, and each can be\n"
    "restored any number of times, in any order. A snapshot takes time and memory only for the items that changed\n"
    "since the last snapshot or restore; the first one takes them for all items.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> before = space.snapshot()\n"
    ">>> space.slide(\"player\", 5, 0).shape\n"
    "Circle(5.0, 0.0, 1.0)\n"
    ">>> space.restore(before)\n"
    ">>> space[\"player\"]\n"
    "Circle(0.0, 0.0, 1.0)\n");

/* Completes the snapshot; false with an error set. */
static bool locked_snapshot(module_state *state, space_object *space, snapshot_object *s)
{
    saved_node *tree;
    if (!begin_history(space) || !save_state(state->saved_node_type, space, &tree))
        return false;
    s->tree = tree;
    s->count = space->count;
    s->id_count = space->id_count;
    PyObject_GC_Track(s);
    saved_node *old = set_base(space, tree);
    Py_XDECREF(old);
    return true;
}

PyObject *space_snapshot(PyObject *self, PyObject *Py_UNUSED(unused))
{
    module_state *state = state_of(self);
    snapshot_object *s = (snapshot_object *)state->snapshot_type->tp_alloc(state->snapshot_type, 0);
    if (!s)
        return NULL;
    PyObject_GC_UnTrack(s);
    s->space = PyWeakref_NewRef(self, NULL);
    bool good = s->space != NULL;
    if (good) {
        Py_BEGIN_CRITICAL_SECTION(self);
        good = locked_snapshot(state, SPACE(self), s);
        Py_END_CRITICAL_SECTION();
    }
    if (!good)
        Py_CLEAR(s);
    return (PyObject *)s;
}
