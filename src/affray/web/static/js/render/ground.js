// What lies under the tokens and never changes: zones and paths, spots and bands, or cells and walls.
import { svg } from "../elements.js";
import { CELL } from "../plan/grid.js";
import { SPOT_RADIUS } from "../plan/spots.js";
import { ZONE_WIDTH } from "../plan/zones.js";

/**
 * @param {Outline} outline
 * @param {Record<string, any>} attributes
 */
export const outlined = ({ tag, attributes: shape }, attributes) => svg(tag, { ...shape, ...attributes });

/**
 * A board's ground.
 * @param {Layout} layout
 * @returns {import("../elements.js").Child[]}
 */
export function groundOf(layout) {
  if (layout.board.kind === "grid") return cellsOf(layout);
  return layout.board.kind === "spots" ? spotsOf(layout) : zonesOf(layout);
}

/** @param {Layout} layout */
function zonesOf(layout) {
  const { board, centres } = layout;
  const exits = new Set(board.exits || []);
  return [
    (board.paths || []).map(([from, to]) => svg("line", { x1: centres[from][0], y1: centres[from][1], x2: centres[to][0], y2: centres[to][1], class: "path" })),
    board.places.map((_, place) => outlined(layout.outline(place), { class: "zone" })),
    board.places.map((name, place) => {
      const { y } = layout.outline(place).attributes;
      return svg("text", { x: centres[place][0] - ZONE_WIDTH / 2 + 16, y: Number(y) + 25, class: "place-name" }, String(name), exits.has(place) ? " ⇥" : "");
    }),
  ];
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function bandAt([x1, y1], [x2, y2]) {
  const steep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
  return { x: (x1 + x2) / 2 + (steep ? 30 : 0), y: (y1 + y2) / 2 + (steep ? 4 : -7), class: "band" };
}

/** @param {Layout} layout */
function spotsOf(layout) {
  const { board, centres } = layout;
  const spots = /** @type {Spot[]} */ (board.places);
  return [
    (board.links || []).map(([from, to, band]) => [
      svg("line", { x1: centres[from][0], y1: centres[from][1], x2: centres[to][0], y2: centres[to][1], class: "path thin" }),
      svg("text", bandAt(centres[from], centres[to]), band === undefined ? "" : String(band)),
    ]),
    spots.map((spot, place) => outlined(layout.outline(place), { class: spot.dark || spot.obscured ? "zone dim" : "zone" })),
    spots.map((spot, place) => {
      const [x, y] = centres[place];
      const marks = [spot.height ? `${spot.height} m up` : "", spot.cover ? `cover ${spot.cover} %` : "", spot.dark ? "dark" : "", spot.obscured ? "obscured" : ""].filter(Boolean);
      return [
        svg("text", { x, y: y + SPOT_RADIUS + 17, class: "place-name middle small" }, spot.name),
        marks.length ? svg("text", { x, y: y + SPOT_RADIUS + 32, class: "band" }, marks.join(", ")) : null,
      ];
    }),
    (board.engines || []).map((engine) => {
      const [x, y] = centres[engine.place];
      return svg("text", { x, y: y - SPOT_RADIUS - 6, class: "band" }, `⚙ ${engine.name}`);
    }),
  ];
}

/** @param {string} name */
function groundKind(name) {
  if (/water|pond|river|stream|sea/.test(name)) return "water";
  if (/wall|rock|solid|pillar/.test(name)) return "wall";
  if (/wood|tree|bamboo|bush|forest|hedge/.test(name)) return "wood";
  if (/rais|hill|high|stair|ledge/.test(name)) return "high";
  return "rough";
}

/** @param {Layout} layout */
function cellsOf(layout) {
  const { board, centres } = layout;
  const solid = new Set(board.solid || []);
  const cover = new Set(board.cover || []);
  const exits = new Set(board.exits || []);
  const rough = new Set(board.rough || []);
  const costs = board.costs || {};
  const terrain = board.terrain || [];
  const drawn = [];
  for (const [cell, [x, y]] of centres.entries()) {
    const ground = terrain[cell];
    const classes = ["cell"];
    if (ground && ground !== "open") classes.push("ground", `ground-${groundKind(String(ground))}`);
    if (rough.has(cell)) classes.push("ground", "ground-rough");
    if (solid.has(cell)) classes.push("solid");
    if (exits.has(cell)) classes.push("exit");
    drawn.push(outlined(layout.outline(cell), { class: classes.join(" ") }));
    if (cover.has(cell)) drawn.push(svg("path", { d: `M${x - 9} ${y + 13}h18l-3-8h-12z`, class: "cover" }));
    const cost = Number(costs[String(cell)] ?? 1);
    if (cost > 1) drawn.push(svg("text", { x: x + CELL / 2 - 4, y: y + CELL / 2 - 4, class: "cost" }, `×${cost}`));
  }
  for (const [x1, y1, x2, y2] of board.walls || []) {
    drawn.push(svg("line", { x1: x1 * CELL + 1, y1: y1 * CELL + 1, x2: x2 * CELL + 1, y2: y2 * CELL + 1, class: "wall" }));
  }
  return drawn;
}
