Require Import Gappa.Gappa_library.
Require Import Reals.
Ltac numbers := unfold Float1, float2R, Defs.F2R; simpl;
  repeat match goal with |- context [Z.pow_pos 2 ?n] =>
    let v := eval vm_compute in (Z.pow_pos 2 n) in change (Z.pow_pos 2 n) with v end.
Ltac identity := first [unfold Float1; ring | numbers; field].
Ltac not_zero := solve [assumption | match goal with N : (?d <> 0)%R |- (?x <> 0)%R =>
    let Z := fresh in intro Z; apply N; replace d with x by (unfold Float1; ring); exact Z end].
Ltac quotients := intros; first [unfold Float1; field | numbers; field]; repeat split; try not_zero.
Section Generated_by_Gappa.
Variable _ra_ : R.
Notation _ra := ((rounding_float rndNE (53)%positive (-1074)%Z) _ra_).
Variable _rb_ : R.
Notation _rb := ((rounding_float rndNE (53)%positive (-1074)%Z) _rb_).
Notation r7 := ((_ra + _rb)%R).
Notation _radius := ((rounding_float rndNE (53)%positive (-1074)%Z) r7).
Notation r5 := ((_radius * _radius)%R).
Notation _r2 := ((rounding_float rndNE (53)%positive (-1074)%Z) r5).
Variable _px_ : R.
Notation _px := ((rounding_float rndNE (53)%positive (-1074)%Z) _px_).
Variable _qx_ : R.
Notation _qx := ((rounding_float rndNE (53)%positive (-1074)%Z) _qx_).
Notation r17 := ((_px - _qx)%R).
Notation _wx := ((rounding_float rndNE (53)%positive (-1074)%Z) r17).
Notation r15 := ((_wx * _wx)%R).
Notation _xx := ((rounding_float rndNE (53)%positive (-1074)%Z) r15).
Variable _py_ : R.
Notation _py := ((rounding_float rndNE (53)%positive (-1074)%Z) _py_).
Variable _qy_ : R.
Notation _qy := ((rounding_float rndNE (53)%positive (-1074)%Z) _qy_).
Notation r25 := ((_py - _qy)%R).
Notation _wy := ((rounding_float rndNE (53)%positive (-1074)%Z) r25).
Notation r23 := ((_wy * _wy)%R).
Notation _yy := ((rounding_float rndNE (53)%positive (-1074)%Z) r23).
Notation r13 := ((_xx + _yy)%R).
Notation _d2 := ((rounding_float rndNE (53)%positive (-1074)%Z) r13).
Notation r3 := ((_r2 - _d2)%R).
Notation _gap := ((rounding_float rndNE (53)%positive (-1074)%Z) r3).
Notation _C2D_FILTER_LENGTH := (float2R (Float2 (1) (-47))).
Notation r31 := ((_C2D_FILTER_LENGTH * _r2)%R).
Notation _margin := ((rounding_float rndNE (53)%positive (-1074)%Z) r31).
Notation r1 := ((_gap / _margin)%R).
Notation r34 := ((_gap / _r2)%R).
Notation r35 := ((_margin / _r2)%R).
Notation r33 := ((r34 / r35)%R).
Lemma a1_holds : (r35 <> 0)%R -> (_r2 <> 0)%R -> (_margin <> 0)%R -> r1 = r33.
Proof. Admitted.
Hypothesis a1 : r1 = r33.
Lemma b1 : r1 = r33.
 apply a1.
Qed.
Notation r38 := (Float1 (1)).
Notation r40 := ((_margin - r31)%R).
Notation r39 := ((r40 / r31)%R).
Notation r37 := ((r38 + r39)%R).
Notation r36 := ((_C2D_FILTER_LENGTH * r37)%R).
Lemma a2_holds : (r31 <> 0)%R -> (_r2 <> 0)%R -> r35 = r36.
Proof. Admitted.
Hypothesis a2 : r35 = r36.
Lemma b2 : r35 = r36.
 apply a2.
Qed.
Notation r42 := ((r3 / _r2)%R).
Notation r45 := ((_gap - r3)%R).
Notation r44 := ((r45 / r3)%R).
Notation r43 := ((r38 + r44)%R).
Notation r41 := ((r42 * r43)%R).
Lemma a3_holds : (r3 <> 0)%R -> (_r2 <> 0)%R -> r34 = r41.
Proof. Admitted.
Hypothesis a3 : r34 = r41.
Lemma b3 : r34 = r41.
 apply a3.
Qed.
Notation r47 := ((_d2 / _r2)%R).
Notation r46 := ((r38 - r47)%R).
Lemma a4_holds : (_r2 <> 0)%R -> r42 = r46.
Proof. Admitted.
Hypothesis a4 : r42 = r46.
Lemma b4 : r42 = r46.
 apply a4.
Qed.
Notation _X2 := ((r17 * r17)%R).
Notation _Y2 := ((r25 * r25)%R).
Notation _D2 := ((_X2 + _Y2)%R).
Variable _away : R.
Notation r56 := ((r38 + _away)%R).
Notation r52 := ((_D2 * r56)%R).
Notation _R2 := ((r7 * r7)%R).
Notation r51 := ((r52 / _R2)%R).
Notation r50 := ((r51 / r56)%R).
Notation r61 := ((_d2 - _D2)%R).
Notation r60 := ((r61 / _D2)%R).
Notation r59 := ((r38 + r60)%R).
Notation r49 := ((r50 * r59)%R).
Notation r64 := ((_r2 - _R2)%R).
Notation r63 := ((r64 / _R2)%R).
Notation r62 := ((r38 + r63)%R).
Notation r48 := ((r49 / r62)%R).
Lemma a5_holds : (r62 <> 0)%R -> (_R2 <> 0)%R -> (_D2 <> 0)%R -> (r56 <> 0)%R -> (_r2 <> 0)%R -> r47 = r48.
Proof. quotients. all: try (idtac; Show). Abort.
End Generated_by_Gappa.
