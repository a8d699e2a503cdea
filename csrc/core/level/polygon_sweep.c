/* What a polygon encloses: which of its edges bound the inside, by a sweep over its points from left to right.
 *
 * Edges that lie on one another are one strand: it bounds the inside if they do not cancel. At a point on it a strand
 * loses the edges that end and gains those that begin, so that it bounds one side or the other, or nothing, up to the
 * next point. Two strands cross where they are neighbours at some time (Shamos and Hoey 1976). What is inside goes to
 * triangulate.c as the sweep finds it. Signs are exact. The time is O(n log n). */
#include "decompose.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "sequence.h"
#include "../exact/steps.h"

#include <string.h>

#define NOBODY C2D_NULL_INDEX

/* An edge of the polygon by its ends, each the number of a distinct point, in the order in which the sweep comes. */
typedef struct edge {
    uint32_t left, right;
    int direction;   /* 1 if the polygon runs from left to right */
    uint32_t strand; /* where it is from its left end to its right one; before that NOBODY */
} edge;

/* Edges along the same line that overlap, those of now: it lives as long as there are any. */
typedef struct strand {
    uint32_t edge; /* the one that ends last */
    int direction; /* of all together; 0: what is above it is what is below it */
    bool enters;   /* it bounds the inside, which is above it */
    uint32_t side; /* of triangles, if it bounds */
    c2d_front front;
} strand;

/* How a polygon turns out to cross itself: something is enclosed that should not be, what runs through a point crosses
 * there, two edges cross. The best that is found is what the edges are named for. */
enum wrong { NOTHING_WRONG, FROM_AFAR, AT_A_POINT, EDGES_CROSS };

typedef struct sweep {
    edge *edges; /* edge i starts at the polygon's point i */
    uint32_t edge_count;
    uint32_t *starting, *ending; /* edges by their left end, and by their right one */
    uint32_t *start, *end;       /* by point: where its edges are in those; one more for the end */
    strand *strands;
    c2d_sequence_node *places; /* by strand */
    c2d_sequence bounds, idle; /* what bounds, and what does not */
    uint32_t *free_strands, free_count;
    uint32_t *out, *spare, out_count; /* edges that go on from the point: one of each strand, all of those that begin */
    uint32_t *arriving, arriving_count, *leaving, leaving_count; /* strands at the point that bound, upward */
    int inside; /* the direction of a strand that enters; 0: none was met so far */
    c2d_triangles *t;
    enum wrong wrong; /* from then on the sweep only looks for edges that cross */
    size_t crossing[2];
} sweep;

typedef struct query {
    const sweep *s;
    c2d_vec p;
} query;

static c2d_vec left_of(const sweep *s, uint32_t e) { return s->t->points[s->edges[e].left]; }
static c2d_vec right_of(const sweep *s, uint32_t e) { return s->t->points[s->edges[e].right]; }

/* Whether a point is not above a strand. */
static bool reaches(const void *context, uint32_t member)
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

/* Two edges are to be named unless others show it better. */
static void note(sweep *s, enum wrong wrong, uint32_t e, uint32_t f)
{
    if (wrong <= s->wrong)
        return;
    assert(e != f && e != NOBODY && f != NOBODY);
    s->wrong = wrong;
    s->crossing[0] = e < f ? e : f;
    s->crossing[1] = e < f ? f : e;
}

static c2d_status refuse(sweep *s, uint32_t e, uint32_t f)
{
    note(s, EDGES_CROSS, e, f);
    return C2D_CROSSES;
}

/* Whether the ends of f are strictly on different sides of e. */
static bool parts(const sweep *s, uint32_t e, uint32_t f)
{
    c2d_vec p = left_of(s, e), q = right_of(s, e);
    return c2d_orient_sign(p, q, left_of(s, f)) * c2d_orient_sign(p, q, right_of(s, f)) < 0;
}

/* Neighbours must not cross between their ends. */
static c2d_status check_neighbours(sweep *s, uint32_t below, uint32_t above)
{
    if (below == NOBODY || above == NOBODY)
        return C2D_OK;
    uint32_t e = s->strands[below].edge, f = s->strands[above].edge;
    return parts(s, e, f) && parts(s, f, e) ? refuse(s, e, f) : C2D_OK;
}

