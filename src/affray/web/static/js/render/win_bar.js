// Every side's chance to win in one bar, with its figures.
import { h, put } from "../elements.js";
import { percent, wholePercents } from "../format.js";
import { capital } from "../state/options.js";

/** The bar on the page. */
export class WinBarElement {
  constructor() {
    this.element = h("div", { class: "win-bar", role: "img", hidden: true });
    this.place = h("div", { class: "win-bar-place", hidden: true }, this.element,
      h("small", { class: "win-waits" }, "Working out who is favoured…"));
  }

  /**
   * Show chances. Without any, the bar is hidden, or keeps its space for chances to come.
   * @param {string[]} sides
   * @param {{value: number, error: number}[] | null} chances
   * @param {boolean} comes
   * @param {number} [own] The side that is called "You".
   */
  show(sides, chances, comes, own = -1) {
    this.place.hidden = !chances && !comes;
    this.place.classList.toggle("waits", !chances);
    this.element.hidden = !chances;
    if (!chances) return;
    const names = sides.map((name, side) => (side === own ? "You" : capital(name)));
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
