// What is done with a fight through the service: answering, taking back, branching, taking it along.
import { attempt, download, notice } from "../../notices.js";
import { getText, post } from "../../service.js";
import { isOwnSide } from "../../state/fight.js";
import { storeFight } from "../../storage.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * @param {FightState} state
 * @param {string} path
 */
export const fightUrl = (state, path) => `/api/fights/${state.id}/${path}`;

/**
 * Sends an answer or a ruling to the question that is open.
 * @param {FightState} state
 * @param {object} what
 */
export function sendAnswer(state, what) {
  const { number } = state.story.latest;
  return attempt(() => post(fightUrl(state, "answers"), { number, ...what }, state.secret));
}

/**
 * Takes back the last decision that this link may: the game master's at once, others' as a wish.
 * @param {FightState} state
 */
export function takeBackLast(state) {
  const last = state.story.decisions.filter((decision) => isOwnSide(state, decision.side)).pop();
  return last ? takeBackTo(state, last.at) : notice("There is nothing to take back.");
}

/**
 * Takes back to what stood at a frame.
 * @param {FightState} state
 * @param {number} frame
 */
export function takeBackToFrame(state, frame) {
  const next = state.story.decisions.find((decision) => decision.frame > frame);
  return next ? takeBackTo(state, next.at) : notice("Nothing was decided since then.");
}

/**
 * @param {FightState} state
 * @param {number} to
 */
export async function takeBackTo(state, to) {
  const { number } = state.story.latest;
  const done = await attempt(() => post(fightUrl(state, "back"), { number, to }, state.secret));
  if (done && state.role !== "gm") notice("Asked to take back; the others decide.");
}

/** @param {FightState} state */
export const refuseTakeBack = (state) => attempt(() => post(fightUrl(state, "refuse"), { number: state.story.latest.number }, state.secret));

/**
 * Begins another fight that is the same up to a frame.
 * @param {FightState} state
 * @param {number | null} frame
 */
export function branchFrom(state, frame) {
  const { scene, story } = state;
  return attempt(async () => {
    const players = scene.sides.map((side) => side.player);
    const links = await post(fightUrl(state, "branch"), { at: story.branchPoint(frame), players: players.includes("person") ? null : players.map(() => "person") }, state.secret);
    storeFight({ ...links, title: `${scene.title} (branch)`, made: Date.now() });
    notice("This is another fight now: it goes its own way from here.");
    location.hash = `#/fight/${links.id}/${links.gm}`;
  });
}

/** @param {FightState} state */
export const downloadTape = (state) => attempt(async () => download(`${state.scene.name}.tape`, await getText(fightUrl(state, "tape"), state.secret), "text/plain"));

/** @param {FightState} state */
export const downloadPage = (state) => attempt(async () => download(`${state.scene.name}.html`, await getText(fightUrl(state, "page"), state.secret), "text/html"));
