# Lemma sides in cast_segments.c and cast_quads.c. As side.g, with 1.5 margins times |m.x| + |m.y|, which is `most`,
# and in eS the distance of a vertex of a quadrilateral (quad_sides.g).
lift = R * (1 + r) * (A + eA) * (1 + d1);
start = ((S + eS) * ((1 + n) * (1 + d2)) - lift) * (1 + d3);
error = 1.5 * (1 + d4) * C2D_RAY_MARGIN * ((1 + c) * (1 + d5)) * most * ((1 + d6) * (1 + d7) * (1 + n) * (1 + d8));
least = 0x13p-53;

{ R in [0, 1] /\ |S| <= 0x1.6a2p0 /\ |A| <= 1 /\ |eS| <= CLAIM_quad_sides /\ |eA| <= 0x3.1p-53 /\ |n| <= CLAIM_norm /\ most in [1, 1.5] /\
  |c| <= 4b-53 /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\
  |d6| <= 1b-53 /\ |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ S - R * A - least in [-100, 0]
  -> start - error <= 0 }

start - error -> (S - R * A - least) + least + eS * ((1 + n) * (1 + d2) * (1 + d3)) + S * ((1 + n) * (1 + d2) * (1 + d3) - 1)
  - R * (A * ((1 + r) * (1 + d1) * (1 + d3) - 1) + eA * ((1 + r) * (1 + d1) * (1 + d3))) - error;
