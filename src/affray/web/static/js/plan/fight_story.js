// A fight in three sentences: what turned it, its best blow, and how lucky it was.
import { percent } from "../format.js";
import { countDeeds } from "../state/deeds.js";

/** Less luck than this, in shares of a win, is none. */
const MIN_LUCK = 0.03;

/**
 * @param {import("../state/story.js").Story} story
 * @param {StudyResult | null} result What the study has found so far.
 * @param {string} side Whose chance is told.
 * @param {boolean} isOwn Whether that is the player's.
 * @returns {{cue: string, text: string}[]}
 */
export function fightStory(story, result, side, isOwn) {
  const { best } = countDeeds(story);
  const { fighters } = story.scene;
  const told = [];
  const turn = result ? turningPoint(result) : null;
  if (turn) told.push({ cue: "Turning point", text: turnText(turn.beat, side, isOwn) });
  if (best) {
    const [by, who] = [fighters[best.by].name, fighters[best.who].name];
    const round = story.frames[best.frame].round;
    told.push({ cue: "Best blow", text: `${by} took ${best.harm} from ${who} in round ${round}.` });
  }
  const luck = result?.luck[side];
  if (luck && result.reviewed) {
    const points = Math.round(100 * Math.abs(luck.value));
    const whose = isOwn ? "you" : side;
    const text = Math.abs(luck.value) < MIN_LUCK ? "The dice favoured nobody."
      : luck.value > 0 ? `The dice helped ${whose}, by ${points} points of a win.`
        : `The dice were against ${whose}, by ${points} points of a win.`;
    told.push({ cue: "Luck", text });
  }
  return told;
}

/**
 * The decision after which the chances changed most.
 * @param {StudyResult} result
 * @returns {{beat: StudyBeat, number: number} | null}
 */
export function turningPoint(result) {
  const [first] = result.turning_points.filter((one) => one.number > 0)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
  return first ? { beat: result.beats[first.number - 1], number: first.number } : null;
}

/**
 * @param {StudyBeat} beat
 * @param {string} side
 * @param {boolean} isOwn
 */
function turnText(beat, side, isOwn) {
  const [before, then] = [beat.before[side], beat.then[side]].map((one) => percent(one.value));
  const whose = isOwn ? "your" : `${side}'s`;
  const did = `${beat.chose.charAt(0).toLowerCase()}${beat.chose.slice(1)}`;
  return `Round ${beat.round}, ${beat.who}: ${did}. It took ${whose} chance from ${before} to ${then}.`;
}
