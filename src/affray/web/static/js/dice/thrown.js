// Dice thrown on the board: large, in a tray at its edge near the fighter who rolls. They tumble
// and settle, and those that count light up.
import { svg } from "../elements.js";
import { themeOf } from "../worlds/themes.js";
import { textWidth } from "../render/text_width.js";
import { capital } from "../state/options.js";
import { rowsOf } from "./rows.js";
import { solidsOf } from "./tray.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {Row & {who: number}} ThrownRow */
/** @typedef {import("../plan/dice.js").PlannedDie} PlannedDie */
/** @typedef {import("./die.js").Die} Die */

/** The size of a die, in pixels. */
const SIZE = { wide: 72, narrow: 54, least: 38 };
/** The most dice in a row, and the share of the view's height that the dice take. */
const MOST_IN_ROW = 7;
const MOST_HIGH = 0.42;
/** The width below which a board is a phone's. */
const NARROW = 520;
const GAP = 6;
const PAD = 10;
/** The size of the words beside the dice: who rolls, what is needed, and the result. */
const WORDS = { who: 12, goal: 14, result: 21 };
/** The height of a line of words, for each pixel of its size. */
const LINE = 1.25;
/** Dice of earlier rolls of the same deed: their size, and how many rows of them stay. */
const EARLIER = { size: 0.56, rows: 2 };
/**
 * Milliseconds at normal speed: the longest tumble, the shortest, the delay between two dice, and
 * how long dice stay on the board.
 */
const TUMBLE = 460;
const MIN_TUMBLE = 140;
const APART = 55;
const LIE = 1500;
/** The share of a frame's time in which its dice tumble; then one reads them. */
const TUMBLE_SHARE = 0.45;

/**
 * Return how long the dice of a frame tumble.
 * @param {number} duration
 */
