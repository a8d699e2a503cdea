/* Blocks of circles and upright boxes, decided in floating point where that is certain; the rest is left to the core.
 * A plain loop for every machine, and the same in lanes of four: what is certain does not depend on which.
 *
 * Rows are those of the user: not yet normalised, nor checked. Each number below 2^-148 may be off by 2^-201 from what
 * the shape stores, and a sum of two that is rounded otherwise for it by 2^-147: the floors of the margins cover both.
 * Whether all rows of a block are in the domain is known from the sum of their squares and the signs of their sizes. */
#include "arrays.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2
#include <immintrin.h>
#endif

/* As C2D_FILTER_LENGTH: relative to the square of the radius sum. */
#define MARGIN 0x1p-47
/* Of differences of squares: smaller ones are those of lengths below 2^-80, to which 2^-146 is not small. */
#define FLOOR_SQUARED 0x1p-158
/* Of differences of coordinates. */
#define FLOOR 0x1p-140
/* Numbers whose squares add up to less are below 1e60, and so are sums of two. */
#define MOST_SQUARED 1e119

/* ---- gathering ---- */

static inline double number_at(const row_format *format, const char *row, int i)
{
    const char *at = row + i * format->column;
    if (format->single) {
        float number;
        memcpy(&number, at, sizeof number);
        return (double)number;
    }
    double number;
    memcpy(&number, at, sizeof number);
    return number;
}

bool gather_rows(simple_kind kind, const row_format *format, const char *row, ptrdiff_t stride, int count,
                 block_columns *out)
{
    double squares = 0, least = 0;
    int copies = stride == 0 ? 4 : count;
    for (int i = 0; i < copies; i++, row += stride) {
        double x = number_at(format, row, 0), y = number_at(format, row, 1), w = 0, h = 0;
        if (format->kind == ROW_CIRCLE)
            w = number_at(format, row, 2);
        if (format->kind == ROW_RECT) {
            w = number_at(format, row, 2);
            h = number_at(format, row, 3);
        }
        squares += x * x + y * y + w * w + h * h;
        least = w < least ? w : least;
        least = h < least ? h : least;
        out->at[0][i] = x;
        out->at[1][i] = y;
        out->at[2][i] = kind == SIMPLE_BOX ? x + w : w;
        out->at[3][i] = y + h;
    }
    return squares <= MOST_SQUARED && least >= 0;
}

void gather_shape(simple_kind kind, const c2d_shape *shape, block_columns *out)
{
    c2d_vec lo = shape->v.own[0], hi = shape->v.own[shape->form == C2D_BOX ? 2 : 0];
    for (int i = 0; i < 4; i++) {
        out->at[0][i] = lo.x;
        out->at[1][i] = lo.y;
        out->at[2][i] = kind == SIMPLE_BOX ? hi.x : shape->radius;
        out->at[3][i] = hi.y;
    }
}

/* ---- plain loops ---- */

static inline double larger(double x, double y) { return x > y ? x : y; }

/* 1 where gap is surely positive, -1 where it is surely not, of squares. */
static inline int sign_of_squares(double gap, double r2)
{
    double margin = r2 * MARGIN + FLOOR_SQUARED;
    return (gap > margin) - (gap < -margin);
}

static inline int circles_sign(const filter_side *a, int i, const filter_side *b, int j)
{
    double x = a->columns->at[0][i] - b->columns->at[0][j], y = a->columns->at[1][i] - b->columns->at[1][j];
    double radius = a->columns->at[2][i] + b->columns->at[2][j], r2 = radius * radius;
    return sign_of_squares(r2 - (x * x + y * y), r2);
}

static inline int boxes_sign(const filter_side *a, int i, const filter_side *b, int j)
{
    double x = larger(a->columns->at[0][i] - b->columns->at[2][j], b->columns->at[0][j] - a->columns->at[2][i]);
    double y = larger(a->columns->at[1][i] - b->columns->at[3][j], b->columns->at[1][j] - a->columns->at[3][i]);
    double gap = larger(x, y);
    return (gap < -FLOOR) - (gap > FLOOR);
}

