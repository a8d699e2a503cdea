# Lemma span: as lemma box_cross, where the margin is C2D_FILTER_ORIENT times the square of an upper bound of |x| + |y| of
# every difference of two vertices of the pair (c2d_span_of): (|ex| + |ey|)(|fx| + |fy|) bounds the terms L + R >= 0.
# `short`: the sum of the span's numbers, all >= 0, has six roundings.
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_);
rx = rnd(rx_); ry = rnd(ry_); sx = rnd(sx_); sy = rnd(sy_); span = rnd(span_);

ex rnd= qx - px;
ey rnd= qy - py;
fx rnd= sx - rx;
fy rnd= sy - ry;
left rnd= ex * fy;
right rnd= ey * fx;
c rnd= left - right;
span2 rnd= span * span;
margin rnd= C2D_FILTER_ORIENT * span2;

L = (qx - px) * (sy - ry);
R = (qy - py) * (sx - rx);
C = L - R;
P = L + R;
S2 = SPAN * SPAN;
KS = C2D_FILTER_ORIENT * S2;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\
  @FIX(rx, -200) /\ @FIX(ry, -200) /\ @FIX(sx, -200) /\ @FIX(sy, -200) /\ @FIX(span, -200) /\
  SPAN <> 0 /\ |span -/ SPAN| <= 7b-53 /\
  P <> 0 /\ L / P in [0, 1] /\ P / S2 in [0, 1]
  -> |(c - C) / margin| <= 1 }

(c - C) / margin -> ((c - C) / P) * (P / S2) / (margin / S2);
(c - C) / P -> (c - (left - right)) / P + ((left - L) / P - (right - R) / P);
(left - right) / P -> (left - L) / P - (right - R) / P + (2 * (L / P) - 1);
R / P -> 1 - L / P;
margin / S2 -> C2D_FILTER_ORIENT * (margin / KS);
margin / KS -> 1 + (margin - KS) / KS;
$ L / P in 32;
