/* The kernels of a backend, in the lanes that are included before. Each computes the gap between two shapes and a
 * bound on its rounding. An answer is certain if the gap exceeds the bound. Sums of squares, and the signs of sizes,
 * show whether all rows of a block are in the domain; see domain.h. */
#ifndef C2D_BATCH_KERNELS_H
#define C2D_BATCH_KERNELS_H

#include "filter.h"
#include "domain.h"

/* ---- writing answers ---- */

typedef struct writer {
    const uint32_t *table;
    int8_t *out;
    uint16_t *undecided;
    int left;
} writer;

#if defined(__GNUC__)
#define OUT_OF_LINE __attribute__((noinline, cold))
#define USUALLY(x)  __builtin_expect(x, 1)
#define PREFETCH(p) __builtin_prefetch((const void *)(p))
#else
#define OUT_OF_LINE
#define USUALLY(x)  (x)
#define PREFETCH(p) (void)(p)
#endif

/* Rare, and out of line, so that the loops keep their registers. */
static OUT_OF_LINE int add_undecided(uint16_t *undecided, int left, int i, int n, unsigned decided)
{
    for (int k = 0; k < n; k++)
        if (!(decided >> k & 1))
            undecided[left++] = (uint16_t)(i + k);
    return left;
}

/* Writes the answers of the first n of some lanes from index i on. */
INLINE void write_answers(writer *w, unsigned in, unsigned decided, int count, int i, int n)
{
    uint32_t answers[4];
    for (int k = 0; k < count; k += 4)
        answers[k / 4] = w->table[in >> k & 15];
    memcpy(w->out + i, answers, (size_t)n);
    if (!USUALLY(decided == (1u << count) - 1))
        w->left = add_undecided(w->undecided, w->left, i, n, decided);
}

INLINE void write_lanes(writer *w, unsigned in, unsigned decided, int i, int n)
{
    write_answers(w, in, decided, LANES, i, n);
}

INLINE void write_in_out(writer *w, mask in, mask out, int i, int n)
{
    unsigned ins = lanes_bits(in);
    write_lanes(w, ins, ins | lanes_bits(out), i, n);
}

INLINE lanes column(const filter_side *side, int k, int i) { return lanes_load(&side->columns->at[k][i * side->step]); }

/* A kernel of columns and columns. */
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

INLINE const char *row_at(const char *rows, size_t size, int i) { return rows + (size_t)i * size; }

#define CACHE_LINE 64
#define AHEAD      2048 /* bytes; 1 to 3 KiB are as good */

/* Fetches the rows that are read some steps later. The processor's own prefetchers are late for rows on two sides. They
 * may be beyond the end, which is no access. */
INLINE void prefetch_rows(const char *rows, size_t bytes)
{
    uintptr_t at = (uintptr_t)rows + AHEAD;
    for (size_t k = 0; k < bytes && bytes >= CACHE_LINE; k += CACHE_LINE)
        PREFETCH(at + k);
}

/* Copies the last rows of a block, so that nothing beyond them is read. */
INLINE const char *last_rows(const char *rows, size_t size, int i, int count, char *last)
{
    memset(last, 0, 4 * LANES * sizeof(double));
    memcpy(last, row_at(rows, size, i), (size_t)(count - i) * size);
    return last;
}

/* A kernel of rows and rows, rows and columns, or columns and columns. It is symmetric, so that a has rows if any
 * operand has. Rows on both sides have one precision. */
