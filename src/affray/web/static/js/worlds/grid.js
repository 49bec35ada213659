// A grid's picture: its ground and scenery, drawn with the world's pen.
import { CELL, isHex } from "../plan/grid.js";
import { el, n, path, steady } from "./draw.js";
import { floorOf, isTavern, solidOf } from "./floors.js";
import { brushed } from "./pens/brushed.js";
import { engraved } from "./pens/engraved.js";
import { painted } from "./pens/painted.js";
import { LOW, TALL } from "./pens/pen.js";
import { pencilled } from "./pens/pencilled.js";
import { outlinesOf, straight } from "./regions.js";

/** The margin of the picture around the cells. */
export const AROUND_GRID = 76;

const PENS = /** @type {Record<string, import("./pens/pen.js").Pen>} */ ({
  engraved,
  brushed,
  pencilled,
  painted,
  gilded: painted,
});

/** Kinds of ground by words in a terrain's name. */
const KINDS = /** @type {[RegExp, string][]} */ ([
  [/water|pond|river|stream|sea|lake/i, "water"],
  [/wall|rock|solid|pillar|stone/i, "block"],
  [/bamboo|reed/i, "bamboo"],
  [/wood|tree|bush|forest|hedge/i, "wood"],
  [/rais|hill|high|stair|ledge/i, "high"],
]);

/**
 * Return the cells of each kind.
 * @param {Board} board
 * @param {string} [solidKind] The kind of impassable cells without terrain.
 * @returns {Map<string, number[]>}
 */
export function groundKinds(board, solidKind = "block") {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  const add = (/** @type {string} */ kind, /** @type {number} */ cell) =>
    found.set(kind, [...(found.get(kind) || []), cell]);
  const solid = new Set(board.solid || []);
  (board.terrain || []).forEach((name, cell) => {
    if (name === "open") return;
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] || "rough";
    add(kind, cell);
    if (kind === "block" || kind === "water") solid.delete(cell);
  });
  for (const cell of solid) add(solidKind, cell);
  for (const cell of board.rough || []) add("rough", cell);
  for (const cell of board.cover || []) add("cover", cell);
  for (const cell of board.exits || []) add("exit", cell);
  if ((board.walls || []).length) found.set("wall", []);
  return found;
}

/**
 * Return the area of a grid's cells.
 * @param {Layout} layout
 * @returns {import("./layer.js").Area}
 */
export function fieldOf({ board, centres }) {
  const half = { x: CELL / 2, y: isHex(board) ? CELL * 0.58 : CELL / 2 };
  const xs = centres.map(([x]) => x);
  const ys = centres.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - half.x, Math.min(...ys) - half.y];
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + half.x - left,
    height: Math.max(...ys) + half.y - top,
  };
}

/**
 * Draw a grid; the surroundings of the field stay transparent.
 * @param {Layout} layout
 * @param {{title?: string, about?: string, name?: string}} scene
 * @param {import("./themes.js").Theme} theme
 * @param {import("./themes.js").Colours} colours
 */
export function gridDrawing(layout, scene, theme, colours) {
  const pen = PENS[theme.pen] || painted;
  const field = fieldOf(layout);
  const kinds = groundKinds(layout.board, solidOf(scene));
  /** @type {import("./pens/pen.js").Sketch} */
  const sketch = {
    layout,
    field,
    size: CELL,
    floor: floorOf(scene),
    colours,
    next: steady(`${scene.title} ${layout.centres.length}`),
    title: scene.title || "",
    isTavern: isTavern(scene),
  };
  const cells = layout.centres.map((_, cell) => straight(outlinesOf(layout, [cell]))).join("");
  const region = (/** @type {(typeof LOW | typeof TALL)[number]} */ kind) =>
    kinds.has(kind) ? pen[kind](sketch, kinds.get(kind) || []) : "";
  return [
    pen.floor(sketch),
    LOW.map(region).join(""),
    deck(layout, kinds.get("water") || [], colours),
    (kinds.get("exit") || []).map((cell) => wayOut(layout, cell, field, colours)).join(""),
    pen.grid(sketch, cells),
    pen.frame(sketch),
    TALL.map(region).join(""),
    (kinds.get("cover") || []).map((cell) => pen.cover(sketch, cell)).join(""),
    (layout.board.walls || [])
      .map(([x1, y1, x2, y2]) =>
        pen.wall(sketch, [
          x1 * CELL + layout.origin.x,
          y1 * CELL + layout.origin.y,
          x2 * CELL + layout.origin.x,
          y2 * CELL + layout.origin.y,
        ]),
      )
      .join(""),
  ].join("");
}

/**
 * Draw the planks of a bridge: cells between two waters of a column.
 * @param {Layout} layout
 * @param {number[]} water
 * @param {import("./themes.js").Colours} c
 */
function deck({ board, centres }, water, c) {
  const width = board.width || 1;
  const rows = new Map();
  for (const cell of water) rows.set(cell % width, [...(rows.get(cell % width) || []), cell]);
  const half = CELL / 2;
  return [...rows.values()]
    .map((/** @type {number[]} */ cells) => {
      const gap = cells.findIndex((cell, at) => at > 0 && cell - cells[at - 1] > width);
      if (gap < 0) return "";
      const [x, top] = centres[cells[gap - 1]];
      const [y, bottom] = [top + half, centres[cells[gap]][1] - half];
      let planks = "";
      for (let at = 0; at < CELL; at += 11) planks += `M${n(x - half + at)} ${n(y)}V${n(bottom)}`;
      const box = { x: n(x - half), y: n(y), width: CELL, height: n(bottom - y) };
      return (
        el("rect", { ...box, fill: c.board || c.floor_dark }) +
        path(planks, { fill: "none", stroke: c.pen, "stroke-width": 1, "stroke-opacity": 0.5 })
      );
    })
    .join("");
}

/**
 * Draw a way out: a threshold with an arrow that leads to the nearest side.
 * @param {Layout} layout
 * @param {number} cell
 * @param {import("./layer.js").Area} field
 * @param {import("./themes.js").Colours} c
 */
function wayOut(layout, cell, field, c) {
  const [x, y] = layout.centres[cell];
  const ways = /** @type {[number, number][]} */ ([
    [x - field.x, 180],
    [field.x + field.width - x, 0],
    [y - field.y, 270],
    [field.y + field.height - y, 90],
  ]);
  const [, turn] = ways.reduce((best, way) => (way[0] < best[0] ? way : best));
  return el(
    "g",
    { transform: `translate(${n(x)} ${n(y)}) rotate(${turn})` },
    path("M10 -18H22V18H10Z", { fill: c.shine, stroke: c.pen, "stroke-width": 1.6 }),
    path("M-10 0H6M0 -6L7 0L0 6", {
      fill: "none",
      stroke: c.lit,
      "stroke-width": 2.6,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
