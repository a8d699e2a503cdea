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

#define LANES 8
/* Computes x here, for good: GCC would load it again instead of keeping it, Clang would compute it after the next
 * branch. */
#define IN_REGISTER(x) __asm__("" : "+v"(x))
#define TARGET         __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))
#define INLINE         static inline __attribute__((always_inline, target("avx512f,avx512dq,avx512vl,avx2,fma")))

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
/* The lanes of r in three times eight numbers of rows x y r. */
static const unsigned SIZES_OF_ROWS[3] = {0x24, 0x49, 0x92};
#include "domain.h"

INLINE lanes or_three(lanes x, lanes y, lanes z)
{
    return _mm512_castsi512_pd(
        _mm512_ternarylogic_epi64(_mm512_castpd_si512(x), _mm512_castpd_si512(y), _mm512_castpd_si512(z), 0xfe));
}

/* The squares of the differences of x and of y, and of the sums of r, of eight numbers in the k-th part of rows x y r.
 * signs: 1 for r, -1 for x and y. */
INLINE lanes square_part(const char *p, const char *q, bool single, int k, lanes signs, domain_test *s)
{
    lanes n = load_numbers(p, single, 8 * k), m = load_numbers(q, single, 8 * k), d;
    IN_REGISTER(n);
    IN_REGISTER(m);
    d = lanes_mul_add(m, signs, n);
    s->row_signs[k] = or_three(s->row_signs[k], n, m);
    add_square(s, k, n);
    return lanes_mul(d, d);
}

/* The squares of two times eight rows, computed in row order, so that only the squares are rearranged into columns. */
INLINE void square_rows(const char *p, const char *q, bool single, lanes *x2, lanes *y2, lanes *r2, domain_test *s)
{
    lanes u = square_part(p, q, single, 0, _mm512_setr_pd(-1, -1, 1, -1, -1, 1, -1, -1), s),
          v = square_part(p, q, single, 1, _mm512_setr_pd(1, -1, -1, 1, -1, -1, 1, -1), s),
          w = square_part(p, q, single, 2, _mm512_setr_pd(-1, 1, -1, -1, 1, -1, -1, 1), s);
    split_rows_of_3(u, v, w, x2, y2, r2);
}

/* The gaps of four rows on both axes, x and y side by side. */
INLINE lanes four_gaps(const char *p, const char *q, bool single, int i, domain_test *s)
{
    lanes p0 = load_numbers(p, single, i), p2 = load_numbers(p, single, i + 8);
    lanes q0 = load_numbers(q, single, i), q2 = load_numbers(q, single, i + 8);
    IN_REGISTER(p0);
    IN_REGISTER(p2);
    IN_REGISTER(q0);
    IN_REGISTER(q2);
    add_square(s, 0, p0);
    add_square(s, 1, p2);
    add_square(s, 2, q0);
    add_square(s, 3, q2);
    lanes low_p = PICK(p0, p2, 0, 1, 4, 5, 8, 9, 12, 13), size_p = PICK(p0, p2, 2, 3, 6, 7, 10, 11, 14, 15);
    lanes low_q = PICK(q0, q2, 0, 1, 4, 5, 8, 9, 12, 13), size_q = PICK(q0, q2, 2, 3, 6, 7, 10, 11, 14, 15);
    s->signs = or_three(s->signs, size_p, size_q);
    return lanes_max(lanes_sub(low_p, lanes_add(low_q, size_q)), lanes_sub(low_q, lanes_add(low_p, size_p)));
}

INLINE lanes gaps_of_rows(const char *p, const char *q, bool single, domain_test *s)
{
    lanes first = four_gaps(p, q, single, 0, s), last = four_gaps(p, q, single, 16, s);
    lanes gap = lanes_max(_mm512_unpacklo_pd(first, last), _mm512_unpackhi_pd(first, last));
    return _mm512_permutexvar_pd(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), gap);
}

/* ---- pairs of rows of float32 ---- */

#define READS_PAIRS_OF_FLOATS
#define FLOAT_LANES 16
/* The lanes of r in three times sixteen numbers of rows x y r. */
static const unsigned SIZES_OF_FLOAT_ROWS[3] = {0x4924, 0x2492, 0x9249};

typedef __m512 floats;

INLINE floats floats_splat(float x) { return _mm512_set1_ps(x); }
INLINE floats floats_add(floats x, floats y) { return _mm512_add_ps(x, y); }
INLINE floats floats_sub(floats x, floats y) { return _mm512_sub_ps(x, y); }
INLINE floats floats_mul_add(floats x, floats y, floats z) { return _mm512_fmadd_ps(x, y, z); }
INLINE floats floats_abs(floats x) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), x); }
INLINE unsigned floats_less(floats x, floats y) { return _mm512_cmp_ps_mask(x, y, _CMP_LT_OQ); }
INLINE unsigned floats_negative(floats x) { return _mm512_movepi32_mask(_mm512_castps_si512(x)); }

/* As square_part, of sixteen numbers. */
INLINE floats square_float_part(const char *p, const char *q, int k, floats signs, floats *row_signs)
{
    floats n = _mm512_loadu_ps((const float *)(const void *)p + 16 * k),
           m = _mm512_loadu_ps((const float *)(const void *)q + 16 * k), d;
    IN_REGISTER(n);
    IN_REGISTER(m);
    d = _mm512_fmadd_ps(m, signs, n);
    *row_signs = _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(*row_signs), _mm512_castps_si512(n),
                                                               _mm512_castps_si512(m), 0xfe));
    return _mm512_mul_ps(d, d);
}

/* The elements of x (0 to 15) and y (16 to 31) at these indices. */
#define PICK_FLOATS(x, y, ...) _mm512_permutex2var_ps(x, _mm512_setr_epi32(__VA_ARGS__), y)

/* As square_rows, of two times sixteen rows. */
INLINE void square_float_rows(const char *p, const char *q, floats *x2, floats *y2, floats *r2, floats row_signs[3])
{
    const float r = 1, c = -1;
    floats u = square_float_part(p, q, 0, _mm512_setr_ps(c, c, r, c, c, r, c, c, r, c, c, r, c, c, r, c), row_signs),
           v = square_float_part(p, q, 1, _mm512_setr_ps(c, r, c, c, r, c, c, r, c, c, r, c, c, r, c, c),
                                 row_signs + 1),
           w = square_float_part(p, q, 2, _mm512_setr_ps(r, c, c, r, c, c, r, c, c, r, c, c, r, c, c, r),
                                 row_signs + 2);
    *x2 = PICK_FLOATS(PICK_FLOATS(u, v, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0), w, 0, 1, 2, 3, 4, 5, 6,
                      7, 8, 9, 10, 17, 20, 23, 26, 29);
    *y2 = PICK_FLOATS(PICK_FLOATS(u, v, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0), w, 0, 1, 2, 3, 4, 5, 6,
                      7, 8, 9, 10, 18, 21, 24, 27, 30);
    *r2 = PICK_FLOATS(PICK_FLOATS(u, v, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0), w, 0, 1, 2, 3, 4, 5, 6,
                      7, 8, 9, 16, 19, 22, 25, 28, 31);
}

#endif
