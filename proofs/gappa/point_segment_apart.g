# Lemma point_segment, first half: where the exact distance of a point from a segment is at least R, the kernel does not
# say "overlapping". By lemma edge_distance, d2 is F up to 10 u (F + E2), and F, the square of the distance at the
# computed parameter, is at least R2.
r2 = R2 * (1 + s1);
d2 = F + e * (F + E2);
margin = C2D_FILTER_LENGTH * ((r2 + E2 * (1 + s2)) * (1 + d2_)) * (1 + d3);

# Unit: R2 + E2.
{ R2 in [0, 1] /\ E2 in [0, 1] /\ R2 + E2 in [1, 1] /\ F - R2 in [0, 1b1000] /\
  |e| <= CLAIM_edge_distance /\ |s1| <= 0x3.2p-53 /\ |s2| <= 0x4.2p-53 /\ |d1| <= 1b-53 /\ |d2_| <= 1b-53 /\ |d3| <= 1b-53
  -> (r2 - d2) * (1 + d1) - margin <= 0 }

(r2 - d2) * (1 + d1) - margin -> (R2 * (s1 - e) - e * E2 - (F - R2) * (1 + e)) * (1 + d1) - margin;
margin -> C2D_FILTER_LENGTH * ((R2 + E2) + R2 * s1 + E2 * s2) * ((1 + d2_) * (1 + d3));
