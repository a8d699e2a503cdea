// The package of Python on the core in WebAssembly: shapes, bodies, verbs and spaces, as the pictures use them.
// Every answer is the core's; shim.c says how numbers go in and out.
let wasm, io, members;

function connect(instance) {
  wasm = instance.exports;
  wasm._initialize?.();
  views();
}

// The memory may have grown, which detaches what looks into it.
function views() {
  if (io && io.buffer === wasm.memory.buffer) return;
  io = new Float64Array(wasm.memory.buffer, wasm.live_io(), 16384);
  members = new Uint32Array(wasm.memory.buffer, wasm.live_members(), 4096);
}

const RULES = { 2: "is too large", 3: "is negative", 5: "is not convex", 6: "has too large a radius" };

function made(slot) {
  views();
  if (slot < 0) fail(`the shape ${RULES[-1 - slot] ?? `is refused (${-1 - slot})`}`);
  return slot;
}

function give(...numbers) {
  views();
  let i = 0;
  for (const x of numbers.flat(2)) io[i++] = x;
}

const vec = (i) => [io[i], io[i + 1]];
const log = []; // the questions since the last reset, for the line that is read out: the first ones, and those of handles

function asked(verb, of, answer) {
  const isShort = !frame?.run && log.length < 1000;
  if (isShort || of.some((x) => Array.isArray(x) && x.leaf)) log.push({ verb, of, answer });
  return answer;
}

// ---- shapes and bodies ----

const checked = (x) => (Array.isArray(x) ? x.map((each) => wasm.live_checked(each)) : wasm.live_checked(x));
const asPair = (x, y) => checked(Array.isArray(x) ? x : [x, y]);

class Solid {
  get slots() {
    return this.pieces.map((piece) => piece.slot);
  }
  get left() { return this.bounds[0]; }
  get top() { return this.bounds[1]; }
  get right() { return this.bounds[2]; }
  get bottom() { return this.bounds[3]; }
  get width() { return this.right - this.left; }
  get height() { return this.bottom - this.top; }
  get size() { return [this.width, this.height]; }
  get centerx() { return this.center[0]; }
  get centery() { return this.center[1]; }
  get middle() { return [(this.left + this.right) / 2, (this.top + this.bottom) / 2]; }
  get topleft() { return [this.left, this.top]; }
  get midtop() { return [this.middle[0], this.top]; }
  get topright() { return [this.right, this.top]; }
  get midleft() { return [this.left, this.middle[1]]; }
  get midright() { return [this.right, this.middle[1]]; }
  get bottomleft() { return [this.left, this.bottom]; }
  get midbottom() { return [this.middle[0], this.bottom]; }
  get bottomright() { return [this.right, this.bottom]; }
  get rect() { return [this.left, this.top, this.width, this.height]; }
  get x() { return this.numbers.rect?.[0] ?? this.center[0]; }
  get y() { return this.numbers.rect?.[1] ?? this.center[1]; }
  toString() {
    return this.repr();
  }
}

class Shape extends Solid {
  constructor(kind, slot, parent) {
    super();
    this.kind = kind;
    this.slot = made(slot);
    this.leaf = parent?.leaf;
  }
  get pieces() { return [this]; }
  get names() { return null; }
  get all() {
    if (!this.known) {
      const n = wasm.live_describe(this.slot);
      this.known = { radius: io[0], bounds: [...io.slice(1, 5)], area: io[5], center: vec(6), vertices: [] };
      for (let i = 0; i < n; i++) this.known.vertices.push(vec(8 + 2 * i));
    }
    return this.known;
  }
  get radius() { return this.all.radius; }
  get bounds() { return this.all.bounds; }
  get area() { return this.all.area; }
  get center() { return this.all.center; }
  get vertices() { return this.all.vertices; }
  get a() { return this.ends?.[0] ?? this.vertices[0]; }
  get b() { return this.ends?.[1] ?? this.vertices.at(-1); }
  get pivot() { // from x and y
    wasm.live_turning_point(this.slot);
    const [x, y] = vec(0);
    return [x - this.x, y - this.y];
  }
  get ax() { return this.a[0]; }
  get ay() { return this.a[1]; }
  get bx() { return this.b[0]; }
  get by() { return this.b[1]; }
  // The numbers that make the shape again.
  get numbers() {
    if (!wasm.live_numbers(this.slot)) return { kind: this.kind, points: this.vertices, radius: this.radius };
    return { kind: this.kind, rect: [...io.slice(0, 8)], anchor: io[8], inner: io[9], pivoted: io[10] };
  }
  __eq__(other) {
    return other instanceof Shape && JSON.stringify(this.numbers) === JSON.stringify(other.numbers);
  }
  as(kind, slot) {
    return new Shape(kind, slot, this);
  }
  repr() {
    const text = (...numbers) => numbers.map($.number).join(", ");
    const d = this.numbers;
    const p = d.points;
    if (this.kind === "point") return `Point(${text(...p[0])})`;
    if (this.kind === "circle") return `Circle(${text(...p[0], d.radius)})`;
    if (this.kind === "segment") return `Segment(${text(...p[0], ...p.at(-1))})`;
    if (this.kind === "capsule") return `Capsule(${text(...p[0], ...p.at(-1), d.radius)})`;
    if (!d.rect) {
      const list = p.map((q) => `(${text(...q)})`).join(", ");
      return `Polygon([${list}]${d.radius ? `, ${text(d.radius)}` : ""})`;
    }
    const [x, y, w, h, px, py, angle, r] = d.rect;
    const name = this.kind === "roundrect" ? "RoundRect" : "Rect";
    const round = this.kind === "roundrect" ? [r] : [];
    const turned = angle ? [angle] : [];
    if (d.inner) return `RoundRect.around(${text(x, y, w, h, r, ...turned)})`;
    if (d.anchor === 1) return `${name}.centered(${text(x, y, w, h, ...round, ...turned)})`;
    if (d.anchor === 2) return `${name}.pivoted(${text(x, y, w, h, ...round)}, (${text(px, py)})${angle ? `, ${text(angle)}` : ""})`;
    if (d.anchor === 3) return `Rect.from_corners(${text(x, y, w, h)})`;
    const pivot = d.pivoted ? `, pivot=(${text(px, py)})` : "";
    return `${name}(${text(x, y, w, h, ...round, ...turned)}${pivot})`;
  }
  to_dict() {
    const { kind, numbers: d } = this;
    const named = (names, values) => names.split(" ").map((name, i) => [name, values[i]]);
    const r = kind === "circle" || kind === "capsule" ? [["r", d.radius]] : kind === "roundrect" ? [["r", d.rect[7]]] : [];
    const at = d.rect ? named("x y w h", d.rect)
      : kind === "polygon" ? [["points", d.points]]
      : named(d.points.length > 1 ? "ax ay bx by" : "x y", d.points.flat());
    return Object.assign($.dict([["kind", kind], ...at, ...r, ...(d.rect?.[6] ? [["angle", d.rect[6]]] : [])]), { numbers: d, leaf: this.leaf });
  }
}
Shape.from_dict = ({ numbers, leaf }) => Object.assign(remake(numbers), { leaf });

