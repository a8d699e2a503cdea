# Lemma parallelogram, first part: the cross products of test_axis in relate.c. Unit: |e|, as the sum of the magnitudes of
# its coordinates, times an upper bound of that of every difference of two vertices; `part` is the part of e.x in |e|.
#
# c1 .. c4: coordinates of the differences b0 - a0 and b2 - a2, in e x d; f1 and f2: those of another side.
t1 = part * (c1 * (1 + d1) + c2 * (1 + d2)) * ((1 + d3) * (1 + d4) * (1 + d5));
t2 = (1 - part) * (c3 * (1 + d6) + c4 * (1 + d7)) * ((1 + d8) * (1 + d9) * (1 + d10));
cross = (t1 - t2) * (1 + d11); # e x d
CROSS = part * (c1 + c2) - (1 - part) * (c3 + c4);
side = (part * f1 * ((1 + k1) * (1 + k2) * (1 + k3)) - (1 - part) * f2 * ((1 + k4) * (1 + k5) * (1 + k6))) * (1 + k7);
SIDE = part * f1 - (1 - part) * f2;

{ part in [0, 1] /\ |c1| <= 1 /\ |c2| <= 1 /\ |c3| <= 1 /\ |c4| <= 1 /\ |f1| <= 1 /\ |f2| <= 1 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\ |d7| <= 1b-53 /\
  |d8| <= 1b-53 /\ |d9| <= 1b-53 /\ |d10| <= 1b-53 /\ |d11| <= 1b-53 /\ |k1| <= 1b-53 /\ |k2| <= 1b-53 /\
  |k3| <= 1b-53 /\ |k4| <= 1b-53 /\ |k5| <= 1b-53 /\ |k6| <= 1b-53 /\ |k7| <= 1b-53
  -> |(cross - CROSS) / CLAIM| <= 1 /\ |side - SIDE| <= 0x4.2p-53 }

cross - CROSS -> part * (c1 * ((1 + d1) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d11) - 1)
    + c2 * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d11) - 1))
  - (1 - part) * (c3 * ((1 + d6) * (1 + d8) * (1 + d9) * (1 + d10) * (1 + d11) - 1)
    + c4 * ((1 + d7) * (1 + d8) * (1 + d9) * (1 + d10) * (1 + d11) - 1));
side - SIDE -> part * (f1 * ((1 + k1) * (1 + k2) * (1 + k3) * (1 + k7) - 1))
  - (1 - part) * (f2 * ((1 + k4) * (1 + k5) * (1 + k6) * (1 + k7) - 1));
$ part in 64;
