/* Property: after any sequence of inserts, moves, removals, rebuilds and fillings, the tree's searches and the grid
 * find exactly what trying all boxes finds: each item once, none that exact arithmetic says is met left out, none
 * visited that is clearly not. The tree is balanced, its boxes are tight and its links go both ways. All pairs of a
 * crowd of shapes are found, whatever part of them is wanted. All pairs take a number of steps in proportion to the
 * boxes and pairs, also if memory runs out. The order of places has each once. Lack of memory is a status and changes
 * no tree. */
#include "../decode.h"
#include "../integer.h"
#include "../target.h"
#include "../../csrc/core/broad/place_order.h"
#include "../../csrc/core/broad/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS  320
#define CROWD  0x7f /* the operation that takes the boxes for a crowd of shapes */
#define PLACES 0x6f /* and the one that orders places */

typedef struct model {
    c2d_tree tree;
    unsigned count; /* of all items so far, of which the removed ones are not live */
    bool live[ITEMS];
    c2d_bounds box[ITEMS];
    uint32_t leaf[ITEMS];
} model;

/* ---- boxes ---- */

static double whole(double x)
{
    if (fabs(x) > 2 * C2D_LIMIT)
        x = x > 0 ? C2D_LIMIT : -C2D_LIMIT;
    if (fabs(x) <= C2D_LIMIT)
        CHECK(c2d_check(&x) == C2D_OK, "coordinate %a", x);
    return x;
}

static c2d_bounds box_between(double ax, double ay, double bx, double by)
{
    c2d_bounds box;

    ax = whole(ax);
    ay = whole(ay);
    bx = whole(bx);
    by = whole(by);
    box.min.x = ax < bx ? ax : bx;
    box.min.y = ay < by ? ay : by;
    box.max.x = ax < bx ? bx : ax;
    box.max.y = ay < by ? by : ay;
    return box;
}

/* A box from new numbers or from an earlier one: equal, adjacent, a few ulps off, nested, scaled, or one of its
 * corners. */
static c2d_bounds read_box(reader *in, const model *m)
{
    unsigned tag = read_byte(in);
    c2d_vec p, q, size;
    c2d_bounds near;

    if (m->count == 0 || tag % 16 < 4) {
        p = read_point(in);
        q = tag & 16 ? p : read_point(in);
        return tag & 32 ? box_between(p.x, p.y, q.x, q.y) : box_between(p.x, p.y, p.x + q.x, p.y + q.y);
    }
    near = m->box[(tag >> 4) * 37 % m->count];
    size.x = near.max.x - near.min.x;
    size.y = near.max.y - near.min.y;
    switch (tag % 16) {
    case 4: return near;
    case 5: return box_between(near.max.x, near.min.y, near.max.x + size.x, near.max.y);
    case 6: return box_between(near.min.x, near.max.y, near.max.x, near.max.y + size.y);
    case 7: return box_between(near.min.x - size.x, near.min.y, ulps_off(near.min.x, -1), near.max.y);
    case 8: return box_between(ulps_off(near.max.x, 1), near.min.y, near.max.x + size.x, near.max.y);
    case 9: return box_between(near.min.x + size.x / 4, near.min.y + size.y / 4, near.max.x, near.max.y - size.y / 4);
    case 10: return box_between(2 * near.min.x, 2 * near.min.y, 2 * near.max.x, 2 * near.max.y);
    case 11: return box_between(near.max.x, near.max.y, near.max.x, near.max.y);
    case 12: return box_between(near.min.x, near.max.y, near.min.x - size.x, near.max.y + size.y);
    default:
        p = read_point(in);
        return box_between(near.min.x + p.x, near.min.y + p.y, near.max.x + p.x, near.max.y + p.y);
    }
}

