// The pictures: the translated functions that draw them, run again for each frame with what the user has changed.
const tables = {}; // the modules of pictures, as functions

function library(name, run) {
  const M = (modules[name] ??= {});
  run(M);
  if (name === "collide2d.scene")
    M.Scene.prototype.__post_init__ = function () {
      this._ignored = this._ignored_pairs(["", ...this.layers.map((layer) => layer.name)]);
    };
  // A package has the names of its modules.
  const parent = name.slice(0, name.lastIndexOf("."));
  if (parent === "table") modules.table.maps = M;
  if (parent === "collide2d.drawing") Object.assign((modules[parent] ??= {}), M, { [name.slice(parent.length + 1)]: M });
  if (name === "collide2d.space" || name === "collide2d._platforms") Object.assign(modules.collide2d, M);
}

modules.table = {
  WIDTH: 420,
  picture: () => (draw) => draw,
  blank: $.fn((grid = true, legend = false) => modules["collide2d.drawing"].Drawing("", "", 420, grid, legend), [
    "grid", "legend",
  ]),
};

tables.maps = (M) => Object.assign(M, modules.table.maps);
$.level = () => Object.assign($.list(modules.table.maps.ground()), { to_screen: modules.table.maps.to_screen });

// What the picture that is drawn now has in place of what its source says, and how often each key was met.
let frame = null;

$.changed = (key, make) => {
  const n = frame.met.get(key) ?? 0;
  frame.met.set(key, n + 1);
  const leaf = `${key}#${n}`;
  let value = make();
  const change = frame.changes.get(leaf);
  if (change) value = Array.isArray(change) ? [...change] : remake(change);
  value.leaf = leaf;
  value.isLeaf = true;
  frame.leaves.set(leaf, value);
  if (Array.isArray(value)) frame.pairs.push(value);
  return value;
};

// Each row of an array is a shape that can be changed.
$.rows = (key, make) => {
  const rows = make();
  rows.shapes = rows.shapes.map((shape, i) => $.changed(`${key}:${i}`, () => shape));
  return rows;
};

// Draws a picture: its SVG text, its marks, the map from the world to pixels, and the questions that it asked. The map
// of the first frame is given to later ones: a picture that is dragged in must not move.
function draw(name, changes, frozen) {
  const [table, entry] = name.split("/");
  if (table === "cookbook") return recipe(entry, changes, frozen);
  return drawn(table, changes, frozen, (M) => {
    const found = entry in M ? M[entry] : M.PICTURES.get(entry);
    return typeof found === "function" ? found() : (M.drawn ?? M.drawing)(found);
  });
}

function drawn(table, changes, frozen, make) {
  wasm.live_reset();
  log.length = 0;
  const kept = { changes, met: new Map(), leaves: new Map(), pairs: [], run: null, view: null, drawing: null, svg: "" };
  frame = kept;
  const { prototype } = modules["collide2d.drawing.picture"].Drawing;
  const view = prototype._view;
  prototype._view = function (...args) {
    kept.view = frozen ?? view.apply(this, args);
    kept.drawing = this;
    kept.log = [...log]; // what the drawing itself asks from now on is no question of the picture
    return kept.view;
  };
  try {
    const M = {};
    tables[table](M);
    const result = make(M);
    kept.svg = typeof result === "string" ? result : result.to_svg();
  } finally {
    prototype._view = view;
  }
  return { ...kept, marks: kept.drawing._marks };
}
