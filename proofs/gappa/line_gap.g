# Lemma line_gap: the error of c^2 - R^2 e2 as a pair (pair_line_gap in exact.c), without that of c itself. By lemmas
# pair_mul and pair_add each product has a relative error of at most 8.01 u^2 and each sum one of 3.01 u^2 of its terms,
# and the upper part of a pair differs from it by a factor 1 + h, |h| <= u. c2 and r2e2 are exact. Unit: c2.hi + r2e2.hi.
sum_of_squares = (x2 * (1 + p1) + y2 * (1 + p2)) * (1 + s1); # e2, of squares >= 0
product = (r2 * (1 + p3)) * sum_of_squares * (1 + p4);
square = c2 * (1 + p5);
value = (square - product) + lost;
error = C2D_PAIR_ERROR * ((1 + d1) * (1 + d2));
exact = c2 - r2 * (x2 + y2);

{ c2 in [0, 1.001] /\ r2 * x2 in [0, 1.001] /\ r2 * y2 in [0, 1.001] /\ r2 * x2 + r2 * y2 in [0, 1.001] /\
  |p1| <= CLAIM_pair_mul /\ |p2| <= CLAIM_pair_mul /\ |p3| <= CLAIM_pair_mul /\ |p4| <= CLAIM_pair_mul /\ |p5| <= CLAIM_pair_mul /\
  |s1| <= 0x3.2p-106 /\ |lost| <= 0x3.2p-106 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53
  -> |(value - exact) / error| <= 0.98 }

product -> r2 * x2 * ((1 + p1) * (1 + s1) * (1 + p3) * (1 + p4)) + r2 * y2 * ((1 + p2) * (1 + s1) * (1 + p3) * (1 + p4));
value - exact -> c2 * p5 - r2 * x2 * ((1 + p1) * (1 + s1) * (1 + p3) * (1 + p4) - 1)
  - r2 * y2 * ((1 + p2) * (1 + s1) * (1 + p3) * (1 + p4) - 1) + lost;
