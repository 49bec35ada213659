// The strip of all fighters in turn order, with the actions they have left.
import { h, put } from "../elements.js";
import { shortName } from "../state/labels.js";
import { avatarOf } from "./avatar.js";

const SAID = /** @type {Record<string, string>} */ (
  { acting: "acting", acted: "has acted", waiting: "to act", out: "out", unable: "cannot act",
    reserve: "in reserve" });
const SIGNS = /** @type {Record<string, string>} */ (
  { acting: "▶", acted: "✓", waiting: "", out: "✕" });
const MOST_WITH_NAMES = 11;
const MOST_WITH_WHAT_IS_LEFT = 13;
const MOST_WIDE = 7;
/** Longer texts about actions left are abbreviated. */
const MOST_LEFT = 12;
const MOST_WITH_LONG_NAMES = 9;
/** The longest name that is not shortened when there are many fighters. */
const MOST_AMONG_MANY = 15;

/**
 * Abbreviate the actions left: "2 Actions" is "2A", "Standard and Quick" is "S Q", "6 AP" stays.
 * @param {string} left
 */
function shortLeft(left) {
  const telling = left.split(/[\s,]+/).filter((word) => !/^(an?|the|then|and|or|of)$/i.test(word));
  return telling.map((word) => (/^\d+$/.test(word) || word === word.toUpperCase() ? word
    : word[0].toUpperCase())).join(" ").replace(/(\d) (?=[A-Z]\b)/g, "$1");
}

/** The strip on the page. Its entries are reused and reordered. */
export class StripElement {
  /**
   * @param {Scene} scene
   * @param {string[]} labels
   * @param {(who: number) => void} onpress
   */
  constructor(scene, labels, onpress) {
    this.scene = scene;
    this.labels = labels;
    this.isTight = scene.fighters.length > MOST_WIDE;
    this.entries = scene.fighters.map((fighter, who) => {
      const button = h("button", { type: "button", class: `turn side-${fighter.side % 8}`,
        tabindex: -1, "data-who": who, onclick: () => onpress(who) });
      return h("li", {}, button);
    });
    const many = scene.fighters.length;
    const room = many > MOST_WITH_NAMES
      ? (many > MOST_WITH_WHAT_IS_LEFT ? " crowded packed" : " crowded") : many > MOST_WIDE
      ? " many" : "";
    this.element = h("ol", { class: `strip${room}`, "aria-label": "Who acts" }, this.entries);
    this.element.addEventListener("keydown", (event) => this.walk(event));
    this.shown = "";
    /** @type {string[]} The text of each entry, so that only changed entries are rewritten. */
    this.written = scene.fighters.map(() => "");
  }

  /**
   * @param {import("../state/turn_order.js").OrderEntry[]} order
   * @param {FighterState[]} states
   * @param {number} asked The fighter who decides; -1 for none.
   */
  show(order, states, asked) {
    const key = JSON.stringify([order, states.map((state) => state && [state.health, state.state]),
      asked]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = document.activeElement;
    const sequence = order.map((entry) => this.entries[entry.who]).filter(Boolean);
    if (sequence.some((entry, n) => this.element.children[n] !== entry)) {
      this.element.append(...sequence);
    }
    for (const { who, status, left } of order) {
      const fighter = this.scene.fighters[who];
      const state = states[who];
      const button = /** @type {HTMLButtonElement} */ (this.entries[who].firstChild);
      const figure = state ? `${state.health}/${state.max}` : "";
      const brief = this.isTight || left.length > MOST_LEFT;
      this.entries[who].hidden = status === "reserve";
      const written = `${status} ${figure} ${left} ${who === asked}`;
      if (written === this.written[who]) continue;
      this.written[who] = written;
      button.className = `turn side-${fighter.side % 8} ${status}${who === asked ? " asked" : ""}`;
      button.title = `${fighter.name}: ${SAID[status]}${left ? `, ${left}` : ""}`;
      put(button, h("span", { class: "turn-face" }, avatarOf(fighter, state),
        SIGNS[status] ? h("span", { class: "turn-sign", "aria-hidden": "true" }, SIGNS[status])
        : null),
        h("span", { class: "turn-text" },
          h("span", { class: "turn-name" },
            this.scene.fighters.length > MOST_WITH_LONG_NAMES
            || (this.isTight && fighter.name.length > MOST_AMONG_MANY) ? shortName(fighter.name)
            : fighter.name),
          h("span", { class: "turn-left" }, h("span", { class: "label" }, this.labels[who]), " ",
            h("span", { class: "figure" }, figure),
            left && status !== "out" ? h("span", { class: "left-over" },
              h("span", { class: "between" }, " · "),
              brief ? h("span", { "aria-hidden": "true" }, shortLeft(left)) : null,
              h("span", { class: brief ? "visually-hidden" : "" }, left)) : null)),
        h("span", { class: "visually-hidden" },
          ` health, ${this.scene.sides[fighter.side].name}, ${SAID[status]}. Open the sheet.`));
    }
    const reachable = order.find((entry) => entry.status === "acting")?.who ?? order[0]?.who ?? -1;
    for (const [who, entry] of this.entries.entries()) {
      /** @type {HTMLElement} */ (entry.firstChild) .tabIndex = who === reachable ? 0 : -1;
    }
    if (focused instanceof HTMLElement
      && this.element.contains(focused)) focused.focus({ preventScroll: true });
    const acting = this.element.querySelector(".acting");
    if (acting && this.element.scrollWidth > this.element.clientWidth) {
      this.element.scrollLeft =
      /** @type {HTMLElement} */ (acting.parentNode).offsetLeft - this.element.clientWidth / 2;
    }
  }

  /**
   * Move the focus with the arrow keys; the strip is one stop for the Tab key.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = event.target instanceof Element ? event.target.closest("li") : null;
    if (!step || !here) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.element.children];
    const next = all[(all.indexOf(here) + step + all.length) % all.length];
    for (const entry of all) {
      /** @type {HTMLElement} */ (entry.firstChild) .tabIndex = entry === next ? 0 : -1;
    }
    /** @type {HTMLElement} */ (next.firstChild).focus();
  }
}
