// Dice of a frame: each face as the tape has it, whether it counts, and what it had to reach.

/**
 * @typedef {object} PlannedDie
 * @property {number} face As the tape has it.
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

/**
 * A roll as a tape writes it ("2d12 = 4 9") as its sides and faces.
 * @param {string} roll
 */
export function parseRoll(roll) {
  const [pool, faces] = roll.split(" = ");
  return { pool, sides: Number(pool.split("d")[1]), faces: faces.split(" ").map(Number) };
}

/** @param {unknown} result */
const isSuccess = (result) => !/^(a )?(fail|miss|not |no |seen)|failure/i.test(String(result)) && /success|hit|parr|hidden|catch|stun|injur/i.test(String(result));

/**
 * How a frame's dice are read: what each shows, which count, and against what.
 * @param {Frame} frame
 * @returns {{shown: (face: number, sides: number) => string, counts: (face: number, sides: number) => boolean | null, goal: string, result: string}}
 */
function readingOf({ kind, parts }) {
  const plain = (/** @type {number} */ face) => String(face);
  if (Array.isArray(parts.attack_dice) || kind === "throws" || kind === "poison" || Array.isArray(parts.elements)) {
    const against = parts.attack_left === undefined ? "" : `${parts.attack_left} left against ${parts.defence_left}`;
    return { shown: (face) => ELEMENTS[face] || String(face), counts: (face) => face <= SUCCESS_FROM, goal: against, result: String(parts.result || "") };
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
    return { shown: (face, sides) => (sides === 100 ? String(face - 1) : String(face)), counts: (_, sides) => (sides === 100 ? success : null), goal: goal ? `at most ${goal[1]}` : "", result: String(parts.result || "") };
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
      dice: faces.map((face) => ({ face, sides, shown: reading.shown(face, sides), counts: reading.counts(face, sides) })),
      goal: last ? reading.goal : "",
      result: last ? reading.result : "",
    };
  });
}