export const tumbleTime = (duration) =>
  Math.max(MIN_TUMBLE, Math.min(TUMBLE, TUMBLE_SHARE * duration));
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
    /** @type {ThrownRow[]} */
    this.rows = [];
    this.frame = 0;
    /** The place of the last dice of this deed, so that more of them stay there. */
    this.corner = -1;
  }

  /** Remove the dice, and forget the deed that they belong to. */
  clear() {
    this.remove();
    this.rows = [];
    this.corner = -1;
  }

  remove() {
    cancelAnimationFrame(this.frame);
    this.group?.remove();
    this.group = null;
  }

  /**
   * Throw the dice of a frame. The last rolls of the same deed stay above them, smaller.
   * @param {import("../plan/effects.js").DiceThrow} effect
   * @param {number} speed
   * @param {number} duration The frame's duration.
   */
  roll({ who, rolls }, speed, duration) {
    const { board } = this.stage;
    const unit = Math.max(0.2, board.unitsPerPixel());
    const seen = visibleArea(board, unit);
    const material = themeOf(board.scene?.ruleset).dice;
    const most = Math.max(2, Math.min(MOST_IN_ROW,
      Math.floor(seen.width / unit / (SIZE.least + GAP)) - 1));
    // the name stands beside the first row; another row names its own roller
    const fresh = rowsOf(rolls, most).map((row, at) => ({ ...row, who: at ? -1 : who }));
    const room = Math.max(0, EARLIER.rows + 1 - fresh.length);
    const earlier = this.group?.isConnected && room ? this.rows.slice(-room) : [];
    this.remove();
    this.rows = [...earlier, ...fresh];
    const rows = this.rows.map((row) => this.makeRow(row, material, earlier.includes(row)));
    const { type } = themeOf(board.scene?.ruleset);
    const wordWidth = (/** @type {string} */ word, /** @type {number} */ font) =>
      textWidth(word, font, 700, type);
    const dieSize = dieSizeFor(rows, seen.width / unit, seen.height / unit);
    const { inside, width, height } = this.layOut(rows, dieSize, unit, seen.width, wordWidth);
    const tray = svg("rect", { width, height, rx: 10 * unit, class: "dice-tray" });
    const element = svg("g", { class: "thrown-dice" }, tray, inside);
    const first = this.rows.find((row) => row.who >= 0)?.who ?? who;
    let looked = "";
    // the board may still be moving or zooming to the current view
    const settle = () => {
      const view = String(board.element?.getAttribute("viewBox"));
      if (view === looked) return;
      looked = view;
      const now = Math.max(0.2, board.unitsPerPixel());
      const size = now / unit;
      const area = visibleArea(board, now);
      const [x, y] = this.place(first, width * size, height * size, area, now);
      const box = { x, y, width: width * size, height: height * size };
      for (const [name, value] of Object.entries(box)) tray.setAttribute(name, value.toFixed(1));
      inside.setAttribute("transform",
        `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(3)})`);
    };
    settle();
    const faces = rolls.map((roll) => roll.dice.map((die) => die.face).join(" ")).join(" | ");
    element.setAttribute("data-dice", faces);
    this.group = element;
    const solids = rows.flatMap((row) => (row.isEarlier ? [] : row.solids));
    const tumble = tumbleTime(duration);
    const apart = Math.min(APART / speed, tumble / (2 * solids.length));
    this.stage.prop(element, tumble + LIE / speed);
    this.tumble(solids, { tumble: tumble - apart * (solids.length - 1), apart }, settle);
  }

  /**
   * @param {ThrownRow} row
   * @param {import("../worlds/themes.js").DiceMaterial} material
   * @param {boolean} isEarlier Whether its dice already lie still.
   */
  makeRow(row, material, isEarlier) {
    const solids = row.dice.flatMap((planned) =>
      solidsOf(planned, material).map((die) => ({ die, planned })),
    );
    if (isEarlier) for (const { die, planned } of solids) lightUp(die, planned);
    return { ...row, solids, isEarlier };
  }

  /**
   * Return the words of a row: who rolls, what is needed, the result.
   * @param {ThrownRow & {isEarlier: boolean}} row
   * @returns {{text: string, look: keyof typeof WORDS}[]}
   */
  wordsOf({ who, goal, result, isEarlier }) {
    const name = this.stage.board.scene?.fighters?.[who]?.name || "";
    const words = /** @type {{text: string, look: keyof typeof WORDS}[]} */ ([
      { text: name, look: "who" }, { text: goal, look: "goal" },
      { text: capital(result), look: "result" },
    ]);
    return words.filter(({ text, look }) => text && !(isEarlier && look === "goal"));
  }

  /**
   * Arrange rows below each other, with the target next to the dice or below them.
   * @param {ReturnType<DiceTray["makeRow"]>[]} rows
   * @param {number} dieSize In pixels.
   * @param {number} unit
   * @param {number} room
   * @param {(word: string, font: number) => number} wordWidth
   */
  layOut(rows, dieSize, unit, room, wordWidth) {
    const inside = svg("g", {});
    const pad = PAD * unit;
    const size = dieSize * unit;
    const large = Math.min(1, dieSize / SIZE.wide + 0.1);
    let [width, y] = [0, pad];
    for (const row of rows) {
      const scale = row.isEarlier ? EARLIER.size : 1;
      const die = size * scale;
      const step = die + GAP * unit;
      const words = this.wordsOf(row).map(({ text, look }) => {
        const share = row.isEarlier ? 0.7 : large;
        const font = Math.max(WORDS.who, WORDS[look] * share) * unit;
        return { text, look, font, width: wordWidth(text, font) };
      });
      const diceWide = row.solids.length * step;
      const textWide = Math.max(0, ...words.map((word) => word.width));
      const textHigh = LINE * words.reduce((sum, word) => sum + word.font, 0);
      const isBeside = diceWide + textWide + 3 * pad < room * 0.92;
      const high = isBeside ? Math.max(die, textHigh) : die + textHigh + 2 * unit;
      const top = isBeside ? y + (high - die) / 2 : y;
      row.solids.forEach((solid, at) => {
        const [x, down] = [pad + at * step + die / 2, top + die / 2].map((one) => one.toFixed(1));
        solid.die.element.setAttribute("transform",
          `translate(${x} ${down}) scale(${(die / DRAWN).toFixed(4)})`);
        inside.append(solid.die.element);
      });
      const left = isBeside ? pad + diceWide + 4 * unit : pad;
      let line = isBeside ? y + (high - textHigh) / 2 : y + die + 2 * unit;
      for (const { text, look, font } of words) {
        line += LINE * font;
        inside.append(svg("text", {
          x: left, y: line - 0.3 * font, "font-size": font.toFixed(2),
          class: `dice-${look}${look === "result" ? ` ${outcomeOf(row)}` : ""}${
            row.isEarlier ? " earlier" : ""}`,
        }, text));
      }
      width = Math.max(width, isBeside ? diceWide + textWide + 4 * unit
        : Math.max(diceWide, textWide));
      y += high + 4 * unit;
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
    const cost = (/** @type {Point} */ [x, y], /** @type {number} */ corner) => {
      const covered = tokens.filter((token) => {
        const near = 22 * token.scale;
        return (
          token.x > x - near &&
          token.x < x + width + near &&
          token.y > y - near &&
          token.y < y + height + near
        );
      });
      const acting = covered.filter((token) => token.last || token.index === who).length;
      const isOverTools =
        x + width > seen.x + seen.width - TOOLS.width * unit && y < seen.y + TOOLS.height * unit;
      const isOverSteps =
        seen.width / unit < NARROW &&
        x < seen.x + STEPS.width * unit &&
        y + height > seen.y + seen.height - STEPS.height * unit;
      const far = Math.hypot(x + width / 2 - seat.x, y + height / 2 - seat.y);
      const moved = this.corner >= 0 && corner !== this.corner ? 600 : 0;
      return covered.length * 900 + acting * 1800 + moved
        + (isOverTools || isOverSteps ? 900 : 0) + far;
    };
    const costs = places.map(cost);
    this.corner = costs.indexOf(Math.min(...costs));
    return places[this.corner];
  }

  /**
   * Make dice tumble one after the other; each lights up or fades when it lies still.
   * @param {{die: Die, planned: PlannedDie}[]} solids
   * @param {{tumble: number, apart: number}} times In milliseconds.
   * @param {() => void} settle Keeps the tray in view.
   */
  tumble(solids, { tumble, apart }, settle) {
    const began = performance.now();
    const lying = new Set();
    const step = (/** @type {number} */ now) => {
      settle();
      solids.forEach(({ die, planned }, at) => {
        if (lying.has(die)) return;
        const t = Math.max(0, Math.min(1, (now - began - at * apart) / tumble));
        die.tumble(t);
        if (t < 1) return;
        lying.add(die);
        lightUp(die, planned);
        if (planned.burst) die.burst();
      });
      if (lying.size === solids.length) this.group?.classList.add("settled");
      if (this.group?.isConnected) this.frame = requestAnimationFrame(step);
    };
    step(began);
  }
}

