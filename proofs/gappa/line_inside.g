# Lemma line, second half: they do not say "within R" where the exact distance is at least R, that is, C^2 >= R2 E2. By
# lemma orient, c + m >= C.
c = rnd(c_); m = rnd(m_);
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_); ra = rnd(ra_); rb = rnd(rb_);

ex rnd= qx - px;
ey rnd= qy - py;
xx rnd= ex * ex;
yy rnd= ey * ey;
ee rnd= xx + yy;
radius rnd= ra + rb;
r2 rnd= radius * radius;
r2e2 rnd= r2 * ee;
outer rnd= c + m;
outer2 rnd= outer * outer;
lower rnd= r2e2 * (1 - C2D_FILTER_LENGTH);

X2 = (qx - px) * (qx - px);
Y2 = (qy - py) * (qy - py);
E2 = X2 + Y2;
R2 = (ra + rb) * (ra + rb);
Q = R2 * E2;
O2 = (c + m) * (c + m); # at least C^2
K = 1 - C2D_FILTER_LENGTH;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ @FIX(ra, -200) /\ @FIX(rb, -200) /\
  @FIX(c, -400) /\ @FIX(m, -500) /\
  c + m <> 0 /\ E2 <> 0 /\ Q <> 0 /\ X2 / E2 in [0, 1] /\
  |away| <= 1b-53 /\ (O2 * (1 + away)) / Q in [1, 1b2000]
  -> outer2 / lower >= 1 }

outer2 / lower -> (outer2 / O2) * (((O2 * (1 + away)) / Q) / (1 + away)) / (lower / Q);
outer2 / O2 -> 1 + (outer2 - O2) / O2;
lower / Q -> K * (1 + (lower - Q * K) / (Q * K));
