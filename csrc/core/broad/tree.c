/* The dynamic tree of boxes: which items are near, in whatever order they come and go. It decides nothing about shapes.
 *
 * A bounding volume hierarchy, binary. An item goes in beside the box that makes the sum of all perimeters grow least,
 * and rotations on the way up make that sum smaller (Catto, "Dynamic bounding volume hierarchies", 2019), but never let
 * the tree get out of balance. Rebuilding is by binned splits under the same measure (Wald 2007). */
#include "tree.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"

#include <assert.h>
#include <string.h>

#define ROOT    0u
#define LARGEST 0x7fffffffu
#define STACK   (C2D_TREE_MAX_HEIGHT + 2)

typedef const c2d_tree *tree_in;

/* ---- boxes ---- */

static c2d_bounds join(c2d_bounds a, c2d_bounds b)
{
    c2d_bounds all = {{c2d_min(a.min.x, b.min.x), c2d_min(a.min.y, b.min.y)},
                      {c2d_max(a.max.x, b.max.x), c2d_max(a.max.y, b.max.y)}};
    return all;
}

/* Half of it: what a line meets in proportion to. */
static double perimeter(c2d_bounds a) { return (a.max.x - a.min.x) + (a.max.y - a.min.y); }

static bool meet(const c2d_bounds *a, const c2d_bounds *b)
{
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

static bool inside(c2d_bounds a, c2d_bounds b)
{
    return b.min.x <= a.min.x && a.max.x <= b.max.x && b.min.y <= a.min.y && a.max.y <= b.max.y;
}

static bool same_box(c2d_bounds a, c2d_bounds b) { return c2d_same(a.min, b.min) && c2d_same(a.max, b.max); }

/* ---- places ---- */

static c2d_bounds box_at(tree_in tree, uint32_t place) { return tree->nodes[place >> 1].box[place & 1]; }
static uint32_t child_at(tree_in tree, uint32_t place) { return tree->nodes[place >> 1].child[place & 1]; }
static int height_at(tree_in tree, uint32_t place) { return tree->nodes[place >> 1].height[place & 1]; }

static void hang(c2d_tree *tree, uint32_t place, uint32_t child, c2d_bounds box, int height)
{
    struct c2d_node *node = &tree->nodes[place >> 1];
    assert(height >= 0 && height < C2D_TREE_MAX_HEIGHT);
    node->child[place & 1] = child;
    node->box[place & 1] = box;
    node->height[place & 1] = (uint8_t)height;
    if (child & C2D_TREE_LEAF)
        tree->leaves[child & ~C2D_TREE_LEAF].place = place;
    else
        tree->nodes[child].place = place;
}

static void swap(c2d_tree *tree, uint32_t p, uint32_t q)
{
    uint32_t child = child_at(tree, p);
    c2d_bounds box = box_at(tree, p);
    int height = height_at(tree, p);
    hang(tree, p, child_at(tree, q), box_at(tree, q), height_at(tree, q));
    hang(tree, q, child, box, height);
}

static c2d_bounds box_of(tree_in tree, uint32_t node)
{
    return join(tree->nodes[node].box[0], tree->nodes[node].box[1]);
}

static int height_of(tree_in tree, uint32_t node)
{
    const uint8_t *height = tree->nodes[node].height;
    return 1 + (height[0] > height[1] ? height[0] : height[1]);
}

/* Renews what is said of a node where it hangs; false if that was so already. */
static bool refresh(c2d_tree *tree, uint32_t node)
{
    uint32_t place = tree->nodes[node].place;
    struct c2d_node *above = &tree->nodes[place >> 1];
    c2d_bounds box = box_of(tree, node);
    int height = height_of(tree, node);
    if (same_box(box, above->box[place & 1]) && height == above->height[place & 1])
        return false;
    above->box[place & 1] = box;
    above->height[place & 1] = (uint8_t)height;
    return true;
}

/* ---- balance ---- */

static int difference(int a, int b) { return a > b ? a - b : b - a; }

/* Exchanges the child of a node at one side with a grandchild at the other. */
static void rotate(c2d_tree *tree, uint32_t node, unsigned side, unsigned grandside)
{
    uint32_t other = tree->nodes[node].child[1 - side];
    swap(tree, 2 * node + side, 2 * other + grandside);
    refresh(tree, other);
}

/* The perimeter that the other child has after that exchange. */
static double rotated(tree_in tree, uint32_t node, unsigned side, unsigned grandside)
{
    uint32_t other = tree->nodes[node].child[1 - side];
    return perimeter(join(tree->nodes[node].box[side], tree->nodes[other].box[1 - grandside]));
}

/* One child is too high by one: let its higher child change places with the lower one. With heights b of the lower one
 * and f >= g of the grandchildren, f = b + C2D_TREE_IMBALANCE, and g >= b as the higher one was balanced. So b beside g
 * differ by at most C2D_TREE_IMBALANCE, and so do f and their new parent, 1 + g. The node's height was f + 1 or f + 2
 * before what brought this about, and is now: one more level changes by at most one. */
static void level(c2d_tree *tree, uint32_t node)
{
    unsigned low = tree->nodes[node].height[0] > tree->nodes[node].height[1];
    const struct c2d_node *high = &tree->nodes[tree->nodes[node].child[1 - low]];
    unsigned taken = high->height[1] > high->height[0];
    if (high->height[0] == high->height[1])
        taken = rotated(tree, node, low, 1) < rotated(tree, node, low, 0);
    rotate(tree, node, low, taken);
}

/* Whether that exchange keeps the node and its child balanced, and changes the node's height by at most one from what
 * is said of it above, which is how it was. */
static bool stays_balanced(tree_in tree, uint32_t node, unsigned side, unsigned grandside)
{
    const struct c2d_node *n = &tree->nodes[node], *other = &tree->nodes[n->child[1 - side]];
    int taken = other->height[grandside], left = other->height[1 - grandside], given = n->height[side];
    int low = 1 + (left > given ? left : given), high = 1 + (low > taken ? low : taken);
    return difference(left, given) <= C2D_TREE_IMBALANCE && difference(low, taken) <= C2D_TREE_IMBALANCE &&
           difference(high, height_at(tree, n->place)) <= 1;
}

/* Exchanges a child with a grandchild where that makes the other child smaller. */
static void improve(c2d_tree *tree, uint32_t node)
{
    double best = 0;
    unsigned side = 0, grandside = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct c2d_node *n = &tree->nodes[node];
        if (n->child[1 - i] & C2D_TREE_LEAF)
            continue;
        for (unsigned k = 0; k < 2; k++) {
            double gain = perimeter(n->box[1 - i]) - rotated(tree, node, i, k);
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

/* The place below the outsize leaves, and how many they are. */
static uint32_t balanced_place(tree_in tree, int *outsize)
{
    uint32_t place = 0;
    *outsize = 0;
    for (uint32_t child = child_at(tree, 0); !(child & C2D_TREE_LEAF) && tree->nodes[child].outsize;) {
        place = 2 * child;
        child = child_at(tree, place);
        ++*outsize;
    }
    return place;
}

static bool is_outsize(c2d_bounds box, c2d_bounds all) { return 4 * perimeter(box) >= perimeter(all); }

/* A leaf that may stay no longer in the balanced tree as that grows, but is outsize: makes an outsize node of the one
 * that it hangs from, if that is the first one of the balanced tree. */
static bool let_out(c2d_tree *tree, uint32_t node)
{
    int outsize;
    uint32_t place = balanced_place(tree, &outsize);
    struct c2d_node *n = &tree->nodes[node];
    unsigned low = n->height[0] > n->height[1];
    if (n->place != place || outsize == C2D_TREE_MAX_OUTSIZE || n->height[low] > 0 ||
        !is_outsize(n->box[low], box_of(tree, node)))
        return false;
    if (low == 0)
        swap(tree, 2 * node, 2 * node + 1);
    n->outsize = true;
    return true;
}

/* What hangs at a place below this node has changed, in height by at most one: sets right the nodes above it. */
static void climb(c2d_tree *tree, uint32_t node)
{
    while (node != ROOT) {
        const uint8_t *height = tree->nodes[node].height;
        if (!tree->nodes[node].outsize) {
            if (difference(height[0], height[1]) <= C2D_TREE_IMBALANCE)
                improve(tree, node);
            else if (!let_out(tree, node))
                level(tree, node);
        }
        if (!refresh(tree, node))
            return;
        node = tree->nodes[node].place >> 1;
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

/* n leaves hang from n - 1 nodes; with the one that holds the root there are as many nodes as leaves. */
static c2d_status grow(c2d_tree *tree)
{
    uint32_t capacity = tree->capacity ? tree->capacity + tree->capacity / 2 : 16;
    size_t most = SIZE_MAX / sizeof *tree->nodes;
    if (capacity > LARGEST || capacity > most)
        return C2D_NO_MEMORY;
    struct c2d_node *nodes = C2D_REALLOC(tree->nodes, capacity * sizeof *nodes);
    if (!nodes)
        return C2D_NO_MEMORY;
    tree->nodes = nodes;
    struct c2d_leaf *leaves = C2D_REALLOC(tree->leaves, capacity * sizeof *leaves);
    if (!leaves)
        return C2D_NO_MEMORY;
    tree->leaves = leaves;
    for (uint32_t i = capacity; i-- > tree->capacity;) {
        leaves[i].place = tree->free_leaf;
        tree->free_leaf = i;
        if (i != ROOT) {
            nodes[i].place = tree->free_node;
            tree->free_node = i;
        }
    }
    tree->capacity = capacity;
    return C2D_OK;
}

static uint32_t take_node(c2d_tree *tree)
{
    uint32_t node = tree->free_node;
    assert(node != C2D_NULL_INDEX);
    tree->free_node = tree->nodes[node].place;
    tree->nodes[node].outsize = false;
    return node;
}

static void give_node(c2d_tree *tree, uint32_t node)
{
    tree->nodes[node].place = tree->free_node;
    tree->free_node = node;
}

/* ---- insert, remove, move ---- */

/* The place beside whose box a new one costs least: the perimeter of the two together, and what the boxes above grow.
 * Of two children it goes to the one that promises less; it stops where neither does better than what was found. */
static uint32_t best_sibling(tree_in tree, uint32_t place, c2d_bounds box)
{
    uint32_t best = place;
    double own = perimeter(box), base = perimeter(box_at(tree, place)), inherited = 0, least = INFINITY;
    double direct = perimeter(join(box_at(tree, place), box));
    for (;;) {
        int height = height_at(tree, place);
        /* A leaf is no fit neighbour for a tree of more than C2D_TREE_IMBALANCE. */
        if (height <= C2D_TREE_IMBALANCE && inherited + direct < least) {
            least = inherited + direct;
            best = place;
        }
        if (height == 0)
            return best;
        inherited += direct - base;
        const struct c2d_node *node = &tree->nodes[child_at(tree, place)];
        double new_base[2], new_direct[2], bound[2], away[2];
        for (int i = 0; i < 2; i++) {
            new_base[i] = perimeter(node->box[i]);
            new_direct[i] = perimeter(join(node->box[i], box));
            bound[i] = inherited + new_direct[i];
            if (node->height[i] > 0)
                bound[i] += c2d_min(own - new_base[i], 0);
            away[i] = fabs((node->box[i].min.x - box.min.x) + (node->box[i].max.x - box.max.x)) +
                      fabs((node->box[i].min.y - box.min.y) + (node->box[i].max.y - box.max.y));
        }
        int next = bound[1] < bound[0] || (bound[1] == bound[0] && away[1] < away[0]);
        if (height <= C2D_TREE_IMBALANCE && bound[next] >= least)
            return best;
        place = 2 * child_at(tree, place) + (uint32_t)next;
        direct = new_direct[next];
        base = new_base[next];
    }
}

static void attach(c2d_tree *tree, uint32_t leaf, c2d_bounds box)
{
    if (tree->count++ == 0) {
        hang(tree, 0, C2D_TREE_LEAF | leaf, box, 0);
        return;
    }
    int outsize;
    uint32_t place = balanced_place(tree, &outsize), node = take_node(tree);
    tree->nodes[node].outsize = height_at(tree, place) > C2D_TREE_IMBALANCE && outsize < C2D_TREE_MAX_OUTSIZE &&
                                is_outsize(box, join(box_at(tree, place), box));
    if (!tree->nodes[node].outsize)
        place = best_sibling(tree, place, box);
    c2d_bounds beside = box_at(tree, place);
    int height = height_at(tree, place);
    hang(tree, 2 * node, child_at(tree, place), beside, height);
    hang(tree, 2 * node + 1, C2D_TREE_LEAF | leaf, box, 0);
    hang(tree, place, node, join(beside, box), height + 1);
    climb(tree, place >> 1);
}

static void detach(c2d_tree *tree, uint32_t leaf)
{
    uint32_t place = tree->leaves[leaf].place, node = place >> 1;
    tree->count--;
    if (node == ROOT)
        return;
    uint32_t above = tree->nodes[node].place, sibling = place ^ 1;
    hang(tree, above, child_at(tree, sibling), box_at(tree, sibling), height_at(tree, sibling));
    give_node(tree, node);
    climb(tree, above >> 1);
}

c2d_status c2d_tree_insert(c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf)
{
    assert(box.min.x <= box.max.x && box.min.y <= box.max.y);
    if (tree->free_leaf == C2D_NULL_INDEX && grow(tree) != C2D_OK)
        return C2D_NO_MEMORY;
    *leaf = tree->free_leaf;
    tree->free_leaf = tree->leaves[*leaf].place;
    tree->leaves[*leaf].item = item;
    attach(tree, *leaf, box);
    return C2D_OK;
}

void c2d_tree_remove(c2d_tree *tree, uint32_t leaf)
{
    detach(tree, leaf);
    tree->leaves[leaf].place = tree->free_leaf;
    tree->free_leaf = leaf;
}

/* Near its old place means: inside the box so many nodes above the one that it hangs from. */
#define KIN 2

/* Near its old place a leaf stays where it hangs, and the boxes above are only made to fit: none grows beyond the one
 * that was looked at. */
void c2d_tree_move(c2d_tree *tree, uint32_t leaf, c2d_bounds box)
{
    assert(box.min.x <= box.max.x && box.min.y <= box.max.y);
    uint32_t place = tree->leaves[leaf].place, node = place >> 1, above = node;
    for (int i = 0; i < KIN && above != ROOT; i++)
        above = tree->nodes[above].place >> 1;
    bool near = above != ROOT && !tree->nodes[above].outsize && inside(box, box_at(tree, tree->nodes[above].place));
    if (node != ROOT && !near) {
        detach(tree, leaf);
        attach(tree, leaf, box);
        return;
    }
    tree->nodes[node].box[place & 1] = box;
    while (node != ROOT && refresh(tree, node))
        node = tree->nodes[node].place >> 1;
}

/* ---- rebuild ---- */

typedef struct entry {
    c2d_bounds box;
    uint32_t leaf;
} entry;

/* Some entries that are to hang at a place, in a tree of at most that height. */
typedef struct part {
    entry *first;
    uint32_t count, place;
    int height;
} part;

#define BINS 16
/* A split leaves at least one part in so many on either side. */
#define SHARE 64
/* So many levels more than a tree that is full needs. */
#define SLACK 2

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

/* Bins along the axis on which the centres are spread wider; false if they are not, or too little to tell apart. */
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

/* The number of bins on the near side of the cheapest split, of those that leave neither side too small or too large:
 * 0 if there is none. */
static uint32_t cheapest_split(const part *p, const binning *by)
{
    c2d_bounds box[BINS], far[BINS];
    uint32_t count[BINS] = {0};
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t bin = bin_of(by, &p->first[i]);
        box[bin] = count[bin]++ ? join(box[bin], p->first[i].box) : p->first[i].box;
    }
    uint32_t last = BINS - 1;
    far[last] = box[last]; /* the last bin is never empty: it holds the highest centre */
    for (uint32_t i = last; i-- > 0;)
        far[i] = count[i] ? join(far[i + 1], box[i]) : far[i + 1];
    uint32_t split = 0, below = 0, most = (uint32_t)1 << (p->height - 1), least = (p->count + SHARE - 1) / SHARE;
    double cost = INFINITY;
    c2d_bounds near = box[0];
    for (uint32_t i = 0; i < last; i++) {
        near = count[i] ? join(near, box[i]) : near;
        below += count[i];
        uint32_t above = p->count - below;
        double here = perimeter(near) * below + perimeter(far[i + 1]) * above;
        if (below >= least && above >= least && below <= most && above <= most && here < cost) {
            cost = here;
            split = i + 1;
        }
    }
    return split;
}

static void exchange(entry *a, entry *b)
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
            exchange(&e[i++], &e[j--]);
        }
        /* e[0 .. i) <= pivot <= e[i .. n) */
        i += i == 0;
        if (k < i) {
            n = i;
        } else {
            e += i;
            n -= i;
            k -= i;
        }
    }
}

/* How many of the entries go to the near side; they are put first. */
static uint32_t divide(const part *p)
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
            exchange(&p->first[i], &p->first[--j]);
    }
    return i;
}

