/* The inside of a polygon: a sweep over its points from left to right finds the edges that bound it.
 *
 * Overlapping edges form one strand. A strand bounds the inside unless the directions of its edges cancel. At a point a
 * strand loses the edges that end and gains the edges that begin, so what it bounds may change there. Two strands that
 * cross are neighbours before the crossing (Shamos and Hoey 1976). The sweep passes the inside to triangle_fronts.c.
 * Signs are exact. Time: O(n log n). */
#include "avl_tree.h"
#include "triangles.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../exact/step_counter.h"
#include "../shape/shape.h"

#include <string.h>

/* An edge of the polygon by its ends: indices of distinct points, in sweep order. */
typedef struct edge {
    uint32_t left, right;
    int direction;   /* 1 if the polygon runs from left to right, else -1 */
    uint32_t strand; /* its strand, or C2D_NULL_INDEX before the sweep reaches its left end */
} edge;

/* Overlapping edges on one line that cross the sweep line. A strand exists while it has edges. */
typedef struct strand {
    uint32_t edge; /* the edge that ends last */
    int direction; /* sum over its edges; 0: both sides are inside, or both outside */
    bool enters;   /* the inside is above it */
    uint32_t side; /* of triangles, if it bounds the inside */
    c2d_front front;
} strand;

/* The evidence that a polygon crosses itself, from the weakest to the strongest: a strand has the wrong direction,
 * strands cross at a point, two edges cross between their ends. The error names the edges of the strongest evidence. */
enum evidence { NO_EVIDENCE, WRONG_DIRECTION, CROSSING_AT_POINT, EDGES_CROSS };

typedef struct sweep {
    edge *edges; /* edge i starts at the polygon's point i */
    uint32_t edge_count;
    uint32_t *starting, *ending; /* edges by left end, and by right end */
    uint32_t *start, *end;       /* by point: its first edge in these lists; one more for the end */
    strand *strands;
    c2d_avl_node *nodes;         /* by strand */
    c2d_avl_tree bounding, idle; /* strands that bound the inside, and those that do not */
    uint32_t *free_strands, free_count;
    uint32_t *out, *spare, out_count; /* edges that leave the point: one of a strand that passes, all that begin */
    uint32_t *arriving, arriving_count, *leaving, leaving_count; /* bounding strands at the point, upward */
    int inside; /* direction of a strand that enters; 0: not known yet */
    c2d_triangles *t;
    enum evidence evidence; /* after any, the sweep only looks for stronger evidence */
    size_t crossing[2];
} sweep;

typedef struct query {
    const sweep *s;
    c2d_vec p;
} query;

static c2d_vec left_of(const sweep *s, uint32_t e) { return s->t->points[s->edges[e].left]; }
static c2d_vec right_of(const sweep *s, uint32_t e) { return s->t->points[s->edges[e].right]; }

/* Whether a point is on or below a strand. */
static bool is_not_above(const void *context, uint32_t member)
{
    const query *q = context;
    uint32_t e = q->s->strands[member].edge;
    C2D_STEPS(1);
    return c2d_orient_sign(left_of(q->s, e), right_of(q->s, e), q->p) <= 0;
}

static bool is_on(const sweep *s, uint32_t member, uint32_t point)
{
    uint32_t e = s->strands[member].edge;
    C2D_STEPS(1);
    return c2d_orient_sign(left_of(s, e), right_of(s, e), s->t->points[point]) == 0;
}

/* ---- crossings ---- */

/* Records two edges as evidence unless stronger or equal evidence exists. */
static void record(sweep *s, enum evidence evidence, uint32_t e, uint32_t f)
{
    if (evidence <= s->evidence)
        return;
    assert(e != f && e != C2D_NULL_INDEX && f != C2D_NULL_INDEX);
    s->evidence = evidence;
    s->crossing[0] = e < f ? e : f;
    s->crossing[1] = e < f ? f : e;
}

static c2d_status report_crossing(sweep *s, uint32_t e, uint32_t f)
{
    record(s, EDGES_CROSS, e, f);
    return C2D_CROSSES;
}

