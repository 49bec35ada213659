// The events since a player's last decision: frames grouped into deeds.

/**
 * @typedef {object} Deed
 * @property {number} first The first frame.
 * @property {number} last
 * @property {string} text
 * @property {string[]} consequences Harm, falls and changed conditions, in a few words.
 */

const MARKERS = /^(round|turn|acts|points|initiative|quicker|fight)$/;
const OPENINGS = /^(attack|clash|throws|moves)$/;
const CONSEQUENCES =
  /^(hurt|out|condition|wounded|suffers|healed|dies|falls|bloodied|poisoned|scarred|revealed|shifted)$/;

/**
 * @param {Frame} frame
 */
function consequenceOf(frame) {
  const { who, harm, how, condition } = frame.parts;
  if (frame.kind === "hurt") return typeof harm === "number" ? `${who} −${harm}` : `${who} ${how}`;
  if (frame.kind === "out") return `${who} ${how || "is out"}`;
  if (typeof condition === "string") return `${who} ${condition}`;
  return frame.text;
}

/**
 * Return whether a frame begins a new deed.
 * @param {Frame} frame
 */
const begins = (frame) => OPENINGS.test(frame.kind)
  || (!CONSEQUENCES.test(frame.kind) && !frame.rolls.length && !Array.isArray(frame.parts.dice)
    && !Array.isArray(frame.parts.because));

/**
 * @param {Frame[]} frames
 * @param {number} from
 * @returns {Deed[]}
 */
export function deedsSince(frames, from) {
  /** @type {Deed[]} */
  const found = [];
  for (let index = Math.max(0, from); index < frames.length; index += 1) {
    const frame = frames[index];
    if (MARKERS.test(frame.kind)) continue;
    const last = found[found.length - 1];
    if (!last || begins(frame)) {
      found.push({ first: index, last: index, text: frame.text,
        consequences: CONSEQUENCES.test(frame.kind) && last ? [consequenceOf(frame)] : [] });
      continue;
    }
    last.last = index;
    if (CONSEQUENCES.test(frame.kind)) last.consequences.push(consequenceOf(frame));
  }
  return found;
}
