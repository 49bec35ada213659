// What a question is about and what is at stake, in one or two sentences.
import { percent } from "../format.js";

const BEGINNINGS = /^(attack|clash|throws|grapples|struggles|moves|feints|hurls)$/;
const TURNS = /^(round|turn|acts)$/;
const LOOK_BACK = 10;

/**
 * Return the events that led to a question, from the log: the deed, and its latest result. Empty
 * for an ordinary turn.
 * @param {import("../state/story.js").Story} story
 * @param {Question} question
 */
export function occasionOf(story, question) {
  if (question.kind === "turn" || question.who < 0) return "";
  const { frames } = story;
  let latest = "";
  for (let index = frames.length - 1; index >= Math.max(0, frames.length - LOOK_BACK); index -= 1) {
    const { kind, text, rolls, parts } = frames[index];
    if (TURNS.test(kind)) break;
    if (BEGINNINGS.test(kind)) return latest && latest !== text ? `${text}. ${latest}` : text;
    if (!latest && (rolls.length || parts.dice || parts.roll !== undefined || kind === "hurt"
      || kind === "out")) latest = text;
  }
  return latest;
}

/**
 * Describe who is hurt if the player declines: the odds of the question's default. "Nobody is hurt"
 * is only written while a deed is under way.
 * @param {Question} question
 * @param {Record<string, OptionOdds>} odds
 * @param {Scene} scene
 * @param {boolean} [underWay]
 */
export function stakeOf(question, odds, scene, underWay = true) {
  const standard = question.options.at(question.default);
  const found = standard && odds[standard.key];
  if (!found || question.kind === "turn" || question.who < 0) return "";
  const parts = found.fighters.flatMap((prospect) => {
    const hurt = prospect.hurt > 0.0005 ? `${percent(prospect.hurt)} to be hurt` : "";
    const harm = prospect.harm > 0.005 ? `${prospect.harm.toFixed(1)} harm` : "";
    const drop = prospect.drop > 0.0005 ? `${percent(prospect.drop)} to drop` : "";
    const all = [hurt, harm, drop].filter(Boolean).join(", ");
    return all ? [`${scene.fighters[prospect.who].name}: ${all}`] : [];
  });
  if (!parts.length && !underWay) return "";
  return `As it stands: ${parts.length ? parts.slice(0, 2).join("; ") : "nobody is hurt"}.`;
}

/** The value of 00 on percentile dice. */
const HUNDRED = 100;
const ROLL = /^\d*d(?:\d+|%) = /;

/**
 * Describe a question about rolled dice that the log does not show yet: the roll, its target, and
 * what is left of the resources that the options cost.
 * @param {Question} question
 */
export function rolledText(question) {
  const roll = question.rolled?.at(-1)?.replace(ROLL, "") || "";
  const left = Object.entries(question.left || {});
  const { check } = question;
  const isSuccess = (Number(roll) || HUNDRED) <= (check?.needed ?? 0);
  const result = /^\d+$/.test(roll) ? `: a ${isSuccess ? "success" : "failure"}` : "";
  const said = !check ? roll && `Rolled ${roll}`
    : !roll ? `${check.name} needs ${check.needed} or less`
    : `Rolled ${roll} against ${check.name} ${check.needed}${result}`;
  return [
    said && `${said}.`,
    ...left.map(([resource, amount]) => `${resource} left: ${amount}.`),
  ].filter(Boolean).join(" ");
}
