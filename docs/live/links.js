// What the page "Try to break it" reads from a link, which may hold anything, and the variables of its Python.

const QUESTIONS = ["contact", "separation", "cast", "sweep", "separate", "obstacle"];
const MOTION = "its motion"; // the key of the motion among the changes
const MANY = 200; // shapes: all are related to each other in every frame
// How many points a shape of each kind may have.
const MOST = { point: 1, circle: 1, segment: 2, capsule: 2, rect: 1000, roundrect: 1000, polygon: 1000 };

const areNumbers = (list, n) => Array.isArray(list) && list.length === n && list.every(Number.isFinite);

function isShape(d) {
  const most = Object.hasOwn(MOST, d.kind) ? MOST[d.kind] : 0;
  if (d.rect) return most === 1000 && areNumbers(d.rect, 8) && areNumbers([d.anchor, d.inner, d.pivoted], 3);
  const count = d.points.length;
  return count >= 1 && count <= most && d.points.every((p) => areNumbers(p, 2)) && Number.isFinite(d.radius);
}

// The state in a link, or an error if the page cannot have written it.
function linked(hash) {
  const { shapes, motion, chosen, shown } = JSON.parse(decodeURIComponent(hash.slice(1)));
  const all = Object.entries(shapes);
  if (all.length > MANY || all.some(([name]) => name.length > 60)) fail("the link holds too much");
  if (Object.values(shapes).reduce((sum, d) => sum + (d.points?.length ?? 4), 0) > 10 * MANY) fail("too many points");
  const fits = !Object.hasOwn(shapes, MOTION) && Object.values(shapes).every(isShape) && Object.hasOwn(shapes, chosen);
  if (!fits || !areNumbers(motion, 2)) fail("the link holds no shapes");
  return { shapes, motion, chosen: String(chosen), shown: QUESTIONS.filter((name) => shown.includes(name)) };
}

const TAKEN = `motion print and as assert async await break class continue def del elif else except finally for from
  global if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/);

// A variable for each name.
function variables(names) {
  const found = new Map();
  const taken = new Set(TAKEN);
  for (const name of names) {
    let word = name.replaceAll(/\W/g, "_");
    if (!/^[a-z]/.test(word)) word = `shape_${word}`;
    while (taken.has(word)) word += "_";
    taken.add(word);
    found.set(name, word);
  }
  return found;
}
