// The dice of a frame: each face as on the tape, whether it counts, and the target it was rolled
// against.

/**
 * @typedef {object} PlannedDie
 * @property {string} face The face as written on the tape.
 * @property {number} sides
 * @property {string} shown The face as the game reads it.
 * @property {boolean | null} counts Null if the dice are only summed.
 * @property {boolean} [burst] Whether it rolled its maximum and caused another die.
 * @property {boolean} [born] Whether it was rolled because another die rolled its maximum.
 * @property {string} [sign] The heavenly body it represents.
 */

/**
 * @typedef {object} PlannedRoll
 * @property {PlannedDie[]} dice
 * @property {string} goal What the dice had to reach.
 * @property {string} result The result of the roll.
 */

const ELEMENTS = ["", "Fire", "Water", "Air", "Earth", "Spirit", "Void"];
const SUCCESS_FROM = 4;
const PERCENTILE = 100;

/**
 * Parse a roll from the tape ("2d12 = 4 9", "d% = 07") into pool, sides and faces.
 * @param {string} roll
 */
export function parseRoll(roll) {
  const [pool, faces] = roll.split(" = ");
  const sides = pool.split("d")[1];
  return { pool, sides: sides === "%" ? PERCENTILE : Number(sides), faces: faces.split(" ") };
}

/** A defender's roll in the log: target, sum, result. */
const DEFENCE = /= (-?\d+): (\d+) \(([^()]*)\)$/;

/** @param {unknown} result */
const isSuccess = (result) =>
  !/^(a )?(fail|miss|not |no |seen)|failure/i.test(String(result)) &&
  /success|hit|parr|hidden|catch|stun|injur/i.test(String(result));

/**
 * Return the highest number that succeeds, from the sum that computed it.
 * @param {unknown} sum
 */
function atMost(sum) {
  const goal = /= (-?\d+)[^=]*$/.exec(String(sum || ""));
  return goal ? `at most ${goal[1]}` : "";
}

/**
 * Return the indices of the dice that are kept of a pool rolled twice: with dis the pool with fewer
 * successes, otherwise the one with more.
 * @param {Record<string, any>} parts
 * @returns {Set<number>}
 */
function keptDice({ dice, edge }) {
  /** @type {{place: number, face: number}[][]} */
  const pools = [[]];
  let place = 0;
  for (const one of Array.isArray(dice) ? dice : []) {
    if (one === "or") pools.push([]);
    else pools[pools.length - 1].push({ place: place++, face: Number(String(one).split(":")[1]) });
  }
  const successes = (/** @type {typeof pools[0]} */ pool) =>
    pool.filter(({ face }) => face >= SUCCESS_FROM).length;
  const isWorse = /\bdis\b/.test(String(edge));
  const kept = pools.reduce((best, pool) =>
    (isWorse ? successes(pool) < successes(best) : successes(pool) > successes(best)) ? pool : best,
  );
  return new Set(kept.map((one) => one.place));
}

/**
 * @typedef {object} Reading
 * @property {(face: string) => string} shown
 * @property {(face: number, sides: number, place: number) => boolean | null} counts
 * @property {string} goal
 * @property {string} result
 */

/**
 * Return how to read a frame's dice: what each shows, which count, and against which target.
 * @param {Frame} frame
 * @returns {Reading}
 */
function readingOf({ kind, parts }) {
  const plain = (/** @type {string} */ face) => face;
  if (
    Array.isArray(parts.attack_dice) ||
    kind === "throws" ||
    kind === "poison" ||
    Array.isArray(parts.elements)
  ) {
    const against =
      parts.attack_left === undefined
        ? ""
        : `${parts.attack_left} left against ${parts.defence_left}`;
    return {
      shown: (face) => ELEMENTS[Number(face)] || face,
      counts: (face) => face <= SUCCESS_FROM,
      goal: against,
      result: String(parts.result || ""),
    };
  }
  if (typeof parts.defense === "number") {
    return {
      shown: plain,
      counts: (face, sides) => face >= parts.defense || face === sides,
      goal: `against Defense ${parts.defense}`,
      result: `${parts.hits} hit${parts.hits === 1 ? "" : "s"}`,
    };
  }
  if (typeof parts.successes === "number") {
    const kept = keptDice(parts);
    return {
      shown: plain,
      counts: (face, _, place) => kept.has(place) && face >= SUCCESS_FROM,
      goal: `each ${SUCCESS_FROM} or more`,
      result: `${parts.successes} Success${parts.successes === 1 ? "" : "es"}`,
    };
  }
  if (typeof parts.roll === "number") {
    const success = isSuccess(parts.result);
    return {
      shown: plain,
      counts: (_, sides) => (sides === PERCENTILE ? success : null),
      goal: atMost(parts.sum),
      result: String(parts.result || ""),
    };
  }
  if (typeof parts.tn === "number") {
    return {
      shown: plain,
      counts: () => isSuccess(parts.result),
      goal: `against TN ${parts.tn}`,
      result: String(parts.result || ""),
    };
  }
  if (typeof parts.total === "number" && typeof parts.cr === "number") {
    return {
      shown: plain,
      counts: () => isSuccess(parts.result),
      goal: `${parts.total} against ${parts.cr}`,
      result: String(parts.result || ""),
    };
  }
  if (typeof parts.others_total === "number") {
    return {
      shown: plain,
      counts: () => null,
      goal: `${parts.total} against ${parts.others_total}`,
      result: "",
    };
  }
  if (typeof parts.more === "number") {
    return {
      shown: plain,
      counts: () => null,
      goal: `${parts.more} more`,
      result: `${parts.hits} hit${parts.hits === 1 ? "" : "s"} in all`,
    };
  }
  if (kind === "luck") {
    return { shown: plain, counts: () => null, goal: "", result: String(parts.how || "") };
  }
  return { shown: plain, counts: () => null, goal: "", result: sumOf(parts) };
}

