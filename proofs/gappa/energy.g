# Lemma energy: surely_loses of response.c. Both energies are sums of masses times squares of doubles, all >= 0. If the
# exact energy after is at least that before, the filter does not say "less". Unit: the exact energy after.
bx = X1 * ((1 + a1) * (1 + a2) * (1 + a3)); by = Y1 * ((1 + a4) * (1 + a2) * (1 + a3));
cx = X2 * ((1 + b1) * (1 + b2) * (1 + b3)); cy = Y2 * ((1 + b4) * (1 + b2) * (1 + b3));
before = ((bx + by) + (cx + cy)) * (1 + s1);
BEFORE = (X1 + Y1) + (X2 + Y2);
after = 1 * (1 + t); # by the same operations: four roundings
margin = C2D_FILTER_ORIENT * ((before + after) * ((1 + d1) * (1 + d2)));

{ X1 in [0, 1] /\ Y1 in [0, 1] /\ X2 in [0, 1] /\ Y2 in [0, 1] /\ BEFORE in [0, 1] /\ |t| <= 0x4.1p-53 /\
  |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\ |a4| <= 1b-53 /\ |b1| <= 1b-53 /\ |b2| <= 1b-53 /\ |b3| <= 1b-53 /\
  |b4| <= 1b-53 /\ |s1| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ before in [0.5, 2]
  -> (before - after) * (1 + d3) - margin <= 0 }

before - after -> (BEFORE - 1) + X1 * ((1 + a1) * (1 + a2) * (1 + a3) * (1 + s1) - 1)
  + Y1 * ((1 + a4) * (1 + a2) * (1 + a3) * (1 + s1) - 1) + X2 * ((1 + b1) * (1 + b2) * (1 + b3) * (1 + s1) - 1)
  + Y2 * ((1 + b4) * (1 + b2) * (1 + b3) * (1 + s1) - 1) - t;
