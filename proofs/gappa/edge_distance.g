# Lemma edge_distance: the squared distance of a point from a segment (edge_distance2 in relate.c), at the parameter t
# that was computed. F = |W - t E|^2 is exact, D = W - t E. Unit: F + E . E. Since 2 |D.x E.x| <= D.x^2 + E.x^2,
# |D.x E.x| + |D.y E.y| <= 1/2; `part` is that of x.
wx = (Dx + t * Ex) * (1 + a1);
px = (t * Ex) * (1 + a2) * (1 + a3);
dx = (wx - px) * (1 + a4);
wy = (Dy + t * Ey) * (1 + b1);
py = (t * Ey) * (1 + b2) * (1 + b3);
dy = (wy - py) * (1 + b4);
d2 = (dx * dx * (1 + c1) + dy * dy * (1 + c2)) * (1 + c3);
F = Dx * Dx + Dy * Dy;
# dx = Dx (1 + k) + t Ex (1 + a4) l
kx = (1 + a1) * (1 + a4);
lx = (a1 - (a2 + a3 + a2 * a3)) * (1 + a4);
ky = (1 + b1) * (1 + b4);
ly = (b1 - (b2 + b3 + b2 * b3)) * (1 + b4);

{ Dx * Dx in [0, 1] /\ Dy * Dy in [0, 1] /\ F in [0, 1] /\ t in [0, 1] /\ part in [0, 0.5] /\
  |(Dx * Ex) / part| <= 1 /\ |(Dy * Ey) / (0.5 - part)| <= 1 /\ part in [1b-1000, 0.4999] /\
  Ex * Ex in [0, 1] /\ Ey * Ey in [0, 1] /\
  |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\ |a4| <= 1b-53 /\
  |b1| <= 1b-53 /\ |b2| <= 1b-53 /\ |b3| <= 1b-53 /\ |b4| <= 1b-53 /\ |c1| <= 1b-53 /\ |c2| <= 1b-53 /\ |c3| <= 1b-53
  -> |(d2 - F) / CLAIM| <= 1 }

d2 - F -> Dx * Dx * (kx * kx * (1 + c1) * (1 + c3) - 1) + Dy * Dy * (ky * ky * (1 + c2) * (1 + c3) - 1)
  + 2 * t * ((Dx * Ex) * (kx * lx * (1 + c1) * (1 + c3)) + (Dy * Ey) * (ky * ly * (1 + c2) * (1 + c3)))
  + t * t * ((Ex * Ex) * (lx * lx * (1 + c1) * (1 + c3)) + (Ey * Ey) * (ly * ly * (1 + c2) * (1 + c3)));
Dy * Dy -> F - Dx * Dx;
Dx * Ex -> ((Dx * Ex) / part) * part;
Dy * Ey -> ((Dy * Ey) / (0.5 - part)) * (0.5 - part);
$ Dx * Dx in 16, part in 16;
