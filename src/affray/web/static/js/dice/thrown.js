// Dice thrown on the board: large, in a tray at its edge near the fighter who rolls. They tumble
// and settle, and those that count light up.
import { svg } from "../elements.js";
import { themeOf } from "../worlds/themes.js";
import { textWidth } from "../render/text_width.js";
import { rowsOf } from "./rows.js";
import { solidsOf } from "./tray.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../plan/dice.js").PlannedDie} PlannedDie */
/** @typedef {import("./die.js").Die} Die */

/** The size of a die, in pixels. */
const SIZE = { wide: 60, narrow: 50 };
/** The width below which a board is a phone's. */
const NARROW = 520;
const GAP = 6;
const PAD = 10;
const TEXT = 15;
const LINE = 20;
/** Milliseconds at normal speed: the tumble, and how long the dice stay after it. */
const TUMBLE = 460;
const APART = 55;
const LIE = 1500;
/**
 * The size in pixels of the corners with buttons: the upper right, and on phones the lower left.
 */
const TOOLS = { width: 190, height: 46 };
const STEPS = { width: 140, height: 50 };
/** The width of a drawn die, in its own units. */
const DRAWN = 120;

/**
 * Return the part of a board's drawing that is on the screen; larger than the part requested if the
 * shapes differ.
 * @param {import("../render/board.js").BoardElement} board
 * @param {number} unit
 */
function visibleArea(board, unit) {
  const seen = board.seen();
  const { width = 0, height = 0 } = board.element?.getBoundingClientRect() || {};
  const [wide, tall] = [Math.max(seen.width, width * unit), Math.max(seen.height, height * unit)];
  return {
    x: seen.x - (wide - seen.width) / 2,
    y: seen.y - (tall - seen.height) / 2,
    width: wide,
    height: tall,
  };
}