static int lesser(int a, int b) { return a < b ? a : b; }

/* Hangs entries at a place, from the top, so that every node has a greater number than the one above it; boxes and
 * heights are left for later. A part of n entries gets a height of at least f(n) = full_height(n) and at most f(n) +
 * SLACK. One part in SHARE is f(n) - 6 levels high or more, the other side f(n) - 1 + SLACK or less: they differ by
 * C2D_TREE_IMBALANCE at most. Halves always fit. */
static void hang_all(c2d_tree *tree, uint32_t place, entry *entries, uint32_t n)
{
    part todo[STACK], all = {entries, n, place, full_height(n) + SLACK};
    int open = 0;
    todo[open++] = all;
    while (open > 0) {
        part p = todo[--open];
        if (p.count == 1) {
            hang(tree, p.place, C2D_TREE_LEAF | p.first->leaf, p.first->box, 0);
            continue;
        }
        uint32_t node = take_node(tree), near = divide(&p), count[2] = {near, p.count - near};
        entry *first[2] = {p.first, p.first + near};
        hang(tree, p.place, node, p.first->box, 0);
        assert(near > 0 && near < p.count && open + 2 <= STACK);
        for (uint32_t i = 2; i-- > 0;) {
            part side = {first[i], count[i], 2 * node + i, lesser(p.height - 1, full_height(count[i]) + SLACK)};
            todo[open++] = side;
        }
    }
}

