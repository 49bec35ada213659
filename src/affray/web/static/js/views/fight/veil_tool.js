// A tool of the game master's: drag over a part of the map to hide it from the players, or to
// reveal it.
import { h, svg } from "../../elements.js";
import { placeAtPoint, placeOf } from "../../plan/layout.js";
import { hide } from "./by_hand.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** What a drag does. @typedef {"hide" | "reveal" | null} VeilMode */

/** A shorter drag, in the board's units, is a press. */
const PRESS = 8;

/**
 * Return the places in a dragged rectangle: those whose centre lies within, or the pressed one.
 * @param {Layout} layout
 * @param {Point} from
 * @param {Point} to
 */
export function placesWithin(layout, from, to) {
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < PRESS) {
    const place = placeAtPoint(layout, from);
    return place === null ? [] : [place];
  }
  const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
  const [top, bottom] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  return [...layout.centres.entries()].flatMap(([place, [x, y]]) =>
    (x >= left && x <= right && y >= top && y <= bottom ? [place] : []));
}

/**
 * Return the fighter whose token is under the pointer.
 * @param {PointerEvent} event
 */
function fighterAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const token = under?.closest("[data-fighter]")?.getAttribute("data-fighter");
  return token === null || token === undefined ? null : Number(token);
}

/** Two switches, and the rectangle that is drawn while one of them is on. */
export class VeilTool {
  /**
   * @param {FightState} state
   * @param {import("../../render/board.js").BoardElement} board
   * @param {HTMLElement} frame
   * @param {() => void} showAll Brings the whole board into view.
   */
  constructor(state, board, frame, showAll) {
    this.state = state;
    this.showAll = showAll;
    this.board = board;
    this.frame = frame;
    /** @type {VeilMode} */
    this.mode = null;
    /** @type {Point | null} */
    this.from = null;
    this.area = svg("rect", { class: "veil-area", "aria-hidden": "true" });
    const button = (/** @type {"hide" | "reveal"} */ mode, /** @type {string} */ text,
      /** @type {string} */ title) =>
        h("button", { type: "button", class: `small veil-${mode}`, "aria-pressed": "false", title,
          onclick: () => this.set(this.mode === mode ? null : mode) }, text);
    this.buttons = { hide: button("hide", "Hide",
      "Press a fighter, or drag over a part of the map, to hide it from the players"),
      reveal: button("reveal", "Reveal",
        "Press a fighter, or drag over a part of the map, to show it to the players") };
    this.element = h("div", { class: "veil-tool", role: "group",
      "aria-label": "Hide or reveal fighters and parts of the map" },
    this.buttons.hide, this.buttons.reveal);
    const capture = { capture: true };
    frame.addEventListener("pointerdown", (event) => this.begin(event), capture);
    frame.addEventListener("pointermove", (event) => this.draw(event), capture);
    frame.addEventListener("pointerup", (event) => this.end(event), capture);
    frame.addEventListener("pointercancel", () => this.stop(), capture);
    frame.addEventListener("click", (event) => { if (this.mode) event.stopPropagation(); },
      capture);
  }

  /** @param {VeilMode} mode */
  set(mode) {
    this.mode = mode;
    this.stop();
    this.frame.classList.toggle("veiling", mode !== null);
    this.buttons.hide.setAttribute("aria-pressed", String(mode === "hide"));
    this.buttons.reveal.setAttribute("aria-pressed", String(mode === "reveal"));
    const hidden = this.state.table?.hidden?.fighters || [];
    if (mode === "reveal" && !hidden.every((who) => this.isInView(who))) this.showAll();
  }

  /**
   * Return whether a fighter's token lies within the frame.
   * @param {number} who
   */
  isInView(who) {
    const token = this.board.element.querySelector(`[data-fighter="${who}"]`);
    if (!token) return true;
    const box = token.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right
      && box.top >= frame.top && box.bottom <= frame.bottom;
  }

  /**
   * @param {PointerEvent} event
   * @returns {Point}
   */
  pointOf(event) {
    const matrix = this.board.element.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [point.x, point.y];
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (!this.mode) return;
    event.preventDefault();
    event.stopPropagation();
    this.frame.setPointerCapture(event.pointerId);
    this.from = this.pointOf(event);
    this.board.element.append(this.area);
    this.draw(event);
  }

  /** @param {PointerEvent} event */
  draw(event) {
    if (!this.mode) return;
    event.stopPropagation();
    if (!this.from) return;
    const [x, y] = this.pointOf(event);
    const [fromX, fromY] = this.from;
    for (const [name, value] of Object.entries(
      { x: Math.min(x, fromX), y: Math.min(y, fromY), width: Math.abs(x - fromX),
        height: Math.abs(y - fromY) })) this.area.setAttribute(name, value.toFixed(1));
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (!this.mode || !this.from) return;
    event.stopPropagation();
    const to = this.pointOf(event);
    const isPress = Math.hypot(to[0] - this.from[0], to[1] - this.from[1]) < PRESS;
    const token = isPress ? fighterAt(event) : null;
    const chosen = new Set(token === null ? placesWithin(this.board.layout, this.from, to) : []);
    this.stop();
    const { fighters, places } = this.state.table?.hidden || { fighters: [], places: [] };
    const left = places.filter((place) => !chosen.has(place));
    if (this.mode === "hide") {
      hide(this.state, { fighters: token === null ? fighters : [...fighters, token],
        places: [...left, ...chosen] });
      return;
    }
    const { now } = this.state.story.latest;
    const isFound = (/** @type {number} */ who) =>
      who === token || chosen.has(placeOf(now[who]));
    // a fighter at a revealed place is revealed with it
    const around = token === null ? left : left.filter((place) => place !== placeOf(now[token]));
    hide(this.state, { fighters: fighters.filter((who) => !isFound(who)), places: around });
  }

  stop() {
    this.from = null;
    this.area.remove();
  }
}
