/* For the files whose kernels pass vectors about, to be included first. GCC joins the coordinates of vectors that
 * arrive in two registers by way of the stack, at 10 ns for a load that is wider than the stores before it: half of the
 * time of a contact of two boxes. relate.c, whose kernels it does put in two lanes, is better off with it. */
#ifndef C2D_SCALAR_H
#define C2D_SCALAR_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#endif
