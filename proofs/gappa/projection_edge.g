# Lemma supports, first part: the projection of a difference of two points on the normal of an edge, which is a
# rounded difference too. As projection.g, with one rounding more; also m x e and m . e of an exact m, which have one
# less.
p = 0x1.6a2p0 * (part * x * ((1 + a1) * (1 + a2) * (1 + a3)) + (1 - part) * y * ((1 + b1) * (1 + b2) * (1 + b3))) * (1 + c);
P = 0x1.6a2p0 * (part * x + (1 - part) * y);

{ part in [0, 1] /\ |x| <= 1 /\ |y| <= 1 /\ |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\
  |b1| <= 1b-53 /\ |b2| <= 1b-53 /\ |b3| <= 1b-53 /\ |c| <= 1b-53
  -> |(p - P) / CLAIM| <= 1 }

p - P -> 0x1.6a2p0 * (part * (x * ((1 + a1) * (1 + a2) * (1 + a3) * (1 + c) - 1))
  + (1 - part) * (y * ((1 + b1) * (1 + b2) * (1 + b3) * (1 + c) - 1)));
$ part in 128;
