# Lemma sum4: the low parts of c2d_sum4, in floating point, less and plus the error enclose their exact sum LO. If both
# ends give one double when they are added to the high part, the rounded exact sum is that double.
sl = rnd(sl_); al = rnd(al_); bl = rnd(bl_);

low rnd= al + bl;
lo rnd= sl + low;
terms2 rnd= |sl| + |al|;
terms rnd= terms2 + |bl|;
error rnd= C2D_SUM4_ERROR * terms;
below rnd= lo - error;
above rnd= lo + error;

LO = sl + (al + bl);
T = (|sl| + |al|) + |bl|;
KT = C2D_SUM4_ERROR * T;

{ @FIX(sl, -1000) /\ @FIX(al, -1000) /\ @FIX(bl, -1000) /\ # of products of degree four
  T <> 0 /\ LO / T in [-1, 1] /\ (al + bl) / T in [-1, 1] /\ (|sl| + |al|) / T in [0, 1]
  -> (below - LO) / T <= 0 /\ (above - LO) / T >= 0 }

(below - LO) / T -> (below - (lo - error)) / T + ((lo - LO) / T - error / T);
(above - LO) / T -> (above - (lo + error)) / T + ((lo - LO) / T + error / T);
(lo - LO) / T -> (lo - (sl + low)) / T + (low - (al + bl)) / T;
(sl + low) / T -> LO / T + (low - (al + bl)) / T;
lo / T -> LO / T + (lo - LO) / T;
(lo - error) / T -> lo / T - error / T;
(lo + error) / T -> lo / T + error / T;
error / T -> C2D_SUM4_ERROR * (1 + (error - KT) / KT);
