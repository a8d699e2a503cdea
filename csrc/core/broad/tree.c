/* The dynamic tree of boxes: it finds the items near a box, in whatever order items come and go. It decides nothing
 * about shapes.
 *
 * A binary bounding volume hierarchy. An insertion takes the sibling that makes the sum of all perimeters grow least,
 * and rotations on the way up make that sum smaller (Catto, "Dynamic bounding volume hierarchies", 2019) within the
 * limit of balance. A rebuild splits by bins under that sum too (Wald 2007). */
#include "tree.h"

#include "bounds.h"
#include "../exact/allocate.h"
#include "../exact/vec.h"

#include <assert.h>
#include <string.h>

#define ROOT         0u
#define MAX_CAPACITY 0x7fffffffu
#define STACK        (C2D_TREE_MAX_HEIGHT + 2)

typedef const c2d_tree *tree_in;

/* ---- boxes ---- */

static c2d_bounds unite(c2d_bounds a, c2d_bounds b)
{
    c2d_bounds all = {{c2d_min(a.min.x, b.min.x), c2d_min(a.min.y, b.min.y)},
                      {c2d_max(a.max.x, b.max.x), c2d_max(a.max.y, b.max.y)}};
    return all;
}

/* Half the perimeter. A random line meets a box with a probability in proportion to it. */
static double perimeter(c2d_bounds a) { return (a.max.x - a.min.x) + (a.max.y - a.min.y); }

static bool inside(c2d_bounds a, c2d_bounds b)
{
    return b.min.x <= a.min.x && a.max.x <= b.max.x && b.min.y <= a.min.y && a.max.y <= b.max.y;
}

static bool same_box(c2d_bounds a, c2d_bounds b) { return c2d_same(a.min, b.min) && c2d_same(a.max, b.max); }

/* ---- slots ---- */

static c2d_bounds box_at(tree_in tree, uint32_t slot) { return tree->nodes[slot >> 1].box[slot & 1]; }
static uint32_t child_at(tree_in tree, uint32_t slot) { return tree->nodes[slot >> 1].child[slot & 1]; }
static int height_at(tree_in tree, uint32_t slot) { return tree->nodes[slot >> 1].height[slot & 1]; }
static float least_at(tree_in tree, uint32_t slot) { return c2d_tree_least(tree)[slot]; }

static void put(c2d_tree *tree, uint32_t slot, uint32_t child, c2d_bounds box, float least, int height)
{
    struct c2d_node *node = &tree->nodes[slot >> 1];
    assert(height >= 0 && height < C2D_TREE_MAX_HEIGHT);
    node->child[slot & 1] = child;
    node->box[slot & 1] = box;
    c2d_tree_least(tree)[slot] = least;
    node->height[slot & 1] = (uint8_t)height;
    if (child & C2D_TREE_LEAF)
        tree->leaves[child & ~C2D_TREE_LEAF].slot = slot;
    else
        tree->nodes[child].slot = slot;
}

static void swap_slots(c2d_tree *tree, uint32_t p, uint32_t q)
{
    uint32_t child = child_at(tree, p);
    c2d_bounds box = box_at(tree, p);
    float least = least_at(tree, p);
    int height = height_at(tree, p);
    put(tree, p, child_at(tree, q), box_at(tree, q), least_at(tree, q), height_at(tree, q));
    put(tree, q, child, box, least, height);
}

static c2d_bounds box_of(tree_in tree, uint32_t node)
{
    return unite(tree->nodes[node].box[0], tree->nodes[node].box[1]);
}

static float least_of(tree_in tree, uint32_t node)
{
    float a = least_at(tree, 2 * node), b = least_at(tree, 2 * node + 1);
    return a < b ? a : b;
}

static int height_of(tree_in tree, uint32_t node)
{
    const uint8_t *height = tree->nodes[node].height;
    return 1 + (height[0] > height[1] ? height[0] : height[1]);
}

/* Updates the box, height and least order that a node's slot stores; false if box and height are unchanged. */
static bool refresh(c2d_tree *tree, uint32_t node)
{
    uint32_t slot = tree->nodes[node].slot;
    struct c2d_node *above = &tree->nodes[slot >> 1];
    c2d_bounds box = box_of(tree, node);
    int height = height_of(tree, node);
    c2d_tree_least(tree)[slot] = least_of(tree, node);
    if (same_box(box, above->box[slot & 1]) && height == above->height[slot & 1])
        return false;
    above->box[slot & 1] = box;
    above->height[slot & 1] = (uint8_t)height;
    return true;
}