#define ROW_KERNEL(name, step, numbers_of_row)                                                                         \
    INLINE int name##_of(const filter_side *a, const filter_side *b, bool rows_a, bool rows_b, bool single, int count, \
                         writer w)                                                                                     \
    {                                                                                                                  \
        size_t size = numbers_of_row * (single ? sizeof(float) : sizeof(double));                                      \
        const char *p = a->rows, *q = b->rows;                                                                         \
        domain_test s = new_domain_test();                                                                             \
        int i = 0;                                                                                                     \
        for (; i + LANES <= count; i += LANES) {                                                                       \
            if (rows_a)                                                                                                \
                prefetch_rows(row_at(p, size, i), size *LANES);                                                        \
            if (rows_b)                                                                                                \
                prefetch_rows(row_at(q, size, i), size *LANES);                                                        \
            step(rows_a ? row_at(p, size, i) : NULL, a, rows_b ? row_at(q, size, i) : NULL, b, single, i, LANES, &s,   \
                 &w);                                                                                                  \
        }                                                                                                              \
        if (i < count) {                                                                                               \
            char last_a[4 * LANES * sizeof(double)], last_b[sizeof last_a];                                            \
            step(rows_a ? last_rows(p, size, i, count, last_a) : NULL, a,                                              \
                 rows_b ? last_rows(q, size, i, count, last_b) : NULL, b, single, i, count - i, &s, &w);               \
        }                                                                                                              \
        return is_in_domain(&s) ? w.left : -1;                                                                         \
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

/* Compares the squares of the radius sum and of the distance. Each must be less than the other one by the margin. Lemma
 * squares. */
INLINE void write_squares(writer *w, lanes r2, lanes d2, int i, int n)
{
    const lanes less = lanes_splat(1 - 2 * FILTER_MARGIN), floor = lanes_splat(-FILTER_FLOOR_SQUARED);
    write_in_out(w, lanes_less(d2, lanes_mul_add(r2, less, floor)), lanes_less(r2, lanes_mul_add(d2, less, floor)), i,
                 n);
}

#ifndef READS_PAIRS_OF_ROWS
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, domain_test *s)
{
    lanes px, py, pr, qx, qy, qr;
    load_rows_of_3(p, single, &px, &py, &pr);
    load_rows_of_3(q, single, &qx, &qy, &qr);
    lanes x = lanes_sub(px, qx), y = lanes_sub(py, qy), r = lanes_add(pr, qr);
    test_size(s, pr);
    test_size(s, qr);
    add_square(s, 0, px);
    add_square(s, 1, py);
    add_square(s, 2, pr);
    *x2 = lanes_mul(x, x);
    *y2 = lanes_mul(y, y);
    *r2 = lanes_mul(r, r);
}
#endif

/* If both operands are rows, those of b are in the domain if those of a and the differences are small. */
INLINE void circles_step(const char *p, const filter_side *a, const char *q, const filter_side *b, bool single, int i,
                         int n, domain_test *s, writer *w)
{
    lanes x2, y2, r2;
    if (p && q) {
        square_rows(p, q, single, &x2, &y2, &r2, s);
        lanes d2 = lanes_add(x2, y2);
        s->squares[3] = lanes_add(s->squares[3], lanes_add(r2, d2));
        complete_sums(s);
        write_squares(w, r2, d2, i, n);
        return;
    }
    lanes px, py, pr;
    if (p) {
        load_rows_of_3(p, single, &px, &py, &pr);
        add_square(s, 0, px);
        add_square(s, 1, py);
        add_square(s, 2, pr);
        test_size(s, pr);
    } else {
        px = column(a, CIRCLE_X, i);
        py = column(a, CIRCLE_Y, i);
        pr = column(a, CIRCLE_R, i);
    }
    lanes x = lanes_sub(px, column(b, CIRCLE_X, i)), y = lanes_sub(py, column(b, CIRCLE_Y, i)),
          r = lanes_add(pr, column(b, CIRCLE_R, i));
    write_squares(w, lanes_mul(r, r), lanes_add(lanes_mul(x, x), lanes_mul(y, y)), i, n);
}

ROW_KERNEL(circles_of_doubles, circles_step, 3)

#ifdef READS_PAIRS_OF_FLOATS

