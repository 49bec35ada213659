// The elements of a fight's page: strip, board, question, log, and what opens over them.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { capital } from "../state/options.js";
import { soundButton } from "../sound/switch.js";
import { BoardElement } from "./board.js";
import { CardElement } from "./card.js";
import { legendOf } from "./ground/legend.js";
import { LogElement } from "./log.js";
import { QuestionElement } from "./question.js";
import { SheetDialog } from "./sheet.js";
import { StripElement } from "./strip.js";
import { TimelineElement } from "./timeline.js";
import { WinBarElement } from "./win_bar.js";

/**
 * @typedef {object} PageHandlers
 * @property {import("./question.js").QuestionHandlers} question
 * @property {import("./card.js").CardHandlers} card
 * @property {import("./timeline.js").TimelineHandlers} timeline
 * @property {[string, (index: number) => unknown][]} lines What can be done with a line of the log.
 * @property {{people: HTMLElement, form: HTMLElement}} talk Who is there, and the field to say something.
 * @property {(who: number) => void} onsheet
 * @property {() => void} onstudy
 * @property {() => void} onsheetclosed
 * @property {(times: number) => void} onzoom 0 shows the whole board.
 */

const SIDE_COLUMN = 464;
const AROUND_BOARD = 150;
const LOWER_ROW = 200;
/** What is asked under a wide board is at least and at most so tall; between them it has what the board leaves. */
const UNDER_BOARD = [236, 320];
const AROUND_WIDE = 134;
/** How far below a token's middle its name is written. */
const BELOW_TOKEN = 36;

/**
 * @param {Scene} scene
 * @param {string} role
 */
function subtitle(scene, role) {
  const seat = role.startsWith("side ") ? `you are ${scene.sides[Number(role.slice(5))].name}` : role === "onlooker" ? "onlooker" : "";
  return [capital(words(String(scene.ruleset))), seat, scene.parent ? "a branch" : ""].filter(Boolean).join(" · ");
}

