/* Lanes: four doubles on which each operation works at once, by AVX2 and FMA. */
#ifndef C2D_ARRAYS_LANES_H
#define C2D_ARRAYS_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <immintrin.h>

#define LANES  4
#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline, target("avx2,fma")))

typedef __m256d lanes;
typedef __m256d mask; /* by the sign bits */

INLINE lanes same(double x) { return _mm256_set1_pd(x); }
INLINE lanes load(const double *p) { return _mm256_loadu_pd(p); }
INLINE void store(double *p, lanes v) { _mm256_storeu_pd(p, v); }
INLINE lanes add(lanes x, lanes y) { return _mm256_add_pd(x, y); }
INLINE lanes sub(lanes x, lanes y) { return _mm256_sub_pd(x, y); }
INLINE lanes mul(lanes x, lanes y) { return _mm256_mul_pd(x, y); }
INLINE lanes quotient(lanes x, lanes y) { return _mm256_div_pd(x, y); }
INLINE lanes root(lanes x) { return _mm256_sqrt_pd(x); }
INLINE lanes larger(lanes x, lanes y) { return _mm256_max_pd(x, y); }
INLINE lanes smaller(lanes x, lanes y) { return _mm256_min_pd(x, y); }
INLINE lanes size_of(lanes x) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x); }
/* x y + z, rounded once or twice. */
INLINE lanes mul_add(lanes x, lanes y, lanes z) { return _mm256_fmadd_pd(x, y, z); }
/* Negative if either is, in the sign bit. */
INLINE lanes either_sign(lanes x, lanes y) { return _mm256_or_pd(x, y); }
INLINE bool any_negative(lanes x) { return _mm256_movemask_pd(x) != 0; }

INLINE mask is_less(lanes x, lanes y) { return _mm256_cmp_pd(x, y, _CMP_LT_OQ); }
INLINE mask is_negative(lanes x) { return x; }
INLINE mask both(mask a, mask b) { return _mm256_and_pd(a, b); }
INLINE mask either(mask a, mask b) { return _mm256_or_pd(a, b); }
INLINE lanes choose(mask m, lanes x, lanes y) { return _mm256_blendv_pd(y, x, m); }
INLINE lanes negate_where(mask m, lanes x) { return _mm256_xor_pd(x, _mm256_and_pd(m, _mm256_set1_pd(-0.0))); }
INLINE unsigned bits_of(mask m) { return (unsigned)_mm256_movemask_pd(m); }
/* Bit k of the representations, k < 64. */
#define HAS_BIT(v, k) _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_castpd_si256(v), 63 - (k)))

INLINE double total(lanes v)
{
    double each[LANES];
    store(each, v);
    return each[0] + each[1] + each[2] + each[3];
}

/* Numbers i onward of an array of float64, or float32 if single. */
INLINE lanes numbers(const char *p, bool single, int i)
{
    if (single)
        return _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)p + i));
    return load((const double *)(const void *)p + i);
}

/* A number, from where it is aligned. */
INLINE double float64_at(const char *p) { return *(const double *)(const void *)p; }
INLINE float float32_at(const char *p) { return *(const float *)(const void *)p; }

/* Numbers a stride of bytes apart. */
INLINE lanes strided(const char *p, bool single, ptrdiff_t step)
{
    const char *p2 = p + 2 * step;
    if (single)
        return _mm256_cvtps_pd(_mm_setr_ps(float32_at(p), float32_at(p + step), float32_at(p2), float32_at(p2 + step)));
    return _mm256_setr_pd(float64_at(p), float64_at(p + step), float64_at(p2), float64_at(p2 + step));
}

INLINE void split3(lanes u, lanes v, lanes w, lanes *x, lanes *y, lanes *z)
{
    lanes xy = _mm256_blend_pd(u, v, 12), zx = _mm256_permute2f128_pd(u, w, 0x21), yz = _mm256_blend_pd(v, w, 12);
    *x = _mm256_shuffle_pd(xy, zx, 10);
    *y = _mm256_shuffle_pd(xy, yz, 5);
    *z = _mm256_shuffle_pd(zx, yz, 10);
}

/* LANES rows of three numbers, by columns. */
INLINE void read3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    split3(numbers(p, single, 0), numbers(p, single, 4), numbers(p, single, 8), x, y, z);
}

/* Two numbers of row i of four, and of row i + 2 the same. */
INLINE lanes two_rows(const char *p, bool single, int i)
{
    if (single) {
        const float *row = (const float *)(const void *)p + i;
        __m128 low = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)row));
        return _mm256_cvtps_pd(_mm_loadh_pi(low, (const __m64 *)(const void *)(row + 8)));
    }
    const double *row = (const double *)(const void *)p + i;
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(row)), _mm_loadu_pd(row + 8), 1);
}

/* LANES rows of four numbers, by columns. */
INLINE void read4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    lanes even = two_rows(p, single, 0), odd = two_rows(p, single, 4);
    *x = _mm256_unpacklo_pd(even, odd);
    *y = _mm256_unpackhi_pd(even, odd);
    even = two_rows(p, single, 2);
    odd = two_rows(p, single, 6);
    *w = _mm256_unpacklo_pd(even, odd);
    *h = _mm256_unpackhi_pd(even, odd);
}

/* ---- pairs of rows ---- */

#define READS_PAIRS_OF_ROWS
#include "domain.h"

/* Squares of the differences of x and of y, and of the sums of r, of two times four rows x y r: computed as they lie,
 * so that only the squares have to be put in columns. */
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, seen *s)
{
    lanes p0 = numbers(p, single, 0), p1 = numbers(p, single, 4), p2 = numbers(p, single, 8);
    lanes q0 = numbers(q, single, 0), q1 = numbers(q, single, 4), q2 = numbers(q, single, 8);
    lanes r0 = either_sign(p0, q0), r1 = either_sign(p1, q1), r3 = either_sign(p2, q2);
    see_size(s, _mm256_and_pd(_mm256_blend_pd(_mm256_blend_pd(r3, r1, 2), r0, 4), same(-0.0)));
    s->squares = mul_add(p0, p0, s->squares);
    see_squares(s, p1, p2);
    lanes d0 = sub(p0, _mm256_xor_pd(q0, _mm256_setr_pd(0.0, 0.0, -0.0, 0.0)));
    lanes d1 = sub(p1, _mm256_xor_pd(q1, _mm256_setr_pd(0.0, -0.0, 0.0, 0.0)));
    lanes d2 = sub(p2, _mm256_xor_pd(q2, _mm256_setr_pd(-0.0, 0.0, 0.0, -0.0)));
    split3(mul(d0, d0), mul(d1, d1), mul(d2, d2), x2, y2, r2);
}

/* The larger of the gaps in x and in y, of two rows at a time, x and y side by side. */
INLINE lanes two_gaps(const char *p, const char *q, bool single, int i, seen *s)
{
    lanes low_p = two_rows(p, single, i), size_p = two_rows(p, single, i + 2);
    lanes low_q = two_rows(q, single, i), size_q = two_rows(q, single, i + 2);
    see_squares(s, low_p, size_p);
    see_squares(s, low_q, size_q);
    see_size(s, either_sign(size_p, size_q));
    return larger(sub(low_p, add(low_q, size_q)), sub(low_q, add(low_p, size_p)));
}

INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, seen *s)
{
    lanes even = two_gaps(p, q, single, 0, s), odd = two_gaps(p, q, single, 4, s);
    return larger(_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd));
}

#endif
