# Lemma slabs: boxes (cast_aligned.c, enter_box in ray.c). A ray enters the slab of an axis at the time in, and leaves
# one at out, each grown by R and the margin; the ray misses if it enters one later than it leaves another, or later
# than 1, or leaves one before 0. Here: at the computed time the exact place, on the axis of the slab, is before the
# side by at least R + 12.8 u of the scale, or as much behind it; in between, it moves on one line. Along another axis
# the motion moves less than the scale, so that its place changes by less than the same errors. Units: the scale; N is
# the exact coordinate of a side of the difference, which is rounded once or twice, in = (N - grown) * (1 / speed) has
# three roundings more.
near = N * (1 + n) * (1 + n2);
grown = (R * (1 + r) + C2D_RAY_MARGIN * ((1 + c) * (1 + d1))) * (1 + d2);
place = (near - grown) * ((1 + d3) * (1 + d4) * (1 + d5)); # in * speed
least = R + 0xc.dp-53 + 0x5p-53; # and the place on another axis

{ R in [0, 1] /\ |N| <= 1 /\ |near - grown| <= 2.5 /\ |n| <= 1b-53 /\ |n2| <= 1b-53 /\ |r| <= 1b-53 /\ |c| <= 6b-53 /\ |d1| <= 1b-53 /\ |d2| <= 1b-53 /\
  |d3| <= 1b-53 /\ |d4| <= 1b-53 /\ |d5| <= 1b-53
  -> place - N + least <= 0 }

place - N + least -> N * (n + n2 + n * n2) + (near - grown) * ((1 + d3) * (1 + d4) * (1 + d5) - 1)
  - R * ((1 + r) * (1 + d2) - 1) - C2D_RAY_MARGIN * ((1 + c) * (1 + d1) * (1 + d2)) + 0xc.dp-53 + 0x5p-53;
