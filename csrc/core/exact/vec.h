/* 2-D vectors by value, and compile-time checks of what exactness needs: IEEE double arithmetic with one rounding per
 * operation. */
#ifndef C2D_VEC_H
#define C2D_VEC_H

#include "../../include/collide2d.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "collide2d: exact predicates need IEEE arithmetic; compile without -ffast-math"
#endif
/* 0: each type is evaluated in that type. 1 (s390x): floats are evaluated as doubles, doubles as doubles. 16: as 0, on
 * processors that compute with halves. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16
#error "collide2d: doubles must be evaluated as doubles (on x86-32: -msse2 -mfpmath=sse)"
#endif

/* A fused multiply-add rounds once where the proofs count two roundings, and results would differ between machines. GCC
 * does not know the standard pragma, and contracts by default unless -std=c11 or another ISO mode is given.
 *
 * GCC's vectorizers are off. The one of straight code passes two coordinates that arrive in two registers through the
 * stack: the load is wider than the stores before it and stalls for 10 ns, half the time of a contact of two boxes. On
 * a processor that has vfmaddsub (-march=native), those of GCC 12 use it for the two sums of a complex product, even
 * without contraction. Kernels that gain from vectors use lanes.h. These options are the same in all files: GCC never
 * inlines a function, such as those below, into one with other options. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize", "no-tree-loop-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#define C2D_PI 3.14159265358979323846

/* Keeps a rare or long path out of a kernel, where it would take registers. */
#if defined(__GNUC__)
#define C2D_NOINLINE __attribute__((noinline))
#else
#define C2D_NOINLINE
#endif

/* Keeps the parts of a kernel in one function, so that their results stay in registers and constant arguments fold. */
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

/* The proofs depend on the order of these operations. Lemmas orient and norm. */
static inline c2d_vec c2d_add(c2d_vec p, c2d_vec q) { return c2d_v(p.x + q.x, p.y + q.y); }
static inline c2d_vec c2d_sub(c2d_vec p, c2d_vec q) { return c2d_v(p.x - q.x, p.y - q.y); }
static inline c2d_vec c2d_mul(c2d_vec p, double k) { return c2d_v(p.x * k, p.y * k); }
static inline c2d_vec c2d_neg(c2d_vec p) { return c2d_v(-p.x, -p.y); }
static inline double c2d_dot(c2d_vec p, c2d_vec q) { return p.x * q.x + p.y * q.y; }
static inline double c2d_cross(c2d_vec p, c2d_vec q) { return p.x * q.y - p.y * q.x; }
/* Euclidean length. */
static inline double c2d_norm(c2d_vec p) { return sqrt(c2d_dot(p, p)); }
/* |x| + |y| */
static inline double c2d_norm1(c2d_vec p) { return fabs(p.x) + fabs(p.y); }
static inline bool c2d_same(c2d_vec p, c2d_vec q) { return p.x == q.x && p.y == q.y; }
static inline bool c2d_less(c2d_vec p, c2d_vec q) { return p.x < q.x || (p.x == q.x && p.y < q.y); }

/* Minimum and maximum without a branch. Operands are never NaN, and the sign of a zero never matters. The code names
 * the instruction because GCC 12 compiles some forms of x > y ? x : y to a branch and Clang's vectorizer creates new
 * branches; each misprediction costs 5 ns. GCC uses assembly because it surrounds the intrinsics with moves that cost a
 * tenth of a kernel.
 *
 * c2d_sqrt: x >= 0. sqrt itself may be a library call that sets errno, and a call saves all registers. */
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

/* yes ? x : y without a branch. The positions of shapes are random, so a branch would mispredict. */
static inline double c2d_choose(bool yes, double x, double y)
{
    uint64_t to, from;
    memcpy(&to, &x, sizeof to);
    memcpy(&from, &y, sizeof from);
    from ^= (to ^ from) & -(uint64_t)yes;
    memcpy(&y, &from, sizeof y);
    return y;
}

#endif
