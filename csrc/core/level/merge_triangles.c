/* Joins triangles into convex pieces: removes a side between two pieces if both its ends stay convex (Hertel and
 * Mehlhorn 1983).
 *
 * A straight corner is left out of its piece, so a corner may become straight only if no other piece has a corner at
 * the same point. Otherwise the point would be inside an edge of its neighbour, and a gap would open between them when
 * a motion rounds it. The triangles at a point form fans between two border sides, and some angle at the point is
 * always outside. So a corner may become straight only if it fills the only fan at its point.
 *
 * Each remaining side is necessary at one of its ends: without it, an angle of at least 180 degrees would appear. The
 * angle of a fan is less than 360 degrees. So a concave corner needs at most two sides, a straight fan beside another
 * fan at most one, and any other corner none. An optimal cut resolves at most two concave corners, so the result has at
 * most four times the optimal number of pieces, plus one for each straight fan beside another fan. */
#include "triangles.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <string.h>

typedef struct half_link {
    uint32_t next, previous; /* halves around the piece */
    bool done;               /* removed or written */
} half_link;

static c2d_vec start_of(const c2d_triangles *t, uint32_t half) { return t->points[t->halves[half].from]; }

static bool is_border(const c2d_triangles *t, uint32_t half)
{
    return t->sides[t->halves[half].side].half[1] == C2D_NULL_INDEX;
}

/* Whether a point has one fan of triangles, or several. Every fan ends with a border half that starts at its point. */
enum fans { NO_FAN, ONE_FAN, SEVERAL_FANS };

static void count_fans(const c2d_triangles *t, unsigned char *fans, size_t points)
{
    memset(fans, NO_FAN, points);
    for (uint32_t i = 0; i < t->half_count; i++) {
        uint32_t from = t->halves[i].from;
        if (is_border(t, i))
            fans[from] = fans[from] == NO_FAN ? ONE_FAN : SEVERAL_FANS;
    }
}

/* Whether the side of `half` and `other` may be removed at the start of `half`: the corner stays convex, or it becomes
 * straight where no other piece has a corner. */
static bool stays_convex(const c2d_triangles *t, const half_link *links, const unsigned char *fans, uint32_t half,
                         uint32_t other)
{
    uint32_t arriving = links[half].previous, leaving = links[other].next;
    c2d_vec before = start_of(t, arriving), corner = start_of(t, half), after = start_of(t, links[leaving].next);
    int sign = c2d_orient_sign(before, corner, after);
    bool alone = fans[t->halves[half].from] == ONE_FAN && is_border(t, arriving) && is_border(t, leaving);
    return sign > 0 || (sign == 0 && alone);
}

static void link_halves(half_link *links, uint32_t half, uint32_t next)
{
    links[half].next = next;
    links[next].previous = half;
}

static void join_pieces(const c2d_triangles *t, half_link *links, const unsigned char *fans)
{
    for (size_t i = 0; i < t->side_count; i++) {
        uint32_t half = t->sides[i].half[0], other = t->sides[i].half[1];
        if (other == C2D_NULL_INDEX || !stays_convex(t, links, fans, half, other) ||
            !stays_convex(t, links, fans, other, half))
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

c2d_status c2d_merge_triangles(const c2d_triangles *t, size_t points, c2d_pieces *out)
{
    unsigned char *fans = c2d_new_array(points, sizeof *fans);
    half_link *links = c2d_new_array(t->half_count, sizeof *links);
    out->vertices = c2d_new_array(t->half_count, sizeof *out->vertices);
    out->first = c2d_new_array(t->half_count / 3, sizeof *out->first);
    if (!fans || !links || !out->vertices || !out->first) {
        free(fans);
        free(links);
        return C2D_NO_MEMORY;
    }
    for (uint32_t i = 0; i < t->half_count; i++)
        links[i] = (half_link){i % 3 == 2 ? i - 2 : i + 1, i % 3 == 0 ? i + 2 : i - 1, false};
    count_fans(t, fans, points);
    join_pieces(t, links, fans);
    out->first[0] = 0;
    for (uint32_t i = 0; i < t->half_count; i++)
        if (!links[i].done) {
            size_t first = out->first[out->count];
            out->first[++out->count] = first + write_piece(t, links, i, out->vertices + first);
        }
    free(fans);
    free(links);
    return C2D_OK;
}
