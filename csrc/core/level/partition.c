/* The least number of boxes that a region bounded by horizontal and vertical lines can be cut into.
 *
 * Every concave corner needs a cut. A cut from one to another (a chord) serves both, so as many chords as possible are
 * cut that do not meet, and then from each concave corner that is left to whatever comes first: Lipski, Lodi, Luccio,
 * Mugnai and Pagli 1979; Ohtsuki 1982; Ferrari, Sankar and Sklansky 1984. Corners where two solid quarters meet are not
 * concave. Sweeps over the lines keep the set of walls that cross them, by rank. */
#include "partition.h"

#include "../exact/allocate.h"
#include "../exact/ranks.h"

#include <assert.h>
#include <string.h>

/* ---- corners ---- */

enum { LEFT_QUARTERS = C2D_ABOVE_LEFT | C2D_BELOW_LEFT, UPPER_QUARTERS = C2D_ABOVE_LEFT | C2D_ABOVE_RIGHT };

/* The one quarter that is empty at a concave corner, else 0. */
static unsigned hollow(const c2d_corner *c)
{
    unsigned empty = C2D_ALL_AROUND ^ c->solid;
    return (empty & (empty - 1)) == 0 ? empty : 0;
}

/* Whether a cut from it along the line goes right, or left. */
static bool cuts_right(const c2d_corner *c) { return hollow(c) & LEFT_QUARTERS; }
static bool cuts_left(const c2d_corner *c) { return hollow(c) & ~(unsigned)LEFT_QUARTERS; }

/* Two solid quarters that meet: the walls go straight on across the line. */
static bool is_pinch(const c2d_corner *c)
{
    return c->solid == (C2D_ABOVE_LEFT | C2D_BELOW_RIGHT) || c->solid == (C2D_ABOVE_RIGHT | C2D_BELOW_LEFT);
}

/* The end of the corners that are on the same line as the first. */
static size_t end_of_line(const c2d_corner *corners, size_t n, size_t first)
{
    size_t end = first + 1;
    while (end < n && corners[end].line == corners[first].line)
        end++;
    return end;
}

/* ---- chords ---- */

