/* All pairs of a space that collide, in order. A grid over all bounds finds the candidates, without the tree. With a
 * period, a second search finds the pairs that collide through images. */
#include "space.h"

#include "../../core/periodic/body_image.h"
#include "../../core/shape/shape.h"

typedef struct pair_search {
    const space_object *space; /* without gaps */
    c2d_relation least;
    bool filter_layers;
    result_list *found;
    bool failed;
} pair_search;

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *p = context;
    if (p->filter_layers && !layers_match(p->space->order[i], p->space->order[j]))
        return true;
    if (c2d_relate(p->space->shapes[i], p->space->shapes[j]) < p->least)
        return true;
    p->failed = !result_list_add_key(p->found, (uint64_t)i << 32 | j);
    return !p->failed;
}

static const c2d_shape *shape_of(const void *shapes, uint32_t i) { return ((const c2d_shape *const *)shapes)[i]; }

/* ---- with bodies ---- */

/* The pieces of all items, with their bounds and the index of their item. */
typedef struct piece_list {
    c2d_bounds *boxes;
    const c2d_shape **shapes;
    uint32_t *items;
    size_t count;
} piece_list;

typedef struct piece_search {
    pair_search items;
    const piece_list *pieces;
} piece_search;

static void free_pieces(piece_list *p)
{
    PyMem_Free(p->boxes);
    PyMem_Free((void *)p->shapes);
    PyMem_Free(p->items);
}

/* The pieces of a space without gaps; false if there is no memory. */
static bool list_pieces(const space_object *space, piece_list *out)
{
    size_t count = 0;
    one_piece own;
    *out = (piece_list){0};
    for (uint32_t i = 0; i < space->count; i++)
        count += body_of_entry(space->order[i], &own)->count;
    if (count >= UINT32_MAX)
        return false;
    out->boxes = PyMem_New(c2d_bounds, count);
    out->shapes = PyMem_New(const c2d_shape *, count);
    out->items = PyMem_New(uint32_t, count);
    if (!out->boxes || !out->shapes || !out->items)
        return false;
    for (uint32_t i = 0; i < space->count; i++) {
        const entry *e = space->order[i];
        const c2d_body *body = body_of_entry(e, &own);
        for (size_t k = 0; k < body->count; k++) {
            const c2d_shape *s = e->has_body ? body->pieces[k] : SHAPE(e->shape);
            out->boxes[out->count] = c2d_bounds_of(s);
            out->shapes[out->count] = s;
            out->items[out->count++] = i;
        }
    }
    return true;
}

/* Whether an image of a body, shifted by a period or more, surrounds a thin shape. False as well, and p->failed, if
 * there is no memory. */
static bool any_image_surrounds(pair_search *p, const c2d_body *body, const c2d_shape *thin)
{
    c2d_vec period = p->space->period;
    c2d_bounds box = c2d_bounds_of(thin), all = c2d_body_bounds(body);
    c2d_cell home = c2d_cell_of(box.min, period), own = c2d_cell_of(all.min, period);
    box = c2d_shift_box(box, period, -home.x, -home.y);
    all = c2d_shift_box(all, period, -own.x, -own.y);
    c2d_cell_range near = c2d_cells_near(box, all, period, (c2d_vec){0, 0});
    bool surrounds = false;
    for (int32_t i = near.first.x; i <= near.last.x && !surrounds && !p->failed; i++)
        for (int32_t j = near.first.y; j <= near.last.y && !surrounds && !p->failed; j++) {
            c2d_cell image = {home.x + i - own.x, home.y + j - own.y};
            p->failed =
                c2d_is_shifted(image) && c2d_body_image_surrounds(body, period, image, thin, &surrounds) != C2D_OK;
        }
    return surrounds && !p->failed;
}

/* The relation of a piece to an item whose piece it touches: a thin one may be surrounded by several of them. Only that
 * piece is asked about, as all of them each time would be quadratic. C2D_APART and p->failed if there is no memory. */
static c2d_relation relation_to_item(pair_search *p, const c2d_shape *thin, uint32_t item)
{
    one_piece own;
    const c2d_body *body = body_of_entry(p->space->order[item], &own);
    c2d_body piece = {&thin, NULL, 1, NULL};
    c2d_relation relation;
    p->failed = c2d_body_relate(&piece, body, &relation) != C2D_OK;
    if (!p->failed && relation != C2D_OVERLAPPING && c2d_repeats(p->space->period) && p->space->order[item]->has_body)
        relation = any_image_surrounds(p, body, thin) ? C2D_OVERLAPPING : C2D_TOUCHING;
    return p->failed ? C2D_APART : relation;
}

