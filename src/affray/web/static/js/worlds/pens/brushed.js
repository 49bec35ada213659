// The brush: ink on rice paper. Every shape is a stroke; tone is a wash.
import { blob, brush, el, lump, n, path, steady } from "../draw.js";
import { clusters, outlinesOf, rounded } from "../regions.js";
import { bamboo, blades, wood } from "./brushed_plants.js";

/** @typedef {import("./pen.js").Sketch} Sketch */
/** @typedef {import("../themes.js").Colours} Colours */
/** @typedef {import("../draw.js").Steady} Steady */

/** A soft edge, and the broken edge of a dry brush. */
const FILTERS =
  el(
    "filter",
    { id: "bleed", x: "-40%", y: "-40%", width: "180%", height: "180%" },
    el("feGaussianBlur", { stdDeviation: 3 }),
  ) +
  el(
    "filter",
    { id: "mist", x: "-40%", y: "-40%", width: "180%", height: "180%" },
    el("feGaussianBlur", { stdDeviation: 11 }),
  ) +
  el(
    "filter",
    { id: "dry", x: "-5%", y: "-5%", width: "110%", height: "110%" },
    el("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: "0.09 0.05",
      numOctaves: 2,
      seed: 4,
    }),
    el("feDisplacementMap", { in: "SourceGraphic", scale: 2.6 }),
  );

/**
 * Draw the paper's fibres, far hills in a mist and a moon.
 * @param {Sketch} sketch
 */
function floor({ field, floor: kind, size, colours: c, next }) {
  const { x, y, width, height } = field;
  let fibres = "";
  for (let i = 0; i < (width * height) / 2600; i += 1) {
    const [px, py] = [next.between(x - 30, x + width + 30), next.between(y - 30, y + height + 30)];
    const [turn, long] = [next.between(0, 6.3), next.between(6, 22)];
    const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long];
    fibres += `M${n(px)} ${n(py)}q${n(dx / 2 + 3)} ${n(dy / 2 - 3)} ${n(dx)} ${n(dy)}`;
  }
  const hill = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ base,
  ) => {
    /** @type {Point[]} */
    const ridge = [];
    for (let at = 0; at <= 7; at += 1) {
      ridge.push([from + ((to - from) * at) / 7, base - next.between(0.02, 0.2) * height]);
    }
    return blob([...ridge, [to, base + 0.08 * height], [from, base + 0.08 * height]]);
  };
  const moon = { cx: x + width * 0.82, cy: y + height * 0.12, r: size * 0.8 };
  const wash = { fill: c.far, filter: "url(#mist)" };
  const shoots = kind === "grass" ? blades(field, size, c, next) : "";
  return (
    el("defs", {}, FILTERS) +
    path(fibres, {
      fill: "none",
      stroke: c.floor_dark,
      "stroke-width": 0.8,
      "stroke-opacity": 0.7,
    }) +
    el("circle", { ...moon, fill: c.shine, opacity: 0.8 }) +
    el("circle", {
      ...moon,
      fill: "none",
      stroke: c.far,
      "stroke-opacity": 0.4,
      "stroke-width": 2.2,
    }) +
    path(hill(x - 30, x + width * 0.64, y + height * 0.3), { ...wash, opacity: 0.26 }) +
    path(hill(x + width * 0.5, x + width + 40, y + height * 0.36), { ...wash, opacity: 0.2 }) +
    path(hill(x - 30, x + width + 30, y + height * 0.96), { ...wash, opacity: 0.16 }) +
    shoots
  );
}

/**
 * Draw the grid as ruled brush strokes.
 * @param {Sketch} sketch
 */
