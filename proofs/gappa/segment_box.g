# Lemma segment_box: the separation of a segment and a box along the segment's normal (sharp_segment_box in relate.c).
# Unit: the product X Y of the sums of their sizes. c1 .. c4 are the products of a coordinate of the segment's vector d
# and one of the differences lo - p and hi - q, f1 and f2 those of d and the size; none exceeds the unit.
t1 = (c1 * (1 + d1) + c2 * (1 + d2)) * ((1 + d3) * (1 + d4) * (1 + d5));
t2 = (c3 * (1 + d6) + c4 * (1 + d7)) * ((1 + d8) * (1 + d9) * (1 + d10));
cross = (t1 - t2) * (1 + d11);
CROSS = (c1 + c2) - (c3 + c4);
reach = (f1 * ((1 + k1) * (1 + k2) * (1 + k3)) + f2 * ((1 + k4) * (1 + k5) * (1 + k6))) * (1 + k7);
REACH = f1 + f2;
beyond = (s * cross - reach) * (1 + k8); # s: the sign of cross
BEYOND = s * CROSS - REACH; # |CROSS| - REACH, up to the error of CROSS
margin = 4 * C2D_FILTER_ORIENT * ((1 + e1) * (1 + e2) * (1 + e3) * (1 + e4) * (1 + e5) * (1 + e6));

{ |c1| <= 1 /\ |c2| <= 1 /\ |c3| <= 1 /\ |c4| <= 1 /\ f1 in [0, 1] /\ f2 in [0, 1] /\ |s| <= 1 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\ |d7| <= 1b-53 /\
  |d8| <= 1b-53 /\ |d9| <= 1b-53 /\ |d10| <= 1b-53 /\ |d11| <= 1b-53 /\ |k1| <= 1b-53 /\ |k2| <= 1b-53 /\
  |k3| <= 1b-53 /\ |k4| <= 1b-53 /\ |k5| <= 1b-53 /\ |k6| <= 1b-53 /\ |k7| <= 1b-53 /\ |k8| <= 1b-53 /\
  |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\ |e5| <= 1b-53 /\ |e6| <= 1b-53
  -> |(beyond - BEYOND) / margin| <= 1 }

beyond - BEYOND -> s * (cross - CROSS) - (reach - REACH) + (s * cross - reach) * k8;
cross - CROSS -> (c1 * ((1 + d1) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d11) - 1)
    + c2 * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d11) - 1))
  - (c3 * ((1 + d6) * (1 + d8) * (1 + d9) * (1 + d10) * (1 + d11) - 1)
    + c4 * ((1 + d7) * (1 + d8) * (1 + d9) * (1 + d10) * (1 + d11) - 1));
reach - REACH -> f1 * ((1 + k1) * (1 + k2) * (1 + k3) * (1 + k7) - 1) + f2 * ((1 + k4) * (1 + k5) * (1 + k6) * (1 + k7) - 1);
