# Lemma crossing: a coordinate of the crossing of two edges (crossing_of and coordinate in intersection.c). n and m
# are exact cross products of opposite signs, or 0, and n - m is W. The error of n / (n - m) by those of n and m, en
# and em, which are at most 12 u^2 of their terms, is (n em - m en) / (W w), w = W + en - em, so at most |en| + |em|
# by |w|: here `part`, for n / W and -m / W, both in [0, 1]. The code takes 4 * 512 u^2 of these terms, of which N is
# the sum by |w|. Further 3.1 u^2 for the difference, and the quotient (pair_divide). Then x + way * along, with one
# product and one sum, relative to |x| + |way|, which is the unit.
along_error = N * part * e12 + along * q;
error = 4 * N * C2D_PAIR_ERROR * (1 - 8b-53) + C2D_PAIR_ERROR * (1 - 8b-53);
at = way * along_error + (way * (along + along_error)) * p + s;
at_error = way * error * (1 - 4b-53) + C2D_PAIR_ERROR * (1 - 4b-53);

{ N in [0, 1b20] /\ along in [0, 1] /\ part in [0, 1] /\ way in [0, 1] /\ |e12| <= 0xc.1p-106 /\ |q| <= 0x1bp-106 /\ |p| <= CLAIM_pair_mul /\ |s| <= 0x3.2p-106
  -> at - 0.98 * at_error <= 0 /\ at + 0.98 * at_error >= 0 }

at - 0.98 * at_error -> way * N * (part * e12 * (1 + p) - 0.98 * 4 * C2D_PAIR_ERROR * ((1 - 8b-53) * (1 - 4b-53)))
  + way * (along * (q + p + q * p) - 0.98 * C2D_PAIR_ERROR * ((1 - 8b-53) * (1 - 4b-53))) + (s - 0.98 * C2D_PAIR_ERROR * (1 - 4b-53));
at + 0.98 * at_error -> way * N * (part * e12 * (1 + p) + 0.98 * 4 * C2D_PAIR_ERROR * ((1 - 8b-53) * (1 - 4b-53)))
  + way * (along * (q + p + q * p) + 0.98 * C2D_PAIR_ERROR * ((1 - 8b-53) * (1 - 4b-53))) + (s + 0.98 * C2D_PAIR_ERROR * (1 - 4b-53));
