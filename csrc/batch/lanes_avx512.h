/* Lanes: eight doubles on which each operation works at once, by AVX-512. */
#ifndef C2D_ARRAYS_LANES_H
#define C2D_ARRAYS_LANES_H

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

INLINE lanes same(double x) { return _mm512_set1_pd(x); }
INLINE lanes load(const double *p) { return _mm512_loadu_pd(p); }
INLINE void store(double *p, lanes v) { _mm512_storeu_pd(p, v); }
INLINE lanes add(lanes x, lanes y) { return _mm512_add_pd(x, y); }
INLINE lanes sub(lanes x, lanes y) { return _mm512_sub_pd(x, y); }
INLINE lanes mul(lanes x, lanes y) { return _mm512_mul_pd(x, y); }
INLINE lanes quotient(lanes x, lanes y) { return _mm512_div_pd(x, y); }
INLINE lanes root(lanes x) { return _mm512_sqrt_pd(x); }
INLINE lanes larger(lanes x, lanes y) { return _mm512_max_pd(x, y); }
INLINE lanes smaller(lanes x, lanes y) { return _mm512_min_pd(x, y); }
INLINE lanes size_of(lanes x) { return _mm512_andnot_pd(_mm512_set1_pd(-0.0), x); }
/* x y + z, rounded once or twice. */
INLINE lanes mul_add(lanes x, lanes y, lanes z) { return _mm512_fmadd_pd(x, y, z); }
/* Negative if either is, in the sign bit. */
INLINE lanes either_sign(lanes x, lanes y) { return _mm512_or_pd(x, y); }

INLINE mask is_less(lanes x, lanes y) { return _mm512_cmp_pd_mask(x, y, _CMP_LT_OQ); }
INLINE mask is_negative(lanes x) { return _mm512_movepi64_mask(_mm512_castpd_si512(x)); }
INLINE mask both(mask a, mask b) { return (mask)(a & b); }
INLINE mask either(mask a, mask b) { return (mask)(a | b); }
INLINE lanes choose(mask m, lanes x, lanes y) { return _mm512_mask_blend_pd(m, y, x); }
INLINE lanes negate_where(mask m, lanes x) { return _mm512_mask_xor_pd(x, m, x, _mm512_set1_pd(-0.0)); }
INLINE unsigned bits_of(mask m) { return (unsigned)m; }
/* Bit k of the representations, k < 64. */
#define HAS_BIT(v, k) _mm512_test_epi64_mask(_mm512_castpd_si512(v), _mm512_set1_epi64(1ll << (k)))
INLINE bool any_negative(lanes x) { return is_negative(x) != 0; }
INLINE double total(lanes v) { return _mm512_reduce_add_pd(v); }

/* Numbers i onward of an array of float64, or float32 if single. */
INLINE lanes numbers(const char *p, bool single, int i)
{
    if (single)
        return _mm512_cvtps_pd(_mm256_loadu_ps((const float *)(const void *)p + i));
    return load((const double *)(const void *)p + i);
}

/* A number, from where it is aligned. */
INLINE double float64_at(const char *p) { return *(const double *)(const void *)p; }
INLINE float float32_at(const char *p) { return *(const float *)(const void *)p; }

/* Numbers a stride of bytes apart. */
INLINE lanes strided(const char *p, bool single, ptrdiff_t step)
{
    const char *p2 = p + 2 * step, *p4 = p2 + 2 * step, *p6 = p4 + 2 * step;
    if (single)
        return _mm512_cvtps_pd(_mm256_setr_ps(float32_at(p), float32_at(p + step), float32_at(p2),
                                              float32_at(p2 + step), float32_at(p4), float32_at(p4 + step),
                                              float32_at(p6), float32_at(p6 + step)));
    return _mm512_setr_pd(float64_at(p), float64_at(p + step), float64_at(p2), float64_at(p2 + step), float64_at(p4),
                          float64_at(p4 + step), float64_at(p6), float64_at(p6 + step));
}