static bool meet(const c2d_bounds *a, const c2d_bounds *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

static void print_box(const char *name, c2d_bounds box)
{
    if (target_verbose)
        fprintf(stderr, "%s (%.17g, %.17g) - (%.17g, %.17g)\n", name, box.min.x, box.min.y, box.max.x, box.max.y);
}

/* ---- the tree's own rules ---- */

static unsigned check_place(const model *m, uint32_t place, unsigned depth)
{
    const struct c2d_node *node = &m->tree.nodes[place >> 1], *below;
    uint32_t child = node->child[place & 1];
    c2d_bounds box = node->box[place & 1];
    int height = node->height[place & 1], h[2];

    CHECK(depth <= C2D_TREE_MAX_HEIGHT, "depth %u", depth);
    if (child & C2D_TREE_LEAF) {
        uint32_t leaf = child & ~C2D_TREE_LEAF, item;
        CHECK(leaf < m->tree.capacity, "leaf %u", leaf);
        item = m->tree.leaves[leaf].item;
        CHECK(m->tree.leaves[leaf].slot == place, "leaf %u hangs at %u, not %u", leaf, m->tree.leaves[leaf].slot,
              place);
        CHECK(item < m->count && m->live[item] && m->leaf[item] == leaf, "item %u in leaf %u", item, leaf);
        CHECK(memcmp(&box, &m->box[item], sizeof box) == 0, "the box of item %u", item);
        CHECK(height == 0, "a leaf of height %d", height);
        CHECK(c2d_tree_least(&m->tree)[place] == (float)item, "the order of item %u", item);
        return 1;
    }
    CHECK(child > 0 && child < m->tree.capacity, "node %u", child);
    below = &m->tree.nodes[child];
    CHECK(below->slot == place, "node %u hangs at %u, not %u", child, below->slot, place);
    h[0] = below->height[0];
    h[1] = below->height[1];
    CHECK(height == 1 + (h[0] > h[1] ? h[0] : h[1]), "height %d above %d and %d", height, h[0], h[1]);
    if (below->outsize) {
        CHECK(place == 0 || (m->tree.nodes[place >> 1].outsize && place % 2 == 0), "an outsize leaf below others");
        CHECK(below->child[1] & C2D_TREE_LEAF && depth < C2D_TREE_MAX_OUTSIZE, "no outsize leaf at depth %u", depth);
    } else {
        CHECK(abs(h[0] - h[1]) <= C2D_TREE_IMBALANCE, "heights %d and %d", h[0], h[1]);
    }
    CHECK(box.min.x == fmin(below->box[0].min.x, below->box[1].min.x) &&
              box.min.y == fmin(below->box[0].min.y, below->box[1].min.y) &&
              box.max.x == fmax(below->box[0].max.x, below->box[1].max.x) &&
              box.max.y == fmax(below->box[0].max.y, below->box[1].max.y),
          "the box of node %u is not that of its children", child);
    CHECK(c2d_tree_least(&m->tree)[place] <=
              fminf(c2d_tree_least(&m->tree)[2 * child], c2d_tree_least(&m->tree)[2 * child + 1]),
          "the least order of node %u", child);
    return check_place(m, 2 * child, depth + 1) + check_place(m, 2 * child + 1, depth + 1);
}

static void check_tree(const model *m)
{
    unsigned live = 0, leaves = 0, nodes = 0;

    for (unsigned i = 0; i < m->count; i++)
        live += m->live[i];
    CHECK(m->tree.count == live, "%u items in the tree, %u are live", (unsigned)m->tree.count, live);
    if (live > 0)
        CHECK(check_place(m, 0, 0) == live, "not all leaves hang in the tree");
    for (uint32_t i = m->tree.free_leaf; i != C2D_NULL_INDEX && leaves <= m->tree.capacity; i = m->tree.leaves[i].slot)
        leaves++;
    for (uint32_t i = m->tree.free_node; i != C2D_NULL_INDEX && nodes <= m->tree.capacity; i = m->tree.nodes[i].slot)
        nodes++;
    if (m->tree.capacity > 0) {
        CHECK(live + leaves == m->tree.capacity, "%u leaves free and %u live of %u", leaves, live,
              (unsigned)m->tree.capacity);
        CHECK(nodes + (live ? live : 1) == m->tree.capacity, "%u nodes free, %u live of %u", nodes, live,
              (unsigned)m->tree.capacity);
    }
}

/* ---- changes ---- */

static void insert(model *m, c2d_bounds box)
{
    unsigned i = m->count;
    c2d_status status;

    if (i == ITEMS)
        return;
    print_box("insert", box);
    status = c2d_tree_insert(&m->tree, box, i, &m->leaf[i]);
    if (status != C2D_OK) {
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "insert: %s", c2d_rule(status));
        check_tree(m);
        status = c2d_tree_insert(&m->tree, box, i, &m->leaf[i]);
        CHECK(status == C2D_OK, "insert again: %s", c2d_rule(status));
    }
    m->box[i] = box;
    m->live[i] = true;
    m->count++;
}

