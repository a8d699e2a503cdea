# Lemma parallelogram: the gap of two cores of two or four vertices along the normal of a side e (test_axis in relate.c),
# with the unit of parallelogram_cross.g.
#
# x is |e x d|, s1, s2 and s3 are the magnitudes of the area and of the cross products with the other shape's sides;
# exactly they are X, S1, S2 and S3. The gap of the cores differs from that of the parallelograms, GAP, by at most the
# exact sum of the deviations from parallelograms. The computed ones, skew1 and skew2, have the relative error 3 u and
# twice u of a difference each; both together are at most twice the unit.
reach = ((s1 + s2) * (1 + d1) + s3) * (1 + d2);
gap = (x - reach) * (1 + d3);
GAP = X - (S1 + S2 + S3);
slack = ((C2D_FILTER_LENGTH * (1 + e0) * (1 + e1) + skew1) * (1 + e2) + skew2) * (1 + e3);
margin = slack * ((1 + e4) * (1 + e5) * (1 + e6));
skew = (skew1 + skew2) * (1 + 3b-53) + 4b-53;
off = ((1 + e3) * (1 + e4) * (1 + e5) * (1 + e6));
part_of_margin = C2D_FILTER_LENGTH * (1 + e0) * (1 + e1) * (1 + e2) * off;
lost = skew1 * ((1 + 3b-53) - (1 + e2) * off) + skew2 * ((1 + 3b-53) - off);

{ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\
  |e5| <= 1b-53 /\ |e6| <= 1b-53 /\ |e0| <= 8b-53 /\ # c2d_span_of has seven roundings
  X in [0, 2] /\ S1 in [0, 1] /\ S2 in [0, 1] /\ S3 in [0, 1] /\
  |x - X| <= CLAIM_parallelogram_cross /\ |s1 - S1| <= 0x4.2p-53 /\ |s2 - S2| <= 0x4.2p-53 /\ |s3 - S3| <= 0x4.2p-53 /\
  skew1 in [0, 2] /\ skew2 in [0, 2] /\ skew1 + skew2 in [0, 2]
  -> (gap - GAP) + skew - margin <= 0 /\ (GAP - gap) + skew - margin <= 0 }

gap - GAP -> (x - X) - ((s1 - S1) + (s2 - S2) + (s3 - S3)) - ((s1 + s2) * d1 * (1 + d2) + (s1 + s2 + s3) * d2)
  + (x - reach) * d3;
GAP - gap -> -(gap - GAP);
(gap - GAP) + skew - margin -> (gap - GAP) + 4b-53 + lost - part_of_margin;
(GAP - gap) + skew - margin -> (GAP - gap) + 4b-53 + lost - part_of_margin;
x -> X + (x - X);
s1 -> S1 + (s1 - S1);
s2 -> S2 + (s2 - S2);
s3 -> S3 + (s3 - S3);
lost -> (skew1 + skew2) * ((1 + 3b-53) - off) - skew1 * (e2 * off);
