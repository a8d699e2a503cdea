# Lemma separation: a depth, c / |e| + (ra + rb), with c rounded once, the length of lemma norm, and R rounded once. Unit:
# the exact depth with the radii; `part` is that of c / |e|.
core = part * ((1 + a) / (1 + n) * (1 + d1));
value = (core + (1 - part) * (1 + r)) * (1 + d2);

{ part in [0, 1] /\ |a| <= 1b-53 /\ |n| <= CLAIM_norm /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53
  -> |(value - 1) / CLAIM| <= 1 }

value - 1 -> (part * ((1 + a) / (1 + n) * (1 + d1) - 1) + (1 - part) * r) * (1 + d2) + d2;
$ part in 32;
