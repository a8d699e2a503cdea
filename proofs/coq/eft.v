(* The error-free transformations of csrc/core/exact/exact.h, in IEEE double precision, rounded to nearest, ties to even.

   FLT(-1074, 53) has the doubles with their subnormal numbers, but no greatest number. That nothing overflows follows
   from the domain: see gappa/range.g. Sums never lose anything to underflow. A product is exact as a pair if it is 0 or
   at least 2^-969, or, which is what the core uses, if its factors are multiples of powers of two whose product is at
   least 2^-969: multiples of 2^-200 are, and their products of degree four. *)

Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core Plus_error Mult_error Sterbenz Operations.
From Flocq Require Import Pff2Flocq.

Open Scope R_scope.

Notation emin := (-1074)%Z.
Notation prec := 53%Z.
Notation fexp := (FLT_exp emin prec).
Notation double := (generic_format radix2 fexp).
Notation choice := (fun z => negb (Z.even z)).
Notation rnd := (round radix2 fexp (Znearest choice)).
Notation pow := (bpow radix2).

Local Instance prec_gt_0 : Prec_gt_0 prec. Proof. reflexivity. Qed.

Lemma choice_sym : forall x, choice x = negb (choice (- (x + 1)))%Z.
Proof.
intros x. cbv beta. rewrite Z.even_opp, Z.even_add. destruct (Z.even x); reflexivity.
Qed.

Lemma rnd_opp : forall x, rnd (- x) = - rnd x.
Proof. intros x. apply round_N_opp_sym. exact choice_sym. Qed.

Lemma rnd_minus : forall x y, rnd (x - y) = - rnd (y - x).
Proof. intros x y. rewrite <- rnd_opp. f_equal. ring. Qed.

(* ---- c2d_two_sum, c2d_two_diff ---- *)

Section TwoSum.
Variables x y : R.
Let s := rnd (x + y).
Let y_part := rnd (s - x).
Let x_part := rnd (s - y_part).
Let lo := rnd (rnd (x - x_part) + rnd (y - y_part)).

Theorem two_sum_exact : double x -> double y -> s + lo = x + y.
Proof.
intros Fx Fy.
apply (TwoSum_correct emin prec choice); auto; try lia.
exact choice_sym.
Qed.
End TwoSum.

(* ---- c2d_fast_two_sum ---- *)

Section FastTwoSum.
Variables x y : R.
Let s := rnd (x + y).
Let lo := rnd (y - rnd (s - x)).

Theorem fast_two_sum_exact : double x -> double y -> Rabs y <= Rabs x -> s + lo = x + y.
Proof.
intros Fx Fy H.
unfold lo. rewrite (rnd_minus s x).
replace (y - - rnd (x - s)) with (y + rnd (x - s)) by ring.
apply (Fast2Sum_correct emin prec choice); auto; try lia.
exact choice_sym.
Qed.

(* x = 0: then y is s. *)
Theorem fast_two_sum_exact_0 : double y -> x = 0 -> s + lo = x + y.
Proof.
intros Fy ->. unfold lo, s.
rewrite Rplus_0_l, Rminus_0_r, (round_generic _ _ _ y Fy), (round_generic _ _ _ y Fy).
rewrite Rminus_eq_0, round_0; auto with typeclass_instances. ring.
Qed.

(* A multiple of a power of two that has at most 53 bits. *)
Lemma double_multiple : forall n e, (emin <= e)%Z -> (Z.abs n <= 2 ^ 53)%Z -> double (IZR n * pow e).
Proof.
intros n e He Hn.
destruct (Z_le_lt_eq_dec _ _ Hn) as [H | H].
- apply generic_format_FLT. exists (Float radix2 n e); simpl; trivial.
- assert (E : IZR n * pow e = pow (53 + e) \/ IZR n * pow e = - pow (53 + e)).
  { rewrite bpow_plus. change (pow 53) with (IZR (2 ^ 53)). rewrite <- H.
    destruct (Z.abs_eq_or_opp n) as [-> | ->]; [left | right]; rewrite ?opp_IZR; ring. }
  assert (F : double (pow (53 + e))).
  { apply generic_format_FLT_bpow; [reflexivity | lia]. }
  destruct E as [-> | ->]; [| apply generic_format_opp]; exact F.