/**
 * Return the size of the dice in pixels: as large as the width and part of the height allow.
 * @param {ReturnType<DiceTray["makeRow"]>[]} rows
 * @param {number} wide The width of the view in pixels.
 * @param {number} tall
 */
function dieSizeFor(rows, wide, tall) {
  const longest = Math.max(...rows.map((row) => row.solids.length * (row.isEarlier ? 0.5 : 1)));
  const high = rows.reduce((sum, row) => sum + (row.isEarlier ? EARLIER.size : 1), 0);
  const across = (0.94 * wide - 2 * PAD) / longest - GAP;
  const down = (MOST_HIGH * tall) / high;
  const largest = wide < NARROW ? SIZE.narrow : SIZE.wide;
  return Math.max(SIZE.least, Math.min(largest, across, down));
}

/**
 * Show whether a die that lies still counts.
 * @param {Die} die
 * @param {PlannedDie} planned
 */
function lightUp(die, { counts }) {
  die.element.classList.add(counts === false ? "spare" : counts ? "counts" : "lies");
}

/**
 * Return whether a row's dice were good or bad; neutral if they are only added up.
 * @param {Row} row
 */
function outcomeOf({ dice }) {
  if (dice.some((die) => die.counts)) return "good";
  return dice.some((die) => die.counts === false) ? "bad" : "neutral";
}