/* Lowers the least orders above a slot that has got a leaf of this order. */
static void lower_least(c2d_tree *tree, uint32_t slot, float order)
{
    for (uint32_t node = slot >> 1; node != ROOT; node = slot >> 1) {
        slot = tree->nodes[node].slot;
        float *least = &c2d_tree_least(tree)[slot];
        if (*least <= order)
            return;
        *least = order;
    }
}

/* ---- balance ---- */

static int difference(int a, int b) { return a > b ? a - b : b - a; }

/* Exchanges the child on one side of a node with a grandchild on the other side. */
static void rotate(c2d_tree *tree, uint32_t node, unsigned side, unsigned grandside)
{
    uint32_t other = tree->nodes[node].child[1 - side];
    swap_slots(tree, 2 * node + side, 2 * other + grandside);
    refresh(tree, other);
}

/* The perimeter of the other child after rotate. */
static double perimeter_after(tree_in tree, uint32_t node, unsigned side, unsigned grandside)
{
    uint32_t other = tree->nodes[node].child[1 - side];
    return perimeter(unite(tree->nodes[node].box[side], tree->nodes[other].box[1 - grandside]));
}

/* Restores the balance of a node one of whose children is too high by one: rotates the higher grandchild to the side
 * of the lower child. With heights b of the lower child and f >= g of the grandchildren, f = b + C2D_TREE_IMBALANCE,
 * and g >= b as the higher child was balanced. So b beside g differ by at most C2D_TREE_IMBALANCE, and so do f and
 * their new parent, 1 + g. The node's height was f + 1 or f + 2 before the change below it, and is now: the height of
 * its slot changes by at most one. */
static void rebalance(c2d_tree *tree, uint32_t node)
{
    unsigned low = tree->nodes[node].height[0] > tree->nodes[node].height[1];
    const struct c2d_node *high = &tree->nodes[tree->nodes[node].child[1 - low]];
    unsigned taken = high->height[1] > high->height[0];
    if (high->height[0] == high->height[1])
        taken = perimeter_after(tree, node, low, 1) < perimeter_after(tree, node, low, 0);
    rotate(tree, node, low, taken);
}

/* Whether rotate keeps the node and its child balanced, and changes the node's height by at most one from the height
 * that its slot stores. */
static bool stays_balanced(tree_in tree, uint32_t node, unsigned side, unsigned grandside)
{
    const struct c2d_node *n = &tree->nodes[node], *other = &tree->nodes[n->child[1 - side]];
    int taken = other->height[grandside], left = other->height[1 - grandside], given = n->height[side];
    int low = 1 + (left > given ? left : given), high = 1 + (low > taken ? low : taken);
    return difference(left, given) <= C2D_TREE_IMBALANCE && difference(low, taken) <= C2D_TREE_IMBALANCE &&
           difference(high, height_at(tree, n->slot)) <= 1;
}

/* Rotates if that makes the other child smaller. */
static void shrink_child(c2d_tree *tree, uint32_t node)
{
    double best = 0;
    unsigned side = 0, grandside = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct c2d_node *n = &tree->nodes[node];
        if (n->child[1 - i] & C2D_TREE_LEAF)
            continue;
        for (unsigned k = 0; k < 2; k++) {
            double gain = perimeter(n->box[1 - i]) - perimeter_after(tree, node, i, k);
            if (gain > best && stays_balanced(tree, node, i, k)) {
                best = gain;
                side = i;
                grandside = k;
            }
        }
    }
    if (best > 0)
        rotate(tree, node, side, grandside);
}

/* ---- outsize leaves ---- */

/* The slot below the outsize leaves, and the number of those. */
static uint32_t balanced_slot(tree_in tree, int *outsize)
{
    uint32_t slot = 0;
    *outsize = 0;
    for (uint32_t child = child_at(tree, 0); !(child & C2D_TREE_LEAF) && tree->nodes[child].outsize;) {
        slot = 2 * child;
        child = child_at(tree, slot);
        ++*outsize;
    }
    return slot;
}

static bool is_outsize(c2d_bounds box, c2d_bounds all) { return 4 * perimeter(box) >= perimeter(all); }

/* Makes an outsize node of the first node of the balanced tree, if that holds an outsize leaf whose sibling has become
 * too high. False for every other node. */