static inline int circle_box_sign(const filter_side *a, int i, const filter_side *b, int j)
{
    double px = a->columns->at[0][i], py = a->columns->at[1][i], r = a->columns->at[2][i], r2 = r * r;
    double x = larger(larger(b->columns->at[0][j] - px, px - b->columns->at[2][j]), 0);
    double y = larger(larger(b->columns->at[1][j] - py, py - b->columns->at[3][j]), 0);
    return sign_of_squares(r2 - (x * x + y * y), r2);
}

#define PLAIN_LOOP(name, sign_of)                                                                                      \
    static int name(const filter_side *a, const filter_side *b, int count, const uint32_t *table, uint32_t *out,       \
                    uint16_t *undecided)                                                                               \
    {                                                                                                                  \
        int left = 0;                                                                                                  \
        const int8_t *answers = (const int8_t *)table;                                                                 \
        int8_t yes = answers[4 * 15], no = answers[0], *bytes = (int8_t *)out;                                         \
        for (int i = 0; i < count; i++) {                                                                              \
            int sign = sign_of(a, i * a->step, b, i * b->step);                                                        \
            bytes[i] = sign > 0 ? yes : no;                                                                            \
            undecided[left] = (uint16_t)i;                                                                             \
            left += sign == 0;                                                                                         \
        }                                                                                                              \
        return left;                                                                                                   \
    }

PLAIN_LOOP(plain_circles, circles_sign)
PLAIN_LOOP(plain_boxes, boxes_sign)
PLAIN_LOOP(plain_circles_boxes, circle_box_sign)

static const filter_path PORTABLE = {"portable", false, plain_circles, plain_boxes, plain_circles_boxes};

/* ---- lanes of four ---- */

#ifdef HAS_AVX2
#define LANES  __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline, target("avx2,fma")))

/* What has been seen of the rows: the sums of squares, and the signs of sizes. The sum is only a bound: how it is
 * rounded does not matter. */
typedef struct seen {
    __m256d squares, signs;
} seen;

INLINE bool in_domain(const seen *s)
{
    double sums[4];
    _mm256_storeu_pd(sums, s->squares);
    return sums[0] + sums[1] + sums[2] + sums[3] <= MOST_SQUARED && _mm256_movemask_pd(s->signs) == 0;
}

/* Where elements are neither: rare, and out of line, so that the loops keep their registers. */
static __attribute__((noinline, cold)) int add_undecided(uint16_t *undecided, int left, int i, int count,
                                                         unsigned decided)
{
    for (unsigned rest = ~decided & 15; rest; rest &= rest - 1) {
        int at = i + __builtin_ctz(rest);
        if (at < count)
            undecided[left++] = (uint16_t)at;
    }
    return left;
}

INLINE int write_four(__m256d yes, __m256d no, int i, int count, const uint32_t *table, uint32_t *out,
                      uint16_t *undecided, int left)
{
    unsigned in = (unsigned)_mm256_movemask_pd(yes), decided = in | (unsigned)_mm256_movemask_pd(no);
    out[(unsigned)i / 4] = table[in];
    return __builtin_expect(decided == 15, 1) ? left : add_undecided(undecided, left, i, count, decided);
}

typedef struct four_circles {
    __m256d x, y, r;
} four_circles;

INLINE __m256d column(const filter_side *side, int k, int i)
{
    return _mm256_loadu_pd(&side->columns->at[k][i * side->step]);
}

INLINE four_circles circles_of_columns(const filter_side *side, int i)
{
    four_circles c = {column(side, 0, i), column(side, 1, i), column(side, 2, i)};
    return c;
}

INLINE four_circles circles_of_rows(const double *row, seen *s)
{
    four_circles c;
    __m256d u = _mm256_loadu_pd(row), v = _mm256_loadu_pd(row + 4), w = _mm256_loadu_pd(row + 8);
    __m256d squares = _mm256_fmadd_pd(w, w, _mm256_fmadd_pd(v, v, _mm256_mul_pd(u, u)));
    s->squares = _mm256_add_pd(s->squares, squares); /* one step a turn that waits for the last one */
    __m256d xy = _mm256_blend_pd(u, v, 12), rx = _mm256_permute2f128_pd(u, w, 0x21), yr = _mm256_blend_pd(v, w, 12);
    c.x = _mm256_shuffle_pd(xy, rx, 10);
    c.y = _mm256_shuffle_pd(xy, yr, 5);
    c.r = _mm256_shuffle_pd(rx, yr, 10);
    s->signs = _mm256_or_pd(s->signs, c.r);
    return c;
}

