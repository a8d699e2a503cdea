# Lemma floor: the gap of two boxes along an axis (write_gap and round_boxes_step in csrc/batch/kernels.h). GAP is the
# exact difference of two stored sides, and those that the filter computes differ by e1 and e2 from them (README.md). If
# GAP is at most 0, the computed difference is not above FILTER_FLOOR. By symmetry, if it is at least 0, the difference is
# not below -FILTER_FLOOR.
computed = GAP + e1 - e2;

{ GAP in [-1b200, 0] /\ |e1| <= 1b-147 /\ |e2| <= 1b-147 -> computed - FILTER_FLOOR <= 0 }
