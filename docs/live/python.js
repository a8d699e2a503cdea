// What Python has and JavaScript has in another form, for the modules that docs/_ext/translate.py translates.
// Tuples and lists are arrays, dicts are maps with keys compared as JavaScript does, classes are plain functions.
const $ = {};
const modules = {};
$.module = (name) => modules[name] ?? fail(`no module ${name}`);
$.from = (M, module, names) => {
  for (const [name, as = name] of names.split(" ").map((both) => both.split(":"))) M[as] = $.module(module)[name];
};

function fail(text) {
  throw new Error(text);
}

// ---- calls: functions know the names of their parameters, for calls by keyword ----

class Named {
  constructor(values) {
    Object.assign(this, values);
  }
}
$.fn = (f, params) => Object.assign(f, { params });
const named = (f) => Object.assign(f, { isNamed: true }); // takes keywords as an object, last

$.call = (owner, f, args, keywords) => {
  if (owner !== null) {
    if (isBuiltin(owner)) return builtins[f](owner, ...args, new Named(keywords));
    f = owner[f];
  }
  if (f.isNamed) return f.call(owner, ...args, new Named(keywords));
  const all = [...args];
  for (const [name, value] of Object.entries(keywords)) {
    const i = f.params.indexOf(name);
    if (i < 0) fail(`no parameter ${name}`);
    all[i] = value;
  }
  return f.apply(owner, all);
};

$.bound = (owner, name) => {
  const value = owner[name];
  const isMethod = typeof value === "function" && value.params && !value.prototype?.isTuple;
  return isMethod ? $.fn(value.bind(owner), value.params) : value;
};

// A class with fields, as a function that makes its objects.
$.class = (name, fields, methods, properties, statics) => {
  const init = methods.__init__;
  const make = function (...args) {
    const object = Object.create(make.prototype);
    if (init) init(object, ...args);
    else fields.forEach(([field, value], i) => (object[field] = args[i] === undefined && value ? value() : args[i]));
    object.__post_init__?.();
    return object;
  };
  make.params = init ? init.params.slice(1) : fields.map((field) => field[0]);
  make.prototype[Symbol.iterator] = function* () {
    for (const [field] of fields) yield this[field];
  };
  make.prototype.isTuple = true;
  for (const [key, f] of Object.entries(methods)) {
    if (statics.includes(key)) make[key] = make.prototype[key] = f;
    else if (properties.includes(key))
      Object.defineProperty(make.prototype, key, { get() { return f(this); } });
    else make.prototype[key] = $.fn(function (...args) { return f(this, ...args); }, f.params.slice(1));
  }
  return make;
};

// ---- truth, equality, order ----

