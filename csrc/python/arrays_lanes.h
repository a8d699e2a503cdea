/* Lanes: LANES doubles on which each operation works at once, as each machine has them; where none is asked for, a
 * single double. A mask has a truth for each lane. LANES_AVX2 or LANES_NEON is defined before. */
#ifndef C2D_ARRAYS_LANES_H
#define C2D_ARRAYS_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- four: AVX2 and FMA ---- */

#if defined(LANES_AVX2)
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

/* ---- two: NEON ---- */

#elif defined(LANES_NEON)
#include <arm_neon.h>

#define LANES 2
#define TARGET
#define INLINE        static inline __attribute__((always_inline))

typedef float64x2_t lanes;
typedef uint64x2_t mask; /* by all bits */

INLINE lanes same(double x) { return vdupq_n_f64(x); }
INLINE lanes load(const double *p) { return vld1q_f64(p); }
INLINE void store(double *p, lanes v) { vst1q_f64(p, v); }
INLINE lanes add(lanes x, lanes y) { return vaddq_f64(x, y); }
INLINE lanes sub(lanes x, lanes y) { return vsubq_f64(x, y); }
INLINE lanes mul(lanes x, lanes y) { return vmulq_f64(x, y); }
INLINE lanes quotient(lanes x, lanes y) { return vdivq_f64(x, y); }
INLINE lanes root(lanes x) { return vsqrtq_f64(x); }
INLINE lanes larger(lanes x, lanes y) { return vmaxq_f64(x, y); }
INLINE lanes smaller(lanes x, lanes y) { return vminq_f64(x, y); }
INLINE lanes size_of(lanes x) { return vabsq_f64(x); }
INLINE lanes mul_add(lanes x, lanes y, lanes z) { return vfmaq_f64(z, x, y); }
INLINE lanes either_sign(lanes x, lanes y)
{
    return vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(x), vreinterpretq_u64_f64(y)));
}

INLINE mask is_less(lanes x, lanes y) { return vcltq_f64(x, y); }
INLINE mask is_negative(lanes x) { return vcltzq_s64(vreinterpretq_s64_f64(x)); }
INLINE mask both(mask a, mask b) { return vandq_u64(a, b); }
INLINE mask either(mask a, mask b) { return vorrq_u64(a, b); }
INLINE lanes choose(mask m, lanes x, lanes y) { return vbslq_f64(m, x, y); }
INLINE lanes negate_where(mask m, lanes x)
{
    return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(x), vshlq_n_u64(m, 63)));
}
INLINE unsigned bits_of(mask m) { return (unsigned)((vgetq_lane_u64(m, 0) & 1) | (vgetq_lane_u64(m, 1) & 2)); }
#define HAS_BIT(v, k) vcltzq_s64(vshlq_n_s64(vreinterpretq_s64_f64(v), 63 - (k)))
INLINE bool any_negative(lanes x) { return bits_of(is_negative(x)) != 0; }
INLINE double total(lanes v) { return vaddvq_f64(v); }

INLINE lanes numbers(const char *p, bool single, int i)
{
    if (single)
        return vcvt_f64_f32(vld1_f32((const float *)(const void *)p + i));
    return load((const double *)(const void *)p + i);
}

INLINE void read3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    if (single) {
        float32x2x3_t rows = vld3_f32((const float *)(const void *)p);
        *x = vcvt_f64_f32(rows.val[0]);
        *y = vcvt_f64_f32(rows.val[1]);
        *z = vcvt_f64_f32(rows.val[2]);
    } else {
        float64x2x3_t rows = vld3q_f64((const double *)(const void *)p);
        *x = rows.val[0];
        *y = rows.val[1];
        *z = rows.val[2];
    }
}

INLINE void read4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    if (single) {
        float32x2x4_t rows = vld4_f32((const float *)(const void *)p);
        *x = vcvt_f64_f32(rows.val[0]);
        *y = vcvt_f64_f32(rows.val[1]);
        *w = vcvt_f64_f32(rows.val[2]);
        *h = vcvt_f64_f32(rows.val[3]);
    } else {
        float64x2x4_t rows = vld4q_f64((const double *)(const void *)p);
        *x = rows.val[0];
        *y = rows.val[1];
        *w = rows.val[2];
        *h = rows.val[3];
    }
}

/* ---- one ---- */

#else
#define LANES 1
#define TARGET
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

typedef double lanes;
typedef int mask;

INLINE lanes same(double x) { return x; }
INLINE lanes load(const double *p) { return *p; }
INLINE void store(double *p, lanes v) { *p = v; }
INLINE lanes add(lanes x, lanes y) { return x + y; }
INLINE lanes sub(lanes x, lanes y) { return x - y; }
INLINE lanes mul(lanes x, lanes y) { return x * y; }
INLINE lanes quotient(lanes x, lanes y) { return x / y; }
INLINE lanes root(lanes x) { return sqrt(x); }
INLINE lanes larger(lanes x, lanes y) { return x > y ? x : y; }
INLINE lanes smaller(lanes x, lanes y) { return x < y ? x : y; }
INLINE lanes size_of(lanes x) { return fabs(x); }
INLINE lanes mul_add(lanes x, lanes y, lanes z) { return x * y + z; }
INLINE lanes either_sign(lanes x, lanes y) { return x < y ? x : y; }
INLINE bool any_negative(lanes x) { return x < 0; }

INLINE mask is_less(lanes x, lanes y) { return x < y; }
INLINE mask is_negative(lanes x) { return x < 0; }
INLINE mask both(mask a, mask b) { return a & b; }
INLINE mask either(mask a, mask b) { return a | b; }
INLINE lanes choose(mask m, lanes x, lanes y) { return m ? x : y; }
INLINE lanes negate_where(mask m, lanes x) { return m ? -x : x; }
INLINE unsigned bits_of(mask m) { return (unsigned)m; }
INLINE mask has_bit(lanes v, int k)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (int)(bits >> k & 1);
}
#define HAS_BIT(v, k) has_bit(v, k)
INLINE double total(lanes v) { return v; }

INLINE lanes numbers(const char *p, bool single, int i)
{
    return single ? (double)((const float *)(const void *)p)[i] : ((const double *)(const void *)p)[i];
}

INLINE void read3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    *x = numbers(p, single, 0);
    *y = numbers(p, single, 1);
    *z = numbers(p, single, 2);
}

INLINE void read4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    read3(p, single, x, y, w);
    *h = numbers(p, single, 3);
}
#endif

#endif
