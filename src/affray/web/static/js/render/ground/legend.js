// The meaning of the signs on a board, limited to those it uses.
import { h, svg } from "../../elements.js";
import { layoutOf } from "../../plan/layout.js";
import { groundKinds } from "../../worlds/grid.js";
import { gridGround } from "./grid.js";

const GROUNDS = /** @type {Record<string, string>} */ ({
  block: "stone: nobody stands or sees through",
  cover: "low cover",
  exit: "a way out",
  rough: "rough ground: slower",
  water: "water: no way through",
  bamboo: "bamboo: slower, hides what is behind",
  wood: "wood: slower",
  high: "raised ground",
  wall: "a wall between cells",
});

/**
 * Return a cell of a kind, drawn as the board draws it.
 * @param {string} kind
 */
function sample(kind) {
  /** @type {Board} */
  const board = { kind: "grid", width: 1, height: 1, places: ["0,0"] };
  if (kind === "block") board.solid = [0];
  else if (kind === "cover") board.cover = [0];
  else if (kind === "exit") board.exits = [0];
  else if (kind === "rough") board.rough = [0];
  else if (kind === "wall") board.walls = [[0, 0.5, 1, 0.5]];
  else board.terrain = [kind === "high" ? "raised" : kind];
  const layout = layoutOf(board, { coordinates: false });
  return svg(
    "svg",
    {
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      class: "legend-sample",
      "aria-hidden": "true",
    },
    gridGround(layout, {}),
  );
}

/**
 * @param {Board} board
 */
export function legendOf(board) {
  /** @type {[import("../../elements.js").Child, string][]} */
  const lines =
    board.kind === "grid"
      ? [...groundKinds(board).keys()].map((kind) => [sample(kind), GROUNDS[kind] || kind])
      : [];
  return h(
    "ul",
    { class: "legend" },
    lines.map(([sign, text]) => h("li", {}, sign, h("span", {}, text))),
    h(
      "li",
      {},
      h("span", { class: "legend-ring", "aria-hidden": "true" }),
      h("span", {}, "ring and number: health"),
    ),
    board.kind === "zones"
      ? h(
          "li",
          {},
          h("span", { class: "legend-road", "aria-hidden": "true" }),
          h("span", {}, "roads join zones; an arrow is a way out"),
        )
      : null,
    board.kind === "spots"
      ? h(
          "li",
          {},
          h("span", { class: "legend-road", "aria-hidden": "true" }),
          h("span", {}, "the band between two spots stands on the road"),
        )
      : null,
    h(
      "li",
      {},
      h("span", { class: "legend-lit", "aria-hidden": "true" }),
      h("span", {}, "can be chosen"),
    ),
  );
}
