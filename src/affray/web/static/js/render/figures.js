// An option's odds in a line that has its place from the beginning, so that nothing moves when they
// arrive.
import { h } from "../elements.js";
import { percent } from "../format.js";
import { oddsChips } from "./odds.js";

/** Parts figures for those who hear them. */
const comma = () => h("span", { class: "visually-hidden" }, ", ");

/** What the three figures of an attack are. */
export const attackUnits = () =>
  h("span", { class: "units", "aria-hidden": "true" }, h("span", {}, "hit"), h("span", {}, "harm"),
    h("span", {}, "drop"));

/**
 * The figures of an attack, or what becomes of whom.
 * @param {Option} option
 * @param {OptionOdds | undefined} odds
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {number} self
 * @param {string} assumption How others are taken to decide, in words.
 */
export function figuresOf(option, odds, scene, states, self, assumption = "") {
  if (!odds) {
    return option.attack
    ? h("span", { class: "figures waiting", "aria-hidden": "true" }, "…") : null;
  }
  if (odds.hit === undefined) return oddsChips(option, odds, scene, states, self);
  const standing = states[option.target]?.state === "standing";
  const title = odds.exact ? ["exact", assumption].filter(Boolean).join(", ")
    : `± ${(100 * odds.error).toFixed(0)} points: there are too many ways to follow each`;
  return h("span", { class: "figures", title },
    h("span", { class: "figure hit" }, odds.exact ? "" : "≈", percent(odds.hit),
      h("span", { class: "unit" }, " hit"), comma()),
    h("span", { class: "figure harm" }, (odds.mean || 0).toFixed(1),
      h("span", { class: "unit" }, " harm"), comma()),
    h("span", { class: (odds.drop || 0) > 0.0005 ? "figure drop" : "figure" },
      standing ? [percent(odds.drop || 0), h("span", { class: "unit" }, " drop")] : "–"));
}
