/* Searches of one row among many: the first hit and the nearest rows. The tree finds candidates, and the functions for
 * single shapes decide, so that results have their bits. */
#include "batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void row_index_free(row_index *index)
{
    c2d_tree_free(&index->tree);
    free(index->shapes);
    free(index->rows);
    room_free(&index->room);
}

job_fault row_index_init(row_index *index, const row_stream *rows)
{
    memset(index, 0, sizeof *index);
    c2d_tree_init(&index->tree);
    index->shapes = malloc(((size_t)rows->count + 1) * sizeof *index->shapes);
    index->rows = malloc(((size_t)rows->count + 1) * sizeof *index->rows);
    if (!index->shapes || !index->rows)
        return FAULT_MEMORY;
    for (ptrdiff_t i = 0; i < rows->count; i++) {
        row_shape made;
        uint32_t leaf;
        c2d_status status = make_row(&rows->format, rows->data + i * rows->stride, &index->room, &made);
        bool good = status == C2D_OK;
        if (status == C2D_NO_MEMORY)
            return FAULT_MEMORY;
        if (!good && !rows->masked)
            return FAULT_ROW_B;
        if (!good)
            continue;
        index->shapes[index->count] = made.shape;
        index->rows[index->count] = (uint32_t)i;
        if (c2d_tree_insert(&index->tree, c2d_cast_target_bounds(&made.shape), index->count++, &leaf))
            return FAULT_MEMORY;
    }
    return c2d_tree_rebuild(&index->tree) ? FAULT_MEMORY : NO_FAULT;
}

/* ---- the first hit ---- */

typedef struct hit_search {
    const row_index *index;
    const row_shape *a;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_vec *room;
    bool found;
    uint32_t item;
    c2d_hit hit;
} hit_search;

static double visit_target(void *context, uint32_t item, double limit)
{
    hit_search *s = context;
    bool hits;
    c2d_hit hit;
    (void)c2d_cast_with(&s->a->shape, s->a->has_rect ? &s->a->rect : NULL, s->motion, &s->index->shapes[item], s->room,
                        s->options, &hits, &hit); /* the motion has been checked */
    if (!hits)
        return limit;
    if (!s->found || hit.t < s->hit.t || (hit.t == s->hit.t && item < s->item)) {
        s->found = true;
        s->item = item;
        s->hit = hit;
    }
    return s->hit.t;
}

job_fault first_hit(const row_index *index, const row_shape *a, c2d_vec motion, c2d_cast_options options, c2d_vec *room,
                    ptrdiff_t *row, c2d_hit *hit)
{
    c2d_bounds box;
    hit_search s = {.index = index, .a = a, .motion = motion, .options = options, .room = room};
    *row = -1;
    /* The tree needs a motion without tiny numbers, whose inverses overflow. The casts get the motion as it is given.
     */
    if (c2d_check(&motion.x) || c2d_check(&motion.y))
        return FAULT_MOTION;
    if (c2d_cast_bounds(&a->shape, a->has_rect ? &a->rect : NULL, motion, room, &box))
        return FAULT_MOVED;
    c2d_tree_cast(&index->tree, box, motion, 1, visit_target, &s);
    if (s.found) {
        *row = index->rows[s.item];
        *hit = s.hit;
    }
    return NO_FAULT;
}

/* ---- the nearest rows ---- */

typedef struct near_search {
    const row_index *index;
    const c2d_shape *a;
    size_t k, count;
    double farthest;
    ptrdiff_t *rows;
    double *distances; /* with rows, a sorted list */
} near_search;

/* The limit for the distance of boxes: these are no farther than the shapes, and a computed distance is within 8 ulp of
 * the true one. */
static double box_limit(double distance) { return distance * (1 + 0x1p-48); }

static double visit_neighbour(void *context, uint32_t item, double limit)
{
    near_search *s = context;
    double distance = c2d_distance(s->a, &s->index->shapes[item]);
    ptrdiff_t row = s->index->rows[item];
    if (!(distance <= s->farthest))
        return limit;
    size_t at = s->count < s->k ? s->count++ : s->k;
    for (; at > 0; at--) {
        double d = s->distances[at - 1];
        if (d < distance || (d == distance && s->rows[at - 1] < row))
            break;
        if (at < s->k) {
            s->distances[at] = d;
            s->rows[at] = s->rows[at - 1];
        }
    }
    if (at < s->k) {
        s->distances[at] = distance;
        s->rows[at] = row;
    }
    return s->count == s->k ? fmin(limit, box_limit(s->distances[s->k - 1])) : limit;
}

size_t nearest_rows(const row_index *index, const c2d_shape *a, size_t k, double farthest, ptrdiff_t *rows,
                    double *distances)
{
    near_search s = {index, a, k, 0, farthest, rows, distances};
    c2d_tree_nearest(&index->tree, c2d_bounds_of(a), box_limit(farthest), visit_neighbour, &s);
    return s.count;
}
