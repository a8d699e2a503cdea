/* Lanes: eight doubles, by AVX-512. The operations have the names of core/exact/lanes.h; masks may be of a type of
 * their own. */
#ifndef C2D_BATCH_LANES_H
#define C2D_BATCH_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <immintrin.h>

#define LANES  8
#define TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))
#define INLINE static inline __attribute__((always_inline, target("avx512f,avx512dq,avx512vl,avx2,fma")))

typedef __m512d lanes;
typedef __mmask8 mask;

INLINE lanes lanes_splat(double x) { return _mm512_set1_pd(x); }
INLINE lanes lanes_load(const double *p) { return _mm512_loadu_pd(p); }
INLINE void lanes_store(double *p, lanes v) { _mm512_storeu_pd(p, v); }
INLINE lanes lanes_add(lanes x, lanes y) { return _mm512_add_pd(x, y); }
INLINE lanes lanes_sub(lanes x, lanes y) { return _mm512_sub_pd(x, y); }
INLINE lanes lanes_mul(lanes x, lanes y) { return _mm512_mul_pd(x, y); }
INLINE lanes lanes_div(lanes x, lanes y) { return _mm512_div_pd(x, y); }
INLINE lanes lanes_sqrt(lanes x) { return _mm512_sqrt_pd(x); }
INLINE lanes lanes_max(lanes x, lanes y) { return _mm512_max_pd(x, y); }
INLINE lanes lanes_min(lanes x, lanes y) { return _mm512_min_pd(x, y); }
INLINE lanes lanes_abs(lanes x) { return _mm512_andnot_pd(_mm512_set1_pd(-0.0), x); }
/* x y + z, rounded once or twice. */
INLINE lanes lanes_mul_add(lanes x, lanes y, lanes z) { return _mm512_fmadd_pd(x, y, z); }
/* A number that is negative if x or y is. */
INLINE lanes lanes_or_signs(lanes x, lanes y) { return _mm512_or_pd(x, y); }

INLINE mask lanes_less(lanes x, lanes y) { return _mm512_cmp_pd_mask(x, y, _CMP_LT_OQ); }
INLINE mask lanes_negative(lanes x) { return _mm512_movepi64_mask(_mm512_castpd_si512(x)); }
INLINE mask lanes_and(mask a, mask b) { return (mask)(a & b); }
INLINE mask lanes_or(mask a, mask b) { return (mask)(a | b); }
INLINE lanes lanes_select(mask m, lanes x, lanes y) { return _mm512_mask_blend_pd(m, y, x); }
INLINE lanes lanes_negate_where(mask m, lanes x) { return _mm512_mask_xor_pd(x, m, x, _mm512_set1_pd(-0.0)); }
INLINE unsigned lanes_bits(mask m) { return (unsigned)m; }
/* Whether bit k of the representation is set, k < 64. */
#define LANES_HAVE_BIT(v, k) _mm512_test_epi64_mask(_mm512_castpd_si512(v), _mm512_set1_epi64(1ll << (k)))
INLINE bool lanes_any_negative(lanes x) { return lanes_negative(x) != 0; }
INLINE double lanes_sum(lanes v) { return _mm512_reduce_add_pd(v); }

/* Loads the numbers from index i on, of an array of float64, or of float32 if single. */
INLINE lanes load_numbers(const char *p, bool single, int i)
{
    if (single)
        return _mm512_cvtps_pd(_mm256_loadu_ps((const float *)(const void *)p + i));
    return lanes_load((const double *)(const void *)p + i);
}

/* The number at an aligned address. */
INLINE double float64_at(const char *p) { return *(const double *)(const void *)p; }
INLINE float float32_at(const char *p) { return *(const float *)(const void *)p; }

/* Loads numbers that are stride bytes apart. */
INLINE lanes load_strided(const char *p, bool single, ptrdiff_t step)
{
    const char *p2 = p + 2 * step, *p4 = p2 + 2 * step, *p6 = p4 + 2 * step;
    if (single)
        return _mm512_cvtps_pd(_mm256_setr_ps(float32_at(p), float32_at(p + step), float32_at(p2),
                                              float32_at(p2 + step), float32_at(p4), float32_at(p4 + step),
                                              float32_at(p6), float32_at(p6 + step)));
    return _mm512_setr_pd(float64_at(p), float64_at(p + step), float64_at(p2), float64_at(p2 + step), float64_at(p4),
                          float64_at(p4 + step), float64_at(p6), float64_at(p6 + step));
}

/* The elements of x (0 to 7) and y (8 to 15) at these indices. */
#define PICK(x, y, ...) _mm512_permutex2var_pd(x, _mm512_setr_epi64(__VA_ARGS__), y)

