/* A maximum independent set of rows and columns. By Koenig's theorem it follows from a maximum matching of the pairs
 * that cross. The matching uses phases of shortest augmenting paths (Hopcroft and Karp 1973). Each phase visits each
 * row once, so it does not enumerate all pairs (Imai and Asano 1986). If the pairs are listed, push-relabel
 * (Cherkassky, Goldberg, Martin, Setubal and Stolfi 1998) first does most of the work, because it is fast for long
 * paths.
 *
 * With n chords: O(n^1.5 log^2 n) time and O(n log n) memory in the worst case. */
#include "chord_crossings.h"

#include "../exact/allocate.h"

#include <string.h>

typedef struct matching {
    c2d_crossings x;
    uint32_t *row_mate, *column_mate; /* C2D_NULL_INDEX: free */
    uint32_t *row_level;              /* step at which the search reaches the row; 0: not reached */
    uint32_t *column_level;
    uint32_t *queue; /* of columns that the search reaches */
    uint32_t queued;
    uint32_t *column_path, *row_path; /* an augmenting path */
} matching;

/* ---- phases ---- */

/* Breadth-first search: the level of a row or column is its distance from a free column along alternating paths. Stops
 * after the first level with a free row and returns that level, or 0 if no free row is reached. */
static uint32_t assign_levels(matching *m)
{
    c2d_crossings_restore(&m->x, NULL);
    memset(m->row_level, 0, m->x.row_count * sizeof *m->row_level);
    m->queued = 0;
    for (uint32_t column = 0; column < m->x.column_count; column++)
        if (m->column_mate[column] == C2D_NULL_INDEX) {
            m->column_level[column] = 0;
            m->queue[m->queued++] = column;
        }
    uint32_t found = 0;
    for (uint32_t i = 0; i < m->queued; i++) {
        uint32_t column = m->queue[i], level = m->column_level[column] + 1, row;
        if (found && level > found)
            break;
        c2d_crossings_rewind(&m->x, column);
        while ((row = c2d_crossings_take(&m->x, column, 0)) != C2D_NULL_INDEX) {
            uint32_t mate = m->row_mate[row];
            m->row_level[row] = level;
            if (mate == C2D_NULL_INDEX) {
                found = level;
            } else {
                m->column_level[mate] = level;
                m->queue[m->queued++] = mate;
            }
        }
    }
    return found;
}

/* Depth-first search for a free row from a free column, one level per step. Augments the matching along the path. */
static void augment(matching *m, uint32_t free_column)
{
    uint32_t depth = 0;
    m->column_path[0] = free_column;
    c2d_crossings_rewind(&m->x, free_column);
    for (;;) {
        uint32_t row = c2d_crossings_take(&m->x, m->column_path[depth], depth + 1);
        if (row == C2D_NULL_INDEX) {
            if (depth-- == 0)
                return;
            continue;
        }
        m->row_path[depth] = row;
        if (m->row_mate[row] == C2D_NULL_INDEX)
            break;
        m->column_path[++depth] = m->row_mate[row];
        c2d_crossings_rewind(&m->x, m->column_path[depth]);
    }
    for (uint32_t i = 0; i <= depth; i++) {
        m->column_mate[m->column_path[i]] = m->row_path[i];
        m->row_mate[m->row_path[i]] = m->column_path[i];
    }
}

/* Augments along a maximal set of disjoint paths that follow the levels. */
static void augment_by_levels(matching *m)
{
    c2d_crossings_restore(&m->x, m->row_level);
    for (uint32_t column = 0; column < m->x.column_count; column++)
        if (m->column_mate[column] == C2D_NULL_INDEX)
            augment(m, column);
}

/* ---- push-relabel ---- */

/* The label of a row is a lower bound of twice the number of steps to a free row. UNREACHABLE: no path. */
#define UNREACHABLE (UINT32_MAX / 2)

/* The most pushes per row, and the pushes per row between global relabelings. */
#define PUSHES     32
#define RELABELING 1

/* Global relabeling: sets all labels to exact distances, breadth-first from the free rows. */
static void relabel(matching *m, uint32_t *label)
{
    uint32_t *queue = m->row_path, queued = 0;
    for (uint32_t row = 0; row < m->x.row_count; row++) {
        label[row] = m->row_mate[row] == C2D_NULL_INDEX ? 0 : UNREACHABLE;
        if (m->row_mate[row] == C2D_NULL_INDEX)
            queue[queued++] = row;
    }
    for (uint32_t i = 0; i < queued; i++)
        for (size_t k = m->x.row_start[queue[i]]; k < m->x.row_start[queue[i] + 1]; k++) {
            uint32_t next = m->column_mate[m->x.column[k]];
            if (next != C2D_NULL_INDEX && label[next] == UNREACHABLE) {
                label[next] = label[queue[i]] + 2;
                queue[queued++] = next;
            }
        }
}

