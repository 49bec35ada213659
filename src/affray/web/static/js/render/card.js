// The card at what was pressed on the board: what can be done there, weapons as tabs, manoeuvres as chips.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { placeName } from "../plan/layout.js";
import { ownQuestion } from "../state/fight.js";
import { optionName, optionsAt, weaponTabs } from "../state/options.js";
import { nameplate } from "./avatar.js";
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
        fighter && now ? h("span", { class: "quiet" }, `${now.health}/${now.max}`) : null,
        fighter ? h("button", { type: "button", class: "small", onclick: () => this.handlers.onsheet(selected.index) }, "Sheet") : null,
        fighter && this.handlers.onrule ? h("button", { type: "button", class: "small rule-by-hand", onclick: () => this.handlers.onrule?.(selected.index) }, "Rule…") : null,
        !fighter && this.handlers.onbring ? h("button", { type: "button", class: "small bring-in-here", onclick: () => this.handlers.onbring?.(selected.index) }, "Bring in…") : null,
        !fighter && this.handlers.onhideplace ? h("button", { type: "button", class: "small hide-place", onclick: () => this.handlers.onhideplace?.(selected.index) }, state.table?.hidden?.places.includes(selected.index) ? "Reveal" : "Hide") : null,
        h("button", { type: "button", class: "icon small", "aria-label": "Close", onclick: () => this.handlers.onclose() }, "✕")),
      tabs.length > 1 ? h("div", { class: "weapon-tabs", role: "tablist", "aria-label": "With what" }, tabs.map((tab) =>
        h("button", { type: "button", role: "tab", "aria-selected": String(tab === open), onclick: () => this.handlers.ontab(tab.weapon) }, tab.weapon ? words(tab.weapon) : "other"))) : null,
      open && open.options.some((option) => option.attack) ? h("div", { class: "units", "aria-hidden": "true" }, h("span", {}, "hit"), h("span", {}, "harm"), h("span", {}, "drop")) : null,
      open && buttons ? h("ul", { class: "card-options" }, open.options.map((option) => buttons.make(option, optionName(option, open.options)))) : this.reason,
      tabs.length === 1 && open.weapon ? h("p", { class: "quiet with" }, `with ${words(open.weapon)}`) : null);
  }

  /** Fills in odds that have arrived. */
  fill() {
    this.buttons?.fill();
  }

  /**
   * Puts the card beside a point of its frame, where it fits.
   * @param {{x: number, y: number, radius: number}} point
   * @param {{width: number, height: number}} frame
   */
  place(point, frame) {
    const { element } = this;
    const [wide, tall] = [element.offsetWidth, element.offsetHeight];
    const gap = point.radius + 8;
    const right = point.x + gap + wide <= frame.width - 4;
    const left = point.x - gap - wide >= 4;
    const x = right ? point.x + gap : left ? point.x - gap - wide : Math.max(4, Math.min(frame.width - wide - 4, point.x - wide / 2));
    const beside = right || left;
    const y = beside ? point.y - Math.min(tall / 2, 60) : point.y + gap + tall <= frame.height ? point.y + gap : point.y - gap - tall;
    element.style.left = `${x}px`;
    element.style.top = `${Math.max(4, Math.min(frame.height - tall - 4, y))}px`;
  }
}
