/* Triangles joined to convex pieces: a side between two is left out if both its ends stay convex (Hertel and Mehlhorn
 * 1983). Each side that stays is needed at one of its ends, and a concave vertex needs two at most; as an optimal piece
 * serves two concave vertices at best, there are at most four times as many as needed. */
#include "decompose.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <string.h>

typedef struct ring {
    uint32_t next, previous; /* halves of the same piece */
    bool gone;               /* left out, or written */
} ring;

static c2d_vec start_of(const c2d_triangles *t, uint32_t half) { return t->points[t->halves[half].from]; }

/* Whether the corner between what comes to the end of one half and goes from there turns left or goes straight on, if
 * half and the other half of its side are left out. */
static bool stays_convex(const c2d_triangles *t, const ring *rings, uint32_t half, uint32_t other)
{
    c2d_vec before = start_of(t, rings[half].previous), corner = start_of(t, half);
    c2d_vec after = start_of(t, rings[rings[other].next].next);
    return c2d_orient_sign(before, corner, after) >= 0;
}

static void link_halves(ring *rings, uint32_t half, uint32_t next)
{
    rings[half].next = next;
    rings[next].previous = half;
}

static void join_pieces(const c2d_triangles *t, ring *rings)
{
    for (size_t i = 0; i < t->side_count; i++) {
        uint32_t half = t->sides[i].half[0], other = t->sides[i].half[1];
        if (other == C2D_NULL_INDEX || !stays_convex(t, rings, half, other) || !stays_convex(t, rings, other, half))
            continue;
        link_halves(rings, rings[half].previous, rings[other].next);
        link_halves(rings, rings[other].previous, rings[half].next);
        rings[half].gone = rings[other].gone = true;
    }
}

/* The vertices of a piece but those where it goes straight on, the least first; their number. */
static size_t write_piece(const c2d_triangles *t, ring *rings, uint32_t half, c2d_vec *out)
{
    uint32_t first = half, i = half;
    size_t count = 0;
    do {
        first = t->halves[i].from < t->halves[first].from ? i : first;
        rings[i].gone = true;
        i = rings[i].next;
    } while (i != half);
    i = first;
    do {
        c2d_vec before = start_of(t, rings[i].previous), p = start_of(t, i), after = start_of(t, rings[i].next);
        if (c2d_orient_sign(before, p, after) != 0)
            out[count++] = p;
        i = rings[i].next;
    } while (i != first);
    return count;
}

c2d_status c2d_merge_triangles(const c2d_triangles *t, c2d_pieces *out)
{
    ring *rings = c2d_new_array(t->half_count, sizeof *rings);
    out->vertices = c2d_new_array(t->half_count, sizeof *out->vertices);
    out->first = c2d_new_array(t->half_count / 3, sizeof *out->first);
    if (!rings || !out->vertices || !out->first) {
        free(rings);
        return C2D_NO_MEMORY;
    }
    for (uint32_t i = 0; i < t->half_count; i++)
        rings[i] = (ring){i % 3 == 2 ? i - 2 : i + 1, i % 3 == 0 ? i + 2 : i - 1, false};
    join_pieces(t, rings);
    out->first[0] = 0;
    for (uint32_t i = 0; i < t->half_count; i++)
        if (!rings[i].gone) {
            size_t first = out->first[out->count];
            out->first[++out->count] = first + write_piece(t, rings, i, out->vertices + first);
        }
    free(rings);
    return C2D_OK;
}