static bool promote_outsize(c2d_tree *tree, uint32_t node)
{
    int outsize;
    uint32_t slot = balanced_slot(tree, &outsize);
    struct c2d_node *n = &tree->nodes[node];
    unsigned low = n->height[0] > n->height[1];
    if (n->slot != slot || outsize == C2D_TREE_MAX_OUTSIZE || n->height[low] > 0 ||
        !is_outsize(n->box[low], box_of(tree, node)))
        return false;
    if (low == 0)
        swap_slots(tree, 2 * node, 2 * node + 1);
    n->outsize = true;
    return true;
}

/* Updates the nodes above a slot whose box has changed, and whose height has changed by at most one. */
static void refit(c2d_tree *tree, uint32_t node)
{
    while (node != ROOT) {
        const uint8_t *height = tree->nodes[node].height;
        if (!tree->nodes[node].outsize) {
            if (difference(height[0], height[1]) <= C2D_TREE_IMBALANCE)
                shrink_child(tree, node);
            else if (!promote_outsize(tree, node))
                rebalance(tree, node);
        }
        if (!refresh(tree, node))
            return;
        node = tree->nodes[node].slot >> 1;
    }
}

/* ---- memory ---- */

void c2d_tree_init(c2d_tree *tree)
{
    memset(tree, 0, sizeof *tree);
    tree->free_node = tree->free_leaf = C2D_NULL_INDEX;
}

void c2d_tree_free(c2d_tree *tree)
{
    free(tree->nodes);
    free(tree->leaves);
    c2d_tree_init(tree);
}

/* n leaves need n - 1 nodes; with the node that holds the root, there are as many nodes as leaves. */
static c2d_status reserve_arrays(c2d_tree *tree, uint32_t capacity)
{
    size_t each = sizeof *tree->nodes + 2 * sizeof(float), most = SIZE_MAX / each;
    if (capacity > MAX_CAPACITY || capacity > most)
        return C2D_NO_MEMORY;
    struct c2d_leaf *leaves = C2D_REALLOC(tree->leaves, capacity * sizeof *leaves);
    if (!leaves)
        return C2D_NO_MEMORY;
    tree->leaves = leaves;
    struct c2d_node *nodes = C2D_REALLOC(tree->nodes, capacity * each);
    if (!nodes)
        return C2D_NO_MEMORY;
    tree->nodes = nodes;
    memmove(nodes + capacity, nodes + tree->capacity, tree->capacity * 2 * sizeof(float)); /* the least orders */
    for (uint32_t i = capacity; i-- > tree->capacity;) {
        leaves[i].slot = tree->free_leaf;
        tree->free_leaf = i;
        if (i != ROOT) {
            nodes[i].slot = tree->free_node;
            tree->free_node = i;
        }
    }
    tree->capacity = capacity;
    return C2D_OK;
}

static c2d_status grow_arrays(c2d_tree *tree)
{
    return reserve_arrays(tree, tree->capacity ? tree->capacity + tree->capacity / 2 : 16);
}

static uint32_t allocate_node(c2d_tree *tree)
{
    uint32_t node = tree->free_node;
    assert(node != C2D_NULL_INDEX);
    tree->free_node = tree->nodes[node].slot;
    tree->nodes[node].outsize = false;
    return node;
}

static void release_node(c2d_tree *tree, uint32_t node)
{
    tree->nodes[node].slot = tree->free_node;
    tree->free_node = node;
}

/* ---- insert, remove, move ---- */

/* The slot whose sibling a new box becomes at the least cost: the perimeter of their union, and the growth of the
 * boxes above. The search descends to the child with the lower bound, and stops where no child can beat the best
 * cost. */
static uint32_t best_sibling(tree_in tree, uint32_t slot, c2d_bounds box)
{
    uint32_t best = slot;
    double own = perimeter(box), base = perimeter(box_at(tree, slot)), inherited = 0, least = INFINITY;
    double direct = perimeter(unite(box_at(tree, slot), box));
    for (;;) {
        int height = height_at(tree, slot);
        /* A leaf may not be the sibling of a tree higher than C2D_TREE_IMBALANCE. */
        if (height <= C2D_TREE_IMBALANCE && inherited + direct < least) {
            least = inherited + direct;
            best = slot;
        }
        if (height == 0)
            return best;
        inherited += direct - base;
        const struct c2d_node *node = &tree->nodes[child_at(tree, slot)];
        double new_base[2], new_direct[2], bound[2], away[2];
        for (int i = 0; i < 2; i++) {
            new_base[i] = perimeter(node->box[i]);
            new_direct[i] = perimeter(unite(node->box[i], box));
            bound[i] = inherited + new_direct[i];
            if (node->height[i] > 0)
                bound[i] += c2d_min(own - new_base[i], 0);
            away[i] = fabs((node->box[i].min.x - box.min.x) + (node->box[i].max.x - box.max.x)) +
                      fabs((node->box[i].min.y - box.min.y) + (node->box[i].max.y - box.max.y));
        }
        int next = bound[1] < bound[0] || (bound[1] == bound[0] && away[1] < away[0]);
        if (height <= C2D_TREE_IMBALANCE && bound[next] >= least)
            return best;
        slot = 2 * child_at(tree, slot) + (uint32_t)next;
        direct = new_direct[next];
        base = new_base[next];
    }
}

