# Lemma range_cast: in the kernels of casts nothing overflows either, and what decides does not underflow, if c2d_cast_is_in_range. size
# bounds the coordinates and the motion; they are multiples of 2^-200, but the margin and the grown radius are not. The
# products of six factors in front_of_one (cast_segments.c) are up to MOST_SCALE_OF_SIX; those may underflow, by less than 2^-1074
# in each of a few operations, while error is far more.
mx = rnd(mx_); my = rnd(my_); px = rnd(px_); py = rnd(py_); scale = rnd(scale_); R = rnd(R_);
left rnd= mx * py;
right rnd= my * px;
cross rnd= left - right;
cross2 rnd= cross * cross;
xx rnd= mx * mx;
yy rnd= my * my;
speed2 rnd= xx + yy;
margin rnd= 1b-47 * scale;
grown rnd= R + margin;
grown2 rnd= grown * grown;
reach2 rnd= grown2 * speed2;
# front_of_one; c is a cross product there, e a coordinate of an edge, most the |m.x| + |m.y| and s the scale
c = rnd(c_); e = rnd(e_); s = rnd(s_); most = rnd(most_); r = rnd(r_);
side rnd= c * c;
ee rnd= e * e;
square rnd= ee + ee;
start rnd= side * square;
rr rnd= r * r;
lift rnd= rr * side;
m1 rnd= 1b-47 * s;
m8 rnd= 8 * m1;
e1 rnd= m8 * most;
e2 rnd= s * most;
error2 rnd= e1 * e2;
error rnd= error2 * square;

{ |mx| <= 1b197 /\ |my| <= 1b197 /\ |px| <= 1b197 /\ |py| <= 1b197 /\ R in [0, 1b197] /\ scale in [1b-148, 1b197] /\
  @FIX(mx, -200) /\ @FIX(my, -200) /\ @FIX(px, -200) /\ @FIX(py, -200) /\ @FIX(R, -200) /\ speed2 in [1b-297, 1b395] /\
  |c| <= 1b337 /\ |e| in [1b-200, 1b169] /\ s in [1b-148, 1b168] /\ most in [1b-149, 1b168] /\ r in [0, 1b168]
  -> |cross2| <= 1b800 /\ |reach2| <= 1b800 /\ |cross2 -/ cross * cross| <= 1b-53 /\ |grown -/ (R + margin)| <= 1b-53 /\
     |grown2 -/ grown * grown| <= 1b-53 /\ |reach2 -/ grown2 * speed2| <= 1b-53 /\
     |start| <= 1b1020 /\ |lift| <= 1b1020 /\ error in [1b-1050, 1b1020] }
