# Lemma clear: if the a_low - b_high of c2d_cast_is_surely_clear exceeds R + C2D_RAY_PROOF * scale, the line across n
# separates the exact b, grown by R, from the sweep of a with rounded vertices.
#
# Unit: the scale sa + sb + 2 m, with the greatest coordinates sa and sb of the shapes and m of the motion. Vertices of a
# relative to the middle of b are below S = sa + sb, those of b below sb. P, Q and W are the exact projections on n of
# such a vertex of each and of the motion, in units of S, sb and m; p, q and w the computed ones (projection.g). The
# length of n is at most 1 + 4.1 u. A moved vertex is off by at most 9 u (sa + m) in each coordinate (c2d_scale_of_pivot),
# so that the sweep reaches less than 12.8 u (sa + m) farther along n. R is at most S.
sb = 1 - sa - 2 * m;
S = sa + sb;
p = P + ep; q = Q + eq; w = W + ew;
moved = m * w * t * (1 + c);
a_low = (S * p + moved) * (1 + d1);
gap = (a_low - sb * q) * (1 + d2);
limit = (R * (1 + r) + C2D_RAY_PROOF * (1 + d3)) * (1 + d4);
GAP = S * P + m * W * t - sb * Q; # exact, with the vertices before rounding
reach = R * (1 + 5b-53) + 0xc.dp-53 * (sa + m); # not separated: GAP is at most that

{ sa in [0, 1] /\ m in [0, 0.5] /\ sb in [0, 1] /\ t in [0, 1] /\ R / S in [0, 1] /\ S in [1b-100, 1] /\
  |P| <= 0x1.72p0 /\ |Q| <= 0x1.72p0 /\ |W| <= 0x1.72p0 /\ |ep| <= CLAIM_projection /\ |eq| <= CLAIM_projection /\ |ew| <= CLAIM_projection /\
  |c| <= 1b-53 /\ |r| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\ |d3| <= 1b-53 /\ |d4| <= 1b-53 /\
  GAP - reach in [-100, 0]
  -> gap - limit <= 0 }

gap - limit -> (GAP - reach) + (S * ep - sb * eq + m * (t * (ew + w * c)) + (S * p + moved) * d1 + (a_low - sb * q) * d2
  + R * (5b-53 - (r + d4 + r * d4)) + 0xc.dp-53 * (sa + m) - C2D_RAY_PROOF * ((1 + d3) * (1 + d4)));
R -> (R / S) * S;
S -> 1 - 2 * m;
$ sa in 8, m in 8;
