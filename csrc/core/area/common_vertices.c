/* Finds the vertices of the intersection of two sharp shapes. Exact orientations of vertices of the shapes decide; no
 * test uses a computed point, so the shape of the intersection is right before anything is rounded. */
#include "common_vertices.h"

#include "../exact/allocate.h"

/* Up to this number of pairs of edges all are tried. For more, a broad phase finds those whose boxes meet. */
#define ALL_EDGE_PAIRS_LIMIT 1024

typedef struct search {
    const c2d_shape *a, *b;
    const c2d_vec *v, *w; /* vertices of a and b */
    c2d_common_vertex *out;
    size_t count;
} search;

static uint32_t edges_of(const c2d_shape *s) { return s->count > 2 ? s->count : s->count - 1; }

static void add(search *s, c2d_common_kind kind, uint32_t i, uint32_t j)
{
    assert(s->count < c2d_common_most(s->a, s->b));
    s->out[s->count++] = (c2d_common_vertex){kind, i, j};
}

/* ---- vertices of one in the other ---- */

/* Whether p is in the closed polygon v of n >= 3 vertices: it is in the triangle of the fan round the first vertex
 * whose sides enclose it, found by bisection. */
static bool is_in_polygon(const c2d_vec *v, uint32_t n, c2d_vec p)
{
    if (n <= 8) {
        for (uint32_t i = 0; i < n; i++)
            if (c2d_orient_sign(v[i], v[c2d_next_vertex(i, n)], p) < 0)
                return false;
        return true;
    }
    uint32_t low = 1, high = n - 1;
    if (c2d_orient_sign(v[0], v[1], p) < 0 || c2d_orient_sign(v[0], v[n - 1], p) > 0)
        return false;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (c2d_orient_sign(v[0], v[middle], p) >= 0)
            low = middle;
        else
            high = middle;
    }
    return c2d_orient_sign(v[low], v[high], p) >= 0;
}

static bool is_in(const c2d_shape *s, c2d_vec p)
{
    if (p.x < s->min.x || p.x > s->max.x || p.y < s->min.y || p.y > s->max.y)
        return false;
    if (s->form == C2D_BOX)
        return true; /* the bounds of a sharp box are the box itself */
    const c2d_vec *v = c2d_vertices(s);
    if (s->count > 2)
        return is_in_polygon(v, s->count, p);
    return s->count == 1 ? c2d_same(v[0], p) : c2d_orient_sign(v[0], v[1], p) == 0;
}

/* ---- crossings of edges ---- */

/* Whether both edges pass from one side of the other's line strictly to the other side. */
static bool crosses(const search *s, uint32_t i, uint32_t j)
{
    c2d_vec p = s->v[i], q = s->v[c2d_next_vertex(i, s->a->count)];
    c2d_vec u = s->w[j], t = s->w[c2d_next_vertex(j, s->b->count)];
    return c2d_orient_sign(u, t, p) * c2d_orient_sign(u, t, q) < 0 &&
           c2d_orient_sign(p, q, u) * c2d_orient_sign(p, q, t) < 0;
}

/* Each edge of a against the sides of all vertices of b: at most two edges of b pass its line. */
static void cross_all(search *s)
{
    uint32_t m = s->b->count, edges = edges_of(s->b);
    for (uint32_t i = 0; i < edges_of(s->a); i++) {
        c2d_vec p = s->v[i], q = s->v[c2d_next_vertex(i, s->a->count)];
        int first = c2d_orient_sign(p, q, s->w[0]), side = first;
        for (uint32_t j = 0; j < edges; j++) {
            uint32_t next = c2d_next_vertex(j, m);
            int next_side = next ? c2d_orient_sign(p, q, s->w[next]) : first;
            if (side * next_side < 0 &&
                c2d_orient_sign(s->w[j], s->w[next], p) * c2d_orient_sign(s->w[j], s->w[next], q) < 0)
                add(s, C2D_CROSSING, i, j);
            side = next_side;
        }
    }
}

static void add_boxes(const c2d_shape *shape, c2d_bounds *boxes)
{
    const c2d_vec *v = c2d_vertices(shape);
    for (uint32_t i = 0; i < edges_of(shape); i++) {
        c2d_vec p = v[i], q = v[c2d_next_vertex(i, shape->count)];
        boxes[i].min = c2d_v(c2d_min(p.x, q.x), c2d_min(p.y, q.y));
        boxes[i].max = c2d_v(c2d_max(p.x, q.x), c2d_max(p.y, q.y));
    }
}

static bool visit_edges(void *context, uint32_t i, uint32_t j)
{
    search *s = context;
    uint32_t edges = edges_of(s->a);
    if (i < edges && j >= edges && crosses(s, i, j - edges))
        add(s, C2D_CROSSING, i, j - edges);
    return true;
}

static c2d_status cross_near(search *s)
{
    size_t edges = (size_t)edges_of(s->a) + edges_of(s->b);
    c2d_bounds *boxes = c2d_new_array(edges, sizeof *boxes);
    if (!boxes)
        return C2D_NO_MEMORY;
    add_boxes(s->a, boxes);
    add_boxes(s->b, boxes + edges_of(s->a));
    c2d_status status = c2d_all_pairs(boxes, edges, visit_edges, s);
    free(boxes);
    return status;
}

/* ---- all ---- */

c2d_status c2d_find_common(const c2d_shape *a, const c2d_shape *b, c2d_common_vertex *out, size_t *count)
{
    search s = {a, b, c2d_vertices(a), c2d_vertices(b), out, 0};
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < a->count; i++)
        if (is_in(b, s.v[i]))
            add(&s, C2D_VERTEX_OF_A, i, 0);
    for (uint32_t j = 0; j < b->count; j++)
        if (is_in(a, s.w[j]))
            add(&s, C2D_VERTEX_OF_B, 0, j);
    if ((uint64_t)a->count * b->count > ALL_EDGE_PAIRS_LIMIT)
        status = cross_near(&s);
    else
        cross_all(&s);
    *count = s.count;
    return status;
}