// Makes a shape again from its numbers.
function remake(d) {
  if (d.pieces) return new Body(d.pieces.map(remake), d.names);
  if (d.rect) {
    give(d.rect);
    return new Shape(d.kind, wasm.live_rect(d.anchor, d.inner, d.pivoted));
  }
  give(d.points);
  return new Shape(d.kind, wasm.live_points(d.points.length, d.radius, 0));
}

class Body extends Solid {
  constructor(pieces, names = null, parent) {
    super();
    this.kind = "body";
    this.pieces = pieces;
    this.names = names;
    this.leaf = parent?.leaf;
  }
  get bounds() {
    const b = this.pieces.map((piece) => piece.bounds);
    const each = (i, f) => f(...b.map((x) => x[i]));
    return [each(0, Math.min), each(1, Math.min), each(2, Math.max), each(3, Math.max)];
  }
  measure() {
    put(this);
    wasm.live_body_measure(this.pieces.length);
    views();
    return [io[0], vec(1)];
  }
  get area() { return this.measure()[0]; }
  get center() { return this.measure()[1]; }
  get numbers() {
    return { pieces: this.pieces.map((piece) => piece.numbers), names: this.names };
  }
  __len__() {
    return this.pieces.length;
  }
  [Symbol.iterator]() {
    return this.pieces[Symbol.iterator]();
  }
  __eq__(other) {
    return other instanceof Body && JSON.stringify(this.numbers) === JSON.stringify(other.numbers);
  }
  repr() {
    const shown = this.pieces.map((piece, i) => (this.names?.[i] ? `'${this.names[i]}': ${piece.repr()}` : piece.repr()));
    return this.names ? `Body({${shown.join(", ")}})` : `Body([${shown.join(", ")}])`;
  }
  each(f) {
    return new Body(this.pieces.map(f), this.names, this);
  }
  // Moves, turns or scales the pieces. Upright rectangles are transformed corner by corner, so that shared corners stay shared.
  transformed(f, degrees = 0) {
    const straight = this.pieces.length > 1 && wasm.live_keeps_axes(degrees);
    return this.each((s) => {
      const corners = straight ? wasm.live_corners(s.slot) : -1;
      if (corners < 0) return f(s);
      const [p, q] = [corners, corners + 1].map((slot) => f(new Shape("circle", slot)));
      let like;
      try {
        like = f(s).slot;
      } catch {
        like = -3; // its own numbers are out of range, its corners may be in it
      }
      return s.as(s.kind, wasm.live_between(like, p.radius, ...p.vertices[0], ...q.vertices[0]));
    });
  }
}

// Gives methods with the names of their parameters.
function methods(type, table) {
  for (const [name, [params, f]] of Object.entries(table))
    type.prototype[name] = $.fn(function (...args) { return f(this, ...args); }, params);
}

const GROWN = { point: "circle", segment: "capsule", rect: "roundrect" };
// What stands at a pair of numbers is moved by moving that.
const from = (pos, shape) => Object.assign(shape, pos.leaf && { leaf: pos.leaf });
const place = (s, pos, angle, scale, flip_x, about) => {
  give(pos, about, scale, angle, flip_x ? 1 : 0);
  return s.as(s.kind, wasm.live_place(s.slot));
};
const placement = (s, pos, angle = 0, scale = 1, flip_x = false, about = null) =>
  [checked(pos), checked(angle), checked(scale), flip_x, about ? checked(about) : s.center];