/* The relation of two items, one of which is a body: more than that of these two pieces only if one of them is thin and
 * surrounded by pieces that it touches. C2D_APART and p->failed if there is no memory. */
static c2d_relation relation_of_items(pair_search *p, uint32_t i, uint32_t j, const c2d_shape *a, const c2d_shape *b)
{
    c2d_relation relation = c2d_relate(a, b);
    if (relation != C2D_TOUCHING || p->least == C2D_TOUCHING)
        return relation;
    if (c2d_is_thin(a))
        relation = relation_to_item(p, a, j);
    if (relation == C2D_TOUCHING && c2d_is_thin(b))
        relation = relation_to_item(p, b, i);
    return relation;
}

static bool visit_pieces(void *context, uint32_t i, uint32_t j)
{
    piece_search *s = context;
    pair_search *p = &s->items;
    const piece_list *pieces = s->pieces;
    uint32_t a = pieces->items[i], b = pieces->items[j];
    if (a == b || (p->filter_layers && !layers_match(p->space->order[a], p->space->order[b])))
        return true;
    if (relation_of_items(p, a, b, pieces->shapes[i], pieces->shapes[j]) < p->least)
        return !p->failed;
    p->failed = !result_list_add_key(p->found, (uint64_t)a << 32 | b); /* the pieces are in the order of the items */
    return !p->failed;
}

/* ---- with a period ---- */

static void copy_shape(const void *shapes, uint32_t i, c2d_shape *out) { *out = *shape_of(shapes, i); }

/* Visits the pairs of shapes that collide only through an image; false if there is no memory. The shapes of a space fit
 * its period. */
static bool visit_image_pairs(const pair_search *p, const c2d_shape *const *shapes, size_t count, bool touching,
                              c2d_visit_pair *visit, void *context)
{
    uint32_t fault;
    c2d_image_set set = {.count = count, .shape = copy_shape, .shapes = shapes, .period = p->space->period};
    return !c2d_repeats(set.period) || c2d_image_pairs(&set, touching, visit, context, &fault) == C2D_OK;
}

static bool visit_image_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *p = context;
    if (p->filter_layers && !layers_match(p->space->order[i], p->space->order[j]))
        return true;
    p->failed = !result_list_add_key(p->found, (uint64_t)i << 32 | j);
    return !p->failed;
}

static bool visit_image_pieces(void *context, uint32_t i, uint32_t j)
{
    piece_search *s = context;
    uint32_t a = s->pieces->items[i], b = s->pieces->items[j];
    return a == b || visit_image_pair(&s->items, a, b);
}

/* A pair of pieces that collide through an image, of which one is thin: another piece of the other item may take part
 * in surrounding it. */
static bool visit_touching_pieces(void *context, uint32_t i, uint32_t j)
{
    piece_search *s = context;
    pair_search *p = &s->items;
    const c2d_shape *const *shapes = s->pieces->shapes;
    uint32_t a = s->pieces->items[i], b = s->pieces->items[j];
    if (a == b || (!c2d_is_thin(shapes[i]) && !c2d_is_thin(shapes[j])))
        return true;
    bool surrounded = (c2d_is_thin(shapes[i]) && relation_to_item(p, shapes[i], b) == C2D_OVERLAPPING) ||
                      (!p->failed && c2d_is_thin(shapes[j]) && relation_to_item(p, shapes[j], a) == C2D_OVERLAPPING);
    return !p->failed && (!surrounded || visit_image_pair(p, a, b));
}

static bool find_image_pairs_of_pieces(piece_search *s)
{
    const piece_list *pieces = s->pieces;
    bool touching = s->items.least == C2D_TOUCHING, thin = false;
    for (size_t i = 0; i < pieces->count && !thin; i++)
        thin = c2d_is_thin(pieces->shapes[i]);
    return visit_image_pairs(&s->items, pieces->shapes, pieces->count, touching, visit_image_pieces, s) &&
           (touching || !thin || !c2d_repeats(s->items.space->period) ||
            visit_image_pairs(&s->items, pieces->shapes, pieces->count, true, visit_touching_pieces, s));
}

/* Keeps one of equal keys, which are neighbours. */
static void remove_equal_keys(result_list *found)
{
    size_t count = 0;
    for (size_t k = 0; k < found->count; k++)
        if (k == 0 || found->list[k].key != found->list[k - 1].key)
            found->list[count++].key = found->list[k].key;
    found->count = count;
}

/* Adds the pairs of a space with bodies; false if there is no memory. */
static bool find_body_pairs(const pair_search *p)
{
    piece_list pieces;
    bool good = list_pieces(p->space, &pieces);
    piece_search s = {*p, &pieces};
    c2d_shape_set set = {.boxes = pieces.boxes,
                         .count = pieces.count,
                         .shape = shape_of,
                         .shapes = pieces.shapes,
                         .found = &p->found->count};
    good = good && c2d_shape_pairs(&set, visit_pieces, &s) == C2D_OK && !s.items.failed &&
           find_image_pairs_of_pieces(&s) && !s.items.failed;
    free_pieces(&pieces);
    return good;
}

