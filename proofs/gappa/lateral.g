# Lemma lateral: the casts that miss because the shapes stay apart across the motion (cast.c, cast_segments.c). If the
# sweep of a with rounded vertices reaches b, grown by R, the computed gap across the motion is not above
# (R + margin) |motion|. Units: the scale, at least sa + sb + 2 m (see clear.g), and the exact length of the motion.
#
# A and B are the exact heights of a vertex of each shape over the line of the motion through a's first vertex, in units
# of 2 sa and sa + sb, and ea and eb their errors by projection.g; 12.8 u (sa + m) as in clear.g.
sb = 1 - sa - 2 * m;
gap = (2 * sa * (A + ea) - (sa + sb) * (B + eb)) * (1 + d1);
GAP = 2 * sa * A - (sa + sb) * B;
reach = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + s) * (1 + d2))) * (1 + d3) * (1 + v) * (1 + d4); # v: of the speed
least = 0xc.dp-53 * (sa + m);

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ |A| <= 0x1.72p0 /\ |B| <= 0x1.72p0 /\ R / (sa + sb) in [0, 1] /\
  |ea| <= CLAIM_projection /\ |eb| <= CLAIM_projection /\ sa + sb in [1b-100, 1] /\
  |s| <= 4b-53 /\ |r| <= 1b-53 /\ |v| <= 0x3.1p-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\
  GAP - R - least in [-100, 0]
  -> gap - reach <= 0 }

gap - reach -> (GAP - R - least) + least + (2 * sa * ea - (sa + sb) * eb)
  + (2 * sa * (A + ea) - (sa + sb) * (B + eb)) * d1 + R * (1 - (1 + r) * (1 + d3) * (1 + v) * (1 + d4))
  - C2D_RAY_MARGIN * ((1 + s) * (1 + d2) * (1 + d3) * (1 + v) * (1 + d4));
R -> (R / (sa + sb)) * (sa + sb);
$ sa in 8, m in 8;
