// A grid's ground: the picture of its world, and above it the parts to press, edit or read.
import { svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";
import { worldGround } from "../../worlds/ground.js";

/**
 * Return columns and rows by their numbers, as the log names places.
 * @param {Layout} layout
 */
function coordinates(layout) {
  const { board, origin, centres } = layout;
  if (!origin.y) return null;
  const width = board.width || 1;
  const height = board.height || 1;
  const column = (/** @type {number} */ x) => svg("text", { x: centres[x][0], y: origin.y - 4 }, x);
  const row = (/** @type {number} */ y) =>
    svg("text", { x: origin.x - 8, y: centres[y * width][1] + 3 }, y);
  return svg(
    "g",
    { class: "coordinates", "aria-hidden": "true" },
    Array.from({ length: width }, (_, x) => column(x)),
    Array.from({ length: height }, (_, y) => row(y)),
  );
}

/**
 * @param {Layout} layout
 * @param {{title?: string, about?: string, name?: string, ruleset?: string}} scene
 * @returns {import("../../elements.js").Child[]}
 */
export function gridGround(layout, scene) {
  const { board, origin } = layout;
  const middle = origin.x + (layout.width - 2 * origin.x) / 2;
  return [
    worldGround(layout, scene),
    svg("text", { x: middle, y: -18, class: "board-title", "aria-hidden": "true" }, scene.title),
    (board.walls || []).map(([x1, y1, x2, y2]) =>
      svg("line", {
        x1: x1 * CELL + origin.x,
        y1: y1 * CELL + origin.y,
        x2: x2 * CELL + origin.x,
        y2: y2 * CELL + origin.y,
        class: "wall",
      }),
    ),
    coordinates(layout),
  ];
}
