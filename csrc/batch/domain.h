/* Whether the rows of a block are in the domain: sums of squares bound the numbers, the signs of sizes are collected.
 * Included after the lanes of a backend. */
#ifndef C2D_BATCH_DOMAIN_H
#define C2D_BATCH_DOMAIN_H

/* Numbers whose squares have a smaller sum are below 1e60, and so are sums of two of them. */
#define MAX_SQUARED_SUM 1e119

/* The squares serve a bound only, so the rounding of their sum does not matter. */
typedef struct domain_test {
    lanes squares, signs; /* signs: negative if a size is */
} domain_test;

INLINE domain_test new_domain_test(void)
{
    domain_test s = {lanes_splat(0), lanes_splat(0)};
    return s;
}

/* Adds both squares at once, so that an iteration waits for one addition of the previous one. */
INLINE void test_squares(domain_test *s, lanes x, lanes y)
{
    s->squares = lanes_add(s->squares, lanes_mul_add(y, y, lanes_mul(x, x)));
}

INLINE void test_size(domain_test *s, lanes size) { s->signs = lanes_or_signs(s->signs, size); }

INLINE bool is_in_domain(const domain_test *s)
{
    return lanes_sum(s->squares) <= MAX_SQUARED_SUM && !lanes_any_negative(s->signs);
}

#endif
