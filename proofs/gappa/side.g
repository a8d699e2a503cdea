# Lemma sides: the line of the motion passes an end of an edge on a certain side, by more than 19 u of the scale
# (find_front_edge in cast.c). S is the exact distance of the end from the line, R how far the radius moves it along
# the normal of the edge, and A the cosine between motion and edge: the end of the face has the distance S - R A.
# Units: the scale, the length of the motion and the computed length of the edge.
#
# grown is within two roundings of R + margin, so that grown - radius loses as much of R. r, q: of the radius; n: of
# the length of the edge (norm.g); eS: projection.g; eA: motion . edge, three roundings.
lift = R * (1 + r) * (A + eA) * (1 + d1);
start = ((S + eS) * ((1 + n) * (1 + d2)) - lift) * (1 + d3);
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + c) * (1 + d4))) * (1 + d5);
error = (grown - R * (1 + r)) * ((1 + d6) * (1 + v) * (1 + d7) * (1 + n) * (1 + d8));
least = 0x13p-53;

{ R in [0, 1] /\ |S| <= 0x1.6a2p0 /\ |A| <= 1 /\ |eS| <= CLAIM_projection /\ |eA| <= 0x3.1p-53 /\ |n| <= CLAIM_norm /\ |v| <= 0x2.1p-53 /\
  |c| <= 5b-53 /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\
  |d6| <= 1b-53 /\ |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ S - R * A - least in [-100, 0]
  -> start - error <= 0 }

start - error -> (S - R * A - least) + least + eS * ((1 + n) * (1 + d2) * (1 + d3)) + S * ((1 + n) * (1 + d2) * (1 + d3) - 1)
  - R * (A * ((1 + r) * (1 + d1) * (1 + d3) - 1) + eA * ((1 + r) * (1 + d1) * (1 + d3)))
  - (R * ((1 + r) * d5) + C2D_RAY_MARGIN * ((1 + c) * (1 + d4) * (1 + d5))) * ((1 + d6) * (1 + v) * (1 + d7) * (1 + n) * (1 + d8));
