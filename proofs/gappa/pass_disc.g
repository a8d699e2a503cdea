# Lemma arc for a ray that passes a circle of any radius (pass_disc in cast_rays.c): if the exact distance of the
# centre from the line is at most R plus 2 u of the scale, for the rounded end, `by` is not above wide (r + wide) mm.
# Units: the scale and the length of the motion. `by` grows with the distance, so the distance is R + 2 u. Errors: k1
# of r2 * mm, six roundings; eY as in arc_clear_discs.g; k2 of the square. by - wide (r + wide) mm is at most R linear
# + rest.
x = 2b-53 + eY;
wide = 4 * (0.5 * C2D_RAY_MARGIN) * (1 - 8b-53);
linear = 2 * x * ((1 + k2) * (1 + k3)) + R * ((k2 - k1) * (1 + k3)) - wide * (1 - 8b-53);
rest = x * x * ((1 + k2) * (1 + k3)) - wide * wide * (1 - 8b-53);

{ R in [0, 1] /\ |eY| <= 0x3.1p-53 /\ |k1| <= 0x6.1p-53 /\ |k2| <= 1b-53 /\ |k3| <= 1b-53
  -> linear <= 0 /\ rest <= 0 }
