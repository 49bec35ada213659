// A fight blow by blow: each attack with its reactions, its Luck and its true harm in one row.
// Nothing here touches the page.

/**
 * @typedef {object} Blow
 * @property {number} first The frame it begins with.
 * @property {number} last
 * @property {number} by The index of the attacker; -1 if the frame does not name one.
 * @property {number} harm The health it took in total.
 * @property {string} text
 */

const STRIKES = /^(attack|clash|throws|grapples|hurls|shoots|shot)$/;
const ENDS = /^(round|turn|acts|points|initiative|moves|fight|end)$/;
const FALLS = /** @type {Record<string, string>} */ (
  { down: "goes down", dead: "dies", fled: "flees", out: "is out" });

/**
 * Describe how a fighter's state changed between two frames; empty if it did not.
 * @param {string} name
 * @param {FighterState | undefined} before
 * @param {FighterState | undefined} after
 */
function fateOf(name, before, after) {
  if (!before || !after) return "";
  const lost = before.health - after.health;
  const parts = [
    lost > 0 ? `takes ${lost} (${before.health} → ${after.health})` : "",
    lost < 0 ? `regains ${-lost}` : "",
    before.state !== after.state && after.state !== "standing"
      ? FALLS[after.state] || `is ${after.state}` : "",
  ].filter(Boolean);
  return parts.length ? `${name} ${parts.join(" and ")}` : "";
}

/**
 * Return every attack of a fight, each from its first frame to the next deed.
 * @param {import("./story.js").Story} story
 * @returns {Blow[]}
 */
export function blowsOf(story) {
  const { frames, states, scene } = story;
  /** @type {{first: number, last: number}[]} */
  const spans = [];
  let isOpen = false;
  frames.forEach((frame, index) => {
    if (STRIKES.test(frame.kind)) {
      spans.push({ first: index, last: index });
      isOpen = true;
    } else if (ENDS.test(frame.kind)) isOpen = false;
    else if (isOpen) spans[spans.length - 1].last = index;
  });
  return spans.map(({ first, last }) => {
    const before = states[Math.max(0, first - 1)];
    const after = states[last];
    const fates = scene.fighters.map(({ name }, who) => fateOf(name, before[who], after[who]))
      .filter(Boolean);
    const harm = scene.fighters.reduce((sum, _, who) =>
      sum + Math.max(0, (before[who]?.health ?? 0) - (after[who]?.health ?? 0)), 0);
    const { parts, text } = frames[first];
    return { first, last, harm, by: story.indexOf(parts.by ?? parts.who),
      text: `${text.replace(/\.$/, "")}: ${fates.join("; ") || "no harm"}.` };
  });
}

/**
 * Return the mistakes without those that are part of a larger one. A move and its destination count
 * as one decision.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 */
export function wholeMistakes(story, result) {
  const deedOf = (/** @type {{number: number}} */ { number }) => {
    const beat = result.beats[number - 1];
    return `${beat.who} ${story.frameAt(beat.at)}`;
  };
  return result.mistakes.filter((mistake) => !result.mistakes.some((other) =>
    other !== mistake && deedOf(other) === deedOf(mistake)
    && (other.value > mistake.value
      || (other.value === mistake.value && other.number < mistake.number))));
}
