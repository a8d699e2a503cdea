/* Sprites: what they collide as, one against a group, group against group. A sprite is anything with a .shape, or else
 * with a .rect; a group anything that gives sprites. Nothing is remembered from one call to the next. Each sprite is
 * read once a call, which may run code of the user's; what has been read is held, and cannot change. */
#include "space.h"

#include <math.h>

/* ---- what a sprite collides as ---- */

/* A size to scale by, if it is none or not None; false with an error set. */
typedef struct ratio {
    bool given;
    double k;
} ratio;

static bool read_ratio(PyObject *object, ratio *out)
{
    out->given = object != Py_None;
    out->k = 1;
    if (!out->given)
        return true;
    if (!number_from("collide_shape_ratio", "ratio", object, &out->k))
        return false;
    c2d_status status = c2d_check_size(&out->k);
    if (status)
        refuse_number("collide_shape_ratio", "ratio", status, out->k);
    return status == C2D_OK;
}

/* The shape that is scaled takes the place of the one that was read. */
static bool scale_operand(module_state *state, const ratio *by, operand *o)
{
    static const signature s = {"collide_shape_ratio", 1, 1, 1, {{"ratio", SIZE}}};
    arguments a = {.given = 1, .number = {by->k}};
    PyObject *scaled = scaled_object(type_of_operand(state, o), o->shape, by->k, &s, &a);
    release_operand(o);
    o->owner = scaled;
    o->shape = (shape_object *)scaled;
    return scaled;
}

/* What a rectangle derives from may be far greater than its coordinates, which are rounded as that is. */
static double size_of_numbers(const c2d_rect *r)
{
    double at = fabs(r->at.x) + fabs(r->at.y), size = fabs(r->size.x) + fabs(r->size.y);
    return at + size + fabs(r->pivot.x) + fabs(r->pivot.y) + r->radius;
}

/* Where the shape of an operand will be once it is scaled, and a little more: a hundred times what rounding may add. A
 * vertex, its centre and what both derive from are sums of no more than four of the numbers that are summed here, each
 * rounded a few times: 64 u, of which the slack has 8,192. */
static c2d_bounds scaled_bounds(const operand *o, const ratio *by)
{
    const c2d_shape *s = &o->shape->shape;
    const c2d_rect *numbers = numbers_of(o->shape);
    c2d_vec c = center_of(o->shape);
    double x = fmax(fabs(s->min.x), fabs(s->max.x)), y = fmax(fabs(s->min.y), fabs(s->max.y));
    double scale = x + y + (numbers ? size_of_numbers(numbers) : 0);
    double k = by->k, slack = 0x1p-40 * (1 + k) * scale + 0x1p-190;
    c2d_bounds box = {{c.x - k * (c.x - s->min.x) - slack, c.y - k * (c.y - s->min.y) - slack},
                      {c.x + k * (s->max.x - c.x) + slack, c.y + k * (s->max.y - c.y) + slack}};
    return box;
}

/* By its rectangle, or by what it is itself. */
static bool read_rectangle(module_state *state, const char *function, const char *name, Py_ssize_t index,
                           PyObject *sprite, operand *out)
{
    PyObject *rect;
    int found = attribute(sprite, state->rect, &rect);
    if (found < 0)
        return false;
    if (found && is_shape(rect)) {
        out->owner = rect;
        out->shape = (shape_object *)rect;
        return true;
    }
    char indexed[ITEM_NAME];
    if (index >= 0)
        name_item(indexed, name, index, found ? "].rect" : "]");
    bool good = read_by_form(state, function, index >= 0 ? indexed : name, found ? rect : sprite, out);
    Py_XDECREF(rect);
    return good;
}

/* What shape_from_image gives for pieces, which is easily taken for a shape. */
static bool is_several_shapes(PyObject *object)
{
    return (PyList_Check(object) || PyTuple_Check(object)) && PySequence_Fast_GET_SIZE(object) > 0 &&
           is_shape(PySequence_Fast_GET_ITEM(object, 0));
}

/* Its .shape: 1 and *out written, 0 if it has none, -1 with an error set. A value that is no shape is the game's own
 * and counts as none; but a property that fails, and several shapes, are errors: the sprite does not silently collide
 * by its rectangle. */
