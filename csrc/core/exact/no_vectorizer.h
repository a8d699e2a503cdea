/* Turns GCC's SLP vectorizer off for a file whose kernels pass vectors by value. Include it first. GCC combines two
 * coordinates that arrive in two registers through the stack. The load is wider than the stores before it and stalls
 * for 10 ns: half the time of a contact of two boxes. relate.c gains from the vectorizer and keeps it. */
#ifndef C2D_NO_VECTORIZER_H
#define C2D_NO_VECTORIZER_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#endif
