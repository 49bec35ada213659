// Describes an event in one plain line, without sums, for people who watch.

const HELD = /^(strike|contest|defense|damage|rolls|rolled again|check|result)$/;

/**
 * Describe a frame in plain words; frames that only calculate are described by the deed they belong
 * to.
 * @param {Frame[]} frames
 * @param {number} at
 * @returns {string}
 */
export function plainWords(frames, at) {
  const frame = frames[at];
  if (!frame) return "The fight begins.";
  const { parts, kind } = frame;
  if (kind === "clash") return sentence(`${parts.who} ${parts.verb} ${parts.target}`);
  if (kind === "hurt") {
    const by = parts.by ? `${parts.by} hits ${parts.who}` : `${parts.who} is hurt`;
    return sentence(
      typeof parts.harm === "number"
        ? `${by} for ${parts.harm}`
        : `${parts.who} ${parts.how || "is hurt"}`,
    );
  }
  if (HELD.test(kind)) {
    return outcomeOf(frames, at) || begun(frames, at) || sentence(shortened(frame.text));
  }
  return sentence(shortened(frame.text));
}

/**
 * Describe a missed attack; empty if the frame reports none.
 * @param {Frame[]} frames
 * @param {number} at
 */
function outcomeOf(frames, at) {
  const { parts } = frames[at];
  const missed = /miss/.test(`${parts.result} ${parts.outcome}`) || parts.hits === 0;
  if (!missed || !parts.who || !parts.target) return "";
  return sentence(`${parts.who} misses ${parts.target}`);
}

/**
 * Describe the deed that a calculating frame belongs to.
 * @param {Frame[]} frames
 * @param {number} at
 */
function begun(frames, at) {
  for (let back = at - 1; back >= Math.max(0, at - 6); back -= 1) {
    const { kind, text } = frames[back];
    if (/^(turn|acts|round)$/.test(kind)) return "";
    if (!HELD.test(kind)) return sentence(shortened(text));
  }
  return "";
}

/** @param {string} text */
const shortened = (text) => text.replace(/:\s.*$/, "").replace(/\s*\([^)]*\)/g, "");

/** @param {string} text */
const sentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);
