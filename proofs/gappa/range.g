# Lemma range: in the domain of collide2d.h no product of the core underflows and nothing overflows, so that every
# operation rounds with a relative error of at most u, also towards its exact operands of degree four.
x1 = rnd(x1_); x2 = rnd(x2_); x3 = rnd(x3_); x4 = rnd(x4_); x5 = rnd(x5_); x6 = rnd(x6_); x7 = rnd(x7_); x8 = rnd(x8_);
d1 rnd= x1 - x2;
d2 rnd= x3 - x4;
d3 rnd= x5 - x6;
d4 rnd= x7 - x8;
p rnd= d1 * d2;
q rnd= d3 * d4;
c rnd= p - q;
f rnd= c * c;
g rnd= p * q;
h rnd= f + g;
least rnd= 1b-150 * h; # the smallest factor of an error bound

{ |x1| <= 1e60 /\ |x2| <= 1e60 /\ |x3| <= 1e60 /\ |x4| <= 1e60 /\
  |x5| <= 1e60 /\ |x6| <= 1e60 /\ |x7| <= 1e60 /\ |x8| <= 1e60 /\
  @FIX(x1, -200) /\ @FIX(x2, -200) /\ @FIX(x3, -200) /\ @FIX(x4, -200) /\
  @FIX(x5, -200) /\ @FIX(x6, -200) /\ @FIX(x7, -200) /\ @FIX(x8, -200)
  -> |h| <= 1b812 /\ |134217729 * h| <= 1b1000 /\ @FIX(h, -800) /\
     |d1 -/ (x1 - x2)| <= 1b-53 /\ |p -/ d1 * d2| <= 1b-53 /\ |c -/ (p - q)| <= 1b-53 /\ |f -/ c * c| <= 1b-53 /\
     |g -/ p * q| <= 1b-53 /\ |h -/ (f + g)| <= 1b-53 /\ |least -/ 1b-150 * h| <= 1b-53 }