INLINE int lanes_of_squares(__m256d x, __m256d y, __m256d r, int i, int count, const uint32_t *table, uint32_t *out,
                            uint16_t *undecided, int left)
{
    __m256d r2 = _mm256_mul_pd(r, r), d2 = _mm256_add_pd(_mm256_mul_pd(x, x), _mm256_mul_pd(y, y));
    __m256d gap = _mm256_sub_pd(r2, d2);
    __m256d margin = _mm256_add_pd(_mm256_mul_pd(r2, _mm256_set1_pd(MARGIN)), _mm256_set1_pd(FLOOR_SQUARED));
    __m256d less = _mm256_sub_pd(_mm256_setzero_pd(), margin);
    return write_four(_mm256_cmp_pd(gap, margin, _CMP_GT_OQ), _mm256_cmp_pd(gap, less, _CMP_LT_OQ), i, count, table,
                      out, undecided, left);
}

/* The last rows of a block, copied so that nothing beyond them is read. */
INLINE const double *last_rows(const double *rows, int i, int count, int numbers, double *last)
{
    memset(last, 0, 16 * sizeof *last);
    memcpy(last, rows + numbers * i, (size_t)(count - i) * (size_t)numbers * sizeof *last);
    return last;
}

INLINE int four_circles_at(const double *row_a, const filter_side *a, const double *row_b, const filter_side *b, int i,
                           int count, seen *s, const uint32_t *table, uint32_t *out, uint16_t *undecided, int left)
{
    four_circles p = row_a ? circles_of_rows(row_a, s) : circles_of_columns(a, i);
    four_circles q = row_b ? circles_of_rows(row_b, s) : circles_of_columns(b, i);
    return lanes_of_squares(_mm256_sub_pd(p.x, q.x), _mm256_sub_pd(p.y, q.y), _mm256_add_pd(p.r, q.r), i, count, table,
                            out, undecided, left);
}

INLINE int circles_in_lanes(filter_side a, bool rows_a, filter_side b, bool rows_b, int count, const uint32_t *table,
                            uint32_t *out, uint16_t *undecided)
{
    int left = 0, i = 0;
    seen s = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    const double *p = a.rows, *q = b.rows;
    for (; i + 4 <= count; i += 4)
        left = four_circles_at(rows_a ? p + 3 * i : NULL, &a, rows_b ? q + 3 * i : NULL, &b, i, count, &s, table, out,
                               undecided, left);
    if (i < count) {
        double last_a[16], last_b[16];
        p = rows_a ? last_rows(p, i, count, 3, last_a) : NULL;
        q = rows_b ? last_rows(q, i, count, 3, last_b) : NULL;
        left = four_circles_at(p, &a, q, &b, i, count, &s, table, out, undecided, left);
    }
    return in_domain(&s) ? left : -1;
}

LANES static int avx2_circles(const filter_side *a, const filter_side *b, int count, const uint32_t *table,
                              uint32_t *out, uint16_t *undecided)
{
    if (a->rows && b->rows)
        return circles_in_lanes(*a, true, *b, true, count, table, out, undecided);
    if (a->rows)
        return circles_in_lanes(*a, true, *b, false, count, table, out, undecided);
    if (b->rows)
        return circles_in_lanes(*a, false, *b, true, count, table, out, undecided);
    return circles_in_lanes(*a, false, *b, false, count, table, out, undecided);
}

INLINE int lanes_of_gap(__m256d gap, int i, int count, const uint32_t *table, uint32_t *out, uint16_t *undecided,
                        int left)
{
    return write_four(_mm256_cmp_pd(gap, _mm256_set1_pd(-FLOOR), _CMP_LT_OQ),
                      _mm256_cmp_pd(gap, _mm256_set1_pd(FLOOR), _CMP_GT_OQ), i, count, table, out, undecided, left);
}

/* The four gaps between the sides of two boxes, from x y w h of each. */
INLINE __m256d gaps(const double *a, const double *b, __m256d *squares, seen *s)
{
    __m256d p = _mm256_loadu_pd(a), q = _mm256_loadu_pd(b);
    *squares = _mm256_fmadd_pd(q, q, _mm256_fmadd_pd(p, p, *squares));
    __m256d low = _mm256_permute2f128_pd(p, q, 0x20), size = _mm256_permute2f128_pd(p, q, 0x31);
    s->signs = _mm256_or_pd(s->signs, size);
    __m256d high = _mm256_add_pd(low, size);
    return _mm256_sub_pd(low, _mm256_permute2f128_pd(high, high, 1));
}