/* ---- what arrives at a point ---- */

/* About a point: the strands next to it in each sequence, and what is just below it. */
typedef struct surroundings {
    uint32_t below[2], above[2]; /* that bound, idle */
    uint32_t passing;  /* an edge that the point is on and does not end at, the last of its strand; or NOBODY */
    uint32_t arriving; /* the edge of the lowest strand that arrives and bounds, or NOBODY */
    uint32_t strand;   /* that strand */
    int direction;     /* of that strand */
    bool inside;
} surroundings;

/* Removes the strands that the point is on, which are neighbours. Two edges that pass through it cross there. */
static c2d_status arrive(sweep *s, c2d_sequence *q, uint32_t point, int idle, surroundings *at)
{
    query question = {s, s->t->points[point]};
    uint32_t member = c2d_sequence_find(q, reaches, &question, &at->below[idle]);
    while (member != NOBODY && is_on(s, member, point)) {
        uint32_t last = s->strands[member].edge, after = c2d_sequence_after(q, member);
        bool passes = s->edges[last].right != point;
        if (passes && at->passing != NOBODY)
            return refuse(s, at->passing, last);
        if (passes)
            s->out[s->out_count++] = at->passing = last;
        else
            s->free_strands[s->free_count++] = member;
        c2d_sequence_remove(q, member);
        if (!idle)
            s->arriving[s->arriving_count++] = member;
        if (!idle && at->arriving == NOBODY) {
            at->arriving = last;
            at->strand = member;
            at->direction = s->strands[member].direction;
        }
        member = after;
    }
    at->above[idle] = member;
    return C2D_OK;
}

/* ---- what goes on from a point ---- */

/* Upward: the sign of the turn from one edge to another. */
static int turn(const sweep *s, c2d_vec p, uint32_t e, uint32_t f)
{
    C2D_STEPS(1);
    return c2d_orient_sign(p, right_of(s, e), right_of(s, f));
}

/* Sorts the edges upward by merging runs. */
static void sort_out(sweep *s, c2d_vec p)
{
    for (size_t run = 1; run < s->out_count; run *= 2) {
        for (size_t first = 0; first < s->out_count; first += 2 * run) {
            size_t middle = first + run < s->out_count ? first + run : s->out_count;
            size_t end = middle + run < s->out_count ? middle + run : s->out_count;
            for (size_t i = first, j = middle, k = first; k < end; k++) {
                bool second = i == middle || (j < end && turn(s, p, s->out[i], s->out[j]) < 0);
                s->spare[k] = second ? s->out[j++] : s->out[i++];
            }
        }
        uint32_t *sorted = s->spare;
        s->spare = s->out;
        s->out = sorted;
    }
}

/* What is left at a point of the strand that passes through. */
static void end_edges(sweep *s, uint32_t passing, uint32_t point)
{
    uint32_t member = s->edges[passing].strand;
    C2D_STEPS(s->end[point + 1] - s->end[point]);
    for (uint32_t i = s->end[point]; i < s->end[point + 1]; i++)
        if (s->edges[s->ending[i]].strand == member)
            s->strands[member].direction -= s->edges[s->ending[i]].direction;
}

/* One strand of the edges from the i-th on that go the same way, which one that passes through comes before; the number
 * of the next that does not. */
static uint32_t bundle(sweep *s, c2d_vec p, uint32_t i, uint32_t *member)
{
    uint32_t first = s->out[i];
    bool passes = s->edges[first].strand != NOBODY;
    *member = passes ? s->edges[first].strand : s->free_strands[--s->free_count];
    strand made = {.edge = first, .direction = passes ? s->strands[*member].direction : s->edges[first].direction};
    s->edges[first].strand = *member;
    for (i++; i < s->out_count && turn(s, p, first, s->out[i]) == 0; i++) {
        uint32_t e = s->out[i];
        s->edges[e].strand = *member;
        made.direction += s->edges[e].direction;
        made.edge = s->edges[e].right > s->edges[made.edge].right ? e : made.edge;
    }
    s->strands[*member] = made;
    return i;
}

