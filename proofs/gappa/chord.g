# Lemma chord: R^2 |e|^2 - (e x w)^2 as a pair (chord_round in clip.c). square is exact. By lemmas pair_mul and
# pair_add a product has a relative error of 8.04 u^2 and a sum one of 3.1 u^2 of its terms. I and C are the exact R^2
# |e|^2 and cross product, and T is the sum of the magnitudes of its two products, of which `terms` has one rounding,
# and which the factors of the pairs have as far as u^2 goes. Unit: I + T^2; the error is computed with four
# roundings.
I = 1 - T * T;
inside = I * ((1 + p1) * (1 + s1) * (1 + p2)); # squares have no cancellation
cross = T * (c + ec);
square = cross * cross * (1 + p3);
value = inside - square + lost;
exact = I - T * c * (T * c);
error = 4 * C2D_PAIR_ERROR * ((1 + d1) * (1 + d2) * (1 + d3) * (1 + d4));

{ T in [0, 1] /\ |c| <= 1 /\ |ec| <= 0xb.4p-106 /\ |p1| <= CLAIM_pair_mul /\ |p2| <= CLAIM_pair_mul /\ |p3| <= CLAIM_pair_mul /\
  |s1| <= 0x3.2p-106 /\ |lost| <= 0x3.2p-106 /\ |d1| <= 4b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53
  -> |(value - exact) / error| <= 0.98 }

value - exact -> I * ((1 + p1) * (1 + s1) * (1 + p2) - 1) - T * T * (2 * c * ec + ec * ec + (c + ec) * (c + ec) * p3) + lost;