const rotated = (s, degrees, about) => s.as(s.kind, wasm.live_rotate(s.slot, degrees, about ? 1 : 0, ...(about ?? [0, 0])));
const turnedSolid = (s, degrees, about) =>
  s instanceof Body ? s.transformed((piece) => rotated(piece, degrees, about), degrees) : rotated(s, degrees, about);
methods(Shape, {
  move: [["dx", "dy"], (s, dx, dy) => s.as(s.kind, wasm.live_move(s.slot, ...asPair(dx, dy)))],
  at: [["x", "y"], (s, x, y) => s.as(s.kind, wasm.live_at(s.slot, ...asPair(x, y)))],
  rotate: [["angle", "about"], (s, angle, about) => rotated(s, checked(angle), about ? checked(about) : null)],
  scale_by: [["k"], (s, k) => s.as(s.kind, wasm.live_scale(s.slot, checked(k), 0, 0, 0))],
  grow: [["d"], (s, d) => s.as(GROWN[s.kind] ?? s.kind, wasm.live_grow(s.slot, checked(d)))],
  placed: [["pos", "angle", "scale", "flip_x", "about"], (s, pos, ...rest) => from(pos, place(s, ...placement(s, pos, ...rest)))],
  replace: [["x", "y"], (s, x, y) => {
    const rect = [x, y, ...s.numbers.rect.slice(2)];
    return Object.assign(remake({ ...s.numbers, rect }), { leaf: s.leaf });
  }],
});
const shifted = (b, d) => b.transformed((s) => s.as(s.kind, wasm.live_move(s.slot, ...d)));
methods(Body, {
  move: [["dx", "dy"], (b, dx, dy) => shifted(b, asPair(dx, dy))],
  at: [["x", "y"], (b, x, y) => {
    const [[u, v], [p, q]] = [asPair(x, y), b.center];
    return shifted(b, [u - p, v - q]);
  }],
  rotate: [["angle", "about"], (b, angle, about) => turnedSolid(b, checked(angle), about ? checked(about) : b.center)],
  scale_by: [["k"], (b, k) => {
    const about = b.center;
    return b.transformed((s) => s.as(s.kind, wasm.live_scale(s.slot, checked(k), 1, ...about)));
  }],
  grow: [["d"], (b, d) => b.each((s) => s.grow(d))],
  placed: [["pos", "angle", "scale", "flip_x", "about"], (b, pos, ...rest) => {
    const how = placement(b, pos, ...rest);
    return from(pos, b.transformed((s) => place(s, ...how), how[1]));
  }],
});

function points(kind, list, radius, hull = 0) {
  give(list);
  return new Shape(kind, wasm.live_points(list.length, radius, hull));
}

// A segment or a capsule, by four numbers or two pairs; its ends keep the order in which they were given.
function between(kind, n, radius) {
  const given = n.length === 2 ? n : [[n[0], n[1]], [n[2], n[3]]];
  const shape = points(kind, given, radius);
  const ends = [shape.vertices[0], shape.vertices.at(-1)];
  const far = ([x, y]) => Math.abs(x - given[0][0]) + Math.abs(y - given[0][1]);
  return Object.assign(shape, { ends: far(ends[0]) <= far(ends[1]) ? ends : ends.reverse() });
}

function rectangle(kind, anchor, inner, at, size, pivot, angle, radius) {
  give(at, size, pivot ?? [0, 0], angle, radius);
  return new Shape(kind, wasm.live_rect(anchor, inner ? 1 : 0, pivot && anchor === 0 ? 1 : 0));
}

const constructor = (params, f) => $.fn((...args) => f(...args), params);
const Rect = constructor(["x", "y", "w", "h", "angle", "pivot"], (x, y, w, h, angle = 0, pivot = null) => {
  const [left, top, width, height] = Array.isArray(x) ? x : [x, y, w, h];
  return rectangle("rect", 0, false, [left, top], [width, height], pivot, angle, 0);
});
Rect.centered = constructor(["cx", "cy", "w", "h", "angle"], (x, y, w, h, angle = 0) =>
  rectangle("rect", 1, false, [x, y], [w, h], null, angle, 0));
Rect.pivoted = constructor(["x", "y", "w", "h", "offset", "angle"], (x, y, w, h, offset, angle = 0) =>
  rectangle("rect", 2, false, [x, y], [w, h], offset, angle, 0));
Rect.from_corners = constructor(["x1", "y1", "x2", "y2"], (a, b, c, d) =>
  rectangle("rect", 3, false, [Math.min(a, c), Math.min(b, d)], [Math.max(a, c), Math.max(b, d)], null, 0, 0));
const RoundRect = constructor(["x", "y", "w", "h", "r", "angle", "pivot"], (x, y, w, h, r, angle = 0, pivot = null) =>
  rectangle("roundrect", 0, false, [x, y], [w, h], pivot, angle, r));
RoundRect.centered = constructor(["cx", "cy", "w", "h", "r", "angle"], (x, y, w, h, r, angle = 0) =>
  rectangle("roundrect", 1, false, [x, y], [w, h], null, angle, r));
RoundRect.pivoted = constructor(["x", "y", "w", "h", "r", "offset", "angle"], (x, y, w, h, r, offset, angle = 0) =>
  rectangle("roundrect", 2, false, [x, y], [w, h], offset, angle, r));
