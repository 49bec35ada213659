// An option's cost: one pip for each action or point, and words for any other cost.
import { h } from "../elements.js";

const COUNTED = /^(?:(\d+) )?(actions?|AP)$/i;
const MOST_PIPS = 6;

/**
 * @param {string | undefined} cost
 * @returns {HTMLElement | null}
 */
export function costPips(cost) {
  if (!cost || cost === "free") return null;
  const found = COUNTED.exec(cost);
  const count = found ? Number(found[1] || 1) : 0;
  if (!count || count > MOST_PIPS) return h("span", { class: "cost" }, cost);
  return h("span", { class: "cost pips", title: cost },
    Array.from({ length: count }, () => h("i", { class: "pip", "aria-hidden": "true" })),
    h("span", { class: "visually-hidden" }, cost));
}
