# Lemma separation: c2d_line_gap near R, (c^2 - R^2 e2) / (|e| c + R e2) with a numerator that is rounded once. c is rounded
# once (a), and so are e2 (b, which has the error of the pair besides) and R (r); `length` is a root of e2. Unit: the
# denominator; `part` is |e| c.
length = sqrt(1 + b) * (1 + d1);
sum = (part * (length * (1 + a) * (1 + d2)) + (1 - part) * ((1 + r) * (1 + b) * (1 + d3))) * (1 + d4);
value = (1 + n) / sum * (1 + d5);

{ part in [0, 1] /\ |a| <= 1b-53 /\ |b| <= 0x1.01p-53 /\ |r| <= 1b-53 /\ |n| <= 1b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\
  |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53
  -> |(value - 1) / CLAIM| <= 1 }

sum -> (1 + (part * (length * (1 + a) * (1 + d2) - 1) + (1 - part) * ((1 + r) * (1 + b) * (1 + d3) - 1))) * (1 + d4);
$ part in 32;