function grid({ field, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const off = () => next.between(-2.4, 2.4);
  const ruled = (
    /** @type {number} */ x1,
    /** @type {number} */ y1,
    /** @type {number} */ x2,
    /** @type {number} */ y2,
  ) => {
    const wave = next.between(3, 5);
    return brush(
      [
        [x1, y1],
        [(x1 + x2) / 2 + off() / 2, (y1 + y2) / 2 + off() / 2],
        [x2, y2],
      ],
      next.between(1.3, 2.4),
      next,
      (t) => 0.4 + 0.6 * Math.abs(Math.sin(2 + t * wave)),
      0.3,
    );
  };
  let d = "";
  for (let at = 0; at <= width + 1; at += size) {
    d += ruled(x + at, y - 5 + off(), x + at, y + height + 4 + off());
  }
  for (let at = 0; at <= height + 1; at += size) {
    d += ruled(x - 5 + off(), y + at, x + width + 5 + off(), y + at);
  }
  return path(d, { fill: c.pen, opacity: 0.32 });
}

/**
 * Draw a rock: a pale wash, a pressed outline on its dark side, a few dry strokes.
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {Colours} c
 * @param {Steady} next
 */
function rock(x, y, rx, ry, c, next) {
  /** @type {Point[]} */
  const top = [
    [x - rx, y + ry * 0.55],
    [x - rx * next.between(0.8, 0.92), y - ry * 0.3],
    [x - rx * 0.3, y - ry * next.between(0.82, 1)],
    [x + rx * 0.4, y - ry * next.between(0.7, 0.95)],
    [x + rx * 0.95, y - ry * 0.1],
    [x + rx, y + ry * 0.6],
  ];
  const body = blob([...top, [x, y + ry * 0.8]]);
  let dry = "";
  for (let i = 0; i < 5; i += 1) {
    const [px, py] = [x + next.between(-0.1, 0.7) * rx, y + next.between(-0.6, 0.25) * ry];
    dry += brush(
      [
        [px, py],
        [px + 3, py + 5],
        [px + 2, py + 11],
      ],
      2.6,
      next,
      (t) => 1 - t,
      0.4,
    );
  }
  return (
    path(lump(x + 4, y + ry * 0.75, rx * 1.15, ry * 0.32, next, 0.1), {
      fill: "#000",
      opacity: 0.2,
      filter: "url(#bleed)",
    }) +
    path(body, { fill: c.floor }) +
    path(body, { fill: c.stone, opacity: 0.4 }) +
    path(blob([top[2], top[3], top[4], top[5], [x + rx * 0.2, y + ry * 0.7]]), {
      fill: c.stone_dark,
      opacity: 0.4,
      filter: "url(#bleed)",
    }) +
    path(
      brush(top, 6, next, (t) => 0.25 + 0.75 * t, 0.25),
      { fill: c.pen, filter: "url(#dry)" },
    ) +
    path(brush([top[5], [x, y + ry * 0.84], top[0]], 3.2, next) + dry, {
      fill: c.pen,
      opacity: 0.85,
    })
  );
}

/**
 * Draw solid cells: single ones as rocks, rows as a wall with its coping.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function block(sketch, cells) {
  const { layout, size, colours: c } = sketch;
  return clusters(cells, layout.board.width || 1)
    .map((group) => {
      if (group.length > 2) return wallOf(sketch, group);
      return group
        .map((cell) => {
          const [x, y] = layout.centres[cell];
          const next = steady(cell + 41);
          const small = rock(x - size * 0.3, y + size * 0.24, size * 0.18, size * 0.14, c, next);
          return rock(x + 1, y, size * 0.42, size * 0.38, c, next) + (cell % 2 ? small : "");
        })
        .join("");
    })
    .join("");
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function wallOf({ layout, size, colours: c, next }, cells) {
  const edge = rounded(outlinesOf(layout, cells), next, 5, 1.2);
  const strokes = cells
    .map((cell) => {
      const [x, y] = layout.centres[cell];
      return [-0.3, 0.02, 0.32]
        .map((dy) =>
          brush(
            [
              [x - size * 0.4, y + dy * size],
              [x, y + dy * size - 2],
              [x + size * 0.42, y + dy * size],
            ],
            2.6,
            next,
          ),
        )
        .join("");
    })
    .join("");
  return (
    path(edge, { fill: "#000", opacity: 0.2, filter: "url(#bleed)", transform: "translate(4 6)" }) +
    path(edge, { fill: c.stone, opacity: 0.75 }) +
    path(strokes, { fill: c.pen, opacity: 0.5 }) +
    path(edge, {
      fill: "none",
      stroke: c.pen,
      "stroke-width": 3,
      "stroke-linejoin": "round",
    })
  );
}

/**
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function water({ layout, colours: c, next }, cells) {
  const shore = rounded(outlinesOf(layout, cells), next, 14, 2);
  const waves = cells
    .map((cell) => {
      const [x, y] = layout.centres[cell];
      return [-10, 6]
        .map((dy) =>
          brush(
            [
              [x - 16, y + dy],
              [x - 6, y + dy - 4],
              [x + 4, y + dy + 2],
              [x + 15, y + dy - 2],
            ],
            2,
            next,
          ),
        )
        .join("");
    })
    .join("");
  return (
    path(shore, { fill: c.water[1], opacity: 0.75 }) +
    path(shore, { fill: "none", stroke: c.water[2], "stroke-width": 5, filter: "url(#bleed)" }) +
    path(waves, { fill: c.pen, opacity: 0.45 })
  );
}

/**
 * Draw rough ground: shoots in rows and a stone between them.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function rough({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 31);
      const [x, y] = layout.centres[cell];
      let d = "";
      for (let row = 0; row < 3; row += 1) {
        for (let column = 0; column < 3; column += 1) {
          const px = x + (column - 1) * size * 0.3 + next.between(-3, 3);
          const py = y + (row - 0.7) * size * 0.3 + next.between(-2, 2);
          for (const lean of [-4, 0, 4]) {
            d += brush(
              [
                [px, py + 4],
                [px + lean * 0.3, py - 1],
                [px + lean, py - 5],
              ],
              1.7,
              next,
              (t) => 1.1 - t,
            );
          }
        }
      }
      const wet = lump(x, y, size * 0.48, size * 0.44, next, 0.08, 10);
      return path(wet, { fill: c.leaf, opacity: 0.16 }) + path(d, { fill: c.leaf, opacity: 0.95 });
    })
    .join("");
}

/**
 * Return rows of tiles, as on a roof: arcs that overlap from row to row.
 * @param {Sketch} sketch
 * @param {number} cell
 */
function tilesOf({ layout, size, next }, cell) {
  const [x, y] = layout.centres[cell];
  const wide = size / 4;
  let d = "";
  for (let row = 0; row < 4; row += 1) {
    const py = y + (-0.44 + row * 0.2) * size;
    for (let at = row % 2 ? -2 : -1.5; at < 1.6; at += 1) {
      const px = x + at * wide + next.between(-0.6, 0.6);
      d += `M${n(px)} ${n(py)}q${n(wide / 2)} ${n(size * 0.2)} ${n(wide)} 0`;
    }
  }
  return d;
}

/**
 * Draw raised ground: tiles in a grey wash over the shaded face of a ledge.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function high(sketch, cells) {
  const { layout, size, colours: c, next } = sketch;
  const edge = rounded(outlinesOf(layout, cells), next, 9, 1.4);
  const among = new Set(cells);
  const width = layout.board.width || 1;
  const ledge = cells
    .filter((cell) => !among.has(cell + width))
    .map((cell) => {
      const [x, y] = layout.centres[cell];
      let strokes = "";
      for (let dx = -0.44; dx < 0.46; dx += 0.11) {
        const px = x + dx * size + next.between(-1, 1);
        strokes += brush(
          [
            [px, y + size * 0.3],
            [px + 1, y + size * 0.4],
            [px - 1, y + size * next.between(0.44, 0.5)],
          ],
          3,
          next,
          (t) => 1 - t * 0.7,
          0.3,
        );
      }
      return strokes;
    })
    .join("");
  return (
    path(edge, {
      fill: "#000",
      opacity: 0.34,
      filter: "url(#bleed)",
      transform: "translate(4 8)",
    }) +
    path(edge, { fill: c.shine }) +
    path(edge, { fill: c.stone, opacity: 0.42 }) +
    path(cells.map((cell) => tilesOf(sketch, cell)).join(""), {
      fill: "none",
      stroke: c.pen,
      "stroke-width": 1.3,
      "stroke-linecap": "round",
      opacity: 0.5,
    }) +
    path(ledge, { fill: c.pen, opacity: 0.6 }) +
    path(edge, {
      fill: "none",
      stroke: c.pen,
      "stroke-width": 2.2,
      "stroke-linejoin": "round",
    })
  );
}

/**
 * @param {Sketch} sketch
 * @param {number} cell
 */
function cover({ layout, size, colours: c }, cell) {
  const [x, y] = layout.centres[cell];
  const next = steady(cell);
  return [-0.26, 0, 0.26]
    .map((dx) => rock(x + dx * size, y + size * 0.28, size * 0.17, size * 0.14, c, next))
    .join("");
}

/**
 * @param {Sketch} sketch
 * @param {[number, number, number, number]} wall
 */
const wall = ({ colours: c, next }, [x1, y1, x2, y2]) =>
  path(
    brush(
      [
        [x1, y1],
        [(x1 + x2) / 2, (y1 + y2) / 2],
        [x2, y2],
      ],
      9,
      next,
      () => 0.9,
      0.2,
    ),
    {
      fill: c.pen,
      filter: "url(#dry)",
    },
  );

/**
 * Draw the seal in a corner, like a painter's signature.
 * @param {Sketch} sketch
 */
function frame({ field, colours: c, next }) {
  const [x, y] = [field.x + field.width + 20, field.y + field.height - 8];
  return (
    path(lump(x, y, 13, 13.5, next, 0.05, 12), { fill: c.harm, filter: "url(#dry)" }) +
    path(
      `M${n(x - 7)} ${n(y - 6)}h14M${n(x)} ${n(y - 10)}v21M${n(x - 6)} ${n(y)}q6 -4 ` +
        `12 0v8M${n(x - 6)} ${n(y)}v8M${n(x - 4)} ${n(y + 4)}h8`,
      {
        fill: "none",
        stroke: c.shine,
        "stroke-width": 1.8,
        "stroke-linecap": "round",
      },
    )
  );
}

/** @type {import("./pen.js").Pen} */
export const brushed = { floor, frame, grid, block, water, rough, high, wood, bamboo, cover, wall };
