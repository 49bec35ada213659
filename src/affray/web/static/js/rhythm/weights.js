// The weight of a frame: the time it is shown depends on it, not on the number of lines.

/** @typedef {import("../plan/effects.js").Effect} Effect */

/**
 * @typedef {object} Weighed The facts about a frame that pacing needs.
 * @property {"book" | "move" | "opening" | "result" | "deed" | "word"} part Bookkeeping, a move,
 *   the beginning of an attack, its result, another deed, or an announcement.
 * @property {"light" | "hit" | "heavy"} weight
 * @property {number} steps The length of a fighter's move.
 * @property {number} side The side whose turn begins; -1 if none does.
 * @property {boolean} rolls Whether dice are thrown.
 */

/** @param {string} kinds */
const kindsOf = (kinds) => new Set(kinds.split(", "));
const BOOKKEEPING = kindsOf(
  "round, turn, acts, points, initiative, quicker, fight, passes, surprised, time passes, " +
    "readies, result, faces, waits, lies, reacts",
);
const OPENINGS = kindsOf("attack, clash, throws, grapples, struggles, feints, hurls");
const RESULTS = kindsOf(
  "strike, contest, defense, damage, rolls, rolled again, hurt, out, misses, dies, check, falls, " +
    "bloodied, wounded, scarred, condition, suffers, shifted, helpless, defended, luck, stunned, " +
    "catches fire, poisoned",
);
const TURNS = kindsOf("turn, acts");
const SAID = kindsOf("ruling, happening, end");

/**
 * Weigh a frame by its kind and its visible effects.
 * @param {string} kind
 * @param {Effect[]} effects
 * @param {number} side The side of the frame's fighter; -1 for none.
 * @returns {Weighed}
 */
export function weigh(kind, effects, side) {
  const has = (/** @type {string} */ name) => effects.some((effect) => effect.kind === name);
  const steps = Math.max(
    0,
    ...effects.map((effect) => (effect.kind === "glide" ? effect.path.length - 1 : 0)),
  );
  const weight =
    has("moment") || has("fall") || has("blast") ? "heavy" : has("harm") ? "hit" : "light";
  return {
    part: partOf(kind, has, steps), weight, steps, side: TURNS.has(kind) ? side : -1,
    rolls: has("dice"),
  };
}

/**
 * @param {string} kind
 * @param {(name: string) => boolean} has
 * @param {number} steps
 * @returns {Weighed["part"]}
 */
function partOf(kind, has, steps) {
  if (SAID.has(kind)) return "word";
  if (OPENINGS.has(kind)) return "opening";
  if (RESULTS.has(kind)) return "result";
  if (has("moment") || has("fall") || has("harm")) return "result";
  if (steps) return "move";
  return BOOKKEEPING.has(kind) ? "book" : "deed";
}
