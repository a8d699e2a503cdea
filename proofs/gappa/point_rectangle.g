# Lemma point_rectangle: the square q2 of the doubled distance of a point from a rectangle (point_rectangle in relate.c),
# against the exact one. Unit: the span. README.md has the geometry: where the four vertices deviate from a rectangle by
# `askew` (skew + shear * span, exactly), the value Q = sqrt(X^2 + Y^2) of the formula in real numbers is off the exact
# doubled distance by at most 2.3 askew, and neither of them exceeds sqrt(2), so that the squares differ by at most
# 6.6 askew. X = max(|w x d| - area, 0) / |w|, Y likewise, both at most 1, computed with errors ex and ey: the cross
# products by parallelogram_cross.g in units of |w|, in the sum of magnitudes, which is at most sqrt(2) |w|.
x2 = (X + ex) * (X + ex) * ((1 + a1) * (1 + a2) * (1 + a3)); # x * x / ww; a3: ww
y2 = (Y + ey) * (Y + ey) * ((1 + b1) * (1 + b2) * (1 + b3));
q2 = (x2 + y2) * (1 + d1);
gap = (R2 * (1 + r) - q2) * (1 + d2); # R2: 4 R^2
GAP = R2 - (X * X + Y * Y);
computed = askew * (1 - 16b-53) - 16b-53 + C2D_FILTER_LENGTH; # `error`, at least; 16 u more than covers its roundings
margin = C2D_FILTER_LENGTH * 0.25 * R2 * (1 + r) + 8 * computed * (1 - 8b-53);

# A larger R2 or askew is certain to have the right sign.
{ X in [0, 1] /\ Y in [0, 1] /\ R2 in [0, 4] /\ askew in [0, 2] /\
  |ex| <= 0x18p-53 /\ |ey| <= 0x18p-53 /\ |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 0x4.1p-53 /\ |b1| <= 1b-53 /\
  |b2| <= 1b-53 /\ |b3| <= 0x4.1p-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |r| <= 0x3.1p-53
  -> |gap - GAP| - (margin - 6.6 * askew) <= 0 }

gap - GAP -> R2 * (r * (1 + d2) + d2) - (X * X * ((1 + a1) * (1 + a2) * (1 + a3) * (1 + d1) * (1 + d2) - 1)
  + Y * Y * ((1 + b1) * (1 + b2) * (1 + b3) * (1 + d1) * (1 + d2) - 1)
  + ex * (2 * X + ex) * ((1 + a1) * (1 + a2) * (1 + a3) * (1 + d1) * (1 + d2))
  + ey * (2 * Y + ey) * ((1 + b1) * (1 + b2) * (1 + b3) * (1 + d1) * (1 + d2)));
margin - 6.6 * askew -> C2D_FILTER_LENGTH * 0.25 * R2 * (1 + r) + 8 * (C2D_FILTER_LENGTH - 16b-53) * (1 - 8b-53)
  + askew * (8 * ((1 - 16b-53) * (1 - 8b-53)) - 6.6);