static void attach(c2d_tree *tree, uint32_t leaf, c2d_bounds box, float order)
{
    if (tree->count++ == 0) {
        put(tree, 0, C2D_TREE_LEAF | leaf, box, order, 0);
        return;
    }
    int outsize;
    uint32_t slot = balanced_slot(tree, &outsize), node = allocate_node(tree);
    tree->nodes[node].outsize = height_at(tree, slot) > C2D_TREE_IMBALANCE && outsize < C2D_TREE_MAX_OUTSIZE &&
                                is_outsize(box, unite(box_at(tree, slot), box));
    if (!tree->nodes[node].outsize)
        slot = best_sibling(tree, slot, box);
    c2d_bounds beside = box_at(tree, slot);
    int height = height_at(tree, slot);
    put(tree, 2 * node, child_at(tree, slot), beside, least_at(tree, slot), height);
    put(tree, 2 * node + 1, C2D_TREE_LEAF | leaf, box, order, 0);
    put(tree, slot, node, unite(beside, box), least_of(tree, node), height + 1);
    lower_least(tree, slot, order);
    refit(tree, slot >> 1);
}

static void detach(c2d_tree *tree, uint32_t leaf)
{
    uint32_t slot = tree->leaves[leaf].slot, node = slot >> 1;
    tree->count--;
    if (node == ROOT)
        return;
    uint32_t above = tree->nodes[node].slot, sibling = slot ^ 1;
    put(tree, above, child_at(tree, sibling), box_at(tree, sibling), least_at(tree, sibling), height_at(tree, sibling));
    release_node(tree, node);
    refit(tree, above >> 1);
}

c2d_status c2d_tree_insert(c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf)
{
    return c2d_tree_insert_ordered(tree, box, item, item, leaf);
}

c2d_status c2d_tree_insert_ordered(c2d_tree *tree, c2d_bounds box, uint32_t item, uint64_t order, uint32_t *leaf)
{
    assert(box.min.x <= box.max.x && box.min.y <= box.max.y);
    if (tree->free_leaf == C2D_NULL_INDEX && grow_arrays(tree) != C2D_OK)
        return C2D_NO_MEMORY;
    *leaf = tree->free_leaf;
    tree->free_leaf = tree->leaves[*leaf].slot;
    tree->leaves[*leaf].item = item;
    attach(tree, *leaf, box, (float)order);
    return C2D_OK;
}

void c2d_tree_remove(c2d_tree *tree, uint32_t leaf)
{
    detach(tree, leaf);
    tree->leaves[leaf].slot = tree->free_leaf;
    tree->free_leaf = leaf;
}

/* A moved leaf keeps its slot inside the box of the node this many levels above the leaf's parent. */
#define KEPT_LEVELS 2

/* If the leaf keeps its slot, only the boxes above it are refitted, and none of them grows beyond the box that was
 * tested. */
void c2d_tree_move(c2d_tree *tree, uint32_t leaf, c2d_bounds box)
{
    assert(box.min.x <= box.max.x && box.min.y <= box.max.y);
    uint32_t slot = tree->leaves[leaf].slot, node = slot >> 1, above = node;
    for (int i = 0; i < KEPT_LEVELS && above != ROOT; i++)
        above = tree->nodes[above].slot >> 1;
    bool is_near = above != ROOT && !tree->nodes[above].outsize && inside(box, box_at(tree, tree->nodes[above].slot));
    if (node != ROOT && !is_near) {
        float order = least_at(tree, slot);
        detach(tree, leaf);
        attach(tree, leaf, box, order);
        return;
    }
    tree->nodes[node].box[slot & 1] = box;
    while (node != ROOT && refresh(tree, node))
        node = tree->nodes[node].slot >> 1;
}