/* An edge other than e of a strand as it comes to a point, or as it goes on from there: of that direction, or of any if
 * that is 0. It looks at all edges, for two that are to be named. */
static uint32_t edge_beside(const sweep *s, uint32_t member, uint32_t point, bool goes_on, uint32_t e, int direction)
{
    C2D_STEPS(s->edge_count);
    for (uint32_t i = 0; i < s->edge_count; i++) {
        const edge *f = &s->edges[i];
        bool there = goes_on ? f->left <= point && point < f->right : f->left < point && point <= f->right;
        if (i != e && f->strand == member && there && (direction == 0 || f->direction == direction))
            return i;
    }
    return NOBODY;
}

/* Two edges of a strand that run the same way. */
static void note_strand(sweep *s, uint32_t member, uint32_t point)
{
    int direction = s->strands[member].direction > 0 ? 1 : -1;
    uint32_t first = edge_beside(s, member, point, true, NOBODY, direction);
    note(s, AT_A_POINT, first, edge_beside(s, member, point, true, first, direction));
}

/* An edge that lies on the last one of a strand which goes on through the point, before or after it. */
static uint32_t another(const sweep *s, const surroundings *at, uint32_t member, uint32_t point)
{
    uint32_t e = s->strands[member].edge, f = edge_beside(s, member, point, true, e, 0);
    return f != NOBODY ? f : edge_beside(s, at->strand, point, false, e, 0);
}

/* A strand enters or leaves the inside as its turn is. If not, something is enclosed twice, or the other way round. It
 * shows at a point where what runs through it crosses: going up on either side of it, strands must enter and leave by
 * turns, and begin alike on both sides. */
static void check_direction(sweep *s, const surroundings *at, uint32_t member, uint32_t point)
{
    if (s->wrong >= AT_A_POINT)
        return;
    const strand *new = &s->strands[member];
    const strand *previous = s->leaving_count > 0 ? &s->strands[s->leaving[s->leaving_count - 1]] : NULL;
    if (new->direction > 1 || new->direction < -1)
        note_strand(s, member, point);
    if (previous && (previous->direction > 0) == (new->direction > 0))
        note(s, AT_A_POINT, previous->edge, new->edge);
    if (!previous && at->arriving != NOBODY && (at->direction > 0) != (new->direction > 0))
        note(s, AT_A_POINT, at->arriving, at->arriving != new->edge ? new->edge : another(s, at, member, point));
    if (s->inside == 0)
        s->inside = new->direction;
    if (new->direction == (new->enters ? s->inside : -s->inside))
        return;
    uint32_t other = s->out[s->out_count - 1];
    if (previous)
        other = previous->edge;
    else if (at->arriving != NOBODY)
        other = at->arriving != new->edge ? at->arriving : another(s, at, member, point);
    else if (at->below[0] != NOBODY)
        other = s->strands[at->below[0]].edge;
    note(s, FROM_AFAR, new->edge, other);
}

/* Puts what goes on from the point into the sequences, upward. */
static c2d_status leave(sweep *s, const surroundings *at, uint32_t point)
{
    c2d_vec p = s->t->points[point];
    c2d_sequence *sequences[2] = {&s->bounds, &s->idle};
    uint32_t before[2] = {at->below[0], at->below[1]}, lowest = NOBODY, highest = NOBODY;
    bool inside = at->inside;
    c2d_status status = C2D_OK;
    sort_out(s, p);
    for (uint32_t i = 0, member; i < s->out_count && !status;) {
        i = bundle(s, p, i, &member);
        int idle = s->strands[member].direction == 0;
        if (!idle) {
            s->strands[member].enters = inside = !inside;
            s->strands[member].side = c2d_triangles_add_side(s->t);
            check_direction(s, at, member, point);
            s->leaving[s->leaving_count++] = member;
        }
        c2d_sequence_insert(sequences[idle], member, before[idle], at->above[idle]);
        before[idle] = member;
        lowest = lowest == NOBODY ? member : lowest;
        highest = member;
    }
    for (int k = 0; k < 4 && !status; k++) {
        uint32_t below = at->below[k % 2], above = at->above[k / 2];
        status = check_neighbours(s, below, lowest == NOBODY ? above : lowest);
        if (!status && highest != NOBODY)
            status = check_neighbours(s, highest, above);
    }
    return status;
}