/* Rows of float32 in float32. With u = 2^-24 the differences and sums of numbers have relative errors of u, so the
 * squared distance is within 4 u of itself, the square of the radius sum within 3 u, and the gap between them, which is
 * rounded once more, within 5 u of their sum. A product or number that underflows, or that the processor flushes to
 * zero, changes a length by less than 2^-124, and its square by less than u of itself and 2^-200. */
#define FLOAT_MARGIN 0x1p-20f
#define FLOAT_FLOOR  0x1p-100f

/* Numbers that are infinite or NaN, and squares that overflow, leave a pair undecided: the margin is infinite or NaN,
 * too. Lemma squares_floats. */
INLINE void float_circles_step(const char *p, const char *q, int i, int n, floats signs[3], writer *w)
{
    floats x2, y2, r2;
    square_float_rows(p, q, &x2, &y2, &r2, signs);
    floats d2 = floats_add(x2, y2), gap = floats_sub(r2, d2),
           margin = floats_mul_add(floats_add(r2, d2), floats_splat(FLOAT_MARGIN), floats_splat(FLOAT_FLOOR));
    unsigned decided = floats_less(margin, floats_abs(gap));
    write_answers(w, ~floats_negative(gap), decided, FLOAT_LANES, i, n);
}

/* Every finite float32 is in the domain, so only negative radii end it with -1. */
INLINE int circles_of_floats(const filter_side *a, const filter_side *b, int count, writer w)
{
    const size_t size = 3 * sizeof(float);
    const char *p = a->rows, *q = b->rows;
    floats signs[3] = {floats_splat(0), floats_splat(0), floats_splat(0)};
    int i = 0;
    for (; i + FLOAT_LANES <= count; i += FLOAT_LANES) {
        prefetch_rows(row_at(p, size, i), FLOAT_LANES * size);
        prefetch_rows(row_at(q, size, i), FLOAT_LANES * size);
        float_circles_step(row_at(p, size, i), row_at(q, size, i), i, FLOAT_LANES, signs, &w);
    }
    if (i < count) {
        char last_a[4 * LANES * sizeof(double)], last_b[sizeof last_a];
        float_circles_step(last_rows(p, size, i, count, last_a), last_rows(q, size, i, count, last_b), i, count - i,
                           signs, &w);
    }
    for (int k = 0; k < 3; k++)
        if (floats_negative(signs[k]) & SIZES_OF_FLOAT_ROWS[k])
            return -1;
    return w.left;
}

static TARGET int circles(const filter_side *a, const filter_side *b, int count, const uint32_t *table, int8_t *out,
                          uint16_t *undecided)
{
    if (a->rows && b->rows && a->single) {
        writer w = {table, out, undecided, 0};
        int left = circles_of_floats(a, b, count, w);
        if (left <= count / 8)
            return left;
    }
    return circles_of_doubles(a, b, count, table, out, undecided); /* where many are nearly touching, or huge */
}

#else
#define circles circles_of_doubles
#endif

/* ---- axis-aligned boxes ---- */

typedef struct box_lanes {
    lanes left, top, right, bottom;
} box_lanes;

INLINE box_lanes box_of_columns(const filter_side *side, int i)
{
    box_lanes b = {column(side, BOX_LEFT, i), column(side, BOX_TOP, i), column(side, BOX_RIGHT, i),
                   column(side, BOX_BOTTOM, i)};
    return b;
}

/* Boxes store their coordinates, so each difference has the right sign. Lemma floor. */
INLINE void write_gap(writer *w, lanes gap, int i, int n)
{
    write_in_out(w, lanes_less(gap, lanes_splat(-FILTER_FLOOR)), lanes_less(lanes_splat(FILTER_FLOOR), gap), i, n);
}

INLINE lanes gap_x(const box_lanes *a, const box_lanes *b)
{
    return lanes_max(lanes_sub(a->left, b->right), lanes_sub(b->left, a->right));
}
INLINE lanes gap_y(const box_lanes *a, const box_lanes *b)
{
    return lanes_max(lanes_sub(a->top, b->bottom), lanes_sub(b->top, a->bottom));
}

