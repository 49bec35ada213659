// The open question: its options with their odds, opened to every modifier and rule.
import { h, one, put } from "../../elements.js";
import { get } from "../../service.js";
import { placeName } from "../../plan/layout.js";
import { ruleList } from "../../render/log.js";
import { explanation, oddsChips } from "../../render/odds.js";

const FEW = 9;

/** Shows a question and has it answered by list, keys or board. */
export class QuestionPanel {
  /** @param {import("../fight.js").FightTable} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "card question", "aria-live": "polite" });
    /** @type {Question | null} */
    this.question = null;
    /** @type {Record<string, OptionOdds>} */
    this.odds = {};
    /** @type {[Option, HTMLElement][]} */
    this.slots = [];
    /** @type {Option[]} */
    this.order = [];
    /** @type {{fits: (option: Option) => boolean, label: string} | null} */
    this.filter = null;
    /** @type {Option | null} */
    this.pointed = null;
    this.busy = false;
    this.focused = false;
  }

  /**
   * A new question, or none.
   * @param {Question | null} question
   */
  ask(question) {
    this.question = question;
    this.filter = null;
    this.pointed = null;
    this.busy = false;
    this.odds = {};
    this.draw();
    if (this.focused) {
      const prompt = one(this.element, "h2");
      prompt.tabIndex = -1;
      prompt.focus({ preventScroll: true });
      this.focused = false;
    }
    if (question && question.yours) this.loadOdds(question.number);
  }

  /** @param {number} number */
  async loadOdds(number) {
    try {
      const found = await get(this.table.url("odds"), this.table.secret);
      if (this.question && this.question.number === number && found.number === number) {
        this.odds = found.odds;
        // only the figures change: what was opened stays open, and the focus where it is
        for (const [option, slot] of this.slots) put(slot, this.chips(option) || []);
      }
    } catch {
      // the question has gone by
    }
  }

  /** The question, if it is to be answered here. */
  mine() {
    return this.question && this.question.yours && !this.busy ? this.question : null;
  }

  draw() {
    const { question, table } = this;
    const { latest } = table.story;
    if (!question) {
      put(this.element, h("h2", {}, latest.over ? "It is over" : "One moment"),
        h("p", {}, latest.over ? (latest.winner ? `${latest.winner} won.` : "Nobody won.") : "The others are thinking."),
        latest.over ? h("p", { class: "quiet" }, "Step through it with the arrow keys, or branch from any point.") : null,
        this.tools());
      return;
    }
    if (!question.yours) {
      put(this.element, h("h2", { class: "prompt" }, question.prompt),
        h("p", { class: "quiet" }, question.player === "person" ? `Waiting for ${question.asked}.` : `${question.asked} is played by ${question.player}, who is thinking.`), this.tools());
      return;
    }
    this.slots = [];
    this.order = [];
    const shown = this.filter ? question.options.filter(this.filter.fits) : question.options;
    put(this.element,
      h("h2", { class: "prompt", tabindex: -1 }, question.prompt),
      this.filter ? h("p", { class: "filter" }, this.filter.label, " ", h("button", { type: "button", class: "small", onclick: () => this.narrow(null) }, "Show all")) : null,
      shown.length > FEW ? this.groups(question, shown) : h("ol", { class: "options" }, shown.map((option) => this.line(option))),
      this.tools());
  }

  tools() {
    const { table } = this;
    if (table.role === "onlooker") return null;
    const nothing = !table.story.decisions.length;
    return h("div", { class: "row tools" }, h("button", { type: "button", class: "small", disabled: nothing, onclick: () => table.takeBack() }, table.role === "gm" ? "Take back" : "Ask to take back"));
  }

  /**
   * @param {Question} question
   * @param {Option[]} options
   */
  groups(question, options) {
    /** @type {Map<string, Option[]>} */
    const kinds = new Map();
    for (const option of options) kinds.set(option.kind, [...(kinds.get(option.kind) || []), option]);
    // one hardly ever wants to strike a friend: such groups stand at the end
    const { fighters } = this.table.scene;
    const friendly = (/** @type {Option[]} */ list) => list.every((option) => option.attack && fighters[option.target].side === question.side);
    const ordered = [...kinds].sort(([, first], [, second]) => Number(friendly(first)) - Number(friendly(second)));
    const attack = ordered.find(([, list]) => list.some((option) => option.attack))?.[1];
    return ordered.map(([kind, list]) => {
      if (list.length === 1) return h("ol", { class: "options" }, this.line(list[0]));
      return h("details", { class: "kind", open: list === attack || (list.length <= 4 && !friendly(list)) },
        h("summary", {}, kind, h("span", { class: "count" }, `${list.length}`)),
        h("ol", { class: "options" }, list.map((option) => this.line(option))));
    });
  }

  /** @param {Option} option */
  line(option) {
    const number = this.order.push(option) - 1;
    const why = h("div", { class: "why" });
    const details = h("details", { class: "more", ontoggle: () => { if (details.open && !why.childNodes.length) this.explain(option, why); } }, h("summary", { "aria-label": `Why: ${option.text}` }, "why"), why);
    const point = (/** @type {boolean} */ on) => () => { this.pointed = on ? option : null; this.table.drawBoard(); };
    return h("li", { class: "option" },
      h("button", {
        type: "button", class: "choose", "data-key": option.key, disabled: this.busy, onclick: () => this.choose(option),
        onmouseenter: point(true), onmouseleave: point(false), onfocus: point(true), onblur: point(false),
      }, number < 9 ? h("kbd", { "aria-hidden": "true" }, number + 1) : null, h("span", { class: "text" }, option.text), this.slot(option)),
      details);
  }

  /** @param {Option} option */
  slot(option) {
    const slot = h("span", { class: "slot" }, this.chips(option));
    this.slots.push([option, slot]);
    return slot;
  }

  /** @param {Option} option */
  chips(option) {
    const { scene, story } = this.table;
    return oddsChips(option, this.odds[option.key], scene, story.latest.now, this.question ? this.question.who : -1);
  }

  /**
   * @param {Option} option
   * @param {HTMLElement} why
   */
  async explain(option, why) {
    put(why, h("p", { class: "quiet" }, "One moment…"));
    try {
      const found = await get(`${this.table.url("option")}?key=${encodeURIComponent(option.key)}`, this.table.secret);
      put(why, explanation(found, this.table.rules), ruleList(found.rules, this.table.rules));
    } catch (error) {
      put(why, h("p", {}, /** @type {Error} */ (error).message));
    }
  }

  /**
   * What the board lights up.
   * @returns {import("../../plan/picture.js").Look}
   */
  look() {
    const { pointed } = this;
    const question = this.mine();
    if (!question) return {};
    const places = new Set();
    const targets = new Set();
    for (const option of question.options) {
      if (option.target >= 0) targets.add(option.target);
      else if (option.place >= 0) places.add(option.place);
    }
    /** @type {[number, number, string][]} */
    const arrows = pointed && pointed.target >= 0 && question.who >= 0 ? [[question.who, pointed.target, pointed.attack ? "harm" : "act"]] : [];
    return { places, targets, arrows, marked: new Set(pointed && pointed.place >= 0 ? [pointed.place] : []) };
  }

  /** @param {number} place */
  byPlace(place) {
    this.only((option) => option.place === place && option.target < 0, `At ${placeName(this.table.scene.board, place)}:`);
  }

  /** @param {number} target */
  byTarget(target) {
    this.only((option) => option.target === target, `${this.table.scene.fighters[target].name}:`);
  }

  /**
   * Chooses where only one option fits, and otherwise shows those that do.
   * @param {(option: Option) => boolean} fits
   * @param {string} label
   */
  only(fits, label) {
    const question = this.mine();
    if (!question) return;
    const found = question.options.filter(fits);
    if (found.length === 1) this.choose(found[0]);
    else if (found.length) this.narrow({ fits, label });
  }

  /** @param {QuestionPanel["filter"]} filter */
  narrow(filter) {
    this.filter = filter;
    this.draw();
    /** @type {HTMLElement | null} */
    const first = this.element.querySelector(".choose");
    if (first) first.focus();
  }

  /** @param {number} number */
  pick(number) {
    if (this.mine() && this.order[number]) this.choose(this.order[number]);
  }

  /** @param {Option} option */
  async choose(option) {
    if (!this.mine()) return;
    // whoever chose with the keyboard goes on where the next question stands
    this.focused = this.element.contains(document.activeElement) || this.table.boardFrame.contains(document.activeElement);
    this.busy = true;
    this.draw();
    const done = await this.table.answer({ option: option.key });
    if (!done) {
      this.busy = false;
      this.draw();
    }
  }
}
