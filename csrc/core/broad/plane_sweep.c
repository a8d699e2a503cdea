/* All pairs of boxes that meet, by a sweep along the first axis over an interval tree on the second (Edelsbrunner
 * 1983; Preparata and Shamos, "Computational Geometry", 1985, 8.8). O(n log n + pairs) for all inputs.
 *
 * Coordinates become ranks of low ends. On each axis, two boxes meet if the later of their low ends is within the
 * other box; ranks order equal low ends. When the sweep reaches a box, the active boxes, which have begun and not
 * ended, meet it on the first axis. On the second axis, either they begin within it, or they contain its low end. */
#include "plane_sweep.h"

#include "../exact/allocate.h"
#include "../exact/step_counter.h"

#include <string.h>

/* ---- ranks ---- */

/* A sort key. The sum turns -0 into 0. */
static uint64_t key_of(double x) { return c2d_radix_key(x + 0.0); }

/* Sorts the boxes by their low ends on an axis. last, by box: the rank of the last low end that is not above its high
 * end, at least the rank of its own low end. */
static c2d_status rank_ends(const c2d_ends *boxes, uint32_t n, int axis, uint32_t *order, uint32_t *last)
{
    c2d_radix_item *low = c2d_new_array(n, sizeof *low), *high = c2d_new_array(n, sizeof *high),
                   *spare = c2d_new_array(n, sizeof *spare);
    c2d_status status = low && high && spare ? C2D_OK : C2D_NO_MEMORY;
    if (!status) {
        for (uint32_t i = 0; i < n; i++) {
            low[i] = (c2d_radix_item){key_of(boxes[i].low[axis]), i};
            high[i] = (c2d_radix_item){key_of(boxes[i].high[axis]), i};
        }
        c2d_radix_sort(low, n, spare);
        c2d_radix_sort(high, n, spare);
        for (uint32_t i = 0; i < n; i++)
            order[i] = low[i].value;
        for (uint32_t i = 0, rank = 0; i < n; i++) {
            while (rank < n && low[rank].key <= high[i].key)
                rank++;
            last[high[i].value] = rank - 1;
        }
    }
    free(low);
    free(high);
    free(spare);
    return status;
}

/* ---- the interval tree ---- */

/* Nodes are the numbers 1 .. n, rank + 1. The subtree of m holds the numbers with fewer trailing zeros that are
 * nearest to m. An interval belongs to the number within it that has the most trailing zeros. */
static uint32_t node_of(uint32_t low, uint32_t high)
{
    uint32_t apart = low ^ (high + 1);
    int bit = c2d_highest_bit(apart);
    return (high + 1) >> bit << bit;
}

/* Orders the slots of a node by ascending low ends in one order, and by descending high ends in the other. */
static c2d_status fill_nodes(c2d_plane_sweep *s)
{
    uint32_t n = s->n, *end = c2d_new_array((size_t)n + 2, sizeof *end),
             *first = c2d_new_array((size_t)n + 1, sizeof *first);
    uint32_t *next = c2d_new_array(n, sizeof *next);
    c2d_status status = end && first && next ? C2D_OK : C2D_NO_MEMORY;
    if (!status) {
        memset(s->start, 0, ((size_t)n + 2) * sizeof *s->start);
        for (uint32_t i = 0; i < n; i++)
            s->start[node_of(i, s->high[i]) + 1]++;
        for (uint32_t k = 0; k <= n; k++)
            s->start[k + 1] += s->start[k];
        memcpy(end, s->start, ((size_t)n + 2) * sizeof *end);
        for (uint32_t i = 0; i < n; i++) {
            s->slot[0][i] = end[node_of(i, s->high[i])]++;
            s->owner[0][s->slot[0][i]] = i;
        }
        memcpy(end, s->start, ((size_t)n + 2) * sizeof *end);
        for (uint32_t k = 0; k < n; k++)
            first[k] = C2D_NULL_INDEX;
        for (uint32_t i = n; i-- > 0;) {
            next[i] = first[s->high[i]];
            first[s->high[i]] = i;
        }
        for (uint32_t k = n; k-- > 0;)
            for (uint32_t i = first[k]; i != C2D_NULL_INDEX; i = next[i]) {
                s->slot[1][i] = end[node_of(i, k)]++;
                s->owner[1][s->slot[1][i]] = i;
            }
    }
    free(end);
    free(first);
    free(next);
    return status;
}

