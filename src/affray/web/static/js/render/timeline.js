// Controls to step through a fight: buttons, a slider and the playback speed.
import { button, h } from "../elements.js";

/**
 * @typedef {object} TimelineHandlers
 * @property {(frame: number | null) => void} ongo
 * @property {(steps: number) => void} onstep
 * @property {() => void} onplay
 * @property {(speed: number) => void} onspeed
 * @property {() => void} onbranch
 */

/** @type {[number, string][]} */
const SPEEDS = [[0.5, "½×"], [1, "1×"], [2, "2×"], [-1, "by steps"], [0, "at once"]];

/** The timeline on the page. */
export class TimelineElement {
  /** @param {TimelineHandlers} handlers */
  constructor(handlers) {
    const icon = (/** @type {string} */ label, /** @type {string} */ text,
      /** @type {() => void} */ act, look = "") =>
      button(text, act, { class: `icon ${look}`, "aria-label": label, title: label });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0,
      "aria-label": "Step through the fight",
      oninput: () => handlers.ongo(Number(this.slider.value)) });
    this.run = icon("Play from here", "▶", handlers.onplay, "run");
    this.live = h("button", { type: "button", class: "small", onclick: () => handlers.ongo(null) },
      "Now");
    this.speed = h("select", { "aria-label": "How fast it is played",
      onchange: () => handlers.onspeed(SPEEDS[this.speed.selectedIndex][0]) },
      SPEEDS.map(([value, label]) => h("option", { value }, label)));
    this.element = h("div", { class: "timeline", role: "group", "aria-label": "Steps" },
      icon("To the beginning", "«", () => handlers.ongo(0)),
      icon("A step back", "‹", () => handlers.onstep(-1), "step-back"), this.run,
      icon("A step on", "›", () => handlers.onstep(1)),
      this.slider, this.live, this.speed,
      h("button", { type: "button", class: "small branch", onclick: handlers.onbranch }, "Branch"));
  }

  /**
   * @param {number | null} step
   * @param {number} last
   * @param {boolean} playing
   * @param {number} speed
   */
  show(step, last, playing, speed) {
    this.slider.max = String(Math.max(0, last));
    this.slider.value = String(step ?? Math.max(0, last));
    this.slider.setAttribute("aria-valuetext",
      step === null ? "now" : `${step + 1} of ${last + 1}`);
    this.live.disabled = step === null;
    this.run.textContent = playing ? "❚❚" : "▶";
    this.run.setAttribute("aria-label", playing ? "Pause" : "Play from here");
    this.speed.selectedIndex = SPEEDS.findIndex(([value]) => value === speed);
  }
}
