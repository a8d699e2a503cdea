# Lemma screw, first part: the two terms of the filter in screw_signs.c, each in units of the exact sum of the magnitudes
# of its products. a1 and a2 are products of a difference and a number, b1 and b2 of two differences; p is the relative
# error of the constant pi.
t1 = (part * a1 * ((1 + c1) * (1 + c2)) + (1 - part) * a2 * ((1 + c3) * (1 + c4))) * ((1 + c5) * (1 + c6)); # 180 (a1 + a2)
T1 = part * a1 + (1 - part) * a2;
t2 = (part * b1 * ((1 + e1) * (1 + e2) * (1 + e3)) + (1 - part) * b2 * ((1 + e4) * (1 + e5) * (1 + e6)))
  * ((1 + e7) * (1 + e8) * (1 + e9) * (1 + p)); # x pi (b1 + b2)
T2 = part * b1 + (1 - part) * b2;

{ part in [0, 1] /\ |a1| <= 1 /\ |a2| <= 1 /\ |b1| <= 1 /\ |b2| <= 1 /\ |p| <= 0x0.6p-53 /\
  |c1| <= 1b-53 /\ |c2| <= 1b-53 /\ |c3| <= 1b-53 /\ |c4| <= 1b-53 /\ |c5| <= 1b-53 /\ |c6| <= 1b-53 /\
  |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\ |e5| <= 1b-53 /\ |e6| <= 1b-53 /\
  |e7| <= 1b-53 /\ |e8| <= 1b-53 /\ |e9| <= 1b-53
  -> |(t1 - T1) / CLAIM| <= 1 /\ |(t2 - T2) / CLAIM| <= 1 }

t1 - T1 -> part * (a1 * ((1 + c1) * (1 + c2) * (1 + c5) * (1 + c6) - 1))
  + (1 - part) * (a2 * ((1 + c3) * (1 + c4) * (1 + c5) * (1 + c6) - 1));
t2 - T2 -> part * (b1 * ((1 + e1) * (1 + e2) * (1 + e3) * (1 + e7) * (1 + e8) * (1 + e9) * (1 + p) - 1))
  + (1 - part) * (b2 * ((1 + e4) * (1 + e5) * (1 + e6) * (1 + e7) * (1 + e8) * (1 + e9) * (1 + p) - 1));
$ part in 32;
