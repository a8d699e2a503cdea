/* Lanes: four doubles, by AVX2 and FMA. The operations have the names of core/exact/lanes.h; masks may be of a type of
 * their own. */
#ifndef C2D_BATCH_LANES_H
#define C2D_BATCH_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <immintrin.h>

#define LANES 4
/* Computes x here, for good: GCC would load it again instead of keeping it, Clang would compute it after the next
 * branch. */
#define IN_REGISTER(x) __asm__("" : "+x"(x))
#define TARGET         __attribute__((target("avx2,fma")))
#define INLINE         static inline __attribute__((always_inline, target("avx2,fma")))

typedef __m256d lanes;
typedef __m256d mask; /* in the sign bits */

INLINE lanes lanes_splat(double x) { return _mm256_set1_pd(x); }
INLINE lanes lanes_load(const double *p) { return _mm256_loadu_pd(p); }
INLINE void lanes_store(double *p, lanes v) { _mm256_storeu_pd(p, v); }
INLINE lanes lanes_add(lanes x, lanes y) { return _mm256_add_pd(x, y); }
INLINE lanes lanes_sub(lanes x, lanes y) { return _mm256_sub_pd(x, y); }
INLINE lanes lanes_mul(lanes x, lanes y) { return _mm256_mul_pd(x, y); }
INLINE lanes lanes_div(lanes x, lanes y) { return _mm256_div_pd(x, y); }
INLINE lanes lanes_sqrt(lanes x) { return _mm256_sqrt_pd(x); }
INLINE lanes lanes_max(lanes x, lanes y) { return _mm256_max_pd(x, y); }
INLINE lanes lanes_min(lanes x, lanes y) { return _mm256_min_pd(x, y); }
INLINE lanes lanes_abs(lanes x) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x); }
/* x y + z, rounded once or twice. */
INLINE lanes lanes_mul_add(lanes x, lanes y, lanes z) { return _mm256_fmadd_pd(x, y, z); }
/* A number that is negative if x or y is. */
INLINE lanes lanes_or_signs(lanes x, lanes y) { return _mm256_or_pd(x, y); }
INLINE bool lanes_any_negative(lanes x) { return _mm256_movemask_pd(x) != 0; }

INLINE mask lanes_less(lanes x, lanes y) { return _mm256_cmp_pd(x, y, _CMP_LT_OQ); }
INLINE mask lanes_negative(lanes x) { return x; }
INLINE mask lanes_and(mask a, mask b) { return _mm256_and_pd(a, b); }
INLINE mask lanes_or(mask a, mask b) { return _mm256_or_pd(a, b); }
INLINE lanes lanes_select(mask m, lanes x, lanes y) { return _mm256_blendv_pd(y, x, m); }
INLINE lanes lanes_negate_where(mask m, lanes x) { return _mm256_xor_pd(x, _mm256_and_pd(m, _mm256_set1_pd(-0.0))); }
INLINE unsigned lanes_bits(mask m) { return (unsigned)_mm256_movemask_pd(m); }
/* Whether bit k of the representation is set, k < 64. */
#define LANES_HAVE_BIT(v, k) _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_castpd_si256(v), 63 - (k)))

INLINE double lanes_sum(lanes v)
{
    double each[LANES];
    lanes_store(each, v);
    return each[0] + each[1] + each[2] + each[3];
}

/* Loads the numbers from index i on, of an array of float64, or of float32 if single. */
INLINE lanes load_numbers(const char *p, bool single, int i)
{
    if (single)
        return _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)p + i));
    return lanes_load((const double *)(const void *)p + i);
}

/* The number at an aligned address. */
INLINE double float64_at(const char *p) { return *(const double *)(const void *)p; }
INLINE float float32_at(const char *p) { return *(const float *)(const void *)p; }

/* Loads numbers that are stride bytes apart. */
INLINE lanes load_strided(const char *p, bool single, ptrdiff_t step)
{
    const char *p2 = p + 2 * step;
    if (single)
        return _mm256_cvtps_pd(_mm_setr_ps(float32_at(p), float32_at(p + step), float32_at(p2), float32_at(p2 + step)));
    return _mm256_setr_pd(float64_at(p), float64_at(p + step), float64_at(p2), float64_at(p2 + step));
}

INLINE void split_rows_of_3(lanes u, lanes v, lanes w, lanes *x, lanes *y, lanes *z)
{
    lanes xy = _mm256_blend_pd(u, v, 12), zx = _mm256_permute2f128_pd(u, w, 0x21), yz = _mm256_blend_pd(v, w, 12);
    *x = _mm256_shuffle_pd(xy, zx, 10);
    *y = _mm256_shuffle_pd(xy, yz, 5);
    *z = _mm256_shuffle_pd(zx, yz, 10);
}

/* Loads LANES rows of three numbers by columns. */
INLINE void load_rows_of_3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    split_rows_of_3(load_numbers(p, single, 0), load_numbers(p, single, 4), load_numbers(p, single, 8), x, y, z);
}

/* Two numbers at index i, and the two at the same position two rows later. */
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

/* Loads LANES rows of four numbers by columns. */
INLINE void load_rows_of_4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
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
/* The lanes of r in three times four numbers of rows x y r. */
static const unsigned SIZES_OF_ROWS[3] = {4, 2, 9};
#include "domain.h"

