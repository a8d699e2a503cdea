# Lemma squares: circles in double precision (write_squares in csrc/batch/kernels.h). As squares_floats.g; rows hold
# the user's numbers, of which those below 2^-148 may differ by 2^-201 from the shape's, and subnormal ones are at
# most 2^-1022: D and R change by less than 2^-198. One square is compared with the other one times 1 - 2
# FILTER_MARGIN, which is a double, less the floor: with a fused operation or with two roundings (d). M >= 2^-100, or
# not.
least = (1 - e) * (1 - e) * (1 - k) - o;
most = ((1 + e) * (1 + e) * (1 + j) + o) * (1 - 2 * FILTER_MARGIN) * (1 + d);
small_gap = M * M * (j + k) + 5 * M * 1b-198 + 4b-1000;

{ j in [0, 0x4.1p-53] /\ k in [0, 0x4.1p-53] /\ e in [0, 1b-98] /\ o in [0, 1b-800] /\ |d| <= 0x2.1p-53 /\ M in [0, 1b-100]
  -> most - least <= 0 /\ small_gap - FILTER_FLOOR_SQUARED * (1 - 2b-53) <= 0 }

most - least -> 4 * e * (1 - 2 * FILTER_MARGIN) * (1 + d) + ((1 - e) * (1 - e) * ((1 - 2 * FILTER_MARGIN) * (1 + d) * (1 + j) - (1 - k)))
  + 4 * e * j * (1 - 2 * FILTER_MARGIN) * (1 + d) + o * ((1 - 2 * FILTER_MARGIN) * (1 + d) + 1);
(1 - 2 * FILTER_MARGIN) * (1 + d) * (1 + j) - (1 - k) -> -2 * FILTER_MARGIN * (1 + d) * (1 + j) + d * (1 + j) + j + k;