/* Many boxes from few bytes. */
static void insert_many(reader *in, model *m)
{
    unsigned style = read_byte(in), n = read_byte(in) % 160, mix = read_byte(in);
    c2d_vec at = read_point(in), unit = read_point(in);

    for (unsigned i = 0; i < n; i++) {
        double x, y, w = unit.x, h = unit.y;
        mix = mix * 1103515245u + 12345u;
        x = mix >> 16 & 15;
        y = mix >> 20 & 15;
        switch (style < 128 ? style % 8 : 8 + style % 8) {
        case 0: /* tiles */
            x = i % 16;
            y = (double)(i / 16);
            break;
        case 1: /* nested */
            x = y = -(double)i;
            w *= 2 * i;
            h *= 2 * i;
            break;
        case 2: /* sizes of every magnitude */
            w = ldexp(w, (int)(mix >> 24 & 31) - 16);
            h = ldexp(h, (int)(mix >> 24 & 31) - 16);
            break;
        case 3: /* a row */
            x = i;
            y = 0;
            break;
        case 4: /* points */ w = h = 0; break;
        case 5: /* two clusters far apart */
            x = (mix >> 16 & 1) * ldexp(1, (int)(style >> 3));
            x += (mix >> 18 & 63) * 2;
            y = (mix >> 24 & 63) * 2;
            break;
        case 6: /* coordinates of every magnitude */
            x = ldexp(x, (int)(mix >> 24 & 127) - 64);
            y = ldexp(y, (int)(mix >> 25 & 127) - 64);
            break;
        case 7: x = y = 0; break; /* all equal */
        case 8:                   /* bars, one above the other */
            x = mix >> 16 & 1;
            y = 2.0 * (i * 37 % n);
            w *= 1e6;
            break;
        case 9: /* bars, side by side */
            x = 2.0 * i;
            y = 0;
            h *= 1e6;
            break;
        case 10: /* a grille with crumbs in it */
            x = 4.0 * i;
            y = i % 3 ? 4.0 * (mix >> 24 & 63) + 2 : 0;
            w *= i % 3 == 1 ? 1e3 : 0.5;
            h *= i % 3 == 0 ? 1e3 : 0.5;
            break;
        case 11: /* bars of every length */
            x = 0;
            y = 2.0 * i;
            w = ldexp(w, (int)(mix >> 24 & 63));
            break;
        case 12: /* a giant among crumbs */
            w *= i ? 1e-9 : 64;
            h *= i ? 1e-9 : 64;
            break;
        case 13: /* a column */
            x = 0;
            y = mix >> 12 & 0xffff;
            break;
        case 14: /* side by side at an angle */
            x = i;
            y = -(double)i * (style >> 4);
            w *= 100;
            h *= 100;
            break;
        default: /* a fan */
            x = y = 0;
            w *= i;
            h *= n - i;
            break;
        }
        x = at.x + x * unit.x;
        y = at.y + y * unit.y;
        insert(m, box_between(x, y, x + w, y + h));
    }
}

/* A live item, or ITEMS if there is none. */
static unsigned pick(reader *in, const model *m)
{
    unsigned i = read_byte(in) * 2;

    for (unsigned k = 0; k < m->count; k++)
        if (m->live[(i + k) % m->count])
            return (i + k) % m->count;
    return ITEMS;
}

static void move(reader *in, model *m)
{
    unsigned i = pick(in, m);
    c2d_bounds box = read_box(in, m);

    if (i == ITEMS)
        return;
    print_box("move to", box);
    c2d_tree_move(&m->tree, m->leaf[i], box);
    m->box[i] = box;
}

static void remove_one(reader *in, model *m)
{
    unsigned i = pick(in, m);

    if (i == ITEMS)
        return;
    c2d_tree_remove(&m->tree, m->leaf[i]);
    m->live[i] = false;
}

static void rebuild(model *m)
{
    c2d_status status = c2d_tree_rebuild(&m->tree);

    if (status != C2D_OK) {
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "rebuild: %s", c2d_rule(status));
        check_tree(m);
        status = c2d_tree_rebuild(&m->tree);
        CHECK(status == C2D_OK, "rebuild again: %s", c2d_rule(status));
    }
}

/* Numbers the items anew, without those that are not live, and fills an empty tree with them. */
static void refill(model *m)
{
    unsigned count = 0;
    c2d_status status;

    for (unsigned i = 0; i < m->count; i++) {
        if (!m->live[i])
            continue;
        c2d_tree_remove(&m->tree, m->leaf[i]);
        m->live[count] = true;
        m->leaf[count] = count;
        m->box[count++] = m->box[i];
    }
    m->count = count;
    status = c2d_tree_fill(&m->tree, m->box, count);
    if (status != C2D_OK) {
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "fill: %s", c2d_rule(status));
        CHECK(m->tree.count == 0, "a tree that was not filled is not empty");
        status = c2d_tree_fill(&m->tree, m->box, count);
        CHECK(status == C2D_OK, "fill again: %s", c2d_rule(status));
    }
}

/* ---- box queries ---- */

