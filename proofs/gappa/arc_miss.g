# Lemma arc, second half: where the line passes a circle of radius R plus 1.5 margins, it is not certain of a miss. The
# rounded vertices of a moved shape need a fifth of a margin. As arc_hit.g; the distance is 1 + 1.5 mu - x.
y = 1 + 1.5 * mu + mu * eps - x;
half2 = (1 + mu * k1) - y * y * (1 + mu * k2) + mu * k3;
grown = 4 * mu * (1 + 4 * mu) * (1 - 8b-53);

{ mu in [1b-60, 1b-30] /\ x in [0, 1] /\ x / mu in [0, 1b60] /\ |eps * C2D_RAY_MARGIN| <= CLAIM_projection /\
  |k1 * C2D_RAY_MARGIN| <= 0x6.1p-53 /\ |k2 * C2D_RAY_MARGIN| <= 1b-53 /\ |k3 * C2D_RAY_MARGIN| <= 1b-53
  -> (half2 + grown) / mu >= 0 }

(half2 + grown) / mu -> k1 - (1.5 + eps - x / mu) * (1 + y) - y * y * k2 + k3 + 4 * (1 + 4 * mu) * (1 - 8b-53);
eps -> (eps * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k1 -> (k1 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k2 -> (k2 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k3 -> (k3 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
