/* One shape against many, with pygame's return conventions: collidelist collidelistall collideobjects
 * collideobjectsall collidedict collidedictall. Runs of our shapes in a list or tuple are tested in blocks, bounds
 * first, without changing reference counts. Any other item is read by itself, which may run user code, and no pointer
 * into the list is kept across that. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/pygame_rects.h"

/* ---- the query ---- */

typedef struct list_query {
    module_state *state;
    const char *function, *before,
        *after;             /* errors write an item as before, index, after; of a pair, as before alone */
    const c2d_shape *shape; /* NULL for a body */
    operand self;
    c2d_relation least;
    bool first;      /* only the first hit is wanted */
    bool objects;    /* the hits themselves are wanted, not their indices */
    PyObject *key;   /* returns the shape-like of an object; NULL: the object is one */
    int pair_member; /* which member of a pair collides, 0 or 1; -1: the items are not pairs */
    PyObject *found; /* the list of all hits; or the first hit, NULL as long as there is none */
} list_query;

/* Whether to continue after an item or several. FAILED: an error is set. ENOUGH: the first hit is found. */
typedef enum outcome { FAILED = -1, GO_ON = 0, ENOUGH = 1 } outcome;

static outcome record_hit(list_query *q, Py_ssize_t index, PyObject *item)
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

/* The shape of a shape-like; false with an error set. */
static bool read_item(const list_query *q, Py_ssize_t index, PyObject *like, operand *out)
{
    out->owner = NULL;
    out->body = NULL;
    out->shape = (shape_object *)like;
    if (is_shape(like))
        return true;
    if (is_body(like))
        return read_solid(q->state, q->function, q->before, like, out);
    if (read_pygame_rect(q->state, like, out))
        return true;
    int found = read_shape_attribute(like, q->state->shape, out);
    if (found)
        return found > 0;
    char indexed[ITEM_NAME];
    const char *name = q->before;
    if (q->pair_member < 0) {
        name_item(indexed, q->before, index, q->after);
        name = indexed;
    }
    /* As in pygame's methods of these names, four numbers are a rectangle. */
    Py_ssize_t length = sequence_length(like);
    if (length == -2)
        return false;
    if (length == 4)
        return read_rect_like(q->state, q->function, name, like, out);
    return read_duck_typed(q->state, q->function, name, like, out);
}

/* False with an error set. */
static bool relate_operands(const operand *a, const operand *b, c2d_relation *relation)
{
    one_piece first, second;
    if (a->shape && b->shape) {
        *relation = c2d_relate(&a->shape->shape, &b->shape->shape);
        return true;
    }
    if (!c2d_body_relate(body_of_solid(a, &first), body_of_solid(b, &second), relation))
        return true;
    PyErr_NoMemory();
    return false;
}

static outcome test_shape_like(list_query *q, Py_ssize_t index, PyObject *item, PyObject *like)
{
    operand o;
    if (!read_item(q, index, like, &o))
        return FAILED;
    c2d_relation relation;
    bool good = relate_operands(&q->self, &o, &relation);
    release_operand(&o);
    if (!good)
        return FAILED;
    return relation >= q->least ? record_hit(q, index, item) : GO_ON;
}

/* The caller must hold a reference to the item. */
static outcome test_item(list_query *q, Py_ssize_t index, PyObject *item)
{
    if (q->pair_member >= 0) {
        if (!PyTuple_CheckExact(item) || PyTuple_GET_SIZE(item) != 2) {
            PyErr_Format(PyExc_TypeError, "%s: shapes.items() must give pairs of a key and a value, got %.100s",
                         q->function, Py_TYPE(item)->tp_name);
            return FAILED;
        }
        return test_shape_like(q, index, item, PyTuple_GET_ITEM(item, q->pair_member));
    }
    if (!q->key)
        return test_shape_like(q, index, item, item);
    PyObject *like = PyObject_CallOneArg(q->key, item);
    outcome end = like ? test_shape_like(q, index, item, like) : FAILED;
    Py_XDECREF(like);
    return end;
}

static outcome test_iterable(list_query *q, PyObject *iterable)
{
    PyObject *iterator = PyObject_GetIter(iterable), *item;
    outcome end = iterator ? GO_ON : FAILED;
    for (Py_ssize_t i = 0; end == GO_ON && (item = PyIter_Next(iterator)); i++) {
        end = test_item(q, i, item);
        Py_DECREF(item);
    }
    Py_XDECREF(iterator);
    return PyErr_Occurred() ? FAILED : end;
}

/* ---- shapes and pygame's rectangles in blocks ---- */