$.truth = (x) => {
  if (x === null || x === undefined || x === false || x === 0 || x === "") return false;
  if (Array.isArray(x)) return x.length > 0;
  if (x instanceof Map || x instanceof Set) return x.size > 0;
  if (typeof x === "object" && "value" in x && x.isNumber) return x.value !== 0;
  return typeof x === "object" && x.__len__ ? x.__len__() > 0 : true;
};
$.and = (a, b) => ($.truth(a) ? b() : a);
$.or = (a, b) => ($.truth(a) ? a : b());
const isList = (x) => Array.isArray(x) || (typeof x === "object" && x !== null && x.isTuple);
$.eq = (a, b) => {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (a.__eq__) return a.__eq__(b);
  if (!isList(a) || !isList(b)) return false;
  const [p, q] = [[...a], [...b]];
  return p.length === q.length && p.every((x, i) => $.eq(x, q[i]));
};
const compare = (a, b) => {
  if (isList(a)) {
    const [p, q] = [[...a], [...b]];
    for (let i = 0; i < Math.min(p.length, q.length); i++) if (!$.eq(p[i], q[i])) return compare(p[i], q[i]);
    return p.length - q.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
};
$.has = (x, c) => {
  if (c instanceof Map || c instanceof Set) return c.has(x);
  if (typeof c === "string") return c.includes(x);
  return c.__contains__ ? c.__contains__(x) : [...$.iter(c)].some((y) => $.eq(x, y));
};

// ---- operators ----

$.add = (a, b) => (isList(a) ? [...a, ...b] : a + b);
$.iadd = (a, b) => {
  if (!Array.isArray(a)) return a + b;
  a.push(...$.iter(b));
  return a;
};
$.mul = (a, b) => {
  if (typeof a === "string") return a.repeat(b);
  if (typeof b === "string") return b.repeat(a);
  if (Array.isArray(a)) return Array.from({ length: b }, () => a).flat();
  return a * b;
};
$.floordiv = (a, b) => Math.floor(a / b);
$.mod = (a, b) => {
  const r = a % b;
  return r !== 0 && r < 0 !== b < 0 ? r + b : r;
};
$.union = (a, b) => (a instanceof Map ? new Dict([...a, ...b]) : a instanceof Set ? new PySet([...a, ...b]) : a | b);

$.meet = (a, b) => (a instanceof Set ? new PySet([...a].filter((x) => b.has(x))) : a & b);

// ---- collections ----

$.iter = (x) => (x instanceof Map ? x.keys() : x);
// Tuples are keys by what they hold.
const keyed = (Base) => class extends Base {
  own(k) {
    if (!Array.isArray(k)) return k;
    const text = `\0${JSON.stringify(k)}`;
    (this.tuples ??= new Map()).set(text, k);
    return text;
  }
  as(k) {
    return this.tuples?.get(k) ?? k;
  }
  has(k) {
    return super.has(this.own(k));
  }
  get(k) {
    return super.get(this.own(k));
  }
  set(k, value) {
    return super.set(this.own(k), value);
  }
  add(k) {
    return super.add(this.own(k));
  }
  delete(k) {
    return super.delete(this.own(k));
  }
  *keys() {
    for (const k of super.keys()) yield this.as(k);
  }
  *entries() {
    for (const [k, value] of super.entries()) yield [this.as(k), value];
  }
  *[Symbol.iterator]() {
    yield* this instanceof Map ? this.entries() : this.keys();
  }
};
const Dict = keyed(Map);
const PySet = keyed(Set);
$.tuple = (x = []) => [...$.iter(x)];
// The lists of a recipe are known, as what it prints tells lists from tuples.
const lists = new WeakSet();
const listed = (list) => (frame?.run && lists.add(list), list);
$.list = (x = []) => listed([...$.iter(x)]);
$.set = (x = []) => new PySet($.iter(x));
$.dict = (x = []) => new Dict(x);
$.dict.fromkeys = (keys, value = null) => new Dict([...$.iter(keys)].map((k) => [k, value]));
$.frozenset = $.set;
$.Mapping = Map;
$.plain = (x) => Object.fromEntries($.dict(x));
class Slice {
  constructor(from, to, step) {
    Object.assign(this, { from, to, step });
  }
}
$.slice = (...ends) => (ends.length === 1 ? new Slice(null, ends[0], null) : new Slice(ends[0], ends[1], ends[2] ?? null));
$.at = (x, i) => {
  if (x instanceof Map) return x.has(i) ? x.get(i) : fail(`no key ${i}`);
  if (x.__getitem__) return x.__getitem__(i);
  const list = typeof x === "string" ? x : isList(x) && !Array.isArray(x) ? [...x] : x;
  if (i instanceof Slice) {
    const part = list.slice(i.from ?? 0, i.to ?? list.length);
    if (lists.has(list)) lists.add(part);
    return i.step && i.step !== 1 ? [...part].filter((_, k) => k % i.step === 0) : part;
  }
  return list[i < 0 ? list.length + i : i];
};
$.remove = (x, i) => void x.delete(i);
$.put = (x, i, value) => (x instanceof Map ? x.set(i, value) : (x[i < 0 ? x.length + i : i] = value));
$.len = (x) => x.__len__?.() ?? x.length ?? x.size;
$.range = (...a) => {
  const [from, to, step] = a.length === 1 ? [0, a[0], 1] : [a[0], a[1], a[2] ?? 1];
  const found = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) found.push(i);
  return found;
};
$.enumerate = (x, start = 0) => [...$.iter(x)].map((y, i) => [start + i, y]);
$.zip = named((...lists) => {
  if (lists.at(-1) instanceof Named) lists.pop();
  const all = lists.map((x) => [...$.iter(x)]);
  return $.range(Math.min(...all.map((x) => x.length))).map((i) => all.map((x) => x[i]));
});
$.map = (f, x) => [...$.iter(x)].map((y) => f(y));
$.reversed = (x) => [...$.iter(x)].reverse();
$.next = (x, other) => {
  for (const y of x) return y;
  return other;
};
$.any = (x) => [...x].some($.truth);
$.all = (x) => [...x].every($.truth);
$.sum = (x, start = 0) => {
  for (const y of x) start += y;
  return start;
};
const options = (args) => (args.at(-1) instanceof Named ? args.pop() : {});
const extreme = (sign) =>
  named((...args) => {
    if (args.length === 2 && typeof args[0] === "number") return sign * (args[1] - args[0]) > 0 ? args[1] : args[0];
    const { key, default: other } = options(args);
    const list = args.length === 1 ? [...$.iter(args[0])] : args;
    let best = list.length ? list[0] : other;
    for (const x of list) if (sign * compare(key ? key(x) : x, key ? key(best) : best) > 0) best = x;
    return best;
  });
