// Tips for the place or fighter under the pointer: reach of weapons, cost of a path.
import { h } from "../elements.js";
import { words } from "../format.js";

/**
 * Return which of a fighter's weapons reach how far, and which enemies.
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {Reach} found
 * @returns {{within: Map<number, boolean>, content: import("../elements.js").Child[]}}
 */
export function reachTip(scene, states, found) {
  const mine = scene.fighters[found.who];
  const within = new Map();
  /** @type {[boolean, HTMLElement][]} */
  const lines = [];
  for (const { target, can, cannot } of found.targets) {
    const other = scene.fighters[target];
    if (!other) continue; // a newcomer, of whom this page has not heard yet
    if (other.side === mine.side || states[target].state !== "standing") continue;
    within.set(target, can.length > 0);
    lines.push([can.length > 0, h("li", { class: can.length ? "can" : "cannot" },
      can.length ? `can attack ${other.name}` : cannot[0] || `cannot attack ${other.name}`)]);
  }
  lines.sort(([first], [second]) => Number(second) - Number(first));
  const named = (/** @type {boolean} */ far) =>
    found.weapons.filter((weapon) => weapon.far === far).map((weapon) => words(weapon.weapon))
      .join(", ");
  const key = (/** @type {boolean} */ far, /** @type {string} */ label) =>
    (named(far) ? h("li", {}, h("span",
      { class: `swatch ${far ? "far" : "near"}`, "aria-hidden": "true" }),
      `${label}: ${named(far)}`) : null);
  const content = lines.length || found.weapons.length ? [
    h("div", {}, h("strong", {}, mine.name),
      h("ul", { class: `key side-${mine.side % 8}` }, key(false, "reach"), key(true, "range")),
      found.whole ? null : h("p", { class: "quiet" },
        "The field is too large to try every place.")),
    h("div", {}, h("ul", {}, lines.slice(0, 4).map(([, line]) => line)),
      lines.length > 4 ? h("span", { class: "quiet" }, `and ${lines.length - 4} more`) : null),
  ] : [];
  return { within, content };
}

/**
 * Return the cost of going to a place.
 * @param {Option[]} options
 * @param {number} cells The number of cells on the path; 0 on boards without cells.
 * @param {boolean} threatened Whether it passes a place where an enemy can strike.
 */
export function wayTip(options, cells, threatened) {
  const length = cells ? ` · ${cells} cell${cells > 1 ? "s" : ""}` : "";
  return [h("ul", {},
    options.map((option) => h("li", {}, option.text,
      option.cost ? h("span", { class: "cost" }, option.cost) : null, length))),
      threatened ? h("p", { class: "warning" }, "passes where an enemy can strike") : null];
}
