/* Coordinates on a lattice, multiples of 2^-10, as most games have. If a pair of small shapes is on it, the differences
 * of its coordinates have at most 25 bits, and sums of a few products of two of them are exact: the values that a
 * kernel of relate.c has computed then decide the pair, although they are within the margins. */
#ifndef C2D_LATTICE_H
#define C2D_LATTICE_H

#include "../exact/exact.h"
#include "../exact/lanes.h"

/* Small shapes, or two that meet, differ by less than this, the square root of C2D_LATTICE_AREA. */
#define C2D_LATTICE_SIZE 0x1p14
#define C2D_LATTICE_AREA 0x1p28

/* Adding this and subtracting it rounds to a multiple of 2^-10; larger numbers are multiples of it. */
#define C2D_LATTICE_SHIFT 0x1.8p42

C2D_INLINE c2d_lanes c2d_lanes_on_lattice(c2d_lanes p)
{
    c2d_lanes shift = lanes_splat(C2D_LATTICE_SHIFT);
    return lanes_equal(lanes_sub(lanes_add(p, shift), shift), p);
}

C2D_INLINE int c2d_both_on_lattice(c2d_vec p, c2d_vec q)
{
    c2d_lanes x = c2d_lanes_on_lattice(lanes_pair(p.x, p.y)), y = c2d_lanes_on_lattice(lanes_pair(q.x, q.y));
    return lanes_bits(lanes_and(x, y)) == 3;
}

static inline bool c2d_vertices_on_lattice(const c2d_vec *v, uint32_t n)
{
    c2d_lanes all = lanes_equal(lanes_splat(0), lanes_splat(0));
    for (uint32_t i = 0; i < n; i++)
        all = lanes_and(all, c2d_lanes_on_lattice(lanes_load(&v[i])));
    return lanes_bits(all) == 3;
}

/* Sign of R - d, where d is the distance of r from the segment p q, for points on the lattice: the products of degree
 * two are exact, those of degree four are pairs. Without branches. */
static inline int c2d_segment_on_lattice(c2d_vec r, c2d_vec p, c2d_vec q, double radius)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p), v = c2d_sub(r, q);
    double r2 = radius * radius, end = r2 - c2d_min(c2d_dot(w, w), c2d_dot(v, v)), cross = c2d_cross(e, w);
    c2d_pair inner = c2d_two_prod(r2, c2d_dot(e, e)), outer = c2d_square(cross);
    int line = (inner.hi > outer.hi) - (inner.hi < outer.hi), rest = (inner.lo > outer.lo) - (inner.lo < outer.lo);
    int after_p = c2d_dot(w, e) > 0, before_q = c2d_dot(v, e) < 0, is_beside = after_p & before_q;
    int near_end = (end > 0) - (end < 0), sign = 2 * line + rest, of_line = (sign > 0) - (sign < 0);
    return near_end ^ ((near_end ^ of_line) & -c2d_opaque(is_beside));
}

#endif
