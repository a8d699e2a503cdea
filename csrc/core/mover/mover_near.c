/* Which pieces of the mover and which nearby obstacles are near a box. A few questions compare all boxes; many
 * questions build a tree. The answers do not depend on the tree. */
#include "mover.h"

#include "../broad/tree.h"

/* A tree takes about the time of this many questions without it. Fewer items need none. */
#ifdef C2D_TESTS_BY_BOX /* for tests that build trees of a few items */
extern unsigned long C2D_TESTS_BY_BOX;
#define QUESTIONS   (C2D_TESTS_BY_BOX / 4)
#define LEAST_COUNT (C2D_TESTS_BY_BOX / 16)
#else
#define QUESTIONS   64
#define LEAST_COUNT 16
#endif

/* Bounds the error of the t of a hit. */
#define SLACK_OF_T 0x1p-20

typedef struct near_search {
    const c2d_mover *m;
    const c2d_mover_pose *pose; /* of the pieces; NULL: for obstacles */
    c2d_bounds reach;           /* that the bounds of an item meet */
    c2d_bounds box;             /* that moves by `motion` until `limit`, as the tree has it */
    c2d_vec motion;
    double limit;
    c2d_near *found;
} near_search;

static void empty_tree(c2d_near *n)
{
    if (n->has_tree)
        c2d_tree_free(&n->tree);
    n->has_tree = false;
    n->questions = 0;
}

void c2d_mover_free_near(c2d_near *n)
{
    empty_tree(n);
    free(n->list);
}

c2d_status c2d_mover_reserve_near(c2d_mover *m)
{
    c2d_near *lists[2] = {&m->near_pieces, &m->near_obstacles};
    size_t most[2] = {m->count, m->nearby.count};
    empty_tree(&m->near_obstacles);
    for (int i = 0; i < 2; i++)
        while (lists[i]->capacity < most[i]) {
            void *list = c2d_list_reserve(lists[i]->list, lists[i]->capacity, &lists[i]->capacity, sizeof(size_t));
            if (!list)
                return C2D_NO_MEMORY;
            lists[i]->list = list;
        }
    return C2D_OK;
}

static bool wants_tree(const c2d_mover *m, c2d_near *n, size_t count)
{
    if (n->has_tree || m->out_of_memory || count < LEAST_COUNT || count >= C2D_TREE_LEAF || n->questions++ < QUESTIONS)
        return false;
    return true;
}

/* Lack of memory ends the move later. */
static bool has_memory(c2d_mover *m, c2d_status status)
{
    m->out_of_memory |= status != C2D_OK;
    return !status;
}

/* The bounds of item i, a piece or an obstacle. */
static c2d_bounds bounds_of_item(const near_search *s, size_t i)
{
    return c2d_bounds_of(s->pose ? &s->pose->pieces[i].shape : s->m->nearby.list[i].shape);
}

static void add_item(const near_search *s, size_t i)
{
    if (c2d_bounds_meet(bounds_of_item(s, i), s->reach))
        s->found->list[s->found->count++] = i;
}

static bool visit_item(void *context, uint32_t i)
{
    add_item(context, i);
    return true;
}

static double visit_item_within(void *context, uint32_t i, double limit)
{
    add_item(context, i);
    return limit;
}

static int compare_sizes(const void *p, const void *q)
{
    size_t a = *(const size_t *)p, b = *(const size_t *)q;
    return (a > b) - (a < b);
}

/* Finds the items in order. */
static size_t search(near_search *s, size_t count)
{
    c2d_near *n = s->found;
    n->count = 0;
    if (!n->has_tree) {
        for (size_t i = 0; i < count; i++)
            add_item(s, i);
        return n->count;
    }
    if (c2d_same(s->motion, c2d_v(0, 0)))
        c2d_tree_query(&n->tree, s->box, visit_item, s);
    else
        c2d_tree_cast(&n->tree, s->box, s->motion, s->limit, visit_item_within, s);
    if (n->count > 1)
        qsort(n->list, n->count, sizeof *n->list, compare_sizes);
    return n->count;
}

/* ---- pieces ---- */

/* Moves the box from a pose to the pieces of the body as given, which are in the tree. The slack is that of a lookup.
 */
static c2d_bounds box_at_start(const c2d_mover *m, const c2d_mover_pose *pose, c2d_bounds box)
{
    c2d_vec moved = c2d_add(m->restart, pose->offset);
    double far_corner = c2d_max(c2d_magnitude(box.min), c2d_magnitude(box.max));
    double slack = C2D_MOVER_PROGRESS * (c2d_mover_scale(m, pose->offset) + c2d_magnitude(moved) + far_corner);
    c2d_bounds there = {c2d_sub(box.min, moved), c2d_sub(box.max, moved)};
    return c2d_grown_bounds(there, slack);
}

static size_t search_pieces(c2d_mover *m, near_search s)
{
    if (wants_tree(m, s.found, m->count))
        s.found->has_tree = has_memory(m, c2d_body_make_index(m->body, &s.found->tree));
    s.box = s.found->has_tree ? box_at_start(m, s.pose, s.box) : s.box;
    return search(&s, m->count);
}

size_t c2d_mover_pieces_near(c2d_mover *m, const c2d_mover_pose *pose, c2d_bounds box)
{
    return search_pieces(m, (near_search){m, pose, box, box, {0, 0}, 0, &m->near_pieces});
}

size_t c2d_mover_pieces_on_way(c2d_mover *m, c2d_bounds box)
{
    return search_pieces(m, (near_search){m, m->pose, box, box, {0, 0}, 0, &m->way_pieces});
}

/* A search along d. The slack, which rounding does not leave, is that of a lookup. */
static near_search along(c2d_mover *m, c2d_near *found, c2d_bounds box, c2d_vec d, double limit)
{
    double until = limit + SLACK_OF_T, slack = C2D_MOVER_PROGRESS * c2d_mover_scale(m, d);
    c2d_bounds grown = c2d_grown_bounds(box, slack);
    c2d_bounds reach = c2d_mover_reach(m, grown, c2d_mul(d, c2d_min(until, 1)));
    return (near_search){m, NULL, reach, grown, d, until, found};
}

size_t c2d_mover_pieces_along(c2d_mover *m, c2d_bounds box, c2d_vec d, double limit)
{
    near_search s = along(m, &m->near_pieces, box, d, limit);
    s.pose = m->pose;
    return search_pieces(m, s);
}

/* ---- obstacles ---- */

static c2d_status make_obstacle_tree(const c2d_mover *m, c2d_tree *tree)
{
    c2d_status status = C2D_OK;
    c2d_tree_init(tree);
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        uint32_t leaf;
        status = c2d_tree_insert(tree, c2d_bounds_of(m->nearby.list[i].shape), (uint32_t)i, &leaf);
    }
    if (status)
        c2d_tree_free(tree);
    return status;
}

static size_t search_obstacles(c2d_mover *m, near_search s)
{
    if (wants_tree(m, s.found, m->nearby.count))
        s.found->has_tree = has_memory(m, make_obstacle_tree(m, &s.found->tree));
    return search(&s, m->nearby.count);
}

size_t c2d_mover_obstacles_near(c2d_mover *m, c2d_bounds box)
{
    return search_obstacles(m, (near_search){m, NULL, box, box, {0, 0}, 0, &m->near_obstacles});
}

size_t c2d_mover_obstacles_along(c2d_mover *m, c2d_bounds box, c2d_vec d, double limit)
{
    return search_obstacles(m, along(m, &m->near_obstacles, box, d, limit));
}