typedef struct visits {
    const model *m;
    unsigned char seen[ITEMS];
    unsigned count, stop;
    c2d_bounds box;
    c2d_vec motion;
    double least;
} visits;

static void see(visits *v, uint32_t item)
{
    CHECK(item < v->m->count && v->m->live[item], "item %u is not in the tree", (unsigned)item);
    CHECK(!v->seen[item], "item %u visited twice", (unsigned)item);
    v->seen[item] = 1;
    v->count++;
}

static bool visit_box(void *context, uint32_t item)
{
    visits *v = context;

    CHECK(meet(&v->m->box[item], &v->box), "item %u does not meet the box", (unsigned)item);
    see(v, item);
    return v->count != v->stop;
}

static void query(reader *in, const model *m)
{
    c2d_bounds box = read_box(in, m);
    visits v;
    unsigned hits = 0;
    bool whole_way;

    memset(&v, 0, sizeof v);
    v.m = m;
    v.box = box;
    print_box("query", box);
    for (unsigned i = 0; i < m->count; i++)
        hits += m->live[i] && meet(&m->box[i], &box);
    whole_way = c2d_tree_query(&m->tree, box, visit_box, &v);
    CHECK(whole_way && v.count == hits, "%u items visited, %u meet the box", v.count, hits);
    v.stop = 1 + read_byte(in) % (hits + 1);
    v.count = 0;
    memset(v.seen, 0, sizeof v.seen);
    whole_way = c2d_tree_query(&m->tree, box, visit_box, &v);
    CHECK(whole_way == (v.stop > hits) && v.count == (v.stop > hits ? hits : v.stop), "%u visited, to stop after %u",
          v.count, v.stop);
}

/* ---- casts ---- */

/* x - y */
static void gap(integer *out, double x, double y)
{
    integer a, b;

    integer_set_double(&a, x, -200);
    integer_set_double(&b, y, -200);
    integer_sub(out, &a, &b);
}

/* Whether lo_x / m_x <= hi_y / m_y, for positive m. */
static bool in_time(const integer *lo, const integer *m, const integer *hi, const integer *n)
{
    integer left, right;

    integer_mul(&left, lo, n);
    integer_mul(&right, hi, m);
    return integer_compare(&left, &right) <= 0;
}

/* Whether a box at some t * motion, 0 <= t <= limit, meets another, exactly; limit is a multiple of 2^-200. */
static bool met(const visits *v, double limit, const c2d_bounds *b)
{
    const c2d_bounds *a = &v->box;
    integer lo[2], hi[2], m[2], one, end, zero;
    double motion[2] = {v->motion.x, v->motion.y};
    bool moves[2];

    gap(&lo[0], b->min.x, a->max.x);
    gap(&hi[0], b->max.x, a->min.x);
    gap(&lo[1], b->min.y, a->max.y);
    gap(&hi[1], b->max.y, a->min.y);
    integer_set_double(&one, 1, -200);
    integer_set_double(&end, limit, -200);
    integer_set(&zero, 0);
    for (int i = 0; i < 2; i++) {
        integer_set_double(&m[i], fabs(motion[i]), -200);
        moves[i] = motion[i] != 0;
        if (motion[i] < 0) {
            integer swap = lo[i];
            integer_sub(&lo[i], &zero, &hi[i]);
            integer_sub(&hi[i], &zero, &swap);
        }
        if (hi[i].sign < 0 || (!moves[i] && lo[i].sign > 0))
            return false;
        if (moves[i] && !in_time(&lo[i], &m[i], &end, &one))
            return false;
    }
    return !(moves[0] && moves[1]) || (in_time(&lo[0], &m[0], &hi[1], &m[1]) && in_time(&lo[1], &m[1], &hi[0], &m[0]));
}

/* The time at which it does, in floating point, or INFINITY if it certainly does not. It misses no box that is met. */
static double when(const visits *v, double limit, const c2d_bounds *b)
{
    const c2d_bounds *a = &v->box;
    double lo[2] = {b->min.x - a->max.x, b->min.y - a->max.y}, hi[2] = {b->max.x - a->min.x, b->max.y - a->min.y};
    double motion[2] = {v->motion.x, v->motion.y}, near = 0, far = limit;

    for (int i = 0; i < 2; i++) {
        if (motion[i] == 0) {
            if (lo[i] > 0 || hi[i] < 0)
                return INFINITY;
            continue;
        }
        near = fmax(near, (motion[i] > 0 ? lo[i] : hi[i]) / motion[i]);
        far = fmin(far, (motion[i] > 0 ? hi[i] : lo[i]) / motion[i]);
    }
    return near <= far * (1 + 1e-12) + 1e-290 ? near : INFINITY;
}

