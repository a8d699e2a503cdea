# Lemma arc in ray.c (meet_corner): if at the end of the motion the exact distance from the corner is at most R plus
# 12.8 u of the scale, t > 1 is not found, of a circle with the radius R plus the margin, which may be as small as the
# margin. As arc_clear.g: G = R + margin is exact, and k1 has two roundings more. With the line at y G from the
# corner, H^2 is at least G^2 - (y G)^2 + delta, and the square of the distance at t = 1 at least G^2 + delta - 2 H
# |p|, if t > 1. Divided by G; for R = G - margin. x, the place at t, is at most the length of the motion then, and that
# at most half the scale times the root of 2.
delta = G * k1 - (y * (2 * eY) * (1 + k2) + y * y * G * k2) + G * k3 - eY * eY * (1 + k2) / G;
p = eA + (x + eA) * ((1 + d1) * (1 + t1) * (1 + t2) - 1);
less = C2D_RAY_MARGIN * (1 - 8b-53) - 0xc.dp-53;
excess = delta - 2 * (1 + 1b-30) * |p| + less * (2 - less / G);

{ G in [0x3fp-53, 2] /\ less / G in [-1, 1] /\ |y| <= 1.01 /\ |eY| <= CLAIM_projection /\ |eA| <= CLAIM_projection /\ |x| <= 0x1.6a2p-1 /\ |k1| <= 0x8.1p-53 /\ |k2| <= 1b-53 /\
  |k3| <= 0x3.1p-53 /\ |d1| <= 1b-53 /\ |t1| <= 0x2.1p-53 /\ |t2| <= 1b-53
  -> excess >= 0 }
