# Lemma orient: the sign of a cross or dot product of two differences of points.
#
# Exact: C = L - R with L = (qx - px)(sy - ry) and R = (qy - py)(sx - rx). Claim: |c - C| <= margin, so c > margin only
# if C > 0, and c < -margin only if C < 0.
#
# Negating coordinates negates every value below, exactly. So let L >= 0 and R >= 0. (If one of them is negative, c is a
# sum of two numbers of one sign, and so within 4.1 u of C = |L| + |R|.) P = 0: c and margin are 0. A dot product is the
# same with other signs.
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_);
rx = rnd(rx_); ry = rnd(ry_); sx = rnd(sx_); sy = rnd(sy_);

ex rnd= qx - px;
ey rnd= qy - py;
fx rnd= sx - rx;
fy rnd= sy - ry;
left rnd= ex * fy;
right rnd= ey * fx;
c rnd= left - right;
terms rnd= left + right;
margin rnd= C2D_FILTER_ORIENT * terms;

L = (qx - px) * (sy - ry);
R = (qy - py) * (sx - rx);
C = L - R;
P = L + R;
KP = C2D_FILTER_ORIENT * P;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\
  @FIX(rx, -200) /\ @FIX(ry, -200) /\ @FIX(sx, -200) /\ @FIX(sy, -200) /\
  P <> 0 /\ L / P in [0, 1]
  -> |(c - C) / margin| <= 1 }

(c - C) / margin -> ((c - C) / P) / (margin / P);
(c - C) / P -> (c - (left - right)) / P + ((left - L) / P - (right - R) / P);
(left - right) / P -> (left - L) / P - (right - R) / P + (2 * (L / P) - 1);
R / P -> 1 - L / P;
margin / P -> C2D_FILTER_ORIENT * (margin / KP);
margin / KP -> 1 + (margin - KP) / KP;
$ L / P in 32;
