/* The remainder of a polygon or segment from which sharp pieces are taken away, exactly.
 *
 * The remainder is a list of convex parts. A part is bounded by lines through given points, so its corners need not be
 * doubles and are never computed. Corner k of a part is where lines k and k + 1 meet; its side of a third line is the
 * sign of the determinant of the three (times one sign that is known). Taking a piece away cuts a part along the lines
 * of the piece, one after the other: the part outside of a line is kept, and the other one is cut on. Shapes are
 * closed, so a part without interior (on a segment: without length) is covered by its surroundings, and is dropped. */
#include "remainder.h"

#include "pieces.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

#include <assert.h>

/* A line, directed: the half-plane to its left, toward positive cross products, counts as inside. It goes from p in
 * the direction q - p or, if `axis` is not (0, 0), in that direction. */
typedef struct line {
    c2d_vec p, q, axis;
} line;

/* a x + b y + c >= 0 inside. */
typedef struct coefficients {
    c2d_expansion a, b, c;
} coefficients;

static line through(c2d_vec p, c2d_vec q) { return (line){p, q, {0, 0}}; }
static line reversed(line l) { return (line){l.q, l.p, {-l.axis.x, -l.axis.y}}; }

/* ---- sides ---- */

static coefficients coefficients_of(const line *l)
{
    bool axis = l->axis.x != 0 || l->axis.y != 0;
    c2d_pair zero = {0, 0}, ex = c2d_two_diff(l->q.x, l->p.x), ey = c2d_two_diff(l->q.y, l->p.y);
    if (axis) {
        ex = c2d_two_sum(l->axis.x, zero.lo);
        ey = c2d_two_sum(l->axis.y, zero.lo);
    }
    coefficients f;
    c2d_expansion x = c2d_exact(ex), y = c2d_exact(ey);
    c2d_expansion px = c2d_exact(c2d_two_sum(l->p.x, 0)), py = c2d_exact(c2d_two_sum(l->p.y, 0));
    c2d_expansion first = c2d_exact_product(&y, &px), second = c2d_exact_product(&x, &py);
    c2d_exact_negate(&second);
    f.c = c2d_exact_sum(&first, &second);
    f.b = x;
    c2d_exact_negate(&y);
    f.a = y;
    return f;
}

static c2d_expansion cross_of(const c2d_expansion *a, const c2d_expansion *b, const c2d_expansion *c,
                              const c2d_expansion *d)
{
    c2d_expansion first = c2d_exact_product(a, d), second = c2d_exact_product(b, c);
    c2d_exact_negate(&second);
    return c2d_exact_sum(&first, &second);
}

/* The sign of the determinant of three lines: the side of l on which k and m meet, times the sign of the cross product
 * of the directions of k and m. A coefficient of x or y has degree 1 and the last has degree 2, so each term has degree
 * 4, which an expansion holds. */
static int meeting_side(const line *k, const line *m, const line *l)
{
    coefficients f = coefficients_of(k), g = coefficients_of(m), h = coefficients_of(l);
    c2d_expansion x = cross_of(&f.b, &f.c, &g.b, &g.c), y = cross_of(&f.c, &f.a, &g.c, &g.a);
    c2d_expansion w = cross_of(&f.a, &f.b, &g.a, &g.b);
    c2d_expansion ax = c2d_exact_product(&h.a, &x), by = c2d_exact_product(&h.b, &y), cw = c2d_exact_product(&h.c, &w);
    c2d_expansion sum = c2d_exact_sum(&ax, &by);
    sum = c2d_exact_sum(&sum, &cw);
    return c2d_exact_sign(&sum);
}

/* ---- parts ---- */

/* A convex part, and the next piece, of those near the shape, to take away from it. A polygon's lines go around it,
 * with its inside to the left, so directions of neighbours have positive cross products. A segment has three lines: its
 * own, and through its ends two others that have it on their left. */
typedef struct part {
    size_t first, count; /* its lines in the stack */
    size_t piece;
} part;

