# Lemma length, first half: where the exact distance is at least the radius sum, the filter does not say "inside".
#
# D2 is the exact square of the distance, R2 that of the radius sum. The exact predicate may be about another square
# that differs from D2 by a factor 1 + away, |away| <= u: see the lemma of the branches in README.md.
# R2 = 0: r2 and margin are 0, and gap = -d2 has the sign of -D2.
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_); ra = rnd(ra_); rb = rnd(rb_);

wx rnd= px - qx;
wy rnd= py - qy;
xx rnd= wx * wx;
yy rnd= wy * wy;
d2 rnd= xx + yy;
radius rnd= ra + rb;
r2 rnd= radius * radius;
gap rnd= r2 - d2;
margin rnd= C2D_FILTER_LENGTH * r2;

X2 = (px - qx) * (px - qx);
Y2 = (py - qy) * (py - qy);
D2 = X2 + Y2;
R2 = (ra + rb) * (ra + rb);

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ @FIX(ra, -200) /\ @FIX(rb, -200) /\
  R2 <> 0 /\ D2 <> 0 /\ r2 - d2 <> 0 /\ X2 / D2 in [0, 1] /\
  |away| <= 1b-53 /\ (D2 * (1 + away)) / R2 in [1, 1b2000]
  -> gap / margin <= 1 }

gap / margin -> (gap / r2) / (margin / r2);
margin / r2 -> C2D_FILTER_LENGTH * (1 + (margin - C2D_FILTER_LENGTH * r2) / (C2D_FILTER_LENGTH * r2));
gap / r2 -> ((r2 - d2) / r2) * (1 + (gap - (r2 - d2)) / (r2 - d2));
(r2 - d2) / r2 -> 1 - d2 / r2;
d2 / r2 -> (((D2 * (1 + away)) / R2) / (1 + away)) * (1 + (d2 - D2) / D2) / (1 + (r2 - R2) / R2);
$ X2 / D2 in 8;
