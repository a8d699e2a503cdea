/* Minimum partition of a rectilinear region into boxes.
 *
 * Every concave corner needs a cut. A cut between two concave corners (a chord) resolves both, so the algorithm cuts
 * the largest possible set of disjoint chords. Each remaining concave corner gets a cut to the first wall, cut or
 * corner (Lipski, Lodi, Luccio, Mugnai and Pagli 1979; Ohtsuki 1982; Ferrari, Sankar and Sklansky 1984). A corner with
 * two opposite solid quadrants is not concave. Sweeps over the lines keep the set of walls that cross the line, by
 * rank. */
#include "partition.h"

#include "../exact/allocate.h"
#include "../exact/rank_set.h"

#include <assert.h>
#include <string.h>

/* ---- corners ---- */

enum { LEFT_QUADRANTS = C2D_ABOVE_LEFT | C2D_BELOW_LEFT, UPPER_QUADRANTS = C2D_ABOVE_LEFT | C2D_ABOVE_RIGHT };

/* The empty quadrant of a concave corner, or 0 for other corners. */
static unsigned empty_quadrant(const c2d_corner *c)
{
    unsigned empty = C2D_ALL_AROUND ^ c->solid;
    return (empty & (empty - 1)) == 0 ? empty : 0;
}

/* Whether a cut from the corner along its line goes right, or left. */
static bool cuts_right(const c2d_corner *c) { return empty_quadrant(c) & LEFT_QUADRANTS; }
static bool cuts_left(const c2d_corner *c) { return empty_quadrant(c) & ~(unsigned)LEFT_QUADRANTS; }

/* Two opposite solid quadrants. The walls continue straight across the line. */
static bool is_pinch(const c2d_corner *c)
{
    return c->solid == (C2D_ABOVE_LEFT | C2D_BELOW_RIGHT) || c->solid == (C2D_ABOVE_RIGHT | C2D_BELOW_LEFT);
}

/* The end of the corners on the line of corner `first`. */
static size_t end_of_line(const c2d_corner *corners, size_t n, size_t first)
{
    size_t end = first + 1;
    while (end < n && corners[end].line == corners[first].line)
        end++;
    return end;
}

/* ---- chords ---- */

/* Finds pairs of corners on a line whose cuts lead toward each other, with no corner and no wall across the line
 * between them. */
static c2d_status find_chords(const c2d_corner *corners, size_t n, uint32_t positions, c2d_chord *chords,
                              uint32_t *count)
{
    c2d_ranks walls;
    c2d_status status = c2d_ranks_open(&walls, positions);
    *count = 0;
    for (size_t first = 0, end; first < n && !status; first = end) {
        end = end_of_line(corners, n, first);
        for (size_t i = first + 1; i < end; i++) {
            const c2d_corner *a = &corners[i - 1], *b = &corners[i];
            if (cuts_right(a) && cuts_left(b) && c2d_ranks_next(&walls, a->at + 1) >= b->at)
                chords[(*count)++] = (c2d_chord){a->line, a->at, b->at, {(uint32_t)(i - 1), (uint32_t)i}};
        }
        for (size_t i = first; i < end; i++)
            if (!is_pinch(&corners[i]))
                c2d_ranks_toggle(&walls, corners[i].at);
    }
    c2d_ranks_close(&walls);
    return status;
}

/* Exchanges x and y and sorts the corners again. number[i] is the original index of corner i. */
static c2d_status transpose(const c2d_corner *corners, size_t n, uint32_t positions, c2d_corner *out, uint32_t *number)
{
    uint32_t *start = c2d_new_array((size_t)positions + 1, sizeof *start);
    if (!start)
        return C2D_NO_MEMORY;
    memset(start, 0, ((size_t)positions + 1) * sizeof *start);
    for (size_t i = 0; i < n; i++)
        start[corners[i].at + 1]++;
    for (uint32_t k = 0; k < positions; k++)
        start[k + 1] += start[k];
    for (size_t i = 0; i < n; i++) {
        const c2d_corner *c = &corners[i];
        uint32_t slot = start[c->at]++;
        unsigned kept = c->solid & (C2D_ABOVE_LEFT | C2D_BELOW_RIGHT);
        unsigned swapped = (c->solid & C2D_ABOVE_RIGHT) << 1 | (c->solid & C2D_BELOW_LEFT) >> 1;
        out[slot] = (c2d_corner){c->at, c->line, kept | swapped};
        number[slot] = (uint32_t)i;
    }
    free(start);
    return C2D_OK;
}

