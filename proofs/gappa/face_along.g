# Lemma supports for a face along which the ray moves (meet_face and enter_segment in ray.c): the computed approach is
# not above c2d_approach_error. By Cauchy and Schwarz that is at most 16.1 u of the lengths of the edge and of the
# motion, and the exact approach is within 3.1 u of the computed one; a motion has at most 1.4145 times the length of
# its greatest coordinate m. If somewhere on the way t the exact line, grown by R, has the sweep or the difference
# beyond it, as in face_apart.g, grown < 0 is not found.
sb = 1 - sa - 2 * m;
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1))) * (1 + d2);
sum = O + (sa + sb) * eO + grown * ((1 + n) * (1 + d3));
above = sum * (1 + d4);
P = m * p;
least = 0xc.dp-53 * (sa + m) + 0xcp-53 * (sa + sb);

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ t in [0, 1] /\ R / (sa + sb) in [0, 1] /\ sa + sb in [1b-100, 1] /\ |sum| <= 2.5 /\
  |p| <= 0x1b.8p-53 /\ |eO| <= CLAIM_projection_edge /\ |n| <= CLAIM_norm /\ |c| <= 5b-53 /\ |r| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ t * P - O - R - least in [-100, 0]
  -> above >= 0 }

above -> -(t * P - O - R - least) - least + t * P + (sa + sb) * eO + sum * d4
  + R * ((1 + r) * (1 + d2) * (1 + n) * (1 + d3) - 1) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1) * (1 + d2) * (1 + n) * (1 + d3));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
