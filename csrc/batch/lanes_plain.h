/* Lanes: a single double, on every machine. */
#ifndef C2D_ARRAYS_LANES_H
#define C2D_ARRAYS_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* Numbers a stride of bytes apart. */
INLINE lanes strided(const char *p, bool single, ptrdiff_t step)
{
    (void)step;
    return numbers(p, single, 0);
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
