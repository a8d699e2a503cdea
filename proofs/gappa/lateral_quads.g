# Lemma lateral for quadrilaterals: as lateral_squares.g, with the gap of quad_sides.g and its error.
sb = 1 - sa - 2 * m;
gap = GAP + (sa + sb) * e;
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + s) * (1 + d2))) * (1 + d3);
least = 0xc.dp-53 * (sa + m);

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ R / (sa + sb) in [0, 1] /\ |e| <= CLAIM_quad_sides /\ sa + sb in [1b-100, 1] /\
  |s| <= 4b-53 /\ |r| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ GAP - R - least in [-100, 0]
  -> gap - grown * (1 - 3b-53) <= 0 }

gap - grown * (1 - 3b-53) -> (GAP - R - least) + least + (sa + sb) * e + R * (1 - (1 + r) * (1 + d3) * (1 - 3b-53))
  - C2D_RAY_MARGIN * ((1 + s) * (1 + d2) * (1 + d3) * (1 - 3b-53));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
