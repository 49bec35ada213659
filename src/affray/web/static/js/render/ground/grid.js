// A grid's ground: open field, rough, water, wood, raised ground, blocks of stone, low cover, walls, ways out.
import { svg } from "../../elements.js";
import { CELL, isHex } from "../../plan/grid.js";
import { crown, stalk, steadyNumbers, stone, tuft, wave } from "./scenery.js";

/** Kinds of ground by the words of a terrain's name. */
const KINDS = /** @type {[RegExp, string][]} */ ([
  [/water|pond|river|stream|sea|lake/i, "water"],
  [/wall|rock|solid|pillar|stone/i, "block"],
  [/bamboo|reed/i, "bamboo"],
  [/wood|tree|bush|forest|hedge/i, "wood"],
  [/rais|hill|high|stair|ledge/i, "high"],
]);

/**
 * Which cells are of which kind.
 * @param {Board} board
 * @returns {Map<string, number[]>}
 */
export function groundKinds(board) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  const add = (/** @type {string} */ kind, /** @type {number} */ cell) => found.set(kind, [...(found.get(kind) || []), cell]);
  const solid = new Set(board.solid || []);
  (board.terrain || []).forEach((name, cell) => {
    if (name === "open") return;
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] || "rough";
    add(kind, cell);
    if (kind === "block" || kind === "water") solid.delete(cell);
  });
  for (const cell of solid) add("block", cell);
  for (const cell of board.rough || []) add("rough", cell);
  for (const cell of board.cover || []) add("cover", cell);
  for (const cell of board.exits || []) add("exit", cell);
  if ((board.walls || []).length) found.set("wall", []);
  return found;
}

/**
 * An outline as a path's data.
 * @param {Outline} outline
 */
function pathOf({ tag, attributes }) {
  if (tag === "polygon") return `M${String(attributes.points).replaceAll(" ", "L")}Z`;
  return `M${attributes.x} ${attributes.y}h${attributes.width}v${attributes.height}h-${attributes.width}z`;
}

/**
 * The sides on which cells of a kind border on others.
 * @param {Layout} layout
 * @param {number[]} cells
 * @param {number} inset
 */
function borders(layout, cells, inset) {
  const width = layout.board.width || 1;
  const among = new Set(cells);
  const half = CELL / 2 - inset;
  return cells.map((cell) => {
    const [x, y] = layout.centres[cell];
    const column = cell % width;
    return [
      among.has(cell - width) ? "" : `M${x - half} ${y - half}h${2 * half}`,
      among.has(cell + width) ? "" : `M${x - half} ${y + half}h${2 * half}`,
      column > 0 && among.has(cell - 1) ? "" : `M${x - half} ${y - half}v${2 * half}`,
      column < width - 1 && among.has(cell + 1) ? "" : `M${x + half} ${y - half}v${2 * half}`,
    ].join("");
  }).join("");
}

/**
 * Short strokes down the edges of raised ground.
 * @param {Layout} layout
 * @param {number[]} cells
 */
function slopes(layout, cells) {
  const width = layout.board.width || 1;
  const among = new Set(cells);
  let found = "";
  for (const cell of cells) {
    const [x, y] = layout.centres[cell];
    for (let step = -18; step <= 18; step += 6) {
      if (!among.has(cell + width)) found += `M${x + step} ${y + 22}v-${step % 12 ? 5 : 8}`;
      if (!among.has(cell - width)) found += `M${x + step} ${y - 22}v${step % 12 ? 5 : 8}`;
      if (cell % width === 0 || !among.has(cell - 1)) found += `M${x - 22} ${y + step}h${step % 12 ? 5 : 8}`;
      if (cell % width === width - 1 || !among.has(cell + 1)) found += `M${x + 22} ${y + step}h-${step % 12 ? 5 : 8}`;
    }
  }
  return found;
}

/**
 * What grows or lies on a kind of ground, as classes and paths.
 * @param {string} kind
 * @param {Layout} layout
 * @param {number[]} cells
 * @returns {[string, string][]}
 */
function things(kind, layout, cells) {
  const each = (/** @type {(x: number, y: number, next: () => number) => string} */ draw) => cells.map((cell) => draw(...layout.centres[cell], steadyNumbers(cell + 7))).join("");
  if (kind === "water") return [["wave", each((x, y, next) => wave(x - 8 + 6 * next(), y - 8, 7) + wave(x + 4 * next(), y + 8, 8))]];
  if (kind === "wood") return [["crown", each((x, y, next) => crown(x - 9 + 3 * next(), y - 7, 8) + crown(x + 9, y - 4 + 4 * next(), 9) + crown(x - 2, y + 10, 8))]];
  if (kind === "bamboo") return [["stalk", each((x, y, next) => [-15, -6, 4, 13].map((at) => stalk(x + at + 3 * next(), y + 15 - 4 * next(), 24 + 6 * next())).join(""))]];
  if (kind === "high") return [["slope", isHex(layout.board) ? "" : slopes(layout, cells)]];
  if (kind === "rough") {
    return [
      ["stone", each((x, y, next) => stone(x - 12 + 5 * next(), y + 9 + 4 * next(), 4.5, next) + stone(x + 11 + 4 * next(), y + 13, 3.4, next) + stone(x + 10 * next(), y - 13 + 3 * next(), 3.8, next))],
      ["tuft", each((x, y, next) => tuft(x + 12 - 4 * next(), y - 6, 3) + tuft(x - 13 + 4 * next(), y - 8, 2.6))],
    ];
  }
  return [];
}

