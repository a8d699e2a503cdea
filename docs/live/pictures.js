// The pictures: the translated functions that draw them, run again for each frame with what the user has changed.
const tables = {}; // the modules of pictures, as functions

function library(name, run) {
  const M = (modules[name] ??= {});
  run(M);
  // A package has the names of its modules.
  const parent = name.slice(0, name.lastIndexOf("."));
  if (parent === "collide2d.drawing") Object.assign((modules[parent] ??= {}), M, { [name.slice(parent.length + 1)]: M });
  if (name === "collide2d.space") Object.assign(modules.collide2d, M);
}

modules.table = {
  WIDTH: 420,
  picture: () => (draw) => draw,
  blank: $.fn((grid = true, legend = false) => modules["collide2d.drawing"].Drawing("", "", 420, grid, legend), [
    "grid", "legend",
  ]),
};

// What the picture that is drawn now has in place of what its source says, and how often each key was met.
let frame = null;

$.__changed__ = (key, make) => {
  const n = frame.met.get(key) ?? 0;
  frame.met.set(key, n + 1);
  const leaf = `${key}#${n}`;
  let value = make();
  const change = frame.changes.get(leaf);
  if (change) value = Array.isArray(change) ? [...change] : remake(change);
  value.leaf = leaf;
  value.isLeaf = true;
  frame.leaves.set(leaf, value);
  return value;
};

// Draws a picture: its SVG text, its marks, the map from the world to pixels, and the questions that it asked.
function draw(name, changes, frozen) {
  const [table, entry] = name.split("/");
  wasm.live_reset();
  log.length = 0;
  frame = { changes, met: new Map(), leaves: new Map(), view: null, drawing: null, svg: "" };
  const M = {};
  const { Drawing } = modules["collide2d.drawing.picture"];
  const [drawn, view] = [Drawing.prototype.to_svg, Drawing.prototype._view];
  const kept = frame;
  // The map stays that of the first frame: a picture that is dragged in must not move.
  Drawing.prototype._view = function (...args) {
    kept.view = frozen ?? view.apply(this, args);
    kept.drawing = this;
    return kept.view;
  };
  try {
    tables[table](M);
    const found = entry in M ? M[entry] : M.PICTURES.get(entry);
    let result = typeof found === "function" ? found() : (M.drawn ?? M.drawing)(found);
    if (typeof result !== "string") result = drawn.call(result);
    kept.svg = result;
  } finally {
    Drawing.prototype._view = view;
  }
  return { ...kept, marks: kept.drawing._marks, log: [...log] };
}