static double visit_on_way(void *context, uint32_t item, double limit)
{
    visits *v = context;

    CHECK(when(v, limit, &v->m->box[item]) < INFINITY, "item %u is not on the way", (unsigned)item);
    see(v, item);
    return v->count == v->stop ? -1 : limit;
}

static double visit_nearer_on_way(void *context, uint32_t item, double limit)
{
    visits *v = context;
    double t = when(v, limit, &v->m->box[item]);

    see(v, item);
    v->least = fmin(v->least, t);
    return fmin(t, limit);
}

static double read_limit(reader *in)
{
    unsigned tag = read_byte(in);

    if (tag < 96)
        return 1;
    if (tag < 128)
        return INFINITY;
    return whole(tag < 192 ? (tag & 63) / 16.0 : read_size(in));
}

static void cast(reader *in, const model *m)
{
    unsigned tag = read_byte(in);
    double limit = read_limit(in), least = INFINITY;
    visits v;

    memset(&v, 0, sizeof v);
    v.m = m;
    v.box = read_box(in, m);
    if (tag & 1) /* a ray */
        v.box.max = v.box.min;
    v.motion = read_point(in);
    if (m->count > 0 && tag % 8 < 6) { /* aimed at a corner of an item, and beyond */
        c2d_bounds goal = m->box[tag * 7 % m->count];
        c2d_vec from = tag & 8 ? v.box.min : v.box.max, to = tag & 16 ? goal.min : goal.max;
        double k = tag & 32 ? 1 : tag & 64 ? 2 : 0.5;
        v.motion.x = (to.x - from.x) * k;
        v.motion.y = (to.y - from.y) * k;
        if (tag & 128)
            v.motion.y = 0;
    }
    v.motion.x = whole(v.motion.x);
    v.motion.y = whole(v.motion.y);
    print_box("cast", v.box);
    if (target_verbose)
        fprintf(stderr, "by (%.17g, %.17g) to %.17g\n", v.motion.x, v.motion.y, limit);
    c2d_tree_cast(&m->tree, v.box, v.motion, limit, visit_on_way, &v);
    for (unsigned i = 0; i < m->count; i++) {
        double t = m->live[i] ? when(&v, limit, &m->box[i]) : INFINITY;
        if (t == INFINITY || !met(&v, limit < INFINITY ? limit : 0x1p199, &m->box[i]))
            continue;
        CHECK(v.seen[i], "item %u is met and left out", i);
        least = fmin(least, t);
    }
    v.stop = 1 + read_byte(in) % (v.count + 1);
    tag = v.count;
    v.count = 0;
    memset(v.seen, 0, sizeof v.seen);
    c2d_tree_cast(&m->tree, v.box, v.motion, limit, visit_on_way, &v);
    CHECK(v.count == (v.stop < tag ? v.stop : tag), "%u visited, to stop after %u", v.count, v.stop);
    v.least = INFINITY;
    v.count = 0;
    memset(v.seen, 0, sizeof v.seen);
    c2d_tree_cast(&m->tree, v.box, v.motion, limit, visit_nearer_on_way, &v);
    CHECK(v.least <= least, "first met at %.17g, not %.17g", v.least, least);
}

/* ---- nearest ---- */

/* Zero, or the gap between the intervals. */
static double between(double a_min, double a_max, double b_min, double b_max)
{
    return fmax(0, fmax(b_min - a_max, a_min - b_max));
}

static double distance(const c2d_bounds *a, const c2d_bounds *b)
{
    double x = between(a->min.x, a->max.x, b->min.x, b->max.x), y = between(a->min.y, a->max.y, b->min.y, b->max.y);

    /* without under- and overflow */
    double scale = fmax(x, y);
    return scale > 0 ? scale * sqrt((x / scale) * (x / scale) + (y / scale) * (y / scale)) : 0;
}

static void integer_between(integer *out, double a_min, double a_max, double b_min, double b_max)
{
    if (b_min > a_max)
        gap(out, b_min, a_max);
    else if (a_min > b_max)
        gap(out, a_min, b_max);
    else
        integer_set(out, 0);
}

/* Whether the distance is at most the limit, exactly. */
static bool within(const c2d_bounds *a, const c2d_bounds *b, double limit)
{
    integer x, y, r;

    integer_between(&x, a->min.x, a->max.x, b->min.x, b->max.x);
    integer_between(&y, a->min.y, a->max.y, b->min.y, b->max.y);
    integer_set_double(&r, limit, -200);
    integer_mul(&x, &x, &x);
    integer_mul(&y, &y, &y);
    integer_mul(&r, &r, &r);
    integer_add(&x, &x, &y);
    return integer_compare(&x, &r) <= 0;
}

