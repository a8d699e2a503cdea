/* One shape against many, with pygame's return conventions: collidelist collidelistall collideobjects
 * collideobjectsall collidedict collidedictall. Runs of our own shapes in a list or tuple are compared in blocks,
 * bounds first, without a count of references touched; anything else is read by itself, which may run code of the
 * user's: nothing that points into the list is kept across that. */
#include "../convert.h"

/* ---- what is looked for ---- */

typedef struct quest {
    module_state *state;
    const char *function, *before, *after; /* in errors an item has its index between these; of a pair, none */
    const c2d_shape *shape;
    c2d_relation least;
    bool first;      /* no more than the first is wanted */
    bool objects;    /* they themselves, not their indices */
    PyObject *key;   /* of an object, what it collides as; NULL: itself */
    int half;        /* of a pair, which half collides; -1: items are no pairs */
    PyObject *found; /* all, as a list; or the first, once there is one */
} quest;

/* What became of an item, or of many. */
typedef enum outcome { FAILED = -1, GO_ON = 0, ENOUGH = 1 } outcome;

static outcome note(quest *q, Py_ssize_t index, PyObject *item)
{
    PyObject *one = q->objects ? Py_NewRef(item) : PyLong_FromSsize_t(index);
    if (!one)
        return FAILED;
    if (q->first) {
        q->found = one;
        return ENOUGH;
    }
    int status = PyList_Append(q->found, one);
    Py_DECREF(one);
    return status < 0 ? FAILED : GO_ON;
}

/* ---- items one by one ---- */

/* Reads what an item collides as; false with an error set. */
static bool read_item(const quest *q, Py_ssize_t index, PyObject *like, operand *out)
{
    out->owner = NULL;
    out->shape = (shape_object *)like;
    if (is_shape(like))
        return true;
    int found = read_held(like, q->state->shape, out);
    if (found)
        return found > 0;
    if (q->half >= 0)
        return read_by_form(q->state, q->function, q->before, like, out);
    char name[ITEM_NAME];
    name_item(name, q->before, index, q->after);
    return read_by_form(q->state, q->function, name, like, out);
}

static outcome try_like(quest *q, Py_ssize_t index, PyObject *item, PyObject *like)
{
    operand o;
    if (!read_item(q, index, like, &o))
        return FAILED;
    bool meets = c2d_relate(q->shape, &o.shape->shape) >= q->least;
    release_operand(&o);
    return meets ? note(q, index, item) : GO_ON;
}

/* The item must be held meanwhile. */
static outcome try_item(quest *q, Py_ssize_t index, PyObject *item)
{
    if (q->half >= 0) {
        if (!PyTuple_CheckExact(item) || PyTuple_GET_SIZE(item) != 2) {
            PyErr_Format(PyExc_TypeError, "%s: shapes.items() must give pairs of a key and a value, got %.100s",
                         q->function, Py_TYPE(item)->tp_name);
            return FAILED;
        }
        return try_like(q, index, item, PyTuple_GET_ITEM(item, q->half));
    }
    if (!q->key)
        return try_like(q, index, item, item);
    PyObject *like = PyObject_CallOneArg(q->key, item);
    outcome end = like ? try_like(q, index, item, like) : FAILED;
    Py_XDECREF(like);
    return end;
}

static outcome try_iterable(quest *q, PyObject *iterable)
{
    PyObject *iterator = PyObject_GetIter(iterable), *item;
    outcome end = iterator ? GO_ON : FAILED;
    for (Py_ssize_t i = 0; end == GO_ON && (item = PyIter_Next(iterator)); i++) {
        end = try_item(q, i, item);
        Py_DECREF(item);
    }
    Py_XDECREF(iterator);
    return PyErr_Occurred() ? FAILED : end;
}

/* ---- shapes in blocks ---- */

#define BLOCK       256
#define FIRST_BLOCK 32 /* where the first hit ends it */

