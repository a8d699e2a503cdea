// A live picture: it is drawn by the code that drew its SVG, on the same core, and its shapes, motions and points can be
// dragged, or moved by the keyboard.

const SVG = "http://www.w3.org/2000/svg";
const KEYS = "Drag it, or use the arrow keys: Shift for a sixteenth, Ctrl or Alt for one ulp. R and Shift R turn it, plus and minus change its radius, Page Down goes to the next one, Escape undoes all.";
const BROAD = 0.15; // of the area of a picture
const MANY_HANDLES = 12; // of more, only one is a stop of the Tab key
const COARSE = matchMedia("(pointer: coarse)").matches; // fingers need larger handles
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// ---- changes of shapes, by their numbers ----

function edited(numbers, change) {
  wasm.live_reset();
  return change(remake(numbers)).numbers;
}

const moved = (numbers, d) => edited(numbers, (s) => s.move(d));
const turned = (numbers, degrees) => edited(numbers, (s) => s.rotate(degrees));

function grown(numbers, d) {
  if (numbers.pieces) return numbers;
  if (!numbers.rect) return { ...numbers, radius: Math.max(0, numbers.radius + d) };
  const rect = [...numbers.rect];
  const most = numbers.inner ? Infinity : Math.min(rect[2], rect[3]) / 2;
  rect[7] = Math.min(Math.max(0, rect[7] + d), most);
  return { ...numbers, rect };
}

const hasRadius = (numbers) => ["circle", "capsule", "roundrect"].includes(numbers.kind) || numbers.radius > 0;
const canTurn = (numbers) => Boolean(numbers.pieces || numbers.rect || numbers.points.length > 1);

// To the next double in a direction: the coordinate itself of a point, circle or rectangle, the longest one of others.
function nudged(numbers, [dx, dy]) {
  const step = (x, d) => (d ? ulpOf.next(x, d > 0) : x);
  if (numbers.rect) {
    const rect = [...numbers.rect];
    rect[0] = step(rect[0], dx);
    rect[1] = step(rect[1], dy);
    return { ...numbers, rect };
  }
  if (numbers.points?.length === 1) {
    const [[x, y]] = numbers.points;
    return { ...numbers, points: [[step(x, dx), step(y, dy)]] };
  }
  wasm.live_reset();
  const s = remake(numbers);
  const [left, top, right, bottom] = s.bounds;
  const along = dx ? [left, right] : [top, bottom];
  const ulp = ulpOf.ulp(Math.max(...along.map(Math.abs)));
  return s.move(dx * ulp, dy * ulp).numbers;
}

// ---- what is read out ----

const shortly = (x) => (typeof x === "number" ? Number(x.toPrecision(6)).toString() : x);
const pairText = (p) => `(${p.map(shortly).join(", ")})`;

function answerText(x) {
  if (x === null) return "None";
  if (x === true || x === false) return x ? "True" : "False";
  if (typeof x === "number") return $.number(x);
  if (x.name) return x.name;
  if (x instanceof ContactResult) return `normal ${pairText(x.normal)}, depth ${$.number(x.depth)}`;
  if (x instanceof HitResult) return `t = ${$.number(x.t)}, normal ${pairText(x.normal)}`;
  if (x instanceof Found) return `${x.hits.length} hits, remaining ${pairText(x.remaining)}`;
  if (x instanceof Solid) return x.repr();
  if (Array.isArray(x)) return x.length === 2 && typeof x[0] === "number" ? pairText(x) : `(${x.map(answerText).join(", ")})`;
  return String(x);
}

// ---- one picture ----

class Picture {
  constructor(image) {
    this.image = image;
    this.name = image.dataset.live;
    this.says = image.parentElement.querySelector(".live-says") ?? document.createElement("output");
    this.changes = new Map();
    this.active = null; // the leaf that has the focus
    this.box = document.createElement("div");
    this.box.className = "live";
    this.drawNow();
    this.frozen = this.frame.view;
    image.after(this.box);
    image.hidden = true;
    this.says.textContent = "Drag a shape, or move it by the arrow keys.";
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("pointerdown", (event) => this.grabbed(event));
    // Chromium scrolls on parts of an SVG whatever their touch-action is, and cancels the drag.
    const held = ({ target, touches }) =>
      touches.length === 1 && (target.dataset.leaf || target.dataset.use) && !target.classList.contains("broad");
    this.box.addEventListener("touchstart", (event) => held(event) && event.preventDefault(), { passive: false });
    this.box.addEventListener("focusin", (event) => this.focused(event.target.dataset.leaf));
  }

