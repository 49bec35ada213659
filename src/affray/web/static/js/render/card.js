// The card at what was pressed on the board: what can be done there, weapons as tabs, manoeuvres as chips.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { freePlace } from "../plan/free_place.js";
import { placeName } from "../plan/layout.js";
import { ownQuestion } from "../state/fight.js";
import { optionName, optionsAt, weaponTabs } from "../state/options.js";
import { nameplate } from "./avatar.js";
import { attackUnits } from "./figures.js";
import { OptionButtons } from "./option_button.js";

/**
 * @typedef {import("./option_button.js").OptionHandlers & {onclose: () => void, onsheet: (who: number) => void, onrule?: (who: number) => void, onhideplace?: (place: number) => void, onbring?: (place: number) => void, ontab: (weapon: string) => void}} CardHandlers
 */

/** The card on the page. */
export class CardElement {
  /**
   * @param {string[]} labels
   * @param {CardHandlers} handlers
   */
  constructor(labels, handlers) {
    this.labels = labels;
    this.handlers = handlers;
    /** @type {OptionButtons | null} */
    this.buttons = null;
    this.key = "";
    this.reason = h("p", { class: "reason quiet" });
    this.element = h("section", { class: "press-card", hidden: true, "aria-label": "What can be done here" });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      handlers.onclose();
    });
  }

  /**
   * Shows the card of what is selected, or none.
   * @param {import("../state/fight.js").FightState} state
   * @param {string} reason Why nothing can be done, where that is known.
   */
  show(state, reason) {
    const { selected, scene } = state;
    const question = ownQuestion(state);
    const key = selected ? JSON.stringify([selected, state.weapon, question ? question.number : state.story.latest.number, Boolean(question), state.table?.hidden]) : "";
    this.element.hidden = !selected;
    this.reason.textContent = reason;
    if (key === this.key || !selected) {
      this.key = key;
      return;
    }
    this.key = key;
    const options = question ? optionsAt(question, selected) : [];
    const friend = question && selected.kind === "fighter" && scene.fighters[selected.index].side === question.side;
    const harms = (/** @type {import("../state/options.js").Tab} */ tab) => Number(Boolean(friend) && tab.options.every((option) => option.attack));
    const tabs = weaponTabs(options).sort((one, other) => harms(one) - harms(other));
    const open = tabs.find((tab) => tab.weapon === state.weapon) || tabs[0];
    const buttons = question ? new OptionButtons(state, question, this.handlers) : null;
    this.buttons = buttons;
    const fighter = selected.kind === "fighter" ? scene.fighters[selected.index] : null;
    const now = fighter ? state.story.at(state.step)[selected.index] : undefined;
    put(this.element,
      h("header", {},
        fighter ? nameplate(fighter, now, this.labels[selected.index]) : h("strong", {}, placeName(scene.board, selected.index)),
        fighter && now ? h("span", { class: "health-figure" }, `${now.health}/${now.max}`) : null,
        h("button", { type: "button", class: "icon small", "aria-label": "Close", onclick: () => this.handlers.onclose() }, "✕")),
      tabs.length > 1 ? h("div", { class: "weapon-tabs", role: "tablist", "aria-label": "With what" }, tabs.map((tab) =>
        h("button", { type: "button", role: "tab", "aria-selected": String(tab === open), onclick: () => this.handlers.ontab(tab.weapon) }, tab.weapon ? words(tab.weapon) : "other"))) : null,
      open && open.options.some((option) => option.attack) ? attackUnits() : null,
      open && buttons ? h("ul", { class: "card-options" }, open.options.map((option) => buttons.make(option, optionName(option, open.options)))) : this.reason,
      h("footer", {},
        h("span", { class: "quiet with" }, tabs.length === 1 && open.weapon ? `with ${words(open.weapon)}` : ""),
        fighter ? h("button", { type: "button", class: "small", onclick: () => this.handlers.onsheet(selected.index) }, "Sheet") : null,
        fighter && this.handlers.onrule ? h("button", { type: "button", class: "small rule-by-hand", onclick: () => this.handlers.onrule?.(selected.index) }, "Rule…") : null,
        !fighter && this.handlers.onbring ? h("button", { type: "button", class: "small bring-in-here", onclick: () => this.handlers.onbring?.(selected.index) }, "Bring in…") : null,
        !fighter && this.handlers.onhideplace ? h("button", { type: "button", class: "small hide-place", onclick: () => this.handlers.onhideplace?.(selected.index) }, state.table?.hidden?.places.includes(selected.index) ? "Reveal" : "Hide") : null));
  }

  /** Fills in odds that have arrived. */
  fill() {
    this.buttons?.fill();
  }

  /**
   * Has a card that has grown stay within its frame.
   * @param {number} tall
   */
  keepWithin(tall) {
    const { offsetTop, offsetHeight, style } = this.element;
    if (style.top && offsetTop + offsetHeight > tall - 4) style.top = `${Math.max(4, tall - offsetHeight - 4)}px`;
  }

  /**
   * Puts the card beside a point of its frame, where it covers as few of the others as it can.
   * @param {{x: number, y: number, radius: number}} point
   * @param {{width: number, height: number}} frame
   * @param {Point[]} others Where everybody else stands in the frame.
   */
  place(point, frame, others) {
    const { element } = this;
    const [left, top] = freePlace(point, { width: element.offsetWidth, height: element.offsetHeight }, frame, others);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }
}
