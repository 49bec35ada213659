// Drawing helpers shared by all worlds. Drawings are SVG as text, which become pictures.

/**
 * @typedef {(() => number) & {
 *   between: (low: number, high: number) => number,
 *   pick: <T>(list: T[]) => T,
 *   chance: (share: number) => boolean,
 * }} Steady Random numbers that are always the same for a seed.
 * @typedef {string | number | false | null | undefined | Drawn[]} Drawn
 */

/**
 * Return a hash of a text, equal in every browser.
 * @param {string} text
 */
export function hash(text) {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.charCodeAt(0), 16777619);
  return found >>> 0;
}

/**
 * Return a seeded random number generator: equal seeds give equal pictures.
 * @param {string | number} seed
 * @returns {Steady}
 */
export function steady(seed) {
  let state = (typeof seed === "number" ? seed : hash(seed)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let skipped = 0; skipped < 4; skipped += 1) next();
  return Object.assign(next, {
    between: (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * next(),
    pick: (/** @type {any[]} */ list) => list[Math.floor(next() * list.length)],
    chance: (/** @type {number} */ share) => next() < share,
  });
}

/**
 * Round to one decimal, which is enough for a path.
 * @param {number} value
 */
export const n = (value) => Math.round(value * 10) / 10;

/** @param {unknown} text */
const escaped = (text) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * Return an element as text. Children are drawings already; plain text must pass through `words`.
 * @param {string} name
 * @param {Record<string, unknown>} attributes
 * @param {...Drawn} children
 */
export function el(name, attributes, ...children) {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("");
  const inside = /** @type {any[]} */ (children).flat(9).filter(Boolean).join("");
  return inside ? `<${name}${text}>${inside}</${name}>` : `<${name}${text}/>`;
}

/**
 * @param {string} d
 * @param {Record<string, unknown>} [attributes]
 */
export const path = (d, attributes = {}) => el("path", { d, ...attributes });

/**
 * @param {Record<string, unknown>} attributes
 * @param {...Drawn} children
 */
export const group = (attributes, ...children) => el("g", attributes, ...children);

/**
 * Mix two #rrggbb colours.
 * @param {string} one
 * @param {string} other
 * @param {number} share The share of the other colour.
 */
export function mix(one, other, share) {
  const parts = (/** @type {string} */ colour) =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [from, to] = [parts(one), parts(other)];
  return `#${from
    .map((value, at) =>
      Math.round(value + (to[at] - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/**
 * Return how light a #rrggbb colour is, from 0 to 1.
 * @param {string} colour
 */
export function lightness(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

/**
 * Return a closed polygon through points.
 * @param {Point[]} points
 */
export const polygon = (points) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;

/**
 * Return a soft line through points (Catmull-Rom as Béziers).
 * @param {Point[]} points
 * @param {boolean} [closed]
 */
export function blob(points, closed = true) {
  const count = points.length;
  const at = (/** @type {number} */ i) =>
    closed ? points[(i + count) % count] : points[Math.max(0, Math.min(count - 1, i))];
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = `${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)}`;
    const second = `${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)}`;
    d += `C${first} ${second} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d + (closed ? "Z" : "");
}

/**
 * Return a round shape with an uneven edge.
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {Steady} next
 * @param {number} [rough]
 * @param {number} [corners]
 */
export function lump(x, y, rx, ry, next, rough = 0.12, corners = 9) {
  const from = next() * 6;
  return blob(
    Array.from({ length: corners }, (_, i) => {
      const turn = from + (i / corners) * 2 * Math.PI;
      const out = 1 + next.between(-rough, rough);
      return [x + rx * out * Math.cos(turn), y + ry * out * Math.sin(turn)];
    }),
  );
}

/**
 * Return a broken stone: few corners, straight sides.
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {Steady} next
 * @param {number} [corners]
 */