  draw() {
    return draw(this.name, this.changes, this.frozen);
  }

  // Sets what `make` returns in place of a leaf.
  change(leaf, make) {
    try {
      this.changes.set(leaf, make());
      this.redraw();
    } catch (error) {
      this.tell(`Not possible: ${error.message}`);
    }
  }

  // Draws once for all changes until the next frame of the page, or until somebody looks at it.
  redraw() {
    this.waiting ??= requestAnimationFrame(() => this.flush());
  }

  get frame() {
    this.flush();
    return this.latest;
  }

  flush() {
    if (!this.waiting) return;
    cancelAnimationFrame(this.waiting);
    this.waiting = null;
    try {
      this.drawNow();
      this.tell(this.answers());
    } catch (error) {
      this.restore(this.kept); // a picture that cannot be drawn stays as it was, and says why
      this.drawNow();
      this.tell(`Not possible: ${error.message}`);
    }
  }

  drawNow() {
    this.latest = this.draw();
    this.kept = this.state;
    this.show();
  }

  // What can be drawn, to come back to.
  get state() {
    return new Map(this.changes);
  }

  restore(state) {
    this.changes = new Map(state);
  }

  tell(text) {
    clearTimeout(this.telling);
    this.said = text;
    this.telling = setTimeout(() => (this.says.textContent = text), 60);
  }

  // Replaces the picture; the handles stay the same elements, so the one that has the focus keeps it.
  show() {
    const parsed = new DOMParser().parseFromString(this.latest.svg, "image/svg+xml").documentElement;
    if (!this.svg) {
      this.svg = document.importNode(parsed, false);
      this.svg.setAttribute("role", "group");
      this.svg.setAttribute("aria-label", this.image.alt);
      this.drawn = this.svg.appendChild(document.createElementNS(SVG, "g"));
      this.drawn.setAttribute("aria-hidden", "true");
      this.handles = this.svg.appendChild(document.createElementNS(SVG, "g"));
      this.knobs = this.svg.appendChild(document.createElementNS(SVG, "g"));
      this.elements = new Map();
      this.box.append(this.svg);
    }
    this.drawn.replaceChildren(...parsed.childNodes);
    const { width } = this.svg.viewBox.baseVal;
    this.reach = ((COARSE ? 14 : 8) * width) / Math.min(this.svg.clientWidth || width, width);
    const old = this.elements;
    this.elements = new Map();
    this.addSolids(old);
    this.addPairs(old);
    for (const [leaf, handle] of old) if (!this.elements.has(leaf)) handle.remove();
    const all = [...this.elements.values()];
    const stop = all.length > MANY_HANDLES ? (this.elements.get(this.active) ?? all[0]) : null;
    for (const handle of all) handle.setAttribute("tabindex", !stop || handle === stop ? 0 : -1);
  }

  // Moves the focus to the handle before or after one.
  step(leaf, by) {
    const all = [...this.elements.keys()];
    this.elements.get(all[(all.indexOf(leaf) + by + all.length) % all.length]).focus();
  }

  // ---- handles: the shapes that are made from numbers, and pairs of numbers that are a motion or a point ----

  handle(old, leaf, tag, attributes, label) {
    let handle = old.get(leaf);
    if (handle?.tagName !== tag) {
      handle?.remove();
      handle = this.handles.appendChild(document.createElementNS(SVG, tag));
      handle.dataset.leaf = leaf;
      for (const [key, value] of [["role", "button"], ["aria-roledescription", "movable"]])
        handle.setAttribute(key, value);
    }
    for (const [key, value] of Object.entries(attributes)) handle.setAttribute(key, value);
    handle.setAttribute("aria-label", `${label}. ${KEYS}`);
    this.elements.set(leaf, handle);
  }