/* ---- rebuild ---- */

typedef struct entry {
    c2d_bounds box;
    uint32_t leaf;
    float order;
} entry;

/* Entries for the subtree of a slot, with a bound on its height. */
typedef struct part {
    entry *first;
    uint32_t count, slot;
    int height;
} part;

#define BINS 16
/* Each side of a split gets at least one in MIN_SHARE of the entries. */
#define MIN_SHARE 64
/* A subtree may have this many levels more than a full tree of its size. */
#define EXTRA_LEVELS 2

/* The least height of a tree of n leaves. */
static int full_height(uint32_t n)
{
    int height = 0;
    while (((uint32_t)1 << height) < n)
        height++;
    return height;
}

/* Twice the centre. */
static c2d_vec center(const entry *e) { return c2d_add(e->box.min, e->box.max); }

typedef struct binning {
    bool on_y;
    double low, scale;
} binning;

static uint32_t bin_of(const binning *by, const entry *e)
{
    c2d_vec c = center(e);
    double at = ((by->on_y ? c.y : c.x) - by->low) * by->scale;
    return (uint32_t)c2d_min(at, BINS - 1);
}

/* Chooses bins along the axis on which the centres are spread wider; false if the spread is zero, or too small to
 * divide. */
static bool choose_bins(const part *p, binning *by)
{
    c2d_vec low = center(p->first), high = low;
    for (uint32_t i = 1; i < p->count; i++) {
        c2d_vec c = center(&p->first[i]);
        low = c2d_v(c2d_min(low.x, c.x), c2d_min(low.y, c.y));
        high = c2d_v(c2d_max(high.x, c.x), c2d_max(high.y, c.y));
    }
    c2d_vec spread = c2d_sub(high, low);
    by->on_y = spread.y > spread.x;
    by->low = by->on_y ? low.y : low.x;
    by->scale = BINS / (by->on_y ? spread.y : spread.x);
    return by->scale < 1e300;
}

/* The number of bins on the left side of the cheapest split that leaves neither side too small or too large; 0 if
 * there is none. */
static uint32_t cheapest_split(const part *p, const binning *by)
{
    c2d_bounds box[BINS], right[BINS];
    uint32_t count[BINS] = {0};
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t bin = bin_of(by, &p->first[i]);
        box[bin] = count[bin]++ ? unite(box[bin], p->first[i].box) : p->first[i].box;
    }
    uint32_t last = BINS - 1;
    right[last] = box[last]; /* the last bin holds the highest centre, so it is not empty */
    for (uint32_t i = last; i-- > 0;)
        right[i] = count[i] ? unite(right[i + 1], box[i]) : right[i + 1];
    uint32_t split = 0, below = 0, most = (uint32_t)1 << (p->height - 1),
             least = (p->count + MIN_SHARE - 1) / MIN_SHARE;
    double cost = INFINITY;
    c2d_bounds left = box[0];
    for (uint32_t i = 0; i < last; i++) {
        left = count[i] ? unite(left, box[i]) : left;
        below += count[i];
        uint32_t above = p->count - below;
        double here = perimeter(left) * below + perimeter(right[i + 1]) * above;
        if (below >= least && above >= least && below <= most && above <= most && here < cost) {
            cost = here;
            split = i + 1;
        }
    }
    return split;
}

static void swap_entries(entry *a, entry *b)
{
    entry e = *a;
    *a = *b;
    *b = e;
}

static double key(const entry *e, bool on_y) { return on_y ? center(e).y : center(e).x; }

/* Puts the k least centres first (Hoare's selection, 1961). */
static void select_least(entry *e, uint32_t n, uint32_t k, bool on_y)
{
    while (n > 1) {
        double pivot = key(&e[n / 2], on_y);
        uint32_t i = 0, j = n - 1;
        for (;;) {
            while (key(&e[i], on_y) < pivot)
                i++;
            while (key(&e[j], on_y) > pivot)
                j--;
            if (i >= j)
                break;
            swap_entries(&e[i++], &e[j--]);
        }
        /* e[0 .. i) <= pivot <= e[i .. n), and 0 < i < n: without an exchange, i = j = n / 2. */
        if (k < i) {
            n = i;
        } else {
            e += i;
            n -= i;
            k -= i;
        }
    }
}