export function stone(x, y, rx, ry, next, corners = 6) {
  const from = next() * 6;
  return polygon(
    Array.from({ length: corners }, (_, i) => {
      const turn = from + ((i + next.between(-0.25, 0.25)) / corners) * 2 * Math.PI;
      const far = () => next.between(0.75, 1.05);
      return [x + rx * far() * Math.cos(turn), y + ry * far() * Math.sin(turn)];
    }),
  );
}

/**
 * Return a hand-drawn line, which bends a little.
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {Steady} next
 * @param {number} [wobble]
 */
export function handLine(x1, y1, x2, y2, next, wobble = 1.2) {
  const parts = Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / 40));
  const off = () => next.between(-wobble, wobble);
  return blob(
    Array.from({ length: parts + 1 }, (_, i) => [
      x1 + ((x2 - x1) * i) / parts + off(),
      y1 + ((y2 - y1) * i) / parts + off(),
    ]),
    false,
  );
}

/** @param {number} t */
const pressed = (t) => Math.sin(Math.PI * (0.12 + 0.8 * t));

/**
 * Return a brush stroke as a filled shape: thick under pressure, thin where lifted.
 * @param {Point[]} points
 * @param {number} width
 * @param {Steady} next
 * @param {(t: number) => number} [press] Returns the half width at 0 to 1 along the stroke.
 * @param {number} [rough]
 */
export function brush(points, width, next, press = pressed, rough = 0.16) {
  /** @type {Point[]} */
  const left = [];
  /** @type {Point[]} */
  const right = [];
  const steps = 14;
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const [x, y] = along(points, t);
    const [ax, ay] = along(points, Math.max(0, t - 0.03));
    const [bx, by] = along(points, Math.min(1, t + 0.03));
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const half = (width / 2) * Math.max(0.06, press(t)) * (1 + next.between(-rough, rough));
    const [nx, ny] = [-(by - ay) / long, (bx - ax) / long];
    left.push([x + nx * half, y + ny * half]);
    right.unshift([x - nx * half, y - ny * half]);
  }
  return blob([...left, ...right]);
}

/**
 * Return the point at share t of a soft line through points.
 * @param {Point[]} points
 * @param {number} t
 * @returns {Point}
 */
export function along(points, t) {
  const far = t * (points.length - 1);
  const i = Math.min(points.length - 2, Math.floor(far));
  const u = far - i;
  const at = (/** @type {number} */ k) => points[Math.max(0, Math.min(points.length - 1, k))];
  const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
  const one = (/** @type {0 | 1} */ k) =>
    0.5 *
    (2 * p1[k] +
      (p2[k] - p0[k]) * u +
      (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * u * u +
      (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * u * u * u);
  return [one(0), one(1)];
}

/**
 * Return parallel strokes within a rectangle, as by an engraver or a pencil.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {number} gap
 * @param {Steady} next
 * @param {number} [lean] 1 for strokes that rise to the right, -1 for strokes that fall.
 * @param {number} [wobble]
 */
export function hatching(x, y, wide, tall, gap, next, lean = 1, wobble = 0.4) {
  let d = "";
  for (let at = -tall; at < wide; at += gap) {
    const o = next.between(-wobble, wobble);
    const [x1, x2] = [at + o, at + tall + o];
    const [y1, y2] = lean > 0 ? [tall, 0] : [0, tall];
    const cut = (/** @type {number} */ cx) => y1 + ((y2 - y1) * (cx - x1)) / (x2 - x1);
    const [l, r] = [Math.max(0, x1), Math.min(wide, x2)];
    if (r > l) d += `M${n(x + l)} ${n(y + cut(l))}L${n(x + r)} ${n(y + cut(r))}`;
  }
  return d;
}

/**
 * Return a blade or three of grass.
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
export const tuft = (x, y, size = 1) => {
  const s = (/** @type {number} */ value) => n(value * size);
  return (
    `M${n(x)} ${n(y)}q${s(-2)} ${s(-5)} ${s(-4)} ${s(-6)}M${n(x)} ${n(y)}v${s(-8)}` +
    `M${n(x)} ${n(y)}q${s(2)} ${s(-5)} ${s(4)} ${s(-6)}`
  );
};
