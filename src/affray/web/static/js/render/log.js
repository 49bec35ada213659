// The log: a line an event, with its dice, that unfolds into the rules that made it.
import { h } from "../elements.js";
import { diceOf } from "./dice.js";

/** At most so much room is left below the newest line to have the uppermost one whole. */
const MOST_BELOW = 28;

/** The window that shows rules beside a fight, so that the fight stays where it is. */
const RULES_WINDOW = "affray-rules";

/**
 * A rule's id that leads to the rule in its rulebook.
 * @param {string} id
 * @param {RulesById} rules
 */
export function ruleLink(id, rules) {
  const href = rules.get(id)?.href;
  return href ? h("a", { href, target: RULES_WINDOW, class: "rule-link",
    title: "Show it in the rulebook" }, id) : id;
}

/**
 * Rules by id as a list with their texts.
 * @param {string[]} ids
 * @param {RulesById} rules
 */
export function ruleList(ids, rules) {
  if (!ids.length) return null;
  return h("dl", { class: "rules" },
    ids.map((id) => [h("dt", {}, ruleLink(id, rules)), h("dd", {}, rules.get(id)?.text || "")]));
}

/**
 * Everything that went into a sum, each with its rule, and the other rules at work; pressed, a
 * rule's text.
 * @param {[string, string][]} because
 * @param {string[]} ids
 * @param {RulesById} rules
 */
export function reasons(because, ids, rules) {
  const named = new Set(because.map(([, id]) => id));
  const all = [...because, ...ids.filter((id) => !named.has(id)).map((id) => ["", id])];
  if (!all.length) return null;
  return h("ul", { class: "reasons" }, all.map(([what, id]) =>
    h("li", {}, what ? h("span", {}, what) : null, h("code", {}, ruleLink(id, rules)),
      h("details", {}, h("summary", { "aria-label": `What ${id} says` }, "?"),
        h("p", {}, rules.get(id)?.text || "")))));
}

/**
 * What made a line of the log: every modifier, and the rules at work with their texts.
 * @param {Frame} frame
 * @param {RulesById} rules
 */
export function madeBy(frame, rules) {
  return [reasons(frame.parts.because || [], [], rules),
    ruleList(frame.rules, rules) || h("p", { class: "quiet" }, "No rule is named for this.")];
}

/**
 * One line of the log. `actions` are buttons shown when it is unfolded.
 * @param {Frame} frame
 * @param {number} index
 * @param {RulesById} rules
 * @param {[string, (index: number) => unknown][]} [actions]
 */
export function logLine(frame, index, rules, actions = []) {
  if (frame.kind === "round") {
    return h("li", { class: "round", "data-frame": index }, h("span", {}, frame.text));
  }
  const look = frame.quiet ? " quiet-line" : "";
  return h("li", { class: `event event-${frame.kind.replace(/[^a-z]/g, "-")}${look}`,
    "data-frame": index },
    h("details", {},
      h("summary", {}, h("span", { class: "told" }, frame.text),
        h("span", { class: "dice" }, frame.rolls.map(diceOf))),
      h("div", { class: "why" },
        madeBy(frame, rules),
        h("div", { class: "row" },
          actions.map(([label, act]) => h("button",
            { type: "button", class: "small", onclick: () => act(index) }, label))))));
}

/** The log on the page; lines that are not told yet are hidden. */
export class LogElement {
  /**
   * @param {RulesById} rules
   * @param {[string, (index: number) => unknown][]} actions
   */
  constructor(rules, actions) {
    this.rules = rules;
    this.actions = actions;
    this.list = h("ol", { class: "log", tabindex: 0, onscroll: () => this.markAbove() });
    /** @type {HTMLElement[]} The lines of the frames, between which others may stand. */
    this.lines = [];
    /** @type {Map<number, {at: number, line: HTMLElement}>} What was said, by its number. */
    this.said = new Map();
    /** @type {Frame[]} */
    this.frames = [];
    this.element = h("div", { class: "log-holder", role: "log", "aria-label": "The log" },
      this.list);
    this.told = 0;
    /** @type {Element | null} */
    this.current = null;
    /** @type {HTMLElement | null} The line that is scrolled to, unless it is the newest. */
    this.shown = null;
    this.isScrolling = false;
    /** Pixels below the newest line. */
    this.space = 0;
    // a panel beside it that grows takes no line away
    new ResizeObserver(() => {
      if (!this.shown) this.scrollToNewest();
    }).observe(this.element);
  }