/* The larger of each half of two, side by side. */
INLINE __m256d halves(__m256d u, __m256d v)
{
    return _mm256_max_pd(_mm256_permute2f128_pd(u, v, 0x20), _mm256_permute2f128_pd(u, v, 0x31));
}

INLINE int four_boxes_at(const double *p, const double *q, int i, int count, seen *s, const uint32_t *table,
                         uint32_t *out, uint16_t *undecided, int left)
{
    __m256d squares = _mm256_setzero_pd(), more = squares;
    __m256d even = halves(gaps(p, q, &squares, s), gaps(p + 8, q + 8, &more, s));
    __m256d odd = halves(gaps(p + 4, q + 4, &squares, s), gaps(p + 12, q + 12, &more, s));
    s->squares = _mm256_add_pd(s->squares, _mm256_add_pd(squares, more));
    __m256d gap = _mm256_max_pd(_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd));
    return lanes_of_gap(gap, i, count, table, out, undecided, left);
}

INLINE int boxes_of_rows(const double *p, const double *q, int count, const uint32_t *table, uint32_t *out,
                         uint16_t *undecided)
{
    int left = 0, i = 0;
    seen s = {_mm256_setzero_pd(), _mm256_setzero_pd()};
    for (; i + 4 <= count; i += 4)
        left = four_boxes_at(p + 4 * i, q + 4 * i, i, count, &s, table, out, undecided, left);
    if (i < count) {
        double last_p[16], last_q[16];
        left = four_boxes_at(last_rows(p, i, count, 4, last_p), last_rows(q, i, count, 4, last_q), i, count, &s, table,
                             out, undecided, left);
    }
    return in_domain(&s) ? left : -1;
}

LANES static int avx2_boxes(const filter_side *a, const filter_side *b, int count, const uint32_t *table, uint32_t *out,
                            uint16_t *undecided)
{
    if (a->rows && b->rows)
        return boxes_of_rows(a->rows, b->rows, count, table, out, undecided);
    int left = 0;
    for (int i = 0; i < count; i += 4) {
        __m256d x = _mm256_max_pd(_mm256_sub_pd(column(a, 0, i), column(b, 2, i)),
                                  _mm256_sub_pd(column(b, 0, i), column(a, 2, i)));
        __m256d y = _mm256_max_pd(_mm256_sub_pd(column(a, 1, i), column(b, 3, i)),
                                  _mm256_sub_pd(column(b, 1, i), column(a, 3, i)));
        left = lanes_of_gap(_mm256_max_pd(x, y), i, count, table, out, undecided, left);
    }
    return left;
}

LANES static int avx2_circles_boxes(const filter_side *a, const filter_side *b, int count, const uint32_t *table,
                                    uint32_t *out, uint16_t *undecided)
{
    int left = 0;
    __m256d zero = _mm256_setzero_pd();
    for (int i = 0; i < count; i += 4) {
        __m256d px = column(a, 0, i), py = column(a, 1, i);
        __m256d x = _mm256_max_pd(_mm256_sub_pd(column(b, 0, i), px), _mm256_sub_pd(px, column(b, 2, i)));
        __m256d y = _mm256_max_pd(_mm256_sub_pd(column(b, 1, i), py), _mm256_sub_pd(py, column(b, 3, i)));
        left = lanes_of_squares(_mm256_max_pd(x, zero), _mm256_max_pd(y, zero), column(a, 2, i), i, count, table, out,
                                undecided, left);
    }
    return left;
}

static const filter_path AVX2 = {"avx2", true, avx2_circles, avx2_boxes, avx2_circles_boxes};

static bool machine_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

/* ---- choosing ---- */

const filter_path *const *filter_paths(void)
{
    static const filter_path *const plain[] = {&PORTABLE, NULL};
#ifdef HAS_AVX2
    static const filter_path *const all[] = {&AVX2, &PORTABLE, NULL};
    if (machine_has_avx2())
        return all;
#endif
    return plain;
}

const filter_path *filter_in_use = &PORTABLE;
