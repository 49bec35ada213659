// The panel during playback: the current event, past frames, and the others' deeds.
import { button, h } from "../elements.js";
import { happeningAt } from "../plan/happening.js";
import { deedsSince } from "../plan/summary.js";
import { isOnlooker } from "../state/fight.js";
import { shortName } from "../state/labels.js";
import { avatarOf } from "./avatar.js";
import { madeBy } from "./log.js";

/** How many frames are searched for recent events, and how many are shown. */
const LATELY = 24;
const MOST_LATELY = 3;
const MOST_WITH_LONG_NAMES = 12;

/** @typedef {import("../state/fight.js").FightState} FightState */
/** @typedef {import("./question.js").QuestionHandlers} QuestionHandlers */
/** @typedef {{head: import("../elements.js").Child, body: import("../elements.js").Child}} Panel */

/**
 * Show the current event: the acting fighter, the result, and changes of health.
 * @param {FightState} state
 * @param {QuestionHandlers} handlers
 * @returns {Panel}
 */
export function happeningPanel(state, handlers) {
  const { scene, story, step } = state;
  const plays = !isOnlooker(state) && scene.sides.some((side) => side.player === "person");
  const { who, target, deed, line, changes } = happeningAt(story, step ?? 0);
  const now = story.at(step);
  const face = (/** @type {number} */ one) =>
    (one >= 0 ? avatarOf(scene.fighters[one], now[one]) : null);
  const head = h("div", { class: "happening" }, face(who),
    h("div", {}, h("h2", { class: "prompt" }, deed), h("p", { class: "outcome" }, line)),
    target === who ? null : face(target));
  const body = [
    h("ul", { class: "health-changes" }, changes.map((change) => {
      const fighter = scene.fighters[change.who];
      return h("li", { class: `side-${fighter.side % 8}` }, avatarOf(fighter, now[change.who]),
        h("b", {}, fighter.name),
        h("span", { class: change.to < change.from ? "lost" : "gained" },
          `${change.from} → ${change.isOut ? "falls" : change.to}`));
    })),
    h("div", { class: "playback-buttons" },
      button([h("kbd", { "aria-hidden": "true" }, "Space"), "Next"], () => handlers.onnext(),
        { class: "next-beat" }),
      button([h("kbd", { "aria-hidden": "true" }, "Esc"), plays ? "To my turn" : "To the end"],
        () => handlers.onskip(), { class: "skip-playback" })),
    roster(scene, now),
    lately(story.frames, step ?? 0),
  ];
  return { head, body };
}

/**
 * Return every fighter's health as a bar, a column for each side; the strip says it in words.
 * @param {Scene} scene
 * @param {FighterState[]} now
 */
function roster({ sides, fighters }, now) {
  const isCrowd = fighters.length > MOST_WITH_LONG_NAMES;
  const line = (/** @type {FighterInfo} */ fighter, /** @type {number} */ who) => {
    const { health, max, state } = now[who];
    const bar = h("i", {});
    bar.style.width = `${max ? Math.max(0, Math.min(100, (100 * health) / max)) : 0}%`;
    return h("li", { class: state === "standing" ? "" : "out" },
      h("span", { class: "roster-name" }, isCrowd ? shortName(fighter.name) : fighter.name),
      h("b", {}, String(health)),
      h("span", { class: "roster-bar" }, bar));
  };
  return h("div", { class: "roster", "aria-hidden": "true" }, sides.map((_, side) =>
    h("ul", { class: `side-${side % 8}` }, fighters.map((fighter, who) =>
      (fighter.side === side && now[who] ? line(fighter, who) : null)))));
}

/**
 * Return the most recent events, the latest first, for phones, which show no log next to the board.
 * @param {Frame[]} frames
 * @param {number} step
 */
function lately(frames, step) {
  const deeds = deedsSince(frames.slice(0, step + 1), step - LATELY).slice(0, -1).reverse();
  return h("ol", { class: "lately", "aria-hidden": "true" },
    deeds.slice(0, MOST_LATELY).map(({ text, consequences }) => h("li", {}, text,
      consequences.length
        ? h("span", { class: "consequences" }, ` ${consequences.join(", ")}`) : null)));
}

/**
 * Return the panel of a past frame.
 * @param {Frame} frame
 * @param {RulesById} rules
 * @returns {Panel}
 */
export function pastPanel(frame, rules) {
  return {
    head: [h("h2", { class: "prompt" }, "Looking back"),
      h("p", { class: "quiet for-keys" }, "← and → step through the fight; Esc goes back to now."),
      h("p", { class: "quiet for-touch" }, "‹ and › step through the fight; Now goes back to it.")],
    body: h("div", { class: "made-by" }, h("p", { class: "told" }, frame.text),
      madeBy(frame, rules)),
  };
}

/**
 * Return the events since the player's last decision, collapsed.
 * @param {FightState} state
 * @param {QuestionHandlers} handlers
 */
export function sinceThen(state, handlers) {
  const deeds = deedsSince(state.story.frames, state.since);
  if (!deeds.length) return null;
  const count = `${deeds.length} thing${deeds.length === 1 ? "" : "s"}`;
  return h("details", { class: "since", ontoggle: () => handlers.onverb() },
    h("summary", {}, `Since your turn: ${count}`),
    h("ol", {}, deeds.map((deed) => h("li", {},
      button(deed.text, () => handlers.onshow(deed.first), { class: "link" }),
      deed.consequences.length
        ? h("span", { class: "consequences" }, ` ${deed.consequences.join(", ")}`) : null))));
}
