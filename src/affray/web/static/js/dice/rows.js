// The dice of a frame in rows.

/** @typedef {import("../plan/dice.js").PlannedRoll} PlannedRoll */
/** @typedef {import("../plan/dice.js").PlannedDie} PlannedDie */

/**
 * @typedef {object} Row Dice next to each other, with their target and result.
 * @property {PlannedDie[]} dice
 * @property {string} goal
 * @property {string} result
 * @property {boolean} [singles] Whether its dice were rolled one by one.
 */

/** @param {Row | undefined} row */
const isSingle = (row) => Boolean(row?.singles);

/**
 * Return rolls in rows: a roll that continues the previous one joins its row.
 * @param {PlannedRoll[]} rolls
 * @param {number} most
 * @returns {Row[]}
 */
export function rowsOf(rolls, most) {
  /** @type {Row[]} */
  const rows = [];
  for (const roll of rolls) {
    const last = rows.at(-1);
    const goesOn = roll.dice[0].born || (roll.dice.length === 1 && isSingle(last));
    const isOwn = !last || last.goal || last.result || !goesOn;
    if (isOwn || last.dice.length + roll.dice.length > most) {
      rows.push({ ...roll, dice: [...roll.dice], singles: roll.dice.length === 1 });
    } else {
      last.dice.push(...roll.dice);
      [last.goal, last.result] = [roll.goal, roll.result];
    }
  }
  return rows;
}