RoundRect.around = constructor(["cx", "cy", "inner_w", "inner_h", "r", "angle"], (x, y, w, h, r, angle = 0) =>
  rectangle("roundrect", 1, true, [x, y], [w, h], null, angle, r));
for (const [type, kind] of [[Rect, "rect"], [RoundRect, "roundrect"]])
  Object.defineProperty(type, Symbol.hasInstance, { value: (x) => x instanceof Shape && x.kind === kind });
const Polygon = constructor(["points", "radius"], (list, radius = 0) => points("polygon", [...list], radius));
Polygon.hull = constructor(["points", "radius"], (list, radius = 0) => points("polygon", [...list], radius, 1));
const Point = constructor(["x", "y"], (x, y) => points("point", [asPair(x, y)], 0));
const bodyOf = constructor(["pieces"], (given) =>
  given instanceof Map ? new Body([...given.values()], [...given.keys()]) : new Body([...given]));
bodyOf.from_outline = constructor(["points", "holes"], (outline, holes = []) => {
  const outlines = [outline, ...holes];
  give(outlines.map((x) => x.length), ...outlines);
  const n = wasm.live_decompose(outlines.length);
  if (n < 0) fail("the outline crosses itself");
  return new Body(outlinesOf(n).map((vertices) => points("polygon", vertices, 0)));
});
bodyOf.prototype = Body.prototype;

function outlinesOf(n) {
  views();
  const found = [];
  for (let i = 0, k = 0; i < n; i++) {
    const vertices = [];
    const count = io[k++];
    for (let j = 0; j < count; j++, k += 2) vertices.push(vec(k));
    found.push(vertices);
  }
  return found;
}

const Chain = constructor(["points", "closed", "radius"], (list, closed = false, radius = 0) => {
  const all = closed ? [...list, list[0]] : list;
  const kind = radius ? "capsule" : "segment";
  return new Body(all.slice(1).map((q, i) => between(kind, [all[i], q], radius)));
});

function solid(x) {
  if (x instanceof Solid) return x;
  return Array.isArray(x) ? points("point", [x], 0) : x.shape;
}

// Writes the slots of bodies to the list of members.
function put(...bodies) {
  views();
  let i = 0;
  for (const body of bodies) for (const slot of body.slots) members[i++] = slot;
  return bodies.map((body) => body.pieces.length);
}

// ---- verbs ----

const relation = (name, value) => ({ name, value, isNumber: true, valueOf: () => value, toString: () => String(value) });
const Relation = {
  APART: relation("APART", -1), TOUCHING: relation("TOUCHING", 0), OVERLAPPING: relation("OVERLAPPING", 1),
  [Symbol.iterator]: function* () { yield* [this.APART, this.TOUCHING, this.OVERLAPPING]; },
};
const RELATIONS = [...Relation];

function quietly(a, b) {
  [a, b] = [solid(a), solid(b)];
  return RELATIONS[wasm.live_body_relate(...put(a, b)) + 1];
}

const relate = (a, b) => asked("relate", [a, b], quietly(a, b));
const collides = (a, b) => asked("collides", [a, b], quietly(a, b) >= 0);
const overlaps = (a, b) => asked("overlaps", [a, b], quietly(a, b) > 0);
const touches = (a, b) => asked("touches", [a, b], quietly(a, b).value === 0);
const contains = (a, b) => asked("contains", [a, b], wasm.live_body_contains(...put(solid(a), solid(b))) !== 0);
const separation = (a, b) => asked("separation", [a, b], wasm.live_body_separation(...put(solid(a), solid(b))));
const overlap_area = (a, b) => asked("overlap_area", [a, b], wasm.live_body_overlap_area(...put(solid(a), solid(b))));
const distance = (a, b) => asked("distance", [a, b], Math.max(wasm.live_body_separation(...put(solid(a), solid(b))), 0));
const closest_points = (a, b) => {
  wasm.live_body_closest(...put(solid(a), solid(b)));
  views();
  return asked("closest_points", [a, b], [vec(0), vec(2)]);
};

const key = (body, i) => (body instanceof Body ? (body.names?.[i] ?? i) : null);

class ContactResult {
  constructor(normal, depth, points, pieces = null) {
    Object.assign(this, { normal, depth, points, pieces });
  }
  get mtv() {
    return [this.normal[0] * this.depth, this.normal[1] * this.depth];
  }
}
const Contact = $.fn((normal, depth, points) => new ContactResult(normal, depth, points), ["normal", "depth", "points"]);
Contact.prototype = ContactResult.prototype;

function contact(a, b) {
  [a, b] = [solid(a), solid(b)];
  const n = wasm.live_body_contact(...put(a, b));
  views();
  const found = n === 0 ? null : new ContactResult(vec(0), io[2], n === 2 ? [vec(3), vec(5)] : [vec(3)]);
  if (found && (a instanceof Body || b instanceof Body)) found.pieces = [key(a, io[7]), key(b, io[8])];
  return asked("contact", [a, b], found);
}

class HitResult {
  constructor(t, point, normal, depth) {
    Object.assign(this, { t, point, normal, depth });
  }
}

const Hit = $.fn((t, point, normal, depth) => new HitResult(t, point, normal, depth), ["t", "point", "normal", "depth"]);
Hit.prototype = HitResult.prototype;