static int read_own_shape(module_state *state, const char *function, const char *name, Py_ssize_t index,
                          PyObject *sprite, operand *out)
{
    PyObject *held;
    int found = attribute(sprite, state->shape, &held);
    if (found == 0) {
        found = attribute((PyObject *)Py_TYPE(sprite), state->shape, &held);
        Py_XDECREF(held);
        if (found <= 0)
            return found;
        held = PyObject_GetAttr(sprite, state->shape);
        found = held ? 1 : -1;
    }
    if (found < 0)
        return -1;
    if (is_shape(held)) {
        out->owner = held;
        out->shape = (shape_object *)held;
        return 1;
    }
    if (is_several_shapes(held)) {
        char indexed[ITEM_NAME];
        if (index >= 0)
            name_item(indexed, name, index, "]");
        PyErr_Format(PyExc_TypeError, "%s: %s.shape must be one shape, got a %.100s of shapes", function,
                     index >= 0 ? indexed : name, Py_TYPE(held)->tp_name);
        found = -1;
    }
    Py_DECREF(held);
    return found < 0 ? -1 : 0;
}

/* index: of the sprite in a group, the name of which then ends in a bracket; else -1. The sprite must be held. */
static inline bool read_sprite(module_state *state, const char *function, const char *name, Py_ssize_t index,
                               PyObject *sprite, operand *out)
{
    out->owner = NULL;
    out->shape = (shape_object *)sprite;
    int found = is_shape(sprite) ? 1 : read_own_shape(state, function, name, index, sprite, out);
    if (found == 0) {
        found = read_rectangle(state, function, name, index, sprite, out) ? 1 : -1;
    }
    return found > 0;
}

PyObject *sprite_shape(PyObject *module, PyObject *sprite)
{
    module_state *state = PyModule_GetState(module);
    operand o;
    if (!read_sprite(state, "draw", "what", -1, sprite, &o))
        return NULL;
    PyObject *shape = object_of_operand(state, &o);
    release_operand(&o);
    return shape;
}

/* ---- two sprites ---- */

static inline bool boxes_overlap(c2d_bounds a, c2d_bounds b)
{
    return (a.min.x < b.max.x) & (b.min.x < a.max.x) & (a.min.y < b.max.y) & (b.min.y < a.max.y);
}

static inline bool shapes_overlap(const c2d_shape *a, const c2d_shape *b)
{
    return boxes_overlap(c2d_bounds_of(a), c2d_bounds_of(b)) && c2d_overlaps(a, b);
}

/* Whether they overlap once they are scaled, which takes longer than anything else here and so is done only if they
 * may; -1 with an error set. */
static int scaled_overlap(module_state *state, operand *a, operand *b, const ratio *by)
{
    if (!boxes_overlap(scaled_bounds(a, by), scaled_bounds(b, by)))
        return 0;
    if (!scale_operand(state, by, a) || !scale_operand(state, by, b))
        return -1;
    return shapes_overlap(&a->shape->shape, &b->shape->shape);
}

static PyObject *two_sprites(module_state *state, const char *function, PyObject *left, PyObject *right,
                             const ratio *by)
{
    operand a, b;
    if (!read_sprite(state, function, "left", -1, left, &a))
        return NULL;
    if (!read_sprite(state, function, "right", -1, right, &b)) {
        release_operand(&a);
        return NULL;
    }
    int answer = by ? scaled_overlap(state, &a, &b, by) : shapes_overlap(&a.shape->shape, &b.shape->shape);
    release_operand(&a);
    release_operand(&b);
    return answer < 0 ? NULL : PyBool_FromLong(answer);
}

PyObject *collide_shape(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "collide_shape: takes 2 sprites, got %zd", nargs);
    return two_sprites(PyModule_GetState(module), "collide_shape", args[0], args[1], NULL);
}

static bool check_count(const char *function, Py_ssize_t wanted, Py_ssize_t nargs)
{
    if (nargs != wanted)
        PyErr_Format(PyExc_TypeError, "%s: takes %zd arguments, got %zd", function, wanted, nargs);
    return nargs == wanted;
}

PyObject *collide_scaled(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    ratio by;
    if (!check_count("collide_shape_ratio", 3, nargs) || !read_ratio(args[2], &by))
        return NULL;
    return two_sprites(PyModule_GetState(module), "collide_shape_ratio", args[0], args[1], by.given ? &by : NULL);
}

/* ---- a sprite and a group ---- */

