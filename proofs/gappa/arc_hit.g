# Lemma arc, first half: where the line of a ray passes a circle of radius R less the margin, or not even that,
# c2d_ray_meet_arc (ray_arc.h) is not certain of a hit. Units: R, and the length of the motion. R is above 2^-16 of the
# scale, so that mu, the margin in units of R, is below 2^-30. The exact distance of the corner from the line is
# 1 - mu + x. Rounding errors relative to the margin: eps of the distance (projection.g, relative to the scale, which is at
# least R), k1 of r2 * mm, which has six roundings, k2 of the square, and k3 of the difference, which is at most 4. c2d_cast_discs
# passes half the margin of a scale that is a sum of coordinates, which leaves enough: see the least margins.
y = 1 - mu + mu * eps + x;
half2 = (1 + mu * k1) - y * y * (1 + mu * k2) + mu * k3;
grown = 4 * mu * (1 + 4 * mu) * (1 - 8b-53); # grown * mm, at least

{ mu in [1b-60, 1b-30] /\ x in [0, 1] /\ x / mu in [0, 1b60] /\ |eps * C2D_RAY_MARGIN| <= CLAIM_projection /\
  |k1 * C2D_RAY_MARGIN| <= 0x6.1p-53 /\ |k2 * C2D_RAY_MARGIN| <= 1b-53 /\ |k3 * C2D_RAY_MARGIN| <= 4b-53
  -> (half2 - grown) / mu <= 0 }

(half2 - grown) / mu -> k1 + (1 - eps - x / mu) * (1 + y) - y * y * k2 + k3 - 4 * (1 + 4 * mu) * (1 - 8b-53);
eps -> (eps * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k1 -> (k1 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k2 -> (k2 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
k3 -> (k3 * C2D_RAY_MARGIN) / C2D_RAY_MARGIN;
