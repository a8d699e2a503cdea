/* Sprites: the shape of a sprite, two sprites, a sprite against a group, a group against a group. A sprite is an object
 * with a .shape or else with a .rect, a group an iterable of sprites. Nothing is cached between calls. Each sprite is
 * read once per call, which may run user code; the shape that was read is referenced and immutable. */
#include "../bodies/bodies.h"
#include "../base/pygame_rects.h"
#include "../space/space.h"

#include <math.h>

/* ---- the shape of a sprite ---- */

/* A factor to scale by; not given: None. */
typedef struct ratio {
    bool given;
    double k;
} ratio;

/* False with an error set. */
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

/* Replaces the operand's shape by the scaled one; false with an error set. */
static bool scale_operand(module_state *state, const ratio *by, operand *o)
{
    static const signature s = {"collide_shape_ratio", 1, 1, 1, {{"ratio", SIZE}}};
    arguments a = {.given = 1, .number = {by->k}};
    PyObject *scaled = o->body ? scaled_body(o->body, by->k, &s, &a)
                               : scaled_object(type_of_operand(state, o), o->shape, by->k, &s, &a);
    release_operand(o);
    o->owner = scaled;
    o->body = o->body ? (body_object *)scaled : NULL;
    o->shape = o->body ? NULL : (shape_object *)scaled;
    return scaled;
}

/* The sum of a rectangle's numbers. They may be far greater than its coordinates, whose rounding error they cause. */
static double size_of_numbers(const c2d_rect *r)
{
    double at = fabs(r->at.x) + fabs(r->at.y), size = fabs(r->size.x) + fabs(r->size.y);
    return at + size + fabs(r->pivot.x) + fabs(r->pivot.y) + r->radius;
}

/* Bounds of the operand's shape after scaling, widened by a hundred times the rounding error. A vertex and the centre
 * are sums of at most four of the numbers that are added up here, each rounded a few times. Their error is at most 64
 * u, and the slack is 8,192 u. */