static double visit_within(void *context, uint32_t item, double limit)
{
    visits *v = context;

    CHECK(distance(&v->box, &v->m->box[item]) <= limit * (1 + 1e-12) + 1e-150, "item %u is too far", (unsigned)item);
    see(v, item);
    return v->count == v->stop ? -1 : limit;
}

static double visit_nearest(void *context, uint32_t item, double limit)
{
    visits *v = context;
    double d = distance(&v->box, &v->m->box[item]);

    see(v, item);
    v->least = fmin(v->least, d);
    return fmin(d, limit);
}

/* The first of the items that are nearest. */
typedef struct first_search {
    const model *m;
    c2d_bounds box;
    double least;
    uint64_t first, last;
} first_search;

static double visit_first(void *context, uint32_t item, double limit)
{
    first_search *s = context;
    double d = distance(&s->box, &s->m->box[item]);

    if (d < s->least || (d == s->least && item < s->first)) {
        s->least = d;
        s->first = item;
        s->last = d == 0 ? item : UINT64_MAX;
    }
    return fmin(d, limit);
}

static void first_of_nearest(const model *m, c2d_bounds box)
{
    first_search s = {m, box, INFINITY, UINT64_MAX, UINT64_MAX};

    c2d_tree_nearest_first(&m->tree, box, INFINITY, &s.last, visit_first, &s);
    for (unsigned i = 0; i < m->count; i++)
        CHECK(!m->live[i] || distance(&box, &m->box[i]) > 0 || (s.least == 0 && s.first <= i), "item %u is first", i);
}

static void nearest(reader *in, const model *m)
{
    unsigned tag = read_byte(in), all;
    double limit = read_limit(in), least = INFINITY;
    visits v;

    memset(&v, 0, sizeof v);
    v.m = m;
    v.box = read_box(in, m);
    if (m->count > 0 && tag % 4 < 3) /* items at about this distance */
        limit =
            whole(ulps_off(distance(&v.box, &m->box[tag / 4 % m->count]), tag % 4 == 0 ? 0 : (int)(tag % 4) * 2 - 3));
    print_box("nearest", v.box);
    if (target_verbose)
        fprintf(stderr, "within %.17g\n", limit);
    c2d_tree_nearest(&m->tree, v.box, limit, visit_within, &v);
    for (unsigned i = 0; i < m->count; i++) {
        double d;
        if (!m->live[i])
            continue;
        d = distance(&v.box, &m->box[i]);
        least = fmin(least, d);
        if (!v.seen[i] && d <= limit * (1 + 1e-12))
            CHECK(!within(&v.box, &m->box[i], limit), "item %u, %.17g away, is left out", i, d);
    }
    all = v.count;
    v.stop = 1 + read_byte(in) % (all + 1);
    v.count = 0;
    memset(v.seen, 0, sizeof v.seen);
    c2d_tree_nearest(&m->tree, v.box, limit, visit_within, &v);
    CHECK(v.count == (v.stop < all ? v.stop : all), "%u visited, to stop after %u", v.count, v.stop);
    v.least = INFINITY;
    v.count = 0;
    memset(v.seen, 0, sizeof v.seen);
    c2d_tree_nearest(&m->tree, v.box, INFINITY, visit_nearest, &v);
    CHECK(v.least == least, "nearest at %.17g, not %.17g", v.least, least);
    first_of_nearest(m, v.box);
    v.count = 0;
    c2d_tree_nearest(&m->tree, v.box, -1, visit_nearest, &v);
    CHECK(v.count == 0, "%u visited below a limit of -1", v.count);
}

/* ---- pairs ---- */

typedef struct pairs {
    const c2d_bounds *box;
    unsigned count, found, stop;
    unsigned char seen[ITEMS * ITEMS / 8 + 1];
    const c2d_shape_set *crowd; /* or NULL */
    size_t collide;
} pairs;

static bool is_wanted(const c2d_shape_set *crowd, unsigned i, unsigned j)
{
    return crowd == NULL || crowd->split == 0 || (i < crowd->split && (crowd->split <= j || crowd->within));
}

static const c2d_shape *shape_at(const void *shapes, uint32_t i) { return (const c2d_shape *)shapes + i; }

