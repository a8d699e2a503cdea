// Arrays of shapes, as the pictures use them: the verbs for each row, one after the other.

class Column extends Array {
  sum() {
    return $.sum(this);
  }
  tolist() {
    return $.list(this);
  }
}

class Rows {
  constructor(shapes) {
    this.shapes = shapes;
  }
  __len__() {
    return this.shapes.length;
  }
  __getitem__(i) {
    return i instanceof Slice ? new Rows($.at(this.shapes, i)) : $.at(this.shapes, i);
  }
  get area() {
    return Column.from(this.shapes, (s) => s.area);
  }
  get center() {
    return Column.from(this.shapes, (s) => s.center);
  }
  to_shapes() {
    return [...this.shapes];
  }
  // One value for each row, from the shape and its part of what is given: a list, an array, or one for all.
  each(given, f) {
    const list = given instanceof Rows ? given.shapes : Array.isArray(given) && Array.isArray(given[0]) ? given : null;
    const rows = this.shapes.length === 1 && list ? list.map(() => this.shapes[0]) : this.shapes;
    return Column.from(rows, (shape, i) => f(shape, list ? list[i] : given));
  }
}

const column = (found, f, none) => found.map((x) => (x ? f(x) : none));
const hits = (found) => ({
  hit: found.map(Boolean), t: column(found, (h) => h.t, NaN), point: column(found, (h) => h.point, [NaN, NaN]),
  normal: column(found, (h) => h.normal, [NaN, NaN]), depth: column(found, (h) => h.depth, NaN),
});
// A number for each row, or one for all.
const numbers = (f) => (rows, given) => new Rows(rows.shapes.map((s, i) => f(s, Array.isArray(given) ? given[i] : given)));
const each = (f) => [["other"], (rows, other) => rows.each(other, f)];
methods(Rows, {
  move: [["motions"], (rows, motions) => new Rows(rows.each(motions, (s, d) => s.move(d)))],
  rotate: [["angles", "about"], (rows, angle, about) => new Rows(rows.shapes.map((s) => s.rotate(angle, about)))],
  at: [["places"], (rows, places) => new Rows(rows.each(places, (s, p) => s.at(p)))],
  scale_by: [["k"], numbers((s, k) => s.scale_by(k))],
  grow: [["d"], numbers((s, d) => s.grow(d))],
  replace: [["x", "y"], (rows, x, y) => new Rows(rows.shapes.map((s, i) => s.replace(x[i] ?? x, y[i] ?? y)))],
  relate: each(relate), collides: each(collides), overlaps: each(overlaps), touches: each(touches),
  contains: each(contains), separation: each(separation), overlap_area: each(overlap_area),
  contact: [["other"], (rows, other) => {
    const found = rows.each(other, (s, o) => contact(s, o));
    return { hit: found.map(Boolean), mtv: column(found, (c) => c.mtv, [0, 0]) };
  }],
  cast: [["motion", "other"], (rows, motion, other) => hits(rows.each(other, (s, o) => cast(s, motion, o)))],
  turn_cast: [["angle", "other", "about"], (rows, angle, other, about) =>
    hits(rows.each(other, (s, o) => turn_cast(s, angle, o, about)))],
  raycast: [["origins", "motions"], (rows, origins, motions) =>
    hits(origins.shapes.map((p, i) => raycast(p.center, motions[i], rows.shapes[i] ?? rows.shapes[0])))],
});

const rowsOf = (make) => (rows) => new Rows([...rows].map((row) => make(...row)));
for (const kind of ["Point", "Circle", "Segment", "Capsule", "Rect", "RoundRect"])
  modules.collide2d[`${kind}s`] = rowsOf(modules.collide2d[kind]);
modules.collide2d.pairs = (rows) => {
  const found = [];
  rows.shapes.forEach((a, i) => rows.shapes.forEach((b, j) => i < j && quietly(a, b) >= 0 && found.push([i, j])));
  return asked("pairs", [], found);
};
