/* Watch: the pairs of a space that began to overlap, and those that ended, since the last update. Pairs are identified
 * by the serials of their entries, so an item that was removed and added again is a new one. */
#include "../base/methods.h"
#include "space.h"

#include <stddef.h>

typedef struct pair {
    uint64_t first, second; /* serials, which rise in the order of insertion */
    PyObject *items[2];     /* owned references */
} pair;

struct watch_object {
    PyObject_HEAD
    PyObject *space;
    pair *pairs; /* as of the last update, in order */
    size_t count;
    uint64_t updates;
    char touching;
};

#define WATCH(object) ((watch_object *)(object))

static void release_pairs(pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Py_DECREF(pairs[i].items[0]);
        Py_DECREF(pairs[i].items[1]);
    }
    PyMem_Free(pairs);
}

/* ---- the type ---- */

PyObject *watch_of(module_state *state, PyObject *space, bool touching)
{
    PyTypeObject *type = state->watch_type;
    watch_object *self = (watch_object *)type->tp_alloc(type, 0);
    if (self) {
        self->space = Py_NewRef(space);
        self->touching = touching;
    }
    return (PyObject *)self;
}

static const char watch_type_doc[] = PyDoc_STR(
    "Watch(space, touching=False)\n--\n\n"
    "Which pairs of a space began to overlap, and which ended: for triggers, such as a player who enters a room.\n\n"
    "With touching, pairs that only touch count as well. space.watch() makes one.\n\n"
    ">>> Watch(Space()).update()\n"
    "([], [])\n");

PyObject *watch_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    static const signature s = {"Watch", 1, 2, 2, {{"space", OBJECT}, {"touching", OBJECT}}};
    module_state *state = PyType_GetModuleState((PyTypeObject *)type);
    arguments a;
    bool touching;
    if (!parse((PyTypeObject *)type, &s, args, PyVectorcall_NARGS(nargsf), kwnames, &a) || !truth_of(&a, 1, &touching))
        return NULL;
    if (Py_TYPE(a.object[0]) != state->space_type)
        return PyErr_Format(PyExc_TypeError, "Watch: space must be a Space, got %.100s", Py_TYPE(a.object[0])->tp_name);
    return watch_of(state, a.object[0], touching);
}

const char space_watch_doc[] = PyDoc_STR(
    "watch($self, /, touching=False)\n--\n\n"
    "A Watch, which reports the pairs that began to overlap, and those that ended, between one update and the next.\n\n"
    "With touching, pairs that only touch count as well.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"room\": Rect(5, -5, 10, 10)})\n"
    ">>> watch = space.watch()\n"
    ">>> watch.update()\n"
    "([], [])\n"
    ">>> space.update(\"player\", Circle(6, 0, 1))\n"
    ">>> watch.update()\n"
    "([('player', 'room')], [])\n");

PyObject *space_watch(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"watch", 0, 1, 1, {{"touching", OBJECT}}};
    arguments a;
    bool touching;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 0, &touching))
        return NULL;
    return watch_of(state_of(self), self, touching);
}

