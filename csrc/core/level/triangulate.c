/* Triangles behind a sweep line (Hertel and Mehlhorn 1983). Each part of the inside that the line crosses has a front
 * that bends inward everywhere, from its lower edge to its upper edge. The next point sees a stretch of the front from
 * one end, or from the rightmost vertex, and cuts off triangles as long as they turn the right way, exactly. */
#include "decompose.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../exact/steps.h"

/* ---- lists ---- */

/* Notes a failure, and that numbers are below C2D_NULL_INDEX: of each thing there are at most eight for a polygon's
 * edge. */
static bool has_room(c2d_triangles *t, const void *list, size_t count)
{
    assert(count < C2D_NULL_INDEX);
    (void)count;
    t->failed |= !list;
    return !t->failed;
}

uint32_t c2d_triangles_add_side(c2d_triangles *t)
{
    c2d_side *list = t->failed ? NULL : c2d_list_reserve(t->sides, t->side_count, &t->side_capacity, sizeof *list);
    if (!has_room(t, list, t->side_count))
        return 0;
    t->sides = list;
    t->sides[t->side_count] = (c2d_side){{C2D_NULL_INDEX, C2D_NULL_INDEX}};
    return (uint32_t)t->side_count++;
}

static uint32_t new_node(c2d_triangles *t, c2d_node node)
{
    c2d_node *list = t->failed ? NULL : c2d_list_reserve(t->nodes, t->node_count, &t->node_capacity, sizeof *list);
    if (!has_room(t, list, t->node_count))
        return 0;
    t->nodes = list;
    t->nodes[t->node_count] = node;
    return (uint32_t)t->node_count++;
}

static void add_half(c2d_triangles *t, uint32_t from, uint32_t side)
{
    c2d_half *list = t->failed ? NULL : c2d_list_reserve(t->halves, t->half_count, &t->half_capacity, sizeof *list);
    if (!has_room(t, list, t->half_count))
        return;
    t->halves = list;
    c2d_side *s = &t->sides[side];
    s->half[s->half[0] != C2D_NULL_INDEX] = (uint32_t)t->half_count;
    t->halves[t->half_count++] = (c2d_half){from, side};
}

/* Three points in turning order, each with the side from it to the next. */
static void add_triangle(c2d_triangles *t, uint32_t p, uint32_t pq, uint32_t q, uint32_t qr, uint32_t r, uint32_t rp)
{
    add_half(t, p, pq);
    add_half(t, q, qr);
    add_half(t, r, rp);
}

static bool turns_left(const c2d_triangles *t, uint32_t p, uint32_t q, uint32_t r)
{
    C2D_STEPS(1);
    return c2d_orient_sign(t->points[p], t->points[q], t->points[r]) > 0;
}

/* ---- fronts ---- */

c2d_front c2d_front_begin(c2d_triangles *t, uint32_t point)
{
    uint32_t node = new_node(t, (c2d_node){point, C2D_NULL_INDEX, C2D_NULL_INDEX, C2D_NULL_INDEX});
    return (c2d_front){node, node, node};
}

void c2d_front_end_upper(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t edge)
{
    uint32_t top = front->top, side = edge;
    while (!t->failed && t->nodes[top].below != C2D_NULL_INDEX) {
        uint32_t below = t->nodes[top].below, p = t->nodes[below].point, q = t->nodes[top].point;
        if (!turns_left(t, p, point, q))
            break;
        uint32_t cut = c2d_triangles_add_side(t);
        add_triangle(t, p, cut, point, side, q, t->nodes[below].side);
        side = cut;
        top = below;
    }
    uint32_t node = new_node(t, (c2d_node){point, top, C2D_NULL_INDEX, C2D_NULL_INDEX});
    if (t->failed)
        return;
    t->nodes[top].above = node;
    t->nodes[top].side = side;
    *front = (c2d_front){front->bottom, node, node};
}

void c2d_front_end_lower(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t edge)
{
    uint32_t bottom = front->bottom, side = edge;
    while (!t->failed && t->nodes[bottom].above != C2D_NULL_INDEX) {
        uint32_t above = t->nodes[bottom].above, p = t->nodes[bottom].point, q = t->nodes[above].point;
        if (!turns_left(t, p, point, q))
            break;
        uint32_t cut = c2d_triangles_add_side(t);
        add_triangle(t, p, side, point, cut, q, t->nodes[bottom].side);
        side = cut;
        bottom = above;
    }
    uint32_t node = new_node(t, (c2d_node){point, C2D_NULL_INDEX, bottom, side});
    if (t->failed)
        return;
    t->nodes[bottom].below = node;
    *front = (c2d_front){node, front->top, node};
}

/* The point sees all of the front, as no vertex is on an edge and the front bends inward. */
void c2d_front_end(c2d_triangles *t, c2d_front *front, uint32_t point, uint32_t lower, uint32_t upper)
{
    uint32_t side = upper;
    for (uint32_t top = front->top, below; !t->failed && (below = t->nodes[top].below) != C2D_NULL_INDEX; top = below) {
        uint32_t p = t->nodes[below].point, q = t->nodes[top].point;
        uint32_t cut = t->nodes[below].below == C2D_NULL_INDEX ? lower : c2d_triangles_add_side(t);
        assert(turns_left(t, p, point, q));
        add_triangle(t, p, cut, point, side, q, t->nodes[below].side);
        side = cut;
    }
}

c2d_front c2d_front_split(c2d_triangles *t, c2d_front *front, uint32_t point)
{
    c2d_front upper = *front;
    /* Its rightmost vertex is now that of two. */
    c2d_node twin = t->nodes[front->rightmost];
    twin.below = C2D_NULL_INDEX;
    uint32_t cut = c2d_triangles_add_side(t);
    upper.bottom = new_node(t, twin);
    if (t->failed)
        return upper;
    if (twin.above != C2D_NULL_INDEX)
        t->nodes[twin.above].below = upper.bottom;
    else
        upper.top = upper.bottom;
    front->top = front->rightmost;
    t->nodes[front->top].above = C2D_NULL_INDEX;
    c2d_front_end_upper(t, front, point, cut);
    c2d_front_end_lower(t, &upper, point, cut);
    return upper;
}

c2d_front c2d_front_merge(c2d_triangles *t, c2d_front lower, c2d_front upper)
{
    if (!t->failed) {
        c2d_node *middle = &t->nodes[lower.top];
        const c2d_node *gone = &t->nodes[upper.bottom];
        middle->above = gone->above;
        middle->side = gone->side;
        t->nodes[gone->above].below = lower.top;
    }
    return (c2d_front){lower.bottom, upper.top, lower.top};
}