/* Whether the ends of f are strictly on opposite sides of e. */
static bool straddles(const sweep *s, uint32_t e, uint32_t f)
{
    c2d_vec p = left_of(s, e), q = right_of(s, e);
    return c2d_orient_sign(p, q, left_of(s, f)) * c2d_orient_sign(p, q, right_of(s, f)) < 0;
}

/* Two neighbours must not cross between their ends. */
static c2d_status check_neighbours(sweep *s, uint32_t below, uint32_t above)
{
    if (below == C2D_NULL_INDEX || above == C2D_NULL_INDEX)
        return C2D_OK;
    uint32_t e = s->strands[below].edge, f = s->strands[above].edge;
    return straddles(s, e, f) && straddles(s, f, e) ? report_crossing(s, e, f) : C2D_OK;
}

/* ---- strands that arrive at a point ---- */

/* A point of the sweep, with its neighbours in both trees (0: bounding, 1: idle) and the strands that arrive. */
typedef struct event {
    uint32_t below[2], above[2]; /* neighbours, or C2D_NULL_INDEX */
    uint32_t passing;            /* the last edge of the strand that passes through the point, or C2D_NULL_INDEX */
    uint32_t arriving;           /* the last edge of the lowest bounding strand that arrives, or C2D_NULL_INDEX */
    uint32_t strand;             /* that strand */
    int direction;               /* of that strand */
    bool inside;                 /* whether the inside is just below the point */
} event;

/* Removes the strands through the point, which are neighbours in the tree. Two edges that pass through it cross. */
static c2d_status remove_arriving(sweep *s, c2d_avl_tree *q, uint32_t point, int idle, event *at)
{
    query target = {s, s->t->points[point]};
    uint32_t member = c2d_avl_find(q, is_not_above, &target, &at->below[idle]);
    while (member != C2D_NULL_INDEX && is_on(s, member, point)) {
        uint32_t last = s->strands[member].edge, after = c2d_avl_after(q, member);
        bool passes = s->edges[last].right != point;
        if (passes && at->passing != C2D_NULL_INDEX)
            return report_crossing(s, at->passing, last);
        if (passes)
            s->out[s->out_count++] = at->passing = last;
        else
            s->free_strands[s->free_count++] = member;
        c2d_avl_remove(q, member);
        if (!idle)
            s->arriving[s->arriving_count++] = member;
        if (!idle && at->arriving == C2D_NULL_INDEX) {
            at->arriving = last;
            at->strand = member;
            at->direction = s->strands[member].direction;
        }
        member = after;
    }
    at->above[idle] = member;
    return C2D_OK;
}

/* ---- strands that leave a point ---- */

/* The sign of the turn at p from edge e to edge f. */
static int turn_sign(const sweep *s, c2d_vec p, uint32_t e, uint32_t f)
{
    C2D_STEPS(1);
    return c2d_orient_sign(p, right_of(s, e), right_of(s, f));
}

/* Merge sort of the leaving edges, upward. */
static void sort_leaving_edges(sweep *s, c2d_vec p)
{
    for (size_t run = 1; run < s->out_count; run *= 2) {
        for (size_t first = 0; first < s->out_count; first += 2 * run) {
            size_t middle = first + run < s->out_count ? first + run : s->out_count;
            size_t end = middle + run < s->out_count ? middle + run : s->out_count;
            for (size_t i = first, j = middle, k = first; k < end; k++) {
                bool second = i == middle || (j < end && turn_sign(s, p, s->out[i], s->out[j]) < 0);
                s->spare[k] = second ? s->out[j++] : s->out[i++];
            }
        }
        uint32_t *sorted = s->spare;
        s->spare = s->out;
        s->out = sorted;
    }
}

/* Takes the edges that end at a point out of the strand that passes through it. */
static void end_edges(sweep *s, uint32_t passing, uint32_t point)
{
    uint32_t member = s->edges[passing].strand;
    C2D_STEPS(s->end[point + 1] - s->end[point]);
    for (uint32_t i = s->end[point]; i < s->end[point + 1]; i++)
        if (s->edges[s->ending[i]].strand == member)
            s->strands[member].direction -= s->edges[s->ending[i]].direction;
}

/* Makes a strand of the leaving edges from the i-th on that have one direction; an edge that passes comes first.
 * Returns the index of the next edge in another direction. */