/**
 * Return what dice that are only added up come to.
 * @param {Record<string, any>} parts
 */
function sumOf({ cr, points, damage, dv, sum, result }) {
  if (typeof cr === "number") return `${cr} to beat`;
  const harm = damage ?? dv;
  if (typeof harm === "number") return `${harm} damage`;
  const total = points ?? sum;
  return typeof total === "number" ? String(total) : String(result || "");
}

/**
 * Mark dice that rolled their maximum, and the dice that they caused.
 * @param {PlannedDie[]} dice
 * @param {unknown} told The frame's list of dice: a die that was rolled again has a plus.
 */
function markBursts(dice, told) {
  if (!Array.isArray(told)) return;
  const parents = dice.filter((die, place) => {
    die.born = String(told[place]).startsWith("+");
    return Number(die.face) === die.sides;
  });
  const born = dice.filter((die) => die.born).length;
  for (const parent of parents.slice(0, born)) parent.burst = true;
}

const HEAVENS = ["Sun", "Moon", "Star", "Terra"];

/**
 * Give each second die of a pool its heavenly body, if the sheet has one with that die size; the
 * first die is a skill's.
 * @param {PlannedDie[]} dice
 * @param {FighterInfo | undefined} fighter
 * @param {Frame} frame
 */
function markHeavens(dice, fighter, { kind, parts }) {
  const scores = fighter?.sheet?.scores;
  if (kind === "hides" || kind === "initiative") {
    dice.forEach((die, place) => (die.sign = kind === "hides" && place ? "star" : "moon"));
    if (typeof parts.moon !== "number" && !/Moon/.test(String(parts.faces))) {
      dice.forEach((die) => delete die.sign);
    }
    return;
  }
  if (!Array.isArray(scores) || typeof parts.successes !== "number") return;
  dice.forEach((die, place) => {
    const score = scores.find(([name, size]) => HEAVENS.includes(name) && size === `d${die.sides}`);
    if (place % 2 && score) die.sign = String(score[0]).toLowerCase();
  });
}

/**
 * Return the rolls of a frame; empty if nothing was rolled.
 * @param {Frame} frame
 * @param {FighterInfo} [fighter] The fighter who rolls.
 * @returns {PlannedRoll[]}
 */
export function diceIn(frame, fighter) {
  const rolls = rollsIn(frame);
  const dice = rolls.flatMap((roll) => roll.dice);
  markBursts(dice, frame.parts.dice);
  markHeavens(dice, fighter, frame);
  return rolls;
}

/**
 * @param {Frame} frame
 * @returns {PlannedRoll[]}
 */
function rollsIn(frame) {
  if (typeof frame.parts.roll === "number" && typeof frame.parts.defense === "string") {
    return contestDice(frame);
  }
  const reading = readingOf(frame);
  let place = 0;
  return frame.rolls.map((roll, number) => {
    const { sides, faces } = parseRoll(roll);
    const last = number === frame.rolls.length - 1;
    return {
      dice: faces.map((face) => ({
        face,
        sides,
        shown: reading.shown(face),
        counts: reading.counts(Number(face), sides, place++),
      })),
      goal: last ? reading.goal : "",
      result: last ? reading.result : "",
    };
  });
}

/**
 * Return the dice of an opposed check: the last two rolls, each with its target. A roll changed by
 * Luck is left out; earlier rolls were replaced by rerolls.
 * @param {Frame} frame
 * @returns {PlannedRoll[]}
 */
function contestDice({ parts, rolls }) {
  const faces = rolls.map((roll) => parseRoll(roll).faces[0]);
  const against = DEFENCE.exec(parts.defense);
  const theirs = against && faces.at(-1) === against[2] ? faces.length - 1 : -1;
  const before = theirs < 0 ? faces.length - 1 : theirs - 1;
  const own = faces[before] === parts.shown ? before : -1;
  return faces.map((face, number) => {
    const [goal, result] =
      number === theirs && against
        ? [`${parts.defense.split(":")[0]}, at most ${against[1]}`, against[3]]
        : number === own
          ? [atMost(parts.sum), String(parts.result || "")]
          : ["", ""];
    return {
      dice: [{ face, sides: PERCENTILE, shown: face, counts: result ? isSuccess(result) : null }],
      goal,
      result,
    };
  });
}

/**
 * Return how many dice a frame describes.
 * @param {Frame} frame
 */
const diceTold = ({ parts }) => (Array.isArray(parts.dice) ? parts.dice.length : 0);

/**
 * Return the frames, each with its own dice. If two fighters roll before the log describes either
 * roll, the first frame gets its dice from the next.
 * @param {Frame[]} frames
 * @returns {Frame[]}
 */
export function withOwnDice(frames) {
  const found = frames.slice();
  for (let index = 0; index + 1 < found.length; index += 1) {
    const [frame, next] = [found[index], found[index + 1]];
    if (next.rolls.length || !diceTold(next) || !frame.rolls.length) continue;
    const counts = frame.rolls.map((roll) => parseRoll(roll).faces.length);
    if (counts.reduce((sum, count) => sum + count, 0) !== diceTold(frame) + diceTold(next)) {
      continue;
    }
    let rolls = 0;
    for (let dice = 0; dice < diceTold(frame); rolls += 1) dice += counts[rolls];
    found[index] = { ...frame, rolls: frame.rolls.slice(0, rolls) };
    found[index + 1] = { ...next, rolls: frame.rolls.slice(rolls) };
  }
  return found;
}
