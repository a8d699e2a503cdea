// The page "Try to break it": shapes that can be added and taken away, all questions about one of them, a link, and the
// same as Python. Its frames are drawn by docs/images/make_break.py.

const NEW = {
  Point: () => modules.collide2d.Point(20, 11),
  Circle: () => modules.collide2d.Circle(20, 11, 2),
  Segment: () => modules.collide2d.Segment(18, 10, 22, 12),
  Capsule: () => modules.collide2d.Capsule(18, 10, 22, 12, 1),
  Rect: () => Rect(18, 10, 4, 3),
  RoundRect: () => RoundRect(18, 10, 4, 3, 1),
  Polygon: () => Polygon([[18, 13], [20, 9], [22, 13]]),
};

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

class Board extends Picture {
  constructor(image) {
    super(image);
    this.start = new Map([...this.frame.marks].filter((m) => m.shape?.isLeaf).map((m) => [m.name, m.shape.numbers]));
    this.opened = true;
    this.fill(image.parentElement.querySelector(".live-tools"));
    this.open();
    window.addEventListener("hashchange", () => location.hash !== this.hash && this.open());
  }

  // The first frame is that of the image; later ones are of the shapes of this board.
  draw() {
    if (!this.opened) return super.draw();
    const { chosen, shown } = this;
    return drawn("break", this.changes, this.frozen, (M) => {
      const shapes = $.dict([]);
      let motion = [0, 0];
      for (const [name, numbers] of this.changes) {
        if (name === MOTION) motion = Object.assign([...numbers], { leaf: MOTION });
        else shapes.set(name, Object.assign(remake(numbers), { leaf: name, isLeaf: true }));
      }
      return M.drawn(shapes, chosen, motion, [...shown]);
    });
  }

  open() {
    try {
      this.take(linked(location.hash));
    } catch {
      this.take({ shapes: Object.fromEntries(this.start), motion: [24, 4], chosen: "ball", shown: QUESTIONS.slice(0, 3) });
    }
    this.redraw();
    this.frozen = this.frame.view;
  }

  // Fails if the state cannot be drawn or answered.
  take(state) {
    this.restore(state);
    this.active = this.chosen;
    this.frozen = null;
    this.draw();
    this.answers();
  }

  drawNow() {
    super.drawNow();
    for (const box of this.boxes ?? []) box.checked = this.shown.has(box.name);
    if (this.added) this.elements.get(this.added)?.focus();
    this.added = null;
  }

  restore({ shapes, motion, chosen, shown }) {
    this.changes = new Map([...Object.entries(shapes), [MOTION, motion]]);
    this.chosen = chosen;
    this.shown = new Set(shown);
  }

  reset() {
    history.replaceState(null, "", location.href.split("#")[0]);
    this.open();
  }

  focused(leaf) {
    if (leaf && leaf !== MOTION && leaf !== this.chosen) this.chosen = leaf;
    super.focused(leaf);
    this.tell(this.answers());
    this.save();
  }

  redraw() {
    super.redraw();
    this.save();
  }

  get state() {
    if (!this.opened) return super.state;
    const { [MOTION]: motion, ...shapes } = Object.fromEntries(this.changes);
    return { shapes, motion, chosen: this.chosen, shown: [...this.shown] };
  }

