# Lemma mean: a coordinate of the point p + e t that GJK takes for the nearest one (gjk.c), against the point of the
# exact difference that has the same t. P and Q are exact vertices of the difference, below `size`, the unit. The error of
# both coordinates together is at most this, times size.x + size.y.
p = P * (1 + a); q = Q * (1 + b);
e = (q - p) * (1 + c);
et = e * t * (1 + d);
v = (p + et) * (1 + f);
V = P * (1 - t) + Q * t;
error = C2D_FILTER_DIRECTION * ((1 + g1) * (1 + g2)) * (1 + s); # s: the roundings of size

{ |P| <= 1 /\ |Q| <= 1 /\ t in [0, 1] /\ |s| <= 9b-53 /\ |a| <= 1b-53 /\ |b| <= 1b-53 /\ |c| <= 1b-53 /\ |d| <= 1b-53 /\
  |f| <= 1b-53 /\ |g1| <= 1b-53 /\ |g2| <= 1b-53
  -> |(v - V) / error| <= 0.5 }

v - V -> (p + et) * f + P * a * (1 - t) + Q * b * t + (q - p) * c * t + e * t * d;
$ t in 8;