c2d_status c2d_plane_sweep_open(c2d_plane_sweep *s, const c2d_ends *boxes, const uint8_t *side, uint32_t n)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    uint32_t **arrays[] = {&s->item,    &s->event,   &s->expiry,   &s->high,
                           &s->slot[0], &s->slot[1], &s->owner[0], &s->owner[1]};
    c2d_status status = C2D_OK;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = c2d_new_array(n, sizeof **arrays[k]);
        status = *arrays[k] ? status : C2D_NO_MEMORY;
    }
    s->start = c2d_new_array((size_t)n + 2, sizeof *s->start);
    s->side = c2d_new_array(n, sizeof *s->side);
    uint32_t *box = c2d_new_array(n, sizeof *box), *last = c2d_new_array(n, sizeof *last);
    if (!s->start || !s->side || !box || !last)
        status = C2D_NO_MEMORY;
    if (!status)
        status = rank_ends(boxes, n, 1, s->item, last);
    for (uint32_t i = 0; i < n && !status; i++) {
        box[s->item[i]] = i;
        s->high[i] = last[s->item[i]];
        s->side[i] = side[s->item[i]];
    }
    if (!status)
        status = rank_ends(boxes, n, 0, s->event, last);
    for (uint32_t i = 0; i < n && !status; i++) {
        s->expiry[i] = last[s->item[i]];
        s->event[i] = box[s->event[i]];
    }
    free(box);
    free(last);
    return status ? status : fill_nodes(s);
}

void c2d_plane_sweep_close(c2d_plane_sweep *s)
{
    free(s->item);
    free(s->event);
    free(s->expiry);
    free(s->high);
    free(s->side);
    free(s->start);
    for (int k = 0; k < 2; k++) {
        free(s->slot[k]);
        free(s->owner[k]);
    }
}

/* ---- counting ---- */

/* A binary indexed tree (Fenwick 1994) over the indices 1 .. n. */
static void add_at(uint32_t *tree, uint32_t n, uint32_t index, uint32_t more)
{
    for (uint64_t k = (uint64_t)index + 1; k <= n; k += k & (0 - k))
        tree[k] += more;
}

static uint32_t sum_before(const uint32_t *tree, uint32_t index)
{
    uint32_t sum = 0;
    for (uint32_t k = index; k > 0; k &= k - 1)
        sum += tree[k];
    return sum;
}

/* Counts the active boxes whose low ends on the second axis are not above the high end of each new box, less those
 * whose high ends are below its low end. */
uint64_t c2d_plane_sweep_count(const c2d_plane_sweep *s, const c2d_wanted *wanted)
{
    uint32_t n = s->n, *low[C2D_SIDES], *high[C2D_SIDES];
    uint32_t *first = c2d_new_array(n, sizeof *first), *next = c2d_new_array(n, sizeof *next);
    bool good = first && next;
    uint64_t count = 0;
    for (int k = 0; k < C2D_SIDES; k++) {
        low[k] = c2d_new_array((size_t)n + 1, sizeof *low[k]);
        high[k] = c2d_new_array((size_t)n + 1, sizeof *high[k]);
        good = good && low[k] && high[k];
        if (good) {
            memset(low[k], 0, ((size_t)n + 1) * sizeof *low[k]);
            memset(high[k], 0, ((size_t)n + 1) * sizeof *high[k]);
        }
    }
    if (good)
        memset(first, 0xff, n * sizeof *first); /* C2D_NULL_INDEX */
    for (uint32_t k = 0; good && k < n; k++) {
        uint32_t i = s->event[k];
        for (int other = 0; other < C2D_SIDES; other++)
            if (wanted->sides[s->side[i]][other])
                count += sum_before(low[other], s->high[i] + 1) - sum_before(high[other], i);
        add_at(low[s->side[i]], n, i, 1);
        add_at(high[s->side[i]], n, s->high[i], 1);
        next[i] = first[s->expiry[i]];
        first[s->expiry[i]] = i;
        for (uint32_t j = first[k]; j != C2D_NULL_INDEX; j = next[j]) {
            add_at(low[s->side[j]], n, j, 0 - (uint32_t)1);
            add_at(high[s->side[j]], n, s->high[j], 0 - (uint32_t)1);
        }
    }
    for (int k = 0; k < C2D_SIDES; k++) {
        free(low[k]);
        free(high[k]);
    }
    free(first);
    free(next);
    return good ? count : C2D_UNCOUNTED;
}

