# Lemma clear, first part: the projection of a difference of two points on a unit vector n, with |n.x| + |n.y| <= 1.4145,
# of which n.x is `part`. x and y: the coordinates of the difference, in units of their bound.
p = 0x1.6a2p0 * (part * x * ((1 + a1) * (1 + a2)) + (1 - part) * y * ((1 + a3) * (1 + a4))) * (1 + a5);
P = 0x1.6a2p0 * (part * x + (1 - part) * y);

{ part in [0, 1] /\ |x| <= 1 /\ |y| <= 1 /\
  |a1| <= 1b-53 /\ |a2| <= 1b-53 /\ |a3| <= 1b-53 /\ |a4| <= 1b-53 /\ |a5| <= 1b-53
  -> |(p - P) / CLAIM| <= 1 }

p - P -> 0x1.6a2p0 * (part * (x * ((1 + a1) * (1 + a2) * (1 + a5) - 1)) + (1 - part) * (y * ((1 + a3) * (1 + a4) * (1 + a5) - 1)));
$ part in 128;
