// What is left of the time for a decision, counted down.
import { h } from "../../elements.js";

/** Seconds at which the clock begins to press. */
const SHORT = 10;

/** The clock in the head of the page; hidden where nobody is timed. */
export class Countdown {
  constructor() {
    this.element = h("span", { class: "countdown", role: "timer", hidden: true });
    /** When the time is over, by the page's clock. */
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
