# Lemma radius_bounds, second half: a squared distance above R^2 plus the margin is one above the exact R^2 (relate.c).
# away: as in lemma length.
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_); ra = rnd(ra_); rb = rnd(rb_);
wx rnd= px - qx;
wy rnd= py - qy;
xx rnd= wx * wx;
yy rnd= wy * wy;
d2 rnd= xx + yy;
radius rnd= ra + rb;
r2 rnd= radius * radius;
upper rnd= r2 * (1 + C2D_FILTER_LENGTH);
X2 = (px - qx) * (px - qx);
Y2 = (py - qy) * (py - qy);
D2 = X2 + Y2;
R2 = (ra + rb) * (ra + rb);
K = 1 + C2D_FILTER_LENGTH;
KR = R2 * K;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ @FIX(ra, -200) /\ @FIX(rb, -200) /\
  R2 <> 0 /\ D2 <> 0 /\ X2 / D2 in [0, 1] /\ |away| <= 1b-53 /\ (D2 * (1 + away)) / R2 in [0, 1]
  -> d2 / upper <= 1 }

d2 / upper -> (1 + (d2 - D2) / D2) * (((D2 * (1 + away)) / R2) / (1 + away)) / (K * (1 + (upper - KR) / KR));
$ X2 / D2 in 8;
