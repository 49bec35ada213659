// Requests to the service about a fight: answering, taking back, branching, downloads.
import { h } from "../../elements.js";
import { attempt, download, notice } from "../../notices.js";
import { heedYesNo } from "../../render/yes_no.js";
import { getText, post } from "../../service.js";
import { isOwnSide, isSolo } from "../../state/fight.js";
import { storeFight } from "../../storage.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * @param {FightState} state
 * @param {string} path
 */
export const fightUrl = (state, path) => `/api/fights/${state.id}/${path}`;

/**
 * Send an answer or a ruling to the open question.
 * @param {FightState} state
 * @param {object} what
 */
export function sendAnswer(state, what) {
  const { number } = state.story.latest;
  return attempt(() => post(fightUrl(state, "answers"), { number, ...what }, state.secret));
}

/**
 * Take back the last decision that this link may: the game master at once, players by request.
 * @param {FightState} state
 */
export function takeBackLast(state) {
  const last = state.story.decisions.filter((decision) => isOwnSide(state, decision.side)).pop();
  return last ? takeBackTo(state, last.at) : notice("There is nothing to take back.");
}

/**
 * Take back to the state at a frame.
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
  if (!(await agrees(state, to))) return;
  const done = await attempt(() => post(fightUrl(state, "back"), { number, to }, state.secret));
  if (done && state.role !== "gm") notice("Asked to take back; the others decide.");
}

/**
 * Ask for confirmation, with the number of decisions undone, if more than the player's own last
 * decision is taken back.
 * @param {FightState} state
 * @param {number} to
 * @returns {Promise<boolean>}
 */
function agrees(state, to) {
  const undone = state.story.decisions.filter((decision) => decision.at >= to);
  const own = undone.filter((decision) => isOwnSide(state, decision.side));
  if (undone.length < 2 || (isSolo(state) && own.length < 2)) return Promise.resolve(true);
  return new Promise((done) => {
    const dialog = h("dialog", { class: "sheet take-back-dialog",
        "aria-labelledby": "take-back-title",
          onclose: () => { done(dialog.returnValue === "yes"); dialog.remove(); } },
      h("form", { method: "dialog", class: "sheet-body" },
        h("h2", { id: "take-back-title" }, `Take back ${undone.length} decisions?`),
        h("ol", { class: "undone" }, undone.slice(-6).reverse()
            .map((decision) => h("li", {}, `${decision.asked}: ${decision.chose}`)),
              undone.length > 6 ? h("li", { class: "quiet" }, `and ${undone.length - 6} more`)
                : null),
        h("div", { class: "row yes-no" },
          h("button", { type: "submit", class: "answer-no", value: "" },
            h("kbd", { "aria-hidden": "true" }, "n"), "Leave it"),
          h("button", { type: "submit", class: "primary answer-yes", value: "yes" },
            h("kbd", { "aria-hidden": "true" }, "y"), "Take back"))));
    heedYesNo(dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Redo what was last taken back.
 * @param {FightState} state
 */
export const redo = (state) =>
  attempt(() => post(fightUrl(state, "redo"), { number: state.story.latest.number }, state.secret));

/** @param {FightState} state */
export const refuseTakeBack = (state) =>
  attempt(() => post(fightUrl(state, "refuse"), { number: state.story.latest.number },
      state.secret));

/**
 * Begin a copy of the fight up to a frame.
 * @param {FightState} state
 * @param {number | null} frame
 */
export function branchFrom(state, frame) {
  const { scene, story } = state;
  return attempt(async () => {
    const players = scene.sides.map((side) => side.player);
    const links = await post(fightUrl(state, "branch"),
      { at: story.branchPoint(frame),
        players: players.includes("person") ? null : players.map(() => "person") }, state.secret);
    storeFight({ ...links, title: `${scene.title} (branch)`, made: Date.now() });
    notice("This is another fight now: it goes its own way from here.");
    location.hash = `#/fight/${links.id}/${links.gm}`;
  });
}

/** @param {FightState} state */
export const downloadTape = (state) =>
  attempt(async () => download(`${state.scene.name}.tape`,
      await getText(fightUrl(state, "tape"), state.secret), "text/plain"));

/** @param {FightState} state */
export const downloadPage = (state) =>
  attempt(async () => download(`${state.scene.name}.html`,
      await getText(fightUrl(state, "page"), state.secret), "text/html"));
