# Lemma rounds: c2d_rounds_to_hi. lo - error and lo + error, each rounded once, enclose the exact low part LO, which
# differs from lo by at most the part `error_of_lo` of the error. Unit: error = 1. The low part of a pair is at most u of
# its upper part, and an error is at least C2D_PAIR_ERROR / 2 of that: |lo| <= size.
below = (lo - 1) * (1 + d1);
above = (lo + 1) * (1 + d2);

{ |lo / size| <= 1 /\ C2D_PAIR_ERROR * size in [0, 2b-53] /\ |LO - lo| <= 0.98 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\
  size in [1b-100, 1b100]
  -> below - LO <= 0 /\ above - LO >= 0 }

below - LO -> (lo - LO) - 1 + (lo - 1) * d1;
above - LO -> (lo - LO) + 1 + (lo + 1) * d2;
lo -> (lo / size) * size;
size -> (C2D_PAIR_ERROR * size) / C2D_PAIR_ERROR;
