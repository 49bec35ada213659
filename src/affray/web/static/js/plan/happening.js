// The current event during playback: the acting fighter, the result, and changes of health.
import { plainWords } from "../rhythm/words.js";
import { capital } from "../state/options.js";
import { diceIn } from "./dice.js";
import { deedsSince } from "./summary.js";

/** The number of frames searched for the beginning of an event. */
const LOOK_BACK = 12;

/**
 * @typedef {object} Happening
 * @property {number} who The acting fighter; -1 for none.
 * @property {number} target The fighter whom it acts on; -1 for none.
 * @property {string} deed
 * @property {string} line The result; empty while the deed begins.
 * @property {{who: number, from: number, to: number, isOut: boolean}[]} changes
 */

/**
 * @param {import("../state/story.js").Story} story
 * @param {number} step
 * @returns {Happening}
 */
export function happeningAt(story, step) {
  const { frames } = story;
  const begun = deedsSince(frames.slice(0, step + 1), step - LOOK_BACK).at(-1);
  const first = begun && begun.last === step ? begun.first : step;
  const deed = plainWords(frames, first);
  const said = plainWords(frames, step);
  const line = said === deed ? rolledLine(story, step) : said;
  const { parts } = frames[first] || { parts: {} };
  const [before, after] = [story.at(Math.max(0, first - 1)), story.at(step)];
  const changes = after.flatMap((state, who) => {
    const from = before[who]?.health;
    return from === undefined || from === state.health ? []
      : [{ who, from, to: state.health, isOut: state.state !== "standing" }];
  });
  const target = story.indexOf(parts.target ?? (parts.by ? parts.who : undefined));
  return { who: story.indexOf(parts.by ?? parts.who), target, deed, line, changes };
}

/**
 * Return the target of a frame's dice and the result: "against Defense 6: 1 hit".
 * @param {import("../state/story.js").Story} story
 * @param {number} step
 */
function rolledLine({ frames, scene }, step) {
  const frame = frames[step];
  if (!frame?.rolls.length) return "";
  const who = scene.fighters.findIndex((fighter) => fighter.name === frame.parts.who);
  const [{ goal, result }] = diceIn(frame, scene.fighters[who]);
  return capital([goal, result].filter(Boolean).join(": "));
}