typedef struct stack {
    line *lines;
    part *parts;
    int *sides; /* of the corners of one part */
    size_t line_count, line_capacity, part_count, part_capacity, side_capacity;
    bool flat; /* the parts are segments */
    bool failed;
} stack;

static bool reserve_lines(stack *s, size_t more)
{
    while (!s->failed && s->line_count + more > s->line_capacity) {
        size_t capacity = s->line_capacity;
        line *lines = c2d_list_reserve(s->lines, capacity, &s->line_capacity, sizeof *lines);
        s->failed = !lines;
        s->lines = lines ? lines : s->lines;
    }
    while (!s->failed && s->line_count + more > s->side_capacity) {
        size_t capacity = s->side_capacity;
        int *sides = c2d_list_reserve(s->sides, capacity, &s->side_capacity, sizeof *sides);
        s->failed = !sides;
        s->sides = sides ? sides : s->sides;
    }
    return !s->failed;
}

static void push_part(stack *s, size_t count, size_t piece)
{
    part *parts = c2d_list_reserve(s->parts, s->part_count, &s->part_capacity, sizeof *parts);
    assert(!s->failed);
    s->failed = !parts;
    if (s->failed)
        return;
    s->parts = parts;
    parts[s->part_count++] = (part){s->line_count - count, count, piece};
}

/* The sides of a line on which the corners of a part are; the corners of a segment are its two ends. */
static void find_sides(stack *s, const line *lines, size_t count, const line *l)
{
    if (s->flat) {
        s->sides[0] = -meeting_side(&lines[0], &lines[1], l);
        s->sides[1] = meeting_side(&lines[0], &lines[2], l);
        return;
    }
    for (size_t k = 0; k < count; k++)
        s->sides[k] = meeting_side(&lines[k], &lines[k + 1 < count ? k + 1 : 0], l);
}

static bool has_side(const stack *s, size_t count, int side)
{
    for (size_t k = 0; k < (s->flat ? 2 : count); k++)
        if (s->sides[k] == side)
            return true;
    return false;
}

/* Writes the lines of the part that is left of l to out, which has room for one more than count. The sides are those of
 * l, and some corner is strictly left, some other strictly right. Returns the number of lines. */
static size_t cut_part(const stack *s, const line *lines, size_t count, int left, line l, line *out)
{
    if (s->flat) {
        out[0] = lines[0];
        out[1] = s->sides[0] == left ? lines[1] : l;
        out[2] = s->sides[0] == left ? l : lines[2];
        return 3;
    }
    size_t start = 0; /* a line that ends left and does not begin left */
    while (!(s->sides[start] == left && s->sides[start > 0 ? start - 1 : count - 1] != left))
        start++;
    size_t n = 0, k = start;
    do {
        out[n++] = lines[k];
        k = k + 1 < count ? k + 1 : 0;
    } while (s->sides[k > 0 ? k - 1 : count - 1] == left);
    out[n++] = l;
    return n;
}

/* Cuts the part of the topmost lines along l, and pushes the part to the right of l as one of its own. Returns the
 * number of lines of the part to the left, which is on top; 0 if there is none. */
static size_t split_top(stack *s, size_t count, line l, size_t piece)
{
    if (!reserve_lines(s, 2 * (count + 1)))
        return 0;
    line *lines = s->lines + s->line_count - count;
    find_sides(s, lines, count, &l);
    if (!has_side(s, count, -1))
        return count;
    if (!has_side(s, count, 1)) {
        push_part(s, count, piece);
        return 0;
    }
    line *outside = lines + count, *inside = outside + count + 1;
    size_t outside_count = cut_part(s, lines, count, -1, reversed(l), outside);
    size_t inside_count = cut_part(s, lines, count, 1, l, inside);
    /* The outside takes the place of the part, and the inside goes on top of it. */
    for (size_t k = 0; k < outside_count; k++)
        lines[k] = outside[k];
    s->line_count += outside_count - count;
    push_part(s, outside_count, piece);
    for (size_t k = 0; k < inside_count; k++)
        lines[outside_count + k] = inside[k];
    s->line_count += inside_count;
    return s->failed ? 0 : inside_count;
}