/* The chord that resolves a corner. */
enum { BY_ROW = 1, BY_COLUMN = 2 };

static void mark_corners(const c2d_chord *chords, uint32_t count, const uint8_t *chosen, const uint32_t *number,
                         uint8_t by, uint8_t *resolved)
{
    for (uint32_t k = 0; k < count; k++)
        for (int e = 0; e < 2 && chosen[k]; e++)
            resolved[number ? number[chords[k].ends[e]] : chords[k].ends[e]] |= by;
}

/* Marks the corners that a chosen chord resolves. */
static c2d_status choose_chords(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t positions,
                                uint8_t *resolved)
{
    uint32_t row_count = 0, column_count = 0;
    c2d_corner *across = c2d_new_array(n, sizeof *across);
    uint32_t *number = c2d_new_array(n, sizeof *number);
    c2d_chord *rows = c2d_new_array(n / 2, sizeof *rows), *columns = c2d_new_array(n / 2, sizeof *columns);
    uint8_t *chosen = c2d_new_array(n, sizeof *chosen); /* rows, then columns */
    c2d_status status = across && number && rows && columns && chosen ? C2D_OK : C2D_NO_MEMORY;
    if (!status)
        status = transpose(corners, n, positions, across, number);
    if (!status)
        status = find_chords(corners, n, positions, rows, &row_count);
    if (!status)
        status = find_chords(across, n, lines, columns, &column_count);
    if (!status)
        status = c2d_independent_chords(rows, row_count, columns, column_count, positions, chosen, chosen + row_count);
    if (!status) {
        mark_corners(rows, row_count, chosen, NULL, BY_ROW, resolved);
        mark_corners(columns, column_count, chosen + row_count, number, BY_COLUMN, resolved);
    }
    free(across);
    free(number);
    free(rows);
    free(columns);
    free(chosen);
    return status;
}

/* ---- boxes ---- */

/* A segment of a line that bounds boxes above it, below it, or both. */
enum { ABOVE = 1, BELOW = 2 };

typedef struct wall {
    uint32_t from, to;
    unsigned sides;
} wall;

typedef struct sweep {
    c2d_ranks walls; /* across the line: first those above it, then those below it */
    wall *line;      /* on the line, from left to right */
    size_t on_line;
    uint32_t *open; /* by rank: the index of the box whose left side is at it */
    c2d_rank_boxes *out;
} sweep;

static void add_wall(sweep *s, uint32_t from, uint32_t to, unsigned sides)
{
    s->line[s->on_line++] = (wall){from, to, sides};
}

/* Adds a cut that is not a chord: along the line to the next wall or corner. */
static void add_cut(sweep *s, const c2d_corner *c, const c2d_corner *before, const c2d_corner *after)
{
    if (cuts_right(c)) {
        uint32_t stop = c2d_ranks_next(&s->walls, c->at + 1);
        add_wall(s, c->at, after && after->at < stop ? after->at : stop, ABOVE | BELOW);
    } else {
        uint32_t stop = c2d_ranks_previous(&s->walls, c->at - 1);
        bool corner_first = before && (stop == C2D_NULL_INDEX || before->at > stop);
        add_wall(s, corner_first ? before->at : stop, c->at, ABOVE | BELOW);
    }
}

/* Finds the walls on the line of corners[0] to corners[n - 1]: border and cuts. */
static void find_walls(sweep *s, const c2d_corner *corners, const uint8_t *resolved, size_t n)
{
    s->on_line = 0;
    for (size_t i = 0; i < n; i++) {
        const c2d_corner *c = &corners[i], *before = i > 0 ? c - 1 : NULL, *after = i + 1 < n ? c + 1 : NULL;
        bool solid_above = c->solid & C2D_ABOVE_RIGHT, solid_below = c->solid & C2D_BELOW_RIGHT;
        if (cuts_left(c) && !resolved[i])
            add_cut(s, c, before, after);
        if (solid_above != solid_below) {
            assert(after);
            add_wall(s, c->at, after->at, solid_above ? ABOVE : BELOW);
        } else if (cuts_right(c) && resolved[i] == BY_ROW) {
            add_wall(s, c->at, after->at, ABOVE | BELOW);
        } else if (cuts_right(c) && !resolved[i]) {
            add_cut(s, c, before, after);
        }
    }
}

