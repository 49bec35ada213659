// Who acts, who has acted, who is next: as the fight tells it, or as far as its log says.
import { resourcesOf } from "./conditions.js";

/**
 * @typedef {object} OrderEntry
 * @property {number} who
 * @property {"acting" | "acted" | "waiting" | "out" | "reserve"} status
 * @property {string} left What they have left to do, in a few words.
 */

/**
 * Everybody in the order they act; at a frame of the past, with what they had done by then.
 * @param {import("./story.js").Story} story
 * @param {number | null} frame
 * @returns {OrderEntry[]}
 */
export function turnOrder(story, frame) {
  return actingOrder(story, frame).map((entry) =>
    (entry.status === "out" && story.isInReserve(entry.who, frame)
      ? { ...entry, status: "reserve" } : entry));
}

/**
 * @param {import("./story.js").Story} story
 * @param {number | null} frame
 * @returns {OrderEntry[]}
 */
function actingOrder(story, frame) {
  const told = (story.latest.order || [])
    .map(({ who, status, left }) =>
      ({ who: typeof who === "number" ? who : story.indexOf(who), status, left: left || "" }));
  const missing = story.scene.fighters.map((_, who) => who)
    .filter((who) => !told.some((entry) => entry.who === who));
  if (told.length && frame === null) {
    return [...told, ...derivedOrder(story, null).filter((entry) => missing.includes(entry.who))];
  }
  const sequence = [...told.map((entry) => entry.who), ...missing];
  return derivedOrder(story, frame)
    .sort((one, other) => sequence.indexOf(one.who) - sequence.indexOf(other.who));
}

/**
 * The order as the log has it: whoever had a turn since the round began has acted, the last of them
 * is acting.
 * @param {import("./story.js").Story} story
 * @param {number | null} frame
 * @returns {OrderEntry[]}
 */
function derivedOrder(story, frame) {
  const states = story.at(frame);
  /** @type {number[]} */
  const acted = [];
  let left = "";
  for (let index = Math.min(frame ?? Infinity, story.frames.length - 1); index >= 0; index -= 1) {
    const { kind, parts } = story.frames[index];
    if (kind === "round" || (kind === "turn" && parts.who === undefined)) break;
    if (kind !== "turn" && kind !== "acts") continue;
    const who = story.indexOf(parts.who);
    if (who < 0 || acted.includes(who)) continue;
    acted.push(who);
    if (acted.length === 1 && typeof parts.actions === "number") {
      left = `${parts.actions} action${parts.actions === 1 ? "" : "s"}`;
    }
  }
  const asked = frame === null ? story.latest.question : null;
  const acting = asked && asked.kind !== "turn" && asked.who < 0 ? -1 : acted[0] ?? -1;
  return story.scene.fighters.map((_, who) => {
    const state = states[who];
    const resources = state ? resourcesOf(state) : "";
    if (!state || state.state !== "standing") return { who, status: "out", left: "" };
    if (who === acting) return { who, status: "acting", left: resources || left };
    return { who, status: acted.includes(who) ? "acted" : "waiting", left: resources };
  });
}
