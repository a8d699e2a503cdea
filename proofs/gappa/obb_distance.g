# Lemma obb, by distances (surely_within and surely_beyond): the distance D of a point or corner from an oriented box,
# which is computed from parts within 100 u of the unit each (obb_gap.g: those of a projection, of a corner's place w'
# c - h' s, and a few sums), and so within 142 u, and its square, with three roundings; 8 u for stored vertices. D
# against R, the sum of the radii. D is R - 8 u + G where the shapes do not overlap, and R + 8 u - G where they do; G
# >= 0.
rest = (R * (1 + r) - FILTER_SLACK * (1 + s)) * (1 + d1);
reach = (R * (1 + r) + FILTER_SLACK * (1 + s)) * (1 + d1);

{ R in [0, 1] /\ |e| <= 1 /\ |r| <= 1b-53 /\ |s| <= 5b-53 /\ |d1| <= 1b-53 /\
  G in [0, 2] -> rest * (1 + 3b-53) - (R - 8b-53 + G + 142b-53 * e) * (1 - 3b-53) <= 0 /\
     reach * (1 - 3b-53) - (R + 8b-53 - G + 142b-53 * e) * (1 + 3b-53) >= 0 }

rest * (1 + 3b-53) - (R - 8b-53 + G + 142b-53 * e) * (1 - 3b-53) ->
  R * ((1 + r) * (1 + d1) * (1 + 3b-53) - (1 - 3b-53)) - FILTER_SLACK * ((1 + s) * (1 + d1) * (1 + 3b-53)) + (8b-53 - 142b-53 * e - G) * (1 - 3b-53);
reach * (1 - 3b-53) - (R + 8b-53 - G + 142b-53 * e) * (1 + 3b-53) ->
  R * ((1 + r) * (1 + d1) * (1 - 3b-53) - (1 + 3b-53)) + FILTER_SLACK * ((1 + s) * (1 + d1) * (1 - 3b-53)) - (8b-53 + 142b-53 * e - G) * (1 + 3b-53);
