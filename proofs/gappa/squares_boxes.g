# Lemma squares: rectangles with radii (round_boxes_step in csrc/batch/kernels.h). As squares_floats.g, in double
# precision. Sides are sums of numbers below 2^-148, or stored as the shape's: D and R change by less than 2^-144. M
# >= 2^-80, or not.
gap = ((1 + e) * (1 + e) * (1 + j) - (1 - e) * (1 - e) * (1 - k) + 2 * o) * (1 + d);
margin = FILTER_MARGIN * (1 - 4b-53) * (2 * (1 - e) * (1 - e) * (1 - k) - 2 * o);
small_gap = (M * M * (j + k) + 5 * M * 1b-144 + 4b-1000) * (1 + d);

{ j in [0, 0x4.1p-53] /\ k in [0, 0x4.1p-53] /\ e in [0, 1b-64] /\ o in [0, 1b-800] /\ |d| <= 1b-53 /\ M in [0, 1b-80]
  -> gap - margin <= 0 /\ small_gap - FILTER_FLOOR_SQUARED * (1 - 2b-53) <= 0 }

gap -> (4 * e + j * (1 + e) * (1 + e) + k * (1 - e) * (1 - e) + 2 * o) * (1 + d);