/* Shapes that overlap have bounds that do, and those that collide have bounds that do. */
static inline bool may_meet(const c2d_shape *a, const c2d_shape *b, c2d_relation least)
{
    if (least == C2D_OVERLAPPING)
        return (a->min.x < b->max.x) & (b->min.x < a->max.x) & (a->min.y < b->max.y) & (b->min.y < a->max.y);
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

/* How many of the items are shapes, up to the first that is none; the places of those that may meet ours go to near,
 * their number to *count. */
static inline Py_ssize_t sift(PyObject *const *items, Py_ssize_t most, const c2d_shape *shape, c2d_relation least,
                              uint8_t *near, size_t *count)
{
    const c2d_shape own = *shape; /* no write can change it: it stays in registers */
    size_t n = 0;
    Py_ssize_t i = 0;
    for (; i < most && is_shape(items[i]); i++) {
        near[n] = (uint8_t)i;
        n += may_meet(&own, SHAPE(items[i]), least);
    }
    *count = n;
    return i;
}

/* The shapes at the head of the items, whose first is number start. *tried: how many there were. Those that meet are
 * held before any is noted: the list of what is found is an object that others may come upon and use, or wait for. */
static outcome try_shapes(quest *q, PyObject *const *items, Py_ssize_t start, Py_ssize_t most, Py_ssize_t *tried)
{
    uint8_t near[BLOCK];
    size_t count;
    if (q->least == C2D_OVERLAPPING)
        *tried = sift(items, most, q->shape, C2D_OVERLAPPING, near, &count);
    else
        *tried = sift(items, most, q->shape, C2D_TOUCHING, near, &count);
    PyObject *met[BLOCK];
    size_t met_count = 0;
    for (size_t k = 0; k < count && !(q->first && met_count); k++) {
        PyObject *item = items[near[k]];
        near[met_count] = near[k];
        if (c2d_relate(q->shape, SHAPE(item)) >= q->least)
            met[met_count++] = Py_NewRef(item);
    }
    outcome end = GO_ON;
    for (size_t k = 0; k < met_count; k++) {
        if (end == GO_ON)
            end = note(q, start + near[k], met[k]);
        Py_DECREF(met[k]);
    }
    return end;
}

/* A list or a tuple. A list may change whenever code of the user's has run; as many items as it had are tried. */
static outcome try_sequence(quest *q, PyObject *sequence)
{
    bool plain = !q->key && q->half < 0;
    Py_ssize_t i = 0, size = PySequence_Fast_GET_SIZE(sequence), block = q->first ? FIRST_BLOCK : BLOCK;
    outcome end = GO_ON;
    while (end == GO_ON && i < size && i < PySequence_Fast_GET_SIZE(sequence)) {
        PyObject **items = PySequence_Fast_ITEMS(sequence) + i;
        Py_ssize_t left = Py_MIN(size, PySequence_Fast_GET_SIZE(sequence)) - i, tried = 0;
        if (plain)
            end = try_shapes(q, items, i, Py_MIN(left, block), &tried);
        if (tried == 0) {
            PyObject *item = Py_NewRef(items[0]);
            end = try_item(q, i, item);
            Py_DECREF(item);
            tried = 1;
        }
        i += tried;
    }
    return end;
}

static outcome try_all(quest *q, PyObject *items)
{
    if (!PyList_CheckExact(items) && !PyTuple_CheckExact(items))
        return try_iterable(q, items);
    outcome end;
    Py_BEGIN_CRITICAL_SECTION(items);
    end = try_sequence(q, items);
    Py_END_CRITICAL_SECTION();
    return end;
}

/* ---- methods ---- */

/* A list of all, or the first, or what stands for none; NULL with an error set. */
static PyObject *find(quest *q, PyObject *items, PyObject *none)
{
    q->found = q->first ? NULL : PyList_New(0);
    outcome end = !q->first && !q->found ? FAILED : try_all(q, items);
    if (end == FAILED)
        Py_CLEAR(q->found);
    else if (!q->found)
        q->found = Py_NewRef(none);
    return q->found;
}

static bool check_iterable(const signature *s, PyObject *object)
{
    if (Py_TYPE(object)->tp_iter || PySequence_Check(object))
        return true;
    PyErr_Format(PyExc_TypeError, "%s: %s must be an iterable of shapes, got %.100s", s->name, s->parameters[0].name,
                 Py_TYPE(object)->tp_name);
    return false;
}

static PyObject *find_in_list(PyObject *self, const signature *s, bool first, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    arguments a;
    bool touching;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !truth_of(&a, 1, &touching) ||
        !check_iterable(s, a.object[0]))
        return NULL;
    quest q = {.state = state_of(self),
               .function = s->name,
               .before = "shapes[",
               .after = "]",
               .shape = SHAPE(self),
               .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
               .first = first,
               .half = -1};
    PyObject *none = PyLong_FromLong(-1);
    PyObject *found = none ? find(&q, a.object[0], none) : NULL;
    Py_XDECREF(none);
    return found;
}

