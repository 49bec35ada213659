// The pencil: graph paper as in a home-made module. Rock is bundles of strokes; boards are drawn
// plainly.
import { el, handLine, lump, n, path, polygon, steady, tuft } from "../draw.js";
import { outlinesOf, rounded, straight } from "../regions.js";

/** @typedef {import("./pen.js").Sketch} Sketch */
/** @typedef {import("../draw.js").Steady} Steady */

const thin = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };

/**
 * Draw a floor of boards with joints, nails and grain.
 * @param {Sketch} sketch
 */
function boards({ field, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const plank = size / 4;
  let out = el("rect", { x, y, width, height, fill: c.board || c.floor });
  let lines = "";
  let grain = "";
  for (let py = y, row = 0; py < y + height - 1; py += plank, row += 1) {
    if (row % 3 === 1) {
      const fill = c.board_dark || c.floor_dark;
      out += el("rect", { x, y: n(py), width, height: plank, fill, opacity: 0.55 });
    }
    lines += handLine(x, py, x + width, py, next, 0.5);
    for (let px = x + next.between(20, 110); px < x + width - 8; px += next.between(70, 150)) {
      lines += `M${n(px)} ${n(py)}v${plank}`;
      lines += `M${n(px - 3)} ${n(py + 3)}v.1M${n(px + 3)} ${n(py + 3)}v.1`;
    }
    for (let k = 0; k < width / 130; k += 1) {
      const px = next.between(x, Math.max(x, x + width - 50));
      grain += `M${n(px)} ${n(py + next.between(3, plank - 2))}`;
      grain += `q${n(next.between(8, 24))} ${n(next.between(-2, 2))} ${n(next.between(28, 48))} 0`;
    }
  }
  return (
    out +
    path(lines, { ...thin, stroke: c.pen, "stroke-width": 0.9, "stroke-opacity": 0.55 }) +
    path(grain, { ...thin, stroke: c.pen, "stroke-width": 0.6, "stroke-opacity": 0.35 })
  );
}

/**
 * Draw flagstones in uneven courses.
 * @param {Sketch} sketch
 */
function flags({ field, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const course = size / 2;
  let d = "";
  for (let py = y; py < y + height - 2; py += course) {
    for (let px = x - next.between(0, 16); px < x + width - 2;) {
      const right = Math.min(px + next.between(20, 38), x + width);
      const left = Math.max(x, px);
      if (right - left > 5) {
        const off = () => next.between(-0.8, 0.8);
        d += polygon([
          [left + 1.6, py + 1.6 + off()],
          [right - 1.6, py + 1.6 + off()],
          [right - 1.6, py + course - 1.6 + off()],
          [left + 1.6, py + course - 1.6 + off()],
        ]);
      }
      px = right;
    }
  }
  return (
    el("rect", { x, y, width, height, fill: c.stone }) +
    path(d, { ...thin, stroke: c.pen, "stroke-width": 0.8, "stroke-opacity": 0.28 })
  );
}

/**
 * Draw open ground: a few tufts, pebbles or drifts on the bare paper.
 * @param {Sketch} sketch
 */
function open({ field, floor, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const tints = { grass: c.leaf, fen: c.ripple, sand: c.far, earth: c.far, snow: c.stone };
  const tint = /** @type {Record<string, string>} */ (tints)[floor] || c.leaf;
  let d = "";
  for (let i = 0; i < (width * height) / (size * size * 0.55); i += 1) {
    const [px, py] = [next.between(x + 4, x + width - 6), next.between(y + 9, y + height - 3)];
    if (floor === "grass") d += tuft(px, py, 0.7);
    else if (floor === "fen") d += next.chance(0.5) ? tuft(px, py, 0.9) : `M${n(px)} ${n(py)}h9`;
    else d += `M${n(px)} ${n(py)}v.1M${n(px + 4)} ${n(py + 2)}v.1M${n(px - 3)} ${n(py + 3)}v.1`;
  }
  return (
    el("rect", { x, y, width, height, fill: c.floor }) +
    el("rect", { x, y, width, height, fill: tint, opacity: 0.1 }) +
    path(d, { ...thin, stroke: tint, "stroke-width": 1.2, "stroke-opacity": 0.75 })
  );
}

/**
 * Draw bundles of three or four strokes at random angles, for solid rock.
 * @param {number} px
 * @param {number} py
 * @param {Steady} next
 */
function bundle(px, py, next) {
  const turn = next.between(0, Math.PI);
  let d = "";
  for (let k = -1; k <= 2; k += 1) {
    const [ox, oy] = [-Math.sin(turn) * k * 2.6, Math.cos(turn) * k * 2.6];
    const long = next.between(5, 6);
    const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long];
    d += `M${n(px + ox - dx)} ${n(py + oy - dy)}L${n(px + ox + dx)} ${n(py + oy + dy)}`;
  }
  return d;
}

/**
 * Draw a tavern's hearth and its casks, in niches of the walls, where nobody walks.
 * @param {Sketch} sketch
 */
function niches({ field, size, colours: c, next }) {
  const { x, y, width, height } = field;
  const line = { ...thin, stroke: c.pen, "stroke-width": 2 };
  // between two columns, whose numbers stay free
  const column = Math.floor(width / size / 2) || 0.5;
  const [wide, deep] = [size * 0.62, 22];
  const left = x + column * size - wide / 2;
  const mouth = `M${n(left)} ${n(y)}v${-deep}h${n(wide)}v${deep}`;
  const logs = `M${n(left + 9)} ${n(y - 4)}l${n(wide - 18)} -5M${n(left + 9)} ${n(y - 9)}l${
    n(wide - 18)} 5`;
  const flame = (/** @type {number} */ px, /** @type {number} */ high) =>
    `M${n(px - 5)} ${n(y - 5)}q-2 ${n(-high / 2)} 6 ${n(-high)}q7 ${n(high / 2)} 4 ${n(high)}z`;
  const fire = [0.3, 0.5, 0.7].map((at) => flame(left + at * wide, next.between(11, 17))).join("");
  const casks = [0, 1, 2].map((at) => {
    const [px, py] = [x + width + 12, y + height - 15 - at * 19];
    return path(lump(px, py, 8.5, 8.5, next, 0.03, 14),
      { ...line, "stroke-width": 1.5, fill: c.board_dark || c.floor }) +
      path(`${lump(px, py, 5.5, 5.5, next, 0.04, 12)}M${n(px - 5)} ${n(py)}h10`,
        { ...thin, stroke: c.pen, "stroke-width": 0.8 });
  });
  const cellar = `M${n(x + width)} ${n(y + height - 66)}h24v62h-24`;
  return (
    path(`${mouth}z`, { fill: c.stone_dark }) +
    path(fire, { fill: c.lit, "fill-opacity": 0.75 }) +
    path(mouth + logs, line) +
    path(`${cellar}z`, { fill: c.stone_dark }) +
    path(cellar, line) +
    casks.join("")
  );
}

/**
 * Draw the rock around a room, and its walls gone over twice.
 * @param {Sketch} sketch
 */
function frame(sketch) {
  const { field, floor, colours: c, next } = sketch;
  const { x, y, width, height } = field;
  const indoors = floor === "boards" || floor === "flags";
  let d = "";
  for (let py = y - 27; indoors && py < y + height + 27; py += 8) {
    for (let px = x - 27; px < x + width + 27; px += 8) {
      const [ax, ay] = [px + next.between(-1.6, 1.6), py + next.between(-1.6, 1.6)];
      const far = Math.hypot(
        Math.max(x - ax, 0, ax - x - width),
        Math.max(y - ay, 0, ay - y - height),
      );
      if (far > 3 && far < 19 + next.between(-3, 2)) d += bundle(ax, ay, next);
    }
  }
  const corners = /** @type {Point[]} */ ([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
  const sides = corners
    .map(([ax, ay], at) => {
      const [bx, by] = corners[(at + 1) % 4];
      return handLine(ax, ay, bx, by, next, 0.8) + handLine(ax, ay, bx, by, next, 1.1);
    })
    .join("");
  const ring = lump(x + width + 6, y - 30, 30, 29, next, 0.02, 14);
  return (
    path(d, { ...thin, stroke: c.pen, "stroke-width": 0.9, "stroke-opacity": 0.7 }) +
    path(ring, {
      fill: c.far,
      "fill-opacity": 0.08,
      stroke: c.far,
      "stroke-width": 4,
      opacity: 0.3,
    }) +
    (sketch.isTavern ? niches(sketch) : "") +
    path(sides, { ...thin, stroke: c.pen, "stroke-width": indoors ? 3.4 : 1.6 })
  );
}

/**
 * Draw solid cells: rock in bundles within a double outline.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function block(sketch, cells) {
  const { layout, size, colours: c, next } = sketch;
  const loops = outlinesOf(layout, cells);
  const outline = cells.length < 3 ? rounded(loops, next, 17, 1.5) : rounded(loops, next, 5, 0.8);
  let d = "";
  for (const cell of cells) {
    const [x, y] = layout.centres[cell];
    for (const [dx, dy] of [
      [-0.25, -0.25],
      [0.25, -0.25],
      [-0.25, 0.25],
      [0.25, 0.25],
    ]) {
      d += bundle(x + dx * size, y + dy * size, next);
    }
  }
  const inner = rounded(loops, next, cells.length < 3 ? 15 : 5, 1.6);
  return (
    path(outline, { fill: c.pen, opacity: 0.2, transform: "translate(3 4)" }) +
    path(outline, { fill: c.stone_dark }) +
    path(d, { ...thin, stroke: c.pen, "stroke-width": 0.9, "stroke-opacity": 0.75 }) +
    path(outline + inner, { ...thin, stroke: c.pen, "stroke-width": 2 })
  );
}

/**
 * Draw water: flat blue, the shore gone over, and waves.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function water({ layout, colours: c, next }, cells) {
  const shore = rounded(outlinesOf(layout, cells), next, 12, 1.4);
  const waves = cells
    .map((cell) => {
      const [x, y] = layout.centres[cell];
      return [-11, 2, 14]
        .map((dy) => `M${n(x - 15 + next.between(-3, 3))} ${n(y + dy)}q5 -4 10 0t10 0t10 0`)
        .join("");
    })
    .join("");
  return (
    path(shore, { fill: c.water[0], stroke: c.pen, "stroke-width": 1.8 }) +
    path(waves, { ...thin, stroke: c.ripple, "stroke-width": 1.3, "stroke-opacity": 0.8 })
  );
}

/**
 * Draw rough ground: stones and tufts.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function rough({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 11);
      const [x, y] = layout.centres[cell];
      let d = "";
      let stones = "";
      for (let i = 0; i < 4; i += 1) {
        const [px, py] = [x + next.between(-0.4, 0.4) * size, y + next.between(-0.36, 0.42) * size];
        if (next.chance(0.5)) d += tuft(px, py, 0.9);
        else stones += lump(px, py, next.between(2.5, 5), next.between(2, 3.6), next, 0.2, 7);
      }
      return (
        path(stones, { fill: c.stone_dark, stroke: c.pen, "stroke-width": 1.1 }) +
        path(d, { ...thin, stroke: c.leaf, "stroke-width": 1.4 })
      );
    })
    .join("");
}

/**
 * Draw raised ground with short strokes down its edge.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function high({ layout, colours: c, next }, cells) {
  const loops = outlinesOf(layout, cells);
  let strokes = "";
  for (const loop of loops) {
    loop.forEach(([x1, y1], at) => {
      const [x2, y2] = loop[(at + 1) % loop.length];
      const long = Math.hypot(x2 - x1, y2 - y1);
      const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
      for (let far = 3; far < long; far += 5) {
        const deep = next.between(4, 8);
        strokes += `M${n(x1 + ux * far)} ${n(y1 + uy * far)}l${n(-uy * deep)} ${n(ux * deep)}`;
      }
    });
  }
  return (
    path(straight(loops), { fill: c.shine, opacity: 0.75 }) +
    path(rounded(loops, next, 6, 0.8), { ...thin, stroke: c.pen, "stroke-width": 1.8 }) +
    path(strokes, { ...thin, stroke: c.pen, "stroke-width": 0.9, "stroke-opacity": 0.7 })
  );
}

/**
 * Draw trees from above: scribbled crowns.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
function wood({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 29);
      const [x, y] = layout.centres[cell];
      return [
        [-0.2, -0.18, 0.22],
        [0.22, -0.06, 0.24],
        [-0.06, 0.2, 0.23],
      ]
        .map(([dx, dy, r]) => {
          const crown = lump(x + dx * size, y + dy * size, r * size, r * size, next, 0.16, 11);
          const inner = lump(x + dx * size, y + dy * size, r * 22, r * 20, next, 0.3, 7);
          return (
            path(crown, { fill: c.pen, opacity: 0.18, transform: "translate(2 3)" }) +
            path(crown, { fill: c.leaf, "fill-opacity": 0.5, stroke: c.pen, "stroke-width": 1.5 }) +
            path(inner, { ...thin, stroke: c.pen, "stroke-width": 0.8, "stroke-opacity": 0.6 })
          );
        })
        .join("");
    })
    .join("");
}

/**
 * Draw cover: a crate with its boards.
 * @param {Sketch} sketch
 * @param {number} cell
 */
function cover({ layout, colours: c, next }, cell) {
  const [x, y] = layout.centres[cell];
  const off = () => next.between(-0.8, 0.8);
  const box = polygon([
    [x - 17 + off(), y + 5],
    [x + 17 + off(), y + 5],
    [x + 17, y + 19 + off()],
    [x - 17, y + 19 + off()],
  ]);
  return (
    path(box, { fill: c.pen, opacity: 0.2, transform: "translate(2 3)" }) +
    path(box, { fill: c.board_dark || c.floor_dark, stroke: c.pen, "stroke-width": 1.8 }) +
    path(`M${n(x - 16)} ${n(y + 12)}h32M${n(x - 6)} ${n(y + 5)}v14M${n(x + 6)} ${n(y + 5)}v14`, {
      ...thin,
      stroke: c.pen,
      "stroke-width": 0.9,
    })
  );
}

/**
 * Draw a wall between cells.
 * @param {Sketch} sketch
 * @param {[number, number, number, number]} wall
 */
function wall({ colours: c, next }, [x1, y1, x2, y2]) {
  const line = handLine(x1, y1, x2, y2, next, 0.7) + handLine(x1, y1, x2, y2, next, 1);
  return (
    path(line, { ...thin, stroke: c.pen, "stroke-width": 7 }) +
    path(line, { ...thin, stroke: c.stone, "stroke-width": 3 })
  );
}

/**
 * Draw the ruling of the squares or hexes.
 * @param {Sketch} sketch
 * @param {string} cells
 */
const grid = ({ colours: c }, cells) =>
  path(cells, { ...thin, stroke: c.ripple, "stroke-width": 1.2, "stroke-opacity": 0.5 });

/** @type {import("./pen.js").Pen} */
export const pencilled = {
  floor: (sketch) =>
    sketch.floor === "boards"
      ? boards(sketch)
      : sketch.floor === "flags"
        ? flags(sketch)
        : open(sketch),
  frame,
  grid,
  block,
  water,
  rough,
  high,
  wood,
  bamboo: wood,
  cover,
  wall,
};
