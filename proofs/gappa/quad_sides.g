# Lemma sides of quadrilaterals, first part (cast_quads.c): the distance of a vertex of b from the line of the motion,
# less that of a vertex of a, where both are sums of the falls of the edges, motion x edge, as of core_of. Units: the
# greatest coordinates sa and sb of both shapes, of which sa + sb is 1, and the length of the motion.
#
# A fall has an error of 3.01 u of the length of its edge, by Cauchy and Schwarz: three roundings. Two edges have at
# most the length 5.657 times the greatest coordinate of the core. The first vertex of a has the distance 0, and no
# rounding. first: the distance of b's first vertex from a's first one (projection.g).
sb = 1 - sa;
a2 = (2 * sa * A + sa * (fa0 + fa1)) * (1 + d1);
b1 = (first + ef + sb * (B0 + fb0)) * (1 + d2);
b2 = (b1 + sb * (B1 + fb1)) * (1 + d3);
gap = (b2 - a2) * (1 + d4);
GAP = first + sb * B0 + sb * B1 - 2 * sa * A;
edges_a = fa0 + fa1;
edges_b = fb0 + fb1;

{ sa in [0, 1] /\ |A| <= 0x1.6a2p0 /\ |first + sb * B0| <= 0x1.6a2p0 /\ |first + sb * B0 + sb * B1| <= 0x1.6a2p0 /\
  |GAP| <= 0x1.6a2p0 /\ |first| <= 0x1.6a2p0 /\ |B0| <= 3 /\ |B1| <= 3 /\
  |ef| <= CLAIM_projection /\ |fa0| <= 9b-53 /\ |fb0| <= 9b-53 /\ |fa0 + fa1| <= 0x11.08p-53 /\ |fb0 + fb1| <= 0x11.08p-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53
  -> |(gap - GAP) / CLAIM| <= 1 }

gap - GAP -> (b2 - a2 - GAP) + (GAP + (b2 - a2 - GAP)) * d4;
b2 - a2 - GAP -> ef + sb * (fb0 + fb1) - sa * (fa0 + fa1) - (2 * sa * A + sa * (fa0 + fa1)) * d1
  + (first + sb * B0 + (ef + sb * fb0)) * (d2 * (1 + d3)) + (first + sb * B0 + sb * B1 + (ef + sb * (fb0 + fb1))) * d3;
$ sa in 64;