static bool find_shape_pairs(pair_search *p)
{
    c2d_shape_set set = {.boxes = p->space->boxes,
                         .count = p->space->count,
                         .shape = shape_of,
                         .shapes = p->space->shapes,
                         .found = &p->found->count};
    return c2d_shape_pairs(&set, visit_pair, p) == C2D_OK && !p->failed &&
           visit_image_pairs(p, p->space->shapes, p->space->count, p->least == C2D_TOUCHING, visit_image_pair, p) &&
           !p->failed;
}

bool find_pairs(space_object *space, bool touching, result_list *found)
{
    compact_order(space);
    result_list_init(found);
    pair_search p = {.space = space,
                     .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING,
                     .filter_layers = space->custom_layer_count > 0,
                     .found = found};
    bool good = (space->body_count > 0 ? find_body_pairs(&p) : find_shape_pairs(&p)) &&
                result_list_sort_pairs(found, space->count);
    if (good && space->body_count > 0)
        remove_equal_keys(found);
    if (!good) {
        result_list_free(found);
        PyErr_NoMemory();
    }
    return good;
}

/* A tuple of two objects; steals the references, even if it fails. NULL with an error set. The garbage collector does
 * not track the tuple yet: otherwise each collection while the pairs are made would visit all of them. */
static PyObject *untracked_pair(PyObject *first, PyObject *second)
{
    PyObject *pair = PyTuple_New(2);
    if (!pair) {
        Py_DECREF(first);
        Py_DECREF(second);
        return NULL;
    }
    PyObject_GC_UnTrack(pair);
    PyTuple_SET_ITEM(pair, 0, first);
    PyTuple_SET_ITEM(pair, 1, second);
    return pair;
}

/* Replaces items 2k and 2k + 1 by a pair at index k; false with an error set, and all references are released. */
static bool pair_items(PyObject **items, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        PyObject *pair = untracked_pair(items[2 * k], items[2 * k + 1]);
        if (!pair) {
            for (size_t i = 2 * k + 2; i < 2 * count; i++)
                Py_DECREF(items[i]);
            for (size_t i = 0; i < k; i++)
                Py_DECREF(items[i]);
            return false;
        }
        items[k] = pair;
    }
    return true;
}

/* Tracks the pairs and makes a list of them; steals the references, even if it fails. */
static PyObject *list_of_untracked(PyObject *const *pairs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        PyObject_GC_Track(pairs[k]);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t k = 0; k < count; k++) {
        if (list)
            PyList_SET_ITEM(list, (Py_ssize_t)k, pairs[k]);
        else
            Py_DECREF(pairs[k]);
    }
    return list;
}

static PyObject *list_of_pairs(const space_object *space, const result_list *found)
{
    size_t count = found->count;
    PyObject **items = PyMem_New(PyObject *, 2 * count + 1);
    if (!items)
        return PyErr_NoMemory();
    for (size_t k = 0; k < count; k++) {
        items[2 * k] = Py_NewRef(space->order[found->list[k].key >> 32]->item);
        items[2 * k + 1] = Py_NewRef(space->order[(uint32_t)found->list[k].key]->item);
    }
    PyObject *list = pair_items(items, count) ? list_of_untracked(items, count) : NULL;
    PyMem_Free(items);
    return list;
}

const char space_pairs_doc[] = PyDoc_STR(
    "pairs($self, /, touching=False)\n--\n\n"
    "All pairs of items that overlap, or touch if touching is true, and whose masks match: a list of tuples.\n\n"
    "Each tuple, and the list, is in the order of insertion.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(1, 0, 1), \"c\": Circle(3, 0, 1)})\n"
    ">>> space.pairs()\n"
    "[('a', 'b')]\n"
    ">>> space.pairs(touching=True)\n"
    "[('a', 'b'), ('b', 'c')]\n");

static PyObject *locked_space_pairs(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const signature s = {"pairs", 0, 1, 1, {{"touching", OBJECT}}};
    arguments a;
    bool touching;
    result_list found;
    if (!parse(Py_TYPE(self), &s, args, nargs, kwnames, &a) || !truth_of(&a, 0, &touching) ||
        !find_pairs(SPACE(self), touching, &found))
        return NULL;
    PyObject *list = list_of_pairs(SPACE(self), &found);
    result_list_free(&found);
    return list;
}
DEFINE_LOCKED(space_pairs, locked_space_pairs)
