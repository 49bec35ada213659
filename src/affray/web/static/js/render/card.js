// The card of the pressed place or fighter: its options, with weapons as tabs.
import { button, h, put } from "../elements.js";
import { words } from "../format.js";
import { freePlace } from "../plan/free_place.js";
import { placeTitle } from "../plan/layout.js";
import { ownQuestion } from "../state/fight.js";
import { optionName, optionsAt, plainName, weaponTabs } from "../state/options.js";
import { storedOpponent } from "../storage.js";
import { avatarOf } from "./avatar.js";
import { attackUnits } from "./figures.js";
import { OptionButtons } from "./option_button.js";

/**
 * @typedef {import("./option_button.js").OptionHandlers & {
 *   onclose: () => void,
 *   onsheet: (who: number) => void,
 *   ontab: (weapon: string) => void,
 *   hand: () => {rule: (who: number) => void,
 *     hide: (kind: "fighters" | "places", index: number) => void,
 *     play: (who: number, player: string) => void,
 *     bring: (place: number) => void} | null,
 * }} CardHandlers What can be done; `hand` is what a game master can do, if there is one.
 */

/** The card on the page. */
export class CardElement {
  /** @param {CardHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {OptionButtons | null} */
    this.buttons = null;
    this.key = "";
    this.reason = h("p", { class: "reason quiet" });
    this.element = h("section", {
      class: "press-card", hidden: true, "aria-label": "What can be done here",
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      handlers.onclose();
    });
  }

  /**
   * Show the card of the selection, or hide it.
   * @param {import("../state/fight.js").FightState} state
   * @param {string} reason Why there are no options, if known.
   */
  show(state, reason) {
    const { selected, story, weapon } = state;
    const question = ownQuestion(state);
    const number = question ? question.number : story.latest.number;
    const hand = this.handlers.hand();
    const key = selected ? JSON.stringify(
      [selected, weapon, number, Boolean(question), state.table?.hidden, state.table?.fighters,
        state.table?.sides, Boolean(hand)]) : "";
    this.element.hidden = !selected;
    this.reason.textContent = reason;
    if (key === this.key || !selected) {
      this.key = key;
      return;
    }
    this.key = key;
    this.element.classList.toggle("for-place", selected.kind === "place");
    const options = question ? optionsAt(question, selected) : [];
    this.buttons = question ? new OptionButtons(state, question, this.handlers) : null;
    put(this.element, this.head(state, selected), this.choices(state, question, options),
      this.foot(state, selected));
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {import("../state/options.js").Selection} selected
   */
  head({ scene, story, step }, { kind, index }) {
    const fighter = kind === "fighter" ? scene.fighters[index] : null;
    const now = fighter ? story.at(step)[index] : undefined;
    const carried = (fighter?.sheet?.weapons || []).slice(0, 2);
    const names = carried.map((one) => words(typeof one === "string" ? one : one.name)).join(", ");
    const health = now ? `${now.health} of ${now.max} health` : "";
    const about = [health, ...(now?.conditions || []), names].filter(Boolean).join(" · ");
    return h("header", { class: fighter ? `side-${fighter.side % 8}` : "" },
      fighter ? avatarOf(fighter, now) : null,
      h("div", {},
        h("h3", { class: "whole-name" }, fighter ? fighter.name : placeTitle(scene.board, index)),
        about ? h("p", { class: "quiet" }, about) : null),
      button("✕", () => this.handlers.onclose(), { class: "icon small", "aria-label": "Close" }));
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Question | null} question
   * @param {Option[]} options
   */
  choices(state, question, options) {
    const { buttons } = this;
    const { scene, weapon, selected } = state;
    if (!buttons || !question || !options.length) return this.reason;
    if (selected?.kind === "place") {
      const go = (/** @type {Option} */ option) => {
        const name = plainName(option, scene);
        const walks = /^(to|go)?$/i.test(name) ? question.kind.replaceAll("-", " ") : name;
        const here = option.text.includes(name) && /\D$/.test(option.text) ? walks
          : `${walks} here`;
        return buttons.make(option, here.charAt(0).toUpperCase() + here.slice(1));
      };
      return h("ul", { class: "card-options" }, options.map(go));
    }
    const friend = scene.fighters[selected?.index ?? 0]?.side === question.side;
    const harms = (/** @type {import("../state/options.js").Tab} */ tab) =>
      Number(friend && tab.options.every((option) => option.attack));
    const tabs = weaponTabs(options).sort((one, other) => harms(one) - harms(other));
    const open = tabs.find((tab) => tab.weapon === weapon) || tabs[0];
    const tabButton = (/** @type {import("../state/options.js").Tab} */ tab) =>
      button(tab.weapon ? words(tab.weapon) : "other", () => this.handlers.ontab(tab.weapon),
        { role: "tab", "aria-selected": String(tab === open) });
    return [
      tabs.length > 1 ? h("div", {
        class: "weapon-tabs", role: "tablist", "aria-label": "With what",
      }, tabs.map(tabButton)) : null,
      open.options.some((option) => option.attack) ? attackUnits() : null,
      h("ul", { class: "card-options" }, open.options.map((option) =>
        buttons.make(option, optionName(option, open.options, scene)))),
    ];
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {import("../state/options.js").Selection} selected
   */
  foot(state, { kind, index }) {
    const hand = this.handlers.hand();
    if (kind === "fighter") {
      const isUnseen = state.table?.hidden?.fighters.includes(index);
      return h("footer", {},
        button("Sheet", () => this.handlers.onsheet(index), { class: "small" }),
        hand ? [
          button("Rule…", () => hand.rule(index), { class: "small rule-by-hand" }),
          button(isUnseen ? "Reveal" : "Hide", () => hand.hide("fighters", index),
            { class: "small hide-fighter" }),
          this.playerSwitch(state, index, hand.play),
        ] : null);
    }
    if (!hand) return null;
    const isHidden = state.table?.hidden?.places.includes(index);
    return h("footer", {},
      button("Bring in…", () => hand.bring(index), { class: "small bring-in-here" }),
      button(isHidden ? "Reveal" : "Hide", () => hand.hide("places", index),
        { class: "small hide-place" }));
  }

  /**
   * Return the button that hands an unclaimed fighter to the computer, or takes it back.
   * @param {import("../state/fight.js").FightState} state
   * @param {number} who
   * @param {(who: number, player: string) => void} onplay
   */
  playerSwitch({ table, scene }, who, onplay) {
    if (!table || table.seats.some((seat) => seat.fighters.includes(who))) return null;
    const player = table.fighters[who] || table.sides[scene.fighters[who].side];
    return player === "person"
      ? button("Computer plays", () => onplay(who, storedOpponent()), { class: "small hand-over" })
      : button("I play", () => onplay(who, "person"), { class: "small take-over" });
  }

  /** Fill in odds that have arrived. */
  fill() {
    this.buttons?.fill();
  }

  /**
   * Keep a card that has grown within its frame.
   * @param {number} tall
   */
  keepWithin(tall) {
    const { offsetTop, offsetHeight, style } = this.element;
    if (!style.top || offsetTop + offsetHeight <= tall - 4) return;
    style.top = `${Math.max(4, tall - offsetHeight - 4)}px`;
  }

  /**
   * Place the card next to a point of its frame, so that it covers as few other fighters as
   * possible.
   * @param {{x: number, y: number, radius: number}} point
   * @param {{width: number, height: number}} frame
   * @param {Point[]} others The other fighters' positions in the frame.
   */
  place(point, frame, others) {
    putBeside(this.element, point, frame, others);
  }
}

/**
 * Place an element next to a point of its frame, so that it covers as few other points as possible.
 * @param {HTMLElement} element
 * @param {{x: number, y: number, radius: number}} point
 * @param {{width: number, height: number}} frame
 * @param {Point[]} others
 */
export function putBeside(element, point, frame, others) {
  const box = { width: element.offsetWidth, height: element.offsetHeight };
  const [left, top] = freePlace(point, box, frame, others);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