#define BLOCK       256
#define FIRST_BLOCK 32 /* if only the first hit is wanted */

/* Whether the bounds overlap, or collide. If they do not, neither do the shapes. */
static inline bool bounds_meet(const c2d_shape *a, const c2d_shape *b, c2d_relation least)
{
    if (least == C2D_OVERLAPPING)
        return (a->min.x < b->max.x) & (b->min.x < a->max.x) & (a->min.y < b->max.y) & (b->min.y < a->max.y);
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

/* How many items are shapes, up to the first that is not. The indices of those whose bounds meet go to candidates,
 * their number to *count. */
static inline Py_ssize_t filter_by_bounds(PyObject *const *items, Py_ssize_t most, const c2d_shape *shape,
                                          c2d_relation least, uint8_t *candidates, size_t *count)
{
    const c2d_shape own = *shape; /* a copy that no write can alias, so it stays in registers */
    size_t n = 0;
    Py_ssize_t i = 0;
    for (; i < most && is_shape(items[i]); i++) {
        candidates[n] = (uint8_t)i;
        n += bounds_meet(&own, SHAPE(items[i]), least);
    }
    *count = n;
    return i;
}

/* The same of pygame's rectangles of one type. What is no valid rectangle is a candidate. */
static inline Py_ssize_t filter_rects(const rect_layout *known, PyObject *const *items, Py_ssize_t most,
                                      const c2d_shape *shape, c2d_relation least, uint8_t *candidates, size_t *count)
{
    const rect_layout layout = *known;
    const c2d_bounds own = c2d_bounds_of(shape);
    size_t n = 0;
    Py_ssize_t i = 0;
    for (; i < most && Py_TYPE(items[i]) == layout.type; i++) {
        double numbers[4];
        load_rect(&layout, items[i], numbers);
        candidates[n] = (uint8_t)i;
        n += !rect_misses(numbers, own, least);
    }
    *count = n;
    return i;
}

/* layout: NULL for our shapes. */
static Py_ssize_t filter(const list_query *q, const rect_layout *layout, PyObject *const *items, Py_ssize_t most,
                         uint8_t *candidates, size_t *count)
{
    bool overlapping = q->least == C2D_OVERLAPPING; /* a constant for the loops */
    if (layout)
        return overlapping ? filter_rects(layout, items, most, q->shape, C2D_OVERLAPPING, candidates, count)
                           : filter_rects(layout, items, most, q->shape, C2D_TOUCHING, candidates, count);
    return overlapping ? filter_by_bounds(items, most, q->shape, C2D_OVERLAPPING, candidates, count)
                       : filter_by_bounds(items, most, q->shape, C2D_TOUCHING, candidates, count);
}

/* Tests a candidate, which runs no user code. */
static outcome test_candidate(const list_query *q, const rect_layout *layout, Py_ssize_t index, PyObject *item)
{
    operand o = {.shape = (shape_object *)item};
    if (layout && !read_item(q, index, item, &o))
        return FAILED;
    return c2d_relate(q->shape, &o.shape->shape) >= q->least ? ENOUGH : GO_ON;
}

/* Tests the shapes, or pygame's rectangles of one type, at the head of the items; start: the index of the first item,
 * *tested: how many there were. All hits are referenced before any is recorded: the list of hits is a Python object
 * that other threads may find, use and lock, and the items may change while we wait for it. */
static outcome test_block(list_query *q, PyObject *const *items, Py_ssize_t start, Py_ssize_t most, Py_ssize_t *tested)
{
    uint8_t candidates[BLOCK];
    size_t count;
    const rect_layout *layout = is_shape(items[0]) ? NULL : layout_of_rect(q->state, items[0]);
    *tested = filter(q, layout, items, most, candidates, &count);
    PyObject *hits[BLOCK];
    size_t hit_count = 0;
    outcome end = GO_ON;
    for (size_t k = 0; k < count && end != FAILED && !(q->first && hit_count); k++) {
        PyObject *item = items[candidates[k]];
        candidates[hit_count] = candidates[k];
        end = test_candidate(q, layout, start + candidates[k], item);
        if (end == ENOUGH)
            hits[hit_count++] = Py_NewRef(item);
    }
    if (end == ENOUGH)
        end = GO_ON;
    for (size_t k = 0; k < hit_count; k++) {
        if (end == GO_ON)
            end = record_hit(q, start + candidates[k], hits[k]);
        Py_DECREF(hits[k]);
    }
    return end;
}

/* A list or a tuple. A list may change whenever user code has run; items beyond its original length are not tested. */
static outcome test_sequence(list_query *q, PyObject *sequence)
{
    bool plain = q->shape && !q->key && q->pair_member < 0;
    Py_ssize_t i = 0, size = PySequence_Fast_GET_SIZE(sequence), block = q->first ? FIRST_BLOCK : BLOCK;
    outcome end = GO_ON;
    while (end == GO_ON && i < size && i < PySequence_Fast_GET_SIZE(sequence)) {
        PyObject **items = PySequence_Fast_ITEMS(sequence) + i;
        Py_ssize_t left = Py_MIN(size, PySequence_Fast_GET_SIZE(sequence)) - i, tested = 0;
        if (plain)
            end = test_block(q, items, i, Py_MIN(left, block), &tested);
        if (tested == 0) {
            PyObject *item = Py_NewRef(items[0]);
            end = test_item(q, i, item);
            Py_DECREF(item);
            tested = 1;
        }
        i += tested;
    }
    return end;
}

static outcome test_items(list_query *q, PyObject *items)
{
    if (!PyList_CheckExact(items) && !PyTuple_CheckExact(items))
        return test_iterable(q, items);
    outcome end;
    Py_BEGIN_CRITICAL_SECTION(items);
    end = test_sequence(q, items);
    Py_END_CRITICAL_SECTION();
    return end;
}

/* ---- methods ---- */

#define TOUCHING_DOC                                                                                                   \
    "Shapes must overlap, as pygame's rectangles must: neighbouring tiles do not. With touching=True they need only\n" \
    "collide.\n\n"
#define SHAPES_DOC                                                                                                     \
    "shapes is an iterable of shapes, objects with a .shape or a .rect, pygame rectangles, circles and lines, pairs\n" \
    "of numbers, or rectangles of four numbers.\n\n" TOUCHING_DOC
#define OBJECTS_DOC                                                                                                    \
    "objects is an iterable of shape-likes, or of any objects if key returns the shape-like of each.\n\n" TOUCHING_DOC
#define MAPPING_DOC                                                                                                    \
    "shapes is a mapping whose keys are shapes or pairs or, with values=True, whose values are "                       \
    "shape-likes.\n\n" TOUCHING_DOC

/* The list of all hits, or the first hit, or none if there is no hit; NULL with an error set. */
static PyObject *find(list_query *q, PyObject *self, PyObject *items, PyObject *none)
{
    bool body = is_body(self);
    q->shape = body ? NULL : SHAPE(self);
    q->self.shape = body ? NULL : (shape_object *)self;
    q->self.body = body ? (body_object *)self : NULL;
    q->found = q->first ? NULL : PyList_New(0);
    outcome end = !q->first && !q->found ? FAILED : test_items(q, items);
    if (end == FAILED)
        Py_CLEAR(q->found);
    else if (!q->found)
        q->found = Py_NewRef(none);
    return q->found;
}

static bool check_iterable(const signature *s, PyObject *object)
{
    if (is_iterable(object))
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
    list_query q = {.state = state_of(self),
                    .function = s->name,
                    .before = "shapes[",
                    .after = "]",
                    .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                    .first = first,
                    .pair_member = -1};
    PyObject *none = PyLong_FromLong(-1);
    PyObject *found = none ? find(&q, self, a.object[0], none) : NULL;
    Py_XDECREF(none);
    return found;
}

const char collidelist_doc[] = PyDoc_STR(
    "collidelist($self, shapes, *, touching=False)\n--\n\n"
    "The index of the first shape in a list that this one overlaps, or -1.\n\n"
    SHAPES_DOC
    "Raises TypeError for an item that is not a shape-like, ValueError for a number out of range; items after the\n"
    "first hit are not read.\n\n"
    ">>> Circle(5, 5, 2).collidelist([Rect(0, 0, 3, 3), Rect(6, 0, 9, 9), (5, 5)])\n"
    "1\n"
    ">>> Rect(0, 0, 4, 4).collidelist([Rect(4, 0, 4, 4)]), Rect(0, 0, 4, 4).collidelist([Rect(4, 0, 4, 4)], "
    "touching=True)\n"
    "(-1, 0)\n");

PyObject *shape_collidelist(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"collidelist", 1, 1, 2, {{"shapes", OBJECT}, {"touching", OBJECT}}};
    return find_in_list(self, &s, true, args, nargs, kwnames);
}

