// The sounds of visible effects.
import { hear } from "./switch.js";

const MISSILES = /** @type {Record<string, string>} */ ({
  arrow: "arrow",
  orb: "spell",
  bomb: "shot",
});

/**
 * @param {import("../plan/effects.js").Effect} effect
 * @param {Frame} frame
 * @returns {[string, number] | null}
 */
function heardOf(effect, frame) {
  if (effect.kind === "dice") return ["dice", effect.rolls.flatMap((roll) => roll.dice).length];
  if (effect.kind === "strike") {
    if (/gun|musket|pistol|arquebus|cannon/i.test(String(frame.parts.weapon))) return ["shot", 1];
    return [effect.missile ? MISSILES[effect.missile] || "arrow" : "swing", 1];
  }
  if (effect.kind === "miss") return ["blade", 1];
  if (effect.kind === "harm" && effect.amount > 0) return ["thud", 1];
  if (effect.kind === "blast") return ["shot", 1];
  if (effect.kind === "glide") return ["step", 1];
  if (effect.kind === "fall") return ["drop", 1];
  if (effect.kind === "moment" && effect.what === "explosion") return ["burst", 1];
  if (effect.kind === "moment" && effect.what === "critical") return ["critical", 1];
  return null;
}

/**
 * Return the sound of a fight's end: a defeat only if the single human player lost.
 * @param {Frame} frame
 * @param {SideInfo[]} sides
 */
function endOf({ parts }, sides) {
  const people = sides.filter((side) => side.player === "person");
  const isLost = people.length === 1 && !String(parts.won).startsWith(people[0].name);
  return isLost ? "defeat" : "victory";
}

/**
 * Play the sounds of a frame's effects, each once.
 * @param {import("../plan/effects.js").Effect[]} effects
 * @param {Frame} frame
 * @param {SideInfo[]} sides
 */
export function hearEffects(effects, frame, sides) {
  if (frame.kind === "end") hear(endOf(frame, sides));
  const heard = new Map(
    effects.map((effect) => heardOf(effect, frame)).filter((one) => one !== null),
  );
  for (const [name, count] of heard) hear(name, count);
}