/* Moves the entries of the left side to the front and returns their number. */
static uint32_t split_part(const part *p)
{
    binning by;
    if (p->count == 2)
        return 1;
    bool apart = choose_bins(p, &by);
    uint32_t split = apart ? cheapest_split(p, &by) : 0;
    if (split == 0) {
        if (apart)
            select_least(p->first, p->count, p->count / 2, by.on_y);
        return p->count / 2;
    }
    uint32_t i = 0, j = p->count;
    while (i < j) {
        if (bin_of(&by, &p->first[i]) < split)
            i++;
        else
            swap_entries(&p->first[i], &p->first[--j]);
    }
    return i;
}

static int min_int(int a, int b) { return a < b ? a : b; }

static void put_leaf(c2d_tree *tree, uint32_t slot, const entry *e)
{
    put(tree, slot, C2D_TREE_LEAF | e->leaf, e->box, e->order, 0);
}

/* Builds the subtree of a slot from the top, so that every node has a greater number than its parent. Boxes, orders and
 * heights follow later. A part of n entries gets a height of at least f(n) = full_height(n) and at most f(n) +
 * EXTRA_LEVELS. A side with one entry in MIN_SHARE is f(n) - 6 levels high or more, the other side is f(n) - 1 +
 * EXTRA_LEVELS or less: they differ by at most C2D_TREE_IMBALANCE. Halves always fit. */
static void build_balanced(c2d_tree *tree, uint32_t slot, entry *entries, uint32_t n)
{
    part todo[STACK], all = {entries, n, slot, full_height(n) + EXTRA_LEVELS};
    int open = 0;
    todo[open++] = all;
    while (open > 0) {
        part p = todo[--open];
        if (p.count == 1) {
            put_leaf(tree, p.slot, p.first);
            continue;
        }
        uint32_t node = allocate_node(tree), left = split_part(&p), count[2] = {left, p.count - left};
        entry *first[2] = {p.first, p.first + left};
        put(tree, p.slot, node, p.first->box, 0, 0);
        assert(left > 0 && left < p.count && open + 2 <= STACK);
        for (uint32_t i = 2; i-- > 0;) {
            part side = {first[i], count[i], 2 * node + i, min_int(p.height - 1, full_height(count[i]) + EXTRA_LEVELS)};
            todo[open++] = side;
        }
    }
}

/* Builds the outsize nodes, moves their entries to the end and returns the slot below them. */
static uint32_t build_outsize(c2d_tree *tree, entry *entries, uint32_t *n)
{
    c2d_bounds all = box_at(tree, 0);
    uint32_t slot = 0, enough = *n - C2D_TREE_MAX_OUTSIZE;
    for (uint32_t i = *n; i-- > 0 && *n > enough;) {
        if (!is_outsize(entries[i].box, all))
            continue;
        swap_entries(&entries[i], &entries[--*n]);
        uint32_t node = allocate_node(tree);
        put(tree, slot, node, all, 0, 0);
        put_leaf(tree, 2 * node + 1, &entries[*n]);
        tree->nodes[node].outsize = true;
        slot = 2 * node;
    }
    return slot;
}

static void build(c2d_tree *tree, entry *entries)
{
    uint32_t n = tree->count, slot = 0;
    tree->free_node = C2D_NULL_INDEX;
    for (uint32_t i = tree->capacity; i-- > 1;)
        release_node(tree, i);
    if (full_height(n) > C2D_TREE_IMBALANCE)
        slot = build_outsize(tree, entries, &n);
    build_balanced(tree, slot, entries, n);
    for (uint32_t i = tree->count; i-- > 1;)
        refresh(tree, i);
}

/* Collects the leaves and their boxes in the order of the tree, so that neighbours stay neighbours. */
static void collect_leaves(tree_in tree, entry *entries)
{
    uint32_t todo[STACK], count = 0;
    int open = 0;
    todo[open++] = 0;
    while (open > 0) {
        uint32_t slot = todo[--open], child = child_at(tree, slot);
        if (child & C2D_TREE_LEAF) {
            entries[count].box = box_at(tree, slot);
            entries[count].order = least_at(tree, slot);
            entries[count++].leaf = child & ~C2D_TREE_LEAF;
        } else {
            todo[open++] = 2 * child + 1;
            todo[open++] = 2 * child;
        }
    }
    assert(count == tree->count);
}