Qed.

(* |x| <= |y|, but x is a multiple of a power of two of which y is fewer than 2^53: for example of y's ulp. *)
Theorem fast_two_sum_exact_multiple : forall m n e,
  double x -> double y -> x = IZR m * pow e -> y = IZR n * pow e -> (emin <= e)%Z -> (Z.abs n < 2 ^ 53)%Z ->
  Rabs x <= Rabs y -> s + lo = x + y.
Proof.
intros m n e Fx Fy Hx Hy He Hn H.
assert (Hm : (Z.abs m <= Z.abs n)%Z).
{ apply le_IZR. rewrite !abs_IZR. rewrite Hx, Hy, !Rabs_mult, (Rabs_pos_eq (pow e)) in H by apply bpow_ge_0.
  apply Rmult_le_reg_r with (pow e); [apply bpow_gt_0 | exact H]. }
set (q := (m + n)%Z).
assert (Hs : x + y = IZR q * pow e).
{ unfold q. rewrite Hx, Hy, plus_IZR. ring. }
(* The nearest even multiple is a double, so the rounded sum is no farther from the exact one. *)
set (r := (2 * (q / 2))%Z).
assert (Hr : (Z.abs (q - r) <= 1)%Z).
{ unfold r. generalize (Z.div_mod q 2 ltac:(lia)) (Z.mod_pos_bound q 2 ltac:(lia)). lia. }
assert (Fr : double (IZR r * pow e)).
{ replace (IZR r * pow e) with (IZR (q / 2) * pow (e + 1)).
  - apply double_multiple; [lia |]. unfold q in *. unfold r in Hr. lia.
  - unfold r. rewrite mult_IZR, bpow_plus. change (pow 1) with 2. ring. }
assert (N : Rabs (s - (x + y)) <= pow e).
{ apply Rle_trans with (Rabs (IZR r * pow e - (x + y))).
  - destruct (round_N_pt radix2 fexp choice (x + y)) as [_ P]. apply P. exact Fr.
  - rewrite Hs. replace (IZR r * pow e - IZR q * pow e) with (IZR (r - q) * pow e) by (rewrite minus_IZR; ring).
    rewrite Rabs_mult, (Rabs_pos_eq (pow e)) by apply bpow_ge_0.
    rewrite <- (Rmult_1_l (pow e)) at 2. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- abs_IZR. apply IZR_le. lia. }
destruct (round_repr_same_exp radix2 fexp (Znearest choice) q e) as [k Hk].
assert (Es : s = IZR k * pow e).
{ unfold s. rewrite Hs. exact Hk. }
assert (Hk' : (Z.abs (k - q) <= 1)%Z).
{ apply le_IZR. rewrite abs_IZR. apply Rmult_le_reg_r with (pow e); [apply bpow_gt_0 |].
  rewrite <- (Rabs_pos_eq (pow e)) at 1 by apply bpow_ge_0.
  rewrite <- Rabs_mult, minus_IZR, Rmult_minus_distr_r, <- Es, <- Hs, Rmult_1_l. exact N. }
assert (Fz : double (s - x)).
{ replace (s - x) with (IZR (k - m) * pow e) by (rewrite Es, Hx, minus_IZR; ring).
  apply double_multiple; [exact He |]. unfold q in Hk'. lia. }
unfold lo. rewrite (round_generic _ _ _ (s - x) Fz).
assert (Fe : double (y - (s - x))).
{ replace (y - (s - x)) with (- (s - (x + y))) by ring.
  apply generic_format_opp. apply plus_error; trivial; auto with typeclass_instances. }
rewrite (round_generic _ _ _ _ Fe). ring.
Qed.
End FastTwoSum.

(* ---- c2d_split and c2d_two_prod ---- *)

Section TwoProd.
Variables x y : R.
Let t_x := rnd (134217729 * x).
Let hi_x := rnd (t_x - rnd (t_x - x)).
Let lo_x := rnd (x - hi_x).
Let t_y := rnd (134217729 * y).
Let hi_y := rnd (t_y - rnd (t_y - y)).
Let lo_y := rnd (y - hi_y).
Let p := rnd (x * y).
Let lo := rnd (rnd (rnd (rnd (rnd (hi_x * hi_y) - p) + rnd (hi_x * lo_y)) + rnd (lo_x * hi_y)) + rnd (lo_x * lo_y)).

Lemma dekker_is_two_prod : double x -> double y ->
  (x * y = 0 \/ pow (emin + 2 * prec - 1) <= Rabs (x * y) -> x * y = p + lo).
Proof.
intros Fx Fy.
assert (P : (4 <= prec)%Z) by lia.
assert (M : (emin < 0)%Z) by lia.
generalize (Dekker radix2 emin prec choice P M x y Fx Fy (or_introl eq_refl)).
change (prec - Z.div2 prec)%Z with 27%Z.
assert (E : pow 27 + 1 = 134217729) by (simpl; lra). rewrite E. clear E.
intros [D _] H. specialize (D H). rewrite D at 1. clear D H.
assert (split : forall z, rnd (rnd (z - rnd (z * 134217729)) + rnd (z * 134217729)) =
                          rnd (rnd (134217729 * z) - rnd (rnd (134217729 * z) - z))).
{ intros z. rewrite (Rmult_comm z), (rnd_minus z). apply (f_equal (fun t => rnd t)). ring. }
unfold lo, lo_x, hi_x, t_x, lo_y, hi_y, t_y, p.
rewrite !split, (Rplus_comm (- rnd (x * y))).
reflexivity.
Qed.

(* The product of a multiple of 2^i and one of 2^j, if that is exact. *)
Theorem two_prod_exact : forall i j m n,
  double x -> double y -> x = IZR m * pow i -> y = IZR n * pow j -> (-969 <= i + j)%Z -> x * y = p + lo.
Proof.
intros i j m n Fx Fy Hx Hy Hij.
apply dekker_is_two_prod; trivial.
destruct (Req_dec (x * y) 0) as [H | H]; [now left | right].
assert (E : x * y = IZR (m * n) * pow (i + j)).
{ rewrite Hx, Hy, mult_IZR, bpow_plus. ring. }
rewrite E, Rabs_mult, (Rabs_pos_eq (pow (i + j))) by apply bpow_ge_0.
apply Rle_trans with (1 * pow (i + j)).
- rewrite Rmult_1_l. apply bpow_le. lia.
- apply Rmult_le_compat_r; [apply bpow_ge_0 |].
  rewrite <- abs_IZR. apply IZR_le.
  assert (m * n <> 0)%Z. { intros Z. apply H. rewrite E, Z. ring. }
  lia.
Qed.
End TwoProd.

(* ---- c2d_square ---- *)

Section Square.
Variable x : R.
Let t_x := rnd (134217729 * x).
Let hi := rnd (t_x - rnd (t_x - x)).
Let tail := rnd (x - hi).
Let p := rnd (x * x).
Let lo := rnd (rnd (rnd (rnd (hi * hi) - p) + rnd (2 * rnd (hi * tail))) + rnd (tail * tail)).

Local Instance prec_26_gt_0 : Prec_gt_0 26. Proof. reflexivity. Qed.

(* The upper part is x rounded to 26 bits. *)
Lemma split_rounds : double x -> hi = round radix2 (FLT_exp emin 26) (Znearest choice) x.
Proof.
intros Fx.
assert (P : (3 <= prec)%Z) by lia.
assert (M : (emin <= 0)%Z) by lia.
assert (A : (2 <= 27)%Z) by lia.
assert (B : (27 <= prec - 2)%Z) by lia.
change (FLT_exp emin 26) with (FLT_exp emin (prec - 27)).
rewrite <- (Veltkamp_Even radix2 emin prec choice 27 P M A B x Fx eq_refl).
assert (E : pow 27 + 1 = 134217729) by (simpl; lra). rewrite E. clear E.
unfold hi, t_x. rewrite (Rmult_comm x), (rnd_minus x). apply (f_equal (fun t => rnd t)). ring.
Qed.

Lemma abs_le_pow : forall n k e, (0 <= k)%Z -> Rabs (IZR n * pow e) <= pow (k + e) -> (Z.abs n <= 2 ^ k)%Z.
Proof.
intros n k e Hk H.
apply le_IZR. rewrite abs_IZR. apply Rmult_le_reg_r with (pow e); [apply bpow_gt_0 |].
rewrite Rabs_mult, (Rabs_pos_eq (pow e)) in H by apply bpow_ge_0.
apply Rle_trans with (1 := H). rewrite bpow_plus. apply Req_le. f_equal.
rewrite <- (IZR_Zpower radix2) by exact Hk. reflexivity.
Qed.

Lemma abs_mul_le : forall a b, (Z.abs a <= 2 ^ 26)%Z -> (Z.abs b <= 2 ^ 26)%Z -> (Z.abs (a * b) <= 2 ^ 52)%Z.
Proof.
intros a b Ha Hb. rewrite Z.abs_mul. change (2 ^ 52)%Z with (2 ^ 26 * 2 ^ 26)%Z.
apply Z.mul_le_mono_nonneg; trivial; apply Z.abs_nonneg.
Qed.

Theorem square_exact : forall m e,
  double x -> x = IZR m * pow e -> (2 ^ 52 <= Z.abs m < 2 ^ 53)%Z -> (emin <= 2 * e)%Z -> x * x = p + lo.
Proof.
intros m e Fx Hx Hm He.
assert (X0 : x <> 0).
{ rewrite Hx. intros Z. apply Rmult_integral in Z. destruct Z as [Z | Z]; [apply eq_IZR in Z; lia |].
  generalize (bpow_gt_0 radix2 e). lra. }
assert (XX0 : x * x <> 0) by (intros Z; apply Rmult_integral in Z; tauto).
assert (Mx : mag radix2 x = (53 + e)%Z :> Z).
{ apply mag_unique. rewrite Hx, Rabs_mult, (Rabs_pos_eq (pow e)), <- abs_IZR by apply bpow_ge_0. split.
  - replace (53 + e - 1)%Z with (52 + e)%Z by lia. rewrite bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    change (pow 52) with (IZR (2 ^ 52)). apply IZR_le. lia.
  - rewrite bpow_plus. apply Rmult_lt_compat_r; [apply bpow_gt_0 |].
    change (pow 53) with (IZR (2 ^ 53)). apply IZR_lt. lia. }
(* hi = h 2^27 2^e and tail = l 2^e *)
assert (C : cexp radix2 (FLT_exp emin 26) x = (e + 27)%Z).
{ unfold cexp, FLT_exp. rewrite Mx. lia. }
pose (h := Znearest choice (scaled_mantissa radix2 (FLT_exp emin 26) x)).
assert (Hhi : hi = IZR h * pow (e + 27)).
{ rewrite split_rounds by exact Fx. unfold round, F2R. simpl. rewrite C. reflexivity. }
pose (l := (m - h * 2 ^ 27)%Z).
assert (Hl : x - hi = IZR l * pow e).
{ unfold l. rewrite Hhi, Hx, minus_IZR, mult_IZR, bpow_plus. change (pow 27) with (IZR (2 ^ 27)). ring. }
assert (Bl : (Z.abs l <= 2 ^ 26)%Z).
{ apply abs_le_pow with e; [lia |]. rewrite <- Hl, split_rounds by exact Fx.
  rewrite <- Rabs_Ropp, Ropp_minus_distr.
  apply Rle_trans with (/ 2 * ulp radix2 (FLT_exp emin 26) x).
  - apply error_le_half_ulp; auto with typeclass_instances.
  - rewrite ulp_neq_0, C.
    + replace (e + 27)%Z with (1 + (26 + e))%Z by lia. rewrite (bpow_plus _ 1). change (pow 1) with 2. lra.
    + exact X0. }
assert (Bh : (Z.abs h <= 2 ^ 26)%Z) by (unfold l in Bl; lia).
assert (Htail : tail = IZR l * pow e).
{ unfold tail. rewrite Hl. apply round_generic; auto with typeclass_instances. apply double_multiple; lia. }
(* p = k 2^52 2^(2 e), off by at most 2^52 2^(2 e) *)
assert (Hxx : x * x = IZR (m * m) * pow (2 * e)).
{ rewrite Hx, mult_IZR. replace (2 * e)%Z with (e + e)%Z by lia. rewrite bpow_plus. ring. }
assert (Bm : (2 ^ 104 <= m * m < 2 ^ 106)%Z) by (rewrite <- (Z.abs_square m); nia).
assert (Mxx : (105 + 2 * e <= mag radix2 (x * x) <= 106 + 2 * e)%Z).
{ split.
  - apply mag_ge_bpow. rewrite Hxx, Rabs_mult, (Rabs_pos_eq (pow (2 * e))), <- abs_IZR by apply bpow_ge_0.
    replace (105 + 2 * e - 1)%Z with (104 + 2 * e)%Z by lia. rewrite bpow_plus.
    apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    change (pow 104) with (IZR (2 ^ 104)). apply IZR_le. lia.
  - apply mag_le_bpow.
    + exact XX0.
    + rewrite Hxx, Rabs_mult, (Rabs_pos_eq (pow (2 * e))), <- abs_IZR by apply bpow_ge_0.
      rewrite bpow_plus. apply Rmult_lt_compat_r; [apply bpow_gt_0 |].
      change (pow 106) with (IZR (2 ^ 106)). apply IZR_lt. lia. }
pose (c := cexp radix2 fexp (x * x)).
assert (Hc : (2 * e + 52 <= c <= 2 * e + 53)%Z).
{ unfold c, cexp, FLT_exp. lia. }
assert (Hp : exists k, p = IZR k * pow (2 * e + 52)).
{ exists (Znearest choice (scaled_mantissa radix2 fexp (x * x)) * 2 ^ (c - (2 * e + 52)))%Z.
  unfold p, round, F2R. cbn [Fnum Fexp]. fold c.
  assert (E : pow c = IZR (2 ^ (c - (2 * e + 52))) * pow (2 * e + 52)).
  { rewrite (IZR_Zpower radix2) by lia. rewrite <- bpow_plus. f_equal. lia. }
  rewrite E, mult_IZR. ring. }
destruct Hp as [k Hp].
pose (d := (m * m - k * 2 ^ 52)%Z).
assert (Hd : x * x - p = IZR d * pow (2 * e)).
{ unfold d. rewrite Hxx, Hp, minus_IZR, (mult_IZR k), bpow_plus. change (pow 52) with (IZR (2 ^ 52)). ring. }
assert (Bd : (Z.abs d <= 2 ^ 52)%Z).
{ apply abs_le_pow with (2 * e)%Z; [lia |]. rewrite <- Hd, <- Rabs_Ropp, Ropp_minus_distr.
  apply Rle_trans with (/ 2 * ulp radix2 fexp (x * x)).
  - apply error_le_half_ulp; auto with typeclass_instances.
  - rewrite ulp_neq_0.
    + fold c. apply Rle_trans with (/ 2 * pow (2 * e + 53)).
      * apply Rmult_le_compat_l; [lra |]. apply bpow_le. lia.
      * replace (2 * e + 53)%Z with (1 + (52 + 2 * e))%Z by lia. rewrite (bpow_plus _ 1). change (pow 1) with 2. lra.
    + exact XX0. }
(* All products and sums are doubles. *)
assert (exact : forall n f z, z = IZR n * pow f -> (emin <= f)%Z -> (Z.abs n <= 2 ^ 53)%Z -> rnd z = z).
{ intros n f z -> Hf Hn. apply round_generic; auto with typeclass_instances. apply double_multiple; trivial. }
assert (Q1 : rnd (hi * hi) = hi * hi).
{ apply exact with (h * h)%Z (2 * e + 54)%Z; [| lia | rewrite <- Z.abs_square, Z.abs_mul, !Z.abs_involutive; nia].
  rewrite Hhi, mult_IZR. replace (2 * e + 54)%Z with ((e + 27) + (e + 27))%Z by lia. rewrite !bpow_plus. ring. }
assert (Q2 : rnd (hi * tail) = hi * tail).
{ apply exact with (h * l)%Z (2 * e + 27)%Z; [| lia | rewrite Z.abs_mul; nia].
  rewrite Hhi, Htail, mult_IZR. replace (2 * e + 27)%Z with ((e + 27) + e)%Z by lia. rewrite !bpow_plus. ring. }
assert (Q3 : rnd (2 * (hi * tail)) = 2 * (hi * tail)).
{ apply exact with (2 * (h * l))%Z (2 * e + 27)%Z; [| lia | rewrite !Z.abs_mul; simpl (Z.abs 2); nia].
  rewrite Hhi, Htail, !mult_IZR. replace (2 * e + 27)%Z with ((e + 27) + e)%Z by lia. rewrite !bpow_plus. ring. }
assert (Q4 : rnd (tail * tail) = tail * tail).
{ apply exact with (l * l)%Z (2 * e)%Z; [| lia | rewrite Z.abs_mul; nia].
  rewrite Htail, mult_IZR. replace (2 * e)%Z with (e + e)%Z by lia. rewrite bpow_plus. ring. }
assert (Ht : x = hi + tail) by (rewrite Htail, <- Hl; ring).
assert (Q5 : rnd (hi * hi - p) = hi * hi - p).
{ apply exact with (4 * (h * h) - k)%Z (2 * e + 52)%Z; [| lia |].
  - rewrite Hhi, Hp, minus_IZR, !mult_IZR. replace (2 * e + 52)%Z with ((e + 26) + (e + 26))%Z by lia.
    rewrite !bpow_plus. change (pow 27) with (IZR (2 ^ 27)). change (pow 26) with (IZR (2 ^ 26)).
    change (IZR (2 ^ 27)) with (134217728)%R. change (IZR (2 ^ 26)) with (67108864)%R. ring.
  - unfold d in Bd. unfold l in Bl. assert (m = h * 2 ^ 27 + l)%Z by (unfold l; lia).
    assert (k * 2 ^ 52 = m * m - d)%Z by (unfold d; lia).
    assert (2 ^ 52 * (4 * (h * h) - k) = d - 2 ^ 28 * (h * l) - l * l)%Z by (unfold d; nia).
    assert (Z.abs (h * l) <= 2 ^ 52)%Z by exact (abs_mul_le h l Bh Bl).
    assert (Z.abs (l * l) <= 2 ^ 52)%Z by exact (abs_mul_le l l Bl Bl).
    lia. }
assert (Q6 : rnd (hi * hi - p + 2 * (hi * tail)) = hi * hi - p + 2 * (hi * tail)).
{ apply exact with (d - l * l)%Z (2 * e)%Z; [| lia |].
  - replace (hi * hi - p + 2 * (hi * tail)) with (x * x - p - tail * tail) by (rewrite Ht; ring).
    rewrite Hd, Htail, minus_IZR, mult_IZR. replace (2 * e)%Z with (e + e)%Z by lia. rewrite bpow_plus. ring.
  - assert (Z.abs (l * l) <= 2 ^ 52)%Z by exact (abs_mul_le l l Bl Bl). lia. }
unfold lo. rewrite Q2, Q1, Q3, Q4, Q5, Q6.
replace (hi * hi - p + 2 * (hi * tail) + tail * tail) with (x * x - p) by (rewrite Ht; ring).
rewrite exact with d (2 * e)%Z _; [ring | exact Hd | lia | lia].
Qed.
End Square.