function meets(a, motion, b, touching = false, leaving = true) {
  const [n, m] = put(a, b);
  const status = wasm.live_body_cast(n, ...checked(motion), m, touching ? 1 : 0, leaving ? 1 : 0);
  views();
  if (status < 0) fail("the motion leaves the domain");
  return status ? [new HitResult(io[0], vec(1), vec(3), io[5]), io[6], io[7]] : null;
}

const cast = $.fn((a, motion, b, touching, leaving) => {
  [a, b] = [solid(a), solid(b)];
  return asked("cast", [a, motion, b], meets(a, motion, b, touching, leaving)?.[0] ?? null);
}, ["a", "motion", "b", "touching", "leaving"]);
const raycast = $.fn((origin, motion, b) => {
  const ray = points("point", [origin], 0);
  return asked("raycast", [origin, motion, b], meets(ray, motion, solid(b))?.[0] ?? null);
}, ["origin", "motion", "b"]);
const clip = (shape, segment) => {
  const found = wasm.live_clip(shape.slot, segment.ax, segment.ay, segment.bx, segment.by);
  views();
  return found ? [io[0], io[1]] : null;
};

// The shape in a slot, of the simplest kind that it can be.
const SIMPLEST = [["point", "circle"], ["segment", "capsule"], ["polygon", "polygon"], ["rect", "roundrect"]];
function simplest(slot, parent) {
  const shape = new Shape("polygon", slot, parent);
  const form = wasm.live_numbers(slot) ? 3 : Math.min(shape.vertices.length - 1, 2);
  shape.kind = SIMPLEST[form][shape.radius > 0 ? 1 : 0];
  return shape;
}

function sweep(a, motion) {
  a = solid(a);
  const one = (s) => simplest(wasm.live_sweep(s.slot, ...checked(motion)), s);
  return a instanceof Body ? a.each(one) : one(a);
}

function minkowski_difference(a, b) {
  return simplest(wasm.live_minkowski(a.slot, ...a.center, b.slot));
}

/** Of shapes without a radius; null: they are apart. */
function intersection(a, b) {
  const slot = wasm.live_intersection(a.slot, b.slot);
  return slot === -1000 ? null : simplest(slot);
}

function apart(a, b, mass_a, mass_b, part) {
  const [n, m] = put(a, b);
  const status = part === null ? wasm.live_body_separate(n, mass_a, m, mass_b)
    : wasm.live_body_separate_more(n, mass_a, m, mass_b, part);
  views();
  if (status < 0) fail("the shapes leave the domain");
  const moves = [vec(0), vec(2)];
  return [a, b].map((s, i) => (moves[i][0] === 0 && moves[i][1] === 0 ? s : s.move(moves[i])));
}
const separate = $.fn((a, b, mass_a = 1, mass_b = 1) =>
  asked("separate", [a, b], apart(solid(a), solid(b), mass_a, mass_b, null)), ["a", "b", "mass_a", "mass_b"]);
const bounce = $.fn((va, vb, normal, restitution = 1, mass_a = 1, mass_b = 1, friction = 0) => {
  give(checked(va), checked(vb), normal, restitution, mass_a, mass_b, friction);
  wasm.live_bounce();
  return asked("bounce", [va, vb], [vec(0), vec(2)]);
}, ["va", "vb", "normal", "restitution", "mass_a", "mass_b", "friction"]);
const turn_cast = $.fn((a, angle, b, about, motion = [0, 0]) => {
  [a, b, angle, motion] = [solid(a), solid(b), checked(angle), checked(motion)];
  const isOfBodies = a instanceof Body || b instanceof Body;
  about = about ? checked(about) : a instanceof Body ? a.center : null;
  const [n, m] = put(a, b);
  const status = wasm.live_turn_cast(n, angle, about ? 1 : 0, ...(about ?? [0, 0]), ...motion, m, isOfBodies ? 1 : 0);
  views();
  if (status < 0) fail("the turn leaves the domain");
  const hit = status ? new HitResult(io[0], vec(1), vec(3), io[5]) : null;
  if (hit && isOfBodies && hit.depth === 0 && angle) hit.t = clearTime(a, angle, b, about, motion, hit.t);
  return asked("turn_cast", [a, angle, b], hit);
}, ["a", "angle", "b", "about", "motion"]);

// The first hit is that of one pair of pieces. Others may overlap where rounding places them then, so t is reduced.
function clearTime(a, angle, b, about, motion, most) {
  let t = most;
  for (let step = 2 ** -50; t > 0; step *= 2) {
    const turned = turnedSolid(a, checked(t * angle), about), moves = motion[0] || motion[1];
    if (quietly(moves ? turned.move([t * motion[0], t * motion[1]]) : turned, b) < 1) break;
    t = most > step ? most - step : 0;
  }
  return t;
}
const slide = (v, normal) => {
  wasm.live_slide_velocity(...checked(v), ...checked(normal));
  return asked("slide", [v, normal], vec(0));
};

const verb = (f) => [f.params?.slice(1) ?? ["other"], f];
for (const type of [Shape, Body])
  methods(type, {
    relate: verb(relate), collides: verb(collides), overlaps: verb(overlaps), touches: verb(touches),
    contains: verb(contains), overlap_area: verb(overlap_area), intersection: verb(intersection), separation: verb(separation), distance: verb(distance), contact: verb(contact),
    closest_points: verb(closest_points), cast: verb(cast), turn_cast: verb(turn_cast), separate: verb(separate), sweep: verb(sweep),
    minkowski_difference: verb(minkowski_difference), clip: verb(clip),
    raycast: [["origin", "motion"], (s, origin, motion) => raycast(origin, motion, s)],
  });

