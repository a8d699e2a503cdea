/* Lanes: two doubles, by NEON. The operations have the names of core/exact/lanes.h; masks may be of a type of their
 * own. */
#ifndef C2D_BATCH_LANES_H
#define C2D_BATCH_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <arm_neon.h>

#define LANES 2
#define TARGET
#define INLINE static inline __attribute__((always_inline))

typedef float64x2_t lanes;
typedef uint64x2_t mask; /* in all bits */

INLINE lanes lanes_splat(double x) { return vdupq_n_f64(x); }
INLINE lanes lanes_load(const double *p) { return vld1q_f64(p); }
INLINE void lanes_store(double *p, lanes v) { vst1q_f64(p, v); }
INLINE lanes lanes_add(lanes x, lanes y) { return vaddq_f64(x, y); }
INLINE lanes lanes_sub(lanes x, lanes y) { return vsubq_f64(x, y); }
INLINE lanes lanes_mul(lanes x, lanes y) { return vmulq_f64(x, y); }
INLINE lanes lanes_div(lanes x, lanes y) { return vdivq_f64(x, y); }
INLINE lanes lanes_sqrt(lanes x) { return vsqrtq_f64(x); }
INLINE lanes lanes_max(lanes x, lanes y) { return vmaxq_f64(x, y); }
INLINE lanes lanes_min(lanes x, lanes y) { return vminq_f64(x, y); }
INLINE lanes lanes_abs(lanes x) { return vabsq_f64(x); }
INLINE lanes lanes_mul_add(lanes x, lanes y, lanes z) { return vfmaq_f64(z, x, y); }
INLINE lanes lanes_or_signs(lanes x, lanes y)
{
    return vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(x), vreinterpretq_u64_f64(y)));
}

INLINE mask lanes_less(lanes x, lanes y) { return vcltq_f64(x, y); }
INLINE mask lanes_negative(lanes x) { return vcltzq_s64(vreinterpretq_s64_f64(x)); }
INLINE mask lanes_and(mask a, mask b) { return vandq_u64(a, b); }
INLINE mask lanes_or(mask a, mask b) { return vorrq_u64(a, b); }
INLINE lanes lanes_select(mask m, lanes x, lanes y) { return vbslq_f64(m, x, y); }
INLINE lanes lanes_negate_where(mask m, lanes x)
{
    return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(x), vshlq_n_u64(m, 63)));
}
INLINE unsigned lanes_bits(mask m) { return (unsigned)((vgetq_lane_u64(m, 0) & 1) | (vgetq_lane_u64(m, 1) & 2)); }
#define LANES_HAVE_BIT(v, k) vcltzq_s64(vshlq_n_s64(vreinterpretq_s64_f64(v), 63 - (k)))
INLINE bool lanes_any_negative(lanes x) { return lanes_bits(lanes_negative(x)) != 0; }
INLINE double lanes_sum(lanes v) { return vaddvq_f64(v); }

INLINE lanes load_numbers(const char *p, bool single, int i)
{
    if (single)
        return vcvt_f64_f32(vld1_f32((const float *)(const void *)p + i));
    return lanes_load((const double *)(const void *)p + i);
}

/* Loads numbers that are stride bytes apart. */
INLINE lanes load_strided(const char *p, bool single, ptrdiff_t step)
{
    const float *f = (const float *)(const void *)p, *g = (const float *)(const void *)(p + step);
    const double *x = (const double *)(const void *)p, *y = (const double *)(const void *)(p + step);
    return single ? vcvt_f64_f32(vld1_lane_f32(g, vld1_dup_f32(f), 1)) : vcombine_f64(vld1_f64(x), vld1_f64(y));
}

INLINE void load_rows_of_3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
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

INLINE void load_rows_of_4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
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

#endif