static uint32_t make_strand(sweep *s, c2d_vec p, uint32_t i, uint32_t *member)
{
    uint32_t first = s->out[i];
    bool passes = s->edges[first].strand != C2D_NULL_INDEX;
    *member = passes ? s->edges[first].strand : s->free_strands[--s->free_count];
    strand made = {.edge = first, .direction = passes ? s->strands[*member].direction : s->edges[first].direction};
    s->edges[first].strand = *member;
    for (i++; i < s->out_count && turn_sign(s, p, first, s->out[i]) == 0; i++) {
        uint32_t e = s->out[i];
        s->edges[e].strand = *member;
        made.direction += s->edges[e].direction;
        made.edge = s->edges[e].right > s->edges[made.edge].right ? e : made.edge;
    }
    s->strands[*member] = made;
    return i;
}

/* Finds an edge other than e of a strand just before a point, or just after it if `leaves`, in the given direction (0:
 * any). Takes O(n) and runs only to name two edges that cross. */
static uint32_t find_edge(const sweep *s, uint32_t member, uint32_t point, bool leaves, uint32_t e, int direction)
{
    C2D_STEPS(s->edge_count);
    for (uint32_t i = 0; i < s->edge_count; i++) {
        const edge *f = &s->edges[i];
        bool present = leaves ? f->left <= point && point < f->right : f->left < point && point <= f->right;
        if (i != e && f->strand == member && present && (direction == 0 || f->direction == direction))
            return i;
    }
    return C2D_NULL_INDEX;
}

/* Records two edges of a strand that have one direction. */
static void record_strand(sweep *s, uint32_t member, uint32_t point)
{
    int direction = s->strands[member].direction > 0 ? 1 : -1;
    uint32_t first = find_edge(s, member, point, true, C2D_NULL_INDEX, direction);
    record(s, CROSSING_AT_POINT, first, find_edge(s, member, point, true, first, direction));
}

/* An edge that overlaps the last edge of a strand that passes through the point, after the point or before it. */
static uint32_t overlapping_edge(const sweep *s, const event *at, uint32_t member, uint32_t point)
{
    uint32_t e = s->strands[member].edge, f = find_edge(s, member, point, true, e, 0);
    return f != C2D_NULL_INDEX ? f : find_edge(s, at->strand, point, false, e, 0);
}

/* Going up, strands must alternately enter and leave the inside. Otherwise the polygon encloses something twice or in
 * the opposite orientation. A crossing at the point itself is stronger evidence: the strands on both sides of the point
 * must alternate and must start with equal directions. */
static void check_direction(sweep *s, const event *at, uint32_t member, uint32_t point)
{
    if (s->evidence >= CROSSING_AT_POINT)
        return;
    const strand *leaving = &s->strands[member];
    const strand *previous = s->leaving_count > 0 ? &s->strands[s->leaving[s->leaving_count - 1]] : NULL;
    if (leaving->direction > 1 || leaving->direction < -1)
        record_strand(s, member, point);
    if (previous && (previous->direction > 0) == (leaving->direction > 0))
        record(s, CROSSING_AT_POINT, previous->edge, leaving->edge);
    if (!previous && at->arriving != C2D_NULL_INDEX && (at->direction > 0) != (leaving->direction > 0))
        record(s, CROSSING_AT_POINT, at->arriving,
               at->arriving != leaving->edge ? leaving->edge : overlapping_edge(s, at, member, point));
    if (s->inside == 0)
        s->inside = leaving->direction;
    if (leaving->direction == (leaving->enters ? s->inside : -s->inside))
        return;
    uint32_t other = s->out[s->out_count - 1];
    if (previous)
        other = previous->edge;
    else if (at->arriving != C2D_NULL_INDEX)
        other = at->arriving != leaving->edge ? at->arriving : overlapping_edge(s, at, member, point);
    else if (at->below[0] != C2D_NULL_INDEX)
        other = s->strands[at->below[0]].edge;
    record(s, WRONG_DIRECTION, leaving->edge, other);
}