/* Hangs the outsize ones above and moves them to the end; returns the place below them. */
static uint32_t hang_outsize(c2d_tree *tree, entry *entries, uint32_t *n)
{
    c2d_bounds all = box_at(tree, 0);
    uint32_t place = 0, enough = *n - C2D_TREE_MAX_OUTSIZE;
    for (uint32_t i = *n; i-- > 0 && *n > enough;) {
        if (!is_outsize(entries[i].box, all))
            continue;
        exchange(&entries[i], &entries[--*n]);
        uint32_t node = take_node(tree);
        hang(tree, place, node, all, 0);
        hang(tree, 2 * node + 1, C2D_TREE_LEAF | entries[*n].leaf, entries[*n].box, 0);
        tree->nodes[node].outsize = true;
        place = 2 * node;
    }
    return place;
}

static void build(c2d_tree *tree, entry *entries)
{
    uint32_t n = tree->count, place = 0;
    tree->free_node = C2D_NULL_INDEX;
    for (uint32_t i = tree->capacity; i-- > 1;)
        give_node(tree, i);
    if (full_height(n) > C2D_TREE_IMBALANCE)
        place = hang_outsize(tree, entries, &n);
    hang_all(tree, place, entries, n);
    for (uint32_t i = tree->count; i-- > 1;)
        refresh(tree, i);
}

