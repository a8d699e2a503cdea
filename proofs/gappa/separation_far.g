# Lemma separation: c2d_line_gap far from R, h - R with h = c / |e|. Unit: the exact difference H - R or R - H; H and R are
# in it. h >= 3 radius and h <= radius / 2 are tested with computed numbers, which are off by less than 8 u.
length = sqrt(1 + b) * (1 + d1);
h = H * ((1 + a) / length * (1 + d2));
radius = R * (1 + r);
value = (h - radius) * (1 + d3);

{ |a| <= 1b-53 /\ |b| <= 0x1.01p-53 /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\
  (H in [1, 1.5000001] /\ R in [0, 0.5000001] \/ H in [0, 1.0000001] /\ R in [1, 2.0000001]) /\ |H - R| in [1, 1]
  -> |(value - (H - R)) / CLAIM| <= 1 }

value - (H - R) -> (H * ((1 + a) / length * (1 + d2) - 1) - R * r) * (1 + d3) + (H - R) * d3;
