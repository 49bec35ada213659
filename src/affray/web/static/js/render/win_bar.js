// Every side's chance to win as one bar over the board.
import { h, put } from "../elements.js";
import { percent } from "../format.js";

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
   */
  show(sides, chances, comes) {
    this.place.hidden = !chances && !comes;
    this.element.hidden = !chances;
    if (!chances) return;
    const spoken = sides.map((name, side) => `${name} ${percent(chances[side].value)}`).join(", ");
    const widest = Math.max(...chances.map((one) => one.error));
    this.element.setAttribute("aria-label", `Chance to win: ${spoken}, give or take ${Math.round(100 * widest)} points`);
    this.element.title = `Chance to win between simple players, ± ${(100 * widest).toFixed(1)} points`;
    const parts = sides.map((name, side) => {
      const part = h("span", { class: `win-part side-${side % 8}` }, h("span", { class: "win-name" }, name), h("b", {}, percent(chances[side].value)));
      part.style.flexGrow = String(Math.max(0.001, chances[side].value));
      return part;
    });
    put(this.element, parts);
  }
}
