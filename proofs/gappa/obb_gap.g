# Lemma obb: the gap of two oriented boxes along a normal (relative_pose_of and obbs_step in csrc/batch/kernels.h),
# and the place of a circle beside one (circle_obb_step). Unit: S + S', the sums of the magnitudes of both shapes'
# numbers, so that the difference of the centres has |x| + |y| <= 1, and w + h + w' + h' <= 1 - |x| - |y|. The
# computed directions are within 16 u of the true ones.
#
# Along a direction (a, b), within 16 u each, the projection of (x, y), whose parts have one rounding each, has two or
# three more: eP. The cosine and the sine of the angle between both boxes have an error of at most 2 * 16 u of 1.4145,
# and three roundings: eC. reach = w + w' c + h' s has three roundings, the gap one more. The stored vertices are off
# by 8 u of the unit, and the slack has four roundings. FILTER_FLOOR is left out on both sides.
eP = 0x10p-53 * (1 + 8b-53) + 4b-53;
eC = 2 * 0x10p-53 * 0x1.6a2p0 * (1 + 8b-53) + 0x4.5p-53;
gap = (P + p * size - (w + (v * (C + c) + h * (D + d)) * (1 + k1)) * (1 + k2)) * (1 + k3);
GAP = P - (w + v * C + h * D);
slack = FILTER_SLACK * (1 - 5b-53);

{ size in [0, 1] /\ P in [0, 1.01] /\ w in [0, 1] /\ v in [0, 1] /\ h in [0, 1] /\ w + v + h <= 1 /\ C in [0, 1.01] /\ D in [0, 1.01] /\
  |p / eP| <= 1 /\ |c / eC| <= 1 /\ |d / eC| <= 1 /\ |k1| <= 0x3.1p-53 /\ |k2| <= 1b-53 /\ |k3| <= 1b-53
  -> gap - GAP + 8b-53 - slack <= 0 /\ gap - GAP - 8b-53 + slack >= 0 }

gap - GAP -> (p * size - (v * c + h * d + (v * (C + c) + h * (D + d)) * k1 + (w + (v * (C + c) + h * (D + d)) * (1 + k1)) * k2))
  + (P + p * size - (w + (v * (C + c) + h * (D + d)) * (1 + k1)) * (1 + k2)) * k3;
v * c + h * d -> ((v + h) * ((v * c + h * d) / (v + h)));
p -> (p / eP) * eP;
c -> (c / eC) * eC;
d -> (d / eC) * eC;
