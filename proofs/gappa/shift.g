# Lemma shift: r - p + s, for a shift s that is a pair (relate_image.c). Unit: |d| + |by|, the computed magnitudes of the
# difference and of the upper part of the shift; `part` is that of the difference, x its sign or less, y that of `by`.
d = part * x; D = d * (1 + e1); # exact: a rounding is at most u of the rounded number, too
by = (1 - part) * y; BY = by * (1 + e2); # with the lower part
w = (d + by) * (1 + e3);
W = D + BY;
error = SHIFT_ERROR * ((1 + f1) * (1 + f2));

{ part in [0, 1] /\ |x| <= 1 /\ |y| <= 1 /\ |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |f1| <= 1b-53 /\ |f2| <= 1b-53
  -> |(w - W) / error| <= 1 }

w - W -> (d + by) * e3 - d * e1 - by * e2;
$ part in 16;
