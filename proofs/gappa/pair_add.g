# Lemma pair_add: the error of c2d_pair_add and c2d_pair_sub, at most 3.01 u^2 of |a.hi| + |b.hi|, which is the unit.
# As in lemma pair_cross; al = ah * r1 and bl = bh * r2 are the low parts of the operands.
al = ah * r1; bl = bh * r2;
sh = (ah + bh) * (1 + d1); sl = -((ah + bh) * d1);
th = (al + bl) * (1 + d2); tl = -((al + bl) * d2);
v = (sl + th) * (1 + d3);
fh = (sh + v) * (1 + d4); fl = -((sh + v) * d4);
w = (fl + tl) * (1 + d5);
value = fh + w;
error = C2D_PAIR_ERROR * ((1 + d6) * (1 + d7));

{ |ah| <= 1 /\ |bh| <= 1 /\ |ah + bh| <= 1 /\ |r1| <= 1b-53 /\ |r2| <= 1b-53 /\ |al + bl| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\ |d7| <= 1b-53
  -> |(value - (ah + al + bh + bl)) / error| <= 0.98 /\ |value - (ah + al + bh + bl)| <= 0x3.04p-106 }

value - (ah + al + bh + bl) -> (sl + th) * d3 + (fl + tl) * d5;
