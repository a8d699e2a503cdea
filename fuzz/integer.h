/* Big integers of a fixed capacity, for the oracle: sign and magnitude, 32-bit limbs, schoolbook arithmetic, plain C11.
 *
 * Every double of the domain is a multiple of 2^-200 below 2^200, so coordinates scaled to integers have at most 400
 * bits, the degree 4 polynomials of the predicates at most 1,610 and fixed-point sines 1,100. The capacity is 2,048
 * bits; exceeding it aborts. Slow is fine here, wrong is not: nothing in these files is shared with csrc/core. */
#ifndef FUZZ_INTEGER_H
#define FUZZ_INTEGER_H

#include <stdint.h>

#define INTEGER_LIMBS 64

typedef struct integer {
    int sign;                     /* -1, 0, 1 */
    int size;                     /* limbs in use; 0 exactly when sign is 0; the highest is not 0 */
    uint32_t limb[INTEGER_LIMBS]; /* least significant first */
} integer;

void integer_set(integer *out, int64_t value);
void integer_copy(integer *out, const integer *a);
/* out = x / 2^exponent, which must be a whole number. */
void integer_set_double(integer *out, double x, int exponent);
/* The largest e such that x is a multiple of 2^e, for finite x; fallback for x = 0. */
int double_lowest_bit(double x, int fallback);

/* out may be a or b in these. */
void integer_add(integer *out, const integer *a, const integer *b);
void integer_sub(integer *out, const integer *a, const integer *b);
void integer_mul(integer *out, const integer *a, const integer *b);
/* a * 2^bits, towards zero where bits is negative. */
void integer_shift(integer *out, const integer *a, int bits);
/* a / divisor towards zero; returns the remainder of the magnitude. */
uint32_t integer_divide(integer *out, const integer *a, uint32_t divisor);

/* The sign of a - b: -1, 0, 1. */
int integer_compare(const integer *a, const integer *b);
/* Length of the magnitude in bits. */
int integer_bits(const integer *a);
/* a * 2^exponent: rounded to nearest even, also to a subnormal double; below 2^1024. */
double integer_to_double(const integer *a, int exponent);
/* The result and *low, summed, times 2^*exponent: a within 2^-62, relative. */
double integer_to_pair(const integer *a, double *low, int *exponent);

#endif
