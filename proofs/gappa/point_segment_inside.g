# Lemma point_segment, second half: where the exact distance is at most R, the kernel does not say "apart". F exceeds the
# square of that distance by at most 1 u (F + E2), with much to spare.
r2 = R2 * (1 + s1);
d2 = F + e * (F + E2);
margin = C2D_FILTER_LENGTH * ((r2 + E2 * (1 + s2)) * (1 + d2_)) * (1 + d3);

# Unit: R2 + E2.
{ R2 in [0, 1] /\ E2 in [0, 1] /\ R2 + E2 in [1, 1] /\ F in [0, 1.001] /\ F - R2 in [-2, 3b-53] /\
  |e| <= CLAIM_edge_distance /\ |s1| <= 0x3.2p-53 /\ |s2| <= 0x4.2p-53 /\ |d1| <= 1b-53 /\ |d2_| <= 1b-53 /\ |d3| <= 1b-53
  -> (d2 - r2) * (1 + d1) - margin <= 0 }

d2 - r2 -> (F - R2) + e * (F + E2) - R2 * s1;
(d2 - r2) * (1 + d1) - margin -> ((F - R2) + e * (F + E2) - R2 * s1) * (1 + d1) - margin;
margin -> C2D_FILTER_LENGTH * ((R2 + E2) + R2 * s1 + E2 * s2) * ((1 + d2_) * (1 + d3));