/* The squares of the differences of x and of y, and of the sums of r, of four numbers in the k-th part of rows x y r.
 * signs: 1 for r, -1 for x and y. */
INLINE lanes square_part(const char *p, const char *q, bool single, int k, lanes signs, domain_test *s)
{
    lanes n = load_numbers(p, single, 4 * k), m = load_numbers(q, single, 4 * k), d;
    IN_REGISTER(n);
    IN_REGISTER(m);
    d = lanes_mul_add(m, signs, n);
    s->row_signs[k] = lanes_or_signs(s->row_signs[k], lanes_or_signs(n, m));
    add_square(s, k, n);
    return lanes_mul(d, d);
}

/* The squares of two times four rows, computed in row order, so that only the squares are rearranged into columns. */
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, domain_test *s)
{
    lanes u = square_part(p, q, single, 0, _mm256_setr_pd(-1, -1, 1, -1), s),
          v = square_part(p, q, single, 1, _mm256_setr_pd(-1, 1, -1, -1), s),
          w = square_part(p, q, single, 2, _mm256_setr_pd(1, -1, -1, 1), s);
    split_rows_of_3(u, v, w, x2, y2, r2);
}

/* The gaps of two rows on both axes, x and y side by side. */
INLINE lanes two_gaps(const char *p, const char *q, bool single, int i, domain_test *s)
{
    lanes low_p = two_rows(p, single, i), size_p = two_rows(p, single, i + 2);
    lanes low_q = two_rows(q, single, i), size_q = two_rows(q, single, i + 2);
    IN_REGISTER(low_p);
    IN_REGISTER(size_p);
    IN_REGISTER(low_q);
    IN_REGISTER(size_q);
    add_square(s, 0, low_p);
    add_square(s, 1, size_p);
    add_square(s, 2, low_q);
    add_square(s, 3, size_q);
    test_size(s, lanes_or_signs(size_p, size_q));
    return lanes_max(lanes_sub(low_p, lanes_add(low_q, size_q)), lanes_sub(low_q, lanes_add(low_p, size_p)));
}

INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, domain_test *s)
{
    lanes even = two_gaps(p, q, single, 0, s), odd = two_gaps(p, q, single, 4, s);
    return lanes_max(_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd));
}

/* ---- pairs of rows of float32 ---- */

#define READS_PAIRS_OF_FLOATS
#define FLOAT_LANES 8
/* The lanes of r in three parts of rows x y r, as square_float_rows has them. */
static const unsigned SIZES_OF_FLOAT_ROWS[3] = {0x44, 0x22, 0x99};

typedef __m256 floats;

INLINE floats floats_splat(float x) { return _mm256_set1_ps(x); }
INLINE floats floats_add(floats x, floats y) { return _mm256_add_ps(x, y); }
INLINE floats floats_sub(floats x, floats y) { return _mm256_sub_ps(x, y); }
INLINE floats floats_mul_add(floats x, floats y, floats z) { return _mm256_fmadd_ps(x, y, z); }
INLINE floats floats_abs(floats x) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x); }
INLINE unsigned floats_less(floats x, floats y)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_LT_OQ));
}
INLINE unsigned floats_negative(floats x) { return (unsigned)_mm256_movemask_ps(x); }

/* Four numbers at index i, and the four at the same position four rows later. */
INLINE floats four_rows(const char *p, int i)
{
    const float *at = (const float *)(const void *)p + i;
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(at)), _mm_loadu_ps(at + 12), 1);
}

/* As square_part, of two times four numbers. */
INLINE floats square_float_part(const char *p, const char *q, int k, floats signs, floats *row_signs)
{
    floats n = four_rows(p, 4 * k), m = four_rows(q, 4 * k), d;
    IN_REGISTER(n);
    IN_REGISTER(m);
    d = _mm256_fmadd_ps(m, signs, n);
    *row_signs = _mm256_or_ps(*row_signs, _mm256_or_ps(n, m));
    return _mm256_mul_ps(d, d);
}

/* As square_rows, of two times eight rows. */
INLINE void square_float_rows(const char *p, const char *q, floats *x2, floats *y2, floats *r2, floats row_signs[3])
{
    const float r = 1, c = -1;
    floats u = square_float_part(p, q, 0, _mm256_setr_ps(c, c, r, c, c, c, r, c), row_signs),  /* x0 y0 r0 x1 */
        v = square_float_part(p, q, 1, _mm256_setr_ps(c, r, c, c, c, r, c, c), row_signs + 1), /* y1 r1 x2 y2 */
        w = square_float_part(p, q, 2, _mm256_setr_ps(r, c, c, r, r, c, c, r), row_signs + 2); /* r2 x3 y3 r3 */
    floats xy = _mm256_shuffle_ps(v, w, 0x9e), yr = _mm256_shuffle_ps(u, v, 0x49);
    *x2 = _mm256_shuffle_ps(u, xy, 0x8c);
    *y2 = _mm256_shuffle_ps(yr, xy, 0xd8);
    *r2 = _mm256_shuffle_ps(yr, w, 0xcd);
}

#endif
