// What a board shows in addition to the fighters: chances to hit, expected health, arrows, paths.
import { placeOf } from "../plan/layout.js";
import { pathBetween } from "../plan/path.js";
import { ownQuestion } from "./fight.js";
import { attackOn, isHostile } from "./options.js";

/** @typedef {import("./fight.js").FightState} FightState */

/**
 * Return the chance to hit each enemy that can be attacked.
 * @param {FightState} state
 * @param {Question | null} question
 * @param {Set<number>} targets
 * @returns {Map<number, number>}
 */
export function chancesOf({ scene, story, odds }, question, targets) {
  const found = new Map();
  for (const who of question ? targets : []) {
    const option = question ? attackOn(question, scene, story.latest.now, who) : null;
    const hit = option && question && isHostile(option, question, scene)
      ? odds[option.key]?.hit : undefined;
    if (hit !== undefined) found.set(who, hit);
  }
  return found;
}

/**
 * Return the mean share of health that the hovered attack would leave its target.
 * @param {FightState} state
 */
export function ghostOf({ pointed, odds, story }) {
  const found = pointed?.attack ? odds[pointed.key] : undefined;
  const now = pointed ? story.latest.now[pointed.target] : undefined;
  if (!pointed || !found?.mean || !now?.max) return null;
  return { who: pointed.target, share: Math.max(0, now.health - found.mean) / now.max };
}

/**
 * Return the arrows of the shown frame, or of the hovered option.
 * @param {FightState} state
 * @param {Question | null} question
 * @returns {[number, number, string][]}
 */
export function arrowsOf({ step, story, pointed }, question) {
  if (step !== null) return story.arrows(step);
  if (!pointed || !question || pointed.target < 0 || question.who < 0) return [];
  return [[question.who, pointed.target, pointed.attack ? "harm" : "act"]];
}

/**
 * Return the path from the moving fighter to a place.
 * @param {FightState} state
 * @param {number | null} place
 */
export function wayTo(state, place) {
  const { scene, story } = state;
  const question = ownQuestion(state);
  if (place === null || !question) return [];
  const { now } = story.latest;
  const mover = question.kind === "shift" ? question.about : question.who;
  const from = placeOf(now[mover]);
  if (from < 0 || from === place) return [];
  const isHeld = (/** @type {FighterState} */ one, /** @type {number} */ who) =>
    who !== mover && one.state === "standing";
  const held = scene.board.kind === "grid" ? now.filter(isHeld).map(placeOf) : [];
  return pathBetween(scene.board, from, place, new Set(held));
}