static int watch_traverse(PyObject *self, visitproc visit, void *arg)
{
    const watch_object *w = WATCH(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(w->space);
    for (size_t i = 0; i < w->count; i++) {
        Py_VISIT(w->pairs[i].items[0]);
        Py_VISIT(w->pairs[i].items[1]);
    }
    return 0;
}

static int watch_clear(PyObject *self)
{
    pair *pairs = WATCH(self)->pairs;
    size_t count = WATCH(self)->count;
    WATCH(self)->pairs = NULL;
    WATCH(self)->count = 0;
    release_pairs(pairs, count);
    Py_CLEAR(WATCH(self)->space);
    return 0;
}

static void watch_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    watch_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- update ---- */

/* The current pairs of the space, with owned references; false with an error set. */
static bool read_pairs(space_object *space, bool touching, pair **out, size_t *count)
{
    result_list found;
    if (!find_pairs(space, touching, &found))
        return false;
    *count = found.count;
    *out = PyMem_New(pair, found.count + 1);
    for (size_t i = 0; i < found.count && *out; i++) {
        const entry *a = space->order[found.list[i].key >> 32], *b = space->order[(uint32_t)found.list[i].key];
        (*out)[i] = (pair){a->serial, b->serial, {Py_NewRef(a->item), Py_NewRef(b->item)}};
    }
    result_list_free(&found);
    if (!*out)
        PyErr_NoMemory();
    return *out;
}

/* Negative if a comes before b, 0 if they are the same pair, otherwise positive. */
static int order_of(const pair *a, const pair *b)
{
    int order = (a->first > b->first) - (a->first < b->first);
    return order ? order : (a->second > b->second) - (a->second < b->second);
}

/* The pairs of a that are not in b, without new references; NULL with an error set. */
static pair *difference(const pair *a, size_t a_count, const pair *b, size_t b_count, size_t *count)
{
    pair *only = PyMem_New(pair, a_count + 1);
    *count = 0;
    if (!only)
        PyErr_NoMemory();
    for (size_t i = 0, k = 0; i < a_count && only; i++) {
        while (k < b_count && order_of(&b[k], &a[i]) < 0)
            k++;
        if (k == b_count || order_of(&b[k], &a[i]) != 0)
            only[(*count)++] = a[i];
    }
    return only;
}

static PyObject *list_of_pairs(const pair *pairs, size_t count)
{
    result_list made;
    bool good = true;
    result_list_init(&made);
    for (size_t i = 0; i < count && good; i++)
        good = result_list_add_object(&made, PyTuple_Pack(2, pairs[i].items[0], pairs[i].items[1]));
    return result_list_to_list(&made, good);
}

static PyObject *update_result(pair *began, size_t began_count, const pair *ended, size_t ended_count)
{
    PyObject *first = list_of_pairs(began, began_count), *second = first ? list_of_pairs(ended, ended_count) : NULL;
    PyObject *answer = second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return answer;
}

static void swap_pairs(watch_object *w, pair **pairs, size_t *count)
{
    pair *old = w->pairs;
    size_t old_count = w->count;
    w->pairs = *pairs;
    w->count = *count;
    *pairs = old;
    *count = old_count;
}

/* The pairs are replaced before the answer is made, so an update that runs in between reports only later changes. If
 * there is no memory for the answer, the old pairs are restored, unless another update has run. The pairs that began
 * have references of their own, because such an update may release the current pairs. */
static PyObject *locked_update(watch_object *w, space_object *space)
{
    pair *pairs, *began, *ended;
    size_t count, began_count, ended_count;
    if (!read_pairs(space, w->touching, &pairs, &count))
        return NULL;
    began = difference(pairs, count, w->pairs, w->count, &began_count);
    ended = began ? difference(w->pairs, w->count, pairs, count, &ended_count) : NULL;
    if (!ended) {
        PyMem_Free(began);
        release_pairs(pairs, count);
        return NULL;
    }
    for (size_t i = 0; i < began_count; i++) {
        Py_INCREF(began[i].items[0]);
        Py_INCREF(began[i].items[1]);
    }
    uint64_t update = ++w->updates;
    swap_pairs(w, &pairs, &count);
    PyObject *answer = update_result(began, began_count, ended, ended_count);
    if (!answer && w->updates == update)
        swap_pairs(w, &pairs, &count);
    release_pairs(began, began_count);
    PyMem_Free(ended);
    release_pairs(pairs, count);
    return answer;
}

static const char watch_update_doc[] = PyDoc_STR(
    "update($self, /)\n--\n\n"
    "The pairs that began since the last update, and those that ended: two lists of tuples, each in order.\n\n"
    "The first update reports all pairs of the space. Removing an item ends its pairs; an item that is added again is\n"
    "a new one.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"coin\": Circle(1, 0, 1)})\n"
    ">>> watch = space.watch()\n"
    ">>> watch.update()\n"
    "([('player', 'coin')], [])\n"
    ">>> space.remove(\"coin\")\n"
    ">>> watch.update()\n"
    "([], [('player', 'coin')])\n");

static PyObject *watch_update(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *space = Py_XNewRef(WATCH(self)->space), *answer;
    if (!space) { /* only after the garbage collector cleared the watch */
        PyErr_SetString(PyExc_RuntimeError, "update: the space is gone");
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION2(self, space);
    answer = locked_update(WATCH(self), SPACE(space));
    Py_END_CRITICAL_SECTION2();
    Py_DECREF(space);
    return answer;
}

static PyObject *watch_repr(PyObject *self)
{
    size_t count;
    Py_BEGIN_CRITICAL_SECTION(self);
    count = WATCH(self)->count;
    Py_END_CRITICAL_SECTION();
    return PyUnicode_FromFormat("<Watch of %zu pair%s>", count, count == 1 ? "" : "s");
}

/* clang-format off */
static PyMethodDef watch_methods[] = {
    {"update", watch_update, METH_NOARGS, watch_update_doc},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, class_getitem_doc},
    {0},
};

static PyMemberDef watch_members[] = {
    {"space", Py_T_OBJECT_EX, offsetof(watch_object, space), Py_READONLY,
     PyDoc_STR("The space that is watched.\n\n"
               ">>> space = Space()\n"
               ">>> space.watch().space is space\n"
               "True\n")},
    {"touching", Py_T_BOOL, offsetof(watch_object, touching), Py_READONLY,
     PyDoc_STR("Whether pairs that only touch count as well.\n\n"
               ">>> Space().watch(touching=True).touching\n"
               "True\n")},
    {0},
};

/* clang-format on */

static PyType_Slot watch_slots[] = {
    {Py_tp_doc, (void *)watch_type_doc}, {Py_tp_new, new_by_vectorcall}, {Py_tp_dealloc, watch_dealloc},
    {Py_tp_traverse, watch_traverse},    {Py_tp_clear, watch_clear},     {Py_tp_repr, watch_repr},
    {Py_tp_methods, watch_methods},      {Py_tp_members, watch_members}, {0, NULL},
};
PyType_Spec watch_spec = {"collide2d.Watch", sizeof(watch_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                          watch_slots};
