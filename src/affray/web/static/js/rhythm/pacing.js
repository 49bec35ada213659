// Pacing: computes how long each frame is shown from its weight, in milliseconds at normal speed.

/** @typedef {import("./weights.js").Weighed} Weighed */

/**
 * @typedef {object} Beat Consecutive frames shown as one unit: an attack with its consequences, a
 *   move, a run of bookkeeping.
 * @property {number} first
 * @property {number} last
 * @property {number} time
 */

/** The longest time for a run of bookkeeping. */
export const BOOK = 300;
const MOVE = { start: 200, step: 50, most: 700 };
/** The time of an attack: one that misses, one that hits, one with a special moment. */
export const EXCHANGE = { light: 800, hit: 1200, heavy: 2000 };
/** The time that each roll after the first adds to an attack: its dice have to settle. */
export const ROLL = 300;
const DEED = 450;
const WORD = 1200;
/** The longest time for one side's turn; a longer turn is played faster. */
export const SIDE_TURN = 5000;
const LEAST = 30;

/** The shares of an attack's time; dice and results get the most. */
const SHARES = { opening: 0.8, light: 0.6, rolls: 1.5, hit: 1.3, heavy: 2 };

/**
 * Group frames into beats.
 * @param {Weighed[]} frames
 * @returns {Beat[]}
 */
export function beatsOf(frames) {
  /** @type {Beat[]} */
  const beats = [];
  frames.forEach((frame, at) => {
    const last = beats.at(-1);
    if (last && joins(frames, last, frame)) last.last = at;
    else beats.push({ first: at, last: at, time: 0 });
  });
  for (const beat of beats) beat.time = timeOf(frames.slice(beat.first, beat.last + 1));
  return beats;
}

/**
 * Return whether a frame belongs to the beat before it.
 * @param {Weighed[]} frames
 * @param {Beat} beat
 * @param {Weighed} frame
 */
function joins(frames, beat, frame) {
  const { part } = frames[beat.first];
  if (part === "book") return frame.part === "book";
  return frame.part === "result" && part !== "word";
}

/**
 * Return the time of a move, by its number of steps.
 * @param {number} steps
 */
export const moveTime = (steps) => Math.min(MOVE.most, MOVE.start + MOVE.step * steps);

/**
 * Return the time of a beat.
 * @param {Weighed[]} frames
 */
function timeOf(frames) {
  const [{ part }] = frames;
  if (part === "book" && frames.every((frame) => frame.part === "book")) return BOOK;
  if (part === "word") return WORD;
  const way = Math.max(...frames.map((frame) => frame.steps));
  const move = way ? moveTime(way) : 0;
  if (part === "move" && frames.length === 1) return move;
  if (part === "opening" || frames.some((frame) => frame.part === "result")) {
    const weight = (/** @type {Weighed["weight"]} */ one) =>
      frames.some((frame) => frame.weight === one);
    const rolls = frames.filter((frame) => frame.rolls).length;
    return Math.max(move, EXCHANGE[weight("heavy") ? "heavy" : weight("hit") ? "hit" : "light"]
      + ROLL * Math.max(0, rolls - 1));
  }
  return Math.max(move, DEED);
}

/**
 * Return the time of each frame: its share of the beat, limited by the time for a side's turn.
 * @param {Weighed[]} frames
 * @returns {number[]}
 */
export function durationsOf(frames) {
  /** @type {number[]} */
  const times = [];
  for (const beat of beatsOf(frames)) {
    const inside = frames.slice(beat.first, beat.last + 1);
    const shares = inside.map(({ part, weight, rolls }) => Math.max(
      part === "opening" ? SHARES.opening : SHARES[weight], rolls ? SHARES.rolls : 0));
    const sum = shares.reduce((total, share) => total + share, 0);
    shares.forEach((share) => times.push((beat.time * share) / sum));
  }
  return withinTurns(frames, times);
}

/**
 * Speed up turns that would take too long.
 * @param {Weighed[]} frames
 * @param {number[]} times
 */
function withinTurns(frames, times) {
  const found = times.slice();
  let first = 0;
  let side = -1;
  const close = (/** @type {number} */ end) => {
    const total = found.slice(first, end).reduce((sum, time) => sum + time, 0);
    const faster = Math.min(1, SIDE_TURN / (total || 1));
    for (let at = first; at < end; at += 1) {
      found[at] = Math.max(Math.min(LEAST, found[at]), found[at] * faster);
    }
    first = end;
  };
  frames.forEach((frame, at) => {
    if (frame.side < 0 || frame.side === side) return;
    if (at) close(at);
    side = frame.side;
  });
  close(frames.length);
  return found;
}