/* Matches a free column to the row with the least label that it crosses and raises that label above the second least.
 * Returns the column that lost the row, or C2D_NULL_INDEX. */
static uint32_t push(matching *m, uint32_t *label, uint32_t column)
{
    uint32_t best = C2D_NULL_INDEX, least = UNREACHABLE, next_least = UNREACHABLE;
    for (size_t k = m->x.start[column]; k < m->x.start[column + 1]; k++) {
        uint32_t row = m->x.row[k];
        if (label[row] < least) {
            next_least = least;
            least = label[row];
            best = row;
        } else if (label[row] < next_least) {
            next_least = label[row];
        }
    }
    if (best == C2D_NULL_INDEX)
        return C2D_NULL_INDEX;
    uint32_t displaced = m->row_mate[best];
    m->row_mate[best] = column;
    m->column_mate[column] = best;
    label[best] = next_least < UNREACHABLE ? next_least + 2 : UNREACHABLE;
    if (displaced != C2D_NULL_INDEX)
        m->column_mate[displaced] = C2D_NULL_INDEX;
    return displaced;
}

static void push_all(matching *m)
{
    uint32_t *label = m->row_level, *queue = m->queue, columns = m->x.column_count;
    uint64_t rows = m->x.row_count, pushes = 0;
    uint32_t head = 0, queued = columns;
    for (uint32_t i = 0; i < columns; i++)
        queue[i] = i;
    for (; queued > 0 && pushes < PUSHES * rows; pushes++) {
        if (pushes % (RELABELING * rows) == 0)
            relabel(m, label);
        uint32_t displaced = push(m, label, queue[head]);
        head = head + 1 < columns ? head + 1 : 0;
        queued--;
        if (displaced != C2D_NULL_INDEX)
            queue[(head + queued++) % columns] = displaced;
    }
}

/* ---- independent chords ---- */

static c2d_status open_matching(matching *m)
{
    m->row_mate = c2d_new_array(m->x.row_count, sizeof *m->row_mate);
    m->row_level = c2d_new_array(m->x.row_count, sizeof *m->row_level);
    m->row_path = c2d_new_array(m->x.row_count, sizeof *m->row_path);
    m->column_mate = c2d_new_array(m->x.column_count, sizeof *m->column_mate);
    m->column_level = c2d_new_array(m->x.column_count, sizeof *m->column_level);
    m->column_path = c2d_new_array(m->x.column_count, sizeof *m->column_path);
    m->queue = c2d_new_array(m->x.column_count, sizeof *m->queue);
    bool allocated =
        m->row_mate && m->row_level && m->row_path && m->column_mate && m->column_level && m->column_path && m->queue;
    if (!allocated)
        return C2D_NO_MEMORY;
    memset(m->row_mate, 255, m->x.row_count * sizeof *m->row_mate);
    memset(m->column_mate, 255, m->x.column_count * sizeof *m->column_mate);
    return C2D_OK;
}

static void close_matching(matching *m)
{
    free(m->row_mate);
    free(m->row_level);
    free(m->row_path);
    free(m->column_mate);
    free(m->column_level);
    free(m->column_path);
    free(m->queue);
}

/* Koenig: the columns that alternating paths from free columns reach, and the rows that they do not reach. */
c2d_status c2d_independent_chords(const c2d_chord *rows, uint32_t row_count, const c2d_chord *columns,
                                  uint32_t column_count, uint32_t positions, uint8_t *row_chosen,
                                  uint8_t *column_chosen)
{
    matching m = {.x = {.rows = rows,
                        .columns = columns,
                        .row_count = row_count,
                        .column_count = column_count,
                        .positions = positions}};
    c2d_status status = c2d_crossings_open(&m.x);
    if (!status)
        status = open_matching(&m);
    if (!status) {
        if (m.x.listed)
            push_all(&m);
        while (assign_levels(&m))
            augment_by_levels(&m);
        for (uint32_t row = 0; row < row_count; row++)
            row_chosen[row] = m.row_level[row] == 0;
        memset(column_chosen, 0, column_count);
        for (uint32_t i = 0; i < m.queued; i++)
            column_chosen[m.queue[i]] = 1;
    }
    close_matching(&m);
    c2d_crossings_close(&m.x);
    return status;
}
