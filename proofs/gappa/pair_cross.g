# Lemma pair_cross: the error of a cross product e x f as a pair, for vectors with exact tails (pair_cross in exact.c).
#
# Every operation below is written as its exact result times 1 + d, |d| <= u (lemma range); what a two_sum or two_prod
# keeps in its low part is what the rounding of the high part lost (eft.v). S and T are the products of the upper parts,
# and the tails are r1 .. r4 times their upper parts. Unit: |s.hi| + |t.hi| = 1.
sh = S * (1 + d1); sl = -(S * d1);
th = T * (1 + d2); tl = -(T * d2);
uh = (sh - th) * (1 + d3); ul = -((sh - th) * d3);
l1 = S * r2 * (1 + d4); # e.hi.x * f.lo.y
l2 = S * r1 * (1 + d5); # e.lo.x * f.hi.y
l3 = (l1 + l2) * (1 + d6);
m1 = T * r4 * (1 + d7);
m2 = T * r3 * (1 + d8);
m3 = (m1 + m2) * (1 + d9);
lost = (l3 - m3) * (1 + d10);
low1 = (sl - tl) * (1 + d11);
low2 = (low1 + lost) * (1 + d12);
low = (ul + low2) * (1 + d13);
value = uh + low; # exactly, by fast_two_sum
error = C2D_PAIR_ERROR * ((1 + d14) * (1 + d15));
C = S * (1 + r1) * (1 + r2) - T * (1 + r3) * (1 + r4);

{ |S| <= 1.001 /\ |T| <= 1.001 /\ |sh - th| <= 1 /\
  |r1| <= 1b-53 /\ |r2| <= 1b-53 /\ |r3| <= 1b-53 /\ |r4| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\
  |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ |d9| <= 1b-53 /\ |d10| <= 1b-53 /\ |d11| <= 1b-53 /\ |d12| <= 1b-53 /\
  |d13| <= 1b-53 /\ |d14| <= 1b-53 /\ |d15| <= 1b-53
  -> |(value - C) / error| <= 0.98 }

value - C -> (ul + low2) * d13 + (low1 + lost) * d12 + (sl - tl) * d11 + (l3 - m3) * d10 + (l1 + l2) * d6
  - (m1 + m2) * d9 + S * r2 * d4 + S * r1 * d5 - T * r4 * d7 - T * r3 * d8 - S * r1 * r2 + T * r3 * r4;