INLINE void test_box(domain_test *s, lanes x, lanes y, lanes w, lanes h)
{
    add_square(s, 0, x);
    add_square(s, 1, y);
    add_square(s, 2, w);
    add_square(s, 3, h);
    test_size(s, w);
    test_size(s, h);
}

INLINE box_lanes box_of_rows(const char *p, bool single, domain_test *s)
{
    lanes x, y, w, h;
    load_rows_of_4(p, single, &x, &y, &w, &h);
    test_box(s, x, y, w, h);
    box_lanes b = {x, y, lanes_add(x, w), lanes_add(y, h)};
    return b;
}

#ifndef READS_PAIRS_OF_ROWS
INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, domain_test *s)
{
    box_lanes a = box_of_rows(p, single, s), b = box_of_rows(q, single, s);
    return lanes_max(gap_x(&a, &b), gap_y(&a, &b));
}
#endif

INLINE void boxes_step(const char *p, const filter_side *a, const char *q, const filter_side *b, bool single, int i,
                       int n, domain_test *s, writer *w)
{
    if (p && q) {
        lanes gap = gaps_of_rows(p, q, single, s);
        complete_sums(s);
        write_gap(w, gap, i, n);
        return;
    }
    box_lanes f = p ? box_of_rows(p, single, s) : box_of_columns(a, i), g = box_of_columns(b, i);
    write_gap(w, lanes_max(gap_x(&f, &g), gap_y(&f, &g)), i, n);
}

ROW_KERNEL(boxes, boxes_step, 4)

/* Decides by the squared distance of the cores, less the square of the radius sum, or by cores that overlap. Lemmas
 * squares and floor. */
INLINE void round_boxes_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    box_lanes f = box_of_columns(a, i), g = box_of_columns(b, i);
    lanes gx = gap_x(&f, &g), gy = gap_y(&f, &g), x = lanes_max(gx, lanes_splat(0)), y = lanes_max(gy, lanes_splat(0));
    lanes r = lanes_add(column(a, BOX_R, i), column(b, BOX_R, i)), r2 = lanes_mul(r, r),
          d2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    lanes margin = lanes_mul_add(lanes_add(r2, d2), lanes_splat(FILTER_MARGIN), lanes_splat(FILTER_FLOOR_SQUARED));
    mask meet = lanes_less(lanes_max(gx, gy), lanes_splat(-FILTER_FLOOR));
    write_in_out(w, lanes_or(meet, lanes_less(margin, lanes_sub(r2, d2))), lanes_less(margin, lanes_sub(d2, r2)), i, n);
}

COLUMN_KERNEL(round_boxes, round_boxes_step)

/* ---- oriented bounding boxes ---- */

/* An OBB stands for the core whose vertices the shape stores. With u = 2^-53 and S the sum of the magnitudes of the
 * centre, the half sizes and the radius: the stored vertices are within 8 u S of those of the rectangle that has this
 * centre, these half sizes and the true direction (a turned vertex is rounded once, from a sine and cosine within u;
 * corners of axis-aligned rectangles and ends of capsules are sums of at most three numbers). The computed direction
 * is within 16 u of the true one in each coordinate. A kernel projects differences of two OBBs, of magnitude S + S',
 * by products of at most two directions: each gap and distance is computed within 100 u (S + S') of the true one of
 * the shapes, less than a quarter of the sum of the slacks (FILTER_SLACK). Compared squares add 8 u of themselves. */
typedef struct obb_lanes {
    lanes x, y, ux, uy, w, h;
} obb_lanes;

INLINE obb_lanes obb_of_columns(const filter_side *side, int i)
{
    obb_lanes f = {column(side, OBB_X, i),  column(side, OBB_Y, i), column(side, OBB_UX, i),
                   column(side, OBB_UY, i), column(side, OBB_W, i), column(side, OBB_H, i)};
    return f;
}

