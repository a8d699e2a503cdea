# Lemma disc_rows: neighbours in cells, in single precision (test_four and test_sixteen in disc_rows.c). x, y and
# radius are as they are in the strips: whole numbers, and a sum of two floats. DX and DY are the true differences in
# the same units, and RR the true sum of the radii. A coordinate is within 2 units of the true one, of which less than
# one is for truncation; a radius is scaled in double precision and rounded to a float of at most 2^20: within a
# sixteenth of a unit. C: the units of a cell, from 2^16 to 2^21. The bound is 64 of them.
@single = float<ieee_32, ne>;
x = int<zr>(x_); y = int<zr>(y_); ra = single(ra_); rb = single(rb_);
radius single= ra + rb;
xx single= x * x;
yy single= y * y;
rr single= radius * radius;
d2 single= xx + yy;
gap single= rr - d2;
GAP = RR * RR - (DX * DX + DY * DY);

{ C in [1b16, 1b21] /\ |x / C| <= 2 /\ |y / C| <= 2 /\ |DX - x| <= 4 /\ |DY - y| <= 4 /\ ra / C in [0, 0.5] /\ rb / C in [0, 0.5] /\
  |RR - (ra + rb)| <= 1
  -> |((gap - GAP) / C) / GAP_ERROR| <= 1 }

(gap - GAP) / C -> (gap - (rr - d2)) / C + (rr - RR * RR) / C - (d2 - (DX * DX + DY * DY)) / C;
(rr - RR * RR) / C -> (rr - radius * radius) / C + ((radius - RR) / C) * (radius + RR);
(radius - RR) / C -> ((radius - (ra + rb)) - (RR - (ra + rb))) / C;
(d2 - (DX * DX + DY * DY)) / C -> (d2 - (xx + yy)) / C + (xx - x * x) / C + (yy - y * y) / C
  - (DX - x) * ((2 * x) / C + (DX - x) / C) - (DY - y) * ((2 * y) / C + (DY - y) / C);
(2 * x) / C -> 2 * (x / C);
(2 * y) / C -> 2 * (y / C);
x -> (x / C) * C;
y -> (y / C) * C;
ra -> (ra / C) * C;
rb -> (rb / C) * C;
$ C in 16;
