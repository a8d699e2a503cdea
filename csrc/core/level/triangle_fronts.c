/* Triangulation behind a sweep line (Hertel and Mehlhorn 1983). Each part of the inside that the line crosses has a
 * front from its lower edge to its upper edge, which is reflex everywhere. The next point sees a stretch of the front
 * from one end or from the rightmost vertex. It forms triangles with that stretch while their orientation is exactly
 * positive. */
#include "triangles.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../exact/step_counter.h"

/* ---- lists ---- */

/* Records a failure to grow a list. Indices stay below C2D_NULL_INDEX, because each list has at most eight items per
 * edge of the polygon. */
static bool has_room(c2d_triangles *t, const void *list, size_t count)
{
    assert(count < C2D_NULL_INDEX);
    (void)count;
    t->failed |= !list;
    return !t->failed;
}

uint32_t c2d_triangles_add_side(c2d_triangles *t)
{
    c2d_triangle_side *list =
        t->failed ? NULL : c2d_list_reserve(t->sides, t->side_count, &t->side_capacity, sizeof *list);
    if (!has_room(t, list, t->side_count))
        return 0;
    t->sides = list;
    t->sides[t->side_count] = (c2d_triangle_side){{C2D_NULL_INDEX, C2D_NULL_INDEX}};
    return (uint32_t)t->side_count++;
}

static uint32_t new_node(c2d_triangles *t, c2d_front_node node)
{
    c2d_front_node *list =
        t->failed ? NULL : c2d_list_reserve(t->nodes, t->node_count, &t->node_capacity, sizeof *list);
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
    c2d_triangle_side *s = &t->sides[side];
    s->half[s->half[0] != C2D_NULL_INDEX] = (uint32_t)t->half_count;
    t->halves[t->half_count++] = (c2d_half){from, side};
}

/* Three points in counterclockwise order, each with the side from it to the next point. */
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
    uint32_t node = new_node(t, (c2d_front_node){point, C2D_NULL_INDEX, C2D_NULL_INDEX, C2D_NULL_INDEX});
    return (c2d_front){node, node, node};
}

/* The point sees a stretch of the front from one end. Each triangle joins the point to the last two nodes. */
void c2d_front_end_edge(c2d_triangles *t, c2d_front *front, c2d_front_side end, uint32_t point, uint32_t edge)
{
    bool upper = end == C2D_FRONT_UPPER;
    uint32_t last = upper ? front->top : front->bottom, side = edge;
    while (!t->failed) {
        uint32_t next = upper ? t->nodes[last].below : t->nodes[last].above;
        if (next == C2D_NULL_INDEX)
            break;
        uint32_t below = upper ? next : last, p = t->nodes[below].point, q = t->nodes[upper ? last : next].point;
        if (!turns_left(t, p, point, q))
            break;
        uint32_t cut = c2d_triangles_add_side(t);
        add_triangle(t, p, upper ? cut : side, point, upper ? side : cut, q, t->nodes[below].side);
        side = cut;
        last = next;
    }
    c2d_front_node made = {point, C2D_NULL_INDEX, last, side};
    if (upper)
        made = (c2d_front_node){point, last, C2D_NULL_INDEX, C2D_NULL_INDEX};
    uint32_t node = new_node(t, made);
    if (t->failed)
        return;
    if (upper) {
        t->nodes[last].above = node;
        t->nodes[last].side = side;
        *front = (c2d_front){front->bottom, node, node};
    } else {
        t->nodes[last].below = node;
        *front = (c2d_front){node, front->top, node};
    }
}

/* The point sees the whole front, because no vertex is on an edge and the front is reflex. */
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
    /* Both new fronts contain the rightmost vertex. */
    c2d_front_node twin = t->nodes[front->rightmost];
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
    c2d_front_end_edge(t, front, C2D_FRONT_UPPER, point, cut);
    c2d_front_end_edge(t, &upper, C2D_FRONT_LOWER, point, cut);
    return upper;
}

c2d_front c2d_front_merge(c2d_triangles *t, c2d_front lower, c2d_front upper)
{
    if (!t->failed) {
        c2d_front_node *middle = &t->nodes[lower.top];
        const c2d_front_node *removed = &t->nodes[upper.bottom];
        middle->above = removed->above;
        middle->side = removed->side;
        t->nodes[removed->above].below = lower.top;
    }
    return (c2d_front){lower.bottom, upper.top, lower.top};
}