/** A fight's page. */
export class FightPage {
  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Layout} layout
   * @param {string[]} labels
   * @param {PageHandlers} handlers
   */
  constructor(state, layout, labels, handlers) {
    const { scene } = state;
    this.board = new BoardElement(scene, layout);
    this.strip = new StripElement(scene, labels, handlers.onsheet);
    this.question = new QuestionElement(labels, handlers.question);
    this.card = new CardElement(labels, handlers.card);
    this.sheet = new SheetDialog(handlers.onsheetclosed);
    this.timeline = new TimelineElement(handlers.timeline);
    this.log = new LogElement(state.rules, handlers.lines);
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.unread = 0;
    this.announcement = h("p", { class: "announcement", "aria-hidden": "true" });
    this.winBar = new WinBarElement();
    this.studyOpener = h("button", { type: "button", class: "small study-opener", "aria-pressed": "false", onclick: handlers.onstudy }, "Study");
    this.viewport = h("div", { class: "viewport" }, this.board.element);
    this.narration = h("p", { class: "narration" });
    this.boardTools = boardTools(scene.board, handlers.onzoom);
    this.banner = h("div", { class: "banner-holder" });
    this.line = h("span", { class: "line", role: "img", "aria-label": "connected", title: "Green while the page hears the service" });
    this.logOpener = h("button", { type: "button", class: "small log-opener", onclick: () => this.openLog(true) }, "Log");
    this.menuBody = h("div", { class: "sheet-body" });
    this.menu = h("dialog", { class: "sheet menu", "aria-labelledby": "menu-title", onclick: (/** @type {Event} */ event) => { if (event.target === this.menu) this.menu.close(); } },
      h("header", {}, h("h2", { id: "menu-title" }, "This fight"), h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => this.menu.close() }, "✕")), this.menuBody);
    this.boardFrame = h("div", { class: "board-frame" }, this.viewport, this.announcement, this.card.element, this.tip);
    new ResizeObserver(() => this.card.keepWithin(this.boardFrame.clientHeight)).observe(this.card.element);
    this.column = h("div", { class: "field-column" }, this.winBar.place, this.boardFrame, h("div", { class: "under-board" }, this.narration, this.boardTools), this.timeline.element);
    this.drawer = h("section", { class: "log-panel", "aria-label": "The log" },
      h("header", {}, h("h2", {}, "The log"), handlers.talk.people, h("button", { type: "button", class: "icon small drawer-close", "aria-label": "Close the log", onclick: () => this.openLog(false) }, "✕")), this.log.element, handlers.talk.form);
    this.element = h("div", { class: "fight" },
      h("header", { class: "fight-head" }, h("h1", { title: scene.title }, scene.title), this.line, h("span", { class: "quiet" }, subtitle(scene, state.role)),
        soundButton(),
        this.studyOpener,
        this.logOpener,
        h("button", { type: "button", class: "small", onclick: () => this.menu.showModal() }, "More…")),
      // the question stands before strip and board, so that the Tab key comes to it first
      this.banner, this.question.element, this.strip.element,
      this.column,
      this.drawer, this.sheet.element, this.menu);
  }

  /** @param {boolean} open */
  openLog(open) {
    this.drawer.classList.toggle("open", open);
    if (open) this.markUnread(0);
  }

  /**
   * Says on the button that opens the log how much was said since.
   * @param {number} count
   */
  markUnread(count) {
    this.unread = count;
    put(this.logOpener, "Log", count ? h("span", { class: "unread" }, ` ${count}`) : null);
  }

  /** @param {boolean} open Whether the fight is being studied. */
  showStudy(open) {
    this.element.classList.toggle("studying", open);
    this.studyOpener.setAttribute("aria-pressed", String(open));
  }

  /** @param {boolean} on */
  showConnection(on) {
    this.line.classList.toggle("off", !on);
    this.line.setAttribute("aria-label", on ? "connected" : "not connected");
  }

  /**
   * Says something across the board for a moment.
   * @param {string} text
   * @param {string} look
   */
  announce(text, look) {
    put(this.announcement, text);
    this.announcement.className = `announcement ${look}`;
    for (const animation of this.announcement.getAnimations()) animation.cancel();
    this.announcement.animate([{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: 1400 });
  }

  /** Divides the page for the room there is: a wide board has what is asked under it, another beside it. */
  divide(/** @type {boolean} */ narrow) {
    const { layout } = this.board;
    // on a phone the card lies over what is asked
    if (narrow) this.element.style.setProperty("--below-board", `${Math.floor(this.element.getBoundingClientRect().bottom - this.column.getBoundingClientRect().bottom)}px`);
    const { clientWidth: wide, clientHeight: tall } = this.element;
    const beside = Math.min((wide - SIDE_COLUMN) / layout.width, (tall - AROUND_BOARD) / layout.height);
    const above = Math.min(wide / layout.width, (tall - AROUND_BOARD - LOWER_ROW) / layout.height);
    this.element.classList.toggle("wide", !narrow && above > 1.12 * beside);
    const left = tall - AROUND_WIDE - (wide / layout.width) * layout.height;
    this.element.style.setProperty("--under-board", `${Math.round(Math.max(UNDER_BOARD[0], Math.min(UNDER_BOARD[1], left)))}px`);
  }

  /**
   * Puts the card beside a point of the board.
   * @param {Point} point
   */
  placeCard(point) {
    const matrix = this.board.element.getScreenCTM();
    if (!matrix) return;
    const frame = this.boardFrame.getBoundingClientRect();
    const inFrame = (/** @type {Point} */ one) => {
      const { x, y } = new DOMPoint(...one).matrixTransform(matrix);
      return /** @type {Point} */ ([x - frame.left, y - frame.top]);
    };
    const [x, y] = inFrame(point);
    const others = [...(this.board.picture?.tokens.values() || [])].filter((token) => token.x !== point[0] || token.y !== point[1]);
    const names = [...(this.board.picture?.tokens.values() || [])].filter((token) => token.named);
    /** @type {Point[]} */
    const seen = [...others.map((token) => inFrame([token.x, token.y])), ...names.map((token) => inFrame([token.x, token.y + BELOW_TOKEN]))];
    this.card.place({ x, y, radius: 20 * matrix.a }, { width: frame.width, height: frame.height }, seen);
  }

  /**
   * Numbers on the options that can be seen, and only on those: on the card where one is open, else in the list.
   * @param {boolean} onCard
   */
  assignKeys(onCard) {
    // it is done again when what is asked has been fitted
    if (this.question.isFitting) return;
    const scope = onCard ? this.card.element : this.question.body;
    // first everything is measured, then everything written: in turns the page would be laid out once an option
    const buttons = [...this.element.querySelectorAll(".choose")].map((button) => {
      return { button, seen: scope.contains(button) && button.checkVisibility() && isWithin(button, scope) && isWithin(button, button.closest(".verb-rows") || scope) };
    });
    this.question.markBelow();
    let number = 0;
    for (const { button, seen } of buttons) {
      const key = button.querySelector("kbd");
      const shown = seen && number < 9 ? String((number += 1)) : "";
      if (key && key.textContent !== shown) key.textContent = shown;
    }
  }

  /**
   * The option that has a number on it.
   * @param {number} number
   */
  keyAt(number) {
    for (const button of this.element.querySelectorAll(".choose")) if (button.querySelector("kbd")?.textContent === String(number)) return button.getAttribute("data-key");
    return null;
  }
}

/**
 * Whether all of an element's height is seen within another.
 * @param {Element} inner
 * @param {Element} outer
 */
function isWithin(inner, outer) {
  const box = inner.getBoundingClientRect();
  const frame = outer.getBoundingClientRect();
  return box.height > 0 && box.top >= frame.top - 2 && box.bottom <= frame.bottom + 2;
}

/**
 * @param {Board} board
 * @param {(times: number) => void} onzoom
 */
function boardTools(board, onzoom) {
  const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {number} */ times) => h("button", { type: "button", class: "icon small", tabindex: -1, "aria-label": label, title: label, onclick: () => onzoom(times) }, text);
  return h("div", { class: "board-tools" },
    h("details", { class: "legend-holder" }, h("summary", { class: "button small", title: "What the signs mean" }, "Legend"), legendOf(board)),
    button("Closer", "+", 1.3), button("Farther", "−", 1 / 1.3), button("The whole board", "⤢", 0));
}
