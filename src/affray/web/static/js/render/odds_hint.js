// The odds of an attack, next to its target.
import { h } from "../elements.js";
import { percent } from "../format.js";

/**
 * Return an attack's hit, harm and drop; null until they are known.
 * @param {Option} option
 * @param {OptionOdds | undefined} odds
 */
export function oddsHint(option, odds) {
  if (!odds || odds.hit === undefined) return null;
  const figure = (/** @type {string} */ value, /** @type {string} */ unit) =>
    h("div", {}, h("b", {}, value), h("span", {}, unit));
  return [
    h("div", { class: "trio" }, figure(percent(odds.hit), "hit"),
      figure((odds.mean || 0).toFixed(1), "harm"), figure(percent(odds.drop || 0), "drop")),
    h("p", {}, option.text.replace(/\s*\([^()]*d\d[^()]*\)$/, "")),
  ];
}
