// The turn order: as the service sends it, or derived from the log.
import { resourcesOf } from "./conditions.js";

/**
 * @typedef {object} OrderEntry
 * @property {number} who
 * @property {"acting" | "acted" | "waiting" | "out" | "unable" | "reserve"} status
 *   Out are the dead, the fallen and the fled; unable are those who sleep or are held.
 * @property {string} left The actions or points they have left, in a few words.
 */

/**
 * Return the fighters in turn order; for a past frame, with the turns taken by then.
 * @param {import("./story.js").Story} story
 * @param {number | null} frame
 * @returns {OrderEntry[]}
 */
export function turnOrder(story, frame) {
  const states = story.at(frame);
  return actingOrder(story, frame).map((entry) => {
    if (entry.status !== "out") return entry;
    if (story.isInReserve(entry.who, frame)) return { ...entry, status: "reserve" };
    return states[entry.who]?.state === "standing" ? { ...entry, status: "unable" } : entry;
  });
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
 * Derive the turn order from the log: fighters who had a turn in this round have acted, and the
 * last of them is acting.
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