const char collidelistall_doc[] =
    PyDoc_STR(
    "collidelistall($self, shapes, *, touching=False)\n--\n\n"
    "The indices of all shapes in a list that this one overlaps, as a list.\n\n"
    SHAPES_DOC
    "Raises TypeError for an item that is not a shape-like, ValueError for a number out of range.\n\n"
    ">>> Circle(5, 5, 2).collidelistall([Rect(0, 0, 3, 3), Rect(6, 0, 9, 9), (5, 5)])\n"
    "[1, 2]\n");

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
    list_query q = {.state = state_of(self),
                    .function = s->name,
                    .before = key ? "key(objects[" : "objects[",
                    .after = key ? "])" : "]",
                    .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                    .first = first,
                    .objects = true,
                    .key = key,
                    .pair_member = -1};
    return find(&q, self, a.object[0], Py_None);
}

const char collideobjects_doc[] = PyDoc_STR(
    "collideobjects($self, objects, *, key=None, touching=False)\n--\n\n"
    "The first of many objects that this shape overlaps, or None.\n\n"
    OBJECTS_DOC
    "Raises TypeError for an object that is not a shape-like, ValueError for a number out of range, and any exception\n"
    "of key; objects after the first hit are not read.\n\n"
    ">>> doors = [{'name': 'north', 'area': Rect(40, 0, 20, 4)}, {'name': 'west', 'area': Rect(0, 40, 4, 20)}]\n"
    ">>> Circle(5, 50, 3).collideobjects(doors, key=lambda door: door['area'])['name']\n"
    "'west'\n");

