/* Big integers of a fixed capacity: see integer.h. */
#include "integer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(int limbs)
{
    if (limbs > INTEGER_LIMBS) {
        fprintf(stderr, "integer: %d limbs needed, %d available\n", limbs, INTEGER_LIMBS);
        abort();
    }
}

static void trim(integer *a, int size)
{
    while (size > 0 && a->limb[size - 1] == 0)
        size--;
    a->size = size;
    if (size == 0)
        a->sign = 0;
}

void integer_set(integer *out, int64_t value)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    out->sign = value < 0 ? -1 : 1;
    out->limb[0] = (uint32_t)magnitude;
    out->limb[1] = (uint32_t)(magnitude >> 32);
    trim(out, 2);
}

void integer_copy(integer *out, const integer *a)
{
    if (out == a)
        return;
    out->sign = a->sign;
    out->size = a->size;
    memcpy(out->limb, a->limb, (size_t)a->size * sizeof a->limb[0]);
}

/* x = +-mantissa * 2^*exponent with a 53-bit mantissa. */
static uint64_t split(double x, int *exponent)
{
    uint64_t bits, mantissa;
    int biased;

    memcpy(&bits, &x, sizeof bits);
    mantissa = bits & (((uint64_t)1 << 52) - 1);
    biased = (int)(bits >> 52 & 2047);
    if (biased == 2047) {
        fprintf(stderr, "integer: %g is not finite\n", x);
        abort();
    }
    *exponent = (biased ? biased : 1) - 1075;
    return biased ? mantissa | (uint64_t)1 << 52 : mantissa;
}

int double_lowest_bit(double x, int fallback)
{
    int exponent;
    uint64_t mantissa = split(x, &exponent);

    if (mantissa == 0)
        return fallback;
    while (!(mantissa & 1)) {
        mantissa >>= 1;
        exponent++;
    }
    return exponent;
}

void integer_set_double(integer *out, double x, int exponent)
{
    int own;
    uint64_t mantissa = split(x, &own);

    while (mantissa != 0 && own < exponent) {
        if (mantissa & 1) {
            fprintf(stderr, "integer: %a is no multiple of 2^%d\n", x, exponent);
            abort();
        }
        mantissa >>= 1;
        own++;
    }
    integer_set(out, (int64_t)mantissa);
    if (x < 0)
        out->sign = -out->sign;
    if (out->sign != 0)
        integer_shift(out, out, own - exponent);
}