/* ---- the inside ---- */

/* Ends the parts that the arriving strands bound. What is left of the lowest is the front of the strand below the
 * point, of the highest the front above the point. */
static void close_parts(sweep *s, const surroundings *at, uint32_t point, c2d_front *above)
{
    for (uint32_t i = 0; i < s->arriving_count; i++) {
        strand *this = &s->strands[s->arriving[i]];
        if (i == 0 && at->inside)
            c2d_front_end_upper(s->t, &s->strands[at->below[0]].front, point, this->side);
        if (!this->enters)
            continue;
        if (i + 1 < s->arriving_count) {
            c2d_front_end(s->t, &this->front, point, this->side, s->strands[s->arriving[i + 1]].side);
        } else {
            *above = this->front;
            c2d_front_end_lower(s->t, above, point, this->side);
        }
    }
}

/* Begins the parts that the leaving strands bound. */
static void open_parts(sweep *s, const surroundings *at, uint32_t point, c2d_front above)
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
    surroundings at = {{NOBODY, NOBODY}, {NOBODY, NOBODY}, NOBODY, NOBODY, NOBODY, 0, false};
    c2d_front above = {0, 0, 0};
    s->out_count = s->arriving_count = s->leaving_count = 0;
    c2d_status status = arrive(s, &s->bounds, point, 0, &at);
    if (!status)
        status = arrive(s, &s->idle, point, 1, &at);
    if (status)
        return status;
    at.inside = at.below[0] != NOBODY && s->strands[at.below[0]].enters;
    for (uint32_t i = s->start[point]; i < s->start[point + 1]; i++)
        s->out[s->out_count++] = s->starting[i];
    if (s->wrong == NOTHING_WRONG)
        close_parts(s, &at, point, &above);
    if (at.passing != NOBODY)
        end_edges(s, at.passing, point);
    status = leave(s, &at, point);
    if (!status && s->wrong == NOTHING_WRONG)
        open_parts(s, &at, point, above);
    return s->t->failed ? C2D_NO_MEMORY : status;
}

/* Lists edges by their left or their right end; those without length are in no list. */
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

/* Edges by their ends; points that are repeated one after the other make some without length. */
static void make_edges(sweep *s, const uint32_t *number, uint32_t n, uint32_t count)
{
    s->edge_count = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = number[i], to = number[i + 1 < n ? i + 1 : 0];
        s->edges[i] = from < to ? (edge){from, to, 1, NOBODY} : (edge){to, from, -1, NOBODY};
        s->free_strands[s->free_count++] = n - 1 - i;
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
    free(s->places);
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
    s->places = c2d_new_array(n, sizeof *s->places);
    s->free_strands = c2d_new_array(n, sizeof *s->free_strands);
    s->out = c2d_new_array(n, sizeof *s->out);
    s->spare = c2d_new_array(n, sizeof *s->spare);
    s->arriving = c2d_new_array(n, sizeof *s->arriving);
    s->leaving = c2d_new_array(n, sizeof *s->leaving);
    s->bounds = s->idle = (c2d_sequence){s->places, NOBODY};
    bool good = s->edges && s->start && s->starting && s->end && s->ending && s->strands && s->places &&
                s->free_strands && s->out && s->spare && s->arriving && s->leaving;
    return good ? C2D_OK : C2D_NO_MEMORY;
}

c2d_status c2d_triangulate(c2d_triangles *t, uint32_t count, const uint32_t *number, uint32_t n, size_t crossing[2])
{
    sweep s = {.t = t};
    c2d_status status = open_sweep(&s, n);
    if (!status)
        make_edges(&s, number, n, count);
    for (uint32_t p = 0; p < count && !status; p++)
        status = visit(&s, p);
    if (!status && s.wrong != NOTHING_WRONG)
        status = C2D_CROSSES;
    crossing[0] = s.crossing[0];
    crossing[1] = s.crossing[1];
    close_sweep(&s);
    return status;
}