/* Whether what was read overlaps the shape, once it is scaled; -1 with an error set. */
static inline int meets(module_state *state, const c2d_shape *shape, operand *o, const ratio *by)
{
    if (by->given) {
        if (!boxes_overlap(c2d_bounds_of(shape), scaled_bounds(o, by)))
            return 0;
        if (!scale_operand(state, by, o))
            return -1;
    }
    return shapes_overlap(shape, &o->shape->shape);
}

/* Appends those that overlap the shape to the list, or with no list looks for the first only: 1 and *first (a new
 * reference) if there is one, else 0; -1 with an error set. */
static int hits_of(module_state *state, const c2d_shape *shape, PyObject *group, const ratio *by, PyObject *list,
                   PyObject **first)
{
    const char *function = list ? "spritecollide" : "spritecollideany";
    PyObject *sprites = PyObject_GetIter(group), *sprite;
    int end = sprites ? 0 : -1;
    for (Py_ssize_t i = 0; end == 0 && (sprite = PyIter_Next(sprites)); i++) {
        operand o;
        end = -1;
        if (read_sprite(state, function, "group[", i, sprite, &o)) {
            end = meets(state, shape, &o, by);
            release_operand(&o);
        }
        if (end > 0 && list)
            end = PyList_Append(list, sprite);
        else if (end > 0)
            *first = Py_NewRef(sprite);
        Py_DECREF(sprite);
    }
    Py_XDECREF(sprites);
    return PyErr_Occurred() ? -1 : end;
}

PyObject *sprite_hits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    enum { SPRITE, GROUP, RATIO, FIRST };
    module_state *state = PyModule_GetState(module);
    ratio by;
    if (!check_count("spritecollide", 4, nargs) || !read_ratio(args[RATIO], &by))
        return NULL;
    int first = PyObject_IsTrue(args[FIRST]);
    if (first < 0)
        return NULL;
    operand o;
    if (!read_sprite(state, first ? "spritecollideany" : "spritecollide", "sprite", -1, args[SPRITE], &o) ||
        (by.given && !scale_operand(state, &by, &o)))
        return NULL;
    PyObject *list = first ? NULL : PyList_New(0), *found = NULL;
    int end = first || list ? hits_of(state, &o.shape->shape, args[GROUP], &by, list, &found) : -1;
    release_operand(&o);
    if (end < 0) {
        Py_XDECREF(found);
        Py_CLEAR(list);
        return NULL;
    }
    return list ? list : found ? found : Py_NewRef(Py_None);
}

/* ---- two groups ---- */

/* The sprites of a group with their shapes, both held. */
typedef struct crowd {
    PyObject **sprites, **shapes;
    size_t count, capacity;
} crowd;

static void disperse(crowd *c)
{
    for (size_t i = 0; i < c->count; i++) {
        Py_DECREF(c->sprites[i]);
        Py_DECREF(c->shapes[i]);
    }
    PyMem_Free(c->sprites);
    PyMem_Free(c->shapes);
}

static bool grow_crowd(crowd *c)
{
    size_t capacity = c->capacity ? 2 * c->capacity : 64;
    if (capacity > UINT32_MAX) { /* so that the tree can number them */
        PyErr_NoMemory();
        return false;
    }
    PyObject **sprites = PyMem_Realloc(c->sprites, capacity * sizeof *sprites);
    if (sprites)
        c->sprites = sprites;
    PyObject **shapes = PyMem_Realloc(c->shapes, capacity * sizeof *shapes);
    if (shapes)
        c->shapes = shapes;
    if (!sprites || !shapes) {
        PyErr_NoMemory();
        return false;
    }
    c->capacity = capacity;
    return true;
}

/* Takes over the reference to the sprite. */
static bool join(module_state *state, crowd *c, const char *name, PyObject *sprite, const ratio *by)
{
    operand o;
    PyObject *shape = NULL;
    if ((c->count < c->capacity || grow_crowd(c)) &&
        read_sprite(state, "groupcollide", name, (Py_ssize_t)c->count, sprite, &o)) {
        if (!by->given || scale_operand(state, by, &o))
            shape = object_of_operand(state, &o);
        release_operand(&o);
    }
    if (!shape) {
        Py_DECREF(sprite);
        return false;
    }
    c->sprites[c->count] = sprite;
    c->shapes[c->count++] = shape;
    return true;
}