/* Inserts the strands that leave the point into the trees, upward. */
static c2d_status insert_leaving(sweep *s, const event *at, uint32_t point)
{
    c2d_vec p = s->t->points[point];
    c2d_avl_tree *trees[2] = {&s->bounding, &s->idle};
    uint32_t before[2] = {at->below[0], at->below[1]}, lowest = C2D_NULL_INDEX, highest = C2D_NULL_INDEX;
    bool inside = at->inside;
    c2d_status status = C2D_OK;
    sort_leaving_edges(s, p);
    for (uint32_t i = 0, member; i < s->out_count && !status;) {
        i = make_strand(s, p, i, &member);
        int idle = s->strands[member].direction == 0;
        if (!idle) {
            s->strands[member].enters = inside = !inside;
            s->strands[member].side = c2d_triangles_add_side(s->t);
            check_direction(s, at, member, point);
            s->leaving[s->leaving_count++] = member;
        }
        c2d_avl_insert(trees[idle], member, before[idle], at->above[idle]);
        before[idle] = member;
        lowest = lowest == C2D_NULL_INDEX ? member : lowest;
        highest = member;
    }
    for (int k = 0; k < 4 && !status; k++) {
        uint32_t below = at->below[k % 2], above = at->above[k / 2];
        status = check_neighbours(s, below, lowest == C2D_NULL_INDEX ? above : lowest);
        if (!status && highest != C2D_NULL_INDEX)
            status = check_neighbours(s, highest, above);
    }
    return status;
}

/* ---- the inside ---- */

/* Ends the parts between arriving strands at the point. The part below the lowest of them continues as the front of the
 * strand below the point. The part above the highest continues as *above. */
static void close_parts(sweep *s, const event *at, uint32_t point, c2d_front *above)
{
    for (uint32_t i = 0; i < s->arriving_count; i++) {
        strand *this = &s->strands[s->arriving[i]];
        if (i == 0 && at->inside)
            c2d_front_end_edge(s->t, &s->strands[at->below[0]].front, C2D_FRONT_UPPER, point, this->side);
        if (!this->enters)
            continue;
        if (i + 1 < s->arriving_count) {
            c2d_front_end(s->t, &this->front, point, this->side, s->strands[s->arriving[i + 1]].side);
        } else {
            *above = this->front;
            c2d_front_end_edge(s->t, above, C2D_FRONT_LOWER, point, this->side);
        }
    }
}

/* Begins the parts between leaving strands. */
static void open_parts(sweep *s, const event *at, uint32_t point, c2d_front above)
{
    c2d_front *below = at->inside ? &s->strands[at->below[0]].front : NULL;
    if (below && s->arriving_count == 0 && s->leaving_count > 0)
        above = c2d_front_split(s->t, below, point);
    if (below && s->arriving_count > 0 && s->leaving_count == 0)
        *below = c2d_front_merge(s->t, *below, above);
    for (uint32_t i = 0; i < s->leaving_count; i++) {
        strand *this = &s->strands[s->leaving[i]];
        if (this->enters)
            this->front = i + 1 < s->leaving_count ? c2d_front_begin(s->t, point) : above;
    }
}

/* ---- the sweep ---- */

static c2d_status visit(sweep *s, uint32_t point)
{
    event at = {.below = {C2D_NULL_INDEX, C2D_NULL_INDEX},
                .above = {C2D_NULL_INDEX, C2D_NULL_INDEX},
                .passing = C2D_NULL_INDEX,
                .arriving = C2D_NULL_INDEX,
                .strand = C2D_NULL_INDEX};
    c2d_front above = {0, 0, 0};
    s->out_count = s->arriving_count = s->leaving_count = 0;
    c2d_status status = remove_arriving(s, &s->bounding, point, 0, &at);
    if (!status)
        status = remove_arriving(s, &s->idle, point, 1, &at);
    if (status)
        return status;
    at.inside = at.below[0] != C2D_NULL_INDEX && s->strands[at.below[0]].enters;
    for (uint32_t i = s->start[point]; i < s->start[point + 1]; i++)
        s->out[s->out_count++] = s->starting[i];
    if (s->evidence == NO_EVIDENCE)
        close_parts(s, &at, point, &above);
    if (at.passing != C2D_NULL_INDEX)
        end_edges(s, at.passing, point);
    status = insert_leaving(s, &at, point);
    if (!status && s->evidence == NO_EVIDENCE)
        open_parts(s, &at, point, above);
    return s->t->failed ? C2D_NO_MEMORY : status;
}

