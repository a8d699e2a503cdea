# Lemma supports: the line of a face of the difference, grown by R and the margin, is not found to separate a stop
# from b if it does not: that is, if the exact line along the exact edge has a point of the difference, grown by R, or
# of the sweep with rounded vertices beyond it (meet_face in cast.c, meet_edge in cast_segments.c and cast_quads.c,
# cast_rays.c). `above` is compared with approach for the end of the motion, and with 0 (P = eP = 0) for its start.
#
# Units: the scale, with the greatest coordinates sa and sb of the shapes, and the exact length of the edge. O is the
# offset of the edge along its normal and P that of the motion; eO by projection_edge.g, and eP with one rounding
# less; n by norm.g. The vertices of the other core may be beyond the line by 4.2 u of its size, 2.83 sa or 2.83 sb,
# where rounding puts an edge that is nearly parallel on the wrong side (lemma orient), and those of either core by 19.4
# u of the scale, which c2d_cast_are_foremost allows (cast.h); 12.8 u (sa + m) as in clear.g.
sb = 1 - sa - 2 * m;
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1))) * (1 + d2);
sum = O + (sa + sb) * eO + grown * ((1 + n) * (1 + d3));
above = sum * (1 + d4);
approach = P + m * eP;
least = 0xc.dp-53 * (sa + m) + 0x13.6p-53;

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ R / (sa + sb) in [0, 1] /\ sa + sb in [1b-100, 1] /\ |sum| <= 2.5 /\
  |eO| <= CLAIM_projection_edge /\ |eP| <= CLAIM_projection /\ |n| <= CLAIM_norm /\ |c| <= 5b-53 /\ |r| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ P - O - R - least in [-100, 0]
  -> above - approach >= 0 }

above - approach -> -(P - O - R - least) - least + (sa + sb) * eO - m * eP + sum * d4
  + R * ((1 + r) * (1 + d2) * (1 + n) * (1 + d3) - 1) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1) * (1 + d2) * (1 + n) * (1 + d3));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
