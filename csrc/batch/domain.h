/* Whether the rows of a block are in the domain: sums of squares bound the numbers, the signs of sizes are collected.
 * Included after the lanes of a backend. */
#ifndef C2D_BATCH_DOMAIN_H
#define C2D_BATCH_DOMAIN_H

/* Numbers whose squares have a smaller sum are below 1e60, and so are sums of two of them. */
#define MAX_SQUARED_SUM 1e119

/* The squares serve a bound only, so the rounding of their sum does not matter. There are four sums, so that an
 * iteration waits for one or two additions of the previous one. */
typedef struct domain_test {
    lanes squares[4];
    lanes signs; /* negative if a size is */
#ifdef READS_PAIRS_OF_ROWS
    lanes row_signs[3]; /* of rows x y r as they lie in memory: negative if a number is */
#endif
} domain_test;

INLINE domain_test new_domain_test(void)
{
    domain_test s;
    for (int k = 0; k < 4; k++)
        s.squares[k] = lanes_splat(0);
    s.signs = lanes_splat(0);
#ifdef READS_PAIRS_OF_ROWS
    for (int k = 0; k < 3; k++)
        s.row_signs[k] = lanes_splat(0);
#endif
    return s;
}

INLINE void add_square(domain_test *s, int k, lanes x) { s->squares[k] = lanes_mul_add(x, x, s->squares[k]); }

INLINE void test_size(domain_test *s, lanes size) { s->signs = lanes_or_signs(s->signs, size); }

INLINE void complete_sums(domain_test *s)
{
#ifdef READS_PAIRS_OF_ROWS
    for (int k = 0; k < 4; k++)
        IN_REGISTER(s->squares[k]);
    for (int k = 0; k < 3; k++)
        IN_REGISTER(s->row_signs[k]);
    IN_REGISTER(s->signs);
#else
    (void)s;
#endif
}

INLINE bool is_in_domain(const domain_test *s)
{
    lanes sum = lanes_add(lanes_add(s->squares[0], s->squares[1]), lanes_add(s->squares[2], s->squares[3]));
    bool good = lanes_sum(sum) <= MAX_SQUARED_SUM && !lanes_any_negative(s->signs);
#ifdef READS_PAIRS_OF_ROWS
    for (int k = 0; k < 3; k++)
        good &= !(lanes_bits(lanes_negative(s->row_signs[k])) & SIZES_OF_ROWS[k]);
#endif
    return good;
}

#endif
