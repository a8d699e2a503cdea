// The recipes of the cookbook: their code is run as their page shows it, statement by statement, and a picture is drawn
// from the shapes that it has made on the way, by docs/images/make_cookbook.py. Random numbers are those of Python.

const recipes = {}; // by the name of the picture: the title, and the code as a function
const MOST_STEPS = 100000; // statements: a missile may never hit what somebody has moved

class Run {
  constructor(names) {
    Object.assign(this, { names, items: $.dict(), shapes: $.dict(), steps: 0, answers: [] });
  }
  get space() {
    return Object.values(this.names).find((value) => value instanceof SpaceObject);
  }
  __getitem__(name) {
    return this.names[name];
  }
  // Keeps the shapes of all items and variables, if they have changed since the last statement.
  keep() {
    if (++this.steps > MOST_STEPS) fail("it would go on for too long");
    const append = (all, name, shape) => {
      const trail = all.get(name);
      if (!trail) all.set(name, [shape]);
      else if (trail.at(-1) !== shape && !trail.at(-1).__eq__(shape)) trail.push(shape);
    };
    for (const name in this.names) {
      const value = this.names[name];
      if (value instanceof SpaceObject) for (const [item, { shape }] of value.entries) append(this.items, item, shape);
      else if (value instanceof Solid) append(this.shapes, name, value);
    }
  }
}

$.keep = () => frame.run.keep();
// What Python prints for the value of an expression; a page cannot tell whole floats from integers.
$.answer = (text, value) => {
  if (value !== null && value !== undefined) frame.run.answers.push([text, $.repr(value).replaceAll(/\.0\b/g, "")]);
};

function recipe(name, changes, frozen) {
  const [title, code] = recipes[name];
  return drawn("cookbook", changes, frozen, (M) => {
    const names = {};
    frame.run = new Run(names);
    code(names);
    frame.run.keep();
    return M.PICTURES.get(title)(frame.run);
  });
}

// ---- random numbers ----

// Python's: the Mersenne Twister, seeded by one small number.
class Random {
  constructor(seed) {
    const s = (this.state = new Uint32Array(624));
    s[0] = 19650218;
    for (let i = 1; i < 624; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
    const mixed = (i, factor) => s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), factor);
    let i = 1;
    const next = () => {
      if (++i < 624) return;
      s[0] = s[623];
      i = 1;
    };
    for (let k = 0; k < 624; k++, next()) s[i] = mixed(i, 1664525) + seed;
    for (let k = 0; k < 623; k++, next()) s[i] = mixed(i, 1566083941) - i;
    s[0] = 0x80000000;
    this.index = 624;
  }
  bits() {
    const s = this.state;
    if (this.index === 624) {
      for (let i = 0; i < 624; i++) {
        const y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
        s[i] = s[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.index = 0;
    }
    let y = s[this.index++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
  uniform(a, b) {
    const high = this.bits() >>> 5;
    return a + (b - a) * ((high * 67108864 + (this.bits() >>> 6)) / 9007199254740992);
  }
}
modules.random = { Random: (seed) => new Random(seed) };

// NumPy's: PCG64, seeded by one small number. What it draws first is kept, as it takes integers of 128 bits.
const MASK = (1n << 128n) - 1n;
const generators = new Map();
class Generator {
  constructor(seed) {
    let hash = 0x43b0d7e5;
    const mixed = (value, factor) => {
      value ^= hash;
      hash = Math.imul(hash, factor);
      value = Math.imul(value, hash);
      return value ^ (value >>> 16);
    };
    const pool = [seed, 0, 0, 0].map((value) => mixed(value, 0x931e8875));
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++) {
        if (i === j) continue;
        const value = Math.imul(0xca01f9dd, pool[j]) - Math.imul(0x4973f715, mixed(pool[i], 0x931e8875));
        pool[j] = value ^ (value >>> 16);
      }
    hash = 0x8b51f9dd;
    const words = [0, 1, 2, 3, 0, 1, 2, 3].map((i) => BigInt(mixed(pool[i], 0x58f38ded) >>> 0));
    const whole = (i) => (((words[i + 1] << 32n) | words[i]) << 64n) | (words[i + 3] << 32n) | words[i + 2];
    this.more = ((whole(4) << 1n) | 1n) & MASK;
    this.state = this.more; // one step from 0
    this.state = (this.state + whole(0)) & MASK;
    this.step();
    this.kept = [];
  }
  from(start) {
    this.count = start;
    return this;
  }
  step() {
    this.state = (this.state * 0x2360ed051fc65da44385df649fccf645n + this.more) & MASK;
  }
  next() {
    if (this.count === this.kept.length) {
      this.step();
      const value = BigInt.asUintN(64, (this.state >> 64n) ^ this.state);
      const turn = this.state >> 122n;
      const turned = BigInt.asUintN(64, (value >> turn) | (value << (64n - turn)));
      this.kept.push(Number(turned >> 11n) / 2 ** 53);
    }
    return this.kept[this.count++];
  }
  uniform(low, high, [rows]) {
    return Array.from({ length: rows }, () => low.map((x, k) => x + (high[k] - x) * this.next()));
  }
}
const default_rng = (seed) => {
  if (!generators.has(seed)) generators.set(seed, new Generator(seed));
  return generators.get(seed).from(0);
};
modules.numpy = { random: { default_rng } };

const texts = new Map(); // what was dumped, by its text
const json = (x) => {
  if (x instanceof Map) return `{${[...x].map(([key, value]) => `"${key}": ${json(value)}`).join(", ")}}`;
  if (Array.isArray(x)) return `[${[...x].map(json).join(", ")}]`;
  return typeof x === "number" ? $.number(x) : JSON.stringify(x);
};
modules.json = { dumps: (x) => (texts.set(json(x), x), json(x)), loads: (text) => texts.get(text) };