static int compare_magnitude(const integer *a, const integer *b)
{
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    for (int i = a->size - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

int integer_compare(const integer *a, const integer *b)
{
    if (a->sign != b->sign)
        return a->sign < b->sign ? -1 : 1;
    return a->sign < 0 ? compare_magnitude(b, a) : compare_magnitude(a, b);
}

/* |out| = |a| + |b|, |a| at least as long as |b| */
static void add_magnitude(integer *out, const integer *a, const integer *b, int sign)
{
    uint64_t carry = 0;
    int n = a->size, m = b->size;

    need(n + 1);
    for (int i = 0; i < n; i++) {
        carry += (uint64_t)a->limb[i] + (i < m ? b->limb[i] : 0);
        out->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    out->limb[n] = (uint32_t)carry;
    out->sign = sign;
    trim(out, n + 1);
}

/* |out| = |a| - |b|, |a| > |b| */
static void sub_magnitude(integer *out, const integer *a, const integer *b, int sign)
{
    uint64_t borrow = 0;
    int n = a->size, m = b->size;

    for (int i = 0; i < n; i++) {
        uint64_t wide = (uint64_t)a->limb[i] - (i < m ? b->limb[i] : 0) - borrow;
        out->limb[i] = (uint32_t)wide;
        borrow = wide >> 63;
    }
    out->sign = sign;
    trim(out, n);
}

static void add_signed(integer *out, const integer *a, const integer *b, int b_sign)
{
    int order;

    if (b_sign == 0) {
        integer_copy(out, a);
    } else if (a->sign == 0) {
        integer_copy(out, b);
        out->sign = b_sign;
    } else if (a->sign == b_sign) {
        if (a->size >= b->size)
            add_magnitude(out, a, b, b_sign);
        else
            add_magnitude(out, b, a, b_sign);
    } else {
        order = compare_magnitude(a, b);
        if (order == 0)
            integer_set(out, 0);
        else if (order > 0)
            sub_magnitude(out, a, b, a->sign);
        else
            sub_magnitude(out, b, a, b_sign);
    }
}

void integer_add(integer *out, const integer *a, const integer *b) { add_signed(out, a, b, b->sign); }

void integer_sub(integer *out, const integer *a, const integer *b) { add_signed(out, a, b, -b->sign); }

void integer_mul(integer *out, const integer *a, const integer *b)
{
    integer product;
    int n = a->size, m = b->size;

    need(n + m);
    memset(product.limb, 0, (size_t)(n + m) * sizeof product.limb[0]);
    for (int i = 0; i < n; i++) {
        uint64_t carry = 0, factor = a->limb[i];
        for (int j = 0; j < m; j++) {
            carry += factor * b->limb[j] + product.limb[i + j];
            product.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product.limb[i + m] = (uint32_t)carry;
    }
    product.sign = a->sign * b->sign;
    trim(&product, n + m);
    integer_copy(out, &product);
}

void integer_shift(integer *out, const integer *a, int bits)
{
    integer shifted;
    int limbs, rest, size;

    if (a->sign == 0 || bits == 0) {
        integer_copy(out, a);
        return;
    }
    limbs = (bits < 0 ? -bits : bits) / 32;
    rest = (bits < 0 ? -bits : bits) % 32;
    shifted.sign = a->sign;
    if (bits > 0) {
        size = a->size + limbs + 1;
        need(size);
        memset(shifted.limb, 0, (size_t)size * sizeof shifted.limb[0]);
        for (int i = 0; i < a->size; i++) {
            uint64_t wide = (uint64_t)a->limb[i] << rest;
            shifted.limb[i + limbs] |= (uint32_t)wide;
            shifted.limb[i + limbs + 1] = (uint32_t)(wide >> 32);
        }
    } else {
        size = a->size > limbs ? a->size - limbs : 0;
        for (int i = 0; i < size; i++) {
            uint64_t wide = a->limb[i + limbs];
            if (i + limbs + 1 < a->size)
                wide |= (uint64_t)a->limb[i + limbs + 1] << 32;
            shifted.limb[i] = (uint32_t)(wide >> rest);
        }
    }
    trim(&shifted, size);
    integer_copy(out, &shifted);
}

uint32_t integer_divide(integer *out, const integer *a, uint32_t divisor)
{
    uint64_t rest = 0;
    int sign = a->sign, size = a->size;

    for (int i = size - 1; i >= 0; i--) {
        rest = rest << 32 | a->limb[i];
        out->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    out->sign = sign;
    trim(out, size);
    return (uint32_t)rest;
}

int integer_bits(const integer *a)
{
    int bits;
    uint32_t top;

    if (a->size == 0)
        return 0;
    bits = 32 * (a->size - 1);
    for (top = a->limb[a->size - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}

/* The highest bits of the magnitude, at most 64, and their factor. The lowest bit is sticky: it is set if any bit that
 * was cut off was set, so that rounding to 62 bits or fewer is still correct. */
static uint64_t leading(const integer *a, int *exponent)
{
    integer top;
    int cut = integer_bits(a) - 64;
    uint64_t high;

    if (cut <= 0) {
        *exponent = 0;
        return a->size == 0 ? 0 : a->limb[0] | (uint64_t)(a->size > 1 ? a->limb[1] : 0) << 32;
    }
    integer_shift(&top, a, -cut);
    high = top.limb[0] | (uint64_t)top.limb[1] << 32;
    integer_shift(&top, &top, cut);
    *exponent = cut;
    return high | (compare_magnitude(&top, a) != 0);
}

double integer_to_double(const integer *a, int exponent)
{
    int scale, drop = 0;
    uint64_t high = leading(a, &scale), rest, half;

    for (; scale + exponent < -1074 - 62; scale++) /* far below every double; the lowest bit is still sticky */
        high = high >> 1 | (high & 1);
    while (high >> drop >= (uint64_t)1 << 53 || scale + drop + exponent < -1074)
        drop++;
    if (drop > 0) {
        half = (uint64_t)1 << (drop - 1);
        rest = high & ((half << 1) - 1);
        high >>= drop;
        if (rest > half || (rest == half && (high & 1)))
            high++;
    }
    return a->sign * ldexp((double)high, scale + drop + exponent);
}

double integer_to_pair(const integer *a, double *low, int *exponent)
{
    uint64_t high = leading(a, exponent);

    *low = a->sign * (double)(high & 0xffffffffu);
    return a->sign * ldexp((double)(high >> 32), 32);
}