static c2d_bounds scaled_bounds(const operand *o, const ratio *by)
{
    if (o->body) /* its pieces are scaled about one centre: no bounds are known before */
        return (c2d_bounds){{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    const c2d_shape *s = &o->shape->shape;
    const c2d_rect *numbers = rect_of(o->shape);
    c2d_vec c = center_of(o->shape);
    double x = fmax(fabs(s->min.x), fabs(s->max.x)), y = fmax(fabs(s->min.y), fabs(s->max.y));
    double scale = x + y + (numbers ? size_of_numbers(numbers) : 0);
    double k = by->k, slack = 0x1p-40 * (1 + k) * scale + 0x1p-190;
    c2d_bounds box = {{c.x - k * (c.x - s->min.x) - slack, c.y - k * (c.y - s->min.y) - slack},
                      {c.x + k * (s->max.x - c.x) + slack, c.y + k * (s->max.y - c.y) + slack}};
    return box;
}

/* The shape of the rect of a sprite, or of the sprite as a shape-like if rect is NULL; false with an error set. */
static bool read_rect(module_state *state, const char *function, const char *name, Py_ssize_t index, PyObject *sprite,
                      PyObject *rect, operand *out)
{
    char indexed[ITEM_NAME];
    if (index >= 0)
        name_item(indexed, name, index, rect ? "].rect" : "]");
    else
        PyOS_snprintf(indexed, sizeof indexed, rect ? "%s.rect" : "%s", name);
    return rect ? read_rect_like(state, function, indexed, rect, out)
                : read_duck_typed(state, function, indexed, sprite, out);
}

/* 1 with the shape of the sprite's .rect, or of the sprite as a shape-like; -1 with an error set. box: NULL, or bounds:
 * 0 if the rect surely does not overlap them. */
static int read_by_rect(module_state *state, const char *function, const char *name, Py_ssize_t index, PyObject *sprite,
                        const c2d_bounds *box, operand *out)
{
    PyObject *rect;
    int found = attribute(sprite, state->rect, &rect);
    if (found < 0)
        return -1;
    const rect_layout *layout = box && found ? layout_of_rect(state, rect) : NULL;
    double numbers[4];
    if (layout)
        load_rect(layout, rect, numbers);
    if (layout && rect_misses(numbers, *box, C2D_OVERLAPPING))
        found = 0;
    else if (found && read_pygame_rect(state, rect, out))
        found = 1;
    else
        found = read_rect(state, function, name, index, sprite, rect, out) ? 1 : -1;
    Py_XDECREF(rect);
    return found;
}

/* 1 with the .shape of a sprite in *out, 0 if it has none, -1 with an error set. A value that is not a shape belongs to
 * the game and counts as none. A property that fails and a list of shapes are errors, so that the sprite does not
 * silently collide by its rectangle. */
static int read_own_shape(module_state *state, const char *function, const char *name, Py_ssize_t index,
                          PyObject *sprite, operand *out)
{
    PyObject *held;
    int found = attribute(sprite, state->shape, &held);
    if (found == 0) {
        if (class_lacks(sprite, state->shape))
            return 0;
        found = attribute((PyObject *)Py_TYPE(sprite), state->shape, &held);
        Py_XDECREF(held);
        if (found <= 0)
            return found;
        held = PyObject_GetAttr(sprite, state->shape);
        found = held ? 1 : -1;
    }
    if (found < 0)
        return -1;
    if (is_shape(held) || is_body(held)) {
        out->owner = held;
        out->body = is_body(held) ? (body_object *)held : NULL;
        out->shape = out->body ? NULL : (shape_object *)held;
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

/* 1 with the shape of a sprite, -1 with an error set. index: its index in a group, whose name ends with a bracket, or
 * -1. box: NULL, or bounds: 0 if the sprite is found not to overlap them. The caller must hold a reference to the
 * sprite. */
static inline int read_sprite_near(module_state *state, const char *function, const char *name, Py_ssize_t index,
                                   PyObject *sprite, const c2d_bounds *box, operand *out)
{
    out->owner = NULL;
    out->body = is_body(sprite) ? (body_object *)sprite : NULL;
    out->shape = out->body ? NULL : (shape_object *)sprite;
    int found = out->body || is_shape(sprite) ? 1 : read_own_shape(state, function, name, index, sprite, out);
    return found ? found : read_by_rect(state, function, name, index, sprite, box, out);
}

/* Likewise, wherever it is; false with an error set. */
static inline bool read_sprite(module_state *state, const char *function, const char *name, Py_ssize_t index,
                               PyObject *sprite, operand *out)
{
    return read_sprite_near(state, function, name, index, sprite, NULL, out) > 0;
}

const char sprite_shape_doc[] = PyDoc_STR(
    "_sprite_shape($module, sprite, /)\n--\n\n"
    "The shape of a sprite.");

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

static c2d_bounds bounds_of_operand(const operand *o)
{
    return o->body ? c2d_body_bounds(&o->body->body) : c2d_bounds_of(&o->shape->shape);
}

/* -1 with an error set. */
static inline int operands_overlap(const operand *a, const operand *b)
{
    if (a->shape && b->shape)
        return shapes_overlap(&a->shape->shape, &b->shape->shape);
    one_piece first, second;
    c2d_relation relation;
    if (!c2d_body_relate(body_of_solid(a, &first), body_of_solid(b, &second), &relation))
        return relation == C2D_OVERLAPPING;
    PyErr_NoMemory();
    return -1;
}

/* Whether two shapes overlap after scaling; -1 with an error set. Scaling takes longest, so it is skipped if the bounds
 * do not overlap. */
static int scaled_overlap(module_state *state, operand *a, operand *b, const ratio *by)
{
    if (!boxes_overlap(scaled_bounds(a, by), scaled_bounds(b, by)))
        return 0;
    if (!scale_operand(state, by, a) || !scale_operand(state, by, b))
        return -1;
    return operands_overlap(a, b);
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
    int answer = by ? scaled_overlap(state, &a, &b, by) : operands_overlap(&a, &b);
    release_operand(&a);
    release_operand(&b);
    return answer < 0 ? NULL : PyBool_FromLong(answer);
}

const char collide_shape_doc[] = PyDoc_STR(
    "collide_shape($module, left, right, /)\n--\n\n"
    "Whether the shapes of two sprites overlap: a callback for pygame's sprite functions.\n\n"
    "The shape of a sprite is its .shape, or its .rect if it has no .shape. Returns a bool; touching does not count.\n"
    "Raises TypeError for a sprite that has neither, ValueError for a number out of range.\n\n"
    ">>> from types import SimpleNamespace as Sprite\n"
    ">>> collide_shape(Sprite(shape=Circle(0, 0, 5)), Sprite(rect=Rect(3, 3, 10, 10)))\n"
    "True\n");

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

const char collide_scaled_doc[] =
    PyDoc_STR(
    "_collide_scaled($module, left, right, ratio, /)\n--\n\n"
    "Whether two sprites overlap when the shape of each is scaled about its centre.");

PyObject *collide_scaled(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    ratio by;
    if (!check_count("collide_shape_ratio", 3, nargs) || !read_ratio(args[2], &by))
        return NULL;
    return two_sprites(PyModule_GetState(module), "collide_shape_ratio", args[0], args[1], by.given ? &by : NULL);
}

/* ---- a sprite and a group ---- */

/* Whether the operand, scaled, overlaps the shape of a sprite; -1 with an error set. */
static inline int overlaps_operand(module_state *state, const operand *shape, operand *o, const ratio *by)
{
    if (by->given) {
        if (!boxes_overlap(bounds_of_operand(shape), scaled_bounds(o, by)))
            return 0;
        if (!scale_operand(state, by, o))
            return -1;
    }
    return operands_overlap(shape, o);
}

/* Appends the sprites that overlap the shape to the list. Without a list: 1 and the first one in *first, a new
 * reference, or 0 if there is none. -1 with an error set. */
static int hits_of(module_state *state, const operand *shape, PyObject *group, const ratio *by, PyObject *list,
                   PyObject **first)
{
    const char *function = list ? "spritecollide" : "spritecollideany";
    PyObject *sprites = PyObject_GetIter(group), *sprite;
    int end = sprites ? 0 : -1;
    c2d_bounds box = bounds_of_operand(shape);
    for (Py_ssize_t i = 0; end == 0 && (sprite = PyIter_Next(sprites)); i++) {
        operand o;
        end = read_sprite_near(state, function, "group[", i, sprite, by->given ? NULL : &box, &o);
        if (end > 0) {
            end = overlaps_operand(state, shape, &o, by);
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

const char sprite_hits_doc[] = PyDoc_STR(
    "_sprite_hits($module, sprite, group, ratio, first, /)\n--\n\n"
    "The sprites of a group that a sprite overlaps, as a list, or only the first, or None; scaled unless ratio is\n"
    "None.");

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
    int end = first || list ? hits_of(state, &o, args[GROUP], &by, list, &found) : -1;
    release_operand(&o);
    if (end < 0) {
        Py_XDECREF(found);
        Py_CLEAR(list);
        return NULL;
    }
    return list ? list : found ? found : Py_NewRef(Py_None);
}

/* ---- two groups ---- */

/* The sprites of a group and their shapes: owned references, the sprite and its shape at the same index. */
typedef struct sprite_group {
    result_list sprites, shapes;
} sprite_group;

static void sprite_group_init(sprite_group *g)
{
    result_list_init(&g->sprites);
    result_list_init(&g->shapes);
}

static void sprite_group_free(sprite_group *g)
{
    for (size_t i = 0; i < g->shapes.count; i++) {
        Py_DECREF(g->sprites.list[i].object);
        Py_DECREF(g->shapes.list[i].object);
    }
    result_list_free(&g->sprites);
    result_list_free(&g->shapes);
}

static size_t count_of(const sprite_group *g) { return g->shapes.count; }
static PyObject *shape_of(const sprite_group *g, size_t i) { return g->shapes.list[i].object; }

/* A shape or a body, which something else keeps alive. */
static operand operand_of(PyObject *shape)
{
    operand o = {.shape = is_body(shape) ? NULL : (shape_object *)shape};
    o.body = is_body(shape) ? (body_object *)shape : NULL;
    return o;
}

/* Steals the reference to the sprite; false with an error set. */
static bool add_sprite(module_state *state, sprite_group *g, const char *name, PyObject *sprite, const ratio *by)
{
    operand o;
    PyObject *shape = NULL;
    bool numbered = count_of(g) < UINT32_MAX; /* the search numbers them with 32 bits */
    if (!numbered || !result_list_reserve(&g->sprites) || !result_list_reserve(&g->shapes)) {
        PyErr_NoMemory();
    } else if (read_sprite(state, "groupcollide", name, (Py_ssize_t)count_of(g), sprite, &o)) {
        if (!by->given || scale_operand(state, by, &o))
            shape = object_of_operand(state, &o);
        release_operand(&o);
    }
    if (!shape) {
        Py_DECREF(sprite);
        return false;
    }
    return result_list_add_object(&g->sprites, sprite) && result_list_add_object(&g->shapes, shape);
}

static bool read_group(module_state *state, sprite_group *g, const char *name, PyObject *group, const ratio *by)
{
    PyObject *sprites = PyObject_GetIter(group), *sprite;
    bool good = sprites != NULL;
    while (good && (sprite = PyIter_Next(sprites)))
        good = add_sprite(state, g, name, sprite, by);
    Py_XDECREF(sprites);
    return good && !PyErr_Occurred();
}

/* A search for pairs that overlap. The upper half of a key is the index in group a, the lower half that in group b. */
typedef struct pair_search {
    const sprite_group *a, *b;
    result_list found;
    bool failed;
} pair_search;

static bool try_pair(pair_search *p, size_t i, size_t k)
{
    PyObject *first = shape_of(p->a, i), *second = shape_of(p->b, k);
    int overlap;
    if (is_shape(first) && is_shape(second)) {
        overlap = shapes_overlap(SHAPE(first), SHAPE(second));
    } else {
        operand a = operand_of(first), b = operand_of(second);
        overlap = operands_overlap(&a, &b);
    }
    if (overlap)
        p->failed = overlap < 0 || !result_list_add_key(&p->found, (uint64_t)i << 32 | k);
    return !p->failed;
}

/* The shapes of both groups in one list, group a first. */
static PyObject *object_of_pair_search(const pair_search *p, size_t i)
{
    return i < count_of(p->a) ? shape_of(p->a, i) : shape_of(p->b, i - count_of(p->a));
}

static const c2d_shape *shape_of_pair_search(const void *context, uint32_t i)
{
    return SHAPE(object_of_pair_search(context, i));
}

static bool visit_pair(void *context, uint32_t i, uint32_t k)
{
    pair_search *p = context;
    return try_pair(p, i, k - count_of(p->a));
}

static void find_pairs_by_search(pair_search *p)
{
    size_t count = count_of(p->a) + count_of(p->b);
    c2d_bounds *boxes = count <= UINT32_MAX ? PyMem_New(c2d_bounds, count) : NULL;
    c2d_shape_set shapes = {.boxes = boxes,
                            .count = count,
                            .split = count_of(p->a),
                            .shape = shape_of_pair_search,
                            .shapes = p,
                            .found = &p->found.count};
    for (size_t i = 0; boxes && i < count; i++) {
        operand o = operand_of(object_of_pair_search(p, i));
        boxes[i] = bounds_of_operand(&o);
        if (o.body)
            shapes.shape = NULL; /* then only the boxes are known */
    }
    if (!boxes || c2d_shape_pairs(&shapes, visit_pair, p) != C2D_OK)
        p->failed = true;
    PyMem_Free(boxes);
}

static void find_pairs_by_trial(pair_search *p)
{
    for (size_t i = 0; i < count_of(p->a) && !p->failed; i++)
        for (size_t k = 0; k < count_of(p->b) && !p->failed; k++)
            try_pair(p, i, k);
}

/* A broad-phase search is faster only if both groups are larger. */
#define SEARCH_THRESHOLD 16

/* (i, [sprite, ...]) from sorted keys that all have index i in group a; NULL with an error set. */
static PyObject *row_of(const sprite_group *b, const list_element *list, size_t count)
{
    PyObject *hits = PyList_New((Py_ssize_t)count);
    for (size_t n = 0; hits && n < count; n++)
        PyList_SET_ITEM(hits, (Py_ssize_t)n, Py_NewRef(b->sprites.list[(uint32_t)list[n].key].object));
    return hits ? Py_BuildValue("(nN)", (Py_ssize_t)(list[0].key >> 32), hits) : NULL;
}

static PyObject *rows_of(const sprite_group *b, const result_list *found)
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

static PyObject *pair_groups(const sprite_group *a, const sprite_group *b)
{
    pair_search p = {.a = a, .b = b};
    result_list_init(&p.found);
    if (count_of(a) > SEARCH_THRESHOLD && count_of(b) > SEARCH_THRESHOLD)
        find_pairs_by_search(&p);
    else
        find_pairs_by_trial(&p);
    bool good = !p.failed && result_list_sort_pairs(&p.found, count_of(a));
    PyObject *rows = good ? rows_of(b, &p.found) : PyErr_NoMemory();
    result_list_free(&p.found);
    return rows;
}

const char group_hits_doc[] =
    PyDoc_STR(
    "_group_hits($module, groupa, groupb, ratio, /)\n--\n\n"
    "For each sprite of the first group that overlaps any of the second: its index, and a list of those.");

PyObject *group_hits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    enum { GROUPA, GROUPB, RATIO };
    module_state *state = PyModule_GetState(module);
    ratio by;
    if (!check_count("groupcollide", 3, nargs) || !read_ratio(args[RATIO], &by))
        return NULL;
    sprite_group a, b;
    PyObject *rows = NULL;
    sprite_group_init(&a);
    sprite_group_init(&b);
    if (read_group(state, &a, "groupa[", args[GROUPA], &by) && read_group(state, &b, "groupb[", args[GROUPB], &by))
        rows = pair_groups(&a, &b);
    sprite_group_free(&a);
    sprite_group_free(&b);
    return rows;
}