c2d_status c2d_tree_rebuild(c2d_tree *tree)
{
    if (tree->count < 2)
        return C2D_OK;
    size_t most = SIZE_MAX / sizeof(entry);
    entry *entries = tree->count <= most ? C2D_REALLOC(NULL, tree->count * sizeof *entries) : NULL;
    if (!entries)
        return C2D_NO_MEMORY;
    collect_leaves(tree, entries);
    build(tree, entries);
    free(entries);
    return C2D_OK;
}

/* Gives leaf i the box, order and item i, and frees the others. Returns the bounds of all boxes. */
static c2d_bounds fill_leaves(c2d_tree *tree, const c2d_bounds *boxes, const uint64_t *orders, uint32_t count,
                              entry *entries)
{
    c2d_bounds all = boxes[0];
    for (uint32_t i = 0; i < count; i++) {
        assert(boxes[i].min.x <= boxes[i].max.x && boxes[i].min.y <= boxes[i].max.y);
        tree->leaves[i].item = i;
        entries[i] = (entry){boxes[i], i, (float)(orders ? orders[i] : i)};
        all = unite(all, boxes[i]);
    }
    tree->free_leaf = C2D_NULL_INDEX;
    for (uint32_t i = tree->capacity; i-- > count;) {
        tree->leaves[i].slot = tree->free_leaf;
        tree->free_leaf = i;
    }
    return all;
}

c2d_status c2d_tree_fill(c2d_tree *tree, const c2d_bounds *boxes, uint32_t count)
{
    return c2d_tree_fill_ordered(tree, boxes, NULL, count);
}

c2d_status c2d_tree_fill_ordered(c2d_tree *tree, const c2d_bounds *boxes, const uint64_t *orders, uint32_t count)
{
    assert(tree->count == 0);
    if (count == 0)
        return C2D_OK;
    size_t most = SIZE_MAX / sizeof(entry);
    entry *entries = count <= most ? C2D_REALLOC(NULL, count * sizeof *entries) : NULL;
    if (!entries || (tree->capacity < count && reserve_arrays(tree, count))) {
        free(entries);
        return C2D_NO_MEMORY;
    }
    tree->nodes[ROOT].box[0] = fill_leaves(tree, boxes, orders, count, entries);
    tree->count = count;
    build(tree, entries);
    free(entries);
    return C2D_OK;
}

/* ---- searches ---- */

bool c2d_tree_query(const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context)
{
    uint32_t todo[STACK];
    int open = 0;
    if (tree->count > 0 && c2d_bounds_meet(tree->nodes[ROOT].box[0], box))
        todo[open++] = tree->nodes[ROOT].child[0];
    while (open > 0) {
        uint32_t child = todo[--open];
        if (child & C2D_TREE_LEAF) {
            if (!visit(context, tree->leaves[child & ~C2D_TREE_LEAF].item))
                return false;
            continue;
        }
        const struct c2d_node *node = &tree->nodes[child];
        todo[open] = node->child[1];
        open += c2d_bounds_meet(node->box[1], box);
        todo[open] = node->child[0];
        open += c2d_bounds_meet(node->box[0], box);
    }
    return true;
}

/* The box of a search: swept along a motion, or at rest. */
typedef struct probe {
    c2d_bounds box;
    c2d_vec inverse; /* 1 / motion */
    bool still_x, still_y;
} probe;

/* Whether the probe reaches a box within a limit, and a lower bound of when (a time, or a distance squared). */
typedef bool reach_test(const probe *by, const c2d_bounds *box, double limit, double *at);

/* A limit enlarged by more than the rounding of the values that are compared with it; see the functions below. */
static double with_error(double limit) { return limit * (1 + 0x1p-48) + DBL_MIN; }

/* The slab test on one axis, along which the gap to a box is lo to hi: narrows the times at which the boxes meet. */
static bool cross_slab(double lo, double hi, double inverse, bool still, double *enter, double *leave)
{
    if (still)
        return lo <= 0 && 0 <= hi;
    double s = lo * inverse, t = hi * inverse;
    *enter = c2d_max(*enter, c2d_min(s, t));
    *leave = c2d_min(*leave, c2d_max(s, t));
    return true;
}

/* The boxes meet at t if lo <= t m <= hi on both axes, lo and hi being differences of coordinates. Each end of the
 * interval of t has three roundings (difference, inverse, product), a relative error below 4u, u = 2^-53, or an error
 * below DBL_MIN where the product is subnormal; its sign is exact. So if the exact enter <= leave, then the computed
 * enter <= leave (1 + 9u) + DBL_MIN; with_error leaves room for 32u. On an axis without motion the signs of lo and hi
 * decide, exactly. */