PyObject *shape_collideobjects(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collideobjects", 1, 1, 3, {{"objects", OBJECT}, {"key", OBJECT | OPTIONAL}, {"touching", OBJECT}}};
    return find_objects(self, &s, true, args, nargs, kwnames);
}

const char collideobjectsall_doc[] = PyDoc_STR(
    "collideobjectsall($self, objects, *, key=None, touching=False)\n--\n\n"
    "All of many objects that this shape overlaps, as a list.\n\n"
    OBJECTS_DOC
    "Raises TypeError for an object that is not a shape-like, ValueError for a number out of range, and any exception\n"
    "of key.\n\n"
    ">>> coins = {'copper': Circle(10, 10, 4), 'silver': Circle(30, 10, 4), 'gold': Circle(50, 10, 4)}\n"
    ">>> Rect(20, 0, 40, 20).collideobjectsall(coins, key=coins.get)\n"
    "['silver', 'gold']\n");

PyObject *shape_collideobjectsall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collideobjectsall", 1, 1, 3, {{"objects", OBJECT}, {"key", OBJECT | OPTIONAL}, {"touching", OBJECT}}};
    return find_objects(self, &s, false, args, nargs, kwnames);
}

/* The items of a mapping as a new list, which user code cannot change; NULL with an error set. */
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
    list_query q = {.state = state_of(self),
                    .function = s->name,
                    .before = values ? "a value of shapes" : "a key of shapes",
                    .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                    .first = first,
                    .objects = true,
                    .pair_member = values};
    PyObject *answer = find(&q, self, items, Py_None);
    Py_DECREF(items);
    return answer;
}

const char collidedict_doc[] = PyDoc_STR(
    "collidedict($self, shapes, values=False, *, touching=False)\n--\n\n"
    "The first pair (key, value) of a mapping whose key, or value, this shape overlaps, or None.\n\n"
    MAPPING_DOC
    "Raises TypeError for a key or value that is not a shape-like, ValueError for a number out of range; items after\n"
    "the first hit are not read.\n\n"
    ">>> Point(50, 50).collidedict({'lava': Rect(0, 0, 64, 64), 'exit': Rect(64, 0, 64, 64)}, values=True)\n"
    "('lava', Rect(0.0, 0.0, 64.0, 64.0))\n");

PyObject *shape_collidedict(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"collidedict", 1, 2, 3, {{"shapes", OBJECT}, {"values", OBJECT}, {"touching", OBJECT}}};
    return find_in_dict(self, &s, true, args, nargs, kwnames);
}

const char collidedictall_doc[] = PyDoc_STR(
    "collidedictall($self, shapes, values=False, *, touching=False)\n--\n\n"
    "All pairs (key, value) of a mapping whose keys, or values, this shape overlaps, as a list.\n\n"
    MAPPING_DOC
    "Raises TypeError for a key or value that is not a shape-like, ValueError for a number out of range.\n\n"
    ">>> Circle(0, 0, 5).collidedictall({Point(1, 2): 'near', Point(9, 9): 'far', (3, 3): 'also near'})\n"
    "[(Point(1.0, 2.0), 'near'), ((3, 3), 'also near')]\n");

PyObject *shape_collidedictall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {
        "collidedictall", 1, 2, 3, {{"shapes", OBJECT}, {"values", OBJECT}, {"touching", OBJECT}}};
    return find_in_dict(self, &s, false, args, nargs, kwnames);
}
