# Lemma arc in ray.c (meet_corner): where the line of the motion, or its end, is not within R less 12.8 u of the scale
# of the corner, sure2 * mm > aside2, or the end within sure2, is not found. Units: the scale and the length of the
# motion. The exact distance is R - 12.8 u + x, x >= 0, and sure is above 0. eY: projection.g; eD: the error of a
# distance, of which the square has three roundings, by Cauchy and Schwarz. The square of sure * (1 + 4 u) is at least
# sure2 * mm with its errors.
sure = (R * (1 + r) - C2D_RAY_MARGIN * (1 - 6b-53)) * (1 + d1) * (1 + 4b-53);
aside = (R - 0xc.dp-53 + x) * (1 - 4b-53) - eY;

{ R in [0, 1] /\ x >= 0 /\ |eY| <= CLAIM_projection_edge /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ x <= 4 -> sure - aside <= 0 }

sure - aside -> R * ((1 + r) * (1 + d1) * (1 + 4b-53) - (1 - 4b-53)) - C2D_RAY_MARGIN * ((1 - 6b-53) * (1 + d1) * (1 + 4b-53))
  + 0xc.dp-53 * (1 - 4b-53) - x * (1 - 4b-53) + eY;
