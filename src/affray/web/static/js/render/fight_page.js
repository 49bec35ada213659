// The elements of a fight's page: strip, board, question, log, and the dialogs above them.
import { button, h, put } from "../elements.js";
import { words } from "../format.js";
import { capital } from "../state/options.js";
import { soundButton } from "../sound/switch.js";
import { BoardElement } from "./board.js";
import { CardElement, putBeside } from "./card.js";
import { EdgeArrows } from "./edge_arrows.js";
import { legendPanel } from "./legend_panel.js";
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
 * @property {[string, (index: number) => unknown][]} lines Actions for a line of the log.
 * @property {{people: HTMLElement, form: HTMLElement}} talk The people at the table, and the field
 *   to write in.
 * @property {(who: number) => void} onsheet
 * @property {() => void} onstudy
 * @property {() => void} onsheetclosed
 * @property {() => void} onkeys
 * @property {(who: number) => void} onedge
 * @property {(times: number) => void} onzoom Zooms by a factor; 0 shows the whole board.
 */

/** The distance of a name below its token's centre. */
const BELOW_TOKEN = 36;

/**
 * @param {Scene} scene
 * @param {string} role
 */
function subtitle(scene, role) {
  const side = role.startsWith("side ") ? scene.sides[Number(role.slice(5))].name : "";
  const seat = side ? `you are ${capital(side)}` : role === "onlooker" ? "onlooker" : "";
  const parts = [capital(words(String(scene.ruleset))), seat, scene.parent ? "a branch" : ""];
  return parts.filter(Boolean).join(" · ");
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
    this.card = new CardElement(handlers.card);
    this.sheet = new SheetDialog(handlers.onsheetclosed);
    this.timeline = new TimelineElement(handlers.timeline);
    this.log = new LogElement(state.rules, handlers.lines, scene.fighters);
    this.edges = new EdgeArrows(scene, labels, handlers.onedge);
    this.winBar = new WinBarElement();
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.hint = h("div", { class: "odds-hint", role: "status", hidden: true });
    this.announcement = h("p", { class: "announcement", "aria-hidden": "true" });
    this.banner = h("div", { class: "banner-holder" });
    this.narration = h("p", { class: "narration" });
    this.about = subtitle(scene, state.role);
    this.subtitle = h("span", { class: "quiet" }, this.about);
    this.line = h("span", { class: "line", role: "status" });
    this.unread = 0;
    this.studyOpener = button("Study", handlers.onstudy,
      { class: "small study-opener", "aria-pressed": "false" });
    this.logOpener = button("Log", () => this.openLog(true), { class: "small log-opener" });
    this.menuBody = h("div", { class: "sheet-body" });
    this.menu = this.makeMenu();
    this.viewport = h("div", { class: "viewport" }, this.board.element);
    this.boardTools = boardTools(scene, handlers.onzoom);
    this.boardFrame = h("div", { class: "board-frame" }, this.viewport, this.edges.element,
      this.boardTools, this.announcement, this.card.element, this.tip, this.hint);
    const grown = new ResizeObserver(() => this.card.keepWithin(this.boardFrame.clientHeight));
    grown.observe(this.card.element);
    this.column = h("div", { class: "field-column" }, this.boardFrame,
      h("div", { class: "under-board" }, this.narration, this.timeline.element));
    this.drawer = h("section", { class: "log-panel", "aria-label": "The log" },
      h("header", {}, h("h2", {}, "Log"), handlers.talk.people,
        button("✕", () => this.openLog(false),
          { class: "icon small drawer-close", "aria-label": "Close the log" })),
      this.log.element, handlers.talk.form);
    this.element = h("div", { class: "fight" },
      h("header", { class: "fight-head" },
        h("a", { class: "button icon leave", href: "#/", "aria-label": "To the start" }, "‹"),
        h("h1", { title: scene.title }, scene.title), this.subtitle, this.line,
        soundButton(), this.studyOpener, this.logOpener,
        button("?", handlers.onkeys, { class: "small keys-opener", "aria-label": "Keys" }),
        button("More…", () => this.menu.showModal(), { class: "small" })),
      // the question precedes strip and board, so that the Tab key reaches it first
      this.banner, this.question.element, this.strip.element, this.winBar.place,
      this.column, this.drawer, this.sheet.element, this.menu);
  }

  makeMenu() {
    const close = () => this.menu.close();
    return h("dialog", {
      class: "sheet menu", "aria-labelledby": "menu-title",
      onclick: (/** @type {Event} */ event) => { if (event.target === this.menu) close(); },
    }, h("header", {}, h("h2", { id: "menu-title" }, "This fight"),
      button("✕", close, { class: "icon", "aria-label": "Close" })), this.menuBody);
  }

  /** @param {boolean} open */
  openLog(open) {
    this.drawer.classList.toggle("open", open);
    if (open) this.markUnread(0);
  }

  /**
   * Show the number of unread messages on the button that opens the log.
   * @param {number} count
   */
  markUnread(count) {
    this.unread = count;
    put(this.logOpener, "Log", count ? h("span", { class: "unread" }, ` ${count}`) : null);
  }

  /** @param {boolean} open Whether the fight's study is open. */
  showStudy(open) {
    this.element.classList.toggle("studying", open);
    this.studyOpener.setAttribute("aria-pressed", String(open));
  }

  /** @param {number} round */
  showRound(round) {
    const said = [this.about, round ? `Round ${round}` : ""].filter(Boolean).join(" · ");
    if (this.subtitle.textContent !== said) this.subtitle.textContent = said;
  }

  /**
   * Report in words that the connection is lost.
   * @param {boolean} on
   */
  showConnection(on) {
    this.line.classList.toggle("off", !on);
    put(this.line, on ? "" : "Connection lost. Trying again…");
  }

  /**
   * Show an announcement across the board for a moment.
   * @param {string} text
   * @param {string} look
   */
  announce(text, look) {
    put(this.announcement, text);
    this.announcement.className = `announcement ${look}`;
    for (const animation of this.announcement.getAnimations()) animation.cancel();
    const seen = [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.7 }];
    this.announcement.animate([...seen, { opacity: 0 }], { duration: 1400 });
  }

  /**
   * Place the card or the hint next to a point of the board.
   * @param {HTMLElement} element
   * @param {Point} point
   */
  place(element, point) {
    const matrix = this.board.element.getScreenCTM();
    if (!matrix) return;
    const frame = this.boardFrame.getBoundingClientRect();
    const inFrame = (/** @type {Point} */ one) => {
      const { x, y } = new DOMPoint(...one).matrixTransform(matrix);
      return /** @type {Point} */ ([x - frame.left, y - frame.top]);
    };
    const [x, y] = inFrame(point);
    const tokens = [...(this.board.picture?.tokens.values() || [])];
    /** @type {Point[]} */
    const seen = [
      ...tokens.filter((token) => token.x !== point[0] || token.y !== point[1])
        .map((token) => inFrame([token.x, token.y])),
      ...tokens.filter((token) => token.named)
        .map((token) => inFrame([token.x, token.y + BELOW_TOKEN])),
    ];
    const around = { x, y, radius: 20 * matrix.a };
    putBeside(element, around, { width: frame.width, height: frame.height }, seen);
  }

  /**
   * Number the visible options: on the card if one is open, otherwise in the list.
   * @param {boolean} onCard
   */
  assignKeys(onCard) {
    const scope = onCard ? this.card.element : this.question.body;
    const frame = scope.getBoundingClientRect();
    const sticky = onCard ? null : scope.querySelector(".other-deeds");
    // measure everything first, then write; alternating would cost a layout per option
    const stuck = sticky?.getBoundingClientRect();
    const below = stuck?.height ? stuck.top : frame.bottom;
    const buttons = [...this.element.querySelectorAll(".choose")].map((one) => {
      const box = one.getBoundingClientRect();
      const bottom = sticky?.contains(one) ? frame.bottom : Math.min(frame.bottom, below);
      const isWithin = box.height > 0 && box.top >= frame.top - 2 && box.bottom <= bottom + 2;
      return { one, seen: scope.contains(one) && isWithin && one.checkVisibility() };
    });
    this.question.markBelow();
    let number = 0;
    for (const { one, seen } of buttons) {
      const key = one.querySelector("kbd");
      const shown = seen && number < 9 ? String((number += 1)) : "";
      if (key && key.textContent !== shown) key.textContent = shown;
    }
  }

  /**
   * Return the option that has a number as its key.
   * @param {number} number
   */
  keyAt(number) {
    for (const one of this.element.querySelectorAll(".choose")) {
      if (one.querySelector("kbd")?.textContent === String(number)) {
        return one.getAttribute("data-key");
      }
    }
    return null;
  }
}

/**
 * @param {Scene} scene
 * @param {(times: number) => void} onzoom
 */
function boardTools(scene, onzoom) {
  const tool = (/** @type {string} */ label, /** @type {string} */ text,
    /** @type {number} */ times) =>
    button(text, () => onzoom(times), {
      class: "icon small", tabindex: -1, "aria-label": label, title: label,
    });
  const legend = h("details", { class: "legend-holder" },
    h("summary", { class: "button small", title: "What the signs mean" }, "Legend"),
      legendPanel(scene));
  legend.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !legend.open) return;
    event.stopPropagation();
    legend.open = false;
    legend.querySelector("summary")?.focus();
  });
  return h("div", { class: "board-tools" }, legend,
    tool("Closer", "+", 1.3), tool("Farther", "−", 1 / 1.3), tool("The whole board", "⤢", 0));
}
