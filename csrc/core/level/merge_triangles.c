/* Joins triangles into convex pieces: removes a side between two pieces if both its ends stay convex (Hertel and
 * Mehlhorn 1983). Each remaining side is necessary at one of its ends, and a concave vertex needs at most two. An
 * optimal cut resolves at most two concave vertices, so the result has at most four times the optimal number. */
#include "triangles.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <string.h>

typedef struct half_link {
    uint32_t next, previous; /* halves around the piece */
    bool done;               /* removed or written */
} half_link;

static c2d_vec start_of(const c2d_triangles *t, uint32_t half) { return t->points[t->halves[half].from]; }

/* Whether the corner at the start of `half` is convex or straight if the side of `half` and `other` is removed. */
static bool stays_convex(const c2d_triangles *t, const half_link *links, uint32_t half, uint32_t other)
{
    c2d_vec before = start_of(t, links[half].previous), corner = start_of(t, half);
    c2d_vec after = start_of(t, links[links[other].next].next);
    return c2d_orient_sign(before, corner, after) >= 0;
}

static void link_halves(half_link *links, uint32_t half, uint32_t next)
{
    links[half].next = next;
    links[next].previous = half;
}

static void join_pieces(const c2d_triangles *t, half_link *links)
{
    for (size_t i = 0; i < t->side_count; i++) {
        uint32_t half = t->sides[i].half[0], other = t->sides[i].half[1];
        if (other == C2D_NULL_INDEX || !stays_convex(t, links, half, other) || !stays_convex(t, links, other, half))
            continue;
        link_halves(links, links[half].previous, links[other].next);
        link_halves(links, links[other].previous, links[half].next);
        links[half].done = links[other].done = true;
    }
}

/* Writes the vertices of a piece, the least first, without straight corners. Returns their number. */
static size_t write_piece(const c2d_triangles *t, half_link *links, uint32_t half, c2d_vec *out)
{
    uint32_t first = half, i = half;
    size_t count = 0;
    do {
        first = t->halves[i].from < t->halves[first].from ? i : first;
        links[i].done = true;
        i = links[i].next;
    } while (i != half);
    i = first;
    do {
        c2d_vec before = start_of(t, links[i].previous), p = start_of(t, i), after = start_of(t, links[i].next);
        if (c2d_orient_sign(before, p, after) != 0)
            out[count++] = p;
        i = links[i].next;
    } while (i != first);
    return count;
}

c2d_status c2d_merge_triangles(const c2d_triangles *t, c2d_pieces *out)
{
    half_link *links = c2d_new_array(t->half_count, sizeof *links);
    out->vertices = c2d_new_array(t->half_count, sizeof *out->vertices);
    out->first = c2d_new_array(t->half_count / 3, sizeof *out->first);
    if (!links || !out->vertices || !out->first) {
        free(links);
        return C2D_NO_MEMORY;
    }
    for (uint32_t i = 0; i < t->half_count; i++)
        links[i] = (half_link){i % 3 == 2 ? i - 2 : i + 1, i % 3 == 0 ? i + 2 : i - 1, false};
    join_pieces(t, links);
    out->first[0] = 0;
    for (uint32_t i = 0; i < t->half_count; i++)
        if (!links[i].done) {
            size_t first = out->first[out->count];
            out->first[++out->count] = first + write_piece(t, links, i, out->vertices + first);
        }
    free(links);
    return C2D_OK;
}
