# Lemma lateral for a ray at a polygon (cast_rays.c): if a vertex is not more than `least` on one side of the line,
# its computed distance is not above 17/16 of the margin. Units: the scale and the length of the motion; most: |m.x| +
# |m.y|.
sb = 1 - sa - 2 * m;
s = S + (sa + sb) * e;
reach = 1.0625 * (1 + d1) * C2D_RAY_MARGIN * ((1 + c) * (1 + d2)) * most * ((1 + d3) * (1 + d4));
least = 0xc.dp-53 * (sa + m);

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ |e| <= CLAIM_projection /\ most in [1, 1.5] /\ |c| <= 4b-53 /\
  |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ S - least in [-100, 0]
  -> s - reach <= 0 }

s - reach -> (S - least) + least + (sa + sb) * e - reach;
$ sa in 8, m in 8;
