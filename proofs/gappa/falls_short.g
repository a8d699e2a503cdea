# Lemma falls_short: c2d_ray_falls_short. If the bounds of a, moved by a part of the motion, overlap those of b along an
# axis, the gap along this axis is not found to be above C2D_RAY_MARGIN * scale. Unit: the scale, at least sa + sb + 2 m
# (see clear.g). The bounds of the sweep with rounded vertices reach at most 9 u (sa + m) farther, and the rounding of
# bounds moves each of the two by at most 2 u of its shape's coordinates.
sb = 1 - sa - 2 * m;
gap = ((A + M) * (1 + d1) - B) * (1 + d2);
margin = C2D_RAY_MARGIN * ((1 + s) * (1 + d3));
GAP = A + M - B;

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ |A / sa| <= 1 /\ |B / sb| <= 1 /\ |M / m| <= 1 /\ sa in [1b-100, 1] /\
  m in [1b-100, 1] /\ sb in [1b-100, 1] /\ GAP - (11b-53 * (sa + m) + 2b-53 * sb) in [-100, 0] /\
  |s| <= 4b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53
  -> gap - margin <= 0 }

gap - margin -> (GAP - (11b-53 * (sa + m) + 2b-53 * sb)) + (11b-53 * (sa + m) + 2b-53 * sb) + (A + M) * d1
  + ((A + M) * (1 + d1) - B) * d2 - margin;
A -> (A / sa) * sa;
B -> (B / sb) * sb;
M -> (M / m) * m;