/* The next stretch of walls with boxes on a side, from wall *k on. False if there is none. */
static bool next_stretch(const sweep *s, unsigned side, size_t *k, uint32_t *from, uint32_t *to)
{
    while (*k < s->on_line && !(s->line[*k].sides & side))
        ++*k;
    if (*k == s->on_line)
        return false;
    *from = s->line[*k].from;
    *to = s->line[*k].to;
    for (++*k; *k < s->on_line && s->line[*k].from == *to && s->line[*k].sides & side; ++*k)
        *to = s->line[*k].to;
    return true;
}

static void close_boxes(sweep *s, uint32_t y)
{
    uint32_t x, to;
    for (size_t k = 0; next_stretch(s, ABOVE, &k, &x, &to);)
        while (x < to) {
            c2d_rank_box *box = &s->out->list[s->open[x]];
            assert(box->min_x == x && box->max_x == c2d_ranks_next(&s->walls, x + 1) && box->max_x <= to);
            box->max_y = y;
            x = box->max_x;
        }
}

static c2d_status open_boxes(sweep *s, uint32_t y)
{
    uint32_t x, to;
    for (size_t k = 0; next_stretch(s, BELOW, &k, &x, &to);)
        while (x < to) {
            uint32_t right = c2d_ranks_next(&s->walls, x + 1);
            assert(right <= to);
            c2d_rank_box *list = c2d_list_reserve(s->out->list, s->out->count, &s->out->capacity, sizeof *list);
            if (!list)
                return C2D_NO_MEMORY;
            s->out->list = list;
            s->open[x] = (uint32_t)s->out->count;
            s->out->list[s->out->count++] = (c2d_rank_box){x, y, right, y};
            x = right;
        }
    return C2D_OK;
}

static c2d_status sweep_boxes(sweep *s, const c2d_corner *corners, size_t n, const uint8_t *resolved)
{
    c2d_status status = C2D_OK;
    for (size_t first = 0, end; first < n && !status; first = end) {
        end = end_of_line(corners, n, first);
        find_walls(s, &corners[first], &resolved[first], end - first);
        close_boxes(s, corners[first].line);
        for (size_t i = first; i < end; i++) {
            if (!is_pinch(&corners[i]))
                c2d_ranks_toggle(&s->walls, corners[i].at);
            if (resolved[i] == BY_COLUMN)
                c2d_ranks_toggle(&s->walls, corners[i].at);
        }
        status = open_boxes(s, corners[first].line);
    }
    return status;
}

c2d_status c2d_partition_region(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t positions,
                                c2d_rank_boxes *out)
{
    size_t longest = 0;
    for (size_t first = 0, end; first < n; first = end) {
        end = end_of_line(corners, n, first);
        longest = end - first > longest ? end - first : longest;
    }
    sweep s = {.out = out};
    uint8_t *resolved = c2d_new_array(n, sizeof *resolved);
    s.line = c2d_new_array(2 * longest, sizeof *s.line);
    s.open = c2d_new_array(positions, sizeof *s.open);
    c2d_status status = resolved && s.line && s.open && n < C2D_NULL_INDEX ? C2D_OK : C2D_NO_MEMORY;
    *out = (c2d_rank_boxes){NULL, 0, 0};
    if (!status) {
        memset(resolved, 0, n);
        status = choose_chords(corners, n, lines, positions, resolved);
    }
    if (!status)
        status = c2d_ranks_open(&s.walls, positions);
    if (!status)
        status = sweep_boxes(&s, corners, n, resolved);
    c2d_ranks_close(&s.walls);
    free(s.line);
    free(s.open);
    free(resolved);
    return status;
}
