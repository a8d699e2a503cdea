# Lemma line, first half: the filters of the distance from a line do not say "beyond R" where the exact one is at most R.
#
# Exact: the distance is C / |E|, where C = |e x w|; it is at most R if C^2 <= R2 E2. By lemma orient, c - m <= C. The
# filter compares inner = max(c - m, 0); if that is 0, it does not say "beyond". away: as in lemma length.
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
inner rnd= c - m;
inner2 rnd= inner * inner;
upper rnd= r2e2 * (1 + C2D_FILTER_LENGTH);

X2 = (qx - px) * (qx - px);
Y2 = (qy - py) * (qy - py);
E2 = X2 + Y2;
R2 = (ra + rb) * (ra + rb);
Q = R2 * E2;
I2 = (c - m) * (c - m); # at most C^2
K = 1 + C2D_FILTER_LENGTH;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ @FIX(ra, -200) /\ @FIX(rb, -200) /\
  @FIX(c, -400) /\ @FIX(m, -500) /\
  c - m <> 0 /\ E2 <> 0 /\ Q <> 0 /\ X2 / E2 in [0, 1] /\
  |away| <= 1b-53 /\ (I2 * (1 + away)) / Q in [0, 1]
  -> inner2 / upper <= 1 }

inner2 / upper -> (inner2 / I2) * (((I2 * (1 + away)) / Q) / (1 + away)) / (upper / Q);
inner2 / I2 -> 1 + (inner2 - I2) / I2;
upper / Q -> K * (1 + (upper - Q * K) / (Q * K));
