// The game master's rulings in words, one line each.

/** Reasons that are filled in automatically when the game master gives none. */
const PLAIN = /^(so it is|reinforcements|a test)$/;

/**
 * @param {Record<string, any>} parts
 * @param {boolean} arrives
 */
function said({ who, change, value }, arrives) {
  const isNot = String(value).startsWith("not ");
  const bare = String(value).replace(/^not /, "");
  switch (change) {
    case "health": return `${who} now has ${value} health`;
    case "place": return `${who} ${arrives ? "arrives at" : "is moved to"} ${value}`;
    case "condition": return `${who} is ${isNot ? `no longer ${bare}` : bare}`;
    case "state": return value === "standing" ? `${who} stands` : `${who} is ${value}`;
    case "gear": return `${who} ${isNot ? "loses" : "gets"} ${bare}`;
    case "test": return `${who} is put to a Test (${value})`;
    default: return `${who}: ${change} ${value}`;
  }
}

/**
 * Write rulings in words. A fighter who arrives is first placed and then stands up: that is one
 * line, and the second frame gets none.
 * @param {Frame[]} frames
 * @param {string} master The game master's name.
 * @returns {Frame[]}
 */
export function withRulingsInWords(frames, master) {
  const isStanding = (/** @type {Frame | undefined} */ frame, /** @type {string} */ who) =>
    frame?.kind === "ruling" && frame.parts.who === who && frame.parts.change === "state"
    && frame.parts.value === "standing";
  return frames.map((frame, at) => {
    if (frame.kind !== "ruling" || !frame.parts.change) return frame;
    const { who, change, why } = frame.parts;
    const before = frames[at - 1];
    const arrives = change === "place" && isStanding(frames[at + 1], who);
    const isQuiet = isStanding(frame, who) && before?.kind === "ruling"
      && before.parts.who === who && before.parts.change === "place";
    const reason = why && !PLAIN.test(why) ? ` (${why})` : "";
    return { ...frame, text: `${master}: ${said(frame.parts, arrives)}${reason}`, quiet: isQuiet };
  });
}

/**
 * Return the health that a typed text means: `-5` and `+3` are changes, `12` is a value.
 * @param {string} text
 * @param {number} health
 * @returns {number | null}
 */
export function healthMeant(text, health) {
  const [, sign, figure] = /^\s*([+\-−–])?\s*(\d{1,4})\s*$/.exec(text) || [];
  if (!figure) return null;
  return sign ? health + (sign === "+" ? 1 : -1) * Number(figure) : Number(figure);
}