/* The coordinates of a vector along and across an OBB. */
INLINE lanes along_obb(const obb_lanes *f, lanes x, lanes y) { return lanes_mul_add(f->ux, x, lanes_mul(f->uy, y)); }
INLINE lanes across_obb(const obb_lanes *f, lanes x, lanes y)
{
    return lanes_sub(lanes_mul(f->ux, y), lanes_mul(f->uy, x));
}

/* Whether a distance, given its square, is surely below radius - slack, or above radius + slack. Lemma obb. */
INLINE mask surely_within(lanes d2, lanes radius, lanes slack)
{
    lanes rest = lanes_sub(radius, slack);
    return lanes_and(lanes_less(lanes_splat(0), rest), lanes_less(d2, lanes_mul(rest, rest)));
}

/* Lemma obb. */
INLINE mask surely_beyond(lanes d2, lanes radius, lanes slack)
{
    lanes reach = lanes_add(radius, slack);
    return lanes_less(lanes_mul(reach, reach), d2);
}

/* The squared distance of the point x, y from a box of half sizes w and h about the origin. */
INLINE lanes squared_distance_from_box(lanes x, lanes y, lanes w, lanes h)
{
    lanes ex = lanes_max(lanes_sub(lanes_abs(x), w), lanes_splat(0)),
          ey = lanes_max(lanes_sub(lanes_abs(y), h), lanes_splat(0));
    return lanes_mul_add(ex, ex, lanes_mul(ey, ey));
}

/* Lemma obb. */
INLINE void circle_obb_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    obb_lanes f = obb_of_columns(b, i);
    lanes px = column(a, CIRCLE_X, i), py = column(a, CIRCLE_Y, i), r = column(a, CIRCLE_R, i);
    lanes dx = lanes_sub(px, f.x), dy = lanes_sub(py, f.y), x = along_obb(&f, dx, dy), y = across_obb(&f, dx, dy);
    lanes scale = lanes_add(lanes_add(lanes_abs(px), lanes_abs(py)), r);
    lanes slack = lanes_mul_add(scale, lanes_splat(FILTER_SLACK), column(b, OBB_SLACK, i));
    lanes radius = lanes_add(r, column(b, OBB_R, i)), d2 = squared_distance_from_box(x, y, f.w, f.h);
    mask inside = lanes_less(lanes_max(lanes_sub(lanes_abs(x), f.w), lanes_sub(lanes_abs(y), f.h)),
                             lanes_sub(lanes_splat(0), slack));
    write_in_out(w, lanes_or(inside, surely_within(d2, radius, slack)), surely_beyond(d2, radius, slack), i, n);
}

COLUMN_KERNEL(circle_obb, circle_obb_step)

/* The pose of two OBBs relative to each other: their centres and the angle between them. */
typedef struct relative_pose {
    lanes ax, ay, bx, by; /* the centre of b in a; the centre of a in b, negated */
    lanes cosine, sine;
    lanes gap; /* the largest gap along the normals of all sides */
} relative_pose;

/* Separating axes. If the largest gap is certainly negative, the cores overlap along every normal of their Minkowski
 * difference by more than the error of their vertices, and so in every direction. Lemma obb. */
