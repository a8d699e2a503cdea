# Lemma lateral, by squares: c2d_cast_surely_misses and meet_cores of cast.c compare gap^2 with grown^2 speed^2. As
# lateral.g, in two steps: if the sweep reaches b, the gap is at most 1 - 3 u of grown times the speed; then the
# computed squares do not say otherwise. gap > 0. None of the products underflows: see range_cast.g.
sb = 1 - sa - 2 * m;
gap = (2 * sa * (A + ea) - (sa + sb) * (B + eb)) * (1 + d1);
GAP = 2 * sa * A - (sa + sb) * B;
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + s) * (1 + d2))) * (1 + d3);
least = 0xc.dp-53 * (sa + m);
least_square = (1 + k2) * (1 + v) * (1 + k3); # of grown^2 speed^2; v: of speed2, two roundings
most_square = (1 - 3b-53) * (1 - 3b-53) * (1 + k1);

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ |A| <= 0x1.72p0 /\ |B| <= 0x1.72p0 /\ R / (sa + sb) in [0, 1] /\
  |ea| <= CLAIM_projection /\ |eb| <= CLAIM_projection /\ sa + sb in [1b-100, 1] /\
  |s| <= 4b-53 /\ |r| <= 1b-53 /\ |v| <= 0x2.1p-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\
  |k1| <= 1b-53 /\ |k2| <= 1b-53 /\ |k3| <= 1b-53 /\ GAP - R - least in [-100, 0]
  -> gap - grown * (1 - 3b-53) <= 0 /\ most_square - least_square <= 0 }

gap - grown * (1 - 3b-53) -> (GAP - R - least) + least + (2 * sa * ea - (sa + sb) * eb)
  + (2 * sa * (A + ea) - (sa + sb) * (B + eb)) * d1 + R * (1 - (1 + r) * (1 + d3) * (1 - 3b-53))
  - C2D_RAY_MARGIN * ((1 + s) * (1 + d2) * (1 + d3) * (1 - 3b-53));
most_square - least_square -> k1 - 6b-53 * (1 + k1) + 9b-106 * (1 + k1) - k2 - v - k3 - k2 * v - k2 * k3 - v * k3 - k2 * v * k3;
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