  addSolids(old) {
    const { outline } = modules["collide2d.drawing.canvas"];
    const [view] = this.latest.view;
    const { width, height } = this.svg.viewBox.baseVal;
    this.solids = new Map();
    this.pairs = new Map();
    const shown = new Map(); // the mark of each leaf: of the shape itself, or else of what was made of it
    for (const mark of this.latest.marks) {
      if (!mark.shape?.leaf) continue;
      const { leaf, isLeaf } = mark.shape;
      if (!shown.has(leaf) || (isLeaf && !shown.get(leaf).shape.isLeaf)) shown.set(leaf, mark);
    }
    for (const [leaf, { shape, name }] of shown) {
      const own = this.latest.leaves.get(leaf); // the mark may show what was made of it, at another place
      const { numbers } = own instanceof Solid ? own : shape;
      if (Array.isArray(own)) this.pairs.set(leaf, own);
      else this.solids.set(leaf, { numbers, name: name || shape.kind, center: shape.center });
      const d = shape.pieces.map((piece) => outline(piece, view)).join("");
      const [cx, cy] = view.at(shape.center);
      const label = `${shape.kind} ${name}`;
      if (Math.max(shape.width, shape.height) * view.scale < 12)
        this.handle(old, leaf, "circle", { cx, cy, r: this.reach, class: "handle solid" }, label);
      else {
        const isBroad = leaf !== this.active && shape.width * shape.height * view.scale ** 2 > width * height * BROAD;
        const kind = `${shape.area > 0 ? "" : " thin"}${isBroad ? " broad" : ""}`;
        this.handle(old, leaf, "path", { d, class: `handle solid${kind}` }, label);
      }
    }
    this.knobs.replaceChildren();
    if (this.solids.has(this.active)) this.addKnobs(this.solids.get(this.active).numbers, shown.get(this.active).shape, view);
  }

  addKnobs(numbers, shape, view) {
    const knob = ([cx, cy], use) => {
      const handle = this.knobs.appendChild(document.createElementNS(SVG, "circle"));
      for (const [key, value] of Object.entries({ cx, cy, r: this.reach * 0.8, class: `knob ${use}` })) handle.setAttribute(key, value);
      handle.dataset.use = use;
    };
    const [left, top] = view.at([shape.left, shape.top]);
    const [right, bottom] = view.at([shape.right, shape.bottom]);
    if (canTurn(numbers)) knob([(left + right) / 2, Math.max(8, top - 16)], "turn");
    if (hasRadius(numbers)) knob([right, (top + bottom) / 2], "radius");
  }

  addPairs(old) {
    const [view] = this.latest.view;
    const put = (pair, from, label) => {
      if (!pair?.leaf || this.pairs.has(pair.leaf)) return;
      this.pairs.set(pair.leaf, pair);
      const [x, y] = view.at([from[0] + pair[0], from[1] + pair[1]]);
      const { width, height } = this.svg.viewBox.baseVal; // a handle stays in reach
      const [cx, cy] = [Math.min(Math.max(x, 9), width - 9), Math.min(Math.max(y, 9), height - 9)];
      this.handle(old, pair.leaf, "circle", { cx, cy, r: this.reach, class: "handle pair" }, label);
    };
    for (const mark of this.latest.marks) {
      put(mark.start, [0, 0], "start");
      if (mark.vector) put(mark.vector, mark.start, mark.text || "arrow");
      if (!mark.size) put(mark.p, [0, 0], mark.text || "point"); // a label has a size, and is no point
      put(mark.q, [0, 0], mark.text || "point");
    }
    for (const { verb, of } of this.latest.log) {
      if (verb.startsWith("raycast")) put(of[0], [0, 0], "origin");
      if (of[1]?.leaf && Array.isArray(of[1])) put(of[1], of[0]?.center ?? of[0], "motion");
    }
    // Where nothing else can be moved, the points of an outline can.
    if (!this.solids.size && !this.pairs.size)
      for (const leaf of this.latest.leaves.values()) if (Array.isArray(leaf)) put(leaf, [0, 0], "point");
  }

  // The world point of a pointer.
  world(event) {
    const [{ scale, corner, origin }] = this.frame.view;
    const box = this.svg.getBoundingClientRect();
    const zoom = this.svg.viewBox.baseVal.width / box.width;
    return [
      corner[0] + ((event.clientX - box.left) * zoom - origin[0]) / scale,
      corner[1] + ((event.clientY - box.top) * zoom - origin[1]) / scale,
    ];
  }

  focused(leaf) {
    if (!leaf || leaf === this.active) return;
    this.active = leaf;
    this.redraw();
  }