static bool moving_box_reaches(const probe *by, const c2d_bounds *box, double limit, double *at)
{
    double enter = 0, leave = limit;
    bool x =
        cross_slab(box->min.x - by->box.max.x, box->max.x - by->box.min.x, by->inverse.x, by->still_x, &enter, &leave);
    bool y =
        cross_slab(box->min.y - by->box.max.y, box->max.y - by->box.min.y, by->inverse.y, by->still_y, &enter, &leave);
    *at = enter;
    return x && y && enter <= with_error(leave);
}

/* The squared distance. Differences, squares and the sum are rounded once each, a relative error below 5u, and so is
 * the square of the limit. Underflow keeps the order of the squares, and with_error covers the underflow of their
 * sum. */
static bool resting_box_reaches(const probe *by, const c2d_bounds *box, double limit, double *at)
{
    double x = c2d_max(c2d_max(box->min.x - by->box.max.x, by->box.min.x - box->max.x), 0);
    double y = c2d_max(c2d_max(box->min.y - by->box.max.y, by->box.min.y - box->max.y), 0);
    *at = x * x + y * y;
    return *at <= with_error(limit * limit);
}

/* Whether no leaf of a child comes before the order of the last item that is wanted. */
static bool comes_after(tree_in tree, uint32_t child, uint64_t last)
{
    uint32_t slot = child & C2D_TREE_LEAF ? tree->leaves[child & ~C2D_TREE_LEAF].slot : tree->nodes[child].slot;
    return least_at(tree, slot) > (float)last;
}

/* Visits the tree depth first, the child that is reached sooner before the other one. last: NULL, or the order of the
 * last item that is wanted at 0; then the child of the least order comes first if both are reached at the same time. */
static inline void search(tree_in tree, const probe *by, reach_test *reaches, double limit, bool squares,
                          const uint64_t *last, c2d_visit_within *visit, void *context)
{
    struct {
        uint32_t child;
        double at;
    } todo[STACK];
    int open = 0;
    double at[2];
    if (tree->count > 0 && limit >= 0 && reaches(by, &tree->nodes[ROOT].box[0], limit, &at[0])) {
        todo[0].child = tree->nodes[ROOT].child[0];
        todo[open++].at = at[0];
    }
    while (open > 0) {
        uint32_t child = todo[--open].child;
        if (!(todo[open].at <= with_error(squares ? limit * limit : limit)) ||
            (last && limit == 0 && comes_after(tree, child, *last)))
            continue;
        if (child & C2D_TREE_LEAF) {
            limit = visit(context, tree->leaves[child & ~C2D_TREE_LEAF].item, limit);
            if (!(limit >= 0))
                return;
            continue;
        }
        const struct c2d_node *node = &tree->nodes[child];
        bool hits[2] = {reaches(by, &node->box[0], limit, &at[0]), reaches(by, &node->box[1], limit, &at[1])};
        int sooner = at[1] < at[0] || (last && at[1] == at[0] && hits[0] && hits[1] &&
                                       least_at(tree, 2 * child + 1) < least_at(tree, 2 * child));
        for (int i = 0; i < 2; i++) {
            int side = i ? sooner : 1 - sooner;
            todo[open].child = node->child[side];
            todo[open].at = at[side];
            open += hits[side];
        }
    }
}

static probe moving_probe(c2d_bounds box, c2d_vec motion)
{
    return (probe){box, {1 / motion.x, 1 / motion.y}, motion.x == 0, motion.y == 0};
}

static probe resting_probe(c2d_bounds box) { return (probe){box, {0, 0}, true, true}; }

void c2d_tree_cast(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                   void *context)
{
    probe by = moving_probe(box, motion);
    search(tree, &by, moving_box_reaches, limit, false, NULL, visit, context);
}

void c2d_tree_cast_first(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, const uint64_t *last,
                         c2d_visit_within *visit, void *context)
{
    probe by = moving_probe(box, motion);
    search(tree, &by, moving_box_reaches, limit, false, last, visit, context);
}

void c2d_tree_nearest(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context)
{
    probe by = resting_probe(box);
    search(tree, &by, resting_box_reaches, limit, true, NULL, visit, context);
}

void c2d_tree_nearest_first(const c2d_tree *tree, c2d_bounds box, double limit, const uint64_t *last,
                            c2d_visit_within *visit, void *context)
{
    probe by = resting_probe(box);
    search(tree, &by, resting_box_reaches, limit, true, last, visit, context);
}
