/* The kernels of a filter path, in the lanes that are included before. Each computes how far two shapes are apart, and
 * a bound on what rounding takes from that: beyond it the answer is certain.
 *
 * Rows are those of the user: not yet normalised, nor checked. Each number below 2^-148 may be off by 2^-201 from what
 * the shape stores, and a sum of two that is rounded otherwise for it by 2^-147: the floors of the margins cover both.
 * Whether all rows of a block are in the domain is known from sums of squares and the signs of sizes. */
#ifndef C2D_ARRAYS_KERNELS_H
#define C2D_ARRAYS_KERNELS_H

#include "filter.h"
#include "domain.h"

/* As C2D_FILTER_LENGTH: relative to the squares of the radius sum and of the distance. */
#define MARGIN 0x1p-47
/* Of differences of squares: smaller ones are those of lengths below 2^-80, to which 2^-146 is not small. */
#define FLOOR_SQUARED 0x1p-158
/* Of differences of coordinates. */
#define FLOOR 0x1p-140

/* ---- what is written ---- */

typedef struct writer {
    const uint32_t *table;
    int8_t *out;
    uint16_t *undecided;
    int left;
} writer;

#if defined(__GNUC__)
#define OUT_OF_LINE __attribute__((noinline, cold))
#define USUALLY(x)  __builtin_expect(x, 1)
#else
#define OUT_OF_LINE
#define USUALLY(x) (x)
#endif

#define ALL_LANES ((1u << LANES) - 1)

/* Rare, and out of line, so that the loops keep their registers. */
static OUT_OF_LINE int add_undecided(uint16_t *undecided, int left, int i, int n, unsigned decided)
{
    for (int k = 0; k < n; k++)
        if (!(decided >> k & 1))
            undecided[left++] = (uint16_t)(i + k);
    return left;
}

/* n of the lanes count, from place i on. */
INLINE void write_lanes(writer *w, unsigned in, unsigned decided, int i, int n)
{
    uint32_t answers[2] = {w->table[in & 15], LANES > 4 ? w->table[in >> 4 & 15] : 0};
    memcpy(w->out + i, answers, (size_t)n);
    if (!USUALLY(decided == ALL_LANES))
        w->left = add_undecided(w->undecided, w->left, i, n, decided);
}

INLINE void write_in_out(writer *w, mask in, mask out, int i, int n)
{
    unsigned ins = bits_of(in);
    write_lanes(w, ins, ins | bits_of(out), i, n);
}

INLINE lanes column(const filter_side *side, int k, int i) { return load(&side->columns->at[k][i * side->step]); }

/* A kernel that takes columns only. */
#define COLUMN_KERNEL(name, step)                                                                                      \
    static TARGET int name(const filter_side *a, const filter_side *b, int count, const uint32_t *table, int8_t *out,  \
                           uint16_t *undecided)                                                                        \
    {                                                                                                                  \
        writer w = {table, out, undecided, 0};                                                                         \
        int i = 0;                                                                                                     \
        for (; i + LANES <= count; i += LANES)                                                                         \
            step(a, b, i, LANES, &w);                                                                                  \
        if (i < count)                                                                                                 \
            step(a, b, i, count - i, &w);                                                                              \
        return w.left;                                                                                                 \
    }

/* The last rows of a block, copied so that nothing beyond them is read. */
INLINE const char *last_rows(const char *rows, size_t size, int i, int count, char *last)
{
    memset(last, 0, 4 * LANES * sizeof(double));
    memcpy(last, rows + (size_t)i * size, (size_t)(count - i) * size);
    return last;
}

/* A kernel of rows and rows, rows and columns, or columns: symmetric, so that a has rows if any has. Rows on both sides
 * have the same precision. */
