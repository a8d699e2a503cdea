/* Lanes: two doubles, by NEON. */
#ifndef C2D_ARRAYS_LANES_H
#define C2D_ARRAYS_LANES_H

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

/* Numbers a stride of bytes apart. */
INLINE lanes strided(const char *p, bool single, ptrdiff_t step)
{
    const float *f = (const float *)(const void *)p, *g = (const float *)(const void *)(p + step);
    const double *x = (const double *)(const void *)p, *y = (const double *)(const void *)(p + step);
    return single ? vcvt_f64_f32(vld1_lane_f32(g, vld1_dup_f32(f), 1)) : vcombine_f64(vld1_f64(x), vld1_f64(y));
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

#endif
