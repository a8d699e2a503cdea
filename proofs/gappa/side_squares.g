# Lemma sides, by squares (front_of_one in cast_segments.c): x |x| and y |y| instead of x and y, with x = S and y = R
# A of side.g. If x - y is at most 19 u of the scale, x |x| - y |y| is at most (|x| + |y|) times that, and the
# computed difference is not above error2. U and V are x |x| and y |y|; X and Y bound |x| and |y|. In units of the
# square of the edge's length, of which square has an error of 4.1 u, n; a: that of ahead |ahead|, with the radius.
start = (U + eU) * ((1 + d1) * (1 + n)) * (1 + d2);
lift = V * (1 + a) + eV;
gap = (start - lift) * (1 + d3);
error = 8 * (1 + d4) * C2D_RAY_MARGIN * ((1 + c) * (1 + d5)) * most * (most * (1 + c2)) * ((1 + d6) * (1 + d7) * (1 + n) * (1 + d8));

{ |U| <= 0x2.01p0 /\ |V| <= 0x1.01p0 /\ |eU| <= 0x10p-53 /\ |eV| <= 7b-53 /\ |n| <= 0x4.1p-53 /\ most in [1, 1.5] /\
  |a| <= 0x5.1p-53 /\ |c| <= 4b-53 /\ |c2| <= 7b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\
  |d5| <= 1b-53 /\ |d6| <= 1b-53 /\ |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ U - V - 0x2fp-53 in [-100, 0]
  -> gap - error <= 0 }

gap - error -> (U - V - 0x2fp-53) + 0x2fp-53 + eU * ((1 + d1) * (1 + n) * (1 + d2) * (1 + d3)) + U * ((1 + d1) * (1 + n) * (1 + d2) * (1 + d3) - 1)
  - V * ((1 + a) * (1 + d3) - 1) - eV * (1 + d3) - error;