#define ROW_KERNEL(name, step, numbers_of_row)                                                                         \
    INLINE int name##_of(const filter_side *a, const filter_side *b, bool rows_a, bool rows_b, bool single, int count, \
                         writer w)                                                                                     \
    {                                                                                                                  \
        size_t size = numbers_of_row * (single ? sizeof(float) : sizeof(double));                                      \
        const char *p = a->rows, *q = b->rows;                                                                         \
        seen s = nothing_seen();                                                                                       \
        int i = 0;                                                                                                     \
        for (; i + LANES <= count; i += LANES)                                                                         \
            step(rows_a ? p + (size_t)i *size : NULL, a, rows_b ? q + (size_t)i *size : NULL, b, single, i, LANES, &s, \
                 &w);                                                                                                  \
        if (i < count) {                                                                                               \
            char last_a[4 * LANES * sizeof(double)], last_b[sizeof last_a];                                            \
            step(rows_a ? last_rows(p, size, i, count, last_a) : NULL, a,                                              \
                 rows_b ? last_rows(q, size, i, count, last_b) : NULL, b, single, i, count - i, &s, &w);               \
        }                                                                                                              \
        return in_domain(&s) ? w.left : -1;                                                                            \
    }                                                                                                                  \
    static TARGET int name(const filter_side *a, const filter_side *b, int count, const uint32_t *table, int8_t *out,  \
                           uint16_t *undecided)                                                                        \
    {                                                                                                                  \
        writer w = {table, out, undecided, 0};                                                                         \
        if (!a->rows && b->rows) {                                                                                     \
            const filter_side *other = a;                                                                              \
            a = b;                                                                                                     \
            b = other;                                                                                                 \
        }                                                                                                              \
        if (a->rows && b->rows)                                                                                        \
            return a->single ? name##_of(a, b, true, true, true, count, w)                                             \
                             : name##_of(a, b, true, true, false, count, w);                                           \
        if (a->rows)                                                                                                   \
            return a->single ? name##_of(a, b, true, false, true, count, w)                                            \
                             : name##_of(a, b, true, false, false, count, w);                                          \
        return name##_of(a, b, false, false, false, count, w);                                                         \
    }

/* ---- circles ---- */

/* The square of the sum of the radii and that of the distance, the margin being relative to their sum: rounding takes
 * 4 2^-53 of the one and 3 2^-53 of the other. */
INLINE lanes write_squares(writer *w, lanes r2, lanes d2, int i, int n)
{
    lanes gap = sub(r2, d2), sum = add(r2, d2), margin = mul_add(sum, same(MARGIN), same(FLOOR_SQUARED));
    write_lanes(w, bits_of(is_negative(gap)) ^ ALL_LANES, bits_of(is_less(margin, size_of(gap))), i, n);
    return sum;
}

#ifndef READS_PAIRS_OF_ROWS
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, seen *s)
{
    lanes px, py, pr, qx, qy, qr;
    read3(p, single, &px, &py, &pr);
    read3(q, single, &qx, &qy, &qr);
    lanes x = sub(px, qx), y = sub(py, qy), r = add(pr, qr);
    see_size(s, pr);
    see_size(s, qr);
    see_squares(s, px, py);
    s->squares = mul_add(pr, pr, s->squares);
    *x2 = mul(x, x);
    *y2 = mul(y, y);
    *r2 = mul(r, r);
}
#endif

/* Rows on both sides: those of b are in the domain if those of a and the differences are small. */
INLINE void circles_step(const char *p, const filter_side *a, const char *q, const filter_side *b, bool single, int i,
                         int n, seen *s, writer *w)
{
    lanes x2, y2, r2;
    if (p && q) {
        square_rows(p, q, single, &x2, &y2, &r2, s);
        s->squares = add(s->squares, write_squares(w, r2, add(x2, y2), i, n));
        return;
    }
    lanes px, py, pr;
    if (p) {
        read3(p, single, &px, &py, &pr);
        see_squares(s, px, py);
        s->squares = mul_add(pr, pr, s->squares);
        see_size(s, pr);
    } else {
        px = column(a, CIRCLE_X, i);
        py = column(a, CIRCLE_Y, i);
        pr = column(a, CIRCLE_R, i);
    }
    lanes x = sub(px, column(b, CIRCLE_X, i)), y = sub(py, column(b, CIRCLE_Y, i)), r = add(pr, column(b, CIRCLE_R, i));
    write_squares(w, mul(r, r), add(mul(x, x), mul(y, y)), i, n);
}

ROW_KERNEL(circles, circles_step, 3)

/* ---- upright boxes ---- */

typedef struct box_lanes {
    lanes left, top, right, bottom;
} box_lanes;

INLINE box_lanes box_of_columns(const filter_side *side, int i)
{
    box_lanes b = {column(side, BOX_LEFT, i), column(side, BOX_TOP, i), column(side, BOX_RIGHT, i),
                   column(side, BOX_BOTTOM, i)};
    return b;
}

/* Coordinates of boxes are stored, and their differences have the right sign. */
INLINE void write_gap(writer *w, lanes gap, int i, int n)
{
    write_lanes(w, bits_of(is_negative(gap)), bits_of(is_less(same(FLOOR), size_of(gap))), i, n);
}

INLINE lanes gap_x(const box_lanes *a, const box_lanes *b)
{
    return larger(sub(a->left, b->right), sub(b->left, a->right));
}
INLINE lanes gap_y(const box_lanes *a, const box_lanes *b)
{
    return larger(sub(a->top, b->bottom), sub(b->top, a->bottom));
}

INLINE void see_box(seen *s, lanes x, lanes y, lanes w, lanes h)
{
    see_squares(s, x, y);
    see_squares(s, w, h);
    see_size(s, w);
    see_size(s, h);
}