static bool collide(const c2d_shape_set *crowd, unsigned i, unsigned j)
{
    return c2d_relate(shape_at(crowd->shapes, i), shape_at(crowd->shapes, j)) >= C2D_TOUCHING;
}

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pairs *p = context;
    unsigned at = i * ITEMS + j;

    CHECK(i < j && j < p->count, "pair %u, %u of %u", (unsigned)i, (unsigned)j, p->count);
    CHECK(meet(&p->box[i], &p->box[j]), "boxes %u and %u do not meet", (unsigned)i, (unsigned)j);
    CHECK(!(p->seen[at / 8] >> at % 8 & 1), "pair %u, %u visited twice", (unsigned)i, (unsigned)j);
    p->seen[at / 8] |= (unsigned char)(1 << at % 8);
    CHECK(is_wanted(p->crowd, i, j), "nobody wants pair %u, %u", (unsigned)i, (unsigned)j);
    p->collide += p->crowd && p->crowd->found && collide(p->crowd, i, j);
    return ++p->found != p->stop;
}

/* The most steps for these numbers of boxes and pairs. A grid, with at most six more nested in it, may do as many tests
 * as its budget allows, and then those of one box, in nine cells, which may share a bucket. For each box the sweep
 * visits a node per bit of a rank and one more at each side; it finds each pair once more and removes each box once. */
static unsigned long most_steps(unsigned n, unsigned hits)
{
    unsigned long bits = 1;

    while (n >> bits)
        bits++;
    return 7 * ((target_tests_by_box + 9) * n + 17ul * hits) + (bits + 3) * n + hits;
}

static void all_pairs(reader *in, const model *m)
{
    static pairs p;
    unsigned hits = 0;
    c2d_status status;

    memset(&p, 0, sizeof p);
    p.box = m->box; /* removed ones included */
    p.count = m->count;
    for (unsigned i = 0; i < m->count; i++)
        for (unsigned j = i + 1; j < m->count; j++)
            hits += meet(&m->box[i], &m->box[j]);
    target_tests_by_box = read_byte(in) % 2 ? 256 : read_byte(in) % 8;
    target_steps_done = 0;
    status = c2d_all_pairs(m->box, m->count, visit_pair, &p);
    if (status != C2D_OK) {
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "pairs: %s", c2d_rule(status));
        CHECK(target_steps_done <= most_steps(m->count, hits), "%lu steps until memory lacks", target_steps_done);
        p.found = 0;
        memset(p.seen, 0, sizeof p.seen);
        status = c2d_all_pairs(m->box, m->count, visit_pair, &p);
        CHECK(status == C2D_OK, "pairs again: %s", c2d_rule(status));
    }
    CHECK(p.found == hits, "%u pairs visited, %u meet", p.found, hits);
    target_allocations_left = -1;
    target_steps_done = 0;
    memset(p.seen, 0, sizeof p.seen);
    status = c2d_all_pairs(m->box, m->count, visit_pair, &p);
    CHECK(status == C2D_OK && target_steps_done <= most_steps(m->count, hits), "%lu steps, %lu are enough",
          target_steps_done, most_steps(m->count, hits));
    p.stop = 1 + read_byte(in) % (hits + 1);
    p.found = 0;
    memset(p.seen, 0, sizeof p.seen);
    status = c2d_all_pairs(m->box, m->count, visit_pair, &p);
    CHECK(status == C2D_OK && p.found == (p.stop < hits ? p.stop : hits), "%u pairs, to stop after %u", p.found,
          p.stop);
    target_tests_by_box = 256;
}

/* A shape with the box as its bounds: a diagonal or the whole box; a point if the box is out of the domain. */
static c2d_shape shape_in(c2d_bounds box, unsigned which)
{
    c2d_shape s;
    c2d_vec low = {box.min.x, which & 1 ? box.max.y : box.min.y}, high = {box.max.x, which & 1 ? box.min.y : box.max.y};
    c2d_status status = which & 2 ? c2d_box(&s, low, high, 0) : c2d_segment(&s, low, high);

    if (status != C2D_OK)
        c2d_point(&s, (c2d_vec){0, 0});
    return s;
}