/* ---- visiting ---- */

/* The active boxes of a side, and some that have ended unnoticed: by box, and by slot in either order. */
typedef struct active {
    c2d_ranks boxes, slots[2];
} active;

typedef struct search {
    const c2d_plane_sweep *sweep;
    active active[C2D_SIDES];
    uint32_t now; /* the index of the current event */
    c2d_visit_pair *visit;
    void *context;
} search;

static void toggle(search *r, uint32_t box)
{
    active *a = &r->active[r->sweep->side[box]];
    c2d_ranks_toggle(&a->boxes, box);
    for (int k = 0; k < 2; k++)
        c2d_ranks_toggle(&a->slots[k], r->sweep->slot[k][box]);
}

/* Reports a candidate, or removes it if it has ended. */
static bool report(search *r, uint32_t box, uint32_t other)
{
    const c2d_plane_sweep *s = r->sweep;
    C2D_STEPS(1);
    if (s->expiry[other] < r->now) {
        toggle(r, other);
        return true;
    }
    uint32_t i = s->item[box], j = s->item[other];
    return i < j ? r->visit(r->context, i, j) : r->visit(r->context, j, i);
}

/* Reports the boxes of a node that contain the low end of the box. Below the node these are all that begin before it,
 * above the node all that do not end before it. */
static bool search_node(search *r, uint32_t box, int side, uint32_t node)
{
    const c2d_plane_sweep *s = r->sweep;
    int order = box + 1 > node;
    C2D_STEPS(1);
    const c2d_ranks *slots = &r->active[side].slots[order];
    uint32_t slot = s->start[node], end = s->start[node + 1];
    while (slot < end && (slot = c2d_ranks_next(slots, slot)) < end) {
        uint32_t other = s->owner[order][slot++];
        if (order ? s->high[other] < box : other > box)
            break;
        if (!report(r, box, other))
            return false;
    }
    return true;
}

static bool search_side(search *r, uint32_t box, int side)
{
    const c2d_plane_sweep *s = r->sweep;
    const c2d_ranks *boxes = &r->active[side].boxes;
    for (uint32_t other = box; other < s->high[box];) {
        other = c2d_ranks_next(boxes, other + 1);
        if (other > s->high[box])
            break;
        if (!report(r, box, other))
            return false;
    }
    /* The nodes whose subtrees contain the low end, from the leaves up. */
    uint32_t index = box + 1;
    for (uint64_t bit = 1; bit <= s->n; bit *= 2) {
        uint64_t node = (index & ~(2 * bit - 1)) | bit;
        if (node <= s->n && !search_node(r, box, side, (uint32_t)node))
            return false;
    }
    return true;
}

static void search_all(search *r, const c2d_wanted *wanted)
{
    const c2d_plane_sweep *s = r->sweep;
    for (r->now = 0; r->now < s->n; r->now++) {
        uint32_t box = s->event[r->now];
        for (int side = 0; side < C2D_SIDES; side++)
            if (wanted->sides[s->side[box]][side] && !search_side(r, box, side))
                return;
        toggle(r, box);
    }
}

c2d_status c2d_plane_sweep_visit(const c2d_plane_sweep *s, const c2d_wanted *wanted, c2d_visit_pair *visit,
                                 void *context)
{
    search r = {.sweep = s, .visit = visit, .context = context};
    c2d_status status = C2D_OK;
    for (int side = 0; side < C2D_SIDES; side++) {
        active *a = &r.active[side];
        c2d_ranks *sets[] = {&a->boxes, &a->slots[0], &a->slots[1]};
        for (int k = 0; k < 3; k++)
            status = c2d_ranks_open(sets[k], s->n) ? C2D_NO_MEMORY : status;
    }
    if (!status)
        search_all(&r, wanted);
    for (int side = 0; side < C2D_SIDES; side++) {
        active *a = &r.active[side];
        c2d_ranks_close(&a->boxes);
        c2d_ranks_close(&a->slots[0]);
        c2d_ranks_close(&a->slots[1]);
    }
    return status;
}