INLINE box_lanes box_of_rows(const char *p, bool single, seen *s)
{
    lanes x, y, w, h;
    read4(p, single, &x, &y, &w, &h);
    see_box(s, x, y, w, h);
    box_lanes b = {x, y, add(x, w), add(y, h)};
    return b;
}

#ifndef READS_PAIRS_OF_ROWS
INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, seen *s)
{
    box_lanes a = box_of_rows(p, single, s), b = box_of_rows(q, single, s);
    return larger(gap_x(&a, &b), gap_y(&a, &b));
}
#endif

INLINE void boxes_step(const char *p, const filter_side *a, const char *q, const filter_side *b, bool single, int i,
                       int n, seen *s, writer *w)
{
    if (p && q) {
        write_gap(w, gaps_of_rows(p, q, single, s), i, n);
        return;
    }
    box_lanes f = p ? box_of_rows(p, single, s) : box_of_columns(a, i), g = box_of_columns(b, i);
    write_gap(w, larger(gap_x(&f, &g), gap_y(&f, &g)), i, n);
}

ROW_KERNEL(boxes, boxes_step, 4)

/* The distance of the cores, its square less that of the sum of the radii; or cores that overlap. */
INLINE void round_boxes_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    box_lanes f = box_of_columns(a, i), g = box_of_columns(b, i);
    lanes gx = gap_x(&f, &g), gy = gap_y(&f, &g), x = larger(gx, same(0)), y = larger(gy, same(0));
    lanes r = add(column(a, BOX_R, i), column(b, BOX_R, i)), r2 = mul(r, r), d2 = add(mul(x, x), mul(y, y));
    lanes margin = mul_add(add(r2, d2), same(MARGIN), same(FLOOR_SQUARED));
    mask meet = is_less(larger(gx, gy), same(-FLOOR));
    write_in_out(w, either(meet, is_less(margin, sub(r2, d2))), is_less(margin, sub(d2, r2)), i, n);
}

COLUMN_KERNEL(round_boxes, round_boxes_step)

/* ---- frames ---- */

/* A frame stands for the core whose vertices the shape stores. With u = 2^-53 and S the sum of the centre's and the
 * half sizes' magnitudes and the radius: the vertices stored are within 8 u S of those of the rectangle that has this
 * centre, these half sizes and the true direction (a turned vertex is rounded once, from a sine and cosine within u;
 * corners of upright rectangles and ends of capsules are sums of at most three numbers). The direction computed is
 * within 16 u of the true one in each coordinate. A kernel projects differences of two frames, of magnitude S + S', by
 * products of at most two directions: each gap and distance is computed within 100 u (S + S') of the true one of the
 * shapes, less than a quarter of the sum of the slacks. Squares that are compared add 8 u of what they are squares of.
 */
#define SLACK 0x1p-44

typedef struct frame_lanes {
    lanes x, y, ux, uy, w, h;
} frame_lanes;

INLINE frame_lanes frame_of(const filter_side *side, int i)
{
    frame_lanes f = {column(side, FRAME_X, i),  column(side, FRAME_Y, i), column(side, FRAME_UX, i),
                     column(side, FRAME_UY, i), column(side, FRAME_W, i), column(side, FRAME_H, i)};
    return f;
}

/* A vector in the frame. */
INLINE lanes ahead(const frame_lanes *f, lanes x, lanes y) { return mul_add(f->ux, x, mul(f->uy, y)); }
INLINE lanes aside(const frame_lanes *f, lanes x, lanes y) { return sub(mul(f->ux, y), mul(f->uy, x)); }

/* Whether a distance, given its square, is surely below radius - slack, and above radius + slack. */
INLINE mask is_near(lanes d2, lanes radius, lanes slack)
{
    lanes rest = sub(radius, slack);
    return both(is_less(same(0), rest), is_less(d2, mul(rest, rest)));
}

INLINE mask is_far(lanes d2, lanes radius, lanes slack)
{
    lanes reach = add(radius, slack);
    return is_less(mul(reach, reach), d2);
}

/* Squared distance from a rectangle of half sizes w and h of a point at x, y in its frame. */
INLINE lanes beyond(lanes x, lanes y, lanes w, lanes h)
{
    lanes ex = larger(sub(size_of(x), w), same(0)), ey = larger(sub(size_of(y), h), same(0));
    return mul_add(ex, ex, mul(ey, ey));
}

