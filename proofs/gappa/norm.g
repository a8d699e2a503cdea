# Lemma norm: c2d_norm and c2d_length, relative to the exact length N of the difference of two points, at most 3.01 u.
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_);
wx rnd= px - qx;
wy rnd= py - qy;
xx rnd= wx * wx;
yy rnd= wy * wy;
d2 rnd= xx + yy;
d rnd= sqrt(d2);
X2 = (px - qx) * (px - qx);
Y2 = (py - qy) * (py - qy);
D2 = X2 + Y2;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ D2 in [1b-400, 1b500] /\ X2 / D2 in [0, 1]
  -> |((d - sqrt(D2)) / sqrt(D2)) / CLAIM| <= 1 }

$ X2 / D2 in 8;
