// Arranges thrown dice and their words in the tray: sizes, rows, and where each stands.
import { svg } from "../elements.js";
import { textWidth } from "../render/text_width.js";
import { capital } from "../state/options.js";
import { themeOf } from "../worlds/themes.js";

/** @typedef {import("./rows.js").Row} Row */
/**
 * @typedef {Row & {who: number, isEarlier: boolean, solids: {die: import("./die.js").Die,
 *   planned: import("../plan/dice.js").PlannedDie}[]}} ThrownRow A row with its dice; who rolled
 *   them (-1 if the row above says it), and whether they belong to an earlier roll of the deed.
 */

/** The size of a die, in pixels. */
export const SIZE = { wide: 72, narrow: 54, least: 38, low: 30 };
/** The most dice in a row, and the share of the view's height that the dice take. */
export const MOST_IN_ROW = 7;
const MOST_HIGH = 0.42;
/** The width below which a board is a phone's, and the height of one on its side. */
export const NARROW = 520;
export const LOW = 330;
export const GAP = 6;
const PAD = 10;
/** The size of the words beside the dice: who rolls, what is needed, and the result. */
const WORDS = { who: 12, goal: 14, result: 21 };
/** The height of a line of words, for each pixel of its size. */
const LINE = 1.25;
/** Dice of earlier rolls of the same deed: their size, and how many rows of them stay. */
export const EARLIER = { size: 0.56, rows: 2 };
/** The width of a drawn die, in its own units. */
const DRAWN = 120;

/**
 * Return the size of the dice in pixels: as large as the width and part of the height allow.
 * @param {ThrownRow[]} rows
 * @param {number} wide The width of the view in pixels.
 * @param {number} tall
 */
export function dieSizeFor(rows, wide, tall) {
  const longest = Math.max(...rows.map((row) => row.solids.length * (row.isEarlier ? 0.5 : 1)));
  const high = rows.reduce((sum, row) => sum + (row.isEarlier ? EARLIER.size : 1), 0);
  const across = (0.94 * wide - 2 * PAD) / longest - GAP;
  const down = (MOST_HIGH * tall) / high;
  const largest = wide < NARROW ? SIZE.narrow : SIZE.wide;
  return Math.max(tall < LOW ? SIZE.low : SIZE.least, Math.min(largest, across, down));
}

/**
 * Return the words of a row: who rolls, what is needed, the result.
 * @param {ThrownRow} row
 * @param {Scene | undefined} scene
 * @returns {{text: string, look: keyof typeof WORDS}[]}
 */
function wordsOf({ who, goal, result, isEarlier }, scene) {
  const name = scene?.fighters?.[who]?.name || "";
  const words = /** @type {{text: string, look: keyof typeof WORDS}[]} */ ([
    { text: name, look: "who" }, { text: goal, look: "goal" },
    { text: capital(result), look: "result" },
  ]);
  return words.filter(({ text, look }) => text && !(isEarlier && look === "goal"));
}

/**
 * Arrange rows below each other, with their words next to the dice or below them.
 * @param {ThrownRow[]} rows
 * @param {Scene | undefined} scene
 * @param {{dieSize: number, unit: number, room: number}} how The size of a die in pixels, the
 *   board's units per pixel, and the width of the view.
 */
export function arrange(rows, scene, { dieSize, unit, room }) {
  const { type } = themeOf(scene?.ruleset);
  const inside = svg("g", {});
  const pad = PAD * unit;
  const size = dieSize * unit;
  const large = Math.min(1, dieSize / SIZE.wide + 0.1);
  let [width, y] = [0, pad];
  for (const row of rows) {
    const scale = row.isEarlier ? EARLIER.size : 1;
    const die = size * scale;
    const step = die + GAP * unit;
    const words = wordsOf(row, scene).map(({ text, look }) => {
      const share = row.isEarlier ? 0.7 : large;
      const font = Math.max(WORDS.who, WORDS[look] * share) * unit;
      return { text, look, font, width: textWidth(text, font, 700, type) };
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
 * Return whether a row's dice were good or bad; neutral if they are only added up.
 * @param {Row} row
 */
function outcomeOf({ dice }) {
  if (dice.some((die) => die.counts)) return "good";
  return dice.some((die) => die.counts === false) ? "bad" : "neutral";
}
