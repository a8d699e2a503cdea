# Lemma separation: c2d_length_gap, (d^2 - R^2) / (d + R) with a numerator that is rounded once. Unit: d + R; `part` is d,
# which is computed with the error of lemma norm. The bound is relative; an ulp of a number is more than u of it.
sum = (part * (1 + n) + (1 - part) * (1 + r)) * (1 + d1);
value = (1 + a) / sum * (1 + d2); # in units of the exact value

{ part in [0, 1] /\ |n| <= CLAIM_norm /\ |r| <= 1b-53 /\ |a| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53
  -> |(value - 1) / CLAIM| <= 1 }

sum -> (1 + (part * n + (1 - part) * r)) * (1 + d1);
$ part in 64;
