# Lemma arc, third part, for two discs and for a ray at one: half of the margin of c2d_disc_scale, which is a sum of
# all coordinates, so that by Cauchy and Schwarz three roundings of a dot or cross product are 3.01 u of it. Only the
# sum of a's centre and the motion is rounded. Otherwise as arc_clear.g.
delta = R * k1 - (y * (2 * eY) * (1 + k2) + y * y * R * k2) + R * k3 - eY * eY * (1 + k2) / R;
p = eA + (x + eA) * ((1 + d1) * (1 + t1) * (1 + t2) * (1 + t3) - 1);
excess = delta + 2 * (0.5 * C2D_RAY_MARGIN) * (1 - 0x10p-53) - 2 * (1 + 1b-30) * |p| - (4b-53 + 4b-106 / R);

{ R in [1b-17, 1] /\ |y| <= 1.01 /\ |eY| <= 0x3.1p-53 /\ |eA| <= 0x3.1p-53 /\ |x| <= 1 /\ |k1| <= 0x6.1p-53 /\ |k2| <= 1b-53 /\
  |k3| <= 0x3.1p-53 /\ |d1| <= 1b-53 /\ |t1| <= 0x2.1p-53 /\ |t2| <= 1b-53 /\ |t3| <= 1b-53
  -> excess >= 0 }
