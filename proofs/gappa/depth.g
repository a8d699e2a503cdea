# Lemma depth: the ends of the interval of a depth, and the test that skips an edge (distance.c). By lemma orient,
# c - m <= C <= c + m. Unit: C / |E| for the ends; the least depth found so far for the test. length: of e, by lemma norm.
below = ((1 + d1) * low) * (1 / (length * (1 + d2)) * ((1 + d3) * (1 + d4))) * (1 - C2D_FILTER_LENGTH);
above = ((1 + d1) * high) * (1 / (length * (1 + d2)) * ((1 + d3) * (1 + d4))) * (1 + C2D_FILTER_LENGTH);
skipped = (low * low * ((1 + d1) * (1 + d1) * (1 + d2)) * (1 - C2D_FILTER_LENGTH) * (1 + d3));
least = 1 * (1 + k); # its c is rounded once, its length by lemma norm, and it is a quotient
kept = least * least * (1 + d4) * (1 + e2) * (1 + d5);

{ low in [0, 1] /\ high in [1, 2] /\ length - 1 in [-0x3.1p-53, 0x3.1p-53] /\ |k| <= 0x5.1p-53 /\ |e2| <= 0x4.1p-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53
  -> below <= 1 /\ above >= 1 /\ skipped / kept <= 1 }
length -> 1 + (length - 1);