  grabbed(event) {
    const { leaf, use } = event.target.dataset;
    if ((!leaf && !use) || !event.isPrimary) return; // two fingers zoom the page
    // A finger scrolls the page on a shape as large as the picture, until a tap has chosen the shape.
    if (event.pointerType === "touch" && event.target.classList.contains("broad")) return;
    event.preventDefault();
    if (leaf) this.focused(leaf);
    this.flush();
    const target = this.active;
    const start = this.world(event);
    const solid = this.solids.get(target);
    const pair = this.pairs.get(target);
    const move = (moving) => {
      const [x, y] = this.world(moving);
      const [dx, dy] = [x - start[0], y - start[1]];
      const angle = (p) => Math.atan2(p[1] - solid.center[1], p[0] - solid.center[0]);
      this.change(target, () => {
        if (pair && !use) return [pair[0] + dx, pair[1] + dy];
        if (use === "turn") return turned(solid.numbers, Math.round(((angle([x, y]) - angle(start)) * 180) / Math.PI));
        return use === "radius" ? grown(solid.numbers, dx) : moved(solid.numbers, [dx, dy]);
      });
    };
    const end = () => {
      this.box.removeEventListener("pointermove", move);
      this.box.removeEventListener("pointerup", end);
      this.box.removeEventListener("pointercancel", end);
    };
    this.box.setPointerCapture(event.pointerId);
    this.box.addEventListener("pointermove", move);
    this.box.addEventListener("pointerup", end);
    this.box.addEventListener("pointercancel", end);
  }

  pressed(event) {
    const { leaf } = event.target.dataset;
    if (event.key === "Escape") {
      this.reset();
    } else if (leaf && (event.key === "PageDown" || event.key === "PageUp")) {
      this.step(leaf, event.key === "PageUp" ? -1 : 1);
    } else if (leaf && ARROWS[event.key]) {
      this.arrow(leaf, ARROWS[event.key], event);
    } else if (leaf && this.solids.has(leaf) && "rR+=-".includes(event.key)) {
      this.flush();
      const { numbers } = this.solids.get(leaf);
      const turn = { r: 5, R: -5 }[event.key];
      const by = event.key === "-" ? -this.unit() : this.unit();
      this.change(leaf, () => (turn ? turned(numbers, turn) : grown(numbers, by)));
    } else {
      return;
    }
    event.preventDefault();
  }

  reset() {
    this.changes.clear();
    this.redraw();
  }

  // About three pixels of the picture, as a power of two, or what moves a shape at all.
  unit() {
    const [{ scale, corner }] = this.latest.view;
    return Math.max(2 ** Math.round(Math.log2(3 / scale)), ...corner.map(ulpOf.ulp));
  }

  arrow(leaf, direction, event) {
    this.flush();
    const byUlp = event.ctrlKey || event.altKey || event.metaKey;
    const step = this.unit() * (event.shiftKey ? 1 / 16 : 1);
    const d = direction.map((x) => x * step);
    const pair = this.pairs.get(leaf);
    const next = (x, way) => (way ? ulpOf.next(x, way > 0) : x);
    this.change(leaf, () => {
      if (pair) return pair.map((x, i) => (byUlp ? next(x, direction[i]) : x + d[i]));
      const { numbers } = this.solids.get(leaf);
      return byUlp ? nudged(numbers, direction) : moved(numbers, d);
    });
  }

  // The answers that concern what was changed, the first three of them; what a recipe prints.
  answers() {
    const name = (x) => {
      if (x === null || x === undefined) return "None";
      if (Array.isArray(x)) return pairText(x);
      if (!(x instanceof Solid)) return $.repr(x);
      return this.solids.get(x.leaf)?.name || x.kind;
    };
    const concerns = (entry) => entry.of.some((x) => x && x.leaf === this.active);
    const found = new Set((this.latest.run?.answers ?? []).map(([text, value]) => `${text} \u2192 ${value}`));
    for (const entry of [...this.latest.log.filter(concerns), ...this.latest.log])
      if (entry.verb && !this.latest.run) found.add(`${entry.verb}(${entry.of.map(name).join(", ")}): ${answerText(entry.answer)}`);
    const change = this.changes.get(this.active);
    const first = change ? [Array.isArray(change) ? pairText(change) : this.shown(change)] : [];
    return [...first, ...[...found].slice(0, 3)].join(" · ");
  }

  shown(numbers) {
    return remake(numbers).repr();
  }
}
