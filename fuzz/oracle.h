/* The right answers, by big integers and from the definitions: relation, separation, containment, hulls,
 * convexity, sums, approach, energy, sines, turning.
 *
 * Shares no code and no formula for an intersection with csrc/core: cores meet when the differences of their vertices
 * do not fit into an open half plane, they overlap when those do not fit into a closed one. Points are pairs of
 * doubles, x then y, one after the other; all numbers must be in the domain of collide2d.h and normalised. */
#ifndef FUZZ_ORACLE_H
#define FUZZ_ORACLE_H

#include <stddef.h>

/* More vertices than this abort. */
#define ORACLE_VERTICES 640

/* -1 apart, 0 touching, 1 overlapping: the hulls of a and b, grown by the radii. Here and in oracle_separation the
 * points must be the vertices in their order round the hull. */
int oracle_relate(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count, double b_radius);

/* The same for b shifted by exactly (i * period[0], j * period[1]), of few vertices. */
int oracle_relate_image(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                        double b_radius, const double *period, int i, int j);

/* The signed gap, rounded from a value with a relative error of at most 2^-58; vertices in positive order. */
double oracle_separation(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                         double b_radius);

/* The error of a computed gap, in units of 2^-52 of the true gap, which is known to 2^-58. */
double oracle_separation_error(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count,
                               double b_radius, double found);

/* Whether the hull of b, grown, is a subset of the hull of a, grown; vertices in positive order. */
int oracle_contains(const double *a, size_t a_count, double a_radius, const double *b, size_t b_count, double b_radius);

/* What is wrong with hull as the hull of points, or NULL: strictly convex, positive turns, lexicographically least
 * vertex first, containing all the points, and with only points among its vertices. */
const char *oracle_hull_error(const double *points, size_t n, const double *hull, size_t count);

/* Whether the points, in this cyclic order, run once round a convex polygon, either way; repeated and collinear points
 * are allowed, and points on one line are a flat polygon in any order. */
int oracle_is_convex_cycle(const double *points, size_t n);

/* The sign of x + y - z. */
int oracle_sum_sign(double x, double y, double z);
/* x + y + z, rounded once. */
double oracle_sum(double x, double y, double z);
/* The sign of (u - v) . n. */
int oracle_dot_sign(const double *u, const double *v, const double *n);
/* The sign of mass_a (|a1|^2 - |a0|^2) + mass_b (|b1|^2 - |b0|^2). */
int oracle_energy_growth(double mass_a, const double *a0, const double *a1, double mass_b, const double *b0,
                         const double *b1);
/* The sign of |v1 - w| - |v0 - w|. */
int oracle_distance_growth(const double *v0, const double *v1, const double *w);

/* Sine and cosine of degrees (less than 2^-200, or a multiple of 2^-252), from 384 binary places, or as many more as
 * make up for what is less, rounded to nearest. */
void oracle_sincos(double degrees, double *sine, double *cosine);
/* 180/pi * radians, with the same precision. */
double oracle_degrees(double radians);
/* pivot + (c x - s y, s x + c y), the exact value rounded once. */
void oracle_turn(const double *p, double sine, double cosine, const double *pivot, double *out);
/* at + (c x - s y, s x + c y), where (x, y) is p - about scaled along the axes, the exact value rounded once. */
void oracle_place(const double *p, const double *about, const double *at, double scale_x, double scale_y, double sine,
                  double cosine, double *out);

#endif
