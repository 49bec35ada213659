// Regions of touching cells: their outlines, for squares and hexes.
import { n } from "./draw.js";

/**
 * Return an outline's corners.
 * @param {Outline} outline
 * @returns {Point[]}
 */
function cornersOf({ tag, attributes }) {
  if (tag === "polygon") {
    return String(attributes.points)
      .split(" ")
      .map((pair) => /** @type {Point} */ (pair.split(",").map(Number)));
  }
  if (tag === "circle") {
    const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(attributes[name]));
    return Array.from({ length: 24 }, (_, at) => {
      const turn = (at * Math.PI) / 12;
      return [cx + r * Math.cos(turn), cy + r * Math.sin(turn)];
    });
  }
  const [x, y, wide, tall] = ["x", "y", "width", "height"].map((key) => Number(attributes[key]));
  return [
    [x, y],
    [x + wide, y],
    [x + wide, y + tall],
    [x, y + tall],
  ];
}

/** @param {Point} point */
const key = ([x, y]) => `${Math.round(x)},${Math.round(y)}`;

/**
 * Return the outlines of cells as closed loops, without sides shared by two of them.
 * @param {Layout} layout
 * @param {number[]} cells
 * @returns {Point[][]}
 */
export function outlinesOf(layout, cells) {
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const cell of cells) {
    const corners = cornersOf(layout.outline(cell));
    corners.forEach((corner, at) => {
      const next = corners[(at + 1) % corners.length];
      if (!sides.delete(`${key(next)} ${key(corner)}`)) {
        sides.set(`${key(corner)} ${key(next)}`, [corner, next]);
      }
    });
  }
  return loopsOf([...sides.values()]);
}

/**
 * @param {[Point, Point][]} sides
 * @returns {Point[][]}
 */
function loopsOf(sides) {
  /** @type {Map<string, [Point, Point][]>} */
  const from = new Map();
  for (const side of sides) from.set(key(side[0]), [...(from.get(key(side[0])) || []), side]);
  /** @type {Point[][]} */
  const loops = [];
  for (const [start] of sides) {
    /** @type {Point[]} */
    const loop = [];
    let side = from.get(key(start))?.pop();
    while (side) {
      loop.push(side[0]);
      side = from.get(key(side[1]))?.pop();
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

/**
 * Return loops as a path with straight sides.
 * @param {Point[][]} loops
 */
export const straight = (loops) =>
  loops.map((loop) => `M${loop.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`).join("");

/**
 * Return loops as a path with rounded corners and slightly bent sides.
 * @param {Point[][]} loops
 * @param {import("./draw.js").Steady} next
 * @param {number} round The distance from a corner at which the bend begins.
 * @param {number} wobble
 */
export function rounded(loops, next, round, wobble) {
  return loops.map((loop) => roundedLoop(loop, next, round, wobble)).join("");
}

/**
 * @param {Point[]} loop
 * @param {import("./draw.js").Steady} next
 * @param {number} round
 * @param {number} wobble
 */
function roundedLoop(loop, next, round, wobble) {
  const off = () => next.between(-wobble, wobble);
  let d = "";
  loop.forEach(([x, y], at) => {
    const before = loop[(at + loop.length - 1) % loop.length];
    const after = loop[(at + 1) % loop.length];
    const toward = (/** @type {Point} */ [px, py]) => {
      const share = Math.min(0.5, round / (Math.hypot(px - x, py - y) || 1));
      return /** @type {Point} */ ([x + (px - x) * share + off(), y + (py - y) * share + off()]);
    };
    const [ax, ay] = toward(before);
    const [bx, by] = toward(after);
    d += `${at ? "L" : "M"}${n(ax)} ${n(ay)}Q${n(x)} ${n(y)} ${n(bx)} ${n(by)}`;
  });
  return `${d}Z`;
}

/**
 * Return cells in groups that touch by a side.
 * @param {number[]} cells
 * @param {number} width
 * @returns {number[][]}
 */
export function clusters(cells, width) {
  const left = new Set(cells);
  /** @type {number[][]} */
  const found = [];
  for (const cell of cells) {
    if (!left.delete(cell)) continue;
    const group = [cell];
    for (const one of group) {
      for (const near of [one - width, one + width, one - 1, one + 1]) {
        const isBeside = Math.abs((one % width) - (near % width)) <= 1;
        if (isBeside && left.delete(near)) group.push(near);
      }
    }
    found.push(group);
  }
  return found;
}
