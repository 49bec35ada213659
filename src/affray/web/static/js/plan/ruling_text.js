// What the game master ruled, in words: one line for each ruling.

/** Why something is ruled where nothing was said. */
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
 * Puts rulings into words. Somebody who arrives is placed and then stands: that is one line, and
 * the second one is quiet.
 * @param {Frame[]} frames
 * @param {string} master What the game master is called.
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
 * The health that was meant by what was typed: `-5` and `+3` from what it is, `12` as it is.
 * @param {string} text
 * @param {number} health
 * @returns {number | null}
 */
export function healthMeant(text, health) {
  const [, sign, figure] = /^\s*([+\-−–])?\s*(\d{1,4})\s*$/.exec(text) || [];
  if (!figure) return null;
  return sign ? health + (sign === "+" ? 1 : -1) * Number(figure) : Number(figure);
}
