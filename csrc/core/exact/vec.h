/* 2-D vectors by value, and the compiler checks that exactness rests on: IEEE double arithmetic, one rounding an
 * operation. */
#ifndef C2D_VEC_H
#define C2D_VEC_H

#include "../../include/collide2d.h"

#include <float.h>
#include <math.h>

#ifdef __FAST_MATH__
#error "collide2d: exact predicates need IEEE arithmetic; compile without -ffast-math"
#endif
/* 0: each type as itself; 1: floats as doubles, and doubles, which is all that there is here, as themselves (s390x). */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "collide2d: doubles must be evaluated as doubles (on x86-32: -msse2 -mfpmath=sse)"
#endif

/* A fused multiply-add rounds once where the proofs count two roundings, and differs between machines. The flag
 * -ffp-contract=off does this for GCC, which ignores the pragma. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

/* Keeps a rare or long path out of a kernel, whose registers it would take. */
#if defined(__GNUC__)
#define C2D_NOINLINE __attribute__((noinline))
#else
#define C2D_NOINLINE
#endif

/* Keeps the parts of a kernel in one piece, so that what they hand each other stays in registers. */
#if defined(__GNUC__)
#define C2D_INLINE static inline __attribute__((always_inline))
#else
#define C2D_INLINE static inline
#endif

static inline c2d_vec c2d_v(double x, double y)
{
    c2d_vec v = {x, y};
    return v;
}

static inline c2d_vec c2d_add(c2d_vec p, c2d_vec q) { return c2d_v(p.x + q.x, p.y + q.y); }
static inline c2d_vec c2d_sub(c2d_vec p, c2d_vec q) { return c2d_v(p.x - q.x, p.y - q.y); }
static inline c2d_vec c2d_mul(c2d_vec p, double k) { return c2d_v(p.x * k, p.y * k); }
static inline c2d_vec c2d_neg(c2d_vec p) { return c2d_v(-p.x, -p.y); }
static inline double c2d_dot(c2d_vec p, c2d_vec q) { return p.x * q.x + p.y * q.y; }
static inline double c2d_cross(c2d_vec p, c2d_vec q) { return p.x * q.y - p.y * q.x; }
static inline bool c2d_same(c2d_vec p, c2d_vec q) { return p.x == q.x && p.y == q.y; }
static inline bool c2d_less(c2d_vec p, c2d_vec q) { return p.x < q.x || (p.x == q.x && p.y < q.y); }

/* Selections without a jump: the operands are never NaN, and the sign of a zero never matters. GCC 12 keeps jumps for
 * some forms of x > y ? x : y, and Clang's vectoriser makes new ones, at 5 ns a wrong guess: hence the instruction by
 * name. GCC surrounds the intrinsics with moves that cost a tenth of a kernel, hence its form. The root is that of x >=
 * 0: sqrt itself may be a call, for the sake of errno, around which all registers are saved. */
#if defined(__SSE2__) && defined(__GNUC__) && !defined(__clang__)
static inline double c2d_min(double x, double y)
{
    __asm__("minsd %1, %0" : "+x"(x) : "xm"(y));
    return x;
}
static inline double c2d_max(double x, double y)
{
    __asm__("maxsd %1, %0" : "+x"(x) : "xm"(y));
    return x;
}
static inline double c2d_sqrt(double x)
{
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "xm"(x));
    return root;
}
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
static inline double c2d_min(double x, double y) { return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(x), _mm_set_sd(y))); }
static inline double c2d_max(double x, double y) { return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(x), _mm_set_sd(y))); }
static inline double c2d_sqrt(double x)
{
    __m128d v = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}
#else
static inline double c2d_min(double x, double y) { return x < y ? x : y; }
static inline double c2d_max(double x, double y) { return x > y ? x : y; }
static inline double c2d_sqrt(double x) { return sqrt(x); }
#endif

#endif
