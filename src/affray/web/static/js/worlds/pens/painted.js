// The painter: lit stone, earth and grass in flat colour with light and shadow.
import { el, lump, mix, n, path, polygon, steady, stone, tuft } from "../draw.js";
import { clusters, outlinesOf, rounded, straight } from "../regions.js";

/** @typedef {import("./pen.js").Sketch} Sketch */

const thin = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };

/** The tone of each kind of floor, mixed from the world's colours. */
const TONES = /** @type {Record<string, (c: import("../themes.js").Colours) => string>} */ ({
  boards: (c) => c.board || mix(c.floor, "#a8703c", 0.45),
  flags: (c) => c.floor,
  grass: (c) => mix(c.floor, c.leaf, 0.5),
  fen: (c) => mix(c.leaf, c.water[1], 0.45),
  sand: (c) => mix(c.floor, c.shine, 0.4),
  snow: (c) => mix(c.shine, "#dfe8f2", 0.5),
  earth: (c) => mix(c.floor, c.stone, 0.35),
});

/**
 * Draw the floor: slabs or planks of many tones, or open ground with plants.
 * @param {Sketch} sketch
 */
function floor({ field, floor: kind, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const tone = TONES[kind](c);
  const base = el("rect", { x, y, width, height, fill: tone });
  if (kind === "boards" || kind === "flags") {
    const course = size / (kind === "boards" ? 4 : 2);
    const long = kind === "boards" ? [60, 130] : [20, 40];
    let out = base;
    for (let py = y; py < y + height - 1; py += course) {
      for (let px = x - next.between(0, 18); px < x + width - 1;) {
        const right = Math.min(px + next.between(long[0], long[1]), x + width);
        const left = Math.max(x, px);
        out += el("rect", {
          x: n(left + 0.6),
          y: n(py + 0.6),
          width: n(Math.max(0, right - left - 1.2)),
          height: n(course - 1.2),
          fill: mix(tone, next.chance(0.5) ? c.floor_dark : c.shine, next.between(0.02, 0.26)),
        });
        px = right;
      }
    }
    return out;
  }
  let blades = "";
  let dots = "";
  for (let i = 0; i < (width * height) / (size * size * 0.5); i += 1) {
    const [px, py] = [next.between(x + 4, x + width - 5), next.between(y + 9, y + height - 3)];
    if (kind === "grass" || kind === "fen") blades += tuft(px, py, 0.8);
    else dots += lump(px, py, next.between(0.8, 2.2), next.between(0.6, 1.4), next, 0.2, 5);
  }
  return (
    base +
    path(blades, {
      ...thin,
      stroke: mix(c.leaf, c.pen, 0.25),
      "stroke-width": 1.2,
      "stroke-opacity": 0.7,
    }) +
    path(dots, { fill: c.stone, opacity: 0.5 })
  );
}

/**
 * Draw stone: its top, its front and its shadow.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function block({ layout, size, colours: c, next }, cells) {
  return clusters(cells, layout.board.width || 1)
    .map((group) => {
      const loops = outlinesOf(layout, group);
      const edge = group.length < 3 ? rounded(loops, next, 14, 2) : straight(loops);
      const joints = group
        .map((cell) => {
          const [px, py] = layout.centres[cell];
          return (
            `M${n(px - size / 2)} ${n(py + next.between(-3, 3))}h${size}` +
            `M${n(px + next.between(-9, 9))} ${n(py - size / 2)}v${n(size / 2)}`
          );
        })
        .join("");
      return (
        path(edge, { fill: "#000", opacity: 0.3, transform: "translate(5 10)" }) +
        path(edge, {
          fill: c.stone_dark,
          stroke: c.pen,
          "stroke-width": 1.6,
          transform: "translate(0 5)",
        }) +
        path(edge, {
          fill: mix(c.stone, c.floor, 0.35),
          stroke: c.pen,
          "stroke-width": 1.8,
          "stroke-linejoin": "round",
        }) +
        path(group.length < 3 ? "" : joints, {
          ...thin,
          stroke: c.pen,
          "stroke-width": 1,
          "stroke-opacity": 0.45,
        }) +
        path(edge, {
          ...thin,
          stroke: c.shine,
          "stroke-width": 1.4,
          "stroke-opacity": 0.5,
          transform: "translate(1 2)",
        })
      );
    })
    .join("");
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function water({ layout, colours: c, next }, cells) {
  const shore = rounded(outlinesOf(layout, cells), next, 15, 2);
  const waves = cells
    .map((cell) => {
      const [x, y] = layout.centres[cell];
      return [-10, 4, 15]
        .map((dy) => `M${n(x - 14 + next.between(-4, 4))} ${n(y + dy)}q6 -3 12 0t12 0`)
        .join("");
    })
    .join("");
  return (
    path(shore, { fill: c.water[1], stroke: c.pen, "stroke-width": 1.6 }) +
    path(shore, { ...thin, stroke: c.water[0], "stroke-width": 4, "stroke-opacity": 0.6 }) +
    path(waves, { ...thin, stroke: c.ripple, "stroke-width": 1.4, "stroke-opacity": 0.5 })
  );
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function rough({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 19);
      const [x, y] = layout.centres[cell];
      return Array.from({ length: 6 }, () => {
        const [px, py] = [x + next.between(-0.4, 0.4) * size, y + next.between(-0.36, 0.4) * size];
        const r = next.between(3, 6.5);
        return (
          path(stone(px + 1.5, py + r * 0.5, r * 1.1, r * 0.7, steady(px)), {
            fill: "#000",
            opacity: 0.28,
          }) +
          path(stone(px, py, r, r * 0.8, steady(px)), {
            fill: mix(c.floor, c.stone, next.between(0.2, 0.8)),
            stroke: c.pen,
            "stroke-width": 1.1,
          }) +
          path(stone(px - r * 0.15, py - r * 0.25, r * 0.5, r * 0.3, steady(px)), {
            fill: c.shine,
            opacity: 0.35,
          })
        );
      }).join("");
    })
    .join("");
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function high({ layout, colours: c, next }, cells) {
  const edge = rounded(outlinesOf(layout, cells), next, 7, 1);
  return (
    path(edge, { fill: "#000", opacity: 0.32, transform: "translate(5 9)" }) +
    path(edge, { fill: c.stone, stroke: c.pen, "stroke-width": 1.4, transform: "translate(0 4)" }) +
    path(edge, { fill: mix(c.floor, c.shine, 0.45), stroke: c.pen, "stroke-width": 1.4 })
  );
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function wood({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 53);
      const [x, y] = layout.centres[cell];
      return [
        [-0.2, -0.16],
        [0.2, -0.1],
        [0, 0.18],
      ]
        .map(([dx, dy]) => {
          const [px, py] = [x + dx * size, y + dy * size];
          const leaf = mix(c.leaf, c.pen, next.between(0, 0.35));
          return (
            path(lump(px + 3, py + 5, 11, 10, next, 0.12), { fill: "#000", opacity: 0.25 }) +
            path(lump(px, py, 11, 10.5, next, 0.14, 11), {
              fill: leaf,
              stroke: c.pen,
              "stroke-width": 1.2,
            }) +
            path(lump(px - 3, py - 3, 5, 4, next, 0.2, 7), { fill: c.shine, opacity: 0.22 })
          );
        })
        .join("");
    })
    .join("");
}

/**
 * @param {Sketch} sketch
 * @param {number} cell
 */
function cover({ layout, colours: c }, cell) {
  const [x, y] = layout.centres[cell];
  return (
    path(
      polygon([
        [x - 19, y + 10],
        [x + 19, y + 10],
        [x + 22, y + 23],
        [x - 16, y + 23],
      ]),
      { fill: "#000", opacity: 0.25 },
    ) +
    path(`M${n(x - 19)} ${n(y + 7)}h38v12h-38Z`, {
      fill: c.stone,
      stroke: c.pen,
      "stroke-width": 1.4,
    }) +
    path(`M${n(x - 19)} ${n(y + 7)}l4 -5h30l4 5Z`, {
      fill: mix(c.floor, c.shine, 0.3),
      stroke: c.pen,
      "stroke-width": 1.4,
    }) +
    path(
      `M${n(x - 19)} ${n(y + 13)}h38M${n(x - 8)} ${n(y + 7)}v6M${n(x + 6)}` +
        ` ${n(y + 7)}v6M${n(x)} ${n(y + 13)}v6`,
      { ...thin, stroke: c.pen, "stroke-width": 0.8 },
    )
  );
}

/**
 * @param {Sketch} sketch
 * @param {[number, number, number, number]} wall
 */
function wall({ colours: c }, [x1, y1, x2, y2]) {
  const line = `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`;
  const firm = { "stroke-linecap": "round" };
  return (
    path(line, {
      ...firm,
      stroke: "#000",
      "stroke-opacity": 0.3,
      "stroke-width": 9,
      transform: "translate(2 4)",
    }) +
    path(line, { ...firm, stroke: c.pen, "stroke-width": 9 }) +
    path(line, { ...firm, stroke: mix(c.stone, c.floor, 0.4), "stroke-width": 6 }) +
    path(line, {
      stroke: c.pen,
      "stroke-width": 6,
      "stroke-opacity": 0.5,
      "stroke-dasharray": "1.200 9",
    })
  );
}

/** @param {Sketch} sketch */
function frame({ field, colours: c }) {
  const { x, y, width, height } = field;
  const ring = (
    /** @type {number} */ out,
    /** @type {string} */ stroke,
    /** @type {number} */ line,
  ) =>
    el("rect", {
      x: n(x - out),
      y: n(y - out),
      width: n(width + 2 * out),
      height: n(height + 2 * out),
      rx: 4,
      fill: "none",
      stroke,
      "stroke-width": line,
    });
  return ring(5, c.pen, 12) + ring(5, c.stone, 8) + ring(2.4, c.shine, 1) + ring(0, c.pen, 1.6);
}

/** @type {import("./pen.js").Pen} */
export const painted = {
  floor,
  frame,
  grid: ({ colours: c }, cells) =>
    path(cells, { ...thin, stroke: c.pen, "stroke-width": 0.8, "stroke-opacity": 0.4 }),
  block,
  water,
  rough,
  high,
  wood,
  bamboo: wood,
  cover,
  wall,
};