INLINE void circle_frame_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    frame_lanes f = frame_of(b, i);
    lanes px = column(a, CIRCLE_X, i), py = column(a, CIRCLE_Y, i), r = column(a, CIRCLE_R, i);
    lanes dx = sub(px, f.x), dy = sub(py, f.y), x = ahead(&f, dx, dy), y = aside(&f, dx, dy);
    lanes scale = add(add(size_of(px), size_of(py)), r);
    lanes slack = mul_add(scale, same(SLACK), column(b, FRAME_SLACK, i));
    lanes radius = add(r, column(b, FRAME_R, i)), d2 = beyond(x, y, f.w, f.h);
    mask inside = is_less(larger(sub(size_of(x), f.w), sub(size_of(y), f.h)), sub(same(0), slack));
    write_in_out(w, either(inside, is_near(d2, radius, slack)), is_far(d2, radius, slack), i, n);
}

COLUMN_KERNEL(circle_frame, circle_frame_step)

/* Two frames as seen from each other: the other's centre, and the angle between them. */
typedef struct view_lanes {
    lanes ax, ay, bx, by; /* b's centre in a; a's centre in b, negated */
    lanes cosine, sine;
    lanes gap; /* the largest along the normals of all sides */
} view_lanes;

/* Separating axes. If the largest gap is certainly negative, the cores overlap by more than their vertices may be off
 * along every normal of their Minkowski difference, hence in every direction. */
INLINE view_lanes view_of(const frame_lanes *a, const frame_lanes *b)
{
    view_lanes v;
    lanes dx = sub(b->x, a->x), dy = sub(b->y, a->y);
    v.ax = ahead(a, dx, dy);
    v.ay = aside(a, dx, dy);
    v.bx = ahead(b, dx, dy);
    v.by = aside(b, dx, dy);
    v.cosine = ahead(a, b->ux, b->uy);
    v.sine = aside(a, b->ux, b->uy);
    lanes c = size_of(v.cosine), s = size_of(v.sine);
    lanes reach_ax = add(a->w, mul_add(b->w, c, mul(b->h, s))), reach_ay = add(a->h, mul_add(b->w, s, mul(b->h, c)));
    lanes reach_bx = add(b->w, mul_add(a->w, c, mul(a->h, s))), reach_by = add(b->h, mul_add(a->w, s, mul(a->h, c)));
    lanes of_a = larger(sub(size_of(v.ax), reach_ax), sub(size_of(v.ay), reach_ay));
    lanes of_b = larger(sub(size_of(v.bx), reach_bx), sub(size_of(v.by), reach_by));
    v.gap = larger(of_a, of_b);
    return v;
}

INLINE void frames_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    frame_lanes f = frame_of(a, i), g = frame_of(b, i);
    view_lanes v = view_of(&f, &g);
    lanes slack = add(column(a, FRAME_SLACK, i), column(b, FRAME_SLACK, i));
    write_lanes(w, bits_of(is_negative(v.gap)), bits_of(is_less(slack, size_of(v.gap))), i, n);
}

COLUMN_KERNEL(frames, frames_step)

/* The least squared distance of the four corners p, q from the centre x, y of a rectangle of half sizes w and h. */
INLINE lanes corners_beyond(lanes x, lanes y, lanes px, lanes py, lanes qx, lanes qy, lanes w, lanes h)
{
    lanes sx = add(px, qx), sy = add(py, qy), tx = sub(px, qx), ty = sub(py, qy);
    lanes s2 = smaller(beyond(add(x, sx), add(y, sy), w, h), beyond(sub(x, sx), sub(y, sy), w, h));
    lanes t2 = smaller(beyond(add(x, tx), add(y, ty), w, h), beyond(sub(x, tx), sub(y, ty), w, h));
    return smaller(s2, t2);
}

/* Cores apart are nearest at a corner of one of them; the distance of a corner is never too small. */
INLINE void round_frames_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    frame_lanes f = frame_of(a, i), g = frame_of(b, i);
    view_lanes v = view_of(&f, &g);
    lanes slack = add(column(a, FRAME_SLACK, i), column(b, FRAME_SLACK, i));
    lanes radius = add(column(a, FRAME_R, i), column(b, FRAME_R, i));
    lanes c = v.cosine, s = v.sine, less_s = sub(same(0), s);
    lanes of_b = corners_beyond(v.ax, v.ay, mul(g.w, c), mul(g.w, s), mul(g.h, less_s), mul(g.h, c), f.w, f.h);
    lanes of_a = corners_beyond(v.bx, v.by, mul(f.w, c), mul(f.w, less_s), mul(f.h, s), mul(f.h, c), g.w, g.h);
    lanes d2 = smaller(of_a, of_b);
    mask in = either(is_less(v.gap, sub(same(0), slack)), is_near(d2, radius, slack));
    write_in_out(w, in, both(is_less(slack, v.gap), is_far(d2, radius, slack)), i, n);
}

COLUMN_KERNEL(round_frames, round_frames_step)

#endif
