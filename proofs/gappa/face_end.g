# Lemma face at the end of the motion: where the end is not behind the line of the face, grown by R less 16 u of the
# scale, the kernels do not find sure >= approach (cast.c, cast_segments.c, cast_quads.c, cast_rays.c). As
# face_apart.g; R less the margin may be negative.
sb = 1 - sa - 2 * m;
sure_radius = (R * (1 + r) - C2D_RAY_MARGIN * ((1 + c) * (1 + d1))) * (1 + d2);
sum = O + (sa + sb) * eO + sure_radius * ((1 + n) * (1 + d3));
sure = sum * (1 + d4);
approach = P + m * eP;

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ R / (sa + sb) in [0, 1] /\ sa + sb in [1b-100, 1] /\ |sum| <= 2.5 /\
  |eO| <= CLAIM_projection_edge /\ |eP| <= CLAIM_projection /\ |n| <= CLAIM_norm /\ |c| <= 5b-53 /\ |r| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ P - O - R + 0x13p-53 in [0, 100]
  -> sure - approach <= 0 }

sure - approach -> -(P - O - R + 0x13p-53) + 0x13p-53 + (sa + sb) * eO - m * eP + sum * d4
  + R * ((1 + r) * (1 + d2) * (1 + n) * (1 + d3) - 1) - C2D_RAY_MARGIN * ((1 + c) * (1 + d1) * (1 + d2) * (1 + n) * (1 + d3));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
