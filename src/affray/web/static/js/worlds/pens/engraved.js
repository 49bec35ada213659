// The burin: a plate from a fencing manual. One ink; tone is made of lines alone.
import { el, group, hatching, lump, n, path, steady, tuft } from "../draw.js";
import { isHex } from "../../plan/grid.js";
import { outlinesOf, rounded, straight } from "../regions.js";

/** @typedef {import("./pen.js").Sketch} Sketch */

const thin = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
let clips = 0;

/**
 * Draw lines that follow a shore inwards, closer together at its edge: wide strokes of ink and
 * paper over each other, cut at the shore.
 * @param {string} shore
 * @param {number[]} depths
 * @param {string} ink
 * @param {string} paper
 */
function shoreLines(shore, depths, ink, paper) {
  const id = `shore-${(clips += 1)}`;
  const strokes = depths
    .toSorted((one, other) => other - one)
    .map(
      (deep, at) =>
        path(shore, { fill: "none", stroke: ink, "stroke-width": n(2 * deep + 1.5) }) +
        path(shore, {
          fill: "none",
          stroke: paper,
          "stroke-width": n(2 * deep - (at > 2 ? 0.5 : 0)),
        }),
    )
    .join("");
  return (
    el("clipPath", { id }, path(shore)) +
    group({ "clip-path": `url(#${id})` }, strokes) +
    path(shore, { fill: "none", stroke: ink, "stroke-width": 1.8 })
  );
}

/**
 * Draw the floor: laid paper, with ruled boards or flags.
 * @param {Sketch} sketch
 */
function floor({ layout, field, floor: kind, size, colours: c, next }) {
  const { x, y, width, height } = field;
  let d = "";
  const isRuled = kind === "boards" || kind === "flags";
  if (isRuled && isHex(layout.board)) return "";
  if (isRuled) {
    const course = size / (kind === "boards" ? 4 : 2);
    for (let py = y; py < y + height - 1; py += course) {
      d += `M${x} ${n(py)}h${width}`;
      for (let px = x + next.between(5, 60); px < x + width; px += next.between(30, 90)) {
        d += `M${n(px)} ${n(py)}v${course}`;
      }
    }
  } else {
    for (let i = 0; i < (width * height) / (size * size * 1.4); i += 1) {
      const [px, py] = [next.between(x + 5, x + width - 6), next.between(y + 9, y + height - 3)];
      d += kind === "grass" || kind === "fen" ? tuft(px, py, 0.6) : `M${n(px)} ${n(py)}h2m3 2h2`;
    }
  }
  return path(d, {
    ...thin,
    stroke: c.pen,
    "stroke-width": 0.6,
    "stroke-opacity": isRuled ? 0.2 : 0.45,
  });
}

/**
 * Draw the plate's border with its checks, a scale and a compass rose.
 * @param {Sketch} sketch
 */
function frame({ field, size, colours: c }) {
  const { x, y, width, height } = field;
  let checks = "";
  const rows = Math.round(height / size);
  const columns = Math.round(width / size);
  for (let i = 0; i < columns; i += 2) {
    checks += `M${n(x + i * size)} ${n(y - 23)}h${size}v4h-${size}Z`;
    checks += `M${n(x + i * size)} ${n(y + height + 19)}h${size}v4h-${size}Z`;
  }
  for (let i = 0; i < rows; i += 2) {
    checks += `M${n(x - 23)} ${n(y + i * size)}v${size}h4v-${size}Z`;
    checks += `M${n(x + width + 19)} ${n(y + i * size)}v${size}h4v-${size}Z`;
  }
  const ring = (/** @type {number} */ out, /** @type {number} */ line) =>
    el("rect", {
      x: n(x - out),
      y: n(y - out),
      width: n(width + 2 * out),
      height: n(height + 2 * out),
      fill: "none",
      stroke: c.pen,
      "stroke-width": line,
    });
  return (
    ring(26, 2.2) +
    ring(23, 0.7) +
    ring(19, 0.7) +
    ring(0, 1.6) +
    path(checks, { fill: c.pen }) +
    group(
      { transform: `translate(${n(x + width - 6)} ${n(y + height + 50)})` },
      path("M0 -22L4 -4L22 0L4 4L0 22L-4 4L-22 0L-4 -4Z", {
        fill: c.paper,
        stroke: c.pen,
        "stroke-width": 1.1,
      }),
      path("M0 -22L4 -4L0 0ZM22 0L4 4L0 0ZM0 22L-4 4L0 0ZM-22 0L-4 -4L0 0Z", { fill: c.pen }),
      el("circle", { r: 12, fill: "none", stroke: c.pen, "stroke-width": 0.7 }),
    )
  );
}

