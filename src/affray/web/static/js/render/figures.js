// An option's odds in a line with reserved space, so that nothing moves when they arrive.
import { h } from "../elements.js";
import { percent } from "../format.js";
import { oddsChips } from "./odds.js";

/** Return a hidden comma, which separates figures for screen readers. */
const comma = () => h("span", { class: "visually-hidden" }, ", ");

/** Return the units of an attack's three figures. */
export const attackUnits = () =>
  h("span", { class: "units", "aria-hidden": "true" }, h("span", {}, "hit"), h("span", {}, "harm"),
    h("span", {}, "drop"));

/**
 * Return an attack's figures, or for any other option the outcome for each fighter.
 * @param {Option} option
 * @param {OptionOdds | undefined} odds
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {number} self
 * @param {string} assumption What the odds assume about others' decisions, in words.
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
