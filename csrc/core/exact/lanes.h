/* Two doubles (x, y) in one SSE2 register, or in a c2d_vec without SSE2. Both versions round alike, so they give equal
 * results. Comparisons return masks: all bits of a lane set, or none. */
#ifndef C2D_LANES_H
#define C2D_LANES_H

#include "vec.h"

#if defined(__SSE2__) || defined(_M_X64)

#include <emmintrin.h>

typedef __m128d c2d_lanes;

C2D_INLINE c2d_lanes lanes_pair(double x, double y) { return _mm_set_pd(y, x); }
C2D_INLINE c2d_lanes lanes_splat(double x) { return _mm_set1_pd(x); }
C2D_INLINE c2d_lanes lanes_load(const c2d_vec *v) { return _mm_loadu_pd(&v->x); }
C2D_INLINE void lanes_store(c2d_vec *out, c2d_lanes p) { _mm_storeu_pd(&out->x, p); }
C2D_INLINE double lanes_x(c2d_lanes p) { return _mm_cvtsd_f64(p); }
C2D_INLINE c2d_lanes lanes_add(c2d_lanes p, c2d_lanes q) { return _mm_add_pd(p, q); }
C2D_INLINE c2d_lanes lanes_sub(c2d_lanes p, c2d_lanes q) { return _mm_sub_pd(p, q); }
C2D_INLINE c2d_lanes lanes_mul(c2d_lanes p, c2d_lanes q) { return _mm_mul_pd(p, q); }
C2D_INLINE c2d_lanes lanes_div(c2d_lanes p, c2d_lanes q) { return _mm_div_pd(p, q); }
C2D_INLINE c2d_lanes lanes_sqrt(c2d_lanes p) { return _mm_sqrt_pd(p); }
C2D_INLINE c2d_lanes lanes_min(c2d_lanes p, c2d_lanes q) { return _mm_min_pd(p, q); }
C2D_INLINE c2d_lanes lanes_max(c2d_lanes p, c2d_lanes q) { return _mm_max_pd(p, q); }
C2D_INLINE c2d_lanes lanes_and(c2d_lanes p, c2d_lanes q) { return _mm_and_pd(p, q); }
C2D_INLINE c2d_lanes lanes_or(c2d_lanes p, c2d_lanes q) { return _mm_or_pd(p, q); }
C2D_INLINE c2d_lanes lanes_xor(c2d_lanes p, c2d_lanes signs) { return _mm_xor_pd(p, signs); }
C2D_INLINE c2d_lanes lanes_less(c2d_lanes p, c2d_lanes q) { return _mm_cmplt_pd(p, q); }
C2D_INLINE c2d_lanes lanes_at_most(c2d_lanes p, c2d_lanes q) { return _mm_cmple_pd(p, q); }
C2D_INLINE c2d_lanes lanes_equal(c2d_lanes p, c2d_lanes q) { return _mm_cmpeq_pd(p, q); }
C2D_INLINE c2d_lanes lanes_abs(c2d_lanes p)
{
    return _mm_and_pd(p, _mm_castsi128_pd(_mm_set1_epi64x(0x7fffffffffffffff)));
}
C2D_INLINE c2d_lanes lanes_select(c2d_lanes mask, c2d_lanes p, c2d_lanes q)
{
    return _mm_or_pd(_mm_and_pd(mask, p), _mm_andnot_pd(mask, q));
}
/* swap: (y, x). xs: (p.x, q.x). ys: (p.y, q.y). yx: (p.y, q.x). */
C2D_INLINE c2d_lanes lanes_swap(c2d_lanes p) { return _mm_shuffle_pd(p, p, 1); }
C2D_INLINE c2d_lanes lanes_yx(c2d_lanes p, c2d_lanes q) { return _mm_shuffle_pd(p, q, 1); }
C2D_INLINE c2d_lanes lanes_xs(c2d_lanes p, c2d_lanes q) { return _mm_unpacklo_pd(p, q); }
C2D_INLINE c2d_lanes lanes_ys(c2d_lanes p, c2d_lanes q) { return _mm_unpackhi_pd(p, q); }
/* The mask as bits: 1 for x, 2 for y. */
C2D_INLINE int lanes_bits(c2d_lanes mask) { return _mm_movemask_pd(mask); }
/* The mask of both lanes, or of none; truth: 1 or 0. */
C2D_INLINE c2d_lanes lanes_mask(int truth) { return _mm_castsi128_pd(_mm_set1_epi64x(-(int64_t)truth)); }
/* The upper 26 bits of the significands. */
C2D_INLINE c2d_lanes lanes_upper(c2d_lanes p)
{
    return _mm_and_pd(p, _mm_castsi128_pd(_mm_set1_epi64x(-((int64_t)1 << 27))));
}
/* Whether the significands of x and y each fit in 26 bits. */
C2D_INLINE int lanes_are_round(c2d_lanes p)
{
    __m128i low = _mm_slli_epi64(_mm_castpd_si128(p), 37);
    return _mm_movemask_epi8(_mm_cmpeq_epi32(low, _mm_setzero_si128())) == 0xffff;
}

