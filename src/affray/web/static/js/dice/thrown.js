// Dice thrown on the board: large, in a tray at its edge near the fighter who rolls. They tumble
// and settle, and those that count light up.
import { svg } from "../elements.js";
import { themeOf } from "../worlds/themes.js";
import { EARLIER, GAP, LOW, MOST_IN_ROW, NARROW, SIZE, arrange, dieSizeFor } from "./arrange.js";
import { rowsOf } from "./rows.js";
import { solidsOf } from "./tray.js";

/** @typedef {import("./arrange.js").ThrownRow} ThrownRow */
/** @typedef {import("../plan/dice.js").PlannedDie} PlannedDie */
/** @typedef {import("./die.js").Die} Die */

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
const STEPS = { width: 132, height: 50 };
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
    const [wide, tall] = [seen.width / unit, seen.height / unit];
    this.addRows(who, rolls, wide, tall);
    const { inside, width, height } = arrange(this.rows, board.scene,
      { dieSize: dieSizeFor(this.rows, wide, tall), unit, room: seen.width });
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
    const solids = this.rows.flatMap((row) => (row.isEarlier ? [] : row.solids));
    const tumble = tumbleTime(duration);
    const apart = Math.min(APART / speed, tumble / (2 * solids.length));
    this.stage.prop(element, tumble + LIE / speed);
    this.tumble(solids, { tumble: tumble - apart * (solids.length - 1), apart }, settle);
  }

  /**
   * Add the rows of a throw below the last rows of the same deed, whose dice lie still.
   * @param {number} who
   * @param {import("../plan/dice.js").PlannedRoll[]} rolls
   * @param {number} wide The width of the view in pixels.
   * @param {number} tall A low view has no room for earlier rolls.
   */
  addRows(who, rolls, wide, tall) {
    const material = themeOf(this.stage.board.scene?.ruleset).dice;
    const least = tall < LOW ? SIZE.low : SIZE.least;
    const most = Math.max(2, Math.min(MOST_IN_ROW, Math.floor(wide / (least + GAP)) - 1));
    // the name stands beside the first row; another row names its own roller
    const fresh = rowsOf(rolls, most).map((row, at) => ({
      ...row, who: at ? -1 : who, isEarlier: false,
      solids: row.dice.flatMap((planned) =>
        solidsOf(planned, material).map((die) => ({ die, planned }))),
    }));
    const room = tall < LOW ? 0 : Math.max(0, EARLIER.rows + 1 - fresh.length);
    const earlier = this.group?.isConnected && room ? this.rows.slice(-room) : [];
    for (const row of earlier) {
      row.isEarlier = true;
      for (const { die, planned } of row.solids) {
        lie(die, planned);
        die.element.classList.remove("bursts");
      }
    }
    this.remove();
    this.rows = [...earlier, ...fresh];
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
        lie(die, planned);
        if (planned.burst) die.burst();
      });
      if (lying.size === solids.length) this.group?.classList.add("settled");
      if (this.group?.isConnected) this.frame = requestAnimationFrame(step);
    };
    step(began);
  }
}

/**
 * Show a die that lies still, and whether it counts.
 * @param {Die} die
 * @param {PlannedDie} planned
 */
function lie(die, { counts }) {
  die.tumble(1);
  die.element.classList.add(counts === false ? "spare" : counts ? "counts" : "lies");
}
