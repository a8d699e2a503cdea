# Lemma screw: the filter of 180 (a1 + a2) + x pi (b1 + b2) in screw_signs.c. Unit: the sum of the magnitudes of the four
# exact terms; `part` is that of the first two. By screw_terms.g each term is off by at most 6.6 u of its part.
t1 = part * (T1 + s1); t2 = (1 - part) * (T2 + s2);
sum = (t1 + t2) * (1 + d);
SUM = part * T1 + (1 - part) * T2;
# The margin is computed from terms that are as accurate, with up to four roundings more.
margin = C2D_FILTER_ORIENT * (1 + m) * ((1 + d1) * (1 + d2) * (1 + d3) * (1 + d4));

{ part in [0, 1] /\ |T1| <= 1 /\ |T2| <= 1 /\ |s1| <= CLAIM_screw_terms /\ |s2| <= CLAIM_screw_terms /\ |m| <= CLAIM_screw_terms /\ |d| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53
  -> |(sum - SUM) / margin| <= 1 }

sum - SUM -> part * (s1 + (T1 + s1) * d) + (1 - part) * (s2 + (T2 + s2) * d);
$ part in 16;
