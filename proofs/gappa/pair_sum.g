# Lemma pair_sum: sums and differences of up to four products of pairs (response.c, clip.c, intersection.c, distance.h).
# A factor is exact or a sum of two exact pairs, whose relative error is at most 3.1 u^2 (c2d_pair_add: Joldes, Muller and
# Popescu 2017, theorem 3.1); a product of two factors and a mass has two of lemma pair_mul. The partial sums are at most
# the magnitude, the sum of |p.hi|, which is the unit and is computed with three roundings.
p1 = P1 * ((1 + f1) * (1 + g1) * (1 + h1)); p2 = P2 * ((1 + f2) * (1 + g2) * (1 + h2));
p3 = P3 * ((1 + f3) * (1 + g3) * (1 + h3)); p4 = P4 * ((1 + f4) * (1 + g4) * (1 + h4));
value = p1 + p2 + p3 + p4 + s1 + s2 + s3; # s: the errors of the sums
exact = P1 + P2 + P3 + P4;
error = C2D_PAIR_ERROR * ((1 + d1) * (1 + d2) * (1 + d3) * (1 + d4));

{ |P1| <= 1.001 /\ |P2| <= 1.001 /\ |P3| <= 1.001 /\ |P4| <= 1.001 /\
  |s1| <= 0x3.2p-106 /\ |s2| <= 0x3.2p-106 /\ |s3| <= 0x3.2p-106 /\
  |f1| <= 0x3.2p-106 /\ |f2| <= 0x3.2p-106 /\ |f3| <= 0x3.2p-106 /\ |f4| <= 0x3.2p-106 /\
  |g1| <= CLAIM_pair_mul /\ |g2| <= CLAIM_pair_mul /\ |g3| <= CLAIM_pair_mul /\ |g4| <= CLAIM_pair_mul /\
  |h1| <= CLAIM_pair_mul /\ |h2| <= CLAIM_pair_mul /\ |h3| <= CLAIM_pair_mul /\ |h4| <= CLAIM_pair_mul /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53
  -> |(value - exact) / error| <= 0.98 }

value - exact -> P1 * ((1 + f1) * (1 + g1) * (1 + h1) - 1) + P2 * ((1 + f2) * (1 + g2) * (1 + h2) - 1)
  + P3 * ((1 + f3) * (1 + g3) * (1 + h3) - 1) + P4 * ((1 + f4) * (1 + g4) * (1 + h4) - 1) + s1 + s2 + s3;