// ---- levels ----

const corners = (n) => {
  views();
  return $.range(n).map((i) => [...io.slice(4 * i, 4 * i + 4)]);
};
const merge_rects = $.fn((rects) => {
  give([...rects].map((r) => r.bounds));
  return corners(wasm.live_merge_boxes($.len(rects))).map((b) => Rect.from_corners(...b));
}, ["rects"]);
const merge_tiles = $.fn((rows, size, origin = [0, 0], solid = Boolean) => {
  const [w, h] = asPair(size, size);
  give(origin, w, h, rows.map((row) => [...row].map((cell) => (solid(cell) ? 1 : 0))));
  return corners(wasm.live_merge_tiles(rows[0].length, rows.length)).map((b) => Rect.from_corners(...b));
}, ["rows", "size", "origin", "solid"]);
const decompose = (outline) => bodyOf.from_outline(outline).pieces;

// ---- spaces ----

class Found {
  constructor(values) {
    Object.assign(this, values);
  }
}

class SpaceObject {
  constructor(items = []) {
    this.entries = new Map();
    for (const [item, shape] of $.dict(items)) this.add(item, shape);
  }
  update_all(items) {
    for (const [item, shape] of $.dict(items)) this.update(item, shape);
  }
  remove(item) {
    this.entries.delete(item);
  }
  remove_all(items) {
    for (const item of $.iter(items)) this.remove(item);
  }
  clear() {
    this.entries.clear();
  }
  update(item, shape) {
    this.entries.get(item).shape = shape;
  }
  items() {
    return $.list([...this.entries].map(([item, entry]) => [item, entry.shape]));
  }
  keys() {
    return [...this.entries.keys()];
  }
  get(item) {
    return this.entries.get(item)?.shape ?? null;
  }
  __getitem__(item) {
    return this.entries.get(item).shape;
  }
  __contains__(item) {
    return this.entries.has(item);
  }
  __len__() {
    return this.entries.size;
  }
  [Symbol.iterator]() {
    return this.entries.keys();
  }
  mask(item) {
    return this.entries.get(item).mask;
  }
  watch() {
    let last = $.set();
    return {
      update: () => {
        const [before, now] = [last, $.set(this.pairs())];
        last = now;
        return [$.list([...now].filter((pair) => !before.has(pair))), $.list([...before].filter((pair) => !now.has(pair)))];
      },
    };
  }
  layer(item) {
    return this.entries.get(item).layer;
  }
  set_layer(item, layer) {
    this.entries.get(item).layer = layer;
  }
  set_mask(item, mask) {
    this.entries.get(item).mask = mask;
  }
  copy() {
    const other = new SpaceObject();
    for (const [item, entry] of this.entries) other.entries.set(item, { ...entry });
    return other;
  }
  snapshot() {
    return this.copy();
  }
  // Not Python's number, but equal and different where that is.
  digest() {
    return JSON.stringify([...this.entries].map(([item, { shape, layer, mask }]) => [item, shape.numbers, layer, mask]));
  }
  restore(before) {
    this.entries = before.copy().entries;
  }
  // The others of an item that its layers let it meet; all, for a shape. A filter is called in the order of the space.
  others(item, { mask = -1, exclude, filter } = {}) {
    const own = this.entries.get(item);
    const found = [];
    for (const pair of this.entries) {
      const [other, { layer, mask: seen }] = pair;
      if (other === item || !(own ? own.mask & mask & layer && seen & own.layer : mask & layer)) continue;
      if (!(exclude && $.has(other, exclude)) && (!filter || $.truth(filter(other)))) found.push(pair);
    }
    return found;
  }
  move(item, dx, dy) {
    const entry = this.entries.get(item);
    const way = sweep(entry.shape, [dx, dy]); // it runs into what its way overlaps, too
    const found = this.others(item).filter(([, other]) => quietly(way, other.shape) > 0).map(([name]) => name);
    entry.shape = entry.shape.move(dx, dy);
    return found;
  }
}

const shapeOf = (space, what) => (typeof what !== "object" && space.entries.has(what) ? space.entries.get(what).shape : solid(what));
const isThin = (s) => s.pieces.every((piece) => piece.radius === 0 && piece.vertices.length < 3);

// What a moving shape meets in a space, first things first; thin ones may be stopped by several together.
function met(space, what, motion, options = {}) {
  const shape = shapeOf(space, what);
  const others = space.others(what, options);
  const found = others
    .map(([item, entry]) => [item, meets(shape, motion, entry.shape, options.touching, options.leaving)?.[0]])
    .filter(([, hit]) => hit);
  if (isThin(shape) && others.length) {
    const pieces = others.flatMap(([item, entry]) => entry.shape.pieces.map((piece) => [item, piece]));
    const all = meets(shape, motion, new Body(pieces.map(([, piece]) => piece)));
    if (all && !found.some(([, hit]) => hit.t <= all[0].t)) found.push([pieces[all[2]][0], all[0]]);
  }
  return found.sort((a, b) => a[1].t - b[1].t);
}

// The pair that the picture has for these numbers: a motion that was given as two.
const pairOf = (dx, dy) =>
  Array.isArray(dx) ? dx : (frame.pairs.findLast((p) => p[0] === dx && p[1] === dy) ?? [dx, dy]);