$.max = extreme(1);
$.min = extreme(-1);
$.sorted = named((x, given = {}) => {
  const key = given.key ?? ((y) => y);
  return [...$.iter(x)].sort((a, b) => compare(key(a), key(b)));
});

// ---- methods of strings, lists, dicts and sets ----

const isBuiltin = (x) => typeof x === "string" || Array.isArray(x) || x instanceof Map || x instanceof Set;
const builtins = {
  add: (x, y) => x.add(y),
  append: (x, y) => void x.push(y),
  copy: (x) => (x instanceof Map ? new Dict(x) : [...x]),
  count: (x, y) => (typeof x === "string" ? x.split(y).length - 1 : x.filter((z) => $.eq(y, z)).length),
  discard: (x, y) => void x.delete(y),
  endswith: (x, y) => x.endsWith(y),
  extend: (x, y) => void x.push(...$.iter(y)),
  get: (x, k, other = null) => (x.has(k) ? x.get(k) : other),
  index: (x, y) => x.findIndex((z) => $.eq(y, z)),
  items: (x) => [...x.entries()],
  join: (x, list) => [...$.iter(list)].join(x),
  keys: (x) => [...x.keys()],
  lower: (x) => x.toLowerCase(),
  pop: (x, i) => (i === undefined ? x.pop() : x.splice(i < 0 ? x.length + i : i, 1)[0]),
  removeprefix: (x, y) => (x.startsWith(y) ? x.slice(y.length) : x),
  replace: (x, y, z) => x.replaceAll(y, z),
  rstrip: (x, chars = " \n") => {
    let end = x.length;
    while (end > 0 && chars.includes(x[end - 1])) end--;
    return x.slice(0, end);
  },
  setdefault: (x, k, value) => (x.has(k) ? x.get(k) : (x.set(k, value), value)),
  split: (x, by) => (by === undefined ? x.split(/\s+/).filter(Boolean) : x.split(by)),
  startswith: (x, y) => x.startsWith(y),
  tolist: (x) => x.tolist?.() ?? x,
  update: (x, ...more) => {
    for (const each of more)
      if (x instanceof Map) for (const [k, value] of $.dict(each)) x.set(k, value);
      else for (const value of $.iter(each)) x.add(value);
  },
  values: (x) => [...x.values()],
};
$.m = (x, name, ...args) => (isBuiltin(x) ? builtins[name](x, ...args) : x[name](...args));

// ---- numbers and text ----

$.abs = Math.abs;
$.float = (x) => (x === "inf" ? Infinity : Number(x));
$.int = (x, base) => (base ? parseInt(x, base) : Math.trunc(Number(x)));
$.bool = $.truth;
$.callable = (x) => typeof x === "function";
$.hasattr = (x, name) => (name === "__contains__" ? isBuiltin(x) || "__contains__" in x : name in x);
$.getattr = $.bound;
$.isinstance = (x, type) => {
  if (Array.isArray(type)) return type.some((t) => $.isinstance(x, t));
  if (type === $.str) return typeof x === "string";
  if (type === $.list || type === $.tuple) return Array.isArray(x);
  return x instanceof type;
};
$.bytes = class {};
for (const name of ["Error", "TypeError", "ValueError", "RuntimeError", "KeyError"]) $[name] = (text) => new Error(text);
$.round = (x, digits = 0) => {
  if (digits) return Number(fixed(x, digits));
  const down = Math.floor(x);
  return x - down === 0.5 ? down + (down % 2 === 0 ? 0 : 1) : Math.round(x);
};

// Digits after the point, ties to even as Python has them; toFixed rounds ties up.
function fixed(x, digits) {
  const text = x.toFixed(digits);
  const more = Math.abs(x).toFixed(Math.min(100, digits + 30));
  if (!/^50*$/.test(more.slice(more.length - 30))) return text;
  const cut = digits ? more.slice(0, -30) : more.slice(0, -31);
  const even = "02468".includes(cut.at(-1));
  return even ? (x < 0 ? "-" : "") + cut : text;
}

