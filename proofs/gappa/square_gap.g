# Lemma square_gap: the error of |p - q|^2 - R^2 as a pair (c2d_square_gap_of). As in lemma pair_cross; a, b and c are
# the squares of the upper parts of the differences and of the radius sum, and r1, r2, r3 times those parts the tails.
# Unit: squares.hi + rr.hi = 1.
xxh = a * (1 + d1); xxl = -(a * d1);
yyh = b * (1 + d2); yyl = -(b * d2);
rrh = c * (1 + d3); rrl = -(c * d3);
sqh = (xxh + yyh) * (1 + d4); sql = -((xxh + yyh) * d4);
uph = (sqh - rrh) * (1 + d5); upl = -((sqh - rrh) * d5);
p1 = a * r1 * (1 + d6); # x.hi * x.lo
p2 = b * r2 * (1 + d7);
p3 = (p1 + p2) * (1 + d8);
p4 = c * r3 * (1 + d9);
p5 = (p3 - p4) * (1 + d10);
lost = 2 * p5;
q1 = (sql + upl) * (1 + d11);
q2 = (xxl + yyl) * (1 + d12);
q3 = (q2 - rrl) * (1 + d13);
q4 = (q1 + q3) * (1 + d14);
lower = (q4 + lost) * (1 + d15);
value = uph + lower; # exactly, by fast_two_sum
error = C2D_PAIR_ERROR * ((1 + d16) * (1 + d17));
G = a * (1 + r1) * (1 + r1) + b * (1 + r2) * (1 + r2) - c * (1 + r3) * (1 + r3);

{ a in [0, 1.001] /\ b in [0, 1.001] /\ a + b in [0, 1.001] /\ c in [0, 1.001] /\ |sqh - rrh| <= 1 /\
  |r1| <= 1b-53 /\ |r2| <= 1b-53 /\ |r3| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\
  |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ |d9| <= 1b-53 /\ |d10| <= 1b-53 /\ |d11| <= 1b-53 /\ |d12| <= 1b-53 /\
  |d13| <= 1b-53 /\ |d14| <= 1b-53 /\ |d15| <= 1b-53 /\ |d16| <= 1b-53 /\ |d17| <= 1b-53
  -> |(value - G) / error| <= 0.98 }

value - G -> (q4 + lost) * d15 + (q1 + q3) * d14 + (q2 - rrl) * d13 + (xxl + yyl) * d12 + (sql + upl) * d11
  + 2 * ((p3 - p4) * d10 + (p1 + p2) * d8 + a * r1 * d6 + b * r2 * d7 - c * r3 * d9)
  - a * r1 * r1 - b * r2 * r2 + c * r3 * r3;