/**
 * Draw walls in section: dense hatching between firm lines, and a shadow at their foot.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function block({ layout, size, colours: c, next }, cells) {
  const outline = straight(outlinesOf(layout, cells));
  const id = `block-${(clips += 1)}`;
  const hatch = cells
    .map((cell) => {
      const [x, y] = [layout.centres[cell][0] - size / 2, layout.centres[cell][1] - size / 2];
      const wide = hatching(x, y, size, size, 3.4, next, 1, 0.4);
      return wide + hatching(x, y, size, size, 6.8, next, -1, 0.4);
    })
    .join("");
  return (
    path(outline, { fill: c.pen, opacity: 0.22, transform: "translate(3 4)" }) +
    path(outline, { fill: c.stone }) +
    el("clipPath", { id }, path(outline)) +
    group(
      { "clip-path": `url(#${id})` },
      path(hatch, { ...thin, stroke: c.pen, "stroke-width": 0.75 }),
    ) +
    path(outline, { ...thin, stroke: c.pen, "stroke-width": 2 })
  );
}

/**
 * Draw water in the style of engravings.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function water({ layout, colours: c, next }, cells) {
  const shore = rounded(outlinesOf(layout, cells), next, 16, 1.6);
  return (
    path(shore, { fill: c.water[0] }) +
    shoreLines(shore, [2.4, 5.2, 8.6, 12.4, 16.6, 21], c.pen, c.water[0])
  );
}

/**
 * Draw rough ground: tufts and little hachured mounds.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function rough({ layout, size, colours: c }, cells) {
  const d = cells
    .map((cell) => {
      const next = steady(cell + 5);
      const [x, y] = layout.centres[cell];
      let found = "";
      for (let i = 0; i < 6; i += 1) {
        const [px, py] = [
          x + next.between(-0.38, 0.38) * size,
          y + next.between(-0.3, 0.44) * size,
        ];
        found += next.chance(0.5)
          ? tuft(px, py, 0.9)
          : `M${n(px - 7)} ${n(py)}q6 -8 13 0M${n(px)} ${n(py - 3)}l2 4M${n(px + 3)}` +
            ` ${n(py - 2)}l2 4`;
      }
      return found;
    })
    .join("");
  return path(d, { ...thin, stroke: c.pen, "stroke-width": 1 });
}

/**
 * Draw raised ground: hachures along its edge.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function high({ layout, colours: c, next }, cells) {
  const edge = rounded(outlinesOf(layout, cells), next, 8, 0.6);
  return path(edge, { fill: c.shine }) + shoreLines(edge, [3, 5.4], c.pen, c.shine);
}

/**
 * Draw trees in elevation with their shadow in strokes.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function wood({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 3);
      const [x, y] = layout.centres[cell];
      return (
        tree(x - size * 0.2, y + size * 0.2, 11, c, next) +
        tree(x + size * 0.22, y + size * 0.42, 12, c, next)
      );
    })
    .join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {import("../themes.js").Colours} c
 * @param {import("../draw.js").Steady} next
 */
function tree(x, y, size, c, next) {
  const middle = y - size * 1.3;
  let leaves = "";
  for (let i = 0; i < 20; i += 1) {
    const [turn, far] = [next.between(0, 6.3), size * 0.9 * Math.sqrt(next())];
    const [px, py] = [x + far * Math.cos(turn), middle + far * 0.9 * Math.sin(turn)];
    leaves += `M${n(px - 3)} ${n(py + 1)}q1.500 -4 3 -1q1.500 -3 4 1`;
    if (px > x) leaves += `M${n(px - 2)} ${n(py + 3)}l4 -4`;
  }
  let cast = "";
  for (let i = 0; i < 6; i += 1) {
    cast += `M${n(x + 2 + i)} ${n(y + i * 1.3)}h${n(size * 1.4 - i * 2)}`;
  }
  return (
    path(cast, { ...thin, stroke: c.pen, "stroke-width": 0.7 }) +
    path(`M${n(x - 2)} ${n(y)}v-${n(size * 0.7)}h4v${n(size * 0.7)}Z`, {
      fill: c.paper,
      stroke: c.pen,
      "stroke-width": 1.1,
    }) +
    path(lump(x, middle, size, size * 0.95, next, 0.14, 12), {
      fill: c.paper,
      stroke: c.pen,
      "stroke-width": 1.3,
    }) +
    path(leaves, { ...thin, stroke: c.pen, "stroke-width": 0.75 })
  );
}

/**
 * Draw a low wall or bale to stand behind, with its shaded side.
 * @param {Sketch} sketch
 * @param {number} cell
 */
function cover({ layout, colours: c, next }, cell) {
  const [x, y] = [layout.centres[cell][0] - 18, layout.centres[cell][1] + 5];
  return (
    path(`M${n(x)} ${n(y)}l5 -6h26l5 6v12h-36Z`, {
      fill: c.shine,
      stroke: c.pen,
      "stroke-width": 1.5,
    }) +
    path(
      `M${n(x)} ${n(y)}h36M${n(x + 12)} ${n(y)}v6M${n(x + 24)} ${n(y)}v6M${n(x)} ${n(y + 6)}h36`,
      {
        ...thin,
        stroke: c.pen,
        "stroke-width": 0.8,
      },
    ) +
    path(hatching(x, y + 6, 36, 6, 2.6, next), { ...thin, stroke: c.pen, "stroke-width": 0.7 })
  );
}

/**
 * Draw a wall between cells in section.
 * @param {Sketch} sketch
 * @param {[number, number, number, number]} wall
 */
function wall({ colours: c }, [x1, y1, x2, y2]) {
  const line = `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`;
  return (
    path(line, { stroke: c.pen, "stroke-width": 9, "stroke-linecap": "square" }) +
    path(line, { stroke: c.stone, "stroke-width": 6, "stroke-linecap": "square" }) +
    path(line, { stroke: c.pen, "stroke-width": 6, "stroke-dasharray": "1 2.400" })
  );
}

/** @type {import("./pen.js").Pen} */
export const engraved = {
  floor,
  frame,
  grid: ({ colours: c }, cells) =>
    path(cells, { ...thin, stroke: c.pen, "stroke-width": 0.55, "stroke-opacity": 0.5 }),
  block,
  water,
  rough,
  high,
  wood,
  bamboo: wood,
  cover,
  wall,
};
