// Real dice as solids: corners, faces found as the hull's flat sides, opposite faces summing to one
// total.

/** @typedef {[number, number, number]} Vector */

/**
 * @typedef {object} Face
 * @property {Vector} normal
 * @property {Vector} middle
 * @property {Vector} up
 * @property {number[]} corners
 * @property {number} value
 */

/** @typedef {{points: Vector[], faces: Face[], sides: number}} Solid */

const PHI = (1 + Math.sqrt(5)) / 2;

/**
 * @param {Vector} one
 * @param {Vector} other
 * @returns {Vector}
 */
const sub = (one, other) => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];

/**
 * @param {Vector} one
 * @param {Vector} other
 */
export const dot = (one, other) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/**
 * @param {Vector} a
 * @param {Vector} b
 * @returns {Vector}
 */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * @param {Vector} one
 * @returns {Vector}
 */
export function unit(one) {
  const long = Math.hypot(...one) || 1;
  return [one[0] / long, one[1] / long, one[2] / long];
}

/** @param {Vector[]} list */
const mirrored = (list) =>
  list.flatMap(([x, y, z]) =>
    [1, -1].flatMap((a) =>
      [1, -1].flatMap((b) => [1, -1].map((c) => /** @type {Vector} */ ([x * a, y * b, z * c]))),
    ),
  );

/** @param {Vector} one */
const keyOf = (one) => one.map((value) => Math.round(value * 1e4) + 0).join();

/** @param {Vector[]} points */
const unique = (points) => [...new Map(points.map((point) => [keyOf(point), point])).values()];

/**
 * @param {Vector} one
 * @returns {Vector[]}
 */
const turns = ([x, y, z]) => [
  [x, y, z],
  [y, z, x],
  [z, x, y],
];

/**
 * Return the corners of a pentagonal trapezohedron: ten kites.
 * @returns {Vector[]}
 */
function trapezohedron() {
  const high = 0.105;
  const ring = Array.from({ length: 10 }, (_, at) => {
    const turn = (at * Math.PI) / 5;
    return /** @type {Vector} */ ([Math.cos(turn), Math.sin(turn), at % 2 ? -high : high]);
  });
  const flat = Math.cos(Math.PI / 5);
  const top = (high * (1 + flat)) / (1 - flat); // so that each kite is flat
  return [...ring, [0, 0, top], [0, 0, -top]];
}

const CORNERS = /** @type {Record<number, () => Vector[]>} */ ({
  4: () => [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
  6: () => mirrored([[1, 1, 1]]),
  8: () => unique(mirrored(turns([1, 0, 0]))),
  10: trapezohedron,
  12: () => unique(mirrored([[1, 1, 1], ...turns([0, 1 / PHI, PHI])])),
  20: () => unique(mirrored(turns([0, 1, PHI]))),
});

/** The solid used for dice that have none of their own, such as a coin or a d3. */
const NEXT = /** @type {Record<number, number>} */ ({ 2: 6, 3: 6, 5: 10, 7: 8 });

/**
 * Return the flat sides of a hull, each as the corners on it.
 * @param {Vector[]} points
 */
function flatSides(points) {
  /** @type {Map<string, {normal: Vector, on: number[]}>} */
  const found = new Map();
  const all = points.map((_, at) => at);
  for (const i of all) {
    for (const j of all.slice(i + 1)) {
      for (const k of all.slice(j + 1)) {
        let normal = unit(cross(sub(points[j], points[i]), sub(points[k], points[i])));
        if (Math.hypot(...normal) < 0.5) continue;
        if (dot(normal, points[i]) < 0) normal = [-normal[0], -normal[1], -normal[2]];
        const far = dot(normal, points[i]);
        if (points.some((point) => dot(normal, point) > far + 1e-3)) continue;
        const on = all.filter((at) => Math.abs(dot(normal, points[at]) - far) < 2e-3);
        found.set(on.join(), { normal, on });
      }
    }
  }
  return [...found.values()];
}

/**
 * @param {Vector[]} points
 * @param {{normal: Vector, on: number[]}} side
 * @returns {Face}
 */
function faceOf(points, { normal, on }) {
  const mean = (/** @type {0 | 1 | 2} */ axis) =>
    on.reduce((sum, at) => sum + points[at][axis], 0) / on.length;
  const middle = /** @type {Vector} */ ([mean(0), mean(1), mean(2)]);
  const across = unit(sub(points[on[0]], middle));
  const along = cross(normal, across);
  const angle = (/** @type {number} */ at) => {
    const from = sub(points[at], middle);
    return Math.atan2(dot(from, along), dot(from, across));
  };
  const corners = on.toSorted((one, other) => angle(one) - angle(other));
  return { normal, middle, up: upOf(points, middle, on, across, along), corners, value: 0 };
}

/**
 * Return the upward direction of a face's number: its sharpest corner, or on a cube an edge.
 * @param {Vector[]} points
 * @param {Vector} middle
 * @param {number[]} on
 * @param {Vector} across
 * @param {Vector} along
 * @returns {Vector}
 */
function upOf(points, middle, on, across, along) {
  if (on.length !== 4) return across;
  const far = on
    .map((at) => ({ long: Math.hypot(...sub(points[at], middle)), at }))
    .toSorted((one, other) => other.long - one.long);
  if (far[0].long - far[3].long > 0.05) return unit(sub(middle, points[far[0].at]));
  return unit([across[0] + along[0], across[1] + along[1], across[2] + along[2]]);
}

/** @type {Map<number, Solid>} */
const made = new Map();

/**
 * Return the solid of a die by its number of sides.
 * @param {number} sides
 * @returns {Solid}
 */
export function solidOf(sides) {
  const shape = CORNERS[sides] ? sides : NEXT[sides] || 20;
  const known = made.get(shape);
  if (known) return known;
  const raw = CORNERS[shape]();
  const size = Math.max(...raw.map((point) => Math.hypot(...point)));
  const points = raw.map(([x, y, z]) => /** @type {Vector} */ ([x / size, y / size, z / size]));
  const faces = flatSides(points).map((side) => faceOf(points, side));
  const left = [...faces];
  for (let low = 1; left.length; low += 1) {
    const face = /** @type {Face} */ (left.shift());
    const opposite = left.findIndex((other) => dot(other.normal, face.normal) < -0.99);
    face.value = low;
    if (opposite >= 0) left.splice(opposite, 1)[0].value = shape + 1 - low;
  }
  const found = { points, faces, sides: shape };
  made.set(shape, found);
  return found;
}
