// Every side's chance to win as one bar, with its figures beside it.
import { h, put } from "../elements.js";
import { percent, wholePercents } from "../format.js";

/** The bar on the page. */
export class WinBarElement {
  constructor() {
    this.element = h("div", { class: "win-bar", role: "img", hidden: true });
    this.place = h("div", { class: "win-bar-place", hidden: true }, this.element);
  }

  /**
   * Shows chances; without any it is hidden, or keeps its place for those that come.
   * @param {string[]} sides
   * @param {{value: number, error: number}[] | null} chances
   * @param {boolean} comes
   * @param {number} [own] The side that is called "You".
   */
  show(sides, chances, comes, own = -1) {
    this.place.hidden = !chances && !comes;
    this.element.hidden = !chances;
    if (!chances) return;
    const names = sides.map((name, side) => (side === own ? "You" : name));
    const spoken = names.map((name, side) => `${name} ${percent(chances[side].value)}`).join(", ");
    const error = Math.max(1, Math.round(100 * Math.max(...chances.map((one) => one.error))));
    const basis = `if simple players played on; ± ${error}`;
    this.element.setAttribute("aria-label", `Chance to win: ${spoken}, ${basis} points`);
    this.element.title = `Chance to win ${basis} points`;
    const figures = wholePercents(chances.map((one) => one.value));
    put(this.element,
      h("div", { class: "win-ends" }, names.map((name, side) =>
        h("span", { class: `win-end side-${side % 8}` }, `${name} `, h("b", {}, figures[side])))),
      h("div", { class: "win-track" }, chances.map(({ value }, side) => {
        const part = h("i", { class: `win-part side-${side % 8}` });
        part.style.flexGrow = String(Math.max(0, value));
        return part;
      })),
      h("small", {}, basis));
  }
}