/* Places of x, then of y (8 and more). */
#define PICK(x, y, ...) _mm512_permutex2var_pd(x, _mm512_setr_epi64(__VA_ARGS__), y)

INLINE void split3(lanes u, lanes v, lanes w, lanes *x, lanes *y, lanes *z)
{
    *x = PICK(PICK(u, v, 0, 3, 6, 9, 12, 15, 0, 0), w, 0, 1, 2, 3, 4, 5, 10, 13);
    *y = PICK(PICK(u, v, 1, 4, 7, 10, 13, 0, 0, 0), w, 0, 1, 2, 3, 4, 8, 11, 14);
    *z = PICK(PICK(u, v, 2, 5, 8, 11, 14, 0, 0, 0), w, 0, 1, 2, 3, 4, 9, 12, 15);
}

/* LANES rows of three numbers, by columns. */
INLINE void read3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    split3(numbers(p, single, 0), numbers(p, single, 8), numbers(p, single, 16), x, y, z);
}

/* LANES rows of four numbers, by columns. */
INLINE void read4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    lanes r0 = numbers(p, single, 0), r2 = numbers(p, single, 8), r4 = numbers(p, single, 16),
          r6 = numbers(p, single, 24);
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

/* Squares of the differences of x and of y, and of the sums of r, of two times eight rows x y r: computed as they lie,
 * so that only the squares have to be put in columns. */
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, seen *s)
{
    lanes p0 = numbers(p, single, 0), p1 = numbers(p, single, 8), p2 = numbers(p, single, 16);
    lanes q0 = numbers(q, single, 0), q1 = numbers(q, single, 8), q2 = numbers(q, single, 16);
    const mask r0 = 0x24, r1 = 0x49, r3 = 0x92;
    lanes sizes = _mm512_mask_or_pd(_mm512_maskz_or_pd(r0, p0, q0), r1, p1, q1);
    see_size(s, _mm512_mask_or_pd(sizes, r3, p2, q2));
    s->squares = mul_add(p0, p0, s->squares);
    see_squares(s, p1, p2);
    lanes d0 = _mm512_mask_add_pd(sub(p0, q0), r0, p0, q0), d1 = _mm512_mask_add_pd(sub(p1, q1), r1, p1, q1);
    lanes d2 = _mm512_mask_add_pd(sub(p2, q2), r3, p2, q2);
    split3(mul(d0, d0), mul(d1, d1), mul(d2, d2), x2, y2, r2);
}

/* The larger of the gaps in x and in y, of four rows, x and y side by side. */
INLINE lanes four_gaps(const char *p, const char *q, bool single, int i, seen *s)
{
    lanes p0 = numbers(p, single, i), p2 = numbers(p, single, i + 8);
    lanes q0 = numbers(q, single, i), q2 = numbers(q, single, i + 8);
    see_squares(s, p0, p2);
    see_squares(s, q0, q2);
    lanes low_p = PICK(p0, p2, 0, 1, 4, 5, 8, 9, 12, 13), size_p = PICK(p0, p2, 2, 3, 6, 7, 10, 11, 14, 15);
    lanes low_q = PICK(q0, q2, 0, 1, 4, 5, 8, 9, 12, 13), size_q = PICK(q0, q2, 2, 3, 6, 7, 10, 11, 14, 15);
    see_size(s, either_sign(size_p, size_q));
    return larger(sub(low_p, add(low_q, size_q)), sub(low_q, add(low_p, size_p)));
}

INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, seen *s)
{
    lanes first = four_gaps(p, q, single, 0, s), last = four_gaps(p, q, single, 16, s);
    lanes gap = larger(_mm512_unpacklo_pd(first, last), _mm512_unpackhi_pd(first, last));
    return _mm512_permutexvar_pd(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), gap);
}

#endif
