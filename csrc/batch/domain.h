/* What lanes of rows show of their domain, as a block goes by: sums of squares, and the signs of sizes. Included after
 * the lanes of a machine. */
#ifndef C2D_ARRAYS_SEEN_H
#define C2D_ARRAYS_SEEN_H

/* Numbers whose squares add up to less are below 1e60, and so are sums of two. */
#define MOST_SQUARED 1e119

/* Squares are only for a bound: how their sum is rounded does not matter. Signs: negative if a size is. */
typedef struct seen {
    lanes squares, signs;
} seen;

INLINE seen nothing_seen(void)
{
    seen s = {same(0), same(0)};
    return s;
}

INLINE void see_squares(seen *s, lanes x, lanes y)
{
    s->squares = add(s->squares, mul_add(y, y, mul(x, x))); /* one step a turn waits for the last one */
}

INLINE void see_size(seen *s, lanes size) { s->signs = either_sign(s->signs, size); }

INLINE bool in_domain(const seen *s) { return total(s->squares) <= MOST_SQUARED && !any_negative(s->signs); }

#endif