INLINE void split_rows_of_3(lanes u, lanes v, lanes w, lanes *x, lanes *y, lanes *z)
{
    *x = PICK(PICK(u, v, 0, 3, 6, 9, 12, 15, 0, 0), w, 0, 1, 2, 3, 4, 5, 10, 13);
    *y = PICK(PICK(u, v, 1, 4, 7, 10, 13, 0, 0, 0), w, 0, 1, 2, 3, 4, 8, 11, 14);
    *z = PICK(PICK(u, v, 2, 5, 8, 11, 14, 0, 0, 0), w, 0, 1, 2, 3, 4, 9, 12, 15);
}

/* Loads LANES rows of three numbers by columns. */
INLINE void load_rows_of_3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    split_rows_of_3(load_numbers(p, single, 0), load_numbers(p, single, 8), load_numbers(p, single, 16), x, y, z);
}

/* Loads LANES rows of four numbers by columns. */
INLINE void load_rows_of_4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    lanes r0 = load_numbers(p, single, 0), r2 = load_numbers(p, single, 8), r4 = load_numbers(p, single, 16),
          r6 = load_numbers(p, single, 24);
    lanes low = PICK(r0, r2, 0, 4, 8, 12, 1, 5, 9, 13), low4 = PICK(r4, r6, 0, 4, 8, 12, 1, 5, 9, 13);
    *x = _mm512_shuffle_f64x2(low, low4, 0x44);
    *y = _mm512_shuffle_f64x2(low, low4, 0xee);
    lanes size = PICK(r0, r2, 2, 6, 10, 14, 3, 7, 11, 15), size4 = PICK(r4, r6, 2, 6, 10, 14, 3, 7, 11, 15);
    *w = _mm512_shuffle_f64x2(size, size4, 0x44);
    *h = _mm512_shuffle_f64x2(size, size4, 0xee);
}

/* ---- pairs of rows ---- */

#define READS_PAIRS_OF_ROWS
#include "domain.h"

/* The squares of the differences of x and of y, and of the sums of r, for two times eight rows x y r. They are
 * computed in row order, so that only the squares are rearranged into columns. */
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, domain_test *s)
{
    lanes p0 = load_numbers(p, single, 0), p1 = load_numbers(p, single, 8), p2 = load_numbers(p, single, 16);
    lanes q0 = load_numbers(q, single, 0), q1 = load_numbers(q, single, 8), q2 = load_numbers(q, single, 16);
    const mask r0 = 0x24, r1 = 0x49, r3 = 0x92;
    lanes sizes = _mm512_mask_or_pd(_mm512_maskz_or_pd(r0, p0, q0), r1, p1, q1);
    test_size(s, _mm512_mask_or_pd(sizes, r3, p2, q2));
    s->squares = lanes_mul_add(p0, p0, s->squares);
    test_squares(s, p1, p2);
    lanes d0 = _mm512_mask_add_pd(lanes_sub(p0, q0), r0, p0, q0),
          d1 = _mm512_mask_add_pd(lanes_sub(p1, q1), r1, p1, q1);
    lanes d2 = _mm512_mask_add_pd(lanes_sub(p2, q2), r3, p2, q2);
    split_rows_of_3(lanes_mul(d0, d0), lanes_mul(d1, d1), lanes_mul(d2, d2), x2, y2, r2);
}

/* The gaps of four rows on both axes, x and y side by side. */
INLINE lanes four_gaps(const char *p, const char *q, bool single, int i, domain_test *s)
{
    lanes p0 = load_numbers(p, single, i), p2 = load_numbers(p, single, i + 8);
    lanes q0 = load_numbers(q, single, i), q2 = load_numbers(q, single, i + 8);
    test_squares(s, p0, p2);
    test_squares(s, q0, q2);
    lanes low_p = PICK(p0, p2, 0, 1, 4, 5, 8, 9, 12, 13), size_p = PICK(p0, p2, 2, 3, 6, 7, 10, 11, 14, 15);
    lanes low_q = PICK(q0, q2, 0, 1, 4, 5, 8, 9, 12, 13), size_q = PICK(q0, q2, 2, 3, 6, 7, 10, 11, 14, 15);
    test_size(s, lanes_or_signs(size_p, size_q));
    return lanes_max(lanes_sub(low_p, lanes_add(low_q, size_q)), lanes_sub(low_q, lanes_add(low_p, size_p)));
}

INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, domain_test *s)
{
    lanes first = four_gaps(p, q, single, 0, s), last = four_gaps(p, q, single, 16, s);
    lanes gap = lanes_max(_mm512_unpacklo_pd(first, last), _mm512_unpackhi_pd(first, last));
    return _mm512_permutexvar_pd(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), gap);
}

#endif