/* Lists edges by their left or right end, without edges of length 0. */
static void list_edges(const sweep *s, bool right, uint32_t count, uint32_t *start, uint32_t *list)
{
    memset(start, 0, ((size_t)count + 1) * sizeof *start);
    for (uint32_t i = 0; i < s->edge_count; i++)
        start[right ? s->edges[i].right : s->edges[i].left] += s->edges[i].left != s->edges[i].right;
    for (uint32_t k = 0; k < count; k++)
        start[k + 1] += start[k];
    for (uint32_t i = s->edge_count; i-- > 0;)
        if (s->edges[i].left != s->edges[i].right)
            list[--start[right ? s->edges[i].right : s->edges[i].left]] = i;
}

/* Makes the edges. Consecutive equal points make edges of length 0. */
static void make_edges(sweep *s, const c2d_outlines *o, uint32_t count)
{
    uint32_t n = (uint32_t)o->ends[o->count - 1];
    s->edge_count = n;
    for (size_t k = 0; k < o->count; k++) {
        uint32_t first = k > 0 ? (uint32_t)o->ends[k - 1] : 0, end = (uint32_t)o->ends[k];
        for (uint32_t i = first; i < end; i++) {
            uint32_t from = o->number[i], to = o->number[i + 1 < end ? i + 1 : first];
            int direction = o->directions[k];
            s->edges[i] =
                from < to ? (edge){from, to, direction, C2D_NULL_INDEX} : (edge){to, from, -direction, C2D_NULL_INDEX};
            s->free_strands[s->free_count++] = n - 1 - i;
        }
    }
    list_edges(s, false, count, s->start, s->starting);
    list_edges(s, true, count, s->end, s->ending);
}

static void close_sweep(sweep *s)
{
    free(s->edges);
    free(s->start);
    free(s->starting);
    free(s->end);
    free(s->ending);
    free(s->strands);
    free(s->nodes);
    free(s->free_strands);
    free(s->out);
    free(s->spare);
    free(s->arriving);
    free(s->leaving);
}

static c2d_status open_sweep(sweep *s, uint32_t n)
{
    s->edges = c2d_new_array(n, sizeof *s->edges);
    s->start = c2d_new_array((size_t)n + 1, sizeof *s->start);
    s->starting = c2d_new_array(n, sizeof *s->starting);
    s->end = c2d_new_array((size_t)n + 1, sizeof *s->end);
    s->ending = c2d_new_array(n, sizeof *s->ending);
    s->strands = c2d_new_array(n, sizeof *s->strands);
    s->nodes = c2d_new_array(n, sizeof *s->nodes);
    s->free_strands = c2d_new_array(n, sizeof *s->free_strands);
    s->out = c2d_new_array(n, sizeof *s->out);
    s->spare = c2d_new_array(n, sizeof *s->spare);
    s->arriving = c2d_new_array(n, sizeof *s->arriving);
    s->leaving = c2d_new_array(n, sizeof *s->leaving);
    s->bounding = s->idle = (c2d_avl_tree){s->nodes, C2D_NULL_INDEX};
    bool allocated = s->edges && s->start && s->starting && s->end && s->ending && s->strands && s->nodes &&
                     s->free_strands && s->out && s->spare && s->arriving && s->leaving;
    return allocated ? C2D_OK : C2D_NO_MEMORY;
}

c2d_status c2d_triangulate(c2d_triangles *t, uint32_t count, const c2d_outlines *outlines, size_t crossing[2],
                           int *inside)
{
    sweep s = {.t = t, .inside = outlines->inside};
    c2d_status status = open_sweep(&s, (uint32_t)outlines->ends[outlines->count - 1]);
    if (!status)
        make_edges(&s, outlines, count);
    for (uint32_t p = 0; p < count && !status; p++)
        status = visit(&s, p);
    if (!status && s.evidence != NO_EVIDENCE)
        status = C2D_CROSSES;
    crossing[0] = s.crossing[0];
    crossing[1] = s.crossing[1];
    *inside = s.inside;
    close_sweep(&s);
    return status;
}