/**
 * Blocks of stone: their tops and the shadow they throw.
 * @param {Layout} layout
 * @param {number[]} cells
 */
function blocks(layout, cells) {
  const hex = isHex(layout.board);
  const next = steadyNumbers(cells.length);
  const cracks = cells.map((cell) => {
    const [x, y] = layout.centres[cell];
    return `M${x - 22} ${y - 2 + 4 * next()}h44M${x - 10 + 6 * next()} ${y - 22}v21M${x + 6 + 6 * next()} ${y + 1}v21`;
  }).join("");
  return [
    hex ? null : svg("path", { d: cells.map((cell) => `M${layout.centres[cell][0] - 22} ${layout.centres[cell][1] - 22}h44v50h-44z`).join(""), class: "block-shadow" }),
    svg("path", { d: cells.map((cell) => pathOf(layout.outline(cell))).join(""), class: "block" }),
    hex ? null : svg("path", { d: cracks, class: "block-cracks" }),
    hex ? null : svg("path", { d: borders(layout, cells, 1), class: "block-edge" }),
  ];
}

/**
 * Low walls to crouch behind.
 * @param {Layout} layout
 * @param {number[]} cells
 */
function covers(layout, cells) {
  return cells.map((cell) => {
    const [x, y] = layout.centres[cell];
    return svg("g", { class: "cover", transform: `translate(${x} ${y})` },
      svg("path", { d: "M-19 19v-11h38v11z", class: "cover-front" }),
      svg("path", { d: "M-19 8l4-5h30l4 5z", class: "cover-top" }),
      svg("path", { d: "M-19 13.500h38M-9 8v5.500M5 8v5.500M-2 13.500v5.500M12 13.500v5.500", class: "cover-lines" }));
  });
}

/**
 * @param {Layout} layout
 * @param {number[]} cells
 */
function exits(layout, cells) {
  return [
    svg("path", { d: cells.map((cell) => pathOf(layout.outline(cell))).join(""), class: "exit" }),
    svg("path", { d: cells.map((cell) => `M${layout.centres[cell][0] - 8} ${layout.centres[cell][1]}h14m-5-5l5 5-5 5`).join(""), class: "exit-arrow" }),
  ];
}

/**
 * Columns and rows by their numbers, as the log names places.
 * @param {Layout} layout
 */
function coordinates(layout) {
  const { board, origin, centres } = layout;
  if (!origin.y) return null;
  const width = board.width || 1;
  const height = board.height || 1;
  return svg("g", { class: "coordinates", "aria-hidden": "true" },
    Array.from({ length: width }, (_, x) => svg("text", { x: centres[x][0], y: origin.y - 4 }, x)),
    Array.from({ length: height }, (_, y) => svg("text", { x: origin.x - 8, y: centres[y * width][1] + 3 }, y)));
}

/**
 * @param {Layout} layout
 * @returns {import("../../elements.js").Child[]}
 */
export function gridGround(layout) {
  const { board, centres, origin } = layout;
  const kinds = groundKinds(board);
  const next = steadyNumbers(centres.length);
  const specks = centres.map(([x, y]) => (next() < 0.55 ? tuft(x - 18 + 36 * next(), y - 18 + 36 * next(), 1.4) : "")).join("");
  const all = centres.map((_, cell) => pathOf(layout.outline(cell))).join("");
  return [
    svg("path", { d: all, class: "open-ground" }),
    svg("path", { d: specks, class: "specks" }),
    [...kinds].filter(([kind]) => !["block", "cover", "exit", "wall"].includes(kind)).map(([kind, cells]) => [
      svg("path", { d: cells.map((cell) => pathOf(layout.outline(cell))).join(""), class: `ground ground-${kind}` }),
      things(kind, layout, cells).map(([look, d]) => svg("path", { d, class: `thing thing-${look}` })),
      isHex(board) ? null : svg("path", { d: borders(layout, cells, 0.5), class: `edge edge-${kind}` }),
    ]),
    kinds.has("exit") ? exits(layout, kinds.get("exit") || []) : null,
    svg("path", { d: all, class: "cell-lines" }),
    kinds.has("block") ? blocks(layout, kinds.get("block") || []) : null,
    kinds.has("cover") ? covers(layout, kinds.get("cover") || []) : null,
    (board.walls || []).map(([x1, y1, x2, y2]) => {
      const ends = { x1: x1 * CELL + origin.x, y1: y1 * CELL + origin.y, x2: x2 * CELL + origin.x, y2: y2 * CELL + origin.y };
      return [svg("line", { ...ends, class: "wall" }), svg("line", { ...ends, class: "wall-top" })];
    }),
    coordinates(layout),
  ];
}
