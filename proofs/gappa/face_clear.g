# Lemma supports: up to `clear` of a certain hit of a face, the line of the face, grown by R, separates b from the
# sweep with rounded vertices: h, the exact distance from the line of the face, is at least R, 12.8 u (sa + m) and the
# 19.4 u by which a vertex may be beyond the line then. As face_apart.g. approach <= above < 0, so that t <=
# 1. clear has two roundings (tau), and te = t m eP / (1 + eP / P) is the error of t times the approach. The sum is at
# most |approach|.
sb = 1 - sa - 2 * m;
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1))) * (1 + d2);
sum = O + (sa + sb) * eO + grown * ((1 + n) * (1 + d3));
above = sum * (1 + d4);
h = above * (1 + tau) - te - O;
reach = R + 0xc.dp-53 * (sa + m) + 0x13.6p-53;

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ R / (sa + sb) in [0, 1] /\ sa + sb in [1b-100, 1] /\ |sum| <= 0.75 /\ |above| <= 0.75 /\
  |eO| <= CLAIM_projection_edge /\ |te| <= 0x2.3p-53 /\ |n| <= CLAIM_norm /\ |tau| <= 0x2.1p-53 /\ |c| <= 5b-53 /\ |r| <= 1b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53
  -> h - reach >= 0 }

h - reach -> (sa + sb) * eO - te + sum * d4 + above * tau - 0xc.dp-53 * (sa + m) - 0x13.6p-53
  + R * ((1 + r) * (1 + d2) * (1 + n) * (1 + d3) - 1) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1) * (1 + d2) * (1 + n) * (1 + d3));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