INLINE relative_pose relative_pose_of(const obb_lanes *a, const obb_lanes *b)
{
    relative_pose v;
    lanes dx = lanes_sub(b->x, a->x), dy = lanes_sub(b->y, a->y);
    v.ax = along_obb(a, dx, dy);
    v.ay = across_obb(a, dx, dy);
    v.bx = along_obb(b, dx, dy);
    v.by = across_obb(b, dx, dy);
    v.cosine = along_obb(a, b->ux, b->uy);
    v.sine = across_obb(a, b->ux, b->uy);
    lanes c = lanes_abs(v.cosine), s = lanes_abs(v.sine);
    lanes reach_ax = lanes_add(a->w, lanes_mul_add(b->w, c, lanes_mul(b->h, s))),
          reach_ay = lanes_add(a->h, lanes_mul_add(b->w, s, lanes_mul(b->h, c)));
    lanes reach_bx = lanes_add(b->w, lanes_mul_add(a->w, c, lanes_mul(a->h, s))),
          reach_by = lanes_add(b->h, lanes_mul_add(a->w, s, lanes_mul(a->h, c)));
    lanes of_a = lanes_max(lanes_sub(lanes_abs(v.ax), reach_ax), lanes_sub(lanes_abs(v.ay), reach_ay));
    lanes of_b = lanes_max(lanes_sub(lanes_abs(v.bx), reach_bx), lanes_sub(lanes_abs(v.by), reach_by));
    v.gap = lanes_max(of_a, of_b);
    return v;
}

INLINE void obbs_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    obb_lanes f = obb_of_columns(a, i), g = obb_of_columns(b, i);
    relative_pose v = relative_pose_of(&f, &g);
    lanes slack = lanes_add(column(a, OBB_SLACK, i), column(b, OBB_SLACK, i));
    write_lanes(w, lanes_bits(lanes_negative(v.gap)), lanes_bits(lanes_less(slack, lanes_abs(v.gap))), i, n);
}

COLUMN_KERNEL(obbs, obbs_step)

/* The least squared distance of four corners from a box of half sizes w and h about the origin. The corners are x, y
 * plus or minus p, plus or minus q. */
INLINE lanes squared_distance_of_corners(lanes x, lanes y, lanes px, lanes py, lanes qx, lanes qy, lanes w, lanes h)
{
    lanes sx = lanes_add(px, qx), sy = lanes_add(py, qy), tx = lanes_sub(px, qx), ty = lanes_sub(py, qy);
    lanes s2 = lanes_min(squared_distance_from_box(lanes_add(x, sx), lanes_add(y, sy), w, h),
                         squared_distance_from_box(lanes_sub(x, sx), lanes_sub(y, sy), w, h));
    lanes t2 = lanes_min(squared_distance_from_box(lanes_add(x, tx), lanes_add(y, ty), w, h),
                         squared_distance_from_box(lanes_sub(x, tx), lanes_sub(y, ty), w, h));
    return lanes_min(s2, t2);
}

/* Disjoint cores are nearest at a corner of one of them. The distance of any corner is an upper bound. */
INLINE void round_obbs_step(const filter_side *a, const filter_side *b, int i, int n, writer *w)
{
    obb_lanes f = obb_of_columns(a, i), g = obb_of_columns(b, i);
    relative_pose v = relative_pose_of(&f, &g);
    lanes slack = lanes_add(column(a, OBB_SLACK, i), column(b, OBB_SLACK, i));
    lanes radius = lanes_add(column(a, OBB_R, i), column(b, OBB_R, i));
    lanes c = v.cosine, s = v.sine, less_s = lanes_sub(lanes_splat(0), s);
    lanes of_b = squared_distance_of_corners(v.ax, v.ay, lanes_mul(g.w, c), lanes_mul(g.w, s), lanes_mul(g.h, less_s),
                                             lanes_mul(g.h, c), f.w, f.h);
    lanes of_a = squared_distance_of_corners(v.bx, v.by, lanes_mul(f.w, c), lanes_mul(f.w, less_s), lanes_mul(f.h, s),
                                             lanes_mul(f.h, c), g.w, g.h);
    lanes d2 = lanes_min(of_a, of_b);
    mask in = lanes_or(lanes_less(v.gap, lanes_sub(lanes_splat(0), slack)), surely_within(d2, radius, slack));
    write_in_out(w, in, lanes_and(lanes_less(slack, v.gap), surely_beyond(d2, radius, slack)), i, n);
}

COLUMN_KERNEL(round_obbs, round_obbs_step)

#endif