  /**
   * Takes in frames: those up to `keep` stand already.
   * @param {Frame[]} frames
   * @param {number} keep
   */
  take(frames, keep) {
    while (this.lines.length > keep) this.lines.pop()?.remove();
    const more = frames.slice(keep).map((frame, number) => {
      const line = logLine(frame, keep + number, this.rules, this.actions);
      line.hidden = true;
      return line;
    });
    this.lines.push(...more);
    this.list.append(...more);
    this.frames = frames;
    this.told = Math.min(this.told, keep);
    this.placeSaid();
  }

  /**
   * Takes in what was said; a line stands behind what had happened then.
   * @param {ChatLine[]} chat
   * @param {(line: ChatLine) => HTMLElement} make
   */
  takeSaid(chat, make) {
    for (const one of chat) {
      if (!this.said.has(one.number)) {
        this.said.set(one.number, { at: one.at, line: make(one) });
      }
    }
    this.placeSaid();
  }

  /** Puts what was said where it belongs. */
  placeSaid() {
    /** @type {Element | null} */
    let before = null;
    let index = 0;
    for (const { at, line } of this.said.values()) {
      while (index < this.frames.length && this.frames[index].at <= at) {
        before = this.lines[index];
        index += 1;
      }
      if (before) before.after(line);
      else this.list.prepend(line);
      before = line;
    }
  }

  /**
   * Scrolls to the newest line; a line that would be cut at the upper edge is scrolled out of
   * sight.
   */
  scrollToNewest() {
    const { list } = this;
    // measured with the space that is there already, so that the page is laid out once
    const edge = list.scrollHeight - this.space - list.clientHeight;
    const cut = /** @type {HTMLElement[]} */ ([...list.children])
      .findLast((line) => !line.hidden && line.offsetTop < edge);
    const seen = cut ? cut.offsetTop + cut.offsetHeight - edge : 0;
    const space = seen > 0 && seen <= MOST_BELOW ? seen + 2 : 0;
    if (space !== this.space) list.style.paddingBottom = space ? `${space}px` : "";
    this.space = space;
    list.scrollTop = list.scrollHeight;
  }

  /** Has the uppermost line fade where there are more above it, so that none is cut. */
  markAbove() {
    this.list.classList.toggle("more-above", this.list.scrollTop > 4);
  }

  /**
   * Shows the lines up to a frame, and which of them is looked at.
   * @param {number} until How many lines are told.
   * @param {number | null} step
   */
  show(until, step) {
    const { lines } = this;
    const upTo = Math.min(until, lines.length);
    for (; this.told < upTo; this.told += 1) lines[this.told].hidden = false;
    for (; this.told > upTo; this.told -= 1) lines[this.told - 1].hidden = true;
    this.current?.classList.remove("current");
    this.current = step === null ? null : lines[step] || null;
    this.current?.classList.add("current");
    this.shown = step !== null && step < upTo - 1
      ? /** @type {HTMLElement | null} */ (this.current) : null;
    if (this.isScrolling) return;
    this.isScrolling = true;
    // once a frame, when the page is laid out anyway
    requestAnimationFrame(() => {
      this.isScrolling = false;
      if (this.shown) this.list.scrollTop = this.shown.offsetTop - this.list.clientHeight / 2;
      else this.scrollToNewest();
      this.markAbove();
    });
  }
}
