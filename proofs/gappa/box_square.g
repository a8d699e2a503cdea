# Lemma box_square: the sign of C^2 - R^2 |e|^2 for a point and an edge that are, grown by R, in one box of X by Y
# (margins.square in relate.c). R <= X and R <= Y, and each coordinate of a difference is at most X or Y, so no term of
# degree four exceeds B = (X Y)^2, and C = L - R with |L| and |R| at most A = X Y.
ax = rnd(ax_); bx = rnd(bx_); ay = rnd(ay_); by = rnd(by_);
px = rnd(px_); py = rnd(py_); qx = rnd(qx_); qy = rnd(qy_); rx = rnd(rx_); ry = rnd(ry_);
ra = rnd(ra_); rb = rnd(rb_);

ex rnd= qx - px;
ey rnd= qy - py;
wx rnd= rx - px;
wy rnd= ry - py;
left rnd= ex * wy;
right rnd= ey * wx;
c rnd= left - right;
c2 rnd= c * c;
radius rnd= ra + rb;
r2 rnd= radius * radius;
xx rnd= ex * ex;
yy rnd= ey * ey;
ee rnd= xx + yy;
r2e2 rnd= r2 * ee;
gap rnd= c2 - r2e2;
x rnd= bx - ax;
y rnd= by - ay;
area rnd= x * y;
area2 rnd= area * area;
margin rnd= 2 * C2D_FILTER_LENGTH * area2;

L = (qx - px) * (ry - py);
R = (qy - py) * (rx - px);
C = L - R;
R2 = (ra + rb) * (ra + rb);
X2 = (qx - px) * (qx - px);
Y2 = (qy - py) * (qy - py);
E2 = X2 + Y2;
G = C * C - R2 * E2;
A = (bx - ax) * (by - ay);
B = A * A;
KB = (2 * C2D_FILTER_LENGTH) * B;

{ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(qx, -200) /\ @FIX(qy, -200) /\ @FIX(rx, -200) /\ @FIX(ry, -200) /\
  @FIX(ax, -200) /\ @FIX(bx, -200) /\ @FIX(ay, -200) /\ @FIX(by, -200) /\ @FIX(ra, -200) /\ @FIX(rb, -200) /\
  A <> 0 /\ E2 <> 0 /\ |L / A| <= 1 /\ |R / A| <= 1 /\ X2 / E2 in [0, 1] /\ (R2 * E2) / B in [0, 2]
  -> |(gap - G) / margin| <= 1 }

(gap - G) / margin -> ((gap - G) / B) / (margin / B);
(gap - G) / B -> (gap - (c2 - r2e2)) / B + (c2 - C * C) / B - (r2e2 - R2 * E2) / B;
(c2 - r2e2) / B -> (c / A) * (c / A) + (c2 - c * c) / B - (R2 * E2) / B - (r2e2 - R2 * E2) / B;
(c2 - C * C) / B -> (c2 - c * c) / B + ((c - C) / A) * (2 * (C / A) + (c - C) / A);
(c * c) / B -> (c / A) * (c / A);
c / A -> C / A + (c - C) / A;
C / A -> L / A - R / A;
(c - C) / A -> (c - (left - right)) / A + ((left - L) / A - (right - R) / A);
(left - right) / A -> (left - L) / A - (right - R) / A + (L / A - R / A);
margin / B -> 2 * C2D_FILTER_LENGTH * (margin / KB);
margin / KB -> 1 + (margin - KB) / KB;
