# Lemma arc, fourth part: at t + early of c2d_ray_meet_arc, which is at most 1 where it is certain of a hit, the exact
# distance from the corner is below R by more than 12.8 u of the scale. As arc_clear.g; the square of the distance is
# (H - 4 G + p)^2 + (y R)^2. With g = 4 G H, which is grown, at least 4 margin R, and H^2 above grown (decided), 16
# G^2 is at most g (1 + 9 u), and 4 G at most H (1 + 9 u).
delta = R * k1 - (y * (2 * eY) * (1 + k2) + y * y * R * k2) + R * k3 + eY * eY / R;
p = eA + (x + eA) * ((1 + d1) * (1 + t1) * (1 + t2) * (1 + t3) - 1);
excess = delta - 4 * C2D_RAY_MARGIN * (1 - 0x20p-53) + 4 * (1 + 1b-30) * |p| + p * p / R + 0x19.ap-53;

{ R in [1b-17, 1] /\ |y| <= 1.01 /\ |eY| <= CLAIM_projection /\ |eA| <= CLAIM_projection /\ |x| <= 0x1.6a2p0 /\ |k1| <= 0x6.1p-53 /\ |k2| <= 1b-53 /\
  |k3| <= 0x3.1p-53 /\ |d1| <= 1b-53 /\ |t1| <= 0x2.1p-53 /\ |t2| <= 1b-53 /\ |t3| <= 1b-53
  -> excess <= 0 }
