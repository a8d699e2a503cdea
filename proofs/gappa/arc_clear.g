# Lemma arc, third part: at `clear` of c2d_ray_meet_arc, and at the end of a motion that ends before t - early, the
# exact distance from the corner is at least R plus 32.2 u of the scale: 12.8 u that the rounded vertices of a may need,
# and 19.4 u by which other vertices may be beyond the corner along the normal (c2d_cast_are_foremost in cast.h).
#
# Units: the scale and the length of the motion. y R is the exact distance of the corner from the line of the motion,
# and H the computed half of the chord: H^2 is R^2 - (y R)^2 + delta. The errors: k1 of r2 * mm, six roundings; eY of
# aside (projection.g) and k2 of its square; k3 of the difference and, twice, of the root. G is a quarter of early
# along the motion. G H is at least margin R, as grown is at least 4 margin R (1 - 8 u). p is the error of `clear`
# along the motion: eA of ahead, and of the difference, the quotient and the last sum, whose results x are at most
# 1.4145. Then the square of the distance is (H + G + p)^2 + (y R)^2, at least R^2 + delta + 2 G H - 2 H |p|, and H is
# at most R (1 + 2^-30). All by R:
delta = R * k1 - (y * (2 * eY) * (1 + k2) + y * y * R * k2) + R * k3 - eY * eY * (1 + k2) / R;
p = eA + (x + eA) * ((1 + d1) * (1 + t1) * (1 + t2) * (1 + t3) - 1);
excess = delta + 2 * C2D_RAY_MARGIN * (1 - 0x10p-53) - 2 * (1 + 1b-30) * |p| - (0x40.6p-53 + 0x20.3p-53 * 0x20.3p-53 / R);

{ R in [1b-17, 1] /\ |y| <= 1.01 /\ |eY| <= CLAIM_projection /\ |eA| <= CLAIM_projection /\ |x| <= 0x1.6a2p0 /\ |k1| <= 0x6.1p-53 /\ |k2| <= 1b-53 /\
  |k3| <= 0x3.1p-53 /\ |d1| <= 1b-53 /\ |t1| <= 0x2.1p-53 /\ |t2| <= 1b-53 /\ |t3| <= 1b-53
  -> excess >= 0 }