// Significant digits without needless zeros; an exponent where Python has one.
function general(x, digits) {
  if (!Number.isFinite(x)) return x > 0 ? "inf" : x < 0 ? "-inf" : "nan";
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
  const e = Number(exponent);
  if (e < -4 || e >= digits) {
    const m = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
    return `${m}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  }
  const text = x.toFixed(Math.max(0, digits - 1 - e));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

// A double as Python writes it: the shortest digits that give it back.
$.number = (x) => {
  if (!Number.isFinite(x)) return x > 0 ? "inf" : x < 0 ? "-inf" : "nan";
  if (Object.is(x, -0)) return "-0.0";
  const [mantissa, exponent] = x.toExponential().split("e");
  const e = Number(exponent);
  if (x !== 0 && (e < -4 || e >= 16)) return `${mantissa}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  const text = Math.abs(x) >= 1e21 ? BigInt(x).toString() : e < -6 ? x.toFixed(20).replace(/0+$/, "") : String(x);
  return text.includes(".") ? text : `${text}.0`;
};
$.repr = (x) => {
  if (typeof x === "number") return $.number(x);
  if (typeof x === "string") return `'${x.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  if (x === null || x === undefined) return "None";
  if (typeof x === "boolean") return x ? "True" : "False";
  if (lists.has(x)) return `[${[...x].map($.repr).join(", ")}]`;
  if (Array.isArray(x)) return `(${x.map($.repr).join(", ")}${x.length === 1 ? "," : ""})`;
  if (x instanceof Map) return `{${[...x].map((entry) => entry.map($.repr).join(": ")).join(", ")}}`;
  return String(x);
};
$.str = (x) => (typeof x === "string" ? x : typeof x === "number" ? String(x) : $.repr(x));
$.format = (x, spec = "") => {
  if (spec === "") return $.str(x);
  const [, width, digits, type] = /^(\d*)(?:\.(\d+))?([fgxd]?)$/.exec(spec) ?? fail(`format ${spec}`);
  const value = typeof x === "object" ? x.value : x;
  const text =
    type === "f" ? fixed(value, Number(digits ?? 6))
    : type === "g" ? general(value, Number(digits ?? 6) || 1)
    : type === "x" ? value.toString(16)
    : $.str(value);
  return width.startsWith("0") ? text.padStart(Number(width), "0") : text.padStart(Number(width));
};

// ---- modules of the standard library ----

const ulpOf = (() => {
  const cell = new DataView(new ArrayBuffer(8));
  const bits = (x) => (cell.setFloat64(0, x), cell.getBigInt64(0));
  const double = (n) => (cell.setBigInt64(0, n), cell.getFloat64(0));
  return {
    ulp: (x) => double(bits(Math.abs(x)) + 1n) - Math.abs(x),
    // The next double, up or down.
    next: (x, up) => {
      if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
      return double(bits(x) + (x > 0 === up ? 1n : -1n));
    },
  };
})();
modules.math = {
  inf: Infinity, pi: Math.PI, ulp: ulpOf.ulp, degrees: (x) => (x * 180) / Math.PI, radians: (x) => (x * Math.PI) / 180,
  isfinite: Number.isFinite, copysign: (x, y) => (Math.abs(x) * (y < 0 || Object.is(y, -0) ? -1 : 1)),
};
for (const f of ["sqrt", "floor", "ceil", "log10", "log2", "cos", "sin", "tan", "acos", "atan2", "hypot"])
  modules.math[f] = Math[f];
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
modules.html = { escape: named((text) => text.replace(/[&<>"']/g, (c) => ESCAPES[c])) };
modules.itertools = {
  cycle: (x) => $.range(1000).map((i) => $.at(x, i % $.len(x))),
  pairwise: (x) => {
    const list = [...x];
    return list.slice(1).map((y, i) => [list[i], y]);
  },
};
modules.operator = { index: named((n) => (Number.isInteger(n) ? n : fail(`${n} is no integer`))) };
modules.functools = {};
modules.fractions = {};
modules.sys = {};
modules.re = {
  compile: (pattern) => ({ sub: (f, text) => text.replace(new RegExp(pattern, "gu"), (found) => f([found])) }),
};
modules.bisect = { bisect: (list, x) => list.filter((y) => y <= x).length };
$.bisect = modules.bisect.bisect;
modules.heapq = {
  heappush: (heap, x) => void heap.splice(heap.filter((y) => compare(y, x) <= 0).length, 0, x),
  heappop: (heap) => heap.shift(),
};
modules.importlib = { import_module: $.module };
modules.pathlib = { Path: () => null };
modules.unicodedata = { east_asian_width: (c) => (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/.test(c) ? "W" : "Na") };
$.print = () => {};
