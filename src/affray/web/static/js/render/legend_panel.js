// The meaning of the signs on a board and its tokens.
import { h } from "../elements.js";
import { legendOf } from "./ground/legend.js";

const SIGNS = [
  ["legend-last", "dashed ring: acted last, or was the target"],
  ["legend-chance", "84 %: your chance to hit"],
  ["legend-ghost", "bright part of a ring: health the blow takes on average"],
  ["legend-facing", "point: the way a fighter faces"],
  ["legend-gone", "crossed out: down, dead or gone"],
];

/** @param {Scene} scene */
export function legendPanel(scene) {
  const hasFacings = scene.ruleset === "shinobi" || scene.ruleset === "olde";
  const list = legendOf(scene.board);
  list.append(...SIGNS.filter(([look]) => look !== "legend-facing" || hasFacings)
    .map(([look, text]) =>
    h("li", {}, h("span", { class: look, "aria-hidden": "true" }), h("span", {}, text))));
  return list;
}
