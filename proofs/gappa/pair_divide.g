# Lemma pair_divide: the relative error of c2d_pair_divide. x and y are the pairs, with upper parts x (1 + h) and y (1
# + k); q, the rounded quotient of these. Unit: x / y. The remainder x - y q is computed as a pair, with the errors of
# lemmas pair_mul and pair_add; its lower part is left out (l), and the quotient by y.hi is rounded. The last sum is
# exact.
q = (1 + h) / (1 + k) * (1 + d1);
rest = (1 - q * (1 + p)) + s; # by x
hi = rest * (1 + l);
value = q + hi / (1 + k) * (1 + d2);

{ |h| <= 1b-53 /\ |k| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |l| <= 1b-53 /\ |p| <= CLAIM_pair_mul /\ |s| <= 0x6.6p-106
  -> |(value - 1) / CLAIM| <= 1 }

value - 1 -> (1 - q) * ((1 + l) / (1 + k) * (1 + d2) - 1) + (s - q * p) * ((1 + l) / (1 + k) * (1 + d2));
1 - q -> (k - h - d1 - h * d1) / (1 + k);
(1 + l) / (1 + k) * (1 + d2) - 1 -> (l - k + d2 + l * d2) / (1 + k);