/* Two corners on a line that cut toward each other, with nothing between: no corner, and no wall across the line. */
static c2d_status find_chords(const c2d_corner *corners, size_t n, uint32_t places, c2d_chord *chords, uint32_t *count)
{
    c2d_ranks walls;
    c2d_status status = c2d_ranks_open(&walls, places);
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

/* With x and y exchanged, in the order of its own; number[i] is the corner's own. */
static c2d_status transpose(const c2d_corner *corners, size_t n, uint32_t places, c2d_corner *out, uint32_t *number)
{
    uint32_t *start = c2d_new_array((size_t)places + 1, sizeof *start);
    if (!start)
        return C2D_NO_MEMORY;
    memset(start, 0, ((size_t)places + 1) * sizeof *start);
    for (size_t i = 0; i < n; i++)
        start[corners[i].at + 1]++;
    for (uint32_t k = 0; k < places; k++)
        start[k + 1] += start[k];
    for (size_t i = 0; i < n; i++) {
        const c2d_corner *c = &corners[i];
        uint32_t place = start[c->at]++;
        unsigned kept = c->solid & (C2D_ABOVE_LEFT | C2D_BELOW_RIGHT);
        unsigned swapped = (c->solid & C2D_ABOVE_RIGHT) << 1 | (c->solid & C2D_BELOW_LEFT) >> 1;
        out[place] = (c2d_corner){c->at, c->line, kept | swapped};
        number[place] = (uint32_t)i;
    }
    free(start);
    return C2D_OK;
}

/* How a corner is served. */
enum { BY_ROW = 1, BY_COLUMN = 2 };

static void serve(const c2d_chord *chords, uint32_t count, const uint8_t *chosen, const uint32_t *number, uint8_t how,
                  uint8_t *served)
{
    for (uint32_t k = 0; k < count; k++)
        for (int e = 0; e < 2 && chosen[k]; e++)
            served[number ? number[chords[k].ends[e]] : chords[k].ends[e]] |= how;
}

/* Which corners are served by a chord that is cut. */
static c2d_status choose_chords(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t places, uint8_t *served)
{
    uint32_t row_count = 0, column_count = 0;
    c2d_corner *across = c2d_new_array(n, sizeof *across);
    uint32_t *number = c2d_new_array(n, sizeof *number);
    c2d_chord *rows = c2d_new_array(n / 2, sizeof *rows), *columns = c2d_new_array(n / 2, sizeof *columns);
    uint8_t *chosen = c2d_new_array(n, sizeof *chosen); /* rows, then columns */
    c2d_status status = across && number && rows && columns && chosen ? C2D_OK : C2D_NO_MEMORY;
    if (!status)
        status = transpose(corners, n, places, across, number);
    if (!status)
        status = find_chords(corners, n, places, rows, &row_count);
    if (!status)
        status = find_chords(across, n, lines, columns, &column_count);
    if (!status)
        status = c2d_independent_chords(rows, row_count, columns, column_count, places, chosen, chosen + row_count);
    if (!status) {
        serve(rows, row_count, chosen, NULL, BY_ROW, served);
        serve(columns, column_count, chosen + row_count, number, BY_COLUMN, served);
    }
    free(across);
    free(number);
    free(rows);
    free(columns);
    free(chosen);
    return status;
}

/* ---- boxes ---- */

/* A piece of a line that bounds boxes: those above it, those below, or both. */
enum { ABOVE = 1, BELOW = 2 };

typedef struct wall {
    uint32_t from, to;
    unsigned sides;
} wall;

typedef struct sweep {
    c2d_ranks walls; /* across the line: those that reach above it, then those that reach below */
    wall *line;      /* on the line, from left to right */
    size_t on_line;
    uint32_t *open; /* by rank: the number of the box whose left side is there */
    c2d_cells *out;
} sweep;

static void add_wall(sweep *s, uint32_t from, uint32_t to, unsigned sides)
{
    s->line[s->on_line++] = (wall){from, to, sides};
}

/* A cut that no chord makes goes along the line, up to the next wall or corner. */
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

/* The walls on the line of corners[0] to [n - 1]: cuts and the border. */
static void find_walls(sweep *s, const c2d_corner *corners, const uint8_t *served, size_t n)
{
    s->on_line = 0;
    for (size_t i = 0; i < n; i++) {
        const c2d_corner *c = &corners[i], *before = i > 0 ? c - 1 : NULL, *after = i + 1 < n ? c + 1 : NULL;
        bool solid_above = c->solid & C2D_ABOVE_RIGHT, solid_below = c->solid & C2D_BELOW_RIGHT;
        if (cuts_left(c) && !served[i])
            add_cut(s, c, before, after);
        if (solid_above != solid_below) {
            assert(after);
            add_wall(s, c->at, after->at, solid_above ? ABOVE : BELOW);
        } else if (cuts_right(c) && served[i] == BY_ROW) {
            add_wall(s, c->at, after->at, ABOVE | BELOW);
        } else if (cuts_right(c) && !served[i]) {
            add_cut(s, c, before, after);
        }
    }
}

/* The next stretch of walls with boxes on one side, from the k-th on; false if there is none. */
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
            c2d_cell *box = &s->out->list[s->open[x]];
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
            c2d_cell *list = c2d_list_reserve(s->out->list, s->out->count, &s->out->capacity, sizeof *list);
            if (!list)
                return C2D_NO_MEMORY;
            s->out->list = list;
            s->open[x] = (uint32_t)s->out->count;
            s->out->list[s->out->count++] = (c2d_cell){x, y, right, y};
            x = right;
        }
    return C2D_OK;
}

static c2d_status sweep_boxes(sweep *s, const c2d_corner *corners, size_t n, const uint8_t *served)
{
    c2d_status status = C2D_OK;
    for (size_t first = 0, end; first < n && !status; first = end) {
        end = end_of_line(corners, n, first);
        find_walls(s, &corners[first], &served[first], end - first);
        close_boxes(s, corners[first].line);
        for (size_t i = first; i < end; i++) {
            if (!is_pinch(&corners[i]))
                c2d_ranks_toggle(&s->walls, corners[i].at);
            if (served[i] == BY_COLUMN)
                c2d_ranks_toggle(&s->walls, corners[i].at);
        }
        status = open_boxes(s, corners[first].line);
    }
    return status;
}

c2d_status c2d_partition_region(const c2d_corner *corners, size_t n, uint32_t lines, uint32_t places, c2d_cells *out)
{
    size_t longest = 0;
    for (size_t first = 0, end; first < n; first = end) {
        end = end_of_line(corners, n, first);
        longest = end - first > longest ? end - first : longest;
    }
    sweep s = {.out = out};
    uint8_t *served = c2d_new_array(n, sizeof *served);
    s.line = c2d_new_array(2 * longest, sizeof *s.line);
    s.open = c2d_new_array(places, sizeof *s.open);
    c2d_status status = served && s.line && s.open && n < C2D_NULL_INDEX ? C2D_OK : C2D_NO_MEMORY;
    *out = (c2d_cells){NULL, 0, 0};
    if (!status) {
        memset(served, 0, n);
        status = choose_chords(corners, n, lines, places, served);
    }
    if (!status)
        status = c2d_ranks_open(&s.walls, places);
    if (!status)
        status = sweep_boxes(&s, corners, n, served);
    c2d_ranks_close(&s.walls);
    free(s.line);
    free(s.open);
    free(served);
    return status;
}