/* All pairs that collide are visited, and none whose boxes are apart. */
static void crowd_pairs(reader *in, const model *m)
{
    static pairs p;
    static c2d_shape shapes[ITEMS];
    static c2d_bounds boxes[ITEMS];
    unsigned tag = read_byte(in), mix = read_byte(in), missed = 0;
    c2d_shape_set crowd = {boxes, m->count, 0, tag & 1, shape_at, shapes, tag & 2 ? &p.collide : NULL};
    c2d_status status = C2D_OK;

    crowd.split = tag & 4 && m->count ? mix % m->count : 0;
    for (unsigned i = 0; i < m->count; i++) {
        shapes[i] = shape_in(m->box[i], tag >> 4 == 0 ? mix >> i % 8 : tag >> 4);
        boxes[i] = c2d_bounds_of(&shapes[i]);
    }
    target_tests_by_box = tag & 8 ? 256 : mix % 4;
    for (int round = 0; round < 2; round++) {
        memset(&p, 0, sizeof p);
        p.box = boxes;
        p.count = m->count;
        p.crowd = &crowd;
        target_allocations_left = round == 0 ? (int)read_byte(in) : -1;
        status = c2d_shape_pairs(&crowd, visit_pair, &p);
        CHECK(status == C2D_OK || (round == 0 && status == C2D_NO_MEMORY), "a crowd: %s", c2d_rule(status));
        for (unsigned i = 0; i < m->count && round == 1; i++)
            for (unsigned j = i + 1; j < m->count; j++)
                missed += meet(&boxes[i], &boxes[j]) && is_wanted(&crowd, i, j) &&
                          !(p.seen[(i * ITEMS + j) / 8] >> (i * ITEMS + j) % 8 & 1) && collide(&crowd, i, j);
        CHECK(missed == 0, "%u pairs that collide are missed", missed);
    }
    p.stop = 1 + read_byte(in) % (p.found + 1);
    mix = p.stop < p.found ? p.stop : p.found;
    p.found = 0;
    p.collide = 0;
    memset(p.seen, 0, sizeof p.seen);
    status = c2d_shape_pairs(&crowd, visit_pair, &p);
    CHECK(status == C2D_OK && p.found == mix, "%u pairs, to stop after %u", p.found, p.stop);
    target_tests_by_box = 256;
}

/* ---- the order of places ---- */

typedef struct places {
    const model *model;
    unsigned spread;
} places;

/* Many more places than boxes: their corners, shifted by multiples of their sizes. */
static c2d_vec place_of(const void *context, uint32_t i)
{
    const places *p = context;
    const c2d_bounds *box = &p->model->box[i % p->model->count];
    double k = p->spread * (double)(i / p->model->count);
    c2d_vec at = {box->min.x + k * (box->max.x - box->min.x), box->min.y - k * (box->max.y - box->min.y)};

    return at;
}

/* Each place has its turn exactly once; where memory is lacking, nothing is promised. */
static void order_places(reader *in, const model *m)
{
    enum { MOST_PLACES = 4096 };
    static uint32_t order[MOST_PLACES];
    static bool seen[MOST_PLACES];
    places p = {m, read_byte(in)};
    unsigned n = MOST_PLACES / 256 * (read_byte(in) + 1u);

    if (m->count == 0)
        return;
    if (!c2d_place_order(place_of, &p, n, order)) {
        CHECK(target_allocations_left < 0, "no order of %u places", n);
        target_allocations_left = -1;
        CHECK(c2d_place_order(place_of, &p, n, order), "no order of %u places", n);
    }
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < n; i++) {
        CHECK(order[i] < n && !seen[order[i]], "place %u of %u has number %u", i, n, order[i]);
        seen[order[i]] = true;
    }
}

/* ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static model m;
    reader in = reader_open(data, size);

    target_subjects(NULL, NULL);
    memset(&m, 0, sizeof m);
    c2d_tree_init(&m.tree);
    while (read_left(&in) > 0) {
        unsigned op = read_byte(&in);
        target_allocations_left = op & 128 ? (int)(op >> 5 & 3) : -1;
        switch (op % 16) {
        case 0:
        case 1:
        case 2: insert(&m, read_box(&in, &m)); break;
        case 3: insert_many(&in, &m); break;
        case 4:
        case 5: move(&in, &m); break;
        case 6:
        case 7: remove_one(&in, &m); break;
        case 8: (op & 16 ? refill : rebuild)(&m); break;
        case 9:
        case 10: query(&in, &m); break;
        case 11:
        case 12: cast(&in, &m); break;
        case 13:
        case 14: nearest(&in, &m); break;
        default:
            if (op == CROWD)
                crowd_pairs(&in, &m);
            else if (op % 128 == PLACES)
                order_places(&in, &m);
            else
                all_pairs(&in, &m);
            break;
        }
        check_tree(&m);
    }
    target_allocations_left = -1;
    all_pairs(&in, &m);
    query(&in, &m);
    cast(&in, &m);
    nearest(&in, &m);
    crowd_pairs(&in, &m);
    c2d_tree_free(&m.tree);
    CHECK(m.tree.count == 0 && m.tree.nodes == NULL, "a freed tree is not empty");
    CHECK(c2d_all_pairs(m.box, (size_t)1 << 31, visit_pair, NULL) == C2D_NO_MEMORY, "memory enough for 2^31 boxes?");
    return 0;
}
