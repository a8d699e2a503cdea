# Lemma direction: the lower bound of GJK (gjk.c) for (a - b) . v over all vertices a and b. Unit: |v.x| X + |v.y| Y,
# where X and Y bound every difference of two vertices; `part` is that of x.
#
# h is a computed projection of a vertex, relative to its shape's first vertex, and H the exact one. The chosen vertex of
# a has the least h; another one may have an H that is less by twice the error of h, as h <= h' implies
# H <= H' + 2 |h - H|. So may one of b. g is the exact least projection, dot that of the chosen pair, w . v.
h = ((part * x1) * (1 + d1) * (1 + d2) + ((1 - part) * y1) * (1 + d3) * (1 + d4)) * (1 + d5);
H = part * x1 + (1 - part) * y1;
dot = ((part * x2) * (1 + d6) * (1 + d7) + ((1 - part) * y2) * (1 + d8) * (1 + d9)) * (1 + d10);
W = part * x2 + (1 - part) * y2;
g = W - chosen;
# X and Y are computed from the bounds: four roundings of numbers of at most twice the result. Two products and a sum.
margin = C2D_FILTER_DIRECTION * (part * (1 + s1) * (1 + d11) + (1 - part) * (1 + s2) * (1 + d12)) * (1 + d13) * (1 + d14);

{ part in [0, 1] /\ |x1| <= 1 /\ |y1| <= 1 /\ |x2| <= 1 /\ |y2| <= 1 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53 /\ |d6| <= 1b-53 /\
  |d7| <= 1b-53 /\ |d8| <= 1b-53 /\ |d9| <= 1b-53 /\ |d10| <= 1b-53 /\ |d11| <= 1b-53 /\ |d12| <= 1b-53 /\
  |d13| <= 1b-53 /\ |d14| <= 1b-53 /\ |s1| <= 9b-53 /\ |s2| <= 9b-53
  -> |h - H| <= 0x3.4p-53 /\ # the claim about `chosen`: twice for each shape
     (chosen in [0, 0xd.0p-53] -> dot - margin - g <= 0) }

h - H -> (part * x1) * ((1 + d1) * (1 + d2) * (1 + d5) - 1) + ((1 - part) * y1) * ((1 + d3) * (1 + d4) * (1 + d5) - 1);
dot - W -> (part * x2) * ((1 + d6) * (1 + d7) * (1 + d10) - 1) + ((1 - part) * y2) * ((1 + d8) * (1 + d9) * (1 + d10) - 1);
dot - margin - g -> (dot - W) + chosen - margin;
margin -> C2D_FILTER_DIRECTION * (1 + (part * ((1 + s1) * (1 + d11) - 1) + (1 - part) * ((1 + s2) * (1 + d12) - 1)))
  * ((1 + d13) * (1 + d14));
$ part in 16;
