# Lemma face: a certain hit of a face (ray.c, cast.c). At the t at which the ray crosses the line of the face, grown
# by R less the margin, the exact shapes overlap by 24 u of the scale, more than the 12.8 u that the rounded vertices
# of a may move (see clear.g), even if the ray is 10 u beyond an end of the face (beyond_an_end in coq/geometry.v).
# Units: the scale, at least sa + sb + 2 m, and the exact length of the face's vector. O is the exact offset and eo
# its error, by projection_edge.g; n is the error of the length, by lemma norm; te = t m ea with the error ea of the
# approach. |sum| is at most the approach, because t <= 1, and m at most half the scale.
sure = (R * (1 + r) - C2D_RAY_MARGIN * (1 + s)) * (1 + d1);
exact_sum = O + eo + sure * (1 + n) * (1 + d2);
sum = exact_sum * (1 + d3);
h = sum * (1 + tau) - te - O; # the exact distance from the line at t = sum / approach, which has two roundings
reach = R - 0x18p-53;

{ R in [0, 1] /\ |O| <= 2 /\ |eo| <= CLAIM_projection_edge /\ |te| <= 0x2.3p-53 /\ |sum| <= 0.75 /\ |exact_sum| <= 0.75 /\
  |tau| <= 0x2.1p-53 /\ |s| <= 5b-53 /\ |n| <= CLAIM_norm /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53
  -> h - reach <= 0 }

h - reach -> eo - te + sum * tau + exact_sum * d3 + 0x18p-53 + R * ((1 + r) * (1 + d1) * (1 + n) * (1 + d2) - 1)
  - C2D_RAY_MARGIN * ((1 + s) * (1 + d1) * (1 + n) * (1 + d2));