PyObject *shape_collidelist(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"collidelist", 1, 1, 2, {{"shapes", OBJECT}, {"touching", OBJECT}}};
    return find_in_list(self, &s, true, args, nargs, kwnames);
}

PyObject *shape_collidelistall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"collidelistall", 1, 1, 2, {{"shapes", OBJECT}, {"touching", OBJECT}}};
    return find_in_list(self, &s, false, args, nargs, kwnames);
}

static PyObject *find_objects(PyObject *self, const signature *s, bool first, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    arguments a;
    bool touching;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !truth_of(&a, 2, &touching) ||
        !check_iterable(s, a.object[0]))
        return NULL;
    PyObject *key = is_given(&a, 1) ? a.object[1] : NULL;
    if (key && !PyCallable_Check(key))
        return PyErr_Format(PyExc_TypeError, "%s: key must be a function of an object, or None, got %.100s", s->name,
                            Py_TYPE(key)->tp_name);
    quest q = {.state = state_of(self),
               .function = s->name,
               .before = key ? "key(objects[" : "objects[",
               .after = key ? "])" : "]",
               .shape = SHAPE(self),
               .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
               .first = first,
               .objects = true,
               .key = key,
               .half = -1};
    return find(&q, a.object[0], Py_None);
}

PyObject *shape_collideobjects(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collideobjects", 1, 1, 3, {{"objects", OBJECT}, {"key", OBJECT | OPTIONAL}, {"touching", OBJECT}}};
    return find_objects(self, &s, true, args, nargs, kwnames);
}

PyObject *shape_collideobjectsall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collideobjectsall", 1, 1, 3, {{"objects", OBJECT}, {"key", OBJECT | OPTIONAL}, {"touching", OBJECT}}};
    return find_objects(self, &s, false, args, nargs, kwnames);
}

/* The pairs of a mapping, in a new list that nobody can change; NULL with an error set. */
static PyObject *pairs_of(PyObject *self, const char *function, PyObject *mapping)
{
    if (PyDict_CheckExact(mapping))
        return PyDict_Items(mapping);
    PyObject *method;
    int found = attribute(mapping, state_of(self)->items, &method);
    if (found < 0)
        return NULL;
    if (!found)
        return PyErr_Format(PyExc_TypeError, "%s: shapes must be a mapping, got %.100s", function,
                            Py_TYPE(mapping)->tp_name);
    PyObject *pairs = PyObject_CallNoArgs(method), *list = pairs ? PySequence_List(pairs) : NULL;
    Py_DECREF(method);
    Py_XDECREF(pairs);
    return list;
}

static PyObject *find_in_dict(PyObject *self, const signature *s, bool first, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    arguments a;
    bool values, touching;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a) || !truth_of(&a, 1, &values) || !truth_of(&a, 2, &touching))
        return NULL;
    PyObject *items = pairs_of(self, s->name, a.object[0]);
    if (!items)
        return NULL;
    quest q = {.state = state_of(self),
               .function = s->name,
               .before = values ? "a value of shapes" : "a key of shapes",
               .shape = SHAPE(self),
               .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
               .first = first,
               .objects = true,
               .half = values};
    PyObject *answer = find(&q, items, Py_None);
    Py_DECREF(items);
    return answer;
}

PyObject *shape_collidedict(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"collidedict", 1, 2, 3, {{"shapes", OBJECT}, {"values", OBJECT}, {"touching", OBJECT}}};
    return find_in_dict(self, &s, true, args, nargs, kwnames);
}

PyObject *shape_collidedictall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collidedictall", 1, 2, 3, {{"shapes", OBJECT}, {"values", OBJECT}, {"touching", OBJECT}}};
    return find_in_dict(self, &s, false, args, nargs, kwnames);
}
