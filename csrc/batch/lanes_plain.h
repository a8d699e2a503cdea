/* Lanes: one double, on every machine. The operations have the names of core/exact/lanes.h. */
#ifndef C2D_BATCH_LANES_H
#define C2D_BATCH_LANES_H

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

INLINE lanes lanes_splat(double x) { return x; }
INLINE lanes lanes_load(const double *p) { return *p; }
INLINE void lanes_store(double *p, lanes v) { *p = v; }
INLINE lanes lanes_add(lanes x, lanes y) { return x + y; }
INLINE lanes lanes_sub(lanes x, lanes y) { return x - y; }
INLINE lanes lanes_mul(lanes x, lanes y) { return x * y; }
INLINE lanes lanes_div(lanes x, lanes y) { return x / y; }
INLINE lanes lanes_sqrt(lanes x) { return sqrt(x); }
INLINE lanes lanes_max(lanes x, lanes y) { return x > y ? x : y; }
INLINE lanes lanes_min(lanes x, lanes y) { return x < y ? x : y; }
INLINE lanes lanes_abs(lanes x) { return fabs(x); }
INLINE lanes lanes_mul_add(lanes x, lanes y, lanes z) { return x * y + z; }
INLINE lanes lanes_or_signs(lanes x, lanes y) { return x < y ? x : y; }
INLINE bool lanes_any_negative(lanes x) { return x < 0; }

INLINE mask lanes_less(lanes x, lanes y) { return x < y; }
INLINE mask lanes_negative(lanes x) { return x < 0; }
INLINE mask lanes_and(mask a, mask b) { return a & b; }
INLINE mask lanes_or(mask a, mask b) { return a | b; }
INLINE lanes lanes_select(mask m, lanes x, lanes y) { return m ? x : y; }
INLINE lanes lanes_negate_where(mask m, lanes x) { return m ? -x : x; }
INLINE unsigned lanes_bits(mask m) { return (unsigned)m; }
INLINE mask lanes_have_bit(lanes v, int k)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (int)(bits >> k & 1);
}
#define LANES_HAVE_BIT(v, k) lanes_have_bit(v, k)
INLINE double lanes_sum(lanes v) { return v; }

INLINE lanes load_numbers(const char *p, bool single, int i)
{
    return single ? (double)((const float *)(const void *)p)[i] : ((const double *)(const void *)p)[i];
}

/* Loads numbers that are stride bytes apart. */
INLINE lanes load_strided(const char *p, bool single, ptrdiff_t step)
{
    (void)step;
    return load_numbers(p, single, 0);
}

INLINE void load_rows_of_3(const char *p, bool single, lanes *x, lanes *y, lanes *z)
{
    *x = load_numbers(p, single, 0);
    *y = load_numbers(p, single, 1);
    *z = load_numbers(p, single, 2);
}

INLINE void load_rows_of_4(const char *p, bool single, lanes *x, lanes *y, lanes *w, lanes *h)
{
    load_rows_of_3(p, single, x, y, w);
    *h = load_numbers(p, single, 3);
}

#endif
