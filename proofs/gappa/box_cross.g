# Lemma box_cross: the sign of a cross product of two differences of vertices that are all in one box of X by Y, with a
# margin that is a multiple of the box's area. As lemma orient, without assumptions about signs: A = X Y, and no term of
# the cross product exceeds it.
ax = rnd(ax_); bx = rnd(bx_); ay = rnd(ay_); by = rnd(by_); # the sides of the box
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_);
rx = rnd(rx_); ry = rnd(ry_); sx = rnd(sx_); sy = rnd(sy_);

ex rnd= qx - px;
ey rnd= qy - py;
fx rnd= sx - rx;
fy rnd= sy - ry;
left rnd= ex * fy;
right rnd= ey * fx;
c rnd= left - right;
x rnd= bx - ax;
y rnd= by - ay;
area rnd= x * y;
margin rnd= 4 * C2D_FILTER_ORIENT * area;

L = (qx - px) * (sy - ry);
R = (qy - py) * (sx - rx);
C = L - R;
A = (bx - ax) * (by - ay);
KA = (4 * C2D_FILTER_ORIENT) * A;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\
  @FIX(rx, -200) /\ @FIX(ry, -200) /\ @FIX(sx, -200) /\ @FIX(sy, -200) /\
  @FIX(ax, -200) /\ @FIX(bx, -200) /\ @FIX(ay, -200) /\ @FIX(by, -200) /\
  A <> 0 /\ |L / A| <= 1 /\ |R / A| <= 1
  -> |(c - C) / margin| <= 1 }

(c - C) / margin -> ((c - C) / A) / (margin / A);
(c - C) / A -> (c - (left - right)) / A + ((left - L) / A - (right - R) / A);
(left - right) / A -> (left - L) / A - (right - R) / A + (L / A - R / A);
margin / A -> 4 * C2D_FILTER_ORIENT * (margin / KA);
margin / KA -> 1 + (margin - KA) / KA;
