// A fight in three sentences: its turning point, its best blow, and its luck.
import { percent } from "../format.js";
import { countDeeds } from "../state/deeds.js";
import { capital } from "../state/options.js";

/** The smallest share of a win that counts as luck. */
const MIN_LUCK = 0.03;
/** The smallest change of the chance to win that counts as a turning point. */
const MIN_TURN = 0.05;
/** A weapon's dice within an option's sentence. */
const FIGURES = /\s*\([^()]*\d[^()]*\)$/;

/** Options whose text names no deed. */
const NO_DEED = /^(yes|no|none|nobody|nothing|both|neither|agree|decline)\b|:/i;

/**
 * @param {import("../state/story.js").Story} story
 * @param {StudyResult | null} result The study's result so far.
 * @param {string} side The side whose chances are described.
 * @param {boolean} isOwn Whether it is the player's side.
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
    told.push({ cue: "Best blow", text: `${by} dealt ${who} ${best.harm} harm in round ${round}.` });
  }
  const luck = result?.luck[side];
  if (luck && result.reviewed) {
    const worth = `${percent(Math.abs(luck.value))} of a win`;
    const whose = isOwn ? "you" : capital(side);
    const text = Math.abs(luck.value) < MIN_LUCK ? "The dice favoured nobody."
      : luck.value > 0 ? `The dice were kind to ${whose}: worth ${worth}.`
        : `The dice were against ${whose}: they cost ${worth}.`;
    told.push({ cue: "Luck", text });
  }
  return told;
}

/**
 * Return the decision after which the chances changed most; null if none changed them much.
 * @param {StudyResult} result
 * @returns {{beat: StudyBeat, point: StudyResult["turning_points"][number]} | null}
 */
export function turningPoint(result) {
  const turns = result.turning_points.filter((one) => one.number > 0)
    .map((point) => ({ point, beat: result.beats[point.number - 1] }));
  const swing = (/** @type {StudyBeat} */ { before, then }) =>
    Math.max(...Object.keys(before).map((side) => Math.abs(then[side].value - before[side].value)));
  const [first] = turns.toSorted((one, other) => swing(other.beat) - swing(one.beat));
  return first && swing(first.beat) >= MIN_TURN ? first : null;
}

/**
 * @param {StudyBeat} beat
 * @param {string} side
 * @param {boolean} isOwn
 */
function turnText(beat, side, isOwn) {
  const [before, then] = [beat.before[side], beat.then[side]].map((one) => percent(one.value));
  const whose = isOwn ? "your" : `${capital(side)}'s`;
  const chose = beat.chose.replace(FIGURES, "");
  const deed = `${chose.charAt(0).toLowerCase()}${chose.slice(1)}`;
  const did = NO_DEED.test(chose) ? `answered “${chose}”` : `chose to ${deed}`;
  return `In round ${beat.round} ${beat.who} ${did}. That took ${whose} chance from ${before} to ${
    then}.`;
}
