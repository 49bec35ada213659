// A countdown of the time left for a decision.
import { h } from "../../elements.js";

/** The number of seconds below which the clock turns urgent. */
const SHORT = 10;

/** The clock in the page's head; hidden if decisions are not timed. */
export class Countdown {
  constructor() {
    this.element = h("span", { class: "countdown", role: "timer", hidden: true });
    /** When the time runs out, by the page's clock. */
    this.end = 0;
    this.timer = 0;
  }

  /** @param {TableInfo | null | undefined} table */
  take(table) {
    const left = table?.clock.left;
    clearInterval(this.timer);
    this.element.hidden = left === undefined;
    if (left === undefined) return;
    this.end = performance.now() + 1000 * left;
    this.timer = window.setInterval(() => this.show(), 250);
    this.show();
  }

  show() {
    const seconds = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    const said = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (this.element.textContent !== said) this.element.textContent = said;
    this.element.classList.toggle("short", seconds <= SHORT);
  }

  leave() {
    clearInterval(this.timer);
  }
}
