# Lemma pair_mul: the relative error of c2d_pair_mul, at most 8.01 u^2 of a.hi b.hi, which is the unit.
sh = 1 + d1; sl = -d1; # two_prod of the upper parts
x1 = r2 * (1 + d2); # a.hi * b.lo
x2 = r1 * (1 + d3); # a.lo * b.hi
x3 = (x1 + x2) * (1 + d4);
low = (sl + x3) * (1 + d5);
value = sh + low;
exact = (1 + r1) * (1 + r2);

{ |r1| <= 1b-53 /\ |r2| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53
  -> |(value - exact) / CLAIM| <= 1 }

value - exact -> (sl + x3) * d5 + (x1 + x2) * d4 + r2 * d2 + r1 * d3 - r1 * r2;