const RESPONSES = ["pass", "slide", "stop", "bounce", "ignore"];

function travel(space, item, shape, motion, response, filter, maxPush) {
  const others = space.others(item);
  const names = [];
  const list = [];
  others.forEach(([other, entry]) => {
    let answer = filter ? filter(item, other) : true;
    if (answer === null || answer === false) return;
    if (answer === true) answer = response;
    for (const slot of entry.shape.slots) list.push(slot, names.length, RESPONSES.indexOf(answer));
    names.push([other, entry.shape]);
  });
  const [n] = put(shape);
  members.set(list, n);
  const status = wasm.live_mover(n, ...checked(motion), maxPush ?? -1, list.length / 3);
  views();
  if (status < 0) fail("the motion leaves the domain");
  const [pushes, stuck] = [io[0], io[1] !== 0];
  const remaining = vec(2);
  const stops = $.range(io[4]).map((i) => vec(6 + 2 * i));
  const hits = $.range(io[5]).map((i) => {
    const k = 6 + 2 * stops.length + 10 * i;
    return [names[io[k]][0], new HitResult(io[k + 2], vec(k + 3), vec(k + 5), io[k + 7])];
  });
  const path = [shape];
  let from = shape;
  stops.forEach((stop, i) => {
    if (i === pushes) from = path[i];
    path.push(stop[0] === 0 && stop[1] === 0 ? from : from.move(stop));
  });
  const legs = stops.map(([x, y], i) => {
    const [u, v] = i && i !== pushes ? stops[i - 1] : [0, 0];
    return [x - u, y - v];
  });
  const pushed = pushes ? stops[pushes - 1] : [0, 0];
  const gone = stops.length > pushes ? stops.at(-1) : [0, 0];
  const whole = stops.length === pushes ? pushed : [pushed[0] + gone[0], pushed[1] + gone[1]];
  return new Found({ shape: path.at(-1), motion: whole, remaining, hits, path, legs, pushed, stuck });
}

function met_turning(others, shape, angle, about, motion) {
  const found = others.map(([item, entry]) => [item, turn_cast(shape, angle, entry.shape, about, motion)]);
  return $.list(found.filter(([, hit]) => hit).sort((a, b) => a[1].t - b[1].t));
}

// The shape turned to what blocks it; what it overlaps at the start pushes it out first.
function turned_in(space, item, shape, angle, about, options, maxPush) {
  const others = space.others(item, options), names = new Set(others.map(([other]) => other));
  const near = others.flatMap(([, entry]) => entry.shape.pieces);
  let all = met_turning(others, shape, angle, about), move = null, stuck = false;
  if (near.length && quietly(shape, new Body(near)) > 0) {
    move = travel(space, item, shape, [0, 0], "slide", (_, other) => names.has(other), maxPush);
    stuck = move.stuck || move.shape === shape;
    if (!stuck) all = met_turning(others, (shape = move.shape), angle, about);
  }
  const first = all.filter(([, hit]) => hit.t === all[0][1].t);
  const t = stuck ? 0 : first.length ? first[0][1].t : 1;
  const last = t > 0 ? shape.rotate(t * angle, ...(about ? [about] : [])) : shape;
  const hits = [...(move && !(stuck && first.length) ? move.hits : []), ...first];
  return new Found({ shape: last, angle: t * angle, remaining: angle - t * angle, hits, pushed: move?.pushed ?? [0, 0], stuck, carried: [] });
}

const TURN_CAST = ["shape", "angle", "about", "motion", "mask", "exclude", "filter"];
const met_turn = (space, what, angle, about, motion, mask, exclude, filter) =>
  met_turning(space.others(what, { mask, exclude, filter }), shapeOf(space, what), angle, about, motion);

