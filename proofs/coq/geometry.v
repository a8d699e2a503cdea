(* The geometry behind certain answers: theorems over the real numbers, without roundings. How far computed numbers
   may be off is in gappa/; here is why that decides an answer. *)

Require Import Reals Lra Psatz.

Open Scope R_scope.

(* ---- squares ---- *)

Lemma le_of_squares : forall x y, 0 <= y -> x * x <= y * y -> x <= y.
Proof. intros x y Hy H. destruct (Rle_lt_dec x y) as [C | C]; [exact C | nra]. Qed.

Lemma lt_of_squares : forall x y, 0 <= y -> x * x < y * y -> x < y.
Proof. intros x y Hy H. destruct (Rlt_le_dec x y) as [C | C]; [exact C | nra]. Qed.

Lemma square_le : forall x y, - y <= x <= y -> x * x <= y * y.
Proof. intros x y H. nra. Qed.

Lemma abs_square : forall x, Rabs x * Rabs x = x * x.
Proof. intros x. rewrite <- Rabs_mult. apply Rabs_pos_eq. nra. Qed.

Lemma abs_le : forall x y, Rabs x <= y -> - y <= x <= y.
Proof. intros x y. unfold Rabs. destruct (Rcase_abs x); lra. Qed.

(* Lagrange's identity, of which the inequality of Cauchy and Schwarz is a part. *)
Lemma lagrange : forall ax ay bx by_, (ax * ax + ay * ay) * (bx * bx + by_ * by_) =
  (ax * bx + ay * by_) * (ax * bx + ay * by_) + (ax * by_ - ay * bx) * (ax * by_ - ay * bx).
Proof. intros. ring. Qed.

Theorem cauchy_schwarz : forall ax ay bx by_ a b, 0 <= a -> 0 <= b -> a * a = ax * ax + ay * ay -> b * b = bx * bx + by_ * by_ ->
  Rabs (ax * bx) + Rabs (ay * by_) <= a * b.
Proof.
intros ax ay bx by_ a b Ha Hb Ea Eb. apply le_of_squares; [nra |].
rewrite !Rabs_mult. set (p := Rabs ax). set (q := Rabs ay). set (r := Rabs bx). set (s := Rabs by_).
assert (Hp : p * p = ax * ax) by apply abs_square. assert (Hq : q * q = ay * ay) by apply abs_square.
assert (Hr : r * r = bx * bx) by apply abs_square. assert (Hs : s * s = by_ * by_) by apply abs_square.
replace (a * b * (a * b)) with ((a * a) * (b * b)) by ring. rewrite Ea, Eb, <- Hp, <- Hq, <- Hr, <- Hs.
generalize (lagrange p q r s) (Rle_0_sqr (p * s - q * r)). unfold Rsqr. lra.
Qed.

(* Signed squares (front_of_one in cast_segments.c). *)
Theorem signed_squares : forall x y, y <= x -> x * Rabs x - y * Rabs y <= (Rabs x + Rabs y) * (x - y).
Proof.
intros x y H. unfold Rabs. destruct (Rcase_abs x), (Rcase_abs y); nra.
Qed.

(* ---- distances ---- *)

Definition norm (x y : R) := sqrt (x * x + y * y).

Lemma norm_pos : forall x y, 0 <= norm x y.
Proof. intros. apply sqrt_pos. Qed.

Lemma norm_square : forall x y, norm x y * norm x y = x * x + y * y.
Proof. intros. apply sqrt_sqrt. nra. Qed.

Theorem triangle : forall ax ay bx by_, norm (ax + bx) (ay + by_) <= norm ax ay + norm bx by_.
Proof.
intros. apply le_of_squares.
- generalize (norm_pos ax ay) (norm_pos bx by_). lra.
- rewrite norm_square.
  generalize (cauchy_schwarz ax ay bx by_ _ _ (norm_pos _ _) (norm_pos _ _) (norm_square ax ay) (norm_square bx by_)).
  generalize (norm_square ax ay) (norm_square bx by_) (Rle_abs (ax * bx)) (Rle_abs (ay * by_)). nra.
Qed.

Lemma norm_scale : forall k x y, 0 <= k -> norm (k * x) (k * y) = k * norm x y.
Proof.
intros k x y Hk. apply Rle_antisym; apply le_of_squares; generalize (norm_pos x y) (norm_pos (k * x) (k * y)); try nra;
  intros _ _; generalize (norm_square x y) (norm_square (k * x) (k * y)); nra.
Qed.

(* A set, such as a shape, is farther than r from p. The distance from a set changes by no more than the point moves. *)
Definition beyond (S : R -> R -> Prop) (px py r : R) := forall qx qy, S qx qy -> r <= norm (px - qx) (py - qy).

Theorem distance_is_lipschitz : forall S px py dx dy r, beyond S px py r -> beyond S (px + dx) (py + dy) (r - norm dx dy).
Proof.
intros S px py dx dy r H qx qy Q. specialize (H qx qy Q).
generalize (triangle (px + dx - qx) (py + dy - qy) (- dx) (- dy)).
replace (px + dx - qx + - dx) with (px - qx) by ring. replace (py + dy - qy + - dy) with (py - qy) by ring.
replace (norm (- dx) (- dy)) with (norm dx dy) by (unfold norm; f_equal; ring). lra.
Qed.

(* If each vertex moves by at most m, so does each mean of two vertices; and so, step by step, each point of the
   hull. Hence the distance from a convex set changes by no more than its vertices move (point_rectangle). *)
Theorem means_move_less : forall t ax ay bx by_ m, 0 <= t <= 1 -> norm ax ay <= m -> norm bx by_ <= m ->
  norm ((1 - t) * ax + t * bx) ((1 - t) * ay + t * by_) <= m.
Proof.
intros t ax ay bx by_ m Ht A B.
apply Rle_trans with (1 := triangle _ _ _ _). rewrite !norm_scale by lra. nra.
Qed.

(* ---- branch ---- *)

(* If the cosine between e and w is at most c, the squares of the distances of w from the end and from the line of a
   segment e differ by at most c^2 of w^2. Both are multiplied by e^2. *)
Theorem branch_line : forall ex ey wx wy c,
  let e2 := ex * ex + ey * ey in let w2 := wx * wx + wy * wy in
  let dot := ex * wx + ey * wy in let cross := ex * wy - ey * wx in
  dot * dot <= c * c * (e2 * w2) -> e2 * w2 - cross * cross <= c * c * (e2 * w2) /\ cross * cross <= e2 * w2.
Proof.
intros ex ey wx wy c e2 w2 dot cross H. generalize (lagrange ex ey wx wy). fold e2 w2 dot cross.
generalize (Rle_0_sqr dot). unfold Rsqr. nra.
Qed.

(* If e is at most c of w, and w . e and v . e with v = w - e have other signs than computed, so that w . e is at
   most c |w| |e|, then the squares of the distances from both ends differ by at most 3 c^2 of w^2. *)
Theorem branch_ends : forall ex ey wx wy e w c, 0 <= e -> 0 <= w -> 0 <= c -> e * e = ex * ex + ey * ey -> w * w = wx * wx + wy * wy ->
  e <= c * w -> Rabs (ex * wx + ey * wy) <= c * (e * w) ->
  Rabs ((wx - ex) * (wx - ex) + (wy - ey) * (wy - ey) - w * w) <= 3 * (c * c) * (w * w).
Proof.
intros ex ey wx wy e w c He Hw Hc Ee Ew Hs Hd.
replace ((wx - ex) * (wx - ex) + (wy - ey) * (wy - ey) - w * w) with (e * e - 2 * (ex * wx + ey * wy)) by (rewrite Ee, Ew; ring).
assert (e * e <= c * c * (w * w)) by nra.
assert (c * (e * w) <= c * c * (w * w)).
{ replace (c * c * (w * w)) with (c * (c * w * w)) by ring. apply Rmult_le_compat_l; [exact Hc |].
  apply Rmult_le_compat_r; assumption. }
apply Rabs_le. apply abs_le in Hd. nra.
Qed.

(* ---- the nearest point of a segment ---- *)

Definition clamp (t : R) := Rmax 0 (Rmin 1 t).

Lemma clamp_cases : forall t, clamp t = 0 /\ t <= 0 \/ clamp t = t /\ 0 <= t <= 1 \/ clamp t = 1 /\ 1 <= t.
Proof.
intros t. unfold clamp. destruct (Rle_lt_dec t 0) as [A | A].
- left. rewrite Rmin_right, Rmax_left by lra. lra.
- right. destruct (Rle_lt_dec t 1) as [B | B].
  + left. rewrite Rmin_right, Rmax_right by lra. lra.
  + right. rewrite Rmin_left, Rmax_right by lra. lra.
Qed.

Lemma clamped : forall s t off ct cs, - off <= s - t <= off ->
  (ct = 0 /\ t <= 0 \/ ct = t /\ 0 <= t <= 1 \/ ct = 1 /\ 1 <= t) ->
  (cs = 0 /\ s <= 0 \/ cs = s /\ 0 <= s <= 1 \/ cs = 1 /\ 1 <= s) ->
  (ct - t) * (ct - t) <= (cs - t) * (cs - t) <= (ct - t) * (ct - t) + off * off.
Proof.
intros s t off ct cs Hs C D.
assert (0 <= (ct - t) * (ct - t)) by apply Rle_0_sqr.
assert (0 <= off * off) by apply Rle_0_sqr.
split.
- destruct (Rle_lt_dec 0 (cs - t)).
  + apply square_le. destruct C as [[E T] | [[E T] | [E T]]], D as [[F S] | [[F S] | [F S]]]; lra.
  + replace ((cs - t) * (cs - t)) with ((t - cs) * (t - cs)) by ring. apply square_le.
    destruct C as [[E T] | [[E T] | [E T]]], D as [[F S] | [[F S] | [F S]]]; lra.
- destruct C as [[E T] | [[E T] | [E T]]], D as [[F S] | [[F S] | [F S]]]; subst ct; try subst cs.
  all: match goal with |- ?x * ?x <= _ => try lra; assert (x * x <= off * off) by (apply square_le; lra); lra end.
Qed.

(* |w - t e|^2 at the clamped computed parameter exceeds the least one by at most e^2 times the square of the
   parameter's error. *)
Theorem nearest_parameter : forall ex ey wx wy t s off, 0 < ex * ex + ey * ey -> Rabs (s - t) <= off ->
  t * (ex * ex + ey * ey) = ex * wx + ey * wy ->
  let square k := (wx - k * ex) * (wx - k * ex) + (wy - k * ey) * (wy - k * ey) in
  square (clamp t) <= square (clamp s) <= square (clamp t) + (ex * ex + ey * ey) * (off * off).
Proof.
intros ex ey wx wy t s off He Hs Ht square.
assert (P : forall k, square k = square t + (ex * ex + ey * ey) * ((k - t) * (k - t))).
{ intros k. unfold square.
  replace ((wx - k * ex) * (wx - k * ex) + (wy - k * ey) * (wy - k * ey))
    with (wx * wx + wy * wy - 2 * k * (ex * wx + ey * wy) + k * k * (ex * ex + ey * ey)) by ring.
  replace ((wx - t * ex) * (wx - t * ex) + (wy - t * ey) * (wy - t * ey))
    with (wx * wx + wy * wy - 2 * t * (ex * wx + ey * wy) + t * t * (ex * ex + ey * ey)) by ring.
  rewrite <- Ht. ring. }
rewrite (P (clamp t)), (P (clamp s)).
apply abs_le in Hs.
assert (Q : (clamp t - t) * (clamp t - t) <= (clamp s - t) * (clamp s - t) <= (clamp t - t) * (clamp t - t) + off * off).
{ apply (clamped s t off); [exact Hs | apply clamp_cases | apply clamp_cases]. }
set (e2 := ex * ex + ey * ey) in *. split; nra.
Qed.

(* ---- certain hits of casts ---- *)

(* In coordinates along and across a face, the motion is (p, s), p > 0, of length L. The ray crosses the line of the
   face at the time t, at a point that is d or farther from an end, and goes on to M or more behind the line. If the
   moved shape, whose vertices are off by delta at the end of the motion, did not overlap b, a unit vector (nx, ny)
   would separate the end of the face from the path and from its end: see crossing_is_a_hit. Here for the end to
   which ny points. *)
Lemma crossing_one_end : forall p s L M delta t nx ny d,
  0 < p -> 0 < L -> L * L = p * p + s * s -> 0 <= delta -> 0 < M -> 2 * (delta * delta) < M * M ->
  0 < t <= 1 -> M <= (1 - t) * p -> M * L <= d * p -> nx * nx + ny * ny = 1 -> 0 <= ny ->
  t * (nx * p + ny * s) + ny * d <= 0 -> t * (nx * p + ny * s) + ny * d <= nx * p + ny * s + delta -> False.
Proof.
intros p s L M delta t nx ny d Hp HL EL Hdelta HM Hsmall Ht Hend Hd Hn Hny H1 H2.
set (k := nx * p + ny * s) in *.
assert (Hd0 : 0 < d) by nra.
assert (HpL : p <= L) by (apply le_of_squares; nra).
assert (HsL : Rabs s <= L) by (apply le_of_squares; [lra | rewrite abs_square; nra]).
assert (Hs0 := Rabs_pos s).
destruct (Rle_lt_dec 0 k) as [Hk | Hk].
- (* Then k = 0 and ny = 0, but k is p or -p. *)
  assert (Hny0 : ny = 0) by nra.
  assert (Hnx : nx * nx = 1) by (rewrite Hny0 in Hn; lra).
  assert (Ek : k = nx * p) by (unfold k; rewrite Hny0; ring).
  rewrite Hny0, Rmult_0_l, Rplus_0_r in H1.
  assert (k <= 0) by nra. assert (k = 0) by lra. nra.
- assert (Hsum : (1 - t) * - k + ny * d <= delta) by lra.
  assert (Ht1 : 0 <= (1 - t) * - k) by nra.
  assert (Hnyd : ny * d <= delta) by lra.
  assert (HnyML : ny * M * L <= delta * p).
  { apply Rle_trans with (ny * (d * p)); [| nra]. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (HnyM : ny * M <= delta).
  { apply Rmult_le_reg_r with L; [exact HL |]. apply Rle_trans with (1 := HnyML). apply Rmult_le_compat_l; lra. }
  assert (HnyMs : ny * M * Rabs s <= delta * p).
  { apply Rle_trans with (2 := HnyML). apply Rmult_le_compat_l; [nra | exact HsL]. }
  assert (Hny2 : 2 * (ny * ny) < 1).
  { assert (0 <= ny * M) by (apply Rmult_le_pos; lra).
    assert ((ny * M) * (ny * M) <= delta * delta) by (apply square_le; lra).
    apply Rmult_lt_reg_r with (M * M); [apply Rmult_lt_0_compat; exact HM | lra]. }
  assert (Hnx2 : 1 < 2 * (nx * nx)) by lra.
  assert (Hbound : ny * s <= ny * Rabs s /\ - (ny * s) <= ny * Rabs s).
  { generalize (Rle_abs s) (Rle_abs (- s)). rewrite Rabs_Ropp. intros P N.
    assert (ny * s <= ny * Rabs s) by (apply Rmult_le_compat_l; lra).
    assert (ny * - s <= ny * Rabs s) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Hbig : forall a, 0 <= a -> a * a = nx * nx -> delta < a * M).
  { intros a Ha Ea. apply lt_of_squares; [apply Rmult_le_pos; lra |].
    replace (a * M * (a * M)) with (nx * nx * (M * M)) by (rewrite <- Ea; ring).
    assert (1 * (M * M) < 2 * (nx * nx) * (M * M)).
    { apply Rmult_lt_compat_r; [apply Rmult_lt_0_compat; exact HM | exact Hnx2]. }
    lra. }
  destruct (Rle_lt_dec 0 nx) as [Hx | Hx].
  + specialize (Hbig nx Hx eq_refl). unfold k in Hk.
    assert (nx * p < ny * Rabs s) by lra.
    assert (nx * p * M < ny * Rabs s * M) by (apply Rmult_lt_compat_r; assumption).
    assert (delta * p < nx * M * p) by (apply Rmult_lt_compat_r; assumption). lra.
  + set (a := - nx). assert (Ha : 0 < a) by (unfold a; lra).
    assert (HaM : delta < a * M) by (apply Hbig; [lra | unfold a; ring]).
    assert (Hk' : a * p - ny * Rabs s <= - k) by (unfold k, a; lra).
    set (B := (1 - t) * p) in *.
    assert (HB : B * (a * p - ny * Rabs s) <= p * ((1 - t) * - k)).
    { unfold B. replace (p * ((1 - t) * - k)) with ((1 - t) * p * - k) by ring. apply Rmult_le_compat_l; nra. }
    assert (HD : ny * M * Rabs s <= p * (ny * d)).
    { apply Rle_trans with (ny * (M * L)).
      - rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra.
      - replace (p * (ny * d)) with (ny * (d * p)) by ring. apply Rmult_le_compat_l; lra. }
    assert (HT : B * (a * p) - (B - M) * (ny * Rabs s) <= p * delta) by nra.
    assert (HBM : (B - M) * (ny * Rabs s) * M <= (B - M) * (delta * p)).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
    assert (B * (a * p) * M <= B * (delta * p)) by nra.
    assert (B * p * (a * M) <= B * p * delta) by lra.
    assert (0 < B * p) by nra. nra.
Qed.

(* A ray that passes between the ends of a face, on each side by M across the motion, from outside to M behind its
   line, is a hit, for delta / M up to 0.7: no vector separates the ends (X, Y - d1) and (X, Y + d2) of the face, or
   of the face grown by R, whose distance along a unit vector is less by at most R, from the path (lemmas sides,
   supports and face). *)
Theorem crossing_is_a_hit : forall p s L M delta t nx ny d1 d2,
  0 < p -> 0 < L -> L * L = p * p + s * s -> 0 <= delta -> 0 < M -> 2 * (delta * delta) < M * M ->
  0 < t <= 1 -> M <= (1 - t) * p -> M * L <= d1 * p -> M * L <= d2 * p -> nx * nx + ny * ny = 1 ->
  let X := t * p in let Y := t * s in let start := 0 in let end_ := nx * p + ny * s + delta in
  ~ (nx * X + ny * (Y - d1) <= start /\ nx * X + ny * (Y - d1) <= end_ /\
     nx * X + ny * (Y + d2) <= start /\ nx * X + ny * (Y + d2) <= end_).
Proof.
intros p s L M delta t nx ny d1 d2 Hp HL EL Hdelta HM Hsmall Ht Hend H1 H2 Hn X Y start end_ (A1 & A2 & B1 & B2).
unfold X, Y, start, end_ in *.
destruct (Rle_lt_dec 0 ny) as [C | C].
- apply (crossing_one_end p s L M delta t nx ny d2); trivial; nra.
- apply (crossing_one_end p (- s) L M delta t nx (- ny) d1); trivial; nra.
Qed.

(* A point that is h above the line of a face, and beyond its end by g, is inside the circle round the end, by delta;
   c and s are the parts of any unit vector across and along the face. In units of 2^-53 of the scale: h at most R -
   24, g at most 10, delta at least 12.8, if R is at least the margin, 64 (lemma face). *)
Theorem beyond_an_end : forall R h g c s, 64 <= R -> - (R - 24) <= h <= R - 24 -> Rabs g <= 10 -> c * c + s * s = 1 ->
  h * c + g * s <= R - 12.8.
Proof.
intros R h g c s HR Hh Hg Hcs.
apply abs_le in Hg.
apply le_of_squares; [lra |].
apply Rle_trans with (h * h + g * g).
- generalize (lagrange h g c s) (Rle_0_sqr (h * s - g * c)). unfold Rsqr. rewrite Hcs. lra.
- assert (h * h <= (R - 24) * (R - 24)) by nra. assert (g * g <= 100) by nra. nra.
Qed.

(* ---- the chord of a circle ---- *)

(* The square of the distance from a corner at H + G + p before the foot, where H^2 = R^2 - Y^2 + delta
   (c2d_ray_meet_arc): the bound that arc_clear.g and corner.g use. *)
Theorem before_the_chord : forall R Y H G p delta, 0 <= H -> H * H = R * R - Y * Y + delta ->
  R * R + delta + 2 * (H * G) - 2 * (H * Rabs p) <= (H + G + p) * (H + G + p) + Y * Y.
Proof.
intros R Y H G p delta HH E.
assert (- (H * Rabs p) <= H * p).
{ generalize (Rle_abs (- p)). rewrite Rabs_Ropp. nra. }
generalize (Rle_0_sqr (G + p)). unfold Rsqr. nra.
Qed.

(* And at H - F + p, F = grown / H <= H: that of arc_inside.g. *)
Theorem behind_the_chord : forall R Y H F p delta grown, 0 < H -> 0 <= F <= H -> F * H = grown -> H * H = R * R - Y * Y + delta ->
  (H - F + p) * (H - F + p) + Y * Y <= R * R + delta - grown + 2 * (H * Rabs p) + p * p.
Proof.
intros R Y H F p delta grown HH HF EF E.
assert ((H - F) * p <= H * Rabs p).
{ generalize (Rle_abs p) (Rabs_pos p). nra. }
assert (F * F <= grown) by nra. nra.
Qed.

(* A convex set is on one side of a line that separates it from the start and from the end of a motion, and so from
   all points between (lemmas supports and lateral). *)
Theorem separated_between : forall start end_ reach t, 0 <= t <= 1 -> reach <= start -> reach <= end_ ->
  reach <= (1 - t) * start + t * end_.
Proof. intros. nra. Qed.