/* A line through an end of a segment, across it, with the rest of the segment to its left. */
static line end_line(c2d_vec end, c2d_vec rest)
{
    c2d_vec e = c2d_sub(rest, end);
    bool flat = fabs(e.x) > fabs(e.y);
    c2d_vec axis = flat ? c2d_v(0, e.x > 0 ? -1 : 1) : c2d_v(e.y > 0 ? 1 : -1, 0);
    return (line){end, end, axis};
}

/* Takes a piece away from the topmost lines, which leaves the stack without them. */
static void subtract(stack *s, size_t count, const c2d_shape *piece, size_t index)
{
    const c2d_vec *v = c2d_vertices(piece);
    uint32_t n = piece->count;
    line own = s->lines[s->line_count - count];
    bool along =
        s->flat && n == 2 && c2d_orient_sign(own.p, own.q, v[0]) == 0 && c2d_orient_sign(own.p, own.q, v[1]) == 0;
    if (piece->radius > 0 || (n < 3 && !along)) { /* it covers nothing, or is not considered */
        push_part(s, count, index);
        return;
    }
    for (uint32_t k = 0; k < n && count > 0; k++) {
        c2d_vec p = v[k], q = v[k + 1 < n ? k + 1 : 0];
        count = split_top(s, count, n == 2 ? end_line(p, q) : through(p, q), index);
    }
    s->line_count -= count; /* what is left is inside the piece */
}

static void push_shape(stack *s, const c2d_shape *shape)
{
    const c2d_vec *v = c2d_vertices(shape);
    size_t count = s->flat ? 3 : shape->count;
    if (!reserve_lines(s, count))
        return;
    line *lines = s->lines;
    for (uint32_t k = 0; k < shape->count; k++)
        lines[k] = through(v[k], v[k + 1 < shape->count ? k + 1 : 0]);
    if (s->flat) {
        lines[1] = end_line(v[0], v[1]);
        lines[2] = end_line(v[1], v[0]);
    }
    s->line_count = count;
    push_part(s, count, 0);
}

/* ---- the pieces ---- */

/* The pieces whose bounds meet those of the shape. Others take nothing away from it; the order does not matter, as what
 * is taken away is exact. */
typedef struct near_pieces {
    const c2d_body *body;
    c2d_bounds box;
    size_t *list, count, capacity;
    bool failed;
} near_pieces;

static bool add_near(void *context, uint32_t i)
{
    near_pieces *n = context;
    if (!c2d_bounds_meet(c2d_bounds_of(n->body->pieces[i]), n->box))
        return true;
    size_t *list = c2d_list_reserve(n->list, n->count, &n->capacity, sizeof *list);
    n->failed = !list;
    if (n->failed)
        return false;
    n->list = list;
    list[n->count++] = i;
    return true;
}

c2d_status c2d_remainder_is_empty(const c2d_shape *shape, const c2d_body *body, bool *empty)
{
    stack s = {.flat = shape->count == 2};
    near_pieces near_shape = {.body = body, .box = c2d_bounds_of(shape)};
    *empty = true;
    c2d_visit_pieces(body, near_shape.box, add_near, &near_shape);
    s.failed = near_shape.failed;
    push_shape(&s, shape);
    while (s.part_count > 0 && *empty && !s.failed) {
        part top = s.parts[--s.part_count];
        assert(top.first + top.count == s.line_count);
        if (top.piece == near_shape.count)
            *empty = false;
        else
            subtract(&s, top.count, body->pieces[near_shape.list[top.piece]], top.piece + 1);
    }
    free(near_shape.list);
    free(s.lines);
    free(s.parts);
    free(s.sides);
    return s.failed ? C2D_NO_MEMORY : C2D_OK;
}