/** The tray of a board. */
export class DiceTray {
  /** @param {import("../render/effects.js").EffectStage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {SVGGElement | null} */
    this.group = null;
    this.frame = 0;
  }

  /** Remove the dice. */
  clear() {
    cancelAnimationFrame(this.frame);
    this.group?.remove();
    this.group = null;
  }

  /**
   * Throw the dice of a frame.
   * @param {import("../plan/effects.js").DiceThrow} effect
   * @param {number} speed
   */
  roll({ who, rolls }, speed) {
    this.clear();
    const { board } = this.stage;
    const unit = Math.max(0.2, board.unitsPerPixel());
    const seen = visibleArea(board, unit);
    const dieSize = (seen.width / unit < NARROW ? SIZE.narrow : SIZE.wide) * unit;
    const material = themeOf(board.scene?.ruleset).dice;
    const most = Math.max(2, Math.min(7, Math.floor(seen.width / (dieSize + GAP * unit)) - 1));
    const rows = rowsOf(rolls, most).map((row) => this.makeRow(row, material));
    const { type } = themeOf(board.scene?.ruleset);
    const wordWidth = (/** @type {string} */ word, /** @type {number} */ font) =>
      textWidth(word, font, 700, type);
    const { inside, width, height } = this.layOut(rows, dieSize, unit, seen.width, wordWidth);
    const tray = svg("rect", { width, height, rx: 10 * unit, class: "dice-tray" });
    const element = svg("g", { class: "thrown-dice" }, tray, inside);
    let looked = "";
    // the board may still be moving or zooming to the current view
    const settle = () => {
      const view = String(board.element?.getAttribute("viewBox"));
      if (view === looked) return;
      looked = view;
      const now = Math.max(0.2, board.unitsPerPixel());
      const size = now / unit;
      const area = visibleArea(board, now);
      const [x, y] = this.place(who, width * size, height * size, area, now);
      const box = { x, y, width: width * size, height: height * size };
      for (const [name, value] of Object.entries(box)) tray.setAttribute(name, value.toFixed(1));
      inside.setAttribute("transform",
        `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(3)})`);
    };
    settle();
    const faces = rolls.map((roll) => roll.dice.map((die) => die.face).join(" ")).join(" | ");
    element.setAttribute("data-dice", faces);
    this.group = element;
    const solids = rows.flatMap((row) => row.solids);
    const time = (TUMBLE + solids.length * APART + LIE) / speed;
    this.stage.prop(element, time);
    this.tumble(solids, speed, settle);
  }

  /**
   * @param {Row} row
   * @param {import("../worlds/themes.js").DiceMaterial} material
   */
  makeRow(row, material) {
    const solids = row.dice.flatMap((planned) =>
      solidsOf(planned, material).map((die) => ({ die, planned })),
    );
    return { ...row, solids };
  }

  /**
   * Arrange rows below each other, with the target next to the dice or below them.
   * @param {ReturnType<DiceTray["makeRow"]>[]} rows
   * @param {number} size
   * @param {number} unit
   * @param {number} room
   * @param {(word: string, font: number) => number} wordWidth
   */
  layOut(rows, size, unit, room, wordWidth) {
    const inside = svg("g", {});
    const step = size + GAP * unit;
    const font = TEXT * unit;
    const pad = PAD * unit;
    let [width, y] = [0, pad];
    for (const row of rows) {
      const words = [row.goal, row.result].filter(Boolean);
      const diceWide = row.solids.length * step;
      const textWide = Math.max(0, ...words.map((word) => wordWidth(word, font)));
      const isBeside = diceWide + textWide + 3 * pad < room * 0.92;
      row.solids.forEach(({ die }, at) => {
        const x = pad + at * step + size / 2;
        die.element.setAttribute(
          "transform",
          `translate(${x.toFixed(1)} ${(y + size / 2).toFixed(1)}) sca` +
            `le(${(size / DRAWN).toFixed(4)})`,
        );
        inside.append(die.element);
      });
      const left = isBeside ? pad + diceWide + 4 * unit : pad;
      const top = isBeside
        ? y + size / 2 - ((words.length - 1) * LINE * unit) / 2 + font * 0.35
        : y + size + font;
      words.forEach((word, line) => {
        const look = word === row.goal ? "dice-goal" : "dice-result";
        inside.append(
          svg(
            "text",
            { x: left, y: top + line * LINE * unit, "font-size": font.toFixed(2), class: look },
            word,
          ),
        );
      });
      width = Math.max(
        width,
        isBeside ? diceWide + textWide + 4 * unit : Math.max(diceWide, textWide),
      );
      y += size + (isBeside ? 0 : words.length * LINE * unit) + 4 * unit;
    }
    return { inside, width: width + 2 * pad, height: y + pad - 4 * unit };
  }

  /**
   * Return the tray's position: at an edge of the view, near the fighter who rolls, over as few
   * tokens as possible.
   * @param {number} who
   * @param {number} width
   * @param {number} height
   * @param {{x: number, y: number, width: number, height: number}} seen
   * @param {number} unit
   * @returns {Point}
   */
  place(who, width, height, seen, unit) {
    const { picture } = this.stage.board;
    const tokens = [...(picture?.tokens.values() || [])];
    const seat = picture?.tokens.get(who) || {
      x: seen.x + seen.width / 2,
      y: seen.y + seen.height,
    };
    const edge = 6 * unit;
    const within = (
      /** @type {number} */ at,
      /** @type {number} */ from,
      /** @type {number} */ room,
    ) => Math.max(from + edge, Math.min(from + room - edge, at));
    const across = within(seat.x - width / 2, seen.x, seen.width - width);
    const down = within(seat.y - height / 2, seen.y, seen.height - height);
    const [right, low] = [seen.x + seen.width - width - edge, seen.y + seen.height - height - edge];
    /** @type {Point[]} */
    const places = [
      [across, low],
      [across, seen.y + edge],
      [right, down],
      [seen.x + edge, down],
      [seen.x + edge, low],
      [right, low],
      [seen.x + edge, seen.y + edge],
      [right, seen.y + edge],
    ];
    const cost = (/** @type {Point} */ [x, y]) => {
      const covered = tokens.filter((token) => {
        const near = 22 * token.scale;
        return (
          token.x > x - near &&
          token.x < x + width + near &&
          token.y > y - near &&
          token.y < y + height + near
        );
      });
      const own = covered.some((token) => token.index === who) ? 1200 : 0;
      const isOverTools =
        x + width > seen.x + seen.width - TOOLS.width * unit && y < seen.y + TOOLS.height * unit;
      const isOverSteps =
        seen.width / unit < NARROW &&
        x < seen.x + STEPS.width * unit &&
        y + height > seen.y + seen.height - STEPS.height * unit;
      const far = Math.hypot(x + width / 2 - seat.x, y + height / 2 - seat.y);
      return covered.length * 900 + own + (isOverTools || isOverSteps ? 900 : 0) + far;
    };
    return places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  }

  /**
   * Make dice tumble one after the other; each lights up or fades when it lies still.
   * @param {{die: Die, planned: PlannedDie}[]} solids
   * @param {number} speed
   * @param {() => void} settle Keeps the tray in view.
   */
  tumble(solids, speed, settle) {
    const began = performance.now();
    const lying = new Set();
    const step = (/** @type {number} */ now) => {
      settle();
      solids.forEach(({ die, planned }, at) => {
        if (lying.has(die)) return;
        const late = at * APART + (planned.born ? TUMBLE * 0.7 : 0);
        const t = Math.max(0, Math.min(1, ((now - began) * speed - late) / TUMBLE));
        die.tumble(t);
        if (t < 1) return;
        lying.add(die);
        die.element.classList.add(
          planned.counts === false ? "spare" : planned.counts ? "counts" : "lies",
        );
        if (planned.burst) die.burst();
      });
      if (lying.size === solids.length) this.group?.classList.add("settled");
      if (this.group?.isConnected) this.frame = requestAnimationFrame(step);
    };
    step(began);
  }
}
