# Lemma squares: circles whose rows are float32, in single precision (float_circles_step in csrc/batch/kernels.h),
# with u = 2^-24. D is the exact distance of two rows and R the sum of their radii. The computed square of either has
# at most four roundings, j and k. Numbers that are subnormal, or are flushed to zero, change D and R by less than
# 2^-123, and the squares by less than 2^-124. M is the lesser one of D and R: the square of the other one is at least
# as large, so a gap of the wrong sign is at most ((M + 2^-123)^2 (1 + j) + 2^-124) - ((M - 2^-123)^2 (1 - k) -
# 2^-124), and rounded once (d). The margin is at least FLOAT_MARGIN times the sum of both squares, with three
# roundings, and FLOAT_FLOOR, with one.
#
# If M >= 2^-45 (e, o: those bounds by M and M^2), all in units of M^2; otherwise in units of 2^-100.
gap = ((1 + e) * (1 + e) * (1 + j) - (1 - e) * (1 - e) * (1 - k) + 2 * o) * (1 + d);
margin = FLOAT_MARGIN * (1 - 4b-24) * (2 * (1 - e) * (1 - e) * (1 - k) - 2 * o);
small_gap = (M * M * (j + k) + 5 * M * 1b-123 + 4b-124) * (1 + d);

{ j in [0, 0x4.1p-24] /\ k in [0, 0x4.1p-24] /\ e in [0, 1b-78] /\ o in [0, 1b-34] /\ |d| <= 1b-24 /\ M in [0, 1b-45]
  -> gap - margin <= 0 /\ small_gap - FLOAT_FLOOR * (1 - 1b-23) <= 0 }

gap -> (4 * e + j * (1 + e) * (1 + e) + k * (1 - e) * (1 - e) + 2 * o) * (1 + d);