static bool gather(module_state *state, crowd *c, const char *name, PyObject *group, const ratio *by)
{
    PyObject *sprites = PyObject_GetIter(group), *sprite;
    bool good = sprites != NULL;
    while (good && (sprite = PyIter_Next(sprites)))
        good = join(state, c, name, sprite, by);
    Py_XDECREF(sprites);
    return good && !PyErr_Occurred();
}

/* Pairs that overlap: the index in group a in the upper half of a key, that in group b in the lower. */
typedef struct pairing {
    const crowd *a, *b;
    findings found;
    bool failed;
} pairing;

static bool try_pair(pairing *p, size_t i, size_t k)
{
    const c2d_shape *a = SHAPE(p->a->shapes[i]), *b = SHAPE(p->b->shapes[k]);
    if (shapes_overlap(a, b))
        p->failed = !add_finding(&p->found, (uint64_t)i << 32 | k);
    return !p->failed;
}

/* The shapes of both groups in one list, those of a first. */
static const c2d_shape *shape_in_pairing(const void *context, uint32_t i)
{
    const pairing *p = context;
    return SHAPE(i < p->a->count ? p->a->shapes[i] : p->b->shapes[i - p->a->count]);
}

static bool visit_pair(void *context, uint32_t i, uint32_t k)
{
    pairing *p = context;
    return try_pair(p, i, k - p->a->count);
}

static void pair_by_search(pairing *p)
{
    size_t count = p->a->count + p->b->count;
    c2d_bounds *boxes = count <= UINT32_MAX ? PyMem_New(c2d_bounds, count) : NULL;
    c2d_crowd crowd = {.boxes = boxes,
                       .count = count,
                       .split = p->a->count,
                       .shape = shape_in_pairing,
                       .shapes = p,
                       .found = &p->found.count};
    for (size_t i = 0; boxes && i < count; i++)
        boxes[i] = c2d_bounds_of(shape_in_pairing(p, (uint32_t)i));
    if (!boxes || c2d_crowd_pairs(&crowd, visit_pair, p) != C2D_OK)
        p->failed = true;
    PyMem_Free(boxes);
}

static void pair_by_trial(pairing *p)
{
    for (size_t i = 0; i < p->a->count && !p->failed; i++)
        for (size_t k = 0; k < p->b->count && !p->failed; k++)
            try_pair(p, i, k);
}

/* Unless both groups have more sprites than this, a search does not pay. */
#define FEW 16

/* (i, [sprite, ...]) of so many sorted findings, all with the index i of group a; NULL with an error set. */
static PyObject *row_of(const crowd *b, const finding *list, size_t count)
{
    PyObject *hits = PyList_New((Py_ssize_t)count);
    for (size_t n = 0; hits && n < count; n++)
        PyList_SET_ITEM(hits, (Py_ssize_t)n, Py_NewRef(b->sprites[(uint32_t)list[n].key]));
    return hits ? Py_BuildValue("(nN)", (Py_ssize_t)(list[0].key >> 32), hits) : NULL;
}

static PyObject *rows_of(const crowd *b, const findings *found)
{
    PyObject *rows = PyList_New(0);
    for (size_t start = 0, end; rows && start < found->count; start = end) {
        for (end = start + 1; end < found->count && found->list[end].key >> 32 == found->list[start].key >> 32;)
            end++;
        PyObject *row = row_of(b, found->list + start, end - start);
        if (!row || PyList_Append(rows, row) < 0)
            Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    return rows;
}

static PyObject *pair_groups(const crowd *a, const crowd *b)
{
    pairing p = {.a = a, .b = b};
    open_findings(&p.found);
    if (a->count > FEW && b->count > FEW)
        pair_by_search(&p);
    else
        pair_by_trial(&p);
    bool good = !p.failed && sort_pairs(&p.found, a->count);
    PyObject *rows = good ? rows_of(b, &p.found) : PyErr_NoMemory();
    close_findings(&p.found);
    return rows;
}

PyObject *group_hits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    enum { GROUPA, GROUPB, RATIO };
    module_state *state = PyModule_GetState(module);
    ratio by;
    if (!check_count("groupcollide", 3, nargs) || !read_ratio(args[RATIO], &by))
        return NULL;
    crowd a = {0}, b = {0};
    PyObject *rows = NULL;
    if (gather(state, &a, "groupa[", args[GROUPA], &by) && gather(state, &b, "groupb[", args[GROUPB], &by))
        rows = pair_groups(&a, &b);
    disperse(&a);
    disperse(&b);
    return rows;
}
