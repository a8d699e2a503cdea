/* Saved states of a space: persistent trees (Driscoll, Sarnak, Sleator, Tarjan, 1989: path copying). A leaf has the
 * items of 16 ids in a row, a branch 32 children. A state that differs from another in k entries costs at most k leaves
 * and the branches above them. */
#include "snapshot.h"

#include <string.h>

#define BRANCH_BITS 5
#define BRANCH_SIZE (1u << BRANCH_BITS)
/* Ids have 30 bits, see reserve_one in entries.c: a tree has at most six levels of branches. */
#define MAX_HEIGHT ((30 - SAVED_LEAF_BITS + BRANCH_BITS - 1) / BRANCH_BITS)

struct saved_node {
    PyObject_VAR_HEAD uint64_t number; /* of the state for which it was made */
    uint32_t height;                   /* 0: a leaf */
    union {
        saved_item items[SAVED_LEAF_SIZE];
        saved_node *children[BRANCH_SIZE]; /* NULL: all of these ids are free */
    } u;
};

/* The bytes of the union that a node of a height has. */
static size_t content_size(uint32_t height)
{
    return height ? BRANCH_SIZE * sizeof(saved_node *) : SAVED_LEAF_SIZE * sizeof(saved_item);
}

/* The bits of an id that a node of a height covers. */
static uint32_t bits_below(uint32_t height) { return SAVED_LEAF_BITS + height * BRANCH_BITS; }

static uint32_t child_index(uint32_t height, uint32_t id) { return id >> bits_below(height - 1) & (BRANCH_SIZE - 1); }

/* The child of a node at a height that may be above that of the node. */
static const saved_node *child_below(const saved_node *node, uint32_t height, uint32_t i)
{
    if (!node || node->height == height)
        return node ? node->u.children[i] : NULL;
    return i == 0 ? node : NULL;
}

/* ---- the type ---- */

static int node_traverse(PyObject *self, visitproc visit, void *arg)
{
    const saved_node *node = (const saved_node *)self;
    Py_VISIT(Py_TYPE(self));
    for (uint32_t i = 0; i < BRANCH_SIZE && node->height; i++)
        Py_VISIT(node->u.children[i]);
    for (uint32_t i = 0; i < SAVED_LEAF_SIZE && !node->height; i++) {
        Py_VISIT(node->u.items[i].item);
        Py_VISIT(node->u.items[i].shape);
    }
    return 0;
}

/* There is no tp_clear: every cycle passes through a snapshot or a space, and theirs break it. */
static void node_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    saved_node *node = (saved_node *)self;
    PyObject_GC_UnTrack(self);
    for (uint32_t i = 0; i < BRANCH_SIZE && node->height; i++)
        Py_XDECREF(node->u.children[i]);
    for (uint32_t i = 0; i < SAVED_LEAF_SIZE && !node->height; i++) {
        Py_XDECREF(node->u.items[i].shape);
        Py_XDECREF(node->u.items[i].item);
    }
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyType_Slot node_slots[] = {{Py_tp_dealloc, node_dealloc}, {Py_tp_traverse, node_traverse}, {0, NULL}};
PyType_Spec saved_node_spec = {"collide2d._core._SavedNode", offsetof(saved_node, u), 1,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION, node_slots};

/* A copy of a node, or an empty node if from is NULL. Every node is complete before the collector sees it. */
static saved_node *new_node(PyTypeObject *type, uint32_t height, const saved_node *from, uint64_t number)
{
    saved_node *node = PyObject_GC_NewVar(saved_node, type, (Py_ssize_t)content_size(height));
    if (!node)
        return NULL;
    node->height = height;
    node->number = number;
    if (from)
        memcpy(&node->u, &from->u, content_size(height));
    else
        memset(&node->u, 0, content_size(height));
    for (uint32_t i = 0; i < BRANCH_SIZE && height; i++)
        Py_XINCREF(node->u.children[i]);
    for (uint32_t i = 0; i < SAVED_LEAF_SIZE && !height; i++) {
        Py_XINCREF(node->u.items[i].item);
        Py_XINCREF(node->u.items[i].shape);
    }
    PyObject_GC_Track(node);
    return node;
}

/* ---- one id ---- */

const saved_item *saved_tree_find(const saved_node *tree, uint32_t id)
{
    if (!tree || id >> bits_below(tree->height))
        return NULL;
    while (tree && tree->height)
        tree = tree->u.children[child_index(tree->height, id)];
    const saved_item *found = tree ? &tree->u.items[id & (SAVED_LEAF_SIZE - 1)] : NULL;
    return found && found->item ? found : NULL;
}

/* Makes the node at a place one that may be written to; false with an error set. What is replaced has other owners. */
static bool own_node(PyTypeObject *type, saved_node **place, uint32_t height, uint64_t number)
{
    if (*place && (*place)->number == number)
        return true;
    saved_node *copy = new_node(type, height, *place, number);
    if (!copy)
        return false;
    Py_XDECREF(*place);
    *place = copy;
    return true;
}

/* Puts a branch above the root; false with an error set. */
static bool raise_tree(PyTypeObject *type, saved_node **tree, uint64_t number)
{
    saved_node *root = new_node(type, (*tree)->height + 1, NULL, number);
    if (!root)
        return false;
    root->u.children[0] = *tree;
    *tree = root;
    return true;
}

saved_item *saved_tree_edit(PyTypeObject *type, saved_node **tree, uint32_t id, uint64_t number)
{
    if (!own_node(type, tree, *tree ? (*tree)->height : 0, number))
        return NULL;
    while (id >> bits_below((*tree)->height))
        if (!raise_tree(type, tree, number))
            return NULL;
    saved_node *node = *tree;
    while (node->height) {
        saved_node **place = &node->u.children[child_index(node->height, id)];
        if (!own_node(type, place, node->height - 1, number))
            return NULL;
        node = *place;
    }
    return &node->u.items[id & (SAVED_LEAF_SIZE - 1)];
}

bool saved_tree_take(saved_node *tree, uint32_t id, saved_item *out)
{
    if (!saved_tree_find(tree, id))
        return false;
    while (tree->height && Py_REFCNT(tree) == 1)
        tree = tree->u.children[child_index(tree->height, id)];
    if (Py_REFCNT(tree) != 1)
        return false;
    saved_item *place = &tree->u.items[id & (SAVED_LEAF_SIZE - 1)];
    *out = *place;
    memset(place, 0, sizeof *place);
    return true;
}

/* ---- two trees ---- */

bool saved_tree_compare(const saved_node *a, const saved_node *b, saved_leaf_visitor *visit, void *context)
{
    struct {
        const saved_node *a, *b;
        uint32_t height, first_id;
    } stack[MAX_HEIGHT * BRANCH_SIZE + 1], top;
    uint32_t a_height = a ? a->height : 0, b_height = b ? b->height : 0;
    size_t count = 1;
    stack[0].a = a;
    stack[0].b = b;
    stack[0].height = a_height > b_height ? a_height : b_height;
    stack[0].first_id = 0;
    while (count > 0) {
        top = stack[--count];
        if (top.a == top.b)
            continue;
        if (top.height == 0 && !visit(context, top.first_id))
            return false;
        for (uint32_t i = top.height ? BRANCH_SIZE : 0; i-- > 0; count++) {
            assert(count < sizeof stack / sizeof *stack);
            stack[count].a = child_below(top.a, top.height, i);
            stack[count].b = child_below(top.b, top.height, i);
            stack[count].height = top.height - 1;
            stack[count].first_id = top.first_id | i << bits_below(top.height - 1);
        }
    }
    return true;
}
