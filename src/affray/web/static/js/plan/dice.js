// Dice of a frame: each face as the tape has it, whether it counts, and what it had to reach.

/**
 * @typedef {object} PlannedDie
 * @property {string} face As the tape has it.
 * @property {number} sides
 * @property {string} shown As the game reads it.
 * @property {boolean | null} counts Null where dice are only added up.
 */

/**
 * @typedef {object} PlannedRoll
 * @property {PlannedDie[]} dice
 * @property {string} goal What they had to reach.
 * @property {string} result What came of it.
 */

const ELEMENTS = ["", "Fire", "Water", "Air", "Earth", "Spirit", "Void"];
const SUCCESS_FROM = 4;
const PERCENTILE = 100;

/**
 * A roll as a tape writes it ("2d12 = 4 9", "d% = 07") as its pool, its sides and its faces.
 * @param {string} roll
 */
export function parseRoll(roll) {
  const [pool, faces] = roll.split(" = ");
  const sides = pool.split("d")[1];
  return { pool, sides: sides === "%" ? PERCENTILE : Number(sides), faces: faces.split(" ") };
}

/** @param {unknown} result */
const isSuccess = (result) => !/^(a )?(fail|miss|not |no |seen)|failure/i.test(String(result)) && /success|hit|parr|hidden|catch|stun|injur/i.test(String(result));

/**
 * How a frame's dice are read: what each shows, which count, and against what.
 * @param {Frame} frame
 * @returns {{shown: (face: string) => string, counts: (face: number, sides: number) => boolean | null, goal: string, result: string}}
 */
function readingOf({ kind, parts }) {
  const plain = (/** @type {string} */ face) => face;
  if (Array.isArray(parts.attack_dice) || kind === "throws" || kind === "poison" || Array.isArray(parts.elements)) {
    const against = parts.attack_left === undefined ? "" : `${parts.attack_left} left against ${parts.defence_left}`;
    return { shown: (face) => ELEMENTS[Number(face)] || face, counts: (face) => face <= SUCCESS_FROM, goal: against, result: String(parts.result || "") };
  }
  if (typeof parts.defense === "number") {
    return { shown: plain, counts: (face, sides) => face >= parts.defense || face === sides, goal: `against Defense ${parts.defense}`, result: `${parts.hits} hit${parts.hits === 1 ? "" : "s"}` };
  }
  if (typeof parts.successes === "number") {
    return { shown: plain, counts: (face) => face >= SUCCESS_FROM, goal: `each ${SUCCESS_FROM} or more`, result: `${parts.successes} Success${parts.successes === 1 ? "" : "es"}` };
  }
  if (typeof parts.roll === "number") {
    const goal = /= (-?\d+)[^=]*$/.exec(String(parts.sum || ""));
    const success = isSuccess(parts.result);
    return { shown: plain, counts: (_, sides) => (sides === PERCENTILE ? success : null), goal: goal ? `at most ${goal[1]}` : "", result: String(parts.result || "") };
  }
  if (typeof parts.tn === "number") return { shown: plain, counts: () => isSuccess(parts.result), goal: `against TN ${parts.tn}`, result: String(parts.result || "") };
  if (typeof parts.total === "number" && typeof parts.cr === "number") {
    return { shown: plain, counts: () => isSuccess(parts.result), goal: `${parts.total} against ${parts.cr}`, result: String(parts.result || "") };
  }
  const sum = parts.cr ?? parts.points ?? parts.damage ?? parts.dv ?? parts.sum;
  return { shown: plain, counts: () => null, goal: "", result: typeof sum === "number" ? `= ${sum}` : String(parts.result || "") };
}

/**
 * The dice of a frame, a roll each; none where nothing was rolled.
 * @param {Frame} frame
 * @returns {PlannedRoll[]}
 */
export function diceIn(frame) {
  const reading = readingOf(frame);
  return frame.rolls.map((roll, number) => {
    const { sides, faces } = parseRoll(roll);
    const last = number === frame.rolls.length - 1;
    return {
      dice: faces.map((face) => ({ face, sides, shown: reading.shown(face), counts: reading.counts(Number(face), sides) })),
      goal: last ? reading.goal : "",
      result: last ? reading.result : "",
    };
  });
}
