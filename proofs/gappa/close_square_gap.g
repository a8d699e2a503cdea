# Lemma close_square_gap: |p - q|^2 - R^2 near 0, from what the rounded squares have lost (c2d_length_gap_exact in
# exact.c). upper, squares, lower and the products x, y and s are exact. Five sums of pairs have errors of at most 3.1
# u^2 of their terms, and these are at most the unit, the sum of the magnitudes in `terms` and |squares.lo|, and what
# the sums lost. The tails' squares are below half of u of x, y and s; they have three roundings, and their sum with
# lost.lo, which is below 2 u, one.
tails = D - S;
computed = D * (1 + a) - S * (1 + b); # relative to D and S, which are not negative
low = (l + computed) * (1 + c);
value = low - l - tails + s1 + s2 + s3 + s4 + s5; # less the exact value
error = C2D_PAIR_ERROR * (1 - 0xap-53); # eight sums and a product

{ D in [0, 1b-54] /\ S in [0, 1b-54] /\ |a| <= 0x3.1p-53 /\ |b| <= 0x3.1p-53 /\ |c| <= 1b-53 /\ |l| <= 2b-53 /\
  |s1| <= 0x3.2p-106 /\ |s2| <= 0x3.2p-106 /\ |s3| <= 0x3.2p-106 /\ |s4| <= 0x3.2p-106 /\ |s5| <= 0x3.2p-106
  -> |value / error| <= 0.98 }

low - l - tails -> D * a - S * b + (l + computed) * c;