/* The leaves with their boxes, as they hang: what is near stays near. */
static void gather(tree_in tree, entry *entries)
{
    uint32_t todo[STACK], count = 0;
    int open = 0;
    todo[open++] = 0;
    while (open > 0) {
        uint32_t place = todo[--open], child = child_at(tree, place);
        if (child & C2D_TREE_LEAF) {
            entries[count].box = box_at(tree, place);
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
    gather(tree, entries);
    build(tree, entries);
    free(entries);
    return C2D_OK;
}

/* ---- searches ---- */

bool c2d_tree_query(const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context)
{
    uint32_t todo[STACK];
    int open = 0;
    if (tree->count > 0 && meet(&tree->nodes[ROOT].box[0], &box))
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
        open += meet(&node->box[1], &box);
        todo[open] = node->child[0];
        open += meet(&node->box[0], &box);
    }
    return true;
}

/* A box on its way, or at rest. */
typedef struct probe {
    c2d_bounds box;
    c2d_vec inverse; /* 1 / motion */
    bool still_x, still_y;
} probe;

/* How soon a box is reached (a time, or a distance squared), from below; false if not by a limit. */
typedef bool reach(const probe *by, const c2d_bounds *box, double limit, double *at);

/* Larger than a limit by more than the rounding of what is compared with it, see below. */
static double beyond(double limit) { return limit * (1 + 0x1p-48) + DBL_MIN; }

/* One axis of the slab test: when the gap to a box, lo to hi, is closed and open again. */
static bool cross_slab(double lo, double hi, double inverse, bool still, double *near, double *far)
{
    if (still)
        return lo <= 0 && 0 <= hi;
    double s = lo * inverse, t = hi * inverse;
    *near = c2d_max(*near, c2d_min(s, t));
    *far = c2d_min(*far, c2d_max(s, t));
    return true;
}

/* The boxes meet at t if lo <= t m <= hi on either axis, lo and hi being differences of coordinates. Each end of the
 * interval of t has three roundings (difference, inverse, product), a relative error below 4u, u = 2^-53, or one below
 * DBL_MIN where the product is subnormal; its sign is exact. So if the exact near <= far, then computed
 * near <= far (1 + 9u) + DBL_MIN; beyond leaves room for 32u. On an axis that is still, the signs of lo and hi decide,
 * exactly. */
static bool reach_moving(const probe *by, const c2d_bounds *box, double limit, double *at)
{
    double near = 0, far = limit;
    bool x =
        cross_slab(box->min.x - by->box.max.x, box->max.x - by->box.min.x, by->inverse.x, by->still_x, &near, &far);
    bool y =
        cross_slab(box->min.y - by->box.max.y, box->max.y - by->box.min.y, by->inverse.y, by->still_y, &near, &far);
    *at = near;
    return x && y && near <= beyond(far);
}

/* The square of the distance: differences, squares and the sum are rounded once each, a relative error below 5u, and
 * the square of the limit as well; underflow keeps the order of the squares, and beyond leaves room for that of their
 * sum. */
static bool reach_resting(const probe *by, const c2d_bounds *box, double limit, double *at)
{
    double x = c2d_max(c2d_max(box->min.x - by->box.max.x, by->box.min.x - box->max.x), 0);
    double y = c2d_max(c2d_max(box->min.y - by->box.max.y, by->box.min.y - box->max.y), 0);
    *at = x * x + y * y;
    return *at <= beyond(limit * limit);
}

/* Depth first, the child that is reached sooner before the other. */
static inline void search(tree_in tree, const probe *by, reach *reached, double limit, bool squares,
                          c2d_visit_within *visit, void *context)
{
    struct {
        uint32_t child;
        double at;
    } todo[STACK];
    int open = 0;
    double at[2];
    if (tree->count > 0 && limit >= 0 && reached(by, &tree->nodes[ROOT].box[0], limit, &at[0])) {
        todo[0].child = tree->nodes[ROOT].child[0];
        todo[open++].at = at[0];
    }
    while (open > 0) {
        uint32_t child = todo[--open].child;
        if (!(todo[open].at <= beyond(squares ? limit * limit : limit)))
            continue;
        if (child & C2D_TREE_LEAF) {
            limit = visit(context, tree->leaves[child & ~C2D_TREE_LEAF].item, limit);
            if (!(limit >= 0))
                return;
            continue;
        }
        const struct c2d_node *node = &tree->nodes[child];
        bool hits[2] = {reached(by, &node->box[0], limit, &at[0]), reached(by, &node->box[1], limit, &at[1])};
        int sooner = at[1] < at[0];
        for (int i = 0; i < 2; i++) {
            int side = i ? sooner : 1 - sooner;
            todo[open].child = node->child[side];
            todo[open].at = at[side];
            open += hits[side];
        }
    }
}

void c2d_tree_cast(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                   void *context)
{
    probe by = {box, {1 / motion.x, 1 / motion.y}, motion.x == 0, motion.y == 0};
    search(tree, &by, reach_moving, limit, false, visit, context);
}

void c2d_tree_nearest(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context)
{
    probe by = {box, {0, 0}, true, true};
    search(tree, &by, reach_resting, limit, true, visit, context);
}