#else

#include <string.h>

typedef c2d_vec c2d_lanes;

C2D_INLINE double c2d_of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
C2D_INLINE uint64_t c2d_bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
C2D_INLINE double c2d_truth(int truth) { return c2d_of_bits(truth ? UINT64_MAX : 0); }

#define C2D_LANEWISE(name, type, of_x, of_y)                                                                           \
    C2D_INLINE c2d_lanes name(c2d_lanes p, type q) { return c2d_v(of_x, of_y); }
#define C2D_BITWISE(name, op)                                                                                          \
    C2D_LANEWISE(name, c2d_lanes, c2d_of_bits(c2d_bits_of(p.x) op c2d_bits_of(q.x)),                                   \
                 c2d_of_bits(c2d_bits_of(p.y) op c2d_bits_of(q.y)))

C2D_INLINE c2d_lanes lanes_pair(double x, double y) { return c2d_v(x, y); }
C2D_INLINE c2d_lanes lanes_splat(double x) { return c2d_v(x, x); }
C2D_INLINE c2d_lanes lanes_load(const c2d_vec *v) { return *v; }
C2D_INLINE void lanes_store(c2d_vec *out, c2d_lanes p) { *out = p; }
C2D_INLINE double lanes_x(c2d_lanes p) { return p.x; }
C2D_LANEWISE(lanes_add, c2d_lanes, p.x + q.x, p.y + q.y)
C2D_LANEWISE(lanes_sub, c2d_lanes, p.x - q.x, p.y - q.y)
C2D_LANEWISE(lanes_mul, c2d_lanes, p.x *q.x, p.y *q.y)
C2D_LANEWISE(lanes_div, c2d_lanes, p.x / q.x, p.y / q.y)
C2D_LANEWISE(lanes_min, c2d_lanes, p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y)
C2D_LANEWISE(lanes_max, c2d_lanes, p.x > q.x ? p.x : q.x, p.y > q.y ? p.y : q.y)
C2D_BITWISE(lanes_and, &)
C2D_BITWISE(lanes_or, |)
C2D_BITWISE(lanes_xor, ^)
C2D_LANEWISE(lanes_less, c2d_lanes, c2d_truth(p.x < q.x), c2d_truth(p.y < q.y))
C2D_LANEWISE(lanes_at_most, c2d_lanes, c2d_truth(p.x <= q.x), c2d_truth(p.y <= q.y))
C2D_LANEWISE(lanes_equal, c2d_lanes, c2d_truth(p.x == q.x), c2d_truth(p.y == q.y))
C2D_INLINE c2d_lanes lanes_sqrt(c2d_lanes p) { return c2d_v(c2d_sqrt(p.x), c2d_sqrt(p.y)); }
C2D_INLINE c2d_lanes lanes_abs(c2d_lanes p) { return c2d_v(fabs(p.x), fabs(p.y)); }
C2D_INLINE c2d_lanes lanes_select(c2d_lanes mask, c2d_lanes p, c2d_lanes q)
{
    return c2d_v(c2d_bits_of(mask.x) ? p.x : q.x, c2d_bits_of(mask.y) ? p.y : q.y);
}
C2D_INLINE c2d_lanes lanes_swap(c2d_lanes p) { return c2d_v(p.y, p.x); }
C2D_LANEWISE(lanes_xs, c2d_lanes, p.x, q.x)
C2D_LANEWISE(lanes_ys, c2d_lanes, p.y, q.y)
C2D_LANEWISE(lanes_yx, c2d_lanes, p.y, q.x)
C2D_INLINE c2d_lanes lanes_mask(int truth) { return c2d_v(c2d_truth(truth), c2d_truth(truth)); }
C2D_INLINE c2d_lanes lanes_upper(c2d_lanes p)
{
    return c2d_v(c2d_of_bits(c2d_bits_of(p.x) >> 27 << 27), c2d_of_bits(c2d_bits_of(p.y) >> 27 << 27));
}
C2D_INLINE int lanes_bits(c2d_lanes mask) { return (c2d_bits_of(mask.x) >> 63) | (c2d_bits_of(mask.y) >> 63 << 1); }
C2D_INLINE int lanes_are_round(c2d_lanes p) { return (c2d_bits_of(p.x) | c2d_bits_of(p.y)) << 37 == 0; }

#endif

C2D_INLINE c2d_lanes lanes_splat_x(c2d_lanes p) { return lanes_xs(p, p); }
C2D_INLINE c2d_lanes lanes_splat_y(c2d_lanes p) { return lanes_ys(p, p); }
C2D_INLINE double lanes_y(c2d_lanes p) { return lanes_x(lanes_ys(p, p)); }
/* x + y; the total of a product is the dot product. */
C2D_INLINE double lanes_sum(c2d_lanes p) { return lanes_x(p) + lanes_y(p); }

/* Hides a condition from the optimizer, which would turn it into branches that mispredict. */
C2D_INLINE int c2d_opaque(int truth)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(truth));
#endif
    return truth;
}

#endif