methods(SpaceObject, {
  add: [["item", "shape", "layer", "mask"], (space, item, shape, layer = 1, mask = -1) =>
    void space.entries.set(item, { shape: solid(shape), layer, mask })],
  add_all: [["items", "layer", "mask"], (space, items, ...layers) => {
    for (const [item, shape] of $.dict(items)) space.add(item, shape, ...layers);
  }],
  query: [["shape", "touching", "mask", "exclude", "filter"], (space, what, touching = false, mask, exclude, filter) => {
    const shape = shapeOf(space, what);
    const others = space.others(what, { mask, exclude, filter });
    const near = others.map(([item, entry]) => [item, quietly(shape, entry.shape)]).filter(([, r]) => r >= 0);
    let found = near.filter(([, r]) => touching || r > 0);
    if (!touching && !found.length && isThin(shape) && near.length > 1) {
      const all = new Body(near.flatMap(([item]) => space.entries.get(item).shape.pieces));
      if (quietly(shape, all) > 0) found = near;
    }
    return asked("query", [what], $.list(found.map(([item]) => item)));
  }],
  pairs: [["touching"], (space, touching = false) => {
    const list = [...space.entries.keys()];
    const found = [];
    list.forEach((a, i) => {
      for (const b of list.slice(i + 1)) {
        const r = quietly(space.entries.get(a).shape, space.entries.get(b).shape);
        if (r > 0 || (touching && r >= 0)) found.push([a, b]);
      }
    });
    return asked("pairs", [], $.list(found));
  }],
  contacts: [["what"], (space, what) => {
    const shape = shapeOf(space, what);
    const found = space.others(what).map(([item, entry]) => [item, contact(shape, entry.shape)]);
    return found.filter(([, c]) => c);
  }],
  nearest: [["shape", "k", "mask", "filter", "max_distance", "distances", "exclude"],
    (space, what, k = 1, mask, filter = null, most = Infinity, distances = false, exclude) => {
      const shape = shapeOf(space, what);
      const gap = distances ? distance : separation;
      const near = space.others(what, { mask, exclude }).map(([item, entry]) => [item, Math.max(gap(shape, entry.shape), 0)])
        .filter(([, d]) => d <= most).sort((a, b) => a[1] - b[1]);
      const found = []; // the filter is called in the order of distance, until k items have passed
      for (const pair of near) if (found.length < k && (!filter || $.truth(filter(pair[0])))) found.push(pair);
      return asked("nearest", [what], $.list(found.map((pair) => (distances ? pair : pair[0]))));
    }],
  raycast: [["origin", "motion", "exclude"], (space, origin, motion, exclude) =>
    asked("raycast", [origin, motion], met(space, points("point", [origin], 0), motion, { exclude })[0] ?? null)],
  raycast_all: [["origin", "motion"], (space, origin, motion) =>
    asked("raycast_all", [origin, motion], met(space, points("point", [origin], 0), motion))],
  cast: [["shape", "motion", "leaving", "mask", "exclude", "filter"], (space, what, motion, leaving, mask, exclude, filter) =>
    asked("cast", [what, motion], met(space, what, motion, { leaving, mask, exclude, filter })[0] ?? null)],
  cast_all: [["shape", "motion", "touching", "filter", "leaving"], (space, what, motion, touching, filter, leaving) =>
    asked("cast_all", [what, motion], met(space, what, motion, { touching, filter, leaving }))],
  turn_cast: [TURN_CAST, (space, what, angle, ...rest) =>
    asked("turn_cast", [what, angle], met_turn(space, what, angle, ...rest)[0] ?? null)],
  turn_cast_all: [TURN_CAST, (space, what, angle, ...rest) =>
    asked("turn_cast_all", [what, angle], met_turn(space, what, angle, ...rest))],
  turn: [["item", "angle", "about", "push", "movable", "mask", "exclude", "filter", "max_push"],
    (space, item, angle, about = null, push = false, movable = null, mask = -1, exclude = null, filter = null, max_push = null) => {
      if (push) return modules["collide2d._pushing"].turn(space, item, angle, about, push, movable, mask, exclude, filter, max_push);
      const turn = turned_in(space, item, shapeOf(space, item), angle, about, { mask, exclude, filter }, max_push);
      space.update(item, turn.shape);
      return turn;
    }],
  try_slide: [["item", "dx", "dy", "response", "filter", "max_push", "turn"],
    (space, what, dx, dy, response = "slide", filter = null, max_push = null, angle = null) => {
      const [shape, motion] = [shapeOf(space, what), pairOf(dx, dy)];
      const blocks = (other) => ![null, false, "pass"].includes(filter(what, other));
      const turn = angle === null ? null : turned_in(space, what, shape, angle, null, { filter: filter && blocks }, max_push);
      const move = travel(space, what, turn?.shape ?? shape, motion, response, filter, max_push);
      return asked("slide", [shape, motion], Object.assign(move, { turn }));
    }],
  slide: [["item", "dx", "dy", "response", "filter", "max_push", "turn"], (space, item, ...rest) => {
    const move = space.try_slide(item, ...rest);
    space.update(item, move.shape);
    return move;
  }],
  separate_all: [["iterations", "movable", "gap"], (space, ...rest) =>
    modules["collide2d.space"].separate_all(space, ...rest)],
  carry: [["platform", "dx", "dy", "angle", "movable"], (space, ...rest) => modules.collide2d.carry(space, ...rest)],
});
const Space = $.fn((items) => new SpaceObject(items), ["items"]);
Space.prototype = SpaceObject.prototype;

modules.collide2d = {
  Point, Rect, RoundRect, Polygon, Chain, Body: bodyOf, Shape, Relation, Contact, Space, Hit, Move: Found,
  Circle: constructor(["x", "y", "r"], (x, y, r) => points("circle", [asPair(x, y)], Array.isArray(x) ? y : r)),
  Segment: constructor(["ax", "ay", "bx", "by"], (...n) => between("segment", n, 0)),
  Capsule: constructor(["ax", "ay", "bx", "by", "r"], (...n) => between("capsule", n, n.pop())),
  relate, collides, overlaps, touches, contains, overlap_area, intersection, separation, distance, closest_points, contact, cast, raycast, turn_cast, clip,
  sweep, minkowski_difference, separate, bounce, slide, merge_rects, merge_tiles, decompose,
};
// A walker is a module of Python; where its floor has moved to, it takes from the floor's bounds, as nothing turns here.
const walkers = { moved_with: ([x, y], before, after) => [x + after.left - before.left, y + after.top - before.top] };
modules["collide2d.walker"] = modules["collide2d.walker.controller"] = walkers.controller = walkers;
modules["collide2d.walker.follow"] = walkers;
modules["collide2d._core"] = {
  ...modules.collide2d, _separate_more: (a, b, mass_a, mass_b, part) => apart(a, b, mass_a, mass_b, part),
};
