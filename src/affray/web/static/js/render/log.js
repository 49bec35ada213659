// The log: one line per event, with its dice, which expands to show the rules behind it.
import { h } from "../elements.js";
import { diceOf } from "./dice.js";

/** The most space left below the newest line so that the top line is shown whole. */
const MOST_BELOW = 28;

/** The window that shows rules, separate from the fight's. */
const RULES_WINDOW = "affray-rules";

/**
 * Return a rule's id as a link to the rule in its rulebook.
 * @param {string} id
 * @param {RulesById} rules
 */
export function ruleLink(id, rules) {
  const href = rules.get(id)?.href;
  return href ? h("a", { href, target: RULES_WINDOW, class: "rule-link",
    title: "Show it in the rulebook" }, id) : id;
}

/**
 * Return rules as a list with their texts, by id.
 * @param {string[]} ids
 * @param {RulesById} rules
 */
export function ruleList(ids, rules) {
  if (!ids.length) return null;
  return h("dl", { class: "rules" },
    ids.map((id) => [h("dt", {}, ruleLink(id, rules)), h("dd", {}, rules.get(id)?.text || "")]));
}

/**
 * Return a list of every modifier of a sum, each with its rule, and of the other rules involved; a
 * press shows a rule's text.
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
 * Return the explanation of a line: every modifier, and the rules with their texts.
 * @param {Frame} frame
 * @param {RulesById} rules
 */
export function madeBy(frame, rules) {
  return [reasons(frame.parts.because || [], [], rules),
    ruleList(frame.rules, rules) || h("p", { class: "quiet" }, "No rule is named for this.")];
}

/**
 * Return one line of the log. `actions` are buttons shown when it is expanded.
 * @param {Frame} frame
 * @param {number} index
 * @param {RulesById} rules
 * @param {[string, (index: number) => unknown][]} [actions]
 * @param {number} [side] The side of the line's fighter; -1 for none.
 */
function logLine(frame, index, rules, actions = [], side = -1) {
  if (frame.kind === "round") {
    return h("li", { class: "round", "data-frame": index }, h("span", {}, frame.text));
  }
  const look = `${frame.quiet ? " quiet-line" : ""}${side < 0 ? "" : ` of-side side-${side % 8}`}`;
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

/** The log on the page; lines after the shown frame are hidden. */
export class LogElement {
  /**
   * @param {RulesById} rules
   * @param {[string, (index: number) => unknown][]} actions
   * @param {FighterInfo[]} fighters
   */
  constructor(rules, actions, fighters) {
    this.rules = rules;
    this.actions = actions;
    /** The side of each fighter, by name. */
    this.sides = new Map(fighters.map(({ name, side }) => [name, side]));
    this.list = h("ol", { class: "log", tabindex: 0, onscroll: () => this.markAbove() });
    /** @type {HTMLElement[]} The lines of the frames; messages may stand between them. */
    this.lines = [];
    /**
     * Chat lines by number, each with the number of frames at the time it was written.
     * @type {Map<number, {at: number, line: HTMLElement, behind: number}>}
     */
    this.said = new Map();
    /** @type {Frame[]} */
    this.frames = [];
    this.element = h("div", { class: "log-holder", role: "log", "aria-label": "The log" },
      this.list);
    this.told = 0;
    /** @type {Element | null} */
    this.current = null;
    /** @type {HTMLElement | null} The line to scroll to, unless it is the newest. */
    this.shown = null;
    this.isScrolling = false;
    /** The space below the newest line, in pixels. */
    this.space = 0;
    // keep the newest line visible when a panel next to the log grows
    new ResizeObserver(() => {
      if (!this.shown) this.scrollToNewest();
    }).observe(this.element);
  }

  /**
   * Take in frames; those before `keep` already have lines.
   * @param {Frame[]} frames
   * @param {number} keep
   */
  take(frames, keep) {
    while (this.lines.length > keep) this.lines.pop()?.remove();
    const more = frames.slice(keep).map((frame, number) => {
      const side = this.sides.get(frame.parts.by ?? frame.parts.who) ?? -1;
      const line = logLine(frame, keep + number, this.rules, this.actions, side);
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
   * Take in chat lines; each goes after the frames that preceded it.
   * @param {ChatLine[]} chat
   * @param {(line: ChatLine) => HTMLElement} make
   */
  takeSaid(chat, make) {
    for (const one of chat) {
      if (!this.said.has(one.number)) {
        this.said.set(one.number, { at: one.at, line: make(one), behind: 0 });
      }
    }
    this.placeSaid();
  }

  /** Put chat lines in their places. */
  placeSaid() {
    /** @type {Element | null} */
    let before = null;
    let index = 0;
    for (const one of this.said.values()) {
      const { at, line } = one;
      while (index < this.frames.length && this.frames[index].at <= at) {
        before = this.lines[index];
        index += 1;
      }
      if (before) before.after(line);
      else this.list.prepend(line);
      before = line;
      one.behind = index;
    }
  }

  /**
   * Scroll to the newest line, and scroll a line that would be cut at the top out of view.
   */
  scrollToNewest() {
    const { list } = this;
    // measure with the existing space, so that the page is laid out only once
    const edge = list.scrollHeight - this.space - list.clientHeight;
    const cut = /** @type {HTMLElement[]} */ ([...list.children])
      .findLast((line) => !line.hidden && line.offsetTop < edge);
    const seen = cut ? cut.offsetTop + cut.offsetHeight - edge : 0;
    const space = seen > 0 && seen <= MOST_BELOW ? seen + 2 : 0;
    if (space !== this.space) list.style.paddingBottom = space ? `${space}px` : "";
    this.space = space;
    list.scrollTop = list.scrollHeight;
  }

  /** Fade the top line if there are more above it, so that none looks cut. */
  markAbove() {
    this.list.classList.toggle("more-above", this.list.scrollTop > 4);
  }

  /**
   * Show the lines up to a frame, and mark the one that is selected.
   * @param {number} until The number of lines to show.
   * @param {number | null} step
   */
  show(until, step) {
    const { lines } = this;
    const upTo = Math.min(until, lines.length);
    for (; this.told < upTo; this.told += 1) lines[this.told].hidden = false;
    for (; this.told > upTo; this.told -= 1) lines[this.told - 1].hidden = true;
    for (const { line, behind } of this.said.values()) line.hidden = behind > upTo;
    this.current?.classList.remove("current");
    this.current = step === null ? null : lines[step] || null;
    this.current?.classList.add("current");
    this.shown = step !== null && step < upTo - 1
      ? /** @type {HTMLElement | null} */ (this.current) : null;
    if (this.isScrolling) return;
    this.isScrolling = true;
    // once per animation frame, when the page is laid out anyway
    requestAnimationFrame(() => {
      this.isScrolling = false;
      if (this.shown) this.list.scrollTop = this.shown.offsetTop - this.list.clientHeight / 2;
      else this.scrollToNewest();
      this.markAbove();
    });
  }
}
