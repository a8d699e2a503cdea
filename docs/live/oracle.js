// What the pictures of the reference in fractions show: in integers without bounds the gap from a circle to a rectangle, to
// any digit; what stops a point between several shapes, or a shape that turns; the directions into what touches the origin.

const BITS = 400n; // of a square root

// Doubles as integers of one unit, 2 ** -shift.
function integers(numbers) {
  const parts = numbers.map((x) => {
    let e = 0;
    while (!Number.isInteger(x)) [x, e] = [x * 2, e + 1];
    return [BigInt(x), e];
  });
  const shift = Math.max(...parts.map(([, e]) => e));
  return [parts.map(([x, e]) => x << BigInt(shift - e)), BigInt(shift)];
}

function root(n) {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (let y = x; (y = (x + n / x) >> 1n) < x; ) x = y;
  return x;
}

// The significant digits of n / 2 ** shift, as Python's Decimal writes them; fewer if these are all.
function decimal(n, shift, isExact, digits) {
  if (n === 0n) return "0";
  const [size, sign] = n < 0n ? [-n, "-"] : [n, ""];
  let e = digits - size.toString().length + Math.ceil(Number(shift) * Math.log10(2)) + 2; // a little too large
  const scaled = (k) => (k >= 0 ? [size * 10n ** BigInt(k), 1n << shift] : [size, (1n << shift) * 10n ** BigInt(-k)]);
  const rounded = (k) => {
    const [a, b] = scaled(k);
    const half = (2n * a) / b;
    return [(half + 1n) >> 1n, isExact && a % b === 0n];
  };
  while (rounded(e)[0].toString().length > digits) e--;
  const [value, isWhole] = rounded(e);
  let text = value.toString();
  if (isWhole) while (e > 0 && text.endsWith("0")) [text, e] = [text.slice(0, -1), e - 1];
  const first = text.length - e - 1; // the exponent of the first digit
  if (first < -6) return `${sign}${text[0]}${text.length > 1 ? "." : ""}${text.slice(1)}E${first}`;
  if (e <= 0) return sign + text + "0".repeat(-e);
  const padded = text.padStart(e + 1, "0");
  return `${sign}${padded.slice(0, -e)}.${padded.slice(-e)}`;
}

const reference = {
  // Of a circle and a polygon without a radius.
  surd_separation(circle, box) {
    const corners = box.vertices;
    const [[cx, cy, r, ...rest], shift] = integers([...circle.center, circle.radius, ...corners.flat()]);
    const points = corners.map((_, i) => [rest[2 * i] - cx, rest[2 * i + 1] - cy]);
    let [least, under, isInside] = [null, 1n, true];
    points.forEach(([ax, ay], i) => {
      const [bx, by] = points[(i + 1) % points.length];
      const [ex, ey] = [bx - ax, by - ay];
      const [along, length, cross] = [-(ax * ex + ay * ey), ex * ex + ey * ey, ex * ay - ey * ax];
      isInside &&= cross <= 0n;
      const [top, bottom] = along <= 0n ? [ax * ax + ay * ay, 1n]
        : along >= length ? [bx * bx + by * by, 1n] : [cross * cross, length];
      if (least === null || top * under < least * bottom) [least, under] = [top, bottom];
    });
    const square = (least << (2n * BITS)) / under;
    const distance = root(square);
    const isExact = distance * distance * under === least << (2n * BITS);
    const gap = (isInside ? -distance : distance) - (r << BITS);
    return { to_decimal: (digits) => decimal(gap, shift + BITS, isExact, digits) };
  },
  // Of a point: the core's answer for all together, unless one alone stops it before.
  union_cast(point, motion, members) {
    const all = meets(point, motion, new Body(members))?.[0];
    const alone = members.some((member) => meets(point, motion, member)?.[0].t <= all?.t);
    return all && !alone ? { t: all.t } : null;
  },
  // Of the origin and a circle or a polygon.
  shift_cone(point, shape) {
    if (quietly(point, shape).value !== 0) return null;
    const [x, y] = shape.center;
    if (shape.radius > 0) return { start: [y, -x], end: [-y, x] };
    const cross = (p, q) => p[0] * q[1] - p[1] * q[0];
    const others = shape.vertices.filter(([u, v]) => u || v);
    return {
      start: others.find((p) => others.every((q) => cross(p, q) >= 0)),
      end: others.find((p) => others.every((q) => cross(q, p) >= 0)),
    };
  },
};
modules.collide2d.reference = reference;
modules.fractions.Fraction = (a, b) => a / b;
