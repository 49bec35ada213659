// A button that chooses an option, with its key, cost, odds and their explanation.
import { h, put } from "../elements.js";
import { costPips } from "./cost.js";
import { figuresOf } from "./figures.js";
import { ruleList } from "./log.js";
import { explanation } from "./odds.js";

/**
 * @typedef {object} OptionHandlers
 * @property {(option: Option, event?: Event) => void} onchoose
 * @property {(option: Option | null) => void} onpoint
 * @property {(option: Option) => Promise<ExplainedOption>} onexplain
 */

/**
 * @typedef {object} OptionLook
 * @property {HTMLElement | null} [whom] Its target, if the context does not show it.
 * @property {boolean} [priced] Whether the context shows its cost.
 * @property {string} [detail] Text after its name, in small type.
 * @property {boolean} [likely] Whether it is the panel's large button.
 */

/** Joins a name and its cost, so that no cost stands alone on a line. */
const NO_BREAK = "\u00a0";

/** The option buttons of one question, whose odds can be filled in later. */
export class OptionButtons {
  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Question} question
   * @param {OptionHandlers} handlers
   * @param {() => void} [onresize] Called when an option changes its height.
   */
  constructor(state, question, handlers, onresize = () => {}) {
    this.state = state;
    this.question = question;
    this.handlers = handlers;
    this.onresize = onresize;
    /** @type {{option: Option, slot: HTMLElement, opener: HTMLElement}[]} */
    this.slots = [];
  }

  /**
   * @param {Option} option
   * @param {string} name
   * @param {OptionLook} [look]
   */
  make(option, name, { whom = null, priced = false, detail = "", likely = false } = {}) {
    const { handlers, state } = this;
    const slot = h("span", { class: "slot" }, this.figures(option));
    const why = h("div", { class: "why", hidden: true });
    const opener = h("button", {
      type: "button", class: "opener", "aria-expanded": "false",
      "aria-label": `Why: ${option.text}`, onclick: () => this.explain(option, why, opener),
    }, "why");
    opener.classList.toggle("without", !this.isTelling(option));
    this.slots.push({ option, slot, opener });
    const point = (/** @type {boolean} */ on) => () => handlers.onpoint(on ? option : null);
    const isSaid = name.toLowerCase().includes((option.cost || " ").toLowerCase());
    const cost = priced || (option.cost && isSaid) ? null : costPips(option.cost);
    const choose = h("button", {
      type: "button", class: "choose", "data-key": option.key, disabled: state.busy,
      title: option.text, onclick: (/** @type {Event} */ event) => handlers.onchoose(option, event),
      onmouseenter: point(true), onmouseleave: point(false),
      onfocus: point(true), onblur: point(false),
    }, h("kbd", { class: "key", "aria-hidden": "true" }),
    h("span", { class: whom ? "text with-name" : "text" }, whom,
      h("span", { class: "what" }, h("span", { class: "option-name" }, name),
        cost?.classList.contains("pips") ? NO_BREAK : " ", cost,
        detail && h("small", {}, detail))),
    slot);
    return h("li", { class: likely ? "option likely" : "option" }, choose, opener, why);
  }

  /** @param {Option} option */
  figures(option) {
    const { odds, scene, story, assumption } = this.state;
    const { now } = story.latest;
    return figuresOf(option, odds[option.key], scene, now, this.question.who, assumption);
  }

  /** Fill in odds that have arrived; an open explanation and the focus are kept. */
  fill() {
    for (const { option, slot, opener } of this.slots) {
      put(slot, this.figures(option));
      opener.classList.toggle("without", !this.isTelling(option));
    }
  }

  /**
   * Return whether an option has odds to show: dice are rolled, or a fighter changes.
   * @param {Option} option
   */
  isTelling(option) {
    const odds = this.state.odds[option.key];
    return option.attack || Boolean(odds && (odds.rolled || odds.fighters.length));
  }

  /**
   * @param {Option} option
   * @param {HTMLElement} why
   * @param {HTMLElement} opener
   */
  async explain(option, why, opener) {
    why.hidden = !why.hidden;
    opener.setAttribute("aria-expanded", String(!why.hidden));
    this.onresize();
    if (why.hidden || why.childNodes.length) return;
    put(why, h("p", { class: "quiet" }, "One moment…"));
    try {
      const found = await this.handlers.onexplain(option);
      put(why, explanation(found, this.state.rules), ruleList(found.rules, this.state.rules));
    } catch (error) {
      put(why, h("p", {}, /** @type {Error} */ (error).message));
    }
    this.onresize();
  }
}