  save() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      this.hash = `#${encodeURIComponent(JSON.stringify(this.state))}`;
      history.replaceState(null, "", this.hash);
      this.code.value = this.python();
    }, 200);
  }

  add(kind) {
    if (this.changes.size > MANY) return this.tell(`${MANY} shapes are the most`);
    wasm.live_reset();
    let n = 1;
    while (this.changes.has(`${kind.toLowerCase()} ${n}`)) n++;
    const name = `${kind.toLowerCase()} ${n}`;
    this.changes.set(name, this.apart(NEW[kind]()).numbers);
    this.chosen = this.active = this.added = name;
    this.redraw();
  }

  // A new shape at the first place that is free, from the middle of the board outwards.
  apart(shape) {
    const [{ scale, corner, origin }] = this.latest.view;
    const { width, height } = this.svg.viewBox.baseVal;
    const others = Object.values(this.state.shapes).map(remake);
    const places = [];
    for (let i = 1; i < 16; i++)
      for (let j = 1; j < 10; j++) places.push([(i / 16 - 0.5) * width, (j / 10 - 0.5) * height]);
    places.sort((p, q) => p[0] ** 2 + p[1] ** 2 - q[0] ** 2 - q[1] ** 2);
    for (const place of places) {
      const [x, y] = [0, 1].map((k) => corner[k] + (place[k] + [width, height][k] / 2 - origin[k]) / scale);
      const there = shape.at(Math.round(x), Math.round(y));
      if (others.every((other) => quietly(there, other) < 0)) return there;
    }
    return shape;
  }

  remove() {
    this.changes.delete(this.chosen);
    this.chosen = this.active = [...this.changes.keys()].find((name) => name !== MOTION) ?? null;
    this.redraw();
  }

  // The shapes, the motion and the questions as a program.
  python() {
    const all = Object.entries(this.state.shapes);
    if (!all.length) return "";
    const words = variables(all.map(([name]) => name));
    wasm.live_reset();
    const shapes = all.map(([name, numbers]) => [words.get(name), remake(numbers).repr()]);
    const kinds = [...new Set(shapes.map(([, text]) => text.split(/[.(]/)[0]))].sort();
    const lines = [`from collide2d import ${kinds.join(", ")}`, ""];
    for (const [name, text] of shapes) lines.push(`${name} = ${text}`);
    const one = words.get(this.chosen);
    lines.push(`motion = ${$.repr(this.state.motion)}`, "");
    for (const [name] of shapes)
      if (name !== one)
        lines.push(`print("${name}", ${one}.relate(${name}).name, ${one}.separation(${name}), ${one}.contact(${name}), ${one}.cast(motion, ${name}))`);
    return `${lines.join("\n")}\n`;
  }

  // All that is known about the chosen shape and each other, to the last digit.
  answers() {
    if (!this.opened) return "";
    const all = Object.entries(this.state.shapes);
    const numbers = this.state.shapes[this.chosen];
    if (!numbers) return "Choose a shape.";
    wasm.live_reset();
    const one = remake(numbers);
    const { motion } = this.state;
    const rows = all.filter(([name]) => name !== this.chosen).map(([name, other]) => {
      const shape = remake(other);
      const hit = cast(one, motion, shape);
      return `${name}: ${relate(one, shape).name}, separation ${$.number(separation(one, shape))}, cast ${hit ? `t = ${$.number(hit.t)}` : "None"}`;
    });
    return [`${this.chosen} = ${one.repr()}`, ...rows].join("\n");
  }

  async copy(text, button) {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      this.code.value = text;
      this.code.select();
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C";
    }
    setTimeout(() => (button.textContent = label), 1500);
  }

  fill(tools) {
    const button = (text, press) => {
      const made = element("button", { type: "button", textContent: text });
      made.addEventListener("click", () => press(made));
      return made;
    };
    this.boxes = QUESTIONS.map((name) => element("input", { type: "checkbox", name }));
    for (const box of this.boxes)
      box.addEventListener("change", () => {
        this.shown[box.checked ? "add" : "delete"](box.name);
        this.redraw();
      });
    this.code = element("textarea", { readOnly: true, rows: 9, spellcheck: false, ariaLabel: "The same as Python" });
    tools.append(
      element("div", {}, "Add ", ...Object.keys(NEW).map((kind) => button(kind, () => this.add(kind))),
        button("Remove", () => this.remove()), button("Start again", () => this.reset())),
      element("div", {}, "Show ", ...this.boxes.map((box) => element("label", {}, box, ` ${box.name}`))),
      element("div", {}, button("Copy as Python", (b) => this.copy(this.python(), b)),
        button("Copy link", (b) => this.copy(location.href.split("#")[0] + this.hash, b))),
      this.code);
  }
}
